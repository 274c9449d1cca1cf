//! Many games at once: steps all of them across cores and writes what happened into NumPy arrays.
//!
//! The arrays belong to NumPy and live as long as the batch, which writes into them in place: nothing is copied.

use std::sync::{Mutex, MutexGuard};

use fastrand::Rng;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use shangrila_rules::{GameOptions, Move, PerSeat, Position, Seat, Seats};

use crate::actions::{self, ACTIONS};
use crate::errors;
use crate::observation::{self, OBSERVATION};
use crate::position::PyPosition;

/// Games that one thread steps in a row. Each block has a random generator of its own, so the games do not depend on
/// the number of threads. An index into a block fits in a byte.
const BLOCK: usize = 256;

/// The most games in a batch.
const MAX_GAMES: usize = 1 << 20;

/// Thousands of games that are stepped together.
///
/// A finished game starts over at once, unless `auto_reset` is off. After every step, row `i` of these arrays describes
/// game `i`; the batch always writes into the same arrays:
///
/// - `to_move`: the seat to move, int8; -1 when the game is over
/// - `ended`: whether the game ended in this step
/// - `rewards`: float32, for each seat its share of the victory if the game ended in this step, otherwise 0
/// - `masters`: uint8, for each seat its masters at the end of the game that ended last
/// - `plies`: uint16, the turns taken in the current game
/// - `observations`: uint8, what the seat to move sees, if `observe` is on
/// - `masks`: bool, the legal moves, if `mask` is on
///
/// >>> batch = Batch(1000, seed=7)
/// >>> for _ in range(500):
/// ...     batch.step_random()
/// >>> batch.games_finished > 1000
/// True
/// >>> batch = Batch(2, mask=True, observe=True)
/// >>> batch.masks.shape, batch.observations.shape
/// ((2, 4324), (2, 788))
/// >>> batch.step(batch.masks.argmax(axis=1))
/// >>> batch.plies
/// array([1, 1], dtype=uint16)
#[pyclass(name = "Batch", module = "shangrila", frozen)]
pub(crate) struct PyBatch {
    games: Mutex<Games>,
    pool: Option<ThreadPool>,
    auto_reset: bool,
    start: Position,
    to_move: Py<PyArray1<i8>>,
    ended: Py<PyArray1<bool>>,
    rewards: Py<PyArray2<f32>>,
    masters: Py<PyArray2<u8>>,
    plies: Py<PyArray1<u16>>,
    observations: Option<Py<PyArray2<u8>>>,
    masks: Option<Py<PyArray2<bool>>>,
}

struct Games {
    positions: Vec<Position>,
    rngs: Vec<Rng>,
    finished: u64,
    turns: u64,
}

/// One block of games and its part of the arrays.
struct Block<'a> {
    positions: &'a mut [Position],
    rng: &'a mut Rng,
    to_move: &'a mut [i8],
    ended: &'a mut [bool],
    rewards: &'a mut [f32],
    masters: &'a mut [u8],
    plies: &'a mut [u16],
    observations: Option<&'a mut [u8]>,
    masks: Option<&'a mut [bool]>,
    finished: u64,
    turns: u64,
}

/// What all games do in a step.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// Play these moves, which were checked before.
    Moves(&'a [Option<Move>]),
    /// Play this many random moves.
    Random(u32),
    /// Only describe the positions.
    Nothing,
}

