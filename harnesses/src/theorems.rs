//! The theorems about closeness and couplings, over every small finite metric space and every function and
//! law on it (paper 4.2, Theorems kdelta and non-kdelta; 4.3, Theorems conv and enc; THEORY F14, F1, F20).
//!
//! The spaces have three points, the smallest number at which the triangle inequality says something.
//! Distances, values and weights are small integers. The definitions are those of the oracle, which are
//! generic over exact numbers; here the numbers are [`Halves`], half-integers in a machine word, which is all
//! the arithmetic that these theorems need.

use kdelta_oracle::Inexpressible;
use kdelta_oracle::closeness::{
    close_function_at, gap_orders, k_delta_close, lipschitz, monotone_beyond_gap, obstruction,
    uniformly_close,
};
use kdelta_oracle::distribution::{coupling_reach, sandwich};
use kdelta_oracle::geometry::{FiniteMetric, in_shrunk_as_printed};
use kdelta_oracle::number::Exact;

/// A multiple of ½. A result that does not fit is not an error but an overflow, which fails the statement; so
/// a model checker has no error path to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Halves(i32);

impl Exact for Halves {
    fn integer(value: i64) -> Self {
        Self(i32::try_from(value).unwrap_or(i32::MAX / 2) * 2)
    }

    fn plus(&self, other: &Self) -> Result<Self, Inexpressible> {
        Ok(Self(self.0 + other.0))
    }

    fn minus(&self, other: &Self) -> Result<Self, Inexpressible> {
        Ok(Self(self.0 - other.0))
    }

    fn times(&self, other: &Self) -> Result<Self, Inexpressible> {
        let quarters = self.0 * other.0;
        assert!(quarters & 1 == 0, "k and the distances are integers");
        Ok(Self(quarters >> 1))
    }

    fn over(&self, _: &Self) -> Result<Self, Inexpressible> {
        Err(Inexpressible::Inexact) // no theorem here divides
    }

    fn scaled_by_power_of_two(&self, exponent: i32) -> Result<Self, Inexpressible> {
        assert!(exponent == -1 && self.0 & 1 == 0, "only sums of two integers are halved");
        Ok(Self(self.0 >> 1))
    }

    fn rounded_down(&self) -> Result<Self, Inexpressible> {
        Ok(Self(self.0 & !1))
    }
}

/// Three points with the distances 01, 02 and 12.
#[derive(Clone, Copy, Debug)]
pub struct Triangle(pub [Halves; 3]);

impl Triangle {
    /// Whether the distances satisfy the triangle inequality; they are not negative.
    #[must_use]
    pub fn is_metric(&self) -> bool {
        let [a, b, c] = self.0.map(|d| d.0);
        a >= 0 && b >= 0 && c >= 0 && a <= b + c && b <= a + c && c <= a + b
    }
}

impl FiniteMetric<Halves> for Triangle {
    fn size(&self) -> usize {
        3
    }

    fn distance(&self, u: usize, v: usize) -> Result<Halves, Inexpressible> {
        let [d01, d02, d12] = self.0;
        match (u, v) {
            (0, 0) | (1, 1) | (2, 2) => Ok(Halves(0)),
            (0, 1) | (1, 0) => Ok(d01),
            (0, 2) | (2, 0) => Ok(d02),
            (1, 2) | (2, 1) => Ok(d12),
            _ => Err(Inexpressible::NoSuchPoint),
        }
    }
}

/// The functions n and n′ on three points, k and δ.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The space.
    pub space: Triangle,
    /// n.
    pub n: [Halves; 3],
    /// n′.
    pub n_prime: [Halves; 3],
    /// k.
    pub k: Halves,
    /// δ.
    pub delta: Halves,
}

/// Theorem kdelta: n k-Lipschitz and ‖n − n′‖ ≤ δ give (k,δ)-closeness.
//= THEORY 0.1 Theorem kdelta
pub fn kdelta(case: &Case) -> bool {
    let Case { space, n, n_prime, k, delta } = case;
    let (Ok(None), Ok(None)) = (lipschitz(space, n, k), uniformly_close(n, n_prime, delta)) else {
        return false;
    };
    if !space.is_metric() {
        return false;
    }
    assert!(matches!(k_delta_close(space, n, n_prime, k, delta), Ok(None)));
    true
}

/// Control: Theorem kdelta with closeness claimed for k and δ − 1.
pub fn kdelta_with_less(case: &Case) -> bool {
    let Case { space, n, n_prime, k, delta } = case;
    let (Ok(None), Ok(None)) = (lipschitz(space, n, k), uniformly_close(n, n_prime, delta)) else {
        return false;
    };
    let (Ok(less), true) = (delta.minus(&Halves::integer(1)), space.is_metric() && delta.0 > 0) else {
        return false;
    };
    assert!(matches!(k_delta_close(space, n, n_prime, k, &less), Ok(None)));
    true
}

