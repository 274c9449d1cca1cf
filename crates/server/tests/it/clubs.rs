//! Clubs over HTTP: members and roles, tables, the weekly event and the league.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{ClientMessage, ClubCreated, ClubPage, ClubRole, Clubs, League, Phase, TableCreated, Tables};
use shangrila_server::{Bundle, Config, DatabaseAddress, Server, app};
use shangrila_test_cluster::TestDatabase;
use tokio::time::{sleep, timeout};

use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, TestServer, database};
use crate::notices::{self, PATIENCE, SITE, receiver};

async fn found(owner: &mut Client, name: &str, entry: &str) -> String {
    let new = json!({ "name": name, "about": "We meet on Thursdays.", "entry": entry });
    owner.post("/api/clubs", new).await.expect(StatusCode::CREATED).read::<ClubCreated>().club.to_string()
}

async fn page(client: &mut Client, club: &str) -> ClubPage {
    client.get(&format!("/api/clubs/{club}")).await.expect(StatusCode::OK).read()
}

/// An event that began a minute ago, in UTC.
fn event_now(tables: u8) -> Value {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() - 60;
    let (day, minute) = (now / 86_400, now % 86_400 / 60);
    // 1970 began on a Thursday.
    json!({
        "weekday": (day + 3) % 7, "minute": minute, "time_zone": "UTC", "duration": 180, "tables": tables,
        "settings": { "seats": 3, "clock": { "live": { "base": 600, "increment": 10 } } },
    })
}

/// Waits until a member sees so many tables.
async fn wait_for_tables(client: &mut Client, club: &str, number: usize) -> ClubPage {
    timeout(PATIENCE, async {
        loop {
            let page = page(client, club).await;
            if page.tables.len() == number {
                return page;
            }
            sleep(Duration::from_millis(200)).await;
        }
    })
    .await
    .expect("the tables are opened")
}

