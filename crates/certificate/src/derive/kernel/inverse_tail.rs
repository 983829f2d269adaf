//! The inverse of the normal tail in the logarithm, g(ℓ) = Φ̄⁻¹(e^−ℓ/2), executed again with each operation exact and then rounded, and its
//! error derived from its table.
//!
//! The proof is in `crates/finite/src/inverse_tail.rs`; here each line of its ledger is a formula over the cells.

use super::facts::{Derived, Facts, Item};
use super::literals::literals;
use super::rounding::{BINARY32, BINARY64, Binary, Tracked, exponent};
use crate::model::Number;
use crate::model::{Constants, Domain, Unit};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Part, certified_kernel};
use core::iter;
use kdelta_oracle::enclosure::{UpperBound, inverse_tail_series_at, minus_ln_tail, sqrt};
use kdelta_oracle::number::{Rational, difference, dyadic, product, sum};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// One of the two kernels: that of f64, or its result rounded once more to f32, for an ℓ of f32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InverseTail {
    pub(crate) binary: Binary,
    name: u32,
}

pub(crate) const F64: InverseTail = InverseTail { binary: BINARY64, name: 64 };
pub(crate) const F32: InverseTail = InverseTail { binary: BINARY32, name: 32 };

pub(crate) const DATA: &str = "crates/finite/src/inverse_tail_data.rs";

/// Cells in each binade of t = ℓ + 1/4, which has 33 binades from 1/4 on.
const IN_BINADE: i32 = 16;
pub(crate) const CELLS: usize = 33 * 16;
/// Exponent of the first binade.
const FIRST: i32 = -2;
/// The numbers of a cell: centre, value, c₁ to c₈.
const COLUMNS: usize = 10;

/// How many Taylor coefficients of g a cell is compared with, their relative width 2^-BITS, and what is kept of them.
const TERMS: usize = 14;
const BITS: u32 = 80;
const KEPT: Binary = Binary { precision: 96, least: -(1 << 14), largest: 1 << 14 };
/// Bits after the point of bounds that are rounded up.
const REST_BITS: u32 = 96;

/// One cell of the table.
struct Cell<'a> {
    centre: &'a Rational,
    value: &'a Rational,
    /// c₁ to c₈.
    slopes: Vec<&'a Rational>,
}

/// The ℓ whose rounded t is in a cell, and their largest distance from its centre.
pub(super) struct Reach {
    pub(super) first: Rational,
    pub(super) width: Rational,
}

impl Cell<'_> {
    /// Which ℓ the cell is for. If t rounds to a number from its lower end on, it is at most half a last place below; if t rounds to one
    /// below its upper end, it is below that, too.
    ///
    /// # Errors
    /// Refused if r would round: it is exact if the centre is 0, or between ℓ/2 and 2ℓ for every ℓ of the cell (Sterbenz).
    fn reach(&self, i: usize) -> Result<Reach, Refusal> {
        let lower = edge(i);
        let first = if i == 0 {
            Rational::zero()
        } else {
            difference(&difference(&lower, &BINARY64.half_last_place(&lower)), &offset())
        };
        let last = difference(&edge(i + 1), &offset());
        let twice = sum(self.centre, self.centre);
        if !self.centre.is_zero() && (*self.centre > sum(&first, &first) || last > twice) {
            return Err(wrong(i, "has a centre so far from its ℓ that r would round"));
        }
        let [below, above] = [&first, &last].map(|end| difference(end, self.centre).abs());
        Ok(Reach { first, width: below.max(above) })
    }

    /// f: how far the computed r·p is from that of the exact polynomial.
    fn rounding(&self, reach: &Reach) -> Rational {
        let r = Tracked::exact(reach.width.clone());
        let z = r.times(&r, BINARY64);
        let slope = |slope: &&Rational| Tracked::exact(slope.abs());
        let pairs = self.slopes.chunks(2).rev().fold(None, |inner: Option<Tracked>, pair| {
            let first = pair.first().map_or_else(|| Tracked::exact(Rational::zero()), slope);
            let pair = match pair.get(1) {
                Some(second) => first.plus(&r.times(&slope(second), BINARY64), BINARY64),
                None => first,
            };
            Some(match inner {
                Some(inner) => pair.plus(&z.times(&inner, BINARY64), BINARY64),
                None => pair,
            })
        });
        pairs.map_or_else(Rational::zero, |p| r.times(&p, BINARY64).error)
    }

    /// a: how far value + c₁·r + … + c₈·r⁸ is from g, at most: the difference to the Taylor polynomial of g in the Chebyshev basis of the
    /// cell, whose members are between −1 and 1, and what that polynomial leaves out.
    fn distance(&self, i: usize, series: &Series, reach: &Reach) -> Rational {
        // The first cell lies on one side of its centre: r = w/2·(1 + y) there, and r = w·y elsewhere, for −1 ≤ y ≤ 1.
        let unit = if i == 0 { product(&reach.width, &dyadic(1, -1)) } else { reach.width.clone() };
        let ours = iter::once(self.value).chain(self.slopes.iter().copied());
        let ours = ours.map(Some).chain(iter::repeat(None));
        let mut power = Rational::one();
        let mut terms: Vec<Rational> = Vec::new();
        for (ours, exact) in ours.zip(&series.coefficients) {
            let off = ours.map_or_else(|| exact.clone(), |ours| difference(exact, ours));
            terms.push(product(&off, &power));
            power = product(&power, &unit);
        }
        if i == 0 {
            shift(&mut terms, &Rational::one());
        }
        sum(&chebyshev_norm(&terms), &series.uncertain)
    }
}

