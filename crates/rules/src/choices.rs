//! The legal choices of a turn as a few sets, from which moves are listed, counted or drawn at random.

use crate::guild::GuildSet;
use crate::journey_set::JourneySet;
use crate::moves::{MAX_RECRUITS, Move, MoveList, PackedMove};
use crate::opening;
use crate::options::RecruitRule;
use crate::position::Position;
use crate::seat::Seat;
use crate::space::SpaceSet;

/// The legal choices of a turn, as a few sets.
///
/// Listing moves, counting them and drawing one at random all start here. So can a user interface that highlights what
/// may be selected, or a search that picks the two students of a recruit one at a time.
///
/// ```
/// # use shangrila_rules::{Choices, GameOptions, Position, Seats};
/// let position = Position::first_game(Seats::FOUR, GameOptions::default());
/// let choices = Choices::of(&position);
/// assert!(choices.journeys.is_empty(), "nobody has a student yet");
/// assert_eq!(choices.count(), position.legal_moves().len());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct Choices {
    /// Spaces where a master may be placed (R2.2, R3).
    pub places: SpaceSet,
    /// The clan's masters that may take a student, each considered alone (R4.1 to R4.3).
    pub recruits: SpaceSet,
    /// Guilds with one tile left in the supply, too few for two students (R4.2).
    pub last_tile_guilds: GuildSet,
    /// Whether a single student may be recruited even when two are possible (R8.2).
    pub single_by_choice: bool,
    /// The journeys on which the clan may send students (R5.1, R5.2).
    pub journeys: JourneySet,
    /// Whether the game is over, so that not even a pass is legal (R6.1).
    pub game_over: bool,
}

impl Choices {
    /// The choices of the clan to move.
    #[inline(always)]
    pub fn of(position: &Position) -> Choices {
        match position.seat_to_move() {
            None => Choices { game_over: true, ..Choices::default() },
            Some(seat) if position.in_opening() => {
                Choices { places: opening::placements(position, seat), ..Choices::default() }
            }
            Some(seat) => Choices::of_action(position, seat),
        }
    }

    /// The choices of the seat to move, after the opening.
    #[inline(always)]
    pub(crate) fn of_action(position: &Position, seat: Seat) -> Choices {
        let masters = position.masters_of_seat(seat);
        let students = position.students();
        let placeable = position.open_spaces().only_guilds(position.counts.guilds_in_supply(seat));
        Choices {
            places: (placeable & masters.whole_villages()).without(position.occupied()),
            recruits: (placeable & masters).without(students),
            last_tile_guilds: position.counts.guilds_with_last_tile(seat),
            single_by_choice: position.options().recruit == RecruitRule::UpToTwo,
            journeys: JourneySet::leaving((masters & students).villages(), position.bridges()),
            game_over: false,
        }
    }

    /// Whether two students can be recruited together (R4.4).
    #[inline(always)]
    pub fn can_recruit_two(&self) -> bool {
        // Two masters can both take a student unless they need the same last tile, so only a single guild can be in doubt.
        let guilds = self.recruits.guilds();
        self.recruits.len() >= 2 && (guilds.len() >= 2 || (guilds & self.last_tile_guilds).is_empty())
    }

    /// Whether a single student may be recruited (R4.5, R8.2).
    #[inline(always)]
    pub fn can_recruit_one(&self) -> bool {
        !self.recruits.is_empty() && (self.single_by_choice || !self.can_recruit_two())
    }

    /// Whether passing is the only legal move (R7.2).
    #[inline(always)]
    pub fn must_pass(&self) -> bool {
        !self.game_over && self.places.is_empty() && self.recruits.is_empty() && self.journeys.is_empty()
    }

    /// The number of legal moves, a forced pass included.
    pub fn count(&self) -> usize {
        let n = self.recruits.len();
        let mut pairs = n * n.saturating_sub(1) / 2;
        for guild in self.last_tile_guilds {
            let of_guild = self.recruits.only_guilds(GuildSet::only(guild)).len();
            pairs -= of_guild * of_guild.saturating_sub(1) / 2;
        }
        let singles = if self.can_recruit_one() { n } else { 0 };
        self.places.len() + pairs + singles + self.journeys.len() + usize::from(self.must_pass())
    }

    /// All legal moves: placements, recruits, journeys, each kind in the order of its spaces or bridges.
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.moves_into(&mut list);
        list
    }

    /// Writes all legal moves into an existing list, replacing its contents.
    #[inline]
    pub fn moves_into(&self, list: &mut MoveList) {
        list.clear();
        list.push_places(self.places);
        self.list_pairs(list);
        if self.can_recruit_one() {
            for space in self.recruits {
                list.push(Move::recruit_one(space).into());
            }
        }
        for (_, from, to) in self.journeys {
            list.push(PackedMove::journey(from, to));
        }
        if self.must_pass() {
            list.push(Move::Pass.into());
        }
    }

    #[inline(always)]
    fn list_pairs(&self, list: &mut MoveList) {
        let mut masters = [0; MAX_RECRUITS + MoveList::CHUNK];
        let count = self.recruits.write_tagged(0, &mut masters).min(MAX_RECRUITS);
        let competing = self.recruits.only_guilds(self.last_tile_guilds).len() >= 2;
        for first in 1..count {
            let one = masters[first - 1];
            if !competing {
                list.push_pairs(one, &masters[first..], count - first);
                continue;
            }
            let last_tile = self.last_tile_guilds.0 >> (one & 7) & 1 != 0;
            for &other in &masters[first..count] {
                let same_guild = (one ^ other) & 7 == 0;
                list.push_if(PackedMove::pair(one, other), !(last_tile && same_guild));
            }
        }
    }
}
