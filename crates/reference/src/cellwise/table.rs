//! The table kernels, f64 and f32, on their whole domain: every float of [2^-1000, 1[ or [2^-64, 1[.
//!
//! With v = 2^-k·m and the cell's c, let r* = m·c − 1 and r the computed one. Then
//! −ln v = k·ln 2 + ln c − ln(1+r*), and computed − exact is the sum of
//! | term | what it is |
//! |---|---|
//! | r | ln(1+r*) − ln(1+r): at most \|r − r*\|/(1 + least of both) |
//! | series cut … | −ln(1+r) = −r + r²·q(r) with q cut after N−2 terms: at most \|r\|^N/N/(1−\|r\|) |
//! | p | computed p − r²·q(r), coefficients' own errors included |
//! | k ln2_low + low | w + low − (k·ln 2 + ln c): the constants against MPFR, and the roundings of both sums |
//! | (p + low) + t | two roundings; s + t = w − r exactly (Fast2Sum, proved per cell) |
//! | last rounding | at most h·\|s + …\| ≤ h·(\|ln v\| + E), E the sum of the others |
//!
//! So |computed − exact| ≤ E + h·E + h·|ln v|. The share h·E is added to the term r, as in the kernel's ledger.

use super::quantity::{Arithmetic, Format, On, Quantity, power, rounded_up};
use crate::enclosure;
use crate::error::Error;
use crate::number::{Dyadic, to_oracle};
use crate::result::{Bound, KernelResult, Method, Term, Unit, tools};
use crate::subject::{Input, Kernel, TableF32, TableF64};
use crate::witness::{SEED, Search, Words};
use kdelta_finite::ln::table::{
    COEFFICIENTS_32, COEFFICIENTS_64, LARGEST_K_64, Unit32, Unit64, reduce_f32, reduce_f64,
};
use kdelta_finite::ln::table_data::{
    CELLS_32, CELLS_64, Cell, LN_2_HIGH_32, LN_2_HIGH_64, LN_2_LOW_32, LN_2_LOW_64,
};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::dyadic;
use rug::Rational;
use std::marker::PhantomData;

/// Everything in a table kernel that is a number, f32 widened to f64.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// The format it runs in.
    pub format: Format,
    /// The cells, each with c and ln c in two parts.
    pub cells: Vec<Cell<f64>>,
    /// The high part of ln 2.
    pub ln_two_high: f64,
    /// The low part of ln 2.
    pub ln_two_low: f64,
    /// 1/2, 1/3, … as the kernel has them.
    pub coefficients: Vec<f64>,
    /// The low bits of m that make m₂.
    pub split: u32,
    /// The domain is [2^-deepest, 1[.
    pub deepest: u32,
}

impl Data {
    /// Those of `minus_ln_f64`.
    #[must_use]
    pub fn f64() -> Self {
        Self {
            format: Format::F64,
            cells: CELLS_64.to_vec(),
            ln_two_high: LN_2_HIGH_64,
            ln_two_low: LN_2_LOW_64,
            coefficients: COEFFICIENTS_64.to_vec(),
            split: 26,
            deepest: LARGEST_K_64,
        }
    }

    /// Those of `minus_ln_f32`.
    #[must_use]
    pub fn f32() -> Self {
        let wide = |cell: &Cell<f32>| Cell {
            inverse: f64::from(cell.inverse),
            high: f64::from(cell.high),
            low: f64::from(cell.low),
        };
        Self {
            format: Format::F32,
            cells: CELLS_32.iter().map(wide).collect(),
            ln_two_high: LN_2_HIGH_32.into(),
            ln_two_low: LN_2_LOW_32.into(),
            coefficients: COEFFICIENTS_32.iter().map(|&c| c.into()).collect(),
            split: 12,
            deepest: 64,
        }
    }
}

// The text of the kernel, in three parts, over numbers or quantities. The order of operations is the kernel's.

/// r = (m₁·c − 1) + m₂·c.
fn residual<A: Arithmetic>(
    on: &A,
    m1: &A::Number,
    m2: &A::Number,
    c: &A::Number,
    one: &A::Number,
) -> A::Number {
    on.add(&on.sub(&on.mul(m1, c), one), &on.mul(m2, c))
}

