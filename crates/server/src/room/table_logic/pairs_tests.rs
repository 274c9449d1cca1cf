//! Two people with two clans each (R9).

use super::tests::{TestTable, person};
use super::*;
use shangrila_protocol::{Pairs, TableSettings, TimeControl};

fn for_two(pairs: Pairs) -> TableSettings {
    TableSettings { pairs: Some(pairs), ..TableSettings::default() }
}

/// A game of Ada, who has the first and third seat, and Ben.
fn game(settings: TableSettings) -> (TestTable, Person, Person) {
    let (ada, ben) = (person("ada"), person("ben"));
    let mut table = TestTable::open(&ada, settings);
    // A live game waits until both have been there just now.
    table.join_all(std::slice::from_ref(&ben));
    assert_eq!(table.table.state.phase, Phase::Playing);
    (table, ada, ben)
}

fn names(table: &TestTable) -> String {
    let person = |seat: &SeatedPlayer| seat.player.as_ref().and_then(PersonOrLevel::person).cloned();
    let names = table.table.state.seats.iter().map(|seat| person(seat).map_or("-".to_string(), |person| person.name));
    names.collect::<Vec<_>>().join(" ")
}

/// R9.1
#[test]
fn two_people_sit_on_opposite_seats_and_alternate() {
    let (ada, ben, cleo) = (person("ada"), person("ben"), person("cleo"));
    let mut table = TestTable::open(&ada, for_two(Pairs::Sum));
    assert_eq!(names(&table), "ada - ada -");
    table.command(&ben, TableCommand::Join { seat: Some(Seat::Fourth) }).unwrap();
    assert_eq!(names(&table), "ada ben ada ben");
    assert_eq!(table.command(&cleo, TableCommand::Join { seat: None }), Err(Refusal::WrongPhase), "it has begun");
    for by in [&ada, &ben, &ada, &ben, &ada] {
        let other = if by.id == ada.id { &ben } else { &ada };
        assert_eq!(table.play(other), Err(Refusal::NotYourTurn));
        table.play(by).unwrap();
    }
    // Whoever reads the record knows that its clans are not four players.
    let record = table.table.record().unwrap().to_string();
    assert!(record.contains("[Pairs \"sum\"]"), "{record}");
}

#[test]
fn whoever_leaves_the_waiting_room_frees_both_seats() {
    let (ada, ben) = (person("ada"), person("ben"));
    let mut table = TestTable::open(&ada, for_two(Pairs::Sum));
    table.command(&ada, TableCommand::Leave).unwrap();
    assert_eq!(names(&table), "- - - -");
    table.command(&ben, TableCommand::Join { seat: Some(Seat::Third) }).unwrap();
    assert_eq!(names(&table), "ben - ben -");
    table.command(&ada, TableCommand::Remove { seat: Seat::Third }).unwrap();
    assert_eq!(names(&table), "- - - -");
}

#[test]
fn computer_players_cannot_be_seated() {
    let ada = person("ada");
    let mut table = TestTable::open(&ada, for_two(Pairs::Weaker));
    for command in [
        TableCommand::Fill { level: LevelId::Guide },
        TableCommand::SeatLevel { seat: Seat::Second, level: Some(LevelId::Guide) },
    ] {
        assert!(matches!(table.command(&ada, command), Err(Refusal::BadMessage { .. })));
    }
}

