//! A legal position: the tiles and bridges, whose turn it is, and how a move changes them.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::bridge::{Bridge, BridgeSet};
use crate::choices::Choices;
use crate::clan::{Clan, PerClan};
use crate::guild::{Guild, PerGuild};
use crate::hash::{KEYS, finish};
use crate::legal::IllegalMove;
use crate::map::{bridges_at, bridges_laid, villages_touched};
use crate::moves::{Move, MoveList};
use crate::opening::OPENING_MASTERS;
use crate::options::{GameOptions, RecruitRule, Stones};
use crate::seat::{PerSeat, Seat};
use crate::seats::Seats;
use crate::space::{Space, SpaceBytes, SpaceSet};
use crate::supply::TileCounts;
use crate::village::{Village, VillageSet};

/// A position of the game, legal by construction: it comes from a [start](Position::start), from a
/// [checked arrangement](crate::Setup), or from one of those by legal moves.
///
/// ```
/// # use shangrila_rules::{Clan, GameOptions, Move, Position, Seats};
/// let mut position = Position::start(Seats::FOUR, GameOptions::default());
/// position.play("H@e".parse()?)?;
/// assert_eq!(position.masters(Clan::Red).len(), 1);
/// assert_eq!(position.to_move(), Some(Clan::Blue));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Equality
/// Two positions are equal when their texts are: the same tiles, bridges, seats, clan to move, ply, passes in a row and
/// options.
///
/// # Hash
/// [`Position::hash64`] ignores the ply once the opening is over, because it no longer matters. Positions that play on
/// identically have the same hash, however many turns they took.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The masters of each seat. Tiles are kept by seat, because clans are only names.
    pub(crate) masters: PerSeat<SpaceBytes>,
    /// The spaces on which a master has a student, which belongs to the master's clan.
    pub(crate) students: SpaceBytes,
    /// All spaces in villages without a stone. Derived from the bridges.
    pub(crate) open: SpaceBytes,
    /// The hash of the board before mixing, see [`crate::hash`]. Derived from the tiles and bridges.
    pub(crate) board_sum: u64,
    /// Derived from the masters and students.
    pub(crate) counts: TileCounts,
    pub(crate) bridges: BridgeSet,
    ply: u16,
    seats: Seats,
    /// The seat to move; `None` when the game is over.
    turn: Option<Seat>,
    passes: u8,
    options: GameOptions,
}

const _: () = assert!(size_of::<Position>() <= 128, "a position fits in two cache lines");

/// The master on a space, with or without a student.
///
/// ```
/// # use shangrila_rules::{Clan, GameOptions, Guild, Occupant, Position, Seats, Space, Village};
/// let position = Position::first_game(Seats::FOUR, GameOptions::default());
/// let healer = position.occupant(Space::new(Village::A, Guild::Healer));
/// assert_eq!(healer, Some(Occupant { clan: Clan::Red, student: false }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The clan of the master and of its student.
    pub clan: Clan,
    /// Whether the master has a student.
    pub student: bool,
}

/// The independent parts of a position, from which the rest is derived.
pub(crate) struct Parts {
    pub(crate) seats: Seats,
    pub(crate) options: GameOptions,
    pub(crate) masters: PerClan<SpaceSet>,
    pub(crate) students: SpaceSet,
    pub(crate) bridges: BridgeSet,
    pub(crate) turn: Option<Clan>,
    pub(crate) ply: u16,
    pub(crate) passes: u8,
}

impl Position {
    /// The empty board, before the first master is placed.
    #[must_use]
    pub fn start(seats: Seats, options: GameOptions) -> Position {
        Position::from_parts(&Parts {
            seats,
            options,
            masters: PerClan::default(),
            students: SpaceSet::EMPTY,
            bridges: bridges_laid(seats.count()),
            turn: seats.clan_at(Seat::First),
            ply: 0,
            passes: 0,
        })
    }

