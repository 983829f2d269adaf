//! One accepted certificate: what it says, from the setting to the verdict, and what each statement rests on.

use super::html::{Page, cited, code, file, name, number, text};
use crate::audit::Finding;
use crate::certify::{DIGITS_OF_EPSILON, bound_rows, head, term_rows};
use crate::failure::Failure;
use crate::plot::{bounds, error};
use kdelta_certificate::{
    Certificate, KernelCertificate, MechanismCertificate, MechanismDescription, Outcome, PlanarCertificate,
    Report, Source, Subject,
};
use kdelta_oracle::number::decimal;

/// The verdict in one line.
pub(super) fn verdict(certificate: &Certificate) -> String {
    match &certificate.certifies {
        Subject::Mechanism(mechanism) => {
            format!("ε′ ≤ {}", decimal::up(&mechanism.verdict.0, DIGITS_OF_EPSILON))
        }
        Subject::Planar(planar) => format!("ε′ ≤ {}", decimal::up(&planar.verdict.0, DIGITS_OF_EPSILON)),
        Subject::Kernel(kernel) => {
            let bound = &kernel.bound;
            let relative = match decimal::up(&bound.relative.0, 4) {
                zero if zero == "0" => String::new(),
                relative => format!(" + {relative}·(−ln v)"),
            };
            let absolute = decimal::up(&bound.absolute.0, 4);
            format!("the error of {} is at most {absolute}{relative}", kernel.subject.function)
        }
    }
}

/// All of an accepted certificate.
pub(super) fn add(
    page: &mut Page,
    finding: &Finding,
    certificate: &Certificate,
    report: &Report,
) -> Result<(), Failure> {
    page.part(name(&finding.file));
    page.notice(true, &text(format!("Accepted: {}.", verdict(certificate))));
    match &certificate.certifies {
        Subject::Mechanism(mechanism) => add_mechanism(page, mechanism)?,
        Subject::Planar(planar) => add_planar(page, planar),
        Subject::Kernel(kernel) => add_kernel(page, kernel)?,
    }
    page.heading("What the audit checked");
    page.paragraph(&text(
        "Everything that can be derived was derived again, in exact arithmetic, and compared with the certificate.",
    ));
    page.list(report.checked.iter().map(text));
    page.heading("What is trusted: assumptions and gaps");
    page.list(report.trusted.iter().map(text));
    page.heading("How to reproduce");
    let reproduce = match &certificate.certifies {
        Subject::Mechanism(mechanism) => &mechanism.reproduce,
        Subject::Planar(planar) => &planar.reproduce,
        Subject::Kernel(kernel) => &kernel.reproduce,
    };
    page.paragraph(&text("This command prints the certificate again, byte for byte:"));
    page.command(reproduce);
    page.paragraph(&text("This one audits the file that this report is about:"));
    page.command(&format!("kdelta audit {}", finding.file));
    Ok(())
}

fn add_sources(page: &mut Page, sources: &[Source]) {
    let rows = sources.iter().map(|source| {
        let path = if source.path.contains('/') { file(&source.path) } else { text(&source.path) };
        vec![path, code(&source.sha256)]
    });
    page.table("The code, by the SHA-256 of each file", &["file", "SHA-256"], rows);
}

fn add_mechanism(page: &mut Page, certificate: &MechanismCertificate) -> Result<(), Failure> {
    page.paragraph(&text(&certificate.claim));
    page.table(
        "The setting",
        &["part", "as chosen"],
        head(certificate).into_iter().map(|[a, b]| vec![text(a), text(b)]),
    );
    page.heading("The chain of terms");
    let rows = term_rows(certificate)?
        .into_iter()
        .map(|[term, value, how]| vec![text(term), number(value), text(how)]);
    page.table("From the setting to δ", &["term", "value", "where it comes from"], rows);
    page.heading("The conditions of the theorem, and their evidence");
    let rows = certificate.conditions.iter().map(|condition| {
        vec![text(&condition.name), text(&condition.statement), cited(&condition.discharged)]
    });
    page.table("Every hypothesis", &["condition", "what it says", "how it was discharged"], rows);
    page.heading("ε′ in every form");
    let rows = bound_rows(certificate)
        .into_iter()
        .map(|[bound, excess, form, what]| vec![text(form), number(bound), number(excess), text(what)]);
    page.table(
        "Upper bounds; the least is the verdict",
        &["form", "ε′ at most", "over ε", "what it is"],
        rows,
    );
    page.heading("Pictures");
    page.figure(&bounds::of_setting(&MechanismDescription::of(certificate)?)?);
    page.figure(&error::of_mechanism(certificate)?);
    page.heading("Which code");
    let kernel = &certificate.kernel;
    let logarithm = Source { path: kernel.certificate.clone(), sha256: kernel.sha256.clone() };
    let sources: Vec<_> = certificate.subject.sources.iter().cloned().chain([logarithm]).collect();
    add_sources(page, &sources);
    Ok(())
}

