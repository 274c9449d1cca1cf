//! Who sits at the table: the network as it is now, its past versions, and others who play differently.

use std::sync::Arc;

use fastrand::Rng;
use shangrila_ai::network::{Network, NetworkEvaluator};
use shangrila_ai::{Bot, Evaluator, Level, Params, Search, UctBot, fitted_evaluator};
use shangrila_rules::Position;

/// The networks there are.
#[derive(Clone, Default)]
pub(crate) struct Generations {
    /// The newest, which learns; before there is one, the built-in evaluator plays in its place.
    pub(crate) current: Option<Arc<Network>>,
    /// Earlier ones.
    pub(crate) past: Vec<Arc<Network>>,
}

/// What kind of player a seat has. The numbers stand in training records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    /// The player that learns.
    Current = 0,
    /// An earlier network.
    Past = 1,
    /// Search with the built-in evaluator, as `sage` plays.
    Fitted = 2,
    /// Search with random playouts.
    Uct = 3,
    /// One of the weaker levels.
    Level = 4,
}

impl Kind {
    pub(crate) const ALL: [Kind; 5] = [Kind::Current, Kind::Past, Kind::Fitted, Kind::Uct, Kind::Level];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Kind::Current => "current",
            Kind::Past => "past",
            Kind::Fitted => "fitted",
            Kind::Uct => "uct",
            Kind::Level => "level",
        }
    }
}

/// How much the players think.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Visits of the turns that the policy is learnt from.
    pub(crate) full_visits: u32,
    /// Visits of the other turns.
    pub(crate) fast_visits: u32,
    /// The least and the most playouts of `uct`.
    pub(crate) uct: (u32, u32),
    /// The least and the most visits of the built-in evaluator as a guest.
    pub(crate) fitted: (u32, u32),
}

/// The players of one game.
pub(crate) struct Table {
    pub(crate) kinds: Vec<Kind>,
    /// One search for all seats of the current network: they think alike, so what one has found helps the others.
    pub(crate) current: Search,
    pub(crate) past: Option<Search>,
    pub(crate) fitted: Option<Search>,
    pub(crate) fitted_visits: u32,
    /// A bot for each seat that has one.
    pub(crate) bots: Vec<Option<Box<dyn Bot>>>,
}

impl Table {
    /// Seats players: one of the current network among strangers if it is to be `alone`. Otherwise in half of the games the current network
    /// has all seats, in a sixth one among strangers, and in the others there is mixed company.
    pub(crate) fn seat(
        position: &Position,
        generations: &Generations,
        effort: &Effort,
        alone: bool,
        rng: &mut Rng,
    ) -> Table {
        let clans = position.seats().count();
        let kinds = if alone { strangers(clans, rng) } else { company(clans, generations, rng) };
        let params = |rng: &mut Rng| Params { seed: rng.u64(..), memory: 48 << 20, ..Params::default() };
        let network_search = |network: &Arc<Network>, rng: &mut Rng| {
            Search::new(position, params(rng), |_| {
                Box::new(NetworkEvaluator::new(Arc::clone(network))) as Box<dyn Evaluator>
            })
        };
        let current = match &generations.current {
            Some(network) => network_search(network, rng),
            None => Search::new(position, params(rng), fitted_evaluator),
        };
        let past = kinds.contains(&Kind::Past).then(|| rng.choice(&generations.past)).flatten();
        let past = past.map(|network| network_search(network, rng));
        let fitted = kinds.contains(&Kind::Fitted).then(|| Search::new(position, params(rng), fitted_evaluator));
        let bots = kinds
            .iter()
            .map(|kind| match kind {
                Kind::Uct => Some(Box::new(UctBot::new(Some(between(effort.uct, rng)), rng.u64(..))) as Box<dyn Bot>),
                Kind::Level => {
                    let levels = [Level::Goatherd, Level::Pilgrim, Level::Guide];
                    Some(levels[rng.usize(..levels.len())].bot(rng.u64(..)))
                }
                Kind::Current | Kind::Past | Kind::Fitted => None,
            })
            .collect();
        Table { kinds, current, past, fitted, fitted_visits: between(effort.fitted, rng), bots }
    }

    /// All seats of the current network.
    pub(crate) fn is_mixed(&self) -> bool {
        self.kinds.iter().any(|&kind| kind != Kind::Current)
    }
}

/// One of the current network among guests of one kind. Alone among three who think alike, much depends on whom they attack: the network has to see
/// such games.
fn strangers(clans: usize, rng: &mut Rng) -> Vec<Kind> {
    let mut kinds = vec![if rng.bool() { Kind::Fitted } else { Kind::Uct }; clans];
    kinds[rng.usize(..clans)] = Kind::Current;
    kinds
}

fn company(clans: usize, generations: &Generations, rng: &mut Rng) -> Vec<Kind> {
    if rng.bool() {
        return vec![Kind::Current; clans];
    }
    if rng.u32(..3) == 0 {
        return strangers(clans, rng);
    }
    let mut kinds: Vec<Kind> = (0..clans)
        .map(|_| match rng.u32(..100) {
            0..45 => Kind::Current,
            45..60 if generations.past.is_empty() => Kind::Current,
            45..60 => Kind::Past,
            60..75 => Kind::Fitted,
            75..95 => Kind::Uct,
            _ => Kind::Level,
        })
        .collect();
    if !kinds.contains(&Kind::Current) {
        kinds[rng.usize(..clans)] = Kind::Current;
    }
    kinds
}

/// A number between two, each order of magnitude as likely as the other.
fn between((least, most): (u32, u32), rng: &mut Rng) -> u32 {
    let (low, high) = (least.max(1) as f32, most.max(least).max(1) as f32);
    (low * (high / low).powf(rng.f32())).round() as u32
}
