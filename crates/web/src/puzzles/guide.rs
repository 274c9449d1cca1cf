//! Leads through a puzzle: judges the answer, finds out what a wrong one allows, and keeps the score.

use leptos::prelude::*;
use shangrila_ai::{BotSpec, GameSoFar, Level};
use shangrila_puzzles::Puzzle;
use shangrila_puzzles::equivalence::after;
use shangrila_puzzles::progress::{Occasion, Progress};
use shangrila_rules::{Clan, Move, PerSeat, Position};
use shangrila_table::Session;
use shangrila_table::lessons::ForcedWin;

use super::face::PuzzleFace;
use super::{Series, store, today};
use crate::browser;
use crate::engine_worker::message::SearchRequest;
use crate::guided::{ShownLine, reply_words, with_clans};
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::table::{Game, Guide};

/// The positions that looking for a refutation may take: a fraction of a second.
const PROOF_NODES: u32 = 100_000;
/// How long the engine looks for an answer to a move that is not stored, in milliseconds.
const ANSWER_TIME: u32 = 800;
/// A chance counts as worse than the best only if it is so many percentage points lower.
const CLEARLY: u8 = 3;
/// A wrong answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Refusal {
    pub(super) mv: Move,
    /// How the others answer; `None` while the engine is looking for it.
    pub(super) replies: Option<Vec<(Clan, Move)>>,
    /// The chance that is left, in percent, if it is known.
    pub(super) chance: Option<u8>,
}

/// A puzzle being solved.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) puzzle: StoredValue<Puzzle>,
    pub(super) occasion: Occasion,
    pub(super) series: Series,
    /// Goes on to the next puzzle.
    pub(super) next: Callback<()>,
    /// Whether the first answer was right; `None` before it.
    pub(super) first: RwSignal<Option<bool>>,
    pub(super) solved: RwSignal<bool>,
    /// The wrong answer given last.
    pub(super) refusal: RwSignal<Option<Refusal>>,
    /// The progress before and after the first answer.
    pub(super) progress: RwSignal<Option<(Progress, Progress)>>,
    line: ShownLine,
    preferences: Preferences,
    notices: Notices,
}

impl Attempt {
    pub(super) fn new(puzzle: Puzzle, occasion: Occasion, series: Series, next: Callback<()>) -> Attempt {
        Attempt {
            line: ShownLine::new(puzzle.position),
            puzzle: StoredValue::new(puzzle),
            occasion,
            series,
            next,
            first: RwSignal::new(None),
            solved: RwSignal::new(false),
            refusal: RwSignal::new(None),
            progress: RwSignal::new(None),
            preferences: preferences(),
            notices: notices(),
        }
    }

    fn position(self) -> Position {
        self.puzzle.with_value(|puzzle| puzzle.position)
    }

    /// The best chance, in percent.
    pub(super) fn best_chance(self) -> u8 {
        self.puzzle.with_value(|puzzle| puzzle.solutions.first().map_or(100, |solution| solution.chance))
    }

    /// Keeps the score. Only the first answer counts, but the puzzle of the day may be solved at any try.
    fn record(self, right: bool) {
        let today = today();
        let is_first = self.first.get_untracked().is_none();
        if is_first {
            self.first.set(Some(right));
        }
        let before = store::load().0;
        let daily = self.series == Series::Daily && right;
        if !is_first && !daily {
            return;
        }
        let updated = store::update(|progress| {
            if is_first {
                self.puzzle.with_value(|puzzle| progress.record(puzzle, right, today));
            }
            if daily {
                progress.record_daily(today);
            }
        });
        if updated.is_err() {
            let language = self.preferences.language.get_untracked();
            self.notices.show(language.puzzles().common.not_saved.to_string());
        }
        if is_first {
            let (Ok(after) | Err(after)) = updated;
            self.progress.set(Some((before, after)));
        }
    }

    /// What a wrong answer allows: what is stored, or proved, or found by the engine.
    fn refuse(self, game: Game, mv: Move) {
        let next = after(&self.position(), mv);
        let (clan, proved, mistake) =
            self.puzzle.with_value(|puzzle| (puzzle.clan(), puzzle.kind.is_proved(), puzzle.mistake(mv).cloned()));
        let chance = mistake.as_ref().map(|mistake| mistake.chance);
        let forced = || ForcedWin::new(clan, PROOF_NODES).refutation(&next);
        let refutation = if proved { forced() } else { Vec::new() };
        let replies = match mistake {
            _ if !refutation.is_empty() || next.is_over() => Some(refutation),
            Some(mistake) => Some(with_clans(&next, &mistake.replies)),
            None => None,
        };
        let known = replies.is_some();
        self.refusal.set(Some(Refusal { mv, replies, chance }));
        if !known {
            self.ask_engine(game, mv, next, clan);
        }
    }

