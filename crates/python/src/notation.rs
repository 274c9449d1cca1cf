//! Reading the letters and texts that Python passes in.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shangrila_rules::{Clan, Guild, Move, Seat, Seats, Space, Village};

use crate::errors;
use crate::moves::PyMove;

fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

pub(crate) fn clan(py: Python<'_>, text: &str) -> PyResult<Clan> {
    only_letter(text).and_then(Clan::from_letter).ok_or_else(|| errors::unknown_letter(py, "clan", text))
}

pub(crate) fn village(py: Python<'_>, text: &str) -> PyResult<Village> {
    only_letter(text).and_then(Village::from_letter).ok_or_else(|| errors::unknown_letter(py, "village", text))
}

pub(crate) fn guild(py: Python<'_>, text: &str) -> PyResult<Guild> {
    only_letter(text).and_then(Guild::from_letter).ok_or_else(|| errors::unknown_letter(py, "guild", text))
}

/// Reads a space, written like `H@e`.
pub(crate) fn space(py: Python<'_>, text: &str) -> PyResult<Space> {
    match text.parse() {
        Ok(Move::Place { space }) => Ok(space),
        _ => Err(errors::unknown_letter(py, "space", text)),
    }
}

pub(crate) fn seats(py: Python<'_>, text: &str) -> PyResult<Seats> {
    text.parse().map_err(|error| errors::malformed(py, &error))
}

/// Reads the number of a seat that plays.
pub(crate) fn seat(py: Python<'_>, number: i64, seats: Seats) -> PyResult<Seat> {
    let seat = u8::try_from(number).ok().and_then(Seat::new).filter(|&seat| seats.clan_at(seat).is_some());
    seat.ok_or_else(|| errors::unknown_letter(py, "seat", &number.to_string()))
}

/// A move, given as a `Move` or as its text.
pub(crate) struct AnyMove(pub(crate) Move);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyMove {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<AnyMove> {
        if let Ok(mv) = object.cast::<PyMove>() {
            return Ok(AnyMove(mv.get().0));
        }
        let Ok(text) = object.cast::<PyString>() else {
            return Err(PyTypeError::new_err("a move must be a Move or a text such as \"R@a\""));
        };
        let text = text.to_cow()?;
        text.parse().map(AnyMove).map_err(|error| errors::not_a_move(object.py(), &error))
    }
}
