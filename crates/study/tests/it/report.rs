//! The game report: the same for the same game, in agreement with the search, and right about games in which it is clear what happened.

use std::sync::atomic::AtomicBool;

use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Budget, Limits, NoClock, Outlook, Params, Search};
use shangrila_i18n::Language;
use shangrila_rules::record::{GameRecord, Start, Turn};
use shangrila_rules::{Clan, Move, Position};
use shangrila_study::{GameReport, Lapse, ReportMaker, ReportStep, ReportText, StudySearch, TurnReview};
use shangrila_table::wording;

/// A game of random moves after a free set-up.
const RANDOM: &str = include_str!("../../../../fixtures/games/random-four.shangrila");

/// A stored game, and the report on it that every platform makes.
const ENDING: &str = include_str!("../../../../fixtures/reports/ending.shangrila");

/// Red, with two masters, can no longer win; each of its two journeys ends the game. One drives out a blue master, the other a violet one.
const KINGMAKER: &str = "Rryyyyy/bbbbbbb/7/vvvvvvv/7/7/7/7/7/7/7/7/7 000003 rbvy r 90 0";

fn quick() -> StudySearch {
    StudySearch { visits: 24, ..StudySearch::default() }
}

/// The last turns of the random game.
fn late_game() -> GameRecord {
    let whole: GameRecord = RANDOM.parse().unwrap();
    let moves: Vec<Move> = whole.moves().collect();
    let mut position = whole.start.position();
    let from = moves.len() - 30;
    moves[..from].iter().for_each(|&mv| position.play(mv).unwrap());
    played(position, &moves[from..])
}

fn played(start: Position, moves: &[Move]) -> GameRecord {
    let mut record = GameRecord::new(Start::Position(start));
    record.line.turns = moves.iter().map(|&mv| Turn::from(mv)).collect();
    record
}

fn steps(record: &GameRecord, search: StudySearch) -> Vec<ReportStep> {
    let mut maker = ReportMaker::new(record, search);
    std::iter::from_fn(|| maker.step().cloned()).collect()
}

fn report(record: &GameRecord) -> GameReport {
    ReportMaker::new(record, quick()).finish()
}

#[test]
fn the_same_game_gets_the_same_report_also_step_by_step_over_a_wire() {
    let record = late_game();
    let report = report(&record);
    assert_eq!(ReportMaker::new(&record, quick()).finish(), report);
    let lines: Vec<String> = steps(&record, quick()).iter().map(ReportStep::write).collect();
    let read: Vec<ReportStep> = lines.iter().map(|line| ReportStep::read(line).unwrap()).collect();
    let moves: Vec<Move> = record.moves().collect();
    assert_eq!(GameReport::from_steps(record.start.position(), &moves, read.clone()), Some(report));
    assert_eq!(GameReport::from_steps(record.start.position(), &moves[1..], read.clone()), None);
    assert_eq!(GameReport::from_steps(record.start.position(), &moves, read[1..].to_vec()), None);
    for nonsense in ["", "-", "r 0.1", "r 0.1 0.2 0.3 0.4 2", "x 0.1 0.2 0.3 0.4 0;a>b 1 0 0 0 0;-;-"] {
        assert_eq!(ReportStep::read(nonsense), None, "{nonsense}");
    }
}

/// `SHANGRILA_WRITE=1` rewrites the report. The browser test of reports makes it in the app.
#[test]
fn the_report_on_a_stored_game_is_the_stored_one_to_the_last_digit() {
    let record: GameRecord = ENDING.parse().unwrap();
    let steps = steps(&record, StudySearch::default());
    let moves: Vec<Move> = record.moves().collect();
    let report = GameReport::from_steps(record.start.position(), &moves, steps.clone()).unwrap();
    let accuracy = |accuracy: Option<f32>| accuracy.map_or("–".to_string(), |value| format!("{}%", value.round()));
    let players = report.players.iter();
    let players = players.map(|player| format!("accuracy {} {}", player.clan.letter(), accuracy(player.accuracy)));
    let points = report.turning_points.iter().map(|point| format!("turning-point {}", point.turn));
    let lines = players.chain(points).chain(steps.iter().map(ReportStep::write));
    let made: String = lines.flat_map(|line| [line, "\n".to_string()]).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reports/ending.txt");
    if std::env::var_os("SHANGRILA_WRITE").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    assert_eq!(made, std::fs::read_to_string(path).unwrap());
}

