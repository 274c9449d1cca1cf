//! The Python class `Position`.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use shangrila_rules::{EndReason, Guild, PerClan, Position, Village, perft};

use crate::journey::PyJourneyReport;
use crate::moves::{PyMove, PyOptions};
use crate::notation::{self, AnyMove};
use crate::{actions, errors, observation};

/// The deepest count of move sequences, as in the engine protocol.
const MAX_PERFT_DEPTH: u32 = 20;

/// A position of the game. Positions never change: `play` returns a new one.
///
/// Clans, guilds and villages are their letters: clans "r b y v", guilds "R A D P Y F H", villages "a" to "m"; a space is
/// "H@e". Dictionaries by clan are in turn order.
///
/// >>> position = Position.first_game()
/// >>> position.to_move, len(position.legal_moves())
/// ('r', 47)
/// >>> position = position.play("P@a")
/// >>> position.scores()["r"]
/// (8, 6)
/// >>> Position(str(position)) == position
/// True
/// >>> try:
/// ...     position.play("H@a")
/// ... except IllegalMoveError as error:
/// ...     print(error.code, error.rule, error.fields)
/// no_master_in_village R3.1 {'village': 'a', 'clan': 'b'}
#[pyclass(name = "Position", module = "shangrila", frozen, eq)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PyPosition(pub(crate) Position);

