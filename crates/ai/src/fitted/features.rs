//! The features of a position, from the point of view of the clan to move: village by village, with who can attack whom.

use shangrila_rules::map::bridges_at;
use shangrila_rules::{Guild, Position, Seat, Village};

/// The number of clans; they are indexed in turn order, starting with the clan to move.
pub(super) const CLANS: usize = 4;

/// The number of game phases, each with its own weights: two for the opening, then by the journeys left.
pub(super) const PHASES: usize = 10;

/// The number of classes that the models distinguish for each property of a village.
pub(super) const MASTERS_HERE: usize = 5;
pub(super) const BRIDGE_CLASSES: usize = 5;
pub(super) const DANGERS: usize = 9;
pub(super) const SUPPLIES: usize = 4;
pub(super) const VILLAGES: usize = Village::COUNT;
pub(super) const TILES: usize = 15;

/// How strong the village at one end of a bridge is compared with the other, from worst to best: at least two tiles
/// weaker; otherwise not stronger; stronger by at most one tile; stronger by more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum RelativeStrength {
    Hopeless,
    Weaker,
    Stronger,
    Dominant,
}

/// The features of one village and its neighbourhood.
#[derive(Clone, Copy, Default)]
pub(super) struct VillageFeatures {
    /// The villages at the other end of standing bridges.
    pub(super) neighbours: [u8; 5],
    pub(super) bridges: u8,
    pub(super) tiles: u8,
    /// Tiles, then masters: of two villages, the one with the higher rank is stronger.
    pub(super) rank: u8,
    pub(super) students: u8,
    pub(super) occupied: u8,
    /// The guilds of each clan's masters.
    pub(super) masters: [u8; CLANS],
    /// The guilds whose space here each clan aims at from next door.
    pub(super) aims: [Aims; CLANS],
    /// The number of stronger neighbours with students, and without.
    pub(super) stronger_armed: u8,
    pub(super) stronger_unarmed: u8,
    /// The first opponent in turn order with students in a stronger neighbour; 0 if there is none.
    pub(super) first_attacker: u8,
}

/// The guilds with which a clan aims at a village from its neighbours.
#[derive(Clone, Copy, Default)]
pub(super) struct Aims {
    /// Students next door, by [`RelativeStrength`] of their village.
    pub(super) students: [u8; 4],
    /// Masters in a stronger neighbour that have no student yet but could recruit one from the supply.
    pub(super) latent_stronger: u8,
    /// The same in a neighbour that is not stronger.
    pub(super) latent_weaker: u8,
}

/// The features of a whole position.
pub(super) struct Features {
    pub(super) clans: usize,
    pub(super) phase: usize,
    pub(super) journeys_left: usize,
    /// A mask of the villages without a stone.
    pub(super) open: u16,
    pub(super) villages: [VillageFeatures; Village::COUNT],
    /// Tiles in the supply, by clan and guild.
    pub(super) supply: [[u8; Guild::COUNT]; CLANS],
    /// The same capped at three, one byte per guild.
    pub(super) supply_lanes: [u64; CLANS],
    /// The guilds with a tile in the supply, by clan.
    pub(super) in_supply: [u8; CLANS],
    /// Masters on the board, by clan.
    pub(super) score: [u8; CLANS],
    /// Villages with a master, by clan.
    pub(super) presence: [u8; CLANS],
    /// Students on the board, by clan.
    pub(super) student_count: [u8; CLANS],
}

/// Returns the seat that moves this many turns after the clan to move; fewer than there are clans.
#[inline]
pub(super) fn seat_after(position: &Position, turns: usize) -> Seat {
    let to_move = position.seat_to_move().expect("a finished game is not evaluated");
    let index = to_move.index() + turns;
    let count = position.seats().count();
    Seat::ALL[if index >= count { index - count } else { index }]
}

