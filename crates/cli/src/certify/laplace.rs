//! `kdelta certify laplace`: the chain from the setting to ε′ as a table that a person wants to read.

use super::nearest::nearest;
use super::{Output, bound_row, refused};
use crate::failure::Failure;
use crate::output::Page;
use crate::setting::{self, line};
use crate::sources::sources;
use clap::Args;
use kdelta_certificate::{
    Certificate, Format, Foundation, Generator, GeneratorName, KernelReference, Line, MechanismCertificate,
    MechanismDescription, Setting, Subject,
};
use kdelta_oracle::bound::{self, Dimension, Form};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Δ is how much one person can change the exact answer: 1 for a count, the largest magnitude of a value for a sum. If each answer is the value of one person (a column released row by row), --rows individuals makes it the width of --answers. The range of the answers is what is known without looking at the data. Neither has a default, as privacy rests on them; window and grid follow from the rest and are printed.

Examples:
  kdelta certify laplace --epsilon 1/10 --sensitivity 1 --answers 0..1000
  kdelta certify laplace --epsilon 1 --rows individuals --answers 0..120 --out ages.json
  kdelta certify laplace --sensitivity 1 --answers 0..10 --format f32 --out laplace.json
  kdelta certify laplace --config setting.toml --json

setting.toml:
  epsilon = \"1/10\"
  sensitivity = 1
  answers = \"0..1000\"

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting and where its certificate goes.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    setting: setting::Flags,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(flags: Flags) -> Result<(), Failure> {
    let description = flags.setting.describe()?;
    let sources = sources(flags.output.sources.clone());
    let certificate = Box::new(derive(&description, &Foundation::new(&*sources))?);
    let json = Certificate::new(Subject::Mechanism(certificate.clone())).text()?;
    flags.output.deliver(&json, || table(&certificate))
}

/// The certificate; a setting that has none is refused with the nearest ones that have.
pub(crate) fn derive(
    description: &MechanismDescription,
    foundation: &Foundation<'_>,
) -> Result<MechanismCertificate, Failure> {
    MechanismCertificate::derive_on(description, foundation).map_err(|why| {
        // A file that is missing or damaged: no other setting would help.
        if why.field.contains('/') {
            return why.into();
        }
        let nearby = nearest(description, foundation);
        let nearby =
            nearby.iter().map(|near| (near.change.as_str(), &near.verdict, near.description.command()));
        refused(name(&why.field), &why, nearby)
    })
}

/// A field of the certificate as the user set it.
fn name(field: &str) -> &str {
    match field {
        "setting.epsilon" => "--epsilon",
        "setting.sensitivity" => "--sensitivity",
        "setting.query_error" => "--query-error",
        "setting.reading_error" => "--reading-error",
        "setting.answers" => "--answers",
        "setting.grid" => "--grid",
        "setting.window" => "--window",
        "setting.window.low" => "the low end of --window",
        "setting.window.high" => "the high end of --window",
        "subject.format" => "--format",
        "generator" | "generator.bias" => "--generator",
        "mechanism.chain" | "generator.cut_off" => "the theorem",
        other => other,
    }
}

fn table(certificate: &MechanismCertificate) -> Result<String, Failure> {
    let mut page = Page::default();
    page.columns(None, head(certificate).map(|row| row.to_vec()));
    let header = ["term", "value", "where it comes from"].map(str::to_owned).to_vec();
    page.columns(Some(header), term_rows(certificate)?.into_iter().map(|row| row.to_vec()));
    let conditions = certificate.conditions.iter().flat_map(|condition| {
        let reason = format!("→ {}", condition.discharged);
        [vec![condition.name.clone(), condition.statement.clone()], vec![String::new(), reason]]
    });
    page.columns(Some(vec!["condition".into(), "what it says → how it was discharged".into()]), conditions);
    let header = ["ε′ at most", "ε′ − ε", "form", ""].map(str::to_owned).to_vec();
    page.columns(Some(header), bound_rows(certificate).into_iter().map(|row| row.to_vec()));
    page.line("");
    page.good(&format!(" verdict: ε′ ≤ {}", decimal::epsilon_prime(&certificate.verdict.0)));
    page.line(&format!(" exactly: {}", certificate.verdict));
    page.heading(" assumed");
    page.list("-", &certificate.assumptions);
    page.heading(" not checked here");
    page.list("-", &certificate.gaps);
    Ok(page.0)
}

