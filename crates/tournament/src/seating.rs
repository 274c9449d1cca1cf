//! Who sits where at a table: everyone on every seat about equally often.

use crate::history::{EntryNumber, History};

/// How often each entrant has sat on each seat.
pub(crate) fn seat_counts(history: &History<'_>) -> Vec<[u32; 4]> {
    let mut counts = vec![[0; 4]; history.entrants.len()];
    for table in history.tables() {
        for (seat, &number) in table.seats.iter().enumerate().take(4) {
            counts[usize::from(number)][seat] += 1;
        }
    }
    counts
}

/// Puts the players of a table into the order in which they have sat there least. Ties are decided by lot.
pub(crate) fn seat(group: &mut Vec<EntryNumber>, counts: &[[u32; 4]], lots: &mut fastrand::Rng) {
    lots.shuffle(group);
    // The step from one to two costs more than that from none to one, so nobody has a seat often while others never do.
    let cost = |order: &[EntryNumber]| {
        let each = order.iter().enumerate().map(|(seat, &number)| {
            let count = counts[usize::from(number)][seat];
            (count + 1).pow(3) - count.pow(3)
        });
        each.sum::<u32>()
    };
    let mut best = (cost(group), group.clone());
    permute(group, 0, &mut |order| {
        let cost = cost(order);
        if cost < best.0 {
            best = (cost, order.to_vec());
        }
    });
    *group = best.1;
}

/// Calls a function with every order of the players from `from` on.
fn permute(order: &mut Vec<EntryNumber>, from: usize, visit: &mut dyn FnMut(&[EntryNumber])) {
    if from + 1 >= order.len() {
        return visit(order);
    }
    for other in from..order.len() {
        order.swap(from, other);
        permute(order, from + 1, visit);
        order.swap(from, other);
    }
}
