//! The messages as they travel. A change here is a change of the protocol: older clients would misread it.

use serde_json::{Value, json};
use shangrila_protocol::*;
use shangrila_rules::{Bridge, Clan, Guild, IllegalMove, Move, Space, Village};

fn id<T: core::str::FromStr>(text: &str) -> T
where
    T::Err: core::fmt::Debug,
{
    text.parse().unwrap()
}

fn same<T>(value: &T, wire: Value)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + core::fmt::Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), wire);
    assert_eq!(serde_json::from_value::<T>(wire).unwrap(), *value);
}

#[test]
fn clients_say() {
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
        (Watch { table: t(), since: None, chat_since: None }, json!({"do": "watch", "table": "T"})),
        (
            Watch { table: t(), since: Some(7), chat_since: Some(2) },
            json!({"do": "watch", "table": "T", "since": 7, "chat_since": 2}),
        ),
        (Unwatch { table: t() }, json!({"do": "unwatch", "table": "T"})),
        (WatchLobby, json!({"do": "watch_lobby"})),
        (UnwatchLobby, json!({"do": "unwatch_lobby"})),
        (Join { id: c(), table: t(), seat: None }, bare("join")),
        (Join { id: c(), table: t(), seat: Some(2) }, with("join", "seat", json!(2))),
        (Fill { id: c(), table: t(), level: LevelId::Sage }, with("fill", "level", json!("sage"))),
        (Leave { id: c(), table: t() }, bare("leave")),
        (Return { id: c(), table: t() }, bare("return")),
        (Close { id: c(), table: t() }, bare("close")),
        (Resign { id: c(), table: t() }, bare("resign")),
        (AskTakeback { id: c(), table: t() }, bare("ask_takeback")),
        (AnswerTakeback { id: c(), table: t(), agrees: true }, with("answer_takeback", "agrees", json!(true))),
        (Rematch { id: c(), table: t() }, bare("rematch")),
        (Say { id: c(), table: t(), text: "hm".to_string() }, with("say", "text", json!("hm"))),
        (Ping, json!({"do": "ping"})),
        (
            Play { id: c(), table: t(), ply: 3, mv: "P@a".to_string() },
            json!({"do": "play", "id": "c1", "table": "T", "ply": 3, "mv": "P@a"}),
        ),
        (
            SeatLevel { id: c(), table: t(), seat: 1, level: None },
            json!({"do": "seat_level", "id": "c1", "table": "T", "seat": 1, "level": null}),
        ),
    ] {
        same(&message, wire);
    }
}

