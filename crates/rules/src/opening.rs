//! The opening: seven masters each, in turn order, under limits of its own (R2).

use crate::guild::Guild;
use crate::position::Position;
use crate::seat::Seat;
use crate::space::SpaceSet;

/// Masters each clan places before the first action, one of each guild (R2.2).
pub const OPENING_MASTERS: usize = Guild::COUNT;

/// How many tiles a village takes during the opening (R2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningLimits {
    /// Tiles of all clans.
    pub tiles: usize,
    /// Tiles of one clan.
    pub of_one_clan: usize,
}

impl OpeningLimits {
    /// The limits for this many clans.
    pub const fn for_clans(clans: usize) -> OpeningLimits {
        if clans == 3 { OpeningLimits { tiles: 2, of_one_clan: 1 } } else { OpeningLimits { tiles: 3, of_one_clan: 2 } }
    }
}

/// Where the seat to move may place its next master.
#[inline(always)]
pub(crate) fn placements(position: &Position, seat: Seat) -> SpaceSet {
    let occupied = position.occupied();
    let own = position.masters_of_seat(seat);
    // What is left of a set after taking one or two spaces away in each village is left where a limit is reached.
    let second = occupied.without_first_of_each_village();
    let crowded = if position.seats().count() == 3 {
        second | own
    } else {
        second.without_first_of_each_village() | own.without_first_of_each_village()
    };
    let unplaced = position.open_spaces().only_guilds(position.counts.guilds_unplaced(seat));
    unplaced.without(crowded.whole_villages() | occupied)
}
