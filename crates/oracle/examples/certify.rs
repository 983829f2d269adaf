//! Certifies one small mechanism from end to end in exact arithmetic, and prints every link of the derived.
//!
//! The mechanism is small enough to be enumerated whole, so that every bound stands next to the exact loss.
#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use kdelta_oracle::Refusal;
use kdelta_oracle::bound::Form;
use kdelta_oracle::closeness::{GeneratorPoint, ShiftTerms, discharge_on_points};
use kdelta_oracle::derivation::{Axis, Derivation, Hypotheses, Noise, NoiseError, Sampler};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::mechanism::{Answers, CountedNoise, Enumeration, LineMechanism, laplace_table};
use kdelta_oracle::noise::{GridUniform, Laplace};
use kdelta_oracle::number::{Rational, decimal, dyadic, parse};

/// N equally likely draws.
const DRAWS: u64 = 1 << 12;
/// Noise and answers are multiples of h = 2^-10.
const FRACTION_BITS: u32 = 10;
/// The window [0, 4), in cells of L = 1/4, all in units of h.
const WINDOW: i64 = 4096;
const CELL: i64 = 256;
/// Δ = 1, in units of h.
const SENSITIVITY: i64 = 1024;

fn main() -> Result<(), Refusal> {
    let error = UpperBound::new(dyadic(1, -1 - FRACTION_BITS.cast_signed()));
    let generator = GridUniform::Midpoints(DRAWS);
    let zero = || dyadic(0, 0);
    let ends = (parse("0")?, parse("4")?);
    let derived = Hypotheses {
        scale: parse("8")?,
        sensitivity: parse("1")?,
        changed: 1,
        axes: vec![Axis { answers: ends.clone(), window: ends, edge_shift: zero() }],
        cell: parse("1/4")?,
        noise: Noise::Laplace,
        sampler: Sampler::InverseCdf { bias: generator.bias()? },
        error: NoiseError { absolute: zero(), relative: zero(), rounding: error.value().clone() },
    }
    .derive()?;
    let noise = laplace_table(&Laplace::new(derived.scale.clone())?, DRAWS, FRACTION_BITS)?;
    let checked = discharge(&derived, generator, &noise, &error)?;
    let enumeration = enumerate(noise)?;

    println!(
        "Laplace noise for ε = 1/8, Δ = 1, from 2^12 equally likely draws, in fixed point with h = 2^-10"
    );
    println!("answers [0, 4], window [0, 4), rounded to cells of L = 1/4\n");
    print_terms(&derived, &error)?;
    println!("\n  condition                                         how it was discharged");
    println!("  (i)   every draw within δ₀ of what it stands for  {} draws checked exactly", checked.bias);
    println!("  (ii)  n is k-Lipschitz where |n| ≤ T              dn/du = 2b·e^(|n|/b), on an interval");
    println!(
        "  (iii) |n′ − n| ≤ δ_n where |n| ≤ T                {} draws checked by enclosures",
        checked.inside
    );
    println!(
        "  (iv)  |n′| ≥ T − δ_n beyond                       {} draws checked by enclosures",
        checked.outside
    );
    println!("  (v)   T > ρ_M + δ,  and L > 2δ                    exact comparison of rationals");
    print_bounds(&derived, &enumeration)
}

fn discharge(
    derived: &Derivation,
    generator: GridUniform,
    noise: &[i64],
    error: &UpperBound,
) -> Result<kdelta_oracle::closeness::Discharge, Refusal> {
    let points: Vec<GeneratorPoint> = (0..)
        .zip(noise)
        .map(|(z, &x)| {
            Ok(GeneratorPoint {
                cell: generator.cell(z)?,
                draw: generator.draw(z)?,
                noise: dyadic(x, -FRACTION_BITS.cast_signed()),
            })
        })
        .collect::<Result<_, Refusal>>()?;
    let law = Laplace::new(derived.scale.clone())?;
    let terms = ShiftTerms {
        lipschitz: law.lipschitz(&derived.radius)?,
        bias: derived.bias.clone(),
        error: error.clone(),
        radius: derived.radius.clone(),
        reach: derived.reach.clone(),
    };
    discharge_on_points(&points, |u| law.quantile(u, 64), &terms)
}

fn enumerate(noise: Vec<i64>) -> Result<Enumeration, Refusal> {
    let edges = (0..=WINDOW / CELL).map(|i| i * CELL).collect();
    let answers = Answers { first: 0, step: 1, count: 4097 };
    Ok(LineMechanism::new(CountedNoise::uniform(noise)?, edges, answers, SENSITIVITY)?.enumerate())
}

fn print_terms(derived: &Derivation, error: &UpperBound) -> Result<(), Refusal> {
    let row =
        |name: &str, value: &Rational, how: &str| println!("  {name:<5} {:<14} {how}", decimal::up(value, 7));
    println!("  term  at most        where it comes from");
    row("b", &derived.scale, "Δ/ε, exact");
    row("δ₀", derived.bias.value(), "midpoints (z+½)/N, exact");
    row("ρ_M", derived.reach.value(), "farthest output from an answer, exact");
    row("T", &derived.radius, "closed form of the fixpoint");
    if let Some(k) = &derived.lipschitz {
        row("k", k.value(), "Lipschitz constant of n on |n| ≤ T");
    }
    row("δ_n", error.value(), "half a unit of the fixed-point noise");
    row("δ", derived.shift.value(), "k·δ₀ + δ_n");
    row("R", &derived.setting()?.ratio(), "4δ/(L−2δ)");
    Ok(())
}

fn print_bounds(derived: &Derivation, enumeration: &Enumeration) -> Result<(), Refusal> {
    println!("\n  ε′ at most    by");
    for (form, bound) in &derived.bounds {
        let note = match form {
            Form::Printed => " (the paper's formula as printed)",
            Form::TheoremU => " (Theorem U)",
            _ => "",
        };
        println!("  {:<13.6} {}{note}", bound.clone()?, form.name());
    }
    let exact = enumeration.loss.enclosure(64)?;
    let shown = exact.map_or_else(|| "infinite".to_owned(), |loss| decimal::up(loss.hi(), 6));
    println!("  {shown:<13} exact loss, by enumeration of all {DRAWS} draws and all pairs of answers");
    println!("\nverdict: this mechanism is ε′-differentially private with ε′ = {:.10}", derived.verdict);
    println!("assumed: the draws are independent and uniform; nothing else");
    Ok(())
}
