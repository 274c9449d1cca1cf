//! Finds the *n*-th set bit of a word, and checks that the processor has the instructions for it.
//!
//! Random playouts spend most of their time picking random elements of sets. x86-64 processors since 2013 have an
//! instruction for it, but Rust offers it only through `unsafe`, which `rules` forbids. So this one function lives here.

#![allow(unsafe_code, reason = "this crate exists for the one function that needs it")]

#[cfg(all(target_arch = "x86_64", target_os = "linux", target_feature = "avx2"))]
mod processor_check;

/// The index of the set bit of `word` that has exactly `rank` set bits below it.
///
/// `rank` must be below the number of set bits; otherwise the result is unspecified, but at most 64.
#[inline(always)]
pub fn nth_set_bit(word: u64, rank: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this branch is compiled only for processors with BMI2, which is all that `_pdep_u64` requires.
        let picked = unsafe { core::arch::x86_64::_pdep_u64(1 << (rank & 63), word) };
        picked.trailing_zeros()
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        nth_set_bit_portable(word, rank)
    }
}

/// The lowest bit of every byte.
const BYTE_ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const BYTE_TOPS: u64 = BYTE_ONES << 7;

/// [`nth_set_bit`] for any processor: finds the byte with prefix sums over all bytes at once, then the bit in a table.
#[inline(always)]
pub fn nth_set_bit_portable(word: u64, rank: u32) -> u32 {
    let rank = rank & 63;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    // Each byte holds the number of set bits up to and including that byte.
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(BYTE_ONES);
    // The top bit of a byte stays set where there are not enough bits up to and including that byte.
    let short = ((u64::from(rank) * BYTE_ONES + BYTE_TOPS - sums) & BYTE_TOPS) >> 7;
    let byte = (short.wrapping_mul(BYTE_ONES) >> 56) * 8;
    if byte > 56 {
        return 64;
    }
    let left = rank - (sums << 8 >> byte & 0xff) as u32;
    byte as u32 + u32::from(NTH_IN_BYTE[(word >> byte & 0xff) as usize][left as usize & 7])
}

/// For a byte and a rank, the index of the set bit with that rank.
static NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][rank] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: u64) {
        let mut left = word;
        for rank in 0..word.count_ones() {
            let expected = left.trailing_zeros();
            assert_eq!(nth_set_bit(word, rank), expected, "{word:#x} {rank}");
            assert_eq!(nth_set_bit_portable(word, rank), expected, "{word:#x} {rank}");
            left &= left - 1;
        }
    }

    #[test]
    fn both_versions_agree_with_counting() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let word = rng.u64(..);
            check(word);
            check(word & rng.u64(..) & rng.u64(..));
            check(word | rng.u64(..) | rng.u64(..));
        }
        check(0);
        check(u64::MAX);
        (0..64).for_each(|bit| check(1 << bit));
    }

    #[test]
    fn a_rank_beyond_the_last_bit_is_harmless() {
        for word in [0, 1, 0xff, u64::MAX] {
            for rank in word.count_ones()..200 {
                assert!(nth_set_bit(word, rank) <= 64);
                assert!(nth_set_bit_portable(word, rank) <= 64);
            }
        }
    }
}
