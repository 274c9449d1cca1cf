//! Which moves of a position are the same answer.
//!
//! The rules treat all guilds alike. Two moves are equivalent if the boards after them differ only in guilds that have changed places: the
//! games after them are the same but for the names.

use shangrila_rules::{BridgeSet, Guild, Move, Position, Space, Village};

/// What stands in one guild's spaces, village by village.
type Column = [u8; Village::COUNT];

/// A board without the names of the guilds: equal for two positions of one turn exactly if a permutation of the guilds turns one into the
/// other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamelessBoard {
    bridges: u32,
    columns: [Column; Guild::COUNT],
}

impl NamelessBoard {
    /// The board of a position.
    pub fn of(position: &Position) -> NamelessBoard {
        let column = |guild: Guild| {
            Village::ALL.map(|village| match position.occupant(Space::new(village, guild)) {
                None => 0,
                Some(occupant) => 1 + 2 * occupant.clan as u8 + u8::from(occupant.student),
            })
        };
        let mut columns = Guild::ALL.map(column);
        columns.sort_unstable();
        NamelessBoard { bridges: BridgeSet::bits(position.bridges()), columns }
    }

    /// The board after a legal move.
    pub fn after(position: &Position, mv: Move) -> NamelessBoard {
        NamelessBoard::of(&after(position, mv))
    }
}

/// The position after a legal move.
pub fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

/// Whether two legal moves are the same answer.
pub fn are_equivalent(position: &Position, one: Move, other: Move) -> bool {
    one == other || NamelessBoard::after(position, one) == NamelessBoard::after(position, other)
}

/// One legal move for each group of equivalent ones, in the order of the legal moves.
pub fn distinct_moves(position: &Position) -> Vec<Move> {
    let mut seen = std::collections::HashSet::new();
    position.legal_moves().iter().filter(|&mv| seen.insert(NamelessBoard::after(position, mv))).collect()
}

#[cfg(test)]
mod tests {
    use shangrila_rules::{GameOptions, Seats};

    use super::*;

    #[test]
    fn on_the_empty_board_only_the_village_of_a_placement_matters() {
        let start = Position::start(Seats::FOUR, GameOptions::default());
        assert_eq!(start.legal_moves().len(), 91);
        assert_eq!(distinct_moves(&start).len(), 13);
        let mv = |text: &str| text.parse::<Move>().unwrap();
        assert!(are_equivalent(&start, mv("R@a"), mv("H@a")));
        assert!(!are_equivalent(&start, mv("R@a"), mv("R@b")));
    }

    #[test]
    fn guilds_that_stand_differently_on_the_board_are_not_exchanged() {
        let mut position = Position::start(Seats::FOUR, GameOptions::default());
        position.play("R@a".parse().unwrap()).unwrap();
        let mv = |text: &str| text.parse::<Move>().unwrap();
        assert!(are_equivalent(&position, mv("A@b"), mv("F@b")));
        assert!(!are_equivalent(&position, mv("R@b"), mv("F@b")));
    }

    #[test]
    fn journeys_over_different_bridges_are_never_the_same_answer() {
        let position: Position = "R6/7/7/7/7/7/7/7/7/7/7/b6/v6 400003 rbvy r 60 0".parse().unwrap();
        let journeys = distinct_moves(&position).into_iter().filter(|mv| matches!(mv, Move::Journey { .. }));
        assert_eq!(journeys.map(|mv| mv.to_string()).collect::<Vec<_>>(), ["a>b", "a>d"]);
    }
}
