//! The search requests of the engine, and the commands that search: `analyse`, `bench --search`, `blunders`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};
use shangrila_rules::{Move, Position};

use crate::program::{command, run, stdout};

/// A running engine process.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = command(&["engine"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    fn send(&mut self, request: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{request}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.send(request);
        self.receive()
    }

    /// Closes the input and returns all remaining answers.
    fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        let lines: Vec<String> = self.output.by_ref().lines().map(Result::unwrap).collect();
        assert!(self.child.wait().unwrap().success());
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn sum(values: &Value) -> f64 {
    values.as_object().unwrap().values().map(|value| value.as_f64().unwrap()).sum()
}

#[test]
fn best_answers_a_legal_move_with_values_for_every_clan() {
    let mut engine = Engine::start();
    for (name, clans) in [("card4", "rbvy"), ("card3", "rby"), ("start4", "rbvy")] {
        let answer = engine.ask(&json!({"id": 4, "do": "best", "position": name, "visits": 300, "seed": 2}));
        let letters: String = answer["values"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(letters, clans, "in turn order");
        assert!((sum(&answer["values"]) - 1.0).abs() < 1e-3, "{answer}");
        assert!(sum(&answer["scores"]) <= 91.0);
        assert_eq!((&answer["visits"], &answer["proved"]), (&json!(300), &json!(false)));
        let legal = engine.ask(&json!({"id": 5, "do": "moves", "position": name}));
        assert!(legal["moves"].as_array().unwrap().contains(&answer["move"]), "{answer}");
        let again = engine.ask(&json!({"id": 4, "do": "best", "position": name, "visits": 300, "seed": 2}));
        assert_eq!(answer, again, "the same seed and visits");
    }
    assert!(engine.end().is_empty());
}

#[test]
fn all_levels_answer_and_time_limits_end_the_search() {
    let mut engine = Engine::start();
    for level in ["goatherd", "pilgrim", "guide", "abbot", "sage"] {
        let answer =
            engine.ask(&json!({"id": level, "do": "best", "position": "card4", "level": level, "time_ms": 30}));
        assert!(answer["move"].is_string() && answer["id"] == level, "{answer}");
    }
    let timed = engine.ask(&json!({"id": 1, "do": "best", "position": "card4", "time_ms": 20}));
    assert!(timed["visits"].as_u64().unwrap() > 16, "{timed}");
    let threads = engine.ask(&json!({"id": 1, "do": "best", "position": "card4", "visits": 101, "threads": 3}));
    assert_eq!(threads["visits"], 101);
}

#[test]
fn forced_moves_are_answered_at_once() {
    let mut engine = Engine::start();
    let a_day = 86_400_000;
    let over = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0";
    let answer = engine.ask(&json!({"id": 1, "do": "best", "position": over, "time_ms": a_day}));
    assert_eq!(answer["move"], Value::Null);
    assert_eq!((&answer["values"]["r"], &answer["proved"]), (&json!(0.5), &json!(true)));
    let pass = "R6/7/7/7/7/7/7/7/7/7/b6/7/7 000003 rbvy b 80 0";
    assert_eq!(engine.ask(&json!({"id": 1, "do": "best", "position": pass, "time_ms": a_day}))["move"], "pass");
    let analysis = engine.ask(&json!({"id": 1, "do": "analyse", "position": over}));
    assert_eq!((&analysis["lines"], &analysis["partial"]), (&json!([]), &json!(false)));
    let won = "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0";
    let proved = engine.ask(&json!({"id": 1, "do": "best", "position": won, "time_ms": a_day}));
    assert_eq!((&proved["move"], &proved["proved"]), (&json!("l>m"), &json!(true)));
    assert_eq!(proved["values"]["r"], 1.0);
}

#[test]
fn analyses_send_partial_reports_and_stop_on_request() {
    let mut engine = Engine::start();
    engine.send(&json!({"id": 5, "do": "analyse", "position": "card4", "interval_ms": 20, "lines": 3}));
    let (first, second) = (engine.receive(), engine.receive());
    assert_eq!((&first["id"], &first["partial"]), (&json!(5), &json!(true)));
    assert!(second["visits"].as_u64().unwrap() >= first["visits"].as_u64().unwrap());
    let lines = second["lines"].as_array().unwrap();
    assert!((1..=3).contains(&lines.len()));
    assert_eq!(lines[0]["move"], second["move"]);
    for line in lines {
        let mut position: Position =
            "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0".parse().unwrap();
        assert_eq!(line["variation"][0], line["move"]);
        for mv in line["variation"].as_array().unwrap() {
            position.play(mv.as_str().unwrap().parse::<Move>().unwrap()).unwrap();
        }
        assert!((sum(&line["values"]) - 1.0).abs() < 1e-3);
    }
    // Other requests are answered in the meantime.
    engine.send(&json!({"id": 6, "do": "perft", "position": "card4", "depth": 1}));
    engine.send(&json!({"id": 5, "do": "best", "position": "card4", "visits": 10}));
    engine.send(&json!({"id": 7, "do": "stop", "target": 5}));
    let mut answers: BTreeMap<String, Value> = BTreeMap::new();
    while !(answers.contains_key("6") && answers.contains_key("7") && answers.contains_key("final")) {
        let answer = engine.receive();
        let name = match &answer["partial"] {
            Value::Bool(true) => continue,
            Value::Bool(false) => "final".to_string(),
            _ if answer["error"].is_object() => "refused".to_string(),
            _ => answer["id"].to_string(),
        };
        answers.insert(name, answer);
    }
    assert_eq!(answers["6"]["count"], 47);
    assert_eq!(answers["7"], json!({"id": 7, "stopped": true}));
    assert_eq!(answers["refused"]["error"]["code"], "bad_request", "the id of a running search cannot be reused");
    assert_eq!(answers["final"]["id"], 5);
    assert_eq!(engine.ask(&json!({"id": 8, "do": "stop", "target": 5}))["stopped"], false);
    assert!(engine.end().is_empty());
}

#[test]
fn at_the_end_of_input_unlimited_searches_stop_and_limited_ones_finish() {
    let mut engine = Engine::start();
    engine.send(&json!({"id": 1, "do": "analyse", "position": "card4"}));
    engine.send(&json!({"id": 2, "do": "best", "position": "card4", "visits": 3000}));
    let mut rest = engine.end();
    rest.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(rest.len(), 2);
    assert_eq!(rest[0]["partial"], false);
    assert_eq!(rest[1]["visits"], 3000);
}

#[test]
fn invalid_search_requests_are_rejected() {
    let mut engine = Engine::start();
    let best = |more: Value| {
        let mut request = json!({"id": 1, "do": "best", "position": "card4"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    for (request, code, word) in [
        (best(json!({})), "bad_request", "level"),
        (best(json!({"level": "emperor"})), "bad_request", "goatherd"),
        (best(json!({"level": 3})), "bad_request", "level"),
        (best(json!({"visits": 0})), "bad_request", "visits"),
        (best(json!({"visits": -5})), "bad_request", "visits"),
        (best(json!({"visits": 1.5})), "bad_request", "visits"),
        (best(json!({"visits": "many"})), "bad_request", "visits"),
        (best(json!({"visits": 5_000_000_000_u64})), "bad_request", "visits"),
        (best(json!({"time_ms": 0})), "bad_request", "time_ms"),
        (best(json!({"visits": 5, "seed": -1})), "bad_request", "seed"),
        (best(json!({"visits": 5, "threads": 0})), "bad_request", "threads"),
        (best(json!({"visits": 5, "memory_mb": 0})), "bad_request", "memory_mb"),
        (best(json!({"visits": 5, "position": "nonsense"})), "bad_position", "character"),
        (json!({"id": 1, "do": "analyse", "position": "card4", "lines": 0}), "bad_request", "lines"),
        (json!({"id": 1, "do": "analyse", "position": "card4", "interval_ms": 1}), "bad_request", "interval_ms"),
        (json!({"id": 1, "do": "analyse"}), "bad_request", "position"),
        (json!({"id": 1, "do": "stop"}), "bad_request", "target"),
        (json!({"id": 1, "do": "stop", "target": [5]}), "bad_request", "target"),
    ] {
        let answer = engine.ask(&request);
        assert_eq!(answer["error"]["code"], code, "{request}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(word), "{request}: {answer}");
    }
    assert_eq!(engine.ask(&json!({"id": 2, "do": "perft", "position": "card4", "depth": 1}))["count"], 47);
}

#[test]
fn searches_beyond_the_limit_are_rejected_and_the_others_continue() {
    let mut engine = Engine::start();
    for id in 0..70 {
        engine.send(&json!({"id": id, "do": "analyse", "position": "card4", "memory_mb": 1}));
    }
    let refused: Vec<Value> = (0..6).map(|_| engine.receive()).collect();
    assert!(refused.iter().all(|answer| answer["error"]["code"] == "busy"), "{refused:?}");
    assert_eq!(engine.end().len(), 64);
}

#[test]
fn analyse_prints_bars_and_variations() {
    let output = run(&["analyse", "card4", "--visits", "400", "--lines", "3"]);
    let text = stdout(&output);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(text.contains("Turn 1: red to move. 400 visits"), "{text}");
    for word in ["red", "blue", "violet", "yellow", "masters", "expected", " 1. ", " 2. ", " 3. ", "█", "%"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains(" 4. "));
    assert!(text.lines().all(|line| line.chars().count() <= 90), "{text}");
    let proved = run(&["analyse", "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0", "--visits", "400"]);
    assert!(stdout(&proved).contains("l>m") && stdout(&proved).contains("proved"), "{}", stdout(&proved));
    let over = run(&["analyse", "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0"]);
    assert!(stdout(&over).contains("The game is over.") && stdout(&over).contains("50.0%"), "{}", stdout(&over));
    assert_eq!(run(&["analyse", "nonsense"]).status.code(), Some(1));
    assert_eq!(run(&["analyse", "card4", "--visits", "0"]).status.code(), Some(2));
}

#[test]
fn bench_search_prints_rates_and_a_stable_checksum() {
    let output = run(&["bench", "--search", "--seconds", "0.05", "--json"]);
    let figures: Value = serde_json::from_str(stdout(&output)).unwrap();
    for name in ["searched_positions_per_second", "with_random_playouts", "with_uniform_evaluator"] {
        assert!(figures[name].as_u64().unwrap() > 0, "{figures}");
    }
    let again: Value =
        serde_json::from_str(stdout(&run(&["bench", "--search", "--seconds", "0.05", "--json"]))).unwrap();
    assert_eq!(figures["checksum"], again["checksum"], "the same program plays the same moves");
}

#[test]
fn blunders_are_counted() {
    let output =
        run(&["blunders", "--visits", "8", "--factor", "10", "--threads", "2", "--games", "2", "--clans", "3"]);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("2 games of 3 clans") && text.contains("blunder rate: "), "{text}");
}
