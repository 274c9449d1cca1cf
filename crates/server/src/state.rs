//! The shared state of the server.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::fan_out::LocalFanOut;
use crate::identity::{Passkeys, Passwords, recheck_connected};
use crate::lobby::Lobby;
use crate::mail::Mailer;
use crate::moderation::{FairPlayDesk, Moderation};
use crate::notices::{NoticeSources, Notices};
use crate::presence;
use crate::rate_limits::{self, RequestLimits};
use crate::retention;
use crate::room::{RoomStores, Rooms};
use crate::routes::RunningExports;
use crate::socket::ConnectionLimit;
use crate::store::{
    ClubStore, Database, DatabaseAddress, FriendStore, InvitationStore, ModerationStore, NoteStore, NoticeStore,
    PasskeyStore, PeopleStore, RecoveryStore, SessionStore, StatisticsStore, StoreError, Stores, TableStore,
};
use crate::tournament::Tournaments;
use crate::vacation::Vacations;

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
    pub(crate) recovery: Arc<dyn RecoveryStore>,
    pub(crate) invitations: Arc<dyn InvitationStore>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) notes: Arc<dyn NoteStore>,
    pub(crate) vacations: Vacations,
    pub(crate) notice_store: Arc<dyn NoticeStore>,
    pub(crate) notices: Notices,
    pub(crate) friends: Arc<dyn FriendStore>,
    pub(crate) clubs: Arc<dyn ClubStore>,
    pub(crate) statistics: Arc<dyn StatisticsStore>,
    pub(crate) tournaments: Tournaments,
    pub(crate) passkey_store: Arc<dyn PasskeyStore>,
    /// `None` if people find this server at an address without a name.
    pub(crate) passkeys: Option<Arc<Passkeys>>,
    /// `None` if the server sends no mail.
    pub(crate) mailer: Option<Mailer>,
    pub(crate) rooms: Rooms,
    pub(crate) web_sockets: ConnectionLimit,
    /// Connections that are not, or not yet, WebSockets.
    pub(crate) http_connections: ConnectionLimit,
    pub(crate) passwords: Arc<Passwords>,
    pub(crate) limits: Arc<RequestLimits>,
    pub(crate) exports: RunningExports,
    pub(crate) started: Instant,
    database: Database,
}

/// Why the server cannot start.
#[derive(Debug)]
pub enum OpenError {
    /// The database cannot be used.
    Database {
        /// Where it is.
        database: DatabaseAddress,
        /// What is wrong with it.
        reason: String,
    },
    /// The settings for mail are incomplete or invalid.
    Mail(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Database { database, reason } => {
                write!(f, "cannot use the database {database}: {reason}")
            }
            OpenError::Mail(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for OpenError {}

impl Server {
    /// Opens the database and starts the background tasks.
    ///
    /// # Errors
    /// If the database cannot be used, or the settings for mail are incomplete.
    pub async fn open(config: Config) -> Result<Server, OpenError> {
        let failed =
            |error: StoreError| OpenError::Database { database: config.database.clone(), reason: error.to_string() };
        let mailer = Mailer::start(&config.mail, config.site.as_deref()).map_err(OpenError::Mail)?;
        let database = Database::open(&config.database).await.map_err(failed)?;
        // Before anything asks for the time: processes that share a database follow its clock.
        let company = database.company(Duration::from_secs(u64::from(config.grace))).await.map_err(failed)?;
        let Stores {
            tables,
            people,
            sessions,
            recovery,
            invitations,
            lobby,
            passkeys,
            moderation: moderators,
            notices: notice_store,
            friends,
            clubs,
            statistics,
            tournaments,
            conditional,
            notes,
            vacations,
        } = database.stores();
        let fan_out = Arc::new(LocalFanOut::new());
        let moderation = Moderation::open(Arc::clone(&moderators)).await.map_err(failed)?;
        let notices = Notices::start(
            Arc::clone(&notice_store),
            NoticeSources { friends: Arc::clone(&friends), clubs: Arc::clone(&clubs) },
            mailer.clone(),
            config.site.as_deref(),
            config.notices_to_private_addresses,
            rate_limits::notices(&config.limits),
        )
        .await
        .map_err(failed)?;
        let stores = RoomStores {
            tables: Arc::clone(&tables),
            lobby: Arc::clone(&lobby),
            conditional,
            notices: Some(notices.clone()),
            vacations: Some(Arc::clone(&vacations)),
        };
        let limits = Arc::new(RequestLimits::new(&config.limits, &company.peers));
        let rooms = Rooms::start(config.clone(), stores, fan_out, moderation.clone(), company);
        rooms.share_limits(&limits);
        moderation.follow_log(&rooms);
        presence::start(&rooms, &friends);
        crate::clubs::start(&rooms, &clubs, &notices);
        let tournaments = Tournaments::start(tournaments, Arc::clone(&tables), rooms.clone(), moderation.clone());
        let vacations = Vacations::start(vacations, rooms.clone(), config.vacation_days);
        retention::start(&rooms, &tables, &people, &sessions);
        recheck_connected(&rooms, &sessions, &people);
        Ok(Server {
            people,
            moderation,
            fair_play: FairPlayDesk::new(Arc::clone(&tables), Arc::clone(&moderators), rooms.clone()),
            moderators,
            sessions,
            recovery,
            invitations,
            lobby: Arc::new(Lobby::new(lobby, Arc::clone(&tables))),
            notes,
            vacations,
            notice_store,
            notices,
            friends,
            clubs,
            statistics,
            tournaments,
            passkey_store: passkeys,
            passkeys: Passkeys::new(&config).map(Arc::new),
            mailer,
            web_sockets: ConnectionLimit::default(),
            http_connections: ConnectionLimit::default(),
            passwords: Arc::new(Passwords::new()),
            exports: RunningExports::default(),
            limits,
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
        self.rooms.peers().say_goodbye().await;
        self.database.close().await;
    }
}
