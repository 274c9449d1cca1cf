//! The search: its edges, limits, memory and seeds.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use shangrila_ai::{
    Analysis, Budget, Clock, Limits, NoClock, Params, PlayoutEvaluator, Search, UniformEvaluator, are_alike,
    fitted_evaluator,
};
use shangrila_rules::{GameOptions, Guild, Move, Position, RecruitRule, Seats, Space, Village};

use crate::{after_random_turns, positions_of_random_games, start, visits};

fn uniform(position: &Position) -> Search {
    Search::new(position, Params { noise: 0.0, ..Params::default() }, |_| Box::new(UniformEvaluator))
}

fn searched(position: &Position, params: Params, limit: u32) -> Search {
    let mut search = Search::new(position, params, fitted_evaluator);
    search.run(&visits(limit));
    search
}

/// All permutations of the guilds that leave a position unchanged.
fn symmetries(position: &Position) -> Vec<[Guild; 7]> {
    let column = |guild: Guild| Village::ALL.map(|village| position.occupant(Space::new(village, guild)));
    let columns = Guild::ALL.map(column);
    let mut found = vec![Vec::new()];
    for guild in Guild::ALL {
        let longer = found.iter().flat_map(|start: &Vec<Guild>| {
            let fits =
                move |image: &Guild| !start.contains(image) && columns[*image as usize] == columns[guild as usize];
            Guild::ALL.into_iter().filter(fits).map(|image| [start.as_slice(), &[image]].concat())
        });
        found = longer.collect();
    }
    found.into_iter().map(|images| images.try_into().unwrap()).collect()
}

/// The smallest of all moves equivalent to this one.
fn canonical(mv: Move, symmetries: &[[Guild; 7]]) -> Move {
    let image = |images: &[Guild; 7]| {
        let turned = |space: Space| Space::new(space.village(), images[space.guild() as usize]);
        match mv {
            Move::Place { space } => Move::Place { space: turned(space) },
            Move::Recruit { first, second: None } => Move::recruit_one(turned(first)),
            Move::Recruit { first, second: Some(second) } => Move::recruit_two(turned(first), turned(second)),
            other => other,
        }
    };
    symmetries.iter().map(image).min().unwrap_or(mv)
}

#[test]
fn the_first_placement_has_one_edge_per_village() {
    for (seats, villages) in [(Seats::FOUR, 13), (Seats::THREE, 12)] {
        let mut search = uniform(&start(seats));
        search.run(&visits(200));
        assert_eq!(search.analysis(usize::MAX).lines.len(), villages);
    }
}

/// Every legal move is an edge or is equivalent to exactly one.
#[test]
fn edges_are_the_legal_moves_up_to_guild_symmetry() {
    let alike: Position = "rr5/bb5/7/7/yy5/7/7/7/7/vv5/7/7/7 7fffff rbvy r 40 0".parse().unwrap();
    let three_alike: Position = "RRr4/bbb4/7/7/yyy4/7/7/rrr4/7/vvv4/7/7/7 7fffff rbvy r 40 0".parse().unwrap();
    let mut positions: Vec<Position> = positions_of_random_games(8).into_iter().step_by(5).collect();
    positions.extend([alike, three_alike]);
    positions.extend((0..12).map(|turns| after_random_turns(Seats::FOUR, turns, 5)));
    let mut merged = 0;
    for position in positions {
        let list = position.legal_moves();
        let symmetries = symmetries(&position);
        let mut orbits: BTreeMap<Move, usize> = BTreeMap::new();
        for mv in list.iter() {
            *orbits.entry(canonical(mv, &symmetries)).or_default() += 1;
        }
        let mut search = Search::new(
            &position,
            Params { noise: 0.0, exploration: 50.0, proof_share: 0.0, proof_nodes: [0; 3], ..Params::default() },
            |_| Box::new(UniformEvaluator),
        );
        search.run(&visits(60 * list.len() as u32));
        let lines = search.analysis(usize::MAX).lines;
        if lines.iter().any(|line| line.outlook.proved) {
            continue;
        }
        for line in &lines {
            let equivalents = orbits.remove(&canonical(line.mv, &symmetries));
            merged += equivalents
                .unwrap_or_else(|| panic!("{} or an equivalent move appears twice in {position}", line.mv))
                - 1;
        }
        assert!(orbits.is_empty(), "{position} has no edge for {:?}", orbits.keys().next());
    }
    assert!(merged > 300, "{merged}");
}

