//! The search tree of one thread.
//!
//! Each visit descends from the root, at every node choosing the action with the best PUCT score for the clan to move: its
//! mean utility so far plus an exploration bonus from its prior and visit count. It ends at a node that is new, finished
//! or proved, whose evaluation is backed up into the means of all nodes on the path. Every clan maximises its own result
//! (max^n), so values are one number per seat.
//!
//! A recruit of two students is chosen in two steps: first the student with the higher logit, then the other one. Between
//! the two steps is a node of its own, in which the same clan is still to move.

mod closer_look;
mod draw;

use shangrila_rules::{Choices, Guild, Move, PerSeat, Position, Seat, Space};

use crate::budget::Budget;
use crate::endgame::{BestOf, Solver};
use crate::evaluator::{Action, Evaluation, Evaluator};
use crate::portable;
use crate::search::params::Params;
use crate::symmetry::{GuildClasses, GuildSwap};

/// An index into [`Tree::nodes`].
type NodeIndex = u32;

const ROOT: NodeIndex = 0;
/// The child of an edge that has not been followed yet.
const NO_CHILD: NodeIndex = NodeIndex::MAX;

/// A position, or the point between the two students of a recruit.
#[derive(Clone, Debug)]
struct Node {
    visits: u32,
    /// The mean over all visits, or the proved result.
    mean: Evaluation,
    /// The mean square of the utility of the clan to move.
    square: f32,
    /// The index of the first edge in [`Tree::edges`]; edges are sorted by descending prior.
    first_edge: u32,
    /// The number of edges to choose from; 0 until the node is expanded on its second visit.
    edges: u16,
    /// The number of edges after those: students that can only be the second of a recruit.
    second_only: u16,
    /// The number of edges that have been followed; always the first ones.
    tried: u16,
    /// In a proved mid-recruit node, the number of moves that tie for best.
    tied_moves: u16,
    is_mid_recruit: bool,
    is_expanded: bool,
    is_proved: bool,
}

/// An action in a node.
#[derive(Clone, Debug)]
struct Edge {
    /// The prior probability given by the policy.
    prior: f32,
    /// The policy logit, after noise.
    logit: f32,
    /// The mean utility for the clan to move, over all visits.
    utility: f32,
    visits: u32,
    child: NodeIndex,
    action: Action,
}

/// A tree with its evaluator, its endgame solver and reusable buffers.
pub(crate) struct Tree {
    position: Position,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Buffers for [`Tree::keep_subtree`], so that advancing does not allocate.
    spare: (Vec<Node>, Vec<Edge>),
    evaluator: Box<dyn Evaluator>,
    solver: Solver,
    /// The root's moves with their results, if the solver proved the root.
    solution: Option<Vec<RootMove>>,
    params: Params,
    /// The seed of this tree; it differs between threads.
    salt: u64,
    /// The path of the current visit: each node with the edge that was followed and the seat that chose it.
    path: Vec<(NodeIndex, usize, Seat)>,
    /// The actions of the node being expanded, and their logits.
    actions: Vec<Action>,
    logits: Vec<f32>,
}

/// A move at the root with its statistics.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) visits: u32,
    pub(crate) prior: f32,
    pub(crate) mean: Evaluation,
    pub(crate) proved: bool,
    pub(crate) variation: Vec<Move>,
}

impl Tree {
    pub(crate) fn new(position: &Position, evaluator: Box<dyn Evaluator>, params: Params, salt: u64) -> Tree {
        let mut tree = Tree {
            position: *position,
            nodes: Vec::new(),
            edges: Vec::new(),
            spare: (Vec::new(), Vec::new()),
            evaluator,
            solver: Solver::new(params.memory / 8),
            solution: None,
            params,
            salt,
            path: Vec::new(),
            actions: Vec::new(),
            logits: Vec::new(),
        };
        tree.reset(position);
        tree
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn visits(&self) -> u32 {
        self.nodes[ROOT as usize].visits
    }

    /// Returns whether the root is proved under max^n.
    pub(crate) fn is_proved(&self) -> bool {
        self.nodes[ROOT as usize].is_proved
    }

    pub(crate) fn mean(&self) -> Evaluation {
        self.nodes[ROOT as usize].mean
    }

    /// Discards the tree and starts over at `position`.
    pub(crate) fn reset(&mut self, position: &Position) {
        self.position = *position;
        self.solution = None;
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::new());
    }

