//! `shangrila server copy` and `shangrila admin` with PostgreSQL.

use std::path::Path;
use std::time::Duration;

use shangrila_client::Client;
use shangrila_load::ServerProcess;
use shangrila_protocol::NewTable;
use shangrila_test_cluster::TestDatabase;
use tempfile::TempDir;

use crate::program::{run, stdout};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shangrila");

/// Starts a server on a database.
fn start(folder: &TempDir, database: &TestDatabase) -> ServerProcess {
    ServerProcess::start_on(Path::new(PROGRAM), folder.path(), database.url(), &[]).unwrap()
}

fn stop(mut server: ServerProcess) {
    let status = server.terminate(Duration::from_secs(20)).unwrap();
    assert!(status.is_some_and(|status| status.success()), "{status:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_moves_from_postgresql_to_a_file_and_to_a_postgresql_that_a_server_has_used() {
    let (folder, first, second) = (TempDir::new().unwrap(), TestDatabase::create(), TestDatabase::create());
    let file = folder.path().join("copy.db");
    let file = file.to_str().unwrap();
    let server = start(&folder, &first);
    let client = Client::guest(server.address(), "Ada").await.unwrap();
    client.open_table(&NewTable::default()).await.unwrap();

    let refused = run(&["server", "copy", first.url(), file]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a server is using it; stop that one first"));
    // Beside a server of the same version, administrators can do their work.
    let roles = run(&["admin", "list", "--database", first.url()]);
    assert!(roles.status.success(), "{}", String::from_utf8_lossy(&roles.stderr));
    stop(server);

    let copied = run(&["server", "copy", first.url(), file]);
    let said = if copied.status.success() { stdout(&copied) } else { std::str::from_utf8(&copied.stderr).unwrap() };
    assert!(said.starts_with(&format!("{file}: ")) && said.ends_with("; copied and verified\n"), "{said}");
    let verified = run(&["server", "verify", file]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    assert!(stdout(&verified).contains("intact"));
    stop(start(&folder, &second));
    let copied = run(&["server", "copy", file, second.url()]);
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    assert_eq!(second.psql("SELECT name FROM people").trim(), "Ada");
    let full = run(&["server", "copy", file, second.url()]);
    assert!(String::from_utf8_lossy(&full.stderr).contains("is not empty: it has rows in people"));
}
