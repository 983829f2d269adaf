//! From degrees to metres: one subtraction and one product per coordinate (THEORY F31).
//!
//! The projection is affine, so that what matters is its rounding: two operations, each off by at most 2^-53 of its result. The
//! factors are constants of the certificate; they are constants here too, or powers of two, since a product of two symbols is what a
//! model checker cannot afford.

use crate::exact::{dyadic, is_exactly};
use crate::given::case_by_case;
use crate::table::in_units;
use kdelta_finite::Error;
use kdelta_finite::projection::Projection;

/// A projection has finite numbers and factors from 1 to 2^20; every other is refused, by name.
pub fn projection_is_refused_by_name(origin: [f64; 2], factors: [f64; 2]) -> bool {
    let [[a, b], [c, d]] = [origin, factors];
    let finite = a.is_finite() && b.is_finite() && c.is_finite() && d.is_finite();
    let inside = |k: f64| (1.0..=1_048_576.0).contains(&k);
    match Projection::new(origin, factors) {
        Ok(_) => assert!(finite && inside(c) && inside(d)),
        Err(Error::NotFinite) => assert!(!finite),
        Err(error) => assert!(finite && !(inside(c) && inside(d)) && error == Error::Scale),
    }
    finite
}

/// Control: a factor of 2^20 is refused.
pub fn projection_ends_before_its_limit(factor: f64) -> bool {
    let projection = Projection::new([0.0; 2], [factor, 1.0]);
    assert!(projection.is_err() || factor < 1_048_576.0);
    projection.is_ok()
}

/// Whether a coordinate is a place on the globe, or a little beyond: a float of at most 2^9 degrees, 0 or at least 2^-100.
fn is_place(degrees: f64) -> bool {
    let least = f64::from_bits((1023 - 100) << 52);
    degrees == 0.0 || (least..=512.0).contains(&degrees.abs())
}

/// The metres have the sign of the difference and are 0 exactly at the reference point, on each axis, for a factor that is one of
/// four: 1, 2^20, the metres per degree of latitude at the equator and of longitude in the middle latitudes.
//= THEORY F31
pub fn metres_have_the_sign_of_the_difference(place: f64, origin: f64, which: u64) -> bool {
    if !is_place(place) || !is_place(origin) {
        return false;
    }
    case_by_case(4, which, |i| {
        let factor = match i {
            0 => 1.0,
            1 => 1_048_576.0,
            2 => 110_574.275_821_594_38,
            _ => 78_846.805_722_505_52,
        };
        let Ok(projection) = Projection::new([origin, 0.0], [factor, 1.0]) else { return false };
        let [x, y] = projection.metres([place, 0.0]);
        assert!((x > 0.0) == (place > origin) && (x < 0.0) == (place < origin));
        assert!(y == 0.0);
        true
    })
}

/// Each axis is the difference, rounded once, times its own factor, where that is a power of two; neither sees the other axis. The
/// difference of two places within a factor 2 of each other is exact.
//= THEORY F31
pub fn metres_are_exact_for_powers_of_two(place: f64, origin: f64) -> bool {
    if !is_place(place) || !is_place(origin) || place < 0.0 || place > 2.0 * origin || origin > 2.0 * place {
        return false;
    }
    let (a, b) = (dyadic(place), dyadic(origin));
    let exponent = a.exponent().min(b.exponent());
    let at = |d: kdelta_oracle::number::Dyadic| match u32::try_from(d.exponent() - exponent) {
        Ok(shift @ 0..=3) => i64::try_from(d.mantissa() << shift).ok(),
        _ => None,
    };
    let (Some(a), Some(b)) = (at(a), at(b)) else { return false };
    let Ok(projection) = Projection::new([origin, place], [4.0, 1024.0]) else { return false };
    let [x, y] = projection.metres([place, origin]);
    assert!(is_exactly(x, a - b, exponent + 2) && is_exactly(y, b - a, exponent + 10));
    place != origin
}

/// |computed − k(λ − λ₀)| ≤ 2^-52·(1 + 2^-54)·k·|λ − λ₀| for λ = place·2^-52, λ₀ = origin·2^-43 and k = 7246455·2^-6, which is
/// 113225.859375: the two lines of the table of `crates/finite/src/projection.rs` that are not about reading the text.
//= THEORY F31
pub fn metres_are_within_their_table(place: i64, origin: i64) -> bool {
    within(place, origin, 52)
}

/// Control: within half of that, one rounding.
pub fn metres_are_rounded_once(place: i64, origin: i64) -> bool {
    within(place, origin, 53)
}

#[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
fn within(place: i64, origin: i64, n: u32) -> bool {
    const FACTOR: i64 = 7_246_455;
    const UNIT: f64 = 1.0 / 4_503_599_627_370_496.0; // 2^-52
    if place.unsigned_abs() > 1 << 53 || origin.unsigned_abs() > 1 << 52 {
        return false;
    }
    let origin_in_units = origin << 9;
    let Ok(projection) = Projection::new([origin_in_units as f64 * UNIT, 0.0], [FACTOR as f64 / 64.0, 1.0])
    else {
        return false;
    };
    let [x, _] = projection.metres([place as f64 * UNIT, 0.0]);
    // In units of 2^-78: the exact product is below 2^(62 + 23 + 20).
    let exact = (i128::from(place - origin_in_units) * i128::from(FACTOR)) << 20;
    let computed = in_units(x, 78);
    let allowed = (exact.unsigned_abs() >> n) + (exact.unsigned_abs() >> 106) + 1;
    assert!(computed.is_some_and(|computed| (computed - exact).unsigned_abs() <= allowed));
    place != origin_in_units
}

