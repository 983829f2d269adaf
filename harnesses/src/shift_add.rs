//! The shift-and-add logarithm: residual, exact product, no overflow, and what follows, closeness to ln
//! (THEORY 1.3 (iii); paper 5).
//!
//! [`normalise`] multiplies m by factors 1 + 2^-k so that the product comes close to 1 from below, and adds
//! ln(1 + 2^-k) for each factor taken. If m₀·Π(taken) = 1 − r exactly, then −ln m₀ = Σ ln(taken) − ln(1 − r).
//! The chain of statements:
//!
//! 1. each step keeps the invariant I_k and loses less than one unit (every m, every k);
//! 2. hence the residual r is at most 2^-K (every input of 16, 32 and 64 bits), and the product is exact up
//!    to 2K units (every m, one step at a time);
//! 3. the sum of the constants is within 3 units of Σ ln(taken), with the oracle's enclosures of ln(1 +
//!    2^-k);
//! 4. r + r²/2 as computed is within the ledger's terms of −ln(1 − r);
//! 5. hence |computed − exact| is within the ledger. This is checked end to end against the oracle for inputs
//!    of 12 bits.
//!
//! A loop is proved by its invariant for every input, not by comparing two runs of it. Multiplying two
//! symbolic numbers is what a model checker cannot afford; the only such product here is the square of the
//! leading bits of r. For Kani it has few bits; a contract of Creusot gives the value of [`series`] for every
//! word.

use crate::given::case_by_case;
use crate::logarithms;
use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_finite::ln::shift_add::{
    FRACTION_16, FRACTION_32, FRACTION_64, LEDGER_16, LN_2, ONE, STEPS_16, STEPS_32, STEPS_64, lane_end,
    lane_step, ln_factor, minus_ln_16, minus_ln_32, minus_ln_64, minus_ln_scaled, minus_ln_scaled_each,
    normalise, series, step,
};

/// I_k: m·(1 + 2^-k) ≥ 1, in integers.
fn invariant(m: u64, k: u32) -> bool {
    (u128::from(m) << k) + u128::from(m) >= 1 << (63 + k)
}

/// Step k leads from I_(k−1) to I_k. The new m is at most 1 and not below the old one; if the factor is
/// taken, it is m·(1 + 2^-k) less a lost part below one unit.
//= THEORY 1.3 (iii)
pub fn step_keeps_the_invariant(m: u64, k: u32) -> bool {
    if !(1..=21).contains(&k) || !(ONE / 2..=ONE).contains(&m) || !invariant(m, k - 1) {
        return false;
    }
    let (next, sum) = step(m, 0, k, ln_factor(k));
    assert!(m <= next && next <= ONE);
    assert!(invariant(next, k));
    let taken = next != m;
    assert!(sum == if taken { ln_factor(k) } else { 0 });
    if taken {
        // 2^k·next + (m mod 2^k) = m·(2^k + 1): exact up to the lost part.
        let (next, m) = (u128::from(next), u128::from(m));
        assert!((next << k) + (m & ((1 << k) - 1)) == (m << k) + m);
    }
    taken
}

/// After K steps the residual 1 − m is at most 2^-K.
//= THEORY 1.3 (iii)
pub fn residual_is_small<const K: u32>(m: u64) -> bool {
    if !(ONE / 2..=ONE).contains(&m) {
        return false;
    }
    let (next, _) = normalise::<K>(m);
    assert!(m <= next && next <= ONE);
    assert!(invariant(next, K));
    assert!(ONE - next <= 1 << (63 - K));
    true
}

/// Control: the residual is at most half of 2^-K.
pub fn residual_is_half_as_small<const K: u32>(m: u64) -> bool {
    if !(ONE / 2..=ONE).contains(&m) {
        return false;
    }
    let (next, _) = normalise::<K>(m);
    assert!(ONE - next <= 1 << (62 - K));
    true
}

/// The numbers that the kernels of 16, 32 and 64 bits normalise.
fn leading(x: u64) -> u64 {
    x.checked_shl(x.leading_zeros()).unwrap_or(0) >> 1
}

