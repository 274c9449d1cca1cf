//! The server's computer players. Only a few think at the same time, so that people get their answers without delay.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use shangrila_ai::{Budget, Level, Stopwatch};
use shangrila_protocol::LevelId;
use shangrila_rules::{Move, Position};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};

/// Chooses the moves of computer players.
#[derive(Clone)]
pub(crate) struct ComputerPlayers {
    threads: Arc<Semaphore>,
}

impl ComputerPlayers {
    /// Lets this many think at the same time; 0 means one fewer than the machine has cores, but at least one.
    pub(crate) fn new(threads: usize) -> ComputerPlayers {
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { (cores - 1).max(1) } else { threads };
        ComputerPlayers { threads: Arc::new(Semaphore::new(threads)) }
    }

    /// Chooses a move, no faster than people can follow.
    pub(crate) async fn choose(&self, level: Level, position: Position, seed: u64) -> Option<Move> {
        let not_before = Instant::now() + level.pace(&position);
        let permit = Arc::clone(&self.threads).acquire_owned().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
            let budget = Budget { limits: level.limits(), clock: &clock, stop: &stop };
            level.bot(seed).think(&position, &budget).map(|thought| thought.mv)
        });
        let mv = thought.await.ok().flatten();
        sleep_until(not_before).await;
        mv
    }
}

/// The computer player behind a level id of the protocol.
pub(crate) fn level_of(level: LevelId) -> Level {
    match level {
        LevelId::Goatherd => Level::Goatherd,
        LevelId::Pilgrim => Level::Pilgrim,
        LevelId::Guide => Level::Guide,
        LevelId::Abbot => Level::Abbot,
        LevelId::Sage => Level::Sage,
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
