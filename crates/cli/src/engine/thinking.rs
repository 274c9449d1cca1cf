//! The search requests `best` and `analyse`. Each runs in its own thread and reports through events.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Map, Value, json};
use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Analysis, Budget, Clock, Level, Limits, Outlook, Params, Search, Stopwatch, only_move};
use shangrila_rules::{PerClan, Position, Seats};

use super::request::{Id, Request};
use super::{Event, RequestError, fields, position_field};

/// The most lines an analysis can report.
const MAX_LINES: u64 = 1000;
/// One day.
const MAX_TIME_MS: u64 = 86_400_000;
const MAX_THREADS: u64 = 256;
/// One terabyte, in MB.
const MAX_MEMORY: u64 = 1 << 20;
const DEFAULT_MEMORY: u64 = 512;
const DEFAULT_LINES: u64 = 5;

/// A validated search request.
pub(super) struct Task {
    position: Position,
    limits: Limits,
    params: Params,
    level: Level,
    report: Report,
}

enum Report {
    Best,
    Analysis { lines: usize, interval: Option<Duration> },
}

impl Task {
    /// Reads a `best` request.
    pub(super) fn best(request: &Request) -> Result<Task, RequestError> {
        let task = Task::read(request, Report::Best)?;
        if task.is_unlimited() {
            return Err(RequestError::new(
                "bad_request",
                "best needs at least one of \"level\", \"visits\" and \"time_ms\"",
            ));
        }
        Ok(task)
    }

    /// Reads an `analyse` request.
    pub(super) fn analyse(request: &Request) -> Result<Task, RequestError> {
        let lines = integer_field(request, "lines", 1, MAX_LINES)?.unwrap_or(DEFAULT_LINES) as usize;
        let interval = integer_field(request, "interval_ms", 10, MAX_TIME_MS)?.map(Duration::from_millis);
        Task::read(request, Report::Analysis { lines, interval })
    }

    fn read(request: &Request, report: Report) -> Result<Task, RequestError> {
        let position = position_field(request)?;
        let visits = integer_field(request, "visits", 1, u64::from(u32::MAX))?.map(|visits| visits as u32);
        let time = integer_field(request, "time_ms", 1, MAX_TIME_MS)?.map(Duration::from_millis);
        let mut limits = Limits { visits, time };
        let mut params = Params {
            seed: integer_field(request, "seed", 0, u64::MAX)?.unwrap_or(0),
            threads: integer_field(request, "threads", 1, MAX_THREADS)?.unwrap_or(1) as usize,
            memory: (integer_field(request, "memory_mb", 1, MAX_MEMORY)?.unwrap_or(DEFAULT_MEMORY) as usize) << 20,
            ..Params::default()
        };
        let mut level = Level::STRONGEST;
        if let Some(asked) = request.get("level") {
            let unknown = |message: String| RequestError::new("bad_request", format!("the field \"level\": {message}"));
            let name = asked.as_str().ok_or_else(|| unknown("must be a string".to_string()))?;
            level = name.parse().map_err(|error| unknown(format!("{error}")))?;
            if limits == Limits::default() {
                limits = level.limits();
            }
            limits = level.restrict(limits);
            params = level.params(params);
        }
        Ok(Task { position, limits, params, level, report })
    }

    /// Returns whether only a `stop` ends the search.
    pub(super) fn is_unlimited(&self) -> bool {
        self.limits == Limits::default()
    }

    /// Searches and sends reports; the last one is final.
    pub(super) fn run(self, id: &Id, stop: &Arc<AtomicBool>, events: &SyncSender<Event>) {
        let clock = Stopwatch::start();
        // With a forced move or a finished game, two visits are enough.
        let limits = if self.position.is_over() || only_move(&self.position).is_some() {
            Limits::visits(2)
        } else {
            self.limits
        };
        let mut search = Search::new(&self.position, self.params, network_evaluator);
        let interval = match self.report {
            Report::Analysis { interval, .. } => interval,
            Report::Best => None,
        };
        let mut next_report = interval;
        loop {
            let time = [limits.time, next_report].into_iter().flatten().min();
            search.run(&Budget { limits: Limits { time, ..limits }, clock: &clock, stop });
            let out_of_time = limits.time.is_some_and(|time| clock.elapsed() >= time);
            let out_of_visits = limits.visits.is_some_and(|visits| search.visits() >= visits);
            if next_report.is_none()
                || out_of_time
                || out_of_visits
                || search.is_settled()
                || stop.load(Ordering::Relaxed)
            {
                break;
            }
            next_report = next_report.zip(interval).map(|(last, interval)| last + interval);
            let report = Event::Report { id: id.clone(), fields: self.answer(&mut search, true), is_final: false };
            if events.send(report).is_err() {
                return;
            }
        }
        // The receiver is gone only when the engine has ended, and then nobody needs the report.
        let _ = events.send(Event::Report { id: id.clone(), fields: self.answer(&mut search, false), is_final: true });
    }

    fn answer(&self, search: &mut Search, partial: bool) -> Map<String, Value> {
        let seats = self.position.seats();
        match self.report {
            Report::Best => {
                let mv = self.level.choose(search, &mut Rng::with_seed(self.params.seed));
                let analysis = search.analysis(0);
                let mut answer = fields(json!({ "move": mv.map(|mv| mv.to_string()) }));
                answer.extend(outlook(seats, &analysis.outlook));
                answer.insert("visits".to_string(), analysis.visits.into());
                answer.insert("proved".to_string(), analysis.outlook.proved.into());
                answer
            }
            Report::Analysis { lines, .. } => {
                let Analysis { outlook: expected, visits, lines } = search.analysis(lines);
                let mut answer = fields(json!({ "partial": partial }));
                answer.insert("move".to_string(), lines.first().map(|line| line.mv.to_string()).into());
                answer.extend(outlook(seats, &expected));
                answer.insert("visits".to_string(), visits.into());
                answer.insert("proved".to_string(), expected.proved.into());
                let lines = lines.iter().map(|line| {
                    let mut object = fields(json!({ "move": line.mv.to_string(), "visits": line.visits }));
                    object.extend(outlook(seats, &line.outlook));
                    object.insert("proved".to_string(), line.outlook.proved.into());
                    let variation: Vec<String> = line.variation.iter().map(ToString::to_string).collect();
                    object.insert("variation".to_string(), variation.into());
                    Value::Object(object)
                });
                answer.insert("lines".to_string(), lines.collect());
                answer
            }
        }
    }
}

fn outlook(seats: Seats, outlook: &Outlook) -> Map<String, Value> {
    let by_clan = |values: &PerClan<f32>, digits: f64| {
        let rounded = |value: f32| (f64::from(value) * digits).round() / digits;
        let named = seats.iter().map(|clan| (clan.letter().to_string(), json!(rounded(values[clan]))));
        Value::Object(named.collect())
    };
    fields(json!({ "values": by_clan(&outlook.wins, 1e4), "scores": by_clan(&outlook.masters, 1e2) }))
}

/// Returns an optional integer field.
fn integer_field(request: &Request, name: &str, from: u64, to: u64) -> Result<Option<u64>, RequestError> {
    match request.get(name) {
        None => Ok(None),
        Some(value) => match value.as_u64().filter(|number| (from..=to).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(RequestError::new(
                "bad_request",
                format!("the field {name:?} must be an integer from {from} to {to}"),
            )),
        },
    }
}
