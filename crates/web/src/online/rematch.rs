//! The rematch after an online game.

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, TableId};

use super::identity::identity;
use super::table::OnlineTable;
use crate::preferences::preferences;
use crate::route::Route;

/// Takes the seat that is kept for the user in a rematch, so that one tap is enough.
fn rejoin(table: OnlineTable, rematch: &TableId) {
    if table.my_seat.get_untracked().is_some() {
        table.connection.send(rematch, |id, table| ClientMessage::Join { id, table, seat: None });
    }
}

/// Offers a rematch, or links to the one another player has opened.
#[component]
pub(crate) fn RematchButtons(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let next = Memo::new(move |_| table.read(|state| state.rematch.clone()).flatten());
    // An invitation by someone the user has blocked is not shown.
    let is_unwanted = Memo::new(move |_| {
        let by = table.read(|state| state.rematch_by.clone()).flatten();
        by.is_some_and(|by| identity.has_blocked(&by))
    });
    let asked = RwSignal::new(false);
    // The player who asked for the rematch goes straight to it.
    Effect::new(move || {
        if let Some(next) = next.get().filter(|_| asked.get_untracked()) {
            Route::Table(next.to_string()).go();
        }
    });
    let offer = move |_| {
        asked.set(true);
        table.command(|id, table| ClientMessage::Rematch { id, table });
    };
    move || match next.get() {
        Some(_) if is_unwanted.get() => ().into_any(),
        Some(next) => view! {
            <a
                class="button main"
                data-do="join-rematch"
                href=Route::Table(next.to_string()).fragment()
                on:click=move |_| rejoin(table, &next)
            >
                {move || {
                    let words = &preferences.words().online;
                    if table.my_seat.get().is_some() { words.join_rematch } else { words.watch_rematch }
                }}
            </a>
        }
        .into_any(),
        None if table.my_seat.get().is_some() => view! {
            <button type="button" class="button main" data-do="rematch" disabled=move || asked.get() on:click=offer>
                {move || preferences.words().online.rematch}
            </button>
        }
        .into_any(),
        None => ().into_any(),
    }
}
