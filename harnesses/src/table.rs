//! The table logarithm, which f64 and f32 run by default: reduction, residual, head, and the difference of the last two (THEORY
//! 1.3 (iii); paper 5).
//!
//! With v = 2^-k·m, c the short inverse of the cell of m and r = m·c − 1, the kernel computes −ln v = w − r + r²·q(r), where w is
//! k·ln 2 + ln c without their low parts. The chain of statements:
//!
//! 1. every v of the domain, and no other number, is admitted; k, cell and m name it exactly;
//! 2. r is m·c − 1, rounded once: only the last of its five operations rounds;
//! 3. w is k·ln 2 + ln c to the nearest multiple of 2^-42 (f64) or 2^-16 (f32), without rounding;
//! 4. w is 0 or at least twice |r|, and then s + t = w − r exactly;
//! 5. hence |computed − exact| is within the ledger. Here this is checked end to end against the oracle, at numbers whose
//!    logarithms [`crate::logarithms`] encloses.
//!
//! The rounding errors of the polynomial r²·q(r), and with them the ledger for every v, are proved in Coq
//! (`proofs/coq/TableKernel.v`, `TableReduction.v`, `TableLogarithms.v`) and by Gappa: r·r is a product of two symbols, which a
//! model checker cannot afford. A cell is a constant wherever it is a factor.

use crate::exact::{dyadic, is_exactly};
use crate::given::case_by_case;
use crate::logarithms;
use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_finite::ln::table::{
    LARGEST_K_32, LARGEST_K_64, LEDGER_F32, LEDGER_F64, R_32, R_64, Unit32, Unit64, difference_f32,
    difference_f64, head_and_residual_f32, head_and_residual_f64, minus_ln_f32, minus_ln_f64,
    minus_ln_f64_each, reduce_f32, reduce_f64,
};
use kdelta_finite::ln::table_data::{CELLS_32, CELLS_64};

/// An integer as f64, rounded to nearest where it has more than 53 bits.
#[expect(clippy::cast_precision_loss, reason = "the rounding is the meaning")]
fn to_f64(x: i64) -> f64 {
    x as f64
}

/// An integer as f32, rounded to nearest where it has more than 24 bits.
#[expect(clippy::cast_precision_loss, reason = "the rounding is the meaning")]
fn to_f32(x: i64) -> f32 {
    x as f32
}

/// A place in an array; one that no array has for a number that is no place.
fn at(i: u64) -> usize {
    usize::try_from(i).unwrap_or(usize::MAX)
}

/// 2^e as f64.
fn power(e: i32) -> f64 {
    f64::from_bits(u64::from((1023 + e).unsigned_abs()) << 52)
}

/// 2^e as f32.
fn power_32(e: i32) -> f32 {
    f32::from_bits((127 + e).unsigned_abs() << 23)
}

/// x in units of 2^-n, if it is a multiple of that.
pub(crate) fn in_units(x: f64, n: i32) -> Option<i128> {
    let exact = dyadic(x);
    let (mantissa, shift) = (exact.mantissa(), exact.exponent() + n);
    if mantissa == 0 {
        return Some(0);
    }
    match u32::try_from(shift) {
        Ok(up @ 0..=70) => Some(mantissa << up),
        Ok(_) => None,
        Err(_) => {
            let down = shift.unsigned_abs();
            (down <= 53 && mantissa & ((1 << down) - 1) == 0).then_some(mantissa >> down)
        }
    }
}

/// The lower edge of cell i of the f64 table, in units of 2^-8: 80 cells of 1/256 below 1, 48 of 1/128 above.
fn edge_64(i: u64) -> u64 {
    if i < 80 { 176 + i } else { 2 * (48 + i) }
}

/// The lower edge of cell i of the f32 table, in units of 2^-6: 20 cells of 1/64 below 1, 12 of 1/32 above.
fn edge_32(i: u64) -> u64 {
    if i < 20 { 44 + i } else { 2 * (12 + i) }
}

