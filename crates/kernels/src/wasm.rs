//! WebAssembly: 128-bit registers, in which sixteen-bit numbers are multiplied and added up in pairs; with relaxed SIMD, eight-bit numbers
//! in fours, which is twice as fast.
//!
//! Without it there are no products of eight-bit numbers, so the weights are kept as sixteen-bit numbers, in the order in which they are
//! needed. Then a product of eight numbers takes one instruction, the sums need no shuffling, and a pair of inputs is read from memory
//! into all lanes at once.

#![cfg(target_feature = "simd128")]

use core::arch::wasm32::*;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::{LANES, Tile};

/// `multiply` of the module in `relaxed.wat`: tiles, rows, sums, the number of outputs, the order of the rows and their number.
type RelaxedProducts = extern "C" fn(*const Tile, *const u8, *mut i32, usize, *const Entry, usize);

/// The place of that function in the table of functions; zero, where there never is one, without it.
static RELAXED: AtomicUsize = AtomicUsize::new(0);

pub(super) fn use_relaxed(place: usize) {
    RELAXED.store(place, Ordering::Relaxed);
}

pub(super) fn is_relaxed() -> bool {
    RELAXED.load(Ordering::Relaxed) != 0
}

/// The most rows of an [`Order`].
const MAX_ROWS: usize = 128;
/// The most inputs of a row, and the number that relaxed products are made for.
const MAX_INPUTS: usize = 64;

/// A row, and which of its inputs are to be multiplied.
#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    row: u32,
    /// A bit for every four inputs with relaxed SIMD, otherwise for every two. An even number is set; the inputs left out are zero.
    groups: u32,
}

/// Room for the entries of an order. Not cleared first: that would take longer than writing them.
type Room = [MaybeUninit<Entry>; MAX_ROWS];

/// Rows of inputs in the order in which they are multiplied.
///
/// The network's inputs are never negative, and most are zero. Skipping those saves much of the work, unless the processor fails to predict
/// how many are left; so rows that have equally many come one after the other.
pub(super) struct Order {
    room: Room,
    count: usize,
    is_relaxed: bool,
}

impl Order {
    /// The rows that are wanted.
    #[inline(always)]
    pub(super) fn of<const K: usize>(inputs: &[[u8; K]], is_wanted: impl Fn(usize) -> bool) -> Order {
        assert!(inputs.len() <= MAX_ROWS && K <= MAX_INPUTS, "too many inputs");
        let is_relaxed = is_relaxed() && K == MAX_INPUTS;
        let mut order = Order { room: [MaybeUninit::uninit(); MAX_ROWS], count: 0, is_relaxed };
        let mut unsorted: Room = [MaybeUninit::uninit(); MAX_ROWS];
        let mut after = [0_u8; MAX_INPUTS / 4 + 1];
        for (row, inputs) in inputs.iter().enumerate().filter(|(row, _)| is_wanted(*row)) {
            let groups = if is_relaxed { live_groups::<4, K>(inputs) } else { live_groups::<2, K>(inputs) };
            unsorted[order.count] = MaybeUninit::new(Entry { row: row as u32, groups });
            order.count += 1;
            after[groups.count_ones() as usize / 2] += 1;
        }
        let mut total = 0;
        for place in &mut after {
            (*place, total) = (total, total + *place);
        }
        // SAFETY: as many were written.
        for entry in unsafe { unsorted[..order.count].assume_init_ref() } {
            let place = &mut after[entry.groups.count_ones() as usize / 2];
            order.room[usize::from(*place)] = MaybeUninit::new(*entry);
            *place += 1;
        }
        order
    }

    /// The entries of the rows that are wanted.
    #[inline(always)]
    fn only<'a>(&self, room: &'a mut Room, is_wanted: impl Fn(usize) -> bool) -> &'a [Entry] {
        let mut count = 0;
        // SAFETY: [`Order::of`] has written as many.
        for entry in unsafe { self.room[..self.count].assume_init_ref() } {
            room[count] = MaybeUninit::new(*entry);
            count += usize::from(is_wanted(entry.row as usize));
        }
        // SAFETY: as many were written.
        unsafe { room[..count].assume_init_ref() }
    }
}

