//! Passkeys: what authenticators are asked, and whether their answers are valid. `webauthn_rp` knows the standard; challenges are kept in
//! memory, for a few minutes and a limited number of them, and each is worth one answer.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use sha2::{Digest, Sha256};
use shangrila_protocol::{Person, PersonId, Refusal};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle,
};
use webauthn_rp::request::{AsciiDomain, FixedCapHashSet, InsertResult, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::auth::DiscoverableAuthentication;
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, AuthenticatorAttachment, Backup, CredentialId, Origin};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
};

use crate::config::Config;
use crate::store::{PasskeyState, StoredCredential};

/// The number of bytes by which authenticators know an account: a hash of its id.
const HANDLE: usize = 32;
/// The most challenges of each kind at a time. They expire after five minutes.
const MOST_CHALLENGES: usize = 10_000;
/// Seconds after which someone may try again when there are too many challenges.
const CHALLENGE_WAIT: u32 = 60;
/// What authenticators call this server when they ask for consent.
const SERVER_NAME: &str = "Shangrila";

/// Asks authenticators for signatures, and checks them.
pub(crate) struct Passkeys {
    relying_party: RpId,
    origins: Vec<AllowedOrigin>,
    registrations: Mutex<FixedCapHashSet<RegistrationServerState<HANDLE>>>,
    sign_ins: Mutex<FixedCapHashSet<DiscoverableAuthenticationServerState>>,
}

/// An answer to a challenge that was ours and not used yet.
pub(crate) struct PasskeyAnswer {
    challenge: DiscoverableAuthenticationServerState,
    answer: DiscoverableAuthentication<HANDLE>,
}

impl Passkeys {
    /// Returns `None` if people find this server at an address without a name, for which the standard knows no passkeys.
    pub(crate) fn new(config: &Config) -> Option<Passkeys> {
        let (name, origins) = relying_party(config)?;
        Some(Passkeys {
            relying_party: RpId::Domain(AsciiDomain::try_from(name).ok()?),
            origins,
            registrations: Mutex::new(FixedCapHashSet::new(MOST_CHALLENGES)),
            sign_ins: Mutex::new(FixedCapHashSet::new(MOST_CHALLENGES)),
        })
    }

    /// Returns what the browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON` of the standard.
    pub(crate) fn start_registration<'a>(
        &self,
        person: &Person,
        existing: impl IntoIterator<Item = &'a StoredCredential>,
    ) -> Result<Value, Refusal> {
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
        let (challenge, options) = options.start_ceremony().map_err(broken)?;
        kept(lock(&self.registrations).insert_or_replace_all_expired(challenge))?;
        let mut options = serde_json::to_value(options).map_err(broken)?;
        // Our names may contain what the standard's user names may not, such as spaces.
        for (part, name) in [("user", "name"), ("user", "displayName"), ("rp", "name")] {
            let value = if part == "rp" { SERVER_NAME } else { person.name.as_str() };
            options[part][name] = Value::from(value);
        }
        Ok(options)
    }

    /// Checks a new passkey of a person: `RegistrationResponseJSON` of the standard.
    pub(crate) fn finish_registration(
        &self,
        person: &PersonId,
        answer: &Value,
    ) -> Result<(StoredCredential, PasskeyState), Refusal> {
        let answer = Registration::from_json_relaxed(answer.to_string().as_bytes()).map_err(invalid)?;
        let challenge = answer.challenge_relaxed().map_err(invalid)?;
        let challenge = lock(&self.registrations).take(&challenge).ok_or(Refusal::WrongPasskey)?;
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

    /// Returns what the browser needs to sign in with any passkey: `PublicKeyCredentialRequestOptionsJSON` of the standard.
    pub(crate) fn start_sign_in(&self) -> Result<Value, Refusal> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.relying_party);
        let (challenge, options) = options.start_ceremony().map_err(broken)?;
        kept(lock(&self.sign_ins).insert_or_replace_all_expired(challenge))?;
        serde_json::to_value(options).map_err(broken)
    }

    /// Reads what an authenticator has answered, `AuthenticationResponseJSON` of the standard, and uses up its challenge.
    pub(crate) fn take_answer(&self, answer: &Value) -> Result<PasskeyAnswer, Refusal> {
        let answer =
            DiscoverableAuthentication::<HANDLE>::from_json_relaxed(answer.to_string().as_bytes()).map_err(invalid)?;
        let challenge = answer.challenge_relaxed().map_err(invalid)?;
        let challenge = lock(&self.sign_ins).take(&challenge).ok_or(Refusal::WrongPasskey)?;
        Ok(PasskeyAnswer { challenge, answer })
    }

    /// Checks that an answer was signed by this passkey of this person. Returns the passkey's new state. A counter that does not grow
    /// is refused: someone has a copy of the key.
    pub(crate) fn finish_sign_in(
        &self,
        PasskeyAnswer { challenge, answer }: PasskeyAnswer,
        person: &PersonId,
        credential: &StoredCredential,
        state: PasskeyState,
    ) -> Result<PasskeyState, Refusal> {
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

impl PasskeyAnswer {
    /// Returns the id that the authenticator gave the passkey.
    pub(crate) fn credential(&self) -> Vec<u8> {
        self.answer.raw_id().as_ref().to_vec()
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

fn lock<T>(challenges: &Mutex<FixedCapHashSet<T>>) -> MutexGuard<'_, FixedCapHashSet<T>> {
    challenges.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kept(inserted: InsertResult) -> Result<(), Refusal> {
    match inserted {
        InsertResult::Success => Ok(()),
        InsertResult::CapacityFull | InsertResult::Duplicate => Err(Refusal::TooFast { wait: CHALLENGE_WAIT }),
    }
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

    #[test]
    fn the_number_of_challenges_is_limited() {
        let passkeys = Passkeys::new(&Config::default()).unwrap();
        let most = lock(&passkeys.sign_ins).capacity();
        assert!(most < 2 * MOST_CHALLENGES);
        assert!((0..most).all(|_| passkeys.start_sign_in().is_ok()));
        assert_eq!(passkeys.start_sign_in(), Err(Refusal::TooFast { wait: CHALLENGE_WAIT }));
    }
}
