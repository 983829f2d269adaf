//! The audit of a mechanism's certificate, those of its kernels included.

use super::{Options, Report, same};
use crate::derive::{Foundation, kernel_certificate};
use crate::model::{MechanismCertificate, MechanismDescription, Projection, Role};
use crate::refusal::Refusal;
use crate::sources::Sources;
use kdelta_oracle::number::decimal;

impl MechanismCertificate {
    pub(super) fn audit(
        &self,
        sources: &dyn Sources,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let foundation = Foundation::new(sources);
        // The digests first: they are read off, the rest is derived.
        same("mechanism.subject.sources", &self.subject.sources, foundation.digests(&self.setting.law)?)?;
        same("mechanism", self, &Self::derive_on(&MechanismDescription::of(self), &foundation)?)?;
        report.check("the sources of the mechanism are those certified".into());
        report.check("the kernels' certificates are those named".into());
        for kernel in self.kernels.iter().filter(|kernel| kernel.role == Role::FarLogarithm) {
            report.check(format!("far draws are within {} of their logarithm, relatively", kernel.relative));
        }
        if self.plane.as_ref().is_some_and(|plane| plane.projection != Projection::Identity) {
            report.check("the projection's stretch and rounding are what the oracle derives".into());
        }
        report.check(
            match self.gaussian {
                Some(_) => "σ, μ, ρ, ε of the ideal mechanism, L̃, ρ_M, δ_n, k, T, δ and β are what the oracle derives",
                None => "b, ε in force, L̃, ρ_M, δ_n, k, T and δ are what the oracle derives",
            }
            .into(),
        );
        for condition in &self.conditions {
            report.check(format!("{}: {}", condition.name, condition.statement));
        }
        report.check(format!("ε′ in {} forms is what the oracle derives", self.bounds.len()));
        report.check(format!("ε′ ≤ {}", decimal::epsilon_prime(&self.verdict.0)));
        let [above, below] =
            [&self.closeness.above, &self.closeness.below].map(|kappa| decimal::term(&kappa.0));
        report.check(format!(
            "κ₊ ≤ {above} and κ₋ ≤ {below}, and what follows from them, are what the oracle derives"
        ));
        report.trust(&self.assumptions, &self.gaps);
        for (i, reference) in self.kernels.iter().enumerate() {
            // One kernel may have two roles.
            if self.kernels.iter().take(i).any(|before| before.kernel == reference.kernel) {
                continue;
            }
            kernel_certificate(reference.kernel, sources)?.0.audit(sources, options, report)?;
        }
        Ok(())
    }
}
