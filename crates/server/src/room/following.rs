//! What this process does about what it hears from the others.

use std::sync::atomic::Ordering;
use std::time::Duration;

use shangrila_protocol::{Audience, NoticeKind, PersonId, TableId};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::{RoomMessage, Rooms};
use crate::client_address::ClientAddress;
use crate::fan_out::{CloseReason, Topic};
use crate::outgoing::Outgoing;
use crate::peers::{Heard, LastNumbers, News};

/// How often the database is asked for what messages may have failed to say about tables.
const CHECK: Duration = Duration::from_secs(2);
/// How often the list of open tables is published, even if nobody says that it has changed.
const LOBBY_CHECK: Duration = Duration::from_secs(60);

impl Rooms {
    /// Follows the other processes for as long as the server runs.
    pub(super) async fn follow_peers(self, mut heard: mpsc::Receiver<Heard>) {
        let mut checks = interval(CHECK);
        let mut lobby_checks = interval(LOBBY_CHECK);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        lobby_checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // In this order, so that a simulation can be repeated.
                biased;
                heard = heard.recv() => match heard {
                    Some(Heard::News(process, News::Presence(table, people, spectators))) => {
                        self.tell_room(&table, RoomMessage::WatchedElsewhere { process, people, spectators });
                    }
                    Some(Heard::News(_, news)) => self.act_on(news),
                    Some(Heard::Gap) => {
                        self.shared.messages_lost.notify_one();
                        self.shared.lobby_changed.notify_one();
                        self.tell_every_room(|| RoomMessage::NewsLost);
                        self.catch_up_everywhere().await;
                    }
                    Some(Heard::InTouch(in_touch)) => self.set_in_touch(in_touch),
                    None => return,
                },
                _ = checks.tick(), if self.peers().exist() => self.catch_up_everywhere().await,
                _ = lobby_checks.tick(), if self.peers().exist() => self.shared.lobby_changed.notify_one(),
            }
        }
    }

    fn act_on(&self, news: News) {
        match news {
            News::Events(table, events) => {
                let last = LastNumbers { table: table.clone(), events: Some(events), lines: [0; 2] };
                self.tell_room(&table, RoomMessage::StoredElsewhere(last));
            }
            News::Moves(table, after, moves) => self.tell_room(&table, RoomMessage::MovedElsewhere { after, moves }),
            News::Chat(table, number) => {
                let lines = Audience::ALL.map(|chat| if Audience::of_line(number) == chat { number } else { 0 });
                let last = LastNumbers { table: table.clone(), events: None, lines };
                self.tell_room(&table, RoomMessage::StoredElsewhere(last));
            }
            News::Lobby => self.shared.lobby_changed.notify_one(),
            // Needs its sender.
            News::Presence(..) => {}
            News::WhoWatches(table) => self.tell_room(&table, RoomMessage::WhoWatches),
            News::Notice(person, table, kind) => self.notify(&person, &table, kind),
            News::PersonChanged(person) => {
                // Reads the person's tables, which nobody else should wait for.
                let rooms = self.clone();
                tokio::spawn(async move { rooms.person_changed_elsewhere(&person).await });
            }
            News::Disconnect(person) => self.disconnect_here(&person),
            News::SessionEnded(session) => self.end_session_here(&session),
            News::Counted(limit, key) => self.count_elsewhere(limit, key, false),
            News::GivenBack(limit, key) => self.count_elsewhere(limit, key, true),
            News::OpenedFrom(address, table) => self.note_opened(ClientAddress(address), table),
            News::Prepared(table) => self.tell_room(&table, RoomMessage::PreparedElsewhere),
            News::Deleted(table) => self.tell_room(&table, RoomMessage::DeletedElsewhere),
            // Heard as a gap.
            News::Lost => {}
        }
    }

    /// Waits until messages of other processes may have been lost.
    pub(crate) async fn messages_lost(&self) {
        self.shared.messages_lost.notified().await;
    }

    fn count_elsewhere(&self, limit: u8, key: u64, given_back: bool) {
        if let Some(limits) = self.shared.limits.get() {
            limits.count_elsewhere(limit, key, given_back);
        }
    }

    /// Sends a message to a table that is in memory. If its inbox is full, the next check repeats what matters.
    pub(super) fn tell_room(&self, table: &TableId, message: RoomMessage) {
        let inbox = self.loaded().get(table).cloned();
        if let Some(inbox) = inbox {
            let _ = inbox.try_send(message);
        }
    }

    fn tell_every_room(&self, message: impl Fn() -> RoomMessage) {
        // A room whose inbox is full learns it later, as from any other lost message.
        self.loaded().values().for_each(|inbox| drop(inbox.try_send(message())));
    }

    /// Updates the tables in memory of a person whose name has changed or who was deleted, and closes their connections. The process that has made
    /// the change removes deleted people from their seats.
    pub(crate) async fn person_changed_elsewhere(&self, person: &PersonId) {
        match self.store().tables_of(person).await {
            Ok(tables) => tables.iter().for_each(|table| self.tell_room(&table.table, RoomMessage::PersonChanged)),
            Err(error) => tracing::error!(%error, "cannot update the tables of a person"),
        }
        self.disconnect_here(person);
    }

    /// Asks the database for what is new at the tables in memory.
    async fn catch_up_everywhere(&self) {
        let mut tables: Vec<TableId> = self.loaded().keys().cloned().collect();
        // In the same order every time, so that a simulation can be repeated.
        tables.sort_by(|one, other| one.as_str().cmp(other.as_str()));
        // A failure is followed by another attempt.
        for last in self.peers().last_numbers(&tables).await.unwrap_or_default() {
            let table = last.table.clone();
            self.tell_room(&table, RoomMessage::StoredElsewhere(last));
        }
    }

    /// Sends a notice to all connections that a person has anywhere.
    pub(crate) fn tell(&self, person: &PersonId, table: &TableId, kind: NoticeKind) {
        self.notify(person, table, kind);
        self.peers().tell(News::Notice(person.clone(), table.clone(), kind));
    }

    /// Sends a notice to all connections that a person has here.
    pub(super) fn notify(&self, person: &PersonId, table: &TableId, kind: NoticeKind) {
        self.fan_out().publish(&Topic::Person(person.clone()), Outgoing::notice(table, kind));
    }

    /// Whether the database can be reached. A process that cannot reach it sends its clients away, to one that can.
    pub(crate) fn is_in_touch(&self) -> bool {
        self.shared.in_touch.load(Ordering::Relaxed)
    }

    fn set_in_touch(&self, in_touch: bool) {
        self.shared.in_touch.store(in_touch, Ordering::Relaxed);
        if !in_touch {
            self.fan_out().close_where(&|_| Some(CloseReason::Reconnect));
        }
    }
}