impl Features {
    pub(super) fn of(position: &Position) -> Features {
        let clans = position.seats().count();
        let mut features = Features {
            clans,
            phase: phase(position),
            journeys_left: position.journeys_left(),
            open: 0,
            villages: [VillageFeatures::default(); Village::COUNT],
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
            features.score[clan] = masters.len() as u8;
            features.presence[clan] = masters.villages().len() as u8;
            features.student_count[clan] = (masters & students).len() as u8;
            let Some(name) = position.seats().clan_at(seat) else { continue };
            for guild in Guild::ALL {
                let tiles = position.supply(name, guild) as u8;
                features.supply[clan][guild as usize] = tiles;
                features.supply_lanes[clan] |= u64::from(tiles.min(3)) << (8 * guild as u64);
                features.in_supply[clan] |= u8::from(tiles > 0) << guild as u8;
            }
            let bytes = masters.bits().to_le_bytes();
            for (village, &guilds) in features.villages.iter_mut().zip(&bytes) {
                village.masters[clan] = guilds;
                village.occupied |= guilds;
            }
        }
        let bridges = position.bridges();
        for (village, &students) in Village::ALL.into_iter().zip(&student_bytes) {
            let here = &mut features.villages[village as usize];
            here.students = students;
            let masters = here.occupied.count_ones() as u8;
            here.tiles = masters + students.count_ones() as u8;
            here.rank = here.tiles << 3 | masters;
            for bridge in bridges & bridges_at(village) {
                let (one, other) = bridge.ends();
                here.neighbours[usize::from(here.bridges)] = if one == village { other } else { one } as u8;
                here.bridges += 1;
            }
            features.open |= u16::from(here.bridges > 0) << village as u16;
        }
        for village in 0..Village::COUNT {
            features.scan_neighbours(village);
        }
        features
    }

    /// Fills in the features of a village that depend on its neighbours.
    fn scan_neighbours(&mut self, village: usize) {
        let mut here = self.villages[village];
        let mut attackers = 0_u8;
        for neighbour in here.neighbours.into_iter().take(usize::from(here.bridges)) {
            let there = &self.villages[usize::from(neighbour)];
            let relative_strength = relative_strength(there, &here);
            let stronger = relative_strength >= RelativeStrength::Stronger;
            here.stronger_armed += u8::from(stronger && there.students != 0);
            here.stronger_unarmed += u8::from(stronger && there.students == 0);
            for clan in 0..CLANS {
                let armed = there.masters[clan] & there.students;
                here.aims[clan].students[relative_strength as usize] |= armed;
                attackers |= u8::from(stronger && armed != 0) << clan;
                let latent = there.masters[clan] & !there.students & self.in_supply[clan];
                if stronger {
                    here.aims[clan].latent_stronger |= latent;
                } else {
                    here.aims[clan].latent_weaker |= latent;
                }
            }
        }
        let others = attackers & !1;
        here.first_attacker = if others == 0 { 0 } else { others.trailing_zeros() as u8 };
        self.villages[village] = here;
    }

    /// Iterates over the villages without a stone.
    pub(super) fn open_villages(&self) -> impl Iterator<Item = usize> + use<> {
        let open = self.open;
        (0..Village::COUNT).filter(move |village| open >> village & 1 != 0)
    }
}

impl VillageFeatures {
    #[inline]
    pub(super) fn neighbours(&self) -> &[u8] {
        &self.neighbours[..usize::from(self.bridges)]
    }

    /// Returns the number of a clan's masters, capped at four.
    #[inline]
    pub(super) fn masters_of(&self, clan: usize) -> usize {
        (self.masters[clan].count_ones() as usize).min(MASTERS_HERE - 1)
    }

    /// Returns how exposed the village is, from 0 to 8.
    #[inline]
    pub(super) fn danger(&self) -> usize {
        usize::from(self.stronger_armed.min(2)) * 3 + usize::from(self.stronger_unarmed.min(2))
    }

    /// Returns the number of standing bridges as a class: 0 for one, up to 4 for five.
    #[inline]
    pub(super) fn bridge_class(&self) -> usize {
        usize::from(self.bridges.saturating_sub(1))
    }
}

/// Compares the strength of two neighbouring villages, from the point of view of `from`.
#[inline]
pub(super) fn relative_strength(from: &VillageFeatures, to: &VillageFeatures) -> RelativeStrength {
    match (from.rank > to.rank, from.tiles as i32 - to.tiles as i32) {
        (true, 2..) => RelativeStrength::Dominant,
        (true, _) => RelativeStrength::Stronger,
        (false, ..=-2) => RelativeStrength::Hopeless,
        (false, _) => RelativeStrength::Weaker,
    }
}

fn phase(position: &Position) -> usize {
    if position.in_opening() {
        let round = usize::from(position.ply()) / position.seats().count();
        return usize::from(round >= 4);
    }
    match position.journeys_left() {
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
