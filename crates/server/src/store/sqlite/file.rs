//! The database file: one server at a time, and readable by nobody else.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::super::StoreError;

/// The files SQLite keeps beside the database.
pub(super) const COMPANIONS: [&str; 2] = ["-wal", "-shm"];

/// An exclusive lock on a database, held as long as this value lives. Two servers on one file would each believe their own copy of a
/// table, and refuse each other's moves.
///
/// The lock is on a file beside the database: SQLite's own locks on the database are lost when a program closes that file.
#[derive(Debug)]
pub(crate) struct DatabaseLock {
    _file: File,
}

impl DatabaseLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// If another process holds it, or the file cannot be created.
    pub(crate) fn take(database: &Path) -> Result<DatabaseLock, StoreError> {
        // Other names of the same file lead to the same lock.
        let database = fs::canonicalize(database).unwrap_or_else(|_| database.to_path_buf());
        let path = beside(&database, ".lock");
        let failed = |error: io::Error| StoreError::CannotWrite(format!("{}: {error}", path.display()));
        let mut file = private().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                let holder = holder.trim().parse::<u32>().map(|id| format!(" (process {id})")).unwrap_or_default();
                return Err(StoreError::CannotWrite(format!(
                    "another server{holder} is using it; stop that one first, or choose another file with --database"
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // For the message above. The lock holds without it.
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(DatabaseLock { _file: file })
    }
}

/// Creates the database file if it is missing, and takes the rights to it away from everyone but its owner: it contains password hashes
/// and the key that signs cookies. SQLite gives the files beside it the same rights.
pub(super) fn protect(database: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::CannotWrite(error.to_string());
    private().append(true).create(true).open(database).map_err(failed)?;
    #[cfg(unix)]
    for path in COMPANIONS.iter().map(|ending| beside(database, ending)).chain([database.to_path_buf()]) {
        use std::os::unix::fs::PermissionsExt;
        let Ok(found) = fs::metadata(&path) else { continue };
        if found.permissions().mode() & 0o077 != 0
            && let Err(error) = fs::set_permissions(&path, fs::Permissions::from_mode(0o600))
        {
            tracing::warn!(%error, "other users of this machine can read the database");
        }
    }
    Ok(())
}

/// Options for a file that only its owner can read.
pub(super) fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The file with the same name and another ending.
pub(super) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}
