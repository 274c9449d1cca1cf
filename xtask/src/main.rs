//! `cargo xtask`: every task in this repository, from playing to measuring, on a fresh machine too.

#![forbid(unsafe_code)]

mod background;
mod dist;
mod fuzz;
mod play;
mod playthroughs;
mod process;
mod python;
mod steps;
mod test;
mod tidy;
mod tools;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Play, build, test and measure Shangrila
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the game and play it in the browser
    Play {
        /// Play in the terminal instead
        #[arg(long)]
        terminal: bool,
    },
    /// Build the app for the browser into target/web/dist
    Web {
        /// Build quickly, without optimisations, for working on the app
        #[arg(long)]
        dev: bool,
    },
    /// Run every check: formatting, tidy, lints, tests, the app in a browser, advisories, a short fuzz run
    Test,
    /// Take screenshots of the app into target/pictures
    Pictures {
        /// Only this screen, or in this language (`de`) or size (`844x390`); can be repeated
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
    },
    /// Measure the app: its size, loading time, response time and frame rate
    Figures {
        /// Only these sections, such as `slow-phone`
        #[arg(long)]
        only: Vec<String>,
    },
    /// Play thousands of games on the real server and measure it
    Load {
        /// Number of connections, four at each table
        #[arg(long, value_name = "N", default_value_t = 5000)]
        seats: usize,
        /// Moves per second
        #[arg(long, value_name = "N", default_value_t = 500)]
        rate: u32,
        /// How long to keep up this rate
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u32,
        /// Keep the database, in target/load
        #[arg(long)]
        keep: bool,
        /// Which database: sqlite or postgres
        #[arg(long, value_name = "NAME", default_value = "sqlite")]
        database: String,
        /// How many servers share a PostgreSQL
        #[arg(long, value_name = "N", default_value_t = 1)]
        processes: u8,
        /// Add the figures to docs/scale.csv, and draw them in docs/scale.svg
        #[arg(long)]
        record: bool,
    },
    /// Check that the code follows the rules in the documents
    Tidy {
        /// Record that the protocol documents match the sources they describe
        #[arg(long)]
        accept: bool,
    },
    /// Abuse the real server in every known way and print a table of what came of it
    Abuse {
        /// Only this case
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
    },
    /// Fuzz the parsers and the rules
    Fuzz {
        /// How long to fuzz each target
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u32,
        /// Add inputs that reach new code to the corpus
        #[arg(long)]
        keep: bool,
    },
    /// Build the Python package, install it into a fresh virtual environment and run its tests
    Python {
        /// Measure its speed beside python-chess and OpenSpiel instead
        #[arg(long)]
        bench: bool,
        /// Use the program that `cargo xtask test` has built
        #[arg(long, conflicts_with = "bench")]
        built: bool,
    },
    /// Build what people install into target/packages: static programs, Debian packages, an image, a bill of materials
    Dist {
        /// Only for this processor: amd64, amd64-baseline or arm64; always for this machine's too
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
        /// Afterwards, build everything again in another folder and compare every byte
        #[arg(long)]
        twice: bool,
        /// Test what was built last instead: on older and other processors, and installed in a small Debian
        #[arg(long, conflicts_with_all = ["only", "twice"])]
        test: bool,
    },
    /// Regenerate the golden games in fixtures/playthroughs
    Playthroughs,
    /// Run the long tests: deep perft counts, many games, 1,000 server kills with full disks and failing logs, 300 faults
    /// of several servers on PostgreSQL, 20,000 simulated games, ten minutes of fuzzing, a small training run, cargo-deny,
    /// the packages built twice and installed
    Soak,
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Play { terminal: false } => play::in_browser(),
        Task::Play { terminal: true } => play::in_terminal(),
        Task::Web { dev } => build_web(dev),
        Task::Test => test::run(),
        Task::Pictures { only } => in_browser("pictures", &only),
        Task::Figures { only } => figures(&only),
        Task::Load { seats, rate, seconds, keep, database, processes, record } => load(
            &[
                format!("--seats={seats}"),
                format!("--rate={rate}"),
                format!("--seconds={seconds}"),
                format!("--database={database}"),
                format!("--processes={processes}"),
            ],
            keep,
            record,
        ),
        Task::Tidy { accept } => tidy::run(accept),
        Task::Abuse { only } => test::abuse(only.as_deref().unwrap_or("all")),
        Task::Fuzz { seconds, keep } => fuzz::run(seconds, keep),
        Task::Python { bench: true, .. } => python::bench(),
        Task::Python { built: true, .. } => python::test(),
        Task::Python { .. } => python::run(),
        Task::Dist { test: true, .. } => dist::test(),
        Task::Dist { only, twice: true, .. } => dist::twice(only.as_deref()),
        Task::Dist { only, .. } => dist::run(only.as_deref()),
        Task::Playthroughs => playthroughs::write(),
        Task::Soak => test::soak(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn build_web(dev: bool) -> Result<(), String> {
    let dist = web::build(if dev { web::Profile::Dev } else { web::Profile::Release })?;
    println!("The app is in {}", dist.display());
    Ok(())
}

/// Measures a release build of the server with a release build of the load generator.
fn load(arguments: &[String], keep: bool, record: bool) -> Result<(), String> {
    if arguments.iter().any(|argument| argument == "--database=postgres") {
        tools::ensure_postgres()?;
    }
    process::cargo(&["build", "--locked", "--release", "--package", "shangrila-cli", "--package", "shangrila-load"])?;
    let release = process::root().join("target/release");
    let (program, figures) = (release.join("shangrila-load"), process::root().join("docs/scale.csv"));
    let mut load = process::command(&program);
    load.arg("--program").arg(release.join("shangrila")).args(arguments).args(keep.then_some("--keep"));
    if !record {
        return process::run(&mut load);
    }
    process::run(load.arg("--record").arg(&figures))?;
    process::run(process::command(&program).arg("--plot").arg(&figures))
}

/// Measures the app, and the native program beside it where the two are compared.
fn figures(only: &[String]) -> Result<(), String> {
    if only.is_empty() || only.iter().any(|section| section == "search") {
        process::cargo(&["build", "--locked", "--profile", "local", "--package", "shangrila-cli"])?;
    }
    in_browser("figures", only)
}

/// Runs one of the programs that drive the app in a browser.
fn in_browser(program: &str, arguments: &[String]) -> Result<(), String> {
    tools::ensure_chromium()?;
    web::build(web::Profile::Release)?;
    let mut command = process::command("cargo");
    command.env("SHANGRILA_PROGRAM", process::root().join("target/local/shangrila"));
    command.args(["run", "--locked", "--package", test::BROWSER, "--bin", program, "--"]).args(arguments);
    process::run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_doc_examples::{documents, root};

    #[test]
    fn every_xtask_command_in_the_documents_is_understood() {
        let mut checked = 0;
        for document in documents() {
            let commands = document.commands();
            let is_task = |words: &[String]| words.len() > 2 && words[0] == "cargo" && words[1] == "xtask";
            for command in commands.iter().filter(|command| is_task(&command.words)) {
                if let Err(error) = Args::try_parse_from(&command.words[1..]) {
                    panic!("{}: {}\n{error}", document.path(), command.words.join(" "));
                }
                checked += 1;
            }
        }
        assert!(checked > 10, "only {checked} commands were found");
    }

    #[test]
    fn every_cargo_command_in_the_documents_names_packages_that_exist() {
        let exists = |package: &str| {
            let folder =
                package.strip_prefix("shangrila-").map_or(package.to_string(), |name| format!("crates/{name}"));
            root().join(folder).join("Cargo.toml").exists()
        };
        for document in documents() {
            for command in document.commands() {
                for pair in command.words.windows(2).filter(|pair| pair[0] == "--package" || pair[0] == "-p") {
                    assert!(command.words[0] != "cargo" || exists(&pair[1]), "{}: {}", document.path(), pair[1]);
                }
            }
        }
    }
}
