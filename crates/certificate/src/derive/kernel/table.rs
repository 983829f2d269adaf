//! The table logarithms, executed again with each operation exact and then rounded, and their error derived from their constants.
//!
//! The proof is in `crates/finite/src/ln/table.rs`; here each line of its ledger is a formula over the cells.

use super::facts::{Derived, Facts, Item, below};
use super::literals::literals;
use super::rounding::{BINARY32, BINARY64, Binary, Tracked, exponent};
use super::shift_add::{off, within};
use crate::model::Number;
use crate::model::{Constants, Domain, Unit};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Part, certified_kernel};
use kdelta_oracle::enclosure::{ln, ln_two};
use kdelta_oracle::number::{Rational, difference, dyadic, product, sum};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// One of the two kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) binary: Binary,
    name: u32,
    /// log₂ of the number of cells.
    index_bits: u32,
    /// The largest k of k·ln 2.
    exponents: u32,
    /// The bits of m that m₁ keeps.
    split: u32,
    /// c is a multiple of 2^-inverse_bits.
    inverse_bits: u32,
    /// The high parts of logarithms are multiples of 2^-high_bits.
    high_bits: u32,
    /// The degree of the polynomial, odd.
    degree: u32,
}

pub(crate) const F64: Table = Table {
    binary: BINARY64,
    name: 64,
    index_bits: 7,
    exponents: 1000,
    split: 27,
    inverse_bits: 10,
    high_bits: 42,
    degree: 7,
};
pub(crate) const F32: Table = Table {
    binary: BINARY32,
    name: 32,
    index_bits: 5,
    exponents: 64,
    split: 12,
    inverse_bits: 8,
    high_bits: 16,
    degree: 5,
};

pub(crate) const SOURCE: &str = "crates/finite/src/ln/table.rs";
pub(crate) const DATA: &str = "crates/finite/src/ln/table_data.rs";
const BITS: u32 = 160;

/// One cell of the table.
struct Cell<'a> {
    inverse: &'a Rational,
    high: &'a Rational,
    low: &'a Rational,
}

/// The constants by name.
struct View<'a> {
    ln_2_high: &'a Rational,
    ln_2_low: &'a Rational,
    cells: Vec<Cell<'a>>,
    /// 1/2, 1/3, … as the polynomial has them.
    coefficients: Vec<&'a Rational>,
    largest_r: &'a Rational,
}

impl Table {
    pub(crate) fn cells(self) -> usize {
        1 << self.index_bits
    }

    pub(crate) fn facts(self) -> Facts {
        let (name, exponents) = (self.name, self.exponents);
        Facts {
            function: format!("kdelta_finite::ln::table::minus_ln_f{name}"),
            format: format!("binary{name}"),
            domain: Domain {
                from: (&dyadic(1, -exponents.cast_signed())).into(),
                below: 1.into(),
                points: format!("every binary{name} number in between"),
            },
            sources: certified_kernel(Part::Table),
            binary: Some(self.binary),
        }
    }

    /// The coefficients stand in table.rs as quotients; the audit rounds the same quotients itself.
    pub(crate) fn check_coefficients(self, source: &str) -> Result<(), Refusal> {
        let name = self.name;
        let line = if self.degree == 7 {
            format!("COEFFICIENTS_{name}: [f{name}; 6] = [0.5, 1.0 / 3.0, 0.25, 0.2, 1.0 / 6.0, 1.0 / 7.0];")
        } else {
            format!("COEFFICIENTS_{name}: [f{name}; 4] = [0.5, 1.0 / 3.0, 0.25, 0.2];")
        };
        if source.matches(&line).count() == 1 {
            return Ok(());
        }
        let why = format!("of the source are not the ones of the audit's model: {line}");
        Err(Refusal::new("constants.coefficients", why, "correct the source or extend the audit"))
    }

