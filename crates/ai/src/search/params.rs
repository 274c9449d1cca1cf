//! The search parameters: everything that can be tuned, in one place.

use core::fmt;

/// The parameters of a search, each with its sensible range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// The PUCT exploration constant, in units of the spread of results below a node. 0.3 to 4.
    pub exploration: f32,
    /// The smallest spread assumed. A clan that has practically won or lost values all its actions the same, so its
    /// choice is anyone's guess; without a minimum it would not be explored. 0 to 0.2.
    pub min_spread: f32,
    /// How much exploration grows with the logarithm of the visits. 0 to 1.
    pub exploration_growth: f32,
    /// First-play urgency: how far below its parent an unvisited action is valued, in units of the spread. 0 to 2.
    pub first_play_reduction: f32,
    /// The weight of expected masters in the utility that each clan maximises; the rest is its chance of winning. 0 to 1.
    /// A small weight keeps a clan playing on when its chances are close to 0 or 1.
    pub masters_weight: f32,
    /// How much the other clans are assumed to begrudge the searching clan its chance of winning. 0 to 1. At 0 everyone plays
    /// for themselves alone (max^n), at 1 mostly against whoever searches (paranoid).
    pub begrudging: f32,
    /// The amplitude of the seeded noise on policy logits, so that different seeds play different games. 0 to 2.
    pub noise: f32,
    /// Scales the policy logits. 0 to 1. At 0 all actions have the same prior.
    pub policy_weight: f32,
    /// The most positions visited to prove a new leaf when one, two or three journeys are left. A few dozen prove most
    /// last turns.
    pub proof_nodes: [u32; 3],
    /// The share of the time or visits spent on proving the root when few journeys are left.
    pub proof_share: f32,
    /// Memory in bytes. Once it is used up, the search continues without adding positions.
    pub memory: usize,
    /// The number of threads. Each searches a tree of its own, and their visits are added up.
    pub threads: usize,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            exploration: 0.8,
            min_spread: 0.05,
            exploration_growth: 0.1,
            first_play_reduction: 0.3,
            masters_weight: 0.1,
            begrudging: 0.0,
            noise: 0.1,
            policy_weight: 1.0,
            proof_nodes: [200, 60, 20],
            proof_share: 0.3,
            memory: 512 << 20,
            threads: 1,
            seed: 0,
        }
    }
}

impl Params {
    /// Changes one parameter by name, such as `exploration=1.2`: for experiments in matches.
    pub fn with_setting(self, setting: &str) -> Result<Params, UnknownSetting> {
        let unknown = || UnknownSetting { text: setting.chars().take(40).collect() };
        let (name, value) = setting.split_once('=').ok_or_else(unknown)?;
        let value: f32 = value.parse().ok().filter(|value| (0.0..=10.0).contains(value)).ok_or_else(unknown)?;
        Ok(match name {
            "exploration" => Params { exploration: value, ..self },
            "min_spread" => Params { min_spread: value, ..self },
            "growth" => Params { exploration_growth: value, ..self },
            "first_play" => Params { first_play_reduction: value, ..self },
            "masters" => Params { masters_weight: value, ..self },
            "begrudging" => Params { begrudging: value, ..self },
            "policy" => Params { policy_weight: value, ..self },
            _ => return Err(unknown()),
        })
    }
}

/// The text is not a search parameter with a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSetting {
    text: String,
}

impl fmt::Display for UnknownSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown search setting {:?}; give exploration, min_spread, growth, first_play, masters, begrudging or policy with a \
             number from 0 to 10, such as exploration=1.2",
            self.text
        )
    }
}

impl core::error::Error for UnknownSetting {}
