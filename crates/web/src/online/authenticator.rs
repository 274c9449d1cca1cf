//! The browser's side of passkeys: asks for a fingerprint, a PIN or a security key, and passes on what the authenticator answers. The
//! server says what to ask and checks the answer; here, both are just JSON.

use std::net::IpAddr;

use js_sys::{Function, JSON, Object, Promise, Reflect};
use leptos::prelude::window;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::api::ApiError;

/// Whether passkeys can be used in this browser and at this address: they belong to a name, and to a secure connection.
pub(crate) fn can_use_passkeys() -> bool {
    let has_name = window().location().hostname().is_ok_and(|host| is_name(&host));
    has_name && credential_class().is_ok_and(|class| method(&class, "parseCreationOptionsFromJSON").is_ok())
}

fn is_name(host: &str) -> bool {
    !host.starts_with('[') && host.parse::<IpAddr>().is_err()
}

/// Creates a passkey.
///
/// # Errors
/// If the user declines, or the authenticator cannot do it or has a passkey of this account already: browsers do not always say which.
pub(crate) async fn create_passkey(options: Value) -> Result<Value, ApiError> {
    ask("parseCreationOptionsFromJSON", "create", &options).await.map_err(|_| ApiError::PasskeyNotAdded)
}

/// Signs in with any passkey that the user chooses.
///
/// # Errors
/// As for [`create_passkey`].
pub(crate) async fn use_passkey(options: Value) -> Result<Value, ApiError> {
    ask("parseRequestOptionsFromJSON", "get", &options).await.map_err(|_| ApiError::NoPasskey)
}

async fn ask(parse: &str, name: &str, options: &Value) -> Result<Value, JsValue> {
    let class = credential_class()?;
    let options = method(&class, parse)?.call1(&class, &JSON::parse(&options.to_string())?)?;
    let arguments = Object::new();
    Reflect::set(&arguments, &"publicKey".into(), &options)?;
    let credentials = Reflect::get(&window().navigator(), &"credentials".into())?;
    let answer: Promise = method(&credentials, name)?.call1(&credentials, &arguments)?.dyn_into()?;
    // The standard says how a credential becomes JSON.
    let text = String::from(JSON::stringify(&JsFuture::from(answer).await?)?);
    serde_json::from_str(&text).map_err(|error| JsValue::from(error.to_string()))
}

/// The class `PublicKeyCredential`, which browsers have on secure pages only.
fn credential_class() -> Result<JsValue, JsValue> {
    Reflect::get(&window(), &"PublicKeyCredential".into())
}

fn method(object: &JsValue, name: &str) -> Result<Function, JsValue> {
    Reflect::get(object, &name.into())?.dyn_into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_not_a_name() {
        for (host, expected) in
            [("localhost", true), ("shangrila.example", true), ("127.0.0.1", false), ("[::1]", false), ("::1", false)]
        {
            assert_eq!(is_name(host), expected, "{host}");
        }
    }
}