/// The Taylor series of g at a centre: g(centre + r) = Σ bₙ·rⁿ for every r of a cell, up to `uncertain`.
pub(super) struct Series {
    /// b₀, b₁, ….
    pub(super) coefficients: Vec<Rational>,
    /// By how much the sum is off at most, in the whole cell.
    pub(super) uncertain: Rational,
}

impl Series {
    /// b₀ to b₁₃, from the series a₀, a₁, … of g at ℓ₀ = −ln(2Φ̄(value)), which follows from Mills' ratio at `value`. With s = centre − ℓ₀,
    /// g(centre + r) = G(r + s), G(u) = g(ℓ₀ + u), which is G(r) + s·G′(r) up to s²/2·|g″|: bₙ = aₙ + s·(n+1)·aₙ₊₁.
    ///
    /// What the sum leaves out of G is at most w¹⁴·|g⁽¹⁴⁾(ξ)|/14!, and of G′ at most w¹³·|g⁽¹⁴⁾(ξ)|/13!, with ξ between ℓ₀ − w and ℓ₀ + w.
    /// As g′ is the Laplace transform of a measure on ]−ln 2, ∞[, |g⁽ⁿ⁺¹⁾(ξ)| ≤ (n/(eθ))ⁿ·g′(ξ − θ) for every θ below ξ + ln 2 (THEORY
    /// 1.10), which decreases in ξ; and (n/e)ⁿ ≤ n!, because eⁿ ≥ nⁿ/n!. So these are w·(w/θ)¹³·g′(ξ − θ)/14 and (w/θ)¹³·g′(ξ − θ) at
    /// the least ξ. There g′ is at most g′(ξ − θ) as well, and |g″|/2 = g′·|1 − g·g′|/2, too: 0 ≤ g·g′ ≤ 1 for ξ ≥ 0, and |g·g′| ≤ 1 for
    /// −2^-8 ≤ ξ < 0, where g′ ≤ 4 and |g| ≤ 4·2^-8.
    pub(super) fn of(i: usize, centre: &Rational, value: &Rational, reach: &Reach) -> Result<Self, Refusal> {
        let underivable = Refusal::underivable("constants");
        let enclosed = inverse_tail_series_at(value, TERMS, BITS).map_err(&underivable)?;
        let origin = minus_ln_tail(value, BITS).map_err(underivable)?;
        let distance = difference(centre, origin.lo());
        let s = KEPT.round(&distance)?;
        let vague = sum(&origin.width(), &difference(&distance, &s).abs());
        let farthest = sum(&s.abs(), &vague);
        // Every ξ lies from here on, and so do the points between r and r + s.
        let lowest = difference(&reach.first, &farthest);
        if lowest < dyadic(-1, -8) {
            return Err(wrong(i, "has a value that is far from g at its centre"));
        }
        let mut uncertain = Rational::zero();
        let mut power = Rational::one();
        let mut coefficients: Vec<Rational> = Vec::with_capacity(TERMS);
        for (n, exact) in enclosed.iter().enumerate() {
            let kept = KEPT.round(exact.lo())?;
            let off = difference(exact.hi(), &kept).max(difference(&kept, exact.lo()));
            uncertain = sum(&uncertain, &product(&off, &power));
            if let Some(before) = coefficients.last_mut() {
                let slope = product(&s, &dyadic(n, 0));
                *before = sum(before, &product(&slope, &kept));
                // s·n·off·wⁿ⁻¹: at most off·wⁿ, as |s|·n ≤ w, which is required below.
                uncertain = sum(&uncertain, &product(&off, &power));
            }
            power = product(&power, &reach.width);
            coefficients.push(kept);
        }
        let order = i32::try_from(TERMS).unwrap_or(i32::MAX);
        let count = Rational::from_integer(order.into());
        if &farthest * &count > reach.width {
            return Err(wrong(i, "has a value that is far from g at its centre"));
        }
        let theta = sum(&product(&lowest, &dyadic(3, -2)), &dyadic(1, -1));
        let slope = steepest(&difference(&lowest, &theta))?;
        let small = (&reach.width / &theta).pow(order - 1);
        let left_out = &small * &reach.width / count + &small * &farthest;
        let rest = (left_out + vague + &farthest * &farthest) * slope;
        // Rounded up, so that it is short.
        let rest = UpperBound::new(rest).rounded(REST_BITS);
        Ok(Self { coefficients, uncertain: sum(&uncertain, rest.value()) })
    }

