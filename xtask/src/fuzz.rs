//! Fuzzing with libFuzzer on stable Rust. `cargo fuzz` needs a nightly compiler for its instrumentation; here the same
//! options are passed to LLVM directly. The folder `fuzz` has the layout that `cargo fuzz` expects.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::process::{self, command, output, root};
use crate::tools;

/// The fuzz targets, each with its maximum input length.
const TARGETS: [(&str, u32); 5] =
    [("position_text", 400), ("move_text", 120), ("record_text", 600), ("random_play", 500), ("server_messages", 2000)];

const INSTRUMENTATION: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Runs a target. libFuzzer's output is long, so it is shown only when the target fails.
fn run_target(name: &str, arguments: &[String]) -> Result<(), String> {
    let binary = root().join("fuzz/target").join(host()?).join("release").join(name);
    let output = command(binary).args(arguments).output().map_err(|error| format!("{name}: {error}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let end: Vec<&str> = log.lines().rev().take(60).collect();
        let end: Vec<&str> = end.into_iter().rev().collect();
        return Err(format!("{}\n{name} failed; the input is in fuzz/artifacts", end.join("\n")));
    }
    if let Some(inputs) = log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")) {
        println!("{name}: {} inputs, no failures", inputs.trim());
    }
    Ok(())
}

/// Fuzzes every target for some seconds, starting from the corpus in the repository.
pub(crate) fn run(seconds: u32, keep: bool) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        println!("skipped: fuzzing is set up for Linux only");
        return Ok(());
    }
    tools::ensure_cpp_compiler()?;
    let host = host()?;
    process::run(
        command("cargo")
            .args([
                "build",
                "--locked",
                "--release",
                "--quiet",
                "--manifest-path",
                "fuzz/Cargo.toml",
                "--target",
                &host,
            ])
            .env("RUSTFLAGS", INSTRUMENTATION),
    )?;

    std::fs::create_dir_all(root().join("fuzz/artifacts")).map_err(|error| error.to_string())?;
    // A target uses one core; the others need not wait for it.
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((name, max_length)) = TARGETS.get(next.fetch_add(1, Ordering::Relaxed)) {
            fuzz(name, *max_length, seconds, keep)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| worker.join().expect("a fuzzing thread panicked"));
        results.collect::<Vec<_>>().into_iter().collect()
    })
}

/// Fuzzes one target for some seconds, starting from its corpus.
fn fuzz(name: &str, max_length: u32, seconds: u32, keep: bool) -> Result<(), String> {
    let found = root().join("fuzz/target/found").join(name);
    std::fs::create_dir_all(&found).map_err(|error| error.to_string())?;
    let corpus = root().join("fuzz/corpus").join(name);
    let common = [format!("-max_len={max_length}"), "-verbosity=0".to_string()];
    let paths = |folders: [&PathBuf; 2]| folders.map(|folder| folder.display().to_string());
    let mut arguments = vec![
        format!("-max_total_time={seconds}"),
        format!("-artifact_prefix={}/{name}-", root().join("fuzz/artifacts").display()),
        "-timeout=20".to_string(),
        "-print_final_stats=1".to_string(),
    ];
    arguments.extend(common.clone());
    arguments.extend(paths([&found, &corpus]));
    run_target(name, &arguments)?;
    if keep {
        // One input per covered piece of code is enough, however often the code ran.
        let mut arguments = ["-set_cover_merge=1", "-use_counters=0", "-use_cmp=0"].map(str::to_string).to_vec();
        arguments.extend(common);
        arguments.extend(paths([&corpus, &found]));
        run_target(name, &arguments)?;
    }
    Ok(())
}

/// The target triple of this machine. Passing it to cargo keeps build scripts free of the instrumentation.
fn host() -> Result<String, String> {
    let version = output(command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc -vV does not report the host".to_string())
}
