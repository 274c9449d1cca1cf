//! The time players have, as text, and when it becomes short.

use shangrila_i18n::{OnlineWords, fill};
use shangrila_protocol::Clock;

/// Below this many milliseconds a live clock warns in any case.
const SHORT: u64 = 20_000;
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

/// The time that is left: days and hours, hours, minutes and seconds, or minutes and seconds.
pub(super) fn text(words: &OnlineWords, left: u64) -> String {
    // A clock shows a second until it is over.
    let seconds = left.div_ceil(1000);
    let (hours, minutes, rest) = (seconds / HOUR, seconds / 60 % 60, seconds % 60);
    match seconds {
        DAY.. => fill(words.days_hours, &[("days", &(seconds / DAY)), ("hours", &(hours % 24))]),
        HOUR.. => format!("{hours}:{minutes:02}:{rest:02}"),
        _ => format!("{minutes}:{rest:02}"),
    }
}

/// Whether a seat should hurry: under 20 seconds, or under a tenth of what there was.
pub(super) fn is_short(clock: Clock, left: u64) -> bool {
    match clock {
        Clock::None => false,
        Clock::Live { base, .. } => left < SHORT.max(u64::from(base) * 100),
        Clock::Days { days } => left < u64::from(days) * DAY * 100,
    }
}

/// The time limit of a table in words.
pub(super) fn limit(words: &OnlineWords, clock: Clock) -> String {
    match clock {
        Clock::None => words.no_clock.to_string(),
        Clock::Live { base, increment } => {
            fill(words.live_clock, &[("minutes", &minutes(base)), ("seconds", &increment)])
        }
        Clock::Days { days: 1 } => words.one_day.to_string(),
        Clock::Days { days } => fill(words.days, &[("days", &days)]),
    }
}

fn minutes(seconds: u32) -> String {
    if seconds.is_multiple_of(60) {
        (seconds / 60).to_string()
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn clocks_show_what_is_left() {
        let words = &Language::English.words().online;
        let shown = |seconds: u64| text(words, seconds * 1000);
        assert_eq!(shown(0), "0:00");
        assert_eq!(text(words, 1), "0:01", "as long as something is left");
        assert_eq!(shown(9), "0:09");
        assert_eq!(shown(65), "1:05");
        assert_eq!(shown(3600), "1:00:00");
        assert_eq!(shown(2 * DAY + 5 * HOUR + 59), "2 d 5 h");
    }

    #[test]
    fn the_warning_comes_with_the_last_tenth_or_the_last_seconds() {
        let live = Clock::Live { base: 600, increment: 5 };
        assert!(is_short(live, 59_999) && !is_short(live, 60_000));
        let blitz = Clock::Live { base: 60, increment: 0 };
        assert!(is_short(blitz, 19_999) && !is_short(blitz, 20_000));
        let days = Clock::Days { days: 1 };
        assert!(is_short(days, 2 * HOUR * 1000) && !is_short(days, 3 * HOUR * 1000));
        assert!(!is_short(Clock::None, 0));
    }

    #[test]
    fn limits_are_told_in_minutes_and_days() {
        let words = &Language::English.words().online;
        assert_eq!(limit(words, Clock::Live { base: 90, increment: 5 }), "1:30 min + 5 s a turn");
        assert_eq!(limit(words, Clock::Days { days: 3 }), "3 days a turn");
    }
}
