//! A ledger as other accountants read it. Every number is rounded to the side of more loss.

use super::{Entry, Ideal, Ledger};
use crate::error::Error;
use crate::number::Number;
use crate::round_up::RoundUp;
use kdelta_oracle::enclosure::{exp, ln};
use kdelta_oracle::number::Rational;
use num_traits::{One, Zero};
use serde_json::{Value, json};

/// OpenDP lists every release by itself.
const MOST: u64 = 100_000;
/// The version whose text is written; others read it with a warning.
const OPENDP: &str = "0.16.0";

/// What stands before the events, in Python.
const HEAD: &str = "\
# A ledger of kdelta for dp_accounting: pip install dp-accounting
#
# The event is that of the ideal mechanisms. What runs is close to them output by output, so that an accountant is run on the event
# and then epsilon grows by above + below, and delta by the factor e^above. The numbers are rounded to the side of more loss; what
# the accountant rounds is its own. It treats the list as if it had been fixed in advance.
import math

import dp_accounting
from dp_accounting import pld

event = dp_accounting.ComposedDpEvent([
";

/// What stands after them.
const FOOT: &str = "\
def epsilon(delta, accountant=None):
    \"\"\"What all releases of the ledger cost at this delta, by a new accountant (the one of privacy loss distributions by default).\"\"\"
    if accountant is None:
        accountant = pld.PLDAccountant(value_discretization_interval=1e-4)
    accountant.compose(event)
    return accountant.get_epsilon(delta * math.exp(-above) * (1 - 2**-50)) + (above + below) * (1 + 2**-50)


if __name__ == \"__main__\":
    for delta in (1e-5, 1e-6, 1e-9):
        print(f\"epsilon = {epsilon(delta)} at delta = {delta}\")
";

impl Ledger {
    /// A Python program that builds the event of all releases for `dp_accounting`, with the surcharge κ₊, κ₋,
    /// and a function `epsilon(delta)` that has its accountant of privacy loss distributions compose them.
    ///
    /// A release with Gaussian noise is a `GaussianDpEvent`, every other one a `LaplaceDpEvent`. For another mechanism
    /// than Laplace noise it is that of Laplace noise with the pure loss ε₂ = 2·ln((1 + e^ε)/2), about ε + ε²/4, which
    /// loses at least as much.
    ///
    /// # Errors
    /// [`Error::Entry`] for an entry that was stated with a δ, for which `dp_accounting` has no event.
    pub fn to_dp_accounting(&self) -> Result<String, Error> {
        let mut text = String::from(HEAD);
        for entry in &self.entries {
            if let Some(event) = event(entry)? {
                text.push_str(&format!(
                    "    dp_accounting.SelfComposedDpEvent({event}, {}),\n",
                    entry.count()
                ));
            }
        }
        let surcharge = self.spent().closeness;
        let (above, below) = (surcharge.above.to_f64_up(), surcharge.below.to_f64_up());
        text.push_str(&format!("])\nabove = {above:?}\nbelow = {below:?}\n\n\n{FOOT}"));
        Ok(text)
    }

    /// The releases as JSON that OpenDP reads (`opendp.prelude.deserialize`): a composition of Laplace
    /// mechanisms, one for each release, whose privacy map at the input distance 1 is at least the sum of the
    /// ε′. It is for accounting; to run it would be to release with other noise.
    ///
    /// If one of the releases has Gaussian noise, it is a composition of Gaussian mechanisms, whose privacy map is the
    /// sum of the ρ of zero-concentrated privacy; another release, of the pure loss ε, is one with ρ = ε²/2. **It is
    /// that of the ideal mechanisms**, as ρ has no place for κ: where OpenDP has made an ε at a δ of it, add
    /// κ₊ + κ₋ of [`super::Spent::closeness`] to ε and multiply δ by e^κ₊.
    ///
    /// # Errors
    /// [`Error::Entry`] for an entry that was stated with a δ, for more than 100 000 releases, as OpenDP lists each,
    /// and for a ledger of which nothing costs anything.
    pub fn to_opendp(&self) -> Result<String, Error> {
        let concentrated = self.entries.iter().any(|entry| matches!(entry.ideal(), Ideal::Gaussian { .. }));
        let counted = self.entries.iter().filter(|entry| !entry.epsilon_prime().value().is_zero());
        let mut measurements = Vec::new();
        let mut total = 0_u64;
        for entry in counted {
            total = total.saturating_add(entry.count());
            if total > MOST {
                return Err(unreadable(
                    "more than 100000 releases",
                    "are too many for OpenDP, which lists each",
                ));
            }
            let measurement = match entry.ideal() {
                Ideal::Gaussian { sensitivity, scale, .. } => gaussian(down(&(scale / sensitivity))),
                // ρ = ε²/2 is that of Gaussian noise whose σ is 1/ε at the distance 1.
                ideal if concentrated => match pure(entry, ideal)? {
                    epsilon if epsilon.is_zero() => continue,
                    epsilon => gaussian(down(&epsilon.recip())),
                },
                ideal => {
                    pure(entry, ideal)?;
                    laplace(down(&entry.epsilon_prime().value().recip()))
                }
            };
            let count = usize::try_from(entry.count()).unwrap_or(usize::MAX);
            measurements.extend(std::iter::repeat_n(measurement, count));
        }
        if measurements.is_empty() {
            return Err(unreadable("nothing", "was spent, and OpenDP composes no empty list"));
        }
        Ok(call("combinators", "make_composition", json!({ "measurements": measurements })).to_string())
    }
}

/// The greatest `f64` that is not above a positive number; 0, which is noise of no use, if there is none.
fn down(x: &Rational) -> f64 {
    f64::at_most(x).unwrap_or(0.0)
}

/// The event of one release; none if it tells nothing.
fn event(entry: &Entry) -> Result<Option<String>, Error> {
    let (kind, multiplier) = match entry.ideal() {
        Ideal::Gaussian { sensitivity, scale, .. } => ("Gaussian", scale / sensitivity),
        ideal => {
            let epsilon = pure(entry, ideal)?;
            if epsilon.is_zero() {
                return Ok(None);
            }
            let loss = if matches!(ideal, Ideal::Laplace { .. }) { epsilon } else { as_laplace(&epsilon)? };
            ("Laplace", loss.recip())
        }
    };
    Ok(Some(format!("dp_accounting.{kind}DpEvent(noise_multiplier={:?})", down(&multiplier))))
}

/// An upper bound of ε₂ = 2·ln((1 + e^ε)/2). Laplace noise with this pure loss loses at least as much as any
/// mechanism with the pure loss ε.
///
/// Any such mechanism is post-processing of randomised response, whose trade-off function is
/// max(1 − e^ε·a, e^(−ε)·(1 − a)). That of Laplace noise is 1 − e^ε₂·a up to a = e^(−ε₂)/2, then e^(−ε₂)/(4a) up to
/// ½, then e^(−ε₂)·(1 − a). It is nowhere above: both are symmetric, so look at a up to a* = 1/(1 + e^ε), where
/// both have their fixed point, as a*² = e^(−ε₂)/4. On the first piece this is ε ≤ ε₂. On the second it says
/// a·(1 − e^ε·a) ≥ e^(−ε₂)/4; the left side is concave in a, at a* it is equal, and at the other end of the piece
/// the inequality is ε ≤ ε₂ again.
fn as_laplace(epsilon: &Rational) -> Result<Rational, Error> {
    let two = Rational::from_integer(2.into());
    let mean = (exp(epsilon, 192)?.hi() + Rational::one()) / &two;
    Ok(ln(&mean, 192)?.hi() * two)
}

/// ε of the ideal mechanism, if it was not stated with a δ.
fn pure(entry: &Entry, ideal: &Ideal) -> Result<Rational, Error> {
    let why = "has a δ of its own, which this accountant has no mechanism for";
    ideal.pure().ok_or_else(|| unreadable(entry.label(), why))
}

fn unreadable(value: &str, why: &'static str) -> Error {
    Error::Entry { what: "export:", value: value.into(), why }
}

/// Laplace noise on one number, for OpenDP.
fn laplace(scale: f64) -> Value {
    noise("make_laplace", scale, "MaxDivergence")
}

/// Gaussian noise on one number, for OpenDP.
fn gaussian(scale: f64) -> Value {
    noise("make_gaussian", scale, "ZeroConcentratedDivergence")
}

fn noise(function: &str, scale: f64, measure: &str) -> Value {
    let domain = call("domains", "atom_domain", json!({ "bounds": null, "nan": false, "T": "f64" }));
    let metric = call("metrics", "absolute_distance", json!({ "T": "f64" }));
    let arguments =
        json!({ "input_domain": domain, "input_metric": metric, "scale": scale, "k": null, "MO": measure });
    call("measurements", function, arguments)
}

/// A call of a function of OpenDP.
fn call(module: &str, function: &str, arguments: Value) -> Value {
    json!({ "__function__": function, "__module__": module, "__kwargs__": arguments, "__version__": OPENDP })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;
    use num_traits::ToPrimitive;

    /// The hockey-stick curves: (e^ε − e^x)/(1 + e^ε) of randomised response, 1 − e^((x−ε₂)/2) of Laplace noise.
    #[test]
    fn laplace_noise_of_a_slightly_larger_loss_loses_as_much_as_any_pure_mechanism() {
        for epsilon in ["1/1000", "1/10", "1", "3", "8"] {
            let larger = as_laplace(&q(epsilon)).unwrap().to_f64().unwrap();
            let epsilon = q(epsilon).to_f64().unwrap();
            assert!(larger > epsilon && larger < epsilon + epsilon * epsilon / 4.0 + 1e-12);
            for step in 0..=1000 {
                let x = epsilon * f64::from(step) / 1000.0;
                let response = (epsilon.exp() - x.exp()) / (1.0 + epsilon.exp());
                let laplace = 1.0 - ((x - larger) / 2.0).exp();
                assert!(response <= laplace + 1e-12, "{epsilon} {x}: {response} {laplace}");
            }
        }
        // With the same ε it does not.
        assert!((1_f64.exp() - 1.0) / (1.0 + 1_f64.exp()) > 1.0 - (-0.5_f64).exp());
    }
}
