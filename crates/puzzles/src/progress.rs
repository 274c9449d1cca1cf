//! What somebody has solved: rating, streaks, the repetition of mistakes, and which puzzle comes next.
//!
//! Days are counted from 1 January 1970 in UTC; the caller knows today's. The text form is what the app stores:
//!
//! ```text
//! shangrila-puzzles 1
//! rating 1312.5 97.2
//! streak 3 best 12
//! daily 5 best 9 last 20774
//! 1.17.0.60 answered 2 last 20773 box 0 due 20774
//! ```
//!
//! The last two words of a puzzle are left out when it is not to be repeated.

use core::fmt;
use core::str::FromStr;
use std::collections::BTreeMap;

use crate::list::Puzzles;
use crate::puzzle::{Puzzle, PuzzleId, PuzzleKind};
use crate::rating::SolverRating;

/// After how many days a mistake is repeated: after the mistake itself, and after each time it was solved. Then it is learnt.
pub const INTERVALS: [u64; 4] = [1, 3, 7, 21];

/// A new puzzle is chosen among this many whose ratings are closest to the solver's.
const NEAREST: usize = 8;

/// What is known of a puzzle that somebody has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answered {
    times: u32,
    /// The day of the last answer.
    last: u64,
    /// If it is to be repeated: how often it has been solved since the mistake, and the day.
    repetition: Option<(usize, u64)>,
}

/// What somebody has solved.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    rating: SolverRating,
    streak: u32,
    best_streak: u32,
    daily_streak: u32,
    best_daily_streak: u32,
    /// The day whose puzzle was solved last.
    last_daily: Option<u64>,
    answered: BTreeMap<PuzzleId, Answered>,
}

/// Why a puzzle is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// It was answered wrongly and is repeated today.
    Repetition,
    /// It has not been answered yet.
    New,
    /// All have been answered; this one was longest ago.
    Again,
}

impl Progress {
    /// The rating.
    pub const fn rating(&self) -> SolverRating {
        self.rating
    }

    /// How many puzzles in a row were solved at the first try.
    pub const fn streak(&self) -> u32 {
        self.streak
    }

    /// The longest [`Progress::streak`] so far.
    pub const fn best_streak(&self) -> u32 {
        self.best_streak
    }

    /// How many puzzles have been answered.
    pub fn answered(&self) -> usize {
        self.answered.len()
    }

    /// Whether a puzzle has been answered.
    pub fn has_answered(&self, id: PuzzleId) -> bool {
        self.answered.contains_key(&id)
    }

    /// How many puzzles of the list are to be repeated today.
    pub fn due(&self, puzzles: &Puzzles, day: u64) -> usize {
        self.answered.iter().filter(|(id, answered)| answered.is_due(day) && puzzles.get(**id).is_some()).count()
    }

    /// On how many days in a row, up to today or yesterday, the puzzle of the day was solved.
    pub fn daily_streak(&self, today: u64) -> u32 {
        if self.last_daily.is_some_and(|last| last + 1 >= today) { self.daily_streak } else { 0 }
    }

    /// The longest [`Progress::daily_streak`] so far.
    pub const fn best_daily_streak(&self) -> u32 {
        self.best_daily_streak
    }

    /// Whether the puzzle of a day has been solved.
    pub fn has_solved_daily(&self, day: u64) -> bool {
        self.last_daily == Some(day)
    }

