//! What directors do: start, enter computer players, remove players, cancel. And the list of players before the start.

use leptos::prelude::*;
use shangrila_protocol::{LevelId, MOST_TOURNAMENT_COMPUTERS, TournamentAction, TournamentPhase, TournamentView};

use super::super::form::{Form, Submit};
use super::super::identity::identity;
use super::super::table_list::PlayerName;
use super::super::table_text::level_name;
use super::text::entry_name;
use super::tournament_page::{Desk, is_director};
use crate::preferences::preferences;

/// The director's part of the page; nothing for others.
#[component]
pub(super) fn DirectorPanel(stored: StoredValue<TournamentView>, desk: Desk) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let own = preferences.language.get_untracked().tournaments();
    let phase = stored.with_value(|seen| seen.summary.phase);
    let is_going_on = matches!(phase, TournamentPhase::Open | TournamentPhase::Running);
    let is_moderator = move || identity.me.with(|me| me.as_ref().is_some_and(|me| me.role.is_some()));
    let players = stored.with_value(|seen| seen.summary.players);
    let can_fill = stored.with_value(|seen| seen.summary.settings.fill.is_some()) && players > 0;
    let is_asked = RwSignal::new(false);
    move || {
        let directs = is_director(stored);
        (is_going_on && (directs || is_moderator())).then(|| view! {
            <section class="director" data-director="">
                {(directs && phase == TournamentPhase::Open).then(|| view! {
                    <Computers desk/>
                    <Form submission=desk.submission submit=Callback::new(move |()| desk.act(TournamentAction::Start)) fields=&[]>
                        {if players >= 3 || can_fill {
                            view! { <Submit label=Signal::derive(move || own.start) name="start" submission=desk.submission/> }.into_any()
                        } else {
                            view! { <p class="quiet">{own.start_help}</p> }.into_any()
                        }}
                    </Form>
                })}
                <Form
                    submission=desk.submission
                    submit=Callback::new(move |()| {
                        if is_asked.get_untracked() {
                            desk.act(TournamentAction::Cancel);
                        } else {
                            is_asked.set(true);
                        }
                    })
                    fields=&[]
                >
                    {move || is_asked.get().then(|| view! { <p role="alert">{own.cancel_sure}</p> })}
                    <Submit label=Signal::derive(move || own.cancel) name="cancel" submission=desk.submission quiet=true/>
                </Form>
            </section>
        })
    }
}

/// Enters computer players.
#[component]
fn Computers(desk: Desk) -> impl IntoView {
    let preferences = preferences();
    let own = preferences.language.get_untracked().tournaments();
    let (level, count) = (RwSignal::new(LevelId::Pilgrim), RwSignal::new(1_u16));
    let add = move |()| {
        desk.act(TournamentAction::AddComputers { level: level.get_untracked(), count: count.get_untracked() });
    };
    view! {
        <Form submission=desk.submission submit=Callback::new(add) fields=&[]>
            <p class="label">{own.computers}</p>
            <div class="add-computers">
                <select
                    name="level"
                    aria-label=own.computers
                    on:change=move |event| {
                        let value = event_target_value(&event);
                        LevelId::ALL.into_iter().filter(|level| level.id() == value).for_each(|chosen| level.set(chosen));
                    }
                >
                    {LevelId::ALL.map(|one| view! {
                        <option value=one.id() selected=move || level.get() == one>
                            {move || level_name(preferences.words(), one)}
                        </option>
                    }).collect_view()}
                </select>
                <input
                    type="number"
                    name="count"
                    min=1
                    max=MOST_TOURNAMENT_COMPUTERS
                    inputmode="numeric"
                    aria-label=own.players
                    prop:value=move || count.get().to_string()
                    on:change=move |event| {
                        if let Ok(number) = event_target_value(&event).parse::<u16>() {
                            count.set(number.clamp(1, MOST_TOURNAMENT_COMPUTERS));
                        }
                    }
                />
                <Submit label=Signal::derive(move || own.add) name="add-computers" submission=desk.submission quiet=true/>
            </div>
        </Form>
    }
}

/// Everyone who has entered, before the first round.
#[component]
pub(super) fn PlayerList(stored: StoredValue<TournamentView>, desk: Desk) -> impl IntoView {
    let entries = stored.with_value(|seen| seen.entries.len());
    let row = move |number: usize| {
        let player = stored.with_value(|seen| seen.entries[number].player.clone());
        view! { <li><span><PlayerName player=Some(player)/></span> <RemoveButton stored desk entry=number as u16/></li> }
    };
    view! { <ol class="tournament-players" data-players=entries>{(0..entries).map(row).collect_view()}</ol> }
}

/// The button with which a director removes a player.
#[component]
pub(super) fn RemoveButton(stored: StoredValue<TournamentView>, desk: Desk, entry: u16) -> impl IntoView {
    let preferences = preferences();
    let own = preferences.language.get_untracked().tournaments();
    let can_remove = stored.with_value(|seen| {
        matches!(seen.summary.phase, TournamentPhase::Open | TournamentPhase::Running)
            && !seen.entries[usize::from(entry)].dropped
    });
    let name = stored.with_value(|seen| entry_name(preferences.words_now(), &seen.entries, entry));
    let label = format!("{}: {name}", own.remove);
    move || {
        let label = label.clone();
        (can_remove && is_director(stored)).then(|| {
            view! {
                <button
                    type="button"
                    class="button small"
                    data-do="remove"
                    aria-label=label
                    disabled=move || desk.submission.busy.get()
                    on:click=move |_| desk.act(TournamentAction::Remove { entry })
                >
                    {own.remove}
                </button>
            }
        })
    }
}
