//! `shangrila puzzles check`: verifies the answers of puzzles again, with `--deep` by ten times the search that made them.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;

use shangrila_ai::{Clock, Stopwatch};
use shangrila_puzzles::equivalence::{NamelessBoard, are_equivalent};
use shangrila_puzzles::{Puzzle, PuzzleKind, Puzzles, Solution};
use shangrila_rules::Move;

use super::judge::{Judge, Verdict};
use super::proof::Proof;
use super::{PROVED_PART, answers, gap_left, kind_of, percent};
use crate::args::CheckPuzzlesArgs;
use crate::work::{self, WorkFile, in_parallel, replace};
use crate::{Failure, refused};

/// How many times as long `--deep` searches.
const DEEP: u32 = 10;

/// What a check found out about a puzzle.
struct Checked {
    puzzle: Puzzle,
    /// Why it does not hold; `None` if it does.
    fault: Option<String>,
}

pub(super) fn run(out: &mut impl Write, args: &CheckPuzzlesArgs) -> Result<(), Failure> {
    let mut puzzles = Vec::new();
    if args.files.is_empty() {
        puzzles.extend(Puzzles::stored().all().iter().cloned());
    }
    for path in &args.files {
        puzzles.extend(work::read::<Puzzles>(path)?.all().iter().cloned());
    }
    puzzles.sort_by_key(|puzzle| puzzle.id);
    let mut boards = HashSet::new();
    puzzles.retain(|puzzle| boards.insert((puzzle.clan(), NamelessBoard::of(&puzzle.position))));
    let puzzles = match args.most {
        Some(most) => spread(puzzles, most),
        None => puzzles,
    };
    if puzzles.is_empty() {
        return Err(refused("there are no puzzles to check"));
    }
    let effort = if args.deep { DEEP } else { 1 };
    let (visits, nodes) = (args.visits.saturating_mul(effort), args.nodes.saturating_mul(effort));
    // What has been checked is kept beside the new file until it is complete.
    let part = args.output.as_ref().map(|path| path.with_extension("part"));
    let mut done = part.as_deref().map(WorkFile::<Puzzle>::open).transpose()?;
    let name = |puzzle: &Puzzle| format!("{}, {visits} visits", puzzle.id);
    let known = |puzzle: &Puzzle| done.as_ref().is_some_and(|file| file.contains(&name(puzzle)));
    let open: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| !known(puzzle)).collect();
    let clock = Stopwatch::start();
    let check = |number: usize| Some(checked(open[number], visits, nodes, args.seed));
    let mut held = done.as_ref().map_or(0, |file| file.results().count());
    in_parallel(open.len(), usize::from(args.threads), check, |_, Checked { puzzle, fault }| {
        let verdict = fault.as_ref().map_or_else(|| "holds".to_string(), |fault| format!("does not hold: {fault}"));
        writeln!(out, "{:>6.0} s  {} {:<8} {verdict}", clock.elapsed().as_secs_f32(), puzzle.id, puzzle.kind.id())?;
        out.flush()?;
        held += usize::from(fault.is_none());
        let name = name(&puzzle);
        done.as_mut().map_or(Ok(()), |file| file.add(&name, fault.is_none().then_some(puzzle)))
    })?;
    let share = 100.0 * held as f64 / puzzles.len() as f64;
    writeln!(out, "{held} of {} puzzles hold ({share:.1}%), by {visits} visits each", puzzles.len())?;
    match (&args.output, done, part) {
        (Some(path), Some(file), Some(part)) => {
            let kept: Vec<Puzzle> = file.results().cloned().collect();
            replace(path, &list(kept))?;
            Ok(fs::remove_file(part)?)
        }
        _ if held < puzzles.len() => Err(refused(format!("{} puzzles do not hold", puzzles.len() - held))),
        _ => Ok(()),
    }
}