/// Nothing but the reference point is at 0 metres, and back from there are its degrees.
pub fn origin_comes_back(origin: [f64; 2]) -> bool {
    let Ok(projection) = Projection::new(origin, [110_574.275_821_594_38, 78_846.805_722_505_52]) else {
        return false;
    };
    let [east, north] = origin;
    let [longitude, latitude] = projection.degrees([0.0, 0.0]);
    assert!(longitude == east && latitude == north);
    true
}

/// Two coordinates of few bits, exponents −6 to 8, all signs.
fn sparse(given: &mut impl crate::Given) -> (f64, f64) {
    (given.sparse(-6, 8, 4, 1), given.sparse(-6, 8, 4, 1))
}

/// A positive float of 24 bits from 2^-100 to 2^9, and one at most a binade away.
fn near(given: &mut impl crate::Given) -> (f64, f64) {
    let bits = given.between(923 << 23, 1032 << 23);
    let offset = given.between(-(1 << 23), 1 << 23);
    let of = |bits: i64| f64::from_bits(bits.cast_unsigned() << 29);
    (of(bits), of(bits + offset))
}

/// Six bits at any position up to 2^52, with each sign.
#[cfg(not(kani))]
fn angle(given: &mut impl crate::Given) -> i64 {
    let position = u32::try_from(given.between(0, 46)).unwrap_or(0);
    let magnitude = given.bits(6).cast_signed() << position;
    if given.bits(1) == 1 { -magnitude } else { magnitude }
}

statements! { "projection":
    /// A projection is refused exactly when a number is not finite or a factor is not from 1 to 2^20.
    holds projection_is_refused_by_name
        cites "THEORY F31"
        unwind 6
        wide "every f64 for all four numbers",
            |given| projection_is_refused_by_name([given.float(), given.float()], [given.float(), given.float()]);
        every "each number of 1 leading bit, exponents −1, 0, 19, 20 and that of infinity and NaN, both signs" of 20 * 20 * 20 * 20,
            |given| {
                let mut number = || {
                    let exponent = [1022, 1023, 1042, 1043, 2047].get(usize::try_from(given.between(0, 4)).unwrap_or(0)).copied().unwrap_or(0);
                    f64::from_bits(given.bits(1) << 63 | exponent << 52 | given.bits(1) << 51)
                };
                projection_is_refused_by_name([number(), number()], [number(), number()])
            };

    /// Control: the largest factor is refused.
    refuted projection_ends_before_its_limit
        cites "THEORY F31"
        unwind 6
        wide "every f64", |given| projection_ends_before_its_limit(given.float());
        every "4 leading bits, exponents −2 to 25, both signs" of 28 * 32, |given| projection_ends_before_its_limit(given.sparse(-2, 25, 4, 0));

    /// The metres have the sign of the difference, and are 0 exactly at the reference point.
    holds metres_have_the_sign_of_the_difference
        cites "THEORY F31"
        unwind 6
        wide "every pair of f64 up to 2^9, 0 or at least 2^-100; four factors",
            |given| metres_have_the_sign_of_the_difference(given.float(), given.float(), given.bits(2));
        every "pairs of 4 leading bits and a trailing one, exponents −6 to 8, all signs; four factors" of 960 * 960 * 4,
            |given| {
                let (place, origin) = sparse(given);
                metres_have_the_sign_of_the_difference(place, origin, given.bits(2))
            };

    /// Each axis is its own difference times its own factor: exact near the reference point, for factors that are powers of two.
    holds metres_are_exact_for_powers_of_two
        cites "THEORY F31"
        unwind 6
        wide "every pair of positive floats of 24 bits within a factor 2 of each other, from 2^-100 to 2^9",
            |given| {
                let (place, origin) = near(given);
                metres_are_exact_for_powers_of_two(place, origin)
            };
        every "pairs of 4 leading bits and a trailing one, exponents −6 to 8, all signs" of 960 * 960,
            |given| {
                let (place, origin) = sparse(given);
                metres_are_exact_for_powers_of_two(place, origin)
            };

    /// The metres are within the two roundings of the table.
    holds_without_kani metres_are_within_their_table
        cites "THEORY F31"
        every "6 bits at any position up to 2^52, with each sign, for both" of (47 * 128) * (47 * 128),
            |given| metres_are_within_their_table(angle(given), angle(given));

    /// Control: one rounding.
    refuted_without_kani metres_are_rounded_once
        cites "THEORY F31"
        every "6 leading and 6 trailing bits of 52, for both" of 1 << 24,
            |given| {
                let mut number = || (given.bits(6) << 46 | given.bits(6)).cast_signed();
                metres_are_rounded_once(number(), number())
            };

    /// Back from 0 metres are the degrees of the reference point.
    holds origin_comes_back
        cites "THEORY F31"
        unwind 6
        wide "every f64 for both coordinates", |given| origin_comes_back([given.float(), given.float()]);
        every "pairs of 4 leading bits and a trailing one, exponents −6 to 8, all signs" of 960 * 960,
            |given| {
                let (east, north) = sparse(given);
                origin_comes_back([east, north])
            };
}
