//! Whether a move is legal, and if not, why not.

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

/// Why a move is refused. Each reason belongs to a rule of `docs/rules.md` and carries what is needed to explain it.
///
/// ```
/// # use shangrila_rules::{GameOptions, IllegalMove, Move, Position, Seats};
/// let position = Position::first_game(Seats::FOUR, GameOptions::default());
/// let reason = position.check_legal(Move::Pass).unwrap_err();
/// assert!(matches!(reason, IllegalMove::PassNotForced { .. }));
/// assert_eq!((reason.rule(), reason.code()), ("R7.3", "pass_not_forced"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum IllegalMove {
    /// The game is over.
    GameOver,
    /// Passing is never a choice; `instead` is one of the legal moves.
    PassNotForced { instead: Move },
    /// In the opening, a turn places a master and nothing else.
    OpeningOnlyPlaces,
    /// The clan has already placed its master of this guild in the opening.
    GuildAlreadyPlaced { clan: Clan, guild: Guild },
    /// The village has reached the opening's limit of tiles.
    OpeningVillageFull { village: Village, tiles: usize, limit: usize },
    /// The village has reached the opening's limit of tiles of one clan.
    OpeningClanLimit { village: Village, clan: Clan, tiles: usize, limit: usize },
    /// The red village is out of play with three clans.
    VillageOutOfPlay { village: Village },
    /// Nothing happens any more in a village with a stone.
    VillageHasStone { village: Village },
    /// The clan has no master in the village, so it cannot place another.
    NoMasterInVillage { village: Village, clan: Clan },
    /// A master is placed on an empty space.
    SpaceOccupied { space: Space, by: Clan },
    /// The clan's supply has no tile of this guild.
    NoTileToPlace { clan: Clan, guild: Guild },
    /// A student joins a master of its own clan, but the space is empty or another clan's.
    NoOwnMaster { space: Space, clan: Clan, occupant: Option<Clan> },
    /// A master has at most one student.
    HasStudentAlready { space: Space },
    /// The clan's supply has too few tiles of this guild.
    TooFewTiles { clan: Clan, guild: Guild, needed: usize, supply: usize },
    /// Two students need two different masters.
    SameMasterTwice { space: Space },
    /// A single student is allowed only if two are impossible, but `also` could be recruited too.
    SecondStudentPossible { recruited: Space, also: Space },
    /// The map has no bridge between these villages.
    NotNeighbours { from: Village, to: Village },
    /// The bridge has broken, or is not in play with three clans.
    BridgeDown { bridge: Bridge },
    /// A clan needs a student of its own in a village to send its students on a journey.
    NoStudentToSend { village: Village, clan: Clan },
}

impl IllegalMove {
    /// The number of the rule in `docs/rules.md`.
    #[must_use]
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

    /// A stable identifier of the reason, for other programs.
    #[must_use]
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
                write!(f, "a clan may pass only when it has no other move, but {instead} is legal")
            }
            IllegalMove::OpeningOnlyPlaces => write!(f, "during set-up a turn places one master and nothing else"),
            IllegalMove::GuildAlreadyPlaced { clan, guild } => {
                write!(f, "{clan} has already placed its {guild} during set-up")
            }
            IllegalMove::OpeningVillageFull { village, tiles, limit } => {
                write!(f, "village {village} already has {tiles} tiles; the set-up limit is {limit}")
            }
            IllegalMove::OpeningClanLimit { village, clan, tiles, limit } => {
                write!(f, "{clan} already has {tiles} tiles in village {village}; the set-up limit is {limit}")
            }
            IllegalMove::VillageOutOfPlay { village } => {
                write!(f, "village {village} is out of play with three clans")
            }
            IllegalMove::VillageHasStone { village } => {
                write!(f, "village {village} has a stone, so nothing happens there any more")
            }
            IllegalMove::NoMasterInVillage { village, clan } => {
                write!(f, "{clan} has no master in village {village}, so it cannot place one there")
            }
            IllegalMove::SpaceOccupied { space, by } => write!(f, "{space} is occupied by {by}"),
            IllegalMove::NoTileToPlace { clan, guild } => write!(f, "{clan} has no {guild} left in its supply"),
            IllegalMove::NoOwnMaster { space, clan, occupant: None } => {
                write!(f, "{clan} has no master on {space}: the space is empty")
            }
            IllegalMove::NoOwnMaster { space, clan, occupant: Some(other) } => {
                write!(f, "{clan} has no master on {space}: the master there is {other}")
            }
            IllegalMove::HasStudentAlready { space } => write!(f, "the master on {space} already has a student"),
            IllegalMove::TooFewTiles { clan, guild, needed, supply } => {
                write!(f, "this takes {needed} {guild} tiles, but {clan} has {supply} in its supply")
            }
            IllegalMove::SameMasterTwice { space } => {
                write!(f, "two students need two different masters, not {space} twice")
            }
            IllegalMove::SecondStudentPossible { recruited, also } => {
                write!(f, "a single student is allowed only if two are impossible, but +{recruited}+{also} is possible")
            }
            IllegalMove::NotNeighbours { from, to } => write!(f, "no bridge joins {from} and {to}"),
            IllegalMove::BridgeDown { bridge } => write!(f, "bridge {bridge} is not standing"),
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
    /// The first reason why the move is not legal. Written rule by rule and independently of the move generator, so
    /// that tests can compare the two.
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

    /// Checks that the master on `space` may take a student when the move needs this many tiles of its guild.
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

    /// Checks that the master on `space`, which may take a student, may be the only one to do so.
    fn check_alone(&self, clan: Clan, space: Space) -> Result<(), IllegalMove> {
        if self.options().recruit == RecruitRule::UpToTwo {
            return Ok(());
        }
        // If some two students are possible, at least one of them can be paired with this one: only sharing the last
        // tile of a guild prevents a pair, and then the other of the two belongs to another guild.
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
