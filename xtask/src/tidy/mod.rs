//! `cargo xtask tidy`: what the documents promise about the code, checked.

mod words;

use std::collections::BTreeSet;
use std::fs;

use crate::process::{command, output, root};

/// Longer files are not read in one go.
const MAX_LINES: usize = 800;

/// Files that may use `unsafe`, and why.
const UNSAFE_ALLOWED: [(&str, &str); 2] = [
    ("crates/bits/src/lib.rs", "a processor instruction that Rust offers no other way"),
    ("crates/rules/tests/allocation.rs", "an allocator that counts"),
];

/// What a crate may depend on; development dependencies do not count.
const ALLOWED_DEPENDENCIES: [(&str, &[&str]); 9] = [
    ("bits", &[]),
    ("rules", &["shangrila-bits"]),
    ("ai", &["fastrand", "shangrila-rules"]),
    ("i18n", &[]),
    ("scene", &["shangrila-rules", "shangrila-scene-drawing"]),
    ("scene-drawing", &["shangrila-rules"]),
    // Both ends of the wire know it, so it knows neither.
    ("protocol", &["serde", "shangrila-rules", "utoipa"]),
    // The referee of tables: what people see of them is the app's business.
    ("server", &SERVER_DEPENDENCIES),
    ("table", &["shangrila-ai", "shangrila-i18n", "shangrila-rules"]),
];

/// Rules, computer players and messages of the game; everything else is about the web, storage and secrets.
const SERVER_DEPENDENCIES: [&str; 19] = [
    "argon2",
    "async-trait",
    "axum",
    "axum-extra",
    "config",
    "futures",
    "getrandom",
    "serde",
    "serde_json",
    "sha2",
    "shangrila-ai",
    "shangrila-protocol",
    "shangrila-rules",
    "skillratings",
    "sqlx",
    "tokio",
    "tracing",
    "utoipa",
    "utoipa-axum",
];

/// Documents that describe source files and must be read again when those change.
const DESCRIBED_SOURCES: [(&str, &[&str]); 2] = [
    (
        "docs/engine-protocol.md",
        &["crates/cli/src/engine/mod.rs", "crates/cli/src/engine/request.rs", "crates/cli/src/engine/thinking.rs"],
    ),
    (
        "docs/server-protocol.md",
        &[
            "crates/protocol/src/client.rs",
            "crates/protocol/src/event.rs",
            "crates/protocol/src/refusal.rs",
            "crates/protocol/src/server.rs",
            "crates/protocol/src/state.rs",
        ],
    ),
];

/// Marks of unfinished work. Written in two pieces, so that this file does not find itself.
const UNFINISHED: [(&str, &str); 6] =
    [("to", "do!("), ("db", "g!("), ("unimple", "mented!("), ("#[ig", "nore"), ("FIX", "ME"), ("XX", "X ")];