#[test]
fn recruiting_one_student_is_an_edge_where_the_option_allows_it() {
    let options = GameOptions { recruit: RecruitRule::UpToTwo, ..GameOptions::default() };
    let position = Position::first_game(Seats::FOUR, options);
    let list = position.legal_moves();
    let mut search = Search::new(&position, Params { noise: 0.0, exploration: 50.0, ..Params::default() }, |_| {
        Box::new(UniformEvaluator)
    });
    search.run(&visits(60 * list.len() as u32));
    let mut found: Vec<Move> = search.analysis(usize::MAX).lines.iter().map(|line| line.mv).collect();
    let mut legal: Vec<Move> = list.iter().collect();
    found.sort();
    legal.sort();
    assert_eq!(found, legal);
    let alone = *legal.iter().find(|mv| matches!(mv, Move::Recruit { second: None, .. })).unwrap();
    search.advance(alone);
    assert!(search.visits() > 0, "the subtree below {alone} is kept");
}

#[test]
fn the_same_seed_and_visits_give_the_same_answer() {
    for threads in [1, 3] {
        let params = Params { threads, seed: 11, noise: 0.5, ..Params::default() };
        for position in [start(Seats::THREE), Position::first_game(Seats::FOUR, GameOptions::default())] {
            let one = searched(&position, params, 1500).analysis(8);
            let other = searched(&position, params, 1500).analysis(8);
            assert_eq!(one, other);
            assert_eq!(one.visits, 1500);
        }
    }
}

#[test]
fn different_seeds_play_different_games() {
    let position = start(Seats::FOUR);
    let best = |seed| searched(&position, Params { seed, noise: 2.0, ..Params::default() }, 60).analysis(1).lines[0].mv;
    let first = best(0);
    assert!((1..20).any(|seed| best(seed) != first));
}

#[test]
fn chances_add_up_and_masters_fit_the_board() {
    for position in positions_of_random_games(4) {
        let analysis = searched(&position, Params::default(), 60).analysis(50);
        for outlook in analysis.lines.iter().map(|line| line.outlook).chain([analysis.outlook]) {
            let wins: f32 = outlook.wins.iter().map(|(_, chance)| chance).sum();
            let masters: f32 = outlook.masters.iter().map(|(_, masters)| masters).sum();
            assert!((wins - 1.0).abs() < 1e-3, "{wins} in {position}");
            assert!((0.0..=91.0).contains(&masters), "{masters} in {position}");
        }
        for line in &analysis.lines {
            let mut end = position;
            for &mv in &line.variation {
                end.play(mv).unwrap_or_else(|error| panic!("{mv} of a variation in {end}: {error}"));
            }
        }
    }
}

/// A clock that advances by a millisecond each time it is read.
struct TickingClock(AtomicU64);

