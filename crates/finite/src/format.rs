//! A number format: what f64, f32 and fixed point must do for one release, and nothing more.
//!
//! The arithmetic of each format stands in its own `impl`; the trait only lets one release flow serve all.

use crate::cast::{power_of_two, signed, to_f32, to_f64};
use crate::error::Error;
use crate::grid::{Grid, NEAR};
use crate::ledger::{Ledger, Term, Unit, term};
use crate::scale::Scale;
use crate::window::{Release, Window};
use core::fmt::Debug;
use core::hint::black_box;

/// A format of answers, noise and releases.
pub trait Format: Copy + PartialOrd + Debug {
    /// −ln of a tail probability, as the kernel of this format delivers it.
    type Log: Copy + Default;
    /// The scale b, prepared for [`Format::scaled`].
    type Factor: Copy + Debug;
    /// The noise x′.
    type Noise: Copy + Default;

    /// The errors of [`Format::scaled`]. A term of unit [`Unit::Magnitude`] is half a last place, h, of a
    /// rounding to nearest: it moves the exact product by at most h/(1+h) of it.
    const PRODUCT: Ledger;

    /// Prepares b.
    ///
    /// # Errors
    /// [`Error::ScaleForFormat`] if b is too large or too small for the format.
    fn factor(scale: Scale) -> Result<Self::Factor, Error>;

    /// ±b·log, rounded once; the sign is applied exactly, so the law stays symmetric.
    fn scaled(log: Self::Log, factor: Self::Factor, negative: bool) -> Self::Noise;

    /// [`Format::scaled`] of each logarithm.
    #[inline(always)]
    fn scaled_each<const N: usize>(
        logs: &[Self::Log; N],
        factor: Self::Factor,
        negative: &[bool; N],
    ) -> [Self::Noise; N] {
        let mut noise = [Self::Noise::default(); N];
        for ((noise, log), negative) in noise.iter_mut().zip(logs).zip(negative) {
            *noise = Self::scaled(*log, factor, *negative);
        }
        noise
    }

    /// The number of [low, high] nearest to this one; NaN stays NaN. Two selections instead of a chain of branches: the work
    /// does not depend on the number.
    #[inline]
    #[must_use]
    fn clamped(self, low: Self, high: Self) -> Self {
        let raised = if self < low { low } else { self };
        if raised > high { high } else { raised }
    }

    /// The index of the grid point nearest to r ⊕ x′, halves upward, where ⊕ is one correctly rounded (f32,
    /// f64) or exact (fixed point) addition (THEORY F24); beyond every window, an index beyond it on the same
    /// side. On a grid that [`Format::limit`] refuses every index is beyond every window.
    fn add_and_round(self, noise: Self::Noise, grid: Grid) -> i64;

    /// [`Format::add_and_round`] of each answer, clamped, and its noise.
    #[inline(always)]
    fn add_and_round_each<const N: usize>(
        answers: &[Self; N],
        [low, high]: [Self; 2],
        noise: &[Self::Noise; N],
        grid: Grid,
    ) -> [i64; N] {
        let mut indices = [0; N];
        for ((index, answer), noise) in indices.iter_mut().zip(answers).zip(noise) {
            *index = answer.clamped(low, high).add_and_round(*noise, grid);
        }
        indices
    }

    /// How far the rounding of r ⊕ x′ moves an edge of a cell of the window (THEORY F24).
    ///
    /// # Guarantee
    /// Each cell, as a set of exact sums r + x′, is an interval whose ends differ from [g − L/2, g + L/2) by
    /// at most this much, both downward; so its length is at least L less this much. For p significant bits:
    /// all edges are numbers of the format below 2^E in magnitude, where 2^E ≥ (max(|low|, |high|) + 1)·L; an
    /// edge moves to the middle between it and the number below, which is at most 2^(E−p) away: by 2^(E−p−1).
    fn edge_shift(window: Window) -> Term;

    /// The grid point number `index`, exactly if |index| ≤ [`Format::limit`]; beyond, some value of the type, and 0 if
    /// [`Format::limit`] refuses the grid.
    fn grid_point(index: i64, grid: Grid) -> Self;

    /// Point i is [`Format::grid_point`] of index i, for points that the format holds; formats whose conversions are faster side by side
    /// do them so.
    #[inline(always)]
    fn grid_points<const N: usize>(indices: &[i64; N], grid: Grid) -> [Self; N] {
        let mut points = [Self::grid_point(0, grid); N];
        for (point, index) in points.iter_mut().zip(indices) {
            *point = Self::grid_point(*index, grid);
        }
        points
    }

