//! Whole games by keyboard and mouse, and what the screen shows.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fastrand::Rng;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;
use ratatui::style::Color;
use shangrila_i18n::Language;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_rules::{
    Bridge, Clan, GameOptions, Guild, IllegalMove, JourneyReport, Move, Position, RecruitRule, Seats, Space, Village,
};

use super::app::{App, Settings};
use super::board_view;
use super::{input, screen, table};
use crate::args::{PlayArgs, SetupArg};
use shangrila_table::Spot;
use shangrila_table::{PendingMove, Session, wording};

const WIDE: Size = Size::new(120, 50);
const SMALL: Size = Size::new(80, 24);

fn start(clans: usize, free: bool) -> Start {
    let seats = if clans == 3 { Seats::THREE } else { Seats::FOUR };
    let options = GameOptions::default();
    if free { Start::Free { seats, options } } else { Start::FirstGame { seats, options } }
}

fn settings() -> Settings {
    Settings { language: Language::English, colours: true, seed: 5, coach_visits: 50, save: None, unhurried: false }
}

fn app_with(start: Start, seats: &str, settings: Settings) -> App {
    let players = seats.split(',').map(|seat| seat.parse().unwrap()).collect();
    let mut app = App::new(Session::new(start, players, None), settings);
    app.resize(WIDE);
    app
}

fn app(seats: &str) -> App {
    app_with(start(seats.split(',').count(), false), seats, settings())
}

fn press(app: &mut App, code: KeyCode) {
    input::handle(app, &Event::Key(code.into()));
}

fn type_text(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
}

