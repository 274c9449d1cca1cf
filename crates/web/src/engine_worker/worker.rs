//! The worker's side: waits for requests, runs searches, and reports progress.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use shangrila_ai::{Bot, BotSpec, Budget, Clock, Limits, Params};
use shangrila_rules::{Move, PerClan, Position};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::live_analysis;
use super::message::{self, SearchRequest, SearchResult, WorkerRequest};
use super::relaxed_products;
use super::study::{self, AdviceRequest, StudyRequest};

/// Memory limit of one player in bytes: a page may run several, and phones have little. A second of thought fits.
const MEMORY: usize = 128 << 20;
/// The most bots that are kept between searches: as many as a game has players.
const MOST_BOTS: usize = 4;
/// The most moves since its last turn that a bot is told about one by one; after more it starts over.
const LATEST: usize = 8;
/// Milliseconds between progress reports.
const REPORT_EVERY: u32 = 50;

/// A bot kept between searches, with its search tree.
struct CachedBot {
    spec: BotSpec,
    seed: u64,
    /// The position its search tree starts from.
    position: Position,
    bot: Box<dyn Bot>,
}

thread_local! {
    /// The one that searched last is the last one.
    static BOTS: RefCell<Vec<CachedBot>> = const { RefCell::new(Vec::new()) };
}

/// Starts listening for search requests, with the weights of the network if they could be downloaded.
pub(crate) fn listen(network: Option<Vec<u8>>) {
    // Before the network, whose installation checks some of its answers.
    relaxed_products::install();
    if let Some(bytes) = network
        && let Err(error) = shangrila_ai::network::install(&bytes)
    {
        leptos::logging::warn!("the computer players do without their network: {error}");
    }
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if let Some(request) = StudyRequest::read(&text) {
            return study::run(&request);
        }
        if let Some(request) = AdviceRequest::read(&text) {
            return study::advise(&request);
        }
        match WorkerRequest::read(&text) {
            Some(WorkerRequest::Search(id, request)) => {
                if let Some(result) = search(id, &request) {
                    post(&message::write_result(id, &result));
                }
            }
            Some(WorkerRequest::Analyse(id, request)) => live_analysis::begin(id, &request),
            Some(WorkerRequest::Pause) => live_analysis::pause(),
            None => {}
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The listener lives as long as the worker.
    on_message.forget();
}

fn search(id: u32, request: &SearchRequest) -> Option<SearchResult> {
    let position = request.game.position()?;
    let limits = match (request.player, request.visits) {
        // Limited by its own number of playouts.
        (BotSpec::Uct(Some(_)), _) => Limits::default(),
        (_, Some(visits)) => Limits::visits(visits),
        (_, None) => Limits::time(Duration::from_millis(u64::from(request.time))),
    };
    let clock = ReportingClock::start(id, request.time);
    let budget = Budget { limits, clock: &clock, stop: &AtomicBool::new(false) };
    BOTS.with_borrow_mut(|bots| {
        let found = bots.iter().position(|bot| (bot.spec, bot.seed) == (request.player, request.seed));
        let mut player = match found {
            Some(index) => bots.remove(index),
            None => {
                // First, so that the new one can have their memory.
                bots.drain(..bots.len().saturating_sub(MOST_BOTS - 1));
                let bot = new_bot(request.player, request.seed);
                CachedBot { spec: request.player, seed: request.seed, position, bot }
            }
        };
        let latest = &request.game.moves[request.game.moves.len().saturating_sub(LATEST)..];
        if let Some(moves) = moves_between(&player.position, &position, latest) {
            moves.iter().for_each(|&mv| player.bot.observe(mv));
        }
        player.position = position;
        player.bot.adapt(&request.game);
        let thought = player.bot.think(&position, &budget);
        bots.push(player);
        let thought = thought?;
        let wins = PerClan::from_fn(|clan| thought.outlook.wins[clan]);
        Some(SearchResult { mv: thought.mv, wins, visits: thought.visits })
    })
}

fn new_bot(spec: BotSpec, seed: u64) -> Box<dyn Bot> {
    match spec {
        BotSpec::Level(level) => level.bot_with(Params { seed, memory: MEMORY, ..Params::default() }),
        _ => spec.bot(seed),
    }
}

/// Returns the suffix of `latest` that leads from one position to the other, if there is one.
fn moves_between<'a>(from: &Position, to: &Position, latest: &'a [Move]) -> Option<&'a [Move]> {
    (0..latest.len()).rev().map(|first| &latest[first..]).find(|moves| {
        let mut position = *from;
        moves.iter().all(|&mv| position.play(mv).is_ok()) && position == *to
    })
}

/// A clock that also reports progress: the search reads it often enough.
struct ReportingClock {
    id: u32,
    began: f64,
    time: u32,
    reported: AtomicU32,
}

impl ReportingClock {
    fn start(id: u32, time: u32) -> ReportingClock {
        ReportingClock { id, began: now(), time, reported: AtomicU32::new(0) }
    }
}

impl Clock for ReportingClock {
    fn elapsed(&self) -> Duration {
        let elapsed = (now() - self.began).max(0.0);
        if elapsed as u32 >= self.reported.load(Ordering::Relaxed) + REPORT_EVERY {
            self.reported.store(elapsed as u32, Ordering::Relaxed);
            let share = (elapsed / f64::from(self.time.max(1))).min(1.0);
            post(&message::write_progress(self.id, share));
        }
        Duration::from_secs_f64(elapsed / 1000.0)
    }
}

/// Sends a message to the page. Fails only if the page is gone.
pub(super) fn post(message: &str) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let _ = scope.post_message(&message.into());
}

/// Milliseconds since the worker was started.
pub(super) fn now() -> f64 {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}
