//! A puzzle and its line in a file: `kind rating; position; answers; mistakes; source`.

use core::fmt;
use core::str::FromStr;

use shangrila_rules::{Clan, Move, Position};

use crate::equivalence::{after, are_equivalent};
use crate::rating::{MAX_RATING, MIN_RATING};

/// What a puzzle asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleKind {
    /// Place a master in the free set-up.
    Setup,
    /// Win masters with a journey.
    WinMasters,
    /// Save masters that are about to be driven out.
    Defend,
    /// Win by force, whatever the others play.
    Endgame,
    /// Win by force, but only thanks to the tie-break.
    TieBreak,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 5] =
        [PuzzleKind::Setup, PuzzleKind::WinMasters, PuzzleKind::Defend, PuzzleKind::Endgame, PuzzleKind::TieBreak];

    /// The stable name used in files and addresses.
    pub const fn id(self) -> &'static str {
        match self {
            PuzzleKind::Setup => "setup",
            PuzzleKind::WinMasters => "win",
            PuzzleKind::Defend => "defend",
            PuzzleKind::Endgame => "endgame",
            PuzzleKind::TieBreak => "tiebreak",
        }
    }

    /// The kind with this name.
    pub fn with_id(id: &str) -> Option<PuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// Whether its answers are proved rather than searched.
    pub const fn is_proved(self) -> bool {
        matches!(self, PuzzleKind::Endgame | PuzzleKind::TieBreak)
    }
}

/// Where a puzzle comes from, which also identifies it: the seed, the game, the continuation of that game (0 for the game itself) and the
/// ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "explained above")]
pub struct PuzzleId {
    pub seed: u32,
    pub game: u32,
    pub branch: u32,
    pub ply: u16,
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.{}", self.seed, self.game, self.branch, self.ply)
    }
}

impl FromStr for PuzzleId {
    type Err = PuzzleProblem;

    fn from_str(text: &str) -> Result<PuzzleId, PuzzleProblem> {
        let read = || {
            let mut parts = text.split('.');
            let mut next = || parts.next()?.parse::<u32>().ok();
            let id = PuzzleId { seed: next()?, game: next()?, branch: next()?, ply: u16::try_from(next()?).ok()? };
            // Only one way of writing it, so that ids can be compared as text.
            (id.to_string() == text).then_some(id)
        };
        read().ok_or_else(|| PuzzleProblem::Source(shown(text)))
    }
}

/// An answer that solves a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The move.
    pub mv: Move,
    /// The chance of winning after it, in percent.
    pub chance: u8,
}

/// A typical wrong answer and what it allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The move.
    pub mv: Move,
    /// The chance of winning after it, in percent.
    pub chance: u8,
    /// How the others answer, up to the next turn of the clan.
    pub replies: Vec<Move>,
}

/// A position with one answer, or two equally good ones, that is clearly better than all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// What it asks for.
    pub kind: PuzzleKind,
    /// How hard it is.
    pub rating: u16,
    /// The position; the clan to move solves the puzzle.
    pub position: Position,
    /// The answers that solve it, the best first. An equivalent move counts as well.
    pub solutions: Vec<Solution>,
    /// Typical wrong answers, the most typical first.
    pub mistakes: Vec<Mistake>,
    /// Where it comes from.
    pub id: PuzzleId,
}

impl Puzzle {
    /// The clan that solves the puzzle.
    ///
    /// # Panics
    /// Never: the game of a puzzle is not over.
    pub fn clan(&self) -> Clan {
        self.position.to_move().expect("checked when the puzzle was made")
    }

    /// The answer that a legal move gives; `None` if it does not solve the puzzle.
    pub fn solution(&self, mv: Move) -> Option<&Solution> {
        self.solutions.iter().find(|solution| are_equivalent(&self.position, solution.mv, mv))
    }

