//! Whole small formats and generators, point by point against the oracle: |n′ − n| within the ledger and
//! above half of it (for Gaussian noise, with one more operation, a third), monotone, and never back below T − δ_n
//! (condition (iv)).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta_finite::ledger::Unit;
use kdelta_finite::noise::Laplace;
use kdelta_finite::{Fixed, Format, Gaussian, Midpoint, NormalTail, Relative, Scale, Tail};
use kdelta_oracle::derivation::{LogarithmError, NoiseError, RoundingError};
use kdelta_oracle::enclosure::{Enclosure, inverse_tail, ln};
use kdelta_oracle::noise::Laplace as Law;
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{exact, integer, q, sum};

/// One draw: its tail probability v and the magnitude |n′(v)|, both exact.
struct Point {
    tail: Rational,
    computed: Rational,
}

/// A law of noise of some scale: its exact magnitude at a tail probability, and what the ledgers say of the error at a
/// magnitude; more than `used` of that must be needed.
struct Stated<'a> {
    magnitude: &'a dyn Fn(&Rational) -> Enclosure,
    error_at: &'a dyn Fn(&Rational) -> Rational,
    used: Rational,
}

/// Checks all points of a generator with Laplace noise; they come with v decreasing.
fn check<F: Format, U: Tail<F>>(name: &str, points: &[Point], scale: Scale, monotone: bool) {
    let b = dyadic(scale.mantissa(), scale.exponent());
    let law = Law::new(b.clone()).unwrap();
    let ledgers = [Laplace::<F, U>::LOGARITHM, Laplace::<F, U>::PRODUCT];
    let [per_scale, per_magnitude, one] =
        [Unit::Scale, Unit::Magnitude, Unit::One].map(|unit| sum(&ledgers, unit));
    let stated = Stated {
        magnitude: &|tail| law.magnitude(tail, 100).unwrap(),
        error_at: &|radius| &per_scale * &b + &per_magnitude * radius + &one,
        used: q("1/2"),
    };
    check_against(name, points, monotone, &stated);
}

/// The same with Gaussian noise: σ·g(−ln v), with the errors of the logarithm, of g and of the product.
fn check_gaussian<F: NormalTail, U: Tail<F>>(name: &str, points: &[Point], scale: Scale, monotone: bool) {
    let sigma = dyadic(scale.mantissa(), scale.exponent());
    let of = |ledger, unit| sum(&[ledger], unit);
    let error =
        |ledger| LogarithmError { absolute: of(ledger, Unit::Scale), relative: of(ledger, Unit::Magnitude) };
    let product = Gaussian::<F, U>::PRODUCT;
    let rounding = RoundingError { relative: of(product, Unit::Magnitude), absolute: of(product, Unit::One) };
    let (logarithm, kernel) = (error(Gaussian::<F, U>::LOGARITHM), error(Gaussian::<F, U>::INVERSE_TAIL));
    let noise = NoiseError::on_the_line(&logarithm.of_inverse_tail(&kernel).unwrap(), &rounding);
    let magnitude = |tail: &Rational| {
        let log = ln(tail, 120).unwrap().negated();
        let at = inverse_tail(log.lo(), 90).unwrap();
        // The slope of g is below 2.
        let high = at.hi() + log.width() + log.width();
        Enclosure::new(at.lo().clone(), high).unwrap().scaled(&sigma)
    };
    let error_at = |radius: &Rational| noise.at(&sigma, radius).value().clone();
    let stated = Stated { magnitude: &magnitude, error_at: &error_at, used: q("1/3") };
    check_against(name, points, monotone, &stated);
}

fn check_against(name: &str, points: &[Point], monotone: bool, stated: &Stated<'_>) {
    let Stated { magnitude, error_at, used } = stated;
    let mut tightest = q("0");
    let mut ideals = Vec::new();
    for Point { tail, computed } in points {
        let ideal = magnitude(tail);
        let side = |end: &Rational| if end > computed { end - computed } else { computed - end };
        let error = side(ideal.lo()).max(side(ideal.hi()));
        let bound = error_at(ideal.lo());
        assert!(error <= bound, "{name}: v = {tail}");
        tightest = tightest.max(error / bound);
        ideals.push(ideal);
    }
    assert!(&tightest > used, "{name}: the ledger is loose, {tightest} of it is used");
    // (iv) for T = n of each point: no farther point comes back below T − δ_n(T).
    let mut least: Option<Rational> = None;
    for (point, ideal) in points.iter().zip(&ideals).rev() {
        if let Some(least) = &least {
            assert!(least >= &(ideal.hi() - error_at(ideal.hi())), "{name}: comes back");
            assert!(!monotone || least >= &point.computed, "{name}: not monotone");
        }
        least = Some(least.map_or_else(|| point.computed.clone(), |l| l.min(point.computed.clone())));
    }
}

