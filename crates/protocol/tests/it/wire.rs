//! The wire form of messages. A change here is a change of the protocol that older clients may misread.

use serde_json::{Value, json};
use shangrila_protocol::*;
use shangrila_rules::{Clan, IllegalMove, Seat, Seats};

fn id<T: core::str::FromStr>(text: &str) -> T
where
    T::Err: core::fmt::Debug,
{
    text.parse().unwrap()
}

/// Checks the wire form of a value in both directions.
#[track_caller]
pub(crate) fn same<T>(value: &T, wire: Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + core::fmt::Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), wire);
    assert_eq!(serde_json::from_value::<T>(wire).unwrap(), *value);
}

#[test]
fn client_messages_have_their_wire_form() {
    let (command, table): (CommandId, TableId) = (id("c1"), id("T"));
    let bare = |what: &str| json!({"do": what, "id": "c1", "table": "T"});
    let with = |what: &str, field: &str, value: Value| {
        let mut message = bare(what);
        message[field] = value;
        message
    };
    let (c, t) = (|| command.clone(), || table.clone());
    use ClientMessage::*;
    for (message, wire) in [
        (Watch { table: t(), since: None, since_at: None, chat_since: None }, json!({"do": "watch", "table": "T"})),
        (
            Watch { table: t(), since: Some(7), since_at: Some(1000), chat_since: Some(2) },
            json!({"do": "watch", "table": "T", "since": 7, "since_at": 1000, "chat_since": 2}),
        ),
        (EarlierChat { table: t(), before: 9 }, json!({"do": "earlier_chat", "table": "T", "before": 9})),
        (Unwatch { table: t() }, json!({"do": "unwatch", "table": "T"})),
        (WatchLobby, json!({"do": "watch_lobby"})),
        (UnwatchLobby, json!({"do": "unwatch_lobby"})),
        (Join { id: c(), table: t(), seat: None }, bare("join")),
        (Join { id: c(), table: t(), seat: Some(Seat::Third) }, with("join", "seat", json!(2))),
        (Fill { id: c(), table: t(), level: LevelId::Sage }, with("fill", "level", json!("sage"))),
        (Leave { id: c(), table: t() }, bare("leave")),
        (Return { id: c(), table: t() }, bare("return")),
        (Close { id: c(), table: t() }, bare("close")),
        (Resign { id: c(), table: t() }, bare("resign")),
        (AskTakeback { id: c(), table: t() }, bare("ask_takeback")),
        (AnswerTakeback { id: c(), table: t(), agrees: true }, with("answer_takeback", "agrees", json!(true))),
        (Vote { id: c(), table: t(), choice: VoteChoice::Skip }, with("vote", "choice", json!("skip"))),
        (Rematch { id: c(), table: t() }, bare("rematch")),
        (Say { id: c(), table: t(), text: "hm".to_string() }, with("say", "text", json!("hm"))),
        (Ping, json!({"do": "ping"})),
        (
            Play { id: c(), table: t(), ply: 3, mv: "P@a".to_string() },
            json!({"do": "play", "id": "c1", "table": "T", "ply": 3, "mv": "P@a"}),
        ),
        (
            SeatLevel { id: c(), table: t(), seat: Seat::Second, level: None },
            json!({"do": "seat_level", "id": "c1", "table": "T", "seat": 1, "level": null}),
        ),
    ] {
        same(&message, wire);
    }
}

#[test]
fn invalid_messages_are_rejected() {
    for invalid in [
        r#"{}"#,
        r#"{"do":"fly"}"#,
        r#"{"do":"play","id":"c1","table":"T","ply":-1,"mv":"P@a"}"#,
        r#"{"do":"play","id":"","table":"T","ply":1,"mv":"P@a"}"#,
        r#"{"do":"watch","table":"../etc"}"#,
        r#"{"do":"watch","table":"T","sinse":4}"#,
        r#"{"do":"join","id":"c1","table":"T","seat":4}"#,
        r#"{"do":"join","id":"c1","table":"T","seat":-1}"#,
        r#"{"do":"seat_level","id":"c1","table":"T","seat":255,"level":null}"#,
        r#"[1,2]"#,
        "null",
    ] {
        assert!(serde_json::from_str::<ClientMessage>(invalid).is_err(), "{invalid}");
    }
}

