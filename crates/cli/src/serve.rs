//! `shangrila serve`: the game for browsers.

use std::env;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use shangrila_server::{Bundle, ListenError};
use tokio::net::TcpListener;

use crate::args::ServeArgs;
use crate::{Failure, refused};

/// Where the search for a free port begins and ends, when none is asked for.
const FIRST_PORT: u16 = 8080;
const LAST_PORT: u16 = 8099;

/// Serves until it is told to stop.
pub(crate) fn run(out: &mut impl Write, args: &ServeArgs) -> Result<(), Failure> {
    let bundle = match &args.web_dir {
        Some(folder) => Bundle::in_folder(folder.clone()),
        None => Bundle::built_in(),
    };
    let app = shangrila_server::app(bundle.map_err(refused)?);
    let runtime = tokio::runtime::Runtime::new().map_err(refused)?;
    runtime.block_on(async {
        let listener = match args.port {
            Some(port) => shangrila_server::listen(SocketAddr::new(args.address, port)).await.map_err(refused)?,
            None => first_free(out, args.address).await?,
        };
        let address = format!("http://{}/", listener.local_addr().map_err(refused)?);
        writeln!(out, "The game is at {address} – Ctrl-C ends it.")?;
        out.flush()?;
        if args.open {
            open(&address);
        }
        shangrila_server::serve(listener, app).await.map_err(refused)
    })
}

async fn first_free(out: &mut impl Write, address: IpAddr) -> Result<TcpListener, Failure> {
    let mut port = FIRST_PORT;
    loop {
        match shangrila_server::listen(SocketAddr::new(address, port)).await {
            Err(ListenError::Taken(_)) if port < LAST_PORT => port += 1,
            Err(error) => return Err(refused(error)),
            Ok(listener) => {
                if port > FIRST_PORT {
                    writeln!(out, "Port {FIRST_PORT} is taken, so it is port {port}.")?;
                }
                return Ok(listener);
            }
        }
    }
}

/// Opens a browser where somebody can see it. Where there is none, the address is on the screen.
fn open(address: &str) {
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
    // Without a browser nothing is lost.
    let _ = command.spawn();
}
