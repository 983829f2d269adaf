//! Fixed point: a word of BITS bits of which FRAC are the fraction. Integers, so every sum is exact.

#[cfg(not(creusot))]
use crate::cast::between_each;
use crate::cast::{between, low_u64, saturate, signed, signed_wide};
#[cfg(creusot)]
use crate::contract::{
    half_up, half_up_of_positive,
    integer::{power::*, *},
    product_fits,
    release::*,
};
use crate::error::Error;
#[cfg(not(creusot))]
use crate::format::Format;
use crate::grid::Grid;
use crate::ledger::{Ledger, Term, Unit, term};
use crate::ln::shift_add::FRACTION_64;
use crate::scale::Scale;
use crate::window::{Release, Window};
use core::hint::black_box;
#[cfg(creusot)]
use creusot_std::{
    invariant::Invariant,
    logic::Int,
    macros::{bitwise_proof, ensures, logic, pearlite, proof_assert, requires, snapshot},
};

/// raw·2^-FRAC with −2^(BITS−1) ≤ raw < 2^(BITS−1); 2 ≤ BITS ≤ 64, FRAC ≤ 63.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, PartialOrd, Ord))]
pub struct Fixed<const BITS: u32, const FRAC: u32>(i64);

impl<const BITS: u32, const FRAC: u32> Fixed<BITS, FRAC> {
    const ADMISSIBLE: () = assert!(2 <= BITS && BITS <= 64 && FRAC <= 63, "2 ≤ BITS ≤ 64 and FRAC ≤ 63");
    /// The largest number of the format.
    pub const MAX: Self = Self(i64::MAX >> (64 - BITS));
    /// The smallest number of the format.
    pub const MIN: Self = Self(i64::MIN >> (64 - BITS));

    /// raw·2^-FRAC, if it is in the word.
    #[must_use]
    pub const fn from_raw(raw: i64) -> Option<Self> {
        let () = Self::ADMISSIBLE;
        if Self::MIN.0 <= raw && raw <= Self::MAX.0 { Some(Self(raw)) } else { None }
    }

    /// The number times 2^FRAC.
    #[must_use]
    pub const fn raw(self) -> i64 {
        self.0
    }
}

/// b for integer products: b·2^FRAC·2^-58 = mantissa·2^-shift with 1 ≤ shift ≤ 126.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct FixedFactor {
    mantissa: u32,
    shift: u32,
}

impl FixedFactor {
    /// b for numbers in units of 2^-frac and logarithms in units of 2^-58, for frac ≤ 63.
    #[cfg_attr(creusot, requires(frac@ <= 63))]
    #[cfg_attr(creusot, ensures(match result {
        Ok(factor) => factor.m() == scale.m() && factor.s() == 58 - frac@ - scale.e(),
        Err(Error::ScaleForFormat) => 58 - frac@ - scale.e() < 1 || 126 < 58 - frac@ - scale.e(),
        Err(_) => false,
    }))]
    fn new(scale: Scale, frac: u32) -> Result<Self, Error> {
        match u32::try_from(signed(FRACTION_64) - signed(frac) - scale.exponent()) {
            Ok(shift @ 1..=126) => Ok(Self { mantissa: scale.mantissa(), shift }),
            _ => Err(Error::ScaleForFormat),
        }
    }

    /// ⌊mantissa·x/2^shift + ½⌋ for x < 2^90, in units of 2^-58: the product is below 2^114.
    #[cfg_attr(creusot, requires(x@ < power(90)))]
    #[cfg_attr(creusot, ensures(result@ == half_up(self.m() * x@, self.s()) && 0 <= result@ && result@ <= power(114)))]
    #[inline]
    pub(crate) const fn times(self, x: u128) -> i128 {
        #[cfg(creusot)]
        proof_assert!({
            let _ = (values(), noise_fits(x@, self.m(), self.s()));
            power(126) == 0x4000_0000_0000_0000_0000_0000_0000_0000
                && 0 <= self.mantissa@ * x@
                && self.mantissa@ * x@ < power(114)
                && power(114) < power(126)
                && power(90) < power(126)
                && half_up(self.mantissa@ * x@, self.shift@) <= power(114)
                && 0 <= half_up(self.mantissa@ * x@, self.shift@)
        });
        round_shift(self.mantissa as i128 * signed_wide(x), self.shift)
    }

    /// ±⌊mantissa·log/2^shift + ½⌋ for log < 2^90: x′ of a draw, in units of the format.
    ///
    /// # Guarantee
    /// At most 2^114 in magnitude; the law is symmetric, and a larger logarithm gives no smaller magnitude.
    #[cfg_attr(creusot, requires(log@ < power(90)))]
    #[cfg_attr(creusot, ensures(result@ == noise_of(log@, self.m(), self.s(), negative)))]
    #[cfg_attr(creusot, ensures(-power(114) <= result@ && result@ <= power(114)))]
    #[inline]
    fn noise(self, log: u128, negative: bool) -> i128 {
        #[cfg(creusot)]
        let _ = snapshot!((values(), noise_fits(log@, self.m(), self.s()), monotone(114, 126)));
        match u64::try_from(log) {
            Ok(log) => product(log, self.mantissa, self.shift, negative),
            // The same product of a far draw.
            Err(_) => with_sign(self.times(log), negative),
        }
    }
}

