//! The task of one table. It alone changes the table: it decides on commands, stores the events, and only then applies and publishes
//! them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use shangrila_protocol::{
    Audience, CommandId, ConditionalMoves, Event, EventEnvelope, NoticeKind, Person, PersonId, PersonOrLevel, Phase,
    Presence, Refusal, TableId,
};
use shangrila_rules::{Move, Seat};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::chat::last_lines;
use super::computer_players::Search;
use super::conditional::Answer;
use super::elsewhere::{PRESENCE_REPEAT, Uncommitted, WatchersElsewhere};
use super::notices::JustGone;
use super::opening::{draft_table, keep_seats_for};
use super::refused_commands::RefusedCommands;
use super::requester::{KnownTable, Requester};
use super::supervision::Pending;
use super::table_logic::{Decision, Surroundings, TableCommand, TableLogic};
use super::{Rooms, failed, has_computers, invalid, new_command_id, new_table_id, random_below};
use crate::clock::now;
use crate::fan_out::{CloseReason, ConnectionId, Topic};
use crate::outgoing::Outgoing;
use crate::peers::{EventMark, LastNumbers, News, ProcessId};
use crate::retention::Expiry;
use crate::store::{Append, Committed, StoreError};
use crate::token_bucket::TokenBucket;

/// How many recent events a room keeps in memory for clients that reconnect.
const HISTORY: usize = 48;
/// A table that nobody watches is unloaded after this time.
const IDLE: Duration = Duration::from_secs(60);
/// How long a room waits after the store has failed before it acts on its own again.
pub(super) const RETRY: Duration = Duration::from_secs(1);
/// The longest time a room sleeps before it looks at the clock again, in milliseconds. The server's clock may be set meanwhile.
const LONGEST_ALARM: u64 = 3_600_000;

