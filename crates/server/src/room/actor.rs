//! The task of one table. It alone changes the table: it judges what is asked, stores what comes of it, and only then tells anybody.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use shangrila_protocol::{
    ChatLine, CommandId, Event, EventEnvelope, LONGEST_CHAT, NoticeKind, Person, PersonId, Phase, Presence, Refusal,
    ServerMessage, Sitter, TableId,
};
use shangrila_rules::Move;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::table::{Command, Table};
use super::thinking::level_of;
use super::{Rooms, random_below};
use crate::clock::now;
use crate::fan_out::{ConnectionId, Outbox, Topic};
use crate::limits::Bucket;
use crate::store::{Append, Listing, StoreError};

/// Events kept in memory for clients that come back soon.
const HISTORY: usize = 48;
/// A table nobody looks at is put away after this time.
const IDLE: Duration = Duration::from_secs(60);
/// Lines of chat a second, once the first ones are used up.
const CHAT_PER_SECOND: f64 = 0.5;
/// The chat of a table ends here.
const LONGEST_TALK: u64 = 2000;

/// Who asks, and where the answer goes.
#[derive(Clone)]
pub(crate) struct Asker {
    pub(crate) connection: ConnectionId,
    pub(crate) outbox: Outbox,
    pub(crate) person: Option<Person>,
}

impl Asker {
    fn id(&self) -> Option<&PersonId> {
        self.person.as_ref().map(|person| &person.id)
    }

    pub(crate) fn refuse(&self, id: Option<CommandId>, table: &TableId, reason: Refusal) {
        let message = ServerMessage::Refused { id, table: Some(table.clone()), reason, state: None };
        self.outbox.send(text(&message));
    }
}

/// What a table is told.
pub(crate) enum Message {
    Watch {
        asker: Asker,
        since: Option<u64>,
        chat_since: Option<u64>,
    },
    Unwatch {
        connection: ConnectionId,
    },
    Command {
        asker: Asker,
        id: CommandId,
        command: Command,
    },
    Say {
        asker: Asker,
        id: CommandId,
        text: String,
    },
    /// The record of the game, for who may see it.
    Record {
        viewer: Option<PersonId>,
        answer: oneshot::Sender<Result<String, Refusal>>,
    },
    /// A computer player has chosen, in the position with this hash.
    Chosen {
        position: u64,
        mv: Option<Move>,
    },
    /// Somebody has another name, or is gone.
    Refresh,
    /// Something has to be done.
    Due,
}

/// A message as text, written once for all who get it.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    // Maps with other keys than texts are the only thing JSON cannot write, and there are none.
    Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default())
}

/// A table and those who follow it.
pub(crate) struct Room {
    id: TableId,
    rooms: Rooms,
    table: Table,
    history: VecDeque<EventEnvelope>,
    watchers: HashMap<ConnectionId, Asker>,
    presence: Presence,
    /// The number of the last line of chat.
    talk: u64,
    chat_limits: HashMap<PersonId, Bucket>,
    /// The position a computer player thinks about.
    asked: Option<u64>,
    loaded: u64,
    /// Whether the store may know another table than this one, because something could not be stored.
    in_doubt: bool,
}

/// Runs a table until nobody needs it.
pub(super) async fn run(id: TableId, rooms: Rooms, mut inbox: mpsc::Receiver<Message>) {
    match Room::load(&id, &rooms).await {
        Ok(Some(mut room)) => room.run(&mut inbox).await,
        Ok(None) => refuse_all(&id, &rooms, &mut inbox, &Refusal::NotFound).await,
        Err(error) => {
            tracing::error!(table = %id, %error, "cannot take a table out of the store");
            refuse_all(&id, &rooms, &mut inbox, &Refusal::Failed).await;
        }
    }
}

