//! What page and thread say to each other.

use shangrila_ai::BotSpec;
use shangrila_rules::{Clan, Move, PerClan, Position};

/// A question for a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Question {
    pub(crate) player: BotSpec,
    pub(crate) seed: u64,
    /// Milliseconds to think, at most.
    pub(crate) time: u32,
    pub(crate) position: Position,
    /// The latest moves up to the position, with which a player finds what it knew before.
    pub(crate) latest: Vec<Move>,
}

/// A move, and how the game will probably end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) mv: Move,
    pub(crate) wins: PerClan<f32>,
}

/// What the thread says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Reply {
    Progress { id: u32, share: f64 },
    Answer { id: u32, answer: Answer },
}

impl Question {
    pub(crate) fn write(&self, id: u32) -> String {
        let latest: Vec<String> = self.latest.iter().map(Move::to_string).collect();
        let Question { player, seed, time, position, .. } = self;
        format!("{id}\n{player}\n{seed}\n{time}\n{position}\n{}", latest.join(" "))
    }

    pub(crate) fn read(line: &str) -> Option<(u32, Question)> {
        let mut fields = line.split('\n');
        let mut next = || fields.next();
        let id = next()?.parse().ok()?;
        let player = next()?.parse().ok()?;
        let seed = next()?.parse().ok()?;
        let time = next()?.parse().ok()?;
        let position = next()?.parse().ok()?;
        let latest = next()?.split_whitespace().map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
        Some((id, Question { player, seed, time, position, latest }))
    }
}

pub(crate) fn write_progress(id: u32, share: f64) -> String {
    format!("{id} {share:.3}")
}

pub(crate) fn write_answer(id: u32, answer: &Answer) -> String {
    let wins: Vec<String> = Clan::ALL.iter().map(|&clan| answer.wins[clan].to_string()).collect();
    format!("{id} {} {}", answer.mv, wins.join(" "))
}

pub(crate) fn read_reply(line: &str) -> Option<Reply> {
    let mut fields = line.split(' ');
    let id = fields.next()?.parse().ok()?;
    let second = fields.next()?;
    if let Ok(share) = second.parse() {
        return Some(Reply::Progress { id, share });
    }
    let mv = second.parse().ok()?;
    let mut wins = PerClan::default();
    for clan in Clan::ALL {
        wins[clan] = fields.next()?.parse().ok()?;
    }
    Some(Reply::Answer { id, answer: Answer { mv, wins } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_ai::Level;
    use shangrila_rules::{GameOptions, Seats};

    #[test]
    fn questions_and_replies_are_read_back() {
        let question = Question {
            player: BotSpec::Level(Level::Guide),
            seed: u64::MAX,
            time: 1000,
            position: Position::first_game(Seats::THREE, GameOptions::default()),
            latest: vec!["+R@a+Y@c".parse().unwrap(), Move::Pass],
        };
        assert_eq!(Question::read(&question.write(7)), Some((7, question)));
        let answer = Answer { mv: "a>b".parse().unwrap(), wins: PerClan::from_fn(|clan| clan as usize as f32 / 7.0) };
        assert_eq!(read_reply(&write_answer(3, &answer)), Some(Reply::Answer { id: 3, answer }));
        assert_eq!(read_reply(&write_progress(3, 0.25)), Some(Reply::Progress { id: 3, share: 0.25 }));
        assert_eq!(read_reply("3"), None);
        assert_eq!(Question::read("3\nguide"), None);
    }
}
