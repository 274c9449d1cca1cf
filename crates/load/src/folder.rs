//! A temporary folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A folder for one run; deleted when dropped.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
    keep: bool,
}

impl TempFolder {
    /// Creates a folder with a unique name under `parent`.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn new(parent: &Path, name: &str) -> io::Result<TempFolder> {
        let path = parent.join(format!("{name}-{}-{:08x}", std::process::id(), fastrand::u32(..)));
        fs::create_dir_all(&path)?;
        Ok(TempFolder { path, keep: false })
    }

    /// Keeps the folder instead of deleting it.
    pub fn keep(&mut self) {
        self.keep = true;
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        if !self.keep {
            // What cannot be deleted stays; nothing depends on it.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