/// Runs all checks and reports everything found.
pub(crate) fn run(accept: bool) -> Result<(), String> {
    if accept {
        accept_documents()?;
    }
    let listed = output(command("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let files: Vec<&str> = listed.lines().filter(|path| root().join(path).is_file()).collect();
    let mut problems = Vec::new();
    let rules = rule_numbers(&read("docs/rules.md")?);
    for &path in files.iter().filter(|path| path.ends_with(".rs")) {
        check_source(path, &read(path)?, &rules, &mut problems);
    }
    for &path in files.iter().filter(|path| path.ends_with("Cargo.toml") && !path.starts_with("fuzz/")) {
        check_manifest(path, &read(path)?, &mut problems);
    }
    for &path in files.iter().filter(|path| path.ends_with(".md")) {
        check_links(path, &read(path)?, &mut problems);
    }
    check_architecture(&files, &mut problems)?;
    let says_words = |path: &&&str| path.ends_with(".rs") && words::SAID.iter().any(|folder| path.starts_with(folder));
    let sources = files.iter().filter(says_words).map(|path| read(path)).collect::<Result<String, _>>()?;
    words::check(&read(words::DECLARED)?, &sources, &mut problems);
    for (document, sources) in DESCRIBED_SOURCES {
        if !read(document)?.contains(&mark(sources)?) {
            let sources = sources.join(", ");
            problems.push(format!(
                "{document} describes older sources ({sources}): bring it up to date, then `cargo xtask tidy --accept`"
            ));
        }
    }
    if problems.is_empty() {
        println!("{} files are tidy", files.len());
        return Ok(());
    }
    Err(format!("{} things are not tidy:\n  {}", problems.len(), problems.join("\n  ")))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

fn check_source(path: &str, text: &str, rules: &BTreeSet<String>, problems: &mut Vec<String>) {
    if !text.starts_with("//!") {
        problems.push(format!("{path}: the file does not open with a //! sentence that says what it is for"));
    }
    let lines = text.lines().count();
    if lines > MAX_LINES {
        problems.push(format!("{path}: {lines} lines, at most {MAX_LINES}"));
    }
    let may_be_unsafe = UNSAFE_ALLOWED.iter().any(|(allowed, _)| *allowed == path);
    let keyword = concat!("uns", "afe");
    for (index, line) in text.lines().enumerate() {
        let place = format!("{path}:{}", index + 1);
        let code = line.split("//").next().unwrap_or("");
        let is_in_word = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
        if !may_be_unsafe && code.split(|letter| !is_in_word(letter)).any(|word| word == keyword) {
            problems.push(format!("{place}: {keyword} code is only for {UNSAFE_ALLOWED:?}"));
        }
        if UNFINISHED.iter().any(|(head, tail)| line.contains(&format!("{head}{tail}"))) {
            problems.push(format!("{place}: unfinished"));
        }
        for number in rule_numbers(line).difference(rules) {
            problems.push(format!("{place}: docs/rules.md has no {number}"));
        }
    }
}

/// Everything that looks like the number of a rule: R1.2.
fn rule_numbers(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    let is_rule = |word: &&str| {
        let mut parts = word.strip_prefix('R').unwrap_or("").split('.');
        let digits =
            |part: Option<&str>| part.is_some_and(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
        digits(parts.next()) && digits(parts.next()) && parts.next().is_none()
    };
    words.map(|word| word.trim_end_matches('.')).filter(is_rule).map(str::to_string).collect()
}

fn check_manifest(path: &str, text: &str, problems: &mut Vec<String>) {
    let mut section = "";
    let name = path.strip_prefix("crates/").and_then(|rest| rest.strip_suffix("/Cargo.toml"));
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            section = line;
            continue;
        }
        let dependency = line.split(['.', ' ', '=']).next().unwrap_or("");
        if path != "Cargo.toml" && section.ends_with("dependencies]") && !line.contains("workspace = true") {
            problems.push(format!("{path}: the version of {dependency} belongs into the root Cargo.toml"));
        }
        let allowed = ALLOWED_DEPENDENCIES.iter().find(|(crate_name, _)| Some(*crate_name) == name);
        if section == "[dependencies]" && allowed.is_some_and(|(_, allowed)| !allowed.contains(&dependency)) {
            problems.push(format!("{path}: this crate must not know {dependency} (see ARCHITECTURE.md)"));
        }
    }
}

/// Links to files of the repository lead somewhere.
fn check_links(path: &str, text: &str, problems: &mut Vec<String>) {
    for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = target.split('#').next().unwrap_or("");
        let folder = root().join(path).parent().map(|folder| folder.to_path_buf()).unwrap_or_default();
        if !file.is_empty() && !file.contains("://") && !folder.join(file).exists() {
            problems.push(format!("{path}: the link to {target} leads nowhere"));
        }
    }
}

/// Every crate and its invariants are described.
fn check_architecture(files: &[&str], problems: &mut Vec<String>) -> Result<(), String> {
    let text = read("ARCHITECTURE.md")?;
    let folders = files.iter().filter_map(|path| path.strip_suffix("/Cargo.toml"));
    for folder in folders.filter(|folder| !text.contains(&format!("`{folder}`"))) {
        problems.push(format!("ARCHITECTURE.md does not mention `{folder}`"));
    }
    Ok(())
}

/// The line in a document that names the state of the sources it describes.
fn mark(sources: &[&str]) -> Result<String, String> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for source in sources {
        // FNV-1a: nobody tries to deceive this check.
        for byte in read(source)?.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(format!("<!-- describes source state {hash:016x} -->"))
}

fn accept_documents() -> Result<(), String> {
    for (document, sources) in DESCRIBED_SOURCES {
        let mark = mark(sources)?;
        let text = read(document)?;
        let kept = text.lines().filter(|line| !line.starts_with("<!-- describes source state "));
        let new = kept.map(|line| format!("{line}\n")).collect::<String>() + &mark + "\n";
        fs::write(root().join(document), new).map_err(|error| format!("{document}: {error}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_numbers_are_found_in_prose() {
        let long = format!("R{}.{}", 10, 12);
        let found = rule_numbers(&format!("as in R5.4, (R2.3). R1 and R2.x and XR1.2 are none; {long}."));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [long.as_str(), "R2.3", "R5.4"]);
    }

    #[test]
    fn untidy_sources_are_reported() {
        let mut problems = Vec::new();
        let text = format!("fn main() {{ {}{}) }} // R{}.9\n", "to", "do!(", 9);
        check_source("crates/x/src/main.rs", &text, &BTreeSet::new(), &mut problems);
        assert_eq!(problems.len(), 3, "{problems:?}");
    }

    #[test]
    fn forbidden_dependencies_are_reported() {
        let mut problems = Vec::new();
        let text = "[dependencies]\nserde.workspace = true\nshangrila-bits.workspace = true\nrand = \"1\"\n";
        check_manifest("crates/rules/Cargo.toml", text, &mut problems);
        assert_eq!(problems.len(), 3, "{problems:?}");
    }
}
