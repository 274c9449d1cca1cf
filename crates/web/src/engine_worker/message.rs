//! The messages between the page and its engine worker, as lines of text.

use shangrila_ai::{BotSpec, GameSoFar};
use shangrila_rules::{Clan, Move, PerClan, PerSeat, Seat};

/// A request to find a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SearchRequest {
    pub(crate) player: BotSpec,
    pub(crate) seed: u64,
    /// The longest the search may take, in milliseconds.
    pub(crate) time: u32,
    /// The whole game, so that the bot can reuse its search tree and adapt to people.
    pub(crate) game: GameSoFar,
}

/// The move found, and each clan's probability of winning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SearchResult {
    pub(crate) mv: Move,
    pub(crate) wins: PerClan<f32>,
    /// Positions visited, for measurements.
    pub(crate) visits: u32,
}

/// A message from the worker. `id` is that of the request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum WorkerMessage {
    Progress { id: u32, share: f64 },
    Done { id: u32, result: SearchResult },
}

impl SearchRequest {
    pub(crate) fn write(&self, id: u32) -> String {
        let SearchRequest { player, seed, time, game } = self;
        let people: String = Seat::ALL.iter().map(|&seat| if game.people[seat] { 'p' } else { '-' }).collect();
        let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
        format!("{id}\n{player}\n{seed}\n{time}\n{}\n{people}\n{}", game.start, moves.join(" "))
    }

    pub(crate) fn read(line: &str) -> Option<(u32, SearchRequest)> {
        let mut fields = line.split('\n');
        let mut next = || fields.next();
        let id = next()?.parse().ok()?;
        let player = next()?.parse().ok()?;
        let seed = next()?.parse().ok()?;
        let time = next()?.parse().ok()?;
        let start = next()?.parse().ok()?;
        let people = next()?.as_bytes();
        let people = PerSeat::from_fn(|seat| people.get(seat.index()) == Some(&b'p'));
        let moves = next()?.split_whitespace().map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
        Some((id, SearchRequest { player, seed, time, game: GameSoFar { start, moves, people } }))
    }
}

pub(crate) fn write_progress(id: u32, share: f64) -> String {
    format!("{id} {share:.3}")
}

pub(crate) fn write_result(id: u32, result: &SearchResult) -> String {
    let wins: Vec<String> = Clan::ALL.iter().map(|&clan| result.wins[clan].to_string()).collect();
    format!("{id} {} {} {}", result.mv, wins.join(" "), result.visits)
}

pub(crate) fn read_message(line: &str) -> Option<WorkerMessage> {
    let mut fields = line.split(' ');
    let id = fields.next()?.parse().ok()?;
    let second = fields.next()?;
    if let Ok(share) = second.parse() {
        return Some(WorkerMessage::Progress { id, share });
    }
    let mv = second.parse().ok()?;
    let mut wins = PerClan::default();
    for clan in Clan::ALL {
        wins[clan] = fields.next()?.parse().ok()?;
    }
    let visits = fields.next()?.parse().ok()?;
    Some(WorkerMessage::Done { id, result: SearchResult { mv, wins, visits } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_ai::Level;
    use shangrila_rules::{GameOptions, Position, Seats};

    #[test]
    fn requests_and_worker_messages_survive_a_round_trip() {
        let request = SearchRequest {
            player: BotSpec::Level(Level::Guide),
            seed: u64::MAX,
            time: 1000,
            game: GameSoFar {
                start: Position::first_game(Seats::THREE, GameOptions::default()),
                moves: vec!["+R@a+Y@c".parse().unwrap(), Move::Pass],
                people: PerSeat::from_fn(|seat| seat.index() == 1),
            },
        };
        assert_eq!(SearchRequest::read(&request.write(7)), Some((7, request)));
        let wins = PerClan::from_fn(|clan| clan as usize as f32 / 7.0);
        let result = SearchResult { mv: "a>b".parse().unwrap(), wins, visits: 12 };
        assert_eq!(read_message(&write_result(3, &result)), Some(WorkerMessage::Done { id: 3, result }));
        assert_eq!(read_message(&write_progress(3, 0.25)), Some(WorkerMessage::Progress { id: 3, share: 0.25 }));
        assert_eq!(read_message("3"), None);
        assert_eq!(SearchRequest::read("3\nguide"), None);
    }
}
