//! Passkeys: what authenticators are asked, and whether their answers are valid. `webauthn_rp` knows the standard; challenges are kept in
//! the database, because another process may receive the answer.

use std::net::IpAddr;
use std::num::NonZeroU32;

use serde_json::Value;
use sha2::{Digest, Sha256};
use shangrila_protocol::{Person, PersonId, Refusal};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle,
};
use webauthn_rp::request::{AsciiDomain, Challenge, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::auth::DiscoverableAuthentication;
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, AuthenticatorAttachment, Backup, CredentialId, Origin, SentChallenge};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
};

use crate::config::Config;
use crate::store::{ChallengePurpose, PasskeyChallenge, PasskeyState, StoredCredential};

/// The number of bytes by which authenticators know an account: a hash of its id.
const HANDLE: usize = 32;
/// How long a challenge waits for its answer, in milliseconds.
pub(crate) const CHALLENGE_LIFETIME: u32 = 5 * 60 * 1000;
/// For how long `webauthn_rp` accepts the answer, in milliseconds. It goes by the clocks of the machines that ask and that receive the answer,
/// which may be hours apart. The row of the challenge ends in time, by the clock of the database.
const OUTER_LIFETIME: NonZeroU32 = NonZeroU32::new(24 * 60 * 60 * 1000).unwrap();
/// What authenticators call this server when they ask for consent.
const SERVER_NAME: &str = "Shangrila";

/// Asks authenticators for signatures, and checks them.
pub(crate) struct Passkeys {
    relying_party: RpId,
    origins: Vec<AllowedOrigin>,
}

/// What an authenticator has answered when it was asked for a new passkey.
pub(crate) struct NewPasskeyAnswer(Registration);

/// What an authenticator has answered when it was asked to sign in.
pub(crate) struct SignInAnswer(DiscoverableAuthentication<HANDLE>);

impl Passkeys {
    /// Returns `None` if people find this server at an address without a name, for which the standard knows no passkeys.
    pub(crate) fn new(config: &Config) -> Option<Passkeys> {
        let (name, origins) = relying_party(config)?;
        Some(Passkeys { relying_party: RpId::Domain(AsciiDomain::try_from(name).ok()?), origins })
    }