#[cfg(creusot)]
impl FixedFactor {
    /// The mantissa.
    #[logic]
    pub fn m(self) -> Int {
        pearlite! { self.mantissa@ }
    }

    /// The shift.
    #[logic]
    pub fn s(self) -> Int {
        pearlite! { self.shift@ }
    }
}

/// What [`FixedFactor::new`] asks of every factor.
#[cfg(creusot)]
impl Invariant for FixedFactor {
    #[logic]
    fn invariant(self) -> bool {
        pearlite! { self.mantissa@ < 0x100_0000 && 1 <= self.shift@ && self.shift@ <= 126 }
    }
}

/// ⌊x/2^s + ½⌋ for 1 ≤ s ≤ 126 and |x| < 2^126: nearest, halves upward.
///
/// # Guarantee
/// |2^s·result − x| ≤ 2^(s−1), and monotone in x. s = 0 gives x.
#[cfg_attr(creusot, requires(s@ <= 126 && -power(126) < x@ && x@ < power(126)))]
#[cfg_attr(creusot, ensures(result@ == half_up(x@, s@)))]
#[must_use]
#[inline]
pub const fn round_shift(x: i128, s: u32) -> i128 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), positive(s@ - 1), monotone(s@ - 1, 126));
        power(126) == 0x4000_0000_0000_0000_0000_0000_0000_0000 && (s@ > 0 ==> 1 <= power(s@ - 1) && power(s@ - 1) <= power(126))
    });
    if s == 0 { x } else { floor_shift(x + two_to_the(s - 1), s) }
}

/// ⌊x/2^s⌋ for s < 128: a shift of a signed number rounds downward.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(s@ < 128))]
#[cfg_attr(creusot, ensures(result@ == x@.div_euclid(power(s@))))]
#[inline]
pub(crate) const fn floor_shift(x: i128, s: u32) -> i128 {
    #[cfg(creusot)]
    signed_shift(x, s);
    x >> s
}

/// 2^s for s < 127.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(s@ < 127))]
#[cfg_attr(creusot, ensures(result@ == power(s@)))]
#[inline]
const fn two_to_the(s: u32) -> i128 {
    #[cfg(creusot)]
    shifted_one(s);
    1 << s
}

/// ±x without a branch, for x > i128::MIN.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(x != i128::MIN))]
#[cfg_attr(creusot, ensures(result == if negative { -x } else { x }))]
#[inline]
fn with_sign(x: i128, negative: bool) -> i128 {
    let flip = -i128::from(negative); // 0 or −1
    (x ^ flip) - flip
}

/// ±⌊mantissa·log/2^shift + ½⌋ for a mantissa below 2^24: the product is below 2^88. The magnitude is
/// rounded, then signed, so the law stays symmetric.
#[cfg_attr(creusot, requires(mantissa@ < 0x100_0000 && shift@ <= 126))]
#[cfg_attr(creusot, ensures(result@ == if negative { -half_up(mantissa@ * log@, shift@) } else { half_up(mantissa@ * log@, shift@) }))]
#[inline]
fn product(log: u64, mantissa: u32, shift: u32, negative: bool) -> i128 {
    #[cfg(creusot)]
    let _ =
        snapshot!((values(), product_fits(mantissa@, log@), half_up_of_positive(mantissa@ * log@, shift@)));
    with_sign(round_shift(i128::from(mantissa) * i128::from(log), shift), negative)
}

