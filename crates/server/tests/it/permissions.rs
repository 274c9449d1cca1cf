//! Every message and every route, sent by everyone who could send it. The result is `docs/permissions.md`, which therefore says what the
//! server does. `SHANGRILA_WRITE=1 cargo nextest run -p shangrila-server permissions` writes it; review the diff.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use crate::common::player::{Answer, Player};
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, PASSWORD, TestServer};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{BotCreated, ClientMessage, Me, Role, TableCreated, TableId, TournamentCreated};
use shangrila_rules::{Position, Seat, Seats};

/// Everyone who could send something.
struct Cast {
    anonymous: Client,
    /// Knows the link of the table and nothing else.
    guest: Client,
    /// Opened the table and is to move.
    mover: Client,
    /// The other players; as many as the table needs.
    others: [Client; 3],
    /// Watches the table.
    spectator: Client,
    account: Client,
    other_account: Client,
    bot: Client,
    moderator: Client,
    administrator: Client,
    ids: Ids,
}

struct Ids {
    moderator: Me,
    guest: Me,
    account: Me,
    bot: String,
}

const WRONG: &str = "wrong wrong";

const ROLES: [&str; 10] = [
    "anonymous",
    "guest",
    "player to move",
    "other player",
    "spectator",
    "account",
    "other account",
    "bot",
    "moderator",
    "administrator",
];

impl Cast {
    async fn gather(server: &TestServer) -> Cast {
        let (guest, guest_me) = server.guest("Gus").await;
        let (mover, _) = server.guest("Ada").await;
        let mut others = Vec::new();
        for name in ["Ben", "Cleo", "Dan"] {
            others.push(server.guest(name).await.0);
        }
        let (spectator, _) = server.guest("Sam").await;
        let (mut account, account_me) = server.account("Ann").await;
        account.patch("/api/me", json!({ "profile_public": false })).await.expect(StatusCode::OK);
        let (other_account, _) = server.account("Zoe").await;
        let created: BotCreated =
            account.post("/api/me/bots", json!({ "name": "Robo" })).await.expect(StatusCode::CREATED).read();
        let mut bot = server.client();
        bot.headers.insert("authorization", format!("Bearer {}", created.token).parse().unwrap());
        let (moderator, moderator_me) = server.with_role("Mia", Role::Moderator).await;
        let (administrator, _) = server.with_role("Max", Role::Administrator).await;
        let ids =
            Ids { moderator: moderator_me, guest: guest_me, account: account_me, bot: created.bot.id.to_string() };
        let others = others.try_into().unwrap_or_else(|_| unreachable!());
        let anonymous = server.client();
        Cast { anonymous, guest, mover, others, spectator, account, other_account, bot, moderator, administrator, ids }
    }

    /// As in [`ROLES`].
    fn roles(&self) -> [&Client; 10] {
        let other = &self.others[0];
        [
            &self.anonymous,
            &self.guest,
            &self.mover,
            other,
            &self.spectator,
            &self.account,
            &self.other_account,
            &self.bot,
            &self.moderator,
            &self.administrator,
        ]
    }
}

/// The table a message is sent to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// One seat is free.
    Waiting,
    /// All seats of a live game are taken, and those of the others are ready.
    Ready,
    /// The game is in progress, with spectators.
    Playing,
    /// The game is in progress, without spectators.
    Secret,
    /// The game is in progress, and a takeback was requested.
    Takeback,
    /// The game is over.
    Finished,
}

impl Place {
    const fn name(self) -> &'static str {
        match self {
            Place::Waiting => "waiting",
            Place::Ready => "ready check",
            Place::Playing => "playing",
            Place::Secret => "playing, no spectators",
            Place::Takeback => "playing, takeback requested",
            Place::Finished => "finished",
        }
    }
}

