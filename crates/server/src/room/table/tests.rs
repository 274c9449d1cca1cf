//! What may happen at a table, by hand and by chance.

use super::*;
use shangrila_protocol::{Options, TimeControl};

fn person(name: &str) -> Person {
    Person { id: name.parse().unwrap(), name: name.to_string(), kind: PersonKind::Guest }
}

fn account(name: &str) -> Person {
    Person { kind: PersonKind::Account, ..person(name) }
}

/// A table as its room keeps it, with a clock that goes on by a second for every command.
struct Played {
    table: Table,
    events: Vec<EventEnvelope>,
    now: u64,
}

const STAND_IN: LevelId = LevelId::Guide;

impl Played {
    fn open(host: &Person, settings: TableSettings) -> Played {
        Played::open_with(host, NewTable { settings, seats: Vec::new() })
    }

    fn open_with(host: &Person, new: NewTable) -> Played {
        let event = opened(host, &new).unwrap();
        let events = vec![EventEnvelope { number: 1, at: 1000, id: None, by: Some(host.id.clone()), event }];
        let table = Table::replay(&"t".parse().unwrap(), &events).unwrap().unwrap();
        Played { table, events, now: 1000 }
    }

    fn say(&mut self, by: &Person, command: Command) -> Result<(), Refusal> {
        self.now += 1000;
        let events = self.table.decide(by, &command, STAND_IN, &mut |_| 0)?;
        self.take(events);
        Ok(())
    }

    fn take(&mut self, events: Vec<Event>) {
        let numbered: Vec<EventEnvelope> = events
            .into_iter()
            .enumerate()
            .map(|(index, event)| EventEnvelope {
                number: self.table.state.number + 1 + index as u64,
                at: self.now,
                id: None,
                by: None,
                event,
            })
            .collect();
        self.table.apply(&numbered).unwrap();
        self.events.extend(numbered);
    }

    fn join_all(&mut self, people: &[Person]) {
        for person in people {
            self.say(person, Command::Join { seat: None }).unwrap();
        }
    }

    fn first_move(&self) -> String {
        let moves = self.table.position.legal_moves();
        moves.get(0).unwrap().to_string()
    }

    fn play(&mut self, by: &Person) -> Result<(), Refusal> {
        let (ply, mv) = (self.table.state.moves.len() as u32, self.first_move());
        self.say(by, Command::Play { ply, mv })
    }

    fn last(&self) -> &Event {
        &self.events.last().unwrap().event
    }
}

fn people() -> [Person; 4] {
    ["ada", "ben", "cleo", "dan"].map(person)
}

fn started(settings: TableSettings) -> (Played, [Person; 4]) {
    let people = people();
    let mut played = Played::open(&people[0], settings);
    played.join_all(&people[1..usize::from(played.table.state.settings.seats)]);
    assert_eq!(played.table.state.phase, Phase::Playing);
    (played, people)
}

#[test]
fn a_game_begins_when_everybody_sits() {
    let [ada, ben, cleo, dan] = people();
    let mut played = Played::open(&ada, TableSettings::default());
    assert_eq!(played.say(&ada, Command::Join { seat: None }), Err(Refusal::AlreadySeated));
    assert_eq!(played.play(&ada), Err(Refusal::WrongPhase));
    played.say(&ben, Command::Join { seat: Some(3) }).unwrap();
    assert_eq!(played.say(&cleo, Command::Join { seat: Some(3) }), Err(Refusal::SeatTaken));
    assert_eq!(played.say(&cleo, Command::Join { seat: Some(4) }), Err(Refusal::NotFound));
    played.say(&cleo, Command::Join { seat: None }).unwrap();
    assert_eq!(played.table.state.seat_of(&cleo.id), Some(1));
    played.say(&cleo, Command::Leave).unwrap();
    assert_eq!(played.table.state.seat_of(&cleo.id), None);
    played.join_all(&[cleo, dan]);
    assert!(matches!(played.last(), Event::Started { next: 0, rules: RULES_VERSION, .. }));
    assert_eq!(played.say(&person("eve"), Command::Join { seat: None }), Err(Refusal::WrongPhase));
}

#[test]
fn only_whose_turn_it_is_moves_and_only_legally() {
    let (mut played, [ada, ben, ..]) = started(TableSettings::default());
    assert_eq!(played.play(&ben), Err(Refusal::NotYourTurn));
    assert_eq!(played.play(&person("eve")), Err(Refusal::NotSeated));
    let legal = played.first_move();
    for (ply, mv, code) in
        [(1, &*legal, "stale"), (0, "nonsense", "not_a_move"), (0, "pass", "illegal_move"), (0, "H@a", "illegal_move")]
    {
        let refusal = played.say(&ada, Command::Play { ply, mv: mv.to_string() }).unwrap_err();
        assert_eq!(refusal.code(), code, "{ply} {mv}: {refusal}");
    }
    let before = played.table.state.number;
    played.play(&ada).unwrap();
    assert_eq!(played.table.state.number, before + 1);
    assert_eq!(played.play(&ada), Err(Refusal::NotYourTurn));
    let refusal = played.say(&ada, Command::Play { ply: 0, mv: legal }).unwrap_err();
    assert_eq!(refusal, Refusal::Stale { ply: 1 });
}

