//! The logic of a table: cases by hand, and random commands.

use super::super::opening::{draft_table, opened};
use super::*;
use shangrila_protocol::{FairOpening, NewSeat, NewSeatPlayer, NewTable, Opening, TableSettings};
use shangrila_protocol::{Options, Pairs, TimeControl};
use shangrila_table::FairSetups;

pub(super) fn person(name: &str) -> Person {
    Person { id: name.parse().unwrap(), name: name.to_string(), kind: PersonKind::Guest }
}

fn account(name: &str) -> Person {
    Person { kind: PersonKind::Account, ..person(name) }
}

/// A table as its room keeps it, with a clock that advances by a second per command.
pub(super) struct TestTable {
    pub(super) table: TableLogic,
    events: Vec<Committed<EventEnvelope>>,
    pub(super) now: u64,
    pub(super) absent: Vec<Seat>,
}

const STAND_IN: LevelId = LevelId::Guide;
/// When the others can vote about a player who is not connected, in milliseconds.
const MINUTES_10: u64 = 600_000;

impl TestTable {
    pub(super) fn open(host: &Person, settings: TableSettings) -> TestTable {
        TestTable::open_with(host, NewTable { settings, seats: Vec::new() })
    }

    fn open_with(host: &Person, new: NewTable) -> TestTable {
        TestTable::open_by("t", host, opened(host, &new).unwrap())
    }

    fn open_by(id: &str, host: &Person, opened: Event) -> TestTable {
        let id: TableId = id.parse().unwrap();
        TestTable::of(&id, draft_table(id.clone(), &host.id, opened, 1000, &mut |_| 0).unwrap())
    }

    /// A table that is stored like this.
    pub(super) fn of(id: &TableId, draft: Append) -> TestTable {
        let events: Vec<_> = draft.events.into_iter().map(Committed::assume).collect();
        let table = TableLogic::replay(id, &events).unwrap().unwrap();
        TestTable { table, events, now: 1000, absent: Vec::new() }
    }

    pub(super) fn around(&self) -> Surroundings {
        let absent = self.absent.clone();
        let present = Seat::ALL.into_iter().filter(|seat| !absent.contains(seat)).collect();
        Surroundings { stand_in: STAND_IN, now: self.now, vote_after: MINUTES_10, absent, present }
    }

    pub(super) fn command(&mut self, by: &Person, command: TableCommand) -> Result<(), Refusal> {
        self.now += 1000;
        match self.table.decide(by, &command, &self.around(), &mut |_| 0)? {
            Decision::Events(events) => self.commit(events),
            Decision::Rematch { .. } => {}
        }
        Ok(())
    }

    /// Like `command`, with the sender on record.
    fn command_by(&mut self, by: &Person, command: TableCommand) -> Result<(), Refusal> {
        self.now += 1000;
        let Decision::Events(events) = self.table.decide(by, &command, &self.around(), &mut |_| 0)? else {
            return Ok(());
        };
        let id = format!("c{}", self.now).parse().unwrap();
        let draft = self.table.draft(Some((&by.id, &id)), events, self.now).unwrap();
        let committed: Vec<_> = draft.events.into_iter().map(Committed::assume).collect();
        self.table.apply(&committed).unwrap();
        self.events.extend(committed);
        Ok(())
    }

    /// Drafts and applies events, as if the store had committed them in between.
    pub(super) fn commit(&mut self, events: Vec<Event>) {
        assert!(!events.is_empty(), "a decision has at least one event");
        let before = self.table.state.clone();
        let draft = self.table.draft(None, events, self.now).unwrap();
        assert_eq!(self.table.state, before, "a draft changes nothing");
        let committed: Vec<_> = draft.events.into_iter().map(Committed::assume).collect();
        self.table.apply(&committed).unwrap();
        let (next, deadline, wake) = (self.table.state.next, self.table.state.deadline(), self.table.wake());
        assert_eq!(draft.wake, wake, "the draft says when the server has to act");
        match draft.listing {
            Listing::Turn { next: listed, deadline: until, .. } => assert_eq!((listed, until), (next, deadline)),
            Listing::Whole(summary) => assert_eq!((summary.next, summary.deadline), (next, deadline)),
        }
        self.events.extend(committed);
    }

