//! Games kept in the browser: written whole after every turn, listed, and never thrown away because they look damaged.

use shangrila_rules::record::GameRecord;

use crate::browser;

const PREFIX: &str = "shangrila.game.";
const CHANGED: &str = "changed ";

/// A game that was kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Saved {
    pub(crate) id: String,
    /// When it was written last, in milliseconds since 1970.
    pub(crate) changed: f64,
    pub(crate) content: Result<GameRecord, Damaged>,
}

/// A text that was kept and is no game any more.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Damaged {
    pub(crate) text: String,
    pub(crate) reason: String,
}

/// A name for a new game.
pub(crate) fn new_id() -> String {
    format!("{:x}-{:x}", browser::now() as u64, browser::random_u32())
}

/// The same name for the same text, so that a link opened twice is one game.
pub(crate) fn id_of(text: &str) -> String {
    // FNV-1a: nobody gains anything from two links with one name.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("link-{hash:x}")
}

/// Keeps a game; says so if the browser refuses.
pub(crate) fn write(id: &str, record: &GameRecord) -> Result<(), ()> {
    let text = format!("{CHANGED}{:.0}\n{record}", browser::now());
    let storage = browser::storage().ok_or(())?;
    storage.set_item(&format!("{PREFIX}{id}"), &text).map_err(drop)
}

pub(crate) fn read(id: &str) -> Option<Saved> {
    let text = browser::storage()?.get_item(&format!("{PREFIX}{id}")).ok().flatten()?;
    let (changed, record) = match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(CHANGED) => (first[CHANGED.len()..].parse().unwrap_or(0.0), rest),
        _ => (0.0, text.as_str()),
    };
    let damaged =
        |error: shangrila_rules::record::RecordError| Damaged { text: record.to_string(), reason: error.to_string() };
    Some(Saved { id: id.to_string(), changed, content: record.parse().map_err(damaged) })
}

/// All games, the latest first.
pub(crate) fn list() -> Vec<Saved> {
    let Some(storage) = browser::storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut saved: Vec<Saved> = keys.filter_map(|key| read(key.strip_prefix(PREFIX)?)).collect();
    saved.sort_by(|one, other| other.changed.total_cmp(&one.changed));
    saved
}

pub(crate) fn remove(id: &str) {
    let _ = browser::storage().map(|storage| storage.remove_item(&format!("{PREFIX}{id}")));
}
