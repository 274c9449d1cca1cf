//! The Python classes `JourneyReport` and `Traveller`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shangrila_rules::{Bounce, Decider, Fate, JourneyReport, PerClan, Position, Stronger, Traveller, Village};

use crate::position::by_clan;

/// A student on a journey and what becomes of it.
#[pyclass(name = "Traveller", module = "shangrila", frozen, get_all)]
pub(crate) struct PyTraveller {
    /// The student's clan.
    clan: char,
    /// "becomes_master", "joins_own_master", "drives_out" or "bounces".
    fate: &'static str,
    /// The clan whose master is driven out, if any.
    driven_out: Option<char>,
    /// The tiles that return to a supply: of the clan driven out, or the student itself.
    tiles_returned: usize,
    /// Why it bounces: "own_master_has_student" or "origin_not_stronger"; otherwise None.
    bounce: Option<&'static str>,
}

#[pymethods]
impl PyTraveller {
    fn __repr__(&self) -> String {
        format!("Traveller(clan='{}', fate='{}')", self.clan, self.fate)
    }
}

impl From<Traveller> for PyTraveller {
    fn from(student: Traveller) -> PyTraveller {
        let (fate, driven_out, tiles_returned, bounce) = match student.fate {
            Fate::BecomesMaster => ("becomes_master", None, 0, None),
            Fate::JoinsOwnMaster => ("joins_own_master", None, 0, None),
            Fate::DrivesOut { clan, tiles } => ("drives_out", Some(clan.letter()), tiles, None),
            Fate::Bounces(Bounce::OwnMasterHasStudent) => ("bounces", None, 1, Some("own_master_has_student")),
            Fate::Bounces(Bounce::OriginNotStronger { .. }) => ("bounces", None, 1, Some("origin_not_stronger")),
        };
        PyTraveller { clan: student.clan.letter(), fate, driven_out, tiles_returned, bounce }
    }
}

/// Everything that happens on a journey.
#[pyclass(name = "JourneyReport", module = "shangrila", frozen, get_all)]
pub(crate) struct PyJourneyReport {
    /// The village the students leave.
    origin: char,
    /// The village they travel to.
    destination: char,
    /// The bridge they cross, which breaks behind them.
    bridge: String,
    /// The clans with a student in the origin, any of which may send the journey on its turn.
    senders: Vec<char>,
    /// Tiles and masters of the origin before anyone moves.
    origin_strength: (usize, usize),
    /// Tiles and masters of the destination before anyone moves.
    destination_strength: (usize, usize),
    /// "origin" or "destination".
    stronger: &'static str,
    /// "tiles", "masters" or "tie": what decided which is stronger.
    decided_by: &'static str,
    /// The students that travel, by guild.
    students: Py<PyDict>,
    /// The villages that get a stone.
    stones: Vec<char>,
    /// Stones left to place, before and after.
    stones_left: (usize, usize),
    /// Bridges standing, before and after.
    bridges_left: (usize, usize),
    /// Whether the journey ends the game.
    ends_game: bool,
    /// Each clan's masters before.
    masters_before: Py<PyDict>,
    /// Each clan's masters after.
    masters_after: Py<PyDict>,
}

impl PyJourneyReport {
    pub(crate) fn new(py: Python<'_>, position: &Position, report: &JourneyReport) -> PyResult<PyJourneyReport> {
        let students = PyDict::new(py);
        for (guild, student) in report.students.iter() {
            if let Some(student) = *student {
                students.set_item(guild.letter(), Py::new(py, PyTraveller::from(student))?)?;
            }
        }
        let masters = |scores: &PerClan<shangrila_rules::Score>| {
            by_clan(py, position, &PerClan::from_fn(|clan| scores[clan].masters)).map(Bound::unbind)
        };
        Ok(PyJourneyReport {
            origin: report.from.letter(),
            destination: report.to.letter(),
            bridge: report.bridge.to_string(),
            senders: report.senders.into_iter().map(|clan| clan.letter()).collect(),
            origin_strength: (report.origin.tiles, report.origin.masters),
            destination_strength: (report.destination.tiles, report.destination.masters),
            stronger: match report.stronger {
                Stronger::Origin => "origin",
                Stronger::Destination => "destination",
            },
            decided_by: match report.decided_by {
                Decider::Tiles => "tiles",
                Decider::Masters => "masters",
                Decider::Tie => "tie",
            },
            students: students.unbind(),
            stones: report.stones.into_iter().map(Village::letter).collect(),
            stones_left: (report.stones_left.before, report.stones_left.after),
            bridges_left: (report.bridges_left.before, report.bridges_left.after),
            ends_game: report.ends_game,
            masters_before: masters(&report.scores.before)?,
            masters_after: masters(&report.scores.after)?,
        })
    }
}

#[pymethods]
impl PyJourneyReport {
    fn __repr__(&self) -> String {
        format!("JourneyReport({}>{}, stronger='{}')", self.origin, self.destination, self.stronger)
    }
}
