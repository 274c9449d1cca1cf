//! A legal position: what lies where, whose turn it is, and how a move changes it.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::bridge::{Bridge, BridgeSet};
use crate::choices::Choices;
use crate::clan::{Clan, PerClan};
use crate::guild::{Guild, PerGuild};
use crate::hash::{KEYS, finish};
use crate::illegal::IllegalMove;
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
/// # Equality
/// Two positions are equal when their texts are: the same tiles, bridges, seats, clan to move, ply, passes in a row and
/// options.
///
/// # Hash
/// [`Position::hash64`] leaves out what can no longer matter: once the opening is over, the ply. Positions that the game
/// cannot tell apart have the same hash, however many turns they took.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The masters of each seat. Tiles are kept by seat, not by clan: clans are only names.
    masters: PerSeat<SpaceBytes>,
    /// The spaces on which a master has a student; it belongs to the master's clan.
    students: SpaceBytes,
    /// All spaces of the villages without a stone. Follows from the bridges.
    open: SpaceBytes,
    /// The sum of the board, see [`crate::hash`]. Follows from the tiles and bridges.
    board_sum: u64,
    /// Follows from the masters and students.
    pub(crate) counts: TileCounts,
    bridges: BridgeSet,
    ply: u16,
    seats: Seats,
    /// The seat to move; `None` when the game is over.
    turn: Option<Seat>,
    passes: u8,
    options: GameOptions,
}

const _: () = assert!(size_of::<Position>() <= 128, "a position fits two cache lines");

/// What lies on a space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The clan of the master, and of its student.
    pub clan: Clan,
    /// Whether the master has a student.
    pub student: bool,
}

