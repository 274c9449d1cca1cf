//! The rule options, where the printed editions differ (R8).
//!
//! CONTRIBUTING.md says how to add one. Code that writes options takes [`GameOptions`] apart by its fields, so that it does
//! not compile until it also writes the new one.

use core::fmt;

/// How many Stones of the Wise Men the game has (R8.1).
///
/// ```
/// # use shangrila_rules::Stones;
/// assert_eq!(Stones::default().count(), 11);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stones {
    /// The game ends when one bridge is left. German, Italian and newer English editions.
    #[default]
    Eleven,
    /// The game ends when no bridge is left. Dutch edition, first English printing.
    Twelve,
}

impl Stones {
    /// The number of stones.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Stones::Eleven => 11,
            Stones::Twelve => 12,
        }
    }
}

/// How many students a recruiting turn adds (R8.2).
///
/// ```
/// # use shangrila_rules::{GameOptions, IllegalMove, Move, Position, RecruitRule, Seats};
/// let alone: Move = "+H@a".parse()?;
/// let strict = Position::first_game(Seats::FOUR, GameOptions::default());
/// assert!(matches!(strict.check_legal(alone), Err(IllegalMove::SecondStudentPossible { .. })));
///
/// let lenient = GameOptions { recruit: RecruitRule::UpToTwo, ..GameOptions::default() };
/// assert!(Position::first_game(Seats::FOUR, lenient).is_legal(alone));
/// # Ok::<(), shangrila_rules::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RecruitRule {
    /// Two; one only when two are impossible. All long rulebook texts.
    #[default]
    Two,
    /// One or two, as the clan likes. The English and Italian summaries.
    UpToTwo,
}

/// The rule options of a game. The default follows the German rulebook.
///
/// ```
/// # use shangrila_rules::{GameOptions, Stones};
/// let options: GameOptions = "stones=12".parse()?;
/// assert_eq!(options, GameOptions { stones: Stones::Twelve, ..GameOptions::default() });
/// # Ok::<(), shangrila_rules::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameOptions {
    /// Eleven or twelve stones.
    pub stones: Stones,
    /// Two students per recruiting turn, or up to two.
    pub recruit: RecruitRule,
}

impl GameOptions {
    /// Whether every option has its default; the notation then omits the options.
    #[must_use]
    pub fn is_default(self) -> bool {
        self == GameOptions::default()
    }
}

/// The options that are not default, comma-separated: `stones=12,recruit=up-to-two`.
impl fmt::Display for GameOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameOptions { stones, recruit } = *self;
        let stones = (stones == Stones::Twelve).then_some("stones=12");
        let recruit = (recruit == RecruitRule::UpToTwo).then_some("recruit=up-to-two");
        let comma = if stones.and(recruit).is_some() { "," } else { "" };
        write!(f, "{}{comma}{}", stones.unwrap_or(""), recruit.unwrap_or(""))
    }
}
