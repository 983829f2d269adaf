//! Enclosures by MPFR: each end is one correctly rounded function call, downward for one, upward for the other.
//!
//! An argument that is no binary float of the precision is itself enclosed first. ln, exp and √ increase, so the
//! ends of the argument give the ends of the value; sin and cos are 1-Lipschitz, so the width of the argument is
//! added on both sides. The normal law has its own file, [`mills_ratio`] and what follows from it.

mod normal;

pub use normal::{inverse_tail, mills_ratio, minus_ln_two_tails};

use crate::error::Error;
use crate::number::{Dyadic, to_oracle, to_rug};
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::Rational;
use rug::Float;
use rug::float::{Constant, Round};
use std::cmp::Ordering;

/// Largest precision, in bits.
pub const MAX_PRECISION: u32 = 1 << 16;

/// x, rounded down and up.
fn around(x: &rug::Rational, precision: u32) -> Result<(Float, Float), Error> {
    if !(2..=MAX_PRECISION).contains(&precision) {
        return Err(Error::Precision(precision));
    }
    let (below, _) = Float::with_val_round(precision, x, Round::Down);
    let (above, _) = Float::with_val_round(precision, x, Round::Up);
    Ok((below, above))
}

/// The two ends as rationals; an end that overflowed is refused.
fn enclosure(what: &'static str, below: &Float, above: &Float) -> Result<Enclosure, Error> {
    match (below.to_rational(), above.to_rational()) {
        (Some(below), Some(above)) => Ok(Enclosure::new(to_oracle(&below), to_oracle(&above))?),
        _ => Err(Error::Domain { what, value: "beyond the range of MPFR".to_owned() }),
    }
}

fn require(holds: bool, what: &'static str, x: &Rational) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Domain { what, value: x.to_string() }) }
}

/// ln x for x > 0, at the precision.
///
/// # Guarantee
/// The enclosure contains ln x; for an x of at most `precision` bits its width is one unit in the last of
/// `precision` bits.
///
/// # Errors
/// [`Error::Domain`] unless x > 0, [`Error::Precision`].
pub fn ln(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    let x_rug = to_rug(x);
    require(x_rug.is_positive(), "the argument of ln", x)?;
    let (mut below, mut above) = around(&x_rug, precision)?;
    below.ln_round(Round::Down);
    above.ln_round(Round::Up);
    enclosure("ln", &below, &above)
}

/// e^x, at the precision.
///
/// # Guarantee
/// The enclosure contains e^x.
///
/// # Errors
/// [`Error::Precision`]; [`Error::Domain`] if e^x leaves the range of MPFR.
pub fn exp(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    let (mut below, mut above) = around(&to_rug(x), precision)?;
    below.exp_round(Round::Down);
    above.exp_round(Round::Up);
    enclosure("exp", &below, &above)
}

/// √x for x ≥ 0, at the precision.
///
/// # Guarantee
/// The enclosure contains √x.
///
/// # Errors
/// [`Error::Domain`] unless x ≥ 0, [`Error::Precision`].
pub fn sqrt(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    let x_rug = to_rug(x);
    require(!x_rug.is_negative(), "the argument of sqrt", x)?;
    let (mut below, mut above) = around(&x_rug, precision)?;
    below.sqrt_round(Round::Down);
    above.sqrt_round(Round::Up);
    enclosure("sqrt", &below, &above)
}

/// sin x, at the precision.
///
/// # Guarantee
/// The enclosure contains sin x: |sin x − sin a| ≤ |x − a| for the rounded argument a.
///
/// # Errors
/// [`Error::Precision`].
pub fn sin(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    lipschitz("sin", x, 1, precision, |float, round| {
        float.sin_round(round);
    })
}

/// cos x, at the precision.
///
/// # Guarantee
/// The enclosure contains cos x: |cos x − cos a| ≤ |x − a| for the rounded argument a.
///
/// # Errors
/// [`Error::Precision`].
pub fn cos(x: &Rational, precision: u32) -> Result<Enclosure, Error> {
    lipschitz("cos", x, 1, precision, |float, round| {
        float.cos_round(round);
    })
}

/// π, at the precision.
///
/// # Guarantee
/// The enclosure contains π and is one unit in the last of `precision` bits wide.
///
/// # Errors
/// [`Error::Precision`].
pub fn pi(precision: u32) -> Result<Enclosure, Error> {
    if !(2..=MAX_PRECISION).contains(&precision) {
        return Err(Error::Precision(precision));
    }
    let (below, _) = Float::with_val_round(precision, Constant::Pi, Round::Down);
    let (above, _) = Float::with_val_round(precision, Constant::Pi, Round::Up);
    enclosure("π", &below, &above)
}

/// cos 2πv, at the precision: MPFR's cos(πx) at x = 2v, which needs no value of π.
///
/// # Guarantee
/// The enclosure contains cos 2πv: |cos πx − cos πa| ≤ 4·|x − a| for the rounded argument a.
///
/// # Errors
/// [`Error::Precision`].
pub fn cos_turn(v: &Rational, precision: u32) -> Result<Enclosure, Error> {
    lipschitz("cos of a turn", &(v + v), 4, precision, |float, round| {
        float.cos_pi_round(round);
    })
}

/// sin 2πv, at the precision; see [`cos_turn`].
///
/// # Guarantee
/// The enclosure contains sin 2πv.
///
/// # Errors
/// [`Error::Precision`].
pub fn sin_turn(v: &Rational, precision: u32) -> Result<Enclosure, Error> {
    lipschitz("sin of a turn", &(v + v), 4, precision, |float, round| {
        float.sin_pi_round(round);
    })
}

