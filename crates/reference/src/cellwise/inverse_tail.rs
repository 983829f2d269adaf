//! g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2), in f64 on every float of [0, 2^31 − 1/4[, and in f32.
//!
//! Cell by cell, with P the cell's polynomial in exact numbers, computed − g is the sum of
//! | term | what it is |
//! |---|---|
//! | table | P − g: the distance of P from the cell's piece ([`crate::inverse_tail`]), and that piece's own error |
//! | r p | the computed r·p against the exact one: forward analysis, r = ℓ − centre exact |
//! | last rounding | at most h·\|value + r·p\| ≤ h·(g + E), E the sum of the others |
//!
//! The share h·E is added to "table", as in the kernel's ledger. "r p" and "table" are bounded by A + R·g: R is the
//! largest quotient with g where g ≥ 2, A what the cells below need besides.
//!
//! Which floats a cell has is read off the kernel's own index, which does not decrease with ℓ.

use super::quantity::{Arithmetic, Format, On, Quantity, binary_exponent, power, rounded_up};
use crate::error::Error;
use crate::function::{Fast, Function};
use crate::inverse_tail::{InverseTail, Piece};
use crate::number::{Dyadic, to_oracle, to_rug};
use crate::result::{Bound, KernelResult, Method, Term, Unit, tools};
use crate::subject::{Input, InverseTailF32, InverseTailF64, Kernel};
use crate::witness::{SEED, Search, Words};
use kdelta_finite::inverse_tail::{END, cell_index};
use kdelta_finite::inverse_tail_data::{CELLS, Cell};
use kdelta_oracle::enclosure::UpperBound;
use rug::Rational;
use std::marker::PhantomData;

/// Everything in the kernels that is a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// The cells, in the order of ℓ.
    pub cells: Vec<Cell>,
}

impl Data {
    /// Those of `inverse_tail_f64`, which `inverse_tail_f32` uses too.
    #[must_use]
    pub fn shipped() -> Self {
        Self { cells: CELLS.to_vec() }
    }
}

/// The numbers behind the last line of the kernel.
struct Parts<N> {
    r: N,
    p: N,
    /// r·p.
    product: N,
    /// value + r·p.
    result: N,
}

/// The text of the kernel, over numbers or quantities. The order of operations is the kernel's.
fn text<A: Arithmetic>(
    on: &A,
    log: &A::Number,
    centre: &A::Number,
    value: &A::Number,
    [c1, c2, c3, c4, c5, c6, c7, c8]: &[A::Number; 8],
) -> Parts<A::Number> {
    let r = on.sub(log, centre);
    let z = on.square(&r);
    let pair = |even: &A::Number, odd: &A::Number| on.add(even, &on.mul(&r, odd));
    let inner = on.add(&pair(c5, c6), &on.mul(&z, &pair(c7, c8)));
    let middle = on.add(&pair(c3, c4), &on.mul(&z, &inner));
    let p = on.add(&pair(c1, c2), &on.mul(&z, &middle));
    let product = on.mul(&r, &p);
    let result = on.add(value, &product);
    Parts { r, p, product, result }
}

/// The kernel with given tables: what the analysis speaks about. In f32, the result is rounded once more.
#[derive(Clone, Debug)]
pub struct Model<'a>(pub &'a Data, pub Format);

impl Kernel for Model<'_> {
    fn name(&self) -> String {
        if self.1 == Format::F64 { InverseTailF64.name() } else { InverseTailF32.name() }
    }
    fn format(&self) -> String {
        if self.1 == Format::F64 { InverseTailF64.format() } else { InverseTailF32.format() }
    }
    fn function(&self) -> Function {
        Function::InverseTail
    }
    fn value(&self, log: Input) -> Option<Dyadic> {
        let log = if self.1 == Format::F64 { log.to_f64()? } else { log.to_f32()?.into() };
        let Cell { centre, value, slopes } = self.0.cells.get(cell_index(log))?;
        let result = text(&On::<f64>(PhantomData), &log, centre, value, slopes).result;
        #[expect(clippy::cast_possible_truncation, reason = "the rounding to f32 is the meaning")]
        let narrow = f64::from(result as f32);
        Dyadic::from_f64(if self.1 == Format::F64 { result } else { narrow })
    }
}