    pub(super) fn join_all(&mut self, people: &[Person]) {
        for person in people {
            self.command(person, TableCommand::Join { seat: None }).unwrap();
        }
    }

    fn first_move(&self) -> String {
        self.table.position.legal_moves().get(0).unwrap().to_string()
    }

    pub(super) fn play(&mut self, by: &Person) -> Result<(), Refusal> {
        let (ply, mv) = (self.table.state.moves.len() as u32, self.first_move());
        self.command(by, TableCommand::Play { ply, mv })
    }

    pub(super) fn last(&self) -> &Event {
        &self.events.last().unwrap().event
    }
}

/// A rated game of three.
fn rated() -> TableSettings {
    let clock = TimeControl::Live { base: 600, increment: 10 };
    TableSettings { rated: true, seats: 3, visibility: Visibility::Public, clock, ..TableSettings::default() }
}

fn people() -> [Person; 4] {
    ["ada", "ben", "cleo", "dan"].map(person)
}

fn started(settings: TableSettings) -> (TestTable, [Person; 4]) {
    let people = people();
    let mut played = TestTable::open(&people[0], settings);
    played.join_all(&people[1..usize::from(played.table.state.settings.seats)]);
    assert_eq!(played.table.state.phase, Phase::Playing);
    (played, people)
}

#[test]
fn the_game_starts_when_every_seat_is_taken() {
    let [ada, ben, cleo, dan] = people();
    let mut played = TestTable::open(&ada, TableSettings::default());
    assert_eq!(played.command(&ada, TableCommand::Join { seat: None }), Err(Refusal::AlreadySeated));
    assert_eq!(played.play(&ada), Err(Refusal::WrongPhase));
    played.command(&ben, TableCommand::Join { seat: Some(Seat::Fourth) }).unwrap();
    assert_eq!(played.command(&cleo, TableCommand::Join { seat: Some(Seat::Fourth) }), Err(Refusal::SeatTaken));
    played.command(&cleo, TableCommand::Join { seat: None }).unwrap();
    assert_eq!(played.table.state.seat_of(&cleo.id), Some(Seat::Second));
    played.command(&cleo, TableCommand::Leave).unwrap();
    assert_eq!(played.table.state.seat_of(&cleo.id), None);
    played.join_all(&[cleo, dan]);
    assert!(matches!(played.last(), Event::Started { next: Seat::First, rules: RULES_VERSION, .. }));
    assert_eq!(played.command(&person("eve"), TableCommand::Join { seat: None }), Err(Refusal::WrongPhase));
}

/// Toggling a level used to write events without end.
#[test]
fn a_person_can_cause_only_so_many_events_at_a_table() {
    let [ada, ben, ..] = people();
    let mut played = TestTable::open(&ada, TableSettings::default());
    let mut toggles = 0;
    while played.table.may_cause_more(&ada.id) {
        let level = (toggles % 2 == 0).then_some(LevelId::Guide);
        let command = TableCommand::SeatLevel { seat: Seat::Third, level };
        assert!(command.is_repeatable());
        played.command_by(&ada, command).unwrap();
        toggles += 1;
    }
    assert_eq!(toggles + 1, MAX_CAUSED, "opening the table counts too");
    assert!(played.table.may_cause_more(&ben.id), "others are not affected");
    let replayed = TableLogic::replay(&played.table.state.table, &played.events).unwrap().unwrap();
    assert!(!replayed.may_cause_more(&ada.id), "it is counted from the stored events");
    assert!(!TableCommand::Fill { level: LevelId::Guide }.is_repeatable(), "the game can still start");
}

