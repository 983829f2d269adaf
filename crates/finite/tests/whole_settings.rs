//! What a release is set up from, at every point of a stated domain: each constructor admits exactly what it says, and keeps it.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "tests; casts are exact by the stated sizes"
)]

use kdelta_finite::ln::table::{Unit32, Unit64};
use kdelta_finite::planar::{Gamma, PlanarLaplace, PlanarMechanism, Rectangle};
use kdelta_finite::projection::Projection;
use kdelta_finite::scale::MAX_LOG2;
use kdelta_finite::{
    BoundedSum, Error, Fixed, Format, Grid, Laplace, Mechanism, Midpoint, Neighbours, Noise, Query, Range,
    Scale, Window,
};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{exact, round};

/// Every exponent up to ±1000 and the ends of i32: a grid exists exactly within ±100, and its first point, in f64 and where
/// f32 is wide enough there too, is 2^log2.
#[test]
fn grids_exist_exactly_within_a_hundred_binades() {
    for log2 in (-1000..=1000).chain([i32::MIN, i32::MAX]) {
        let grid = Grid::new(log2);
        if !(-100..=100).contains(&log2) {
            assert_eq!(grid, Err(Error::Grid { log2 }));
            continue;
        }
        let grid = grid.unwrap();
        assert_eq!((grid.log2(), exact(f64::grid_point(1, grid))), (log2, dyadic(1, log2)));
        assert_eq!(exact(f32::grid_point(-3, grid).into()), dyadic(-3, log2));
    }
}

/// Every raw number of 10 bits: those of words of 8 bits, and only those. The widest word holds every i64.
#[test]
fn words_hold_exactly_their_numbers() {
    for raw in -512..512 {
        let of_eight = Fixed::<8, 4>::from_raw(raw).map(Fixed::raw);
        assert_eq!(of_eight, (-128..128).contains(&raw).then_some(raw));
        assert_eq!(Fixed::<2, 63>::from_raw(raw).map(Fixed::raw), (-2..2).contains(&raw).then_some(raw));
    }
    for raw in [i64::MIN, i64::MIN + 1, i64::MAX] {
        assert_eq!(Fixed::<64, 0>::from_raw(raw).map(Fixed::raw), Some(raw));
        assert!(Fixed::<63, 0>::from_raw(raw).is_none());
    }
}

/// Every pair of ends of a format of 6 bits and every word: the range exists exactly for ends in order, and clamping gives the
/// word itself in the range, the nearer end beside it.
#[test]
fn every_word_goes_to_the_nearest_of_every_small_range() {
    type Word = Fixed<6, 3>;
    let word = |raw| Word::from_raw(raw).unwrap();
    for (low, high) in (-32..32).flat_map(|low| (-32..32).map(move |high| (low, high))) {
        let range = Range::new(word(low), word(high));
        assert_eq!(range.err(), (low > high).then_some(Error::Reversed));
        for raw in (-32..32).filter(|_| low <= high) {
            assert_eq!(range.unwrap().clamp(word(raw)), Ok(word(raw.clamp(low, high))));
        }
    }
}

/// Every pair of ends and every answer of a list with both zeros, both infinities, NaN, subnormal numbers and the largest ones.
#[test]
fn floats_go_to_the_nearest_of_every_range_and_nan_is_refused() {
    macro_rules! check {
        ($float:ident) => {
            let least = <$float>::from_bits(1);
            let numbers = [
                <$float>::NEG_INFINITY,
                <$float>::MIN,
                -1.5,
                -least,
                -0.0,
                0.0,
                least,
                <$float>::MIN_POSITIVE,
                2.0,
                <$float>::MAX,
                <$float>::INFINITY,
                <$float>::NAN,
            ];
            for (low, high) in numbers.iter().flat_map(|low| numbers.iter().map(move |high| (*low, *high))) {
                let error = if !(low.is_finite() && high.is_finite()) {
                    Some(Error::NotFinite)
                } else if low > high {
                    Some(Error::Reversed)
                } else {
                    None
                };
                let range = Range::new(low, high);
                assert_eq!(range.err(), error, "{low} to {high}");
                let Ok(range) = range else { continue };
                for x in numbers {
                    let clamped = range.clamp(x);
                    if x.is_nan() {
                        assert_eq!(clamped, Err(Error::NotFinite));
                    } else {
                        assert_eq!(clamped, Ok(x.clamp(low, high)), "{x} in {low} to {high}");
                    }
                }
            }
        };
    }
    check!(f64);
    check!(f32);
}

