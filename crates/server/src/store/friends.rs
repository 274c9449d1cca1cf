//! Friends, people one follows, who is connected, and invitations to tables.

use async_trait::async_trait;
use shangrila_protocol::{Friendship, MyPeople, Person, PersonId, Relation, TableId, TableInvitation};

use super::StoreError;

/// What became of an invitation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InviteOutcome {
    /// It is new.
    Invited,
    /// There was one already, which may have been declined.
    Again,
    /// The table is not waiting for players.
    NotWaiting,
    /// Whoever invites is neither its host nor seated there.
    NotThere,
}

/// How people stand to each other.
#[async_trait]
pub(crate) trait FriendStore: Send + Sync {
    /// Asks someone to be friends, or agrees if they have asked. Returns what they are now; `None` if the person has `most` friends and
    /// requests already.
    async fn befriend(
        &self,
        person: &PersonId,
        other: &PersonId,
        now: u64,
        most: u32,
    ) -> Result<Option<Friendship>, StoreError>;

    /// Ends a friendship, declines a request or withdraws one.
    async fn unfriend(&self, person: &PersonId, other: &PersonId) -> Result<(), StoreError>;

    /// Follows someone. `false` if the person follows `most` already.
    async fn follow(&self, person: &PersonId, other: &PersonId, now: u64, most: u32) -> Result<bool, StoreError>;

    /// Stops following someone.
    async fn unfollow(&self, person: &PersonId, other: &PersonId) -> Result<(), StoreError>;

    /// Ends everything between two people, because one has blocked the other.
    async fn part(&self, person: &PersonId, other: &PersonId) -> Result<(), StoreError>;

    /// Returns how a person stands to another.
    async fn standing(&self, person: &PersonId, other: &PersonId) -> Result<Relation, StoreError>;

    /// Returns everyone a person knows. Those who were connected since a time are online.
    async fn people_of(&self, person: &PersonId, online_since: u64) -> Result<MyPeople, StoreError>;

    /// Notes that people are connected; of these, only accounts are stored.
    async fn note_connected(&self, people: &[PersonId], now: u64) -> Result<(), StoreError>;

    /// Invites someone to a table.
    async fn invite(
        &self,
        table: &TableId,
        by: &PersonId,
        invited: &PersonId,
        now: u64,
    ) -> Result<InviteOutcome, StoreError>;

    /// Declines an invitation.
    async fn decline(&self, table: &TableId, invited: &PersonId) -> Result<(), StoreError>;

    /// Returns the invitations that a person can still accept, the latest first.
    async fn invitations_of(&self, person: &PersonId) -> Result<Vec<TableInvitation>, StoreError>;

    /// Returns who has invited a person to a table, if the invitation can still be accepted.
    async fn inviter(&self, person: &PersonId, table: &TableId) -> Result<Option<Person>, StoreError>;
}
