//! Whether those who are connected are still who they were: their sessions may have ended, their tokens and names may have changed, at another process
//! whose message about it was lost.

use std::sync::Arc;
use std::time::Duration;

use shangrila_protocol::{Person, PersonId, SessionId};
use tokio::time::{MissedTickBehavior, interval};

use super::TokenHash;
use crate::background::keep_running;
use crate::clock::now;
use crate::fan_out::Topic;
use crate::room::Rooms;
use crate::store::{PeopleStore, SessionStore, StoreError};

/// How often everyone is looked up, even if no message seems to be lost.
const INTERVAL: Duration = Duration::from_secs(60);

/// As whom a client has connected.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Identity {
    pub(crate) person: Person,
    /// The API token of a bot.
    pub(crate) token: Option<TokenHash>,
}

/// Looks up everyone who is connected for as long as the server runs.
pub(crate) fn recheck_connected(rooms: &Rooms, sessions: &Arc<dyn SessionStore>, people: &Arc<dyn PeopleStore>) {
    if !rooms.peers().can_exist() {
        return;
    }
    let (rooms, sessions, people) = (rooms.clone(), Arc::clone(sessions), Arc::clone(people));
    keep_running("connected", move || {
        let (rooms, sessions, people) = (rooms.clone(), Arc::clone(&sessions), Arc::clone(&people));
        async move {
            let mut rhythm = interval(INTERVAL);
            rhythm.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    _ = rhythm.tick() => {}
                    () = rooms.messages_lost() => {}
                }
                if let Err(error) = recheck(&rooms, &*sessions, &*people).await {
                    tracing::warn!(%error, "cannot look up who is connected");
                }
            }
        }
    });
}

/// Closes the connections of everyone who is somebody else now; their clients come back and are identified again.
async fn recheck(rooms: &Rooms, sessions: &dyn SessionStore, people: &dyn PeopleStore) -> Result<(), StoreError> {
    let (mut connected, mut identities): (Vec<SessionId>, Vec<Identity>) = Default::default();
    rooms.fan_out().topics(&mut |topic| match topic {
        Topic::Session(session) => connected.push(session.clone()),
        Topic::Identity(identity) => identities.push((**identity).clone()),
        _ => {}
    });
    if !connected.is_empty() {
        let going_on = sessions.sessions_among(&connected, now()).await?;
        connected
            .iter()
            .filter(|session| !going_on.contains(*session))
            .for_each(|session| rooms.end_session_here(session));
    }
    if !identities.is_empty() {
        let ids: Vec<PersonId> = identities.iter().map(|identity| identity.person.id.clone()).collect();
        let stored = people.identities(&ids).await?;
        for outdated in identities.iter().filter(|identity| !stored.contains(*identity)) {
            rooms.person_changed_elsewhere(&outdated.person.id).await;
        }
    }
    Ok(())
}