/// b = m·2^e, exactly.
fn value(scale: Scale) -> Rational {
    dyadic(scale.mantissa(), scale.exponent())
}

/// Every quotient of numbers up to 1023: the scale is the least number of 24 bits that is not below it.
#[test]
fn every_small_scale_is_the_least_not_below_its_quotient() {
    for (n, d) in (1..1024_u64).flat_map(|n| (1..1024).map(move |d| (n, d))) {
        let scale = Scale::at_least(n, d).unwrap();
        let (m, e) = (u64::from(scale.mantissa()), scale.exponent());
        assert!((1 << 23..1 << 24).contains(&m), "{n}/{d}");
        // m·2^e·d ≥ n > (m − 1)·2^e·d, where −33 ≤ e ≤ −13.
        let right = n << e.unsigned_abs();
        assert!(e < 0 && m * d >= right && (m - 1) * d < right, "{n}/{d}: {scale:?}");
    }
    for n in 0..1024 {
        assert_eq!((Scale::at_least(n, 0), Scale::at_least(0, n)), (Err(Error::Scale), Err(Error::Scale)));
    }
}

/// Every binade up to ±200, with the least, the next and the largest mantissa: a scale exists exactly from 2^-60 to 2^60, every
/// format that holds it has the same number, and fixed point refuses it exactly where its product has no shift from 1 to 126.
#[test]
fn scales_are_exact_in_every_binade_and_format() {
    fn fixed<const FRAC: u32>(scale: Scale) {
        let shift = 58 - i64::from(FRAC) - i64::from(scale.exponent());
        let factor = <Fixed<64, FRAC> as Format>::factor(scale);
        assert_eq!(factor.is_ok(), (1..=126).contains(&shift), "{scale:?} with {FRAC} fraction bits");
        let Ok(factor) = factor else { return };
        // b times 1, and b times −1, in units of 2^-FRAC, halves up in magnitude.
        let units = value(scale) * dyadic(1, FRAC.cast_signed());
        let rounded = (units + dyadic(1, -1)).floor();
        for (negative, sign) in [(false, 1), (true, -1)] {
            let noise = <Fixed<64, FRAC> as Format>::scaled(1 << 58, factor, negative);
            assert_eq!(dyadic(noise, 0), &rounded * dyadic(sign, 0));
        }
    }
    let (least, most) = (dyadic(1, -MAX_LOG2), dyadic(1, MAX_LOG2));
    for numerator in [1 << 23, (1 << 23) + 1, (1 << 24) - 1] {
        let base = Scale::at_least(numerator, 1).unwrap();
        for log2 in -200..=200 {
            let wanted = value(base) * dyadic(1, log2);
            let scale = base.times_power_of_two(log2);
            assert_eq!(scale.is_ok(), least <= wanted && wanted <= most, "{numerator}·2^{log2}");
            let Ok(scale) = scale else { continue };
            assert_eq!((value(scale), exact(scale.to_f64())), (wanted.clone(), wanted.clone()));
            let (wide, narrow) = (f64::factor(scale).unwrap(), f32::factor(scale).unwrap());
            assert_eq!((exact(wide), exact(narrow.into())), (wanted.clone(), wanted));
            fixed::<0>(scale);
            fixed::<4>(scale);
            fixed::<40>(scale);
            fixed::<63>(scale);
        }
        for log2 in [i32::MIN, i32::MAX] {
            assert_eq!(base.times_power_of_two(log2), Err(Error::Scale));
        }
    }
}

/// ±b·log in f64 and f32 is the exact product, rounded once, and the sign changes nothing else: every scale and every logarithm
/// of a list whose products are exact, ties, and next to ties.
#[test]
fn products_of_floats_are_rounded_once() {
    macro_rules! check {
        ($float:ident, $precision:literal) => {
            let ulp = <$float>::EPSILON;
            for numerator in (1 << 23..(1 << 23) + 64).chain((1 << 24) - 64..1 << 24) {
                let factor = <$float>::factor(Scale::at_least(numerator, 1 << 20).unwrap()).unwrap();
                for log in
                    [1.0, 1.0 + ulp, 1.5, 1.5 - ulp, 2.0 - ulp, 0.75 + ulp, ulp, 41.0, 44.25 + 32.0 * ulp]
                {
                    let product = round(&(exact(factor.into()) * exact(log.into())), $precision);
                    let positive = <$float>::scaled(log, factor, false);
                    assert_eq!(exact(positive.into()), product, "{factor} · {log}");
                    assert_eq!(<$float>::scaled(log, factor, true).to_bits(), (-positive).to_bits());
                }
            }
            // A noise of 0 keeps its sign.
            assert!(<$float>::scaled(0.0, 1.0, true).is_sign_negative());
        };
    }
    check!(f64, 53);
    check!(f32, 24);
}

