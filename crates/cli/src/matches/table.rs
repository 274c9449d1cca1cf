//! Reports the results of a match as tables or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use crate::commands::counted;

use super::runner::Finish;
use super::schedule::Schedule;
use super::sprt::{Test, Verdict};
use super::statistics::Estimate;
use super::tally::{Summary, Tally};

/// Everything that is reported at the end of a match.
pub(crate) struct Report<'a> {
    pub(crate) schedule: &'a Schedule,
    pub(crate) tally: &'a Tally,
    /// The number of games asked for, before rounding up to complete rounds.
    pub(crate) asked: u64,
    pub(crate) threads: usize,
    pub(crate) cores: usize,
    pub(crate) elapsed: Duration,
    pub(crate) finish: &'a Finish,
    /// The sequential test, if one was requested.
    pub(crate) test: Option<Test>,
}

const SEAT_NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

const WINS_BY_SEAT: &str = "win % by seat";
const THINKING_TIME: &str = "thinking time";

impl Report<'_> {
    /// Writes the results as tables.
    pub(crate) fn write_tables(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_head(out)?;
        let tally = self.tally;
        if tally.games == 0 {
            return writeln!(out, "no complete round was played, so there are no results");
        }
        let lines: Vec<(String, Summary)> =
            tally.summaries().into_iter().map(|line| (format!("{} {}", line.letters, line.spec), line)).collect();
        let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(THINKING_TIME.len());
        self.write_wins(out, &lines, width)?;
        self.write_thinking(out, &lines, width)?;
        self.write_seats(out, &lines, width)?;
        let turns = tally.turns as f64 / tally.games as f64;
        let Tally { last_stone, all_passed, shared, .. } = tally;
        writeln!(out, "\n{turns:.1} turns per game; shared victories: {shared}")?;
        writeln!(out, "games ended by the last stone: {last_stone}, by everyone passing: {all_passed}")?;
        match self.test {
            Some(test) => writeln!(out, "\nafter {} games, {test}", tally.games),
            None => Ok(()),
        }
    }

    fn write_wins(&self, out: &mut impl Write, lines: &[(String, Summary)], width: usize) -> io::Result<()> {
        let par = format!("par {:.1}%", 100.0 * self.tally.par());
        writeln!(out, "\n{par:<width$}   win %   95% interval  masters  place         rating")?;
        for (name, line) in lines {
            let Estimate { mean, low, high } = percent(line.share);
            write!(out, "{name:<width$}  {mean:>6.1}  {low:>5.1} … {high:>5.1}")?;
            write!(out, "  {:>7.2}  {:>5.2}", line.masters, line.place)?;
            match line.rating {
                Some((rating, uncertainty)) => writeln!(out, "  {rating:>6.2} ± {uncertainty:>4.2}")?,
                None => writeln!(out)?,
            }
        }
        Ok(())
    }

    fn write_thinking(&self, out: &mut impl Write, lines: &[(String, Summary)], width: usize) -> io::Result<()> {
        let given = self.schedule.limits;
        let beyond = if given.time.is_some() { "   overrun" } else { "" };
        write!(out, "\n{:<width$}   turns   moves/s   mean ms    p99 ms{beyond}    max ms  visits\n", THINKING_TIME)?;
        for (name, line) in lines {
            let Some(times) = line.times else { continue };
            write!(out, "{name:<width$} {:>7}  {:>8}", times.turns, rate(1.0 / times.mean))?;
            write!(out, "  {:>8.3}  {:>8.3}", 1000.0 * times.mean, 1000.0 * times.percentile_99)?;
            if given.time.is_some()
                && let Some(limit) = line.spec.limits(given).time
            {
                write!(out, "  {:>+8.1}", 1000.0 * (times.percentile_99 - limit.as_secs_f64()))?;
            }
            writeln!(out, "  {:>8.3}  {:>6.0}", 1000.0 * times.longest, line.visits)?;
        }
        Ok(())
    }

    fn write_seats(&self, out: &mut impl Write, lines: &[(String, Summary)], width: usize) -> io::Result<()> {
        let mut rows: Vec<(&str, Vec<f64>)> =
            lines.iter().map(|(name, line)| (name.as_str(), line.seats.clone())).collect();
        let any_bot = self.tally.seat_shares();
        rows.push(("any bot", any_bot.iter().map(|share| share.mean).collect()));
        rows.push(("  95% low", any_bot.iter().map(|share| share.low).collect()));
        rows.push(("  95% high", any_bot.iter().map(|share| share.high).collect()));
        write!(out, "\n{WINS_BY_SEAT:<width$}")?;
        for seat in &SEAT_NAMES[..self.schedule.bots.len()] {
            write!(out, "  {seat:>6}")?;
        }
        writeln!(out)?;
        for (name, shares) in rows {
            write!(out, "{name:<width$}")?;
            for share in shares {
                write!(out, "  {:>6.1}", 100.0 * share)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_head(&self, out: &mut impl Write) -> io::Result<()> {
        let Report { schedule, tally, .. } = self;
        let rotations = schedule.rotations();
        let rounds = counted(tally.rounds(), "round");
        write!(out, "{} games in {rounds} of {rotations} rotations", tally.games)?;
        if schedule.games() != self.asked {
            write!(out, " ({} requested, {} make complete rounds)", self.asked, schedule.games())?;
        }
        write!(out, ", openings {}, seed {}", schedule.openings, schedule.seed)?;
        if let Some(time) = schedule.limits.time {
            write!(out, ", {} ms per move", time.as_millis())?;
        }
        if let Some(visits) = schedule.limits.visits {
            write!(out, ", {visits} visits per move")?;
        }
        writeln!(out, ", {}, {:.1} s", counted(self.threads, "thread"), self.elapsed.as_secs_f64())?;
        if self.threads > self.cores {
            writeln!(out, "warning: {} threads on {} cores, so bots slow each other down", self.threads, self.cores)?;
        }
        match self.finish {
            Finish::Interrupted => {
                writeln!(
                    out,
                    "interrupted: {} of {} games are in complete rounds and count",
                    tally.games,
                    schedule.games()
                )
            }
            Finish::Fault(_) => writeln!(out, "a bot played an illegal move; the rounds before it count"),
            Finish::Complete | Finish::Enough => Ok(()),
        }
    }

    /// Returns the results as a JSON object, with shares from 0 to 1 and times in milliseconds.
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
            "sprt": self.test.map(json_test),
        })
    }

    fn json_line(&self, line: &Summary) -> Value {
        let limit = line.spec.limits(self.schedule.limits).time;
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

fn json_test(test: Test) -> Value {
    let verdict = match test.verdict {
        Verdict::Low => "h0",
        Verdict::High => "h1",
        Verdict::Open => "open",
    };
    json!({
        "h0": test.hypotheses.low,
        "h1": test.hypotheses.high,
        "log_likelihood_ratio": test.log_likelihood_ratio,
        "bound": test.bound,
        "verdict": verdict,
    })
}

fn percent(estimate: Estimate) -> Estimate {
    let Estimate { mean, low, high } = estimate;
    Estimate { mean: 100.0 * mean, low: 100.0 * low, high: 100.0 * high }
}

/// Formats a rate to about three digits.
fn rate(per_second: f64) -> String {
    if per_second < 100.0 { format!("{per_second:.1}") } else { format!("{per_second:.0}") }
}
