//! The tail Φ̄ of the normal law, in the logarithm: Mills' ratio, −ln 2Φ̄, and the inverse g of that, by MPFR.
//!
//! Mills' ratio M(x) = Φ̄(x)/φ(x) is I₀ of Iₙ = ∫₀^∞ tⁿ/n!·e^{−xt−t²/2} dt > 0. By parts I_{n−1} = x·Iₙ + (n+1)·I_{n+1},
//! with I₋₁ = 1. So for x > 0 the quotients ρₙ = I_{n−1}/Iₙ satisfy ρₙ = x + (n+1)/ρ_{n+1}, and 1/M = ρ₀:
//! * x ≤ ρₙ ≤ x + (n+1)/x, and each step back to ρ₀ turns the two ends around: an enclosure without a limit;
//! * for smaller x, M(x) = √(π/2)·e^{x²/2}·erfc(x/√2), where MPFR rounds each function correctly.
//!
//! Φ̄ itself leaves the range of MPFR's exponents at x = 38000; −ln 2Φ̄(x) = x²/2 − ln(M(x)·√(2/π)) does not.

use super::{around, enclosure, require};
use crate::error::Error;
use crate::number::to_rug;
use kdelta_finite::inverse_tail::{END, inverse_tail_f64};
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::{Rational, dyadic};
use rug::Float;
use rug::float::{Constant, Round};

/// From here on the continued fraction serves: for 256 bits it needs 300 terms.
const FAR: u32 = 8;

/// Beyond, nothing is offered: 2^17 is twice g(2^31).
const LARGEST: u32 = 1 << 17;

/// Two ends of a positive or negative number, at one precision.
#[derive(Clone, Debug)]
struct Ends {
    below: Float,
    above: Float,
}

impl Ends {
    fn exact(x: Float) -> Self {
        Self { below: x.clone(), above: x }
    }

    /// Both ends through an increasing function that rounds correctly.
    fn increasing(mut self, apply: impl Fn(&mut Float, Round)) -> Self {
        apply(&mut self.below, Round::Down);
        apply(&mut self.above, Round::Up);
        self
    }

    /// Both ends through a decreasing function that rounds correctly.
    fn decreasing(self, apply: impl Fn(&mut Float, Round)) -> Self {
        Self { below: self.above, above: self.below }.increasing(apply)
    }

    fn precision(&self) -> u32 {
        self.below.prec()
    }

    fn plus(&self, other: &Self) -> Self {
        let p = self.precision();
        Self {
            below: Float::with_val_round(p, &self.below + &other.below, Round::Down).0,
            above: Float::with_val_round(p, &self.above + &other.above, Round::Up).0,
        }
    }

    fn minus(&self, other: &Self) -> Self {
        let p = self.precision();
        Self {
            below: Float::with_val_round(p, &self.below - &other.above, Round::Down).0,
            above: Float::with_val_round(p, &self.above - &other.below, Round::Up).0,
        }
    }

    /// The product with a number that is not negative.
    fn times(&self, other: &Self) -> Self {
        let p = self.precision();
        let least = if self.below.is_sign_negative() { &other.above } else { &other.below };
        let most = if self.above.is_sign_negative() { &other.below } else { &other.above };
        Self {
            below: Float::with_val_round(p, &self.below * least, Round::Down).0,
            above: Float::with_val_round(p, &self.above * most, Round::Up).0,
        }
    }

    /// n/self for a positive number.
    fn dividing(&self, n: u32) -> Self {
        let p = self.precision();
        Self {
            below: Float::with_val_round(p, n / &self.above, Round::Down).0,
            above: Float::with_val_round(p, n / &self.below, Round::Up).0,
        }
    }

    /// x²/2.
    fn half_square(x: &Float) -> Self {
        let square = |round| Float::with_val_round(x.prec(), x.square_ref(), round).0;
        Self { below: square(Round::Down), above: square(Round::Up) }.shifted(-1)
    }

    /// Times 2^k, exactly.
    fn shifted(self, k: i32) -> Self {
        Self { below: self.below << k, above: self.above << k }
    }

    /// √(π/2).
    fn mills_at_zero(precision: u32) -> Self {
        let pi = |round| Float::with_val_round(precision, Constant::Pi, round).0;
        Self { below: pi(Round::Down), above: pi(Round::Up) }.shifted(-1).increasing(|x, round| {
            x.sqrt_round(round);
        })
    }

    /// x/√2, for a float x.
    fn over_root_two(x: &Float) -> Self {
        let root = Self::exact(Float::with_val(x.prec(), 2)).increasing(|two, round| {
            two.sqrt_round(round);
        });
        Self::exact(x.clone()).shifted(-1).times(&root)
    }

    fn to_enclosure(&self, what: &'static str) -> Result<Enclosure, Error> {
        enclosure(what, &self.below, &self.above)
    }
}

