//! What the network sees of a position: relative to the seat to move, guild by guild, village by village.
//!
//! `train/shangrila_net/features.py` computes the same from training records; the two must agree, and a test with
//! stored answers checks that they do.

use shangrila_rules::map::bridges_at;
use shangrila_rules::{GameOptions, Guild, Position, RecruitRule, Seat, Stones, TILES_PER_GUILD, Village};

/// Seats in turn order, beginning with the one to move; the last is empty with three clans.
pub(super) const SEATS: usize = 4;
pub(super) const VILLAGES: usize = Village::COUNT;
pub(super) const GUILDS: usize = Guild::COUNT;

/// How a bridge looks to the students who would cross it: 0 at least two tiles weaker, 1 otherwise not stronger, 2 stronger
/// by at most one tile, 3 stronger by more.
pub(super) const SLOPES: usize = 4;

/// The first slope that drives masters out.
pub(super) const FIRST_STRONG_SLOPE: u8 = 2;

/// Features of a space: what lies there, then what the neighbouring villages have on the space of the same guild.
pub(super) mod space {
    pub(in super::super) const EMPTY: usize = 8;
    pub(in super::super) const NEIGHBOUR: usize = 9;
    pub(in super::super) const COUNT: usize = NEIGHBOUR + super::SLOPES * super::SEATS * 3;
}

/// Features of a guild: the supply of each seat, one of 0 to 6, or 7 for an empty seat.
pub(super) mod guild {
    pub(in super::super) const SUPPLIES: usize = 8;
    pub(in super::super) const EMPTY_SEAT: usize = 7;
    pub(in super::super) const COUNT: usize = super::SEATS * SUPPLIES;
}

/// Features of a village.
pub(super) mod village {
    pub(in super::super) const TILES: usize = super::VILLAGES;
    pub(in super::super) const MASTERS: usize = TILES + 15;
    pub(in super::super) const BRIDGES: usize = MASTERS + 8;
    pub(in super::super) const SEAT_MASTERS: usize = BRIDGES + 6;
    pub(in super::super) const SEAT_STUDENTS: usize = SEAT_MASTERS + super::SEATS * 8;
    /// For each slope of a bridge that leads here: the bridge itself, and each seat that has students behind it.
    pub(in super::super) const NEIGHBOUR: usize = SEAT_STUDENTS + super::SEATS * 8;
    pub(in super::super) const COUNT: usize = NEIGHBOUR + super::SLOPES * (1 + super::SEATS);
}

/// Features of the whole position.
pub(super) mod global {
    pub(in super::super) const THREE_CLANS: usize = 0;
    pub(in super::super) const PLY: usize = 1;
    /// The ply that stands for the game after the set-up.
    pub(in super::super) const AFTER_SETUP: usize = 28;
    pub(in super::super) const BRIDGES: usize = PLY + AFTER_SETUP + 1;
    pub(in super::super) const TWELVE_STONES: usize = BRIDGES + 24;
    pub(in super::super) const UP_TO_TWO: usize = TWELVE_STONES + 1;
    pub(in super::super) const SCALARS: usize = UP_TO_TWO + 1;
    pub(in super::super) const SCALAR_COUNT: usize = 4 * super::SEATS;
    pub(in super::super) const COUNT: usize = SCALARS + SCALAR_COUNT;
}

/// The most bridges that a village has.
pub(super) const MAX_BRIDGES: usize = 5;

/// A village behind a standing bridge.
#[derive(Clone, Copy, Default)]
pub(super) struct Neighbour {
    pub(super) village: u8,
    /// The slope of a journey from there to here.
    pub(super) slope: u8,
}

#[derive(Clone, Copy, Default)]
pub(super) struct VillageFeatures {
    neighbours: [Neighbour; MAX_BRIDGES],
    pub(super) bridges: u8,
    tiles: u8,
    /// Tiles, then masters: the greater number is the stronger village.
    rank: u8,
    pub(super) occupied: u8,
    /// Guilds whose master has a student.
    pub(super) students: u8,
    /// The guilds of each seat's masters.
    pub(super) masters: [u8; SEATS],
    /// The feature of each space.
    spaces: [u8; GUILDS],
    /// How neighbouring villages see each space: the seat and what it has there, or [`UNSEEN`].
    seen: [u8; GUILDS],
}

