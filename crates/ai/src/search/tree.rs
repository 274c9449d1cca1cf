//! The tree of positions that one thread searches.
//!
//! Each visit goes down from the root, at every position to the choice that is best for the clan to move by its mean
//! result so far, its promise, and how rarely it was tried (PUCT). It ends at a position that is new, finished or proved;
//! the judgement of that position goes into the means of all positions on the way. Every clan strives for its own
//! result (max^n), so results are one number for each seat.
//!
//! A recruit of two is chosen in two steps: first the more promising student, then the other one. Between the two lies
//! a node of its own in which the same clan chooses.

use shangrila_rules::{Choices, Guild, Move, Position, Space};

use crate::budget::Budget;
use crate::endgame::{BestOf, Solver, journeys_left};
use crate::evaluator::{Choice, Evaluator, Judgement};
use crate::search::params::Params;
use crate::seats::PerSeat;
use crate::symmetry::{GuildClasses, GuildSwap};

/// The place of a node in [`Tree::nodes`].
type NodeIndex = u32;

/// The root is the first node.
const ROOT: NodeIndex = 0;
/// Where an edge leads that was never followed.
const NO_CHILD: NodeIndex = NodeIndex::MAX;

/// A position, or the middle of a recruit.
#[derive(Clone, Debug)]
struct Node {
    visits: u32,
    /// Means over all visits, or the proved result.
    mean: Judgement,
    /// The mean of the squares of what the clan to move strives for.
    square: f32,
    /// Where the edges begin in [`Tree::edges`]; the most promising comes first.
    first_edge: u32,
    /// How many edges there are to choose from. None until the second visit.
    edges: u16,
    /// Edges behind those: students that can only be the second of a recruit.
    second_only: u16,
    /// How many edges have been followed: always the first ones.
    tried: u16,
    /// Of the middle of a proved recruit: how many of its moves are equally good.
    equal_moves: u16,
    is_middle: bool,
    is_expanded: bool,
    is_proved: bool,
}

/// A choice in a node.
#[derive(Clone, Debug)]
struct Edge {
    /// The part of the attention it deserves before anything is known.
    prior: f32,
    /// The number the evaluator gave for it.
    logit: f32,
    /// The mean of what the clan to move strives for, over all visits.
    utility: f32,
    visits: u32,
    child: NodeIndex,
    choice: Choice,
}

/// A tree, its evaluator, and memory that is used again in every visit.
pub(crate) struct Tree {
    position: Position,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Trees are copied here when they move on, so that memory is not asked for again.
    spare: (Vec<Node>, Vec<Edge>),
    evaluator: Box<dyn Evaluator>,
    solver: Solver,
    /// The moves of the root with their results, if the root was proved by the solver.
    solution: Option<Vec<RootMove>>,
    params: Params,
    /// Part of the seed that differs between trees.
    salt: u64,
    /// The nodes of the visit under way, each with the edge that was followed and the seat that chose it.
    path: Vec<(NodeIndex, usize, usize)>,
    /// The choices of the position that is being expanded, and their numbers.
    choices: Vec<Choice>,
    logits: Vec<f32>,
}