    /// The constants of table_data.rs; the coefficients and the largest |r|, which table.rs writes as quotients, are
    /// computed: the coefficients as the compiler rounds them, |r| from the cells.
    pub(crate) fn constants(self, data: &str) -> Result<Vec<Constants>, Refusal> {
        let (name, binary) = (self.name, self.binary);
        let decode = |bits: u128| {
            let number = u64::try_from(bits).ok().and_then(|bits| binary.decode(bits)).map(Number);
            number.ok_or_else(|| Refusal::new("constants", "a bit pattern is no number", REGENERATE))
        };
        let read = |item: String, count| -> Result<Vec<Number>, Refusal> {
            literals(data, &item, count)?.into_iter().map(decode).collect()
        };
        let cells = read(format!("CELLS_{name}: [Cell<f{name}>; {}]", self.cells()), 3 * self.cells())?;
        let column = |offset| cells.iter().skip(offset).step_by(3).cloned().collect::<Vec<_>>();
        let high = format!("to the nearest multiple of 2^-{}", self.high_bits);
        let group = |name: String, meaning: String, values| Constants { name, meaning, values };
        let coefficients: Result<Vec<_>, Refusal> = (2..=self.degree)
            .map(|i| Ok(Number(binary.round(&Rational::new(1.into(), i.into()))?)))
            .collect();
        let inverse = column(0);
        let largest = (0..self.cells()).zip(&inverse).map(|(i, c)| self.largest_r(i, &c.0)).max();
        let largest = largest.ok_or_else(|| inexact("CELLS", "are none"))?;
        Ok(vec![
            group(
                format!("LN_2_HIGH_{name}"),
                format!("ln 2 {high}"),
                read(format!("LN_2_HIGH_{name}: f{name}"), 1)?,
            ),
            group(
                format!("LN_2_LOW_{name}"),
                "ln 2 less its high part, rounded to nearest".into(),
                read(format!("LN_2_LOW_{name}: f{name}"), 1)?,
            ),
            group(
                format!("CELLS_{name}.inverse"),
                format!("c, a multiple of 2^-{} near 1/m", self.inverse_bits),
                inverse,
            ),
            group(format!("CELLS_{name}.high"), format!("ln c {high}"), column(1)),
            group(
                format!("CELLS_{name}.low"),
                "ln c less its high part, rounded to nearest".into(),
                column(2),
            ),
            group(
                "coefficients of q".into(),
                format!("1/2 to 1/{}, rounded to nearest", self.degree),
                coefficients?,
            ),
            group(format!("R_{name}"), "the largest |m·c − 1|, exactly".into(), vec![Number(largest)]),
        ])
    }