/// The index of the grid point nearest to a sum, for a grid of 2^shift units: the end of i64 where the index
/// is beyond.
#[cfg_attr(creusot, requires(shift@ <= 126 && -power(126) < sum@ && sum@ < power(126)))]
#[cfg_attr(creusot, ensures(result@ == half_up(sum@, shift@).min(i64::MAX@).max(i64::MIN@)))]
#[inline]
fn index_of(sum: i128, shift: u32) -> i64 {
    saturate(round_shift(sum, shift))
}

/// log₂ of a grid step in units of the format, for |log2| ≤ 100 and frac ≤ 63; a grid that is finer than the format is refused.
#[cfg_attr(creusot, requires(-100 <= log2@ && log2@ <= 100 && frac@ <= 63))]
#[cfg_attr(creusot, ensures(match result {
    Ok(step) => step@ == log2@ + frac@,
    Err(Error::GridForFormat { log2: refused }) => refused == log2 && log2@ + frac@ < 0,
    Err(_) => false,
}))]
#[inline]
fn step_bits(log2: i32, frac: u32) -> Result<u32, Error> {
    match u32::try_from(log2 + signed(frac)) {
        Ok(step) => Ok(step),
        Err(_) => Err(Error::GridForFormat { log2 }),
    }
}

/// The index of the grid point nearest to raw + noise, for a grid of 2^step units, step ≤ 163.
///
/// |raw| ≤ 2^63 and |noise| ≤ 2^115: the sum is exact. Beyond 120 every sum rounds to 0 anyway, so the shift is cut there.
#[cfg_attr(creusot, requires(step@ <= 163 && -power(115) <= noise@ && noise@ <= power(115)))]
#[cfg_attr(creusot, ensures(result@ == index_of_sum(raw@ + noise@, step@)))]
#[inline]
fn noisy_index(raw: i64, noise: i128, step: u32) -> i64 {
    #[cfg(creusot)]
    let _ = snapshot!((values(), sum_fits(raw@, noise@), cut_step(raw@ + noise@, step@)));
    index_of(i128::from(raw) + noise, step.min(120))
}

/// ⌊max/2^step⌋ for max ≥ 0: how many steps of 2^step units the largest number of a format is from 0.
#[cfg_attr(creusot, requires(0 <= max@))]
#[cfg_attr(creusot, ensures(result@ == max@.div_euclid(power(step@)) && 0 <= result@ && result@ * power(step@) <= max@))]
#[inline]
const fn steps_to(max: i64, step: u32) -> i64 {
    let shift = if step < 63 { step } else { 63 };
    #[cfg(creusot)]
    {
        proof_assert!({
            let _ = far_step(max@, step@);
            max@.div_euclid(power(step@)) == max@.div_euclid(power(shift@))
                && 0 <= max@.div_euclid(power(step@))
                && max@.div_euclid(power(step@)) * power(step@) <= max@
        });
        positive_word_shift(max, shift);
    }
    max >> shift
}

/// index·2^step, the number that a grid point is, for |index| ≤ limit; beyond, that of the limit on its side. limit·2^step
/// must be in the word: the clamp keeps the promise of the type for every index.
#[cfg_attr(creusot, requires(0 <= limit@ && limit@ * power(step@) <= i64::MAX@))]
#[cfg_attr(creusot, ensures(result@ == clamped(index@, -limit@, limit@) * power(step@)))]
#[cfg_attr(creusot, ensures(-limit@ * power(step@) <= result@ && result@ <= limit@ * power(step@)))]
#[inline]
fn point(index: i64, limit: i64, step: u32) -> i64 {
    let inside = between(index, -limit, limit);
    let shift = step.min(63);
    #[cfg(creusot)]
    {
        let _ = snapshot!(point_fits(inside@, limit@, step@));
        signed_word_shifted_up(inside, shift);
    }
    inside << shift
}

