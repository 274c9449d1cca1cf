//! What players keep for themselves at a table. Conditional moves are played by the server at once, used up or dropped, and there after a restart.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{ClientMessage, ConditionalMoves, TableId, TableState};
use shangrila_rules::{Move, Position};

use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, TestServer};
use crate::tables::at_a_table;

fn path(table: &TableId) -> String {
    format!("/api/tables/{table}/conditional-moves")
}

fn days() -> Value {
    json!({ "clock": { "days": { "days": 2 } } })
}

/// Leaves these lines for the present position.
async fn prepare(client: &mut Client, table: &TableId, state: &TableState, lines: &[String]) -> ConditionalMoves {
    let wish = json!({ "ply": state.moves.len(), "lines": lines });
    client.put_json(&path(table), wish).await.expect(StatusCode::OK).read()
}

async fn left(client: &mut Client, table: &TableId) -> Vec<String> {
    client.get(&path(table)).await.expect(StatusCode::OK).read::<ConditionalMoves>().lines
}

/// The position of a table of three with the first-game set-up.
fn position(player: &Player, table: &TableId) -> Position {
    *player.core.table(table).and_then(|table| table.position()).expect("a game")
}

/// The move with this number among the legal ones, and the position after it.
fn step(position: &Position, number: usize) -> (Move, Position) {
    let mv = position.legal_moves().get(number).expect("enough moves");
    (mv, position.after(mv))
}

async fn play(player: &mut Player, table: &TableId, mv: Move) {
    let ply = player.state(table).moves.len() as u32;
    player.command(table, |id, table| ClientMessage::Play { id, table, ply, mv: mv.to_string() }).await.unwrap();
}

#[tokio::test]
async fn the_server_answers_for_several_players_and_turns_as_soon_as_it_comes_to_that() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, mut players) = at_a_table(&server, port, days()).await;
    let start = position(&players[0], &table);
    let (ada, after_ada) = step(&start, 0);
    let (other, after_other) = step(&start, 1);
    let (ben_then, _) = step(&after_other, 0);
    let (ben, after_ben) = step(&after_ada, 0);
    let (cleo, after_cleo) = step(&after_ben, 0);
    let (ada_again, after_ada_again) = step(&after_cleo, 0);
    let (ben_again, _) = step(&after_ada_again, 0);
    let state = players[0].state(&table).clone();
    // Ben: a line that is left at once, one that goes on for two turns, and one for everything else.
    let lines = [format!("{other} {ben_then}"), format!("{ada} {ben} {cleo} * {ben_again}"), format!("* {ben}")];
    let stored = prepare(&mut clients[1], &table, &state, &lines).await;
    assert_eq!(stored.lines, lines);
    // Cleo answers anything.
    prepare(&mut clients[2], &table, &state, &[format!("* * {cleo}")]).await;
    // Nobody else can see that.
    assert_eq!(left(&mut clients[0], &table).await, Vec::<String>::new());
    let mut spectator = server.guest("Sam").await.0;
    spectator.get(&path(&table)).await.refused(403, "not_seated");
    play(&mut players[0], &table, ada).await;
    let state = players[0].wait_until(&table, |state| state.moves.len() == 3).await;
    assert_eq!(state.moves, [ada, ben, cleo].map(|mv| mv.to_string()));
    assert_eq!(state.conditional, [1, 2]);
    // What is left of Ben's lines goes on from here, Cleo's are used up.
    assert_eq!(left(&mut clients[1], &table).await, [format!("* {ben_again}")]);
    assert_eq!(left(&mut clients[2], &table).await, Vec::<String>::new());
    play(&mut players[0], &table, ada_again).await;
    let state = players[1].wait_until(&table, |state| state.moves.len() == 5).await;
    assert_eq!(state.moves[4], ben_again.to_string());
    assert_eq!(left(&mut clients[1], &table).await, Vec::<String>::new());
}

