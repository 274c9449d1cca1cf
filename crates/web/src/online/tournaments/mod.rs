//! Tournaments: the list, the form for a new one, and the page of one. Downloaded on its own, because few visitors need it.

mod director;
mod list;
mod new_tournament;
mod results;
mod text;
mod tournament_page;

use leptos::prelude::*;
use list::TournamentList;
use new_tournament::NewTournament;
use tournament_page::TournamentPage;

use crate::route::Route;

/// Styles that only these screens need.
const STYLE: &str = include_str!("tournaments.css");

/// The screen of a route about tournaments; nothing for the others.
pub(crate) fn screen(route: Route) -> AnyView {
    super::connect();
    let page = match route {
        Route::Tournaments => view! { <TournamentList/> }.into_any(),
        Route::NewTournament => view! { <NewTournament/> }.into_any(),
        Route::Tournament(id) => view! { <TournamentPage id/> }.into_any(),
        _ => ().into_any(),
    };
    view! { <style inner_html=STYLE></style> {page} }.into_any()
}
