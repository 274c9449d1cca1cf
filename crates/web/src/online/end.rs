//! After a game at a table of the server: another one with the same people.

use leptos::prelude::*;
use shangrila_protocol::ClientMessage;

use super::table::OnlineTable;
use crate::preferences::preferences;
use crate::route::Route;

/// Invites to another game, or leads to the one others have invited to.
#[component]
pub(crate) fn EndButtons(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let next = Memo::new(move |_| table.read(|state| state.rematch.clone()).flatten());
    let asked = RwSignal::new(false);
    // Who asked for it goes there at once.
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
        Some(next) => view! {
            <a class="button main" data-do="join-rematch" href=Route::Table(next.to_string()).fragment()>
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
