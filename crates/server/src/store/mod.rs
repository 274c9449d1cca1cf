//! Persistence. The rest of the server knows these interfaces only; SQL stays in `sql`, `sqlite` and `postgres`.

mod address;
mod clubs;
mod committed;
mod conditional;
mod copy;
#[cfg(test)]
mod copy_tests;
mod database;
mod error;
mod friends;
mod invitations;
mod lobby;
mod migrations;
mod moderation;
mod notices;
mod passkeys;
mod people;
mod postgres;
mod recovery;
mod sessions;
#[cfg(not(test))]
mod sqlite;
#[cfg(test)]
pub(crate) mod sqlite;
mod statistics;
mod table_notes;
mod tournaments;
mod vacations;

use std::ops::Range;

use async_trait::async_trait;
use shangrila_protocol::{
    ChatLine, CommandId, EventEnvelope, GameSearch, PersonId, RatingChange, RatingList, TableId, TableSummary,
};
use shangrila_rules::Seat;

use crate::retention::Expiry;

pub use address::DatabaseAddress;
pub(crate) use clubs::{
    ClubLimits, ClubRow, ClubStore, Evening, EveningTable, JoinOutcome, Membership, MissedEvent, NewClubEntry,
};
pub(crate) use committed::Committed;
pub(crate) use conditional::{ConditionalStore, Prepared};
pub use copy::{CopyError, copy};
pub(crate) use database::{Company, Database, HostTables, Stores};
pub(crate) use error::StoreError;
pub(crate) use friends::{FriendStore, InviteOutcome};
pub(crate) use invitations::{Invitation, InvitationStore};
pub(crate) use lobby::LobbyStore;
pub use moderation::RoleHolder;
pub(crate) use moderation::{AuditedAction, ModerationStore, SanctionEntry, SanctionKind};
pub(crate) use notices::{DueNotice, NoticeEntry, NoticeStore};
pub(crate) use passkeys::{
    ChallengePurpose, PasskeyChallenge, PasskeyEntry, PasskeyRemoval, PasskeyState, PasskeyStore, StoredCredential,
};
pub(crate) use people::{
    Export, ExportCursor, ExportList, ExportPage, NewCredential, NewPerson, OwnConditionalMoves, OwnInvitation,
    OwnNotes, OwnSanction, PeopleStore, PersonEntry, ProfileChange, PublicGames, name_key,
};
pub(crate) use recovery::{LinkEntry, LinkPurpose, RecoveryStore};
pub(crate) use sessions::{SessionEntry, SessionStore};
pub use sqlite::{BackupError, DatabaseContents, back_up, restore, verify};
pub(crate) use statistics::{Encounters, StatisticsStore};
pub(crate) use table_notes::NoteStore;
pub(crate) use tournaments::{OwnTournament, TournamentRow, TournamentStore, TournamentWrite};
pub(crate) use vacations::VacationStore;

/// New events of one table, with the changes to lists and ratings that belong to them.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    pub(crate) table: TableId,
    /// In order, following the stored ones.
    pub(crate) events: Vec<EventEnvelope>,
    /// How the table's entry in lists changes.
    pub(crate) listing: Listing,
    /// When the server next has to act at this table on its own.
    pub(crate) wake: Option<u64>,
    /// The result to rate, at the end of a rated game.
    pub(crate) result: Option<RatedResult>,
}

/// How a table's entry in lists changes.
#[derive(Clone, Debug)]
pub(crate) enum Listing {
    /// Moves only; players and settings stay the same.
    Turn {
        /// The number of moves played.
        moves: u32,
        /// The seat to move.
        next: Option<Seat>,
        /// When that seat runs out of time.
        deadline: Option<u64>,
        /// The time of the last event.
        changed: u64,
    },
    /// The whole entry.
    Whole(Box<TableSummary>),
}

/// The key of a rating: the id of a person or bot, or `level:NAME`.
pub(crate) type RatedId = String;

