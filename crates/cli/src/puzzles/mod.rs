//! `shangrila puzzles`: makes puzzles from self-play and checks them (docs/puzzles.md).

mod check;
mod games;
mod judge;
mod levels;
mod make;
mod proof;

use std::io::Write;

use shangrila_puzzles::equivalence::after;
use shangrila_puzzles::{Puzzle, PuzzleKind};
use shangrila_rules::{ClanSet, Move, Position};
use shangrila_table::danger::Danger;

use crate::Failure;
use crate::args::PuzzlesCommand;

pub(crate) fn run(out: &mut impl Write, command: &PuzzlesCommand) -> Result<(), Failure> {
    match command {
        PuzzlesCommand::Make(args) => make::run(out, args),
        PuzzlesCommand::Check(args) => check::run(out, args),
    }
}

/// Moves within this chance of the best are answers too.
const MARGIN: f32 = 0.02;

/// The most answers of a puzzle, equivalent ones not counted.
const MOST_ANSWERS: usize = 2;

/// Answers that are proved need the search for the mistakes only, and this part of its visits.
const PROVED_PART: u32 = 4;

/// The fewest moves to choose from, equivalent ones not counted.
const FEWEST_MOVES: usize = 5;

/// How much worse every other move must be than every answer when a puzzle is made.
///
/// The set-up decides less: 28 masters are placed, and a clan has four to five dozen turns to make up for one of them.
const fn gap(kind: PuzzleKind) -> f32 {
    match kind {
        PuzzleKind::Setup => 0.06,
        _ => 0.12,
    }
}

/// How much of that must be left when a puzzle is checked: a longer search moves all chances by a few points.
const fn gap_left(kind: PuzzleKind) -> f32 {
    match kind {
        PuzzleKind::Setup => 0.025,
        _ => 0.05,
    }
}

/// How many masters a clan has more after a move of its own.
fn gain(position: &Position, mv: Move) -> usize {
    let Some(clan) = position.to_move() else { return 0 };
    after(position, mv).masters(clan).len().saturating_sub(position.masters(clan).len())
}

/// The masters that must be won, or saved.
const MASTERS_AT_STAKE: usize = 2;

/// The kind of a puzzle with these answers, if its answers are found by search; `None` if it is of no kind.
fn kind_of(position: &Position, answers: &[Move]) -> Option<PuzzleKind> {
    if position.in_opening() {
        return Some(PuzzleKind::Setup);
    }
    let wins = |&mv: &Move| matches!(mv, Move::Journey { .. }) && gain(position, mv) >= MASTERS_AT_STAKE;
    if answers.iter().all(wins) {
        return Some(PuzzleKind::WinMasters);
    }
    let own = ClanSet::only(position.to_move()?);
    let danger = Danger::of(position, own).worst;
    let saves = |&mv: &Move| {
        gain(position, mv) < MASTERS_AT_STAKE
            && Danger::of(&after(position, mv), own).worst + MASTERS_AT_STAKE <= danger
    };
    (danger >= MASTERS_AT_STAKE && answers.iter().all(saves)).then_some(PuzzleKind::Defend)
}

/// A chance in percent.
fn percent(chance: f32) -> u8 {
    (chance * 100.0).round().clamp(0.0, 100.0) as u8
}

/// The answers of a puzzle.
fn answers(puzzle: &Puzzle) -> Vec<Move> {
    puzzle.solutions.iter().map(|solution| solution.mv).collect()
}
