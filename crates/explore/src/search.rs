//! The three searches. Every probe is a whole derivation, so what a search returns is a certified setting,
//! and what it rejects was rejected by the oracle; only the order of the probes is clever.

use crate::setting::Asked;
use crate::setting::outward_to;
use kdelta_certificate::Embedded;
use kdelta_certificate::{
    Area, Asked as AskedFor, Foundation, Gaussian, Law, MechanismCertificate, Outputs, Places, Plane, Range,
    Refusal, Setting,
};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, at_least, decimal, dyadic};
use kdelta_oracle::projection::{GeographicBox, LocalProjection};
use num_traits::ToPrimitive;
use std::fmt;

/// Why a setting is not within the budget.
#[derive(Debug, Clone)]
pub enum Miss {
    /// It is certified, for more than the budget.
    Costs(Rational),
    /// It is not certified.
    Refused(Box<Refusal>),
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Costs(verdict) => write!(f, "it costs ε′ ≤ {}", decimal::epsilon_prime(verdict)),
            Self::Refused(why) => write!(f, "it is not certified: {}: {}", why.field, why.why),
        }
    }
}

/// A setting in which one quantity can be set to another value.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The setting.
    pub asked: Asked,
    /// Δ in force.
    sensitivity: Rational,
    /// In metres, if it is on the plane: the images of all places.
    image: Option<Area>,
}

/// The answers outward to the grid and so many steps more.
fn with_margin(answers: &Range, grid: &Rational, margin: i64) -> Range {
    let beyond = Rational::from_integer(margin.into()) * grid;
    let Range { low, high } = outward_to(answers, grid);
    Range { low: (&(low.0 - &beyond)).into(), high: (&(high.0 + beyond)).into() }
}

impl Problem {
    /// The places of a setting are projected once; a box that cannot be is refused whatever the rest is.
    pub fn new(asked: Asked) -> Result<Self, kdelta_oracle::Refusal> {
        let setting = &asked.description.setting;
        let in_force =
            |stretch: &Rational, error: &Rational| stretch * &setting.sensitivity.0 + error + error;
        let stated = in_force(&dyadic(1, 0), &(&setting.query_error.0 + &setting.reading_error.0));
        let (sensitivity, image) = match &setting.law {
            Law::Laplace(_) | Law::Gaussian(_) => (setting.sensitivity_in_force(), None),
            Law::PlanarLaplace(Plane { places: Places::Plane { answers }, .. }) => {
                (stated, Some(answers.clone()))
            }
            Law::PlanarLaplace(Plane { places: Places::Globe { answers, reference }, .. }) => {
                let ends = |range: &Range| (range.low.0.clone(), range.high.0.clone());
                let region = GeographicBox::new(ends(&answers.x), ends(&answers.y))?;
                let projection = LocalProjection::about(&reference.x.0, &reference.y.0)?;
                let range =
                    |(low, high): (Rational, Rational)| Range { low: (&low).into(), high: (&high).into() };
                let [x, y] = projection.image(&region).map(range);
                let (stretch, error) = (projection.stretch(&region)?, projection.error(&region)?);
                (in_force(stretch.value(), error.value()), Some(Area { x, y }))
            }
        };
        Ok(Self { asked, sensitivity, image })
    }

    /// The setting that is asked for.
    pub fn setting(&self) -> &Setting {
        &self.asked.description.setting
    }

    fn setting_mut(&mut self) -> &mut Setting {
        &mut self.asked.description.setting
    }

    /// With another ε.
    pub fn with_epsilon(&self, epsilon: &Rational) -> Self {
        let mut other = self.clone();
        other.setting_mut().epsilon = Some(epsilon.into());
        other
    }

    /// With another σ.
    fn with_sigma(&self, sigma: &Rational) -> Self {
        let mut other = self.clone();
        if let Law::Gaussian(law) = &mut other.setting_mut().law {
            law.asked = AskedFor::Sigma(sigma.into());
        }
        other
    }

    /// With another grid. On the plane a window follows outward; a disc stays as it is.
    pub fn with_grid(&self, grid: &Rational) -> Self {
        let mut other = self.clone();
        let setting = other.setting_mut();
        setting.grid = grid.into();
        if let Law::PlanarLaplace(Plane { outputs: Outputs::Rectangle(Area { x, y }), .. }) = &mut setting.law
        {
            (*x, *y) = (outward_to(x, grid), outward_to(y, grid));
        }
        other
    }

    /// The answers, rounded outward to the grid, and `margin` steps more on each side, as the window.
    #[expect(clippy::expect_used, reason = "`new` gives it one")]
    fn with_margin(&self, margin: i64) -> Self {
        let mut other = self.clone();
        let grid = self.setting().grid.0.clone();
        match &mut other.setting_mut().law {
            Law::Laplace(line) | Law::Gaussian(Gaussian { line, .. }) => {
                line.window = with_margin(&line.answers, &grid, margin);
            }
            Law::PlanarLaplace(plane) => {
                let Area { x, y } = self.image.as_ref().expect("a problem on the plane has an image");
                let [x, y] = [x, y].map(|range| with_margin(range, &grid, margin));
                plane.outputs = Outputs::Rectangle(Area { x, y });
            }
        }
        other
    }
}

