//! The inverse of the normal tail, g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2), in f64 and in integers (THEORY 1.10). The paper treats Laplace
//! noise; its section 7 asks for more general noise.
//!
//! Both kernels choose a cell by the leading bits of t = ℓ + 1/4 and evaluate a polynomial of the place in it. The chain
//! of statements:
//!
//! 1. the cell is the one that t lies in (every ℓ);
//! 2. r = ℓ − centre is exact, because centre and ℓ are within a factor 2 of each other (every pair of such floats, and
//!    every cell); in integers the place y is exact (every word);
//! 3. the kernels are within their ledgers of the oracle's enclosures, where all points can be named.
//!
//! The polynomials multiply, which a model checker does with constants only ([`case_by_case`]): 3 speaks of a few points
//! there, and of more in the test. For every ℓ it is a theorem of Coq (`proofs/coq/InverseTail*.v`).

use crate::exact::{dyadic, is_exactly};
use crate::given::case_by_case;
use crate::quantiles;
use crate::shift_add::bound;
use kdelta_finite::inverse_tail::{END, LEDGER_F64, cell_index, inverse_tail_f64};
use kdelta_finite::inverse_tail_data::CELLS;
use kdelta_finite::inverse_tail_integer::{self, inverse_tail_64, place};
use kdelta_finite::ledger::{Ledger, Unit};

/// Where cell i begins, as t.
fn edge(i: usize) -> f64 {
    f64::from_bits((i as u64 + (1021 << 4)) << 48)
}

/// The cell of ℓ is one of the table, and t = ℓ + 1/4, rounded, lies in it.
//= THEORY 1.10
pub fn cell_is_that_of_t(log: f64) -> bool {
    if !(0.0..END).contains(&log) {
        return false;
    }
    let (i, t) = (cell_index(log), log + 0.25);
    assert!(i < CELLS.len());
    assert!(edge(i) <= t && t < edge(i + 1));
    true
}

/// Control: ℓ itself lies in the cell.
pub fn cell_is_that_of_l(log: f64) -> bool {
    if !(0.0..END).contains(&log) {
        return false;
    }
    let i = cell_index(log);
    assert!(edge(i) <= log && log < edge(i + 1));
    true
}

/// x − y as floats is x − y exactly, for positive floats within a factor `factor` of each other.
fn difference_is_exact(x: f64, y: f64, factor: f64) -> bool {
    let normal = f64::from_bits(123 << 52)..f64::from_bits(1923 << 52); // 2^-900 to 2^900
    if !normal.contains(&x) || !normal.contains(&y) || x > y * factor || y > x * factor {
        return false;
    }
    let (a, b) = (dyadic(x), dyadic(y));
    // Mantissas of 53 bits, at the smaller of two exponents that differ by at most 3.
    let exponent = a.exponent().min(b.exponent());
    let at = |d: kdelta_oracle::number::Dyadic| match u32::try_from(d.exponent() - exponent) {
        Ok(shift @ 0..=3) => i64::try_from(d.mantissa() << shift).ok(),
        _ => None,
    };
    let (Some(a), Some(b)) = (at(a), at(b)) else { return false };
    assert!(is_exactly(x - y, a - b, exponent));
    x != y
}

/// r = ℓ − centre does not round where ℓ and centre are within a factor 2 of each other.
//= THEORY 1.10
pub fn near_differences_are_exact(x: f64, y: f64) -> bool {
    difference_is_exact(x, y, 2.0)
}

/// Control: within a factor 5.
pub fn far_differences_are_exact(x: f64, y: f64) -> bool {
    difference_is_exact(x, y, 5.0)
}

/// Both ends of cell i, moved outward by 2^-40 of t, are within a factor 2 of its centre; the first cell has centre 0.
//= THEORY 1.10
pub fn centre_is_near_its_cell(i: u64) -> bool {
    let Some((i, cell)) = usize::try_from(i).ok().and_then(|i| Some((i, CELLS.get(i)?))) else {
        return false;
    };
    if i == 0 {
        assert!(cell.centre == 0.0 && cell.value == 0.0);
        return true;
    }
    // Exact: edges have five bits; the offset and the slack are beside them within 53.
    let slack = edge(i) / 1_099_511_627_776.0; // 2^40
    let (first, last) = (edge(i) - 0.25 - slack, edge(i + 1) - 0.25 + slack);
    assert!(first < cell.centre && cell.centre < last);
    assert!(last <= 2.0 * cell.centre && cell.centre <= 2.0 * first);
    true
}

