//! A position as the fitted evaluator sees it: from the clan to move, village by village, with who can strike whom.

use shangrila_rules::map::bridges_at;
use shangrila_rules::{Guild, Position, Village};

use crate::endgame::journeys_left;

/// Clans in turn order, beginning with the one to move.
pub(super) const CLANS: usize = 4;

/// Stretches of the game that have weights of their own: two of the opening, then by the journeys that are left.
pub(super) const PHASES: usize = 10;

/// How many classes the formulas make of each fact about a village.
pub(super) const MASTERS_HERE: usize = 5;
pub(super) const BRIDGE_CLASSES: usize = 5;
pub(super) const DANGERS: usize = 9;
pub(super) const SUPPLIES: usize = 4;
pub(super) const VILLAGES: usize = Village::COUNT;
pub(super) const TILES: usize = 15;

/// How a bridge looks to those who would cross it, from worst to best: at least two tiles weaker; otherwise not
/// stronger; stronger by at most one tile; stronger by more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Slope {
    Hopeless,
    Weaker,
    Stronger,
    Dominant,
}

/// What stands around one village.
#[derive(Clone, Copy, Default)]
pub(super) struct VillageView {
    /// The villages behind standing bridges.
    pub(super) neighbours: [u8; 5],
    pub(super) bridges: u8,
    pub(super) tiles: u8,
    /// Tiles, then masters: the greater number is the stronger village.
    pub(super) rank: u8,
    pub(super) students: u8,
    pub(super) occupied: u8,
    /// The guilds of each clan's masters.
    pub(super) masters: [u8; CLANS],
    /// Guilds whose space here a clan's students or masters next door aim at, by how.
    pub(super) aims: [Aims; CLANS],
    /// Neighbours that are stronger: those with students, and those without.
    pub(super) stronger_armed: u8,
    pub(super) stronger_unarmed: u8,
    /// The first clan after the one to move that can send students of a stronger neighbour; 0 if there is none.
    pub(super) first_striker: u8,
}

/// The guilds of which a clan has a tile in a neighbouring village.
#[derive(Clone, Copy, Default)]
pub(super) struct Aims {
    /// Students behind a bridge of each slope.
    pub(super) students: [u8; 4],
    /// Masters without a student, for whom the supply has one, next door in a stronger village.
    pub(super) latent_stronger: u8,
    /// The same in a village that is not stronger.
    pub(super) latent_weaker: u8,
}

/// The whole position.
pub(super) struct View {
    pub(super) clans: usize,
    pub(super) phase: usize,
    pub(super) journeys_left: usize,
    /// The villages without a stone, as a mask.
    pub(super) open: u16,
    pub(super) villages: [VillageView; Village::COUNT],
    /// Tiles in the supply, for each clan and guild.
    pub(super) supply: [[u8; Guild::COUNT]; CLANS],
    /// The same up to three, one byte for each guild.
    pub(super) supply_lanes: [u64; CLANS],
    /// The guilds with a tile in the supply.
    pub(super) in_supply: [u8; CLANS],
    /// Masters on the board, for each clan.
    pub(super) score: [u8; CLANS],
    /// Villages with a master of each clan.
    pub(super) presence: [u8; CLANS],
    /// Students on the board, for each clan.
    pub(super) student_count: [u8; CLANS],
}

/// The seat of a clan counted from the one to move.
#[inline]
pub(super) fn seat_after(position: &Position, clan: usize) -> usize {
    let seat = position.seat_to_move() + clan;
    let count = position.seats().count();
    if seat >= count { seat - count } else { seat }
}

