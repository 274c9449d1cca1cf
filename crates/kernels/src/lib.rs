//! Products of small integer matrices: what the neural network spends its time on.
//!
//! Inputs have seven bits, weights eight, and sums 32, so no product is ever rounded and every implementation gives the
//! same result. The fastest one that the processor has is chosen when the program runs; [`PackedMatrix::products_portable`] is
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

/// Bits that the inputs of [`PackedMatrix::add_fine_products`] have beyond those of others.
pub const FINE_BITS: u32 = 3;

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
    /// let mut sums = [[0; 8]; 2];
    /// matrix.products(&[[1; 16], [2; 16]], &mut sums);
    /// assert_eq!(sums, [[16; 8], [32; 8]]);
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

    /// Returns the matrix with its inputs and outputs in another order: `inputs` and `outputs` list their present numbers.
    ///
    /// # Panics
    /// When a list does not have one valid number for each input or output.
    #[must_use]
    pub fn reordered(&self, inputs: &[usize], outputs: &[usize]) -> PackedMatrix {
        let weight = |input: usize, output: usize| {
            assert!(input < self.inputs && output < self.outputs, "beyond the matrix");
            let tile = &self.tiles[output / PANEL * (self.inputs / GROUP) + input / GROUP];
            tile.0[output % PANEL * GROUP + input % GROUP]
        };
        let weights: Vec<i8> =
            inputs.iter().flat_map(|&input| outputs.iter().map(move |&output| weight(input, output))).collect();
        assert!(inputs.len() == self.inputs && outputs.len() == self.outputs, "a matrix of another size");
        PackedMatrix::new(inputs.len(), outputs.len(), &weights).expect("the size of a matrix")
    }

    /// Writes the product of each row of inputs with the matrix to the row beside it.
    ///
    /// Inputs are at most [`MAX_INPUT`]; the sums of greater ones are unspecified.
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs.
    #[inline]
    pub fn products<const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u8; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        self.block_products(&Blocks::new(core::slice::from_ref(rows), 1), 1, core::slice::from_mut(sums));
        #[cfg(target_arch = "x86_64")]
        match x86::instructions() {
            // SAFETY: the processor has been asked for the instructions, and the sizes match.
            x86::Instructions::Avx512Vnni => {
                return unsafe { x86::multiply_avx512::<K, N, R>(&self.tiles, rows, sums) };
            }
            // SAFETY: as above.
            x86::Instructions::Avx2 => return unsafe { x86::multiply_avx2::<K, N, R>(&self.tiles, rows, sums) },
            x86::Instructions::Portable => {}
        }
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        self.products_portable(rows, sums);
    }

    /// Writes the products of all rows of some blocks with the matrix to the rows beside them, as [`products`](PackedMatrix::products) does
    /// for the rows of each. `chosen` has a bit for each of those blocks.
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs, or there are sums for fewer blocks than inputs.
    #[inline]
    pub fn block_products<const K: usize, const N: usize, const R: usize>(
        &self,
        inputs: &Blocks<'_, K, R>,
        chosen: u32,
        sums: &mut [[[i32; N]; R]],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        let chosen = chosen & inputs.open;
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        wasm::multiply::<K, N>(
            &self.tiles,
            &self.wide,
            &inputs.order,
            chosen,
            inputs.rows.as_flattened(),
            sums.as_flattened_mut(),
        );
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        for block in (0..inputs.rows.len()).filter(|&block| chosen >> block & 1 != 0) {
            self.products(&inputs.rows[block], &mut sums[block]);
        }
    }

    /// Adds the product of each row of inputs in finer steps with the matrix to the row beside it.
    ///
    /// Inputs have [`FINE_BITS`] more bits than those of [`products`](PackedMatrix::products).
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs.
    #[inline(always)]
    pub fn add_fine_products<const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u16; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        wasm::multiply_fine(&self.wide, rows, sums);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        {
            // Whole steps, then what is beyond them.
            let (mut whole, mut rest) = ([[0; K]; R], [[0; K]; R]);
            for row in 0..R {
                for input in 0..K {
                    whole[row][input] = (rows[row][input] >> FINE_BITS) as u8;
                    rest[row][input] = (rows[row][input] & ((1 << FINE_BITS) - 1)) as u8;
                }
            }
            let (mut whole_sums, mut rest_sums) = ([[0; N]; R], [[0; N]; R]);
            self.products(&whole, &mut whole_sums);
            self.products(&rest, &mut rest_sums);
            for row in 0..R {
                for output in 0..N {
                    sums[row][output] += (whole_sums[row][output] << FINE_BITS) + rest_sums[row][output];
                }
            }
        }
    }

    /// [`products`](PackedMatrix::products) without vector instructions.
    ///
    /// # Panics
    /// When `K` and `N` are not the numbers of inputs and outputs.
    pub fn products_portable<const K: usize, const N: usize, const R: usize>(
        &self,
        rows: &[[u8; K]; R],
        sums: &mut [[i32; N]; R],
    ) {
        assert!(K == self.inputs && N == self.outputs, "a matrix of another size");
        *sums = [[0; N]; R];
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

/// Blocks of rows of inputs, made ready for products with several matrices.
pub struct Blocks<'a, const K: usize, const R: usize> {
    rows: &'a [[[u8; K]; R]],
    open: u32,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    order: wasm::Order,
}

