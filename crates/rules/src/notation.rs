//! The text forms of moves and positions (`docs/notation.md`).

use core::fmt;
use core::str::FromStr;
use std::collections::BTreeMap;

use crate::bridge::BridgeSet;
use crate::clan::Clan;
use crate::guild::Guild;
use crate::moves::Move;
use crate::options::{GameOptions, RecruitRule, Stones};
use crate::position::{Occupant, Position};
use crate::seats::{Seats, SeatsError};
use crate::setup::{Setup, SetupError};
use crate::space::Space;
use crate::village::Village;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { space } => write!(f, "{space}"),
            Move::Recruit { first, second: None } => write!(f, "+{first}"),
            Move::Recruit { first, second: Some(second) } => {
                write!(f, "+{}+{}", first.min(second), first.max(second))
            }
            Move::Journey { from, to } => write!(f, "{from}>{to}"),
            Move::Pass => write!(f, "pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let space =
            |guild: char, village: char| Some(Space::new(Village::from_letter(village)?, Guild::from_letter(guild)?));
        // One character more than the longest move is enough to see that a text is too long.
        let letters: Vec<char> = text.chars().take(9).collect();
        let mv = match *letters {
            ['p', 'a', 's', 's'] => Some(Move::Pass),
            [from, '>', to] => {
                Village::from_letter(from).zip(Village::from_letter(to)).map(|(from, to)| Move::Journey { from, to })
            }
            [guild, '@', village] => space(guild, village).map(|space| Move::Place { space }),
            ['+', guild, '@', village] => space(guild, village).map(Move::recruit_one),
            ['+', guild, '@', village, '+', guild2, '@', village2] => {
                space(guild, village).zip(space(guild2, village2)).map(|(one, other)| Move::recruit_two(one, other))
            }
            _ => None,
        };
        mv.ok_or_else(|| ParseMoveError { text: excerpt(text) })
    }
}

/// A text that is not a move. Whether a move is legal is a separate question, see [`crate::IllegalMove`].
///
/// ```
/// # use shangrila_rules::Move;
/// assert!("a-b".parse::<Move>().unwrap_err().to_string().starts_with("\"a-b\" is not a move"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    text: String,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a move; moves are written R@a (place), +R@a+Y@c or +R@a (recruit), a>b (journey), pass",
            self.text
        )
    }
}

impl core::error::Error for ParseMoveError {}

/// The beginning of a text, short enough to quote in a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for village in Village::ALL {
            if village != Village::A {
                write!(f, "/")?;
            }
            let mut empty = 0;
            for guild in Guild::ALL {
                let Some(occupant) = self.spaces.get(&Space::new(village, guild)) else {
                    empty += 1;
                    continue;
                };
                write_run(f, empty)?;
                empty = 0;
                let letter = occupant.clan.letter();
                write!(f, "{}", if occupant.student { letter.to_ascii_uppercase() } else { letter })?;
            }
            write_run(f, empty)?;
        }
        let turn = self.turn.map_or('-', Clan::letter);
        write!(f, " {:06x} {} {turn} {} {}", self.bridges.bits(), self.seats, self.ply, self.passes)?;
        if !self.options.is_default() {
            write!(f, " {}", self.options)?;
        }
        Ok(())
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: usize) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(*self).fmt(f)
    }
}

impl FromStr for Position {
    type Err = ReadPositionError;

    /// Reads the text form of a position.
    fn from_str(text: &str) -> Result<Position, ReadPositionError> {
        let setup: Setup = text.parse()?;
        Ok(setup.position()?)
    }
}

/// Why a text is not a position.
///
/// ```
/// # use shangrila_rules::{Position, ReadPositionError};
/// let malformed = "7/7".parse::<Position>();
/// assert!(matches!(malformed, Err(ReadPositionError::Text(_))));
/// let unreachable = "7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy - 0 0".parse::<Position>();
/// assert!(matches!(unreachable, Err(ReadPositionError::Arrangement(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadPositionError {
    /// The text is malformed.
    Text(ParsePositionError),
    /// The text is well formed, but no game could reach the position.
    Arrangement(SetupError),
}

impl From<ParsePositionError> for ReadPositionError {
    fn from(error: ParsePositionError) -> ReadPositionError {
        ReadPositionError::Text(error)
    }
}

impl From<SetupError> for ReadPositionError {
    fn from(error: SetupError) -> ReadPositionError {
        ReadPositionError::Arrangement(error)
    }
}

impl fmt::Display for ReadPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadPositionError::Text(error) => error.fmt(f),
            ReadPositionError::Arrangement(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadPositionError {}

/// A malformed position: what is wrong, and where.
///
/// ```
/// # use shangrila_rules::Setup;
/// let error = "7/7".parse::<Setup>().unwrap_err();
/// assert_eq!(error.to_string(), "at character 1: there must be 13 villages, not 2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePositionError {
    /// The character, counted from 1, at which the error begins.
    pub column: usize,
    /// What is wrong there.
    pub kind: ParsePositionErrorKind,
}

