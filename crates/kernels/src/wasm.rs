//! WebAssembly: 128-bit registers, in which sixteen-bit numbers are multiplied and added up in pairs; with relaxed SIMD, eight-bit numbers
//! in fours, which is faster where the processor has an instruction for it.
//!
//! Without it there are no products of eight-bit numbers, so the weights are kept as sixteen-bit numbers, in the order in which they are
//! needed. Then a product of eight numbers takes one instruction, the sums need no shuffling, and a pair of inputs is read from memory
//! into all lanes at once.

#![cfg(target_feature = "simd128")]

use core::arch::wasm32::*;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::Tile;

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
    row: u16,
    /// The block that the row belongs to.
    block: u16,
    /// A bit for every four inputs with relaxed SIMD, otherwise for every two. The inputs left out are zero.
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
    open: u32,
    is_relaxed: bool,
}

impl Order {
    /// The rows of the open blocks.
    #[inline(always)]
    pub(super) fn of<const K: usize, const R: usize>(blocks: &[[[u8; K]; R]], open: u32) -> Order {
        assert!(blocks.len() * R <= MAX_ROWS && K <= MAX_INPUTS, "too many inputs");
        let is_relaxed = is_relaxed() && K == MAX_INPUTS;
        let mut order = Order { room: [MaybeUninit::uninit(); MAX_ROWS], count: 0, open, is_relaxed };
        let mut unsorted: Room = [MaybeUninit::uninit(); MAX_ROWS];
        let mut after = [0_u8; MAX_INPUTS / 2 + 1];
        for (block, rows) in blocks.iter().enumerate().filter(|(block, _)| open >> block & 1 != 0) {
            for (row, inputs) in rows.iter().enumerate() {
                let groups = if is_relaxed { live_groups::<4, K>(inputs) } else { live_groups::<2, K>(inputs) };
                let (row, block) = ((block * R + row) as u16, block as u16);
                unsorted[order.count] = MaybeUninit::new(Entry { row, block, groups });
                order.count += 1;
                after[groups.count_ones() as usize] += 1;
            }
        }
        let mut total = 0;
        for place in &mut after {
            (*place, total) = (total, total + *place);
        }
        // SAFETY: as many were written.
        for entry in unsafe { unsorted[..order.count].assume_init_ref() } {
            let place = &mut after[entry.groups.count_ones() as usize];
            order.room[usize::from(*place)] = MaybeUninit::new(*entry);
            *place += 1;
        }
        order
    }

    /// The entries of the chosen blocks.
    #[inline(always)]
    fn only<'a>(&'a self, room: &'a mut Room, chosen: u32) -> &'a [Entry] {
        // SAFETY: [`Order::of`] has written as many.
        let all = unsafe { self.room[..self.count].assume_init_ref() };
        if chosen & self.open == self.open {
            return all;
        }
        let mut count = 0;
        for entry in all {
            room[count] = MaybeUninit::new(*entry);
            count += (chosen >> entry.block & 1) as usize;
        }
        // SAFETY: as many were written.
        unsafe { room[..count].assume_init_ref() }
    }
}

/// A bit for each group of `G` inputs that are not all zero.
#[inline(always)]
fn live_groups<const G: usize, const K: usize>(inputs: &[u8; K]) -> u32 {
    const { assert!(K.is_multiple_of(32), "inputs would be left out") };
    // A bit for each of eight lanes, which are all ones or all zeros.
    let zeros = |first: usize| {
        // SAFETY: `first` and what follows is less than `K`, which is checked above.
        let sixteen = |first: usize| unsafe { v128_load(inputs.as_ptr().add(first).cast()) };
        let none = i32x4_splat(0);
        u32::from(i16x8_bitmask(match G {
            4 => i16x8_narrow_i32x4(i32x4_eq(sixteen(first), none), i32x4_eq(sixteen(first + 16), none)),
            _ => i16x8_eq(sixteen(first), none),
        }))
    };
    let mut groups = 0;
    for part in 0..K / (8 * G) {
        groups |= (zeros(8 * G * part) ^ 0xff) << (8 * part);
    }
    groups
}

