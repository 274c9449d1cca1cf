//! Clock texts, and when a clock is running low.

use shangrila_i18n::OnlineWords;
use shangrila_protocol::TimeControl;

/// A live clock always warns below this many milliseconds.
const SHORT: u64 = 20_000;
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

/// Formats the remaining milliseconds as days and hours, `h:mm:ss` or `m:ss`.
pub(super) fn text(words: &OnlineWords, left: u64) -> String {
    // Rounded up, so that the clock shows 0:00 only when time is up.
    let seconds = left.div_ceil(1000);
    let (hours, minutes, rest) = (seconds / HOUR, seconds / 60 % 60, seconds % 60);
    match seconds {
        DAY.. => words.days_hours(seconds / DAY, hours % 24),
        HOUR.. => format!("{hours}:{minutes:02}:{rest:02}"),
        _ => format!("{minutes}:{rest:02}"),
    }
}

/// Whether time is running low: less than 20 seconds, or less than a tenth of the total.
pub(super) fn is_short(clock: TimeControl, left: u64) -> bool {
    match clock {
        TimeControl::None => false,
        TimeControl::Live { base, .. } => left < SHORT.max(u64::from(base) * 100),
        TimeControl::Days { days } => left < u64::from(days) * DAY * 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_i18n::Language;

    #[test]
    fn clocks_show_the_remaining_time() {
        let words = &Language::English.words().online;
        let shown = |seconds: u64| text(words, seconds * 1000);
        assert_eq!(shown(0), "0:00");
        assert_eq!(text(words, 1), "0:01", "until time is up");
        assert_eq!(shown(9), "0:09");
        assert_eq!(shown(65), "1:05");
        assert_eq!(shown(3600), "1:00:00");
        assert_eq!(shown(2 * DAY + 5 * HOUR + 59), "2 d 5 h");
    }

    #[test]
    fn the_last_tenth_and_the_last_twenty_seconds_are_short() {
        let live = TimeControl::Live { base: 600, increment: 5 };
        assert!(is_short(live, 59_999) && !is_short(live, 60_000));
        let blitz = TimeControl::Live { base: 60, increment: 0 };
        assert!(is_short(blitz, 19_999) && !is_short(blitz, 20_000));
        let days = TimeControl::Days { days: 1 };
        assert!(is_short(days, 2 * HOUR * 1000) && !is_short(days, 3 * HOUR * 1000));
        assert!(!is_short(TimeControl::None, 0));
    }
}
