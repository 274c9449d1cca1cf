//! WebAssembly: 128-bit registers, in which sixteen-bit numbers are multiplied and added up in pairs; with relaxed SIMD, eight-bit numbers
//! in fours, which is twice as fast.
//!
//! Without it there are no products of eight-bit numbers, so the weights are kept as sixteen-bit numbers, in the order in which they are
//! needed, and each row of inputs is widened once. Then a product of eight numbers takes one instruction, the sums need no
//! shuffling, and a pair of inputs is read from memory into all lanes at once.

#![cfg(target_feature = "simd128")]

use core::arch::wasm32::*;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::Tile;

/// `multiply` of the module in `relaxed.wat`: tiles, rows, sums, the numbers of inputs, outputs and rows, and whether to add to the sums.
type RelaxedProducts = extern "C" fn(*const Tile, *const u8, *mut i32, usize, usize, usize, u32);

/// The place of that function in the table of functions; zero, where there never is one, without it.
static RELAXED: AtomicUsize = AtomicUsize::new(0);

pub(super) fn use_relaxed(place: usize) {
    RELAXED.store(place, Ordering::Relaxed);
}

pub(super) fn is_relaxed() -> bool {
    RELAXED.load(Ordering::Relaxed) != 0
}

/// As [`PackedMatrix::multiply`](super::PackedMatrix), if the browser has the instructions. Returns whether it has.
#[inline(always)]
pub(super) fn multiply_relaxed<const ADD: bool, const K: usize, const N: usize, const R: usize>(
    tiles: &[Tile],
    rows: &[[u8; K]; R],
    sums: &mut [[i32; N]; R],
) -> bool {
    let place = RELAXED.load(Ordering::Relaxed);
    if place == 0 {
        return false;
    }
    // SAFETY: whoever named the place has vouched for the function there. Functions are places in the table here.
    let multiply = unsafe { core::mem::transmute::<usize, RelaxedProducts>(place) };
    multiply(tiles.as_ptr(), rows.as_ptr().cast(), sums.as_mut_ptr().cast(), K, N, R, u32::from(ADD));
    true
}

/// Outputs that are computed together: two registers.
const OUTPUTS: usize = 8;
/// Outputs in one register.
const HALF: usize = OUTPUTS / 2;
/// Rows that are computed together. With more of them the sums would not fit into the sixteen registers of most processors.
const ROWS: usize = 4;

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

/// As [`PackedMatrix::multiply`](super::PackedMatrix). Not inlined: the compiler of the browser finds better
/// registers in a small function.
#[inline(never)]
pub(super) fn multiply<const ADD: bool, const K: usize, const N: usize, const R: usize>(
    tiles: &[WideTile],
    rows: &[[u8; K]; R],
    sums: &mut [[i32; N]; R],
) {
    let mut wide = [[0_i16; K]; R];
    for (row, wide) in rows.iter().zip(&mut wide) {
        for first in (0..K).step_by(8) {
            // SAFETY: the number of inputs is a multiple of 16.
            unsafe {
                v128_store(wide.as_mut_ptr().add(first).cast(), u16x8_load_extend_u8x8(row.as_ptr().add(first)));
            }
        }
    }
    for first in (0..N).step_by(OUTPUTS) {
        let panel = &tiles[first / OUTPUTS * (K / 2)..][..K / 2];
        let mut row = 0;
        while row + ROWS <= R {
            add_block::<ADD, K, N, ROWS>(panel, &wide[row..], &mut sums[row..], first);
            row += ROWS;
        }
        match R - row {
            3 => add_block::<ADD, K, N, 3>(panel, &wide[row..], &mut sums[row..], first),
            2 => add_block::<ADD, K, N, 2>(panel, &wide[row..], &mut sums[row..], first),
            1 => add_block::<ADD, K, N, 1>(panel, &wide[row..], &mut sums[row..], first),
            _ => {}
        }
    }
}

/// Adds or writes the products of the first `B` rows for the eight outputs from `first` on.
#[inline(always)]
fn add_block<const ADD: bool, const K: usize, const N: usize, const B: usize>(
    panel: &[WideTile],
    inputs: &[[i16; K]],
    sums: &mut [[i32; N]],
    first: usize,
) {
    assert!(
        inputs.len() >= B && sums.len() >= B && first + OUTPUTS <= N && panel.len() * 2 == K,
        "a block of another size"
    );
    let mut totals = [[i32x4_splat(0); 2]; B];
    for (pair, tile) in panel.iter().enumerate() {
        // SAFETY: a tile has 32 bytes.
        let weights = unsafe { [v128_load(tile.0.as_ptr().cast()), v128_load(tile.0.as_ptr().add(OUTPUTS).cast())] };
        for (total, input) in totals.iter_mut().zip(inputs) {
            // SAFETY: an input has `K` numbers, and there are `K / 2` pairs.
            let both = unsafe { v128_load32_splat(input.as_ptr().add(2 * pair).cast()) };
            total[0] = i32x4_add(total[0], i32x4_dot_i16x8(both, weights[0]));
            total[1] = i32x4_add(total[1], i32x4_dot_i16x8(both, weights[1]));
        }
    }
    for (total, sum) in totals.iter().zip(sums) {
        for (half, &total) in total.iter().enumerate() {
            // SAFETY: `first + OUTPUTS` is at most the length of a row.
            unsafe {
                let place = sum.as_mut_ptr().add(first + half * HALF).cast();
                v128_store(place, if ADD { i32x4_add(v128_load(place), total) } else { total });
            }
        }
    }
}

/// As [`shift_and_clamp`](super::shift_and_clamp): the instructions that make numbers narrower also cut them off.
#[inline(always)]
pub(super) fn shift_and_clamp(sums: &[i32; super::LANES], shift: u32) -> [u8; super::LANES] {
    let mut inputs = [0; super::LANES];
    // SAFETY: four registers of four sums, and one of sixteen inputs.
    unsafe {
        let four = |first: usize| i32x4_shr(v128_load(sums.as_ptr().add(first).cast()), shift);
        let (low, high) = (i16x8_narrow_i32x4(four(0), four(4)), i16x8_narrow_i32x4(four(8), four(12)));
        let narrow = u8x16_min(u8x16_narrow_i16x8(low, high), u8x16_splat(super::MAX_INPUT));
        v128_store(inputs.as_mut_ptr().cast(), narrow);
    }
    inputs
}
