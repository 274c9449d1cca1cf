//! Parses any text as a position: nothing panics, and whatever parses is consistent and survives a round trip.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shangrila_rules::{Choices, Position, Setup};

fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<Setup>() else { return };
    assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
    let Ok(position) = setup.position() else { return };
    assert_eq!(position.to_string().parse(), Ok(position));
    position.assert_consistent();
    let moves = position.legal_moves();
    assert_eq!(moves.len(), Choices::of(&position).count());
    for mv in &moves {
        let mut next: Position = position;
        next.play(mv).expect("a listed move is legal");
        assert_eq!(next.to_string().parse(), Ok(next));
    }
});
