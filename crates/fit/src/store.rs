//! Self-play games as text, so that weights can be refitted without playing again: one game per line, with tab-separated
//! fields.
//!
//! The first field is the starting position. Every other field is a turn: the move and, if it was searched, the search's
//! chances of winning and each move's share of the visits.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use shangrila_rules::{Move, PerSeat, Position};

use crate::selfplay::{Game, Turn};

/// Moves with a smaller share of the visits are omitted.
const MIN_SHARE: f32 = 0.01;

fn file(folder: &Path, clans: usize) -> PathBuf {
    folder.join(format!("games-of-{clans}"))
}

/// Writes all games with this number of clans.
pub(crate) fn save(folder: &Path, clans: usize, games: &[Game]) -> Result<(), String> {
    let path = file(folder, clans);
    let text: String = games.iter().map(|game| write(game) + "\n").collect();
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads all games with this number of clans.
pub(crate) fn load(folder: &Path, clans: usize) -> Result<Vec<Game>, String> {
    let path = file(folder, clans);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let game =
        |(index, line)| read(line).ok_or_else(|| format!("{}:{}: not a self-play game", path.display(), index + 1));
    text.lines().enumerate().map(game).collect()
}

/// Returns the text of a game, without a line break.
fn write(game: &Game) -> String {
    let mut text = game.turns.first().map_or_else(String::new, |turn| turn.position.to_string());
    for turn in &game.turns {
        let _ = write!(text, "\t{}", turn.played);
        if let Some(wins) = turn.wins.filter(|_| !turn.shares.is_empty()) {
            let [first, second, third, fourth] = wins.values();
            let _ = write!(text, " {first:.3},{second:.3},{third:.3},{fourth:.3}");
            for (mv, share) in turn.shares.iter().filter(|(_, share)| *share >= MIN_SHARE) {
                let _ = write!(text, " {mv}={share:.3}");
            }
        }
    }
    text
}

/// Parses a game; `None` if the text is malformed.
fn read(text: &str) -> Option<Game> {
    let mut fields = text.split('\t');
    let mut position: Position = fields.next()?.parse().ok()?;
    let mut turns = Vec::new();
    for field in fields {
        let mut words = field.split(' ');
        let played: Move = words.next()?.parse().ok()?;
        let wins = match words.next() {
            Some(numbers) => {
                let mut wins = PerSeat::default();
                for ((_, chance), number) in wins.iter_mut().zip(numbers.split(',')) {
                    *chance = number.parse().ok()?;
                }
                Some(wins)
            }
            None => None,
        };
        let share = |word: &str| {
            let (mv, share) = word.split_once('=')?;
            Some((mv.parse().ok()?, share.parse().ok()?))
        };
        let mut shares = words.map(share).collect::<Option<Vec<(Move, f32)>>>()?;
        let all: f32 = shares.iter().map(|(_, share)| share).sum();
        shares.iter_mut().for_each(|(_, share)| *share /= all);
        turns.push(Turn { position, played, shares, wins });
        position.play(played).ok()?;
    }
    Some(Game { turns, end: position })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Seats};

    #[test]
    fn games_round_trip_through_text() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut position = Position::first_game(Seats::THREE, GameOptions::default());
        let mut turns = Vec::new();
        while !position.is_over() {
            let before = position;
            let Some(played) = position.play_random(|n| rng.u32(..n)) else { break };
            let searched = turns.len() % 3 == 0;
            let shares = if searched { vec![(played, 1.0)] } else { Vec::new() };
            let wins = PerSeat::from_fn(|seat| [0.5, 0.25, 0.25, 0.0][seat.index()]);
            turns.push(Turn { position: before, played, shares, wins: searched.then_some(wins) });
        }
        let game = Game { turns, end: position };
        let again = read(&write(&game)).unwrap();
        assert_eq!(again.end, game.end);
        assert_eq!(again.turns.len(), game.turns.len());
        for (one, other) in again.turns.iter().zip(&game.turns) {
            assert_eq!((one.position, one.played), (other.position, other.played));
            assert_eq!((&one.shares, one.wins), (&other.shares, other.wins));
        }
        assert!(read("").is_none() && read(&write(&game).replace('@', "!")).is_none());
    }
}
