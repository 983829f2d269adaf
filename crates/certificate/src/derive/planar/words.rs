//! What a planar certificate says in words: the claim, the hypotheses with their reasons, the command.

use super::error::PlanarDraw;
use crate::derive::mechanism::{power_of_two, spell};
use crate::model::Range;
use crate::model::{
    Area, Outputs, Places, PlanarDescription, PlanarSetting, PlanarTerms, Point, Projection, Sampler,
    SamplerKind,
};
use crate::model::{Condition, Generator};
use kdelta_oracle::number::{Rational, decimal};

/// What the user answers for.
pub(crate) const fn assumed_of_places(places: &Places) -> &'static str {
    match places {
        Places::Plane { .. } => "answers are points whose error and reading error are as stated",
        Places::Globe { .. } => {
            "places are longitudes and latitudes on WGS 84; those outside the box are protected as if they were at its edge"
        }
    }
}

pub(crate) fn claim(
    description: &PlanarDescription,
    projection: &Projection,
    chain: &PlanarTerms,
    verdict: &Rational,
) -> String {
    let PlanarSetting { epsilon, distance, places, grid, outputs } = &description.setting;
    let sampler = match description.sampler {
        SamplerKind::Relative { bits, words } => {
            format!("its radius from two draws of an exponent and {bits} bits in {} bits", 64 * words)
        }
        SamplerKind::Midpoint { bits } => format!("its radius from two draws of 2^{bits} midpoints"),
        SamplerKind::Inverse { bits } => {
            format!("its radius by the inverse distribution function at 2^{bits} midpoints")
        }
    };
    let area = |Area { x, y }: &Area, a: &str, b: &str| {
        format!("{a} from {} to {} and {b} from {} to {}", x.low, x.high, y.low, y.high)
    };
    let (subject, measured) = match places {
        Places::Plane { answers, query_error, reading_error } => (
            format!(
                "points of error {query_error}, read with error {reading_error}, clamped into {}",
                area(answers, "x", "y")
            ),
            "",
        ),
        Places::Globe { answers, .. } => {
            let map = match projection {
                Projection::Local { origin, metres_per_degree, .. } => format!(
                    ", projected to ({}·(longitude − {}), {}·(latitude − {}))",
                    metres_per_degree.x, origin.x, metres_per_degree.y, origin.y
                ),
                Projection::Identity => String::new(),
            };
            (
                format!("places of {}{map}", area(answers, "longitude", "latitude")),
                " on the ellipsoid of WGS 84",
            )
        }
    };
    let outputs = match outputs {
        Outputs::Rectangle(window) => area(window, "x", "y"),
        Outputs::Disc { radius } => format!("cells inside the disc of radius {radius}"),
    };
    format!(
        "Planar Laplace noise of scale {} for ε = {epsilon} per distance {distance} in {}, {sampler}; {subject}; released \
         as multiples of {grid}, {outputs}, or as outside: for all these within {distance}{measured} and every set of \
         outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ {}; at any distance d{measured}, with at most {} + {}·d",
        chain.scale,
        description.format.name(),
        decimal::epsilon_prime(verdict),
        decimal::term(&chain.once.0),
        decimal::epsilon_prime(&chain.per_metre.0),
    )
}

