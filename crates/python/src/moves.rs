//! The Python classes `Move` and `Options`.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shangrila_rules::{GameOptions, Move, RecruitRule};

use crate::notation::AnyMove;
use crate::{actions, errors};

/// A move: what a clan does on its turn.
///
/// A move is written as in docs/notation.md: `R@a` places a master, `+R@a+Y@c` recruits students, `a>b` is a journey,
/// `pass` passes. Wherever a move is expected, its text will do.
///
/// >>> Move("+Y@c+R@a")
/// Move('+R@a+Y@c')
/// >>> Move("a>b").kind, Move("a>b").action
/// ('journey', 182)
/// >>> Move.from_action(182) == Move("a>b")
/// True
#[pyclass(name = "Move", module = "shangrila", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyMove(pub(crate) Move);

#[pymethods]
impl PyMove {
    #[new]
    fn new(text: AnyMove) -> PyMove {
        PyMove(text.0)
    }

    /// Returns the move with this number; see ACTIONS.
    #[staticmethod]
    pub(crate) fn from_action(action: i64) -> PyResult<PyMove> {
        let mv = usize::try_from(action).ok().and_then(actions::from_number);
        mv.map(PyMove)
            .ok_or_else(|| PyIndexError::new_err(format!("actions are numbered from 0 to {}", actions::ACTIONS - 1)))
    }

    /// "place", "recruit", "journey" or "pass".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Move::Place { .. } => "place",
            Move::Recruit { .. } => "recruit",
            Move::Journey { .. } => "journey",
            Move::Pass => "pass",
        }
    }

    /// The spaces of a placement or of the recruited students, such as "H@e".
    #[getter]
    fn spaces(&self) -> Vec<String> {
        match self.0 {
            Move::Place { space } => vec![space.to_string()],
            Move::Recruit { first, second } => {
                [Some(first), second].into_iter().flatten().map(|space| space.to_string()).collect()
            }
            Move::Journey { .. } | Move::Pass => Vec::new(),
        }
    }

    /// The village that the students of a journey leave; None for other moves.
    #[getter]
    fn origin(&self) -> Option<char> {
        if let Move::Journey { from, .. } = self.0 { Some(from.letter()) } else { None }
    }

    /// The village that the students of a journey travel to; None for other moves.
    #[getter]
    fn destination(&self) -> Option<char> {
        if let Move::Journey { to, .. } = self.0 { Some(to.letter()) } else { None }
    }

    /// The number of the move, from 0 to ACTIONS - 1; None for a journey between villages that are not neighbours.
    #[getter]
    fn action(&self) -> Option<usize> {
        actions::number(self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (py.get_type::<PyMove>(), (self.0.to_string(),))
    }
}

/// The rule options of a game.
///
/// >>> Options()
/// Options(stones=11, recruit='two')
/// >>> str(Options(stones=12))
/// 'stones=12'
/// >>> Options.parse("stones=12,recruit=up-to-two").recruit
/// 'up-to-two'
#[pyclass(name = "Options", module = "shangrila", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct PyOptions(pub(crate) GameOptions);

#[pymethods]
impl PyOptions {
    #[new]
    #[pyo3(signature = (stones = 11, recruit = "two"))]
    fn new(py: Python<'_>, stones: i64, recruit: &str) -> PyResult<PyOptions> {
        PyOptions::parse(py, &format!("stones={stones},recruit={recruit}"))
    }

    /// Reads options as positions and records write them; an empty text means the default.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<PyOptions> {
        text.parse().map(PyOptions).map_err(|error| errors::malformed(py, &error))
    }

    /// 11 or 12 stones end the game.
    #[getter]
    fn stones(&self) -> usize {
        self.0.stones.count()
    }

    /// "two" or "up-to-two": how many students a recruiting turn adds.
    #[getter]
    fn recruit(&self) -> &'static str {
        match self.0.recruit {
            RecruitRule::Two => "two",
            RecruitRule::UpToTwo => "up-to-two",
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Options(stones={}, recruit='{}')", self.stones(), self.recruit())
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        // A pickle keeps every option: another field does not compile until it is an argument here and above.
        let GameOptions { stones: _, recruit: _ } = self.0;
        let arguments = PyDict::new(py);
        arguments.set_item("stones", self.stones())?;
        arguments.set_item("recruit", self.recruit())?;
        Ok(((), arguments))
    }
}

/// Options, given as `Options`, as text, or left out.
pub(crate) fn options(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<GameOptions> {
    let Some(given) = given else { return Ok(GameOptions::default()) };
    if let Ok(options) = given.cast::<PyOptions>() {
        return Ok(options.get().0);
    }
    let text: String = given.extract()?;
    PyOptions::parse(py, &text).map(|options| options.0)
}
