//! g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2) as one polynomial per cell with a proved error: the fast filter of runs over points, and what
//! the cell-wise analysis compares the kernel with.
//!
//! The cells are those of the kernel: t = ℓ + 1/4 in 2^e·[1 + s/16, 1 + (s+1)/16], e = −2 to 30, s = 0 to 15. On each,
//! with u from −1 to 1, the polynomial interpolates f = g at `NODES` points near the Chebyshev points, where MPFR
//! encloses g; in the first cell f = g(ℓ)/ℓ, so that the error there is relative to ℓ. What is left is
//! f^{(N)}(ξ)/N!·Π(ℓ − ℓᵢ), N = `NODES`.
//!
//! **The derivatives.** M is completely monotone on the whole line, as M(x) = ∫₀^∞ e^{−xt−t²/2} dt, and g′ = M∘g. So g′ is
//! completely monotone on ]−ln 2, ∞[: by induction, g^{(n+1)} = (M∘g)^{(n)} is a sum of terms
//! M^{(k)}(g)·g^{(i₁)}⋯g^{(i_k)} with positive factors and Σi = n (Faà di Bruno), each of sign (−1)^k·(−1)^{n−k} = (−1)^n.
//! By Bernstein's theorem g′(ℓ) = ∫ e^{−ℓs} dμ(s) with μ ≥ 0, and so for 0 < θ < ℓ + ln 2
//! |g^{(n+1)}(ℓ)| = ∫ sⁿe^{−θs}·e^{−(ℓ−θ)s} dμ ≤ max sⁿe^{−θs}·g′(ℓ−θ) = (n/(eθ))ⁿ·g′(ℓ−θ),
//! and |g^{(n+1)}| decreases. With ℓ − θ = −ln 2Φ̄(x₀) this needs no inverse: g′(ℓ−θ) = M(x₀). For the first cell,
//! (g(ℓ)/ℓ)^{(N)} = ∫₀¹ s^N·g^{(N+1)}(sℓ) ds is at most the bound of |g^{(N+1)}| over N + 1.
//!
//! **Ledger of the filter** in units of 2^-100 ([`FRACTION`]):
//! | operation | error |
//! |---|---|
//! | the polynomial, coefficients in units, checked when it is built | 2^17 |
//! | ℓ to 96 bits, floor: 16 units, slope √(π/2) | 21 |
//! | u to 100 bits, floor: slope at most 2^25·M(2^15) < 2^10 | 2^10 |
//! | eight steps from u¹⁵ to u⁸ on words in units of 2^-92, floor: 2^8 each | 2^11 |
//! | u to 62 bits in those: slope at most 7·2^61 units of 2^-92, checked when it is built | 2^10 |
//! | the steps from u⁷ on, each below 3 units; in the first cell one more | 27 |
//! | **sum** | **< 2^18** |
//!
//! The objective adds at most half of that and two units: below [`crate::filter::MARGIN`], 2^19 units.

use crate::circle::times;
use crate::enclosure;
use crate::error::Error;
use crate::filter::{self, FRACTION, low_i64};
use crate::number::{Dyadic, to_oracle, to_rug};
use kdelta_finite::inverse_tail::inverse_tail_f64;
use rug::ops::Pow;
use rug::{Integer, Rational};

/// Names this filter in state files: tallies of different filters do not mix.
pub const VERSION: &str = "fixed point, 528 cells of degree 15, 2^-82";

/// N: how many points each polynomial goes through.
const NODES: usize = 16;

/// How many cells there are: 33 powers of two with 16 each.
pub(crate) const CELLS: usize = 528;

/// The polynomials hold for |u| ≤ 1 + 2^-30: the kernel rounds before it chooses the cell.
const REACH: i32 = -30;

/// The coefficients from u⁸ on are words in units of 2^-(100−8).
const LOW: usize = 8;
const DROPPED: u32 = 8;

/// How many parts of a cell are bounded by themselves.
const PARTS: u32 = 8;

/// Bits behind the point of the matrix and of g at the nodes; far below a unit of 2^-100.
const FINE: u32 = 192;

/// 2^k.
fn power(k: i32) -> Rational {
    Rational::from(1) << k
}

/// The largest |u|.
fn reach() -> Rational {
    power(REACH) + 1u32
}

