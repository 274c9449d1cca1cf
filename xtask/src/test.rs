//! `cargo xtask test`: every check, one after the other.

use std::time::Instant;

use crate::process::{self, cargo, command, succeeds};
use crate::{fuzz, tidy, tools, web};

/// For each fuzz target. The targets have a kept corpus, so a short run finds what broke.
const FUZZ_SECONDS: u32 = 8;

/// What drives the app in a browser.
pub(crate) const BROWSER: &str = "shangrila-browser";

/// A named check.
type Step<'a> = (&'a str, &'a dyn Fn() -> Result<(), String>);

fn run_steps(steps: &[Step<'_>]) -> Result<(), String> {
    let began = Instant::now();
    for (name, step) in steps {
        println!("\n=== {name}");
        let step_began = Instant::now();
        step().map_err(|message| format!("{name}: {message}"))?;
        println!("=== {name}: done in {:.0} s", step_began.elapsed().as_secs_f64());
    }
    println!("\nAll checks passed in {:.0} s.", began.elapsed().as_secs_f64());
    Ok(())
}

pub(crate) fn run() -> Result<(), String> {
    run_steps(&[
        ("tools", &tools::ensure_rust_components),
        ("format", &format),
        ("tidy", &|| tidy::run(false)),
        ("lints", &lints),
        ("tests", &tests),
        ("documentation", &documentation),
        ("the app", &app),
        ("the app in a browser", &browser_tests),
        ("licences and advisories", &licences),
        ("fuzzing", &|| fuzz::run(FUZZ_SECONDS, false)),
    ])
}

/// What takes too long for every day.
pub(crate) fn soak() -> Result<(), String> {
    run_steps(&[
        ("deep perft counts and many games", &|| {
            cargo(&["test", "--release", "--package", "shangrila-rules", "--features", "soak"])
        }),
        ("a server that is killed 1,000 times", &|| {
            let mut test = command("cargo");
            test.args(["test", "--locked", "--package", "shangrila-cli", "--test", "kills", "--", "--nocapture"]);
            process::run(test.env("SHANGRILA_KILLS", "1000"))
        }),
        ("long fuzzing", &|| fuzz::run(150, false)),
    ])
}

fn format() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"])
}

fn lints() -> Result<(), String> {
    cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])
}

/// All but those that need a browser. Those of xtask run apart: built for it alone, its dependencies are there already.
fn tests() -> Result<(), String> {
    let others = ["--workspace", "--exclude", BROWSER, "--exclude", "xtask"];
    for packages in [&others[..], &["--package", "xtask"]] {
        if tools::has_nextest() {
            cargo(&[&["nextest", "run", "--locked", "--status-level", "fail"][..], packages].concat())?;
        } else {
            cargo(&[&["test", "--locked", "--lib", "--bins", "--tests", "--quiet"][..], packages].concat())?;
        }
    }
    cargo(&[&["test", "--locked", "--doc", "--quiet"][..], &others].concat())?;
    // The benches assert their results; once through each is enough to know that those still hold.
    cargo(&["bench", "--locked", "--package", "shangrila-rules", "--bench", "playouts", "--", "--test"])
}

fn documentation() -> Result<(), String> {
    process::run(
        command("cargo")
            .args(["doc", "--locked", "--workspace", "--no-deps", "--document-private-items", "--quiet"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}

/// The app for the browser, with its lints. The bundle is built as people get it, and tested so.
fn app() -> Result<(), String> {
    web::build(web::Profile::Release)?;
    let arguments = web::cargo_arguments(web::Profile::Release);
    cargo(&[&["clippy", "--quiet"][..], &arguments, &["--", "--deny", "warnings"]].concat())
}

fn browser_tests() -> Result<(), String> {
    tools::ensure_chromium()?;
    // Apart from the other tests, which should not wait for what drives Chromium to be compiled.
    let package = ["--locked", "--package", BROWSER];
    let mut tests = command("cargo");
    if tools::has_nextest() {
        tests.args(["nextest", "run", "--status-level", "fail"]).args(package);
    } else {
        tests.args(["test", "--tests", "--quiet"]).args(package).args(["--", "--test-threads", "2"]);
    }
    if let Err(reason) = tools::fetch_axe() {
        println!("left out: whether everyone can use the app, because {reason}");
        tests.env("SHANGRILA_WITHOUT_AXE", "1");
    }
    process::run(&mut tests)
}

fn licences() -> Result<(), String> {
    tools::ensure_cargo_deny()?;
    // The fuzz targets need few of the exceptions.
    for (manifest, allowed) in [("Cargo.toml", &[][..]), ("fuzz/Cargo.toml", &["--allow", "unmatched-skip"])] {
        let deny = ["deny", "--locked", "--config", "deny.toml", "--manifest-path", manifest, "check"];
        let checks = ["--hide-inclusion-graph", "bans", "licenses", "sources"];
        cargo(&[&deny[..], allowed, &checks].concat())?;
    }
    if succeeds(command("cargo").args(["deny", "fetch", "db"])) {
        cargo(&["deny", "--locked", "check", "--disable-fetch", "advisories"])
    } else {
        println!("left out: the advisory database cannot be reached from here");
        Ok(())
    }
}
