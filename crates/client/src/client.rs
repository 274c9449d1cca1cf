//! Somebody whom the server knows, and what they ask for over HTTP.

use hyper::{Method, header};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shangrila_protocol::{
    BotCreated, Credentials, Me, NewBot, NewGuest, NewTable, TableCreated, TableId, Tables, WhoAmI,
};

use crate::address::Address;
use crate::connection::Connection;
use crate::error::Error;

/// The cookie by which the server knows guests and accounts.
const COOKIE: &str = "shangrila";

/// Somebody whom the server knows.
#[derive(Clone, Debug)]
pub struct Client {
    address: Address,
    pass: Pass,
}

/// How the server knows somebody.
#[derive(Clone)]
enum Pass {
    Cookie(String),
    Token(String),
}

impl std::fmt::Debug for Pass {
    /// Secrets stay out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Pass::Cookie(_) => "Cookie",
            Pass::Token(_) => "Token",
        })
    }
}

impl Client {
    /// A new guest.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn guest(address: Address, name: &str) -> Result<Client, Error> {
        Client::enter(address, "/api/guests", &NewGuest { name: name.to_string() }).await
    }

    /// A new account.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn account(address: Address, credentials: &Credentials) -> Result<Client, Error> {
        Client::enter(address, "/api/accounts", credentials).await
    }

    /// Somebody who has an account.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn sign_in(address: Address, credentials: &Credentials) -> Result<Client, Error> {
        Client::enter(address, "/api/session", credentials).await
    }

    /// A bot, by its token. The server is not asked yet.
    pub fn bot(address: Address, token: &str) -> Client {
        Client { address, pass: Pass::Token(format!("Bearer {token}")) }
    }

    async fn enter(address: Address, path: &str, body: &impl Serialize) -> Result<Client, Error> {
        let (parts, _) = address.request(Method::POST, path, None, json(body)?).await?;
        let cookies = parts.headers.get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let pairs = cookies.filter_map(|cookie| cookie.split(';').next());
        let ours = pairs.map(str::trim).find(|pair| pair.split('=').next() == Some(COOKIE));
        let cookie = ours.ok_or_else(|| Error::Answer(format!("{path} gives no cookie")))?.to_string();
        Ok(Client { address, pass: Pass::Cookie(cookie) })
    }

    /// Who the server takes this for; none if the server does not know.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn who_am_i(&self) -> Result<Option<Me>, Error> {
        self.get::<WhoAmI>("/api/me").await.map(|answer| answer.me)
    }

    /// A new bot of this account.
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

    /// The public tables that wait for players.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn open_tables(&self) -> Result<Tables, Error> {
        self.get("/api/tables").await
    }

    /// The own tables, those that wait for this one first.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn my_tables(&self) -> Result<Tables, Error> {
        self.get("/api/me/tables").await
    }

    /// A connection that keeps itself up.
    pub fn connect(&self) -> Connection {
        Connection::new(self.clone())
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// The header that says who asks.
    pub(crate) fn pass(&self) -> (&'static str, &str) {
        match &self.pass {
            Pass::Cookie(cookie) => ("cookie", cookie),
            Pass::Token(token) => ("authorization", token),
        }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        let (_, body) = self.address.request(Method::GET, path, Some(self.pass()), Vec::new()).await?;
        read(path, &body)
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let (_, body) = self.address.request(Method::POST, path, Some(self.pass()), json(body)?).await?;
        read(path, &body)
    }
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(body).map_err(|error| Error::Answer(format!("this cannot be asked: {error}")))
}

fn read<T: DeserializeOwned>(path: &str, body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|error| Error::Answer(format!("{path}: {error}")))
}
