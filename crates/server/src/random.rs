//! Names and secrets that nobody can guess.

use std::fmt::Write;

/// So many random bytes.
///
/// # Panics
/// When the system has no randomness to give; nothing the server does would be safe then.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives randomness");
    bytes
}

/// Random bytes as lower-case hexadecimal digits, two for each.
pub(crate) fn word<const N: usize>() -> String {
    bytes::<N>().iter().fold(String::with_capacity(2 * N), |mut word, byte| {
        let _ = write!(word, "{byte:02x}");
        word
    })
}
