//! What happened since the last own move, for the panel and the board alike.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::{Clan, ClanSet, JourneyReport};
use shangrila_table::danger::{self, Danger};
use shangrila_table::{MoveEffect, Recap, RecapTurn, Session};

use super::game::Game;
use crate::erased::memo;

/// The story of the game as the player at this screen wants to hear it.
#[derive(Clone, Copy)]
pub(crate) struct Story {
    /// Every move since the viewer's last own one.
    pub(crate) recap: Memo<Recap>,
    /// The turns marked on the board.
    pub(crate) marked: Memo<MarkedTurns>,
    /// What the viewer could lose before the next own turn. Only computed while something shows it.
    pub(crate) danger: Memo<Danger>,
    /// The journeys that would win the viewer masters now, the best first. Only computed while something shows them.
    pub(crate) wins: Memo<Vec<(JourneyReport, usize)>>,
    /// Whether the game can end before the viewer's next turn.
    pub(crate) may_end: Memo<bool>,
    /// What the pending placement or recruitment changes.
    pub(crate) effect: Memo<Option<MoveEffect>>,
}

/// Turns to mark on the board.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct MarkedTurns {
    pub(crate) turns: Vec<RecapTurn>,
    /// Whether they show their numbers in the recap.
    pub(crate) numbered: bool,
}

impl Story {
    pub(crate) fn of(game: Game) -> Story {
        let recap = memo(move || {
            // A warning shows what might follow instead.
            if let Some(turns) = game.warning.with(|warning| warning.as_ref().map(|warning| warning.line.clone())) {
                return Recap { since: game.session.with(Session::played), turns };
            }
            let (own, seen) = (game.viewers(), game.online().and_then(|table| table.missed_since()));
            game.session.with(|session| Recap::of(session, own, seen))
        });
        let marked = memo(move || marked_turns(game, recap));
        let danger = memo(move || Danger::of(&game.displayed.get(), game.viewers()));
        let wins = memo(move || {
            let viewer = game.viewer();
            viewer.map_or(Vec::new(), |viewer| danger::journeys_that_win(&game.displayed.get(), viewer))
        });
        let may_end = memo(move || danger::may_end_before_next_turn(&game.displayed.get(), game.viewers()));
        let effect = memo(move || {
            let mv = game.proposal.get()?;
            game.session.with(|session| MoveEffect::of(session.position(), mv))
        });
        Story { recap, marked, danger, wins, may_end, effect }
    }
}

/// The turn hovered in the log, the one under review, those since the last own move, or that one.
fn marked_turns(game: Game, recap: Memo<Recap>) -> MarkedTurns {
    let hovered = game.hovered_turn.get();
    let animating = game.animation.with(Option::is_some);
    game.session.with(|session| {
        let turn = |index: usize| {
            let (before, mv, _) = session.turns().nth(index)?;
            RecapTurn::of(1, before, mv)
        };
        let alone =
            |index: Option<usize>| MarkedTurns { turns: index.and_then(turn).into_iter().collect(), numbered: false };
        match hovered {
            Some(index) => alone(Some(index)),
            // While students travel, the board still shows the position before.
            None if session.is_viewing() && animating => MarkedTurns::default(),
            None if session.is_viewing() => alone(session.shown_turns().checked_sub(1)),
            None if game.is_analysis() && animating => MarkedTurns::default(),
            None if game.is_analysis() => alone(session.played().checked_sub(1)),
            None => {
                let mut turns = recap.with(|recap| recap.turns.clone());
                if animating {
                    turns.pop();
                } else if turns.is_empty() {
                    return alone(session.played().checked_sub(1));
                }
                MarkedTurns { turns, numbered: true }
            }
        }
    })
}

/// Who is addressed as “you”: the viewer, unless several people share the screen or the game came from a link.
pub(crate) fn you(game: Game) -> Option<Clan> {
    match game.online() {
        Some(table) => table.my_clan(),
        None => game.session.with(Session::you),
    }
}

/// Whether the game came from a link. Then nobody is addressed as “you”: its player may be the reader, the sender or somebody else.
pub(crate) fn is_shared(game: Game) -> bool {
    game.online().is_none() && game.session.with(Session::is_shared)
}

/// That the game may end soon.
pub(super) fn may_end_words(game: Game, words: &Words) -> &'static str {
    if is_shared(game) { words.story.may_end_soon } else { words.story.may_end }
}

/// All clans of whoever is addressed as “you”.
pub(crate) fn your_clans(game: Game) -> ClanSet {
    match game.online() {
        Some(table) => table.my_clans(),
        None => game.session.with(Session::you).into_iter().collect(),
    }
}
