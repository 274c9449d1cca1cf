//! Installs, starts, upgrades with data, removes and purges the package, in a small Debian that is booted in a folder.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::archive::Tree;
use super::{Architecture, Documents, PACKAGES, Release, broken, debian, read, remove};
use crate::process::{command, root, run as run_command};
use crate::tools;

/// The oldest Debian that the package is tested on.
const SUITE: &str = "bookworm";
/// What is needed beside a minimal system: a service manager, and a client to talk to the server.
const INCLUDED: &str = "--include=systemd,systemd-sysv,dbus,curl";
/// How long everything may take, from the start of the system to its end.
const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn run(release: &Release, architecture: Architecture) -> Result<(), String> {
    tools::ensure_containers()?;
    let (pristine, system) = (root().join("target/debian").join(SUITE), root().join("target/debian/test"));
    if !pristine.join("usr/bin/curl").exists() {
        remove(&pristine)?;
        fs::create_dir_all(&pristine).map_err(broken(pristine.display()))?;
        println!("Installing a minimal Debian {SUITE} into {}", pristine.display());
        run_command(command("debootstrap").args(["--variant=minbase", INCLUDED, SUITE]).arg(&pristine))?;
    }
    remove(&system)?;
    run_command(command("cp").args(["--archive", "--reflink=auto"]).args([&pristine, &system]))?;

    let name = format!("shangrila_{}_{}.deb", release.version, architecture.name());
    let package = root().join(PACKAGES).join(&name);
    let package = fs::read(&package).map_err(broken(package.display()))?;
    let file = |path: &str, content: &[u8]| {
        let path = system.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&system)).map_err(broken(path.display()))?;
        fs::write(&path, content).map_err(broken(path.display()))
    };
    file("packages/first.deb", &package)?;
    file("packages/next.deb", &next_version(release, architecture)?)?;
    file("packages/test", &read("packaging/debian/test")?)?;
    file("etc/systemd/system/package-test.service", UNIT.as_bytes())?;
    file("etc/systemd/system/multi-user.target.d/test.conf", b"[Unit]\nWants=package-test.service\n")?;
    boot(&system)?;
    let result = fs::read_to_string(system.join("packages/result")).unwrap_or_default();
    print!("{}", fs::read_to_string(system.join("packages/log")).unwrap_or_default());
    if result.trim() != "passed" {
        return Err(format!("the test of the package failed; its system is in {}", system.display()));
    }
    remove(&system)
}

/// Runs the test once the system is up, then switches it off.
const UNIT: &str = "[Unit]
After=dbus.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'sh -eu /packages/test > /packages/log 2>&1 && echo passed > /packages/result; systemctl poweroff --no-block'
";

/// The same program in a package with a higher version.
fn next_version(release: &Release, architecture: Architecture) -> Result<Vec<u8>, String> {
    let next = Release { version: format!("{}+next", release.version), time: release.time };
    let program = architecture.program();
    let documents = Documents::of(&program, String::new())?;
    let contents: Tree = debian::contents(&next, &documents, &fs::read(&program).map_err(broken(program.display()))?)?;
    debian::package(&next, architecture.name(), &contents)
}

/// Boots the system and waits until it has switched itself off. It has a network of its own.
fn boot(system: &Path) -> Result<(), String> {
    let mut nspawn = command("systemd-nspawn");
    nspawn.args(["--quiet", "--boot", "--register=no", "--keep-unit", "--private-network", "--console=passive"]);
    nspawn.args(["--machine=shangrila-package-test", "--directory"]).arg(system);
    let mut running = nspawn.spawn().map_err(broken("systemd-nspawn"))?;
    let began = Instant::now();
    while running.try_wait().map_err(broken("systemd-nspawn"))?.is_none() {
        if began.elapsed() > LIMIT {
            // A kill, because a request to shut down may be what does not work.
            let _ = running.kill().and_then(|()| running.wait().map(drop));
            return Err(format!("the system did not switch itself off within {} s", LIMIT.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}
