//! A file of puzzles: one a line, with comments after `#`.

use core::fmt;
use core::str::FromStr;
use std::collections::HashMap;

use shangrila_table::daily::index_of_day;

use crate::puzzle::{Puzzle, PuzzleId, PuzzleKind, PuzzleProblem};

/// The puzzles that come with the game.
const STORED: &str = include_str!("../data/puzzles.txt");

/// A list of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Puzzles {
    all: Vec<Puzzle>,
    by_id: HashMap<PuzzleId, usize>,
}

impl Puzzles {
    /// The puzzles that come with the game. In the app they are downloaded with the puzzle screen.
    ///
    /// # Panics
    /// Never: a test reads the list.
    pub fn stored() -> Puzzles {
        STORED.parse().expect("the stored puzzles are tested")
    }

    /// All puzzles in the order of the list.
    pub fn all(&self) -> &[Puzzle] {
        &self.all
    }

    /// The puzzle with this id.
    pub fn get(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.by_id.get(&id).map(|&index| &self.all[index])
    }

    /// How many there are of a kind.
    pub fn count(&self, kind: PuzzleKind) -> usize {
        self.all.iter().filter(|puzzle| puzzle.kind == kind).count()
    }

    /// The puzzle of a day, counted from 1 January 1970 in UTC: the same for everyone. `None` if the list is empty.
    ///
    /// Every puzzle has its day before one comes again.
    pub fn of_day(&self, day: u64) -> Option<&Puzzle> {
        self.all.get(index_of_day(self.all.len(), day)?)
    }
}

/// A line of a list that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzlesError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it; `None` if an earlier line has the same source.
    pub problem: Option<PuzzleProblem>,
}

impl fmt::Display for PuzzlesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Some(problem) => write!(f, "line {}: {problem}", self.line),
            None => write!(f, "line {}: an earlier puzzle has the same source", self.line),
        }
    }
}

impl core::error::Error for PuzzlesError {}

impl FromStr for Puzzles {
    type Err = PuzzlesError;

    fn from_str(text: &str) -> Result<Puzzles, PuzzlesError> {
        let mut puzzles = Puzzles::default();
        for (index, line) in text.lines().enumerate() {
            if line.split('#').next().is_none_or(|content| content.trim().is_empty()) {
                continue;
            }
            let error = |problem| PuzzlesError { line: index + 1, problem };
            let puzzle: Puzzle = line.parse().map_err(|problem| error(Some(problem)))?;
            if puzzles.by_id.insert(puzzle.id, puzzles.all.len()).is_some() {
                return Err(error(None));
            }
            puzzles.all.push(puzzle);
        }
        Ok(puzzles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::LINE;

    fn line(game: u32) -> String {
        LINE.replace(", +A@a 31 pass", "").replace("1.17.0.60", &format!("1.{game}.0.60"))
    }

    #[test]
    fn the_stored_puzzles_can_be_read_and_are_written_the_same() {
        for puzzle in Puzzles::stored().all() {
            assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
        }
    }

    #[test]
    fn lists_are_read_with_comments_and_blank_lines() {
        let text = format!("# Made by hand\n\n{} # 1.17\n{}\n# 1.18\n", line(17), line(18));
        let puzzles: Puzzles = text.parse().unwrap();
        assert_eq!(puzzles.all().len(), 2);
        assert_eq!(puzzles.get("1.18.0.60".parse().unwrap()), puzzles.all().last());
        assert_eq!(puzzles.get("1.19.0.60".parse().unwrap()), None);
        assert_eq!((puzzles.count(PuzzleKind::Endgame), puzzles.count(PuzzleKind::Setup)), (2, 0));
    }

    #[test]
    fn errors_name_their_line() {
        let error = format!("{}\n# fine\nnonsense\n", line(1)).parse::<Puzzles>().unwrap_err();
        assert!(error.to_string().starts_with("line 3: expected five fields"), "{error}");
        let error = format!("{}\n{}\n", line(1), line(1)).parse::<Puzzles>().unwrap_err();
        assert_eq!(error.to_string(), "line 2: an earlier puzzle has the same source");
    }

    #[test]
    fn another_day_has_another_puzzle_and_an_empty_list_none() {
        let puzzles: Puzzles = (0..7).map(line).collect::<Vec<_>>().join("\n").parse().unwrap();
        assert!(puzzles.of_day(20_773).is_some());
        assert_ne!(puzzles.of_day(20_773), puzzles.of_day(20_774));
        assert_eq!(Puzzles::default().of_day(20_773), None);
    }
}