#[test]
fn nonsense_is_not_understood() {
    for nonsense in [
        r#"{}"#,
        r#"{"do":"fly"}"#,
        r#"{"do":"play","id":"c1","table":"T","ply":-1,"mv":"P@a"}"#,
        r#"{"do":"play","id":"","table":"T","ply":1,"mv":"P@a"}"#,
        r#"{"do":"watch","table":"../etc"}"#,
        r#"{"do":"watch","table":"T","sinse":4}"#,
        r#"[1,2]"#,
        "null",
    ] {
        assert!(serde_json::from_str::<ClientMessage>(nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn events_are_flat() {
    let moved = Event::Moved { seat: 1, ply: 4, mv: "a-b".to_string(), next: Some(2) };
    let numbered = EventEnvelope { number: 9, at: 1000, id: Some(id("c1")), by: Some(id("ada")), event: moved };
    let wire = json!({
        "number": 9, "at": 1000, "id": "c1", "by": "ada", "event": "moved", "seat": 1, "ply": 4, "mv": "a-b", "next": 2
    });
    same(&numbered, wire);
    let closed = EventEnvelope { number: 2, at: 5, id: None, by: None, event: Event::Closed };
    same(&closed, json!({"number": 2, "at": 5, "event": "closed"}));
}

#[test]
fn the_server_says() {
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
    same(&welcome, json!({"is": "welcome", "version": 2, "you": null, "now": 7}));
}

#[test]
fn refusals_are_called_what_they_are_called() {
    for refusal in [
        Refusal::NotFound,
        Refusal::NobodyKnown,
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

/// Every reason for which the rules reject a move, with its wire form. The match below does not compile when the list misses one.
fn illegal_moves() -> Vec<(IllegalMove, Value)> {
    let (village, guild, clan) = (Village::E, Guild::Healer, Clan::Blue);
    let (space, also) = (Space::new(village, guild), Space::new(Village::A, Guild::Rainmaker));
    let bridge = Bridge::between(Village::A, Village::B).unwrap();
    let (tiles, limit) = (3, 3);
    use IllegalMove::*;
    let reasons = vec![
        (GameOver, json!({"code": "game_over"})),
        (
            PassNotForced { instead: Move::Journey { from: Village::A, to: Village::B } },
            json!({"code": "pass_not_forced", "instead": "a>b"}),
        ),
        (OpeningOnlyPlaces, json!({"code": "opening_only_places"})),
        (GuildAlreadyPlaced { clan, guild }, json!({"code": "guild_already_placed", "clan": "b", "guild": "H"})),
        (
            OpeningVillageFull { village, tiles, limit },
            json!({"code": "opening_village_full", "village": "e", "tiles": 3, "limit": 3}),
        ),
        (
            OpeningClanLimit { village, clan, tiles, limit },
            json!({"code": "opening_clan_limit", "village": "e", "clan": "b", "tiles": 3, "limit": 3}),
        ),
        (VillageOutOfPlay { village }, json!({"code": "village_out_of_play", "village": "e"})),
        (VillageHasStone { village }, json!({"code": "village_has_stone", "village": "e"})),
        (NoMasterInVillage { village, clan }, json!({"code": "no_master_in_village", "village": "e", "clan": "b"})),
        (SpaceOccupied { space, by: clan }, json!({"code": "space_occupied", "space": "H@e", "by": "b"})),
        (NoTileToPlace { clan, guild }, json!({"code": "no_tile_to_place", "clan": "b", "guild": "H"})),
        (NoOwnMaster { space, clan, occupant: None }, json!({"code": "no_own_master", "space": "H@e", "clan": "b"})),
        (
            NoOwnMaster { space, clan, occupant: Some(Clan::Red) },
            json!({"code": "no_own_master", "space": "H@e", "clan": "b", "occupant": "r"}),
        ),
        (HasStudentAlready { space }, json!({"code": "has_student_already", "space": "H@e"})),
        (
            TooFewTiles { clan, guild, needed: 2, supply: 1 },
            json!({"code": "too_few_tiles", "clan": "b", "guild": "H", "needed": 2, "supply": 1}),
        ),
        (SameMasterTwice { space }, json!({"code": "same_master_twice", "space": "H@e"})),
        (
            SecondStudentPossible { recruited: space, also },
            json!({"code": "second_student_possible", "recruited": "H@e", "also": "R@a"}),
        ),
        (NotNeighbours { from: Village::A, to: village }, json!({"code": "not_neighbours", "from": "a", "to": "e"})),
        (BridgeDown { bridge }, json!({"code": "bridge_down", "bridge": "ab"})),
        (NoStudentToSend { village, clan }, json!({"code": "no_student_to_send", "village": "e", "clan": "b"})),
    ];
    // A new variant has to be added to the list above, too.
    let number = |reason: &IllegalMove| match reason {
        GameOver => 0,
        PassNotForced { .. } => 1,
        OpeningOnlyPlaces => 2,
        GuildAlreadyPlaced { .. } => 3,
        OpeningVillageFull { .. } => 4,
        OpeningClanLimit { .. } => 5,
        VillageOutOfPlay { .. } => 6,
        VillageHasStone { .. } => 7,
        NoMasterInVillage { .. } => 8,
        SpaceOccupied { .. } => 9,
        NoTileToPlace { .. } => 10,
        NoOwnMaster { .. } => 11,
        HasStudentAlready { .. } => 12,
        TooFewTiles { .. } => 13,
        SameMasterTwice { .. } => 14,
        SecondStudentPossible { .. } => 15,
        NotNeighbours { .. } => 16,
        BridgeDown { .. } => 17,
        NoStudentToSend { .. } => 18,
    };
    let listed: std::collections::BTreeSet<usize> = reasons.iter().map(|(reason, _)| number(reason)).collect();
    assert_eq!(listed, (0..19).collect());
    reasons
}

#[test]
fn every_reason_for_an_illegal_move_survives_the_wire() {
    for (why, wire) in illegal_moves() {
        assert_eq!(wire["code"], why.code());
        same(&Refusal::IllegalMove { why }, json!({"code": "illegal_move", "why": wire}));
    }
}

/// The letters and texts in a reason are read as strictly as the notation.
#[test]
fn reasons_that_name_unknown_things_are_rejected() {
    for why in [
        json!({"code": "village_has_stone", "village": "z"}),
        json!({"code": "village_has_stone", "village": "ab"}),
        json!({"code": "space_occupied", "space": "He", "by": "b"}),
        json!({"code": "space_occupied", "space": "H@e", "by": "x"}),
        json!({"code": "bridge_down", "bridge": "am"}),
        json!({"code": "pass_not_forced", "instead": "a-b"}),
        json!({"code": "no_own_master", "space": "H@e", "clan": "b", "occupant": "x"}),
        json!({"code": "no_such_rule"}),
    ] {
        let refusal = json!({"code": "illegal_move", "why": why});
        assert!(serde_json::from_value::<Refusal>(refusal.clone()).is_err(), "{refusal}");
    }
}

#[test]
fn an_unreadable_move_is_sent_back_shortened() {
    let refusal = Refusal::not_a_move(&"ä".repeat(100));
    same(&refusal, json!({"code": "not_a_move", "text": "ä".repeat(Refusal::MOVE_EXCERPT)}));
}

#[test]
fn settings_have_good_defaults() {
    let new: NewTable = serde_json::from_str("{}").unwrap();
    assert_eq!(new.settings, TableSettings::default());
    assert_eq!(new.settings.check(), Ok(()));
    let live: TableSettings =
        serde_json::from_value(json!({"clock": {"live": {"base": 600, "increment": 10}}})).unwrap();
    assert_eq!(live.clock, TimeControl::Live { base: 600, increment: 10 });
    assert!(serde_json::from_value::<TableSettings>(json!({"clocks": "none"})).is_err());
}

/// What a client has missed or seen twice is noticed, and changes nothing.
#[test]
fn events_that_do_not_follow_are_refused() {
    let seat = |clan| SeatedPlayer { clan, sitter: None, kept_for: None, stand_in: None };
    let seats: Vec<SeatedPlayer> = ['r', 'b', 'y'].map(seat).to_vec();
    let settings = TableSettings { seats: 3, ..TableSettings::default() };
    let number = |number, event| EventEnvelope { number, at: 0, id: None, by: None, event };
    let first = number(1, Event::Opened { settings, host: id("ada"), seats: seats.clone() });
    let mut state = TableState::open(id("T"), &first).unwrap();
    let started = |next| Event::Started { seats: seats.clone(), next, rules: 1 };
    let moved = |seat, ply, next| Event::Moved { seat, ply, mv: "P@a".to_string(), next };
    for (event, fits) in [
        (first.clone(), false),
        (number(3, started(0)), false),
        (number(2, moved(0, 0, Some(1))), false),
        (number(2, started(3)), false),
        (number(2, started(0)), true),
        (number(2, started(0)), false),
        (number(3, moved(1, 0, Some(2))), false),
        (number(3, moved(0, 1, Some(1))), false),
        (number(3, moved(0, 0, Some(7))), false),
        (number(3, moved(0, 0, Some(1))), true),
        (number(4, Event::TakenBack { ply: 1, next: 0 }), false),
        (number(4, Event::Rematch { table: id("U") }), false),
        (number(4, Event::StoodIn { seat: 9, reason: StandInReason::Left, level: LevelId::Guide }), false),
        (number(4, Event::TakenBack { ply: 0, next: 0 }), true),
    ] {
        let before = state.clone();
        assert_eq!(state.apply(&event).is_ok(), fits, "{event:?}");
        assert_eq!(state == before, !fits, "{event:?}");
    }
    assert!(TableState::replay(id("T"), &[]).unwrap().is_none());
}
