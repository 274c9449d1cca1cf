//! Where games are saved, and how files are written atomically.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use shangrila_rules::record::{Date, GameRecord};

/// The file extension of records.
const EXTENSION: &str = "shangrila";

/// The user's folder for games according to the environment, if it names one.
pub(crate) fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = path("XDG_DATA_HOME")
        .or_else(|| path("LOCALAPPDATA"))
        .or_else(|| path("HOME").map(|home| home.join(".local").join("share")))?;
    Some(data.join("shangrila"))
}

/// The date and the second of the day, in UTC.
pub(crate) fn now(time: SystemTime) -> (Option<Date>, u64) {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    (date(seconds / 86_400), seconds % 86_400)
}

/// The date a number of days after 1 January 1970.
fn date(mut days: u64) -> Option<Date> {
    let mut year = 1970;
    loop {
        // Leap years have a 29 February.
        let length = if Date::new(year, 2, 29).is_some() { 366 } else { 365 };
        if days < length || year == 9999 {
            break;
        }
        days -= length;
        year += 1;
    }
    let dates = (1..=12).flat_map(|month| (1..=31).filter_map(move |day| Date::new(year, month, day)));
    dates.into_iter().nth(usize::try_from(days).ok()?)
}

/// A file name for a new game that sorts by time and does not exist yet.
pub(crate) fn new_file(folder: &Path, time: SystemTime) -> PathBuf {
    let (date, second) = now(time);
    let date = date.map_or(String::new(), |date| date.to_string());
    let stem = format!("{date}-{:02}{:02}{:02}", second / 3600, second / 60 % 60, second % 60);
    let names = (1..).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") });
    let mut paths = names.map(|name| folder.join(format!("{name}.{EXTENSION}")));
    paths.find(|path| !path.exists()).unwrap_or_else(|| folder.join(stem))
}

/// Writes a file atomically: afterwards it is either the old one or the new one, even after a crash.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.new", std::process::id()));
    let temporary = folder.join(temporary);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// The most recently saved game that is not over.
pub(crate) fn last_unfinished(folder: &Path) -> Option<(PathBuf, GameRecord)> {
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let records = entries.filter(|path| path.extension().is_some_and(|end| end == EXTENSION));
    let with_time = |path: PathBuf| Some((fs::metadata(&path).and_then(|data| data.modified()).ok()?, path));
    let mut records: Vec<(SystemTime, PathBuf)> = records.filter_map(with_time).collect();
    records.sort();
    let unfinished = |path: PathBuf| {
        let record: GameRecord = fs::read_to_string(&path).ok()?.parse().ok()?;
        (!record.final_position().is_over()).then_some((path, record))
    };
    records.into_iter().rev().find_map(|(_, path)| unfinished(path))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A temporary folder for one test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("shangrila-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    #[cfg(unix)]
    fn the_folder_comes_from_the_environment() {
        let by = |pairs: &[(&str, &str)]| {
            folder(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).into()))
        };
        assert_eq!(by(&[("XDG_DATA_HOME", "/d"), ("HOME", "/h")]), Some("/d/shangrila".into()));
        assert_eq!(by(&[("XDG_DATA_HOME", "d"), ("HOME", "/h")]), Some("/h/.local/share/shangrila".into()));
        assert_eq!(by(&[]), None);
    }

    #[test]
    fn dates_are_computed_from_days() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (19_723, "2024-01-01"),
            (20_088, "2024-12-31"),
        ] {
            assert_eq!(date(days).unwrap().to_string(), text);
        }
        let time = UNIX_EPOCH + Duration::from_secs(86_400 + 3_661);
        assert_eq!(new_file(Path::new("/none"), time), Path::new("/none/1970-01-02-010101.shangrila"));
    }

    #[test]
    fn a_file_is_replaced_atomically_and_leaves_no_temporary_file() {
        let folder = Folder::new("whole");
        let path = folder.0.join("deep").join("game.shangrila");
        write_whole(&path, "one").unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let refused = path.join("below a file");
        assert!(write_whole(&refused, "three").is_err());
    }

    #[test]
    fn the_last_unfinished_game_is_found_among_others() {
        let folder = Folder::new("unfinished");
        assert!(last_unfinished(&folder.0).is_none());
        let header = "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n\n";
        let save = |name: &str, text: &str, seconds: u64| {
            let path = folder.0.join(name);
            write_whole(&path, text).unwrap();
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        };
        save("old.shangrila", &format!("{header}8. P@a"), 1_000);
        save("new.shangrila", &format!("{header}8. P@a +F@f+H@f"), 2_000);
        save("broken.shangrila", "[Rules", 3_000);
        save("other.txt", &format!("{header}8. P@a"), 4_000);
        let finished = include_str!("../../../../fixtures/games/random-four.shangrila");
        save("over.shangrila", finished, 5_000);
        let (path, record) = last_unfinished(&folder.0).unwrap();
        assert_eq!(path.file_name().unwrap(), "new.shangrila");
        assert_eq!(record.moves().len(), 2);
    }
}
