//! Vacations: an account has so many days in a calendar year, on which the clocks of its games over days stand still.
//!
//! The row of a vacation is what counts. Its tables are told by an event each, with the times of that row, so it does not matter when they are told:
//! at once, or by another process after a crash. A clock that would run out looks at the rows first.

use std::sync::Arc;
use std::time::Duration;

use shangrila_protocol::{PersonId, Refusal, Vacation, VacationStatus};

use crate::background::keep_running;
use crate::clock::{now, year};
use crate::room::{Rooms, failed};
use crate::store::{StoreError, VacationStore};

/// How often vacations are searched of which tables have to be told.
const SWEEP: Duration = Duration::from_secs(5);
const DAY: u64 = 86_400_000;

/// Begins and ends vacations.
#[derive(Clone)]
pub(crate) struct Vacations {
    store: Arc<dyn VacationStore>,
    rooms: Rooms,
    days_a_year: u32,
}

impl Vacations {
    pub(crate) fn start(store: Arc<dyn VacationStore>, rooms: Rooms, days_a_year: u32) -> Vacations {
        let vacations = Vacations { store, rooms, days_a_year };
        let teller = vacations.clone();
        keep_running("vacations", move || teller.clone().tell_all());
        vacations
    }

    pub(crate) async fn status(&self, person: &PersonId) -> Result<VacationStatus, StoreError> {
        let now = now();
        let known = self.store.vacations(person, year(now).start).await?;
        Ok(VacationStatus {
            days_a_year: self.days_a_year,
            days_left: days_left(&known, now, self.days_a_year),
            now: known.into_iter().find(|vacation| vacation.is_on(now)),
        })
    }

    pub(crate) async fn begin(&self, person: &PersonId) -> Result<(), Refusal> {
        let now = now();
        let known = self.store.vacations(person, year(now).start).await.map_err(failed)?;
        if known.iter().any(|vacation| vacation.is_on(now)) {
            return Ok(());
        }
        let until = longest(&known, now, self.days_a_year).ok_or(Refusal::NoVacation)?;
        self.store.begin_vacation(person, Vacation { from: now, until }).await.map_err(failed)?;
        self.tell_new().await.map_err(failed)
    }

    pub(crate) async fn end(&self, person: &PersonId) -> Result<(), Refusal> {
        self.store.end_vacation(person, now()).await.map_err(failed)?;
        self.tell_new().await.map_err(failed)
    }

    async fn tell_all(self) {
        let mut interval = tokio::time::interval(SWEEP);
        loop {
            interval.tick().await;
            if self.rooms.peers().lead("vacations").await
                && let Err(error) = self.tell_new().await
            {
                tracing::error!(%error, "cannot tell tables of vacations");
            }
        }
    }

    /// Tells tables of vacations that they do not know.
    async fn tell_new(&self) -> Result<(), StoreError> {
        for (person, vacation) in self.store.vacations_to_tell(now()).await? {
            let is_over = vacation.until <= now();
            let mut all_know = true;
            for table in self.store.playing_at(&person).await? {
                all_know &= self.rooms.tell_of_vacation(&table, &person, is_over).await;
            }
            if all_know {
                self.store.told_vacation(&person, vacation, is_over).await?;
            }
        }
        Ok(())
    }
}

/// The days that vacations take of a year: at least one each, and every day that has begun.
fn days_taken(known: &[Vacation], year: &std::ops::Range<u64>) -> u64 {
    known.iter().map(|vacation| vacation.overlap(year.start, year.end).div_ceil(DAY)).sum()
}

/// The days of this year that are left. Of the present vacation, only the part up to now is taken.
fn days_left(known: &[Vacation], now: u64, days_a_year: u32) -> u32 {
    let so_far: Vec<Vacation> =
        known.iter().map(|vacation| Vacation { until: vacation.until.min(now), ..*vacation }).collect();
    u64::from(days_a_year).saturating_sub(days_taken(&so_far, &year(now))) as u32
}

/// When a vacation that begins now ends at the latest; `None` if no day is left. At the end of a year it goes on with the days of the next.
fn longest(known: &[Vacation], now: u64, days_a_year: u32) -> Option<u64> {
    let (year, a_year) = (year(now), u64::from(days_a_year));
    let left = a_year.saturating_sub(days_taken(known, &year));
    let until = now + left * DAY;
    (left > 0).then_some(if until > year.end { year.end + a_year * DAY } else { until })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many days after the beginning of 2026.
    fn day(days: u64) -> u64 {
        1_767_225_600_000 + days * DAY
    }

    #[test]
    fn every_day_that_has_begun_counts_in_its_year() {
        let taken = [Vacation { from: day(10), until: day(12) + 1 }, Vacation { from: day(20), until: day(20) + 5 }];
        assert_eq!(days_left(&taken, day(40), 30), 26);
        assert_eq!(longest(&taken, day(40), 30), Some(day(66)));
        assert_eq!(longest(&taken, day(40), 4), None);
        assert_eq!(longest(&[], day(40), 0), None, "a server without vacations");
    }

    #[test]
    fn a_vacation_goes_on_with_the_days_of_the_next_year() {
        assert_eq!(longest(&[], day(355), 30), Some(day(365 + 30)));
        assert_eq!(longest(&[], day(335), 30), Some(day(365)), "it ends with the year");
        let over_new_year = [Vacation { from: day(360), until: day(370) }];
        assert_eq!(days_left(&over_new_year, day(380), 30), 25);
    }
}
