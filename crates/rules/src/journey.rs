//! The journey: what it does to the board, and a report of it student by student (R5).

use crate::bridge::{Bridge, BridgeSet};
use crate::clan::{Clan, ClanSet, PerClan};
use crate::guild::{Guild, PerGuild};
use crate::hash::KEYS;
use crate::legal::IllegalMove;
use crate::map::bridges_at;
use crate::outcome::Score;
use crate::position::{Position, Strength, last_stone_is_placed};
use crate::space::Space;
use crate::village::{Village, VillageSet};

impl Position {
    /// Moves all students of `from` across the bridge, for all seats and guilds at once.
    ///
    /// A village is one byte per seat, so the four seats of a village fit in one word: byte 0 of `masters_to` holds the
    /// guilds in which the first seat has a master in the destination, and so on. [`JourneyReport`] computes the same
    /// student by student, and the tests compare the two.
    #[inline(always)]
    pub(crate) fn cross(&mut self, bridge: Bridge, from: Village, to: Village) {
        let travellers = self.students.in_village(from);
        let students_to = self.students.in_village(to);
        let masters_from = u32::from_le_bytes(self.masters.0.map(|masters| masters.in_village(from)));
        let masters_to = u32::from_le_bytes(self.masters.0.map(|masters| masters.in_village(to)));

        // R5.4: more tiles; if equal, more masters; if still equal, the destination.
        let rank = |masters: u32, students: u8| {
            let (masters, students) = (masters.count_ones(), students.count_ones());
            (masters + students) << 4 | masters
        };
        let stronger = rank(masters_from, travellers) > rank(masters_to, students_to);
        let if_stronger = if stronger { u32::MAX } else { 0 };

        let sent = masters_from & for_each_seat(travellers);
        let meets_own = sent & masters_to;
        let driven_out = masters_to & for_each_seat(travellers) & !sent & if_stronger;
        let becomes_master = sent & !masters_to & (if_stronger | !for_each_seat(any_seat(masters_to)));
        let joins_own = meets_own & !for_each_seat(students_to) & if_stronger;
        let bounces = sent & !becomes_master & !joins_own;
        let masters_after = masters_to & !driven_out | becomes_master;
        // Where travellers from a stronger village arrive, the only students afterwards are those on their own masters.
        let students_after = students_to & !(travellers & if_stronger as u8) | any_seat(meets_own & if_stronger);

        self.counts.take_back(driven_out | bounces);
        self.counts.take_back(driven_out & for_each_seat(students_to));
        let mut sum = self.board_sum.wrapping_add(KEYS.broken(bridge));
        for (seat, masters) in self.masters.iter_mut() {
            let [before, after] = [masters_to, masters_after].map(|guilds| guilds.to_le_bytes()[seat as usize]);
            masters.set_village(to, after);
            sum = sum.wrapping_add(KEYS.masters_change(seat, to, before, after));
        }
        self.students.set_village(from, 0);
        self.students.set_village(to, students_after);
        sum = sum.wrapping_add(KEYS.students_change(from, travellers, 0));
        self.board_sum = sum.wrapping_add(KEYS.students_change(to, students_to, students_after));

        self.bridges.remove(bridge);
        for village in [from, to] {
            if self.has_stone(village) {
                self.open.set_village(village, 0);
            }
        }
    }
}

/// The same guilds in the byte of every seat.
#[inline(always)]
const fn for_each_seat(guilds: u8) -> u32 {
    guilds as u32 * 0x0101_0101
}

/// The guilds that are set in the byte of at least one seat.
#[inline(always)]
const fn any_seat(guilds: u32) -> u8 {
    let pairs = guilds | guilds >> 16;
    (pairs | pairs >> 8) as u8
}

