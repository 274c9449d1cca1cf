//! The lessons of the tutorial: positions with a goal, and an answer to every move that misses it.
//!
//! Everything here is a pure function of position and move, so the tests can try every legal move of every lesson. `positions` has the
//! boards, this file the goals, `miss` the answers, and `forced_win` proves that the last lesson stays won.

mod forced_win;
mod miss;
mod positions;

use shangrila_i18n::{LESSONS, Language, LessonText};
use shangrila_rules::{Clan, Fate, JourneyReport, Move, Position, Village};

use crate::session::Session;

pub use forced_win::ForcedWin;
pub use miss::Miss;

/// The positions that a proof may take. Every question of the last lesson needs far fewer.
const PROOF_NODES: u32 = 100_000;

/// A lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// What a village shows: tiles, masters, students.
    Village,
    /// Placing a master.
    Placing,
    /// Recruiting students.
    Recruiting,
    /// A journey from the stronger village.
    Stronger,
    /// A journey from the weaker village.
    Weaker,
    /// Equal strength.
    Ties,
    /// Bridges and stones.
    Stones,
    /// The end of the game.
    End,
    /// The tie-break.
    TieBreak,
    /// A first plan for the set-up.
    Plan,
    /// An endgame against computer players.
    Endgame,
}

/// What a lesson says to a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The goal is reached.
    Reached,
    /// The goal is still ahead, and the move keeps it within reach.
    OnTrack,
    /// The move misses the goal.
    Missed(Miss),
}

impl Lesson {
    /// All lessons in their order.
    pub const ALL: [Lesson; LESSONS] = [
        Lesson::Village,
        Lesson::Placing,
        Lesson::Recruiting,
        Lesson::Stronger,
        Lesson::Weaker,
        Lesson::Ties,
        Lesson::Stones,
        Lesson::End,
        Lesson::TieBreak,
        Lesson::Plan,
        Lesson::Endgame,
    ];

    /// The clan that the learner plays, in every lesson.
    pub const LEARNER: Clan = Clan::Red;

    /// The lesson with this number, from 1.
    pub fn with_number(number: usize) -> Option<Lesson> {
        Lesson::ALL.get(number.checked_sub(1)?).copied()
    }

    /// Its number, from 1.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// The lesson after this one.
    pub fn next(self) -> Option<Lesson> {
        Lesson::with_number(self.number() + 1)
    }

    /// The lesson before this one.
    pub fn previous(self) -> Option<Lesson> {
        Lesson::with_number(self.number() - 1)
    }

    /// The position in which it starts.
    pub fn start(self) -> Position {
        self.notation().parse().expect("the tests read every position")
    }