/// A certified setting within the budget, and why the next one is not.
#[derive(Debug)]
pub struct Found {
    /// Its certificate.
    pub certificate: MechanismCertificate,
    /// The next setting in the direction of the search; none at the end of what the arithmetic takes.
    pub next: Option<(Rational, Miss)>,
}

/// Nothing is within the budget; the closest that was tried, and why it is not.
#[derive(Debug)]
pub struct NotFound {
    /// Where it was tried.
    pub closest: Rational,
    /// By how much it misses.
    pub miss: Miss,
}

/// A setting with one quantity left open, and the budget for ε′.
#[derive(Debug, Clone)]
pub struct Search {
    /// The setting around the open quantity.
    pub base: Problem,
    /// The largest ε′.
    pub budget: Rational,
}

/// b = (2^23 + i mod 2^23)·2^(⌊i/2^23⌋ − 23): the scales in order of size, numbered without a gap.
const PER_BINADE: i64 = 1 << 23;
const FIRST: i64 = -60 * PER_BINADE;
const LAST: i64 = 60 * PER_BINADE;

#[expect(clippy::expect_used, reason = "FIRST ≤ i ≤ LAST")]
fn scale(i: i64) -> Rational {
    let binade = i32::try_from(i.div_euclid(PER_BINADE)).expect("scales have binades from -60 to 60");
    dyadic(PER_BINADE + i.rem_euclid(PER_BINADE), binade - 23)
}

/// The first scale that is at least x > 0, if any is.
fn scale_at_least(x: &Rational) -> Option<i64> {
    let (mantissa, exponent) = at_least(x, 24)?;
    // A mantissa of 2^24 carries into the next binade.
    let i = (i64::from(exponent) + 22) * PER_BINADE + mantissa.to_i64()?;
    Some(i.max(FIRST)).filter(|i| *i <= LAST)
}

impl Search {
    /// The certificate, if its verdict is within the budget.
    pub fn probe(&self, problem: &Problem) -> Result<MechanismCertificate, Miss> {
        let derived = problem.asked.derive(&Foundation::new(&Embedded));
        let certificate = derived.map_err(|(why, _)| Miss::Refused(Box::new(why)))?;
        let verdict = &certificate.verdict.0;
        if verdict <= &self.budget { Ok(certificate) } else { Err(Miss::Costs(verdict.clone())) }
    }

    /// The setting with scale number i, and what it is known by: ε = Δ/b, or σ for Gaussian noise.
    fn with_scale(&self, i: i64) -> (Rational, Problem) {
        let scale = scale(i);
        if let Law::Gaussian(_) = self.base.setting().law {
            let problem = self.base.with_sigma(&scale);
            return (scale, problem);
        }
        let epsilon = &self.base.sensitivity / scale;
        let problem = self.base.with_epsilon(&epsilon);
        (epsilon, problem)
    }

    /// No smaller scale is within the budget, as finite precision costs something: Δ/budget, or the least σ for which the ideal
    /// mechanism is within it at δ. If that cannot be computed, the search begins at the first scale.
    fn least_scale(&self) -> Rational {
        match &self.base.setting().law {
            Law::Gaussian(law) => {
                let least =
                    GaussianMechanism::least_scale(&self.base.sensitivity, &self.budget, &law.delta.0, 64);
                least.map_or_else(|_| scale(FIRST), |least| least.lo().clone())
            }
            _ => &self.base.sensitivity / &self.budget,
        }
    }

    fn probe_scale(&self, i: i64) -> Result<MechanismCertificate, Miss> {
        self.probe(&self.with_scale(i).1)
    }

    /// The least scale with ε′ within the budget, over those that the arithmetic has: the largest ε = Δ/b, or the least σ.
    ///
    /// ε′ ≥ ε, so no scale below `least_scale` is tried, but the last one, to show it. Upward from there ε falls, and
    /// with it ε′, until δ, which grows with b, comes near L: settings within the budget are an interval of
    /// scales. Its lower end is found in steps of a binade and then by bisection. The order of ε′ between
    /// probes is not proved; that the scale found is within the budget and the one before it is not, is.
    #[expect(clippy::expect_used, reason = "a setting that missed misses again")]
    pub fn scale(&self) -> Result<Found, Box<NotFound>> {
        // If every scale is below that, the last one shows by how much.
        let start = scale_at_least(&self.least_scale()).unwrap_or(LAST);
        let mut miss = None; // the last scale tried before, and what it missed by
        let mut closest: Option<(i64, Rational)> = None;
        let mut i = start;
        loop {
            match self.probe_scale(i) {
                Ok(certificate) => return Ok(self.lowest(miss, i, certificate)),
                Err(why) => {
                    if let Miss::Costs(verdict) = &why {
                        if closest.as_ref().is_none_or(|(_, least)| verdict < least) {
                            closest = Some((i, verdict.clone()));
                        }
                    }
                    miss = Some((i, why));
                }
            }
            if i == LAST {
                break;
            }
            // The steps end at whole binades, so that the last one is the last scale.
            i = ((i.div_euclid(PER_BINADE) + 1) * PER_BINADE).min(LAST);
        }
        let nothing = |i: i64, miss: Miss| Box::new(NotFound { closest: self.with_scale(i).0, miss });
        match closest {
            // No ε is certified: what is wrong is best said of the ε that was hoped for.
            None if matches!(self.base.setting().law, Law::Gaussian(_)) => {
                let (sigma, problem) = self.with_scale(start);
                let miss = self.probe(&problem).expect_err("this scale was tried and missed");
                Err(Box::new(NotFound { closest: sigma, miss }))
            }
            None => {
                let problem = self.base.with_epsilon(&self.budget);
                let miss = self.probe(&problem).expect_err("the scale of this ε was tried and missed");
                Err(Box::new(NotFound { closest: self.budget.clone(), miss }))
            }
            Some((i, verdict)) => self.between_steps(i).ok_or_else(|| nothing(i, Miss::Costs(verdict))),
        }
    }