impl<'a, const K: usize, const R: usize> Blocks<'a, K, R> {
    /// Makes the blocks ready whose bits are set in `open`; the others are left out of all products.
    ///
    /// # Panics
    /// When there are more than 128 rows or 64 inputs.
    #[inline(always)]
    pub fn new(rows: &'a [[[u8; K]; R]], open: u32) -> Blocks<'a, K, R> {
        assert!(rows.len() * R <= 128 && K <= 64, "too many inputs");
        Blocks {
            rows,
            open,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            order: wasm::Order::of(rows, open),
        }
    }
}

/// Shifts sums to the right, rounds them and cuts off what is below zero or above [`MAX_INPUT`]. Rounding must not overflow a sum.
///
/// # Panics
/// When `N` is not a multiple of 16.
#[inline(always)]
pub fn round_and_clamp<const N: usize>(sums: &[i16; N], shift: u32, after: &mut [u8; N]) {
    const { assert!(N.is_multiple_of(16)) };
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    wasm::round_and_clamp(sums, shift, after);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    for (after, &sum) in after.iter_mut().zip(sums) {
        let rounded = sum.wrapping_add(1 << shift >> 1) >> shift;
        *after = rounded.clamp(0, i16::from(MAX_INPUT)) as u8;
    }
}

/// Numbers that [`add_shifted`] treats together.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
const LANES: usize = 16;

/// Adds sums to inputs and cuts off what is none, below zero or above [`MAX_INPUT`].
///
/// The sums are those of all rows of `sums`, and of both rows of `fine_sums` shifted to the right by `fine_shift`; together they are
/// shifted by `shift`.
///
/// # Panics
/// When `N` is not a multiple of 16.
#[inline(always)]
pub fn add_shifted<const N: usize>(
    inputs: &[u8; N],
    sums: &[&[i32; N]],
    fine_sums: [&[i32; N]; 2],
    fine_shift: u32,
    shift: u32,
    after: &mut [u8; N],
) {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    wasm::add_shifted(inputs, sums, fine_sums, fine_shift, shift, after);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        const { assert!(N.is_multiple_of(LANES)) };
        // A few at a time, so that they stay in registers.
        for (part, after) in after.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let inputs = lanes(inputs, part);
            let [one, other] = fine_sums.map(|row| lanes(row, part));
            let mut totals: [i32; LANES] = core::array::from_fn(|lane| (one[lane] + other[lane]) >> fine_shift);
            for row in sums {
                let row = lanes(row, part);
                for lane in 0..LANES {
                    totals[lane] += row[lane];
                }
            }
            for lane in 0..LANES {
                let total = i32::from(inputs[lane]) + (totals[lane] >> shift);
                after[lane] = total.clamp(0, i32::from(MAX_INPUT)) as u8;
            }
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn lanes<const N: usize, T>(row: &[T; N], part: usize) -> &[T; LANES] {
    &row.as_chunks().0[part]
}

/// A WebAssembly module with the dot products of relaxed SIMD. It imports the memory of the app as `app.memory` and exports `multiply`,
/// for `use_relaxed_products`, and `is_fast`, which is zero where the ordinary products are faster. Browsers without these instructions
/// refuse it.
pub const RELAXED_MODULE: &[u8] = include_bytes!("relaxed.wasm");

/// Lets [`PackedMatrix::products`] call a function of [`RELAXED_MODULE`] from now on.
///
/// # Safety
/// `place` is the place in this program's table of functions of `multiply` of that module, which works in this program's memory.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub unsafe fn use_relaxed_products(place: usize) {
    wasm::use_relaxed(place);
}

/// The name of the instructions that [`PackedMatrix::products`] uses on this processor.
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