#[test]
fn a_stand_in_plays_for_who_left_and_gives_the_seat_back() {
    let (mut played, [ada, ben, ..]) = started(TableSettings::default());
    played.say(&ada, Command::Leave).unwrap();
    assert_eq!(played.table.level_to_move(), Some(STAND_IN));
    assert_eq!(played.play(&ada), Err(Refusal::StoodIn));
    let mv = played.first_move().parse().unwrap();
    let events = played.table.play_level(mv).unwrap();
    played.take(events);
    assert_eq!(played.table.state.next, Some(1));
    assert!(played.table.play_level(played.first_move().parse().unwrap()).is_none(), "ben plays himself");
    played.say(&ada, Command::Return).unwrap();
    assert_eq!(played.say(&ada, Command::Return), Err(Refusal::WrongPhase));
    played.play(&ben).unwrap();
    played.say(&ben, Command::Resign).unwrap();
    assert_eq!(played.say(&ben, Command::Return), Err(Refusal::Resigned));
    assert_eq!(played.say(&ben, Command::Resign), Err(Refusal::Resigned));
}

#[test]
fn clocks_run_for_whose_turn_it_is_and_stop_for_stand_ins() {
    let clock = TimeControl::Live { base: 60, increment: 5 };
    let (mut played, [ada, ben, ..]) = started(TableSettings { clock, ..TableSettings::default() });
    let begin = played.now;
    assert_eq!(played.table.state.deadline(), Some(begin + 60_000));
    played.now += 9_000;
    played.play(&ada).unwrap();
    assert_eq!(played.table.state.time_left(0, played.now), Some(55_000), "ten seconds used, five gained");
    assert_eq!(played.table.state.deadline(), Some(played.now + 60_000));
    played.now += 60_000;
    let events = played.table.run_out(STAND_IN).unwrap();
    played.take(events);
    assert_eq!(played.table.state.time_left(1, played.now), Some(0));
    assert_eq!(played.table.state.deadline(), None, "a computer player has no deadline");
    assert_eq!(played.table.wake(), Some(played.now), "but it is its turn");
    played.say(&ben, Command::Return).unwrap();
    assert_eq!(played.table.state.deadline(), Some(played.now + 15_000), "who returns has time for a turn");
}

#[test]
fn everybody_has_to_agree_to_take_back() {
    let (mut played, [ada, ben, cleo, dan]) = started(TableSettings::default());
    assert_eq!(played.say(&ada, Command::AskTakeback), Err(Refusal::NothingToTakeBack));
    played.play(&ada).unwrap();
    played.play(&ben).unwrap();
    played.say(&ada, Command::AskTakeback).unwrap();
    assert_eq!(played.say(&ben, Command::AskTakeback), Err(Refusal::WrongPhase));
    played.say(&ben, Command::AnswerTakeback { agrees: false }).unwrap();
    assert_eq!(played.table.state.takeback, None);
    played.say(&ada, Command::AskTakeback).unwrap();
    assert_eq!(played.say(&ada, Command::AnswerTakeback { agrees: true }), Err(Refusal::WrongPhase));
    played.say(&ben, Command::AnswerTakeback { agrees: true }).unwrap();
    assert_eq!(played.say(&ben, Command::AnswerTakeback { agrees: true }), Err(Refusal::WrongPhase));
    played.say(&cleo, Command::AnswerTakeback { agrees: true }).unwrap();
    // A computer player agrees to everything.
    played.say(&dan, Command::Leave).unwrap();
    assert_eq!(*played.last(), Event::TakenBack { ply: 0, next: 0 });
    assert!(played.table.state.moves.is_empty());
    assert_eq!(played.table.position, played.table.record().unwrap().start.position());
    played.play(&ada).unwrap();
}

