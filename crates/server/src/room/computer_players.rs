//! The server's computer players. Workers think for them where there are any. On the server itself only a few think at the same time, so that people get their answers
//! without delay, and they think for one person after another, so that nobody can keep them all busy.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use shangrila_protocol::{LevelId, PersonId, TableId};
use shangrila_rules::Move;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::config::{Config, WhoThinks};
use crate::fair_queue::{FairPermit, FairQueue};
use crate::metrics::METRICS;
use crate::workers::{Question, Workers};

/// How long a server waits for workers before it thinks itself: long enough for another worker to take up what a dead one has left, and short enough
/// for the people at the table. The levels think for a second at most.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long a question stays with workers before it is asked again, where they alone think.
const LONG_PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait before workers are asked again.
const RETRY: Duration = Duration::from_millis(500);

/// Chooses the moves of computer players.
#[derive(Clone)]
pub(crate) struct ComputerPlayers {
    /// Permits to think, handed out to the hosts of the tables in turn.
    threads: FairQueue<PersonId>,
    thinking: WhoThinks,
    /// `None` if there can be none.
    workers: Option<Arc<dyn Workers>>,
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

/// How many computer players think at the same time; 0 in the settings means one fewer than the machine has cores, but at least one.
pub(crate) fn thinking_threads(setting: usize) -> usize {
    let cores = available_parallelism().map_or(1, usize::from);
    if setting == 0 { (cores - 1).max(1) } else { setting }
}

impl ComputerPlayers {
    pub(crate) fn new(config: &Config, workers: Option<Arc<dyn Workers>>) -> ComputerPlayers {
        let threads = FairQueue::new(thinking_threads(config.thinking_threads));
        ComputerPlayers { threads, thinking: config.thinking, workers }
    }

    /// Starts a search at a table on behalf of its host; `done` is called with the move, which comes as soon as possible if nobody
    /// follows the game.
    pub(crate) fn start<F: Future<Output = ()> + Send>(
        &self,
        table: &TableId,
        host: &PersonId,
        question: Question,
        is_followed: bool,
        done: impl FnOnce(Option<Move>) -> F + Send + 'static,
    ) -> Search {
        let (players, table, host) = (self.clone(), table.clone(), host.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let about = (question.level, question.position.hash64());
        let task = tokio::spawn(async move {
            let mv = players.choose(&table, host, question, is_followed, stopped).await;
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
    async fn choose(
        &self,
        table: &TableId,
        host: PersonId,
        question: Question,
        is_followed: bool,
        stop: Arc<AtomicBool>,
    ) -> Option<Move> {
        #[cfg(test)]
        if crate::simulation::time().is_some() {
            // Real thinking takes real time, on another thread.
            sleep(crate::simulation::PACE).await;
            return crate::simulation::some_move(&question.position, question.seed);
        }
        let pace = if is_followed { question.pace() } else { Duration::ZERO };
        let not_before = Instant::now() + pace;
        let mv = match self.ask_workers(table, &host, &question).await {
            Some(mv) => Some(mv),
            None => self.think(host, question, stop).await,
        };
        sleep_until(not_before).await;
        mv
    }

    /// Thinks on this server.
    async fn think(&self, host: PersonId, question: Question, stop: Arc<AtomicBool>) -> Option<Move> {
        let permit = self.threads.acquire(host).await;
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            question.think(&stop)
        });
        thought.await.ok().flatten()
    }

    /// Has a worker think; `None` if the server should.
    async fn ask_workers(&self, table: &TableId, host: &PersonId, question: &Question) -> Option<Move> {
        let workers = self.workers.as_ref()?;
        if self.thinking == WhoThinks::Server || self.thinking == WhoThinks::Auto && !workers.exist() {
            return None;
        }
        let (text, is_alone) = (question.to_text(), self.thinking == WhoThinks::Workers);
        let patience = if is_alone { LONG_PATIENCE } else { PATIENCE };
        loop {
            let answer = tokio::select! {
                answer = timeout(patience, workers.ask(table, host, &text)) => answer.ok().flatten(),
                () = all_gone(&**workers), if !is_alone => None,
            };
            let mv = answer.and_then(|answer| answer.parse().ok()).filter(|mv| question.position.is_legal(*mv));
            if mv.is_some() {
                METRICS.thoughts_by_workers.inc();
            }
            if mv.is_some() || !is_alone {
                return mv;
            }
            sleep(RETRY).await;
        }
    }
}

/// Returns when there are no workers any more.
async fn all_gone(workers: &dyn Workers) {
    while workers.exist() {
        sleep(RETRY).await;
    }
}
