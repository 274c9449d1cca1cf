//! `shangrila server health`: for service managers and containers, which have no other client at hand.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use shangrila_server::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::args::HealthArgs;
use crate::serve::FIRST_PORT;
use crate::{Failure, refused};

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// More than the head of the answer takes.
const LARGEST_ANSWER: u64 = 64 * 1024;

/// Prints that the server is healthy, or fails with what it answered.
pub(crate) async fn run(out: &mut impl Write, args: &HealthArgs) -> Result<(), Failure> {
    let config = Config::load(args.config.as_deref(), None::<(&str, String)>).map_err(refused)?;
    // A server that listens on every address is asked at the one of this machine.
    let address = match config.address {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    };
    let address = SocketAddr::new(address, config.port.unwrap_or(FIRST_PORT));
    let host = config.hosts.first().map_or("localhost", String::as_str);
    let failed = |error: io::Error| refused(format!("no answer from {address}: {error}"));
    let answer = timeout(PATIENCE, ask(address, host)).await;
    let answer = answer.map_err(|_| refused(format!("no answer from {address} within {} s", PATIENCE.as_secs())))?;
    let answer = answer.map_err(failed)?;
    match answer.split_whitespace().nth(1) {
        Some("200") => Ok(writeln!(out, "{address} is healthy")?),
        Some(status) => Err(refused(format!("{address} is not healthy: it answers with status {status}"))),
        None => Err(refused(format!("{address} does not answer like a web server"))),
    }
}

async fn ask(address: SocketAddr, host: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /api/health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(LARGEST_ANSWER).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