/// The windows with ends next to 0, to the limit of the format and beyond it, on every grid: a window fits exactly if the format
/// holds both of its ends, and half a step beside them; a mechanism, and one on the plane, is refused exactly where it does not.
fn fits<F: Format, N: Noise<F> + Copy>(noise: N, ends: [F; 2], largest: impl Fn(i32) -> Option<i128>) -> u32 {
    let answers = Range::new(ends[0], ends[1]).unwrap();
    let mut fitting = 0;
    for log2 in -100..=100 {
        let grid = Grid::new(log2).unwrap();
        let limit = largest(log2);
        let about = i64::try_from(limit.unwrap_or(5)).unwrap();
        let places: Vec<i64> = [-about, 0, about]
            .iter()
            .flat_map(|place| (-2..=2).map(move |by| place.saturating_add(by)))
            .collect();
        for (low, high) in places.iter().flat_map(|low| places.iter().map(move |high| (*low, *high))) {
            let Ok(window) = Window::new(grid, low, high) else { continue };
            let expected = limit.is_some_and(|limit| -limit <= low.into() && i128::from(high) <= limit);
            let error = match limit {
                None => Some(Error::GridForFormat { log2 }),
                Some(_) if expected => None,
                Some(_) if low < -about => Some(Error::TooFar { index: low, limit: about }),
                Some(_) => Some(Error::TooFar { index: high, limit: about }),
            };
            assert_eq!(window.fitting::<F>().err(), error, "{low} to {high} steps of 2^{log2}");
            assert_eq!(Mechanism::new(answers, noise, window).err(), error);
            let small = Window::new(grid, 0, 0).unwrap();
            for (x, y) in [(window, small), (small, window)] {
                assert_eq!(Rectangle::new(x, y).unwrap().fitting::<F>().err(), error);
            }
            fitting += u32::from(expected);
        }
    }
    fitting
}

#[test]
fn windows_fit_exactly_the_formats_that_hold_them() {
    let scale = Scale::at_least(1, 1).unwrap();
    // n·2^log2 is raw·2^-FRAC for raw = n·2^(log2 + FRAC), which must be at most 2^(BITS−1) − 1.
    fn word(bits: u32, frac: i32) -> impl Fn(i32) -> Option<i128> {
        let largest = (1_i128 << (bits - 1)) - 1;
        move |log2| u32::try_from(log2 + frac).ok().map(|shift| largest.checked_shr(shift).unwrap_or(0))
    }
    let floats = |bits: u32| move |_| Some((1_i128 << bits) - 1);
    let wide = Laplace::<f64, Midpoint<53>>::new(scale).unwrap();
    let narrow = Laplace::<f32, Midpoint<24>>::new(scale).unwrap();
    let long = Laplace::<Fixed<64, 40>, Midpoint<53>>::new(scale).unwrap();
    let short = Laplace::<Fixed<8, 4>, Midpoint<8>>::new(scale).unwrap();
    let fitting = [
        fits::<f64, _>(wide, [-1.0, 1.0], floats(51)),
        fits::<f32, _>(narrow, [-1.0, 1.0], floats(23)),
        fits::<Fixed<64, 40>, _>(long, [Fixed::MIN, Fixed::MAX], word(64, 40)),
        fits::<Fixed<8, 4>, _>(short, [Fixed::MIN, Fixed::MAX], word(8, 4)),
    ];
    assert!(fitting.iter().all(|&count| count > 500), "{fitting:?}");
    // On the plane the region's bounds decide.
    let noise = PlanarLaplace::<Fixed<8, 4>, Gamma<Midpoint<8>>, 8>::new(scale).unwrap();
    let range = Range::new(Fixed::MIN, Fixed::MAX).unwrap();
    for high in 0..=300 {
        let side = Window::new(Grid::new(-4).unwrap(), 0, high).unwrap();
        let small = Window::new(Grid::new(-4).unwrap(), 0, 0).unwrap();
        for (x, y) in [(side, small), (small, side)] {
            let mechanism = PlanarMechanism::new([range, range], noise, Rectangle::new(x, y).unwrap());
            assert_eq!(mechanism.is_ok(), high <= 127, "{high}");
        }
    }
}

