//! The native part of the Python package `shangrila`; `docs/python.md` describes the package, `python` has the rest of it.
//!
//! The documentation comments of the classes are what `help` shows in Python, and their examples are doctests of the
//! package.

#![allow(
    rustdoc::invalid_html_tags,
    rustdoc::broken_intra_doc_links,
    reason = "the examples are in Python, with its lists and its <BLANKLINE>"
)]

mod actions;
mod batch;
mod errors;
mod journey;
mod moves;
mod notation;
mod observation;
mod players;
mod position;
mod record;

/// The rules, computer players and batches, in Rust.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::errors::{ArrangementError, IllegalMoveError, NotationError, RecordFormatError, ShangrilaError};
    #[pymodule_export]
    use crate::journey::{PyJourneyReport, PyTraveller};
    #[pymodule_export]
    use crate::moves::{PyMove, PyOptions};
    #[pymodule_export]
    use crate::players::{PyAnalysis, PyAnalysisLine, PyPlayer, PyThought, analyse};
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::record::PyRecord;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        use crate::{actions, observation};
        module.add("ACTIONS", actions::ACTIONS)?;
        module.add("RECRUIT_ONE", actions::RECRUIT_ONE)?;
        module.add("JOURNEY", actions::JOURNEY)?;
        module.add("PASS", actions::PASS)?;
        module.add("RECRUIT_TWO", actions::RECRUIT_TWO)?;
        module.add("OBSERVATION_SIZE", observation::OBSERVATION)?;
        module.add("RULES_VERSION", shangrila_rules::RULES_VERSION)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
