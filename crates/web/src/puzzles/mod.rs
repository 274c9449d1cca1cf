//! Puzzles: an overview, and a board with one puzzle after the other. `crates/puzzles` has the puzzles, judges the answers and knows what
//! comes next; `guide` leads through one of them, `face` is the panel beside the board, and `store` is what the browser remembers.

mod face;
mod guide;
mod overview;
mod store;

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_i18n::PuzzleTexts;
use shangrila_puzzles::progress::Occasion;
use shangrila_puzzles::{Puzzle, PuzzleId, PuzzleKind, Puzzles};

use crate::engine_worker::EngineWorker;
use crate::preferences::preferences;
use crate::route::Route;
use crate::table::{Table, Venue};
use crate::{browser, guided};
use guide::{Attempt, PuzzleGuide};
pub(crate) use overview::Overview;

/// Milliseconds in a day.
const DAY: f64 = 86_400_000.0;

/// Today, counted from 1 January 1970 in UTC.
fn today() -> u64 {
    (browser::now() / DAY) as u64
}

/// The texts of the puzzles in the chosen language.
fn texts() -> &'static PuzzleTexts {
    preferences().language.get().puzzles()
}

/// What is solved one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Series {
    /// The puzzle of the day.
    Daily,
    /// Puzzles of one kind, or of all.
    Training(Option<PuzzleKind>),
    /// A puzzle from a link.
    One(PuzzleId),
}

impl Series {
    /// Reads the end of an address.
    fn read(text: &str) -> Option<Series> {
        match text {
            "daily" => Some(Series::Daily),
            "all" => Some(Series::Training(None)),
            _ => match PuzzleKind::with_id(text) {
                Some(kind) => Some(Series::Training(Some(kind))),
                None => text.parse().ok().map(Series::One),
            },
        }
    }

    fn route(self) -> Route {
        Route::Puzzle(match self {
            Series::Daily => "daily".to_string(),
            Series::Training(kind) => kind.map_or("all", PuzzleKind::id).to_string(),
            Series::One(id) => id.to_string(),
        })
    }

    /// The puzzle to solve, after `current` if there is one.
    fn puzzle(self, puzzles: &Puzzles, current: Option<PuzzleId>) -> Option<(Puzzle, Occasion)> {
        let progress = store::load().0;
        let seen = |puzzle: &Puzzle| {
            let occasion = if progress.has_answered(puzzle.id) { Occasion::Again } else { Occasion::New };
            (puzzle.clone(), occasion)
        };
        match self {
            Series::Daily => puzzles.of_day(today()).map(seen),
            Series::One(id) => puzzles.get(id).map(seen),
            Series::Training(kind) => {
                let random = u64::from(browser::random_u32());
                let next = progress.next(puzzles, kind, current, today(), random);
                next.map(|(puzzle, occasion)| (puzzle.clone(), occasion))
            }
        }
    }
}

/// A board with one puzzle after the other.
#[component]
pub(crate) fn Trainer(which: String) -> impl IntoView {
    let Some(series) = Series::read(&which) else { return view! { <Missing/> }.into_any() };
    let engine = expect_context::<EngineWorker>();
    on_cleanup(move || engine.cancel());
    let puzzles = StoredValue::new(Puzzles::stored());
    let choose = move |current| puzzles.with_value(|puzzles| series.puzzle(puzzles, current));
    let shown = RwSignal::new(choose(None));
    let next = Callback::new(move |()| {
        let current = shown.with_untracked(|shown| shown.as_ref().map(|(puzzle, _)| puzzle.id));
        match series {
            Series::Training(_) => shown.set(choose(current)),
            // What comes after a single puzzle is training.
            Series::Daily | Series::One(_) => Series::Training(None).route().go(),
        }
    });
    (move || match shown.get() {
        Some((puzzle, occasion)) => {
            let session = guided::session(puzzle.position);
            let guide = PuzzleGuide(Attempt::new(puzzle, occasion, series, next));
            view! { <Table venue=Venue::Guided(StoredValue::new(Arc::new(guide))) session/> }.into_any()
        }
        None => view! { <Missing/> }.into_any(),
    })
    .into_any()
}

/// There is no such puzzle.
#[component]
fn Missing() -> impl IntoView {
    view! {
        <main class="page message">
            <h1>{move || texts().common.missing}</h1>
            <p>{move || texts().common.missing_help}</p>
            <a class="button main" href=Route::Puzzles.fragment()>{move || texts().common.all_puzzles}</a>
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_series_survives_its_address() {
        let id = "1.17.0.83".parse().unwrap();
        let kinds = PuzzleKind::ALL.map(|kind| Series::Training(Some(kind)));
        for series in kinds.into_iter().chain([Series::Daily, Series::Training(None), Series::One(id)]) {
            let Route::Puzzle(text) = series.route() else { panic!("{series:?}") };
            assert_eq!(Series::read(&text), Some(series));
        }
        assert_eq!(Series::read("chess"), None);
    }
}
