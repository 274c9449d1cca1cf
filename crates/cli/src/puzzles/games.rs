//! Strong games for puzzles to come from: the search plays all seats, mostly its best move.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Budget, Limits, NoClock, Params, Search, only_move};
use shangrila_rules::{GameOptions, Move, Position, Seats};

/// How freely a move is drawn, and how often: in the set-up, so that games differ, and later, so that there are mistakes to exploit.
const TEMPERATURE: f32 = 0.6;
const DRAWN_IN_SETUP: f32 = 0.4;
const DRAWN_LATER: f32 = 0.08;
const DRAWN_IN_BRANCHES: f32 = 0.3;

/// The most rounds of the set-up in which masters are placed at random: strong players hardly vary their first placements.
const MOST_RANDOM_ROUNDS: usize = 5;

/// The journeys left where other continuations of a game branch off.
const BRANCHING_JOURNEYS: usize = 5;

/// The visits of a move in other continuations: what a good player sees at once.
const BRANCH_VISITS: u32 = 100;

/// A turn of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) position: Position,
    /// The best move by the search of the game.
    pub(super) best: Move,
    /// How much better its chance is than that of any other move that was looked at.
    pub(super) gap: f32,
}

/// Random numbers for a game: the same for the same seed and number.
pub(super) fn rng_of(seed: u32, game: u32) -> Rng {
    Rng::with_seed((u64::from(seed) << 32 | u64::from(game)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A player of all seats.
pub(super) struct Player {
    search: Search,
    rng: Rng,
}

impl Player {
    pub(super) fn new(rng: Rng) -> Player {
        let mut rng = rng;
        let start = Position::start(Seats::FOUR, GameOptions::default());
        let search = Search::new(&start, Params { seed: rng.u64(..), ..Params::default() }, network_evaluator);
        Player { search, rng }
    }

    /// Plays a game, a third of them with three clans, and returns its turns with a choice. The first masters are placed at random.
    pub(super) fn game(&mut self, visits: u32) -> Vec<Turn> {
        let seats = if self.rng.u32(..3) == 0 { Seats::THREE } else { Seats::FOUR };
        let mut start = Position::start(seats, GameOptions::default());
        for _ in 0..self.rng.usize(..=MOST_RANDOM_ROUNDS * seats.count()) {
            start.play_random(|n| self.rng.u32(..n));
        }
        self.play(&start, visits, DRAWN_IN_SETUP, DRAWN_LATER)
    }

    /// Plays another continuation from where few journeys are left.
    pub(super) fn branch(&mut self, game: &[Turn]) -> Vec<Turn> {
        let start = game.iter().find(|turn| turn.position.journeys_left() <= BRANCHING_JOURNEYS);
        start.map(|turn| self.play(&turn.position, BRANCH_VISITS, 0.0, DRAWN_IN_BRANCHES)).unwrap_or_default()
    }

    fn play(&mut self, start: &Position, visits: u32, drawn_in_setup: f32, drawn_later: f32) -> Vec<Turn> {
        let mut position = *start;
        let mut turns = Vec::new();
        let stop = AtomicBool::new(false);
        let budget = Budget { limits: Limits::visits(visits), clock: &NoClock, stop: &stop };
        while let Some(clan) = position.to_move() {
            let mv = match only_move(&position) {
                Some(mv) => mv,
                None => {
                    self.search.go_to(&position);
                    self.search.run(&budget);
                    let lines = self.search.analysis(usize::MAX).lines;
                    let Some(best) = lines.first() else { break };
                    // A handful of visits is not an opinion. In a proved position every move has one.
                    let others = lines[1..].iter().filter(|line| line.visits >= 8 || line.outlook.proved);
                    let second = others.map(|line| line.outlook.wins[clan]).fold(0.0, f32::max);
                    turns.push(Turn { position, best: best.mv, gap: best.outlook.wins[clan] - second });
                    let best = best.mv;
                    let drawn = if position.in_opening() { drawn_in_setup } else { drawn_later };
                    let drawn = self.rng.f32() < drawn;
                    if drawn { self.search.draw_move(TEMPERATURE, &mut self.rng).unwrap_or(best) } else { best }
                }
            };
            position.play_unchecked(mv);
            self.search.advance(mv);
        }
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_number_give_the_same_game_and_another_number_another_one() {
        let game = |number| {
            let turns = Player::new(rng_of(1, number)).game(4);
            turns.iter().map(|turn| turn.position.to_string()).collect::<Vec<_>>()
        };
        let one = game(1);
        assert!(one.len() > 40);
        assert_eq!(one, game(1));
        assert_ne!(one, game(2));
    }
}
