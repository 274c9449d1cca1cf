//! Writes a record as text.

use core::fmt;

use super::{Date, GameRecord, Line, Mark, Start};
use crate::RULES_VERSION;
use crate::clan::Clan;
use crate::position::Position;

/// Lines are wrapped at this width; a longer comment is not split.
const WIDTH: usize = 100;

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.start.position();
        let end = self.final_position();
        let header = |f: &mut fmt::Formatter<'_>, name: &str, value: &dyn fmt::Display| {
            writeln!(f, "[{name} \"{}\"]", escape(&value.to_string(), '"'))
        };

        header(f, "Game", &"The Bridges of Shangri-La")?;
        header(f, "Rules", &RULES_VERSION)?;
        if let Some(date) = &self.date {
            header(f, "Date", date as &Date)?;
        }
        header(f, "Seats", &start.seats())?;
        for clan in start.seats().iter() {
            if let Some(name) = &self.players[clan] {
                header(f, player_header(clan), name)?;
            }
        }
        if !start.options().is_default() {
            header(f, "Options", &start.options())?;
        }
        match &self.start {
            Start::Free { .. } => header(f, "Setup", &"free")?,
            Start::FirstGame { .. } => header(f, "Setup", &"first-game")?,
            Start::Position(position) => header(f, "Setup", position)?,
        }
        header(f, "Result", &result_text(&end))?;
        if end.is_over() {
            header(f, "Scores", &scores_text(&end))?;
        }
        for (name, value) in &self.other_headers {
            header(f, name, value)?;
        }

        let mut words = Vec::new();
        push_line(&mut words, &self.line, start.ply(), start.seats().count());
        let mut column = 0;
        for Word { text, begins_round } in words {
            let width = text.chars().count();
            if column == 0 || begins_round || column + 1 + width > WIDTH {
                write!(f, "\n{text}")?;
                column = width;
            } else {
                write!(f, " {text}")?;
                column += 1 + width;
            }
        }
        if column > 0 { writeln!(f) } else { Ok(()) }
    }
}

/// A part of the moves that is never split across lines.
struct Word {
    text: String,
    /// Whether it begins a round of the main line.
    begins_round: bool,
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word { text, begins_round: false }
    }
}

/// The header for the name of a clan's player.
pub(super) const fn player_header(clan: Clan) -> &'static str {
    match clan {
        Clan::Red => "Red",
        Clan::Blue => "Blue",
        Clan::Yellow => "Yellow",
        Clan::Violet => "Violet",
    }
}

/// The letters of the winners in turn order, or `*` for an unfinished game.
pub(super) fn result_text(end: &Position) -> String {
    match end.outcome() {
        Some(outcome) => end.seats().iter().filter(|&clan| outcome.winners.contains(clan)).map(Clan::letter).collect(),
        None => "*".to_string(),
    }
}

/// Masters and villages of every clan in turn order: `r 17/7 b 17/6 v 12/5`.
pub(super) fn scores_text(end: &Position) -> String {
    let score = |clan: Clan| {
        let score = end.score(clan);
        format!("{} {}/{}", clan.letter(), score.masters, score.villages)
    };
    end.seats().iter().map(score).collect::<Vec<_>>().join(" ")
}

/// Appends the words of a line.
fn push_line(words: &mut Vec<Word>, line: &Line, ply: u16, clans: usize) {
    let variation = !words.is_empty();
    words.extend(line.comments.iter().map(|comment| comment_text(comment)));
    for (index, turn) in line.turns.iter().enumerate() {
        let ply = usize::from(ply) + index;
        // The number of the round comes before its first move and before the first move of a line.
        let begins_round = ply.is_multiple_of(clans);
        let mv = format!("{}{}", turn.mv, turn.mark.map_or("", Mark::sign));
        if index == 0 || begins_round {
            let text = format!("{}. {mv}", ply / clans + 1);
            words.push(Word { text, begins_round: begins_round && !variation });
        } else {
            words.push(mv.into());
        }
        words.extend(turn.comments.iter().map(|comment| comment_text(comment)));
        for variation in &turn.variations {
            let first = words.len();
            push_line(words, variation, ply.min(usize::from(u16::MAX)) as u16, clans);
            // The brackets belong to the first and last word, whatever they are.
            match words.get_mut(first) {
                Some(word) => word.text.insert(0, '('),
                None => words.push("(".to_string().into()),
            }
            words.last_mut().expect("the opening bracket is there").text.push(')');
        }
    }
}

fn comment_text(comment: &str) -> Word {
    format!("{{{}}}", escape(comment, '}')).into()
}

/// Escapes what would end the text early: `end`, line breaks and the backslash itself.
fn escape(text: &str, end: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            _ if letter == end => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}
