//! cos and sin of a fraction of a turn, on all 2^64 inputs.
//!
//! The kernel folds the word into the first octant by reflections that are exact in integers, so the bound for y in
//! [0, 2^61] is the bound for every word. That interval is cut into [`CELLS`] cells; x and z increase with y, so the
//! ends of a cell bound them. In units of 2^-64, for each of cos and sin:
//! | term | what it is |
//! |---|---|
//! | angle | ½ for rounding x, (y/2^61)·\|constant − π·2^62\| from MPFR's π; times the largest slope of the cell |
//! | square | ½ for rounding z; times the largest \|d cos/dz\| = ½ − z/12 + …, \|d sin/dz\| = x·(1/6 − z/60 + …) |
//! | polynomial | each coefficient's own error and each floor, with signs, through all steps |
//! | series cut | the first term left out: the series alternate and decrease, as z < 1 |
//! | last place | 2 |
//!
//! Each term is the largest over all cells and both functions.

use crate::enclosure;
use crate::error::Error;
use crate::function::Function;
use crate::number::Dyadic;
use crate::result::{Bound, KernelResult, Method, Term, Unit, tools};
use crate::subject::{CosSin, Input, Kernel};
use crate::witness::{SEED, Search, Words};
use kdelta_finite::cos_sin::{COS, FRACTION_COS_SIN, PI, SHIFTS_COS, SHIFTS_SIN, SIN};
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::{One, Signed, Zero};

/// How many cells the first octant is cut into.
pub const CELLS: u64 = 128;

/// A coefficient c and its exponent s: c·2^-(64+s) stands for 1/n! (sin) or 2/n! (cos).
pub type Coefficient = (u64, u32);

/// Everything in the kernel that is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// π·2^62.
    pub pi: u64,
    /// Of sin, for 3!, 5!, …
    pub sin: Vec<Coefficient>,
    /// Of cos, for 4!, 6!, …
    pub cos: Vec<Coefficient>,
}

impl Data {
    /// Those of `cos_sin`.
    #[must_use]
    pub fn shipped() -> Self {
        Self {
            pi: PI,
            sin: SIN.into_iter().zip(SHIFTS_SIN).collect(),
            cos: COS.into_iter().zip(SHIFTS_COS).collect(),
        }
    }
}

/// The kernel with given constants: what the analysis speaks about.
#[derive(Clone, Debug)]
pub struct Model<'a>(pub &'a Data);

impl Model<'_> {
    /// 2π·y/2^64 in units, to nearest.
    fn x(&self, y: u64) -> u64 {
        rounded_shift(u128::from(y << 2) * u128::from(self.0.pi), 63)
    }

    /// x² in units, to nearest.
    fn z(x: u64) -> u64 {
        rounded_shift(u128::from(x).pow(2), 64)
    }

    /// ⌊z·inner⌋ in units, for the nested polynomial `inner` of these coefficients.
    fn nested(z: u64, coefficients: &[Coefficient]) -> u64 {
        let mut outer: Option<Coefficient> = None;
        for &(c, s) in coefficients.iter().rev() {
            let inner = outer.map_or(0, |(inner, t)| shift(product(z, inner), 64 + t - s));
            outer = Some((c - inner, s));
        }
        shift(product(z, outer.map_or(0, |(inner, _)| inner)), 64)
    }

    /// cos and sin of 2π·y/2^64 in units of 2^-62, for y ≤ 2^61.
    fn octant(&self, y: u64) -> (i128, i128) {
        let x = self.x(y);
        let z = Self::z(x);
        let last = |sum: i128| (sum + (1 << 63)) >> 64;
        let part = |a: u64, d: u64, k: u32| (product(a, d) >> k).cast_signed();
        let first = |coefficients: &[Coefficient]| coefficients.first().map_or(0, |&(_, s)| s);
        let (sin, cos) = (Self::nested(z, &self.0.sin), Self::nested(z, &self.0.cos));
        let sin = (i128::from(x) << 62) - part(x, sin, 2 + first(&self.0.sin));
        let cos = (1 << 126) - (i128::from(z) << 61) + part(z, cos, 3 + first(&self.0.cos));
        (last(cos), last(sin))
    }

    /// cos of 2π·turn/2^64 in units of 2^-62, octant by octant: the fold written out.
    fn cosine(&self, turn: u64) -> i128 {
        let quarter = 1_u64 << 62;
        let (octant, within) = (turn >> 61, turn % quarter);
        let (cos, sin) = self.octant(within.min(quarter - within));
        match octant {
            0 | 7 => cos,
            1 | 6 => sin,
            2 | 5 => -sin,
            _ => -cos,
        }
    }
}

fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

/// The low word of p/2^k; every caller's quotient fits.
fn shift(p: u128, k: u32) -> u64 {
    u64::try_from(p >> k).unwrap_or(u64::MAX)
}

