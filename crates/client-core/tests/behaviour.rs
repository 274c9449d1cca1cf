//! What the core does, one behaviour at a time. `simulation` tests how it all works together.

use std::time::Duration;

use serde_json::json;
use shangrila_client_core::{
    ClientAction, ClientCore, ClientEvent, ClientSettings, ConnectionStatus, Disconnected, LostReason, Retry,
};
use shangrila_protocol::{
    ChatLine, ClientMessage, Event, EventEnvelope, PROTOCOL_VERSION, Person, PersonKind, PersonOrLevel, Refusal,
    SeatedPlayer, ServerMessage, TableId, TableSettings, TableState,
};
use shangrila_rules::Seat;

/// A core, the time, and what the server would see.
struct Harness {
    core: ClientCore,
    now: Duration,
    events: Vec<ClientEvent>,
    sent: Vec<ClientMessage>,
    connects: usize,
}

impl Harness {
    fn new(change: impl FnOnce(&mut ClientSettings)) -> Harness {
        let mut settings = ClientSettings::new(1);
        change(&mut settings);
        let core = ClientCore::new(settings);
        let mut harness = Harness { core, now: Duration::ZERO, events: Vec::new(), sent: Vec::new(), connects: 0 };
        harness.pass(0);
        harness
    }

    /// A client that is online and follows a game of which it has the state.
    fn at_a_table() -> Harness {
        let mut harness = Harness::new(|_| {});
        harness.core.subscribe(&table());
        harness.welcome();
        harness.receive(&state(game()));
        harness.forget();
        harness
    }

    fn drain(&mut self) {
        while let Some(action) = self.core.poll_action() {
            match action {
                ClientAction::Connect => self.connects += 1,
                ClientAction::Disconnect => {}
                ClientAction::Send(text) => self.sent.push(serde_json::from_str(&text).unwrap()),
                ClientAction::Notify(event) => self.events.push(event),
            }
        }
    }

    fn forget(&mut self) {
        self.drain();
        self.events.clear();
        self.sent.clear();
        self.connects = 0;
    }

    fn receive(&mut self, message: &ServerMessage) {
        self.receive_text(&serde_json::to_string(message).unwrap());
    }

    fn receive_text(&mut self, text: &str) {
        self.core.received(self.now, text);
        self.drain();
    }

    fn welcome(&mut self) {
        self.receive(&ServerMessage::Welcome { version: PROTOCOL_VERSION, you: Some(me()), now: 0 });
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
        self.core.tick(self.now);
        self.drain();
    }

    fn cut(&mut self) {
        let how = Disconnected { reason: "cut".to_string(), retry: Retry::Backoff };
        self.core.disconnected(self.now, how);
        self.drain();
    }

    /// Lets the wait before the next attempt pass.
    fn wait_for_attempt(&mut self) -> Duration {
        let wait = self.core.time_to_deadline().unwrap();
        self.pass(wait.as_millis() as u64 + 1);
        wait
    }
}

fn table() -> TableId {
    "t".parse().unwrap()
}

fn me() -> Person {
    Person { id: "me".parse().unwrap(), name: "Ada".to_string(), kind: PersonKind::Guest }
}

fn numbered(number: u64, event: Event) -> EventEnvelope {
    EventEnvelope { number, at: 0, id: None, by: None, event }
}

/// A game for four that has begun; this client sits on the first seat.
fn game() -> TableState {
    let seat = |clan| SeatedPlayer::new(clan, Some(PersonOrLevel::Person(me())));
    let seats: Vec<SeatedPlayer> = "rbvy".chars().map(seat).collect();
    let opened = numbered(1, Event::Opened { settings: TableSettings::default(), host: me().id, seats: seats.clone() });
    let started = numbered(2, Event::Started { seats, next: Seat::First, rules: 1 });
    TableState::replay(table(), [&opened, &started]).unwrap().unwrap()
}

fn state(state: TableState) -> ServerMessage {
    ServerMessage::State { state: Box::new(state), now: 0 }
}

fn moved(number: u64, ply: u32, mv: &str) -> EventEnvelope {
    let event =
        Event::Moved { seat: Seat::First, ply, mv: mv.to_string(), next: Some(Seat::First), conditional: false };
    numbered(number, event)
}

