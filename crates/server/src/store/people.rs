//! What is kept of people: guests, accounts and bots.

use async_trait::async_trait;
use serde::Serialize;
use shangrila_protocol::{EventEnvelope, Person, PersonId, Rated, Rating, RatingQuery, TableId, TableSummary};

use super::StoreError;

/// Somebody who is new.
#[derive(Debug)]
pub(crate) struct NewPerson {
    pub(crate) id: PersonId,
    /// Clean, see [`shangrila_protocol::clean_name`].
    pub(crate) name: String,
    pub(crate) proof: NewProof,
    /// When they came.
    pub(crate) since: u64,
}

/// How somebody new will show who they are.
#[derive(Debug)]
pub(crate) enum NewProof {
    /// A guest, by a cookie alone.
    Cookie,
    /// An account, by a password.
    Password { hash: String },
    /// A bot, by a token.
    Token { hash: [u8; 32], owner: PersonId },
}

/// Somebody as the store knows them. Who has been deleted is nobody.
#[derive(Clone, Debug)]
pub(crate) struct PersonEntry {
    pub(crate) person: Person,
    /// Of accounts.
    pub(crate) password_hash: Option<String>,
    /// Cookies of another epoch are worth nothing.
    pub(crate) epoch: u32,
    /// Whether others may see the profile.
    pub(crate) profile_public: bool,
    /// When they came.
    pub(crate) since: u64,
}

/// What can be changed about somebody without a password.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change<'a> {
    /// Clean, see [`shangrila_protocol::clean_name`].
    pub(crate) name: Option<&'a str>,
    pub(crate) profile_public: Option<bool>,
}

/// The public games somebody has finished.
#[derive(Clone, Debug, Default)]
pub(crate) struct PublicGames {
    pub(crate) games: u32,
    /// Shared wins count in part.
    pub(crate) wins: f64,
    /// The last few, the latest first.
    pub(crate) latest: Vec<TableSummary>,
}

/// Everything the server knows about somebody.
#[derive(Debug, Serialize)]
pub(crate) struct Export {
    pub(crate) person: Person,
    pub(crate) since: u64,
    pub(crate) profile_public: bool,
    pub(crate) muted: Vec<PersonId>,
    pub(crate) bots: Vec<Person>,
    pub(crate) ratings: Vec<Rating>,
    /// Where they sat or which they set up.
    pub(crate) tables: Vec<TableSummary>,
    /// What they did there.
    pub(crate) events: Vec<ExportedEvent>,
    /// What they said there.
    pub(crate) chat: Vec<ExportedLine>,
}

/// Something somebody did at a table.
#[derive(Debug, Serialize)]
pub(crate) struct ExportedEvent {
    pub(crate) table: TableId,
    pub(crate) event: EventEnvelope,
}

/// Something somebody said at a table.
#[derive(Debug, Serialize)]
pub(crate) struct ExportedLine {
    pub(crate) table: TableId,
    pub(crate) at: u64,
    pub(crate) text: String,
}

/// A name for comparison: names of accounts and bots differ in more than case, space around them, and characters nobody sees.
pub(crate) fn name_key(name: &str) -> String {
    let invisible = |letter: &char| matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    name.chars().filter(|letter| !invisible(letter)).collect::<String>().trim().to_lowercase()
}

/// People, their bots, whom they mute, and their ratings.
#[async_trait]
pub(crate) trait PeopleStore: Send + Sync {
    /// Adds somebody.
    async fn add(&self, new: NewPerson) -> Result<(), StoreError>;

    /// Who has this id.
    async fn find(&self, id: &PersonId) -> Result<Option<PersonEntry>, StoreError>;

    /// The account or bot with this name; guests share names.
    async fn find_by_name(&self, name: &str) -> Result<Option<PersonEntry>, StoreError>;

    /// The bot with this token.
    async fn find_by_token(&self, hash: &[u8; 32]) -> Result<Option<PersonEntry>, StoreError>;

    /// Makes an account of a guest, who keeps the id, and begins another epoch. False where there is no such guest.
    async fn make_account(&self, guest: &PersonId, name: &str, password_hash: &str) -> Result<bool, StoreError>;

    /// Changes somebody.
    async fn change(&self, id: &PersonId, change: Change<'_>) -> Result<(), StoreError>;

    /// Changes a password and begins another epoch.
    async fn set_password(&self, id: &PersonId, hash: &str) -> Result<(), StoreError>;

    /// Whose chat somebody does not want.
    async fn muted_by(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Mutes somebody. False where there are as many as `most` already.
    async fn mute(&self, id: &PersonId, muted: &PersonId, most: u32) -> Result<bool, StoreError>;

    /// Mutes somebody no longer.
    async fn unmute(&self, id: &PersonId, muted: &PersonId) -> Result<(), StoreError>;

    /// The bots of an account, the oldest first.
    async fn bots_of(&self, owner: &PersonId) -> Result<Vec<Person>, StoreError>;

    /// Forgets who somebody was, and their bots. Their moves stay, since games of others are made of them, but nothing says any more
    /// who played them. Returns everybody who is gone.
    async fn delete(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Deletes a bot if it belongs to this account.
    async fn delete_bot(&self, owner: &PersonId, bot: &PersonId) -> Result<bool, StoreError>;

    /// Everything that is known about somebody.
    async fn export(&self, id: &PersonId) -> Result<Option<Export>, StoreError>;

    /// The public games somebody has finished.
    async fn public_games(&self, id: &PersonId) -> Result<PublicGames, StoreError>;

    /// The ratings of somebody.
    async fn ratings_of(&self, id: &PersonId) -> Result<Vec<Rating>, StoreError>;

    /// The best of a list: at most 100, each with 5 games or more, ordered by what their strength is at least, with little doubt: the
    /// rating less twice its uncertainty. Whose profile is not public is left out.
    async fn best_rated(&self, query: RatingQuery) -> Result<Vec<Rated>, StoreError>;

    /// A secret of the server. The first who asks stores theirs; everybody gets that one.
    async fn secret(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for name in ["Ada", " ada ", "ADA", "A\u{200b}da", "\u{202e}ada"] {
            assert_eq!(name_key(name), "ada", "{name:?}");
        }
        assert_ne!(name_key("Ada L"), name_key("AdaL"));
        assert_eq!(name_key("\u{200b}"), "");
    }
}
