//! Clubs, their members and tables.

use async_trait::async_trait;
use shangrila_protocol::{
    ChangeClub, ClubEntry, ClubEvent, ClubId, ClubMember, ClubRole, ClubSummary, LeagueEntry, Person, PersonId, Season,
    TableId, TableSettings, TableSummary,
};

use super::StoreError;

/// A club to be founded.
#[derive(Clone, Debug)]
pub(crate) struct NewClubEntry<'a> {
    pub(crate) id: ClubId,
    pub(crate) name: &'a str,
    pub(crate) about: &'a str,
    pub(crate) entry: ClubEntry,
    pub(crate) secret: String,
    pub(crate) owner: &'a PersonId,
    pub(crate) created: u64,
}

/// A stored club. Closed ones are never returned.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ClubRow {
    pub(crate) summary: ClubSummary,
    pub(crate) secret: String,
    pub(crate) season: Season,
    pub(crate) defaults: TableSettings,
    pub(crate) event: Option<ClubEvent>,
}

/// What somebody is to a club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Membership {
    Member(ClubRole),
    /// Would like to join.
    Asking,
}

/// Why somebody is not in a club now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JoinOutcome {
    Done,
    /// The club has as many members, or requests, as it can have.
    ClubFull,
    /// The person is in as many clubs as they can be.
    TooManyClubs,
}

/// How many there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClubLimits {
    /// Members of a club.
    pub(crate) members: u32,
    /// Open requests at a club.
    pub(crate) requests: u32,
    /// Clubs of a person.
    pub(crate) clubs: u32,
}

/// An event that has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Evening {
    pub(crate) club: ClubId,
    pub(crate) starts: u64,
    pub(crate) ends: u64,
}

/// An event that a member of the club has not come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MissedEvent {
    pub(crate) club: ClubId,
    /// The name of the club.
    pub(crate) name: String,
}

/// A table that an event has to open, or has opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EveningTable {
    pub(crate) table: TableId,
    /// `None` if it was claimed, but does not exist yet.
    pub(crate) is_waiting: Option<bool>,
    /// Whether nobody sits there.
    pub(crate) is_empty: bool,
}

/// Clubs.
#[async_trait]
pub(crate) trait ClubStore: Send + Sync {
    /// Founds a club with its owner. `false` if the person owns `most` already.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if there is a club with this name.
    async fn found_club(&self, new: NewClubEntry<'_>, most: u32) -> Result<bool, StoreError>;

    /// Returns a club.
    async fn club(&self, id: &ClubId) -> Result<Option<ClubRow>, StoreError>;

    /// Returns the clubs that anyone can see, by a part of their names, the largest first.
    async fn find_clubs(&self, name: &str) -> Result<Vec<ClubSummary>, StoreError>;

    /// Returns the clubs of a person, by name.
    async fn clubs_of(&self, person: &PersonId) -> Result<Vec<ClubSummary>, StoreError>;

    /// Changes what a club says about itself.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another club has this name.
    async fn change_club(&self, id: &ClubId, change: &ChangeClub) -> Result<(), StoreError>;

    /// Sets or removes the weekly event.
    async fn set_event(&self, id: &ClubId, event: Option<&ClubEvent>) -> Result<(), StoreError>;

    /// Replaces the secret of the link.
    async fn set_secret(&self, id: &ClubId, secret: &str) -> Result<(), StoreError>;

    /// Closes a club for good. Its tables stay. `false` if there is none.
    async fn close_club(&self, id: &ClubId) -> Result<bool, StoreError>;

    /// Returns what a person is to a club.
    async fn membership(&self, id: &ClubId, person: &PersonId) -> Result<Option<Membership>, StoreError>;

    /// Makes a person a member, or asks for it. Members stay what they are.
    async fn enter_club(
        &self,
        id: &ClubId,
        person: &PersonId,
        as_what: Membership,
        now: u64,
        limits: ClubLimits,
    ) -> Result<JoinOutcome, StoreError>;

    /// Gives a member another role. With [`ClubRole::Owner`], the owner so far becomes an organiser.
    async fn set_role(&self, id: &ClubId, person: &PersonId, role: ClubRole) -> Result<(), StoreError>;

    /// Removes a member or a request; never the owner.
    async fn leave_club(&self, id: &ClubId, person: &PersonId) -> Result<(), StoreError>;

    /// Returns the members: the owner first, then the organisers, then by name.
    async fn club_members(&self, id: &ClubId) -> Result<Vec<ClubMember>, StoreError>;

    /// Returns those who would like to join, the longest waiting first.
    async fn club_requests(&self, id: &ClubId) -> Result<Vec<Person>, StoreError>;

    /// Notes that a table belongs to a club.
    async fn add_club_table(&self, id: &ClubId, table: &TableId, now: u64) -> Result<(), StoreError>;

    /// Returns the tables of a club that are waiting or in play, the latest first.
    async fn club_tables(&self, id: &ClubId) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns the results of the members at the tables of a club, in games that ended in a period.
    async fn league(&self, id: &ClubId, from: u64, to: u64) -> Result<Vec<LeagueEntry>, StoreError>;

    /// Returns every club that has an event, with its owner.
    async fn clubs_with_events(&self) -> Result<Vec<(ClubRow, Person)>, StoreError>;

    /// Notes that an event has begun, once.
    async fn begin_evening(&self, evening: &Evening) -> Result<(), StoreError>;

    /// Returns the members of the club of an event that has begun; nobody once [`ClubStore::members_told`] was called.
    async fn members_to_tell(&self, evening: &Evening) -> Result<Vec<PersonId>, StoreError>;

    /// Notes that the members have been told of an event.
    async fn members_told(&self, evening: &Evening) -> Result<(), StoreError>;

    /// Returns the club whose event goes on at a table, if the person is a member of it and has no seat at any table of the event.
    async fn event_missed(
        &self,
        person: &PersonId,
        table: &TableId,
        now: u64,
    ) -> Result<Option<MissedEvent>, StoreError>;

    /// Claims the table with a number at an event. Returns the table that has the number, which may have been claimed before.
    async fn claim_table(
        &self,
        evening: &Evening,
        number: u32,
        table: &TableId,
        now: u64,
    ) -> Result<EveningTable, StoreError>;

    /// Returns the tables of an event, by number.
    async fn evening_tables(&self, evening: &Evening) -> Result<Vec<EveningTable>, StoreError>;

    /// Returns the events that have ended by a time and are not over yet.
    async fn ended_evenings(&self, by: u64) -> Result<Vec<Evening>, StoreError>;

    /// Notes that an event is over.
    async fn end_evening(&self, evening: &Evening) -> Result<(), StoreError>;
}
