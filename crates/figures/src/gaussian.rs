//! The (ε, δ) curve of Gaussian noise.

use crate::axis::{Axis, Spread, decades};
use crate::figure::{Figure, Series, Shape};
use crate::{float, spelled_grid};
use kdelta_certificate::{Gaussian, MechanismCertificate};
use kdelta_explore::Error;
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, decimal, dyadic, floor_log2};
use kdelta_oracle::transfer::Closeness;
use num_traits::Zero;

/// The curves go down to δ², but not beyond this power of two.
const DEEPEST: u32 = 2048;
/// About so many points on a curve.
const POINTS: u32 = 32;
/// Bits after the point of the ideal ε.
const BITS: u32 = 64;

/// (ε, δ) for δ = 2^-1, 2^-2, … where ε is above the least that there is.
fn points(
    depth: u32,
    least: &Rational,
    epsilon: impl Fn(&Rational) -> Result<Rational, kdelta_oracle::Refusal>,
) -> Result<Vec<(f64, f64)>, Error> {
    let mut points = Vec::new();
    for log2 in (1..=depth).step_by(usize::try_from(depth / POINTS).unwrap_or(0).max(1)) {
        let delta = dyadic(1, -log2.cast_signed());
        let epsilon = epsilon(&delta)?;
        if epsilon > *least {
            points.push((float(&epsilon), float(&delta)));
        }
    }
    Ok(points)
}

/// δ against ε: ideal, certified, and by zero-concentrated privacy, with the verdict.
pub fn curve(certificate: &MechanismCertificate, law: &Gaussian) -> Result<Figure, Error> {
    let (chain, delta, verdict) = (&certificate.chain, &law.delta.0, &certificate.verdict.0);
    let ideal = GaussianMechanism::new(&chain.sensitivity.0, &chain.scale.0)?;
    let closeness = Closeness::from(&certificate.closeness);
    let depth = floor_log2(delta).map_or(1, i32::unsigned_abs).saturating_mul(2).clamp(2, DEEPEST);
    let (zero, cost) = (Rational::zero(), closeness.total().value().clone());
    let exact = points(depth, &zero, |delta| Ok(ideal.epsilon(delta, BITS)?.hi().clone()))?;
    let certified =
        points(depth, &cost, |delta| Ok(ideal.epsilon_prime(delta, &closeness)?.value().clone()))?;
    let concentrated =
        points(depth, &cost, |delta| Ok(ideal.zero_concentrated_prime(delta, &closeness)?.value().clone()))?;
    let stated = (float(verdict), float(delta));
    let all = || exact.iter().chain(&certified).chain(&concentrated).chain([&stated]);
    let farthest = all().map(|(epsilon, _)| *epsilon).fold(0.0, f64::max);
    let y = decades("δ", "", all().map(|(_, delta)| *delta));
    let (spelled, at) = (decimal::epsilon_prime(verdict), decimal::short(delta));
    let each = if law.line.vector.is_single() { "" } else { ", all values together" };
    Ok(Figure {
        title: format!(
            "The (ε, δ) curve of Gaussian noise: σ ≈ {}, Δ ≈ {}{each}, {}, L = {}",
            decimal::term(&chain.scale.0),
            decimal::term(&chain.sensitivity.0),
            certificate.subject.format.word(),
            spelled_grid(&certificate.setting.grid.0)
        ),
        caption: format!(
            "For each ε, the δ with which a release is (ε, δ)-private: that of exact noise, and the certified one of the noise that runs, which is \
             shifted by κ₊ + κ₋ ≤ {} and multiplied by e^κ₊. Where the two coincide here, they differ behind the point. The point is the \
             verdict, ε′ ≤ {spelled} at δ = {at}. The third curve is what follows from ρ alone, of zero-concentrated privacy.",
            decimal::term(&cost)
        ),
        x: Axis::new("ε", "nats", Spread::Linear, (0.0, farthest * 1.02)),
        y,
        series: vec![
            Series { name: "the verdict".into(), shape: Shape::Points(vec![stated]) },
            Series { name: "certified".into(), shape: Shape::Line(certified) },
            Series { name: "ideal".into(), shape: Shape::Line(exact) },
            Series { name: "certified, from ρ".into(), shape: Shape::Line(concentrated) },
        ],
        rules: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_certificate::{Asked, Embedded, Law, Vector};
    use kdelta_explore::setting::Wanted;
    use kdelta_testkit::q;

    fn figure(format: &str, grid: &str) -> (MechanismCertificate, Figure) {
        let flags = Wanted {
            sensitivity: Some("1".parse().unwrap()),
            answers: Some("0..1".parse().unwrap()),
            window: Some("-32..32".parse().unwrap()),
            grid: Some(grid.parse().unwrap()),
            format: Some(format.parse().unwrap()),
            ..Wanted::default()
        };
        let asked = Some((Asked::Sigma(4.into()), q("1e-6")));
        let description = flags.describe_noise(Vector::SINGLE, asked).unwrap();
        let certificate = MechanismCertificate::derive(&description, &Embedded).unwrap();
        let Law::Gaussian(law) = &description.setting.law else { panic!() };
        let figure = curve(&certificate, law).unwrap();
        (certificate, figure)
    }

    fn line<'a>(figure: &'a Figure, name: &str) -> &'a [(f64, f64)] {
        let series = figure.series.iter().find(|series| series.name == name).unwrap();
        let Shape::Line(points) = &series.shape else { panic!() };
        points
    }

    /// What the picture is for: the certified curve is right of the ideal one by at least κ₊ + κ₋, and left of what ρ alone gives; and
    /// the verdict lies on it.
    #[test]
    fn the_certified_curve_lies_between_the_ideal_one_and_that_of_rho() {
        for (format, grid, visible) in [("f64", "2^-8", false), ("f32", "2^-11", true)] {
            let (certificate, figure) = figure(format, grid);
            let cost = float(&(&certificate.closeness.above.0 + &certificate.closeness.below.0));
            let [ideal, certified, rho] =
                ["ideal", "certified", "certified, from ρ"].map(|name| line(&figure, name));
            assert!(
                ideal.len() >= 20 && ideal.len() == certified.len(),
                "{} {}",
                ideal.len(),
                certified.len()
            );
            for ((left, delta), (right, same)) in ideal.iter().zip(certified) {
                assert!(
                    delta == same && right - left >= cost * (1.0 - 1e-6),
                    "{format}: {left} {right} {cost}"
                );
                assert_eq!(right - left > 1e-3, visible, "{format}: {left} {right}");
                let (beyond, _) = rho.iter().find(|(_, at)| at == delta).unwrap();
                assert!(beyond > right, "{format}: {right} {beyond}");
            }
            let Shape::Points(verdict) = &figure.series[0].shape else { panic!() };
            let (epsilon, delta) = verdict[0];
            let after = certified.iter().position(|(_, at)| *at < delta).unwrap();
            assert!(certified[after - 1].0 < epsilon && epsilon < certified[after].0, "{format}: {epsilon}");
        }
    }
}
