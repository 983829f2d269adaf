//! The three searches. Every probe is a whole derivation, so what a search returns is a certified setting, and what it
//! rejects was rejected by the oracle; only the order of the probes is clever.

use crate::sources::Embedded;
use crate::spelling::floor_log2;
use kdelta_certificate::{MechanismCertificate, MechanismDescription, Range, Refusal};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::ToPrimitive;
use std::fmt;

/// Why a setting is not within the budget.
#[derive(Debug, Clone)]
pub(super) enum Miss {
    /// It is certified, for more than the budget.
    Costs(Rational),
    /// It is not certified.
    Refused(Box<Refusal>),
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Costs(verdict) => write!(f, "it costs ε′ ≤ {}", decimal::up(verdict, 12)),
            Self::Refused(why) => write!(f, "it is not certified: {}: {}", why.field, why.why),
        }
    }
}

/// A certified setting within the budget, and why the next one is not.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) description: MechanismDescription,
    pub(super) certificate: MechanismCertificate,
    /// The next setting in the direction of the search; none at the end of what the arithmetic takes.
    pub(super) next: Option<(Rational, Miss)>,
}

/// Nothing is within the budget; the closest that was tried, and why it is not.
#[derive(Debug)]
pub(super) struct NotFound {
    pub(super) closest: Rational,
    pub(super) miss: Miss,
}

/// A setting with one quantity left open, and the budget for ε′.
#[derive(Debug, Clone)]
pub(super) struct Search {
    pub(super) base: MechanismDescription,
    pub(super) budget: Rational,
}

/// b = (2^23 + i mod 2^23)·2^(⌊i/2^23⌋ − 23): the scales in order of size, numbered without a gap.
const PER_BINADE: i64 = 1 << 23;
const FIRST: i64 = -60 * PER_BINADE;
const LAST: i64 = 60 * PER_BINADE;

fn scale(i: i64) -> Rational {
    let binade = i32::try_from(i.div_euclid(PER_BINADE)).unwrap_or(0);
    dyadic(PER_BINADE + i.rem_euclid(PER_BINADE), binade - 23)
}

/// The first scale that is at least x > 0, if any is.
fn scale_at_least(x: &Rational) -> Option<i64> {
    let binade = floor_log2(x)?;
    if binade < -60 {
        return Some(FIRST);
    }
    if binade > 60 {
        return None;
    }
    let mantissa = (x / dyadic(1, binade - 23)).ceil().to_integer().to_i64()?; // 2^23 to 2^24, which carries
    Some(i64::from(binade) * PER_BINADE + mantissa - PER_BINADE).filter(|i| *i <= LAST)
}

impl Search {
    /// The certificate, if its verdict is within the budget.
    pub(super) fn probe(&self, description: &MechanismDescription) -> Result<MechanismCertificate, Miss> {
        let certificate = MechanismCertificate::derive(description, &Embedded)
            .map_err(|why| Miss::Refused(Box::new(why)))?;
        if certificate.verdict.0 <= self.budget {
            Ok(certificate)
        } else {
            Err(Miss::Costs(certificate.verdict.0))
        }
    }

    /// Δ = Δ_f + 2δ_f.
    fn sensitivity(&self) -> Rational {
        let setting = &self.base.setting;
        &setting.sensitivity.0 + &setting.query_error.0 + &setting.query_error.0
    }

    fn with_scale(&self, i: i64) -> (Rational, MechanismDescription) {
        let epsilon = self.sensitivity() / scale(i);
        let mut description = self.base.clone();
        description.setting.epsilon = (&epsilon).into();
        (epsilon, description)
    }

    fn probe_scale(&self, i: i64) -> Result<MechanismCertificate, Miss> {
        self.probe(&self.with_scale(i).1)
    }

    /// The largest ε = Δ/b with ε′ within the budget, over the scales b that the arithmetic has.
    ///
    /// ε′ ≥ ε, so no b below Δ/budget is tried, but the last one, to show it. Upward from there ε falls, and with it ε′,
    /// until δ, which grows with b, comes near L: settings within the budget are an interval of scales. Its lower end is
    /// found in steps of a binade and then by bisection. The order of ε′ between probes is not proved; that the scale
    /// found is within the budget and the one before it is not, is.
    pub(super) fn epsilon(&self) -> Result<Found, Box<NotFound>> {
        let start = scale_at_least(&(self.sensitivity() / &self.budget)).unwrap_or(LAST);
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
            None => {
                let mut description = self.base.clone();
                description.setting.epsilon = (&self.budget).into();
                let miss = self.probe(&description).err();
                Err(Box::new(NotFound {
                    closest: self.budget.clone(),
                    miss: miss.unwrap_or_else(|| Miss::Costs(self.budget.clone())),
                }))
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
        Found { description: self.with_scale(i).1, certificate, next }
    }

    /// The finest power of two. Every finer one down to 2^-100 is tried and misses: no order is assumed.
    pub(super) fn grid(&self) -> Result<Found, Box<NotFound>> {
        let mut next = None;
        let mut closest: Option<(Rational, Miss)> = None;
        for log2 in -100..=100 {
            let step = dyadic(1, log2);
            let mut description = self.base.clone();
            description.setting.grid = (&step).into();
            match self.probe(&description) {
                Ok(certificate) => return Ok(Found { description, certificate, next }),
                Err(miss) => {
                    let better = match (&miss, &closest) {
                        (_, None) => true,
                        (Miss::Costs(cost), Some((_, Miss::Costs(least)))) => cost < least,
                        (Miss::Costs(_), Some(_)) => true,
                        (Miss::Refused(_), _) => {
                            step == self.base.setting.grid.0 && matches!(closest, Some((_, Miss::Refused(_))))
                        }
                    };
                    if better {
                        closest = Some((step.clone(), miss.clone()));
                    }
                    next = Some((step, miss));
                }
            }
        }
        let (closest, miss) = closest.unwrap_or_else(|| (dyadic(1, 0), Miss::Costs(self.budget.clone())));
        Err(Box::new(NotFound { closest, miss }))
    }

    /// The answers, rounded outward to the grid, and `margin` steps more on each side.
    fn with_margin(&self, margin: i64) -> MechanismDescription {
        let mut description = self.base.clone();
        let step = &self.base.setting.grid.0;
        let answers = &self.base.setting.answers;
        let beyond = Rational::from_integer(margin.into()) * step;
        description.setting.window = Range {
            low: (&((&answers.low.0 / step).floor() * step - &beyond)).into(),
            high: (&((&answers.high.0 / step).ceil() * step + &beyond)).into(),
        };
        description
    }

    /// The widest window around the answers: as many whole steps beyond them on both sides as the budget allows.
    ///
    /// Every term of the chain grows with the reach ρ_M, and so does every formula for ε′; each bound of the format on
    /// the window is a largest index. So the margins within the budget are 0 to some m, found by bisection.
    pub(super) fn window(&self) -> Result<Found, Box<NotFound>> {
        let mut description = self.with_margin(0);
        let mut certificate =
            self.probe(&description).map_err(|miss| Box::new(NotFound { closest: dyadic(0, 0), miss }))?;
        let (mut within, mut beyond) = (0, 1_i64 << 62);
        let mut next = None;
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            let wider = self.with_margin(middle);
            match self.probe(&wider) {
                Ok(found) => (within, certificate, description) = (middle, found, wider),
                Err(miss) => (beyond, next) = (middle, Some((dyadic(middle, 0), miss))),
            }
        }
        Ok(Found { description, certificate, next })
    }
}
