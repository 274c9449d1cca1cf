//! The status of an online table: spectators, stand-ins, takeback requests; and the window for leaving.

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, Phase, StandInReason, TableState};
use shangrila_table::wording;

use super::conditional::ConditionalButton;
use super::game_facts::{GameFacts, facts_are_shown};
use super::notice_settings::AskForNotices;
use super::open_seats::{OpenSeatsNote, SeatRequestNote};
use super::own_notes::NotesButton;
use super::table::OnlineTable;
use super::table_text::player_name;
use super::vacation::VacationNote;
use super::vote_note::VoteNote;
use crate::dialog::Dialog;
use crate::preferences::preferences;
use crate::route::Route;
use crate::table::Game;

/// The notes below the turn. Usually there are none.
#[component]
pub(crate) fn TableStatus(table: OnlineTable) -> impl IntoView {
    view! {
        <div class="table-status">
            <Badges table/>
            <GameFacts table/>
            <StandInNote table/>
            <VacationNote table/>
            <div class="days-row">
                <ConditionalButton table/>
                <NotesButton table/>
            </div>
            <OpenSeatsNote table/>
            <AskForNotices table/>
            <div class="open-questions">
                <TakebackNote table/>
                <SeatRequestNote table/>
                <VoteNote table/>
            </div>
        </div>
    }
}

/// Whether the game is rated; until it is over, also whether the user is watching, and how many spectators there are.
#[component]
fn Badges(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let is_told_below = facts_are_shown(table, expect_context::<Game>());
    let rated = Memo::new(move |_| !is_told_below.get() && table.read(|state| state.settings.rated) == Some(true));
    let is_over = Memo::new(move |_| table.phase() == Some(Phase::Finished));
    let watching = Memo::new(move |_| !is_over.get() && table.my_seat.get().is_none());
    let spectators =
        Memo::new(move |_| if is_over.get() { 0 } else { table.presence.with(|presence| presence.spectators) });
    let spectator_words = move || {
        let words = &preferences.words().online;
        match spectators.get() {
            0 => None,
            n => Some(words.spectators(n)),
        }
    };
    view! {
        <p class="badges" hidden=move || !rated.get() && !watching.get() && spectators.get() == 0>
            {move || watching.get().then(|| view! {
                <span class="badge" data-badge="watching">{preferences.words().online.watching}</span>
            })}
            {move || rated.get().then(|| view! {
                <span class="badge" data-badge="rated">{preferences.words().online.rated}</span>
            })}
            {move || spectator_words().map(|text| view! {
                <span class="badge" data-badge="spectators" data-spectators=spectators.get()>{text}</span>
            })}
        </p>
    }
}

/// Shown while a computer player stands in for the user, with a button to take the seat back.
#[component]
fn StandInNote(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let reason = Memo::new(move |_| table.is_playing().then(|| table.stand_in()).flatten());
    let take_back = move |_| table.command(|id, table| ClientMessage::Return { id, table });
    move || {
        let words = &preferences.words().online;
        reason.get().map(|reason| {
            let text = match reason {
                StandInReason::Time => words.your_time_ran_out,
                StandInReason::Left => words.you_left,
                StandInReason::Resigned => words.you_resigned,
                StandInReason::Voted => words.you_were_replaced,
                StandInReason::Skipped => words.you_were_skipped,
            };
            view! {
                <div class="note">
                    <p>{text}</p>
                    {(reason != StandInReason::Resigned).then(|| view! {
                        <button type="button" class="button small main" data-do="return" on:click=take_back>
                            {words.take_seat_back}
                        </button>
                    })}
                </div>
            }
        })
    }
}

