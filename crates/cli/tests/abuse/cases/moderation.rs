//! People whom moderators have to deal with.

use serde_json::json;

use crate::server::{Target, command};
use crate::suite::{Case, Outcome, case, withstood};

pub(super) fn cases() -> Vec<Case> {
    vec![case!("banned_visitor", "a banned account and a banned address come back", banned_visitor)]
}

/// Runs `shangrila admin` beside the server.
fn admin(target: &Target, arguments: &[&str]) {
    let mut admin = command();
    admin.arg("admin").args(arguments).arg("--database").arg(target.database());
    let output = admin.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

async fn banned_visitor() -> Outcome {
    let target = Target::start(&[("BEHIND_PROXY", "true")]);
    let mut ben = target.stranger();
    let credentials = json!({ "name": "Ben", "password": "over the bridge" });
    assert_eq!(ben.post("/api/accounts", &credentials).await.status, 201);
    let mut socket = ben.socket().await;
    admin(&target, &["ban", "Ben", "--hours", "1"]);
    assert_eq!(socket.close_code().await, Some(4003));
    let again = target.stranger().post("/api/session", &credentials).await;
    assert_eq!((again.status, again.code()), (403, "banned".to_string()));

    admin(&target, &["ban", "198.51.100.0/24"]);
    let from = [("x-forwarded-for", "198.51.100.9")];
    let guest = json!({ "name": "Benno" });
    // The server reads the log within a second.
    for attempt in 0.. {
        let answer = target.stranger().request("POST", "/api/guests", &from, Some(&guest)).await;
        if answer.status == 403 {
            assert_eq!(answer.code(), "banned");
            break;
        }
        assert!(attempt < 50, "the address is still let in");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    withstood("closed the connection and refused the account and the address")
}