#[test]
fn rated_games_are_for_accounts_and_take_nothing_back() {
    let rated = TableSettings { rated: true, seats: 3, ..TableSettings::default() };
    let [ada, ben, cleo] = ["ada", "ben", "cleo"].map(account);
    assert_eq!(
        opened(&person("eve"), &NewTable { settings: rated.clone(), seats: vec![] }),
        Err(Refusal::NeedsAccount)
    );
    let mut played = Played::open(&ada, rated);
    assert_eq!(played.say(&person("eve"), Command::Join { seat: None }), Err(Refusal::NeedsAccount));
    played.join_all(&[ben.clone(), cleo]);
    played.play(&ada).unwrap();
    assert_eq!(played.say(&ada, Command::AskTakeback), Err(Refusal::RatedGame));
    let result = played.table.result(&[1]).unwrap();
    assert_eq!(result.list, RatingList::People);
    assert_eq!(result.seats.iter().map(|(_, won)| *won).collect::<Vec<_>>(), [false, true, false]);
    played.say(&ben, Command::Leave).unwrap();
    assert_eq!(played.table.result(&[1]), None, "who does not play at the end has not won, and nobody else has");
    assert!(played.table.result(&[0, 1]).is_some_and(|result| result.seats[0].1 && !result.seats[1].1));
}

#[test]
fn bots_sit_where_they_may() {
    let bot = Person { kind: PersonKind::Bot, ..person("robo") };
    let [ada, ..] = people();
    let mut closed = Played::open(&ada, TableSettings::default());
    assert_eq!(closed.say(&bot, Command::Join { seat: None }), Err(Refusal::NotForBots));
    let mut open = Played::open(&ada, TableSettings { bots_may_join: true, ..TableSettings::default() });
    open.say(&bot, Command::Join { seat: None }).unwrap();
}

#[test]
fn the_host_seats_computer_players() {
    let [ada, ben, ..] = people();
    let mut played = Played::open(&ada, TableSettings { draw_seats: true, ..TableSettings::default() });
    let guide = |seat| Command::SeatLevel { seat, level: Some(LevelId::Guide) };
    assert_eq!(played.say(&ben, guide(1)), Err(Refusal::NotHost));
    assert_eq!(played.say(&ada, guide(0)), Err(Refusal::SeatTaken));
    assert_eq!(played.say(&ada, guide(9)), Err(Refusal::NotFound));
    played.say(&ada, guide(1)).unwrap();
    played.say(&ada, Command::SeatLevel { seat: 1, level: None }).unwrap();
    assert_eq!(played.say(&ben, Command::Fill { level: LevelId::Sage }), Err(Refusal::NotHost));
    played.say(&ada, Command::Fill { level: LevelId::Sage }).unwrap();
    assert_eq!(played.table.state.phase, Phase::Playing);
    assert_eq!(played.table.state.seats.iter().filter(|seat| seat.level() == Some(LevelId::Sage)).count(), 3);
    assert_eq!(played.table.state.seat_of(&ada.id), Some(3), "the seats were drawn");
}

#[test]
fn a_rematch_keeps_the_seats_and_another_one_begins() {
    let (mut played, [ada, ben, cleo, dan]) = started(TableSettings::default());
    assert_eq!(played.say(&ada, Command::Rematch), Err(Refusal::WrongPhase));
    while played.table.state.phase == Phase::Playing {
        let mv = played.first_move().parse().unwrap();
        let events = played.table.moved(mv);
        played.take(events);
    }
    assert_eq!(played.say(&person("eve"), Command::Rematch), Err(Refusal::NotSeated));
    assert!(played.say(&ben, Command::Rematch).is_ok());
    let Event::Opened { settings, host, seats } = rematch(&played.table.state, &ben) else { panic!() };
    assert_eq!((host, settings), (ben.id.clone(), played.table.state.settings.clone()));
    let event = Event::Opened { settings: TableSettings::default(), host: ben.id.clone(), seats };
    let events = vec![EventEnvelope { number: 1, at: 1, id: None, by: None, event }];
    let table = Table::replay(&"t2".parse().unwrap(), &events).unwrap().unwrap();
    let mut again = Played { table, events, now: 1 };
    assert_eq!(again.say(&person("eve"), Command::Join { seat: None }), Err(Refusal::SeatTaken));
    assert_eq!(again.say(&cleo, Command::Join { seat: Some(3) }), Err(Refusal::SeatTaken), "ada's");
    again.join_all(&[dan, cleo, ada.clone()]);
    assert_eq!(again.table.state.seats.iter().map(|seat| seat.clan).collect::<String>(), "bvyr");
    assert_eq!(again.table.state.seat_of(&ada.id), Some(3), "who began is last");
}

#[test]
fn private_games_without_spectators_are_for_those_who_play() {
    let settings = TableSettings { spectators: false, ..TableSettings::default() };
    let eve = person("eve");
    let [ada, ..] = people();
    assert!(Played::open(&ada, settings.clone()).table.may_view(None), "who has the link may sit down");
    let (played, [ada, ..]) = started(settings);
    assert!(played.table.may_view(Some(&ada.id)));
    assert!(!played.table.may_view(Some(&eve.id)) && !played.table.may_view(None));
}