fn midpoints<const BITS: u32, const WORD: u32, const FRAC: u32>(numerator: u64, denominator: u64) {
    let scale = Scale::at_least(numerator, denominator).unwrap();
    let noise = Laplace::<Fixed<WORD, FRAC>, Midpoint<BITS>>::new(scale).unwrap();
    let last = (1u64 << BITS) - 1;
    let points: Vec<Point> = (0..=last / 2)
        .rev()
        .map(|z| {
            let (below, above) = (Midpoint::<BITS>::from_bits(z), Midpoint::<BITS>::from_bits(last - z));
            let x = noise.of(above);
            assert_eq!(noise.of(below), -x, "odd about ½");
            let tail = integer(below.tail().into()) * dyadic(1, -BITS.cast_signed());
            Point { tail, computed: integer(x.unsigned_abs()) * dyadic(1, -FRAC.cast_signed()) }
        })
        .collect();
    let name = format!("Fixed<{WORD}, {FRAC}>, Midpoint<{BITS}>, b = {numerator}/{denominator}");
    check::<Fixed<WORD, FRAC>, Midpoint<BITS>>(&name, &points, scale, true);
}

#[test]
fn eight_and_twelve_bits() {
    midpoints::<8, 8, 4>(1, 1);
    midpoints::<8, 8, 3>(7, 3);
    midpoints::<12, 12, 6>(1, 1);
    midpoints::<12, 12, 8>(1, 5);
    midpoints::<12, 32, 20>(10, 3);
    midpoints::<12, 64, 40>(1, 3);
}

#[test]
fn sixteen_bits() {
    midpoints::<16, 16, 8>(1, 1);
    midpoints::<16, 32, 24>(3, 1);
}

/// Every value of E and of the mantissa, with the noise as an exact magnitude.
fn every_draw<const P: u32>(magnitude: impl Fn(Relative<P>) -> Rational) -> Vec<Point> {
    let mut points = Vec::new();
    for e in 0..=Relative::<P>::CUT_OFF {
        for j in (0..1u128 << (P - 1)).rev() {
            let first = if e < Relative::<P>::CUT_OFF { 1 << e } else { 0 };
            let draw = Relative::<P>::from_bits(j << (Relative::<P>::CUT_OFF + 1) | first);
            assert_eq!((draw.exponent(), u128::from(draw.mantissa())), (e, 2 * j + 1));
            let significand = q("1") + integer(2 * j + 1) * dyadic(1, -P.cast_signed());
            let tail = significand * dyadic(1, -1 - e.cast_signed());
            points.push(Point { tail, computed: magnitude(draw) });
        }
    }
    points
}

/// Laplace noise from every draw.
fn relative<const P: u32, F: Format>(
    name: &str,
    scale: Scale,
    magnitude: impl Fn(F::Noise) -> Rational,
    monotone: bool,
) where
    Relative<P>: Tail<F>,
{
    let noise = Laplace::<F, Relative<P>>::new(scale).unwrap();
    let points = every_draw::<P>(|draw| magnitude(noise.of(draw)));
    check::<F, Relative<P>>(name, &points, scale, monotone);
}

/// Gaussian noise from every draw.
fn gaussian<const P: u32, F: NormalTail>(
    name: &str,
    scale: Scale,
    magnitude: impl Fn(F::Noise) -> Rational,
    monotone: bool,
) where
    Relative<P>: Tail<F>,
{
    let noise = Gaussian::<F, Relative<P>>::new(scale).unwrap();
    let points = every_draw::<P>(|draw| magnitude(noise.of(draw)));
    check_gaussian::<F, Relative<P>>(name, &points, scale, monotone);
}

#[test]
fn gaussian_noise_of_few_bits() {
    let scale = Scale::at_least(5, 3).unwrap();
    let positive = |x: Rational| if x < q("0") { -x } else { x };
    gaussian::<4, Fixed<16, 8>>("Fixed<16, 8>, Relative<4>", scale, |x| positive(exact_word(x, 8)), true);
    gaussian::<4, Fixed<64, 50>>("Fixed<64, 50>, Relative<4>", scale, |x| positive(exact_word(x, 50)), true);
    gaussian::<5, f32>("f32, Relative<5>", scale, |x| positive(exact(x.into())), true);
    gaussian::<5, f64>("f64, Relative<5>", scale, |x| positive(exact(x)), true);
}

#[test]
fn relative_generators_of_few_bits() {
    let scale = Scale::at_least(5, 3).unwrap();
    let positive = |x: Rational| if x < q("0") { -x } else { x };
    relative::<6, Fixed<16, 8>>("Fixed<16, 8>, Relative<6>", scale, |x| positive(exact_word(x, 8)), true);
    relative::<4, Fixed<64, 50>>("Fixed<64, 50>, Relative<4>", scale, |x| positive(exact_word(x, 50)), true);
    relative::<6, f32>("f32, Relative<6>", scale, |x| positive(exact(x.into())), true);
    relative::<6, f64>("f64, Relative<6>", scale, |x| positive(exact(x)), true);
}

fn exact_word(x: i128, fraction: i32) -> Rational {
    dyadic(x, -fraction)
}