/// The product of the factors taken is exact up to 2k units after step k: m₀·Π(taken) − m lies between 0 and 2k units. By induction
/// over the steps, as the product of 21 factors fits no word: if m is `error` below it before step k, in units of 2^-32 of a unit
/// and at most 2(k − 1) units, it is at most 2k units below it after the step. Before the first step it is not below at all.
//= THEORY 1.3 (iii)
pub fn product_is_exact(m: u64, k: u32, error: u64) -> bool {
    if !(1..=21).contains(&k) || !(ONE / 2..=ONE).contains(&m) || error > u64::from(2 * (k - 1)) << 32 {
        return false;
    }
    let (next, _) = step(m, 0, k, ln_factor(k));
    let taken = next != m;
    // The exact product with this factor, and the step, in units of 2^-k of a unit.
    let (now, next) = (u128::from(m) << k, u128::from(next) << k);
    let product = if taken { now + u128::from(m) } else { now };
    assert!(next <= product && product - next < 1 << k);
    // The error before it grows by the factor, rounded up, and what the step loses is added.
    let lost = u64::try_from(product - next).unwrap_or(u64::MAX);
    let error = if taken { error + (error >> k) + 1 + (lost << (32 - k)) } else { error };
    assert!(error <= u64::from(2 * k) << 32);
    taken
}

/// The same for ten steps together, in one number: m₀·Π(taken) − m lies between 0 and 20 units.
//= THEORY 1.3 (iii)
pub fn product_after_ten_steps(m: u64) -> bool {
    const K: u32 = 10;
    const BITS: u32 = K * (K + 1) / 2;
    if !(ONE / 2..=ONE).contains(&m) {
        return false;
    }
    // The product in units of 2^-(63 + 1 + 2 + … + k).
    let (mut now, mut product) = (m, u128::from(m));
    let mut k = 1;
    while k <= K {
        let (next, _) = step(now, 0, k, ln_factor(k));
        product = if next == now { product << k } else { (product << k) + product };
        now = next;
        k += 1;
    }
    assert!(normalise::<K>(m).0 == now);
    let rounded = u128::from(now) << BITS;
    assert!(rounded <= product && product - rounded <= u128::from(2 * K) << BITS);
    true
}

/// [`normalise`] is the K steps, one after the other, from a sum of 0.
pub fn normalise_is_its_steps<const K: u32>(m: u64) -> bool {
    if !(ONE / 2..=ONE).contains(&m) {
        return false;
    }
    let (mut now, mut sum, mut k) = (m, 0, 1);
    while k <= K {
        (now, sum) = step(now, sum, k, ln_factor(k));
        k += 1;
    }
    assert!(normalise::<K>(m) == (now, sum));
    true
}

/// How far the sum of the constants of steps 1 to k can be from Σ ln(1 + 2^-j), whatever factors are taken,
/// for k = 0 to 21: the sum of all errors below zero and the sum of all errors above it, in units of 2^-96.
/// Each true logarithm is in [floor, floor + 1].
fn spread() -> [(i128, i128); 22] {
    let (mut bounds, mut k) = ([(0, 0); 22], 0u32);
    let (mut low, mut high) = (0, 0);
    for (floor, bound) in logarithms::LN_FACTORS.into_iter().zip(bounds.iter_mut().skip(1)) {
        k += 1;
        let above = (i128::from(ln_factor(k)) << 32) - floor.cast_signed();
        low += (above - 1).min(0);
        high += above.max(0);
        *bound = (low, high);
    }
    bounds
}

/// Whatever factors are taken, the sum of their constants is within 3 units of 2^-64 of Σ ln(1 + 2^-k), which
/// the oracle encloses: by induction over the steps. `error` is how far the sum is off before step k,
/// `inside` where in its unit the true logarithm lies.
//= THEORY 1.3 (iii)
pub fn sums_are_enclosed(k: u32, error: i128, taken: bool, inside: bool) -> bool {
    let bounds = spread();
    let (before, after) = (bounds.get(k.wrapping_sub(1) as usize), bounds.get(k as usize));
    let floor = logarithms::LN_FACTORS.get(k.wrapping_sub(1) as usize);
    let (Some(&(low, high)), Some(&next), Some(&floor)) = (before, after, floor) else { return false };
    if error < low || error > high {
        return false;
    }
    let own = (i128::from(ln_factor(k)) << 32) - floor.cast_signed() - i128::from(inside);
    let error = if taken { error + own } else { error };
    assert!(next.0 <= error && error <= next.1);
    assert!(next.0 >= -(3 << 32) && next.1 <= 3 << 32);
    true
}

