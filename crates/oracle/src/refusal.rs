//! Why the oracle says no. Every refusal names the condition, the values, by how much it fails, and what to do.

pub(crate) use crate::number::Inexpressible;
use crate::number::{Rational, decimal, exceeds};
use std::fmt;

/// A hypothesis of a theorem or of a definition: `actual` must stand in the stated relation to `required`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// The named quantity must be strictly positive.
    Positive(&'static str),
    /// The named quantity must not be negative.
    NonNegative(&'static str),
    /// Two ends of the named range are out of order.
    Ordered(&'static str),
    /// The named argument must lie strictly inside the domain of the function; `required` is the end it reached.
    InDomain(&'static str),
    /// The named inequality, left side `actual`, right side `required`.
    AtMost(&'static str),
    /// Theorem A: every cell must be longer than 2δ, otherwise a cell shrunk by δ is empty (CE3).
    CellWiderThanShift,
    /// Theorem B (v): T > ρ_M + δ.
    RadiusBeyondWindow,
    /// §1.4: 2c < 1, c = 2δ₀e^{ρ_M/b}: the generator resolves the tail of the noise.
    GeneratorFineEnough,
    /// §1.4: the slack y₀ = (c+η)/(1−2c) is at most 1.
    SlackAtMostScale,
    /// F17: an edge of the window must be an edge of a cell.
    CellsAligned,
    /// F8, F26: the answers must lie where ρ_M was computed.
    AnswersInsideWindow,
    /// Theorem U: the least mass of a shrunk cell must exceed 2δ₀.
    CellMassAboveBias,
    /// F11: the exponent cut-off must lie beyond T: b·e_max·ln 2 ≥ T.
    CutOffBeyondRadius,
    /// §1.10, Gaussian noise: the exponent cut-off must lie beyond T: e_max·ln 2 ≥ −ln(2Φ̄(T/σ)).
    CutOffBeyondTail,
    /// Theorem D (b): the noise must be close on more than Δ + L.
    ReachBeyondNeighbour,
    /// The weights of a law must add up to one.
    WeightsSumToOne,
    /// Lemma 4, multiplicative form: 2βδ < 1.
    RateTimesShiftBelowHalf,
    /// F31: longitudes are written from −180° to 180°.
    WithinAntimeridian,
    /// F31: latitudes are from −90° to 90°.
    LatitudeWithinPoles,
    /// F31: a box of longitudes is at most half a turn wide.
    HalfTheTurn,
    /// F31: the latitudes that a shortest path can reach stay within ±89°.
    AwayFromPoles,
}

impl Condition {
    /// The condition as a formula, with the names of the theory.
    #[must_use]
    pub fn statement(self) -> String {
        match self {
            Self::Positive(what) => format!("{what} > 0"),
            Self::NonNegative(what) => format!("{what} ≥ 0"),
            Self::Ordered(what) => format!("{what}: lower end ≤ upper end"),
            Self::InDomain(what) => format!("{what} inside its domain"),
            Self::AtMost(what) => what.into(),
            Self::CellWiderThanShift => "cell length L > 2δ".into(),
            Self::RadiusBeyondWindow => "radius T > ρ_M + δ".into(),
            Self::GeneratorFineEnough => "2c < 1 with c = 2δ₀·e^(ρ_M/b)".into(),
            Self::SlackAtMostScale => "slack y₀ = (c+η)/(1−2c) ≤ 1".into(),
            Self::CellsAligned => "window edges on cell edges (remainder 0)".into(),
            Self::AnswersInsideWindow => "answers inside the window".into(),
            Self::CellMassAboveBias => "least cell mass μ_min > 2δ₀".into(),
            Self::CutOffBeyondRadius => "b·e_max·ln 2 ≥ T".into(),
            Self::CutOffBeyondTail => "e_max·ln 2 ≥ −ln(2Φ̄(T/σ))".into(),
            Self::ReachBeyondNeighbour => "reach T₁ > Δ + L".into(),
            Self::WeightsSumToOne => "weights add up to 1".into(),
            Self::RateTimesShiftBelowHalf => "2βδ < 1".into(),
            Self::WithinAntimeridian => "longitude from -180 to 180".into(),
            Self::LatitudeWithinPoles => "latitude from -90 to 90".into(),
            Self::HalfTheTurn => "box of at most 180 degrees of longitude".into(),
            Self::AwayFromPoles => "latitudes that shortest paths reach within ±89 degrees".into(),
        }
    }

    /// What a user can change to satisfy the condition.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Positive(_) => "give a positive number",
            Self::NonNegative(_) => "give zero or a positive number",
            Self::Ordered(_) => "swap the two ends",
            Self::InDomain(_) => "move the argument inside the domain",
            Self::AtMost(_) => "raise the bound on the right, or correct what is on the left",
            Self::CellWiderThanShift => "take a coarser grid, a finer generator or a more accurate noise",
            Self::RadiusBeyondWindow => "certify the noise on a larger radius T, or narrow the window",
            Self::GeneratorFineEnough | Self::SlackAtMostScale => {
                "take more random bits, a narrower window, a larger scale, or the relative (log-metric) generator"
            }
            Self::CellsAligned => "put the window's edges on L·(Z+½), or round first and test membership",
            Self::AnswersInsideWindow => "clamp the answers into the window, or widen the window",
            Self::CellMassAboveBias => "take more random bits, a coarser grid or a narrower window",
            Self::CutOffBeyondRadius | Self::CutOffBeyondTail => {
                "take more exponent bits, or narrow the window"
            }
            Self::ReachBeyondNeighbour => "certify the noise on a larger radius, or take a finer grid",
            Self::WeightsSumToOne => "normalise the weights exactly",
            Self::RateTimesShiftBelowHalf => "use the additive form of the bound",
            Self::WithinAntimeridian => {
                "a box does not cross the antimeridian: split the data there, or shift its longitudes by a fixed angle first"
            }
            Self::LatitudeWithinPoles => "give latitudes in degrees; longitude comes first, then latitude",
            Self::HalfTheTurn => {
                "give the box of the region the data can come from; one of up to 180 degrees is possible"
            }
            Self::AwayFromPoles => {
                "take a smaller box, or one farther from the pole; near it, project the data yourself and give metres"
            }
        }
    }
}

/// A condition that fails, with the exact values that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortfall {
    /// The condition that fails.
    pub condition: Condition,
    /// The value found.
    pub actual: Rational,
    /// The value it was compared with.
    pub required: Rational,
}

impl Shortfall {
    /// By how much the condition fails: the distance between the two values.
    #[must_use]
    pub fn gap(&self) -> Rational {
        if exceeds(&self.actual, &self.required) {
            &self.actual - &self.required
        } else {
            &self.required - &self.actual
        }
    }
}

/// The condition, its two sides and the gap; what to do is [`Condition::remedy`].
impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "needs {}: found {} against {}, off by {}",
            self.condition.statement(),
            decimal::short(&self.actual),
            decimal::short(&self.required),
            decimal::short(&self.gap())
        )
    }
}