/// Exactly the numbers from 2^-1000 to 1 are admitted; v = 2^-k·m, m lies in the cell, k ≤ 1000.
//= THEORY 1.3 (iii)
pub fn reduction_is_exact_64(bits: u64) -> bool {
    const FRACTION: u64 = (1 << 52) - 1;
    let admitted = Unit64::new(f64::from_bits(bits));
    // The exponent is the field less 1023; a sign makes the field larger than any of these.
    let field = bits >> 52;
    assert!(admitted.is_some() == (23..=1022).contains(&field));
    let Some(v) = admitted else { return false };
    let (k, index, m) = reduce_f64(v);
    assert!(k <= LARGEST_K_64 && index < 128);
    assert!(m.to_bits() & FRACTION == bits & FRACTION && m.to_bits() >> 52 == field + u64::from(k));
    // Eight bits of m in units of 2^-8: at most 11/8·256 = 352.
    let (low, high) = (edge_64(index as u64), edge_64(index as u64 + 1));
    assert!(to_f64(low.cast_signed()) <= 256.0 * m && 256.0 * m < to_f64(high.cast_signed()));
    assert!(k > 0 || index < 80);
    true
}

/// The same in f32: from 2^-64 to 1, k ≤ 64.
//= THEORY 1.3 (iii)
pub fn reduction_is_exact_32(bits: u32) -> bool {
    const FRACTION: u32 = (1 << 23) - 1;
    let admitted = Unit32::new(f32::from_bits(bits));
    let field = bits >> 23;
    assert!(admitted.is_some() == (63..=126).contains(&field));
    let Some(v) = admitted else { return false };
    let (k, index, m) = reduce_f32(v);
    assert!(k <= LARGEST_K_32 && index < 32);
    assert!(m.to_bits() & FRACTION == bits & FRACTION && m.to_bits() >> 23 == field + k);
    let (low, high) = (edge_32(index as u64), edge_32(index as u64 + 1));
    assert!(to_f32(low.cast_signed()) <= 64.0 * m && 64.0 * m < to_f32(high.cast_signed()));
    assert!(k > 0 || index < 20);
    true
}

/// Control: m lies in the binade below 1.
pub fn reduction_is_to_a_binade(bits: u64) -> bool {
    let Some(v) = Unit64::new(f64::from_bits(bits)) else { return false };
    let (_, _, m) = reduce_f64(v);
    assert!(m < 1.0);
    true
}

/// One m of cell `index`: the number at `place` of the 2^45 in the cell; m and c as integers, and m·c − 1 in units of 2^-63.
fn in_cell_64(index: u64, place: u64) -> Option<(f64, i64)> {
    let cell = CELLS_64.get(usize::try_from(index).ok()?).filter(|_| place < 1 << 45)?;
    let m = f64::from_bits(0x3fe6_0000_0000_0000 + (index << 45) + place);
    // In units of 2^-53, and c in units of 2^-10.
    let fraction = m.to_bits() & ((1 << 52) - 1) | 1 << 52;
    let mantissa = if index < 80 { fraction } else { 2 * fraction };
    let c = u64::try_from(in_units(cell.inverse, 10)?).ok()?;
    i64::try_from(i128::from(mantissa) * i128::from(c) - (1 << 63)).ok().map(|r| (m, r))
}

/// The same in f32: 2^18 numbers in a cell, m in units of 2^-24, c of 2^-8, m·c − 1 of 2^-32.
fn in_cell_32(index: u64, place: u32) -> Option<(f32, i64)> {
    let i = u32::try_from(index).ok()?;
    let cell = CELLS_32.get(i as usize).filter(|_| place < 1 << 18)?;
    let m = f32::from_bits(0x3f30_0000 + (i << 18) + place);
    let fraction = m.to_bits() & ((1 << 23) - 1) | 1 << 23;
    let mantissa = if index < 20 { fraction } else { 2 * fraction };
    let c = i64::try_from(in_units(cell.inverse.into(), 8)?).ok()?;
    Some((m, i64::from(mantissa) * c - (1 << 32)))
}

/// r is m·c − 1 rounded once, to nearest and ties to even, for m in the cell and c of the cell; |r| is at most R.
//= THEORY 1.3 (iii)
pub fn residual_is_rounded_once_64(index: u64, place: u64) -> bool {
    let (Some((m, exact)), Some(cell)) = (in_cell_64(index, place), CELLS_64.get(at(index))) else {
        return false;
    };
    let (_, r) = head_and_residual_f64(0.0, m, *cell);
    assert!(r == to_f64(exact) * power(-63));
    assert!(r.abs() <= R_64);
    true
}

