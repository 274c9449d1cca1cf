//! A cut connection comes back, requests what it missed, and repeats what was not answered.

use futures::{SinkExt, StreamExt};
use shangrila_client::{Address, Client, ClientEvent, Connection};
use shangrila_protocol::{
    ClientMessage, Event, EventEnvelope, NoticeKind, PROTOCOL_VERSION, Person, PersonKind, Refusal, SeatedPlayer,
    ServerMessage, TableId, TableSettings, TableState,
};
use shangrila_rules::Seat;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

fn me() -> Person {
    Person { id: "me".parse().unwrap(), name: "Bot".to_string(), kind: PersonKind::Bot }
}

/// A server that says what the test wants.
struct Puppet {
    listener: TcpListener,
}

impl Puppet {
    async fn start() -> (Puppet, Connection) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        (Puppet { listener }, Client::bot(Address::parse(&address).unwrap(), "secret").connect())
    }

    async fn accept(&self) -> Talk {
        let (stream, _) = self.listener.accept().await.unwrap();
        let mut talk = Talk(accept_async(stream).await.unwrap());
        talk.say(&ServerMessage::Welcome { version: PROTOCOL_VERSION, you: Some(me()), now: 0 }).await;
        talk
    }
}

struct Talk(WebSocketStream<TcpStream>);

impl Talk {
    async fn say(&mut self, message: &ServerMessage) {
        self.0.send(Message::text(serde_json::to_string(message).unwrap())).await.unwrap();
    }

    async fn hear(&mut self) -> ClientMessage {
        loop {
            if let Message::Text(text) = self.0.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }
}

fn numbered(number: u64, event: Event) -> EventEnvelope {
    EventEnvelope { number, at: 0, id: None, by: None, event }
}

/// A game for four that has begun.
fn game(table: &TableId) -> TableState {
    let seat = |clan| SeatedPlayer::new(clan, None);
    let seats: Vec<SeatedPlayer> = "rbvy".chars().map(seat).collect();
    let host = "host".parse().unwrap();
    let opened = numbered(1, Event::Opened { settings: TableSettings::default(), host, seats: seats.clone() });
    let started = numbered(2, Event::Started { seats, next: Seat::First, rules: 1 });
    TableState::replay(table.clone(), [&opened, &started]).unwrap().unwrap()
}

async fn next_about_tables(connection: &mut Connection) -> ClientEvent {
    loop {
        match connection.next().await {
            ClientEvent::Lost(_) | ClientEvent::Connected { .. } | ClientEvent::Answered { result: Ok(()), .. } => {}
            event => return event,
        }
    }
}

#[tokio::test]
async fn a_cut_connection_resumes_and_repeats_what_was_not_answered() {
    let (puppet, mut connection) = Puppet::start().await;
    let table: TableId = "t".parse().unwrap();
    let server = {
        let table = table.clone();
        async move {
            let mut talk = puppet.accept().await;
            assert_eq!(
                talk.hear().await,
                ClientMessage::Watch { table: table.clone(), since: None, since_at: None, chat_since: None }
            );
            talk.say(&ServerMessage::State { state: Box::new(game(&table)), now: 0 }).await;
            let first = talk.hear().await;
            drop(talk);

            let mut talk = puppet.accept().await;
            let since = Some(2);
            assert_eq!(
                talk.hear().await,
                ClientMessage::Watch { table: table.clone(), since, since_at: Some(0), chat_since: None }
            );
            let second = talk.hear().await;
            assert_eq!(first, second, "the same command with the same id");
            let ClientMessage::Play { id, mv, ply: 0, .. } = second else { panic!("{second:?}") };
            let moved = Event::Moved { seat: Seat::First, ply: 0, mv, next: Some(Seat::Second), conditional: false };
            let answer = EventEnvelope { id: Some(id), by: Some(me().id), ..numbered(3, moved) };
            let events = ServerMessage::Events { table, events: vec![answer] };
            talk.say(&events).await;
            talk.say(&events).await;
            talk.say(&ServerMessage::Notice { table: "other".parse().unwrap(), kind: NoticeKind::YourTurn }).await;
            talk
        }
    };
    let server = tokio::spawn(server);

    connection.subscribe(&table);
    assert!(matches!(next_about_tables(&mut connection).await, ClientEvent::Snapshot { .. }));
    let mv = "P@a".parse().unwrap();
    let id = connection.play(&table, 0, mv);
    let ClientEvent::Event { event, .. } = next_about_tables(&mut connection).await else { panic!("an event comes") };
    assert_eq!((event.number, event.id), (3, Some(id)));
    assert_eq!(connection.core().unanswered_count(), 0);
    let known = connection.table(&table).unwrap();
    assert_eq!(known.state().moves, ["P@a"]);
    assert_eq!(known.position().unwrap().to_move().unwrap().letter(), 'b');
    assert!(
        matches!(next_about_tables(&mut connection).await, ClientEvent::Notice { .. }),
        "a repeated event is told once"
    );
    server.await.unwrap();
}

#[tokio::test]
async fn refused_commands_are_answered_and_not_repeated() {
    let (puppet, mut connection) = Puppet::start().await;
    let table: TableId = "t".parse().unwrap();
    let server = tokio::spawn(async move {
        let mut talk = puppet.accept().await;
        let ClientMessage::Join { id, table, .. } = talk.hear().await else { panic!("a join comes") };
        let refused =
            ServerMessage::Refused { id: Some(id), table: Some(table), reason: Refusal::SeatTaken, state: None };
        talk.say(&refused).await;
        drop(talk);
        let mut talk = puppet.accept().await;
        talk.hear().await
    });
    let id = connection.join(&table, Some(Seat::Third));
    let ClientEvent::Answered { id: refused, result, .. } = next_about_tables(&mut connection).await else {
        panic!("an answer comes")
    };
    assert_eq!((refused, result), (id, Err(Refusal::SeatTaken)));
    connection.subscribe_lobby();
    tokio::select! {
        event = next_about_tables(&mut connection) => panic!("{event:?}"),
        heard = server => assert_eq!(heard.unwrap(), ClientMessage::WatchLobby),
    }
}
