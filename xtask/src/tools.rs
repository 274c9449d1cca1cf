//! The tools that the checks need, installed where the system allows it.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::process::{command, output, root, run, succeeds};

/// The version of cargo-deny to install if it is missing.
const CARGO_DENY: &str = "cargo-deny@0.20.2";

pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Installs the formatter and the linter, which a minimal Rust installation lacks.
pub(crate) fn ensure_rust_components() -> Result<(), String> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if succeeds(command("cargo").args([subcommand, "--version"])) {
            continue;
        }
        println!("Installing {component}");
        run(command("rustup").args(["component", "add", component]))
            .map_err(|_| format!("install {component}, for example with `rustup component add {component}`"))?;
    }
    Ok(())
}

/// Whether nextest is installed. The tests also run without it.
pub(crate) fn has_nextest() -> bool {
    succeeds(command("cargo").args(["nextest", "--version"]))
}

/// Whether the checker of licences and advisories is installed.
pub(crate) fn has_cargo_deny() -> bool {
    succeeds(command("cargo").args(["deny", "--version"]))
}

/// Installs cargo-deny with few optimisations: building it takes far longer than running it.
pub(crate) fn ensure_cargo_deny() -> Result<(), String> {
    if has_cargo_deny() {
        return Ok(());
    }
    println!("Installing {CARGO_DENY}, which takes a few minutes");
    let plain_build = [
        ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
        ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ];
    run(command("cargo").args(["install", "--locked", "--quiet", CARGO_DENY]).envs(plain_build))
        .map_err(|_| format!("install cargo-deny with `cargo install --locked {CARGO_DENY}`"))
}

/// Installs a C++ compiler, to build libFuzzer with.
pub(crate) fn ensure_cpp_compiler() -> Result<(), String> {
    if succeeds(command("c++").arg("--version")) || apt_install(&["g++"]) {
        return Ok(());
    }
    Err("install a C++ compiler, on Debian with `apt-get install g++`".to_string())
}

/// Installs a browser to test the app with.
pub(crate) fn ensure_chromium() -> Result<(), String> {
    let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
    let found = std::env::var_os("CHROMIUM").is_some()
        || names.iter().any(|name| succeeds(command(name).arg("--version")))
        || cfg!(target_os = "macos") && Path::new("/Applications/Google Chrome.app").exists();
    if found || apt_install(&["chromium", "fonts-liberation"]) {
        return Ok(());
    }
    Err("install Chromium, on Debian with `apt-get install chromium`, or set CHROMIUM to its path".to_string())
}

/// Installs PostgreSQL, to test the server with. The tests start clusters of their own.
pub(crate) fn ensure_postgres() -> Result<(), String> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = debian.map(|version| version.path().join("bin/initdb")).any(|initdb| initdb.is_file())
        || succeeds(command("pg_config").arg("--bindir"));
    if found || apt_install(&["postgresql"]) {
        return Ok(());
    }
    Err("install PostgreSQL, on Debian with `apt-get install postgresql`".to_string())
}

/// Installs the programs that create and boot a small Debian in a folder.
pub(crate) fn ensure_containers() -> Result<(), String> {
    let has = |program: &str| succeeds(command(program).arg("--version"));
    if has("debootstrap") && has("systemd-nspawn") || apt_install(&["debootstrap", "systemd-container"]) {
        return Ok(());
    }
    Err("install debootstrap and systemd-nspawn, on Debian with `apt-get install debootstrap systemd-container`".into())
}

/// Installs an emulator that runs programs for other processors.
pub(crate) fn ensure_emulators() -> Result<(), String> {
    let has = |program: &str| succeeds(command(program).arg("--version"));
    if has("qemu-x86_64-static") && has("qemu-aarch64-static") || apt_install(&["qemu-user-static"]) {
        return Ok(());
    }
    Err("install QEMU's user emulation, on Debian with `apt-get install qemu-user-static`".to_string())
}

/// Installs Debian packages, if the system has apt.
fn apt_install(packages: &[&str]) -> bool {
    println!("Installing {}", packages.join(", "));
    let apt =
        |arguments: &[&str]| succeeds(command("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update", "--quiet"])
        && apt(&[&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat())
}

/// The accessibility checker. It is downloaded rather than kept in this repository because of its licence, MPL 2.0.
const AXE: &str = "4.14.0";
const AXE_SHA256: &str = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878";

/// Downloads axe-core to where the browser tests expect it, or returns the reason why that failed.
pub(crate) fn fetch_axe() -> Result<(), String> {
    let folder = root().join("target/tools");
    let file = folder.join("axe.min.js");
    let is_right = |script: &[u8]| format!("{:x}", Sha256::digest(script)) == AXE_SHA256;
    if fs::read(&file).is_ok_and(|script| is_right(&script)) {
        return Ok(());
    }
    println!("Downloading axe-core {AXE}");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let package = folder.join(format!("axe-core-{AXE}.tgz"));
    let fetched = command("npm").args(["pack", &format!("axe-core@{AXE}"), "--pack-destination"]).arg(&folder).output();
    if !fetched.is_ok_and(|output| output.status.success()) {
        return Err(format!("`npm pack axe-core@{AXE}` failed"));
    }
    let script = command("tar").arg("-xzOf").arg(&package).arg("package/axe.min.js").output();
    let script = script.map_err(|error| format!("tar could not be started: {error}"))?.stdout;
    if !is_right(&script) {
        return Err(format!("the download is not axe-core {AXE}: its hash differs"));
    }
    fs::write(&file, script).map_err(|error| format!("{}: {error}", file.display()))
}

/// Returns a Python of version 3.10 or later that can create virtual environments; installs one where the system has apt.
pub(crate) fn ensure_python() -> Result<&'static str, String> {
    const CHECK: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
    let found = || ["python3", "python"].into_iter().find(|name| succeeds(command(name).args(["-c", CHECK])));
    if let Some(python) = found() {
        return Ok(python);
    }
    apt_install(&["python3", "python3-venv"]);
    found().ok_or_else(|| "install Python 3.10 or later with its module venv".to_string())
}

/// Installs Rust's WebAssembly target.
pub(crate) fn ensure_wasm_target() -> Result<(), String> {
    ensure_rust_target(WASM_TARGET)
}

/// Installs Rust's standard library for a target.
pub(crate) fn ensure_rust_target(target: &str) -> Result<(), String> {
    let installed = || {
        output(command("rustup").args(["target", "list", "--installed"]))
            .is_ok_and(|targets| targets.lines().any(|installed| installed == target))
    };
    if installed() {
        return Ok(());
    }
    println!("Installing Rust's target {target}");
    let added = succeeds(command("rustup").args(["target", "add", target])) && installed();
    if added { Ok(()) } else { Err(format!("install Rust's target {target} with `rustup target add {target}`")) }
}