/// The sum of all constants fits its word, so no sum overflows.
pub fn all_constants_fit(k: u32) -> bool {
    let mut sum = 0u128;
    for j in 1..=21 {
        sum += u128::from(ln_factor(j));
    }
    assert!(sum >> 64 == 0);
    assert!(ln_factor(k) > 0);
    true
}

/// Control: the sum is enclosed although the constant of k = 2, ln(5/4), is wrong by four units.
pub fn sum_with_a_wrong_constant(m: u64) -> bool {
    let (next, sum) = normalise::<12>(m);
    if !(ONE / 2..=ONE).contains(&m) || next > ONE {
        return false;
    }
    let taken = step(step(m, 0, 1, 0).0, 0, 2, ln_factor(2)).1 != 0;
    let wrong = if taken { sum + 4 } else { sum };
    let (mut now, mut low, mut k) = (m, 0u128, 1u32);
    for floor in logarithms::LN_FACTORS {
        if k > 12 {
            break;
        }
        let (next, _) = step(now, 0, k, ln_factor(k));
        low += if next == now { 0 } else { floor };
        now = next;
        k += 1;
    }
    assert!(u128::from(wrong) << 32 <= low + (3 << 32));
    true
}

/// e·ln 2 as computed is within 1025·2^-74 of the true one, for every exponent.
//= THEORY 1.3 (iii)
pub fn exponent_is_enclosed(e: u32) -> bool {
    let computed = ((u128::from(e) * LN_2) >> 16) << 32; // in units of 2^-96
    let (low, high) = (u128::from(e) * logarithms::LN_2, u128::from(e) * (logarithms::LN_2 + 1));
    let bound = 1025 << 22;
    assert!(computed + bound >= high && computed <= low + bound);
    true
}

/// What [`series`] adds for a residual r to e·ln 2, to the sum of the constants and to 2r, in units of 2^-64. The word is 2(1 − r),
/// with r so small that no factor is taken: then the sum is empty and r is the residual. r = 0 is no word.
fn square_in_series<const K: u32>(r: u64, e: u32) -> Option<u128> {
    if r == 0 || r > ONE || r + (r >> K) + 1 >= 1 << (63 - K) || e > 128 {
        return None;
    }
    let found = series::<K>(0u64.wrapping_sub(2 * r), e);
    let linear = ((u128::from(e) * LN_2) >> 16) + u128::from(2 * r);
    assert!(linear <= found);
    Some(found - linear)
}

/// Where no factor is taken, [`series`] is e·ln 2 + 2r and a square between 0 and 2^-K·r, rounded up.
//= THEORY 1.3 (iii)
pub fn series_is_linear_in_small_residuals<const K: u32>(r: u64, e: u32) -> bool {
    let Some(square) = square_in_series::<K>(r, e) else { return false };
    assert!(square <= u128::from(r >> K) + 1);
    true
}

/// The term r²/2 of [`series`], which it takes from the leading bits of r: not above r²/2, and below it by at most 2^(33−2K) + 1
/// units of 2^-64.
///
/// −ln(1 − ρ) = ρ + ρ²/2 + R with 0 ≤ R ≤ ρ³/(3(1−ρ)): the third term of the ledger, 2^(64−3K)/3·(1 + 2^-10),
/// is that bound at ρ = 2^-K.
//= THEORY 1.3 (iii)
pub fn square_is_close<const K: u32>(r: u64, e: u32) -> bool {
    let Some(square) = square_in_series::<K>(r, e) else { return false };
    is_half_square::<K>(square, r);
    true
}

/// ρ²/2 in units of 2^-64 is r²/2^63, as ρ = r/2^63.
fn is_half_square<const K: u32>(square: u128, r: u64) {
    let (exact, computed) = (u128::from(r) * u128::from(r), square << 63);
    let from_bits = 1u128 << (63 + 33 - 2 * K);
    assert!(computed <= exact && exact <= computed + from_bits + (1 << 63));
}

