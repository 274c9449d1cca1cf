//! What links to tables say.

use async_trait::async_trait;
use shangrila_protocol::{SeatedPlayer, TableId};

use super::super::Store;
use super::tables::phase_of;
use crate::store::{Invitation, InvitationStore, StoreError};

#[async_trait]
impl InvitationStore for Store {
    async fn invitation(&self, table: &TableId) -> Result<Option<Invitation>, StoreError> {
        let row: Option<(String, String, String, Option<String>)> = sqlx::query_as(
            "SELECT t.phase, t.settings, t.players, p.name FROM tables t LEFT JOIN people p ON p.id = t.host WHERE t.id = $1",
        )
        .bind(table.as_str())
        .fetch_optional(&self.pool)
        .await?;
        let Some((phase, settings, players, host)) = row else { return Ok(None) };
        let seats: Vec<SeatedPlayer> = serde_json::from_str(&players)?;
        Ok(Some(Invitation {
            host: host.unwrap_or_default(),
            settings: serde_json::from_str(&settings)?,
            phase: phase_of(&phase),
            free_seats: seats.iter().filter(|seat| seat.player.is_none()).count(),
        }))
    }
}
