//! Duplicate: everyone plays the same set-up once from every seat, so that no seat helps or hurts anyone.

use crate::grouping::{Grouping, Meetings, Swaps};
use crate::history::{EntryNumber, History, Pairing};

/// The products in the field of four elements. Ordinary multiplication has zero divisors modulo four, so that at four tables some players would meet
/// twice. At all other numbers of tables but 1, 2, 3, 6 and 9 it lets nobody do so.
const PRODUCTS_OF_FOUR: [[usize; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];

/// Players are dealt into as many classes as there are seats. In every round a class moves on by one seat, and a table has one player of each class, so
/// after a round per seat everyone has had every seat once. Then come another set-up and other classes.
///
/// Nobody leaves the rotation: whoever drops out is replaced on their seats.
pub(crate) fn next_round(history: &History<'_>) -> Option<Pairing> {
    let (seats, round) = (usize::from(history.plan.seats), history.rounds.len());
    let tables = history.entrants.len() / seats;
    if round >= usize::from(history.plan.rounds) || tables == 0 || !history.entrants.iter().any(|one| one.active) {
        return None;
    }
    let (cycle, step) = (round / seats, round % seats);
    let mut order: Vec<EntryNumber> = (0..history.entrants.len() as EntryNumber).collect();
    let first = History { rounds: &history.rounds[..cycle * seats], ..*history };
    first.lots().shuffle(&mut order);
    let byes = order.split_off(tables * seats);
    let member = |class: usize, table: usize| {
        let place = match tables {
            4 => table ^ PRODUCTS_OF_FOUR[class][step],
            _ => (table + class * step) % tables,
        };
        order[class + seats * place]
    };
    let seat_of = |class: usize| (class + step) % seats;
    let mut groups = vec![vec![0; seats]; tables];
    for (table, group) in groups.iter_mut().enumerate() {
        for class in 0..seats {
            group[seat_of(class)] = member(class, table);
        }
    }
    let (meetings, points) = (Meetings::of(history), vec![0; history.entrants.len()]);
    Grouping { meetings: &meetings, points: &points, swaps: Swaps::SameSeat }.improve(&mut groups, &mut history.lots());
    Some(Pairing { tables: groups, byes })
}
