//! The shared state of the server.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::config::Config;
use crate::fan_out::LocalFanOut;
use crate::identity::Passwords;
use crate::moderation::{FairPlayDesk, Moderation};
use crate::rate_limits::RequestLimits;
use crate::retention;
use crate::room::Rooms;
use crate::routes::RunningExports;
use crate::socket::ConnectionLimit;
use crate::store::{ModerationStore, PeopleStore, SessionStore, Sqlite, StoreError, TableStore};

/// Everything the request handlers share: tables, people, limits and settings.
#[derive(Clone)]
pub struct Server {
    pub(crate) config: Arc<Config>,
    pub(crate) tables: Arc<dyn TableStore>,
    pub(crate) people: Arc<dyn PeopleStore>,
    pub(crate) moderation: Moderation,
    pub(crate) moderators: Arc<dyn ModerationStore>,
    pub(crate) fair_play: FairPlayDesk,
    pub(crate) sessions: Arc<dyn SessionStore>,
    pub(crate) rooms: Rooms,
    pub(crate) web_sockets: ConnectionLimit,
    /// Connections that are not, or not yet, WebSockets.
    pub(crate) http_connections: ConnectionLimit,
    pub(crate) passwords: Arc<Passwords>,
    pub(crate) limits: Arc<RequestLimits>,
    pub(crate) exports: RunningExports,
    pub(crate) started: Instant,
    database: Sqlite,
}

/// Why the server cannot start.
#[derive(Debug)]
pub struct OpenError {
    database: PathBuf,
    reason: String,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the database {}: {}", self.database.display(), self.reason)
    }
}

impl std::error::Error for OpenError {}

impl Server {
    /// Opens the database and starts the background tasks.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub async fn open(config: Config) -> Result<Server, OpenError> {
        let broken = |reason: String| OpenError { database: config.database.clone(), reason };
        let failed = |error: StoreError| broken(error.to_string());
        let database = Sqlite::open(&config.database).await.map_err(failed)?;
        let tables: Arc<dyn TableStore> = Arc::new(database.clone());
        let fan_out = Arc::new(LocalFanOut::new());
        let people: Arc<dyn PeopleStore> = Arc::new(database.clone());
        let moderators: Arc<dyn ModerationStore> = Arc::new(database.moderation());
        let moderation = Moderation::open(Arc::clone(&moderators)).await.map_err(failed)?;
        let rooms = Rooms::start(config.clone(), Arc::clone(&tables), fan_out, moderation.clone());
        moderation.follow_log(&rooms);
        let sessions: Arc<dyn SessionStore> = Arc::new(database.clone());
        retention::start(&rooms, &tables, &people, &sessions);
        Ok(Server {
            people,
            moderation,
            fair_play: FairPlayDesk::new(Arc::clone(&tables), Arc::clone(&moderators), rooms.clone()),
            moderators,
            sessions,
            web_sockets: ConnectionLimit::default(),
            http_connections: ConnectionLimit::default(),
            passwords: Arc::new(Passwords::new()),
            exports: RunningExports::default(),
            limits: Arc::new(RequestLimits::new(&config.limits)),
            config: Arc::new(config),
            rooms,
            tables,
            started: Instant::now(),
            database,
        })
    }

    /// Closes all connections, finishes pending writes and closes the database. The server cannot be used afterwards.
    pub async fn close(&self) {
        self.rooms.shut_down();
        self.database.close().await;
    }
}
