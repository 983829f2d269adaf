//! The Rényi divergence of a pair of laws.

use crate::enclosure::{Enclosure, root};
use crate::number::{Rational, require_non_negative, require_positive};
use crate::refusal::Refusal;
use num_traits::{One, ToPrimitive, Zero};

/// The largest numerator and denominator of α − 1.
const MAX_ORDER: u32 = 64;

/// D_α(P₁‖P₂) = ln(Σ P₁(o)^α·P₂(o)^{1−α})/(α−1) for the order α > 1, given output by output; `None` if some output is possible under
/// P₁ and impossible under P₂.
///
/// With α − 1 = n/d a term is P₁·((P₁/P₂)^n)^{1/d}, which grows with P₁ and shrinks with P₂: the ends of their enclosures give its ends.
/// `bits` are those after the point of each term.
///
/// # Errors
/// Refused unless α > 1 and α − 1 is a fraction of numbers up to 64; if a probability is negative, or no output is possible under P₁;
/// and if an enclosure of P₂ reaches 0 while that of P₁ does not stay there: then it is not known whether the divergence is finite.
pub fn renyi_divergence(
    pairs: &[(Enclosure, Enclosure)],
    order: &Rational,
    bits: u32,
) -> Result<Option<Enclosure>, Refusal> {
    let beyond = order - Rational::one();
    require_positive("order α − 1", &beyond)?;
    let parts = [beyond.numer(), beyond.denom()].map(|part| part.to_u32().filter(|&n| n <= MAX_ORDER));
    let [Some(above), Some(below)] = parts else {
        return Err(Refusal::too_large("parts of the fraction α − 1", beyond, MAX_ORDER));
    };
    let term = |first: &Rational, second: &Rational| -> Result<Enclosure, Refusal> {
        let power = root(&(first / second).pow(above.cast_signed()), below, bits)?;
        Ok(power.scaled(first).outward(bits))
    };
    let mut sum = Enclosure::exact(Rational::zero());
    for (first, second) in pairs {
        for p in [first, second] {
            require_non_negative("probability", p.lo())?;
        }
        if first.hi().is_zero() {
            continue;
        }
        if second.hi().is_zero() {
            return Ok(None);
        }
        require_positive("least probability under the second law", second.lo())?;
        let least = term(first.lo(), second.hi())?;
        let most = term(first.hi(), second.lo())?;
        sum = sum.plus(&Enclosure::new(least.lo().clone(), most.hi().clone())?);
    }
    Ok(Some(sum.ln(bits)?.scaled(&beyond.recip())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    fn pairs(text: &str) -> Vec<(Enclosure, Enclosure)> {
        let exact = |x: &str| Enclosure::exact(q(x));
        text.split_whitespace()
            .map(|pair| pair.split_once(':').map(|(p, r)| (exact(p), exact(r))).unwrap())
            .collect()
    }

    /// Randomised response with ratio 3: Σ = (3^α + 3^{1−α})/4, exactly, for whole α; for α = 3/2 it is (3√3 + 1/√3)/4.
    #[test]
    fn divergences_of_randomised_response() {
        let table = pairs("3/4:1/4 1/4:3/4");
        for (order, sum) in [("2", "7/3"), ("3", "61/9"), ("17", "1389765141638881/43046721")] {
            let divergence = renyi_divergence(&table, &q(order), 100).unwrap().unwrap();
            let growth = divergence.scaled(&(q(order) - q("1"))).exp(80).unwrap();
            assert!(growth.contains(&q(sum)), "{order}");
            assert!(divergence.width() < q("2^-90"));
        }
        let root = renyi_divergence(&table, &q("3/2"), 100).unwrap().unwrap();
        let expected = Enclosure::exact(q("3")).sqrt(120).unwrap().scaled(&q("5/6")).ln(110).unwrap();
        assert!(root.meets(&expected.scaled(&q("2"))), "{root:?}");
        // It grows with the order, towards the pure loss ln 3 from below.
        let of = |order: &str| renyi_divergence(&table, &q(order), 100).unwrap().unwrap();
        assert!(of("3/2").hi() < of("2").lo() && of("2").hi() < of("64").lo());
        assert!(of("64").hi() < &q("1.0987"));
    }

    #[test]
    fn what_has_no_divergence_is_refused_or_infinite() {
        assert_eq!(renyi_divergence(&pairs("1/2:0 1/2:1"), &q("2"), 60).unwrap(), None);
        assert!(renyi_divergence(&pairs("0:1/2 1:1/2"), &q("2"), 60).unwrap().is_some());
        for (table, order) in [("1:1", "1"), ("1:1", "1/2"), ("1:1", "67"), ("1:1", "100/67"), ("0:1", "2")] {
            assert!(renyi_divergence(&pairs(table), &q(order), 60).is_err(), "{table} {order}");
        }
        assert!(renyi_divergence(&pairs("-1:1"), &q("2"), 60).is_err());
        let unknown = Enclosure::new(q("0"), q("1/4")).unwrap();
        assert!(renyi_divergence(&[(Enclosure::exact(q("1")), unknown)], &q("2"), 60).is_err());
    }
}
