//! The thread's end: it waits for questions, thinks, and says now and then how far it is.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use shangrila_ai::{Bot, BotSpec, Budget, Clock, Level, Limits, Params, SearchBot, built_in_evaluator};
use shangrila_rules::{Move, PerClan, Position};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::message::{self, Answer, Question};

/// What a search may remember, in bytes: several players think in one page, on phones too.
const MEMORY: usize = 64 << 20;
/// Milliseconds between two reports.
const REPORT_EVERY: u32 = 50;

/// A player that has thought before.
struct Known {
    spec: BotSpec,
    seed: u64,
    /// Where its thoughts are.
    position: Position,
    bot: Box<dyn Bot>,
}

thread_local! {
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// Listens for questions from now on.
pub(crate) fn listen() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let Some((id, question)) = event.data().as_string().as_deref().and_then(Question::read) else { return };
        if let Some(answer) = think(id, &question) {
            // Nobody listens any more if this fails.
            let _ = scope.post_message(&message::write_answer(id, &answer).into());
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // The thread listens as long as it lives.
    answer.forget();
}

fn think(id: u32, question: &Question) -> Option<Answer> {
    let limits = Limits::time(Duration::from_millis(u64::from(question.time)));
    let limits = match question.player {
        BotSpec::Level(level) => level.restrict(limits),
        // Its own number of playouts is its limit.
        BotSpec::Uct(Some(_)) => Limits::default(),
        _ => limits,
    };
    let clock = PageClock::start(id, question.time);
    let budget = Budget { limits, clock: &clock, stop: &AtomicBool::new(false) };
    KNOWN.with_borrow_mut(|known| {
        let found = known.iter().position(|known| (known.spec, known.seed) == (question.player, question.seed));
        let index = found.unwrap_or_else(|| {
            let bot = bot(question.player, question.seed);
            known.push(Known { spec: question.player, seed: question.seed, position: question.position, bot });
            known.len() - 1
        });
        let player = &mut known[index];
        if let Some(moves) = moves_between(&player.position, &question.position, &question.latest) {
            moves.iter().for_each(|&mv| player.bot.observe(mv));
        }
        player.position = question.position;
        let thought = player.bot.think(&question.position, &budget)?;
        let wins = PerClan::from_fn(|clan| thought.outlook.wins[clan]);
        Some(Answer { mv: thought.mv, wins })
    })
}

fn bot(spec: BotSpec, seed: u64) -> Box<dyn Bot> {
    match spec {
        BotSpec::Level(Level::Sage) => {
            let params = Level::Sage.params(Params { seed, memory: MEMORY, ..Params::default() });
            Box::new(SearchBot::new(params, built_in_evaluator))
        }
        _ => spec.bot(seed),
    }
}

/// The last of these moves, as many as lead from one position to the other.
fn moves_between<'a>(from: &Position, to: &Position, latest: &'a [Move]) -> Option<&'a [Move]> {
    (0..latest.len()).rev().map(|first| &latest[first..]).find(|moves| {
        let mut position = *from;
        moves.iter().all(|&mv| position.play(mv).is_ok()) && position == *to
    })
}

/// The page's clock. The search looks at it all the time, which is when it tells how far it is.
struct PageClock {
    id: u32,
    began: f64,
    time: u32,
    reported: AtomicU32,
}

impl PageClock {
    fn start(id: u32, time: u32) -> PageClock {
        PageClock { id, began: now(), time, reported: AtomicU32::new(0) }
    }
}

impl Clock for PageClock {
    fn elapsed(&self) -> Duration {
        let elapsed = (now() - self.began).max(0.0);
        if elapsed as u32 >= self.reported.load(Ordering::Relaxed) + REPORT_EVERY {
            self.reported.store(elapsed as u32, Ordering::Relaxed);
            let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
            let share = (elapsed / f64::from(self.time.max(1))).min(1.0);
            let _ = scope.post_message(&message::write_progress(self.id, share).into());
        }
        Duration::from_secs_f64(elapsed / 1000.0)
    }
}

fn now() -> f64 {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}
