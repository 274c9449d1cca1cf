//! Ratings: what a game says about how well its players play.
//!
//! Weng and Lin's Bayesian method for games of several players. Only a win counts: whoever wins is before all others, and those are
//! equal; who wins together is equal too. Ratings are kept apart by the number of players, and games with bots apart from games of
//! people alone.

use shangrila_protocol::RatingList;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Somebody's rating in one list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Standing {
    pub(crate) rating: f64,
    pub(crate) uncertainty: f64,
    pub(crate) games: u32,
    /// Shared wins count in part.
    pub(crate) wins: f64,
}

impl Default for Standing {
    fn default() -> Standing {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Standing { rating, uncertainty, games: 0, wins: 0.0 }
    }
}

/// The ratings after a game; with each the rating before it and whether its owner won.
pub(crate) fn after_game(seats: &[(Standing, bool)]) -> Vec<Standing> {
    let winners = seats.iter().filter(|(_, won)| *won).count();
    let teams: Vec<[WengLinRating; 1]> = seats
        .iter()
        .map(|(before, _)| [WengLinRating { rating: before.rating, uncertainty: before.uncertainty }])
        .collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(seats)
        .map(|(team, (_, won))| (&team[..], MultiTeamOutcome::new(if *won { 1 } else { 2 })))
        .collect();
    let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    seats
        .iter()
        .zip(after)
        .map(|((before, won), after)| Standing {
            rating: after[0].rating,
            uncertainty: after[0].uncertainty,
            games: before.games + 1,
            wins: before.wins + if *won { 1.0 / winners as f64 } else { 0.0 },
        })
        .collect()
}

/// The name of a list in the database.
pub(crate) fn list_name(list: RatingList) -> &'static str {
    match list {
        RatingList::People => "people",
        RatingList::Bots => "bots",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(won: [bool; 4]) -> Vec<Standing> {
        after_game(&won.map(|won| (Standing::default(), won)))
    }

    #[test]
    fn only_a_win_counts() {
        let after = play([false, true, false, false]);
        assert!(after[1].rating > Standing::default().rating);
        assert!(after[0].rating < Standing::default().rating);
        assert_eq!(after[0].rating, after[2].rating, "the losers are equal");
        assert_eq!((after[1].games, after[1].wins, after[0].wins), (1, 1.0, 0.0));
        assert!(after.iter().all(|standing| standing.uncertainty < Standing::default().uncertainty));
    }

    #[test]
    fn a_shared_win_is_shared() {
        let (shared, alone) = (play([true, true, false, false]), play([true, false, false, false]));
        assert_eq!(shared[0].rating, shared[1].rating);
        assert_eq!(shared[0].wins, 0.5);
        assert!(shared[0].rating < alone[0].rating && shared[0].rating > Standing::default().rating);
    }
}