/// What one part of a cell comes to.
#[derive(Clone, Debug)]
struct Errors {
    /// No g(ℓ) of the part lies below.
    least: Rational,
    rounding: Rational,
    table: Rational,
}

fn unproved(index: usize, step: impl Into<String>) -> Error {
    Error::Unproved { cell: format!("cell {index}"), step: step.into() }
}

/// The first float whose index is at least `index`, by bisection among the bit patterns.
fn first_float(index: usize) -> f64 {
    let (mut below, mut above) = (0, END.to_bits());
    while below < above {
        let middle = below.midpoint(above);
        if cell_index(f64::from_bits(middle)) < index {
            below = middle + 1;
        } else {
            above = middle;
        }
    }
    f64::from_bits(below)
}

/// A float, exactly.
fn exact(index: usize, x: f64) -> Result<Rational, Error> {
    Rational::from_f64(x).ok_or_else(|| unproved(index, format!("{x} is not finite")))
}

/// The text of the kernel over all floats of a cell, and the polynomial in exact numbers: value, c₁, ….
fn forward(index: usize, cell: &Cell, piece: &Piece) -> Result<(Parts<Quantity>, Vec<Rational>), Error> {
    let number = |x: f64| exact(index, x);
    let (first, last) = (number(first_float(index))?, number(first_float(index + 1).next_down())?);
    if first > last || !piece.covers(&first) || !piece.covers(&last) {
        return Err(unproved(index, "the kernel's index does not put the ends of the cell there"));
    }
    // All floats of the cell are multiples of the last place of the first one.
    let grid = if first == 0 { Format::F64.least } else { binary_exponent(&first) - 52 };
    let log = Quantity::range(first, last, grid);
    let polynomial =
        std::iter::once(cell.value).chain(cell.slopes).map(number).collect::<Result<Vec<_>, _>>()?;
    let constant = |x: f64| number(x).map(|x| Quantity::constant(&x, Rational::new()));
    let [c1, c2, c3, c4, c5, c6, c7, c8] = cell.slopes.map(constant);
    let slopes = [c1?, c2?, c3?, c4?, c5?, c6?, c7?, c8?];
    let parts = text(&Format::F64, &log, &constant(cell.centre)?, &constant(cell.value)?, &slopes);
    if parts.r.error != 0 {
        return Err(unproved(index, "r = ℓ − centre is not exact"));
    }
    // r ≥ 0 and p > 0 give r·p ≥ 0 by rounding to nearest; elsewhere value exceeds |r·p|.
    let near_zero = cell.value == 0.0 && parts.r.lo >= 0 && parts.p.lo > 0;
    if !near_zero && parts.result.lo <= 0 {
        return Err(unproved(index, "the result may be negative"));
    }
    Ok((parts, polynomial))
}

/// The parts of a cell after the first.
fn analyse(index: usize, cell: &Cell, piece: &Piece) -> Result<Vec<Errors>, Error> {
    let (parts, polynomial) = forward(index, cell, piece)?;
    let centre = exact(index, cell.centre)?;
    let rounding = &parts.product.error;
    let of = |(table, least)| Errors { least, rounding: rounding.clone(), table };
    Ok(piece.distances(&polynomial, &centre).into_iter().zip(piece.least_of_parts()).map(of).collect())
}

/// The first cell as one part, and a bound of |computed − g(ℓ)|/g(ℓ) there, for ℓ ≥ 2^-1022.
fn analyse_first(cell: &Cell, piece: &Piece) -> Result<(Errors, Rational), Error> {
    let (parts, polynomial) = forward(0, cell, piece)?;
    // The piece is g(ℓ)/ℓ, which decreases because g is concave and g(0) = 0.
    let (Some(slopes), true) = (polynomial.get(1..), cell.centre == 0.0 && cell.value == 0.0) else {
        return Err(unproved(0, "the first centre and the first value are not 0"));
    };
    let off = piece.distances(slopes, &Rational::new()).into_iter().max().unwrap_or_default();
    let last = piece.ends().1;
    let least = piece.least(&last);
    if least <= 0 {
        return Err(unproved(0, "g(ℓ)/ℓ is not positive"));
    }
    let errors = Errors { least: Rational::new(), rounding: parts.product.error, table: &off * last };
    // computed = ℓ·p·(1 + ε) with |ε| ≤ h, as ℓ·p is a normal number and the value 0 adds nothing; and p is off by its
    // roundings and by `off` from g(ℓ)/ℓ.
    let p = (parts.p.error + off) / least + 1u32;
    Ok((errors, p * (Format::F64.unit_roundoff() + 1u32) - 1u32))
}