fn events(events: Vec<EventEnvelope>) -> ServerMessage {
    ServerMessage::Events { table: table(), events }
}

fn watch(since: Option<u64>) -> ClientMessage {
    ClientMessage::Watch { table: table(), since, since_at: since.map(|_| 0), chat_since: None }
}

fn refusal(id: Option<&shangrila_protocol::CommandId>, table: Option<TableId>, reason: Refusal) -> ServerMessage {
    ServerMessage::Refused { id: id.cloned(), table, reason, state: None }
}

#[test]
fn a_new_connection_asks_for_what_was_missed_and_repeats_what_was_not_answered() {
    let mut harness = Harness::at_a_table();
    harness.core.play(&table(), 0, "P@a".parse().unwrap());
    harness.drain();
    let played = harness.sent.clone();
    assert_eq!(played.len(), 1);
    harness.cut();
    harness.core.play(&table(), 1, "P@b".parse().unwrap());
    harness.wait_for_attempt();
    assert_eq!(harness.connects, 1);
    assert_eq!(harness.sent.len(), 1, "nothing is sent before the greeting");
    harness.welcome();
    assert_eq!(harness.sent[1], watch(Some(2)));
    assert_eq!(harness.sent[2], played[0], "the same command with the same id");
    assert!(matches!(&harness.sent[3], ClientMessage::Play { ply: 1, .. }));
}

#[test]
fn a_move_is_unconfirmed_until_the_server_has_answered_it_once() {
    let mut harness = Harness::at_a_table();
    let id = harness.core.play(&table(), 0, "P@a".parse().unwrap());
    let unconfirmed = harness.core.unconfirmed_move(&table()).unwrap();
    assert_eq!((unconfirmed.ply, unconfirmed.mv), (0, "P@a".parse().unwrap()));
    let answer = EventEnvelope { id: Some(id.clone()), by: Some(me().id), ..moved(3, 0, "P@a") };
    for _ in 0..2 {
        harness.receive(&events(vec![answer.clone()]));
    }
    assert_eq!(harness.core.unconfirmed_move(&table()), None);
    assert!(matches!(&harness.events[0], ClientEvent::Event { event, .. } if event.number == 3));
    assert!(
        matches!(&harness.events[1], ClientEvent::Answered { id: answered, result: Ok(()), .. } if *answered == id)
    );
    assert_eq!(harness.events.len(), 2, "the second copy changes nothing");
    assert_eq!(harness.core.counters().duplicate_events, 1);
}

#[test]
fn an_event_of_somebody_else_with_the_same_id_is_no_answer() {
    let mut harness = Harness::at_a_table();
    let id = harness.core.play(&table(), 0, "P@a".parse().unwrap());
    harness.receive(&events(vec![EventEnvelope {
        id: Some(id),
        by: Some("you".parse().unwrap()),
        ..moved(3, 0, "P@b")
    }]));
    assert_eq!(harness.core.unanswered_count(), 1);
}

#[test]
fn a_gap_makes_the_client_ask_for_the_whole_table_once() {
    let mut harness = Harness::at_a_table();
    harness.receive(&events(vec![moved(4, 1, "P@b")]));
    harness.receive(&events(vec![moved(5, 2, "P@c")]));
    assert_eq!(harness.sent, [watch(None)]);
    assert_eq!(harness.events, []);
    let mut newer = game();
    newer.apply(&moved(3, 0, "P@a")).unwrap();
    harness.receive(&state(newer));
    harness.receive(&events(vec![moved(4, 1, "P@b")]));
    assert_eq!(harness.events.len(), 2, "{:?}", harness.events);
    assert_eq!(harness.core.table(&table()).unwrap().state().moves, ["P@a", "P@b"]);
}

#[test]
fn a_state_with_the_same_number_replaces_names() {
    let mut harness = Harness::at_a_table();
    let mut renamed = game();
    renamed.seats[0].player = Some(PersonOrLevel::Person(Person { name: "Ada L.".to_string(), ..me() }));
    harness.receive(&state(renamed.clone()));
    assert_eq!(harness.core.table(&table()).unwrap().state(), &renamed);
}