fn click(app: &mut App, spot: Spot) {
    let areas = app.areas().unwrap();
    let (column, row, _) = board_view::place(areas.style, spot);
    let kind = MouseEventKind::Down(MouseButton::Left);
    let (column, row) = (areas.board.x + column, areas.board.y + row);
    input::handle(app, &Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// Runs the computer players until a person has to choose.
fn settle(app: &mut App) {
    let began = Instant::now();
    while app.is_waiting() {
        app.tick().unwrap();
        assert!(began.elapsed() < Duration::from_secs(20), "nothing happens");
        std::thread::yield_now();
    }
}

fn terminal(app: &mut App, window: Size) -> Terminal<TestBackend> {
    app.resize(window);
    let mut terminal = Terminal::new(TestBackend::new(window.width, window.height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, app)).unwrap();
    terminal
}

/// The screen as text.
fn shown(app: &mut App, window: Size) -> String {
    let terminal = terminal(app, window);
    let cells = terminal.backend().buffer().content();
    let lines = cells.chunks(usize::from(window.width));
    lines.map(|line| line.iter().map(|cell| cell.symbol()).collect::<String>() + "\n").collect()
}

/// Whether an area shows a text, wherever its lines break.
fn shows(screen: &str, text: &str, area: ratatui::layout::Rect) -> bool {
    let line = |line: &str| line.chars().skip(area.x.into()).take(area.width.into()).collect::<String>();
    let lines = screen.lines().skip(area.y.into()).take(area.height.into()).map(line);
    let joined = lines.map(|line| line.trim().to_string()).collect::<Vec<_>>().join(" ");
    joined.contains(text)
}

fn assert_report_came_true(report: &JourneyReport, after: &Position) {
    assert_eq!(after.scores(), report.scores.after);
    assert_eq!(after.supplies(), report.supplies.after);
    assert_eq!(after.bridges().len(), report.bridges_left.after);
    assert_eq!(after.stones_left(), report.stones_left.after);
    assert_eq!(after.is_over(), report.ends_game);
}

/// Plays a game to the end by pressing keys without reading the screen. Returns the number of journeys sent.
fn play_to_the_end(app: &mut App, rng: &mut Rng) -> usize {
    let mut journeys = 0;
    for _ in 0..20_000 {
        settle(app);
        if app.session.position().is_over() {
            return journeys;
        }
        if rng.u32(..40) == 0 {
            let window = if rng.bool() { WIDE } else { SMALL };
            shown(app, window);
        }
        let codes = [KeyCode::Char('p'), KeyCode::Char('r'), KeyCode::Char('j'), KeyCode::Left, KeyCode::Right];
        let more = [KeyCode::Up, KeyCode::Down, KeyCode::Tab, KeyCode::BackTab, KeyCode::Enter, KeyCode::Esc];
        let code = [&codes[..], &more[..], &[KeyCode::Enter; 4]].concat()[rng.usize(..15)];
        let preview = app.journey_preview().filter(|_| code == KeyCode::Enter);
        if let Some(report) = &preview {
            let screen = shown(app, WIDE);
            let area = app.areas().unwrap().preview;
            for sentence in wording::journey_words(app.words(), app.session.position(), report) {
                assert!(shows(&screen, &sentence, area), "{sentence:?} is not in\n{screen}");
            }
        }
        press(app, code);
        if let Some(report) = preview {
            assert_report_came_true(&report, app.session.position());
            journeys += 1;
        }
    }
    panic!("the game does not end");
}

#[test]
fn whole_games_are_played_by_keyboard_and_previews_come_true() {
    let mut rng = Rng::with_seed(11);
    let mut journeys = 0;
    for (clans, free) in [(3, false), (3, true), (4, false), (4, true)] {
        let seats = if clans == 3 { "random,person,random" } else { "person,random,person,random" };
        let mut app = app_with(start(clans, free), seats, settings());
        journeys += play_to_the_end(&mut app, &mut rng);
        let record = app.session.record();
        assert_eq!(record.to_string().parse(), Ok(record));
        let words = app.words();
        let result = wording::result(words, app.session.position(), &|clan| app.session.who(words, clan)).unwrap();
        for window in [WIDE, SMALL] {
            let screen = shown(&mut app, window);
            assert!(shows(&screen, &result, app.areas().unwrap().now), "{result:?} is not in\n{screen}");
        }
    }
    assert!(journeys >= 10, "{journeys} journeys were sent by hand");
}

#[test]
fn computer_players_play_a_whole_game_and_can_be_paused() {
    let mut app = app("random,greedy,random,uct:2");
    press(&mut app, KeyCode::Char(' '));
    for _ in 0..50 {
        app.tick().unwrap();
    }
    assert_eq!(app.session.played(), 0);
    assert!(shown(&mut app, SMALL).contains("Paused"));
    press(&mut app, KeyCode::Char(' '));
    settle(&mut app);
    assert!(app.session.position().is_over());
    // Undo pauses them, or they would replay the turn at once.
    press(&mut app, KeyCode::Char('u'));
    assert!(app.paused && !app.session.position().is_over());
}

#[test]
fn keys_undo_and_redo() {
    let mut app = app("person,random,random");
    type_text(&mut app, ":");
    type_text(&mut app, "A@d");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.note.as_deref(), Some("Astrologer in D: the space is taken by blue. (Rule R3.2)"));
    for _ in 0..2 {
        settle(&mut app);
        press(&mut app, KeyCode::Char('p'));
        press(&mut app, KeyCode::Enter);
    }
    settle(&mut app);
    let text = app.session.record().to_string();
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.session.played(), 3);
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.session.played(), 0);
    press(&mut app, KeyCode::Char('u'));
    assert_eq!(app.note.as_deref(), Some("Nothing to undo."));
    press(&mut app, KeyCode::Char('U'));
    press(&mut app, KeyCode::Char('U'));
    assert_eq!(app.session.record().to_string(), text);
    press(&mut app, KeyCode::Char('U'));
    assert_eq!(app.note.as_deref(), Some("Nothing to redo."));
}

#[test]
fn a_half_made_move_can_be_cancelled() {
    let mut app = app("person,person,person,person");
    press(&mut app, KeyCode::Char('r'));
    let first = app.cursor().unwrap();
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.chosen(), Some(first));
    press(&mut app, KeyCode::Esc);
    assert_eq!((app.chosen(), app.session.pending, app.session.played()), (None, PendingMove::Open, 0));
}

