//! Runs the cases and prints the table.

use std::env;
use std::time::Instant;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream;

/// How many cases run at the same time. They mostly wait.
const AT_ONCE: usize = 3;

/// One way to abuse the server.
pub(crate) struct Case {
    /// A short name, unique, as in docs/security.md.
    pub(crate) name: &'static str,
    /// What someone or something does to the server.
    pub(crate) attempt: &'static str,
    /// Whether it takes too long for `cargo xtask test`.
    pub(crate) long: bool,
    /// Runs the case. Returns what the server did, and panics if that was wrong.
    pub(crate) run: fn() -> BoxFuture<'static, Outcome>,
}

/// How a case ended, if it did not panic.
pub(crate) enum Outcome {
    /// The server did what it should, in a few words.
    Withstood(String),
    /// The case cannot be run on this machine, and why.
    Skipped(&'static str),
}

/// Shortens the definition of a case: its name, what is attempted, and the function that does it.
macro_rules! case {
    ($name:literal, $attempt:literal, $run:path) => {
        crate::suite::Case { name: $name, attempt: $attempt, long: false, run: || Box::pin($run()) }
    };
    (long $name:literal, $attempt:literal, $run:path) => {
        crate::suite::Case { name: $name, attempt: $attempt, long: true, run: || Box::pin($run()) }
    };
}
pub(crate) use case;

/// Shortens the usual result.
pub(crate) fn withstood(what: impl Into<String>) -> Outcome {
    Outcome::Withstood(what.into())
}

struct Row {
    case: Case,
    what: String,
    seconds: f64,
    failed: bool,
}

/// Runs the chosen cases and prints a table of all of them.
///
/// # Panics
/// If a case failed.
pub(crate) async fn run(cases: Vec<Case>) {
    let wanted = env::var("SHANGRILA_ABUSE").unwrap_or_default();
    let chosen = cases.into_iter().filter(|case| match wanted.as_str() {
        "" => !case.long,
        "all" => true,
        name => case.name == name,
    });
    let mut rows: Vec<(usize, Row)> = stream::iter(chosen.enumerate())
        .map(|(index, case)| async move { (index, run_one(case).await) })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    rows.sort_by_key(|(index, _)| *index);
    assert!(!rows.is_empty(), "there is no case named {wanted}");
    println!("\n{}", table(rows.iter().map(|(_, row)| row)));
    let failed: Vec<&str> = rows.iter().filter(|(_, row)| row.failed).map(|(_, row)| row.case.name).collect();
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

async fn run_one(case: Case) -> Row {
    let began = Instant::now();
    // In a task of its own, so that a failed assertion ends this case only.
    let (what, failed) = match tokio::spawn((case.run)()).await {
        Ok(Outcome::Withstood(what)) => (what, false),
        Ok(Outcome::Skipped(why)) => (format!("skipped: {why}"), false),
        Err(error) => {
            let panic = error.into_panic();
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panicked");
            (format!("FAILED: {}", message.lines().next().unwrap_or_default()), true)
        }
    };
    Row { case, what, seconds: began.elapsed().as_secs_f64(), failed }
}

fn table<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    let rows: Vec<&Row> = rows.collect();
    let width = |column: fn(&Row) -> &str, heading: &str| {
        rows.iter().map(|row| column(row).chars().count()).max().unwrap_or(0).max(heading.len())
    };
    let (name, attempt) = (width(|row| row.case.name, "case"), width(|row| row.case.attempt, "attempt"));
    let mut text = format!("{:name$}  {:attempt$}  {:>6}  outcome\n", "case", "attempt", "time");
    for row in rows {
        text +=
            &format!("{:name$}  {:attempt$}  {:>4.1} s  {}\n", row.case.name, row.case.attempt, row.seconds, row.what);
    }
    text
}
