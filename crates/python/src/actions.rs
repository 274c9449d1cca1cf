//! The numbering of moves for learning: every move has one fixed number, whatever the position.
//!
//! | numbers | moves |
//! |---|---|
//! | 0 to 90 | place a master on a space |
//! | 91 to 181 | recruit one student on a space |
//! | 182 to 227 | a journey: twice the number of the bridge, plus one against the order of its ends |
//! | 228 | pass |
//! | 229 to 4323 | recruit two students, on the spaces `one < other`: `229 + other (other - 1) / 2 + one` |
//!
//! Spaces are numbered by village, then guild: `R@a` is 0, `A@a` is 1, `H@m` is 90.

use std::sync::LazyLock;

use shangrila_rules::{Bridge, Guild, Move, Position, Space, Village};

/// The number of the first recruit of one student.
pub(crate) const RECRUIT_ONE: usize = Space::COUNT;
/// The number of the first journey.
pub(crate) const JOURNEY: usize = RECRUIT_ONE + Space::COUNT;
/// The number of the pass.
pub(crate) const PASS: usize = JOURNEY + 2 * Bridge::COUNT;
/// The number of the first recruit of two students.
pub(crate) const RECRUIT_TWO: usize = PASS + 1;
/// How many numbers there are.
pub(crate) const ACTIONS: usize = RECRUIT_TWO + Space::COUNT * (Space::COUNT - 1) / 2;

/// The number of a space.
pub(crate) fn space_number(space: Space) -> usize {
    space.village() as usize * Guild::COUNT + space.guild() as usize
}

fn space(number: usize) -> Space {
    Space::new(Village::ALL[number / Guild::COUNT], Guild::ALL[number % Guild::COUNT])
}

/// What is looked up rather than computed.
struct Tables {
    /// The number of the journey between two villages; the pass where there is no bridge.
    journeys: [[u16; Village::COUNT]; Village::COUNT],
    moves: Vec<Move>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut journeys = [[PASS as u16; Village::COUNT]; Village::COUNT];
    let spaces = || (0..Space::COUNT).map(space);
    let mut moves: Vec<Move> = spaces().map(|space| Move::Place { space }).collect();
    moves.extend(spaces().map(Move::recruit_one));
    for bridge in Bridge::all() {
        let (one, other) = bridge.ends();
        for (from, to) in [(one, other), (other, one)] {
            journeys[from as usize][to as usize] = moves.len() as u16;
            moves.push(Move::Journey { from, to });
        }
    }
    moves.push(Move::Pass);
    for other in 0..Space::COUNT {
        moves.extend((0..other).map(|one| Move::recruit_two(space(one), space(other))));
    }
    Tables { journeys, moves }
});

/// The number of a move. A journey without a bridge, which no position allows, has none.
pub(crate) fn number(mv: Move) -> Option<usize> {
    Some(match mv {
        Move::Place { space } => space_number(space),
        Move::Recruit { first, second: None } => RECRUIT_ONE + space_number(first),
        Move::Recruit { first, second: Some(second) } => {
            let (one, other) = (space_number(first.min(second)), space_number(first.max(second)));
            if one == other {
                return None;
            }
            RECRUIT_TWO + other * (other - 1) / 2 + one
        }
        Move::Journey { from, to } => match TABLES.journeys[from as usize][to as usize] as usize {
            PASS => return None,
            journey => journey,
        },
        Move::Pass => PASS,
    })
}

/// The move with this number.
pub(crate) fn from_number(number: usize) -> Option<Move> {
    TABLES.moves.get(number).copied()
}

/// The numbers of all legal moves.
pub(crate) fn legal(position: &Position) -> impl Iterator<Item = usize> {
    let moves = position.legal_moves();
    (0..moves.len()).filter_map(move |index| moves.get(index).and_then(number))
}

/// Marks the legal moves in a row of [`ACTIONS`] entries.
pub(crate) fn write_mask(position: &Position, mask: &mut [bool]) {
    mask.fill(false);
    for number in legal(position) {
        mask[number] = true;
    }
}
