//! Any arrangement of tiles, bridges and turns, and the check that makes it a position.

use core::fmt;
use std::collections::BTreeMap;

use crate::bridge::{Bridge, BridgeSet};
use crate::clan::{Clan, PerClan};
use crate::guild::{Guild, GuildSet};
use crate::map::{bridges_laid, villages_in_play};
use crate::opening::{OPENING_MASTERS, OpeningLimits};
use crate::options::{GameOptions, Stones};
use crate::position::{Occupant, Parts, Position, last_stone_is_placed};
use crate::seats::Seats;
use crate::space::{Space, SpaceSet};
use crate::supply::TILES_PER_GUILD;
use crate::village::Village;

/// An arrangement that may or may not be legal, for editors and parsers. [`Setup::position`] checks it.
///
/// ```
/// # use shangrila_rules::{GameOptions, Position, Seats, Setup, SetupProblem};
/// let mut setup = Setup::from(Position::start(Seats::FOUR, GameOptions::default()));
/// assert!(setup.position().is_ok());
/// setup.turn = None;
/// assert_eq!(setup.problems(), [SetupProblem::NobodyToMove]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The clans in turn order.
    pub seats: Seats,
    /// The rule options.
    pub options: GameOptions,
    /// The masters and students.
    pub spaces: BTreeMap<Space, Occupant>,
    /// The bridges still standing.
    pub bridges: BridgeSet,
    /// The clan to move; `None` when the game is over. At any ply it may be any clan that plays.
    pub turn: Option<Clan>,
    /// The number of turns taken so far.
    pub ply: u16,
    /// The number of passes in a row up to now.
    pub passes: u8,
}

impl Setup {
    /// Turns the arrangement into a position.
    ///
    /// # Errors
    /// Everything about it that no game could reach.
    pub fn position(&self) -> Result<Position, SetupError> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(SetupError { problems });
        }
        Ok(Position::from_parts(&Parts {
            seats: self.seats,
            options: self.options,
            masters: PerClan::from_fn(|clan| self.masters(clan)),
            students: self.spaces_where(|occupant| occupant.student),
            bridges: self.bridges,
            turn: self.turn,
            ply: self.ply,
            passes: self.passes,
        }))
    }

    /// Everything about the arrangement that no game could reach, judged by the material alone.
    #[must_use]
    pub fn problems(&self) -> Vec<SetupProblem> {
        let mut problems = Vec::new();
        self.find_misplaced(&mut problems);
        self.find_surplus(&mut problems);
        if self.in_opening() {
            self.find_opening_breaches(&mut problems);
        }
        self.find_turn_errors(&mut problems);
        problems
    }

    fn in_opening(&self) -> bool {
        usize::from(self.ply) < OPENING_MASTERS * self.seats.count()
    }

    fn spaces_where(&self, wanted: impl Fn(&Occupant) -> bool) -> SpaceSet {
        self.spaces.iter().filter(|(_, occupant)| wanted(occupant)).map(|(&space, _)| space).collect()
    }

    fn masters(&self, clan: Clan) -> SpaceSet {
        self.spaces_where(|occupant| occupant.clan == clan)
    }

    /// Finds tiles, bridges and turns of clans and villages that are not in play.
    fn find_misplaced(&self, problems: &mut Vec<SetupProblem>) {
        let villages = villages_in_play(self.seats.count());
        for (&space, occupant) in &self.spaces {
            if !self.seats.contains(occupant.clan) {
                problems.push(SetupProblem::ClanNotSeated { clan: occupant.clan, space });
            }
            if !villages.contains(space.village()) {
                problems.push(SetupProblem::TileOutOfPlay { space });
            }
        }
        let not_laid = self.bridges.without(bridges_laid(self.seats.count()));
        problems.extend(not_laid.into_iter().map(|bridge| SetupProblem::BridgeOutOfPlay { bridge }));
        if let Some(clan) = self.turn.filter(|&clan| !self.seats.contains(clan)) {
            problems.push(SetupProblem::TurnNotSeated { clan });
        }
    }

    /// Finds clans with more tiles of a guild than they own.
    fn find_surplus(&self, problems: &mut Vec<SetupProblem>) {
        for clan in Clan::ALL {
            for guild in Guild::ALL {
                let tiles = self.tiles(clan, guild);
                if tiles > TILES_PER_GUILD {
                    problems.push(SetupProblem::TooManyTiles { clan, guild, tiles });
                }
            }
        }
    }

    fn tiles(&self, clan: Clan, guild: Guild) -> usize {
        let of_both = |(space, occupant): &(&Space, &Occupant)| occupant.clan == clan && space.guild() == guild;
        self.spaces.iter().filter(of_both).map(|(_, occupant)| 1 + usize::from(occupant.student)).sum()
    }

    /// Finds what is impossible during the opening.
    fn find_opening_breaches(&self, problems: &mut Vec<SetupProblem>) {
        let students = self.spaces_where(|occupant| occupant.student);
        problems.extend(students.into_iter().map(|space| SetupProblem::OpeningStudent { space }));
        let down = bridges_laid(self.seats.count()).without(self.bridges);
        problems.extend(down.into_iter().map(|bridge| SetupProblem::OpeningBridgeDown { bridge }));

        let limits = OpeningLimits::for_clans(self.seats.count());
        let all = self.spaces_where(|_| true);
        for village in Village::ALL {
            let tiles = all.in_village(village).len();
            if tiles > limits.tiles {
                problems.push(SetupProblem::OpeningVillageFull { village, tiles, limit: limits.tiles });
            }
            for clan in Clan::ALL {
                let tiles = self.masters(clan).in_village(village).len();
                if tiles > limits.of_one_clan {
                    let limit = limits.of_one_clan;
                    problems.push(SetupProblem::OpeningClanLimit { village, clan, tiles, limit });
                }
            }
        }

        for clan in Clan::ALL {
            let masters = self.masters(clan);
            for guild in Guild::ALL {
                if masters.only_guilds(GuildSet::only(guild)).len() > 1 {
                    problems.push(SetupProblem::OpeningGuildTwice { clan, guild });
                }
            }
        }
        if all.len() > usize::from(self.ply) {
            problems.push(SetupProblem::OpeningTooEarly { tiles: all.len(), ply: self.ply });
        }
    }

    /// Finds turns that do not fit the state of the game.
    fn find_turn_errors(&self, problems: &mut Vec<SetupProblem>) {
        let (passes, clans) = (usize::from(self.passes), self.seats.count());
        if passes > clans || self.passes as u16 > self.ply {
            problems.push(SetupProblem::TooManyPasses { passes });
        }
        if self.options.stones == Stones::Eleven && self.bridges.is_empty() {
            problems.push(SetupProblem::TooManyStones);
        }
        let over = last_stone_is_placed(self.bridges, self.options.stones) || passes >= clans;
        match self.turn {
            Some(clan) if over => problems.push(SetupProblem::TurnAfterEnd { clan }),
            None if !over => problems.push(SetupProblem::NobodyToMove),
            _ => {}
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        let occupied = |space| position.occupant(space).map(|occupant| (space, occupant));
        let mut spaces = BTreeMap::new();
        // Not `collect`, which sorts first, with much code: they are in order already.
        spaces.extend(Space::all().filter_map(occupied));
        Setup {
            seats: position.seats(),
            options: position.options(),
            spaces,
            bridges: position.bridges(),
            turn: position.to_move(),
            ply: position.ply(),
            passes: position.passes() as u8,
        }
    }
}

