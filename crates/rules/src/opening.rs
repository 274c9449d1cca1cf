//! The opening, in which each clan places its first seven masters under special limits (R2).

use crate::guild::Guild;
use crate::position::Position;
use crate::seat::Seat;
use crate::space::SpaceSet;

/// The number of masters each clan places in the opening, one of each guild (R2.2).
pub const OPENING_MASTERS: usize = Guild::COUNT;

/// How many tiles a village can take during the opening (R2.3).
///
/// ```
/// # use shangrila_rules::OpeningLimits;
/// assert_eq!(OpeningLimits::for_clans(4), OpeningLimits { tiles: 3, of_one_clan: 2 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningLimits {
    /// Tiles of all clans.
    pub tiles: usize,
    /// Tiles of one clan.
    pub of_one_clan: usize,
}

impl OpeningLimits {
    /// The limits for this number of clans.
    #[must_use]
    pub const fn for_clans(clans: usize) -> OpeningLimits {
        if clans == 3 { OpeningLimits { tiles: 2, of_one_clan: 1 } } else { OpeningLimits { tiles: 3, of_one_clan: 2 } }
    }
}

/// Where the seat to move may place its next master.
#[inline(always)]
pub(crate) fn placements(position: &Position, seat: Seat) -> SpaceSet {
    let occupied = position.occupied();
    let own = position.masters_of_seat(seat);
    // Remove as many spaces from each village as it may hold: whatever remains marks a village at its limit.
    let second = occupied.without_first_of_each_village();
    let crowded = if position.seats().count() == 3 {
        second | own
    } else {
        second.without_first_of_each_village() | own.without_first_of_each_village()
    };
    let unplaced = position.open_spaces().only_guilds(position.counts.guilds_unplaced(seat));
    unplaced.without(crowded.whole_villages() | occupied)
}
