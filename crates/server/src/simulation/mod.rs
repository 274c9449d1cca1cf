//! Rooms, clocks, leases, connections and stores under virtual time: thousands of games in which processes crash, stop and resume, connections break
//! and databases fail, in one thread and from one seed, so that whatever goes wrong can be repeated.
//!
//! Everything between a client and the database is the real code: `ClientCore`, the handling of frames, the rooms, and how processes stay alive, take tasks and
//! tell each other what is new. Clients connect to any process, and the players of a table to several. Simulated are the network, the database, the time, the thinking of computer players and the processes: each is a runtime of its own with a paused
//! clock, which is dropped when it crashes and not run while it is stopped. (turmoil simulates sockets too, but would need the server to
//! be generic over them; madsim replaces tokio as a whole.)
//!
//! `SHANGRILA_SIMULATION_SEED` repeats one seed, and `SHANGRILA_SIMULATED_GAMES` sets how many games are played.

mod link;
mod lobby;
mod moderation;
mod peers;
mod player;
mod store;
mod universe;

use std::cell::RefCell;
use std::time::Duration;

use fastrand::Rng;
use shangrila_rules::{Move, Position};
use tokio::time::Instant;

/// When all simulations begin: 2026-11-16, in milliseconds since 1970.
const START: u64 = 1_794_787_200_000;

/// How long computer players appear to think.
pub(crate) const PACE: Duration = Duration::from_millis(30);

/// What the code of a process reads from the operating system.
struct Local {
    /// The instant that corresponds to `base`.
    origin: Option<Instant>,
    /// In milliseconds since 1970.
    base: u64,
    rng: Rng,
}

thread_local! {
    /// The process whose code is running.
    static LOCAL: RefCell<Option<Local>> = const { RefCell::new(None) };
}

/// Runs the code of a process.
fn with_local<T>(local: &mut Local, run: impl FnOnce() -> T) -> T {
    let entered = Local { origin: local.origin, base: local.base, rng: local.rng.clone() };
    LOCAL.set(Some(entered));
    let result = run();
    if let Some(left) = LOCAL.take() {
        *local = left;
    }
    result
}

/// Starts the clock of the process that is running, at a time in milliseconds since 1970.
fn set_clock(time: u64) {
    LOCAL.with_borrow_mut(|local| {
        if let Some(local) = local {
            (local.origin, local.base) = (Some(Instant::now()), time);
        }
    });
}

/// Lets a simulated process follow a clock that showed this time at some moment of the time that the answer took.
pub(crate) fn follow(time: u64, took: Duration) -> bool {
    let is_simulated = LOCAL.with_borrow(Option::is_some);
    if is_simulated {
        set_clock(time + took.as_millis() as u64 / 2);
    }
    is_simulated
}

/// The time in a simulated process, in milliseconds since 1970.
pub(crate) fn time() -> Option<u64> {
    LOCAL.with_borrow(|local| {
        let local = local.as_ref()?;
        let passed = local.origin.map_or(Duration::ZERO, |origin| Instant::now() - origin);
        Some(local.base + passed.as_millis() as u64)
    })
}

/// Fills in random bytes in a simulated process.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    LOCAL.with_borrow_mut(|local| local.as_mut().map(|local| local.rng.fill(bytes)).is_some())
}

/// A move that a computer player might choose, always the same in the same position.
pub(crate) fn some_move(position: &Position, seed: u64) -> Option<Move> {
    let moves = position.legal_moves();
    moves.get(((position.hash64() ^ seed) % moves.len().max(1) as u64) as usize)
}

mod tests {
    use super::store::Mistake;
    use super::universe::{Scenario, Summary, Universe};

    /// How many games are played at the same time.
    const TABLES: usize = 6;

    fn scenario(seed: u64, mistake: Option<Mistake>) -> Scenario {
        Scenario { seed, processes: 1 + seed as usize % 3, tables: TABLES, mistake }
    }

    fn number(variable: &str) -> Option<u64> {
        std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is not a number")))
    }

    #[test]
    fn nothing_is_lost_doubled_or_stuck_whatever_fails() {
        let seeds = match number("SHANGRILA_SIMULATION_SEED") {
            Some(seed) => seed..seed + 1,
            None => 0..number("SHANGRILA_SIMULATED_GAMES").unwrap_or(600).div_ceil(TABLES as u64),
        };
        let (began, mut total) = (std::time::Instant::now(), Summary::default());
        for seed in seeds {
            match Universe::run(scenario(seed, None)) {
                Ok(summary) => {
                    total.games += summary.games;
                    total.moves += summary.moves;
                    total.crashes += summary.crashes;
                    total.pauses += summary.pauses;
                    total.cuts += summary.cuts;
                    total.outages += summary.outages;
                    total.conflicts += summary.conflicts;
                    total.seconds += summary.seconds;
                }
                Err(problem) => panic!("SHANGRILA_SIMULATION_SEED={seed}: {problem}"),
            }
        }
        let rate = f64::from(total.games) / began.elapsed().as_secs_f64() * 60.0;
        println!("{total:?} in {:?}, {rate:.0} games a minute", began.elapsed());
        assert!(total.crashes > 0 && total.pauses > 0 && total.cuts > 0 && total.outages > 0, "{total:?}");
    }

    #[test]
    fn a_seed_always_gives_the_same_simulation() {
        for seed in [2, 5] {
            assert_eq!(Universe::run(scenario(seed, None)), Universe::run(scenario(seed, None)), "{seed}");
        }
    }

    /// Returns what the first seed finds that finds anything.
    fn finds(mistake: Mistake) -> String {
        let found = (0..40).find_map(|seed| Universe::run(scenario(seed, Some(mistake))).err());
        found.unwrap_or_else(|| panic!("{mistake:?} was not found"))
    }

    #[test]
    fn an_event_shown_before_it_is_stored_is_found() {
        let found = finds(Mistake::ShownBeforeStored);
        assert!(found.contains("not stored"), "{found}");
    }

    #[test]
    fn writes_of_a_process_that_was_overtaken_are_found() {
        let found = finds(Mistake::WritersAreTrusted);
        assert!(found.contains("has number") || found.contains("not stored"), "{found}");
    }

    #[test]
    fn a_lease_that_ends_while_its_holder_still_writes_is_found() {
        let found = finds(Mistake::LeaseEndsBeforeBelief);
        assert!(found.contains("both believe to lead"), "{found}");
    }

    #[test]
    fn a_lease_that_outlives_its_holder_is_found() {
        let found = finds(Mistake::LeaseOutlivesItsHolder);
        assert!(found.contains("is stuck"), "{found}");
    }

    #[test]
    fn a_move_that_is_confirmed_and_lost_is_found() {
        let found = finds(Mistake::LostInCrash);
        let expected = ["confirmed and is lost", "not stored", "after event"];
        assert!(expected.iter().any(|text| found.contains(text)), "{found}");
    }
}