/// Writes the products of the rows of the chosen blocks to the sums beside them.
#[inline(always)]
pub(super) fn multiply<const K: usize, const N: usize>(
    tiles: &[Tile],
    wide: &[WideTile],
    order: &Order,
    chosen: u32,
    inputs: &[[u8; K]],
    sums: &mut [[i32; N]],
) {
    // The module reads the weights of 32 outputs at once, also of the last ones.
    const { assert!(N.is_multiple_of(32) || N % 32 > 16, "weights beyond the last panel") };
    assert!(inputs.len() <= sums.len(), "fewer sums than inputs");
    let mut room: Room = [MaybeUninit::uninit(); MAX_ROWS];
    let entries = order.only(&mut room, chosen);
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
    for &Entry { row, mut groups, .. } in entries {
        let (inputs, sums) = (&inputs[usize::from(row)], &mut sums[usize::from(row)]);
        let mut totals = [[i32x4_splat(0); 2]; P];
        while groups != 0 {
            let pair = groups.trailing_zeros() as usize;
            groups &= groups - 1;
            // SAFETY: there are `K / 2` pairs in a row and in a panel, and no bits beyond; a tile has 32 bytes.
            unsafe {
                let both = u16x8_extend_low_u8x16(v128_load16_splat(inputs.as_ptr().add(2 * pair).cast()));
                let weights = panels.as_ptr().add(pair).cast::<v128>();
                for (panel, total) in totals.iter_mut().enumerate() {
                    // The constant offset comes last, so that it becomes part of the load instruction.
                    let weights = weights.add(panel * K);
                    total[0] = i32x4_add(total[0], i32x4_dot_i16x8(both, *weights));
                    total[1] = i32x4_add(total[1], i32x4_dot_i16x8(both, *weights.add(1)));
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

/// Adds the products of all rows, whose inputs have sixteen bits, to the sums beside them. Few of these inputs are zero, so none is skipped.
#[inline(never)]
pub(super) fn multiply_fine<const K: usize, const N: usize>(
    tiles: &[WideTile],
    rows: &[[u16; K]],
    sums: &mut [[i32; N]],
) {
    assert!(N.is_multiple_of(2 * OUTPUTS) && tiles.len() >= N / OUTPUTS * K / 2, "a matrix of another size");
    let (pairs, odd) = rows.as_chunks::<2>();
    let (sums, odd_sums) = sums.split_at_mut(2 * pairs.len());
    for (rows, sums) in pairs.iter().zip(sums.as_chunks_mut().0) {
        fine_rows(tiles, rows, sums);
    }
    if let ([row], [sums, ..]) = (odd, odd_sums) {
        fine_rows(tiles, core::array::from_ref(row), core::array::from_mut(sums));
    }
}

/// [`multiply_fine`] for a few rows, which share what is read of the matrix.
#[inline(always)]
fn fine_rows<const K: usize, const N: usize, const R: usize>(
    tiles: &[WideTile],
    rows: &[[u16; K]; R],
    sums: &mut [[i32; N]; R],
) {
    for first in (0..N).step_by(2 * OUTPUTS) {
        let mut totals = [[i32x4_splat(0); 4]; R];
        for row in 0..R {
            for (part, total) in totals[row].iter_mut().enumerate() {
                // SAFETY: `first + 2 * OUTPUTS` is at most the length of a row.
                *total = unsafe { v128_load(sums[row].as_ptr().add(first).add(part * HALF).cast()) };
            }
        }
        for pair in 0..K / 2 {
            // SAFETY: there are `K / 2` pairs in a row and in each of the `N / OUTPUTS` panels; a tile has 32 bytes.
            unsafe {
                let weights = tiles.as_ptr().add(first / OUTPUTS * (K / 2)).add(pair).cast::<v128>();
                let weights = [*weights, *weights.add(1), *weights.add(K), *weights.add(K + 1)];
                for row in 0..R {
                    let both = v128_load32_splat(rows[row].as_ptr().add(2 * pair).cast());
                    for (total, weights) in totals[row].iter_mut().zip(weights) {
                        *total = i32x4_add(*total, i32x4_dot_i16x8(both, weights));
                    }
                }
            }
        }
        for row in 0..R {
            for (part, &total) in totals[row].iter().enumerate() {
                // SAFETY: as above.
                unsafe { v128_store(sums[row].as_mut_ptr().add(first).add(part * HALF).cast(), total) };
            }
        }
    }
}

/// As [`round_and_clamp`](super::round_and_clamp).
#[inline(always)]
pub(super) fn round_and_clamp<const N: usize>(sums: &[i16; N], shift: u32, after: &mut [u8; N]) {
    for (sums, after) in sums.as_chunks::<16>().0.iter().zip(after.as_chunks_mut::<16>().0) {
        let half = i16x8_splat(1 << shift >> 1);
        // SAFETY: sixteen numbers each.
        unsafe {
            let [low, high] = [0, 8].map(|first| {
                let sums = v128_load(sums.as_ptr().add(first).cast());
                i16x8_shr(i16x8_add(sums, half), shift)
            });
            v128_store(after.as_mut_ptr().cast(), i8x16_max(i8x16_narrow_i16x8(low, high), i8x16_splat(0)));
        }
    }
}

/// Numbers that [`add_shifted`] treats together: their sums take half of the sixteen registers of most processors.
const LANES: usize = 32;

/// As [`add_shifted`](super::add_shifted).
#[inline(always)]
pub(super) fn add_shifted<const N: usize>(
    inputs: &[u8; N],
    sums: &[&[i32; N]],
    fine_sums: [&[i32; N]; 2],
    fine_shift: u32,
    shift: u32,
    after: &mut [u8; N],
) {
    const { assert!(N.is_multiple_of(LANES)) };
    let [one, other] = fine_sums;
    for first in (0..N).step_by(LANES) {
        // SAFETY: `first + LANES` is at most the length of every row.
        unsafe {
            let four = |row: &[i32; N], part: usize| v128_load(row.as_ptr().add(first).add(4 * part).cast());
            let mut totals: [v128; LANES / 4] =
                core::array::from_fn(|part| i32x4_shr(i32x4_add(four(one, part), four(other, part)), fine_shift));
            for row in sums {
                for (part, total) in totals.iter_mut().enumerate() {
                    *total = i32x4_add(*total, four(row, part));
                }
            }
            let totals = totals.map(|total| i32x4_shr(total, shift));
            for (part, totals) in totals.as_chunks::<4>().0.iter().enumerate() {
                let inputs = v128_load(inputs.as_ptr().add(first).add(16 * part).cast());
                let low = i16x8_narrow_i32x4(totals[0], totals[1]);
                let high = i16x8_narrow_i32x4(totals[2], totals[3]);
                // Narrowing also cuts off what is too large: `MAX_INPUT` is the largest signed byte.
                let narrow = i8x16_narrow_i16x8(
                    i16x8_add_sat(low, i16x8_extend_low_u8x16(inputs)),
                    i16x8_add_sat(high, i16x8_extend_high_u8x16(inputs)),
                );
                v128_store(after.as_mut_ptr().add(first).add(16 * part).cast(), i8x16_max(narrow, i8x16_splat(0)));
            }
        }
    }
}
