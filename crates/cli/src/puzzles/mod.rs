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
        // The question is for a village, so both answers must be in the same one.
        let village = |mv: &Move| if let Move::Place { space } = mv { Some(space.village()) } else { None };
        return answers.windows(2).all(|pair| village(&pair[0]) == village(&pair[1])).then_some(PuzzleKind::Setup);
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

/// Whether chances are those of equally good answers.
fn are_equal(chances: impl Iterator<Item = f32> + Clone) -> bool {
    let (least, most) = (chances.clone().fold(1.0, f32::min), chances.fold(0.0, f32::max));
    most - least <= MARGIN
}

/// A chance in percent.
fn percent(chance: f32) -> u8 {
    (chance * 100.0).round().clamp(0.0, 100.0) as u8
}

/// The answers of a puzzle.
fn answers(puzzle: &Puzzle) -> Vec<Move> {
    puzzle.solutions.iter().map(|solution| solution.mv).collect()
}

#[cfg(test)]
mod tests {
    use shangrila_puzzles::Puzzles;

    use super::*;

    #[test]
    fn every_stored_puzzle_is_of_its_kind_and_its_answers_are_equally_good() {
        let puzzles = Puzzles::stored();
        assert!(puzzles.all().len() >= 300);
        for puzzle in puzzles.all().iter().filter(|puzzle| !puzzle.kind.is_proved()) {
            assert_eq!(kind_of(&puzzle.position, &answers(puzzle)), Some(puzzle.kind), "{}", puzzle.id);
            let chances: Vec<u8> = puzzle.solutions.iter().map(|solution| solution.chance).collect();
            assert!(chances.len() <= MOST_ANSWERS && chances[0] - chances[chances.len() - 1] <= 2, "{puzzle}");
        }
    }

    #[test]
    fn answers_in_two_villages_are_no_puzzle_of_the_set_up() {
        let start = Position::start(shangrila_rules::Seats::FOUR, shangrila_rules::GameOptions::default());
        let kind =
            |answers: &[&str]| kind_of(&start, &answers.iter().map(|mv| mv.parse().unwrap()).collect::<Vec<Move>>());
        assert_eq!(kind(&["P@a", "R@a"]), Some(PuzzleKind::Setup));
        assert_eq!(kind(&["P@a", "P@c"]), None);
    }
}
