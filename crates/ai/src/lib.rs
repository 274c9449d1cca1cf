//! Computer players for *The Bridges of Shangri-La*.

#![forbid(unsafe_code)]

mod baselines;
mod bot;
mod bot_spec;
mod budget;
mod endgame;
mod evaluator;
pub mod fitted;
mod levels;
mod search;
mod seats;
mod symmetry;

pub use baselines::{GreedyBot, RandomBot, UctBot};
pub use bot::{Bot, Outlook, Thought, only_move};
pub use bot_spec::{BotSpec, ParseBotError};
#[cfg(not(target_family = "wasm"))]
pub use budget::Stopwatch;
pub use budget::{Budget, Clock, Limits, NoClock};
pub use evaluator::{BlendedEvaluator, Choice, Evaluator, Judgement, PlayoutEvaluator, UniformEvaluator};
pub use levels::{Level, PLAYOUT_SHARE, ParseLevelError, built_in_evaluator};
pub use search::{Analysis, Line, Params, Search, SearchBot};