/// p/2^k to the nearest integer, ties up.
fn rounded_shift(p: u128, k: u32) -> u64 {
    shift((p >> (k - 1)) + 1, 1)
}

impl Kernel for Model<'_> {
    fn name(&self) -> String {
        CosSin.name()
    }
    fn format(&self) -> String {
        CosSin.format()
    }
    fn function(&self) -> Function {
        Function::Cosine
    }
    fn value(&self, v: Input) -> Option<Dyadic> {
        let shift = 64_u32.checked_sub(v.bits)?;
        let turn = v.numerator << shift;
        (turn >> shift == v.numerator)
            .then(|| Dyadic { mantissa: self.cosine(turn), exponent: -FRACTION_COS_SIN.cast_signed() })
    }
}

/// A cell of the first octant: ends of x and z in units.
struct Cell {
    /// The last y over 2^61.
    last: Rational,
    x: Enclosure,
    z: Enclosure,
}

/// The largest value of each term, in units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Terms {
    angle: Rational,
    square: Rational,
    polynomial: Rational,
    cut: Rational,
}

impl Terms {
    fn raise(&mut self, other: Self) {
        let raise = |ours: &mut Rational, theirs: Rational| {
            if theirs > *ours {
                *ours = theirs;
            }
        };
        raise(&mut self.angle, other.angle);
        raise(&mut self.square, other.square);
        raise(&mut self.polynomial, other.polynomial);
        raise(&mut self.cut, other.cut);
    }
}

fn integer(x: impl Into<num_bigint::BigInt>) -> Rational {
    Rational::from_integer(x.into())
}

/// 1/n!.
fn inverse_factorial(n: u32) -> Rational {
    (1..=n).map(|i| integer(i).recip()).product()
}

fn largest(x: &Enclosure) -> Rational {
    x.lo().abs().max(x.hi().abs())
}

fn between(lo: Rational, hi: Rational) -> Result<Enclosure, Error> {
    Ok(Enclosure::new(lo, hi)?)
}

/// What the analysis needs of the coefficients of one function.
struct Series {
    /// Each coefficient's own error, in its last place, and its exponent s.
    own: Vec<(Enclosure, u32)>,
    /// The first exponent.
    first: i32,
    /// 1/n! of the first term left out, in units.
    next: Rational,
}

impl Series {
    /// Coefficients that stand for scale/n!, n = first, first + 2, …
    fn new(coefficients: &[Coefficient], scale: u32, first: u32) -> Self {
        let own = |(&(c, s), n): (&Coefficient, u32)| {
            let exact = integer(scale) * dyadic(1, 64 + s.cast_signed()) * inverse_factorial(n);
            (Enclosure::exact(integer(c) - exact), s)
        };
        let mut factorials = (first..).step_by(2);
        Self {
            own: coefficients.iter().zip(factorials.by_ref()).map(own).collect(),
            first: coefficients.first().map_or(0, |&(_, s)| s.cast_signed()),
            next: factorials.next().map_or_else(Rational::one, inverse_factorial) * dyadic(1, 64),
        }
    }

    /// The largest error of d = ⌊z·inner⌋ in units.
    ///
    /// A step gives c − z·inner/2^t + φ with 0 ≤ φ < 1, so its error is that of c, and φ, and −z·(error of inner)/2^t.
    /// The exact polynomial is taken at the computed z.
    fn error(&self, z: &Enclosure) -> Result<Rational, Error> {
        let floor = between(Rational::zero(), Rational::one())?;
        let mut error = Enclosure::exact(Rational::zero());
        let mut before: Option<u32> = None;
        for (own, s) in self.own.iter().rev() {
            let next = match before {
                None => own.clone(),
                Some(t) => {
                    let inner = error.times(z).scaled(&dyadic(1, s.cast_signed() - t.cast_signed()));
                    own.plus(&floor).minus(&inner)
                }
            };
            // Short numbers, rounded outward.
            error = next.outward(48);
            before = Some(*s);
        }
        Ok(largest(&error.times(z).minus(&floor)))
    }
}

