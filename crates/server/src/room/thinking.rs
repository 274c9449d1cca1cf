//! The computer players of the server. Few think at the same time, so that people are answered at once all the while.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use shangrila_ai::{Budget, Level, Stopwatch};
use shangrila_rules::{Move, Position};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};

/// The place where computer players think.
#[derive(Clone)]
pub(crate) struct Thinkers {
    places: Arc<Semaphore>,
}

impl Thinkers {
    /// For so many at a time; 0: one less than the machine has cores, but at least one.
    pub(crate) fn new(threads: usize) -> Thinkers {
        let cores = available_parallelism().map_or(1, usize::from);
        let places = if threads == 0 { (cores - 1).max(1) } else { threads };
        Thinkers { places: Arc::new(Semaphore::new(places)) }
    }

    /// Chooses a move, not faster than people like to see it.
    pub(crate) async fn choose(&self, level: Level, position: Position, seed: u64) -> Option<Move> {
        let not_before = Instant::now() + level.pace(&position);
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
            let budget = Budget { limits: level.limits(), clock: &clock, stop: &stop };
            level.bot(seed).think(&position, &budget).map(|thought| thought.mv)
        });
        let mv = thought.await.ok().flatten();
        sleep_until(not_before).await;
        mv
    }
}

/// The computer player of this name.
pub(crate) fn level_of(level: shangrila_protocol::LevelId) -> Level {
    match level {
        shangrila_protocol::LevelId::Goatherd => Level::Goatherd,
        shangrila_protocol::LevelId::Pilgrim => Level::Pilgrim,
        shangrila_protocol::LevelId::Guide => Level::Guide,
        shangrila_protocol::LevelId::Abbot => Level::Abbot,
        shangrila_protocol::LevelId::Sage => Level::Sage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_same_names_everywhere() {
        for level in shangrila_protocol::LevelId::ALL {
            assert_eq!(level_of(level).id(), level.id());
        }
    }
}
