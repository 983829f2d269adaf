//! Quantitative information flow of a channel: what an output tells about a secret (paper, section 7).
//!
//! A channel is a row of probabilities for each secret, one for each output, all rows of the same length. They are enclosures, so that
//! an ideal law can be judged as well as a counted one, which has [`Enclosure::exact`] in their place.

use crate::enclosure::Enclosure;
use crate::number::{Rational, require_non_negative};
use crate::refusal::Refusal;
use num_traits::Zero;

/// V = Σ_o max_w Σ_s π(s)·g(w,s)·P(o|s): what the best guess w after the output is worth on average, for the prior π and the gain g ≥ 0.
/// With g(w,s) = 1 for w = s and 0 otherwise, it is the probability of guessing the secret; its logarithm, less that of the same without
/// any output, is the min-entropy leakage.
///
/// # Errors
/// Refused if a prior, gain or probability is negative, or rows have different lengths.
pub fn posterior_vulnerability(
    channel: &[Vec<Enclosure>],
    prior: &[Rational],
    gain: &[Vec<Rational>],
) -> Result<Enclosure, Refusal> {
    let outputs = check(channel, prior)?;
    at_least_one("guesses of the gain", gain.len())?;
    for row in gain {
        same_length("secrets of the gain", row.len(), prior.len())?;
        row.iter().try_for_each(|gain| require_non_negative("gain", gain))?;
    }
    let mut sum = zero();
    for output in 0..outputs {
        let worth = |gains: &Vec<Rational>| {
            let weights = prior.iter().zip(gains).map(|(prior, gain)| prior * gain);
            column(channel, output).zip(weights).fold(zero(), |sum, (p, weight)| sum.plus(&p.scaled(&weight)))
        };
        sum = sum.plus(&gain.iter().map(worth).reduce(|a, b| a.max(&b)).unwrap_or_else(zero));
    }
    Ok(sum)
}

/// I = Σ π(s)·P(o|s)·ln(P(o|s)/P(o)), the mutual information between secret and output in nats, where P(o) = Σ π(s)·P(o|s).
///
/// It is computed as Σ_o (Σ_s π(s)·η(P(o|s)) − η(P(o))) with η(x) = x·ln x and η(0) = 0; `bits` are those after the point of each ln.
///
/// # Errors
/// Refused if a prior or probability is negative, if rows have different lengths, or if the enclosure of a probability reaches 0 without
/// being 0.
pub fn mutual_information(
    channel: &[Vec<Enclosure>],
    prior: &[Rational],
    bits: u32,
) -> Result<Enclosure, Refusal> {
    let outputs = check(channel, prior)?;
    let eta = |x: &Enclosure| -> Result<Enclosure, Refusal> {
        if x.hi().is_zero() { Ok(zero()) } else { Ok(x.times(&x.ln(bits)?).outward(bits)) }
    };
    let mut sum = zero();
    for output in 0..outputs {
        let mut marginal = zero();
        for (p, prior) in column(channel, output).zip(prior) {
            marginal = marginal.plus(&p.scaled(prior));
            sum = sum.plus(&eta(p)?.scaled(prior));
        }
        sum = sum.minus(&eta(&marginal)?);
    }
    Ok(sum)
}

fn zero() -> Enclosure {
    Enclosure::exact(Rational::zero())
}

/// P(o|s) for each secret s. All rows have this output.
fn column(channel: &[Vec<Enclosure>], output: usize) -> impl Iterator<Item = &Enclosure> {
    channel.iter().filter_map(move |row| row.get(output))
}

/// The number of outputs, if there are as many priors as rows, the rows have one length, which is not 0, and nothing is
/// negative.
fn check(channel: &[Vec<Enclosure>], prior: &[Rational]) -> Result<usize, Refusal> {
    same_length("secrets of the channel", channel.len(), prior.len())?;
    prior.iter().try_for_each(|prior| require_non_negative("prior", prior))?;
    let outputs = channel.first().map_or(0, Vec::len);
    for row in channel {
        same_length("outputs of the channel", row.len(), outputs)?;
        row.iter().try_for_each(|p| require_non_negative("probability", p.lo()))?;
    }
    at_least_one("outputs of the channel", outputs)?;
    Ok(outputs)
}