/// Theorem non-kdelta: if |n(u) − n(v)| > k·d(u,v) + 2δ somewhere, no n′ is (k,δ)-close to n.
//= THEORY F14
pub fn non_kdelta(case: &Case) -> bool {
    let Case { space, n, n_prime, k, delta } = case;
    let Ok(Some(_)) = obstruction(space, n, k, delta) else { return false };
    assert!(matches!(k_delta_close(space, n, n_prime, k, delta), Ok(Some(_))));
    true
}

/// Control: Theorem non-kdelta with δ in place of 2δ.
pub fn non_kdelta_with_one_delta(case: &Case) -> bool {
    let Case { space, n, n_prime, k, delta } = case;
    let Ok(Some(_)) = k_delta_close(space, n, n, k, delta) else { return false };
    assert!(matches!(k_delta_close(space, n, n_prime, k, delta), Ok(Some(_))));
    true
}

/// The exact converse of Theorem non-kdelta: without such a pair, the function that the oracle constructs is
/// (k,δ)-close to n.
//= THEORY F14
pub fn converse(case: &Case) -> bool {
    let Case { space, n, k, delta, .. } = case;
    if !space.is_metric() || k.0 < 0 {
        return false;
    }
    let Ok(None) = obstruction(space, n, k, delta) else { return false };
    let at = |v| close_function_at(space, n, k, v);
    let (Ok(first), Ok(second), Ok(third)) = (at(0), at(1), at(2)) else { return false };
    assert!(matches!(k_delta_close(space, n, &[first, second, third], k, delta), Ok(None)));
    true
}

/// A gap wider than 2δ keeps the order: n(u) + 2δ < n(v) gives n′(u) < n′(v) for every n′ within δ of n.
//= THEORY 1.3
pub fn gap_gives_order(case: &Case) -> bool {
    let Case { n, n_prime, delta, .. } = case;
    let Ok(None) = uniformly_close(n, n_prime, delta) else { return false };
    assert!(matches!(monotone_beyond_gap(n, n_prime, delta), Ok(None)));
    matches!((n, delta), ([low, high, _], delta) if gap_orders(low, high, delta).unwrap_or(false))
}

/// Control: a gap wider than δ keeps the order.
pub fn gap_of_one_delta_gives_order(case: &Case) -> bool {
    let Case { n: [low, high, _], n_prime: [low_prime, high_prime, _], delta, .. } = case;
    let (Ok(None), Ok(end)) = (uniformly_close(&case.n, &case.n_prime, delta), low.plus(delta)) else {
        return false;
    };
    if end < *high {
        assert!(low_prime < high_prime);
    }
    true
}

/// A coupling of two laws on three points.
#[derive(Clone, Copy, Debug)]
pub struct Coupled {
    /// The space.
    pub space: Triangle,
    /// γ(u,v), row by row; the laws are its marginals.
    pub gamma: [[Halves; 3]; 3],
    /// The members of S.
    pub member: [bool; 3],
    /// ε.
    pub epsilon: Halves,
}

impl Coupled {
    fn weight(&self, u: usize, v: usize) -> Halves {
        self.gamma.get(u).and_then(|row| row.get(v)).copied().unwrap_or(Halves(0))
    }

    fn laws(&self) -> ([Halves; 3], [Halves; 3]) {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.gamma.map(|row| row.map(|weight| weight.0));
        ([a + b + c, d + e + f, g + h + i].map(Halves), [a + d + g, b + e + h, c + f + i].map(Halves))
    }

    fn contains(&self, x: usize) -> bool {
        self.member.get(x).copied().unwrap_or(false)
    }
}

/// Theorems conv and enc: a coupling that moves no mass farther than ε gives ν(S^{−ε}) ≤ μ(S) ≤ ν(S^{+ε}) for
/// every set S.
//= THEORY F20, F1
pub fn encloses(case: &Coupled) -> bool {
    let (mu, nu) = case.laws();
    let Ok(reach) = coupling_reach(&case.space, &mu, &nu, |u, v| case.weight(u, v)) else { return false };
    if reach > case.epsilon {
        return false;
    }
    let Ok(sandwich) = sandwich(&case.space, &mu, &nu, |x| case.contains(x), &case.epsilon) else {
        return false;
    };
    assert!(sandwich.holds());
    true
}

/// Control: Theorem enc with S^{−ε} as the paper prints it (THEORY F1).
pub fn encloses_as_printed(case: &Coupled) -> bool {
    let (mu, nu) = case.laws();
    let Ok(reach) = coupling_reach(&case.space, &mu, &nu, |u, v| case.weight(u, v)) else { return false };
    if reach > case.epsilon {
        return false;
    }
    let (mut shrunk, mut set) = (0, 0);
    for (x, (mass, other)) in mu.iter().zip(&nu).enumerate() {
        let inside = in_shrunk_as_printed(&case.space, |s| case.contains(s), &case.epsilon, x);
        shrunk += if inside.unwrap_or(false) { other.0 } else { 0 };
        set += if case.contains(x) { mass.0 } else { 0 };
    }
    assert!(shrunk <= set);
    true
}

fn whole(given: &mut impl crate::Given, low: i64, high: i64) -> Halves {
    Halves::integer(given.between(low, high))
}

fn triangle(given: &mut impl crate::Given, high: i64) -> Triangle {
    Triangle([whole(given, 0, high), whole(given, 0, high), whole(given, 0, high)])
}

