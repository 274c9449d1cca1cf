//! A game as a text short enough for a link: seats, set-up, and every move in one to five letters.
//!
//! `1.rbvy.f..AaRb+RaYcab.person~bot:guide~~` is version, seats, start, options, moves and players. A place is `Ra`, two students are
//! `+RaYc`, one is `*Ra`, a journey is `ab`, a pass is `-`. Comments and variations are left out. Options are letters: `t` for twelve stones,
//! `u` for one student or two; `s` and `w` say that two players have two clans each, and that the sum or the weaker clan counts.
//!
//! An annotated game has version 2: a mark is `,` and its place among [`Mark::ALL`], a comment is `;A'20quiet'20move;`, a variation
//! is in brackets, and a title follows the players.

use core::fmt;
use core::iter::Peekable;
use core::str::Chars;

use shangrila_rules::record::{GameRecord, Line, MAX_VARIATION_DEPTH, Mark, Start, Turn};
use shangrila_rules::{
    Clan, GameOptions, Guild, IllegalMove, Move, PairScoring, Position, ReadPositionError, RecruitRule, Seats, Space,
    Stones, Village,
};

use crate::record_notes;

const VERSION: &str = "1";
const ANNOTATED: &str = "2";
const FIELD: char = '.';
const PLAYER: char = '~';

/// Packs a game.
pub fn pack(record: &GameRecord) -> String {
    let moves: String = record.moves().map(pack_move).collect();
    pack_fields(record, VERSION, &moves)
}

/// Packs a game with its marks, comments, variations and title.
pub fn pack_annotated(record: &GameRecord) -> String {
    let mut moves = String::new();
    pack_line(&mut moves, &record.line);
    let title = record_notes::title(record).map(escape).unwrap_or_default();
    format!("{}{FIELD}{title}", pack_fields(record, ANNOTATED, &moves))
}

fn pack_fields(record: &GameRecord, version: &str, moves: &str) -> String {
    let start = record.start.position();
    let kind = match record.start {
        Start::FirstGame { .. } => "f".to_string(),
        Start::Free { .. } => "e".to_string(),
        Start::Position(position) => position_field(&position),
    };
    let GameOptions { stones, recruit } = start.options();
    let mut letters = String::new();
    letters.extend((stones == Stones::Twelve).then_some('t'));
    letters.extend((recruit == RecruitRule::UpToTwo).then_some('u'));
    letters.extend(record_notes::pairs(record).map(|pairs| match pairs {
        PairScoring::Sum => 's',
        PairScoring::Weaker => 'w',
    }));
    let seats: String = start.seats().iter().map(Clan::letter).collect();
    let name = |clan: Clan| escape(record.players[clan].as_deref().unwrap_or(""));
    let players: Vec<String> = start.seats().iter().map(name).collect();
    [version, &seats, &kind, &letters, moves, &players.join(&PLAYER.to_string())].join(&FIELD.to_string())
}

fn pack_line(packed: &mut String, line: &Line) {
    let comment = |packed: &mut String, text: &String| packed.extend([";", &escape(text), ";"]);
    line.comments.iter().for_each(|text| comment(packed, text));
    for turn in &line.turns {
        packed.push_str(&pack_move(turn.mv));
        if let Some(mark) = turn.mark {
            packed.push_str(&format!(",{}", mark as u8));
        }
        turn.comments.iter().for_each(|text| comment(packed, text));
        for variation in &turn.variations {
            packed.push('(');
            pack_line(packed, variation);
            packed.push(')');
        }
    }
}

/// Packs a position on its own, without the spaces and slashes that are awkward in addresses.
pub fn position_field(position: &Position) -> String {
    position.to_string().replace(' ', "_").replace('/', "!")
}

/// Reads what [`position_field`] wrote.
///
/// # Errors
/// Why the text is not a position.
pub fn read_position(field: &str) -> Result<Position, LinkError> {
    let text = field.replace('_', " ").replace('!', "/");
    text.parse().map_err(LinkError::Position)
}

