//! TLS by rustls: public certificate authorities, and those that the user names.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, CertificateError, ClientConfig, RootCertStore};

use crate::address::ByteStream;
use crate::error::Error;

/// Trusts public authorities and these certificates.
pub(crate) fn config(extra: Vec<CertificateDer<'static>>) -> Result<Arc<ClientConfig>, Error> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for certificate in extra {
        roots.add(certificate).map_err(|error| Error::CaFile(error.to_string()))?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Answer(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

pub(crate) fn read_certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let wrong = |error| Error::CaFile(format!("{}: {error}", file.display()));
    let certificates: Vec<_> =
        CertificateDer::pem_file_iter(file).map_err(wrong)?.collect::<Result<_, _>>().map_err(wrong)?;
    if certificates.is_empty() {
        return Err(Error::CaFile(format!("{} contains no certificate", file.display())));
    }
    Ok(certificates)
}

pub(crate) async fn connect(
    config: &Arc<ClientConfig>,
    host: &str,
    stream: TcpStream,
) -> Result<Box<dyn ByteStream>, Error> {
    let name = ServerName::try_from(host.to_string()).map_err(|_| Error::Address(host.to_string()))?;
    match TlsConnector::from(Arc::clone(config)).connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => Err(explain(error)),
    }
}

/// A certificate that is not trusted will not become trusted by trying again.
fn explain(error: io::Error) -> Error {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
    let Some(rustls::Error::InvalidCertificate(reason)) = cause else { return Error::Io(error) };
    Error::Certificate(match reason {
        CertificateError::UnknownIssuer => "its issuer is unknown".to_string(),
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another host name".to_string()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".to_string(),
        other => other.to_string(),
    })
}
