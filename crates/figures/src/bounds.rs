//! What finite precision costs, ε′ − ε, against the grid L: every form of the bound, and the exact loss where
//! the mechanism is small enough to be enumerated.

use crate::axis::{Axis, Spread, decades};
use crate::figure::{Figure, Series, Shape};
use crate::{float, spelled_grid};
use kdelta_certificate::Embedded;
use kdelta_certificate::{Foundation, Gaussian, Law, MechanismCertificate, MechanismDescription, Outcome};
use kdelta_explore::Error;
use kdelta_explore::enumerate;
use kdelta_explore::setting::{self, line};
use kdelta_explore::spelling::spell_range;
use kdelta_oracle::bound::Form;
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::number::{Rational, decimal, dyadic, floor_log2};
use num_traits::Signed;

/// The grids that are tried, as powers of two; those that no bound covers are left out.
const FINEST: i32 = -60;
const COARSEST: i32 = 10;
/// Bits of a loss.
const BITS: u32 = 96;

/// A grid, and what its certificate or its enumeration says.
type At<T> = (Rational, T);

fn with_grid(description: &MechanismDescription, grid: &Rational) -> MechanismDescription {
    let mut other = description.clone();
    other.setting.grid = grid.into();
    other
}

fn certificates(description: &MechanismDescription) -> Vec<At<MechanismCertificate>> {
    let foundation = Foundation::new(&Embedded);
    let grids = (FINEST..=COARSEST).map(|log2| dyadic(1, log2));
    grids
        .filter_map(|grid| {
            let certificate = MechanismCertificate::derive_on(&with_grid(description, &grid), &foundation);
            certificate.ok().map(|certificate| (grid, certificate))
        })
        .collect()
}

/// ε′ − ε of one form over all grids to which it applies.
fn curve(certificates: &[At<MechanismCertificate>], form: Form) -> Vec<(f64, f64)> {
    let excess = |certificate: &MechanismCertificate| {
        let entry = certificate.bounds.iter().find(|entry| entry.form == form)?;
        match &entry.epsilon_prime {
            Outcome::AtMost(bound) => Some(float(&(&bound.0 - &certificate.chain.epsilon.0))),
            Outcome::Refused(_) => None,
        }
    };
    certificates.iter().filter_map(|(grid, certificate)| Some((float(grid), excess(certificate)?))).collect()
}

/// The exact losses, over the grids that have a bound and the next finer ones, where the loss may be
/// infinite.
fn losses(description: &MechanismDescription, certificates: &[At<MechanismCertificate>]) -> Vec<At<Loss>> {
    let finest = certificates.first().and_then(|(grid, _)| floor_log2(grid)).unwrap_or(COARSEST);
    let grids = (finest - 2..=COARSEST).map(|log2| dyadic(1, log2));
    grids
        .filter_map(|grid| {
            let loss = enumerate::exact_loss(&with_grid(description, &grid)).ok()?;
            Some((grid, loss))
        })
        .collect()
}

/// The figure for Gaussian noise, whose ε′ is stated at δ.
fn of_gaussian(
    description: &MechanismDescription,
    law: &Gaussian,
    first: &MechanismCertificate,
    certificates: &[At<MechanismCertificate>],
) -> Figure {
    let stated = curve(certificates, Form::Analytic);
    let close: Vec<_> = certificates
        .iter()
        .map(|(grid, certificate)| {
            let closeness = &certificate.closeness;
            (float(grid), float(&(&closeness.above.0 + &closeness.below.0)))
        })
        .collect();
    let grids = close.iter().map(|(grid, _)| *grid);
    let (finest, coarsest) = grids.fold((f64::INFINITY, 0.0), |(low, high), x| (x.min(low), x.max(high)));
    let y = decades("upper bound", "nats", stated.iter().chain(&close).map(|(_, y)| *y));
    let (delta, grid) = (decimal::short(&law.delta.0), &description.setting.grid.0);
    Figure {
        title: format!(
            "What finite precision costs: {}, {}, Gaussian noise of σ ≈ {}, δ = {delta}, answers {}, window {}",
            description.format.word(),
            description.generator,
            decimal::term(&first.chain.scale.0),
            spell_range(&law.line.answers),
            spell_range(&law.line.window)
        ),
        caption: format!(
            "Upper bounds for every grid that is certified, computed exactly and rounded up. κ₊ + κ₋ is to be added to ε after any accounting of \
             ideal mechanisms. The other curve is by how much ε′ at δ = {delta} exceeds the ε of the ideal mechanism there; it is larger, since \
             the ideal mechanism has to keep to δ·e^−κ₊. Both fall as the grid gets coarser."
        ),
        x: Axis::new("grid L", "units of the answer", Spread::Binary, (finest / 2.0, coarsest * 2.0)),
        y,
        series: vec![
            Series { name: format!("ε′ − ε at δ = {delta}"), shape: Shape::Line(stated) },
            Series { name: "κ₊ + κ₋".into(), shape: Shape::Line(close) },
        ],
        rules: vec![(float(grid), format!("L = {}", spelled_grid(grid)))],
    }
}

