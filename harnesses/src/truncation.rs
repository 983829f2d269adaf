//! Truncation: results outside a finite output set are reported as ∞ (paper 4.2, Mechanism 2; 5, M_r).
//!
//! Assumptions: none on the answer, which may be any bit pattern, and none on the noise but that it is not
//! NaN. The kernels deliver no NaN; [`crate::closeness`] and the certificates say why. The window is given by
//! two grid indices.
//!
//! The paper truncates to a compact set and rounds afterwards. The implementation rounds first and then tests
//! whether the grid point is in the window (THEORY F17), so that the released sums form a union of whole
//! cells. The statements say that this union is exactly the set of the window, that every other sum is
//! [`Release::Outside`], and that nothing else can come out.

use crate::exact::{Drawn, Unused, nearest_integer};
use kdelta_finite::{Error, Fixed, Format, Grid, Mechanism, Range, Release, Window};

/// A window exists for every pair of ends in order and within ±(2^52 − 1), and holds exactly the indices
/// between them.
//= THEORY F17
pub fn window_is_its_set(low: i64, high: i64, index: i64) -> bool {
    const LIMIT: i64 = (1 << 52) - 1;
    let window = Window::new(Grid::UNIT, low, high);
    assert!(window.is_ok() == (low <= high && -LIMIT <= low && high <= LIMIT));
    let Ok(window) = window else { return false };
    assert!(window.contains(index) == (low <= index && index <= high));
    // An index outside goes to the nearer end, which is how −∞ and +∞ are remapped (THEORY F7).
    assert!(window.nearest(index) == index.clamp(low, high));
    window.contains(index)
}

/// The mechanism of the statements below: answers in ±16, L = 2^-10, indices −300 to 200.
fn binary64(noise: f64) -> Result<Mechanism<f64, Drawn<f64>>, Error> {
    Mechanism::new(Range::new(-16.0, 16.0)?, Drawn(noise), Window::new(Grid::new(-10)?, -300, 200)?)
}

/// Every answer, every noise: an error exactly for NaN, otherwise a value between the ends of the window or
/// Outside, and Outside exactly when the sum is in no cell of the window.
//= THEORY F17
pub fn release_is_total(answer: f64, noise: f64) -> bool {
    let Ok(mechanism) = binary64(noise) else { return false };
    if noise.is_nan() {
        return false;
    }
    let released = mechanism.release(answer, &mut Unused);
    assert!(released.is_err() == answer.is_nan());
    let Ok(released) = released else { return false };
    let sum = answer.clamp(-16.0, 16.0) + noise;
    // The window in exact terms: the union of its cells, [−300.5·L, 200.5·L). Its edges are f64, so that
    // these comparisons are those of real numbers.
    let inside = (-300.5 * STEP..200.5 * STEP).contains(&sum);
    assert!((released == Release::Outside) != inside);
    let Release::Value(value) = released else { return false };
    assert!((-300.0 * STEP..=200.0 * STEP).contains(&value));
    true
}

/// What is released for a sum is the grid point in whose cell [g − L/2, g + L/2) the sum lies.
//= THEORY F17
pub fn release_is_the_point_of_the_cell(sum: f64) -> bool {
    let Ok(mechanism) = binary64(sum) else { return false };
    if sum.is_nan() {
        return false;
    }
    let Ok(Release::Value(value)) = mechanism.release(0.0, &mut Unused) else { return false };
    assert!(value - 0.5 * STEP <= sum && sum < value + 0.5 * STEP);
    // A grid point: a whole number of steps.
    let grid = mechanism.window().grid();
    assert!(f64::grid_point(Grid::UNIT.index_near(value * 1024.0), grid) == value);
    true
}

/// L = 2^-10.
const STEP: f64 = 1.0 / 1024.0;

/// Truncating and rounding what was released, without noise, releases it again.
//= THEORY F17
pub fn release_is_idempotent(answer: f64, noise: f64) -> bool {
    let (Ok(mechanism), Ok(silent)) = (binary64(noise), binary64(0.0)) else { return false };
    if noise.is_nan() {
        return false;
    }
    let Ok(Release::Value(value)) = mechanism.release(answer, &mut Unused) else { return false };
    assert!((-300.0 * STEP..=200.0 * STEP).contains(&value));
    if !(-16.0..=16.0).contains(&value) {
        return false; // as an answer it would be clamped
    }
    assert!(silent.release(value, &mut Unused) == Ok(Release::Value(value)));
    true
}

/// In fixed point, where sums are exact, the release is what the exact sum says, for every word and every
/// noise of 89 bits.
//= THEORY F17, F24
pub fn fixed_release_is_total(raw: i64, noise: i128) -> bool {
    type Word = Fixed<64, 32>;
    let (Some(answer), Ok(grid)) = (Word::from_raw(raw), Grid::new(-10)) else { return false };
    let (Ok(answers), Ok(window)) = (Range::new(Word::MIN, Word::MAX), Window::new(grid, -300, 200)) else {
        return false;
    };
    let Ok(mechanism) = Mechanism::<Word, _>::new(answers, Drawn(noise), window) else { return false };
    let released = mechanism.release(answer, &mut Unused);
    assert!(released.is_ok(), "a word is never refused");
    let Ok(released) = released else { return false };
    let Some(index) = nearest_integer(i128::from(raw) + noise, 22) else { return false };
    let expected = if (-300..=200).contains(&index) {
        Release::Value(Word::grid_point(i64::try_from(index).unwrap_or(0), grid))
    } else {
        Release::Outside
    };
    assert!(released == expected);
    if let Release::Value(value) = released {
        assert!(i128::from(value.raw()) == index << 22);
    }
    matches!(released, Release::Value(_))
}