#[test]
fn nonsensical_wishes_for_tables_are_refused() {
    let [ada, ..] = people();
    let new = |settings: TableSettings, seats: &[(char, NewSitter)]| NewTable {
        settings,
        seats: seats.iter().map(|&(clan, sitter)| NewSeat { clan, sitter }).collect(),
    };
    let usual = TableSettings::default;
    let level = NewSitter::Level(LevelId::Guide);
    use NewSitter::{Free, Me};
    for (new, expected) in [
        (new(TableSettings { seats: 5, ..usual() }, &[]), "seats: 3 or 4 play"),
        (new(TableSettings { seats: 3, ..usual() }, &[('r', Me)]), "seats: 1 are given"),
        (new(usual(), &[('r', Me), ('b', Me), ('v', Free), ('y', Free)]), "one seat a person"),
        (new(usual(), &[('r', Me), ('r', Free), ('v', Free), ('y', Free)]), "none comes twice"),
        (new(usual(), &[('x', Me), ('r', Free), ('v', Free), ('y', Free)]), "one of r, b, v, y"),
        (new(usual(), &[('r', level), ('b', level), ('v', level), ('y', level)]), "somebody has to play"),
        (new(TableSettings { clock: TimeControl::Days { days: 0 }, ..usual() }, &[]), "clock.days"),
        (new(TableSettings { clock: TimeControl::Live { base: 5, increment: 0 }, ..usual() }, &[]), "clock.live"),
        (new(TableSettings { options: Options { stones: 10, ..Options::default() }, ..usual() }, &[]), "stones"),
    ] {
        let refusal = opened(&ada, &new).unwrap_err();
        assert!(refusal.to_string().contains(expected), "{refusal} / {expected}");
    }
}

/// Whatever people ask for in whatever order: every event fits, both sides add up to the same, and the moves are a legal game.
#[test]
fn random_commands_never_lead_to_a_wrong_state() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut finished = 0;
    for _ in 0..300 {
        let people = ["ada", "ben", "cleo", "dan", "eve"].map(person);
        let clock = [TimeControl::None, TimeControl::Live { base: 30, increment: 2 }, TimeControl::Days { days: 1 }]
            [random.usize(..3)];
        let settings = TableSettings {
            seats: random.u8(3..=4),
            clock,
            draw_seats: random.bool(),
            opening: if random.bool() { shangrila_protocol::Opening::Card } else { shangrila_protocol::Opening::Free },
            ..TableSettings::default()
        };
        let mut played = Played::open(&people[0], settings);
        for _ in 0..random.usize(..400) {
            if let Phase::Finished | Phase::Closed = played.table.state.phase {
                break;
            }
            let by = &people[random.usize(..5)];
            let seat = random.u8(..5);
            let level = LevelId::ALL[random.usize(..5)];
            let moves = played.table.state.moves.len() as u32;
            let command = match random.u8(..60) {
                0..=2 => Command::Join { seat: random.bool().then_some(seat) },
                3 => Command::SeatLevel { seat, level: random.bool().then_some(level) },
                4 => Command::Fill { level },
                5 => Command::Leave,
                6 => Command::Return,
                7 if random.u8(..20) == 0 => Command::Close,
                8 if random.u8(..4) == 0 => Command::Resign,
                9 => Command::AskTakeback,
                10 | 11 => Command::AnswerTakeback { agrees: random.u8(..4) > 0 },
                12 => Command::Play { ply: moves.wrapping_sub(1), mv: played.first_move() },
                13 => Command::Play { ply: moves, mv: "pass".to_string() },
                14 => {
                    let events = played.table.run_out(STAND_IN).unwrap_or_default();
                    if played.table.level_to_move().is_none() {
                        played.take(events);
                    }
                    continue;
                }
                _ => {
                    let list = played.table.position.legal_moves();
                    let Some(mv) = list.get(random.usize(..list.len().max(1))) else { continue };
                    if let Some(events) = played.table.play_level(mv) {
                        played.take(events);
                        continue;
                    }
                    Command::Play { ply: moves, mv: mv.to_string() }
                }
            };
            let before = played.table.state.clone();
            match played.say(by, command.clone()) {
                Err(_) => assert_eq!(played.table.state, before, "{command:?}"),
                Ok(()) => {
                    if let Command::Play { .. } = command {
                        assert_eq!(before.next, before.seat_of(&by.id), "{command:?}");
                    }
                }
            }
        }
        let again = Table::replay(&played.table.state.table, &played.events).unwrap().unwrap();
        assert_eq!(again.state, played.table.state);
        assert_eq!(again.position, played.table.position);
        let record = played.table.record().unwrap();
        let read: GameRecord = record.to_string().parse().unwrap();
        assert_eq!(read.final_position(), played.table.position);
        finished += usize::from(played.table.state.phase == Phase::Finished);
        let wire = serde_json::to_string(&played.table.state).unwrap();
        assert_eq!(serde_json::from_str::<TableState>(&wire).unwrap(), played.table.state);
    }
    assert!(finished > 20, "{finished} games came to their end");
}
