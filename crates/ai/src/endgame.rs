//! Exact results of the last turns, by max^n.
//!
//! Every clan is taken to choose what is best for itself, the greatest share of the victory, and to have no preference
//! between moves that are equal in that. With three and more clans this is a statement about clans that all play by this
//! rule, not a guarantee against clans that do not: `docs/computer-players.md` says more.

use core::cmp::Ordering;
use std::collections::HashMap;

use shangrila_rules::{Move, MoveList, Position, Stones};

use crate::budget::Budget;
use crate::evaluator::Judgement;

/// The journeys that will still be sent if nobody runs out of moves: each one breaks a bridge, and the game ends with
/// the last stone.
pub(crate) fn journeys_left(position: &Position) -> usize {
    let unused = usize::from(position.options().stones == Stones::Eleven);
    position.bridges().len().saturating_sub(unused)
}

/// Solves positions and remembers them.
pub(crate) struct Solver {
    solved: HashMap<u64, Judgement>,
    /// How many solved positions are kept before all are forgotten.
    capacity: usize,
    /// Lists of moves that are not in use.
    lists: Vec<MoveList>,
}

/// What a solved position takes in memory, with the gaps of the table.
const BYTES_PER_SOLVED: usize = 96;

/// Positions between two looks at the clock.
const NODES_BETWEEN_LOOKS: u32 = 256;

/// What one attempt may cost.
struct Attempt<'a> {
    nodes_left: u32,
    budget: Option<&'a Budget<'a>>,
}

impl Solver {
    /// A solver that keeps to about this many bytes.
    pub(crate) fn new(memory: usize) -> Solver {
        Solver { solved: HashMap::new(), capacity: memory / BYTES_PER_SOLVED, lists: Vec::new() }
    }

    /// Bytes in use.
    pub(crate) fn memory_used(&self) -> usize {
        self.solved.capacity() * (size_of::<(u64, Judgement)>() + 1)
    }

    /// The result under max^n, if it can be found by looking at `nodes` positions at most, within the budget.
    pub(crate) fn solve(&mut self, position: &Position, nodes: u32, budget: Option<&Budget<'_>>) -> Option<Judgement> {
        if self.solved.len() > self.capacity {
            self.solved.clear();
        }
        self.value(position, &mut Attempt { nodes_left: nodes, budget })
    }

    fn value(&mut self, position: &Position, attempt: &mut Attempt<'_>) -> Option<Judgement> {
        if position.is_over() {
            return Some(Judgement::of_end(position));
        }
        let key = position.hash64();
        if let Some(value) = self.solved.get(&key) {
            return Some(*value);
        }
        attempt.nodes_left = attempt.nodes_left.checked_sub(1)?;
        if attempt.nodes_left.is_multiple_of(NODES_BETWEEN_LOOKS) && attempt.budget.is_some_and(Budget::is_over) {
            attempt.nodes_left = 0;
            return None;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        position.legal_moves(&mut list);
        let best = self.best_value(position, &list, attempt);
        self.lists.push(list);
        self.solved.insert(key, best?);
        best
    }

    /// The moves whose result is known, the best one first, each with what follows under max^n as far as it is known.
    pub(crate) fn solved_moves(&self, position: &Position) -> Vec<(Judgement, Vec<Move>)> {
        let seat = position.seat_to_move();
        let mut moves = Vec::new();
        self.for_each_known(position, |mv, value| moves.push((value, vec![mv])));
        // Of moves that win as much, the one with more masters comes first.
        let worth = |judgement: &Judgement| (judgement.wins[seat], judgement.masters[seat]);
        moves.sort_by(|(one, _), (other, _)| worth(other).partial_cmp(&worth(one)).unwrap_or(Ordering::Equal));
        for (_, variation) in &mut moves {
            let mut after = *position;
            while let Some(&last) = variation.last() {
                after.play_unchecked(last);
                let mut next: Option<(Move, Judgement)> = None;
                let seat = after.seat_to_move();
                self.for_each_known(&after, |mv, value| {
                    if next.is_none_or(|(_, best)| value.wins[seat] > best.wins[seat]) {
                        next = Some((mv, value));
                    }
                });
                match next {
                    Some((mv, _)) => variation.push(mv),
                    None => break,
                }
            }
        }
        moves
    }

    fn for_each_known(&self, position: &Position, mut see: impl FnMut(Move, Judgement)) {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        for mv in list.iter() {
            let mut after = *position;
            after.play_unchecked(mv);
            let known = if after.is_over() {
                Some(Judgement::of_end(&after))
            } else {
                self.solved.get(&after.hash64()).copied()
            };
            if let Some(value) = known {
                see(mv, value);
            }
        }
    }

    fn best_value(&mut self, position: &Position, list: &MoveList, attempt: &mut Attempt<'_>) -> Option<Judgement> {
        let mut best = BestOf::new(position.seat_to_move());
        // Journeys come first: they end the game soonest, and one that wins alone makes all other moves needless.
        let is_journey = |mv: &Move| matches!(mv, Move::Journey { .. });
        for mv in list.iter().filter(is_journey).chain(list.iter().filter(|mv| !is_journey(mv))) {
            let mut after = *position;
            after.play_unchecked(mv);
            best.see(&self.value(&after, attempt)?, 1);
            if best.is_sure() {
                break;
            }
        }
        best.judgement()
    }
}

/// What a clan can reach, move by move, by the tie rule of proofs: it takes the greatest share of the victory for itself;
/// between moves that are equal in that, each is as likely as the other.
pub(crate) struct BestOf {
    seat: usize,
    best: f32,
    sum: Judgement,
    pub(crate) ties: u32,
}

/// Shares of the victory that differ by less are equal, but for rounding.
const EQUAL: f32 = 1e-5;

impl BestOf {
    pub(crate) fn new(seat: usize) -> BestOf {
        BestOf { seat, best: f32::NEG_INFINITY, sum: Judgement::default(), ties: 0 }
    }

    /// Takes the result of another move into account, or of several that have it on average.
    pub(crate) fn see(&mut self, result: &Judgement, moves: u32) {
        let own = result.wins[self.seat];
        if own < self.best - EQUAL {
            return;
        }
        if own > self.best + EQUAL {
            *self = BestOf { best: own, ..BestOf::new(self.seat) };
        }
        self.ties += moves;
        self.sum.add(result, moves as f32);
    }

    /// Whether no other move can be better: this one wins alone.
    pub(crate) fn is_sure(&self) -> bool {
        self.best >= 1.0 - EQUAL
    }

    /// The expected result; `None` before the first move.
    pub(crate) fn judgement(&self) -> Option<Judgement> {
        let mut mean = Judgement::default();
        mean.add(&self.sum, 1.0 / self.ties as f32);
        (self.ties > 0).then_some(mean)
    }
}
