//! Swiss and knockout tournaments of every size.

use std::collections::BTreeSet;

use shangrila_tournament::{BYE_POINTS, Entrant, EntryNumber, Format, MOST_ROUNDS, Pairing, SCORE_UNIT, standings};

use crate::simulation::Simulation;

/// Everyone who is expected plays once, at tables of three or four, and nobody else does.
fn check_round(pairing: &Pairing, expected: &[EntryNumber], what: &str) {
    let mut seated: Vec<EntryNumber> = pairing.tables.iter().flatten().chain(&pairing.byes).copied().collect();
    seated.sort_unstable();
    assert_eq!(seated, expected, "{what}");
    assert!(pairing.tables.iter().all(|table| (3..=4).contains(&table.len())), "{what}: {pairing:?}");
    assert_eq!(pairing.byes.len(), usize::from(expected.len() == 5), "{what}");
}

#[test]
fn in_a_swiss_tournament_everyone_who_has_not_dropped_out_plays_every_round() {
    let mut tournaments = 0;
    for seed in 0..2000_u64 {
        let (players, seats) = (3 + seed as usize % 38, 3 + (seed / 38 % 2) as u8);
        let mut one = Simulation::new(Format::Swiss, players, seats, 5, seed);
        for round in 0.. {
            if one.active().len() < 3 {
                assert_eq!(one.play_round(), None);
                break;
            }
            let expected = one.active();
            let Some(pairing) = one.play_round() else {
                assert_eq!(round, 5, "seed {seed}");
                break;
            };
            check_round(&pairing, &expected, &format!("seed {seed}, round {round}"));
            if one.chance.u8(..3) == 0 {
                let leaver = one.chance.choice(one.active()).unwrap();
                one.drop_out(leaver);
            }
            if round < 2 && one.chance.u8(..4) == 0 {
                one.entrants.push(Entrant { active: true });
            }
        }
        let points: i64 = one.standings().iter().map(|line| line.score).sum();
        let games = one.rounds.iter().flat_map(|round| &round.tables).map(|table| table.seats.len()).sum::<usize>();
        let byes = one.rounds.iter().map(|round| round.byes.len()).sum::<usize>();
        assert_eq!(points, (games + byes) as i64 * i64::from(BYE_POINTS) * SCORE_UNIT, "seed {seed}");
        tournaments += 1;
    }
    assert_eq!(tournaments, 2000);
}

#[test]
fn opponents_are_new_and_comparable_and_seats_are_balanced() {
    let (mut repeats, mut spread, mut random_spread, mut tables) = (0, 0, 0, 0);
    let mut uneven = 0;
    for seed in 0..300 {
        let mut one = Simulation::new(Format::Swiss, 32, 4, 5, seed);
        loop {
            let points: Vec<i64> = {
                let mut lines = one.standings();
                lines.sort_by_key(|line| line.number);
                lines.iter().map(|line| line.score / SCORE_UNIT).collect()
            };
            let Some(pairing) = one.play_round() else { break };
            let gap = |table: &[EntryNumber]| {
                let points = table.iter().map(|&number| points[usize::from(number)]);
                points.clone().max().unwrap() - points.min().unwrap()
            };
            let mut drawn: Vec<EntryNumber> = (0..32).collect();
            one.chance.shuffle(&mut drawn);
            spread += pairing.tables.iter().map(|table| gap(table)).sum::<i64>();
            random_spread += drawn.chunks(4).map(gap).sum::<i64>();
            tables += pairing.tables.len();
        }
        repeats += one.repeats();
        for counts in one.seat_counts() {
            let (most, fewest) = (counts.iter().max().unwrap(), counts.iter().min().unwrap());
            assert!(most - fewest <= 2, "seed {seed}: {counts:?}");
            uneven += usize::from(most - fewest == 2);
        }
    }
    let (mean, random_mean) = (spread as f64 / tables as f64, random_spread as f64 / tables as f64);
    println!(
        "300 Swiss tournaments of 32 players and 5 rounds: {repeats} repeated meetings of {}, points at a table apart by {mean:.1} on \
        average (at random {random_mean:.1}), {uneven} of {} players not once on every seat after five rounds",
        300 * 5 * 8 * 6,
        300 * 32
    );
    assert!(repeats < 300 * 5, "{repeats} repeated meetings");
    assert!(mean < random_mean / 2.0, "{mean} against {random_mean}");
    assert!(uneven < 300 * 32 / 4, "{uneven}");
}

