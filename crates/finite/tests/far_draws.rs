//! The lazy generator far out, where an exponent goes on into further words: the logarithm of each draw is
//! within its ledger.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta_finite::ledger::Unit;
use kdelta_finite::ln::shift_add::{FAR, LEDGER_64, LN_2};
use kdelta_finite::noise::Laplace as Noise;
use kdelta_finite::{Fixed, Format, Lazy, Scale, Tail, Uniform};
use kdelta_oracle::enclosure::{Enclosure, ln, ln_two};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{Scripted, Seeded, exact, integer, lazy_words, q, sum};

/// −ln v of the draw with exponent e and odd mantissa m: (e + 1)·ln 2 − ln(1 + m·2^-P).
fn ideal<const P: u32>(e: u32, mantissa: u64) -> Enclosure {
    let binades = ln_two(160).unwrap().scaled(&integer(u128::from(e) + 1));
    binades.minus(&ln(&(q("1") + integer(mantissa.into()) * dyadic(1, -P.cast_signed())), 160).unwrap())
}

fn far_noise_is_close<const P: u32, F: Format>(value: impl Fn(F::Noise) -> Rational)
where
    Lazy<P>: Tail<F>,
{
    let (mut bits, mut tightest) = (Seeded(5), q("0"));
    let ledgers = [Noise::<F, Lazy<P>>::LOGARITHM, Noise::<F, Lazy<P>>::PRODUCT];
    for (numerator, denominator) in [(1, 1), (10, 1), (1, 3)] {
        let scale = Scale::at_least(numerator, denominator).unwrap();
        let b = dyadic(scale.mantissa(), scale.exponent());
        let noise = Noise::<F, Lazy<P>>::new(scale).unwrap();
        let first = Lazy::<P>::FIRST_EXPONENT_BITS;
        let further = [0, 1, 2, 14, 50, 947, 948, 1 << 14, (1 << 14) + 77];
        for e in further.into_iter().map(|further| first + further) {
            for _ in 0..40 {
                let top = bits.next() >> (64 - P);
                let draw = Lazy::<P>::draw(&mut Scripted(&lazy_words::<P>(e, top))).unwrap();
                assert_eq!((draw.exponent(), draw.mantissa()), (e, top | 1));
                let ideal = ideal::<P>(e, draw.mantissa()).scaled(&b);
                let computed = value(noise.of(draw));
                let computed = if draw.negative() { -computed } else { computed };
                let side = |end: &Rational| if end > &computed { end - &computed } else { &computed - end };
                let error = side(ideal.lo()).max(side(ideal.hi()));
                let bound = sum(&ledgers, Unit::Scale) * &b
                    + sum(&ledgers, Unit::Magnitude) * ideal.lo()
                    + sum(&ledgers, Unit::One);
                assert!(error <= bound, "P = {P}, E = {e}: {error} against {bound}");
                tightest = tightest.max(error / bound);
            }
        }
    }
    assert!(tightest > q("1/4"), "the bound is loose: {tightest} of it is used");
}

/// Draws on both sides of the first words' exponents, beyond the least f64, and far out: each within the
/// ledger.
#[test]
fn noise_of_far_draws_is_within_its_ledger() {
    far_noise_is_close::<52, f64>(exact);
    far_noise_is_close::<23, f64>(exact);
    far_noise_is_close::<23, f32>(|x| exact(x.into()));
    far_noise_is_close::<52, Fixed<64, 40>>(|x| dyadic(x, -40));
    far_noise_is_close::<23, Fixed<32, 16>>(|x| dyadic(x, -16));
}

/// The terms that far draws add to the ledgers, derived again from the constants with enclosures of ln 2.
#[test]
fn far_terms_follow_from_the_constants() {
    // LN_2 is off by at most half a unit of 2^-80, so e·ln 2 by e·2^-81, and e ≤ ℓ/ln 2.
    let constant = ln_two(128).unwrap().scaled(&dyadic(1, 80)).minus(&Enclosure::exact(integer(LN_2)));
    assert!(constant.lo() >= &q("-1/2") && constant.hi() <= &q("1/2"));
    let per_logarithm = dyadic(1, -81) / ln_two(128).unwrap().lo();
    assert_eq!((FAR.unit, FAR.mantissa, FAR.exponent), (Unit::Magnitude, 1, -80));
    assert!(per_logarithm <= dyadic(1, -80));
    // In a float A of the shift-and-add kernel is relative to ℓ ≥ 42·ln 2, and one more rounding, at most
    // 2^-24, follows.
    let absolute = sum(&[LEDGER_64], Unit::Scale);
    let least = ln_two(128).unwrap().lo() * q("42");
    let needed = (absolute / least + per_logarithm) * (q("1") + dyadic(1, -24));
    let stated = sum(&[<Lazy<52> as Tail<f64>>::LOGARITHM], Unit::Magnitude) - dyadic(1, -53);
    assert!(needed <= stated && stated < needed * q("5/4"), "sufficient, and not by much");
    assert_eq!(sum(&[<Lazy<23> as Tail<f32>>::LOGARITHM], Unit::Magnitude) - dyadic(1, -24), stated);
}