/// [`series`] is e·ln 2, the sum of the constants of the factors taken, 2r and r²/2 within its ledger terms, for the residual r that
/// [`normalise`] leaves.
//= THEORY 1.3 (iii)
pub fn series_is_its_terms<const K: u32>(n: u64, e: u32) -> bool {
    if n < ONE || e > 128 {
        return false;
    }
    let (m, sum) = normalise::<K>(n >> 1);
    let r = ONE - m;
    let terms = ((u128::from(e) * LN_2) >> 16) + u128::from(sum) + u128::from(2 * r);
    let found = series::<K>(n, e);
    assert!(terms <= found);
    is_half_square::<K>(found - terms, r);
    true
}

/// Control: [`series`] with r in place of 2r.
pub fn series_with_one_residual(r: u64, e: u32) -> bool {
    let Some(square) = square_in_series::<STEPS_64>(r, e) else { return false };
    // What is left when only r is taken away.
    let square = square + u128::from(r);
    assert!(square <= u128::from(r >> STEPS_64) + 1);
    true
}

/// The 16-bit kernel does not overflow for any input, as an overflow is a failure under both engines, and its
/// result is below 12.
pub fn kernel_16_is_total(x: u16) -> bool {
    let Some(x) = NonZeroU16::new(x) else { return false };
    assert!(minus_ln_16(x) >> FRACTION_16 < 12);
    true
}

/// The same for the 32-bit kernel and 23.
pub fn kernel_32_is_total(x: u32) -> bool {
    let Some(x) = NonZeroU32::new(x) else { return false };
    assert!(minus_ln_32(x) >> FRACTION_32 < 23);
    true
}

/// The same for the 64-bit kernel and 45.
pub fn kernel_64_is_total(x: u64) -> bool {
    let Some(x) = NonZeroU64::new(x) else { return false };
    assert!(minus_ln_64(x) >> FRACTION_64 < 45);
    true
}

/// The same for the kernel that takes the exponent apart, as the relative generators do: e is at most 90, the
/// result below 64.
pub fn scaled_kernel_is_total(n: u64, e: u32) -> bool {
    if n < ONE || e > 90 {
        return false;
    }
    assert!(minus_ln_scaled(n, e) >> FRACTION_64 < 64);
    true
}

/// The step of the kernel that takes several words side by side equals the step for one word, for every sum
/// that leaves room for one more constant.
pub fn lane_step_is_the_step(m: u64, sum: u64, k: u32) -> bool {
    if !(1..=21).contains(&k) || !(ONE / 2..=ONE).contains(&m) || sum.checked_add(ln_factor(k)).is_none() {
        return false;
    }
    assert!(lane_step(m, sum, k, ln_factor(k)) == step(m, sum, k, ln_factor(k)));
    true
}

/// The last operations of that kernel, which have 64 bits, give what the kernel for one word computes in 128
/// bits.
pub fn lane_end_is_the_end(low: u64, e: u32) -> bool {
    if low > u64::MAX - ((1 << 14) - 1) || e > 90 {
        return false;
    }
    let exact = (((u128::from(e) * LN_2) >> 16) + u128::from(low) + 10) >> 6;
    assert!(u128::from(lane_end(low, e)) == exact);
    true
}

/// Control: the last operations without the lowest 22 bits of ln 2, which they treat apart from the others.
pub fn lane_end_without_its_low_part(low: u64, e: u32) -> bool {
    if low > u64::MAX - ((1 << 14) - 1) || e > 90 {
        return false;
    }
    let exact = ((((u128::from(e) * LN_2) >> 22) << 6) + u128::from(low) + 10) >> 6;
    assert!(u128::from(lane_end(low, e)) == exact);
    true
}

/// How many words stand side by side in the harnesses; slices have more, and the code is the same.
const LANES: usize = 8;

/// The kernel for several words gives each the logarithm that the kernel for one word gives, at every place,
/// whatever stands beside it.
pub fn lanes_are_the_kernel(n: u64, e: u32, place: usize, beside: u64) -> bool {
    if n < ONE || e > 90 {
        return false;
    }
    let (mut words, mut exponents) = ([ONE | beside; LANES], [0; LANES]);
    let (Some(word), Some(exponent)) = (words.get_mut(place), exponents.get_mut(place)) else { return false };
    (*word, *exponent) = (n, e);
    let logs = minus_ln_scaled_each(&words, &exponents);
    assert!(logs.get(place) == Some(&minus_ln_scaled(n, e)));
    true
}

