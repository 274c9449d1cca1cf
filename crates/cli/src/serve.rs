//! `shangrila serve`: serves the web app and hosts online tables.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::{env, panic};

use shangrila_server::{Bundle, Config, ListenError, LogFormat, Server};
use tokio::net::TcpListener;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use crate::args::ServeArgs;
use crate::{Failure, refused};

/// The ports to try when none is given.
pub(crate) const FIRST_PORT: u16 = 8080;
const LAST_PORT: u16 = 8099;
/// How many log lines can wait to be written. More are lost.
const WAITING_LOG_LINES: usize = 8192;

/// Serves until the process is told to stop.
pub(crate) fn run(out: &mut impl Write, args: &ServeArgs) -> Result<(), Failure> {
    let bundle = match &args.web_dir {
        Some(folder) => Bundle::in_folder(folder.clone()),
        None => Bundle::built_in(),
    };
    let bundle = bundle.map_err(refused)?;
    let mut config = settings(args)?;
    config.limits.fit_open_files(shangrila_server::raise_file_limit());
    let _log = start_logging(&config);
    let runtime = tokio::runtime::Runtime::new().map_err(refused)?;
    runtime.block_on(async {
        let listener = match config.port {
            Some(port) => shangrila_server::listen(SocketAddr::new(config.address, port)).await.map_err(refused)?,
            None => first_free(out, config.address).await?,
        };
        let metrics = config.metrics;
        let server = Server::open(config).await.map_err(refused)?;
        if let Some(address) = metrics {
            shangrila_server::serve_metrics(address, &server).await.map_err(refused)?;
        }
        let listening = listener.local_addr().map_err(refused)?;
        let address = format!("http://{}/", reachable(listening));
        let serving = shangrila_server::serve(listener, shangrila_server::app(bundle, &server), &server);
        // A server whose output nobody reads serves all the same.
        let _ = write_addresses(out, &address, listening);
        if args.open {
            open_browser(&address);
        }
        let served = serving.await;
        server.close().await;
        served.map_err(refused)
    })
}

/// The address at which this machine itself reaches a server that may listen on all of its interfaces.
fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

/// Says where the server is found, also by other devices in the same network if it listens on all interfaces.
fn write_addresses(out: &mut impl Write, address: &str, listening: SocketAddr) -> io::Result<()> {
    writeln!(out, "Serving at {address} (Ctrl-C to stop)")?;
    if listening.ip().is_unspecified() {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        for ip in lan_addresses(interfaces.into_iter().map(|interface| interface.ip())) {
            writeln!(out, "In your network: http://{}/", SocketAddr::new(ip, listening.port()))?;
        }
    }
    out.flush()
}

/// The addresses by which other devices reach this machine. Those that are valid on one link only need more than an address.
fn lan_addresses(all: impl Iterator<Item = IpAddr>) -> Vec<IpAddr> {
    let is_usable = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    let mut addresses: Vec<IpAddr> = all.filter(is_usable).collect();
    // Addresses that people can type come first.
    addresses.sort_by_key(|ip| ip.is_ipv6());
    addresses.dedup();
    addresses
}

/// Reads the settings from the file, the environment and the flags.
fn settings(args: &ServeArgs) -> Result<Config, Failure> {
    let flags = [
        ("address", args.address.map(|address| address.to_string())),
        ("port", args.port.map(|port| port.to_string())),
        ("database", args.database.clone().map(String::from)),
    ];
    let flags = flags.into_iter().filter_map(|(key, value)| Some((key, value?)));
    Config::load(args.config.as_deref(), flags).map_err(refused)
}

/// Logs to standard error; `SHANGRILA_LOG` sets the level. A thread of its own writes: a log that is slow, full or closed must not hold
/// up or end anyone's game. Lines that cannot be written are lost. The rest is written when the returned guard is dropped.
pub(crate) fn start_logging(config: &Config) -> WorkerGuard {
    let filter = EnvFilter::try_from_env("SHANGRILA_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    // The memory for waiting lines is reserved at once, and 128,000 lines by default take 4 MB.
    let buffer = NonBlockingBuilder::default().buffered_lines_limit(WAITING_LOG_LINES);
    let (writer, guard) = buffer.finish(io::stderr());
    // The subscriber reports its own errors to standard error, and would panic where that cannot be written.
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).log_internal_errors(false);
    match config.log_format {
        LogFormat::Text => subscriber.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => subscriber.json().flatten_event(true).init(),
    }
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, message = panic.payload_as_str().unwrap_or_default(), "panicked");
    }));
    guard
}

async fn first_free(out: &mut impl Write, address: IpAddr) -> Result<TcpListener, Failure> {
    let mut port = FIRST_PORT;
    loop {
        match shangrila_server::listen(SocketAddr::new(address, port)).await {
            Err(ListenError::Taken(_)) if port < LAST_PORT => port += 1,
            Err(error) => return Err(refused(error)),
            Ok(listener) => {
                if port > FIRST_PORT {
                    writeln!(out, "Port {FIRST_PORT} is in use; using {port} instead.")?;
                }
                return Ok(listener);
            }
        }
    }
}

/// Opens a browser, unless there is no display or this is a CI job.
fn open_browser(address: &str) {
    let has_screen = env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some();
    let opener: &[&str] = match env::consts::OS {
        _ if env::var_os("CI").is_some() => return,
        "macos" => &["open"],
        "windows" => &["cmd", "/c", "start"],
        _ if has_screen => &["xdg-open"],
        _ => return,
    };
    let mut command = Command::new(opener[0]);
    command.args(&opener[1..]).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // If no browser starts, the address is still on the screen.
    let _ = command.spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_devices_are_told_addresses_that_reach_this_one() {
        let all = ["127.0.0.1", "fe80::1", "2001:db8::7", "192.168.1.20", "169.254.3.4", "::1"];
        let found = lan_addresses(all.into_iter().map(|ip| ip.parse().expect("an address")));
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["192.168.1.20", "2001:db8::7"]);
        assert_eq!(reachable(SocketAddr::from(([0, 0, 0, 0], 8080))).to_string(), "127.0.0.1:8080");
        assert_eq!(reachable(SocketAddr::from(([192, 168, 1, 20], 8080))).to_string(), "192.168.1.20:8080");
    }
}
