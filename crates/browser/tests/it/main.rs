//! The app in a real browser. `cargo xtask test` builds it, fetches what is needed, and runs these.

mod against_computers;
mod choosing;
mod delivery;
mod driver;
mod everyone;
mod games;
mod keeping;
mod keyboard;
mod languages;
mod looking_back;
mod phone;
mod screens;
mod together;
mod touch;
mod whole_games;
