//! A game on the screen: the session, the half-made move, what the board shows, and the engine.
//!
//! This file defines [`Game`] and what can be asked of it. `choosing` turns clicks into a complete move, `playing` plays it and runs
//! everyone else's turns, and `display` keeps the board in step. `saving` stores local games and handles a second tab; `online`
//! holds what differs at an online table.

mod choosing;
mod coaching;
mod display;
mod online;
mod playing;
mod saving;

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_rules::{Clan, ClanSet, JourneyReport, Move, Position, SpaceSet, Village};
use shangrila_study::coach::MoveAdvice;
use shangrila_table::{Player, Session, wording};

pub(crate) use coaching::HelpStep;
use coaching::{Coach, Warning};

use super::journey_animation::JourneyAnimation;
use super::venue::{Guide, RemoteTable, Venue};
use crate::engine_worker::EngineWorker;
use crate::notices::{Notices, notices};
use crate::player_names;
use crate::preferences::{Preferences, preferences};

/// The hint for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    None,
    Searching,
    /// It is there, and told this far.
    Found(HelpStep),
}

/// A game on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    venue: Venue,
    pub(crate) session: RwSignal<Session>,
    /// A complete move that waits for confirmation.
    pub(crate) proposal: RwSignal<Option<Move>>,
    /// The position on the board. It lags behind the session during a journey animation.
    pub(crate) displayed: RwSignal<Position>,
    /// The journey animation in progress.
    pub(crate) animation: RwSignal<Option<JourneyAnimation>>,
    /// The journey whose students have just arrived, while masters are driven out and the bridge falls.
    pub(crate) aftermath: RwSignal<Option<JourneyReport>>,
    /// The spaces changed by the latest turn.
    pub(crate) changed_spaces: RwSignal<SpaceSet>,
    advice: RwSignal<Advice>,
    /// What the hint says, while there is one.
    advised: RwSignal<Option<MoveAdvice>>,
    /// The move that the coach warns of.
    pub(crate) warning: RwSignal<Option<Warning>>,
    /// The village zoomed in on, on small screens.
    pub(crate) zoomed: RwSignal<Option<Village>>,
    /// Whether the game is played in this tab rather than in another one.
    pub(crate) active_tab: RwSignal<bool>,
    /// Whether the review plays automatically.
    pub(crate) replaying: RwSignal<bool>,
    /// The turn whose log entry is hovered or focused.
    pub(crate) hovered_turn: RwSignal<Option<usize>>,
    pub(crate) engine: EngineWorker,
    coach: Coach,
    preferences: Preferences,
    notices: Notices,
}

impl Game {
    /// Opens a game and starts the effects that play the other seats' turns.
    pub(crate) fn open(venue: Venue, session: Session) -> Game {
        let displayed = *session.shown();
        let engine = expect_context();
        let game = Game {
            venue,
            session: RwSignal::new(session),
            proposal: RwSignal::new(None),
            displayed: RwSignal::new(displayed),
            animation: RwSignal::new(None),
            aftermath: RwSignal::new(None),
            changed_spaces: RwSignal::new(SpaceSet::default()),
            advice: RwSignal::new(Advice::None),
            advised: RwSignal::new(None),
            warning: RwSignal::new(None),
            zoomed: RwSignal::new(None),
            active_tab: RwSignal::new(true),
            replaying: RwSignal::new(false),
            hovered_turn: RwSignal::new(None),
            engine,
            coach: Coach::new(engine),
            preferences: preferences(),
            notices: notices(),
        };
        game.follow_session();
        match venue {
            Venue::Local { id } => {
                game.run_computer_players(id);
                game.sync_with_other_tabs(id);
            }
            Venue::Analysis { .. } => {}
            Venue::Online(table) => game.follow_table(table.get_value()),
            Venue::Guided(guide) if guide.get_value().has_opponents() => {
                game.run_computer_players(StoredValue::new(game.id()));
            }
            Venue::Guided(_) => {}
        }
        game
    }

    /// The game's id, in this browser or on the server.
    pub(crate) fn id(self) -> String {
        match self.venue {
            Venue::Local { id } => id.get_value(),
            Venue::Analysis { .. } => String::new(),
            Venue::Online(table) => table.get_value().id(),
            Venue::Guided(_) => "guided".to_string(),
        }
    }

    /// Who leads the player through the game, if anyone does.
    pub(crate) fn guide(self) -> Option<Arc<dyn Guide>> {
        match self.venue {
            Venue::Guided(guide) => Some(guide.get_value()),
            Venue::Local { .. } | Venue::Analysis { .. } | Venue::Online(_) => None,
        }
    }

    /// The online table, if the game is played at one.
    pub(crate) fn online(self) -> Option<Arc<dyn RemoteTable>> {
        match self.venue {
            Venue::Local { .. } | Venue::Analysis { .. } | Venue::Guided(_) => None,
            Venue::Online(table) => Some(table.get_value()),
        }
    }

    /// Whether this is the analysis board.
    pub(crate) fn is_analysis(self) -> bool {
        matches!(self.venue, Venue::Analysis { .. })
    }

