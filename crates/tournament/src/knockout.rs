//! Knockout groups: the best of each table go on until one table is left.

use std::cmp::Reverse;

use crate::FEWEST_PLAYERS;
use crate::grouping::{Grouping, Meetings, Swaps};
use crate::history::{EntryNumber, History, Pairing, PlayedRound};
use crate::points::table_points;
use crate::seating::{seat, seat_counts};
use crate::sizes::table_sizes;
use crate::standings::{counts, scores};

pub(crate) fn next_round(history: &History<'_>, advance: usize) -> Option<Pairing> {
    let mut lots = history.lots();
    let mut players = match history.rounds.last() {
        None => {
            let mut players = history.active();
            lots.shuffle(&mut players);
            players
        }
        // That was the final.
        Some(round) if round.tables.len() + round.byes.len() < 2 => return None,
        Some(round) => survivors(history, round, advance),
    };
    if players.len() < FEWEST_PLAYERS {
        return None;
    }
    let sizes = table_sizes(players.len(), usize::from(history.plan.seats));
    let byes = players.split_off(players.len() - sizes.byes);
    // Dealt back and forth, so that the best are at different tables.
    let mut tables: Vec<Vec<EntryNumber>> = vec![Vec::new(); sizes.tables.len()];
    let back_and_forth = (0..tables.len()).chain((0..tables.len()).rev()).cycle();
    let mut places = back_and_forth.into_iter();
    for player in players {
        let table = places.by_ref().find(|&table| tables[table].len() < sizes.tables[table])?;
        tables[table].push(player);
    }
    let (meetings, points) = (Meetings::of(history), vec![0; history.entrants.len()]);
    Grouping { meetings: &meetings, points: &points, swaps: Swaps::All }.improve(&mut tables, &mut lots);
    let counts = seat_counts(history);
    tables.iter_mut().for_each(|table| seat(table, &counts, &mut lots));
    Some(Pairing { tables, byes })
}

/// Those who go on, the best first. Whoever has dropped out makes room for the next at the same table. If those who go on cannot fill tables,
/// the best of the others join them.
fn survivors(history: &History<'_>, round: &PlayedRound, advance: usize) -> Vec<EntryNumber> {
    let total = scores(history);
    let (mut on, mut out) = (Vec::new(), Vec::new());
    for table in &round.tables {
        let points = table_points(table.result.as_ref(), table.seats.len());
        let masters = |seat: usize| table.result.as_ref().and_then(|result| result.masters.get(seat)).copied();
        let mut ranked: Vec<(usize, EntryNumber)> = table.seats.iter().copied().enumerate().collect();
        ranked.retain(|&(_, number)| history.is_active(number));
        let merit = |&(seat, number): &(usize, EntryNumber)| {
            let own = if counts(table, seat) { points[seat] } else { 0 };
            (own, total[usize::from(number)], masters(seat), Reverse(number))
        };
        ranked.sort_by_key(|player| Reverse(merit(player)));
        for (place, player) in ranked.iter().enumerate() {
            let list = if place < advance { &mut on } else { &mut out };
            list.push((merit(player), player.1));
        }
    }
    let had_bye = round.byes.iter().filter(|&&number| history.is_active(number));
    on.extend(had_bye.map(|&number| ((0, total[usize::from(number)], None, Reverse(number)), number)));
    on.sort_by_key(|(merit, _)| Reverse(*merit));
    out.sort_by_key(|(merit, _)| Reverse(*merit));
    let mut lucky = out.into_iter();
    while on.len() < FEWEST_PLAYERS || table_sizes(on.len(), usize::from(history.plan.seats)).byes > 0 {
        let Some(next) = lucky.next() else { break };
        on.push(next);
    }
    on.into_iter().map(|(_, number)| number).collect()
}
