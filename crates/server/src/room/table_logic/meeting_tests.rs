//! Who comes to a table, starts its game, and takes over seats.

use super::tests::{TestTable, person};
use super::*;
use shangrila_protocol::{TableSettings, TimeControl};

/// A live game of three at a public table, opened by Ada.
fn live_table() -> (TestTable, [Person; 3]) {
    let clock = TimeControl::Live { base: 600, increment: 10 };
    let settings = TableSettings { seats: 3, clock, visibility: Visibility::Public, ..TableSettings::default() };
    let people = ["ada", "ben", "cleo"].map(person);
    (TestTable::open(&people[0], settings), people)
}

#[test]
fn a_live_game_starts_once_everyone_is_ready() {
    let (mut table, [ada, ben, cleo]) = live_table();
    table.now += 60_000;
    table.command(&ben, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(table.command(&ben, TableCommand::Ready), Err(Refusal::WrongPhase), "a seat is free");
    table.command(&cleo, TableCommand::Join { seat: None }).unwrap();
    // Ada has been waiting for a minute and may have left the room; the others have just come.
    let check = table.table.state.ready_check.clone().unwrap();
    assert_eq!((check.ready, check.until), (vec![Seat::Second, Seat::Third], Some(table.now + 60_000)));
    assert_eq!(table.table.state.phase, Phase::Waiting);
    assert_eq!(table.command(&ben, TableCommand::Ready), Err(Refusal::WrongPhase), "Ben is ready already");
    assert_eq!(table.command(&person("dan"), TableCommand::Ready), Err(Refusal::NotSeated));
    assert_eq!(table.command(&ada, TableCommand::Fill { level: LevelId::Guide }), Err(Refusal::WrongPhase));
    table.command(&ada, TableCommand::Ready).unwrap();
    assert!(matches!(table.last(), Event::Started { .. }));
    assert_eq!(table.table.state.ready_check, None);
}

#[test]
fn those_who_are_not_ready_in_time_lose_their_seats() {
    let (mut table, [ada, ben, cleo]) = live_table();
    table.now += 60_000;
    table.join_all(&[ben.clone(), cleo]);
    let ben = ben.id;
    assert_eq!(table.table.wake(), Some(table.now + 60_000));
    let events = table.table.end_ready_check();
    // Somebody else has to be able to start the game.
    assert_eq!(events, [Event::Left { seat: Seat::First }, Event::HostChanged { host: ben }]);
    table.commit(events);
    assert_eq!((table.table.state.phase, &table.table.state.ready_check), (Phase::Waiting, &None));
    // Ada returns: the others are still there, but have waited for too long.
    table.now += 60_000;
    table.command(&ada, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(table.table.state.ready_check.as_ref().unwrap().ready, [Seat::First]);
}

#[test]
fn people_who_have_just_come_and_gone_again_are_not_ready() {
    let (mut table, [_, ben, cleo]) = live_table();
    table.absent = vec![Seat::First];
    table.join_all(&[ben, cleo]);
    assert_eq!(table.table.state.ready_check.as_ref().unwrap().ready, [Seat::Second, Seat::Third]);
}

#[test]
fn one_person_among_computer_players_need_not_be_asked_and_nor_are_bots() {
    let (mut table, [ada, ..]) = live_table();
    table.now += 60_000;
    table.command(&ada, TableCommand::Fill { level: LevelId::Guide }).unwrap();
    assert!(matches!(table.last(), Event::Started { .. }));
    let (mut table, [ada, ..]) = live_table();
    table.table.state.settings.bots_may_join = true;
    for name in ["robo", "robi"] {
        table.now += 60_000;
        let bot = Person { kind: PersonKind::Bot, ..person(name) };
        table.command(&bot, TableCommand::Join { seat: None }).unwrap();
    }
    assert_eq!(table.table.state.ready_check.as_ref().unwrap().ready, [Seat::Second, Seat::Third]);
    table.command(&ada, TableCommand::Ready).unwrap();
    assert!(matches!(table.last(), Event::Started { .. }));
}

#[test]
fn private_tables_wait_for_everyone() {
    let (mut table, [_, ben, cleo]) = live_table();
    table.table.state.settings.visibility = Visibility::Private;
    table.now += 60_000;
    table.join_all(&[ben, cleo]);
    assert_eq!(table.table.state.ready_check.as_ref().unwrap().until, None);
}

#[test]
fn hosts_remove_players_and_hand_over() {
    let (mut table, [ada, ben, cleo]) = live_table();
    table.join_all(std::slice::from_ref(&ben));
    assert_eq!(table.command(&ben, TableCommand::Remove { seat: Seat::First }), Err(Refusal::NotHost));
    assert_eq!(table.command(&ada, TableCommand::Remove { seat: Seat::First }), Err(Refusal::WrongPhase), "herself");
    assert_eq!(table.command(&ada, TableCommand::Remove { seat: Seat::Third }), Err(Refusal::WrongPhase), "nobody");
    assert_eq!(table.command(&ada, TableCommand::Remove { seat: Seat::Fourth }), Err(Refusal::NotFound));
    table.command(&ada, TableCommand::Remove { seat: Seat::Second }).unwrap();
    assert_eq!(table.table.state.seat_of(&ben.id), None);
    table.join_all(std::slice::from_ref(&ben));
    table.command(&ada, TableCommand::HandOver { seat: Seat::Second }).unwrap();
    assert_eq!(table.table.state.host, ben.id);
    // Ben leaves: the table is public, and somebody has to be able to start the game.
    table.command(&ben, TableCommand::Leave).unwrap();
    assert_eq!((table.last(), &table.table.state.host), (&Event::HostChanged { host: ada.id.clone() }, &ada.id));
    table.command(&ada, TableCommand::Leave).unwrap();
    table.command(&cleo, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(table.table.state.host, ada.id, "nobody was there to take over");
}

/// A game of three in which Ada has left.
fn abandoned_game() -> (TestTable, [Person; 3]) {
    let people = ["ada", "ben", "cleo"].map(person);
    let mut table = TestTable::open(&people[0], TableSettings { seats: 3, ..TableSettings::default() });
    table.join_all(&people[1..]);
    table.command(&people[0], TableCommand::Leave).unwrap();
    (table, people)
}

#[test]
fn a_spectator_takes_over_an_abandoned_seat_if_everyone_agrees() {
    let (mut table, [ada, ben, cleo]) = abandoned_game();
    let dan = person("dan");
    let ask = |seat| TableCommand::Join { seat: Some(seat) };
    assert_eq!(table.command(&dan, ask(Seat::Second)), Err(Refusal::SeatTaken), "Ben is playing");
    assert_eq!(table.command(&dan, TableCommand::Join { seat: None }), Err(Refusal::WrongPhase));
    table.command(&dan, ask(Seat::First)).unwrap();
    assert_eq!(table.command(&person("eve"), ask(Seat::First)), Err(Refusal::WrongPhase), "one after the other");
    let agree = || TableCommand::AnswerSeat { agrees: true };
    assert_eq!(table.command(&ada, agree()), Err(Refusal::WrongPhase), "Ada can return instead");
    assert_eq!(table.command(&dan, agree()), Err(Refusal::NotSeated));
    table.command(&ben, agree()).unwrap();
    assert_eq!(table.command(&ben, agree()), Err(Refusal::WrongPhase));
    table.command(&cleo, agree()).unwrap();
    assert!(matches!(table.last(), Event::TookOver { seat: Seat::First, .. }));
    assert_eq!(table.table.state.seat_of(&dan.id), Some(Seat::First));
    assert_eq!(table.command(&ada, TableCommand::Return), Err(Refusal::NotSeated));
    table.play(&dan).unwrap();
}

#[test]
fn a_request_for_a_seat_ends_with_a_refusal_or_when_its_player_returns() {
    let (mut table, [ada, ben, _]) = abandoned_game();
    let dan = person("dan");
    let ask = || TableCommand::Join { seat: Some(Seat::First) };
    table.command(&dan, ask()).unwrap();
    table.command(&ben, TableCommand::AnswerSeat { agrees: false }).unwrap();
    assert_eq!(table.table.state.seat_request, None);
    table.command(&dan, ask()).unwrap();
    table.command(&ada, TableCommand::Return).unwrap();
    assert_eq!(table.table.state.seat_request, None);
    assert_eq!(table.command(&dan, ask()), Err(Refusal::SeatTaken));
}

#[test]
fn players_who_are_not_there_need_not_agree() {
    let (mut table, [_, ben, _]) = abandoned_game();
    table.absent = vec![Seat::Third];
    table.command(&person("dan"), TableCommand::Join { seat: Some(Seat::First) }).unwrap();
    table.command(&ben, TableCommand::AnswerSeat { agrees: true }).unwrap();
    assert!(matches!(table.last(), Event::TookOver { .. }));
}

#[test]
fn a_game_that_cannot_wait_begins_without_those_who_are_not_there() {
    let (mut table, [ada, ben, cleo]) = live_table();
    table.now += 60_000;
    table.join_all(&[ben.clone(), cleo.clone()]);
    table.absent = vec![Seat::First, Seat::Third];
    assert_eq!(table.command(&ben, TableCommand::Begin), Err(Refusal::NotHost));
    table.command(&ada, TableCommand::Begin).unwrap();
    // Cleo has just said that she is ready; Ada has not and is away.
    let stand_ins: Vec<bool> = table.table.state.seats.iter().map(|seat| seat.stand_in.is_some()).collect();
    assert_eq!((table.table.state.phase, stand_ins), (Phase::Playing, vec![true, false, false]));
    table.command(&ada, TableCommand::Return).unwrap();
    assert!(table.table.state.seats[0].plays_alone(), "she has missed nothing");
    assert_eq!(table.command(&ada, TableCommand::Begin), Err(Refusal::WrongPhase));

    // Somebody has given up their seat before.
    let (mut table, [ada, ben, cleo]) = live_table();
    table.now += 60_000;
    table.join_all(&[ben, cleo.clone()]);
    table.command(&cleo, TableCommand::Leave).unwrap();
    table.command(&ada, TableCommand::Begin).unwrap();
    assert!(matches!(table.table.state.seats[2].player, Some(PersonOrLevel::Level(_))));
    assert_eq!(table.table.state.phase, Phase::Playing);
}
