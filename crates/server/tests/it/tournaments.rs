//! Tournaments over HTTP: entering, directing, rounds that open by themselves, and people who leave.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{
    ClientMessage, LevelId, PersonOrLevel, Phase, Role, StandInReason, TournamentCreated, TournamentId,
    TournamentPhase, TournamentView, Tournaments,
};

use crate::common::database::execute;
use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Answer, Client, PASSWORD, TestServer};

/// Longer than any tournament here takes.
const PATIENCE: Duration = Duration::from_secs(60);

async fn create(director: &mut Client, settings: Value) -> TournamentId {
    let created: TournamentCreated =
        director.post("/api/tournaments", settings).await.expect(StatusCode::CREATED).read();
    created.tournament
}

async fn act(client: &mut Client, id: &TournamentId, action: Value) -> Answer {
    client.post(&format!("/api/tournaments/{id}/actions"), action).await
}

async fn enter(client: &mut Client, id: &TournamentId) -> TournamentView {
    act(client, id, json!({ "action": "enter" })).await.expect(StatusCode::OK).read()
}

async fn view(client: &mut Client, id: &TournamentId) -> TournamentView {
    client.get(&format!("/api/tournaments/{id}")).await.expect(StatusCode::OK).read()
}

/// Waits until a tournament is as expected.
async fn wait_until(
    client: &mut Client,
    id: &TournamentId,
    is_reached: impl Fn(&TournamentView) -> bool,
) -> TournamentView {
    let began = Instant::now();
    loop {
        let seen = view(client, id).await;
        if is_reached(&seen) {
            return seen;
        }
        assert!(began.elapsed() < PATIENCE, "{seen:#?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A server on which nobody who drops out is missed for long.
async fn with_quick_stand_ins() -> TestServer {
    TestServer::with(|config| {
        config.limits.by_address = false;
        config.stand_in = LevelId::Goatherd;
    })
    .await
}

/// Settings for a game without waiting.
fn quick(format: Value) -> Value {
    json!({ "name": "Quick cup", "format": format, "rounds": 4, "pause": 0, "fill": "goatherd", "opening": "card" })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computer_players_complete_a_tournament_of_every_format() {
    let server = TestServer::start().await;
    let (mut director, _) = server.account("Dora").await;
    for (format, rounds) in [
        (json!("swiss"), vec![2, 2, 2, 2]),
        (json!({ "knockout": { "advance": 1 } }), vec![2, 1]),
        (json!("duplicate"), vec![2, 2, 2, 2]),
    ] {
        let id = create(&mut director, quick(format.clone())).await;
        let computers = json!({ "action": "add_computers", "level": "goatherd", "count": 7 });
        act(&mut director, &id, computers).await.expect(StatusCode::OK);
        let started: TournamentView =
            act(&mut director, &id, json!({ "action": "start" })).await.expect(StatusCode::OK).read();
        assert_eq!((started.summary.phase, started.entries.len()), (TournamentPhase::Running, 8), "one fills a table");
        let over = wait_until(&mut director, &id, |seen| seen.summary.phase == TournamentPhase::Finished).await;
        assert_eq!(over.rounds.iter().map(|round| round.tables.len()).collect::<Vec<_>>(), rounds, "{format}");
        // Every game counts once, and every table has six points per seat to give.
        let tables: Vec<_> = over.rounds.iter().flat_map(|round| &round.tables).collect();
        assert!(tables.iter().all(|table| table.phase == Phase::Finished));
        assert_eq!(tables.iter().map(|table| &table.table).collect::<BTreeSet<_>>().len(), tables.len());
        let games: u32 = over.standings.iter().map(|line| line.games).sum();
        assert_eq!(games as usize, tables.iter().map(|table| table.seats.len()).sum::<usize>());
        let score: i64 = over.standings.iter().map(|line| line.score).sum();
        if format == json!("duplicate") {
            assert!(score.abs() <= 32, "the mean of all is zero but for rounding: {score}");
        } else {
            assert_eq!(score, 6000 * i64::from(games));
        }
        let wins: u32 = over.standings.iter().map(|line| line.wins).sum();
        assert_eq!(wins as usize, 12 * tables.len());
        act(&mut director, &id, json!({ "action": "cancel" })).await.refused(409, "wrong_phase");
    }
    let listed: Tournaments = director.get("/api/tournaments").await.expect(StatusCode::OK).read();
    assert_eq!(listed.tournaments.len(), 3);
    assert_eq!(listed.tournaments[0].director.name, "Dora");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_enter_and_leave_and_only_the_director_directs() {
    let server = TestServer::start().await;
    let ((mut director, _), (mut ada, _), (mut gus, _)) =
        (server.account("Dora").await, server.account("Ada").await, server.guest("Gus").await);
    let (mut moderator, _) = server.with_role("Mia", Role::Moderator).await;
    // A limit on new tournaments counts these too, so each comes from someone else.
    for (name, settings, status, code) in [
        ("Eva", json!({ "name": "" }), 422, "bad_text"),
        ("Finn", json!({ "name": "x".repeat(49) }), 422, "bad_text"),
        ("Hugo", json!({ "name": "Cup", "seats": 5 }), 400, "bad_message"),
        ("Ida", json!({ "name": "Cup", "rounds": 13 }), 400, "bad_message"),
        ("Jon", json!({ "name": "Cup", "clock": "none" }), 400, "bad_message"),
        ("Kim", json!({ "name": "Cup", "clock": { "live": { "base": 5, "increment": 0 } } }), 400, "bad_message"),
        ("Leo", json!({ "name": "Cup", "starts": 1 }), 400, "bad_message"),
        ("Nora", json!({ "name": "Cup", "nonsense": 1 }), 400, "bad_message"),
    ] {
        let (mut other, _) = server.account(name).await;
        other.post("/api/tournaments", settings).await.refused(status, code);
    }
    gus.post("/api/tournaments", json!({ "name": "Cup" })).await.refused(403, "needs_account");

    let id = create(&mut director, json!({ "name": " Winter  cup ", "rated": true, "most_players": 3 })).await;
    act(&mut gus, &id, json!({ "action": "enter" })).await.refused(403, "needs_account");
    let seen = enter(&mut ada, &id).await;
    assert_eq!((seen.summary.settings.name.as_str(), seen.summary.players), ("Winter cup", 1));
    act(&mut ada, &id, json!({ "action": "enter" })).await.refused(409, "already_seated");
    for action in [
        json!({ "action": "start" }),
        json!({ "action": "remove", "entry": 0 }),
        json!({ "action": "add_computers", "level": "sage", "count": 1 }),
        json!({ "action": "cancel" }),
    ] {
        act(&mut ada, &id, action).await.refused(403, "not_host");
    }
    act(&mut director, &id, json!({ "action": "start" })).await.refused(409, "wrong_phase");
    act(&mut director, &id, json!({ "action": "add_computers", "level": "sage", "count": 3 }))
        .await
        .refused(409, "too_many");
    act(&mut director, &id, json!({ "action": "remove", "entry": 9 })).await.refused(404, "not_found");
    act(&mut director, &id, json!({ "action": "remove", "entry": 0 })).await.expect(StatusCode::OK);
    act(&mut ada, &id, json!({ "action": "enter" })).await.refused(403, "blocked");
    act(&mut ada, &id, json!({ "action": "withdraw" })).await.refused(403, "not_seated");
    act(&mut moderator, &id, json!({ "action": "cancel" })).await.expect(StatusCode::OK);
    assert_eq!(view(&mut gus, &id).await.summary.phase, TournamentPhase::Cancelled);
    let log: Value = moderator.get("/api/moderation/audit").await.expect(StatusCode::OK).read();
    assert_eq!(log["entries"][0]["action"], json!({ "act": "close_tournament", "tournament": id }));
    act(&mut ada, &"none".parse().unwrap(), json!({ "action": "enter" })).await.refused(404, "not_found");
    for _ in 0..4 {
        create(&mut director, json!({ "name": "Another" })).await;
    }
    director.post("/api/tournaments", json!({ "name": "Yet another" })).await.refused(429, "too_fast");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_game_waits_for_its_players_and_goes_on_without_those_who_drop_out() {
    let server = with_quick_stand_ins().await;
    let port = ServerPort::open(&server).await;
    let ((mut director, _), (mut ada, ada_me), (mut ben, _)) =
        (server.account("Dora").await, server.guest("Ada").await, server.guest("Ben").await);
    let settings = json!({ "name": "Live", "seats": 3, "rounds": 2, "pause": 0, "opening": "card" });
    let id = create(&mut director, settings).await;
    enter(&mut ada, &id).await;
    enter(&mut ben, &id).await;
    act(&mut director, &id, json!({ "action": "add_computers", "level": "goatherd", "count": 2 }))
        .await
        .expect(StatusCode::OK);
    let started: TournamentView =
        act(&mut director, &id, json!({ "action": "start" })).await.expect(StatusCode::OK).read();
    let table = started.rounds[0].tables[0].table.clone();
    assert_eq!(started.rounds[0].tables[0].seats.len(), 4, "four players make one table");
    assert_eq!(started.rounds[0].tables[0].phase, Phase::Waiting, "nobody's clock runs before they come");
    let (mut first, mut second) = (Player::connect(port, &ada).await, Player::connect(port, &ben).await);
    for player in [&mut first, &mut second] {
        player.follow(&table).await.unwrap();
        player.command(&table, |id, table| ClientMessage::Ready { id, table }).await.unwrap();
    }
    first.wait_until(&table, |state| state.phase == Phase::Playing).await;

    // Both drop out during the game: computer players finish it, and nobody is paired with them again.
    act(&mut ada, &id, json!({ "action": "withdraw" })).await.expect(StatusCode::OK);
    let state = first.wait_until(&table, |state| state.seats.iter().any(|seat| seat.stand_in.is_some())).await;
    let seat = state.seats.iter().find(|seat| seat.is_of(&ada_me.person.id)).unwrap();
    assert_eq!(seat.stand_in.map(|(reason, _)| reason), Some(StandInReason::Left));
    act(&mut director, &id, json!({ "action": "remove", "entry": 1 })).await.expect(StatusCode::OK);
    // With nobody watching, computer players take no time to be followed.
    drop((first, second));
    let over = wait_until(&mut director, &id, |seen| seen.summary.phase == TournamentPhase::Finished).await;
    assert_eq!(over.rounds.len(), 1, "two players are too few for another round");
    for line in &over.standings {
        let is_person = matches!(over.entries[usize::from(line.entry)].player, PersonOrLevel::Person(_));
        assert!(!is_person || (line.score, line.wins) == (0, 0), "what a stand-in has won counts for nobody: {line:?}");
    }
    assert!(over.entries[..2].iter().all(|entry| entry.dropped));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_takes_too_long_ends_by_the_masters_on_the_map() {
    let server = TestServer::start().await;
    let (mut director, _) = server.account("Dora").await;
    let mut players = Vec::new();
    let settings = json!({
        "name": "Slow", "seats": 3, "rounds": 2, "pause": 0, "opening": "card",
        "clock": { "days": { "days": 2 } }, "round_days": 7,
    });
    let id = create(&mut director, settings).await;
    for name in ["Ada", "Ben", "Cleo"] {
        let (mut client, me) = server.guest(name).await;
        enter(&mut client, &id).await;
        players.push((client, me));
    }
    let started: TournamentView =
        act(&mut director, &id, json!({ "action": "start" })).await.expect(StatusCode::OK).read();
    let first = started.rounds[0].tables[0].clone();
    assert_eq!(first.phase, Phase::Playing, "a game over days starts at once");
    // Everyone finds it among their games, and whoever moves first is told.
    let mine: shangrila_protocol::Tables = players[0].0.get("/api/me/tables").await.expect(StatusCode::OK).read();
    assert_eq!(mine.tables[0].table, first.table);

    let [sqlite, postgres] = [
        "UPDATE tournaments SET wake = $1, body = json_set(body, '$.rounds[0].deadline', $1)",
        "UPDATE tournaments SET wake = $1, body = jsonb_set(body::jsonb, '{rounds,0,deadline}', to_jsonb($1::bigint))::text",
    ];
    execute(server.database(), sqlite, postgres, 1).await;
    let next = wait_until(&mut director, &id, |seen| seen.rounds.len() == 2).await;
    let ended = &next.rounds[0].tables[0];
    assert_eq!(ended.phase, Phase::Finished);
    let most = ended.masters.iter().max().unwrap();
    assert!(ended.winners.iter().all(|&seat| ended.masters[usize::from(seat)] == *most), "{ended:?}");
    assert_eq!(ended.points.iter().sum::<i64>(), 18_000);
    // The seats have changed, because everyone gets around.
    assert_ne!(next.rounds[1].tables[0].seats, ended.seats);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_starts_at_its_time_or_is_cancelled_for_want_of_players() {
    let server = TestServer::start().await;
    let (mut director, _) = server.account("Dora").await;
    let soon = json!(4_000_000_000_000_u64);
    let mut settings = quick(json!("swiss"));
    settings["starts"] = soon;
    settings["rounds"] = json!(1);
    let full = create(&mut director, settings.clone()).await;
    settings["fill"] = Value::Null;
    let empty = create(&mut director, settings).await;
    act(&mut director, &full, json!({ "action": "add_computers", "level": "goatherd", "count": 2 }))
        .await
        .expect(StatusCode::OK);
    let [sqlite, postgres] = [
        "UPDATE tournaments SET wake = $1, body = json_set(body, '$.settings.starts', $1)",
        "UPDATE tournaments SET wake = $1, body = jsonb_set(body::jsonb, '{settings,starts}', to_jsonb($1::bigint))::text",
    ];
    execute(server.database(), sqlite, postgres, 1).await;
    wait_until(&mut director, &empty, |seen| seen.summary.phase == TournamentPhase::Cancelled).await;
    let over = wait_until(&mut director, &full, |seen| seen.summary.phase == TournamentPhase::Finished).await;
    assert_eq!(over.entries.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_can_download_their_tournaments_and_disappear_from_them() {
    let server = with_quick_stand_ins().await;
    let ((mut director, _), (mut ada, _)) = (server.account("Dora").await, server.account("Ada").await);
    let mut settings = quick(json!("duplicate"));
    settings["clock"] = json!({ "days": { "days": 1 } });
    let id = create(&mut director, settings).await;
    enter(&mut ada, &id).await;
    act(&mut director, &id, json!({ "action": "add_computers", "level": "goatherd", "count": 3 }))
        .await
        .expect(StatusCode::OK);
    let export: Value = ada.get("/api/me/export").await.expect(StatusCode::OK).read();
    assert_eq!(
        export["tournaments"],
        json!([{ "tournament": id, "name": "Quick cup", "director": false, "entered": true }])
    );
    act(&mut director, &id, json!({ "action": "start" })).await.expect(StatusCode::OK);
    for client in [&mut ada, &mut director] {
        client.post("/api/me/deletion", json!({ "password": PASSWORD })).await.expect(StatusCode::NO_CONTENT);
    }
    // A computer player takes the place of the person, also in the rounds that follow, and nothing of theirs remains.
    let mut anyone = server.client();
    let over = wait_until(&mut anyone, &id, |seen| seen.summary.phase == TournamentPhase::Finished).await;
    assert_eq!((over.summary.settings.name.as_str(), over.summary.director.name.as_str()), ("", ""));
    let names: BTreeMap<usize, String> = over
        .entries
        .iter()
        .enumerate()
        .filter_map(|(number, entry)| Some((number, entry.player.person()?.name.clone())))
        .collect();
    assert_eq!(names, BTreeMap::from([(0, String::new())]));
    assert_eq!(over.rounds.len(), 4);
    assert!(over.entries[0].dropped);
}
