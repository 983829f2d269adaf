//! Truncation: results outside a finite output set are reported as ∞ (paper 4.2, Mechanism 2; 5, M_r).
//!
//! Assumptions: none on the answer, which may be any bit pattern, and none on the noise but that it is not
//! NaN. The kernels deliver no NaN; [`crate::closeness`] and the certificates say why. The answer range, the
//! grid and the two indices that give the window are any that the code admits.
//!
//! The paper truncates to a compact set and rounds afterwards. The implementation rounds first and then tests
//! whether the grid point is in the window (THEORY F17), so that the released sums form a union of whole
//! cells. The statements say that this union is exactly the set of the window, that every other sum is
//! [`Release::Outside`], and that nothing else can come out.

use crate::addition::exact_index;
use crate::exact::{Drawn, Unused, is_exactly, nearest};
use crate::rounding::edges;
use kdelta_finite::noise::Noise;
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

/// What a mechanism is made of beside its noise: any of these, and [`Setting::with`] says what is admitted.
#[derive(Clone, Copy, Debug)]
pub struct Setting<F> {
    /// The ends of the answer range M_f.
    pub answers: (F, F),
    /// log₂ L.
    pub log2: i32,
    /// The first and the last index of the window.
    pub window: (i64, i64),
}

impl<F: Format> Setting<F> {
    /// The mechanism with this noise.
    ///
    /// # Errors
    /// Those of the types that it consists of.
    pub fn with<N: Noise<F>>(self, noise: N) -> Result<Mechanism<F, N>, Error> {
        let (low, high) = self.answers;
        let window = Window::new(Grid::new(self.log2)?, self.window.0, self.window.1)?;
        Mechanism::new(Range::new(low, high)?, noise, window)
    }

    /// The mechanism with a noise that is given.
    ///
    /// # Errors
    /// As [`Setting::with`].
    pub fn mechanism(self, noise: F::Noise) -> Result<Mechanism<F, Drawn<F::Noise>>, Error> {
        self.with(Drawn(noise))
    }
}

/// Every answer, every noise: an error exactly for NaN, otherwise Outside or a value between the ends of the
/// window.
//= THEORY F17
pub fn release_is_total(setting: Setting<f64>, answer: f64, noise: f64) -> bool {
    let Ok(mechanism) = setting.mechanism(noise) else { return false };
    if noise.is_nan() {
        return false;
    }
    let released = mechanism.release(answer, &mut Unused);
    assert!(released.is_err() == answer.is_nan());
    let Ok(Release::Value(value)) = released else { return false };
    let (grid, (low, high)) = (mechanism.window().grid(), setting.window);
    assert!(f64::grid_point(low, grid) <= value && value <= f64::grid_point(high, grid));
    true
}

/// What is released for a sum is the grid point of the cell that the sum is in, which is number ⌊sum/L + ½⌋, and
/// Outside exactly if that is not in the window.
//= THEORY F17
pub fn release_is_the_point_of_the_cell(log2: i32, window: (i64, i64), sum: f64) -> bool {
    let Ok(mechanism) = (Setting { answers: (0.0, 0.0), log2, window }).mechanism(sum) else { return false };
    if sum.is_nan() {
        return false;
    }
    let Ok(released) = mechanism.release(0.0, &mut Unused) else { return false };
    let index = nearest(sum, log2).and_then(|index| i64::try_from(index).ok());
    let index = index.filter(|index| window.0 <= *index && *index <= window.1);
    let Release::Value(value) = released else {
        assert!(index.is_none());
        return false;
    };
    assert!(index.is_some_and(|index| is_exactly(value, index, log2)));
    true
}

/// Whether a sum is in a cell of the window. The union of its cells is [(low − ½)·L, (high + ½)·L), and both edges
/// are f64, so that these comparisons are those of real numbers.
fn in_a_cell(sum: f64, grid: Grid, (low, high): (i64, i64)) -> bool {
    edges(low, grid).is_some_and(|(first, _)| first <= sum)
        && edges(high, grid).is_some_and(|(_, last)| sum < last)
}

/// The sum that a release is of: the clamped answer and the noise.
//= THEORY F17, F26
pub fn release_is_of_the_clamped_answer(setting: Setting<f64>, answer: f64, noise: f64) -> bool {
    let Ok(mechanism) = setting.mechanism(noise) else { return false };
    if noise.is_nan() {
        return false;
    }
    let Ok(released) = mechanism.release(answer, &mut Unused) else { return false };
    let sum = answer.clamp(setting.answers.0, setting.answers.1) + noise;
    assert!((released == Release::Outside) != in_a_cell(sum, mechanism.window().grid(), setting.window));
    released != Release::Outside
}