    /// Records the first answer to a puzzle that was shown. Only the first time that it is shown at all counts for the rating.
    pub fn record(&mut self, puzzle: &Puzzle, solved: bool, today: u64) {
        let before = self.answered.get(&puzzle.id).copied();
        if before.is_none() {
            self.rating = self.rating.after(puzzle.rating, solved);
        }
        self.streak = if solved { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        let stage = match (before.and_then(|before| before.repetition), solved) {
            (_, false) => Some(0),
            // Solved again before its day: the day stays.
            (Some((stage, due)), true) if due > today => {
                self.set(puzzle.id, before, today, Some((stage, due)));
                return;
            }
            (Some((stage, _)), true) => Some(stage + 1).filter(|&stage| stage < INTERVALS.len()),
            (None, true) => None,
        };
        let repetition = stage.map(|stage| (stage, today + INTERVALS[stage]));
        self.set(puzzle.id, before, today, repetition);
    }

    fn set(&mut self, id: PuzzleId, before: Option<Answered>, today: u64, repetition: Option<(usize, u64)>) {
        let times = before.map_or(0, |before| before.times).saturating_add(1);
        self.answered.insert(id, Answered { times, last: today, repetition });
    }

    /// Records that the puzzle of a day was solved, at whichever try.
    pub fn record_daily(&mut self, today: u64) {
        if self.last_daily.is_some_and(|last| last >= today) {
            return;
        }
        self.daily_streak = self.daily_streak(today) + 1;
        self.best_daily_streak = self.best_daily_streak.max(self.daily_streak);
        self.last_daily = Some(today);
    }

    /// The puzzle that comes next, of one kind or of all: a mistake that is due, or a new one of about the solver's rating, or the one
    /// answered longest ago. `current` is not chosen unless it is the only one. The same `random` number chooses the same puzzle.
    pub fn next<'a>(
        &self,
        puzzles: &'a Puzzles,
        kind: Option<PuzzleKind>,
        current: Option<PuzzleId>,
        today: u64,
        random: u64,
    ) -> Option<(&'a Puzzle, Occasion)> {
        let fits = |puzzle: &&Puzzle| kind.is_none_or(|kind| puzzle.kind == kind);
        let others: Vec<&Puzzle> =
            puzzles.all().iter().filter(fits).filter(|puzzle| Some(puzzle.id) != current).collect();
        let due = others.iter().filter_map(|puzzle| {
            let answered = self.answered.get(&puzzle.id).filter(|answered| answered.is_due(today))?;
            Some((answered.repetition?.1, puzzle))
        });
        if let Some((_, puzzle)) = due.min_by_key(|(day, puzzle)| (*day, puzzle.id)) {
            return Some((puzzle, Occasion::Repetition));
        }
        let mut new: Vec<&Puzzle> = others.iter().copied().filter(|puzzle| !self.has_answered(puzzle.id)).collect();
        new.sort_by_key(|puzzle| ((f64::from(puzzle.rating) - self.rating.rating).abs() as u64, puzzle.id));
        new.truncate(NEAREST);
        if !new.is_empty() {
            return Some((new[(random % new.len() as u64) as usize], Occasion::New));
        }
        let last = |puzzle: &&&Puzzle| self.answered.get(&puzzle.id).map(|answered| answered.last);
        let again = others.iter().min_by_key(last).copied();
        again.or_else(|| puzzles.all().iter().find(fits)).map(|puzzle| (puzzle, Occasion::Again))
    }
}

impl Answered {
    fn is_due(&self, today: u64) -> bool {
        self.repetition.is_some_and(|(_, due)| due <= today)
    }
}

const HEADER: &str = "shangrila-puzzles 1";

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { streak, best_streak, daily_streak, best_daily_streak, .. } = self;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "rating {:.1} {:.1}", self.rating.rating, self.rating.deviation)?;
        writeln!(f, "streak {streak} best {best_streak}")?;
        if let Some(last) = self.last_daily {
            writeln!(f, "daily {daily_streak} best {best_daily_streak} last {last}")?;
        }
        for (id, Answered { times, last, repetition }) in &self.answered {
            write!(f, "{id} answered {times} last {last}")?;
            if let Some((stage, due)) = repetition {
                write!(f, " box {stage} due {due}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The text is not somebody's progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressError {
    /// The line that cannot be read, counted from 1.
    pub line: usize,
}

impl fmt::Display for ProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} cannot be read", self.line)
    }
}