/// The figure for a setting, at every grid instead of its own, which is marked.
pub fn of_setting(description: &MechanismDescription) -> Result<Figure, Error> {
    let certificates = certificates(description);
    let Some((_, first)) = certificates.first() else {
        // No grid at all: the refusal at the one given says why.
        MechanismCertificate::derive(description, &Embedded)?;
        return Err(Error::refused("no power of two is certified as the grid of this setting"));
    };
    if let Law::Gaussian(law) = &description.setting.law {
        return Ok(of_gaussian(description, law, first, &certificates));
    }
    let mut series: Vec<Series> = first
        .bounds
        .iter()
        .map(|entry| Series {
            name: entry.form.name().to_owned(),
            shape: Shape::Line(curve(&certificates, entry.form)),
        })
        .filter(|series| !matches!(&series.shape, Shape::Line(points) if points.is_empty()))
        .collect();

    let epsilon = first.chain.epsilon.0.clone();
    let (mut exact, mut infinite, mut hidden) = (Vec::new(), Vec::new(), 0);
    let losses = losses(description, &certificates);
    for (grid, loss) in &losses {
        match loss.enclosure(BITS)? {
            None => infinite.push(float(grid)),
            Some(loss) if (loss.lo() - &epsilon).is_positive() => {
                exact.push((float(grid), float(&(loss.hi() - &epsilon))));
            }
            Some(_) => hidden += 1,
        }
    }
    let values = series.iter().flat_map(|series| match &series.shape {
        Shape::Line(points) => points.as_slice(),
        _ => &[],
    });
    let y = decades("ε′ − ε", "nats", values.chain(&exact).map(|(_, y)| *y));
    let at_top = infinite.iter().map(|x| (*x, y.high)).collect::<Vec<_>>();
    let grids = certificates.iter().map(|(grid, _)| float(grid)).chain(infinite);
    let grids = grids.chain(exact.iter().map(|(x, _)| *x));
    let (finest, coarsest) =
        grids.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
    let single = description.setting.vector().is_single();
    let about = caption(single, &losses, exact.len(), at_top.len(), hidden);
    let points = [("exact loss − ε", exact), ("exact loss infinite", at_top)];
    let points = points.into_iter().filter(|(_, points)| !points.is_empty());
    let points = points.map(|(name, points)| Series { name: name.into(), shape: Shape::Points(points) });
    series.splice(0..0, points);
    let setting = &description.setting;
    Ok(Figure {
        title: format!(
            "What finite precision costs: {}, {}, ε = {}, answers {}, window {}",
            description.format.word(),
            description.generator,
            decimal::short(setting::epsilon(setting)),
            spell_range(&line(setting).answers),
            spell_range(&line(setting).window)
        ),
        caption: about,
        x: Axis::new("grid L", "units of the answer", Spread::Binary, (finest / 2.0, coarsest * 2.0)),
        y,
        series,
        rules: vec![(float(&setting.grid.0), format!("L = {}", spelled_grid(&setting.grid.0)))],
    })
}

