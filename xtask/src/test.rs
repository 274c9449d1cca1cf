//! `cargo xtask test`: every check, one after the other.

use crate::process::{self, cargo, command, succeeds};
use crate::{fuzz, steps, tidy, tools, web};

/// Time for each fuzz target. The corpus is part of the repository, so a short run finds regressions.
const FUZZ_SECONDS: u32 = 8;

/// The package that drives the app in a browser.
pub(crate) const BROWSER: &str = "shangrila-browser";

pub(crate) fn run() -> Result<(), String> {
    steps::run(&[
        ("tools", &tools::ensure_rust_components),
        ("formatting", &formatting),
        ("tidy", &|| tidy::run(false)),
        ("lints", &lints),
        ("tests", &tests),
        ("documentation", &documentation),
        ("app", &app),
        ("app in a browser", &browser_tests),
        ("licences and advisories", &licences),
        ("fuzzing", &|| fuzz::run(FUZZ_SECONDS, false)),
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
        ("1,000 server kills", &|| {
            let mut test = command("cargo");
            test.args(["test", "--locked", "--package", "shangrila-cli", "--test", "kills", "--", "--nocapture"]);
            process::run(test.env("SHANGRILA_KILLS", "1000"))
        }),
        ("long fuzzing", &|| fuzz::run(150, false)),
    ])
}

fn formatting() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"])
}

/// Lints the whole workspace for this machine, and for the browser the one crate whose code depends on the target.
fn lints() -> Result<(), String> {
    tools::ensure_wasm_target()?;
    for packages in
        [&["--workspace", "--all-targets"][..], &["--package", "shangrila-ai", "--target", tools::WASM_TARGET]]
    {
        cargo(&[&["clippy", "--locked", "--quiet"][..], packages, &["--", "--deny", "warnings"]].concat())?;
    }
    Ok(())
}

/// Runs every test that needs no browser.
fn tests() -> Result<(), String> {
    let packages = ["--workspace", "--exclude", BROWSER, "--exclude", "xtask"];
    // The tests of xtask use its own profile, in which its dependencies are already built.
    let xtask = ["--package", "xtask"];
    if tools::has_nextest() {
        let nextest = ["nextest", "run", "--locked", "--status-level", "fail"];
        cargo(&[&nextest[..], &packages].concat())?;
        cargo(&[&nextest[..], &xtask, &["--cargo-profile", "local"]].concat())?;
    } else {
        let test = ["test", "--locked", "--lib", "--bins", "--tests", "--quiet"];
        cargo(&[&test[..], &packages].concat())?;
        cargo(&[&test[..], &xtask, &["--profile", "local"]].concat())?;
    }
    cargo(&[&["test", "--locked", "--doc", "--quiet"][..], &packages].concat())?;
    // The benchmarks assert their results. Running each of them once, unoptimised, is enough to check that.
    cargo(&[&["test", "--locked", "--quiet"][..], &packages, &["--bench", "playouts"]].concat())
}

fn documentation() -> Result<(), String> {
    process::run(
        command("cargo")
            .args(["doc", "--locked", "--workspace", "--no-deps", "--document-private-items", "--quiet"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}

/// Builds the app as for a release: that is what the browser tests should test.
fn app() -> Result<(), String> {
    web::build(web::Profile::Release)?;
    Ok(())
}

fn browser_tests() -> Result<(), String> {
    tools::ensure_chromium()?;
    // Built separately, so that the other tests do not have to wait for the Chromium driver to compile.
    let package = ["--locked", "--package", BROWSER];
    let mut tests = command("cargo");
    if tools::has_nextest() {
        tests.args(["nextest", "run", "--status-level", "fail"]).args(package);
    } else {
        tests.args(["test", "--tests", "--quiet"]).args(package).args(["--", "--test-threads", "2"]);
    }
    if let Err(reason) = tools::fetch_axe() {
        println!("skipped: the accessibility checks, because {reason}");
        tests.env("SHANGRILA_WITHOUT_AXE", "1");
    }
    process::run(&mut tests)
}

fn licences() -> Result<(), String> {
    tools::ensure_cargo_deny()?;
    // The fuzz targets do not need all of the exceptions.
    for (manifest, allowed) in [("Cargo.toml", &[][..]), ("fuzz/Cargo.toml", &["--allow", "unmatched-skip"])] {
        let deny = ["deny", "--locked", "--config", "deny.toml", "--manifest-path", manifest, "check"];
        let checks = ["--hide-inclusion-graph", "bans", "licenses", "sources"];
        cargo(&[&deny[..], allowed, &checks].concat())?;
    }
    if succeeds(command("cargo").args(["deny", "fetch", "db"])) {
        cargo(&["deny", "--locked", "check", "--disable-fetch", "advisories"])
    } else {
        println!("skipped: the advisories, because their database cannot be reached");
        Ok(())
    }
}