/// In integers: the cell of t = ℓ + 2^56 and the place y in it name t exactly. Cell 16·j + s begins at 2^(56+j)·(1 + s/16) and
/// is 2^(52+j) long; y goes from −2^62 to 2^62 along it.
//= THEORY 1.10
pub fn place_is_exact(log: u64) -> bool {
    if log >= inverse_tail_integer::END {
        return false;
    }
    let (i, y) = place(log);
    assert!(i < 128);
    let (octave, s) = (i >> 4, (i & 15) as u128);
    // In units of 2^-11: the step of y for one unit of t is 2^63/2^(52+j) = 2^(11−j).
    let begins = (16 + s) << (52 + octave + 11);
    let along = u128::from(y.wrapping_add(1 << 62).cast_unsigned()) << octave;
    assert!(begins + along == u128::from(log + (1 << 56)) << 11);
    y != 0
}

/// Control: the place is counted from the middle of the cell.
pub fn place_is_positive(log: u64) -> bool {
    if log >= inverse_tail_integer::END {
        return false;
    }
    assert!(place(log).1 >= 0);
    true
}

/// |computed − g(ℓ)| ≤ A + R·g(ℓ), for the numbers in units of 2^-80, divided by `part`.
fn within(computed: i128, j: u64, ledger: &Ledger, part: i128) -> bool {
    let Some(&floor) = usize::try_from(j).ok().and_then(|j| quantiles::INVERSE_TAIL_10.get(j)) else {
        return false;
    };
    let exact = floor.cast_signed();
    // R·g, rounded up: R is below 2^-52 and g below 2^4.
    let relative = ((bound(ledger, Unit::Magnitude) * (exact >> 60)) >> 20) + 1;
    let limit = (bound(ledger, Unit::Scale) + relative) / part;
    assert!(computed - exact <= limit && exact + 1 - computed <= limit);
    true
}

/// x ≥ 2^-20, or 0, in units of 2^-80.
fn in_units(x: f64) -> i128 {
    let exact = dyadic(x);
    exact.mantissa() << u32::try_from(80 + exact.exponent()).unwrap_or(0)
}

fn float_within(j: u64, part: i128) -> bool {
    // j/16 is exact.
    let log = f64::from(u32::try_from(j).unwrap_or(0)) / 16.0;
    within(in_units(inverse_tail_f64(log)), j, &LEDGER_F64, part)
}

fn integer_within(j: u64, part: i128) -> bool {
    within(i128::from(inverse_tail_64(j << 54)) << 22, j, &inverse_tail_integer::LEDGER, part)
}

/// The kernel of f64 is within its ledger at ℓ = j/16.
//= THEORY 1.10, 1.3 (iii)
pub fn float_is_close_10(j: u64) -> bool {
    float_within(j, 1)
}

/// Control: within half of the ledger.
pub fn float_is_closer_10(j: u64) -> bool {
    float_within(j, 2)
}

/// The kernel in integers is within its ledger at ℓ = j/16.
//= THEORY 1.10, 1.3 (iii)
pub fn integer_is_close_10(j: u64) -> bool {
    integer_within(j, 1)
}

/// Control: within a quarter of the ledger.
pub fn integer_is_closer_10(j: u64) -> bool {
    integer_within(j, 4)
}

/// A float of few bits from 2^-53 to 2^31, or 0.
fn sparse(given: &mut impl crate::Given) -> f64 {
    given.sparse(-53, 30, 8, 2)
}

/// Two floats of few bits whose exponents differ by at most 3.
fn pair(given: &mut impl crate::Given, body: fn(f64, f64) -> bool) -> bool {
    body(given.sparse(-3, 0, 6, 1), given.sparse(-3, 0, 6, 1))
}

/// 10 bits at any position of a word.
fn bits(given: &mut impl crate::Given) -> u64 {
    let position = u32::try_from(given.between(0, 54)).unwrap_or(0);
    given.bits(10) << position
}

