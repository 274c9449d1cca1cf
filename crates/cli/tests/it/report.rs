//! `shangrila report`: the same output for the same record, in words and as JSON.

use serde_json::Value;

use crate::program::{run, run_with_input, stdout};

/// The last turns of a game of three clans, in which red could end it as the winner and does not.
const RECORD: &str = "[Game \"The Bridges of Shangri-La\"]\n[Rules \"1\"]\n\
    [Setup \"RRr4/y6/7/bb5/7/7/7/7/7/7/bbbb3/7/7 000003 rby r 90 0\"]\n[Red \"Ada\"]\n\n1. a>b\n";

fn report(arguments: &[&str]) -> String {
    let output = run_with_input(&[&["report", "-", "--visits", "60"], arguments].concat(), RECORD.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    stdout(&output).to_string()
}

#[test]
fn a_report_names_the_players_the_lapse_and_the_better_move_in_every_language() {
    let english = report(&["--language", "en"]);
    assert!(english.contains("Ada sends the students from A to B (a>b)"), "{english}");
    assert!(english.contains("Better: Ada sends the students from A to D (a>d)."), "{english}");
    assert_eq!(report(&["--language", "en"]), english);
    for language in ["de", "it", "nl", "fr"] {
        let text = report(&["--language", language]);
        assert!(text.contains("(a>d)") && text != english, "{text}");
    }
}

#[test]
fn json_has_every_turn_with_its_moves_and_chances() {
    let json: Value = serde_json::from_str(&report(&["--json"])).unwrap();
    let turn = &json["turns"][0];
    assert_eq!((&turn["played"]["move"], &turn["best"]["move"]), (&Value::from("a>b"), &Value::from("a>d")));
    assert_eq!(turn["lapse"], "blunder");
    assert_eq!(json["win"][1]["b"], 1.0);
    assert_eq!(json["players"][0]["worst"], 0);
}

#[test]
fn what_cannot_be_reported_on_is_refused() {
    for (arguments, message) in
        [(&["report", "nowhere.shangrila"][..], "nowhere.shangrila: "), (&["report", "-"], "-: ")]
    {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with(&format!("shangrila: {message}")), "{error}");
    }
    assert_eq!(run(&["report", "-", "--visits", "0"]).status.code(), Some(2));
    // The engine does not know that two clans win together.
    let pairs = RECORD.replace("[Red", "[Pairs \"weaker\"]\n[Red");
    let output = run_with_input(&["report", "-"], pairs.as_bytes());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("games of two"), "{error}");
}