/// Everything a position is made of that does not follow from the rest.
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

    /// Puts a position together. The parts must be those of a legal position.
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
            position.board_sum = position.board_sum.wrapping_add(KEYS.fallen(bridge));
        }
        position
    }

    /// The clans and their order.
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

    /// Turns taken so far, passes included.
    #[inline]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Passes in a row just now (R7.4).
    #[inline]
    pub const fn passes(&self) -> usize {
        self.passes as usize
    }

    /// Whether the opening is still on (R2.2).
    #[inline(always)]
    pub const fn in_opening(&self) -> bool {
        (self.ply as usize) < OPENING_MASTERS * self.seats.count()
    }

    /// Whether the game is over (R6.1, R7.4).
    #[inline(always)]
    pub const fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    /// The bridges that stand.
    #[inline(always)]
    pub const fn bridges(&self) -> BridgeSet {
        self.bridges
    }

    /// The villages without a stone: those that a standing bridge reaches (R5.8).
    pub fn open_villages(&self) -> VillageSet {
        villages_touched(self.bridges)
    }

    /// Whether a village has a stone, so that no action takes place there (R5.9).
    #[inline]
    pub fn has_stone(&self, village: Village) -> bool {
        (self.bridges & bridges_at(village)).is_empty()
    }

    /// Stones on the board; with three clans the one on the red village counts (R1.6).
    pub fn stones_placed(&self) -> usize {
        // With twelve stones the last two villages share the last one (R8.1).
        (Village::COUNT - self.open_villages().len()).min(self.options.stones.count())
    }

    /// Stones still to be placed before the game ends.
    pub fn stones_left(&self) -> usize {
        self.options.stones.count() - self.stones_placed()
    }

    /// The masters of a clan.
    #[inline]
    pub fn masters(&self, clan: Clan) -> SpaceSet {
        self.seats.seat_of(clan).map_or(SpaceSet::EMPTY, |seat| self.masters_of_seat(seat))
    }

    /// The spaces on which a master has a student, of all clans.
    #[inline(always)]
    pub const fn students(&self) -> SpaceSet {
        self.students.set()
    }

    /// The spaces on which a master lies, of all clans.
    #[inline(always)]
    pub fn occupied(&self) -> SpaceSet {
        let [a, b, c, d] = self.masters.0.map(|masters| masters.set().0);
        // No space has two masters, so the sum is the union. It is computed in general registers; the union would be
        // turned into vector loads, which wait for the half-as-wide stores of the turn before.
        SpaceSet(a.wrapping_add(b).wrapping_add(c.wrapping_add(d)))
    }

    /// What lies on a space.
    pub fn occupant(&self, space: Space) -> Option<Occupant> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.masters_of_seat(seat).contains(space))?;
        Some(Occupant { clan: self.seats.clan_at(seat)?, student: self.students().contains(space) })
    }

    /// The strength of a village (R5.4).
    pub fn strength(&self, village: Village) -> Strength {
        let masters = self.occupied().in_village(village).len();
        Strength { tiles: masters + self.students().in_village(village).len(), masters }
    }

    /// Tiles of a clan and guild in its supply (R1.5); none for a clan that does not play.
    pub fn supply(&self, clan: Clan, guild: Guild) -> usize {
        self.seats.seat_of(clan).map_or(0, |seat| self.counts.in_supply(seat, guild))
    }

    /// All supplies.
    pub fn supplies(&self) -> PerClan<PerGuild<usize>> {
        PerClan::from_fn(|clan| PerGuild::from_fn(|guild| self.supply(clan, guild)))
    }

    /// A number for the position, stable over program versions and machines, that positions share only by accident or
    /// when they are equal in all that matters (see [above](Position#hash)).
    pub fn hash64(&self) -> u64 {
        let seats =
            Seat::ALL.into_iter().zip(self.seats.iter()).map(|(seat, clan)| KEYS.seats[seat.index()][clan as usize]);
        let opening = if self.in_opening() { KEYS.opening[self.ply as usize] } else { 0 };
        let stones = if self.options.stones == Stones::Twelve { KEYS.twelve_stones } else { 0 };
        let recruit = if self.options.recruit == RecruitRule::UpToTwo { KEYS.recruit_up_to_two } else { 0 };
        let turn = KEYS.turn[self.turn.map_or(Seat::COUNT, Seat::index)];
        let facts = [turn, KEYS.passes[self.passes as usize], opening, stones, recruit];
        finish(facts.into_iter().chain(seats).fold(self.board_sum, u64::wrapping_add))
    }

    /// All legal moves. A forced pass is a legal move; a finished game has none.
    pub fn legal_moves(&self) -> MoveList {
        Choices::of(self).moves()
    }

    /// Writes all legal moves into a list that is reused; it is emptied first.
    ///
    /// For code that lists the moves of many positions: a new list takes 1.5 KiB to clear.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        Choices::of(self).moves_into(list);
    }

    /// Whether [`Position::check_legal`] has nothing against the move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the position stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one just listed.
    ///
    /// # Panics
    /// In debug builds on an illegal move, in release builds perhaps; if it does not, the position is worthless.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert_eq!(self.check_legal(mv), Ok(()), "{mv} in {self}");
        let seat = self.turn.expect("a game that is over has no legal move");
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
        // No game comes near the limit (see docs/rules.md, R7.5), but a position read from text may start anywhere.
        self.ply = self.ply.saturating_add(1);
        self.turn = Some(self.seats.next(seat));
    }

    #[inline(always)]
    const fn end_game_if(&mut self, over: bool) {
        if over {
            self.turn = None;
        }
    }

    /// Moves all students of `from` over the bridge, for all seats and guilds at once.
    ///
    /// A village is one byte for each seat, so the four seats fit one word: `masters_to` has in byte 0 the guilds of
    /// which the first seat has a master in the destination, and so on. [`crate::JourneyReport`] says the same student
    /// by student, and the tests hold the two against each other.
    #[inline(always)]
    fn cross(&mut self, bridge: Bridge, from: Village, to: Village) {
        let travellers = self.students.in_village(from);
        let students_to = self.students.in_village(to);
        let masters_from = u32::from_le_bytes(self.masters.0.map(|masters| masters.in_village(from)));
        let masters_to = u32::from_le_bytes(self.masters.0.map(|masters| masters.in_village(to)));

        // R5.4: more tiles; if equal, more masters; if still equal, the destination.
        let rank = |masters: u32, students: u8| {
            let (masters, students) = (masters.count_ones(), students.count_ones());
            (masters + students) << 4 | masters
        };
        let stronger = rank(masters_from, travellers) > rank(masters_to, students_to);
        let if_stronger = if stronger { u32::MAX } else { 0 };

        let sent = masters_from & for_each_seat(travellers);
        let meets_own = sent & masters_to;
        let driven_out = masters_to & for_each_seat(travellers) & !sent & if_stronger;
        let becomes_master = sent & !masters_to & (if_stronger | !for_each_seat(any_seat(masters_to)));
        let joins_own = meets_own & !for_each_seat(students_to) & if_stronger;
        let bounces = sent & !becomes_master & !joins_own;
        let masters_after = masters_to & !driven_out | becomes_master;
        // Where the stronger travellers arrive, a student lies afterwards exactly on their own masters.
        let students_after = students_to & !(travellers & if_stronger as u8) | any_seat(meets_own & if_stronger);

        self.counts.take_back(driven_out | bounces);
        self.counts.take_back(driven_out & for_each_seat(students_to));
        let mut sum = self.board_sum.wrapping_add(KEYS.fallen(bridge));
        for (seat, masters) in self.masters.iter_mut() {
            let [before, after] = [masters_to, masters_after].map(|guilds| guilds.to_le_bytes()[seat as usize]);
            masters.set_village(to, after);
            sum = sum.wrapping_add(KEYS.masters_change(seat, to, before, after));
        }
        self.students.set_village(from, 0);
        self.students.set_village(to, students_after);
        sum = sum.wrapping_add(KEYS.students_change(from, travellers, 0));
        self.board_sum = sum.wrapping_add(KEYS.students_change(to, students_to, students_after));

        self.bridges.remove(bridge);
        for village in [from, to] {
            if self.has_stone(village) {
                self.open.set_village(village, 0);
            }
        }
    }

    /// Recomputes everything that follows from something else, and compares.
    ///
    /// # Panics
    /// When anything differs: a bug in this crate.
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

/// Whether the game has ended by stones with these bridges standing (R6.1, R8.1).
#[inline(always)]
pub(crate) const fn last_stone_is_placed(bridges: BridgeSet, stones: Stones) -> bool {
    match stones {
        // Eleven of thirteen villages have a stone exactly when one bridge joins the other two.
        Stones::Eleven => bridges.bits() & bridges.bits().wrapping_sub(1) == 0,
        Stones::Twelve => bridges.is_empty(),
    }
}

/// The same guilds in the byte of every seat.
#[inline(always)]
const fn for_each_seat(guilds: u8) -> u32 {
    guilds as u32 * 0x0101_0101
}

/// The guilds that the byte of some seat has.
#[inline(always)]
const fn any_seat(guilds: u32) -> u8 {
    let pairs = guilds | guilds >> 16;
    (pairs | pairs >> 8) as u8
}

/// How strong a village is (R5.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Strength {
    /// Masters and students of all clans; more is stronger.
    pub tiles: usize,
    /// Masters alone, which decide between equal tiles.
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