/// Bounds |Σ cₖ·uᵏ| on [`PARTS`] equal parts of −1 ≤ u ≤ 1, from left to right, each with 2^-30 on both sides.
///
/// Each part is cut into 16. On such a cut u = (w₀ + v)/128 with |v| ≤ 1 + 2^-23, and the Taylor coefficients at w₀ bound
/// the polynomial; |v|ᵏ ≤ 1 + k·2^-22. The coefficients are floored to 2^-160 first, and after that
/// everything is an integer.
fn suprema(coefficients: &[Rational]) -> Vec<Rational> {
    const FINEST: u32 = 160;
    const CUTS: u32 = 16 * PARTS;
    let degree = u32::try_from(coefficients.len()).unwrap_or(u32::MAX).saturating_sub(1);
    // CUTS^degree·2^160 times the polynomial, in w = CUTS·u.
    let mut taylor: Vec<Integer> = (0..=degree)
        .zip(coefficients)
        .map(|(k, c)| {
            let floored = Rational::from(c << FINEST).floor().into_numer_denom().0;
            floored * Integer::from(CUTS).pow(degree - k)
        })
        .collect();
    let unit = Rational::from((1, Integer::from(CUTS).pow(degree) << FINEST)) * (power(-22) * degree + 1u32);
    // What the floors lose, as |u|ᵏ < 2.
    let floors = power(1 - FINEST.cast_signed()) * (degree + 1);
    let mut shift = 1 - CUTS.cast_signed();
    let mut cut = || -> Integer {
        // Taylor's shift by Horner's rule; from each middle to the next it is 2.
        for first in 0..taylor.len() {
            let mut above = Integer::new();
            for c in taylor.iter_mut().skip(first).rev() {
                *c += Integer::from(&above * shift);
                above.clone_from(c);
            }
        }
        shift = 2;
        taylor.iter().map(|c| Integer::from(c.abs_ref())).sum()
    };
    let mut part = || Rational::from((0..16).map(|_| cut()).max().unwrap_or_default()) * &unit + &floors;
    (0..PARTS).map(|_| part()).collect()
}

/// The largest of bounds.
fn largest(bounds: impl IntoIterator<Item = Rational>) -> Rational {
    bounds.into_iter().max().unwrap_or_default()
}

fn add(all: &mut [Rational], k: usize, part: Rational) {
    if let Some(entry) = all.get_mut(k) {
        *entry += part;
    }
}

/// The coefficients of Π(u − tᵢ).
fn product<'a>(nodes: impl Iterator<Item = &'a Rational>) -> Vec<Rational> {
    let mut all = vec![Rational::from(1)];
    for node in nodes {
        let mut next = vec![Rational::new(); all.len() + 1];
        for (k, a) in all.iter().enumerate() {
            add(&mut next, k + 1, a.clone());
            add(&mut next, k, Rational::from(-a) * node);
        }
        all = next;
    }
    all
}

/// How values at the nodes become coefficients; the same for every cell.
struct Interpolation {
    nodes: Vec<Rational>,
    /// Row k, column i: the coefficient of uᵏ in the polynomial that is 1 at node i and 0 at the others, in units of
    /// 2^-[`FINE`], floored.
    matrix: Vec<Vec<Integer>>,
    /// At least the sum of all |entries| of the exact matrix.
    weight: Rational,
    /// Bounds |Π(u − tᵢ)|.
    product: Rational,
}

impl Interpolation {
    fn new() -> Self {
        // The Chebyshev points to 20 bits: another choice would serve less well, and be no less true.
        let nodes: Vec<Rational> = (0..NODES)
            .map(|i| {
                let angle = (f64::from(u8::try_from(2 * i + 1).unwrap_or(u8::MAX)))
                    / f64::from(u8::try_from(2 * NODES).unwrap_or(u8::MAX));
                let t = (angle * std::f64::consts::PI).cos();
                Rational::from_f64((t * 1_048_576.0).round() / 1_048_576.0).unwrap_or_default()
            })
            .collect();
        let mut matrix = vec![Vec::new(); NODES];
        let mut weight = Rational::new();
        for (i, node) in nodes.iter().enumerate() {
            let others = || nodes.iter().enumerate().filter(move |(j, _)| *j != i).map(|(_, t)| t);
            let divisor = others().fold(Rational::from(1), |all, t| all * Rational::from(node - t));
            for (row, c) in matrix.iter_mut().zip(product(others())) {
                let exact = c / &divisor;
                row.push((Rational::from(&exact << FINE)).floor().into_numer_denom().0);
                weight += exact.abs();
            }
        }
        let product = largest(suprema(&product(nodes.iter())));
        Self { nodes, matrix, weight, product }
    }
}