impl Block<'_> {
    fn step(&mut self, first: usize, step: Step<'_>, start: &Position, auto_reset: bool) {
        for (index, ended) in self.ended.iter_mut().enumerate() {
            if core::mem::take(ended) {
                self.rewards[Seat::COUNT * index..][..Seat::COUNT].fill(0.0);
            }
        }
        match step {
            Step::Moves(moves) => self.play(&moves[first..], start, auto_reset),
            Step::Random(turns) => self.play_random(turns, start, auto_reset),
            Step::Nothing => {}
        }
        for ((position, ply), to_move) in self.positions.iter().zip(&mut *self.plies).zip(&mut *self.to_move) {
            *ply = position.ply();
            *to_move = position.seat_to_move().map_or(-1, |seat| seat.index() as i8);
        }
        if let Some(observations) = &mut self.observations {
            for (position, row) in self.positions.iter().zip(observations.chunks_exact_mut(OBSERVATION)) {
                observation::write(position, position.seat_to_move().unwrap_or(Seat::First), row);
            }
        }
        if let Some(masks) = &mut self.masks {
            for (position, row) in self.positions.iter().zip(masks.chunks_exact_mut(ACTIONS)) {
                actions::write_mask(position, row);
            }
        }
    }

    fn play(&mut self, moves: &[Option<Move>], start: &Position, auto_reset: bool) {
        for (index, mv) in moves[..self.positions.len()].iter().enumerate() {
            if let Some(mv) = *mv {
                self.positions[index].play_unchecked(mv);
                self.turns += 1;
                self.finish(index, start, auto_reset);
            }
        }
    }

    fn play_random(&mut self, turns: u32, start: &Position, auto_reset: bool) {
        // A local copy stays in a register.
        let mut rng = self.rng.clone();
        for &index in &self.by_kind_of_turn()[..self.positions.len()] {
            let index = usize::from(index);
            for _ in 0..turns {
                if self.positions[index].play_random(|n| rng.u32(..n)).is_none() {
                    break;
                }
                self.turns += 1;
                self.finish(index, start, auto_reset);
            }
        }
        *self.rng = rng;
    }

    /// The games ordered by the seat to move and by whether the set-up is over.
    ///
    /// Alike turns in a row take alike branches, which the processor then predicts. In a game of its own the seats take
    /// turns, but games of different lengths soon mix them up.
    fn by_kind_of_turn(&self) -> [u8; BLOCK] {
        let kind = |position: &Position| {
            let seat = position.seat_to_move().map_or(0, Seat::index);
            seat + if position.in_opening() { Seat::COUNT } else { 0 }
        };
        let mut kinds = [0u8; BLOCK];
        let mut firsts = [0usize; 2 * Seat::COUNT + 1];
        for (position, slot) in self.positions.iter().zip(&mut kinds) {
            let kind = kind(position);
            *slot = kind as u8;
            firsts[kind + 1] += 1;
        }
        for index in 1..firsts.len() {
            firsts[index] += firsts[index - 1];
        }
        let mut order = [0u8; BLOCK];
        for (index, &kind) in kinds[..self.positions.len()].iter().enumerate() {
            let next = &mut firsts[usize::from(kind)];
            order[*next] = index as u8;
            *next += 1;
        }
        order
    }

    /// Writes the result of a game that has ended, and starts the next one.
    #[inline(always)]
    fn finish(&mut self, index: usize, start: &Position, auto_reset: bool) {
        if self.positions[index].is_over() {
            self.write_result(index);
            if auto_reset {
                self.positions[index] = *start;
            }
        }
    }

    #[cold]
    fn write_result(&mut self, index: usize) {
        let end = &self.positions[index];
        self.ended[index] = true;
        self.finished += 1;
        let rewards = &mut self.rewards[Seat::COUNT * index..][..Seat::COUNT];
        rewards.copy_from_slice(shares(end).values());
        for seat in Seat::ALL {
            self.masters[Seat::COUNT * index + seat.index()] = end.masters_of_seat(seat).len() as u8;
        }
    }
}

