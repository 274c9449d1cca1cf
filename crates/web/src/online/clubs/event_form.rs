//! The weekly event of a club, as organisers set it.

use js_sys::{Array, Function, Object, Reflect};
use leptos::prelude::*;
use shangrila_protocol::{ClubEvent, TableSettings, TimeControl};
use wasm_bindgen::{JsCast, JsValue};

use super::super::form::{Form, Submission, Submit};
use super::super::notice_settings::{clock_time, minutes};
use super::club_page::OpenClub;
use super::requests;
use super::table_settings::{PACES, TableSettingsChoice};
use crate::preferences::preferences;

/// The durations to choose from, in minutes.
const DURATIONS: [u16; 6] = [60, 120, 180, 240, 360, 720];
/// A Monday, in milliseconds since 1970, for the names of the days.
const MONDAY: f64 = 4.0 * 86_400_000.0;

/// Calls a method of an object, if the browser has it.
fn call(object: &JsValue, method: &str, argument: &JsValue) -> Option<JsValue> {
    let method = Reflect::get(object, &method.into()).ok()?;
    method.dyn_ref::<Function>()?.call1(object, argument).ok()
}

/// What the browser knows about languages and regions.
fn intl() -> JsValue {
    Reflect::get(&js_sys::global(), &"Intl".into()).unwrap_or(JsValue::UNDEFINED)
}

/// The time zone of the browser.
fn own_time_zone() -> String {
    let options = call(&intl(), "DateTimeFormat", &JsValue::UNDEFINED)
        .and_then(|format| call(&format, "resolvedOptions", &JsValue::UNDEFINED));
    let zone = options.and_then(|options| Reflect::get(&options, &"timeZone".into()).ok());
    zone.and_then(|zone| zone.as_string()).unwrap_or_else(|| "UTC".to_string())
}

/// The time zones that the browser knows.
fn time_zones() -> Vec<String> {
    let known = call(&intl(), "supportedValuesOf", &"timeZone".into());
    let known = known.map(|known| Array::from(&known).iter().filter_map(|zone| zone.as_string()).collect());
    let mut zones: Vec<String> = known.unwrap_or_default();
    zones.insert(0, "UTC".to_string());
    zones.dedup();
    zones
}

/// The name of a day of the week, 0 for Monday.
fn day_name(language: &str, weekday: u8) -> String {
    let options = Object::new();
    for (key, value) in [("weekday", "long"), ("timeZone", "UTC")] {
        // Fails only for objects that cannot be changed.
        let _ = Reflect::set(&options, &key.into(), &value.into());
    }
    let day = js_sys::Date::new(&(MONDAY + f64::from(weekday) * 86_400_000.0).into());
    String::from(day.to_locale_date_string(language, &options))
}

/// The form of the event.
#[component]
pub(super) fn EventForm(club: OpenClub, event: Option<ClubEvent>, defaults: TableSettings) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let has_event = event.is_some();
    // An evening together is played live.
    let defaults = match defaults.clock {
        TimeControl::None => TableSettings { clock: PACES[0], ..defaults },
        _ => defaults,
    };
    let event = event.unwrap_or_else(|| ClubEvent {
        weekday: 3,
        minute: 20 * 60,
        time_zone: own_time_zone(),
        duration: 180,
        tables: 2,
        settings: defaults,
    });
    let settings = RwSignal::new(event.settings.clone());
    let draft = RwSignal::new(event);
    let submission = Submission::new();
    let submit = move |()| {
        let event = ClubEvent { settings: settings.get_untracked(), ..draft.get_untracked() };
        let id = club.id();
        submission.send(async move { requests::set_event(&id, Some(&event)).await }, move |()| club.refresh());
    };
    let remove = move |_| {
        let id = club.id();
        submission.send(async move { requests::set_event(&id, None).await }, move |()| club.refresh());
    };
    let number = |event: &leptos::ev::Event| event_target_value(event).parse::<u16>().ok();
    let zone = draft.with_untracked(|draft| draft.time_zone.clone());
    let mut zones = time_zones();
    if !zones.contains(&zone) {
        zones.insert(0, zone);
    }
    let option =
        |value: String, is_chosen: bool, text: String| view! { <option value=value selected=is_chosen>{text}</option> };
    view! {
        <details class="club-part">
            <summary data-do="edit-event">{move || words().edit_event}</summary>
            <Form submission submit=Callback::new(submit) fields=&[]>
                <p class="quiet">{move || words().event_help}</p>
                <div class="event-fields">
                    <label>{move || words().weekday}
                        <select name="weekday" on:change=move |event| {
                            if let Some(day) = number(&event) { draft.update(|draft| draft.weekday = day as u8) }
                        }>
                            {move || (0..7_u8).map(|day| {
                                let name = day_name(preferences.language.get().code(), day);
                                option(day.to_string(), draft.with_untracked(|draft| draft.weekday == day), name)
                            }).collect_view()}
                        </select>
                    </label>
                    <label>{move || words().time}
                        <input name="time" type="time" required=true value=draft.with_untracked(|draft| clock_time(draft.minute))
                            on:input=move |event| {
                                if let Some(minute) = minutes(&event_target_value(&event)) {
                                    draft.update(|draft| draft.minute = minute);
                                }
                            }/>
                    </label>
                    <label>{move || words().time_zone}
                        <select name="time-zone" on:change=move |event| draft.update(|draft| draft.time_zone = event_target_value(&event))>
                            {zones.into_iter().map(|zone| {
                                let is_chosen = draft.with_untracked(|draft| draft.time_zone == zone);
                                option(zone.clone(), is_chosen, zone)
                            }).collect_view()}
                        </select>
                    </label>
                    <label>{move || words().duration}
                        <select name="duration" on:change=move |event| {
                            if let Some(minutes) = number(&event) { draft.update(|draft| draft.duration = minutes) }
                        }>
                            {move || DURATIONS.map(|minutes| {
                                let is_chosen = draft.with_untracked(|draft| draft.duration == minutes);
                                option(minutes.to_string(), is_chosen, words().minutes(minutes))
                            }).collect_view()}
                        </select>
                    </label>
                    <label>{move || words().table_count}
                        <input name="tables" type="number" min="1" max="10" required=true
                            value=draft.with_untracked(|draft| draft.tables.to_string())
                            on:input=move |event| {
                                if let Some(tables) = number(&event) { draft.update(|draft| draft.tables = tables.min(255) as u8) }
                            }/>
                    </label>
                </div>
                <TableSettingsChoice settings players="data-event-players" pace="data-event-pace"/>
                <p class="row-of-buttons">
                    <Submit label=Signal::derive(move || words().save) name="save-event" submission/>
                    {has_event.then(|| view! {
                        <button type="button" class="button" data-do="remove-event" on:click=remove>
                            {move || words().remove_event}
                        </button>
                    })}
                </p>
            </Form>
        </details>
    }
}