    /// A lower bound of g from `first` on, as g increases.
    fn least(&self, cell: &Cell<'_>, first: &Rational) -> Rational {
        let r = difference(first, cell.centre);
        let value =
            self.coefficients.iter().rev().fold(Rational::zero(), |value, b| sum(b, &product(&value, &r)));
        difference(&value, &self.uncertain).max(Rational::zero())
    }
}

/// An upper bound of g′(y) for y ≥ −0.51. g(y) > −1 there, as 2Φ̄(−1) > 1.68 > e^0.51, and g′(y) = M(g(y)) ≤ M(−1) < 3.48. For y > 0 also
/// g′(y) ≤ g(y)/y, as g is concave and g(0) = 0, and g(y) ≤ √(2y), as 2Φ̄(x) ≤ e^(−x²/2).
fn steepest(y: &Rational) -> Result<Rational, Refusal> {
    let most = Rational::from_integer(4.into());
    if !y.is_positive() {
        return Ok(most);
    }
    let root = sqrt(&(Rational::from_integer(2.into()) / y), REST_BITS);
    Ok(root.map_err(Refusal::underivable("constants"))?.hi().clone().min(most))
}

/// The coefficients of the polynomial of y + `by`.
pub(super) fn shift(terms: &mut [Rational], by: &Rational) {
    for i in 0..terms.len() {
        let mut above = Rational::zero();
        for term in terms.iter_mut().skip(i).rev() {
            above = sum(term, &product(&above, by));
            *term = above.clone();
        }
    }
}

/// The sum of the magnitudes of the Chebyshev coefficients of Σ sₖ·yᵏ, an upper bound of its magnitude for −1 ≤ y ≤ 1:
/// yᵏ = 2^(1−k)·Σ_{j ≤ k/2} C(k, j)·T_{k−2j}, where T₀ counts half.
pub(super) fn chebyshev_norm(terms: &[Rational]) -> Rational {
    let mut basis = vec![Rational::zero(); terms.len()];
    for (k, term) in terms.iter().enumerate() {
        let mut binomial = BigInt::one();
        for j in 0..=k / 2 {
            let places = i32::from(2 * j != k) - i32::try_from(k).unwrap_or(i32::MAX);
            if let Some(of_degree) = basis.get_mut(k - 2 * j) {
                *of_degree = sum(of_degree, &product(term, &dyadic(binomial.clone(), places)));
            }
            binomial = binomial * (k - j) / (j + 1);
        }
    }
    basis.iter().fold(Rational::zero(), |norm, coefficient| sum(&norm, &coefficient.abs()))
}

/// An error that is at most A + R·g in every cell.
#[derive(Default)]
struct Parts {
    absolute: Rational,
    relative: Rational,
    begun: bool,
}

impl Parts {
    /// The largest error in one more cell, where g is at least so large.
    fn take(&mut self, error: Rational, least: &Rational) {
        if !self.begun {
            *self = Self { absolute: error, relative: Rational::zero(), begun: true };
        } else if error > self.absolute {
            let ratio = UpperBound::new((error - &self.absolute) / least).rounded(REST_BITS);
            self.relative = ratio.value().clone().max(self.relative.clone());
        }
    }
}

