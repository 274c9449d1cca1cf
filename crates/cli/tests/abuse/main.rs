//! The abuse suite: the real server with small limits, a small disk, a shifted clock and hostile clients. `cargo xtask abuse` prints a
//! table of all cases and what came of them; `cargo xtask test` runs the short ones.
//!
//! To add a case, write an async function in one of the files under `cases` and add it to the list at the top of that file. It
//! returns what the server did, for the table, and panics if that was wrong. docs/security.md lists the cases by name.

#![cfg(unix)]

mod cases;
mod server;
mod suite;
mod visitor;

/// `SHANGRILA_ABUSE=all` includes the long cases, `SHANGRILA_ABUSE=NAME` runs one case.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_withstands_every_abuse() {
    suite::run(cases::all()).await;
}

#[test]
fn the_security_document_names_every_case() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let document = std::fs::read_to_string(file).unwrap();
    for case in cases::all() {
        assert!(document.contains(&format!("`{}`", case.name)), "docs/security.md lacks `{}`", case.name);
    }
}
