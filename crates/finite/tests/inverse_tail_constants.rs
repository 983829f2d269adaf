//! The tables of the inverse of the normal tail, derived again from the oracle's enclosures. A constant changed in its last
//! bit fails here.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-finite --test inverse_tail_constants` writes the rows of both files.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta_oracle::enclosure::{Enclosure, inverse_tail, inverse_tail_series, minus_ln_tail};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::threads;
use kdelta_testkit::{binade, q, round};
use num_traits::{Signed, ToPrimitive, Zero};

/// How many Taylor coefficients are taken before the series is cut in the Chebyshev basis: the rest is below 2^-100 of g.
const TERMS: usize = 24;
const BITS: u32 = 160;

/// The ends of cell 16·j + s: those of t, less 1/4.
fn ends(cell: u32) -> (Rational, Rational) {
    let (octave, s) = ((cell / 16).cast_signed() - 2, i64::from(cell % 16));
    let at = |s: i64| dyadic(16 + s, octave - 4) - dyadic(1, -2);
    (at(s), at(s + 1))
}

/// The coefficients of T_k(x), from the constant on.
fn chebyshev(k: usize) -> Vec<Rational> {
    let (mut before, mut last) = (vec![q("1")], vec![q("0"), q("1")]);
    if k == 0 {
        return before;
    }
    for _ in 1..k {
        let mut next: Vec<Rational> = [q("0")].into_iter().chain(last.iter().map(|c| c + c)).collect();
        for (next, before) in next.iter_mut().zip(&before) {
            *next -= before;
        }
        (before, last) = (last, next);
    }
    last
}

/// The polynomial of this degree that is left of Σ series_i·x^i, |x| ≤ 1, without its parts along higher Chebyshev polynomials:
/// those are taken away from the highest on, each with the factor that cancels the leading coefficient.
fn cut(mut series: Vec<Enclosure>, degree: usize) -> Vec<Enclosure> {
    while series.len() > degree + 1 {
        let (k, last) = (series.len() - 1, series.pop().unwrap());
        let basis = chebyshev(k);
        for (coefficient, t) in series.iter_mut().zip(&basis) {
            *coefficient = coefficient.minus(&last.scaled(&(t / &basis[k]))).outward(12 * BITS);
        }
    }
    series
}

/// Σ p_i·(x + by)^i as a polynomial in x.
fn shifted(mut p: Vec<Enclosure>, by: &Rational) -> Vec<Enclosure> {
    for i in 0..p.len() {
        for j in (i..p.len() - 1).rev() {
            p[j] = p[j].plus(&p[j + 1].scaled(by)).outward(12 * BITS);
        }
    }
    p
}

/// p_i·w^i.
fn scaled(p: &[Enclosure], w: &Rational) -> Vec<Enclosure> {
    (0..).zip(p).map(|(i, p)| p.scaled(&w.pow(i))).collect()
}

/// The number of `precision` bits nearest to what is enclosed: both ends agree on it.
fn nearest(x: &Enclosure, precision: i32) -> Rational {
    assert_eq!(round(x.lo(), precision), round(x.hi(), precision), "the enclosure does not decide");
    round(x.lo(), precision)
}

/// (g(centre + r) − g(centre))/r, cut after r^degree on |r| ≤ w.
fn slopes(centre: &Rational, w: &Rational, degree: usize) -> Vec<Enclosure> {
    let series = inverse_tail_series(centre, TERMS, BITS).unwrap();
    scaled(&cut(scaled(&series[1..], w), degree), &w.recip())
}

