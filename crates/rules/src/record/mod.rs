//! Game records: headers, moves, comments and variations, as text and as values (`docs/notation.md`).
//!
//! A game is its options plus its moves. Reading a record replays every move of every variation, so a record that parses
//! contains only legal play.
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

mod mark;
mod reader;
mod writer;

use core::fmt;
use core::str::FromStr;

use crate::clan::{Clan, PerClan};
use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::options::GameOptions;
use crate::position::Position;
use crate::seats::Seats;

pub use mark::{Mark, ParseMarkError};
pub use reader::{HeaderError, RecordError, RecordErrorKind};

/// How deep variations may be nested.
pub const MAX_VARIATION_DEPTH: usize = 32;

/// The greatest number of headers in a record.
pub const MAX_HEADERS: usize = 256;

/// A game, finished or not, with comments and variations.
///
/// ```
/// # use shangrila_rules::record::{GameRecord, Start, Turn};
/// # use shangrila_rules::{GameOptions, Move, Seats};
/// let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
/// let mut record = GameRecord::new(start);
/// record.line.turns.push(Turn::from("P@a".parse::<Move>()?));
/// assert_eq!(record.replay()?.ply(), 29);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The players' names.
    pub players: PerClan<Option<String>>,
    /// When the game began.
    pub date: Option<Date>,
    /// The starting position, with its clans and options.
    pub start: Start,
    /// Headers without a meaning to the rules, in their order in the text. A name consists of letters and digits and is
    /// unique among all headers; the value is any text.
    pub other_headers: Vec<(String, String)>,
    /// The moves played.
    pub line: Line,
}

/// The starting position of a recorded game.
///
/// ```
/// # use shangrila_rules::record::Start;
/// # use shangrila_rules::{GameOptions, Seats};
/// let start = Start::Free { seats: Seats::THREE, options: GameOptions::default() };
/// assert_eq!(start.position().ply(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The empty board (R2.2).
    Free {
        /// The clans in turn order.
        seats: Seats,
        /// The rule options.
        options: GameOptions,
    },
    /// The first-game set-up (R2.4).
    FirstGame {
        /// The clans in turn order.
        seats: Seats,
        /// The rule options.
        options: GameOptions,
    },
    /// Any other position.
    Position(Position),
}

impl Start {
    /// The position from which the first move is played.
    pub fn position(self) -> Position {
        match self {
            Start::Free { seats, options } => Position::start(seats, options),
            Start::FirstGame { seats, options } => Position::first_game(seats, options),
            Start::Position(position) => position,
        }
    }
}

/// A sequence of moves: the game itself, or a variation.
///
/// ```
/// # use shangrila_rules::Move;
/// # use shangrila_rules::record::{Line, Turn};
/// let line = Line { comments: vec!["A try.".to_string()], turns: vec![Turn::from("a>b".parse::<Move>()?)] };
/// assert_eq!(line.turns.len(), 1);
/// # Ok::<(), shangrila_rules::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves, in order.
    pub turns: Vec<Turn>,
}

/// A move with its mark, comments and variations.
///
/// ```
/// # use shangrila_rules::Move;
/// # use shangrila_rules::record::Turn;
/// let turn = Turn::from("a>b".parse::<Move>()?);
/// assert!(turn.mark.is_none() && turn.comments.is_empty() && turn.variations.is_empty());
/// # Ok::<(), shangrila_rules::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The move played.
    pub mv: Move,
    /// How good an annotator thinks the move is.
    pub mark: Option<Mark>,
    /// Comments on the move.
    pub comments: Vec<String>,
    /// Alternatives, each starting from the position before the move.
    pub variations: Vec<Line>,
}

impl From<Move> for Turn {
    fn from(mv: Move) -> Turn {
        Turn { mv, mark: None, comments: Vec::new(), variations: Vec::new() }
    }
}

impl GameRecord {
    /// A record without moves.
    pub fn new(start: Start) -> GameRecord {
        GameRecord { players: PerClan::default(), date: None, start, other_headers: Vec::new(), line: Line::default() }
    }

    /// The moves that were played, without variations.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.line.turns.iter().map(|turn| turn.mv)
    }

    /// The position after the last move. If the record was edited and has an illegal move, the position before it.
    #[must_use]
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
    /// The first illegal move, in the order of the text, or variations nested too deeply.
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
///
/// ```
/// # use shangrila_rules::record::{GameRecord, ReplayError, Start, Turn};
/// # use shangrila_rules::{GameOptions, Move, Seats};
/// let mut record = GameRecord::new(Start::Free { seats: Seats::FOUR, options: GameOptions::default() });
/// record.line.turns.push(Turn::from(Move::Pass));
/// assert!(matches!(record.replay(), Err(ReplayError::Illegal(_))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// A move is not legal.
    Illegal(IllegalTurn),
    /// Variations are nested more than [`MAX_VARIATION_DEPTH`] deep.
    TooDeep,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Illegal(turn) => turn.fmt(f),
            ReplayError::TooDeep => write!(f, "variations are nested more than {MAX_VARIATION_DEPTH} deep"),
        }
    }
}

impl core::error::Error for ReplayError {}

/// An illegal move in a record.
///
/// ```
/// # use shangrila_rules::record::{GameRecord, ReplayError, Start, Turn};
/// # use shangrila_rules::{GameOptions, Move, Seats};
/// let mut record = GameRecord::new(Start::Free { seats: Seats::FOUR, options: GameOptions::default() });
/// record.line.turns.push(Turn::from(Move::Pass));
/// let Err(ReplayError::Illegal(turn)) = record.replay() else { panic!("passing is not a choice") };
/// assert_eq!((turn.ply, turn.reason.rule()), (0, "R7.3"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalTurn {
    /// The number of turns taken before it.
    pub ply: u16,
    /// The clan whose turn it was; `None` if the game was over.
    pub clan: Option<Clan>,
    /// The illegal move.
    pub mv: Move,
    /// Why it is illegal.
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

/// A calendar day; text form `2026-11-15`.
///
/// ```
/// # use shangrila_rules::record::Date;
/// assert_eq!("2028-02-29".parse(), Ok(Date::new(2028, 2, 29).expect("a leap day")));
/// assert_eq!(Date::new(2026, 2, 29), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A day of the Gregorian calendar, up to the year 9999; `None` if it does not exist.
    #[must_use]
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

/// A text that is not a date.
///
/// ```
/// # use shangrila_rules::record::{Date, ParseDateError};
/// assert_eq!("15.11.2026".parse::<Date>(), Err(ParseDateError));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDateError;

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a date must look like 2026-11-15")
    }
}

impl core::error::Error for ParseDateError {}