/// At most this many puzzles of each kind, spread over the ratings.
fn spread(puzzles: Vec<Puzzle>, most: usize) -> Vec<Puzzle> {
    let of_kind = |kind: PuzzleKind| {
        let mut of_kind: Vec<Puzzle> = puzzles.iter().filter(|puzzle| puzzle.kind == kind).cloned().collect();
        of_kind.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
        let count = of_kind.len();
        let chosen = (0..most.min(count)).map(|number| number * count / most.min(count));
        chosen.map(|index| of_kind[index].clone()).collect::<Vec<_>>()
    };
    PuzzleKind::ALL.into_iter().flat_map(of_kind).collect()
}

/// The text of a list: kind by kind, the easiest first.
fn list(mut puzzles: Vec<Puzzle>) -> String {
    puzzles.sort_by_key(|puzzle| (puzzle.kind, puzzle.rating, puzzle.id));
    puzzles.iter().fold(String::new(), |mut text, puzzle| {
        let _ = writeln!(text, "{puzzle}");
        text
    })
}

/// Verifies a puzzle, and brings the chances of its answers up to date.
fn checked(puzzle: &Puzzle, visits: u32, nodes: u32, seed: u64) -> Checked {
    let mut puzzle = puzzle.clone();
    let position = puzzle.position;
    let answers = answers(&puzzle);
    let is_answer = |mv: Move| answers.iter().any(|&answer| are_equivalent(&position, answer, mv));
    if puzzle.kind.is_proved() {
        let same = |proof: &Proof| {
            let found = |&mv: &Move| is_answer(mv);
            proof.kind == puzzle.kind && proof.answers.len() == answers.len() && proof.answers.iter().all(found)
        };
        if !Proof::find(&position, nodes).is_some_and(|proof| same(&proof)) {
            return Checked { puzzle, fault: Some("the answers are not those that win by force".to_string()) };
        }
    }
    let also: Vec<Move> = answers.iter().copied().chain(puzzle.mistakes.iter().map(|mistake| mistake.mv)).collect();
    let visits = if puzzle.kind.is_proved() { visits / PROVED_PART } else { visits };
    let judged = Judge::new(&position, seed).judge(&position, visits, &also);
    let verdict = Verdict::by(judged, |judged| is_answer(judged.mv));
    let mut fault = fault_of(&puzzle, &answers, &verdict);
    for Solution { mv, chance } in &mut puzzle.solutions {
        if let Some(judged) = verdict.answers.iter().find(|answer| answer.mv == *mv) {
            *chance = percent(judged.chance);
        }
    }
    for mistake in &mut puzzle.mistakes {
        if let Some(judged) = verdict.others.iter().find(|other| other.mv == mistake.mv) {
            mistake.chance = percent(judged.chance);
            mistake.replies.clone_from(&judged.replies);
        }
    }
    // With their new chances the answers may be in another order.
    match puzzle.clone().checked() {
        Ok(ordered) => puzzle = ordered,
        Err(problem) => fault = fault.or(Some(problem.to_string())),
    }
    Checked { puzzle, fault }
}

/// Why a puzzle does not hold, by this verdict on its moves.
fn fault_of(puzzle: &Puzzle, answers: &[Move], verdict: &Verdict) -> Option<String> {
    let (left, needed) = (verdict.gap(), gap_left(puzzle.kind));
    if left < needed {
        let rival = verdict.others.first().map_or("nothing".to_string(), |other| other.mv.to_string());
        return Some(format!("only {:.1} points between the answers and {rival}", left * 100.0));
    }
    // Proved answers all win, whatever the search thinks of them.
    if puzzle.kind.is_proved() {
        return None;
    }
    if !verdict.is_even() {
        let chances: Vec<String> =
            verdict.answers.iter().map(|answer| format!("{} {:.1}%", answer.mv, answer.chance * 100.0)).collect();
        return Some(format!("the answers are not equally good: {}", chances.join(", ")));
    }
    let is_of_kind = kind_of(&puzzle.position, answers) == Some(puzzle.kind);
    (!is_of_kind).then(|| format!("the answers are not those of a puzzle of the kind {}", puzzle.kind.id()))
}