/// Opens a table and brings it to this stage.
async fn table(port: ServerPort, cast: &mut Cast, place: Place) -> TableId {
    let clock = if place == Place::Ready { json!({ "live": { "base": 600, "increment": 10 } }) } else { json!("none") };
    let settings = json!({ "seats": 3, "spectators": place != Place::Secret, "clock": clock });
    let created = cast.mover.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    let mut players = vec![Player::connect(port, &cast.mover).await];
    // Those who are there when the others come count as ready.
    if place != Place::Ready {
        players[0].follow(&table).await.unwrap();
    }
    let joining = if place == Place::Waiting { 1 } else { 2 };
    for other in &cast.others[..joining] {
        let mut player = Player::connect(port, other).await;
        player.join(&table).await;
        players.push(player);
    }
    match place {
        Place::Waiting | Place::Ready | Place::Playing | Place::Secret => {}
        Place::Takeback => {
            players[0].play_first(&table).await;
            players[0].command(&table, |id, table| ClientMessage::AskTakeback { id, table }).await.unwrap();
        }
        Place::Finished => {
            let mut turn = Some(Seat::First);
            while let Some(seat) = turn {
                players[seat.index()].play_first(&table).await;
                turn = players[seat.index()].state(&table).next;
            }
        }
    }
    table
}

/// What the document says about the answer to a message, and whether it has changed the table.
struct Outcome {
    word: String,
    has_changed_table: bool,
}

impl Outcome {
    fn unchanged(word: &str) -> Outcome {
        Outcome { word: word.to_string(), has_changed_table: false }
    }

    /// Sends a message of this kind.
    async fn of(message: &str, port: ServerPort, client: &Client, table: &TableId, fields: &Value) -> Outcome {
        match message {
            "unwatch" => Outcome::without_answer(port, client, json!({ "do": message, "table": table }), "done").await,
            "unwatch_lobby" => Outcome::without_answer(port, client, json!({ "do": message }), "done").await,
            "ping" => Outcome::without_answer(port, client, json!({ "do": message }), "pong").await,
            "earlier_chat" => {
                let mut socket = RawSocket::connect(port, client).await;
                let mut request = fields.clone();
                (request["do"], request["table"]) = (json!(message), json!(table));
                socket.send(&request).await;
                loop {
                    let answer = socket.receive().await.expect("the connection is open");
                    match answer["is"].as_str() {
                        Some("chat") => return Outcome::unchanged("chat"),
                        Some("refused") => return Outcome::unchanged(answer["reason"]["code"].as_str().unwrap()),
                        _ => {}
                    }
                }
            }
            "watch_lobby" => {
                let mut player = Player::connect(port, client).await;
                player.core.subscribe_lobby();
                player.wait_for(|event| matches!(event, ClientEvent::Lobby(_)).then_some(())).await;
                Outcome::unchanged("lobby")
            }
            "watch" => match Player::connect(port, client).await.follow(table).await {
                Ok(()) => Outcome::unchanged("state"),
                Err(reason) => Outcome::unchanged(reason.code()),
            },
            _ => {
                let mut player = Player::connect(port, client).await;
                // Those who may not look at the table can still send commands.
                let _ = player.follow(table).await;
                Outcome::of_command(message, &mut player, table, fields).await
            }
        }
    }

    /// Sends a message that has no answer, and then a ping.
    async fn without_answer(port: ServerPort, client: &Client, message: Value, word: &str) -> Outcome {
        let mut socket = RawSocket::connect(port, client).await;
        socket.send(&message).await;
        socket.send(&json!({ "do": "ping" })).await;
        loop {
            let answer = socket.receive().await.expect("the connection is open");
            assert_ne!(answer["is"], "refused", "{answer}");
            if answer["is"] == "pong" {
                return Outcome::unchanged(word);
            }
        }
    }

