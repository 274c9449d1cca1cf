//! `shangrila engine`: the engine protocol, one JSON object per line (`docs/engine-protocol.md`).

mod request;
mod thinking;

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use serde_json::{Map, Value, json};
use shangrila_rules::{Move, Position, ReadPositionError, perft};

use crate::positions::{read_position, sorted_moves};
use crate::{Failure, refused};
use request::{Id, Reply, Request};
use thinking::Task;

/// Longer lines are skipped and answered with an error. A whole game takes a few thousand bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Deeper counts would take far too long.
const MAX_PERFT_DEPTH: u64 = 20;

/// The most searches that run at the same time; further ones are rejected.
const MAX_RUNNING: usize = 64;

/// The capacity of the event queue; senders block when it is full.
const MAX_QUEUED_EVENTS: usize = 64;

/// What the main loop reacts to. One thread reads lines and others search; only the main loop writes.
enum Event {
    Line(Vec<u8>),
    /// A line that was too long, with its length.
    LongLine(usize),
    Unreadable(std::io::Error),
    EndOfInput,
    /// A search reports results.
    Report {
        id: Id,
        fields: Map<String, Value>,
        is_final: bool,
    },
}

/// Answers requests until the input ends and all limited searches are done.
pub(crate) fn run(input: impl BufRead + Send + 'static, out: &mut impl Write) -> Result<(), Failure> {
    let (events, inbox) = std::sync::mpsc::sync_channel(MAX_QUEUED_EVENTS);
    let reader_events = events.clone();
    std::thread::spawn(move || read_lines(input, &reader_events));
    let mut engine = Engine { events, running: Vec::new() };
    let mut input_ended = false;
    while !(input_ended && engine.running.is_empty()) {
        let Ok(event) = inbox.recv() else { break };
        let answer = match event {
            Event::Line(line) => engine.answer(&line),
            Event::LongLine(length) => {
                let message = format!("the line has {length} bytes; the limit is {MAX_LINE_BYTES}");
                Some(Reply::new(None, Err(RequestError::new("line_too_long", message))))
            }
            Event::Unreadable(error) => return Err(refused(format!("cannot read requests: {error}"))),
            Event::EndOfInput => {
                input_ended = true;
                engine.stop_unlimited();
                None
            }
            Event::Report { id, fields, is_final } => {
                if is_final {
                    engine.running.retain(|running| running.id != id);
                }
                Some(Reply::new(Some(id), Ok(fields)))
            }
        };
        if let Some(answer) = answer {
            serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(())
}

fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let mut line = Vec::new();
        let event = match read_line(&mut input, &mut line) {
            Ok(Some(length)) if length > MAX_LINE_BYTES => Event::LongLine(length),
            Ok(Some(_)) => Event::Line(line),
            Ok(None) => Event::EndOfInput,
            Err(error) => Event::Unreadable(error),
        };
        let is_last = matches!(event, Event::EndOfInput | Event::Unreadable(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Dispatches requests and keeps track of running searches.
struct Engine {
    events: SyncSender<Event>,
    running: Vec<Running>,
}

struct Running {
    id: Id,
    stop: Arc<AtomicBool>,
    is_unlimited: bool,
}

/// Reads a line without its line break, keeping at most [`MAX_LINE_BYTES`] of it, and returns its full length.
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

/// An error response.
struct RequestError {
    code: &'static str,
    message: String,
    /// Additional fields of the error: `rule`, `reason`, `index`.
    details: Map<String, Value>,
}

impl RequestError {
    fn new(code: &'static str, message: impl Into<String>) -> RequestError {
        RequestError { code, message: message.into(), details: Map::new() }
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> RequestError {
        self.details.insert(name.to_string(), value.into());
        self
    }
}

impl Engine {
    /// Answers a line, or starts a search that answers later.
    fn answer(&mut self, line: &[u8]) -> Option<Reply> {
        let (id, request) = match Request::parse(line) {
            Ok(request) => request,
            Err(error) => return Some(Reply::new(None, Err(error))),
        };
        let result = request.text("do").and_then(|what| match what.as_str() {
            "best" => self.start_search(&id, Task::best(&request)),
            "analyse" => self.start_search(&id, Task::analyse(&request)),
            "stop" => self.stop(&request).map(Some),
            other => perform(other, &request).map(Some),
        });
        result.transpose().map(|answer| Reply::new(Some(id), answer))
    }

    /// Starts a search, which sends its own answers.
    fn start_search(
        &mut self,
        id: &Id,
        task: Result<Task, RequestError>,
    ) -> Result<Option<Map<String, Value>>, RequestError> {
        let task = task?;
        if self.running.iter().any(|running| running.id == *id) {
            return Err(RequestError::new("bad_request", "a search with this id is already running"));
        }
        if self.running.len() >= MAX_RUNNING {
            return Err(RequestError::new("busy", format!("{MAX_RUNNING} searches are already running")));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running.push(Running { id: id.clone(), stop: Arc::clone(&stop), is_unlimited: task.is_unlimited() });
        let (id, events) = (id.clone(), self.events.clone());
        std::thread::spawn(move || task.run(&id, &stop, &events));
        Ok(None)
    }

    fn stop(&self, request: &Request) -> Result<Map<String, Value>, RequestError> {
        let Ok(Some(target)) = request.id("target") else {
            return Err(RequestError::new("bad_request", "the field \"target\" must be the id of a request"));
        };
        let found = self.running.iter().find(|running| running.id == target);
        if let Some(running) = found {
            running.stop.store(true, Ordering::Relaxed);
        }
        Ok(fields(json!({ "stopped": found.is_some() })))
    }

    fn stop_unlimited(&self) {
        for running in self.running.iter().filter(|running| running.is_unlimited) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn perform(what: &str, request: &Request) -> Result<Map<String, Value>, RequestError> {
    match what {
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
            let depth = request.get("depth").and_then(|depth| depth.as_u64()).filter(|&depth| depth <= MAX_PERFT_DEPTH);
            let Some(depth) = depth else {
                let message = format!("the field \"depth\" must be an integer from 0 to {MAX_PERFT_DEPTH}");
                return Err(RequestError::new("bad_request", message));
            };
            Ok(fields(json!({ "count": perft(&position, depth as u32) })))
        }
        other => {
            let short: String = other.chars().take(24).collect();
            Err(RequestError::new(
                "unknown_request",
                format!("unknown request {short:?}; known requests are moves, play, perft, best, analyse, stop"),
            ))
        }
    }
}

/// Returns the fields of an object built with `json!`.
fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn position_field(request: &Request) -> Result<Position, RequestError> {
    read_position(&request.text("position")?).map_err(|error| {
        let response = RequestError::new("bad_position", error.to_string());
        match error {
            ReadPositionError::Text(_) => response,
            ReadPositionError::Arrangement(error) => match error.problems().first() {
                Some(problem) => response.with("rule", problem.rule()),
                None => response,
            },
        }
    })
}

fn play_moves(position: &mut Position, request: &Request) -> Result<(), RequestError> {
    let expected =
        || RequestError::new("bad_request", "the field \"moves\" is required and must be an array of strings");
    let Some(Value::Array(moves)) = request.get("moves") else { return Err(expected()) };
    for (index, text) in moves.iter().enumerate() {
        let text = text.as_str().ok_or_else(expected)?;
        let mv: Move =
            text.parse().map_err(|error| RequestError::new("bad_move", format!("{error}")).with("index", index))?;
        position.play(mv).map_err(|reason| {
            RequestError::new("illegal_move", format!("{mv}: {reason}"))
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
