//! Draws a move at the root instead of taking the best, for levels that play like people.

use fastrand::Rng;
use shangrila_rules::{Choices, Move};

use super::{Action, NO_CHILD, ROOT, Tree, complete_move, recruit};
use crate::portable;

impl Tree {
    /// Draws a move: each with a chance that grows with its visits, or with its prior where nothing was visited.
    ///
    /// At temperature 1 the chance is proportional to them. Below, the best moves are favoured more, above less.
    pub(crate) fn draw_move(&mut self, temperature: f32, rng: &mut Rng) -> Option<Move> {
        if self.position.is_over() || self.solution.is_some() {
            return self.root_moves().first().map(|best| best.mv);
        }
        if !self.nodes[ROOT as usize].is_expanded {
            let position = self.position;
            self.expand(ROOT, &position);
        }
        let edges = self.edges_of(ROOT);
        let edge = &edges[draw(edges.iter().map(|edge| edge.visits as f32 + edge.prior), temperature, rng)?];
        match edge.action {
            Action::Recruit(first) if self.recruits_two(&self.position) => {
                let second = if edge.child != NO_CHILD && self.nodes[edge.child as usize].is_expanded {
                    let edges = self.edges_of(edge.child);
                    edges[draw(edges.iter().map(|edge| edge.visits as f32 + edge.prior), temperature, rng)?].action
                } else {
                    let partners = self.partners(ROOT, &self.position, first);
                    let mut actions: Vec<(Action, f32)> =
                        partners.into_iter().map(|(space, logit)| (Action::Recruit(space), logit)).collect();
                    if Choices::of(&self.position).single_by_choice {
                        actions.push((Action::Pass, 0.0));
                    }
                    let highest = actions.iter().map(|(_, logit)| *logit).fold(f32::NEG_INFINITY, f32::max);
                    actions[draw(actions.iter().map(|(_, logit)| portable::exp(logit - highest)), temperature, rng)?].0
                };
                Some(recruit(first, second))
            }
            action => Some(complete_move(action)),
        }
    }
}

/// Draws an index, with chances proportional to a power of the weights; `None` when there are none.
fn draw(weights: impl Iterator<Item = f32>, temperature: f32, rng: &mut Rng) -> Option<usize> {
    let powers: Vec<f32> = weights.map(|weight| portable::pow(weight, 1.0 / temperature)).collect();
    let mut left = rng.f32() * powers.iter().sum::<f32>();
    let drawn = powers.iter().position(|power| {
        left -= power;
        left < 0.0
    });
    drawn.or(if powers.is_empty() { None } else { Some(0) })
}
