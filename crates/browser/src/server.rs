//! The real server on a port of its own. It can go away and come back, as networks do.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use shangrila_server::Bundle;
use tokio::runtime::{Builder, Runtime};

use crate::{Doing, Result, root};

/// Serves the app until it is dropped.
pub struct Server {
    folder: PathBuf,
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
        let mut server = Server { folder, address, runtime: None };
        server.come_back()?;
        Ok(server)
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
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
        let app = shangrila_server::app(Bundle::in_folder(self.folder.clone())?);
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().doing("starting a server")?;
        runtime.spawn(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, app).await
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
    }
}