/// Every pair of grids: a rectangle exists exactly where they are one, with that grid and the product of its lengths as cells.
#[test]
fn rectangles_have_one_grid() {
    let window = |log2, high| Window::new(Grid::new(log2).unwrap(), -3, high).unwrap();
    for (a, b) in (-100..=100).flat_map(|a| (-100..=100).map(move |b| (a, b))) {
        let rectangle = Rectangle::new(window(a, 7), window(b, -1));
        assert_eq!(rectangle.err(), (a != b).then_some(Error::Grids { log2: [a, b] }));
        if let Ok(rectangle) = rectangle {
            assert_eq!((rectangle.grid().log2(), rectangle.cells()), (a, 11 * 3));
        }
    }
}

/// The bounds of elements exist exactly in order and within ±2^61.
#[test]
fn elements_have_bounds_in_order_within_two_to_the_sixty_one() {
    let limit = 1_i64 << 61;
    let places: Vec<i64> = [-limit, 0, limit]
        .iter()
        .flat_map(|place| (-3..=3).map(move |by| place + by))
        .chain([i64::MIN, i64::MAX])
        .collect();
    for (low, high) in places.iter().flat_map(|low| places.iter().map(move |high| (*low, *high))) {
        let error = if low > high {
            Some(Error::Reversed)
        } else if low < -limit {
            Some(Error::TooFar { index: low, limit })
        } else if high > limit {
            Some(Error::TooFar { index: high, limit })
        } else {
            None
        };
        assert_eq!(BoundedSum::new(Grid::UNIT, low, high).err(), error, "{low} to {high}");
    }
}

/// The answer of a query about rows that are whole numbers of steps.
fn answer(query: &Query, rows: &[i64]) -> i128 {
    let answer: f64 = query.answer(rows.iter().map(|&row| row as f64 * 0.25)).unwrap();
    (answer * 4.0) as i128
}

/// Every pair of bounds within ±3 and every database of three rows within ±4: the least and the greatest answer are attained and
/// never passed, and neighbours differ by at most the sensitivity, which some attain.
#[test]
fn queries_know_their_range_and_their_sensitivity() {
    let grid = Grid::new(-2).unwrap();
    let rows: Vec<i64> = (-4..=4).collect();
    let three = || rows.iter().flat_map(|a| rows.iter().flat_map(|b| rows.iter().map(|c| [*a, *b, *c])));
    for (low, high) in (-3..=3).flat_map(|low| (low..=3).map(move |high| (low, high))) {
        let elements = BoundedSum::new(grid, low, high).unwrap();
        for neighbours in [Neighbours::AddOrRemove, Neighbours::Replace] {
            let query = elements.sum_query(neighbours, 3);
            assert_eq!((query.neighbours(), query.grid()), (neighbours, grid));
            let (mut least, mut greatest, mut moved) = (i128::MAX, i128::MIN, 0);
            for data in three() {
                let all = answer(&query, &data);
                let exactly: i64 = data.iter().map(|row| row.clamp(&low, &high)).sum();
                assert_eq!(all, exactly.into(), "{data:?}");
                for length in 0..3 {
                    if neighbours == Neighbours::AddOrRemove {
                        let fewer = answer(&query, &data[..length]);
                        (least, greatest) = (least.min(fewer), greatest.max(fewer));
                    }
                }
                (least, greatest) = (least.min(all), greatest.max(all));
                let others: Vec<i128> = match neighbours {
                    Neighbours::AddOrRemove => vec![answer(&query, &data[..2])],
                    Neighbours::Replace => {
                        rows.iter().map(|row| answer(&query, &[data[0], data[1], *row])).collect()
                    }
                };
                moved = others.iter().map(|other| (all - other).abs()).fold(moved, i128::max);
            }
            assert_eq!((query.low().count(), query.high().count()), (least, greatest), "{low} to {high}");
            assert_eq!(query.sensitivity().count(), moved, "{low} to {high}, {neighbours:?}");
        }
        let query = elements.mean_query(3).unwrap();
        assert_eq!(query.neighbours(), Neighbours::Replace);
        let (mut least, mut greatest, mut moved) = (i128::MAX, i128::MIN, 0);
        for data in three() {
            let mean = answer(&query, &data);
            (least, greatest) = (least.min(mean), greatest.max(mean));
            for row in &rows {
                moved = moved.max((mean - answer(&query, &[data[0], data[1], *row])).abs());
            }
            for fewer in 0..3 {
                let rows = data[..fewer].iter().map(|&row| row as f64);
                let found = fewer as u64;
                assert_eq!(query.answer::<f64>(rows), Err(Error::Count { found, declared: 3 }));
            }
        }
        assert_eq!((query.low().count(), query.high().count()), (least, greatest), "{low} to {high}");
        assert_eq!(query.sensitivity().count(), moved, "{low} to {high}");
    }
}