/// Everything that happens on a journey.
///
/// ```
/// # use shangrila_rules::{Fate, Guild, Position, Stronger, Village};
/// // Red's Rainmaker in a has a student, and two masters beside it; b holds one tile.
/// let position: Position = "Rrr4/b6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// let report = position.journey_report(Village::A, Village::B)?;
/// assert_eq!(report.stronger, Stronger::Origin);
/// let student = report.students[Guild::Rainmaker].expect("the student travels");
/// assert!(matches!(student.fate, Fate::DrivesOut { tiles: 1, .. }));
/// assert_eq!(report.bridges_left.after, 22);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct JourneyReport {
    /// The village the students leave.
    pub from: Village,
    /// The village they travel to.
    pub to: Village,
    /// The bridge they cross, which breaks behind them (R5.7).
    pub bridge: Bridge,
    /// The clans with a student in the origin: each of them may send the journey on its turn (R5.1).
    pub senders: ClanSet,
    /// The strength of the origin before anyone moves (R5.4).
    pub origin: Strength,
    /// The strength of the destination before anyone moves (R5.4).
    pub destination: Strength,
    /// Which of the two is stronger.
    pub stronger: Stronger,
    /// What decided that.
    pub decided_by: Decider,
    /// For each guild, the student that travels and what becomes of it.
    pub students: PerGuild<Option<Traveller>>,
    /// The villages that get a stone because this was their last bridge (R5.8).
    pub stones: VillageSet,
    /// Stones left to place before the game ends.
    pub stones_left: Change<usize>,
    /// Bridges standing.
    pub bridges_left: Change<usize>,
    /// Whether the journey ends the game (R6.1).
    pub ends_game: bool,
    /// The scores of all clans.
    pub scores: Change<PerClan<Score>>,
    /// The supplies of all clans.
    pub supplies: Change<PerClan<PerGuild<usize>>>,
}

/// A value before and after a journey.
///
/// ```
/// # use shangrila_rules::{Change, Position, Village};
/// # let position: Position = "R6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// let report = position.journey_report(Village::A, Village::B)?;
/// assert_eq!(report.bridges_left, Change { before: 23, after: 22 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the type says it")]
pub struct Change<T> {
    pub before: T,
    pub after: T,
}

/// Which village of a journey is stronger (R5.4).
///
/// ```
/// # use shangrila_rules::{Position, Stronger, Village};
/// // Equal in tiles and masters: the destination counts as stronger.
/// let position: Position = "R6/B6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// assert_eq!(position.journey_report(Village::A, Village::B)?.stronger, Stronger::Destination);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stronger {
    /// The students drive out other clans' masters (R5.5).
    Origin,
    /// No master is driven out (R5.6).
    Destination,
}

/// What decided which village is stronger (R5.4).
///
/// ```
/// # use shangrila_rules::{Decider, Position, Village};
/// // Two tiles each, but a has two masters and b one master with a student.
/// let position: Position = "rr5/B6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// assert_eq!(position.journey_report(Village::B, Village::A)?.decided_by, Decider::Masters);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decider {
    /// One village has more tiles.
    Tiles,
    /// The tiles are equal, but one village has more masters.
    Masters,
    /// Tiles and masters are equal, so the destination counts as stronger.
    Tie,
}

/// A student on a journey.
///
/// ```
/// # use shangrila_rules::{Clan, Fate, Guild, Position, Traveller, Village};
/// # let position: Position = "R6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// let report = position.journey_report(Village::A, Village::B)?;
/// let expected = Traveller { clan: Clan::Red, fate: Fate::BecomesMaster };
/// assert_eq!(report.students[Guild::Rainmaker], Some(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traveller {
    /// The student's clan.
    pub clan: Clan,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a student that travels (R5.5, R5.6).
///
/// ```
/// # use shangrila_rules::{Fate, Guild, Position, Village};
/// // Red travels from the stronger a to its own master in b.
/// let position: Position = "Rr5/r6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// let report = position.journey_report(Village::A, Village::B)?;
/// assert_eq!(report.students[Guild::Rainmaker].map(|student| student.fate), Some(Fate::JoinsOwnMaster));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// Its space is empty, and it becomes a master there.
    BecomesMaster,
    /// It becomes the student of a master of its own clan.
    JoinsOwnMaster,
    /// It drives out another clan's master and becomes a master in its place.
    DrivesOut {
        /// The clan that loses its master.
        clan: Clan,
        /// The tiles that return to that clan's supply: the master and, if it has one, its student.
        tiles: usize,
    },
    /// It returns to its own supply.
    Bounces(Bounce),
}

/// Why a student returns to its supply.
///
/// ```
/// # use shangrila_rules::{Bounce, Clan, Fate, Guild, Position, Village};
/// // Blue holds the space, and a is not stronger than b.
/// let position: Position = "R6/bb5/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse()?;
/// let report = position.journey_report(Village::A, Village::B)?;
/// let fate = report.students[Guild::Rainmaker].map(|student| student.fate);
/// assert_eq!(fate, Some(Fate::Bounces(Bounce::OriginNotStronger { occupant: Clan::Blue })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bounce {
    /// The master of its own clan already has a student (R5.5).
    OwnMasterHasStudent,
    /// The origin is not stronger, and the space is occupied (R5.6).
    OriginNotStronger {
        /// The clan on the space, possibly the student's own.
        occupant: Clan,
    },
}

