//! The law of K in exact semantics: the Laplace mass of each cell, and of ∞. This is μ; the law ν of what runs is
//! counted ([`super::LineMechanism`]), through n′ and not through n as the paper prints (F2).

use super::Rounding;
use crate::enclosure::Enclosure;
use crate::noise::Laplace;
use crate::number::Rational;
use crate::refusal::Refusal;
use num_traits::One;

/// Enclosures of P[K_r = o] for each cell o, then of P[K_r = ∞], each of width at most 2^(1−bits) (the last 2^(2−bits)).
///
/// # Errors
/// Refused for more than 2^20 cells, or beyond [`crate::enclosure::MAX_BITS`].
pub fn exact_law(
    law: &Laplace,
    rounding: &Rounding<Rational>,
    answer: &Rational,
    bits: u32,
) -> Result<Vec<Enclosure>, Refusal> {
    if rounding.cells() > 1 << 20 {
        return Err(Refusal::too_large("number of cells", rounding.cells(), 1 << 20));
    }
    let below = |x: &Rational| law.distribution(&(x - answer), bits);
    let window = rounding.window()?;
    let (first, last) = (below(window.low())?, below(window.high())?);
    let mut masses = Vec::new();
    let mut low = first.clone();
    for i in 0..rounding.cells() {
        let high = below(rounding.cell(i)?.high())?;
        masses.push(high.minus(&low));
        low = high;
    }
    masses.push(Enclosure::exact(Rational::one()).minus(&last.minus(&first)));
    Ok(masses)
}
