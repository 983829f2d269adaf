//! What the paper's printed bound and the repaired ones add to ε, for several mechanisms, as a table in Markdown:
//! `cargo run -p kdelta-certificate --example bounds`.
#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use kdelta_certificate::{
    Directory, Format, Foundation, GeneratorName, Law, Line, MechanismCertificate, MechanismDescription,
    Outcome, Range, Refusal, Setting, Vector,
};
use kdelta_oracle::bound::Form;
use kdelta_oracle::number::{decimal, dyadic};

/// Name, format, generator, log₂ of the grid.
const MECHANISMS: [(&str, Format, GeneratorName, i32); 7] = [
    ("f64", Format::Binary64, GeneratorName::Lazy(52), -10),
    ("f64", Format::Binary64, GeneratorName::Lazy(52), -20),
    ("f64", Format::Binary64, GeneratorName::Lazy(52), -30),
    ("f64, midpoints", Format::Binary64, GeneratorName::Midpoint(53), -10),
    ("f64, midpoints", Format::Binary64, GeneratorName::Midpoint(53), -20),
    ("f32", Format::Binary32, GeneratorName::Lazy(23), -6),
    ("f32", Format::Binary32, GeneratorName::Lazy(23), -10),
];

/// The forms shown.
const FORMS: [Form; 5] = [Form::Printed, Form::HalfRepaired, Form::Repaired, Form::Sinh, Form::TheoremU];

fn main() -> Result<(), Refusal> {
    let sources = Directory::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let foundation = Foundation::new(&sources);
    println!("| format | grid L | {} |", FORMS.map(Form::name).join(" | "));
    println!("|---|---|{}", "---|".repeat(FORMS.len()));
    for (name, format, generator, log2) in MECHANISMS {
        let setting = Setting {
            epsilon: Some(1.into()),
            sensitivity: 1.into(),
            query_error: 0.into(),
            reading_error: 0.into(),
            grid: (&dyadic(1, log2)).into(),
            law: Law::Laplace(Line {
                answers: Range::of_integers(0, 1),
                window: Range::of_integers(-16, 16),
                vector: Vector::SINGLE,
            }),
        };
        let description = MechanismDescription { format, setting, generator };
        let certificate = MechanismCertificate::derive_on(&description, &foundation)?;
        let cells: Vec<_> = FORMS.iter().map(|form| cell(&certificate, *form)).collect();
        println!("| {name} | 2^{log2} | {} |", cells.join(" | "));
    }
    Ok(())
}

/// ε′ − ε in one form, rounded up; bold if it is the verdict.
fn cell(certificate: &MechanismCertificate, form: Form) -> String {
    let entry = certificate.bounds.iter().find(|entry| entry.form == form);
    let Some(Outcome::AtMost(bound)) = entry.map(|entry| &entry.epsilon_prime) else {
        return "–".to_owned();
    };
    let excess = decimal::term(&(&bound.0 - &certificate.chain.epsilon.0));
    if *bound == certificate.verdict { format!("**{excess}**") } else { excess }
}