    /// Whether a legal move solves the puzzle.
    pub fn accepts(&self, mv: Move) -> bool {
        self.solution(mv).is_some()
    }

    /// What is known about a wrong answer.
    pub fn mistake(&self, mv: Move) -> Option<&Mistake> {
        self.mistakes.iter().find(|mistake| mistake.mv == mv)
    }

    /// Returns the puzzle, its best answer first, if it is sound.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn checked(mut self) -> Result<Puzzle, PuzzleProblem> {
        if !(MIN_RATING..=MAX_RATING).contains(&self.rating) {
            return Err(PuzzleProblem::Rating(self.rating.to_string()));
        }
        if self.position.is_over() {
            return Err(PuzzleProblem::Over);
        }
        if self.position.in_opening() != (self.kind == PuzzleKind::Setup) {
            return Err(PuzzleProblem::WrongKind(self.kind));
        }
        if self.position.ply() != self.id.ply {
            return Err(PuzzleProblem::Source(self.id.to_string()));
        }
        if self.solutions.is_empty() {
            return Err(PuzzleProblem::NoSolution);
        }
        let legal = |position: &Position, mv: Move| match position.check_legal(mv) {
            Ok(()) => Ok(()),
            Err(reason) => Err(PuzzleProblem::Illegal { mv, reason: reason.to_string() }),
        };
        for solution in &self.solutions {
            legal(&self.position, solution.mv)?;
        }
        for mistake in &self.mistakes {
            legal(&self.position, mistake.mv)?;
            if self.accepts(mistake.mv) {
                return Err(PuzzleProblem::Both { mv: mistake.mv });
            }
            let mut position = after(&self.position, mistake.mv);
            for &reply in &mistake.replies {
                legal(&position, reply)?;
                position.play_unchecked(reply);
            }
        }
        self.solutions.sort_by_key(|solution| core::cmp::Reverse(solution.chance));
        Ok(self)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solutions = self.solutions.iter().map(|solution| format!("{} {}", solution.mv, solution.chance));
        let mistakes = self.mistakes.iter().map(|mistake| {
            let replies: String = mistake.replies.iter().map(|reply| format!(" {reply}")).collect();
            format!("{} {}{replies}", mistake.mv, mistake.chance)
        });
        let Puzzle { kind, rating, position, id, .. } = self;
        let join = |parts: &mut dyn Iterator<Item = String>| parts.collect::<Vec<_>>().join(", ");
        let (solutions, mistakes) = (join(&mut { solutions }), join(&mut { mistakes }));
        write!(f, "{} {rating}; {position}; {solutions}; {mistakes}; {id}", kind.id())
    }
}

/// Why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleProblem {
    /// Not the five fields of a puzzle.
    Fields,
    /// Not a kind of puzzle.
    Kind(String),
    /// Not a rating, or an impossible one.
    Rating(String),
    /// Not a position.
    Position(String),
    /// Not a move.
    Move(String),
    /// Not a chance in percent.
    Chance(String),
    /// Not a source, or one with another ply.
    Source(String),
    /// The game is over.
    Over,
    /// A puzzle of the set-up after the set-up, or another one during it.
    WrongKind(PuzzleKind),
    /// There is no answer.
    NoSolution,
    /// A move that is not legal.
    Illegal {
        /// The move.
        mv: Move,
        /// Why.
        reason: String,
    },
    /// A move that is both right and wrong.
    Both {
        /// The move.
        mv: Move,
    },
}

