//! A game on the screen: the session, the half-made move, what is shown of it, and who thinks.
//!
//! Here is what a game is, and what can be asked of it; `choosing` is the way to a whole move, `playing` what happens with it and who
//! else plays, `showing` how the board follows, `keeping` how nothing is lost, also with two tabs.

mod choosing;
mod keeping;
mod playing;
mod showing;

use leptos::prelude::*;
use shangrila_i18n::fill;
use shangrila_rules::{Clan, JourneyReport, Move, Position, SpaceSet, Village};
use shangrila_table::{Session, wording};

use super::flight::Flight;
use crate::names;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::thinking::Thinker;
use crate::thinking::message::Answer;

/// Advice for the person to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Advice {
    None,
    Searching,
    Found(Answer),
}

/// A game on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    id: StoredValue<String>,
    pub(crate) session: RwSignal<Session>,
    /// A whole move that waits for a yes.
    pub(crate) pending: RwSignal<Option<Move>>,
    /// The position on the board, which lags behind while students walk.
    pub(crate) displayed: RwSignal<Position>,
    /// The journey that is walked just now.
    pub(crate) flight: RwSignal<Option<Flight>>,
    /// The spaces that have just changed.
    pub(crate) arrivals: RwSignal<SpaceSet>,
    pub(crate) advice: RwSignal<Advice>,
    /// The village that is looked at from near, on small screens.
    pub(crate) near: RwSignal<Option<Village>>,
    /// Whether the game is played in this tab, not in another one.
    pub(crate) here: RwSignal<bool>,
    /// Whether history plays by itself.
    pub(crate) replaying: RwSignal<bool>,
    /// The turn whose log entry is pointed at.
    pub(crate) pointed: RwSignal<Option<usize>>,
    pub(crate) thinker: Thinker,
    preferences: Preferences,
    notices: Notices,
}

impl Game {
    /// Puts a game on the screen and lets the computer players play.
    pub(crate) fn open(id: String, session: Session) -> Game {
        let displayed = *session.shown();
        let game = Game {
            id: StoredValue::new(id),
            session: RwSignal::new(session),
            pending: RwSignal::new(None),
            displayed: RwSignal::new(displayed),
            flight: RwSignal::new(None),
            arrivals: RwSignal::new(SpaceSet::default()),
            advice: RwSignal::new(Advice::None),
            near: RwSignal::new(None),
            here: RwSignal::new(true),
            replaying: RwSignal::new(false),
            pointed: RwSignal::new(None),
            thinker: expect_context(),
            preferences: preferences(),
            notices: notices(),
        };
        game.thinker.warm_up();
        game.show_changes();
        game.let_others_play();
        game.keep();
        on_cleanup(move || game.thinker.cancel());
        game
    }

    pub(crate) fn id(self) -> String {
        self.id.get_value()
    }

    /// The clan whose turn it is in the position on the board.
    pub(crate) fn mover(self) -> Option<Clan> {
        self.displayed.with(Position::to_move)
    }

    /// Whether a person in this tab has something to choose.
    pub(crate) fn chooses(self) -> bool {
        self.here.get() && self.flight.with(Option::is_none) && self.session.with(Session::person_chooses)
    }

    /// The same at this moment, for what happens once.
    pub(crate) fn chooses_now(self) -> bool {
        untrack(move || self.chooses())
    }

    /// Whether somebody is being waited for: a computer player that thinks, or the adviser.
    pub(crate) fn is_thinking(self) -> bool {
        let bots_turn = self.here.get()
            && self.flight.with(Option::is_none)
            && self.session.with(|session| {
                let mover = session.position().to_move().filter(|_| !session.is_viewing());
                mover.and_then(|clan| session.player(clan)).is_some_and(|player| !player.is_person())
            });
        bots_turn || self.advice.get() == Advice::Searching
    }

    /// What the waiting move would do, if it is a journey.
    pub(crate) fn preview(self) -> Option<JourneyReport> {
        match self.pending.get()? {
            Move::Journey { from, to } => self.session.with(|session| session.position().journey_report(from, to).ok()),
            _ => None,
        }
    }

    /// What whoever plays a clan is called.
    pub(crate) fn player_name(self, clan: Clan) -> String {
        let words = self.preferences.words();
        self.session.with(|session| names::name(words, clan, session.player(clan), session.persons()))
    }

    /// What there is to say about a player besides.
    pub(crate) fn player_note(self, clan: Clan) -> String {
        let words = self.preferences.words();
        self.session.with(|session| names::note(words, clan, session.player(clan), session.persons()))
    }

    /// What the person is asked for.
    pub(crate) fn request(self) -> String {
        let words = self.preferences.words();
        self.session.with(|session| choosing::request(words, session.position(), session.choice))
    }

    /// The latest turn in words.
    pub(crate) fn latest_words(self) -> String {
        let words = self.preferences.words();
        self.session.with(|session| match session.turns_back().next() {
            Some((before, mv, _)) => {
                before.to_move().map_or(String::new(), |clan| wording::move_words(words, clan, mv) + ".")
            }
            None => String::new(),
        })
    }

    /// Win chances of the advice in words.
    pub(crate) fn advice_words(self) -> Option<String> {
        let Advice::Found(answer) = self.advice.get() else { return None };
        let clan = self.session.with(|session| session.position().to_move())?;
        let words = self.preferences.words();
        let percent = (answer.wins[clan] * 100.0).round();
        let chance = fill(words.table.advice_chance, &[("percent", &percent)]);
        Some(format!("{}. {chance}", wording::move_words(words, clan, answer.mv)))
    }
}
