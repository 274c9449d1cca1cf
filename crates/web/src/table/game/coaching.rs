//! The coach at the table: help in three steps, and in teaching mode a warning before a blunder. Both come from one search of the position,
//! in a worker of its own, so the coach never warns of the move it advises.

use leptos::prelude::*;
use shangrila_rules::{Move, Position, VillageSet};
pub(crate) use shangrila_study::coach::HelpStep;
use shangrila_study::coach::{self, MoveAdvice};
use shangrila_study::{Lapse, StudySearch, TurnReview};
use shangrila_table::{RecapTurn, Session};

use super::{Advice, Game};
use crate::engine_worker::study::{AdviceRequest, read_advice};
use crate::engine_worker::{EngineWorker, RunningWorker};
use crate::rated_games;
use crate::table::venue::Venue;

/// The most moves of a refutation that are shown on the board.
const REFUTATION: usize = 4;

/// A move that the coach warns of, and how the others might refute it.
#[derive(Clone, PartialEq)]
pub(crate) struct Warning {
    pub(crate) review: TurnReview,
    /// The move and what follows, numbered from 1.
    pub(crate) line: Vec<RecapTurn>,
}

impl Warning {
    fn of(position: &Position, review: TurnReview) -> Warning {
        let mut next = *position;
        let moves = std::iter::once(review.played.mv).chain(review.played.line.iter().copied());
        let turn = |(mv, number): (Move, usize)| {
            let turn = RecapTurn::of(number, &next, mv)?;
            next.play(mv).ok()?;
            Some(turn)
        };
        let line = moves.zip(1..=REFUTATION).map_while(turn).collect();
        Warning { review, line }
    }

    /// What the move gives away.
    pub(crate) fn words(&self, texts: &shangrila_i18n::CoachWords) -> String {
        coach::warning(&self.review, texts)
    }
}

/// Receives a review; `None` if there is none.
type OnReview = Box<dyn FnOnce(Option<TurnReview>)>;

/// The worker of the coach. It starts with the first question, and ends with the screen.
#[derive(Clone, Copy)]
pub(crate) struct Coach {
    engine: EngineWorker,
    worker: StoredValue<Option<RunningWorker>, LocalStorage>,
    pending: StoredValue<Option<(u32, OnReview)>, LocalStorage>,
    asked: StoredValue<u32>,
}

impl Coach {
    pub(super) fn new(engine: EngineWorker) -> Coach {
        Coach {
            engine,
            worker: StoredValue::new_local(None),
            pending: StoredValue::new_local(None),
            asked: StoredValue::new(0),
        }
    }

    /// Asks for a review of a move, or of the best one. A new question replaces the one before.
    fn ask(
        self,
        visits: u32,
        position: Position,
        mv: Option<Move>,
        on_review: impl FnOnce(Option<TurnReview>) + 'static,
    ) {
        let id = self.asked.get_value() + 1;
        self.asked.set_value(id);
        self.pending.set_value(Some((id, Box::new(on_review))));
        if self.worker.with_value(Option::is_none) {
            let started = self.engine.spawn(move |line| self.receive(line), move || self.fail());
            self.worker.set_value(started.ok());
        }
        let request = AdviceRequest { id, visits, position, mv };
        let sent = self.worker.with_value(|worker| worker.as_ref().map(|worker| worker.send_text(request.write())));
        if !matches!(sent, Some(Ok(()))) {
            self.fail();
        }
    }

    fn receive(self, line: &str) {
        let Some((id, review)) = read_advice(line) else { return };
        if self.pending.with_value(|pending| pending.as_ref().map(|(asked, _)| *asked)) == Some(id) {
            self.answer(review);
        }
    }

    fn fail(self) {
        self.worker.set_value(None);
        self.answer(None);
    }

    fn answer(self, review: Option<TurnReview>) {
        let pending = self.pending.try_update_value(Option::take).flatten();
        if let Some((_, on_review)) = pending {
            on_review(review);
        }
    }
}

