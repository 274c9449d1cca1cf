//! The server's computer players. Only a few think at the same time, so that people get their answers without delay, and they think for
//! one person after another, so that nobody can keep them all busy.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use shangrila_ai::{Budget, GameSoFar, Level, Stopwatch};
use shangrila_protocol::{LevelId, PersonId};
use shangrila_rules::{Move, Position};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use crate::fair_queue::{FairPermit, FairQueue};

/// Chooses the moves of computer players.
#[derive(Clone)]
pub(crate) struct ComputerPlayers {
    /// Permits to think, handed out to the hosts of the tables in turn.
    threads: FairQueue<PersonId>,
}

/// What a computer player is asked: the level, the position, and the seed of its whims.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) level: LevelId,
    pub(crate) position: Position,
    pub(crate) seed: u64,
    /// The whole game, for the level that adapts to people.
    pub(crate) game: Option<Box<GameSoFar>>,
    /// Whether somebody plays or watches.
    pub(crate) is_followed: bool,
}

/// A search that somebody waits for. Dropping it takes it out of the queue, or stops it.
pub(crate) struct Search {
    /// The level that thinks, and the hash of the position it thinks about.
    pub(crate) about: (LevelId, u64),
    stop: Arc<AtomicBool>,
    task: AbortHandle,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.abort();
    }
}

impl ComputerPlayers {
    /// Lets this many think at the same time; 0 means one fewer than the machine has cores, but at least one.
    pub(crate) fn new(threads: usize) -> ComputerPlayers {
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { (cores - 1).max(1) } else { threads };
        ComputerPlayers { threads: FairQueue::new(threads) }
    }

    /// Starts a search on behalf of the host of a table; `done` is called with the move.
    pub(crate) fn start<F: Future<Output = ()> + Send>(
        &self,
        host: &PersonId,
        question: Question,
        done: impl FnOnce(Option<Move>) -> F + Send + 'static,
    ) -> Search {
        let (players, host, stop) = (self.clone(), host.clone(), Arc::new(AtomicBool::new(false)));
        let stopped = Arc::clone(&stop);
        let about = (question.level, question.position.hash64());
        let task = tokio::spawn(async move {
            let mv = players.choose(host, question, stopped).await;
            done(mv).await;
        });
        Search { about, stop, task: task.abort_handle() }
    }

    /// How many searches are waiting for their turn.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.threads.waiting()
    }

    /// Waits for a permit to think about something else than a running game. All such requests together take turns with each host.
    pub(crate) async fn wait_to_think(&self) -> FairPermit<PersonId> {
        self.threads.acquire("fair-play".parse().expect("a valid id")).await
    }

    /// Takes one of the permits to think.
    #[cfg(test)]
    pub(crate) async fn keep_busy(&self) -> impl Drop + use<> {
        self.threads.acquire("keeps-busy".parse().expect("a valid id")).await
    }

    /// Chooses a move, no faster than people can follow if there are any.
    async fn choose(&self, host: PersonId, question: Question, stop: Arc<AtomicBool>) -> Option<Move> {
        let Question { level, position, seed, game, is_followed } = question;
        let level = level_of(level);
        let pace = if is_followed { level.pace(&position) } else { Duration::ZERO };
        let not_before = Instant::now() + pace;
        let permit = self.threads.acquire(host).await;
        #[cfg(test)]
        if crate::simulation::time().is_some() {
            // Real thinking takes real time, on another thread.
            sleep_until(not_before).await;
            return crate::simulation::some_move(&position, seed);
        }
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let clock = Stopwatch::start();
            let budget = Budget { limits: level.limits(), clock: &clock, stop: &stop };
            let mut bot = level.bot(seed);
            if let Some(game) = game {
                bot.adapt(&game);
            }
            bot.think(&position, &budget).map(|thought| thought.mv)
        });
        let mv = thought.await.ok().flatten();
        sleep_until(not_before).await;
        mv
    }
}

/// The computer player behind a level id of the protocol.
fn level_of(level: LevelId) -> Level {
    match level {
        LevelId::Goatherd => Level::Goatherd,
        LevelId::Pilgrim => Level::Pilgrim,
        LevelId::Guide => Level::Guide,
        LevelId::Abbot => Level::Abbot,
        LevelId::Sage => Level::Sage,
        LevelId::Companion => Level::Companion,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_same_ids_in_the_protocol() {
        assert_eq!(LevelId::ALL.map(level_of), Level::ALL);
        assert_eq!(LevelId::ALL.map(LevelId::id), Level::ALL.map(Level::id));
    }
}