impl Position {
    /// What would happen if the students of `from` travelled to `to` now, no matter who sends them.
    ///
    /// Only requires a standing bridge, so that a threat can be shown before it exists. Whether the clan to move may
    /// send the journey is a question for [`Position::check_legal`].
    ///
    /// # Errors
    /// [`IllegalMove::NotNeighbours`] or [`IllegalMove::BridgeDown`] if no bridge stands between the villages.
    pub fn journey_report(&self, from: Village, to: Village) -> Result<JourneyReport, IllegalMove> {
        let bridge = self.standing_bridge(from, to)?;
        let (origin, destination) = (self.strength(from), self.strength(to));
        let stronger = if origin > destination { Stronger::Origin } else { Stronger::Destination };
        let decided_by = if origin.tiles != destination.tiles {
            Decider::Tiles
        } else if origin.masters != destination.masters {
            Decider::Masters
        } else {
            Decider::Tie
        };
        let students = PerGuild::from_fn(|guild| {
            let student = self.occupant(Space::new(from, guild)).filter(|occupant| occupant.student)?;
            Some(Traveller { clan: student.clan, fate: self.fate(student.clan, Space::new(to, guild), stronger) })
        });

        let bridges = self.bridges().without(BridgeSet::only(bridge));
        let stones = [from, to].into_iter().filter(|&end| (bridges & bridges_at(end)).is_empty()).collect();
        let ends_game = last_stone_is_placed(bridges, self.options().stones);
        let stones_left = if ends_game { 0 } else { self.stones_left() - VillageSet::len(stones) };
        let scores = self.scores();
        let supplies = self.supplies();
        Ok(JourneyReport {
            from,
            to,
            bridge,
            senders: students.iter().filter_map(|(_, student)| student.map(|student| student.clan)).collect(),
            origin,
            destination,
            stronger,
            decided_by,
            students,
            stones,
            stones_left: Change { before: self.stones_left(), after: stones_left },
            bridges_left: Change { before: self.bridges().len(), after: bridges.len() },
            ends_game,
            scores: Change { before: scores, after: self.scores_after(to, &students) },
            supplies: Change { before: supplies, after: supplies_after(supplies, &students) },
        })
    }

    /// What becomes of a student of this clan that arrives at `space`.
    fn fate(&self, clan: Clan, space: Space, stronger: Stronger) -> Fate {
        match self.occupant(space) {
            None => Fate::BecomesMaster,
            Some(there) if stronger == Stronger::Destination => {
                Fate::Bounces(Bounce::OriginNotStronger { occupant: there.clan })
            }
            Some(there) if there.clan != clan => {
                Fate::DrivesOut { clan: there.clan, tiles: if there.student { 2 } else { 1 } }
            }
            Some(there) if there.student => Fate::Bounces(Bounce::OwnMasterHasStudent),
            Some(_) => Fate::JoinsOwnMaster,
        }
    }

    fn scores_after(&self, to: Village, students: &PerGuild<Option<Traveller>>) -> PerClan<Score> {
        let mut masters = PerClan::from_fn(|clan| self.masters(clan));
        for (guild, student) in students.iter() {
            let Some(Traveller { clan, fate }) = *student else { continue };
            if let Fate::DrivesOut { clan: driven_out, .. } = fate {
                masters[driven_out].remove(Space::new(to, guild));
            }
            if matches!(fate, Fate::BecomesMaster | Fate::DrivesOut { .. }) {
                masters[clan].insert(Space::new(to, guild));
            }
        }
        PerClan::from_fn(|clan| Score::of(masters[clan]))
    }
}

fn supplies_after(
    mut supplies: PerClan<PerGuild<usize>>,
    students: &PerGuild<Option<Traveller>>,
) -> PerClan<PerGuild<usize>> {
    let returned = |guild: Guild, traveller: Traveller| match traveller.fate {
        Fate::DrivesOut { clan, tiles } => Some((clan, guild, tiles)),
        Fate::Bounces(_) => Some((traveller.clan, guild, 1)),
        Fate::BecomesMaster | Fate::JoinsOwnMaster => None,
    };
    for (clan, guild, tiles) in students.iter().filter_map(|(guild, student)| returned(guild, (*student)?)) {
        supplies[clan][guild] += tiles;
    }
    supplies
}