/// M(x) for a float x between −2^17 and 2^17.
fn mills(x: &Float) -> Ends {
    let p = x.prec();
    let at = Ends::exact(x.clone());
    if *x < FAR {
        let erfc = Ends::over_root_two(x).decreasing(|y, round| {
            y.erfc_round(round);
        });
        let power = Ends::half_square(x).increasing(|y, round| {
            y.exp_round(round);
        });
        return Ends::mills_at_zero(p).times(&power).times(&erfc);
    }
    // The two ends come together like e^{−1.4·x·√n}, and for large x by n/x² in each step. The choice of n decides the
    // width and nothing else.
    let root = f64::from(p) / 2.0 / x.to_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below 2^32, and only a choice"
    )]
    let n = (root * root) as u32 + p / 8 + 8;
    let mut rho = Ends { below: x.clone(), above: at.plus(&at.dividing(n + 1)).above };
    for k in (1..=n).rev() {
        // ρ_{k−1} = x + k/ρ_k.
        rho = at.plus(&rho.dividing(k));
    }
    rho.dividing(1)
}

/// −ln 2Φ̄(x) for a float x between −2^17 and 2^17.
fn minus_ln(x: &Float) -> Ends {
    let negated = |y: Ends| Ends { below: -y.above, above: -y.below };
    if *x < FAR {
        // erfc(x/√2), or 1 − erf(x/√2) where that is near 1, so that the result is accurate in the relative sense.
        let argument = Ends::over_root_two(x);
        return negated(if *x < 1 {
            let erf = argument.increasing(|y, round| {
                y.erf_round(round);
            });
            negated(erf).increasing(|y, round| {
                y.ln_1p_round(round);
            })
        } else {
            let erfc = argument.decreasing(|y, round| {
                y.erfc_round(round);
            });
            erfc.increasing(|y, round| {
                y.ln_round(round);
            })
        });
    }
    let ln = |y: Ends| {
        y.increasing(|y, round| {
            y.ln_round(round);
        })
    };
    let of_ratio = ln(mills(x)).minus(&ln(Ends::mills_at_zero(x.prec())));
    Ends::half_square(x).minus(&of_ratio)
}

/// x as floats below and above, if it is not too large.
fn argument(x: &Rational, precision: u32) -> Result<Ends, Error> {
    let (below, above) = around(&to_rug(x), precision)?;
    require(*below.as_abs() <= LARGEST && *above.as_abs() <= LARGEST, "the argument of a normal tail", x)?;
    Ok(Ends { below, above })
}

/// Mills' ratio M(x) = Φ̄(x)/φ(x), at the precision, for |x| ≤ 2^17.
///
/// # Guarantee
/// The enclosure contains M(x), which decreases.
///
/// # Errors
/// [`Error::Domain`], [`Error::Precision`].
pub fn mills_ratio(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    let Ends { below, above } = argument(x, precision)?;
    Ends { below: mills(&above).below, above: mills(&below).above }.to_enclosure("Mills' ratio")
}

/// −ln 2Φ̄(x), at the precision, for |x| ≤ 2^17.
///
/// # Guarantee
/// The enclosure contains −ln 2Φ̄(x), which increases.
///
/// # Errors
/// [`Error::Domain`], [`Error::Precision`].
pub fn minus_ln_two_tails(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    let Ends { below, above } = argument(x, precision)?;
    Ends { below: minus_ln(&below).below, above: minus_ln(&above).above }.to_enclosure("-ln of a normal tail")
}

