//! The file that `shangrila setups make` adds to: one set-up a line, with the seed and the number it was found under as a comment.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use shangrila_table::FairSetup;

use crate::{Failure, refused};

/// A growing file of set-ups. Whoever interrupts the program loses only what was being searched.
pub(super) struct WorkFile {
    path: PathBuf,
    file: File,
    /// The set-ups by their comments.
    setups: BTreeMap<String, FairSetup>,
}

impl WorkFile {
    /// Opens a file, which need not exist. A last line that was cut short is dropped.
    pub(super) fn open(path: &Path) -> Result<WorkFile, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(path, error)),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut setups = BTreeMap::new();
        for (index, line) in whole.lines().enumerate() {
            let name = line.split_once('#').map_or("", |(_, name)| name.trim());
            let setup = line.parse().map_err(|problem| failed(path, format!("line {}: {problem}", index + 1)))?;
            setups.insert(name.to_string(), setup);
        }
        fs::write(path, whole).map_err(|error| failed(path, error))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| failed(path, error))?;
        Ok(WorkFile { path: path.to_path_buf(), file, setups })
    }

    /// Whether a set-up of this name is in the file.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.setups.contains_key(name)
    }

    pub(super) fn len(&self) -> usize {
        self.setups.len()
    }

    /// Appends a set-up.
    pub(super) fn add(&mut self, name: &str, setup: FairSetup) -> Result<(), Failure> {
        let line = format!("{setup} # {name}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| failed(&self.path, error))?;
        self.setups.insert(name.to_string(), setup);
        Ok(())
    }

    /// Replaces the file by one with its lines in order.
    pub(super) fn sort(self) -> Result<(), Failure> {
        let mut lines: Vec<String> = self.setups.iter().map(|(name, setup)| format!("{setup} # {name}\n")).collect();
        lines.sort();
        replace(&self.path, &lines.concat())
    }
}

/// Replaces a file all at once, so that it is never half written.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let new = path.with_extension("new");
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: impl ToString) -> Failure {
    refused(format!("{}: {}", path.display(), error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "mebgjif kdfehaj hlkagmi 345 328 327";

    #[test]
    fn a_file_is_continued_after_an_interruption_and_sorted_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("setups.txt");
        fs::write(&path, format!("{LINE} # 1.7\nmebgj")).unwrap();
        let Ok(mut file) = WorkFile::open(&path) else { panic!("the file is readable") };
        assert!(file.contains("1.7") && !file.contains("1.8"));
        assert!(file.add("1.8", "mebgjif kdfehaj hlkagmi 344 329 327".parse().unwrap()).is_ok());
        assert_eq!(file.len(), 2);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{LINE} # 1.7\nmebgjif kdfehaj hlkagmi 344 329 327 # 1.8\n"));
        assert!(file.sort().is_ok());
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("mebgjif kdfehaj hlkagmi 344 329 327 # 1.8\n{LINE} # 1.7\n"));
    }

    #[test]
    fn garbage_is_reported_with_its_line_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("setups.txt");
        let text = format!("{LINE}\ngarbage\n");
        fs::write(&path, &text).unwrap();
        let Err(Failure::Refused(message)) = WorkFile::open(&path) else { panic!("garbage was accepted") };
        assert!(
            message.ends_with("setups.txt: line 2: expected masters and chances of three or four seats"),
            "{message}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
