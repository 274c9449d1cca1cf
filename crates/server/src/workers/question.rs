//! What a computer player is asked, in memory and as text.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shangrila_ai::{Budget, GameSoFar, Level, Stopwatch};
use shangrila_protocol::LevelId;
use shangrila_rules::{Move, PerSeat, Position, Seat};

/// What a computer player is asked: the level, the position, and the seed of its whims.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Question {
    pub(crate) level: LevelId,
    pub(crate) position: Position,
    pub(crate) seed: u64,
    /// The whole game, for the level that adapts to people.
    pub(crate) game: Option<Box<GameSoFar>>,
}

/// A question as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    level: LevelId,
    position: String,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<WrittenGame>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGame {
    start: String,
    moves: Vec<String>,
    people: [bool; 4],
}

impl Question {
    /// The question as text.
    pub(crate) fn to_text(&self) -> String {
        let game = self.game.as_ref().map(|game| WrittenGame {
            start: game.start.to_string(),
            moves: game.moves.iter().map(Move::to_string).collect(),
            people: Seat::ALL.map(|seat| game.people[seat]),
        });
        let written = Written { level: self.level, position: self.position.to_string(), seed: self.seed, game };
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Reads a question; `None` if another version of the program has written it in another way.
    pub(crate) fn from_text(text: &str) -> Option<Question> {
        let Written { level, position, seed, game } = serde_json::from_str(text).ok()?;
        let game = match game {
            Some(game) => Some(Box::new(GameSoFar {
                start: game.start.parse().ok()?,
                moves: game.moves.iter().map(|mv| mv.parse().ok()).collect::<Option<_>>()?,
                people: PerSeat::from_fn(|seat| game.people[seat.index()]),
            })),
            None => None,
        };
        Some(Question { level, position: position.parse().ok()?, seed, game })
    }

    /// Thinks, which takes up to a second, or until it is told to stop.
    pub(crate) fn think(&self, stop: &AtomicBool) -> Option<Move> {
        let (level, clock) = (level_of(self.level), Stopwatch::start());
        let budget = Budget { limits: level.limits(), clock: &clock, stop };
        let mut bot = level.bot(self.seed);
        if let Some(game) = &self.game {
            bot.adapt(game);
        }
        bot.think(&self.position, &budget).map(|thought| thought.mv)
    }

    /// How long the level should appear to think.
    pub(crate) fn pace(&self) -> Duration {
        level_of(self.level).pace(&self.position)
    }
}

/// The computer player behind a level id of the protocol.
fn level_of(level: LevelId) -> Level {
    match level {
        LevelId::Goatherd => Level::Goatherd,
        LevelId::Pilgrim => Level::Pilgrim,
        LevelId::Guide => Level::Guide,
        LevelId::Abbot => Level::Abbot,
        LevelId::Sage => Level::Sage,
        LevelId::Companion => Level::Companion,
    }
}

#[cfg(test)]
mod tests {
    use shangrila_rules::{GameOptions, Seats};

    use super::*;

    #[test]
    fn levels_have_the_same_ids_in_the_protocol() {
        assert_eq!(LevelId::ALL.map(level_of), Level::ALL);
        assert_eq!(LevelId::ALL.map(LevelId::id), Level::ALL.map(Level::id));
    }

    #[test]
    fn a_question_is_read_as_it_was_written() {
        let start = Position::first_game(Seats::FOUR, GameOptions::default());
        let mut position = start;
        let mut moves = Vec::new();
        for _ in 0..20 {
            moves.extend(position.play_random(|end| fastrand::u32(..end)));
        }
        let people = PerSeat::from_fn(|seat| seat.index() % 2 == 0);
        let game = Some(Box::new(GameSoFar { start, moves, people }));
        for game in [None, game] {
            let question = Question { level: LevelId::Companion, position, seed: u64::MAX, game };
            assert_eq!(Question::from_text(&question.to_text()), Some(question));
        }
    }

    #[test]
    fn a_question_in_another_form_is_not_understood() {
        for text in ["", "{}", r#"{"level":"sage","position":"nowhere","seed":1}"#, r#"{"level":"yeti"}"#] {
            assert!(Question::from_text(text).is_none(), "{text}");
        }
    }
}
