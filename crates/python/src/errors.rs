//! The exceptions of the package. Each carries a stable `code` and the fields of the typed reason behind it.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use shangrila_rules::record::{HeaderError, RecordError, RecordErrorKind, ReplayError};
use shangrila_rules::{
    IllegalMove, ParseMoveError, ParsePositionError, ParsePositionErrorKind, ReadPositionError, SeatsError, SetupError,
    SetupProblem,
};

create_exception!(
    shangrila,
    ShangrilaError,
    PyValueError,
    "The base of all exceptions of this package.\n\n`code` is a stable identifier of the reason, `fields` a dictionary with its details."
);
create_exception!(
    shangrila,
    IllegalMoveError,
    ShangrilaError,
    "The rules do not allow a move.\n\n`rule` is the number of the rule in docs/rules.md. In a batch, `game` is the index of the game."
);
create_exception!(
    shangrila,
    NotationError,
    ShangrilaError,
    "A text is not a move, position, option or seat order. `column` is the character where the error begins, from 1, or None."
);
create_exception!(
    shangrila,
    ArrangementError,
    ShangrilaError,
    "A position is well written, but no game could reach it.\n\n`problems` is a list of dictionaries with `code`, `rule`, `message` and `fields`."
);
create_exception!(
    shangrila,
    RecordFormatError,
    ShangrilaError,
    "A record cannot be read.\n\n`line` and `column` say where. If a move is illegal, `__cause__` is the IllegalMoveError."
);

/// A stable code and the details of a reason.
struct Reason<'py> {
    code: &'static str,
    fields: Bound<'py, PyDict>,
}

impl<'py> Reason<'py> {
    fn new(py: Python<'py>, code: &'static str) -> PyResult<Reason<'py>> {
        Ok(Reason { code, fields: PyDict::new(py) })
    }

    fn with(self, name: &str, value: impl IntoPyObject<'py>) -> PyResult<Reason<'py>> {
        self.fields.set_item(name, value)?;
        Ok(self)
    }
}

/// Builds a [`Reason`]: `reason!(py, "code", name = text, …)`.
macro_rules! reason {
    ($py:expr, $code:expr $(, $name:ident = $value:expr)*) => {
        Reason::new($py, $code) $(.and_then(|reason| reason.with(stringify!($name), $value)))*
    };
}

/// Creates an exception with its attributes.
fn exception<'py, E: pyo3::PyTypeInfo>(
    py: Python<'py>,
    message: String,
    reason: &Reason<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let error = py.get_type::<E>().call1((message,))?;
    error.setattr("code", reason.code)?;
    error.setattr("fields", &reason.fields)?;
    Ok(error)
}