    /// Returns the bytes occupied by nodes and edges.
    fn tree_size(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges.len() * size_of::<Edge>()
    }

    /// Returns the bytes in use, including reserved capacity.
    pub(crate) fn memory_used(&self) -> usize {
        let nodes = self.nodes.capacity() + self.spare.0.capacity();
        let edges = self.edges.capacity() + self.spare.1.capacity();
        nodes * size_of::<Node>() + edges * size_of::<Edge>() + self.solver.memory_used()
    }

    fn edges_of(&self, node: NodeIndex) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first_edge as usize..][..usize::from(node.edges)]
    }

    /// Makes one visit: select, expand, evaluate, back up.
    pub(crate) fn visit(&mut self) {
        self.visit_along(&[]);
    }

    /// Makes one visit that begins with these actions. They are not counted as choices: only what lies below them learns from the visit.
    fn visit_along(&mut self, route: &[Action]) {
        let mut position = self.position;
        let mut first_student = None;
        let mut node = ROOT;
        self.path.clear();
        let evaluation = loop {
            let Node { visits, is_expanded, is_proved, mean, .. } = self.nodes[node as usize];
            let given = route.get(self.path.len());
            if is_proved && given.is_none() {
                break mean;
            }
            if visits == 0 && first_student.is_none() && given.is_none() {
                if position.is_over() {
                    self.nodes[node as usize].is_proved = true;
                    break Evaluation::of_end(&position);
                }
                // At the root we need the best move too, not just the result.
                let proved = if node == ROOT { None } else { self.prove_leaf(&position) };
                if let Some(proved) = proved {
                    self.nodes[node as usize].is_proved = true;
                    break proved;
                }
                break self.evaluator.evaluate(&position);
            }
            if !is_expanded {
                if self.tree_size() >= self.params.memory / 5 && given.is_none() {
                    break if visits == 0 { self.evaluator.evaluate(&position) } else { mean };
                }
                match first_student {
                    None => self.expand(node, &position),
                    Some(first) => self.expand_second(node, &position, first),
                }
            }
            let seat = position.seat_to_move().expect("a node with moves to choose from");
            let edge = match given {
                Some(&action) => self.edge_of(node, action),
                None => self.select(node, seat),
            };
            self.path.push((node, edge, seat));
            let action = self.edges[edge].action;
            match (action, first_student) {
                (Action::Recruit(space), None) if self.recruits_two(&position) => first_student = Some(space),
                (action, Some(first)) => {
                    position.play_unchecked(recruit(first, action));
                    first_student = None;
                }
                _ => position.play_unchecked(complete_move(action)),
            }
            if self.edges[edge].child == NO_CHILD {
                self.edges[edge].child = self.nodes.len() as NodeIndex;
                self.nodes.push(Node { is_mid_recruit: first_student.is_some(), ..Node::new() });
                self.nodes[node as usize].tried += 1;
            }
            node = self.edges[edge].child;
        };
        self.nodes[node as usize].add(&evaluation);
        if let Some(seat) = position.seat_to_move() {
            let utility = self.utility_of(&evaluation, seat);
            self.nodes[node as usize].add_square(utility);
        }
        self.back_up(node, &evaluation, route.len());
    }

    /// Returns the edge of an action in an expanded node, moved up to those that have been followed.
    fn edge_of(&mut self, node: NodeIndex, action: Action) -> usize {
        let Node { first_edge, edges, tried, .. } = self.nodes[node as usize];
        let edges = &mut self.edges[first_edge as usize..][..usize::from(edges)];
        let index = edges.iter().position(|edge| edge.action == action).expect("an action of the node");
        let tried = usize::from(tried);
        if index >= tried {
            edges[tried..=index].rotate_right(1);
        }
        first_edge as usize + index.min(tried)
    }

    /// Solves a new leaf if the end of the game is near.
    fn prove_leaf(&mut self, position: &Position) -> Option<Evaluation> {
        let nodes = *self.params.proof_nodes.get(position.journeys_left().checked_sub(1)?)?;
        if nodes == 0 { None } else { self.solver.solve(position, nodes, None) }
    }

    /// Tries to solve the root exhaustively.
    pub(crate) fn prove_root(&mut self, nodes: u32, budget: &Budget<'_>) {
        if self.is_proved() || self.position.journeys_left() > MAX_PROOF_JOURNEYS {
            return;
        }
        let Some(value) = self.solver.solve(&self.position, nodes, Some(budget)) else { return };
        let root = &mut self.nodes[ROOT as usize];
        root.is_proved = true;
        root.mean = value;
        root.visits += 1;
        self.keep_solution();
    }

    /// Notes what the solver knows about the moves of the root.
    fn keep_solution(&mut self) {
        let moves = self.solver.solved_moves(&self.position).into_iter().filter_map(|(mean, variation)| {
            Some(RootMove { mv: *variation.first()?, visits: 1, prior: 0.0, mean, proved: true, variation })
        });
        self.solution = Some(moves.collect());
    }

    /// Returns whether a recruit takes two students here, and so two steps in the tree.
    fn recruits_two(&self, position: &Position) -> bool {
        Choices::of(position).can_recruit_two()
    }

    /// Adds the evaluation of the leaf to the nodes on the path, except the first few.
    fn back_up(&mut self, leaf: NodeIndex, evaluation: &Evaluation, except: usize) {
        let mut child = leaf;
        for step in (except..self.path.len()).rev() {
            let (node, edge, seat) = self.path[step];
            let proved = self.nodes[child as usize].is_proved;
            let child_mean = self.nodes[child as usize].mean;
            let utility = self.utility_of(&child_mean, seat);
            let edge = &mut self.edges[edge];
            edge.visits += 1;
            edge.utility = utility;
            if !self.nodes[node as usize].is_proved {
                self.nodes[node as usize].add(evaluation);
                let utility = self.utility_of(evaluation, seat);
                self.nodes[node as usize].add_square(utility);
                if proved {
                    self.try_to_prove(node, seat);
                }
            }
            child = node;
        }
    }

    /// Marks the node as proved if one action wins outright or all actions are proved; [`BestOf`] defines its result.
    fn try_to_prove(&mut self, node: NodeIndex, seat: Seat) {
        let mut best = BestOf::new(seat);
        let mut all_proved = true;
        for edge in self.edges_of(node) {
            match self.nodes.get(edge.child as usize).filter(|child| child.is_proved) {
                Some(child) => best.consider(&child.mean, u32::from(child.tied_moves)),
                None => all_proved = false,
            }
        }
        let Some(evaluation) = best.evaluation() else { return };
        if all_proved || best.is_certain_win() {
            let node = &mut self.nodes[node as usize];
            node.is_proved = true;
            node.mean = evaluation;
            if node.is_mid_recruit {
                node.tied_moves = best.ties as u16;
            }
        }
    }

    /// The utility that a seat maximises: a mix of its chance of winning and its share of the masters, less what it begrudges
    /// the clan that searches.
    fn utility_of(&self, evaluation: &Evaluation, seat: Seat) -> f32 {
        let Params { masters_weight, begrudging, .. } = self.params;
        let all_masters: f32 = evaluation.masters.values().iter().sum();
        let share = evaluation.masters[seat] / all_masters.max(1.0);
        let own = (1.0 - masters_weight) * evaluation.wins[seat] + masters_weight * share;
        match self.position.seat_to_move() {
            Some(searcher) if begrudging > 0.0 && searcher != seat => own - begrudging * evaluation.wins[searcher],
            _ => own,
        }
    }

    /// Returns the edge with the best PUCT score.
    fn select(&self, node: NodeIndex, seat: Seat) -> usize {
        let Node { visits, mean, square, first_edge, edges, tried, .. } = self.nodes[node as usize];
        let candidates = usize::from(edges.min(tried + 1));
        let Params { exploration, min_spread, exploration_growth, first_play_reduction, .. } = self.params;
        let expected = self.utility_of(&mean, seat);
        // Early in a game all actions have nearly the same value; late in a game they differ widely. So exploration is
        // measured in the spread of the results below this node, with four virtual results to steady the first visits.
        let results = visits.saturating_sub(1) as f32;
        let variance = (square - expected * expected).max(0.0);
        let spread =
            ((variance * results + INITIAL_SPREAD * INITIAL_SPREAD * 4.0) / (results + 4.0)).sqrt().max(min_spread);
        let exploration = exploration + exploration_growth * portable::ln(1.0 + visits as f32 / 1000.0);
        let scale = spread * exploration * (visits as f32).sqrt();
        let unvisited_value = expected - first_play_reduction * spread;
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, edge) in self.edges[first_edge as usize..][..candidates].iter().enumerate() {
            let value = if edge.visits == 0 { unvisited_value } else { edge.utility };
            let score = value + scale * edge.prior / (1 + edge.visits) as f32;
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        first_edge as usize + best
    }

    /// Expands the node of a position: adds an edge for each action, with its prior.
    fn expand(&mut self, node: NodeIndex, position: &Position) {
        let legal = Choices::of(position);
        let classes = GuildClasses::of(position);
        let all_differ = classes.all_differ();
        let represents_class = |space: &Space| all_differ || classes.is_first(*space);
        self.actions.clear();
        self.actions.extend(legal.places.into_iter().filter(represents_class).map(Action::Place));
        self.actions.extend(legal.journeys.into_iter().map(|(_, from, to)| Action::Journey(from, to)));
        if legal.must_pass() {
            self.actions.push(Action::Pass);
        }
        let recruits_from = self.actions.len();
        self.actions.extend(legal.recruits.into_iter().map(Action::Recruit));
        self.logits.clear();
        self.logits.resize(self.actions.len(), 0.0);
        self.evaluator.policy_logits(position, &self.actions, &mut self.logits);
        self.perturb_logits(position);

        let first_edge = self.edges.len();
        let complete = self.actions[..recruits_from].iter().zip(&self.logits);
        self.edges.extend(complete.map(|(&action, &logit)| Edge::new(action, logit, logit)));
        let mut students: Vec<(Space, f32)> = self.actions[recruits_from..]
            .iter()
            .zip(&self.logits[recruits_from..])
            .filter_map(
                |(action, &logit)| if let Action::Recruit(space) = action { Some((*space, logit)) } else { None },
            )
            .collect();
        students.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut second_only = 0;
        if legal.can_recruit_two() {
            // Make all logits distinct, so that `expand_second` can recover the ranks from them.
            for (rank, (_, logit)) in students.iter_mut().enumerate() {
                *logit -= 1e-4 * rank as f32;
            }
            let pairs = Pairs { students: &students, legal: &legal, classes: &classes };
            let weights: Vec<f32> = students.iter().map(|&(_, logit)| portable::exp(logit)).collect();
            for (rank, &(space, logit)) in students.iter().enumerate() {
                let partners = pairs.partner_weight(rank, &weights);
                // Without a partner it can only be the second student, so it is sorted behind the others.
                let prior_logit = if partners > 0.0 { logit + portable::ln(partners) } else { f32::NEG_INFINITY };
                second_only += u16::from(partners <= 0.0);
                self.edges.push(Edge::new(Action::Recruit(space), logit, prior_logit));
            }
        } else {
            let kept = students.iter().filter(|(space, _)| represents_class(space));
            self.edges.extend(kept.map(|&(space, logit)| Edge::new(Action::Recruit(space), logit, logit)));
        }
        self.finish_expansion(node, first_edge, second_only);
    }

    /// Expands a mid-recruit node: adds an edge for each student with a lower logit than the first.
    fn expand_second(&mut self, node: NodeIndex, position: &Position, first: Space) {
        let &(parent, _, _) = self.path.last().expect("a mid-recruit node has a parent");
        let partners = self.partners(parent, position, first);
        let legal = Choices::of(position);
        let first_edge = self.edges.len();
        self.edges.extend(partners.into_iter().map(|(space, logit)| Edge::new(Action::Recruit(space), logit, logit)));
        if legal.single_by_choice {
            self.edges.push(Edge::new(Action::Pass, 0.0, 0.0));
        }
        self.finish_expansion(node, first_edge, 0);
    }

    /// Returns the students that can follow the first one of a recruit, with their logits.
    fn partners(&self, parent: NodeIndex, position: &Position, first: Space) -> Vec<(Space, f32)> {
        let Node { first_edge, edges, second_only, .. } = self.nodes[parent as usize];
        let siblings = &self.edges[first_edge as usize..][..usize::from(edges + second_only)];
        let mut students: Vec<(Space, f32)> = siblings
            .iter()
            .filter_map(|edge| if let Action::Recruit(space) = edge.action { Some((space, edge.logit)) } else { None })
            .collect();
        students.sort_by(|one, other| other.1.total_cmp(&one.1));
        let pairs = Pairs { students: &students, legal: &Choices::of(position), classes: &GuildClasses::of(position) };
        let rank = students.iter().position(|(space, _)| *space == first).unwrap_or(0);
        pairs.partners(rank).collect()
    }

    /// Turns the logits of the new edges into priors by a softmax, and sorts the edges by descending prior.
    fn finish_expansion(&mut self, node: NodeIndex, first_edge: usize, second_only: u16) {
        let new = &mut self.edges[first_edge..];
        let highest = new.iter().map(|edge| edge.prior).fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for edge in new.iter_mut() {
            edge.prior = portable::exp(edge.prior - highest);
            sum += edge.prior;
        }
        for edge in new.iter_mut() {
            edge.prior /= sum;
        }
        new.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        let edges = new.len() as u16 - second_only;
        let node = &mut self.nodes[node as usize];
        node.first_edge = first_edge as u32;
        node.edges = edges;
        node.second_only = second_only;
        node.is_expanded = true;
    }

    /// Scales the policy logits and adds seeded noise.
    fn perturb_logits(&mut self, position: &Position) {
        let Params { noise, policy_weight, .. } = self.params;
        if noise == 0.0 && policy_weight == 1.0 {
            return;
        }
        let mut rng = fastrand::Rng::with_seed(self.salt ^ position.hash64());
        for logit in &mut self.logits {
            *logit = policy_weight * *logit + noise * (rng.f32() - 0.5);
            // Skipped, so that a seed plays the same games as when every action had a second random number.
            rng.f32();
        }
    }

    /// Mixes noise into the priors of the root, which is expanded if it was not.
    pub(crate) fn add_root_noise(&mut self, share: f32, seed: u64) {
        if self.position.is_over() || self.is_proved() {
            return;
        }
        if !self.nodes[ROOT as usize].is_expanded {
            let position = self.position;
            self.expand(ROOT, &position);
        }
        let Node { first_edge, edges, tried, .. } = self.nodes[ROOT as usize];
        let edges = &mut self.edges[first_edge as usize..][..usize::from(edges)];
        let mut rng = fastrand::Rng::with_seed(seed);
        // For small concentrations this is close to a gamma variate.
        let peaks: Vec<f32> = edges.iter().map(|_| portable::pow(rng.f32(), NOISE_PEAKEDNESS)).collect();
        let sum: f32 = peaks.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        for (edge, peak) in edges.iter_mut().zip(peaks) {
            edge.prior += share * (peak / sum - edge.prior);
        }
        // Edges that were never followed are tried in the order of their priors.
        edges[usize::from(tried)..].sort_by(|one, other| other.prior.total_cmp(&one.prior));
    }

    /// Returns the moves at the root, most visited first.
    pub(crate) fn root_moves(&self) -> Vec<RootMove> {
        if let Some(moves) = &self.solution {
            return moves.clone();
        }
        let mut moves = Vec::new();
        for edge in self.edges_of(ROOT).iter().filter(|edge| edge.child != NO_CHILD) {
            let child = &self.nodes[edge.child as usize];
            match edge.action {
                Action::Recruit(first) if self.recruits_two(&self.position) => {
                    for second in self.edges_of(edge.child).iter().filter(|edge| edge.child != NO_CHILD) {
                        let prior = edge.prior * second.prior;
                        moves.push(self.root_move(recruit(first, second.action), second, prior));
                    }
                }
                action if child.visits > 0 => moves.push(self.root_move(complete_move(action), edge, edge.prior)),
                _ => {}
            }
        }
        moves.sort_by(|one, other| other.visits.cmp(&one.visits).then(other.prior.total_cmp(&one.prior)));
        moves
    }

    fn root_move(&self, mv: Move, edge: &Edge, prior: f32) -> RootMove {
        let child = &self.nodes[edge.child as usize];
        let mut variation = vec![mv];
        self.extend_variation(edge.child, &mut variation);
        RootMove { mv, visits: edge.visits, prior, mean: child.mean, proved: child.is_proved, variation }
    }

    /// Appends the most visited moves below a node.
    fn extend_variation(&self, mut node: NodeIndex, variation: &mut Vec<Move>) {
        let mut first_student = None;
        let mut position = self.position;
        for mv in variation.iter() {
            position.play_unchecked(*mv);
        }
        while let Some(edge) = self.edges_of(node).iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0)
        {
            let mv = match (edge.action, first_student.take()) {
                (action, Some(first)) => Some(recruit(first, action)),
                (Action::Recruit(space), None) if self.recruits_two(&position) => {
                    first_student = Some(space);
                    None
                }
                (action, None) => Some(complete_move(action)),
            };
            if let Some(mv) = mv {
                position.play_unchecked(mv);
                variation.push(mv);
            }
            node = edge.child;
        }
    }

    /// Makes the position after `mv` the root and keeps the subtree below it.
    pub(crate) fn advance(&mut self, mv: Move) {
        let before = self.position;
        let mut after = before;
        if after.play(mv).is_err() {
            // An illegal move is ignored: the next search sets its own position.
            return;
        }
        self.solution = None;
        match self.find_child(&before, mv) {
            Some((child, swap)) if self.nodes[child as usize].tried > 0 => {
                self.keep_subtree(child, swap);
                self.position = after;
            }
            _ => self.reset(&after),
        }
    }

    /// Returns the node after a move at the root, and the guild swap that turns its subtree into that of the move.
    fn find_child(&self, before: &Position, mv: Move) -> Option<(NodeIndex, Option<GuildSwap>)> {
        let child = |node: NodeIndex, action: Action| {
            let edge = self.edges_of(node).iter().find(|edge| edge.action == action && edge.child != NO_CHILD);
            edge.map(|edge| edge.child)
        };
        match mv {
            Move::Place { space } => {
                // Any alike guild may represent this one, since the tree may have been relabelled before.
                let classes = GuildClasses::of(before);
                let alike = |other: &Guild| classes.first_like(*other) == classes.first_like(space.guild());
                Guild::ALL.into_iter().filter(alike).find_map(|other| {
                    let swap = GuildSwap(space.guild(), other);
                    let node = child(ROOT, Action::Place(swap.apply(space)))?;
                    Some((node, (other != space.guild()).then_some(swap)))
                })
            }
            Move::Journey { from, to } => Some((child(ROOT, Action::Journey(from, to))?, None)),
            Move::Pass => Some((child(ROOT, Action::Pass)?, None)),
            Move::Recruit { first, second: None } => {
                let node = child(ROOT, Action::Recruit(first))?;
                Some((if self.recruits_two(before) { child(node, Action::Pass)? } else { node }, None))
            }
            Move::Recruit { first, second: Some(second) } => {
                let orders = [(first, second), (second, first)];
                let found = |(one, other)| child(child(ROOT, Action::Recruit(one))?, Action::Recruit(other));
                Some((orders.into_iter().find_map(found)?, None))
            }
        }
    }

    /// Returns a tree of the position after `mv` that begins with a copy of the subtree below it. `None` if the move is illegal.
    pub(crate) fn fork(&self, mv: Move, evaluator: &mut dyn FnMut(u64) -> Box<dyn Evaluator>) -> Option<Tree> {
        let mut after = self.position;
        after.play(mv).ok()?;
        let mut tree = Tree::new(&after, evaluator(self.salt), self.params, self.salt);
        if let Some((child, swap)) = self.find_child(&self.position, mv)
            && self.nodes[child as usize].tried > 0
        {
            self.copy_subtree(child, swap, &mut tree.nodes, &mut tree.edges);
        }
        Some(tree)
    }

    /// Keeps the subtree below a node and drops the rest.
    fn keep_subtree(&mut self, root: NodeIndex, swap: Option<GuildSwap>) {
        let (mut nodes, mut edges) = core::mem::take(&mut self.spare);
        self.copy_subtree(root, swap, &mut nodes, &mut edges);
        core::mem::swap(&mut self.nodes, &mut nodes);
        core::mem::swap(&mut self.edges, &mut edges);
        self.spare = (nodes, edges);
    }

    /// Copies the subtree below a node, compacted.
    fn copy_subtree(&self, root: NodeIndex, swap: Option<GuildSwap>, nodes: &mut Vec<Node>, edges: &mut Vec<Edge>) {
        nodes.clear();
        edges.clear();
        nodes.push(self.nodes[root as usize].clone());
        let mut next = 0;
        while next < nodes.len() {
            let first_edge = nodes[next].first_edge as usize;
            let count = usize::from(nodes[next].edges + nodes[next].second_only);
            nodes[next].first_edge = edges.len() as u32;
            for edge in &self.edges[first_edge..][..count] {
                let mut edge = edge.clone();
                if let Some(swap) = swap {
                    edge.action = match edge.action {
                        Action::Place(space) => Action::Place(swap.apply(space)),
                        Action::Recruit(space) => Action::Recruit(swap.apply(space)),
                        other => other,
                    };
                }
                if edge.child != NO_CHILD {
                    let child = self.nodes[edge.child as usize].clone();
                    edge.child = nodes.len() as NodeIndex;
                    nodes.push(child);
                }
                edges.push(edge);
            }
            next += 1;
        }
    }
}