/// g(ℓ), the x with −ln 2Φ̄(x) = ℓ, at the precision, for 0 ≤ ℓ < 2^31 − 1/4.
///
/// Newton's method. g is concave, so at every x = g(λ) ≥ 0 the tangent x − (λ − ℓ)·M(x) is an upper bound of g(ℓ); and
/// g″ = M′(g)·M(g) with −1 ≤ M′ ≤ 0 and M ≤ √(π/2), so the tangent is at most (λ − ℓ)² above g(ℓ).
///
/// # Guarantee
/// The enclosure contains g(ℓ) and is at most 2^-precision·g(ℓ) wide.
///
/// # Errors
/// [`Error::Domain`], [`Error::Precision`], [`Error::Undecided`] if no step gives that width.
pub fn inverse_tail(log: &Rational, precision: u32) -> Result<Enclosure, Error> {
    let exact = to_rug(log);
    require(!exact.is_negative() && exact < END, "the logarithm of a normal tail", log)?;
    if exact.is_zero() {
        return Ok(Enclosure::exact(log.clone()));
    }
    let (below, above) = around(&exact, precision.saturating_add(32))?;
    let p = below.prec();
    let log = Ends { below, above };
    // Only a place to start from.
    let mut x = Float::with_val(p, inverse_tail_f64(exact.to_f64()));
    for _ in 0..8 {
        let distance = minus_ln(&x).minus(&log);
        let mut tangent = Ends::exact(x.clone()).minus(&distance.times(&mills(&x)));
        let largest = distance.below.abs().max(&distance.above.abs());
        let square = Float::with_val_round(p, largest.square_ref(), Round::Up).0;
        x.clone_from(&tangent.above);
        tangent.below = Float::with_val_round(p, &tangent.below - &square, Round::Down).0;
        let found = tangent.to_enclosure("the inverse of a normal tail")?;
        if found.width() <= found.lo() * dyadic(1, -precision.cast_signed()) {
            return Ok(found);
        }
    }
    Err(Error::Undecided { what: "the width of an inverse of the normal tail" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_oracle::enclosure as oracle;
    use kdelta_oracle::number::parse;

    /// 1 − Φ of the oracle's series, up to where its 400 bits still hold the tail.
    #[test]
    fn tails_meet_the_oracle() {
        for text in
            ["-3", "-1/2", "0", "2^-40", "1/3", "0.99", "1", "2.5", "7.999", "8", "8.001", "12.75", "15"]
        {
            let x = parse(text).unwrap();
            let two = parse("2").unwrap();
            let one = Enclosure::exact(parse("1").unwrap());
            let tail = one.minus(&oracle::normal_distribution(&x, 400).unwrap());
            let ln = tail.scaled(&two).ln(200).unwrap().negated();
            let half_square = &x * &x / &two;
            let root = oracle::pi(400).unwrap().scaled(&two).sqrt(400).unwrap();
            let ratio = tail.times(&root).times(&oracle::exp(&half_square, 400).unwrap());
            for precision in [64, 128, 200] {
                assert!(minus_ln_two_tails(&x, precision).unwrap().meets(&ln), "{text} {precision}");
                let ours = mills_ratio(&x, precision).unwrap();
                assert!(ours.meets(&ratio), "{text} {precision}");
                assert!(
                    ours.width() <= ours.hi() * dyadic(512, -precision.cast_signed()),
                    "{text} {precision}"
                );
            }
        }
    }

    /// Both sides of the change of method, which no rounding explains, and the far tail between Birnbaum's bounds.
    #[test]
    fn both_methods_meet_and_the_far_tail_keeps_its_bounds() {
        let far = parse("8").unwrap();
        let near = &far - dyadic(1, -185);
        let gap = mills_ratio(&near, 200).unwrap().minus(&mills_ratio(&far, 200).unwrap());
        assert!(gap.width() < dyadic(1, -180) && *gap.hi() >= dyadic(0, 0));
        for text in ["8", "100", "38000", "65536", "131072"] {
            let x = parse(text).unwrap();
            let ratio = mills_ratio(&x, 256).unwrap();
            // 2/(x + √(x² + 4)) < M < 4/(3x + √(x² + 8)).
            let root = |c: i32| Enclosure::exact(&x * &x + dyadic(c, 0)).sqrt(300).unwrap();
            let below =
                root(4).plus(&Enclosure::exact(x.clone())).reciprocal().unwrap().scaled(&dyadic(2, 0));
            let above = root(8)
                .plus(&Enclosure::exact(&x * dyadic(3, 0)))
                .reciprocal()
                .unwrap()
                .scaled(&dyadic(4, 0));
            assert!(ratio.lo() > below.hi() && ratio.hi() < above.lo(), "{text}");
            assert!(ratio.width() <= ratio.hi() * dyadic(1, -240), "{text}");
        }
    }

    #[test]
    fn the_inverse_is_the_inverse_and_as_narrow_as_it_says() {
        for text in ["2^-900", "2^-149", "1e-9", "1/64", "1/3", "1", "31.25", "1000", "1e6", "2147483647.7"] {
            let log = parse(text).unwrap();
            for precision in [60, 128, 200] {
                let found = inverse_tail(&log, precision).unwrap();
                assert!(found.width() <= found.lo() * dyadic(1, -precision.cast_signed()), "{text}");
                let (below, above) = (
                    minus_ln_two_tails(found.lo(), 400).unwrap(),
                    minus_ln_two_tails(found.hi(), 400).unwrap(),
                );
                assert!(*below.lo() <= log && log <= *above.hi(), "{text} {precision}");
            }
        }
        assert_eq!(inverse_tail(&dyadic(0, 0), 64).unwrap(), Enclosure::exact(dyadic(0, 0)));
    }

    #[test]
    fn refuses_what_it_does_not_offer() {
        for x in ["-1", "2147483647.75"] {
            assert!(matches!(inverse_tail(&parse(x).unwrap(), 64), Err(Error::Domain { .. })));
        }
        for x in ["-200000", "131073"] {
            assert!(matches!(mills_ratio(&parse(x).unwrap(), 64), Err(Error::Domain { .. })));
            assert!(matches!(minus_ln_two_tails(&parse(x).unwrap(), 64), Err(Error::Domain { .. })));
        }
        assert!(matches!(mills_ratio(&parse("1").unwrap(), 1), Err(Error::Precision(1))));
    }
}