statements! { "inverse_tail":
    /// The cell of ℓ is in the table and holds ℓ + 1/4, rounded.
    holds cell_is_that_of_t
        cites "THEORY 1.10; paper 7"
        unwind 2
        wide "every f64 from 0 to 2^31 − 1/4", |given| cell_is_that_of_t(given.float());
        every "8 leading and 2 trailing bits, exponents −53 to 30, both signs" of 2 * 84 * 1024, |given| cell_is_that_of_t(sparse(given));

    /// Control: the cell holds ℓ itself.
    refuted cell_is_that_of_l
        cites "THEORY 1.10"
        unwind 2
        wide "every f64 from 0 to 2^31 − 1/4", |given| cell_is_that_of_l(given.float());
        every "8 leading and 2 trailing bits, exponents −53 to 30, both signs" of 2 * 84 * 1024, |given| cell_is_that_of_l(sparse(given));

    /// The difference of two positive floats within a factor 2 of each other is exact.
    holds near_differences_are_exact
        cites "THEORY 1.10"
        unwind 2
        wide "every pair of f64 between 2^-900 and 2^900", |given| near_differences_are_exact(given.float(), given.float());
        every "pairs of 6 leading bits and a trailing one, exponents −3 to 0, all signs" of 1024 * 1024, |given| pair(given, near_differences_are_exact);

    /// Control: within a factor 5.
    refuted far_differences_are_exact
        cites "THEORY 1.10"
        unwind 2
        wide "every pair of f64 between 2^-900 and 2^900", |given| far_differences_are_exact(given.float(), given.float());
        every "pairs of 6 leading bits and a trailing one, exponents −3 to 0, all signs" of 1024 * 1024, |given| pair(given, far_differences_are_exact);

    /// The centre of a cell is in it, and within a factor 2 of both of its ends.
    holds_without_kani centre_is_near_its_cell
        cites "THEORY 1.10"
        every "all 528 cells" of 528, |given| centre_is_near_its_cell(given.between(0, 527).unsigned_abs());

    /// In integers, cell and place name ℓ exactly.
    holds place_is_exact
        cites "THEORY 1.10"
        unwind 2
        wide "every word below 64 − 1/4", |given| place_is_exact(given.bits(64));
        every "10 bits at any position" of 55 * 1024, |given| place_is_exact(bits(given));

    /// Control: no place is left of the middle.
    refuted place_is_positive
        cites "THEORY 1.10"
        unwind 2
        wide "every word below 64 − 1/4", |given| place_is_positive(given.bits(64));
        every "10 bits at any position" of 55 * 1024, |given| place_is_positive(bits(given));

    /// The kernel of f64 is within its ledger of the oracle's enclosures.
    holds float_is_close_10
        cites "THEORY 1.10, 1.3 (iii)"
        unwind 10
        wide "ℓ = 1/2, 5/2, … 29/2", |given| case_by_case(8, given.bits(3), |j| float_is_close_10(32 * j + 8));
        every "ℓ = j/16 below 63.75" of 1020, |given| float_is_close_10(given.between(0, 1019).unsigned_abs());

    /// Control: half of the ledger.
    refuted_without_kani float_is_closer_10
        cites "THEORY 1.10, 1.3 (iii)"
        every "ℓ = j/16 below 63.75" of 1020, |given| float_is_closer_10(given.between(0, 1019).unsigned_abs());

    /// The kernel in integers is within its ledger of the oracle's enclosures.
    holds integer_is_close_10
        cites "THEORY 1.10, 1.3 (iii)"
        unwind 12
        wide "ℓ = 1/2, 5/2, … 29/2", |given| case_by_case(8, given.bits(3), |j| integer_is_close_10(32 * j + 8));
        every "ℓ = j/16 below 63.75" of 1020, |given| integer_is_close_10(given.between(0, 1019).unsigned_abs());

    /// Control: a quarter of the ledger.
    refuted_without_kani integer_is_closer_10
        cites "THEORY 1.10, 1.3 (iii)"
        every "ℓ = j/16 below 63.75" of 1020, |given| integer_is_closer_10(given.between(0, 1019).unsigned_abs());
}
