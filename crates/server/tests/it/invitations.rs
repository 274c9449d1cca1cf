//! Links to tables and their previews.

use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{ClientMessage, Phase, TableCreated, Tables};
use shangrila_rules::Seat;

use crate::common::TestServer;
use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;

const LIVE: &str = r#"{ "live": { "base": 600, "increment": 10 } }"#;

fn clock() -> serde_json::Value {
    serde_json::from_str(LIVE).unwrap()
}

#[tokio::test]
async fn a_link_says_who_invites_to_which_game() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.guest("Ada <b> & Co").await;
    let settings = json!({ "seats": 3, "clock": clock() });
    let created = ada.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    let mut chat = server.client();
    chat.headers.insert("host", "play.example".parse().unwrap());
    let page = chat.get(&format!("/t/{table}")).await.expect(StatusCode::OK);
    let tag = |name: &str, content: &str| format!("<meta property=\"{name}\" content=\"{content}\">");
    for expected in [
        tag("og:title", "Ada &lt;b&gt; &amp; Co invites you to a game"),
        tag(
            "og:description",
            "The Bridges of Shangri-La · 3 players, 2 seats free · 10 min each, plus 10 s per turn · at most about 45 minutes",
        ),
        tag("og:image", "http://play.example/t/map.png"),
        tag("og:url", &format!("http://play.example/t/{table}")),
    ] {
        assert!(page.body.contains(&expected), "{expected} is not in {}", page.body);
    }
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    chat.headers.insert("accept-language", "de-CH,de;q=0.9".parse().unwrap());
    let page = chat.get(&format!("/t/{table}")).await;
    assert!(page.body.contains("lädt dich zu einer Partie ein"), "{}", page.body);
}

#[tokio::test]
async fn a_link_to_no_table_shows_the_app_and_reveals_nothing() {
    let server = TestServer::start().await;
    for path in ["/t/nosuchtable", "/t/%3Cscript%3E", "/t/%22%3E%3Cscript%3E"] {
        let page = server.client().get(path).await.expect(StatusCode::OK);
        assert!(page.body.contains("A game of The Bridges of Shangri-La"), "{}", page.body);
        assert!(!page.body.contains("<script>"), "{}", page.body);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_between_players_who_are_there_starts_at_once_and_others_are_asked() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut ada, _) = server.guest("Ada").await;
    let settings = json!({ "seats": 3, "clock": clock() });
    let (ben, cleo) = (server.guest("Ben").await.0, server.guest("Cleo").await.0);
    for is_there in [true, false] {
        let created = ada.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
        let TableCreated { table } = created.read();
        let mut host = Player::connect(port, &ada).await;
        if is_there {
            host.follow(&table).await.unwrap();
        }
        let mut second = Player::connect(port, &ben).await;
        second.join(&table).await;
        let mut third = Player::connect(port, &cleo).await;
        third.join(&table).await;
        if !is_there {
            let check = second.wait_until(&table, |state| state.ready_check.is_some()).await.ready_check.unwrap();
            assert_eq!(check.ready, [Seat::Second, Seat::Third]);
            // The list of one's tables says who is asked.
            let listed: Tables = ada.get("/api/me/tables").await.expect(StatusCode::OK).read();
            let listed = listed.tables.iter().find(|listed| listed.table == table).unwrap();
            assert_eq!(listed.seats.iter().map(|seat| seat.asked).collect::<Vec<_>>(), [true, false, false]);
            host.follow(&table).await.unwrap();
            host.command(&table, |id, table| ClientMessage::Ready { id, table }).await.unwrap();
        }
        let state = third.wait_until(&table, |state| state.phase == Phase::Playing).await;
        assert_eq!((state.ready_check, state.clock.unwrap().left), (None, vec![600_000; 3]));
    }
}