#[test]
fn chances_are_those_of_the_search_and_the_last_ones_the_result() {
    let record = late_game();
    let report = report(&record);
    let last = report.positions.len() - 1;
    assert_eq!(report.chances[last], Outlook::of_end(&report.positions[last]).unwrap().wins);
    for turn in (0..last).step_by(5) {
        let position = &report.positions[turn];
        let params = Params { seed: 0, memory: 64 << 20, proof_share: 10.0, ..Params::default() };
        let mut search = Search::new(position, params, network_evaluator);
        let stop = AtomicBool::new(false);
        search.run(&Budget { limits: Limits::visits(24), clock: &NoClock, stop: &stop });
        let analysis = search.analysis(1);
        assert_eq!(report.chances[turn], analysis.outlook.wins);
        let review = &report.turns[turn];
        let best = analysis.lines[0].outlook.wins[review.clan];
        assert_eq!(review.best.wins[review.clan], best.max(review.played.wins[review.clan]));
        assert!(review.loss() <= best + 1e-6);
    }
    for (turn, review) in report.turns.iter().enumerate() {
        let legal = report.positions[turn].legal_moves();
        assert_eq!(review.forced, legal.len() == 1);
        for mv in [&review.best, &review.played].map(|candidate| candidate.mv) {
            assert!(report.positions[turn].is_legal(mv));
        }
        assert_eq!(review.is_best(), review.loss() == 0.0 || review.best.mv == review.played.mv);
    }
}

#[test]
fn giving_away_a_won_game_is_the_costliest_turn_with_the_winning_move_beside_it() {
    // One journey is left. Red's a>d ends the game ahead of blue; a>b leaves blue ahead.
    let position: Position = "RRr4/y6/7/bb5/7/7/7/7/7/7/bbbb3/7/7 000003 rbvy r 90 0".parse().unwrap();
    let won = TurnReview::of(&position, "a>d".parse().unwrap(), quick()).unwrap();
    assert!(won.is_best() && won.loss() == 0.0, "{won:?}");
    let record = played(position, &["a>b".parse().unwrap()]);
    let report = report(&record);
    let review = &report.turns[0];
    assert_eq!((review.best.mv.to_string().as_str(), review.lapse()), ("a>d", Some(Lapse::Blunder)));
    let red = &report.players[0];
    assert_eq!((red.clan, red.worst, red.lapses), (Clan::Red, Some(0), [0, 0, 1]));
    assert!(red.accuracy.unwrap() < 10.0, "{red:?}");
    assert_eq!(report.turning_points[0].new_favourite, Some(Clan::Blue));
    for language in Language::ALL {
        let words = language.words();
        let who = |clan| wording::clan(words, clan);
        let text = ReportText { words, texts: language.game_report(), who: &who, report: &report };
        let told = text.lapse(0).unwrap();
        assert!(told.contains("a>d") && !told.contains(['{', '}']), "{told}");
        assert!(text.turn(0).contains("a>b"), "{}", text.turn(0));
        assert!(text.turning_point(&report.turning_points[0]).contains('→'));
    }
}

#[test]
fn a_player_who_can_no_longer_win_and_decides_who_does_is_a_kingmaker() {
    let position: Position = KINGMAKER.parse().unwrap();
    let report = report(&played(position, &["a>b".parse().unwrap()]));
    assert_eq!(report.kingmaking, [0]);
    let found = report.turns[0].kingmaking.as_ref().unwrap();
    assert_eq!((found.favoured, found.instead), (Clan::Violet, Clan::Blue));
    assert_eq!(found.other.mv.to_string(), "a>d");
    // Nothing was at stake for red, so nothing is said about how well red played.
    assert_eq!((report.players[0].accuracy, report.players[0].worst), (None, None));
    let words = Language::English.words();
    let who = |clan| wording::clan(words, clan);
    let text = ReportText { words, texts: Language::English.game_report(), who: &who, report: &report };
    let told = text.kingmaking(0).unwrap();
    assert!(told.starts_with("Red could no longer win, but decided who would: this move favoured violet."), "{told}");
}

#[test]
fn set_up_is_judged_apart_from_play() {
    let mut record: GameRecord = RANDOM.parse().unwrap();
    record.line.turns.truncate(34);
    let report = report(&record);
    assert!(report.has_setup() && report.is_setup(27) && !report.is_setup(28));
    for player in &report.players {
        assert!(player.setup_accuracy.is_some() && player.accuracy.is_some());
        assert!(player.worst_setup.is_none_or(|turn| turn < 28) && player.worst.is_none_or(|turn| turn >= 28));
        assert_eq!(player.setup_chance, (report.chances[0][player.clan], report.chances[28][player.clan]));
    }
    assert!(!GameReport::has_setup(&super::report::report(&late_game())));
}