impl fmt::Display for PuzzleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleProblem::Fields => {
                write!(f, "expected five fields: kind and rating; position; answers; mistakes; source")
            }
            PuzzleProblem::Kind(text) => {
                let kinds = PuzzleKind::ALL.map(PuzzleKind::id).join(", ");
                write!(f, "{text:?} is not a kind of puzzle; there are {kinds}")
            }
            PuzzleProblem::Rating(text) => {
                write!(f, "{text:?} is not a rating from {MIN_RATING} to {MAX_RATING}")
            }
            PuzzleProblem::Position(reason) => write!(f, "the position cannot be read: {reason}"),
            PuzzleProblem::Move(reason) => write!(f, "{reason}"),
            PuzzleProblem::Chance(text) => write!(f, "{text:?} is not a chance from 0 to 100 percent"),
            PuzzleProblem::Source(text) => {
                write!(
                    f,
                    "{text:?} is not a source: seed, game, continuation and the ply of the position, such as 1.17.0.83"
                )
            }
            PuzzleProblem::Over => write!(f, "the game is over"),
            PuzzleProblem::WrongKind(PuzzleKind::Setup) => write!(f, "the set-up is over"),
            PuzzleProblem::WrongKind(_) => write!(f, "the set-up is not over"),
            PuzzleProblem::NoSolution => write!(f, "there is no answer"),
            PuzzleProblem::Illegal { mv, reason } => write!(f, "{mv} is not legal: {reason}"),
            PuzzleProblem::Both { mv } => write!(f, "{mv} is both an answer and a mistake"),
        }
    }
}

impl core::error::Error for PuzzleProblem {}

/// The beginning of a text, short enough to quote.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

fn read_move(text: &str) -> Result<Move, PuzzleProblem> {
    text.parse().map_err(|error| PuzzleProblem::Move(format!("{error}")))
}

/// Reads a move, the chance after it and the replies to it.
fn read_answer(text: &str) -> Result<(Move, u8, Vec<Move>), PuzzleProblem> {
    let mut words = text.split_whitespace();
    let mv = read_move(words.next().unwrap_or_default())?;
    let chance = words.next().unwrap_or_default();
    let percent = chance.parse().ok().filter(|&percent: &u8| percent <= 100);
    let percent = percent.ok_or_else(|| PuzzleProblem::Chance(shown(chance)))?;
    Ok((mv, percent, words.map(read_move).collect::<Result<_, _>>()?))
}

/// Reads a list that may be empty.
fn read_answers(field: &str) -> Result<Vec<(Move, u8, Vec<Move>)>, PuzzleProblem> {
    if field.trim().is_empty() { Ok(Vec::new()) } else { field.split(',').map(read_answer).collect() }
}