/// The same in f32.
//= THEORY 1.3 (iii)
pub fn residual_is_rounded_once_32(index: u64, place: u32) -> bool {
    let (Some((m, exact)), Some(cell)) = (in_cell_32(index, place), CELLS_32.get(at(index))) else {
        return false;
    };
    let (_, r) = head_and_residual_f32(0.0, m, *cell);
    assert!(r == to_f32(exact) * power_32(-32));
    assert!(r.abs() <= R_32);
    true
}

/// Control: r is m·c − 1 without any rounding.
pub fn residual_is_exact_32(index: u64, place: u32) -> bool {
    let (Some((m, exact)), Some(cell)) = (in_cell_32(index, place), CELLS_32.get(at(index))) else {
        return false;
    };
    let (_, r) = head_and_residual_f32(0.0, m, *cell);
    assert!(f64::from(r) == to_f64(exact) * power(-32));
    true
}

/// w is k times ln 2, rounded to a multiple of 2^-42, and the high part of ln c: without rounding, below 2^10.
//= THEORY 1.3 (iii)
pub fn head_is_exact_64(k: u32, index: u64) -> bool {
    let cell = CELLS_64.get(at(index)).filter(|_| k <= LARGEST_K_64);
    let Some((cell, high)) = cell.and_then(|cell| Some((cell, in_units(cell.high, 42)?))) else {
        return false;
    };
    let (w, _) = head_and_residual_f64(k.into(), 1.0, *cell);
    let ln_2 = (logarithms::LN_2 + (1 << 53)) >> 54;
    let Ok(exact) = i64::try_from(i128::from(k) * ln_2.cast_signed() + high) else { return false };
    assert!(is_exactly(w, exact, -42));
    assert!(w.abs() < 1024.0);
    true
}

/// The same in f32: multiples of 2^-16 below 2^6.
//= THEORY 1.3 (iii)
pub fn head_is_exact_32(k: u32, index: u64) -> bool {
    let cell = CELLS_32.get(at(index)).filter(|_| k <= LARGEST_K_32);
    let Some((cell, high)) = cell.and_then(|cell| Some((cell, in_units(cell.high.into(), 16)?))) else {
        return false;
    };
    let (w, _) = head_and_residual_f32(to_f32(k.into()), 1.0, *cell);
    let ln_2 = (logarithms::LN_2 + (1 << 79)) >> 80;
    let Ok(exact) = i64::try_from(i128::from(k) * ln_2.cast_signed() + high) else { return false };
    assert!(is_exactly(w.into(), exact, -16));
    assert!(w.abs() < 64.0);
    true
}

/// w is 0 or at least twice every |r| of the cell, for every k and cell that occur together; |r| is largest at an end of the cell.
//= THEORY 1.3 (iii)
pub fn head_is_far_from_the_residual_64(k: u32, index: u64) -> bool {
    let ends = (in_cell_64(index, 0), in_cell_64(index, (1 << 45) - 1));
    let (Some((_, first)), Some((_, last)), Some(cell)) = (ends.0, ends.1, CELLS_64.get(at(index))) else {
        return false;
    };
    if k > LARGEST_K_64 || (k == 0 && index >= 80) {
        return false;
    }
    // In units of 2^-63: to_f64 rounds to nearest, so that the float is at least |r| less one part in 2^53.
    let largest = to_f64(first.abs().max(last.abs())) * power(-62);
    let (w, _) = head_and_residual_f64(k.into(), 1.0, *cell);
    assert!(w == 0.0 || w.abs() >= largest);
    assert!((w == 0.0) == (k == 0 && index == 79));
    true
}

/// The same in f32.
//= THEORY 1.3 (iii)
pub fn head_is_far_from_the_residual_32(k: u32, index: u64) -> bool {
    let ends = (in_cell_32(index, 0), in_cell_32(index, (1 << 18) - 1));
    let (Some((_, first)), Some((_, last)), Some(cell)) = (ends.0, ends.1, CELLS_32.get(at(index))) else {
        return false;
    };
    if k > LARGEST_K_32 || (k == 0 && index >= 20) {
        return false;
    }
    let largest = to_f32(first.abs().max(last.abs())) * power_32(-31);
    let (w, _) = head_and_residual_f32(to_f32(k.into()), 1.0, *cell);
    assert!(w == 0.0 || w.abs() >= largest);
    assert!((w == 0.0) == (k == 0 && index == 19));
    true
}