/// Truncating and rounding what was released, without noise, releases it again.
//= THEORY F17
pub fn release_is_idempotent(setting: Setting<f64>, answer: f64, noise: f64) -> bool {
    let (Ok(mechanism), Ok(silent)) = (setting.mechanism(noise), setting.mechanism(0.0)) else {
        return false;
    };
    if noise.is_nan() {
        return false;
    }
    let Ok(Release::Value(value)) = mechanism.release(answer, &mut Unused) else { return false };
    if value < setting.answers.0 || setting.answers.1 < value {
        return false; // as an answer it would be clamped
    }
    assert!(silent.release(value, &mut Unused) == Ok(Release::Value(value)));
    true
}

/// In fixed point, where sums are exact, the release is what the exact sum says, for every word and every
/// noise of 89 bits.
//= THEORY F17, F24
pub fn fixed_release_is_total(setting: Setting<Fixed<64, 32>>, raw: i64, noise: i128) -> bool {
    let (Some(answer), Ok(mechanism)) = (Fixed::from_raw(raw), setting.mechanism(noise)) else {
        return false;
    };
    let released = mechanism.release(answer, &mut Unused);
    assert!(released.is_ok(), "a word is never refused");
    let Ok(released) = released else { return false };
    let clamped = raw.clamp(setting.answers.0.raw(), setting.answers.1.raw());
    let Some(index) = exact_index(i128::from(clamped) + noise, setting.log2) else { return false };
    let inside = i128::from(setting.window.0) <= index && index <= i128::from(setting.window.1);
    assert!((released == Release::Outside) != inside);
    let Release::Value(value) = released else { return false };
    // A grid of 2^31 or coarser has one point in the word, which is 0.
    assert!(i128::from(value.raw()) == index << (setting.log2 + 32).min(63));
    true
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

/// Any answer range, window and grid of f64; what the types refuse does not meet the premises.
fn any_setting(given: &mut impl crate::Given) -> Setting<f64> {
    let answers = (given.float(), given.float());
    let window = (given.between(-FAR, FAR), given.between(-FAR, FAR));
    Setting { answers, log2: between(given, -100, 100), window }
}

/// The same for words of 64 bits, whose grids are not finer than 2^-32.
fn any_word_setting(given: &mut impl crate::Given) -> Setting<Fixed<64, 32>> {
    let mut end = || Fixed::from_raw(given.word()).unwrap_or(Fixed::MAX);
    let answers = (end(), end());
    let window = (given.word(), given.word());
    Setting { answers, log2: between(given, -32, 100), window }
}

fn between(given: &mut impl crate::Given, low: i64, high: i64) -> i32 {
    i32::try_from(given.between(low, high)).unwrap_or(0)
}

fn one_of<T: Copy>(given: &mut impl crate::Given, all: [T; 3]) -> T {
    let [first, second, third] = all;
    match given.between(0, 2) {
        0 => first,
        1 => second,
        _ => third,
    }
}

/// The largest index of a window of f64.
const FAR: i64 = (1 << 51) - 1;

/// Three grids, three windows and two answer ranges for each.
fn some_setting(given: &mut impl crate::Given) -> Setting<f64> {
    let log2 = one_of(given, [-100, -10, 60]);
    let window = one_of(given, [(-300, 200), (7, 7), (-FAR, FAR)]);
    // 2^14 steps to either side, or 12 to 24.5 steps.
    let step = f64::grid_point(1, Grid::new(log2).unwrap_or(Grid::UNIT));
    let answers =
        if given.bits(1) == 0 { (-16384.0 * step, 16384.0 * step) } else { (12.0 * step, 24.5 * step) };
    Setting { answers, log2, window }
}

/// A number of 3 leading and 1 trailing bits, from 2^-5 to 2^16 steps.
fn few_steps(given: &mut impl crate::Given, setting: Setting<f64>) -> f64 {
    given.sparse(i64::from(setting.log2) - 5, i64::from(setting.log2) + 16, 3, 1)
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

    /// A release in f64 is an error exactly for NaN, otherwise Outside or a value between the ends of the window.
    holds release_is_total
        cites "THEORY F17; paper 4.2, Mechanism 2"
        unwind 2
        wide "every f64 answer, every f64 noise but NaN; every answer range, every window, every L",
            |given| release_is_total(any_setting(given), given.float(), given.float());
        every "answer and noise of 3 leading and 1 trailing bits, 2^-5 to 2^16 steps; answer NaN; noise ±∞; three L, three windows, two ranges" of 18 * (704 + 1) * (704 + 2),
            |given| {
                let setting = some_setting(given);
                let answer = if given.bits(1) == 1 { f64::NAN } else { few_steps(given, setting) };
                let noise = match given.between(0, 2) {
                    0 => f64::INFINITY,
                    1 => f64::NEG_INFINITY,
                    _ => few_steps(given, setting),
                };
                release_is_total(setting, answer, noise)
            };

    /// The released value is the grid point in whose cell the sum lies; Outside is released exactly if the sum is
    /// in no cell of the window.
    holds release_is_the_point_of_the_cell
        cites "THEORY F17; paper 4.2, Mechanism 2; 4.4, Mechanism 3"
        unwind 2
        wide "every f64 but NaN for the sum; every window, every L",
            |given| {
                let window = (given.between(-FAR, FAR), given.between(-FAR, FAR));
                release_is_the_point_of_the_cell(between(given, -100, 100), window, given.float())
            };
        every "sums of 9 leading and 4 trailing bits, 2^-5 to 2^16 steps; three L, three windows" of 9 * 22 * (2 << 13),
            |given| {
                let (log2, window) = (one_of(given, [-100, -10, 60]), one_of(given, [(-300, 200), (7, 7), (-FAR, FAR)]));
                let sum = given.sparse(i64::from(log2) - 5, i64::from(log2) + 16, 9, 4);
                release_is_the_point_of_the_cell(log2, window, sum)
            };

    /// The sum that a release is of is the clamped answer ⊕ the noise: Outside exactly if that sum is in no cell.
    holds release_is_of_the_clamped_answer
        cites "THEORY F17, F26; paper 4.2, Mechanism 2"
        unwind 2
        wide "every f64 answer, every f64 noise but NaN; every answer range; window −300 to 200 steps of 2^-10",
            |given| {
                let setting = Setting { log2: -10, window: (-300, 200), ..any_setting(given) };
                release_is_of_the_clamped_answer(setting, given.float(), given.float())
            };
        every "answer and noise of 3 leading and 1 trailing bits, 2^-5 to 2^16 steps; three L, three windows, two ranges" of 18 * 704 * 704,
            |given| {
                let setting = some_setting(given);
                release_is_of_the_clamped_answer(setting, few_steps(given, setting), few_steps(given, setting))
            };

    /// Truncating and rounding a released value again, without noise, changes nothing.
    holds release_is_idempotent
        cites "THEORY F17; paper 4.2, Mechanism 2"
        unwind 2
        wide "every f64 answer, every f64 noise but NaN; every answer range, every window, every L",
            |given| release_is_idempotent(any_setting(given), given.float(), given.float());
        every "answer and noise of 3 leading and 1 trailing bits, 2^-5 to 2^16 steps; three L, three windows, two ranges" of 18 * (32 * 22) * (32 * 22),
            |given| {
                let setting = some_setting(given);
                release_is_idempotent(setting, few_steps(given, setting), few_steps(given, setting))
            };

    /// A release in fixed point is a grid point of the window or Outside, exactly as the exact sum says; no
    /// word is refused.
    holds fixed_release_is_total
        cites "THEORY F17, F24; paper 4.2, Mechanism 2"
        unwind 2
        wide "every 64-bit word, every noise of 89 bits; every answer range, every window, every L",
            |given| fixed_release_is_total(any_word_setting(given), given.word(), wide_noise(given));
        every "answer and noise within 2^7 half cells of 0 and within 1 of an edge; three L, two windows, two ranges" of 12 * (3 << 8) * (3 << 8),
            |given| {
                let log2 = one_of(given, [-31, -10, 20]);
                let window = if given.bits(1) == 0 { (-30, 20) } else { (7, 7) };
                let answers = if given.bits(1) == 0 { (Fixed::MIN, Fixed::MAX) } else { (Fixed::from_raw(-5).unwrap_or(Fixed::MIN), Fixed::MAX) };
                // Half a cell is 2^(log2 + 31) units of 2^-32.
                let raw = (given.between(-128, 127) << (log2 + 31)) + given.between(-1, 1);
                let noise = (given.between(-128, 127) << (log2 + 31)) + given.between(-1, 1);
                fixed_release_is_total(Setting { answers, log2, window }, raw, i128::from(noise))
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
