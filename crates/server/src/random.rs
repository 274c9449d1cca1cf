//! Ids and secrets that nobody can guess.

use std::fmt::Write;

/// Returns random bytes from the operating system.
///
/// # Panics
/// If the operating system has no randomness; nothing the server does would be secure then.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if crate::simulation::fill(&mut bytes) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the operating system provides randomness");
    bytes
}

/// Returns random bytes as lower-case hexadecimal digits, two per byte.
pub(crate) fn word<const N: usize>() -> String {
    bytes::<N>().iter().fold(String::with_capacity(2 * N), |mut word, byte| {
        let _ = write!(word, "{byte:02x}");
        word
    })
}
