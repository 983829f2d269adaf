//! What the proofs assume of the processor, tried out: f64 and f32 round to nearest, ties to even, without
//! excess precision, and keep subnormal numbers.
//!
//! The rounding mode and the treatment of subnormal numbers belong to the thread, and a C library may change
//! them. A trial says what holds in this thread now; it is no proof for later.

use crate::error::Error;
use core::hint::black_box;

/// Tries the arithmetic of this thread.
///
/// # Errors
/// [`Error::Rounding`] if a sum or a product is not what IEEE 754 asks for by default.
pub fn check() -> Result<(), Error> {
    let exact = f64_is_exact(|a, b| black_box(a) + black_box(b), |a, b| black_box(a) * black_box(b))
        && f32_is_exact(|a, b| black_box(a) + black_box(b), |a, b| black_box(a) * black_box(b));
    if exact { Ok(()) } else { Err(Error::Rounding) }
}

/// With h = 2^-p, p the bits of the significand, and u = 2h the distance from 1 to its neighbour above:
/// - 1 + h is a tie and stays 1, not so upward; 1 + 3h/2 becomes 1 + u, not so downward or toward zero; the
///   same below −1;
/// - 1 + (h + h·u/2) becomes 1 + u, not so if a register of 64 bits rounds the sum of two f64 first, to the
///   tie 1 + h;
/// - (1 + u)² = 1 + 2u + u² becomes 1 + 2u, not so upward;
/// - half the least normal number is not 0, and twice that is the least normal number again.
macro_rules! exact_arithmetic {
    ($name:ident, $float:ty) => {
        fn $name(add: impl Fn($float, $float) -> $float, times: impl Fn($float, $float) -> $float) -> bool {
            let (u, least) = (<$float>::EPSILON, <$float>::MIN_POSITIVE);
            let (h, above) = (u / 2.0, 1.0 + u);
            add(1.0, h) == 1.0
                && add(-1.0, -h) == -1.0
                && add(1.0, 1.5 * h) == above
                && add(-1.0, -1.5 * h) == -above
                && add(1.0, h * above) == above
                && times(above, above) == 1.0 + 2.0 * u
                && times(-above, above) == -1.0 - 2.0 * u
                && times(least, 0.5) > 0.0
                && times(times(least, 0.5), 2.0) == least
                && add(1.5 * least, -least) > 0.0
        }
    };
}
exact_arithmetic!(f64_is_exact, f64);
exact_arithmetic!(f32_is_exact, f32);

#[cfg(test)]
mod tests {
    use super::{check, f32_is_exact, f64_is_exact};

    #[test]
    fn this_thread_rounds_to_nearest() {
        assert!(check().is_ok());
    }

    /// The exact sum is `sum` + `rest` (Knuth); the exact product of the numbers tried above is known to the
    /// sign of its rest.
    fn added(a: f64, b: f64, directed: fn(f64, f64) -> f64) -> f64 {
        let sum = a + b;
        let b_part = sum - a;
        directed(sum, (a - (sum - b_part)) + (b - b_part))
    }

    fn up(rounded: f64, rest: f64) -> f64 {
        if rest > 0.0 { rounded.next_up() } else { rounded }
    }

    fn down(rounded: f64, rest: f64) -> f64 {
        -up(-rounded, -rest)
    }

    fn toward_zero(rounded: f64, rest: f64) -> f64 {
        if rounded > 0.0 { down(rounded, rest) } else { up(rounded, rest) }
    }

    fn flushed(x: f64) -> f64 {
        if x.is_subnormal() { 0.0 } else { x }
    }

    #[test]
    fn another_arithmetic_is_recognised() {
        let times = |a: f64, b: f64| a * b;
        assert!(f64_is_exact(|a, b| added(a, b, |sum, _| sum), times));
        for directed in [up, down, toward_zero] {
            assert!(!f64_is_exact(|a, b| added(a, b, directed), times));
        }
        // Subnormal results become 0, or subnormal operands are read as 0.
        assert!(!f64_is_exact(|a, b| a + b, |a, b| flushed(a * b)));
        assert!(!f64_is_exact(|a, b| a + b, |a, b| flushed(a) * flushed(b)));
        assert!(!f64_is_exact(|a, b| flushed(a + b), times));
        // A product rounded upward: the squares above have a rest, the halves have none.
        assert!(!f64_is_exact(|a, b| a + b, |a, b| if a.abs() > 1.0 { (a * b).next_up() } else { a * b }));
        // A sum that passes through 64 bits ends as the tie 1.
        assert!(!f64_is_exact(
            |a, b| if b > f64::EPSILON / 2.0 && b < f64::EPSILON * 0.6 { 1.0 } else { a + b },
            times
        ));
        assert!(!f32_is_exact(|a, b| (a + b).next_up(), |a, b| a * b));
    }
}
