//! `shangrila blunders`: how often the strongest level plays a move that a much longer search calls a blunder.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use shangrila_ai::{Budget, Limits, Params, Search, Stopwatch, built_in_evaluator, only_move};
use shangrila_rules::{Clan, GameOptions, Move, Position, Seats};

use crate::Failure;
use crate::args::BlundersArgs;

/// A move judged by a longer search.
struct Judged {
    game: u64,
    position: Position,
    played: Move,
    better: Move,
    /// How much chance to win the move lost.
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
    let judged = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= args.games {
                        break;
                    }
                    let moves = play_and_judge(game, args, short, long);
                    if let Ok(mut judged) = judged.lock() {
                        judged.extend(moves);
                    }
                }
            });
        }
    });
    let judged = judged.into_inner().unwrap_or_default();
    print(out, args, &judged)
}

fn print(out: &mut impl Write, args: &BlundersArgs, judged: &[Judged]) -> Result<(), Failure> {
    let threshold = args.threshold / 100.0;
    let blunders: Vec<&Judged> = judged.iter().filter(|judged| judged.loss > threshold).collect();
    for blunder in &blunders {
        let Judged { game, position, played, better, loss } = blunder;
        writeln!(
            out,
            "game {}, turn {}: {played} loses {:.0} points, {better} was better",
            game + 1,
            position.ply() + 1,
            100.0 * loss
        )?;
        writeln!(out, "    {position}")?;
    }
    let moves = judged.len().max(1) as f64;
    let mean = judged.iter().map(|judged| f64::from(judged.loss)).sum::<f64>() / moves;
    writeln!(
        out,
        "{} games of {} clans, {} moves with a choice; {} lose more than {} points by a search {} times as long",
        args.games,
        args.clans,
        judged.len(),
        blunders.len(),
        args.threshold,
        args.factor,
    )?;
    let rate = blunders.len() as f64 / moves;
    let one_in = if blunders.is_empty() { "none".to_string() } else { format!("one in {:.0}", 1.0 / rate) };
    Ok(writeln!(
        out,
        "rate of blunders: {:.2} % ({one_in}); mean loss {:.2} points a move",
        100.0 * rate,
        100.0 * mean
    )?)
}

/// Plays a game at the strongest level from the empty board, and judges every move that was a choice.
fn play_and_judge(game: u64, args: &BlundersArgs, short: Limits, long: Limits) -> Vec<Judged> {
    let seats = if args.clans == 3 { Seats::THREE } else { Seats::FOUR };
    let mut position = Position::start(seats, GameOptions::default());
    let params = Params { seed: args.seed.wrapping_add(game), ..Params::default() };
    let mut search = Search::new(&position, params, built_in_evaluator);
    let mut judged = Vec::new();
    while let Some(clan) = position.to_move() {
        let mv = match only_move(&position) {
            Some(mv) => mv,
            None => {
                search.go_to(&position);
                let Some(played) = think(&mut search, short) else { break };
                judged.push(judge(game, &position, clan, played, params, long));
                played
            }
        };
        position.play_unchecked(mv);
        search.advance(mv);
    }
    judged
}

fn think(search: &mut Search, limits: Limits) -> Option<Move> {
    let stop = AtomicBool::new(false);
    search.run(&Budget { limits, clock: &Stopwatch::start(), stop: &stop });
    search.analysis(1).lines.first().map(|line| line.mv)
}

/// What a long search thinks of the move: the chance before it with the best move, and after it.
fn judge(game: u64, position: &Position, clan: Clan, played: Move, params: Params, limits: Limits) -> Judged {
    let mut before = Search::new(position, params, built_in_evaluator);
    let better = think(&mut before, limits).unwrap_or(played);
    let loss = if better == played {
        0.0
    } else {
        let best = before.analysis(1).lines[0].outlook.wins[clan];
        let mut next = *position;
        next.play_unchecked(played);
        let mut after = Search::new(&next, params, built_in_evaluator);
        think(&mut after, limits);
        (best - after.analysis(1).outlook.wins[clan]).max(0.0)
    };
    Judged { game, position: *position, played, better, loss }
}