/// The villages of a seat's seven masters, by guild.
///
/// ```
/// # use shangrila_rules::{Guild, SeatVillages, Village};
/// let masters: SeatVillages = [Village::M, Village::E, Village::B, Village::G, Village::J, Village::I, Village::F];
/// assert_eq!(masters[Guild::Healer as usize], Village::F);
/// ```
pub type SeatVillages = [Village; Guild::COUNT];

impl Position {
    /// The board after a set-up in which the masters of each seat were placed in these villages, with the first seat to move; `None` if
    /// the number of seats does not match, or no game could reach this.
    ///
    /// ```
    /// # use shangrila_rules::{Clan, GameOptions, Position, Seats, Village};
    /// let villages = |letters: &str| letters.chars().filter_map(Village::from_letter).collect::<Vec<_>>().try_into().unwrap();
    /// let masters = [villages("mebgjif"), villages("kdfehaj"), villages("hlkagmi")];
    /// let position = Position::after_setup(&masters, Seats::THREE, GameOptions::default()).unwrap();
    /// assert_eq!(position.to_move(), Some(Clan::Red));
    /// assert!(!position.in_opening());
    /// ```
    #[must_use]
    pub fn after_setup(masters: &[SeatVillages], seats: Seats, options: GameOptions) -> Option<Position> {
        if seats.count() != masters.len() {
            return None;
        }
        let mut spaces = BTreeMap::new();
        for (clan, villages) in seats.iter().zip(masters) {
            for (&village, guild) in villages.iter().zip(Guild::ALL) {
                spaces.insert(Space::new(village, guild), Occupant { clan, student: false });
            }
        }
        let ply = (OPENING_MASTERS * seats.count()) as u16;
        let bridges = bridges_laid(seats.count());
        Setup { seats, options, spaces, bridges, turn: seats.iter().next(), ply, passes: 0 }.position().ok()
    }
}

