//! Tournaments: what their directors choose, and what everyone sees of them. `docs/tournaments.md` explains the formats.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{TableId, TournamentId};
use crate::people::{Person, PersonOrLevel};
use crate::settings::{LevelId, Options, TimeControl};
use crate::state::Phase;

/// The longest name of a tournament, in characters.
pub const LONGEST_TOURNAMENT_NAME: usize = 48;
/// The most players of a tournament.
pub const MOST_TOURNAMENT_PLAYERS: u16 = 128;
/// The most computer players that a director can enter.
pub const MOST_TOURNAMENT_COMPUTERS: u16 = 32;
/// The most rounds that a director can choose.
pub const MOST_TOURNAMENT_ROUNDS: u16 = 12;

/// How a tournament is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Every round brings opponents who have done about as well.
    #[default]
    Swiss,
    /// The best of each table go on until one table is left.
    Knockout {
        /// How many of each table go on: 1 or 2.
        advance: u8,
    },
    /// Everyone plays the same set-up once from every seat.
    Duplicate,
}

/// How the games of a tournament begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentOpening {
    /// With the first-game set-up from the rulebook.
    Card,
    /// Players take turns placing their first masters. Not in a duplicate.
    Free,
    /// With set-ups in which every seat has practically the same chance: another one each round, or in a duplicate as soon as everyone has had every seat.
    #[default]
    Fair,
}

/// `POST /api/tournaments`: omitted settings take their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TournamentSettings {
    /// 1 to 48 characters. Empty once the director is deleted.
    pub name: String,
    /// Swiss, knockout or duplicate.
    pub format: TournamentFormat,
    /// The usual number of players at a table: 3 or 4.
    pub seats: u8,
    /// The number of rounds: 1 to 12; in a duplicate a multiple of `seats`. A knockout has as many as it takes.
    pub rounds: u16,
    /// How the games begin.
    pub opening: TournamentOpening,
    /// Optional rules.
    pub options: Options,
    /// How much time players have.
    pub clock: TimeControl,
    /// Whether the games count for ratings. Then only accounts can enter.
    pub rated: bool,
    /// When it starts, by the server's clock; `None` if the director starts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<u64>,
    /// The computer player that fills tables at the start, and replaces those who drop out of a duplicate. A duplicate needs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<LevelId>,
    /// The most players: 3 to 128.
    pub most_players: u16,
    /// Seconds between the end of a round and the next one: 0 to 3,600.
    pub pause: u32,
    /// After how many days a round ends even if games are not over: 1 to 90; never if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_days: Option<u32>,
}

impl Default for TournamentSettings {
    fn default() -> TournamentSettings {
        TournamentSettings {
            name: String::new(),
            format: TournamentFormat::Swiss,
            seats: 4,
            rounds: 4,
            opening: TournamentOpening::Fair,
            options: Options::default(),
            clock: TimeControl::Live { base: 600, increment: 15 },
            rated: false,
            starts: None,
            fill: None,
            most_players: 64,
            pause: 60,
            round_days: None,
        }
    }
}

/// A setting of a tournament that is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum TournamentSettingsError {
    Seats,
    Rounds,
    DuplicateRounds,
    Advance,
    MostPlayers,
    Pause,
    RoundDays,
    DuplicateOpening,
    DuplicateFill,
    WithoutClock,
}