#[test]
fn the_second_click_plays_in_both_layouts() {
    for window in [WIDE, SMALL] {
        let mut app = app("person,person,person,person");
        app.resize(window);
        let priest = Space::new(Village::A, Guild::Priest);
        click(&mut app, Spot::Space(priest));
        assert_eq!(app.session.played(), 0);
        assert!(shown(&mut app, window).contains("Enter: place a Priest in A."));
        click(&mut app, Spot::Space(priest));
        assert_eq!(app.session.record().moves().collect::<Vec<_>>(), [Move::Place { space: priest }]);
        // Blue's two masters in f: one click chooses the first, two clicks on the second play.
        let [fire, healer] = [Guild::Firekeeper, Guild::Healer].map(|guild| Spot::Space(Space::new(Village::F, guild)));
        click(&mut app, fire);
        assert_eq!(app.chosen(), Some(fire));
        click(&mut app, healer);
        click(&mut app, healer);
        assert_eq!(app.session.record().moves().nth(1).unwrap().to_string(), "+F@f+H@f");
        // Violet cannot place here, and the note says why.
        click(&mut app, Spot::Space(Space::new(Village::B, Guild::Rainmaker)));
        assert_eq!(
            app.note.as_deref(),
            Some("Violet has no master in village B, so it can’t place one there. (Rule R3.1)")
        );
        type_text(&mut app, ":P@l");
        press(&mut app, KeyCode::Enter);
        type_text(&mut app, ":+R@i+H@i");
        press(&mut app, KeyCode::Enter);
        type_text(&mut app, ":P@b");
        press(&mut app, KeyCode::Enter);
        assert_eq!(app.session.played(), 5);
        // Blue's students leave f for e: a click anywhere in the village counts.
        click(&mut app, Spot::Village(Village::F));
        click(&mut app, Spot::Space(Space::new(Village::E, Guild::Rainmaker)));
        assert!(app.journey_preview().is_some_and(|report| report.to == Village::E));
        click(&mut app, Spot::Village(Village::E));
        assert_eq!(app.session.record().moves().last().unwrap().to_string(), "f>e");
    }
}

#[test]
fn games_are_saved_after_every_turn_and_resumed_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let data = || folder.path().as_os_str().to_owned();
    let variable = |name: &str| (name == "XDG_DATA_HOME").then(data);
    let args = |seats: Option<&str>, resume: bool, record: Option<PathBuf>| PlayArgs {
        players: None,
        seats: seats.map(String::from),
        setup: SetupArg::Free,
        options: "recruit=up-to-two".to_string(),
        language: None,
        seed: None,
        save: None,
        resume,
        record,
    };
    let at_table = |args: &PlayArgs| {
        let table = table::prepare(args, variable)?;
        let settings = Settings { save: table.save, ..settings() };
        Ok::<(App, bool), String>((App::new(table.session, settings), table.unfinished))
    };
    assert!(at_table(&args(None, true, None)).is_err(), "there is nothing to resume");

    let (mut app, unfinished) = at_table(&args(Some("person,greedy,random"), false, None)).unwrap();
    app.resize(WIDE);
    assert!(!unfinished);
    let file = app.save_file().unwrap().clone();
    for turn in 1..=9 {
        settle(&mut app);
        press(&mut app, KeyCode::Tab);
        press(&mut app, KeyCode::Enter);
        press(&mut app, KeyCode::Enter);
        let saved = std::fs::read_to_string(&file).unwrap();
        assert_eq!(saved, app.session.record().to_string());
        assert!(saved.parse::<GameRecord>().unwrap().moves().len() >= turn);
    }
    settle(&mut app);
    let saved = std::fs::read_to_string(&file).unwrap();

    for args in [args(None, true, None), args(None, false, Some(file.clone()))] {
        let (again, _) = at_table(&args).unwrap();
        assert_eq!(again.save_file(), Some(&file));
        assert_eq!(again.session.players(), app.session.players());
        assert_eq!(again.session.position(), app.session.position());
        assert_eq!(again.session.position().options().recruit, RecruitRule::UpToTwo);
        assert_eq!(again.session.record().to_string(), saved);
    }
    let (_, unfinished) = at_table(&args(None, false, None)).unwrap();
    assert!(unfinished, "the other game is offered");
    let overwriting = PlayArgs { save: Some(file), ..args(None, false, None) };
    assert!(at_table(&overwriting).is_err_and(|reason| reason.contains("already exists")));
}

#[test]
fn a_hint_tells_where_to_look_then_the_kind_of_move_then_the_move() {
    let mut app = app("person,random,random,random");
    press(&mut app, KeyCode::Char('h'));
    assert!(app.is_looking_for_advice());
    settle(&mut app);
    let (advice, _) = app.advice.clone().unwrap();
    let mv = advice.candidate.mv;
    assert!(app.session.position().is_legal(mv));
    let words = Language::English.words();
    let coach = &words.coach;
    let place = advice.where_to_look(words, coach);
    let mut told = Vec::new();
    for _ in 0..3 {
        let text = app.advice_words().unwrap();
        let screen = shown(&mut app, WIDE);
        assert!(shows(&screen, &text, app.areas().unwrap().now), "{text:?} is not in\n{screen}");
        told.push(text);
        press(&mut app, KeyCode::Char('h'));
    }
    let more = words.screen.hint_more;
    assert_eq!(told[0], format!("{place} {more}"));
    assert_eq!(told[1], format!("{place} {} {more}", advice.kind(coach)));
    assert!(told[2].starts_with("Red ") && told[2].ends_with(&format!("({mv})")), "{}", told[2]);
    assert!(told[2].contains("Win chance: "), "{}", told[2]);
    assert_eq!(app.advice_words().as_ref(), Some(&told[2]), "there is no more to tell");
    press(&mut app, KeyCode::Char('p'));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.advice, None, "advice is for one turn");
}