impl core::error::Error for ProgressError {}

impl FromStr for Progress {
    type Err = ProgressError;

    fn from_str(text: &str) -> Result<Progress, ProgressError> {
        let mut progress = Progress::default();
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(ProgressError { line: 1 });
        }
        for (index, line) in lines.enumerate() {
            progress.read_line(line).ok_or(ProgressError { line: index + 2 })?;
        }
        Ok(progress)
    }
}

impl Progress {
    fn read_line(&mut self, line: &str) -> Option<()> {
        /// Days beyond this are nonsense, and sums of days cannot overflow below it.
        const LAST_DAY: u64 = 1_000_000;
        let day = |text: &str| text.parse().ok().filter(|&day: &u64| day <= LAST_DAY);
        let number = |text: &str| text.parse::<u32>().ok();
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["rating", rating, deviation] => {
                let within = |text: &str, low, high| text.parse().ok().filter(|value| (low..=high).contains(value));
                let (rating, deviation) = (within(rating, 100.0, 3500.0)?, within(deviation, 1.0, 350.0)?);
                self.rating = SolverRating { rating, deviation };
            }
            ["streak", streak, "best", best] => (self.streak, self.best_streak) = (number(streak)?, number(best)?),
            ["daily", streak, "best", best, "last", last] => {
                (self.daily_streak, self.best_daily_streak) = (number(streak)?, number(best)?);
                self.last_daily = Some(day(last)?);
            }
            [id, "answered", times, "last", last, ref rest @ ..] => {
                let repetition = match rest {
                    [] => None,
                    ["box", stage, "due", due] => {
                        let stage = stage.parse().ok().filter(|&stage: &usize| stage < INTERVALS.len())?;
                        Some((stage, day(due)?))
                    }
                    _ => return None,
                };
                let answered = Answered { times: number(times)?, last: day(last)?, repetition };
                self.answered.insert(id.parse().ok()?, answered);
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::LINE;

    const TODAY: u64 = 20_773;

    /// Puzzles rated 800, 900, and so on.
    fn puzzles(count: u32) -> Puzzles {
        let line = |number: u32| {
            let line = LINE.replace(", +A@a 31 pass", "").replace("1.17.0.60", &format!("1.{number}.0.60"));
            line.replace("endgame 900", &format!("endgame {}", 800 + 100 * number))
        };
        (0..count).map(line).collect::<Vec<_>>().join("\n").parse().unwrap()
    }

    fn round_trip(progress: &Progress) -> Progress {
        progress.to_string().parse().unwrap()
    }

    #[test]
    fn new_puzzles_near_the_rating_come_first_and_all_come_once() {
        let puzzles = puzzles(20);
        let mut progress = Progress::default();
        let (first, occasion) = progress.next(&puzzles, None, None, TODAY, 7).unwrap();
        assert_eq!(occasion, Occasion::New);
        assert!((f64::from(first.rating) - progress.rating().rating).abs() <= 400.0, "{}", first.rating);
        let mut current = None;
        for random in 0..20 {
            let (puzzle, occasion) = progress.next(&puzzles, None, current, TODAY, random).unwrap();
            assert_eq!(occasion, Occasion::New);
            assert!(!progress.has_answered(puzzle.id));
            progress.record(puzzle, true, TODAY);
            current = Some(puzzle.id);
        }
        assert_eq!(progress.answered(), 20);
        let (again, occasion) = progress.next(&puzzles, None, current, TODAY, 1).unwrap();
        assert!(occasion == Occasion::Again && Some(again.id) != current);
        assert_eq!(progress.next(&puzzles, Some(PuzzleKind::Setup), None, TODAY, 1), None);
        assert_eq!((progress.streak(), progress.best_streak()), (20, 20));
    }

    #[test]
    fn a_mistake_comes_back_after_growing_intervals_until_it_is_learnt() {
        let puzzles = puzzles(3);
        let puzzle = &puzzles.all()[0];
        let mut progress = Progress::default();
        progress.record(puzzle, false, TODAY);
        let mut day = TODAY;
        for interval in INTERVALS {
            assert_eq!(progress.due(&puzzles, day + interval - 1), 0);
            day += interval;
            assert_eq!(progress.due(&puzzles, day), 1);
            assert_eq!(progress.next(&puzzles, None, None, day, 1), Some((puzzle, Occasion::Repetition)));
            progress.record(puzzle, true, day);
            progress = round_trip(&progress);
        }
        assert_eq!(progress.due(&puzzles, day + 1000), 0);
        progress.record(puzzle, false, day);
        assert_eq!(progress.due(&puzzles, day + 1), 1);
    }

    #[test]
    fn solving_a_mistake_again_on_the_same_day_does_not_count_as_a_repetition() {
        let puzzles = puzzles(1);
        let puzzle = &puzzles.all()[0];
        let mut progress = Progress::default();
        progress.record(puzzle, false, TODAY);
        progress.record(puzzle, true, TODAY);
        assert_eq!(progress.due(&puzzles, TODAY + 1), 1);
        assert_eq!(progress.next(&puzzles, None, Some(puzzle.id), TODAY, 1), Some((puzzle, Occasion::Again)));
    }

    #[test]
    fn only_the_first_answer_to_a_puzzle_counts_for_the_rating() {
        let puzzles = puzzles(1);
        let mut progress = Progress::default();
        progress.record(&puzzles.all()[0], true, TODAY);
        let once = progress.rating();
        assert!(once.rating > SolverRating::default().rating);
        progress.record(&puzzles.all()[0], false, TODAY);
        assert_eq!(progress.rating(), once);
        assert_eq!((progress.streak(), progress.best_streak()), (0, 1));
    }

    #[test]
    fn the_daily_streak_counts_days_in_a_row() {
        let mut progress = Progress::default();
        for day in [TODAY, TODAY, TODAY + 1, TODAY + 2] {
            progress.record_daily(day);
        }
        assert_eq!(progress.daily_streak(TODAY + 3), 3);
        assert_eq!(progress.daily_streak(TODAY + 4), 0);
        progress.record_daily(TODAY + 4);
        assert_eq!((progress.daily_streak(TODAY + 4), progress.best_daily_streak()), (1, 3));
        assert!(progress.has_solved_daily(TODAY + 4) && !progress.has_solved_daily(TODAY + 3));
        // A clock that was set back changes nothing.
        progress.record_daily(TODAY);
        assert_eq!(round_trip(&progress), progress);
        assert_eq!(progress.daily_streak(TODAY + 4), 1);
    }

    #[test]
    fn damaged_texts_are_refused_with_the_line() {
        let puzzles = puzzles(2);
        let mut progress = Progress::default();
        progress.record(&puzzles.all()[0], false, TODAY);
        progress.record_daily(TODAY);
        let text = progress.to_string();
        assert!(text.parse::<Progress>().is_ok());
        let line = |text: &str| text.parse::<Progress>().unwrap_err().line;
        assert_eq!(line(""), 1);
        assert_eq!(line(&text.replace("puzzles 1", "puzzles 2")), 1);
        assert_eq!(line(&text.replace("streak 0", "streak -1")), 3);
        assert_eq!(line(&text.replace("box 0", "box 4")), 5);
        assert_eq!(line(&text.replace(&format!("due {}", TODAY + 1), "due 18446744073709551615")), 5);
        assert_eq!(line(&format!("{text}\nmore")), 6);
        let rating = text.lines().nth(1).unwrap();
        for bad in ["rating NaN 100", "rating 1200 0", "rating inf 100", "rating 1200"] {
            assert_eq!(line(&text.replace(rating, bad)), 2, "{bad}");
        }
    }
}
