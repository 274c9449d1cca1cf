//! Judges set-ups: each seat's chance of winning by the network alone or after a search.

use std::sync::atomic::AtomicBool;

use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Budget, Evaluator, Limits, NoClock, Params, Search};
use shangrila_rules::{GameOptions, Position};
use shangrila_table::fair_setup::SeatVillages;

use super::seats;

/// The position after a set-up.
///
/// # Panics
/// When there are not three or four seats.
pub(super) fn position(villages: &[SeatVillages]) -> Position {
    Position::after_setup(villages, seats(villages.len()), GameOptions::default()).expect("three or four seats")
}

/// Each seat's chance after a search of this many visits. The same visits and seed always give the same chances.
pub(super) fn searched(villages: &[SeatVillages], visits: u32, seed: u64) -> Vec<f32> {
    let position = position(villages);
    let mut search = Search::new(&position, Params { seed, ..Params::default() }, network_evaluator);
    search.run(&Budget { limits: Limits::visits(visits), clock: &NoClock, stop: &AtomicBool::new(false) });
    let wins = search.analysis(0).outlook.wins;
    position.seats().iter().map(|clan| wins[clan]).collect()
}

/// How far the chance that differs most from an equal share differs from it, from 0 to 1.
pub(super) fn deviation(chances: &[f32]) -> f32 {
    let share = 1.0 / chances.len() as f32;
    chances.iter().map(|chance| (chance - share).abs()).fold(0.0, f32::max)
}

/// The network alone, which judges thousands of set-ups in the time of one search.
pub(super) struct Glance(Box<dyn Evaluator>);

impl Glance {
    pub(super) fn new() -> Glance {
        Glance(network_evaluator(0))
    }

    /// Each seat's chance by the network alone.
    pub(super) fn chances(&mut self, villages: &[SeatVillages]) -> Vec<f32> {
        let wins = self.0.evaluate(&position(villages)).wins;
        wins.values()[..villages.len()].to_vec()
    }
}
