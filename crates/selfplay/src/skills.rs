//! What the companion takes players for: how well it thinks each of them plays, by their moves in whole games.

use std::sync::atomic::AtomicBool;

use shangrila_ai::{Bot, BotSpec, Budget, GameSoFar, Limits, SkillEstimate, Stopwatch};
use shangrila_rules::{GameOptions, Move, PerSeat, Position, Seats};

#[derive(clap::Args)]
pub(crate) struct SkillsArgs {
    /// The players to measure
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = "goatherd,pilgrim,guide,abbot,sage")]
    players: Vec<BotSpec>,
    /// Games of each with itself
    #[arg(long, default_value_t = 4)]
    games: u64,
    /// The most positions visited per move
    #[arg(long, default_value_t = 500)]
    visits: u32,
}

/// Prints the mean of the estimates after a whole game of one seat, and their range.
pub(crate) fn run(args: &SkillsArgs) -> Result<(), String> {
    for &player in &args.players {
        let mut estimates = Vec::new();
        for seed in 0..args.games {
            let (start, moves) = play(player, seed, args.visits);
            for matched in start.seats().iter().filter_map(|clan| start.seats().seat_of(clan)) {
                let mut estimate = SkillEstimate::new();
                let people = PerSeat::from_fn(|seat| seat == matched);
                estimate.update(&GameSoFar { start, moves: moves.clone(), people });
                estimates.push(estimate.skill().0);
            }
        }
        estimates.sort_by(f32::total_cmp);
        let Some((&low, &high)) = estimates.first().zip(estimates.last()) else { continue };
        let mean = estimates.iter().sum::<f32>() / estimates.len() as f32;
        println!("{player:10} {mean:.2} ({low:.2} to {high:.2}, {} seats)", estimates.len());
    }
    Ok(())
}

fn play(player: BotSpec, seed: u64, visits: u32) -> (Position, Vec<Move>) {
    let start =
        Position::start(if seed.is_multiple_of(2) { Seats::FOUR } else { Seats::THREE }, GameOptions::default());
    let mut bots: Vec<Box<dyn Bot>> = (0..4).map(|seat| player.bot(seed * 4 + seat)).collect();
    let (mut position, mut moves) = (start, Vec::new());
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    while let Some(seat) = position.seat_to_move() {
        let budget = Budget { limits: Limits::visits(visits), clock: &clock, stop: &stop };
        let Some(thought) = bots[seat.index()].think(&position, &budget) else { break };
        position.play_unchecked(thought.mv);
        moves.push(thought.mv);
        bots.iter_mut().for_each(|bot| bot.observe(thought.mv));
    }
    (start, moves)
}
