//! The interface to stored people: guests, accounts and bots.

use std::collections::HashSet;

use async_trait::async_trait;
use serde::Serialize;
use shangrila_protocol::{Person, PersonId, Rated, Rating, RatingQuery, TableSummary};

use super::{OwnTournament, PasskeyEntry, SessionEntry, StoreError};
use crate::identity::Identity;
use crate::retention::Expiry;

/// A person to be added.
#[derive(Debug)]
pub(crate) struct NewPerson {
    pub(crate) id: PersonId,
    /// Checked, see [`crate::identity::checked_name`].
    pub(crate) name: String,
    pub(crate) credential: NewCredential,
    /// When they first came.
    pub(crate) since: u64,
}

/// How a new person identifies themselves.
#[derive(Debug)]
pub(crate) enum NewCredential {
    /// A guest: by a cookie only.
    Cookie,
    /// An account: by a password.
    Password { hash: String },
    /// A bot: by an API token.
    Token { hash: [u8; 32], owner: PersonId },
}

/// A stored person. Deleted people are never returned.
#[derive(Clone, Debug)]
pub(crate) struct PersonEntry {
    pub(crate) person: Person,
    /// `Some` for accounts.
    pub(crate) password_hash: Option<String>,
    /// Whether others may see the profile page.
    pub(crate) profile_public: bool,
    /// When they first came.
    pub(crate) since: u64,
    /// When they last came back, to the day.
    pub(crate) seen: u64,
}

/// Profile changes that need no password; `None` leaves a field as it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProfileChange<'a> {
    /// Checked, see [`crate::identity::checked_name`].
    pub(crate) name: Option<&'a str>,
    pub(crate) profile_public: Option<bool>,
}

/// A person's finished public games.
#[derive(Clone, Debug, Default)]
pub(crate) struct PublicGames {
    pub(crate) games: u32,
    /// A win shared by n players counts 1/n.
    pub(crate) wins: f64,
    /// The most recent ones, latest first.
    pub(crate) latest: Vec<TableSummary>,
}

/// What the server knows about a person, except for the lists that can be long.
#[derive(Debug, Serialize)]
pub(crate) struct Export {
    pub(crate) person: Person,
    pub(crate) since: u64,
    pub(crate) profile_public: bool,
    pub(crate) email: Option<String>,
    pub(crate) muted: Vec<PersonId>,
    pub(crate) blocked: Vec<Person>,
    pub(crate) bots: Vec<Person>,
    pub(crate) ratings: Vec<Rating>,
    pub(crate) sessions: Vec<SessionEntry>,
    pub(crate) passkeys: Vec<PasskeyEntry>,
    /// How they are told that it is their turn.
    pub(crate) notices: shangrila_protocol::NoticeSettings,
    /// Where their browsers receive notices.
    pub(crate) browsers: Vec<String>,
    pub(crate) sanctions: Vec<OwnSanction>,
    /// Friends, requests, and whom they follow.
    pub(crate) people: shangrila_protocol::MyPeople,
    /// The tournaments they direct or have entered.
    pub(crate) tournaments: Vec<OwnTournament>,
    /// The clubs they are in.
    pub(crate) clubs: Vec<shangrila_protocol::ClubSummary>,
    /// Invitations to tables that they have sent or received.
    pub(crate) invitations: Vec<OwnInvitation>,
    /// The conditional moves they have left at tables.
    pub(crate) conditional_moves: Vec<OwnConditionalMoves>,
    /// What they have written down at tables.
    pub(crate) notes: Vec<OwnNotes>,
    pub(crate) vacations: Vec<shangrila_protocol::Vacation>,
}

/// What a player has written down at a table.
#[derive(Debug, Serialize)]
pub(crate) struct OwnNotes {
    pub(crate) table: String,
    pub(crate) text: String,
}

/// The conditional moves that a player has left at a table.
#[derive(Debug, Serialize)]
pub(crate) struct OwnConditionalMoves {
    pub(crate) table: String,
    pub(crate) ply: u32,
    pub(crate) lines: Vec<String>,
}

/// An invitation to a table.
#[derive(Debug, Serialize)]
pub(crate) struct OwnInvitation {
    pub(crate) table: String,
    pub(crate) by: String,
    pub(crate) invited: String,
    pub(crate) at: u64,
}

/// A ban or mute that is in force against a person.
#[derive(Debug, Serialize)]
pub(crate) struct OwnSanction {
    /// `ban` or `mute`.
    pub(crate) kind: String,
    pub(crate) since: u64,
    /// When it ends by itself.
    pub(crate) until: Option<u64>,
    pub(crate) reason: String,
}

/// The long lists of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExportList {
    /// Tables they played at or opened.
    Tables,
    /// Events they caused.
    Events,
    /// Chat lines they wrote.
    Chat,
    /// Reports they sent to the moderators.
    Reports,
}

/// Where a page of an export ends: a table, and the number of an event or chat line.
pub(crate) type ExportCursor = (String, i64);

