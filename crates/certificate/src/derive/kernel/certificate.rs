//! A kernel's certificate, derived from what its certifier hands over.

use super::facts::{Model, outside};
use super::rounding::{Binary, exponent};
use crate::model::Kernel;
use crate::model::{
    BlackBox, Bound, KernelCertificate, KernelResult, KernelSubject, Method, Package, Range, Source, Term,
    Unit, VERSION, Witness,
};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Sources, certified_text, sha256};
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::{Signed, Zero};

/// Precision of the exact value at the witness.
const BITS: u32 = 128;

/// The exact value f(v) and |computed − f(v)|.
pub(crate) fn error_at(
    kernel: Kernel,
    v: &Rational,
    computed: &Rational,
    bits: u32,
) -> Result<(Enclosure, Enclosure), Refusal> {
    let exact = kernel.exact(v, bits).map_err(Refusal::underivable("witness.input"))?;
    let difference = exact.minus(&Enclosure::exact(computed.clone()));
    let magnitude = difference.max(&difference.negated());
    // The larger of the two ends is the magnitude's upper end; its lower end is negative only if zero is inside.
    let low = magnitude.lo().max(&Rational::zero()).clone();
    let error = Enclosure::new(low, magnitude.hi().clone()).map_err(Refusal::underivable("witness.error"))?;
    Ok((exact, error))
}

impl KernelCertificate {
    /// The certificate that a certifier's result makes: everything else follows.
    ///
    /// # Errors
    /// Refused for missing sources, or a witness outside the domain.
    pub fn derive(result: &KernelResult, sources: &dyn Sources) -> Result<Self, Refusal> {
        let kernel = result.kernel;
        let constants = kernel.constants(sources)?;
        let (facts, computed, digests) = match (&kernel.model(), &result.black_box) {
            (Model::BlackBox(binary), Some(outputs)) => {
                outputs.check(*binary, &result.witness)?;
                (kernel.facts(outputs.bits), outputs.computed.clone(), vec![outputs.digest()])
            }
            (
                Model::ShiftAdd(_)
                | Model::Table(_)
                | Model::InverseTail(_)
                | Model::InverseTailInteger(_)
                | Model::CosSin(_),
                None,
            ) => {
                let facts = kernel.facts(0);
                let digests = digests(&facts.sources, sources)?;
                (facts, kernel.execute(&constants, &result.witness)?, digests)
            }
            _ => {
                let why = "is re-executed if and only if it is no black box";
                return Err(Refusal::new("subject.kernel", why, "hand over outputs for a black box alone"));
            }
        };
        let sum = |absolute: bool| -> Rational {
            let terms = result.terms.iter().filter(|term| (term.1 == Unit::One) == absolute);
            terms.map(|term| &term.2).sum()
        };
        let (absolute, relative) = (sum(true), sum(false));
        let (exact, error) = error_at(kernel, &result.witness, &computed, BITS)?;
        let bound = UpperBound::new(&absolute + &relative * exact.hi()).rounded(BITS);
        let methods = || result.terms.iter().map(|term| term.3);
        let mut tools = tools();
        for method in methods() {
            if !tools.contains(&method.tool()) {
                tools.push(method.tool());
            }
        }
        let depends_on = result.black_box.as_ref().map_or(&[][..], |outputs| &outputs.depends_on);
        tools.extend(depends_on.iter().cloned());
        let mut gaps = Vec::new();
        if methods().any(|method| method == Method::ForwardAnalysis) {
            gaps.push(
                "no run over every input or cell by an independent program (crates/reference) stands behind the \
                 terms: they are the proof beside the code, which the audit re-derives from the constants"
                    .into(),
            );
        }
        if result.black_box.is_none() {
            gaps.push(
                "that the source computes what the audit's model computes is shown by the tests of the repository, \
                 bit for bit, not by this certificate"
                    .into(),
            );
        }
        let mut assumptions = assumptions(facts.binary.is_some());
        let mut stands_on = String::new();
        if let Some(outputs) = &result.black_box {
            stands_on = format!(
                " (the worst case of a run over every input; {}; outputs {})",
                outputs.depends_on.join(", "),
                outputs.fingerprint
            );
            assumptions.push(
                "the function links to the same code, on the same platform, as in the exhaustive run".into(),
            );
            gaps.push(
                "the audit re-executes nothing of a black box: that no input has a larger error than the bound is the word of whoever ran \
                 it at every input; the audit refuses what no function of the format can reach, and the command \"reproduce\" repeats the run"
                    .into(),
            );
        }
        let domain = facts.domain;
        let reproduce = kernel.command(result.black_box.as_ref().map(|outputs| outputs.bits), &relative);
        Ok(Self {
            claim: format!(
                "for every {} from {} and below {}, {}: {}{stands_on}",
                kernel.variable(),
                domain.from,
                domain.below,
                domain.points,
                kernel.inequality(&facts.function, &(&absolute).into(), &(&relative).into())
            ),
            subject: KernelSubject {
                kernel,
                function: facts.function,
                format: facts.format,
                package: if result.black_box.is_some() { Package::Other } else { Package::Finite },
                version: VERSION.into(),
                sources: digests,
            },
            domain,
            terms: result
                .terms
                .iter()
                .map(|(name, unit, value, method)| Term {
                    name: name.clone(),
                    unit: *unit,
                    value: value.into(),
                    method: *method,
                    tool: method.tool(),
                })
                .collect(),
            bound: Bound { absolute: (&absolute).into(), relative: (&relative).into() },
            witness: Witness {
                input: (&result.witness).into(),
                computed: (&computed).into(),
                error: Range::new(error.lo(), error.hi()),
                bound: bound.value().into(),
            },
            constants,
            assumptions,
            gaps,
            tools,
            reproduce,
        })
    }

