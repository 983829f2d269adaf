//! What the enumerations have in common: a fixed-point Laplace mechanism, its exact loss, and its chain of bounds.
#![allow(dead_code, unreachable_pub, reason = "each test file uses the part it needs")]

use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::{Axis, Derivation, Hypotheses, Noise, NoiseError, Sampler};
use kdelta_oracle::mechanism::{Answers, CountedNoise, Enumeration, LineMechanism, laplace_table};
use kdelta_oracle::noise::{GridUniform, Laplace};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use kdelta_testkit::q;

/// N midpoints, noise on multiples of 2^-f, cells of length L on the window [0, D), answers all multiples of 2^-f in it.
#[derive(Debug, Clone)]
pub struct Configuration {
    pub draws: u64,
    pub epsilon: Rational,
    pub sensitivity: Rational,
    pub cell: Rational,
    pub width: Rational,
    pub fraction_bits: u32,
}

impl Configuration {
    pub fn new(draws: u64, epsilon: &str, cell: &str, width: &str) -> Self {
        Self {
            draws,
            epsilon: q(epsilon),
            sensitivity: q("1"),
            cell: q(cell),
            width: q(width),
            fraction_bits: 10,
        }
    }

    pub fn law(&self) -> Laplace {
        Laplace::for_privacy(&self.epsilon, &self.sensitivity).unwrap()
    }

    /// The correctly rounded noise, so that δ_n = h/2.
    pub fn exact_table(&self) -> Vec<i64> {
        laplace_table(&self.law(), self.draws, self.fraction_bits).unwrap()
    }

    pub fn units(&self, x: &Rational) -> i64 {
        let scaled = x * dyadic(1, self.fraction_bits.cast_signed());
        assert!(scaled.is_integer(), "{x} is not a multiple of h");
        i64::try_from(scaled.numer()).unwrap()
    }

    /// δ_n of the correctly rounded noise.
    pub fn half_unit(&self) -> Rational {
        dyadic(1, -1 - self.fraction_bits.cast_signed())
    }

    /// The exact loss of the mechanism with this noise.
    pub fn enumerate(&self, noise: Vec<i64>) -> Enumeration {
        let (cell, width) = (self.units(&self.cell), self.units(&self.width));
        let edges = (0..=width / cell).map(|i| i * cell).collect();
        let answers = Answers { first: 0, step: 1, count: usize::try_from(width).unwrap() + 1 };
        LineMechanism::new(
            CountedNoise::uniform(noise).unwrap(),
            edges,
            answers,
            self.units(&self.sensitivity),
        )
        .unwrap()
        .enumerate()
    }

    /// What follows for a noise with error at most `error`.
    pub fn derive(&self, error: Rational) -> Result<Derivation, Refusal> {
        let bias = GridUniform::Midpoints(self.draws).bias().unwrap();
        let ends = (q("0"), self.width.clone());
        Hypotheses {
            epsilon: self.epsilon.clone(),
            sensitivity: self.sensitivity.clone(),
            ..on_the_line(ends.clone(), ends, self.cell.clone(), Sampler::InverseCdf { bias }, error)
        }
        .derive()
    }
}

/// ε = Δ = 1 on the line, exact sums, and noise with one absolute error.
pub fn on_the_line(
    answers: (Rational, Rational),
    window: (Rational, Rational),
    cell: Rational,
    sampler: Sampler,
    error: Rational,
) -> Hypotheses {
    Hypotheses {
        epsilon: q("1"),
        sensitivity: q("1"),
        changed: 1,
        axes: vec![Axis { answers, window, edge_shift: q("0") }],
        cell,
        noise: Noise::Laplace,
        sampler,
        error: NoiseError { absolute: q("0"), relative: q("0"), rounding: error },
    }
}

/// A loss with five significant digits, rounded to nearest, for comparison with printed values.
pub fn nearest(x: &Rational, decimals: u32) -> String {
    let scale = q("10").pow(decimals.cast_signed());
    let rounded = (x * &scale + q("1/2")).floor() / scale;
    decimal::up(&rounded, 40)
}
