//! Policies for choosing moves, so that random games reach every corner of the rules.

use std::collections::BTreeMap;

use fastrand::Rng;
use shangrila_rules::{Bridge, Clan, GameOptions, Move, Occupant, Position, RecruitRule, Seats, Setup, Space, Stones};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// All legal moves equally likely.
    Uniform,
    /// Recruits whenever possible.
    Recruit,
    /// Places whenever possible, so that supplies run out.
    Place,
    /// Journeys only when nothing else is possible, so that clans must pass.
    Stay,
    /// Journeys whenever possible.
    Travel,
}

pub(crate) const POLICIES: [Policy; 5] =
    [Policy::Uniform, Policy::Recruit, Policy::Place, Policy::Stay, Policy::Travel];

impl Policy {
    pub(crate) fn choose(self, position: &Position, rng: &mut Rng) -> Option<Move> {
        let list = position.legal_moves();
        let preferred = |mv: &Move| match self {
            Policy::Uniform => true,
            Policy::Recruit => matches!(mv, Move::Recruit { .. }),
            Policy::Place => matches!(mv, Move::Place { .. }),
            Policy::Stay => !matches!(mv, Move::Journey { .. }),
            Policy::Travel => matches!(mv, Move::Journey { .. }),
        };
        let all: Vec<Move> = list.iter().collect();
        let some: Vec<Move> = all.iter().copied().filter(preferred).collect();
        // Now and then anything goes, or the games of a policy would all be alike.
        let moves = if some.is_empty() || rng.u8(..16) == 0 { &all } else { &some };
        rng.choice(moves).copied()
    }
}

/// Three or four clans in any order.
pub(crate) fn any_seats(rng: &mut Rng) -> Seats {
    let mut clans = Clan::ALL;
    rng.shuffle(&mut clans);
    Seats::new(&clans[..rng.usize(3..=4)]).unwrap()
}

pub(crate) fn any_options(rng: &mut Rng) -> GameOptions {
    GameOptions {
        stones: if rng.bool() { Stones::Eleven } else { Stones::Twelve },
        recruit: if rng.bool() { RecruitRule::Two } else { RecruitRule::UpToTwo },
    }
}

/// A random late position: few bridges, few or many tiles.
pub(crate) fn any_late_position(rng: &mut Rng) -> Position {
    loop {
        let seats = any_seats(rng);
        let clans: Vec<Clan> = seats.iter().collect();
        let density = [0, 2, 5, 20, 40, 60][rng.usize(..6)];
        let (students, most) = (rng.u8(..=60), rng.usize(2..=8));
        let standing = rng.usize(1..=most);
        let mut setup = Setup {
            seats,
            options: any_options(rng),
            spaces: BTreeMap::new(),
            bridges: rng.choose_multiple(Bridge::all(), standing).into_iter().collect(),
            turn: Some(clans[rng.usize(..clans.len())]),
            ply: rng.u16(28..200),
            passes: rng.u8(..2),
        };
        for space in Space::all() {
            if rng.u8(..100) < density {
                let clan = clans[rng.usize(..clans.len())];
                setup.spaces.insert(space, Occupant { clan, student: rng.u8(..100) < students });
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

/// Plays a whole game and calls back with every position and the move chosen in it; the last position has none.
pub(crate) fn walk(
    mut position: Position,
    policy: Policy,
    rng: &mut Rng,
    mut see: impl FnMut(&Position, Option<Move>),
) {
    while let Some(mv) = policy.choose(&position, rng) {
        see(&position, Some(mv));
        position.play(mv).unwrap();
    }
    see(&position, None);
}
