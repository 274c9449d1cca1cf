//! Everything that needs the server: online tables, finished games, profiles, ratings, accounts.
//!
//! `connection` follows tables over a WebSocket, `api` sends HTTP requests, `identity` knows who the user is. Online games are played
//! on the same board as local ones, in `crate::table`; `table::OnlineTable` is their connection to it. Local games need nothing from here.

mod account;
mod api;
mod authenticator;
mod ban;
mod blocked_people;
mod bots;
mod chat;
mod chat_read;
mod chat_side;
mod chat_text;
mod clock;
mod clubs;
mod conditional;
mod connection;
mod connection_banner;
mod devices;
mod error_text;
mod finished_games;
mod forgotten;
mod form;
mod game_facts;
mod identity;
mod invitation;
mod invite;
mod join;
mod lobby;
mod lobby_filter;
mod missed_moves;
mod moderation;
mod mutes;
mod new_table;
mod notice_settings;
mod online_page;
mod open_seats;
mod own_notes;
mod pair_ending;
mod passkeys;
mod people;
mod play_now;
mod push;
pub(crate) mod qr_code;
mod ratings;
mod ready_check;
mod recovery;
mod rematch;
mod report_form;
mod result_notes;
mod seat_status;
mod table;
mod table_draft;
mod table_list;
mod table_numbers;
mod table_screen;
mod table_status;
mod table_text;
pub(crate) mod tournaments;
mod turn_notice;
mod vacation;
mod venue;
mod vote_note;
mod waiting_games;
mod waiting_room;

pub(crate) use turn_notice::allow_notifications;

use account::Account;
use clubs::{ClubList, ClubScreen};
use connection::TabConnection;
use finished_games::FinishedGames;
use forgotten::{ForgottenPassword, NewPasswordPage, VerifyAddress};
use identity::Identity;
use leptos::prelude::*;
use lobby::Lobby;
use moderation::Moderation;
use new_table::NewTable;
use notice_settings::Unsubscribe;
use people::{FriendsPage, PersonPage};
use play_now::PlayNow;
use ratings::RatingLists;
use shangrila_i18n::Words;
use shangrila_protocol::TableId;
use table_screen::OnlineScreen;
use turn_notice::notify_about_other_tables;
use waiting_games::{WaitingGames, YourTurn};

use crate::app::{AppOwner, PlaysOnline};
use crate::route::Route;

/// Styles that only these screens need, so that they are downloaded with them.
const STYLE: &str = include_str!("meeting.css");

/// The record of an online game as text.
///
/// # Errors
/// Why there is none, in the user's language.
pub(crate) async fn record_of(table: &TableId, words: &Words) -> Result<String, String> {
    api::record(table).await.map_err(|error| error_text::error_text(words, &error))
}

/// The screen of a route that needs the server; nothing for the others.
pub(crate) fn screen(route: Route) -> AnyView {
    connect();
    view! { <style inner_html=STYLE></style> <style inner_html=people::STYLE></style> <style inner_html=clubs::STYLE></style> <style inner_html=conditional::STYLE></style> {page(route)} }.into_any()
}

fn page(route: Route) -> AnyView {
    match route {
        Route::Table(id) => view! { <OnlineScreen id/> }.into_any(),
        Route::Online => view! { <Lobby/> }.into_any(),
        Route::PlayNow => view! { <PlayNow/> }.into_any(),
        Route::NewTable => view! { <NewTable/> }.into_any(),
        Route::FinishedGames => view! { <FinishedGames/> }.into_any(),
        Route::Person(id) => view! { <PersonPage id/> }.into_any(),
        Route::People => view! { <FriendsPage/> }.into_any(),
        Route::Clubs => view! { <ClubList/> }.into_any(),
        Route::Club(id, secret) => view! { <ClubScreen id secret/> }.into_any(),
        Route::Ratings => view! { <RatingLists/> }.into_any(),
        Route::Account => view! { <Account/> }.into_any(),
        Route::Moderation(page) => view! { <Moderation page/> }.into_any(),
        Route::Forgotten => view! { <ForgottenPassword/> }.into_any(),
        Route::NewPassword(token) => view! { <NewPasswordPage token/> }.into_any(),
        Route::Unsubscribe(secret) => view! { <Unsubscribe secret/> }.into_any(),
        Route::Verify(token) => view! { <VerifyAddress token/> }.into_any(),
        _ => ().into_any(),
    }
}

/// What every screen shows of the user's online games.
pub(crate) fn your_turn() -> AnyView {
    connect();
    view! { <YourTurn/> }.into_any()
}

/// Gives the app its connection to the server, unless it has one, which from then on outlives the screens.
fn connect() {
    if use_context::<TabConnection>().is_some() {
        return;
    }
    let AppOwner(app) = expect_context();
    app.with(|| {
        let connection = TabConnection::new();
        provide_context(connection);
        let identity = Identity::new(connection);
        provide_context(identity);
        provide_context(WaitingGames::new(connection, identity));
        notify_about_other_tables();
        // Whoever the server knows may have games there.
        let plays_online: PlaysOnline = expect_context();
        Effect::new(move || {
            if identity.me.with(Option::is_some) {
                plays_online.remember();
            }
        });
    });
}
