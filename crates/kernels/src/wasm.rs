//! WebAssembly: 128-bit registers, in which sixteen-bit numbers are multiplied and added up in pairs.

#![cfg(target_feature = "simd128")]

use core::arch::wasm32::*;

use super::{GROUP, PANEL, Tile};

/// Outputs in one register.
const QUARTER: usize = 4;

/// As [`PackedMatrix::add_products`](super::PackedMatrix::add_products).
pub(super) fn add_products<const K: usize, const N: usize, const R: usize>(
    tiles: &[Tile],
    rows: &[[u8; K]; R],
    sums: &mut [[i32; N]; R],
) {
    let groups = K / GROUP;
    for first in (0..N).step_by(QUARTER) {
        let panel = &tiles[first / PANEL * groups..][..groups];
        let offset = first % PANEL * GROUP;
        // Each output has two partial sums side by side: the first and second output, then the third and fourth.
        let mut totals = [[i32x4_splat(0); 2]; R];
        for (group, tile) in panel.iter().enumerate() {
            // SAFETY: a quarter of a tile has 16 bytes.
            let weights = unsafe { v128_load(tile.0.as_ptr().add(offset).cast()) };
            let (low, high) = (i16x8_extend_low_i8x16(weights), i16x8_extend_high_i8x16(weights));
            for row in 0..R {
                let at = GROUP * group;
                let four = [rows[row][at], rows[row][at + 1], rows[row][at + 2], rows[row][at + 3]];
                // Inputs have seven bits, so it does not matter that they are extended with their sign.
                let inputs = i16x8_extend_low_i8x16(i32x4_splat(i32::from_le_bytes(four)));
                totals[row][0] = i32x4_add(totals[row][0], i32x4_dot_i16x8(inputs, low));
                totals[row][1] = i32x4_add(totals[row][1], i32x4_dot_i16x8(inputs, high));
            }
        }
        for row in 0..R {
            let [low, high] = totals[row];
            let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
            let odd = i32x4_shuffle::<1, 3, 5, 7>(low, high);
            // SAFETY: the number of outputs is a multiple of 8.
            unsafe {
                let place = sums[row].as_mut_ptr().add(first).cast();
                v128_store(place, i32x4_add(v128_load(place), i32x4_add(even, odd)));
            }
        }
    }
}
