//! Moves, and a list of them that does not allocate.

use core::fmt;

use crate::guild::Guild;
use crate::space::{Space, SpaceSet};
use crate::supply::TILES_PER_GUILD;
use crate::village::Village;

/// What a clan does on its turn.
///
/// ```
/// # use shangrila_rules::Move;
/// let mv: Move = "+Y@c+R@a".parse()?;
/// assert!(matches!(mv, Move::Recruit { second: Some(_), .. }));
/// assert_eq!(mv.to_string(), "+R@a+Y@c");
/// # Ok::<(), shangrila_rules::ParseMoveError>(())
/// ```
///
/// A recruit of two lists its spaces in order, `first < second`, as [`Move::recruit_two`] builds it and the notation
/// writes it. The order has no meaning in the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Place a master, in the opening or later; `R@a`.
    Place {
        /// Where it goes.
        space: Space,
    },
    /// Recruit students for one or two of the clan's masters; `+R@a+Y@c`.
    Recruit {
        /// The first master.
        first: Space,
        /// The second master, if two students are recruited.
        second: Option<Space>,
    },
    /// Send all students of a village across a bridge; `a>b`.
    Journey {
        /// The village they leave.
        from: Village,
        /// The village they travel to.
        to: Village,
    },
    /// Pass, which is legal only for a clan without a legal action (R7.2); `pass`.
    Pass,
}

impl Move {
    /// A recruit of two students, given in either order.
    #[must_use]
    pub fn recruit_two(one: Space, other: Space) -> Move {
        Move::Recruit { first: one.min(other), second: Some(one.max(other)) }
    }

    /// A recruit of a single student.
    #[must_use]
    pub const fn recruit_one(space: Space) -> Move {
        Move::Recruit { first: space, second: None }
    }
}

/// A [`Move`] in sixteen bits, for lists and tables.
///
/// ```
/// # use shangrila_rules::{Move, PackedMove};
/// let mv: Move = "a>b".parse()?;
/// assert_eq!(PackedMove::from(mv).unpack(), mv);
/// # Ok::<(), shangrila_rules::ParseMoveError>(())
/// ```
// The high byte is the bit index of the first student's space, which is below 104. Greater values of its upper half
// mark the other kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedMove(u16);

const PLACE: u16 = 0xD000;
const JOURNEY: u16 = 0xE000;
const PASS: u16 = 0xF000;
const KIND: u16 = 0xF000;
const NO_SECOND: u16 = 0xFF;

impl PackedMove {
    #[inline(always)]
    pub(crate) const fn journey(from: Village, to: Village) -> PackedMove {
        PackedMove(JOURNEY | (from as u16) << 4 | to as u16)
    }

    /// A recruit of two, by the bit indices of the spaces in order.
    #[inline(always)]
    pub(crate) const fn pair(first: u16, second: u16) -> PackedMove {
        PackedMove(first << 8 | second)
    }

    /// The move in its unpacked form.
    #[must_use]
    #[inline(always)]
    pub const fn unpack(self) -> Move {
        let low = Space::from_bit_index((self.0 & 0xFF) as u32);
        match self.0 & KIND {
            PLACE => Move::Place { space: low },
            JOURNEY => Move::Journey {
                from: Village::ALL[(self.0 >> 4 & 15) as usize],
                to: Village::ALL[(self.0 & 15) as usize],
            },
            PASS => Move::Pass,
            _ => Move::Recruit {
                first: Space::from_bit_index((self.0 >> 8) as u32),
                second: if self.0 & 0xFF == NO_SECOND { None } else { Some(low) },
            },
        }
    }
}

impl From<Move> for PackedMove {
    #[inline]
    fn from(mv: Move) -> PackedMove {
        match mv {
            Move::Place { space } => PackedMove(PLACE | space.bit_index() as u16),
            Move::Recruit { first, second } => {
                let second = second.map_or(NO_SECOND, |space| space.bit_index() as u16);
                PackedMove::pair(first.bit_index() as u16, second)
            }
            Move::Journey { from, to } => PackedMove::journey(from, to),
            Move::Pass => PackedMove(PASS),
        }
    }
}

impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedMove({})", self.unpack())
    }
}

/// The most masters of a clan that can take a student: at most five for each of the seven guilds, since the sixth tile
/// must be left in the supply for the student (R1.4).
pub(crate) const MAX_RECRUITS: usize = Guild::COUNT * (TILES_PER_GUILD - 1);