impl Clock for TickingClock {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_and_a_stop_end_the_search() {
    let position = Position::first_game(Seats::FOUR, GameOptions::default());
    let stop = AtomicBool::new(false);
    let clock = TickingClock(AtomicU64::new(0));
    let mut search = Search::new(&position, Params::default(), fitted_evaluator);
    search.run(&Budget { limits: Limits::time(Duration::from_millis(20)), clock: &clock, stop: &stop });
    let readings = clock.0.load(Ordering::Relaxed);
    assert_eq!(readings, 21, "the search ends at the first reading after time is up");
    let before = search.visits();
    assert!(before > 20);
    stop.store(true, Ordering::Relaxed);
    search.run(&Budget { limits: Limits::default(), clock: &NoClock, stop: &stop });
    assert!(search.visits() - before <= 16, "a stopped search makes at most a handful of visits");
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut position = start(Seats::FOUR);
    let mut search = Search::new(&position, Params::default(), fitted_evaluator);
    let mut swapped = 0;
    for turn in 0..60 {
        search.go_to(&position);
        search.run(&visits(400));
        let line = search.analysis(1).lines.remove(0);
        // One guild represents all that nobody has placed yet; playing another of them is equivalent.
        let unplaced =
            |guild| Village::ALL.iter().all(|&village| position.occupant(Space::new(village, guild)).is_none());
        let other = Guild::ALL[6 - turn % 7];
        let mv = match line.mv {
            Move::Place { space } if turn < 7 && unplaced(space.guild()) && unplaced(other) => {
                swapped += u32::from(space.guild() != other);
                Move::Place { space: Space::new(space.village(), other) }
            }
            mv => mv,
        };
        position.play(mv).unwrap();
        search.advance(mv);
        assert_eq!(search.position(), &position);
        let kept = search.visits();
        assert!(kept + 1 >= line.visits.min(400), "turn {turn}: {kept} of {} visits of {mv} are kept", line.visits);
        for line in search.analysis(usize::MAX).lines {
            assert!(position.is_legal(line.mv), "{} in {position}", line.mv);
        }
    }
    assert!(swapped > 0);
}

#[test]
fn a_fork_begins_with_what_the_search_knows_and_leaves_it_alone() {
    let position = after_random_turns(Seats::FOUR, 60, 4);
    let search = searched(&position, Params::default(), 3000);
    let before = search.analysis(usize::MAX);
    let best = &before.lines[0];
    let mut fork = search.fork(best.mv, fitted_evaluator).unwrap();
    let mut after = position;
    after.play(best.mv).unwrap();
    assert_eq!(fork.position(), &after);
    assert!(fork.visits() + 1 >= best.visits && fork.visits() > 300, "{} of {}", fork.visits(), best.visits);
    assert_eq!(fork.analysis(1).lines[0].mv, best.variation[1]);
    // It knows what the search would have kept by moving on.
    let mut moved = searched(&position, Params::default(), 3000);
    moved.advance(best.mv);
    assert_eq!(moved.analysis(usize::MAX), fork.analysis(usize::MAX));
    fork.run(&visits(4000));
    assert_eq!((fork.visits(), search.analysis(usize::MAX)), (4000, before.clone()));
    let unseen = position.legal_moves().iter().find(|mv| before.lines.iter().all(|line| line.mv != *mv)).unwrap();
    assert_eq!(search.fork(unseen, fitted_evaluator).unwrap().visits(), 0);
    assert!(search.fork(Move::Pass, fitted_evaluator).is_none());
}

#[test]
fn the_findings_of_several_searches_add_up() {
    let position = after_random_turns(Seats::THREE, 50, 9);
    let seeds = [(1, 900), (2, 2100)];
    let parts = seeds.map(|(seed, limit)| {
        searched(&position, Params { seed, noise: 0.5, ..Params::default() }, limit).analysis(usize::MAX)
    });
    let merged = Analysis::merge(&position, parts.clone(), usize::MAX);
    assert_eq!(merged.visits, 3000);
    let part_of =
        |part: &Analysis, mv: Move| part.lines.iter().find(|line| line.mv == mv).map_or(0, |line| line.visits);
    for line in &merged.lines {
        assert_eq!(line.visits, parts.iter().map(|part| part_of(part, line.mv)).sum::<u32>(), "{}", line.mv);
    }
    assert!(merged.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.visits)));
    for clan in position.seats().iter() {
        let expected = parts[0].outlook.wins[clan] * 0.3 + parts[1].outlook.wins[clan] * 0.7;
        assert!((merged.outlook.wins[clan] - expected).abs() < 1e-5);
    }
    assert_eq!(Analysis::merge(&position, parts, 2).lines, merged.lines[..2]);
    // A proof by one of them is the last word.
    let late: Position = "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0".parse().unwrap();
    let guess = searched(&late, Params { proof_share: 0.0, proof_nodes: [0; 3], ..Params::default() }, 1);
    let proof = searched(&late, Params::default(), 500).analysis(usize::MAX);
    assert!(proof.outlook.proved && !guess.analysis(1).outlook.proved);
    let merged = Analysis::merge(&late, [guess.analysis(usize::MAX), proof.clone()], usize::MAX);
    assert_eq!((merged.outlook, &merged.lines), (proof.outlook, &proof.lines));
}

#[test]
fn a_proof_can_be_tried_again_with_more_time() {
    let late: Position = "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0".parse().unwrap();
    let mut search = uniform(&late);
    search.run(&visits(1));
    assert!(!search.is_settled(), "one visit leaves nothing for a proof");
    search.retry_proof();
    search.run(&visits(20_000));
    assert!(search.is_settled());
}

