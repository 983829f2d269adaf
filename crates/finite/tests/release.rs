//! Noise, rounding, windows and whole releases: exhaustive where the format is small, by bit pattern elsewhere.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "exact by the stated sizes"
)]

use kdelta_finite::fixed::round_shift;
use kdelta_finite::grid::NEAR;
use kdelta_finite::ledger::Unit;
use kdelta_finite::noise::Noise;
use kdelta_finite::uniform::Tail;
use kdelta_finite::{
    EntropyError, Error, Fixed, Format, Grid, Laplace, Mechanism, Midpoint, Range, Relative, Release, Scale,
    Window,
};
use kdelta_testkit::{Counting, Failing, Repeated, Seeded, sum_f64};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn window(log2: i32, low: i64, high: i64) -> Window {
    Window::new(Grid::new(log2).unwrap(), low, high).unwrap()
}

/// Every draw of a small generator: noise odd-symmetric, increasing in u, within the ledger of the exact noise,
/// and never back below T − δ_n (condition (iv)).
fn whole_grid<const BITS: u32, const W: u32, const FRAC: u32>(numerator: u64, denominator: u64) {
    type Word<const W: u32, const FRAC: u32> = Fixed<W, FRAC>;
    let scale = Scale::at_least(numerator, denominator).unwrap();
    let b = scale.to_f64();
    let noise = Laplace::<Word<W, FRAC>, Midpoint<BITS>>::new(scale).unwrap();
    let log = sum_f64(&Laplace::<Word<W, FRAC>, Midpoint<BITS>>::LOGARITHM, Unit::Scale);
    let delta = b * log + sum_f64(&Laplace::<Word<W, FRAC>, Midpoint<BITS>>::PRODUCT, Unit::One);
    let unit = 2f64.powi(-i32::try_from(FRAC).unwrap());
    let last = (1u64 << BITS) - 1;
    let (mut previous, mut worst) = (i128::MIN, 0f64);
    for z in 0..=last {
        let draw = Midpoint::<BITS>::from_bits(z);
        let x = noise.of(draw);
        assert!(x >= previous, "not increasing at {z}");
        assert_eq!(x, -noise.of(Midpoint::from_bits(last - z)), "not symmetric at {z}");
        let magnitude = -b * (draw.tail() as f64 / (last + 1) as f64).ln();
        let error = ((x.unsigned_abs() as f64) * unit - magnitude).abs();
        worst = worst.max(error);
        assert!(error <= delta * (1.0 + 1e-9), "at {z}: {error:e} > {delta:e}");
        previous = x;
    }
    if BITS >= 12 {
        assert!(worst >= delta / 2.0, "the ledger {delta:e} is loose: worst {worst:e}");
    }
}

#[test]
fn small_fixed_formats_over_their_whole_domain() {
    whole_grid::<8, 8, 4>(1, 1);
    whole_grid::<12, 12, 6>(1, 1);
    whole_grid::<16, 16, 8>(1, 1);
    whole_grid::<16, 32, 20>(10, 3);
    whole_grid::<16, 64, 40>(1, 3);
}

