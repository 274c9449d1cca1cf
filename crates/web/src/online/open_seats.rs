//! Seats that are not taken for good: the countdown until computer players take the free ones, and those that people can take over from
//! computer players during a game.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, PersonOrLevel, SeatedPlayer, StandInReason, TableState};
use shangrila_rules::Seat;

use super::join::{ChosenSeat, JoinForm, take_seat};
use super::table::OnlineTable;
use super::table_text::player_name;
use crate::preferences::preferences;

/// How often the countdown is updated.
const TICK: Duration = Duration::from_millis(500);

/// Says when computer players take the free seats, if they do.
#[component]
pub(super) fn FillCountdown(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let now = RwSignal::new(table.connection.server_now());
    if let Ok(timer) = set_interval_with_handle(move || now.set(table.connection.server_now()), TICK) {
        on_cleanup(move || timer.clear());
    }
    let due = Memo::new(move |_| table.read(TableState::fill_due).flatten());
    let seconds = Memo::new(move |_| due.get().map(|due| due.saturating_sub(now.get()).div_ceil(1000)));
    move || {
        seconds.get().map(|n| {
            let text = preferences.language.get().meeting().fills_in(n);
            view! { <p class="quiet" data-fills-in=n>{text}</p> }
        })
    }
}

/// Lets spectators ask for the seats of people who have left, and players answer.
#[component]
pub(super) fn SeatRequestNote(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let request = Memo::new(move |_| table.read(|state| state.seat_request.clone()).flatten());
    let name_at = move |seat: Seat| {
        let name = |state: &TableState| player_name(preferences.words(), state.seats[seat.index()].player.as_ref());
        table.read(name).unwrap_or_default()
    };
    let answer = move |agrees: bool| table.command(|id, table| ClientMessage::AnswerSeat { id, table, agrees });
    // The seats a spectator can ask for.
    let abandoned = Memo::new(move |_| {
        let is_spectator =
            table.is_playing() && table.my_seat.get().is_none() && table.connection.person.with(Option::is_some);
        let seats = |state: &TableState| {
            let has_left =
                |seat: &SeatedPlayer| seat.stand_in.is_some_and(|(reason, _)| reason != StandInReason::Skipped);
            let seats = state.players().filter(|(_, seat)| !state.settings.rated && has_left(seat));
            seats.map(|(seat, _)| seat).collect::<Vec<_>>()
        };
        if is_spectator { table.read(seats).unwrap_or_default() } else { Vec::new() }
    });
    move || {
        match request.get() {
        Some(request) => {
            let own = table.connection.person.get().is_some_and(|me| request.player.person().is_some_and(|one| one.id == me.id));
            let seat = table.my_seat.get();
            let answers = seat.is_some_and(|seat| !request.agreed.contains(&seat)) && table.stand_in().is_none();
            let name = player_name(preferences.words(), Some(&request.player));
            let text = if own { meeting().seat_asked.to_string() } else { meeting().asks_for_seat(name, name_at(request.seat)) };
            view! {
                <div class="note" data-note="seat-request">
                    <p>{text}</p>
                    {answers.then(|| view! {
                        <button type="button" class="button small" data-do="refuse-seat" on:click=move |_| answer(false)>
                            {preferences.words().online.no}
                        </button>
                        <button type="button" class="button small main" data-do="grant-seat" on:click=move |_| answer(true)>
                            {preferences.words().online.yes}
                        </button>
                    })}
                </div>
            }
            .into_any()
        }
        None => abandoned
            .get()
            .into_iter()
            .map(|seat| {
                let label = meeting().ask_seat(name_at(seat));
                view! {
                    <div class="note" data-note="abandoned">
                        <button type="button" class="button small" data-do="ask-seat" on:click=move |_| take_seat(table, Some(seat))>
                            {label}
                        </button>
                    </div>
                }
            })
            .collect_view()
            .into_any(),
    }
    }
}

/// Offers spectators the seats of computer players, at tables that allow it.
#[component]
pub(super) fn OpenSeatsNote(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    provide_context(ChosenSeat(RwSignal::new(None)));
    let open = Memo::new(move |_| {
        let count = |state: &TableState| {
            let computers = state.seats.iter().filter(|seat| matches!(seat.player, Some(PersonOrLevel::Level(_))));
            if state.settings.open_seats { computers.count() } else { 0 }
        };
        if table.is_playing() && table.my_seat.get().is_none() { table.read(count).unwrap_or_default() } else { 0 }
    });
    move || {
        (open.get() > 0).then(|| {
            view! {
                <div class="note open-seats" data-note="open-seats">
                    <p>{preferences.language.get().meeting().take_over(open.get())}</p>
                    <JoinForm table/>
                </div>
            }
        })
    }
}
