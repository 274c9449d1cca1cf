//! How people count turns: the first turn after set-up is turn 1, and the turns of a free set-up are counted on their own.
//!
//! Notation and records count plies instead, from the first placement; the first-game set-up starts at ply 28 (21 with three clans).

use shangrila_rules::{OPENING_MASTERS, Position};

/// The number of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnNumber {
    /// A turn of a free set-up.
    Setup {
        /// Counted from 1.
        turn: usize,
        /// The turns of the whole set-up.
        last: usize,
    },
    /// A turn of the game proper, counted from 1.
    Play(usize),
}

impl TurnNumber {
    /// The turn that follows a number of plies in a game of three or four clans.
    pub const fn after(plies: usize, clans: usize) -> TurnNumber {
        let last = OPENING_MASTERS * clans;
        if plies < last { TurnNumber::Setup { turn: plies + 1, last } } else { TurnNumber::Play(plies - last + 1) }
    }

    /// The turn to be played; when the game is over, the last one.
    pub fn of(position: &Position) -> TurnNumber {
        let plies = usize::from(position.ply());
        let plies = if position.is_over() { plies.saturating_sub(1) } else { plies };
        TurnNumber::after(plies, position.seats().count())
    }

    /// The number alone; set-up and play are each counted from 1.
    pub const fn number(self) -> usize {
        match self {
            TurnNumber::Setup { turn, .. } | TurnNumber::Play(turn) => turn,
        }
    }
}

/// The turns played since set-up.
pub fn turns_played(position: &Position) -> usize {
    usize::from(position.ply()).saturating_sub(OPENING_MASTERS * position.seats().count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::record::Start;
    use shangrila_rules::{GameOptions, Seats};

    #[test]
    fn a_first_game_opens_with_turn_1_and_ends_with_the_number_of_its_turns() {
        let mut rng = fastrand::Rng::with_seed(3);
        for seats in [Seats::THREE, Seats::FOUR] {
            let mut position = Start::FirstGame { seats, options: GameOptions::default() }.position();
            assert_eq!(TurnNumber::of(&position), TurnNumber::Play(1));
            assert_eq!(turns_played(&position), 0);
            let mut turns = 0;
            while position.play_random(|n| rng.u32(..n)).is_some() {
                turns += 1;
            }
            assert_eq!(TurnNumber::of(&position), TurnNumber::Play(turns));
            assert_eq!(turns_played(&position), turns);
        }
    }

    #[test]
    fn a_free_set_up_is_counted_on_its_own() {
        let mut position = Position::start(Seats::THREE, GameOptions::default());
        let mut rng = fastrand::Rng::with_seed(3);
        for turn in 1..=21 {
            assert_eq!(TurnNumber::of(&position), TurnNumber::Setup { turn, last: 21 });
            assert_eq!(turns_played(&position), 0);
            position.play_random(|n| rng.u32(..n));
        }
        assert_eq!(TurnNumber::of(&position), TurnNumber::Play(1));
    }
}
