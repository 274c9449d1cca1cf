//! What a search has found out about a position, and how the findings of several searches are put together.

use core::cmp::Ordering;

use shangrila_rules::{Clan, Move, PerClan, Position};

use super::tree::{RootMove, Tree};
use crate::bot::Outlook;
use crate::evaluator::Evaluation;
use crate::seats::to_clans;

/// What a search has found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The expected outcome of the position.
    pub outlook: Outlook,
    /// Positions visited.
    pub visits: u32,
    /// The best moves, best first.
    pub lines: Vec<AnalysisLine>,
}

/// A move with its statistics and principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisLine {
    /// The move at the root.
    pub mv: Move,
    /// Visits to the position after the move.
    pub visits: u32,
    /// The prior the policy gave it before it was searched.
    pub prior: f32,
    /// The expected outcome after the move.
    pub outlook: Outlook,
    /// The move and the most visited continuation.
    pub variation: Vec<Move>,
}

impl Analysis {
    /// What one tree has found out, with all moves it has tried.
    pub(super) fn of_tree(tree: &Tree) -> Analysis {
        let seats = tree.position().seats();
        let outlook = |evaluation: &Evaluation, proved| Outlook {
            wins: to_clans(seats, evaluation.wins),
            masters: to_clans(seats, evaluation.masters),
            proved,
        };
        let line = |mv: RootMove| AnalysisLine {
            mv: mv.mv,
            visits: mv.visits,
            prior: mv.prior,
            outlook: outlook(&mv.mean, mv.proved),
            variation: mv.variation,
        };
        Analysis {
            outlook: outlook(&tree.mean(), tree.is_proved()),
            visits: tree.visits(),
            lines: tree.root_moves().into_iter().map(line).collect(),
        }
    }

    /// Puts together what several searches of `position` have found out, with at most `lines` moves.
    ///
    /// Visits add up, and chances are weighted by them. If one of the searches has proved the position, its word is final.
    #[must_use]
    pub fn merge(position: &Position, parts: impl IntoIterator<Item = Analysis>, lines: usize) -> Analysis {
        let mut parts: Vec<Analysis> = parts.into_iter().collect();
        let visits = parts.iter().map(|part| part.visits).sum();
        if let Some(outlook) = Outlook::of_end(position) {
            return Analysis { outlook, visits, lines: Vec::new() };
        }
        let mut merged = match parts.iter().position(|part| part.outlook.proved) {
            Some(proved) => {
                let Analysis { outlook, mut lines, .. } = parts.swap_remove(proved);
                if let Some(clan) = position.to_move() {
                    let worth = |line: &AnalysisLine| {
                        (line.outlook.proved, line.outlook.wins[clan], line.outlook.masters[clan])
                    };
                    lines.sort_by(|one, other| worth(other).partial_cmp(&worth(one)).unwrap_or(Ordering::Equal));
                }
                Analysis { outlook, visits, lines }
            }
            None => {
                let weight = |part: &Analysis| part.visits as f32 / visits.max(1) as f32;
                let outlook = mean_outlook(parts.iter().map(|part| (&part.outlook, weight(part))));
                Analysis { outlook, visits, lines: merged_lines(parts) }
            }
        };
        merged.lines.truncate(lines);
        merged
    }
}

/// The lines of all parts, the most visited first.
fn merged_lines(parts: Vec<Analysis>) -> Vec<AnalysisLine> {
    let mut merged: Vec<AnalysisLine> = Vec::new();
    for new in parts.into_iter().flat_map(|part| part.lines) {
        match merged.iter_mut().find(|old| old.mv == new.mv) {
            Some(old) => old.add(new),
            None => merged.push(new),
        }
    }
    merged.sort_by(|one, other| other.visits.cmp(&one.visits).then(other.prior.total_cmp(&one.prior)));
    merged
}

impl AnalysisLine {
    /// Adds what another search has found out about the same move.
    fn add(&mut self, other: AnalysisLine) {
        let all = (self.visits + other.visits).max(1) as f32;
        match (self.outlook.proved, other.outlook.proved) {
            (true, false) => {}
            (false, true) => self.outlook = other.outlook,
            (_, proved) => {
                let parts = [(&self.outlook, self.visits as f32 / all), (&other.outlook, other.visits as f32 / all)];
                self.outlook = Outlook { proved, ..mean_outlook(parts) };
            }
        }
        if other.visits > self.visits {
            self.variation = other.variation;
        }
        self.visits += other.visits;
        self.prior = self.prior.max(other.prior);
    }
}

/// The weighted mean; the weights add up to 1.
fn mean_outlook<'a>(parts: impl IntoIterator<Item = (&'a Outlook, f32)>) -> Outlook {
    let mut sum = Outlook { wins: PerClan::default(), masters: PerClan::default(), proved: false };
    for (part, weight) in parts {
        for clan in Clan::ALL {
            sum.wins[clan] += part.wins[clan] * weight;
            sum.masters[clan] += part.masters[clan] * weight;
        }
    }
    sum
}
