//! `shangrila-fit`: plays games with the current weights, fits new weights to them, and repeats.

#![forbid(unsafe_code)]

mod learning;
mod selfplay;
mod store;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use shangrila_ai::fitted::{FittedModel, Weights};

/// Fit the weights of the computer players to self-play games
#[derive(Parser)]
struct Args {
    /// File to write the new weights to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights to start from; without them, the first games are played by a search with random playouts
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many times to play games and fit weights
    #[arg(long, value_name = "N", default_value_t = 4)]
    generations: u32,
    /// Games per generation, for each number of clans
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u32,
    /// Visits per move
    #[arg(long, value_name = "N", default_value_t = 400)]
    visits: u32,
    /// Visits per move of the search with random playouts
    #[arg(long, value_name = "N", default_value_t = 1000)]
    playouts: u32,
    /// Number of games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Folder to write the games of each generation to, replacing those of the one before
    #[arg(long, value_name = "FOLDER")]
    keep_games: Option<PathBuf>,
    /// Folder of games to fit to, written by --keep-games, instead of playing
    #[arg(long, value_name = "FOLDER")]
    kept_games: Option<PathBuf>,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Start no new generation after this many seconds
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    seconds: u64,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("shangrila-fit: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let mut weights = match &args.from {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Some(Weights::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))?)
        }
        None => None,
    };
    let began = Instant::now();
    // Games of the previous generation are still useful, unless they were played with random playouts.
    let mut kept: [Vec<selfplay::Game>; 2] = [Vec::new(), Vec::new()];
    for generation in 0..args.generations {
        if began.elapsed().as_secs() >= args.seconds {
            println!("time is up after {generation} generations");
            break;
        }
        let teacher = match &weights {
            Some(weights) => {
                selfplay::Teacher::Fitted { model: Arc::new(FittedModel::new(weights.clone())), visits: args.visits }
            }
            None => selfplay::Teacher::Playouts { visits: args.playouts },
        };
        let mut next = weights.clone().unwrap_or_else(Weights::zero);
        let seed = args.seed.wrapping_mul(1000).wrapping_add(u64::from(generation));
        let mut games = [Vec::new(), Vec::new()];
        for clans in [3, 4] {
            let played = match &args.kept_games {
                Some(folder) => store::load(folder, clans)?,
                None => selfplay::play(clans, &teacher, args.games, args.threads, seed),
            };
            if let Some(folder) = &args.keep_games {
                store::save(folder, clans, &played)?;
            }
            let turns: usize = played.iter().map(|game| game.turns.len()).sum();
            let seconds = began.elapsed().as_secs();
            println!("{seconds:>5} s  generation {generation}: {} games of {clans} clans, {turns} turns", played.len());
            games[clans - 3] = played;
        }
        std::thread::scope(|scope| {
            let fits = [3, 4].map(|clans| {
                let (old, new) = (&kept[clans - 3], &games[clans - 3]);
                let from = next.for_clans(clans).to_vec();
                scope.spawn(move || learning::fit(&from, old, new, seed))
            });
            for (clans, fit) in [3, 4].into_iter().zip(fits) {
                let (fitted, report) = fit.join().map_err(|_| "a fitting thread panicked".to_string())?;
                next.for_clans_mut(clans).copy_from_slice(&fitted);
                println!("{:>5} s  {clans} clans: {report}", began.elapsed().as_secs());
            }
            Ok::<(), String>(())
        })?;
        std::fs::write(&args.out, next.to_bytes()).map_err(|error| format!("{}: {error}", args.out.display()))?;
        for (kept, games) in kept.iter_mut().zip(&mut games) {
            *kept = if weights.is_some() && args.kept_games.is_none() { std::mem::take(games) } else { Vec::new() };
        }
        // Round the weights as in the file, so that the next games are played with exactly what was written.
        weights = Some(Weights::from_bytes(&next.to_bytes()).map_err(|error| error.to_string())?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_doc_examples::documents;

    #[test]
    fn every_fitting_command_in_the_documents_is_understood() {
        let commands: Vec<_> = documents().iter().flat_map(|document| document.commands()).collect();
        let names_this_program = |words: &[String]| words.iter().any(|word| word == "shangrila-fit");
        let mut checked = 0;
        for command in
            commands.iter().filter(|command| command.words[0] == "cargo" && names_this_program(&command.words))
        {
            // What follows `--` are the arguments of the program; clap expects its name before them.
            let arguments = command.words.iter().skip_while(|word| *word != "--");
            if let Err(error) = Args::try_parse_from(arguments) {
                panic!("{}: {}\n{error}", command.document, command.words.join(" "));
            }
            checked += 1;
        }
        assert!(checked > 0, "no command was found");
    }
}
