//! The server's clock and calendar.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use shangrila_rules::record::Date;

/// How much faster or slower than real time the server's clock may run to follow the wall clock: 1 in 200.
const LARGEST_SLEW: i128 = 200;

/// Milliseconds since 1970.
///
/// Time between two calls is measured by the monotonic clock, so nobody runs out of time because the machine's clock was set. The
/// difference to the wall clock is made up slowly.
pub(crate) fn now() -> u64 {
    #[cfg(test)]
    if let Some(time) = crate::simulation::time() {
        return time;
    }
    let time = clock().now(wall_clock(), Instant::now());
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

fn clock() -> MutexGuard<'static, ServerClock> {
    static CLOCK: Mutex<ServerClock> = Mutex::new(ServerClock { steady: None, behind: None });
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Follows a clock that showed this time, in milliseconds, at some moment of the time that the answer took. Processes that share a database follow its clock, so
/// that a turn takes as long whichever of them counts.
pub(crate) fn follow(time: u64, took: Duration) {
    #[cfg(test)]
    if crate::simulation::follow(time, took) {
        return;
    }
    clock().follow(time, took, wall_clock());
}

/// The time by the machine's clock, in microseconds since 1970.
fn wall_clock() -> u64 {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_micros() as u64);
    #[cfg(debug_assertions)]
    let wall = wall.saturating_add_signed(crate::test_hooks::clock_shift().saturating_mul(1000));
    wall
}

/// The clock of this process, given the time by the machine's clock in microseconds.
struct ServerClock {
    steady: Option<SteadyClock>,
    /// How far the machine's clock is behind the one that all processes follow, in microseconds; `None` if this process follows none yet.
    behind: Option<i64>,
}

impl ServerClock {
    /// Returns the time in milliseconds.
    fn now(&mut self, wall: u64, steady: Instant) -> u64 {
        let wall = wall.saturating_add_signed(self.behind.unwrap_or(0));
        self.steady.get_or_insert_with(|| SteadyClock::new(wall, steady)).read(wall, steady)
    }

    fn follow(&mut self, time: u64, took: Duration, wall: u64) {
        let theirs = (time as i64).saturating_mul(1000).saturating_add(took.as_micros() as i64 / 2);
        let (behind, uncertainty) = (theirs.saturating_sub(wall as i64), took.as_micros() as i64 / 2 + 1000);
        match self.behind {
            // This process has just started, and nothing has been timed yet: making up an hour slowly would take days.
            None => (self.steady, self.behind) = (None, Some(behind)),
            // A smaller difference may only be the time that the answer took.
            Some(known) if (behind - known).abs() > uncertainty => self.behind = Some(behind),
            Some(_) => {}
        }
    }
}

/// A clock that never jumps.
struct SteadyClock {
    /// In microseconds since 1970.
    time: u64,
    read: Instant,
}

impl SteadyClock {
    fn new(wall: u64, steady: Instant) -> SteadyClock {
        SteadyClock { time: wall, read: steady }
    }

    /// Returns the time in milliseconds, given both clocks.
    fn read(&mut self, wall: u64, steady: Instant) -> u64 {
        let passed = i128::try_from(steady.saturating_duration_since(self.read).as_micros()).unwrap_or(0);
        let difference = i128::from(wall) - (i128::from(self.time) + passed);
        // After a few microseconds there is nothing to make up yet; the next call counts them again.
        let slew = passed / LARGEST_SLEW;
        let correction = difference.clamp(-slew, slew);
        if slew > 0 || difference == 0 {
            self.time = u64::try_from(i128::from(self.time) + passed + correction).unwrap_or(self.time);
            self.read = steady;
            return self.time / 1000;
        }
        u64::try_from(i128::from(self.time) + passed).unwrap_or(self.time) / 1000
    }
}

/// Returns a time in milliseconds since 1970 as UTC: `2026-11-16 13:20:07`.
pub fn utc_time(time: u64) -> String {
    let (date, second) = (day(time).map(|day| day.to_string()).unwrap_or_default(), time / 1000 % 86_400);
    format!("{date} {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

/// Returns the calendar year (UTC) that a time belongs to, from its beginning to its end.
pub(crate) fn year(time: u64) -> Range<u64> {
    let (mut start, mut year) = (0, 1970_u64);
    loop {
        let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let end = start + 86_400_000 * (365 + u64::from(is_leap));
        // No clock shows a year so far away.
        if time < end || year > 9999 {
            return start..end;
        }
        (start, year) = (end, year + 1);
    }
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

    /// 2026-11-16 in microseconds.
    const START: u64 = 1_794_787_200_000_000;
    const HOUR: u64 = 3_600_000_000;

    #[test]
    fn a_jump_of_the_wall_clock_is_made_up_slowly_in_both_directions() {
        for jump in [HOUR as i64 * 24, HOUR as i64 * -24] {
            let begin = Instant::now();
            let mut clock = SteadyClock::new(START, begin);
            let shifted = |passed: u64| (START + passed).saturating_add_signed(jump);
            let mut last = START / 1000;
            for minute in 1..=60 {
                let passed = minute * HOUR / 60;
                let time = clock.read(shifted(passed), begin + Duration::from_micros(passed));
                assert!(time > last, "time never stops");
                last = time;
            }
            let off = last.abs_diff((START + HOUR) / 1000);
            assert!(off > 17_000 && off <= 18_000, "an hour is up to 18 s longer or shorter, not {off} ms");
        }
    }

    #[test]
    fn a_wrong_clock_is_set_at_the_start_and_corrected_slowly_from_then_on() {
        for wrong in [HOUR as i64, -(HOUR as i64)] {
            let begin = Instant::now();
            let mut clock = ServerClock { steady: None, behind: None };
            let machine = |passed: u64| (START + passed).saturating_add_signed(wrong);
            clock.now(machine(0), begin);
            clock.follow(START / 1000, Duration::ZERO, machine(0));
            assert_eq!(clock.now(machine(0), begin), START / 1000);
            // The database moves to a machine whose clock is a minute ahead.
            clock.follow(START / 1000 + 60_000, Duration::ZERO, machine(0));
            let second = begin + Duration::from_secs(1);
            assert_eq!(clock.now(machine(1_000_000), second), START / 1000 + 1005);
        }
    }

    #[test]
    fn a_clock_that_is_read_constantly_follows_as_well() {
        let begin = Instant::now();
        let mut clock = SteadyClock::new(START, begin);
        let mut time = 0;
        for step in 1..=200_000_u64 {
            let passed = step * 10;
            time = clock.read(START + passed + 1_000_000, begin + Duration::from_micros(passed));
        }
        // Two seconds have passed, of which 1 in 200 is 10 ms.
        assert!((START / 1000 + 2008..=START / 1000 + 2010).contains(&time), "{}", time - START / 1000);
    }

    #[test]
    fn times_are_converted_to_dates() {
        for (seconds, expected) in
            [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"), (1_794_700_799, "2026-11-14")]
        {
            assert_eq!(day(seconds * 1000).map(|day| day.to_string()).as_deref(), Some(expected));
        }
        assert_eq!(day(u64::MAX), None);
        for (time, expected) in [
            (0, "1970-01-01 1971-01-01"),
            (1_794_700_799_999, "2026-01-01 2027-01-01"),
            (951_782_400_000, "2000-01-01 2001-01-01"),
        ] {
            let ends = [year(time).start, year(time).end].map(|end| day(end).unwrap().to_string());
            assert_eq!(ends.join(" "), expected);
        }
        assert_eq!(utc_time(1_794_700_799_999), "2026-11-14 23:59:59");
    }
}
