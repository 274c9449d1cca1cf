//! Draws everything about the board that never changes: landscape, villages, bridges, tiles and the home page's picture.
//!
//! The build script of `crates/scene` calls [`tables()`] while compiling, because finding the contours of the land is too
//! slow to do in the browser on every visit. `crates/scene` also uses [`Point`] and the path data of this crate for what
//! it draws at run time.

#![forbid(unsafe_code)]

mod backdrop;
mod bridges;
mod figures;
mod geometry;
mod home;
mod home_bridge;
mod home_buildings;
mod land;
mod mesas;
mod mountains;
mod path;
mod random;
mod symbols;
mod tables;
mod villages;

pub use path::{Point, Tenths, smooth, t};
pub use tables::tables;