#[tokio::test]
async fn people_join_openly_on_request_or_by_link() {
    let server = TestServer::start().await;
    let ((mut ada, _), (mut ben, ben_is), (mut cleo, cleo_is)) =
        (server.account("Ada").await, server.account("Ben").await, server.account("Cleo").await);
    let (mut guest, _) = server.guest("Gil").await;
    guest.post("/api/clubs", json!({ "name": "Guests" })).await.refused(403, "needs_account");
    let open = found(&mut ada, "Open Bridges", "open").await;
    ada.post("/api/clubs", json!({ "name": " open  BRIDGES" })).await.refused(409, "name_taken");
    for name in ["", "x\u{7}", &"x".repeat(41)] {
        assert!(ada.post("/api/clubs", json!({ "name": name })).await.status.is_client_error());
    }
    let (asked, hidden) = (found(&mut ada, "Asked", "request").await, found(&mut ada, "Hidden", "link").await);
    ada.post("/api/clubs", json!({ "name": "A fourth one" })).await.refused(409, "too_many");
    // Openly.
    ben.put(&format!("/api/clubs/{open}/membership")).await.expect(StatusCode::NO_CONTENT);
    let seen = page(&mut ben, &open).await;
    assert_eq!((seen.role, seen.summary.member_count, seen.requests.len()), (Some(ClubRole::Member), 2, 0));
    guest.put(&format!("/api/clubs/{open}/membership")).await.refused(403, "needs_account");
    assert!(page(&mut guest, &open).await.secret.is_none());
    // On request.
    ben.put(&format!("/api/clubs/{asked}/membership")).await.expect(StatusCode::NO_CONTENT);
    assert!(page(&mut ben, &asked).await.asked);
    ben.patch(&format!("/api/clubs/{asked}"), json!({ "about": "Mine" })).await.refused(403, "needs_role");
    assert_eq!(page(&mut ada, &asked).await.requests, std::slice::from_ref(&ben_is.person));
    let member =
        |club: &str, person: &shangrila_protocol::Me| format!("/api/clubs/{club}/members/{}", person.person.id);
    ada.put_json(&member(&asked, &cleo_is), json!({ "role": "member" })).await.refused(404, "not_found");
    ada.put_json(&member(&asked, &ben_is), json!({ "role": "member" })).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(page(&mut ben, &asked).await.role, Some(ClubRole::Member));
    // By link only.
    ben.get(&format!("/api/clubs/{hidden}")).await.refused(404, "not_found");
    ben.put(&format!("/api/clubs/{hidden}/membership")).await.refused(404, "not_found");
    let secret = page(&mut ada, &hidden).await.secret.unwrap();
    ben.put(&format!("/api/clubs/{hidden}/membership?secret={secret}")).await.expect(StatusCode::NO_CONTENT);
    ada.post(&format!("/api/clubs/{hidden}/link"), json!({})).await.expect(StatusCode::NO_CONTENT);
    cleo.put(&format!("/api/clubs/{hidden}/membership?secret={secret}")).await.refused(404, "not_found");
    let listed: Clubs = cleo.get("/api/clubs?name=e").await.expect(StatusCode::OK).read();
    let names: Vec<&str> = listed.clubs.iter().map(|club| club.name.as_str()).collect();
    assert_eq!(names, ["Asked", "Open Bridges"], "not the hidden one");
    // Roles: the owner appoints, organisers remove members, and the owner hands over before leaving.
    cleo.put(&format!("/api/clubs/{open}/membership")).await.expect(StatusCode::NO_CONTENT);
    ben.delete(&member(&open, &cleo_is)).await.refused(403, "needs_role");
    ada.put_json(&member(&open, &ben_is), json!({ "role": "organiser" })).await.expect(StatusCode::NO_CONTENT);
    ben.delete(&member(&open, &cleo_is)).await.expect(StatusCode::NO_CONTENT);
    ben.put_json(&member(&open, &ben_is), json!({ "role": "owner" })).await.refused(403, "needs_role");
    ada.delete(&format!("/api/clubs/{open}/membership")).await.refused(403, "needs_role");
    ada.put_json(&member(&open, &ben_is), json!({ "role": "owner" })).await.expect(StatusCode::NO_CONTENT);
    let members = page(&mut ada, &open).await.members;
    let roles: Vec<(&str, ClubRole)> = members.iter().map(|one| (one.person.name.as_str(), one.role)).collect();
    assert_eq!(roles, [("Ben", ClubRole::Owner), ("Ada", ClubRole::Organiser)]);
    ada.delete(&format!("/api/clubs/{open}")).await.refused(403, "needs_role");
    // When the owner's account is deleted, the club goes to an organiser.
    ben.post("/api/me/deletion", json!({ "password": crate::common::PASSWORD })).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(page(&mut ada, &open).await.role, Some(ClubRole::Owner));
    assert!(ada.get("/api/me/export").await.body.contains("Open Bridges"));
    ada.delete(&format!("/api/clubs/{open}")).await.expect(StatusCode::NO_CONTENT);
    ada.get(&format!("/api/clubs/{open}")).await.refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_weekly_event_opens_each_table_once_and_more_when_all_have_begun() {
    let server = TestServer::start().await;
    let ((mut ada, _), (mut ben, _)) = (server.account("Ada").await, server.account("Ben").await);
    let club = found(&mut ada, "Thursdays", "open").await;
    ben.put(&format!("/api/clubs/{club}/membership")).await.expect(StatusCode::NO_CONTENT);
    let event = format!("/api/clubs/{club}/event");
    ben.put_json(&event, event_now(2)).await.refused(403, "needs_role");
    for (field, value) in [
        ("weekday", json!(7)),
        ("minute", json!(1440)),
        ("time_zone", json!("Middle/Earth")),
        ("duration", json!(5)),
        ("tables", json!(0)),
    ] {
        let mut wrong = event_now(2);
        wrong[field] = value;
        ada.put_json(&event, wrong).await.refused(400, "bad_message");
    }
    ada.put_json(&event, event_now(2)).await.expect(StatusCode::NO_CONTENT);
    let opened = wait_for_tables(&mut ben, &club, 2).await;
    assert!(opened.next_event.is_some() && opened.tables.iter().all(|table| table.phase == Phase::Waiting));
    let server = server.later(0).await;
    let mut ben = Client { app: server.app.clone(), ..ben };
    let mut ada = Client { app: server.app.clone(), ..ada };
    sleep(Duration::from_secs(5)).await;
    assert_eq!(page(&mut ben, &club).await.tables.len(), 2, "a restart opens nothing again");
    // Three people sit down at each table and their games begin, so a third table opens.
    let port = ServerPort::open(&server).await;
    let mut players = Vec::new();
    for table in opened.tables.iter().map(|table| &table.table) {
        for name in ["Cai", "Dan", "Eve"] {
            let (client, _) = server.guest(name).await;
            let mut player = Player::connect(port, &client).await;
            player.join(table).await;
            players.push(player);
        }
        let [first, _, last] = players.last_chunk_mut().expect("three players");
        let host = &first.core.person().expect("a player with a name").id;
        assert_eq!(first.state(table).host, *host, "whoever sits down first can start with computer players");
        last.wait_until(table, |state| state.phase == Phase::Playing).await;
    }
    let page_now = wait_for_tables(&mut ben, &club, 3).await;
    assert_eq!(page_now.tables.iter().filter(|table| table.phase == Phase::Waiting).count(), 1);
    // After the event, the table at which nobody sits is closed.
    ada.delete(&event).await.expect(StatusCode::NO_CONTENT);
    let server = server.later(4 * 3_600_000).await;
    let mut ben = Client { app: server.app.clone(), ..ben };
    wait_for_tables(&mut ben, &club, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn members_hear_once_that_an_event_has_begun_if_they_want_to() {
    let (address, mut called) = receiver(&[204]).await;
    let server = notices::server(None).await;
    let (mut ada, _) = server.account("Ada").await;
    let club = found(&mut ada, "Thursdays", "request").await;
    let wish = |name: &str, hears: bool| {
        let webhook = json!({ "kind": "discord", "url": format!("http://{address}/{name}") });
        json!({ "language": "en", "webhook": webhook, "club_events": hears })
    };
    for (name, is_member, hears) in [("ben", true, true), ("cleo", true, false), ("dan", false, true)] {
        let (mut client, me) = server.account(name).await;
        client.put_json("/api/me/notices", wish(name, hears)).await.expect(StatusCode::NO_CONTENT);
        client.put(&format!("/api/clubs/{club}/membership")).await.expect(StatusCode::NO_CONTENT);
        if is_member {
            let member = format!("/api/clubs/{club}/members/{}", me.person.id);
            ada.put_json(&member, json!({ "role": "member" })).await.expect(StatusCode::NO_CONTENT);
        }
    }
    ada.put_json(&format!("/api/clubs/{club}/event"), event_now(1)).await.expect(StatusCode::NO_CONTENT);
    let (uri, _, body) = timeout(PATIENCE, called.recv()).await.expect("the webhook is called").unwrap();
    assert_eq!(uri.path(), "/ben", "Cleo does not want to hear of events, and Dan is not a member yet");
    let text = format!("The weekly event of Thursdays has begun {SITE}/#/clubs/{club}");
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), json!({ "content": text }));
    let server = server.later(0).await;
    sleep(Duration::from_secs(5)).await;
    assert!(called.is_empty(), "nobody else hears of it, and nobody again after a restart");
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_without_its_table_is_made_good_after_a_kill() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let club = found(&mut ada, "Thursdays", "open").await;
    let event = format!("/api/clubs/{club}/event");
    ada.put_json(&event, event_now(1)).await.expect(StatusCode::NO_CONTENT);
    let first = wait_for_tables(&mut ada, &club, 1).await.tables[0].table.clone();
    // As if the process had died between the claim and the table.
    server.server.close().await;
    for sql in ["DELETE FROM events WHERE $1 = 0", "DELETE FROM tables WHERE $1 = 0", "DELETE FROM turns WHERE $1 = 0"]
    {
        database::execute(server.database(), sql, sql, 0).await;
    }
    let server = server.later(0).await;
    let mut ada = Client { app: server.app.clone(), ..ada };
    let again = wait_for_tables(&mut ada, &club, 1).await;
    assert_eq!(again.tables[0].table, first, "the table that was claimed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_one_database_open_the_tables_of_an_event_once() {
    let postgres = TestDatabase::create();
    let config = || {
        let mut config =
            Config { database: DatabaseAddress::Postgres(postgres.url().to_string()), ..Config::default() };
        config.limits.by_address = false;
        config
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").unwrap();
    let servers = [Server::open(config()).await.unwrap(), Server::open(config()).await.unwrap()];
    let client = |server: &Server| Client {
        app: app(Bundle::in_folder(folder.path().to_path_buf()).unwrap(), server),
        cookies: Default::default(),
        headers: Default::default(),
    };
    let mut ada = client(&servers[0]);
    ada.post("/api/accounts", json!({ "name": "Ada", "password": crate::common::PASSWORD }))
        .await
        .expect(StatusCode::CREATED);
    let club = found(&mut ada, "Thursdays", "open").await;
    ada.put_json(&format!("/api/clubs/{club}/event"), event_now(3)).await.expect(StatusCode::NO_CONTENT);
    wait_for_tables(&mut ada, &club, 3).await;
    // Whoever looks after events stops; the other one takes over and opens nothing again.
    servers[0].close().await;
    let mut elsewhere = Client { app: client(&servers[1]).app, ..ada };
    sleep(Duration::from_secs(8)).await;
    assert_eq!(page(&mut elsewhere, &club).await.tables.len(), 3);
    servers[1].close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_at_the_tables_of_a_club_count_in_its_league() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.stand_in = shangrila_protocol::LevelId::Goatherd;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let ((mut ada, _), (mut ben, _)) = (server.account("Ada").await, server.account("Ben").await);
    let club = found(&mut ada, "Thursdays", "open").await;
    let tables = format!("/api/clubs/{club}/tables");
    ben.post(&tables, json!({})).await.refused(403, "needs_role");
    let seats = json!([
        { "clan": "r", "player": "me" }, { "clan": "b", "player": { "level": "goatherd" } }, { "clan": "y", "player": { "level": "goatherd" } },
    ]);
    let opened =
        ada.post(&tables, json!({ "settings": { "seats": 3 }, "seats": seats })).await.expect(StatusCode::CREATED);
    let TableCreated { table } = opened.read();
    assert_eq!(page(&mut ada, &club).await.tables[0].table, table);
    assert!(page(&mut ben, &club).await.tables.is_empty(), "tables are for members");
    let open: Tables = ben.get("/api/tables").await.expect(StatusCode::OK).read();
    assert!(open.tables.is_empty());
    let mut player = Player::connect(port, &ada).await;
    player.follow(&table).await.unwrap();
    player.command(&table, |id, table| ClientMessage::Resign { id, table }).await.unwrap();
    player.wait_until(&table, |state| state.phase == Phase::Finished).await;
    let league: League = ada.get(&format!("/api/clubs/{club}/league")).await.expect(StatusCode::OK).read();
    assert_eq!((league.standings.len(), league.standings[0].games), (1, 1));
    assert_eq!(league.standings[0].points, 0.0, "whoever resigns gets nothing");
    let earlier: League = ada.get(&format!("/api/clubs/{club}/league?ago=1")).await.expect(StatusCode::OK).read();
    assert!(earlier.standings.is_empty() && earlier.to == league.from);
    ada.get(&format!("/api/clubs/{club}/league?ago=65535")).await.refused(404, "not_found");
}