#[cfg(test)]
mod tests {
    use super::super::judge::Judged;
    use super::*;

    /// Only j>i wins by force, and only thanks to the tie-break.
    const LINE: &str = "tiebreak 900; VYvrYRr/yybvyyv/yybvbyv/vbvryrb/vbvrrrb/RbBBRyB/vRvryrr/rbrbrbr/bvyyvvb/YVBVByV/vYVRyrr/\
        rBRbRBr/BVYyvvb 044008 rbvy v 134 0; j>i 90; +A@i+Y@i 40; 1.17.0.134";

    #[test]
    fn a_puzzle_that_holds_gets_its_new_chances() {
        let Checked { puzzle, fault } = checked(&LINE.parse().unwrap(), 400, 200_000, 1);
        assert_eq!(fault, None);
        assert_eq!(puzzle.solutions[0].chance, 100);
        assert!(puzzle.mistakes[0].chance < 20, "{puzzle}");
        assert!(!puzzle.mistakes[0].replies.is_empty());
    }

    #[test]
    fn wrong_answers_and_wrong_kinds_do_not_hold() {
        let fault = |line: &str| checked(&line.parse().unwrap(), 400, 200_000, 1).fault;
        let not_proved = Some("the answers are not those that win by force".to_string());
        assert_eq!(fault(&LINE.replace("j>i 90; +A@i+Y@i 40", "+A@i+Y@i 90; ")), not_proved);
        assert_eq!(fault(&LINE.replace("tiebreak", "endgame")), not_proved);
        let weak = fault(&LINE.replace("tiebreak", "win").replace("j>i 90; +A@i+Y@i 40", "+A@i+Y@i 90; "));
        assert!(weak.as_ref().is_some_and(|fault| fault.ends_with("between the answers and j>i")), "{weak:?}");
    }

    #[test]
    fn answers_that_are_not_equally_good_or_not_of_the_kind_do_not_hold() {
        let puzzle: Puzzle =
            "setup 1200; 7/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 0 0; R@e 31, R@d 30; ; 1.1.0.0".parse().unwrap();
        let fault = |chances: [f32; 2], answers: [&str; 2]| {
            let answers: [Move; 2] = answers.map(|mv| mv.parse().unwrap());
            let judged = |mv: Move, chance: f32| Judged { mv, chance, replies: Vec::new() };
            let mut all = vec![judged("R@m".parse().unwrap(), 0.2)];
            all.extend(answers.into_iter().zip(chances).map(|(mv, chance)| judged(mv, chance)));
            let verdict = Verdict::by(all, |judged| answers.contains(&judged.mv));
            fault_of(&puzzle, &answers, &verdict)
        };
        assert_eq!(fault([0.31, 0.30], ["R@e", "A@e"]), None);
        let uneven = fault([0.31, 0.26], ["R@e", "A@e"]);
        assert_eq!(uneven.as_deref(), Some("the answers are not equally good: R@e 31.0%, A@e 26.0%"));
        let far = fault([0.31, 0.30], ["R@e", "R@d"]);
        assert_eq!(far.as_deref(), Some("the answers are not those of a puzzle of the kind setup"));
    }

    #[test]
    fn at_most_so_many_of_a_kind_are_chosen_from_easy_to_hard() {
        let puzzle = |number: u32| -> Puzzle {
            let line = LINE.replace("900", &(900 + number).to_string()).replace("1.17", &format!("1.{number}"));
            line.parse().unwrap()
        };
        let chosen = spread((0..10).rev().map(puzzle).collect(), 5);
        assert_eq!(chosen.iter().map(|puzzle| puzzle.rating).collect::<Vec<_>>(), [900, 902, 904, 906, 908]);
        assert_eq!(spread((0..3).map(puzzle).collect(), 5).len(), 3);
    }
}
