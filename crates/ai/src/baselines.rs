//! Baseline players to measure others against: random moves, one-ply greed, and UCT with random playouts.

use fastrand::Rng;
use shangrila_rules::{Move, MoveList, PerSeat, Position, Seat};

use crate::bot::{Bot, Outlook, Thought, only_move};
use crate::budget::Budget;
use crate::portable;
use crate::seats::{to_clans, win_shares};

/// Plays a uniformly random legal move.
pub struct RandomBot {
    rng: Rng,
}

impl RandomBot {
    /// Creates a bot; the same seed plays the same moves.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { rng: Rng::with_seed(seed) }
    }
}

impl Bot for RandomBot {
    fn think(&mut self, position: &Position, _: &Budget<'_>) -> Option<Thought> {
        let mv = position.clone().play_random(|n| self.rng.u32(..n))?;
        Some(Thought { mv, outlook: Outlook::unknown(position), visits: 0 })
    }
}

/// Maximises its masters minus those of the strongest opponent after one turn. Ties are broken at random.
pub struct GreedyBot {
    rng: Rng,
}

impl GreedyBot {
    /// Creates a bot; the same seed plays the same moves.
    pub fn new(seed: u64) -> GreedyBot {
        GreedyBot { rng: Rng::with_seed(seed) }
    }
}

impl Bot for GreedyBot {
    fn think(&mut self, position: &Position, _: &Budget<'_>) -> Option<Thought> {
        let me = position.to_move()?;
        let moves = position.legal_moves();
        let lead_after = |mv: Move| {
            let mut after = *position;
            after.play_unchecked(mv);
            let masters = |clan| after.masters(clan).len() as i32;
            let best_opponent = after.seats().iter().filter(|&clan| clan != me).map(masters).max();
            masters(me) - best_opponent.unwrap_or(0)
        };
        let best = moves.iter().map(lead_after).max()?;
        let candidates: Vec<Move> = moves.iter().filter(|&mv| lead_after(mv) == best).collect();
        let mv = candidates[self.rng.usize(..candidates.len())];
        Some(Thought { mv, outlook: Outlook::unknown(position), visits: moves.len() as u32 })
    }
}

/// UCT with random playouts and no knowledge beyond the rules.
///
/// Every clan is assumed to maximise its own share of the victory (max^n). Every legal move is an edge, each visit adds
/// one node to the tree, and the move with the most visits is played.
pub struct UctBot {
    /// Playouts per move; `None` uses the budget of each move.
    playouts: Option<u32>,
    rng: Rng,
    /// The tree of the previous move. Freeing its many small allocations takes a while, so it is cleared at the start
    /// of the next move, where that time counts, and not after the deadline of this one.
    nodes: Vec<UctNode>,
}

/// The exploration constant of UCB1, for results between 0 and 1.
const EXPLORATION: f32 = core::f32::consts::SQRT_2 / 2.0;

impl UctBot {
    /// Creates a bot that plays `playouts` games per move, or as many as the budget allows if `None`.
    pub fn new(playouts: Option<u32>, seed: u64) -> UctBot {
        UctBot { playouts, rng: Rng::with_seed(seed), nodes: Vec::new() }
    }
}

/// A position in the tree.
struct UctNode {
    /// The legal moves in random order. `children[i]` is the node after `moves[i]`; later moves are not expanded yet.
    moves: Vec<Move>,
    children: Vec<usize>,
    visits: u32,
    /// Each seat's shares of the victory, summed over the visits.
    wins: PerSeat<f32>,
}

impl UctNode {
    fn new(position: &Position, list: &mut MoveList, rng: &mut Rng) -> UctNode {
        position.legal_moves_into(list);
        let mut moves: Vec<Move> = list.iter().collect();
        rng.shuffle(&mut moves);
        UctNode { moves, children: Vec::new(), visits: 0, wins: PerSeat::default() }
    }

    /// Returns the index of the child with the highest upper confidence bound for the seat to move.
    fn best_child(&self, nodes: &[UctNode], seat: Seat) -> usize {
        let log = portable::ln(self.visits as f32);
        let bound = |&child: &usize| {
            let visits = nodes[child].visits as f32;
            nodes[child].wins[seat] / visits + EXPLORATION * (log / visits).sqrt()
        };
        let bounds = self.children.iter().map(bound).enumerate();
        bounds.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(index, _)| index)
    }
}

impl Bot for UctBot {
    fn think(&mut self, position: &Position, budget: &Budget<'_>) -> Option<Thought> {
        position.to_move()?;
        if let Some(mv) = only_move(position) {
            return Some(Thought { mv, outlook: Outlook::unknown(position), visits: 0 });
        }
        let mut list = MoveList::new();
        let nodes = &mut self.nodes;
        nodes.clear();
        nodes.push(UctNode::new(position, &mut list, &mut self.rng));
        let limit = self.playouts.or(budget.limits.visits).unwrap_or(u32::MAX);
        let mut path = Vec::new();
        while nodes[0].visits < limit.max(1) {
            // A playout takes microseconds, so reading the clock after each one would be a waste.
            if nodes[0].visits % 16 == 15
                && if self.playouts.is_some() { budget.is_stopped() } else { budget.is_over() }
            {
                break;
            }
            let mut end = *position;
            path.clear();
            let mut node = 0;
            loop {
                path.push(node);
                let UctNode { moves, children, .. } = &nodes[node];
                if children.len() < moves.len() {
                    end.play_unchecked(moves[children.len()]);
                    let child = nodes.len();
                    nodes.push(UctNode::new(&end, &mut list, &mut self.rng));
                    nodes[node].children.push(child);
                    path.push(child);
                    break;
                }
                let Some(seat) = end.seat_to_move() else { break };
                let index = nodes[node].best_child(nodes, seat);
                end.play_unchecked(moves[index]);
                node = children[index];
            }
            while end.play_random(|n| self.rng.u32(..n)).is_some() {}
            let result = win_shares(&end);
            for &node in &path {
                nodes[node].visits += 1;
                for (seat, sum) in nodes[node].wins.iter_mut() {
                    *sum += result[seat];
                }
            }
        }
        let root = &nodes[0];
        let most_visited = (0..root.children.len()).max_by_key(|&index| nodes[root.children[index]].visits)?;
        let child = &nodes[root.children[most_visited]];
        let wins = child.wins.map(|sum| sum / child.visits as f32);
        let outlook = Outlook { wins: to_clans(position.seats(), wins), ..Outlook::unknown(position) };
        Some(Thought { mv: root.moves[most_visited], outlook, visits: root.visits })
    }
}
