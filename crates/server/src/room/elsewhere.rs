//! What happens at a table on other processes: their events and chat lines, who watches there, and which process acts on its own.

use std::collections::HashMap;
use std::time::Duration;

use shangrila_protocol::{Audience, CommandId, Event, EventEnvelope, Person, PersonId, PersonOrLevel, Phase, Refusal};
use tokio::time::Instant;

use super::actor::Room;
use super::requester::KnownTable;
use super::table_logic::TableCommand;
use crate::peers::{EventMark, LastNumbers, News, ProcessId};
use crate::store::{Committed, StoreError};

/// What another process says about its watchers counts for so long. It says so again before.
const PRESENCE_LIFETIME: Duration = Duration::from_secs(15);
/// How often a process says who watches a table.
pub(super) const PRESENCE_REPEAT: Duration = Duration::from_secs(5);
/// How long a room waits before it asks again whether it may act on its own.
pub(super) const LEAD_RETRY: Duration = Duration::from_millis(700);
/// How often a command is decided again because another process was faster each time.
const MOST_ATTEMPTS: usize = 10;
/// The most chat lines that are caught up with at a time.
const CHAT_PAGE: usize = 200;

/// Why events were not stored.
pub(super) enum Uncommitted {
    /// Other processes have stored events in the meantime, which the room knows now.
    Overtaken,
    /// They are not allowed, or cannot be stored.
    Refused(Refusal),
}

impl From<Refusal> for Uncommitted {
    fn from(reason: Refusal) -> Uncommitted {
        Uncommitted::Refused(reason)
    }
}

/// Who watches a table on other processes.
#[derive(Default)]
pub(super) struct WatchersElsewhere(HashMap<ProcessId, Watching>);

struct Watching {
    people: Vec<PersonId>,
    spectators: u32,
    since: Instant,
}

impl WatchersElsewhere {
    fn latest(&self) -> impl Iterator<Item = &Watching> {
        self.0.values().filter(|watching| watching.since.elapsed() < PRESENCE_LIFETIME)
    }

    pub(super) fn include(&self, person: &PersonId) -> bool {
        self.latest().any(|watching| watching.people.contains(person))
    }

    pub(super) fn spectators(&self) -> u32 {
        self.latest().map(|watching| watching.spectators).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.latest().all(|watching| watching.people.is_empty() && watching.spectators == 0)
    }
}

/// Whether a command is refused because of what has happened at the table so far.
fn is_about_the_moment(reason: &Refusal) -> bool {
    matches!(reason, Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase)
}

impl Room {
    /// The name of the task of acting at this table: clocks and computer players.
    fn task(&self) -> String {
        format!("table:{}", self.id)
    }

    /// Whether this process acts at this table on its own. If not, the room asks again soon.
    pub(super) async fn leads(&mut self) -> bool {
        let leads = self.rooms.peers().lead(&self.task()).await;
        self.ask_to_lead_at = (!leads).then(|| Instant::now() + LEAD_RETRY);
        leads
    }

    /// Leaves acting at this table to others.
    pub(super) fn stop_leading(&self) {
        self.rooms.peers().leave(&self.task());
    }

    /// Decides on a command, again whenever another process was faster, and stores what follows from it. Returns nothing if the other process was faster
    /// with this very command.
    pub(super) async fn carry_out(
        &mut self,
        person: &Person,
        id: &CommandId,
        command: &TableCommand,
    ) -> Result<Vec<Committed<EventEnvelope>>, Refusal> {
        for _ in 0..MOST_ATTEMPTS {
            match self.try_to_carry_out(person, id, command).await {
                Ok(events) => return Ok(events),
                Err(_) if self.deleted => return Err(Refusal::NotFound),
                Err(Uncommitted::Refused(reason)) if !is_about_the_moment(&reason) || !self.learns_more().await => {
                    return Err(reason);
                }
                Err(_) if self.table.answer(&person.id, id).is_some() => return Ok(Vec::new()),
                Err(_) => {}
            }
        }
        Err(Refusal::Failed)
    }

    /// Whether others have stored something that nobody has told this process: the message can get lost with the process that should have sent it.
    pub(super) async fn learns_more(&mut self) -> bool {
        let before = self.table.state().number;
        self.rooms.peers().exist() && self.catch_up().await.is_ok() && self.table.state().number != before
    }

    /// Catches up with a client that has come from another process and knows more than this one. Returns whether that was possible.
    pub(super) async fn catch_up_with_client(&mut self, known: &KnownTable) -> bool {
        let is_behind = known.since.is_some_and(|since| since > self.table.state().number);
        !is_behind || !self.rooms.peers().can_exist() || self.catch_up().await.is_ok()
    }

    /// Closes the table, whatever others do there at the same time.
    pub(super) async fn close_by_moderator(&mut self, reason: String) -> Result<(), Refusal> {
        for _ in 0..MOST_ATTEMPTS {
            if !matches!(self.table.state().phase, Phase::Waiting | Phase::Playing) {
                return Err(Refusal::WrongPhase);
            }
            match self.commit_events(None, vec![Event::ClosedByModerator { reason: reason.clone() }]).await {
                Ok(_) => return Ok(()),
                Err(Uncommitted::Overtaken) => {}
                Err(Uncommitted::Refused(reason)) => return Err(reason),
            }
        }
        Err(Refusal::NotStored)
    }

