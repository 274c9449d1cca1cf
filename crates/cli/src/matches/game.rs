//! Plays one game of a match.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use shangrila_ai::{Bot, Budget, Clock, GameSoFar, Limits, Stopwatch};
use shangrila_rules::record::{GameRecord, Start, Turn};
use shangrila_rules::{Choices, IllegalMove, Move, PerSeat, Position};

use super::schedule::Schedule;

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Counted from 0.
    pub(crate) round: u64,
    /// Counted from 0.
    pub(crate) rotation: u64,
    /// The bot in each seat, as an index into the bots of the command line.
    pub(crate) seating: Vec<usize>,
    pub(crate) start: Start,
    /// All moves from the start, including random opening turns.
    pub(crate) moves: Vec<Move>,
    pub(crate) end: Position,
    /// The thinking times of each seat.
    pub(crate) thinking: Vec<Thinking>,
}

/// The time and visits a bot spent on its turns. Forced moves are left out, because they would hide how slow the others
/// are.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Thinking {
    /// Seconds per turn, in order. Single precision resolves microseconds and saves memory.
    pub(crate) seconds: Vec<f32>,
    /// Positions searched, as reported by the bot.
    pub(crate) visits: u64,
}

impl Thinking {
    /// Adds the turns of another game.
    pub(crate) fn add(&mut self, other: &Thinking) {
        self.seconds.extend_from_slice(&other.seconds);
        self.visits += other.visits;
    }
}

/// Why a game did not finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unfinished {
    /// The match was stopped.
    Stopped,
    /// A bot played an illegal move or none.
    Fault(Fault),
}

/// An illegal move of a bot, or none although the game is not over: a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// The name of the bot.
    pub(crate) bot: String,
    /// The position it was asked about.
    pub(crate) position: Box<Position>,
    /// The illegal move; `None` if the bot returned no move.
    pub(crate) mv: Option<(Move, IllegalMove)>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { bot, position, mv } = self;
        match mv {
            Some((mv, reason)) => {
                write!(f, "{bot} played the illegal move {mv}: {reason} ({}), in {position}", reason.rule())
            }
            None => write!(f, "{bot} returned no move although the game is not over, in {position}"),
        }
    }
}

/// Plays a game of the schedule to the end.
pub(crate) fn play(schedule: &Schedule, round: u64, rotation: u64, stop: &AtomicBool) -> Result<Game, Unfinished> {
    let seating = schedule.seating(round, rotation);
    let mut players: Vec<Player> = seating
        .iter()
        .map(|&bot| Player {
            name: format!("{} ({})", letter(bot), schedule.bots[bot]),
            bot: schedule.bots[bot].bot(schedule.bot_seed(round, bot)),
            limits: schedule.bots[bot].limits(schedule.limits),
            thinking: Thinking::default(),
        })
        .collect();
    let (start, mut moves) = schedule.openings.begin(schedule.seats(), schedule.opening_seed(round));
    let mut position = start.position();
    for &mv in &moves {
        position.play_unchecked(mv);
    }
    play_to_end(&start.position(), &mut position, &mut players, stop, &mut moves)?;
    let thinking = players.into_iter().map(|player| player.thinking).collect();
    Ok(Game { round, rotation, seating, start, moves, end: position, thinking })
}

/// Returns the letter that identifies a bot of the command line.
pub(crate) fn letter(bot: usize) -> char {
    char::from(b'A' + bot as u8)
}

/// A bot in a seat.
struct Player {
    name: String,
    bot: Box<dyn Bot>,
    limits: Limits,
    thinking: Thinking,
}

/// Plays from a position to the end of the game.
fn play_to_end(
    start: &Position,
    position: &mut Position,
    players: &mut [Player],
    stop: &AtomicBool,
    moves: &mut Vec<Move>,
) -> Result<(), Unfinished> {
    while let Some(seat) = position.seat_to_move() {
        let is_forced = Choices::of(position).count() <= 1;
        if players[seat.index()].bot.adapts() {
            // In a match, those who do not adapt are the ones to be matched.
            let people = PerSeat::from_fn(|seat| players.get(seat.index()).is_some_and(|other| !other.bot.adapts()));
            players[seat.index()].bot.adapt(&GameSoFar { start: *start, moves: moves.clone(), people });
        }
        let player = &mut players[seat.index()];
        let clock = Stopwatch::start();
        let thought = player.bot.think(position, &Budget { limits: player.limits, clock: &clock, stop });
        let seconds = clock.elapsed().as_secs_f32();
        // A stopped bot may not return the move it would have played.
        if stop.load(Ordering::Relaxed) {
            return Err(Unfinished::Stopped);
        }
        let fault = |mv| Unfinished::Fault(Fault { bot: player.name.clone(), position: Box::new(*position), mv });
        let Some(thought) = thought else { return Err(fault(None)) };
        let mv = thought.mv;
        if let Err(reason) = position.check_legal(mv) {
            return Err(fault(Some((mv, reason))));
        }
        if !is_forced {
            player.thinking.seconds.push(seconds);
            player.thinking.visits += u64::from(thought.visits);
        }
        position.play_unchecked(mv);
        moves.push(mv);
        for player in players.iter_mut() {
            player.bot.observe(mv);
        }
    }
    Ok(())
}

