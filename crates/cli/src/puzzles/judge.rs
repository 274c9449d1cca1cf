//! Judges the moves of a position: a search finds the ones that matter, and each of them gets a search of its own.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use shangrila_ai::network::network_evaluator;
use shangrila_ai::{Analysis, Budget, Limits, NoClock, Params, Search};
use shangrila_puzzles::equivalence::{NamelessBoard, after};
use shangrila_rules::{Move, Position};

use super::{MARGIN, are_equal};

/// The moves that get a search of their own, those given in advance not counted: the most visited, and those that look best.
const MOST_VISITED: usize = 5;
const BEST_LOOKING: usize = 3;

/// The part of the visits for finding them, and the part for each of them.
const ROOT_PART: f32 = 0.4;
const MOVE_PART: f32 = 0.075;

/// A move with the chance of winning after it.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) mv: Move,
    pub(super) chance: f32,
    /// How the others answer, up to the next turn of the clan.
    pub(super) replies: Vec<Move>,
}

/// The moves of a position that matter, divided.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) answers: Vec<Judged>,
    /// The best first.
    pub(super) others: Vec<Judged>,
}

impl Verdict {
    /// Divides moves into those within [`MARGIN`] of the best and the others.
    pub(super) fn by_margin(judged: Vec<Judged>) -> Verdict {
        let best = judged.iter().map(|move_| move_.chance).fold(0.0, f32::max);
        Verdict::by(judged, |judged| judged.chance >= best - MARGIN)
    }

    pub(super) fn by(mut judged: Vec<Judged>, is_answer: impl Fn(&Judged) -> bool) -> Verdict {
        judged.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        let (answers, others) = judged.into_iter().partition(is_answer);
        Verdict { answers, others }
    }

    /// How much worse every other move is than every answer.
    pub(super) fn gap(&self) -> f32 {
        let worst = self.answers.iter().map(|answer| answer.chance).fold(1.0, f32::min);
        let best = self.others.iter().map(|other| other.chance).fold(0.0, f32::max);
        worst - best
    }

    /// Whether the answers are equally good.
    pub(super) fn is_even(&self) -> bool {
        are_equal(self.answers.iter().map(|answer| answer.chance))
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.answers.iter().map(|answer| answer.mv).collect()
    }
}

/// A search that judges one position after the other. The same positions in the same order always get the same chances.
pub(super) struct Judge(Search);

impl Judge {
    pub(super) fn new(position: &Position, seed: u64) -> Judge {
        Judge(Search::new(position, Params { seed, ..Params::default() }, network_evaluator))
    }

    fn analyse(&mut self, position: &Position, visits: u32, lines: usize) -> Analysis {
        self.0.go_to(position);
        self.0.run(&Budget { limits: Limits::visits(visits.max(1)), clock: &NoClock, stop: &AtomicBool::new(false) });
        self.0.analysis(lines)
    }

    /// Judges the moves that matter, and those in `also`, with about this many visits in all.
    pub(super) fn judge(&mut self, position: &Position, visits: u32, also: &[Move]) -> Vec<Judged> {
        let Some(clan) = position.to_move() else { return Vec::new() };
        let mut lines = self.analyse(position, (visits as f32 * ROOT_PART) as u32, usize::MAX).lines;
        let mut moves: Vec<Move> = also.to_vec();
        moves.extend(lines.iter().take(MOST_VISITED).map(|line| line.mv));
        // What was hardly looked at says little.
        let enough = visits / 2000 + 4;
        lines.retain(|line| line.visits >= enough && !moves.contains(&line.mv));
        lines.sort_by(|one, other| other.outlook.wins[clan].total_cmp(&one.outlook.wins[clan]));
        moves.extend(lines.iter().take(BEST_LOOKING).map(|line| line.mv));
        let mut seen = HashSet::new();
        moves.retain(|&mv| seen.insert(NamelessBoard::after(position, mv)));
        moves.into_iter().map(|mv| self.judge_move(position, mv, visits)).collect()
    }

    /// Judges one move with its part of the visits.
    pub(super) fn judge_move(&mut self, position: &Position, mv: Move, visits: u32) -> Judged {
        let after = after(position, mv);
        let analysis = self.analyse(&after, (visits as f32 * MOVE_PART) as u32, 1);
        let clan = position.to_move();
        let chance = clan.map_or(0.0, |clan| analysis.outlook.wins[clan]);
        let variation = analysis.lines.first().map(|line| line.variation.clone()).unwrap_or_default();
        let (mut replies, mut board) = (Vec::new(), after);
        for reply in variation {
            if board.to_move().is_none() || board.to_move() == clan {
                break;
            }
            board.play_unchecked(reply);
            replies.push(reply);
        }
        Judged { mv, chance, replies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(chances: &[f32]) -> Vec<Judged> {
        chances.iter().map(|&chance| Judged { mv: Move::Pass, chance, replies: Vec::new() }).collect()
    }

    #[test]
    fn moves_within_the_margin_are_answers_and_the_gap_is_to_the_best_other_one() {
        let verdict = Verdict::by_margin(judged(&[0.3, 0.61, 0.45, 0.6]));
        assert_eq!((verdict.answers.len(), verdict.others.len()), (2, 2));
        assert!((verdict.gap() - 0.15).abs() < 1e-6);
        assert!(Verdict::by_margin(judged(&[0.3, 0.29])).gap() > 0.28);
    }

    #[test]
    fn a_move_that_ends_the_game_is_judged_by_the_result_and_others_by_search() {
        // Only the bridges ab and lm stand: a>b wins, and whoever does something else is at the mercy of the others.
        let position: Position = "RR5/b6/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 60 0".parse().unwrap();
        let judged = Judge::new(&position, 1).judge(&position, 400, &["D@a".parse().unwrap()]);
        let chance =
            |text: &str| judged.iter().find(|judged| judged.mv.to_string() == text).map(|judged| judged.chance);
        assert_eq!(chance("a>b"), Some(1.0));
        assert!(chance("D@a").is_some());
        assert_eq!(judged.iter().filter(|judged| judged.mv.to_string() == "a>b").count(), 1);
    }
}