/// Each seat's share of the victory.
fn shares(end: &Position) -> PerSeat<f32> {
    let Some(outcome) = end.outcome() else { return PerSeat::from_fn(|_| 0.0) };
    let share = 1.0 / outcome.winners.len() as f32;
    let has_won = |seat| end.seats().clan_at(seat).is_some_and(|clan| outcome.winners.contains(clan));
    PerSeat::from_fn(|seat| if has_won(seat) { share } else { 0.0 })
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (games, start = None, *, seed = 0, threads = None, observe = false, mask = false, auto_reset = true))]
    #[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn new(
        py: Python<'_>,
        games: usize,
        start: Option<&Bound<'_, PyPosition>>,
        seed: u64,
        threads: Option<usize>,
        observe: bool,
        mask: bool,
        auto_reset: bool,
    ) -> PyResult<PyBatch> {
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(PyValueError::new_err(format!("a batch has 1 to {MAX_GAMES} games")));
        }
        let start = start.map_or_else(|| Position::start(Seats::FOUR, GameOptions::default()), |start| start.get().0);
        if start.is_over() {
            return Err(PyValueError::new_err("the game is already over at the start"));
        }
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err("threads must be from 1 to 256"));
        }
        let pool = match threads {
            1 => None,
            _ => Some(
                ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|error| PyRuntimeError::new_err(error.to_string()))?,
            ),
        };
        let mut seeds = Rng::with_seed(seed);
        let rngs = (0..games.div_ceil(BLOCK)).map(|_| Rng::with_seed(seeds.u64(..))).collect();
        let batch = PyBatch {
            games: Games { positions: vec![start; games], rngs, finished: 0, turns: 0 }.into(),
            pool,
            auto_reset,
            start,
            to_move: PyArray1::zeros(py, games, false).unbind(),
            ended: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, Seat::COUNT], false).unbind(),
            masters: PyArray2::zeros(py, [games, Seat::COUNT], false).unbind(),
            plies: PyArray1::zeros(py, games, false).unbind(),
            observations: observe.then(|| PyArray2::zeros(py, [games, OBSERVATION], false).unbind()),
            masks: mask.then(|| PyArray2::zeros(py, [games, ACTIONS], false).unbind()),
        };
        batch.advance(py, |_| Ok(Step::Nothing))?;
        Ok(batch)
    }

    /// Plays one move in every game, given by its number. A negative number leaves a game as it is.
    ///
    /// Raises IllegalMoveError if any move is illegal; no game has changed then.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = read_actions(actions)?;
        let mut moves = Vec::new();
        self.advance(py, |positions| {
            if numbers.len() != positions.len() {
                let message = format!("{} actions for {} games", numbers.len(), positions.len());
                return Err(PyValueError::new_err(message));
            }
            for (game, (position, &number)) in positions.iter().zip(&numbers).enumerate() {
                moves.push(match usize::try_from(number) {
                    Err(_) => None,
                    Ok(number) => {
                        let mv = actions::from_number(number);
                        let mv = mv.ok_or_else(|| {
                            PyValueError::new_err(format!(
                                "game {game}: actions are numbered from 0 to {}",
                                ACTIONS - 1
                            ))
                        })?;
                        position.check_legal(mv).map_err(|why| errors::illegal_move(py, why, Some(game)))?;
                        Some(mv)
                    }
                });
            }
            Ok(Step::Moves(&moves))
        })
    }

    /// Plays `turns` random moves in every game.
    #[pyo3(signature = (turns = 1))]
    fn step_random(&self, py: Python<'_>, turns: u32) -> PyResult<()> {
        self.advance(py, |_| Ok(Step::Random(turns)))
    }

    /// Starts games over: all of them, or those that a boolean array marks.
    #[pyo3(signature = (which = None))]
    fn reset(&self, py: Python<'_>, which: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        {
            let mut games = self.lock()?;
            match which {
                None => games.positions.fill(self.start),
                Some(which) => {
                    let which = which.as_array();
                    if which.len() != games.positions.len() {
                        return Err(PyValueError::new_err("the array must have one entry for each game"));
                    }
                    let start = self.start;
                    let marked = games.positions.iter_mut().zip(which).filter(|(_, marked)| **marked);
                    marked.for_each(|(position, _)| *position = start);
                }
            }
        }
        self.advance(py, |_| Ok(Step::Nothing))
    }

    /// Returns the position of a game.
    fn position(&self, game: usize) -> PyResult<PyPosition> {
        let games = self.lock()?;
        let position = games.positions.get(game).copied().map(PyPosition);
        position.ok_or_else(|| PyIndexError::new_err(format!("the batch has {} games", games.positions.len())))
    }

    /// Puts a game into a position.
    fn set_position(&self, py: Python<'_>, game: usize, position: &Bound<'_, PyPosition>) -> PyResult<()> {
        {
            let mut games = self.lock()?;
            let count = games.positions.len();
            match games.positions.get_mut(game) {
                Some(slot) => *slot = position.get().0,
                None => return Err(PyIndexError::new_err(format!("the batch has {count} games"))),
            }
        }
        self.advance(py, |_| Ok(Step::Nothing))
    }

    /// The number of games that have ended since the batch was created.
    #[getter]
    fn games_finished(&self) -> PyResult<u64> {
        Ok(self.lock()?.finished)
    }

    /// The number of turns played since the batch was created.
    #[getter]
    fn turns_played(&self) -> PyResult<u64> {
        Ok(self.lock()?.turns)
    }

    /// The seat to move in every game.
    #[getter]
    #[allow(clippy::wrong_self_convention, reason = "the name of the attribute in Python, as in the rules")]
    fn to_move(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.to_move.clone_ref(py)
    }

    /// Whether each game ended in the last step.
    #[getter]
    fn ended(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.ended.clone_ref(py)
    }

    /// Each seat's share of the victory, in games that ended in the last step.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Each seat's masters at the end of the game that ended last.
    #[getter]
    fn masters(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.masters.clone_ref(py)
    }

    /// The turns taken in every game.
    #[getter]
    fn plies(&self, py: Python<'_>) -> Py<PyArray1<u16>> {
        self.plies.clone_ref(py)
    }

    /// What the seat to move sees in every game; None unless `observe` is on.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArray2<u8>>> {
        self.observations.as_ref().map(|array| array.clone_ref(py))
    }

    /// The legal moves in every game; None unless `mask` is on.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArray2<bool>>> {
        self.masks.as_ref().map(|array| array.clone_ref(py))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.positions.len())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Batch: {} games>", self.lock()?.positions.len()))
    }
}

