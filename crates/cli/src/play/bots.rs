//! Computer players in their own threads, so that the screen never waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use shangrila_ai::{Bot, BotSpec, Budget, GameSoFar, Limits, Stopwatch, Thought};
use shangrila_rules::{Move, Position};

/// The least thinking time shown for players without a level.
const PACE: Duration = Duration::from_millis(400);
/// The limits of a search that has none of its own.
const TIME: Duration = Duration::from_secs(1);

/// The search limits of a computer player.
pub(crate) const fn limits(spec: BotSpec) -> Limits {
    match spec {
        BotSpec::Level(level) => level.limits(),
        BotSpec::Uct(Some(_)) => Limits { visits: None, time: None },
        _ => Limits::time(TIME),
    }
}

/// The least thinking time to show.
pub(crate) fn pace(spec: BotSpec, position: &Position) -> Duration {
    match spec {
        BotSpec::Level(level) => level.pace(position),
        _ => PACE,
    }
}

/// A computer player and its thread.
pub(crate) struct Worker {
    orders: Sender<Order>,
    answers: Receiver<(u64, Option<Thought>)>,
    asked: Option<Asked>,
    next_id: u64,
}

enum Order {
    Observe(Move),
    Adapt(Box<GameSoFar>),
    Think { id: u64, position: Box<Position>, limits: Limits, stop: Arc<AtomicBool> },
}

struct Asked {
    id: u64,
    stop: Arc<AtomicBool>,
    since: Instant,
    answer: Option<Option<Thought>>,
}

/// A computer player's thread has ended, which only a bug can cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lost;

impl Worker {
    pub(crate) fn start(bot: Box<dyn Bot>) -> Worker {
        let (orders, receiver) = channel();
        let (sender, answers) = channel();
        thread::spawn(move || work(bot, &receiver, &sender));
        Worker { orders, answers, asked: None, next_id: 0 }
    }

    /// Tells the player that a move was played.
    pub(crate) fn observe(&self, mv: Move) {
        // A crashed thread is noticed when its answer is fetched.
        let _ = self.orders.send(Order::Observe(mv));
    }

    /// Tells the player about the game, in case it adapts to people.
    pub(crate) fn adapt(&self, game: GameSoFar) {
        let _ = self.orders.send(Order::Adapt(Box::new(game)));
    }

    /// Asks for a move, dropping any earlier request.
    pub(crate) fn ask(&mut self, position: &Position, limits: Limits) {
        self.forget();
        let (id, stop) = (self.next_id, Arc::new(AtomicBool::new(false)));
        self.next_id += 1;
        let order = Order::Think { id, position: Box::new(*position), limits, stop: Arc::clone(&stop) };
        let _ = self.orders.send(order);
        self.asked = Some(Asked { id, stop, since: Instant::now(), answer: None });
    }

    /// When the open request was made, if there is one.
    pub(crate) fn asked_since(&self) -> Option<Instant> {
        self.asked.as_ref().map(|asked| asked.since)
    }

    /// Stops the search and drops its answer.
    pub(crate) fn forget(&mut self) {
        if let Some(asked) = self.asked.take() {
            asked.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The answer, once it has arrived and at least `pace` has passed.
    pub(crate) fn answer(&mut self, pace: Duration) -> Result<Option<Thought>, Lost> {
        let Some(asked) = &mut self.asked else { return Ok(None) };
        while asked.answer.is_none() {
            match self.answers.try_recv() {
                Ok((id, answer)) if id == asked.id => asked.answer = Some(answer),
                // The answer to a dropped request.
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => return Err(Lost),
            }
        }
        if asked.since.elapsed() < pace {
            return Ok(None);
        }
        Ok(self.asked.take().and_then(|asked| asked.answer.flatten()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.forget();
    }
}

fn work(mut bot: Box<dyn Bot>, orders: &Receiver<Order>, answers: &Sender<(u64, Option<Thought>)>) {
    while let Ok(order) = orders.recv() {
        match order {
            Order::Observe(mv) => bot.observe(mv),
            Order::Adapt(game) => bot.adapt(&game),
            Order::Think { id, position, limits, stop } => {
                let clock = Stopwatch::start();
                let thought = bot.think(&position, &Budget { limits, clock: &clock, stop: &stop });
                if answers.send((id, thought)).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Seats};

    fn wait(worker: &mut Worker, pace: Duration) -> Result<Thought, Lost> {
        let began = Instant::now();
        loop {
            if let Some(thought) = worker.answer(pace)? {
                return Ok(thought);
            }
            assert!(began.elapsed() < Duration::from_secs(20), "no answer");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn an_answer_waits_for_its_pace() {
        let position = Position::first_game(Seats::FOUR, GameOptions::default());
        let mut worker = Worker::start(BotSpec::Random.bot(1));
        let began = Instant::now();
        worker.ask(&position, Limits::default());
        let pace = Duration::from_millis(60);
        let thought = wait(&mut worker, pace).unwrap();
        assert!(began.elapsed() >= pace);
        assert!(position.is_legal(thought.mv));
        assert!(worker.asked_since().is_none());
    }

    #[test]
    fn a_dropped_request_stops_the_search_and_its_answer_is_ignored() {
        let first = Position::first_game(Seats::FOUR, GameOptions::default());
        let mut second = first;
        second.play("P@a".parse().unwrap()).unwrap();
        let mut worker = Worker::start(BotSpec::Uct(None).bot(1));
        // Without limits this search would never end.
        worker.ask(&first, Limits::default());
        worker.ask(&second, Limits::visits(10));
        let thought = wait(&mut worker, Duration::ZERO).unwrap();
        assert!(second.is_legal(thought.mv), "{:?} answers the first question", thought.mv);
    }

    #[test]
    fn a_crashed_player_is_noticed() {
        struct Broken;
        impl Bot for Broken {
            fn think(&mut self, _: &Position, _: &Budget<'_>) -> Option<Thought> {
                panic!("broken on purpose")
            }
        }
        let mut worker = Worker::start(Box::new(Broken));
        worker.ask(&Position::first_game(Seats::FOUR, GameOptions::default()), Limits::default());
        assert_eq!(wait(&mut worker, Duration::ZERO), Err(Lost));
    }
}
