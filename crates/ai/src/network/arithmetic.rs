//! Small loops that the compiler turns into vector instructions. None depends on the processor's way of rounding, so the
//! network answers the same everywhere.

use core::ops::AddAssign;

/// Adds one row to another.
#[inline(always)]
pub(super) fn add<const N: usize, T: Copy + AddAssign>(sum: &mut [T; N], row: &[T; N]) {
    for index in 0..N {
        sum[index] += row[index];
    }
}

/// Adds a multiple of a row to another.
#[inline(always)]
pub(super) fn add_scaled<const N: usize>(sum: &mut [f32; N], row: &[f32; N], factor: f32) {
    for index in 0..N {
        // Not fused, so that all processors round alike.
        sum[index] += row[index] * factor;
    }
}

/// Adds `input` times a matrix that has a row for each input.
#[inline(always)]
pub(super) fn add_product<const N: usize>(sum: &mut [f32; N], input: &[f32], matrix: &[[f32; N]]) {
    for (&value, row) in input.iter().zip(matrix) {
        add_scaled(sum, row, value);
    }
}

/// The greater of two numbers. `f32::max` also thinks of numbers that are none, which costs a call in the browser.
#[inline(always)]
pub(super) fn greater(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
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
}