    fn ask_engine(self, game: Game, mv: Move, next: Position, clan: Clan) {
        let start = GameSoFar { start: next, moves: Vec::new(), people: PerSeat::from_fn(|_| false) };
        let player = BotSpec::Level(Level::STRONGEST);
        let request = SearchRequest { player, seed: u64::MAX, time: ANSWER_TIME, visits: None, game: start };
        game.engine.search(request, move |answer| {
            let is_current = |refusal: &Option<Refusal>| refusal.as_ref().is_some_and(|refusal| refusal.mv == mv);
            if !self.refusal.try_with_untracked(is_current).unwrap_or(false) {
                return;
            }
            let reply = answer.zip(next.to_move()).map(|(answer, mover)| (mover, answer.mv));
            let chance = answer.map(|answer| (answer.wins[clan] * 100.0).round().clamp(0.0, 100.0) as u8);
            // A short search may think too well of a move.
            let chance = chance.filter(|chance| chance + CLEARLY <= self.best_chance());
            self.refusal.set(Some(Refusal { mv, replies: Some(reply.into_iter().collect()), chance }));
        });
    }

    /// What is wrong with an answer, in words.
    pub(super) fn verdicts(self, refusal: &Refusal) -> Vec<String> {
        let common = &self.preferences.language.get().puzzles().common;
        let proved = self.puzzle.with_value(|puzzle| puzzle.kind.is_proved());
        let chance = refusal.chance.map(|chance| common.chance_instead(chance, self.best_chance()));
        proved.then(|| common.not_forced.to_string()).into_iter().chain(chance).collect()
    }

    /// Everything about a wrong answer, for screen readers.
    fn spoken(self, refusal: &Refusal) -> String {
        let words = self.preferences.words();
        let mut lines = self.verdicts(refusal);
        lines.extend(refusal.replies.iter().flatten().map(|&(clan, mv)| reply_words(words, clan, mv)));
        lines.join(" ")
    }

    /// Plays the wrong answer and what it allows on the board.
    pub(super) fn show_line(self, game: Game) {
        let Some(Refusal { mv, replies, .. }) = self.refusal.get_untracked() else { return };
        self.line.play(game, std::iter::once(mv).chain(replies.into_iter().flatten().map(|(_, mv)| mv)).collect());
    }

    /// Whether a line is on the board.
    pub(super) fn shows_line(self, game: Game) -> bool {
        !self.solved.get() && game.session.with(Session::played) > 0
    }

    /// Lets somebody try again after a wrong answer.
    pub(super) fn try_again(self, game: Game) {
        game.engine.cancel();
        self.line.reset(game);
        self.refusal.set(None);
    }
}

/// Leads through a puzzle.
pub(super) struct PuzzleGuide(pub(super) Attempt);

impl Guide for PuzzleGuide {
    fn accepts(&self, game: Game, mv: Move) -> bool {
        let attempt = self.0;
        let right = attempt.puzzle.with_value(|puzzle| puzzle.accepts(mv));
        attempt.record(right);
        if right {
            attempt.refusal.set(None);
            attempt.solved.set(true);
            return true;
        }
        attempt.refuse(game, mv);
        game.proposal.set(Some(mv));
        let common = &attempt.preferences.language.get_untracked().puzzles().common;
        let words = untrack(|| attempt.refusal.with(|refusal| refusal.as_ref().map(|it| attempt.spoken(it))));
        attempt.notices.say(format!("{}. {}", common.wrong, words.unwrap_or_default()));
        request_animation_frame(|| browser::focus("[data-do=try-again]"));
        false
    }

    fn objects(&self, game: Game) -> bool {
        let refused = self.0.refusal.with(|refusal| refusal.as_ref().map(|refusal| refusal.mv));
        refused.is_some() && refused == game.proposal.get()
    }

    fn has_opponents(&self) -> bool {
        false
    }

    fn waiting_reason(&self, _game: Game) -> String {
        self.0.preferences.language.get().puzzles().common.waiting.to_string()
    }

    fn announcement(&self, _session: &Session) -> Option<String> {
        let common = &self.0.preferences.language.get_untracked().puzzles().common;
        let helped = self.0.first.get_untracked() == Some(false);
        self.0.solved.get_untracked().then(|| if helped { common.with_help } else { common.correct }.to_string())
    }

    fn show_way(&self, game: Game) {
        let attempt = self.0;
        attempt.record(false);
        attempt.try_again(game);
        let solution = attempt.puzzle.with_value(|puzzle| puzzle.solutions.first().map(|solution| solution.mv));
        game.proposal.set(solution);
    }

    fn face(&self) -> AnyView {
        view! { <PuzzleFace attempt=self.0/> }.into_any()
    }
}
