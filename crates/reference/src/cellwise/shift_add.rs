//! The shift-and-add kernels on their whole domain, by the pattern of their decisions.
//!
//! The kernel multiplies m by 1 + 2^-k or does not, for k = 1 … K. A *cell* is the interval of all m (integers, in
//! units of 2^-63) that decide alike; there are about 2^K of them and all are visited. A step is monotone in m, so
//! the ends of an interval bound its image, and the decision is one threshold t_k, so an interval splits in two.
//! Along a path the analysis adds up, in units of 2^-64 and rounded outward:
//! | term | what it is | sign |
//! |---|---|---|
//! | n/2 | ln(n/(n−1)) ≤ 2^63/m units for odd n | high |
//! | shifts of m | each floor that loses something: ln(1 + 1/m′) ≤ 2^64/m′ units | high |
//! | constants | Σ over the taken steps of constant − 2^64·ln(1+2^-k), from MPFR enclosures | both |
//! | r^2/2 from 31 bits | (2·r·φ)/2^63 with φ < 2^(32−K): r·2^-(K+30) units | low |
//! | r^2/2 shift | below 1 unit | low |
//! | r^3/3 and beyond | 2^64·ρ³/3/(1−ρ), ρ = r·2^-63 | low |
//! | e ln 2 | e·(constant − 2^80·ln 2)/2^16 and a floor below 1 unit | both |
//! | last place | (S + centre) >> shift, with 0 to 2^shift − 1 dropped | both |
//!
//! High is at most H + centre, low at most L + 2^shift − 1 − centre; the bound covers both.

use crate::enclosure;
use crate::error::Error;
use crate::number::Dyadic;
use crate::result::{Bound, KernelResult, Method, Term, Unit, tools};
use crate::subject::{Input, Kernel, ShiftAdd16, ShiftAdd32, ShiftAdd64};
use crate::witness::{SEED, Search, Words};
use kdelta_finite::ln::shift_add::{
    FRACTION_16, FRACTION_32, FRACTION_64, LN_2, LN_FACTORS, ONE, STEPS_16, STEPS_32, STEPS_64,
    minus_ln_scaled,
};
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::{Signed, ToPrimitive, Zero};

/// Everything in a shift-and-add kernel that is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Bits of the input: 16, 32 or 64.
    pub width: u32,
    /// K.
    pub steps: u32,
    /// ln(1 + 2^-k)·2^64, for k = 1 to at least K.
    pub ln_factors: Vec<u64>,
    /// ln 2·2^80.
    pub ln_two: u128,
    /// What is added before the last shift.
    pub centre: u64,
    /// Fraction bits of the result: the last shift drops 64 − fraction bits.
    pub fraction: u32,
    /// Bits of the word that holds the result.
    pub result_bits: u32,
    /// The largest e.
    pub deepest: u32,
}

impl Data {
    /// Those of `minus_ln_16`.
    #[must_use]
    pub fn w16() -> Self {
        Self::new(16, STEPS_16, 1 << 35, FRACTION_16, 32, 15)
    }

    /// Those of `minus_ln_32`.
    #[must_use]
    pub fn w32() -> Self {
        Self::new(32, STEPS_32, 1 << 15, FRACTION_32, 64, 31)
    }

    /// Those of `minus_ln_scaled`, of which `minus_ln_64` is the part with e ≤ 63.
    #[must_use]
    pub fn w64() -> Self {
        Self::new(64, STEPS_64, 10, FRACTION_64, 64, 90)
    }

    fn new(width: u32, steps: u32, centre: u64, fraction: u32, result_bits: u32, deepest: u32) -> Self {
        let ln_factors = LN_FACTORS.to_vec();
        Self { width, steps, ln_factors, ln_two: LN_2, centre, fraction, result_bits, deepest }
    }

    /// Every n = x·2^(64 − width + e) is a multiple of 2^this; for 64 bits n is any word.
    const fn grid(&self) -> u32 {
        64 - self.width
    }

    const fn last_shift(&self) -> u32 {
        64 - self.fraction
    }
}

/// A shift-and-add kernel with given constants: what the analysis speaks about.
#[derive(Clone, Debug)]
pub struct Model<'a>(pub &'a Data);

