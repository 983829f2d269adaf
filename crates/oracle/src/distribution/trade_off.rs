//! The trade-off function of a pair of laws: how well any test can tell them apart.

use crate::number::{Rational, compare, require_non_negative};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Zero};

/// f(a), exactly: the least probability with which a test misses P₂, among all tests that reject P₁ with probability at most a when it is
/// the truth. Pairs of (P₁(o), P₂(o)), output by output.
///
/// By Neyman and Pearson the best test rejects the outputs in the order of P₂/P₁, and the last of them with some probability.
///
/// For laws that are known by enclosures, the lower ends of P₁ and the upper ends of P₂ give a lower bound of f: every test then seems
/// to have at most its level and at least its power.
///
/// # Errors
/// Refused if a probability is negative, or unless 0 ≤ a ≤ 1.
pub fn trade_off(pairs: &[(Rational, Rational)], level: &Rational) -> Result<Rational, Refusal> {
    require_non_negative("level a", level)?;
    if level > &Rational::one() {
        return Err(Refusal::condition(Condition::AtMost("level a ≤ 1"), level.clone(), Rational::one()));
    }
    for (first, second) in pairs {
        require_non_negative("probability", first)?;
        require_non_negative("probability", second)?;
    }
    let mut order: Vec<_> = pairs.iter().filter(|(_, second)| !second.is_zero()).collect();
    // P₂/P₁ decreases; where P₁ = 0 it is infinite. The products compare the quotients.
    order.sort_by(|a, b| compare(&(&b.1 * &a.0), &(&a.1 * &b.0)));
    let (mut left, mut missed) = (level.clone(), Rational::one());
    for (first, second) in order {
        if first > &left {
            missed -= second * left / first;
            break;
        }
        left -= first;
        missed -= second;
    }
    Ok(missed.max(Rational::zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::{Seeded, q};

    fn pairs(text: &str) -> Vec<(Rational, Rational)> {
        text.split_whitespace().map(|pair| pair.split_once(':').map(|(p, r)| (q(p), q(r))).unwrap()).collect()
    }

    /// Randomised response with ratio 3: the corner is at (1/4, 1/4).
    #[test]
    fn trade_off_of_randomised_response() {
        let table = pairs("3/4:1/4 1/4:3/4");
        for (level, missed) in
            [("0", "1"), ("1/8", "5/8"), ("1/4", "1/4"), ("1/2", "1/6"), ("5/8", "1/8"), ("1", "0")]
        {
            assert_eq!(trade_off(&table, &q(level)).unwrap(), q(missed), "{level}");
        }
        assert_eq!(trade_off(&pairs("1/2:1/2 1/2:1/2"), &q("1/3")).unwrap(), q("2/3"));
        assert_eq!(trade_off(&pairs("1:0 0:1"), &q("0")).unwrap(), q("0"));
        assert!(trade_off(&table, &q("-1/8")).is_err() && trade_off(&table, &q("9/8")).is_err());
        assert!(trade_off(&pairs("-1:1 2:0"), &q("1/2")).is_err());
    }

    /// No test that rejects each output with probability 0, ½ or 1 does better, and at its own level one of them does as well.
    #[test]
    fn no_other_test_does_better() {
        let mut seeded = Seeded(3);
        for _ in 0..20 {
            let weights: Vec<(i64, i64)> = (0..4)
                .map(|_| {
                    (i64::try_from(seeded.below(5)).unwrap(), 1 + i64::try_from(seeded.below(5)).unwrap())
                })
                .collect();
            let total = |side: fn(&(i64, i64)) -> i64| weights.iter().map(side).sum::<i64>().max(1);
            let table: Vec<(Rational, Rational)> = weights
                .iter()
                .map(|w| {
                    let part = |x: i64, of: i64| Rational::new(x.into(), of.into());
                    (part(w.0, total(|w| w.0)), part(w.1, total(|w| w.1)))
                })
                .collect();
            let mut attained = 0;
            for test in 0..81_u32 {
                let rejects = |i: u32| Rational::new((test / 3_u32.pow(i) % 3).into(), 2.into());
                let of = |side: fn(&(Rational, Rational)) -> &Rational| -> Rational {
                    (0..).zip(&table).map(|(i, pair)| rejects(i) * side(pair)).sum()
                };
                let (level, power) = (of(|pair| &pair.0), of(|pair| &pair.1));
                let least = trade_off(&table, &level).unwrap();
                assert!(least <= q("1") - &power, "{table:?} {test}");
                attained += usize::from(least == q("1") - power);
            }
            assert!(attained >= 2);
        }
    }
}
