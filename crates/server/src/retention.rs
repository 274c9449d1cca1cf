//! What is kept for how long. Guests who never come back, tables that never became a game and games that nobody finishes are deleted in
//! the end; finished games and accounts stay.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::background::keep_running;
use crate::clock::now;
use crate::metrics::METRICS;
use crate::room::{RoomMessage, Rooms};
use crate::store::{PeopleStore, SessionStore, StoreError, TableStore};

/// How often expired data is looked for.
const INTERVAL: Duration = Duration::from_secs(60 * 60);
/// How long the server rests after each deletion, so that play comes first.
const REST: Duration = Duration::from_millis(20);
const DAY: u64 = 86_400_000;
/// The name of the task among those that one process does at a time.
const TASK: &str = "retention";

/// What is kept for how long, in days: the `retention` table of the settings. 0 means forever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetentionSettings {
    /// Guests, after their last visit.
    pub guests: u32,
    /// Guests who never sat at a table, after their last visit.
    pub unused_guests: u32,
    /// Games that are not finished, after the last event.
    pub abandoned_tables: u32,
    /// Tables that were closed before a game started.
    pub closed_tables: u32,
}

impl Default for RetentionSettings {
    fn default() -> RetentionSettings {
        // The session of a guest lasts a year.
        RetentionSettings { guests: 400, unused_guests: 30, abandoned_tables: 365, closed_tables: 30 }
    }
}

/// Times before which data has expired; 0 if it never does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Expiry {
    pub(crate) guests: u64,
    pub(crate) unused_guests: u64,
    pub(crate) abandoned_tables: u64,
    pub(crate) closed_tables: u64,
}

impl Expiry {
    pub(crate) fn at(now: u64, settings: &RetentionSettings) -> Expiry {
        let before = |days: u32| if days == 0 { 0 } else { now.saturating_sub(u64::from(days) * DAY) };
        Expiry {
            guests: before(settings.guests),
            unused_guests: before(settings.unused_guests),
            abandoned_tables: before(settings.abandoned_tables),
            closed_tables: before(settings.closed_tables),
        }
    }
}

/// Deletes expired data now and every hour.
pub(crate) fn start(
    rooms: &Rooms,
    tables: &Arc<dyn TableStore>,
    people: &Arc<dyn PeopleStore>,
    sessions: &Arc<dyn SessionStore>,
) {
    let (rooms, tables, people, sessions) =
        (rooms.clone(), Arc::clone(tables), Arc::clone(people), Arc::clone(sessions));
    keep_running("retention", move || {
        let (rooms, tables, people, sessions) =
            (rooms.clone(), Arc::clone(&tables), Arc::clone(&people), Arc::clone(&sessions));
        async move {
            let mut interval = tokio::time::interval(INTERVAL);
            loop {
                interval.tick().await;
                if rooms.peers().lead(TASK).await
                    && let Err(error) = clean_up(&rooms, &*tables, &*people, &*sessions).await
                {
                    tracing::error!(%error, "cannot delete expired data");
                }
            }
        }
    });
}

async fn clean_up(
    rooms: &Rooms,
    tables: &dyn TableStore,
    people: &dyn PeopleStore,
    sessions: &dyn SessionStore,
) -> Result<(), StoreError> {
    let expiry = Expiry::at(now(), &rooms.config().retention);
    for session in sessions.delete_expired_sessions(now()).await? {
        rooms.end_session(&session);
    }
    let (mut expired, mut guests) = (0, 0);
    for table in tables.expired_tables(expiry).await? {
        if !rooms.peers().lead(TASK).await {
            break;
        }
        // Only the room can tell that nobody is there.
        rooms.send(&table, RoomMessage::Expire(expiry)).await;
        expired += 1;
        tokio::time::sleep(REST).await;
    }
    for guest in people.expired_guests(expiry).await? {
        if !rooms.peers().lead(TASK).await {
            break;
        }
        if people.delete_expired_guest(&guest, expiry).await? {
            rooms.person_changed(&guest).await;
            guests += 1;
        }
        tokio::time::sleep(REST).await;
    }
    if expired > 0 || guests > 0 {
        METRICS.expired.inc_by(expired + guests);
        tracing::info!(tables = expired, guests, "deleted expired data");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_days_keep_everything() {
        let settings = RetentionSettings { guests: 0, closed_tables: 2, ..RetentionSettings::default() };
        let expiry = Expiry::at(10 * DAY, &settings);
        assert_eq!((expiry.guests, expiry.closed_tables, expiry.abandoned_tables), (0, 8 * DAY, 0));
    }
}
