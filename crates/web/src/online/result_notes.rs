//! What the end of an online game says about a player besides the score: moves by a stand-in, and the new rating.

use leptos::prelude::*;
use shangrila_rules::Clan;

use super::table::OnlineTable;
use super::table_text::rating_change_text;
use crate::preferences::preferences;

/// The notes on one player.
#[component]
pub(crate) fn ResultNotes(table: OnlineTable, clan: Clan) -> impl IntoView {
    let preferences = preferences();
    let seat = Memo::new(move |_| table.seat(clan));
    let helped = move || {
        let is_helped = seat.with(|seat| seat.as_ref().is_some_and(|(_, player)| !player.plays_alone()));
        is_helped.then(|| view! { <small data-helped="">{preferences.words().online.helped}</small> })
    };
    let rating = move || {
        let seat = seat.with(|seat| seat.as_ref().map(|(seat, _)| *seat));
        let change = table.rating_changes.with(|all| all.iter().find(|change| Some(change.seat) == seat).copied());
        change.map(|change| {
            let text = rating_change_text(preferences.words(), &change);
            view! { <small data-rating-change="">{text}</small> }
        })
    };
    view! { {helped} {rating} }
}
