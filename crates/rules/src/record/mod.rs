//! Game records: headers, moves, comments and variations, as text and as values (`docs/notation.md`).
//!
//! A game is its options plus its moves. Reading a record replays every move of every variation, so a record that was
//! read is a record of legal play.
//!
//! ```
//! use shangrila_rules::record::GameRecord;
//!
//! let text = r#"
//! [Rules "1"]
//! [Seats "rbvy"]
//! [Setup "first-game"]
//! [Red "Ada"]
//!
//! 8. P@a {Quiet.} +F@f+H@f (A@f +D@b) P@l
//! "#;
//! let error = text.parse::<GameRecord>().unwrap_err();
//! assert_eq!(error.to_string(), "line 7, column 27: blue plays A@f, but A@f is occupied by violet (R3.2)");
//!
//! let record: GameRecord = text.replace("(A@f +D@b) ", "").parse()?;
//! assert_eq!(record.final_position().ply(), 31);
//! assert_eq!(record.to_string().parse(), Ok(record));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reader;
mod writer;

use core::fmt;
use core::str::FromStr;

use crate::clan::{Clan, PerClan};
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::options::GameOptions;
use crate::position::Position;
use crate::seats::Seats;

pub use reader::{RecordError, RecordErrorKind};

/// Variations inside variations end here.
pub const MAX_VARIATION_DEPTH: usize = 32;

/// A record has at most this many headers.
pub const MAX_HEADERS: usize = 256;

/// A game as it was played, or as far as it was, with remarks and other ways to play it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The names of those who play the clans.
    pub players: PerClan<Option<String>>,
    /// When the game began.
    pub date: Option<Date>,
    /// How the board was set up, for whom and under which options.
    pub start: Start,
    /// Headers that have no meaning to the rules, in the order in which they came: a name of letters and digits that no
    /// other header has, and any text.
    pub other_headers: Vec<(String, String)>,
    /// The moves.
    pub line: Line,
}

/// Where a recorded game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// With the empty board (R2.2).
    Free {
        /// The clans and their order.
        seats: Seats,
        /// The rule options.
        options: GameOptions,
    },
    /// With the first-game set-up (R2.4).
    FirstGame {
        /// The clans and their order.
        seats: Seats,
        /// The rule options.
        options: GameOptions,
    },
    /// With any position.
    Position(Position),
}

impl Start {
    /// The position itself.
    pub fn position(self) -> Position {
        match self {
            Start::Free { seats, options } => Position::start(seats, options),
            Start::FirstGame { seats, options } => Position::first_game(seats, options),
            Start::Position(position) => position,
        }
    }
}

/// Moves one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Remarks before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub turns: Vec<Turn>,
}

/// A move with what there is to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The move.
    pub mv: Move,
    /// Remarks on it.
    pub comments: Vec<String>,
    /// Other ways to play from the position before the move.
    pub variations: Vec<Line>,
}

impl From<Move> for Turn {
    fn from(mv: Move) -> Turn {
        Turn { mv, comments: Vec::new(), variations: Vec::new() }
    }
}

impl GameRecord {
    /// A record without any move yet.
    pub fn new(start: Start) -> GameRecord {
        GameRecord { players: PerClan::default(), date: None, start, other_headers: Vec::new(), line: Line::default() }
    }

    /// The moves that were played, without variations.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.line.turns.iter().map(|turn| turn.mv)
    }

    /// The position after the last move; after the last legal one, if the record was changed by hand.
    pub fn final_position(&self) -> Position {
        let mut position = self.start.position();
        for mv in self.moves() {
            if position.play(mv).is_err() {
                break;
            }
        }
        position
    }

    /// Replays every move of every variation.
    ///
    /// # Errors
    /// The first move that is illegal, in the order of the text.
    pub fn replay(&self) -> Result<Position, ReplayError> {
        replay_line(self.start.position(), &self.line, 0)
    }
}

fn replay_line(mut position: Position, line: &Line, depth: usize) -> Result<Position, ReplayError> {
    for turn in &line.turns {
        let before = position;
        position.play(turn.mv).map_err(|reason| ReplayError::Illegal(IllegalTurn::new(&before, turn.mv, reason)))?;
        for variation in &turn.variations {
            if depth == MAX_VARIATION_DEPTH {
                return Err(ReplayError::TooDeep);
            }
            replay_line(before, variation, depth + 1)?;
        }
    }
    Ok(position)
}

/// Why a record cannot be replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// A move is not legal.
    Illegal(IllegalTurn),
    /// Variations lie inside each other more than [`MAX_VARIATION_DEPTH`] deep.
    TooDeep,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Illegal(turn) => turn.fmt(f),
            ReplayError::TooDeep => write!(f, "more than {MAX_VARIATION_DEPTH} variations inside each other"),
        }
    }
}

impl core::error::Error for ReplayError {}

/// A move of a record that the rules refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalTurn {
    /// Turns taken before it.
    pub ply: u16,
    /// Whose turn it was, if anyone's.
    pub clan: Option<Clan>,
    /// What should have been played.
    pub mv: Move,
    /// Why it cannot be.
    pub reason: IllegalMove,
}

impl IllegalTurn {
    fn new(before: &Position, mv: Move, reason: IllegalMove) -> IllegalTurn {
        IllegalTurn { ply: before.ply(), clan: before.to_move(), mv, reason }
    }
}

impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clan {
            Some(clan) => write!(f, "{clan} plays {}", self.mv)?,
            None => write!(f, "{} is played", self.mv)?,
        }
        write!(f, ", but {} ({})", self.reason, self.reason.rule())
    }
}

/// A day; text form `2026-11-15`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A day of the Gregorian calendar, if there is such a one.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (year <= 9999 && (1..=days).contains(&day)).then_some(Date { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let [a, b, c, d, b'-', e, f, b'-', g, h] = *text.as_bytes() else { return Err(ParseDateError) };
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0u16, |sum, digit| {
                digit.is_ascii_digit().then(|| sum * 10 + u16::from(digit - b'0')).ok_or(ParseDateError)
            })
        };
        Date::new(number(&[a, b, c, d])?, number(&[e, f])? as u8, number(&[g, h])? as u8).ok_or(ParseDateError)
    }
}

/// A text that is no day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDateError;

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a date is written like 2026-11-15")
    }
}

impl core::error::Error for ParseDateError {}
