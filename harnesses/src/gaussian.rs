//! Gaussian noise ±σ·g(−ln v) from the draw that Laplace noise takes (THEORY 1.10): its sign, its symmetry, and its place between
//! two bounds that need no table.
//!
//! With v = P(|X| > x) for a standard normal X, the noise of the draw v is x = g(ℓ), ℓ = −ln v. Since v ≤ e^(−x²/2), x² ≤ 2ℓ; and
//! x + 1 is above √(2ℓ), as v ≥ e^(−(x+1)²/2). Laplace noise of scale 1 from the same draw is ±ℓ, so that each noise bounds the
//! other, whatever the kernels compute. How close g is to the inverse of the tail is stated in [`crate::inverse_tail`]; that a slice
//! is its releases, in [`crate::slices`]. A logarithm and a g have products of two symbols, so that Kani runs them at a few draws.

use crate::given::case_by_case;
use kdelta_finite::{Error, Fixed, Gaussian, Laplace, Relative, Scale, Uniform};

/// The fixed-point format under the statements.
type Word = Fixed<48, 30>;

/// σ = 1 and b = 1.
const ONE: Result<Scale, Error> = Scale::at_least(1, 1);

/// Both noises of a format, from the same generator.
type Both<F> = (Gaussian<F, Relative<52>>, Laplace<F, Relative<52>>);

fn wide() -> Result<Both<f64>, Error> {
    Ok((Gaussian::new(ONE?)?, Laplace::new(ONE?)?))
}

fn words() -> Result<Both<Word>, Error> {
    Ok((Gaussian::new(ONE?)?, Laplace::new(ONE?)?))
}

/// The draw of an exponent, a mantissa of 51 bits and a sign.
fn draw(exponent: u32, mantissa: u64, negative: bool) -> Relative<52> {
    // One is the first bit that is set, behind `exponent` zeros; the highest 52 bits of the second word are the mantissa and the
    // sign, which is the lowest of them.
    let first = 1u128.checked_shl(exponent).unwrap_or(0) & ((1 << 76) - 1);
    Relative::from_bits(first | u128::from(mantissa & ((1 << 51) - 1)) << 77 | u128::from(negative) << 76)
}

/// The noise has the sign of the draw, as Laplace noise has, and the draw of the other sign gives the same magnitude.
//= THEORY 1.10
pub fn noise_is_symmetric_f64(exponent: u32, mantissa: u64) -> bool {
    let Ok((gaussian, laplace)) = wide() else { return false };
    let (minus, plus) = (draw(exponent, mantissa, true), draw(exponent, mantissa, false));
    assert!(minus.negative() && !plus.negative() && minus.exponent() == plus.exponent());
    let (below, above) = (gaussian.of(minus), gaussian.of(plus));
    assert!(above.is_sign_positive() && above.is_finite());
    assert!(below.to_bits() == above.to_bits() | 1 << 63);
    assert!(laplace.of(minus).is_sign_negative() && laplace.of(plus).is_sign_positive());
    true
}

/// The same in fixed point.
//= THEORY 1.10
pub fn noise_is_symmetric_fixed(exponent: u32, mantissa: u64) -> bool {
    let Ok((gaussian, _)) = words() else { return false };
    let (below, above) =
        (gaussian.of(draw(exponent, mantissa, true)), gaussian.of(draw(exponent, mantissa, false)));
    assert!(above >= 0 && below == -above);
    true
}

/// x² ≤ 2ℓ ≤ (x + 1)², both with a part in 2^40 for the rounding.
//= THEORY 1.10
pub fn noise_is_between_its_bounds_f64(exponent: u32, mantissa: u64) -> bool {
    let Ok((gaussian, laplace)) = wide() else { return false };
    let draw = draw(exponent, mantissa, false);
    let (x, l) = (gaussian.of(draw), laplace.of(draw));
    let more = 1.0 + 1.0 / 1_099_511_627_776.0; // 1 + 2^-40
    assert!(x * x <= 2.0 * l * more && 2.0 * l <= (x + 1.0) * (x + 1.0) * more);
    true
}

