//! Every draw of a small generator through the code that runs, as exact weights of noise values.

use crate::error::Error;
use kdelta_certificate::GeneratorName;
use kdelta_finite::inverse_tail_integer::inverse_tail_64;
use kdelta_finite::ledger::{Ledger, Term, Unit};
use kdelta_finite::{Fixed, Format, Midpoint, Relative, Scale, Tail};
use kdelta_oracle::mechanism::CountedNoise;
use kdelta_oracle::number::{Rational, dyadic};

/// The most fraction bits.
pub const MAX_FRACTION: u32 = 32;

/// A noise that brings no answer into a window, as both stay within 2^60.
const BEYOND: i64 = 1 << 62;

/// Goes through all draws of a generator: their number first, then for each its logarithm, its sign, and how
/// many strings of entropy give it.
trait Visitor {
    fn expect(&mut self, draws: usize);
    fn visit(&mut self, log: u64, negative: bool, weight: u64);
}

// The logarithm of a tail is the same for every fixed-point format; the product with b is not.
#[expect(clippy::expect_used, reason = "the kernels of these generators state it")]
fn show<U: Tail<Fixed<64, 32>>>(draw: U, weight: u64, visitor: &mut dyn Visitor) {
    let log = u64::try_from(draw.minus_ln()).expect("a logarithm within the kernel's range has 64 bits");
    visitor.visit(log, draw.negative(), weight);
}

fn midpoints<const BITS: u32>(visitor: &mut dyn Visitor) -> Ledger {
    visitor.expect(1 << BITS);
    for z in 0..1_u64 << BITS {
        show(Midpoint::<BITS>::from_bits(z), 1, visitor);
    }
    <Midpoint<BITS> as Tail<Fixed<64, 32>>>::LOGARITHM
}

/// Of CUT_OFF exponent bits, 2^(CUT_OFF−1−e) strings have e zeros before their first one, and one has none.
#[expect(clippy::expect_used, reason = "a generator has fewer than 2^32 exponents")]
fn relatives<const P: u32>(visitor: &mut dyn Visitor) -> Ledger {
    let cut_off = Relative::<P>::CUT_OFF;
    let exponents = usize::try_from(cut_off).expect("a cut-off is a small number") + 1;
    visitor.expect((1 << P) * exponents);
    for top in 0..1_u128 << P {
        for e in 0..=cut_off {
            let exponent = if e < cut_off { 1 << e } else { 0 };
            let weight = if e < cut_off { 1 << (cut_off - 1 - e) } else { 1 };
            show(Relative::<P>::from_bits(top << cut_off | exponent), weight, visitor);
        }
    }
    <Relative<P> as Tail<Fixed<64, 32>>>::LOGARITHM
}

/// The largest have 2^26 draws, at most 16 bytes each, and as much for the noise that is kept: 2 GB.
fn walk(generator: GeneratorName, visitor: &mut dyn Visitor) -> Result<Ledger, Error> {
    let (found, limits) = match generator {
        GeneratorName::Relative(bits) => (
            chosen!(bits, [2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20], relatives<_>(visitor)),
            "relative-2 to relative-20",
        ),
        GeneratorName::Midpoint(bits) => (
            chosen!(
                bits,
                [2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26],
                midpoints<_>(visitor)
            ),
            "midpoint-2 to midpoint-26",
        ),
        GeneratorName::Lazy(_) | GeneratorName::Deep { .. } => {
            (None, "relative-2 to relative-20 or midpoint-2 to midpoint-26")
        }
    };
    found.ok_or_else(|| {
        Error::question(format!(
            "--generator {generator}: every draw is made and kept, so generators have at most 2^26 draws: {limits}; what larger ones give is bounded by kdelta certify"
        ))
    })
}

/// The magnitude of noise of scale 1 as a function of −ln v, both in units of 2^-58.
#[derive(Clone, Copy)]
pub enum Magnitude {
    /// That of Laplace noise is −ln v itself.
    Laplace,
    /// That of Gaussian noise is g(−ln v).
    Gaussian,
}

impl Magnitude {
    fn of(self, log: u64) -> u64 {
        match self {
            Self::Laplace => log,
            Self::Gaussian => inverse_tail_64(log),
        }
    }
}

/// The noise of a logarithm and a sign in the format with so many fraction bits, in units of its last place.
type Product = Box<dyn Fn(u64, bool) -> i128>;

fn product<const FRAC: u32>(
    magnitude: Magnitude,
    scale: Scale,
) -> Result<(Product, Ledger), kdelta_finite::Error> {
    let factor = Fixed::<64, FRAC>::factor(scale)?;
    let of = move |log: u64, negative| Fixed::<64, FRAC>::scaled(magnitude.of(log).into(), factor, negative);
    Ok((Box::new(of), <Fixed<64, FRAC> as Format>::PRODUCT))
}

/// The noise of all draws, as few bytes each as will do.
enum Draws {
    /// Each of the same weight.
    Equal(Vec<i64>),
    Weighted(Vec<(i64, u64)>),
}

