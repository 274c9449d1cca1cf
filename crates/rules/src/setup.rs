//! Any arrangement of tiles, bridges and turns, and what may be wrong with it.

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

/// Any arrangement, legal or not: for editors and readers. [`Setup::position`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The clans and their order.
    pub seats: Seats,
    /// The rule options.
    pub options: GameOptions,
    /// What lies on the spaces.
    pub spaces: BTreeMap<Space, Occupant>,
    /// The bridges that stand.
    pub bridges: BridgeSet,
    /// The clan to move; `None` when the game is over. Any clan that plays may be to move at any ply.
    pub turn: Option<Clan>,
    /// Turns taken so far.
    pub ply: u16,
    /// Passes in a row just now.
    pub passes: u8,
}

impl Setup {
    /// Makes a position of it.
    ///
    /// # Errors
    /// Everything that no game could reach.
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

    /// Everything that no game could reach, by the material alone.
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

    /// Tiles, bridges and turns of clans and villages that do not play.
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

    /// More tiles of a clan and guild than there are.
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

    /// What cannot be while the opening is on.
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

    /// A game that has ended and goes on, or the other way round.
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
        Setup {
            seats: position.seats(),
            options: position.options(),
            spaces: Space::all().filter_map(occupied).collect(),
            bridges: position.bridges(),
            turn: position.to_move(),
            ply: position.ply(),
            passes: position.passes() as u8,
        }
    }
}

/// One thing in an arrangement that no game could reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "fields named after what they are need no sentence")]
pub enum SetupProblem {
    /// A clan and guild have six tiles (R1.4).
    TooManyTiles { clan: Clan, guild: Guild, tiles: usize },
    /// A tile of a clan that does not play (R2.1).
    ClanNotSeated { clan: Clan, space: Space },
    /// A tile in the red village with three clans (R1.6).
    TileOutOfPlay { space: Space },
    /// A bridge at the red village with three clans (R1.6).
    BridgeOutOfPlay { bridge: Bridge },
    /// A clan to move that does not play (R2.1).
    TurnNotSeated { clan: Clan },
    /// Too many tiles in a village during the opening (R2.3).
    OpeningVillageFull { village: Village, tiles: usize, limit: usize },
    /// Too many tiles of one clan in a village during the opening (R2.3).
    OpeningClanLimit { village: Village, clan: Clan, tiles: usize, limit: usize },
    /// Two masters of one clan and guild during the opening (R2.2).
    OpeningGuildTwice { clan: Clan, guild: Guild },
    /// A student during the opening (R2.2).
    OpeningStudent { space: Space },
    /// A fallen bridge during the opening (R2.2).
    OpeningBridgeDown { bridge: Bridge },
    /// More masters than turns to place them (R2.2).
    OpeningTooEarly { tiles: usize, ply: u16 },
    /// More passes in a row than clans, or than turns (R7.4).
    TooManyPasses { passes: usize },
    /// No bridge is left although the game ends with one (R6.1).
    TooManyStones,
    /// The game is over, but a clan is to move (R6.1).
    TurnAfterEnd { clan: Clan },
    /// The game goes on, but no clan is to move (R7.1).
    NobodyToMove,
}

impl SetupProblem {
    /// The number of the rule in `docs/rules.md`.
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
                write!(f, "{tiles} {guild} tiles of {clan} lie on the board, there are {TILES_PER_GUILD}")
            }
            SetupProblem::ClanNotSeated { clan, space } => write!(f, "{clan} lies on {space} but does not play"),
            SetupProblem::TileOutOfPlay { space } => {
                write!(f, "a tile lies on {space}, but that village is out of play with three clans")
            }
            SetupProblem::BridgeOutOfPlay { bridge } => {
                write!(f, "the bridge {bridge} stands, but is not laid with three clans")
            }
            SetupProblem::TurnNotSeated { clan } => write!(f, "{clan} is to move but does not play"),
            SetupProblem::OpeningVillageFull { village, tiles, limit } => {
                write!(f, "village {village} has {tiles} tiles, in the opening at most {limit}")
            }
            SetupProblem::OpeningClanLimit { village, clan, tiles, limit } => {
                write!(f, "village {village} has {tiles} tiles of {clan}, in the opening at most {limit}")
            }
            SetupProblem::OpeningGuildTwice { clan, guild } => {
                write!(f, "{clan} has more than one {guild} on the board in the opening")
            }
            SetupProblem::OpeningStudent { space } => write!(f, "a student lies on {space} in the opening"),
            SetupProblem::OpeningBridgeDown { bridge } => write!(f, "the bridge {bridge} is down in the opening"),
            SetupProblem::OpeningTooEarly { tiles, ply } => {
                write!(f, "{tiles} tiles lie on the board after {ply} turns of the opening")
            }
            SetupProblem::TooManyPasses { passes } => write!(f, "{passes} passes in a row are impossible here"),
            SetupProblem::TooManyStones => {
                write!(f, "no bridge stands, but with 11 stones the game ends when one is left")
            }
            SetupProblem::TurnAfterEnd { clan } => write!(f, "{clan} is to move, but the game is over"),
            SetupProblem::NobodyToMove => write!(f, "nobody is to move, but the game is not over"),
        }
    }
}

/// Everything in an arrangement that no game could reach; at least one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    problems: Vec<SetupProblem>,
}

impl SetupError {
    /// All problems, those of tiles first.
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
