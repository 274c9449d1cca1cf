//! `shangrila worker`: thinks for the computer players of servers that share a PostgreSQL database.

use std::io::Write;

use shangrila_server::{Config, Worker};

use crate::args::WorkerArgs;
use crate::serve::start_logging;
use crate::{Failure, refused};

/// Thinks until the process is told to stop.
pub(crate) fn run(out: &mut impl Write, args: &WorkerArgs) -> Result<(), Failure> {
    let flags = [
        ("database", args.database.database.clone().map(String::from)),
        ("thinking_threads", args.threads.map(|threads| threads.to_string())),
    ];
    let flags = flags.into_iter().filter_map(|(key, value)| Some((key, value?)));
    let config = Config::load(args.database.config.as_deref(), flags).map_err(refused)?;
    let _log = start_logging(&config);
    let runtime = tokio::runtime::Runtime::new().map_err(refused)?;
    runtime.block_on(async {
        let worker = Worker::open(&config).await.map_err(refused)?;
        // A worker whose output nobody reads works all the same.
        let _ = writeln!(out, "{worker} (Ctrl-C to stop)").and_then(|()| out.flush());
        worker.run().await;
        Ok(())
    })
}