/// Every space with distances up to `far`, every n and n′ with values up to `high`, every k and δ up to 2.
fn case(given: &mut impl crate::Given, far: i64, high: i64) -> Case {
    Case {
        space: triangle(given, far),
        n: [whole(given, 0, high), whole(given, 0, high), whole(given, 0, high)],
        n_prime: [whole(given, 0, high), whole(given, 0, high), whole(given, 0, high)],
        k: whole(given, 0, 2),
        delta: whole(given, 0, 2),
    }
}

fn coupled(given: &mut impl crate::Given, far: i64, heavy: i64) -> Coupled {
    let space = triangle(given, far);
    let mut row = || [whole(given, 0, heavy), whole(given, 0, heavy), whole(given, 0, heavy)];
    let gamma = [row(), row(), row()];
    let mut flag = || given.bits(1) == 1;
    let member = [flag(), flag(), flag()];
    Coupled { space, gamma, member, epsilon: whole(given, 0, far) }
}

statements! { "theorems":
    /// Theorem kdelta: k-Lipschitz and within δ give (k,δ)-close, for all functions on all spaces of three
    /// points.
    holds kdelta
        cites "paper 4.2, Theorem kdelta"
        unwind 5
        wide "distances and values up to 15, k and δ up to 2", |given| kdelta(&case(given, 15, 15));
        every "distances and values up to 3, k and δ up to 2" of 64 * 64 * 64 * 9, |given| kdelta(&case(given, 3, 3));

    /// Control: Theorem kdelta with δ − 1.
    refuted kdelta_with_less
        cites "paper 4.2, Theorem kdelta"
        unwind 5
        wide "distances and values up to 15, k and δ up to 2", |given| kdelta_with_less(&case(given, 15, 15));
        every "distances and values up to 3, k and δ up to 2" of 64 * 64 * 64 * 9,
            |given| kdelta_with_less(&case(given, 3, 3));

    /// Theorem non-kdelta: a pair beyond k·d + 2δ excludes every (k,δ)-close function.
    holds non_kdelta
        cites "THEORY F14; paper 4.2, Theorem non-kdelta"
        unwind 5
        wide "distances and values up to 15, k and δ up to 2", |given| non_kdelta(&case(given, 15, 15));
        every "distances and values up to 3, k and δ up to 2" of 64 * 64 * 64 * 9, |given| non_kdelta(&case(given, 3, 3));

    /// Control: Theorem non-kdelta with δ for 2δ.
    refuted non_kdelta_with_one_delta
        cites "THEORY F14"
        unwind 5
        wide "distances and values up to 15, k and δ up to 2", |given| non_kdelta_with_one_delta(&case(given, 15, 15));
        every "distances and values up to 3, k and δ up to 2" of 64 * 64 * 64 * 9,
            |given| non_kdelta_with_one_delta(&case(given, 3, 3));

    /// The exact converse of non-kdelta: without such a pair there is a (k,δ)-close function, and the
    /// oracle's is one.
    holds converse
        cites "THEORY F14; paper 4.2, Theorem non-kdelta"
        unwind 5
        every "distances and values up to 3, k and δ up to 2" of 64 * 64 * 64 * 9, |given| converse(&case(given, 3, 3));

    /// A gap of n wider than 2δ orders n′ the same way.
    holds gap_gives_order
        cites "THEORY 1.3; paper 4.2, Condition 2"
        unwind 5
        wide "values up to 15, δ up to 2", |given| gap_gives_order(&case(given, 0, 15));
        every "values up to 5, k and δ up to 2" of 216 * 216 * 9, |given| gap_gives_order(&case(given, 0, 5));

    /// Control: a gap wider than δ.
    refuted gap_of_one_delta_gives_order
        cites "THEORY 1.3"
        unwind 5
        wide "values up to 15, δ up to 2", |given| gap_of_one_delta_gives_order(&case(given, 0, 15));
        every "values up to 5, k and δ up to 2" of 216 * 216 * 9, |given| gap_of_one_delta_gives_order(&case(given, 0, 5));

    /// Theorems conv and enc: a coupling within ε gives ν(S^−ε) ≤ μ(S) ≤ ν(S^+ε), for all couplings and sets
    /// on three points.
    holds encloses
        cites "THEORY F20, F1; paper 4.3, Theorems conv and enc"
        unwind 5
        wide "distances and weights up to 3, every set, ε up to 3", |given| encloses(&coupled(given, 3, 3));
        every "distances up to 2, weights up to 1, every set, ε up to 2" of 27 * 512 * 8 * 3,
            |given| encloses(&coupled(given, 2, 1));

    /// Control: Theorem enc with S^−ε as printed.
    refuted encloses_as_printed
        cites "THEORY F1; paper 2.1"
        unwind 5
        wide "distances and weights up to 3, every set, ε up to 3", |given| encloses_as_printed(&coupled(given, 3, 3));
        every "distances up to 2, weights up to 1, every set, ε up to 2" of 27 * 512 * 8 * 3,
            |given| encloses_as_printed(&coupled(given, 2, 1));
}
