//! Lets bytes choose the set-up, options and moves: listed moves are legal, and every position stays consistent.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shangrila_rules::{Clan, GameOptions, Position, RecruitRule, Seats, Stones};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let mut clans = Clan::ALL;
    clans.rotate_left(usize::from(first & 3));
    let seats = Seats::new(&clans[..3 + usize::from(first >> 2 & 1)]).expect("different clans");
    let options = GameOptions {
        stones: if first & 8 == 0 { Stones::Eleven } else { Stones::Twelve },
        recruit: if first & 16 == 0 { RecruitRule::Two } else { RecruitRule::UpToTwo },
    };
    let mut position =
        if first & 32 == 0 { Position::start(seats, options) } else { Position::first_game(seats, options) };
    for pair in bytes.chunks(2) {
        let list = position.legal_moves();
        let choice = pair.iter().fold(0, |number, &byte| number << 8 | usize::from(byte));
        let Some(mv) = list.get(choice % list.len().max(1)) else { break };
        position.play(mv).expect("a listed move is legal");
        position.assert_consistent();
        let read: Position = position.to_string().parse().expect("a position reads back");
        assert_eq!(read, position);
        assert_eq!(read.hash64(), position.hash64());
    }
});
