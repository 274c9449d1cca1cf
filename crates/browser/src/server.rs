//! The real server on its own port. It can be stopped and restarted, to simulate network failures.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use shangrila_protocol::LevelId;
use shangrila_server::{Bundle, Config, DatabaseAddress};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::{Doing, Result, root};

/// Serves the app until it is dropped.
pub struct TestServer {
    folder: PathBuf,
    address: SocketAddr,
    /// How long players without a clock may be silent, in seconds; `None` for the default.
    patience: Option<u32>,
    /// `None` while the server is stopped. A separate runtime, so that dropping it closes all connections.
    runtime: Option<Runtime>,
    /// The folder of this server's database, which survives a restart. Deleted last.
    data: TempDir,
}

impl TestServer {
    /// Serves what `cargo xtask web` has built.
    pub fn start() -> Result<TestServer> {
        TestServer::of_folder(root().join("target/web/dist"))
    }

    /// Serves the app in a folder.
    pub fn of_folder(folder: PathBuf) -> Result<TestServer> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let data = TempDir::with_prefix("shangrila-browser-data-").doing("creating a folder for the database")?;
        let mut server = TestServer { folder, address, patience: None, runtime: None, data };
        server.restart()?;
        Ok(server)
    }

    /// The address of the app.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The address that the server listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The database file, for commands on the host.
    pub fn database(&self) -> DatabaseAddress {
        self.data.path().join("shangrila.db").into()
    }

    /// From the next start, others can vote about a player who has been silent for this many seconds.
    pub fn set_patience(&mut self, seconds: u32) {
        self.patience = Some(seconds);
    }

    /// Closes all connections and accepts no new ones.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Serves again, on the same address.
    pub fn restart(&mut self) -> Result<()> {
        if self.runtime.is_some() {
            return Ok(());
        }
        let listener = self.bind()?;
        listener.set_nonblocking(true).doing("listening")?;
        self.address = listener.local_addr().doing("listening")?;
        let bundle = Bundle::in_folder(self.folder.clone())?;
        // The weakest stand-in, which is also the fastest.
        let mut config = Config { database: self.database(), stand_in: LevelId::Goatherd, ..Config::default() };
        // All visitors share one address here, so limits per address would hit the wrong people.
        config.limits.by_address = false;
        (config.limits.table_burst, config.limits.password_burst) = (10_000, 10_000);
        (config.limits.chat_burst, config.limits.command_burst) = (10_000, 10_000);
        if let Some(patience) = self.patience {
            (config.vote_after, config.grace) = (patience, 0);
        }
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().doing("starting a server")?;
        runtime.spawn(async {
            let serving = async {
                let server = shangrila_server::Server::open(config).await.map_err(|error| error.to_string())?;
                let listener = tokio::net::TcpListener::from_std(listener).doing("listening")?;
                axum::serve(listener, shangrila_server::app(bundle, &server)).await.doing("serving")
            };
            if let Err(error) = serving.await {
                eprintln!("the server for the browser: {error}");
            }
        });
        self.runtime = Some(runtime);
        Ok(())
    }

    /// Binds the address, which the stopped server may still hold for a moment.
    fn bind(&self) -> Result<TcpListener> {
        let began = Instant::now();
        loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => return Ok(listener),
                Err(_) if began.elapsed() < Duration::from_secs(5) => std::thread::sleep(Duration::from_millis(20)),
                Err(error) => return Err(format!("cannot listen on {}: {error}", self.address)),
            }
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}
