//! `docs/server-protocol.md` against the types: every example is one of them, and none of them is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value, json};
use shangrila_protocol::{
    ClientMessage, Event, EventEnvelope, NoticeKind, Opening, PROTOCOL_VERSION, Problem, Refusal, ServerMessage,
    StandInReason, TimeControl,
};
use shangrila_rules::IllegalMove;

fn document() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server-protocol.md");
    fs::read_to_string(file).unwrap()
}

/// The JSON values in blocks of code and in code spans that contain an object.
fn examples(document: &str) -> Vec<Value> {
    let mut examples = Vec::new();
    for (index, part) in document.split("```").enumerate() {
        let (is_block, text) = (index % 2 == 1, part);
        if is_block && let Some(block) = text.strip_prefix("json\n") {
            for value in Deserializer::from_str(block).into_iter() {
                examples.push(value.unwrap_or_else(|error| panic!("{error} in {block}")));
            }
        }
        if !is_block {
            let spans = text.split('`').skip(1).step_by(2).filter(|span| span.starts_with('{'));
            examples.extend(
                spans.map(|span| {
                    serde_json::from_str::<Value>(span).unwrap_or_else(|error| panic!("{error} in {span}"))
                }),
            );
        }
    }
    examples
}

/// Parses an example and writes it again.
#[track_caller]
fn round_trip<T: DeserializeOwned + Serialize>(example: &Value) {
    let parsed: T = serde_json::from_value(example.clone()).unwrap_or_else(|error| panic!("{error} in {example}"));
    assert_eq!(serde_json::to_value(parsed).unwrap(), *example);
}

/// The names of an enum's variants, taken from the error for an unknown one.
fn variants<T: DeserializeOwned>(unknown: Value) -> BTreeSet<String> {
    let error = serde_json::from_value::<T>(unknown).err().expect("an unknown variant is rejected").to_string();
    let (_, expected) = error.split_once("expected").unwrap_or_else(|| panic!("{error}"));
    let names: BTreeSet<String> = expected.split('`').skip(1).step_by(2).map(str::to_string).collect();
    assert!(names.len() > 1, "{error}");
    names
}

fn reasons_for_illegal_moves() -> BTreeSet<String> {
    variants::<Refusal>(json!({"code": "illegal_move", "why": {"code": "?"}}))
}

#[test]
fn every_example_is_a_message_of_the_protocol() {
    let (mut checked, illegal) = (0, reasons_for_illegal_moves());
    for example in examples(&document()) {
        checked += 1;
        if example.get("do").is_some() {
            round_trip::<ClientMessage>(&example);
        } else if example.get("is").is_some() {
            round_trip::<ServerMessage>(&example);
        } else if example.get("number").is_some() {
            round_trip::<EventEnvelope>(&example);
        } else if example.get("event").is_some() {
            round_trip::<Event>(&example);
        } else if example.get("reason").is_some() {
            round_trip::<Problem>(&example);
            let problem: Problem = serde_json::from_value(example).unwrap();
            assert_eq!(problem.message, problem.reason.to_string());
        } else if let Some(code) = example["code"].as_str() {
            let is_rule = illegal.contains(code);
            round_trip::<Refusal>(&if is_rule { json!({"code": "illegal_move", "why": example}) } else { example });
        } else if example.get("fair").is_some() {
            round_trip::<Opening>(&example);
        } else {
            round_trip::<TimeControl>(&example);
        }
    }
    assert!(checked > 80, "only {checked} examples were found");
}

#[test]
fn no_message_event_or_refusal_is_missing() {
    let examples = examples(&document());
    let shown = |key: &str| -> BTreeSet<String> {
        examples.iter().filter_map(|example| example[key].as_str()).map(str::to_string).collect()
    };
    let missing =
        |all: BTreeSet<String>, shown: BTreeSet<String>| -> Vec<String> { all.difference(&shown).cloned().collect() };
    let nothing: [String; 0] = [];
    assert_eq!(missing(variants::<ClientMessage>(json!({"do": "?"})), shown("do")), nothing);
    assert_eq!(missing(variants::<ServerMessage>(json!({"is": "?"})), shown("is")), nothing);
    assert_eq!(missing(variants::<Event>(json!({"event": "?"})), shown("event")), nothing);
    assert_eq!(missing(variants::<Refusal>(json!({"code": "?"})), shown("code")), nothing);
    assert_eq!(missing(reasons_for_illegal_moves(), shown("code")), nothing);
    let text = document();
    let names = variants::<NoticeKind>(json!("?")).into_iter().chain(variants::<StandInReason>(json!("?")));
    for name in names {
        assert!(text.contains(&format!("`{name}`")), "{name} is not mentioned");
    }
}

#[test]
fn every_reason_for_an_illegal_move_has_its_rule() {
    let document = document();
    for line in document.lines().filter(|line| line.starts_with("| `{\"code\"")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let code: Value = serde_json::from_str(cells[0].trim_start_matches("| ").trim_matches('`')).unwrap();
        let refusal = json!({"code": "illegal_move", "why": code});
        if let Ok(Refusal::IllegalMove { why }) = serde_json::from_value(refusal) {
            let _: IllegalMove = why;
            assert_eq!(cells[1], why.rule(), "{line}");
        }
    }
}

#[test]
fn the_current_version_is_the_first_of_the_list() {
    let document = document();
    let (_, versions) = document.split_once("| version | changes |\n|---|---|\n").unwrap();
    assert!(versions.starts_with(&format!("| {PROTOCOL_VERSION} |")), "the changes of version {PROTOCOL_VERSION}");
}

#[test]
fn the_python_package_and_the_guide_for_bots_speak_the_current_version() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, version) in [
        ("python/src/shangrila/server.py", format!("PROTOCOL_VERSION = {PROTOCOL_VERSION}\n")),
        ("docs/bots.md", format!(r#"{{"is":"welcome","version":{PROTOCOL_VERSION},"#)),
    ] {
        assert!(fs::read_to_string(project.join(file)).unwrap().contains(&version), "{file} does not say {version}");
    }
}

/// Messages with omissions cannot be parsed; the others can, and all of them name a message that exists.
#[test]
fn the_game_in_the_guide_for_bots_consists_of_real_messages() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots.md");
    let text = fs::read_to_string(file).unwrap();
    let game = text.split("```").find(|block| block.trim_start().starts_with("< ")).expect("a game in docs/bots.md");
    let mut messages: Vec<String> = Vec::new();
    for line in game.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("   ") {
            Some(rest) => *messages.last_mut().unwrap() += rest,
            None => messages.push(line.to_string()),
        }
    }
    let server_names = variants::<ServerMessage>(json!({"is": "?"}));
    let client_names = variants::<ClientMessage>(json!({"do": "?"}));
    let mut parsed = 0;
    for message in &messages {
        let (direction, json) = message.split_once(' ').unwrap();
        let name = json.split('"').nth(3).unwrap();
        let names = if direction == "<" { &server_names } else { &client_names };
        assert!(names.contains(name), "{message}");
        if json.contains('…') {
            continue;
        }
        let value: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"));
        match direction {
            "<" => round_trip::<ServerMessage>(&value),
            _ => round_trip::<ClientMessage>(&value),
        }
        parsed += 1;
    }
    assert!(parsed >= 8, "{parsed} of {} messages", messages.len());
}