/// The same for eight words at once, one at each place, with the exponents 0, 12, … 84; their trailing bits are zeros or ones.
pub fn all_lanes_are_the_kernel(ones: u64) -> bool {
    let tail = if ones == 1 { (1 << 60) - 1 } else { 0 };
    let (mut words, mut exponents) = ([ONE; LANES], [0; LANES]);
    for (i, (word, exponent)) in (0u32..).zip(words.iter_mut().zip(&mut exponents)) {
        *word |= u64::from(i) << 60 | tail;
        *exponent = 12 * i;
    }
    for ((log, word), exponent) in minus_ln_scaled_each(&words, &exponents).iter().zip(words).zip(exponents) {
        assert!(*log == minus_ln_scaled(word, exponent));
    }
    true
}

/// The sum of the terms of a ledger that have this unit, in units of 2^-80, rounded up: a term with an
/// exponent below −80 counts as if its exponent were −80.
#[must_use]
pub fn bound(ledger: &Ledger, unit: Unit) -> i128 {
    let mut sum = 0;
    for term in ledger.terms {
        let shift = u32::try_from(80 + term.exponent).unwrap_or(0);
        sum += if term.unit == unit { i128::from(term.mantissa) << shift } else { 0 };
    }
    sum
}

/// |computed + ln(a/2^12)| ≤ the ledger for every a, end to end against the oracle.
//= THEORY 1.3 (iii)
pub fn kernel_is_close_12(a: u16) -> bool {
    closer_than(a, bound(&LEDGER_16, Unit::Scale))
}

/// [`logarithms::MINUS_LN_12`] at the odd a. A table of half the length is less than half the work for a
/// solver.
pub(crate) static MINUS_LN_ODD_12: [u64; 2048] = {
    let mut odd = [0; 2048];
    let mut i = 0;
    #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which checks it")]
    while i < 2048 {
        odd[i] = logarithms::MINUS_LN_12[2 * i + 1];
        i += 1;
    }
    odd
};

/// The same at the odd a.
pub fn kernel_is_close_at_odd(a: u16) -> bool {
    closer_at_odd(a, bound(&LEDGER_16, Unit::Scale))
}

/// Control: a bound of three quarters of the last place, which is most of the ledger.
pub fn kernel_is_closer_at_odd(a: u16) -> bool {
    closer_at_odd(a, 3 << (80 - 31))
}

fn closer_than(a: u16, bound: i128) -> bool {
    let floor = logarithms::MINUS_LN_12.get(usize::from(a)).filter(|_| a < 4096);
    floor.is_some_and(|floor| closer(a, *floor, bound))
}

fn closer_at_odd(a: u16, bound: i128) -> bool {
    let floor = MINUS_LN_ODD_12.get(usize::from(a / 2)).filter(|_| a % 2 == 1);
    floor.is_some_and(|floor| closer(a, *floor, bound))
}

/// Whether the kernel at a/2^12 is within the bound of both ends of [floor, floor + 1]·2^-48.
fn closer(a: u16, floor: u64, bound: i128) -> bool {
    let Some(x) = NonZeroU16::new(a << 4) else { return false };
    let computed = i128::from(minus_ln_16(x)) << (80 - FRACTION_16);
    let (low, high) = (i128::from(floor) << 32, (i128::from(floor) + 1) << 32);
    assert!(computed - low <= bound && high - computed <= bound);
    true
}

fn steps(given: &mut impl crate::Given) -> u32 {
    u32::try_from(given.between(1, 21)).unwrap_or(1)
}

/// Any m from 2^62 to 2^63, both included.
fn mantissa(given: &mut impl crate::Given) -> u64 {
    given.between(1 << 62, i64::MAX).cast_unsigned() + given.bits(1)
}

/// A mantissa near 1, where late steps are taken: 2^63 less a number of 10 bits at any position.
fn near_one(given: &mut impl crate::Given) -> u64 {
    let position = u32::try_from(given.between(0, 52)).unwrap_or(0);
    ONE - (given.bits(10) << position)
}

fn half(given: &mut impl crate::Given, n: u32) -> u16 {
    u16::try_from(given.bits(n)).unwrap_or(0)
}

/// An integer from low to high.
fn count(given: &mut impl crate::Given, low: i64, high: i64) -> u32 {
    u32::try_from(given.between(low, high)).unwrap_or(0)
}

/// A place in an array; one that no array has for a number that is no place.
fn at(i: u64) -> usize {
    usize::try_from(i).unwrap_or(usize::MAX)
}

