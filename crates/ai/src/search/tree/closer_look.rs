//! Looks closely at one move of the root, whether or not the search thinks much of it, so that two moves can be compared in one tree.

use shangrila_rules::{Move, Space};

use super::{Action, ROOT, RootMove, Tree};
use crate::budget::Budget;
use crate::symmetry::{GuildClasses, GuildSwap};

/// The most positions visited to solve the game after a move that the proof of the root did not need.
const PROOF_NODES: u32 = 20_000;

impl Tree {
    /// Visits the position after a move until it has this many visits or is proved, and returns the move's statistics. `None` if the
    /// move is illegal. The statistics of the root and of its other moves stay as they are.
    pub(crate) fn look_at(&mut self, mv: Move, visits: u32, budget: &Budget<'_>) -> Option<RootMove> {
        let mut after = self.position;
        after.play(mv).ok()?;
        if let Some(known) = self.solved_move(mv) {
            return Some(known);
        }
        if self.solution.is_some() && self.solver.solve(&after, PROOF_NODES, Some(budget)).is_some() {
            // The proof stopped at a move that wins, so this one was not part of it.
            self.keep_solution();
            if let Some(known) = self.solved_move(mv) {
                return Some(known);
            }
        }
        if !self.nodes[ROOT as usize].is_expanded {
            let position = self.position;
            self.expand(ROOT, &position);
        }
        let (route, representative) = self.route_to(mv)?;
        loop {
            let edge = self.edge_along(&route);
            let child = edge.and_then(|edge| self.nodes.get(self.edges[edge].child as usize));
            if child.is_some_and(|child| child.is_proved || child.visits >= visits.max(1)) {
                break;
            }
            if child.is_some_and(|child| child.visits > 1) && budget.is_over() {
                break;
            }
            self.visit_along(&route);
        }
        let edge = &self.edges[self.edge_along(&route)?];
        let child = &self.nodes[edge.child as usize];
        let prior = edge.prior;
        let mut variation = vec![representative];
        self.extend_variation(edge.child, &mut variation);
        relabel(&mut variation, representative, mv);
        Some(RootMove { mv, visits: child.visits, prior, mean: child.mean, proved: child.is_proved, variation })
    }

    fn solved_move(&self, mv: Move) -> Option<RootMove> {
        self.solution.as_ref()?.iter().find(|known| known.mv == mv).cloned()
    }

    /// The actions that lead to the position after a move, and the move that they make up: the same one, or one like it.
    fn route_to(&self, mv: Move) -> Option<(Vec<Action>, Move)> {
        let classes = GuildClasses::of(&self.position);
        let alike = |one: Space, other: Space| classes.pair_key(one, one) == classes.pair_key(other, other);
        let actions = || self.edges_of(ROOT).iter().map(|edge| edge.action);
        let recruits =
            || actions().filter_map(|action| if let Action::Recruit(space) = action { Some(space) } else { None });
        match mv {
            Move::Place { space } => {
                let places =
                    actions().filter_map(|action| if let Action::Place(space) = action { Some(space) } else { None });
                let space = places.into_iter().find(|&other| alike(space, other))?;
                Some((vec![Action::Place(space)], Move::Place { space }))
            }
            Move::Journey { from, to } => Some((vec![Action::Journey(from, to)], mv)),
            Move::Pass => Some((vec![Action::Pass], mv)),
            Move::Recruit { first, second: None } => {
                let space = recruits().find(|&other| alike(first, other))?;
                let declined = self.recruits_two(&self.position).then_some(Action::Pass);
                Some(([Action::Recruit(space)].into_iter().chain(declined).collect(), Move::recruit_one(space)))
            }
            Move::Recruit { first, second: Some(second) } => {
                let key = classes.pair_key(first, second);
                recruits().find_map(|one| {
                    let partners = self.partners(ROOT, &self.position, one);
                    let (other, _) = partners.into_iter().find(|&(other, _)| classes.pair_key(one, other) == key)?;
                    Some((vec![Action::Recruit(one), Action::Recruit(other)], Move::recruit_two(one, other)))
                })
            }
        }
    }

    /// The last edge of a route, if all edges before it have been followed.
    fn edge_along(&self, route: &[Action]) -> Option<usize> {
        let mut node = ROOT;
        let mut last = None;
        for &action in route {
            let first_edge = self.nodes.get(node as usize)?.first_edge as usize;
            let index = first_edge + self.edges_of(node).iter().position(|edge| edge.action == action)?;
            last = Some(index);
            node = self.edges[index].child;
        }
        last
    }
}

/// Turns the variation of a move into that of one like it. Of moves that differ in more than one guild, only the first is kept.
fn relabel(variation: &mut Vec<Move>, representative: Move, mv: Move) {
    match (representative, mv) {
        _ if representative == mv => {}
        (Move::Place { space: one }, Move::Place { space: other }) => {
            let swap = GuildSwap(one.guild(), other.guild());
            variation.iter_mut().for_each(|mv| *mv = swap.apply_to_move(*mv));
        }
        _ => *variation = vec![mv],
    }
}
