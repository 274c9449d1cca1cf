//! The page of one tournament: what it is, what the user can do, the standings and the rounds.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{TimeControl, TournamentAction, TournamentFormat, TournamentPhase, TournamentView};
use shangrila_scene::Icon;

use super::super::api;
use super::super::form::{Form, Submission, Submit};
use super::super::identity::identity;
use super::super::online_page::{Fetched, Loaded, OnlinePage, follow};
use super::super::play_now::{be_someone, guest_name};
use super::super::table_list::date_and_time;
use super::director::{DirectorPanel, PlayerList};
use super::results::{Rounds, StandingsTable};
use super::text::{entry_of, format_help, game_of, phase_text, settings_line, title_of};
use crate::browser;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;

/// How the parts of the page do something in the tournament.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    id: StoredValue<String>,
    answer: Fetched<TournamentView>,
    pub(super) submission: Submission,
}

impl Desk {
    /// Sends what the user wants, and shows the tournament as it is afterwards.
    pub(super) fn act(self, action: TournamentAction) {
        let (identity, preferences) = (identity(), preferences());
        let question = async move {
            be_someone(identity, guest_name(preferences)).await?;
            api::act_in_tournament(&self.id.get_value(), action).await
        };
        self.submission.send(question, move |seen| {
            let _ = self.answer.try_set(Some(Ok(seen)));
        });
    }
}

/// The page of a tournament.
#[component]
pub(super) fn TournamentPage(id: String) -> impl IntoView {
    let preferences = preferences();
    let id = StoredValue::new(id);
    view! {
        <OnlinePage title=Signal::derive(move || preferences.language.get().tournaments().title) here=Route::Tournaments>
            <Whole id/>
        </OnlinePage>
    }
}

#[component]
fn Whole(id: StoredValue<String>) -> impl IntoView {
    let answer = follow(move || async move { api::tournament(&id.get_value()).await });
    let desk = Desk { id, answer, submission: Submission::new() };
    view! { <Loaded answer show=move |seen: TournamentView| view! { <Shown seen desk/> }/> }
}

#[component]
fn Shown(seen: TournamentView, desk: Desk) -> impl IntoView {
    let preferences = preferences();
    let (language, words) = (preferences.language.get_untracked(), preferences.words_now());
    let own = language.tournaments();
    let summary = seen.summary.clone();
    let date = |time: u64| date_and_time(language.code(), time);
    let starts = summary.settings.starts.filter(|_| summary.phase == TournamentPhase::Open);
    let deadline = seen.rounds.last().and_then(|round| round.deadline);
    let deadline = deadline.filter(|_| summary.phase == TournamentPhase::Running);
    let is_duplicate = summary.settings.format == TournamentFormat::Duplicate;
    // What to know before one's next game.
    let is_live = matches!(summary.settings.clock, TimeControl::Live { .. })
        && matches!(summary.phase, TournamentPhase::Open | TournamentPhase::Running);
    let has_begun = !seen.rounds.is_empty();
    let stored = StoredValue::new(seen);
    view! {
        <section class="tournament" data-tournament=summary.tournament.to_string() data-phase=format!("{:?}", summary.phase).to_lowercase()>
            <h2>{title_of(own, &summary).into_owned()}</h2>
            <p class="tournament-facts">
                <b>{phase_text(own, &summary)}</b>
                <span>{settings_line(words, own, &summary)}</span>
                {(!summary.director.name.is_empty()).then(|| view! {
                    <span>{own.directed_by(summary.director.name.as_str())}</span>
                })}
                {starts.map(|time| view! { <span>{own.starts_on(date(time))}</span> })}
                {deadline.map(|time| view! { <span>{own.ends_on(date(time))}</span> })}
            </p>
            <p>{format_help(own, summary.settings.format)}</p>
            {is_live.then(|| view! { <p class="quiet">{own.ready_help}</p> })}
            <NextRound at=stored.with_value(|seen| seen.next_round)/>
            <OwnPart stored desk/>
        </section>
        <DirectorPanel stored desk/>
        {if has_begun {
            view! {
                <section>
                    <h2>{own.standings}</h2>
                    <StandingsTable stored desk/>
                    <p class="quiet">{own.tie_breaks}</p>
                    {is_duplicate.then(|| view! { <p class="quiet">{own.duplicate_points}</p> })}
                </section>
                <section><h2>{own.rounds_title}</h2><Rounds stored/></section>
            }.into_any()
        } else {
            view! { <section><h2>{own.players}</h2><PlayerList stored desk/></section> }.into_any()
        }}
    }
}