/// With more journeys left than this, the root can hardly ever be proved.
const MAX_PROOF_JOURNEYS: usize = 6;

impl Node {
    fn add_square(&mut self, utility: f32) {
        self.square += (utility * utility - self.square) / self.visits as f32;
    }

    fn new() -> Node {
        Node {
            visits: 0,
            mean: Evaluation::default(),
            square: 0.0,
            first_edge: 0,
            edges: 0,
            second_only: 0,
            tried: 0,
            tied_moves: 1,
            is_mid_recruit: false,
            is_expanded: false,
            is_proved: false,
        }
    }

    fn add(&mut self, evaluation: &Evaluation) {
        self.visits += 1;
        let share = 1.0 / self.visits as f32;
        let mix = |mean: &mut PerSeat<f32>, new: &PerSeat<f32>| {
            for (seat, mean) in mean.iter_mut() {
                *mean += (new[seat] - *mean) * share;
            }
        };
        if self.is_proved {
            self.mean = *evaluation;
        } else {
            mix(&mut self.mean.wins, &evaluation.wins);
            mix(&mut self.mean.masters, &evaluation.masters);
        }
    }
}

/// The inverse of the concentration of root noise: with 5, a few of the choices share most of it.
const NOISE_PEAKEDNESS: f32 = 5.0;