fn at_least_one(what: &'static str, found: usize) -> Result<(), Refusal> {
    if found > 0 { Ok(()) } else { Err(Refusal::Mismatch { what, found, needed: 1 }) }
}

fn same_length(what: &'static str, found: usize, needed: usize) -> Result<(), Refusal> {
    if found == needed { Ok(()) } else { Err(Refusal::Mismatch { what, found, needed }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    fn rows(text: &str) -> Vec<Vec<Rational>> {
        text.split('|').map(|row| row.split_whitespace().map(q).collect()).collect()
    }

    fn channel(text: &str) -> Vec<Vec<Enclosure>> {
        rows(text).into_iter().map(|row| row.into_iter().map(Enclosure::exact).collect()).collect()
    }

    #[test]
    fn vulnerability_of_small_channels() {
        let guess = rows("1 0 | 0 1");
        let even = rows("1/2 1/2").remove(0);
        let of = |text: &str, gain: &[Vec<Rational>]| {
            posterior_vulnerability(&channel(text), &even, gain).unwrap()
        };
        assert_eq!(of("1 0 | 0 1", &guess), Enclosure::exact(q("1")));
        assert_eq!(of("1/3 2/3 | 1/3 2/3", &guess), Enclosure::exact(q("1/2")));
        assert_eq!(of("3/4 1/4 | 1/4 3/4", &guess), Enclosure::exact(q("3/4")));
        // A third guess that is worth 4/5 whatever the secret.
        assert_eq!(of("3/4 1/4 | 1/4 3/4", &rows("1 0 | 0 1 | 4/5 4/5")), Enclosure::exact(q("4/5")));
    }

    #[test]
    fn information_of_small_channels() {
        let even = rows("1/2 1/2").remove(0);
        let of = |text: &str| mutual_information(&channel(text), &even, 100).unwrap();
        let ln_two = crate::enclosure::ln_two(120).unwrap();
        assert!(of("1 0 | 0 1").meets(&ln_two) && of("1 0 | 0 1").width() < q("2^-90"));
        assert!(of("1/3 2/3 | 1/3 2/3").contains(&q("0")));
        // ln 2 − h(1/4) = ¾·ln 3 − ln 2.
        let three = Enclosure::exact(q("3")).ln(120).unwrap().scaled(&q("3/4"));
        assert!(of("3/4 1/4 | 1/4 3/4").meets(&three.minus(&ln_two)));
    }

    #[test]
    fn channels_that_are_none_are_refused() {
        let even = rows("1/2 1/2").remove(0);
        for text in ["1 0", "1 0 | 1", "2 -1 | 0 1"] {
            assert!(mutual_information(&channel(text), &even, 60).is_err(), "{text}");
            assert!(posterior_vulnerability(&channel(text), &even, &rows("1 0 | 0 1")).is_err(), "{text}");
        }
        for gain in ["1", "1 0 | -1 0"] {
            assert!(posterior_vulnerability(&channel("1 0 | 0 1"), &even, &rows(gain)).is_err(), "{gain}");
        }
        assert!(mutual_information(&channel("1 0 | 0 1"), &rows("-1 2")[0], 60).is_err());
        // A channel without secrets or outputs, and a gain without guesses, have no value, not the value 0.
        assert!(
            mutual_information(&[], &[], 60).is_err()
                && mutual_information(&channel("|"), &even, 60).is_err()
        );
        assert!(posterior_vulnerability(&channel("|"), &even, &rows("1 0 | 0 1")).is_err());
        assert!(posterior_vulnerability(&channel("1 0 | 0 1"), &even, &[]).is_err());
    }
}
