//! Moves played while the page was closed, hidden or offline, so that they can be replayed to the user.

use leptos::prelude::*;
use shangrila_protocol::TableId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::table_numbers::TableNumbers;

/// How many moves of each table have been seen.
const SEEN: TableNumbers = TableNumbers::stored_under("shangrila.seen");

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
            let seen = SEEN.get(self.table.get_value().as_str()).map_or(moves, |seen| seen as usize);
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
        SEEN.set(self.table.get_value().as_str(), moves as u64);
    }
}

/// Where a replay starts: at the earlier offer if there is one, or after the moves seen if at least `threshold` are new.
fn replay_start(offered: Option<usize>, seen: usize, moves: usize, threshold: usize) -> Option<usize> {
    offered.or((moves >= seen + threshold).then_some(seen)).filter(|&since| since < moves)
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
}