#[tokio::test]
async fn lines_survive_a_restart_and_are_dropped_when_the_game_leaves_them() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, players) = at_a_table(&server, port, json!({})).await;
    let start = position(&players[0], &table);
    let (ada, after_ada) = step(&start, 0);
    let (ben, _) = step(&after_ada, 0);
    let (wrong, _) = step(&start, 3);
    let state = players[0].state(&table).clone();
    prepare(&mut clients[1], &table, &state, &[format!("{ada} {ben}")]).await;
    prepare(&mut clients[2], &table, &state, &[format!("{wrong} * R@a")]).await;
    drop(players);
    let server = server.later(1000).await;
    let port = ServerPort::open(&server).await;
    for client in &mut clients {
        client.app = server.app.clone();
    }
    assert_eq!(left(&mut clients[1], &table).await, [format!("{ada} {ben}")]);
    let mut player = Player::connect(port, &clients[0]).await;
    player.follow(&table).await.unwrap();
    play(&mut player, &table, ada).await;
    let state = player.wait_until(&table, |state| state.moves.len() == 2).await;
    assert_eq!(state.moves[1], ben.to_string());
    assert_eq!(left(&mut clients[2], &table).await, Vec::<String>::new(), "the game has left the line");
    let export: Value = clients[2].get("/api/me/export").await.read();
    assert_eq!(export["conditional_moves"], json!([]), "and its player is to move");
}

#[tokio::test]
async fn a_takeback_a_stand_in_and_the_end_cancel_conditional_moves() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, mut players) = at_a_table(&server, port, json!({})).await;
    let start = position(&players[0], &table);
    let (ada, after_ada) = step(&start, 0);
    let (ben, after_ben) = step(&after_ada, 0);
    let (cleo, _) = step(&after_ben, 0);
    let state = players[0].state(&table).clone();
    prepare(&mut clients[1], &table, &state, &[format!("{ada} {ben}")]).await;
    play(&mut players[0], &table, ada).await;
    players[0].wait_until(&table, |state| state.moves.len() == 2).await;
    // Ada takes her move back. Played again, it has no answer any more.
    players[0].command(&table, |id, table| ClientMessage::AskTakeback { id, table }).await.unwrap();
    for player in &mut players[1..] {
        player.wait_until(&table, |state| state.takeback.is_some()).await;
        player.command(&table, |id, table| ClientMessage::AnswerTakeback { id, table, agrees: true }).await.unwrap();
    }
    players[0].wait_until(&table, |state| state.moves.is_empty()).await;
    assert_eq!(left(&mut clients[1], &table).await, Vec::<String>::new());
    let state = players[0].state(&table).clone();
    prepare(&mut clients[2], &table, &state, &[format!("* * {cleo}")]).await;
    // Cleo leaves, and is back before her turn.
    for command in ["leave", "return"] {
        let message =
            |id, table: TableId| serde_json::from_value(json!({ "do": command, "id": id, "table": table })).unwrap();
        players[2].command(&table, message).await.unwrap();
    }
    assert_eq!(left(&mut clients[2], &table).await, Vec::<String>::new());
    play(&mut players[0], &table, ada).await;
    players[1].wait_until(&table, |state| state.moves.len() == 1).await;
    play(&mut players[1], &table, ben).await;
    players[2].wait_until(&table, |state| state.moves.len() == 2).await;
    // An answer that is there at once would be an event before that of the next command.
    players[2].command(&table, crate::tables::say("My turn")).await.unwrap();
    assert_eq!(players[2].state(&table).moves.len(), 2, "nothing was played for those who are to move");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_its_reason() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, players) = at_a_table(&server, port, days()).await;
    let start = position(&players[0], &table);
    let (ada, after_ada) = step(&start, 0);
    let (ben, _) = step(&after_ada, 0);
    let ask = async |client: &mut Client, ply: u32, lines: &[String]| {
        client.put_json(&path(&table), json!({ "ply": ply, "lines": lines })).await
    };
    let good = format!("{ada} {ben}");
    ask(&mut clients[0], 0, &["R@a".to_string()]).await.refused(409, "your_turn");
    ask(&mut clients[1], 1, std::slice::from_ref(&good)).await.refused(409, "stale");
    for (line, status, code) in [
        (format!("{ada} to-b"), 422, "not_a_move"),
        (format!("{ada} {ben} *"), 400, "bad_message"),
        (format!("{ada} *"), 400, "bad_message"),
        (ada.to_string(), 400, "bad_message"),
        (String::new(), 400, "bad_message"),
        (format!("{ada} {ada}"), 422, "illegal_move"),
        (["*"; 20].join(" "), 400, "bad_message"),
    ] {
        let answer = ask(&mut clients[1], 0, std::slice::from_ref(&line)).await;
        let problem: shangrila_protocol::Problem = answer.read();
        assert_eq!((answer.status.as_u16(), problem.reason.code()), (status, code), "{line}");
    }
    let many: Vec<String> = (0..31).map(|_| good.clone()).collect();
    ask(&mut clients[1], 0, &many).await.refused(409, "too_many");
    // The same line twice is one, and none removes it.
    let twice: ConditionalMoves =
        ask(&mut clients[1], 0, &[good.clone(), good.clone()]).await.expect(StatusCode::OK).read();
    assert_eq!(twice.lines, [good]);
    let none: ConditionalMoves = ask(&mut clients[1], 0, &[]).await.expect(StatusCode::OK).read();
    assert!(none.lines.is_empty());
    // Nor are they for games in which others wait at the board.
    let live = json!({ "clock": { "live": { "base": 600, "increment": 10 } } });
    let (live, mut clients, _players) = at_a_table(&server, port, live).await;
    let wish = json!({ "ply": 0, "lines": ["* R@a"] });
    clients[1].put_json(&path(&live), wish).await.refused(409, "wrong_phase");
}

