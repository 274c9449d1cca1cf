//! Computer players for *The Bridges of Shangri-La*: search, evaluation, exact endgames, levels and baselines.
//!
//! `docs/computer-players.md` describes how they work. This crate uses no files, sockets or clock of its own, so it also
//! runs in a browser.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use shangrila_ai::{Budget, Level, Limits, NoClock};
//! use shangrila_rules::{GameOptions, Position, Seats};
//!
//! let mut position = Position::first_game(Seats::FOUR, GameOptions::default());
//! let mut bot = Level::Guide.bot(7);
//! let budget = Budget { limits: Limits::visits(50), clock: &NoClock, stop: &AtomicBool::new(false) };
//!
//! let thought = bot.think(&position, &budget).expect("the game is not over");
//! position.play(thought.mv)?;
//! bot.observe(thought.mv);
//! # Ok::<(), shangrila_rules::IllegalMove>(())
//! ```

#![forbid(unsafe_code)]
#![allow(
    clippy::needless_range_loop,
    reason = "a seat or clan indexes several arrays at once; zipping them would be harder to read"
)]

mod baselines;
mod bot;
mod bot_spec;
mod budget;
mod companion;
mod endgame;
mod evaluator;
pub mod fitted;
mod levels;
pub mod network;
pub mod portable;
mod search;
mod seats;
mod symmetry;

pub use baselines::{GreedyBot, RandomBot, UctBot};
pub use bot::{Bot, Outlook, Thought, only_move};
pub use bot_spec::{BotSpec, ParseBotError};
#[cfg(not(target_family = "wasm"))]
pub use budget::Stopwatch;
pub use budget::{Budget, Clock, Limits, NoClock};
pub use companion::{GameSoFar, Skill, SkillEstimate};
pub use evaluator::{Action, BlendedEvaluator, Evaluation, Evaluator, PlayoutEvaluator, UniformEvaluator};
pub use fitted::{PLAYOUT_SHARE, fitted_evaluator};
pub use levels::{Level, ParseLevelError};
pub use search::{Analysis, AnalysisLine, Params, Search, SearchBot, UnknownSetting};
pub use symmetry::are_alike;
