//! What people see who are banned.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_protocol::SanctionNotice;

use super::connection::connection;
use super::table_list::date_and_time;
use crate::preferences::preferences;
use crate::route::Route;

/// The ban of the user, if there is one.
pub(crate) fn own_ban() -> Signal<Option<SanctionNotice>> {
    connection().ban.into()
}

/// That the user is banned, and until when.
pub(crate) fn banned_text(words: &Words, until: Option<u64>) -> String {
    match until {
        Some(until) => words.moderation.you_are_banned(date_and_time(words.code, until)),
        None => words.server.banned.to_string(),
    }
}

/// Tells the user until when they are banned and why, and what they can still do.
#[component]
pub(crate) fn BanMessage(ban: SanctionNotice) -> impl IntoView {
    let preferences = preferences();
    let SanctionNotice { until, reason } = ban;
    let reason = (!reason.is_empty()).then(|| {
        view! { <p>{move || preferences.words().moderation.ban_reason(&reason)}</p> }
    });
    view! {
        <section class="no-server" data-banned="" role="alert">
            <p><b>{move || banned_text(preferences.words(), until)}</b></p>
            {reason}
            <p class="quiet">{move || preferences.words().moderation.banned_help}</p>
            <p class="row-of-buttons">
                <a class="button main" href=Route::Home.fragment()>{move || preferences.words().app.home}</a>
                <a class="button" href=Route::Account.fragment()>{move || preferences.words().account.title}</a>
            </p>
        </section>
    }
}