#[test]
fn messages_of_a_newer_server_are_counted_and_ignored() {
    let mut harness = Harness::at_a_table();
    harness.receive_text(r#"{"is":"weather","snow":true}"#);
    harness.receive_text("not even JSON");
    assert_eq!(harness.core.counters().unknown_messages, 2);
    assert_eq!((harness.core.status(), harness.events.len()), (ConnectionStatus::Online, 0));
}

#[test]
fn an_event_of_an_unknown_kind_makes_the_client_ask_for_the_whole_table() {
    let mut harness = Harness::at_a_table();
    let id = harness.core.send(&table(), |id, table| ClientMessage::Rematch { id, table });
    harness.forget();
    let unknown = json!({"is":"events","table":"t","events":[
        {"number":3,"at":0,"id":id,"by":"me","event":"eclipse","darkness":7}]});
    harness.receive_text(&unknown.to_string());
    assert_eq!(harness.sent, [watch(None)]);
    assert!(matches!(&harness.events[..], [ClientEvent::Answered { result: Ok(()), .. }]), "it answers all the same");
}

#[test]
fn a_refusal_for_an_unknown_reason_still_answers_the_command() {
    let mut harness = Harness::at_a_table();
    let id = harness.core.play(&table(), 0, "P@a".parse().unwrap());
    let refused = json!({"is":"refused","id":id,"table":"t","reason":{"code":"moon_phase"}});
    harness.receive_text(&refused.to_string());
    assert_eq!(harness.core.unconfirmed_move(&table()), None);
    assert!(matches!(&harness.events[..], [ClientEvent::Answered { result: Err(Refusal::Failed), .. }]));
}

#[test]
fn another_protocol_version_stops_the_client_for_good() {
    for welcome in [r#"{"is":"welcome","version":999,"you":null,"now":0}"#, r#"{"is":"welcome","version":999,"you":7}"#]
    {
        let mut harness = Harness::new(|_| {});
        harness.receive_text(welcome);
        assert_eq!(harness.events, [ClientEvent::Outdated { server_version: 999 }]);
        harness.core.reconnect(harness.now);
        harness.pass(100_000);
        assert_eq!((harness.core.status(), harness.connects), (ConnectionStatus::Stopped, 1));
        assert_eq!(harness.core.time_to_deadline(), None);
    }
}

#[test]
fn what_was_too_fast_is_sent_again_after_the_wait_and_not_before() {
    let mut harness = Harness::new(|_| {});
    harness.core.subscribe(&table());
    harness.welcome();
    let id = harness.core.send(&table(), |id, table| ClientMessage::Join { id, table, seat: None });
    harness.forget();
    harness.receive(&refusal(None, None, Refusal::TooFast { wait: 3 }));
    harness.pass(2900);
    assert_eq!(harness.sent, []);
    harness.pass(200);
    harness.pass(1000);
    assert_eq!(harness.sent[0], watch(None));
    assert!(matches!(&harness.sent[1], ClientMessage::Join { id: repeated, .. } if *repeated == id));
    assert_eq!(harness.events, [], "nobody has to know");
}

#[test]
fn a_command_that_was_too_fast_is_repeated_and_others_are_not() {
    let mut harness = Harness::at_a_table();
    let say = |id, table| ClientMessage::Say { id, table, text: "Well played.".to_string() };
    let (first, _second) = (harness.core.send(&table(), say), harness.core.send(&table(), say));
    harness.forget();
    harness.receive(&refusal(Some(&first), Some(table()), Refusal::TooFast { wait: 2 }));
    harness.pass(2001);
    assert!(matches!(&harness.sent[..], [ClientMessage::Say { id, .. }] if *id == first));
}

#[test]
fn a_table_that_is_refused_is_told_and_one_that_failed_is_asked_for_again() {
    let mut harness = Harness::new(|_| {});
    harness.core.subscribe(&table());
    harness.welcome();
    harness.forget();
    harness.receive(&refusal(None, Some(table()), Refusal::Failed));
    harness.pass(1001);
    assert_eq!((harness.sent.len(), harness.events.len()), (1, 0));
    harness.receive(&refusal(None, Some(table()), Refusal::NotFound));
    harness.pass(10_000);
    assert_eq!(harness.sent.len(), 1);
    assert_eq!(harness.events, [ClientEvent::TableRefused { table: table(), reason: Refusal::NotFound }]);
}

#[test]
fn lines_of_chat_are_told_once() {
    let mut harness = Harness::at_a_table();
    let line = |number| ChatLine {
        number,
        at: 0,
        id: "c1".parse().unwrap(),
        by: "you".parse().unwrap(),
        name: String::new(),
        text: "Hello".to_string(),
        hidden: false,
    };
    harness.receive(&ServerMessage::Chat { table: table(), lines: vec![line(1)], reset: false });
    harness.receive(&ServerMessage::Chat { table: table(), lines: vec![line(1), line(2)], reset: false });
    harness.receive(&ServerMessage::Chat { table: table(), lines: vec![line(1)], reset: false });
    let lines = |lines| ClientEvent::Chat { table: table(), lines, reset: false };
    assert_eq!(harness.events, [lines(vec![line(1)]), lines(vec![line(2)])]);
}

#[test]
fn lines_that_a_moderator_hides_are_told_even_though_they_are_known() {
    let mut harness = Harness::at_a_table();
    harness.receive(&ServerMessage::Chat { table: table(), lines: vec![chat_line(1), chat_line(2)], reset: false });
    harness.events.clear();
    let lines = vec![ChatLine { text: String::new(), hidden: true, ..chat_line(1) }];
    harness.receive(&ServerMessage::ChatChanged { table: table(), lines: lines.clone() });
    assert_eq!(harness.events, [ClientEvent::ChatChanged { table: table(), lines }]);
}

fn chat_line(number: u64) -> ChatLine {
    let (id, by) = ("c1".parse().unwrap(), "you".parse().unwrap());
    ChatLine { number, at: 0, id, by, name: String::new(), text: "Hello".to_string(), hidden: false }
}

#[test]
fn earlier_chat_is_requested_until_it_arrives_and_told_once() {
    let mut harness = Harness::at_a_table();
    let chat = |lines: &[u64], reset| ServerMessage::Chat {
        table: table(),
        lines: lines.iter().map(|&number| chat_line(number)).collect(),
        reset,
    };
    let told = |lines: &[u64], reset| ClientEvent::Chat {
        table: table(),
        lines: lines.iter().map(|&number| chat_line(number)).collect(),
        reset,
    };
    harness.receive(&chat(&[7, 8], true));
    harness.core.request_earlier_chat(&table());
    harness.pass(1);
    let request = ClientMessage::EarlierChat { table: table(), before: 7 };
    assert_eq!(harness.sent.last(), Some(&request));
    // The answer to a repeated command is a line from somewhere else.
    harness.receive(&chat(&[2], false));
    // A request that the server has not even read is repeated.
    harness.receive(&refusal(None, None, Refusal::TooFast { wait: 1 }));
    harness.forget();
    (0..5).for_each(|_| harness.pass(1001));
    assert!(harness.sent.contains(&request));
    harness.receive(&chat(&[5, 6], false));
    harness.receive(&chat(&[5, 6], false));
    harness.receive(&chat(&[9], false));
    assert_eq!(harness.events, [told(&[5, 6], false), told(&[9], false)]);
    harness.forget();
    harness.pass(10_000);
    assert!(!harness.sent.iter().any(|message| matches!(message, ClientMessage::EarlierChat { .. })));
}

/// After a restored backup the server knows fewer lines than its clients.
#[test]
fn a_reset_chat_starts_again_from_the_lines_of_the_server() {
    let mut harness = Harness::at_a_table();
    let chat = |number, reset| ServerMessage::Chat { table: table(), lines: vec![chat_line(number)], reset };
    let told = |number, reset| ClientEvent::Chat { table: table(), lines: vec![chat_line(number)], reset };
    harness.receive(&chat(9, true));
    harness.receive(&chat(1, true));
    harness.receive(&chat(2, false));
    assert_eq!(harness.events, [told(9, true), told(1, true), told(2, false)]);
}

#[test]
fn after_a_restored_backup_the_state_of_the_server_counts_even_with_a_lower_number() {
    let mut harness = Harness::at_a_table();
    harness.receive(&events(vec![moved(3, 0, "P@a"), moved(4, 1, "P@b")]));
    harness.forget();
    harness.receive(&state(game()));
    assert_eq!(harness.core.table(&table()).unwrap().state().number, 2);
    assert_eq!(harness.events, [ClientEvent::Snapshot { table: table() }]);
    // Events continue from there, and the next request says which event was the last, not only its number.
    let later = EventEnvelope { at: 77, ..moved(3, 0, "P@c") };
    harness.receive(&events(vec![later]));
    harness.core.refresh(&table());
    harness.pass(1);
    let request = ClientMessage::Watch { table: table(), since: Some(3), since_at: Some(77), chat_since: None };
    assert_eq!(harness.sent.last(), Some(&request));
}

#[test]
fn a_subscription_whose_end_was_lost_ends_when_the_table_is_sent_again() {
    let mut harness = Harness::at_a_table();
    let unwatch = [ClientMessage::Unwatch { table: table() }];
    harness.core.unsubscribe(&table());
    harness.drain();
    assert_eq!(harness.sent, unwatch);
    harness.forget();
    // These may have been on their way.
    harness.receive(&events(vec![moved(3, 0, "R@a")]));
    harness.receive(&events(vec![moved(4, 1, "R@b")]));
    assert_eq!(harness.sent, []);
    harness.pass(1000);
    assert_eq!(harness.sent, unwatch, "once for all of them");
    harness.forget();
    harness.pass(5000);
    assert_eq!(harness.sent, []);
    // A new subscription is left alone.
    harness.receive(&events(vec![moved(5, 2, "R@c")]));
    harness.core.subscribe(&table());
    harness.pass(5000);
    assert_eq!(harness.sent, [watch(None)]);
}

#[test]
fn the_answer_to_a_command_does_not_end_a_subscription() {
    let mut harness = Harness::new(|_| {});
    harness.welcome();
    let id = harness.core.send(&table(), |id, table| ClientMessage::Join { id, table, seat: None });
    harness.drain();
    let answer = EventEnvelope { id: Some(id), by: Some(me().id), ..moved(3, 0, "R@a") };
    harness.forget();
    harness.receive(&events(vec![answer]));
    harness.pass(5000);
    assert_eq!(harness.sent, []);
}

#[test]
fn the_lobby_is_left_again_when_it_is_still_sent() {
    let mut harness = Harness::new(|_| {});
    harness.core.subscribe_lobby();
    harness.welcome();
    harness.core.unsubscribe_lobby();
    harness.forget();
    harness.receive(&ServerMessage::Lobby { tables: Vec::new() });
    harness.receive(&ServerMessage::Lobby { tables: Vec::new() });
    harness.pass(1000);
    assert_eq!(harness.sent, [ClientMessage::UnwatchLobby]);
}

#[test]
fn waits_grow_until_a_connection_has_lasted() {
    let mut harness = Harness::new(|_| {});
    let mut longest = Duration::ZERO;
    for _ in 0..8 {
        harness.welcome();
        harness.pass(100);
        harness.cut();
        longest = longest.max(harness.wait_for_attempt());
    }
    assert!(longest > Duration::from_secs(4), "a server that greets and hangs up is not asked without pause");
    harness.welcome();
    harness.pass(6000);
    harness.cut();
    assert!(harness.wait_for_attempt() <= Duration::from_millis(300));
}

#[test]
fn a_silent_server_is_pinged_and_then_given_up() {
    let mut harness = Harness::at_a_table();
    harness.pass(20_000);
    assert_eq!(harness.sent, [ClientMessage::Ping]);
    harness.receive(&ServerMessage::Pong { now: 5 });
    harness.pass(20_000);
    harness.pass(10_000);
    assert_eq!(harness.events, [ClientEvent::Lost(LostReason::Silent)]);
    assert_eq!(harness.core.status(), ConnectionStatus::Waiting);
}

#[test]
fn a_server_that_never_greets_is_given_up() {
    let mut harness = Harness::new(|_| {});
    harness.pass(10_000);
    assert_eq!(harness.events, [ClientEvent::Lost(LostReason::Silent)]);
}

#[test]
fn a_permanent_failure_ends_the_attempts_until_reconnect_is_called() {
    let mut harness = Harness::new(|_| {});
    let how = Disconnected { reason: "unknown certificate".to_string(), retry: Retry::Never };
    harness.core.disconnected(harness.now, how);
    harness.pass(100_000);
    assert_eq!(harness.events, [ClientEvent::GaveUp("unknown certificate".to_string())]);
    assert_eq!(harness.connects, 1);
    harness.core.reconnect(harness.now);
    harness.drain();
    assert_eq!(harness.connects, 2);
}

#[test]
fn a_ban_ends_the_attempts_however_it_is_learnt_until_reconnect_is_called() {
    // Over a connection that is open.
    let mut harness = Harness::at_a_table();
    let reason = Refusal::Banned { until: Some(7000) };
    harness.receive(&ServerMessage::Refused { id: None, table: None, reason, state: None });
    harness.cut();
    harness.pass(1_000_000);
    assert_eq!(harness.events, [ClientEvent::Banned { until: Some(7000) }]);
    assert_eq!((harness.connects, harness.core.status()), (0, ConnectionStatus::Stopped));
    harness.core.network_changed(harness.now);
    harness.drain();
    assert_eq!(harness.connects, 0);
    harness.core.reconnect(harness.now);
    harness.drain();
    assert_eq!(harness.connects, 1);
    // When it is refused, which a browser learns later: the next attempt may be near.
    for is_waiting in [false, true] {
        let mut harness = Harness::new(|_| {});
        if is_waiting {
            harness.cut();
        }
        harness.forget();
        let how = Disconnected { reason: "banned".to_string(), retry: Retry::Banned { until: None } };
        harness.core.disconnected(harness.now, how);
        harness.pass(1_000_000);
        assert_eq!(harness.events, [ClientEvent::Banned { until: None }]);
        assert_eq!((harness.connects, harness.core.time_to_deadline()), (0, None));
    }
}

#[test]
fn a_connection_on_demand_opens_when_needed_and_closes_when_idle() {
    let mut harness = Harness::new(|settings| settings.close_idle_after = Some(Duration::from_secs(3)));
    assert_eq!((harness.core.status(), harness.connects), (ConnectionStatus::Closed, 0));
    harness.core.subscribe(&table());
    harness.drain();
    assert_eq!(harness.connects, 1);
    harness.welcome();
    harness.core.unsubscribe(&table());
    harness.pass(2900);
    assert_eq!(harness.core.status(), ConnectionStatus::Online, "the next screen may need it");
    harness.pass(100);
    assert_eq!(harness.core.status(), ConnectionStatus::Closed);
    assert_eq!(harness.core.time_to_deadline(), None);
}

#[test]
fn a_connection_on_demand_stays_open_for_notices_as_long_as_they_are_awaited() {
    let mut harness = Harness::new(|settings| settings.close_idle_after = Some(Duration::from_secs(3)));
    harness.core.await_notices(true);
    harness.drain();
    assert_eq!(harness.connects, 1);
    harness.welcome();
    harness.pass(10_000);
    assert_eq!(harness.core.status(), ConnectionStatus::Online);
    harness.core.await_notices(false);
    harness.pass(3000);
    assert_eq!(harness.core.status(), ConnectionStatus::Closed);
}

#[test]
fn an_offline_client_connects_at_once_when_the_network_is_back() {
    let mut harness = Harness::new(|_| {});
    harness.cut();
    harness.core.network_changed(harness.now);
    harness.drain();
    assert_eq!(harness.connects, 2);
    harness.welcome();
    harness.core.network_changed(harness.now);
    harness.drain();
    assert_eq!(harness.sent, [ClientMessage::Ping], "an open connection is only tested");
}

#[test]
fn a_clock_that_jumps_back_does_not_stop_the_client() {
    let mut harness = Harness::new(|_| {});
    harness.now = Duration::from_secs(1000);
    harness.pass(0);
    harness.wait_for_attempt();
    harness.cut();
    harness.now = Duration::from_secs(10);
    harness.pass(0);
    assert!(harness.core.time_to_deadline().unwrap() <= Duration::from_secs(1));
    harness.wait_for_attempt();
    assert_eq!(harness.core.status(), ConnectionStatus::Connecting);
}

#[test]
fn the_clock_of_the_server_goes_on_between_its_messages() {
    let mut harness = Harness::at_a_table();
    harness.receive(&ServerMessage::Pong { now: 1_000_000 });
    assert_eq!(harness.core.server_now(harness.now + Duration::from_millis(250)), 1_000_250);
    harness.pass(1000);
    assert_eq!(harness.core.server_now(harness.now + Duration::from_millis(250)), 1_001_250);
}
