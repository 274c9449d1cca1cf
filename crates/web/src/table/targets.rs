//! What lights up on the board: where one can point now, what is chosen, what is being told about.

use leptos::prelude::*;
use shangrila_rules::{Bridge, BridgeSet, Move, Position, Space, SpaceSet, VillageSet};
use shangrila_table::{Choice, Session, Spot};

use super::game::{Advice, Game};
use super::keyboard;

/// Where one can point now.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Targets {
    pub(crate) spaces: SpaceSet,
    pub(crate) villages: VillageSet,
    pub(crate) bridges: BridgeSet,
    /// Whether a kind of move has been chosen, so that what lights up can be bold.
    pub(crate) bold: bool,
}

impl Targets {
    fn of(position: &Position, choice: Choice) -> Targets {
        let mut targets = Targets { bold: choice != Choice::Open || position.in_opening(), ..Targets::default() };
        for spot in choice.spots(position) {
            match spot {
                Spot::Space(space) => targets.spaces.insert(space),
                Spot::Village(village) => targets.villages.insert(village),
            }
        }
        if let Choice::Destination { from } = choice {
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

/// What is marked on the board besides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Marks {
    /// Spaces of the waiting or half-made move.
    pub(crate) chosen: SpaceSet,
    /// Spaces of the turn that is being told about: the latest, or the one pointed at in the log.
    pub(crate) told: SpaceSet,
    /// Spaces of the advice.
    pub(crate) advised: SpaceSet,
    /// The village that students will leave.
    pub(crate) origin: VillageSet,
}

/// All that lights up, computed once for the whole board.
#[derive(Clone, Copy)]
pub(crate) struct Lights {
    pub(crate) targets: Memo<Targets>,
    pub(crate) marks: Memo<Marks>,
    /// Where the Tab key enters the board.
    pub(crate) entrance: Memo<Option<Spot>>,
    /// The journey drawn as a ribbon although nobody is asked about it: advice, or an entry of the log or of the threats.
    pub(crate) ribbon: Memo<Option<Move>>,
}

fn spaces(mv: Move) -> SpaceSet {
    match mv {
        Move::Place { space } => SpaceSet::only(space),
        Move::Recruit { first, second } => std::iter::once(first).chain(second).collect(),
        Move::Journey { .. } | Move::Pass => SpaceSet::default(),
    }
}

impl Lights {
    pub(crate) fn of(game: Game, threat: RwSignal<Option<Move>>) -> Lights {
        let targets = Memo::new(move |_| {
            if !game.chooses() || game.pending.get().is_some() {
                return Targets::default();
            }
            game.session.with(|session| Targets::of(session.position(), session.choice))
        });
        let told = Memo::new(move |_| {
            let pointed = game.pointed.get();
            game.session.with(|session| match pointed {
                Some(index) => session.turns().nth(index).map(|(_, mv, _)| mv),
                None => session.turns_back().next().map(|(_, mv, _)| mv),
            })
        });
        let advised = Memo::new(move |_| match game.advice.get() {
            Advice::Found(answer) => Some(answer.mv),
            _ => None,
        });
        let marks = Memo::new(move |_| {
            let choice = game.session.with(|session| session.choice);
            let first: Option<Space> = match choice {
                Choice::SecondStudent { first } => Some(first),
                _ => None,
            };
            let origin = match choice {
                Choice::Destination { from } => VillageSet::only(from),
                _ => VillageSet::default(),
            };
            let pending = game.pending.get().map_or(SpaceSet::default(), spaces);
            let flying = game.flight.with(Option::is_some);
            Marks {
                chosen: pending | first.map_or(SpaceSet::default(), SpaceSet::only),
                told: if flying { SpaceSet::default() } else { told.get().map_or(SpaceSet::default(), spaces) },
                advised: advised.get().map_or(SpaceSet::default(), spaces),
                origin,
            }
        });
        let ribbon = Memo::new(move |_| {
            let pointed = game.pointed.get().and_then(|_| told.get());
            let journey = |mv: &Move| matches!(mv, Move::Journey { .. });
            if game.pending.get().is_some() || game.flight.with(Option::is_some) {
                return None;
            }
            threat.get().or(pointed.filter(journey)).or(advised.get().filter(journey))
        });
        let entrance = Memo::new(move |_| keyboard::entrance(game, targets.get()));
        Lights { targets, marks, entrance, ribbon }
    }
}

/// Whether the game is looked back at.
pub(crate) fn is_past(game: Game) -> bool {
    game.session.with(Session::is_viewing)
}
