//! The commands about positions and records: output, messages and exit codes.

use crate::program::{command, run, run_with_input, stdout};

const CARD4: &str = "4vvr/1ry4/7/7/3rb2/1v3bb/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy r 28 0";

fn succeeds(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    stdout(&output).to_string()
}

/// Runs a command that must exit with this code and print only an error message, which is returned.
fn fails(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{}", stdout(&output));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn moves_are_listed_in_order_one_per_line() {
    let text = succeeds(&["moves", "card4"]);
    let moves: Vec<&str> = text.lines().collect();
    assert_eq!(moves.len(), 47);
    assert!(moves.is_sorted());
    assert_eq!(succeeds(&["moves", CARD4]), text, "a name is another way to write a position");
    for (name, count) in [("start3", 84), ("start4", 91), ("card3", 56)] {
        assert_eq!(succeeds(&["moves", name]).lines().count(), count, "{name}");
    }
    assert_eq!(succeeds(&["moves", "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0"]), "");
}

#[test]
fn apply_prints_the_position_and_rejects_bad_moves() {
    let after = succeeds(&["apply", "card4", "P@a", "+F@f+H@f"]);
    assert_eq!(after, "3rvvr/1ry4/7/7/3rb2/1v3BB/1b1y1r1/ry1v3/y1b3y/v1r1r2/7/2v2yv/b2by2 7fffff rbvy v 30 0\n");
    assert_eq!(
        fails(&["apply", "card4", "P@a", "P@a"], 1),
        "shangrila: move 2 (P@a) is illegal: blue has no master in village a, so it cannot place one there (R3.1)\n"
    );
    assert!(fails(&["apply", "card4", "nonsense"], 1).starts_with("shangrila: move 1: \"nonsense\" is not a move"));
    assert!(fails(&["apply", "start5", "P@a"], 1).starts_with("shangrila: invalid position: at character 1: "));
    fails(&["apply", "card4"], 2);
}

#[test]
fn bad_command_lines_are_usage_errors() {
    for arguments in [
        &["moves"][..],
        &["nonsense"],
        &["perft", "card4"],
        &["perft", "card4", "-1"],
        &["perft", "card4", "deep"],
        &["bench", "--seconds", "0"],
        &["bench", "--seconds", "x"],
        &["show", "card4", "card3"],
    ] {
        let message = fails(arguments, 2);
        assert!(message.contains("Usage") || message.contains("--help"), "{message}");
    }
    let help = succeeds(&["--help"]);
    for word in ["moves", "apply", "show", "perft", "replay", "bench", "engine", "Leo Colovini"] {
        assert!(help.contains(word), "{word}");
    }
    assert!(succeeds(&["--version"]).starts_with("shangrila"));
}

#[test]
fn impossible_positions_are_rejected_with_the_rule() {
    let text = CARD4.replace("4vvr", "R3vvr").replace("ry1v3", "Ry1v3").replace("7/7", "R6/R6");
    let message = fails(&["moves", &text], 1);
    assert_eq!(
        message,
        "shangrila: invalid position: red has 8 Rainmaker tiles on the board, but owns only 6 (R1.4)\n"
    );
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(succeeds(&["perft", "card4", "0"]), "1\n");
    assert_eq!(succeeds(&["perft", "card4", "2"]), "1965\n");
    let divided = succeeds(&["perft", "card4", "2", "--divide"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 47 + 2);
    let sum: u64 = lines[..47].iter().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 1965);
    assert_eq!(lines[48], "1965");
}

#[test]
fn show_draws_every_village_bridge_and_supply() {
    let text = succeeds(&["show", "card4"]);
    for village in 'a'..='m' {
        assert!(text.contains(&format!("╭ {village} ─")), "village {village}\n{text}");
    }
    let bridges = "ab ad ae ag bc bf cf cj de dg dk ef eh fi gk hi hk hl ij im jm kl lm";
    for bridge in bridges.split(' ') {
        assert!(text.contains(bridge), "bridge {bridge}\n{text}");
    }
    assert!(text.contains("> r red           7         6"), "{text}");
    assert!(text.contains("47 moves: 26 to place, 21 to recruit, 0 journeys"), "{text}");
    assert!(text.trim_end().ends_with(CARD4));
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.contains('/')), "fits eighty columns\n{text}");

    let three = succeeds(&["show", "card3"]);
    assert!(three.contains("c: not used") && !three.contains("bc"), "{three}");
    let over = succeeds(&["show", "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0"]);
    assert!(
        over.contains("The game is over, the last stone has been placed: red and blue share the victory."),
        "{over}"
    );
    assert!(over.contains(" stone "), "{over}");
    let stuck = succeeds(&["show", "R6/7/7/7/7/7/7/7/7/7/b6/7/7 000003 rbvy b 80 0"]);
    assert!(stuck.contains("blue to move, no legal move, must pass."), "{stuck}");
}