/// When the next round begins.
#[component]
fn NextRound(at: Option<u64>) -> impl IntoView {
    let preferences = preferences();
    let now = RwSignal::new(browser::now() as u64);
    if at.is_some()
        && let Ok(timer) = set_interval_with_handle(move || now.set(browser::now() as u64), Duration::from_secs(1))
    {
        on_cleanup(move || timer.clear());
    }
    let left = move || at.map(|at| at.saturating_sub(now.get()).div_ceil(1000)).filter(|left| *left > 0);
    move || {
        left().map(|left| {
            view! {
                <p role="timer">{preferences.language.get().tournaments().next_round_in(left)}</p>
            }
        })
    }
}

/// What the user can do as a player.
#[component]
fn OwnPart(stored: StoredValue<TournamentView>, desk: Desk) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let own = preferences.language.get_untracked().tournaments();
    let me = Memo::new(move |_| identity.me.get().map(|me| me.person.id));
    let is_asked = RwSignal::new(false);
    let part = move || {
        let seen = stored.get_value();
        let phase = seen.summary.phase;
        let entry = me.get().and_then(|me| entry_of(&seen, &me));
        let plays = entry.is_some_and(|entry| !seen.entries[usize::from(entry)].dropped);
        let is_late = phase == TournamentPhase::Running
            && seen.summary.settings.format == TournamentFormat::Swiss
            && 2 * seen.summary.round <= seen.summary.settings.rounds;
        let can_enter = !plays && (phase == TournamentPhase::Open || is_late);
        let can_leave = plays && matches!(phase, TournamentPhase::Open | TournamentPhase::Running);
        let game = entry.filter(|_| phase == TournamentPhase::Running).and_then(|entry| game_of(&seen, entry));
        // Leaving a tournament that has begun cannot be undone at the table.
        let is_final = phase == TournamentPhase::Running;
        let needs_account = seen.summary.settings.rated && !identity.is_account();
        view! {
            {match game {
                Some(Ok(table)) => view! {
                    <p><a class="button main" data-do="my-table" href=Route::Table(table).fragment()>
                        {icon_picture(Icon::Play)} {own.my_table}
                    </a></p>
                }.into_any(),
                Some(Err(())) => view! { <p data-bye="">{own.bye}</p> }.into_any(),
                None => ().into_any(),
            }}
            {(can_enter && needs_account).then(|| view! {
                <p class="quiet">
                    {preferences.language.get().meeting().rated_table} " "
                    <a href=Route::Account.fragment()>{preferences.language.get().meeting().to_account}</a>
                </p>
            })}
            {(can_enter && !needs_account).then(|| view! {
                <Form submission=desk.submission submit=Callback::new(move |()| desk.act(TournamentAction::Enter)) fields=&[]>
                    <Submit label=Signal::derive(move || own.enter) name="enter" submission=desk.submission/>
                </Form>
            })}
            {can_leave.then(|| view! {
                <Form
                    submission=desk.submission
                    submit=Callback::new(move |()| {
                        if is_final && !is_asked.get_untracked() {
                            is_asked.set(true);
                        } else {
                            desk.act(TournamentAction::Withdraw);
                        }
                    })
                    fields=&[]
                >
                    {move || is_asked.get().then(|| view! { <p role="alert">{own.withdraw_sure}</p> })}
                    <Submit label=Signal::derive(move || own.withdraw) name="withdraw" submission=desk.submission quiet=true/>
                </Form>
            })}
        }
    };
    view! { <div class="own-part">{part}</div> }
}

/// Whether the user directs the tournament.
pub(super) fn is_director(stored: StoredValue<TournamentView>) -> bool {
    let me = identity().me.get().map(|me| me.person.id);
    stored.with_value(|seen| me.as_ref() == Some(&seen.summary.director.id))
}
