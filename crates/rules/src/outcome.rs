//! Scores, standings and the end of the game (R6).

use crate::clan::{Clan, ClanSet, PerClan};
use crate::position::{Position, last_stone_is_placed};
use crate::space::SpaceSet;

/// What counts at the end (R6.2, R6.3). Greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score {
    /// Own masters on the whole board.
    pub masters: usize,
    /// Villages with own masters, which decide between equal masters.
    pub villages: usize,
}

impl Score {
    pub(crate) fn of(masters: SpaceSet) -> Score {
        Score { masters: masters.len(), villages: masters.villages().len() }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The last stone was placed (R6.1).
    LastStone,
    /// Every clan passed in a row (R7.4).
    AllPassed,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Why it is over.
    pub reason: EndReason,
    /// The clan that won, or those that share the victory (R6.4).
    pub winners: ClanSet,
}

/// One clan's place among the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// From 1; clans that are equal in everything share a place.
    pub place: usize,
    /// Whose place it is.
    pub clan: Clan,
    /// What it is due to.
    pub score: Score,
}

impl Position {
    /// The score of a clan as things stand.
    pub fn score(&self, clan: Clan) -> Score {
        Score::of(self.masters(clan))
    }

    /// The scores of all clans as things stand; nothing for a clan that does not play.
    pub fn scores(&self) -> PerClan<Score> {
        PerClan::from_fn(|clan| self.score(clan))
    }

    /// The clans from first to last as things stand; equal ones in turn order.
    pub fn standings(&self) -> Vec<Standing> {
        let mut clans: Vec<Clan> = self.seats().iter().collect();
        clans.sort_by_key(|&clan| core::cmp::Reverse(self.score(clan)));
        let place = |score| 1 + clans.iter().filter(|&&clan| self.score(clan) > score).count();
        let standing = |&clan: &Clan| Standing { place: place(self.score(clan)), clan, score: self.score(clan) };
        clans.iter().map(standing).collect()
    }

    /// How the game ended; `None` while it goes on.
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
