//! Ratings by Weng and Lin's Bayesian method for games with several players.
//!
//! Only winning counts: winners rank above everyone else, shared winners tie with each other, and all losers tie. There are separate
//! ratings for three and four players, and for games with and without bots.

use shangrila_protocol::RatingList;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// A player's rating in one list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RatingEntry {
    pub(crate) rating: f64,
    pub(crate) uncertainty: f64,
    pub(crate) games: u32,
    /// A win shared by n players counts 1/n.
    pub(crate) wins: f64,
}

impl Default for RatingEntry {
    fn default() -> RatingEntry {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        RatingEntry { rating, uncertainty, games: 0, wins: 0.0 }
    }
}

/// A player in a rated game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Participant {
    pub(crate) before: RatingEntry,
    pub(crate) won: bool,
    /// Whether the game can raise their rating. Losers tie with each other, so a weak one among strong ones could gain otherwise.
    pub(crate) may_gain: bool,
    /// How many rated games they have lately played with each of the others, on average.
    pub(crate) repeats: f64,
}

impl Participant {
    /// How much the game counts. The second game with the same opponents counts half, the third a third, and so on: otherwise a few
    /// accounts that always let the same one win could take it to the top.
    fn weight(&self) -> f64 {
        1.0 / (1.0 + self.repeats)
    }
}

/// Returns the ratings after a game.
pub(crate) fn after_game(seats: &[Participant]) -> Vec<RatingEntry> {
    let winners = seats.iter().filter(|seat| seat.won).count();
    let teams: Vec<[WengLinRating; 1]> = seats
        .iter()
        .map(|seat| [WengLinRating { rating: seat.before.rating, uncertainty: seat.before.uncertainty }])
        .collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(seats)
        .map(|(team, seat)| (&team[..], MultiTeamOutcome::new(if seat.won { 1 } else { 2 })))
        .collect();
    let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    seats
        .iter()
        .zip(after)
        .map(|(seat, after)| {
            let weighted = |before: f64, after: f64| before + seat.weight() * (after - before);
            let rating = weighted(seat.before.rating, after[0].rating);
            RatingEntry {
                rating: if seat.may_gain { rating } else { rating.min(seat.before.rating) },
                uncertainty: weighted(seat.before.uncertainty, after[0].uncertainty),
                games: seat.before.games + 1,
                wins: seat.before.wins + if seat.won { 1.0 / winners as f64 } else { 0.0 },
            }
        })
        .collect()
}

/// Returns the name of a list in the database.
pub(crate) fn list_name(list: RatingList) -> &'static str {
    match list {
        RatingList::People => "people",
        RatingList::Bots => "bots",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(won: [bool; 4]) -> Vec<RatingEntry> {
        after_game(&won.map(|won| Participant { before: RatingEntry::default(), won, may_gain: true, repeats: 0.0 }))
    }

    #[test]
    fn winning_is_all_that_counts() {
        let after = play([false, true, false, false]);
        assert!(after[1].rating > RatingEntry::default().rating);
        assert!(after[0].rating < RatingEntry::default().rating);
        assert_eq!(after[0].rating, after[2].rating, "the losers are equal");
        assert_eq!((after[1].games, after[1].wins, after[0].wins), (1, 1.0, 0.0));
        assert!(after.iter().all(|entry| entry.uncertainty < RatingEntry::default().uncertainty));
    }

    #[test]
    fn a_rating_that_may_not_rise_does_not_rise_by_a_tie_with_stronger_players() {
        let strong = RatingEntry { rating: 40.0, uncertainty: 2.0, ..RatingEntry::default() };
        let after = |may_gain| {
            let weak = Participant { before: RatingEntry::default(), won: false, may_gain, repeats: 0.0 };
            let others =
                [true, false, false].map(|won| Participant { before: strong, won, may_gain: true, repeats: 0.0 });
            after_game(&[&[weak][..], &others].concat())[0].rating
        };
        assert!(after(true) > RatingEntry::default().rating, "it would");
        assert_eq!(after(false), RatingEntry::default().rating);
    }

    #[test]
    fn repeated_games_count_less_and_less() {
        let gain = |repeats| {
            let seats = [true, false, false].map(|won| Participant {
                before: RatingEntry::default(),
                won,
                may_gain: true,
                repeats,
            });
            let after = after_game(&seats);
            (after[0].rating - RatingEntry::default().rating, RatingEntry::default().uncertainty - after[0].uncertainty)
        };
        let (first, second, tenth) = (gain(0.0), gain(1.0), gain(9.0));
        assert!((first.0 / second.0 - 2.0).abs() < 1e-9 && (first.1 / second.1 - 2.0).abs() < 1e-9);
        assert!((first.0 / tenth.0 - 10.0).abs() < 1e-9);
    }

    #[test]
    fn a_shared_win_counts_in_part() {
        let (shared, alone) = (play([true, true, false, false]), play([true, false, false, false]));
        assert_eq!(shared[0].rating, shared[1].rating);
        assert_eq!(shared[0].wins, 0.5);
        assert!(shared[0].rating < alone[0].rating && shared[0].rating > RatingEntry::default().rating);
    }
}
