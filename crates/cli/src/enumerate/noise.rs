//! Every draw of a small generator through the code that runs, as exact weights of noise values.

use crate::failure::Failure;
use crate::setting::GeneratorName;
use kdelta_finite::ledger::{Ledger, Term, Unit};
use kdelta_finite::{Fixed, Format, Midpoint, Relative, Scale, Tail};
use kdelta_oracle::mechanism::CountedNoise;
use kdelta_oracle::number::{Rational, dyadic};
use std::collections::BTreeMap;

/// The most fraction bits.
pub(super) const MAX_FRACTION: u32 = 32;

/// A noise that brings no answer into a window, as both stay within 2^60.
const BEYOND: i64 = 1 << 62;

/// One draw: its logarithm, its sign, and how many strings of entropy give it.
struct Draw {
    log: u64,
    negative: bool,
    weight: u128,
}

/// All draws of a generator, and the error of its logarithm.
struct Draws {
    all: Vec<Draw>,
    logarithm: Ledger,
}

// The logarithm of a tail is the same for every fixed-point format; the product with b is not.
fn drawn<U: Tail<Fixed<64, 32>>>(draw: U, weight: u128) -> Draw {
    Draw { log: draw.minus_ln(), negative: draw.negative(), weight }
}

fn midpoints<const BITS: u32>() -> Draws {
    let all = (0..1_u64 << BITS).map(|z| drawn(Midpoint::<BITS>::from_bits(z), 1)).collect();
    Draws { all, logarithm: <Midpoint<BITS> as Tail<Fixed<64, 32>>>::LOGARITHM }
}

/// Of CUT_OFF exponent bits, 2^(CUT_OFF−1−e) strings have e zeros before their first one, and one has none.
fn relatives<const P: u32>() -> Draws {
    let cut_off = Relative::<P>::CUT_OFF;
    let all = (0..1_u128 << P)
        .flat_map(|top| (0..=cut_off).map(move |e| (top, e)))
        .map(|(top, e)| {
            let exponent = if e < cut_off { 1 << e } else { 0 };
            let weight = if e < cut_off { 1 << (cut_off - 1 - e) } else { 1 };
            drawn(Relative::<P>::from_bits(top << cut_off | exponent), weight)
        })
        .collect();
    Draws { all, logarithm: <Relative<P> as Tail<Fixed<64, 32>>>::LOGARITHM }
}

macro_rules! by_bits {
    ($bits:expr, $generator:ident, $($b:literal)*) => {
        match $bits { $($b => Some($generator::<$b>()),)* _ => None }
    };
}

