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
        self.multiply::<true, K, N, R>(rows, sums);
    }

    /// Writes the product of each row of inputs with the matrix to the row beside it: [`add_products`](PackedMatrix::add_products) to
    /// nothing but zeros, which need not be written first.
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs.
    #[inline]
    pub fn products<const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u8; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        self.multiply::<false, K, N, R>(rows, sums);
    }

    /// Adds the products to what the sums are if `ADD`, otherwise to zero.
    #[inline]
    fn multiply<const ADD: bool, const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u8; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        #[cfg(target_arch = "x86_64")]
        match x86::instructions() {
            // SAFETY: the processor has been asked for the instructions, and the sizes match.
            x86::Instructions::Avx512Vnni => {
                return unsafe { x86::multiply_avx512::<ADD, K, N, R>(&self.tiles, rows, sums) };
            }
            // SAFETY: as above.
            x86::Instructions::Avx2 => return unsafe { x86::multiply_avx2::<ADD, K, N, R>(&self.tiles, rows, sums) },
            x86::Instructions::Portable => {}
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if !wasm::multiply_relaxed::<ADD, K, N, R>(&self.tiles, rows, sums) {
            wasm::multiply::<ADD, K, N, R>(&self.wide, rows, sums);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return;
        #[allow(unreachable_code, reason = "with vector instructions nothing is left to do")]
        {
            if !ADD {
                *sums = [[0; N]; R];
            }
            self.add_products_portable(rows, sums);
        }
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

/// Numbers that [`shift_and_clamp`] treats together.
pub const LANES: usize = 16;

/// Shifts sums to the right and cuts off what is not an input, below zero or above [`MAX_INPUT`].
#[inline(always)]
pub fn shift_and_clamp(sums: &[i32; LANES], shift: u32) -> [u8; LANES] {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return wasm::shift_and_clamp(sums, shift);
    #[allow(unreachable_code, reason = "elsewhere the compiler finds the instructions itself")]
    sums.map(|sum| (sum >> shift).clamp(0, i32::from(MAX_INPUT)) as u8)
}

/// A WebAssembly module with the dot products of relaxed SIMD. It imports the memory of the app as `app.memory` and exports `multiply`,
/// for `use_relaxed_products`. Browsers without these instructions refuse it.
pub const RELAXED_MODULE: &[u8] = include_bytes!("relaxed.wasm");

/// Lets [`PackedMatrix::add_products`] call a function of [`RELAXED_MODULE`] from now on.
///
/// # Safety
/// `place` is the place in this program's table of functions of `multiply` of that module, which works in this program's memory.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub unsafe fn use_relaxed_products(place: usize) {
    wasm::use_relaxed(place);
}

/// The name of the instructions that [`PackedMatrix::add_products`] uses on this processor.
pub fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    match x86::instructions() {
        x86::Instructions::Avx512Vnni => return "AVX-512 VNNI",
        x86::Instructions::Avx2 => return "AVX2",
        x86::Instructions::Portable => {}
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return if wasm::is_relaxed() { "relaxed SIMD" } else { "simd128" };
    #[allow(unreachable_code, reason = "everything else is known by now")]
    "portable"
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
        let (mut products, mut added) = (before, [[0; N]; R]);
        matrix.products(&rows, &mut products);
        matrix.add_products(&rows, &mut added);
        assert_eq!(products, added, "what was there before is overwritten");
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
    fn shifted_sums_become_inputs() {
        let sums: [i32; LANES] = core::array::from_fn(|lane| (lane as i32 - 5) * 100_003);
        for shift in [0, 3, 9, 13, 20] {
            let expected = sums.map(|sum| (sum >> shift).clamp(0, i32::from(MAX_INPUT)) as u8);
            assert_eq!(shift_and_clamp(&sums, shift), expected);
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
    fn the_module_with_relaxed_simd_is_its_source() {
        let assembled = wat::parse_str(include_str!("relaxed.wat")).unwrap();
        if std::env::var_os("SHANGRILA_WRITE").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/relaxed.wasm"), &assembled).unwrap();
        }
        assert!(RELAXED_MODULE == assembled, "run this test with SHANGRILA_WRITE=1 to assemble it again");
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        assert!(PackedMatrix::new(12, 8, &[0; 96]).is_none());
        assert!(PackedMatrix::new(16, 8, &[0; 127]).is_none());
        assert!(PackedMatrix::new(16, 9, &[0; 144]).is_none());
    }
}
