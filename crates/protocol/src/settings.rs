//! How a table is set up.

use core::fmt;

use serde::{Deserialize, Serialize};
use shangrila_rules::record::Start;
use shangrila_rules::{GameOptions, RecruitRule, Seats, Stones};

/// Who finds a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody, in the lobby and among the finished games.
    Public,
    /// Who has the link.
    #[default]
    Private,
}

/// How the first masters come onto the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// From the card for the first game.
    #[default]
    Card,
    /// The players place them.
    Free,
}

/// How many students a recruit brings (R8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Recruit {
    /// Two; one only where two are impossible.
    #[default]
    Two,
    /// One or two.
    UpToTwo,
}

/// The rule options (R8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// 11 or 12.
    pub stones: u8,
    /// Two students, or up to two.
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

/// How much time players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// For the whole game, with a bit more for every turn.
    Live {
        /// Seconds at the beginning: 30 to 10,800.
        base: u32,
        /// Seconds for every turn: 0 to 600.
        increment: u32,
    },
    /// For every turn.
    Days {
        /// 1 to 30.
        days: u32,
    },
}

/// The computer players of the server, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "docs/computer-players.md says what they are")]
pub enum LevelId {
    Goatherd,
    Pilgrim,
    Guide,
    Abbot,
    Sage,
}

impl LevelId {
    /// All of them, the weakest first.
    pub const ALL: [LevelId; 5] = [LevelId::Goatherd, LevelId::Pilgrim, LevelId::Guide, LevelId::Abbot, LevelId::Sage];

    /// The stable name, as in the engine protocol.
    pub const fn id(self) -> &'static str {
        match self {
            LevelId::Goatherd => "goatherd",
            LevelId::Pilgrim => "pilgrim",
            LevelId::Guide => "guide",
            LevelId::Abbot => "abbot",
            LevelId::Sage => "sage",
        }
    }
}

/// How a table is set up. What is left out is as at most tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TableSettings {
    /// 3 or 4.
    pub seats: u8,
    /// Card or free placement.
    pub opening: Opening,
    /// The rule options.
    pub options: Options,
    /// Public or private.
    pub visibility: Visibility,
    /// The time players have.
    pub clock: TimeControl,
    /// Whether the game counts for ratings: for accounts and bots only, and nothing is taken back.
    pub rated: bool,
    /// Whether others may watch.
    pub spectators: bool,
    /// Whether bots with tokens may sit down by themselves.
    pub bots_may_join: bool,
    /// Whether the turn order is drawn at the start.
    pub draw_seats: bool,
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
        }
    }
}

impl TableSettings {
    /// Whether a game can be played like this.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SettingsError> {
        if !(3..=4).contains(&self.seats) {
            return Err(SettingsError::Seats);
        }
        if ![11, 12].contains(&self.options.stones) {
            return Err(SettingsError::Stones);
        }
        match self.clock {
            TimeControl::Live { base, increment } if !(30..=10_800).contains(&base) || increment > 600 => {
                Err(SettingsError::Live)
            }
            TimeControl::Days { days } if !(1..=30).contains(&days) => Err(SettingsError::Days),
            _ => Ok(()),
        }
    }

    /// Where the game begins, with the clans in this order.
    pub fn start(&self, seats: Seats) -> Start {
        let options = self.options.into();
        match self.opening {
            Opening::Card => Start::FirstGame { seats, options },
            Opening::Free => Start::Free { seats, options },
        }
    }
}

/// Why no game can be played with these settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// 3 or 4 play.
    Seats,
    /// There are 11 or 12 stones.
    Stones,
    /// The live clock is outside its limits.
    Live,
    /// The days are outside their limits.
    Days,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SettingsError::Seats => "seats: 3 or 4 play",
            SettingsError::Stones => "options.stones: there are 11 or 12",
            SettingsError::Live => "clock.live: base is 30 to 10800 seconds, increment 0 to 600",
            SettingsError::Days => "clock.days: from 1 to 30",
        })
    }
}

impl core::error::Error for SettingsError {}