/// The errors of cos and of sin over a cell.
fn cell_terms(cos: &Series, sin: &Series, pi_off: &Rational, cell: &Cell) -> Result<[Terms; 2], Error> {
    let (unit, one) = (dyadic(1, -64), Rational::one());
    // The exact angle is within one unit of x, as the caller checks.
    let (x_low, x_high) = ((cell.x.lo() - &one).max(Rational::zero()), cell.x.hi() + &one);
    let x_off = dyadic(1, -1) + pi_off * &cell.last;
    let z = cell.z.scaled(&unit);
    let (x, z_high) = (cell.x.hi() * &unit, z.hi());
    let z_low = (z.lo() - &unit).max(Rational::zero());
    // Both derivatives by z are alternating series that decrease in magnitude as z grows.
    let derivative =
        |a: u32, b: u32, c: u32| integer(a).recip() - &z_low / integer(b) + &z_low * &z_low / integer(c);
    let power = |terms: usize| -> Rational { z_high.pow(i32::try_from(terms).unwrap_or(i32::MAX)) };
    let dropped = dyadic(1, -62);
    Ok([
        Terms {
            angle: &x_off * enclosure::sin(&(&x_high * &unit), 128)?.hi(),
            square: dyadic(1, -1) * derivative(2, 12, 240),
            polynomial: cos.error(&z)? * z_high * dyadic(1, -1 - cos.first) + &dropped,
            cut: power(cos.own.len() + 2) * &cos.next,
        },
        Terms {
            angle: &x_off * enclosure::cos(&(&x_low * &unit), 128)?.hi(),
            square: dyadic(1, -1) * &x * derivative(6, 60, 1680),
            polynomial: sin.error(&z)? * &x * dyadic(1, -sin.first) + &dropped,
            cut: power(sin.own.len() + 1) * &sin.next * &x,
        },
    ])
}

/// What the argument needs of the constants: no step underflows, no product is shifted out of its word.
fn admissible(coefficients: &[Coefficient]) -> bool {
    let grows = coefficients.windows(2).all(|pair| match pair {
        [(_, s), (_, t)] => (4..64).contains(&t.saturating_sub(*s)),
        _ => false,
    });
    let (first, last) = (coefficients.first(), coefficients.last());
    grows
        && coefficients.iter().all(|(c, _)| *c >= 1 << 63)
        && first.is_some_and(|(_, s)| (2..8).contains(s))
        && last.is_some_and(|(_, s)| *s < 64)
}

/// The largest errors over all cells, in units.
fn errors(data: &Data) -> Result<Terms, Error> {
    let unproved = |cell: &str, step: &str| Error::Unproved { cell: cell.to_owned(), step: step.to_owned() };
    if !admissible(&data.sin) || !admissible(&data.cos) {
        return Err(unproved("coefficients", "each is at least 2^63, and the exponents grow by 4 to 63"));
    }
    let pi = enclosure::pi(256)?.scaled(&dyadic(1, 62));
    let pi_off = largest(&Enclosure::exact(integer(data.pi)).minus(&pi));
    let (cos, sin) = (Series::new(&data.cos, 2, 4), Series::new(&data.sin, 1, 3));
    let model = Model(data);
    let mut terms = Terms::default();
    for i in 0..CELLS {
        let (first, last) = ((1 << 61) / CELLS * i, (1 << 61) / CELLS * (i + 1));
        let (x0, x1) = (model.x(first), model.x(last));
        let (z0, z1) = (Model::z(x0), Model::z(x1));
        let cell = Cell {
            last: integer(last) * dyadic(1, -61),
            x: between(integer(x0), integer(x1))?,
            z: between(integer(z0), integer(z1))?,
        };
        if &pi_off * &cell.last > dyadic(1, -1) || z1 > 5 << 61 {
            return Err(unproved(
                &format!("y up to {last}"),
                "the angle is off by a unit, or x² exceeds 5/8",
            ));
        }
        for of_one in cell_terms(&cos, &sin, &pi_off, &cell)? {
            terms.raise(of_one);
        }
    }
    Ok(terms)
}

/// The ledger of the kernel with these constants, and the bound it adds up to.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these constants.
pub fn bound(data: &Data) -> Result<(Vec<Term>, Bound), Error> {
    let Terms { angle, square, polynomial, cut } = errors(data)?;
    let cells = format!("slopes over {CELLS} cells");
    let term = |name: &str, units: Rational, method: &str| Term {
        name: name.to_owned(),
        unit: Unit::One,
        // Rounded up to a millionth of a unit.
        value: UpperBound::new(units * dyadic(1, -64)).rounded(84).value().clone(),
        method: method.to_owned(),
    };
    let terms = vec![
        term("last place", dyadic(2, 0), "round to nearest"),
        term("angle", angle, &format!("MPFR enclosure of π, {cells}")),
        term("square", square, &cells),
        term("polynomial", polynomial, &format!("forward analysis of {CELLS} cells")),
        term("series cut", cut, "remainder of the series"),
    ];
    let absolute = terms.iter().map(|term| term.value.clone()).sum();
    let bound = Bound {
        absolute: UpperBound::new(absolute),
        relative: UpperBound::new(Rational::zero()),
        largest_value: UpperBound::new(Rational::one()),
    };
    Ok((terms, bound))
}

