//! Proves that a clan wins whatever the others play, for the last turns of a game.

use std::collections::HashMap;

use shangrila_rules::{Clan, Move, Position};

/// A proof search for one clan against all others. It remembers what it has proved, so further questions about the same game are cheap.
#[derive(Debug)]
pub struct ForcedWin {
    clan: Clan,
    /// Whether equal numbers of masters are not a win, whatever the tie-break says.
    by_masters: bool,
    solved: HashMap<u64, bool>,
    nodes_left: u32,
}

impl ForcedWin {
    /// Creates a search that may visit this many positions in all.
    pub fn new(clan: Clan, nodes: u32) -> ForcedWin {
        ForcedWin { clan, by_masters: false, solved: HashMap::new(), nodes_left: nodes }
    }

    /// Creates a search for a win without the tie-break: with more masters than anybody else.
    pub fn by_masters(clan: Clan, nodes: u32) -> ForcedWin {
        ForcedWin { by_masters: true, ..ForcedWin::new(clan, nodes) }
    }

    /// Whether the clan wins alone, whatever the others play; `None` if finding out takes too many positions.
    pub fn holds(&mut self, position: &Position) -> Option<bool> {
        if position.is_over() {
            return Some(self.is_won(position));
        }
        let key = position.hash64();
        if let Some(&known) = self.solved.get(&key) {
            return Some(known);
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let own = position.to_move() == Some(self.clan);
        let mut result = !own;
        for mv in journeys_first(position) {
            if self.holds_after(position, mv)? == own {
                result = own;
                break;
            }
        }
        self.solved.insert(key, result);
        Some(result)
    }

    /// Whether the clan has won a finished game alone.
    fn is_won(&self, end: &Position) -> bool {
        let own = end.score(self.clan);
        end.seats()
            .iter()
            .filter(|&other| other != self.clan)
            .map(|other| end.score(other))
            .all(|other| if self.by_masters { own.masters > other.masters } else { own > other })
    }

    /// [`ForcedWin::holds`] after a legal move.
    pub fn holds_after(&mut self, position: &Position, mv: Move) -> Option<bool> {
        let mut after = *position;
        after.play_unchecked(mv);
        self.holds(&after)
    }

    /// The answers of the others after which the win can no longer be forced, up to the clan's next turn or the end.
    pub fn refutation(&mut self, position: &Position) -> Vec<(Clan, Move)> {
        let (mut position, mut line) = (*position, Vec::new());
        while let Some(other) = position.to_move().filter(|&clan| clan != self.clan) {
            let mut answers = journeys_first(&position).into_iter();
            let Some(answer) = answers.find(|&mv| self.holds_after(&position, mv) == Some(false)) else { break };
            position.play_unchecked(answer);
            line.push((other, answer));
        }
        line
    }
}

/// The legal moves. Journeys come first: they end the game soonest, and they are the plainest answers.
fn journeys_first(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().collect();
    moves.sort_by_key(|mv| !matches!(mv, Move::Journey { .. }));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the bridges ab and lm stand, so any journey ends the game.
    fn position(villages: &str, turn: char) -> Position {
        format!("{villages} 400001 rbvy {turn} 60 0").parse().unwrap()
    }

    #[test]
    fn a_journey_that_wins_at_once_is_a_forced_win() {
        let position = position("RR5/b6/7/7/7/7/7/7/7/7/7/7/b6", 'r');
        let mut search = ForcedWin::new(Clan::Red, 1000);
        assert_eq!(search.holds(&position), Some(true));
        assert_eq!(search.holds_after(&position, "a>b".parse().unwrap()), Some(true));
    }

    #[test]
    fn a_win_that_can_be_prevented_is_not_forced_and_the_refutation_is_named() {
        // Blue can answer any placement with the journey b>a, which ends the game in its favour.
        let position = position("rr5/BBBB3/7/7/7/7/7/7/7/7/7/7/7", 'r');
        let mut search = ForcedWin::new(Clan::Red, 100_000);
        let mut after = position;
        after.play("H@a".parse().unwrap()).unwrap();
        assert_eq!(search.holds(&after), Some(false));
        assert_eq!(search.refutation(&after), [(Clan::Blue, "b>a".parse().unwrap())]);
    }

    #[test]
    fn a_win_by_the_tie_break_is_not_a_win_by_masters() {
        // After the journey a>b red and blue have four masters each, red in two villages.
        let position = position("RR5/7/7/7/7/7/7/7/7/7/7/7/bbbb3", 'r');
        let journey = "a>b".parse().unwrap();
        assert_eq!(ForcedWin::new(Clan::Red, 1000).holds_after(&position, journey), Some(true));
        assert_eq!(ForcedWin::by_masters(Clan::Red, 1000).holds_after(&position, journey), Some(false));
    }

    #[test]
    fn a_search_without_positions_left_says_nothing() {
        let position = position("rr5/bb5/7/7/7/7/7/7/7/7/7/7/7", 'r');
        assert_eq!(ForcedWin::new(Clan::Red, 3).holds(&position), None);
    }
}
