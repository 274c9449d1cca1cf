//! The network that the levels play with.
//!
//! Programs embed it (the feature `embedded-network`). The app in the browser downloads it when the first computer player
//! is needed, and installs it.

use std::sync::{Arc, OnceLock};

use super::{Network, NetworkError, NetworkEvaluator};
use crate::evaluator::Evaluator;
use crate::fitted::fitted_evaluator;

static INSTALLED: OnceLock<Arc<Network>> = OnceLock::new();

/// Installs a network from the bytes of a weight file. The first one stays.
///
/// # Errors
/// As [`Network::from_bytes`].
pub fn install(bytes: &[u8]) -> Result<(), NetworkError> {
    let network = Network::from_bytes(bytes)?;
    let _ = INSTALLED.set(Arc::new(network));
    Ok(())
}

/// Returns the network that the levels play with, if there is one.
pub fn installed() -> Option<Arc<Network>> {
    #[cfg(feature = "embedded-network")]
    if INSTALLED.get().is_none() {
        // A test loads the embedded file, so it cannot fail here.
        let _ = install(include_bytes!("../../weights/network.bin"));
    }
    INSTALLED.get().cloned()
}

/// Creates an evaluator with the installed network. Without one it is the fitted evaluator, which is always there.
pub fn network_evaluator(seed: u64) -> Box<dyn Evaluator> {
    match installed() {
        Some(network) => Box::new(NetworkEvaluator::new(network)),
        None => fitted_evaluator(seed),
    }
}