/// Answers for a table that is not there.
async fn refuse_all(id: &TableId, rooms: &Rooms, inbox: &mut mpsc::Receiver<Message>, reason: &Refusal) {
    loop {
        while let Ok(message) = inbox.try_recv() {
            refuse(id, message, reason);
        }
        if rooms.retire(id, inbox) {
            return;
        }
    }
}

fn refuse(id: &TableId, message: Message, reason: &Refusal) {
    match message {
        Message::Watch { asker, .. } => asker.refuse(None, id, reason.clone()),
        Message::Command { asker, id: command, .. } | Message::Say { asker, id: command, .. } => {
            asker.refuse(Some(command), id, reason.clone());
        }
        Message::Record { answer, .. } => drop(answer.send(Err(reason.clone()))),
        Message::Unwatch { .. } | Message::Chosen { .. } | Message::Refresh | Message::Due => {}
    }
}

impl Room {
    async fn load(id: &TableId, rooms: &Rooms) -> Result<Option<Room>, StoreError> {
        let Some((table, history)) = load_table(id, rooms).await? else { return Ok(None) };
        let talk = rooms.store().chat(id, 0).await?.last().map_or(0, |line| line.number);
        Ok(Some(Room {
            id: id.clone(),
            rooms: rooms.clone(),
            table,
            history,
            watchers: HashMap::new(),
            presence: Presence::default(),
            talk,
            chat_limits: HashMap::new(),
            asked: None,
            loaded: now(),
            in_doubt: false,
        }))
    }

