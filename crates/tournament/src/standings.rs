//! Who is ahead, and how ties are broken.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::history::{EntryNumber, Format, History, PlayedTable};
use crate::points::{BYE_POINTS, WIN_POINTS, table_points};

/// The unit of a score: it is counted in thousandths of a point, because the mean of a seat is rarely a whole number.
pub const SCORE_UNIT: i64 = 1000;

/// An entrant's line in the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingLine {
    /// Who it is.
    pub number: EntryNumber,
    /// The place, from 1. Those who tie in everything share it.
    pub place: usize,
    /// The last round in which they played, from 1; 0 if they have not.
    pub reached: usize,
    /// The points, in thousandths. In a duplicate, how many more than the others on the same seats.
    pub score: i64,
    /// Wins in twelfths: a win that n players share counts 1/n.
    pub wins: u32,
    /// How well the opponents have done: for every game the mean of their points, in thousandths.
    pub opposition: i64,
    /// The masters in all games.
    pub masters: u32,
    /// The number of games with a result.
    pub games: u32,
}

/// The place of a game in a tournament: round, table and seat, each from 0.
type Place = (usize, usize, usize);

/// Returns the points of every seat at every table in thousandths, as they count for the entrants: in a duplicate, compared with everyone who has had the
/// same seat in the same set-up.
pub fn game_scores(history: &History<'_>) -> HashMap<Place, i64> {
    let means = seat_means(history);
    let mut scores = HashMap::new();
    for (round, table, played) in numbered_tables(history) {
        let points = table_points(played.result.as_ref(), played.seats.len());
        for (seat, points) in points.into_iter().enumerate() {
            let own = if counts(played, seat) { i64::from(points) * SCORE_UNIT } else { 0 };
            let mean = means.get(&(set_up(history, round), played.seats.len(), seat)).copied().unwrap_or(0);
            scores.insert((round, table, seat), own - mean);
        }
    }
    scores
}

/// The tables at which the game is over, with the numbers of their round and place.
fn numbered_tables<'a>(history: &History<'a>) -> impl Iterator<Item = (usize, usize, &'a PlayedTable)> + use<'a> {
    let rounds = history.rounds.iter().enumerate();
    let tables = rounds.flat_map(|(round, played)| {
        played.tables.iter().enumerate().map(move |(table, played)| (round, table, played))
    });
    tables.filter(|(_, _, table)| !table.pending)
}

/// Whether the result of a seat counts for its entrant.
pub(crate) fn counts(table: &PlayedTable, seat: usize) -> bool {
    table.result.as_ref().is_none_or(|result| result.counts.get(seat).copied().unwrap_or(true))
}

/// The number of the set-up of a round. One lasts until everyone has had every seat.
fn set_up(history: &History<'_>, round: usize) -> usize {
    round / usize::from(history.plan.seats).max(1)
}

/// The mean points of each seat, in thousandths, by set-up, size of the table and seat. Nothing unless it is a duplicate.
fn seat_means(history: &History<'_>) -> HashMap<(usize, usize, usize), i64> {
    let mut sums: HashMap<(usize, usize, usize), (i64, i64)> = HashMap::new();
    if history.plan.format == Format::Duplicate {
        for (round, _, played) in numbered_tables(history) {
            let points = table_points(played.result.as_ref(), played.seats.len());
            for (seat, points) in points.into_iter().enumerate() {
                let sum = sums.entry((set_up(history, round), played.seats.len(), seat)).or_default();
                *sum = (sum.0 + i64::from(points), sum.1 + 1);
            }
        }
    }
    sums.into_iter().map(|(seat, (sum, count))| (seat, (sum * SCORE_UNIT + count / 2) / count)).collect()
}

/// The score of each entrant, by number.
pub(crate) fn scores(history: &History<'_>) -> Vec<i64> {
    let mut scores = vec![0; history.entrants.len()];
    for ((round, table, seat), score) in game_scores(history) {
        scores[usize::from(history.rounds[round].tables[table].seats[seat])] += score;
    }
    if history.plan.format != Format::Duplicate {
        for &number in history.rounds.iter().flat_map(|round| &round.byes) {
            scores[usize::from(number)] += i64::from(BYE_POINTS) * SCORE_UNIT;
        }
    }
    scores
}

/// Returns the standings, the best first. In a knockout, whoever has come further is ahead, then whoever has done better at their last table. Then, and in
/// the other formats from the beginning, these decide in turn: score, wins, the opponents' scores, masters.
pub fn standings(history: &History<'_>) -> Vec<StandingLine> {
    let scores = scores(history);
    let mut lines: Vec<StandingLine> = (0..history.entrants.len() as EntryNumber)
        .map(|number| StandingLine {
            number,
            place: 0,
            reached: 0,
            score: scores[usize::from(number)],
            wins: 0,
            opposition: 0,
            masters: 0,
            games: 0,
        })
        .collect();
    // The last round with a game that is over, and the points of that game.
    let mut last_points = vec![(0, 0); lines.len()];
    for (round, _, table) in numbered_tables(history) {
        let points = table_points(table.result.as_ref(), table.seats.len());
        let total: i64 = table.seats.iter().map(|&number| scores[usize::from(number)]).sum();
        for (seat, &number) in table.seats.iter().enumerate() {
            let line = &mut lines[usize::from(number)];
            last_points[usize::from(number)] = (round + 1, if counts(table, seat) { points[seat] } else { 0 });
            line.opposition += (total - line.score) / (table.seats.len() as i64 - 1).max(1);
            let Some(result) = &table.result else { continue };
            line.games += 1;
            if counts(table, seat) {
                line.masters += u32::from(result.masters.get(seat).copied().unwrap_or(0));
                if result.winners.contains(&(seat as u8)) {
                    line.wins += WIN_POINTS / result.winners.len() as u32;
                }
            }
        }
    }
    for (round, played) in history.rounds.iter().enumerate() {
        let seated = played.tables.iter().flat_map(|table| &table.seats);
        seated.chain(&played.byes).for_each(|&number| lines[usize::from(number)].reached = round + 1);
        for &number in &played.byes {
            let line = &mut lines[usize::from(number)];
            // As if against someone with as many points.
            line.opposition += line.score;
        }
    }
    let is_knockout = matches!(history.plan.format, Format::Knockout { .. });
    let key = |line: &StandingLine| {
        let (round, points) = last_points[usize::from(line.number)];
        let last = (line.reached, if round == line.reached { points } else { 0 });
        (if is_knockout { last } else { (0, 0) }, line.score, line.wins, line.opposition, line.masters)
    };
    lines.sort_by_key(|line| (Reverse(key(line)), line.number));
    let keys: Vec<_> = lines.iter().map(key).collect();
    for (index, line) in lines.iter_mut().enumerate() {
        line.place = 1 + keys.iter().position(|key| *key == keys[index]).unwrap_or(index);
    }
    lines
}
