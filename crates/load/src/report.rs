//! The results next to the goals, and whether everything that was confirmed is stored.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::crowd::Phase;

/// The goals.
const SEATS: usize = 5000;
const P99_MS: f64 = 100.0;
const KILOBYTES: f64 = 40.0;

/// The columns of a table of figures.
pub(crate) const COLUMNS: [&str; 11] = [
    "database",
    "processes",
    "seats",
    "rate",
    "p50_ms",
    "p99_ms",
    "server_us",
    "database_us",
    "seat_kb",
    "commits",
    "moves",
];

/// What the database contains at the end.
pub(crate) struct Stored {
    tables: usize,
    events: i64,
    moves: i64,
}

impl Stored {
    /// Compares the database with what clients have seen: every event of every table, once.
    pub(crate) fn check(
        rows: Vec<(String, i64, i64, i64)>,
        seen: &BTreeMap<String, (u64, usize)>,
    ) -> Result<Stored, String> {
        let stored: BTreeMap<&str, (i64, i64, i64)> =
            rows.iter().map(|(table, count, last, moves)| (table.as_str(), (*count, *last, *moves))).collect();
        for (table, (number, moves)) in seen {
            let expected = (*number as i64, *number as i64, *moves as i64);
            if stored.get(table.as_str()) != Some(&expected) {
                let found = stored.get(table.as_str());
                return Err(format!("table {table}: events, last number and moves are {found:?}, not {expected:?}"));
            }
        }
        let sum = |number: fn(&(i64, i64, i64)) -> i64| stored.values().map(number).sum();
        Ok(Stored { tables: seen.len(), events: sum(|row| row.0), moves: sum(|row| row.2) })
    }
}

/// The measured results.
pub(crate) struct Report {
    pub(crate) processes: u8,
    pub(crate) database: &'static str,
    pub(crate) seats: usize,
    pub(crate) setup: Duration,
    pub(crate) raw: f64,
    pub(crate) memory_before: u64,
    pub(crate) memory_connected: u64,
    pub(crate) memory_seated: u64,
    pub(crate) rate: f64,
    pub(crate) paced: Phase,
    /// Processor time in seconds: of the servers and their database, and of PostgreSQL alone.
    pub(crate) paced_processor: f64,
    pub(crate) paced_database: f64,
    pub(crate) race: Phase,
    pub(crate) race_processor: f64,
    /// The bytes that all events take in PostgreSQL.
    pub(crate) event_bytes: Option<i64>,
    pub(crate) stored: Stored,
}

impl Report {
    fn kilobytes(&self, memory: u64) -> f64 {
        memory.saturating_sub(self.memory_before) as f64 / 1000.0 / self.seats as f64
    }

    /// Processor time that a move costs at the given rate, in microseconds: of the servers, and of PostgreSQL.
    fn cost(&self) -> [f64; 2] {
        let moves = self.paced.moves.max(1) as f64;
        [self.paced_processor - self.paced_database, self.paced_database].map(|seconds| seconds * 1e6 / moves)
    }

    /// Adds the figures to a table.
    pub(crate) fn record(&self, table: &Path) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", table.display());
        let is_new = !table.exists();
        let mut file = File::options().create(true).append(true).open(table).map_err(failed)?;
        if is_new {
            writeln!(file, "{}", COLUMNS.join(",")).map_err(failed)?;
        }
        let [servers, database] = self.cost();
        let figures = [
            milliseconds(&self.paced.times.sent, 50.0),
            milliseconds(&self.paced.times.sent, 99.0),
            servers,
            database,
            self.kilobytes(self.memory_seated),
            self.raw,
            self.race.rate(),
        ];
        let figures = figures.map(|figure| format!("{figure:.1}")).join(",");
        let (name, processes, seats, rate) = (self.database, self.processes, self.seats, self.rate);
        writeln!(file, "{name},{processes},{seats},{rate:.0},{figures}").map_err(failed)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = |met: bool| if met { "met" } else { "MISSED" };
        let seated = self.kilobytes(self.memory_seated);
        let p99 = milliseconds(&self.paced.times.sent, 99.0);
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        writeln!(
            f,
            "\n{} with {} process(es), {} connections at {} tables, ready after {:.0} s",
            self.database,
            self.processes,
            self.seats,
            self.seats / 4,
            self.setup.as_secs_f64()
        )?;
        writeln!(f, "\nmemory of the server")?;
        writeln!(f, "  without connections         {:8.1} MB", megabytes(self.memory_before))?;
        writeln!(f, "  all connected               {:8.1} MB", megabytes(self.memory_connected))?;
        writeln!(f, "  all seated, games begun     {:8.1} MB", megabytes(self.memory_seated))?;
        writeln!(f, "  a connection                {:8.1} kB", self.kilobytes(self.memory_connected))?;
        writeln!(f, "  a connection with its share of a table {seated:.1} kB")?;
        writeln!(f, "\nms from a move to its event         p50      p90      p99      max")?;
        row(f, &format!("at {:.0} moves/s", self.rate), &self.paced.times.sent)?;
        row(f, "  from when it was due", &self.paced.times.due)?;
        row(f, "as fast as possible", &self.race.times.sent)?;
        writeln!(f, "\ndurable moves a second")?;
        writeln!(f, "  the disk, one by one        {:8.0}", self.raw)?;
        writeln!(f, "  the server, paced           {:8.0}", self.paced.rate())?;
        writeln!(f, "  the server, as fast as possible {:4.0}", self.race.rate())?;
        writeln!(f, "  beside single commits       {:8.2}×", self.race.rate() / self.raw)?;
        let share = |processor: f64, phase: &Phase| 100.0 * processor / phase.took.as_secs_f64();
        writeln!(
            f,
            "\nprocessor of the server: {:.0} % of a core paced, {:.0} % as fast as possible",
            share(self.paced_processor, &self.paced),
            share(self.race_processor, &self.race)
        )?;
        let [servers, database] = self.cost();
        writeln!(f, "a move costs {servers:.0} µs of the servers and {database:.0} µs of the database process, paced")?;
        if let Some(bytes) = self.event_bytes {
            writeln!(f, "an event takes {:.0} bytes in PostgreSQL", bytes as f64 / self.stored.events.max(1) as f64)?;
        }
        writeln!(
            f,
            "{} moves at {} tables are stored, each once, as the clients saw them\n",
            self.stored.moves, self.stored.tables
        )?;
        writeln!(f, "goals")?;
        writeln!(f, "  {SEATS} connections                     {}", goal(self.seats >= SEATS))?;
        writeln!(f, "  99 % within {P99_MS:.0} ms at {:.0} moves/s   {}", self.rate, goal(p99 < P99_MS))?;
        writeln!(f, "  more moves than single commits       {}", goal(self.race.rate() > self.raw))?;
        writeln!(f, "  less than {KILOBYTES:.0} kB a connection        {}", goal(seated < KILOBYTES))
    }
}

fn milliseconds(times: &Histogram<u64>, percentile: f64) -> f64 {
    times.value_at_percentile(percentile) as f64 / 1000.0
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, times: &Histogram<u64>) -> fmt::Result {
    write!(f, "  {name:<28}")?;
    for percentile in [50.0, 90.0, 99.0, 100.0] {
        write!(f, " {:8.1}", milliseconds(times, percentile))?;
    }
    writeln!(f)
}
