//! Everything the answers of the server need, opened once and shared by all.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;

use crate::config::Config;
use crate::fan_out::LocalFanOut;
use crate::identity::Passwords;
use crate::limits::RequestLimits;
use crate::random;
use crate::room::Rooms;
use crate::socket::Door;
use crate::store::{PeopleStore, Sqlite, StoreError, TableStore};

/// The server without its connections: tables, people, and what is allowed.
#[derive(Clone)]
pub struct Server {
    pub(crate) config: Arc<Config>,
    pub(crate) tables: Arc<dyn TableStore>,
    pub(crate) people: Arc<dyn PeopleStore>,
    pub(crate) rooms: Rooms,
    /// Counts connections.
    pub(crate) door: Door,
    /// Signs cookies.
    pub(crate) key: Key,
    pub(crate) passwords: Arc<Passwords>,
    pub(crate) limits: Arc<RequestLimits>,
    database: Sqlite,
}

/// Why the server cannot begin.
#[derive(Debug)]
pub struct OpenError {
    database: PathBuf,
    reason: String,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the database {} cannot be used: {}", self.database.display(), self.reason)
    }
}

impl std::error::Error for OpenError {}

impl Server {
    /// Opens the database and everything that lives on it.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn open(config: Config) -> Result<Server, OpenError> {
        let broken = |reason: String| OpenError { database: config.database.clone(), reason };
        let failed = |error: StoreError| broken(error.to_string());
        let database = Sqlite::open(&config.database).await.map_err(failed)?;
        let key = database.secret("cookie_key", &random::bytes::<64>()).await.map_err(failed)?;
        let key = Key::try_from(&key[..]).map_err(|error| broken(format!("the key of its cookies: {error}")))?;
        let tables: Arc<dyn TableStore> = Arc::new(database.clone());
        let fan_out = Arc::new(LocalFanOut::new());
        Ok(Server {
            people: Arc::new(database.clone()),
            rooms: Rooms::open_doors(config.clone(), Arc::clone(&tables), fan_out),
            tables,
            door: Door::default(),
            key,
            passwords: Arc::new(Passwords::new()),
            limits: Arc::new(RequestLimits::new(&config)),
            config: Arc::new(config),
            database,
        })
    }

    /// Sends everybody away, writes what is under way and closes the database. Nothing can be answered after that.
    pub async fn close(&self) {
        self.rooms.close_doors();
        self.database.close().await;
    }
}

impl FromRef<Server> for Key {
    fn from_ref(server: &Server) -> Key {
        server.key.clone()
    }
}