fn add_planar(page: &mut Page, certificate: &PlanarCertificate) {
    page.paragraph(&text(&certificate.claim));
    page.heading("The conditions of the theorem, and their evidence");
    let rows = certificate.conditions.iter().map(|condition| {
        vec![text(&condition.name), text(&condition.statement), cited(&condition.discharged)]
    });
    page.table("Every hypothesis", &["condition", "what it says", "how it was discharged"], rows);
    page.heading("ε′ in every form");
    let rows = certificate.bounds.iter().map(|entry| match &entry.epsilon_prime {
        Outcome::AtMost(bound) => vec![text(&entry.form), number(decimal::up(&bound.0, DIGITS_OF_EPSILON))],
        Outcome::Refused(why) => vec![text(&entry.form), text(format!("does not apply: {why}"))],
    });
    page.table("Upper bounds; the least is the verdict", &["form", "ε′ at most"], rows);
    page.heading("Which code");
    let kernels = [&certificate.kernel, &certificate.turn]
        .map(|kernel| Source { path: kernel.certificate.clone(), sha256: kernel.sha256.clone() });
    let sources: Vec<_> = certificate.subject.sources.iter().cloned().chain(kernels).collect();
    add_sources(page, &sources);
}

fn add_kernel(page: &mut Page, certificate: &KernelCertificate) -> Result<(), Failure> {
    let KernelCertificate { subject, domain, bound, witness, .. } = certificate;
    page.paragraph(&text(&certificate.claim));
    let exact = |number: &kdelta_certificate::Number| code(number.to_string());
    page.table(
        "The function",
        &["what", "value"],
        [
            vec![text("function"), code(&subject.function)],
            vec![text("format"), text(&subject.format)],
            vec![text("package"), text(format!("{} {}", subject.package, subject.version))],
            vec![
                text("inputs"),
                text(format!("from {} and below {}: {}", domain.from, domain.below, domain.points)),
            ],
            vec![text("A, absolute"), exact(&bound.absolute)],
            vec![text("R, relative to the exact value"), exact(&bound.relative)],
        ],
    );
    page.heading("The chain of terms");
    let rows = certificate.terms.iter().map(|term| {
        // The words that the certificate itself uses.
        let word = |value: Result<serde_json::Value, _>| match value {
            Ok(serde_json::Value::String(word)) => word,
            _ => String::new(),
        };
        let unit = word(serde_json::to_value(term.unit));
        let method = word(serde_json::to_value(term.method));
        let value = decimal::up(&term.value.0, 8);
        vec![text(&term.name), number(format!("≤ {value}")), text(unit), text(method), text(&term.tool)]
    });
    page.table(
        "The errors, which add up to A and R",
        &["term", "value", "in units of", "evidence", "tool"],
        rows,
    );
    page.heading("How good the bound is");
    page.table(
        "The worst input found",
        &["what", "value"],
        [
            vec![text("input v"), exact(&witness.input)],
            vec![text("computed"), exact(&witness.computed)],
            vec![text("error at least"), number(decimal::down(&witness.error.low.0, 8))],
            vec![text("bound there"), number(decimal::up(&witness.bound.0, 8))],
        ],
    );
    page.heading("Picture");
    page.figure(&error::of_kernel(certificate)?);
    page.heading("Which code");
    add_sources(page, &subject.sources);
    Ok(())
}
