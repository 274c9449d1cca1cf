//! Choosing a move: from a click on the board to a complete move that waits for confirmation.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::{Bridge, IllegalMove, Move, Position};
use shangrila_table::{PendingMove, Session, Spot, Step, wording};

use super::{Advice, Game};
use crate::sound::{self, Sound};

impl Game {
    /// Handles a click or tap on a spot of the board.
    pub(crate) fn select(self, spot: Spot) {
        if !self.check_can_choose() {
            return;
        }
        let (choice, position) = self.session.with_untracked(|session| (session.pending, *session.position()));
        if self.deselect_if_chosen(choice, spot) {
            return;
        }
        // A space that offers nothing stands for its village, and a half-made move can be abandoned for another.
        let village = match spot {
            Spot::Space(space) => Spot::Village(space.village()),
            Spot::Village(_) => spot,
        };
        let wide = match choice {
            PendingMove::SecondStudent { .. } | PendingMove::Destination { .. } => PendingMove::Open,
            _ => choice,
        };
        let steps = [(choice, spot), (choice, village), (wide, spot), (wide, village)];
        match steps.into_iter().find_map(|(choice, spot)| choice.step(&position, spot)) {
            Some(step) => self.apply_step(step),
            None => match wording::why_not(&position, spot) {
                Some(reason) => self.show_refusal(reason),
                None => self.notices.show(self.preferences.words_now().choose.impossible.to_string()),
            },
        }
    }

    /// Undoes the choice if the spot is already chosen. Returns whether it was.
    fn deselect_if_chosen(self, choice: PendingMove, spot: Spot) -> bool {
        let pending = self.proposal.get_untracked();
        let again = match (pending, spot) {
            (Some(Move::Place { space }), Spot::Space(touched)) => space == touched,
            (Some(Move::Recruit { second: Some(second), .. }), Spot::Space(touched)) => second == touched,
            (Some(Move::Journey { to, .. }), Spot::Village(touched)) => to == touched,
            (None, Spot::Village(touched)) => choice == PendingMove::Destination { from: touched },
            _ => false,
        };
        if again {
            self.back();
        }
        again
    }

    /// Handles a click or tap on a bridge: proposes a journey across it.
    pub(crate) fn select_bridge(self, bridge: Bridge) {
        if !self.check_can_choose() {
            return;
        }
        let (one, other) = bridge.ends();
        let (choice, position) = self.session.with_untracked(|session| (session.pending, *session.position()));
        let reversed = matches!(choice, PendingMove::Destination { from } if from == other);
        let ways = if reversed { [(other, one), (one, other)] } else { [(one, other), (other, one)] };
        let journeys = ways.map(|(from, to)| Move::Journey { from, to });
        match journeys.into_iter().find(|&mv| position.is_legal(mv)) {
            Some(mv) => self.propose(mv),
            None => {
                let reason = journeys.iter().find_map(|&mv| position.check_legal(mv).err());
                self.show_refusal(reason.unwrap_or(IllegalMove::GameOver));
            }
        }
    }

    /// Restricts the choice to one type of move, or lifts that restriction.
    pub(crate) fn choose_kind(self, choice: PendingMove) {
        if self.check_can_choose() {
            self.proposal.set(None);
            self.session
                .update(|session| session.pending = if session.pending == choice { PendingMove::Open } else { choice });
        }
    }

    /// Asks for confirmation of a complete move, or plays it at once if confirmation is turned off.
    pub(crate) fn propose(self, mv: Move) {
        if let Err(reason) = self.session.with_untracked(|session| session.position().check_legal(mv)) {
            return self.show_refusal(reason);
        }
        if self.preferences.confirm.get_untracked() && !self.is_analysis() {
            self.warning.set(None);
            self.proposal.set(Some(mv));
            sound::play(Sound::Choose);
            if let Some(clan) = self.session.with_untracked(|session| session.position().to_move()) {
                let words = self.preferences.words_now();
                self.notices.say(format!("{}. {}", self.move_words(clan, mv), words.table.enter_confirms));
            }
        } else {
            self.play_unless_refused(mv);
        }
    }