#[test]
fn colours_appear_only_where_they_are_wanted() {
    let piped = run(&["show", "card4"]);
    assert!(!piped.stdout.contains(&0x1b), "no colours in a pipe");
    let forced = command(&["show", "card4"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.stdout.contains(&0x1b));
    let refused = command(&["show", "card4"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!refused.stdout.contains(&0x1b));
}

const RECORD: &str =
    "[Rules \"1\"]\n[Seats \"rbvy\"]\n[Setup \"first-game\"]\n[Red \"Ada\"]\n\n8. P@a {Quiet.} +F@f+H@f P@l (A@l)\n";

#[test]
fn replay_prints_games_positions_and_records() {
    let output = run_with_input(&["replay", "-"], RECORD.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.starts_with("4 clans, first-game set-up\n  red: Ada\n\n   1  red     P@a        Quiet.\n"), "{text}");
    assert!(text.ends_with("  4. blue     7 masters in 5 villages\n"), "{text}");

    let positions = run_with_input(&["replay", "-", "--print", "positions"], RECORD.as_bytes());
    assert_eq!(stdout(&positions).lines().count(), 4);
    let record = run_with_input(&["replay", "-", "--print", "record"], RECORD.as_bytes());
    assert!(stdout(&record).ends_with("8. P@a {Quiet.} +F@f+H@f P@l (8. A@l)\n"), "{}", stdout(&record));

    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/random-four.shangrila");
    assert!(succeeds(&["replay", game]).contains("The last stone has been placed; the game is over."));
}

#[test]
fn replay_reports_the_line_of_the_first_bad_move() {
    let bad = RECORD.replace("P@l (A@l)", "\nP@a");
    let output = run_with_input(&["replay", "-"], bad.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(message, "shangrila: -: line 7, column 1: violet plays P@a, but P@a is occupied by red (R3.2)\n");
}

#[test]
fn replay_rejects_files_that_are_not_records() {
    assert!(fails(&["replay", "/no/such/file"], 1).starts_with("shangrila: /no/such/file: "));
    let output = run_with_input(&["replay", "-"], b"[Rules \"1\"]\n\xff\xfe");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2: not UTF-8 text"));
    let output = run_with_input(&["replay", "-"], "x".repeat(10_000_000).as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.len() < 300);
}

#[test]
fn bench_prints_one_object_with_the_agreed_keys() {
    let text = succeeds(&["bench", "--seconds", "0.05", "--json"]);
    assert_eq!(text.lines().count(), 1);
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "playouts_per_second_4p",
            "playouts_per_second_3p",
            "listed_playouts_per_second_4p",
            "listed_playouts_per_second_3p",
            "turns_per_second_4p",
            "turns_per_second_3p"
        ]
    );
    assert!(object.as_object().unwrap().values().all(|value| value.as_u64().is_some_and(|rate| rate > 0)));
    assert!(succeeds(&["bench", "--seconds", "0.05"]).contains("4 clans, sampled moves"));
}

#[test]
fn play_needs_a_terminal() {
    let output = run(&["play"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.starts_with("shangrila: play needs a terminal"), "{message}");
}

#[test]
fn completions_and_man_pages_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert!(script.status.success() && stdout(&script).contains("serve"), "{shell}");
    }
    let folder = tempfile::TempDir::new().unwrap();
    assert!(run(&["manual", folder.path().to_str().unwrap()]).status.success());
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(page("shangrila.1").contains("shangrila\\-serve(1)"));
    assert!(page("shangrila-serve.1").contains("database"));
    assert!(page("shangrila-server-backup.1").contains("keep"));
}
