//! `shangrila puzzles make`: plays strong games, finds puzzles in them and adds them to a file.

use std::collections::HashSet;
use std::io::Write;
use std::time::Duration;

use shangrila_ai::{Clock, Stopwatch};
use shangrila_puzzles::equivalence::{NamelessBoard, are_equivalent, distinct_moves};
use shangrila_puzzles::{Mistake, Puzzle, PuzzleId, PuzzleKind, Solution};
use shangrila_rules::Position;

use super::games::{Player, Turn, rng_of};
use super::judge::{Judge, Judged, Verdict};
use super::proof::{MOST_JOURNEYS, Proof};
use super::{FEWEST_MOVES, MOST_ANSWERS, PROVED_PART, gap, kind_of, levels, percent};
use crate::Failure;
use crate::args::MakePuzzlesArgs;
use crate::work::{WorkFile, in_parallel};

/// The positions of a game that are searched for each kind, the most promising first.
const ATTEMPTS: usize = 6;

/// The most puzzles of each kind from a game, and the turns between them.
const MOST_OF_KIND: usize = 2;
const TURNS_BETWEEN: u16 = 12;

/// The mistakes kept with a puzzle.
const MOST_MISTAKES: usize = 4;

/// A short search comes first, with this part of the visits, and must see this part of the gap.
const GLANCE: u32 = 10;
const GLANCE_GAP: f32 = 0.7;

pub(super) fn run(out: &mut impl Write, args: &MakePuzzlesArgs) -> Result<(), Failure> {
    let mut file = WorkFile::open(&args.output)?;
    let name = |game: usize| format!("{}.{game}", args.seed);
    let missing: Vec<usize> = (1..=args.games as usize).filter(|&game| !file.contains(&name(game))).collect();
    let (clock, limit) = (Stopwatch::start(), args.seconds.map(Duration::from_secs));
    let work = |index: usize| {
        let stopped = limit.is_some_and(|limit| clock.elapsed() >= limit);
        (!stopped).then(|| puzzles_of_game(missing[index] as u32, args))
    };
    in_parallel(missing.len(), usize::from(args.threads), work, |index, puzzles| {
        for puzzle in puzzles {
            writeln!(out, "{:>6.0} s  {puzzle}", clock.elapsed().as_secs_f32())?;
            file.add(&puzzle.id.to_string(), Some(puzzle))?;
        }
        out.flush()?;
        file.add(&name(missing[index]), None)
    })?;
    let counts = PuzzleKind::ALL.map(|kind| {
        let count = file.results().filter(|puzzle: &&Puzzle| puzzle.kind == kind).count();
        format!("{count} {}", kind.id())
    });
    writeln!(out, "{} puzzles in {}: {}", file.results().count(), args.output.display(), counts.join(", "))?;
    file.sort()
}

/// Plays a game and finds its puzzles. The same arguments always give the same ones.
fn puzzles_of_game(number: u32, args: &MakePuzzlesArgs) -> Vec<Puzzle> {
    let mut player = Player::new(rng_of(args.seed, number));
    let game = player.game(args.play_visits);
    let mut maker = Maker { args, judge: Judge::new(&game[0].position, u64::from(number)), seen: HashSet::new() };
    let id = |branch: u32, position: &Position| PuzzleId { seed: args.seed, game: number, branch, ply: position.ply() };
    let mut puzzles = maker.searched(&game, &id);
    puzzles.extend(maker.proved(&game, &|position| id(0, position)));
    for branch in 1..=args.branches {
        let turns = player.branch(&game);
        puzzles.extend(maker.proved(&turns, &|position| id(branch, position)));
    }
    puzzles
}

struct Maker<'a> {
    args: &'a MakePuzzlesArgs,
    judge: Judge,
    /// The boards of proved puzzles, because continuations of a game may meet.
    seen: HashSet<NamelessBoard>,
}

