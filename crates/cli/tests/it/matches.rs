//! Matches between computer players.

use std::path::PathBuf;

use serde_json::Value;

use crate::program::{run, stdout};

/// Plays a match and returns what it prints.
fn play(arguments: &str) -> String {
    let mut all = vec!["match"];
    all.extend(arguments.split(' '));
    let output = run(&all);
    assert_eq!(output.status.code(), Some(0), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    stdout(&output).to_string()
}

fn play_json(arguments: &str) -> Value {
    serde_json::from_str(&play(&format!("{arguments} --json"))).unwrap()
}

/// Runs a match that must fail with this exit code, and returns the message.
fn fails(arguments: &str, code: i32) -> String {
    let mut all = vec!["match"];
    all.extend(arguments.split(' '));
    let output = run(&all);
    assert_eq!(output.status.code(), Some(code), "{arguments}");
    assert!(output.stdout.is_empty(), "{}", stdout(&output));
    String::from_utf8(output.stderr).unwrap()
}

/// The path of a folder that does not exist yet; removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("shangrila-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// The names and contents of its files, sorted by name.
    fn files(&self) -> Vec<(String, String)> {
        let mut files: Vec<_> = std::fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// The value of a record header, or an empty string.
fn header<'a>(text: &'a str, name: &str) -> &'a str {
    let start = format!("[{name} \"");
    text.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]")).unwrap_or("")
}

#[test]
fn equal_bots_win_about_equally_often() {
    for (seats, par) in [("random,random,random", 1.0 / 3.0), ("random,random,random,random", 0.25)] {
        let result = play_json(&format!("--seats {seats} --games 1200 --openings free --visits 1"));
        assert_eq!(result["games"], 1200);
        assert!((number(&result["par"]) - par).abs() < 1e-12);
        let bots = result["bots"].as_array().unwrap();
        let (singles, kind) = bots.split_at(bots.len() - 1);
        let mut sum = 0.0;
        for bot in singles {
            let share = number(&bot["wins"]["mean"]);
            // Four standard errors of independent games.
            let tolerance = 4.0 * (par * (1.0 - par) / 1200.0).sqrt();
            assert!((share - par).abs() < tolerance, "{bot}");
            assert!(number(&bot["wins"]["low"]) < share && share < number(&bot["wins"]["high"]));
            sum += share;
        }
        assert!((sum - 1.0).abs() < 1e-9, "the win shares add up to 1: {sum}");
        assert!(
            (number(&kind[0]["wins"]["mean"]) - par).abs() < 1e-9,
            "all bots are of one kind, so their mean is par: {}",
            kind[0]
        );
        let seats: f64 = result["seats"].as_array().unwrap().iter().map(|seat| number(&seat["mean"])).sum();
        assert!((seats - 1.0).abs() < 1e-9);
        let ended = number(&result["ended"]["last_stone"]) + number(&result["ended"]["all_passed"]);
        assert_eq!(ended, 1200.0);
    }
}

#[test]
fn every_bot_sits_in_every_seat_once_per_round() {
    let folder = Folder::new("rotations");
    play(&format!("--seats uct:2,greedy,random,uct:3 --games 8 --visits 1 --save {}", folder.text()));
    let files = folder.files();
    assert_eq!(files.len(), 8);
    for round in ["1", "2"] {
        for clan in ["Red", "Blue", "Violet", "Yellow"] {
            let games = files.iter().filter(|(_, text)| header(text, "Round") == round);
            let mut bots: Vec<&str> = games.map(|(_, text)| header(text, clan)).collect();
            bots.sort_unstable();
            assert_eq!(bots, ["greedy", "random", "uct:2", "uct:3"], "round {round}, {clan}");
        }
    }
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let played = |threads: u32, seed: u32| {
        let folder = Folder::new(&format!("threads-{threads}-{seed}"));
        let mut result = play_json(&format!(
            "--seats uct,greedy,uct --games 9 --visits 20 --openings random:9 --threads {threads} --seed {seed} --save {}",
            folder.text()
        ));
        // Only the times differ.
        let result = result.as_object_mut().unwrap();
        for name in ["seconds", "threads"] {
            assert!(result.remove(name).is_some());
        }
        for bot in result["bots"].as_array_mut().unwrap() {
            assert!(bot.as_object_mut().unwrap().remove("thinking").is_some_and(|thinking| thinking.is_object()));
        }
        (result.clone(), folder.files())
    };
    let one = played(1, 1);
    assert_eq!(one.1.len(), 9);
    assert_eq!(played(4, 1), one);
    assert_ne!(played(1, 2).1, one.1, "another seed plays different games");
}