/// One release in fixed point from x′ on, and the number of the window nearest to the sum: [`Format::released`] for every
/// word. `max` is the largest number of the format, low ≤ high, the grid has steps of 2^step units, and the window fits the
/// format.
///
/// # Guarantee
/// The released index is ⌊(r + x′)/2^step + ½⌋ with r the answer clamped to low..=high, exactly; the released number is that
/// index times 2^step if the window holds it, and `Outside` otherwise. The number beside it is that of the index, or of the
/// end of the window on its side.
#[cfg_attr(creusot, requires(low@ <= high@ && -power(115) <= noise@ && noise@ <= power(115) && step@ <= 163 && 0 <= max@))]
#[cfg_attr(creusot, requires(-max@.div_euclid(power(step@)) <= window.least() && window.greatest() <= max@.div_euclid(power(step@))))]
#[cfg_attr(creusot, ensures(match result.0 {
    Release::Value(raw) => window.holds(released_index(answer@, low@, high@, noise@, step@))
        && raw@ == released_index(answer@, low@, high@, noise@, step@) * power(step@),
    Release::Outside => !window.holds(released_index(answer@, low@, high@, noise@, step@)),
}))]
#[cfg_attr(creusot, ensures(result.1@
    == clamped(released_index(answer@, low@, high@, noise@, step@), window.least(), window.greatest()) * power(step@)))]
#[inline]
fn released(
    answer: i64,
    low: i64,
    high: i64,
    noise: i128,
    max: i64,
    step: u32,
    window: Window,
) -> (Release<i64>, i64) {
    let index = noisy_index(between(answer, low, high), noise, step);
    let point = black_box(point(window.nearest(index), steps_to(max, step), step));
    (window.classify(index, point), point)
}

/// No logarithm of a draw is larger.
const LOG_LIMIT: u128 = (1 << 90) - 1;
/// No noise of such a logarithm is larger in magnitude.
const NOISE_LIMIT: i128 = 1 << 115;

#[cfg(not(creusot))]
impl<const BITS: u32, const FRAC: u32> Format for Fixed<BITS, FRAC> {
    /// In units of 2^-58, below 2^90, as which a larger one counts; below 2^64 except for the far draws of [`crate::Lazy`].
    type Log = u128;
    type Factor = FixedFactor;
    /// In units of 2^-FRAC; wider than any word, so that no noise is cut. One beyond ±2^115 counts as that.
    type Noise = i128;

    const PRODUCT: Ledger =
        Ledger { terms: &[term("b times the logarithm", Unit::One, 1, -signed(FRAC) - 1)] };

    fn factor(scale: Scale) -> Result<FixedFactor, Error> {
        let () = Self::ADMISSIBLE;
        FixedFactor::new(scale, FRAC)
    }

    #[inline]
    fn scaled(log: u128, factor: FixedFactor, negative: bool) -> i128 {
        factor.noise(log.min(LOG_LIMIT), negative)
    }

    // Only a logarithm of a far draw does not fit a word, and among these there is none: the test is made once, or by the compiler.
    #[inline(always)]
    fn scaled_each<const N: usize>(logs: &[u128; N], factor: FixedFactor, negative: &[bool; N]) -> [i128; N] {
        let mut noise = [0; N];
        let fits = logs.iter().all(|log| log >> 64 == 0);
        for ((noise, &log), &negative) in noise.iter_mut().zip(logs).zip(negative) {
            *noise = if fits {
                product(low_u64(log), factor.mantissa, factor.shift, negative)
            } else {
                factor.noise(log.min(LOG_LIMIT), negative)
            };
        }
        noise
    }

    #[inline]
    fn clamped(self, low: Self, high: Self) -> Self {
        Self(between(self.0, low.0, high.0))
    }

    #[inline]
    fn add_and_round(self, noise: i128, grid: Grid) -> i64 {
        match step_bits(grid.log2(), FRAC) {
            Ok(step) => noisy_index(self.0, noise.clamp(-NOISE_LIMIT, NOISE_LIMIT), step),
            Err(_) => i64::MAX,
        }
    }

    #[inline(always)]
    fn add_and_round_each<const N: usize>(
        answers: &[Self; N],
        [low, high]: [Self; 2],
        noise: &[i128; N],
        grid: Grid,
    ) -> [i64; N] {
        let Ok(step) = step_bits(grid.log2(), FRAC) else { return [i64::MAX; N] };
        let mut raw = [0; N];
        for (raw, answer) in raw.iter_mut().zip(answers) {
            *raw = answer.0;
        }
        let mut indices = between_each(&raw, low.0, high.0);
        for (index, noise) in indices.iter_mut().zip(noise) {
            *index = noisy_index(*index, (*noise).clamp(-NOISE_LIMIT, NOISE_LIMIT), step);
        }
        indices
    }

    #[inline]
    fn grid_point(index: i64, grid: Grid) -> Self {
        match step_bits(grid.log2(), FRAC) {
            Ok(step) => Self(point(index, steps_to(Self::MAX.0, step), step)),
            Err(_) => Self(0),
        }
    }

