//! `shangrila worker`: takes questions of servers and thinks about them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::{Question, QuestionQueue, TakenQuestion};
use crate::config::Config;
use crate::room::thinking_threads;
use crate::state::OpenError;
use crate::store::{Database, StoreError};

/// How long a thread rests after the database has failed.
const RETRY: Duration = Duration::from_millis(500);

/// A process that thinks for the servers on a PostgreSQL database.
pub struct Worker {
    database: Database,
    questions: Arc<dyn QuestionQueue>,
    threads: usize,
    patience: Duration,
}

impl fmt::Display for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = if self.threads == 1 { "one thread" } else { &format!("{} threads", self.threads) };
        write!(f, "Worker {}, thinking with {threads}", self.questions.worker().0)
    }
}

impl Worker {
    /// Opens the database and makes the worker known to the servers.
    ///
    /// # Errors
    /// If the database cannot be used, or is a file, which only one process can use.
    pub async fn open(config: &Config) -> Result<Worker, OpenError> {
        let failed = |reason: String| OpenError::Database { database: config.database.clone(), reason };
        let broken = |error: StoreError| failed(error.to_string());
        let needed = || failed("workers need PostgreSQL, because only one process can use a database file".to_string());
        if config.database.file().is_some() {
            return Err(needed());
        }
        let database = Database::open(&config.database).await.map_err(broken)?;
        let questions = database.questions().await.map_err(broken)?.ok_or_else(needed)?;
        let patience = Duration::from_secs(u64::from(config.shutdown_seconds));
        Ok(Worker { database, questions, threads: thinking_threads(config.thinking_threads), patience })
    }

    /// Thinks until the process is told to stop. Thoughts that have begun are finished, if that does not take too long; servers ask others about the rest at once.
    pub async fn run(self) {
        let (stopping, stopped) = watch::channel(false);
        let cut_short = Arc::new(AtomicBool::new(false));
        let mut threads = JoinSet::new();
        for _ in 0..self.threads {
            threads.spawn(work(Arc::clone(&self.questions), stopped.clone(), Arc::clone(&cut_short)));
        }
        crate::serving::stop_signal().await;
        tracing::info!("shutting down");
        stopping.send_replace(true);
        let finished = async { while threads.join_next().await.is_some() {} };
        if timeout(self.patience, finished).await.is_err() {
            cut_short.store(true, Ordering::Relaxed);
        }
        self.questions.retire().await;
        self.database.close().await;
    }
}

/// Takes one question after another.
async fn work(questions: Arc<dyn QuestionQueue>, mut stopped: watch::Receiver<bool>, cut_short: Arc<AtomicBool>) {
    while !*stopped.borrow() {
        match questions.take().await {
            Ok(Some(taken)) => answer(&*questions, &taken, &cut_short).await,
            Ok(None) => tokio::select! {
                () = questions.wait() => {}
                _ = stopped.changed() => {}
            },
            // The heartbeat says in the log that the database cannot be reached.
            Err(_) => sleep(RETRY).await,
        }
    }
}

/// Thinks about a question. One that cannot be understood is answered with nothing, so that its server thinks itself.
async fn answer(questions: &dyn QuestionQueue, taken: &TakenQuestion, cut_short: &Arc<AtomicBool>) {
    let mv = match Question::from_text(&taken.question) {
        Some(question) => {
            let stop = Arc::clone(cut_short);
            tokio::task::spawn_blocking(move || question.think(&stop)).await.ok().flatten()
        }
        None => None,
    };
    let answer = mv.map(|mv| mv.to_string()).unwrap_or_default();
    if let Err(error) = questions.answer(taken, &answer).await {
        tracing::error!(%error, "cannot store an answer");
    }
}