fn draws(generator: GeneratorName) -> Result<Draws, Failure> {
    let GeneratorName { relative, bits } = generator;
    let found = if relative {
        by_bits!(bits, relatives, 2 3 4 5 6 7 8 9 10 11 12)
    } else {
        by_bits!(bits, midpoints, 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
    };
    found.ok_or_else(|| {
        let limits = if relative { "relative-2 to relative-12" } else { "midpoint-2 to midpoint-20" };
        Failure::usage(format!(
            "--generator {generator}: every draw is made, so generators are small: {limits}; what larger ones give is bounded by kdelta certify laplace"
        ))
    })
}

/// The products of all draws with b in the format with so many fraction bits, in units of its last place.
fn products<const FRAC: u32>(draws: &[Draw], scale: Scale) -> Result<Vec<i128>, kdelta_finite::Error> {
    let factor = Fixed::<64, FRAC>::factor(scale)?;
    Ok(draws.iter().map(|draw| Fixed::<64, FRAC>::scaled(draw.log, factor, draw.negative)).collect())
}

macro_rules! by_fraction {
    ($fraction:expr, $draws:expr, $scale:expr, $($f:literal)*) => {
        match $fraction { $($f => Some((products::<$f>($draws, $scale), <Fixed<64, $f> as Format>::PRODUCT)),)* _ => None }
    };
}

/// Noise with exact weights, and δ_n for noise up to a radius.
pub(crate) struct SmallNoise {
    pub(crate) counted: CountedNoise,
    ledgers: [Ledger; 2],
    scale: Rational,
}

impl SmallNoise {
    /// The noise ±b·ln v of every draw; whatever lies beyond `reach` units counts as one value beyond.
    pub(super) fn new(
        generator: GeneratorName,
        fraction: u32,
        scale: Scale,
        reach: i64,
    ) -> Result<Self, Failure> {
        let Draws { all, logarithm } = draws(generator)?;
        let (products, product) = by_fraction!(fraction, &all, scale, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32)
            .ok_or_else(|| Failure::usage(format!("--digits {fraction}: at most {MAX_FRACTION}")))?;
        let products = products.map_err(|why| Failure::refused(format!("--digits {fraction}: {why}")))?;
        let mut weights: BTreeMap<i64, u128> = BTreeMap::new();
        for (draw, x) in all.iter().zip(products) {
            let beyond = if x < 0 { -BEYOND } else { BEYOND };
            let x =
                i64::try_from(x).ok().filter(|x| x.unsigned_abs() <= reach.unsigned_abs()).unwrap_or(beyond);
            *weights.entry(x).or_insert(0) += draw.weight;
        }
        // All weights are sums of powers of two: the common ones are taken out.
        let common = weights.values().map(|weight| weight.trailing_zeros()).min().unwrap_or(0);
        let weighted = weights
            .into_iter()
            .map(|(x, weight)| u64::try_from(weight >> common).ok().map(|weight| (x, weight)))
            .collect::<Option<Vec<_>>>();
        let counted = weighted.and_then(|weighted| CountedNoise::weighted(weighted).ok()).ok_or_else(|| {
            Failure::refused("the weights of the draws inside the window need more than 64 bits; narrow the window or enlarge the scale Δ/ε")
        })?;
        let scale = dyadic(scale.mantissa().into(), scale.exponent());
        Ok(Self { counted, ledgers: [logarithm, product], scale })
    }

    /// δ_n for noise of magnitude up to `radius`.
    pub(super) fn error(&self, radius: &Rational) -> Rational {
        let value = |term: &Term| Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent);
        let terms = self.ledgers.iter().flat_map(|ledger| ledger.terms);
        terms
            .map(|term| match term.unit {
                Unit::Scale => value(term) * &self.scale,
                Unit::Magnitude => value(term) * radius,
                Unit::One => value(term),
            })
            .sum()
    }

    /// The noise values next to the interval [low, high), which holds none: the last before and the first behind.
    pub(super) fn around(&self, low: i64, high: i64) -> (Option<i64>, Option<i64>) {
        let real = |x: &i64| x.unsigned_abs() < BEYOND.unsigned_abs();
        let values = || self.counted.iter().map(|(x, _)| x).filter(real);
        (values().filter(|&x| x < low).last(), values().find(|&x| x >= high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_finite::noise::Laplace;
    use kdelta_finite::{Entropy, EntropyError, Grid, Mechanism, Range, Release, Window};
    use kdelta_oracle::mechanism::{Answers, LineMechanism};

    /// The bits of one draw.
    struct Bits(u64);
    impl Entropy for Bits {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
            let source = self.0.to_le_bytes();
            bytes.iter_mut().zip(source).for_each(|(to, from)| *to = from);
            Ok(())
        }
    }

    /// The enumerated law is that of the code that releases, for every string of entropy.
    #[test]
    fn law_is_that_of_the_mechanism_that_runs() {
        let scale = Scale::at_least(3, 2).unwrap();
        let window = Window::new(Grid::new(-2).unwrap(), -16, 20).unwrap();
        let range = Range::new(Fixed::<64, 8>::from_raw(0).unwrap(), Fixed::from_raw(256).unwrap()).unwrap();
        let noise = Laplace::<Fixed<64, 8>, Midpoint<10>>::new(scale).unwrap();
        let mechanism = Mechanism::new(range, noise, window).unwrap();
        let small = SmallNoise::new(GeneratorName { relative: false, bits: 10 }, 8, scale, 1 << 20).unwrap();
        // The cell of g is [g − ½, g + ½) quarters, in units of 2^-8.
        let edges = (-16..=21).map(|g| g * 64 - 32).collect();
        let line =
            LineMechanism::new(small.counted, edges, Answers { first: 0, step: 1, count: 257 }, 256).unwrap();
        for answer in [0, 1, 31, 32, 33, 100, 256] {
            let mut counts = vec![0_u64; 38];
            for z in 0..1024 {
                match mechanism.release(Fixed::from_raw(answer).unwrap(), &mut Bits(z)).unwrap() {
                    Release::Value(y) => counts[usize::try_from(y.raw() / 64 + 16).unwrap()] += 1,
                    Release::Outside => counts[37] += 1,
                }
            }
            assert_eq!(line.law(answer).unwrap(), counts, "{answer}");
        }
    }

    /// The weights of the relative generator are those of its 2^64 strings.
    #[test]
    fn weights_of_the_relative_generator() {
        let Draws { all, .. } = draws(GeneratorName { relative: true, bits: 3 }).unwrap();
        assert_eq!(all.iter().map(|draw| draw.weight).sum::<u128>(), 1 << 64);
        // E = 0 has half of them; −ln v is then at most ln 2, in units of 2^-58.
        let half: u128 =
            all.iter().filter(|draw| draw.log < 199_786_072_581_291_500).map(|draw| draw.weight).sum();
        assert_eq!(half, 1 << 63);
        let negative: u128 = all.iter().filter(|draw| draw.negative).map(|draw| draw.weight).sum();
        assert_eq!(negative, 1 << 63);
    }
}