#[test]
fn a_knockout_ends_with_one_table() {
    for seed in 0..2000_u64 {
        let players = 3 + seed as usize % 62;
        let (seats, advance) = (3 + (seed / 62 % 2) as u8, 1 + (seed / 124 % 2) as u8);
        let mut one = Simulation::new(Format::Knockout { advance }, players, seats, 0, seed);
        let (mut before, mut drop_outs) = (one.active(), 0);
        while let Some(pairing) = one.play_round() {
            let now: BTreeSet<EntryNumber> = pairing.tables.iter().flatten().chain(&pairing.byes).copied().collect();
            let what = format!("seed {seed}: {players} players, {advance} go on, round {}", one.rounds.len());
            check_round(&pairing, &now.iter().copied().collect::<Vec<_>>(), &what);
            assert!(now.iter().all(|number| before.contains(number)), "{what}: someone is back");
            assert!(one.rounds.len() == 1 || now.len() < before.len(), "{what}: nobody is out");
            assert!(now.iter().all(|&number| one.active().contains(&number)), "{what}");
            before = now.into_iter().collect();
            if one.chance.u8(..4) == 0 {
                let leaver = one.chance.choice(one.active()).unwrap();
                one.drop_out(leaver);
                drop_outs += 1;
            }
        }
        assert!(one.rounds.len() < MOST_ROUNDS, "seed {seed}");
        let last = one.rounds.last().unwrap();
        assert!(last.tables.len() == 1 || drop_outs > 0, "seed {seed}: {} tables in the final", last.tables.len());
        // Whoever was in the final is ahead of everyone else.
        let finalists: BTreeSet<EntryNumber> = last.tables.iter().flat_map(|table| &table.seats).copied().collect();
        let ahead: BTreeSet<EntryNumber> =
            one.standings().iter().take(finalists.len()).map(|line| line.number).collect();
        assert_eq!(ahead, finalists, "seed {seed}");
    }
}

#[test]
fn the_winner_of_a_final_table_has_the_first_place() {
    let mut one = Simulation::new(Format::Knockout { advance: 1 }, 16, 4, 0, 7);
    one.luck = 0;
    while one.play_round().is_some() {}
    assert_eq!(one.rounds.iter().map(|round| round.tables.len()).collect::<Vec<_>>(), [4, 1]);
    assert_eq!(one.standings()[0].number, 0, "the strongest wins without luck");
}

#[test]
fn whoever_is_helped_gets_no_points_but_the_others_keep_theirs() {
    let mut one = Simulation::new(Format::Swiss, 4, 4, 1, 3);
    one.play_round().unwrap();
    let before = one.standings();
    let winner = before[0].number;
    let table = &mut one.rounds[0].tables[0];
    let seat = table.seats.iter().position(|&number| number == winner).unwrap();
    table.result.as_mut().unwrap().counts[seat] = false;
    let after = one.standings();
    let score = |lines: &[shangrila_tournament::StandingLine], number| {
        lines.iter().find(|line| line.number == number).unwrap().score
    };
    for number in 0..4 {
        let expected = if number == winner { 0 } else { score(&before, number) };
        assert_eq!(score(&after, number), expected);
    }
}

#[test]
fn ties_are_broken_by_wins_then_opposition_and_complete_ties_share_a_place() {
    let mut one = Simulation::new(Format::Swiss, 8, 4, 3, 5);
    assert!(standings(&one.history()).iter().all(|line| line.place == 1), "nobody is ahead before the first round");
    while one.play_round().is_some() {}
    let lines = one.standings();
    for pair in lines.windows(2) {
        let key = |line: &shangrila_tournament::StandingLine| (line.score, line.wins, line.opposition, line.masters);
        assert!(key(&pair[0]) >= key(&pair[1]));
        assert_eq!(pair[0].place == pair[1].place, key(&pair[0]) == key(&pair[1]));
    }
    assert_eq!(lines.iter().map(|line| line.games).sum::<u32>(), 24);
}