/// The same in fixed point, with 2^-28 for the last places.
//= THEORY 1.10
pub fn noise_is_between_its_bounds_fixed(exponent: u32, mantissa: u64) -> bool {
    let Ok((gaussian, laplace)) = words() else { return false };
    let draw = draw(exponent, mantissa, false);
    // In units of 2^-30; the largest is below 64.
    let (x, l) = (gaussian.of(draw), laplace.of(draw));
    let (x_more, square) = (x + (1 << 30), |x: i128| (x * x) >> 30);
    assert!(square(x) <= 2 * l + 64 && 2 * l <= square(x_more) + 64);
    true
}

/// Control: 2ℓ ≤ x² + 1.
pub fn noise_is_the_root_f64(exponent: u32, mantissa: u64) -> bool {
    let Ok((gaussian, laplace)) = wide() else { return false };
    let draw = draw(exponent, mantissa, false);
    let (x, l) = (gaussian.of(draw), laplace.of(draw));
    assert!(2.0 * l <= x * x + 1.0);
    true
}

fn exponent(given: &mut impl crate::Given) -> u32 {
    u32::try_from(given.between(0, 75)).unwrap_or(0)
}

/// Ten leading and two trailing bits of 51.
fn mantissa(given: &mut impl crate::Given) -> u64 {
    given.bits(10) << 41 | given.bits(2)
}

/// Four draws, from the middle to far out, as constants.
fn chosen(given: &mut impl crate::Given, body: fn(u32, u64) -> bool) -> bool {
    case_by_case(4, given.bits(2), |i| body(u32::try_from(25 * i).unwrap_or(0), 0x3_1415_9265_3589 >> i))
}

statements! { "gaussian":
    /// In f64, the noise has the sign of the draw, and the other sign gives the same magnitude.
    holds noise_is_symmetric_f64
        cites "THEORY 1.10"
        unwind 6
        wide "four draws", |given| chosen(given, noise_is_symmetric_f64);
        every "every exponent, 10 leading and 2 trailing bits of the mantissa" of 76 * 4096, |given| noise_is_symmetric_f64(exponent(given), mantissa(given));

    /// In fixed point, the same.
    holds noise_is_symmetric_fixed
        cites "THEORY 1.10"
        unwind 23
        wide "four draws", |given| chosen(given, noise_is_symmetric_fixed);
        every "every exponent, 10 leading and 2 trailing bits of the mantissa" of 76 * 4096, |given| noise_is_symmetric_fixed(exponent(given), mantissa(given));

    /// In f64, x² ≤ 2ℓ ≤ (x + 1)² for the Laplace noise ℓ of the same draw.
    holds noise_is_between_its_bounds_f64
        cites "THEORY 1.10"
        unwind 6
        wide "four draws", |given| chosen(given, noise_is_between_its_bounds_f64);
        every "every exponent, 10 leading and 2 trailing bits of the mantissa" of 76 * 4096,
            |given| noise_is_between_its_bounds_f64(exponent(given), mantissa(given));

    /// In fixed point, the same.
    holds_without_kani noise_is_between_its_bounds_fixed
        cites "THEORY 1.10"
        every "every exponent, 10 leading and 2 trailing bits of the mantissa" of 76 * 4096,
            |given| noise_is_between_its_bounds_fixed(exponent(given), mantissa(given));

    /// Control: 2ℓ ≤ x² + 1.
    refuted noise_is_the_root_f64
        cites "THEORY 1.10"
        unwind 6
        wide "four draws", |given| chosen(given, noise_is_the_root_f64);
        every "every exponent, 10 leading and 2 trailing bits of the mantissa" of 76 * 4096, |given| noise_is_the_root_f64(exponent(given), mantissa(given));
}
