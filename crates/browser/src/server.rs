//! The real server on a port of its own. It can go away and come back, as networks do.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use shangrila_server::{Bundle, Config};
use tokio::runtime::{Builder, Runtime};

use crate::{Doing, Result, root};

/// Serves the app until it is dropped.
pub struct Server {
    folder: PathBuf,
    /// Of this server alone. What it keeps is there again when it comes back.
    database: PathBuf,
    address: SocketAddr,
    /// None while the server is away. Its own runtime, so that all connections end with it.
    runtime: Option<Runtime>,
}

impl Server {
    /// Serves what `cargo xtask web` has built.
    pub fn start() -> Result<Server> {
        Server::of_folder(root().join("target/web/dist"))
    }

    /// Serves the app in a folder.
    pub fn of_folder(folder: PathBuf) -> Result<Server> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let database = env::temp_dir().join(format!("shangrila-browser-{}-{number}.db", process::id()));
        let mut server = Server { folder, database, address, runtime: None };
        server.come_back()?;
        Ok(server)
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends all connections and accepts no more.
    pub fn go_away(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Serves again, at the same address.
    pub fn come_back(&mut self) -> Result<()> {
        if self.runtime.is_some() {
            return Ok(());
        }
        let listener = self.bind()?;
        listener.set_nonblocking(true).doing("listening")?;
        self.address = listener.local_addr().doing("listening")?;
        let bundle = Bundle::in_folder(self.folder.clone())?;
        let mut config = Config { database: self.database.clone(), ..Config::default() };
        // All visitors come from one address here.
        config.limits.by_address = false;
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

    /// The port may still be held for a moment by the server that went away.
    fn bind(&self) -> Result<TcpListener> {
        let began = Instant::now();
        loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => return Ok(listener),
                Err(_) if began.elapsed() < Duration::from_secs(5) => std::thread::sleep(Duration::from_millis(20)),
                Err(error) => return Err(format!("{} cannot be listened on: {error}", self.address)),
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.go_away();
        for ending in ["", "-shm", "-wal"] {
            let mut file = self.database.clone().into_os_string();
            file.push(ending);
            // Without a visit there is none.
            let _ = fs::remove_file(file);
        }
    }
}
