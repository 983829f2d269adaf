//! Planar Laplace noise with b = 1, every draw of three small samplers as a point.

use kdelta_oracle::derivation::{Axis, Generator, Hypotheses, Noise, NoiseError, Sampler};
use kdelta_oracle::enclosure::{Enclosure, cos, pi, sin};
use kdelta_oracle::noise::{GammaRadius, GridUniform, RadialInverse, RelativeUniform};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::q;

/// Integers that stand for enclosed numbers in units of 2^-40, within one unit.
pub fn unit(e: &Enclosure) -> i128 {
    i128::try_from(&(e.lo() * dyadic(1, 40)).floor().to_integer()).unwrap()
}

/// Directions (cos θ, sin θ) of n angle midpoints in units of 2^-40, each within two units.
pub fn directions(n: u64) -> Vec<[i128; 2]> {
    let turn = pi(100).unwrap();
    let grid = GridUniform::Midpoints(n);
    (0..n)
        .map(|z| {
            let theta = turn.scaled(&(q("2") * grid.draw(z).unwrap() - q("1")));
            [unit(&cos(theta.lo(), 48).unwrap()), unit(&sin(theta.lo(), 48).unwrap())]
        })
        .collect()
}

/// Points in units of 2^-40 with their weights.
pub type Points = Vec<([i64; 2], u64)>;

pub fn points(radii: &[(i128, u64)], directions: &[[i128; 2]]) -> Points {
    let product = |r: i128, c: i128| i64::try_from((r * c) >> 40).unwrap();
    let at = |r, weight, [c, s]: [i128; 2]| ([product(r, c), product(r, s)], weight);
    radii.iter().flat_map(|&(r, w)| directions.iter().map(move |&direction| at(r, w, direction))).collect()
}

/// ε = Δ = `distance`, so b = 1; the window and the answers [0, cells·2^-cell_bits]². The points of this file are off by two units of 2^-40 in the
/// radius and in the direction each, and by one in the product.
pub fn hypotheses(sampler: &Sampler, angles: u64, distance: &str, cell_bits: u32, cells: i64) -> Hypotheses {
    let side = (q("0"), dyadic(cells, -cell_bits.cast_signed()));
    let axis = Axis { answers: side.clone(), window: side, edge_shift: q("0") };
    Hypotheses {
        scale: q("1"),
        sensitivity: q(distance),
        changed: 1,
        axes: vec![axis.clone(), axis],
        cell: dyadic(1, -cell_bits.cast_signed()),
        noise: Noise::PlanarLaplace { angle_bias: GridUniform::Midpoints(angles).bias().unwrap() },
        sampler: sampler.clone(),
        error: NoiseError { absolute: dyadic(4, -40), relative: dyadic(3, -40), rounding: q("0") },
    }
}

/// The inverse of the distribution function of the radius at 1024 midpoints, and as many angles.
pub fn inverse_cdf() -> (Sampler, Points) {
    let radial = RadialInverse::new(q("1")).unwrap();
    let grid = GridUniform::Midpoints(1024);
    let radius = |z| unit(&radial.inverse(&grid.draw(z).unwrap(), 40).unwrap());
    let radii: Vec<_> = (0..1024).map(|z| (radius(z), 1)).collect();
    (Sampler::InverseCdf { bias: grid.bias().unwrap() }, points(&radii, &directions(1024)))
}

/// The sum of two exponential variables, each from 64 midpoints, and 256 angles.
pub fn gamma() -> (Sampler, Points) {
    let gamma = GammaRadius::new(q("1")).unwrap();
    let grid = GridUniform::Midpoints(64);
    let draw = |z| grid.draw(z).unwrap();
    let radii: Vec<_> = (0..64)
        .flat_map(|a| (0..64).map(move |b| (a, b)))
        .map(|(a, b)| (unit(&gamma.radius(&draw(a), &draw(b), 48).unwrap()), 1))
        .collect();
    (Sampler::Logarithm(Generator::Absolute { bias: grid.bias().unwrap() }), points(&radii, &directions(256)))
}

/// The relative generator, every draw with its exact weight, the cut-off included: E is drawn by `CUT_OFF` bits, so that all
/// probabilities are multiples of 2^-CUT_OFF. 64 angles.
pub fn relative_gamma() -> (Sampler, Points) {
    const CUT_OFF: u32 = 9;
    let relative = RelativeUniform { precision: 5, cut_off: CUT_OFF, midpoint: true };
    let mut draws: Vec<(Rational, u64)> = (0..CUT_OFF)
        .flat_map(|e| (0..16).map(move |j| (relative.draw(e, j).unwrap().value, 1 << (CUT_OFF - 1 - e))))
        .collect();
    // Below 2^-CUT_OFF nothing is resolved: one value for all, whose radius is the cut-off itself.
    draws.push((dyadic(1, -CUT_OFF.cast_signed()), 16));
    let total: u64 = draws.iter().map(|draw| draw.1).sum();
    assert_eq!(total, 16 << CUT_OFF, "the weights are all there");
    let gamma = GammaRadius::new(q("1")).unwrap();
    let logs: Vec<_> = draws.iter().map(|(v, w)| (unit(&gamma.radius(v, &q("1"), 48).unwrap()), w)).collect();
    let radii: Vec<_> =
        logs.iter().flat_map(|(a, v)| logs.iter().map(move |(b, w)| (a + b, *v * *w))).collect();
    (Sampler::Logarithm(Generator::Relative(relative)), points(&radii, &directions(64)))
}
