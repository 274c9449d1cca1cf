//! Links and paths in the documents lead to files and headings that exist.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Reports every link in a document whose file or heading does not exist.
///
/// `read` returns the text of a file in the repository, an empty text for a folder, and `None` if there is neither.
pub(super) fn check(path: &str, text: &str, read: &dyn Fn(&Path) -> Option<String>, problems: &mut Vec<String>) {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    for target in targets(text).filter(|target| !target.contains("://") && !target.starts_with("mailto:")) {
        let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        let linked = if file.is_empty() { Some(text.to_string()) } else { read(&normalised(&folder.join(file))) };
        match (linked, anchor) {
            (None, _) => problems.push(format!("{path}: the link to {target} leads nowhere")),
            (Some(linked), Some(anchor)) if !anchors(&linked).contains(anchor) => {
                problems.push(format!("{path}: the link to {target} leads to a heading that does not exist"));
            }
            _ => {}
        }
    }
}

/// The folders whose files documents name by their path from the root of the repository.
const NAMED_FOLDERS: [&str; 6] = ["crates/", "docs/", "fixtures/", "fuzz/fuzz_targets", "train/", "xtask/"];

/// Reports every path in backticks that does not exist.
pub(super) fn check_paths(path: &str, text: &str, exists: &dyn Fn(&str) -> bool, problems: &mut Vec<String>) {
    let is_path = |code: &&str| {
        let is_in_path = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
        NAMED_FOLDERS.iter().any(|folder| code.starts_with(folder)) && code.chars().all(is_in_path)
    };
    let named: BTreeSet<&str> =
        prose(text).flat_map(|line| line.split('`').skip(1).step_by(2)).filter(is_path).collect();
    for missing in named.into_iter().filter(|named| !exists(named)) {
        problems.push(format!("{path}: {missing} does not exist"));
    }
}

/// The path without `.` and `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                parts.pop();
            }
            Component::CurDir => {}
            other => parts.push(other),
        }
    }
    parts
}

/// The targets of all links outside of code.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| {
        // Every second piece between backticks is code.
        line.split('`').step_by(2).flat_map(|prose| {
            prose
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next())
                .filter_map(|link| link.split(' ').next())
        })
    })
}

/// The lines outside of fenced code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// The anchors that a document offers: those of its headings, as GitHub names them, and explicit ids.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for line in prose(text) {
        anchors.extend(line.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_string));
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let anchor = anchor(heading.trim());
        let repeated = (1..).map(|count| format!("{anchor}-{count}"));
        let unique = std::iter::once(anchor.clone()).chain(repeated).find(|anchor| !anchors.contains(anchor));
        anchors.extend(unique);
    }
    anchors
}

/// The anchor of a heading: lower case, without punctuation, with hyphens for spaces.
fn anchor(heading: &str) -> String {
    // Only the text of a link counts.
    let text: String = heading
        .split("](")
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { part.split_once(')').map_or("", |p| p.1) })
        .collect();
    let kept = text.to_lowercase();
    kept.chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let read = |path: &Path| match path.to_str()? {
            "docs/rules.md" => Some("# The rules\n\n## R5: the journey\n\n## Twice\n\n## Twice\n".to_string()),
            "docs" => Some(String::new()),
            _ => None,
        };
        let mut problems = Vec::new();
        check("docs/notes/a.md", text, &read, &mut problems);
        problems
    }

    #[test]
    fn links_to_files_and_headings_that_exist_are_fine() {
        let text = "# Here\n[a](../rules.md) [b](../rules.md#r5-the-journey) [c](#here) [d](..) [e](https://x.y/#z) \
                    [f](../rules.md#twice-1)\n";
        assert_eq!(problems(text), Vec::<String>::new());
    }

    #[test]
    fn broken_links_are_reported() {
        let found = problems("[a](rules.md) [b](../rules.md#r6) [c](#nowhere)\n");
        assert_eq!(found.len(), 3, "{found:?}");
    }

    #[test]
    fn paths_that_do_not_exist_are_reported() {
        let mut problems = Vec::new();
        let text = "`crates/a.rs` is there, `crates/b.rs` is not, `crates/<name>` is a pattern, `target/x` is built.\n";
        check_paths("a.md", text, &|path| path == "crates/a.rs", &mut problems);
        assert_eq!(problems, ["a.md: crates/b.rs does not exist"]);
    }

    #[test]
    fn links_in_code_are_ignored() {
        assert_eq!(problems("`[a](x.md)`\n```\n[b](y.md)\n```\n"), Vec::<String>::new());
    }
}
