//! What the network has learnt, in numbers that people can use: who sits well, where to begin, what a student is worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use shangrila_ai::network::{NetworkEvaluator, installed};
use shangrila_ai::{Budget, Evaluator, Level, Limits, NoClock, Params, Search};
use shangrila_rules::{GameOptions, Move, Position, Seat, Seats, Village};

#[derive(clap::Args)]
pub(crate) struct LearntArgs {
    /// Positions visited to judge a set-up
    #[arg(long, default_value_t = 20_000)]
    visits: u32,
    /// Games whose positions tell what a student is worth
    #[arg(long, default_value_t = 40)]
    games: u64,
}

pub(crate) fn run(args: &LearntArgs) -> Result<(), String> {
    let network = installed().ok_or("this program was built without a network")?;
    let evaluator = || NetworkEvaluator::new(Arc::clone(&network));
    println!("Chance of winning and expected masters by seat, after {} positions", args.visits);
    for (seats, clans) in [(Seats::FOUR, "four"), (Seats::THREE, "three")] {
        for (start, name) in [
            (Position::start(seats, GameOptions::default()), "empty board"),
            (Position::first_game(seats, GameOptions::default()), "first-game card"),
        ] {
            let mut search = Search::new(&start, Params::default(), |_| Box::new(evaluator()) as Box<dyn Evaluator>);
            let stop = AtomicBool::new(false);
            search.run(&Budget { limits: Limits::visits(args.visits), clock: &NoClock, stop: &stop });
            let analysis = search.analysis(3);
            let by_seat: Vec<String> = seats
                .iter()
                .map(|clan| {
                    format!("{:.0}% ({:.1})", 100.0 * analysis.outlook.wins[clan], analysis.outlook.masters[clan])
                })
                .collect();
            let best: Vec<String> = analysis.lines.iter().map(|line| line.mv.to_string()).collect();
            println!("  {clans} clans, {name}: {}; best {}", by_seat.join(", "), best.join(", "));
        }
    }
    println!("First placements in {} games of abbot with itself, by village", args.games);
    let games: Vec<(Position, Vec<Move>)> = (0..args.games).map(play).collect();
    let mut placed = [0_usize; 13];
    for (_, moves) in &games {
        for mv in moves.iter().take(4) {
            if let Move::Place { space } = mv {
                placed[space.village() as usize] += 1;
            }
        }
    }
    let all: usize = placed.iter().sum();
    let shares = Village::ALL.iter().zip(placed).filter(|(_, count)| *count > 0);
    let shares: Vec<String> =
        shares.map(|(village, count)| format!("{village} {:.0}%", 100.0 * count as f64 / all as f64)).collect();
    println!("  {}", shares.join(", "));
    println!("What one more student is worth to the clan to move, by bridges left");
    for (low, high) in [(19, 23), (14, 18), (9, 13), (4, 8)] {
        let (mut wins, mut masters, mut count) = (0.0, 0.0, 0);
        let mut evaluator = evaluator();
        let mut rng = Rng::with_seed(1);
        for (start, moves) in &games {
            let mut position = *start;
            for &mv in moves {
                let bridges = position.bridges().len();
                if (low..=high).contains(&bridges)
                    && !position.in_opening()
                    && let Some(seat) = position.seat_to_move()
                    && let Some(with) = with_one_more_student(&position, seat, &mut rng)
                {
                    let (before, after) = (evaluator.evaluate(&position), evaluator.evaluate(&with));
                    wins += after.wins[seat] - before.wins[seat];
                    masters += after.masters[seat] - before.masters[seat];
                    count += 1;
                }
                position.play_unchecked(mv);
            }
        }
        let mean = |sum: f32| sum / count.max(1) as f32;
        println!(
            "  {low} to {high} bridges: {:+.1} points of winning, {:+.2} masters ({count} positions)",
            100.0 * mean(wins),
            mean(masters)
        );
    }
    Ok(())
}

/// A game of the level abbot with itself.
fn play(seed: u64) -> (Position, Vec<Move>) {
    let start = Position::start(Seats::FOUR, GameOptions::default());
    let mut bots: Vec<_> = (0..4).map(|seat| Level::Abbot.bot(seed * 4 + seat)).collect();
    let (mut position, mut moves) = (start, Vec::new());
    let stop = AtomicBool::new(false);
    while let Some(seat) = position.seat_to_move() {
        let budget = Budget { limits: Limits::visits(100), clock: &NoClock, stop: &stop };
        let Some(thought) = bots[seat.index()].think(&position, &budget) else { break };
        position.play_unchecked(thought.mv);
        moves.push(thought.mv);
    }
    (start, moves)
}

/// The same position with a student on one of the seat's masters in a village still in play, drawn at random. In the text form of a
/// position a master with a student is a capital letter.
fn with_one_more_student(position: &Position, seat: Seat, rng: &mut Rng) -> Option<Position> {
    let text = position.to_string();
    let board = text.split(' ').next()?;
    let clan = position.seats().clan_at(seat)?;
    let letter = clan.to_string().to_lowercase().chars().next()?;
    let candidates: Vec<usize> = board
        .char_indices()
        .filter(|&(index, found)| {
            let village = board[..index].matches('/').count();
            found == letter && Village::ALL.get(village).is_some_and(|&village| !position.has_stone(village))
        })
        .map(|(index, _)| index)
        .collect();
    let &index = rng.choice(&candidates)?;
    let mut changed = text.into_bytes();
    changed[index] = changed[index].to_ascii_uppercase();
    String::from_utf8(changed).ok()?.parse().ok()
}