/// Turns the result of building an exception into the exception, whichever of the two it is.
fn raised(built: PyResult<Bound<'_, PyAny>>) -> PyErr {
    built.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for an illegal move; in a batch, of the game with this index.
pub(crate) fn illegal_move(py: Python<'_>, why: IllegalMove, game: Option<usize>) -> PyErr {
    raised(illegal_move_exception(py, why, game))
}

fn illegal_move_exception(py: Python<'_>, why: IllegalMove, game: Option<usize>) -> PyResult<Bound<'_, PyAny>> {
    let message = match game {
        Some(game) => format!("game {game}: {why}"),
        None => why.to_string(),
    };
    let error = exception::<IllegalMoveError>(py, message, &illegal_move_reason(py, why)?)?;
    error.setattr("rule", why.rule())?;
    error.setattr("game", game)?;
    Ok(error)
}

fn illegal_move_reason(py: Python<'_>, why: IllegalMove) -> PyResult<Reason<'_>> {
    let code = why.code();
    match why {
        IllegalMove::GameOver | IllegalMove::OpeningOnlyPlaces => reason!(py, code),
        IllegalMove::PassNotForced { instead } => reason!(py, code, instead = instead.to_string()),
        IllegalMove::GuildAlreadyPlaced { clan, guild } | IllegalMove::NoTileToPlace { clan, guild } => {
            reason!(py, code, clan = clan.letter(), guild = guild.letter())
        }
        IllegalMove::OpeningVillageFull { village, tiles, limit } => {
            reason!(py, code, village = village.letter(), tiles = tiles, limit = limit)
        }
        IllegalMove::OpeningClanLimit { village, clan, tiles, limit } => {
            reason!(py, code, village = village.letter(), clan = clan.letter(), tiles = tiles, limit = limit)
        }
        IllegalMove::VillageOutOfPlay { village } | IllegalMove::VillageHasStone { village } => {
            reason!(py, code, village = village.letter())
        }
        IllegalMove::NoMasterInVillage { village, clan } | IllegalMove::NoStudentToSend { village, clan } => {
            reason!(py, code, village = village.letter(), clan = clan.letter())
        }
        IllegalMove::SpaceOccupied { space, by } => reason!(py, code, space = space.to_string(), by = by.letter()),
        IllegalMove::NoOwnMaster { space, clan, occupant } => {
            let occupant = occupant.map(|clan| clan.letter());
            reason!(py, code, space = space.to_string(), clan = clan.letter(), occupant = occupant)
        }
        IllegalMove::HasStudentAlready { space } | IllegalMove::SameMasterTwice { space } => {
            reason!(py, code, space = space.to_string())
        }
        IllegalMove::TooFewTiles { clan, guild, needed, supply } => {
            reason!(py, code, clan = clan.letter(), guild = guild.letter(), needed = needed, supply = supply)
        }
        IllegalMove::SecondStudentPossible { recruited, also } => {
            reason!(py, code, recruited = recruited.to_string(), also = also.to_string())
        }
        IllegalMove::NotNeighbours { from, to } => reason!(py, code, from = from.letter(), to = to.letter()),
        IllegalMove::BridgeDown { bridge } => reason!(py, code, bridge = bridge.to_string()),
    }
}

/// The exception for a text that is not a move.
pub(crate) fn not_a_move(py: Python<'_>, error: &ParseMoveError) -> PyErr {
    raised(notation_exception(py, error.to_string(), reason!(py, "not_a_move"), None))
}

/// The exception for a value that is not one of the letters of the notation.
pub(crate) fn unknown_letter(py: Python<'_>, what: &'static str, text: &str) -> PyErr {
    let short: String = text.chars().take(24).collect();
    let reason = reason!(py, "unknown_letter", what = what, text = &short);
    raised(notation_exception(py, format!("{short:?} is not a {what}"), reason, None))
}

/// The exception for malformed seats, options or positions.
pub(crate) fn malformed(py: Python<'_>, error: &ParsePositionError) -> PyErr {
    raised(notation_exception(py, error.to_string(), position_reason(py, &error.kind), Some(error.column)))
}

fn notation_exception<'py>(
    py: Python<'py>,
    message: String,
    reason: PyResult<Reason<'py>>,
    column: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let error = exception::<NotationError>(py, message, &reason?)?;
    error.setattr("column", column)?;
    Ok(error)
}

fn position_reason<'py>(py: Python<'py>, kind: &ParsePositionErrorKind) -> PyResult<Reason<'py>> {
    use ParsePositionErrorKind as Kind;
    match kind {
        Kind::Missing { field } => reason!(py, "missing", field = *field),
        Kind::TrailingText => reason!(py, "trailing_text"),
        Kind::VillageCount { villages } => reason!(py, "village_count", villages = *villages),
        Kind::SpaceCount { village, spaces } => {
            reason!(py, "space_count", village = village.letter(), spaces = *spaces)
        }
        Kind::UnknownTile { village, letter } => {
            reason!(py, "unknown_tile", village = village.letter(), letter = *letter)
        }
        Kind::BridgeDigits { text } => reason!(py, "bridge_digits", text = text),
        Kind::UnknownBridge { bits } => reason!(py, "unknown_bridge", bits = *bits),
        Kind::UnknownClan { letter } => reason!(py, "unknown_clan", letter = *letter),
        Kind::Seats(SeatsError::Count { clans }) => reason!(py, "seat_count", clans = *clans),
        Kind::Seats(SeatsError::Repeated { clan }) => reason!(py, "seat_repeated", clan = clan.letter()),
        Kind::Turn { text } => reason!(py, "turn", text = text),
        Kind::Number { field, text, most } => reason!(py, "number", field = *field, text = text, most = *most),
        Kind::UnknownOption { text } => reason!(py, "unknown_option", text = text),
        Kind::RepeatedOption { text } => reason!(py, "repeated_option", text = text),
    }
}

/// The exception for a text that is not a position.
pub(crate) fn not_a_position(py: Python<'_>, error: &ReadPositionError) -> PyErr {
    match error {
        ReadPositionError::Text(error) => malformed(py, error),
        ReadPositionError::Arrangement(error) => raised(arrangement_exception(py, error)),
    }
}

fn arrangement_exception<'py>(py: Python<'py>, error: &SetupError) -> PyResult<Bound<'py, PyAny>> {
    let problems = PyList::empty(py);
    for &problem in error.problems() {
        let Reason { code, fields } = problem_reason(py, problem)?;
        let entry = PyDict::new(py);
        entry.set_item("code", code)?;
        entry.set_item("rule", problem.rule())?;
        entry.set_item("message", problem.to_string())?;
        entry.set_item("fields", fields)?;
        problems.append(entry)?;
    }
    let exception = exception::<ArrangementError>(py, error.to_string(), &reason!(py, "impossible_position")?)?;
    exception.setattr("problems", problems)?;
    Ok(exception)
}

