//! The displayed position: it follows the session, animates journeys, and announces turns to screen readers.

use leptos::prelude::*;
use shangrila_rules::{Fate, JourneyReport, Move, Position, Space, SpaceSet, Traveller};
use shangrila_table::{PendingMove, wording};

use super::Game;
use super::choosing::prompt;
use crate::erased::memo;
use crate::sound::{self, Sound};
use crate::table::journey_animation::{AFTERMATH, JourneyAnimation};

impl Game {
    /// Keeps the board up to date with the session and animates single steps forward.
    pub(super) fn follow_session(self) {
        let shown = memo(move || self.session.with(|session| (session.shown_turns(), *session.shown())));
        Effect::new(move |before: Option<usize>| {
            let (turns, position) = shown.get();
            self.finish_animation();
            let last = self.displayed.get_untracked();
            if before.is_some_and(|before| turns == before + 1) && last != position {
                let mv = self.session.with_untracked(|session| session.turns_back().next().map(|(_, mv, _)| mv));
                self.animate(&last, mv, position);
            } else {
                self.aftermath.set(None);
                self.changed_spaces.set(SpaceSet::default());
                self.displayed.set(position);
            }
            turns
        });
    }

    fn animate(self, before: &Position, mv: Option<Move>, after: Position) {
        let factor = self.preferences.motion_now();
        match mv {
            Some(Move::Journey { from, to }) if factor > 0.0 => {
                let Ok(report) = before.journey_report(from, to) else { return self.displayed.set(after) };
                let animation = JourneyAnimation::new(report, after);
                self.aftermath.set(None);
                self.animation.set(Some(animation));
                sound::play(Sound::Journey);
                let finish = move || {
                    if self.animation.try_get_untracked().flatten() == Some(animation) {
                        self.finish_animation();
                    }
                };
                set_timeout(finish, animation.duration().mul_f64(factor));
            }
            _ => {
                sound::play(if matches!(mv, Some(Move::Place { .. })) { Sound::Place } else { Sound::Recruit });
                self.show_position(after);
            }
        }
    }

    /// Ends the running journey animation, if any, and shows its result.
    pub(crate) fn finish_animation(self) {
        if let Some(animation) = self.animation.get_untracked() {
            self.animation.set(None);
            let report = animation.report;
            if report.students.iter().any(|(_, student)| student.is_some_and(drives_out)) {
                sound::play(Sound::DriveOut);
            }
            sound::play(if report.stones.is_empty() { Sound::Bridge } else { Sound::Stone });
            self.show_position(animation.after);
            self.show_aftermath(report);
        } else if self.aftermath.with_untracked(Option::is_some) {
            self.aftermath.set(None);
        }
    }

    /// Keeps the camera on a journey until it has been seen what came of it.
    fn show_aftermath(self, report: JourneyReport) {
        self.aftermath.set(Some(report));
        let end = move || {
            if self.aftermath.try_get_untracked().flatten() == Some(report) {
                self.aftermath.set(None);
            }
        };
        set_timeout(end, AFTERMATH.mul_f64(self.preferences.motion_now()));
    }

    fn show_position(self, after: Position) {
        let before = self.displayed.get_untracked();
        let changed = Space::all().filter(|&space| before.occupant(space) != after.occupant(space));
        self.changed_spaces.set(changed.collect());
        self.displayed.set(after);
    }

    /// Announces the turn that was just played, and what the player can do next.
    pub(super) fn announce_turn(self) {
        let words = self.preferences.words_now();
        let is_my_turn = untrack(move || self.is_my_turn());
        let text = self.session.with_untracked(|session| {
            let (before, mv, after) = session.turns().last()?;
            let who = |clan| session.who(words, clan);
            let turn = wording::turn_words(words, before, mv, after, &who);
            if let Some(guided) = self.guide().and_then(|guide| guide.announcement(session)) {
                return Some(format!("{turn}. {guided}"));
            }
            Some(match wording::result(words, after, &who) {
                Some(result) => format!("{turn}. {result}"),
                None if is_my_turn => format!("{turn}. {}", prompt(words, after, PendingMove::Open)),
                None => turn,
            })
        });
        text.into_iter().for_each(|text| self.notices.say(text));
    }
}

fn drives_out(student: Traveller) -> bool {
    matches!(student.fate, Fate::DrivesOut { .. })
}