    /// Assembles a position. The parts must be those of a legal position.
    pub(crate) fn from_parts(parts: &Parts) -> Position {
        let seats = parts.seats;
        let mut position = Position {
            masters: PerSeat::default(),
            students: SpaceBytes::default(),
            open: SpaceBytes::new(SpaceSet::in_villages(villages_touched(parts.bridges))),
            board_sum: 0,
            counts: TileCounts::default(),
            bridges: parts.bridges,
            ply: parts.ply,
            seats,
            turn: parts.turn.and_then(|clan| seats.seat_of(clan)),
            passes: parts.passes,
            options: parts.options,
        };
        for (seat, clan) in Seat::ALL.into_iter().zip(seats.iter()) {
            for space in parts.masters[clan] {
                position.add_master(seat, space);
                if parts.students.contains(space) {
                    position.add_student(seat, space);
                }
            }
        }
        for bridge in BridgeSet::ALL.without(parts.bridges) {
            position.board_sum = position.board_sum.wrapping_add(KEYS.broken(bridge));
        }
        position
    }

    /// The clans in turn order.
    #[inline]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The rule options.
    #[inline]
    pub const fn options(&self) -> GameOptions {
        self.options
    }

    /// The clan whose turn it is; `None` when the game is over.
    #[inline]
    pub fn to_move(&self) -> Option<Clan> {
        self.seats.clan_at(self.turn?)
    }

    /// The number of turns taken so far, passes included.
    #[inline]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// The number of passes in a row up to now (R7.4).
    #[inline]
    pub const fn passes(&self) -> usize {
        self.passes as usize
    }

    /// Whether the opening is still under way (R2.2).
    #[inline(always)]
    pub const fn in_opening(&self) -> bool {
        (self.ply as usize) < OPENING_MASTERS * self.seats.count()
    }

    /// Whether the game is over (R6.1, R7.4).
    #[inline(always)]
    pub const fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    /// The bridges still standing.
    #[inline(always)]
    pub const fn bridges(&self) -> BridgeSet {
        self.bridges
    }

    /// The villages without a stone: those at a standing bridge (R5.8).
    pub fn open_villages(&self) -> VillageSet {
        villages_touched(self.bridges)
    }

    /// Whether a village has a stone, so that no action takes place there (R5.9).
    #[inline]
    pub fn has_stone(&self, village: Village) -> bool {
        (self.bridges & bridges_at(village)).is_empty()
    }

    /// The number of stones on the board; with three clans, the one on the red village counts (R1.6).
    pub fn stones_placed(&self) -> usize {
        // With twelve stones the last two villages share the last one (R8.1).
        (Village::COUNT - self.open_villages().len()).min(self.options.stones.count())
    }

    /// The number of stones left to place before the game ends.
    pub fn stones_left(&self) -> usize {
        self.options.stones.count() - self.stones_placed()
    }

    /// The spaces on which a clan has a master; empty for a clan that does not play.
    #[inline]
    pub fn masters(&self, clan: Clan) -> SpaceSet {
        self.seats.seat_of(clan).map_or(SpaceSet::EMPTY, |seat| self.masters_of_seat(seat))
    }

    /// The spaces on which a master of any clan has a student.
    #[inline(always)]
    pub const fn students(&self) -> SpaceSet {
        self.students.set()
    }

    /// The spaces with a master of any clan.
    #[inline(always)]
    pub fn occupied(&self) -> SpaceSet {
        let [a, b, c, d] = self.masters.0.map(|masters| masters.set().0);
        // No space has two masters, so the sum is the union. The compiler adds in general-purpose registers; it would
        // turn the union into vector loads, which stall on the narrower stores of the previous turn.
        SpaceSet(a.wrapping_add(b).wrapping_add(c.wrapping_add(d)))
    }

