//! People who want the account, or the name, of someone else.

use serde_json::{Value, json};

use crate::server::Target;
use crate::suite::{Case, Outcome, case, withstood};
use crate::visitor::Visitor;

const PASSWORD: &str = "over the bridge";

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!("copied_cookie", "a copy of a cookie is used after its owner has signed out", copied_cookie),
        case!("lockout", "wrong passwords for someone else's account from many addresses", lockout),
        case!("look_alike_names", "names that look like that of an account, or hide something", look_alike_names),
    ]
}

/// Creates an account.
async fn account(target: &Target, name: &str) -> Visitor {
    let mut visitor = target.stranger();
    let answer = visitor.post("/api/accounts", &json!({ "name": name, "password": PASSWORD })).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    visitor
}

async fn copied_cookie() -> Outcome {
    let target = Target::start(&[]);
    let mut ada = account(&target, "Ada").await;
    let mut thief = ada.clone();
    let mut socket = thief.socket().await;
    assert_eq!(ada.request("DELETE", "/api/session", &[], None).await.status, 204);
    assert_eq!(socket.close_code().await, Some(1013));
    assert_eq!(thief.get("/api/me").await.json()["me"], Value::Null);
    withstood("worth nothing; its connection is closed")
}

async fn lockout() -> Outcome {
    let target = Target::start(&[("BEHIND_PROXY", "true")]);
    let mut ada = account(&target, "Ada").await;
    assert_eq!(ada.request("DELETE", "/api/session", &[], None).await.status, 204);
    // Longer than any password, so that the server need not hash it.
    let wrong = json!({ "name": "Ada", "password": "x".repeat(300) });
    let mut refused = 0;
    for number in 0..150 {
        let address = format!("198.51.100.{number}");
        let answer =
            target.stranger().request("POST", "/api/session", &[("x-forwarded-for", &address)], Some(&wrong)).await;
        refused += u32::from(answer.status == 429);
    }
    assert!(refused > 0, "guessing is not slowed down");
    let right = json!({ "name": "Ada", "password": PASSWORD });
    let answer = ada.request("POST", "/api/session", &[("x-forwarded-for", "192.0.2.1")], Some(&right)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    withstood(format!("{refused} of 150 attempts had to wait; the owner's device did not"))
}

async fn look_alike_names() -> Outcome {
    let target = Target::start(&[("LIMITS__BY_ADDRESS", "false")]);
    account(&target, "Alice").await;
    let names = [
        ("AIice", "name_too_similar"),
        ("Аӏісе", "name_too_similar"),
        ("ALICE", "name_taken"),
        ("A\u{200b}lice", "hidden_in_name"),
        ("Аlice", "mixed_scripts"),
    ];
    for (name, code) in names {
        for (path, body) in
            [("/api/guests", json!({ "name": name })), ("/api/accounts", json!({ "name": name, "password": PASSWORD }))]
        {
            assert_eq!(target.stranger().post(path, &body).await.code(), code, "{path} {name:?}");
        }
    }
    withstood("refused for guests and accounts alike")
}
