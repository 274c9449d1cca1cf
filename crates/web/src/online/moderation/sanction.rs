//! How long a ban or mute lasts, and why.

use leptos::prelude::*;
use shangrila_protocol::{LONGEST_REASON, SanctionNotice};

use crate::online::table_list::date_and_time;
use crate::preferences::{Preferences, preferences};

/// The durations that are offered, in hours.
const DURATIONS: [Option<u32>; 4] = [Some(1), Some(24), Some(168), None];
/// The duration that is chosen at first.
pub(super) const USUAL_DURATION: Option<u32> = DURATIONS[1];

/// The fields for the reason of a ban or mute, and for how many hours it lasts.
#[component]
pub(super) fn SanctionFields(reason: RwSignal<String>, hours: RwSignal<Option<u32>>) -> impl IntoView {
    let preferences = preferences();
    let option = move |duration: Option<u32>| {
        let text = move || {
            let words = &preferences.words().moderation;
            match duration {
                Some(1) => words.for_hour,
                Some(24) => words.for_day,
                Some(_) => words.for_week,
                None => words.for_good,
            }
        };
        let value = duration.map_or(String::new(), |hours| hours.to_string());
        view! { <option value=value selected=move || hours.get() == duration>{text}</option> }
    };
    view! {
        <p class="sanction">
            <ReasonField reason/>
            <select aria-label=move || preferences.words().moderation.duration
                on:change=move |event| hours.set(event_target_value(&event).parse().ok())>
                {DURATIONS.map(option).collect_view()}
            </select>
        </p>
    }
}

/// The field for the reason of what a moderator does.
#[component]
pub(super) fn ReasonField(reason: RwSignal<String>) -> impl IntoView {
    let preferences = preferences();
    view! {
        <input type="text" name="reason" maxlength=LONGEST_REASON prop:value=reason
            aria-label=move || preferences.words().moderation.reason
            placeholder=move || preferences.words().moderation.reason
            on:input=move |event| reason.set(event_target_value(&event))/>
    }
}

/// A ban with its end and its reason.
pub(super) fn ban_text(preferences: Preferences, ban: &SanctionNotice) -> String {
    let words = &preferences.words().moderation;
    let until = match ban.until {
        Some(until) => words.banned_until(date_and_time(preferences.language.get().code(), until)),
        None => words.banned_for_good.to_string(),
    };
    with_reason(until, ban)
}

/// A mute with its end and its reason.
pub(super) fn mute_text(preferences: Preferences, mute: &SanctionNotice) -> String {
    let words = &preferences.words().moderation;
    let until = match mute.until {
        Some(until) => words.muted_until(date_and_time(preferences.language.get().code(), until)),
        None => words.muted_for_good.to_string(),
    };
    with_reason(until, mute)
}

fn with_reason(until: String, SanctionNotice { reason, .. }: &SanctionNotice) -> String {
    if reason.is_empty() { until } else { format!("{until} · {reason}") }
}