#[test]
fn noise_of_the_relative_generator_is_symmetric_and_beyond_the_cut_off_large() {
    let scale = Scale::at_least(1, 1).unwrap();
    let f64_noise = Laplace::<f64, Relative<52>>::new(scale).unwrap();
    let f32_noise = Laplace::<f32, Relative<23>>::new(scale).unwrap();
    let fixed = Laplace::<Fixed<64, 40>, Relative<52>>::new(scale).unwrap();
    let mut bits = Seeded(7);
    for _ in 0..10_000 {
        let word = (u128::from(bits.next()) << 64) | u128::from(bits.next());
        let (a, b) = (Relative::<52>::from_bits(word), Relative::<52>::from_bits(word ^ (1 << 76)));
        assert_eq!(f64_noise.of(a), -f64_noise.of(b));
        assert_eq!(fixed.of(a), -fixed.of(b));
        // Two kernels, two formats, one draw: they agree to the units of the coarser one.
        assert!((fixed.of(a) as f64 / 2f64.powi(40) - f64_noise.of(a)).abs() <= 2f64.powi(-40));
        let narrow = word & u128::from(u64::MAX);
        let (a, b) = (Relative::<23>::from_bits(narrow), Relative::<23>::from_bits(narrow ^ (1 << 41)));
        assert_eq!(f32_noise.of(a), -f32_noise.of(b));
    }
    // All exponent bits zero: beyond CUT_OFF·ln 2 whatever the mantissa.
    for j in [0, 1, (1 << 51) - 1] {
        assert!(f64_noise.of(Relative::from_bits(j << 77)) >= 76.0 * core::f64::consts::LN_2);
    }
    for j in [0, 1, (1 << 22) - 1] {
        assert!(f32_noise.of(Relative::from_bits(j << 42)) >= 41.0 * core::f32::consts::LN_2);
    }
}

/// Scale: the least 24-bit dyadic that is not below the quotient, by exact cross-multiplication.
#[test]
fn scale_is_the_least_not_below_the_quotient() {
    let mut bits = Seeded(3);
    for i in 0..100_000 {
        let (n, d) = ((bits.next() >> (32 + i % 30)).max(1), (bits.next() >> (32 + i % 29)).max(1));
        let scale = Scale::at_least(n, d).unwrap();
        assert!((1 << 23..1 << 24).contains(&scale.mantissa()));
        // m·2^e ≥ n/d > (m−1)·2^e, cross-multiplied; n and d have 32 bits and |e| ≤ 55.
        let not_below = |m: u32| {
            let (left, right) = (u128::from(m) * u128::from(d), u128::from(n));
            let e = scale.exponent();
            if e >= 0 { left << e >= right } else { left >= right << -e }
        };
        assert!(not_below(scale.mantissa()) && !not_below(scale.mantissa() - 1), "{n}/{d}: {scale:?}");
    }
    assert_eq!(Scale::at_least(10, 1).unwrap().to_f64(), 10.0);
    assert!(Scale::at_least(1, 3).unwrap().to_f64() > 1.0 / 3.0);
    // Rounding up may carry into the next power of two.
    for (n, d, b) in
        [((1 << 40) - 1, 1 << 40, 1.0), ((1 << 25) - 1, 1, 2f64.powi(25)), (3, (3 << 30) + 1, 2f64.powi(-30))]
    {
        assert_eq!(Scale::at_least(n, d).unwrap().to_f64(), b, "{n}/{d}");
    }
    assert_eq!(Scale::at_least(1, 8).unwrap().times_power_of_two(5).unwrap().to_f64(), 4.0);
    assert_eq!(Scale::at_least(1 << 60, 1).unwrap().to_f64(), 2f64.powi(60));
    for refused in [(0, 1), (1, 0), ((1 << 60) + 1, 1), (1, (1 << 60) + (1 << 50))] {
        assert_eq!(Scale::at_least(refused.0, refused.1), Err(Error::Scale), "{refused:?}");
    }
    assert_eq!(Scale::at_least(1, 1).unwrap().times_power_of_two(i32::MAX), Err(Error::Scale));
    assert_eq!(
        Laplace::<Fixed<64, 40>, Midpoint<64>>::new(Scale::at_least(1 << 50, 1).unwrap()).err(),
        Some(Error::ScaleForFormat)
    );
}

