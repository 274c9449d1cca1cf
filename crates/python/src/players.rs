//! Computer players and analysis, with the interpreter free for other threads while they think.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Analysis, Bot, BotSpec, Budget, Limits, Outlook, Params, Search, Stopwatch, Thought};
use shangrila_rules::Position;

use crate::moves::PyMove;
use crate::notation::AnyMove;
use crate::position::{PyPosition, by_clan};

/// Searches of at most this many visits take milliseconds, so nobody wants to interrupt them.
const SHORT: u32 = 1000;

/// The time between two looks for Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The longest time for one move: a day, as in the engine protocol.
const MAX_SECONDS: f64 = 86_400.0;

/// Works without holding the interpreter. Long work runs on a thread of its own, so that Ctrl-C can stop it.
fn detached<T: Send>(
    py: Python<'_>,
    limits: Limits,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if limits.visits.is_some_and(|visits| visits <= SHORT) {
        return Ok(py.detach(work));
    }
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let worker = scope.spawn(move || {
                let _ = sender.send(work());
            });
            let mut interrupted = Ok(());
            loop {
                match receiver.recv_timeout(SIGNAL_INTERVAL) {
                    Ok(result) => return interrupted.map(|()| result),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            interrupted = Err(error);
                        }
                    }
                    // The worker panicked; PyO3 turns that into an exception.
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panic) => std::panic::resume_unwind(panic),
                        Ok(()) => return Err(PyValueError::new_err("the search ended without a result")),
                    },
                }
            }
        })
    })
}

/// Reads limits; `default` applies if there are none.
fn limits(visits: Option<u32>, seconds: Option<f64>, default: Limits) -> PyResult<Limits> {
    if visits == Some(0) {
        return Err(PyValueError::new_err("visits must be at least 1"));
    }
    let time = match seconds {
        Some(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => Some(Duration::from_secs_f64(seconds)),
        Some(_) => return Err(PyValueError::new_err(format!("seconds must be above 0 and at most {MAX_SECONDS}"))),
        None => None,
    };
    let given = Limits { visits, time };
    Ok(if given == Limits::default() { default } else { given })
}

/// What a computer player thinks of a position, and the move it chose.
#[pyclass(name = "Thought", module = "shangrila", frozen, get_all)]
pub(crate) struct PyThought {
    /// The move to play.
    r#move: PyMove,
    /// Each clan's chance of winning; a shared victory is split, so they add up to 1.
    wins: Py<PyDict>,
    /// The masters each clan is expected to have at the end.
    masters: Py<PyDict>,
    /// Positions visited; 0 for a forced move.
    visits: u32,
    /// Whether the outcome is proved rather than estimated.
    proved: bool,
}

impl PyThought {
    fn new(py: Python<'_>, position: &Position, thought: &Thought) -> PyResult<PyThought> {
        let Outlook { wins, masters, proved } = thought.outlook;
        Ok(PyThought {
            r#move: PyMove(thought.mv),
            wins: by_clan(py, position, &wins)?.unbind(),
            masters: by_clan(py, position, &masters)?.unbind(),
            visits: thought.visits,
            proved,
        })
    }
}

#[pymethods]
impl PyThought {
    fn __repr__(&self) -> String {
        format!("Thought({}, visits={})", self.r#move.0, self.visits)
    }
}

/// A computer player: "random", "greedy", "uct", "uct:N" (N playouts per move), or a level: "goatherd", "pilgrim",
/// "guide", "abbot", "sage".
///
/// With the same seed and a limit in visits it plays the same moves.
///
/// >>> player = Player("guide", seed=7)
/// >>> position = Position.first_game()
/// >>> thought = player.think(position, visits=50)
/// >>> position = position.play(thought.move)
/// >>> round(sum(thought.wins.values()), 3)
/// 1.0
#[pyclass(name = "Player", module = "shangrila", frozen)]
pub(crate) struct PyPlayer {
    name: BotSpec,
    bot: Mutex<Box<dyn Bot>>,
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (name, seed = 0))]
    fn new(name: &str, seed: u64) -> PyResult<PyPlayer> {
        let name: BotSpec = name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
        Ok(PyPlayer { name, bot: Mutex::new(name.bot(seed)) })
    }

    /// The player's name.
    #[getter]
    fn name(&self) -> String {
        self.name.to_string()
    }

    /// Chooses a move; None when the game is over. The first limit reached ends the search; without one, a second.
    #[pyo3(signature = (position, *, visits = None, seconds = None))]
    fn think(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        visits: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Option<PyThought>> {
        let limits = limits(visits, seconds, Limits::time(Duration::from_secs(1)))?;
        let position = position.get().0;
        let (stop, clock) = (AtomicBool::new(false), Stopwatch::start());
        let budget = Budget { limits, clock: &clock, stop: &stop };
        let mut bot = self.lock()?;
        let bot = &mut *bot;
        let thought = detached(py, limits, &stop, || bot.think(&position, &budget))?;
        thought.map(|thought| PyThought::new(py, &position, &thought)).transpose()
    }

    /// Tells the player that a move was played, so that it can keep its search tree. Optional.
    #[pyo3(signature = (mv, /))]
    fn observe(&self, mv: AnyMove) -> PyResult<()> {
        self.lock()?.observe(mv.0);
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.name)
    }
}

