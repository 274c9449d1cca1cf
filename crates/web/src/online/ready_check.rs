//! The ready check: a live game starts once everyone at the table has said that they are there.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, ReadyCheck};

use super::table::OnlineTable;
use super::table_text::player_name;
use crate::preferences::preferences;

/// How often the remaining time is updated.
const TICK: Duration = Duration::from_millis(500);

/// Says that we are ready.
fn say_ready(table: OnlineTable) {
    table.command(|id, table| ClientMessage::Ready { id, table });
}

/// Asks whether the user is ready, and says who is missing. Nothing unless a check is going on.
#[component]
pub(super) fn ReadyQuestion(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let check = Memo::new(move |_| table.read(|state| state.ready_check.clone()).flatten());
    let now = RwSignal::new(table.connection.server_now());
    if let Ok(timer) = set_interval_with_handle(move || now.set(table.connection.server_now()), TICK) {
        on_cleanup(move || timer.clear());
    }
    let is_asked = Memo::new(move |_| table.asks_me_whether_ready());
    Effect::new(move |opened: Option<()>| {
        // Whoever opens the page while the others wait for them is ready.
        if is_asked.get() && opened.is_none() && !document().hidden() {
            say_ready(table);
        }
    });
    let missing = move |check: &ReadyCheck| {
        let names = table.read(|state| {
            let players = state.players().filter(|(seat, _)| !check.ready.contains(seat));
            players.map(|(_, player)| player_name(preferences.words(), player.player.as_ref())).collect::<Vec<_>>()
        });
        meeting().waiting_for(preferences.words().list(&names.unwrap_or_default()))
    };
    let left = move |check: &ReadyCheck| {
        let until = check.until?;
        Some(meeting().seconds_left(until.saturating_sub(now.get()).div_ceil(1000)))
    };
    move || {
        check.get().map(|check| {
            let for_time = check.clone();
            view! {
                <section class="ready-check" data-ready-check="" role="status">
                    {move || is_asked.get().then(|| view! {
                        <h2>{meeting().ready_title}</h2>
                        <button type="button" class="button main" data-do="ready" on:click=move |_| say_ready(table)>
                            {meeting().ready}
                        </button>
                    })}
                    <p>{meeting().ready_help} " " {missing(&check)}</p>
                    <p class="quiet" aria-live="off">{move || left(&for_time)}</p>
                </section>
            }
        })
    }
}
