//! The levels of play for opponents of people: their strength, thinking time and default evaluator.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use fastrand::Rng;
use shangrila_rules::{Choices, GameOptions, Move, Position, Seats};

use crate::bot::{Bot, Outlook, Thought, only_move};
use crate::budget::{Budget, Limits};
use crate::companion::{GameSoFar, Skill, SkillEstimate};
use crate::network::network_evaluator;
use crate::portable;
use crate::search::{Params, Search};

/// The strength of a computer player; each level is clearly stronger than the one before.
///
/// The names and descriptions that people read are in `crates/i18n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Children can beat it.
    Goatherd,
    /// Knows the rules and looks one turn ahead.
    Pilgrim,
    /// Sees most threats.
    Guide,
    /// Plans ahead and overlooks little.
    Abbot,
    /// The strongest: overlooks nothing and uses all the time it is given.
    Sage,
    /// Adapts to the people at the table.
    Companion,
}

/// The settings that distinguish one level from another.
#[derive(Clone, Copy)]
struct LevelSettings {
    /// How freely it chooses: 0 is always the best move, 1 each move as often as it looked at it, or, without a search, as
    /// often as the policy suggests; above that poorer moves become likelier.
    temperature: f32,
    /// The most positions it visits per move, however much time it is given.
    visits: Option<u32>,
    /// How long it appears to think when there are many moves.
    pace: Duration,
}

impl Level {
    /// All levels: five from the weakest to the strongest, then the one that adapts.
    pub const ALL: [Level; 6] =
        [Level::Goatherd, Level::Pilgrim, Level::Guide, Level::Abbot, Level::Sage, Level::Companion];

    /// The strongest level, which also gives advice.
    pub const STRONGEST: Level = Level::Sage;

    const fn settings(self) -> LevelSettings {
        let (temperature, visits, pace) = match self {
            Level::Goatherd => (3.0, Some(1), 500),
            Level::Pilgrim => (1.4, Some(1), 600),
            Level::Guide => (0.9, Some(4), 700),
            Level::Abbot => (0.3, Some(100), 800),
            Level::Sage => (0.0, None, 0),
            // Where it knows nothing of the game it plays as people typically do.
            Level::Companion => (1.8, Some(1), 700),
        };
        LevelSettings { temperature, visits, pace: Duration::from_millis(pace) }
    }

    /// Returns the stable name used in commands, requests and records.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Goatherd => "goatherd",
            Level::Pilgrim => "pilgrim",
            Level::Guide => "guide",
            Level::Abbot => "abbot",
            Level::Sage => "sage",
            Level::Companion => "companion",
        }
    }

    /// Returns the place of the level among [`Level::ALL`], from 1.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// Creates a player of this level. With the same seed and a limit in visits it plays the same moves.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        self.bot_with(Params { seed, ..Params::default() })
    }

    /// Creates a player of this level with the threads, memory and seed of `given`.
    pub fn bot_with(self, given: Params) -> Box<dyn Bot> {
        let start = Position::start(Seats::FOUR, GameOptions::default());
        let search = Search::new(&start, self.params(given), network_evaluator);
        let people = (self == Level::Companion).then(SkillEstimate::new);
        Box::new(LevelBot { settings: self.settings(), search, rng: Rng::with_seed(given.seed), people })
    }

    /// Adapts search parameters to this level; threads, memory and seed stay as given.
    pub fn params(self, given: Params) -> Params {
        // Only the level that may think as long as it likes proves anything.
        match self.settings().visits {
            Some(_) => Params { proof_nodes: [0; 3], proof_share: 0.0, ..given },
            None => given,
        }
    }

    /// Chooses a move of a search: the strongest level the best one, the others any, but the longer they looked at a move, the
    /// likelier. `None` when the game is over.
    pub fn choose(self, search: &mut Search, rng: &mut Rng) -> Option<Move> {
        self.settings().choose(search, rng)
    }

    /// Tightens limits to what this level uses. The strongest level uses everything it is given.
    pub fn restrict(self, limits: Limits) -> Limits {
        self.settings().restrict(limits)
    }

    /// Returns the limits per move when the caller sets none: one second.
    pub const fn limits(self) -> Limits {
        Limits::time(Duration::from_millis(1000))
    }

    /// Returns how long this level should appear to think before its move is shown to people.
    ///
    /// An instant answer feels careless and a long wait feels slow. The fewer the moves, the shorter the wait; forced
    /// moves come at once.
    pub fn pace(self, position: &Position) -> Duration {
        match Choices::of(position).count() {
            0 | 1 => Duration::ZERO,
            2..=8 => self.settings().pace / 2,
            _ => self.settings().pace,
        }
    }
}

impl LevelSettings {
    /// The settings of a strength between the levels.
    fn of_skill(Skill(skill): Skill) -> LevelSettings {
        // The temperature and the visits of no level at all, of the first five, and of one that finds nearly everything.
        const TEMPERATURES: [f32; 6] = [8.0, 3.0, 1.4, 0.9, 0.3, 0.1];
        const VISITS: [f32; 6] = [1.0, 1.0, 1.0, 4.0, 100.0, 1500.0];
        let skill = skill.clamp(0.0, 5.0);
        let below = (skill as usize).min(4);
        let part = skill - below as f32;
        let between = |steps: [f32; 6]| steps[below] * portable::pow(steps[below + 1] / steps[below], part);
        let visits = between(VISITS).round() as u32;
        LevelSettings { temperature: between(TEMPERATURES), visits: Some(visits), ..Level::Companion.settings() }
    }

    fn choose(self, search: &mut Search, rng: &mut Rng) -> Option<Move> {
        match self.temperature {
            0.0 => search.analysis(1).lines.first().map(|line| line.mv),
            temperature => search.draw_move(temperature, rng),
        }
    }

    fn restrict(self, limits: Limits) -> Limits {
        match (self.visits, limits.visits) {
            (Some(own), Some(given)) => Limits { visits: Some(own.min(given)), ..limits },
            (Some(own), None) => Limits { visits: Some(own), ..limits },
            (None, _) => limits,
        }
    }
}

/// A search that stays within the limits of its level.
struct LevelBot {
    settings: LevelSettings,
    search: Search,
    rng: Rng,
    /// How well the people play whom this player adapts to, if it does.
    people: Option<SkillEstimate>,
}

impl Bot for LevelBot {
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought> {
        position.to_move()?;
        self.search.go_to(position);
        if let Some(mv) = only_move(position) {
            return Some(Thought { mv, outlook: Outlook::unknown(position), visits: 0 });
        }
        if let Some(people) = &mut self.people {
            self.settings = LevelSettings::of_skill(people.matching_skill(position));
        }
        self.search.run(&Budget { limits: self.settings.restrict(budget.limits), ..*budget });
        let mv = self.settings.choose(&mut self.search, &mut self.rng)?;
        let analysis = self.search.analysis(0);
        Some(Thought { mv, outlook: analysis.outlook, visits: analysis.visits })
    }

    fn observe(&mut self, mv: Move) {
        // The strongest level keeps its tree. For the others it would be more thought than they are allowed.
        if self.settings.visits.is_none() {
            self.search.advance(mv);
        }
    }

    fn adapt(&mut self, game: &GameSoFar) {
        if let Some(people) = &mut self.people {
            people.update(game);
        }
    }

    fn adapts(&self) -> bool {
        self.people.is_some()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The text does not name a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the levels are {}", Level::ALL.map(Level::id).join(", "))
    }
}

impl core::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        Level::ALL.into_iter().find(|level| level.id() == text).ok_or(ParseLevelError)
    }
}
