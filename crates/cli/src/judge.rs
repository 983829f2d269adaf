//! Certificates in files, read and audited; and those of a black box compared with the one of this machine.

use crate::files;
use kdelta_certificate::{KernelCertificate, Options, Refusal, Report, Sources, Subject};
#[cfg(feature = "reference")]
use kdelta_kernels::fingerprint;
use kdelta_report::Finding;
use std::path::Path;

/// No certificate is longer.
const MAX_BYTES: u64 = 1 << 20;

/// Reads and audits one file.
pub(crate) fn judge(path: &Path, sources: &dyn Sources, options: &Options) -> Finding {
    let file = path.display().to_string();
    let read = files::read(path, MAX_BYTES)
        .map_err(|why| Refusal::new("file", why, "give the path of a certificate"));
    let mut finding = match read {
        Ok(text) => Finding::of(&file, &text, sources, options),
        Err(why) => Finding::unreadable(&file, why),
    };
    let kernel = finding.certificate.as_ref().map(|certificate| &certificate.certifies);
    if let (Ok(report), Some(Subject::Kernel(kernel))) = (&mut finding.outcome, kernel) {
        compare_outputs(kernel, report);
    }
    finding
}

/// A black box speaks about one build on one platform: is it the one of this machine?
fn compare_outputs(certificate: &KernelCertificate, report: &mut Report) {
    let Ok(Some(black_box)) = certificate.result().map(|result| result.black_box) else { return };
    let (name, wanted) = (&certificate.subject.function, &black_box.fingerprint);
    match fingerprint(certificate.subject.kernel, black_box.bits) {
        Some(here) if here == *wanted => {
            report.checked.push(format!("{name} of this machine gives the same outputs at 4096 points"));
        }
        Some(_) => report.trusted.push(format!(
            "{name} of this machine gives other outputs at 4096 points: the certificate is about another one and says \
             nothing about the one here"
        )),
        None => report.trusted.push(format!("that {name} of this machine is the one certified: not compared")),
    }
}

/// Nothing is known of the logarithms of this machine.
#[cfg(not(feature = "reference"))]
fn fingerprint(_: kdelta_certificate::Kernel, _: u32) -> Option<String> {
    None
}
