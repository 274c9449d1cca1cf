//! Reads a record from text and replays it.

use core::fmt;
use core::str::FromStr;
use std::iter::Peekable;
use std::str::Chars;

use super::writer::{player_header, result_text, scores_text};
use super::{Date, GameRecord, IllegalTurn, Line, MAX_HEADERS, MAX_VARIATION_DEPTH, Mark, ParseDateError, Start, Turn};
use crate::RULES_VERSION;
use crate::clan::Clan;
use crate::moves::Move;
use crate::notation::{ParseMoveError, ParsePositionError, ReadPositionError, excerpt};
use crate::options::GameOptions;
use crate::position::Position;
use crate::seats::Seats;

/// What is wrong with the text of a record, and where.
///
/// ```
/// # use shangrila_rules::record::GameRecord;
/// let error = "[Rules 1]".parse::<GameRecord>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: a header must look like [Name \"value\"]");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: RecordErrorKind,
}

/// What can be wrong with the text of a record.
///
/// ```
/// # use shangrila_rules::record::{GameRecord, RecordErrorKind};
/// let error = "".parse::<GameRecord>().unwrap_err();
/// assert_eq!(error.kind, RecordErrorKind::MissingHeader { name: "Rules" });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum RecordErrorKind {
    /// A header that does not look like `[Name "value"]`.
    BadHeader,
    /// A header given twice.
    RepeatedHeader { name: String },
    /// More than [`MAX_HEADERS`] headers.
    TooManyHeaders,
    /// A required header is missing.
    MissingHeader { name: &'static str },
    /// A header with an invalid value.
    BadValue { name: String, reason: HeaderError },
    /// A header after the first move.
    LateHeader,
    /// A comment, header value or variation without an end.
    Unterminated { what: &'static str },
    /// A closing bracket without an opening one.
    UnmatchedBracket,
    /// A variation before the first move of its line, where there is no move to replace.
    VariationWithoutMove,
    /// Variations nested more than [`MAX_VARIATION_DEPTH`] deep.
    TooDeep,
    /// A word that is not a move.
    NotAMove(ParseMoveError),
    /// An illegal move.
    Illegal(IllegalTurn),
    /// A stated result or score that the moves do not lead to.
    WrongResult { name: &'static str, stated: String, replayed: String },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RecordErrorKind as Kind;
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            Kind::BadHeader => write!(f, "a header must look like [Name \"value\"]"),
            Kind::TooManyHeaders => write!(f, "more than {MAX_HEADERS} headers"),
            Kind::RepeatedHeader { name } => write!(f, "header {name} is given twice"),
            Kind::MissingHeader { name } => write!(f, "header {name} is missing"),
            Kind::BadValue { name, reason } => write!(f, "header {name}: {reason}"),
            Kind::LateHeader => write!(f, "headers must come before the moves"),
            Kind::Unterminated { what } => write!(f, "unterminated {what}"),
            Kind::UnmatchedBracket => write!(f, "closing bracket without an opening one"),
            Kind::VariationWithoutMove => write!(f, "a variation must follow the move it replaces"),
            Kind::TooDeep => write!(f, "variations are nested more than {MAX_VARIATION_DEPTH} deep"),
            Kind::NotAMove(error) => error.fmt(f),
            Kind::Illegal(turn) => turn.fmt(f),
            Kind::WrongResult { name, stated, replayed } => {
                write!(f, "header {name} says {stated:?}, but the moves lead to {replayed:?}")
            }
        }
    }
}

impl core::error::Error for RecordError {}

/// Why the value of a header is invalid.
///
/// ```
/// # use shangrila_rules::record::{GameRecord, HeaderError, RecordErrorKind};
/// let error = "[Rules \"99\"]".parse::<GameRecord>().unwrap_err();
/// let reason = HeaderError::UnknownRules { version: "99".to_string() };
/// assert_eq!(error.kind, RecordErrorKind::BadValue { name: "Rules".to_string(), reason });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum HeaderError {
    /// Rules of another version than [`RULES_VERSION`].
    UnknownRules { version: String },
    /// The name of a player whose clan does not play.
    ClanNotSeated { clan: Clan },
    /// Not a date.
    Date(ParseDateError),
    /// Malformed seats or options.
    Malformed(ParsePositionError),
    /// A set-up that is neither `free` nor `first-game` nor a position.
    Setup(ReadPositionError),
    /// Seats or options other than those of the position in the header `Setup`.
    ContradictsSetup,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::UnknownRules { version } => {
                write!(f, "this program supports version {RULES_VERSION}, not {version:?}")
            }
            HeaderError::ClanNotSeated { clan } => write!(f, "{clan} does not play"),
            HeaderError::Date(error) => error.fmt(f),
            HeaderError::Malformed(error) => error.fmt(f),
            HeaderError::Setup(error) => write!(f, "neither free nor first-game nor a position ({error})"),
            HeaderError::ContradictsSetup => write!(f, "contradicts the position in header Setup"),
        }
    }
}

