//! `cargo xtask test`: every check.

use std::num::NonZero;

use crate::background::Background;
use crate::process::{self, cargo, command, root, succeeds};
use crate::{dist, fuzz, steps, tidy, tools};

/// Time for each fuzz target. The corpus is part of the repository, so a short run finds regressions.
const FUZZ_SECONDS: u32 = 8;

/// The package that drives the app in a browser.
pub(crate) const BROWSER: &str = "shangrila-browser";

/// What the tests build. Always the same packages: with others, cargo would choose other features for their dependencies
/// and compile those again. The tests of xtask use its own profile, in which its dependencies are already built.
const TESTED: [&str; 3] = ["--workspace", "--exclude", "xtask"];

/// The tests of the server that run a second time, on PostgreSQL. Who may do what, the longest of them, does not depend on the database.
const ON_POSTGRES: &str = "package(shangrila-server) and binary(it) and not test(permissions::)";

pub(crate) fn run() -> Result<(), String> {
    let fuzzing = Background::new(&["fuzz", "--seconds", &FUZZ_SECONDS.to_string()]);
    let python = Background::new(&["python", "--built"]);
    // As for a release: that is what the browser tests should test.
    let app = Background::new(&["web"]);
    steps::run(&[
        ("tools", &tools::ensure_rust_components),
        ("formatting", &formatting),
        ("tidy", &|| tidy::run(false)),
        ("lints", &lints),
        ("tests", &|| {
            tools::ensure_postgres()?;
            tests()
        }),
        ("tests on PostgreSQL", &|| {
            // These tests mostly wait, and link-time optimisation uses a single core for most of the time.
            app.start()?;
            tests_on_postgres()
        }),
        ("tests in the documentation", &|| {
            cargo(&[&["test", "--locked", "--doc", "--quiet"][..], &TESTED].concat())?;
            // The benchmarks assert their results. Running each of them once, unoptimised, is enough to check that.
            cargo(&[&["test", "--locked", "--quiet"][..], &TESTED, &["--bench", "playouts"]].concat())
        }),
        ("documentation", &documentation),
        ("app", &|| {
            fuzzing.start()?;
            app.finish()
        }),
        ("fuzzing", &|| fuzzing.finish()),
        ("app in a browser", &|| {
            // The browser tests mostly wait.
            python.start()?;
            browser_tests()
        }),
        ("Python package", &|| python.finish()),
        ("advisories", &advisories),
    ])?;
    println!("All checks passed.");
    Ok(())
}

/// Tests that take too long to run with every change.
pub(crate) fn soak() -> Result<(), String> {
    steps::run(&[
        ("deep perft counts and many games", &|| {
            cargo(&["test", "--release", "--package", "shangrila-rules", "--features", "soak"])
        }),
        ("what the coach says about 1,000 positions", &|| {
            let mut test = command("cargo");
            test.args([
                "test",
                "--locked",
                "--profile",
                "local",
                "--package",
                "shangrila-study",
                "--test",
                "it",
                "coach",
                "--",
                "--nocapture",
            ]);
            process::run(test.env("SHANGRILA_COACH_POSITIONS", "1000"))
        }),
        ("1,000 server kills, full disks and failing logs", &|| {
            let mut test = command("cargo");
            test.args(["test", "--locked", "--package", "shangrila-cli", "--test", "kills", "--", "--nocapture"]);
            process::run(test.env("SHANGRILA_KILLS", "1000").env("SHANGRILA_TOURNAMENT_KILLS", "12"))
        }),
        ("20,000 simulated games", &|| {
            let mut test = command("cargo");
            test.args([
                "test",
                "--locked",
                "--package",
                "shangrila-server",
                "--lib",
                "simulation",
                "--",
                "--nocapture",
            ]);
            process::run(test.env("SHANGRILA_SIMULATED_GAMES", "20000"))
        }),
        ("300 faults of several servers on PostgreSQL", &|| {
            tools::ensure_postgres()?;
            let mut test = command("cargo");
            test.args(["test", "--locked", "--package", "shangrila-cli", "--test", "faults", "--", "--nocapture"]);
            process::run(test.env("SHANGRILA_FAULTS", "300"))
        }),
        ("long fuzzing", &|| fuzz::run(150, false)),
        ("a small training run", &training),
        ("licences and advisories", &licences),
        ("packages, built twice", &|| dist::twice(None)),
        ("packages, installed", &dist::test),
    ])
}

/// Plays, trains, matches and resumes with tiny settings: everything that a real training run does.
fn training() -> Result<(), String> {
    if !succeeds(command("python3").args(["-c", "import torch, numpy"])) {
        println!("skipped: the training, because python3 has no torch and numpy (`pip install torch numpy`)");
        return Ok(());
    }
    cargo(&["build", "--locked", "--release", "--package", "shangrila-selfplay"])?;
    let program = root().join("target/release/shangrila-selfplay");
    let smoke = ["train/run.py", "--smoke", "--out", "target/train", "--selfplay"];
    process::run(command("python3").args(smoke).arg(&program))?;
    process::run(command("python3").args(smoke).arg(&program).args(["--resume", "target/train"]))
}

