//! Whether a move is legal, and if not, why.

use core::fmt;

use crate::bridge::Bridge;
use crate::choices::Choices;
use crate::clan::Clan;
use crate::guild::Guild;
use crate::map::villages_in_play;
use crate::moves::Move;
use crate::opening::OpeningLimits;
use crate::options::RecruitRule;
use crate::position::Position;
use crate::space::Space;
use crate::village::Village;

/// Why a move is refused. Each reason belongs to a rule of `docs/rules.md` and carries what one needs to explain it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "fields named after what they are need no sentence")]
pub enum IllegalMove {
    /// Nothing is played any more.
    GameOver,
    /// Passing is never a choice: this other move, for one, is legal.
    PassNotForced { instead: Move },
    /// In the opening masters are placed and nothing else.
    OpeningOnlyPlaces,
    /// In the opening the clan has placed a master of this guild already.
    GuildAlreadyPlaced { clan: Clan, guild: Guild },
    /// In the opening the village takes no more tiles.
    OpeningVillageFull { village: Village, tiles: usize, limit: usize },
    /// In the opening the village takes no more tiles of this clan.
    OpeningClanLimit { village: Village, clan: Clan, tiles: usize, limit: usize },
    /// With three clans the red village is out of play.
    VillageOutOfPlay { village: Village },
    /// No action takes place in a village with a stone.
    VillageHasStone { village: Village },
    /// A master goes only where the clan has a master already.
    NoMasterInVillage { village: Village, clan: Clan },
    /// A master goes to an empty space.
    SpaceOccupied { space: Space, by: Clan },
    /// The supply has no tile for a master.
    NoTileToPlace { clan: Clan, guild: Guild },
    /// A student joins a master of its own clan; here is none, or another clan's.
    NoOwnMaster { space: Space, clan: Clan, occupant: Option<Clan> },
    /// A master has one student at most.
    HasStudentAlready { space: Space },
    /// The supply has too few tiles for the students.
    TooFewTiles { clan: Clan, guild: Guild, needed: usize, supply: usize },
    /// Two students go to two different masters.
    SameMasterTwice { space: Space },
    /// One student alone is allowed only if two are impossible; this one could come too.
    SecondStudentPossible { recruited: Space, also: Space },
    /// No bridge has ever joined these villages.
    NotNeighbours { from: Village, to: Village },
    /// The bridge has fallen, or was not laid for three clans.
    BridgeDown { bridge: Bridge },
    /// A journey is sent by a clan with a student in the village.
    NoStudentToSend { village: Village, clan: Clan },
}

