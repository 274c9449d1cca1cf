//! Web Push: has the browser receive notices while the app is closed.

use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use shangrila_i18n::Language;
use shangrila_protocol::{NoticeOverview, NoticeSettings, PushSubscription};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::api;

/// Has notices sent to this browser, in the language of the app. Returns whether that worked.
pub(super) async fn subscribe(overview: &NoticeOverview, language: Language) -> bool {
    let Ok(Some(subscription)) = new_subscription(&overview.push_key).await else { return false };
    if api::add_push(subscription).await.is_err() {
        return false;
    }
    let settings = NoticeSettings { language: language.code().to_string(), ..overview.settings.clone() };
    settings == overview.settings || api::set_notices(settings).await.is_ok()
}

/// Has no more notices sent to this browser. Returns whether that worked.
pub(super) async fn unsubscribe() -> bool {
    let Some(subscription) = current_subscription().await else { return true };
    let is_known_no_more = api::remove_push(&written(&subscription).endpoint).await.is_ok();
    // Even if the server does not know yet: the push service will tell it.
    let is_over = call(&subscription, "unsubscribe", None).await.is_ok();
    is_known_no_more || is_over
}

/// Whether this browser receives notices.
pub(super) async fn is_subscribed() -> bool {
    current_subscription().await.is_some()
}

/// The registration of the service worker, if there is one.
pub(super) async fn worker() -> Option<JsValue> {
    let workers = property(&window().navigator(), "serviceWorker").ok().filter(JsValue::is_object)?;
    call(&workers, "getRegistration", None).await.ok().filter(JsValue::is_object)
}

/// Calls a method of an object that returns a promise, and awaits it.
pub(super) async fn call(object: &JsValue, method: &str, argument: Option<&JsValue>) -> Result<JsValue, JsValue> {
    let method: Function = property(object, method)?.dyn_into()?;
    let promise = match argument {
        Some(argument) => method.call1(object, argument),
        None => method.call0(object),
    };
    JsFuture::from(promise?.dyn_into::<Promise>()?).await
}

fn property(object: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    Reflect::get(object, &JsValue::from_str(name))
}

/// The part of the browser that receives messages; `None` where there is no Web Push, such as on pages that are not encrypted.
async fn push_manager() -> Option<JsValue> {
    property(&worker().await?, "pushManager").ok().filter(JsValue::is_object)
}

async fn current_subscription() -> Option<JsValue> {
    let manager = push_manager().await?;
    call(&manager, "getSubscription", None).await.ok().filter(JsValue::is_object)
}

/// Asks the browser for a subscription, which asks the user; `None` if it has no Web Push.
async fn new_subscription(key: &str) -> Result<Option<PushSubscription>, JsValue> {
    let (Some(manager), Some(key)) = (push_manager().await, decoded(key)) else { return Ok(None) };
    let options = Object::new();
    Reflect::set(&options, &"userVisibleOnly".into(), &JsValue::TRUE)?;
    Reflect::set(&options, &"applicationServerKey".into(), &Uint8Array::from(&key[..]))?;
    let subscription = call(&manager, "subscribe", Some(&options)).await?;
    Ok(Some(written(&subscription)))
}

/// What the server needs to know of a subscription.
fn written(subscription: &JsValue) -> PushSubscription {
    let written = property(subscription, "toJSON")
        .and_then(|write| write.dyn_into::<Function>()?.call0(subscription))
        .unwrap_or_default();
    let text = |object: &JsValue, name: &str| property(object, name).ok().and_then(|value| value.as_string());
    let keys = property(&written, "keys").unwrap_or_default();
    let [endpoint, p256dh, auth] = [(&written, "endpoint"), (&keys, "p256dh"), (&keys, "auth")]
        .map(|(object, name)| text(object, name).unwrap_or_default());
    PushSubscription { endpoint, p256dh, auth }
}

/// Reads base64url.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().map(digit).collect::<Option<_>>()?;
    let bytes = digits.chunks(4).flat_map(|chunk| {
        let bits = chunk.iter().fold(0_u32, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - chunk.len()));
        bits.to_be_bytes().into_iter().skip(1).take(chunk.len() - 1).collect::<Vec<_>>()
    });
    Some(bytes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        assert_eq!(decoded("AQIDBA"), Some(vec![1, 2, 3, 4]));
        assert_eq!(decoded("_-8"), Some(vec![255, 239]));
        assert_eq!(decoded("a b"), None);
    }
}
