//! Where a server is, and how to reach it over HTTP, with TLS if its address says so.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::http::response::Parts;
use hyper::{Method, Request, Uri, header};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::rustls::ClientConfig;

use crate::error::Error;
use crate::tls;

/// A connection to a server, with or without TLS.
pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// The address of a server: `http://HOST:PORT` or `https://HOST:PORT`.
#[derive(Clone)]
pub struct Address {
    host: String,
    port: u16,
    tls: Option<Arc<ClientConfig>>,
}

impl Address {
    /// Reads an address. With `https`, the server needs a certificate of a public authority; [`trust`](Address::trust) adds others.
    ///
    /// # Errors
    /// When the text is not the address of a server.
    pub fn parse(text: &str) -> Result<Address, Error> {
        let wrong = || Error::Address(text.to_string());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_plain = matches!(uri.path(), "" | "/") && uri.query().is_none();
        let host = uri.host().filter(|host| is_plain && !host.is_empty()).ok_or_else(wrong)?.to_string();
        let (port, tls) = match uri.scheme_str() {
            Some("http") => (80, None),
            Some("https") => (443, Some(tls::config(Vec::new())?)),
            _ => return Err(wrong()),
        };
        Ok(Address { host, port: uri.port_u16().unwrap_or(port), tls })
    }

    /// Trusts the certificates in a PEM file too: the authority of a self-hosted server, or its self-signed certificate.
    ///
    /// # Errors
    /// When the file contains no certificate, or the address does not use TLS.
    pub fn trust(self, file: &Path) -> Result<Address, Error> {
        if self.tls.is_none() {
            return Err(Error::CaFile("only https:// addresses use certificates".to_string()));
        }
        let tls = Some(tls::config(tls::read_certificates(file)?)?);
        Ok(Address { tls, ..self })
    }

    pub(crate) fn socket_url(&self) -> String {
        format!("{}://{}/api/socket", if self.tls.is_some() { "wss" } else { "ws" }, self.authority())
    }

    fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> Result<Box<dyn ByteStream>, Error> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((host, self.port)).await?;
        // Messages are small and should go out at once.
        stream.set_nodelay(true)?;
        match &self.tls {
            None => Ok(Box::new(stream)),
            Some(config) => tls::connect(config, host, stream).await,
        }
    }

    /// Sends a request on a connection of its own. Any status but success is an error.
    pub(crate) async fn request(
        &self,
        method: Method,
        path: &str,
        credentials: Option<(&'static str, &str)>,
        body: Vec<u8>,
    ) -> Result<(Parts, Bytes), Error> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.authority())
            .header(header::CONTENT_TYPE, "application/json");
        if let Some((name, value)) = credentials {
            request = request.header(name, value);
        }
        let request = request
            .body(Full::<Bytes>::from(body))
            .map_err(|error| Error::Answer(format!("the request is invalid: {error}")))?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(self.connect().await?)).await?;
        // The connection ends with the response, which reports its errors as well.
        tokio::spawn(connection);
        let (parts, body) = sender.send_request(request).await?.into_parts();
        let body = body.collect().await?.to_bytes();
        if parts.status.is_success() {
            Ok((parts, body))
        } else {
            Err(Error::from_response(parts.status.as_u16(), &body))
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.tls.is_some() { "https" } else { "http" }, self.authority())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, read) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://localhost/", "http://localhost:80"),
            ("http://[::1]:99/", "http://[::1]:99"),
            ("https://play.example", "https://play.example:443"),
            ("https://play.example:8443/", "https://play.example:8443"),
        ] {
            assert_eq!(Address::parse(text).unwrap().to_string(), read);
        }
        for text in ["", "127.0.0.1:8080", "ftp://x.example", "http://x.example/play", "http://x/?a", "http://:8"] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sockets_use_tls_where_requests_do() {
        let socket = |text| Address::parse(text).unwrap().socket_url();
        assert_eq!(socket("http://play.example"), "ws://play.example:80/api/socket");
        assert_eq!(socket("https://play.example"), "wss://play.example:443/api/socket");
    }

    #[test]
    fn files_without_certificates_are_refused() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = Address::parse("https://play.example").unwrap().trust(&file).unwrap_err().to_string();
        assert!(error.contains("Cargo.toml contains no certificate"), "{error}");
        assert!(Address::parse("http://play.example").unwrap().trust(&file).is_err(), "it would not be used");
    }
}
