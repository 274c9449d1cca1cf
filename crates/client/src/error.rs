//! What can go wrong between a client and its server.

use std::{fmt, io};

use shangrila_protocol::Refusal;
use tokio_tungstenite::tungstenite;

/// What can go wrong between a client and its server.
#[derive(Debug)]
pub enum Error {
    /// This is no address of a server.
    Address(String),
    /// The server cannot be reached, or the connection broke.
    Io(io::Error),
    /// The server said no.
    Refused(Refusal),
    /// The server answered something else than this client understands.
    Answer(String),
    /// The server took too long.
    Silence,
}

impl Error {
    /// Whether trying again later can help.
    pub fn may_pass(&self) -> bool {
        match self {
            Error::Address(_) | Error::Answer(_) => false,
            Error::Io(_) | Error::Silence => true,
            Error::Refused(reason) => matches!(reason, Refusal::TooFast { .. } | Refusal::TooMany | Refusal::Failed),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Address(text) => {
                write!(f, "{text:?} is no address of a server; one looks like http://127.0.0.1:8080")
            }
            Error::Io(error) => write!(f, "the server cannot be reached: {error}"),
            Error::Refused(reason) => write!(f, "the server refuses: {reason}"),
            Error::Answer(what) => write!(f, "the server answers strangely: {what}"),
            Error::Silence => f.write_str("the server does not answer"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

impl From<hyper::Error> for Error {
    fn from(error: hyper::Error) -> Error {
        Error::Io(io::Error::other(error))
    }
}

impl From<tungstenite::Error> for Error {
    fn from(error: tungstenite::Error) -> Error {
        match error {
            tungstenite::Error::Io(error) => Error::Io(error),
            tungstenite::Error::Http(response) => {
                let body = response.body().as_deref().unwrap_or_default();
                Error::from_answer(response.status().as_u16(), body)
            }
            other => Error::Io(io::Error::other(other)),
        }
    }
}

impl Error {
    /// An HTTP answer that is no success.
    pub(crate) fn from_answer(status: u16, body: &[u8]) -> Error {
        match serde_json::from_slice::<shangrila_protocol::Problem>(body) {
            Ok(problem) => Error::Refused(problem.reason),
            // Proxies say in their own words that the server is away.
            Err(_) if status >= 500 => Error::Io(io::Error::other(format!("status {status}"))),
            Err(_) => Error::Answer(format!("status {status}: {}", String::from_utf8_lossy(body))),
        }
    }
}