#[test]
fn reviewing_shows_earlier_turns_and_the_game_continues() {
    let mut app = app("person,random,random");
    press(&mut app, KeyCode::Char('p'));
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    press(&mut app, KeyCode::Home);
    assert_eq!(app.session.shown_turns(), 0);
    press(&mut app, KeyCode::Char('.'));
    assert!(shown(&mut app, SMALL).contains("Turn 2 of 4."));
    type_text(&mut app, ":P@a");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.note.as_deref(), Some("Not now: a computer player is moving."));
    press(&mut app, KeyCode::Esc);
    assert!(app.session.person_chooses());
}

/// One refusal of every kind.
fn refusals() -> Vec<IllegalMove> {
    let (clan, guild, village) = (Clan::Red, Guild::Healer, Village::C);
    let (space, also) = (Space::new(village, guild), Space::new(Village::D, Guild::Priest));
    vec![
        IllegalMove::GameOver,
        IllegalMove::PassNotForced { instead: Move::Place { space } },
        IllegalMove::OpeningOnlyPlaces,
        IllegalMove::GuildAlreadyPlaced { clan, guild },
        IllegalMove::OpeningVillageFull { village, tiles: 3, limit: 3 },
        IllegalMove::OpeningClanLimit { village, clan, tiles: 2, limit: 2 },
        IllegalMove::VillageOutOfPlay { village },
        IllegalMove::VillageHasStone { village },
        IllegalMove::NoMasterInVillage { village, clan },
        IllegalMove::SpaceOccupied { space, by: Clan::Blue },
        IllegalMove::NoTileToPlace { clan, guild },
        IllegalMove::NoOwnMaster { space, clan, occupant: None },
        IllegalMove::NoOwnMaster { space, clan, occupant: Some(Clan::Yellow) },
        IllegalMove::HasStudentAlready { space },
        IllegalMove::TooFewTiles { clan, guild, needed: 2, supply: 1 },
        IllegalMove::SameMasterTwice { space },
        IllegalMove::SecondStudentPossible { recruited: space, also },
        IllegalMove::NotNeighbours { from: village, to: Village::K },
        IllegalMove::BridgeDown { bridge: Bridge::between(village, Village::J).unwrap() },
        IllegalMove::NoStudentToSend { village, clan },
    ]
}

#[test]
fn every_refusal_has_words_in_every_language() {
    let codes: BTreeSet<&str> = refusals().into_iter().map(IllegalMove::code).collect();
    assert_eq!(codes.len(), 19, "one of every kind");
    let mut all = BTreeSet::new();
    for language in Language::ALL {
        for reason in refusals() {
            let text = wording::refusal(language.words(), reason);
            assert!(text.ends_with('.') && !text.contains(['{', '}']), "{language}: {text}");
            assert!(text.starts_with(char::is_uppercase), "{language}: {text}");
            assert!(all.insert(text.clone()), "{language} says it twice: {text}");
        }
    }
    assert_eq!(all.len(), Language::ALL.len() * refusals().len());
}

#[test]
fn refusals_of_typed_moves_are_shown_in_the_language_of_the_game() {
    for language in Language::ALL {
        let reason = IllegalMove::NoStudentToSend { village: Village::A, clan: Clan::Red };
        let expected = wording::refusal_with_rule(language.words(), reason);
        let mut app = app_with(start(4, false), "person,person,person,person", Settings { language, ..settings() });
        type_text(&mut app, "/a>b");
        press(&mut app, KeyCode::Enter);
        let screen = shown(&mut app, SMALL);
        assert!(shows(&screen, &expected, app.areas().unwrap().now), "{expected:?} is not in\n{screen}");
    }
}

