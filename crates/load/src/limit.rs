//! Every socket is an open file, here and in the server, which inherits the limit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files besides sockets.
const OTHERS: u64 = 200;

/// Raises the limit of open files as far as the system allows.
pub(crate) fn allow_files(sockets: usize) -> Result<(), String> {
    let limit = getrlimit(Resource::Nofile);
    let needed = sockets as u64 + OTHERS;
    if limit.maximum.is_some_and(|maximum| maximum < needed) {
        let maximum = limit.maximum.unwrap_or(0);
        return Err(format!(
            "{sockets} connections need {needed} open files, but this machine allows {maximum}; \
            raise the hard limit (ulimit -Hn) or use --seats {}",
            maximum.saturating_sub(OTHERS) / 4 * 4
        ));
    }
    if limit.current.is_some_and(|current| current < needed) {
        let raised = Rlimit { current: limit.maximum.or(Some(needed)), maximum: limit.maximum };
        setrlimit(Resource::Nofile, raised)
            .map_err(|error| format!("the limit of open files cannot be raised: {error}"))?;
    }
    Ok(())
}
