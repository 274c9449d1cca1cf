//! Who a client is to the server, and what it requests over HTTP.

use std::hash::{BuildHasher, RandomState};

use hyper::{Method, header};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shangrila_client_core::ClientSettings;
use shangrila_protocol::{
    BotCreated, Credentials, Me, NewBot, NewGuest, NewTable, TableCreated, TableId, Tables, TournamentAction,
    TournamentCreated, TournamentId, TournamentSettings, TournamentView, WhoAmI,
};

use crate::address::Address;
use crate::connection::Connection;
use crate::error::Error;

/// The cookie that identifies guests and accounts.
const COOKIE: &str = "shangrila";

/// A guest, an account or a bot that the server knows.
#[derive(Clone, Debug)]
pub struct Client {
    address: Address,
    identity: Identity,
}

/// How the server recognises a client.
#[derive(Clone)]
enum Identity {
    Cookie(String),
    Token(String),
}

impl std::fmt::Debug for Identity {
    /// Keeps secrets out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Identity::Cookie(_) => "Cookie",
            Identity::Token(_) => "Token",
        })
    }
}

impl Client {
    /// Creates a guest.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn guest(address: Address, name: &str) -> Result<Client, Error> {
        Client::identify(address, "/api/guests", &NewGuest { name: name.to_string() }).await
    }

    /// Creates an account.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn account(address: Address, credentials: &Credentials) -> Result<Client, Error> {
        Client::identify(address, "/api/accounts", credentials).await
    }

    /// Signs in to an account.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn sign_in(address: Address, credentials: &Credentials) -> Result<Client, Error> {
        Client::identify(address, "/api/session", credentials).await
    }

    /// A bot with this token. Sends nothing yet.
    pub fn bot(address: Address, token: &str) -> Client {
        Client { address, identity: Identity::Token(format!("Bearer {token}")) }
    }

    async fn identify(address: Address, path: &str, body: &impl Serialize) -> Result<Client, Error> {
        let (parts, _) = address.request(Method::POST, path, None, json(body)?).await?;
        let cookies = parts.headers.get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let pairs = cookies.filter_map(|cookie| cookie.split(';').next());
        let ours = pairs.map(str::trim).find(|pair| pair.split('=').next() == Some(COOKIE));
        let cookie = ours.ok_or_else(|| Error::Answer(format!("{path} sets no cookie")))?.to_string();
        Ok(Client { address, identity: Identity::Cookie(cookie) })
    }

    /// Returns who the server takes this client for; `None` if it does not know.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn who_am_i(&self) -> Result<Option<Me>, Error> {
        self.get::<WhoAmI>("/api/me").await.map(|answer| answer.me)
    }

    /// Creates a bot that belongs to this account.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn new_bot(&self, name: &str) -> Result<BotCreated, Error> {
        self.post("/api/me/bots", &NewBot { name: name.to_string() }).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn open_table(&self, table: &NewTable) -> Result<TableId, Error> {
        self.post::<TableCreated>("/api/tables", table).await.map(|created| created.table)
    }

    /// Lists the public tables that wait for players.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn open_tables(&self) -> Result<Tables, Error> {
        self.get("/api/tables").await
    }

    /// Lists the client's own tables, starting with those where it is to move.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn my_tables(&self) -> Result<Tables, Error> {
        self.get("/api/me/tables").await
    }

    /// Creates a tournament that this account directs.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn new_tournament(&self, settings: &TournamentSettings) -> Result<TournamentId, Error> {
        self.post::<TournamentCreated>("/api/tournaments", settings).await.map(|created| created.tournament)
    }

    /// Returns everything about a tournament.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn tournament(&self, id: &TournamentId) -> Result<TournamentView, Error> {
        self.get(&format!("/api/tournaments/{id}")).await
    }

    /// Enters a tournament, leaves it or directs it.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn act_in_tournament(
        &self,
        id: &TournamentId,
        action: TournamentAction,
    ) -> Result<TournamentView, Error> {
        self.post(&format!("/api/tournaments/{id}/actions"), &action).await
    }

    /// Opens a connection that reconnects by itself.
    pub fn connect(&self) -> Connection {
        self.connect_with(|_| {})
    }

    /// Opens a connection with other settings than the defaults.
    pub fn connect_with(&self, change: impl FnOnce(&mut ClientSettings)) -> Connection {
        // Where the system has no randomness, the hasher's keys at least differ between programs.
        let seed = getrandom::u64().unwrap_or_else(|_| RandomState::new().hash_one(0));
        let mut settings = ClientSettings::new(seed);
        change(&mut settings);
        Connection::new(self.clone(), settings)
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// The header that identifies this client.
    pub(crate) fn credentials(&self) -> (&'static str, &str) {
        match &self.identity {
            Identity::Cookie(cookie) => ("cookie", cookie),
            Identity::Token(token) => ("authorization", token),
        }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        let (_, body) = self.address.request(Method::GET, path, Some(self.credentials()), Vec::new()).await?;
        read(path, &body)
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let (_, body) = self.address.request(Method::POST, path, Some(self.credentials()), json(body)?).await?;
        read(path, &body)
    }
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(body).map_err(|error| Error::Answer(format!("the request is invalid: {error}")))
}

fn read<T: DeserializeOwned>(path: &str, body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|error| Error::Answer(format!("{path}: {error}")))
}
