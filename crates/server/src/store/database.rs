//! The database of a server, of either kind.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::mpsc;

use super::{
    ClubStore, ConditionalStore, DatabaseAddress, FriendStore, InvitationStore, LobbyStore, ModerationStore, NoteStore,
    NoticeStore, PasskeyStore, PeopleStore, RecoveryStore, SessionStore, StatisticsStore, StoreError, TableStore,
    TournamentStore, VacationStore, postgres, sqlite,
};
use crate::clock::now;
use crate::peers::{Alone, Heard, Peers};
use crate::workers::{QuestionQueue, Workers};

/// An open database.
#[derive(Clone)]
pub(crate) enum Database {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

/// Every interface to a database.
pub(crate) struct Stores {
    pub(crate) tables: Arc<dyn TableStore>,
    pub(crate) people: Arc<dyn PeopleStore>,
    pub(crate) sessions: Arc<dyn SessionStore>,
    pub(crate) recovery: Arc<dyn RecoveryStore>,
    pub(crate) invitations: Arc<dyn InvitationStore>,
    pub(crate) lobby: Arc<dyn LobbyStore>,
    pub(crate) notices: Arc<dyn NoticeStore>,
    pub(crate) friends: Arc<dyn FriendStore>,
    pub(crate) clubs: Arc<dyn ClubStore>,
    pub(crate) statistics: Arc<dyn StatisticsStore>,
    pub(crate) tournaments: Arc<dyn TournamentStore>,
    pub(crate) conditional: Arc<dyn ConditionalStore>,
    pub(crate) notes: Arc<dyn NoteStore>,
    pub(crate) vacations: Arc<dyn VacationStore>,
    pub(crate) passkeys: Arc<dyn PasskeyStore>,
    pub(crate) moderation: Arc<dyn ModerationStore>,
}

/// The other processes on a database.
pub(crate) struct Company {
    pub(crate) peers: Arc<dyn Peers>,
    /// What this process hears from them.
    pub(crate) heard: mpsc::Receiver<Heard>,
    /// Those that think for this one; `None` if there can be none.
    pub(crate) workers: Option<Arc<dyn Workers>>,
    /// Until when nobody runs out of time, because people could not reach any server.
    pub(crate) grace_until: u64,
}

impl Company {
    /// Nobody else.
    pub(crate) fn none(grace: Duration) -> Company {
        let grace_until = now() + grace.as_millis() as u64;
        Company { peers: Arc::new(Alone), heard: mpsc::channel(1).1, workers: None, grace_until }
    }
}

impl Database {
    /// Opens a database, and creates or updates its structure.
    ///
    /// # Errors
    /// If it cannot be used, or was written by a newer version.
    pub(crate) fn open(address: &DatabaseAddress) -> BoxFuture<'_, Result<Database, StoreError>> {
        // In a box, because the compiler cannot tell otherwise that a task of its own may do this.
        Box::pin(async move {
            Ok(match address {
                DatabaseAddress::File(file) => Database::Sqlite(sqlite::Sqlite::open(file).await?),
                DatabaseAddress::Postgres(url) => Database::Postgres(postgres::Postgres::open(url).await?),
            })
        })
    }

    /// Returns every interface to it.
    pub(crate) fn stores(&self) -> Stores {
        fn stores<S>(store: &S, moderation: Arc<dyn ModerationStore>) -> Stores
        where
            S: TableStore
                + PeopleStore
                + SessionStore
                + RecoveryStore
                + PasskeyStore
                + InvitationStore
                + LobbyStore
                + NoticeStore
                + FriendStore
                + ClubStore
                + StatisticsStore
                + TournamentStore
                + ConditionalStore
                + NoteStore
                + VacationStore
                + Clone
                + 'static,
        {
            let store = Arc::new(store.clone());
            Stores {
                tables: store.clone(),
                people: store.clone(),
                sessions: store.clone(),
                recovery: store.clone(),
                invitations: store.clone(),
                lobby: store.clone(),
                notices: store.clone(),
                friends: store.clone(),
                clubs: store.clone(),
                statistics: store.clone(),
                tournaments: store.clone(),
                conditional: store.clone(),
                notes: store.clone(),
                vacations: store.clone(),
                passkeys: store,
                moderation,
            }
        }
        match self {
            Database::Sqlite(store) => stores(store, Arc::new(store.moderation())),
            Database::Postgres(store) => stores(store, Arc::new(store.moderation())),
        }
    }

    /// Joins the other processes on it, if there can be any. After a time without any server, nobody runs out of time for as long as the grace lasts.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn company(&self, grace: Duration) -> Result<Company, StoreError> {
        match self {
            Database::Sqlite(_) => Ok(Company::none(grace)),
            Database::Postgres(store) => store.company(grace).await,
        }
    }

    /// Joins the servers on it as a worker; `None` if there can be no workers.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn questions(&self) -> Result<Option<Arc<dyn QuestionQueue>>, StoreError> {
        Ok(match self {
            Database::Sqlite(_) => None,
            Database::Postgres(store) => Some(Arc::new(store.questions().await?)),
        })
    }

    /// Finishes pending writes and closes the database.
    pub(crate) async fn close(&self) {
        match self {
            Database::Sqlite(store) => store.close().await,
            Database::Postgres(store) => store.close().await,
        }
    }
}

/// The part of a database that moderation uses, opened by the commands on the host.
pub(crate) enum HostTables {
    Sqlite(sqlite::ModerationTables),
    Postgres(postgres::ModerationTables),
}

impl HostTables {
    /// Opens the database of a server, whether or not it is running.
    ///
    /// # Errors
    /// If it cannot be used, or the server that uses it is of another version.
    pub(crate) async fn open(address: &DatabaseAddress) -> Result<HostTables, StoreError> {
        Ok(match address {
            DatabaseAddress::File(file) => HostTables::Sqlite(sqlite::ModerationTables::beside_server(file).await?),
            DatabaseAddress::Postgres(url) => HostTables::Postgres(postgres::ModerationTables::at(url).await?),
        })
    }

    /// Returns the interface.
    pub(crate) fn store(&self) -> &dyn ModerationStore {
        match self {
            HostTables::Sqlite(tables) => tables,
            HostTables::Postgres(tables) => tables,
        }
    }

    /// Closes the connections.
    pub(crate) async fn close(self) {
        match self {
            HostTables::Sqlite(tables) => tables.close().await,
            HostTables::Postgres(tables) => tables.close().await,
        }
    }
}