pub(super) fn wrong(i: usize, why: &str) -> Refusal {
    Refusal::new(format!("constants CELLS, cell {i}"), why, "correct the table in the source")
}

/// The lower end of cell i as a value of t; that of cell i + 1 is its upper end.
pub(super) fn edge(i: usize) -> Rational {
    let i = i32::try_from(i).unwrap_or(i32::MAX);
    dyadic(IN_BINADE + i % IN_BINADE, FIRST + i / IN_BINADE - 4)
}

/// 1/4, which is added to ℓ.
pub(super) fn offset() -> Rational {
    dyadic(1, -2)
}

impl InverseTail {
    pub(crate) fn facts(self) -> Facts {
        let name = self.name;
        Facts {
            function: format!("kdelta_finite::inverse_tail::inverse_tail_f{name}"),
            format: format!("binary{name}"),
            domain: Domain {
                from: 0.into(),
                below: (&(edge(CELLS) - offset())).into(),
                points: format!("every binary{name} number in between"),
            },
            sources: certified_kernel(Part::InverseTail),
            binary: Some(self.binary),
        }
    }

    /// The table as columns.
    pub(crate) fn constants(self, data: &str) -> Result<Vec<Constants>, Refusal> {
        let bits = literals(data, &format!("CELLS: [Cell; {CELLS}]"), COLUMNS * CELLS)?;
        let decode = |bits: u128| {
            let number = u64::try_from(bits).ok().and_then(|bits| BINARY64.decode(bits));
            number.map(Number).ok_or_else(|| Refusal::new("constants CELLS", "hold no number", REGENERATE))
        };
        let numbers: Vec<Number> = bits.into_iter().map(decode).collect::<Result<_, _>>()?;
        let column = |(i, (name, meaning)): (usize, (String, String))| Constants {
            name: format!("CELLS.{name}"),
            meaning,
            values: numbers.iter().skip(i).step_by(COLUMNS).cloned().collect(),
        };
        let places = [
            ("centre".to_owned(), "the ℓ where r = 0".to_owned()),
            ("value".into(), "g at the centre, up to a small part of a last place".into()),
        ];
        let slopes = (1..=8).map(|k| {
            (format!("slopes[{}]", k - 1), format!("c{k}, the coefficient of r^{k}, rounded to nearest"))
        });
        Ok(places.into_iter().chain(slopes).enumerate().map(column).collect())
    }

