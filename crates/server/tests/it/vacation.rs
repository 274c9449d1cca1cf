//! Vacations: clocks of games over days stand still, over restarts too, and go on where they stopped.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{ClientMessage, Profile, Refusal, StandInReason, VacationStatus};

use crate::common::database::execute;
use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, TestServer};
use crate::tables::at_a_table;

const DAY: u64 = 86_400_000;

async fn server() -> TestServer {
    TestServer::with(|config| {
        config.limits.by_address = false;
        config.grace = 0;
    })
    .await
}

/// A table of accounts, with a day for each turn.
fn settings() -> Value {
    json!({ "rated": true, "visibility": "public", "clock": { "days": { "days": 1 } } })
}

async fn status(client: &mut Client) -> VacationStatus {
    client.get("/api/me/vacation").await.expect(StatusCode::OK).read()
}

#[tokio::test]
async fn the_clock_stands_still_on_vacation_and_goes_on_where_it_stopped() {
    let server = server().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, mut players) = at_a_table(&server, port, settings()).await;
    let started = status(&mut clients[0]).await;
    assert_eq!((started.days_a_year, started.days_left, started.now), (30, 30, None));
    let begun: VacationStatus =
        clients[0].ask(axum::http::Method::POST, "/api/me/vacation", None).await.expect(StatusCode::OK).read();
    let vacation = begun.now.expect("a vacation");
    // Everyone at the table knows, and on the profile.
    let state = players[1].wait_until(&table, |state| state.seats[0].vacation.is_some()).await;
    assert_eq!(state.seats[0].vacation, Some(vacation));
    let me: shangrila_protocol::Me = clients[0].get("/api/me").await.read::<shangrila_protocol::WhoAmI>().me.unwrap();
    let profile: Profile = clients[1].get(&format!("/api/people/{}", me.person.id)).await.expect(StatusCode::OK).read();
    assert_eq!(profile.vacation_until, Some(vacation.until));
    // Nobody moves on vacation.
    let mv = players[0].first_move(&table).to_string();
    let refused = players[0].command(&table, |id, table| ClientMessage::Play { id, table, ply: 0, mv }).await;
    assert!(matches!(refused, Err(Refusal::OnVacation)), "{refused:?}");
    drop(players);
    // Five days later, with a day for the turn.
    let server = server.later(5 * DAY).await;
    let port = ServerPort::open(&server).await;
    clients.iter_mut().for_each(|client| client.app = server.app.clone());
    // Five days, and the one that has begun, if all of them were in this year.
    assert!((24..30).contains(&status(&mut clients[0]).await.days_left));
    let mut ben = Player::connect(port, &clients[1]).await;
    ben.follow(&table).await.unwrap();
    // A sweep would have replaced her by now.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    assert_eq!(ben.state(&table).seats[0].stand_in, None);
    clients[0].delete("/api/me/vacation").await.expect(StatusCode::OK);
    let ended =
        ben.wait_until(&table, |state| state.seats[0].vacation.is_some_and(|now| now.until < vacation.until)).await;
    let until = ended.seats[0].vacation.unwrap().until;
    let deadline = ended.deadline().expect("a deadline");
    assert!(deadline > until + DAY - 60_000 && deadline <= until + DAY, "{deadline} after {until}");
    // The clock goes on.
    let server = server.later(2 * DAY).await;
    let port = ServerPort::open(&server).await;
    let mut client = clients.swap_remove(1);
    client.app = server.app.clone();
    let mut ben = Player::connect(port, &client).await;
    ben.follow(&table).await.unwrap();
    let state = ben.wait_until(&table, |state| state.seats[0].stand_in.is_some()).await;
    assert_eq!(state.seats[0].stand_in.map(|(reason, _)| reason), Some(StandInReason::Time));
}

#[tokio::test]
async fn a_table_hears_of_a_vacation_that_was_stored_before_a_crash() {
    let server = server().await;
    let port = ServerPort::open(&server).await;
    let (table, clients, mut players) = at_a_table(&server, port, settings()).await;
    let began = players[0].state(&table).turn_since;
    drop(clients);
    let sql = "INSERT INTO vacations (person, since, until, told)
        SELECT id, $1, $1 + 86400000, 0 FROM people WHERE name = 'Ada'";
    execute(server.database(), sql, sql, began as i64).await;
    let state = players[1].wait_until(&table, |state| state.seats[0].vacation.is_some()).await;
    assert_eq!(
        state.deadline(),
        Some(began + 2 * DAY),
        "from the beginning of the vacation, whenever the table has heard of it"
    );
}

#[tokio::test]
async fn vacations_are_for_accounts_and_come_to_an_end() {
    let server = server().await;
    let (mut ada, _) = server.account("Ada").await;
    for _ in 0..2 {
        ada.ask(axum::http::Method::POST, "/api/me/vacation", None).await.expect(StatusCode::OK);
    }
    let now = status(&mut ada).await.now.expect("a vacation");
    assert!(now.until > now.from, "{now:?}");
    let export: Value = ada.get("/api/me/export").await.read();
    assert_eq!(export["vacations"], json!([now]), "beginning it again changes nothing");
    ada.delete("/api/me/vacation").await.expect(StatusCode::OK);
    assert_eq!(status(&mut ada).await.now, None);
    let (mut guest, _) = server.guest("Gus").await;
    guest.ask(axum::http::Method::POST, "/api/me/vacation", None).await.refused(403, "needs_account");
    let server = TestServer::with(|config| config.vacation_days = 0).await;
    let (mut ben, _) = server.account("Ben").await;
    ben.ask(axum::http::Method::POST, "/api/me/vacation", None).await.refused(409, "no_vacation");
}