    /// A matrix with that many outputs and rows of inputs, many of them zero.
    fn random<const K: usize, const R: usize>(outputs: usize, rng: &mut Rng) -> (PackedMatrix, [[u8; K]; R]) {
        let weights: Vec<i8> =
            (0..K * outputs).map(|_| if rng.u8(..9) == 0 { [-128, 127][rng.usize(..2)] } else { rng.i8(..) }).collect();
        let matrix = PackedMatrix::new(K, outputs, &weights).unwrap();
        let rows = core::array::from_fn(|_| {
            let zeros = rng.u8(..=10);
            core::array::from_fn(|_| match rng.u8(..10) {
                luck if luck < zeros => 0,
                9 => MAX_INPUT,
                _ => rng.u8(..=MAX_INPUT),
            })
        });
        (matrix, rows)
    }

    fn check<const K: usize, const N: usize, const R: usize>(rng: &mut Rng) {
        let (matrix, rows) = random::<K, R>(N, rng);
        let mut reference = [[1; N]; R];
        matrix.products_portable(&rows, &mut reference);
        let mut sums = [[-1; N]; R];
        matrix.products(&rows, &mut sums);
        assert_eq!(sums, reference, "{K} × {N}, {R} rows, {}", instructions());
        #[cfg(target_arch = "x86_64")]
        x86::tests::all_implementations_agree(&matrix.tiles, &rows, &reference);
    }

