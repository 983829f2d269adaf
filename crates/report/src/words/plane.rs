//! The rows of a certificate of planar noise.

use super::line::{bias_how, files, format, generator, row};
use kdelta_certificate::{
    Area, MechanismCertificate, Number, Outputs, Places, Plane, PlaneTerms, Projection, Range, Refusal,
    Sampler, Setting,
};
use kdelta_explore::Error;
use kdelta_oracle::number::decimal;

/// What only a certificate of planar noise has.
pub(super) fn of_plane(certificate: &MechanismCertificate) -> Result<&PlaneTerms, Error> {
    let missing = || {
        let why = "is missing from a certificate of planar noise";
        Refusal::new("mechanism.plane", why, "certify the setting again")
    };
    Ok(certificate.plane.as_ref().ok_or_else(missing)?)
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
pub(super) fn setting(
    certificate: &MechanismCertificate,
    Plane { places, outputs, sampler }: &Plane,
) -> Result<Vec<[String; 2]>, Error> {
    let Setting { sensitivity: distance, query_error, reading_error, grid, .. } = &certificate.setting;
    let terms = of_plane(certificate)?;
    let format = format(certificate.subject.format);
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
                decimal::up(certificate.setting.epsilon()?, 12),
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
    Ok(rows)
}

/// From the setting to δ: term, value, where it comes from.
pub(super) fn terms(
    certificate: &MechanismCertificate,
    Plane { sampler, .. }: &Plane,
) -> Result<Vec<[String; 3]>, Error> {
    let MechanismCertificate { chain, error: noise, .. } = certificate;
    let terms = of_plane(certificate)?;
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
    let radial = match sampler {
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
    Ok(rows)
}
