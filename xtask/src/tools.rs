//! The tools the checks need, installed where the system allows it.

use crate::process::{command, output, run, succeeds};

/// The version of cargo-deny that is installed where there is none.
const CARGO_DENY: &str = "cargo-deny@0.20.2";

pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Formatter and linter: parts of Rust that a minimal installation leaves out.
pub(crate) fn ensure_rust_components() -> Result<(), String> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if succeeds(command("cargo").args([subcommand, "--version"])) {
            continue;
        }
        println!("installing {component}");
        run(command("rustup").args(["component", "add", component]))
            .map_err(|_| format!("install {component}, for example with `rustup component add {component}`"))?;
    }
    Ok(())
}

/// Whether tests can run in nextest. They also run without it.
pub(crate) fn has_nextest() -> bool {
    succeeds(command("cargo").args(["nextest", "--version"]))
}

/// The licence checker, built with few optimisations: building it takes far longer than running it.
pub(crate) fn ensure_cargo_deny() -> Result<(), String> {
    if succeeds(command("cargo").args(["deny", "--version"])) {
        return Ok(());
    }
    println!("installing {CARGO_DENY}, which takes some minutes");
    let plain_build = [
        ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
        ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ];
    run(command("cargo").args(["install", "--locked", "--quiet", CARGO_DENY]).envs(plain_build))
        .map_err(|_| format!("install the licence checker with `cargo install --locked {CARGO_DENY}`"))
}

/// A C++ compiler, with which libFuzzer is built.
pub(crate) fn ensure_cpp_compiler() -> Result<(), String> {
    if succeeds(command("c++").arg("--version")) {
        return Ok(());
    }
    println!("installing g++");
    let installed = succeeds(command("apt-get").args(["update", "--quiet"]))
        && succeeds(command("apt-get").args(["install", "--yes", "--quiet", "g++"]));
    if installed { Ok(()) } else { Err("install a C++ compiler, on Debian with `apt-get install g++`".to_string()) }
}

/// The browser's target.
pub(crate) fn ensure_wasm_target() -> Result<(), String> {
    let installed = || {
        output(command("rustup").args(["target", "list", "--installed"]))
            .is_ok_and(|targets| targets.lines().any(|target| target == WASM_TARGET))
    };
    if installed() {
        return Ok(());
    }
    println!("installing Rust's target {WASM_TARGET}");
    let added = succeeds(command("rustup").args(["target", "add", WASM_TARGET])) && installed();
    if added { Ok(()) } else { Err(format!("install the browser's target with `rustup target add {WASM_TARGET}`")) }
}
