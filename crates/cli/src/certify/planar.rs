//! `kdelta certify planar`: the chain from the setting to ε′ on the plane as a table that a person wants to
//! read.

use super::laplace::{bias_how, files, generator};
use super::{Output, Theorem};
use crate::planar::{self, plane, terms};
use clap::Args;
use kdelta_certificate::{
    Area, Format, MechanismCertificate, Number, Outputs, Places, Plane, Projection, Range, Sampler, Setting,
};
use kdelta_oracle::number::{Rational, decimal};

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3; ε may be ln(4). Lengths are in metres, longitude comes before latitude.

Δ is the distance that ε is for: two places Δ apart are told apart by at most ε, places d apart by ε·d/Δ. With a Δ shorter than the region a place is hidden among its neighbourhood only (geo-indistinguishability), and kdelta release wants to hear --rows nearby; --rows individuals takes the diameter of the region, so that a place can be any other.

Examples:
  kdelta certify planar --epsilon 'ln(4)' --distance 200
  kdelta certify planar --epsilon-per-metre 0.01 --answers 0..1000,0..500 --window -200..1200,-200..700 --grid 2^-3
  kdelta certify planar --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90 --out paris.json
  kdelta certify planar --epsilon 8 --rows individuals --box 2.28..2.42,48.81..48.90
  kdelta certify planar --answers -1000..1000,-1000..1000 --distance 200 --disc 2000 --json
  kdelta certify planar --sampler inverse --answers -100..100,-100..100 --distance 100

With --box places are projected to metres about --reference; privacy is for the distance on the ellipsoid of WGS 84, and holds for places in the box: choose it without looking at the data, so wide that all of the data lies in it.

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting and where its certificate goes.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    pub(super) setting: planar::Flags,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) theorem: Theorem,
}

/// A field of the certificate as the user set it.
pub(super) fn flag(field: &str) -> &str {
    match field {
        "setting.sensitivity" => "--distance",
        "setting.places" => "--box",
        "setting.reference" => "--reference",
        "setting.window.low" => "a low end of --window",
        "setting.window.high" => "a high end of --window",
        "setting.radius" => "--disc",
        "generator.cut_off" => "--generator",
        other => super::flag(other),
    }
}

fn exact(x: &Number) -> String {
    decimal::short(&x.0)
}

/// Outward, with more digits than any map has.
fn range(Range { low, high }: &Range) -> String {
    format!("[{}, {}]", decimal::down(&low.0, 12), decimal::up(&high.0, 12))
}

fn area(Area { x, y }: &Area) -> String {
    format!("{} × {}", range(x), range(y))
}

/// What was chosen: part and value.
pub(super) fn head(
    certificate: &MechanismCertificate,
    Plane { places, outputs, sampler }: &Plane,
) -> Vec<[String; 2]> {
    let Setting { sensitivity: distance, query_error, reading_error, grid, .. } = &certificate.setting;
    let terms = terms(certificate);
    let format = match &certificate.subject.format {
        Format::Binary64 => "f64".to_owned(),
        Format::Binary32 => "f32".to_owned(),
        Format::Fixed { bits, fraction } => format!("fixed point of {bits} bits, {fraction} of fraction"),
    };
    let generator = generator(&certificate.generator);
    let sampler = match sampler {
        Sampler::Gamma => format!("radius from two draws of {generator}"),
        Sampler::Inverse => format!("radius by the inverse distribution function of {generator}"),
    };
    let mut rows = vec![
        [
            "planar Laplace".into(),
            format!(
                "ε = {} per {} m, {format}",
                decimal::up(crate::setting::epsilon(&certificate.setting), 12),
                exact(distance)
            ),
        ],
        ["draws".into(), format!("{sampler}; one of 2^{} angles", terms.angle.bits)],
    ];
    match (places, &terms.projection) {
        (Places::Globe { answers, .. }, Projection::Local { origin, metres_per_degree, .. }) => {
            rows.push([
                "places".into(),
                format!("longitude {}, latitude {} on WGS 84", range(&answers.x), range(&answers.y)),
            ]);
            rows.push([
                "projection".into(),
                format!(
                    "about {}, {}; {} and {} m for a degree, so points in {}",
                    decimal::down(&origin.x.0, 10),
                    decimal::down(&origin.y.0, 10),
                    decimal::down(&metres_per_degree.x.0, 10),
                    decimal::down(&metres_per_degree.y.0, 10),
                    area(&terms.answers)
                ),
            ]);
        }
        (Places::Plane { answers }, _) => rows.push([
            "points".into(),
            format!(
                "clamped into {}, error δ_f = {}, reading error δ_r = {}",
                area(answers),
                exact(query_error),
                exact(reading_error)
            ),
        ]),
        (Places::Globe { .. }, Projection::Identity) => {}
    }
    let cells = &terms.cells;
    rows.push([
        "release".into(),
        match outputs {
            Outputs::Rectangle(window) => format!(
                "multiples of L = {} in {}, {} cells, or \"outside\"",
                exact(grid),
                area(window),
                cells.released
            ),
            Outputs::Disc { radius } => format!(
                "multiples of L = {} whose cells lie in the disc of radius {} m, or \"outside\": {} cells inside, {} meet the \
                 disc, so {} at its edge are lost",
                exact(grid),
                exact(radius),
                cells.released,
                cells.touched,
                &cells.touched.0 - &cells.released.0
            ),
        },
    ]);
    rows
}

