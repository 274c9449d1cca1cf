//! Any text, read as client messages and as a table's events: nothing panics, and an event that does not fit changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shangrila_protocol::{ClientMessage, EventEnvelope, NewTable, TableState};
use shangrila_rules::Seat;

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
        for seat in Seat::ALL {
            let _ = state.time_left(seat, event.at);
        }
    }
});