    /// Cell i of the table.
    fn cell(constants: &[Constants], i: usize) -> Option<Cell<'_>> {
        let mut row = constants.iter().map(|column| column.values.get(i).map(|number| &number.0));
        let (centre, value) = (row.next()??, row.next()??);
        let slopes: Vec<_> = row.collect::<Option<_>>()?;
        (slopes.len() == COLUMNS - 2).then_some(Cell { centre, value, slopes })
    }

    /// Every cell against g, every exactness claim, then the ledger.
    ///
    /// Let f be the error of the computed r·p and a the distance of the exact polynomial and g, each at its largest in a cell. The last
    /// sum rounds by at most h of itself, so that the result is off by at most h·g + (1 + h)(f + a), h = 2^-53. In the first cell, near
    /// ℓ = 0, g may be as small as it likes: the absolute parts are f and a there. The relative parts are what the other cells need in
    /// addition, as multiples of the least g of each.
    pub(crate) fn derive(self, constants: &[Constants]) -> Result<Derived, Refusal> {
        let bad = || Refusal::new("constants", "are not those of this kernel", "restore them");
        let (mut rounding, mut table) = (Parts::default(), Parts::default());
        for i in 0..CELLS {
            let cell = Self::cell(constants, i).ok_or_else(bad)?;
            let reach = cell.reach(i)?;
            let series = Series::of(i, cell.centre, cell.value, &reach)?;
            let least = series.least(&cell, &reach.first);
            rounding.take(cell.rounding(&reach), &least);
            table.take(cell.distance(i, &series, &reach), &least);
        }
        let item = |name, unit, least: &Rational| Item { name, unit, least: least.clone() };
        let (one, h) = (Rational::one(), BINARY64.half_epsilon());
        let Parts { absolute: f_near, relative: f, .. } = rounding;
        let Parts { absolute: a_near, relative: a, .. } = table;
        let absolute = (&f_near + &a_near) * (&one + &h);
        let relative = (&f + &a) * (&one + &h) + &h;
        if self.binary == BINARY64 {
            let items = vec![
                item("last rounding", Unit::InverseTail, &h),
                item("r p", Unit::InverseTail, &f),
                item("r p near 0", Unit::One, &f_near),
                item("table", Unit::InverseTail, &a),
                item("table near 0", Unit::One, &a_near),
            ];
            return Ok(Derived { items, absolute, relative });
        }
        // One more rounding: h of the result of f64, or half the distance of subnormal numbers.
        let h = self.binary.half_epsilon();
        let (relative, absolute) = (relative * (&one + &h), absolute * (&one + &h));
        let absolute = absolute + self.binary.half_last_place(&Rational::zero());
        let items = vec![
            item("conversion", Unit::InverseTail, &h),
            item("kernel of f64", Unit::InverseTail, &relative),
            item("kernel of f64 near 0", Unit::One, &absolute),
        ];
        Ok(Derived { items, absolute, relative: relative + h })
    }

    /// The kernel at ℓ, operation by operation.
    pub(crate) fn execute(self, constants: &[Constants], log: &Rational) -> Option<Rational> {
        if log.is_negative() || *log >= edge(CELLS) - offset() || !self.binary.holds(log) {
            return None;
        }
        let rounded = |x: Rational| BINARY64.round(&x).ok();
        let plus = |x: &Rational, y: &Rational| rounded(sum(x, y));
        let times = |x: &Rational, y: &Rational| rounded(product(x, y));
        let t = plus(log, &offset())?;
        let e = exponent(&t);
        // 16 to 31: the leading bit and the four after it.
        let leading = product(&t, &dyadic(1, 4 - e)).floor().to_integer().to_i32()?;
        let index = (e - FIRST) * IN_BINADE + leading - IN_BINADE;
        let Cell { centre, value, slopes } = Self::cell(constants, usize::try_from(index).ok()?)?;
        let r = rounded(difference(log, centre))?;
        let z = times(&r, &r)?;
        let pairs = slopes.chunks_exact(2).rev().try_fold(None, |inner: Option<Rational>, pair| {
            let [even, odd] = pair else { return None };
            let pair = plus(even, &times(&r, odd)?)?;
            Some(Some(match inner {
                Some(inner) => plus(&pair, &times(&z, &inner)?)?,
                None => pair,
            }))
        });
        let result = plus(value, &times(&r, &pairs??)?)?;
        self.binary.round(&result).ok()
    }

    /// The numbers of the format at the two ends of a cell, or their neighbours.
    pub(crate) fn ends(self, cell: usize) -> [Rational; 2] {
        let last = dyadic(1, -BINARY64.precision.cast_signed());
        let below = product(&edge(cell + 1), &difference(&dyadic(1, 0), &last));
        [edge(cell), below].map(|t| self.nearest(&difference(&t, &offset())))
    }

    /// An input from two random words: any cell with equal chance; in the first one any binade.
    pub(crate) fn sample(self, a: u64, b: u64) -> Rational {
        let cells = u64::try_from(CELLS).unwrap_or(u64::MAX);
        let cell = usize::try_from(a % cells).unwrap_or(0);
        let part = dyadic(b | 1, -64);
        let start = edge(cell);
        let inside = product(&part, &difference(&edge(cell + 1), &start));
        let first = i32::try_from(a / cells % 64).unwrap_or(0);
        self.nearest(&if cell == 0 {
            product(&inside, &dyadic(1, -first))
        } else {
            difference(&sum(&start, &inside), &offset())
        })
    }

    /// The least and the largest input.
    pub(crate) fn domain_ends(self) -> Vec<Rational> {
        let end = edge(CELLS) - offset();
        let precision = self.binary.precision.cast_signed();
        // The distance of neighbours in the last binade.
        let step = dyadic(1, exponent(&end) + 1 - precision);
        let largest = ((&end / &step).ceil() - Rational::one()) * step;
        vec![Rational::zero(), dyadic(1, self.binary.least + 1 - precision), largest]
    }

    /// The nearest input of the domain; numbers beyond it are moved to its last one.
    fn nearest(self, log: &Rational) -> Rational {
        let largest = self.domain_ends().pop().unwrap_or_default();
        self.binary.round(log).unwrap_or_default().min(largest)
    }
}