/// A part of a long list.
#[derive(Debug, Default)]
pub(crate) struct ExportPage {
    /// Each a JSON object.
    pub(crate) items: Vec<String>,
    /// Where the next page starts; `None` after the last one.
    pub(crate) next: Option<ExportCursor>,
}

/// Returns the form in which names are compared: names of accounts and bots that differ only in case, outer white space or invisible
/// characters count as the same.
pub(crate) fn name_key(name: &str) -> String {
    let invisible = |letter: &char| matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    name.chars().filter(|letter| !invisible(letter)).collect::<String>().trim().to_lowercase()
}

/// People, their bots, their mute lists and their ratings.
#[async_trait]
pub(crate) trait PeopleStore: Send + Sync {
    /// Adds a person.
    async fn add(&self, new: NewPerson) -> Result<(), StoreError>;

    /// Returns the person with this id.
    async fn find(&self, id: &PersonId) -> Result<Option<PersonEntry>, StoreError>;

    /// Returns the account or bot with this name. Guest names are not unique.
    async fn find_by_name(&self, name: &str) -> Result<Option<PersonEntry>, StoreError>;

    /// Returns the name of another account or bot than this person, with this name or one that looks like it.
    async fn find_similar_name(&self, name: &str, person: Option<&PersonId>) -> Result<Option<String>, StoreError>;

    /// Returns the bot with this API token.
    async fn find_by_token(&self, hash: &[u8; 32]) -> Result<Option<PersonEntry>, StoreError>;

    /// Returns who some people are now.
    async fn identities(&self, people: &[PersonId]) -> Result<HashSet<Identity>, StoreError>;

    /// Turns a guest into an account with the same id. `false` if there is no such guest.
    async fn make_account(&self, guest: &PersonId, name: &str, password_hash: &str) -> Result<bool, StoreError>;

    /// Changes a profile.
    async fn change(&self, id: &PersonId, change: ProfileChange<'_>) -> Result<(), StoreError>;

    /// Changes a password.
    async fn set_password(&self, id: &PersonId, hash: &str) -> Result<(), StoreError>;

    /// Returns whom a person has muted.
    async fn muted_by(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Mutes a person. `false` if the list already has `most` entries.
    async fn mute(&self, id: &PersonId, muted: &PersonId, most: u32) -> Result<bool, StoreError>;

    /// Unmutes a person.
    async fn unmute(&self, id: &PersonId, muted: &PersonId) -> Result<(), StoreError>;

    /// Returns the bots of an account, oldest first.
    async fn bots_of(&self, owner: &PersonId) -> Result<Vec<Person>, StoreError>;

    /// Deletes a person and their bots. Their moves stay, anonymised, because they are part of other people's games. Returns everyone
    /// who was deleted.
    async fn delete(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Returns some guests who have expired.
    async fn expired_guests(&self, expiry: Expiry) -> Result<Vec<PersonId>, StoreError>;

    /// Deletes a guest for good, if they have expired: they may have come back, or got an account, since they were listed. Nothing remains of guests who
    /// never sat at a table. Returns whether the guest was deleted.
    async fn delete_expired_guest(&self, id: &PersonId, expiry: Expiry) -> Result<bool, StoreError>;

    /// Notes that a person has come back.
    async fn saw(&self, id: &PersonId, now: u64) -> Result<(), StoreError>;

    /// Deletes a bot if it belongs to this account.
    async fn delete_bot(&self, owner: &PersonId, bot: &PersonId) -> Result<bool, StoreError>;

    /// Gives a bot another API token if it belongs to this account.
    async fn set_token(&self, owner: &PersonId, bot: &PersonId, hash: &[u8; 32]) -> Result<bool, StoreError>;

    /// Revokes the API tokens of all bots of an account. Returns the bots.
    async fn revoke_tokens(&self, owner: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Returns what is stored about a person, except for the long lists.
    async fn export(&self, id: &PersonId) -> Result<Option<Export>, StoreError>;

    /// Returns a part of a long list. Pages keep the database free for others while a slow client takes its time.
    async fn export_page(
        &self,
        id: &PersonId,
        list: ExportList,
        after: Option<ExportCursor>,
    ) -> Result<ExportPage, StoreError>;

    /// Returns a person's finished public games.
    async fn public_games(&self, id: &PersonId) -> Result<PublicGames, StoreError>;

    /// Returns a person's ratings.
    async fn ratings_of(&self, id: &PersonId) -> Result<Vec<Rating>, StoreError>;

    /// Returns the top of a rating list: at most 100 players with at least 5 games each, ordered by a conservative estimate of their
    /// strength, the rating minus twice its uncertainty. Players with a private profile are left out.
    async fn best_rated(&self, query: RatingQuery) -> Result<Vec<Rated>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_compare_equal() {
        for name in ["Ada", " ada ", "ADA", "A\u{200b}da", "\u{202e}ada"] {
            assert_eq!(name_key(name), "ada", "{name:?}");
        }
        assert_ne!(name_key("Ada L"), name_key("AdaL"));
        assert_eq!(name_key("\u{200b}"), "");
    }
}
