//! A tree of variations on the screen: the board shows its current position, moves on the board become part of it, and every change is
//! stored.

use leptos::prelude::*;
use shangrila_rules::record::Mark;
use shangrila_rules::{Clan, Move, Position};
use shangrila_table::{NodeId, Player, Session, VariationError, VariationTree};

use super::engine::LiveEngine;
use super::{stored, texts_now};
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::rated_games;
use crate::table::{Game, Venue, open_board};

/// An analysis on the screen.
#[derive(Clone, Copy)]
pub(super) struct Study {
    id: StoredValue<String>,
    pub(super) tree: RwSignal<VariationTree>,
    pub(super) game: Game,
    pub(super) engine: LiveEngine,
    /// The tree before moves were deleted, so that they can be restored.
    pub(super) removed: RwSignal<Option<VariationTree>>,
    /// The table of the running rated game that the position belongs to: the engine keeps quiet about it.
    pub(super) rated: Memo<Option<String>>,
    /// The engine line that is pointed at.
    pub(super) hovered_line: RwSignal<Option<usize>>,
    preferences: Preferences,
    notices: Notices,
}

/// A game in which people choose for every clan, played up to a position of the tree.
fn session_at(tree: &VariationTree, id: NodeId) -> Option<Session> {
    let record = tree.record_to(id);
    let player = |clan: Clan| match record.players[clan].as_deref().map(Player::from_record) {
        Some(Ok(person @ Player::Person(_))) => person,
        _ => Player::person(),
    };
    let players = record.start.position().seats().iter().map(player).collect();
    Session::resume(record, Some(players)).ok()
}

impl Study {
    /// Shows a tree; `None` if it cannot be played through, which a tree never is.
    pub(super) fn open(id: String, tree: VariationTree) -> Option<Study> {
        let session = session_at(&tree, tree.current())?;
        let tree = RwSignal::new(tree);
        let (preferences, notices) = (preferences(), notices());
        let on_move = Callback::new(move |mv: Move| {
            let played = tree.try_update(|tree| tree.play(mv));
            if played == Some(Err(VariationError::TooDeep)) {
                // The board has moved on already; the effect that keeps it in step takes it back.
                notices.show(texts_now(preferences).board.too_deep.to_string());
            }
        });
        let game = open_board(Venue::Analysis { on_move }, session);
        let study = Study {
            id: StoredValue::new(id),
            tree,
            game,
            engine: LiveEngine::new(),
            removed: RwSignal::new(None),
            rated: Memo::new(move |_| tree.with(|tree| rated_games::table_with(tree.position()))),
            hovered_line: RwSignal::new(None),
            preferences,
            notices,
        };
        study.follow_tree();
        study.store_changes();
        study.run_engine();
        Some(study)
    }

    /// The moves that lead to the position under study.
    fn moves(tree: &VariationTree) -> Vec<Move> {
        tree.path(tree.current()).into_iter().filter_map(|id| tree.node(id).mv).collect()
    }

    /// Keeps the board in step with the tree.
    fn follow_tree(self) {
        Effect::new(move || {
            let wanted = self.tree.with(Study::moves);
            let shown: Vec<Move> =
                self.game.session.with_untracked(|session| session.turns().map(|(_, mv, _)| mv).collect());
            if wanted == shown {
                return;
            }
            let one_step = wanted.len() == shown.len() + 1 && wanted.starts_with(&shown);
            let (session, position) =
                self.tree.with_untracked(|tree| (session_at(tree, tree.current()), *tree.position()));
            let Some(session) = session else { return };
            self.game.finish_animation();
            self.game.zoomed.set(None);
            if !one_step {
                // Only a single step forward is animated: anything else would be a journey that nobody made.
                self.game.displayed.set(position);
            }
            self.game.session.set(session);
        });
    }

    fn store_changes(self) {
        Effect::new(move |before: Option<bool>| {
            let saved = self.tree.with(|tree| stored::write(&self.id.get_value(), tree)).is_ok();
            // Said once, not after every move.
            if !saved && before != Some(false) {
                self.notices.show(texts_now(self.preferences).board.not_saved.to_string());
            }
            saved
        });
    }

    /// Lets the engine follow the position under study while it is on and the page is visible.
    fn run_engine(self) {
        let engine = self.engine;
        let visible = RwSignal::new(true);
        let handle = window_event_listener_untyped("visibilitychange", move |_| visible.set(!document().hidden()));
        on_cleanup(move || handle.remove());
        Effect::new(move || engine.remember_settings());
        let wanted = Memo::new(move |_| {
            let free = engine.on.get() && visible.get() && self.rated.with(Option::is_none);
            let over = self.tree.with(|tree| tree.position().is_over());
            (free && !over).then(|| (engine.threads.get(), self.tree.with(Study::moves)))
        });
        Effect::new(move || match wanted.get() {
            None => engine.pause(),
            Some((_, moves)) => self.tree.with_untracked(|tree| {
                engine.analyse(tree.node(NodeId::ROOT).position, moves, *tree.position());
            }),
        });
    }

    /// The position under study.
    pub(super) fn position(self) -> Position {
        self.tree.with(|tree| *tree.position())
    }

    pub(super) fn id(self) -> String {
        self.id.get_value()
    }

    /// Studies another position of the tree.
    pub(super) fn go_to(self, id: NodeId) {
        if self.tree.with_untracked(VariationTree::current) != id {
            self.tree.update(|tree| tree.go_to(id));
        }
    }

    /// Goes where `find` says, if it says something.
    pub(super) fn walk(self, find: impl Fn(&VariationTree) -> Option<NodeId>) {
        let target = self.tree.with_untracked(find);
        target.into_iter().for_each(|id| self.go_to(id));
    }

    /// Adds a line to the tree without leaving the position.
    pub(super) fn add_line(self, moves: &[Move]) {
        self.removed.set(None);
        self.tree.update(|tree| _ = tree.add_moves(moves));
    }

    pub(super) fn set_mark(self, mark: Option<Mark>) {
        self.tree.update(|tree| {
            let id = tree.current();
            tree.set_mark(id, mark);
        });
    }

    /// Makes the line under study the main line.
    pub(super) fn make_main(self) {
        let made = self.tree.try_update(|tree| tree.make_main(tree.current()));
        if let Some(Err(_)) = made {
            self.notices.show(texts_now(self.preferences).board.too_deep.to_string());
        }
    }

    /// Deletes the move under study and what follows.
    pub(super) fn remove(self) {
        let before = self.tree.get_untracked();
        if self.tree.try_update(|tree| tree.remove(tree.current())) == Some(true) {
            self.removed.set(Some(before));
        }
    }

    /// Restores what was deleted last.
    pub(super) fn restore(self) {
        if let Some(tree) = self.removed.get_untracked() {
            self.removed.set(None);
            self.tree.set(tree);
        }
    }
}