impl Model<'_> {
    /// −ln(n/2^64) + e·ln 2 as the kernel computes it.
    fn scaled(&self, n: u64, e: u32) -> u128 {
        (self.series(n, e) + u128::from(self.0.centre)) >> self.0.last_shift()
    }

    /// The same before the last shift, in units of 2^-64.
    fn series(&self, n: u64, e: u32) -> u128 {
        let data = self.0;
        let (mut m, mut sum) = (n >> 1, 0_u64);
        for (k, factor) in (1..=data.steps).zip(&data.ln_factors) {
            let next = m + (m >> k);
            if next <= ONE {
                (m, sum) = (next, sum.wrapping_add(*factor));
            }
        }
        let r = ONE - m;
        let head = r >> (32 - data.steps);
        let square = (head * head) >> (2 * data.steps - 1);
        ((u128::from(e) * data.ln_two) >> 16) + u128::from(sum) + u128::from(2 * r + square)
    }
}

impl Kernel for Model<'_> {
    fn name(&self) -> String {
        match self.0.width {
            16 => ShiftAdd16.name(),
            32 => ShiftAdd32.name(),
            _ => ShiftAdd64.name(),
        }
    }
    fn format(&self) -> String {
        match self.0.width {
            16 => ShiftAdd16.format(),
            32 => ShiftAdd32.format(),
            _ => ShiftAdd64.format(),
        }
    }
    /// v = n/2^64·2^-e with n ≥ 2^63 and an admissible e.
    fn value(&self, v: Input) -> Option<Dyadic> {
        let zeros = v.numerator.checked_ilog2()?;
        let n = v.numerator << (63 - zeros);
        let e = v.bits.checked_sub(zeros + 1)?;
        if e > self.0.deepest || n.trailing_zeros() < self.0.grid() {
            return None;
        }
        Some(Dyadic { mantissa: self.scaled(n, e).cast_signed(), exponent: -self.0.fraction.cast_signed() })
    }
}

/// `minus_ln_scaled`, which takes e apart from the word.
struct Scaled64;

impl Kernel for Scaled64 {
    fn name(&self) -> String {
        ShiftAdd64.name()
    }
    fn format(&self) -> String {
        ShiftAdd64.format()
    }
    fn value(&self, v: Input) -> Option<Dyadic> {
        let (n, e) = (v.numerator, v.bits.checked_sub(64)?);
        (n >= 1 << 63 && e <= 90)
            .then(|| Dyadic { mantissa: minus_ln_scaled(n, e).into(), exponent: -FRACTION_64.cast_signed() })
    }
}

/// Errors are integers in units of 2^-64·2^-FINE, rounded outward: about six decimal places of a unit.
const FINE: u32 = 20;

/// x·2^FINE, rounded up.
fn fine_up(x: &Rational) -> Result<i128, Error> {
    (x * dyadic(1, FINE.cast_signed())).ceil().to_integer().to_i128().ok_or_else(|| Error::Unproved {
        cell: "constants".to_owned(),
        step: format!("an error of {x} units"),
    })
}

/// x·2^FINE, rounded down.
fn fine_down(x: &Rational) -> Result<i128, Error> {
    Ok(-fine_up(&-x)?)
}

/// The enclosure of constant − 2^bits·ln x, in fine units times `scale`.
fn own_error(constant: u128, bits: i32, x: &Rational, scale: &Rational) -> Result<(i128, i128), Error> {
    let exact = enclosure::ln(x, 256)?.scaled(&dyadic(1, bits));
    let error = Enclosure::exact(Rational::from_integer(constant.into())).minus(&exact).scaled(scale);
    Ok((fine_down(error.lo())?, fine_up(error.hi())?))
}

/// The path to a cell: an interval of m, and what was lost on the way. All errors in fine units.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// m lies in [lo, hi] and is a multiple of 2^grid.
    lo: u64,
    hi: u64,
    grid: u32,
    shifts: i128,
    constants: (i128, i128),
    /// The sum of the constants taken, which must fit a word.
    sum: u128,
}

/// The largest value of each term over the cells seen.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    cells: u64,
    halved: i128,
    shifts: i128,
    constants: (i128, i128),
    head: i128,
    square: i128,
    cube: i128,
    /// Of e·ln 2.
    exponent: (i128, i128),
}

impl Terms {
    /// How far the sum before the last shift can be too large.
    const fn high(&self) -> i128 {
        self.shifts + self.halved + self.constants.1 + self.exponent.1
    }

