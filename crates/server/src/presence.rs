//! Who has the app open. Every process notes the accounts that are connected to it, so that friends on other processes learn it too.

use std::sync::Arc;
use std::time::Duration;

use crate::background::keep_running;
use crate::clock::now;
use crate::room::Rooms;
use crate::store::FriendStore;

/// How often connections are noted.
const INTERVAL: Duration = Duration::from_secs(5);
/// How long someone counts as online after they were noted last, in milliseconds.
const ONLINE: u64 = 20_000;

/// The time since when someone must have been noted to be online.
pub(crate) fn online_since() -> u64 {
    now().saturating_sub(ONLINE)
}

/// Notes who is connected for as long as the server runs.
pub(crate) fn start(rooms: &Rooms, friends: &Arc<dyn FriendStore>) {
    let (rooms, friends) = (rooms.clone(), Arc::clone(friends));
    keep_running("presence", move || {
        let (rooms, friends) = (rooms.clone(), Arc::clone(&friends));
        async move {
            let mut interval = tokio::time::interval(INTERVAL);
            loop {
                interval.tick().await;
                let people = rooms.fan_out().people();
                if !people.is_empty()
                    && let Err(error) = friends.note_connected(&people, now()).await
                {
                    tracing::warn!(%error, "cannot note who is connected");
                }
            }
        }
    });
}
