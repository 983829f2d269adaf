//! What the enumerations have in common: a fixed-point Laplace mechanism, its exact loss, and its chain of bounds.
#![allow(dead_code, unreachable_pub, reason = "each test file uses the part it needs")]

pub mod plane;

use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::{Axis, Derivation, Hypotheses, Noise, NoiseError, Sampler};
use kdelta_oracle::mechanism::{Answers, CountedNoise, Enumeration, LineMechanism, laplace_table};
use kdelta_oracle::noise::{GridUniform, Laplace};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use kdelta_testkit::{Seeded, q};

/// What an implementation may do to the correctly rounded noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Disturbance {
    /// Nothing.
    None,
    /// A random move of up to 4 units, the same for a draw and its mirror image or not.
    Jitter,
    /// Every noise is pushed up to 4 units towards the middle of the cell it falls in from the answer 0: cells seen from there
    /// gain at the expense of their neighbours.
    Greedy,
}

impl Disturbance {
    /// The largest move, in units of 2^-10.
    const UNITS: i64 = 4;

    /// What it adds to δ_n.
    pub fn error(self) -> Rational {
        if self == Self::None { q("0") } else { dyadic(Self::UNITS, -10) }
    }

    /// The noise x after it, for cells of so many units.
    pub fn applied(self, x: i64, cell: i64, stream: &mut Seeded) -> i64 {
        match self {
            Self::None => x,
            Self::Jitter => x + i64::try_from(stream.next() % 9).unwrap() - Self::UNITS,
            Self::Greedy => {
                // Fill every other cell from both sides.
                let inside = x.div_euclid(cell) % 2 == 0;
                match (inside, x.rem_euclid(cell)) {
                    (false, offset) if offset < Self::UNITS => x - Self::UNITS,
                    (false, offset) if offset >= cell - Self::UNITS => x + Self::UNITS,
                    _ => x,
                }
            }
        }
    }
}

/// The privacies ε of the sweeps.
pub const EPSILONS: [&str; 6] = ["1/8", "1/4", "1/2", "1", "2", "4"];

/// The cells L and the widths D of the windows of the sweeps.
pub fn grids() -> impl Iterator<Item = (&'static str, &'static str)> {
    ["1/64", "1/32", "1/16", "1/8", "1/4", "1/2", "1", "2"]
        .into_iter()
        .flat_map(|cell| ["2", "4", "8"].map(|width| (cell, width)))
}

/// Visits every admissible configuration of one generator size on these grids, with what follows for it and with its noise.
pub fn for_each_admissible(
    draws: u64,
    how: Disturbance,
    grids: &[(&'static str, &'static str)],
    mut visit: impl FnMut(&Configuration, &Derivation, Vec<i64>),
) {
    let mut stream = Seeded(draws);
    for epsilon in EPSILONS {
        let exact = Configuration::new(draws, epsilon, "1", "2").exact_table();
        for (cell, width) in grids {
            let configuration = Configuration::new(draws, epsilon, cell, width);
            let Ok(derived) = configuration.derive(configuration.half_unit() + how.error()) else {
                continue;
            };
            let units = configuration.units(&q(cell));
            let noise = exact.iter().map(|&x| how.applied(x, units, &mut stream)).collect();
            visit(&configuration, &derived, noise);
        }
    }
}

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
            scale: self.law().scale().clone(),
            sensitivity: self.sensitivity.clone(),
            ..on_the_line(ends.clone(), ends, self.cell.clone(), Sampler::InverseCdf { bias }, error)
        }
        .derive()
    }
}

/// b = Δ = 1 on the line, exact sums, and noise with one absolute error.
pub fn on_the_line(
    answers: (Rational, Rational),
    window: (Rational, Rational),
    cell: Rational,
    sampler: Sampler,
    error: Rational,
) -> Hypotheses {
    Hypotheses {
        scale: q("1"),
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