impl Maker<'_> {
    /// Finds the puzzles of a game whose answers are searched: at most two of each kind, some turns apart.
    fn searched(&mut self, game: &[Turn], id: &impl Fn(u32, &Position) -> PuzzleId) -> Vec<Puzzle> {
        let mut turns: Vec<&Turn> = game.iter().filter(|turn| turn.position.journeys_left() > MOST_JOURNEYS).collect();
        turns.sort_by(|one, other| other.gap.total_cmp(&one.gap));
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut attempts = [0; PuzzleKind::ALL.len()];
        for turn in turns {
            let position = &turn.position;
            let possible = if position.in_opening() { PuzzleKind::Setup } else { PuzzleKind::Defend };
            if turn.gap < gap(possible) * GLANCE_GAP || distinct_moves(position).len() < FEWEST_MOVES {
                continue;
            }
            let Some(kind) = kind_of(position, &[turn.best]) else { continue };
            let same = || puzzles.iter().filter(|puzzle| puzzle.kind == kind);
            let near = |puzzle: &Puzzle| puzzle.id.ply.abs_diff(position.ply()) < TURNS_BETWEEN;
            if attempts[kind as usize] == ATTEMPTS || same().count() == MOST_OF_KIND || same().any(near) {
                continue;
            }
            attempts[kind as usize] += 1;
            puzzles.extend(self.search(position, kind, id(0, position)));
        }
        puzzles
    }

    fn search(&mut self, position: &Position, kind: PuzzleKind, id: PuzzleId) -> Option<Puzzle> {
        let is_clear = |verdict: &Verdict, gap: f32| verdict.answers.len() <= MOST_ANSWERS && verdict.gap() >= gap;
        let glance = Verdict::by_margin(self.judge.judge(position, self.args.visits / GLANCE, &[]));
        if !is_clear(&glance, gap(kind) * GLANCE_GAP) {
            return None;
        }
        let verdict = Verdict::by_margin(self.judge.judge(position, self.args.visits, &[]));
        if !is_clear(&verdict, gap(kind)) || kind_of(position, &verdict.moves()) != Some(kind) {
            return None;
        }
        self.puzzle(position, kind, verdict, self.args.visits, id)
    }

    /// Finds the puzzles of a game whose answers are proved: at most one of each kind.
    fn proved(&mut self, game: &[Turn], id: &impl Fn(&Position) -> PuzzleId) -> Vec<Puzzle> {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for turn in game {
            let position = &turn.position;
            let Some(proof) = Proof::find(position, self.args.nodes) else { continue };
            let is_old = puzzles.iter().any(|puzzle| puzzle.kind == proof.kind);
            if is_old || !self.seen.insert(NamelessBoard::of(position)) {
                continue;
            }
            let visits = self.args.visits / PROVED_PART;
            let judged = self.judge.judge(position, visits, &proof.answers);
            let verdict = Verdict::by(judged, |judged| {
                proof.answers.iter().any(|&answer| are_equivalent(position, answer, judged.mv))
            });
            if verdict.gap() >= gap(proof.kind) {
                puzzles.extend(self.puzzle(position, proof.kind, verdict, visits, id(position)));
            }
        }
        puzzles
    }

    /// Asks the levels and puts a puzzle together; `None` if a mistake they make is none.
    fn puzzle(
        &mut self,
        position: &Position,
        kind: PuzzleKind,
        verdict: Verdict,
        visits: u32,
        id: PuzzleId,
    ) -> Option<Puzzle> {
        let asked = levels::ask(position, &verdict.moves(), MOST_MISTAKES - 1);
        let worst = verdict.answers.iter().map(|answer| answer.chance).fold(1.0, f32::min);
        let mut mistakes: Vec<Judged> = Vec::new();
        for mv in asked.mistakes {
            let known = verdict.others.iter().find(|other| are_equivalent(position, other.mv, mv)).cloned();
            let mistake = known.unwrap_or_else(|| self.judge.judge_move(position, mv, visits));
            if worst - mistake.chance < gap(kind) {
                return None;
            }
            mistakes.push(mistake);
        }
        // The second-best move is the most instructive mistake, whether a level makes it or not.
        let second = verdict.others.first().filter(|other| mistakes.iter().all(|mistake| mistake.mv != other.mv));
        mistakes.extend(second.cloned());
        let solution = |answer: &Judged| Solution { mv: answer.mv, chance: percent(answer.chance) };
        let mistake =
            |judged: Judged| Mistake { mv: judged.mv, chance: percent(judged.chance), replies: judged.replies };
        let puzzle = Puzzle {
            kind,
            rating: asked.rating,
            position: *position,
            solutions: verdict.answers.iter().map(solution).collect(),
            mistakes: mistakes.into_iter().map(mistake).collect(),
            id,
        };
        puzzle.checked().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::proof::tests::TIE_BREAK;

    #[test]
    fn a_proved_position_becomes_a_puzzle_once_with_its_typical_mistakes() {
        let args = MakePuzzlesArgs {
            games: 1,
            seconds: None,
            seed: 3,
            threads: 1,
            visits: 400,
            play_visits: 8,
            branches: 0,
            nodes: 200_000,
            output: "puzzles.txt".into(),
        };
        let position: Position = TIE_BREAK.parse().unwrap();
        let turn = Turn { position, best: "j>i".parse().unwrap(), gap: 1.0 };
        let mut maker = Maker { args: &args, judge: Judge::new(&position, 1), seen: HashSet::new() };
        let id = |position: &Position| PuzzleId { seed: 3, game: 1, branch: 0, ply: position.ply() };
        let puzzles = maker.proved(&[turn, turn], &id);
        let [puzzle] = &puzzles[..] else { panic!("{puzzles:?}") };
        assert_eq!((puzzle.kind, puzzle.solutions.len()), (PuzzleKind::TieBreak, 1));
        assert!(!puzzle.mistakes.is_empty() && puzzle.mistakes.len() <= MOST_MISTAKES);
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
        assert_eq!(maker.proved(&[turn], &id), []);
    }
}