/// A and R with x ≤ A + R·g everywhere: R from where g ≥ 2, A what the rest needs besides.
fn split(all: &[Errors], x: impl Fn(&Errors) -> Rational) -> (Rational, Rational) {
    let far = all.iter().filter(|part| part.least >= 2);
    let relative = far.map(|part| x(part) / &part.least).max().unwrap_or_default();
    let relative = rounded_up(&relative);
    let rest =
        all.iter().map(|part| x(part) - Rational::from(&part.least * &relative)).max().unwrap_or_default();
    (rounded_up(&rest.max(Rational::new())), relative)
}

/// The ledger of a kernel with these tables, and the bound it adds up to; `relative` bounds the relative error in the
/// first cell, in f64.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The ledger.
    pub terms: Vec<Term>,
    /// Its sum.
    pub bound: Bound,
    /// |computed − g(ℓ)| ≤ `near_zero`·g(ℓ) in f64 for every ℓ of the first cell that is at least 2^-1022.
    pub near_zero: UpperBound,
}

/// Analyses all cells.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these tables.
pub fn analysis(data: &Data, format: Format, exact: &InverseTail) -> Result<Analysis, Error> {
    let (mut all, mut near_zero) = (Vec::new(), None);
    for (index, cell) in data.cells.iter().enumerate() {
        let piece = exact.piece(index).ok_or_else(|| unproved(index, "there are 528 cells"))?;
        if index == 0 {
            let (errors, relative) = analyse_first(cell, piece)?;
            all.push(errors);
            near_zero = Some(relative);
        } else {
            all.extend(analyse(index, cell, piece)?);
        }
    }
    let (count, Some(near_zero)) = (data.cells.len(), near_zero) else {
        return Err(unproved(0, "there is no cell"));
    };
    if first_float(count) < END {
        return Err(unproved(count, "the cells end before the domain does"));
    }
    let h = Format::F64.unit_roundoff();
    let (rounding, rounding_relative) = split(&all, |part| part.rounding.clone());
    let (table, table_relative) =
        split(&all, |part| Rational::from(&part.rounding + &part.table) * &h + &part.table);
    let term = |name: &str, unit, value: &Rational, method: &str| Term {
        name: name.to_owned(),
        unit,
        value: to_oracle(value),
        method: method.to_owned(),
    };
    let forward = "forward analysis per cell";
    let nodes = "MPFR at 16 points per cell, remainder of the interpolation";
    let mut terms = vec![
        term("last rounding", Unit::Magnitude, &h, "round to nearest"),
        term("r p", Unit::Magnitude, &rounding_relative, forward),
        term("r p near 0", Unit::Scale, &rounding, forward),
        term("table", Unit::Magnitude, &table_relative, nodes),
        term("table near 0", Unit::Scale, &table, nodes),
    ];
    let sum = |terms: &[Term], unit| {
        UpperBound::new(terms.iter().filter(|term| term.unit == unit).map(|term| term.value.clone()).sum())
    };
    if format == Format::F32 {
        // |rounded − y| ≤ 2^-24·|y| + 2^-150, the latter for subnormal results, and y is off by A + R·g.
        let (narrow, wide) = (Format::F32.unit_roundoff(), Format::F32.unit_roundoff() + 1u32);
        let of = |unit| rounded_up(&(to_rug(sum(&terms, unit).value()) * &wide));
        let (relative, absolute) = (of(Unit::Magnitude), of(Unit::Scale) + power(-150));
        terms = vec![
            term("conversion", Unit::Magnitude, &narrow, "round to nearest"),
            term("kernel of f64", Unit::Magnitude, &relative, "the sum of its terms"),
            term(
                "kernel of f64 near 0",
                Unit::Scale,
                &absolute,
                "the sum of its terms, and 2^-150 for subnormal results",
            ),
        ];
    }
    let last = to_oracle(&self::exact(count, END.next_down())?);
    let bound = Bound {
        absolute: sum(&terms, Unit::Scale),
        relative: sum(&terms, Unit::Magnitude),
        largest_value: Function::InverseTail.largest(&last, &last)?,
    };
    Ok(Analysis { terms, bound, near_zero: UpperBound::new(to_oracle(&near_zero)) })
}

