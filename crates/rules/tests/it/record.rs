//! Game records: round trips, replay, and the errors reported for malformed text.

use crate::play::{POLICIES, Policy, any_late_position, any_options, any_seats, walk};
use fastrand::Rng;
use shangrila_rules::record::{Date, GameRecord, Line, MAX_VARIATION_DEPTH, Mark, Start, Turn};
use shangrila_rules::{Clan, Position};

/// Words with every character that could confuse a parser.
fn any_words(rng: &mut Rng) -> String {
    let pieces = [
        "a", " ", "  ", "\n", "\r\n", "{", "}", "(", ")", "[", "]", "\"", "\\", "\\n", "12.", "R@a", "ß", "山", "\t",
        "*",
    ];
    (0..rng.usize(..8)).map(|_| *rng.choice(&pieces).unwrap()).collect()
}

fn any_comments(rng: &mut Rng) -> Vec<String> {
    if rng.u8(..4) == 0 { (0..rng.usize(1..3)).map(|_| any_words(rng)).collect() } else { Vec::new() }
}

fn any_line(mut position: Position, most: usize, depth: usize, rng: &mut Rng) -> Line {
    let mut line = Line { comments: any_comments(rng), turns: Vec::new() };
    for _ in 0..most {
        let Some(mv) = Policy::Uniform.choose(&position, rng) else { break };
        let mark = if rng.u8(..4) == 0 { rng.choice(Mark::ALL) } else { None };
        let mut turn = Turn { mv, mark, comments: any_comments(rng), variations: Vec::new() };
        if depth < 4 && rng.u8(..6) == 0 {
            for _ in 0..rng.usize(1..3) {
                let most = rng.usize(..5);
                turn.variations.push(any_line(position, most, depth + 1, rng));
            }
        }
        line.turns.push(turn);
        position.play(mv).unwrap();
    }
    line
}

#[test]
fn any_record_survives_a_round_trip() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..300 {
        let (seats, options) = (any_seats(&mut rng), any_options(&mut rng));
        let start = match rng.u8(..3) {
            0 => Start::Free { seats, options },
            1 => Start::FirstGame { seats, options },
            _ => Start::Position(any_late_position(&mut rng)),
        };
        let mut record = GameRecord::new(start);
        for clan in start.position().seats().iter() {
            record.players[clan] = rng.bool().then(|| any_words(&mut rng));
        }
        record.date = rng.bool().then(|| Date::new(rng.u16(..3000), rng.u8(1..=12), rng.u8(1..=28)).unwrap());
        record.other_headers = (0..rng.usize(..3)).map(|index| (format!("Note{index}"), any_words(&mut rng))).collect();
        let most = rng.usize(..150);
        record.line = any_line(start.position(), most, 0, &mut rng);
        assert_eq!(record.replay(), Ok(record.final_position()));
        let text = record.to_string();
        let read: GameRecord = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, record, "{text}");
        assert_eq!(read.to_string(), text);
    }
}

#[test]
fn a_finished_game_states_its_result() {
    let mut rng = Rng::with_seed(2);
    for policy in POLICIES {
        let (seats, options) = (any_seats(&mut rng), any_options(&mut rng));
        let start = Start::FirstGame { seats, options };
        let mut record = GameRecord::new(start);
        walk(start.position(), policy, &mut rng, |_, mv| record.line.turns.extend(mv.map(Turn::from)));
        let text = record.to_string();
        let winners = record.final_position().outcome().unwrap().winners;
        let letters: String = seats.iter().filter(|&clan| winners.contains(clan)).map(Clan::letter).collect();
        assert!(text.contains(&format!("[Result \"{letters}\"]\n[Scores \"")), "{text}");
        assert_eq!(text.parse(), Ok(record));
        let wrong = text.replacen(&format!("[Result \"{letters}\"]"), "[Result \"*\"]", 1);
        let error = wrong.parse::<GameRecord>().unwrap_err().to_string();
        assert!(error.ends_with(&format!("header Result says \"*\", but the moves lead to {letters:?}")), "{error}");
    }
}

const HEADERS: &str = "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n\n";

fn error_after_headers(moves: &str) -> String {
    format!("{HEADERS}{moves}").parse::<GameRecord>().unwrap_err().to_string()
}

#[test]
fn the_first_illegal_move_is_reported_with_its_line_and_reason() {
    assert_eq!(
        error_after_headers("8. P@a A@a\nP@l"),
        "line 5, column 8: blue plays A@a, but blue has no master in village a, so it cannot place one there (R3.1)"
    );
    assert_eq!(
        error_after_headers("8. P@a\n\n  Q@a"),
        "line 7, column 3: \"Q@a\" is not a move; moves are written R@a (place), +R@a+Y@c or +R@a (recruit), a>b (journey), pass"
    );
    assert_eq!(
        error_after_headers("8. P@a\n(P@b (pass) D@a)"),
        "line 6, column 7: red plays pass, but a clan may pass only when it has no other move, but R@a is legal (R7.3)"
    );
}