fn caption(single: bool, losses: &[At<Loss>], exact: usize, infinite: usize, hidden: usize) -> String {
    let curves = "Each curve is an upper bound of ε′ − ε by one form of the theorem, for every grid for which it applies, computed \
                  exactly and rounded up. Curves that coincide here differ further behind the point.";
    if !single {
        return format!("{curves} They are those of the whole vector, which is not enumerated.");
    }
    if losses.is_empty() {
        return format!(
            "{curves} This generator has too many draws to enumerate them; kdelta plot bounds --format fixed-64-10 \
             --generator midpoint-12 shows the exact loss as well."
        );
    }
    let mut text = format!(
        "{curves} The {exact} points are the exact loss of the code that runs, every draw and every pair of answers enumerated."
    );
    if infinite > 0 {
        text.push_str(&format!(" At {infinite} of the grids it is infinite, shown at the top."));
    }
    if hidden > 0 {
        text.push_str(&format!(" At {hidden} of the grids it is at most ε, below this axis."));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_certificate::{Asked, Vector};
    use kdelta_explore::setting::Wanted;

    fn figure(format: &str, generator: &str) -> Figure {
        let flags = Wanted {
            format: Some(format.parse().unwrap()),
            generator: Some(generator.parse().unwrap()),
            window: Some("-2..2".parse().unwrap()),
            grid: Some("1/4".parse().unwrap()),
            ..Wanted::default()
        };
        of_setting(&flags.or_example().describe().unwrap()).unwrap()
    }

    /// What the picture is for: every point lies below every curve, and at finer grids the loss is infinite.
    #[test]
    fn every_point_lies_below_every_curve() {
        let figure = figure("fixed-64-10", "midpoint-12");
        let named = |name: &str| figure.series.iter().find(|series| series.name == name).unwrap();
        let Shape::Points(points) = &named("exact loss − ε").shape else { panic!() };
        assert!(points.len() >= 4 && figure.caption.contains("enumerated"), "{points:?}");
        let mut compared = 0;
        for series in &figure.series {
            let Shape::Line(curve) = &series.shape else { continue };
            for (x, y) in curve {
                let same = |point: &&(f64, f64)| (point.0 / x - 1.0).abs() < 1e-9;
                let Some((_, loss)) = points.iter().find(same) else { continue };
                assert!(loss <= y, "{}: {loss} {y} at {x}", series.name);
                compared += 1;
            }
        }
        assert!(compared >= 30, "{compared}");
        assert!(matches!(&named("exact loss infinite").shape, Shape::Points(points) if !points.is_empty()));
    }

    /// ε′ − ε at δ exceeds κ₊ + κ₋, by little, and both fall towards coarser grids.
    #[test]
    fn gaussian_noise_has_its_closeness_and_its_excess() {
        let flags = Wanted {
            format: Some("f32".parse().unwrap()),
            window: Some("-8..8".parse().unwrap()),
            ..Wanted::default()
        };
        let asked = Some((Asked::Sigma(1.into()), kdelta_testkit::q("1e-6")));
        let description = flags.or_example().describe_noise(Vector::SINGLE, asked).unwrap();
        let figure = of_setting(&description).unwrap();
        let [Series { shape: Shape::Line(excess), .. }, Series { shape: Shape::Line(close), .. }] =
            figure.series.as_slice()
        else {
            panic!("{figure:?}")
        };
        assert!(close.len() >= 8 && close.len() == excess.len(), "{close:?}");
        for ((_, excess), (_, close)) in excess.iter().zip(close) {
            assert!(*excess > close * (1.0 - 1e-9) && *excess < close * 3.0, "{excess} {close}");
        }
        assert!(close[0].1 > 100.0 * close[close.len() - 1].1, "{close:?}");
    }

    #[test]
    fn a_large_generator_has_curves_only_and_says_why() {
        let figure = figure("f32", "relative-23");
        assert!(figure.series.iter().all(|series| matches!(series.shape, Shape::Line(_))));
        assert!(figure.series.len() == 8 && figure.caption.contains("too many draws"), "{}", figure.caption);
    }
}