    /// Applies and shows moves that another process has stored. If they do not follow the last event known here, the database knows what does.
    pub(super) async fn follow_moves(&mut self, after: &EventMark, moves: &[Committed<EventEnvelope>]) {
        if self.history.back().is_some_and(|last| EventMark::of(last) == *after) {
            if self.apply_stored(moves).await.is_err() {
                self.reload().await;
            }
        } else if let Some(last) = moves.last() {
            let last = LastNumbers { table: self.id.clone(), events: Some(last.number), lines: [0; 2] };
            self.catch_up_with(&last).await;
        }
    }

    /// Applies and shows what others have stored.
    pub(super) async fn catch_up_with(&mut self, last: &LastNumbers) {
        // A lower number is usually old news, but the database can be behind as well.
        if last.events.is_some_and(|events| events != self.table.state().number) && self.catch_up().await.is_err() {
            self.reload().await;
        }
        for chat in Audience::ALL {
            if last.lines[chat as usize] > self.last_lines[chat as usize]
                && let Err(error) = self.catch_up_with_chat(chat).await
            {
                tracing::error!(table = %self.id, %error, "cannot read the chat");
            }
        }
    }

    /// Applies and shows the events that others have stored. If the last one known here is not among what is stored, the table is loaded again: a standby
    /// that has replaced the database may not have had the latest events, and others may have continued from there.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        let mut events = self.rooms.store().events(&self.id, self.table.state().number.saturating_sub(1)).await?;
        let mark = |event: &Committed<EventEnvelope>| EventMark::of(event);
        if self.history.back().map(mark) != events.first().map(mark) {
            tracing::warn!(table = %self.id, "the database has not kept the latest events of a table");
            self.reload().await;
            return if self.in_doubt {
                Err(StoreError::Broken("a table cannot be loaded".to_string()))
            } else {
                Ok(())
            };
        }
        events.remove(0);
        if events.is_empty() { Ok(()) } else { self.apply_stored(&events).await }
    }

    /// Applies and shows events of other processes that follow the last one known here.
    async fn apply_stored(&mut self, events: &[Committed<EventEnvelope>]) -> Result<(), StoreError> {
        self.table.apply(events).map_err(StoreError::Broken)?;
        self.show(events).await;
        self.update_chat_after(events).await;
        if events.iter().any(|event| matches!(event.event, Event::Joined { .. } | Event::Left { .. })) {
            self.tell_who_watches();
        }
        self.publish_presence();
        Ok(())
    }

    /// Opens the players' chat to those who have taken a seat on another process, and closes it to those who have left.
    async fn update_chat_after(&mut self, events: &[Committed<EventEnvelope>]) {
        for envelope in events {
            match &envelope.event {
                Event::Joined { player: PersonOrLevel::Person(person), .. } => {
                    for requester in self.watchers.values().filter(|requester| requester.id() == Some(&person.id)) {
                        self.open_chat(requester, None).await;
                    }
                }
                Event::Left { .. } => self.move_unseated_to_their_chat().await,
                _ => {}
            }
        }
    }

    /// Shows the lines of a chat that others have stored.
    pub(super) async fn catch_up_with_chat(&mut self, chat: Audience) -> Result<(), StoreError> {
        let missing = self.last_lines[chat as usize] + 1..chat.lines().end;
        for line in self.rooms.store().chat(&self.id, missing, CHAT_PAGE).await? {
            self.last_lines[chat as usize] = line.number;
            self.publish_line(line).await;
        }
        Ok(())
    }

    /// Notes who watches the table on another process.
    pub(super) fn note_watchers(&mut self, process: ProcessId, people: Vec<PersonId>, spectators: u32) {
        self.elsewhere.0.retain(|_, watching| watching.since.elapsed() < PRESENCE_LIFETIME);
        self.elsewhere.0.insert(process, Watching { people, spectators, since: Instant::now() });
        self.publish_presence();
    }

    /// Tells the other processes who watches the table here.
    pub(super) fn tell_who_watches(&mut self) {
        self.told_presence_at = Instant::now();
        let state = self.table.state();
        let is_seated = |person: &&PersonId| state.seat_of(person).is_some();
        let mut people: Vec<PersonId> =
            self.watchers.values().filter_map(|requester| requester.id()).filter(is_seated).cloned().collect();
        let spectators = (self.watchers.len() - people.len()) as u32;
        people.sort_by(|one, other| one.as_str().cmp(other.as_str()));
        people.dedup();
        self.rooms.peers().tell(News::Presence(self.id.clone(), people, spectators));
    }

    /// Tells the other processes what is new here, before it is shown here. People are named as the database names them, so only moves are sent as
    /// they are.
    pub(super) fn tell_events(&self, events: &[Committed<EventEnvelope>]) {
        let Some(last) = events.last() else { return };
        let are_moves = events.iter().all(|event| matches!(event.event, Event::Moved { .. }));
        let news = match self.history.back() {
            Some(before) if are_moves => News::Moves(self.id.clone(), EventMark::of(before), events.to_vec()),
            _ => News::Events(self.id.clone(), last.number),
        };
        self.rooms.peers().tell(news);
    }
}