    /// How far the sum before the last shift can be too small.
    const fn low(&self) -> i128 {
        -self.constants.0 - self.exponent.0 + self.head + self.square + self.cube
    }
}

/// What the walk needs of each step.
struct Step {
    k: u32,
    constant: u64,
    own: (i128, i128),
    /// The largest m with m + ⌊m/2^k⌋ ≤ ONE.
    threshold: u64,
}

/// ⌈2^(64+FINE)/m⌉: 2^64/m units.
fn inverse_up(m: u64) -> i128 {
    ((1_i128 << (64 + FINE)) + i128::from(m) - 1).div_euclid(i128::from(m))
}

/// The largest m ≤ ONE with m + ⌊m/2^k⌋ ≤ ONE: the sum increases with m.
fn threshold(k: u32) -> u64 {
    let (mut below, mut above) = (0, ONE);
    // Invariant: `below` satisfies it, `above` does not.
    while above - below > 1 {
        let middle = below.midpoint(above);
        if middle + (middle >> k) <= ONE { below = middle } else { above = middle }
    }
    below
}

/// Visits every cell below a path.
fn walk(data: &Data, steps: &[Step], path: Path, terms: &mut Terms) -> Result<(), Error> {
    let Some((step, rest)) = steps.split_first() else {
        return finish(data, path, terms);
    };
    if path.lo <= step.threshold {
        // Taken: m′ = m + ⌊m/2^k⌋; the floor loses less than one, or nothing if 2^k divides m.
        let image = |m: u64| m + (m >> step.k);
        let (lo, hi) = (image(path.lo), image(path.hi.min(step.threshold)));
        let lossy = path.grid < step.k;
        let taken = Path {
            lo,
            hi,
            grid: path.grid.saturating_sub(step.k),
            shifts: path.shifts + if lossy { inverse_up(lo) } else { 0 },
            constants: (path.constants.0 + step.own.0, path.constants.1 + step.own.1),
            sum: path.sum + u128::from(step.constant),
        };
        walk(data, rest, taken, terms)?;
    }
    if path.hi > step.threshold {
        walk(data, rest, Path { lo: path.lo.max(step.threshold + 1), ..path }, terms)?;
    }
    Ok(())
}

/// The errors of the last two terms of the series, for r in [ONE − hi, ONE − lo].
fn finish(data: &Data, path: Path, terms: &mut Terms) -> Result<(), Error> {
    let r = i128::from(ONE - path.lo);
    let k = data.steps;
    // The head must have 32 bits for its square to fit, and the sum must fit a word.
    if path.hi > ONE || r >> (32 - k) >= 1 << 32 || path.sum >= 1 << 64 || r >= 1 << 55 {
        return Err(Error::Unproved {
            cell: format!("m in [{}, {}]", path.lo, path.hi),
            step: "a word overflows or r is large".to_owned(),
        });
    }
    terms.cells += 1;
    terms.shifts = terms.shifts.max(path.shifts);
    terms.constants = (terms.constants.0.min(path.constants.0), terms.constants.1.max(path.constants.1));
    // r is a multiple of 2^grid as ONE is, so the bits that the head drops may all be zero.
    if path.grid < 32 - k {
        terms.head = terms.head.max(((r << FINE) >> (k + 30)) + 1);
    }
    terms.square = 1 << FINE;
    // 2^64·ρ³/(3(1−ρ)), ρ = r/2^63, is r³·2^-125/3·ONE/(ONE−r); every division is rounded up by the plus one.
    let square = ((r * r) >> 48) + 1; // r²·2^-48 < 2^63
    let cube = ((square * r) >> 56) + 1; // r³·2^-104 < 2^62
    let third = (cube >> (21 - FINE)) / 3 + 1; // fine units: times 2^(104−125+FINE)
    terms.cube = terms.cube.max((third << 63) / i128::from(path.lo) + 1);
    Ok(())
}

