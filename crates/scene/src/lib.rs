//! The board as a picture: geometry, landscape, villages, bridges and tiles as SVG.

#![forbid(unsafe_code)]