/// A space without a master, seen from a neighbouring village.
const UNSEEN: u8 = u8::MAX;

/// The most features that a space, guild or village has set: those of a village with five bridges.
const MAX_FEATURES: usize = 40;

/// The set features of a space, guild or village.
pub(super) struct FeatureList {
    features: [u8; MAX_FEATURES],
    count: usize,
}

impl FeatureList {
    pub(super) fn new() -> FeatureList {
        FeatureList { features: [0; MAX_FEATURES], count: 0 }
    }

    #[inline(always)]
    fn add(&mut self, feature: usize) {
        self.add_if(true, feature);
    }

    /// Adds the feature if it is set; without a branch, which the processor could not predict.
    #[inline(always)]
    fn add_if(&mut self, is_set: bool, feature: usize) {
        self.features[self.count] = feature as u8;
        self.count += usize::from(is_set);
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.features[..self.count]
    }
}

impl VillageFeatures {
    pub(super) fn neighbours(&self) -> &[Neighbour] {
        &self.neighbours[..usize::from(self.bridges)]
    }

    pub(super) fn is_open(&self) -> bool {
        self.bridges > 0
    }
}

/// A position as the network sees it.
pub(super) struct Features {
    pub(super) clans: usize,
    /// The seat to move, counted from the first.
    mover: usize,
    pub(super) villages: [VillageFeatures; VILLAGES],
    /// Tiles in the supply of each seat and guild.
    supply: [[u8; GUILDS]; SEATS],
    pub(super) bridges_left: usize,
    ply: usize,
    twelve_stones: bool,
    up_to_two: bool,
    /// For each seat: masters, students, tiles in the supply, villages with a master; each scaled to about 1.
    pub(super) scalars: [f32; global::SCALAR_COUNT],
}

impl Features {
    pub(super) fn of(position: &Position) -> Features {
        let clans = position.seats().count();
        let mover = position.seat_to_move().map_or(0, Seat::index);
        let students = position.students();
        let student_bytes = students.bits().to_le_bytes();
        let GameOptions { stones, recruit } = position.options();
        let mut features = Features {
            clans,
            mover,
            villages: [VillageFeatures {
                spaces: [space::EMPTY as u8; GUILDS],
                seen: [UNSEEN; GUILDS],
                ..VillageFeatures::default()
            }; VILLAGES],
            supply: [[0; GUILDS]; SEATS],
            bridges_left: position.bridges().len(),
            ply: if position.in_opening() { usize::from(position.ply()) } else { global::AFTER_SETUP },
            twelve_stones: stones == Stones::Twelve,
            up_to_two: recruit == RecruitRule::UpToTwo,
            scalars: [0.0; global::SCALAR_COUNT],
        };
        for seat in 0..clans {
            let masters = position.masters_of_seat(features.seat_in_game(seat));
            let own_students = masters & students;
            let bytes = masters.bits().to_le_bytes();
            let mut supply = [TILES_PER_GUILD as u8; GUILDS];
            for village in 0..VILLAGES {
                let (here, students) = (bytes[village], student_bytes[village]);
                features.villages[village].masters[seat] = here;
                features.villages[village].occupied |= here;
                for guild in 0..GUILDS {
                    supply[guild] -= (here >> guild & 1) + ((here & students) >> guild & 1);
                }
            }
            for space in masters {
                let (village, guild) = (space.village() as usize, space.guild() as usize);
                let has_student = student_bytes[village] >> guild & 1;
                let kind = if has_student != 0 { 0 } else { 1 + u8::from(supply[guild] == 0) };
                features.villages[village].spaces[guild] = 2 * seat as u8 + has_student;
                features.villages[village].seen[guild] = 3 * seat as u8 + kind;
            }
            features.supply[seat] = supply;
            let in_supply: u8 = supply.iter().sum();
            features.scalars[seat] = masters.len() as f32 / 20.0;
            features.scalars[SEATS + seat] = own_students.len() as f32 / 10.0;
            features.scalars[2 * SEATS + seat] = f32::from(in_supply) / 42.0;
            features.scalars[3 * SEATS + seat] = masters.villages().len() as f32 / 13.0;
        }
        for village in Village::ALL {
            let here = &mut features.villages[village as usize];
            here.students = student_bytes[village as usize];
            let masters = here.occupied.count_ones() as u8;
            here.tiles = masters + here.students.count_ones() as u8;
            here.rank = here.tiles << 3 | masters;
            for bridge in position.bridges() & bridges_at(village) {
                let (one, other) = bridge.ends();
                let there = if one == village { other } else { one };
                here.neighbours[usize::from(here.bridges)].village = there as u8;
                here.bridges += 1;
            }
        }
        for village in 0..VILLAGES {
            for index in 0..usize::from(features.villages[village].bridges) {
                let there = features.villages[village].neighbours[index].village;
                let slope = features.slope(usize::from(there), village);
                features.villages[village].neighbours[index].slope = slope;
            }
        }
        features
    }