/// The largest errors before the last shift.
fn errors(data: &Data) -> Result<Terms, Error> {
    let unproved =
        |step: &str| Error::Unproved { cell: format!("{} bits", data.width), step: step.to_owned() };
    if !(1..=24).contains(&data.steps) || data.ln_factors.len() < data.steps as usize {
        return Err(unproved("there are 1 to 24 steps, each with a constant"));
    }
    if !(1..=64).contains(&data.width) || data.fraction > 63 || data.centre >= 1 << data.last_shift() {
        return Err(unproved("the last shift and its centre do not fit"));
    }
    let one = dyadic(1, 0);
    let steps = (1..=data.steps)
        .zip(&data.ln_factors)
        .map(|(k, &constant)| {
            let own = own_error(constant.into(), 64, &(&one + dyadic(1, -k.cast_signed())), &one)?;
            Ok(Step { k, constant, own, threshold: threshold(k) })
        })
        .collect::<Result<Vec<_>, Error>>()?;

    // n in [2^63, 2^64[ is halved; an odd n loses ½ of m: ln((m+½)/m) ≤ 1/(2m), or 2^63/m units.
    let halves = data.grid() == 0;
    let start = Path {
        lo: ONE >> 1,
        hi: ONE - 1,
        grid: data.grid().saturating_sub(1),
        shifts: 0,
        constants: (0, 0),
        sum: 0,
    };
    let mut terms = Terms { halved: if halves { inverse_up(ONE >> 1) >> 1 } else { 0 }, ..Terms::default() };
    walk(data, &steps, start, &mut terms)?;

    // e·ln 2: the own error is largest at the largest e; the floor loses below one unit.
    let per_e = own_error(data.ln_two, 80, &dyadic(2, 0), &dyadic(1, -16))?;
    let e = i128::from(data.deepest);
    terms.exponent = ((per_e.0 * e).min(0) - (1 << FINE), (per_e.1 * e).max(0));
    Ok(terms)
}

/// The ledger of a shift-and-add kernel with these constants, and the bound it adds up to.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these constants.
pub fn bound(data: &Data) -> Result<(Vec<Term>, Bound), Error> {
    let result_terms = ledger(data, &errors(data)?)?;
    let absolute: Rational = result_terms.iter().map(|term| term.value.clone()).sum();
    let least = dyadic(1, -data.deepest.cast_signed() - 1);
    let largest = enclosure::ln(&least, 64)?.negated().upper();
    let word = dyadic(1, data.result_bits.cast_signed() - data.fraction.cast_signed());
    if largest.value() + &absolute >= word {
        return Err(Error::Unproved {
            cell: format!("{} bits", data.width),
            step: "the largest result does not fit its word".to_owned(),
        });
    }
    let bound = Bound {
        absolute: UpperBound::new(absolute),
        relative: UpperBound::new(Rational::zero()),
        largest_value: largest,
    };
    Ok((result_terms, bound))
}

/// Certifies a shift-and-add kernel with these constants on its whole domain.
///
/// # Guarantee
/// |computed − (−ln v)| ≤ A for every v = n/2^64·2^-e, n ≥ 2^63 a multiple of 2^(64−width), e ≤ deepest.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for these constants, or where a sample shows that the
/// kernel that ships has others.
pub fn certify(data: &Data) -> Result<KernelResult, Error> {
    let (terms, bound) = bound(data)?;
    let model = Model(data);
    let mut search = Search::new(&model, &bound)?;
    for word in Words(SEED).take(400_000) {
        let n = (word | (1 << 63)) >> data.grid();
        let e = u32::try_from(word & 0xff).unwrap_or(0) % (data.deepest + 1);
        // In the narrow kernels x/2^width has e leading zeros; a scaled word keeps all its bits.
        let wide = Input { numerator: n, bits: data.width + e };
        let narrow = Input { numerator: n >> e.min(63), bits: data.width };
        match data.width {
            16 => search.look_and_compare(&ShiftAdd16, narrow)?,
            32 => search.look_and_compare(&ShiftAdd32, narrow)?,
            _ => search.look_and_compare(&Scaled64, wide)?,
        }
    }
    let words = (1_u128 << (data.width - 1)) * (u128::from(data.deepest) + 1);
    let domain = if data.width == 64 {
        format!("n/2^64*2^-e, n = 2^63 to 2^64 - 1, e = 0 to {}", data.deepest)
    } else {
        format!("x/2^{0}, x = 1 to 2^{0} - 1", data.width)
    };
    Ok(KernelResult {
        name: model.name(),
        format: model.format(),
        domain,
        points: Some(if data.width == 64 { words } else { (1 << data.width) - 1 }),
        fingerprint: None,
        terms,
        witness: search.witness()?,
        bound,
        method: Method::Cellwise,
        mpfr_calls: u64::from(data.steps) + 1,
        tools: tools(),
    })
}

