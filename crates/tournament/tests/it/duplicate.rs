//! Duplicate tournaments: the seat makes no difference.

use shangrila_tournament::Format;

use crate::simulation::Simulation;

#[test]
fn everyone_has_every_seat_once_per_set_up_even_if_players_drop_out() {
    for seed in 0..600_u64 {
        let seats = 3 + (seed % 2) as u8;
        let tables = 1 + seed as usize / 2 % 12;
        let mut one =
            Simulation::new(Format::Duplicate, tables * usize::from(seats), seats, 2 * u16::from(seats), seed);
        for round in 1..=2 * u32::from(seats) {
            let pairing = one.play_round().unwrap();
            assert!(pairing.byes.is_empty() && pairing.tables.len() == tables);
            if round % u32::from(seats) == 0 {
                let cycles = round / u32::from(seats);
                let each = &one.seat_counts();
                assert!(each.iter().all(|counts| counts[..usize::from(seats)].iter().all(|&count| count == cycles)));
            }
            if one.chance.u8(..5) == 0 && one.active().len() > 1 {
                let leaver = one.chance.choice(one.active()).unwrap();
                one.drop_out(leaver);
            }
        }
        assert_eq!(one.play_round(), None);
    }
}

#[test]
fn where_the_seat_decides_everything_nobody_is_ahead() {
    for seed in 0..50 {
        let mut one = Simulation::new(Format::Duplicate, 16, 4, 4, seed);
        (one.luck, one.seat_bonus) = (0, [10, 40, 70, 25]);
        while one.play_round().is_some() {}
        assert!(one.standings().iter().all(|line| line.score == 0), "{:?}", one.standings());
    }
}

#[test]
fn a_strong_seat_does_not_change_the_order() {
    // The same luck in both, so that only the seats differ. A bonus of one hundred masters decides every game of the Swiss tournament.
    let order = |format, bonus| {
        let mut one = Simulation::new(format, 16, 4, 4, 11);
        (one.luck, one.seat_bonus) = (0, bonus);
        while one.play_round().is_some() {}
        one.standings().iter().map(|line| line.number).collect::<Vec<_>>()
    };
    let first_quarter = |order: Vec<u16>| order.into_iter().take(4).filter(|&number| number < 6).count();
    assert!(first_quarter(order(Format::Duplicate, [0; 4])) == 4, "the strongest are ahead without a bonus");
    assert!(first_quarter(order(Format::Duplicate, [0, 3, 0, 0])) >= 3, "and with one");
}

#[test]
fn in_a_duplicate_of_several_tables_opponents_change() {
    for (tables, most) in [(4, 0), (5, 0), (7, 0), (8, 0), (10, 0), (3, 20), (6, 12), (9, 12)] {
        let worst = (0..20)
            .map(|seed| {
                let mut one = Simulation::new(Format::Duplicate, tables * 4, 4, 4, seed);
                while one.play_round().is_some() {}
                one.repeats()
            })
            .max();
        assert!(worst.is_some_and(|worst| worst <= most), "{tables} tables: {worst:?} repeated meetings");
    }
}
