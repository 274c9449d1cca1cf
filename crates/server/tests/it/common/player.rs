//! A well-behaved client: `shangrila-client-core`, as the app and the bots run it, on a [`RawSocket`].

use shangrila_client_core::{ClientAction, ClientCore, ClientEvent, ClientSettings, Disconnected, Retry};
use shangrila_protocol::{ClientMessage, CommandId, EventEnvelope, Refusal, TableId, TableState};
use shangrila_rules::Move;
use tokio::time::{Instant, sleep, timeout};

use super::Client;
use super::raw_socket::{PATIENCE, RawSocket, ServerPort};

/// A person's connection to a server.
pub(crate) struct Player {
    pub(crate) core: ClientCore,
    port: ServerPort,
    client: Client,
    socket: Option<RawSocket>,
    started: Instant,
}

/// What carried out a command.
#[derive(Debug)]
pub(crate) enum Answer {
    Event(EventEnvelope),
    Chat,
}

impl Player {
    pub(crate) async fn connect(port: ServerPort, client: &Client) -> Player {
        let settings = ClientSettings::new(getrandom::u64().unwrap());
        let (core, started) = (ClientCore::new(settings), Instant::now());
        let mut player = Player { core, port, client: client.clone(), socket: None, started };
        player.core.tick(started.elapsed());
        player.wait_for(|event| matches!(event, ClientEvent::Connected { .. }).then_some(())).await;
        player
    }

    /// Waits for the next event.
    pub(crate) async fn next_event(&mut self) -> ClientEvent {
        timeout(PATIENCE, self.run()).await.expect("something happens")
    }

    /// Waits for an event for which `find` returns something, and ignores others.
    pub(crate) async fn wait_for<T>(&mut self, mut find: impl FnMut(ClientEvent) -> Option<T>) -> T {
        loop {
            if let Some(found) = find(self.next_event().await) {
                return found;
            }
        }
    }

    /// Subscribes to a table and waits for its state.
    pub(crate) async fn follow(&mut self, table: &TableId) -> Result<(), Refusal> {
        self.core.subscribe(table);
        self.wait_for(|event| match event {
            ClientEvent::Snapshot { table: of } if of == *table => Some(Ok(())),
            ClientEvent::TableRefused { table: of, reason } if of == *table => Some(Err(reason)),
            _ => None,
        })
        .await
    }

    /// What this player knows of a table it follows.
    pub(crate) fn state(&self, table: &TableId) -> &TableState {
        self.core.table(table).expect("a table that the player follows").state()
    }

    /// Waits until a table that the player follows is in a certain state.
    pub(crate) async fn wait_until(&mut self, table: &TableId, is_reached: impl Fn(&TableState) -> bool) -> TableState {
        while !is_reached(self.state(table)) {
            self.next_event().await;
        }
        self.state(table).clone()
    }

    /// Sends a command and waits for its answer. The player must follow the table, or may not be able to.
    pub(crate) async fn command(
        &mut self,
        table: &TableId,
        command: impl FnOnce(CommandId, TableId) -> ClientMessage,
    ) -> Result<Answer, Refusal> {
        let sent = self.core.send(table, command);
        let mut answer = None;
        loop {
            match self.next_event().await {
                ClientEvent::Event { event, .. } if event.id.as_ref() == Some(&sent) => {
                    answer = Some(Answer::Event(event));
                }
                ClientEvent::Chat { lines, .. } => {
                    answer = lines.into_iter().find(|line| line.id == sent).map(|_| Answer::Chat).or(answer);
                }
                ClientEvent::Answered { id, result, .. } if id == sent => {
                    return result.map(|()| answer.expect("an accepted command leads to an event or a chat line"));
                }
                _ => {}
            }
        }
    }

    /// Joins a table, following it from then on.
    pub(crate) async fn join(&mut self, table: &TableId) {
        self.follow(table).await.unwrap();
        self.command(table, |id, table| ClientMessage::Join { id, table, seat: None }).await.unwrap();
    }

    /// Waits for this player's turn and plays the first legal move.
    pub(crate) async fn play_first(&mut self, table: &TableId) {
        let me = self.core.person().expect("a player with a name").id.clone();
        while !self.core.table(table).expect("a table that the player follows").waits_for(&me) {
            self.next_event().await;
        }
        let ply = self.state(table).moves.len() as u32;
        let mv = self.first_move(table).to_string();
        self.command(table, |id, table| ClientMessage::Play { id, table, ply, mv }).await.unwrap();
    }

    /// The first legal move at a table.
    pub(crate) fn first_move(&self, table: &TableId) -> Move {
        let position = self.core.table(table).and_then(|table| table.position()).expect("a game");
        position.legal_moves().get(0).expect("a game that goes on")
    }

    /// Breaks the connection. The core opens another one by itself.
    pub(crate) fn break_connection(&mut self) {
        self.socket = None;
        self.report_loss();
    }

    fn report_loss(&mut self) {
        let how = Disconnected { reason: "the connection has ended".to_string(), retry: Retry::Backoff };
        self.core.disconnected(self.started.elapsed(), how);
    }

    /// Carries out the actions of the core until it has something to tell.
    async fn run(&mut self) -> ClientEvent {
        loop {
            match self.core.poll_action() {
                Some(ClientAction::Connect) => {
                    self.socket = Some(RawSocket::connect(self.port, &self.client).await);
                }
                Some(ClientAction::Disconnect) => self.socket = None,
                Some(ClientAction::Send(frame)) => {
                    let socket = self.socket.as_mut().expect("frames are for open connections");
                    // A connection that has ended is noticed when nothing can be received.
                    let _ = socket.send_text(frame).await;
                }
                Some(ClientAction::Notify(event)) => return event,
                None => self.receive().await,
            }
        }
    }

    /// Passes the next frame to the core, or the time when it wants to know it.
    async fn receive(&mut self) {
        let deadline = self.core.time_to_deadline().unwrap_or(PATIENCE);
        let Some(socket) = &mut self.socket else {
            sleep(deadline).await;
            return self.core.tick(self.started.elapsed());
        };
        match timeout(deadline, socket.receive_text()).await {
            Ok(Some(frame)) => self.core.received(self.started.elapsed(), &frame),
            Ok(None) => self.break_connection(),
            Err(_) => self.core.tick(self.started.elapsed()),
        }
    }
}