/// A takeback request, with buttons to answer it.
#[component]
fn TakebackNote(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let asked = Memo::new(move |_| {
        let me = table.my_seat.get();
        let wish = |state: &TableState| {
            let wish = state.takeback.clone()?;
            let words = preferences.words();
            let name = player_name(words, state.seats.get(wish.seat.index())?.player.as_ref());
            let mv = state.moves.get(wish.ply as usize)?.parse().ok()?;
            let mv = wording::move_words(words, words.named(&name), mv);
            let answers = me.is_some_and(|me| me != wish.seat && !wish.agreed.contains(&me));
            Some((name, mv, me == Some(wish.seat), answers))
        };
        table.read(wish)?
    });
    let answer = move |agrees: bool| table.command(|id, table| ClientMessage::AnswerTakeback { id, table, agrees });
    move || {
        let words = &preferences.words().online;
        let talk = preferences.language.get().table_talk();
        asked.get().map(|(name, mv, own, answers)| {
            let text = if own { talk.own_takeback_of(mv) } else { talk.takeback_of(name, mv) };
            view! {
                <div class="note" data-note="takeback">
                    <p>{text}</p>
                    {own.then(|| view! {
                        <button type="button" class="button small" data-do="withdraw" on:click=move |_| answer(false)>
                            {talk.withdraw}
                        </button>
                    })}
                    {answers.then(|| view! {
                        <button type="button" class="button small" data-do="refuse" on:click=move |_| answer(false)>
                            {words.no}
                        </button>
                        <button type="button" class="button small main" data-do="agree" on:click=move |_| answer(true)>
                            {words.yes}
                        </button>
                    })}
                </div>
            }
        })
    }
}

/// The window for leaving the screen, leaving the seat to a computer player, or resigning.
#[component]
pub(crate) fn LeaveWindow(table: OnlineTable, open: RwSignal<bool>) -> impl IntoView {
    let preferences = preferences();
    let title = Signal::derive(move || preferences.words().table.leave.to_string());
    let sure = RwSignal::new(false);
    let resigned = Memo::new(move |_| table.stand_in() == Some(StandInReason::Resigned));
    // Whoever plays for rating plays alone.
    let is_rated = Memo::new(move |_| table.read(|state| state.settings.rated) == Some(true));
    let is_for_two = Memo::new(move |_| table.read(|state| state.settings.pairs.is_some()) == Some(true));
    let look_elsewhere = move |_| Route::Online.go();
    let leave = move |_| {
        table.command(|id, table| ClientMessage::Leave { id, table });
        Route::Online.go();
    };
    let resign = move |_| {
        table.command(|id, table| ClientMessage::Resign { id, table });
        sure.set(false);
        open.set(false);
    };
    view! {
        <Dialog open title name="leave">
            <div class="leave-choices">
                <p>{move || preferences.words().online.leave_for_now_help}</p>
                <button type="button" class="button main" data-do="come-back" on:click=look_elsewhere>
                    {move || preferences.words().online.leave_for_now}
                </button>
                {move || (!resigned.get()).then(|| view! {
                    {(!is_rated.get()).then(|| view! {
                        <p>{preferences.words().online.leave_help}</p>
                        <button type="button" class="button" data-do="leave" on:click=leave>
                            {preferences.words().online.leave}
                        </button>
                    })}
                    <p>{move || {
                        let words = preferences.words();
                        // With only one player left, the game is over.
                        if is_for_two.get() { words.end.resign_help } else { words.online.resign_help }
                    }}</p>
                    {move || if sure.get() {
                        view! {
                            <p class="sure">
                                <span>{preferences.words().online.resign_sure}</span>
                                <button type="button" class="button small" on:click=move |_| sure.set(false)>
                                    {preferences.words().table.back}
                                </button>
                                <button type="button" class="button small main" data-do="resign-yes" on:click=resign>
                                    {preferences.words().online.resign}
                                </button>
                            </p>
                        }.into_any()
                    } else {
                        view! {
                            <button type="button" class="button" data-do="resign" on:click=move |_| sure.set(true)>
                                {preferences.words().online.resign}
                            </button>
                        }.into_any()
                    }}
                })}
            </div>
        </Dialog>
    }
}
