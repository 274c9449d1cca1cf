//! The few things that are asked over HTTP at a table: a name for a newcomer, and whose chat is not wanted.

use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use shangrila_protocol::{NewGuest, PersonId, Problem, Refusal, WhoAmI};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

/// Gives the person at this browser a name.
pub(super) async fn become_guest(name: String) -> Result<(), Refusal> {
    send("POST", "/api/guests", Some(&NewGuest { name })).await.map(drop)
}

/// Whose lines the person does not want.
pub(super) async fn muted() -> Result<Vec<PersonId>, Refusal> {
    let answer = send::<()>("GET", "/api/me", None).await?;
    let who: WhoAmI = read(&answer)?;
    Ok(who.me.map(|me| me.muted).unwrap_or_default())
}

pub(super) async fn set_muted(person: PersonId, mute: bool) -> Result<(), Refusal> {
    let method = if mute { "PUT" } else { "DELETE" };
    send::<()>(method, &format!("/api/me/mutes/{person}"), None).await.map(drop)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|_| Refusal::Failed)
}

/// The text of the answer, or why there is none; a server that cannot be reached has failed.
async fn send<T: Serialize>(method: &str, path: &str, body: Option<&T>) -> Result<String, Refusal> {
    let (ok, text) = fetch(method, path, body).await.map_err(|_| Refusal::Failed)?;
    if ok { Ok(text) } else { Err(read::<Problem>(&text).map_or(Refusal::Failed, |problem| problem.reason)) }
}

async fn fetch<T: Serialize>(method: &str, path: &str, body: Option<&T>) -> Result<(bool, String), JsValue> {
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        let body = serde_json::to_string(body).expect("requests are plain data");
        options.set_body(&body.into());
        let headers = web_sys::Headers::new()?;
        headers.set("content-type", "application/json")?;
        options.set_headers(&headers);
    }
    let response = JsFuture::from(window().fetch_with_str_and_init(path, &options)).await?;
    let response: Response = response.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    Ok((response.ok(), text))
}
