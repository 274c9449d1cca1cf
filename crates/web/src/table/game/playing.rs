//! Playing: moves, undo and redo, review, and the turns of computer players.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_ai::BotSpec;
use shangrila_i18n::Words;
use shangrila_rules::{Move, Seat};
use shangrila_table::{Player, Session, wording};

use super::{Advice, Game, Venue};
use crate::browser;
use crate::engine_worker::message::SearchRequest;
use crate::erased::memo;

/// The longest a computer player may think, in milliseconds.
const TIME: u32 = 1000;
/// The least time a bot without a level appears to think.
const PACE: Duration = Duration::from_millis(400);

impl Game {
    /// Plays a move for the clan to move. At an online table it is also sent to the server, and shown until the server answers.
    pub(crate) fn play(self, mv: Move) {
        self.proposal.set(None);
        self.warning.set(None);
        let ply = self.session.try_with_untracked(Session::played).unwrap_or_default();
        match self.session.try_update(|session| session.play(mv)) {
            Some(Ok(())) => {
                match self.venue {
                    Venue::Local { .. } | Venue::Guided(_) => {}
                    Venue::Analysis { on_move } => on_move.run(mv),
                    Venue::Online(table) => table.get_value().play(ply, mv),
                }
                self.advice.set(Advice::None);
                self.zoomed.set(None);
                self.save();
                self.note_result();
                self.announce_turn();
            }
            Some(Err(reason)) => self.show_refusal(reason),
            // The screen has been left.
            None => {}
        }
    }

    /// Undoes the last move; at an online table, requests a takeback.
    pub(crate) fn undo(self) {
        match self.online() {
            None => self.undo_or_redo(Session::undo, |words| words.screen.no_undo),
            Some(table) => self.request_takeback(&*table),
        }
    }

    /// Gives a local game up. Undo resumes it.
    pub(crate) fn resign(self) {
        let Some(clan) = self.session.with_untracked(Session::you) else { return };
        self.engine.cancel();
        self.proposal.set(None);
        self.advice.set(Advice::None);
        self.session.update(|session| session.resign(clan));
        self.save();
        self.note_result();
    }

    pub(crate) fn redo(self) {
        if self.online().is_none() {
            self.undo_or_redo(Session::redo, |words| words.screen.no_redo);
        }
    }

    fn undo_or_redo(self, go: fn(&mut Session) -> bool, refusal: fn(&Words) -> &'static str) {
        if !self.active_tab.get_untracked() {
            return;
        }
        self.engine.cancel();
        self.proposal.set(None);
        self.warning.set(None);
        self.advice.set(Advice::None);
        let words = self.preferences.words_now();
        if self.session.try_update(go).unwrap_or(false) {
            self.save();
            let position = self.session.with_untracked(|session| *session.position());
            self.notices.say(wording::state(words, &position));
        } else {
            self.notices.show(refusal(words).to_string());
        }
    }

    /// Shows the position after this many turns.
    pub(crate) fn view(self, turns: usize) {
        self.proposal.set(None);
        self.session.update(|session| session.view(turns));
    }

    /// Moves the review by this many turns.
    pub(crate) fn step(self, by: isize) {
        let shown = self.session.with_untracked(Session::shown_turns);
        self.view(shown.saturating_add_signed(by));
    }

    fn search_request(self, player: BotSpec, seed: u64, time: u32) -> SearchRequest {
        let game = self.session.with_untracked(Session::game_so_far);
        SearchRequest { player, seed, time, visits: None, game }
    }

    /// Starts the computer players, who stop when the screen is left. The game's id decides how they play.
    pub(super) fn run_computer_players(self, id: StoredValue<String>) {
        self.play_other_turns(id);
        on_cleanup(move || self.engine.cancel());
        // The worker can start while the player is looking at the board, which should not have to wait for it.
        browser::after_next_frame(move || {
            if self.session.try_with_untracked(|_| ()).is_some() {
                self.engine.warm_up();
            }
        });
    }

    /// Plays the turns of computer players and forced passes as soon as nothing prevents it.
    fn play_other_turns(self, id: StoredValue<String>) {
        let due = memo(move || {
            let free = self.active_tab.get() && self.is_at_rest();
            self.session.with(|session| {
                let waits = session.is_viewing() || session.is_finished() || session.person_chooses();
                (free && !waits).then(|| (session.played(), session.position().hash64()))
            })
        });
        Effect::new(move || match due.get() {
            None => self.engine.cancel(),
            Some(turn) => self.play_next_turn(id, move || due.try_get_untracked().flatten() == Some(turn)),
        });
    }

    fn play_next_turn(self, id: StoredValue<String>, still_due: impl Fn() -> bool + Copy + 'static) {
        let (player, position) = self.session.with_untracked(|session| {
            let player = session.position().to_move().and_then(|clan| session.player(clan)).cloned();
            (player, *session.position())
        });
        let play = move |mv: Move| {
            if still_due() {
                self.play(mv);
            }
        };
        if position.choices().must_pass() {
            set_timeout(move || play(Move::Pass), self.preferences.pace.get_untracked().of_pass());
            return;
        }
        let (Some(Player::Bot(spec)), Some(seat)) = (player, position.seat_to_move()) else { return };
        let pace = match spec {
            BotSpec::Level(level) => level.pace(&position),
            _ => PACE,
        };
        let pace = self.preferences.pace.get_untracked().of_turn(pace);
        let began = browser::now();
        let request = self.search_request(spec, seed(&id.get_value(), seat), TIME);
        self.engine.search(request, move |answer| match answer {
            Some(answer) => {
                let spent = Duration::from_secs_f64((browser::now() - began).max(0.0) / 1000.0);
                set_timeout(move || play(answer.mv), pace.saturating_sub(spent));
            }
            None if still_due() => {
                let words = self.preferences.words_now();
                self.notices.show(words.table.computer_restarts.to_string());
                // Retry with a new worker, after a pause in case it fails again.
                set_timeout(
                    move || {
                        if still_due() {
                            self.play_next_turn(id, still_due)
                        }
                    },
                    Duration::from_secs(3),
                );
            }
            None => {}
        });
    }
}

/// Seeds a computer player by game and seat, so that it plays the same after a reload.
fn seed(id: &str, seat: Seat) -> u64 {
    let number = id.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    number.wrapping_add(u64::from(u8::from(seat)))
}
