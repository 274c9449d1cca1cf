//! Two players at a table for four: each plays two clans in opposite seats, and this is what counts for them (R9).

use core::cmp::Reverse;

use crate::clan::ClanSet;
use crate::outcome::Score;
use crate::position::Position;
use crate::seat::Seat;

/// What counts for a player with two clans (R9.2).
///
/// ```
/// # use shangrila_rules::{PairScoring, Position, Seat};
/// // Red and violet have four masters and one, blue and yellow two each.
/// let position: Position = "rb5/rb5/r6/r6/7/7/7/v6/7/7/7/y6/y6 7fffff rbvy r 28 0".parse()?;
/// assert_eq!(position.pair_winners(PairScoring::Sum), [Seat::First]);
/// assert_eq!(position.pair_winners(PairScoring::Weaker), [Seat::Second]);
/// # Ok::<(), shangrila_rules::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PairScoring {
    /// The masters of both clans together (R9.3).
    Sum,
    /// The clan that is behind the other (R9.4).
    Weaker,
}

/// What a pair of clans has achieved. The greater score is the better one.
///
/// ```
/// # use shangrila_rules::{PairScore, Score};
/// let counts = Score { masters: 9, villages: 6 };
/// let ahead = PairScore { counts, then: Score { masters: 12, villages: 7 } };
/// assert!(ahead > PairScore { counts, then: Score { masters: 11, villages: 9 } });
/// ```
// The derived order compares the fields from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PairScore {
    /// The sum, or the score of the weaker clan.
    pub counts: Score,
    /// What is compared if that is equal: the score of the stronger clan, nothing after a sum.
    pub then: Score,
}

impl Seat {
    /// The first seats of both pairs.
    pub const FIRST_OF_PAIRS: [Seat; 2] = [Seat::First, Seat::Second];

    /// The first of the two opposite seats that include this one (R9.1).
    #[must_use]
    pub const fn first_of_pair(self) -> Seat {
        Seat::FIRST_OF_PAIRS[self.index() % 2]
    }
}

impl Position {
    /// The clans of the player whose first seat this is (R9.1).
    pub fn pair(&self, first: Seat) -> ClanSet {
        let seats = Seat::ALL.into_iter().filter(|seat| seat.first_of_pair() == first.first_of_pair());
        seats.filter_map(|seat| self.seats().clan_at(seat)).collect()
    }

    /// The current score of the player whose first seat this is (R9.3, R9.4).
    #[must_use]
    pub fn pair_score(&self, first: Seat, scoring: PairScoring) -> PairScore {
        let mut scores: Vec<Score> = self.pair(first).into_iter().map(|clan| self.score(clan)).collect();
        scores.sort_by_key(|&score| Reverse(score));
        let (stronger, weaker) =
            (scores.first().copied().unwrap_or_default(), scores.last().copied().unwrap_or_default());
        match scoring {
            PairScoring::Sum => PairScore {
                counts: Score {
                    masters: stronger.masters + weaker.masters,
                    villages: stronger.villages + weaker.villages,
                },
                then: Score::default(),
            },
            PairScoring::Weaker => PairScore { counts: weaker, then: stronger },
        }
    }

    /// The first seats of those who are ahead: both if they are equal (R9.5).
    #[must_use]
    pub fn pair_winners(&self, scoring: PairScoring) -> Vec<Seat> {
        let score = |seat: &Seat| self.pair_score(*seat, scoring);
        let best = Seat::FIRST_OF_PAIRS.iter().map(score).max();
        Seat::FIRST_OF_PAIRS.into_iter().filter(|seat| Some(score(seat)) == best).collect()
    }
}
