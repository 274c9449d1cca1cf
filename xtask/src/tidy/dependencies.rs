//! Crates depend on each other as ARCHITECTURE.md says, and third-party versions are declared in one place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Third-party libraries that the crates closest to the game may use; development dependencies do not count.
const LIBRARIES_ALLOWED: [(&str, &[&str]); 9] = [
    ("crates/bits", &[]),
    ("crates/rules", &[]),
    ("crates/ai", &["fastrand", "libm", "sha2"]),
    ("crates/i18n", &[]),
    ("crates/scene", &[]),
    ("crates/scene-drawing", &[]),
    // Server and clients both use the protocol, so it must not bring a framework with it.
    ("crates/protocol", &["serde", "utoipa"]),
    // No I/O, so that every client can use it.
    ("crates/client-core", &["fastrand", "serde", "serde_json"]),
    ("crates/table", &[]),
];

/// The heading of the table that declares the dependencies between crates.
const HEADING: &str = "| crate | depends on | its tests also use |";

/// What a crate depends on.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Dependencies {
    /// Other crates of the workspace, by folder.
    crates: BTreeSet<String>,
    /// Crates of the workspace that only the tests use.
    test_crates: BTreeSet<String>,
    libraries: BTreeSet<String>,
}

/// The dependencies of every crate in the workspace, by folder, from the output of `cargo metadata --no-deps`.
pub(super) fn of_workspace(metadata: &str) -> Result<BTreeMap<String, Dependencies>, String> {
    let metadata: Value = serde_json::from_str(metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let root = text(&metadata["workspace_root"]);
    let folder = |path: &str| path.strip_prefix(&root).unwrap_or(path).trim_matches('/').to_string();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut all = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let mut found = Dependencies::default();
        for dependency in list(&package["dependencies"]) {
            let is_for_tests = dependency["kind"] == "dev";
            match (dependency["path"].as_str().map(folder), is_for_tests) {
                (Some(path), false) => found.crates.insert(path),
                (Some(path), true) => found.test_crates.insert(path),
                (None, false) => found.libraries.insert(text(&dependency["name"])),
                (None, true) => false,
            };
        }
        found.test_crates = &found.test_crates - &found.crates;
        let manifest = text(&package["manifest_path"]);
        all.insert(folder(manifest.trim_end_matches("Cargo.toml")), found);
    }
    Ok(all)
}

/// Reports where ARCHITECTURE.md and the manifests disagree.
pub(super) fn check(architecture: &str, actual: &BTreeMap<String, Dependencies>, problems: &mut Vec<String>) {
    let Some(declared) = table_in(architecture) else {
        problems.push(format!("ARCHITECTURE.md has no table with the heading {HEADING}"));
        return;
    };
    let expected = table(actual);
    let rows = |table: &str| table.lines().map(str::to_string).collect::<BTreeSet<_>>();
    let (declared, expected) = (rows(declared), rows(&expected));
    for row in expected.difference(&declared) {
        problems.push(format!("ARCHITECTURE.md lacks the row {row} (`cargo xtask tidy --accept` writes it)"));
    }
    for row in declared.difference(&expected) {
        problems.push(format!("ARCHITECTURE.md has a row that is not true: {row}"));
    }
    for (folder, allowed) in LIBRARIES_ALLOWED {
        let libraries = actual.get(folder).map(|found| &found.libraries);
        for library in libraries.into_iter().flatten().filter(|library| !allowed.contains(&library.as_str())) {
            problems.push(format!("{folder} must not depend on {library} (see ARCHITECTURE.md)"));
        }
    }
}

/// ARCHITECTURE.md with a table that matches the manifests.
pub(super) fn accept(architecture: &str, actual: &BTreeMap<String, Dependencies>) -> String {
    match table_in(architecture) {
        Some(declared) => architecture.replace(declared, &table(actual)),
        None => architecture.to_string(),
    }
}

/// The table of dependencies within a document.
fn table_in(document: &str) -> Option<&str> {
    let table = &document[document.find(HEADING)?..];
    Some(table.split("\n\n").next().unwrap_or(table).trim_end())
}

fn table(actual: &BTreeMap<String, Dependencies>) -> String {
    let names = |folders: &BTreeSet<String>| {
        folders
            .iter()
            .map(|folder| format!("`{}`", folder.trim_start_matches("crates/")))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut rows = vec![HEADING.to_string(), "|---|---|---|".to_string()];
    for (folder, found) in actual {
        rows.push(format!("| `{folder}` | {} | {} |", names(&found.crates), names(&found.test_crates)));
    }
    rows.join("\n")
}

/// Reports dependencies whose version is not declared in the root manifest.
pub(super) fn check_manifest(path: &str, text: &str, problems: &mut Vec<String>) {
    let mut section = "";
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]") && !line.contains("workspace = true") {
            let dependency = line.split(['.', ' ', '=']).next().unwrap_or("");
            problems.push(format!("{path}: the version of {dependency} belongs in the root Cargo.toml"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = r#"{"workspace_root": "/r", "packages": [
        {"manifest_path": "/r/crates/bits/Cargo.toml", "dependencies": []},
        {"manifest_path": "/r/crates/rules/Cargo.toml", "dependencies": [
            {"name": "shangrila-bits", "kind": null, "path": "/r/crates/bits"},
            {"name": "serde", "kind": null},
            {"name": "divan", "kind": "dev"}]},
        {"manifest_path": "/r/xtask/Cargo.toml", "dependencies": [
            {"name": "shangrila-rules", "kind": "dev", "path": "/r/crates/rules"}]}]}"#;

    fn problems(architecture: &str) -> Vec<String> {
        let mut problems = Vec::new();
        check(architecture, &of_workspace(METADATA).unwrap(), &mut problems);
        problems
    }

    #[test]
    fn a_table_that_matches_the_manifests_is_accepted() {
        let old = format!("# A\n\n{HEADING}\n|---|---|---|\n| `crates/rules` | | |\n\nMore.\n");
        let new = accept(&old, &of_workspace(METADATA).unwrap());
        assert!(new.contains("| `crates/rules` | `bits` |  |\n| `xtask` |  | `rules` |\n\nMore."), "{new}");
        assert_eq!(problems(&new), ["crates/rules must not depend on serde (see ARCHITECTURE.md)"]);
    }

    #[test]
    fn missing_and_untrue_rows_are_reported() {
        let found = problems(&format!("{HEADING}\n|---|---|---|\n| `crates/bits` | `rules` |  |\n"));
        assert_eq!(found.len(), 5, "{found:?}");
        assert_eq!(problems("# Nothing").len(), 1);
    }

    #[test]
    fn versions_outside_the_root_manifest_are_reported() {
        let mut problems = Vec::new();
        let text = "[dependencies]\nserde.workspace = true\nrand = \"1\"\n[package]\nversion = \"1\"\n";
        check_manifest("crates/rules/Cargo.toml", text, &mut problems);
        assert_eq!(problems, ["crates/rules/Cargo.toml: the version of rand belongs in the root Cargo.toml"]);
    }
}