/// Why the oracle refuses an input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Text that is not an exact number.
    Malformed {
        /// The text, shortened to what a message can hold.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A size beyond what the oracle computes in reasonable time.
    TooLarge {
        /// Which size.
        what: &'static str,
        /// The size asked for.
        value: String,
        /// The largest size allowed.
        limit: String,
    },
    /// Something that must have at least one element has none, or two things that must match do not.
    Mismatch {
        /// What was expected.
        what: &'static str,
        /// How many were found.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// Two quantities too close to be told apart at the largest precision the oracle uses.
    Undecided {
        /// The comparison.
        what: &'static str,
        /// The precision reached.
        bits: u32,
    },
    /// Arithmetic that the number type cannot express.
    Arithmetic(Inexpressible),
    /// A hypothesis that does not hold.
    Condition(Box<Shortfall>),
}

impl Refusal {
    /// A failing condition.
    #[must_use]
    pub fn condition(condition: Condition, actual: Rational, required: Rational) -> Self {
        Self::Condition(Box::new(Shortfall { condition, actual, required }))
    }

    /// The failing condition, if that is what this is.
    #[must_use]
    pub fn shortfall(&self) -> Option<&Shortfall> {
        if let Self::Condition(shortfall) = self { Some(shortfall) } else { None }
    }

    pub(crate) fn malformed(text: &str, why: &'static str) -> Self {
        let mut short: String = text.chars().take(60).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Self::Malformed { text: short, why }
    }

    pub(crate) fn too_large(what: &'static str, value: impl ToString, limit: impl ToString) -> Self {
        Self::TooLarge { what, value: value.to_string(), limit: limit.to_string() }
    }
}

impl From<Inexpressible> for Refusal {
    fn from(reason: Inexpressible) -> Self {
        Self::Arithmetic(reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { text, why } => {
                write!(
                    f,
                    "\"{text}\" is not an exact number: {why}; write 3, 0.1, 1/3, 2^-10, 1e-6 or 0x1.8p-3"
                )
            }
            Self::TooLarge { what, value, limit } => {
                write!(f, "{what} is {value}, the limit is {limit}; choose a smaller one")
            }
            Self::Mismatch { what, found, needed } => {
                write!(f, "{what}: found {found}, needs {needed}; supply the missing or drop the extra ones")
            }
            Self::Undecided { what, bits } => {
                write!(f, "{what} cannot be decided with {bits} bits; move the two sides apart")
            }
            Self::Arithmetic(reason) => reason.fmt(f),
            Self::Condition(shortfall) => write!(f, "{shortfall}; {}", shortfall.condition.remedy()),
        }
    }
}

impl std::error::Error for Refusal {}
