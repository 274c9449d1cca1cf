//! Showing: the board follows the session, walking where students walk; what happened is read out.

use leptos::prelude::*;
use shangrila_rules::{Move, Position, Space, SpaceSet};
use shangrila_table::{Choice, wording};

use super::Game;
use super::choosing::request;
use crate::sound::{self, Sound};
use crate::table::flight::Flight;

impl Game {
    /// Brings the board up to date with the session, walking where students walk.
    pub(super) fn show_changes(self) {
        let shown = Memo::new(move |_| self.session.with(|session| (session.shown_turns(), *session.shown())));
        Effect::new(move |before: Option<usize>| {
            let (turns, position) = shown.get();
            self.land();
            let last = self.displayed.get_untracked();
            if before.is_some_and(|before| turns == before + 1) && last != position {
                let mv = self.session.with_untracked(|session| session.turns_back().next().map(|(_, mv, _)| mv));
                self.animate(&last, mv, position);
            } else {
                self.arrivals.set(SpaceSet::default());
                self.displayed.set(position);
            }
            turns
        });
    }

    fn animate(self, before: &Position, mv: Option<Move>, after: Position) {
        let factor = self.preferences.motion.get_untracked().factor();
        match mv {
            Some(Move::Journey { from, to }) if factor > 0.0 => {
                let Ok(report) = before.journey_report(from, to) else { return self.displayed.set(after) };
                let flight = Flight::new(report, after);
                self.flight.set(Some(flight));
                sound::play(Sound::Journey);
                let landing = move || {
                    if self.flight.try_get_untracked().flatten() == Some(flight) {
                        self.land();
                    }
                };
                set_timeout(landing, flight.duration().mul_f64(factor));
            }
            _ => {
                sound::play(if matches!(mv, Some(Move::Place { .. })) { Sound::Place } else { Sound::Recruit });
                self.settle(after);
            }
        }
    }

    /// Ends a walk at once.
    pub(crate) fn land(self) {
        if let Some(flight) = self.flight.get_untracked() {
            self.flight.set(None);
            sound::play(if flight.report.stones.is_empty() { Sound::Bridge } else { Sound::Stone });
            self.settle(flight.after);
        }
    }

    fn settle(self, after: Position) {
        let before = self.displayed.get_untracked();
        let changed = Space::all().filter(|&space| before.occupant(space) != after.occupant(space));
        self.arrivals.set(changed.collect());
        self.displayed.set(after);
    }

    /// Reads out the turn that was just played, and what is wanted next.
    pub(super) fn tell_turn(self) {
        let words = self.preferences.words_now();
        let is_up = untrack(move || self.is_up());
        let text = self.session.with_untracked(|session| {
            let (before, mv, after) = session.turns().last()?;
            let turn = wording::turn_words(words, before, mv, after);
            Some(match wording::result(words, after) {
                Some(result) => format!("{turn}. {result}"),
                None if is_up => format!("{turn}. {}", request(words, after, Choice::Open)),
                None => turn,
            })
        });
        text.into_iter().for_each(|text| self.notices.say(text));
    }
}
