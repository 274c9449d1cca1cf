//! `cargo xtask test`: every check, one after the other.

use std::time::Instant;

use crate::process::{self, cargo, command, succeeds};
use crate::{fuzz, tidy, tools};

/// For each fuzz target. The targets have a kept corpus, so a short run finds what broke.
const FUZZ_SECONDS: u32 = 8;

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
        ("browser build of rules, players and words", &wasm),
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

fn tests() -> Result<(), String> {
    if tools::has_nextest() {
        cargo(&["nextest", "run", "--locked", "--workspace", "--status-level", "fail"])?;
    } else {
        cargo(&["test", "--locked", "--workspace", "--lib", "--bins", "--tests", "--quiet"])?;
    }
    cargo(&["test", "--locked", "--workspace", "--doc", "--quiet"])?;
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

fn wasm() -> Result<(), String> {
    tools::ensure_wasm_target()?;
    let packages = ["--package", "shangrila-rules", "--package", "shangrila-ai", "--package", "shangrila-i18n"];
    cargo(&[&["check", "--locked", "--quiet", "--target", tools::WASM_TARGET][..], &packages].concat())
}

fn licences() -> Result<(), String> {
    tools::ensure_cargo_deny()?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let check = ["check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
        cargo(&[&["deny", "--locked", "--config", "deny.toml", "--manifest-path", manifest][..], &check].concat())?;
    }
    if succeeds(command("cargo").args(["deny", "fetch", "db"])) {
        cargo(&["deny", "--locked", "check", "--disable-fetch", "advisories"])
    } else {
        println!("left out: the advisory database cannot be reached from here");
        Ok(())
    }
}
