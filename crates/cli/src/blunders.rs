//! `shangrila blunders`: counts how often the strongest level plays a move that a much longer search calls a blunder.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use shangrila_ai::{Budget, Limits, Params, Search, Stopwatch, fitted_evaluator, only_move};
use shangrila_rules::{Clan, GameOptions, Move, Position, Seats};

use crate::Failure;
use crate::args::BlundersArgs;

/// A move reviewed by a longer search.
struct ReviewedMove {
    game: u64,
    position: Position,
    played: Move,
    better: Move,
    /// The win chance that the move lost.
    loss: f32,
}

pub(crate) fn run(out: &mut impl Write, args: &BlundersArgs) -> Result<(), Failure> {
    let short = match (args.visits, args.time_ms) {
        (None, None) => Limits::time(Duration::from_millis(20)),
        (visits, time) => Limits { visits, time: time.map(Duration::from_millis) },
    };
    let long = Limits {
        visits: short.visits.map(|visits| visits.saturating_mul(args.factor)),
        time: short.time.map(|time| time * args.factor),
    };
    let next = AtomicU64::new(0);
    let reviewed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= args.games {
                        break;
                    }
                    let moves = play_and_review(game, args, short, long);
                    if let Ok(mut reviewed) = reviewed.lock() {
                        reviewed.extend(moves);
                    }
                }
            });
        }
    });
    let reviewed = reviewed.into_inner().unwrap_or_default();
    print(out, args, &reviewed)
}

fn print(out: &mut impl Write, args: &BlundersArgs, reviewed: &[ReviewedMove]) -> Result<(), Failure> {
    let threshold = args.threshold / 100.0;
    let blunders: Vec<&ReviewedMove> = reviewed.iter().filter(|mv| mv.loss > threshold).collect();
    for blunder in &blunders {
        let ReviewedMove { game, position, played, better, loss } = blunder;
        writeln!(
            out,
            "game {}, turn {}: {played} loses {:.0} points, {better} was better",
            game + 1,
            position.ply() + 1,
            100.0 * loss
        )?;
        writeln!(out, "    {position}")?;
    }
    let moves = reviewed.len().max(1) as f64;
    let mean = reviewed.iter().map(|mv| f64::from(mv.loss)).sum::<f64>() / moves;
    writeln!(
        out,
        "{} games of {} clans, {} unforced moves; {} lose more than {} points according to a search {} times longer",
        args.games,
        args.clans,
        reviewed.len(),
        blunders.len(),
        args.threshold,
        args.factor,
    )?;
    let rate = blunders.len() as f64 / moves;
    let one_in = if blunders.is_empty() { "none".to_string() } else { format!("one in {:.0}", 1.0 / rate) };
    Ok(writeln!(out, "blunder rate: {:.2}% ({one_in}); mean loss: {:.2} points per move", 100.0 * rate, 100.0 * mean)?)
}

/// Plays a game at the strongest level from the empty board and reviews every move that was not forced.
fn play_and_review(game: u64, args: &BlundersArgs, short: Limits, long: Limits) -> Vec<ReviewedMove> {
    let seats = if args.clans == 3 { Seats::THREE } else { Seats::FOUR };
    let mut position = Position::start(seats, GameOptions::default());
    let params = Params { seed: args.seed.wrapping_add(game), ..Params::default() };
    let mut search = Search::new(&position, params, fitted_evaluator);
    let mut reviewed = Vec::new();
    while let Some(clan) = position.to_move() {
        let mv = match only_move(&position) {
            Some(mv) => mv,
            None => {
                search.go_to(&position);
                let Some(played) = think(&mut search, short) else { break };
                reviewed.push(review(game, &position, clan, played, params, long));
                played
            }
        };
        position.play_unchecked(mv);
        search.advance(mv);
    }
    reviewed
}

fn think(search: &mut Search, limits: Limits) -> Option<Move> {
    let stop = AtomicBool::new(false);
    search.run(&Budget { limits, clock: &Stopwatch::start(), stop: &stop });
    search.analysis(1).lines.first().map(|line| line.mv)
}

/// Compares the win chance after the best move of a long search with the win chance after the move played.
fn review(game: u64, position: &Position, clan: Clan, played: Move, params: Params, limits: Limits) -> ReviewedMove {
    let mut before = Search::new(position, params, fitted_evaluator);
    let better = think(&mut before, limits).unwrap_or(played);
    let loss = if better == played {
        0.0
    } else {
        let best = before.analysis(1).lines[0].outlook.wins[clan];
        let mut next = *position;
        next.play_unchecked(played);
        let mut after = Search::new(&next, params, fitted_evaluator);
        think(&mut after, limits);
        (best - after.analysis(1).outlook.wins[clan]).max(0.0)
    };
    ReviewedMove { game, position: *position, played, better, loss }
}