    #[inline(always)]
    fn grid_points<const N: usize>(indices: &[i64; N], grid: Grid) -> [Self; N] {
        let mut points = [Self(0); N];
        let Ok(step) = step_bits(grid.log2(), FRAC) else { return points };
        let limit = steps_to(Self::MAX.0, step);
        for (point, inside) in points.iter_mut().zip(&between_each(indices, -limit, limit)) {
            *point = Self(inside << step.min(63)); // the end of `point`
        }
        points
    }

    /// By `released`, for which |x′| ≤ 2^114, and a window that [`Window::fitting`] accepted.
    #[inline]
    fn released(self, low: Self, high: Self, noise: i128, window: Window) -> (Release<Self>, Self) {
        match step_bits(window.grid().log2(), FRAC) {
            Ok(step) => {
                let noise = noise.clamp(-NOISE_LIMIT, NOISE_LIMIT);
                let (release, point) = released(self.0, low.0, high.0, noise, Self::MAX.0, step, window);
                match release {
                    Release::Value(raw) => (Release::Value(Self(raw)), Self(point)),
                    Release::Outside => (Release::Outside, Self(point)),
                }
            }
            Err(_) => (Release::Outside, Self(0)),
        }
    }

    fn edge_shift(_: Window) -> Term {
        term("exact sum", Unit::One, 0, 0)
    }

    fn limit(grid: Grid) -> Result<i64, Error> {
        Ok(steps_to(Self::MAX.0, step_bits(grid.log2(), FRAC)?))
    }

    fn is_finite(self) -> bool {
        true
    }

    fn is_nan(self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Fixed, FixedFactor, index_of, noisy_index, point, product, round_shift, step_bits, steps_to,
        two_to_the, with_sign,
    };
    use crate::{
        Entropy, EntropyError, Error, Format, Grid, Laplace, Lazy, Mechanism, Range, Relative, Release,
        Scale, Tail, Uniform, Window,
    };

