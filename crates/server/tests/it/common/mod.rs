//! A server with its own database, and clients that keep cookies like browsers.

pub(crate) mod authenticator;
pub(crate) mod database;
pub(crate) mod mail_receiver;
pub(crate) mod player;
pub(crate) mod raw_socket;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use shangrila_protocol::{Me, Problem, Role};
use shangrila_server::{Bundle, Config, DatabaseAddress, HostCommands, Server, app};
use shangrila_test_cluster::TestDatabase;
use tower::ServiceExt;

/// If this variable is set, the servers have a PostgreSQL database instead of a file.
const ON_POSTGRES: &str = "SHANGRILA_TEST_POSTGRES";

/// The password of every account in the tests.
pub(crate) const PASSWORD: &str = "over the bridge";

/// A server in its own folder, which is deleted with it.
pub(crate) struct TestServer {
    pub(crate) folder: PathBuf,
    config: Config,
    pub(crate) server: Server,
    pub(crate) app: Router,
    /// Deleted last.
    _postgres: Option<TestDatabase>,
}

impl TestServer {
    /// A server without limits per address, since all requests of a test come from one.
    pub(crate) async fn start() -> TestServer {
        TestServer::with(|config| config.limits.by_address = false).await
    }

    /// A server with changed settings.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> TestServer {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("shangrila-server-{}-{number}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "<!doctype html>").unwrap();
        let postgres = env::var_os(ON_POSTGRES).map(|_| TestDatabase::create());
        let database = match &postgres {
            Some(database) => DatabaseAddress::Postgres(database.url().to_string()),
            None => folder.join("shangrila.db").into(),
        };
        let mut config = Config { database, ..Config::default() };
        change(&mut config);
        let server = Server::open(config.clone()).await.unwrap();
        let app = app(Bundle::in_folder(folder.clone()).unwrap(), &server);
        TestServer { folder, config, server, app, _postgres: postgres }
    }

    /// Where its database is.
    pub(crate) fn database(&self) -> &DatabaseAddress {
        &self.config.database
    }

    /// The same server, restarted so many milliseconds later: everything in its database is that much older.
    pub(crate) async fn later(mut self, milliseconds: u64) -> TestServer {
        self.server.close().await;
        let back = milliseconds as i64;
        let events = [
            "UPDATE events SET body = json_set(body, '$.at', (body ->> 'at') - $1)",
            "UPDATE events SET body = jsonb_set(body::jsonb, '{at}', to_jsonb((body::jsonb ->> 'at')::bigint - $1))::text",
        ];
        database::execute(self.database(), events[0], events[1], back).await;
        let vacations = [
            "UPDATE events SET body = json_set(body, '$.from', (body ->> 'from') - $1, '$.until', (body ->> 'until') - $1)
                WHERE body ->> 'event' = 'vacation'",
            "UPDATE events SET body = jsonb_set(jsonb_set(body::jsonb, '{from}', to_jsonb((body::jsonb ->> 'from')::bigint - $1)),
                '{until}', to_jsonb((body::jsonb ->> 'until')::bigint - $1))::text WHERE body::jsonb ->> 'event' = 'vacation'",
        ];
        database::execute(self.database(), vacations[0], vacations[1], back).await;
        for sql in [
            "UPDATE vacations SET since = since - $1, until = until - $1",
            "UPDATE people SET seen = seen - $1",
            "UPDATE links SET expires = expires - $1",
            "UPDATE sessions SET created = created - $1, used = used - $1, expires = expires - $1",
            "UPDATE turns SET changed = changed - $1, deadline = deadline - $1, wake = wake - $1",
            "UPDATE notice_queue SET due = due - $1",
            "UPDATE club_evenings SET starts = starts - $1, ends = ends - $1",
            "UPDATE club_tables SET starts = starts - $1",
        ] {
            database::execute(self.database(), sql, sql, back).await;
        }
        self.server = Server::open(self.config.clone()).await.unwrap();
        self.app = app(Bundle::in_folder(self.folder.clone()).unwrap(), &self.server);
        self
    }

    /// An anonymous client.
    pub(crate) fn client(&self) -> Client {
        Client { app: self.app.clone(), cookies: HashMap::new(), headers: HeaderMap::new() }
    }

    /// A guest.
    pub(crate) async fn guest(&self, name: &str) -> (Client, Me) {
        let mut client = self.client();
        let me = client.post("/api/guests", json!({ "name": name })).await.expect(StatusCode::CREATED).read();
        (client, me)
    }

    /// An account with [`PASSWORD`].
    pub(crate) async fn account(&self, name: &str) -> (Client, Me) {
        let mut client = self.client();
        let credentials = json!({ "name": name, "password": PASSWORD });
        let me = client.post("/api/accounts", credentials).await.expect(StatusCode::CREATED).read();
        (client, me)
    }

    /// An account with a role, granted on the host.
    pub(crate) async fn with_role(&self, name: &str, role: Role) -> (Client, Me) {
        let (client, me) = self.account(name).await;
        let host = HostCommands::open(self.database()).await.unwrap();
        host.grant(name, role, "").await.unwrap();
        host.close().await;
        (client, me)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // Open files stay usable after they are deleted.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A browser or program that sends requests.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) app: Router,
    pub(crate) cookies: HashMap<String, String>,
    /// Sent with everything.
    pub(crate) headers: HeaderMap,
}

impl Client {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    /// Asks for an action of a moderator.
    pub(crate) async fn act(&mut self, action: Value, reason: &str) -> Answer {
        self.post("/api/moderation/actions", json!({ "action": action, "reason": reason })).await
    }

    pub(crate) async fn patch(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::PATCH, path, Some(body)).await
    }

    pub(crate) async fn put(&mut self, path: &str) -> Answer {
        self.ask(Method::PUT, path, None).await
    }

    pub(crate) async fn put_json(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::PUT, path, Some(body)).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, None).await
    }

    pub(crate) async fn ask(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(request.body(body).unwrap()).await
    }

    /// The headers that identify this client.
    pub(crate) fn all_headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        let mut headers: Vec<_> = self.headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        if !self.cookies.is_empty() {
            let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            headers.push((header::COOKIE, cookies.join("; ").parse().unwrap()));
        }
        headers
    }

    /// Sends any request, with the cookies and headers of this client.
    pub(crate) async fn send(&mut self, mut request: Request<Body>) -> Answer {
        for (name, value) in self.all_headers() {
            request.headers_mut().insert(name, value);
        }
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            let (pair, attributes) = cookie.to_str().unwrap().split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_string(), value.to_string());
            }
        }
        let body = to_bytes(body, 1 << 20).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    /// Asserts the status.
    #[track_caller]
    pub(crate) fn expect(self, status: StatusCode) -> Answer {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    /// The body as JSON.
    #[track_caller]
    pub(crate) fn read<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Asserts that the request was refused.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        let problem: Problem = self.read();
        assert_eq!((self.status.as_u16(), problem.reason.code()), (status, code), "{}", self.body);
        assert!(!problem.message.is_empty());
    }

    /// Returns a header; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or("")
    }
}
