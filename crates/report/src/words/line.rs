//! The rows of a certificate for numbers, and what all noise for numbers has in common.

use kdelta_certificate::{
    Format, Generator, GeneratorName, KernelReference, Line, MechanismCertificate, Setting, Vector,
};
use kdelta_explore::Error;
use kdelta_oracle::bound::{self, Dimension};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};

/// The setting: three lines, and one more for a vector.
pub(super) fn setting(certificate: &MechanismCertificate, line: &Line) -> Result<Vec<[String; 2]>, Error> {
    let mut rows = rows_of_line(certificate, line, ("Δ_f", "in sum Δ₁"));
    let (format, generator) = (format(certificate.subject.format), generator(&certificate.generator));
    let epsilon = decimal::short(certificate.setting.epsilon()?);
    rows.insert(0, ["Laplace".into(), format!("ε = {epsilon}, {format}, {generator}")]);
    Ok(rows)
}

/// The number format in words.
pub(super) fn format(format: Format) -> String {
    match format {
        Format::Binary64 => "f64".to_owned(),
        Format::Binary32 => "f32".to_owned(),
        Format::Fixed { bits, fraction } => format!("fixed point of {bits} bits, {fraction} of fraction"),
    }
}

/// Query and release, whatever the noise, with the names of the sensitivity of one value and of several.
pub(super) fn rows_of_line(
    certificate: &MechanismCertificate,
    Line { answers, window, vector }: &Line,
    (single, many): (&str, &str),
) -> Vec<[String; 2]> {
    let Setting { sensitivity, query_error, reading_error, grid, .. } = &certificate.setting;
    let exact = |x: &kdelta_certificate::Number| decimal::short(&x.0);
    let (sum, each) = if vector.is_single() { (single, "") } else { (many, " of each value") };
    let mut rows = vec![
        [
            "query".into(),
            format!(
                "sensitivity {sum} = {}, error{each} δ_f = {}, reading error δ_r = {}, answers clamped into [{}, {}]",
                exact(sensitivity),
                exact(query_error),
                exact(reading_error),
                exact(&answers.low),
                exact(&answers.high)
            ),
        ],
        [
            "release".into(),
            format!(
                "multiples of L = {} from {} to {}, or \"outside\"",
                exact(grid),
                exact(&window.low),
                exact(&window.high)
            ),
        ],
    ];
    if !vector.is_single() {
        let Vector { dimension, changed } = vector;
        let text = format!("{dimension} values, of which one individual changes at most Δ₀ = {changed}");
        rows.insert(0, ["vector".into(), text]);
    }
    rows
}

/// Every term: its name, its value, where it comes from.
pub(super) fn terms(certificate: &MechanismCertificate) -> Result<Vec<[String; 3]>, Error> {
    let chain = &certificate.chain;
    let hows = if certificate.generator.name.is_relative() {
        ("b, exact, in the metric of δ₀", "ρ_M + δ + 2^-64·b")
    } else {
        ("2b·e^(T/b), an enclosure, in the metric of δ₀", "closed form of the fixpoint")
    };
    let setting = bound::Setting::new(
        Dimension::Line,
        chain.epsilon.0.clone(),
        chain.sensitivity.0.clone(),
        chain.cell.0.clone(),
        &UpperBound::new(chain.shift.0.clone()),
    )?;
    let sensitivity_how = if certificate.setting.vector().is_single() {
        "Δ_f + 2(δ_f + δ_r), exact"
    } else {
        "Δ₁ + 2Δ₀(δ_f + δ_r), exact"
    };
    let mut rows = vec![
        row("Δ", &chain.sensitivity.0, sensitivity_how.into()),
        row("b", &chain.scale.0, "Δ/ε up to a mantissa of 24 bits, exact".into()),
        row("ε", &chain.epsilon.0, "Δ/b, in force, exact".into()),
    ];
    rows.extend(rows_of_chain(certificate, "b", hows));
    rows.push(row("R", &setting.ratio(), "4δ/(L̃ − 2δ)".into()));
    Ok(rows)
}

pub(super) fn row(name: &str, value: &Rational, how: String) -> [String; 3] {
    [name.to_owned(), format!("≤ {}", decimal::term(value)), how]
}

/// From δ₀ to L̃, whatever the noise: with the name of its scale, and where k and T come from.
pub(super) fn rows_of_chain(
    certificate: &MechanismCertificate,
    scale: &str,
    (lipschitz_how, radius_how): (&str, &str),
) -> Vec<[String; 3]> {
    let chain = &certificate.chain;
    let mut rows = vec![row("δ₀", &certificate.generator.bias.0, bias_how(&certificate.generator))];
    rows.extend(chain.lipschitz.iter().map(|k| row("k", &k.0, lipschitz_how.into())));
    rows.extend([
        row("T", &chain.radius.0, radius_how.into()),
        row("ρ_M", &chain.reach.0, "farthest released sum from an answer, exact".into()),
        row(
            "δ_n",
            &chain.error.0,
            format!("{}, and the rounding of the product with {scale}", files(&certificate.kernels)),
        ),
        row("δ", &chain.shift.0, "k·δ₀ + δ_n".into()),
        [
            "L̃".into(),
            format!("≥ {}", decimal::term_below(&chain.cell.0)),
            format!("L − {}, by which r ⊕ x′ moves an edge", decimal::up(&chain.edge_shift.0, 4)),
        ],
    ]);
    rows
}

/// A generator with what follows from its name.
pub(super) fn generator(generator: &Generator) -> String {
    let Generator { name, entropy_bits, first_exponent_bits, .. } = generator;
    let cut_off = generator.cut_off.as_ref().map(|e_max| format!("e_max = {e_max}")).unwrap_or_default();
    match (name, first_exponent_bits) {
        (GeneratorName::Midpoint(_), _) => format!("{name} ({entropy_bits} random bits)"),
        (_, Some(bits)) => {
            format!("{name} ({cut_off}; {entropy_bits} random bits, more with probability 2^-{bits})")
        }
        (_, None) => format!("{name} ({cut_off}, {entropy_bits} random bits)"),
    }
}

/// Where δ₀ comes from.
pub(super) fn bias_how(generator: &Generator) -> String {
    if generator.name.is_relative() {
        format!("ln(1 + 2^-{}) rounded up, metric |ln u − ln v|", generator.name.bits())
    } else {
        "half a cell, exact, metric |u − v|".to_owned()
    }
}

/// The certificates of kernels, by the names of their files.
pub(super) fn files(kernels: &[KernelReference]) -> String {
    let name = |kernel: &KernelReference| {
        kernel.certificate.trim_start_matches("certificates/").trim_end_matches(".json").to_owned()
    };
    let mut names: Vec<_> = kernels.iter().map(name).collect();
    // One kernel may have two roles.
    names.dedup();
    names.join(", ")
}
