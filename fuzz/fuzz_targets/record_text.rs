//! Parses any text as a record: nothing panics, and whatever parses survives a round trip.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shangrila_rules::record::GameRecord;

fuzz_target!(|text: &str| {
    match text.parse::<GameRecord>() {
        Ok(record) => {
            record.replay().expect("a record that was read is legal");
            assert_eq!(record.to_string().parse(), Ok(record));
        }
        Err(error) => assert!(error.line > 0 && error.column > 0 && error.to_string().len() < 2_000),
    }
});