/// A bit for each group of `G` inputs that are not all zero, and one more if their number is odd: there always is one, and multiplying by
/// zero changes nothing.
#[inline(always)]
fn live_groups<const G: usize, const K: usize>(inputs: &[u8; K]) -> u32 {
    let mut groups = 0_u32;
    for (part, sixteen) in inputs.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: sixteen bytes are read.
        let sixteen = unsafe { v128_load(sixteen.as_ptr().cast()) };
        let bits = match G {
            4 => i32x4_bitmask(i32x4_ne(sixteen, i32x4_splat(0))),
            _ => i16x8_bitmask(i16x8_ne(sixteen, i16x8_splat(0))),
        };
        groups |= u32::from(bits) << (part * 16 / G);
    }
    if groups.count_ones().is_multiple_of(2) { groups } else { groups | (groups + 1) }
}

/// Writes the products of the rows that are wanted to the sums beside them.
#[inline(always)]
pub(super) fn multiply<const K: usize, const N: usize>(
    tiles: &[Tile],
    wide: &[WideTile],
    order: &Order,
    is_wanted: impl Fn(usize) -> bool,
    inputs: &[[u8; K]],
    sums: &mut [[i32; N]],
) {
    // The module reads the weights of 32 outputs at once, also of the last ones.
    const { assert!(N.is_multiple_of(32) || N % 32 > 16, "weights beyond the last panel") };
    assert!(inputs.len() <= sums.len(), "fewer sums than inputs");
    let mut room: Room = [MaybeUninit::uninit(); MAX_ROWS];
    let entries = order.only(&mut room, is_wanted);
    if !order.is_relaxed {
        return multiply_wide::<K, N>(wide, entries, inputs, sums);
    }
    // SAFETY: whoever named the place has vouched for the function there. Functions are places in the table here.
    let multiply = unsafe { core::mem::transmute::<usize, RelaxedProducts>(RELAXED.load(Ordering::Relaxed)) };
    let (entries, count) = (entries.as_ptr(), entries.len());
    multiply(tiles.as_ptr(), inputs.as_ptr().cast(), sums.as_mut_ptr().cast(), N, entries, count);
}

/// Outputs in one tile: two registers.
const OUTPUTS: usize = 8;
/// Outputs in one register.
const HALF: usize = OUTPUTS / 2;
/// Tiles whose outputs are computed together. With more of them the sums would not fit into the sixteen registers of most processors.
const TOGETHER: usize = 4;

/// The weights of two inputs for eight outputs: output after output, two weights each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub(super) struct WideTile([i16; 2 * OUTPUTS]);

/// Rearranges a matrix that has one row of `outputs` weights for each input; `inputs` is even, `outputs` a multiple of 8.
pub(super) fn wide_tiles(inputs: usize, outputs: usize, weights: &[i8]) -> Vec<WideTile> {
    let pairs = inputs / 2;
    let mut tiles = vec![WideTile([0; 2 * OUTPUTS]); outputs / OUTPUTS * pairs];
    for (index, &weight) in weights.iter().enumerate() {
        let (input, output) = (index / outputs, index % outputs);
        let tile = &mut tiles[output / OUTPUTS * pairs + input / 2];
        tile.0[output % OUTPUTS * 2 + input % 2] = i16::from(weight);
    }
    tiles
}