    async fn of_command(message: &str, player: &mut Player, table: &TableId, fields: &Value) -> Outcome {
        let answer = player.command(table, |id, table| {
            let mut fields = fields.clone();
            (fields["do"], fields["id"], fields["table"]) = (json!(message), json!(id), json!(table));
            serde_json::from_value(fields).unwrap()
        });
        match answer.await {
            Ok(Answer::Event(event)) => {
                let event = serde_json::to_value(event).unwrap();
                Outcome { word: event["event"].as_str().unwrap().to_string(), has_changed_table: true }
            }
            Ok(Answer::Chat) => Outcome::unchanged("chat"),
            Err(reason) => Outcome::unchanged(reason.code()),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_may_do_what_the_document_says() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.waiting_tables = 10_000;
        config.limits.message_burst = 100_000;
        config.limits.chat_burst = 1000;
        config.limits.command_burst = 1000;
        config.limits.table_burst = 10_000;
        config.limits.password_burst = 1000;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let mut cast = Cast::gather(&server).await;
    let mut document = String::from(
        "# Permissions\n\nWhat the server answers to every message and every route, by sender. A test writes this page and fails if the \
        server behaves\ndifferently: `crates/server/tests/it/permissions.rs`.\n\n- *anonymous*: no cookie or token\n- *guest*: has a name \
        and the link of the table\n- *player to move*: the guest who opened the table and whose turn it is\n- *other player*: another \
        guest with a seat\n- *spectator*: a guest who watches the table\n- *account*, *other account*: have a password and no seat; the \
        profile and bot in the routes belong to *account*\n- *bot*: has an API token; belongs to *account*\n- *moderator*, *administrator*: accounts with that role and no seat\n\nAnyone can connect to \
        `GET /api/socket`; the first table shows what they can do there.\n",
    );
    messages(port, &mut cast, &mut document).await;
    routes(port, &mut cast, &mut document).await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/permissions.md");
    if env::var_os("SHANGRILA_WRITE").is_some() {
        fs::write(&file, &document).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    for (line, (is, says)) in document.lines().zip(written.lines()).enumerate() {
        assert_eq!(is, says, "line {} of docs/permissions.md differs from what the server does", line + 1);
    }
    assert_eq!(document.lines().count(), written.lines().count());
}

fn head(document: &mut String, title: &str, first: &str) {
    write!(document, "\n## {title}\n\n| {first} | {} |\n|---|{}\n", ROLES.join(" | "), "---|".repeat(ROLES.len()))
        .unwrap();
}

/// Messages over the WebSocket: the answering event, or the code of the refusal.
async fn messages(port: ServerPort, cast: &mut Cast, document: &mut String) {
    use Place::{Finished, Playing, Ready, Secret, Takeback, Waiting};
    head(document, "Messages", "message, stage of the table");
    let first_move = Position::first_game(Seats::THREE, Default::default()).legal_moves().get(0).unwrap().to_string();
    let rows: [(&str, Value, &[Place]); 23] = [
        ("watch", json!({}), &[Waiting, Playing, Secret, Finished]),
        ("unwatch", json!({}), &[Playing]),
        ("join", json!({}), &[Waiting, Playing]),
        ("seat_level", json!({ "seat": 2, "level": "guide" }), &[Waiting, Playing]),
        ("fill", json!({ "level": "guide" }), &[Waiting, Playing]),
        ("remove", json!({ "seat": 1 }), &[Waiting, Playing]),
        ("hand_over", json!({ "seat": 1 }), &[Waiting, Playing]),
        ("answer_seat", json!({ "agrees": true }), &[Waiting, Playing]),
        ("ready", json!({}), &[Waiting, Ready, Playing]),
        ("close", json!({}), &[Waiting, Playing]),
        ("leave", json!({}), &[Waiting, Playing, Secret]),
        ("return", json!({}), &[Playing, Secret]),
        ("play", json!({ "ply": 0, "mv": first_move }), &[Waiting, Playing, Secret, Finished]),
        ("resign", json!({}), &[Playing, Secret, Finished]),
        ("ask_takeback", json!({}), &[Playing, Secret]),
        ("answer_takeback", json!({ "agrees": true }), &[Takeback, Playing]),
        ("vote", json!({ "choice": "replace" }), &[Waiting, Playing, Secret]),
        ("rematch", json!({}), &[Playing, Finished]),
        ("say", json!({ "text": "Hello." }), &[Waiting, Playing, Secret, Finished]),
        ("earlier_chat", json!({ "before": 5 }), &[Waiting, Playing, Secret, Finished]),
        ("watch_lobby", Value::Null, &[Playing]),
        ("unwatch_lobby", Value::Null, &[Playing]),
        ("ping", Value::Null, &[Playing]),
    ];
    // The error for an unknown message names all there are.
    let unknown = serde_json::from_value::<ClientMessage>(json!({ "do": "?" })).unwrap_err().to_string();
    for name in unknown.split('`').skip(3).step_by(2) {
        assert!(rows.iter().any(|(message, ..)| *message == name), "no row for {name}");
    }
    for (message, fields, places) in rows {
        for &place in places {
            let at = if fields.is_null() { "any" } else { place.name() };
            write!(document, "| `{message}`, {at} |").unwrap();
            // A refusal changes nothing, so a table is reused until something happens at it.
            let mut here = table(port, cast, place).await;
            for index in 0..ROLES.len() {
                let outcome = Outcome::of(message, port, cast.roles()[index], &here, &fields).await;
                write!(document, " {} |", outcome.word).unwrap();
                if outcome.has_changed_table {
                    here = table(port, cast, place).await;
                }
            }
            document.push('\n');
        }
    }
}

/// HTTP routes: the status and, if refused, the code.
async fn routes(port: ServerPort, cast: &mut Cast, document: &mut String) {
    head(document, "Routes", "route");
    let secret = table(port, cast, Place::Secret).await;
    let waiting = table(port, cast, Place::Waiting).await;
    let (guest, account) = (cast.ids.guest.person.id.to_string(), cast.ids.account.person.id.to_string());
    let bot = cast.ids.bot.clone();
    let nothing = Value::Null;
    let credentials = |name: &str, password: &str| json!({ "name": name, "password": password });
    let rated = json!({ "settings": { "rated": true, "visibility": "public", "clock": { "days": { "days": 2 } } } });
    let moderator = cast.ids.moderator.person.id.to_string();
    let action = |action: Value| json!({ "action": action, "reason": "" });
    let about = |what: &str, person: &str| action(json!({ "act": what, "person": person }));
    let network = |what: &str| action(json!({ "act": what, "network": "192.0.2.0/24" }));
    let line = |what: &str| action(json!({ "act": what, "table": waiting, "line": 99 }));
    let no_table = action(json!({ "act": "close_table", "table": "none" }));
    let no_club = action(json!({ "act": "close_club", "club": "none" }));
    let no_tournament = action(json!({ "act": "close_tournament", "tournament": "none" }));
    let grant = action(json!({ "act": "grant", "person": account, "role": "moderator" }));
    let report = |what: &str| action(json!({ "act": what, "report": 99 }));
    let resolved = action(json!({ "act": "resolve_report", "report": 99, "outcome": "upheld" }));
    let push = json!({ "endpoint": "https://127.0.0.1/", "p256dh": "", "auth": "" });
    let (passkeys, one_passkey) = ("me/passkeys", "me/passkeys/{id}");
    let (private, history) = (", private, of *account*", "rating-history?players=4&list=people");
    let invited = json!({ "person": moderator });
    let club: Value =
        cast.account.post("/api/clubs", json!({ "name": "Bridges" })).await.expect(StatusCode::CREATED).read();
    let club = club["club"].as_str().unwrap().to_string();
    let event = json!({
        "weekday": 3, "minute": 1200, "time_zone": "Europe/Berlin", "duration": 180, "tables": 2, "settings": {},
    });
    let fair_play = "moderation/people/{id}/fair-play";
    let (actions, chat) = ("moderation/actions", "moderation/tables/{id}/chat");
    let new_tournament = json!({ "name": "Cup", "most_players": 128 });
    let cup: TournamentCreated =
        cast.account.post("/api/tournaments", new_tournament.clone()).await.expect(StatusCode::CREATED).read();
    let (cup, in_cup) = (cup.tournament, "tournaments/{id}/actions");
    let cup_actions = || format!("tournaments/{cup}/actions");
    let do_it = |action: &str| json!({ "action": action });
    let add = json!({ "action": "add_computers", "level": "pilgrim", "count": 1 });
    let (conditional, at_secret) = ("tables/{id}/conditional-moves", ", playing, no spectators");
    let (record, of_account) = ("tables/{id}/record", ", of *account*");
    let rows: Vec<(Method, &str, &str, String, Value)> = vec![
        (Method::GET, "health", "", "health".into(), nothing.clone()),
        (Method::GET, "ready", "", "ready".into(), nothing.clone()),
        (Method::GET, "me", "", "me".into(), nothing.clone()),
        (Method::GET, "me/tables", "", "me/tables".into(), nothing.clone()),
        (Method::GET, "me/export", "", "me/export".into(), nothing.clone()),
        (Method::GET, "me/bots", "", "me/bots".into(), nothing.clone()),
        (Method::GET, "me/devices", "", "me/devices".into(), nothing.clone()),
        (Method::GET, "me/recovery", "", "me/recovery".into(), nothing.clone()),
        (Method::GET, "tables", "", "tables".into(), nothing.clone()),
        (Method::GET, "me/notices", "", "me/notices".into(), nothing.clone()),
        (Method::PUT, "me/notices", "", "me/notices".into(), json!({ "language": "en" })),
        (Method::POST, "me/notices/push", ", private address", "me/notices/push".into(), push),
        (Method::DELETE, "me/notices/push", "", "me/notices/push".into(), nothing.clone()),
        (Method::POST, "unsubscribe/{secret}", ", wrong secret", "unsubscribe/none".into(), nothing.clone()),
        (Method::GET, "me/vacation", "", "me/vacation".into(), nothing.clone()),
        (Method::POST, "me/vacation", "", "me/vacation".into(), nothing.clone()),
        (Method::DELETE, "me/vacation", "", "me/vacation".into(), nothing.clone()),
        (Method::GET, "lobby", "", "lobby".into(), nothing.clone()),
        (Method::GET, "games", "", "games".into(), nothing.clone()),
        (Method::GET, "ratings", "", "ratings?players=4&list=people".into(), nothing.clone()),
        (Method::GET, "people/{id}", ", public", format!("people/{guest}"), nothing.clone()),
        (Method::GET, "people/{id}", ", private, of *account*", format!("people/{account}"), nothing.clone()),
        (Method::GET, "people/{id}/games", ", public", format!("people/{guest}/games"), nothing.clone()),
        (Method::GET, "people/{id}/results", private, format!("people/{account}/results"), nothing.clone()),
        (Method::GET, "people/{id}/rating-history", private, format!("people/{account}/{history}"), nothing.clone()),
        (Method::GET, "people/{id}/against/{other}", "", format!("people/{guest}/against/{bot}"), nothing.clone()),
        (Method::GET, "people", ", unknown", "people?name=Nobody".into(), nothing.clone()),
        (Method::GET, "me/people", "", "me/people".into(), nothing.clone()),
        (Method::PUT, "me/friends/{person}", ", *moderator*", format!("me/friends/{moderator}"), nothing.clone()),
        (Method::DELETE, "me/friends/{person}", "", format!("me/friends/{moderator}"), nothing.clone()),
        (Method::PUT, "me/following/{person}", ", *moderator*", format!("me/following/{moderator}"), nothing.clone()),
        (Method::DELETE, "me/following/{person}", "", format!("me/following/{moderator}"), nothing.clone()),
        (Method::POST, "tables/{id}/invitations", ", waiting", format!("tables/{waiting}/invitations"), invited),
        (Method::GET, "me/invitations", "", "me/invitations".into(), nothing.clone()),
        (Method::DELETE, "me/invitations/{table}", "", format!("me/invitations/{waiting}"), nothing.clone()),
        (Method::GET, "clubs", "", "clubs".into(), nothing.clone()),
        (Method::POST, "clubs", "", "clubs".into(), json!({ "name": "NAME" })),
        (Method::GET, "me/clubs", "", "me/clubs".into(), nothing.clone()),
        (Method::GET, "clubs/{id}", of_account, format!("clubs/{club}"), nothing.clone()),
        (Method::GET, "clubs/{id}/league", of_account, format!("clubs/{club}/league"), nothing.clone()),
        (Method::PATCH, "clubs/{id}", of_account, format!("clubs/{club}"), json!({})),
        (Method::POST, "clubs/{id}/tables", of_account, format!("clubs/{club}/tables"), json!({})),
        (Method::POST, "clubs/{id}/link", of_account, format!("clubs/{club}/link"), nothing.clone()),
        (Method::PUT, "clubs/{id}/event", of_account, format!("clubs/{club}/event"), event),
        (Method::DELETE, "clubs/{id}/event", of_account, format!("clubs/{club}/event"), nothing.clone()),
        (
            Method::PUT,
            "clubs/{id}/members/{person}",
            ", nobody",
            format!("clubs/{club}/members/x"),
            json!({ "role": "member" }),
        ),
        (Method::DELETE, "clubs/{id}/members/{person}", ", nobody", format!("clubs/{club}/members/x"), nothing.clone()),
        (Method::PUT, "clubs/{id}/membership", of_account, format!("clubs/{club}/membership"), nothing.clone()),
        (Method::DELETE, "clubs/{id}/membership", of_account, format!("clubs/{club}/membership"), nothing.clone()),
        (Method::DELETE, "clubs/{id}", of_account, format!("clubs/{club}"), nothing.clone()),
        (Method::GET, record, ", waiting", format!("tables/{waiting}/record"), nothing.clone()),
        (Method::GET, record, ", playing, no spectators", format!("tables/{secret}/record"), nothing.clone()),
        (Method::GET, "tables/{id}/history", ", waiting", format!("tables/{waiting}/history"), nothing.clone()),
        (
            Method::GET,
            "tables/{id}/history",
            ", playing, no spectators",
            format!("tables/{secret}/history"),
            nothing.clone(),
        ),
        (Method::GET, conditional, at_secret, format!("tables/{secret}/conditional-moves"), nothing.clone()),
        (
            Method::PUT,
            conditional,
            at_secret,
            format!("tables/{secret}/conditional-moves"),
            json!({ "ply": 0, "lines": [] }),
        ),
        (Method::GET, "tables/{id}/notes", at_secret, format!("tables/{secret}/notes"), nothing.clone()),
        (
            Method::PUT,
            "tables/{id}/notes",
            at_secret,
            format!("tables/{secret}/notes"),
            json!({ "text": "", "revision": 0 }),
        ),
        (Method::POST, "tables", "", "tables".into(), json!({})),
        (Method::POST, "tables", ", rated", "tables".into(), rated),
        (Method::POST, "play", "", "play".into(), json!({ "alone": true })),
        (Method::GET, "tournaments", "", "tournaments".into(), nothing.clone()),
        (Method::POST, "tournaments", "", "tournaments".into(), new_tournament),
        (Method::GET, "tournaments/{id}", "", format!("tournaments/{cup}"), nothing.clone()),
        (Method::POST, in_cup, ", `enter`", cup_actions(), do_it("enter")),
        (Method::POST, in_cup, ", `withdraw`", cup_actions(), do_it("withdraw")),
        (Method::POST, in_cup, ", `add_computers`, directed by *account*", cup_actions(), add),
        (
            Method::POST,
            in_cup,
            ", `remove`, directed by *account*",
            cup_actions(),
            json!({ "action": "remove", "entry": 0 }),
        ),
        (Method::POST, in_cup, ", `start`, directed by *account*, too few players", cup_actions(), do_it("start")),
        (Method::POST, in_cup, ", `cancel`, directed by *account*", cup_actions(), do_it("cancel")),
        (Method::PUT, "me/mutes/{person}", "", format!("me/mutes/{guest}"), nothing.clone()),
        (Method::DELETE, "me/mutes/{person}", "", format!("me/mutes/{guest}"), nothing.clone()),
        (Method::PATCH, "me", "", "me".into(), json!({})),
        (
            Method::POST,
            "me/password",
            ", wrong password",
            "me/password".into(),
            json!({ "old": WRONG, "new": PASSWORD }),
        ),
        (
            Method::POST,
            "me/recovery-codes",
            ", wrong password",
            "me/recovery-codes".into(),
            json!({ "password": WRONG }),
        ),
        (Method::GET, passkeys, "", passkeys.into(), nothing.clone()),
        (
            Method::POST,
            "me/passkeys/challenge",
            ", wrong password",
            "me/passkeys/challenge".into(),
            json!({ "password": WRONG }),
        ),
        (Method::POST, passkeys, ", wrong passkey", passkeys.into(), json!({ "name": "Laptop", "credential": {} })),
        (Method::PATCH, one_passkey, ", unknown", "me/passkeys/none".into(), json!({ "name": "Laptop" })),
        (Method::DELETE, one_passkey, ", unknown", "me/passkeys/none".into(), nothing.clone()),
        (Method::POST, "session/passkey/challenge", "", "session/passkey/challenge".into(), nothing.clone()),
        (Method::POST, "session/passkey", ", wrong passkey", "session/passkey".into(), json!({})),
        (Method::PUT, "me/email", ", wrong password", "me/email".into(), json!({ "password": WRONG, "address": null })),
        (Method::POST, "email/verification", ", wrong link", "email/verification".into(), json!({ "token": WRONG })),
        (
            Method::POST,
            "password-reset",
            ", without mail",
            "password-reset".into(),
            json!({ "address": "ann@a.example" }),
        ),
        (
            Method::POST,
            "password-reset/confirmation",
            ", wrong link",
            "password-reset/confirmation".into(),
            json!({ "token": WRONG, "password": PASSWORD }),
        ),
        (
            Method::POST,
            "session/recovery",
            ", wrong code",
            "session/recovery".into(),
            json!({ "name": "Ann", "code": WRONG, "password": PASSWORD }),
        ),
        (Method::POST, "me/bots", "", "me/bots".into(), json!({ "name": "NAME" })),
        (Method::POST, "guests", "", "guests".into(), json!({ "name": "Gil" })),
        (Method::POST, "session", ", wrong password", "session".into(), credentials("Ann", WRONG)),
        (Method::POST, "accounts", ", name taken", "accounts".into(), credentials("ann", PASSWORD)),
        (Method::GET, "moderation/people", "", "moderation/people?text=Ann".into(), nothing.clone()),
        (Method::GET, "moderation/tables", "", "moderation/tables".into(), nothing.clone()),
        (Method::GET, chat, "", format!("moderation/tables/{waiting}/chat"), nothing.clone()),
        (Method::GET, "moderation/networks", "", "moderation/networks".into(), nothing.clone()),
        (Method::GET, "moderation/audit", "", "moderation/audit".into(), nothing.clone()),
        (Method::GET, "moderation/reports", "", "moderation/reports".into(), nothing.clone()),
        (Method::GET, fair_play, "", format!("moderation/people/{guest}/fair-play"), nothing.clone()),
        (Method::POST, "reports", "", "reports".into(), json!({ "person": bot, "text": "Cheats" })),
        (Method::GET, "me/blocks", "", "me/blocks".into(), nothing.clone()),
        (Method::PUT, "me/blocks/{person}", "", format!("me/blocks/{bot}"), nothing.clone()),
        (Method::DELETE, "me/blocks/{person}", "", format!("me/blocks/{bot}"), nothing.clone()),
        (Method::POST, actions, ", `mute` of *guest*", actions.into(), about("mute", &guest)),
        (Method::POST, actions, ", `unmute` of *guest*", actions.into(), about("unmute", &guest)),
        (Method::POST, actions, ", `ban` of *moderator*", actions.into(), about("ban", &moderator)),
        (Method::POST, actions, ", `unban` of *moderator*", actions.into(), about("unban", &moderator)),
        (Method::POST, actions, ", `ban_network`", actions.into(), network("ban_network")),
        (Method::POST, actions, ", `unban_network`", actions.into(), network("unban_network")),
        (Method::POST, actions, ", `hide_line` that does not exist", actions.into(), line("hide_line")),
        (Method::POST, actions, ", `show_line` that does not exist", actions.into(), line("show_line")),
        (Method::POST, actions, ", `remove_line` that does not exist", actions.into(), line("remove_line")),
        (Method::POST, actions, ", `close_table` that does not exist", actions.into(), no_table),
        (Method::POST, actions, ", `close_club` that does not exist", actions.into(), no_club),
        (Method::POST, actions, ", `close_tournament` that does not exist", actions.into(), no_tournament),
        (Method::POST, actions, ", `take_report` that does not exist", actions.into(), report("take_report")),
        (Method::POST, actions, ", `resolve_report` that does not exist", actions.into(), resolved),
        (Method::POST, actions, ", `reset_link` for *account*", actions.into(), about("reset_link", &account)),
        (Method::POST, actions, ", `grant`", actions.into(), grant),
        (Method::POST, actions, ", `revoke`", actions.into(), about("revoke", &moderator)),
        (Method::DELETE, "me/devices/{id}", ", of somebody else", "me/devices/unknown".into(), nothing.clone()),
        (Method::DELETE, "me/devices", "", "me/devices".into(), nothing.clone()),
        (Method::POST, "me/bots/{id}/token", of_account, format!("me/bots/{bot}/token"), nothing.clone()),
        // Last, because it deletes the sender.
        (Method::DELETE, "me/bots/{id}", of_account, format!("me/bots/{bot}"), nothing),
        (Method::POST, "me/deletion", ", wrong password", "me/deletion".into(), json!({ "password": WRONG })),
        (Method::DELETE, "session", "", "session".into(), Value::Null),
    ];
    let mut covered = BTreeSet::new();
    for (method, route, note, path, body) in rows {
        write!(document, "| `{method} /api/{route}`{note} |").unwrap();
        covered.insert(format!("{} /{route}", method.as_str().to_lowercase()));
        for index in 0..ROLES.len() {
            let mut client = cast.roles()[index].clone();
            // Names must be unique.
            let mut body = body.clone();
            if body["name"] == "NAME" {
                body["name"] = json!(format!("Robo {index}"));
            }
            let answer = client.ask(method.clone(), &format!("/api/{path}"), (!body.is_null()).then_some(body)).await;
            let problem: Value = serde_json::from_str(&answer.body).unwrap_or_default();
            let code = problem["reason"]["code"].as_str().map_or(String::new(), |code| format!(" {code}"));
            write!(document, " {}{code} |", answer.status.as_u16()).unwrap();
        }
        document.push('\n');
    }
    let listed: Value = cast.anonymous.get("/api/openapi.json").await.read();
    for (path, methods) in listed["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            assert!(covered.contains(&format!("{method} {path}")), "no row for {method} {path}");
        }
    }
}
