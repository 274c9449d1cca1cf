//! What the lobby shows. It is looked up once a second at most, and visits are noted once in a while: a crowd that looks at the lobby costs the
//! database no more than a few people do.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use shangrila_protocol::{LobbyNow, PersonId};
use tokio::sync::Mutex as AsyncMutex;

use crate::store::{LobbyStore, StoreError, TableStore};

/// How long someone counts as being in the lobby after they have looked at it, in milliseconds. The app looks every few seconds.
const HERE: u64 = 20_000;
/// How long after a visit the next one is noted, in milliseconds.
const NOTED: u64 = 8_000;
/// How long an answer is good for everyone, in milliseconds.
const FRESH: u64 = 1_000;
/// The most people listed.
const MOST_PEOPLE: usize = 100;
/// The most visits remembered. Beyond that, those that are over are forgotten.
const MOST_VISITS: usize = 10_000;

/// The lobby of this process.
pub(crate) struct Lobby {
    store: Arc<dyn LobbyStore>,
    tables: Arc<dyn TableStore>,
    /// When each person's visit was noted.
    visits: Mutex<HashMap<PersonId, u64>>,
    /// The last answer and its time. Locked while it is looked up, so that only one request does that.
    answer: AsyncMutex<Option<(u64, LobbyNow)>>,
}

impl Lobby {
    pub(crate) fn new(store: Arc<dyn LobbyStore>, tables: Arc<dyn TableStore>) -> Lobby {
        Lobby { store, tables, visits: Mutex::default(), answer: AsyncMutex::default() }
    }

    /// Notes that someone looks at the lobby.
    ///
    /// # Errors
    /// If the visit cannot be stored.
    pub(crate) async fn visit(&self, person: &PersonId, now: u64) -> Result<(), StoreError> {
        let Some(is_new) = self.remember(person, now) else { return Ok(()) };
        self.store.visit_lobby(person, now).await?;
        if is_new {
            // They should find themselves in the list.
            *self.answer.lock().await = None;
        }
        Ok(())
    }

    /// Remembers a visit. Returns whether the person is new here; `None` if their visit was noted a moment ago.
    fn remember(&self, person: &PersonId, now: u64) -> Option<bool> {
        let mut visits = self.visits.lock().unwrap_or_else(PoisonError::into_inner);
        let age = visits.get(person).map(|noted| now.saturating_sub(*noted));
        if age.is_some_and(|age| age < NOTED) {
            return None;
        }
        if visits.len() >= MOST_VISITS {
            visits.retain(|_, noted| now.saturating_sub(*noted) < HERE);
        }
        visits.insert(person.clone(), now);
        Some(age.is_none_or(|age| age >= HERE))
    }

    /// Returns who is in the lobby, which games are running, and how strong the people are.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(crate) async fn now(&self, now: u64) -> Result<LobbyNow, StoreError> {
        let mut answer = self.answer.lock().await;
        if let Some((at, known)) = &*answer
            && now.saturating_sub(*at) < FRESH
        {
            return Ok(known.clone());
        }
        let people = self.store.lobby_visitors(now.saturating_sub(HERE), MOST_PEOPLE).await?;
        let mut running = self.store.running_tables().await?;
        running.retain(|table| table.settings.spectators);
        let mut tables = self.tables.open_tables().await?;
        tables.extend(running.iter().cloned());
        let ratings = self.store.ratings_at(&tables).await?;
        let looked_up = LobbyNow { people, running, ratings };
        *answer = Some((now, looked_up.clone()));
        Ok(looked_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Database, NewCredential, NewPerson, Stores};

    #[tokio::test]
    async fn a_crowd_reads_the_same_answer_and_visits_are_noted_once_in_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&folder.path().join("shangrila.db").into()).await.unwrap();
        let Stores { lobby: store, tables, people, .. } = database.stores();
        let lobby = Lobby::new(Arc::clone(&store), tables);
        let [ada, ben]: [PersonId; 2] = ["ada", "ben"].map(|id| id.parse().unwrap());
        for id in [&ada, &ben] {
            let credential = NewCredential::Password { hash: String::new() };
            people.add(NewPerson { id: id.clone(), name: id.to_string(), credential, since: 1 }).await.unwrap();
        }
        let names = async |now: u64| {
            let shown = lobby.now(now).await.unwrap();
            shown.people.into_iter().map(|person| person.name).collect::<Vec<_>>()
        };
        let begin = 1_000_000;
        assert!(names(begin).await.is_empty());
        lobby.visit(&ada, begin).await.unwrap();
        assert_eq!(names(begin).await, ["ada"], "she finds herself there at once");
        // Ben's visit comes from another process.
        store.visit_lobby(&ben, begin).await.unwrap();
        assert_eq!(names(begin + FRESH - 1).await, ["ada"], "the answer of a moment ago");
        assert_eq!(names(begin + FRESH).await, ["ada", "ben"]);
        // Ada looks every few seconds and stays in the list, although not every visit is written.
        for seconds in (5..60).step_by(5) {
            let now = begin + seconds * 1000;
            lobby.visit(&ada, now).await.unwrap();
            assert!(names(now).await.contains(&"ada".to_string()), "after {seconds} s");
        }
        let noted = store.lobby_visitors(begin + 55_000, 10).await.unwrap();
        assert!(noted.is_empty(), "the visit a moment after another one was not written: {noted:?}");
        assert!(names(begin + 55_000 + HERE).await.is_empty(), "they have gone");
    }
}
