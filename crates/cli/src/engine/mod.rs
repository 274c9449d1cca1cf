//! The engine protocol: one JSON object a line in, one or more out (`docs/engine-protocol.md`).

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

/// A longer line is skipped and answered with an error. A whole game takes a few thousand bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Deeper counts would take longer than anyone waits.
const MAX_PERFT_DEPTH: u64 = 20;

/// Searches at the same time; more are refused.
const MAX_RUNNING: usize = 64;

/// Lines and reports that wait for the engine to take them; who sends more waits.
const MAX_WAITING: usize = 64;

/// What the engine reacts to. One thread reads lines, others search; only the engine itself writes.
enum Event {
    Line(Vec<u8>),
    /// A line that was too long, and how long it was.
    LongLine(usize),
    Unreadable(std::io::Error),
    EndOfInput,
    /// A search has something to say.
    Report {
        id: Id,
        fields: Map<String, Value>,
        is_final: bool,
    },
}

/// Answers requests until the input ends and all searches with a limit are done.
pub(crate) fn run(input: impl BufRead + Send + 'static, out: &mut impl Write) -> Result<(), Failure> {
    let (events, inbox) = std::sync::mpsc::sync_channel(MAX_WAITING);
    let reader_events = events.clone();
    std::thread::spawn(move || read_lines(input, &reader_events));
    let mut engine = Engine { events, running: Vec::new() };
    let mut input_ended = false;
    while !(input_ended && engine.running.is_empty()) {
        let Ok(event) = inbox.recv() else { break };
        let answer = match event {
            Event::Line(line) => engine.answer(&line),
            Event::LongLine(length) => {
                let message = format!("the line has {length} bytes, at most {MAX_LINE_BYTES} are read");
                Some(Reply::new(None, Err(Refusal::new("line_too_long", message))))
            }
            Event::Unreadable(error) => return Err(refused(format!("cannot read requests: {error}"))),
            Event::EndOfInput => {
                input_ended = true;
                engine.stop_endless();
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

/// The searches that are running.
struct Engine {
    events: SyncSender<Event>,
    running: Vec<Running>,
}

struct Running {
    id: Id,
    stop: Arc<AtomicBool>,
    is_endless: bool,
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

impl Engine {
    /// Answers a line, or begins to: a search answers later.
    fn answer(&mut self, line: &[u8]) -> Option<Reply> {
        let (id, request) = match Request::parse(line) {
            Ok(request) => request,
            Err(refusal) => return Some(Reply::new(None, Err(refusal))),
        };
        let done = request.text("do").and_then(|what| match what.as_str() {
            "best" => self.begin(&id, Task::best(&request)),
            "analyse" => self.begin(&id, Task::analyse(&request)),
            "stop" => self.stop(&request).map(Some),
            other => perform(other, &request).map(Some),
        });
        done.transpose().map(|answer| Reply::new(Some(id), answer))
    }

    /// Starts a search, which will answer itself.
    fn begin(&mut self, id: &Id, task: Result<Task, Refusal>) -> Result<Option<Map<String, Value>>, Refusal> {
        let task = task?;
        if self.running.iter().any(|running| running.id == *id) {
            return Err(Refusal::new("bad_request", "a search with this id is running"));
        }
        if self.running.len() >= MAX_RUNNING {
            return Err(Refusal::new("busy", format!("{MAX_RUNNING} searches are running")));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running.push(Running { id: id.clone(), stop: Arc::clone(&stop), is_endless: task.is_endless() });
        let (id, events) = (id.clone(), self.events.clone());
        std::thread::spawn(move || task.run(&id, &stop, &events));
        Ok(None)
    }

    fn stop(&self, request: &Request) -> Result<Map<String, Value>, Refusal> {
        let Ok(Some(target)) = request.id("target") else {
            return Err(Refusal::new("bad_request", "\"target\" must be the id of a request"));
        };
        let found = self.running.iter().find(|running| running.id == target);
        if let Some(running) = found {
            running.stop.store(true, Ordering::Relaxed);
        }
        Ok(fields(json!({ "stopped": found.is_some() })))
    }

    fn stop_endless(&self) {
        for running in self.running.iter().filter(|running| running.is_endless) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn perform(what: &str, request: &Request) -> Result<Map<String, Value>, Refusal> {
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
                let message = format!("depth must be a whole number from 0 to {MAX_PERFT_DEPTH}");
                return Err(Refusal::new("bad_request", message));
            };
            Ok(fields(json!({ "count": perft(&position, depth as u32) })))
        }
        other => {
            let short: String = other.chars().take(24).collect();
            Err(Refusal::new(
                "unknown_request",
                format!("{short:?} is not among moves, play, perft, best, analyse, stop"),
            ))
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

fn position_field(request: &Request) -> Result<Position, Refusal> {
    read_position(&request.text("position")?).map_err(|error| {
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

fn play_moves(position: &mut Position, request: &Request) -> Result<(), Refusal> {
    let wanted = || Refusal::new("bad_request", "the field \"moves\" must be there and be an array of strings");
    let Some(Value::Array(moves)) = request.get("moves") else { return Err(wanted()) };
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