/// Every hypothesis of Theorems A and B, with its reason.
pub(crate) fn conditions(draw: &PlanarDraw, setting: &PlanarSetting, chain: &PlanarTerms) -> Vec<Condition> {
    let condition = |name: &str, statement: &str, discharged: String| Condition {
        name: name.into(),
        statement: statement.into(),
        discharged,
    };
    let margin = |left: &Rational, right: &Rational| decimal::down(&(left - right), 4);
    let PlanarTerms { cell, reach, radius, shift, .. } = chain;
    let twice = &shift.0 + &shift.0;
    let needed = &reach.0 + &shift.0;
    let (bias, slope) = match &draw.sampler {
        Sampler::Gamma(Generator::Relative { .. } | Generator::Lazy { .. }) => (
            "each draw is the middle of the cell of the uniform variable it is coupled with (THEORY F11)",
            "k = 2b everywhere in the log metric, as the radius is b times a sum of two logarithms (THEORY F5 (b))",
        ),
        Sampler::Gamma(Generator::Midpoint { .. }) => (
            "each draw is the midpoint of the cell of the uniform variable (THEORY F16)",
            "k is an upper bound of b(1 + e^(T/b)) (THEORY F5 (b))",
        ),
        Sampler::Inverse(_) => (
            "the draw is the midpoint of the cell of the uniform variable (THEORY F16)",
            "the modulus of Lemma R in the place of k·δ₀, as C⁻¹ has no Lipschitz constant at 0 (THEORY F5 (a))",
        ),
    };
    let mut all = vec![
        condition(
            "(C1), (LC)",
            "ln p is 1/b-Lipschitz in the Euclidean norm and concave",
            "p is proportional to e^(−‖x‖/b)".into(),
        ),
        condition("(i), radius", "d(n₀(u), u) ≤ δ₀ for every u", bias.into()),
        condition(
            "(i), angle",
            "|v′ − v| ≤ δ_v in turns",
            "the angle drawn is the middle of the cell of the uniform variable".into(),
        ),
        condition("(ii), radius", "the radius is k-Lipschitz where it is at most T", slope.into()),
        condition(
            "(ii), angle",
            "turning by δ_v moves a point of radius at most T by at most 2πT·δ_v",
            "the two parts are perpendicular, so that squares add up (THEORY F6)".into(),
        ),
        condition(
            "(iii)",
            "‖n′ − n‖ ≤ δ_n where ‖n‖ ≤ T",
            "the kernels' certificates and the roundings of sum and products, taken at T".into(),
        ),
        condition(
            "(iv)",
            "‖n′‖ ≥ T − δ_n where ‖n‖ > T",
            "the error grows with ‖n‖ at a rate below 1, so n′ does not come back; no monotonicity is used (THEORY F19)".into(),
        ),
        condition("(v)", "T > ρ_M + δ", format!("exceeds it by {}", margin(&radius.0, &needed))),
        condition("cells", "L̃ > 2δ", format!("exceeds it by {}", margin(&cell.0, &twice))),
        condition(
            "addition",
            "the release is a function of the exact sum r + x′, coordinate by coordinate",
            "one correctly rounded or exact addition each; L̃ is L less the shift of an edge (THEORY F24)".into(),
        ),
        condition(
            "outputs",
            "the values not released as outside are a union of cells, and cells tile the rest",
            "the sum is rounded first, then its cell is looked up; beyond the outermost cells the rest is tiled by products of \
             cells and half-lines (THEORY F17)"
                .into(),
        ),
        condition("answers", "every answer is in M_f", "each coordinate is clamped (THEORY F26)".into()),
    ];
    if draw.cut_off.is_some() {
        all.push(condition(
            "cut-off",
            "b·e_max·ln 2 ≥ T",
            "compared with enclosures of ln 2; one uniform below 2^-e_max is enough for a radius beyond T (THEORY F11)".into(),
        ));
    }
    if let Places::Globe { .. } = setting.places {
        all.push(condition(
            "projection",
            "images of places at distance d are within s·d + 2δ_f",
            "s over every latitude that a shortest path between places of the box can reach, δ_f from the three roundings of \
             each coordinate (THEORY F31)"
                .into(),
        ));
    }
    all
}

impl PlanarDescription {
    /// The command that certifies this setting, every flag spelled out.
    #[must_use]
    pub fn command(&self) -> String {
        let PlanarSetting { epsilon, distance, places, grid, outputs } = &self.setting;
        let range = |Range { low, high }: &Range| format!("{}..{}", spell(low), spell(high));
        let area = |Area { x, y }: &Area| format!("{},{}", range(x), range(y));
        let places = match places {
            Places::Plane { answers, query_error, reading_error } => format!(
                "--answers {} --query-error {} --reading-error {}",
                area(answers),
                spell(query_error),
                spell(reading_error)
            ),
            Places::Globe { answers, reference: Point { x, y } } => {
                format!("--box {} --reference {},{}", area(answers), spell(x), spell(y))
            }
        };
        let outputs = match outputs {
            Outputs::Rectangle(window) => format!("--window {}", area(window)),
            Outputs::Disc { radius } => format!("--disc {}", spell(radius)),
        };
        let grid = power_of_two(&grid.0).unwrap_or_else(|| spell(grid));
        format!(
            "kdelta certify planar --epsilon {} --distance {} {places} {outputs} --grid {grid} --format {} {}",
            spell(epsilon),
            spell(distance),
            self.format.word(),
            self.sampler.flags()
        )
    }
}

impl SamplerKind {
    /// The flags that choose it.
    #[must_use]
    pub fn flags(self) -> String {
        match self {
            Self::Inverse { bits } => format!("--sampler inverse --generator midpoint-{bits}"),
            other => format!("--sampler gamma --generator {}", other.generator()),
        }
    }

    /// `relative-52`, `deep-52-4`, `midpoint-53`.
    #[must_use]
    pub fn generator(self) -> String {
        match self {
            Self::Relative { bits, words } if words == if bits <= 23 { 1 } else { 2 } => {
                format!("relative-{bits}")
            }
            Self::Relative { bits, words } => format!("deep-{bits}-{words}"),
            Self::Midpoint { bits } | Self::Inverse { bits } => format!("midpoint-{bits}"),
        }
    }
}