/// From the setting to δ: term, value, where it comes from.
pub(super) fn term_rows(certificate: &MechanismCertificate) -> Vec<[String; 3]> {
    let MechanismCertificate { chain, error: noise, .. } = certificate;
    let terms = terms(certificate);
    let row = |name: &str, value: &Rational, how: String| {
        [name.to_owned(), format!("≤ {}", decimal::term(value)), how]
    };
    let mut rows = Vec::new();
    let sensitivity = match &terms.projection {
        Projection::Local { stretch, error, .. } => {
            rows.push(row(
                "s",
                &stretch.0,
                "stretch of the projection over every latitude that paths reach".into(),
            ));
            rows.push(row("δ_f", &error.0, "rounding of the projection, reading included".into()));
            "s·Δ_f + 2δ_f, exact"
        }
        Projection::Identity => "Δ_f + 2(δ_f + δ_r), exact",
    };
    let relative = certificate.generator.name.is_relative();
    let radial = match plane(&certificate.setting).sampler {
        Sampler::Gamma if relative => "2b·δ₀, of the radius",
        Sampler::Gamma => "b(1 + e^(T/b))·2δ₀, an enclosure, of the radius",
        Sampler::Inverse => "Lemma R at δ₀, an enclosure, of the radius",
    };
    rows.extend([
        row("Δ", &chain.sensitivity.0, sensitivity.into()),
        row("b", &chain.scale.0, "Δ/ε up to a mantissa of 24 bits, exact".into()),
        row("ε", &chain.epsilon.0, "Δ/b, in force, exact".into()),
        row("δ₀", &certificate.generator.bias.0, bias_how(&certificate.generator)),
        row("δ_v", &terms.angle.bias.0, "half a cell of the angle, in turns, exact".into()),
        row("ρ_M", &chain.reach.0, "farthest released sum from a point, rounded up".into()),
        row("T", &chain.radius.0, "just above ρ_M + δ".into()),
        row("radial", &chain.radial.0, radial.into()),
    ]);
    rows.extend(chain.angular.iter().map(|angular| row("angular", &angular.0, "2πT·δ_v".into())));
    rows.extend([
        row(
            "δ_n",
            &chain.error.0,
            format!(
                "{}, and the roundings of sum and products: {}·b + {}·‖n‖ + {}",
                files(&certificate.kernels),
                decimal::up(&noise.absolute.0, 4),
                decimal::up(&noise.relative.0, 4),
                decimal::up(&noise.rounding.0, 4)
            ),
        ),
        row("δ", &chain.shift.0, "√(radial² + angular²) + δ_n".into()),
        [
            "L̃".into(),
            format!("≥ {}", decimal::term_below(&chain.cell.0)),
            format!("L − {}, by which r ⊕ x′ moves an edge", decimal::up(&chain.edge_shift.0, 4)),
        ],
    ]);
    rows
}
