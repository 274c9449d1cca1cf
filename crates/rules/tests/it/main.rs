//! Tests the rules against the rulebook's examples, a plain model, brute force, golden games and bad input.

mod contract;
mod documentation;
mod examples;
mod model;
mod notation;
mod perft;
mod play;
mod playthroughs;
mod record;