/// f on one cell: g, or g(ℓ)/ℓ in the first.
pub(crate) struct Piece {
    /// u = (ℓ − middle)/radius.
    middle: Rational,
    radius: Rational,
    /// Of 1, u, u², …, in units.
    coefficients: [i128; NODES],
    /// Bounds |f − Σ aₖuᵏ| for |u| ≤ 1 + 2^-30.
    error: Rational,
}

/// Bounds |g^{(order)}| on [left, ∞[, where x₀ is a number whose −ln 2Φ̄ lies below `left`.
fn derivative(order: u32, left: &Rational, x0: &Rational) -> Result<Rational, Error> {
    let x0 = to_oracle(x0);
    let theta = left - to_rug(enclosure::minus_ln_two_tails(&x0, 128)?.hi());
    if theta <= 0 {
        let (cell, step) = (format!("the cell from {left}"), "θ is not positive".to_owned());
        return Err(Error::Unproved { cell, step });
    }
    let n = order - 1;
    // e > 2.7182.
    let factor = Rational::from((n * 10_000, 27_182)) / theta;
    Ok((0..n).fold(to_rug(enclosure::mills_ratio(&x0, 128)?.hi()), |all, _| all * &factor))
}

impl Piece {
    fn new(index: usize, by: &Interpolation) -> Result<Self, Error> {
        let unproved = |step: &str| Error::Unproved { cell: format!("cell {index}"), step: step.to_owned() };
        let place = u32::try_from(index).map_err(|_| unproved("too many cells"))?;
        let scale = power((place / 16).cast_signed() - 2);
        let middle = Rational::from((2 * (place % 16) + 33, 32)) * &scale - Rational::from((1, 4));
        let radius = scale / 32u32;

        let first = index == 0;
        let (mut values, mut off, mut largest) = (Vec::new(), Rational::new(), Rational::new());
        for node in &by.nodes {
            let log = Rational::from(node * &radius) + &middle;
            let g = enclosure::inverse_tail(&to_oracle(&log), 160)?;
            let (mut below, mut above) = (to_rug(g.lo()), to_rug(g.hi()));
            if first {
                below /= &log;
                above /= log;
            }
            let value = Rational::from(&below << FINE).floor() >> FINE;
            off = off.max(Rational::from(&above - &value));
            largest = largest.max(above);
            values.push((value << FINE).into_numer_denom().0);
        }
        let mut coefficients = [0; NODES];
        for (k, (a, row)) in coefficients.iter_mut().zip(&by.matrix).enumerate() {
            let sum: Integer = row.iter().zip(&values).map(|(c, value)| Integer::from(c * value)).sum();
            let dropped = if k < LOW { 0 } else { DROPPED };
            let a_k: Integer = (sum >> (2 * FINE - FRACTION + dropped)) << dropped;
            *a = a_k.to_i128().ok_or_else(|| unproved("a coefficient is too large"))?;
        }

        let slopes = coefficients.iter().skip(1).map(|a| a.unsigned_abs());
        if slopes.fold(0, u128::saturating_add) > 1 << 112 {
            return Err(unproved("the polynomial of the filter is too steep for its products"));
        }
        let words = coefficients.iter().skip(LOW).map(|a| a.unsigned_abs() >> DROPPED);
        if words.fold(0, u128::saturating_add) > 1 << 61 {
            return Err(unproved("the last coefficients of the filter are no words"));
        }

        // The matrix is off by 2^-FINE in each entry, the values by `off`, each coefficient by 2^8 units.
        let count = u32::try_from(NODES).unwrap_or(0);
        let mut rounding = &by.weight * off + power(DROPPED.cast_signed() - FRACTION.cast_signed()) * count;
        rounding += largest * power(-FINE.cast_signed()) * (count * count);
        // |u|ᵏ ≤ (1 + 2^-30)^15 < 2.
        rounding *= 2;
        let order = count + u32::from(first);
        let left = &middle - &radius * reach();
        // Only a choice: far enough below `left`, where g′ is not yet much larger.
        let x0 = Rational::from_f64(inverse_tail_f64(middle.to_f64()) / 4.0 - 1.0).unwrap_or_default();
        let mut remainder = derivative(order, &left, &x0)? * &by.product;
        for k in 1..=order {
            remainder /= k;
        }
        for _ in 0..count {
            remainder *= &radius;
        }
        Ok(Self { middle, radius, coefficients, error: remainder + rounding })
    }

