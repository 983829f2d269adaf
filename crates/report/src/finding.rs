//! What the audit of one certificate found.

use kdelta_certificate::{Certificate, Options, Refusal, Report, Sources, Subject, audit};

/// A certificate, and what its audit found.
#[derive(Debug)]
pub struct Finding {
    /// What the certificate is called.
    pub file: String,
    /// What it says, if it can be read.
    pub certificate: Option<Certificate>,
    /// What was checked and what is trusted; or which statement does not hold.
    pub outcome: Result<Report, Refusal>,
}

impl Finding {
    /// Reads and audits the text of a certificate against the sources of the code that it is about.
    #[must_use]
    pub fn of(file: &str, text: &str, sources: &dyn Sources, options: &Options) -> Self {
        match Certificate::read(text) {
            Ok(certificate) => {
                let outcome = audit(&certificate, sources, options);
                Self { file: file.to_owned(), certificate: Some(certificate), outcome }
            }
            Err(why) => Self::unreadable(file, why),
        }
    }

    /// That there is nothing to audit.
    #[must_use]
    pub fn unreadable(file: &str, why: Refusal) -> Self {
        Self { file: file.to_owned(), certificate: None, outcome: Err(why) }
    }

    /// What the certificate claims, in a sentence.
    #[must_use]
    pub fn claim(&self) -> Option<&str> {
        self.certificate.as_ref().map(|certificate| match &certificate.certifies {
            Subject::Kernel(kernel) => kernel.claim.as_str(),
            Subject::Mechanism(mechanism) => mechanism.claim.as_str(),
        })
    }
}
