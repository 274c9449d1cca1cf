//! `shangrila setups`: makes, checks and tries out the set-ups of the fair start (docs/fair-start.md).

mod check;
mod file;
mod judge;
mod make;
mod search;
mod trial;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use shangrila_rules::Seats;
use shangrila_table::FairSetups;

use crate::args::SetupsCommand;
use crate::{Failure, refused};

pub(crate) fn run(out: &mut impl Write, command: &SetupsCommand) -> Result<(), Failure> {
    match command {
        SetupsCommand::Make(args) => make::run(out, args),
        SetupsCommand::Check(args) => check::run(out, args),
        SetupsCommand::Play(args) => trial::run(out, args),
    }
}

const fn seats(clans: usize) -> Seats {
    if clans == 3 { Seats::THREE } else { Seats::FOUR }
}

/// Reads these lists, or the one that comes with the game if none is named.
fn read(files: &[PathBuf]) -> Result<Vec<FairSetups>, Failure> {
    if files.is_empty() {
        return Ok(vec![FairSetups::stored()]);
    }
    let list = |path: &PathBuf| {
        let named = |error: &dyn ToString| refused(format!("{}: {}", path.display(), error.to_string()));
        let text = fs::read_to_string(path).map_err(|error| named(&error))?;
        text.parse().map_err(|error| named(&error))
    };
    files.iter().map(list).collect()
}

/// Does numbered pieces of work on several threads and passes each result to `take` as soon as it is there. A thread stops early when
/// its work returns `None`.
fn in_parallel<T: Send>(
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