    /// Returns a challenge, and what the browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON` of the standard.
    pub(crate) fn start_registration<'a>(
        &self,
        person: &Person,
        existing: impl IntoIterator<Item = &'a StoredCredential>,
    ) -> Result<(PasskeyChallenge, Value), Refusal> {
        let handle = handle(&person.id);
        let existing = existing.into_iter().map(|credential| {
            let id = CredentialId::<Vec<u8>>::decode(credential.id.clone()).map_err(broken)?;
            let transports = AuthTransports::decode(credential.transports).map_err(broken)?;
            Ok(PublicKeyCredentialDescriptor { id, transports })
        });
        let existing = existing.collect::<Result<_, Refusal>>()?;
        let user = PublicKeyCredentialUserEntity::from(&handle);
        let mut options = PublicKeyCredentialCreationOptions::passkey(&self.relying_party, user, existing);
        // Not all authenticators know this policy, and the challenge demands verification anyway.
        options.extensions.cred_protect = CredProtect::None;
        options.timeout = OUTER_LIFETIME;
        let id = challenge_id(&options.challenge);
        let (state, options) = options.start_ceremony().map_err(broken)?;
        let state = state.encode().map_err(broken)?;
        let mut options = serde_json::to_value(options).map_err(broken)?;
        options["timeout"] = Value::from(CHALLENGE_LIFETIME);
        // Our names may contain what the standard's user names may not, such as spaces.
        for (part, name) in [("user", "name"), ("user", "displayName"), ("rp", "name")] {
            let value = if part == "rp" { SERVER_NAME } else { person.name.as_str() };
            options[part][name] = Value::from(value);
        }
        Ok((PasskeyChallenge { id, purpose: ChallengePurpose::Add, state }, options))
    }

    /// Checks a new passkey of a person, which was made for the challenge with this state.
    pub(crate) fn finish_registration(
        &self,
        person: &PersonId,
        NewPasskeyAnswer(answer): NewPasskeyAnswer,
        state: &[u8],
    ) -> Result<(StoredCredential, PasskeyState), Refusal> {
        let challenge = RegistrationServerState::<HANDLE>::decode(state).map_err(broken)?;
        let options = RegistrationVerificationOptions::<AllowedOrigin, AllowedOrigin> {
            allowed_origins: &self.origins,
            // Browsers ask authenticators for more than we do.
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let created = challenge.verify(&self.relying_party, &answer, &options).map_err(invalid)?;
        // A challenge is for the person who asked for it.
        if *created.user_id() != handle(person) {
            return Err(Refusal::WrongPasskey);
        }
        let credential = StoredCredential {
            id: created.id().as_ref().to_vec(),
            transports: created.transports().encode().map_err(broken)?,
            public_key: created.static_state().encode().map_err(broken)?,
        };
        Ok((credential, state_of(created.dynamic_state())))
    }

    /// Returns a challenge, and what the browser needs to sign in with any passkey: `PublicKeyCredentialRequestOptionsJSON` of the standard.
    pub(crate) fn start_sign_in(&self) -> Result<(PasskeyChallenge, Value), Refusal> {
        let mut options = DiscoverableCredentialRequestOptions::passkey(&self.relying_party);
        options.0.timeout = OUTER_LIFETIME;
        let id = challenge_id(&options.0.challenge);
        let (state, options) = options.start_ceremony().map_err(broken)?;
        let state = state.encode().map_err(broken)?;
        let mut options = serde_json::to_value(options).map_err(broken)?;
        options["timeout"] = Value::from(CHALLENGE_LIFETIME);
        Ok((PasskeyChallenge { id, purpose: ChallengePurpose::SignIn, state }, options))
    }

    /// Checks that an answer to the challenge with this state was signed by this passkey of this person. Returns the passkey's new state. A
    /// counter that does not grow is refused: someone has a copy of the key.
    pub(crate) fn finish_sign_in(
        &self,
        SignInAnswer(answer): SignInAnswer,
        challenge: &[u8],
        person: &PersonId,
        credential: &StoredCredential,
        state: PasskeyState,
    ) -> Result<PasskeyState, Refusal> {
        let challenge = DiscoverableAuthenticationServerState::decode(challenge).map_err(broken)?;
        let handle = handle(person);
        let id = CredentialId::<&[u8]>::decode(&credential.id).map_err(broken)?;
        let key = StaticState::decode(&credential.public_key).map_err(broken)?;
        let mut signed_by = AuthenticatedCredential::new(id, &handle, key, dynamic_state(state)).map_err(broken)?;
        let options = AuthenticationVerificationOptions::<AllowedOrigin, AllowedOrigin> {
            allowed_origins: &self.origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        challenge.verify(&self.relying_party, &answer, &mut signed_by, &options).map_err(invalid)?;
        Ok(state_of(signed_by.dynamic_state()))
    }
}

impl NewPasskeyAnswer {
    /// Reads `RegistrationResponseJSON` of the standard.
    pub(crate) fn read(answer: &Value) -> Result<NewPasskeyAnswer, Refusal> {
        Registration::from_json_relaxed(answer.to_string().as_bytes()).map(NewPasskeyAnswer).map_err(invalid)
    }

    /// Returns which challenge was answered.
    pub(crate) fn challenge(&self) -> Result<[u8; 16], Refusal> {
        self.0.challenge_relaxed().map(|SentChallenge(challenge)| challenge.to_le_bytes()).map_err(invalid)
    }
}

impl SignInAnswer {
    /// Reads `AuthenticationResponseJSON` of the standard.
    pub(crate) fn read(answer: &Value) -> Result<SignInAnswer, Refusal> {
        let answer = DiscoverableAuthentication::from_json_relaxed(answer.to_string().as_bytes());
        answer.map(SignInAnswer).map_err(invalid)
    }

    /// Returns which challenge was answered.
    pub(crate) fn challenge(&self) -> Result<[u8; 16], Refusal> {
        self.0.challenge_relaxed().map(|SentChallenge(challenge)| challenge.to_le_bytes()).map_err(invalid)
    }

    /// Returns the id that the authenticator gave the passkey.
    pub(crate) fn credential(&self) -> Vec<u8> {
        self.0.raw_id().as_ref().to_vec()
    }
}

/// An origin from which answers are accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
enum AllowedOrigin {
    Exactly(String),
    /// This one, at any port.
    AnyPort(String),
}

impl PartialEq<Origin<'_>> for AllowedOrigin {
    fn eq(&self, Origin(origin): &Origin<'_>) -> bool {
        match self {
            AllowedOrigin::Exactly(allowed) => allowed == origin,
            AllowedOrigin::AnyPort(allowed) => origin.strip_prefix(allowed).is_some_and(|rest| {
                rest.is_empty() || rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
            }),
        }
    }
}