#[test]
fn every_size_is_drawn_in_every_language() {
    for language in Language::ALL {
        let mut app = app_with(start(4, false), "person,sage,person,guide", Settings { language, ..settings() });
        for (width, height) in [(1, 1), (20, 5), (80, 22), (80, 24), (115, 60), (116, 42), (120, 50), (250, 80)] {
            app.help = false;
            let screen = shown(&mut app, Size::new(width, height));
            if width >= 80 {
                assert!(screen.contains(language.words().screen.keys) && screen.contains("Ba-Lao"), "{screen}");
                app.help = true;
                let help = shown(&mut app, Size::new(width, height));
                assert!(help.contains(language.words().help.language), "{help}");
            }
        }
    }
    let mut app = app("person,random,random");
    let screen = shown(&mut app, Size::new(20, 5));
    assert!(shows(
        &screen,
        "The window is too small: at least 80×22 is needed.",
        ratatui::layout::Rect::new(0, 0, 20, 5)
    ));
}

#[test]
fn the_longest_preview_can_be_scrolled_in_the_small_window() {
    // Seven students, none of whom finds a space.
    let position: Position = "RRRRRRR/7/7/BBBBBBB/7/7/7/7/7/7/7/7/7 7fffff rbvy r 28 0".parse().unwrap();
    for language in Language::ALL {
        let record = GameRecord::new(Start::Position(position));
        let players = vec!["person".parse().unwrap(); 4];
        let mut app = App::new(Session::resume(record, Some(players)).unwrap(), Settings { language, ..settings() });
        app.resize(SMALL);
        app.session.pending = PendingMove::Destination { from: Village::A };
        click(&mut app, Spot::Village(Village::D));
        let report = app.journey_preview().unwrap();
        let sentences = wording::journey_words(app.words(), &position, &report);
        let area = app.areas().unwrap().preview;
        let first = shown(&mut app, SMALL);
        assert!(shows(&first, &sentences[0], area), "{first}");
        press(&mut app, KeyCode::PageDown);
        let rest = shown(&mut app, SMALL);
        assert!(shows(&rest, sentences.last().unwrap(), area), "{rest}");
        assert!(first != rest || !first.contains('▼'));
    }
}

#[test]
fn without_colours_nothing_is_coloured_and_with_them_something_is() {
    for colours in [false, true] {
        let mut app = app_with(start(4, false), "person,person,person,person", Settings { colours, ..settings() });
        press(&mut app, KeyCode::Char('r'));
        press(&mut app, KeyCode::Enter);
        let terminal = terminal(&mut app, WIDE);
        let coloured = |cell: &ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
        assert_eq!(terminal.backend().buffer().content().iter().any(coloured), colours);
    }
}

#[test]
fn invalid_command_lines_are_refused() {
    let nothing = |_: &str| None::<OsString>;
    let args = |players: Option<u8>, seats: &str, options: &str| PlayArgs {
        players,
        seats: (!seats.is_empty()).then(|| seats.to_string()),
        setup: SetupArg::Card,
        options: options.to_string(),
        language: None,
        seed: None,
        save: None,
        resume: false,
        record: None,
    };
    for (args, reason) in [
        (args(None, "person,person", ""), "--seats names 2 players; 3 or 4 are needed"),
        (args(Some(4), "person,sage,sage", ""), "--seats names 3 players, but --players says 4"),
        (args(None, "person,me,sage", ""), "unknown computer player \"me\""),
        (args(None, "", "stones=10"), "--options: at character 1: \"stones=10\" is not an option"),
    ] {
        let refused = table::prepare(&args, nothing).map(|_| ()).unwrap_err();
        assert!(refused.starts_with(reason), "{refused}");
    }
    let table = table::prepare(&args(Some(3), "", "stones=12"), nothing).unwrap();
    assert_eq!(
        table.session.players().iter().map(|player| player.record_name()).collect::<Vec<_>>(),
        ["person", "bot:pilgrim", "bot:pilgrim"]
    );
    assert_eq!(table.session.position().options().to_string(), "stones=12");
    assert_eq!(table.save, None, "there is no place for it");
}

#[test]
fn the_language_comes_from_the_first_variable_that_is_set() {
    let by = |pairs: &[(&str, &str)]| {
        table::language(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value)))
    };
    assert_eq!(by(&[("LC_ALL", "it_IT.UTF-8"), ("LANG", "de_DE")]), Language::Italian);
    assert_eq!(by(&[("LC_ALL", ""), ("LC_MESSAGES", "nl_NL"), ("LANG", "de_DE")]), Language::Dutch);
    assert_eq!(by(&[("LC_ALL", "C"), ("LANG", "de_DE")]), Language::English);
    assert_eq!(by(&[]), Language::English);
}