/// Every f32 of 20 leading bits, and all within 2^8 of the ends of the domain; the same numbers in f64, and the ends of its own
/// domain: the kernels' domains hold exactly what they say.
#[test]
fn domains_of_the_table_kernels_are_exact() {
    let (least, one) = (2_f32.powi(-64).to_bits(), 1_f32.to_bits());
    let near = |place: u32| place - 256..place + 256;
    for bits in (0..1_u32 << 20).map(|top| top << 12).chain(near(least)).chain(near(one)) {
        let v = f32::from_bits(bits);
        let admitted = Unit32::new(v).map(Unit32::get);
        assert_eq!(admitted.is_some(), (least..one).contains(&bits), "{bits:#x}");
        assert!(admitted.is_none_or(|kept| kept.to_bits() == bits));
        // 2^-1000 lies far below every f32 but 0 and those below it.
        let wide = Unit64::new(v.into()).map(Unit64::get);
        assert_eq!(wide, (v > 0.0 && v < 1.0).then_some(f64::from(v)));
    }
    let (least, one) = (2_f64.powi(-1000).to_bits(), 1_f64.to_bits());
    for bits in (least - 256..least + 256).chain(one - 256..one + 256) {
        assert_eq!(Unit64::new(f64::from_bits(bits)).is_some(), (least..one).contains(&bits), "{bits:#x}");
    }
}

/// Every place and origin that are eighths of a degree within ±4, and factors of few bits: metres and degrees are exact, and each
/// coordinate has its own origin and factor. Tenths of degrees: each step is rounded once.
#[test]
fn projections_round_each_step_once() {
    let eighths = || (-32..=32).map(|eighth| f64::from(eighth) / 8.0);
    for (place, origin) in eighths().flat_map(|place| eighths().map(move |origin| (place, origin))) {
        for factor in [1.0, 3.0, 111_319.5, 1_048_576.0] {
            let projection = Projection::new([origin, 1.0], [factor, 2.0]).unwrap();
            let metres = projection.metres([place, 4.0]);
            assert_eq!(metres, [factor * (place - origin), 6.0]);
            assert_eq!(exact(metres[0]), exact(factor) * (exact(place) - exact(origin)));
            assert_eq!(
                Projection::new([1.0, origin], [2.0, factor]).unwrap().metres([4.0, place])[1],
                metres[0]
            );
            // The quotient of an exact product by its factor is exact.
            assert_eq!(projection.degrees(metres), [place, 4.0]);
        }
        let tenths = |x: f64| x * 0.8;
        let projection = Projection::new([tenths(origin), 0.0], [111_319.49, 1.0]).unwrap();
        let difference = round(&(exact(tenths(place)) - exact(tenths(origin))), 53);
        let [east, _] = projection.metres([tenths(place), 0.0]);
        assert_eq!(exact(east), round(&(difference * exact(111_319.49)), 53));
        let quotient = round(&(exact(east) / exact(111_319.49)), 53);
        let [back, _] = projection.degrees([east, 0.0]);
        assert_eq!(exact(back), round(&(exact(tenths(origin)) + quotient), 53));
    }
    let numbers = [f64::NAN, f64::INFINITY, -1.0, 0.0, 0.75, 1.0, 2.0, 1_048_576.0, 1_048_576.125];
    for (origin, factor) in
        numbers.iter().flat_map(|origin| numbers.iter().map(move |factor| (*origin, *factor)))
    {
        let error = if !(origin.is_finite() && factor.is_finite()) {
            Some(Error::NotFinite)
        } else {
            (!(1.0..=1_048_576.0).contains(&factor)).then_some(Error::Scale)
        };
        for swapped in [false, true] {
            let pair = |x: f64, y: f64| if swapped { [y, x] } else { [x, y] };
            assert_eq!(Projection::new(pair(origin, 0.0), pair(factor, 1.0)).err(), error);
        }
    }
}
