//! From the sampler, the scale and the outputs to T and δ, by the oracle's chain; and the two parts of δ apart.

use super::error::PlanarDraw;
use crate::derive::arithmetic::refuse;
use crate::refusal::Refusal;
use kdelta_oracle::bound::{PlanarChain, PlanarLinks, RadiusGenerator};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::noise::{GammaRadius, PlanarLipschitz, RadialInverse};
use kdelta_oracle::number::Rational;
use kdelta_oracle::{Condition, Refusal as OracleRefusal};
use num_traits::{One, Zero};

/// Every link; a cut-off that is too near is said in the words of the flags.
pub(crate) fn follow(chain: &PlanarChain) -> Result<PlanarLinks, Refusal> {
    chain.follow().map_err(|why| match why.shortfall() {
        Some(shortfall) if shortfall.condition == Condition::CutOffBeyondRadius => refuse(
            "sampler.cut_off",
            shortfall.to_string(),
            "narrow the window or the answers, take a smaller ε, or a generator deep-BITS-WORDS with more words: e_max is \
             64·WORDS − BITS",
        ),
        _ => Refusal::underivable("planar.chain")(why),
    })
}

/// What the bias of the radius and of the angle move a point by, each alone: δ − δ_n is their hypotenuse (THEORY F6).
pub(crate) fn parts(
    draw: &PlanarDraw,
    links: &PlanarLinks,
    angle_bias: &Rational,
) -> Result<(UpperBound, UpperBound), Refusal> {
    let both = || -> Result<(UpperBound, UpperBound), OracleRefusal> {
        let rate = links.scale.recip();
        let (k, bias) = match &draw.ideal {
            RadiusGenerator::InverseCdf { bias } => {
                let moved = RadialInverse::new(rate)?.lemma_r(bias, &links.radius)?;
                (UpperBound::new(Rational::one()), moved)
            }
            RadiusGenerator::Gamma { .. } => {
                (GammaRadius::new(rate)?.lipschitz_sup(&links.radius)?, links.bias.clone())
            }
            RadiusGenerator::GammaRelative(_) => {
                (GammaRadius::new(rate)?.lipschitz_log(), links.bias.clone())
            }
        };
        let polar = PlanarLipschitz { radial: k, radius: links.radius.clone() };
        let zero = UpperBound::new(Rational::zero());
        let angle = UpperBound::new(angle_bias.clone());
        Ok((polar.shift(&bias, &zero)?, polar.shift(&zero, &angle)?))
    };
    both().map_err(Refusal::underivable("planar.chain"))
}
