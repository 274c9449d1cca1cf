//! The connection status above the board.

use leptos::prelude::*;
use shangrila_client_core::ConnectionStatus;

use super::table::OnlineTable;
use crate::preferences::preferences;

/// Shows that the connection is lost, or that a move is still being sent.
#[component]
pub(crate) fn ConnectionBanner(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let lost = Memo::new(move |_| table.connection.status.get() != ConnectionStatus::Online);
    let sent = Memo::new(move |_| table.sent.with(Option::is_some));
    view! {
        <div class="connection" role="status">
            {move || lost.get().then(|| view! {
                <p data-banner="lost">
                    <i class="spinner" aria-hidden="true"></i>
                    {move || {
                        let words = &preferences.words().online;
                        if sent.get() { words.lost_with_move } else { words.lost }
                    }}
                </p>
            })}
            {move || (sent.get() && !lost.get()).then(|| view! {
                <p data-banner="sending">
                    <i class="spinner" aria-hidden="true"></i>
                    {move || preferences.words().online.sending}
                </p>
            })}
        </div>
    }
}