impl IllegalMove {
    /// The number of the rule in `docs/rules.md`.
    pub const fn rule(self) -> &'static str {
        match self {
            IllegalMove::GameOver => "R6.1",
            IllegalMove::PassNotForced { .. } => "R7.3",
            IllegalMove::OpeningOnlyPlaces | IllegalMove::GuildAlreadyPlaced { .. } => "R2.2",
            IllegalMove::OpeningVillageFull { .. } | IllegalMove::OpeningClanLimit { .. } => "R2.3",
            IllegalMove::VillageOutOfPlay { .. } => "R1.6",
            IllegalMove::VillageHasStone { .. } => "R5.9",
            IllegalMove::NoMasterInVillage { .. } => "R3.1",
            IllegalMove::SpaceOccupied { .. } => "R3.2",
            IllegalMove::NoTileToPlace { .. } => "R3.3",
            IllegalMove::NoOwnMaster { .. } | IllegalMove::HasStudentAlready { .. } => "R4.1",
            IllegalMove::TooFewTiles { .. } => "R4.2",
            IllegalMove::SameMasterTwice { .. } => "R4.4",
            IllegalMove::SecondStudentPossible { .. } => "R4.5",
            IllegalMove::NoStudentToSend { .. } => "R5.1",
            IllegalMove::NotNeighbours { .. } | IllegalMove::BridgeDown { .. } => "R5.2",
        }
    }

    /// A stable name of the reason for other programs.
    pub const fn code(self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game_over",
            IllegalMove::PassNotForced { .. } => "pass_not_forced",
            IllegalMove::OpeningOnlyPlaces => "opening_only_places",
            IllegalMove::GuildAlreadyPlaced { .. } => "guild_already_placed",
            IllegalMove::OpeningVillageFull { .. } => "opening_village_full",
            IllegalMove::OpeningClanLimit { .. } => "opening_clan_limit",
            IllegalMove::VillageOutOfPlay { .. } => "village_out_of_play",
            IllegalMove::VillageHasStone { .. } => "village_has_stone",
            IllegalMove::NoMasterInVillage { .. } => "no_master_in_village",
            IllegalMove::SpaceOccupied { .. } => "space_occupied",
            IllegalMove::NoTileToPlace { .. } => "no_tile_to_place",
            IllegalMove::NoOwnMaster { .. } => "no_own_master",
            IllegalMove::HasStudentAlready { .. } => "has_student_already",
            IllegalMove::TooFewTiles { .. } => "too_few_tiles",
            IllegalMove::SameMasterTwice { .. } => "same_master_twice",
            IllegalMove::SecondStudentPossible { .. } => "second_student_possible",
            IllegalMove::NotNeighbours { .. } => "not_neighbours",
            IllegalMove::BridgeDown { .. } => "bridge_down",
            IllegalMove::NoStudentToSend { .. } => "no_student_to_send",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => write!(f, "the game is over"),
            IllegalMove::PassNotForced { instead } => {
                write!(f, "a clan passes only when it has no other move, but {instead} is legal")
            }
            IllegalMove::OpeningOnlyPlaces => write!(f, "in the opening a turn places one master"),
            IllegalMove::GuildAlreadyPlaced { clan, guild } => {
                write!(f, "{clan} has placed its {guild} of the opening already")
            }
            IllegalMove::OpeningVillageFull { village, tiles, limit } => {
                write!(f, "village {village} has {tiles} tiles, in the opening at most {limit}")
            }
            IllegalMove::OpeningClanLimit { village, clan, tiles, limit } => {
                write!(f, "{clan} has {tiles} of its masters in village {village}, in the opening at most {limit}")
            }
            IllegalMove::VillageOutOfPlay { village } => {
                write!(f, "village {village} is out of play with three clans")
            }
            IllegalMove::VillageHasStone { village } => {
                write!(f, "village {village} has a stone, so no action takes place there")
            }
            IllegalMove::NoMasterInVillage { village, clan } => {
                write!(f, "{clan} has no master in village {village}, so it cannot place one there")
            }
            IllegalMove::SpaceOccupied { space, by } => write!(f, "{space} is occupied by {by}"),
            IllegalMove::NoTileToPlace { clan, guild } => write!(f, "{clan} has no {guild} left in its supply"),
            IllegalMove::NoOwnMaster { space, clan, occupant: None } => {
                write!(f, "{clan} has no master on {space}, it is empty")
            }
            IllegalMove::NoOwnMaster { space, clan, occupant: Some(other) } => {
                write!(f, "{clan} has no master on {space}, it belongs to {other}")
            }
            IllegalMove::HasStudentAlready { space } => write!(f, "the master on {space} has a student already"),
            IllegalMove::TooFewTiles { clan, guild, needed, supply } => {
                write!(f, "{needed} {guild} needed, but {clan} has {supply} in its supply")
            }
            IllegalMove::SameMasterTwice { space } => {
                write!(f, "two students go to two different masters, not both to {space}")
            }
            IllegalMove::SecondStudentPossible { recruited, also } => {
                write!(f, "one student alone is allowed only if two are impossible: +{recruited} could go with +{also}")
            }
            IllegalMove::NotNeighbours { from, to } => write!(f, "no bridge joins {from} and {to}"),
            IllegalMove::BridgeDown { bridge } => write!(f, "the bridge {bridge} does not stand"),
            IllegalMove::NoStudentToSend { village, clan } => {
                write!(f, "{clan} has no student in village {village} to send")
            }
        }
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Checks a move against the rules.
    ///
    /// # Errors
    /// The first reason why it is not legal. Written out rule by rule, apart from the generator of legal moves.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        let clan = self.to_move().ok_or(IllegalMove::GameOver)?;
        match mv {
            Move::Pass => self.check_pass(),
            Move::Place { space } if self.in_opening() => self.check_opening(clan, space),
            Move::Recruit { .. } | Move::Journey { .. } if self.in_opening() => Err(IllegalMove::OpeningOnlyPlaces),
            Move::Place { space } => self.check_place(clan, space),
            Move::Recruit { first, second } => self.check_recruit(clan, first, second),
            Move::Journey { from, to } => self.check_journey(clan, from, to),
        }
    }

    fn check_pass(&self) -> Result<(), IllegalMove> {
        let choices = Choices::of(self);
        let place = choices.places.first().map(|space| Move::Place { space });
        let recruit = || choices.recruits.first().map(|space| self.example_recruit(space));
        let journey = || choices.journeys.into_iter().next().map(|(_, from, to)| Move::Journey { from, to });
        match place.or_else(recruit).or_else(journey) {
            Some(instead) => Err(IllegalMove::PassNotForced { instead }),
            None => Ok(()),
        }
    }

    /// A legal recruit with a student for the master on `space`, who may take one.
    fn example_recruit(&self, space: Space) -> Move {
        match self.check_legal(Move::recruit_one(space)) {
            Err(IllegalMove::SecondStudentPossible { recruited, also }) => Move::recruit_two(recruited, also),
            _ => Move::recruit_one(space),
        }
    }

    fn check_opening(&self, clan: Clan, space: Space) -> Result<(), IllegalMove> {
        let (village, guild) = (space.village(), space.guild());
        if !villages_in_play(self.seats().count()).contains(village) {
            return Err(IllegalMove::VillageOutOfPlay { village });
        }
        if self.masters(clan).guilds().contains(guild) {
            return Err(IllegalMove::GuildAlreadyPlaced { clan, guild });
        }
        self.check_empty(space)?;
        let limits = OpeningLimits::for_clans(self.seats().count());
        let tiles = self.strength(village).tiles;
        if tiles >= limits.tiles {
            return Err(IllegalMove::OpeningVillageFull { village, tiles, limit: limits.tiles });
        }
        let tiles = self.masters(clan).in_village(village).len();
        if tiles >= limits.of_one_clan {
            return Err(IllegalMove::OpeningClanLimit { village, clan, tiles, limit: limits.of_one_clan });
        }
        Ok(())
    }

    fn check_place(&self, clan: Clan, space: Space) -> Result<(), IllegalMove> {
        let (village, guild) = (space.village(), space.guild());
        self.check_open(village)?;
        if self.masters(clan).in_village(village).is_empty() {
            return Err(IllegalMove::NoMasterInVillage { village, clan });
        }
        self.check_empty(space)?;
        if self.supply(clan, guild) == 0 {
            return Err(IllegalMove::NoTileToPlace { clan, guild });
        }
        Ok(())
    }

    fn check_recruit(&self, clan: Clan, first: Space, second: Option<Space>) -> Result<(), IllegalMove> {
        self.check_student(clan, first, 1)?;
        match second {
            Some(second) if first == second => Err(IllegalMove::SameMasterTwice { space: first }),
            Some(second) => self.check_student(clan, second, if first.guild() == second.guild() { 2 } else { 1 }),
            None => self.check_alone(clan, first),
        }
    }

    /// Whether the master on `space` may take a student if its clan needs this many tiles of the guild.
    fn check_student(&self, clan: Clan, space: Space, needed: usize) -> Result<(), IllegalMove> {
        self.check_open(space.village())?;
        match self.occupant(space) {
            Some(occupant) if occupant.clan == clan => {
                if occupant.student {
                    return Err(IllegalMove::HasStudentAlready { space });
                }
            }
            other => {
                let occupant = other.map(|occupant| occupant.clan);
                return Err(IllegalMove::NoOwnMaster { space, clan, occupant });
            }
        }
        let (guild, supply) = (space.guild(), self.supply(clan, space.guild()));
        if supply < needed {
            return Err(IllegalMove::TooFewTiles { clan, guild, needed, supply });
        }
        Ok(())
    }

    /// Whether the master on `space`, who may take a student, may be the only one to do so.
    fn check_alone(&self, clan: Clan, space: Space) -> Result<(), IllegalMove> {
        if self.options().recruit == RecruitRule::UpToTwo {
            return Ok(());
        }
        // If any two students are possible, one of those two can also go with this one: only the same guild with its
        // last tile stands against it, and then the other one of the two is of another guild.
        match self.masters(clan).into_iter().find(|&other| self.check_recruit(clan, space, Some(other)).is_ok()) {
            Some(also) => Err(IllegalMove::SecondStudentPossible { recruited: space, also }),
            None => Ok(()),
        }
    }

    fn check_journey(&self, clan: Clan, from: Village, to: Village) -> Result<(), IllegalMove> {
        self.standing_bridge(from, to)?;
        if (self.masters(clan) & self.students()).in_village(from).is_empty() {
            return Err(IllegalMove::NoStudentToSend { village: from, clan });
        }
        Ok(())
    }

    /// The bridge between two villages, if it stands (R5.2).
    pub(crate) fn standing_bridge(&self, from: Village, to: Village) -> Result<Bridge, IllegalMove> {
        let bridge = Bridge::between(from, to).ok_or(IllegalMove::NotNeighbours { from, to })?;
        if self.bridges().contains(bridge) { Ok(bridge) } else { Err(IllegalMove::BridgeDown { bridge }) }
    }

    fn check_open(&self, village: Village) -> Result<(), IllegalMove> {
        if !villages_in_play(self.seats().count()).contains(village) {
            Err(IllegalMove::VillageOutOfPlay { village })
        } else if self.has_stone(village) {
            Err(IllegalMove::VillageHasStone { village })
        } else {
            Ok(())
        }
    }

    fn check_empty(&self, space: Space) -> Result<(), IllegalMove> {
        match self.occupant(space) {
            Some(occupant) => Err(IllegalMove::SpaceOccupied { space, by: occupant.clan }),
            None => Ok(()),
        }
    }
}
