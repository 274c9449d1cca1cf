//! The levels of play for opponents of people: their strength, thinking time and default evaluator.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use std::sync::{Arc, LazyLock};

use shangrila_rules::{Choices, Move, Position};

use crate::bot::{Bot, Thought};
use crate::budget::{Budget, Limits};
use crate::evaluator::{BlendedEvaluator, Evaluator};
use crate::fitted::{FittedEvaluator, FittedModel, Weights};
use crate::search::{Params, SearchBot};

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
}

/// The settings that distinguish one level from another.
struct LevelSettings {
    /// [`Params::blind_spots`]: the chance of overlooking an action, in every position of the search.
    blind_spots: f32,
    /// [`Params::policy_weight`]: how much the policy counts.
    policy_weight: f32,
    /// The most positions it visits per move, however much time it is given.
    visits: Option<u32>,
    /// How long it appears to think when there are many moves.
    pace: Duration,
}

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Goatherd, Level::Pilgrim, Level::Guide, Level::Abbot, Level::Sage];

    const fn settings(self) -> LevelSettings {
        let (blind_spots, policy_weight, visits, pace) = match self {
            Level::Goatherd => (0.95, 0.0, Some(3), 500),
            Level::Pilgrim => (0.75, 0.3, Some(14), 600),
            Level::Guide => (0.35, 0.8, Some(100), 700),
            Level::Abbot => (0.08, 1.0, Some(1000), 800),
            Level::Sage => (0.0, 1.0, None, 0),
        };
        LevelSettings { blind_spots, policy_weight, visits, pace: Duration::from_millis(pace) }
    }

    /// Returns the stable name used in commands, requests and records.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Goatherd => "goatherd",
            Level::Pilgrim => "pilgrim",
            Level::Guide => "guide",
            Level::Abbot => "abbot",
            Level::Sage => "sage",
        }
    }

    /// Returns the rank of the level, from 1 for the weakest.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// Creates a player of this level. With the same seed and a limit in visits it plays the same moves.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        Box::new(LevelBot {
            level: self,
            search: SearchBot::new(self.params(Params { seed, ..Params::default() }), built_in_evaluator),
        })
    }

    /// Adapts search parameters to this level; threads, memory and seed stay as given.
    pub fn params(self, given: Params) -> Params {
        let LevelSettings { blind_spots, policy_weight, .. } = self.settings();
        // A level with blind spots cannot prove anything.
        let (proof_nodes, proof_share) =
            if self == Level::Sage { (given.proof_nodes, given.proof_share) } else { ([0; 3], 0.0) };
        Params { blind_spots, policy_weight, proof_nodes, proof_share, ..given }
    }

    /// Tightens limits to what this level uses. The strongest level uses everything it is given.
    pub fn restrict(self, limits: Limits) -> Limits {
        match (self.settings().visits, limits.visits) {
            (Some(own), Some(given)) => Limits { visits: Some(own.min(given)), ..limits },
            (Some(own), None) => Limits { visits: Some(own), ..limits },
            (None, _) => limits,
        }
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

/// The weight of the random playout in the value of the built-in evaluator.
pub const PLAYOUT_SHARE: f32 = 0.5;

/// Creates the evaluator used by all levels: the fitted model blended with random playouts.
pub fn built_in_evaluator(seed: u64) -> Box<dyn Evaluator> {
    static MODEL: LazyLock<Arc<FittedModel>> = LazyLock::new(|| Arc::new(FittedModel::new(Weights::built_in())));
    Box::new(BlendedEvaluator::new(FittedEvaluator::new(Arc::clone(&MODEL)), PLAYOUT_SHARE, seed))
}

/// A search bot that stays within the limits of its level.
struct LevelBot {
    level: Level,
    search: SearchBot,
}

impl Bot for LevelBot {
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought> {
        self.search.think(position, &Budget { limits: self.level.restrict(budget.limits), ..*budget })
    }

    fn observe(&mut self, mv: Move) {
        // The strongest level keeps its tree. The others start over each turn, so they may now see what they overlooked.
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
