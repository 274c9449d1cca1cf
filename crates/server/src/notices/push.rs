//! Web Push: messages that only the subscribed browser can read (RFC 8291), from a server that proves who it is (RFC 8292).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey};
use ring::hkdf::{self, HKDF_SHA256, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use shangrila_protocol::PushSubscription;

use crate::random;

/// How long a push service keeps a message for a browser that is not running, in seconds.
pub(super) const TIME_TO_LIVE: u32 = 24 * 60 * 60;
/// How long a proof of who we are is valid, in seconds; at most a day.
const PROOF_LIFETIME: u64 = 12 * 60 * 60;
/// The size of the only record of a message. Push services take 4 KiB.
const RECORD_SIZE: u32 = 4096;
/// The length of an uncompressed point of P-256.
const POINT: usize = 65;

/// The key by which push services know this server.
pub(crate) struct ServerKey(EcdsaKeyPair);

/// A subscription has invalid keys, or the message is too long.
#[derive(Debug)]
pub(super) struct CannotEncrypt;

impl ServerKey {
    /// Creates a key in the form in which it is stored.
    pub(crate) fn generate() -> Vec<u8> {
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        document.expect("the operating system provides randomness").as_ref().to_vec()
    }

    /// Reads a stored key.
    pub(crate) fn read(stored: &[u8]) -> Option<ServerKey> {
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, stored, &SystemRandom::new()).ok().map(ServerKey)
    }

    /// Returns the public key as browsers want it.
    pub(crate) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the `Authorization` header of a message to an endpoint.
    pub(super) fn authorization(&self, origin: &str, contact: &str, now: u64) -> Option<String> {
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let claims = json!({ "aud": origin, "exp": now / 1000 + PROOF_LIFETIME, "sub": contact });
        let signed = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature), self.public()))
    }
}

/// Whether a browser's keys can be used.
pub(crate) fn is_valid(subscription: &PushSubscription) -> bool {
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('='));
    decoded(&subscription.p256dh).is_ok_and(|key| key.len() == POINT)
        && decoded(&subscription.auth).is_ok_and(|auth| auth.len() == 16)
}

/// Encrypts a message for a browser, as the body of a request with the content encoding `aes128gcm`.
pub(super) fn encrypt(subscription: &PushSubscription, message: &[u8]) -> Result<Vec<u8>, CannotEncrypt> {
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| CannotEncrypt);
    let (theirs, auth) = (decoded(&subscription.p256dh)?, decoded(&subscription.auth)?);
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| CannotEncrypt)?;
    let public = own.compute_public_key().map_err(|_| CannotEncrypt)?;
    let salt: [u8; 16] = random::bytes();
    let key_info = [b"WebPush: info\0", &theirs[..], public.as_ref()].concat();
    let peer = UnparsedPublicKey::new(&ECDH_P256, &theirs);
    let input = agreement::agree_ephemeral(own, &peer, |shared| derive::<32>(&auth, shared, &key_info))
        .map_err(|_| CannotEncrypt)?
        .ok_or(CannotEncrypt)?;
    let key = derive::<16>(&salt, &input, b"Content-Encoding: aes128gcm\0").ok_or(CannotEncrypt)?;
    let nonce = derive::<12>(&salt, &input, b"Content-Encoding: nonce\0").ok_or(CannotEncrypt)?;
    // The delimiter of the last record.
    let mut sealed = [message, &[2]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).map_err(|_| CannotEncrypt)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
        .map_err(|_| CannotEncrypt)?;
    let header = [&salt[..], &RECORD_SIZE.to_be_bytes(), &[POINT as u8], public.as_ref()].concat();
    if header.len() + sealed.len() > RECORD_SIZE as usize {
        return Err(CannotEncrypt);
    }
    Ok([header, sealed].concat())
}

/// HKDF with SHA-256 for up to 32 bytes.
fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> Option<[u8; N]> {
    struct Length(usize);
    impl hkdf::KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut derived = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(&[info], Length(N)).ok()?.fill(&mut derived).ok()?;
    Some(derived)
}