/// The terms under the names of the kernel's ledger.
fn ledger(data: &Data, terms: &Terms) -> Result<Vec<Term>, Error> {
    let place = 1_i128 << (data.last_shift() + FINE);
    let centre = i128::from(data.centre) << FINE;
    let high = terms.high() + centre;
    let low = terms.low() + place - (1 << FINE) - centre;
    let patterns = format!("forward analysis of all {} patterns of decisions", terms.cells);
    let term = |name: &str, value: i128, method: &str| Term {
        name: name.to_owned(),
        unit: Unit::Scale,
        value: Dyadic { mantissa: value, exponent: -64 - FINE.cast_signed() }.to_rational(),
        method: method.to_owned(),
    };
    let both = |(low, high): (i128, i128)| high.max(-low);
    let mpfr = "MPFR enclosures over all patterns of decisions";
    let mut all = if centre * 2 == place {
        // Rounding to nearest: every term counts on both sides.
        vec![
            term("last place", place / 2, "round to nearest"),
            term("r^3/3 and beyond", terms.cube, "remainder of the series"),
            term("r^2/2 from 31 bits", terms.head, &patterns),
            term("r^2/2 shift", terms.square, "floor"),
            term("shifts of m", terms.shifts, &patterns),
            term("constants", both(terms.constants), mpfr),
            term("e ln 2", both(terms.exponent), "MPFR enclosure and floor"),
        ]
    } else {
        // The centre was moved against the floors of m, which only raise the result. What they cost beyond the
        // last place is what the worse side leaves after the other terms.
        let others = terms.halved + both(terms.constants) + both(terms.exponent) + place / 2;
        vec![
            term("last place, centred", place / 2, "centred shift"),
            term("shifts of m, half of them centred away", (high.max(low) - others).max(0), &patterns),
            term("n/2", terms.halved, "floor"),
            term("constants", both(terms.constants), mpfr),
            term("e ln 2", both(terms.exponent), "MPFR enclosure and floor"),
        ]
    };
    if terms.halved > 0 && centre * 2 == place {
        all.push(term("n/2", terms.halved, "floor"));
    }
    // Whatever the names, the sum must cover both sides.
    let sum: Rational = all.iter().map(|term| term.value.clone()).sum();
    let needed = Dyadic { mantissa: high.max(low), exponent: -64 - FINE.cast_signed() }.to_rational();
    if needed > sum || all.iter().any(|term| term.value.is_negative()) {
        return Err(Error::Unproved {
            cell: "ledger".to_owned(),
            step: "the terms do not add up".to_owned(),
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cellwise::discrepancies;
    use kdelta_finite::ln::shift_add::{LEDGER_16, LEDGER_32, LEDGER_64};

    #[test]
    fn model_is_the_kernel_bit_for_bit() {
        let (w16, w32, w64) = (Data::w16(), Data::w32(), Data::w64());
        for numerator in 1..1 << 16 {
            let input = Input { numerator, bits: 16 };
            assert_eq!(Model(&w16).value(input), ShiftAdd16.value(input));
        }
        for word in Words(SEED).take(300_000) {
            let input = Input { numerator: word >> 32 | 1, bits: 32 };
            assert_eq!(Model(&w32).value(input), ShiftAdd32.value(input));
            let input = Input { numerator: word, bits: 64 };
            assert_eq!(Model(&w64).value(input), ShiftAdd64.value(input));
            let (n, e) = (word | (1 << 63), u32::try_from(word % 91).unwrap());
            let input = Input { numerator: n, bits: 64 + e };
            assert_eq!(Model(&w64).value(input).unwrap().mantissa, i128::from(minus_ln_scaled(n, e)));
        }
    }

    #[test]
    fn thresholds_are_where_the_decision_changes() {
        for k in 1..=21 {
            let t = threshold(k);
            assert!(t + (t >> k) <= ONE && t + 1 + ((t + 1) >> k) > ONE, "{k}");
        }
    }

    #[test]
    fn confirms_the_ledgers_of_the_kernels_and_is_tight() {
        for (data, ledger) in [(Data::w16(), LEDGER_16), (Data::w32(), LEDGER_32), (Data::w64(), LEDGER_64)] {
            let result = certify(&data).unwrap();
            assert_eq!(discrepancies(&result.terms, &ledger), Vec::<String>::new(), "{:?}", result.terms);
            assert!(*result.ratio().unwrap().value() >= dyadic(1, 0));
            let (there, overall) = (result.ratio().unwrap(), result.overall_ratio().unwrap());
            assert!(*there.value() <= dyadic(2, 0) && *overall.value() <= dyadic(2, 0), "{there} {overall}");
        }
    }

    #[test]
    fn both_sides_hold_at_samples_before_the_last_shift_and_are_not_idle() {
        let data = Data::w64();
        let terms = errors(&data).unwrap();
        let fine = |x: i128| Dyadic { mantissa: x, exponent: -FINE.cast_signed() }.to_rational();
        let (high, low) = (fine(terms.high()), fine(-terms.low()));
        let (mut most, mut least) = (Rational::zero(), Rational::zero());
        // Words at large, and words whose first decisions are all "take": there the floors add up.
        let words = Words(SEED).take(60_000);
        for (word, dense) in words.flat_map(|word| [(word, false), (word, true)]) {
            let n = if dense { (1 << 63) + (word >> 40) * 977 } else { word | (1 << 63) };
            let e = u32::try_from(word % 91).unwrap();
            let v = Input { numerator: n, bits: 64 + e }.to_dyadic();
            let units = Dyadic { mantissa: Model(&data).series(n, e).cast_signed(), exponent: -64 };
            let (error, _) = enclosure::minus_ln_error(v, units).unwrap();
            let (below, above) = (error.lo() * dyadic(1, 64), error.hi() * dyadic(1, 64));
            assert!(low <= below && above <= high, "n = {n}, e = {e}");
            (most, least) = (most.max(below), least.min(above));
        }
        assert!(&most * dyadic(2, 0) > high && &least * dyadic(4, 0) < low, "{most} {least}");
    }

    /// The low side decides the 64-bit bound, and samples do not come close enough to miss a unit of it.
    #[test]
    fn every_source_counts_on_its_side() {
        let terms = Terms {
            cells: 1,
            halved: 256,
            shifts: 128,
            constants: (-1, 2),
            head: 16,
            square: 32,
            cube: 64,
            exponent: (-4, 8),
        };
        assert_eq!((terms.low(), terms.high()), (1 + 4 + 16 + 32 + 64, 2 + 8 + 128 + 256));
        for data in [Data::w16(), Data::w32(), Data::w64()] {
            let (low, high) = errors(&data).unwrap().exponent;
            for e in 0..=data.deepest {
                let computed = (u128::from(e) * data.ln_two) >> 16;
                let exact =
                    enclosure::ln(&dyadic(2, 0), 256).unwrap().scaled(&(dyadic(1, 64) * dyadic(e, 0)));
                let error = Enclosure::exact(Rational::from_integer(computed.into())).minus(&exact);
                let fine = |x: i128| Dyadic { mantissa: x, exponent: -FINE.cast_signed() }.to_rational();
                assert!(fine(low) <= *error.lo() && *error.hi() <= fine(high), "e = {e}");
            }
        }
    }

    #[test]
    fn one_wrong_constant_is_caught() {
        let caught = |data: &Data| {
            let ledger = if data.width == 64 { LEDGER_64 } else { LEDGER_32 };
            bound(data).map_or(true, |(terms, _)| !discrepancies(&terms, &ledger).is_empty())
        };
        assert!(!caught(&Data::w64()) && !caught(&Data::w32()));
        for index in 0..21 {
            for change in [2_u64, u64::MAX - 2] {
                let mut data = Data::w64();
                data.ln_factors[index] = data.ln_factors[index].wrapping_add(change);
                assert!(caught(&data), "constant {index} + {change}");
            }
        }
        let mut data = Data::w32();
        data.ln_factors[7] += 3;
        assert!(caught(&data));
        let mut data = Data::w64();
        data.ln_two += 1 << 12;
        assert!(caught(&data));
        let mut data = Data::w64();
        data.centre = 32;
        assert!(caught(&data));
        // Constants that would serve but are not the kernel's are not certified as the kernel's.
        data.centre = 12;
        assert!(!caught(&data));
        assert!(matches!(certify(&data), Err(Error::Unproved { .. })));
    }
}
