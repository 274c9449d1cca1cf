//! Table settings.

use core::fmt;

use serde::{Deserialize, Serialize};
use shangrila_rules::record::Start;
use shangrila_rules::{GameOptions, PairScoring, Position, RecruitRule, Seat, SeatVillages, Seats, Stones, Village};

/// Who can find a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed in the lobby and, later, among the finished games.
    Public,
    /// Unlisted; found by its link only.
    #[default]
    Private,
}

/// How the board is set up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// The first-game set-up from the rulebook.
    #[default]
    Card,
    /// Players take turns placing their first masters.
    Free,
    /// A complete set-up in which every seat has practically the same chance.
    Fair(FairOpening),
}

/// A fair set-up, by seats in turn order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct FairOpening {
    /// The letters of the villages of each seat's masters, in the order of the guilds: R A D P Y F H.
    pub masters: Vec<String>,
    /// Each seat's chance of winning in thousandths.
    pub chances: Vec<u16>,
}

impl FairOpening {
    /// The board after this set-up, with the first seat to move; `None` if it is not one for these seats.
    pub fn position(&self, seats: Seats, options: GameOptions) -> Option<Position> {
        let villages = |letters: &String| {
            let villages: Option<Vec<Village>> = letters.chars().map(Village::from_letter).collect();
            SeatVillages::try_from(villages?).ok()
        };
        let masters: Vec<SeatVillages> = self.masters.iter().map(villages).collect::<Option<_>>()?;
        Position::after_setup(&masters, seats, options)
    }
}

/// How many students a recruit adds (R8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Recruit {
    /// Two; one only if two are impossible.
    #[default]
    Two,
    /// One or two, as the player likes.
    UpToTwo,
}

/// Rule options (R8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of stones that ends the game: 11 or 12.
    pub stones: u8,
    /// How many students a recruit adds.
    pub recruit: Recruit,
}

impl Default for Options {
    fn default() -> Options {
        Options { stones: 11, recruit: Recruit::Two }
    }
}

impl From<Options> for GameOptions {
    fn from(options: Options) -> GameOptions {
        GameOptions {
            stones: if options.stones == 12 { Stones::Twelve } else { Stones::Eleven },
            recruit: match options.recruit {
                Recruit::Two => RecruitRule::Two,
                Recruit::UpToTwo => RecruitRule::UpToTwo,
            },
        }
    }
}

impl From<GameOptions> for Options {
    fn from(options: GameOptions) -> Options {
        let recruit = match options.recruit {
            RecruitRule::Two => Recruit::Two,
            RecruitRule::UpToTwo => Recruit::UpToTwo,
        };
        Options { stones: options.stones.count() as u8, recruit }
    }
}

/// What counts for two players with two clans each (R9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pairs {
    /// The masters of both clans together.
    Sum,
    /// The weaker clan.
    Weaker,
}

impl From<Pairs> for PairScoring {
    fn from(pairs: Pairs) -> PairScoring {
        match pairs {
            Pairs::Sum => PairScoring::Sum,
            Pairs::Weaker => PairScoring::Weaker,
        }
    }
}

/// How much time players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// Unlimited.
    #[default]
    None,
    /// A budget for the whole game plus an increment per turn.
    Live {
        /// Seconds at the start: 30 to 10,800.
        base: u32,
        /// Seconds added per turn: 0 to 600.
        increment: u32,
    },
    /// A number of days per turn.
    Days {
        /// 1 to 30.
        days: u32,
    },
}

/// The server's computer players: five from the weakest to the strongest, then the one that adapts to people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "docs/computer-players.md describes them")]
pub enum LevelId {
    Goatherd,
    Pilgrim,
    Guide,
    Abbot,
    Sage,
    Companion,
}

impl LevelId {
    /// Every level, in this order.
    pub const ALL: [LevelId; 6] =
        [LevelId::Goatherd, LevelId::Pilgrim, LevelId::Guide, LevelId::Abbot, LevelId::Sage, LevelId::Companion];