impl PyPlayer {
    /// The player, unless it is thinking for another thread.
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn Bot>>> {
        self.bot.try_lock().map_err(|_| PyRuntimeError::new_err("this player is thinking for another thread"))
    }
}

/// One of the best moves of an analysis.
#[pyclass(name = "AnalysisLine", module = "shangrila", frozen, get_all)]
pub(crate) struct PyAnalysisLine {
    /// The move.
    r#move: PyMove,
    /// Visits to the position after it.
    visits: u32,
    /// What the policy gave it before the search.
    prior: f32,
    /// Each clan's chance of winning after it.
    wins: Py<PyDict>,
    /// Each clan's expected masters at the end.
    masters: Py<PyDict>,
    /// Whether the outcome is proved.
    proved: bool,
    /// The move and its most likely continuation.
    variation: Vec<PyMove>,
}

#[pymethods]
impl PyAnalysisLine {
    fn __repr__(&self) -> String {
        format!("AnalysisLine({}, visits={})", self.r#move.0, self.visits)
    }
}

/// What a search has found out about a position.
#[pyclass(name = "Analysis", module = "shangrila", frozen, get_all)]
pub(crate) struct PyAnalysis {
    /// Each clan's chance of winning.
    wins: Py<PyDict>,
    /// Each clan's expected masters at the end.
    masters: Py<PyDict>,
    /// Positions visited.
    visits: u32,
    /// Whether the outcome is proved.
    proved: bool,
    /// The best moves, best first.
    lines: Vec<Py<PyAnalysisLine>>,
}

#[pymethods]
impl PyAnalysis {
    fn __repr__(&self) -> String {
        format!("<Analysis: {} visits, {} lines>", self.visits, self.lines.len())
    }
}

impl PyAnalysis {
    fn new(py: Python<'_>, position: &Position, analysis: &Analysis) -> PyResult<PyAnalysis> {
        let line = |line: &shangrila_ai::AnalysisLine| {
            let line = PyAnalysisLine {
                r#move: PyMove(line.mv),
                visits: line.visits,
                prior: line.prior,
                wins: by_clan(py, position, &line.outlook.wins)?.unbind(),
                masters: by_clan(py, position, &line.outlook.masters)?.unbind(),
                proved: line.outlook.proved,
                variation: line.variation.iter().copied().map(PyMove).collect(),
            };
            Py::new(py, line)
        };
        Ok(PyAnalysis {
            wins: by_clan(py, position, &analysis.outlook.wins)?.unbind(),
            masters: by_clan(py, position, &analysis.outlook.masters)?.unbind(),
            visits: analysis.visits,
            proved: analysis.outlook.proved,
            lines: analysis.lines.iter().map(line).collect::<PyResult<_>>()?,
        })
    }
}

/// Searches a position at full strength and returns its best moves. Without a limit it searches for a second.
///
/// >>> analysis = analyse(Position.first_game(), visits=200, lines=2)
/// >>> analysis.visits, len(analysis.lines) <= 2
/// (200, True)
#[pyfunction]
#[pyo3(signature = (position, *, visits = None, seconds = None, lines = 5, seed = 0, threads = 1, memory_mb = 512))]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn analyse(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    visits: Option<u32>,
    seconds: Option<f64>,
    lines: usize,
    seed: u64,
    threads: usize,
    memory_mb: usize,
) -> PyResult<PyAnalysis> {
    if !(1..=256).contains(&threads) || !(1..=1 << 20).contains(&memory_mb) {
        return Err(PyValueError::new_err("threads must be from 1 to 256, and memory_mb from 1 to 1048576"));
    }
    let limits = limits(visits, seconds, Limits::time(Duration::from_secs(1)))?;
    let position = position.get().0;
    let params = Params { seed, threads, memory: memory_mb << 20, ..Params::default() };
    let stop = AtomicBool::new(false);
    let analysis = detached(py, limits, &stop, || {
        let clock = Stopwatch::start();
        let mut search = Search::new(&position, params, network_evaluator);
        search.run(&Budget { limits, clock: &clock, stop: &stop });
        search.analysis(lines)
    })?;
    PyAnalysis::new(py, &position, &analysis)
}