fn pack_move(mv: Move) -> String {
    let spot = |space: Space| format!("{}{}", space.guild().letter(), space.village().letter());
    match mv {
        Move::Place { space } => spot(space),
        Move::Recruit { first, second: Some(second) } => format!("+{}{}", spot(first), spot(second)),
        Move::Recruit { first, second: None } => format!("*{}", spot(first)),
        Move::Journey { from, to } => format!("{}{}", from.letter(), to.letter()),
        Move::Pass => "-".to_string(),
    }
}

/// Unpacks a game, annotated or not, and replays it.
///
/// # Errors
/// What is wrong with the text, or which move is illegal.
pub fn unpack(text: &str) -> Result<GameRecord, LinkError> {
    let fields: Vec<&str> = text.split(FIELD).collect();
    let (fields, title): (&[&str], &str) = match fields[..] {
        [ANNOTATED, .., title] => (&fields[..fields.len() - 1], title),
        _ => (&fields, ""),
    };
    let [version, seats, kind, letters, moves, players] = *fields else {
        return Err(LinkError::Parts { found: fields.len() });
    };
    if ![VERSION, ANNOTATED].contains(&version) {
        return Err(LinkError::Version { version: version.to_string() });
    }
    let order: Option<Vec<Clan>> = seats.chars().map(Clan::from_letter).collect();
    let order = order.ok_or(LinkError::Seats)?;
    let seats = Seats::new(&order).map_err(|_| LinkError::Seats)?;
    let options = GameOptions {
        stones: if letters.contains('t') { Stones::Twelve } else { Stones::Eleven },
        recruit: if letters.contains('u') { RecruitRule::UpToTwo } else { RecruitRule::Two },
    };
    let start = match kind {
        "f" => Start::FirstGame { seats, options },
        "e" => Start::Free { seats, options },
        position => Start::Position(read_position(position)?),
    };
    let mut record = GameRecord::new(start);
    let position = start.position();
    for (clan, name) in position.seats().iter().zip(players.split(PLAYER)) {
        let name = unescape(name)?;
        record.players[clan] = (!name.is_empty()).then_some(name);
    }
    let weaker = letters.contains('w').then_some(PairScoring::Weaker);
    record_notes::set_pairs(&mut record, letters.contains('s').then_some(PairScoring::Sum).or(weaker));
    record_notes::set_title(&mut record, &unescape(title)?);
    let mut moves = moves.chars().peekable();
    record.line = Unpacking { letters: &mut moves, number: 0 }.line(position, 0)?;
    match moves.next() {
        None => Ok(record),
        Some(_) => Err(LinkError::Bracket),
    }
}

/// The moves of a link that have not been read yet.
struct Unpacking<'a, 'b> {
    letters: &'a mut Peekable<Chars<'b>>,
    /// Moves read so far.
    number: usize,
}

impl Unpacking<'_, '_> {
    /// Reads and plays a line, up to the end or to the bracket that closes a variation.
    fn line(&mut self, mut position: Position, depth: usize) -> Result<Line, LinkError> {
        let mut line = Line::default();
        let mut before = position;
        while let Some(&letter) = self.letters.peek() {
            match (letter, line.turns.last_mut()) {
                (')', _) => break,
                (';', turn) => {
                    let comment = self.comment()?;
                    turn.map_or(&mut line.comments, |turn| &mut turn.comments).push(comment);
                }
                ('(', Some(turn)) if depth < MAX_VARIATION_DEPTH => {
                    self.letters.next();
                    turn.variations.push(self.line(before, depth + 1)?);
                    if self.letters.next() != Some(')') {
                        return Err(LinkError::Bracket);
                    }
                }
                ('(', _) => return Err(LinkError::Bracket),
                (',', Some(turn)) => {
                    self.letters.next();
                    let place = self.letters.next().and_then(|digit| digit.to_digit(10));
                    let mark = place.and_then(|place| Mark::ALL.get(place as usize));
                    turn.mark = Some(*mark.ok_or(LinkError::Unreadable { number: self.number })?);
                }
                _ => {
                    self.number += 1;
                    let number = self.number;
                    let mv = unpack_move(self.letters).ok_or(LinkError::Unreadable { number })?;
                    before = position;
                    position.play(mv).map_err(|reason| LinkError::Illegal { number, mv, reason })?;
                    line.turns.push(Turn::from(mv));
                }
            }
        }
        Ok(line)
    }

