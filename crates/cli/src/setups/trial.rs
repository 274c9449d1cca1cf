//! `shangrila setups play`: lets one computer player take all seats and counts who wins, from the fair set-ups and from the first-game
//! set-up.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use shangrila_ai::{BotSpec, Budget, Limits, NoClock};
use shangrila_rules::{GameOptions, PerSeat, Position};

use super::{read, seats};
use crate::args::PlaySetupsArgs;
use crate::work::in_parallel;
use crate::{Failure, refused};

pub(super) fn run(out: &mut impl Write, args: &PlaySetupsArgs) -> Result<(), Failure> {
    let lists = read(&args.files)?;
    writeln!(out, "{} in every seat, {} visits a move", args.bot, args.visits)?;
    for clans in [3, 4] {
        let (seats, options) = (seats(clans), GameOptions::default());
        let setups = lists.iter().flat_map(|list| list.all(clans));
        let starts: Vec<Position> = setups.filter_map(|setup| setup.position(seats, options)).collect();
        if starts.is_empty() {
            continue;
        }
        let card = [Position::first_game(seats, options)];
        for (name, starts) in [("fair set-ups", &starts[..]), ("first-game set-up", &card)] {
            let shares = shares(starts, args)?;
            let percent: Vec<String> = shares.iter().map(|share| format!("{:>5.1}%", share * 100.0)).collect();
            let error =
                (shares.iter().map(|share| share * (1.0 - share)).fold(0.0, f64::max) / f64::from(args.games)).sqrt();
            let kinds = format!("{clans} clans, {name} ({})", starts.len());
            writeln!(out, "{kinds:<36}{}  ± {:.1} ({} games)", percent.join(" "), error * 100.0, args.games)?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Each seat's share of the victories.
fn shares(starts: &[Position], args: &PlaySetupsArgs) -> Result<Vec<f64>, Failure> {
    let mut sums = PerSeat::from_fn(|_| 0.0);
    let game = |number: usize| Some(play(&starts[number % starts.len()], args, args.seed.wrapping_add(number as u64)));
    in_parallel(args.games as usize, usize::from(args.threads), game, |_, end: Position| {
        let outcome = end.outcome().ok_or_else(|| refused(format!("{} did not finish a game", args.bot)))?;
        for clan in outcome.winners {
            if let Some(seat) = end.seats().seat_of(clan) {
                sums[seat] += 1.0 / outcome.winners.len() as f64;
            }
        }
        Ok(())
    })?;
    let clans = starts.first().map_or(0, |start| start.seats().count());
    Ok(sums.values()[..clans].iter().map(|sum: &f64| sum / f64::from(args.games)).collect())
}

/// Plays a game to the end.
fn play(start: &Position, args: &PlaySetupsArgs, seed: u64) -> Position {
    let spec: BotSpec = args.bot;
    let mut bots: Vec<_> = (0..4).map(|seat| spec.bot(seed.wrapping_mul(4).wrapping_add(seat))).collect();
    let mut position = *start;
    let stop = AtomicBool::new(false);
    let budget = Budget { limits: Limits::visits(args.visits), clock: &NoClock, stop: &stop };
    while let Some(seat) = position.seat_to_move() {
        let Some(thought) = bots[seat.index()].think(&position, &budget) else { break };
        position.play_unchecked(thought.mv);
        bots.iter_mut().for_each(|bot| bot.observe(thought.mv));
    }
    position
}
