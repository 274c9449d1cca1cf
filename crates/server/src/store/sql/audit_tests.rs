//! The audit log can only grow.

use shangrila_protocol::ModerationAction;

use super::super::testing::TestStore;
use crate::store::{AuditedAction, ModerationStore};

#[tokio::test]
async fn nobody_can_change_the_audit_log() {
    let store = TestStore::open().await;
    let tables = store.moderation();
    let action = ModerationAction::BanNetwork { network: "192.0.2.0/24".to_string(), hours: None };
    let audited = AuditedAction { by: None, action: &action, reason: "a flood", at: 5 };
    assert_eq!(tables.record(audited).await.unwrap(), Some(1));
    for sql in [
        "UPDATE audit SET reason = 'nothing'",
        "DELETE FROM audit",
        "INSERT INTO audit (number, at, action, reason) VALUES (1, 0, '{}', 'nothing')
        ON CONFLICT (number) DO UPDATE SET reason = excluded.reason",
    ] {
        let error = sqlx::query(sql).execute(&store.pool).await.unwrap_err().to_string();
        assert!(error.contains("append-only"), "{sql}: {error}");
    }
    assert_eq!(tables.record(audited).await.unwrap(), Some(2));
    let log = tables.audit_before(u64::MAX, 10).await.unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!((log[1].number, log[1].at, &log[1].action, log[1].reason.as_str()), (1, 5, &action, "a flood"));
}
