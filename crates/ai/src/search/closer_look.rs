//! Compares any move of a position with the best one, in the same search.

use shangrila_rules::Move;

use super::{AnalysisLine, Search};
use crate::bot::Outlook;
use crate::budget::Budget;
use crate::seats::to_clans;

impl Search {
    /// Looks at a move of the position as closely as is wanted, even if the search thinks little of it: until it has this many visits or
    /// its result is proved. What [`Search::analysis`] says about the position stays the same, so a move can be compared with the best
    /// one in the same search. `None` if the move is illegal. If there are several threads, only the first one looks.
    pub fn look_at(&mut self, mv: Move, visits: u32, budget: &Budget<'_>) -> Option<AnalysisLine> {
        let seats = self.position().seats();
        let found = self.trees[0].look_at(mv, visits, budget)?;
        let (wins, masters) = (to_clans(seats, found.mean.wins), to_clans(seats, found.mean.masters));
        Some(AnalysisLine {
            mv: found.mv,
            visits: found.visits,
            prior: found.prior,
            outlook: Outlook { wins, masters, proved: found.proved },
            variation: found.variation,
        })
    }
}
