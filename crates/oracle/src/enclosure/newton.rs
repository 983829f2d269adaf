//! Newton's method on intervals: the root of a function whose slope is known over an interval and is nowhere zero on it.

use super::Enclosure;
use crate::number::{Rational, compare, dyadic, floor_log2, floor_scaled, from_scaled, larger, smaller};
use crate::refusal::Refusal;

/// Steps after which the method gives up. Each takes at least a quarter of the interval away, and the last ones double the number of bits.
const MAX_STEPS: u32 = 1 << 10;

/// An enclosure of the root that f has in X = `around`, of width at most `2^-bits`; whoever calls this owes the argument that X has one.
///
/// `value` encloses f at a point and `slope` encloses f′ over an interval, each with the number of bits given. If X holds the root x, and
/// m is a point of X, then x = m − f(m)/f′(ξ) with some ξ of X (the mean value theorem), so that x also lies in m − f(m)/f′(X). Where the
/// sign of f(m) is known, half of X goes away; where it is not, f(m) is so near to 0 that what remains of X is short, if |f′| is at least
/// 2^-lost or not much less.
///
/// # Errors
/// Refused if the slope is not known to differ from zero, if the bits that this takes do not suffice, or as `value` and `slope` refuse.
pub(crate) fn newton(
    what: &'static str,
    mut around: Enclosure,
    (bits, lost): (u32, u32),
    value: impl Fn(&Rational, u32) -> Result<Enclosure, Refusal>,
    slope: impl Fn(&Enclosure, u32) -> Result<Enclosure, Refusal>,
) -> Result<Enclosure, Refusal> {
    let narrow = dyadic(1, -bits.cast_signed());
    for _ in 0..MAX_STEPS {
        let width = around.width();
        if compare(&width, &narrow).is_le() {
            return Ok(around);
        }
        let known = floor_log2(&width).map_or(0, |e| e.min(0).unsigned_abs());
        let precision = (2 * known).min(bits) + lost + 8;
        let sum = around.lo() + around.hi();
        let middle = from_scaled(floor_scaled(&(sum * dyadic(1, -1)), known + 2), known + 2);
        // Over an interval of this width the slope is known no better, whatever its own precision.
        let coarse = precision.min(known + lost + 16);
        let step = value(&middle, precision)?.over(&slope(&around, coarse)?)?;
        let next = Enclosure::exact(middle).minus(&step).outward(precision);
        around =
            Enclosure::new(larger(around.lo(), next.lo()).clone(), smaller(around.hi(), next.hi()).clone())?;
    }
    Err(Refusal::Undecided { what, bits })
}