/// p = z·q, z = r·r, q = (a₂ − r·a₃) + z·((a₄ − r·a₅) + z·(…)).
fn polynomial<A: Arithmetic>(on: &A, r: &A::Number, coefficients: &[A::Number]) -> Option<A::Number> {
    let z = on.square(r);
    let mut q: Option<A::Number> = None;
    for pair in coefficients.chunks_exact(2).rev() {
        let [even, odd] = pair else { return None };
        let linear = on.sub(even, &on.mul(r, odd));
        q = Some(match q {
            None => linear,
            Some(inner) => on.add(&linear, &on.mul(&z, &inner)),
        });
    }
    Some(on.mul(&z, &q?))
}

/// The numbers behind the last line of the kernel.
struct Combined<N> {
    /// k·ln2_high + high.
    w: N,
    /// k·ln2_low + low.
    low: N,
    s: N,
    /// p + low.
    inner: N,
    /// (p + low) + t.
    outer: N,
}

/// w, low, s, t and the sums; the result is s + outer, one more rounding.
fn combine<A: Arithmetic>(
    on: &A,
    k: &A::Number,
    ln_two: (&A::Number, &A::Number),
    parts: (&A::Number, &A::Number),
    r: &A::Number,
    p: &A::Number,
) -> Option<Combined<A::Number>> {
    let w = on.add(&on.mul(k, ln_two.0), parts.0);
    let (s, t) = on.difference_in_two(&w, r)?;
    let low = on.add(&on.mul(k, ln_two.1), parts.1);
    let inner = on.add(p, &low);
    let outer = on.add(&inner, &t);
    Some(Combined { w, low, s, inner, outer })
}

/// The kernel on numbers, with these tables.
fn run<F>(data: &Data, k: F, cell: &Cell<f64>, (m1, m2): (F, F), narrow: impl Fn(f64) -> F) -> Option<F>
where
    F: Copy + std::ops::Add<Output = F> + std::ops::Sub<Output = F> + std::ops::Mul<Output = F>,
{
    let on = On::<F>(PhantomData);
    let coefficients: Vec<F> = data.coefficients.iter().map(|&c| narrow(c)).collect();
    let r = residual(&on, &m1, &m2, &narrow(cell.inverse), &narrow(1.0));
    let p = polynomial(&on, &r, &coefficients)?;
    let (high, low) = (narrow(data.ln_two_high), narrow(data.ln_two_low));
    let parts = (narrow(cell.high), narrow(cell.low));
    let all = combine(&on, &k, (&high, &low), (&parts.0, &parts.1), &r, &p)?;
    Some(on.add(&all.s, &all.outer))
}

/// A table kernel with given tables: what the cell-wise analysis speaks about.
#[derive(Clone, Debug)]
pub struct Model<'a>(pub &'a Data);

impl Kernel for Model<'_> {
    fn name(&self) -> String {
        if self.0.format == Format::F64 { TableF64.name() } else { TableF32.name() }
    }
    fn format(&self) -> String {
        if self.0.format == Format::F64 { TableF64.format() } else { TableF32.format() }
    }
    fn value(&self, v: Input) -> Option<Dyadic> {
        let data = self.0;
        let result = if data.format == Format::F64 {
            let (k, index, m) = reduce_f64(Unit64::new(v.to_f64()?)?);
            let m1 = f64::from_bits(m.to_bits() >> data.split << data.split);
            run(data, f64::from(k), data.cells.get(index)?, (m1, m - m1), |x| x)?
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "the data are f32, widened")]
            let narrow = |x: f64| x as f32;
            let (k, index, m) = reduce_f32(Unit32::new(v.to_f32()?)?);
            let m1 = f32::from_bits(m.to_bits() >> data.split << data.split);
            run(data, narrow(k.into()), data.cells.get(index)?, (m1, m - m1), narrow)?.into()
        };
        Dyadic::from_f64(result)
    }
}