impl Draws {
    /// The weight of each value, without the powers of two that all have in common; `None` if 64 bits are too
    /// few.
    fn counted(self) -> Option<CountedNoise> {
        match self {
            Self::Equal(mut all) => {
                all.sort_unstable();
                condensed(|| runs(&all, |x| (*x, 1)))
            }
            Self::Weighted(mut all) => {
                all.sort_unstable();
                condensed(|| runs(&all, |(x, weight)| (*x, u128::from(*weight))))
            }
        }
    }
}

/// The distinct values of sorted draws, each with the sum of its weights.
fn runs<T>(sorted: &[T], draw: impl Fn(&T) -> (i64, u128) + Copy) -> impl Iterator<Item = (i64, u128)> {
    let runs = sorted.chunk_by(move |one, other| draw(one).0 == draw(other).0);
    runs.flat_map(move |run| {
        let weight = run.iter().map(|one| draw(one).1).sum();
        // A run is never empty, so that no weight is lost.
        run.first().map(|one| (draw(one).0, weight))
    })
}

/// The distinct values in order, as they come, so that nothing but the result takes memory.
fn condensed<I: Iterator<Item = (i64, u128)>>(runs: impl Fn() -> I) -> Option<CountedNoise> {
    let common = runs().map(|(_, weight)| weight.trailing_zeros()).min()?;
    let narrow = |weight: u128| u64::try_from(weight >> common).ok();
    if !runs().all(|(_, weight)| narrow(weight).is_some()) {
        return None;
    }
    CountedNoise::from_sorted(runs().filter_map(|(x, weight)| Some((x, narrow(weight)?)))).ok()
}

/// Makes noise of draws; whatever lies beyond `reach` units counts as one value beyond.
struct Collector<'a> {
    draws: Draws,
    product: &'a Product,
    reach: u64,
    progress: super::Progress<'a>,
    total: u64,
    done: u64,
    left: u32,
}

/// Draws between two words about the progress.
const STRIDE: u32 = 1 << 16;

impl Visitor for Collector<'_> {
    fn expect(&mut self, draws: usize) {
        self.total = u64::try_from(draws).unwrap_or(u64::MAX);
        match &mut self.draws {
            Draws::Equal(all) => all.reserve_exact(draws),
            Draws::Weighted(all) => all.reserve_exact(draws),
        }
    }

    fn visit(&mut self, log: u64, negative: bool, weight: u64) {
        let x = (self.product)(log, negative);
        let beyond = if x < 0 { -BEYOND } else { BEYOND };
        let x = i64::try_from(x).ok().filter(|x| x.unsigned_abs() <= self.reach).unwrap_or(beyond);
        match &mut self.draws {
            Draws::Equal(all) => all.push(x),
            Draws::Weighted(all) => all.push((x, weight)),
        }
        self.left -= 1;
        if self.left == 0 {
            self.done += u64::from(STRIDE);
            (self.progress)(self.done, self.total);
            self.left = STRIDE;
        }
    }
}

/// Noise with exact weights, and δ_n for noise up to a radius.
#[derive(Debug)]
pub struct SmallNoise {
    /// How many strings of entropy give each noise.
    pub counted: CountedNoise,
    ledgers: [Ledger; 2],
    scale: Rational,
}

impl SmallNoise {
    /// The noise of every draw; whatever lies beyond `reach` units counts as one value beyond.
    pub fn new(
        magnitude: Magnitude,
        generator: GeneratorName,
        fraction: u32,
        scale: Scale,
        reach: i64,
        progress: super::Progress<'_>,
    ) -> Result<Self, Error> {
        let product = chosen!(
            fraction,
            [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32],
            product<_>(magnitude, scale)
        );
        let (product, product_ledger) = product
            .ok_or_else(|| Error::question(format!("--digits {fraction}: at most {MAX_FRACTION}")))?
            .map_err(|why| Error::refused(format!("--digits {fraction}: {why}")))?;
        let draws =
            if generator.is_relative() { Draws::Weighted(Vec::new()) } else { Draws::Equal(Vec::new()) };
        let reach = reach.unsigned_abs();
        let mut collector =
            Collector { draws, product: &product, reach, progress, total: 0, done: 0, left: STRIDE };
        let logarithm = walk(generator, &mut collector);
        let counted = collector.draws.counted();
        let (logarithm, counted) = (logarithm?, counted.ok_or_else(|| {
            Error::refused("the weights of the draws inside the window need more than 64 bits; narrow the --window, or take more noise")
        }));
        let scale = dyadic(scale.mantissa(), scale.exponent());
        Ok(Self { counted: counted?, ledgers: [logarithm, product_ledger], scale })
    }

    /// δ_n for noise of magnitude up to `radius`.
    pub fn error(&self, radius: &Rational) -> Rational {
        let value = |term: &Term| dyadic(term.mantissa, term.exponent);
        let terms = self.ledgers.iter().flat_map(|ledger| ledger.terms);
        terms
            .map(|term| match term.unit {
                Unit::Scale => value(term) * &self.scale,
                Unit::Magnitude => value(term) * radius,
                Unit::One => value(term),
            })
            .sum()
    }