/// Certifies a kernel with these tables on its whole domain.
///
/// # Guarantee
/// |computed − g(ℓ)| ≤ A + R·g(ℓ) for every float of [0, 2^31 − 1/4[, and computed ≥ 0.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these tables, or where a sample shows that the kernel
/// that ships has others.
pub fn certify(data: &Data, format: Format) -> Result<KernelResult, Error> {
    let pieces = InverseTail::new()?;
    let Analysis { terms, bound, .. } = analysis(data, format, &pieces)?;
    let model = Model(data, format);
    let mut search = Search::with_filter(&model, &bound, Fast::InverseTail(pieces));
    if format == Format::F64 {
        look_around(&InverseTailF64, format, &mut search)?;
    } else {
        look_around(&InverseTailF32, format, &mut search)?;
    }
    // Bit patterns of floats that are not negative are consecutive.
    let points =
        if format == Format::F64 { END.to_bits().into() } else { u128::from(2.0_f32.powi(31).to_bits()) };
    Ok(KernelResult {
        name: model.name(),
        format: model.format(),
        domain: format!("every {} of [0, 2^31 - 1/4[", model.format()),
        points: Some(points),
        fingerprint: None,
        terms,
        witness: search.witness()?,
        bound,
        method: Method::Cellwise,
        mpfr_calls: u64::try_from(data.cells.len()).unwrap_or(u64::MAX) * 18,
        tools: tools(),
    })
}

