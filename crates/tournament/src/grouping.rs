//! Improves a division into tables: fewer repeated opponents, closer scores.

use crate::history::{EntryNumber, History};

/// What one earlier meeting at a table costs: as much as a difference of 24 points, two wins.
const REPEAT: u64 = 24 * 24;
/// How much effort goes into a round: attempts times players.
const EFFORT: usize = 600;

/// How often each two entrants have met.
pub(crate) struct Meetings {
    entrants: usize,
    counts: Vec<u16>,
}

impl Meetings {
    pub(crate) fn of(history: &History<'_>) -> Meetings {
        let entrants = history.entrants.len();
        let mut counts = vec![0; entrants * entrants];
        for table in history.tables() {
            for &one in &table.seats {
                for &other in table.seats.iter().filter(|&&other| other != one) {
                    counts[usize::from(one) * entrants + usize::from(other)] += 1;
                }
            }
        }
        Meetings { entrants, counts }
    }

    fn between(&self, one: EntryNumber, other: EntryNumber) -> u64 {
        u64::from(self.counts[usize::from(one) * self.entrants + usize::from(other)])
    }
}

/// Who may change places with whom.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Swaps {
    /// Anyone.
    All,
    /// Only those on the same seat.
    SameSeat,
}

/// A way to divide players into tables, and what makes it good or bad.
pub(crate) struct Grouping<'a> {
    pub(crate) meetings: &'a Meetings,
    /// The points of each entrant, by number. Those at a table should have about as many.
    pub(crate) points: &'a [i64],
    pub(crate) swaps: Swaps,
}

impl Grouping<'_> {
    /// Improves groups by exchanging players: until no exchange helps, and then again from a slightly shuffled start.
    pub(crate) fn improve(&self, groups: &mut Vec<Vec<EntryNumber>>, lots: &mut fastrand::Rng) {
        if groups.len() < 2 {
            return;
        }
        self.descend(groups);
        let mut best = (self.total(groups), groups.clone());
        let players: usize = groups.iter().map(Vec::len).sum();
        for _ in 0..EFFORT / players {
            if best.0 == 0 {
                break;
            }
            let mut attempt = best.1.clone();
            for _ in 0..3 {
                self.exchange_at_random(&mut attempt, lots);
            }
            self.descend(&mut attempt);
            let total = self.total(&attempt);
            if total < best.0 {
                best = (total, attempt);
            }
        }
        *groups = best.1;
    }

    fn exchange_at_random(&self, groups: &mut [Vec<EntryNumber>], lots: &mut fastrand::Rng) {
        let one = lots.usize(..groups.len());
        let other = (one + lots.usize(1..groups.len())) % groups.len();
        let seat = lots.usize(..groups[one].len());
        let other_seat = match self.swaps {
            Swaps::All => lots.usize(..groups[other].len()),
            Swaps::SameSeat => seat,
        };
        exchange(groups, (one, seat), (other, other_seat));
    }

    /// Makes every exchange that helps until none does.
    fn descend(&self, groups: &mut [Vec<EntryNumber>]) {
        let mut costs: Vec<u64> = groups.iter().map(|group| self.cost(group)).collect();
        let mut improved = true;
        while improved {
            improved = false;
            for one in 0..groups.len() {
                for other in one + 1..groups.len() {
                    if costs[one] + costs[other] == 0 {
                        continue;
                    }
                    for seat in 0..groups[one].len() {
                        for other_seat in 0..groups[other].len() {
                            if self.swaps == Swaps::SameSeat && seat != other_seat {
                                continue;
                            }
                            exchange(groups, (one, seat), (other, other_seat));
                            let changed = (self.cost(&groups[one]), self.cost(&groups[other]));
                            if changed.0 + changed.1 < costs[one] + costs[other] {
                                (costs[one], costs[other]) = changed;
                                improved = true;
                            } else {
                                exchange(groups, (one, seat), (other, other_seat));
                            }
                        }
                    }
                }
            }
        }
    }

    fn total(&self, groups: &[Vec<EntryNumber>]) -> u64 {
        groups.iter().map(|group| self.cost(group)).sum()
    }

    fn cost(&self, group: &[EntryNumber]) -> u64 {
        let mut cost = 0;
        for (place, &one) in group.iter().enumerate() {
            for &other in &group[place + 1..] {
                let gap = self.points[usize::from(one)].abs_diff(self.points[usize::from(other)]);
                // Squares: two small steps are better than none and a large one.
                cost += REPEAT * self.meetings.between(one, other).pow(2) + gap * gap;
            }
        }
        cost
    }
}

fn exchange(groups: &mut [Vec<EntryNumber>], one: (usize, usize), other: (usize, usize)) {
    let (first, second) = (groups[one.0][one.1], groups[other.0][other.1]);
    groups[one.0][one.1] = second;
    groups[other.0][other.1] = first;
}