#[test]
fn a_table_for_three_has_no_fourth_seat() {
    let [ada, ben, ..] = people();
    let mut played = TestTable::open(&ada, TableSettings { seats: 3, ..TableSettings::default() });
    let fourth = Seat::Fourth;
    assert_eq!(played.command(&ben, TableCommand::Join { seat: Some(fourth) }), Err(Refusal::NotFound));
    let seat_level = TableCommand::SeatLevel { seat: fourth, level: Some(LevelId::Guide) };
    assert_eq!(played.command(&ada, seat_level), Err(Refusal::NotFound));
}

#[test]
fn only_the_player_to_move_may_play_and_only_legal_moves() {
    let (mut played, [ada, ben, ..]) = started(TableSettings::default());
    assert_eq!(played.play(&ben), Err(Refusal::NotYourTurn));
    assert_eq!(played.play(&person("eve")), Err(Refusal::NotSeated));
    let legal = played.first_move();
    for (ply, mv, code) in
        [(1, &*legal, "stale"), (0, "nonsense", "not_a_move"), (0, "pass", "illegal_move"), (0, "H@a", "illegal_move")]
    {
        let refusal = played.command(&ada, TableCommand::Play { ply, mv: mv.to_string() }).unwrap_err();
        assert_eq!(refusal.code(), code, "{ply} {mv}: {refusal}");
    }
    let before = played.table.state.number;
    played.play(&ada).unwrap();
    assert_eq!(played.table.state.number, before + 1);
    assert_eq!(played.play(&ada), Err(Refusal::NotYourTurn));
    let refusal = played.command(&ada, TableCommand::Play { ply: 0, mv: legal }).unwrap_err();
    assert_eq!(refusal, Refusal::Stale { ply: 1 });
}

#[test]
fn a_stand_in_plays_until_the_player_returns() {
    let (mut played, [ada, ben, ..]) = started(TableSettings::default());
    played.command(&ada, TableCommand::Leave).unwrap();
    assert_eq!(played.table.level_to_move(), Some(STAND_IN));
    assert_eq!(played.play(&ada), Err(Refusal::StoodIn));
    let mv = played.first_move().parse().unwrap();
    let events = played.table.play_level(mv).unwrap();
    played.commit(events);
    assert_eq!(played.table.state.next, Some(Seat::Second));
    assert!(played.table.play_level(played.first_move().parse().unwrap()).is_none(), "it is ben's turn");
    played.command(&ada, TableCommand::Return).unwrap();
    assert_eq!(played.command(&ada, TableCommand::Return), Err(Refusal::WrongPhase));
    played.play(&ben).unwrap();
    played.command(&ben, TableCommand::Resign).unwrap();
    assert_eq!(played.command(&ben, TableCommand::Return), Err(Refusal::Resigned));
    assert_eq!(played.command(&ben, TableCommand::Resign), Err(Refusal::Resigned));
}

#[test]
fn clocks_run_for_the_player_to_move_and_stop_for_stand_ins() {
    let clock = TimeControl::Live { base: 60, increment: 5 };
    let (mut played, [ada, ben, ..]) = started(TableSettings { clock, ..TableSettings::default() });
    let begin = played.now;
    assert_eq!(played.table.state.deadline(), Some(begin + 60_000));
    played.now += 9_000;
    played.play(&ada).unwrap();
    assert_eq!(played.table.state.time_left(Seat::First, played.now), Some(55_000), "ten seconds used, five gained");
    assert_eq!(played.table.state.deadline(), Some(played.now + 60_000));
    played.now += 60_000;
    let events = played.table.run_out(&played.around()).unwrap();
    played.commit(events);
    assert_eq!(played.table.state.time_left(Seat::Second, played.now), Some(0));
    assert_eq!(played.table.state.deadline(), None, "a computer player has no deadline");
    assert_eq!(played.table.wake(), Some(played.now), "but the server has to act");
    played.command(&ben, TableCommand::Return).unwrap();
    assert_eq!(played.table.state.deadline(), Some(played.now + 15_000), "a player who returns has time for a turn");
}

