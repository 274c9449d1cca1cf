//! Moves played while the page was closed, hidden or offline, so that they can be replayed to the user.

use leptos::prelude::*;
use shangrila_protocol::TableId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::browser;

/// The storage key. Its value holds `table=moves` pairs of the most recent tables.
const KEY: &str = "shangrila.seen";
/// How many tables are remembered.
const REMEMBERED: usize = 40;

/// How much of a table's game the user has seen.
#[derive(Clone, Copy)]
pub(crate) struct MissedMoves {
    table: StoredValue<TableId>,
    /// Moves seen by the user, and moves played.
    moves: StoredValue<(usize, usize)>,
    /// If a replay is worth offering: the number of moves it starts after.
    pub(crate) since: RwSignal<Option<usize>>,
}

impl MissedMoves {
    pub(super) fn of(table: TableId) -> MissedMoves {
        let missed =
            MissedMoves { table: StoredValue::new(table), moves: StoredValue::new((0, 0)), since: RwSignal::new(None) };
        let on_visible = Closure::<dyn Fn()>::new(move || {
            if !document().hidden() {
                let (_, all) = missed.moves.get_value();
                missed.mark_seen(all, 1);
            }
        });
        let _ = document().add_event_listener_with_callback("visibilitychange", on_visible.as_ref().unchecked_ref());
        let on_visible = StoredValue::new_local(on_visible);
        on_cleanup(move || {
            on_visible.with_value(|listener| {
                let listener = listener.as_ref().unchecked_ref();
                let _ = document().remove_event_listener_with_callback("visibilitychange", listener);
            });
        });
        missed
    }

    /// Takes note that `moves` moves have been played. `opened`: the page has just been opened.
    pub(super) fn follow(self, moves: usize, opened: bool) {
        if opened {
            let saved = browser::storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default();
            let seen = find(&saved, self.table.get_value().as_str()).unwrap_or(moves);
            self.moves.set_value((seen.min(moves), moves));
        }
        let (seen, _) = self.moves.get_value();
        self.moves.set_value((seen, moves));
        if !document().hidden() {
            // A single move that arrives while the page is visible is animated anyway.
            self.mark_seen(moves, if opened { 1 } else { 2 });
        }
    }

    /// Withdraws the offer of a replay.
    pub(crate) fn dismiss(self) {
        self.since.set(None);
    }

    /// Marks all moves as seen; offers a replay if at least `threshold` of them are new.
    fn mark_seen(self, moves: usize, threshold: usize) {
        let (seen, _) = self.moves.get_value();
        let since = replay_start(self.since.get_untracked(), seen, moves, threshold);
        if since != self.since.get_untracked() {
            self.since.set(since);
        }
        self.moves.set_value((moves, moves));
        if let Some(storage) = browser::storage() {
            let saved = storage.get_item(KEY).ok().flatten().unwrap_or_default();
            let _ = storage.set_item(KEY, &remember(&saved, self.table.get_value().as_str(), moves));
        }
    }
}

/// Where a replay starts: at the earlier offer if there is one, or after the moves seen if at least `threshold` are new.
fn replay_start(offered: Option<usize>, seen: usize, moves: usize, threshold: usize) -> Option<usize> {
    offered.or((moves >= seen + threshold).then_some(seen)).filter(|&since| since < moves)
}

fn find(saved: &str, table: &str) -> Option<usize> {
    saved.split(';').filter_map(|pair| pair.split_once('=')).find(|(id, _)| *id == table)?.1.parse().ok()
}

fn remember(saved: &str, table: &str, moves: usize) -> String {
    let is_other = |pair: &&str| pair.split_once('=').is_some_and(|(id, _)| id != table);
    let others = saved.split(';').filter(is_other).take(REMEMBERED - 1);
    std::iter::once(format!("{table}={moves}")).chain(others.map(str::to_string)).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_moves_are_offered_once() {
        assert_eq!(replay_start(None, 4, 5, 2), None, "a single move is animated as it happens");
        assert_eq!(replay_start(None, 4, 5, 1), Some(4), "unless the page was hidden");
        assert_eq!(replay_start(None, 4, 9, 2), Some(4));
        assert_eq!(replay_start(Some(2), 9, 10, 2), Some(2), "the earlier offer stands");
        assert_eq!(replay_start(Some(8), 9, 6, 2), None, "moves were taken back");
    }

    #[test]
    fn only_the_most_recent_tables_are_remembered() {
        let mut saved = String::new();
        for table in 0..60 {
            saved = remember(&saved, &format!("t{table}"), table);
        }
        saved = remember(&saved, "t58", 7);
        assert_eq!([find(&saved, "t58"), find(&saved, "t59"), find(&saved, "t3")], [Some(7), Some(59), None]);
        assert_eq!(saved.split(';').count(), REMEMBERED);
    }
}