/// Centre, value and c₁ to c₈ of a cell of the f64 kernel.
fn float_cell(cell: u32) -> Vec<Rational> {
    let (first, last) = ends(cell);
    if first.is_zero() {
        // g(ℓ)/ℓ on [0, last], around the middle and back.
        let half = &last * dyadic(1, -1);
        let series = inverse_tail_series(&first, TERMS, BITS).unwrap();
        let middle = shifted(series[1..].to_vec(), &half);
        let polynomial = shifted(scaled(&cut(scaled(&middle, &half), 7), &half.recip()), &-half);
        let rounded = polynomial.iter().map(|c| nearest(c, 53));
        return [first.clone(), first].into_iter().chain(rounded).collect();
    }
    let middle = (&first + &last) * dyadic(1, -1);
    let start = nearest(&inverse_tail(&middle, BITS).unwrap(), 32);
    let step = dyadic(1, binade(&start) - 31);
    let (centre, value) = (0_i64..)
        .flat_map(|i| if i == 0 { vec![0] } else { vec![i, -i] })
        .find_map(|i| {
            let value = &start + &step * dyadic(i, 0);
            let exact = minus_ln_tail(&value, BITS).unwrap();
            let centre = nearest(&exact, 53);
            let off = (exact.lo() - &centre).abs().max((exact.hi() - &centre).abs());
            (off <= dyadic(1, binade(&centre) - 52 - 6)).then_some((centre, value))
        })
        .unwrap();
    let w = (&centre - &first).max(&last - &centre);
    let rounded: Vec<_> = slopes(&centre, &w, 7).iter().map(|c| nearest(c, 53)).collect();
    [centre, value].into_iter().chain(rounded).collect()
}

/// The integer nearest to what is enclosed.
fn nearest_integer(x: &Enclosure) -> i64 {
    let at = |end: &Rational| (end + dyadic(1, -1)).floor().to_integer();
    assert_eq!(at(x.lo()), at(x.hi()), "the enclosure does not decide");
    at(x.lo()).to_i64().unwrap()
}

/// Value and d₁ to d₉ of a cell of the integer kernel.
fn integer_cell(cell: u32) -> Vec<i64> {
    let (first, last) = ends(cell);
    let (middle, w) = ((&first + &last) * dyadic(1, -1), (&last - &first) * dyadic(1, -1));
    let value = inverse_tail(&middle, BITS).unwrap().scaled(&dyadic(1, 58));
    let unit = &w * dyadic(1, 62);
    let slopes = scaled(&slopes(&middle, &w, 8), &w);
    let slopes = slopes.iter().map(|d| nearest_integer(&d.scaled(&unit)));
    [nearest_integer(&value)].into_iter().chain(slopes).collect()
}

/// 0x0123_4567_89ab_cdef.
fn hexadecimal(word: u64) -> String {
    let digits = format!("{word:016x}");
    let groups: Vec<&str> = (0..4).map(|i| &digits[4 * i..4 * i + 4]).collect();
    format!("0x{}", groups.join("_"))
}

fn bits_of(x: &Rational) -> String {
    hexadecimal(x.to_f64().unwrap().to_bits())
}

fn float_row(cell: u32) -> String {
    let numbers: Vec<String> = float_cell(cell).iter().map(bits_of).collect();
    format!("    cell({}, {}, [{}]),\n", numbers[0], numbers[1], numbers[2..].join(", "))
}

fn integer_row(cell: u32) -> String {
    let word = |x: &i64| format!("{}{}", if *x < 0 { "-" } else { "" }, hexadecimal(x.unsigned_abs()));
    let numbers: Vec<String> = integer_cell(cell).iter().map(word).collect();
    format!("    Cell {{ value: {}, slopes: [{}] }},\n", numbers[0], numbers[1..].join(", "))
}

/// Compares the rows of a file with those that the oracle gives, or writes them.
fn check(file: &str, cells: u32, row: impl Fn(u32) -> String + Sync) {
    let path = format!("{}/src/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let begin = text.find("] = [\n").unwrap() + "] = [\n".len();
    let rows: String = threads::map(0..cells, row).concat();
    let expected = format!("{}{rows}];\n", &text[..begin]);
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(path, expected).unwrap();
    } else {
        for (found, expected) in text.lines().zip(expected.lines()) {
            assert_eq!(found, expected, "{file}");
        }
        assert_eq!(text.len(), expected.len(), "{file}");
    }
}

#[test]
fn the_table_of_floats_is_what_the_oracle_says() {
    check("inverse_tail_data.rs", 528, float_row);
}

#[test]
fn the_table_of_integers_is_what_the_oracle_says() {
    check("inverse_tail_integer_data.rs", 128, integer_row);
}
