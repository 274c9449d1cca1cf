//! A game on the screen: the session, the half-made move, what is shown of it, and who thinks.
//!
//! Here is what a game is, and what can be asked of it; `choosing` is the way to a whole move, `playing` what happens with it and who
//! else plays, `showing` how the board follows. Games played here are kept by `keeping`, so that nothing is lost, also with two tabs;
//! `at_a_distance` is how a game at a table of the server differs.

mod at_a_distance;
mod choosing;
mod keeping;
mod playing;
mod showing;

use leptos::prelude::*;
use shangrila_i18n::fill;
use shangrila_rules::{Clan, JourneyReport, Move, Position, SpaceSet, Village};
use shangrila_table::{Player, Session, wording};

use super::flight::Flight;
use crate::names;
use crate::notices::{Notices, notices};
use crate::online::OnlineTable;
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

/// Where a game is played.
#[derive(Clone, Copy)]
pub(crate) enum Venue {
    /// In this browser, which keeps it under a name and lets the computer players think.
    Here { id: StoredValue<String> },
    /// At a table of the server, which is the referee: moves count when it says so.
    Online(StoredValue<OnlineTable>),
}

/// A game on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    venue: Venue,
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
    /// Puts a game on the screen and lets everybody else play.
    pub(crate) fn open(venue: Venue, session: Session) -> Game {
        let displayed = *session.shown();
        let game = Game {
            venue,
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
        game.show_changes();
        match venue {
            Venue::Here { id } => {
                game.thinker.warm_up();
                game.let_others_play(id);
                game.keep(id);
                on_cleanup(move || game.thinker.cancel());
            }
            Venue::Online(table) => game.follow_table(table.get_value()),
        }
        game
    }

    /// What the game is called, here or on the server.
    pub(crate) fn id(self) -> String {
        match self.venue {
            Venue::Here { id } => id.get_value(),
            Venue::Online(table) => table.get_value().id().to_string(),
        }
    }

    /// The table of the server, if it is played at one.
    pub(crate) fn online(self) -> Option<OnlineTable> {
        match self.venue {
            Venue::Here { .. } => None,
            Venue::Online(table) => Some(table.get_value()),
        }
    }

    /// Whether a clan is played by whoever sits at this screen.
    pub(crate) fn is_mine(self, clan: Clan) -> bool {
        match self.online() {
            None => self.session.with(|session| session.player(clan).is_some_and(Player::is_person)),
            Some(table) => table.my_clan() == Some(clan),
        }
    }

    /// Whether the next move is to be chosen at this screen.
    pub(crate) fn is_up(self) -> bool {
        let somebody = self.here.get() && self.session.with(Session::person_chooses);
        somebody
            && match self.online() {
                None => true,
                Some(table) => {
                    let mover = self.session.with(|session| session.position().to_move());
                    table.awaits_me() && table.my_clan() == mover
                }
            }
    }

    /// The clan whose turn it is in the position on the board.
    pub(crate) fn mover(self) -> Option<Clan> {
        self.displayed.with(Position::to_move)
    }

    /// Whether a person in this tab has something to choose.
    pub(crate) fn chooses(self) -> bool {
        self.flight.with(Option::is_none) && self.is_up()
    }

    /// The same at this moment, for what happens once.
    pub(crate) fn chooses_now(self) -> bool {
        untrack(move || self.chooses())
    }

    /// Whether somebody is being waited for: a computer player that thinks, or the adviser.
    pub(crate) fn is_thinking(self) -> bool {
        let bots_turn = self.here.get()
            && self.flight.with(Option::is_none)
            && match self.online() {
                None => self.session.with(|session| {
                    let mover = session.position().to_move().filter(|_| !session.is_viewing());
                    mover.and_then(|clan| session.player(clan)).is_some_and(|player| !player.is_person())
                }),
                Some(table) => table.computer_moves() && !self.session.with(Session::is_viewing),
            };
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
