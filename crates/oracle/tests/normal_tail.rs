//! The tail of the normal law: every enclosure against printed values, against other ways to the same number, and in its width.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking and may print its figures"
)]

use kdelta_oracle::enclosure::{
    Enclosure, exp, inverse_tail, inverse_tail_series, mills_ratio, minus_ln_tail, normal_density,
    normal_distribution, normal_quantile, normal_tail, pi,
};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::q;
use std::time::Instant;

/// Whether the enclosure agrees with digits that are cut off after the last one.
fn begins_with(x: &Enclosure, digits: &str) -> bool {
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((digits, "0"));
    let places = mantissa.split_once('.').map_or(0, |(_, after)| after.len());
    let unit = q("10").pow(exponent.parse::<i32>().unwrap() - i32::try_from(places).unwrap());
    x.lo() >= &q(digits) && x.hi() <= &(q(digits) + unit)
}

/// Digits of mpmath at 60 digits, which computes erfc.
#[test]
fn printed_digits() {
    for (x, ratio, tail, logarithm) in [
        ("0.125", "1.1374909212036045148322350", "0.45026177516988710702070", "0.10477896219307878082"),
        ("1", "0.65567954241879847154387123", "0.15865525393145705141476", "1.14787446444931819635355095"),
        ("5", "0.19280810471531576487746572", "2.8665157187919391167375e-7", "14.37185121342878042666647"),
        ("6", "0.16237766089686746181568210", "9.865876450376981407008e-10", "20.04362176941476034555162"),
        ("12", "0.082766286501369177252265050", "1.77648211207767899769617e-33", "74.7175258210088506294224"),
        (
            "100",
            "0.0099990002998501049056038150",
            "1.34417907674419830507e-2174",
            "5004.83106151364514331688",
        ),
    ] {
        assert!(begins_with(&mills_ratio(&q(x), 120).unwrap(), ratio), "{x}");
        assert!(begins_with(&normal_tail(&q(x), 120).unwrap(), tail), "{x}");
        assert!(begins_with(&minus_ln_tail(&q(x), 120).unwrap(), logarithm), "{x}");
    }
    assert!(begins_with(&mills_ratio(&q("65000"), 120).unwrap(), "1.53846153809740555328541071e-5"));
    for (l, g) in [
        ("0.125", "0.14780469674944448682670489"),
        ("1", "0.900452596637790341146151514"),
        ("20", "5.992912819042544077018200795"),
        ("1000", "44.63127317139578859035393834"),
    ] {
        assert!(begins_with(&inverse_tail(&q(l), 120).unwrap(), g), "{l}");
    }
    for (l, coefficients) in [
        ("0.125", ["0.147804696749", "1.118193533", "-0.46669246460", "0.337166132", "-0.28883674926"]),
        ("20", ["5.99291281904", "0.162560243", "-0.0020962659601", "5.325233017e-5", "-1.676831286e-6"]),
    ] {
        let series = inverse_tail_series(&q(l), 5, 80).unwrap();
        for (found, digits) in series.iter().zip(coefficients) {
            assert!(begins_with(found, digits), "{l} {digits}");
        }
    }
}

/// M by the series and by the continued fraction: which of them is taken depends on the number of bits, so that many bits and few bits
/// of the same argument must agree.
#[test]
fn both_ways_to_mills_ratio_agree() {
    let mut pairs = 0;
    for x in (1..200).map(|i| Rational::new((7 * i).into(), 61.into())) {
        let [few, more, many] = [12, 160, 900].map(|bits| mills_ratio(&x, bits).unwrap());
        assert!(few.width() <= dyadic(1, -12) && many.width() <= dyadic(1, -900));
        assert!(few.meets(&many) && more.meets(&many), "{x}");
        pairs += 1;
    }
    assert_eq!(pairs, 199);
}

/// φ·M = 1 − Φ, where Φ is computed by a series of its own, and φ by exp and π.
#[test]
fn density_ratio_and_distribution_belong_together() {
    let one = Enclosure::exact(q("1"));
    for x in ["0", "1/7", "0.5", "1", "2.25", "5", "8", "11/3"] {
        let x = q(x);
        let tail = one.minus(&normal_distribution(&x, 200).unwrap());
        assert!(tail.meets(&normal_tail(&x, 90).unwrap()));
        assert!(one.minus(&tail).meets(&normal_tail(&-&x, 90).unwrap()));
        let twice = normal_density(&x, 90).unwrap().squared().times(&pi(120).unwrap()).scaled(&q("2"));
        assert!(twice.meets(&exp(&(-&x * &x), 150).unwrap()));
    }
    for (x, bits) in [("3", 40), ("40", 100), ("148", 64), ("-3", 50)] {
        for found in [normal_tail(&q(x), bits).unwrap(), normal_density(&q(x), bits).unwrap()] {
            assert!(found.width() <= found.lo() * dyadic(1, -bits.cast_signed()), "{x}");
        }
    }
}

