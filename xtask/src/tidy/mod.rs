//! `cargo xtask tidy`: the rules for code and documents that can be checked automatically.

mod dependencies;
mod links;
mod phrases;
mod public_names;
mod third_party;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::process::{command, output, root};

/// Longer files are hard to read in one sitting.
const MAX_LINES: usize = 800;

/// Files that may use `unsafe`, and why.
const UNSAFE_ALLOWED: [(&str, &str); 7] = [
    ("crates/bits/src/lib.rs", "a processor instruction that is not available otherwise"),
    ("crates/bits/src/processor_check.rs", "runs before main"),
    ("crates/kernels/src/lib.rs", "chooses the vector instructions of the processor"),
    ("crates/kernels/src/wasm.rs", "vector instructions read and write through pointers"),
    ("crates/kernels/src/x86.rs", "vector instructions read and write through pointers"),
    ("crates/web/src/engine_worker/relaxed_products.rs", "calls a function of another module"),
    ("crates/rules/tests/allocation.rs", "an allocator that counts"),
];

/// Documents that describe source files, and must be reviewed when those change.
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
            "crates/protocol/src/illegal_move.rs",
            "crates/protocol/src/refusal.rs",
            "crates/protocol/src/server.rs",
            "crates/protocol/src/settings.rs",
            "crates/protocol/src/state.rs",
        ],
    ),
];

/// Marks of unfinished work. Written in two pieces, so that this file does not match itself.
const UNFINISHED: [(&str, &str); 6] =
    [("to", "do!("), ("db", "g!("), ("unimple", "mented!("), ("#[ig", "nore"), ("FIX", "ME"), ("XX", "X ")];

/// Runs all checks and reports every problem.
pub(crate) fn run(accept: bool) -> Result<(), String> {
    let metadata = output(command("cargo").args(["metadata", "--locked", "--no-deps", "--format-version", "1"]))?;
    let crates = dependencies::of_workspace(&metadata)?;
    if accept {
        accept_documents()?;
        write("ARCHITECTURE.md", &dependencies::accept(&read("ARCHITECTURE.md")?, &crates))?;
    }

    let listed = output(command("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let mut files = Vec::new();
    for path in listed.lines().filter(|path| is_text(path) && root().join(path).is_file()) {
        files.push((path, read(path)?));
    }
    let with_extension = |extension: &'static str| {
        files.iter().filter(move |(path, _)| path.ends_with(extension)).map(|(path, text)| (*path, text.as_str()))
    };

    let mut problems = Vec::new();
    let rules = rule_numbers(&read("docs/rules.md")?);
    for (path, text) in with_extension(".rs") {
        check_source(path, text, &rules, &mut problems);
    }
    for (path, text) in with_extension(".rs").chain(with_extension(".css")).chain(with_extension(".js")) {
        check_length(path, text, &mut problems);
    }
    for (path, text) in
        with_extension("Cargo.toml").filter(|(path, _)| *path != "Cargo.toml" && !path.starts_with("fuzz/"))
    {
        dependencies::check_manifest(path, text, &mut problems);
    }
    for (path, text) in with_extension(".md") {
        links::check(path, text, &read_linked, &mut problems);
        links::check_paths(path, text, &|named| is_ignored(named) || root().join(named).exists(), &mut problems);
    }
    for (path, text) in files.iter().filter(|(path, _)| *path != "xtask/src/tidy/phrases.rs") {
        phrases::check(path, text, &mut problems);
    }
    public_names::check(with_extension(".rs"), &mut problems);
    let architecture = read("ARCHITECTURE.md")?;
    check_folders(&architecture, with_extension("Cargo.toml").map(|(path, _)| path), &mut problems);
    dependencies::check(&architecture, &crates, &mut problems);
    let says_words = |path: &str| words::SAID.iter().any(|folder| path.starts_with(folder));
    let sources: String = with_extension(".rs").filter(|(path, _)| says_words(path)).map(|(_, text)| text).collect();
    for file in words::DECLARED {
        words::check(file, &read(file)?, &sources, &mut problems);
    }
    check_described_sources(&mut problems)?;
    third_party::check(&read("deny.toml")?, &mut problems)?;

    if problems.is_empty() {
        println!("{} files are tidy", files.len());
        return Ok(());
    }
    Err(format!("{} problems:\n  {}", problems.len(), problems.join("\n  ")))
}

/// Whether a file is code or prose of ours, by its name.
fn is_text(path: &str) -> bool {
    [".rs", ".md", ".toml", ".css", ".js", ".html"].iter().any(|extension| path.ends_with(extension))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &str, text: &str) -> Result<(), String> {
    fs::write(root().join(path), text).map_err(|error| format!("{path}: {error}"))
}

/// Whether programs write to this path and git ignores it, so that a fresh clone lacks it.
fn is_ignored(path: &str) -> bool {
    ["train/bin", "train/data", "train/state"].iter().any(|folder| path.starts_with(folder))
}

/// The text of a linked file; empty for folders and for files that are not text.
fn read_linked(path: &Path) -> Option<String> {
    let path = root().join(path);
    path.exists().then(|| fs::read_to_string(path).unwrap_or_default())
}

fn check_length(path: &str, text: &str, problems: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > MAX_LINES {
        problems.push(format!("{path}: {lines} lines, at most {MAX_LINES}"));
    }
}

fn check_source(path: &str, text: &str, rules: &BTreeSet<String>, problems: &mut Vec<String>) {
    if !text.starts_with("//!") {
        problems.push(format!("{path}: the file does not start with a //! comment that says what it is for"));
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

/// Everything that looks like the number of a rule, such as R1.2.
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

/// Reports folders with a manifest that ARCHITECTURE.md does not mention.
fn check_folders<'a>(architecture: &str, manifests: impl Iterator<Item = &'a str>, problems: &mut Vec<String>) {
    for folder in manifests.filter_map(|path| path.strip_suffix("/Cargo.toml")) {
        if !architecture.contains(&format!("| `{folder}` |")) {
            problems.push(format!("ARCHITECTURE.md has no row for `{folder}`"));
        }
    }
}

/// Reports documents that have not been reviewed since the sources they describe changed.
fn check_described_sources(problems: &mut Vec<String>) -> Result<(), String> {
    for (document, sources) in DESCRIBED_SOURCES {
        if !read(document)?.contains(&mark(sources)?) {
            let sources = sources.join(", ");
            problems.push(format!(
                "{document} describes older sources ({sources}): bring it up to date, then run `cargo xtask tidy --accept`"
            ));
        }
    }
    Ok(())
}

/// The line in a document that identifies the version of the sources it describes.
fn mark(sources: &[&str]) -> Result<String, String> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for source in sources {
        // FNV-1a: this check need not resist forgery.
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
        write(document, &new)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_numbers_are_recognised_in_prose() {
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
}
