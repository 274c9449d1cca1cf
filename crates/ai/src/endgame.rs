//! Solves the last turns of a game exactly, under max^n.
//!
//! Every clan is assumed to maximise its own share of the victory and to be indifferent between moves that tie. With three
//! or more clans the result holds only if everyone plays this way; `docs/computer-players.md` explains what that means.

use core::cmp::Ordering;
use std::collections::HashMap;

use shangrila_rules::{Move, MoveList, Position, Seat};

use crate::budget::Budget;
use crate::evaluator::Evaluation;

/// Solves positions and caches the results.
pub(crate) struct Solver {
    solved: HashMap<u64, Evaluation>,
    /// The number of cached positions above which the cache is cleared.
    capacity: usize,
    /// Move lists that can be reused.
    lists: Vec<MoveList>,
}

/// The memory per cached position, including the table's free slots.
const BYTES_PER_SOLVED: usize = 96;

/// Positions solved between two readings of the clock.
const NODES_PER_CLOCK_CHECK: u32 = 256;

/// The limits of one attempt at solving a position.
struct Attempt<'a> {
    nodes_left: u32,
    budget: Option<&'a Budget<'a>>,
}

impl Solver {
    /// Creates a solver that uses about `memory` bytes.
    pub(crate) fn new(memory: usize) -> Solver {
        Solver { solved: HashMap::new(), capacity: memory / BYTES_PER_SOLVED, lists: Vec::new() }
    }

    /// Returns the bytes in use.
    pub(crate) fn memory_used(&self) -> usize {
        self.solved.capacity() * (size_of::<(u64, Evaluation)>() + 1)
    }

    /// Returns the max^n result, or `None` if finding it takes more than `nodes` positions or exceeds the budget.
    pub(crate) fn solve(&mut self, position: &Position, nodes: u32, budget: Option<&Budget<'_>>) -> Option<Evaluation> {
        if self.solved.len() > self.capacity {
            self.solved.clear();
        }
        self.value(position, &mut Attempt { nodes_left: nodes, budget })
    }

    fn value(&mut self, position: &Position, attempt: &mut Attempt<'_>) -> Option<Evaluation> {
        if position.is_over() {
            return Some(Evaluation::of_end(position));
        }
        let key = position.hash64();
        if let Some(value) = self.solved.get(&key) {
            return Some(*value);
        }
        attempt.nodes_left = attempt.nodes_left.checked_sub(1)?;
        if attempt.nodes_left.is_multiple_of(NODES_PER_CLOCK_CHECK) && attempt.budget.is_some_and(Budget::is_over) {
            attempt.nodes_left = 0;
            return None;
        }
        let mut list = self.lists.pop().unwrap_or_default();
        position.legal_moves_into(&mut list);
        let best = self.best_value(position, &list, attempt);
        self.lists.push(list);
        self.solved.insert(key, best?);
        best
    }

    /// Returns the moves with a cached result, best first, each with its variation under max^n as far as it is cached.
    pub(crate) fn solved_moves(&self, position: &Position) -> Vec<(Evaluation, Vec<Move>)> {
        let Some(seat) = position.seat_to_move() else { return Vec::new() };
        let mut moves = Vec::new();
        self.for_each_known(position, |mv, value| moves.push((value, vec![mv])));
        // Among moves with the same chance of winning, more masters are better.
        let worth = |evaluation: &Evaluation| (evaluation.wins[seat], evaluation.masters[seat]);
        moves.sort_by(|(one, _), (other, _)| worth(other).partial_cmp(&worth(one)).unwrap_or(Ordering::Equal));
        for (_, variation) in &mut moves {
            let mut after = *position;
            while let Some(&last) = variation.last() {
                after.play_unchecked(last);
                let mut next: Option<(Move, Evaluation)> = None;
                let Some(seat) = after.seat_to_move() else { break };
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

    fn for_each_known(&self, position: &Position, mut visit: impl FnMut(Move, Evaluation)) {
        for mv in &position.legal_moves() {
            let mut after = *position;
            after.play_unchecked(mv);
            let known = if after.is_over() {
                Some(Evaluation::of_end(&after))
            } else {
                self.solved.get(&after.hash64()).copied()
            };
            if let Some(value) = known {
                visit(mv, value);
            }
        }
    }

    fn best_value(&mut self, position: &Position, list: &MoveList, attempt: &mut Attempt<'_>) -> Option<Evaluation> {
        let mut best = BestOf::new(position.seat_to_move()?);
        // Journeys come first: they end the game soonest, and a certain win makes all other moves irrelevant.
        let is_journey = |mv: &Move| matches!(mv, Move::Journey { .. });
        for mv in list.iter().filter(is_journey).chain(list.iter().filter(|mv| !is_journey(mv))) {
            let mut after = *position;
            after.play_unchecked(mv);
            best.consider(&self.value(&after, attempt)?, 1);
            if best.is_certain_win() {
                break;
            }
        }
        best.evaluation()
    }
}

/// Accumulates the max^n result over the moves of one clan: the moves with the greatest share of the victory for that
/// clan count, and among ties each is equally likely.
pub(crate) struct BestOf {
    seat: Seat,
    best: f32,
    sum: Evaluation,
    pub(crate) ties: u32,
}

/// Shares of the victory that differ by less than this are equal up to rounding.
const TIE_TOLERANCE: f32 = 1e-5;

impl BestOf {
    pub(crate) fn new(seat: Seat) -> BestOf {
        BestOf { seat, best: f32::NEG_INFINITY, sum: Evaluation::default(), ties: 0 }
    }

    /// Adds the result of a move, or the average result of several tied moves.
    pub(crate) fn consider(&mut self, result: &Evaluation, moves: u32) {
        let own = result.wins[self.seat];
        if own < self.best - TIE_TOLERANCE {
            return;
        }
        if own > self.best + TIE_TOLERANCE {
            *self = BestOf { best: own, ..BestOf::new(self.seat) };
        }
        self.ties += moves;
        self.sum.add_scaled(result, moves as f32);
    }

    /// Returns whether the best move so far wins outright, so that no other can be better.
    pub(crate) fn is_certain_win(&self) -> bool {
        self.best >= 1.0 - TIE_TOLERANCE
    }

    /// Returns the expected result, or `None` before the first move.
    pub(crate) fn evaluation(&self) -> Option<Evaluation> {
        let mut mean = Evaluation::default();
        mean.add_scaled(&self.sum, 1.0 / self.ties as f32);
        (self.ties > 0).then_some(mean)
    }
}
