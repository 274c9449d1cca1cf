//! Friends, followers and invitations, over HTTP and sockets.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{
    Friendship, HeadToHead, MyPeople, NoticeKind, PersonResults, Profile, RatingHistory, TableCreated, TableId,
    TableInvitations, Tables,
};
use tokio::time::timeout;

use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, TestServer};
use crate::notices::{PATIENCE, SITE, receiver, server};

async fn people(client: &mut Client) -> MyPeople {
    client.get("/api/me/people").await.expect(StatusCode::OK).read()
}

async fn open_table(host: &mut Client) -> TableId {
    let created = host.post("/api/tables", json!({ "settings": { "seats": 3 } })).await.expect(StatusCode::CREATED);
    created.read::<TableCreated>().table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn friends_ask_agree_and_see_each_other_online() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let ((mut ada, ada_is), (mut ben, ben_is)) = (server.account("Ada").await, server.account("Ben").await);
    let (mut guest, guest_is) = server.guest("Gil").await;
    let (to_ada, to_ben) =
        (format!("/api/me/friends/{}", ada_is.person.id), format!("/api/me/friends/{}", ben_is.person.id));
    guest.put(&to_ada).await.refused(403, "needs_account");
    ada.put(&format!("/api/me/friends/{}", guest_is.person.id)).await.refused(404, "not_found");
    ada.put(&to_ada).await.refused(404, "not_found");
    let found: shangrila_protocol::Person = ada.get("/api/people?name=%20BEN").await.expect(StatusCode::OK).read();
    assert_eq!(found, ben_is.person);
    ada.get("/api/people?name=Gil").await.refused(404, "not_found");
    let standing: Value = ada.put(&to_ben).await.expect(StatusCode::OK).read();
    assert_eq!(standing["friendship"], "asked");
    assert_eq!(people(&mut ben).await.asking, std::slice::from_ref(&ada_is.person));
    ben.put(&to_ada).await.expect(StatusCode::OK);
    assert!(!people(&mut ada).await.friends[0].online);
    let profile: Profile = ada.get(&format!("/api/people/{}", ben_is.person.id)).await.expect(StatusCode::OK).read();
    assert_eq!(profile.standing.unwrap().friendship, Friendship::Friends);
    assert!(guest.get(&format!("/api/people/{}", ben_is.person.id)).await.read::<Profile>().standing.is_none());
    let _connected = Player::connect(port, &ben).await;
    timeout(PATIENCE, async {
        while !people(&mut ada).await.friends[0].online {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await
    .expect("Ben is online");
    // Someone who is blocked is a friend no longer, and cannot ask again.
    let block = format!("/api/me/blocks/{}", ada_is.person.id);
    ben.put(&block).await.expect(StatusCode::NO_CONTENT);
    assert!(people(&mut ada).await.friends.is_empty() && people(&mut ben).await.friends.is_empty());
    ada.put(&to_ben).await.refused(403, "blocked");
    ada.put(&format!("/api/me/following/{}", ben_is.person.id)).await.refused(403, "blocked");
    ben.put(&to_ada).await.refused(403, "blocked");
    ben.delete(&block).await.expect(StatusCode::NO_CONTENT);
    // Nobody finds someone with a private profile, unless they ask themselves.
    ben.patch("/api/me", json!({ "profile_public": false })).await.expect(StatusCode::OK);
    ada.put(&to_ben).await.refused(404, "not_found");
    ada.get("/api/people?name=Ben").await.refused(404, "not_found");
    for page in ["results", "games", "rating-history?players=4&list=people"] {
        ada.get(&format!("/api/people/{}/{page}", ben_is.person.id)).await.refused(404, "not_found");
    }
    ben.put(&to_ada).await.expect(StatusCode::OK);
    let standing: Value = ada.put(&to_ben).await.expect(StatusCode::OK).read();
    assert_eq!(standing["friendship"], "friends");
    let export = ada.get("/api/me/export").await.expect(StatusCode::OK).body;
    assert!(export.contains("\"friends\":[{\"person\":{"), "{export}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_arrives_in_the_app_and_by_the_webhook_of_a_friend() {
    let (address, mut called) = receiver(&[204]).await;
    let server = server(None).await;
    let port = ServerPort::open(&server).await;
    let ((mut ada, ada_is), (mut ben, ben_is)) = (server.account("Ada").await, server.account("Ben").await);
    let (mut eve, _) = server.guest("Eve").await;
    let url = format!("http://{address}/hook");
    let settings = json!({ "language": "en", "webhook": { "kind": "discord", "url": url } });
    ben.put_json("/api/me/notices", settings).await.expect(StatusCode::NO_CONTENT);
    let table = open_table(&mut ada).await;
    let (path, invited) = (format!("/api/tables/{table}/invitations"), json!({ "person": ben_is.person.id }));
    eve.post(&path, invited.clone()).await.refused(403, "not_seated");
    let mut connected = Player::connect(port, &ben).await;
    ada.post(&path, invited.clone()).await.expect(StatusCode::NO_CONTENT);
    let told = connected.wait_for(|event| match event {
        ClientEvent::Notice { table, kind } => Some((table, kind)),
        _ => None,
    });
    assert_eq!(told.await, (table.clone(), NoticeKind::Invited));
    let list: TableInvitations = ben.get("/api/me/invitations").await.expect(StatusCode::OK).read();
    assert_eq!((list.invitations.len(), &list.invitations[0].by), (1, &ada_is.person));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(called.is_empty(), "strangers reach him in the app only");
    ben.delete(&format!("/api/me/invitations/{table}")).await.expect(StatusCode::NO_CONTENT);
    ada.post(&path, invited.clone()).await.expect(StatusCode::NO_CONTENT);
    let list: TableInvitations = ben.get("/api/me/invitations").await.expect(StatusCode::OK).read();
    assert!(list.invitations.is_empty(), "declined is declined");
    ben.put(&format!("/api/me/following/{}", ada_is.person.id)).await.expect(StatusCode::NO_CONTENT);
    let table = open_table(&mut ada).await;
    ada.post(&format!("/api/tables/{table}/invitations"), invited.clone()).await.expect(StatusCode::NO_CONTENT);
    let (_, _, body) = timeout(PATIENCE, called.recv()).await.expect("the webhook is called").unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body, json!({ "content": format!("Ada invites you to a game {SITE}/t/{table}") }));
    // Whoever sits down has answered.
    connected.join(&table).await;
    let list: TableInvitations = ben.get("/api/me/invitations").await.expect(StatusCode::OK).read();
    assert!(list.invitations.is_empty());
    ben.put(&format!("/api/me/blocks/{}", ada_is.person.id)).await.expect(StatusCode::NO_CONTENT);
    let table = open_table(&mut ada).await;
    ada.post(&format!("/api/tables/{table}/invitations"), invited).await.refused(403, "blocked");
}

#[tokio::test]
async fn a_profile_without_games_has_empty_results() {
    let server = TestServer::start().await;
    let ((mut ada, ada_is), (_, ben_is)) = (server.account("Ada").await, server.account("Ben").await);
    let (ada_id, ben_id) = (&ada_is.person.id, &ben_is.person.id);
    let results: PersonResults = ada.get(&format!("/api/people/{ben_id}/results")).await.expect(StatusCode::OK).read();
    assert_eq!(results, PersonResults::default());
    let history = format!("/api/people/{ben_id}/rating-history?players=3&list=bots");
    assert!(ada.get(&history).await.expect(StatusCode::OK).read::<RatingHistory>().points.is_empty());
    let games = format!("/api/people/{ben_id}/games?before=17");
    assert!(ada.get(&games).await.expect(StatusCode::OK).read::<Tables>().tables.is_empty());
    let met: HeadToHead =
        ada.get(&format!("/api/people/{ada_id}/against/{ben_id}")).await.expect(StatusCode::OK).read();
    assert_eq!((met.games, met.person.name.as_str(), met.other.name.as_str()), (0, "Ada", "Ben"));
    ada.get(&format!("/api/people/{ada_id}/against/{ada_id}")).await.refused(404, "not_found");
    ada.get(&format!("/api/people/{ada_id}/against/!")).await.refused(404, "not_found");
}

#[tokio::test]
async fn friend_requests_and_invitations_are_rate_limited() {
    let server = TestServer::start().await;
    let (mut ada, (_, ben)) = (server.account("Ada").await.0, server.account("Ben").await);
    let table = open_table(&mut ada).await;
    let (path, invited) = (format!("/api/tables/{table}/invitations"), json!({ "person": ben.person.id }));
    for _ in 0..20 {
        ada.put(&format!("/api/me/friends/{}", ben.person.id)).await.expect(StatusCode::OK);
        ada.post(&path, invited.clone()).await.expect(StatusCode::NO_CONTENT);
    }
    ada.put(&format!("/api/me/friends/{}", ben.person.id)).await.refused(429, "too_fast");
    ada.post(&path, invited).await.refused(429, "too_fast");
}
