//! The interval of Clopper and Pearson: which probabilities agree with so many hits, without approximation by a normal law.

use crate::number::to_f64;

/// Every interval of a finding holds with at least this probability: with 100 findings, a false alarm in one run of 1000.
pub const CONFIDENCE: f64 = 0.999_99;

/// A closed interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether x lies in it.
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

/// The probabilities p of a hit for which neither so few nor so many hits have a probability below `error`/2.
///
/// # Guarantee
/// Whatever p is, the interval contains it with probability at least 1 − error, up to the rounding of the sums (far below
/// the last digit printed).
#[must_use]
pub fn clopper_pearson(hits: u64, samples: u64, error: f64) -> Interval {
    let (hits, samples) = (hits.min(samples), samples.max(1));
    let misses = samples - hits;
    // At the upper end, hits or fewer of p are misses or more of 1 − p.
    Interval { low: least(hits, samples, error / 2.0), high: 1.0 - least(misses, samples, error / 2.0) }
}

/// The p at which `hits` or more of `samples` have probability `tail`; 0 if there are no hits.
fn least(hits: u64, samples: u64, tail: f64) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, to_f64(hits) / to_f64(samples));
    // The tail grows with p, and is about one half at hits/samples. 100 halvings reach the last bit.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if at_least(hits, samples, middle) < tail {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// P[X ≥ hits] for X binomial and p < hits/samples: from there on, the terms decrease.
fn at_least(hits: u64, samples: u64, p: f64) -> f64 {
    if p <= 0.0 {
        return 0.0;
    }
    let (n, k) = (to_f64(samples), to_f64(hits));
    let ways = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    let rest = if hits == samples { 0.0 } else { (n - k) * libm::log1p(-p) };
    let odds = p / (1.0 - p);
    let (mut term, mut sum, mut i) = (libm::exp(ways + k * libm::log(p) + rest), 0.0, k);
    while i <= n && term > sum * 1e-17 {
        sum += term;
        term *= (n - i) / (i + 1.0) * odds;
        i += 1.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
    }

    /// Values from tables of the 95 % interval.
    #[test]
    fn the_interval_is_that_of_the_tables() {
        near(clopper_pearson(5, 10, 0.05), 0.1871, 0.8129);
        near(clopper_pearson(1, 20, 0.05), 0.0013, 0.2487);
        near(clopper_pearson(8, 10, 0.05), 0.4439, 0.9748);
    }

    /// Without hits the upper end is 1 − (error/2)^(1/n), in closed form.
    #[test]
    fn no_hits_and_only_hits() {
        for n in [1_u64, 10, 1_000_000] {
            let ends = 1.0 - libm::pow(5e-6, 1.0 / to_f64(n));
            let none = clopper_pearson(0, n, 1e-5);
            assert!(none.low == 0.0 && (none.high / ends - 1.0).abs() < 1e-6, "{none:?} {ends}");
            let all = clopper_pearson(n, n, 1e-5);
            assert!(all.high == 1.0 && ((1.0 - all.low) / ends - 1.0).abs() < 1e-6, "{all:?}");
        }
    }

    /// Summed over every outcome, the interval misses p with probability at most `error`.
    #[test]
    fn coverage_is_as_promised() {
        let n = 40_u64;
        for p in [0.01, 0.1, 0.37, 0.5, 0.93] {
            let missed: f64 = (0..=n)
                .filter(|&k| !clopper_pearson(k, n, 0.05).contains(p))
                .map(|k| {
                    let (n, k) = (to_f64(n), to_f64(k));
                    let ways = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
                    libm::exp(ways + k * libm::log(p) + (n - k) * libm::log1p(-p))
                })
                .sum();
            assert!(missed <= 0.05 && missed > 0.0, "{p}: {missed}");
        }
    }
}
