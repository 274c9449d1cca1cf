//! Saves the games of a match as records, one file per game.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::game::Game;
use super::schedule::Schedule;

/// A folder for the records of one match.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates the folder, or accepts an empty one, so that nothing is ever overwritten.
    pub(crate) fn open(path: &Path) -> Result<Folder, String> {
        let fail = |error: std::io::Error| format!("cannot save games in {}: {error}", path.display());
        fs::create_dir_all(path).map_err(fail)?;
        if fs::read_dir(path).map_err(fail)?.next().is_some() {
            return Err(format!("cannot save games in {}: the folder is not empty", path.display()));
        }
        Ok(Folder(path.to_path_buf()))
    }

    /// Writes a game to a new file named after its round and rotation, counted from 1.
    pub(crate) fn save(&self, schedule: &Schedule, game: &Game) -> Result<(), String> {
        let path = self.0.join(format!("round-{:05}-{}.shangrila", game.round + 1, game.rotation + 1));
        let text = game.record(schedule).to_string();
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("cannot save {}: {error}", path.display()))
    }
}
