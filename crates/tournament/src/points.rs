//! The points of one game.

use crate::history::TableResult;

/// The points for first place. Last place gets none, and the places between are evenly spaced.
pub const WIN_POINTS: u32 = 12;
/// The points for a round without a game, as for an average result.
pub const BYE_POINTS: u32 = WIN_POINTS / 2;

/// Returns the points of each seat: 12, 8, 4 and 0 for four places, 12, 6 and 0 for three. Winners come first, the others by their masters,
/// and those who tie share the points of their places. So every table has 6 points per seat to give, whatever its size.
pub fn table_points(result: Option<&TableResult>, seats: usize) -> Vec<u32> {
    let Some(result) = result.filter(|result| result.masters.len() == seats) else {
        return vec![BYE_POINTS; seats];
    };
    let merit = |seat: usize| {
        let won = result.winners.contains(&(seat as u8));
        // Winners share first place, and nobody else has it however many masters they have.
        (won, if won { 0 } else { result.masters[seat] })
    };
    let points = |seat: usize| {
        let mine = merit(seat);
        let behind = (0..seats).filter(|&other| merit(other) < mine).count() as u32;
        let level = (0..seats).filter(|&other| other != seat && merit(other) == mine).count() as u32;
        // One opponent behind is worth WIN_POINTS / (seats - 1), one who is level half of that. 12 makes all of these whole numbers.
        WIN_POINTS * (2 * behind + level) / (2 * (seats as u32 - 1))
    };
    (0..seats).map(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(winners: &[u8], masters: &[u8]) -> Vec<u32> {
        let result =
            TableResult { winners: winners.to_vec(), masters: masters.to_vec(), counts: vec![true; masters.len()] };
        table_points(Some(&result), masters.len())
    }

    #[test]
    fn places_are_worth_the_same_distance_each() {
        assert_eq!(points(&[2], &[10, 12, 20, 9]), [4, 8, 12, 0]);
        assert_eq!(points(&[1], &[10, 12, 9]), [6, 12, 0]);
    }

    #[test]
    fn those_who_tie_share_the_points_of_their_places() {
        assert_eq!(points(&[0, 1], &[15, 15, 9, 9]), [10, 10, 2, 2]);
        assert_eq!(points(&[0, 1], &[15, 15, 9]), [9, 9, 0]);
        assert_eq!(points(&[0], &[15, 9, 9, 9]), [12, 4, 4, 4]);
    }

    #[test]
    fn a_tie_in_masters_that_the_rules_have_broken_is_broken_here_too() {
        assert_eq!(points(&[0], &[15, 15, 9, 8]), [12, 8, 4, 0]);
    }

    #[test]
    fn a_game_without_a_result_is_a_tie_of_everyone() {
        assert_eq!(table_points(None, 4), [6; 4]);
        assert_eq!(table_points(None, 3), [6; 3]);
    }

    #[test]
    fn every_table_has_six_points_per_seat_to_give() {
        for seats in [3, 4] {
            for pattern in 0..6_u32.pow(seats) {
                let masters: Vec<u8> = (0..seats).map(|seat| (pattern / 6_u32.pow(seat) % 6) as u8).collect();
                let most = masters.iter().max().copied().unwrap();
                let winners: Vec<u8> = (0..seats as u8).filter(|&seat| masters[usize::from(seat)] == most).collect();
                assert_eq!(points(&winners, &masters).iter().sum::<u32>(), 6 * seats, "{masters:?}");
            }
        }
    }
}
