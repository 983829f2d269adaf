//! The exact law of a small mechanism under two neighbouring answers, and for Gaussian noise the ideal law next to it.

use crate::axis::{Axis, Spread};
use crate::figure::{Figure, Series, Shape};
use crate::{float, spelled_grid};
use kdelta_explore::Error;
use kdelta_explore::enumerate::gaussian::{Answered, Laws};
use kdelta_explore::enumerate::{Enumerated, Small};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::number::{Rational, decimal};

/// The weights of the cells as steps, and that of "outside" as one more, apart and wide enough for its name.
fn steps(small: &Small, law: &[u64], total: u64) -> Vec<(f64, f64, f64)> {
    let probability = |weight: &u64| float(&Rational::new((*weight).into(), total.into()));
    let cells = small.edges.iter().zip(small.edges.iter().skip(1)).zip(law);
    let mut steps: Vec<_> = cells
        .map(|((low, high), weight)| {
            (float(&small.number(*low)), float(&small.number(*high)), probability(weight))
        })
        .collect();
    if let (Some((left, ..)), Some((_, right, _)), Some(outside)) = (steps.first(), steps.last(), law.last())
    {
        let width = (right - left) / 12.0;
        steps.push((right + width / 2.0, right + width * 1.5, probability(outside)));
    }
    steps
}

/// Gaussian noise: steps for the law that runs, points for the ideal one.
pub fn of_gaussian(Laws { small, generator, sigma, total, laws }: &Laws) -> Figure {
    let answer = |law: &Answered| decimal::short(&small.number(law.answer));
    let steps = laws.each_ref().map(|law| steps(small, &law.runs, *total));
    let points = |(steps, law): (&Vec<(f64, f64, f64)>, &Answered)| -> Vec<(f64, f64)> {
        let middles = steps.iter().map(|(left, right, _)| f64::midpoint(*left, *right));
        middles.zip(law.ideal.iter().map(|probability| float(probability.lo()))).collect()
    };
    let points: Vec<_> = steps.iter().zip(laws).map(points).collect();
    let heights =
        steps.iter().flatten().map(|step| step.2).chain(points.iter().flatten().map(|point| point.1));
    let tallest = heights.fold(0.0, f64::max);
    let exact = |(law, steps): (&Answered, Vec<(f64, f64, f64)>)| Series {
        name: format!("answer {}, exact", answer(law)),
        shape: Shape::Steps(steps),
    };
    let ideal = |(law, points): (&Answered, Vec<(f64, f64)>)| Series {
        name: format!("answer {}, ideal", answer(law)),
        shape: Shape::Points(points),
    };
    Figure {
        title: format!(
            "The exact law of Gaussian noise under the answers {} and {}: σ ≈ {}, {generator}, L = {}",
            answer(&laws[0]),
            answer(&laws[1]),
            decimal::term(sigma),
            spelled_grid(&small.grid)
        ),
        caption: format!(
            "Every draw of the generator went through the code that runs: each height is a whole number of {total} equal parts of all entropy. The \
             points are the law of exact Gaussian noise, rounded in the same way. How far the two are apart, and how far they may be, says \
             kdelta enumerate gaussian with the same flags."
        ),
        x: axis(small, &steps[0]),
        y: Axis::new("probability", "", Spread::Linear, (0.0, tallest * 1.12)),
        series: laws.iter().zip(steps).map(exact).chain(laws.iter().zip(points).map(ideal)).collect(),
        rules: Vec::new(),
    }
}

/// Outputs: numbers stop where the cells do; what is left of the axis has a name.
fn axis(small: &Small, steps: &[(f64, f64, f64)]) -> Axis {
    let (low, high) = (steps.first().map_or(0.0, |step| step.0), steps.last().map_or(1.0, |step| step.1));
    let outside = steps.last().map_or(0.0, |(left, right, _)| f64::midpoint(*left, *right));
    let mut x = Axis::new("output", "units of the answer", Spread::Linear, (low, high));
    x.last_number = small.edges.last().map(|edge| float(&small.number(*edge)));
    x.words.push((outside, "outside".to_owned()));
    x
}

/// The law of the code that runs under the two answers of the worst pair.
///
/// # Errors
/// If the loss cannot be enclosed.
pub fn figure(found: &Enumerated) -> Result<Figure, Error> {
    let (small, worst) = (&found.small, &found.worst);
    let total = found.noise.counted.total();
    let [first, second] = found.laws.each_ref().map(|law| steps(small, law, total));
    let tallest = first.iter().chain(&second).map(|step| step.2).fold(0.0, f64::max);
    let answer = |units: i64| decimal::short(&small.number(units));
    let output = worst.output.and_then(|index| first.get(index)).or(first.last());
    let middle = output.map_or(0.0, |(left, right, _)| f64::midpoint(*left, *right));
    let (above, below) = worst.weights;
    let loss = match found.loss.enclosure(64)? {
        Some(loss) => format!("ln({above}/{below}) ≤ {}", decimal::epsilon_prime(loss.hi())),
        None => format!("infinite: {above} of {total} draws against none"),
    };
    let verdict = match (&found.loss, &found.bounds) {
        (Loss::Finite(_), Ok(certificate)) => {
            format!(" The certified bound is ε′ ≤ {}.", decimal::epsilon_prime(&certificate.verdict.0))
        }
        (Loss::Finite(_), Err(_)) => " No bound of the theory applies to this setting.".to_owned(),
        (Loss::Infinite, _) => String::new(),
    };
    Ok(Figure {
        title: format!(
            "The exact law under the answers {} and {}: ε = {}, {}, L = {}",
            answer(worst.answer),
            answer(worst.neighbour),
            decimal::short(&found.epsilon),
            found.generator,
            spelled_grid(&small.grid)
        ),
        caption: format!(
            "Every draw of the generator went through the code that runs: each height is a whole number of {total} equally likely \
             draws. The largest loss of this pair, {loss}, is at the marked output.{verdict}"
        ),
        x: axis(small, &first),
        y: Axis::new("probability", "", Spread::Linear, (0.0, tallest * 1.12)),
        series: vec![
            Series { name: format!("answer {}", answer(worst.answer)), shape: Shape::Steps(first) },
            Series { name: format!("answer {}", answer(worst.neighbour)), shape: Shape::Steps(second) },
        ],
        rules: vec![(middle, "largest loss".to_owned())],
    })
}