impl TournamentSettings {
    /// Checks everything but the name, and what the settings of a table check.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn check(&self) -> Result<(), TournamentSettingsError> {
        let is_duplicate = self.format == TournamentFormat::Duplicate;
        let is_knockout = matches!(self.format, TournamentFormat::Knockout { .. });
        let checks = [
            ((3..=4).contains(&self.seats), TournamentSettingsError::Seats),
            (is_knockout || (1..=MOST_TOURNAMENT_ROUNDS).contains(&self.rounds), TournamentSettingsError::Rounds),
            (
                !is_duplicate || self.rounds.is_multiple_of(u16::from(self.seats.max(1))),
                TournamentSettingsError::DuplicateRounds,
            ),
            (
                !matches!(self.format, TournamentFormat::Knockout { advance } if !(1..=2).contains(&advance)),
                TournamentSettingsError::Advance,
            ),
            ((3..=MOST_TOURNAMENT_PLAYERS).contains(&self.most_players), TournamentSettingsError::MostPlayers),
            (self.pause <= 3600, TournamentSettingsError::Pause),
            (self.round_days.is_none_or(|days| (1..=90).contains(&days)), TournamentSettingsError::RoundDays),
            (!is_duplicate || self.opening != TournamentOpening::Free, TournamentSettingsError::DuplicateOpening),
            (!is_duplicate || self.fill.is_some(), TournamentSettingsError::DuplicateFill),
            // One game that never ends would hold up everyone.
            (self.clock != TimeControl::None, TournamentSettingsError::WithoutClock),
        ];
        checks.into_iter().find(|(is_right, _)| !is_right).map_or(Ok(()), |(_, error)| Err(error))
    }
}

impl fmt::Display for TournamentSettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TournamentSettingsError::Seats => "seats: must be 3 or 4",
            TournamentSettingsError::Rounds => "rounds: must be 1 to 12",
            TournamentSettingsError::DuplicateRounds => "rounds: must be a multiple of seats in a duplicate",
            TournamentSettingsError::Advance => "format.knockout.advance: must be 1 or 2",
            TournamentSettingsError::MostPlayers => "most_players: must be 3 to 128",
            TournamentSettingsError::Pause => "pause: must be 0 to 3600 seconds",
            TournamentSettingsError::RoundDays => "round_days: must be 1 to 90",
            TournamentSettingsError::DuplicateOpening => "opening: a duplicate needs the same set-up at every table",
            TournamentSettingsError::DuplicateFill => {
                "fill: a duplicate needs computer players for seats that stay free"
            }
            TournamentSettingsError::WithoutClock => "clock: a tournament needs one",
        })
    }
}

impl core::error::Error for TournamentSettingsError {}

/// The stage a tournament has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Players can enter.
    Open,
    /// Rounds are being played.
    Running,
    /// All rounds have been played.
    Finished,
    /// Cancelled by its director or a moderator, or for want of players.
    Cancelled,
}

/// The response to `POST /api/tournaments`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentCreated {
    /// Also the last part of its link.
    pub tournament: TournamentId,
}

/// A tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentSummary {
    /// Its id.
    pub tournament: TournamentId,
    /// What its director has chosen.
    pub settings: TournamentSettings,
    /// Who is in charge of it.
    pub director: Person,
    /// The stage it has reached.
    pub phase: TournamentPhase,
    /// How many have entered and not dropped out.
    pub players: u16,
    /// How many rounds have begun.
    pub round: u16,
    /// When it was created, by the server's clock.
    pub created: u64,
}

/// `GET /api/tournaments`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tournaments {
    /// Those that can be entered or are being played first, then the latest.
    pub tournaments: Vec<TournamentSummary>,
}

/// Someone who has entered a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentEntry {
    /// The person or computer player.
    pub player: PersonOrLevel,
    /// Whether they have dropped out or were removed.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub dropped: bool,
}

/// A table of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentTable {
    /// Its id.
    pub table: TableId,
    /// The entries in turn order, by number.
    pub seats: Vec<u16>,
    /// The stage of the game. A game that has run over the end of its round counts as finished.
    pub phase: Phase,
    /// The points of each seat in thousandths, as they count for its player; empty before the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<i64>,
    /// The masters of each seat; empty before the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub masters: Vec<u8>,
    /// The seats that won.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<u8>,
}

/// A round of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentRound {
    /// Its tables.
    pub tables: Vec<TournamentTable>,
    /// The entries that had nobody to play with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<u16>,
    /// When it ends even if games are not over, by the server's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
}