#[pymethods]
impl PyPosition {
    /// Reads a position as docs/notation.md writes it.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        text.parse().map(PyPosition).map_err(|error| errors::not_a_position(py, &error))
    }

    /// Returns the empty board before the set-up. `seats` are the clans in turn order, three or four of them.
    #[staticmethod]
    #[pyo3(signature = (seats = "rbvy", options = None))]
    fn start(py: Python<'_>, seats: &str, options: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        Ok(PyPosition(Position::start(notation::seats(py, seats)?, crate::moves::options(py, options)?)))
    }

    /// Returns the board after the first-game set-up of the cards in the box.
    #[staticmethod]
    #[pyo3(signature = (seats = "rbvy", options = None))]
    fn first_game(py: Python<'_>, seats: &str, options: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        Ok(PyPosition(Position::first_game(notation::seats(py, seats)?, crate::moves::options(py, options)?)))
    }

    /// The clans in turn order.
    #[getter]
    fn seats(&self) -> String {
        self.0.seats().to_string()
    }

    /// The rule options.
    #[getter]
    fn options(&self) -> PyOptions {
        PyOptions(self.0.options())
    }

    /// The clan whose turn it is; None when the game is over.
    #[getter]
    #[allow(clippy::wrong_self_convention, reason = "the name of the attribute in Python, as in the rules")]
    fn to_move(&self) -> Option<char> {
        self.0.to_move().map(|clan| clan.letter())
    }

    /// The seat whose turn it is, from 0; None when the game is over.
    #[getter]
    fn seat_to_move(&self) -> Option<usize> {
        self.0.seat_to_move().map(|seat| seat.index())
    }

    /// The number of turns taken so far.
    #[getter]
    fn ply(&self) -> u16 {
        self.0.ply()
    }

    /// The number of passes in a row up to now.
    #[getter]
    fn passes(&self) -> usize {
        self.0.passes()
    }

    /// Whether the set-up is still under way.
    #[getter]
    fn in_opening(&self) -> bool {
        self.0.in_opening()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The standing bridges, such as "ab".
    #[getter]
    fn bridges(&self) -> Vec<String> {
        self.0.bridges().into_iter().map(|bridge| bridge.to_string()).collect()
    }

    /// The villages without a stone.
    #[getter]
    fn open_villages(&self) -> Vec<char> {
        self.0.open_villages().into_iter().map(Village::letter).collect()
    }

    /// The number of stones on the board.
    #[getter]
    fn stones_placed(&self) -> usize {
        self.0.stones_placed()
    }

    /// The number of stones left to place before the game ends.
    #[getter]
    fn stones_left(&self) -> usize {
        self.0.stones_left()
    }

    /// A hash that is stable across versions and machines. It ignores the ply once the set-up is over.
    #[getter]
    fn hash64(&self) -> u64 {
        self.0.hash64()
    }

    /// Returns the clan on a space and whether its master has a student; None if the space is empty.
    fn occupant(&self, py: Python<'_>, space: &str) -> PyResult<Option<(char, bool)>> {
        let space = notation::space(py, space)?;
        Ok(self.0.occupant(space).map(|occupant| (occupant.clan.letter(), occupant.student)))
    }

    /// Returns the spaces on which a clan has a master.
    fn masters(&self, py: Python<'_>, clan: &str) -> PyResult<Vec<String>> {
        Ok(self.0.masters(notation::clan(py, clan)?).into_iter().map(|space| space.to_string()).collect())
    }

    /// Returns the spaces on which a clan has a student.
    fn students(&self, py: Python<'_>, clan: &str) -> PyResult<Vec<String>> {
        let masters = self.0.masters(notation::clan(py, clan)?);
        Ok((masters & self.0.students()).into_iter().map(|space| space.to_string()).collect())
    }

    /// Returns the tiles and the masters of a village: what decides a journey.
    fn strength(&self, py: Python<'_>, village: &str) -> PyResult<(usize, usize)> {
        let strength = self.0.strength(notation::village(py, village)?);
        Ok((strength.tiles, strength.masters))
    }

    /// Returns the tiles of a guild in a clan's supply.
    fn supply(&self, py: Python<'_>, clan: &str, guild: &str) -> PyResult<usize> {
        Ok(self.0.supply(notation::clan(py, clan)?, notation::guild(py, guild)?))
    }

    /// Returns the supplies of all clans, by clan and guild.
    fn supplies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let supplies = PyDict::new(py);
        for clan in self.0.seats().iter() {
            let of_clan = PyDict::new(py);
            for guild in Guild::ALL {
                of_clan.set_item(guild.letter(), self.0.supply(clan, guild))?;
            }
            supplies.set_item(clan.letter(), of_clan)?;
        }
        Ok(supplies)
    }

    /// Returns each clan's masters and the villages in which it has masters.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let scores = self.0.scores();
        by_clan(py, &self.0, &PerClan::from_fn(|clan| (scores[clan].masters, scores[clan].villages)))
    }

    /// Returns the clans from first to last, as (place, clan, masters, villages).
    fn standings(&self) -> Vec<(usize, char, usize, usize)> {
        let standings = self.0.standings().into_iter();
        standings.map(|s| (s.place, s.clan.letter(), s.score.masters, s.score.villages)).collect()
    }

    /// The winners in turn order; empty while the game is being played.
    #[getter]
    fn winners(&self) -> Vec<char> {
        let Some(outcome) = self.0.outcome() else { return Vec::new() };
        self.0.seats().iter().filter(|&clan| outcome.winners.contains(clan)).map(|clan| clan.letter()).collect()
    }

    /// Why the game is over: "last_stone" or "all_passed"; None while it is being played.
    #[getter]
    fn end_reason(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| match outcome.reason {
            EndReason::LastStone => "last_stone",
            EndReason::AllPassed => "all_passed",
        })
    }

    /// Returns all legal moves. A forced pass is a legal move; a finished game has none.
    fn legal_moves(&self) -> Vec<PyMove> {
        self.0.legal_moves().iter().map(PyMove).collect()
    }

    /// Returns the numbers of all legal moves in ascending order, as an array of int64.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut numbers: Vec<i64> = actions::legal(&self.0).map(|number| number as i64).collect();
        numbers.sort_unstable();
        PyArray1::from_vec(py, numbers)
    }

    /// Returns an array of ACTIONS booleans that are true for legal moves.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = PyArray1::zeros(py, actions::ACTIONS, false);
        actions::write_mask(&self.0, mask.try_readwrite()?.as_slice_mut()?);
        Ok(mask)
    }

    /// Returns the position as an array of OBSERVATION_SIZE small numbers, as `seat` sees it; by default the seat to
    /// move. docs/python.md describes the numbers.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let observer = match seat {
            Some(number) => notation::seat(py, number, self.0.seats())?,
            None => self.0.seat_to_move().unwrap_or(shangrila_rules::Seat::First),
        };
        let row = PyArray1::zeros(py, observation::OBSERVATION, false);
        observation::write(&self.0, observer, row.try_readwrite()?.as_slice_mut()?);
        Ok(row)
    }

    /// Returns whether a move is legal.
    #[pyo3(signature = (mv, /))]
    fn is_legal(&self, mv: AnyMove) -> bool {
        self.0.is_legal(mv.0)
    }

    /// Raises IllegalMoveError if a move is not legal.
    #[pyo3(signature = (mv, /))]
    fn check_legal(&self, py: Python<'_>, mv: AnyMove) -> PyResult<()> {
        self.0.check_legal(mv.0).map_err(|why| errors::illegal_move(py, why, None))
    }

    /// Returns the position after a move. Raises IllegalMoveError if it is not legal.
    #[pyo3(signature = (mv, /))]
    fn play(&self, py: Python<'_>, mv: AnyMove) -> PyResult<PyPosition> {
        let mut after = self.0;
        after.play(mv.0).map_err(|why| errors::illegal_move(py, why, None))?;
        Ok(PyPosition(after))
    }

    /// Returns the position after the move with this number. Raises IllegalMoveError if it is not legal.
    #[pyo3(signature = (action, /))]
    fn play_action(&self, py: Python<'_>, action: i64) -> PyResult<PyPosition> {
        self.play(py, AnyMove(PyMove::from_action(action)?.0))
    }

    /// Plays random moves to the end of the game and returns the final position.
    fn random_playout(&self, py: Python<'_>, seed: u64) -> PyPosition {
        let mut end = self.0;
        let mut rng = fastrand::Rng::with_seed(seed);
        py.detach(|| while end.play_random(|n| rng.u32(..n)).is_some() {});
        PyPosition(end)
    }

    /// Reports what a journey between two villages would do, no matter who sends it.
    ///
    /// >>> position = Position("Rrr4/b6/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0")
    /// >>> report = position.journey_report("a", "b")
    /// >>> report.stronger, report.students["R"].fate, report.students["R"].driven_out
    /// ('origin', 'drives_out', 'b')
    fn journey_report(&self, py: Python<'_>, origin: &str, destination: &str) -> PyResult<PyJourneyReport> {
        let (from, to) = (notation::village(py, origin)?, notation::village(py, destination)?);
        let report = self.0.journey_report(from, to).map_err(|why| errors::illegal_move(py, why, None))?;
        PyJourneyReport::new(py, &self.0, &report)
    }

    /// Counts the sequences of `depth` legal moves.
    ///
    /// >>> Position.first_game().perft(2)
    /// 1965
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > MAX_PERFT_DEPTH {
            return Err(PyValueError::new_err(format!("the depth must be from 0 to {MAX_PERFT_DEPTH}")));
        }
        Ok(py.detach(|| perft(&self.0, depth)))
    }

    /// Returns a picture of the position as SVG.
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| shangrila_scene::standalone_svg(&self.0))
    }

    /// Lets notebooks show the position as a picture.
    fn _repr_svg_(&self, py: Python<'_>) -> String {
        self.svg(py)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        self.0.hash64()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyPosition>(), (self.0.to_string(),))
    }
}

/// A dictionary with a value for each clan that plays, in turn order.
pub(crate) fn by_clan<'py, T: Copy + IntoPyObject<'py>>(
    py: Python<'py>,
    position: &Position,
    values: &PerClan<T>,
) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for clan in position.seats().iter() {
        dictionary.set_item(clan.letter(), values[clan])?;
    }
    Ok(dictionary)
}