/// M′ = xM − 1, M decreases and is convex: the quotient of differences lies between the slopes at the ends.
#[test]
fn mills_ratio_has_the_slope_of_its_equation() {
    for (x, y) in [("0", "1/4"), ("1", "5/4"), ("5", "6"), ("9", "13"), ("300", "301")] {
        let (x, y) = (q(x), q(y));
        let [at_x, at_y] = [&x, &y].map(|x| mills_ratio(x, 200).unwrap());
        let quotient = at_y.minus(&at_x).scaled(&(&y - &x).recip());
        let slope = |x: &Rational, m: &Enclosure| m.scaled(x).minus(&Enclosure::exact(q("1")));
        assert!(slope(&x, &at_x).hi() < quotient.lo() && quotient.hi() < slope(&y, &at_y).lo());
        assert!(slope(&y, &at_y).hi() < &q("0"));
    }
}

/// 2Φ̄(g(ℓ)) = e^{−ℓ} by the distribution function and its inverse, and both ways round by the logarithm.
#[test]
fn the_inverse_tail_inverts_the_tail() {
    let half = q("1/2");
    for l in ["2^-40", "1/9", "0.5", "1", "4", "10", "30.25", "100"] {
        let l = q(l);
        let g = inverse_tail(&l, 100).unwrap();
        assert!(g.width() <= dyadic(1, -100));
        let half_tail = exp(&-&l, 400).unwrap().scaled(&half);
        let [near, far] = [g.lo(), g.hi()].map(|x| normal_distribution(&-x, 400).unwrap());
        assert!(near.hi() >= half_tail.lo() && far.lo() <= half_tail.hi(), "{l}");
        let quantile = normal_quantile(half_tail.lo(), 90).unwrap();
        assert!((quantile.lo() + g.lo()) < q("2^-80") && (quantile.hi() + g.hi()) > q("-2^-80"), "{l}");
    }
    for l in ["2^-60", "3/4", "777", "1e6", "2147483648"] {
        let g = inverse_tail(&q(l), 160).unwrap();
        let [near, far] = [g.lo(), g.hi()].map(|x| minus_ln_tail(x, 160).unwrap());
        assert!(near.lo() <= &q(l) && far.hi() >= &q(l) && g.width() <= dyadic(1, -160), "{l}");
    }
    assert_eq!(inverse_tail(&q("0"), 64).unwrap(), Enclosure::exact(q("0")));
    assert_eq!(minus_ln_tail(&q("0"), 64).unwrap(), Enclosure::exact(q("0")));
}

/// The polynomial of the coefficients at c meets g at c + r with the remainder of §1.10, and its signs alternate.
#[test]
fn taylor_coefficients_are_those_of_the_inverse_tail() {
    for (centre, step) in [("0", "1/32"), ("1/3", "1/16"), ("5", "1/2"), ("1000", "30"), ("2^30", "2^25")] {
        let (c, r, terms) = (q(centre), q(step), 10_usize);
        let series = inverse_tail_series(&c, terms + 1, 120).unwrap();
        assert_eq!(series.len(), terms + 1);
        for (n, a) in series.iter().enumerate().skip(1) {
            assert!(if n % 2 == 1 { a.lo() > &q("0") } else { a.hi() < &q("0") }, "{centre} {n}");
            assert!(a.width() <= (a.lo() * q("2^-120")).max(-a.hi() * q("2^-120")), "{centre} {n}");
        }
        let sum =
            series[..terms].iter().rev().fold(Enclosure::exact(q("0")), |sum, a| sum.scaled(&r).plus(a));
        let exact = inverse_tail(&(&c + &r), 200).unwrap();
        let off = exact.minus(&sum);
        // The first term left out has the sign of a_10 < 0, and bounds the rest.
        let last = series[terms].scaled(&r.pow(10));
        assert!(off.hi() < &q("0") && off.lo() >= last.lo(), "{centre}");
        // Control: half of it does not.
        assert!(off.lo() < &(last.hi() * q("1/2")), "{centre}");
    }
}

/// The audit of a kernel evaluates Mills' ratio at hundreds of points.
#[test]
fn mills_ratio_is_quick() {
    let start = Instant::now();
    let points: Vec<_> = (0..528_i32).map(|i| dyadic(16 + i % 16, i / 16 - 20) + q("2^-31")).collect();
    for x in &points {
        let found = mills_ratio(x, 160).unwrap();
        assert!(found.lo() > &q("0") && found.width() <= dyadic(1, -160));
    }
    println!("528 values of Mills' ratio at 160 bits in {:?}", start.elapsed());
    let start = Instant::now();
    for x in points.iter().step_by(8) {
        inverse_tail_series(&(x * x), 9, 80).unwrap();
    }
    println!("66 Taylor series of nine terms at 80 bits in {:?}", start.elapsed());
}

#[test]
fn bad_arguments_are_refused_with_the_value() {
    for message in [
        mills_ratio(&q("-3"), 64).unwrap_err().to_string(),
        minus_ln_tail(&q("-3"), 64).unwrap_err().to_string(),
        inverse_tail(&q("-3"), 64).unwrap_err().to_string(),
        inverse_tail_series(&q("-3"), 4, 64).unwrap_err().to_string(),
    ] {
        assert!(message.contains("-3") && message.contains("positive"), "{message}");
    }
    for message in [
        normal_tail(&q("149"), 64).unwrap_err().to_string(),
        normal_density(&q("-149"), 64).unwrap_err().to_string(),
        inverse_tail_series(&q("1"), 65, 64).unwrap_err().to_string(),
        mills_ratio(&q("1"), 1 << 20).unwrap_err().to_string(),
        inverse_tail(&q("1"), 1 << 20).unwrap_err().to_string(),
    ] {
        assert!(message.contains("limit"), "{message}");
    }
}