/// The mantissas of one cell.
struct Mantissas {
    /// Multiples of 2^grid from first to last.
    first: Rational,
    last: Rational,
    grid: i32,
    /// The exponents k that occur, from, to (inclusive).
    k: (u32, u32),
}

/// Cell `index` of `count`: counting floats from 11/16 upward to 11/8, each cell has 2^(p−1)/count of them.
///
/// Checked against the kernel's own reduction at the first and the last float of the cell for every k; in between
/// the reduction is constant because the position is the float's bit pattern plus a constant.
fn mantissas(data: &Data, index: usize) -> Result<Mantissas, Error> {
    let unproved = |step: &str| Error::Unproved { cell: format!("cell {index}"), step: step.to_owned() };
    let precision = data.format.precision.cast_signed();
    let cells = u64::try_from(data.cells.len()).unwrap_or(0);
    if !cells.is_power_of_two() {
        return Err(unproved("the number of cells is no power of two"));
    }
    let binade = 1_u64 << (data.format.precision - 1);
    let size = binade / cells;
    let position = u64::try_from(index).unwrap_or(u64::MAX) * size;
    // Floats below 1 start at 11/16 = 2^-p·11·2^(p−4); there are 5/16·2^p = 5/8 of a binade of them.
    let below_one = binade / 8 * 5;
    let (first, grid) = if position < below_one {
        if position + size > below_one {
            return Err(unproved("the cell reaches from below 1 to above"));
        }
        (binade / 8 * 11 + position, -precision)
    } else {
        (binade + (position - below_one), 1 - precision)
    };
    let last = first + (size - 1);
    let k = if grid == -precision { (0, data.deepest - 1) } else { (1, data.deepest) };
    for exponent in k.0..=k.1 {
        for mantissa in [first, last] {
            let input = Input { numerator: mantissa, bits: grid.unsigned_abs() + exponent };
            let reduced = if data.format == Format::F64 {
                input.to_f64().and_then(Unit64::new).map(|v| {
                    let (k, cell, m) = reduce_f64(v);
                    (k, cell, m)
                })
            } else {
                input.to_f32().and_then(Unit32::new).map(|v| {
                    let (k, cell, m) = reduce_f32(v);
                    (k, cell, m.into())
                })
            };
            let m = Input { numerator: mantissa, bits: grid.unsigned_abs() }.to_f64();
            if m.is_none() || reduced != m.map(|m| (exponent, index, m)) {
                return Err(unproved("the kernel's reduction does not put the ends of the cell there"));
            }
        }
    }
    let number = |n: u64| Rational::from(n) * power(grid);
    Ok(Mantissas { first: number(first), last: number(last), grid, k })
}

/// The errors of one cell, all k.
#[derive(Clone, Debug, Default)]
struct Errors {
    r: Rational,
    p: Rational,
    series: Rational,
    sums: Rational,
    constants: Rational,
}

impl Errors {
    fn raise(&mut self, other: &Self) {
        for (ours, theirs) in [
            (&mut self.r, &other.r),
            (&mut self.p, &other.p),
            (&mut self.series, &other.series),
            (&mut self.sums, &other.sums),
            (&mut self.constants, &other.constants),
        ] {
            if *ours < *theirs {
                ours.clone_from(theirs);
            }
        }
    }
}

/// A float of the tables, exactly.
fn exact(x: f64) -> Result<Rational, Error> {
    Rational::from_f64(x)
        .ok_or_else(|| Error::Unproved { cell: "table".to_owned(), step: format!("{x} is not finite") })
}

fn constant(x: f64) -> Result<Quantity, Error> {
    Ok(Quantity::constant(&exact(x)?, Rational::new()))
}

/// Precision of the constants' enclosures: far below any error of the kernel.
const PRECISION: u32 = 192;