/// Runs the abuse suite: every case, or the one with this name.
pub(crate) fn abuse(cases: &str) -> Result<(), String> {
    let mut test = command("cargo");
    test.args(["test", "--locked", "--package", "shangrila-cli", "--test", "abuse", "--", "--nocapture"]);
    process::run(test.env("SHANGRILA_ABUSE", cases))
}

fn formatting() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"])
}

/// Lints the whole workspace for this machine, and for the browser the crates whose code depends on the target.
fn lints() -> Result<(), String> {
    tools::ensure_wasm_target()?;
    for packages in [
        &["--workspace", "--all-targets"][..],
        &["--package", "shangrila-ai", "--package", "shangrila-kernels", "--target", tools::WASM_TARGET],
    ] {
        cargo(&[&["clippy", "--locked", "--quiet"][..], packages, &["--", "--deny", "warnings"]].concat())?;
    }
    Ok(())
}

/// How many tests run at a time. Many wait for processes, clocks and networks, so two for each core take two thirds of the time of one.
fn threads() -> String {
    (2 * std::thread::available_parallelism().map_or(1, NonZero::get)).to_string()
}

/// Runs every test that needs no browser.
fn tests() -> Result<(), String> {
    let xtask = ["--package", "xtask"];
    if tools::has_nextest() {
        let threads = threads();
        let nextest = ["nextest", "run", "--locked", "--status-level", "fail", "--test-threads", &threads];
        let others = format!("not package({BROWSER})");
        cargo(&[&nextest[..], &TESTED, &["--filterset", &others]].concat())?;
        cargo(&[&nextest[..], &xtask, &["--cargo-profile", "local"]].concat())?;
        return Ok(());
    }
    let test = ["test", "--locked", "--lib", "--bins", "--tests", "--quiet"];
    cargo(&[&test[..], &TESTED, &["--exclude", BROWSER]].concat())?;
    cargo(&[&test[..], &xtask, &["--profile", "local"]].concat())
}

/// Runs the tests of the server a second time, on PostgreSQL.
fn tests_on_postgres() -> Result<(), String> {
    let mut tests = command("cargo");
    if tools::has_nextest() {
        let threads = threads();
        tests.args(["nextest", "run", "--locked", "--status-level", "fail", "--test-threads", &threads]).args(TESTED);
        tests.args(["--filterset", ON_POSTGRES]);
    } else {
        tests.args(["test", "--locked", "--package", "shangrila-server", "--test", "it", "--quiet", "--"]);
        tests.args(["--skip", "permissions::"]);
    }
    process::run(tests.env("SHANGRILA_TEST_POSTGRES", "1"))
}

fn documentation() -> Result<(), String> {
    process::run(
        command("cargo")
            .args(["doc", "--locked", "--workspace", "--no-deps", "--document-private-items", "--quiet"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}

fn browser_tests() -> Result<(), String> {
    tools::ensure_chromium()?;
    let mut tests = command("cargo");
    if tools::has_nextest() {
        let only = format!("package({BROWSER})");
        // One browser for each core: more take as long together, and each is slower.
        tests.args(["nextest", "run", "--locked", "--status-level", "fail"]).args(TESTED).args(["--filterset", &only]);
    } else {
        tests.args(["test", "--locked", "--tests", "--quiet", "--package", BROWSER]).args([
            "--",
            "--test-threads",
            "4",
        ]);
    }
    if let Err(reason) = tools::fetch_axe() {
        println!("skipped: the accessibility checks, because {reason}");
        tests.env("SHANGRILA_WITHOUT_AXE", "1");
    }
    process::run(&mut tests)
}

/// Looks for known vulnerabilities, if that is possible without compiling cargo-deny first.
fn advisories() -> Result<(), String> {
    if tools::has_cargo_deny() {
        return known_vulnerabilities();
    }
    println!("skipped: the advisories, because cargo-deny is not installed (`cargo xtask soak` installs it)");
    Ok(())
}

fn known_vulnerabilities() -> Result<(), String> {
    if succeeds(command("cargo").args(["deny", "fetch", "db"])) {
        return cargo(&["deny", "--locked", "check", "--disable-fetch", "advisories"]);
    }
    println!("skipped: the advisories, because their database cannot be reached");
    Ok(())
}

/// Everything that cargo-deny checks. `cargo xtask tidy` holds the most important part of `deny.toml` with every change.
fn licences() -> Result<(), String> {
    tools::ensure_cargo_deny()?;
    // The fuzz targets do not need all of the exceptions.
    for (manifest, allowed) in [("Cargo.toml", &[][..]), ("fuzz/Cargo.toml", &["--allow", "unmatched-skip"])] {
        let deny = ["deny", "--locked", "--config", "deny.toml", "--manifest-path", manifest, "check"];
        let checks = ["--hide-inclusion-graph", "bans", "licenses", "sources"];
        cargo(&[&deny[..], allowed, &checks].concat())?;
    }
    known_vulnerabilities()
}
