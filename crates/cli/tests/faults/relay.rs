//! A relay between clients and servers on this machine: the wire to the database that can be cut, and the balancer in front of several servers.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// What a relay does with the connections to one of its targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// It passes everything on.
    Open,
    /// It closes them, and accepts no new ones.
    Closed,
    /// It keeps them and passes nothing on, like a cable that was pulled out.
    Silent,
}

struct Target {
    address: SocketAddr,
    state: watch::Sender<State>,
    connections: Mutex<Vec<AbortHandle>>,
}

/// Passes connections on to one of its targets.
#[derive(Clone)]
pub(crate) struct Relay {
    pub(crate) port: u16,
    targets: Arc<[Target]>,
}

impl Relay {
    pub(crate) async fn start(targets: &[SocketAddr]) -> Relay {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let target = |address: &SocketAddr| Target {
            address: *address,
            state: watch::Sender::new(State::Open),
            connections: Mutex::default(),
        };
        let port = listener.local_addr().unwrap().port();
        let relay = Relay { port, targets: targets.iter().map(target).collect() };
        tokio::spawn(relay.clone().accept(listener));
        relay
    }

    async fn accept(self, listener: TcpListener) {
        loop {
            let Ok((client, _)) = listener.accept().await else { continue };
            tokio::spawn(self.clone().connect(client));
        }
    }

    /// Connects a client to a random target that is open, or to another if that fails.
    async fn connect(self, client: TcpStream) {
        let first = fastrand::usize(..self.targets.len());
        for index in 0..self.targets.len() {
            let target = &self.targets[(first + index) % self.targets.len()];
            let state = *target.state.borrow();
            if state == State::Closed {
                continue;
            }
            let Ok(Ok(server)) = timeout(Duration::from_millis(500), TcpStream::connect(target.address)).await else {
                continue;
            };
            let (_, _) = (client.set_nodelay(true), server.set_nodelay(true));
            let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
            let (up, down) = (target.state.subscribe(), target.state.subscribe());
            let task = tokio::spawn(async move {
                tokio::select! {
                    _ = pass_on(from_client, to_server, up) => {}
                    _ = pass_on(from_server, to_client, down) => {}
                }
            });
            target.connections.lock().unwrap().push(task.abort_handle());
            return;
        }
    }

    /// Changes what happens to the connections to a target.
    pub(crate) fn set(&self, index: usize, state: State) {
        let target = &self.targets[index];
        if target.state.send_replace(state) != state && state == State::Closed {
            target.connections.lock().unwrap().drain(..).for_each(|connection| connection.abort());
        }
    }

    /// Asks every target again and again whether it is ready, and uses those that are. Connections to the others are closed, as balancers do if they
    /// are told to.
    pub(crate) async fn check_health(self) {
        let mut failures = vec![0_u32; self.targets.len()];
        loop {
            for (index, target) in self.targets.iter().enumerate() {
                let ready = timeout(Duration::from_millis(500), is_ready(target.address)).await;
                failures[index] = if matches!(ready, Ok(Ok(true))) { 0 } else { failures[index] + 1 };
                self.set(index, if failures[index] < 2 { State::Open } else { State::Closed });
            }
            sleep(Duration::from_millis(150)).await;
        }
    }
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>) -> io::Result<()> {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let length = from.read(&mut buffer).await?;
        if length == 0 {
            return Ok(());
        }
        let _ = state.wait_for(|state| *state != State::Silent).await;
        to.write_all(&buffer[..length]).await?;
    }
}

async fn is_ready(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(b"GET /api/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await?;
    Ok(answer.ends_with(b"200"))
}
