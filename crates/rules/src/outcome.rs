//! The end of the game: scores, the tie-break, standings and winners (R6).

use crate::clan::{Clan, ClanSet, PerClan};
use crate::options::Stones;
use crate::position::{Position, last_stone_is_placed};
use crate::space::SpaceSet;

/// A clan's score (R6.2) with its tie-break (R6.3). The greater score is the better one.
///
/// ```
/// # use shangrila_rules::Score;
/// let spread_out = Score { masters: 17, villages: 7 };
/// assert!(spread_out > Score { masters: 17, villages: 6 });
/// assert!(spread_out < Score { masters: 18, villages: 5 });
/// ```
// The derived order compares the fields from top to bottom: this is the tie-break.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score {
    /// The clan's masters on the whole board.
    pub masters: usize,
    /// The villages in which it has a master: the tie-break between equal numbers of masters.
    pub villages: usize,
}

impl Score {
    /// The score of a clan with these masters.
    #[inline]
    pub fn of(masters: SpaceSet) -> Score {
        Score { masters: masters.len(), villages: masters.villages().len() }
    }
}

/// Why a game is over.
///
/// ```
/// # use shangrila_rules::{EndReason, Position};
/// let over: Position = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0".parse()?;
/// assert_eq!(over.outcome().map(|outcome| outcome.reason), Some(EndReason::LastStone));
/// # Ok::<(), shangrila_rules::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The last stone was placed (R6.1).
    LastStone,
    /// Every clan passed in a row (R7.4).
    AllPassed,
}

/// How a game ended.
///
/// ```
/// # use shangrila_rules::{Clan, Position};
/// let over: Position = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0".parse()?;
/// let winners = over.outcome().map(|outcome| outcome.winners);
/// assert_eq!(winners, Some([Clan::Red, Clan::Blue].into_iter().collect()));
/// # Ok::<(), shangrila_rules::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Why the game is over.
    pub reason: EndReason,
    /// The winning clan, or the clans that share the victory (R6.4).
    pub winners: ClanSet,
}

/// One clan's line in the standings.
///
/// ```
/// # use shangrila_rules::Position;
/// let over: Position = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0".parse()?;
/// let places: Vec<usize> = over.standings().iter().map(|standing| standing.place).collect();
/// assert_eq!(places, [1, 1, 3, 4]);
/// # Ok::<(), shangrila_rules::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The place, from 1; clans with equal scores share one.
    pub place: usize,
    /// The clan.
    pub clan: Clan,
    /// The score that earned the place.
    pub score: Score,
}

impl Position {
    /// The current score of a clan; zero for a clan that does not play.
    #[must_use]
    pub fn score(&self, clan: Clan) -> Score {
        Score::of(self.masters(clan))
    }

    /// The current scores of all clans; zero for a clan that does not play.
    #[must_use]
    pub fn scores(&self) -> PerClan<Score> {
        PerClan::from_fn(|clan| self.score(clan))
    }

    /// The current standings, from first to last; clans with equal scores in turn order.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut clans: Vec<Clan> = self.seats().iter().collect();
        clans.sort_by_key(|&clan| core::cmp::Reverse(self.score(clan)));
        let place = |score| 1 + clans.iter().filter(|&&clan| self.score(clan) > score).count();
        let standing = |&clan: &Clan| Standing { place: place(self.score(clan)), clan, score: self.score(clan) };
        clans.iter().map(standing).collect()
    }

    /// How many journeys remain until the last stone is placed (R6.1, R8.1). Fewer are made if all clans have to pass before.
    ///
    /// ```
    /// # use shangrila_rules::{Position, Seats};
    /// assert_eq!(Position::start(Seats::FOUR, Default::default()).journeys_left(), 22);
    /// assert_eq!(Position::start(Seats::THREE, Default::default()).journeys_left(), 19);
    /// ```
    #[inline]
    #[must_use]
    pub fn journeys_left(&self) -> usize {
        // Each journey breaks one bridge, and the last of eleven stones leaves one standing.
        let unused = match self.options().stones {
            Stones::Eleven => 1,
            Stones::Twelve => 0,
        };
        self.bridges().len().saturating_sub(unused)
    }

    /// How the game ended; `None` while it is still being played.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let best = self.seats().iter().map(|clan| self.score(clan)).max();
        let winners = self.seats().iter().filter(|&clan| Some(self.score(clan)) == best).collect();
        let by_stones = last_stone_is_placed(self.bridges(), self.options().stones);
        Some(Outcome { reason: if by_stones { EndReason::LastStone } else { EndReason::AllPassed }, winners })
    }
}
