//! Monte Carlo tree search for three and four clans: runs one tree per thread and merges their results.

mod analysis;
mod closer_look;
mod params;
mod tree;

use fastrand::Rng;
use shangrila_rules::{Move, Position};

use crate::bot::{Bot, Outlook, Thought, only_move};
use crate::budget::{Budget, Limits};
use crate::evaluator::Evaluator;
pub use analysis::{Analysis, AnalysisLine};
pub use params::{Params, UnknownSetting};
use tree::Tree;

/// Visits between two readings of the clock: some tens of microseconds.
const VISITS_PER_CLOCK_CHECK: u32 = 16;

/// A search that can be run, stopped, queried and resumed.
pub struct Search {
    params: Params,
    trees: Vec<Tree>,
    /// Whether a proof of this position was attempted.
    proof_tried: bool,
}

/// A proof that needs more positions than this is abandoned, however much time is left.
const MAX_PROOF_NODES: u32 = 20_000_000;

impl Search {
    /// Creates a search of `position`. `evaluator` is called once per thread, with a seed.
    pub fn new(position: &Position, params: Params, mut evaluator: impl FnMut(u64) -> Box<dyn Evaluator>) -> Search {
        let threads = if cfg!(target_family = "wasm") { 1 } else { params.threads.max(1) };
        let per_thread = Params { memory: params.memory / threads, ..params };
        let tree = |index: usize| {
            let salt = params.seed.wrapping_add(index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            Tree::new(position, evaluator(salt), per_thread, salt)
        };
        Search { params, trees: (0..threads).map(tree).collect(), proof_tried: false }
    }

    /// Returns the position at the root.
    pub fn position(&self) -> &Position {
        self.trees[0].position()
    }

    /// Moves the root to `position`; the tree is kept only if that is the current root.
    pub fn go_to(&mut self, position: &Position) {
        if self.position() != position {
            self.trees.iter_mut().for_each(|tree| tree.reset(position));
            self.proof_tried = false;
        }
    }

    /// Moves the root to the position after `mv` and keeps the subtree below it.
    pub fn advance(&mut self, mv: Move) {
        self.trees.iter_mut().for_each(|tree| tree.advance(mv));
        self.proof_tried = false;
    }

    /// Returns a search of the position after `mv` that begins with what this one knows about it, while this one keeps its tree.
    /// `None` if the move is illegal.
    pub fn fork(&self, mv: Move, mut evaluator: impl FnMut(u64) -> Box<dyn Evaluator>) -> Option<Search> {
        let trees: Option<_> = self.trees.iter().map(|tree| tree.fork(mv, &mut evaluator)).collect();
        Some(Search { params: self.params, trees: trees?, proof_tried: false })
    }

    /// Lets the next [`Search::run`] try to prove the position again, with its share of the time it is given then.
    pub fn retry_proof(&mut self) {
        self.proof_tried = false;
    }

    /// Mixes noise into the priors of the position's choices, so that training games also try what the policy overlooks.
    ///
    /// `share` of each prior becomes noise of a few strong peaks, as a Dirichlet distribution has them.
    pub fn add_root_noise(&mut self, share: f32, seed: u64) {
        for (index, tree) in self.trees.iter_mut().enumerate() {
            tree.add_root_noise(share, seed.wrapping_add(index as u64));
        }
    }

    /// Returns the visits to the root, including those kept by [`Search::advance`].
    pub fn visits(&self) -> u32 {
        self.trees.iter().map(Tree::visits).sum()
    }

    /// Returns the bytes used by all trees.
    pub fn memory_used(&self) -> usize {
        self.trees.iter().map(Tree::memory_used).sum()
    }

    /// Returns whether searching further cannot change the result: the game is over or the root is proved.
    pub fn is_settled(&self) -> bool {
        self.position().is_over() || self.trees.iter().any(Tree::is_proved)
    }

    /// Searches until a limit is reached. Calling it again with higher limits resumes the search.
    pub fn run(&mut self, budget: &Budget<'_>) {
        if self.position().is_over() {
            return;
        }
        self.try_to_prove(budget);
        let threads = self.trees.len() as u32;
        // Each tree has a fixed share of the visits, so the result does not depend on thread scheduling.
        let share =
            |index: u32| budget.limits.visits.map(|visits| visits / threads + u32::from(index < visits % threads));
        #[cfg(not(target_family = "wasm"))]
        if threads > 1 {
            std::thread::scope(|scope| {
                for (index, tree) in self.trees.iter_mut().enumerate() {
                    scope.spawn(move || search_tree(tree, share(index as u32), budget));
                }
            });
            return;
        }
        search_tree(&mut self.trees[0], share(0), budget);
    }

    /// Spends a share of the budget on proving the root, once per position.
    fn try_to_prove(&mut self, budget: &Budget<'_>) {
        let share = self.params.proof_share;
        if self.proof_tried || share <= 0.0 {
            return;
        }
        self.proof_tried = true;
        let time = budget.limits.time.map(|time| time.mul_f32(share));
        let nodes = budget.limits.visits.map_or(u32::MAX, |visits| (visits as f32 * share) as u32);
        let limits = Limits { time, visits: None };
        self.trees[0].prove_root(nodes.min(MAX_PROOF_NODES), &Budget { limits, ..*budget });
    }

    /// Returns the current results, with at most `lines` moves.
    pub fn analysis(&self, lines: usize) -> Analysis {
        Analysis::merge(self.position(), self.trees.iter().map(Analysis::of_tree), lines)
    }

    /// Draws a move instead of taking the best: the longer the search looked at a move, the likelier it is. `None` when the
    /// game is over.
    ///
    /// A temperature near 0 almost always draws the best move, a high one almost any.
    pub fn draw_move(&mut self, temperature: f32, rng: &mut Rng) -> Option<Move> {
        self.trees[0].draw_move(temperature, rng)
    }
}

fn search_tree(tree: &mut Tree, visits: Option<u32>, budget: &Budget<'_>) {
    let limit = visits.unwrap_or(u32::MAX);
    while tree.visits() < limit && !tree.is_proved() {
        if tree.visits().is_multiple_of(VISITS_PER_CLOCK_CHECK) && tree.visits() > 1 && budget.is_over() {
            break;
        }
        tree.visit();
    }
}

/// A computer player that plays the best move of a [`Search`].
pub struct SearchBot {
    search: Search,
}

impl SearchBot {
    /// Creates a player with these parameters.
    pub fn new(params: Params, evaluator: impl FnMut(u64) -> Box<dyn Evaluator>) -> SearchBot {
        let start = Position::start(shangrila_rules::Seats::FOUR, shangrila_rules::GameOptions::default());
        SearchBot { search: Search::new(&start, params, evaluator) }
    }

    /// Returns the results for the position it thought about last, with at most `lines` moves.
    pub fn analysis(&self, lines: usize) -> Analysis {
        self.search.analysis(lines)
    }
}

impl Bot for SearchBot {
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought> {
        position.to_move()?;
        self.search.go_to(position);
        if let Some(mv) = only_move(position) {
            return Some(Thought { mv, outlook: Outlook::unknown(position), visits: 0 });
        }
        self.search.run(budget);
        let analysis = self.search.analysis(1);
        let best = analysis.lines.first()?;
        Some(Thought { mv: best.mv, outlook: analysis.outlook, visits: analysis.visits })
    }

    fn observe(&mut self, mv: Move) {
        self.search.advance(mv);
    }
}