/// Returns the name to which passkeys belong, and the origins from which they can be used: those of the site if it is set, otherwise of
/// the first host, otherwise of this machine, for trying things out.
fn relying_party(config: &Config) -> Option<(String, Vec<AllowedOrigin>)> {
    let is_name = |host: &str| !host.is_empty() && !host.contains(['[', ':']) && host.parse::<IpAddr>().is_err();
    if let Some(site) = &config.site {
        let (_, host) = site.split_once("://")?;
        let name = host.trim_end_matches('/').split(':').next()?.to_ascii_lowercase();
        let origins = [site].into_iter().chain(&config.origins);
        let origins = origins.map(|origin| AllowedOrigin::Exactly(origin.trim_end_matches('/').to_ascii_lowercase()));
        return is_name(&name).then(|| (name, origins.collect()));
    }
    match config.hosts.first() {
        Some(host) => {
            let name = host.to_ascii_lowercase();
            let origin = AllowedOrigin::AnyPort(format!("https://{name}"));
            is_name(&name).then(|| (name, vec![origin]))
        }
        None => Some(("localhost".to_string(), vec![AllowedOrigin::AnyPort("http://localhost".to_string())])),
    }
}

/// The bytes by which authenticators know an account.
fn handle(person: &PersonId) -> UserHandle<HANDLE> {
    let hash: [u8; HANDLE] = Sha256::digest(person.as_str().as_bytes()).into();
    match UserHandle::decode(hash) {
        Ok(handle) => handle,
    }
}

fn state_of(state: DynamicState) -> PasskeyState {
    let backup = match state.backup {
        Backup::NotEligible => 0,
        Backup::Eligible => 1,
        Backup::Exists => 2,
    };
    PasskeyState { counter: state.sign_count, backup }
}

fn dynamic_state(state: PasskeyState) -> DynamicState {
    DynamicState {
        // Every challenge demands it.
        user_verified: true,
        backup: match state.backup {
            0 => Backup::NotEligible,
            1 => Backup::Eligible,
            _ => Backup::Exists,
        },
        sign_count: state.counter,
        authenticator_attachment: AuthenticatorAttachment::None,
    }
}

/// The bytes of a challenge, in the order in which browsers send them back.
fn challenge_id(challenge: &Challenge) -> [u8; 16] {
    challenge.as_data().to_le_bytes()
}

/// The refusal of an answer. The reason is for the log: it tells nothing about a person.
fn invalid(error: impl std::fmt::Display) -> Refusal {
    tracing::debug!(%error, "a passkey was refused");
    Refusal::WrongPasskey
}

fn broken(error: impl std::fmt::Display) -> Refusal {
    tracing::error!(%error, "cannot use a passkey");
    Refusal::Failed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(site: Option<&str>, hosts: &[&str], origins: &[&str]) -> Config {
        let texts = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
        Config { site: site.map(str::to_string), hosts: texts(hosts), origins: texts(origins), ..Config::default() }
    }

    #[test]
    fn passkeys_belong_to_the_name_of_the_site() {
        for (config, name, allowed, refused) in [
            (config(None, &[], &[]), "localhost", "http://localhost:8080", "https://localhost:8080"),
            (config(None, &[], &[]), "localhost", "http://localhost", "http://localhost.example"),
            (
                config(Some("https://Go.example/"), &["x.example"], &[]),
                "go.example",
                "https://go.example",
                "http://go.example",
            ),
            (
                config(Some("https://go.example:8443"), &[], &["https://www.go.example"]),
                "go.example",
                "https://www.go.example",
                "https://go.example",
            ),
            (config(None, &["go.example"], &[]), "go.example", "https://go.example:8443", "http://go.example"),
        ] {
            let (found, origins) = relying_party(&config).unwrap();
            assert_eq!(found, name);
            let is_allowed = |origin: &str| origins.iter().any(|ours| *ours == Origin(origin.into()));
            assert!(is_allowed(allowed), "{allowed}");
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn an_address_without_a_name_has_no_passkeys() {
        for config in [
            config(Some("http://192.168.0.7:8080"), &[], &[]),
            config(Some("http://[::1]:8080"), &[], &[]),
            config(None, &["10.0.0.1"], &[]),
        ] {
            assert_eq!(relying_party(&config), None);
        }
    }
}