    /// The stable name, as in the engine protocol.
    pub const fn id(self) -> &'static str {
        match self {
            LevelId::Goatherd => "goatherd",
            LevelId::Pilgrim => "pilgrim",
            LevelId::Guide => "guide",
            LevelId::Abbot => "abbot",
            LevelId::Sage => "sage",
            LevelId::Companion => "companion",
        }
    }
}

/// When free seats go to computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Fill {
    /// Seconds after the table was opened: 5 to 3,600.
    pub after: u32,
    /// Who takes them.
    pub level: LevelId,
}

impl Default for Fill {
    fn default() -> Fill {
        Fill { after: 15, level: LevelId::Pilgrim }
    }
}

/// Table settings; omitted ones take their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TableSettings {
    /// The number of players: 3 or 4.
    pub seats: u8,
    /// First-game set-up, free placement or a fair set-up.
    pub opening: Opening,
    /// Optional rules.
    pub options: Options,
    /// Whether the lobby lists the table.
    pub visibility: Visibility,
    /// How much time players have.
    pub clock: TimeControl,
    /// Whether the game counts for ratings. Rated games are public, have a clock, are for accounts and bots, and have no takebacks.
    pub rated: bool,
    /// Whether spectators may watch.
    pub spectators: bool,
    /// Whether bots may join on their own.
    pub bots_may_join: bool,
    /// Whether the turn order is drawn by lot at the start.
    pub draw_seats: bool,
    /// When free seats go to computer players, so that the game starts; never if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// Whether people may take over the seats of computer players during the game. Not in rated games.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub open_seats: bool,
    /// Whether spectators have a chat of their own.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub spectator_chat: bool,
    /// What counts if two people play, each with two clans in opposite seats; omitted if everyone plays one clan. Only with four seats, for
    /// people and bots of their own, and not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
}

impl Default for TableSettings {
    fn default() -> TableSettings {
        TableSettings {
            seats: 4,
            opening: Opening::Card,
            options: Options::default(),
            visibility: Visibility::Private,
            clock: TimeControl::None,
            rated: false,
            spectators: true,
            bots_may_join: false,
            draw_seats: false,
            fill: None,
            open_seats: false,
            spectator_chat: false,
            pairs: None,
        }
    }
}

