//! When a weekly event takes place, and when seasons begin. Local times follow the time zone, also when clocks change.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};
use shangrila_protocol::{ClubEvent, Season};

/// How many days an event can be away, before or after.
const SPAN: i64 = 8;

/// Whether there is a time zone with this name.
pub(crate) fn is_time_zone(name: &str) -> bool {
    name.len() <= 64 && TimeZone::get(name).is_ok()
}

/// A time at which an event takes place, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence {
    pub(crate) starts: u64,
    pub(crate) ends: u64,
}

/// Returns the occurrence that is going on, or the next one; `None` if the time zone is unknown.
pub(crate) fn current_or_next(event: &ClubEvent, now: u64) -> Option<Occurrence> {
    let zone = TimeZone::get(&event.time_zone).ok()?;
    let today = Timestamp::from_millisecond(now as i64).ok()?.to_zoned(zone.clone()).date();
    (-SPAN..=SPAN)
        .filter_map(|days| occurrence_on(event, &zone, today.checked_add(days.days()).ok()?))
        .find(|one| now < one.ends)
}

/// Returns the occurrence that begins on a day, if it is the right day of the week.
fn occurrence_on(event: &ClubEvent, zone: &TimeZone, day: Date) -> Option<Occurrence> {
    if day.weekday().to_monday_zero_offset() != event.weekday as i8 {
        return None;
    }
    // A time that the clocks leave out is moved by the gap; of one that occurs twice, the first counts.
    let local = day.at((event.minute / 60) as i8, (event.minute % 60) as i8, 0, 0);
    let starts = u64::try_from(local.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond()).ok()?;
    Some(Occurrence { starts, ends: starts + u64::from(event.duration) * 60_000 })
}

/// Returns the beginning and the end of a season so many seasons ago, UTC.
pub(crate) fn season(length: Season, now: u64, ago: u16) -> Option<(u64, u64)> {
    let today = Timestamp::from_millisecond(now as i64).ok()?.to_zoned(TimeZone::UTC).date();
    let (months, first): (i64, i8) = match length {
        Season::Month => (1, today.month()),
        Season::Quarter => (3, (today.month() - 1) / 3 * 3 + 1),
        Season::Year => (12, 1),
    };
    // There is a longest span.
    let back = Span::new().try_months(months * i64::from(ago)).ok()?;
    let from = date(today.year(), first, 1).checked_sub(back).ok()?;
    let to = from.checked_add(months.months()).ok()?;
    let millisecond = |day: Date| {
        let midnight = day.to_zoned(TimeZone::UTC).ok()?;
        u64::try_from(midnight.timestamp().as_millisecond()).ok()
    };
    Some((millisecond(from)?, millisecond(to)?))
}

#[cfg(test)]
mod tests {
    use shangrila_protocol::TableSettings;

    use super::*;

    fn thursdays(time_zone: &str) -> ClubEvent {
        ClubEvent {
            weekday: 3,
            minute: 19 * 60 + 30,
            time_zone: time_zone.to_string(),
            duration: 180,
            tables: 2,
            settings: TableSettings::default(),
        }
    }

    fn at(text: &str) -> u64 {
        text.parse::<Timestamp>().unwrap().as_millisecond() as u64
    }

    #[test]
    fn an_event_is_at_the_same_local_time_in_summer_and_winter() {
        let event = thursdays("Europe/Berlin");
        let starts = |now: &str| current_or_next(&event, at(now)).unwrap().starts;
        assert_eq!(starts("2026-07-01T00:00:00Z"), at("2026-07-02T17:30:00Z"));
        assert_eq!(starts("2026-12-01T00:00:00Z"), at("2026-12-03T18:30:00Z"));
        assert_eq!(starts("2026-12-03T21:29:59Z"), at("2026-12-03T18:30:00Z"), "it is still going on");
        assert_eq!(starts("2026-12-03T21:30:00Z"), at("2026-12-10T18:30:00Z"), "it is over");
        assert!(current_or_next(&thursdays("Middle/Earth"), 0).is_none() && !is_time_zone("Middle/Earth"));
    }

    #[test]
    fn a_night_that_spans_two_days_belongs_to_the_first() {
        let late = ClubEvent { minute: 23 * 60, ..thursdays("Pacific/Auckland") };
        let now = at("2026-06-11T12:30:00Z");
        assert_eq!(current_or_next(&late, now).unwrap().starts, at("2026-06-11T11:00:00Z"));
    }

    #[test]
    fn seasons_begin_with_a_month_a_quarter_or_a_year() {
        let now = at("2026-11-18T14:00:00Z");
        let is = |length, ago, from: &str, to: &str| {
            let midnight = |day: &str| at(&format!("{day}T00:00:00Z"));
            assert_eq!(season(length, now, ago), Some((midnight(from), midnight(to))));
        };
        is(Season::Month, 0, "2026-11-01", "2026-12-01");
        is(Season::Month, 11, "2025-12-01", "2026-01-01");
        is(Season::Quarter, 0, "2026-10-01", "2027-01-01");
        is(Season::Quarter, 4, "2025-10-01", "2026-01-01");
        is(Season::Year, 1, "2025-01-01", "2026-01-01");
        assert_eq!(season(Season::Year, now, u16::MAX), None);
    }
}
