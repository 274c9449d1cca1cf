//! The app in a real browser. `cargo xtask test` builds it, fetches what is needed, and runs these.

mod delivery;
