//! A logarithm of your own: its ledger is checked at every point of the grid, then a mechanism is built on
//! it, and one value released.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{Error, ErrorLedger, Exhausted, Laplace, Logarithm, Term, Unit, entropy};

/// −ln v = k·ln 2 − 2 artanh s with v = m·2^-k, √½ ≤ m < √2 and s = (m − 1)/(m + 1).
#[derive(Debug, Clone, Copy)]
struct Series;

impl Logarithm for Series {
    // An error of at most 2^-47, in all. No analysis: the check below goes through every input.
    const LEDGER: ErrorLedger =
        ErrorLedger { terms: &[Term { name: "everything", unit: Unit::Scale, mantissa: 1, exponent: -47 }] };

    fn minus_ln(v: f64) -> f64 {
        let (mut m, mut k) = (v, 0.0);
        while m < std::f64::consts::FRAC_1_SQRT_2 {
            (m, k) = (m * 2.0, k + 1.0);
        }
        let s = (m - 1.0) / (m + 1.0);
        let square = s * s;
        let series = (0..12).rev().fold(0.0, |sum, i| sum * square + 1.0 / f64::from(2 * i + 1));
        k * std::f64::consts::LN_2 - 2.0 * s * series
    }
}

pub(crate) fn main() -> Result<(), Error> {
    // Every draw of the generator Midpoint<20>: 2^19 tails, each compared with an enclosure of its logarithm.
    let evidence = Exhausted::<Series, 20>::check()?;
    println!("{} points, error at most {}", evidence.points(), evidence.largest_error());

    let laplace = Laplace::<f64>::builder()
        .epsilon("1/4")
        .sensitivity(1)
        .answers(0, 10)
        .window(-10, 20)
        .grid(1)
        .logarithm(&evidence)
        .build()?;
    let noisy = laplace.release(7.0, &mut entropy::Os)?;
    println!("{noisy}, for ε′ ≤ {:.9}", laplace.epsilon_prime());
    Ok(())
}
