//! `shangrila setups make`: finds fair set-ups and adds them to a file.

use std::io::Write;
use std::time::Duration;

use shangrila_ai::{Clock, Stopwatch};

use super::{read, search};
use crate::args::MakeSetupsArgs;
use crate::work::{WorkFile, in_parallel};
use crate::{Failure, refused};

pub(super) fn run(out: &mut impl Write, args: &MakeSetupsArgs) -> Result<(), Failure> {
    let mut file = WorkFile::open(&args.output)?;
    let name = |number: usize| format!("{}.{}.{number}", args.players, args.seed);
    let missing: Vec<usize> = (1..=args.count).filter(|&number| !file.contains(&name(number))).collect();
    let players = usize::from(args.players);
    let mut models = Vec::new();
    if !args.vary.is_empty() {
        models = read(&args.vary)?.iter().flat_map(|list| list.all(players).to_vec()).collect();
        if models.is_empty() {
            return Err(refused(format!("there are no set-ups for {players} players to vary")));
        }
    }
    let (clock, limit) = (Stopwatch::start(), args.seconds.map(Duration::from_secs));
    let stopped = || limit.is_some_and(|limit| clock.elapsed() >= limit);
    let find = |index: usize| search::find(players, &models, args.seed, missing[index] as u64, &stopped);
    in_parallel(missing.len(), usize::from(args.threads), find, |index, setup| {
        let name = name(missing[index]);
        writeln!(out, "{:>6.0} s  {setup} # {name}", clock.elapsed().as_secs_f32())?;
        out.flush()?;
        file.add(&name, Some(setup))
    })?;
    writeln!(out, "{} set-ups in {}", file.results().count(), args.output.display())?;
    file.sort()
}
