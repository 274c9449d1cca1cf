//! The five levels for people.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use std::sync::{Arc, LazyLock};

use shangrila_rules::{Choices, Move, Position};

use crate::bot::{Bot, Thought};
use crate::budget::{Budget, Limits};
use crate::evaluator::{BlendedEvaluator, Evaluator};
use crate::fitted::{FittedEvaluator, Knowledge, Weights};
use crate::search::{Params, SearchBot};

/// How strong a computer player is; each level is clearly stronger than the one before. Names and descriptions in
/// words are in the catalogues of `crates/i18n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A child can win.
    Goatherd,
    /// Knows the rules and looks at the next turn.
    Pilgrim,
    /// Sees most threats.
    Guide,
    /// Plans ahead, and overlooks little.
    Abbot,
    /// Uses all the time it is given.
    Sage,
}

/// What makes a level.
struct Traits {
    /// The chance to overlook a choice, at every position that it thinks of.
    oversight: f32,
    /// How much its first impressions are worth.
    instinct: f32,
    /// How many positions it thinks of, whatever time it is given.
    visits: Option<u32>,
    /// How long it seems to think about a choice among many.
    pace: Duration,
}

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Goatherd, Level::Pilgrim, Level::Guide, Level::Abbot, Level::Sage];

    const fn traits(self) -> Traits {
        let (oversight, instinct, visits, pace) = match self {
            Level::Goatherd => (0.95, 0.0, Some(3), 500),
            Level::Pilgrim => (0.75, 0.3, Some(14), 600),
            Level::Guide => (0.35, 0.8, Some(100), 700),
            Level::Abbot => (0.08, 1.0, Some(1000), 800),
            Level::Sage => (0.0, 1.0, None, 0),
        };
        Traits { oversight, instinct, visits, pace: Duration::from_millis(pace) }
    }

    /// The stable name, for commands, requests and records.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Goatherd => "goatherd",
            Level::Pilgrim => "pilgrim",
            Level::Guide => "guide",
            Level::Abbot => "abbot",
            Level::Sage => "sage",
        }
    }

    /// From 1, the weakest, to 5.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// A player of this level. The same seed and limits by visits play the same moves.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        Box::new(LevelBot {
            level: self,
            search: SearchBot::new(self.params(Params { seed, ..Params::default() }), built_in_evaluator),
        })
    }

    /// The settings of a search of this level; threads, memory and seed stay as given.
    pub fn params(self, given: Params) -> Params {
        let Traits { oversight, instinct, .. } = self.traits();
        // Who overlooks things proves nothing.
        let (proof_nodes, proof_share) =
            if self == Level::Sage { (given.proof_nodes, given.proof_share) } else { ([0; 3], 0.0) };
        Params { oversight, instinct, proof_nodes, proof_share, ..given }
    }

    /// What this level thinks about within these limits. The strongest uses all it is given.
    pub fn restrict(self, limits: Limits) -> Limits {
        match (self.traits().visits, limits.visits) {
            (Some(own), Some(given)) => Limits { visits: Some(own.min(given)), ..limits },
            (Some(own), None) => Limits { visits: Some(own), ..limits },
            (None, _) => limits,
        }
    }

    /// What this level thinks with when nothing else is said.
    pub const fn limits(self) -> Limits {
        Limits::time(Duration::from_millis(1000))
    }

    /// How long a person should see this level think: a move that comes at once feels careless, one that takes long
    /// feels slow. The less there is to choose from, the shorter; forced moves come at once.
    pub fn pace(self, position: &Position) -> Duration {
        match Choices::of(position).count() {
            0 | 1 => Duration::ZERO,
            2..=8 => self.traits().pace / 2,
            _ => self.traits().pace,
        }
    }
}

/// How much of its judgement the built-in evaluator takes from random games.
pub const PLAYOUT_SHARE: f32 = 0.5;

/// The evaluator of all levels.
pub fn built_in_evaluator(seed: u64) -> Box<dyn Evaluator> {
    static KNOWLEDGE: LazyLock<Arc<Knowledge>> = LazyLock::new(|| Arc::new(Knowledge::new(Weights::built_in())));
    Box::new(BlendedEvaluator::new(FittedEvaluator::new(Arc::clone(&KNOWLEDGE)), PLAYOUT_SHARE, seed))
}

/// A search that keeps to the limits of its level.
struct LevelBot {
    level: Level,
    search: SearchBot,
}

impl Bot for LevelBot {
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought> {
        self.search.think(position, &Budget { limits: self.level.restrict(budget.limits), ..*budget })
    }

    fn observe(&mut self, mv: Move) {
        // A strong player remembers what it thought; a weak one begins anew, and may see what it overlooked.
        if self.level == Level::Sage {
            self.search.observe(mv);
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A text that names no level.
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