    /// Whether the clan is played by someone at this screen.
    pub(crate) fn is_mine(self, clan: Clan) -> bool {
        match self.online() {
            None => self.session.with(|session| session.player(clan).is_some_and(Player::is_person)),
            Some(table) => table.my_clans().contains(clan),
        }
    }

    /// Whose story the screen tells: the player at this screen who moves next. `None` for spectators.
    pub(crate) fn viewer(self) -> Option<Clan> {
        match self.online() {
            None => self.session.with(Session::next_person),
            Some(table) => table.my_clan(),
        }
    }

    /// The clans of the viewer: two in a game of two players.
    pub(crate) fn viewers(self) -> ClanSet {
        match self.online() {
            None => self.viewer().into_iter().collect(),
            Some(table) => table.my_clans(),
        }
    }

    /// Whether the next move is made at this screen.
    pub(crate) fn is_my_turn(self) -> bool {
        let person_chooses = self.active_tab.get() && self.session.with(Session::person_chooses);
        person_chooses
            && match self.online() {
                None => true,
                Some(table) => {
                    let mover = self.session.with(|session| session.position().to_move());
                    table.awaits_me() && table.my_clan() == mover
                }
            }
    }

    /// Whether the game is over, or given up, and the board shows it.
    pub(crate) fn has_ended(self) -> bool {
        self.displayed.with(Position::is_over) || self.session.with(|session| session.resigned().is_some())
    }

    /// The clan to move in the displayed position.
    pub(crate) fn mover(self) -> Option<Clan> {
        self.displayed.with(Position::to_move)
    }

    /// Whether nothing is moving on the board: the last journey has been seen to its end.
    pub(crate) fn is_at_rest(self) -> bool {
        self.animation.with(Option::is_none) && self.aftermath.with(Option::is_none)
    }

    /// Whether a move can be chosen in this tab now.
    pub(crate) fn can_choose(self) -> bool {
        self.animation.with(Option::is_none) && self.is_my_turn()
    }

    /// [`Game::can_choose`] without tracking, for event handlers.
    pub(crate) fn can_choose_now(self) -> bool {
        untrack(move || self.can_choose())
    }

    /// Whether a computer player is thinking or a hint is being searched for.
    pub(crate) fn is_thinking(self) -> bool {
        let bots_turn = self.active_tab.get()
            && self.is_at_rest()
            && match self.online() {
                None => self.session.with(|session| {
                    let mover =
                        session.position().to_move().filter(|_| !session.is_viewing() && !session.is_finished());
                    mover.and_then(|clan| session.player(clan)).is_some_and(|player| !player.is_person())
                }),
                Some(table) => table.computer_moves() && !self.session.with(Session::is_viewing),
            };
        bots_turn || self.advice.get() == Advice::Searching
    }

    /// The journey to show from near: one that waits for confirmation, is under way or has just ended.
    pub(crate) fn journey_in_view(self) -> Option<(Village, Village)> {
        if let Some(Move::Journey { from, to }) = self.proposal.get() {
            return Some((from, to));
        }
        let under_way = self.animation.with(|animation| animation.map(|animation| animation.report));
        under_way.or(self.aftermath.get()).map(|report| (report.from, report.to))
    }

    /// What the pending move would do, if it is a journey.
    pub(crate) fn preview(self) -> Option<JourneyReport> {
        match self.proposal.get()? {
            Move::Journey { from, to } => self.session.with(|session| session.position().journey_report(from, to).ok()),
            _ => None,
        }
    }

    /// The name of the clan's player.
    pub(crate) fn player_name(self, clan: Clan) -> String {
        let words = self.preferences.words();
        self.session.with(|session| player_names::name(words, clan, session.player(clan), session.you().is_some()))
    }

    /// The second line of a player's card: the level or the clan.
    pub(crate) fn player_note(self, clan: Clan) -> String {
        let words = self.preferences.words();
        self.session.with(|session| player_names::note(words, clan, session.player(clan), session.you().is_some()))
    }

    /// What the player is asked to do.
    pub(crate) fn prompt(self) -> String {
        let words = self.preferences.words();
        self.session.with(|session| choosing::prompt(words, session.position(), session.pending))
    }

    /// The latest turn in words.
    pub(crate) fn latest_words(self) -> String {
        let words = self.preferences.words();
        self.session.with(|session| match session.turns_back().next() {
            Some((before, mv, _)) => before
                .to_move()
                .map_or(String::new(), |clan| wording::move_words(words, session.who(words, clan), mv) + "."),
            None => String::new(),
        })
    }

    /// A move in words, without subscribing to anything.
    pub(crate) fn move_words(self, clan: Clan, mv: Move) -> String {
        let words = self.preferences.words_now();
        self.session.with_untracked(|session| wording::move_words(words, session.who(words, clan), mv))
    }

    /// How a finished game ended.
    pub(crate) fn result(self, position: &Position) -> Option<String> {
        let words = self.preferences.words();
        self.session.with(|session| wording::result(words, position, &|clan| session.who(words, clan)))
    }

    /// The hint. Earlier turns under review do not show it.
    pub(crate) fn advice(self) -> Advice {
        if self.session.with(Session::is_viewing) { Advice::None } else { self.advice.get() }
    }
}
