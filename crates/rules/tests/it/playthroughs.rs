//! Golden games: every position, its hash, the number of its legal moves, and the standings at the end.
//!
//! `cargo xtask playthroughs` rewrites them; a difference is a change of the rules and must be intended.

use std::path::Path;

use shangrila_rules::{Choices, Move, Position};

fn check(text: &str) {
    let mut position: Option<Position> = None;
    let mut turns = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [count, hash, played, written] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let read: Position = written.parse().unwrap();
        assert_eq!(read.to_string(), written);
        assert_eq!(*position.get_or_insert(read), read, "{line}");
        assert_eq!(format!("{:016x}", read.hash64()), hash, "{line}");
        let list = read.legal_moves();
        assert_eq!(list.len().to_string(), count, "{line}");
        assert_eq!(Choices::of(&read).count().to_string(), count, "{line}");
        if played == "-" {
            assert!(read.is_over());
            break;
        }
        let mv: Move = played.parse().unwrap();
        position.as_mut().unwrap().play(mv).unwrap();
        turns += 1;
    }
    let end = position.unwrap();
    assert!(end.is_over() && turns > 60);
    let standings: Vec<String> =
        text.lines().filter(|line| line.starts_with("# ")).skip(1).map(str::to_string).collect();
    let replayed: Vec<String> = end
        .standings()
        .iter()
        .map(|standing| {
            format!("# {}. {} {}/{}", standing.place, standing.clan, standing.score.masters, standing.score.villages)
        })
        .collect();
    assert_eq!(standings, replayed);
}

#[test]
fn golden_games_replay_unchanged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/playthroughs");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        check(&std::fs::read_to_string(entry.unwrap().path()).unwrap());
        games += 1;
    }
    assert_eq!(games, 6);
}
