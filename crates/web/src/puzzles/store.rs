//! What somebody has solved, as the browser stores it.

use shangrila_puzzles::progress::Progress;

use crate::browser;

const KEY: &str = "shangrila.puzzles";
/// Where a text is kept that could not be read.
const DAMAGED: &str = "shangrila.puzzles.damaged";

/// The stored progress, and whether it could be read. If not, the text is kept under another name, and progress starts again.
pub(super) fn load() -> (Progress, bool) {
    let stored = browser::storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    match stored.as_deref().map(str::parse) {
        None => (Progress::default(), true),
        Some(Ok(progress)) => (progress, true),
        Some(Err(_)) => {
            let _ = browser::storage().map(|storage| storage.set_item(DAMAGED, &stored.unwrap_or_default()));
            (Progress::default(), false)
        }
    }
}

/// Changes the stored progress and returns it. It is read again first, because another tab may have changed it.
///
/// # Errors
/// The changed progress, if it could not be stored.
pub(super) fn update(change: impl FnOnce(&mut Progress)) -> Result<Progress, Progress> {
    let mut progress = load().0;
    change(&mut progress);
    let stored = browser::storage().map(|storage| storage.set_item(KEY, &progress.to_string()));
    if matches!(stored, Some(Ok(()))) { Ok(progress) } else { Err(progress) }
}
