//! What tests can do to a running server, through environment variables. Release builds contain none of it.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, fs};

/// Chat lines with this text make their table panic.
pub(crate) const PANIC: &str = "SHANGRILA_TEST_PANIC";
/// A file with the number of milliseconds by which the wall clock is shifted.
pub(crate) const CLOCK: &str = "SHANGRILA_TEST_CLOCK";

/// Panics if a chat line has the text that asks for it.
pub(crate) fn panic_if_asked(text: &str) {
    static TEXT: OnceLock<Option<String>> = OnceLock::new();
    let wanted = TEXT.get_or_init(|| env::var(PANIC).ok());
    assert!(wanted.as_deref() != Some(text), "a test asked for this panic");
}

/// Returns by how many milliseconds the wall clock is shifted.
pub(crate) fn clock_shift() -> i64 {
    static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let file = FILE.get_or_init(|| env::var_os(CLOCK).map(PathBuf::from));
    let shift = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
    shift.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}
