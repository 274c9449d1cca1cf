//! The server's clock and calendar.

use std::time::{SystemTime, UNIX_EPOCH};

use shangrila_rules::record::Date;

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as u64);
    #[cfg(test)]
    let time = time + AHEAD.get();
    time
}

#[cfg(test)]
thread_local! {
    /// How far a test has moved the clock of its thread.
    static AHEAD: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Moves the clock of this thread forward, by milliseconds.
#[cfg(test)]
pub(crate) fn pass(milliseconds: u64) {
    AHEAD.set(AHEAD.get() + milliseconds);
}

/// Returns the UTC date of a time; `None` after the year 65535.
pub(crate) fn day(time: u64) -> Option<Date> {
    // Years start in March here, so that the leap day comes last; 400 years have 146,097 days.
    let days = time / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    Date::new(year.try_into().ok()?, month as u8, day as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_converted_to_dates() {
        for (seconds, expected) in
            [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"), (1_794_700_799, "2026-11-14")]
        {
            assert_eq!(day(seconds * 1000).map(|day| day.to_string()).as_deref(), Some(expected));
        }
        assert_eq!(day(u64::MAX), None);
    }
}