#[test]
fn a_takeback_needs_everyone_to_agree() {
    let (mut played, [ada, ben, cleo, dan]) = started(TableSettings::default());
    assert_eq!(played.command(&ada, TableCommand::AskTakeback), Err(Refusal::NothingToTakeBack));
    played.play(&ada).unwrap();
    played.play(&ben).unwrap();
    played.command(&ada, TableCommand::AskTakeback).unwrap();
    assert_eq!(played.command(&ben, TableCommand::AskTakeback), Err(Refusal::WrongPhase));
    played.command(&ben, TableCommand::AnswerTakeback { agrees: false }).unwrap();
    assert_eq!(played.table.state.takeback, None);
    played.command(&ada, TableCommand::AskTakeback).unwrap();
    assert_eq!(played.command(&ada, TableCommand::AnswerTakeback { agrees: true }), Err(Refusal::WrongPhase));
    played.command(&ben, TableCommand::AnswerTakeback { agrees: true }).unwrap();
    assert_eq!(played.command(&ben, TableCommand::AnswerTakeback { agrees: true }), Err(Refusal::WrongPhase));
    played.command(&cleo, TableCommand::AnswerTakeback { agrees: true }).unwrap();
    // A stand-in agrees to every takeback.
    played.command(&dan, TableCommand::Leave).unwrap();
    assert_eq!(*played.last(), Event::TakenBack { ply: 0, next: Seat::First });
    assert!(played.table.state.moves.is_empty());
    assert_eq!(played.table.position, played.table.record().unwrap().start.position());
    played.play(&ada).unwrap();
}

fn vote(choice: VoteChoice) -> TableCommand {
    TableCommand::Vote { choice }
}

/// Without a vote, such a game could never end.
#[test]
fn the_others_can_replace_a_player_who_has_vanished() {
    let (mut played, [ada, ben, cleo, dan]) = started(TableSettings::default());
    assert_eq!(played.command(&ben, vote(VoteChoice::Replace)), Err(Refusal::WrongPhase), "Ada has only just begun");
    played.now += MINUTES_10;
    assert_eq!(played.command(&ben, vote(VoteChoice::Replace)), Err(Refusal::WrongPhase), "Ada is there, thinking");
    played.absent = vec![Seat::First];
    assert_eq!(played.command(&ada, vote(VoteChoice::End)), Err(Refusal::WrongPhase), "it is her own turn");
    assert_eq!(played.command(&person("eve"), vote(VoteChoice::End)), Err(Refusal::NotSeated));
    played.command(&ben, vote(VoteChoice::Replace)).unwrap();
    assert_eq!(played.command(&ben, vote(VoteChoice::Replace)), Err(Refusal::WrongPhase), "once is enough");
    played.command(&cleo, vote(VoteChoice::End)).unwrap();
    played.command(&dan, vote(VoteChoice::Replace)).unwrap();
    assert_eq!(played.table.state.seats[0].stand_in, None, "Cleo wants something else");
    played.command(&cleo, vote(VoteChoice::Replace)).unwrap();
    assert_eq!(played.table.state.seats[0].stand_in, Some((StandInReason::Voted, STAND_IN)));
    assert!(played.table.state.votes.is_empty() && played.table.level_to_move() == Some(STAND_IN));
    played.command(&ada, TableCommand::Return).unwrap();
    played.play(&ada).unwrap();
}

#[test]
fn a_skipped_turn_is_played_by_a_computer_and_the_next_one_by_the_player() {
    let (mut played, [ada, ben, cleo, _]) = started(TableSettings { seats: 3, ..TableSettings::default() });
    played.now += MINUTES_10;
    played.absent = vec![Seat::First];
    for voter in [&ben, &cleo] {
        played.command(voter, vote(VoteChoice::Skip)).unwrap();
    }
    let mv = played.first_move().parse().unwrap();
    let events = played.table.play_level(mv).unwrap();
    played.commit(events);
    assert_eq!(played.table.state.seats[0].stand_in, None);
    assert!(played.table.state.seats[0].helped);
    for player in [&ben, &cleo, &ada] {
        played.play(player).unwrap();
    }
}