/// Control: the window does not hold its last point.
pub fn window_is_half_open(low: i64, high: i64, index: i64) -> bool {
    let Ok(window) = Window::new(Grid::UNIT, low, high) else { return false };
    assert!(window.contains(index) == (low <= index && index < high));
    true
}

/// An end of a window: near 0, or near the largest admitted index on either side.
fn end(given: &mut impl crate::Given) -> i64 {
    let around = [0, (1 << 52) - 1, -(1 << 52) + 1];
    let place = usize::try_from(given.between(0, 2)).unwrap_or(0);
    around.get(place).copied().unwrap_or(0) + given.between(-20, 20)
}

/// Any noise of the fixed-point formats: it is b·2^FRAC·2^-58 times a logarithm, hence below 2^88 in
/// magnitude.
fn wide_noise(given: &mut impl crate::Given) -> i128 {
    i128::from(given.word()) << 25 | i128::from(given.bits(25))
}

statements! { "truncation":
    /// A window exists for every pair of ends in order within ±(2^52−1), and holds exactly the indices
    /// between them.
    holds window_is_its_set
        cites "THEORY F17; paper 4.2, Mechanism 2"
        unwind 2
        wide "every i64 for both ends and for the index",
            |given| window_is_its_set(given.word(), given.word(), given.word());
        every "ends and index within 20 of 0, of 2^52−1 and of −2^52+1" of 123 * 123 * 123,
            |given| window_is_its_set(end(given), end(given), end(given));

    /// A release in f64 is an error exactly for NaN, otherwise a value of the window or Outside, and Outside
    /// exactly when the sum is in no cell of it.
    holds release_is_total
        cites "THEORY F17; paper 4.2, Mechanism 2"
        unwind 2
        wide "every f64 answer, every f64 noise but NaN; range ±16, window −300 to 200 steps of 2^-10", |given| release_is_total(given.float(), given.float());
        every "answer and noise of 3 leading and 1 trailing bits, exponents −15 to 6; answer NaN; noise ±∞" of (704 + 1) * (704 + 2),
            |given| {
                let answer = if given.bits(1) == 1 { f64::NAN } else { given.sparse(-15, 6, 3, 1) };
                let noise = match given.between(0, 2) {
                    0 => f64::INFINITY,
                    1 => f64::NEG_INFINITY,
                    _ => given.sparse(-15, 6, 3, 1),
                };
                release_is_total(answer, noise)
            };

    /// The released value is the grid point in whose cell the sum lies.
    holds release_is_the_point_of_the_cell
        cites "THEORY F17; paper 4.2, Mechanism 2; 4.4, Mechanism 3"
        unwind 2
        wide "every f64 but NaN for the sum; window −300 to 200 steps of 2^-10", |given| release_is_the_point_of_the_cell(given.float());
        every "sums of 9 leading and 4 trailing bits, exponents −15 to 6" of 22 * (2 << 13),
            |given| release_is_the_point_of_the_cell(given.sparse(-15, 6, 9, 4));

    /// Truncating and rounding a released value again, without noise, changes nothing.
    holds release_is_idempotent
        cites "THEORY F17; paper 4.2, Mechanism 2"
        unwind 2
        wide "every f64 answer, every f64 noise but NaN; range ±16, window −300 to 200 steps of 2^-10", |given| release_is_idempotent(given.float(), given.float());
        every "answer and noise of 3 leading and 1 trailing bits, exponents −15 to 6" of (32 * 22) * (32 * 22),
            |given| release_is_idempotent(given.sparse(-15, 6, 3, 1), given.sparse(-15, 6, 3, 1));

    /// A release in fixed point is a grid point of the window or Outside, exactly as the exact sum says; no
    /// word is refused.
    holds fixed_release_is_total
        cites "THEORY F17, F24; paper 4.2, Mechanism 2"
        unwind 2
        wide "every 64-bit word, every noise of 89 bits; one window",
            |given| fixed_release_is_total(given.word(), wide_noise(given));
        every "answer and noise each within 2^9 half cells of 0 and within 1 of an edge" of (3 << 10) * (3 << 10),
            |given| {
                let raw = (given.between(-512, 511) << 21) + given.between(-1, 1);
                let noise = (given.between(-512, 511) << 21) + given.between(-1, 1);
                fixed_release_is_total(raw, i128::from(noise))
            };

    /// Control: a window that does not hold its last point.
    refuted window_is_half_open
        cites "THEORY F17"
        unwind 2
        wide "every i64 for both ends and for the index",
            |given| window_is_half_open(given.word(), given.word(), given.word());
        every "ends and index within 20 of 0, of 2^52−1 and of −2^52+1" of 123 * 123 * 123,
            |given| window_is_half_open(end(given), end(given), end(given));
}