    #[test]
    fn the_products_of_chosen_blocks_are_those_of_their_rows() {
        let mut rng = Rng::with_seed(4);
        for _ in 0..20 {
            let (matrix, rows) = random::<64, 15>(24, &mut rng);
            let blocks: [[[u8; 64]; 3]; 5] =
                core::array::from_fn(|block| core::array::from_fn(|row| rows[3 * block + row]));
            let (open, chosen) = (rng.u32(..32), rng.u32(..32));
            let mut sums = [[[7; 24]; 3]; 5];
            matrix.block_products(&Blocks::new(&blocks, open), chosen, &mut sums);
            for (block, sums) in sums.iter().enumerate() {
                let mut expected = [[7; 24]; 3];
                if (open & chosen) >> block & 1 != 0 {
                    matrix.products_portable(&blocks[block], &mut expected);
                }
                assert_eq!(*sums, expected);
            }
        }
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
    fn products_of_finer_inputs_are_added() {
        let mut rng = Rng::with_seed(6);
        let (matrix, inputs) = random::<64, 3>(16, &mut rng);
        let fine = inputs.map(|row| row.map(|input| u16::from(input) << FINE_BITS | rng.u16(..1 << FINE_BITS)));
        let before: [[i32; 16]; 3] = core::array::from_fn(|_| core::array::from_fn(|_| rng.i32(-1000..1000)));
        let mut sums = before;
        matrix.add_fine_products(&fine, &mut sums);
        // One input at a time, which shows its weights.
        let mut expected = before;
        for input in 0..64 {
            let mut only = [[0; 64]];
            only[0][input] = 1;
            let mut weights = [[0; 16]];
            matrix.products_portable(&only, &mut weights);
            for row in 0..3 {
                for output in 0..16 {
                    expected[row][output] += i32::from(fine[row][input]) * weights[0][output];
                }
            }
        }
        assert_eq!(sums, expected);
    }

    #[test]
    fn a_reordered_matrix_multiplies_reordered_inputs() {
        let mut rng = Rng::with_seed(7);
        let (matrix, [row]) = random::<32, 1>(24, &mut rng);
        let mut order: [usize; 32] = core::array::from_fn(|input| input);
        let mut outputs: [usize; 24] = core::array::from_fn(|output| output);
        rng.shuffle(&mut order);
        rng.shuffle(&mut outputs);
        let (mut sums, mut moved) = ([[0; 24]], [[0; 24]]);
        matrix.products(&[row], &mut sums);
        matrix.reordered(&order, &outputs).products(&[order.map(|input| row[input])], &mut moved);
        assert_eq!(moved[0], outputs.map(|output| sums[0][output]));
    }

    #[test]
    fn sums_are_rounded_and_cut_off() {
        let sums =
            core::array::from_fn(|lane| [-1000, -3, -2, 0, 1, 2, 5, 6, 9, 10, 505, 506, 509, 510, 600, 32_000][lane]);
        let mut after = [99; 16];
        round_and_clamp(&sums, 2, &mut after);
        assert_eq!(after, [0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 126, 127, 127, 127, 127, 127]);
    }

    #[test]
    fn shifted_sums_are_added_to_inputs() {
        let mut rng = Rng::with_seed(5);
        for shift in [0, 3, 9, 12] {
            let largest = 200 << shift;
            let mut row = || -> [i32; 32] { core::array::from_fn(|_| rng.i32(-largest..largest)) };
            let (sums, fine) = ([row(), row(), row()], [row(), row()]);
            let inputs = core::array::from_fn(|lane| 4 * lane as u8);
            for rows in 0..=sums.len() {
                let expected: [u8; 32] = core::array::from_fn(|lane| {
                    let whole: i32 = sums[..rows].iter().map(|row| row[lane]).sum();
                    // In eighths, all of it, and rounded down at the end.
                    let all = ((whole + (i32::from(inputs[lane]) << shift)) << 3) + fine[0][lane] + fine[1][lane];
                    (all >> (shift + 3)).clamp(0, i32::from(MAX_INPUT)) as u8
                });
                let sums: Vec<&[i32; 32]> = sums[..rows].iter().collect();
                let mut after = [0; 32];
                add_shifted(&inputs, &sums, [&fine[0], &fine[1]], 3, shift, &mut after);
                assert_eq!(after, expected);
            }
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let matrix = PackedMatrix::new(64, 8, &[-128; 512]).unwrap();
        let mut sums = [[0; 8]];
        matrix.products(&[[MAX_INPUT; 64]], &mut sums);
        assert_eq!(sums, [[-128 * 127 * 64; 8]]);
    }

    #[test]
    fn a_product_is_what_the_definition_says() {
        let weights: Vec<i8> = (0..128).map(|index| index as i8 - 60).collect();
        let matrix = PackedMatrix::new(16, 8, &weights).unwrap();
        let row: [u8; 16] = core::array::from_fn(|input| input as u8);
        let mut sums = [[5; 8]];
        matrix.products(&[row], &mut sums);
        for output in 0..8 {
            let expected: i32 = (0..16).map(|input| input as i32 * i32::from(weights[input * 8 + output])).sum();
            assert_eq!(sums[0][output], expected);
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