/// ⌊y/L + ½⌋ in integers from the bits of y, for |y/L| < 2^62.
fn exact_index(y: f64, log2: i32) -> Option<i128> {
    let bits = y.to_bits();
    let biased = i32::try_from((bits >> 52) & 0x7ff).unwrap();
    let fraction = i128::from(bits & ((1 << 52) - 1));
    let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
    let exponent = biased.max(1) - 1075 - log2;
    let signed = if y.is_sign_negative() { -mantissa } else { mantissa };
    match exponent {
        0..=9 => Some(signed << exponent),
        -70..0 => Some(round_shift(signed, u32::try_from(-exponent).unwrap())),
        ..-70 => Some(0),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn rounding_is_exact_for_every_bit_pattern(bits in any::<u64>(), log2 in -100..=100i32) {
        let y = f64::from_bits(bits);
        prop_assume!(y.is_finite());
        let index = Grid::new(log2).unwrap().index_of(y);
        match exact_index(y, log2) {
            Some(exact) => prop_assert_eq!(i128::from(index), exact),
            None => prop_assert!(index.unsigned_abs() >= 1 << 61 && (index < 0) == (y < 0.0)),
        }
    }

    #[test]
    fn both_roundings_agree(bits in any::<u64>(), index in -(1i64 << 52)..1 << 52, ulps in -2i64..=2, log2 in -100..=100i32) {
        let tie = (index as f64 / 2.0) * 2f64.powi(log2);
        for y in [f64::from_bits(bits), tie, f64::from_bits(tie.to_bits().wrapping_add_signed(ulps))] {
            let grid = Grid::new(log2).unwrap();
            prop_assume!(!y.is_nan());
            prop_assert_eq!(grid.index_near(y), grid.index_of(y).clamp(-NEAR, NEAR));
        }
    }

    #[test]
    fn rounding_is_exact_near_ties(index in -(1i64 << 51)..1 << 51, ulps in -2i64..=2, log2 in -100..=100i32) {
        let tie = (index as f64 + 0.5) * 2f64.powi(log2);
        let y = f64::from_bits(tie.to_bits().wrapping_add_signed(ulps));
        prop_assert_eq!(Some(i128::from(Grid::new(log2).unwrap().index_of(y))), exact_index(y, log2));
    }

    /// Any answer and any entropy, by bit pattern: an error for NaN, otherwise a grid point of the window or Outside.
    #[test]
    fn every_release_is_total(answer in any::<u64>(), entropy in any::<u128>(), log2 in -40..=4i32) {
        let scale = Scale::at_least(1, 1).unwrap();
        let w = window(log2, -1000, 1000);
        let answer = f64::from_bits(answer);
        let wide = Mechanism::new(Range::new(-16.0, 16.0).unwrap(), Laplace::<f64, Relative<52>>::new(scale).unwrap(), w).unwrap();
        let narrow = Mechanism::new(Range::new(-16.0, 16.0).unwrap(), Laplace::<f32, Relative<23>>::new(scale).unwrap(), w).unwrap();
        let grid = Mechanism::new(Range::new(-16.0, 16.0).unwrap(), Laplace::<f64, Midpoint<53>>::new(scale).unwrap(), w).unwrap();
        for released in [
            wide.release(answer, &mut Repeated(entropy)),
            grid.release(answer, &mut Repeated(entropy)),
            narrow.release(answer as f32, &mut Repeated(entropy)).map(|r| match r {
                Release::Value(v) => Release::Value(f64::from(v)),
                Release::Outside => Release::Outside,
            }),
        ] {
            match released {
                Err(error) => prop_assert!(error == Error::NotFinite && answer.is_nan()),
                Ok(Release::Outside) => {}
                Ok(Release::Value(v)) => {
                    let steps = v / 2f64.powi(log2);
                    prop_assert!(steps.fract() == 0.0 && steps.abs() <= 1000.0 && !v.is_nan());
                }
            }
        }
        if !answer.is_nan() {
            // The variant without ∞ gives the same value inside and the nearer end outside.
            let end = wide.release_to_ends(answer, &mut Repeated(entropy)).unwrap();
            match wide.release(answer, &mut Repeated(entropy)).unwrap() {
                Release::Value(v) => prop_assert_eq!(v, end),
                Release::Outside => prop_assert_eq!(end.abs(), 1000.0 * 2f64.powi(log2)),
            }
        }
    }

    #[test]
    fn fixed_point_release_is_the_exact_sum(raw in any::<i64>(), entropy in any::<u64>(), log2 in -32..=100i32) {
        let noise = Laplace::<Fixed<64, 32>, Midpoint<64>>::new(Scale::at_least(5, 2).unwrap()).unwrap();
        let answer = Fixed::<64, 32>::from_raw(raw).unwrap();
        let x = noise.draw(&mut Repeated(entropy.into())).unwrap();
        let (index, sum) = (answer.add_and_round(x, Grid::new(log2).unwrap()), i128::from(raw) + x);
        // The sum is below 2^64, so that every grid of 2^66 units or more has it in the cell of 0.
        let step = 1i128 << (log2 + 32).min(66);
        prop_assert_eq!(i128::from(index), (sum + step / 2).div_euclid(step));
    }
}

/// Sums near every edge of windows across a binade change, as exact f64, rounded to f32 as ⊕ would.
#[test]
fn rounded_sum_moves_edges_by_at_most_the_stated_shift() {
    for (log2, low, high) in [(-3, -40, 200), (0, -1000, 3), (-10, -5, 1 << 22)] {
        let w = window(log2, low, high);
        let shift = <f32 as Format>::edge_shift(w);
        let shift = shift.mantissa as f64 * 2f64.powi(shift.exponent);
        let step = 2f64.powi(log2);
        let mut farthest = 0f64;
        for index in (low..=high).rev().take(300).chain((low..=high).take(300)) {
            let edge = (index as f64 - 0.5) * step;
            for i in -40..=40 {
                let sum = edge + shift * f64::from(i) / 16.0;
                let found = w.grid().index_of(f64::from(sum as f32));
                let beyond = edge - sum; // the sum went up over the edge although it lies below
                if found == index && beyond > 0.0 {
                    farthest = farthest.max(beyond);
                }
                assert!(found >= index || sum < edge, "never down: {sum}");
            }
        }
        assert!(farthest <= shift && farthest >= shift / 2.0, "{farthest:e} of {shift:e}");
    }
    assert_eq!(<Fixed<16, 8> as Format>::edge_shift(window(-3, 0, 9)).mantissa, 0);
}

/// Every word of 8 and 12 bits and every draw of 8 bits: the release is the rounded exact sum, tested last.
#[test]
fn small_words_release_exactly_the_window() {
    let noise = Laplace::<Fixed<12, 4>, Midpoint<8>>::new(Scale::at_least(2, 1).unwrap()).unwrap();
    let (low, high) = (Fixed::from_raw(-512).unwrap(), Fixed::from_raw(511).unwrap());
    let mechanism = Mechanism::new(Range::new(low, high).unwrap(), noise, window(-2, -100, 90)).unwrap();
    for raw in -2048..2048 {
        let answer = Fixed::<12, 4>::from_raw(raw).unwrap();
        for z in 0..256 {
            let sum = i128::from(raw.clamp(-512, 511)) + noise.of(Midpoint::from_bits(z));
            let index = (sum + 2).div_euclid(4);
            let expected = if (-100..=90).contains(&index) {
                Release::Value(Fixed::from_raw(4 * index as i64).unwrap())
            } else {
                Release::Outside
            };
            assert_eq!(mechanism.release(answer, &mut Repeated(z.into())), Ok(expected));
        }
    }
}

#[test]
fn entropy_use_is_fixed_and_failure_is_an_error() {
    let noise = Laplace::<f64, Relative<52>>::new(Scale::at_least(1, 1).unwrap()).unwrap();
    let mechanism = Mechanism::new(Range::new(0.0, 1.0).unwrap(), noise, window(-10, -9000, 9000)).unwrap();
    let mut source = Counting(Seeded(5), 0);
    for i in 1..=1000 {
        mechanism.release(0.5, &mut source).unwrap();
        assert_eq!(source.1, 16 * i);
    }
    assert_eq!(mechanism.release(0.5, &mut Failing { left: 0 }), Err(Error::Entropy(EntropyError)));
    assert_eq!(mechanism.release_to_ends(0.5, &mut Failing { left: 0 }), Err(Error::Entropy(EntropyError)));
}

#[test]
fn windows_that_the_format_cannot_hold_are_refused() {
    let grid = Grid::new(-4).unwrap();
    assert_eq!(Window::new(grid, 1, 0), Err(Error::Reversed));
    let limit = (1 << 52) - 1;
    assert_eq!(Window::new(grid, 0, 1 << 52), Err(Error::TooFar { index: 1 << 52, limit }));
    assert_eq!(Window::new(grid, i64::MIN, 0), Err(Error::TooFar { index: i64::MIN, limit }));
    let w = Window::new(grid, -128, 127).unwrap();
    assert_eq!(w.fitting::<Fixed<8, 4>>(), Err(Error::TooFar { index: -128, limit: 127 }));
    assert_eq!(w.fitting::<Fixed<8, 3>>(), Err(Error::GridForFormat { log2: -4 }));
    // The edges of the cells, half a step from their points, must be numbers of the format as well.
    let widest = |n: i64| [Window::new(grid, -n, 0).unwrap(), Window::new(grid, 0, n).unwrap()];
    assert!(widest((1 << 23) - 1).iter().all(|w| w.fitting::<f32>().is_ok()));
    assert!(widest(1 << 23).iter().all(|w| w.fitting::<f32>().is_err()));
    assert!(widest((1 << 51) - 1).iter().all(|w| w.fitting::<f64>().is_ok()));
    assert!(widest(1 << 51).iter().all(|w| w.fitting::<f64>().is_err()));
    assert_eq!(Grid::new(101), Err(Error::Grid { log2: 101 }));
    assert!(w.contains(-128) && w.contains(127) && !w.contains(128) && !w.contains(-129));
}

/// Whatever the index and the grid, a point of a fixed-point format is a number of its word.
#[test]
fn grid_points_are_numbers_of_the_word() {
    for index in [i64::MIN, -129, -128, -127, 0, 127, 128, i64::MAX] {
        for log2 in -4..=100 {
            let point = <Fixed<8, 4> as Format>::grid_point(index, Grid::new(log2).unwrap());
            assert_eq!(Fixed::from_raw(point.raw()), Some(point), "{index} steps of 2^{log2}");
        }
    }
}

/// A logarithm of every generator is positive and finite: no draw hits a pole.
#[test]
fn no_generator_hits_a_pole() {
    for word in [0u128, 1, u128::MAX, u128::MAX >> 1, 1 << 127, u128::from(u64::MAX), 1 << 63, (1 << 52) - 1]
    {
        let logs = [
            <Relative<52> as Tail<f64>>::minus_ln(Relative::from_bits(word)),
            f64::from(<Relative<23> as Tail<f32>>::minus_ln(Relative::from_bits(word))),
            <Midpoint<53> as Tail<f64>>::minus_ln(Midpoint::from_bits(word as u64)),
            f64::from(<Midpoint<24> as Tail<f32>>::minus_ln(Midpoint::from_bits(word as u64))),
        ];
        assert!(logs.iter().all(|&log| log > 0.0 && log < 64.0), "{word:#x}: {logs:?}");
        assert!(<Midpoint<64> as Tail<Fixed<64, 32>>>::minus_ln(Midpoint::from_bits(word as u64)) < 45 << 58);
    }
}

#[test]
fn a_release_is_an_option_and_prints_as_a_value_or_outside() {
    let [inside, outside] = [Release::Value(2.5), Release::Outside];
    assert_eq!((Option::<f64>::from(inside), Option::<f64>::from(outside)), (Some(2.5), None));
    assert_eq!(format!("{inside} {outside}"), "2.5 outside");
    assert_eq!(format!("[{inside:>9.2}] [{outside:>9.2}]"), "[     2.50] [  outside]");
}
