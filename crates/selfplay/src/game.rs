//! One game of self-play.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use shangrila_ai::{Budget, Evaluation, Limits, NoClock, Search, only_move};
use shangrila_rules::{GameOptions, Move, Position, RecruitRule, Seats, Stones};

use crate::players::{Effort, Generations, Kind, Table};
use crate::record::{self, Turn};

/// The share of turns that are searched in full and teach the policy.
const FULL_SHARE: f32 = 0.25;

/// How much of the root's priors is noise in a full search.
const ROOT_NOISE: f32 = 0.25;

/// Which games are played, and what is learnt from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// The share of the games in which the network is alone among guests of one kind; the others have the usual company.
    pub(crate) alone: f32,
    /// The share of the games with four clans on the empty board; the others begin anywhere.
    pub(crate) usual_start: f32,
    /// How much less the win chances of later searches count from ply to ply: see [`look_back`].
    pub(crate) hindsight: f32,
}

/// A finished game as training records, and how the players fared.
pub(crate) struct Played {
    pub(crate) records: Vec<u8>,
    pub(crate) turns: usize,
    pub(crate) visits: u64,
    /// The kind of each seat and its share of the victory; empty when all were of one kind.
    pub(crate) results: Vec<(Kind, f32)>,
}

/// Plays a game; `None` when it is stopped before its end.
pub(crate) fn play(
    generations: &Generations,
    effort: &Effort,
    taste: &Taste,
    number: u32,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Option<Played> {
    let mut position =
        if rng.f32() < taste.usual_start { Position::start(Seats::FOUR, GameOptions::default()) } else { opening(rng) };
    let mut table = Table::seat(&position, generations, effort, rng.f32() < taste.alone, rng);
    // In some games now and then a move is random, so that the network knows what follows from mistakes.
    let sloppiness = if rng.u32(..3) == 0 { 0.04 } else { 0.0 };
    let mut turns = Vec::new();
    let mut visits = 0;
    while !position.is_over() {
        let kind = table.kinds[position.seat_to_move()?.index()];
        let (mv, turn) = match only_move(&position) {
            Some(mv) => (mv, None),
            None => {
                let thought = think(&position, kind, &mut table, effort, rng, stop)?;
                visits += u64::from(thought.visits);
                let turn = Turn { position, kind: kind as u8, policy: thought.policy, wins: thought.wins };
                (thought.mv, Some(turn))
            }
        };
        turns.extend(turn);
        let mv = if rng.f32() < sloppiness { position.clone().play_random(|n| rng.u32(..n))? } else { mv };
        position.play_unchecked(mv);
        table.current.advance(mv);
        table.past.iter_mut().chain(&mut table.fitted).for_each(|search| search.advance(mv));
    }
    let shares = *Evaluation::of_end(&position).wins.values();
    look_back(&mut turns, shares, taste.hindsight);
    let mut records = Vec::with_capacity(turns.len() * record::RECORD_SIZE);
    turns.iter().for_each(|turn| record::write(turn, &position, shares, number, &mut records));
    let results = if table.is_mixed() { table.kinds.iter().copied().zip(shares).collect() } else { Vec::new() };
    Some(Played { records, turns: turns.len(), visits, results })
}

/// Replaces the win chances of every turn by a mean of those of its own search and of all later ones, up to the end of the game. Each counts
/// `hindsight` times as much as one that was a ply earlier.
///
/// A search of a few hundred visits is mistaken in ways that the game soon shows, and the end of a game says little about its beginning. The
/// mean has less of both errors. Turns of guests, whose searches are not asked, have what was thought of the turns after them.
fn look_back(turns: &mut [Turn], end: [f32; 4], hindsight: f32) {
    if hindsight <= 0.0 {
        return;
    }
    let mut later = end;
    let mut plies = 0;
    for turn in turns.iter_mut().rev() {
        plies += 1;
        if let Some(wins) = turn.wins {
            let weight = hindsight.powi(plies);
            plies = 0;
            later.iter_mut().zip(wins).for_each(|(later, now)| *later = now + weight * (*later - now));
        }
        turn.wins = Some(later);
    }
}

/// Two of three games have four clans. Half begin on the empty board, the others from the card or after random turns.
fn opening(rng: &mut Rng) -> Position {
    let seats = if rng.u32(..3) == 0 { Seats::THREE } else { Seats::FOUR };
    let options = GameOptions {
        stones: if rng.u32(..40) == 0 { Stones::Twelve } else { Stones::Eleven },
        recruit: if rng.u32(..40) == 0 { RecruitRule::UpToTwo } else { RecruitRule::Two },
    };
    match rng.u32(..8) {
        0 => Position::first_game(seats, options),
        1..4 => {
            let mut position = Position::start(seats, options);
            for _ in 0..rng.usize(..=7 * seats.count() + 8) {
                position.play_random(|n| rng.u32(..n));
            }
            position
        }
        _ => Position::start(seats, options),
    }
}

struct Thought {
    mv: Move,
    visits: u32,
    policy: Vec<(Move, f32)>,
    wins: Option<[f32; 4]>,
}

fn think(
    position: &Position,
    kind: Kind,
    table: &mut Table,
    effort: &Effort,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Option<Thought> {
    let budget = |visits| Budget { limits: Limits::visits(visits), clock: &NoClock, stop };
    let thought = match kind {
        Kind::Current => {
            let is_full = rng.f32() < FULL_SHARE;
            let visits = if is_full { effort.full_visits } else { effort.fast_visits };
            table.current.go_to(position);
            if is_full {
                table.current.add_root_noise(ROOT_NOISE, rng.u64(..));
            }
            let mut thought = search(&mut table.current, &budget(visits), rng)?;
            if !is_full {
                thought.policy.clear();
            }
            thought
        }
        Kind::Past => {
            let past = table.past.as_mut()?;
            past.go_to(position);
            Thought { policy: Vec::new(), ..search(past, &budget(effort.fast_visits * 2), rng)? }
        }
        Kind::Fitted => {
            let fitted = table.fitted.as_mut()?;
            fitted.go_to(position);
            Thought { policy: Vec::new(), wins: None, ..search(fitted, &budget(table.fitted_visits), rng)? }
        }
        Kind::Uct | Kind::Level => {
            let bot = table.bots[position.seat_to_move()?.index()].as_mut()?;
            let thought = bot.think(position, &budget(effort.full_visits))?;
            Thought { mv: thought.mv, visits: thought.visits, policy: Vec::new(), wins: None }
        }
    };
    if stop.load(std::sync::atomic::Ordering::Relaxed) { None } else { Some(thought) }
}

/// Searches and chooses: mostly the best move, sometimes another one as often as it was visited, in the set-up more often.
fn search(search: &mut Search, budget: &Budget<'_>, rng: &mut Rng) -> Option<Thought> {
    let position = *search.position();
    let before = search.visits();
    search.run(budget);
    let analysis = search.analysis(usize::MAX);
    let all: u32 = analysis.lines.iter().map(|line| line.visits).sum();
    let policy: Vec<(Move, f32)> =
        analysis.lines.iter().map(|line| (line.mv, line.visits as f32 / all.max(1) as f32)).collect();
    let clans = position.seats().iter();
    let mut wins = [0.0; 4];
    wins.iter_mut().zip(clans).for_each(|(wins, clan)| *wins = analysis.outlook.wins[clan]);
    let curiosity = if position.in_opening() { 0.5 } else { 0.12 };
    let mv = if rng.f32() < curiosity { draw(&policy, rng) } else { policy.first().map(|(mv, _)| *mv) };
    // Of a proved position all moves may be equally good, and nobody counted visits.
    let policy = if analysis.outlook.proved || all < 2 { Vec::new() } else { policy };
    Some(Thought { mv: mv?, visits: analysis.visits.saturating_sub(before), policy, wins: Some(wins) })
}

fn draw(policy: &[(Move, f32)], rng: &mut Rng) -> Option<Move> {
    let mut left = rng.f32();
    for &(mv, share) in policy {
        left -= share;
        if left <= 0.0 {
            return Some(mv);
        }
    }
    policy.first().map(|(mv, _)| *mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(wins: Option<[f32; 4]>) -> Turn {
        let position = Position::start(Seats::FOUR, GameOptions::default());
        Turn { position, kind: 0, policy: Vec::new(), wins }
    }

    #[test]
    fn later_searches_and_the_end_count_less_the_further_away_they_are() {
        let (end, even) = ([1.0, 0.0, 0.0, 0.0], [0.25; 4]);
        let mut turns = [turn(Some([0.5, 0.5, 0.0, 0.0])), turn(None), turn(Some(even)), turn(None)];
        look_back(&mut turns, end, 0.5);
        let first = turns.iter().map(|turn| turn.wins.unwrap()[0]).collect::<Vec<_>>();
        // Two plies from the end to the third turn, two more to the first; those of guests repeat what comes next.
        assert_eq!(first, [0.5 + 0.25 * (0.4375 - 0.5), 0.4375, 0.25 + 0.25 * 0.75, 1.0]);
        for turn in &turns {
            assert!((turn.wins.unwrap().iter().sum::<f32>() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn without_hindsight_every_search_speaks_for_itself() {
        let mut turns = [turn(Some([0.5, 0.5, 0.0, 0.0])), turn(None)];
        look_back(&mut turns, [0.0, 0.0, 0.0, 1.0], 0.0);
        assert_eq!(turns.map(|turn| turn.wins), [Some([0.5, 0.5, 0.0, 0.0]), None]);
    }
}