impl Game {
    /// Returns the game as a record, with the bots' names and the settings needed to repeat it.
    pub(crate) fn record(&self, schedule: &Schedule) -> GameRecord {
        let mut record = GameRecord::new(self.start);
        for (clan, &bot) in schedule.seats().iter().zip(&self.seating) {
            record.players[clan] = Some(schedule.bots[bot].to_string());
        }
        let header = |name: &str, value: String| (name.to_string(), value);
        record.other_headers = vec![
            header("Match", schedule.bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
            header("Round", (self.round + 1).to_string()),
            header("Rotation", (self.rotation + 1).to_string()),
            header("Openings", schedule.openings.to_string()),
            header("Seed", schedule.seed.to_string()),
        ];
        if let Some(time) = schedule.limits.time {
            record.other_headers.push(header("TimeMs", time.as_millis().to_string()));
        }
        if let Some(visits) = schedule.limits.visits {
            record.other_headers.push(header("Visits", visits.to_string()));
        }
        record.line.turns = self.moves.iter().map(|&mv| Turn::from(mv)).collect();
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_ai::{BotSpec, Outlook, RandomBot, Thought};
    use shangrila_rules::{GameOptions, Seats};
    use std::sync::{Arc, Mutex};

    /// Always gives the same answer.
    struct FixedBot(Option<Move>);

    impl Bot for FixedBot {
        fn think(&mut self, position: &Position, _: &Budget<'_>) -> Option<Thought> {
            let outlook = Outlook::unknown(position);
            self.0.map(|mv| Thought { mv, outlook, visits: 0 })
        }
    }

    /// Plays random moves and records the moves it observes.
    struct Listener(RandomBot, Arc<Mutex<Vec<Move>>>);

    impl Bot for Listener {
        fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought> {
            self.0.think(position, budget)
        }

        fn observe(&mut self, mv: Move) {
            self.1.lock().unwrap().push(mv);
        }
    }

    fn play_with(bots: Vec<Box<dyn Bot>>, stop: bool) -> (Result<(), Unfinished>, Vec<Move>) {
        let mut players: Vec<Player> = bots
            .into_iter()
            .map(|bot| Player {
                name: "A (test)".to_string(),
                bot,
                limits: Limits::default(),
                thinking: Thinking::default(),
            })
            .collect();
        let mut position = Position::start(Seats::THREE, GameOptions::default());
        let mut moves = Vec::new();
        let done = play_to_end(&position.clone(), &mut position, &mut players, &AtomicBool::new(stop), &mut moves);
        (done, moves)
    }

    fn fault_of(answer: Option<&str>, stop: bool) -> Unfinished {
        let mv = answer.map(|text| text.parse().unwrap());
        let bots = (0..3).map(|_| Box::new(FixedBot(mv)) as Box<dyn Bot>).collect();
        play_with(bots, stop).0.unwrap_err()
    }

    #[test]
    fn an_illegal_move_is_reported_with_the_bot_and_the_position() {
        let Unfinished::Fault(fault) = fault_of(Some("a>b"), false) else { panic!() };
        let text = fault.to_string();
        assert!(text.starts_with("A (test) played the illegal move a>b: "), "{text}");
        assert!(text.ends_with("in 7/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 0 0"), "{text}");
        let Unfinished::Fault(fault) = fault_of(None, false) else { panic!() };
        assert!(fault.to_string().starts_with("A (test) returned no move although the game is not over, in 7/7"));
        assert_eq!(fault_of(None, true), Unfinished::Stopped, "a stopped bot may answer anything");
    }

    #[test]
    fn every_bot_observes_every_move() {
        let heard: Vec<_> = (0..3).map(|_| Arc::new(Mutex::new(Vec::new()))).collect();
        let bots = heard
            .iter()
            .enumerate()
            .map(|(seat, list)| Box::new(Listener(RandomBot::new(seat as u64), list.clone())) as Box<dyn Bot>)
            .collect();
        let (done, moves) = play_with(bots, false);
        assert_eq!(done, Ok(()));
        for list in heard {
            assert_eq!(*list.lock().unwrap(), moves);
        }
    }

    #[test]
    fn the_record_contains_the_whole_game() {
        let schedule = Schedule {
            bots: [BotSpec::Random, BotSpec::Greedy, BotSpec::Uct(Some(2))].map(Into::into).into(),
            openings: super::super::openings::Openings::Random(5),
            limits: Limits::visits(9),
            seed: 3,
            rounds: 1,
        };
        let game = play(&schedule, 0, 1, &AtomicBool::new(false)).unwrap();
        let record: GameRecord = game.record(&schedule).to_string().parse().unwrap();
        assert_eq!(record.final_position(), game.end);
        let names: Vec<&str> = schedule.seats().iter().filter_map(|clan| record.players[clan].as_deref()).collect();
        assert_eq!(names, ["uct:2", "random", "greedy"]);
        let turns: usize = game.thinking.iter().map(|thinking| thinking.seconds.len()).sum();
        assert!(turns > 0 && turns <= game.moves.len() - 5);
    }
}
