//! Parses any text as moves and plays them: nothing panics, and a refused move changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shangrila_rules::{GameOptions, Move, Position, Seats};

fuzz_target!(|text: &str| {
    let mut position = Position::first_game(Seats::FOUR, GameOptions::default());
    for word in text.split(' ') {
        let Ok(mv) = word.parse::<Move>() else { continue };
        assert_eq!(mv.to_string().parse(), Ok(mv));
        let before = position;
        match position.play(mv) {
            Ok(()) => position.assert_consistent(),
            Err(reason) => {
                assert_eq!(position, before);
                assert!(!reason.to_string().is_empty());
                assert!(position.legal_moves().iter().all(|legal| legal != mv));
            }
        }
    }
});
