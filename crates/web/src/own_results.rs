//! The results of games finished in this browser, each stored under the id of its game. So every game counts once, damage to one result
//! costs no other, and two tabs cannot overwrite each other's.

use shangrila_table::{OwnRecord, OwnResult, Session};

use crate::{browser, saved_games};

const PREFIX: &str = "shangrila.result.";
/// Set once the games from before there were results have been looked through.
const ADOPTED: &str = "shangrila.results";

/// All results of this browser.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OwnResults {
    pub(crate) record: OwnRecord,
    /// The number of results that cannot be read.
    pub(crate) unreadable: usize,
}

/// Adds the result of a game, unless it has one. Fails if storage is full or disabled.
pub(crate) fn add(id: &str, result: &OwnResult) -> Result<(), ()> {
    let storage = browser::storage().ok_or(())?;
    let key = format!("{PREFIX}{id}");
    if storage.get_item(&key).ok().flatten().is_some() {
        return Ok(());
    }
    storage.set_item(&key, &result.to_string()).map_err(drop)
}

/// Adds the results of games that were finished before there were results.
pub(crate) fn adopt() {
    let Some(storage) = browser::storage() else { return };
    if storage.get_item(ADOPTED).ok().flatten().is_some() {
        return;
    }
    for saved in saved_games::list() {
        let session = saved.content.ok().and_then(|record| Session::resume(record, None).ok());
        let result = session.and_then(|session| OwnResult::of(&session, saved.changed as u64));
        if let Some(result) = result.filter(|_| !saved_games::is_from_link(&saved.id)) {
            // Full storage leaves a result out, and nothing else.
            let _ = add(&saved.id, &result);
        }
    }
    let _ = storage.set_item(ADOPTED, "1");
}

/// Reads all results.
pub(crate) fn load() -> OwnResults {
    let (mut results, mut unreadable) = (Vec::new(), 0);
    if let Some(storage) = browser::storage() {
        for key in keys(&storage) {
            match storage.get_item(&key).ok().flatten().and_then(|line| line.parse().ok()) {
                Some(result) => results.push((key[PREFIX.len()..].to_string(), result)),
                None => unreadable += 1,
            }
        }
    }
    OwnResults { record: OwnRecord::new(results), unreadable }
}

/// Deletes all results. Saved games stay.
pub(crate) fn delete_all() {
    if let Some(storage) = browser::storage() {
        for key in keys(&storage) {
            let _ = storage.remove_item(&key);
        }
    }
}

fn keys(storage: &web_sys::Storage) -> Vec<String> {
    let all = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    all.filter(|key| key.starts_with(PREFIX)).collect()
}
