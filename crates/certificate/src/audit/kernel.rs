//! The audit of a kernel's certificate: derived again and compared, its terms bounded from below, its inputs executed again.

use super::spots::grid_points;
use super::{Options, Report, same};
use crate::derive::kernel::error_at;
use crate::derive::kernel::facts::{Derived, Model};
use crate::derive::kernel::rounding::Binary;
use crate::model::Kernel;
use crate::model::{KernelCertificate, Method, Number, Unit, Witness};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;
use kdelta_oracle::enclosure::ln;
use kdelta_oracle::number::{Rational, decimal, product, sum};
use num_traits::Signed;

/// Precision of the exact values at the points of the spot check.
const SPOT_BITS: u32 = 80;

/// Precision of the logarithms that a black box is compared with: half a last place of the least of them, 2^-32, is 2^-86 in binary64.
const GRID_BITS: u32 = 112;

impl KernelCertificate {
    /// The audit of a kernel certificate.
    pub(crate) fn audit(
        &self,
        sources: &dyn Sources,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let kernel = self.subject.kernel;
        same("kernel", self, &Self::derive(&self.result()?, sources)?)?;
        let derived = kernel.derive(&self.constants)?;
        if derived.is_some() {
            report.check(format!("the sources of {} are those certified", self.subject.function));
            report.check("the constants are those of the source".into());
            report.check(
                match kernel.model() {
                    Model::InverseTail(_) | Model::InverseTailInteger(_) => {
                        "every cell's polynomial is as near to g as the terms say"
                    }
                    _ => "every constant is within half of its last place of what it stands for",
                }
                .into(),
            );
        }
        report.check("the sums of the terms are the bound".into());
        // Where a ledger can be derived, nobody's word for a run replaces it.
        match (derived, kernel.model()) {
            (Some(derived), _) => self.check_terms(&derived, report)?,
            (None, Model::BlackBox(binary)) => self.check_exhaustive(binary, options, report)?,
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

    /// One term for the worst case over all inputs, and one for the part relative to the logarithm, if any; and no bound below what the
    /// format itself costs. More cannot be said of a function that the audit does not have: how far it is from its nearest number of the
    /// format is the certifier's word, and the report says so.
    fn check_exhaustive(
        &self,
        binary: Binary,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
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
        // No function of the format comes nearer to −ln v than the nearest number.
        let points = grid_points(&self.domain.from.0, options.seed)?;
        let mut compared = 0_u64;
        for v in points.iter().filter(|v| binary.holds(v)) {
            let exact = ln(v, GRID_BITS).map_err(Refusal::underivable("domain"))?.negated();
            let least = (binary.round(exact.lo())? - exact.lo()).abs() - exact.width();
            let bound = &self.bound.absolute.0 + &self.bound.relative.0 * exact.hi();
            if bound < least {
                let why = format!(
                    "allows {} at v = {}, and no function of the format is nearer to −ln v there than {}",
                    decimal::down(&bound, 6),
                    Number(v.clone()),
                    decimal::down(&least, 6)
                );
                return Err(Refusal::new("kernel.bound", why, REGENERATE));
            }
            compared += 1;
        }
        report.check(format!(
            "no function of the format refutes the bound by being as near to −ln v as a number can be: at {compared} inputs, the ends of \
             the domain and of every binade of v and of 1 − v among them"
        ));
        report.trusted.push(
            "the bound is the worst case of a run over every input, which the audit does not repeat: it has no such function".into(),
        );
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
        for v in &spots {
            let computed = kernel.execute(&self.constants, v)?;
            let (exact, error) = error_at(kernel, v, &computed, SPOT_BITS)?;
            let bound = sum(&self.bound.absolute.0, &product(&self.bound.relative.0, exact.lo()));
            if *error.hi() > bound {
                let why = format!("does not hold at {} = {}", kernel.variable(), Number(v.clone()));
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

fn at_least(field: &str, value: &Rational, least: &Rational) -> Result<(), Refusal> {
    if value >= least {
        return Ok(());
    }
    let why = format!("is {}, the audit derives {}", decimal::down(value, 6), decimal::up(least, 6));
    Err(Refusal::new(field, why, "raise the claim or correct the kernel"))
}
