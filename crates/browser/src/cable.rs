//! A TCP proxy between one visitor and the server, which can be unplugged while the others stay connected.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::{Doing, Result, TestServer};

/// A proxy that forwards connections to a server until it is dropped.
pub struct Cable {
    address: SocketAddr,
    plugged: Arc<watch::Sender<bool>>,
    carrying: tokio::task::JoinHandle<()>,
}

impl Cable {
    /// Starts forwarding connections to a server.
    pub async fn to(server: &TestServer) -> Result<Cable> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.doing("listening")?;
        let address = listener.local_addr().doing("listening")?;
        let plugged = Arc::new(watch::Sender::new(true));
        let carrying = tokio::spawn(carry(listener, server.address(), Arc::clone(&plugged)));
        Ok(Cable { address, plugged, carrying })
    }

    /// The address of the app through this proxy.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Closes all connections, and every new one immediately.
    pub fn unplug(&self) {
        self.plugged.send_replace(false);
    }

    /// Forwards connections again.
    pub fn plug_in(&self) {
        self.plugged.send_replace(true);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.unplug();
        self.carrying.abort();
    }
}

async fn carry(listener: TcpListener, server: SocketAddr, plugged: Arc<watch::Sender<bool>>) {
    while let Ok((mut near, _)) = listener.accept().await {
        let mut plugged = plugged.subscribe();
        if !*plugged.borrow_and_update() {
            continue;
        }
        tokio::spawn(async move {
            let Ok(mut far) = TcpStream::connect(server).await else { return };
            let _ = near.set_nodelay(true);
            let _ = far.set_nodelay(true);
            tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => {}
                _ = plugged.changed() => {}
            }
        });
    }
}