/// A message to a room.
pub(crate) enum RoomMessage {
    Watch {
        requester: Requester,
        known: KnownTable,
    },
    Unwatch {
        connection: ConnectionId,
    },
    Command {
        requester: Requester,
        id: CommandId,
        command: TableCommand,
    },
    Say {
        requester: Requester,
        id: CommandId,
        text: String,
    },
    EarlierChat {
        requester: Requester,
        before: u64,
    },
    /// Carries out a command of a person who need not be connected.
    Act {
        person: Person,
        command: TableCommand,
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Asks for the conditional moves of a player, or replaces them.
    ConditionalMoves {
        person: Person,
        change: Option<ConditionalMoves>,
        answer: oneshot::Sender<Result<ConditionalMoves, Refusal>>,
    },
    /// Notes the vacations of a player.
    Vacation {
        person: PersonId,
        is_over: bool,
        answer: oneshot::Sender<bool>,
    },
    /// Asks which players are connected.
    WhoIsThere {
        answer: oneshot::Sender<Vec<PersonId>>,
    },
    /// Asks for the record of the game.
    Record {
        viewer: Option<PersonId>,
        answer: oneshot::Sender<Result<String, Refusal>>,
    },
    /// A computer player has chosen a move in the position with this hash.
    ComputerMove {
        position: u64,
        mv: Option<Move>,
    },
    /// A player has changed their name or was deleted.
    PersonChanged,
    /// A moderator closes the table, whatever its stage.
    CloseByModerator {
        reason: String,
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// A moderator has hidden a chat line, or shows it again.
    ChatLineChanged {
        number: u64,
    },
    /// Other processes have stored something, if these numbers are higher than the room's.
    StoredElsewhere(LastNumbers),
    /// Other processes have stored these moves, directly after the marked event.
    MovedElsewhere {
        after: EventMark,
        moves: Vec<Committed<EventEnvelope>>,
    },
    /// Who watches the table on another process: people with a seat, and how many others.
    WatchedElsewhere {
        process: ProcessId,
        people: Vec<PersonId>,
        spectators: u32,
    },
    /// Another process wants to know who watches the table here.
    WhoWatches,
    /// A player may have left conditional moves on another process.
    PreparedElsewhere,
    /// Messages of other processes may have been lost.
    NewsLost,
    /// Another process has deleted the table.
    DeletedElsewhere,
    /// Deletes the table, if it has expired and nobody watches it.
    Expire(Expiry),
    /// The server may have to act: a clock has run out, or it is a computer player's turn.
    Due,
}

/// A table and everyone watching it.
pub(crate) struct Room {
    pub(super) id: TableId,
    pub(super) rooms: Rooms,
    pub(super) table: TableLogic,
    pub(super) history: VecDeque<Committed<EventEnvelope>>,
    pub(super) watchers: HashMap<ConnectionId, Requester>,
    pub(super) presence: Presence,
    /// Who may not have seen that it is their turn.
    pub(super) just_gone: JustGone,
    /// The number of the last line of each chat, or that before its first one.
    pub(super) last_lines: [u64; 2],
    pub(super) refused: RefusedCommands,
    pub(super) chat_limits: HashMap<PersonId, TokenBucket>,
    /// The search of the computer player whose turn it is.
    pub(super) search: Option<Search>,
    /// Whether the player to move has prepared an answer.
    pub(super) answer: Answer,
    /// Who has prepared answers, as far as this process knows; `None` if it does not.
    pub(super) prepared: Option<HashSet<PersonId>>,
    /// Whether to look who is on vacation.
    pub(super) check_vacations: bool,
    /// Who watches the table on other processes.
    pub(super) elsewhere: WatchersElsewhere,
    /// When the other processes were last told who watches here.
    pub(super) told_presence_at: Instant,
    /// When to ask again whether this process acts here on its own; `None` if it did the last time.
    pub(super) ask_to_lead_at: Option<Instant>,
    /// When the table was loaded.
    loaded: u64,
    /// Whether the store may know more than this task, because it has failed.
    pub(super) in_doubt: bool,
    /// Whether the table has been deleted.
    pub(super) deleted: bool,
    /// The message being handled, for the case of a panic.
    pub(super) pending: Option<Pending>,
}

/// Answers the messages to a table that does not exist or cannot be loaded.
pub(super) async fn refuse_all(id: &TableId, rooms: &Rooms, inbox: &mut mpsc::Receiver<RoomMessage>, reason: &Refusal) {
    loop {
        while let Ok(message) = inbox.try_recv() {
            refuse(id, message, reason);
        }
        if rooms.unload(id, inbox) {
            return;
        }
    }
}

fn refuse(id: &TableId, message: RoomMessage, reason: &Refusal) {
    match message {
        RoomMessage::Watch { requester, .. } => requester.refuse_watch(id, reason.clone()),
        RoomMessage::EarlierChat { requester, .. } => requester.refuse(None, id, reason.clone()),
        RoomMessage::Command { requester, id: command, .. } | RoomMessage::Say { requester, id: command, .. } => {
            requester.refuse(Some(command), id, reason.clone());
        }
        RoomMessage::Record { answer, .. } => drop(answer.send(Err(reason.clone()))),
        RoomMessage::ConditionalMoves { answer, .. } => drop(answer.send(Err(reason.clone()))),
        RoomMessage::CloseByModerator { answer, .. } | RoomMessage::Act { answer, .. } => {
            drop(answer.send(Err(reason.clone())));
        }
        RoomMessage::Unwatch { .. }
        | RoomMessage::WhoIsThere { .. }
        | RoomMessage::ComputerMove { .. }
        | RoomMessage::PersonChanged
        | RoomMessage::ChatLineChanged { .. }
        | RoomMessage::StoredElsewhere(_)
        | RoomMessage::MovedElsewhere { .. }
        | RoomMessage::WatchedElsewhere { .. }
        | RoomMessage::WhoWatches
        | RoomMessage::PreparedElsewhere
        | RoomMessage::NewsLost
        | RoomMessage::DeletedElsewhere
        | RoomMessage::Expire(_)
        | RoomMessage::Due => {}
        // The table is gone, so it knows all that matters.
        RoomMessage::Vacation { answer, .. } => _ = answer.send(*reason == Refusal::NotFound),
    }
}

impl Room {
    pub(super) async fn load(id: &TableId, rooms: &Rooms) -> Result<Option<Room>, StoreError> {
        let Some((table, history)) = load_table(id, rooms).await? else { return Ok(None) };
        rooms.peers().tell(News::WhoWatches(id.clone()));
        let last_lines = last_lines(id, rooms).await?;
        Ok(Some(Room {
            id: id.clone(),
            rooms: rooms.clone(),
            table,
            history,
            watchers: HashMap::new(),
            presence: Presence::default(),
            just_gone: JustGone::default(),
            last_lines,
            refused: RefusedCommands::default(),
            chat_limits: HashMap::new(),
            search: None,
            answer: Answer::Unknown,
            prepared: None,
            check_vacations: true,
            elsewhere: WatchersElsewhere::default(),
            told_presence_at: Instant::now(),
            ask_to_lead_at: None,
            loaded: now(),
            in_doubt: false,
            deleted: false,
            pending: None,
        }))
    }

    pub(super) async fn run(&mut self, inbox: &mut mpsc::Receiver<RoomMessage>) {
        let mut idle_since = Instant::now();
        loop {
            if self.deleted {
                self.stop_leading();
                self.turn_away();
                return refuse_all(&self.id, &self.rooms, inbox, &Refusal::NotFound).await;
            }
            if self.check_vacations {
                self.note_vacations().await;
            }
            self.play_answers().await;
            self.update_search().await;
            let timer = self.timer();
            let unload_at = idle_since + IDLE;
            let repeat_at = self.told_presence_at + PRESENCE_REPEAT;
            let has_to_repeat = !self.watchers.is_empty() && self.rooms.peers().exist();
            let gone_at = self.just_gone.next();
            tokio::select! {
                // In this order, so that the same messages at the same times always have the same effect. A timer that is due comes
                // first: what it does is over before anyone can send another message.
                biased;
                () = sleep_until(timer.unwrap_or(unload_at)), if timer.is_some() => {
                    self.ask_to_lead_at = None;
                    self.act_on_timer().await;
                }
                message = inbox.recv() => match message {
                    Some(message) => {
                        self.pending = Pending::of(&message);
                        self.handle(message).await;
                        self.pending = None;
                    }
                    None => return,
                },
                () = sleep_until(repeat_at), if has_to_repeat => {
                    self.tell_who_watches();
                    self.publish_presence();
                }
                () = sleep_until(gone_at.unwrap_or(unload_at)), if gone_at.is_some() => self.call_those_gone(),
                () = sleep_until(unload_at), if self.is_idle() => {
                    if self.rooms.unload(&self.id, inbox) {
                        self.stop_leading();
                        return;
                    }
                }
            }
            if !self.is_idle() {
                idle_since = Instant::now();
            }
        }
    }

    /// Whether nobody needs the table in memory.
    fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.search.is_none()
    }

    /// Returns when the room next checks whether it has to act on its own.
    fn timer(&self) -> Option<Instant> {
        // Whoever does not act here asks again.
        if self.table.level_to_move().is_some() {
            return self.ask_to_lead_at;
        }
        let due = Instant::now() + alarm(self.wake()?, now());
        Some(self.ask_to_lead_at.map_or(due, |at| at.max(due)))
    }

    /// Returns when the server has to act here. After a time without any server, nobody runs out of time at once. Another process that takes a table over
    /// gives no more time: its players did not have to wait.
    fn wake(&self) -> Option<u64> {
        let wake = self.table.wake()?;
        if self.table.state().phase == Phase::Playing {
            return Some(wake.max(self.rooms.grace_until()));
        }
        // Nobody is seen yet right after loading, and games start only with people who are there.
        let is_alone = self.table.state().fill_due().is_some() && self.watchers.is_empty();
        Some(if is_alone { wake.max(self.loaded + 1000 * u64::from(self.rooms.config().grace)) } else { wake })
    }

    /// Closes a table that has waited too long, or replaces a player who has run out of time.
    async fn act_on_timer(&mut self) {
        if self.wake().is_none_or(|wake| wake > now()) {
            return;
        }
        let events = match self.table.state().phase {
            Phase::Waiting => Some(self.table.act_in_waiting_room(&self.surroundings(), &mut random_below)),
            Phase::Playing if self.table.level_to_move().is_none() => {
                // A vacation that the log does not know yet stops the clock all the same.
                if !self.note_vacations().await {
                    return tokio::time::sleep(RETRY).await;
                }
                if self.wake().is_none_or(|wake| wake > now()) {
                    return;
                }
                self.table.run_out(&self.surroundings())
            }
            _ => None,
        };
        let Some(events) = events else { return };
        if self.leads().await
            && let Err(Uncommitted::Refused(_)) = self.commit_events(None, events).await
        {
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn handle(&mut self, message: RoomMessage) {
        if self.in_doubt {
            self.reload().await;
            if self.in_doubt && !matches!(message, RoomMessage::Unwatch { .. }) {
                let reason = if self.deleted { Refusal::NotFound } else { Refusal::Failed };
                return refuse(&self.id, message, &reason);
            }
        }
        match message {
            RoomMessage::Watch { requester, known } => self.watch(requester, known).await,
            RoomMessage::Unwatch { connection } => self.unwatch(connection),
            RoomMessage::Command { requester, id, command } => self.command(&requester, id, &command).await,
            RoomMessage::Say { requester, id, text } => {
                #[cfg(debug_assertions)]
                crate::test_hooks::panic_if_asked(&text);
                self.say(&requester, id, text).await;
            }
            RoomMessage::Act { person, command, answer } => {
                let done = self.carry_out(&person, &new_command_id(), &command).await;
                drop(answer.send(done.map(drop)));
            }
            RoomMessage::EarlierChat { requester, before } => self.earlier_chat(&requester, before).await,
            RoomMessage::ConditionalMoves { person, change, answer } => {
                drop(answer.send(self.conditional_moves(&person, change).await));
            }
            RoomMessage::Vacation { person, is_over, answer } => {
                let _ = answer.send(self.told_of_vacation(&person, is_over).await);
            }
            RoomMessage::WhoIsThere { answer } => drop(answer.send(self.people_there())),
            RoomMessage::Record { viewer, answer } => drop(answer.send(self.record(viewer.as_ref()))),
            RoomMessage::ComputerMove { position, mv } => self.computer_moved(position, mv).await,
            RoomMessage::PersonChanged => self.update_people().await,
            RoomMessage::CloseByModerator { reason, answer } => {
                drop(answer.send(self.close_by_moderator(reason).await))
            }
            RoomMessage::ChatLineChanged { number } => self.publish_changed_line(number).await,
            RoomMessage::StoredElsewhere(last) => self.catch_up_with(&last).await,
            RoomMessage::MovedElsewhere { after, moves } => self.follow_moves(&after, &moves).await,
            RoomMessage::WatchedElsewhere { process, people, spectators } => {
                self.note_watchers(process, people, spectators);
            }
            RoomMessage::WhoWatches if self.watchers.is_empty() => {}
            RoomMessage::WhoWatches => self.tell_who_watches(),
            RoomMessage::PreparedElsewhere => self.forget_who_has_prepared(),
            // The list is read on the next turn: reading it at every table at once would delay moves.
            RoomMessage::NewsLost => self.prepared = None,
            RoomMessage::DeletedElsewhere => self.deleted = true,
            RoomMessage::Expire(expiry) => self.delete_if_expired(expiry).await,
            RoomMessage::Due => {
                // The sweep finds conditional moves that should have been played.
                self.forget_who_has_prepared();
                self.act_on_timer().await;
            }
        }
    }

    /// The room alone deletes its table, so that nothing happens there at the same time.
    async fn delete_if_expired(&mut self, expiry: Expiry) {
        let before = match self.table.state().phase {
            Phase::Closed => expiry.closed_tables,
            Phase::Playing => expiry.abandoned_tables,
            Phase::Waiting | Phase::Finished => 0,
        };
        if self.table.changed() < before && self.watchers.is_empty() && self.elsewhere.is_empty() {
            match self.rooms.store().delete_expired_table(&self.id, expiry).await {
                Ok(true) => {
                    self.deleted = true;
                    self.rooms.peers().tell(News::Deleted(self.id.clone()));
                }
                // Something has happened there since, on another process.
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "cannot delete an expired table"),
            }
        }
    }

    async fn watch(&mut self, requester: Requester, known: KnownTable) {
        if !self.table.may_view(requester.id()) {
            return requester.refuse_watch(&self.id, Refusal::NotFound);
        }
        if !self.catch_up_with_client(&known).await {
            return requester.queue.close(CloseReason::Reconnect);
        }
        let topic = Topic::Table(self.id.clone());
        self.rooms.fan_out().subscribe(topic, requester.connection, requester.queue.clone());
        requester.queue.send(match known.since.and_then(|since| self.events_after(since, known.since_at)) {
            Some(events) => Outgoing::events(&self.id, &events),
            None => Outgoing::state(&self.table),
        });
        self.open_chat(&requester, known.chat_since).await;
        if self.table.state().rated {
            self.rating_changes().await.into_iter().for_each(|message| requester.queue.send(message));
        }
        let newcomer = requester.queue.clone();
        self.watchers.insert(requester.connection, requester);
        self.tell_who_watches();
        if !self.publish_presence() {
            newcomer.send(Outgoing::presence(&self.id, &self.presence));
        }
    }

    fn unwatch(&mut self, connection: ConnectionId) {
        if let Some(requester) = self.watchers.remove(&connection) {
            self.note_gone(&requester);
            let fan_out = self.rooms.fan_out();
            fan_out.unsubscribe(&Topic::Table(self.id.clone()), connection);
            Audience::ALL
                .into_iter()
                .for_each(|chat| fan_out.unsubscribe(&Topic::Chat(self.id.clone(), chat), connection));
            self.tell_who_watches();
            self.publish_presence();
        }
    }

    /// Returns the events a client has missed; `None` if they are too many or its last event is not one of this table: after a
    /// restored backup, another event can have the same number.
    fn events_after(&self, since: u64, since_at: Option<u64>) -> Option<Vec<Committed<EventEnvelope>>> {
        let first = self.history.front()?.number;
        let is_same =
            since_at.is_none_or(|at| self.history.iter().any(|event| (event.number, event.at) == (since, at)));
        let known = since.saturating_add(1) >= first && since <= self.table.state().number && is_same;
        known.then(|| self.history.iter().filter(|event| event.number > since).cloned().collect())
    }

    async fn command(&mut self, requester: &Requester, id: CommandId, command: &TableCommand) {
        let Some(person) = &requester.person else {
            return requester.refuse(Some(id), &self.id, Refusal::NotSignedIn);
        };
        if !self.table.may_view(Some(&person.id)) {
            return requester.refuse(Some(id), &self.id, Refusal::NotFound);
        }
        if let Some(number) = self.table.answer(&person.id, &id) {
            return self.answer_again(requester, id, number).await;
        }
        if let Some(reason) = self.refused.reason(&person.id, &id) {
            return self.refuse(requester, id, reason);
        }
        let done = self.carry_out(person, &id, command).await;
        // Another process may have been faster with this very command, or only the answer of the database was lost.
        let stored = self.table.answer(&person.id, &id);
        match (done, stored) {
            (Ok(events), _) if !events.is_empty() => {
                if !self.watchers.contains_key(&requester.connection) {
                    requester.queue.send(Outgoing::events(&self.id, &events));
                }
            }
            (_, Some(number)) => self.answer_again(requester, id, number).await,
            (done, None) => {
                let reason = done.err().unwrap_or(Refusal::Failed);
                self.refused.remember(&person.id, &id, &reason);
                self.refuse(requester, id, reason);
            }
        }
    }

    /// Decides on a command and stores what follows from it.
    pub(super) async fn try_to_carry_out(
        &mut self,
        person: &Person,
        id: &CommandId,
        command: &TableCommand,
    ) -> Result<Vec<Committed<EventEnvelope>>, Uncommitted> {
        // A clock may have run out without anyone noticing yet.
        self.act_on_timer().await;
        let decision = self.table.decide(person, command, &self.surroundings(), &mut random_below)?;
        self.allow(&person.id, command, &decision).await?;
        let events = match decision {
            Decision::Events(events) => self.commit_events(Some((&person.id, id)), events).await?,
            Decision::Rematch { opened } => self.open_rematch(&person.id, id, opened).await?,
        };
        self.update_chat_access(&person.id, command).await;
        Ok(events)
    }

    /// Refuses a command, with the state of the table if the reason shows that the client's copy is out of date.
    fn refuse(&self, requester: &Requester, id: CommandId, reason: Refusal) {
        match reason {
            Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase => {
                requester.queue.send(Outgoing::refused_with_state(id, &self.table, reason));
            }
            _ => requester.refuse(Some(id), &self.id, reason),
        }
    }

    fn surroundings(&self) -> Surroundings {
        let (config, now) = (self.rooms.config(), now());
        // Right after loading, players may not have reconnected yet.
        let has_settled = now >= self.loaded + 1000 * u64::from(config.grace);
        let seats = || Seat::ALL.into_iter().zip(&self.presence.seats);
        let absent = seats().filter(|(_, connected)| has_settled && !**connected);
        Surroundings {
            stand_in: config.stand_in,
            now,
            vote_after: 1000 * u64::from(config.vote_after),
            absent: absent.map(|(seat, _)| seat).collect(),
            present: seats().filter(|(_, connected)| **connected).map(|(seat, _)| seat).collect(),
        }
    }

    /// Checks the limits on what would happen otherwise.
    async fn allow(&self, by: &PersonId, command: &TableCommand, decision: &Decision) -> Result<(), Refusal> {
        if command.is_repeatable() {
            if !self.table.may_cause_more(by) {
                return Err(Refusal::TooMany);
            }
            self.rooms.allow_command(by)?;
        }
        if matches!(command, TableCommand::Join { .. })
            && self.rooms.moderation().blockers_of(by).await.map_err(failed)?.contains(&self.table.state().host)
        {
            return Err(Refusal::Blocked);
        }
        let adds_computers = match decision {
            Decision::Events(events) => {
                let is_computer =
                    |event: &Event| matches!(event, Event::Joined { player: PersonOrLevel::Level(_), .. });
                events.iter().any(is_computer) && !has_computers(&self.table.state().seats)
            }
            Decision::Rematch { opened } => matches!(opened, Event::Opened { seats, .. } if has_computers(seats)),
        };
        if adds_computers { self.rooms.allow_computers(by).await } else { Ok(()) }
    }

    /// Opens the players' chat to those who have taken a seat, and closes it to those who have left.
    async fn update_chat_access(&mut self, by: &PersonId, command: &TableCommand) {
        match command {
            TableCommand::Join { .. } => {
                for requester in self.watchers.values().filter(|requester| requester.id() == Some(by)) {
                    self.open_chat(requester, None).await;
                }
            }
            TableCommand::Leave | TableCommand::Remove { .. } if self.table.state().phase == Phase::Waiting => {
                self.move_unseated_to_their_chat().await;
            }
            TableCommand::SeatLevel { .. } | TableCommand::Fill { .. } | TableCommand::Ready => {}
            _ => return,
        }
        self.tell_who_watches();
        self.publish_presence();
    }

    /// Answers a command that was carried out before with the same event as the first time.
    pub(super) async fn answer_again(&self, requester: &Requester, id: CommandId, number: u64) {
        let kept = self.history.iter().find(|event| event.number == number).cloned();
        let event = match kept {
            Some(event) => Some(event),
            None => {
                let stored = self.rooms.store().events(&self.id, number - 1).await;
                stored.ok().and_then(|events| events.into_iter().next())
            }
        };
        match event {
            Some(event) => requester.queue.send(Outgoing::events(&self.id, &[event])),
            None => requester.refuse(Some(id), &self.id, Refusal::Failed),
        }
    }

    pub(super) async fn commit_events(
        &mut self,
        cause: Option<(&PersonId, &CommandId)>,
        events: Vec<Event>,
    ) -> Result<Vec<Committed<EventEnvelope>>, Uncommitted> {
        let draft = self.table.draft(cause, events, now()).map_err(invalid)?;
        self.commit(draft, None).await
    }

    /// Opens the table of a rematch. Its first event and the invitation at this table are stored together, or neither is. People who have
    /// blocked the host, or whom the host has blocked, are not invited, and no seats are kept for them.
    async fn open_rematch(
        &mut self,
        host: &PersonId,
        id: &CommandId,
        mut opened: Event,
    ) -> Result<Vec<Committed<EventEnvelope>>, Uncommitted> {
        let moderation = self.rooms.moderation();
        let mut unwelcome = moderation.blockers_of(host).await.map_err(failed)?;
        unwelcome.extend(moderation.blocked_by(host).await.map_err(failed)?);
        let invited = keep_seats_for(&mut opened, |person| !unwelcome.contains(person));
        let table = new_table_id();
        let new_table = draft_table(table.clone(), host, opened, now(), &mut random_below).map_err(invalid)?;
        let invitation = vec![Event::Rematch { table }];
        let draft = self.table.draft(Some((host, id)), invitation, now()).map_err(invalid)?;
        let events = self.commit(draft, Some(new_table)).await?;
        invited.iter().for_each(|person| self.notify(person, NoticeKind::Rematch));
        Ok(events)
    }

    /// Stores events, applies them, and publishes them, in this order.
    async fn commit(
        &mut self,
        draft: Append,
        new_table: Option<Append>,
    ) -> Result<Vec<Committed<EventEnvelope>>, Uncommitted> {
        let new_id = new_table.as_ref().map(|new_table| new_table.table.clone());
        let appends = [Some(draft), new_table].into_iter().flatten().collect();
        let mut committed = match self.rooms.store().append_all(appends).await {
            Ok(committed) => committed.into_iter(),
            Err(StoreError::Conflict) if self.rooms.peers().can_exist() => {
                if self.catch_up().await.is_err() {
                    self.reload().await;
                }
                return Err(Uncommitted::Overtaken);
            }
            Err(error) => {
                self.reload().await;
                return Err(Uncommitted::Refused(failed(error)));
            }
        };
        let events = committed.next().unwrap_or_default();
        if let Err(error) = self.table.apply(&events) {
            tracing::error!(table = %self.id, error, "stored events contradict the table");
            self.reload().await;
            return Err(Uncommitted::Refused(Refusal::Failed));
        }
        self.tell_events(&events);
        self.show(&events).await;
        self.find_answer_to(&events).await;
        self.announce(&events);
        if let Some((id, events)) = new_id.zip(committed.next())
            && let Ok(Some(table)) = TableLogic::replay(&id, &events)
        {
            self.rooms.announce(&table).await;
        }
        Ok(events)
    }

    /// Stops showing the table to those who may no longer view it: spectators in the waiting room of a game without spectators, and everyone if it was deleted.
    fn turn_away(&mut self) {
        let (table, fan_out, is_deleted) = (&self.table, self.rooms.fan_out(), self.deleted);
        let gone = self.watchers.extract_if(|_, requester| is_deleted || !table.may_view(requester.id()));
        for (connection, requester) in gone {
            fan_out.unsubscribe(&Topic::Table(self.id.clone()), connection);
            Audience::ALL
                .into_iter()
                .for_each(|chat| fan_out.unsubscribe(&Topic::Chat(self.id.clone(), chat), connection));
            requester.refuse_watch(&self.id, Refusal::NotFound);
        }
    }

    /// Shows stored events to everyone who watches the table.
    pub(super) async fn show(&mut self, events: &[Committed<EventEnvelope>]) {
        if events.iter().any(|event| matches!(event.event, Event::Started { .. } | Event::TookOver { .. })) {
            self.check_vacations = true;
            self.turn_away();
        }
        self.answer = Answer::Unknown;
        self.history.extend(events.iter().cloned());
        while self.history.len() > HISTORY {
            self.history.pop_front();
        }
        self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), Outgoing::events(&self.id, events));
        if events.iter().any(|event| matches!(event.event, Event::Finished { rated: true, .. }))
            && let Some(message) = self.rating_changes().await
        {
            self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), message);
        }
    }

    /// Tells everyone else of stored events: the lobby, and players who look elsewhere. Only the process that has stored them does that.
    fn announce(&self, events: &[Committed<EventEnvelope>]) {
        if !events.iter().all(|event| matches!(event.event, Event::Moved { .. })) {
            self.rooms.lobby_changed(self.table.state());
        }
        self.notify_players(events);
    }

    /// Returns how the game has changed ratings.
    async fn rating_changes(&self) -> Option<Outgoing> {
        match self.rooms.store().rating_changes(&self.id).await {
            Ok(changes) => Some(Outgoing::rating_changes(&self.id, changes)),
            Err(error) => {
                tracing::error!(table = %self.id, %error, "cannot read the rating changes");
                None
            }
        }
    }

    /// Replaces this task's copy of the table with the stored one, which is authoritative.
    pub(super) async fn reload(&mut self) {
        self.in_doubt = true;
        match load_table(&self.id, &self.rooms).await {
            Ok(Some((table, history))) => {
                (self.table, self.history, self.answer) = (table, history, Answer::Unknown);
                self.in_doubt = false;
                self.publish_state();
            }
            Ok(None) => self.deleted = true,
            Err(error) => tracing::error!(table = %self.id, %error, "cannot reload a table"),
        }
    }

    /// Sends everyone the whole table.
    pub(super) fn publish_state(&self) {
        self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), Outgoing::state(&self.table));
    }

    fn record(&self, viewer: Option<&PersonId>) -> Result<String, Refusal> {
        if !self.table.may_view(viewer) {
            return Err(Refusal::NotFound);
        }
        self.table.record().map(|record| record.to_string()).ok_or(Refusal::NotFound)
    }

    /// Reads the players' names again, and removes players who have been deleted.
    async fn update_people(&mut self) {
        self.reload().await;
        let events = self.table.remove_deleted(self.rooms.config().stand_in);
        if !events.is_empty() {
            // A failure is logged; the seat then stays as it is.
            let _ = self.commit_events(None, events).await;
        }
    }
}

/// Returns how long to sleep until a time, at most.
pub(super) fn alarm(wake: u64, now: u64) -> Duration {
    Duration::from_millis(wake.saturating_sub(now).min(LONGEST_ALARM))
}

/// Loads a table with its most recent events.
async fn load_table(
    id: &TableId,
    rooms: &Rooms,
) -> Result<Option<(TableLogic, VecDeque<Committed<EventEnvelope>>)>, StoreError> {
    let mut events = rooms.store().events(id, 0).await?;
    let Some(table) = TableLogic::replay(id, &events).map_err(StoreError::Broken)? else { return Ok(None) };
    let history = events.split_off(events.len().saturating_sub(HISTORY));
    Ok(Some((table, history.into())))
}
