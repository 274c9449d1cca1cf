//! x86-64: AVX-512 VNNI multiplies and adds 64 numbers with one instruction, AVX2 32 with three.

use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

use super::{GROUP, PANEL, Tile};

/// What the processor can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Instructions {
    Portable = 1,
    Avx2 = 2,
    Avx512Vnni = 3,
}

/// The best instructions of this processor.
#[inline(always)]
pub(super) fn instructions() -> Instructions {
    // Asked once; zero until then. Two threads that ask at the same time get the same answer.
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        1 => Instructions::Portable,
        2 => Instructions::Avx2,
        3 => Instructions::Avx512Vnni,
        _ => {
            let found = detect();
            KNOWN.store(found as u8, Ordering::Relaxed);
            found
        }
    }
}

#[cold]
fn detect() -> Instructions {
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni") {
        Instructions::Avx512Vnni
    } else if is_x86_feature_detected!("avx2") {
        Instructions::Avx2
    } else {
        Instructions::Portable
    }
}

/// Four inputs as one number.
#[inline(always)]
fn group_at<const K: usize>(row: &[u8; K], group: usize) -> i32 {
    let first = GROUP * group;
    i32::from_le_bytes([row[first], row[first + 1], row[first + 2], row[first + 3]])
}

/// Writes the products of the rows to the sums beside them.
///
/// # Safety
/// The processor has AVX-512 F and VNNI, and `tiles` is a matrix of `K` inputs and `N` outputs.
#[target_feature(enable = "avx512f,avx512vnni")]
pub(super) unsafe fn multiply_avx512<const K: usize, const N: usize, const R: usize>(
    tiles: &[Tile],
    rows: &[[u8; K]; R],
    sums: &mut [[i32; N]; R],
) {
    let groups = K / GROUP;
    let mut first = 0;
    // Two panels at a time, so that each group of inputs is loaded only once for both.
    while first + 2 * PANEL <= N {
        let near = &tiles[first / PANEL * groups..][..groups];
        let far = &tiles[(first / PANEL + 1) * groups..][..groups];
        let mut totals = [[_mm512_setzero_si512(); 2]; R];
        for group in 0..groups {
            // SAFETY: a tile has 64 bytes.
            let weights = unsafe {
                [_mm512_load_si512(near[group].0.as_ptr().cast()), _mm512_load_si512(far[group].0.as_ptr().cast())]
            };
            for row in 0..R {
                let inputs = _mm512_set1_epi32(group_at(&rows[row], group));
                totals[row][0] = _mm512_dpbusd_epi32(totals[row][0], inputs, weights[0]);
                totals[row][1] = _mm512_dpbusd_epi32(totals[row][1], inputs, weights[1]);
            }
        }
        for row in 0..R {
            // SAFETY: `first + 2 * PANEL` is at most the length of the row.
            unsafe {
                _mm512_storeu_si512(sums[row].as_mut_ptr().add(first).cast(), totals[row][0]);
                _mm512_storeu_si512(sums[row].as_mut_ptr().add(first + PANEL).cast(), totals[row][1]);
            }
        }
        first += 2 * PANEL;
    }
    while first < N {
        let panel = &tiles[first / PANEL * groups..][..groups];
        // The last panel may be half empty.
        let mask: __mmask16 = if N - first >= PANEL { 0xffff } else { 0x00ff };
        let mut totals = [_mm512_setzero_si512(); R];
        for (group, tile) in panel.iter().enumerate() {
            // SAFETY: a tile has 64 bytes.
            let weights = unsafe { _mm512_load_si512(tile.0.as_ptr().cast()) };
            for row in 0..R {
                let inputs = _mm512_set1_epi32(group_at(&rows[row], group));
                totals[row] = _mm512_dpbusd_epi32(totals[row], inputs, weights);
            }
        }
        for row in 0..R {
            // SAFETY: the mask leaves out what is beyond the end of the row.
            unsafe { _mm512_mask_storeu_epi32(sums[row].as_mut_ptr().add(first), mask, totals[row]) };
        }
        first += PANEL;
    }
}

/// As [`multiply_avx512`].
///
/// # Safety
/// The processor has AVX2, and `tiles` is a matrix of `K` inputs and `N` outputs.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn multiply_avx2<const K: usize, const N: usize, const R: usize>(
    tiles: &[Tile],
    rows: &[[u8; K]; R],
    sums: &mut [[i32; N]; R],
) {
    const HALF: usize = PANEL / 2;
    let groups = K / GROUP;
    let ones = _mm256_set1_epi16(1);
    for first in (0..N).step_by(HALF) {
        let panel = &tiles[first / PANEL * groups..][..groups];
        let offset = first % PANEL * GROUP;
        let mut totals = [_mm256_setzero_si256(); R];
        for (group, tile) in panel.iter().enumerate() {
            // SAFETY: half a tile has 32 bytes.
            let weights = unsafe { _mm256_load_si256(tile.0.as_ptr().add(offset).cast()) };
            for row in 0..R {
                let inputs = _mm256_set1_epi32(group_at(&rows[row], group));
                // The sum of two products fits into 16 bits because inputs have only seven: 2 * 127 * 128 < 32768.
                let pairs = _mm256_maddubs_epi16(inputs, weights);
                totals[row] = _mm256_add_epi32(totals[row], _mm256_madd_epi16(pairs, ones));
            }
        }
        for row in 0..R {
            // SAFETY: the number of outputs is a multiple of 8.
            unsafe { _mm256_storeu_si256(sums[row].as_mut_ptr().add(first).cast(), totals[row]) };
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Tries everything this processor can do, not only the best.
    pub(crate) fn all_implementations_agree<const K: usize, const N: usize, const R: usize>(
        tiles: &[Tile],
        rows: &[[u8; K]; R],
        reference: &[[i32; N]; R],
    ) {
        let best = instructions();
        if best as u8 >= Instructions::Avx2 as u8 {
            let mut sums = [[-1; N]; R];
            // SAFETY: the processor has AVX2, and the tiles are those of the matrix.
            unsafe { multiply_avx2::<K, N, R>(tiles, rows, &mut sums) };
            assert_eq!(&sums, reference, "AVX2");
        }
        if best == Instructions::Avx512Vnni {
            let mut sums = [[-1; N]; R];
            // SAFETY: the processor has AVX-512 VNNI, and the tiles are those of the matrix.
            unsafe { multiply_avx512::<K, N, R>(tiles, rows, &mut sums) };
            assert_eq!(&sums, reference, "AVX-512 VNNI");
        }
    }
}