#[test]
fn a_game_can_be_ended_by_those_who_are_left_even_if_others_have_vanished_too() {
    let (mut played, [_, ben, cleo, _]) = started(TableSettings { seats: 3, ..TableSettings::default() });
    played.absent = vec![Seat::First, Seat::Third];
    played.now += MINUTES_10;
    played.command(&ben, vote(VoteChoice::End)).unwrap();
    assert_eq!(played.table.state.phase, Phase::Playing, "Cleo may still have something to say");
    played.now += 7 * 86_400_000;
    played.command(&ben, vote(VoteChoice::Skip)).unwrap();
    let (mut ended, [_, ben, ..]) = started(TableSettings { seats: 3, ..TableSettings::default() });
    ended.absent = vec![Seat::First, Seat::Third];
    ended.now += 7 * 86_400_000;
    ended.command(&ben, vote(VoteChoice::End)).unwrap();
    assert_eq!((ended.last(), ended.table.state.phase), (&Event::Ended, Phase::Closed));
    assert_eq!(ended.play(&ben), Err(Refusal::WrongPhase));
    assert_eq!(ended.command(&cleo, vote(VoteChoice::End)), Err(Refusal::WrongPhase));
}

#[test]
fn a_move_ends_the_vote_and_a_clock_makes_it_needless() {
    let (mut played, [ada, ben, cleo, _]) = started(TableSettings { seats: 3, ..TableSettings::default() });
    played.now += MINUTES_10;
    played.absent = vec![Seat::First];
    played.command(&ben, vote(VoteChoice::End)).unwrap();
    played.play(&ada).unwrap();
    assert!(played.table.state.votes.is_empty());
    assert_eq!(played.command(&cleo, vote(VoteChoice::End)), Err(Refusal::WrongPhase), "a new turn");
    let clock = TimeControl::Days { days: 30 };
    let (mut timed, [_, ben, ..]) = started(TableSettings { clock, ..TableSettings::default() });
    timed.now += 8 * 86_400_000;
    timed.absent = vec![Seat::First];
    assert_eq!(timed.command(&ben, vote(VoteChoice::End)), Err(Refusal::WrongPhase));
}