#[tokio::test]
async fn notes_are_kept_for_their_writer_alone_and_deleted_with_them() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, _players) = at_a_table(&server, port, days()).await;
    let path = format!("/api/tables/{table}/notes");
    let write = |text: &str, revision: u64| json!({ "text": text, "revision": revision });
    assert_eq!(clients[0].get(&path).await.read::<Value>(), write("", 0));
    let first: Value = clients[0].put_json(&path, write("Ben likes\nthe north", 0)).await.expect(StatusCode::OK).read();
    assert_eq!(first, write("Ben likes\nthe north", 1));
    // Another device that does not know that yet.
    clients[0].put_json(&path, write("Mine", 0)).await.refused(409, "outdated");
    clients[0].put_json(&path, write("Mine", 1)).await.expect(StatusCode::OK);
    assert_eq!(clients[0].get(&path).await.read::<Value>(), write("Mine", 2));
    // Nobody else reads them.
    assert_eq!(clients[1].get(&path).await.read::<Value>(), write("", 0));
    server.guest("Sam").await.0.get(&path).await.refused(403, "not_seated");
    server.client().get(&path).await.refused(401, "not_signed_in");
    clients[0].get("/api/tables/none/notes").await.refused(404, "not_found");
    for text in ["x".repeat(3001), "\u{0}".to_string()] {
        clients[0].put_json(&path, write(&text, 2)).await.refused(422, "bad_text");
    }
    let export: Value = clients[0].get("/api/me/export").await.read();
    assert_eq!(export["notes"], json!([{ "table": table, "text": "Mine" }]));
    clients[0].post("/api/me/deletion", json!({})).await.expect(StatusCode::NO_CONTENT);
    let sql = "SELECT 1 FROM table_notes WHERE text = 'Mine' AND person <> $1";
    assert!(!crate::common::database::finds(server.database(), sql, "").await, "they are gone");
}