    /// What the certifier handed over: everything in the certificate that is not derived.
    ///
    /// # Errors
    /// Refused if a black box has no grid or no digest of its outputs.
    pub fn result(&self) -> Result<KernelResult, Refusal> {
        let kernel = self.subject.kernel;
        let term = |term: &Term| (term.name.clone(), term.unit, term.value.0.clone(), term.method);
        let from = &self.domain.from.0;
        let known = |tool: &String| tool.starts_with("kdelta-");
        let black_box = if let Model::BlackBox(_) = kernel.model() {
            let refuse = |field, why| Err(Refusal::new(field, why, REGENERATE));
            if !from.is_positive() {
                return refuse("kernel.domain.from", "is no step of a grid");
            }
            let [outputs] = self.subject.sources.as_slice() else {
                return refuse("kernel.subject.sources", "is not the one digest of a black box's outputs");
            };
            Some(BlackBox {
                bits: exponent(from).unsigned_abs(),
                computed: self.witness.computed.0.clone(),
                fingerprint: outputs.sha256.clone(),
                depends_on: self.tools.iter().filter(|tool| !known(tool)).cloned().collect(),
            })
        } else {
            None
        };
        Ok(KernelResult {
            kernel,
            terms: self.terms.iter().map(term).collect(),
            witness: self.witness.input.0.clone(),
            black_box,
        })
    }
}

impl BlackBox {
    /// Refuses what no run over a grid can have given.
    fn check(&self, binary: Binary, witness: &Rational) -> Result<(), Refusal> {
        if !(1..=32).contains(&self.bits) {
            let why = format!("has steps of 2^-{}, a grid has 1 to 32 bits", self.bits);
            return Err(Refusal::new("domain.from", why, "certify on a grid that can be exhausted"));
        }
        let on_grid = (witness * dyadic(1, self.bits.cast_signed())).is_integer();
        if !on_grid || !witness.is_positive() || *witness >= dyadic(1, 0) || !binary.holds(witness) {
            return Err(outside(witness));
        }
        if !binary.holds(&self.computed) {
            let why = "is no number of the format";
            return Err(Refusal::new("witness.computed", why, "state what the function gives"));
        }
        let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        // These words enter the claim, so nothing else may.
        let word = |c: char| c.is_ascii_alphanumeric() || " ._-".contains(c);
        let plain = |name: &String| (1..=64).contains(&name.len()) && name.chars().all(word);
        if !self.depends_on.iter().all(plain) {
            let why = "say what a black box depends on in other than 1 to 64 plain letters and digits";
            return Err(Refusal::new("kernel.tools", why, "give names and versions alone"));
        }
        if self.fingerprint.len() != 64 || !self.fingerprint.chars().all(hex) || self.depends_on.is_empty() {
            let why = "must be the SHA-256 of its outputs, and the tools must say what it depends on";
            return Err(Refusal::new("subject.sources", why, REGENERATE));
        }
        Ok(())
    }

    fn digest(&self) -> Source {
        Source { path: "outputs at 4096 points of the domain".into(), sha256: self.fingerprint.clone() }
    }
}

impl Method {
    /// The program that applies it.
    pub(crate) fn tool(self) -> String {
        match self {
            Self::ForwardAnalysis => format!("kdelta-finite {VERSION}"),
            Self::Cellwise | Self::Exhaustive => {
                format!("kdelta-reference {VERSION} (rug 1.30.0, MPFR 4.2.2, GMP 6.3.0)")
            }
        }
    }
}

/// The programs that derive every certificate.
pub(crate) fn tools() -> Vec<String> {
    vec![format!("kdelta-oracle {VERSION}"), format!("kdelta-certificate {VERSION}")]
}

/// The files with their digests.
pub(crate) fn digests(paths: &[String], sources: &dyn Sources) -> Result<Vec<Source>, Refusal> {
    let digest =
        |path: &String| Ok(Source { path: path.clone(), sha256: sha256(&certified_text(path, sources)?) });
    paths.iter().map(digest).collect()
}

/// What no certificate of this crate can check.
pub(crate) fn assumptions(floating: bool) -> Vec<String> {
    let mut all =
        vec!["the compiler and the processor execute the source as the Rust reference says".to_owned()];
    if floating {
        all.push(
            "floating-point + − × round to nearest, ties to even, without excess precision or fusing".into(),
        );
    }
    all
}
