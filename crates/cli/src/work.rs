//! Long work that may be interrupted: pieces of it on several threads, and a file that grows with every result.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::{Failure, refused};

/// A growing file with one result a line, and the name of each as a comment. Whoever interrupts the program loses only what was being
/// worked on.
///
/// A name without a result marks work that is done.
pub(crate) struct WorkFile<T> {
    path: PathBuf,
    file: File,
    /// The results by their names.
    results: BTreeMap<String, Option<T>>,
}

impl<T: FromStr<Err: Display> + Display> WorkFile<T> {
    /// Opens a file, which need not exist. A last line that was cut short is dropped.
    pub(crate) fn open(path: &Path) -> Result<WorkFile<T>, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(path, error)),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut results = BTreeMap::new();
        for (index, line) in whole.lines().enumerate() {
            let (content, name) = line.split_once('#').unwrap_or((line, ""));
            let name = name.trim().to_string();
            let result = if content.trim().is_empty() && !name.is_empty() {
                None
            } else {
                Some(line.parse().map_err(|problem| failed(path, format!("line {}: {problem}", index + 1)))?)
            };
            results.insert(name, result);
        }
        fs::write(path, whole).map_err(|error| failed(path, error))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| failed(path, error))?;
        Ok(WorkFile { path: path.to_path_buf(), file, results })
    }

    /// Whether the name is in the file.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.results.contains_key(name)
    }

    /// The results in the file.
    pub(crate) fn results(&self) -> impl Iterator<Item = &T> {
        self.results.values().flatten()
    }

    /// Appends a result, or a mark without one.
    pub(crate) fn add(&mut self, name: &str, result: Option<T>) -> Result<(), Failure> {
        let line = line(name, result.as_ref());
        self.file.write_all(line.as_bytes()).map_err(|error| failed(&self.path, error))?;
        self.results.insert(name.to_string(), result);
        Ok(())
    }

    /// Replaces the file by one with its lines in order.
    pub(crate) fn sort(self) -> Result<(), Failure> {
        let mut lines: Vec<String> = self.results.iter().map(|(name, result)| line(name, result.as_ref())).collect();
        lines.sort();
        replace(&self.path, &lines.concat())
    }
}

fn line<T: Display>(name: &str, result: Option<&T>) -> String {
    result.map_or_else(|| format!("# {name}\n"), |result| format!("{result} # {name}\n"))
}

/// Replaces a file all at once, so that it is never half written.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let new = path.with_extension("new");
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).map_err(|error| failed(path, error))
}

/// Reads and parses a file.
pub(crate) fn read<T: FromStr<Err: Display>>(path: &Path) -> Result<T, Failure> {
    let text = fs::read_to_string(path).map_err(|error| failed(path, error))?;
    text.parse().map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: impl Display) -> Failure {
    refused(format!("{}: {error}", path.display()))
}

/// Does numbered pieces of work on several threads and passes each result to `take` as soon as it is there. A thread stops early when
/// its work returns `None`.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let Some(result) = work(number) else { break };
                    // The receiver is gone after an error.
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        results.into_iter().try_for_each(|(number, result)| take(number, result))
    })
}

#[cfg(test)]
mod tests {
    use shangrila_table::FairSetup;

    use super::*;

    const LINE: &str = "mebgjif kdfehaj hlkagmi 345 328 327";

    #[test]
    fn a_file_is_continued_after_an_interruption_and_sorted_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("setups.txt");
        fs::write(&path, format!("{LINE} # 1.7\n# 1.9\nmebgj")).unwrap();
        let Ok(mut file) = WorkFile::<FairSetup>::open(&path) else { panic!("the file is readable") };
        assert!(file.contains("1.7") && !file.contains("1.8") && file.contains("1.9"));
        assert!(file.add("1.8", Some("mebgjif kdfehaj hlkagmi 344 329 327".parse().unwrap())).is_ok());
        assert!(file.add("1.6", None).is_ok());
        assert_eq!(file.results().count(), 2);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{LINE} # 1.7\n# 1.9\nmebgjif kdfehaj hlkagmi 344 329 327 # 1.8\n# 1.6\n"));
        assert!(file.sort().is_ok());
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("# 1.6\n# 1.9\nmebgjif kdfehaj hlkagmi 344 329 327 # 1.8\n{LINE} # 1.7\n"));
    }

    #[test]
    fn garbage_is_reported_with_its_line_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("setups.txt");
        let text = format!("{LINE}\ngarbage\n");
        fs::write(&path, &text).unwrap();
        let Err(Failure::Refused(message)) = WorkFile::<FairSetup>::open(&path) else { panic!("garbage was accepted") };
        assert!(
            message.ends_with("setups.txt: line 2: expected masters and chances of three or four seats"),
            "{message}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
