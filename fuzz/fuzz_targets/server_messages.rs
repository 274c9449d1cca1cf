//! Any text as what a client says, or as events of a table: never a panic, and what does not fit changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shangrila_protocol::{ClientMessage, NewTable, EventEnvelope, TableState};

fuzz_target!(|text: &str| {
    if let Ok(message) = serde_json::from_str::<ClientMessage>(text) {
        let wire = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<ClientMessage>(&wire).unwrap(), message);
    }
    if let Ok(new) = serde_json::from_str::<NewTable>(text) {
        let _ = new.settings.check();
    }
    let events: Vec<EventEnvelope> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let Some(first) = events.first() else { return };
    let Ok(mut state) = TableState::open("T".parse().unwrap(), first) else { return };
    for event in &events[1..] {
        let before = state.clone();
        if state.apply(event).is_err() {
            assert_eq!(state, before);
        }
        let _ = state.deadline();
        for seat in 0..5 {
            let _ = state.time_left(seat, event.at);
        }
    }
});