    /// The noise values next to the interval [low, high), which holds none: the last before and the first
    /// behind.
    pub fn around(&self, low: i64, high: i64) -> (Option<i64>, Option<i64>) {
        let real = |x: &i64| x.unsigned_abs() < BEYOND.unsigned_abs();
        let values = || self.counted.iter().map(|(x, _)| x).filter(real);
        (values().filter(|&x| x < low).last(), values().find(|&x| x >= high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_finite::noise::Laplace;
    use kdelta_finite::{Grid, Mechanism, Range, Release, Window};
    use kdelta_oracle::mechanism::{Answers, LineMechanism};
    use kdelta_testkit::Repeated;
    use std::collections::BTreeMap;

    /// The enumerated law is that of the code that releases, for every string of entropy.
    #[test]
    fn law_is_that_of_the_mechanism_that_runs() {
        let scale = Scale::at_least(3, 2).unwrap();
        let window = Window::new(Grid::new(-2).unwrap(), -16, 20).unwrap();
        let range = Range::new(Fixed::<64, 8>::from_raw(0).unwrap(), Fixed::from_raw(256).unwrap()).unwrap();
        let noise = Laplace::<Fixed<64, 8>, Midpoint<10>>::new(scale).unwrap();
        let mechanism = Mechanism::new(range, noise, window).unwrap();
        let small = SmallNoise::new(
            Magnitude::Laplace,
            GeneratorName::Midpoint(10),
            8,
            scale,
            1 << 20,
            &mut |_, _| {},
        )
        .unwrap();
        // The cell of g is [g − ½, g + ½) quarters, in units of 2^-8.
        let edges = (-16..=21).map(|g| g * 64 - 32).collect();
        let line =
            LineMechanism::new(small.counted, edges, Answers { first: 0, step: 1, count: 257 }, 256).unwrap();
        for answer in [0, 1, 31, 32, 33, 100, 256] {
            let mut counts = vec![0_u64; 38];
            for z in 0..1024 {
                match mechanism.release(Fixed::from_raw(answer).unwrap(), &mut Repeated(z)).unwrap() {
                    Release::Value(y) => counts[usize::try_from(y.raw() / 64 + 16).unwrap()] += 1,
                    Release::Outside => counts[37] += 1,
                }
            }
            assert_eq!(line.law(answer).unwrap(), counts, "{answer}");
        }
    }

    /// Every draw with its weight, for small generators.
    #[derive(Default)]
    struct All(Vec<(u64, bool, u64)>);
    impl Visitor for All {
        fn expect(&mut self, draws: usize) {
            self.0.reserve_exact(draws);
        }
        fn visit(&mut self, log: u64, negative: bool, weight: u64) {
            self.0.push((log, negative, weight));
        }
    }

    fn all(generator: GeneratorName) -> Vec<(u64, bool, u64)> {
        let mut all = All::default();
        walk(generator, &mut all).unwrap();
        assert_eq!(all.0.len(), all.0.capacity(), "the announced number of draws");
        all.0
    }

    /// The weights of the relative generator are those of its 2^64 strings.
    #[test]
    fn weights_of_the_relative_generator() {
        for bits in [3, 12] {
            let all = all(GeneratorName::Relative(bits));
            let sum = |of: &dyn Fn(&(u64, bool, u64)) -> bool| -> u128 {
                all.iter().filter(|draw| of(draw)).map(|draw| u128::from(draw.2)).sum()
            };
            assert_eq!(sum(&|_| true), 1 << 64);
            // E = 0 has half of them; −ln v is then at most ln 2, in units of 2^-58.
            assert_eq!(sum(&|draw| draw.0 < 199_786_072_581_291_500), 1 << 63);
            assert_eq!(sum(&|draw| draw.1), 1 << 63);
        }
    }

    /// Sorted words and runs give what a map with wide weights gives, common powers of two taken out.
    #[test]
    fn counted_as_by_a_map() {
        let scale = Scale::at_least(3, 2).unwrap();
        let midpoints = [2, 9, 14].map(GeneratorName::Midpoint);
        for generator in midpoints.into_iter().chain([2, 7].map(GeneratorName::Relative)) {
            for reach in [1, 700, 5000] {
                let mut map = BTreeMap::<i64, u128>::new();
                let (product, _) = product::<8>(Magnitude::Laplace, scale).unwrap();
                for (log, negative, weight) in all(generator) {
                    let x = product(log, negative);
                    let inside = x.unsigned_abs() <= reach;
                    let beyond = if x < 0 { -BEYOND } else { BEYOND };
                    let x = if inside { i64::try_from(x).unwrap() } else { beyond };
                    *map.entry(x).or_insert(0) += u128::from(weight);
                }
                let common = map.values().map(|weight| weight.trailing_zeros()).min().unwrap();
                let expected: Vec<_> =
                    map.iter().map(|(x, weight)| (*x, u64::try_from(weight >> common).unwrap())).collect();
                let reach = i64::try_from(reach).unwrap();
                let found = SmallNoise::new(Magnitude::Laplace, generator, 8, scale, reach, &mut |_, _| {})
                    .unwrap()
                    .counted;
                assert_eq!(found, CountedNoise::weighted(expected).unwrap(), "{generator} {reach}");
            }
        }
    }
}