fn problem_reason(py: Python<'_>, problem: SetupProblem) -> PyResult<Reason<'_>> {
    use SetupProblem as P;
    match problem {
        P::TooManyTiles { clan, guild, tiles } => {
            reason!(py, "too_many_tiles", clan = clan.letter(), guild = guild.letter(), tiles = tiles)
        }
        P::ClanNotSeated { clan, space } => {
            reason!(py, "clan_not_seated", clan = clan.letter(), space = space.to_string())
        }
        P::TileOutOfPlay { space } => reason!(py, "tile_out_of_play", space = space.to_string()),
        P::BridgeOutOfPlay { bridge } => reason!(py, "bridge_out_of_play", bridge = bridge.to_string()),
        P::TurnNotSeated { clan } => reason!(py, "turn_not_seated", clan = clan.letter()),
        P::OpeningVillageFull { village, tiles, limit } => {
            reason!(py, "opening_village_full", village = village.letter(), tiles = tiles, limit = limit)
        }
        P::OpeningClanLimit { village, clan, tiles, limit } => {
            let (village, clan) = (village.letter(), clan.letter());
            reason!(py, "opening_clan_limit", village = village, clan = clan, tiles = tiles, limit = limit)
        }
        P::OpeningGuildTwice { clan, guild } => {
            reason!(py, "opening_guild_twice", clan = clan.letter(), guild = guild.letter())
        }
        P::OpeningStudent { space } => reason!(py, "opening_student", space = space.to_string()),
        P::OpeningBridgeDown { bridge } => reason!(py, "opening_bridge_down", bridge = bridge.to_string()),
        P::OpeningTooEarly { tiles, ply } => reason!(py, "opening_too_early", tiles = tiles, ply = ply),
        P::TooManyPasses { passes } => reason!(py, "too_many_passes", passes = passes),
        P::TooManyStones => reason!(py, "too_many_stones"),
        P::TurnAfterEnd { clan } => reason!(py, "turn_after_end", clan = clan.letter()),
        P::NobodyToMove => reason!(py, "nobody_to_move"),
    }
}

/// The exception for a text that is not a record.
pub(crate) fn not_a_record(py: Python<'_>, error: &RecordError) -> PyErr {
    raised(record_exception(py, error))
}

fn record_exception<'py>(py: Python<'py>, error: &RecordError) -> PyResult<Bound<'py, PyAny>> {
    use RecordErrorKind as Kind;
    let mut cause = None;
    let reason: Reason<'_> = match &error.kind {
        Kind::BadHeader => reason!(py, "bad_header"),
        Kind::RepeatedHeader { name } => reason!(py, "repeated_header", name = name),
        Kind::TooManyHeaders => reason!(py, "too_many_headers"),
        Kind::MissingHeader { name } => reason!(py, "missing_header", name = *name),
        Kind::BadValue { name, reason } => {
            cause = header_cause(py, reason);
            reason!(py, header_code(reason), name = name)
        }
        Kind::LateHeader => reason!(py, "late_header"),
        Kind::Unterminated { what } => reason!(py, "unterminated", what = *what),
        Kind::UnmatchedBracket => reason!(py, "unmatched_bracket"),
        Kind::VariationWithoutMove => reason!(py, "variation_without_move"),
        Kind::TooDeep => reason!(py, "too_deep"),
        Kind::NotAMove(error) => {
            cause = Some(not_a_move(py, error));
            reason!(py, "not_a_move")
        }
        Kind::Illegal(turn) => {
            cause = Some(illegal_move(py, turn.reason, None));
            reason!(py, "illegal_move", ply = turn.ply, move = turn.mv.to_string())
        }
        Kind::WrongResult { name, stated, replayed } => {
            reason!(py, "wrong_result", name = *name, stated = stated, replayed = replayed)
        }
    }?;
    let exception = exception::<RecordFormatError>(py, error.to_string(), &reason)?;
    exception.setattr("line", error.line)?;
    exception.setattr("column", error.column)?;
    if let Some(cause) = cause {
        exception.setattr("__cause__", cause.into_value(py))?;
    }
    Ok(exception)
}

const fn header_code(error: &HeaderError) -> &'static str {
    match error {
        HeaderError::UnknownRules { .. } => "unknown_rules",
        HeaderError::ClanNotSeated { .. } => "clan_not_seated",
        HeaderError::Date(_) => "bad_date",
        HeaderError::Malformed(_) => "malformed_value",
        HeaderError::Setup(_) => "bad_setup",
        HeaderError::ContradictsSetup => "contradicts_setup",
    }
}

fn header_cause(py: Python<'_>, error: &HeaderError) -> Option<PyErr> {
    match error {
        HeaderError::Malformed(error) => Some(malformed(py, error)),
        HeaderError::Setup(error) => Some(not_a_position(py, error)),
        _ => None,
    }
}

/// The exception for moves that cannot be replayed.
pub(crate) fn not_replayable(py: Python<'_>, error: &ReplayError) -> PyErr {
    match error {
        ReplayError::Illegal(turn) => illegal_move(py, turn.reason, None),
        ReplayError::TooDeep => PyValueError::new_err(error.to_string()),
    }
}