#[test]
fn memory_is_bounded() {
    let position = Position::first_game(Seats::FOUR, GameOptions::default());
    let memory = 2 << 20;
    let small = searched(&position, Params { memory, ..Params::default() }, 60_000);
    assert_eq!(small.visits(), 60_000, "the search continues");
    assert!(small.memory_used() <= memory, "{} bytes", small.memory_used());
    let large = searched(&position, Params::default(), 60_000);
    assert!(large.memory_used() > memory, "the limit had an effect");
}

#[test]
fn playouts_alone_find_a_win_in_one() {
    // Red trails by two masters and takes the lead by crossing from l to m.
    let position: Position = "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0".parse().unwrap();
    let params = Params { proof_share: 0.0, proof_nodes: [0; 3], ..Params::default() };
    let mut search = Search::new(&position, params, |seed| Box::new(PlayoutEvaluator::new(seed)));
    search.run(&visits(500));
    assert_eq!(search.analysis(1).lines[0].mv.to_string(), "l>m");
}

#[test]
fn any_move_can_be_looked_at_closely_without_changing_what_is_said_about_the_position() {
    let mut looked_at = 0;
    for (index, position) in positions_of_random_games(4).into_iter().enumerate() {
        let mut search = searched(&position, Params::default(), 80);
        let before = search.analysis(usize::MAX);
        for mv in position.legal_moves().iter().skip(index % 5).step_by(5) {
            let line = search.look_at(mv, 20, &visits(0)).unwrap();
            assert_eq!((line.mv, line.variation.first()), (mv, Some(&mv)));
            assert!(line.visits >= 20 || line.outlook.proved, "{mv} in {position}: {line:?}");
            let mut end = position;
            line.variation.iter().for_each(|&mv| end.play(mv).unwrap());
            looked_at += 1;
        }
        let after = search.analysis(before.lines.len());
        assert_eq!(after.outlook.wins, before.outlook.wins);
        if !before.outlook.proved {
            let visits = |analysis: &Analysis| -> Vec<(Move, u32)> {
                analysis.lines.iter().map(|line| (line.mv, line.visits)).collect()
            };
            let visited = |lines: Vec<(Move, u32)>| lines.into_iter().filter(|line| line.1 > 0).collect::<Vec<_>>();
            assert_eq!(visited(visits(&after)), visited(visits(&before)));
        }
        assert_eq!(
            search.look_at("R@a".parse().unwrap(), 1, &visits(0)).is_some(),
            position.is_legal("R@a".parse().unwrap())
        );
    }
    assert!(looked_at > 300, "{looked_at}");
}

#[test]
fn a_closer_look_agrees_with_a_search_of_the_position_after_the_move() {
    // Two journeys are left, so both are exact.
    let position: Position = "R6/B5r/7/7/7/7/7/7/7/7/7/v6/y6 400003 rbvy r 40 0".parse().unwrap();
    let mut search = searched(&position, Params::default(), 5_000);
    for mv in position.legal_moves().iter() {
        let line = search.look_at(mv, 200, &visits(0)).unwrap();
        let mut after = position;
        after.play(mv).unwrap();
        if after.is_over() || !line.outlook.proved {
            continue;
        }
        let direct = searched(&after, Params::default(), 5_000).analysis(1);
        assert!(direct.outlook.proved, "{mv}");
        for clan in position.seats().iter() {
            assert!((direct.outlook.wins[clan] - line.outlook.wins[clan]).abs() < 1e-4, "{mv}: {line:?}");
        }
    }
}

#[test]
fn moves_are_alike_exactly_if_a_symmetry_turns_one_into_the_other() {
    for position in [start(Seats::FOUR), after_random_turns(Seats::FOUR, 9, 3), after_random_turns(Seats::THREE, 40, 4)]
    {
        let symmetries = symmetries(&position);
        let moves: Vec<Move> = position.legal_moves().iter().collect();
        for &one in &moves {
            for &other in moves.iter().take(40) {
                let same = canonical(one, &symmetries) == canonical(other, &symmetries);
                assert_eq!(are_alike(&position, one, other), same, "{one} and {other} in {position}");
            }
        }
    }
}
