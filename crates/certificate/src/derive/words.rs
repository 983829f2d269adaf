//! What the certificate of a mechanism says in words: the claim, the hypotheses with their reasons, the assumptions, the command.

use super::kernel::exponent;
use crate::model::{
    Area, Asked, Chain, Closeness, Condition, Gaussian, GaussianTerms, Generator, GeneratorName, Law, Line,
    MechanismDescription, Number, Outputs, Places, PlaneTerms, Point, Projection, Range, Sampler, Setting,
    Vector,
};
use crate::refusal::{REGENERATE, Refusal};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::Signed;

/// The statement of a certificate.
pub(super) fn claim(
    description: &MechanismDescription,
    chain: &Chain,
    plane: Option<&PlaneTerms>,
    gaussian: Option<&GaussianTerms>,
    verdict: &Number,
    closeness: &Closeness,
) -> Result<String, Refusal> {
    let MechanismDescription { format, setting, generator } = description;
    let Setting { sensitivity, query_error, reading_error, grid, law, .. } = setting;
    let epsilon = || setting.epsilon().map(Number::from);
    let generator = match generator {
        GeneratorName::Relative(bits) => format!("exponent and {bits} bits"),
        GeneratorName::Lazy(bits) => format!("lazily drawn exponent and {bits} bits"),
        GeneratorName::Deep { bits, words } => format!("exponent and {bits} bits in {} bits", 64 * words),
        GeneratorName::Midpoint(bits) => format!("midpoints of 2^{bits} cells"),
    };
    let area = |Area { x, y }: &Area, a: &str, b: &str| {
        format!("{a} from {} to {} and {b} from {} to {}", x.low, x.high, y.low, y.high)
    };
    let (scale, format, epsilon_prime) = (&chain.scale, format.name(), decimal::epsilon_prime(&verdict.0));
    let end = format!("and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ {epsilon_prime}");
    let factors = format!(
        "at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ {} and κ₋ ≤ {}",
        decimal::term(&closeness.above.0),
        decimal::term(&closeness.below.0)
    );
    let close = format!("every output is {factors}");
    Ok(match law {
        Law::Laplace(Line { answers, window, vector }) if vector.is_single() => format!(
            "Laplace noise of scale {scale} for ε = {} in {format} from {generator}; a query of sensitivity {sensitivity} and \
             error {query_error}, read with error {reading_error}, clamped from {} to {}; released as a multiple of {grid} from {} to \
             {}, or as outside: for all answers within {} {end}; {close}",
            epsilon()?,
            answers.low,
            answers.high,
            window.low,
            window.high,
            chain.sensitivity
        ),
        Law::Laplace(Line { answers, window, vector: Vector { dimension, changed } }) => format!(
            "A vector of {dimension} values with independent Laplace noise of scale {scale} for ε = {} in {format} from \
             {generator}; a query of which one individual changes at most {changed} of the values as computed, the exact ones by at most \
             {sensitivity} in sum; each of error {query_error}, read with error {reading_error}, clamped from {} to {}; each released as a \
             multiple of {grid} from {} to {}, or as outside: for all answers that differ in at most {changed} values and by at most {} in \
             sum {end}; the values in which two answers agree have the same law for both and cancel; every output of the at most {changed} \
             others together is {factors}",
            epsilon()?,
            answers.low,
            answers.high,
            window.low,
            window.high,
            chain.sensitivity
        ),
        Law::Gaussian(Gaussian { asked, delta, line: Line { answers, window, vector } }) => {
            let Some(GaussianTerms { mu, rho, .. }) = gaussian else {
                return Err(Refusal::new("gaussian", "is missing from Gaussian noise", REGENERATE));
            };
            let asked = match asked {
                Asked::Epsilon(epsilon) => format!("ε = {epsilon} and δ = {delta}"),
                Asked::Sigma(sigma) => format!("σ = {sigma}"),
                Asked::Rho(rho) => format!("ρ = {rho}"),
            };
            let end = format!(
                "and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = {delta} and ε′ ≤ {epsilon_prime}"
            );
            let ideal = format!(
                "with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ {} and ρ ≤ {}",
                decimal::term(&mu.0),
                decimal::term(&rho.0)
            );
            let noise = format!(
                "Gaussian noise of standard deviation {scale} for {asked} in {format} from {generator}"
            );
            let each = format!(
                "error {query_error}, read with error {reading_error}, clamped from {} to {}",
                answers.low, answers.high
            );
            let outputs = format!(
                "released as a multiple of {grid} from {} to {}, or as outside",
                window.low, window.high
            );
            if vector.is_single() {
                format!(
                    "{noise}; a query of sensitivity {sensitivity} and {each}; {outputs}: for all answers within {} {end}; {close}; {ideal}",
                    chain.sensitivity
                )
            } else {
                let Vector { dimension, changed } = vector;
                format!(
                    "A vector of {dimension} values with independent {noise}; a query of which one individual changes at most {changed} of \
                     the values as computed, the exact ones by at most {sensitivity} in the ℓ₂-norm; each of {each}; each {outputs}: for all \
                     answers that differ in at most {changed} values and by at most {} in the ℓ₂-norm {end}; the values in which two answers \
                     agree have the same law for both and cancel; every output of the at most {changed} others together is {factors}; {ideal}",
                    chain.sensitivity
                )
            }
        }
        Law::PlanarLaplace(chosen) => {
            let Some(plane) = plane else {
                return Err(Refusal::new("plane", "is missing from planar noise", REGENERATE));
            };
            let radius = match chosen.sampler {
                Sampler::Gamma => "from two draws of",
                Sampler::Inverse => "by the inverse distribution function from",
            };
            let (answers, measured) = match &chosen.places {
                Places::Plane { answers } => {
                    let clamped = area(answers, "x", "y");
                    let read = format!("points of error {query_error}, read with error {reading_error}");
                    (format!("{read}, clamped into {clamped}"), "")
                }
                Places::Globe { answers, .. } => (
                    format!("places of {}", area(answers, "longitude", "latitude")),
                    " on the ellipsoid of WGS 84",
                ),
            };
            let projected = match &plane.projection {
                Projection::Local { origin, metres_per_degree, .. } => format!(
                    ", projected to ({}·(longitude − {}), {}·(latitude − {}))",
                    metres_per_degree.x, origin.x, metres_per_degree.y, origin.y
                ),
                Projection::Identity => String::new(),
            };
            let outputs = match &chosen.outputs {
                Outputs::Rectangle(window) => area(window, "x", "y"),
                Outputs::Disc { radius } => format!("cells inside the disc of radius {radius}"),
            };
            let (once, rate) = (decimal::term(&plane.once.0), decimal::epsilon_prime(&plane.per_metre.0));
            format!(
                "Planar Laplace noise of scale {scale} for ε = {} per distance {sensitivity} in {format}, its radius {radius} \
                 {generator}; {answers}{projected}; released as multiples of {grid}, {outputs}, or as outside: for all these within \
                 {sensitivity}{measured} {end}; at any distance d{measured}, with at most {once} + {rate}·d; {close}",
                epsilon()?
            )
        }
    })
}

