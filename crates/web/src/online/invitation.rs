//! The waiting room as someone sees it who has followed a link: who invites them to which game, the rules in short, and a seat.

use leptos::prelude::*;
use shangrila_i18n::{MeetingWords, RulesWords, Words};
use shangrila_protocol::{PersonKind, TableState};

use super::identity::identity;
use super::join::JoinForm;
use super::table::OnlineTable;
use super::table_text::{pairs_help, player_name};
use crate::preferences::preferences;
use crate::route::Route;

/// Who invites, in a heading.
pub(super) fn heading(words: &Words, meeting: &MeetingWords, state: &TableState) -> String {
    let host = state.seats.iter().find(|seat| seat.is_of(&state.host));
    match host {
        Some(seat) => meeting.invites_you(player_name(words, seat.player.as_ref())),
        None => meeting.invited.to_string(),
    }
}

/// The way to a seat: a name and a button or, at a rated table, an account first.
#[component]
pub(super) fn TakeSeat(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let identity = identity();
    let needs_account = Memo::new(move |_| {
        let rated = table.read(|state| state.settings.rated) == Some(true);
        let is_guest = |kind: PersonKind| kind == PersonKind::Guest;
        rated && table.connection.person.with(|person| person.as_ref().is_none_or(|person| is_guest(person.kind)))
    });
    let remember = move |_| identity.table_after_sign_in.set_value(Some(table.id().to_string()));
    move || {
        if needs_account.get() {
            view! {
                <section class="needs-account" data-needs-account="">
                    <p>{move || meeting().rated_table}</p>
                    <a class="button main" href=Route::Account.fragment() data-do="account" on:click=remember>
                        {move || meeting().to_account}
                    </a>
                </section>
            }
            .into_any()
        } else {
            view! { <JoinForm table/> }.into_any()
        }
    }
}

/// The rules in two minutes.
#[component]
pub(super) fn RulesInShort(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let rules = move || &preferences.words().rules;
    let pairs = Memo::new(move |_| table.read(|state| state.settings.pairs).flatten());
    let action = |title: fn(&RulesWords) -> &'static str, text: fn(&RulesWords) -> &'static str| {
        view! {
            <li>
                <b>{move || title(rules())}</b> " "
                {move || text(rules())}
            </li>
        }
    };
    view! {
        <details class="rules-in-short" open=true>
            <summary>{move || meeting().rules_title}</summary>
            <p>{move || rules().idea}</p>
            <p>{move || rules().tiles}</p>
            <p>{move || rules().turn}</p>
            <ul>
                {action(|rules| rules.place_title, |rules| rules.place)}
                {action(|rules| rules.recruit_title, |rules| rules.recruit)}
                {action(|rules| rules.journey_title, |rules| rules.journey)}
            </ul>
            <p>{move || rules().end}</p>
            {move || pairs.get().map(|pairs| {
                let words = preferences.language.get().pairs();
                view! { <p data-pairs-rule="">{words.help} " " {pairs_help(words, pairs)}</p> }
            })}
            <p class="row-of-buttons">
                <a class="button small" href=Route::Tutorial(None).fragment()>{move || rules().tutorial}</a>
                <a class="button small" href=Route::Rules.fragment()>{move || preferences.words().app.rules}</a>
            </p>
        </details>
    }
}
