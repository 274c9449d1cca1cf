//! Products of small integer matrices: what the neural network spends its time on.
//!
//! Inputs have seven bits, weights eight, and sums 32, so no product is ever rounded and every implementation gives the
//! same result. The fastest one that the processor has is chosen when the program runs; [`PackedMatrix::add_products_portable`] is
//! the reference that all others are held to.
//!
//! The vector instructions need `unsafe`, which the crate of the computer players forbids. So they live here.

#![allow(unsafe_code, reason = "vector instructions read and write through pointers")]

#[cfg(target_arch = "wasm32")]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

/// The largest input.
pub const MAX_INPUT: u8 = 127;

/// Outputs that are computed together.
const PANEL: usize = 16;
/// Inputs that one instruction multiplies and adds up.
const GROUP: usize = 4;

/// The weights of four inputs for sixteen outputs: output after output, four weights each. One register of 512 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Tile([i8; PANEL * GROUP]);

/// A matrix of eight-bit weights, rearranged so that the vector instructions can read it in order.
#[derive(Clone, Debug)]
pub struct PackedMatrix {
    inputs: usize,
    outputs: usize,
    /// For each panel of outputs, the tiles of all groups of inputs.
    tiles: Vec<Tile>,
    /// The same weights as the instructions of WebAssembly need them.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    wide: Vec<wasm::WideTile>,
}

impl PackedMatrix {
    /// Packs a matrix that has one row of `outputs` weights for each input. `None` if its size does not fit: inputs and
    /// outputs are multiples of 16 and 8.
    ///
    /// ```
    /// # use shangrila_kernels::PackedMatrix;
    /// let matrix = PackedMatrix::new(16, 8, &[1; 128]).unwrap();
    /// let mut sums = [[100; 8]; 2];
    /// matrix.add_products(&[[1; 16], [2; 16]], &mut sums);
    /// assert_eq!(sums, [[116; 8], [132; 8]]);
    /// ```
    pub fn new(inputs: usize, outputs: usize, weights: &[i8]) -> Option<PackedMatrix> {
        let fits =
            inputs.is_multiple_of(16) && outputs.is_multiple_of(8) && inputs.checked_mul(outputs)? == weights.len();
        if !fits {
            return None;
        }
        let groups = inputs / GROUP;
        let mut tiles = vec![Tile([0; PANEL * GROUP]); outputs.div_ceil(PANEL) * groups];
        for (index, &weight) in weights.iter().enumerate() {
            let (input, output) = (index / outputs, index % outputs);
            let tile = &mut tiles[output / PANEL * groups + input / GROUP];
            tile.0[output % PANEL * GROUP + input % GROUP] = weight;
        }
        Some(PackedMatrix {
            inputs,
            outputs,
            tiles,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            wide: wasm::wide_tiles(inputs, outputs, weights),
        })
    }

    /// Adds the product of each row of inputs with the matrix to the row of sums beside it.
    ///
    /// Inputs are at most [`MAX_INPUT`]; the sums of greater ones are unspecified.
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs.
    #[inline]
    pub fn add_products<const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u8; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        #[cfg(target_arch = "x86_64")]
        match x86::instructions() {
            // SAFETY: the processor has been asked for the instructions, and the sizes match.
            x86::Instructions::Avx512Vnni => return unsafe { x86::add_products_avx512(&self.tiles, rows, sums) },
            // SAFETY: as above.
            x86::Instructions::Avx2 => return unsafe { x86::add_products_avx2(&self.tiles, rows, sums) },
            x86::Instructions::Portable => {}
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return wasm::add_products(&self.wide, rows, sums);
        #[allow(unreachable_code, reason = "with vector instructions nothing is left to do")]
        self.add_products_portable(rows, sums);
    }

