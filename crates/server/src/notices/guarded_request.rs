//! Requests to addresses that people have entered. They must not reach what only this machine or its network can: addresses are resolved
//! first, and the connection goes to exactly the address that was checked.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::uri::Scheme;
use axum::http::{HeaderName, Request, StatusCode, Uri, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends requests to addresses that people have entered.
#[derive(Clone)]
pub(crate) struct GuardedClient {
    tls: TlsConnector,
    /// Whether addresses in private networks, and those without encryption, are allowed.
    allows_private: bool,
}

/// Why a request has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestError {
    /// The address is not one that requests may be sent to.
    Forbidden,
    /// There was no answer.
    NoAnswer,
}

impl GuardedClient {
    pub(crate) fn new(allows_private: bool) -> GuardedClient {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        GuardedClient { tls: TlsConnector::from(Arc::new(config)), allows_private }
    }

    /// Whether an address has the form of one that requests may be sent to. Where it leads is checked when something is sent.
    pub(crate) fn is_allowed(&self, url: &str) -> bool {
        let Ok(uri) = url.parse::<Uri>() else { return false };
        let has_scheme =
            uri.scheme() == Some(&Scheme::HTTPS) || self.allows_private && uri.scheme() == Some(&Scheme::HTTP);
        // A name and password would be sent along.
        let authority = uri.authority().is_some_and(|authority| !authority.as_str().contains('@'));
        let is_private = uri.host().and_then(literal_address).is_some_and(|address| !is_public(address));
        has_scheme && authority && (self.allows_private || !is_private)
    }

    /// Posts something and returns the status of the answer.
    pub(crate) async fn post(
        &self,
        url: &str,
        headers: Vec<(HeaderName, String)>,
        body: Vec<u8>,
    ) -> Result<StatusCode, RequestError> {
        if !self.is_allowed(url) {
            return Err(RequestError::Forbidden);
        }
        timeout(TIMEOUT, self.send(url, headers, body)).await.unwrap_or(Err(RequestError::NoAnswer))
    }

    async fn send(
        &self,
        url: &str,
        headers: Vec<(HeaderName, String)>,
        body: Vec<u8>,
    ) -> Result<StatusCode, RequestError> {
        let uri: Uri = url.parse().map_err(|_| RequestError::Forbidden)?;
        let host = uri.host().ok_or(RequestError::Forbidden)?.trim_matches(['[', ']']).to_string();
        let is_encrypted = uri.scheme() == Some(&Scheme::HTTPS);
        let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
        let found: Vec<SocketAddr> =
            lookup_host((host.as_str(), port)).await.map_err(|_| RequestError::NoAnswer)?.collect();
        // One private address among them is enough to refuse: the name is not what it seems.
        if !self.allows_private && found.iter().any(|address| !is_public(address.ip())) {
            return Err(RequestError::Forbidden);
        }
        let stream = TcpStream::connect(&found[..]).await.map_err(|_| RequestError::NoAnswer)?;
        let mut request = Request::post(uri.path_and_query().map_or("/", |path| path.as_str()))
            .header(header::HOST, uri.authority().map_or("", |authority| authority.as_str()))
            .header(header::USER_AGENT, "shangrila");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(|_| RequestError::Forbidden)?;
        if is_encrypted {
            let name = ServerName::try_from(host).map_err(|_| RequestError::Forbidden)?;
            let stream = self.tls.connect(name, stream).await.map_err(|_| RequestError::NoAnswer)?;
            exchange(stream, request).await
        } else {
            exchange(stream, request).await
        }
    }
}

/// Sends a request and reads the head of the answer. Nobody follows redirects, which could lead anywhere.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<StatusCode, RequestError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|_| RequestError::NoAnswer)?;
    let running = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(|_| RequestError::NoAnswer);
    let status = answer.map(|answer| answer.status());
    running.abort();
    status
}

fn literal_address(host: &str) -> Option<IpAddr> {
    host.trim_matches(['[', ']']).parse().ok()
}

/// Whether an address is one that anyone on the Internet could reach.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || (a, b & 0xc0) == (100, 64)
        || (a, b, c) == (192, 0, 0)
        || (a, b & 0xfe) == (198, 18))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Only global unicast, without the parts in which an IPv4 address hides, and those for examples and tunnels.
    a & 0xe000 == 0x2000 && (a, b) != (0x2001, 0xdb8) && a != 0x2002 && !(a == 0x2001 && b == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_only_this_network_reaches_are_not_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.1",
            "172.16.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "ff02::1",
            "2001::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001::1"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[tokio::test]
    async fn requests_into_the_own_network_are_refused_unless_the_host_allows_them() {
        let guarded = GuardedClient::new(false);
        for url in [
            "http://discord.com/api",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://user:word@discord.com/",
            "file:///etc/passwd",
            "https://169.254.169.254/latest/meta-data",
            "discord.com",
            "",
        ] {
            assert_eq!(guarded.post(url, Vec::new(), Vec::new()).await, Err(RequestError::Forbidden), "{url}");
        }
        assert!(guarded.is_allowed("https://discord.com/api/webhooks/1/x"));
        // A name that leads home.
        assert_eq!(guarded.post("https://localhost/x", Vec::new(), Vec::new()).await, Err(RequestError::Forbidden));
        assert!(GuardedClient::new(true).is_allowed("http://127.0.0.1:8080/x"));
    }
    #[tokio::test]
    async fn nobody_is_led_elsewhere_and_numbers_in_disguise_are_recognised() {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        use tokio::net::TcpListener;

        let guarded = GuardedClient::new(false);
        for url in
            ["https://127.1/", "https://2130706433/", "https://0x7f.1/", "https://[::ffff:10.0.0.1]/", "https://0/"]
        {
            let answer = guarded.post(url, Vec::new(), Vec::new()).await;
            // Whether such numbers are addresses depends on the system.
            assert!(matches!(answer, Err(RequestError::Forbidden | RequestError::NoAnswer)), "{url}: {answer:?}");
        }
        let (first, second) =
            (TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let (url, other) =
            (format!("http://{}/", first.local_addr().unwrap()), format!("http://{}/", second.local_addr().unwrap()));
        tokio::spawn(async move {
            let (mut stream, _) = first.accept().await.unwrap();
            let _ = stream.read(&mut [0; 1000]).await;
            let answer = format!("HTTP/1.1 307 Temporary Redirect\r\nLocation: {other}\r\nContent-Length: 0\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
        });
        let answer = GuardedClient::new(true).post(&url, Vec::new(), b"x".to_vec()).await;
        assert_eq!(answer, Ok(StatusCode::TEMPORARY_REDIRECT));
        assert!(timeout(Duration::from_millis(200), second.accept()).await.is_err(), "the redirect is not followed");
    }
}