    /// The pending journey in the opposite direction, if that is legal.
    pub(crate) fn reversed_journey(self) -> Option<Move> {
        let Some(Move::Journey { from, to }) = self.proposal.get() else { return None };
        let back = Move::Journey { from: to, to: from };
        self.session.with(|session| session.position().is_legal(back)).then_some(back)
    }

    /// Plays the pending move.
    pub(crate) fn confirm(self) {
        if let Some(mv) = self.proposal.get_untracked() {
            self.play_unless_refused(mv);
        }
    }

    /// Plays the move of the player at this screen, if the guide has nothing against it.
    fn play_unless_refused(self, mv: Move) {
        if self.guide().is_none_or(|guide| guide.accepts(self, mv)) {
            self.play_chosen(mv);
        }
    }

    /// Forgets what has been chosen, and shows the whole board.
    pub(crate) fn start_over(self) {
        self.proposal.set(None);
        self.session.update(|session| session.pending = PendingMove::Open);
        self.zoomed.set(None);
    }

    /// Goes one step back: animation, pending move, choice, review, zoom, hint. Returns whether there was a step to undo.
    pub(crate) fn back(self) -> bool {
        if !untrack(|| self.is_at_rest()) {
            self.finish_animation();
            return true;
        }
        if self.proposal.get_untracked().is_some() {
            self.proposal.set(None);
            return true;
        }
        let choice = self.session.with_untracked(|session| session.pending);
        if choice != PendingMove::Open {
            self.session.update(|session| session.pending = PendingMove::Open);
            return true;
        }
        if self.session.with_untracked(Session::is_viewing) {
            self.view(usize::MAX);
            return true;
        }
        if self.zoomed.get_untracked().is_some() {
            self.zoomed.set(None);
            return true;
        }
        if self.advice.get_untracked() != Advice::None {
            self.close_advice();
            return true;
        }
        false
    }

    fn apply_step(self, step: Step) {
        match step {
            Step::Further(choice) => {
                self.proposal.set(None);
                self.session.update(|session| session.pending = choice);
                sound::play(Sound::Choose);
                let position = self.session.with_untracked(|session| *session.position());
                self.notices.say(prompt(self.preferences.words_now(), &position, choice));
            }
            Step::Complete(mv) => self.propose(mv),
        }
    }

    /// Whether a move can be chosen now. If not, shows a notice that says why.
    pub(super) fn check_can_choose(self) -> bool {
        if self.animation.with_untracked(Option::is_some) {
            self.finish_animation();
        }
        if !self.active_tab.get_untracked() {
            return false;
        }
        let can_choose = untrack(move || self.is_my_turn());
        let (viewing, over) =
            self.session.with_untracked(|session| (session.is_viewing(), session.position().is_over()));
        let words = self.preferences.words_now();
        if viewing {
            self.notices.show(words.table.no_moves_in_the_past.to_string());
        } else if over && self.guide().is_none() {
            self.show_refusal(IllegalMove::GameOver);
        } else if !can_choose {
            self.notices.show(self.waiting_reason());
        }
        can_choose
    }

    pub(crate) fn show_refusal(self, reason: IllegalMove) {
        let text = wording::refusal(self.preferences.words_now(), reason);
        self.notices.show_with_rule(text, Some(reason.rule()));
    }
}

/// What the player is asked to do, worded for touch and keyboard alike.
pub(super) fn prompt(words: &Words, position: &Position, choice: PendingMove) -> String {
    let table = &words.table;
    match choice {
        PendingMove::Open if position.in_opening() => table.ask_setup.to_string(),
        PendingMove::Open => table.ask_turn.to_string(),
        PendingMove::Place => words.choose.place.to_string(),
        PendingMove::Recruit => words.choose.recruit.to_string(),
        PendingMove::SecondStudent { first } => {
            let first = wording::space(words, first);
            let second = table.ask_second(first);
            if position.choices().can_recruit_one() {
                format!("{second} {}", words.choose.recruit_one(first))
            } else {
                second
            }
        }
        PendingMove::Journey => words.choose.origin.to_string(),
        PendingMove::Destination { from } => table.ask_destination(wording::village(from)),
    }
}