impl Game {
    /// Asks the coach for a hint. Asking again tells more of it.
    pub(crate) fn ask_advice(self) {
        if self.online().is_some() || self.is_in_rated_game() {
            return self.notices.show(self.preferences.words_now().online.no_hints.to_string());
        }
        if !self.check_can_choose() {
            return;
        }
        if let Some(guide) = self.guide() {
            return guide.show_way(self);
        }
        match self.advice.get_untracked() {
            Advice::Searching => return,
            Advice::Found(step) => {
                self.advice.set(Advice::Found(step.next()));
                return self.say_advice();
            }
            Advice::None => {}
        }
        self.advice.set(Advice::Searching);
        let (position, asked_at) = self.session.with_untracked(|session| (*session.position(), session.played()));
        self.coach.ask(StudySearch::VISITS, position, None, move |review| {
            let wanted = self.advice.try_get_untracked() == Some(Advice::Searching);
            if !wanted || self.session.try_with_untracked(Session::played) != Some(asked_at) {
                return;
            }
            let advice = review.and_then(|review| MoveAdvice::of(&position, review.best));
            let found = if advice.is_some() { Advice::Found(HelpStep::Where) } else { Advice::None };
            self.advised.set(advice);
            self.advice.set(found);
            self.say_advice();
        });
    }

    /// Whether the position belongs to a rated game that is still being played, with which nobody may be helped.
    fn is_in_rated_game(self) -> bool {
        self.session.with_untracked(|session| rated_games::table_with(session.position())).is_some()
    }

    /// Puts the hint away. The marks and the recap come back.
    pub(crate) fn close_advice(self) {
        self.advice.set(Advice::None);
    }

    /// Reviews a move, or the best one, in a search of this many visits.
    pub(crate) fn review_move(
        self,
        visits: u32,
        position: Position,
        mv: Option<Move>,
        on_review: impl FnOnce(Option<TurnReview>) + 'static,
    ) {
        self.coach.ask(visits, position, mv, on_review);
    }

    fn say_advice(self) {
        untrack(move || self.advice_words()).into_iter().for_each(|text| self.notices.say(text));
    }

    /// The move that is advised, once the hint has come that far.
    pub(crate) fn advised_move(self) -> Option<Move> {
        let told = self.advice() == Advice::Found(HelpStep::Move);
        self.advised.with(|advice| advice.as_ref().map(|advice| advice.candidate.mv)).filter(|_| told)
    }

    /// The villages to look at, until the move itself is told.
    pub(crate) fn advised_villages(self) -> VillageSet {
        match self.advice() {
            Advice::Found(HelpStep::Where | HelpStep::Kind) => {
                self.advised.with(|advice| advice.as_ref().map_or(VillageSet::default(), MoveAdvice::villages))
            }
            _ => VillageSet::default(),
        }
    }

    /// The hint in words, as far as it is told.
    pub(crate) fn advice_words(self) -> Option<String> {
        let Advice::Found(step) = self.advice() else { return None };
        let (words, texts) = (self.preferences.words(), &self.preferences.words().coach);
        self.advised.with(|advice| {
            let advice = advice.as_ref()?;
            Some(self.session.with(|session| advice.help(step, words, texts, &|clan| session.who(words, clan))))
        })
    }

    /// Plays a move that the player at this screen has chosen. In teaching mode the coach looks at it first.
    pub(super) fn play_chosen(self, mv: Move) {
        let teaching = matches!(self.venue, Venue::Local { .. }) && self.preferences.teaching.get_untracked();
        if !teaching || self.is_in_rated_game() {
            return self.play(mv);
        }
        let (position, asked_at) = self.session.with_untracked(|session| (*session.position(), session.played()));
        self.coach.ask(StudySearch::VISITS, position, Some(mv), move |review| {
            if self.session.try_with_untracked(Session::played) != Some(asked_at) {
                return;
            }
            match review.filter(|review| review.lapse() == Some(Lapse::Blunder)) {
                Some(review) => self.warn(Warning::of(&position, review)),
                None => self.play(mv),
            }
        });
    }

    fn warn(self, warning: Warning) {
        let texts = &self.preferences.words_now().coach;
        self.notices.say(format!("{}: {}", texts.careful, warning.words(texts)));
        self.proposal.set(None);
        self.zoomed.set(None);
        self.advice.set(Advice::None);
        self.warning.set(Some(warning));
    }

    /// Plays the move that the coach has warned of.
    pub(crate) fn play_anyway(self) {
        let warned = self.warning.get_untracked().map(|warning| warning.review.played.mv);
        warned.into_iter().for_each(|mv| self.play(mv));
    }
}