/// The hypotheses of Theorems A and B (THEORY 1.2, 1.3), L, T and U, each with its reason.
pub(super) fn conditions(law: &Law, generator: &Generator, chain: &Chain) -> Vec<Condition> {
    let condition = |name: &str, statement: &str, discharged: &str| Condition {
        name: name.into(),
        statement: statement.into(),
        discharged: discharged.into(),
    };
    let margin =
        |left: &Rational, right: &Rational| format!("exceeds it by {}", decimal::down(&(left - right), 4));
    let Chain { cell, reach, radius, shift, .. } = chain;
    let twice = &shift.0 + &shift.0;
    let needed = &reach.0 + &shift.0;
    let relative = generator.name.is_relative();
    let middle = if relative {
        "each draw is the middle of the cell of the uniform variable it is coupled with (THEORY F11)"
    } else {
        "each draw is the midpoint of the cell of the uniform variable (THEORY F16)"
    };
    let biased = "d(n₀(u), u) ≤ δ₀ for every u";
    let mut all = match law {
        Law::Laplace(_) => vec![
            condition(
                "(C1), (LC)",
                "ln p is 1/b-Lipschitz and concave",
                "p is the density of the Laplace law",
            ),
            condition("(i)", biased, middle),
            condition(
                "(ii)",
                "n is k-Lipschitz where |n| ≤ T",
                if relative {
                    "k = b everywhere in the log metric (THEORY F11)"
                } else {
                    "k is an upper bound of 2b·e^(T/b) (THEORY 1.4)"
                },
            ),
            condition(
                "(iii)",
                "|n′ − n| ≤ δ_n where |n| ≤ T",
                &match &generator.first_exponent_bits {
                    Some(bits) => format!(
                        "the kernel's certificate, that of the logarithm beyond {bits} exponent bits, and the rounding of the product, \
                         taken at ρ_M + b, which is at least T"
                    ),
                    None => "the kernel's certificate and the rounding of the product, taken at ρ_M + b, which is at least T".into(),
                },
            ),
            condition(
                "(iv)",
                "|n′| ≥ T − δ_n where |n| > T",
                "the error grows with |n| at a rate below 1, so n′ does not come back",
            ),
        ],
        Law::Gaussian(_) => vec![
            condition(
                "(LC), slope",
                "ln p is concave, and −ln p and −ln of both tails have a slope of at most β where |x| ≤ ρ_M + δ",
                "p is the density of N(0, σ²), and Birnbaum's inequality bounds the slope of its tails (THEORY 1.10)",
            ),
            condition("(i)", biased, middle),
            condition(
                "(ii)",
                "n is k-Lipschitz where |n| ≤ T",
                "k = σ√(π/2) everywhere in the log metric, as the slope of g is Mills' ratio, which decreases (THEORY 1.10)",
            ),
            condition(
                "(iii)",
                "|n′ − n| ≤ δ_n where |n| ≤ T",
                &format!(
                    "the certificates of the logarithm{} and of g, which is concave and √(π/2)-Lipschitz, and the rounding of the product, \
                     taken at ρ_M + σ, which is at least T",
                    generator
                        .first_exponent_bits
                        .as_ref()
                        .map_or_else(String::new, |bits| format!(", of that beyond {bits} exponent bits"))
                ),
            ),
            condition(
                "(iv)",
                "|n′| ≥ T − δ_n where |n| > T",
                "the error grows with |n| at a rate below 1, so n′ does not come back",
            ),
            condition(
                "domain of g",
                "every computed logarithm is in the domain of the certificate of g",
                "it is at most 0.7·(e_max + 1) and its error, which is below the end of that domain",
            ),
        ],
        Law::PlanarLaplace(plane) => vec![
            condition(
                "(C1), (LC)",
                "ln p is 1/b-Lipschitz in the Euclidean norm and concave",
                "p is proportional to e^(−‖x‖/b)",
            ),
            condition("(i), radius", biased, middle),
            condition(
                "(i), angle",
                "|v′ − v| ≤ δ_v in turns",
                "the angle drawn is the middle of the cell of the uniform variable",
            ),
            condition(
                "(ii), radius",
                "the radius is k-Lipschitz where it is at most T",
                match plane.sampler {
                    Sampler::Gamma if relative => {
                        "k = 2b everywhere in the log metric, as the radius is b times a sum of two logarithms (THEORY F5 (b))"
                    }
                    Sampler::Gamma => {
                        "k is an upper bound of b(1 + e^(T/b)) in the tail 1 − 2|u − ½|, which is off by at most 2δ₀ (THEORY F5 (b))"
                    }
                    Sampler::Inverse => {
                        "the modulus of Lemma R in the place of k·δ₀, as C⁻¹ has no Lipschitz constant at 0 (THEORY F5 (a))"
                    }
                },
            ),
            condition(
                "(ii), angle",
                "turning by δ_v moves a point of radius at most T by at most 2πT·δ_v",
                "the two parts are perpendicular, so that squares add up (THEORY F6)",
            ),
            condition(
                "(iii)",
                "‖n′ − n‖ ≤ δ_n where ‖n‖ ≤ T",
                "the kernels' certificates and the roundings of sum and products, taken at T",
            ),
            condition(
                "(iv)",
                "‖n′‖ ≥ T − δ_n where ‖n‖ > T",
                "the error grows with ‖n‖ at a rate below 1, so n′ does not come back; no monotonicity is used (THEORY F19)",
            ),
        ],
    };
    all.extend([
        condition("(v)", "T > ρ_M + δ", &margin(&radius.0, &needed)),
        condition("cells", "L̃ > 2δ", &margin(&cell.0, &twice)),
        condition(
            "addition",
            "the release is a function of the exact sum r + x′ on each axis",
            "one correctly rounded or exact addition on each axis; L̃ is L less the shift of an edge (THEORY F24)",
        ),
        condition(
            "outputs",
            "the values not released as outside are a union of cells, and cells tile the rest",
            "the sum is rounded first, then tested; every grid point released is a number of the format, and beyond the outermost cells \
             the rest is tiled by products of cells and half-lines (THEORY F17)",
        ),
        condition("answers", "every answer is in M_f", "answers are clamped on each axis (THEORY F26)"),
    ]);
    if let Law::Laplace(Line { vector, .. }) = law {
        if !vector.is_single() {
            all.push(condition(
                "vector",
                "the loss of the vector is at most Δ/b + Δ₀·κ, where κ is that of one value",
                "every value has draws of its own, so the law is a product; where two answers agree the factors are equal and cancel, \
                 and at most Δ₀ others are left (THEORY 1.9)",
            ));
        }
    }
    if let Law::Gaussian(Gaussian { line: Line { vector, .. }, .. }) = law {
        if !vector.is_single() {
            all.push(condition(
                "vector",
                "the law of the vector is Δ₀·κ₊ and Δ₀·κ₋ close to that with exact noise, where κ₊ and κ₋ are those of one value",
                "every value has draws of its own, so the law is a product; where two answers agree the factors are equal and cancel, \
                 and at most Δ₀ others are left (THEORY 1.9); with exact noise only the ℓ₂-distance of the answers matters (THEORY 1.10)",
            ));
        }
        all.push(condition(
            "transfer",
            "the mechanism with exact noise is (ε, δ·e^−κ₊)-private",
            "ε is the least by its exact curve, rounded up; what runs is then (ε + κ₊ + κ₋, δ)-private (THEORY 1.8)",
        ));
    }
    if let Some(bits) = &generator.first_exponent_bits {
        all.push(condition(
            "lazy",
            "the law is that of one draw with e_max exponent bits",
            &format!(
                "a draw takes {} bits, and words of 64 more only while all exponent bits are zero, which has probability 2^-{bits}; what \
                 is not read could not change it (THEORY F11)",
                generator.entropy_bits
            ),
        ));
    }
    if relative {
        let (statement, compared) = match law {
            Law::Laplace(_) => ("b·e_max·ln 2 ≥ T", "compared with enclosures of ln 2 (THEORY F11)"),
            Law::Gaussian(_) => (
                "e_max·ln 2 ≥ −ln(2Φ̄(T/σ))",
                "compared with enclosures of ln 2 and of Birnbaum's bound of the right side (THEORY 1.10)",
            ),
            Law::PlanarLaplace(_) => (
                "b·e_max·ln 2 ≥ T",
                "compared with enclosures of ln 2; one uniform below 2^-e_max is enough for a radius beyond T (THEORY F11)",
            ),
        };
        all.push(condition("cut-off", statement, compared));
    }
    if is_globe(law) {
        all.push(condition(
            "projection",
            "images of places at distance d are within s·d + 2δ_f",
            "s over every latitude that a shortest path between places of the box can reach, δ_f from the three roundings of each \
             coordinate (THEORY F31)",
        ));
    }
    all
}