/// An upper bound on the number of legal moves in any position.
///
/// At most 35 masters can take a student (five of each guild): 595 pairs and, with `recruit=up-to-two`, 35 single
/// students. A master is placed on one of 91 spaces, and a journey crosses one of 23 bridges in one of two directions:
/// 595 + 35 + 91 + 46 = 767.
pub const MAX_LEGAL_MOVES: usize =
    MAX_RECRUITS * (MAX_RECRUITS - 1) / 2 + MAX_RECRUITS + Space::COUNT + 2 * crate::Bridge::COUNT;

/// A reusable list of moves with room for the legal moves of any position.
///
/// ```
/// # use shangrila_rules::{GameOptions, Move, Position, Seats};
/// let moves = Position::first_game(Seats::FOUR, GameOptions::default()).legal_moves();
/// let places = moves.iter().filter(|mv| matches!(mv, Move::Place { .. })).count();
/// assert_eq!((moves.len(), places), (47, 26));
/// ```
#[derive(Clone)]
#[must_use]
pub struct MoveList {
    moves: [u16; MAX_LEGAL_MOVES + MoveList::CHUNK],
    len: usize,
}

impl MoveList {
    /// Pairs are written in whole chunks of this size, the last of which may extend past the end of the list.
    pub(crate) const CHUNK: usize = 16;

    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { moves: [PASS; MAX_LEGAL_MOVES + MoveList::CHUNK], len: 0 }
    }

    /// The number of moves in the list.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the list has no moves.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all moves.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// The move at `index`, from 0; `None` beyond the end.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Move> {
        self.moves[..self.len].get(index).map(|&packed| PackedMove(packed).unpack())
    }

    /// Iterates over the moves: placements, recruits, journeys, each kind in the order of its spaces or bridges.
    #[inline]
    pub fn iter(&self) -> MoveIter<'_> {
        MoveIter(self.moves[..self.len].iter())
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: PackedMove) {
        self.moves[self.len] = mv.0;
        self.len += 1;
    }

    /// Appends the move if it is `wanted`, without branching.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, mv: PackedMove, wanted: bool) {
        self.moves[self.len] = mv.0;
        self.len += usize::from(wanted);
    }

    #[inline(always)]
    pub(crate) fn push_places(&mut self, spaces: SpaceSet) {
        self.len += spaces.write_tagged(PLACE, &mut self.moves[self.len..]);
    }

    /// Appends the recruits of `first` with each of the first `count` of `partners`, all given by bit indices.
    ///
    /// Works in whole chunks, so `partners` must have [`MoveList::CHUNK`] entries more than `count`.
    #[inline(always)]
    pub(crate) fn push_pairs(&mut self, first: u16, partners: &[u16], count: usize) {
        for start in (0..count).step_by(MoveList::CHUNK) {
            let partners: &[u16; MoveList::CHUNK] = partners[start..].first_chunk().expect("a whole chunk");
            let slots: &mut [u16; MoveList::CHUNK] =
                self.moves[self.len + start..].first_chunk_mut().expect("room for a whole chunk");
            for (slot, &second) in slots.iter_mut().zip(partners) {
                *slot = PackedMove::pair(first, second).0;
            }
        }
        self.len += count;
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = MoveIter<'a>;

    #[inline]
    fn into_iter(self) -> MoveIter<'a> {
        self.iter()
    }
}

/// Iterates over the moves of a [`MoveList`].
///
/// ```
/// # use shangrila_rules::{GameOptions, Position, Seats};
/// let moves = Position::start(Seats::FOUR, GameOptions::default()).legal_moves();
/// assert_eq!(moves.iter().next().map(|mv| mv.to_string()), Some("R@a".to_string()));
/// ```
#[derive(Clone, Debug)]
pub struct MoveIter<'a>(core::slice::Iter<'a, u16>);

impl Iterator for MoveIter<'_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next().map(|&packed| PackedMove(packed).unpack())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for MoveIter<'_> {}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_small() {
        assert!(size_of::<Move>() <= 4);
        assert_eq!(size_of::<PackedMove>(), 2);
    }

    #[test]
    fn the_bound_on_legal_moves_is_the_one_documented() {
        assert_eq!(MAX_LEGAL_MOVES, 767);
    }
}
