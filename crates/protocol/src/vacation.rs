//! Vacations: times in which the clocks of a player's games over days stand still.

use serde::{Deserialize, Serialize};

/// A time in which the clocks of a player stand still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Vacation {
    /// When it began, by the server's clock.
    pub from: u64,
    /// When it ends: when the player ended it or, at the latest, when the allowance is used up.
    pub until: u64,
}

impl Vacation {
    /// Whether it is going on.
    pub fn is_on(&self, now: u64) -> bool {
        (self.from..self.until).contains(&now)
    }

    /// How many milliseconds of a time are part of it.
    pub fn overlap(&self, since: u64, until: u64) -> u64 {
        self.until.min(until).saturating_sub(self.from.max(since))
    }

    /// When so many milliseconds have passed since a time, not counting it.
    pub(crate) fn after(&self, since: u64, left: u64) -> u64 {
        let end = since.saturating_add(left);
        if self.from < end { end.saturating_add(self.until.saturating_sub(self.from.max(since))) } else { end }
    }
}

/// `GET /api/me/vacation`: the caller's vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VacationStatus {
    /// The days of vacation in a calendar year (UTC); 0 if this server has none.
    pub days_a_year: u32,
    /// Those of this year that are left. The present one counts from its beginning, and every day of it that has begun.
    pub days_left: u32,
    /// The present vacation, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Vacation>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_goes_on_where_it_stopped() {
        let vacation = Vacation { from: 100, until: 200 };
        for (since, left, end) in
            [(0, 50, 50), (0, 100, 100), (0, 150, 250), (120, 30, 230), (150, 0, 200), (200, 30, 230)]
        {
            assert_eq!(vacation.after(since, left), end, "{left} from {since}");
            assert_eq!(end - since - vacation.overlap(since, end), left);
        }
        assert_eq!([99, 100, 199, 200].map(|now| vacation.is_on(now)), [false, true, true, false]);
    }
}