/// One thing about an arrangement that no game could reach.
///
/// ```
/// # use shangrila_rules::{Clan, SetupProblem};
/// let problem = SetupProblem::TurnAfterEnd { clan: Clan::Blue };
/// assert_eq!(problem.rule(), "R6.1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of the fields say it")]
pub enum SetupProblem {
    /// More than six tiles of one clan and guild (R1.4).
    TooManyTiles { clan: Clan, guild: Guild, tiles: usize },
    /// A tile of a clan that does not play (R2.1).
    ClanNotSeated { clan: Clan, space: Space },
    /// A tile in the red village with three clans (R1.6).
    TileOutOfPlay { space: Space },
    /// A bridge at the red village with three clans (R1.6).
    BridgeOutOfPlay { bridge: Bridge },
    /// The clan to move does not play (R2.1).
    TurnNotSeated { clan: Clan },
    /// Too many tiles in a village during the opening (R2.3).
    OpeningVillageFull { village: Village, tiles: usize, limit: usize },
    /// Too many tiles of one clan in a village during the opening (R2.3).
    OpeningClanLimit { village: Village, clan: Clan, tiles: usize, limit: usize },
    /// Two masters of one clan and guild during the opening (R2.2).
    OpeningGuildTwice { clan: Clan, guild: Guild },
    /// A student during the opening (R2.2).
    OpeningStudent { space: Space },
    /// A broken bridge during the opening (R2.2).
    OpeningBridgeDown { bridge: Bridge },
    /// More masters than turns to place them (R2.2).
    OpeningTooEarly { tiles: usize, ply: u16 },
    /// More passes in a row than clans, or than turns (R7.4).
    TooManyPasses { passes: usize },
    /// No bridge is left, although the game ends with one standing (R6.1).
    TooManyStones,
    /// The game is over, but a clan is to move (R6.1).
    TurnAfterEnd { clan: Clan },
    /// The game is not over, but no clan is to move (R7.1).
    NobodyToMove,
}

impl SetupProblem {
    /// The number of the rule in `docs/rules.md`.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            SetupProblem::TooManyTiles { .. } => "R1.4",
            SetupProblem::TileOutOfPlay { .. } | SetupProblem::BridgeOutOfPlay { .. } => "R1.6",
            SetupProblem::ClanNotSeated { .. } | SetupProblem::TurnNotSeated { .. } => "R2.1",
            SetupProblem::OpeningGuildTwice { .. }
            | SetupProblem::OpeningStudent { .. }
            | SetupProblem::OpeningBridgeDown { .. }
            | SetupProblem::OpeningTooEarly { .. } => "R2.2",
            SetupProblem::OpeningVillageFull { .. } | SetupProblem::OpeningClanLimit { .. } => "R2.3",
            SetupProblem::TooManyStones | SetupProblem::TurnAfterEnd { .. } => "R6.1",
            SetupProblem::NobodyToMove => "R7.1",
            SetupProblem::TooManyPasses { .. } => "R7.4",
        }
    }
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupProblem::TooManyTiles { clan, guild, tiles } => {
                write!(f, "{clan} has {tiles} {guild} tiles on the board, but owns only {TILES_PER_GUILD}")
            }
            SetupProblem::ClanNotSeated { clan, space } => write!(f, "{clan} has a tile on {space} but does not play"),
            SetupProblem::TileOutOfPlay { space } => {
                write!(f, "there is a tile on {space}, but that village is out of play with three clans")
            }
            SetupProblem::BridgeOutOfPlay { bridge } => {
                write!(f, "bridge {bridge} is standing, but is out of play with three clans")
            }
            SetupProblem::TurnNotSeated { clan } => write!(f, "{clan} is to move but does not play"),
            SetupProblem::OpeningVillageFull { village, tiles, limit } => {
                write!(f, "village {village} has {tiles} tiles; the set-up limit is {limit}")
            }
            SetupProblem::OpeningClanLimit { village, clan, tiles, limit } => {
                write!(f, "{clan} has {tiles} tiles in village {village}; the set-up limit is {limit}")
            }
            SetupProblem::OpeningGuildTwice { clan, guild } => {
                write!(f, "{clan} has more than one {guild} on the board during set-up")
            }
            SetupProblem::OpeningStudent { space } => write!(f, "there is a student on {space} during set-up"),
            SetupProblem::OpeningBridgeDown { bridge } => write!(f, "bridge {bridge} is broken during set-up"),
            SetupProblem::OpeningTooEarly { tiles, ply } => {
                write!(f, "there are {tiles} tiles on the board after {ply} turns of the set-up")
            }
            SetupProblem::TooManyPasses { passes } => write!(f, "{passes} passes in a row are impossible here"),
            SetupProblem::TooManyStones => {
                write!(f, "no bridge is standing, but with 11 stones the game ends when one is left")
            }
            SetupProblem::TurnAfterEnd { clan } => write!(f, "{clan} is to move, but the game is over"),
            SetupProblem::NobodyToMove => write!(f, "nobody is to move, but the game is not over"),
        }
    }
}

/// Everything about an arrangement that no game could reach; at least one problem.
///
/// ```
/// # use shangrila_rules::{Setup, SetupProblem};
/// let setup: Setup = "7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy - 0 0".parse()?;
/// let error = setup.position().unwrap_err();
/// assert_eq!(error.problems(), [SetupProblem::NobodyToMove]);
/// assert_eq!(error.to_string(), "nobody is to move, but the game is not over (R7.1)");
/// # Ok::<(), shangrila_rules::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    problems: Vec<SetupProblem>,
}

impl SetupError {
    /// All problems, those with tiles first.
    pub fn problems(&self) -> &[SetupProblem] {
        &self.problems
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem} ({})", problem.rule())?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