#[test]
fn rated_games_are_for_accounts_and_have_no_takebacks() {
    let rated = rated();
    let [ada, ben, cleo] = ["ada", "ben", "cleo"].map(account);
    assert_eq!(
        opened(&person("eve"), &NewTable { settings: rated.clone(), seats: vec![] }),
        Err(Refusal::NeedsAccount)
    );
    let mut played = TestTable::open(&ada, rated);
    assert_eq!(played.command(&person("eve"), TableCommand::Join { seat: None }), Err(Refusal::NeedsAccount));
    played.join_all(&[ben.clone(), cleo]);
    played.play(&ada).unwrap();
    assert_eq!(played.command(&ada, TableCommand::AskTakeback), Err(Refusal::RatedGame));
    let result = played.table.result(&[Seat::Second]).unwrap();
    assert_eq!(result.list, RatingList::People);
    assert_eq!(result.seats.iter().map(|seat| seat.won).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(played.command(&ben, TableCommand::Leave), Err(Refusal::RatedGame), "no stand-in on request");
}

/// Leaving, letting the stand-in play, and returning before the end was once worth a rated win.
#[test]
fn a_seat_for_which_a_stand_in_has_chosen_a_move_cannot_win_or_gain_rating() {
    let [ada, ben, cleo] = ["ada", "ben", "cleo"].map(account);
    let mut played = TestTable::open(&ada, rated());
    played.join_all(&[ben, cleo]);
    let run_out = played.table.run_out(&played.around()).unwrap();
    played.commit(run_out);
    played.command(&ada, TableCommand::Return).unwrap();
    let result = |played: &TestTable, winners: &[Seat]| played.table.result(winners);
    assert!(result(&played, &[Seat::First]).is_some_and(|result| result.seats[0].won), "it has not moved yet");
    let run_out = played.table.run_out(&played.around()).unwrap();
    played.commit(run_out);
    let mv = played.first_move().parse().unwrap();
    let events = played.table.play_level(mv).unwrap();
    played.commit(events);
    played.command(&ada, TableCommand::Return).unwrap();
    assert!(played.table.state.seats[0].helped && !played.table.state.seats[0].plays_alone());
    assert_eq!(result(&played, &[Seat::First]), None, "nobody has won on their own");
    let shared = result(&played, &[Seat::First, Seat::Second]).unwrap();
    assert_eq!(shared.seats.iter().map(|seat| seat.won).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(shared.seats.iter().map(|seat| seat.may_gain).collect::<Vec<_>>(), [false, true, true]);
    let replayed = TableLogic::replay(&played.table.state.table, &played.events).unwrap().unwrap();
    assert_eq!(replayed.state, played.table.state);
}

#[test]
fn bots_join_only_where_they_are_allowed() {
    let bot = Person { kind: PersonKind::Bot, ..person("robo") };
    let [ada, ..] = people();
    let mut closed = TestTable::open(&ada, TableSettings::default());
    assert_eq!(closed.command(&bot, TableCommand::Join { seat: None }), Err(Refusal::NotForBots));
    let mut open = TestTable::open(&ada, TableSettings { bots_may_join: true, ..TableSettings::default() });
    open.command(&bot, TableCommand::Join { seat: None }).unwrap();
}

#[test]
fn only_the_host_seats_computer_players() {
    let [ada, ben, ..] = people();
    let mut played = TestTable::open(&ada, TableSettings { draw_seats: true, ..TableSettings::default() });
    let guide = |seat| TableCommand::SeatLevel { seat, level: Some(LevelId::Guide) };
    assert_eq!(played.command(&ben, guide(Seat::Second)), Err(Refusal::NotHost));
    assert_eq!(played.command(&ada, guide(Seat::First)), Err(Refusal::SeatTaken));
    played.command(&ada, guide(Seat::Second)).unwrap();
    played.command(&ada, TableCommand::SeatLevel { seat: Seat::Second, level: None }).unwrap();
    assert_eq!(played.command(&ben, TableCommand::Fill { level: LevelId::Sage }), Err(Refusal::NotHost));
    played.command(&ada, TableCommand::Fill { level: LevelId::Sage }).unwrap();
    assert_eq!(played.table.state.phase, Phase::Playing);
    assert_eq!(played.table.state.seats.iter().filter(|seat| seat.level() == Some(LevelId::Sage)).count(), 3);
    assert_eq!(played.table.state.seat_of(&ada.id), Some(Seat::Fourth), "the seats were drawn");
}

#[test]
fn a_rematch_reserves_the_seats_and_the_next_player_moves_first() {
    let (mut played, [ada, ben, cleo, dan]) = started(TableSettings::default());
    assert_eq!(played.command(&ada, TableCommand::Rematch), Err(Refusal::WrongPhase));
    while played.table.state.phase == Phase::Playing {
        let mv = played.first_move().parse().unwrap();
        let events = played.table.moved(mv);
        played.commit(events);
    }
    assert_eq!(played.command(&person("eve"), TableCommand::Rematch), Err(Refusal::NotSeated));
    let decision = played.table.decide(&ben, &TableCommand::Rematch, &played.around(), &mut |_| 0).unwrap();
    let Decision::Rematch { opened } = decision else { panic!("{decision:?}") };
    let Event::Opened { settings, host, .. } = &opened else { panic!("{opened:?}") };
    assert_eq!((host, settings), (&ben.id, &played.table.state.settings));
    let mut again = TestTable::open_by("t2", &ben, opened);
    assert_eq!(again.command(&person("eve"), TableCommand::Join { seat: None }), Err(Refusal::SeatTaken));
    assert_eq!(
        again.command(&cleo, TableCommand::Join { seat: Some(Seat::Fourth) }),
        Err(Refusal::SeatTaken),
        "reserved for ada"
    );
    again.join_all(&[dan, cleo, ada.clone()]);
    assert_eq!(again.table.state.seats.iter().map(|seat| seat.clan).collect::<String>(), "bvyr");
    assert_eq!(again.table.state.seat_of(&ada.id), Some(Seat::Fourth), "the first player is last now");
}

#[test]
fn only_players_may_view_a_private_game_without_spectators() {
    let settings = TableSettings { spectators: false, ..TableSettings::default() };
    let eve = person("eve");
    let [ada, ..] = people();
    assert!(TestTable::open(&ada, settings.clone()).table.may_view(None), "anyone with the link may join");
    let (played, [ada, ..]) = started(settings);
    assert!(played.table.may_view(Some(&ada.id)));
    assert!(!played.table.may_view(Some(&eve.id)) && !played.table.may_view(None));
}

#[test]
fn invalid_new_tables_are_refused() {
    let [ada, ..] = people();
    let new = |settings: TableSettings, seats: &[(char, NewSeatPlayer)]| NewTable {
        settings,
        seats: seats.iter().map(|&(clan, player)| NewSeat { clan, player }).collect(),
    };
    let default = TableSettings::default;
    let level = NewSeatPlayer::Level(LevelId::Guide);
    let pairs = Some(Pairs::Sum);
    use NewSeatPlayer::{Free, Me};
    for (new, expected) in [
        (new(TableSettings { seats: 5, ..default() }, &[]), "seats: must be 3 or 4"),
        (new(TableSettings { seats: 3, ..default() }, &[('r', Me)]), "seats: got 1"),
        (new(default(), &[('r', Me), ('b', Me), ('v', Free), ('y', Free)]), "only one seat"),
        (new(default(), &[('r', Me), ('r', Free), ('v', Free), ('y', Free)]), "appear only once"),
        (new(default(), &[('x', Me), ('r', Free), ('v', Free), ('y', Free)]), "one of r, b, v, y"),
        (new(default(), &[('r', level), ('b', level), ('v', level), ('y', level)]), "at least one must be free"),
        (new(TableSettings { clock: TimeControl::Days { days: 0 }, ..default() }, &[]), "clock.days"),
        (new(TableSettings { clock: TimeControl::Live { base: 5, increment: 0 }, ..default() }, &[]), "clock.live"),
        (
            new(TableSettings { pairs, ..default() }, &[('r', Me), ('b', Free), ('v', Free), ('y', Free)]),
            "the first and the third",
        ),
        (new(TableSettings { pairs, ..default() }, &[('r', Me), ('b', Me), ('v', Me), ('y', Me)]), "only one pair"),
        (new(TableSettings { pairs, ..default() }, &[('r', Me), ('b', level), ('v', Me), ('y', level)]), "only people"),
        (new(TableSettings { pairs, seats: 3, ..default() }, &[]), "pairs: needs four seats"),
        (new(TableSettings { pairs, open_seats: true, ..default() }, &[]), "pairs: only people"),
        (new(TableSettings { options: Options { stones: 10, ..Options::default() }, ..default() }, &[]), "stones"),
    ] {
        let refusal = opened(&ada, &new).unwrap_err();
        assert!(refusal.to_string().contains(expected), "{refusal} / {expected}");
    }
}

/// One of the set-ups that come with the game, with the guilds in some order.
fn fair_opening(seats: u8, number: u64) -> Opening {
    let setup = FairSetups::stored().pick(seats.into(), number).unwrap().to_string();
    let (masters, chances): (Vec<&str>, Vec<&str>) = setup.split(' ').partition(|field| field.len() == 7);
    Opening::Fair(FairOpening {
        masters: masters.into_iter().map(String::from).collect(),
        chances: chances.into_iter().map(|chance| chance.parse().unwrap()).collect(),
    })
}

#[test]
fn only_set_ups_that_were_judged_to_be_fair_are_called_so() {
    let host = person("ada");
    let open = |opening: Opening| {
        let settings = TableSettings { opening, ..TableSettings::default() };
        opened(&host, &NewTable { settings, seats: Vec::new() })
    };
    for number in 0..20 {
        assert!(open(fair_opening(4, number)).is_ok());
    }
    let Opening::Fair(fair) = fair_opening(4, 1) else { panic!("a fair set-up") };
    let flattering = FairOpening { chances: vec![250; 4], ..fair.clone() };
    let mut masters = fair.masters.clone();
    masters.swap(0, 1);
    for other in [flattering, FairOpening { masters, ..fair }] {
        assert!(matches!(open(Opening::Fair(other)), Err(Refusal::BadMessage { .. })));
    }
    // Set-ups for three clans are not for four.
    assert!(open(fair_opening(3, 1)).is_err());
}

/// Whatever commands come in whatever order: every event fits, a replay gives the same state, and the moves are a legal game.
#[test]
fn random_commands_never_lead_to_an_invalid_state() {
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
            opening: if random.bool() { Opening::Card } else { Opening::Free },
            ..TableSettings::default()
        };
        let settings = match random.u8(..3) {
            0 => TableSettings { opening: fair_opening(settings.seats, random.u64(..)), ..settings },
            1 => TableSettings {
                seats: 4,
                pairs: Some(if random.bool() { Pairs::Sum } else { Pairs::Weaker }),
                ..settings
            },
            _ => settings,
        };
        let mut played = TestTable::open(&people[0], settings);
        for _ in 0..random.usize(..400) {
            if let Phase::Finished | Phase::Closed = played.table.state.phase {
                break;
            }
            let by = &people[random.usize(..5)];
            let seat = Seat::ALL[random.usize(..4)];
            let level = LevelId::ALL[random.usize(..5)];
            let moves = played.table.state.moves.len() as u32;
            let command = match random.u8(..60) {
                0..=2 => TableCommand::Join { seat: random.bool().then_some(seat) },
                3 => TableCommand::SeatLevel { seat, level: random.bool().then_some(level) },
                4 => TableCommand::Fill { level },
                5 => TableCommand::Leave,
                6 => TableCommand::Return,
                7 if random.u8(..20) == 0 => TableCommand::Close,
                8 if random.u8(..4) == 0 => TableCommand::Resign,
                9 => TableCommand::AskTakeback,
                10 | 11 => TableCommand::AnswerTakeback { agrees: random.u8(..4) > 0 },
                12 => TableCommand::Play { ply: moves.wrapping_sub(1), mv: played.first_move() },
                13 => TableCommand::Play { ply: moves, mv: "pass".to_string() },
                14 => {
                    if played.table.level_to_move().is_none()
                        && let Some(events) = played.table.run_out(&played.around())
                    {
                        played.commit(events);
                    }
                    continue;
                }
                _ => {
                    let list = played.table.position.legal_moves();
                    let Some(mv) = list.get(random.usize(..list.len().max(1))) else { continue };
                    if let Some(events) = played.table.play_level(mv) {
                        played.commit(events);
                        continue;
                    }
                    TableCommand::Play { ply: moves, mv: mv.to_string() }
                }
            };
            let before = played.table.state.clone();
            match played.command(by, command.clone()) {
                Err(_) => assert_eq!(played.table.state, before, "{command:?}"),
                Ok(()) => {
                    if let TableCommand::Play { .. } = command {
                        assert_eq!(before.player_to_move(), before.seat_of(&by.id), "{command:?}");
                    }
                }
            }
        }
        let again = TableLogic::replay(&played.table.state.table, &played.events).unwrap().unwrap();
        assert_eq!(again.state, played.table.state);
        assert_eq!(again.position, played.table.position);
        let record = played.table.record().unwrap();
        let read: GameRecord = record.to_string().parse().unwrap();
        assert_eq!(read.final_position(), played.table.position);
        finished += usize::from(played.table.state.phase == Phase::Finished);
        let wire = serde_json::to_string(&played.table.state).unwrap();
        assert_eq!(serde_json::from_str::<TableState>(&wire).unwrap(), played.table.state);
    }
    assert!(finished > 20, "{finished} games were finished");
}