/// [`multiply`] with sixteen-bit numbers. Not inlined: the compiler of the browser finds better registers in a small function.
#[inline(never)]
fn multiply_wide<const K: usize, const N: usize>(
    tiles: &[WideTile],
    entries: &[Entry],
    inputs: &[[u8; K]],
    sums: &mut [[i32; N]],
) {
    let mut first = 0;
    while first < N {
        let panels = &tiles[first / OUTPUTS * (K / 2)..];
        first += match (N - first) / OUTPUTS {
            TOGETHER.. => multiply_panels::<K, N, TOGETHER>(panels, entries, inputs, sums, first),
            3 => multiply_panels::<K, N, 3>(panels, entries, inputs, sums, first),
            2 => multiply_panels::<K, N, 2>(panels, entries, inputs, sums, first),
            _ => multiply_panels::<K, N, 1>(panels, entries, inputs, sums, first),
        };
    }
}

/// Computes the outputs of some panels from `first` on, and returns how many they are.
#[inline(always)]
fn multiply_panels<const K: usize, const N: usize, const P: usize>(
    panels: &[WideTile],
    entries: &[Entry],
    inputs: &[[u8; K]],
    sums: &mut [[i32; N]],
    first: usize,
) -> usize {
    assert!(panels.len() >= P * K / 2 && first + P * OUTPUTS <= N, "a block of another size");
    for &Entry { row, mut groups } in entries {
        let (inputs, sums) = (&inputs[row as usize], &mut sums[row as usize]);
        let mut totals = [[i32x4_splat(0); 2]; P];
        while groups != 0 {
            let pair = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            // SAFETY: there are `K / 2` pairs in a row and in a panel, and no bits beyond; a tile has 32 bytes.
            unsafe {
                let both = u16x8_extend_low_u8x16(v128_load16_splat(inputs.as_ptr().add(2 * pair).cast()));
                for (panel, total) in totals.iter_mut().enumerate() {
                    let weights = panels.as_ptr().add(panel * (K / 2) + pair).cast::<i16>();
                    total[0] = i32x4_add(total[0], i32x4_dot_i16x8(both, v128_load(weights.cast())));
                    total[1] = i32x4_add(total[1], i32x4_dot_i16x8(both, v128_load(weights.add(OUTPUTS).cast())));
                }
            }
        }
        for (half, &total) in totals.as_flattened().iter().enumerate() {
            // SAFETY: `first + P * OUTPUTS` is at most the length of a row.
            unsafe { v128_store(sums.as_mut_ptr().add(first + half * HALF).cast(), total) };
        }
    }
    P * OUTPUTS
}

/// As [`add_shifted`](super::add_shifted), for sixteen numbers: the instructions that make numbers narrower also cut them off.
#[inline(always)]
pub(super) fn add_shifted<'a>(
    inputs: &[u8; LANES],
    sums: impl Iterator<Item = &'a [i32; LANES]>,
    fine_sums: [&[i32; LANES]; 2],
    fine_shift: u32,
    shift: u32,
    after: &mut [u8; LANES],
) {
    // SAFETY: four registers of four sums each, and one of sixteen inputs.
    unsafe {
        let four = |row: &[i32; LANES], part: usize| v128_load(row.as_ptr().add(4 * part).cast());
        let [one, other] = fine_sums;
        let fine = |part| i32x4_shr(i32x4_add(four(one, part), four(other, part)), fine_shift);
        let mut totals = [fine(0), fine(1), fine(2), fine(3)];
        for row in sums {
            for (part, total) in totals.iter_mut().enumerate() {
                *total = i32x4_add(*total, four(row, part));
            }
        }
        let totals = totals.map(|total| i32x4_shr(total, shift));
        let inputs = v128_load(inputs.as_ptr().cast());
        let low = i16x8_add_sat(i16x8_narrow_i32x4(totals[0], totals[1]), i16x8_extend_low_u8x16(inputs));
        let high = i16x8_add_sat(i16x8_narrow_i32x4(totals[2], totals[3]), i16x8_extend_high_u8x16(inputs));
        let narrow = u8x16_min(u8x16_narrow_i16x8(low, high), u8x16_splat(super::MAX_INPUT));
        v128_store(after.as_mut_ptr().cast(), narrow);
    }
}
