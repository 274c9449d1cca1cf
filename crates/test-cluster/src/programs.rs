//! The programs of PostgreSQL, and the user who runs them: it refuses to run as root.

use std::fs;
use std::io::{self, Error};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The folder of the latest version on this machine.
fn folder() -> io::Result<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        let latest = debian.map(|entry| entry.path()).filter(|path| version(path).is_some()).max_by_key(version);
        let configured = || {
            let output = Command::new("pg_config").arg("--bindir").output().ok()?;
            Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
        };
        latest.map(|path| path.join("bin")).or_else(configured).filter(|folder| folder.join("initdb").is_file())
    });
    folder.as_deref().ok_or_else(|| {
        Error::other(
            "the programs of PostgreSQL are missing: install them, on Debian with `apt-get install postgresql`",
        )
    })
}

/// An account of this machine: its ids of user and group.
#[derive(Clone, Copy)]
struct Account(u32, u32);

/// Who runs PostgreSQL, if not whoever runs this program.
fn account() -> Option<Account> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let find = |name: &str| {
        let mut fields = accounts.lines().find(|line| line.split(':').next() == Some(name))?.split(':').skip(2);
        Some(Account(fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    if is_root { find("postgres").or_else(|| find("nobody")) } else { None }
}

/// Whether the account that runs PostgreSQL could reach a folder.
pub(crate) fn can_reach(folder: &Path) -> bool {
    account().is_none()
        || folder.ancestors().skip(1).all(|above| fs::metadata(above).map_or(true, |above| above.mode() & 0o001 != 0))
}

/// Creates a folder that belongs to the account that runs PostgreSQL.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if let Some(Account(user, group)) = account() {
        chown(folder, Some(user), Some(group))?;
    }
    Ok(())
}

/// A program of PostgreSQL, run by the right account.
pub(crate) fn program(name: &str) -> io::Result<Command> {
    let mut command = Command::new(folder()?.join(name));
    command.current_dir("/").stdin(Stdio::null());
    if let Some(Account(user, group)) = account() {
        command.uid(user).gid(group);
    }
    Ok(command)
}

/// Runs a program of PostgreSQL and returns its output.
pub(crate) fn run(name: &str, set_up: impl FnOnce(&mut Command)) -> io::Result<String> {
    let mut command = program(name)?;
    set_up(&mut command);
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(Error::other(format!("{name} failed: {said}{complained}")))
}
