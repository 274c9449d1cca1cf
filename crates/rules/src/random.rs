//! Playing a uniformly random legal move without listing all legal moves.

use crate::choices::Choices;
use crate::moves::{MAX_RECRUITS, Move};
use crate::opening;
use crate::position::Position;
use crate::seat::Seat;

impl Position {
    /// Plays a legal move chosen uniformly at random and returns it; `None` when the game is over.
    ///
    /// The randomness comes from `below`, which must return a number from 0 up to, but not including, its argument, all
    /// equally likely. The argument is never 0. Choosing and playing in one step avoids decoding the move and one
    /// mispredicted branch.
    ///
    /// ```
    /// # use shangrila_rules::{GameOptions, Position, Seats};
    /// let mut position = Position::start(Seats::FOUR, GameOptions::default());
    /// let mut rng = fastrand::Rng::with_seed(7);
    /// while position.play_random(|n| rng.u32(..n)).is_some() {}
    /// assert!(position.is_over());
    /// ```
    #[inline(always)]
    pub fn play_random(&mut self, below: impl FnMut(u32) -> u32) -> Option<Move> {
        // Compiled once for each seat: all reads and writes then have fixed addresses, so the processor knows early
        // which loads depend on which stores. Worth a few per cent.
        match self.seat_to_move()? {
            Seat::First => Some(self.play_random_for::<0>(below)),
            Seat::Second => Some(self.play_random_for::<1>(below)),
            Seat::Third => Some(self.play_random_for::<2>(below)),
            Seat::Fourth => Some(self.play_random_for::<3>(below)),
        }
    }

    #[inline(always)]
    fn play_random_for<const SEAT: usize>(&mut self, mut below: impl FnMut(u32) -> u32) -> Move {
        let seat = const { Seat::ALL[SEAT] };
        if self.in_opening() {
            let places = opening::placements(self, seat);
            if places.is_empty() {
                return self.play_forced_pass(seat);
            }
            let space = places.nth(below(places.len() as u32));
            self.place(seat, space);
            return Move::Place { space };
        }

        let choices = Choices::of_action(self, seat);
        let places = choices.places.len() as u32;
        let journeys = choices.journeys.len() as u32;
        let recruits = choices.recruits.len() as u32;
        let mut pairs = recruits * recruits.wrapping_sub(1) / 2;
        // A cheap test that is rarely true comes first, so that the exact one rarely runs.
        let all_last_tiles = choices.recruits.only_guilds(choices.last_tile_guilds) == choices.recruits;
        if recruits > 1 && all_last_tiles && !choices.can_recruit_two() {
            pairs = 0;
        }
        let singles = if pairs == 0 || choices.single_by_choice { recruits } else { 0 };
        let total = pairs + places + journeys + singles;
        if total == 0 {
            return self.play_forced_pass(seat);
        }
        loop {
            let mut draw = below(total);
            if draw < pairs {
                let (one, other) = nth_pair(draw, recruits);
                let (one, other) = (choices.recruits.nth(one), choices.recruits.nth(other));
                // Two students of a guild with one tile left are not a legal move. Drawing again, rather than taking
                // another move instead, keeps all legal moves equally likely.
                let shared_guild = one.guild_bit() & other.guild_bit();
                if shared_guild & choices.last_tile_guilds.0 != 0 {
                    continue;
                }
                self.recruit(seat, one, Some(other));
                return Move::recruit_two(one, other);
            }
            draw -= pairs;
            if draw < places {
                let space = choices.places.nth(draw);
                self.place(seat, space);
                return Move::Place { space };
            }
            draw -= places;
            if draw < journeys {
                let (bridge, from, to) = choices.journeys.nth(draw);
                self.journey(seat, bridge, from, to);
                return Move::Journey { from, to };
            }
            let space = choices.recruits.nth(draw - journeys);
            self.recruit(seat, space, None);
            return Move::recruit_one(space);
        }
    }

    #[cold]
    fn play_forced_pass(&mut self, seat: Seat) -> Move {
        self.pass(seat);
        Move::Pass
    }
}

/// The pair with this number among the `n (n - 1) / 2` pairs of `n` things; `n` is at most [`MAX_RECRUITS`].
///
/// Arrange an odd number of things in a circle: all pairs at distance 1 come first, then those at distance 2, and so on
/// up to half of the circle. If `n` is even, one thing is placed in the middle, and its pairs come last.
#[inline(always)]
fn nth_pair(number: u32, n: u32) -> (u32, u32) {
    let circle = (n - 1) | 1;
    let steps = (number * RECIPROCAL[n as usize & 63]) >> 16;
    let one = number - steps * circle;
    let around = one + 1 + steps;
    let other = if around >= circle { around - circle } else { around };
    (one, if steps == circle / 2 { circle } else { other })
}

/// For each `n`, a factor that divides numbers up to 595 by the size of the circle, after a shift by 16 bits.
static RECIPROCAL: [u32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < table.len() {
        table[n] = (1 << 16) / ((n as u32 - 1) | 1) + 1;
        n += 1;
    }
    assert!(MAX_RECRUITS < table.len());
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_pair_has_exactly_one_number() {
        for n in 2..=MAX_RECRUITS as u32 {
            let count = n * (n - 1) / 2;
            let pairs: BTreeSet<_> = (0..count)
                .map(|number| nth_pair(number, n))
                .inspect(|&(one, other)| assert!(one != other && one < n && other < n, "{one} {other} of {n}"))
                .map(|(one, other)| (one.min(other), one.max(other)))
                .collect();
            assert_eq!(pairs.len() as u32, count, "{n}");
        }
    }
}
