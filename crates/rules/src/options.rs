//! The rule options, where the printed editions differ (R8).

use core::fmt;

/// How many Stones of the Wise Men the game has (R8.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stones {
    /// The game ends when one bridge is left. German, newer English and Italian editions.
    #[default]
    Eleven,
    /// The game ends when no bridge is left. Dutch edition, first English printing.
    Twelve,
}

impl Stones {
    /// The number itself.
    pub const fn count(self) -> usize {
        match self {
            Stones::Eleven => 11,
            Stones::Twelve => 12,
        }
    }
}

/// How many students a recruit brings (R8.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RecruitRule {
    /// Two; one only where two are impossible. German edition.
    #[default]
    Two,
    /// One or two, as the clan likes. English summary, Italian edition.
    UpToTwo,
}

/// The rule options of a game. The default is the German rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameOptions {
    /// Eleven or twelve stones.
    pub stones: Stones,
    /// Two students a recruit, or up to two.
    pub recruit: RecruitRule,
}

impl GameOptions {
    /// Whether everything is as in the German rulebook; the notation then writes no options.
    pub fn is_default(self) -> bool {
        self == GameOptions::default()
    }
}

/// The options that are not default, comma-separated: `stones=12,recruit=up-to-two`.
impl fmt::Display for GameOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = (self.stones == Stones::Twelve).then_some("stones=12");
        let recruit = (self.recruit == RecruitRule::UpToTwo).then_some("recruit=up-to-two");
        let comma = if stones.and(recruit).is_some() { "," } else { "" };
        write!(f, "{}{comma}{}", stones.unwrap_or(""), recruit.unwrap_or(""))
    }
}
