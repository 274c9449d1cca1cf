//! The results of a match as a table for people and as JSON for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::runner::Finish;
use super::schedule::Schedule;
use super::statistics::Estimate;
use super::tally::{Summary, Tally};

/// All that is reported at the end.
pub(crate) struct Report<'a> {
    pub(crate) schedule: &'a Schedule,
    pub(crate) tally: &'a Tally,
    /// Games that were wanted, before whole rounds were made of them.
    pub(crate) asked: u64,
    pub(crate) threads: usize,
    pub(crate) cores: usize,
    pub(crate) elapsed: Duration,
    pub(crate) finish: &'a Finish,
}

const SEAT_NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

impl Report<'_> {
    /// Writes the table.
    pub(crate) fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let Report { schedule, tally, .. } = self;
        self.write_head(out)?;
        if tally.games == 0 {
            return writeln!(out, "no whole round was played, so there is nothing to count");
        }
        let summaries = tally.summaries();
        let name = |line: &Summary| format!("{} {}", line.letters, line.spec);
        let width = summaries.iter().map(|line| name(line).chars().count()).max().unwrap_or(0).max(8);
        let par = 100.0 * tally.par();

        writeln!(out, "\n{:<width$}  wins %   95 % interval  masters  place         rating", format!("par {par:.1}"))?;
        for line in &summaries {
            let Estimate { mean, low, high } = percent(line.share);
            write!(out, "{:<width$}  {mean:>6.1}   {low:>5.1} … {high:>5.1}", name(line))?;
            write!(out, "  {:>7.2}  {:>5.2}", line.masters, line.place)?;
            match line.rating {
                Some((rating, uncertainty)) => writeln!(out, "  {rating:>6.2} ± {uncertainty:.2}")?,
                None => writeln!(out)?,
            }
        }

        let limit = schedule.limits.time;
        let beyond = if limit.is_some() { "  99 % beyond" } else { "" };
        writeln!(out, "\n{:<width$}    turns   moves/s  mean ms   99 % ms    max ms{beyond}  visits", "thinking")?;
        for line in &summaries {
            let Some(times) = line.times else { continue };
            write!(out, "{:<width$}  {:>7}  {:>8}", name(line), times.turns, rate(1.0 / times.mean))?;
            for seconds in [times.mean, times.percentile_99, times.longest] {
                write!(out, "  {:>8.3}", 1000.0 * seconds)?;
            }
            if let Some(limit) = limit {
                write!(out, "  {:>+10.3} ms", 1000.0 * (times.percentile_99 - limit.as_secs_f64()))?;
            }
            writeln!(out, "  {:>6.0}", line.visits)?;
        }

        let seats = &SEAT_NAMES[..schedule.bots.len()];
        write!(out, "\n{:<width$}", "wins % by seat")?;
        for seat in seats {
            write!(out, "  {seat:>6}")?;
        }
        writeln!(out)?;
        let pad = width.max("wins % by seat".len());
        for line in &summaries {
            write!(out, "{:<pad$}", name(line))?;
            for share in &line.seats {
                write!(out, "  {:>6.1}", 100.0 * share)?;
            }
            writeln!(out)?;
        }
        let shares: Vec<Estimate> = tally.seat_shares().into_iter().map(percent).collect();
        for (what, value) in
            [("all", (|share| share.mean) as fn(&Estimate) -> f64), ("  from", |s| s.low), ("  to", |s| s.high)]
        {
            write!(out, "{what:<pad$}")?;
            for share in &shares {
                write!(out, "  {:>6.1}", value(share))?;
            }
            writeln!(out)?;
        }

        let turns = tally.turns as f64 / tally.games as f64;
        writeln!(
            out,
            "\n{turns:.1} turns a game; {} ended with the last stone, {} because every clan passed; {} shared victories",
            tally.last_stone, tally.all_passed, tally.shared
        )
    }

    fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        let Report { schedule, tally, .. } = self;
        let rotations = schedule.rotations();
        write!(out, "{} games in {} rounds of {rotations} rotations", tally.games, tally.rounds())?;
        if schedule.games() != self.asked {
            write!(out, " ({} asked for, {} make whole rounds)", self.asked, schedule.games())?;
        }
        write!(out, ", openings {}, seed {}", schedule.openings, schedule.seed)?;
        if let Some(time) = schedule.limits.time {
            write!(out, ", {} ms a move", time.as_millis())?;
        }
        if let Some(visits) = schedule.limits.visits {
            write!(out, ", {visits} visits a move")?;
        }
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        writeln!(out, ", {} {threads}, {:.1} s", self.threads, self.elapsed.as_secs_f64())?;
        if self.threads > self.cores {
            writeln!(out, "with {} threads on {} cores, bots take time from each other", self.threads, self.cores)?;
        }
        match self.finish {
            Finish::Interrupted => {
                writeln!(out, "interrupted: {} of {} games count, in whole rounds", tally.games, schedule.games())
            }
            Finish::Fault(_) => writeln!(out, "a bot broke the rules: the rounds before it count"),
            Finish::Complete | Finish::Enough => Ok(()),
        }
    }

    /// The same as a JSON object. Shares are between 0 and 1, times in milliseconds.
    pub(crate) fn json(&self) -> Value {
        let Report { schedule, tally, .. } = self;
        let bots: Vec<Value> = tally.summaries().iter().map(|line| self.json_line(line)).collect();
        let seats: Vec<Value> = tally.seat_shares().into_iter().map(json_estimate).collect();
        let finish = match self.finish {
            Finish::Complete => "complete",
            Finish::Enough => "decided",
            Finish::Interrupted => "interrupted",
            Finish::Fault(_) => "fault",
        };
        json!({
            "games": tally.games,
            "games_asked": self.asked,
            "games_planned": schedule.games(),
            "rounds": tally.rounds(),
            "finish": finish,
            "openings": schedule.openings.to_string(),
            "seed": schedule.seed,
            "time_ms": schedule.limits.time.map(|time| time.as_millis() as u64),
            "visits": schedule.limits.visits,
            "threads": self.threads,
            "seconds": self.elapsed.as_secs_f64(),
            "par": tally.par(),
            "bots": bots,
            "seats": seats,
            "turns_per_game": tally.turns as f64 / tally.games.max(1) as f64,
            "ended": { "last_stone": tally.last_stone, "all_passed": tally.all_passed },
            "shared_victories": tally.shared,
        })
    }

    fn json_line(&self, line: &Summary) -> Value {
        let limit = self.schedule.limits.time;
        let times = line.times.map(|times| {
            json!({
                "turns": times.turns,
                "moves_per_second": 1.0 / times.mean,
                "mean_ms": 1000.0 * times.mean,
                "percentile_99_ms": 1000.0 * times.percentile_99,
                "max_ms": 1000.0 * times.longest,
                "percentile_99_beyond_limit_ms": limit.map(|limit| 1000.0 * (times.percentile_99 - limit.as_secs_f64())),
                "visits_per_move": line.visits,
            })
        });
        json!({
            "letters": line.letters,
            "bot": line.spec.to_string(),
            "wins": json_estimate(line.share),
            "masters": line.masters,
            "place": line.place,
            "rating": line.rating.map(|(rating, uncertainty)| json!({ "mean": rating, "uncertainty": uncertainty })),
            "wins_by_seat": line.seats,
            "thinking": times,
        })
    }
}

fn json_estimate(estimate: Estimate) -> Value {
    json!({ "mean": estimate.mean, "low": estimate.low, "high": estimate.high })
}

fn percent(estimate: Estimate) -> Estimate {
    let Estimate { mean, low, high } = estimate;
    Estimate { mean: 100.0 * mean, low: 100.0 * low, high: 100.0 * high }
}

/// A rate with about three digits.
fn rate(a_second: f64) -> String {
    if a_second < 100.0 { format!("{a_second:.1}") } else { format!("{a_second:.0}") }
}
