//! The Python class `Record`.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use shangrila_rules::PerClan;
use shangrila_rules::record::{GameRecord, Line, Start, Turn};

use crate::errors;
use crate::moves::PyMove;
use crate::notation::{self, AnyMove};
use crate::position::PyPosition;

/// A game as docs/notation.md writes it: headers, moves, comments and variations.
///
/// Reading a record replays every move of every variation, so a record contains only legal play.
///
/// >>> record = Record(Position.first_game(), ["P@a"], players={"r": "Ada"})
/// >>> print(record)
/// [Game "The Bridges of Shangri-La"]
/// [Rules "1"]
/// [Seats "rbvy"]
/// [Red "Ada"]
/// [Setup "first-game"]
/// [Result "*"]
/// <BLANKLINE>
/// 8. P@a
/// <BLANKLINE>
/// >>> Record.parse(str(record)) == record
/// True
/// >>> try:
/// ...     Record.parse(str(record) + " H@a")
/// ... except RecordFormatError as error:
/// ...     print(error.line, error.column, error.code, error.__cause__.code)
/// 9 2 illegal_move no_master_in_village
#[pyclass(name = "Record", module = "shangrila", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyRecord(pub(crate) GameRecord);

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (start, moves = Vec::new(), players = None, headers = None))]
    fn new(
        py: Python<'_>,
        start: &Bound<'_, PyPosition>,
        moves: Vec<AnyMove>,
        players: Option<BTreeMap<String, String>>,
        headers: Option<Vec<(String, String)>>,
    ) -> PyResult<PyRecord> {
        let mut record = GameRecord::new(start_of(start.get()));
        record.line.turns = moves.into_iter().map(|mv| Turn::from(mv.0)).collect();
        record.replay().map_err(|error| errors::not_replayable(py, &error))?;
        for (clan, name) in players.unwrap_or_default() {
            record.players[notation::clan(py, &clan)?] = Some(name);
        }
        record.other_headers = headers.unwrap_or_default();
        // Reading it back refuses headers that no record can have.
        PyRecord::parse(py, &record.to_string())
    }

    /// Reads a record. Raises RecordFormatError if it is malformed or a move is illegal.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<PyRecord> {
        text.parse().map(PyRecord).map_err(|error| errors::not_a_record(py, &error))
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(self.0.start.position())
    }

    /// How the game began: "free", "first-game" or the text of a position.
    #[getter]
    fn setup(&self) -> String {
        match self.0.start {
            Start::Free { .. } => "free".to_string(),
            Start::FirstGame { .. } => "first-game".to_string(),
            Start::Position(position) => position.to_string(),
        }
    }

    /// The moves that were played, without variations.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.0.moves().map(PyMove).collect()
    }

    /// The position after the last move.
    #[getter]
    fn end(&self) -> PyPosition {
        PyPosition(self.0.final_position())
    }

    /// Returns the positions from the start to the end, one more than there are moves.
    fn positions(&self) -> Vec<PyPosition> {
        let mut position = self.0.start.position();
        let mut positions = vec![PyPosition(position)];
        for mv in self.0.moves() {
            if position.play(mv).is_err() {
                break;
            }
            positions.push(PyPosition(position));
        }
        positions
    }

    /// The names of the players, by clan.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names: &PerClan<Option<String>> = &self.0.players;
        let players = PyDict::new(py);
        for clan in self.0.start.position().seats().iter() {
            if let Some(name) = &names[clan] {
                players.set_item(clan.letter(), name)?;
            }
        }
        Ok(players)
    }

    /// When the game began, such as "2026-11-16"; None if the record does not say.
    #[getter]
    fn date(&self) -> Option<String> {
        self.0.date.map(|date| date.to_string())
    }

    /// The headers without a meaning to the rules, as (name, value).
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.0.other_headers.clone()
    }

    /// The comments before the first move and on each move, as (moves played, text).
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        let Line { comments, turns } = &self.0.line;
        let of_turns = turns.iter().enumerate().map(|(index, turn)| (index + 1, &turn.comments));
        let all = std::iter::once((0, comments)).chain(of_turns);
        all.flat_map(|(played, texts)| texts.iter().map(move |text| (played, text.clone()))).collect()
    }

    /// The variations of the main line, as (moves played before, moves).
    #[getter]
    fn variations(&self) -> Vec<(usize, Vec<PyMove>)> {
        let moves = |line: &Line| line.turns.iter().map(|turn| PyMove(turn.mv)).collect();
        let turns = self.0.line.turns.iter().enumerate();
        turns.flat_map(|(index, turn)| turn.variations.iter().map(move |line| (index, moves(line)))).collect()
    }

    fn __len__(&self) -> usize {
        self.0.line.turns.len()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record: {} moves, {}>", self.0.moves().len(), self.0.start.position().seats())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class: Bound<'py, PyType> = py.get_type::<PyRecord>();
        Ok((class.getattr("parse")?, (self.0.to_string(),)))
    }
}

/// Recognises the starts that have a name.
fn start_of(start: &PyPosition) -> Start {
    let (seats, options) = (start.0.seats(), start.0.options());
    let named = [Start::Free { seats, options }, Start::FirstGame { seats, options }];
    named.into_iter().find(|named| named.position() == start.0).unwrap_or(Start::Position(start.0))
}