    /// The polynomial in exact numbers.
    fn exact(&self) -> impl Iterator<Item = Rational> + '_ {
        self.coefficients.iter().map(|&a| Rational::from(a) >> FRACTION)
    }

    /// Whether the piece speaks about ℓ.
    pub(crate) fn covers(&self, log: &Rational) -> bool {
        let (first, last) = self.ends();
        first <= *log && *log <= last
    }

    /// Bounds |Σ pₖ·(ℓ − centre)ᵏ − f(ℓ)| on [`PARTS`] parts of the cell, from left to right.
    pub(crate) fn distances(&self, polynomial: &[Rational], centre: &Rational) -> Vec<Rational> {
        let mut difference = substituted(polynomial, &Rational::from(&self.middle - centre), &self.radius);
        difference.resize(NODES.max(polynomial.len()), Rational::new());
        for (k, a) in self.exact().enumerate() {
            add(&mut difference, k, -a);
        }
        suprema(&difference).into_iter().map(|part| part + &self.error).collect()
    }

    /// Bounds |Σ pₖ·(ℓ − centre)ᵏ − ℓ·f(ℓ)| in the same way: in the first cell, where f is g(ℓ)/ℓ, the distance from g.
    pub(crate) fn distances_of_product(&self, polynomial: &[Rational], centre: &Rational) -> Vec<Rational> {
        let mut difference = substituted(polynomial, &Rational::from(&self.middle - centre), &self.radius);
        difference.resize((NODES + 1).max(polynomial.len()), Rational::new());
        for (k, a) in self.exact().enumerate() {
            add(&mut difference, k, -Rational::from(&a * &self.middle));
            add(&mut difference, k + 1, -Rational::from(&a * &self.radius));
        }
        let error = &self.error * self.ends().1;
        suprema(&difference).into_iter().map(|part| part + &error).collect()
    }

    /// The middle of the cell, and half its length.
    pub(crate) const fn place(&self) -> (&Rational, &Rational) {
        (&self.middle, &self.radius)
    }

    /// The first and the last ℓ that the piece covers.
    pub(crate) fn ends(&self) -> (Rational, Rational) {
        let reach = &self.radius * reach();
        (Rational::from(&self.middle - &reach), reach + &self.middle)
    }

    /// A lower bound of f(ℓ), for an ℓ that the piece covers.
    pub(crate) fn least(&self, log: &Rational) -> Rational {
        let u = Rational::from(log - &self.middle) / &self.radius;
        let coefficients: Vec<_> = self.exact().collect();
        coefficients.iter().rev().fold(Rational::new(), |sum, a| sum * &u + a) - &self.error
    }

    /// Lower bounds of g on the parts of [`Piece::distances`], for a cell after the first: g is concave, so it lies above
    /// its chord, and each part's first u is −1 − 2^-30 + 2·part/PARTS.
    pub(crate) fn least_of_parts(&self) -> Vec<Rational> {
        let (first, last) = self.ends();
        let (low, high) = (self.least(&first), self.least(&last));
        let step = Rational::from(&high - &low) / (reach() * PARTS);
        (0..PARTS).map(|part| Rational::from(&step * part) + &low).collect()
    }
}

/// The coefficients in x of Σ cₖ·(shift + scale·x)ᵏ.
fn substituted(coefficients: &[Rational], shift: &Rational, scale: &Rational) -> Vec<Rational> {
    let mut all = vec![Rational::new(); coefficients.len()];
    for c in coefficients.iter().rev() {
        let mut next: Vec<Rational> = all.iter().map(|a| Rational::from(a * shift)).collect();
        for (k, a) in all.iter().enumerate() {
            add(&mut next, k + 1, Rational::from(a * scale));
        }
        add(&mut next, 0, c.clone());
        all = next;
    }
    all
}

