//! Rigorous rational enclosures `[lo, hi]` of real numbers, to any requested width.
//!
//! Every function of this module answers with rationals `lo ≤ f(x) ≤ hi` and `hi − lo ≤ 2^-bits`. The work is
//! done on integers scaled by a power of two (`scaled`), rounded outward at every step; the width is checked at
//! the end and the work repeated with more guard bits until it is met, so that no width rests on an error
//! analysis, and no truth on a width.
//!
//! | function | method | truncation argument |
//! |---|---|---|
//! | π, ln 2 | Machin's formula, 2·artanh(1/3) | alternating / geometric tail (`constants`) |
//! | exp, sin, cos | reduction, then bit burst with binary splitting | tail below the first omitted term (`burst`) |
//! | ln | y + ln(x·e^{−y}) with y from a quarter of the bits | three terms of ln(1+t), Lagrange remainder (`logarithm`) |
//! | roots | integer root | none: floor and floor + 1 |
//! | sinh, artanh | from exp and ln | none |
//! | Φ | ½ + φ(x)·Σ x^{2n+1}/(1·3·5⋯(2n+1)) | geometric tail (`normal`) |
//! | Φ⁻¹, the inverse g of −ln(2Φ̄) | Newton's method on intervals | none: the mean value theorem (`newton`) |
//! | Mills' ratio Φ̄/φ | √(π/2)·e^{x²/2} − Σ x^{2n+1}/(1·3·5⋯(2n+1)), or a continued fraction | geometric tail; two-sided convergents (`normal_tail`) |
//! | derivatives of g | recursion by its differential equation | none |

mod burst;
mod constants;
mod exponential;
mod interval;
mod logarithm;
mod newton;
mod normal;
mod normal_tail;
mod one_sided;
mod quick_logarithm;
mod roots;
mod scaled;
mod text;
mod trigonometry;

pub use constants::{ln_two, pi};
pub use exponential::{exp, sinh};
pub use interval::Enclosure;
pub use logarithm::{artanh, ln};
pub(crate) use newton::newton;
pub use normal::{normal_distribution, normal_quantile};
pub use normal_tail::{
    inverse_tail, inverse_tail_series, inverse_tail_series_at, mills_ratio, minus_ln_tail, normal_density,
    normal_tail,
};
pub use one_sided::{LowerBound, UpperBound};
pub use quick_logarithm::QuickLogarithm;
pub use roots::{root, sqrt};
pub use text::{argument_of_ln, parse_below};
pub use trigonometry::{cos, sin};

use crate::refusal::Refusal;
use core::cmp::Ordering;
use scaled::Scaled;

/// Largest precision, in bits, that a caller may ask for.
pub const MAX_BITS: u32 = 1 << 16;

/// Repeats `attempt` with more and more working bits until the enclosure is at most `2^-bits` wide.
fn refine(bits: u32, attempt: impl Fn(u32) -> Result<Scaled, Refusal>) -> Result<Enclosure, Refusal> {
    check_bits(bits)?;
    let mut guard = 16;
    loop {
        let scaled = attempt(bits + guard)?;
        if scaled.is_narrower_than(bits) {
            return Ok(scaled.to_enclosure());
        }
        guard *= 4;
        if guard > 4 * MAX_BITS {
            return Err(Refusal::Undecided { what: "the width of an enclosure", bits });
        }
    }
}

fn check_bits(bits: u32) -> Result<(), Refusal> {
    if bits > MAX_BITS { Err(Refusal::too_large("precision in bits", bits, MAX_BITS)) } else { Ok(()) }
}

/// Compares a real number, given by enclosures of any precision, with zero: Ziv's strategy.
///
/// # Errors
/// [`Refusal::Undecided`] if 4096 bits do not separate it from zero; any refusal of `enclosure`.
pub fn sign(
    what: &'static str,
    enclosure: impl Fn(u32) -> Result<Enclosure, Refusal>,
) -> Result<Ordering, Refusal> {
    let mut bits = 64;
    loop {
        if let Some(decided) = enclosure(bits)?.sign() {
            return Ok(decided);
        }
        if bits >= 4096 {
            return Err(Refusal::Undecided { what, bits });
        }
        bits *= 4;
    }
}
