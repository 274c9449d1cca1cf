//! An authenticator in software: it makes passkeys and signs with them, as a browser and a security key would together.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The person was there (bit 0) and has shown who they are (bit 2).
const PRESENT_AND_VERIFIED: u8 = 0b101;
/// The data includes a new passkey (bit 6).
const HAS_CREDENTIAL: u8 = 0b100_0000;

/// A browser with one passkey at most.
#[derive(Clone)]
pub(crate) struct Authenticator {
    /// Where the browser believes to be.
    pub(crate) origin: String,
    /// How often it has signed.
    pub(crate) counter: u32,
    /// Whether it asks for a fingerprint, or merely for a touch.
    pub(crate) verifies: bool,
    key: SigningKey,
    id: [u8; 16],
    user: String,
}

impl Authenticator {
    /// An authenticator in a browser at the server's own address. Different seeds have different keys.
    pub(crate) fn new(seed: u8) -> Authenticator {
        Authenticator {
            origin: "http://localhost:8080".to_string(),
            counter: 0,
            verifies: true,
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: [seed; 16],
            user: String::new(),
        }
    }

    /// Signs with another key from now on, under the same id.
    pub(crate) fn use_key_of(&mut self, seed: u8) {
        self.key = Authenticator::new(seed).key;
    }

    /// Claims to belong to another account from now on.
    pub(crate) fn forget_user(&mut self) {
        self.user = encoded(&[7; 32]);
    }

    /// Makes the passkey. Takes `PublicKeyCredentialCreationOptionsJSON`, returns `RegistrationResponseJSON`.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].as_str().unwrap().to_string();
        let mut data = self.authenticator_data(options["rp"]["id"].as_str().unwrap(), HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // The public key in COSE: a map of 5 with the kind of key, the algorithm, the curve, x and y.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(data.len() as u8);
        attestation.extend(&data);
        let response = json!({
            "clientDataJSON": encoded(&self.client_data("webauthn.create", options)),
            "attestationObject": encoded(&attestation),
            "transports": ["internal"],
        });
        self.answer(response)
    }

    /// Signs in. Takes `PublicKeyCredentialRequestOptionsJSON`, returns `AuthenticationResponseJSON`.
    pub(crate) fn sign(&mut self, options: &Value) -> Value {
        if self.counter > 0 {
            self.counter += 1;
        }
        let data = self.authenticator_data(options["rpId"].as_str().unwrap(), 0);
        let client_data = self.client_data("webauthn.get", options);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        let response = json!({
            "clientDataJSON": encoded(&client_data),
            "authenticatorData": encoded(&data),
            "signature": encoded(signature.to_der().as_bytes()),
            "userHandle": self.user,
        });
        self.answer(response)
    }

    fn answer(&self, response: Value) -> Value {
        let id = encoded(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {}, "response": response })
    }

    fn authenticator_data(&self, relying_party: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(relying_party).to_vec();
        let person = if self.verifies { PRESENT_AND_VERIFIED } else { 1 };
        data.push(flags | person);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = options["challenge"].as_str().unwrap();
        let origin = &self.origin;
        // In this order, as the standard says.
        format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#).into_bytes()
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
