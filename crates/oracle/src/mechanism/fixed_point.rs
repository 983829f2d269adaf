//! Correctly rounded fixed-point noise: the table of n′(u_z) in units of h = 2^-f, with δ_n = h/2 exactly.

use super::quick::Quick;
use crate::enclosure::Enclosure;
use crate::noise::{GridUniform, Laplace, RelativeUniform};
use crate::number::{Rational, dyadic};
use crate::refusal::Refusal;
use crate::threads;
use num_traits::ToPrimitive;

/// Largest generator that is tabulated.
const MAX_DRAWS: u64 = 1 << 26;
/// Largest noise that is tabulated, in units of h.
pub(super) const MAX_NOISE: u64 = 1 << 59;
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
    let half = size(draws / 2)?;
    let mut table = vec![0; 2 * half];
    let (lower, upper) = table.split_at_mut(half);
    let quick = quick(law, draws, fraction_bits)?;
    monotone(upper, draws / 2, &|z| {
        // 1 − 2(u − ½) = (2N − 2z − 1)/N.
        if let Some(x) = quick.as_ref().and_then(|quick| quick.nearest(2 * (draws - z) - 1, draws, 0)) {
            return Ok(x);
        }
        let u = generator.draw(z)?;
        nearest_multiple(fraction_bits, |bits| law.quantile(&u, bits))
    })?;
    lower.iter_mut().zip(upper.iter().rev()).for_each(|(x, mirrored)| *x = -mirrored);
    Ok(table)
}

fn size(draws: u64) -> Result<usize, Refusal> {
    usize::try_from(draws)
        .map_err(|_| Refusal::too_large("number of draws on this machine", draws, usize::MAX))
}

/// Where it saves more than its own table of 2^10 logarithms takes. What it does not decide takes an enclosure.
fn quick(law: &Laplace, draws: u64, fraction_bits: u32) -> Result<Option<Quick>, Refusal> {
    if draws < 1 << 12 { Ok(None) } else { Quick::new(law.scale(), fraction_bits) }
}

/// [`Quick::nearest`] of a fraction whose denominator is a power of two.
fn of_dyadic(quick: &Quick, u: &Rational) -> Option<i64> {
    let below = u.denom().magnitude();
    let k = below.trailing_zeros().filter(|&zeros| zeros + 1 == below.bits())?;
    quick.nearest(u.numer().to_u64()?, 1, u32::try_from(k).ok()?)
}

/// Fills a table with value(start), value(start + 1), … of a monotone function, on all cores.
///
/// Rounding keeps the order, so that between two equal entries all are equal: only about as many values are computed as
/// there are distinct ones, times the logarithm of how often each occurs.
fn monotone(
    table: &mut [i64],
    start: u64,
    value: &(impl Fn(u64) -> Result<i64, Refusal> + Sync),
) -> Result<(), Refusal> {
    /// Entries below which a thread costs more than it saves.
    const SMALL: usize = 1 << 10;
    let part = table.len().div_ceil(threads::available()).max(SMALL);
    let parts = table.chunks_mut(part).zip((start..).step_by(part));
    threads::map(parts, |(entries, start)| monotone_part(entries, start, value)).into_iter().collect()
}

fn monotone_part(
    table: &mut [i64],
    start: u64,
    value: &impl Fn(u64) -> Result<i64, Refusal>,
) -> Result<(), Refusal> {
    let Some((first, rest)) = table.split_first_mut() else { return Ok(()) };
    *first = value(start)?;
    let Some((last, inner)) = rest.split_last_mut() else { return Ok(()) };
    *last = value(start + 1 + inner.len() as u64)?;
    between(inner, start + 1, (*first, *last), value)
}

/// The entries between two that are known; as deep as the logarithm of their number.
fn between(
    inner: &mut [i64],
    start: u64,
    (before, behind): (i64, i64),
    value: &impl Fn(u64) -> Result<i64, Refusal>,
) -> Result<(), Refusal> {
    if before == behind {
        inner.fill(before);
        return Ok(());
    }
    let (left, rest) = inner.split_at_mut(inner.len() / 2);
    let Some((middle, right)) = rest.split_first_mut() else { return Ok(()) };
    let at = start + left.len() as u64;
    *middle = value(at)?;
    between(left, start, (before, *middle), value)?;
    between(right, at + 1, (*middle, behind), value)
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
    let quick = quick(law, mantissas * u64::from(cut_off), fraction_bits)?;
    let mut table = Vec::new();
    let mut magnitudes = vec![0; size(mantissas)?];
    for e in 0..cut_off {
        // P[E = e, j, sign] = 2^{−e−1}·2^{1−p}·½, in units of 2^−(e_max+p).
        let weight = 1_u64 << (cut_off - 1 - e);
        monotone(&mut magnitudes, 0, &|j| {
            let u = generator.draw(e, j)?.value;
            if let Some(x) = quick.as_ref().and_then(|quick| of_dyadic(quick, &u)) {
                return Ok(x);
            }
            nearest_multiple(fraction_bits, |bits| law.magnitude(&u, bits))
        })?;
        table.extend(magnitudes.iter().flat_map(|&x| [(x, weight), (-x, weight)]));
    }
    // P[E ≥ e_max, sign] = 2^{−e_max}·½.
    table.extend([(BEYOND, mantissas), (-BEYOND, mantissas)]);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    /// Coarse and fine multiples, so that runs are long and of one entry; more entries than one thread takes.
    #[test]
    fn tables_are_those_of_every_point_by_itself() {
        let settings = [("1", 2, 10), ("7/3", 64, 0), ("2", 4002, 3), ("1/3", 4096, 30), ("9/7", 5000, 50)];
        for (scale, draws, bits) in settings {
            let law = Laplace::new(parse(scale).unwrap()).unwrap();
            let by_itself: Vec<i64> = (0..draws)
                .map(|z| {
                    let u = GridUniform::Midpoints(draws).draw(z).unwrap();
                    nearest_multiple(bits, |bits| law.quantile(&u, bits)).unwrap()
                })
                .collect();
            assert_eq!(laplace_table(&law, draws, bits).unwrap(), by_itself, "{scale} {draws} {bits}");
        }
        let law = Laplace::new(parse("3/2").unwrap()).unwrap();
        for (precision, bits) in [(6, 4), (10, 25)] {
            let generator = RelativeUniform { precision, cut_off: 9, midpoint: true };
            let table = relative_laplace_table(&law, generator, bits).unwrap();
            let (mut entries, mantissas) = (table.chunks(2), 1 << (precision - 1));
            for e in 0..9 {
                for j in 0..mantissas {
                    let u = generator.draw(e, j).unwrap().value;
                    let x = nearest_multiple(bits, |bits| law.magnitude(&u, bits)).unwrap();
                    let weight = 1 << (8 - e);
                    assert_eq!(entries.next().unwrap(), [(x, weight), (-x, weight)], "{e} {j}");
                }
            }
            assert_eq!(entries.next().unwrap(), [(BEYOND, mantissas), (-BEYOND, mantissas)]);
            assert!(entries.next().is_none());
        }
    }

    #[test]
    fn a_refused_point_refuses_the_table() {
        let mut table = vec![0; 5000];
        let refused = monotone(&mut table, 7, &|z| {
            if z > 4000 { Err(Refusal::too_large("z", z, 4000)) } else { Ok(i64::try_from(z).unwrap()) }
        });
        assert!(refused.unwrap_err().to_string().contains("4000"));
    }
}