/// s + t = w − r exactly, for w = head·2^-42 up to 1023 and r the float nearest to residual·2^-63, where |w| ≥ |r| or
/// w = 0.
//= THEORY 1.3 (iii)
pub fn difference_is_exact_64(head: i64, residual: i64) -> bool {
    let (w, r) = (to_f64(head) * power(-42), to_f64(residual) * power(-63));
    if head.unsigned_abs() > 1023 << 42 || r.abs() > R_64 || (head != 0 && w.abs() < r.abs()) {
        return false;
    }
    let (s, t) = difference_f64(w, r);
    let exact = in_units(r, 63).map(|r| (i128::from(head) << 21) - r);
    let found = in_units(s, 63).zip(in_units(t, 63)).map(|(s, t)| s + t);
    assert!(exact.is_some() && found == exact);
    assert!(t.abs() <= power(-44));
    true
}

/// The same in f32, for w = head·2^-16 up to 63 and r the float nearest to residual·2^-32.
//= THEORY 1.3 (iii)
pub fn difference_is_exact_32(head: i64, residual: i64) -> bool {
    let (w, r) = (to_f32(head) * power_32(-16), to_f32(residual) * power_32(-32));
    if head.unsigned_abs() > 63 << 16 || r.abs() > R_32 || (head != 0 && w.abs() < r.abs()) {
        return false;
    }
    let (s, t) = difference_f32(w, r);
    // Every number here is a multiple of 2^-32 below 2^7, which f64 holds, as it does each sum.
    assert!(f64::from(s) + f64::from(t) == f64::from(w) - f64::from(r));
    assert!(t.abs() <= power_32(-19));
    true
}

/// Control: one float is the whole difference.
pub fn difference_is_one_float_32(head: i64, residual: i64) -> bool {
    let (w, r) = (to_f32(head) * power_32(-16), to_f32(residual) * power_32(-32));
    if head.unsigned_abs() > 63 << 16 || r.abs() > R_32 || w.abs() < r.abs() {
        return false;
    }
    assert!(difference_f32(w, r).1 == 0.0);
    true
}

/// The sum of the terms of a ledger that have this unit, in units of 2^-96.
fn sum_of(ledger: &Ledger, unit: Unit) -> i128 {
    let mut sum = 0;
    for term in ledger.terms {
        let shift = u32::try_from(96 + term.exponent).unwrap_or(0);
        sum += if term.unit == unit { i128::from(term.mantissa) << shift } else { 0 };
    }
    sum
}

/// Whether a number in units of 2^-96 is within A + R·exact of both ends of the exact one, less a part 2^-n of that.
fn within(computed: i128, (low, high): (i128, i128), ledger: &Ledger, n: u32) {
    // R is 2^-53 or 2^-24.
    let relative = ((sum_of(ledger, Unit::Magnitude) >> 20) * (low >> 36)) >> 40;
    let allowed = sum_of(ledger, Unit::Scale) + relative;
    let allowed = if n == 0 { allowed } else { allowed - (allowed >> n) };
    assert!(computed - low <= allowed && high - computed <= allowed);
}

/// v = 2^-j·(1 + 2^-i)(1 + 2^-l), and −ln v as an enclosure in units of 2^-96.
fn product_64(j: u32, i: u32, l: u32) -> Option<(Unit64, (i128, i128))> {
    if !(1..=LARGEST_K_64).contains(&j) || i + l > 50 {
        return None;
    }
    let of = |i: u32| logarithms::LN_FACTORS.get(i.checked_sub(1)? as usize).map(|ln| ln.cast_signed());
    // A multiple of 4 below 2^54: exact, and so are the products with powers of two.
    let number = (1i64 << 52) + (1 << (52 - i)) + (1 << (52 - l)) + (1 << (52 - i - l));
    let v = Unit64::new(to_f64(number) * power(-52) * power(-j.cast_signed()))?;
    let low = i128::from(j) * logarithms::LN_2.cast_signed() - of(i)? - of(l)? - 2;
    Some((v, (low, low + 2 + i128::from(j))))
}

/// |computed + ln v| ≤ the ledger, at products of two factors 1 + 2^-i and a power of two.
//= THEORY 1.3 (iii)
pub fn kernel_is_close_at_products_64(j: u32, i: u32, l: u32) -> bool {
    close_64(j, i, l, 0)
}