    /// Words one after the other, from the first again after the last.
    struct Words<'a>(&'a [u64], usize);

    impl Entropy for Words<'_> {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
            for chunk in bytes.chunks_mut(8) {
                chunk.copy_from_slice(&self.0[self.1 % self.0.len()].to_le_bytes()[..chunk.len()]);
                self.1 += 1;
            }
            Ok(())
        }
    }

    /// ⌊x/2^s + ½⌋ as the contracts write it.
    fn half_up(x: i128, s: u32) -> i128 {
        if s == 0 { x } else { (x + 2_i128.pow(s - 1)).div_euclid(2_i128.pow(s)) }
    }

    /// The mechanism releases the formula of the contract of `released`, by which it runs.
    fn the_whole_release_is_its_formula<
        const BITS: u32,
        const FRAC: u32,
        U: Uniform + Tail<Fixed<BITS, FRAC>>,
    >(
        scale: Scale,
        log2: i32,
    ) {
        let words = [
            0,
            1,
            2,
            1 << 40,
            1 << 41,
            1 << 63,
            3 << 62,
            u64::MAX,
            0x0123_4567_89AB_CDEF,
            0xFEDC_BA98_7654_3210,
        ];
        let of = |raw| Fixed::<BITS, FRAC>::from_raw(raw).unwrap();
        let grid = Grid::new(log2).unwrap();
        let (low, high, step) = (-(1 << (BITS - 3)), 1 << (BITS - 4), step_bits(log2, FRAC).unwrap());
        let limit = steps_to(Fixed::<BITS, FRAC>::MAX.raw(), step);
        let mut seen = [0; 2];
        for window in [Window::new(grid, -limit, limit), Window::new(grid, -limit / 5, limit / 20)] {
            let window = window.unwrap();
            let mechanism = Mechanism::new(
                Range::new(of(low), of(high)).unwrap(),
                Laplace::<Fixed<BITS, FRAC>, U>::new(scale).unwrap(),
                window,
            )
            .unwrap();
            let shift = FixedFactor::new(scale, FRAC).unwrap().shift;
            for answer in [Fixed::<BITS, FRAC>::MIN.raw(), low - 1, low, -1, 0, 1, high, high + 1] {
                for (i, _) in words.iter().enumerate() {
                    let draw = U::draw(&mut Words(&words, i)).unwrap();
                    let (log, negative) = (draw.minus_ln(), draw.negative());
                    let source = || Words(&words, i);
                    let released = mechanism.release(of(answer), &mut source()).unwrap();
                    let nearest = mechanism.release_to_ends(of(answer), &mut source()).unwrap();
                    let magnitude =
                        half_up(i128::from(scale.mantissa()) * i128::try_from(log).unwrap(), shift);
                    let noise = if negative { -magnitude } else { magnitude };
                    let index = half_up(i128::from(answer.max(low).min(high)) + noise, step);
                    let inside = i128::from(window.low()) <= index && index <= i128::from(window.high());
                    let point = |index: i128| of(i64::try_from(index << step).unwrap());
                    let expected = if inside { Release::Value(point(index)) } else { Release::Outside };
                    assert_eq!(released, expected, "{answer} {i}");
                    seen[usize::from(inside)] += 1;
                    let end = index.max(window.low().into()).min(window.high().into());
                    assert_eq!(nearest, point(end), "{answer} {i}");
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "outside, inside: {seen:?}");
    }

    #[test]
    fn a_release_is_the_formula_of_its_contract() {
        let one = Scale::at_least(1, 1).unwrap();
        for (scale, log2) in [(one, -4), (one, 0), (Scale::at_least(7, 3).unwrap(), -2)] {
            the_whole_release_is_its_formula::<16, 4, Relative<23>>(scale, log2);
            the_whole_release_is_its_formula::<32, 16, Relative<52>>(scale, log2);
            the_whole_release_is_its_formula::<48, 24, Lazy<52>>(scale, log2);
            the_whole_release_is_its_formula::<32, 8, crate::Midpoint<16>>(scale, log2);
            the_whole_release_is_its_formula::<32, 8, crate::Midpoint<64>>(scale, log2);
        }
    }

    /// Nothing leaves, whatever the answer and the noise, and nothing panics.
    #[test]
    fn a_grid_finer_than_the_format_has_no_points() {
        fn refused<const BITS: u32, const FRAC: u32>() {
            let zero = Fixed::<BITS, FRAC>(0);
            for log2 in -100..-FRAC.cast_signed() {
                let grid = Grid::new(log2).unwrap();
                let window = Window::new(grid, -((1 << 52) - 1), (1 << 52) - 1).unwrap();
                assert_eq!(Fixed::<BITS, FRAC>::limit(grid), Err(Error::GridForFormat { log2 }));
                for answer in [Fixed::MIN, zero, Fixed::MAX] {
                    for noise in [-(1_i128 << 114), -1, 0, 1, 1 << 114] {
                        assert!(!window.contains(answer.add_and_round(noise, grid)));
                        let release = answer.released(Fixed::MIN, Fixed::MAX, noise, window);
                        assert_eq!(release, (Release::Outside, zero));
                    }
                }
                for index in [i64::MIN, -1, 0, 1, i64::MAX] {
                    assert_eq!(Fixed::<BITS, FRAC>::grid_point(index, grid), zero);
                }
            }
            assert!(Fixed::<BITS, FRAC>::limit(Grid::new(-FRAC.cast_signed()).unwrap()).is_ok());
        }
        refused::<8, 0>();
        refused::<16, 8>();
        refused::<64, 63>();
    }

    /// Beyond what a draw can give, the trait's methods take the end of that.
    #[test]
    fn no_logarithm_and_no_noise_panics() {
        for (numerator, denominator) in [(1, 1), (1, 1 << 30), (1 << 24, 1)] {
            let scale = Scale::at_least(numerator, denominator).unwrap();
            let factor = Fixed::<64, 32>::factor(scale).unwrap();
            for negative in [false, true] {
                let most = factor.noise((1 << 90) - 1, negative);
                for log in [(1 << 90) - 1, 1 << 90, 1 << 127, u128::MAX] {
                    assert_eq!(Fixed::<64, 32>::scaled(log, factor, negative), most);
                }
            }
        }
        for log2 in [-32, -1, 0, 31, 99, 100] {
            let grid = Grid::new(log2).unwrap();
            let window = Window::new(grid, -1, 1).unwrap();
            for answer in [Fixed::<64, 32>::MIN, Fixed::MAX] {
                for (noise, end) in [(i128::MIN, -(1 << 115)), (i128::MAX, 1 << 115)] {
                    assert_eq!(answer.add_and_round(noise, grid), answer.add_and_round(end, grid));
                    let released = |noise| answer.released(Fixed::MIN, Fixed::MAX, noise, window);
                    assert_eq!(released(noise), released(end));
                }
            }
        }
    }

    #[test]
    fn a_factor_is_refused_exactly_beyond_its_shifts() {
        for (n, d) in [(1, 1), (1, 1 << 60), (1 << 60, 1), (5, 3), (1 << 20, 1), (1, 1 << 30)] {
            let scale = Scale::at_least(n, d).unwrap();
            for frac in 0..=63 {
                let shift = 58 - i64::from(frac) - i64::from(scale.exponent());
                match FixedFactor::new(scale, frac) {
                    Ok(factor) => {
                        assert_eq!((factor.mantissa, i64::from(factor.shift)), (scale.mantissa(), shift));
                        assert!((1..=126).contains(&shift));
                    }
                    Err(error) => assert!(error == Error::ScaleForFormat && !(1..=126).contains(&shift)),
                }
            }
        }
    }

    #[test]
    fn the_noise_of_near_and_far_logarithms_is_one_formula() {
        for (mantissa, shift) in [(0x80_0000, 1), (0xFF_FFFF, 24), (0xAB_CDEF, 81), (0x80_0001, 126)] {
            let factor = FixedFactor { mantissa, shift };
            for log in [0, 1, (1 << 64) - 1, 1 << 64, (1 << 64) + 1, (1 << 90) - 1] {
                let magnitude = half_up(i128::from(mantissa) * i128::try_from(log).unwrap(), shift);
                assert!(magnitude <= 1 << 114);
                assert_eq!((factor.noise(log, false), factor.noise(log, true)), (magnitude, -magnitude));
                assert_eq!(factor.times(log), magnitude);
            }
        }
    }

    #[test]
    fn every_step_of_a_grid_is_exact_or_refused() {
        for log2 in -100..=100 {
            for frac in 0..=63 {
                let refused = Error::GridForFormat { log2 };
                assert_eq!(
                    step_bits(log2, frac),
                    u32::try_from(log2 + frac.cast_signed()).map_err(|_| refused)
                );
            }
        }
        for step in 0..=163 {
            for sum in [-(1_i128 << 115), -(1 << 70), -1, 0, 1, 1 << 90, 1 << 115] {
                // Beyond 126 the formula leaves i128; there every sum rounds to 0.
                let index = if step <= 126 { half_up(sum, step) } else { 0 };
                let index = index.min(i64::MAX.into()).max(i64::MIN.into());
                assert_eq!(i128::from(noisy_index(0, sum, step)), index, "{sum} {step}");
            }
            for max in [0, 1, 0x7FFF, i64::MAX] {
                let limit = steps_to(max, step);
                let quotient = if step < 63 { max / (1 << step) } else { 0 };
                assert_eq!(limit, quotient);
                for index in [i64::MIN, -limit - 1, -limit, -1, 0, 1, limit, i64::MAX] {
                    let inside = i128::from(index.max(-limit).min(limit));
                    let exact = if step < 64 { inside << step } else { 0 };
                    assert_eq!(i128::from(point(index, limit, step)), exact);
                }
            }
        }
    }

    #[test]
    fn the_product_is_rounded_in_magnitude_then_signed() {
        for mantissa in [0, 1, 2, 3, 0x80_0000, 0xFF_FFFF] {
            for log in [0, 1, 2, 3, 1 << 40, u64::MAX] {
                for shift in 0..=126 {
                    let magnitude = round_shift(i128::from(mantissa) * i128::from(log), shift);
                    assert!((0..1 << 88).contains(&magnitude));
                    assert_eq!(product(log, mantissa, shift, false), magnitude);
                    assert_eq!(product(log, mantissa, shift, true), -magnitude);
                }
            }
        }
    }

    #[test]
    fn the_helpers_are_what_their_contracts_say() {
        for s in 0..127 {
            assert_eq!(two_to_the(s), 2_i128.pow(s));
        }
        for x in [i128::MIN + 1, -1, 0, 1, i128::MAX] {
            assert_eq!((with_sign(x, false), with_sign(x, true)), (x, -x));
        }
        assert_eq!((index_of(1 << 100, 3), index_of(-(1 << 100), 3)), (i64::MAX, i64::MIN));
        assert_eq!((index_of(12, 3), index_of(11, 3), index_of(-12, 3)), (2, 1, -1));
    }
}