/// The result of a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RatedResult {
    pub(crate) list: RatingList,
    /// Every player, in the order of the seats.
    pub(crate) seats: Vec<RatedSeat>,
}

/// A player in a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RatedSeat {
    pub(crate) id: RatedId,
    /// Whether they won, by moves of their own alone.
    pub(crate) won: bool,
    /// Whether the game can raise their rating.
    pub(crate) may_gain: bool,
}

/// How many unfinished tables a person has opened, whether or not they have a seat there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HostedTables {
    /// Tables in the waiting room.
    pub(crate) waiting: usize,
    /// Tables in the waiting room or in play that have a computer player on a seat.
    pub(crate) with_computers: usize,
}

/// Tables, their events and their chat.
#[async_trait]
pub(crate) trait TableStore: Send + Sync {
    /// Stores new events of several tables in one transaction: all of them, or none. Returns them in the same order, once they would
    /// survive a crash of the machine.
    async fn append_all(&self, appends: Vec<Append>) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError>;

    /// Stores new events of one table.
    async fn append(&self, append: Append) -> Result<Vec<Committed<EventEnvelope>>, StoreError> {
        Ok(self.append_all(vec![append]).await?.into_iter().flatten().collect())
    }

    /// Returns the events of a table after a number; empty if there is no such table.
    async fn events(&self, table: &TableId, after: u64) -> Result<Vec<Committed<EventEnvelope>>, StoreError>;

    /// Stores a chat line as safely as an event.
    async fn say(&self, table: &TableId, line: ChatLine) -> Result<Committed<ChatLine>, StoreError>;

    /// Returns the latest chat lines of a table with numbers in this range, at most `most`, in order.
    async fn chat(
        &self,
        table: &TableId,
        numbers: Range<u64>,
        most: usize,
    ) -> Result<Vec<Committed<ChatLine>>, StoreError>;

    /// Returns the latest hidden chat lines of a table with numbers in this range, in order.
    async fn hidden_chat(
        &self,
        table: &TableId,
        numbers: Range<u64>,
        most: usize,
    ) -> Result<Vec<Committed<ChatLine>>, StoreError>;

    /// Returns the chat line that a command of a person has written.
    async fn chat_line(
        &self,
        table: &TableId,
        by: &PersonId,
        id: &CommandId,
    ) -> Result<Option<Committed<ChatLine>>, StoreError>;

    /// Returns how the game at a table changed ratings; empty if it did not.
    async fn rating_changes(&self, table: &TableId) -> Result<Vec<RatingChange>, StoreError>;

    /// Returns the public tables in the waiting room, newest first, at most five of each host.
    async fn open_tables(&self) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns the tables of a person: those waiting for their move first, then the most recent.
    async fn tables_of(&self, person: &PersonId) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns those of the given tables that are in the waiting room.
    async fn waiting_among(&self, tables: &[TableId]) -> Result<Vec<TableId>, StoreError>;

    /// Counts the unfinished tables that a person has opened.
    async fn hosted_by(&self, person: &PersonId) -> Result<HostedTables, StoreError>;

    /// Returns finished public games, latest first.
    async fn finished_games(&self, search: &GameSearch) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns tables of any kind by a part of a player's name, or by their id: unfinished ones first.
    async fn find_tables(&self, text: &str) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns the tables at which the server has to act by the given time, or because a player whose turn it is has left conditional moves.
    async fn due(&self, by: u64) -> Result<Vec<TableId>, StoreError>;

    /// Returns some tables that have expired.
    async fn expired_tables(&self, expiry: Expiry) -> Result<Vec<TableId>, StoreError>;

    /// Deletes a table with everything that belongs to it, if it has expired. Returns whether it is gone.
    async fn delete_expired_table(&self, table: &TableId, expiry: Expiry) -> Result<bool, StoreError>;

    /// Checks that events can be stored, by writing something the way they are written.
    async fn check_writable(&self) -> Result<(), StoreError>;
}