    /// [`add_products`](PackedMatrix::add_products) without vector instructions.
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs.
    pub fn add_products_portable<const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u8; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        for (panel, tiles) in self.tiles.chunks_exact(K / GROUP).enumerate() {
            let columns = panel * PANEL..N.min(panel * PANEL + PANEL);
            for (row, sums) in rows.iter().zip(&mut *sums) {
                for (group, tile) in row.as_chunks::<GROUP>().0.iter().zip(tiles) {
                    for (sum, weights) in sums[columns.clone()].iter_mut().zip(tile.0.as_chunks::<GROUP>().0) {
                        *sum += group
                            .iter()
                            .zip(weights)
                            .map(|(&input, &weight)| i32::from(input) * i32::from(weight))
                            .sum::<i32>();
                    }
                }
            }
        }
    }
}

/// The name of the instructions that [`PackedMatrix::add_products`] uses on this processor.
pub fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    match x86::instructions() {
        x86::Instructions::Avx512Vnni => return "AVX-512 VNNI",
        x86::Instructions::Avx2 => return "AVX2",
        x86::Instructions::Portable => {}
    }
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) { "simd128" } else { "portable" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn random<const K: usize, const N: usize, const R: usize>(
        rng: &mut Rng,
    ) -> (PackedMatrix, [[u8; K]; R], [[i32; N]; R]) {
        let weights: Vec<i8> =
            (0..K * N).map(|_| if rng.u8(..9) == 0 { [-128, 127][rng.usize(..2)] } else { rng.i8(..) }).collect();
        let matrix = PackedMatrix::new(K, N, &weights).unwrap();
        let rows = core::array::from_fn(|_| {
            core::array::from_fn(|_| if rng.u8(..5) == 0 { MAX_INPUT } else { rng.u8(..=MAX_INPUT) })
        });
        let sums = core::array::from_fn(|_| core::array::from_fn(|_| rng.i32(-1_000_000..1_000_000)));
        (matrix, rows, sums)
    }

    fn check<const K: usize, const N: usize, const R: usize>(rng: &mut Rng) {
        let (matrix, rows, before) = random::<K, N, R>(rng);
        let mut reference = before;
        matrix.add_products_portable(&rows, &mut reference);
        let mut sums = before;
        matrix.add_products(&rows, &mut sums);
        assert_eq!(sums, reference, "{K} × {N}, {R} rows, {}", instructions());
        #[cfg(target_arch = "x86_64")]
        x86::tests::all_implementations_agree(&matrix.tiles, &rows, &before, &reference);
    }

    #[test]
    fn all_implementations_give_the_same_sums() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..50 {
            check::<16, 8, 1>(&mut rng);
            check::<16, 16, 2>(&mut rng);
            check::<32, 24, 7>(&mut rng);
            check::<48, 48, 7>(&mut rng);
            check::<64, 64, 7>(&mut rng);
            check::<64, 24, 3>(&mut rng);
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let matrix = PackedMatrix::new(64, 8, &[-128; 512]).unwrap();
        let mut sums = [[0; 8]];
        matrix.add_products(&[[MAX_INPUT; 64]], &mut sums);
        assert_eq!(sums, [[-128 * 127 * 64; 8]]);
    }

    #[test]
    fn a_product_is_what_the_definition_says() {
        let weights: Vec<i8> = (0..128).map(|index| index as i8 - 60).collect();
        let matrix = PackedMatrix::new(16, 8, &weights).unwrap();
        let row: [u8; 16] = core::array::from_fn(|input| input as u8);
        let mut sums = [[5; 8]];
        matrix.add_products(&[row], &mut sums);
        for output in 0..8 {
            let expected: i32 = (0..16).map(|input| input as i32 * i32::from(weights[input * 8 + output])).sum();
            assert_eq!(sums[0][output], expected + 5);
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        assert!(PackedMatrix::new(12, 8, &[0; 96]).is_none());
        assert!(PackedMatrix::new(16, 8, &[0; 127]).is_none());
        assert!(PackedMatrix::new(16, 9, &[0; 144]).is_none());
    }
}
