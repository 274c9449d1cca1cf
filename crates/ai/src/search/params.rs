//! All that can be tuned about the search, in one place.

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// How eagerly promising but rarely tried choices are tried, in units of the spread of results. 0.3 to 4.
    pub exploration: f32,
    /// The least spread of results that is assumed. Where a clan can hardly win or lose any more, all it can do is worth
    /// the same to it, and what it does is anybody's guess. 0 to 0.2.
    pub least_spread: f32,
    /// How much that eagerness grows with the visits of a position. 0 to 1.
    pub exploration_growth: f32,
    /// How much worse than its position an untried choice is taken to be, in units of the spread. 0 to 2.
    pub untried_penalty: f32,
    /// The share of the expected masters in what a clan strives for; the rest is the chance to win. 0 to 1. A little of
    /// it keeps a clan fighting that can hardly win or lose any more.
    pub masters_weight: f32,
    /// How strongly the seed disturbs the promise of choices, so that different seeds play different games. 0 to 2.
    pub noise: f32,
    /// How much the promise of choices counts. 0 to 1. Who has no instinct looks at anything, promising or not.
    pub instinct: f32,
    /// The chance to overlook a choice, as people do. 0 to 1. What stands out is overlooked half as often.
    pub oversight: f32,
    /// Positions that the proof of a new position may look at, when one journey is left; the second and third number are
    /// for two and three journeys. Most last turns are proved by a few dozen.
    pub proof_nodes: [u32; 3],
    /// The share of the time, or of the visits, for proving the position that is searched, when few journeys are left.
    pub proof_share: f32,
    /// Memory in bytes. When it is used up, the search goes on within the positions it has.
    pub memory: usize,
    /// Threads that search at the same time, each its own tree; their visits are added up.
    pub threads: usize,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            exploration: 0.8,
            least_spread: 0.05,
            exploration_growth: 0.1,
            untried_penalty: 0.3,
            masters_weight: 0.1,
            noise: 0.1,
            instinct: 1.0,
            oversight: 0.0,
            proof_nodes: [200, 60, 20],
            proof_share: 0.3,
            memory: 512 << 20,
            threads: 1,
            seed: 0,
        }
    }
}
