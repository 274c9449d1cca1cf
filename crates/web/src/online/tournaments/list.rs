//! The list of tournaments.

use leptos::prelude::*;
use shangrila_protocol::{TournamentPhase, TournamentSummary, Tournaments};
use shangrila_scene::Icon;

use super::super::api;
use super::super::online_page::{Loaded, OnlinePage, follow};
use super::super::table_list::date_and_time;
use super::text::{phase_text, settings_line, title_of};
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;

/// The page with all tournaments.
#[component]
pub(super) fn TournamentList() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.language.get().tournaments().title) here=Route::Tournaments>
            <List/>
        </OnlinePage>
    }
}

#[component]
fn List() -> impl IntoView {
    let preferences = preferences();
    let own = move || preferences.language.get().tournaments();
    let answer = follow(api::tournaments);
    let list = move |found: Tournaments| {
        let none = found.tournaments.is_empty().then(|| view! { <p class="quiet" data-empty="">{own().none}</p> });
        let rows = found.tournaments.into_iter().map(|summary| view! { <Row summary/> }).collect_view();
        view! { {none} <ul class="tables tournaments">{rows}</ul> }
    };
    view! {
        <section class="invitation">
            <p>{move || own().intro}</p>
            <p class="row-of-buttons">
                <a class="button main" href=Route::NewTournament.fragment() data-do="new-tournament">
                    {icon_picture(Icon::Play)} {move || own().new}
                </a>
            </p>
        </section>
        <section><Loaded answer show=list/></section>
    }
}

#[component]
fn Row(summary: TournamentSummary) -> impl IntoView {
    let preferences = preferences();
    let (language, own) = (preferences.language.get_untracked(), preferences.language.get_untracked().tournaments());
    let words = preferences.words_now();
    let starts = summary.settings.starts.filter(|_| summary.phase == TournamentPhase::Open);
    let starts = starts.map(|time| own.starts_on(date_and_time(language.code(), time)));
    let address = Route::Tournament(summary.tournament.to_string()).fragment();
    let is_open = summary.phase == TournamentPhase::Open;
    view! {
        <li data-tournament=summary.tournament.to_string()>
            <a class="table-row" href=address>
                <span class="tournament-what">
                    <b>{title_of(own, &summary).into_owned()}</b>
                    <small>{settings_line(words, own, &summary)}</small>
                    {starts.map(|text| view! { <small>{text}</small> })}
                </span>
                <em class:main=is_open>{phase_text(own, &summary)}</em>
            </a>
        </li>
    }
}
