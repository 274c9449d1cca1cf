//! Finds the moves of an endgame that win whatever the others play.

use shangrila_puzzles::PuzzleKind;
use shangrila_puzzles::equivalence::distinct_moves;
use shangrila_rules::{Move, Position};
use shangrila_table::lessons::ForcedWin;

use super::{FEWEST_MOVES, MOST_ANSWERS};

/// Proofs are tried when at most this many journeys are left. With more, hardly any can be completed. These positions are left to proofs.
pub(super) const MOST_JOURNEYS: usize = 4;

/// A position in which few moves win by force, and no others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) kind: PuzzleKind,
    pub(super) answers: Vec<Move>,
}

impl Proof {
    /// Decides for every move whether it wins by force; `None` if too few or too many do, or if that takes more than `nodes` positions.
    pub(super) fn find(position: &Position, nodes: u32) -> Option<Proof> {
        let clan = position.to_move()?;
        if position.in_opening() || position.journeys_left() > MOST_JOURNEYS {
            return None;
        }
        let mut moves = distinct_moves(position);
        if moves.len() < FEWEST_MOVES {
            return None;
        }
        moves.sort_by_key(|mv| !matches!(mv, Move::Journey { .. }));
        let mut search = ForcedWin::new(clan, nodes);
        let mut answers = Vec::new();
        for mv in moves {
            if search.holds_after(position, mv)? {
                answers.push(mv);
            }
            if answers.len() > MOST_ANSWERS {
                return None;
            }
        }
        if answers.is_empty() {
            return None;
        }
        let mut by_masters = ForcedWin::by_masters(clan, nodes);
        let mut without_tie_break = false;
        for &mv in &answers {
            without_tie_break |= by_masters.holds_after(position, mv)?;
        }
        let kind = if without_tie_break { PuzzleKind::Endgame } else { PuzzleKind::TieBreak };
        Some(Proof { kind, answers })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn proof(position: &str) -> Option<Proof> {
        Proof::find(&position.parse().unwrap(), 200_000)
    }

    /// A position of game 1.2, continuation 2.
    const ENDGAME: &str = "vYvrYrr/yybvyyv/yybvbyv/vbvryrb/vbvrrrb/RbBBRyB/vyVRyrr/rbrbrbr/bvyyvvb/YVBVByV/vyvryrr/rBRbRBr/BVYyvvb \
        040008 rbvy r 132 0";

    /// A position of game 1.2.
    pub(crate) const TIE_BREAK: &str = "VYvrYRr/yybvyyv/yybvbyv/vbvryrb/vbvrrrb/RbBBRyB/vRvryrr/rbrbrbr/bvyyvvb/YVBVByV/vYVRyrr/rBRbRBr/BVYyvvb \
        044008 rbvy v 134 0";

    #[test]
    fn the_only_winning_journey_is_a_proved_endgame() {
        let answers = vec!["g>a".parse().unwrap()];
        assert_eq!(proof(ENDGAME), Some(Proof { kind: PuzzleKind::Endgame, answers }));
    }

    #[test]
    fn a_win_that_needs_the_tie_break_is_a_puzzle_of_the_tie_break() {
        let answers = vec!["j>i".parse().unwrap()];
        assert_eq!(proof(TIE_BREAK), Some(Proof { kind: PuzzleKind::TieBreak, answers }));
    }

    #[test]
    fn positions_without_a_forced_win_and_set_ups_are_not_puzzles() {
        // Only the bridges ab and lm stand, and blue has far more masters.
        assert_eq!(proof("RR5/BBBBBBB/7/7/7/7/7/7/7/7/7/7/bbbbbbb 400001 rbvy r 60 0"), None);
        assert_eq!(proof("7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 0 0"), None);
    }
}