impl FromStr for Puzzle {
    type Err = PuzzleProblem;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleProblem> {
        let line = line.split('#').next().unwrap_or_default();
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let &[head, position, solutions, mistakes, source] = &fields[..] else { return Err(PuzzleProblem::Fields) };
        let (kind, rating) = head.split_once(' ').ok_or(PuzzleProblem::Fields)?;
        let kind = PuzzleKind::with_id(kind).ok_or_else(|| PuzzleProblem::Kind(shown(kind)))?;
        let rating = rating.trim().parse().map_err(|_| PuzzleProblem::Rating(shown(rating)))?;
        let position = position
            .parse()
            .map_err(|error: shangrila_rules::ReadPositionError| PuzzleProblem::Position(error.to_string()))?;
        let solution = |(mv, chance, replies): (Move, u8, Vec<Move>)| match &replies[..] {
            [] => Ok(Solution { mv, chance }),
            _ => Err(PuzzleProblem::Fields),
        };
        let solutions = read_answers(solutions)?.into_iter().map(solution).collect::<Result<_, _>>()?;
        let mistake = |(mv, chance, replies)| Mistake { mv, chance, replies };
        let mistakes = read_answers(mistakes)?.into_iter().map(mistake).collect();
        Puzzle { kind, rating, position, solutions, mistakes, id: source.parse()? }.checked()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Only the bridges ab and lm stand, so that a>b ends the game.
    pub(crate) const LINE: &str =
        "endgame 900; RR5/b6/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 60 0; a>b 100; D@a 40, +A@a 31 pass; 1.17.0.60";

    fn problem(line: &str) -> String {
        line.parse::<Puzzle>().unwrap_err().to_string()
    }

    #[test]
    fn a_puzzle_survives_a_round_trip_through_its_line() {
        let line = LINE.replace(", +A@a 31 pass", "");
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!(puzzle.to_string(), line);
        assert_eq!((puzzle.kind, puzzle.rating, puzzle.clan()), (PuzzleKind::Endgame, 900, Clan::Red));
        assert!(puzzle.accepts("a>b".parse().unwrap()) && !puzzle.accepts("D@a".parse().unwrap()));
        assert_eq!(puzzle.mistake("D@a".parse().unwrap()).map(|mistake| mistake.chance), Some(40));
        assert_eq!(puzzle.mistake("P@a".parse().unwrap()), None);
        let without = line.replace("D@a 40", "");
        assert_eq!(without.parse::<Puzzle>().unwrap().to_string(), without);
    }

    #[test]
    fn equivalent_answers_are_accepted() {
        let line = "setup 1200; 7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 0 0; R@e 30; ; 1.1.0.0";
        let puzzle: Puzzle = line.parse().unwrap();
        assert!(puzzle.accepts("H@e".parse().unwrap()));
        assert!(!puzzle.accepts("H@d".parse().unwrap()));
    }

    #[test]
    fn the_best_answer_comes_first_and_every_answer_keeps_its_chance() {
        let line = "setup 1200; 7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 0 0; R@e 30, R@d 32; ; 1.1.0.0";
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!(puzzle.solutions.iter().map(|solution| solution.chance).collect::<Vec<_>>(), [32, 30]);
        let chance = |mv: &str| puzzle.solution(mv.parse().unwrap()).map(|solution| solution.chance);
        assert_eq!((chance("H@e"), chance("H@d"), chance("H@f")), (Some(30), Some(32), None));
    }

    #[test]
    fn garbage_is_refused_with_the_reason() {
        let short = LINE.replace(", +A@a 31 pass", "");
        assert!(problem("").starts_with("expected five fields"));
        assert!(problem("\u{1f600}; ; ; ; ").starts_with("expected five fields"));
        assert!(problem(&short.replace("a>b 100", "a>b 100 b>a")).starts_with("expected five fields"));
        assert!(
            problem(&short.replace("endgame", "chess"))
                .starts_with("\"chess\" is not a kind of puzzle; there are setup,")
        );
        assert_eq!(problem(&short.replace("900", "9000")), "\"9000\" is not a rating from 400 to 2800");
        assert_eq!(problem(&short.replace("900", "x")), "\"x\" is not a rating from 400 to 2800");
        assert!(problem(&short.replace("400001", "400000")).starts_with("the position cannot be read: "));
        assert!(problem(&short.replace("D@a", "D@z")).starts_with("\"D@z\" is not a move"));
        assert_eq!(problem(&short.replace("D@a 40", "D@a 101")), "\"101\" is not a chance from 0 to 100 percent");
        assert_eq!(problem(&short.replace("D@a 40", "D@a")), "\"\" is not a chance from 0 to 100 percent");
        assert_eq!(problem(&short.replace("a>b 100", "")), "there is no answer");
        assert!(problem(&short.replace("D@a", "D@b")).starts_with("D@b is not legal: red has no master in village b"));
        assert!(problem(&short.replace("D@a 40", "D@a 40 l>m")).starts_with("l>m is not legal: "));
        assert_eq!(problem(&short.replace("D@a", "a>b")), "a>b is both an answer and a mistake");
        assert_eq!(problem(&short.replace("endgame", "setup")), "the set-up is over");
        for source in ["1.17.0.61", "1.17.83", "1.17.0.060", "1.17.0.60.1", "-1.17.0.60", "1.17.0.99999", ""] {
            let problem = problem(&short.replace("1.17.0.60", source));
            assert!(problem.starts_with(&format!("{source:?} is not a source")), "{source}: {problem}");
        }
    }
}
