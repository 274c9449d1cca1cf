//! The inner loops, written so that the compiler turns them into vector instructions.

/// `sum + a * b`, fused where the processor can.
#[inline(always)]
fn multiply_add(a: f32, b: f32, sum: f32) -> f32 {
    // Without the instruction `mul_add` is a slow call into the C library.
    if cfg!(target_feature = "fma") { a.mul_add(b, sum) } else { a * b + sum }
}

/// Adds one row to another.
#[inline(always)]
pub(super) fn add<const N: usize>(sum: &mut [f32; N], row: &[f32; N]) {
    for index in 0..N {
        sum[index] += row[index];
    }
}

/// Adds a multiple of a row to another.
#[inline(always)]
pub(super) fn add_scaled<const N: usize>(sum: &mut [f32; N], row: &[f32; N], factor: f32) {
    for index in 0..N {
        sum[index] = multiply_add(row[index], factor, sum[index]);
    }
}

/// Adds `input` times a matrix that has a row for each input.
#[inline(always)]
pub(super) fn add_product<const N: usize>(sum: &mut [f32; N], input: &[f32], matrix: &[[f32; N]]) {
    for (&value, row) in input.iter().zip(matrix) {
        add_scaled(sum, row, value);
    }
}

#[inline(always)]
pub(super) fn dot<const N: usize>(one: &[f32; N], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Columns that are computed together: seven rows of one vector register each.
const TILE: usize = 8;

/// Adds the products of seven rows with a matrix, in tiles that stay in registers. `N` is a multiple of [`TILE`].
#[inline(always)]
pub(super) fn add_products<const K: usize, const N: usize>(
    sums: &mut [[f32; N]; 7],
    rows: &[[f32; K]; 7],
    matrix: &[[f32; N]],
) {
    const { assert!(N.is_multiple_of(TILE)) };
    for first in (0..N).step_by(TILE) {
        let mut tile = [[0.0; TILE]; 7];
        for row in 0..7 {
            tile[row].copy_from_slice(&sums[row][first..first + TILE]);
        }
        for (input, weights) in matrix.iter().enumerate().take(K) {
            let Some(weights) = weights[first..].first_chunk::<TILE>() else { continue };
            for row in 0..7 {
                add_scaled(&mut tile[row], weights, rows[row][input]);
            }
        }
        for row in 0..7 {
            sums[row][first..first + TILE].copy_from_slice(&tile[row]);
        }
    }
}

/// The exponential function to about seven digits, without a call or a branch.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // Adding this number rounds to an integer, which is then in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let shifted = x.clamp(-80.0, 80.0) * core::f32::consts::LOG2_E + ROUND;
    let power = shifted - ROUND;
    let rest = (x.clamp(-80.0, 80.0) - power * 0.693_359_4) + power * 2.121_944_4e-4;
    let series = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (1.666_666_5e-1 + rest * (4.166_579_6e-2 + rest * (8.333_452e-3 + rest * 1.398_2e-3)))));
    let exponent = (shifted.to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32);
    series * f32::from_bits((exponent.wrapping_add(127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_exponential_has_six_digits() {
        for step in -4000..4000 {
            let x = step as f32 / 100.0;
            let (fast, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((fast / exact - 1.0).abs() < 2e-6, "exp({x}) = {fast}, not {exact}");
        }
        assert!(exp(-1e9) < 1e-30 && exp(1e9).is_finite());
    }

    #[test]
    fn tiles_give_the_same_as_single_products() {
        let number = |index: usize| ((index * 37 % 101) as f32 - 50.0) / 50.0;
        let rows: [[f32; 16]; 7] = core::array::from_fn(|row| core::array::from_fn(|k| number(row * 16 + k)));
        let matrix: [[f32; 24]; 16] = core::array::from_fn(|k| core::array::from_fn(|column| number(k * 24 + column)));
        let mut sums = [[0.5; 24]; 7];
        add_products(&mut sums, &rows, &matrix);
        for row in 0..7 {
            let mut sum = [0.5; 24];
            add_product(&mut sum, &rows[row], &matrix);
            for column in 0..24 {
                assert!((sum[column] - sums[row][column]).abs() < 1e-5);
            }
        }
    }
}
