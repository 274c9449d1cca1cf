//! The Swiss system for tables of three and four.

use crate::FEWEST_PLAYERS;
use crate::grouping::{Grouping, Meetings, Swaps};
use crate::history::{EntryNumber, History, Pairing};
use crate::seating::{seat, seat_counts};
use crate::sizes::table_sizes;
use crate::standings::{SCORE_UNIT, standings};

/// Players with about as many points meet, those who have met before avoid each other, and everyone gets around the seats.
pub(crate) fn next_round(history: &History<'_>) -> Option<Pairing> {
    let mut lots = history.lots();
    let mut players = ranking(history, &mut lots);
    if history.rounds.len() >= usize::from(history.plan.rounds) || players.len() < FEWEST_PLAYERS {
        return None;
    }
    let sizes = table_sizes(players.len(), usize::from(history.plan.seats));
    let byes = take_byes(&mut players, sizes.byes, &history.byes());
    let mut rest = players.as_slice();
    let mut tables = Vec::new();
    for size in sizes.tables {
        let (table, others) = rest.split_at(size);
        tables.push(table.to_vec());
        rest = others;
    }
    let points = points_of(history);
    let meetings = Meetings::of(history);
    Grouping { meetings: &meetings, points: &points, swaps: Swaps::All }.improve(&mut tables, &mut lots);
    let counts = seat_counts(history);
    tables.iter_mut().for_each(|table| seat(table, &counts, &mut lots));
    Some(Pairing { tables, byes })
}

/// Those who still play, the best first; in the first round by lot.
fn ranking(history: &History<'_>, lots: &mut fastrand::Rng) -> Vec<EntryNumber> {
    if history.rounds.is_empty() {
        let mut players = history.active();
        lots.shuffle(&mut players);
        return players;
    }
    let ranked = standings(history).into_iter().map(|standing| standing.number);
    ranked.filter(|&number| history.is_active(number)).collect()
}

/// Takes out the last players with the fewest byes.
fn take_byes(players: &mut Vec<EntryNumber>, byes: usize, had: &[u32]) -> Vec<EntryNumber> {
    let take = |_| {
        let (place, _) = players.iter().enumerate().rev().min_by_key(|(_, number)| had[usize::from(**number)])?;
        Some(players.remove(place))
    };
    (0..byes).filter_map(take).collect()
}

/// The points of each entrant, by number.
pub(crate) fn points_of(history: &History<'_>) -> Vec<i64> {
    let mut points = vec![0; history.entrants.len()];
    for standing in standings(history) {
        points[usize::from(standing.number)] = standing.score / SCORE_UNIT;
    }
    points
}