/// Control: within the ledger less a quarter of it.
pub fn kernel_is_closer_at_products_64(j: u32, i: u32, l: u32) -> bool {
    close_64(j, i, l, 2)
}

fn close_64(j: u32, i: u32, l: u32, n: u32) -> bool {
    let Some((v, exact)) = product_64(j, i, l) else { return false };
    let computed = in_units(minus_ln_f64(v), 96);
    assert!(computed.is_some());
    let Some(computed) = computed else { return false };
    within(computed, exact, &LEDGER_F64, n);
    true
}

/// |computed + ln v| ≤ the ledger of f32, at v = 2^-j·a/2^12.
//= THEORY 1.3 (iii)
pub fn kernel_is_close_at_12_bits_32(a: u32, j: u32) -> bool {
    let Some(floor) = logarithms::MINUS_LN_12.get(a as usize).filter(|_| a > 0 && j <= 52) else {
        return false;
    };
    let Some(v) = Unit32::new(to_f32(a.into()) * power_32(-12) * power_32(-j.cast_signed())) else {
        return false;
    };
    let low = (i128::from(*floor) << 48) + i128::from(j) * logarithms::LN_2.cast_signed();
    let computed = in_units(minus_ln_f32(v).into(), 96);
    assert!(computed.is_some());
    let Some(computed) = computed else { return false };
    within(computed, (low, low + (1 << 48) + i128::from(j)), &LEDGER_F32, 0);
    true
}

/// The kernel for several numbers gives each the logarithm that the kernel for one gives, bit for bit, at every place.
pub fn lanes_are_the_kernel_64(v: f64, place: usize, beside: f64) -> bool {
    let (Some(v), Some(beside)) = (Unit64::new(v), Unit64::new(beside)) else { return false };
    let mut all = [beside; 3];
    let Some(one) = all.get_mut(place) else { return false };
    *one = v;
    let [a, b, c] = minus_ln_f64_each(&all, |v| v);
    let (own, other) = (minus_ln_f64(v).to_bits(), minus_ln_f64(beside).to_bits());
    let expected = |i: usize| if i == place { own } else { other };
    assert!(a.to_bits() == expected(0) && b.to_bits() == expected(1) && c.to_bits() == expected(2));
    true
}

/// 2^-k for 1 ≤ k ≤ 1000, times a number of [1, 2) with these leading fraction bits.
fn number_64(k: u64, leading: u64, bits: u32) -> f64 {
    f64::from_bits((1023 - k) << 52 | leading << (52 - bits))
}

fn unsigned(given: &mut impl crate::Given, high: i64) -> u64 {
    given.between(0, high).unsigned_abs()
}

fn small(given: &mut impl crate::Given, low: i64, high: i64) -> u32 {
    u32::try_from(given.between(low, high)).unwrap_or(0)
}

/// The seven leading and five trailing of `bits` bits.
fn both_ends(given: &mut impl crate::Given, bits: u32) -> u64 {
    given.bits(7) << (bits - 7) | given.bits(5)
}

/// Six bits at any position below `highest`, with each sign.
fn at_any_position(given: &mut impl crate::Given, highest: i64) -> i64 {
    let position = small(given, 0, highest);
    let magnitude = given.bits(6).cast_signed() << position;
    if given.bits(1) == 1 { -magnitude } else { magnitude }
}

