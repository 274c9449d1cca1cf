//! The devices on which the user is signed in.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_protocol::{SessionId, SignedInDevice};

use super::api;
use super::form::{Form, Submission, Submit};
use super::identity::identity;
use super::online_page::{Fetched, Loaded, fetch};
use super::table_list::date_text;
use crate::notices::notices;
use crate::preferences::preferences;

/// The list of devices, and the buttons to sign them out.
#[component]
pub(crate) fn Devices() -> impl IntoView {
    let preferences = preferences();
    let (identity, notices) = (identity(), notices());
    let devices: Fetched<Vec<SignedInDevice>> = RwSignal::new(None);
    let (others, everywhere) = (Submission::new(), Submission::new());
    fetch(devices, api::my_devices());
    let sign_out_others = move |()| {
        others.send(api::sign_out_others(), move |()| {
            notices.show(preferences.words_now().security.signed_out_others.to_string());
            fetch(devices, api::my_devices());
        });
    };
    let sign_out_everywhere =
        move |()| everywhere.send(api::sign_out_everywhere(), move |()| identity.set_person(None));
    let list = move |list: Vec<SignedInDevice>| {
        view! {
            <ul class="bots">{list.into_iter().map(|device| view! { <DeviceRow device devices/> }).collect_view()}</ul>
        }
    };
    view! {
        <section class="card" data-card="devices">
            <h2>{move || preferences.words().security.devices}</h2>
            <p class="quiet">{move || preferences.words().security.devices_help}</p>
            <Loaded answer=devices show=list/>
            <Form submission=others submit=Callback::new(sign_out_others) fields=&[]>
                <Submit label=Signal::derive(move || preferences.words().security.sign_out_others)
                    name="sign-out-others" submission=others quiet=true/>
            </Form>
            <Form submission=everywhere submit=Callback::new(sign_out_everywhere) fields=&[]>
                <Submit label=Signal::derive(move || preferences.words().security.sign_out_everywhere)
                    name="sign-out-everywhere" submission=everywhere quiet=true/>
            </Form>
        </section>
    }
}

#[component]
fn DeviceRow(device: SignedInDevice, devices: Fetched<Vec<SignedInDevice>>) -> impl IntoView {
    let preferences = preferences();
    let submission = Submission::new();
    let SignedInDevice { id, browser, system, used, current, .. } = device;
    let name = move || device_name(preferences.words(), browser.as_deref(), system.as_deref());
    let note = move || {
        let words = &preferences.words().security;
        let date = date_text(preferences.language.get().code(), used);
        if current { words.this_device.to_string() } else { words.last_used(&date) }
    };
    let sign_out = {
        let id: SessionId = id.clone();
        move |()| {
            let id = id.clone();
            submission
                .send(async move { api::sign_out_device(&id).await }, move |()| fetch(devices, api::my_devices()));
        }
    };
    view! {
        <li data-device=id.to_string()>
            <Form submission submit=Callback::new(sign_out) fields=&[]>
                <span class="bot-line">
                    <span>{name} <br/> <span class="quiet">{note}</span></span>
                    {(!current).then(|| view! {
                        <Submit label=Signal::derive(move || preferences.words().account.sign_out)
                            name="sign-out-device" submission quiet=true/>
                    })}
                </span>
            </Form>
        </li>
    }
}

/// What to call a device of which not everything is known.
fn device_name(words: &Words, browser: Option<&str>, system: Option<&str>) -> String {
    match (browser, system) {
        (Some(browser), Some(system)) => words.security.device(browser, system),
        (Some(known), None) | (None, Some(known)) => known.to_string(),
        (None, None) => words.security.unknown_device.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use shangrila_i18n::Language;

    use super::*;

    #[test]
    fn devices_are_named_by_what_is_known_of_them() {
        let words = Language::English.words();
        assert_eq!(device_name(words, Some("Firefox"), Some("Linux")), "Firefox on Linux");
        assert_eq!(device_name(words, None, Some("Linux")), "Linux");
        assert_eq!(device_name(words, None, None), "Unknown device");
    }
}
