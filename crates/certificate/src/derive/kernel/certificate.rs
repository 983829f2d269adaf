//! A kernel certificate, derived from what its certifier hands over, and its audit.

use super::facts::{Derived, Kernel, Model, outside};
use super::rounding::{Binary, exponent};
use crate::audit::{Options, Report, same};
use crate::model::{
    BlackBox, Bound, KernelCertificate, KernelResult, KernelSubject, Method, Source, Term, Unit, Witness,
};
use crate::model::{Number, Range};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Sources, sha256};
use kdelta_oracle::enclosure::{Enclosure, UpperBound, ln};
use kdelta_oracle::number::{Rational, decimal, dyadic, product, sum};
use num_traits::{Signed, Zero};

/// Precision of the audit's own logarithms: at the witness, and at the points of the spot check.
const BITS: u32 = 128;
const SPOT_BITS: u32 = 80;

/// The exact value f(v) and |computed − f(v)|.
fn error_at(
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
    /// Refused for an unknown kernel, missing sources, or a witness outside the domain.
    pub fn derive(result: &KernelResult, sources: &dyn Sources) -> Result<Self, Refusal> {
        let kernel = Kernel::named(&result.kernel)?;
        let constants = kernel.constants(sources)?;
        let (facts, computed, digests) = match (&kernel.model(), &result.black_box) {
            (Model::BlackBox(binary), Some(outputs)) => {
                outputs.check(*binary, &result.witness)?;
                (kernel.facts(outputs.bits), outputs.computed.clone(), vec![outputs.digest()])
            }
            (Model::ShiftAdd(_) | Model::Table(_) | Model::CosSin(_), None) => {
                let facts = kernel.facts(0);
                let digests = digests(&facts.sources, sources)?;
                (facts, kernel.execute(&constants, &result.witness)?, digests)
            }
            _ => {
                let why = "is re-executed if and only if it is no black box";
                return Err(Refusal::new("subject.kernel", why, "hand over outputs for a black box alone"));
            }
        };
        let sum = |unit| -> Rational {
            let of_unit = result.terms.iter().filter(|term| term.1 == unit);
            of_unit.map(|term| &term.2).sum()
        };
        let (absolute, relative) = (sum(Unit::One), sum(Unit::Logarithm));
        let (exact, error) = error_at(kernel, &result.witness, &computed, BITS)?;
        let bound = UpperBound::new(&absolute + &relative * exact.hi()).rounded(BITS);
        let methods = || result.terms.iter().map(|term| term.3);
        let mut tools = vec![format!("kdelta-oracle {VERSION}"), format!("kdelta-certificate {VERSION}")];
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
            stands_on = format!(" ({}; outputs {})", outputs.depends_on.join(", "), outputs.fingerprint);
            assumptions.push(
                "the function links to the same code, on the same platform, as in the exhaustive run".into(),
            );
            gaps.push("the audit re-executes nothing of a black box; it checks the witness alone".into());
        }
        let domain = facts.domain;
        let reproduce = kernel.command(result.black_box.as_ref().map(|outputs| outputs.bits), &relative);
        Ok(Self {
            claim: format!(
                "for every v from {} and below {}, {}: {}{stands_on}",
                domain.from,
                domain.below,
                domain.points,
                kernel.inequality(&facts.function, &(&absolute).into(), &(&relative).into())
            ),
            subject: KernelSubject {
                kernel: kernel.name().into(),
                function: facts.function,
                format: facts.format,
                package: if result.black_box.is_some() { "none of kdelta".into() } else { PACKAGE.into() },
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
    /// Refused for an unknown kernel.
    pub fn result(&self) -> Result<KernelResult, Refusal> {
        let kernel = Kernel::named(&self.subject.kernel)?;
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
            kernel: self.subject.kernel.clone(),
            terms: self.terms.iter().map(term).collect(),
            witness: self.witness.input.0.clone(),
            black_box,
        })
    }

    /// The audit of a kernel certificate.
    pub(crate) fn audit(
        &self,
        sources: &dyn Sources,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let kernel = Kernel::named(&self.subject.kernel)?;
        same("kernel", self, &Self::derive(&self.result()?, sources)?)?;
        let derived = kernel.derive(&self.constants)?;
        if derived.is_some() {
            report.check(format!("the sources of {} are those certified", self.subject.function));
            report.check("the constants are those of the source".into());
            report.check("every constant is within half of its last place of what it stands for".into());
        }
        report.check("the sums of the terms are the bound".into());
        // Where a ledger can be derived, nobody's word for a run replaces it.
        match (derived, kernel.model()) {
            (Some(derived), _) => self.check_terms(&derived, report)?,
            (None, Model::BlackBox(binary)) => self.check_exhaustive(binary, report)?,
            (None, _) => {
                return Err(Refusal::new("kernel.terms", "have no ledger to compare with", REGENERATE));
            }
        }
        self.check_witness(report)?;
        self.check_points(kernel, options, report)?;
        report.trust(&self.assumptions, &self.gaps);
        Ok(())
    }

    /// Each term is at least what the audit derives; so are the sums.
    fn check_terms(&self, derived: &Derived, report: &mut Report) -> Result<(), Refusal> {
        let names: Vec<_> = self.terms.iter().map(|term| term.name.as_str()).collect();
        let needed: Vec<_> = derived.items.iter().map(|item| item.name).collect();
        if names != needed {
            let why = format!("are {names:?}, the ledger of the kernel has {needed:?}");
            return Err(Refusal::new(
                "kernel.terms",
                why,
                "list every term of the ledger once, in its order",
            ));
        }
        // One program went through the whole ledger; a run over every input would have no ledger at all.
        let method = self.terms.first().map(|term| term.method);
        for (term, item) in self.terms.iter().zip(&derived.items) {
            if Some(term.method) != method || term.method == Method::Exhaustive {
                let why = "is not the one method, cellwise or forward analysis, of all terms of the ledger";
                return Err(Refusal::new(format!("kernel.terms \"{}\".method", term.name), why, REGENERATE));
            }
            if term.unit != item.unit {
                let why = "has another unit than the ledger of the kernel";
                return Err(Refusal::new(format!("kernel.terms \"{}\".unit", term.name), why, REGENERATE));
            }
            at_least(&format!("kernel.terms \"{}\".value", term.name), &term.value.0, &item.least)?;
            report.check(format!(
                "{}: {} covers the derived {}",
                term.name,
                decimal::up(&term.value.0, 4),
                decimal::up(&item.least, 4)
            ));
        }
        at_least("kernel.bound.absolute", &self.bound.absolute.0, &derived.absolute)?;
        at_least("kernel.bound.relative", &self.bound.relative.0, &derived.relative)?;
        report.check("A and R cover the derived sums".into());
        if method == Some(Method::Cellwise) {
            report.trusted.push(
                "that a cell-wise run confirmed the ledger; the audit derived every term again by its own analysis".into(),
            );
        }
        Ok(())
    }

    /// One term for the worst case over all inputs, and one for the part relative to the logarithm, if any; and no bound
    /// below what the format itself costs.
    fn check_exhaustive(&self, binary: Binary, report: &mut Report) -> Result<(), Refusal> {
        let shape = [("every point", Unit::One), ("relative part", Unit::Logarithm)];
        let fits = self.terms.iter().zip(shape).all(|(term, (name, unit))| {
            term.name == name
                && term.unit == unit
                && term.method == Method::Exhaustive
                && term.value.0.is_positive()
        });
        if !fits || self.terms.is_empty() || self.terms.len() > shape.len() {
            let why = "are not those of a run over every input of a domain that can be exhausted";
            return Err(Refusal::new("kernel.terms", why, "certify cell by cell, or on a smaller domain"));
        }
        // No function of the format comes nearer to −ln v than the nearest number: 64 points spread over the grid.
        let from = &self.domain.from.0;
        for i in 1_u64..=64 {
            let v =
                from * (Rational::from_integer(i.into()) / from / Rational::from_integer(65.into())).ceil();
            let exact = ln(&v, SPOT_BITS).map_err(Refusal::underivable("domain"))?.negated();
            let least = (binary.round(exact.lo())? - exact.lo()).abs() - exact.width();
            let bound = &self.bound.absolute.0 + &self.bound.relative.0 * exact.hi();
            at_least("kernel.bound", &bound, &least)?;
        }
        report.check(
            "the bound is not below the distance to the nearest number of the format at 64 points".into(),
        );
        report.trusted.push("the run over every input of the domain, whose worst case is the bound".into());
        Ok(())
    }

    fn check_witness(&self, report: &mut Report) -> Result<(), Refusal> {
        let Witness { error, bound, .. } = &self.witness;
        at_least("kernel.bound", &bound.0, &error.high.0)?;
        if error.low.0.is_positive() {
            let ratio = decimal::up(&(&bound.0 / &error.low.0), 4);
            report.check(format!("the witness, re-executed, needs the bound up to a factor {ratio}"));
        }
        Ok(())
    }

    fn check_points(&self, kernel: Kernel, options: &Options, report: &mut Report) -> Result<(), Refusal> {
        let (spots, all) = kernel.spots(options);
        for (v, computed) in spots.iter().zip(kernel.executed(&self.constants, &spots)) {
            let (exact, error) = error_at(kernel, v, &computed?, SPOT_BITS)?;
            let bound = sum(&self.bound.absolute.0, &product(&self.bound.relative.0, exact.lo()));
            if *error.hi() > bound {
                let why = format!("does not hold at v = {}", Number(v.clone()));
                return Err(Refusal::new("kernel.bound", why, REGENERATE));
            }
        }
        if spots.is_empty() {
            return Ok(());
        }
        let which = if all { "every input" } else { "points and ends of cells" };
        report.check(format!("the bound holds at {} re-executed inputs ({which})", spots.len()));
        Ok(())
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

fn at_least(field: &str, value: &Rational, least: &Rational) -> Result<(), Refusal> {
    if value >= least {
        return Ok(());
    }
    let why = format!("is {}, the audit derives {}", decimal::down(value, 6), decimal::up(least, 6));
    Err(Refusal::new(field, why, "raise the claim or correct the kernel"))
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

pub(crate) const PACKAGE: &str = "kdelta-finite";
/// All crates of the workspace have one version; a certificate of another version is stale.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The files with their digests.
pub(crate) fn digests(paths: &[String], sources: &dyn Sources) -> Result<Vec<Source>, Refusal> {
    let digest = |path: &String| Ok(Source { path: path.clone(), sha256: sha256(&sources.read(path)?) });
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