/// A line of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentStanding {
    /// The entry, by number.
    pub entry: u16,
    /// The place, from 1; those who tie in everything share it.
    pub place: u16,
    /// Points in thousandths. In a duplicate, how many more than the mean of those on the same seats.
    pub score: i64,
    /// Wins in twelfths: a win that n players share counts 1/n.
    pub wins: u32,
    /// The opponents' mean points, in thousandths.
    pub opposition: i64,
    /// The masters in all games.
    pub masters: u32,
    /// The number of games.
    pub games: u32,
}

/// `GET /api/tournaments/{id}`: everything about a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentView {
    /// As in lists.
    pub summary: TournamentSummary,
    /// Everyone who has entered, in this order.
    pub entries: Vec<TournamentEntry>,
    /// The rounds that have begun.
    pub rounds: Vec<TournamentRound>,
    /// The best first; empty before the first round.
    pub standings: Vec<TournamentStanding>,
    /// When the next round begins, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_round: Option<u64>,
}

/// `POST /api/tournaments/{id}/actions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentAction {
    /// Enter it. A Swiss tournament can be entered until half of its rounds have begun, all others until they start.
    Enter,
    /// Leave it. During a game, a computer player stands in.
    Withdraw,
    /// The director starts it.
    Start,
    /// The director enters computer players.
    AddComputers {
        /// Who they are.
        level: LevelId,
        /// How many.
        count: u16,
    },
    /// The director removes a player.
    Remove {
        /// The number of their entry.
        entry: u16,
    },
    /// The director or a moderator cancels it. Games in progress go on.
    Cancel,
}

/// Returns the name of a tournament as it will be displayed, or `None` if it cannot be one: empty, too long, or with characters that nobody can see.
pub fn clean_tournament_name(name: &str) -> Option<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (1..=LONGEST_TOURNAMENT_NAME).contains(&name.chars().count()) && !name.chars().any(crate::is_hidden);
    fits.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tournaments_can_be_seen() {
        assert_eq!(clean_tournament_name("  Winter   Cup "), Some("Winter Cup".to_string()));
        for bad in ["", " ", "a\u{202e}b", "a\u{7}b", &"x".repeat(49)] {
            assert_eq!(clean_tournament_name(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let good = TournamentSettings::default();
        assert_eq!(good.check(), Ok(()));
        let duplicate = TournamentSettings {
            format: TournamentFormat::Duplicate,
            fill: Some(LevelId::Pilgrim),
            ..TournamentSettings::default()
        };
        assert_eq!(duplicate.check(), Ok(()));
        for (bad, error) in [
            (TournamentSettings { seats: 5, ..good.clone() }, TournamentSettingsError::Seats),
            (TournamentSettings { rounds: 0, ..good.clone() }, TournamentSettingsError::Rounds),
            (TournamentSettings { rounds: 13, ..good.clone() }, TournamentSettingsError::Rounds),
            (TournamentSettings { rounds: 6, ..duplicate.clone() }, TournamentSettingsError::DuplicateRounds),
            (TournamentSettings { fill: None, ..duplicate.clone() }, TournamentSettingsError::DuplicateFill),
            (
                TournamentSettings { opening: TournamentOpening::Free, ..duplicate },
                TournamentSettingsError::DuplicateOpening,
            ),
            (TournamentSettings { clock: TimeControl::None, ..good.clone() }, TournamentSettingsError::WithoutClock),
            (
                TournamentSettings { format: TournamentFormat::Knockout { advance: 3 }, ..good.clone() },
                TournamentSettingsError::Advance,
            ),
            (TournamentSettings { most_players: 2, ..good.clone() }, TournamentSettingsError::MostPlayers),
            (TournamentSettings { pause: 3601, ..good.clone() }, TournamentSettingsError::Pause),
            (TournamentSettings { round_days: Some(0), ..good }, TournamentSettingsError::RoundDays),
        ] {
            assert_eq!(bad.check(), Err(error));
        }
    }
}