statements! { "table":
    /// Exactly the numbers of [2^-1000, 1[ are admitted; v = 2^-k·m exactly, with k ≤ 1000 and m in its cell.
    holds reduction_is_exact_64
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "every f64", |given| reduction_is_exact_64(given.bits(64));
        every "every sign and exponent, 8 leading and 2 trailing bits" of 1 << 22,
            |given| reduction_is_exact_64(given.bits(12) << 52 | given.bits(8) << 44 | given.bits(2));

    /// Exactly the numbers of [2^-64, 1[ are admitted in f32; v = 2^-k·m exactly, with k ≤ 64 and m in its cell.
    holds reduction_is_exact_32
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "every f32", |given| reduction_is_exact_32(u32::try_from(given.bits(32)).unwrap_or(0));
        every "every sign and exponent, 12 leading and 3 trailing bits" of 1 << 24,
            |given| reduction_is_exact_32(u32::try_from(given.bits(21) << 11 | given.bits(3)).unwrap_or(0));

    /// Control: m lies below 1.
    refuted reduction_is_to_a_binade
        cites "THEORY 1.3 (iii)"
        unwind 2
        wide "every f64", |given| reduction_is_to_a_binade(given.bits(64));
        every "every sign and exponent, 8 leading and 2 trailing bits" of 1 << 22,
            |given| reduction_is_to_a_binade(given.bits(12) << 52 | given.bits(8) << 44 | given.bits(2));

    /// In f64, r is m·c − 1 rounded once, and at most R.
    holds residual_is_rounded_once_64
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "cell 104, 7 leading and 5 trailing bits of the place in the cell",
            |given| residual_is_rounded_once_64(104, both_ends(given, 45));
        every "all 128 cells, 7 leading and 5 trailing bits of the place in the cell" of 128 * 4096,
            |given| residual_is_rounded_once_64(unsigned(given, 127), both_ends(given, 45));

    /// In f32, r is m·c − 1 rounded once, and at most R.
    holds residual_is_rounded_once_32
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "cell 16, 7 leading and 5 trailing bits of the place in the cell",
            |given| residual_is_rounded_once_32(16, u32::try_from(both_ends(given, 18)).unwrap_or(0));
        every "every m of all 32 cells" of 1 << 23,
            |given| residual_is_rounded_once_32(given.bits(5), u32::try_from(given.bits(18)).unwrap_or(0));

    /// Control: r is not rounded.
    refuted residual_is_exact_32
        cites "THEORY 1.3 (iii)"
        unwind 4
        every "every m of cells 5 and 16 of f32" of 1 << 19,
            |given| case_by_case(2, given.bits(1), |i| residual_is_exact_32(5 + 11 * i, u32::try_from(given.bits(18)).unwrap_or(0)));

    /// In f64, w is k times the high part of ln 2, which the oracle gives, plus the high part of ln c, exactly.
    holds head_is_exact_64
        cites "THEORY 1.3 (iii); paper 5"
        unwind 4
        wide "every k, cells 0, 79 and 127",
            |given| {
                let k = small(given, 0, 1000);
                case_by_case(3, given.bits(2), |i| head_is_exact_64(k, [0, 79, 127].get(at(i)).copied().unwrap_or(0)))
            };
        every "every k, every cell" of 1001 * 128, |given| head_is_exact_64(small(given, 0, 1000), given.bits(7));

    /// In f32, the same.
    holds head_is_exact_32
        cites "THEORY 1.3 (iii); paper 5"
        unwind 4
        wide "every k, cells 0, 19 and 31",
            |given| {
                let k = small(given, 0, 64);
                case_by_case(3, given.bits(2), |i| head_is_exact_32(k, [0, 19, 31].get(at(i)).copied().unwrap_or(0)))
            };
        every "every k, every cell" of 65 * 32, |given| head_is_exact_32(small(given, 0, 64), given.bits(5));

    /// In f64, w is 0 only where k = 0 and c = 1, and otherwise at least twice |r|.
    holds head_is_far_from_the_residual_64
        cites "THEORY 1.3 (iii)"
        unwind 8
        wide "k = 0 and 1, cells 0, 77, 78, 79, 80 and 127",
            |given| {
                let k = given.bits(1);
                case_by_case(6, given.bits(3), |i| {
                    let index = [0, 77, 78, 79, 80, 127].get(at(i)).copied().unwrap_or(0);
                    case_by_case(2, k, |k| head_is_far_from_the_residual_64(u32::try_from(k).unwrap_or(0), index))
                })
            };
        every "every k, every cell" of 1001 * 128,
            |given| head_is_far_from_the_residual_64(small(given, 0, 1000), given.bits(7));

    /// In f32, the same.
    holds head_is_far_from_the_residual_32
        cites "THEORY 1.3 (iii)"
        unwind 34
        wide "k = 0 and 1, every cell",
            |given| {
                let k = given.bits(1);
                case_by_case(32, given.bits(5), |i| {
                    case_by_case(2, k, |k| head_is_far_from_the_residual_32(u32::try_from(k).unwrap_or(0), i))
                })
            };
        every "every k, every cell" of 65 * 32,
            |given| head_is_far_from_the_residual_32(small(given, 0, 64), given.bits(5));

    /// In f64, s + t is w − r exactly. Kani proves this in f32; for every f64 it is `fast_two_sum` in Coq.
    holds_without_kani difference_is_exact_64
        cites "THEORY 1.3 (iii); paper 5"
        every "6 bits at any position, with each sign, for both" of 47 * 128 * 51 * 128,
            |given| difference_is_exact_64(at_any_position(given, 46), at_any_position(given, 50));

    /// In f32, the same.
    holds difference_is_exact_32
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "every multiple of 2^-16 up to 63 for w, every multiple of 2^-32 up to R for r, rounded to a float",
            |given| difference_is_exact_32(given.between(-(63 << 16), 63 << 16), given.between(-(1 << 27), 1 << 27));
        every "6 bits at any position, with each sign, for both" of 17 * 128 * 22 * 128,
            |given| difference_is_exact_32(at_any_position(given, 16), at_any_position(given, 21));

    /// Control: s alone.
    refuted difference_is_one_float_32
        cites "THEORY 1.3 (iii)"
        unwind 2
        wide "every multiple of 2^-16 up to 63 for w, every multiple of 2^-32 up to R for r, rounded to a float",
            |given| difference_is_one_float_32(given.between(-(63 << 16), 63 << 16), given.between(-(1 << 27), 1 << 27));
        every "6 bits at any position, with each sign, for both" of 17 * 128 * 22 * 128,
            |given| difference_is_one_float_32(at_any_position(given, 16), at_any_position(given, 21));

    /// The f64 kernel is within its ledger at 2^-j·(1 + 2^-i)(1 + 2^-l), whose logarithms the oracle encloses. For every other
    /// number that is Coq's and Gappa's.
    holds kernel_is_close_at_products_64
        cites "THEORY 1.3 (iii); paper 5"
        unwind 14
        wide "12 of these products, j = 1, 28, 55, … 298",
            |given| {
                case_by_case(12, given.bits(4), |c| {
                    let c = u32::try_from(c).unwrap_or(0);
                    kernel_is_close_at_products_64(1 + 27 * c, 1 + c, 3 + c)
                })
            };
        every "every j up to 1000, every i and l up to 21" of 1000 * 21 * 21,
            |given| kernel_is_close_at_products_64(small(given, 1, 1000), small(given, 1, 21), small(given, 1, 21));

    /// Control: within three quarters of the ledger.
    refuted_without_kani kernel_is_closer_at_products_64
        cites "THEORY 1.3 (iii)"
        every "every j up to 1000, every i and l up to 21" of 1000 * 21 * 21,
            |given| kernel_is_closer_at_products_64(small(given, 1, 1000), small(given, 1, 21), small(given, 1, 21));

    /// The f32 kernel is within its ledger at 2^-j·a/2^12, whose logarithms the oracle encloses.
    holds kernel_is_close_at_12_bits_32
        cites "THEORY 1.3 (iii); paper 5"
        unwind 10
        wide "eight of these numbers, j = 0, 7, … 49",
            |given| {
                case_by_case(8, given.bits(3), |c| {
                    let a = [2049, 2817, 3073, 3329, 3585, 3841, 4063, 4095].get(at(c)).copied().unwrap_or(1);
                    kernel_is_close_at_12_bits_32(a, 7 * u32::try_from(c).unwrap_or(0))
                })
            };
        every "every j up to 52, every a of 12 bits" of 53 * 4096,
            |given| kernel_is_close_at_12_bits_32(u32::try_from(given.bits(12)).unwrap_or(0), small(given, 0, 52));

    /// The f64 kernel that takes several numbers side by side gives each its logarithm, bit for bit.
    holds lanes_are_the_kernel_64
        cites "paper 5"
        unwind 10
        wide "four numbers, each at one of three places, beside 0.7",
            |given| {
                case_by_case(4, given.bits(2), |m| lanes_are_the_kernel_64(number_64(1 + 300 * m, m, 2), at(m % 3), 0.7))
            };
        every "every exponent, 10 leading bits, at each of three places, beside 0.7 and 2^-999" of 1000 * 1024 * 3 * 2,
            |given| {
                let (k, m) = (given.between(1, 1000).unsigned_abs(), given.bits(10));
                let place = usize::try_from(given.between(0, 2)).unwrap_or(0);
                lanes_are_the_kernel_64(number_64(k, m, 10), place, if given.bits(1) == 0 { 0.7 } else { power(-999) })
            };
}
