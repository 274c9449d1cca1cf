//! Tests of the app in a real browser. `cargo xtask test` builds the app, installs what is needed, and runs them.

mod accounts;
mod against_computers;
mod analysis;
mod beginning;
mod choosing;
mod danger;
mod delivery;
mod driver;
mod ending;
mod everyone;
mod games;
mod journeys;
mod keeping;
mod keyboard;
mod languages;
mod looking_back;
mod online;
mod phone;
mod rules;
mod screens;
mod story;
mod together;
mod touch;
mod whole_games;
mod zoom;