    /// The place in the game's turn order of the seat that moves `seat` turns from now.
    pub(super) fn seat_in_game(&self, seat: usize) -> Seat {
        let sum = self.mover + seat;
        Seat::ALL[if sum >= self.clans { sum - self.clans } else { sum }]
    }

    /// How a journey would look.
    pub(super) fn slope(&self, from: usize, to: usize) -> u8 {
        let (from, to) = (&self.villages[from], &self.villages[to]);
        match (from.rank > to.rank, i32::from(from.tiles) - i32::from(to.tiles)) {
            (true, 2..) => 3,
            (true, _) => 2,
            (false, ..=-2) => 0,
            (false, _) => 1,
        }
    }

    /// The set features of a space.
    #[inline(always)]
    pub(super) fn for_space(&self, village: usize, guild: usize) -> FeatureList {
        let here = &self.villages[village];
        let mut list = FeatureList::new();
        list.add(usize::from(here.spaces[guild]));
        for neighbour in here.neighbours() {
            let seen = self.villages[usize::from(neighbour.village)].seen[guild];
            let first = space::NEIGHBOUR + usize::from(neighbour.slope) * SEATS * 3;
            list.add_if(seen != UNSEEN, first + usize::from(seen));
        }
        list
    }

    /// The set features of a guild.
    #[inline(always)]
    pub(super) fn for_guild(&self, guild: usize) -> FeatureList {
        let mut list = FeatureList::new();
        for seat in 0..SEATS {
            let supply = if seat < self.clans { usize::from(self.supply[seat][guild]) } else { guild::EMPTY_SEAT };
            list.add(seat * guild::SUPPLIES + supply);
        }
        list
    }

    /// The set features of a village.
    #[inline(always)]
    pub(super) fn for_village(&self, village: usize) -> FeatureList {
        let here = &self.villages[village];
        let mut list = FeatureList::new();
        list.add(village);
        list.add(village::TILES + usize::from(here.tiles));
        list.add(village::MASTERS + here.occupied.count_ones() as usize);
        list.add(village::BRIDGES + usize::from(here.bridges));
        for seat in 0..SEATS {
            list.add(village::SEAT_MASTERS + seat * 8 + here.masters[seat].count_ones() as usize);
            let students = here.masters[seat] & here.students;
            list.add(village::SEAT_STUDENTS + seat * 8 + students.count_ones() as usize);
        }
        for neighbour in here.neighbours() {
            let first = village::NEIGHBOUR + usize::from(neighbour.slope) * (1 + SEATS);
            list.add(first);
            let there = &self.villages[usize::from(neighbour.village)];
            for seat in 0..SEATS {
                list.add_if(there.masters[seat] & there.students != 0, first + 1 + seat);
            }
        }
        list
    }

    /// The features of the whole position, each with its value.
    #[inline(always)]
    pub(super) fn for_position(&self, mut see: impl FnMut(usize, f32)) {
        if self.clans == 3 {
            see(global::THREE_CLANS, 1.0);
        }
        see(global::PLY + self.ply, 1.0);
        see(global::BRIDGES + self.bridges_left, 1.0);
        if self.twelve_stones {
            see(global::TWELVE_STONES, 1.0);
        }
        if self.up_to_two {
            see(global::UP_TO_TWO, 1.0);
        }
        for (index, &scalar) in self.scalars.iter().enumerate() {
            see(global::SCALARS + index, scalar);
        }
    }
}