    fn view(constants: &[Constants]) -> Option<View<'_>> {
        let group = |i: usize| constants.get(i).map(|group| &group.values);
        let single = |i: usize| group(i)?.first().map(|value| &value.0);
        let columns = group(2)?.iter().zip(group(3)?).zip(group(4)?);
        Some(View {
            ln_2_high: single(0)?,
            ln_2_low: single(1)?,
            cells: columns
                .map(|((inverse, high), low)| Cell { inverse: &inverse.0, high: &high.0, low: &low.0 })
                .collect(),
            coefficients: group(5)?.iter().map(|value| &value.0).collect(),
            largest_r: single(6)?,
        })
    }

    /// The mantissas of cell i: positions run from 11/16 in steps of one part in 2^index_bits of the binade.
    fn mantissas(self, i: usize) -> (Rational, Rational) {
        let edge = |i: usize| {
            let steps = position(i) + (3 << (self.index_bits - 3)); // 11/16 = 2^-1·(1 + 3/8)
            let whole = 1 << self.index_bits;
            if steps < whole {
                dyadic(whole + steps, -1 - self.index_bits.cast_signed())
            } else {
                dyadic(steps, -self.index_bits.cast_signed())
            }
        };
        (edge(i), edge(i + 1))
    }

    /// The cell of m: its position in whole steps, counted from 11/16.
    fn cell_of(self, m: &Rational) -> Option<usize> {
        let bits = self.index_bits.cast_signed();
        let below_one = *m < Rational::one();
        let scaled = product(m, &dyadic(1, if below_one { bits + 1 } else { bits }));
        let steps = scaled.to_integer().to_usize()?;
        let steps = if below_one { steps.checked_sub(self.cells())? } else { steps };
        steps.checked_sub(3 << (self.index_bits - 3))
    }

    /// sup |m·c − 1| over cell i; linear in m, so at an end.
    fn largest_r(self, i: usize, inverse: &Rational) -> Rational {
        let (first, last) = self.mantissas(i);
        let at = |m: Rational| difference(&product(&m, inverse), &Rational::one()).abs();
        at(first).max(at(last))
    }

    /// Every constant against its enclosure, every exactness claim, then the ledger.
    pub(crate) fn derive(self, constants: &[Constants]) -> Result<Derived, Refusal> {
        let oracle = Refusal::underivable("constants");
        let Some(view) = Self::view(constants).filter(|view| view.cells.len() == self.cells()) else {
            return Err(Refusal::new("constants", "are not those of this kernel", "restore them"));
        };
        let binary = self.binary;
        let half_high = dyadic(1, -1 - self.high_bits.cast_signed());
        let two = ln_two(BITS).map_err(&oracle)?;
        within("LN_2_HIGH", 0, &off(view.ln_2_high, &two), &half_high)?;
        let both = off(&(view.ln_2_high + view.ln_2_low), &two);
        within("LN_2_LOW", 0, &both, &binary.half_last_place(view.ln_2_low))?;
        let k_max = Rational::from_integer(self.exponents.into());
        let mut constant_error = Rational::zero();
        let (mut high_max, mut low_max) = (Rational::zero(), Rational::zero());
        for (i, cell) in view.cells.iter().enumerate() {
            let truth = ln(cell.inverse, BITS).map_err(&oracle)?;
            within("high", i, &off(cell.high, &truth), &half_high)?;
            let both = off(&sum(cell.high, cell.low), &truth);
            within("low", i, &both, &binary.half_last_place(cell.low))?;
            self.exactness(i, cell)?;
            constant_error = constant_error.max(both.hi().abs()).max(both.lo().abs());
            high_max = high_max.max(cell.high.abs());
            low_max = low_max.max(cell.low.abs());
        }
        constant_error += &k_max * both.hi().abs().max(both.lo().abs());
        if !(view.ln_2_high * dyadic(1, self.high_bits.cast_signed())).is_integer() {
            return Err(inexact("LN_2_HIGH", "is not a multiple of its last place, so that w would round"));
        }
        let w_max = &k_max * view.ln_2_high + &high_max;
        // w is a multiple of 2^-high_bits; it is exact if it has at most `precision` bits.
        if w_max >= dyadic(1, (binary.precision - self.high_bits).cast_signed()) {
            return Err(inexact("LN_2_HIGH", "is too long, so that w would round"));
        }

        // From here r is the computed one: |r| ≤ R + its own rounding.
        let r_rounding = binary.half_last_place(view.largest_r);
        let r_max = view.largest_r + &r_rounding;
        let one = Rational::one();
        let r_term = &r_rounding / (&one - &r_max);
        let p = self.polynomial(&view, &r_max)?;
        let order = self.degree + 1;
        let cut = r_max.pow(order.cast_signed()) / (Rational::from_integer(order.into()) * (&one - &r_max));
        let product = Tracked::exact(&k_max * view.ln_2_low.abs()).rounded(binary);
        let low = product.plus(&Tracked::exact(low_max), binary);
        // t is what the rounding of s = w − r leaves.
        let t_max = binary.half_last_place(&(w_max + &r_max));
        let first = &p.magnitude + &p.error + &low.magnitude + &low.error;
        let first_rounding = binary.half_last_place(&first);
        let second_rounding = binary.half_last_place(&(first + &first_rounding + t_max));
        let item = |name, least| Item { name, unit: Unit::One, least };
        let items = vec![
            Item { name: "last rounding", unit: Unit::Logarithm, least: binary.half_epsilon() },
            item("r", r_term),
            item("p", p.error),
            item(if self.degree == 7 { "series cut after r^7" } else { "series cut after r^5" }, cut),
            item("(p + low) + t", first_rounding + second_rounding),
            item("k ln2_low + low", low.error + constant_error),
        ];
        // The last rounding is relative to the sum it rounds, exact + A: hence the factor 1 + h.
        let absolute: Rational = items.iter().skip(1).map(|item| item.least.clone()).sum();
        let absolute = absolute * (&one + binary.half_epsilon());
        Ok(Derived { items, absolute, relative: binary.half_epsilon() })
    }

    /// The operations of cell i that the ledger calls exact.
    fn exactness(self, i: usize, cell: &Cell<'_>) -> Result<(), Refusal> {
        let name = format!("cell {i}");
        let short = product(cell.inverse, &dyadic(1, self.inverse_bits.cast_signed()));
        let two = Rational::from_integer(2.into());
        let product_bits = self.split.max(self.binary.precision - self.split) + self.inverse_bits + 1;
        if !short.is_integer() || *cell.inverse >= two || product_bits > self.binary.precision {
            return Err(inexact(&name, "has a c too long, so that m₁·c or m₂·c would round"));
        }
        if !product(cell.high, &dyadic(1, self.high_bits.cast_signed())).is_integer() {
            return Err(inexact(&name, "has a high part too long, so that w would round"));
        }
        let largest = self.largest_r(i, cell.inverse);
        // m₁·c − 1 is exact for m₁·c in [1/2, 2] (Sterbenz); Fast2Sum for k = 0, where m < 1.
        let below_one = self.mantissas(i).1 <= Rational::one();
        let fast = cell.high.is_zero() || cell.high.abs() >= largest;
        if largest >= dyadic(1, -2) || (below_one && !fast) {
            return Err(inexact(&name, "has |r| too large for an exact subtraction"));
        }
        // k ≥ 1: w ≥ ln 2 − |high| must exceed |r| as well.
        if sum(&cell.high.abs(), &largest) > dyadic(1, -1) {
            return Err(inexact(&name, "has ln c too large for an exact sum of w and r"));
        }
        Ok(())
    }

    /// p = z·q(r) with the error of every rounding and of every coefficient.
    fn polynomial(self, view: &View<'_>, r_max: &Rational) -> Result<Tracked, Refusal> {
        let binary = self.binary;
        let coefficient = |i: u32| {
            let value = view.coefficients.get(i as usize - 2).copied();
            let value = value.ok_or_else(|| inexact("coefficients of q", "are not all there"))?;
            let truth = Rational::new(1.into(), i.into());
            Ok::<_, Refusal>(Tracked { error: (value - &truth).abs(), magnitude: truth })
        };
        let r = Tracked::exact(r_max.clone());
        let z = r.times(&r, binary);
        // 1/i − r/(i+1)
        let pair = |i: u32| {
            let product = r.times(&coefficient(i + 1)?, binary);
            Ok::<_, Refusal>(coefficient(i)?.plus(&product, binary))
        };
        let mut inner = pair(self.degree - 1)?;
        let mut i = self.degree - 1;
        while i > 2 {
            i -= 2;
            inner = pair(i)?.plus(&z.times(&inner, binary), binary);
        }
        Ok(z.times(&inner, binary))
    }

    /// The kernel at v, operation by operation.
    pub(crate) fn execute(self, constants: &[Constants], v: &Rational) -> Option<Rational> {
        let (binary, one) = (self.binary, Rational::one());
        let in_domain = *v >= dyadic(1, -self.exponents.cast_signed()) && *v < one;
        if !in_domain || !binary.holds(v) {
            return None;
        }
        let view = Self::view(constants)?;
        let mut k = -exponent(v) - 1;
        let mut m = product(v, &dyadic(1, k));
        if m < dyadic(11, -4) {
            (k, m) = (k + 1, sum(&m, &m));
        }
        let &Cell { inverse, high, low } = view.cells.get(self.cell_of(&m)?)?;
        let k = Rational::from_integer(k.into());
        let plus = |x: &Rational, y: &Rational| binary.round(&sum(x, y)).ok();
        let minus = |x: &Rational, y: &Rational| binary.round(&difference(x, y)).ok();
        let times = |x: &Rational, y: &Rational| binary.round(&product(x, y)).ok();
        // m₁: the top bits of m, the rest cut.
        let place = exponent(&m) + 1 - self.split.cast_signed();
        let m1 = product(&product(&m, &dyadic(1, -place)).floor(), &dyadic(1, place));
        let r = plus(&minus(&times(&m1, inverse)?, &one)?, &times(&minus(&m, &m1)?, inverse)?)?;
        let w = plus(&times(&k, view.ln_2_high)?, high)?;
        let s = minus(&w, &r)?;
        let t = minus(&minus(&w, &s)?, &r)?;
        let low = plus(&times(&k, view.ln_2_low)?, low)?;
        let z = times(&r, &r)?;
        let c = |i: u32| view.coefficients.get(i as usize - 2).copied();
        let pair = |i: u32| minus(c(i)?, &times(&r, c(i + 1)?)?);
        let mut i = self.degree - 1;
        let mut q = pair(i)?;
        while i > 2 {
            i -= 2;
            q = plus(&pair(i)?, &times(&z, &q)?)?;
        }
        plus(&s, &plus(&plus(&times(&z, &q)?, &low)?, &t)?)
    }

    /// The two ends of a cell, in the binade of a random word.
    pub(crate) fn ends(self, cell: usize, word: u64) -> [Rational; 2] {
        let (first, after) = self.mantissas(cell % self.cells());
        let last = difference(&after, &dyadic(1, exponent(&first) + 1 - self.binary.precision.cast_signed()));
        // At least one binade down, so that v < 1 whatever the cell; at most one above the lowest.
        let k = 1 + below(word, self.exponents - 1);
        [first, last].map(|m| product(&m, &dyadic(1, -k)))
    }

    /// An input from two random words: any exponent with equal chance.
    pub(crate) fn sample(self, a: u64, b: u64) -> Rational {
        let e = below(a, self.exponents);
        let mantissa = (b | 1 << 63) >> (64 - self.binary.precision);
        dyadic(mantissa, -self.binary.precision.cast_signed() - e)
    }
}

/// The number of a cell, as an integer to compute with.
#[expect(clippy::expect_used, reason = "a table has at most 128 cells")]
fn position(cell: usize) -> i64 {
    i64::try_from(cell).expect("a cell of the table")
}

fn inexact(name: &str, why: &str) -> Refusal {
    Refusal::new(format!("constants {name}"), why, "correct the table in the source")
}