/// What the user answers for.
pub(super) fn assumed(law: &Law) -> &'static str {
    match law {
        Law::Laplace(Line { vector, .. }) | Law::Gaussian(Gaussian { line: Line { vector, .. }, .. })
            if vector.is_single() =>
        {
            "the sensitivity of the query, its error and that of reading its answers are as stated"
        }
        Law::Laplace(_) => {
            "one individual changes at most as many values of the answers as computed as stated, and the exact ones by at most the \
             sensitivity in sum; the error of each value and that of reading it are as stated"
        }
        Law::Gaussian(_) => {
            "one individual changes at most as many values of the answers as computed as stated, and the exact ones by at most the \
             sensitivity in the ℓ₂-norm; the error of each value and that of reading it are as stated"
        }
        Law::PlanarLaplace(_) if is_globe(law) => {
            "places are longitudes and latitudes on WGS 84; those outside the box are protected as if they were at its edge"
        }
        Law::PlanarLaplace(_) => "answers are points whose error and reading error are as stated",
    }
}

/// Whether answers are longitudes and latitudes.
fn is_globe(law: &Law) -> bool {
    matches!(law, Law::PlanarLaplace(plane) if matches!(plane.places, Places::Globe { .. }))
}

impl MechanismDescription {
    /// The command that certifies this setting, every flag spelled out.
    #[must_use]
    pub fn command(&self) -> String {
        let Setting { epsilon, sensitivity, query_error, reading_error, grid, law } = &self.setting;
        // A setting without what it needs is refused before anybody sees its command.
        let epsilon = epsilon.as_ref().map_or_else(String::new, spell);
        let range = |Range { low, high }: &Range| format!("{}..{}", spell(low), spell(high));
        let area = |Area { x, y }: &Area| format!("{},{}", range(x), range(y));
        let errors = format!("--query-error {} --reading-error {}", spell(query_error), spell(reading_error));
        let sensitivity = spell(sensitivity);
        let many =
            |Vector { dimension, changed }: &Vector| format!("--dimension {dimension} --changed {changed}");
        let (chosen, sampler) = match law {
            Law::Laplace(Line { answers, window, vector }) => {
                let chosen =
                    if vector.is_single() { "laplace".into() } else { format!("vector {}", many(vector)) };
                let chosen = format!("{chosen} --epsilon {epsilon} --sensitivity {sensitivity}");
                (format!("{chosen} {errors} --answers {} --window {}", range(answers), range(window)), "")
            }
            Law::Gaussian(Gaussian { asked, delta, line: Line { answers, window, vector } }) => {
                let vector = if vector.is_single() { String::new() } else { format!("{} ", many(vector)) };
                let (name, number, delta) = (asked.name(), spell(asked.number()), spell(delta));
                let chosen =
                    format!("gaussian {vector}--{name} {number} --delta {delta} --sensitivity {sensitivity}");
                (format!("{chosen} {errors} --answers {} --window {}", range(answers), range(window)), "")
            }
            Law::PlanarLaplace(plane) => {
                let places = match &plane.places {
                    Places::Plane { answers } => format!("--answers {} {errors}", area(answers)),
                    Places::Globe { answers, reference: Point { x, y } } => {
                        format!("--box {} --reference {},{}", area(answers), spell(x), spell(y))
                    }
                };
                let outputs = match &plane.outputs {
                    Outputs::Rectangle(window) => format!("--window {}", area(window)),
                    Outputs::Disc { radius } => format!("--disc {}", spell(radius)),
                };
                let sampler = match plane.sampler {
                    Sampler::Gamma => " --sampler gamma",
                    Sampler::Inverse => " --sampler inverse",
                };
                (format!("planar --epsilon {epsilon} --distance {sensitivity} {places} {outputs}"), sampler)
            }
        };
        let grid = power_of_two(&grid.0).unwrap_or_else(|| spell(grid));
        format!(
            "kdelta certify {chosen} --grid {grid} --format {}{sampler} --generator {}",
            self.format.word(),
            self.generator
        )
    }
}

/// For people: a ratio, unless it is so long that nobody reads it.
fn spell(number: &Number) -> String {
    let ratio = number.0.to_string();
    if ratio.len() <= 24 { ratio } else { number.to_string() }
}

/// `2^-10`, which reads better than `0x1p-10`.
fn power_of_two(x: &Rational) -> Option<String> {
    (x.is_positive() && *x == dyadic(1, exponent(x))).then(|| format!("2^{}", exponent(x)))
}
