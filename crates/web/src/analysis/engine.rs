//! The page's side of a live analysis: one worker per thread, each with its own seed, whose findings are added up.
//!
//! Threads that share memory would need cross-origin isolation, which every embedded resource and every proxy has to play along with.
//! Separate searches whose root statistics are added up need nothing of the kind, and are what the native search does with threads.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use shangrila_ai::Analysis;
use shangrila_rules::{Move, Position};

use crate::browser;
use crate::engine_worker::message::{AnalysisRequest, WorkerMessage, WorkerRequest, read_message};
use crate::engine_worker::{EngineWorker, RunningWorker};

const SETTINGS: &str = "shangrila.analysis-engine";
/// The numbers of lines to choose from.
pub(super) const LINES: [usize; 4] = [1, 2, 3, 5];
/// More workers than this gain little: they all look at the same position.
const MOST_THREADS: usize = 8;
/// The most threads unless the user asks for more.
const USUAL_THREADS: usize = 4;
/// Milliseconds between two updates of the screen.
const REFRESH: f64 = 120.0;

/// What the engine says about a position.
#[derive(Clone, PartialEq)]
pub(super) struct Found {
    pub(super) position: Position,
    pub(super) analysis: Analysis,
    /// Whether searching further cannot change anything.
    pub(super) settled: bool,
    /// Positions a second, once it is known.
    pub(super) speed: Option<f64>,
    /// Milliseconds from the request to the first lines.
    pub(super) first_after: f64,
}

/// The engine of an analysis board.
#[derive(Clone, Copy)]
pub(super) struct LiveEngine {
    pub(super) on: RwSignal<bool>,
    pub(super) threads: RwSignal<usize>,
    /// How many lines to show.
    pub(super) lines: RwSignal<usize>,
    pub(super) found: RwSignal<Option<Found>>,
    pub(super) failed: RwSignal<bool>,
    workers: EngineWorker,
    state: StoredValue<Rc<RefCell<State>>, LocalStorage>,
}

#[derive(Default)]
struct State {
    workers: Vec<RunningWorker>,
    /// The number of the latest request.
    id: u32,
    position: Option<Position>,
    asked: f64,
    /// What each worker has found out.
    parts: Vec<Option<(Analysis, bool)>>,
    /// The first report: when it came, and the visits it had.
    first: Option<(f64, u32)>,
    shown: f64,
}

/// How many threads the device can run.
pub(super) fn most_threads() -> usize {
    (window().navigator().hardware_concurrency() as usize).clamp(1, MOST_THREADS)
}

impl LiveEngine {
    pub(super) fn new() -> LiveEngine {
        let saved =
            browser::storage().and_then(|storage| storage.get_item(SETTINGS).ok().flatten()).unwrap_or_default();
        let mut fields = saved.split(' ');
        let on = fields.next() != Some("off");
        let lines = fields.next().and_then(|lines| lines.parse().ok()).filter(|lines| LINES.contains(lines));
        let threads = fields.next().and_then(|threads| threads.parse().ok());
        // One thread is left to the page.
        let usual = (most_threads() - 1).clamp(1, USUAL_THREADS);
        let engine = LiveEngine {
            on: RwSignal::new(on),
            threads: RwSignal::new(threads.unwrap_or(usual).clamp(1, most_threads())),
            lines: RwSignal::new(lines.unwrap_or(3)),
            found: RwSignal::new(None),
            failed: RwSignal::new(false),
            workers: expect_context(),
            state: StoredValue::new_local(Rc::default()),
        };
        on_cleanup(move || engine.stop());
        engine
    }

    /// Keeps the settings for the next time.
    pub(super) fn remember_settings(self) {
        let on = if self.on.get() { "on" } else { "off" };
        let text = format!("{on} {} {}", self.lines.get(), self.threads.get());
        let _ = browser::storage().map(|storage| storage.set_item(SETTINGS, &text));
    }

    /// Analyses the position that `moves` lead to from `start`, until something else is asked for.
    pub(super) fn analyse(self, start: Position, moves: Vec<Move>, position: Position) {
        let threads = self.threads.get_untracked();
        let state = self.state.get_value();
        while state.borrow().workers.len() < threads {
            let index = state.borrow().workers.len();
            match self.workers.spawn(move |line| self.receive(index, line), move || self.fail()) {
                Ok(worker) => state.borrow_mut().workers.push(worker),
                Err(_) => return self.fail(),
            }
        }
        let mut state = state.borrow_mut();
        state.workers.truncate(threads);
        state.id += 1;
        state.position = Some(position);
        state.asked = precise_now();
        state.parts = vec![None; threads];
        state.first = None;
        state.shown = f64::NEG_INFINITY;
        for (seed, worker) in state.workers.iter().enumerate() {
            let request = AnalysisRequest { seed: seed as u64, start, moves: moves.clone() };
            let _ = worker.send(&WorkerRequest::Analyse(state.id, request));
        }
        self.failed.set(false);
    }

    /// Stops thinking, but keeps what is known for when it goes on.
    pub(super) fn pause(self) {
        let state = self.state.get_value();
        let mut state = state.borrow_mut();
        state.position = None;
        state.workers.iter().for_each(|worker| drop(worker.send(&WorkerRequest::Pause)));
    }

    /// Ends all workers.
    fn stop(self) {
        if let Some(state) = self.state.try_get_value() {
            state.borrow_mut().workers.clear();
        }
    }

    fn fail(self) {
        self.stop();
        let _ = self.on.try_set(false);
        let _ = self.failed.try_set(true);
    }

    fn receive(self, worker: usize, line: &str) {
        let Some(WorkerMessage::Lines { id, analysis, settled }) = read_message(line) else { return };
        let Some(state) = self.state.try_get_value() else { return };
        let found = state.borrow_mut().add(id, worker, analysis, settled);
        if let Some(found) = found {
            if found.settled {
                self.pause();
            }
            let _ = self.found.try_set(Some(found));
        }
    }
}

impl State {
    /// Adds what a worker reports. Returns what to show, if it is time to show something.
    fn add(&mut self, id: u32, worker: usize, analysis: Analysis, settled: bool) -> Option<Found> {
        let position = self.position.filter(|_| id == self.id)?;
        *self.parts.get_mut(worker)? = Some((analysis, settled));
        let now = precise_now();
        let settled = self.parts.iter().flatten().any(|(_, settled)| *settled);
        if now - self.shown < REFRESH && !settled {
            return None;
        }
        self.shown = now;
        let parts = self.parts.iter().flatten().map(|(analysis, _)| analysis.clone());
        let analysis = Analysis::merge(&position, parts, LINES[LINES.len() - 1]);
        let (since, visits) = *self.first.get_or_insert((now, analysis.visits));
        // Too short a time says little.
        let seconds = (now - since) / 1000.0;
        let speed = (seconds > 0.4).then(|| f64::from(analysis.visits.saturating_sub(visits)) / seconds);
        Some(Found { position, analysis, settled, speed, first_after: since - self.asked })
    }
}

/// Milliseconds on a clock that never jumps.
fn precise_now() -> f64 {
    window().performance().map_or_else(browser::now, |performance| performance.now())
}