    /// The master on a space, with or without a student; `None` if the space is empty.
    #[must_use]
    pub fn occupant(&self, space: Space) -> Option<Occupant> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.masters_of_seat(seat).contains(space))?;
        Some(Occupant { clan: self.seats.clan_at(seat)?, student: self.students().contains(space) })
    }

    /// The strength of a village (R5.4).
    #[must_use]
    pub fn strength(&self, village: Village) -> Strength {
        let masters = self.occupied().in_village(village).len();
        Strength { tiles: masters + self.students().in_village(village).len(), masters }
    }

    /// The tiles of a guild in a clan's supply (R1.5); 0 for a clan that does not play.
    #[must_use]
    pub fn supply(&self, clan: Clan, guild: Guild) -> usize {
        self.seats.seat_of(clan).map_or(0, |seat| self.counts.in_supply(seat, guild))
    }

    /// The supplies of all clans.
    #[must_use]
    pub fn supplies(&self) -> PerClan<PerGuild<usize>> {
        PerClan::from_fn(|clan| PerGuild::from_fn(|guild| self.supply(clan, guild)))
    }

    /// A hash of the position that is stable across program versions and machines.
    ///
    /// Positions share it only by accident or if they are equal in everything that matters (see [above](Position#hash)).
    #[must_use]
    pub fn hash64(&self) -> u64 {
        let seats =
            Seat::ALL.into_iter().zip(self.seats.iter()).map(|(seat, clan)| KEYS.seats[seat.index()][clan as usize]);
        let opening = if self.in_opening() { KEYS.opening[self.ply as usize] } else { 0 };
        let GameOptions { stones, recruit } = self.options;
        let stones = if stones == Stones::Twelve { KEYS.twelve_stones } else { 0 };
        let recruit = if recruit == RecruitRule::UpToTwo { KEYS.recruit_up_to_two } else { 0 };
        let turn = KEYS.turn[self.turn.map_or(Seat::COUNT, Seat::index)];
        let facts = [turn, KEYS.passes[self.passes as usize], opening, stones, recruit];
        finish(facts.into_iter().chain(seats).fold(self.board_sum, u64::wrapping_add))
    }

    /// [`Choices::of`] as a call of its own. That function is inlined wherever it is called, which is right for the search; here it is
    /// compiled once and for speed, also for callers that are compiled to be small.
    #[inline(never)]
    pub fn choices(&self) -> Choices {
        Choices::of(self)
    }

    /// The position after a legal move. Like [`Position::choices`], it is compiled once and for speed.
    ///
    /// # Panics
    /// As [`Position::play_unchecked`].
    #[inline(never)]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }

    /// All legal moves. A forced pass is a legal move; a finished game has none.
    pub fn legal_moves(&self) -> MoveList {
        Choices::of(self).moves()
    }

    /// Writes all legal moves into an existing list, replacing its contents.
    ///
    /// For code that lists the moves of many positions: creating a list clears 1.5 KiB.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        Choices::of(self).moves_into(list);
    }

    /// Whether a move is legal; [`Position::check_legal`] also says why not.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal. The position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one from [`Position::legal_moves`].
    ///
    /// # Panics
    /// On an illegal move, debug builds always panic. Release builds may panic; otherwise the resulting position is
    /// meaningless.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert_eq!(self.check_legal(mv), Ok(()), "{mv} in {self}");
        let seat = self.turn.expect("a finished game has no legal moves");
        match mv {
            Move::Place { space } => self.place(seat, space),
            Move::Recruit { first, second } => self.recruit(seat, first, second),
            Move::Journey { from, to } => {
                let bridge = Bridge::between(from, to).expect("a legal journey has a bridge");
                self.journey(seat, bridge, from, to);
            }
            Move::Pass => self.pass(seat),
        }
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// The seat whose turn it is; `None` when the game is over.
    #[inline(always)]
    pub const fn seat_to_move(&self) -> Option<Seat> {
        self.turn
    }

    /// The masters of the clan on a seat; empty for the fourth seat of a game of three clans.
    #[inline(always)]
    pub const fn masters_of_seat(&self, seat: Seat) -> SpaceSet {
        self.masters.0[seat as usize].set()
    }

    #[inline(always)]
    pub(crate) const fn open_spaces(&self) -> SpaceSet {
        self.open.set()
    }

    #[inline(always)]
    pub(crate) const fn place(&mut self, seat: Seat, space: Space) {
        self.add_master(seat, space);
        self.end_turn(seat);
    }

    #[inline(always)]
    pub(crate) fn recruit(&mut self, seat: Seat, first: Space, second: Option<Space>) {
        self.add_student(seat, first);
        if let Some(second) = second {
            self.add_student(seat, second);
        }
        self.end_turn(seat);
    }

    #[inline(always)]
    pub(crate) fn journey(&mut self, seat: Seat, bridge: Bridge, from: Village, to: Village) {
        self.cross(bridge, from, to);
        self.end_turn(seat);
        self.end_game_if(last_stone_is_placed(self.bridges, self.options.stones));
    }

    #[inline(always)]
    pub(crate) fn pass(&mut self, seat: Seat) {
        let passes = self.passes + 1;
        self.end_turn(seat);
        self.passes = passes;
        self.end_game_if(self.passes() == self.seats.count());
    }

    #[inline(always)]
    const fn add_master(&mut self, seat: Seat, space: Space) {
        self.masters.0[seat as usize].insert(space);
        self.counts.add(seat, space.guild_bit());
        self.board_sum = self.board_sum.wrapping_add(KEYS.master(seat, space));
    }

    #[inline(always)]
    const fn add_student(&mut self, seat: Seat, space: Space) {
        self.students.insert(space);
        self.counts.add(seat, space.guild_bit());
        self.board_sum = self.board_sum.wrapping_add(KEYS.student(space));
    }

    #[inline(always)]
    const fn end_turn(&mut self, seat: Seat) {
        self.passes = 0;
        // No game comes near the limit (R7.5), but a position read from text may start anywhere.
        self.ply = self.ply.saturating_add(1);
        self.turn = Some(self.seats.next(seat));
    }

    #[inline(always)]
    const fn end_game_if(&mut self, over: bool) {
        if over {
            self.turn = None;
        }
    }

    /// Recomputes everything that is derived and compares it.
    ///
    /// # Panics
    /// If anything differs, which is a bug in this crate.
    pub fn assert_consistent(&self) {
        let fresh = Position::from_parts(&Parts {
            seats: self.seats,
            options: self.options,
            masters: PerClan::from_fn(|clan| self.masters(clan)),
            students: self.students(),
            bridges: self.bridges,
            turn: self.to_move(),
            ply: self.ply,
            passes: self.passes,
        });
        assert!(self.masters == fresh.masters, "masters of {self}");
        assert!(self.students == fresh.students, "every student has a master in {self}");
        assert!(self.open == fresh.open, "open villages of {self}");
        assert!(self.counts == fresh.counts, "tile counts of {self}");
        assert!(self.board_sum == fresh.board_sum, "hash of {self}");
        assert!(*self == fresh, "{self}");
    }
}

/// Whether the last stone has been placed when only these bridges stand (R6.1, R8.1).
#[inline(always)]
pub(crate) const fn last_stone_is_placed(bridges: BridgeSet, stones: Stones) -> bool {
    match stones {
        // Eleven of the thirteen villages have a stone exactly when the other two share the only bridge.
        Stones::Eleven => bridges.bits() & bridges.bits().wrapping_sub(1) == 0,
        Stones::Twelve => bridges.is_empty(),
    }
}

/// The strength of a village (R5.4). The greater strength is the stronger one.
///
/// ```
/// # use shangrila_rules::Strength;
/// assert!(Strength { tiles: 5, masters: 3 } > Strength { tiles: 4, masters: 4 });
/// assert!(Strength { tiles: 5, masters: 3 } < Strength { tiles: 5, masters: 4 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength {
    /// Masters and students of all clans.
    pub tiles: usize,
    /// Masters alone, which break a tie in tiles.
    pub masters: usize,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
