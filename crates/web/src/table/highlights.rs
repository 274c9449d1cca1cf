//! What lights up on the board: what can be chosen, what is chosen, and the hint.

use leptos::prelude::*;
use shangrila_rules::{Bridge, BridgeSet, Move, Position, Space, SpaceSet, VillageSet};
use shangrila_table::{PendingMove, Session, Spot};

use super::game::Game;
use super::keyboard;
use crate::erased::memo;

/// What can be chosen now.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Targets {
    pub(crate) spaces: SpaceSet,
    pub(crate) villages: VillageSet,
    pub(crate) bridges: BridgeSet,
    /// Whether the type of move is settled, so that targets can be shown boldly.
    pub(crate) bold: bool,
}

impl Targets {
    fn of(position: &Position, choice: PendingMove) -> Targets {
        let mut targets = Targets { bold: choice != PendingMove::Open || position.in_opening(), ..Targets::default() };
        for spot in choice.spots(position) {
            match spot {
                Spot::Space(space) => targets.spaces.insert(space),
                Spot::Village(village) => targets.villages.insert(village),
            }
        }
        if let PendingMove::Destination { from } = choice {
            let bridges = targets.villages.into_iter().filter_map(|to| Bridge::between(from, to));
            targets.bridges = bridges.collect();
        }
        targets
    }

    pub(crate) fn contains(&self, spot: Spot) -> bool {
        match spot {
            Spot::Space(space) => self.spaces.contains(space),
            Spot::Village(village) => self.villages.contains(village),
        }
    }
}

/// What else is marked on the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks {
    /// Spaces of the pending or half-made move.
    pub(crate) chosen: SpaceSet,
    /// Spaces of the hint.
    pub(crate) advised: SpaceSet,
    /// The village that students will leave, or those that a hint points at.
    pub(crate) origin: VillageSet,
}

/// Everything that lights up, computed once for the whole board.
#[derive(Clone, Copy)]
pub(crate) struct Highlights {
    pub(crate) targets: Memo<Targets>,
    pub(crate) marks: Memo<Marks>,
    /// The spot that takes the focus when Tab enters the board.
    pub(crate) tab_stop: Memo<Option<Spot>>,
    /// A journey drawn as a ribbon without being proposed: the hint, or an entry hovered in the list of journeys.
    pub(crate) ribbon: Memo<Option<Move>>,
}

fn spaces(mv: Move) -> SpaceSet {
    match mv {
        Move::Place { space } => SpaceSet::only(space),
        Move::Recruit { first, second } => std::iter::once(first).chain(second).collect(),
        Move::Journey { .. } | Move::Pass => SpaceSet::default(),
    }
}

impl Highlights {
    pub(crate) fn of(game: Game, threat: RwSignal<Option<Move>>) -> Highlights {
        let targets = memo(move || {
            if !game.can_choose() || game.proposal.get().is_some() {
                return Targets::default();
            }
            game.session.with(|session| Targets::of(session.position(), session.pending))
        });
        let advised = memo(move || game.advised_move());
        let marks = memo(move || {
            let choice = game.session.with(|session| session.pending);
            let first: Option<Space> = match choice {
                PendingMove::SecondStudent { first } => Some(first),
                _ => None,
            };
            let origin = match choice {
                PendingMove::Destination { from } => VillageSet::only(from),
                _ => game.advised_villages(),
            };
            let pending = game.proposal.get().map_or(SpaceSet::default(), spaces);
            Marks {
                chosen: pending | first.map_or(SpaceSet::default(), SpaceSet::only),
                advised: advised.get().map_or(SpaceSet::default(), spaces),
                origin,
            }
        });
        let ribbon = memo(move || {
            let journey = |mv: &Move| matches!(mv, Move::Journey { .. });
            if game.proposal.get().is_some() || game.animation.with(Option::is_some) {
                return None;
            }
            threat.get().or(advised.get().filter(journey))
        });
        let tab_stop = memo(move || keyboard::tab_stop(game, targets.get()));
        Highlights { targets, marks, tab_stop, ribbon }
    }
}

/// Whether an earlier turn is on the board.
pub(crate) fn is_past(game: Game) -> bool {
    game.session.with(Session::is_viewing)
}