    fn comment(&mut self) -> Result<String, LinkError> {
        self.letters.next();
        let text: String = self.letters.take_while(|&letter| letter != ';').collect();
        unescape(&text)
    }
}

fn unpack_move(letters: &mut impl Iterator<Item = char>) -> Option<Move> {
    let spot = |guild: char, village: Option<char>| {
        Some(Space::new(Village::from_letter(village?)?, Guild::from_letter(guild)?))
    };
    Some(match letters.next()? {
        '-' => Move::Pass,
        '*' => Move::recruit_one(spot(letters.next()?, letters.next())?),
        '+' => {
            let first = spot(letters.next()?, letters.next())?;
            let second = spot(letters.next()?, letters.next())?;
            if first == second {
                return None;
            }
            Move::recruit_two(first, second)
        }
        guild if guild.is_ascii_uppercase() => Move::Place { space: spot(guild, letters.next())? },
        from => Move::Journey { from: Village::from_letter(from)?, to: Village::from_letter(letters.next()?)? },
    })
}

/// Escapes everything in a name but ASCII letters, digits, `:` and `-`.
fn escape(name: &str) -> String {
    let mut escaped = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b':' || byte == b'-' {
            escaped.push(char::from(byte));
        } else {
            escaped += &format!("'{byte:02x}");
        }
    }
    escaped
}

fn unescape(text: &str) -> Result<String, LinkError> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\'' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
        let (high, low) = (digit().ok_or(LinkError::Name)?, digit().ok_or(LinkError::Name)?);
        bytes.push(u8::try_from(high * 16 + low).map_err(|_| LinkError::Name)?);
    }
    String::from_utf8(bytes).map_err(|_| LinkError::Name)
}

/// Why a link does not contain a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "fields named after what they are need no sentence")]
pub enum LinkError {
    /// Not six parts.
    Parts { found: usize },
    /// Made by another version of this format.
    Version { version: String },
    /// The seats are not three or four different clans.
    Seats,
    /// The game starts from a position that cannot be read.
    Position(ReadPositionError),
    /// A move that cannot be read, counted from 1.
    Unreadable { number: usize },
    /// A move that the rules refuse, counted from 1.
    Illegal { number: usize, mv: Move, reason: IllegalMove },
    /// A name or comment that is not escaped properly.
    Name,
    /// Brackets of variations that do not match, or too many of them.
    Bracket,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Parts { found } => write!(f, "{found} parts instead of 6"),
            LinkError::Version { version } => write!(f, "version {version:?} instead of {VERSION}"),
            LinkError::Seats => write!(f, "the seats are not three or four different clans"),
            LinkError::Position(error) => error.fmt(f),
            LinkError::Unreadable { number } => write!(f, "move {number} cannot be read"),
            LinkError::Illegal { number, mv, reason } => write!(f, "move {number}, {mv}: {reason}"),
            LinkError::Name => write!(f, "a name or comment is not escaped properly"),
            LinkError::Bracket => write!(f, "the brackets of variations do not match"),
        }
    }
}

