//! A proxy on this machine that terminates TLS in front of a server, with a self-signed certificate.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

/// A running proxy.
pub(crate) struct TlsProxy {
    port: u16,
    /// Its certificate as a PEM file.
    pub(crate) certificate: PathBuf,
}

impl TlsProxy {
    /// Starts a proxy whose certificate is for `localhost` alone.
    pub(crate) async fn start(server: SocketAddr, folder: &Path) -> TlsProxy {
        let certified = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
        let key = PrivatePkcs8KeyDer::from(certified.signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certified.cert.der().clone()], key.into())
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let certificate = folder.join(format!("{port}.pem"));
        fs::write(&certificate, certified.cert.pem()).unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Clients that do not trust the certificate end here.
                    let Ok(mut client) = acceptor.accept(stream).await else { return };
                    let mut server = TcpStream::connect(server).await.unwrap();
                    let _ = copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        TlsProxy { port, certificate }
    }

    /// Its address by this host name.
    pub(crate) fn url(&self, host: &str) -> String {
        format!("https://{host}:{}", self.port)
    }
}