/// Samples just above the largest result that is a power of two, where the last rounding is largest: a witness there is
/// one for the whole domain, and elsewhere the bound is no less tight. Samples at large are compared only.
fn look_around<K: Kernel>(
    shipped: &impl Kernel,
    format: Format,
    search: &mut Search<'_, K>,
) -> Result<(), Error> {
    let narrow = 53 - format.precision;
    let input = |bits: u64| Input::from_f64(f64::from_bits(bits >> narrow << narrow));
    // Only a place to start from: −ln 2Φ̄(2^15) = 2^29 + ln(2^15·√(π/2)) + …. From there 2^46 floats; neighbours would tell
    // less, as the results of every other one lie on one line.
    let start = 536_870_923.0_f64.to_bits();
    for near in Words(SEED).take(60_000).filter_map(|word| input(start + (word >> 18))) {
        search.look_and_compare(shipped, near)?;
    }
    // From 2^-64 to 2^31.
    let words = Words(SEED).take(100_000);
    for at_large in words.filter_map(|word| input(((1053 - word % 95) << 52) | (word >> 12))) {
        search.compare(shipped, at_large)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cellwise::discrepancies;
    use crate::enclosure;
    use kdelta_finite::inverse_tail::{LEDGER_F32, LEDGER_F64, inverse_tail_f32, inverse_tail_f64};
    use kdelta_oracle::number::dyadic;

    /// Floats at large from 2^-1074 to 2^31, and the neighbours of every edge.
    fn samples(count: usize) -> impl Iterator<Item = f64> {
        let edges = (0..=CELLS.len()).flat_map(|index| {
            let edge = first_float(index).to_bits();
            (0..7).map(move |step| (edge + step).saturating_sub(4))
        });
        let large = Words(SEED).take(count).map(|word| ((1053 - word % 1054) << 52) | (word >> 12));
        let usual = Words(SEED ^ 1).take(count).map(|word| ((1053 - word % 40) << 52) | (word >> 12));
        edges.chain(large).chain(usual).map(f64::from_bits).filter(|log| *log < END)
    }

    #[test]
    fn model_is_the_kernel_bit_for_bit() {
        let data = Data::shipped();
        for log in samples(200_000) {
            let Cell { centre, value, slopes } = &data.cells[cell_index(log)];
            let ours = text(&On::<f64>(PhantomData), &log, centre, value, slopes).result;
            assert_eq!(ours.to_bits(), inverse_tail_f64(log).to_bits(), "{log:e}");
            #[expect(clippy::cast_possible_truncation, reason = "a sample of f32, below 2^31")]
            let log = (log as f32).min(2.0_f32.powi(31).next_down());
            let input = Input::from_f64(log.into()).unwrap();
            let ours = Model(&data, Format::F32).value(input);
            assert_eq!(ours, Dyadic::from_f64(inverse_tail_f32(log).into()), "{log:e}");
        }
    }

    /// The samples cannot see a coefficient that is off by little; the text of the kernel can be read.
    #[test]
    fn analysed_text_is_the_text_of_the_kernel() {
        let source = include_str!("../../certified/inverse_tail.rs");
        for line in [
            "    polynomial(log, cell(cell_index(log)))\n",
            "    CELLS.get(index).unwrap_or(NONE)\n",
            "let Cell { centre, value, slopes: [c1, c2, c3, c4, c5, c6, c7, c8] } = *cell;",
            "let r = log - centre;",
            "let z = r * r;",
            "let p = (c1 + r * c2) + z * ((c3 + r * c4) + z * ((c5 + r * c6) + z * (c7 + r * c8)));",
            "    value + r * p\n",
            "    rounded_to_f32(inverse_tail_f64(log.into()))\n",
        ] {
            assert_eq!(source.matches(line).count(), 1, "{line}");
        }
    }

    /// The bound at its witness is 1.1 times the error. Over the whole domain it is up to 2.2 times the largest error,
    /// because g ends just below 2^16: there the last rounding is half of h·g.
    #[test]
    fn confirms_the_ledgers_of_the_kernels_and_is_tight() {
        for (format, ledger) in [(Format::F64, LEDGER_F64), (Format::F32, LEDGER_F32)] {
            let result = certify(&Data::shipped(), format).unwrap();
            assert_eq!(discrepancies(&result.terms, &ledger), Vec::<String>::new());
            let (there, overall) = (result.ratio().unwrap(), result.overall_ratio().unwrap());
            assert!(*there.value() >= dyadic(1, 0) && *there.value() <= dyadic(5, -2), "{there}");
            assert!(*overall.value() <= dyadic(9, -2), "{overall}");
            assert_eq!(result.sum(Unit::Scale), *result.bound.absolute.value());
            assert_eq!(result.sum(Unit::Magnitude), *result.bound.relative.value());
        }
    }

    /// "r p" and "table" at samples, by exact numbers and MPFR; and a third of each is used.
    #[test]
    fn every_term_bounds_its_share_at_samples_and_is_not_idle() {
        let data = Data::shipped();
        let Analysis { terms, .. } = analysis(&data, Format::F64, &InverseTail::new().unwrap()).unwrap();
        let term = |name: &str| to_rug(&terms.iter().find(|term| term.name == name).unwrap().value);
        let pairs = [("r p near 0", "r p"), ("table near 0", "table")]
            .map(|(absolute, relative)| (term(absolute), term(relative)));
        let mut used = [Rational::new(), Rational::new()];
        let of = |x: f64| Rational::from_f64(x).unwrap();
        for log in samples(4000) {
            let Cell { centre, value, slopes } = &data.cells[cell_index(log)];
            let parts = text(&On::<f64>(PhantomData), &log, centre, value, slopes);
            let r = of(log) - of(*centre);
            let exact = slopes.iter().rev().fold(Rational::new(), |sum, &c| sum * &r + of(c)) * r;
            let g = enclosure::inverse_tail(&to_oracle(&of(log)), 120);
            // Logarithms below 2^-1000 are no numbers of the reference; the terms are absolute there.
            let g = g.map_or_else(|_| Rational::new(), |g| to_rug(g.lo()));
            let shares = [(of(parts.product) - &exact).abs(), (of(*value) + exact - &g).abs()];
            for ((share, (absolute, relative)), used) in shares.into_iter().zip(&pairs).zip(&mut used) {
                let quotient = share / (Rational::from(relative * &g) + absolute);
                assert!(quotient <= 1, "{log:e}");
                if quotient > *used {
                    *used = quotient;
                }
            }
        }
        assert!(used.iter().all(|used| *used > Rational::from((1, 3))), "{used:?}");
    }

    /// 3.29 roundings in the first cell, whatever the size of ℓ: c₁, two sums, and the product.
    #[test]
    fn the_first_cell_is_accurate_in_the_relative_sense() {
        let pieces = InverseTail::new().unwrap();
        let (_, bound) = analyse_first(&CELLS[0], pieces.piece(0).unwrap()).unwrap();
        assert!(bound < Rational::from((329, 100)) * power(-53), "{}", bound.to_f64());
        let mut worst = Rational::new();
        let small =
            Words(SEED).take(3000).map(|word| f64::from_bits(((1016 - word % 800) << 52) | (word >> 12)));
        let usual =
            Words(SEED ^ 1).take(3000).map(|word| f64::from_bits(((1016 - word % 4) << 52) | (word >> 12)));
        for log in small.chain(usual) {
            let of = |x: f64| Rational::from_f64(x).unwrap();
            let g = to_rug(enclosure::inverse_tail(&to_oracle(&of(log)), 120).unwrap().lo());
            let relative = (of(inverse_tail_f64(log)) / g - 1u32).abs();
            assert!(relative <= bound, "{log:e}");
            worst = worst.max(relative);
        }
        assert!(worst > Rational::from(&bound / 2u32), "{}", worst.to_f64());
    }

    /// One number is changed by `by` of itself.
    fn changed(index: usize, place: usize, by: f64) -> Cell {
        let mut cell = CELLS[index];
        let number = match place {
            0 => &mut cell.centre,
            9 => &mut cell.value,
            k => &mut cell.slopes[k - 1],
        };
        *number *= 1.0 + by;
        cell
    }

    #[test]
    fn one_wrong_number_of_the_table_is_caught() {
        let pieces = InverseTail::new().unwrap();
        let (absolute, relative) = (power(-59), Rational::from(3) * power(-59));
        let caught = |index: usize, cell: &Cell| {
            let piece = pieces.piece(index).unwrap();
            let over = |part: &Errors| part.table > Rational::from(&relative * &part.least) + &absolute;
            if index == 0 {
                analyse_first(cell, piece).map_or(true, |(errors, _)| over(&errors))
            } else {
                analyse(index, cell, piece).map_or(true, |parts| parts.iter().any(over))
            }
        };
        for index in [1, 16, 47, 48, 100, 112, 300, 511, 527] {
            assert!(!caught(index, &CELLS[index]), "{index}");
            // One last place of the value, where g is so large that the absolute part does not cover it; two of the
            // centre. cₖ counts for (r/ℓ)ᵏ of the result, about 2^-5k.
            for by in [f64::EPSILON, -f64::EPSILON / 2.0] {
                assert!(index < 48 || caught(index, &changed(index, 9, by)), "value {index}");
                assert!(index < 48 || caught(index, &changed(index, 0, by * 2.0)), "centre {index}");
            }
            for place in 0..=9 {
                let k = i32::try_from(place % 9).unwrap();
                let by = 2.0_f64.powi(-45 + 6 * k);
                assert!(caught(index, &changed(index, place, by)), "{place} {index}");
                assert!(caught(index, &changed(index, place, -by)), "{place} {index}");
                for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    assert!(caught(index, &changed(index, place, wrong)), "{place} {index} {wrong}");
                }
            }
            assert!(caught(index, &CELLS[index - 1]), "{index}");
        }
        assert!(!caught(0, &CELLS[0]));
        for place in 1..=8 {
            assert!(
                caught(0, &changed(0, place, 2.0_f64.powi(-56 + 7 * i32::try_from(place).unwrap()))),
                "{place}"
            );
        }
        assert!(caught(0, &Cell { value: 2.0_f64.powi(-70), ..CELLS[0] }));
        assert!(caught(0, &Cell { centre: 2.0_f64.powi(-70), ..CELLS[0] }));
    }

    /// The whole way, once: the ledger, the samples of the kernel that ships, and a table that ends too early.
    #[test]
    fn other_tables_are_not_certified() {
        let pieces = InverseTail::new().unwrap();
        let with = |index: usize, cell: Cell| {
            let mut data = Data::shipped();
            data.cells[index] = cell;
            data
        };
        let wrong = analysis(&with(77, changed(77, 1, 2.0_f64.powi(-40))), Format::F64, &pieces).unwrap();
        assert!(!discrepancies(&wrong.terms, &LEDGER_F64).is_empty());
        // It would serve, but it is not the kernel's.
        let near = with(496, changed(496, 2, 2.0_f64.powi(-48)));
        assert!(discrepancies(&analysis(&near, Format::F64, &pieces).unwrap().terms, &LEDGER_F64).is_empty());
        assert!(matches!(certify(&near, Format::F64), Err(Error::Unproved { .. })));
        let mut short = Data::shipped();
        short.cells.pop();
        assert!(analysis(&short, Format::F64, &pieces).is_err());
        short.cells.clear();
        assert!(analysis(&short, Format::F64, &pieces).is_err());
    }
}
