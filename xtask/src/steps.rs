//! Runs a list of named steps and reports how long each one took.

use std::fs;
use std::time::{Duration, Instant};

/// A named step.
pub(crate) type Step<'a> = (&'a str, &'a dyn Fn() -> Result<(), String>);

/// What a step used.
struct Measured<'a> {
    name: &'a str,
    elapsed: Duration,
    /// Processor time of everything the step started, where the system reports it.
    cpu: Option<Duration>,
    failed: bool,
}

/// Runs the steps in order until one fails, and prints a table of their times either way.
pub(crate) fn run(steps: &[Step<'_>]) -> Result<(), String> {
    let mut measured = Vec::new();
    let mut result = Ok(());
    for (index, &(name, step)) in steps.iter().enumerate() {
        println!("\n=== {}/{} {name}", index + 1, steps.len());
        let (began, cpu_before) = (Instant::now(), cpu_time_of_children());
        result = step().map_err(|message| format!("{name}: {message}"));
        let cpu = cpu_time_of_children().zip(cpu_before).map(|(after, before)| after.saturating_sub(before));
        measured.push(Measured { name, elapsed: began.elapsed(), cpu, failed: result.is_err() });
        if result.is_err() {
            break;
        }
    }
    println!("\n{}", summary(&measured));
    result
}

fn summary(steps: &[Measured<'_>]) -> String {
    let width = steps.iter().map(|step| step.name.chars().count()).max().unwrap_or(0).max("total".len());
    let row = |name: &str, elapsed: Duration, cpu: Option<Duration>, note: &str| {
        let cpu = cpu.map_or("-".to_string(), clock);
        format!("{name:width$}  {:>7}  {cpu:>7}{note}\n", clock(elapsed))
    };
    let mut table = format!("{:width$}  {:>7}  {:>7}\n", "step", "time", "CPU");
    for step in steps {
        table += &row(step.name, step.elapsed, step.cpu, if step.failed { "  failed" } else { "" });
    }
    let cpu = steps.iter().map(|step| step.cpu).sum();
    table + row("total", steps.iter().map(|step| step.elapsed).sum(), cpu, "").trim_end()
}

/// Minutes and seconds: 3:05.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The processor time of all child processes that have ended so far; `None` where there is no `/proc`.
fn cpu_time_of_children() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces. User and system time are fields 16 and 17.
    let (_, fields) = stat.rsplit_once(')')?;
    let times = fields.split_whitespace().skip(13).take(2).map(|field| field.parse::<u64>().ok());
    // Linux reports hundredths of a second to programs, whatever its own clock is.
    Some(Duration::from_millis(times.sum::<Option<u64>>()? * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_lists_every_step_and_the_total() {
        let seconds = Duration::from_secs;
        let steps = [
            Measured { name: "lints", elapsed: seconds(65), cpu: Some(seconds(120)), failed: false },
            Measured { name: "documentation", elapsed: seconds(9), cpu: Some(seconds(3)), failed: true },
        ];
        let lines = [
            "step              time      CPU",
            "lints             1:05     2:00",
            "documentation     0:09     0:03  failed",
            "total             1:14     2:03",
        ];
        assert_eq!(summary(&steps), lines.join("\n"));
    }

    #[test]
    fn a_failing_step_ends_the_run() {
        let never = || -> Result<(), String> { panic!("a step after the failing one ran") };
        let result = run(&[("first", &|| Ok(())), ("second", &|| Err("broken".to_string())), ("third", &never)]);
        assert_eq!(result, Err("second: broken".to_string()));
    }
}