#[test]
fn a_malformed_record_is_refused_with_the_place_of_the_error() {
    for (moves, expected) in [
        ("8. P@a {no end", "line 5, column 8: unterminated comment"),
        ("8. P@a {no end\\", "line 5, column 8: unterminated comment"),
        ("8. P@a (P@b", "line 5, column 8: unterminated variation"),
        ("8. P@a )", "line 5, column 8: closing bracket without an opening one"),
        ("8. P@a }", "line 5, column 8: closing bracket without an opening one"),
        ("(P@a)", "line 5, column 1: a variation must follow the move it replaces"),
        ("8. P@a\n[Date \"2026-01-01\"]", "line 6, column 1: headers must come before the moves"),
    ] {
        assert_eq!(error_after_headers(moves), expected, "{moves}");
    }
    for (text, expected) in [
        ("", "line 1, column 1: header Rules is missing"),
        ("[Rules \"1\"]", "line 1, column 12: header Seats is missing"),
        ("[Rules \"2\"]", "line 1, column 1: header Rules: this program supports version 1, not \"2\""),
        ("[Rules \"1\"]\n[Rules \"1\"]", "line 2, column 1: header Rules is given twice"),
        ("[Rules 1]", "line 1, column 1: a header must look like [Name \"value\"]"),
        ("[Rules \"1\"", "line 1, column 1: a header must look like [Name \"value\"]"),
        ("[\"1\"]", "line 1, column 1: a header must look like [Name \"value\"]"),
        ("[Rules \"1", "line 1, column 8: unterminated header value"),
        (
            "[Rules \"1\"]\n[Seats \"rb\"]",
            "line 2, column 1: header Seats: at character 1: 2 clans are seated, but the game is for 3 or 4",
        ),
        ("[Rules \"1\"]\n[Seats \"rby\"]\n[Violet \"Vi\"]", "line 3, column 1: header Violet: violet does not play"),
        (
            "[Rules \"1\"]\n[Seats \"rby\"]\n[Date \"2026-02-30\"]",
            "line 3, column 1: header Date: a date must look like 2026-11-15",
        ),
        (
            "[Rules \"1\"]\n[Seats \"rby\"]\n[Options \"x\"]",
            "line 3, column 1: header Options: at character 1: \"x\" is not an option (stones=11, stones=12, recruit=two, recruit=up-to-two)",
        ),
        (
            "[Rules \"1\"]\n[Seats \"rby\"]\n[Setup \"x\"]",
            "line 3, column 1: header Setup: neither free nor first-game nor a position (at character 1: there must be 13 villages, not 1)",
        ),
        (
            "[Rules \"1\"]\n[Seats \"bry\"]\n[Setup \"7/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 0 0\"]",
            "line 2, column 1: header Seats: contradicts the position in header Setup",
        ),
        (
            "[Rules \"1\"]\n[Seats \"rby\"]\n[Result \"r\"]",
            "line 3, column 1: header Result says \"r\", but the moves lead to \"*\"",
        ),
    ] {
        assert_eq!(text.parse::<GameRecord>().unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn nesting_of_variations_is_limited() {
    let nested = |depth: usize| format!("{HEADERS}P@a {}{}", "(P@a ".repeat(depth), ")".repeat(depth));
    assert!(nested(MAX_VARIATION_DEPTH).parse::<GameRecord>().is_ok());
    let error = nested(MAX_VARIATION_DEPTH + 1).parse::<GameRecord>().unwrap_err().to_string();
    assert_eq!(error, "line 5, column 165: variations are nested more than 32 deep");
    let bottomless = format!("{HEADERS}P@a {}", "(P@a ".repeat(2_000_000));
    assert!(bottomless.parse::<GameRecord>().is_err());
}

#[test]
fn the_number_of_headers_is_limited() {
    let headers = |count: usize| (0..count).map(|n| format!("[N{n} \"\"]\n")).collect::<String>();
    let kept: GameRecord = format!("{}{HEADERS}", headers(253)).parse().unwrap();
    assert_eq!(kept.other_headers.len(), 253);
    let error = format!("{HEADERS}{}", headers(700_000)).parse::<GameRecord>().unwrap_err().to_string();
    assert_eq!(error, "line 258, column 1: more than 256 headers");
}

#[test]
fn a_byte_order_mark_is_ignored() {
    assert!(format!("\u{feff}{HEADERS}").parse::<GameRecord>().is_ok());
}

#[test]
fn only_days_of_the_calendar_are_dates() {
    for text in ["2026-11-15", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
        assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
    }
    for text in [
        "2026-13-01",
        "2025-02-29",
        "1900-02-29",
        "2026-04-31",
        "2026-00-10",
        "2026-01-00",
        "26-01-01",
        "2026/01/01",
        "2026-1-01",
        "+026-01-01",
        "",
    ] {
        assert!(text.parse::<Date>().is_err(), "{text}");
    }
}
