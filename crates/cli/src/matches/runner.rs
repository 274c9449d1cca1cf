//! Plays the games of a match on several threads and delivers complete rounds in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::game::{Fault, Game, Unfinished, play};
use super::schedule::Schedule;

/// Why no more games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    /// All games were played.
    Complete,
    /// The receiver of the rounds ended the match.
    Enough,
    /// The stop flag was set.
    Interrupted,
    /// A bot played an illegal move.
    Fault(Fault),
}

/// Progress of a running match.
pub(crate) enum Event {
    /// Another game is over.
    GameOver,
    /// All games of the next round are over; sorted by rotation.
    Round(Vec<Game>),
}

/// Plays all games on `threads` threads and passes events to `take`.
///
/// Rounds are delivered in order, whichever finishes first, so the results and the point at which `take` ends the match
/// do not depend on the number of threads.
pub(crate) fn run<E>(
    schedule: &Schedule,
    threads: usize,
    stop: &AtomicBool,
    mut take: impl FnMut(Event) -> Result<ControlFlow<()>, E>,
) -> Result<Finish, E> {
    let next = AtomicU64::new(0);
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= schedule.games() {
                        break;
                    }
                    let (round, rotation) = (number / schedule.rotations(), number % schedule.rotations());
                    // The receiver is gone when the match has ended.
                    if sender.send(play(schedule, round, rotation, stop)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let finish = collect(schedule, games, &mut take);
        stop.store(true, Ordering::Relaxed);
        finish
    })
}

fn collect<E>(
    schedule: &Schedule,
    games: mpsc::Receiver<Result<Game, Unfinished>>,
    take: &mut impl FnMut(Event) -> Result<ControlFlow<()>, E>,
) -> Result<Finish, E> {
    let mut waiting: BTreeMap<u64, Vec<Game>> = BTreeMap::new();
    let mut next_round = 0;
    for game in games {
        let game = match game {
            Ok(game) => game,
            Err(Unfinished::Stopped) => continue,
            Err(Unfinished::Fault(fault)) => return Ok(Finish::Fault(fault)),
        };
        if take(Event::GameOver)?.is_break() {
            return Ok(Finish::Enough);
        }
        waiting.entry(game.round).or_default().push(game);
        while waiting.get(&next_round).is_some_and(|round| round.len() as u64 == schedule.rotations()) {
            let mut round = waiting.remove(&next_round).unwrap_or_default();
            round.sort_by_key(|game| game.rotation);
            next_round += 1;
            if take(Event::Round(round))?.is_break() {
                return Ok(Finish::Enough);
            }
        }
    }
    Ok(if next_round == schedule.rounds { Finish::Complete } else { Finish::Interrupted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::openings::Openings;
    use shangrila_ai::{BotSpec, Limits};
    use std::convert::Infallible;

    fn schedule() -> Schedule {
        let bots = [BotSpec::Random, BotSpec::Greedy, BotSpec::Uct(Some(5))].map(Into::into).into();
        Schedule { bots, openings: Openings::Random(3), limits: Limits::default(), seed: 5, rounds: 4 }
    }

    fn ends(threads: usize, enough: usize) -> (Finish, Vec<(u64, u64, String)>) {
        let mut ends = Vec::new();
        let mut rounds = 0;
        let finish = run(&schedule(), threads, &AtomicBool::new(false), |event| {
            if let Event::Round(games) = event {
                rounds += 1;
                ends.extend(games.iter().map(|game| (game.round, game.rotation, game.end.to_string())));
            }
            let enough = rounds == enough;
            Ok::<_, Infallible>(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        (finish.unwrap(), ends)
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (finish, one) = ends(1, usize::MAX);
        assert_eq!(finish, Finish::Complete);
        assert_eq!(one.len(), 12);
        assert!(one.is_sorted_by_key(|&(round, rotation, _)| (round, rotation)));
        for threads in [2, 5] {
            assert_eq!(ends(threads, usize::MAX), (Finish::Complete, one.clone()));
            assert_eq!(ends(threads, 2), (Finish::Enough, one[..6].to_vec()));
        }
    }

    #[test]
    fn a_fault_ends_the_match_and_keeps_the_rounds_before_it() {
        let stop = AtomicBool::new(false);
        let position = Box::new(schedule().openings.begin(schedule().seats(), 0).0.position());
        let fault = Fault { bot: "A (test)".to_string(), position, mv: None };
        let (sender, games) = mpsc::channel();
        for (round, rotation) in [(1, 0), (0, 2), (0, 1), (0, 0)] {
            sender.send(play(&schedule(), round, rotation, &stop)).unwrap();
        }
        sender.send(Err(Unfinished::Fault(fault.clone()))).unwrap();
        let mut rounds = Vec::new();
        let finish = collect(&schedule(), games, &mut |event| {
            if let Event::Round(games) = event {
                rounds.push(games.iter().map(|game| (game.round, game.rotation)).collect::<Vec<_>>());
            }
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        });
        assert_eq!(finish, Ok(Finish::Fault(fault)));
        assert_eq!(rounds, [[(0, 0), (0, 1), (0, 2)]]);
    }

    #[test]
    fn a_stopped_match_ends_without_a_round() {
        let finish = run(&schedule(), 2, &AtomicBool::new(true), |_| Err("no event was expected"));
        assert_eq!(finish, Ok(Finish::Interrupted));
    }
}
