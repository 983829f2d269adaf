//! One accepted certificate: what it says, from the setting to the verdict, and what each statement rests on.

use crate::html::{Page, Safe, code, name, number, text};
use crate::revision::Revision;
use crate::words::{self, at_delta};
use kdelta_certificate::{
    Certificate, Condition, Kernel, KernelCertificate, KernelReference, Law, MechanismCertificate,
    MechanismDescription, Report, Source, Subject, sha256,
};
use kdelta_explore::Error;
use kdelta_figures::{bounds, error, gaussian};
use kdelta_oracle::number::decimal;

/// The verdict in one line.
pub(crate) fn verdict(certificate: &Certificate) -> String {
    match &certificate.certifies {
        Subject::Mechanism(mechanism) => {
            format!("ε′ ≤ {}{}", decimal::epsilon_prime(&mechanism.verdict.0), at_delta(mechanism))
        }
        Subject::Kernel(kernel) => {
            let bound = &kernel.bound;
            let relative = match decimal::term(&bound.relative.0) {
                zero if zero == "0" => String::new(),
                relative => {
                    format!(" + {relative}·{}", if is_inverse_tail(kernel) { "g(ℓ)" } else { "(−ln v)" })
                }
            };
            let absolute = decimal::term(&bound.absolute.0);
            format!("the error of {} is at most {absolute}{relative}", kernel.subject.function)
        }
    }
}

/// Whether a kernel is the inverse tail, whose input is ℓ and whose errors are relative to g(ℓ).
const fn is_inverse_tail(certificate: &KernelCertificate) -> bool {
    matches!(
        certificate.subject.kernel,
        Kernel::InverseTail64 | Kernel::InverseTailF32 | Kernel::InverseTailF64
    )
}

/// All of an accepted certificate.
pub(crate) fn add(
    page: &mut Page,
    file: &str,
    certificate: &Certificate,
    report: &Report,
    revision: Revision,
) -> Result<(), Error> {
    page.part(name(file));
    page.notice(true, &text(format!("Accepted: {}.", verdict(certificate))));
    // Any other text with the same meaning would have been refused, so this is the digest of the file.
    let digest = code(sha256(&certificate.text()?));
    page.paragraph(&Safe(format!("The SHA-256 of this certificate is {}.", digest.0)));
    match &certificate.certifies {
        Subject::Mechanism(mechanism) => add_mechanism(page, mechanism, revision)?,
        Subject::Kernel(kernel) => add_kernel(page, kernel, revision)?,
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
        Subject::Kernel(kernel) => &kernel.reproduce,
    };
    page.paragraph(&text("This command prints the certificate again, byte for byte:"));
    page.command(reproduce);
    page.paragraph(&text("This one audits the file that this report is about:"));
    page.command(&format!("kdelta audit {file}"));
    Ok(())
}

fn add_sources(page: &mut Page, sources: &[Source], revision: Revision) {
    let rows = sources.iter().map(|source| {
        let path = if source.path.contains('/') { revision.file(source) } else { text(&source.path) };
        vec![path, code(&source.sha256)]
    });
    page.table("The code, by the SHA-256 of each file", &["file", "SHA-256"], rows);
}

fn add_mechanism(
    page: &mut Page,
    certificate: &MechanismCertificate,
    revision: Revision,
) -> Result<(), Error> {
    let MechanismCertificate { claim, conditions, .. } = certificate;
    add_setting(page, claim, words::setting(certificate)?);
    add_chain(page, words::terms(certificate)?, conditions, words::bounds(certificate), revision);
    page.heading("Closeness to the ideal mechanism, for accountants");
    let rows = words::closeness(certificate)?;
    let rows = rows.into_iter().map(|[name, bound, what]| vec![text(name), number(bound), text(what)]);
    page.table("What follows for each release", &["notion", "value", "what it says"], rows);
    if !matches!(certificate.setting.law, Law::PlanarLaplace(_)) {
        page.heading("Pictures");
        if let Law::Gaussian(law) = &certificate.setting.law {
            page.figure(&gaussian::curve(certificate, law)?);
        }
        page.figure(&bounds::of_setting(&MechanismDescription::of(certificate))?);
        page.figure(&error::of_mechanism(certificate)?);
    }
    add_code(page, &certificate.subject.sources, &certificate.kernels, revision);
    Ok(())
}

fn add_setting(page: &mut Page, claim: &str, parts: impl IntoIterator<Item = [String; 2]>) {
    page.paragraph(&text(claim));
    let rows = parts.into_iter().map(|[part, value]| vec![text(part), text(value)]);
    page.table("The setting", &["part", "as chosen"], rows);
}

/// Terms, conditions and bounds.
fn add_chain(
    page: &mut Page,
    terms: Vec<[String; 3]>,
    conditions: &[Condition],
    bounds: Vec<[String; 4]>,
    revision: Revision,
) {
    page.heading("The chain of terms");
    let rows =
        terms.into_iter().map(|[term, value, how]| vec![text(term), number(value), revision.cited(&how)]);
    page.table("From the setting to δ", &["term", "value", "where it comes from"], rows);
    page.heading("The conditions of the theorem, and their evidence");
    let rows = conditions.iter().map(|condition| {
        vec![text(&condition.name), text(&condition.statement), revision.cited(&condition.discharged)]
    });
    page.table("Every hypothesis", &["condition", "what it says", "how it was discharged"], rows);
    page.heading("ε′ in every form");
    let rows = bounds.into_iter().map(|[bound, excess, form, what]| {
        vec![text(form), number(bound), number(excess), revision.cited(&what)]
    });
    page.table(
        "Upper bounds; the least is the verdict",
        &["form", "ε′ at most", "ε′ − ε", "what it is"],
        rows,
    );
}

/// The files of the mechanism and the certificates of the kernels it rests on.
fn add_code(page: &mut Page, sources: &[Source], kernels: &[KernelReference], revision: Revision) {
    page.heading("Which code");
    let kernels = kernels
        .iter()
        .map(|kernel| Source { path: kernel.certificate.clone(), sha256: kernel.sha256.clone() });
    add_sources(page, &sources.iter().cloned().chain(kernels).collect::<Vec<_>>(), revision);
}

/// The word that a certificate itself uses.
#[expect(clippy::expect_used, reason = "these types are enums of words")]
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("a word has a JSON text");
    value.as_str().expect("a word is a string").to_owned()
}

fn add_kernel(page: &mut Page, certificate: &KernelCertificate, revision: Revision) -> Result<(), Error> {
    let KernelCertificate { subject, domain, bound, witness, .. } = certificate;
    page.paragraph(&text(&certificate.claim));
    let exact = |number: &kdelta_certificate::Number| code(number.to_string());
    page.table(
        "The function",
        &["what", "value"],
        [
            vec![text("function"), revision.function(&subject.function, &subject.sources)],
            vec![text("format"), text(&subject.format)],
            vec![text("package"), text(format!("{} {}", word(&subject.package), subject.version))],
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
        let (unit, method) = (word(&term.unit), word(&term.method));
        let value = decimal::term(&term.value.0);
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
            vec![
                text(if is_inverse_tail(certificate) { "input ℓ" } else { "input v" }),
                exact(&witness.input),
            ],
            vec![text("computed"), exact(&witness.computed)],
            vec![text("error at least"), number(decimal::term_below(&witness.error.low.0))],
            vec![text("bound there"), number(decimal::term(&witness.bound.0))],
        ],
    );
    page.heading("Picture");
    page.figure(&error::of_kernel(certificate)?);
    page.heading("Which code");
    add_sources(page, &subject.sources, revision);
    Ok(())
}
