//! The engine protocol: one JSON object a line in, one out (`docs/engine-protocol.md`).

use std::io::{BufRead, Write};

use serde_json::{Map, Value, json};
use shangrila_rules::{Move, Position, ReadPositionError, perft};

use crate::positions::{read_position, sorted_moves};
use crate::{Failure, refused};

/// A longer line is skipped and answered with an error. A whole game takes a few thousand bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Deeper counts would take longer than anyone waits.
const MAX_PERFT_DEPTH: u64 = 20;

/// Answers requests until the input ends.
pub(crate) fn run(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    let mut line = Vec::new();
    let unreadable = |error| refused(format!("cannot read requests: {error}"));
    while let Some(length) = read_line(input, &mut line).map_err(unreadable)? {
        let reply = if length > MAX_LINE_BYTES {
            let message = format!("the line has {length} bytes, at most {MAX_LINE_BYTES} are read");
            reply(Value::Null, Err(Refusal::new("line_too_long", message)))
        } else {
            answer(&line)
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}

/// Reads a line without its end, keeping no more than [`MAX_LINE_BYTES`] of it, and says how long it was.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<Option<usize>> {
    line.clear();
    let mut length = 0;
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(any.then_some(length));
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        length += part.len();
        let room = MAX_LINE_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}

/// Why a request is not answered.
struct Refusal {
    code: &'static str,
    message: String,
    /// More fields for the error: `rule`, `reason`, `index`.
    details: Map<String, Value>,
}

impl Refusal {
    fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), details: Map::new() }
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Refusal {
        self.details.insert(name.to_string(), value.into());
        self
    }
}

fn reply(id: Value, result: Result<Map<String, Value>, Refusal>) -> Value {
    let mut object = Map::new();
    object.insert("id".to_string(), id);
    match result {
        Ok(fields) => object.extend(fields),
        Err(refusal) => {
            let mut error = Map::new();
            error.insert("code".to_string(), refusal.code.into());
            error.extend(refusal.details);
            error.insert("message".to_string(), refusal.message.into());
            object.insert("error".to_string(), error.into());
        }
    }
    Value::Object(object)
}

fn answer(line: &[u8]) -> Value {
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => {
            return reply(Value::Null, Err(Refusal::new("bad_json", format!("the line is no JSON: {error}"))));
        }
    };
    let Value::Object(request) = request else {
        return reply(Value::Null, Err(Refusal::new("bad_request", "a request is a JSON object")));
    };
    let id = match request.get("id") {
        Some(id @ (Value::Number(_) | Value::String(_))) => id.clone(),
        _ => {
            let refusal = Refusal::new("bad_request", "a request has an id, a number or a string");
            return reply(Value::Null, Err(refusal));
        }
    };
    reply(id, perform(&request))
}

fn perform(request: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
    match text_field(request, "do")? {
        "moves" => {
            let position = position_field(request)?;
            Ok(fields(json!({ "moves": sorted_moves(&position) })))
        }
        "play" => {
            let mut position = position_field(request)?;
            play_moves(&mut position, request)?;
            Ok(fields(describe(&position)))
        }
        "perft" => {
            let position = position_field(request)?;
            let depth = request.get("depth").and_then(Value::as_u64).filter(|&depth| depth <= MAX_PERFT_DEPTH);
            let Some(depth) = depth else {
                let message = format!("depth must be a whole number from 0 to {MAX_PERFT_DEPTH}");
                return Err(Refusal::new("bad_request", message));
            };
            Ok(fields(json!({ "count": perft(&position, depth as u32) })))
        }
        other => {
            let short: String = other.chars().take(24).collect();
            Err(Refusal::new("unknown_request", format!("{short:?} is not among moves, play, perft")))
        }
    }
}

/// The fields of a JSON object written with `json!`.
fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn text_field<'a>(request: &'a Map<String, Value>, name: &str) -> Result<&'a str, Refusal> {
    request
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| Refusal::new("bad_request", format!("the field {name:?} must be there and be a string")))
}

fn position_field(request: &Map<String, Value>) -> Result<Position, Refusal> {
    read_position(text_field(request, "position")?).map_err(|error| {
        let refusal = Refusal::new("bad_position", error.to_string());
        match error {
            ReadPositionError::Text(_) => refusal,
            ReadPositionError::Arrangement(error) => match error.problems().first() {
                Some(problem) => refusal.with("rule", problem.rule()),
                None => refusal,
            },
        }
    })
}

fn play_moves(position: &mut Position, request: &Map<String, Value>) -> Result<(), Refusal> {
    let wanted = || Refusal::new("bad_request", "the field \"moves\" must be there and be an array of strings");
    let moves = request.get("moves").and_then(Value::as_array).ok_or_else(wanted)?;
    for (index, text) in moves.iter().enumerate() {
        let text = text.as_str().ok_or_else(wanted)?;
        let mv: Move =
            text.parse().map_err(|error| Refusal::new("bad_move", format!("{error}")).with("index", index))?;
        position.play(mv).map_err(|reason| {
            Refusal::new("illegal_move", format!("{mv}: {reason}"))
                .with("rule", reason.rule())
                .with("reason", reason.code())
                .with("index", index)
        })?;
    }
    Ok(())
}

fn describe(position: &Position) -> Value {
    let outcome = position.outcome();
    let mut scores = Map::new();
    let mut winners = Vec::new();
    for clan in position.seats().iter() {
        let score = position.score(clan);
        let letter = clan.letter().to_string();
        if outcome.is_some_and(|outcome| outcome.winners.contains(clan)) {
            winners.push(letter.clone());
        }
        scores.insert(letter, json!({ "masters": score.masters, "villages": score.villages }));
    }
    json!({
        "position": position.to_string(),
        "over": position.is_over(),
        "scores": scores,
        "winners": winners,
    })
}