impl core::error::Error for HeaderError {}

impl From<ParseDateError> for HeaderError {
    fn from(error: ParseDateError) -> HeaderError {
        HeaderError::Date(error)
    }
}

impl From<ParsePositionError> for HeaderError {
    fn from(error: ParsePositionError) -> HeaderError {
        HeaderError::Malformed(error)
    }
}

impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<GameRecord, RecordError> {
        // Some editors start a file with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader { chars: text.chars().peekable(), place: Place { line: 1, column: 1 } };
        let mut headers = reader.headers()?;
        let start = headers.start(reader.place)?;
        let mut record = GameRecord::new(start);
        let seats = start.position().seats();
        for clan in Clan::ALL {
            if let Some(header) = headers.take(player_header(clan)) {
                if !seats.contains(clan) {
                    return Err(header.bad_value(HeaderError::ClanNotSeated { clan }));
                }
                record.players[clan] = Some(header.value);
            }
        }
        record.date = headers.take("Date").as_ref().map(Header::parse::<Date>).transpose()?;
        let (result, scores) = (headers.take("Result"), headers.take("Scores"));
        record.other_headers = headers.0.into_iter().map(|header| (header.name, header.value)).collect();

        let mut position = start.position();
        record.line = reader.line(&mut position, None, 0)?;
        if let Some(header) = result {
            header.must_be("Result", result_text(&position))?;
        }
        if let Some(header) = scores {
            header.must_be("Scores", scores_text(&position))?;
        }
        Ok(record)
    }
}

/// A place in the text.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn error(self, kind: RecordErrorKind) -> RecordError {
        RecordError { line: self.line, column: self.column, kind }
    }
}

struct Header {
    name: String,
    value: String,
    place: Place,
}

impl Header {
    fn bad_value(&self, reason: HeaderError) -> RecordError {
        self.place.error(RecordErrorKind::BadValue { name: excerpt(&self.name), reason })
    }

    fn parse<T: FromStr<Err: Into<HeaderError>>>(&self) -> Result<T, RecordError> {
        self.value.parse().map_err(|error: T::Err| self.bad_value(error.into()))
    }

    fn must_be(self, name: &'static str, replayed: String) -> Result<(), RecordError> {
        if self.value == replayed {
            return Ok(());
        }
        Err(self.place.error(RecordErrorKind::WrongResult { name, stated: excerpt(&self.value), replayed }))
    }
}

/// The headers not used yet.
struct Headers(Vec<Header>);

impl Headers {
    fn take(&mut self, name: &str) -> Option<Header> {
        let index = self.0.iter().position(|header| header.name == name)?;
        Some(self.0.remove(index))
    }