#[test]
fn a_ready_check_asks_two_people() {
    let clock = TimeControl::Live { base: 60, increment: 0 };
    let (ada, ben) = (person("ada"), person("ben"));
    let mut table = TestTable::open(&ada, TableSettings { clock, ..for_two(Pairs::Sum) });
    table.now += 60_000;
    table.command(&ben, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(table.table.state.ready_check.as_ref().unwrap().ready, [Seat::Second]);
    table.command(&ada, TableCommand::Ready).unwrap();
    assert_eq!(table.table.state.phase, Phase::Playing);
    // One clock runs for both clans.
    let start = table.now;
    let left = |table: &TestTable, seat| table.table.state.time_left(seat, table.now).unwrap();
    assert_eq!((left(&table, Seat::First), left(&table, Seat::Third)), (60_000, 60_000));
    table.play(&ada).unwrap();
    table.play(&ben).unwrap();
    table.play(&ada).unwrap();
    assert_eq!((left(&table, Seat::First), left(&table, Seat::Third)), (58_000, 58_000));
    assert_eq!(left(&table, Seat::Fourth), 59_000);
    assert_eq!(table.now, start + 3000);
}

#[test]
fn a_stand_in_plays_both_clans_and_hands_both_back() {
    let clock = TimeControl::Days { days: 1 };
    let (mut table, ada, ben) = game(TableSettings { clock, ..for_two(Pairs::Sum) });
    table.play(&ada).unwrap();
    table.commit(table.table.run_out(&table.around()).unwrap());
    let stand_ins =
        |table: &TestTable| table.table.state.seats.iter().map(|seat| seat.stand_in.is_some()).collect::<Vec<bool>>();
    assert_eq!(stand_ins(&table), [false, true, false, true]);
    assert_eq!(table.table.level_to_move(), Some(LevelId::Guide));
    table.command(&ben, TableCommand::Return).unwrap();
    assert_eq!(stand_ins(&table), [false; 4]);
    table.play(&ben).unwrap();
}

#[test]
fn a_takeback_needs_the_other_player_alone() {
    let (mut table, ada, ben) = game(for_two(Pairs::Sum));
    for by in [&ada, &ben, &ada] {
        table.play(by).unwrap();
    }
    table.command(&ada, TableCommand::AskTakeback).unwrap();
    assert_eq!(table.table.state.takeback.as_ref().unwrap().ply, 2, "the last move of either clan");
    table.command(&ben, TableCommand::AnswerTakeback { agrees: true }).unwrap();
    assert_eq!(table.table.state.moves.len(), 2);
    table.play(&ada).unwrap();
}

#[test]
fn a_resignation_ends_a_game_of_two() {
    let (mut table, ada, ben) = game(for_two(Pairs::Weaker));
    table.play(&ada).unwrap();
    table.command(&ben, TableCommand::Resign).unwrap();
    let Event::Finished { winners, masters, rated } = table.last() else { panic!("the game is over") };
    assert_eq!((winners.as_slice(), masters.as_slice(), *rated), (&[Seat::First][..], &[8, 7, 7, 7][..], false));
    assert_eq!(table.command(&ada, TableCommand::Resign), Err(Refusal::WrongPhase));
    // The moves alone do not say that it is over.
    let record = table.table.record().unwrap();
    assert!(!record.final_position().is_over() && record_notes::is_finished(&record), "{record}");
}

/// R9.3, R9.4
#[test]
fn the_winner_is_whoever_the_agreed_count_says() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut different = 0;
    for _ in 0..40 {
        let (mut table, ada, ben) = game(for_two(Pairs::Sum));
        while table.table.state.phase == Phase::Playing {
            let list = table.table.position.legal_moves();
            let mv = list.get(random.usize(..list.len())).unwrap().to_string();
            let by = if table.table.state.player_to_move() == Some(Seat::First) { &ada } else { &ben };
            let ply = table.table.state.moves.len() as u32;
            table.command(by, TableCommand::Play { ply, mv }).unwrap();
        }
        let Event::Finished { winners, masters, .. } = table.last() else { panic!("the game is over") };
        let (first, second) = (masters[0] + masters[2], masters[1] + masters[3]);
        if first != second {
            assert_eq!(*winners, [if first > second { Seat::First } else { Seat::Second }], "{masters:?}");
        }
        let weaker = table.table.position.pair_winners(Pairs::Weaker.into());
        let (one, other) = (masters[0].min(masters[2]), masters[1].min(masters[3]));
        if one != other {
            assert_eq!(weaker, [if one > other { Seat::First } else { Seat::Second }], "{masters:?}");
        }
        different += usize::from(weaker != *winners);
    }
    assert!(different > 0, "the two counts never differ");
}

#[test]
fn a_rematch_swaps_the_pairs() {
    let (mut table, ada, ben) = game(for_two(Pairs::Sum));
    table.command(&ben, TableCommand::Resign).unwrap();
    let opened = rematch(&table.table.state, &ada);
    let Event::Opened { settings, seats, .. } = &opened else { panic!("a new table") };
    assert_eq!(settings.pairs, Some(Pairs::Sum));
    let kept: Vec<Option<&PersonId>> = seats.iter().map(|seat| seat.kept_for.as_ref()).collect();
    assert_eq!(kept, [Some(&ben.id), None, Some(&ben.id), None]);
    assert!(seats[1].is_of(&ada.id) && seats[3].is_of(&ada.id));
}