fn analyse(data: &Data, index: usize, cell: &Cell<f64>) -> Result<Errors, Error> {
    let unproved = |step: String| Error::Unproved { cell: format!("cell {index}"), step };
    let format = data.format;
    let m = mantissas(data, index)?;
    let c = exact(cell.inverse)?;
    if c <= 0 {
        return Err(unproved("c is not positive".to_owned()));
    }

    // m₁ keeps all but the low bits of m, m₂ is what they hold.
    let step = power(m.grid) << data.split;
    let truncated = Rational::from(&m.last / &step).floor() * &step;
    let m1 = Quantity::range(m.first, truncated, m.grid + data.split.cast_signed());
    let m2 = Quantity::range(Rational::new(), step - power(m.grid), m.grid);
    let inverse = Quantity::constant(&c, Rational::new());
    let r = residual(&format, &m1, &m2, &inverse, &constant(1.0)?);
    let largest = r.largest() + &r.error;
    if largest >= Rational::from((1, 4)) {
        return Err(unproved("|r| reaches 1/4: c is not near 1/m".to_owned()));
    }
    let least = Rational::from(&r.lo - &r.error);
    let mut errors = Errors { r: &r.error / (least + 1u32), ..Errors::default() };

    let coefficients = data
        .coefficients
        .iter()
        .zip(2u32..)
        .map(|(&a, j)| {
            let a = exact(a)?;
            let error = (&a - Rational::from((1, j))).abs();
            Ok(Quantity::constant(&a, error))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let r = r.taken_as_ideal();
    let p = polynomial(&format, &r, &coefficients)
        .ok_or_else(|| unproved("the polynomial has no pairs of coefficients".to_owned()))?;
    errors.p.clone_from(&p.error);
    let n = u32::try_from(data.coefficients.len()).unwrap_or(0) + 2;
    let power_n = (0..n).fold(Rational::from(1), |product, _| product * &largest);
    errors.series = power_n / n / (Rational::from(1) - &largest);

    let p = p.taken_as_ideal();
    let (high, low) = (constant(data.ln_two_high)?, constant(data.ln_two_low)?);
    let parts = (constant(cell.high)?, constant(cell.low)?);
    let (ln_two, ln_c) = (super::ln(&Rational::from(2), PRECISION)?, super::ln(&c, PRECISION)?);
    for k in m.k.0..=m.k.1 {
        let factor = Quantity::constant(&Rational::from(k), Rational::new());
        let all =
            combine(&format, &factor, (&high, &low), (&parts.0, &parts.1), &r, &p).ok_or_else(|| {
                unproved(format!("k = {k}: |k·ln2_high + high| < |r|, so s + t = w − r is not proved"))
            })?;
        // The constants themselves: k·(high + low) + (high + low of the cell) against k·ln 2 + ln c.
        let sum = (Rational::from(&high.lo + &low.lo) * k) + &parts.0.lo + &parts.1.lo;
        let below = Rational::from(&ln_two.0 * k) + &ln_c.0;
        let above = Rational::from(&ln_two.1 * k) + &ln_c.1;
        let own = Rational::from(&sum - &below).abs().max(Rational::from(&sum - &above).abs());
        errors.raise(&Errors {
            constants: own + &all.w.error + &all.low.error,
            sums: all.inner.rounding + all.outer.rounding,
            ..Errors::default()
        });
    }
    Ok(errors)
}

/// The ledger of a table kernel with these tables, and the bound it adds up to.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these tables.
pub fn bound(data: &Data) -> Result<(Vec<Term>, Bound), Error> {
    let mut errors = Errors::default();
    for (index, cell) in data.cells.iter().enumerate() {
        errors.raise(&analyse(data, index, cell)?);
    }
    let h = data.format.unit_roundoff();
    let last = data.coefficients.len() + 1;
    // The share of the last rounding that is not relative to |ln v| itself.
    let others = Rational::from(&errors.p + &errors.series) + &errors.sums + &errors.constants + &errors.r;
    let r = &h * others + errors.r;
    // Rounded up to 24 significant bits, so that a ledger is readable.
    let scale = |name: String, value: &Rational, method: &str| Term {
        name,
        unit: Unit::Scale,
        value: to_oracle(&rounded_up(value)),
        method: method.to_owned(),
    };
    let terms = vec![
        Term {
            name: "last rounding".to_owned(),
            unit: Unit::Magnitude,
            value: to_oracle(&h),
            method: "round to nearest".to_owned(),
        },
        scale("r".to_owned(), &r, "forward analysis per cell"),
        scale("p".to_owned(), &errors.p, "forward analysis per cell"),
        scale(format!("series cut after r^{last}"), &errors.series, "remainder of the series per cell"),
        scale("(p + low) + t".to_owned(), &errors.sums, "forward analysis per cell and exponent"),
        scale(
            "k ln2_low + low".to_owned(),
            &errors.constants,
            "MPFR enclosures and forward analysis per cell and exponent",
        ),
    ];
    let absolute = terms.iter().filter(|term| term.unit == Unit::Scale).map(|term| term.value.clone()).sum();
    let least = dyadic(1, -data.deepest.cast_signed());
    let bound = Bound {
        absolute: UpperBound::new(absolute),
        relative: UpperBound::new(to_oracle(&h)),
        largest_value: enclosure::ln(&least, 64)?.negated().upper(),
    };
    Ok((terms, bound))
}

/// Certifies a table kernel with these tables on its whole domain.
///
/// # Guarantee
/// |computed − (−ln v)| ≤ A + h·|ln v| for every float of the domain, A the sum of the terms of unit Scale.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these tables, or where a sample shows that the kernel
/// that ships has others.
pub fn certify(data: &Data) -> Result<KernelResult, Error> {
    let (terms, bound) = bound(data)?;
    let model = Model(data);
    let mut search = Search::new(&model, &bound)?;
    if data.format == Format::F64 {
        look_around(data, &TableF64, &mut search)?;
    } else {
        look_around(data, &TableF32, &mut search)?;
    }
    let floats = u128::from(data.deepest) << (data.format.precision - 1);
    Ok(KernelResult {
        name: model.name(),
        format: model.format(),
        domain: format!("every {} of [2^-{}, 1[", model.format(), data.deepest),
        points: Some(floats),
        fingerprint: None,
        terms,
        witness: search.witness()?,
        bound,
        method: Method::Cellwise,
        mpfr_calls: u64::try_from(data.cells.len()).unwrap_or(u64::MAX) * 2 + 1,
        tools: tools(),
    })
}

/// Samples where the last rounding is largest, just above the largest result that is a power of two, and at large.
fn look_around<K: Kernel>(
    data: &Data,
    shipped: &impl Kernel,
    search: &mut Search<'_, K>,
) -> Result<(), Error> {
    let precision = data.format.precision;
    let hidden = 1_u64 << (precision - 1);
    // −ln v < deepest·ln 2 and ln 2 > 11/16, so 2^j with j = ⌊log₂(deepest·11/16)⌋ is in the range.
    let j = (data.deepest * 11 / 16).ilog2();
    // Only a place to start from: e^(−2^j), in whatever accuracy.
    let start = (-2.0_f64.powi(j.cast_signed())).exp();
    if let Some(Input { numerator, bits }) = Input::from_f64(start) {
        let (numerator, bits) = (numerator >> (53 - precision), bits - (53 - precision));
        for step in 0..40_000 {
            search.look_and_compare(shipped, Input { numerator: numerator - step, bits })?;
        }
    }
    for word in Words(SEED).take(100_000) {
        let exponent = u32::try_from(word >> 54).unwrap_or(0) % data.deepest;
        let numerator = hidden | (word & (hidden - 1));
        search.look_and_compare(shipped, Input { numerator, bits: precision + exponent })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cellwise::discrepancies;
    use kdelta_finite::ln::table::{LEDGER_F32, LEDGER_F64};

    #[test]
    fn model_is_the_kernel_bit_for_bit() {
        let (f64, f32) = (Data::f64(), Data::f32());
        for word in Words(SEED).take(400_000) {
            let exponent = u32::try_from(word >> 54).unwrap();
            let wide = Input { numerator: (1 << 52) | (word & ((1 << 52) - 1)), bits: 53 + exponent % 1000 };
            assert_eq!(Model(&f64).value(wide), TableF64.value(wide), "{wide}");
            let narrow = Input { numerator: (1 << 23) | (word & ((1 << 23) - 1)), bits: 24 + exponent % 64 };
            assert_eq!(Model(&f32).value(narrow), TableF32.value(narrow), "{narrow}");
        }
    }

    /// The samples cannot see a coefficient that is off by little; the text of the kernel can be read.
    #[test]
    fn analysed_text_is_the_text_of_the_kernel() {
        let source = include_str!("../../certified/ln/table.rs");
        for line in [
            "let m1 = f64::from_bits(m.to_bits() & !0x3ff_ffff);",
            "let m1 = f32::from_bits(m.to_bits() & !0xfff);",
            "let [c2, c3, c4, c5, c6, c7] = COEFFICIENTS_64;",
            "let [c2, c3, c4, c5] = COEFFICIENTS_32;",
            "let q = (c2 - r * c3) + z * ((c4 - r * c5) + z * (c6 - r * c7));",
            "let q = (c2 - r * c3) + z * (c4 - r * c5);",
            "let w = k * LN_2_HIGH_64 + high;",
            "let w = k * LN_2_HIGH_32 + high;",
            "let low = k * LN_2_LOW_64 + low;",
            "let low = k * LN_2_LOW_32 + low;",
        ] {
            assert_eq!(source.matches(line).count(), 1, "{line}");
        }
        for line in [
            "let r = (m1 * inverse - 1.0) + (m - m1) * inverse;",
            "let s = w - r;",
            "let t = (w - s) - r;",
            "let z = r * r;",
            "let p = z * q;",
            "    s + ((p + low) + t)\n",
        ] {
            assert_eq!(source.matches(line).count(), 2, "{line}");
        }
    }

    #[test]
    fn confirms_the_ledgers_of_the_kernels_and_is_tight() {
        for (data, ledger) in [(Data::f64(), LEDGER_F64), (Data::f32(), LEDGER_F32)] {
            let result = certify(&data).unwrap();
            assert_eq!(discrepancies(&result.terms, &ledger), Vec::<String>::new());
            assert!(*result.ratio().unwrap().value() >= dyadic(1, 0));
            let (there, overall) = (result.ratio().unwrap(), result.overall_ratio().unwrap());
            assert!(*there.value() <= dyadic(2, 0) && *overall.value() <= dyadic(2, 0), "{there} {overall}");
            assert_eq!(result.sum(Unit::Scale), *result.bound.absolute.value());
        }
    }

    #[test]
    fn every_term_bounds_its_share_at_samples_and_is_not_idle() {
        let data = Data::f64();
        let (terms, _) = bound(&data).unwrap();
        let term =
            |name: &str| crate::number::to_rug(&terms.iter().find(|term| term.name == name).unwrap().value);
        let names = ["r", "p", "k ln2_low + low", "(p + low) + t"];
        let mut largest = [(); 4].map(|()| Rational::new());
        let on = On::<f64>(PhantomData);
        let of = |x: f64| Rational::from_f64(x).unwrap();
        let ln_two = crate::cellwise::ln(&Rational::from(2), PRECISION).unwrap();
        // Mantissas at large, and next to both ends of the cells, where |r| and with it p is largest.
        let samples = Words(SEED).take(20_000).flat_map(|word| {
            let large = ((1022 - (word >> 54) % 1000) << 52) | (word & ((1 << 52) - 1));
            let first = 0x3fe6_0000_0000_0000 + (((word >> 50) & 127) << 45) - ((1 + (word >> 58)) << 52);
            let near = word & ((1 << 40) - 1);
            [large, first + near, first + (1 << 45) - 1 - near]
        });
        for v in samples.map(f64::from_bits) {
            let (k, index, m) = reduce_f64(Unit64::new(v).unwrap());
            let cell = data.cells[index];
            let m1 = f64::from_bits(m.to_bits() >> 26 << 26);
            let r = residual(&on, &m1, &(m - m1), &cell.inverse, &1.0);
            let p = polynomial(&on, &r, &data.coefficients).unwrap();
            let (high, low) = ((&data.ln_two_high, &data.ln_two_low), (&cell.high, &cell.low));
            let all = combine(&on, &f64::from(k), high, low, &r, &p).unwrap();

            let exact_r = of(m) * of(cell.inverse) - 1u32;
            let larger = Rational::from(&exact_r + 1u32).max(of(r) + 1u32);
            // r²·q(r) with the exact coefficients 1/2, −1/3, …, −1/7.
            let mut series = Rational::new();
            for j in (2..=7_i32).rev() {
                series *= of(r);
                series += Rational::from((if j % 2 == 0 { 1 } else { -1 }, j));
            }
            series *= of(r) * of(r);
            let ln_c = crate::cellwise::ln(&of(cell.inverse), PRECISION).unwrap();
            let constants = of(all.w) + of(all.low) - (Rational::from(&ln_two.0 * k) + ln_c.0);
            let (w, s) = (of(all.w), of(all.s));
            let t = &w - of(r) - &s;
            let sums =
                (of(all.inner) - of(p) - of(all.low)).abs() + (of(all.outer) - of(all.inner) - t).abs();
            let shares = [(of(r) - exact_r).abs() / larger, (of(p) - series).abs(), constants.abs(), sums];
            for ((name, share), most) in names.iter().zip(shares).zip(&mut largest) {
                // 2^-180 for the width of the enclosures.
                assert!(share <= term(name) + power(-180), "{name} at {v}");
                if share > *most {
                    *most = share;
                }
            }
        }
        for (name, most) in names.iter().zip(&largest) {
            assert!(Rational::from(most * 4u32) > term(name), "{name} is {} of its bound", most.to_f64());
        }
    }

    /// Whether the analysis objects to these tables.
    fn caught(data: &Data) -> bool {
        let ledger = if data.format == Format::F64 { LEDGER_F64 } else { LEDGER_F32 };
        bound(data).map_or(true, |(terms, _)| !discrepancies(&terms, &ledger).is_empty())
    }

    #[test]
    fn one_wrong_number_of_the_f64_tables_is_caught() {
        let wrong = |x: f64, unit: f64| x + unit;
        for index in [0, 31, 78, 79, 80, 127] {
            let mut data = Data::f64();
            data.cells[index].inverse = wrong(data.cells[index].inverse, 2.0_f64.powi(-10));
            assert!(caught(&data), "inverse {index}");
            let mut data = Data::f64();
            data.cells[index].high = wrong(data.cells[index].high, 2.0_f64.powi(-42));
            assert!(caught(&data), "high {index}");
            // The low part matters to the 26th bit behind 2^-62; a change of 2^-70 exceeds its term of 2^-88.
            let mut data = Data::f64();
            data.cells[index].low = wrong(data.cells[index].low, -2.0_f64.powi(-70));
            assert!(caught(&data), "low {index}");
        }
        let mut swapped = Data::f64();
        swapped.cells.swap(10, 11);
        assert!(caught(&swapped));
        let mut data = Data::f64();
        data.ln_two_high += 2.0_f64.powi(-42);
        assert!(caught(&data));
        let mut data = Data::f64();
        data.ln_two_low += 2.0_f64.powi(-90);
        assert!(caught(&data));
        for index in 0..6 {
            let mut data = Data::f64();
            data.coefficients[index] *= 1.0 + 2.0_f64.powi(-10);
            assert!(caught(&data), "coefficient {index}");
        }
        for value in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            let mut data = Data::f64();
            data.cells[5].inverse = value;
            assert!(caught(&data), "{value}");
        }
        assert!(!caught(&Data::f64()));
    }

    #[test]
    fn one_wrong_number_of_the_f32_tables_is_caught() {
        for index in 0..32 {
            for change in [
                (|cell: &mut Cell<f64>| cell.inverse += 2.0_f64.powi(-8)) as fn(&mut Cell<f64>),
                |cell| cell.high += 2.0_f64.powi(-16),
                |cell| cell.low += 2.0_f64.powi(-32),
            ] {
                let mut data = Data::f32();
                change(&mut data.cells[index]);
                assert!(caught(&data), "cell {index}");
            }
        }
        let mut data = Data::f32();
        data.ln_two_low += 2.0_f64.powi(-36);
        assert!(caught(&data));
    }
}