    /// Takes the headers that describe the starting position; `end` is where the headers end.
    fn start(&mut self, end: Place) -> Result<Start, RecordError> {
        self.take("Game");
        let Some(rules) = self.take("Rules") else {
            return Err(end.error(RecordErrorKind::MissingHeader { name: "Rules" }));
        };
        if rules.value != RULES_VERSION.to_string() {
            return Err(rules.bad_value(HeaderError::UnknownRules { version: excerpt(&rules.value) }));
        }
        let (seats, options, setup) = (self.take("Seats"), self.take("Options"), self.take("Setup"));
        let given_seats: Option<Seats> = seats.as_ref().map(Header::parse).transpose()?;
        let given_options: Option<GameOptions> = options.as_ref().map(Header::parse).transpose()?;
        let start = match setup.as_ref().map(|header| (header, header.value.as_str())) {
            None | Some((_, "free" | "first-game")) => {
                let missing = || end.error(RecordErrorKind::MissingHeader { name: "Seats" });
                let (seats, options) = (given_seats.ok_or_else(missing)?, given_options.unwrap_or_default());
                match setup {
                    Some(header) if header.value == "first-game" => Start::FirstGame { seats, options },
                    _ => Start::Free { seats, options },
                }
            }
            Some((header, text)) => {
                Start::Position(text.parse().map_err(|error| header.bad_value(HeaderError::Setup(error)))?)
            }
        };
        let position = start.position();
        let same_seats = given_seats.is_none_or(|seats| seats == position.seats());
        let same_options = given_options.is_none_or(|options| options == position.options());
        for (header, agrees) in [(seats, same_seats), (options, same_options)] {
            if let (Some(header), false) = (header, agrees) {
                return Err(header.bad_value(HeaderError::ContradictsSetup));
            }
        }
        Ok(start)
    }
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    place: Place,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.chars.next()?;
        if letter == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    /// Skips white space and returns the next character without consuming it.
    fn peek(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|letter| letter.is_whitespace()) {
            self.next();
        }
        self.chars.peek().copied()
    }

    fn headers(&mut self) -> Result<Headers, RecordError> {
        let mut headers = Headers(Vec::new());
        while self.peek() == Some('[') {
            let header = self.header()?;
            if headers.0.len() == MAX_HEADERS {
                return Err(header.place.error(RecordErrorKind::TooManyHeaders));
            }
            if headers.0.iter().any(|earlier| earlier.name == header.name) {
                return Err(header.place.error(RecordErrorKind::RepeatedHeader { name: excerpt(&header.name) }));
            }
            headers.0.push(header);
        }
        Ok(headers)
    }

    fn header(&mut self) -> Result<Header, RecordError> {
        let place = self.place;
        let bad = || place.error(RecordErrorKind::BadHeader);
        self.next();
        let mut name = String::new();
        while let Some(letter) = self.chars.next_if(|letter| letter.is_ascii_alphanumeric()) {
            self.place.column += 1;
            name.push(letter);
        }
        if name.is_empty() || self.peek() != Some('"') {
            return Err(bad());
        }
        let value = self.quoted('"', "header value")?;
        if self.peek() != Some(']') {
            return Err(bad());
        }
        self.next();
        Ok(Header { name, value, place })
    }

    /// Reads a delimited text, whose first delimiter comes next, and undoes the writer's escapes.
    fn quoted(&mut self, end: char, what: &'static str) -> Result<String, RecordError> {
        let place = self.place;
        let mut text = String::new();
        self.next();
        loop {
            match self.next() {
                None => return Err(place.error(RecordErrorKind::Unterminated { what })),
                Some('\\') => match self.next() {
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some(letter) => text.push(letter),
                    None => return Err(place.error(RecordErrorKind::Unterminated { what })),
                },
                Some(letter) if letter == end => return Ok(text),
                Some(letter) => text.push(letter),
            }
        }
    }

    /// Reads and plays the moves of a line. For a variation, `opened` is the place of its opening bracket.
    fn line(&mut self, position: &mut Position, opened: Option<Place>, depth: usize) -> Result<Line, RecordError> {
        let mut line = Line::default();
        let mut before_last = *position;
        loop {
            let next = self.peek();
            let place = self.place;
            match (next, opened) {
                (None, None) => return Ok(line),
                (None, Some(opened)) => {
                    return Err(opened.error(RecordErrorKind::Unterminated { what: "variation" }));
                }
                (Some('['), _) => return Err(place.error(RecordErrorKind::LateHeader)),
                (Some('{'), _) => {
                    let comment = self.quoted('}', "comment")?;
                    line.turns.last_mut().map_or(&mut line.comments, |turn| &mut turn.comments).push(comment);
                }
                (Some('('), _) => {
                    let Some(turn) = line.turns.last_mut() else {
                        return Err(place.error(RecordErrorKind::VariationWithoutMove));
                    };
                    if depth == MAX_VARIATION_DEPTH {
                        return Err(place.error(RecordErrorKind::TooDeep));
                    }
                    self.next();
                    turn.variations.push(self.line(&mut before_last.clone(), Some(place), depth + 1)?);
                }
                (Some(')'), Some(_)) => {
                    self.next();
                    return Ok(line);
                }
                (Some(')' | '}' | ']'), _) => return Err(place.error(RecordErrorKind::UnmatchedBracket)),
                (Some(_), _) => {
                    let word = self.word();
                    if is_round_number(&word) {
                        continue;
                    }
                    let (word, mark) = Mark::split(&word);
                    let mv: Move = word.parse().map_err(|error| place.error(RecordErrorKind::NotAMove(error)))?;
                    before_last = *position;
                    position.play(mv).map_err(|reason| {
                        place.error(RecordErrorKind::Illegal(IllegalTurn::new(&before_last, mv, reason)))
                    })?;
                    line.turns.push(Turn { mark, ..Turn::from(mv) });
                }
            }
        }
    }

    /// Reads up to white space or a bracket.
    fn word(&mut self) -> String {
        let mut word = String::new();
        let inside = |letter: &char| !letter.is_whitespace() && !"(){}[]".contains(*letter);
        while let Some(letter) = self.chars.next_if(inside) {
            self.place.column += 1;
            word.push(letter);
        }
        word
    }
}

/// Whether a word is the number of a round, such as `12.`. It is only for human readers.
fn is_round_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