    /// What it says.
    pub const fn text(self, language: Language) -> &'static LessonText {
        &language.tutorial().lessons[self as usize]
    }

    /// Whether the other clans answer the learner's moves.
    pub const fn has_opponents(self) -> bool {
        matches!(self, Lesson::Endgame)
    }

    /// Whether masters and villages are counted, so that the scores are worth showing.
    pub const fn is_scored(self) -> bool {
        matches!(self, Lesson::End | Lesson::TieBreak | Lesson::Endgame)
    }

    /// Whether the goal has been reached in a game of this lesson.
    pub fn is_done(self, session: &Session) -> bool {
        if self.has_opponents() { session.position().is_over() } else { session.played() > 0 }
    }

    /// Judges a legal move of the learner.
    pub fn judge(self, position: &Position, mv: Move) -> Verdict {
        match self.miss(position, mv) {
            Some(miss) => Verdict::Missed(miss),
            None if self.has_opponents() && !after(position, mv).is_over() => Verdict::OnTrack,
            None => Verdict::Reached,
        }
    }

    /// The moves that the lesson accepts, journeys first.
    pub fn ways(self, position: &Position) -> Vec<Move> {
        let list = position.legal_moves();
        let mut ways: Vec<Move> = list.iter().filter(|&mv| self.miss(position, mv).is_none()).collect();
        ways.sort_by_key(|mv| !matches!(mv, Move::Journey { .. }));
        ways
    }

    /// Why a move misses the goal; `None` if it does not.
    fn miss(self, position: &Position, mv: Move) -> Option<Miss> {
        match self {
            Lesson::Village => placement(mv).and_then(|village| in_strongest_village(position, village)),
            Lesson::Placing => placement(mv).and_then(|village| above_rival(position, mv, village)),
            Lesson::Recruiting => match mv {
                Move::Recruit { first, second: Some(second) } if first.village() == second.village() => Ok(()),
                Move::Recruit { .. } => Err(Miss::Apart),
                _ => Err(Miss::WantsRecruit),
            },
            Lesson::Stronger | Lesson::Ties => journey(position, mv).and_then(|report| drives_out(&report)),
            Lesson::Weaker => journey(position, mv).and_then(|report| wins_two(&report)),
            Lesson::Stones => journey(position, mv).and_then(|report| brings_peace(position, &report)),
            Lesson::End | Lesson::TieBreak => ends_won(position, mv),
            Lesson::Plan => placement(mv).and_then(|village| in_company(position, village)),
            Lesson::Endgame => keeps_win(position, mv),
        }
        .err()
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

fn placement(mv: Move) -> Result<Village, Miss> {
    match mv {
        Move::Place { space } => Ok(space.village()),
        _ => Err(Miss::WantsPlace),
    }
}

fn journey(position: &Position, mv: Move) -> Result<JourneyReport, Miss> {
    let Move::Journey { from, to } = mv else { return Err(Miss::WantsJourney) };
    position.journey_report(from, to).map_err(|_| Miss::WantsJourney)
}

fn in_strongest_village(position: &Position, village: Village) -> Result<(), Miss> {
    let own = position.masters(Lesson::LEARNER).villages();
    let best = own.into_iter().max_by_key(|&own| position.strength(own));
    match best.filter(|&best| best != village) {
        Some(best) => Err(Miss::FewerTiles { village, best }),
        None => Ok(()),
    }
}

/// The village that lesson two compares with.
const RIVAL: Village = Village::E;

fn above_rival(position: &Position, mv: Move, village: Village) -> Result<(), Miss> {
    let after = after(position, mv);
    if after.strength(village) > after.strength(RIVAL) { Ok(()) } else { Err(Miss::NotAbove) }
}

/// What becomes of the learner's own students.
fn fates(report: &JourneyReport) -> impl Iterator<Item = Fate> + '_ {
    let own = report.students.iter().filter_map(|(_, student)| *student);
    own.filter(|student| student.clan == Lesson::LEARNER).map(|student| student.fate)
}

fn drives_out(report: &JourneyReport) -> Result<(), Miss> {
    if fates(report).any(|fate| matches!(fate, Fate::DrivesOut { .. })) {
        return Ok(());
    }
    Err(match report.stronger {
        shangrila_rules::Stronger::Origin => Miss::NobodyThere,
        shangrila_rules::Stronger::Destination => Miss::NotStronger,
    })
}

fn wins_two(report: &JourneyReport) -> Result<(), Miss> {
    let (before, after) = (report.scores.before[Lesson::LEARNER].masters, report.scores.after[Lesson::LEARNER].masters);
    if after >= before + 2 { Ok(()) } else { Err(Miss::TooFew { masters: after.saturating_sub(before) }) }
}

fn brings_peace(position: &Position, report: &JourneyReport) -> Result<(), Miss> {
    let own = position.masters(Lesson::LEARNER).villages();
    if (report.stones & own).is_empty() { Err(Miss::NoStone) } else { Ok(()) }
}

fn ends_won(position: &Position, mv: Move) -> Result<(), Miss> {
    match after(position, mv).outcome() {
        Some(outcome) if outcome.winners.into_iter().eq([Lesson::LEARNER]) => Ok(()),
        Some(_) => Err(Miss::NotWon),
        None => Err(Miss::GoesOn),
    }
}

fn in_company(position: &Position, village: Village) -> Result<(), Miss> {
    let own = position.masters(Lesson::LEARNER).villages();
    if own.contains(village) { Ok(()) } else { Err(Miss::NoCompany { village }) }
}

fn keeps_win(position: &Position, mv: Move) -> Result<(), Miss> {
    let mut proof = ForcedWin::new(Lesson::LEARNER, PROOF_NODES);
    let after = after(position, mv);
    if proof.holds(&after) == Some(true) {
        Ok(())
    } else if after.is_over() {
        Err(Miss::NotWon)
    } else {
        Err(Miss::Refuted { answers: proof.refutation(&after) })
    }
}

#[cfg(test)]
mod tests;
