//! Games saved in local storage: rewritten after every turn, and kept even if they cannot be read.

use shangrila_i18n::Words;
use shangrila_rules::record::{GameRecord, RecordError};
use shangrila_table::{ResumeError, Session, wording};

use crate::browser;
use crate::route::Route;

const PREFIX: &str = "shangrila.game.";
const CHANGED: &str = "changed ";
const LINK: &str = "link-";

/// A saved game, readable or not.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SavedGame {
    pub(crate) id: String,
    /// When it was last saved, in milliseconds since 1970.
    pub(crate) changed: f64,
    pub(crate) content: Result<GameRecord, DamagedGame>,
}

/// The text of a saved game that cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DamagedGame {
    pub(crate) text: String,
    pub(crate) reason: Damage,
}

/// Why a saved game cannot be opened.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Damage {
    Record(Box<RecordError>),
    Resume(Box<ResumeError>),
}

impl Damage {
    pub(crate) fn words(&self, words: &Words) -> String {
        match self {
            Damage::Record(error) => wording::record_error(words, error),
            Damage::Resume(error) => wording::resume_error(words, error),
        }
    }
}

/// A unique id for a new game.
pub(crate) fn new_id() -> String {
    format!("{:x}-{:x}", browser::now() as u64, browser::random_u32())
}

/// An id derived from a link, so that opening the link twice opens the same game.
pub(crate) fn id_for_link(text: &str) -> String {
    // FNV-1a: a collision would only open another game of the same user.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{LINK}{hash:x}")
}

/// Whether a game came from a link.
pub(crate) fn is_from_link(id: &str) -> bool {
    id.starts_with(LINK)
}

/// Saves a game. Fails if storage is full or disabled.
pub(crate) fn write(id: &str, record: &GameRecord) -> Result<(), ()> {
    let text = format!("{CHANGED}{:.0}\n{record}", browser::now());
    let storage = browser::storage().ok_or(())?;
    storage.set_item(&format!("{PREFIX}{id}"), &text).map_err(drop)
}

/// Saves a new game and opens it. Fails if storage is full or disabled.
pub(crate) fn open_new(session: &Session) -> Result<(), ()> {
    let id = new_id();
    write(&id, &session.record())?;
    Route::Play(id).go();
    Ok(())
}

pub(crate) fn read(id: &str) -> Option<SavedGame> {
    let text = browser::storage()?.get_item(&format!("{PREFIX}{id}")).ok().flatten()?;
    let (changed, record) = match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(CHANGED) => (first[CHANGED.len()..].parse().unwrap_or(0.0), rest),
        _ => (0.0, text.as_str()),
    };
    let damaged =
        |error: RecordError| DamagedGame { text: record.to_string(), reason: Damage::Record(Box::new(error)) };
    Some(SavedGame { id: id.to_string(), changed, content: record.parse().map_err(damaged) })
}

/// All saved games, latest first.
pub(crate) fn list() -> Vec<SavedGame> {
    let Some(storage) = browser::storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut saved: Vec<SavedGame> = keys.filter_map(|key| read(key.strip_prefix(PREFIX)?)).collect();
    saved.sort_by(|one, other| other.changed.total_cmp(&one.changed));
    saved
}

pub(crate) fn remove(id: &str) {
    let _ = browser::storage().map(|storage| storage.remove_item(&format!("{PREFIX}{id}")));
}
