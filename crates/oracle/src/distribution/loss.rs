//! The exact privacy loss of a pair of laws, and the hockey-stick divergence for (ε,δ)-differential privacy.

use crate::enclosure::{Enclosure, UpperBound, exp, ln, sign};
use crate::number::Rational;
use crate::refusal::{Condition, Refusal};
use core::cmp::Ordering;
use num_traits::{One, Signed, Zero};

/// The largest ln(P₁(o)/P₂(o)) over the outputs o with P₁(o) > 0: the log of an exact rational, or infinite.
///
/// Single outputs suffice, because a ratio of sums is at most the largest ratio of terms (F13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// ln of this ratio.
    Finite(Rational),
    /// Some output is possible under the first law and impossible under the second.
    Infinite,
}

impl Loss {
    /// The loss of P₁ against P₂, given output by output; probabilities or counts, in the same unit.
    ///
    /// # Errors
    /// Refused if a probability is negative or no output has P₁ > 0.
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a Rational, &'a Rational)>) -> Result<Self, Refusal> {
        let mut worst: Option<Rational> = None;
        for (first, second) in pairs {
            for p in [first, second] {
                if p.is_negative() {
                    return Err(Refusal::condition(
                        Condition::NonNegative("probability"),
                        p.clone(),
                        Rational::zero(),
                    ));
                }
            }
            if first.is_zero() {
                continue;
            }
            if second.is_zero() {
                return Ok(Self::Infinite);
            }
            let ratio = first / second;
            if worst.as_ref().is_none_or(|w| w < &ratio) {
                worst = Some(ratio);
            }
        }
        worst.map(Self::Finite).ok_or(Refusal::Mismatch { what: "possible outputs", found: 0, needed: 1 })
    }

    /// An enclosure of the loss, of width at most `2^-bits`; `None` if it is infinite.
    ///
    /// # Errors
    /// Beyond [`crate::enclosure::MAX_BITS`].
    pub fn enclosure(&self, bits: u32) -> Result<Option<Enclosure>, Refusal> {
        match self {
            Self::Finite(ratio) => ln(ratio, bits).map(Some),
            Self::Infinite => Ok(None),
        }
    }

    /// Whether the loss is at most a bound, decided rigorously.
    ///
    /// # Errors
    /// [`Refusal::Undecided`] if the two cannot be told apart.
    pub fn is_within(&self, bound: &UpperBound) -> Result<bool, Refusal> {
        match self {
            Self::Infinite => Ok(false),
            Self::Finite(ratio) if ratio.is_one() => Ok(!bound.value().is_negative()),
            Self::Finite(ratio) => {
                let limit = Enclosure::exact(bound.value().clone());
                let order = sign("the loss against its bound", |bits| Ok(ln(ratio, bits)?.minus(&limit)))?;
                Ok(order != Ordering::Greater)
            }
        }
    }
}

/// Σ max(0, P₁(o) − a·P₂(o)), exactly: the least δ′ for which P₁(T) ≤ a·P₂(T) + δ′ for every set T of outputs, a = e^ε.
///
/// # Errors
/// Refused if a is negative.
pub fn hockey_stick<'a>(
    pairs: impl IntoIterator<Item = (&'a Rational, &'a Rational)>,
    factor: &Rational,
) -> Result<Rational, Refusal> {
    if factor.is_negative() {
        return Err(Refusal::condition(Condition::NonNegative("e^ε"), factor.clone(), Rational::zero()));
    }
    Ok(pairs.into_iter().map(|(first, second)| first - factor * second).filter(Signed::is_positive).sum())
}

/// The hockey-stick divergence at ε. It decreases as e^ε grows, so the two ends of an enclosure of e^ε enclose it.
///
/// # Errors
/// Refused if ε is too large for [`exp`].
pub fn hockey_stick_at(
    pairs: &[(Rational, Rational)],
    epsilon: &Rational,
    bits: u32,
) -> Result<Enclosure, Refusal> {
    let factor = exp(epsilon, bits)?;
    let views = || pairs.iter().map(|(p, r)| (p, r));
    Enclosure::new(hockey_stick(views(), factor.hi())?, hockey_stick(views(), factor.lo())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    fn pairs(text: &str) -> Vec<(Rational, Rational)> {
        text.split_whitespace()
            .map(|pair| pair.split_once(':').map(|(p, r)| (parse(p).unwrap(), parse(r).unwrap())).unwrap())
            .collect()
    }

    fn loss(text: &str) -> Result<Loss, Refusal> {
        Loss::of(pairs(text).iter().map(|(p, r)| (p, r)))
    }

    #[test]
    fn loss_is_the_largest_ratio_or_infinite() {
        assert_eq!(loss("1/2:1/4 1/2:3/4").unwrap(), Loss::Finite(parse("2").unwrap()));
        assert_eq!(loss("1/2:0 1/2:1").unwrap(), Loss::Infinite);
        assert_eq!(loss("0:1/2 1:1/2").unwrap(), Loss::Finite(parse("2").unwrap()));
        assert!(loss("0:1").is_err() && loss("-1:1").is_err() && loss("").is_err());
    }

    #[test]
    fn comparison_with_a_bound_is_rigorous() {
        let two = loss("2:1").unwrap();
        assert!(two.is_within(&UpperBound::new(parse("0.6931471805599453095").unwrap())).unwrap());
        assert!(!two.is_within(&UpperBound::new(parse("0.6931471805599453094").unwrap())).unwrap());
        assert!(loss("1:1").unwrap().is_within(&UpperBound::new(parse("0").unwrap())).unwrap());
        assert!(!Loss::Infinite.is_within(&UpperBound::new(parse("1e9").unwrap())).unwrap());
    }

    /// The hockey stick is the smallest δ′ over all 2^n events.
    #[test]
    fn hockey_stick_is_the_worst_event() {
        let table = pairs("1/10:3/10 4/10:1/10 2/10:2/10 3/10:4/10");
        let factor = parse("3/2").unwrap();
        let worst = (0..16_u32)
            .map(|event| {
                let chosen = |i: usize| event >> i & 1 == 1;
                let sum = |side: fn(&(Rational, Rational)) -> &Rational| -> Rational {
                    table.iter().enumerate().filter(|(i, _)| chosen(*i)).map(|(_, p)| side(p)).sum()
                };
                sum(|p| &p.0) - &factor * sum(|p| &p.1)
            })
            .max()
            .unwrap();
        assert_eq!(hockey_stick(table.iter().map(|(p, r)| (p, r)), &factor).unwrap(), worst);
        // ln(3/2) ≈ 0.405465: the enclosure at that ε contains the exact value.
        let near = hockey_stick_at(&table, &parse("0.405465108108164").unwrap(), 60).unwrap();
        assert!((near.lo() - worst).abs() < parse("1e-14").unwrap());
    }
}
