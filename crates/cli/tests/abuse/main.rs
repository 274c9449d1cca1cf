//! The abuse suite: the real server with small limits, a small disk, a shifted clock and hostile clients. `cargo xtask abuse` prints a
//! table of all cases and what came of them; `cargo xtask test` runs the short ones.
//!
//! To add a case, write an async function in one of the files under `cases` and add it to the list at the top of that file. It
//! returns what the server did, for the table, and panics if that was wrong. docs/security.md lists the cases by name.

#![cfg(unix)]

use std::fs;
use std::path::Path;

mod cases;
mod server;
mod suite;
mod visitor;

/// `SHANGRILA_ABUSE=all` includes the long cases, `SHANGRILA_ABUSE=NAME` runs one case.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_withstands_every_abuse() {
    suite::run(cases::all()).await;
}

fn security_document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md")).unwrap()
}

#[test]
fn the_security_document_names_every_case() {
    let document = security_document();
    for case in cases::all() {
        assert!(document.contains(&format!("`{}`", case.name)), "docs/security.md lacks `{}`", case.name);
    }
}

#[test]
fn every_test_that_the_security_document_names_exists() {
    let mut source = String::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                source += &fs::read_to_string(path).unwrap();
            }
        }
    }
    let document = security_document();
    // Names of several words: the others are those of settings, columns and cases.
    let is_test =
        |name: &&str| name.split('_').count() > 3 && !name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let names: Vec<&str> = document.split('`').skip(1).step_by(2).filter(is_test).collect();
    assert!(names.len() > 60, "{names:?}");
    for name in names {
        assert!(source.contains(&format!("fn {name}()")), "there is no test {name}");
    }
}
