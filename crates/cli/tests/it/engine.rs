//! The engine protocol over a real pipe (`docs/engine-protocol.md`).

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::program::{command, run_with_input, stdout};
use serde_json::{Value, json};

/// Sends lines and returns the answers.
fn session(lines: &[String]) -> Vec<Value> {
    let output = run_with_input(&["engine"], (lines.join("\n") + "\n").as_bytes());
    assert_eq!(output.status.code(), Some(0), "the engine ends only when its input ends");
    assert!(output.stderr.is_empty());
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(request: Value) -> Value {
    session(&[request.to_string()]).pop().unwrap()
}

#[test]
fn moves_are_canonical_and_sorted_as_text() {
    let answer = ask(json!({"id": 1, "do": "moves", "position": "card4"}));
    assert_eq!(answer["id"], 1);
    let moves: Vec<&str> = answer["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(moves.len(), 47);
    assert!(moves.is_sorted());
    let over = ask(json!({"id": 1, "do": "moves", "position": "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0"}));
    assert_eq!(over, json!({"id": 1, "moves": []}));
    let pass = ask(json!({"id": 1, "do": "moves", "position": "R6/7/7/7/7/7/7/7/7/7/b6/7/7 000003 rbvy b 80 0"}));
    assert_eq!(pass["moves"], json!(["pass"]));
}

#[test]
fn play_answers_with_position_scores_and_winners() {
    let answer = ask(json!({"id": "x", "do": "play", "position": "card4", "moves": ["P@a", "+H@f+F@f"]}));
    assert_eq!(
        answer.to_string(),
        concat!(
            r#"{"id":"x","position":"3rvvr/1ry4/7/7/3rb2/1v3BB/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy v 30 0","#,
            r#""over":false,"scores":{"r":{"masters":8,"villages":6},"b":{"masters":7,"villages":5},"#,
            r#""v":{"masters":7,"villages":5},"y":{"masters":7,"villages":6}},"winners":[]}"#
        )
    );
    let end = ask(
        json!({"id": 2, "do": "play", "position": "R6/7/7/7/7/7/7/7/7/7/7/7/b6 000003 rbvy r 80 0", "moves": ["a>b"]}),
    );
    assert_eq!(end["over"], true);
    assert_eq!(end["winners"], json!(["r"]));
    assert!(end["position"].as_str().unwrap().ends_with("000002 rbvy - 81 0"));
    let shared = ask(
        json!({"id": 2, "do": "play", "position": "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 brvy - 120 0", "moves": []}),
    );
    assert_eq!(shared["winners"], json!(["b", "r"]), "in turn order");
}

#[test]
fn perft_counts() {
    assert_eq!(ask(json!({"id": 3, "do": "perft", "position": "card4", "depth": 2})), json!({"id": 3, "count": 1965}));
    assert_eq!(ask(json!({"id": 3, "do": "perft", "position": "start3", "depth": 0}))["count"], 1);
}

#[test]
fn errors_carry_a_code_the_index_and_the_rule() {
    let answer = ask(json!({"id": 4, "do": "play", "position": "card4", "moves": ["P@a", "P@a"]}));
    assert_eq!(
        answer,
        json!({"id": 4, "error": {
            "code": "illegal_move", "rule": "R3.1", "reason": "no_master_in_village", "index": 1,
            "message": "P@a: blue has no master in village a, so it cannot place one there"
        }})
    );
    for (request, code) in [
        (json!({"id": 1, "do": "play", "position": "card4", "moves": ["Q@a"]}), "bad_move"),
        (json!({"id": 1, "do": "play", "position": "card4", "moves": [7]}), "bad_request"),
        (json!({"id": 1, "do": "play", "position": "card4", "moves": "P@a"}), "bad_request"),
        (json!({"id": 1, "do": "play", "position": "card4"}), "bad_request"),
        (json!({"id": 1, "do": "moves"}), "bad_request"),
        (json!({"id": 1, "do": "moves", "position": 7}), "bad_request"),
        (json!({"id": 1, "do": "moves", "position": "nonsense"}), "bad_position"),
        (json!({"id": 1, "do": "perft", "position": "card4"}), "bad_request"),
        (json!({"id": 1, "do": "perft", "position": "card4", "depth": -1}), "bad_request"),
        (json!({"id": 1, "do": "perft", "position": "card4", "depth": 1.5}), "bad_request"),
        (json!({"id": 1, "do": "perft", "position": "card4", "depth": 99}), "bad_request"),
        (json!({"id": 1, "do": "dance"}), "unknown_request"),
        (json!({"id": 1}), "bad_request"),
    ] {
        let answer = ask(request.clone());
        assert_eq!(answer["id"], 1, "{request}");
        assert_eq!(answer["error"]["code"], code, "{request}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    let arrangement = ask(json!({"id": 1, "do": "moves", "position": "v6/7/7/7/7/7/7/7/7/7/7/7/7 7fff2f rby r 40 0"}));
    assert_eq!(arrangement["error"]["rule"], "R2.1");
    let finished = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0";
    let over = ask(json!({"id": 1, "do": "play", "position": finished, "moves": ["pass"]}));
    assert_eq!((&over["error"]["rule"], &over["error"]["reason"]), (&json!("R6.1"), &json!("game_over")));
}

#[test]
fn malformed_lines_get_an_error_and_the_engine_continues() {
    let long = format!("{{\"id\":1,\"do\":\"{}\"}}", "x".repeat(10_000_000));
    let deep = "[".repeat(100_000);
    let mut lines: Vec<String> =
        ["", "   ", "nonsense", "{", "[]", "7", "null", "{}", "{\"id\":null}", "{\"id\":[1]}", "\"id\""]
            .map(str::to_string)
            .to_vec();
    lines.extend([long, deep, r#"{"id":9,"do":"perft","position":"card3","depth":1}"#.to_string()]);
    let answers = session(&lines);
    assert_eq!(answers.len(), lines.len());
    let (last, bad) = answers.split_last().unwrap();
    for (answer, line) in bad.iter().zip(&lines) {
        let short: String = line.chars().take(40).collect();
        assert_eq!(answer["id"], Value::Null, "{short}");
        assert!(answer["error"]["code"].is_string() && answer.to_string().len() < 400, "{short}: {answer}");
    }
    assert_eq!(bad[11]["error"]["code"], "line_too_long");
    assert_eq!(*last, json!({"id": 9, "count": 56}), "the engine still answers");
}

#[test]
fn invalid_utf_8_gets_an_error() {
    let output = run_with_input(&["engine"], b"\xff\xfe\x00\n{\"id\":1,\"do\":\"moves\",\"position\":\"start4\"}");
    let answers: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(answers.len(), 2, "the last line needs no line break");
    assert!(answers[0].starts_with(r#"{"id":null,"error":{"code":"bad_json""#));
    assert!(answers[1].starts_with(r#"{"id":1,"moves":["#));
}

#[test]
fn ids_are_returned_as_written() {
    let numbers = ["0", "-3", "-0", "1.50", "1E+5", "123456789012345678901234567890", "1e999"];
    for id in [&numbers[..], &["\"\"", "\"ü\\n\""]].concat() {
        let output = run_with_input(&["engine"], format!("{{\"id\":{id},\"do\":\"x\"}}\n").as_bytes());
        assert!(stdout(&output).starts_with(&format!("{{\"id\":{id},\"error\"")), "{}", stdout(&output));
    }
}

#[test]
fn out_of_range_numbers_are_accepted_only_in_unknown_fields() {
    let line = |field: &str| format!("{{\"id\":1,\"do\":\"perft\",\"position\":\"card3\",{field}}}");
    let answers =
        session(&[line("\"depth\":1,\"x\":1e999"), line("\"depth\":1e999"), line("\"depth\":18446744073709551616")]);
    assert_eq!(answers[0], json!({"id": 1, "count": 56}));
    for answer in &answers[1..] {
        assert_eq!(answer["error"]["code"], "bad_request", "{answer}");
    }
}

#[test]
fn lone_surrogates_are_invalid_json() {
    for line in [r#"{"id":"\ud800","do":"x"}"#, r#"{"\ud800":1,"id":1}"#] {
        let answer = session(&[line.to_string()]).pop().unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!("bad_json")), "{line}");
    }
}

#[test]
fn every_line_is_answered_before_the_next() {
    let mut child = command(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(stdin, "{}", json!({"id": id, "do": "moves", "position": "start3"})).unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{id},\"moves\":[")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