impl core::error::Error for LinkError {}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::PerClan;

    fn random_game(start: Start, seed: u64) -> GameRecord {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut record = GameRecord::new(start);
        let mut position = start.position();
        while let Some(mv) = position.play_random(|n| rng.u32(..n)) {
            record.line.turns.push(Turn::from(mv));
        }
        record
    }

    #[test]
    fn whole_games_survive_packing_and_stay_short() {
        for seed in 0..20 {
            let seats = if seed % 2 == 0 { Seats::THREE } else { Seats::FOUR };
            let recruit = if seed % 3 == 0 { RecruitRule::UpToTwo } else { RecruitRule::Two };
            let stones = if seed % 5 == 0 { Stones::Twelve } else { Stones::Eleven };
            let options = GameOptions { stones, recruit };
            for start in [Start::Free { seats, options }, Start::FirstGame { seats, options }] {
                let mut record = random_game(start, seed);
                record.players = PerClan::from_fn(|clan| seats.contains(clan).then(|| format!("Zoë ~.' {clan}")));
                let text = pack(&record);
                assert_eq!(unpack(&text).as_ref(), Ok(&record), "{text}");
                assert!(text.len() < 900, "{} letters", text.len());
                assert!(
                    text.bytes().all(|byte| byte.is_ascii_graphic() && !b"#%&\"<>\\^`{|}/?".contains(&byte)),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn annotated_games_survive_packing_with_everything_said_about_them() {
        let text = concat!(
            "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n[Event \"Zoë; (1.)\"]\n\n",
            "{A first\\ngame.} 8. P@a!? {Quiet} {and (safe).} +F@f+H@f ({Slow} A@e?! {No;} P@l (P@j)) (A@e) P@l?? A@i\n"
        );
        let record: GameRecord = text.parse().unwrap();
        let packed = pack_annotated(&record);
        assert_eq!(unpack(&packed), Ok(record), "{packed}");
        assert!(packed.bytes().all(|byte| byte.is_ascii_graphic() && !b"#%&\"<>\\^`{|}/?".contains(&byte)), "{packed}");
    }

    #[test]
    fn games_of_two_players_stay_games_of_two_players() {
        let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
        for pairs in [None, Some(PairScoring::Sum), Some(PairScoring::Weaker)] {
            let mut record = random_game(start, 5);
            record_notes::set_pairs(&mut record, pairs);
            for read in [unpack(&pack(&record)).unwrap(), record.to_string().parse().unwrap()] {
                assert_eq!(record_notes::pairs(&read), pairs);
            }
        }
    }

    #[test]
    fn variations_nested_too_deeply_are_refused() {
        let deep = |depth: usize| format!("2.rbvy.f..{}{}..", "Pa(".repeat(depth) + "Pa", ")".repeat(depth));
        assert!(unpack(&deep(MAX_VARIATION_DEPTH)).is_ok());
        assert_eq!(unpack(&deep(MAX_VARIATION_DEPTH + 1)), Err(LinkError::Bracket));
        assert_eq!(unpack(&deep(100_000)), Err(LinkError::Bracket));
    }

    #[test]
    fn games_from_any_position_survive_packing() {
        let position: Position = "RVBY3/7/7/bVBy3/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0 stones=12".parse().unwrap();
        let record = random_game(Start::Position(position), 3);
        assert_eq!(unpack(&pack(&record)), Ok(record));
    }

    #[test]
    fn broken_links_are_refused_with_a_reason() {
        for (text, reason) in [
            ("", "1 parts instead of 6"),
            ("3.rbvy.f...", "version"),
            ("1.rbvx.f...", "different clans"),
            ("1.rb.f...", "clan"),
            ("1.rbvy.x...", "13 villages"),
            ("1.rbvy.f..Pa-.", "move 2"),
            ("1.rbvy.f..Q.", "move 1 cannot be read"),
            ("1.rbvy.f..+RaRa.", "move 1 cannot be read"),
            ("1.rbvy.f..+R.", "move 1 cannot be read"),
            ("1.rbvy.f..é.", "move 1 cannot be read"),
            ("1.rbvy.f...'zz", "name"),
            ("1.rbvy.f...'ff", "name"),
            ("2.rbvy.f..Pa(Aj..", "brackets"),
            ("2.rbvy.f..Pa)..", "brackets"),
            ("2.rbvy.f..(Pa)..", "brackets"),
            ("2.rbvy.f..Pa,9..", "move 1 cannot be read"),
            ("2.rbvy.f..,1..", "move 1 cannot be read"),
            ("2.rbvy.f..Pa(Pa-)..", "move 3"),
            ("2.rbvy.f..Pa;'zz;..", "name"),
        ] {
            let error = unpack(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