statements! { "shift_add":
    /// Step k leads from invariant I_(k−1) to I_k, keeps m ≤ 1, and loses less than one unit of the exact
    /// product.
    holds step_keeps_the_invariant
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "every m of 64 bits, every k", |given| step_keeps_the_invariant(given.bits(64), steps(given));
        every "m = 2^63 less 10 bits at any position, every k" of 53 * 1024 * 21,
            |given| step_keeps_the_invariant(near_one(given), steps(given));

    /// The residual of the 16-bit kernel is at most 2^-12 for every input.
    holds residual_16
        cites "THEORY 1.3 (iii); paper 5"
        unwind 14
        every "every u16" of 1 << 16, |given| residual_is_small::<STEPS_16>(leading(given.bits(16)));

    /// The residual of the 32-bit kernel is at most 2^-18 for every input.
    holds residual_32
        cites "THEORY 1.3 (iii); paper 5"
        unwind 20
        wide "every u32", |given| residual_is_small::<STEPS_32>(leading(given.bits(32)));
        every "every u32 of 26 leading bits" of 1 << 26, |given| residual_is_small::<STEPS_32>(leading(given.bits(26)));

    /// The residual of the 64-bit kernel is at most 2^-21 for every input.
    holds residual_64
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        wide "every u64", |given| residual_is_small::<STEPS_64>(leading(given.bits(64)));
        every "2^63 less 10 bits at any position" of 53 * 1024, |given| residual_is_small::<STEPS_64>(near_one(given));

    /// Control: half of the residual.
    refuted residual_half
        cites "THEORY 1.3 (iii)"
        unwind 23
        wide "every u64", |given| residual_is_half_as_small::<STEPS_64>(leading(given.bits(64)));
        every "2^63 less 10 bits at any position" of 53 * 1024,
            |given| residual_is_half_as_small::<STEPS_64>(near_one(given));

    /// After step k, m is at most 2k units below the exact product of m₀ and the factors taken: one step of the induction, for
    /// every k up to 21.
    holds product_is_exact
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        wide "every m of 64 bits, every k, every error before the step up to 2(k − 1) units",
            |given| product_is_exact(given.bits(64), steps(given), given.bits(38));
        every "m = 2^63 less 10 bits at any position, every k, the largest and no error before it" of 53 * 1024 * 21 * 2,
            |given| {
                let (m, k, error) = (near_one(given), steps(given), given.bits(1));
                product_is_exact(m, k, error * (u64::from(2 * (k - 1)) << 32))
            };

    /// Ten steps together: the exact product, as one number, is m up to 20 units.
    holds product_after_ten_steps
        cites "THEORY 1.3 (iii); paper 5"
        unwind 12
        every "every m of 16 leading bits" of 1 << 16, |given| product_after_ten_steps(leading(given.bits(16)));

    /// The normalisation of the 64-bit kernel is its 21 steps, and the sum is that of their constants.
    holds normalise_is_its_steps
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        wide "every m of 6 leading bits", |given| normalise_is_its_steps::<STEPS_64>(leading(given.bits(6)));
        every "every m of 16 leading bits" of 1 << 16, |given| normalise_is_its_steps::<STEPS_64>(leading(given.bits(16)));

    /// For every choice of factors the sum of the constants is within 3 units of the oracle's Σ ln(1 + 2^-k):
    /// one step of the induction.
    holds sums_are_enclosed
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        wide "every step, every error before it within ±3 units, both ends of the oracle's enclosure",
            |given| sums_are_enclosed(count(given, 1, 21), given.between(-(3 << 32), 3 << 32).into(), given.bits(1) == 1, given.bits(1) == 1);
        every "every step, both ends of the errors before it, both ends of the oracle's enclosure" of 21 * 8,
            |given| {
                let (k, end, taken) = (count(given, 1, 21), given.bits(1) == 1, given.bits(1) == 1);
                let (low, high) = spread().get(k as usize - 1).copied().unwrap_or((0, 0));
                sums_are_enclosed(k, if end { high } else { low }, taken, given.bits(1) == 1)
            };

    /// The sum of all constants fits its word.
    holds all_constants_fit
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        every "every step" of 21, |given| all_constants_fit(count(given, 1, 21));

    /// Control: ln(5/4) wrong by four units.
    refuted sum_with_a_wrong_constant
        cites "THEORY 1.3 (iii)"
        unwind 23
        wide "every m of 64 bits", |given| sum_with_a_wrong_constant(mantissa(given));
        every "every m of 16 leading bits" of 1 << 16, |given| sum_with_a_wrong_constant(leading(given.bits(16)));

    /// e·ln 2 as computed is within its ledger term of the oracle's, for every exponent up to 128.
    holds exponent_is_enclosed
        cites "THEORY 1.3 (iii); paper 5"
        unwind 2
        every "every e up to 128" of 129, |given| exponent_is_enclosed(u32::try_from(given.between(0, 128)).unwrap_or(0));

    /// In the series of the 16-bit kernel, r²/2 from 31 bits of r is within its ledger terms.
    holds square_16
        cites "THEORY 1.3 (iii); paper 5"
        unwind 14
        wide "residuals of 8 bits at 5 positions from 2^0 to 2^43, e = 16",
            |given| {
                let r = given.bits(8);
                case_by_case(5, given.bits(3), |c| square_is_close::<STEPS_16>(r << [0, 11, 22, 33, 43].get(at(c)).copied().unwrap_or(0), 16))
            };
        every "10 bits at any position up to 2^51, e = 0 and 16" of 42 * 1024 * 2,
            |given| square_is_close::<STEPS_16>(given.bits(10) << count(given, 0, 41), 16 * count(given, 0, 1));

    /// In the series of the 64-bit kernel, the same.
    holds square_64
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        wide "residuals of 8 bits at 5 positions from 2^0 to 2^34, e = 90",
            |given| {
                let r = given.bits(8);
                case_by_case(5, given.bits(3), |c| square_is_close::<STEPS_64>(r << [0, 9, 18, 27, 34].get(at(c)).copied().unwrap_or(0), 90))
            };
        every "10 bits at any position up to 2^42, e = 0 and 90" of 33 * 1024 * 2,
            |given| square_is_close::<STEPS_64>(given.bits(10) << count(given, 0, 32), 90 * count(given, 0, 1));

    /// Where no factor is taken, the series is e·ln 2 + 2r and a square of at most 2^-21·r.
    holds series_is_linear_in_small_residuals
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        wide "every residual below 2^42, every e up to 128",
            |given| series_is_linear_in_small_residuals::<STEPS_64>(given.bits(42), count(given, 0, 128));
        every "10 bits at any position up to 2^42, every e up to 128" of 33 * 1024 * 129,
            |given| series_is_linear_in_small_residuals::<STEPS_64>(given.bits(10) << count(given, 0, 32), count(given, 0, 128));

    /// Control: r for 2r.
    refuted series_with_one_residual
        cites "THEORY 1.3 (iii)"
        unwind 23
        wide "every residual below 2^42, every e up to 128", |given| series_with_one_residual(given.bits(42), count(given, 0, 128));
        every "10 bits at any position up to 2^42, every e up to 128" of 33 * 1024 * 129,
            |given| series_with_one_residual(given.bits(10) << count(given, 0, 32), count(given, 0, 128));

    /// The series is e·ln 2, the sum of the constants, 2r and r²/2 within its ledger terms, with the r and the sum of the
    /// normalisation.
    holds series_is_its_terms
        cites "THEORY 1.3 (iii); paper 5"
        unwind 23
        wide "words of 4 leading bits, e = 90",
            |given| case_by_case(16, given.bits(4), |n| series_is_its_terms::<STEPS_64>(ONE | n << 59, 90));
        every "words of 16 leading bits, every e divisible by 16 up to 128" of 65536 * 9,
            |given| series_is_its_terms::<STEPS_64>(ONE | given.bits(16) << 47, 16 * count(given, 0, 8));

    /// The 16-bit kernel does not overflow, and its result is below 12.
    holds kernel_16_is_total
        cites "paper 5"
        unwind 14
        every "every u16" of 1 << 16, |given| kernel_16_is_total(half(given, 16));

    /// The 32-bit kernel does not overflow, and its result is below 23.
    holds kernel_32_is_total
        cites "paper 5"
        unwind 20
        wide "every u32", |given| kernel_32_is_total(u32::try_from(given.bits(32)).unwrap_or(0));
        every "every u32 of 20 leading bits, and of 20 trailing bits" of 1 << 21,
            |given| {
                let (x, place) = (given.bits(20), given.bits(1));
                kernel_32_is_total(u32::try_from(x << (12 * place)).unwrap_or(0))
            };

    /// The step of the kernel that takes several words side by side is the step.
    holds lane_step_is_the_step
        cites "paper 5"
        unwind 2
        wide "every m and sum of 64 bits, every k", |given| lane_step_is_the_step(given.bits(64), given.bits(64), steps(given));
        every "m = 2^63 less 10 bits at any position, every k, an empty and a nearly full sum" of 53 * 1024 * 21 * 2,
            |given| {
                let (m, k, full) = (near_one(given), steps(given), given.bits(1));
                lane_step_is_the_step(m, full * (u64::MAX - ln_factor(k)), k)
            };

    /// The end in 64 bits of that kernel is the end in 128 bits.
    holds lane_end_is_the_end
        cites "paper 5"
        unwind 2
        wide "every sum of 64 bits, every e up to 90", |given| lane_end_is_the_end(given.bits(64), count(given, 0, 90));
        every "12 bits at any position, every e up to 90" of 53 * 4096 * 91,
            |given| lane_end_is_the_end(given.bits(12) << count(given, 0, 52), count(given, 0, 90));

    /// Control: without the low bits of ln 2.
    refuted lane_end_without_its_low_part
        cites "paper 5"
        unwind 2
        wide "every sum of 64 bits, every e up to 90", |given| lane_end_without_its_low_part(given.bits(64), count(given, 0, 90));
        every "12 bits at any position, every e up to 90" of 53 * 4096 * 91,
            |given| lane_end_without_its_low_part(given.bits(12) << count(given, 0, 52), count(given, 0, 90));

    /// The logarithm of a word does not depend on what stands beside it: what joins the steps, which are the same for every word
    /// (`lane_step_is_the_step`), and the end (`lane_end_is_the_end`).
    holds lanes_are_the_kernel
        cites "paper 5"
        unwind 23
        wide "eight words of 3 leading bits side by side, with trailing ones",
            |given| given.bits(1) == 1 && all_lanes_are_the_kernel(1);
        every "words of 10 leading bits, e = 0 and 90, every place, beside the smallest and the largest word" of 1024 * 2 * 8 * 2,
            |given| {
                let (n, e) = (ONE | given.bits(10) << 53, 90 * u32::try_from(given.bits(1)).unwrap_or(0));
                let (place, beside) = (usize::try_from(given.bits(3)).unwrap_or(0), 0u64.wrapping_sub(given.bits(1)));
                lanes_are_the_kernel(n, e, place, beside)
            };

    /// The 64-bit kernel does not overflow, and its result is below 45.
    holds kernel_64_is_total
        cites "paper 5"
        unwind 23
        wide "every u64", |given| kernel_64_is_total(given.bits(64));
        every "10 bits at any position" of 55 * 1024,
            |given| kernel_64_is_total(given.bits(10) << u32::try_from(given.between(0, 54)).unwrap_or(0));

    /// With a separate exponent up to 90 neither; the result is below 64.
    holds scaled_kernel_is_total
        cites "paper 5"
        unwind 23
        wide "every n of 64 bits with the top bit, every e up to 90",
            |given| scaled_kernel_is_total(given.bits(64), u32::try_from(given.between(0, 90)).unwrap_or(0));
        every "n of 8 leading bits, every e up to 90" of 256 * 91,
            |given| scaled_kernel_is_total(given.bits(8) << 56, u32::try_from(given.between(0, 90)).unwrap_or(0));

    /// The kernel is within its ledger of −ln(a/2^12), which the oracle encloses, for every a.
    holds kernel_is_close_12
        cites "THEORY 1.3 (iii); paper 5"
        unwind 14
        wide "every odd a of 12 bits", |given| kernel_is_close_at_odd(half(given, 12));
        every "every a of 12 bits" of 1 << 12, |given| kernel_is_close_12(half(given, 12));

    /// Control: within three quarters of the last place.
    refuted kernel_is_closer_12
        cites "THEORY 1.3 (iii)"
        unwind 14
        every "every odd a of 12 bits" of 1 << 11, |given| kernel_is_closer_at_odd(half(given, 11) * 2 + 1);
}
