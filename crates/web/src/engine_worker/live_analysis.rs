//! The worker's side of a live analysis: searches a position in slices, reports several times a second, and listens in between.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Budget, Clock, Level, Limits, Params, Search};
use shangrila_rules::Position;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageChannel;

use super::message::{self, AnalysisRequest};
use super::worker::{now, post};

/// Memory limit of one search in bytes.
const MEMORY: usize = 96 << 20;
/// Searches that are kept for when someone goes back to their positions, the one at work included.
const KEPT: usize = 3;
/// The length of a slice in milliseconds. A new request waits for the end of one.
const SLICE: f64 = 40.0;
/// The length of a slice in which a proof is attempted, at most.
const PROOF_SLICE: f64 = 250.0;
/// Milliseconds between reports, after the first.
const REPORT_EVERY: f64 = 150.0;
/// The most moves that a report lists. Those beyond have few visits, so leaving them out hardly changes what several workers add up to.
const LINES: usize = 24;
/// A search this large has said what it can; going on would only warm the room.
const MOST_VISITS: u32 = 20_000_000;

/// An analysis at work.
struct LiveAnalysis {
    id: u32,
    /// When it began.
    began: f64,
    reported: f64,
    /// When the next proof is due, in milliseconds since it began.
    next_proof: f64,
}

/// The searches, the latest first, and what is being worked on.
#[derive(Default)]
struct State {
    searches: Vec<Search>,
    live: Option<LiveAnalysis>,
    /// Whether the next slice has been asked for.
    scheduled: bool,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
    static NEXT_SLICE: Option<NextSlice> = NextSlice::new().ok();
}

/// A channel from the worker to itself. A message on it is handled after those that have arrived before, and unlike a timer it is not
/// kept waiting for milliseconds.
struct NextSlice {
    channel: MessageChannel,
    _listener: Closure<dyn FnMut()>,
}

impl NextSlice {
    fn new() -> Result<NextSlice, JsValue> {
        let channel = MessageChannel::new()?;
        let listener = Closure::<dyn FnMut()>::new(slice);
        channel.port1().set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Ok(NextSlice { channel, _listener: listener })
    }

    fn ask(&self) -> Result<(), JsValue> {
        self.channel.port2().post_message(&JsValue::NULL)
    }
}

/// Analyses a position from now on, instead of what was analysed before.
pub(super) fn begin(id: u32, request: &AnalysisRequest) {
    STATE.with_borrow_mut(|state| {
        state.prepare(request);
        let now = now();
        state.live = Some(LiveAnalysis { id, began: now, reported: f64::NEG_INFINITY, next_proof: 0.0 });
        state.schedule();
    });
}

/// Stops analysing.
pub(super) fn pause() {
    STATE.with_borrow_mut(|state| state.live = None);
}

/// Searches for a moment, reports, and asks for the next slice.
fn slice() {
    STATE.with_borrow_mut(|state| {
        state.scheduled = false;
        if !state.search_slice() {
            state.live = None;
        }
        if state.live.is_some() {
            state.schedule();
        }
    });
}

impl State {
    /// Puts a search of the requested position first: the one it has, one that begins with what the search of the position before
    /// knows, or a new one.
    fn prepare(&mut self, request: &AnalysisRequest) {
        let mut positions = vec![request.start];
        for &mv in &request.moves {
            let mut position = positions[positions.len() - 1];
            if position.play(mv).is_err() {
                break;
            }
            positions.push(position);
        }
        let position = positions[positions.len() - 1];
        let found =
            |state: &State, wanted: &Position| state.searches.iter().position(|search| search.position() == wanted);
        let search = match found(self, &position) {
            Some(known) => self.searches.remove(known),
            None => {
                let before = positions.len().checked_sub(2).and_then(|before| found(self, &positions[before]));
                let fork = before.and_then(|before| {
                    self.searches[before].fork(request.moves[positions.len() - 2], network_evaluator)
                });
                fork.unwrap_or_else(|| {
                    let given = Params { seed: request.seed, memory: MEMORY, ..Params::default() };
                    // The same search as the strongest level's, so that nobody is advised against their teacher's own move.
                    Search::new(&position, Level::STRONGEST.params(given), network_evaluator)
                })
            }
        };
        self.searches.insert(0, search);
        self.searches.truncate(KEPT);
    }

    /// Returns whether there is more to find out.
    fn search_slice(&mut self) -> bool {
        let (Some(live), Some(search)) = (&mut self.live, self.searches.first_mut()) else { return false };
        let spent = now() - live.began;
        let mut length = SLICE;
        if spent >= live.next_proof {
            // The share of a slice that a proof gets grows with the time the search has had; what it solved is remembered.
            search.retry_proof();
            live.next_proof = (spent * 2.0).max(SLICE);
            length = (spent * 0.3).clamp(SLICE, PROOF_SLICE);
        }
        let clock = SliceClock { began: now() };
        let limits = Limits { time: Some(Duration::from_secs_f64(length / 1000.0)), visits: Some(MOST_VISITS) };
        search.run(&Budget { limits, clock: &clock, stop: &AtomicBool::new(false) });
        let settled = search.is_settled() || search.visits() >= MOST_VISITS;
        let now = now();
        if settled || now - live.reported >= REPORT_EVERY {
            live.reported = now;
            post(&message::write_lines(live.id, &search.analysis(LINES), settled));
        }
        !settled
    }

    /// Asks for the next slice once the messages that have arrived were handled.
    fn schedule(&mut self) {
        if self.scheduled {
            return;
        }
        self.scheduled = NEXT_SLICE.with(|next| next.as_ref().is_some_and(|next| next.ask().is_ok()));
    }
}

struct SliceClock {
    began: f64,
}

impl Clock for SliceClock {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((now() - self.began).max(0.0) / 1000.0)
    }
}
