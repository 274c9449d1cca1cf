//! Seats that are not taken for good: the countdown until computer players take the free ones, and those that people can take over from
//! computer players during a game.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{PersonOrLevel, TableState};

use super::join::{ChosenSeat, JoinForm};
use super::table::OnlineTable;
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
