//! Guild symmetry: the seven guilds are interchangeable, so equivalent moves share one edge of the search tree.
//!
//! Every permutation of the guilds is a symmetry of the rules. Two guilds are *alike* in a position if, in every village,
//! they have the same clan's master and both or neither have a student. Moves that differ only by exchanging alike guilds
//! lead to equivalent games, and the search follows just one of them.

use shangrila_rules::{Guild, Move, Position, Seat, Space};

/// Groups the guilds that are alike in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GuildClasses {
    /// For each guild, the first one that is alike; possibly itself.
    first: [u8; Guild::COUNT],
}

/// A mask of the first space of every village.
const COLUMN: u128 = u128::from_le_bytes([1; 16]);

impl GuildClasses {
    pub(crate) fn of(position: &Position) -> GuildClasses {
        let sets = [
            position.masters_of_seat(Seat::First).bits(),
            position.masters_of_seat(Seat::Second).bits(),
            position.masters_of_seat(Seat::Third).bits(),
            position.masters_of_seat(Seat::Fourth).bits(),
            position.students().bits(),
        ];
        let alike = |one: usize, other: usize| sets.iter().all(|set| (set >> one ^ set >> other) & COLUMN == 0);
        let mut first = [0; Guild::COUNT];
        for guild in 0..Guild::COUNT {
            first[guild] = (0..guild).find(|&other| alike(other, guild)).unwrap_or(guild) as u8;
        }
        GuildClasses { first }
    }

    /// Returns whether no two guilds are alike.
    pub(crate) fn all_differ(&self) -> bool {
        self.first == [0, 1, 2, 3, 4, 5, 6]
    }

    /// Returns the first guild that is alike, which represents its class.
    pub(crate) fn first_like(&self, guild: Guild) -> Guild {
        Guild::ALL[self.first[guild as usize] as usize]
    }

    /// Returns whether this space represents its equivalent spaces.
    pub(crate) fn is_first(&self, space: Space) -> bool {
        self.first_like(space.guild()) == space.guild()
    }

    /// Returns a key that is equal for two pairs of spaces exactly when exchanging alike guilds turns one into the other.
    pub(crate) fn pair_key(&self, one: Space, other: Space) -> (u32, u32, bool) {
        let half = |space: Space| (space.village() as u32) << 3 | self.first_like(space.guild()) as u32;
        let (one_half, other_half) = (half(one), half(other));
        (one_half.min(other_half), one_half.max(other_half), one.guild() == other.guild())
    }
}

/// Exchanges two guilds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GuildSwap(pub(crate) Guild, pub(crate) Guild);

impl GuildSwap {
    pub(crate) fn apply(self, space: Space) -> Space {
        let guild = match space.guild() {
            guild if guild == self.0 => self.1,
            guild if guild == self.1 => self.0,
            guild => guild,
        };
        Space::new(space.village(), guild)
    }

    pub(crate) fn apply_to_move(self, mv: Move) -> Move {
        match mv {
            Move::Place { space } => Move::Place { space: self.apply(space) },
            Move::Recruit { first, second: Some(second) } => Move::recruit_two(self.apply(first), self.apply(second)),
            Move::Recruit { first, second: None } => Move::recruit_one(self.apply(first)),
            Move::Journey { .. } | Move::Pass => mv,
        }
    }
}

/// Returns whether two moves are the same, or differ only by exchanging guilds that are alike: then they lead to equivalent games.
pub fn are_alike(position: &Position, one: Move, other: Move) -> bool {
    let classes = GuildClasses::of(position);
    let key = |mv: Move| match mv {
        Move::Place { space } => Some((false, classes.pair_key(space, space))),
        Move::Recruit { first, second } => Some((true, classes.pair_key(first, second.unwrap_or(first)))),
        Move::Journey { .. } | Move::Pass => None,
    };
    one == other || key(one).is_some_and(|found| key(other) == Some(found))
}