/// Certifies the kernel with these constants on all 2^64 inputs.
///
/// # Guarantee
/// |cos − cos 2πv| ≤ A and |sin − sin 2πv| ≤ A for every v = turn/2^64.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these constants, or where a sample shows that the
/// kernel that ships has others.
pub fn certify(data: &Data) -> Result<KernelResult, Error> {
    let (terms, bound) = bound(data)?;
    let model = Model(data);
    let mut search = Search::new(&model, &bound)?;
    for word in Words(SEED).take(400_000) {
        search.look_and_compare(&CosSin, Input { numerator: word, bits: 64 })?;
    }
    Ok(KernelResult {
        name: model.name(),
        format: model.format(),
        domain: "turn/2^64, turn = 0 to 2^64 - 1".to_owned(),
        points: Some(1 << 64),
        fingerprint: None,
        terms,
        witness: search.witness()?,
        bound,
        method: Method::Cellwise,
        mpfr_calls: 2 * CELLS + 1,
        tools: tools(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cellwise::discrepancies;
    use kdelta_finite::cos_sin::{LEDGER_COS_SIN, cos_sin};

    /// Words at large, the neighbours of every eighth of a turn, and words of few bits.
    #[test]
    fn model_is_the_kernel_bit_for_bit() {
        let data = Data::shipped();
        let model = Model(&data);
        let eighths =
            (0..8_u64).flat_map(|i| (0..100).map(move |j| (i << 61).wrapping_add(j).wrapping_sub(50)));
        let few = (0..1 << 16_u64).map(|j: u64| j << 48);
        for turn in Words(SEED).take(300_000).chain(eighths).chain(few) {
            let (cos, sin) = cos_sin(turn);
            assert_eq!(i128::from(cos), model.cosine(turn), "{turn:#x}");
            assert_eq!(i128::from(sin), model.cosine(turn.wrapping_sub(1 << 62)), "{turn:#x}");
        }
    }

    #[test]
    fn confirms_the_ledger_of_the_kernel_and_is_tight() {
        let result = certify(&Data::shipped()).unwrap();
        assert_eq!(discrepancies(&result.terms, &LEDGER_COS_SIN), Vec::<String>::new(), "{:?}", result.terms);
        let ratio = result.ratio().unwrap();
        assert!(*ratio.value() >= dyadic(1, 0) && *ratio.value() <= dyadic(5, -2), "{ratio}");
    }

    /// The error before the last shift, at samples, stays within the terms without the last place, and uses half of them.
    #[test]
    fn terms_hold_at_samples_and_are_not_idle() {
        let data = Data::shipped();
        let Terms { angle, square, polynomial, cut } = errors(&data).unwrap();
        let all = angle + square + polynomial + cut;
        let model = Model(&data);
        let mut worst = Rational::zero();
        for y in Words(SEED).take(5_000).map(|word| word >> 3) {
            let v = Input { numerator: y, bits: 64 }.to_dyadic().to_rational();
            let (cos, sin) = model.octant(y);
            for (computed, exact) in
                [(cos, enclosure::cos_turn(&v, 128)), (sin, enclosure::sin_turn(&v, 128))]
            {
                let error = Enclosure::exact(integer(computed)).minus(&exact.unwrap().scaled(&dyadic(1, 62)));
                // Rounding to nearest moves by at most half of the last place, two units.
                let least = largest(&error).min(error.lo().abs()) * dyadic(4, 0) - dyadic(2, 0);
                assert!(least <= all, "{y:#x}");
                worst = worst.max(least);
            }
        }
        assert!(worst > &all / dyadic(3, 0), "{worst} of {all}");
    }

    #[test]
    fn one_wrong_constant_is_caught() {
        let caught = |data: &Data| {
            bound(data).map_or(true, |(terms, _)| !discrepancies(&terms, &LEDGER_COS_SIN).is_empty())
        };
        assert!(!caught(&Data::shipped()));
        let mut data = Data::shipped();
        data.pi -= 1;
        assert!(caught(&data));
        // Coefficient i is multiplied by about 0.6^i/2^s: four times that, and the ledger does not hold.
        for (of_sin, up) in [(false, false), (false, true), (true, false), (true, true)] {
            for index in 0..8 {
                let mut data = Data::shipped();
                let list = if of_sin { &mut data.sin } else { &mut data.cos };
                let (c, s) = list[index];
                let change = 1_u64 << (2 + s + u32::try_from(index).unwrap());
                list[index].0 = if up { c.saturating_add(change) } else { c - change };
                assert!(caught(&data), "{of_sin} {index} {up}");
            }
        }
        // A constant that would serve but is not the kernel's is not certified as the kernel's.
        let mut near = Data::shipped();
        near.cos[0].0 -= 3;
        assert!(!caught(&near));
        assert!(matches!(certify(&near), Err(Error::Unproved { .. })));
        let mut data = Data::shipped();
        data.sin[3].1 += 1;
        assert!(caught(&data));
        data.sin.clear();
        assert!(caught(&data));
    }
}
