//! Reading a record from text, replaying it on the way.

use core::fmt;
use core::str::FromStr;
use std::iter::Peekable;
use std::str::Chars;

use super::writer::{player_header, result_text, scores_text};
use super::{Date, GameRecord, IllegalTurn, Line, MAX_HEADERS, MAX_VARIATION_DEPTH, Start, Turn};
use crate::RULES_VERSION;
use crate::clan::Clan;
use crate::moves::Move;
use crate::notation::{ParseMoveError, ReadPositionError, excerpt};
use crate::options::GameOptions;
use crate::position::Position;
use crate::seats::Seats;

/// What is wrong with the text of a record, and where.
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
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "fields named after what they are need no sentence")]
pub enum RecordErrorKind {
    /// A header that is not written `[Name "value"]`.
    BadHeader,
    /// A header that came before.
    RepeatedHeader { name: String },
    /// More than [`MAX_HEADERS`] headers.
    TooManyHeaders,
    /// A header that must be there.
    MissingHeader { name: &'static str },
    /// A header with a value that makes no sense.
    BadValue { name: String, reason: String },
    /// A header after the first move.
    LateHeader,
    /// A comment, header value or variation that does not end.
    Unclosed { what: &'static str },
    /// A closing bracket without an opening one.
    NothingToClose,
    /// A variation before the first move of its line, so that there is no move it could replace.
    VariationOfNothing,
    /// More than [`MAX_VARIATION_DEPTH`] variations inside each other.
    TooDeep,
    /// A word that is no move.
    NoMove(ParseMoveError),
    /// A move that the rules refuse.
    Illegal(IllegalTurn),
    /// A result that is not that of the moves.
    WrongResult { name: &'static str, stated: String, replayed: String },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RecordErrorKind as Kind;
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            Kind::BadHeader => write!(f, "a header is written [Name \"value\"]"),
            Kind::TooManyHeaders => write!(f, "more than {MAX_HEADERS} headers"),
            Kind::RepeatedHeader { name } => write!(f, "the header {name} came before"),
            Kind::MissingHeader { name } => write!(f, "the header {name} is missing"),
            Kind::BadValue { name, reason } => write!(f, "the header {name}: {reason}"),
            Kind::LateHeader => write!(f, "headers come before the moves"),
            Kind::Unclosed { what } => write!(f, "this {what} does not end"),
            Kind::NothingToClose => write!(f, "nothing is open here that could be closed"),
            Kind::VariationOfNothing => write!(f, "a variation follows the move it replaces"),
            Kind::TooDeep => write!(f, "more than {MAX_VARIATION_DEPTH} variations inside each other"),
            Kind::NoMove(error) => error.fmt(f),
            Kind::Illegal(turn) => turn.fmt(f),
            Kind::WrongResult { name, stated, replayed } => {
                write!(f, "the header {name} says {stated:?}, but the moves lead to {replayed:?}")
            }
        }
    }
}

impl core::error::Error for RecordError {}

impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<GameRecord, RecordError> {
        // Some editors mark UTF-8 at the beginning of a file.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader { chars: text.chars().peekable(), place: Place { line: 1, column: 1 } };
        let mut headers = reader.headers()?;
        let start = headers.start(reader.place)?;
        let mut record = GameRecord::new(start);
        let seats = start.position().seats();
        for clan in Clan::ALL {
            if let Some(header) = headers.take(player_header(clan)) {
                if !seats.contains(clan) {
                    return Err(header.bad_value(format!("{clan} does not play")));
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
    fn bad_value(&self, reason: String) -> RecordError {
        self.place.error(RecordErrorKind::BadValue { name: excerpt(&self.name), reason })
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&self) -> Result<T, RecordError> {
        self.value.parse().map_err(|error: T::Err| self.bad_value(error.to_string()))
    }

    fn must_be(self, name: &'static str, replayed: String) -> Result<(), RecordError> {
        if self.value == replayed {
            return Ok(());
        }
        Err(self.place.error(RecordErrorKind::WrongResult { name, stated: excerpt(&self.value), replayed }))
    }
}

/// The headers that nobody has asked for yet.
struct Headers(Vec<Header>);

impl Headers {
    fn take(&mut self, name: &str) -> Option<Header> {
        let index = self.0.iter().position(|header| header.name == name)?;
        Some(self.0.remove(index))
    }

    /// Takes the headers that say where the game starts; `end` is where the headers end.
    fn start(&mut self, end: Place) -> Result<Start, RecordError> {
        self.take("Game");
        let Some(rules) = self.take("Rules") else {
            return Err(end.error(RecordErrorKind::MissingHeader { name: "Rules" }));
        };
        if rules.value != RULES_VERSION.to_string() {
            let reason = format!("this program knows version {RULES_VERSION}, not {:?}", excerpt(&rules.value));
            return Err(rules.bad_value(reason));
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
            Some((header, text)) => Start::Position(text.parse().map_err(|error: ReadPositionError| {
                header.bad_value(format!("neither free nor first-game nor a position ({error})"))
            })?),
        };
        let position = start.position();
        let same_seats = given_seats.is_none_or(|seats| seats == position.seats());
        let same_options = given_options.is_none_or(|options| options == position.options());
        for (header, agrees) in [(seats, same_seats), (options, same_options)] {
            if let (Some(header), false) = (header, agrees) {
                return Err(header.bad_value("it contradicts the position in the header Setup".to_string()));
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

    /// The next character that is not blank, not yet taken.
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

    /// Takes a text between marks, the first of which comes next, and undoes the escapes of the writer.
    fn quoted(&mut self, end: char, what: &'static str) -> Result<String, RecordError> {
        let place = self.place;
        let mut text = String::new();
        self.next();
        loop {
            match self.next() {
                None => return Err(place.error(RecordErrorKind::Unclosed { what })),
                Some('\\') => match self.next() {
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some(letter) => text.push(letter),
                    None => return Err(place.error(RecordErrorKind::Unclosed { what })),
                },
                Some(letter) if letter == end => return Ok(text),
                Some(letter) => text.push(letter),
            }
        }
    }

    /// Reads the moves of a line up to its end and plays them.
    ///
    /// `opened` is where its bracket stands, for a variation.
    fn line(&mut self, position: &mut Position, opened: Option<Place>, depth: usize) -> Result<Line, RecordError> {
        let mut line = Line::default();
        let mut before_last = *position;
        loop {
            let next = self.peek();
            let place = self.place;
            match (next, opened) {
                (None, None) => return Ok(line),
                (None, Some(opened)) => {
                    return Err(opened.error(RecordErrorKind::Unclosed { what: "variation" }));
                }
                (Some('['), _) => return Err(place.error(RecordErrorKind::LateHeader)),
                (Some('{'), _) => {
                    let comment = self.quoted('}', "comment")?;
                    line.turns.last_mut().map_or(&mut line.comments, |turn| &mut turn.comments).push(comment);
                }
                (Some('('), _) => {
                    let Some(turn) = line.turns.last_mut() else {
                        return Err(place.error(RecordErrorKind::VariationOfNothing));
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
                (Some(')' | '}' | ']'), _) => return Err(place.error(RecordErrorKind::NothingToClose)),
                (Some(_), _) => {
                    let word = self.word();
                    if is_round_number(&word) {
                        continue;
                    }
                    let mv: Move = word.parse().map_err(|error| place.error(RecordErrorKind::NoMove(error)))?;
                    before_last = *position;
                    position.play(mv).map_err(|reason| {
                        place.error(RecordErrorKind::Illegal(IllegalTurn::new(&before_last, mv, reason)))
                    })?;
                    line.turns.push(Turn::from(mv));
                }
            }
        }
    }

    /// Takes characters up to a blank or bracket.
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

/// Round numbers such as `12.` help readers of the text; the moves say it all.
fn is_round_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
