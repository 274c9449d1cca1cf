//! People who want the account, or the name, of someone else.

use serde_json::{Value, json};

use crate::server::Target;
use crate::suite::{Case, Outcome, case, withstood};
use crate::visitor::Visitor;

const PASSWORD: &str = "over the bridge";

pub(super) fn cases() -> Vec<Case> {
    vec![case!("copied_cookie", "a copy of a cookie is used after its owner has signed out", copied_cookie)]
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