/// What is wrong with the text of a position.
///
/// ```
/// # use shangrila_rules::{ParsePositionErrorKind, Setup};
/// let error = "7/7".parse::<Setup>().unwrap_err();
/// assert_eq!(error.kind, ParsePositionErrorKind::VillageCount { villages: 2 });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum ParsePositionErrorKind {
    /// The text ends before this field.
    Missing { field: &'static str },
    /// The text continues after the last field.
    TrailingText,
    /// Not thirteen villages.
    VillageCount { villages: usize },
    /// Not seven spaces in a village.
    SpaceCount { village: Village, spaces: usize },
    /// A character that is neither a tile nor a run of empty spaces.
    UnknownTile { village: Village, letter: char },
    /// Not six lower-case hexadecimal digits.
    BridgeDigits { text: String },
    /// A set bit that matches no bridge.
    UnknownBridge { bits: u32 },
    /// A letter that is not a clan's.
    UnknownClan { letter: char },
    /// Clans that cannot be seated.
    Seats(SeatsError),
    /// Neither a clan's letter nor `-`.
    Turn { text: String },
    /// Not a number in this range.
    Number { field: &'static str, text: String, most: u16 },
    /// Not an option.
    UnknownOption { text: String },
    /// An option given twice.
    RepeatedOption { text: String },
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParsePositionErrorKind as Kind;
        write!(f, "at character {}: ", self.column)?;
        match &self.kind {
            Kind::Missing { field } => write!(f, "the {field} field is missing"),
            Kind::TrailingText => write!(f, "unexpected text after the last field"),
            Kind::VillageCount { villages } => write!(f, "there must be {} villages, not {villages}", Village::COUNT),
            Kind::SpaceCount { village, spaces } => {
                write!(f, "village {village} must have {} spaces, not {spaces}", Guild::COUNT)
            }
            Kind::UnknownTile { village, letter } => {
                write!(
                    f,
                    "{letter:?} in village {village} is neither a tile (r b y v R B Y V) nor a run of 1 to 7 empty spaces"
                )
            }
            Kind::BridgeDigits { text } => {
                write!(f, "the bridges must be six lower-case hexadecimal digits, not {text:?}")
            }
            Kind::UnknownBridge { bits } => write!(f, "{bits:06x} has bits beyond the 23 bridges"),
            Kind::UnknownClan { letter } => write!(f, "{letter:?} is not a clan (r b y v)"),
            Kind::Seats(error) => error.fmt(f),
            Kind::Turn { text } => write!(f, "the clan to move must be r, b, y, v or -, not {text:?}"),
            Kind::Number { field, text, most } => {
                write!(f, "the {field} must be a number from 0 to {most}, not {text:?}")
            }
            Kind::UnknownOption { text } => {
                write!(f, "{text:?} is not an option (stones=11, stones=12, recruit=two, recruit=up-to-two)")
            }
            Kind::RepeatedOption { text } => write!(f, "option given twice: {text:?}"),
        }
    }
}

impl core::error::Error for ParsePositionError {}

impl FromStr for Setup {
    type Err = ParsePositionError;

    /// Reads the text form of a position without checking whether a game could reach it.
    fn from_str(text: &str) -> Result<Setup, ParsePositionError> {
        let mut fields = Fields { text, rest: text };
        let spaces = parse_villages(fields.next("villages")?)?;
        let bridges = parse_bridges(fields.next("bridges")?)?;
        let seats = parse_seats(fields.next("seats")?)?;
        let turn = parse_turn(fields.next("clan to move")?)?;
        let ply = parse_number("ply", u16::MAX, fields.next("ply")?)?;
        let passes = parse_number("number of passes", u16::from(u8::MAX), fields.next("number of passes")?)? as u8;
        let options = match fields.next("options") {
            Ok(field) => parse_options(field)?,
            Err(_) => GameOptions::default(),
        };
        match fields.next("end") {
            Ok(field) => Err(field.error(0, ParsePositionErrorKind::TrailingText)),
            Err(_) => Ok(Setup { seats, options, spaces, bridges, turn, ply, passes }),
        }
    }
}

/// Splits a text at its spaces and remembers where each field began.
struct Fields<'a> {
    text: &'a str,
    rest: &'a str,
}

#[derive(Clone, Copy)]
struct Field<'a> {
    column: usize,
    text: &'a str,
}

impl<'a> Fields<'a> {
    fn next(&mut self, name: &'static str) -> Result<Field<'a>, ParsePositionError> {
        self.rest = self.rest.trim_start_matches(' ');
        let column = self.text[..self.text.len() - self.rest.len()].chars().count() + 1;
        if self.rest.is_empty() {
            return Err(ParsePositionError { column, kind: ParsePositionErrorKind::Missing { field: name } });
        }
        let (text, rest) = self.rest.split_at(self.rest.find(' ').unwrap_or(self.rest.len()));
        self.rest = rest;
        Ok(Field { column, text })
    }
}

impl Field<'_> {
    /// An error `offset` characters into the field.
    fn error(self, offset: usize, kind: ParsePositionErrorKind) -> ParsePositionError {
        ParsePositionError { column: self.column + offset, kind }
    }
}