/// The setting, in three lines.
pub(crate) fn head(certificate: &MechanismCertificate) -> [[String; 2]; 3] {
    let Setting { epsilon, sensitivity, query_error, reading_error, grid, .. } = &certificate.setting;
    let Line { answers, window } = line(&certificate.setting);
    let format = match &certificate.subject.format {
        Format::Binary64 => "f64".to_owned(),
        Format::Binary32 => "f32".to_owned(),
        Format::Fixed { bits, fraction } => format!("fixed point of {bits} bits, {fraction} of fraction"),
    };
    let generator = generator(&certificate.generator);
    let exact = |x: &kdelta_certificate::Number| decimal::short(&x.0);
    [
        ["Laplace".into(), format!("ε = {}, {format}, {generator}", exact(epsilon))],
        [
            "query".into(),
            format!(
                "sensitivity Δ_f = {}, error δ_f = {}, reading error δ_r = {}, answers clamped into [{}, {}]",
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
    ]
}

/// Every term: its name, its value, where it comes from.
pub(crate) fn term_rows(certificate: &MechanismCertificate) -> Result<Vec<[String; 3]>, Failure> {
    let chain = &certificate.chain;
    let (lipschitz_how, radius_how) = if certificate.generator.name.is_relative() {
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
    let row = |name: &str, value: &Rational, how: String| {
        [name.to_owned(), format!("≤ {}", decimal::term(value)), how]
    };
    let mut rows = vec![
        row("Δ", &chain.sensitivity.0, "Δ_f + 2(δ_f + δ_r), exact".into()),
        row("b", &chain.scale.0, "Δ/ε up to a mantissa of 24 bits, exact".into()),
        row("ε", &chain.epsilon.0, "Δ/b, in force, exact".into()),
        row("δ₀", &certificate.generator.bias.0, bias_how(&certificate.generator)),
        row("T", &chain.radius.0, radius_how.into()),
        row("ρ_M", &chain.reach.0, "farthest released sum from an answer, exact".into()),
        row(
            "δ_n",
            &chain.error.0,
            format!("{}, and the rounding of the product with b", files(&certificate.kernels)),
        ),
        row("δ", &chain.shift.0, "k·δ₀ + δ_n".into()),
        [
            "L̃".into(),
            format!("≥ {}", decimal::term_below(&chain.cell.0)),
            format!("L − {}, by which r ⊕ x′ moves an edge", decimal::up(&chain.edge_shift.0, 4)),
        ],
        row("R", &setting.ratio(), "4δ/(L̃ − 2δ)".into()),
    ];
    // Before T.
    rows.splice(4..4, chain.lipschitz.iter().map(|k| row("k", &k.0, lipschitz_how.into())));
    Ok(rows)
}

/// Every form of ε′: the bound, ε′ − ε, the form, and what it is.
pub(crate) fn bound_rows(certificate: &MechanismCertificate) -> Vec<[String; 4]> {
    let epsilon = &certificate.chain.epsilon.0;
    let relative = certificate.generator.name.is_relative();
    let rows = certificate.bounds.iter().map(|entry| {
        // Theorem U is about the other kind of generator; the oracle says so in its own words.
        let why = (entry.form == Form::TheoremU && relative).then_some("needs midpoint-BITS");
        bound_row(entry, epsilon, &certificate.verdict, Dimension::Line, why)
    });
    rows.collect()
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
    kernels.iter().map(name).collect::<Vec<_>>().join(", ")
}
