//! The words shown to people, in English, German, Italian and Dutch.

#![forbid(unsafe_code)]