/// A choice at the root, as the search sees it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    pub(crate) visits: u32,
    pub(crate) prior: f32,
    pub(crate) mean: Judgement,
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
            choices: Vec::new(),
            logits: Vec::new(),
        };
        tree.start_anew(position);
        tree
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn visits(&self) -> u32 {
        self.nodes[ROOT as usize].visits
    }

    /// Whether the result is known, under max^n.
    pub(crate) fn is_proved(&self) -> bool {
        self.nodes[ROOT as usize].is_proved
    }

    pub(crate) fn mean(&self) -> Judgement {
        self.nodes[ROOT as usize].mean
    }

    /// Forgets everything.
    pub(crate) fn start_anew(&mut self, position: &Position) {
        self.position = *position;
        self.solution = None;
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::new());
    }

    /// Bytes that the positions of the tree take.
    fn tree_size(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges.len() * size_of::<Edge>()
    }

    /// Bytes in use, spare room included.
    pub(crate) fn memory_used(&self) -> usize {
        let nodes = self.nodes.capacity() + self.spare.0.capacity();
        let edges = self.edges.capacity() + self.spare.1.capacity();
        nodes * size_of::<Node>() + edges * size_of::<Edge>() + self.solver.memory_used()
    }

    fn edges_of(&self, node: NodeIndex) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first_edge as usize..][..usize::from(node.edges)]
    }

    /// One visit.
    pub(crate) fn visit(&mut self) {
        let mut position = self.position;
        let mut first_student = None;
        let mut node = ROOT;
        self.path.clear();
        let judgement = loop {
            let Node { visits, is_expanded, is_proved, mean, .. } = self.nodes[node as usize];
            if is_proved {
                break mean;
            }
            if visits == 0 && first_student.is_none() {
                if position.is_over() {
                    self.nodes[node as usize].is_proved = true;
                    break Judgement::of_end(&position);
                }
                // Of the root not only the result is wanted, but the move that leads to it.
                let proved = if node == ROOT { None } else { self.prove_leaf(&position) };
                if let Some(proved) = proved {
                    self.nodes[node as usize].is_proved = true;
                    break proved;
                }
                break self.evaluator.judge(&position);
            }
            if !is_expanded {
                if self.tree_size() >= self.params.memory / 5 {
                    break if visits == 0 { self.evaluator.judge(&position) } else { mean };
                }
                match first_student {
                    None => self.expand(node, &position),
                    Some(first) => self.expand_second(node, &position, first),
                }
            }
            let seat = position.seat_to_move();
            let edge = self.select(node, seat);
            self.path.push((node, edge, seat));
            let choice = self.edges[edge].choice;
            match (choice, first_student) {
                (Choice::Recruit(space), None) if self.needs_second(&position) => first_student = Some(space),
                (choice, Some(first)) => {
                    position.play_unchecked(recruit(first, choice));
                    first_student = None;
                }
                _ => position.play_unchecked(whole_move(choice)),
            }
            if self.edges[edge].child == NO_CHILD {
                self.edges[edge].child = self.nodes.len() as NodeIndex;
                self.nodes.push(Node { is_middle: first_student.is_some(), ..Node::new() });
                self.nodes[node as usize].tried += 1;
            }
            node = self.edges[edge].child;
        };
        self.nodes[node as usize].add(&judgement);
        let utility = utility_of(&judgement, position.seat_to_move(), self.params.masters_weight);
        self.nodes[node as usize].add_square(utility);
        self.back_up(node, &judgement);
    }

    /// The result of a new position, if it is near.
    fn prove_leaf(&mut self, position: &Position) -> Option<Judgement> {
        let nodes = *self.params.proof_nodes.get(journeys_left(position).checked_sub(1)?)?;
        if nodes == 0 { None } else { self.solver.solve(position, nodes, None) }
    }

    /// Tries to find the result of the root by looking at all that can follow.
    pub(crate) fn prove_root(&mut self, nodes: u32, budget: &Budget<'_>) {
        if self.is_proved() || journeys_left(&self.position) > MAX_PROOF_JOURNEYS {
            return;
        }
        let Some(value) = self.solver.solve(&self.position, nodes, Some(budget)) else { return };
        let root = &mut self.nodes[ROOT as usize];
        root.is_proved = true;
        root.mean = value;
        root.visits += 1;
        let moves = self.solver.solved_moves(&self.position).into_iter().filter_map(|(mean, variation)| {
            Some(RootMove { mv: *variation.first()?, visits: 1, prior: 0.0, mean, proved: true, variation })
        });
        self.solution = Some(moves.collect());
    }

    /// Whether a recruit is one of two students.
    fn needs_second(&self, position: &Position) -> bool {
        Choices::of(position).can_recruit_two()
    }

    /// Takes the judgement of the node at the end of the path to all nodes above it.
    fn back_up(&mut self, leaf: NodeIndex, judgement: &Judgement) {
        let mut child = leaf;
        for step in (0..self.path.len()).rev() {
            let (node, edge, seat) = self.path[step];
            let proved = self.nodes[child as usize].is_proved;
            let child_mean = self.nodes[child as usize].mean;
            let utility = utility_of(&child_mean, seat, self.params.masters_weight);
            let edge = &mut self.edges[edge];
            edge.visits += 1;
            edge.utility = utility;
            if !self.nodes[node as usize].is_proved {
                self.nodes[node as usize].add(judgement);
                self.nodes[node as usize].add_square(utility_of(judgement, seat, self.params.masters_weight));
                if proved {
                    self.try_to_prove(node, seat);
                }
            }
            child = node;
        }
    }

    /// A node is proved when one choice wins alone, or when all choices are proved; see [`BestOf`] for what is chosen.
    fn try_to_prove(&mut self, node: NodeIndex, seat: usize) {
        let mut best = BestOf::new(seat);
        let mut all_proved = true;
        for edge in self.edges_of(node) {
            match self.nodes.get(edge.child as usize).filter(|child| child.is_proved) {
                Some(child) => best.see(&child.mean, u32::from(child.equal_moves)),
                None => all_proved = false,
            }
        }
        let Some(judgement) = best.judgement() else { return };
        if all_proved || best.is_sure() {
            let node = &mut self.nodes[node as usize];
            node.is_proved = true;
            node.mean = judgement;
            if node.is_middle {
                node.equal_moves = best.ties as u16;
            }
        }
    }

    /// The edge to follow.
    fn select(&self, node: NodeIndex, seat: usize) -> usize {
        let Node { visits, mean, square, first_edge, edges, tried, .. } = self.nodes[node as usize];
        let candidates = usize::from(edges.min(tried + 1));
        let Params { exploration, least_spread, exploration_growth, untried_penalty, masters_weight, .. } = self.params;
        let expected = utility_of(&mean, seat, masters_weight);
        // Early in a game all choices are worth nearly the same, late they are worlds apart. What counts as much is
        // measured by how far the results below this node lie apart; a few imagined results steady the first visits.
        let results = visits.saturating_sub(1) as f32;
        let variance = (square - expected * expected).max(0.0);
        let spread =
            ((variance * results + FIRST_SPREAD * FIRST_SPREAD * 4.0) / (results + 4.0)).sqrt().max(least_spread);
        let eagerness = exploration + exploration_growth * (1.0 + visits as f32 / 1000.0).ln();
        let scale = spread * eagerness * (visits as f32).sqrt();
        let untried = expected - untried_penalty * spread;
        let (mut best, mut best_bound) = (0, f32::NEG_INFINITY);
        for (index, edge) in self.edges[first_edge as usize..][..candidates].iter().enumerate() {
            let value = if edge.visits == 0 { untried } else { edge.utility };
            let bound = value + scale * edge.prior / (1 + edge.visits) as f32;
            if bound > best_bound {
                (best, best_bound) = (index, bound);
            }
        }
        first_edge as usize + best
    }

    /// Gives a position its edges.
    fn expand(&mut self, node: NodeIndex, position: &Position) {
        let legal = Choices::of(position);
        let classes = GuildClasses::of(position);
        let unequal = classes.all_differ();
        let stands = |space: &Space| unequal || classes.is_first(*space);
        self.choices.clear();
        self.choices.extend(legal.places.into_iter().filter(stands).map(Choice::Place));
        self.choices.extend(legal.journeys.into_iter().map(|(_, from, to)| Choice::Journey(from, to)));
        if legal.must_pass() {
            self.choices.push(Choice::Pass);
        }
        let recruits_from = self.choices.len();
        self.choices.extend(legal.recruits.into_iter().map(Choice::Recruit));
        self.logits.clear();
        self.logits.resize(self.choices.len(), 0.0);
        self.evaluator.promise(position, &self.choices, &mut self.logits);
        self.disturb(position);

        let first_edge = self.edges.len();
        let whole = self.choices[..recruits_from].iter().zip(&self.logits);
        self.edges.extend(whole.map(|(&choice, &logit)| Edge::new(choice, logit, logit)));
        let mut students: Vec<(Space, f32)> = self.choices[recruits_from..]
            .iter()
            .zip(&self.logits[recruits_from..])
            .filter_map(
                |(choice, &logit)| if let Choice::Recruit(space) = choice { Some((*space, logit)) } else { None },
            )
            .collect();
        students.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut second_only = 0;
        if legal.can_recruit_two() {
            // No two are equal, so that the ranks can be told from the numbers.
            for (rank, (_, logit)) in students.iter_mut().enumerate() {
                *logit -= 1e-4 * rank as f32;
            }
            let pairs = Pairs { students: &students, legal: &legal, classes: &classes };
            for (rank, &(space, logit)) in students.iter().enumerate() {
                let partners = pairs.partner_weight(rank);
                // Without a partner it stays behind the others, to be the second of a recruit.
                let prior_logit = if partners > 0.0 { logit + partners.ln() } else { f32::NEG_INFINITY };
                second_only += u16::from(partners <= 0.0);
                self.edges.push(Edge::new(Choice::Recruit(space), logit, prior_logit));
            }
        } else {
            let kept = students.iter().filter(|(space, _)| stands(space));
            self.edges.extend(kept.map(|&(space, logit)| Edge::new(Choice::Recruit(space), logit, logit)));
        }
        self.finish_expansion(node, first_edge, second_only);
    }

    /// Gives the middle of a recruit its edges: the less promising students.
    fn expand_second(&mut self, node: NodeIndex, position: &Position, first: Space) {
        let &(parent, _, _) = self.path.last().expect("the middle of a recruit has a parent");
        let Node { first_edge, edges, second_only, .. } = self.nodes[parent as usize];
        let siblings = &self.edges[first_edge as usize..][..usize::from(edges + second_only)];
        let mut students: Vec<(Space, f32)> = siblings
            .iter()
            .filter_map(|edge| if let Choice::Recruit(space) = edge.choice { Some((space, edge.logit)) } else { None })
            .collect();
        students.sort_by(|one, other| other.1.total_cmp(&one.1));
        let legal = Choices::of(position);
        let classes = GuildClasses::of(position);
        let pairs = Pairs { students: &students, legal: &legal, classes: &classes };
        let rank = students.iter().position(|(space, _)| *space == first).unwrap_or(0);
        let partners: Vec<(Space, f32)> = pairs.partners(rank).collect();
        let first_edge = self.edges.len();
        self.edges.extend(partners.into_iter().map(|(space, logit)| Edge::new(Choice::Recruit(space), logit, logit)));
        if legal.single_by_choice {
            self.edges.push(Edge::new(Choice::Pass, 0.0, 0.0));
        }
        self.finish_expansion(node, first_edge, 0);
    }

    /// Turns the numbers of the new edges into shares of the attention, the greatest first.
    fn finish_expansion(&mut self, node: NodeIndex, first_edge: usize, second_only: u16) {
        let new = &mut self.edges[first_edge..];
        let highest = new.iter().map(|edge| edge.prior).fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for edge in new.iter_mut() {
            edge.prior = (edge.prior - highest).exp();
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

    /// Lets the seed have its say, and people their oversights.
    fn disturb(&mut self, position: &Position) {
        let Params { noise, instinct, oversight, .. } = self.params;
        if noise == 0.0 && oversight == 0.0 && instinct == 1.0 {
            return;
        }
        let mut rng = fastrand::Rng::with_seed(self.salt ^ position.hash64());
        let highest = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for logit in &mut self.logits {
            // Even what stands out is overlooked half as often as what does not.
            let hidden = (0.5 + 0.25 * (highest - *logit)).min(1.0);
            *logit = instinct * *logit + noise * (rng.f32() - 0.5);
            if rng.f32() < oversight * hidden {
                *logit -= OVERLOOKED;
            }
        }
    }

    /// The moves at the root, the most visited first.
    pub(crate) fn root_moves(&self) -> Vec<RootMove> {
        if let Some(moves) = &self.solution {
            return moves.clone();
        }
        let mut moves = Vec::new();
        for edge in self.edges_of(ROOT).iter().filter(|edge| edge.child != NO_CHILD) {
            let child = &self.nodes[edge.child as usize];
            match edge.choice {
                Choice::Recruit(first) if self.needs_second(&self.position) => {
                    for second in self.edges_of(edge.child).iter().filter(|edge| edge.child != NO_CHILD) {
                        let prior = edge.prior * second.prior;
                        moves.push(self.root_move(recruit(first, second.choice), second, prior));
                    }
                }
                choice if child.visits > 0 => moves.push(self.root_move(whole_move(choice), edge, edge.prior)),
                _ => {}
            }
        }
        moves.sort_by(|one, other| other.visits.cmp(&one.visits).then(other.prior.total_cmp(&one.prior)));
        moves
    }

    fn root_move(&self, mv: Move, edge: &Edge, prior: f32) -> RootMove {
        let child = &self.nodes[edge.child as usize];
        let mut variation = vec![mv];
        self.follow(edge.child, &mut variation);
        RootMove { mv, visits: edge.visits, prior, mean: child.mean, proved: child.is_proved, variation }
    }

    /// Adds the most visited moves below a node.
    fn follow(&self, mut node: NodeIndex, variation: &mut Vec<Move>) {
        let mut first_student = None;
        let mut position = self.position;
        for mv in variation.iter() {
            position.play_unchecked(*mv);
        }
        while let Some(edge) = self.edges_of(node).iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0)
        {
            let mv = match (edge.choice, first_student.take()) {
                (choice, Some(first)) => Some(recruit(first, choice)),
                (Choice::Recruit(space), None) if self.needs_second(&position) => {
                    first_student = Some(space);
                    None
                }
                (choice, None) => Some(whole_move(choice)),
            };
            if let Some(mv) = mv {
                position.play_unchecked(mv);
                variation.push(mv);
            }
            node = edge.child;
        }
    }

    /// Makes the position after `mv` the root, with all that is known about it.
    pub(crate) fn advance(&mut self, mv: Move) {
        let before = self.position;
        let mut after = before;
        if after.play(mv).is_err() {
            // Told of a move that cannot be: the next question will bring its own position.
            return;
        }
        self.solution = None;
        match self.find(&before, mv) {
            Some((child, swap)) if self.nodes[child as usize].tried > 0 => {
                self.keep_below(child, swap);
                self.position = after;
            }
            _ => self.start_anew(&after),
        }
    }

    /// The node behind a move at the root, and the exchange of guilds that turns its branch into the move's.
    fn find(&self, before: &Position, mv: Move) -> Option<(NodeIndex, Option<GuildSwap>)> {
        let child = |node: NodeIndex, choice: Choice| {
            let edge = self.edges_of(node).iter().find(|edge| edge.choice == choice && edge.child != NO_CHILD);
            edge.map(|edge| edge.child)
        };
        match mv {
            Move::Place { space } => {
                // Any guild that lies alike may stand for this one: the tree may have been relabelled before.
                let classes = GuildClasses::of(before);
                let alike = |other: &Guild| classes.first_like(*other) == classes.first_like(space.guild());
                Guild::ALL.into_iter().filter(alike).find_map(|other| {
                    let swap = GuildSwap(space.guild(), other);
                    let node = child(ROOT, Choice::Place(swap.apply(space)))?;
                    Some((node, (other != space.guild()).then_some(swap)))
                })
            }
            Move::Journey { from, to } => Some((child(ROOT, Choice::Journey(from, to))?, None)),
            Move::Pass => Some((child(ROOT, Choice::Pass)?, None)),
            Move::Recruit { first, second: None } => {
                let node = child(ROOT, Choice::Recruit(first))?;
                Some((if self.needs_second(before) { child(node, Choice::Pass)? } else { node }, None))
            }
            Move::Recruit { first, second: Some(second) } => {
                let orders = [(first, second), (second, first)];
                let found = |(one, other)| child(child(ROOT, Choice::Recruit(one))?, Choice::Recruit(other));
                Some((orders.into_iter().find_map(found)?, None))
            }
        }
    }

    /// Copies the branch below a node to the front of the memory, and drops the rest.
    fn keep_below(&mut self, root: NodeIndex, swap: Option<GuildSwap>) {
        let (mut nodes, mut edges) = core::mem::take(&mut self.spare);
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
                    edge.choice = match edge.choice {
                        Choice::Place(space) => Choice::Place(swap.apply(space)),
                        Choice::Recruit(space) => Choice::Recruit(swap.apply(space)),
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
        core::mem::swap(&mut self.nodes, &mut nodes);
        core::mem::swap(&mut self.edges, &mut edges);
        self.spare = (nodes, edges);
    }
}

/// With more journeys left, proofs of the root hardly ever come to an end.
const MAX_PROOF_JOURNEYS: usize = 6;

/// What is taken off the promise of a choice that is overlooked: enough to make it the last one.
const OVERLOOKED: f32 = 12.0;

impl Node {
    fn add_square(&mut self, utility: f32) {
        self.square += (utility * utility - self.square) / self.visits as f32;
    }

    fn new() -> Node {
        Node {
            visits: 0,
            mean: Judgement::default(),
            square: 0.0,
            first_edge: 0,
            edges: 0,
            second_only: 0,
            tried: 0,
            equal_moves: 1,
            is_middle: false,
            is_expanded: false,
            is_proved: false,
        }
    }

    fn add(&mut self, judgement: &Judgement) {
        self.visits += 1;
        let share = 1.0 / self.visits as f32;
        let mix = |mean: &mut PerSeat, new: &PerSeat| {
            for (mean, new) in mean.iter_mut().zip(new) {
                *mean += (new - *mean) * share;
            }
        };
        if self.is_proved {
            self.mean = *judgement;
        } else {
            mix(&mut self.mean.wins, &judgement.wins);
            mix(&mut self.mean.masters, &judgement.masters);
        }
    }
}

/// How far results are taken to lie apart before there are any.
const FIRST_SPREAD: f32 = 0.1;

impl Edge {
    fn new(choice: Choice, logit: f32, prior: f32) -> Edge {
        Edge { prior, logit, utility: 0.0, visits: 0, child: NO_CHILD, choice }
    }
}

/// What a seat strives for.
fn utility_of(judgement: &Judgement, seat: usize, masters_weight: f32) -> f32 {
    let all_masters: f32 = judgement.masters.iter().sum();
    let share = judgement.masters[seat] / all_masters.max(1.0);
    (1.0 - masters_weight) * judgement.wins[seat] + masters_weight * share
}

/// The move that a choice is when it is not half of a recruit.
fn whole_move(choice: Choice) -> Move {
    match choice {
        Choice::Place(space) => Move::Place { space },
        Choice::Recruit(space) => Move::recruit_one(space),
        Choice::Journey(from, to) => Move::Journey { from, to },
        Choice::Pass => Move::Pass,
    }
}

/// The recruit whose first student is chosen, and whose second is chosen now; where one alone is allowed, not to choose
/// is to pass.
fn recruit(first: Space, second: Choice) -> Move {
    match second {
        Choice::Recruit(second) => Move::recruit_two(first, second),
        _ => Move::recruit_one(first),
    }
}

/// The recruits of two as ordered pairs: first the more promising student, which comes earlier in the list.
struct Pairs<'a> {
    students: &'a [(Space, f32)],
    legal: &'a Choices,
    classes: &'a GuildClasses,
}

impl Pairs<'_> {
    /// The second students for the first at `rank`, one for each recruit that no earlier pair is equivalent to.
    fn partners(&self, rank: usize) -> impl Iterator<Item = (Space, f32)> {
        let first = self.students[rank].0;
        let later = self.students[rank + 1..].iter().copied();
        let one_tile = self.legal.last_tile_guilds.contains(first.guild());
        let legal = move |space: Space| !(one_tile && space.guild() == first.guild());
        later.filter(move |(space, _)| legal(*space) && self.is_new(rank, *space))
    }

    /// Whether no pair before this one is equivalent to it.
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

    /// The weights of all second students together, and of none where that is allowed.
    fn partner_weight(&self, rank: usize) -> f32 {
        let alone = if self.legal.single_by_choice { 1.0 } else { 0.0 };
        self.partners(rank).map(|(_, logit)| logit.exp()).sum::<f32>() + alone
    }
}