#[test]
fn an_event_and_its_envelope_share_one_object() {
    let moved =
        Event::Moved { seat: Seat::Second, ply: 4, mv: "a>b".to_string(), next: Some(Seat::Third), conditional: false };
    let envelope = EventEnvelope { number: 9, at: 1000, id: Some(id("c1")), by: Some(id("ada")), event: moved };
    let wire = json!({
        "number": 9, "at": 1000, "id": "c1", "by": "ada", "event": "moved", "seat": 1, "ply": 4, "mv": "a>b", "next": 2
    });
    same(&envelope, wire);
    let closed = EventEnvelope { number: 2, at: 5, id: None, by: None, event: Event::Closed };
    same(&closed, json!({"number": 2, "at": 5, "event": "closed"}));
}

#[test]
fn server_messages_have_their_wire_form() {
    let refused = ServerMessage::Refused {
        id: Some(id("c1")),
        table: Some(id("T")),
        reason: Refusal::Stale { ply: 4 },
        state: None,
    };
    same(&refused, json!({"is": "refused", "id": "c1", "table": "T", "reason": {"code": "stale", "ply": 4}}));
    let presence = Presence { seats: vec![true, false, true], spectators: 2 };
    let message = ServerMessage::Presence { table: id("T"), presence };
    same(&message, json!({"is": "presence", "table": "T", "seats": [true, false, true], "spectators": 2}));
    let notice = ServerMessage::Notice { table: id("T"), kind: NoticeKind::YourTurn };
    same(&notice, json!({"is": "notice", "table": "T", "kind": "your_turn"}));
    let welcome = ServerMessage::Welcome { version: PROTOCOL_VERSION, you: None, now: 7 };
    same(&welcome, json!({"is": "welcome", "version": 6, "you": null, "now": 7}));
}

#[test]
fn the_code_of_a_refusal_is_its_wire_name() {
    for refusal in [
        Refusal::NotFound,
        Refusal::NotSignedIn,
        Refusal::Stale { ply: 1 },
        Refusal::not_a_move("a-b"),
        Refusal::IllegalMove { why: IllegalMove::GameOver },
        Refusal::NothingToTakeBack,
        Refusal::TooFast { wait: 3 },
        Refusal::BadMessage { message: String::new() },
        Refusal::Failed,
    ] {
        assert_eq!(serde_json::to_value(&refusal).unwrap()["code"], refusal.code());
    }
}

#[test]
fn omitted_settings_take_their_defaults() {
    let new: NewTable = serde_json::from_str("{}").unwrap();
    assert_eq!(new.settings, TableSettings::default());
    assert_eq!(new.settings.check(), Ok(()));
    let live: TableSettings =
        serde_json::from_value(json!({"clock": {"live": {"base": 600, "increment": 10}}})).unwrap();
    assert_eq!(live.clock, TimeControl::Live { base: 600, increment: 10 });
    assert!(serde_json::from_value::<TableSettings>(json!({"clocks": "none"})).is_err());
}