#[test]
fn random_openings_are_shared_by_a_round_and_differ_between_rounds() {
    let folder = Folder::new("openings");
    play(&format!("--seats random,greedy,uct:2 --games 6 --visits 1 --openings random:12 --save {}", folder.text()));
    let openings: Vec<String> = folder
        .files()
        .iter()
        .map(|(_, text)| {
            assert_eq!((header(text, "Setup"), header(text, "Openings")), ("free", "random:12"));
            let moves = text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace);
            moves.filter(|word| !word.ends_with('.')).take(12).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(openings.len(), 6);
    assert!(openings[..3].iter().all(|opening| *opening == openings[0]), "{openings:?}");
    assert!(openings[3..].iter().all(|opening| *opening == openings[3]), "{openings:?}");
    assert_ne!(openings[0], openings[3]);
}

#[test]
fn saved_games_can_be_replayed_and_are_never_overwritten() {
    let folder = Folder::new("saved");
    let arguments = format!("--seats greedy,random,random --games 3 --seed 4 --save {}", folder.text());
    play(&arguments);
    let files = folder.files();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["round-00001-1.shangrila", "round-00001-2.shangrila", "round-00001-3.shangrila"]);
    for (name, text) in &files {
        assert_ne!(header(text, "Result"), "*");
        let output = run(&["replay", folder.0.join(name).to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let replayed = stdout(&output);
        assert!(replayed.contains(": greedy\n") && replayed.contains("the game is over."), "{replayed}");
    }
    assert!(fails(&arguments, 1).ends_with("the folder is not empty\n"));
    assert_eq!(folder.files(), files);
    let file = folder.0.join(names[0]);
    let in_the_way = format!("--seats greedy,random,random --games 3 --save {}", file.to_str().unwrap());
    assert!(fails(&in_the_way, 1).starts_with("shangrila: cannot save games in "));
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let better = play_json("--seats uct:50,random,random,random --games 4000 --sprt --threads 2");
    assert_eq!((&better["sprt"]["verdict"], &better["finish"]), (&"h1".into(), &"decided".into()));
    let games = number(&better["games"]);
    assert!((40.0..400.0).contains(&games), "{games}");
    assert_eq!((number(&better["sprt"]["h0"]), number(&better["sprt"]["h1"])), (0.25, 0.3));

    let worse = play("--seats random,uct:50,random --games 3000 --sprt 30:40");
    assert!(worse.contains(" games, decided: A's win rate is closer to 30.0% (H0) than to 40.0% (H1)"), "{worse}");
    let open = play("--seats random,random,random --games 6 --sprt");
    assert!(open.contains("after 6 games, undecided: A's win rate may be 33.3% (H0) or 38.3% (H1)"), "{open}");
}

#[test]
fn tables_start_with_what_was_played() {
    let text = play("--seats uct,random,random --games 4 --time-ms 2 --visits 30");
    assert!(
        text.starts_with(
            "6 games in 2 rounds of 3 rotations (4 requested, 6 make complete rounds), openings card, seed 1, \
             2 ms per move, 30 visits per move, 1 thread, "
        ),
        "{text}"
    );
    let begins = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    for name in ["A uct ", "B random ", "C random ", "BC random "] {
        assert_eq!(begins(name), 3, "{name} in {text}");
    }
    assert!(!play("--seats uct,random,random --games 3 --visits 1").contains("requested"));
}

#[test]
fn a_time_limit_is_kept() {
    let result = play_json("--seats uct,uct,uct --games 3 --time-ms 2 --openings random:40");
    let thinking = &result["bots"][0]["thinking"];
    let mean = number(&thinking["mean_ms"]);
    assert!((2.0..10.0).contains(&mean), "{thinking}");
    let beyond = number(&thinking["percentile_99_ms"]) - 2.0;
    assert!((number(&thinking["percentile_99_beyond_limit_ms"]) - beyond).abs() < 1e-6);
    assert!(number(&thinking["max_ms"]) >= number(&thinking["percentile_99_ms"]));
    assert!((number(&thinking["moves_per_second"]) * mean - 1000.0).abs() < 1e-6);
}

#[test]
fn invalid_match_arguments_are_rejected() {
    for seats in ["random,random", "random,random,random,random,random"] {
        let message = fails(&format!("--seats {seats} --games 1"), 1);
        let count = seats.split(',').count();
        assert_eq!(message, format!("shangrila: --seats names {count} bots; a game needs three or four\n"));
    }
    for (arguments, reason) in [
        ("--games 1", "--seats"),
        ("--seats random,random,random", "--games"),
        ("--seats random,random,nobody --games 1", "unknown computer player \"nobody\""),
        ("--seats random,random,random --games 0", "0"),
        ("--seats random,random,random --games 1 --time-ms 0", "0"),
        ("--seats random,random,random --games 1 --visits 0", "0"),
        ("--seats random,random,random --games 1 --threads 0", "0"),
        ("--seats random,random,random --games 1 --openings random:99", "random:K"),
        ("--seats random,random,random --games 1 --sprt 0.3:0.4", "percentages"),
    ] {
        let message = fails(arguments, 2);
        assert!(message.contains(reason), "{arguments}: {message}");
    }
}

/// Ctrl-C ends a match and reports the complete rounds.
#[cfg(unix)]
#[test]
fn an_interrupted_match_counts_complete_rounds() {
    use crate::program::command;
    use std::process::{Command, Stdio};

    let folder = Folder::new("interrupted");
    let arguments =
        ["match", "--seats", "uct:20,random,random", "--games", "9999999", "--json", "--save", folder.text()];
    let child = command(&arguments).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let limit = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !folder.0.join("round-00002-3.shangrila").exists() && std::time::Instant::now() < limit {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["finish"], "interrupted");
    let games = number(&result["games"]);
    assert!(games >= 6.0 && games % 3.0 == 0.0, "{games}");
    assert_eq!(folder.files().len() as f64, games);
}
