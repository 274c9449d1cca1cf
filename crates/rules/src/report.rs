//! What a journey will do, student by student, before it is sent (R5).

use crate::bridge::{Bridge, BridgeSet};
use crate::clan::{Clan, ClanSet, PerClan};
use crate::guild::{Guild, PerGuild};
use crate::illegal::IllegalMove;
use crate::map::bridges_at;
use crate::outcome::Score;
use crate::position::{Position, Strength, last_stone_is_placed};
use crate::space::Space;
use crate::village::{Village, VillageSet};

/// Everything that happens on a journey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JourneyReport {
    /// The village the students leave.
    pub from: Village,
    /// The village they reach.
    pub to: Village,
    /// The bridge they cross, which falls behind them (R5.7).
    pub bridge: Bridge,
    /// The clans with a student in the origin: those that may send the journey on their turn (R5.1).
    pub senders: ClanSet,
    /// The strength of the origin before anyone moves (R5.4).
    pub origin: Strength,
    /// The strength of the destination before anyone moves (R5.4).
    pub destination: Strength,
    /// Which of the two is stronger.
    pub stronger: Stronger,
    /// What decided that.
    pub decided_by: Decider,
    /// By guild, the student that travels and what becomes of it.
    pub students: PerGuild<Option<Traveller>>,
    /// The villages that get a stone because this was their last bridge (R5.8).
    pub stones: VillageSet,
    /// Stones still to be placed before and after.
    pub stones_left: Change<usize>,
    /// Bridges that stand before and after.
    pub bridges_left: Change<usize>,
    /// Whether the game is over afterwards (R6.1).
    pub ends_game: bool,
    /// The scores of all clans before and after.
    pub scores: Change<PerClan<Score>>,
    /// The supplies of all clans before and after.
    pub supplies: Change<PerClan<PerGuild<usize>>>,
}

/// Something before and after a journey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Change<T> {
    pub before: T,
    pub after: T,
}

/// Which village of a journey is stronger (R5.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stronger {
    /// The students drive out whom they meet (R5.5).
    Origin,
    /// Nobody is driven out (R5.6).
    Destination,
}

/// How it was decided which village is stronger (R5.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decider {
    /// One village has more tiles.
    Tiles,
    /// Equal tiles, but one village has more masters.
    Masters,
    /// Equal tiles and masters: the destination counts as the stronger one.
    Tie,
}

/// A student on a journey.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traveller {
    /// Its clan.
    pub clan: Clan,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a student that travels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// It finds its space empty and becomes a master there.
    BecomesMaster,
    /// It becomes the student of a master of its own clan.
    JoinsOwnMaster,
    /// It takes the place of another clan's master and becomes a master itself.
    DrivesOut {
        /// The clan that loses its master.
        clan: Clan,
        /// Tiles that go back to that clan's supply: the master, and its student if it has one.
        tiles: usize,
    },
    /// It goes back to its own supply.
    Bounces(Bounce),
}

/// Why a student goes back to its supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bounce {
    /// Its own clan's master has a student already (R5.5).
    OwnMasterHasStudent,
    /// Its origin is not stronger, and the space is occupied (R5.6).
    OriginNotStronger {
        /// Who is there: another clan, or its own.
        occupant: Clan,
    },
}

impl Position {
    /// What would happen if the students of `from` travelled to `to` now, whoever sends them.
    ///
    /// Asks only for a standing bridge, so that a threat can be looked at before it exists; whether the clan to move
    /// may send the journey is for [`Position::check_legal`] to say.
    ///
    /// # Errors
    /// [`IllegalMove::NotNeighbours`] or [`IllegalMove::BridgeDown`].
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

    /// What becomes of a clan's student that arrives at `space`.
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