    /// One release from x′ on, and the point of the window nearest to the sum, for low ≤ high and a window that
    /// [`Window::fitting`] accepted: clamp, add, round, test.
    ///
    /// The point is computed whether the window holds the sum or not, and stands behind a barrier before the choice between it
    /// and [`Release::Outside`], so that compilers do not move this work behind the choice. So the work does not depend on the
    /// noise. On a grid that [`Format::limit`] refuses, whatever the answer, it is [`Release::Outside`] and 0.
    #[inline]
    #[must_use]
    fn released(self, low: Self, high: Self, noise: Self::Noise, window: Window) -> (Release<Self>, Self) {
        let index = self.clamped(low, high).add_and_round(noise, window.grid());
        let point = black_box(Self::grid_point(window.nearest(index), window.grid()));
        (window.classify(index, point), point)
    }

    /// The largest number of grid steps from 0 at which every grid point is a number of the format.
    ///
    /// # Errors
    /// [`Error::GridForFormat`] if the grid is finer than the format.
    fn limit(grid: Grid) -> Result<i64, Error>;

    /// Whether the number is neither NaN nor infinite.
    fn is_finite(self) -> bool;

    /// Whether the number is NaN.
    fn is_nan(self) -> bool;
}

/// All integers up to 2^51 and their halves are f64: rounding y/L to an integer is exact below.
const LIMIT_64: i64 = NEAR - 1;
const LIMIT_32: i64 = (1 << 23) - 1;

/// [`Format::edge_shift`] for a float of `precision` bits.
fn half_gap(window: Window, precision: u32) -> Term {
    let farthest = window.low().unsigned_abs().max(window.high().unsigned_abs());
    let bits = signed(u64::BITS - farthest.leading_zeros()); // farthest + 1 ≤ 2^bits
    let exponent = bits + window.grid().log2() - signed(precision) - 1;
    term("rounding of r + x'", Unit::One, 1, exponent)
}

impl Format for f64 {
    type Log = Self;
    type Factor = Self;
    type Noise = Self;

    const PRODUCT: Ledger = Ledger { terms: &[term("b times the logarithm", Unit::Magnitude, 1, -53)] };

    fn factor(scale: Scale) -> Result<Self, Error> {
        Ok(scale.to_f64())
    }

    // b in [2^-60, 2^60] and log in [2^-54, 2^32]: no overflow, no subnormal.
    #[inline]
    fn scaled(log: Self, factor: Self, negative: bool) -> Self {
        Self::from_bits((log * factor).to_bits() | (u64::from(negative) << 63))
    }

    #[inline]
    fn add_and_round(self, noise: Self, grid: Grid) -> i64 {
        //= THEORY F24
        grid.index_near(self + noise)
    }

    // An integer below 2^53 times a power of two within 2^±100: both exact.
    #[inline]
    fn grid_point(index: i64, grid: Grid) -> Self {
        to_f64(index) * power_of_two(grid.log2())
    }

    #[inline(always)]
    fn grid_points<const N: usize>(indices: &[i64; N], grid: Grid) -> [Self; N] {
        let mut points = [0.0; N];
        for (point, index) in points.iter_mut().zip(indices) {
            *point = grid.point_near(*index);
        }
        points
    }

    fn edge_shift(window: Window) -> Term {
        half_gap(window, 53)
    }

    fn limit(_: Grid) -> Result<i64, Error> {
        Ok(LIMIT_64)
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }

    #[inline]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Format for f32 {
    type Log = Self;
    type Factor = Self;
    type Noise = Self;

    const PRODUCT: Ledger = Ledger { terms: &[term("b times the logarithm", Unit::Magnitude, 1, -24)] };

    fn factor(scale: Scale) -> Result<Self, Error> {
        Ok(to_f32(scale.to_f64())) // 24 bits, exponent within ±60: exact
    }

    // b in [2^-60, 2^60] and log in [2^-25, 2^32]: no overflow, no subnormal.
    #[inline]
    fn scaled(log: Self, factor: Self, negative: bool) -> Self {
        Self::from_bits((log * factor).to_bits() | (u32::from(negative) << 31))
    }

    // The addition is in f32; f64 then holds the sum and the quotient by a power of two exactly.
    #[inline]
    fn add_and_round(self, noise: Self, grid: Grid) -> i64 {
        grid.index_near(f64::from(self + noise))
    }

    #[inline]
    fn grid_point(index: i64, grid: Grid) -> Self {
        to_f32(f64::grid_point(index, grid))
    }

    #[inline(always)]
    fn grid_points<const N: usize>(indices: &[i64; N], grid: Grid) -> [Self; N] {
        let mut points = [0.0; N];
        for (point, index) in points.iter_mut().zip(indices) {
            *point = to_f32(grid.point_near(*index));
        }
        points
    }

    fn edge_shift(window: Window) -> Term {
        half_gap(window, 24)
    }

    fn limit(_: Grid) -> Result<i64, Error> {
        Ok(LIMIT_32)
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }

    #[inline]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}
