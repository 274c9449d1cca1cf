//! Tables that nobody has opened for themselves: those of tournaments and of the events of clubs.

use super::super::opening::{draft_for_anyone, draft_seated, draft_table};
use super::tests::{TestTable, person};
use super::*;
use shangrila_protocol::{TableSettings, TimeControl};

/// A public live game of three.
fn live() -> TableSettings {
    let clock = TimeControl::Live { base: 600, increment: 10 };
    TableSettings { seats: 3, clock, visibility: Visibility::Public, ..TableSettings::default() }
}

fn opened(settings: TableSettings, host: &Person, players: [Option<&Person>; 3]) -> Event {
    let seat = |(clan, player): (char, Option<&Person>)| {
        SeatedPlayer::new(clan, player.map(|person| PersonOrLevel::Person(person.clone())))
    };
    Event::Opened { settings, host: host.id.clone(), seats: "rby".chars().zip(players).map(seat).collect() }
}

/// A live game of a tournament that Dora directs. Its players have not said that they are ready.
fn tournament() -> (TestTable, Person, [Person; 3]) {
    let (dora, people) = (person("dora"), ["ada", "ben", "cleo"].map(person));
    let id: TableId = "t".parse().unwrap();
    let event = opened(live(), &dora, [0, 1, 2].map(|index| Some(&people[index])));
    let mut table = TestTable::of(&id, draft_seated(id.clone(), &dora.id, event, 1000, &mut |_| 0).unwrap());
    table.absent = Seat::ALL.into();
    assert!(table.table.state.ready_check.is_some());
    (table, dora, people)
}

fn computers(table: &TestTable) -> Vec<bool> {
    table.table.state.seats.iter().map(|seat| seat.player == Some(PersonOrLevel::Level(LevelId::Guide))).collect()
}

#[test]
fn a_computer_player_gets_the_seat_of_whoever_leaves_a_tournament() {
    let (mut table, dora, [ada, ben, cleo]) = tournament();
    table.command(&ada, TableCommand::Ready).unwrap();
    table.command(&ben, TableCommand::Leave).unwrap();
    assert_eq!(computers(&table), [false, true, false]);
    assert_eq!(
        table.table.state.ready_check.as_ref().unwrap().ready,
        [Seat::First, Seat::Second],
        "Ada need not repeat it"
    );
    for seat in [None, Some(Seat::Second)] {
        let refused = table.command(&person("eve"), TableCommand::Join { seat });
        assert_eq!(refused, Err(Refusal::SeatTaken), "she has not entered");
    }
    // Ben returns in time, but only to his seat.
    assert_eq!(table.command(&ben, TableCommand::Join { seat: Some(Seat::Third) }), Err(Refusal::SeatTaken));
    table.command(&ben, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(computers(&table), [false; 3]);
    for command in
        [TableCommand::SeatLevel { seat: Seat::Second, level: None }, TableCommand::HandOver { seat: Seat::Second }]
    {
        assert_eq!(table.command(&dora, command), Err(Refusal::WrongPhase), "the players are known");
    }
    table.command(&dora, TableCommand::Remove { seat: Seat::Second }).unwrap();
    assert_eq!(table.table.state.phase, Phase::Waiting);
    table.command(&cleo, TableCommand::Ready).unwrap();
    assert_eq!((computers(&table), table.table.state.phase), (vec![false, true, false], Phase::Playing));
}

#[test]
fn nobody_is_removed_from_a_tournament_for_being_slow() {
    let (mut table, dora, [ada, ben, cleo]) = tournament();
    // Even if everyone has to be asked again.
    table.commit(vec![Event::Left { seat: Seat::First }]);
    table.command(&ada, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(table.table.state.ready_check.as_ref().unwrap().until, None);
    table.command(&dora, TableCommand::Begin).unwrap();
    let absent = |person: &Person| {
        let seat = table.table.state.seat_of(&person.id).unwrap();
        table.table.state.seats[seat.index()].stand_in.is_some()
    };
    assert_eq!([&ada, &ben, &cleo].map(absent), [false, true, true]);
    // Nor does somebody else get the seat then.
    let asks = TableCommand::Join { seat: Some(Seat::Second) };
    assert_eq!(table.command(&person("eve"), asks), Err(Refusal::SeatTaken));
}

#[test]
fn whoever_sits_down_first_is_host_at_a_table_of_an_event() {
    let (olga, id): (Person, TableId) = (person("olga"), "t".parse().unwrap());
    for visibility in [Visibility::Public, Visibility::Private] {
        let event = opened(TableSettings { visibility, ..live() }, &olga, [None; 3]);
        let mut table = TestTable::of(&id, draft_for_anyone(id.clone(), event, 1000).unwrap());
        let (ada, ben) = (person("ada"), person("ben"));
        let host = |table: &TestTable| table.table.state.host.clone();
        table.join_all(std::slice::from_ref(&ada));
        assert_eq!(host(&table), ada.id);
        table.join_all(std::slice::from_ref(&ben));
        assert_eq!(host(&table), ada.id);
        table.command(&ada, TableCommand::Leave).unwrap();
        assert_eq!(host(&table), ben.id);
        table.command(&ben, TableCommand::Leave).unwrap();
        table.join_all(std::slice::from_ref(&ada));
        assert_eq!(host(&table), ada.id, "the next one to sit down");
        table.command(&ada, TableCommand::Fill { level: LevelId::Guide }).unwrap();
        assert_eq!(table.table.state.phase, Phase::Playing);
    }
    // Whoever opens a table for others stays its host.
    let event = opened(live(), &olga, [None; 3]);
    let mut table = TestTable::of(&id, draft_table(id.clone(), &olga.id, event, 1000, &mut |_| 0).unwrap());
    table.join_all(&[person("ada")]);
    assert_eq!(table.table.state.host, olga.id);
}
