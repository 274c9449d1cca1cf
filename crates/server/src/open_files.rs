//! Every connection is an open file, and systems allow few of them by default.

/// Files the server needs besides its connections.
const OTHERS: u64 = 200;

/// Raises the limit of open files as far as the system allows. Returns how many connections that leaves room for; `None` if there is no
/// limit.
pub fn raise_file_limit() -> Option<usize> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        // What cannot be raised stays as it is.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
        getrlimit(Resource::Nofile).current.map(|files| files.saturating_sub(OTHERS).max(1) as usize)
    }
    #[cfg(not(unix))]
    None
}
