//! Correctly rounded fixed-point noise: the table of n′(u_z) in units of h = 2^-f, with δ_n = h/2 exactly.

use crate::enclosure::Enclosure;
use crate::noise::{GridUniform, Laplace, RelativeUniform};
use crate::number::{Rational, dyadic};
use crate::refusal::Refusal;

/// Largest generator that is tabulated.
const MAX_DRAWS: u64 = 1 << 26;
/// Largest noise that is tabulated, in units of h.
const MAX_NOISE: u64 = 1 << 59;
/// A noise that no answer brings back into a window, both being within ±2^60: what the relative generator gives at its cut-off.
const BEYOND: i64 = 1 << 62;

/// The integer nearest to x·2^fraction_bits, for a real x given by enclosures: refined until both ends round alike.
///
/// # Guarantee
/// |result·2^-f − x| ≤ 2^-(f+1).
///
/// # Errors
/// [`Refusal::Undecided`] if x is a tie or too near one; [`Refusal::TooLarge`] beyond ±2^59.
pub fn nearest_multiple(
    fraction_bits: u32,
    enclosure: impl Fn(u32) -> Result<Enclosure, Refusal>,
) -> Result<i64, Refusal> {
    if fraction_bits > 512 {
        return Err(Refusal::too_large("fraction bits", fraction_bits, 512));
    }
    let (scale, half) = (dyadic(1, fraction_bits.cast_signed()), dyadic(1, -1));
    let round = |x: &Rational| (x * &scale + &half).floor().to_integer();
    let mut bits = fraction_bits + 24;
    loop {
        let x = enclosure(bits)?;
        let nearest = round(x.lo());
        if nearest == round(x.hi()) {
            return i64::try_from(&nearest)
                .ok()
                .filter(|n| n.unsigned_abs() <= MAX_NOISE)
                .ok_or_else(|| Refusal::too_large("noise in units of h", nearest, MAX_NOISE));
        }
        if bits > 4096 {
            return Err(Refusal::Undecided { what: "the nearest multiple of h", bits });
        }
        bits *= 2;
    }
}

/// The noise of the N midpoints (z+½)/N, z = 0 … N−1, each correctly rounded to a multiple of 2^-fraction_bits.
///
/// The quantile function is odd about ½, so half of the table is computed and mirrored. N must be even: u = ½ would be a
/// draw otherwise, harmless, but not mirrored.
///
/// # Errors
/// Refused for odd N, N = 0 or N > 2^26.
pub fn laplace_table(law: &Laplace, draws: u64, fraction_bits: u32) -> Result<Vec<i64>, Refusal> {
    if draws == 0 || draws % 2 == 1 || draws > MAX_DRAWS {
        return Err(Refusal::too_large("number N of draws, which is even and positive", draws, MAX_DRAWS));
    }
    let generator = GridUniform::Midpoints(draws);
    let upper: Vec<i64> = (draws / 2..draws)
        .map(|z| {
            let u = generator.draw(z)?;
            nearest_multiple(fraction_bits, |bits| law.quantile(&u, bits))
        })
        .collect::<Result<_, _>>()?;
    Ok(upper.iter().rev().map(|x| -x).chain(upper.iter().copied()).collect())
}

/// The noise ±(−b ln u′) of the relative generator with its weights, in units of 2^−(e_max+p): cut-off draws lie beyond
/// every window (±2^62).
///
/// # Errors
/// Refused if e_max + p > 62 (the weights would not fit) or the table would exceed 2^26 entries.
pub fn relative_laplace_table(
    law: &Laplace,
    generator: RelativeUniform,
    fraction_bits: u32,
) -> Result<Vec<(i64, u64)>, Refusal> {
    let RelativeUniform { precision, cut_off, .. } = generator;
    if precision == 0 || precision > 26 || cut_off == 0 || cut_off > 62 || precision + cut_off > 62 {
        return Err(Refusal::too_large(
            "e_max + p of a tabulated generator",
            format!("{cut_off} + {precision}"),
            62,
        ));
    }
    let mantissas = 1_u64 << (precision - 1);
    if mantissas * u64::from(cut_off) > MAX_DRAWS {
        return Err(Refusal::too_large("number of draws", mantissas * u64::from(cut_off), MAX_DRAWS));
    }
    let mut table = Vec::new();
    for e in 0..cut_off {
        // P[E = e, j, sign] = 2^{−e−1}·2^{1−p}·½, in units of 2^−(e_max+p).
        let weight = 1_u64 << (cut_off - 1 - e);
        for j in 0..mantissas {
            let u = generator.draw(e, j)?.value;
            let x = nearest_multiple(fraction_bits, |bits| law.magnitude(&u, bits))?;
            table.extend([(x, weight), (-x, weight)]);
        }
    }
    // P[E ≥ e_max, sign] = 2^{−e_max}·½.
    table.extend([(BEYOND, mantissas), (-BEYOND, mantissas)]);
    Ok(table)
}