impl TableSettings {
    /// Checks that a game can be played with these settings.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn check(&self) -> Result<(), SettingsError> {
        if !(3..=4).contains(&self.seats) {
            return Err(SettingsError::Seats);
        }
        if ![11, 12].contains(&self.options.stones) {
            return Err(SettingsError::Stones);
        }
        let seats = if self.seats == 3 { Seats::THREE } else { Seats::FOUR };
        if let Opening::Fair(fair) = &self.opening
            && fair.position(seats, self.options.into()).is_none_or(|_| fair.chances.len() != seats.count())
        {
            return Err(SettingsError::FairSetup);
        }
        if self.rated && self.visibility != Visibility::Public {
            return Err(SettingsError::RatedPrivate);
        }
        if self.rated && self.clock == TimeControl::None {
            return Err(SettingsError::RatedWithoutClock);
        }
        if self.rated && self.open_seats {
            return Err(SettingsError::RatedOpenSeats);
        }
        if self.fill.is_some_and(|fill| !(5..=3600).contains(&fill.after)) {
            return Err(SettingsError::Fill);
        }
        if self.pairs.is_some() {
            self.check_pairs()?;
        }
        match self.clock {
            TimeControl::Live { base, increment } if !(30..=10_800).contains(&base) || increment > 600 => {
                Err(SettingsError::Live)
            }
            TimeControl::Days { days } if !(1..=30).contains(&days) => Err(SettingsError::Days),
            _ => Ok(()),
        }
    }

    /// Computer players think for one clan each, so they are no partners of themselves.
    fn check_pairs(&self) -> Result<(), SettingsError> {
        if self.seats != 4 {
            return Err(SettingsError::PairsSeats);
        }
        if self.rated {
            return Err(SettingsError::PairsRated);
        }
        if self.fill.is_some() || self.open_seats {
            return Err(SettingsError::PairsComputers);
        }
        Ok(())
    }

    /// How long a live game takes at most, in minutes, if it is a long one and everybody uses all their time; `None` for other games.
    pub fn longest_game(&self) -> Option<u32> {
        /// The turns a clan takes in a long game.
        const LONG_GAME: u32 = 30;
        match self.clock {
            TimeControl::Live { base, increment } => {
                let (players, clans) = (self.players() as u32, u32::from(self.seats));
                Some((players * base + clans * LONG_GAME * increment).div_ceil(60))
            }
            TimeControl::None | TimeControl::Days { .. } => None,
        }
    }

    /// The number of players: half as many as seats if each of them has two.
    pub fn players(&self) -> usize {
        if self.pairs.is_some() { Seat::FIRST_OF_PAIRS.len() } else { usize::from(self.seats) }
    }

    /// The seat that stands for the player of this one: the first of a pair, or the seat itself.
    pub fn player_seat(&self, seat: Seat) -> Seat {
        if self.pairs.is_some() { seat.first_of_pair() } else { seat }
    }

    /// The seats of the player who has this one.
    pub fn seats_with(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (seats, pairs, first) = (usize::from(self.seats), self.pairs.is_some(), self.player_seat(seat));
        let has = move |other: &Seat| if pairs { other.first_of_pair() == first } else { *other == seat };
        Seat::ALL.into_iter().take(seats).filter(has)
    }

    /// One seat of each player.
    pub fn player_seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::ALL.into_iter().take(self.players())
    }

    /// Returns the start of the game with the clans in this order.
    pub fn start(&self, seats: Seats) -> Start {
        let options = self.options.into();
        match &self.opening {
            Opening::Card => Start::FirstGame { seats, options },
            Opening::Free => Start::Free { seats, options },
            // `check` has refused set-ups that no game can reach.
            Opening::Fair(fair) => {
                fair.position(seats, options).map_or(Start::Free { seats, options }, Start::Position)
            }
        }
    }
}

/// A setting that is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// Not 3 or 4 players.
    Seats,
    /// Not 11 or 12 stones.
    Stones,
    /// A fair set-up that no game can begin with.
    FairSetup,
    /// A live time control outside its range.
    Live,
    /// A number of days outside its range.
    Days,
    /// A rated game that nobody could see.
    RatedPrivate,
    /// A rated game that need never end.
    RatedWithoutClock,
    /// A rated game in which people may take over from computer players.
    RatedOpenSeats,
    /// A delay outside its range.
    Fill,
    /// Two players at a table for three.
    PairsSeats,
    /// Two players in a rated game.
    PairsRated,
    /// Computer players or open seats at a table for two people.
    PairsComputers,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SettingsError::Seats => "seats: must be 3 or 4",
            SettingsError::Stones => "options.stones: must be 11 or 12",
            SettingsError::FairSetup => {
                "opening.fair: must have the villages of seven masters and the chance of each seat, as a set-up allows them"
            }
            SettingsError::Live => "clock.live: base must be 30 to 10800 seconds, increment 0 to 600",
            SettingsError::Days => "clock.days: must be 1 to 30",
            SettingsError::RatedPrivate => "rated: a rated game must be public",
            SettingsError::RatedWithoutClock => "rated: a rated game needs a clock",
            SettingsError::RatedOpenSeats => "open_seats: nobody can take over a seat in a rated game",
            SettingsError::Fill => "fill.after: must be 5 to 3600 seconds",
            SettingsError::PairsSeats => "pairs: needs four seats",
            SettingsError::PairsRated => "pairs: a game of two people cannot be rated",
            SettingsError::PairsComputers => "pairs: only people play two clans each, so fill and open_seats must be left out",
        })
    }
}

impl core::error::Error for SettingsError {}