/// A function whose slope is at most `slope`.
fn lipschitz(
    what: &'static str,
    x: &Rational,
    slope: u32,
    precision: u32,
    apply: impl Fn(&mut Float, Round),
) -> Result<Enclosure, Error> {
    let x = to_rug(x);
    let (argument, end) = around(&x, precision)?;
    let width = enclosure(what, &argument, &end)?.width() * Rational::from_integer(slope.into());
    let (mut below, mut above) = (argument.clone(), argument);
    apply(&mut below, Round::Down);
    apply(&mut above, Round::Up);
    Ok(enclosure(what, &below, &above)?.plus(&Enclosure::new(-width.clone(), width)?))
}

/// Compares a real number, given by enclosures of any precision, with a rational: Ziv's strategy.
///
/// # Guarantee
/// The answer is the true order; the precision doubles from 64 bits until an enclosure decides.
///
/// # Errors
/// [`Error::Undecided`] if [`MAX_PRECISION`] bits do not separate the two (they may be equal).
pub fn compare(
    what: &'static str,
    value: impl Fn(u32) -> Result<Enclosure, Error>,
    threshold: &Rational,
) -> Result<Ordering, Error> {
    let mut precision = 64;
    while precision <= MAX_PRECISION {
        let enclosure = value(precision)?;
        let difference = enclosure.minus(&Enclosure::exact(threshold.clone()));
        if let Some(order) = difference.sign() {
            return Ok(order);
        }
        precision *= 2;
    }
    Err(Error::Undecided { what })
}

/// output − (−ln input) and −ln input, for one point of a kernel: what an exhaustive run asks MPFR.
///
/// # Guarantee
/// Both enclosures contain the true numbers; their width is at most 2^-100 for |ln input| < 2^20.
///
/// # Errors
/// [`Error::Domain`] unless input > 0.
pub fn minus_ln_error(input: Dyadic, output: Dyadic) -> Result<(Enclosure, Enclosure), Error> {
    // 128 bits hold every input, so the argument is exact; 20 bits before the point and 107 behind remain.
    let exact = ln(&input.to_rational(), 128)?.negated();
    Ok((Enclosure::exact(output.to_rational()).minus(&exact), exact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_oracle::enclosure as oracle;
    use kdelta_oracle::number::parse;

    #[test]
    fn every_function_meets_the_oracle_and_narrows() {
        type Ours = fn(&Rational, u32) -> Result<Enclosure, Error>;
        type Theirs = fn(&Rational, u32) -> Result<Enclosure, kdelta_oracle::Refusal>;
        let functions: [(&str, Ours, Theirs); 5] = [
            ("ln", ln, oracle::ln),
            ("exp", exp, oracle::exp),
            ("sqrt", sqrt, oracle::sqrt),
            ("sin", sin, oracle::sin),
            ("cos", cos, oracle::cos),
        ];
        for (name, ours, theirs) in functions {
            for text in ["1/3", "2", "7.25", "1e-9", "355/113", "12345.678/1000", "2^-60", "1"] {
                let x = parse(text).unwrap();
                let reference = theirs(&x, 300).unwrap();
                let mut width = None;
                for precision in [24, 53, 113, 200] {
                    let enclosure = ours(&x, precision).unwrap();
                    assert!(enclosure.meets(&reference), "{name}({text}) at {precision}");
                    assert!(width.is_none_or(|wider| enclosure.width() <= wider), "{name}({text})");
                    width = Some(enclosure.width());
                }
            }
        }
    }

    /// cos 2πv against cos of the oracle's 2πv: slope 1 in the error of π.
    #[test]
    fn fractions_of_a_turn_meet_the_oracle() {
        let two_pi = oracle::pi(300).unwrap().scaled(&parse("2").unwrap());
        for text in ["0", "1/8", "1/3", "3/4", "0.999", "2^-64", "0x1.ef18517418ac178p-4"] {
            let v = parse(text).unwrap();
            let angle = two_pi.scaled(&v);
            let slack = Enclosure::new(-angle.width(), angle.width()).unwrap();
            for (ours, theirs) in [
                (cos_turn(&v, 128).unwrap(), oracle::cos(angle.lo(), 200).unwrap()),
                (sin_turn(&v, 128).unwrap(), oracle::sin(angle.lo(), 200).unwrap()),
            ] {
                assert!(ours.meets(&theirs.plus(&slack)), "{text}");
                assert!(ours.width() <= parse("2^-123").unwrap(), "{text}");
            }
        }
    }

    #[test]
    fn refuses_what_has_no_value() {
        let (zero, minus) = (parse("0").unwrap(), parse("-1").unwrap());
        assert!(ln(&zero, 64).is_err() && ln(&minus, 64).is_err() && sqrt(&minus, 64).is_err());
        assert!(matches!(exp(&zero, 1), Err(Error::Precision(1))));
        assert!(exp(&parse("2^80").unwrap(), 64).is_err());
    }

    #[test]
    fn ziv_decides_what_64_bits_cannot() {
        let two = parse("2").unwrap();
        let near = ln(&two, 400).unwrap().lo().clone();
        let of_two = |precision| ln(&two, precision);
        assert_eq!(compare("ln 2", of_two, &near).unwrap(), Ordering::Greater);
        let above = ln(&two, 400).unwrap().hi().clone();
        assert_eq!(compare("ln 2", of_two, &above).unwrap(), Ordering::Less);
        let one = parse("1").unwrap();
        assert_eq!(compare("ln 1", |p| ln(&one, p), &parse("0").unwrap()).unwrap(), Ordering::Equal);
    }
}
