//! `shangrila setups`: makes, checks and tries out the set-ups of the fair start (docs/fair-start.md).

mod check;
mod judge;
mod make;
mod search;
mod trial;

use std::io::Write;
use std::path::PathBuf;

use shangrila_rules::Seats;
use shangrila_table::FairSetups;

use crate::args::SetupsCommand;
use crate::{Failure, work};

pub(crate) fn run(out: &mut impl Write, command: &SetupsCommand) -> Result<(), Failure> {
    match command {
        SetupsCommand::Make(args) => make::run(out, args),
        SetupsCommand::Check(args) => check::run(out, args),
        SetupsCommand::Play(args) => trial::run(out, args),
    }
}

const fn seats(clans: usize) -> Seats {
    if clans == 3 { Seats::THREE } else { Seats::FOUR }
}

/// Reads these lists, or the one that comes with the game if none is named.
fn read(files: &[PathBuf]) -> Result<Vec<FairSetups>, Failure> {
    if files.is_empty() {
        return Ok(vec![FairSetups::stored()]);
    }
    files.iter().map(|path| work::read(path)).collect()
}