/// A client that has missed an event or seen it twice notices, and its state stays as it is.
#[test]
fn events_out_of_sequence_are_rejected() {
    let seat = |clan| SeatedPlayer::new(clan, None);
    let seats: Vec<SeatedPlayer> = ['r', 'b', 'y'].map(seat).to_vec();
    let settings = TableSettings { seats: 3, ..TableSettings::default() };
    let number = |number, event| EventEnvelope { number, at: 0, id: None, by: None, event };
    let first = number(1, Event::Opened { settings, host: id("ada"), seats: seats.clone() });
    let mut state = TableState::open(id("T"), &first).unwrap();
    let started = |next| Event::Started { seats: seats.clone(), next, rules: 1 };
    let moved = |seat, ply, next| Event::Moved { seat, ply, mv: "P@a".to_string(), next, conditional: false };
    for (event, fits) in [
        (first.clone(), false),
        (number(3, started(Seat::First)), false),
        (number(2, moved(Seat::First, 0, Some(Seat::Second))), false),
        (number(2, started(Seat::Fourth)), false),
        (number(2, started(Seat::First)), true),
        (number(2, started(Seat::First)), false),
        (number(3, moved(Seat::Second, 0, Some(Seat::Third))), false),
        (number(3, moved(Seat::First, 1, Some(Seat::Second))), false),
        (number(3, moved(Seat::First, 0, Some(Seat::Fourth))), false),
        (number(3, moved(Seat::First, 0, Some(Seat::Second))), true),
        (number(4, Event::TakenBack { ply: 1, next: Seat::First }), false),
        (number(4, Event::Rematch { table: id("U") }), false),
        (number(4, Event::StoodIn { seat: Seat::Fourth, reason: StandInReason::Left, level: LevelId::Guide }), false),
        (number(4, Event::TakenBack { ply: 0, next: Seat::First }), true),
    ] {
        let before = state.clone();
        assert_eq!(state.apply(&event).is_ok(), fits, "{event:?}");
        assert_eq!(state == before, !fits, "{event:?}");
    }
    assert!(TableState::replay(id("T"), &[]).unwrap().is_none());
}

#[test]
fn rated_games_are_public_and_have_a_clock() {
    let rated =
        |visibility, clock| TableSettings { rated: true, visibility, clock, ..TableSettings::default() }.check();
    let clock = TimeControl::Days { days: 2 };
    assert_eq!(rated(Visibility::Public, clock), Ok(()));
    assert_eq!(rated(Visibility::Private, clock), Err(SettingsError::RatedPrivate));
    assert_eq!(rated(Visibility::Public, TimeControl::None), Err(SettingsError::RatedWithoutClock));
}

#[test]
fn a_fair_set_up_has_masters_and_a_chance_for_every_seat() {
    let settings = |masters: &[&str], chances: &[u16]| {
        let opening = json!({"fair": {"masters": masters, "chances": chances}});
        serde_json::from_value::<TableSettings>(json!({"seats": 3, "opening": opening})).unwrap()
    };
    let fair = settings(&["mebgjif", "kdfehaj", "hlkagmi"], &[345, 328, 327]);
    assert_eq!(fair.check(), Ok(()));
    let seats = Seats::new(&[Clan::Yellow, Clan::Red, Clan::Blue]).unwrap();
    let position = fair.start(seats).position();
    assert_eq!((position.to_move(), position.ply()), (Some(Clan::Yellow), 21));
    let masters: String = position.masters(Clan::Yellow).into_iter().map(|space| format!("{space} ")).collect();
    assert_eq!(masters, "D@b A@e H@f P@g F@i Y@j R@m ");
    assert_eq!(serde_json::from_value::<TableSettings>(serde_json::to_value(&fair).unwrap()).unwrap(), fair);
    for (masters, chances) in [
        (&["mebgjif", "kdfehaj"][..], &[345, 328, 327][..]),
        (&["mebgjif", "kdfehaj", "hlkagm"], &[345, 328, 327]),
        (&["mebgjif", "kdfehaj", "hlkagmz"], &[345, 328, 327]),
        (&["mebgjif", "kdfehaj", "hlkagmi"], &[345, 655]),
    ] {
        assert_eq!(settings(masters, chances).check(), Err(SettingsError::FairSetup), "{masters:?}");
    }
}

/// Events and seats are stored as JSON, so what protocol version 2 called `sitter` is still in databases.
#[test]
fn seats_stored_by_version_2_are_still_read() {
    let person = json!({"person": {"id": "ada", "name": "Ada", "kind": "guest"}});
    let seat: SeatedPlayer = serde_json::from_value(json!({"clan": "r", "sitter": person})).unwrap();
    assert!(seat.is_of(&id("ada")));
    let joined = json!({"number": 2, "at": 0, "event": "joined", "seat": 1, "sitter": {"level": "sage"}});
    let joined: EventEnvelope = serde_json::from_value(joined).unwrap();
    let player = PersonOrLevel::Level(LevelId::Sage);
    assert_eq!(joined.event, Event::Joined { seat: Seat::Second, player });
}