    async fn run(&mut self, inbox: &mut mpsc::Receiver<Message>) {
        let mut idle_since = Instant::now();
        loop {
            self.nudge();
            let alarm = self.alarm();
            let put_away = idle_since + IDLE;
            tokio::select! {
                message = inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return,
                },
                () = sleep_until(alarm.unwrap_or(put_away)), if alarm.is_some() => self.act().await,
                () = sleep_until(put_away), if self.is_idle() => {
                    if self.rooms.retire(&self.id, inbox) {
                        return;
                    }
                }
            }
            if !self.is_idle() {
                idle_since = Instant::now();
            }
        }
    }

    /// Whether the table could as well be in the store alone.
    fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.asked.is_none()
    }

    /// When something has to be done here, if that is soon. What is far off is found in the store when it comes.
    fn alarm(&self) -> Option<Instant> {
        if self.table.level_to_move().is_some() {
            return None;
        }
        let left = self.wake()?.saturating_sub(now());
        (left < 3_600_000).then(|| Instant::now() + Duration::from_millis(left))
    }

    fn wake(&self) -> Option<u64> {
        let wake = self.table.wake()?;
        let grace = 1000 * u64::from(self.rooms.config().grace);
        Some(if self.table.state.phase == Phase::Playing { wake.max(self.loaded + grace) } else { wake })
    }

    /// Lets the computer player think whose turn it is.
    fn nudge(&mut self) {
        let position = self.table.position.hash64();
        let Some(level) = self.table.level_to_move().filter(|_| self.asked != Some(position)) else { return };
        self.asked = Some(position);
        let (rooms, id, board) = (self.rooms.clone(), self.id.clone(), self.table.position);
        // The same table goes on alike after a restart.
        let seed = id.as_str().bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        tokio::spawn(async move {
            let mv = rooms.thinkers().choose(level_of(level), board, seed).await;
            rooms.tell(&id, Message::Chosen { position, mv }).await;
        });
    }

    /// Does what is due by the clock.
    async fn act(&mut self) {
        if self.wake().is_none_or(|wake| wake > now()) {
            return;
        }
        let events = match self.table.state.phase {
            Phase::Waiting => Some(vec![Event::Closed]),
            Phase::Playing if self.table.level_to_move().is_none() => {
                let late = self.table.state.next.and_then(|seat| self.person_at(seat));
                late.into_iter().for_each(|person| self.notify(&person, NoticeKind::TimeRanOut));
                self.table.run_out(self.rooms.config().stand_in)
            }
            _ => None,
        };
        if let Some(events) = events {
            // Without the store there is nothing to be done but to try again, which the next alarm does.
            if self.commit(None, events).await.is_err() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    async fn handle(&mut self, message: Message) {
        if self.in_doubt {
            self.reload().await;
            if self.in_doubt && !matches!(message, Message::Unwatch { .. }) {
                return refuse(&self.id, message, &Refusal::Failed);
            }
        }
        match message {
            Message::Watch { asker, since, chat_since } => self.watch(asker, since, chat_since).await,
            Message::Unwatch { connection } => self.unwatch(connection),
            Message::Command { asker, id, command } => self.command(&asker, id, &command).await,
            Message::Say { asker, id, text } => self.say(&asker, id, text).await,
            Message::Record { viewer, answer } => drop(answer.send(self.record(viewer.as_ref()))),
            Message::Chosen { position, mv } => self.chosen(position, mv).await,
            Message::Refresh => self.refresh().await,
            Message::Due => self.act().await,
        }
    }

    async fn watch(&mut self, asker: Asker, since: Option<u64>, chat_since: Option<u64>) {
        if !self.table.may_view(asker.id()) {
            return asker.refuse(None, &self.id, Refusal::NotFound);
        }
        let fan_out = self.rooms.fan_out();
        fan_out.subscribe(Topic::Table(self.id.clone()), asker.connection, asker.outbox.clone());
        match since.and_then(|since| self.events_after(since)) {
            Some(events) => asker.outbox.send(text(&ServerMessage::Events { table: self.id.clone(), events })),
            None => {
                let state = Box::new(self.table.state.clone());
                asker.outbox.send(text(&ServerMessage::State { state, now: now() }));
            }
        }
        if asker.id().is_some_and(|person| self.table.state.seat_of(person).is_some()) {
            self.open_chat(&asker, chat_since.unwrap_or(0)).await;
        }
        let presence = ServerMessage::Presence { table: self.id.clone(), presence: self.presence.clone() };
        let newcomer = asker.outbox.clone();
        self.watchers.insert(asker.connection, asker);
        if !self.tell_presence() {
            newcomer.send(text(&presence));
        }
    }

    /// The chat is for those who have seats.
    async fn open_chat(&self, asker: &Asker, since: u64) {
        match self.rooms.store().chat(&self.id, since).await {
            Ok(lines) => asker.outbox.send(text(&ServerMessage::Chat { table: self.id.clone(), lines })),
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the chat"),
        }
        self.rooms.fan_out().subscribe(Topic::Chat(self.id.clone()), asker.connection, asker.outbox.clone());
    }

    fn unwatch(&mut self, connection: ConnectionId) {
        if self.watchers.remove(&connection).is_some() {
            let fan_out = self.rooms.fan_out();
            fan_out.unsubscribe(&Topic::Table(self.id.clone()), connection);
            fan_out.unsubscribe(&Topic::Chat(self.id.clone()), connection);
            self.tell_presence();
        }
    }

    /// The events a client has missed, if it has missed few; none where the whole state is shorter.
    fn events_after(&self, since: u64) -> Option<Vec<EventEnvelope>> {
        let first = self.history.front()?.number;
        let known = since.saturating_add(1) >= first && since <= self.table.state.number;
        known.then(|| self.history.iter().filter(|event| event.number > since).cloned().collect())
    }

    async fn command(&mut self, asker: &Asker, id: CommandId, command: &Command) {
        let Some(person) = &asker.person else { return asker.refuse(Some(id), &self.id, Refusal::NobodyKnown) };
        if !self.table.may_view(Some(&person.id)) {
            return asker.refuse(Some(id), &self.id, Refusal::NotFound);
        }
        if let Some(number) = self.table.answer(&person.id, &id) {
            return self.answer_again(asker, number).await;
        }
        // What comes too late has come too late, even if nobody has noticed yet.
        self.act().await;
        let decided = self.table.decide(person, command, self.rooms.config().stand_in, &mut random_below);
        let done = match decided {
            Ok(events) if events.is_empty() => self.rematch(person, &id).await,
            Ok(events) => self.commit(Some((person, &id)), events).await,
            Err(reason) => Err(reason),
        };
        match done {
            Ok(events) => {
                if !self.watchers.contains_key(&asker.connection) {
                    asker.outbox.send(text(&ServerMessage::Events { table: self.id.clone(), events }));
                }
                self.seats_changed(command).await;
            }
            Err(reason) => {
                let is_behind = matches!(reason, Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase);
                let state = is_behind.then(|| Box::new(self.table.state.clone()));
                let message = ServerMessage::Refused { id: Some(id), table: Some(self.id.clone()), reason, state };
                asker.outbox.send(text(&message));
            }
        }
    }

    /// Who has got a seat may talk from now on, and who has left may not.
    async fn seats_changed(&mut self, command: &Command) {
        match command {
            Command::Join { .. } => {
                for asker in self.watchers.values() {
                    if asker.id().is_some_and(|person| self.table.state.seat_of(person).is_some()) {
                        self.open_chat(asker, 0).await;
                    }
                }
            }
            Command::Leave if self.table.state.phase == Phase::Waiting => {
                for (connection, asker) in &self.watchers {
                    if asker.id().is_none_or(|person| self.table.state.seat_of(person).is_none()) {
                        self.rooms.fan_out().unsubscribe(&Topic::Chat(self.id.clone()), *connection);
                    }
                }
            }
            Command::SeatLevel { .. } | Command::Fill { .. } => {}
            _ => return,
        }
        self.tell_presence();
    }

    /// A command that has been carried out is answered as the first time.
    async fn answer_again(&self, asker: &Asker, number: u64) {
        let kept = self.history.iter().find(|event| event.number == number).cloned();
        let event = match kept {
            Some(event) => Some(event),
            None => self
                .rooms
                .store()
                .events(&self.id, number - 1)
                .await
                .ok()
                .and_then(|mut events| if events.is_empty() { None } else { Some(events.remove(0)) }),
        };
        let table = self.id.clone();
        match event {
            Some(event) => asker.outbox.send(text(&ServerMessage::Events { table, events: vec![event] })),
            None => asker.refuse(None, &self.id, Refusal::Failed),
        }
    }

    async fn rematch(&mut self, host: &Person, id: &CommandId) -> Result<Vec<EventEnvelope>, Refusal> {
        let table = self.rooms.open(host, super::table::rematch(&self.table.state, host)).await?;
        let others = self.table.state.seats.iter().filter_map(|seat| seat.sitter.as_ref().and_then(Sitter::person));
        let others: Vec<PersonId> =
            others.filter(|person| person.id != host.id).map(|person| person.id.clone()).collect();
        let events = self.commit(Some((host, id)), vec![Event::Rematch { table }]).await?;
        others.iter().for_each(|person| self.notify(person, NoticeKind::Rematch));
        Ok(events)
    }

    /// Stores events, takes them, and tells everybody; in this order.
    async fn commit(
        &mut self,
        by: Option<(&Person, &CommandId)>,
        events: Vec<Event>,
    ) -> Result<Vec<EventEnvelope>, Refusal> {
        let at = now().max(self.table.changed);
        let first = self.table.state.number + 1;
        let numbered: Vec<EventEnvelope> = events
            .into_iter()
            .enumerate()
            .map(|(index, event)| {
                let (by, id) = by.filter(|_| index == 0).unzip();
                let (by, id) = (by.map(|person: &Person| person.id.clone()), id.cloned());
                EventEnvelope { number: first + index as u64, at, id, by, event }
            })
            .collect();
        let result = numbered.iter().find_map(|event| match &event.event {
            Event::Finished { winners, .. } => self.table.result(winners),
            _ => None,
        });
        if let Err(error) = self.table.apply(&numbered) {
            tracing::error!(table = %self.id, error, "an event does not fit");
            self.reload().await;
            return Err(Refusal::Failed);
        }
        let is_turn = numbered.iter().all(|event| matches!(event.event, Event::Moved { .. }));
        let listing = if is_turn {
            Listing::Turn {
                moves: self.table.state.moves.len() as u32,
                next: self.table.state.next,
                deadline: self.table.state.deadline(),
                changed: self.table.changed,
            }
        } else {
            Listing::Whole(Box::new(self.table.summary()))
        };
        let append =
            Append { table: self.id.clone(), events: numbered.clone(), listing, wake: self.table.wake(), result };
        if let Err(error) = self.rooms.store().append(append).await {
            tracing::error!(table = %self.id, %error, "events are not stored");
            self.reload().await;
            return Err(Refusal::Failed);
        }
        self.history.extend(numbered.iter().cloned());
        while self.history.len() > HISTORY {
            self.history.pop_front();
        }
        let message = ServerMessage::Events { table: self.id.clone(), events: numbered.clone() };
        self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), text(&message));
        if !is_turn {
            self.rooms.lobby_changed(&self.table.state);
        }
        self.notify_all(&numbered);
        Ok(numbered)
    }

    /// What is in the store counts, whatever this task thinks.
    async fn reload(&mut self) {
        self.in_doubt = true;
        match load_table(&self.id, &self.rooms).await {
            Ok(Some((table, history))) => {
                (self.table, self.history) = (table, history);
                (self.asked, self.in_doubt) = (None, false);
                let state = Box::new(self.table.state.clone());
                let message = text(&ServerMessage::State { state, now: now() });
                self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), message);
            }
            Ok(None) => {}
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read a table again"),
        }
    }

    async fn chosen(&mut self, position: u64, mv: Option<Move>) {
        if self.asked == Some(position) {
            self.asked = None;
        }
        if self.table.position.hash64() != position {
            return;
        }
        let Some(events) = mv.and_then(|mv| self.table.play_level(mv)) else { return };
        if self.commit(None, events).await.is_err() {
            // The next nudge lets it think again, but not in a hurry.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn say(&mut self, asker: &Asker, id: CommandId, words: String) {
        let refuse = |reason| asker.refuse(Some(id.clone()), &self.id, reason);
        let Some(person) = &asker.person else { return refuse(Refusal::NobodyKnown) };
        if self.table.state.seat_of(&person.id).is_none() {
            return refuse(if self.table.may_view(Some(&person.id)) { Refusal::NotSeated } else { Refusal::NotFound });
        }
        let words = words.trim();
        let plain = words.chars().all(|letter| !letter.is_control());
        if words.is_empty() || words.chars().count() > LONGEST_CHAT || !plain {
            return refuse(Refusal::BadText);
        }
        if self.talk >= LONGEST_TALK {
            return refuse(Refusal::TooMany);
        }
        match self.rooms.store().chat(&self.id, self.talk.saturating_sub(20)).await {
            Ok(lines) => {
                if let Some(said) = lines.into_iter().find(|line| line.id == id && line.by == person.id) {
                    let message = ServerMessage::Chat { table: self.id.clone(), lines: vec![said] };
                    return asker.outbox.send(text(&message));
                }
            }
            Err(_) => return refuse(Refusal::Failed),
        }
        let burst = self.rooms.config().limits.chat_burst;
        let limit = self.chat_limits.entry(person.id.clone()).or_insert_with(|| Bucket::new(burst, CHAT_PER_SECOND));
        if let Err(wait) = limit.take(std::time::Instant::now()) {
            return refuse(Refusal::TooFast { wait });
        }
        let line = ChatLine {
            number: self.talk + 1,
            at: now(),
            id: id.clone(),
            by: person.id.clone(),
            text: words.to_string(),
        };
        if self.rooms.store().say(&self.id, &line).await.is_err() {
            return refuse(Refusal::Failed);
        }
        self.talk = line.number;
        let message = text(&ServerMessage::Chat { table: self.id.clone(), lines: vec![line] });
        if !self.watchers.contains_key(&asker.connection) {
            asker.outbox.send(message.clone());
        }
        self.rooms.fan_out().publish(&Topic::Chat(self.id.clone()), message);
    }

    fn record(&self, viewer: Option<&PersonId>) -> Result<String, Refusal> {
        if !self.table.may_view(viewer) {
            return Err(Refusal::NotFound);
        }
        self.table.record().map(|record| record.to_string()).ok_or(Refusal::NotFound)
    }

    /// Names come from the store; whoever has none any more is gone.
    async fn refresh(&mut self) {
        self.reload().await;
        let gone = self.table.gone(self.rooms.config().stand_in);
        if !gone.is_empty() {
            let _ = self.commit(None, gone).await;
        }
    }

    fn person_at(&self, seat: u8) -> Option<PersonId> {
        let seat = self.table.state.seats.get(usize::from(seat))?;
        seat.sitter.as_ref().and_then(Sitter::person).map(|person| person.id.clone())
    }

    fn is_present(&self, person: &PersonId) -> bool {
        self.watchers.values().any(|asker| asker.id() == Some(person))
    }

    /// Tells somebody who does not look at this table, wherever they are.
    fn notify(&self, person: &PersonId, kind: NoticeKind) {
        if !self.is_present(person) {
            let message = ServerMessage::Notice { table: self.id.clone(), kind };
            self.rooms.fan_out().publish(&Topic::Person(person.clone()), text(&message));
        }
    }

    fn notify_all(&self, events: &[EventEnvelope]) {
        let state = &self.table.state;
        let everybody = || (0..state.seats.len() as u8).filter_map(|seat| self.person_at(seat));
        for event in events {
            match &event.event {
                Event::Started { .. } => everybody().for_each(|person| self.notify(&person, NoticeKind::Started)),
                Event::Finished { .. } => everybody().for_each(|person| self.notify(&person, NoticeKind::Finished)),
                Event::TakebackAsked { seat, .. } => {
                    let asker = self.person_at(*seat);
                    everybody()
                        .filter(|person| Some(person) != asker.as_ref())
                        .for_each(|person| self.notify(&person, NoticeKind::TakebackAsked));
                }
                _ => {}
            }
        }
        let turn = events
            .iter()
            .any(|event| matches!(event.event, Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. }));
        if let Some(seat) = state.next.filter(|_| turn)
            && state.seats[usize::from(seat)].level().is_none()
            && let Some(person) = self.person_at(seat)
        {
            self.notify(&person, NoticeKind::YourTurn);
        }
    }

    /// Tells everybody who is there, if that has changed.
    fn tell_presence(&mut self) -> bool {
        let state = &self.table.state;
        let seats = state.seats.iter().map(|seat| match &seat.sitter {
            Some(Sitter::Person(person)) => self.is_present(&person.id),
            Some(Sitter::Level(_)) => true,
            None => false,
        });
        let seated = |asker: &&Asker| asker.id().is_some_and(|person| state.seat_of(person).is_some());
        let spectators = self.watchers.len() - self.watchers.values().filter(seated).count();
        let presence = Presence { seats: seats.collect(), spectators: spectators as u32 };
        if presence == self.presence {
            return false;
        }
        self.presence = presence.clone();
        let message = ServerMessage::Presence { table: self.id.clone(), presence };
        self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), text(&message));
        true
    }
}

/// A table from the store, with its latest events.
async fn load_table(id: &TableId, rooms: &Rooms) -> Result<Option<(Table, VecDeque<EventEnvelope>)>, StoreError> {
    let mut events = rooms.store().events(id, 0).await?;
    let Some(table) = Table::replay(id, &events).map_err(StoreError::Broken)? else { return Ok(None) };
    let history = events.split_off(events.len().saturating_sub(HISTORY));
    Ok(Some((table, history.into())))
}