fn parse_villages(field: Field<'_>) -> Result<BTreeMap<Space, Occupant>, ParsePositionError> {
    let mut spaces = BTreeMap::new();
    let mut offset = 0;
    let count = field.text.split('/').count();
    if count != Village::COUNT {
        return Err(field.error(0, ParsePositionErrorKind::VillageCount { villages: count }));
    }
    for (village, text) in Village::ALL.into_iter().zip(field.text.split('/')) {
        let mut filled = 0;
        for (index, letter) in text.chars().enumerate() {
            if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=7).contains(digit)) {
                filled += empty as usize;
                continue;
            }
            let Some(clan) = Clan::from_letter(letter.to_ascii_lowercase()) else {
                return Err(field.error(offset + index, ParsePositionErrorKind::UnknownTile { village, letter }));
            };
            if let Some(&guild) = Guild::ALL.get(filled) {
                spaces.insert(Space::new(village, guild), Occupant { clan, student: letter.is_ascii_uppercase() });
            }
            filled += 1;
        }
        if filled != Guild::COUNT {
            return Err(field.error(offset, ParsePositionErrorKind::SpaceCount { village, spaces: filled }));
        }
        offset += text.chars().count() + 1;
    }
    Ok(spaces)
}

fn parse_bridges(field: Field<'_>) -> Result<BridgeSet, ParsePositionError> {
    let digits = field.text.len() == 6 && field.text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let bits = if digits { u32::from_str_radix(field.text, 16).ok() } else { None };
    let bits =
        bits.ok_or_else(|| field.error(0, ParsePositionErrorKind::BridgeDigits { text: excerpt(field.text) }))?;
    BridgeSet::from_bits(bits).ok_or_else(|| field.error(0, ParsePositionErrorKind::UnknownBridge { bits }))
}

fn parse_seats(field: Field<'_>) -> Result<Seats, ParsePositionError> {
    let mut clans = Vec::new();
    // One clan more than can be seated is enough to report too many.
    for (index, letter) in field.text.chars().take(Clan::COUNT + 1).enumerate() {
        let unknown = || field.error(index, ParsePositionErrorKind::UnknownClan { letter });
        clans.push(Clan::from_letter(letter).ok_or_else(unknown)?);
    }
    Seats::new(&clans).map_err(|error| field.error(0, ParsePositionErrorKind::Seats(error)))
}

fn parse_turn(field: Field<'_>) -> Result<Option<Clan>, ParsePositionError> {
    let mut letters = field.text.chars();
    match (letters.next(), letters.next()) {
        (Some('-'), None) => Some(None),
        (Some(letter), None) => Clan::from_letter(letter).map(Some),
        _ => None,
    }
    .ok_or_else(|| field.error(0, ParsePositionErrorKind::Turn { text: excerpt(field.text) }))
}

fn parse_number(name: &'static str, most: u16, field: Field<'_>) -> Result<u16, ParsePositionError> {
    let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { field.text.parse().ok() } else { None };
    number
        .filter(|&number| number <= most)
        .ok_or_else(|| field.error(0, ParsePositionErrorKind::Number { field: name, text: excerpt(field.text), most }))
}

fn parse_options(field: Field<'_>) -> Result<GameOptions, ParsePositionError> {
    let mut options = GameOptions::default();
    let (mut stones_given, mut recruit_given) = (false, false);
    let mut offset = 0;
    for text in field.text.split(',') {
        let given = match text {
            "stones=11" | "stones=12" => {
                options.stones = if text == "stones=12" { Stones::Twelve } else { Stones::Eleven };
                &mut stones_given
            }
            "recruit=two" | "recruit=up-to-two" => {
                options.recruit = if text == "recruit=two" { RecruitRule::Two } else { RecruitRule::UpToTwo };
                &mut recruit_given
            }
            _ => {
                return Err(field.error(offset, ParsePositionErrorKind::UnknownOption { text: excerpt(text) }));
            }
        };
        if core::mem::replace(given, true) {
            return Err(field.error(offset, ParsePositionErrorKind::RepeatedOption { text: excerpt(text) }));
        }
        offset += text.chars().count() + 1;
    }
    Ok(options)
}

impl FromStr for GameOptions {
    type Err = ParsePositionError;

    /// Reads options as a position writes them; an empty text means the default.
    fn from_str(text: &str) -> Result<GameOptions, ParsePositionError> {
        if text.is_empty() { Ok(GameOptions::default()) } else { parse_options(Field { column: 1, text }) }
    }
}

impl FromStr for Seats {
    type Err = ParsePositionError;

    /// Reads seats as a position writes them: `rbvy`.
    fn from_str(text: &str) -> Result<Seats, ParsePositionError> {
        parse_seats(Field { column: 1, text })
    }
}