/// The pieces of all cells.
pub struct InverseTail {
    pieces: Vec<Piece>,
}

impl InverseTail {
    /// Builds the pieces from MPFR enclosures and checks the error of each.
    ///
    /// # Errors
    /// [`Error::Unproved`] if a piece is off by more than the ledger says.
    pub fn new() -> Result<Self, Error> {
        let by = Interpolation::new();
        let pieces = (0..CELLS)
            .map(|index| {
                let piece = Piece::new(index, &by)?;
                if piece.error > power(17 - FRACTION.cast_signed()) {
                    let step = "the polynomial of the filter is off by more than 2^-83".to_owned();
                    return Err(Error::Unproved { cell: format!("cell {index}"), step });
                }
                Ok(piece)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { pieces })
    }

    /// The piece of a cell of the kernel.
    pub(crate) fn piece(&self, cell: usize) -> Option<&Piece> {
        self.pieces.get(cell)
    }

    /// g(ℓ) in units.
    ///
    /// # Guarantee
    /// Within 2^-82 of the truth (ledger in the module's head). None unless 0 ≤ ℓ < 2^31 − 1/4.
    #[must_use]
    #[inline]
    pub fn value(&self, log: Dyadic) -> Option<i128> {
        // ℓ and t in units of 2^-96.
        let mantissa = u128::try_from(log.mantissa).ok()?;
        let shift = log.exponent.checked_add(96)?;
        let log = if shift >= 0 {
            if mantissa.leading_zeros() <= shift.unsigned_abs() {
                return None;
            }
            mantissa << shift
        } else {
            mantissa >> shift.unsigned_abs().min(127)
        };
        let t = log.checked_add(1 << 94)?;
        // 1/4 ≤ t < 2^31: between 1 and 33 zeros before the first one.
        let zeros = t.leading_zeros();
        let octave = 33_u32.checked_sub(zeros)?;
        if octave > 32 {
            return None;
        }
        // Then four bits for the cell, and the rest is (u + 1)/2.
        let [.., leading] = (t << zeros >> 123).to_be_bytes();
        let cell = usize::try_from(octave).ok()? * 16 + usize::from(leading & 15);
        let u = ((t << zeros << 5) ^ (1 << 127)).cast_signed() >> (127 - FRACTION);
        let (low, high) = self.pieces.get(cell)?.coefficients.split_at(LOW);
        let short = low_i64(u >> (FRACTION - 62));
        let step = |sum: i64, a: &i128| {
            low_i64(filter::product(sum, short) >> 62).wrapping_add(low_i64(*a >> DROPPED))
        };
        let sum = i128::from(high.iter().rev().fold(0, step)) << DROPPED;
        let sum = low.iter().rev().fold(sum, |sum, a| times(sum, u).wrapping_add(*a));
        Some(if cell == 0 { times(log.cast_signed() << (FRACTION - 96), sum) } else { sum })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::{SEED, Words};

    /// |filter − MPFR|, as an upper bound.
    fn error(filter: &InverseTail, log: Dyadic) -> Rational {
        let exact = enclosure::inverse_tail(&log.to_rational(), 160).unwrap();
        let ours = Rational::from(filter.value(log).unwrap()) >> FRACTION;
        let off = |end| (&ours - to_rug(end)).abs();
        off(exact.lo()).max(off(exact.hi()))
    }

    /// Both ends of every cell, floats at large, and the small ones.
    #[test]
    fn ledger_holds_and_is_not_idle() {
        let filter = InverseTail::new().unwrap();
        let mut worst = Rational::new();
        let mut check = |log: f64| {
            let error = error(&filter, Dyadic::from_f64(log).unwrap());
            assert!(error < power(-82), "{log}");
            if error > worst {
                worst = error;
            }
        };
        for index in 0..CELLS {
            let piece = filter.piece(index).unwrap();
            for side in [-1.0, -0.3, 0.0, 0.4, 0.8, 1.0 - f64::EPSILON * 32.0] {
                check(piece.middle.to_f64() + side * piece.radius.to_f64());
            }
        }
        for word in Words(SEED).take(3000) {
            check(f64::from_bits(((1053 - word % 80) << 52) | (word >> 12)));
        }
        for exponent in [-1000, -149, -100, -97, -96, -50] {
            check(2.0_f64.powi(exponent));
        }
        check(0.0);
        assert!(worst > power(-93), "the ledger could be smaller by a lot");
    }

    /// A piece says how far a polynomial is from g: a polynomial that is wrong by 2^-70 is at least that far.
    #[test]
    fn distances_see_what_is_wrong() {
        let by = Interpolation::new();
        for index in [1, 17, 300, 527] {
            let piece = Piece::new(index, &by).unwrap();
            // The piece itself, in powers of r = radius·u.
            let mut scale = Rational::from(1);
            let mut own = Vec::new();
            for a in piece.exact() {
                own.push(a / &scale);
                scale *= &piece.radius;
            }
            let nothing = power(-150);
            let off = |own: &[Rational]| piece.distances(own, &piece.middle);
            assert!(off(&own).iter().all(|off| Rational::from(off - &piece.error) < nothing));
            *own.first_mut().unwrap() += power(-70);
            assert!(off(&own).iter().all(|off| {
                let more = Rational::from(off - &piece.error) - power(-70);
                more >= 0 && more < power(-87)
            }));
            // A slope of 2^-70 per radius shows in the outer parts and hardly in the middle.
            *own.first_mut().unwrap() -= power(-70);
            *own.get_mut(1).unwrap() += power(-70) / &piece.radius;
            let all = off(&own);
            assert!(all[0] > power(-71) && all[7] > power(-71) && all[3] < power(-71) + &piece.error);
        }
    }

    /// Against the values at the ends of the parts, which they are never below and seldom far above.
    #[test]
    fn suprema_hold_and_are_nearly_sharp() {
        let of = |all: &[i32]| all.iter().map(|&c| Rational::from(c)).collect::<Vec<_>>();
        // T₈.
        let chebyshev = of(&[1, 0, -32, 0, 160, 0, -256, 0, 128]);
        let bounds = suprema(&chebyshev);
        for (part, bound) in (0..).zip(&bounds) {
            for u in [Rational::from((part, 4)) - 1u32, Rational::from((part + 1, 4)) - 1u32] {
                let value = chebyshev.iter().rev().fold(Rational::new(), |sum, c| sum * &u + c);
                assert!(value.abs() <= *bound, "{part}");
            }
        }
        let worst = largest(bounds);
        assert!(worst >= 1 && worst < Rational::from((21, 20)), "{}", worst.to_f64());
        // Linear: the outer end of each part, and the 2^-30 beyond.
        let sup = |part: usize| suprema(&of(&[0, 5])).get(part).cloned().unwrap();
        assert!(sup(0) > 5 && sup(0) < Rational::from((501, 100)) && sup(4) < Rational::from((5, 3)));
    }

    /// Lower bounds of g: below MPFR at every part's ends, and by little.
    #[test]
    fn least_values_are_below_g() {
        let by = Interpolation::new();
        for index in [1, 40, 200, 527] {
            let piece = Piece::new(index, &by).unwrap();
            for (part, least) in (0..).zip(piece.least_of_parts()) {
                let u = Rational::from((part, 4)) - 1u32;
                let log = u * &piece.radius + &piece.middle;
                let exact = to_rug(enclosure::inverse_tail(&to_oracle(&log), 100).unwrap().lo());
                assert!(least <= exact && least > exact * Rational::from((99, 100)), "{index} {part}");
            }
        }
    }

    #[test]
    fn refuses_what_is_no_logarithm() {
        let filter = InverseTail::new().unwrap();
        let refused = [(-1, 0), (1, 31), (8_589_934_591, -2), (1, i32::MAX), (i128::MAX, 0)];
        for (mantissa, exponent) in refused {
            assert!(filter.value(Dyadic { mantissa, exponent }).is_none(), "{mantissa} {exponent}");
        }
        assert!(filter.value(Dyadic { mantissa: 8_589_934_590, exponent: -2 }).is_some());
    }
}
