//! What a person has not seen of a game, because the page was closed, hidden or cut off, so that it can be played to them.

use leptos::prelude::*;
use shangrila_protocol::TableId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::browser;

/// What the browser keeps: `table=moves` for the latest tables.
const KEY: &str = "shangrila.seen";
const KEPT: usize = 40;

/// How much of a game was seen, and since when something was not.
#[derive(Clone, Copy)]
pub(crate) struct Missed {
    table: StoredValue<TableId>,
    /// Moves the person has seen, and moves there are.
    moves: StoredValue<(usize, usize)>,
    /// The number of moves from which on it is worth playing them again.
    pub(crate) since: RwSignal<Option<usize>>,
}

impl Missed {
    pub(super) fn of(table: TableId) -> Missed {
        let missed =
            Missed { table: StoredValue::new(table), moves: StoredValue::new((0, 0)), since: RwSignal::new(None) };
        let look = Closure::<dyn Fn()>::new(move || {
            if !document().hidden() {
                let (_, all) = missed.moves.get_value();
                missed.see(all, 1);
            }
        });
        let _ = document().add_event_listener_with_callback("visibilitychange", look.as_ref().unchecked_ref());
        let look = StoredValue::new_local(look);
        on_cleanup(move || {
            look.with_value(|look| {
                let look = look.as_ref().unchecked_ref();
                let _ = document().remove_event_listener_with_callback("visibilitychange", look);
            });
        });
        missed
    }

    /// There are this many moves now. `opened`: the page has just been opened.
    pub(super) fn follow(self, moves: usize, opened: bool) {
        if opened {
            let kept = browser::storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default();
            let seen = find(&kept, self.table.get_value().as_str()).unwrap_or(moves);
            self.moves.set_value((seen.min(moves), moves));
        }
        let (seen, _) = self.moves.get_value();
        self.moves.set_value((seen, moves));
        if !document().hidden() {
            // A single move that arrives while one looks is shown as it happens.
            self.see(moves, if opened { 1 } else { 2 });
        }
    }

    /// Nothing is offered any more.
    pub(crate) fn forget(self) {
        self.since.set(None);
    }

    fn see(self, moves: usize, worth: usize) {
        let (seen, _) = self.moves.get_value();
        let since = offer(self.since.get_untracked(), seen, moves, worth);
        if since != self.since.get_untracked() {
            self.since.set(since);
        }
        self.moves.set_value((moves, moves));
        if let Some(storage) = browser::storage() {
            let kept = storage.get_item(KEY).ok().flatten().unwrap_or_default();
            let _ = storage.set_item(KEY, &keep(&kept, self.table.get_value().as_str(), moves));
        }
    }
}

/// From where on to play again: from what was offered before, or from what was seen, if that is far enough behind.
fn offer(offered: Option<usize>, seen: usize, moves: usize, worth: usize) -> Option<usize> {
    offered.or((moves >= seen + worth).then_some(seen)).filter(|&since| since < moves)
}

fn find(kept: &str, table: &str) -> Option<usize> {
    kept.split(';').filter_map(|pair| pair.split_once('=')).find(|(id, _)| *id == table)?.1.parse().ok()
}

fn keep(kept: &str, table: &str, moves: usize) -> String {
    let others = kept.split(';').filter(|pair| pair.split_once('=').is_some_and(|(id, _)| id != table)).take(KEPT - 1);
    std::iter::once(format!("{table}={moves}")).chain(others.map(str::to_string)).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_in_between_is_offered_once() {
        assert_eq!(offer(None, 4, 5, 2), None, "one move is shown as it happens");
        assert_eq!(offer(None, 4, 5, 1), Some(4), "unless nobody looked");
        assert_eq!(offer(None, 4, 9, 2), Some(4));
        assert_eq!(offer(Some(2), 9, 10, 2), Some(2), "the earlier offer stands");
        assert_eq!(offer(Some(8), 9, 6, 2), None, "moves were taken back");
    }

    #[test]
    fn the_latest_tables_are_kept() {
        let mut kept = String::new();
        for table in 0..60 {
            kept = keep(&kept, &format!("t{table}"), table);
        }
        kept = keep(&kept, "t58", 7);
        assert_eq!([find(&kept, "t58"), find(&kept, "t59"), find(&kept, "t3")], [Some(7), Some(59), None]);
        assert_eq!(kept.split(';').count(), KEPT);
    }
}