impl PyBatch {
    /// The games, unless another thread is stepping them.
    fn lock(&self) -> PyResult<MutexGuard<'_, Games>> {
        self.games.try_lock().map_err(|_| PyRuntimeError::new_err("another thread is stepping this batch"))
    }

    /// Takes a step in every game. The interpreter is free for other threads in the meantime.
    fn advance<'a>(&self, py: Python<'_>, plan: impl FnOnce(&[Position]) -> PyResult<Step<'a>>) -> PyResult<()> {
        let mut games = self.lock()?;
        let step = plan(&games.positions)?;
        let in_use = |_| PyRuntimeError::new_err("another thread is using the arrays of this batch");
        let mut to_move = self.to_move.bind(py).try_readwrite().map_err(in_use)?;
        let mut ended = self.ended.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut masters = self.masters.bind(py).try_readwrite().map_err(in_use)?;
        let mut plies = self.plies.bind(py).try_readwrite().map_err(in_use)?;
        let observations = self.observations.as_ref().map(|array| array.bind(py).try_readwrite().map_err(in_use));
        let mut observations = observations.transpose()?;
        let masks = self.masks.as_ref().map(|array| array.bind(py).try_readwrite().map_err(in_use));
        let mut masks = masks.transpose()?;

        let games = &mut *games;
        let mut blocks: Vec<Block<'_>> = games
            .positions
            .chunks_mut(BLOCK)
            .zip(&mut games.rngs)
            .zip(to_move.as_slice_mut()?.chunks_mut(BLOCK))
            .zip(ended.as_slice_mut()?.chunks_mut(BLOCK))
            .zip(rewards.as_slice_mut()?.chunks_mut(BLOCK * Seat::COUNT))
            .zip(masters.as_slice_mut()?.chunks_mut(BLOCK * Seat::COUNT))
            .zip(plies.as_slice_mut()?.chunks_mut(BLOCK))
            .map(|((((((positions, rng), to_move), ended), rewards), masters), plies)| Block {
                positions,
                rng,
                to_move,
                ended,
                rewards,
                masters,
                plies,
                observations: None,
                masks: None,
                finished: 0,
                turns: 0,
            })
            .collect();
        if let Some(observations) = &mut observations {
            let rows = observations.as_slice_mut()?.chunks_mut(BLOCK * OBSERVATION);
            blocks.iter_mut().zip(rows).for_each(|(block, rows)| block.observations = Some(rows));
        }
        if let Some(masks) = &mut masks {
            let rows = masks.as_slice_mut()?.chunks_mut(BLOCK * ACTIONS);
            blocks.iter_mut().zip(rows).for_each(|(block, rows)| block.masks = Some(rows));
        }

        let (start, auto_reset) = (&self.start, self.auto_reset);
        py.detach(|| {
            let advance =
                |(number, block): (usize, &mut Block<'_>)| block.step(number * BLOCK, step, start, auto_reset);
            match &self.pool {
                Some(pool) if blocks.len() > 1 => {
                    pool.install(|| blocks.par_iter_mut().enumerate().for_each(advance));
                }
                _ => blocks.iter_mut().enumerate().for_each(advance),
            }
        });
        games.finished += blocks.iter().map(|block| block.finished).sum::<u64>();
        games.turns += blocks.iter().map(|block| block.turns).sum::<u64>();
        Ok(())
    }
}

/// Reads an array of actions: any integers that fit.
fn read_actions(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().iter().copied().collect());
    }
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(array.as_array().iter().copied().map(i64::from).collect());
    }
    let numbers = actions.extract::<Vec<i64>>();
    numbers.map_err(|_| PyTypeError::new_err("actions must be a one-dimensional array or a list of integers"))
}