/// The spread of results assumed before there are any.
const INITIAL_SPREAD: f32 = 0.1;

impl Edge {
    fn new(action: Action, logit: f32, prior: f32) -> Edge {
        Edge { prior, logit, utility: 0.0, visits: 0, child: NO_CHILD, action }
    }
}

/// Returns the move of an action that is not half of a recruit.
fn complete_move(action: Action) -> Move {
    match action {
        Action::Place(space) => Move::Place { space },
        Action::Recruit(space) => Move::recruit_one(space),
        Action::Journey(from, to) => Move::Journey { from, to },
        Action::Pass => Move::Pass,
    }
}

/// Returns the recruit of `first` and the second action. A pass declines the second student, where the options allow
/// that.
fn recruit(first: Space, second: Action) -> Move {
    match second {
        Action::Recruit(second) => Move::recruit_two(first, second),
        _ => Move::recruit_one(first),
    }
}

/// Recruits of two as ordered pairs: the first student has the higher logit and comes earlier in the list.
struct Pairs<'a> {
    students: &'a [(Space, f32)],
    legal: &'a Choices,
    classes: &'a GuildClasses,
}

impl Pairs<'_> {
    /// Returns the possible second students after the first at `rank`, without recruits equivalent to an earlier pair.
    fn partners(&self, rank: usize) -> impl Iterator<Item = (Space, f32)> {
        self.partner_ranks(rank).map(|rank| self.students[rank])
    }

    /// Returns where they are in the list.
    fn partner_ranks(&self, rank: usize) -> impl Iterator<Item = usize> {
        let first = self.students[rank].0;
        let one_tile = self.legal.last_tile_guilds.contains(first.guild());
        let legal = move |space: Space| !(one_tile && space.guild() == first.guild());
        (rank + 1..self.students.len()).filter(move |&other| {
            let (space, _) = self.students[other];
            legal(space) && self.is_new(rank, space)
        })
    }

    /// Returns whether no earlier pair is equivalent to this one.
    fn is_new(&self, rank: usize, second: Space) -> bool {
        if self.classes.all_differ() {
            return true;
        }
        let key = self.classes.pair_key(self.students[rank].0, second);
        let spaces = || self.students.iter().map(|&(space, _)| space);
        let same = |one: Space, other: Space| self.classes.pair_key(one, other) == key;
        let earlier_first = spaces().take(rank).enumerate();
        let mut before = earlier_first.flat_map(|(index, one)| spaces().skip(index + 1).map(move |other| (one, other)));
        if before.any(|(one, other)| same(one, other)) {
            return false;
        }
        let first = self.students[rank].0;
        !spaces().skip(rank + 1).take_while(|&other| other != second).any(|other| same(first, other))
    }

    /// Returns the total weight of all second students, including that of declining one where the options allow it.
    fn partner_weight(&self, rank: usize, weights: &[f32]) -> f32 {
        let alone = if self.legal.single_by_choice { 1.0 } else { 0.0 };
        self.partner_ranks(rank).map(|other| weights[other]).sum::<f32>() + alone
    }
}