    /// The interval may lie between two steps: follow ε′ to its least value around step i, by thirds.
    fn between_steps(&self, i: i64) -> Option<Found> {
        let (mut low, mut high) = ((i - PER_BINADE).max(FIRST), (i + PER_BINADE).min(LAST));
        while high - low > 64 {
            let third = (high - low) / 3;
            let (left, right) = (low + third, high - third);
            let mut costs = [None, None];
            for (cost, i) in costs.iter_mut().zip([left, right]) {
                match self.probe_scale(i) {
                    Ok(certificate) => {
                        let miss = self.probe_scale(low).err().map(|why| (low, why));
                        return Some(self.lowest(miss, i, certificate));
                    }
                    Err(Miss::Costs(verdict)) => *cost = Some(verdict),
                    Err(Miss::Refused(_)) => {}
                }
            }
            // Refused counts as more than any cost; refused on both sides leaves nothing to follow.
            match costs {
                [Some(a), Some(b)] if a < b => high = right,
                [Some(_), None] => high = right,
                [_, Some(_)] => low = left,
                [None, None] => return None,
            }
        }
        None
    }

    /// Bisection between a scale that misses and one within the budget, down to neighbours.
    fn lowest(&self, miss: Option<(i64, Miss)>, mut i: i64, mut certificate: MechanismCertificate) -> Found {
        let mut miss = miss.or_else(|| {
            // The first scale tried is within the budget: ε′ ≥ ε says that the one before is not; look.
            (i > FIRST).then(|| self.probe_scale(i - 1).err().map(|why| (i - 1, why))).flatten()
        });
        while let Some((below, _)) = miss {
            if i - below <= 1 {
                break;
            }
            let middle = below + (i - below) / 2;
            match self.probe_scale(middle) {
                Ok(within) => (i, certificate) = (middle, within),
                Err(why) => miss = Some((middle, why)),
            }
        }
        let next = miss.map(|(i, why)| (self.with_scale(i).0, why));
        Found { certificate, next }
    }

    /// The finest power of two. Every finer one down to 2^-100 is tried and misses: no order is assumed.
    #[expect(clippy::expect_used, reason = "there are grids")]
    pub fn grid(&self) -> Result<Found, Box<NotFound>> {
        let mut next = None;
        let mut closest: Option<(Rational, Miss)> = None;
        for log2 in -100..=100 {
            let step = dyadic(1, log2);
            match self.probe(&self.base.with_grid(&step)) {
                Ok(certificate) => return Ok(Found { certificate, next }),
                Err(miss) => {
                    let better = match (&miss, &closest) {
                        (_, None) => true,
                        (Miss::Costs(cost), Some((_, Miss::Costs(least)))) => cost < least,
                        (Miss::Costs(_), Some(_)) => true,
                        (Miss::Refused(_), _) => {
                            step == self.base.setting().grid.0
                                && matches!(closest, Some((_, Miss::Refused(_))))
                        }
                    };
                    if better {
                        closest = Some((step.clone(), miss.clone()));
                    }
                    next = Some((step, miss));
                }
            }
        }
        let (closest, miss) = closest.expect("every grid was tried and missed");
        Err(Box::new(NotFound { closest, miss }))
    }

    /// The widest window around the answers: as many whole steps beyond them on both sides as the budget
    /// allows.
    ///
    /// Every term of the chain grows with the reach ρ_M, and so does every formula for ε′; each bound of the
    /// format on the window is a largest index. So the margins within the budget are 0 to some m, found by
    /// bisection.
    pub fn window(&self) -> Result<Found, Box<NotFound>> {
        let mut certificate = self
            .probe(&self.base.with_margin(0))
            .map_err(|miss| Box::new(NotFound { closest: dyadic(0, 0), miss }))?;
        let (mut within, mut beyond) = (0, 1_i64 << 62);
        let mut next = None;
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            match self.probe(&self.base.with_margin(middle)) {
                Ok(found) => (within, certificate) = (middle, found),
                Err(miss) => (beyond, next) = (middle, Some((dyadic(middle, 0), miss))),
            }
        }
        Ok(Found { certificate, next })
    }
}
