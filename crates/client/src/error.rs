//! What can go wrong between a client and its server.

use std::time::Duration;
use std::{fmt, io};

use shangrila_client_core::{Disconnected, Retry};
use shangrila_protocol::Refusal;
use tokio_tungstenite::tungstenite;

/// What can go wrong between a client and its server.
#[derive(Debug)]
pub enum Error {
    /// The text is not the address of a server.
    Address(String),
    /// The file with additional certificates cannot be used.
    CaFile(String),
    /// The server's certificate is not trusted.
    Certificate(String),
    /// The server cannot be reached, or the connection broke.
    Io(io::Error),
    /// The server refused the request.
    Refused(Refusal),
    /// The server's response is not one that this client understands.
    Answer(String),
}

impl Error {
    /// Whether another attempt makes sense, and when.
    pub fn retry(&self) -> Retry {
        match self {
            Error::Address(_) | Error::CaFile(_) | Error::Certificate(_) | Error::Answer(_) => Retry::Never,
            Error::Io(_) | Error::Refused(Refusal::TooMany | Refusal::NotStored | Refusal::Failed) => Retry::Backoff,
            Error::Refused(Refusal::TooFast { wait }) => Retry::After(Duration::from_secs(u64::from(*wait))),
            Error::Refused(Refusal::Banned { until }) => Retry::Banned { until: *until },
            Error::Refused(_) => Retry::Never,
        }
    }

    /// An HTTP response with a status other than success.
    pub(crate) fn from_response(status: u16, body: &[u8]) -> Error {
        match serde_json::from_slice::<shangrila_protocol::Problem>(body) {
            Ok(problem) => Error::Refused(problem.reason),
            // Proxies report an unreachable server in their own words.
            Err(_) if status >= 500 => Error::Io(io::Error::other(format!("status {status}"))),
            Err(_) => Error::Answer(format!("status {status}: {}", String::from_utf8_lossy(body))),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Address(text) => {
                write!(
                    f,
                    "{text:?} is not the address of a server, such as https://play.example or http://127.0.0.1:8080"
                )
            }
            Error::CaFile(reason) => write!(f, "the certificate file cannot be used: {reason}"),
            Error::Certificate(reason) => write!(f, "the server's certificate is not trusted: {reason}"),
            Error::Io(error) => write!(f, "the server cannot be reached: {error}"),
            Error::Refused(reason) => write!(f, "the server refused: {reason}"),
            Error::Answer(what) => write!(f, "unexpected response from the server: {what}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Error> for Disconnected {
    fn from(error: Error) -> Disconnected {
        Disconnected { reason: error.to_string(), retry: error.retry() }
    }
}

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
                Error::from_response(response.status().as_u16(), body)
            }
            other => Error::Io(io::Error::other(other)),
        }
    }
}