impl View {
    pub(super) fn of(position: &Position) -> View {
        let clans = position.seats().count();
        let mut view = View {
            clans,
            phase: phase(position),
            journeys_left: journeys_left(position),
            open: 0,
            villages: [VillageView::default(); Village::COUNT],
            supply: [[0; Guild::COUNT]; CLANS],
            supply_lanes: [0; CLANS],
            in_supply: [0; CLANS],
            score: [0; CLANS],
            presence: [0; CLANS],
            student_count: [0; CLANS],
        };
        let students = position.students();
        let student_bytes = students.bits().to_le_bytes();
        for clan in 0..clans {
            let seat = seat_after(position, clan);
            let masters = position.masters_of_seat(seat);
            view.score[clan] = masters.len() as u8;
            view.presence[clan] = masters.villages().len() as u8;
            view.student_count[clan] = (masters & students).len() as u8;
            let name = position.seats().clan_at(seat as u8);
            for guild in Guild::ALL {
                let tiles = position.supply(name, guild) as u8;
                view.supply[clan][guild as usize] = tiles;
                view.supply_lanes[clan] |= u64::from(tiles.min(3)) << (8 * guild as u64);
                view.in_supply[clan] |= u8::from(tiles > 0) << guild as u8;
            }
            let bytes = masters.bits().to_le_bytes();
            for (village, &guilds) in view.villages.iter_mut().zip(&bytes) {
                village.masters[clan] = guilds;
                village.occupied |= guilds;
            }
        }
        let bridges = position.bridges();
        for (village, &students) in Village::ALL.into_iter().zip(&student_bytes) {
            let here = &mut view.villages[village as usize];
            here.students = students;
            let masters = here.occupied.count_ones() as u8;
            here.tiles = masters + students.count_ones() as u8;
            here.rank = here.tiles << 3 | masters;
            for bridge in bridges & bridges_at(village) {
                let (one, other) = bridge.ends();
                here.neighbours[usize::from(here.bridges)] = if one == village { other } else { one } as u8;
                here.bridges += 1;
            }
            view.open |= u16::from(here.bridges > 0) << village as u16;
        }
        for village in 0..Village::COUNT {
            view.look_around(village);
        }
        view
    }

    /// Fills in what the neighbours mean for a village.
    fn look_around(&mut self, village: usize) {
        let mut here = self.villages[village];
        let mut strikers = 0_u8;
        for neighbour in here.neighbours.into_iter().take(usize::from(here.bridges)) {
            let there = &self.villages[usize::from(neighbour)];
            let slope = slope(there, &here);
            let stronger = slope >= Slope::Stronger;
            here.stronger_armed += u8::from(stronger && there.students != 0);
            here.stronger_unarmed += u8::from(stronger && there.students == 0);
            for clan in 0..CLANS {
                let armed = there.masters[clan] & there.students;
                here.aims[clan].students[slope as usize] |= armed;
                strikers |= u8::from(stronger && armed != 0) << clan;
                let latent = there.masters[clan] & !there.students & self.in_supply[clan];
                if stronger {
                    here.aims[clan].latent_stronger |= latent;
                } else {
                    here.aims[clan].latent_weaker |= latent;
                }
            }
        }
        let others = strikers & !1;
        here.first_striker = if others == 0 { 0 } else { others.trailing_zeros() as u8 };
        self.villages[village] = here;
    }

    /// The villages without a stone.
    pub(super) fn open_villages(&self) -> impl Iterator<Item = usize> + use<> {
        let open = self.open;
        (0..Village::COUNT).filter(move |village| open >> village & 1 != 0)
    }
}

impl VillageView {
    #[inline]
    pub(super) fn neighbours(&self) -> &[u8] {
        &self.neighbours[..usize::from(self.bridges)]
    }

    /// A clan's masters, four and more alike.
    #[inline]
    pub(super) fn masters_of(&self, clan: usize) -> usize {
        (self.masters[clan].count_ones() as usize).min(MASTERS_HERE - 1)
    }

    /// How exposed the village is: 0 to 8.
    #[inline]
    pub(super) fn danger(&self) -> usize {
        usize::from(self.stronger_armed.min(2)) * 3 + usize::from(self.stronger_unarmed.min(2))
    }

    /// Standing bridges, 0 for one up to 4 for five.
    #[inline]
    pub(super) fn bridge_class(&self) -> usize {
        usize::from(self.bridges.saturating_sub(1))
    }
}

/// How a journey from one village to another would look.
#[inline]
pub(super) fn slope(from: &VillageView, to: &VillageView) -> Slope {
    match (from.rank > to.rank, from.tiles as i32 - to.tiles as i32) {
        (true, 2..) => Slope::Dominant,
        (true, _) => Slope::Stronger,
        (false, ..=-2) => Slope::Hopeless,
        (false, _) => Slope::Weaker,
    }
}

fn phase(position: &Position) -> usize {
    if position.in_opening() {
        let round = usize::from(position.ply()) / position.seats().count();
        return usize::from(round >= 4);
    }
    match journeys_left(position) {
        18.. => 2,
        14..=17 => 3,
        10..=13 => 4,
        7..=9 => 5,
        5..=6 => 6,
        3..=4 => 7,
        2 => 8,
        _ => 9,
    }
}
