//! `shangrila explorer`: plays games with free set-up and counts what was placed where and how it fared (docs/setup-explorer.md).

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;
use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Budget, Clock, Limits, NoClock, Params, Search, Stopwatch, only_move};
use shangrila_rules::{GameOptions, Move, Position, Seats};
use shangrila_table::setup_explorer::{SetupExplorer, SetupGame, SetupPlacement};

use crate::args::{CountExplorerArgs, ExplorerCommand, MakeExplorerArgs};
use crate::work::{WorkFile, in_parallel, replace};
use crate::{Failure, refused};

/// How freely masters are placed: the longer the search looked at a placement, the likelier it is. Later the best move is played.
const TEMPERATURE: f32 = 1.0;

/// One of so many masters is placed in a random village. The search would otherwise try only a few, and nothing would be known of the others.
const EXPLORED: u32 = 8;

pub(crate) fn run(out: &mut impl Write, command: &ExplorerCommand) -> Result<(), Failure> {
    match command {
        ExplorerCommand::Make(args) => make(out, args),
        ExplorerCommand::Count(args) => count(out, args),
    }
}

/// Plays games and adds them to a file.
fn make(out: &mut impl Write, args: &MakeExplorerArgs) -> Result<(), Failure> {
    let mut file = WorkFile::open(&args.output)?;
    let name = |number: usize| format!("{}.{}.{number}", args.players, args.seed);
    let missing: Vec<usize> = (1..=args.games).filter(|&number| !file.contains(&name(number))).collect();
    let (clock, limit) = (Stopwatch::start(), args.seconds.map(Duration::from_secs));
    let game = |index: usize| {
        let stopped = limit.is_some_and(|limit| clock.elapsed() >= limit);
        (!stopped).then(|| play(missing[index] as u64, args))
    };
    in_parallel(missing.len(), usize::from(args.threads), game, |index, game| file.add(&name(missing[index]), game))?;
    let seconds = clock.elapsed().as_secs();
    writeln!(out, "{} games in {} after {seconds} s", file.results().count(), args.output.display())?;
    file.sort()
}

/// Plays a game; `None` if somebody had to pass in the set-up. The same arguments always give the same game.
fn play(number: u64, args: &MakeExplorerArgs) -> Option<SetupGame> {
    let seats = if args.players == 3 { Seats::THREE } else { Seats::FOUR };
    let mut rng = Rng::with_seed(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number << 3 ^ u64::from(args.players));
    let mut position = Position::start(seats, GameOptions::default());
    let params = Params { seed: rng.u64(..), ..Params::default() };
    let mut search = Search::new(&position, params, network_evaluator);
    let stop = AtomicBool::new(false);
    let budget = Budget { limits: Limits::visits(args.visits), clock: &NoClock, stop: &stop };
    let mut placements = Vec::new();
    while !position.is_over() {
        let mut at_random = false;
        let mv = match only_move(&position) {
            Some(mv) => mv,
            None if position.in_opening() && rng.u32(..EXPLORED) == 0 => {
                at_random = true;
                random_placement(&position, &mut rng)?
            }
            None => {
                search.go_to(&position);
                search.run(&budget);
                if position.in_opening() {
                    search.draw_move(TEMPERATURE, &mut rng)?
                } else {
                    search.analysis(1).lines.first()?.mv
                }
            }
        };
        if let (true, Move::Place { space }) = (position.in_opening(), mv) {
            placements.push(SetupPlacement { village: space.village(), at_random });
        }
        position.play_unchecked(mv);
        search.advance(mv);
    }
    SetupGame::new(placements, &position)
}

/// A legal placement in a random village: every village is as likely as any other, however many of its spaces are free.
fn random_placement(position: &Position, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let village = |mv: Move| match mv {
        Move::Place { space } => Some(space.village()),
        _ => None,
    };
    let villages: BTreeSet<_> = moves.iter().filter_map(village).collect();
    let chosen = rng.choice(villages)?;
    rng.choice(moves.iter().filter(|&mv| village(mv) == Some(chosen)).collect::<Vec<_>>())
}

/// Counts the games of files.
fn count(out: &mut impl Write, args: &CountExplorerArgs) -> Result<(), Failure> {
    let mut explorer = SetupExplorer::default();
    for path in &args.files {
        // A file that was never made would be created empty.
        if !path.exists() {
            return Err(refused(format!("{}: no such file", path.display())));
        }
        WorkFile::<SetupGame>::open(path)?.results().for_each(|game| explorer.add(game));
    }
    writeln!(out, "{} games with three clans, {} with four", explorer.games(3), explorer.games(4))?;
    let heading = "# Made by `shangrila explorer count` (docs/setup-explorer.md).\n";
    replace(&args.output, &format!("{heading}{explorer}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_arguments_give_the_same_game_and_its_masters_are_all_placed() {
        let folder = tempfile::tempdir().unwrap();
        for players in [3, 4] {
            let output = folder.path().join("games.txt");
            let args = MakeExplorerArgs { players, games: 1, seconds: None, seed: 1, threads: 1, visits: 3, output };
            let game = play(1, &args).unwrap();
            assert_eq!(Some(&game), play(1, &args).as_ref());
            assert_ne!(Some(&game), play(2, &args).as_ref());
            let mut explorer = SetupExplorer::default();
            explorer.add(&game);
            assert_eq!(explorer.games(usize::from(players)), 1);
        }
    }
}
