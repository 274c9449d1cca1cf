//! Functions that give the same result on every platform, to the last bit.
//!
//! Those of the standard library are the platform's own, and round differently in a browser than on Linux. A search takes the better of two
//! moves however small the difference, so it would soon look at other positions there, and the report on a game would depend on where it was made.
//! These are computed with 64 bits by `libm` and rounded once. Addition, multiplication, division and square roots are the same
//! everywhere anyway.

/// The exponential function.
#[inline]
pub fn exp(x: f32) -> f32 {
    libm::exp(f64::from(x)) as f32
}

/// The natural logarithm.
#[inline]
pub fn ln(x: f32) -> f32 {
    libm::log(f64::from(x)) as f32
}

/// A power of a number that is not negative.
#[inline]
pub fn pow(x: f32, power: f32) -> f32 {
    libm::pow(f64::from(x), f64::from(power)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum over the bits of many results. The browser computes the same one, as its reports show (`fixtures/reports`).
    #[test]
    fn results_are_the_same_on_every_platform_and_those_of_the_standard_library_are_close() {
        let mut sum = 0_u64;
        for step in 1..20_000_u32 {
            let x = step as f32 / 500.0;
            for (result, standard) in [(exp(-x), (-x).exp()), (ln(x), x.ln()), (pow(x, 0.7), x.powf(0.7))] {
                assert!((result - standard).abs() <= 2e-7 * standard.abs(), "{x}: {result}, {standard}");
                sum = sum.rotate_left(5).wrapping_add(u64::from(result.to_bits()));
            }
        }
        assert_eq!(sum, 1_608_700_387_259_740_741);
        assert_eq!((exp(0.0), ln(1.0), pow(2.0, 3.0)), (1.0, 0.0, 8.0));
        assert_eq!((exp(f32::NEG_INFINITY), ln(0.0), pow(0.0, 2.0)), (0.0, f32::NEG_INFINITY, 0.0));
    }
}
