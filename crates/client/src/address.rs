//! Where a server is, and how one asks it over HTTP.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::http::response::Parts;
use hyper::{Method, Request, Uri, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::error::Error;

/// Where a server is: `http://HOST:PORT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    host: String,
    port: u16,
}

impl Address {
    /// Reads an address. Only `http` is spoken: whoever plays through the open internet puts a tunnel or proxy in between.
    ///
    /// # Errors
    /// When it is no address of a server.
    pub fn parse(text: &str) -> Result<Address, Error> {
        let wrong = || Error::Address(text.to_string());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let plain = uri.scheme_str() == Some("http") && matches!(uri.path(), "" | "/") && uri.query().is_none();
        let host = uri.host().filter(|host| plain && !host.is_empty()).ok_or_else(wrong)?;
        Ok(Address { host: host.to_string(), port: uri.port_u16().unwrap_or(80) })
    }

    pub(crate) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    pub(crate) async fn connect(&self) -> Result<TcpStream, Error> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((host, self.port)).await?;
        // Messages are small and should go at once.
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Sends a request on a connection of its own, and returns the answer if it is a success.
    pub(crate) async fn request(
        &self,
        method: Method,
        path: &str,
        pass: Option<(&'static str, &str)>,
        body: Vec<u8>,
    ) -> Result<(Parts, Bytes), Error> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.authority())
            .header(header::CONTENT_TYPE, "application/json");
        if let Some((name, value)) = pass {
            request = request.header(name, value);
        }
        let request = request
            .body(Full::<Bytes>::from(body))
            .map_err(|error| Error::Answer(format!("this cannot be asked: {error}")))?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(self.connect().await?)).await?;
        // It ends with the answer, and what fails fails there too.
        tokio::spawn(connection);
        let (parts, body) = sender.send_request(request).await?.into_parts();
        let body = body.collect().await?.to_bytes();
        if parts.status.is_success() {
            Ok((parts, body))
        } else {
            Err(Error::from_answer(parts.status.as_u16(), &body))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, authority) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://localhost/", "localhost:80"),
            ("http://[::1]:99/", "[::1]:99"),
        ] {
            assert_eq!(Address::parse(text).unwrap().authority(), authority);
        }
        for text in ["", "127.0.0.1:8080", "https://x.example", "http://x.example/play", "http://x/?a", "http://:8"] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }
}
