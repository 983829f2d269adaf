//! The two figures of the paper, with every height computed by the oracle (F30).

use crate::axis::{Axis, Spread};
use crate::figure::{Figure, Series, Shape};
use crate::float;
use kdelta_explore::Error;
use kdelta_oracle::enclosure::exp;
use kdelta_oracle::mechanism::nearest_multiple;
use kdelta_oracle::noise::Laplace;
use kdelta_oracle::number::{Rational, dyadic};
use std::collections::BTreeSet;

/// Working bits; a pixel needs a dozen.
const BITS: u32 = 64;

/// Figure 1: b = 2^n with n = 2, d = 6 digits, r₁ = 0, r₂ = (2^n·k + h)/2^d with k = 3, h = 2.
const DIGITS: i32 = 6;
const LOG2_SCALE: u32 = 2;
const SECOND: i64 = (3 << LOG2_SCALE) + 2;
/// The paper draws so many outputs on each side.
const EACH_SIDE: i64 = 20;

/// P\[the output is r + 2^n·z\], in units of 2^-d: the machine's Laplace variable of scale 1 rounds to z.
fn naive_law(answer: i64) -> Result<Vec<(i64, Rational)>, Error> {
    let unit = Laplace::new(Rational::from_integer(1.into()))?;
    let mass = |z: i64| -> Result<Rational, Error> {
        let edge = |twice: i64| dyadic(twice, -DIGITS - 1);
        Ok(unit.mass(&edge(2 * z - 1), &edge(2 * z + 1), BITS)?.lo().clone())
    };
    (-EACH_SIDE..=EACH_SIDE).map(|z| Ok((answer + (z << LOG2_SCALE), mass(z)?))).collect()
}

/// Figure 1.
///
/// # Errors
/// If a probability cannot be enclosed.
pub fn figure_1() -> Result<Figure, Error> {
    let laws = [naive_law(0)?, naive_law(SECOND)?];
    let outputs = |law: &[(i64, Rational)]| law.iter().map(|(output, _)| *output).collect::<BTreeSet<_>>();
    let shared = outputs(&laws[0]).intersection(&outputs(&laws[1])).count();
    let stems = |law: &[(i64, Rational)]| {
        Shape::Stems(law.iter().map(|(output, p)| (float(&dyadic(*output, -DIGITS)), float(p))).collect())
    };
    let far = float(&dyadic(EACH_SIDE << LOG2_SCALE, -DIGITS));
    Ok(Figure {
        title: "Figure 1, recomputed: noise that is scaled in fixed point leaves two answers without a common output".into(),
        caption: format!(
            "Example 1.1 of the paper: a Laplace variable of scale 1, rounded to d = 6 binary digits, is multiplied by b = 4 and \
             added to the answer r₁ = 0 or r₂ = 3·2⁻⁴ + 2⁻⁵. Each line is an output with its exact probability. The two answers \
             share {shared} of the outputs drawn: one output tells them apart. The paper draws the same outputs under a \
             steeper law, not to scale."
        ),
        x: Axis::new("output", "units of the answer", Spread::Linear, (-1.0 - 0.3, far + 0.3)),
        y: Axis::new("probability", "", Spread::Linear, (0.0, 0.009)),
        series: vec![
            Series { name: "r₁ = 0".into(), shape: stems(&laws[0]) },
            Series { name: "r₂ = 3·2⁻⁴ + 2⁻⁵".into(), shape: stems(&laws[1]) },
        ],
        rules: Vec::new(),
    })
}

/// Figure 2: cells of width 1/5, of which the i-th has round(15·e^(−0.4·|x − r|)) draws, x its middle.
const CELLS: std::ops::Range<i64> = -30..25;
const CELLS_PER_UNIT: i64 = 5;
/// x₀ = −5, where the paper looks.
const X0: i64 = -25;

/// −0.4·|x − r| at the middle of a cell, r in cells.
fn exponent(cell: i64, answer: i64) -> Rational {
    let twice = 2 * (cell - answer) + 1;
    Rational::new((-twice.abs()).into(), (5 * CELLS_PER_UNIT).into())
}

/// The draws of a cell, correctly rounded.
fn draws(cell: i64, answer: i64) -> Result<i64, Error> {
    let fifteen = Rational::from_integer(15.into());
    Ok(nearest_multiple(0, |bits| Ok(exp(&exponent(cell, answer), bits)?.scaled(&fifteen)))?)
}

/// Figure 2.
///
/// # Errors
/// If a probability cannot be enclosed.
pub fn figure_2() -> Result<Figure, Error> {
    let left = |cell: i64| float(&Rational::new(cell.into(), CELLS_PER_UNIT.into()));
    let steps = |answer: i64| -> Result<Shape, Error> {
        let step = |cell| {
            Ok((left(cell), left(cell + 1), float(&Rational::from_integer(draws(cell, answer)?.into()))))
        };
        Ok(Shape::Steps(CELLS.map(step).collect::<Result<_, Error>>()?))
    };
    let curve = |answer: i64| -> Result<Shape, Error> {
        let point = |cell: i64| {
            let middle = Rational::new((2 * cell + 1).into(), (2 * CELLS_PER_UNIT).into());
            let height = exp(&exponent(cell, answer), BITS)?.lo() * Rational::from_integer(15.into());
            Ok((float(&middle), float(&height)))
        };
        Ok(Shape::Thin(CELLS.map(point).collect::<Result<_, Error>>()?))
    };
    let (first, second) = (draws(X0, 0)?, draws(X0, CELLS_PER_UNIT)?);
    Ok(Figure {
        title: "Figure 2, recomputed: a finite generator gives whole numbers of draws, and the ratio breaks in the tail".into(),
        caption: format!(
            "Example 4.1 of the paper: 15·e^(−0.4|x − r|) draws for each cell of width 0.2, rounded to whole draws, for the answers \
             r₁ = 0 and r₂ = 1. The curves have the ratio e^0.4 ≈ 1.49 everywhere left of both answers (the text says 4/3); in \
             the cell from x₀ = −5 on the rounded laws have {first} draws against {second}."
        ),
        x: Axis::new("output x", "units of the answer", Spread::Linear, (-6.0, 5.0)),
        y: Axis::new("draws of the cell", "", Spread::Linear, (0.0, 16.0)),
        series: vec![
            Series { name: "r₁ = 0, rounded".into(), shape: steps(0)? },
            Series { name: "r₂ = 1, rounded".into(), shape: steps(CELLS_PER_UNIT)? },
            Series { name: "r₁ = 0, exact".into(), shape: curve(0)? },
            Series { name: "r₂ = 1, exact".into(), shape: curve(CELLS_PER_UNIT)? },
        ],
        rules: vec![(left(X0) + 0.1, format!("x₀ = −5: {first} against {second}"))],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the paper: disjoint supports, and 2 draws against 1 at x₀.
    #[test]
    fn the_figures_show_what_the_paper_says() {
        assert_eq!(Rational::new(SECOND.into(), 64.into()), Rational::new(7.into(), 32.into()));
        assert!(figure_1().unwrap().caption.contains("share 0 of the outputs"));
        assert_eq!((draws(X0, 0).unwrap(), draws(X0, CELLS_PER_UNIT).unwrap()), (2, 1));
        // 1 − e^(−1/128) = 0.00778206…, the mass of the middle.
        let (_, middle) = naive_law(0).unwrap().into_iter().find(|(output, _)| *output == 0).unwrap();
        assert!((float(&middle) - 0.007_782_06).abs() < 1e-8);
    }
}
