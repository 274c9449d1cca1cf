//! The schedule of a match: who sits where in each game, and the seeds of bots and openings.

use shangrila_ai::Limits;
use shangrila_rules::Seats;

use super::contestant::Contestant;
use super::openings::Openings;

/// Everything that determines the games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    /// Three or four bots, in the order of the command line.
    pub(crate) bots: Vec<Contestant>,
    pub(crate) openings: Openings,
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
    /// A round is one opening, played once in every rotation of the bots.
    pub(crate) rounds: u64,
}

/// Stands in for a bot number when deriving the seed of an opening.
const OPENING: u64 = u64::MAX;

impl Schedule {
    /// Returns the clans in turn order.
    pub(crate) fn seats(&self) -> Seats {
        if self.bots.len() == 3 { Seats::THREE } else { Seats::FOUR }
    }

    /// Returns the number of games per round.
    pub(crate) fn rotations(&self) -> u64 {
        self.bots.len() as u64
    }

    /// Returns the number of games in the match.
    pub(crate) fn games(&self) -> u64 {
        self.rounds * self.rotations()
    }

    /// Returns the bot in each seat.
    ///
    /// Within a round, the bots move on by one seat after each game. From round to round their circular order changes, so
    /// that nobody always moves after the same neighbour; all orders take turns, two for three bots and six for four.
    pub(crate) fn seating(&self, round: u64, rotation: u64) -> Vec<usize> {
        let mut circle = vec![0];
        let mut others: Vec<usize> = (1..self.bots.len()).collect();
        let mut number = round;
        while !others.is_empty() {
            let count = others.len() as u64;
            circle.push(others.remove((number % count) as usize));
            number /= count;
        }
        circle.rotate_right((rotation % self.rotations()) as usize);
        circle
    }

    /// Returns the seed of a bot, which is the same in all games of a round.
    pub(crate) fn bot_seed(&self, round: u64, bot: usize) -> u64 {
        mix(self.seed, round, bot as u64)
    }

    /// Returns the seed of the opening of a round.
    pub(crate) fn opening_seed(&self, round: u64) -> u64 {
        mix(self.seed, round, OPENING)
    }
}

/// Mixes three numbers into a seed with the finaliser of SplitMix64.
fn mix(seed: u64, round: u64, who: u64) -> u64 {
    [seed, round, who].into_iter().fold(0, |state: u64, number| {
        let mut z = (state ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_ai::BotSpec;
    use std::collections::{BTreeMap, BTreeSet};

    fn schedule(bots: usize) -> Schedule {
        let bots = vec![BotSpec::Random.into(); bots];
        Schedule { bots, openings: Openings::Card, limits: Limits::default(), seed: 1, rounds: 6 }
    }

    #[test]
    fn every_round_gives_every_bot_every_seat_once() {
        for bots in [3, 4] {
            let schedule = schedule(bots);
            for round in 0..schedule.rounds {
                let seatings: Vec<_> = (0..schedule.rotations()).map(|game| schedule.seating(round, game)).collect();
                for seat in 0..bots {
                    let seen: BTreeSet<usize> = seatings.iter().map(|seating| seating[seat]).collect();
                    assert_eq!(seen, (0..bots).collect(), "round {round}, seat {seat}");
                }
            }
        }
        assert_eq!(schedule(4).seating(0, 0), [0, 1, 2, 3]);
        assert_eq!(schedule(4).seating(0, 1), [3, 0, 1, 2]);
    }

    #[test]
    fn six_rounds_give_every_bot_every_neighbour_equally_often() {
        for bots in [3, 4] {
            let schedule = schedule(bots);
            let mut followed: BTreeMap<(usize, usize), u32> = BTreeMap::new();
            for round in 0..6 {
                let seating = schedule.seating(round, 0);
                for seat in 0..bots {
                    *followed.entry((seating[seat], seating[(seat + 1) % bots])).or_default() += 1;
                }
            }
            assert_eq!(followed.len(), bots * (bots - 1));
            assert!(followed.values().all(|&times| times == 6 / (bots as u32 - 1)), "{followed:?}");
        }
    }

    #[test]
    fn seeds_depend_on_seed_round_and_bot() {
        let mut seeds = BTreeSet::new();
        for seed in 0..4 {
            let schedule = Schedule { seed, ..schedule(4) };
            for round in 0..50 {
                seeds.extend((0..4).map(|bot| schedule.bot_seed(round, bot)));
                seeds.insert(schedule.opening_seed(round));
            }
        }
        assert_eq!(seeds.len(), 4 * 50 * 5);
    }
}
