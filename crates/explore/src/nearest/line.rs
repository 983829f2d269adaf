//! The nearest settings that are certified, when the one asked for is not.
//!
//! Each of the things a user can change is changed alone, as little as possible; only if none of them helps,
//! two together. Whatever is proposed was certified first, so the search may be coarse without being wrong.

use super::{Alternative, SHOWN, keep};
use crate::setting::{default_gaussian_generator, default_generator, line, line_mut};
use kdelta_certificate::{
    Asked, Format, Foundation, Gaussian, GeneratorName, Law, Line, MechanismCertificate,
    MechanismDescription, Range, Setting,
};
use kdelta_oracle::number::{Rational, dyadic, floor_log2};
use std::cell::Cell;

/// How many settings are tried: a few tenths of a second.
const TRIALS: u32 = 400;
/// Grids the certificates know.
const FINEST: i32 = -100;
const COARSEST: i32 = 100;

/// Up to three settings near the one asked for, each certified.
pub fn nearest(asked: &MechanismDescription, foundation: &Foundation<'_>) -> Vec<Alternative> {
    let search = Search { foundation, left: Cell::new(TRIALS) };
    let mut found = Vec::new();
    let on_grid = on_grid(asked);
    for (change, description) in &on_grid {
        search.keep(&mut found, change, Some(description.clone()));
    }
    // Off the grid nothing else was decided yet; the other changes start from the nearest setting that is on
    // it.
    let base = on_grid.into_iter().next().map_or_else(|| asked.clone(), |(_, description)| description);
    if found.is_empty() {
        search.keep(&mut found, "a coarser grid", search.coarser(&base));
        search.keep(&mut found, "a narrower window", search.narrower(&base));
        for (change, description) in generators(&base).into_iter().chain(formats(&base)) {
            search.keep(&mut found, &change, Some(description));
        }
        search.keep(&mut found, more(&base), search.noisier(&base));
    }
    if found.is_empty() {
        for (change, description) in generators(&base).into_iter().chain(formats(&base)) {
            search.keep(&mut found, &format!("{change} and a coarser grid"), search.coarser(&description));
            search.keep(
                &mut found,
                &format!("{change} and a narrower window"),
                search.narrower(&description),
            );
            if found.len() >= SHOWN {
                break;
            }
        }
        let narrow = search.narrowest(&base);
        search.keep(&mut found, "a window of the answers and a coarser grid", search.coarser(&narrow));
        search.keep(
            &mut found,
            &format!("a window of the answers and {}", more(&base)),
            search.noisier(&narrow),
        );
    }
    if found.is_empty() {
        let f64 = formats(&base).into_iter().next_back().map(|(_, description)| description);
        for description in [Some(base), f64].into_iter().flatten() {
            if let Some(gentle) = search.gentler(&description) {
                search.keep(&mut found, &differences(asked, &gentle), Some(gentle));
            }
        }
    }
    found.truncate(SHOWN);
    found
}

struct Search<'a> {
    foundation: &'a Foundation<'a>,
    left: Cell<u32>,
}

impl Search<'_> {
    /// ε′, if the setting is certified and there is time left.
    fn certify(&self, description: &MechanismDescription) -> Option<Rational> {
        self.left.set(self.left.get().checked_sub(1)?);
        let certificate = MechanismCertificate::derive_on(description, self.foundation).ok()?;
        Some(certificate.verdict.0)
    }

    fn works(&self, description: &MechanismDescription) -> bool {
        self.certify(description).is_some()
    }

    fn keep(&self, found: &mut Vec<Alternative>, change: &str, description: Option<MechanismDescription>) {
        if let Some(description) = description {
            keep(found, change, description, |description| self.certify(description));
        }
    }

    /// The least of 1, …, most with a certified setting: galloping, then bisection.
    fn least(
        &self,
        most: u32,
        setting: impl Fn(u32) -> Option<MechanismDescription>,
    ) -> Option<MechanismDescription> {
        let certified = |step: u32| setting(step).filter(|description| self.works(description));
        let (mut fails, mut step) = (0, 1);
        let mut best = loop {
            if step > most {
                break None;
            }
            if let Some(description) = certified(step) {
                break Some(description);
            }
            fails = step;
            step = if step < most { step.saturating_mul(2).min(most) } else { most + 1 };
        }?;
        while step - fails > 1 {
            let middle = fails + (step - fails) / 2;
            match certified(middle) {
                Some(description) => (best, step) = (description, middle),
                None => fails = middle,
            }
        }
        Some(best)
    }

    /// The grid in powers of two, the window's ends moved inward onto it.
    fn coarser(&self, base: &MechanismDescription) -> Option<MechanismDescription> {
        let log2 = floor_log2(&base.setting.grid.0)?;
        let most = u32::try_from(COARSEST - log2).ok()?;
        self.least(most, |steps| {
            let grid = dyadic(1, log2 + i32::try_from(steps).ok()?);
            with_window(base, &grid, &line(&base.setting).window, true)
        })
    }

    /// Both ends of the window towards the answers.
    fn narrower(&self, base: &MechanismDescription) -> Option<MechanismDescription> {
        const STEPS: u32 = 1 << 16;
        self.least(STEPS, |steps| narrowed(base, &Rational::new(steps.into(), STEPS.into())))
    }

    fn narrowest(&self, base: &MechanismDescription) -> MechanismDescription {
        narrowed(base, &Rational::from_integer(1.into())).unwrap_or_else(|| base.clone())
    }

    /// The scale doubled.
    fn noisier(&self, base: &MechanismDescription) -> Option<MechanismDescription> {
        self.least(60, |steps| {
            let mut description = base.clone();
            more_noise(&mut description.setting, i32::try_from(steps).ok()?);
            Some(description)
        })
    }

    /// Everything at once: the window of the answers, the grid coarser and the noise larger step by step, from
    /// a scale that exists.
    fn gentler(&self, base: &MechanismDescription) -> Option<MechanismDescription> {
        let setting = &base.setting;
        let mut from = base.clone();
        // Never a larger ε than the one asked for.
        if let Some(epsilon) = &mut from.setting.epsilon {
            epsilon.0 = epsilon.0.clone().min(setting.sensitivity_in_force() * dyadic(1, 60));
        }
        let log2 = floor_log2(&setting.grid.0)?.clamp(FINEST, COARSEST);
        self.least(120, |steps| {
            let steps = i32::try_from(steps).ok()? - 1;
            let grid = dyadic(1, (log2 + steps).min(COARSEST));
            let mut description = with_window(&from, &grid, &line(setting).answers, false)?;
            more_noise(&mut description.setting, steps);
            Some(description)
        })
    }
}

/// What [`more_noise`] does to a setting, in words.
fn more(description: &MechanismDescription) -> &'static str {
    match &description.setting.law {
        Law::Gaussian(Gaussian { asked: Asked::Sigma(_), .. }) => "a larger σ",
        Law::Gaussian(Gaussian { asked: Asked::Rho(_), .. }) => "a smaller ρ",
        _ => "a smaller ε",
    }
}

/// The scale about 2^steps times as large.
fn more_noise(setting: &mut Setting, steps: i32) {
    let asked = match &mut setting.law {
        Law::Gaussian(Gaussian { asked: Asked::Sigma(sigma), .. }) => return sigma.0 *= dyadic(1, steps),
        Law::Gaussian(Gaussian { asked: Asked::Rho(rho), .. }) => return rho.0 *= dyadic(1, -2 * steps),
        Law::Gaussian(Gaussian { asked: Asked::Epsilon(epsilon), .. }) => Some(epsilon),
        Law::Laplace(_) | Law::PlanarLaplace(_) => setting.epsilon.as_mut(),
    };
    if let Some(epsilon) = asked {
        epsilon.0 *= dyadic(1, -steps);
    }
}

/// Another generator in the same format: the most accurate of each kind.
fn generators(base: &MechanismDescription) -> Vec<(String, MechanismDescription)> {
    let accurate: &[GeneratorName] = match &base.format {
        _ if asked_for(base).is_some() => &[default_gaussian_generator(&base.format)],
        Format::Binary64 => &[GeneratorName::Lazy(52), GeneratorName::Midpoint(53)],
        Format::Binary32 => &[GeneratorName::Lazy(23), GeneratorName::Midpoint(24)],
        Format::Fixed { .. } => &[GeneratorName::Lazy(52), GeneratorName::Midpoint(64)],
    };
    let with = |generator: &GeneratorName| MechanismDescription { generator: *generator, ..base.clone() };
    accurate.iter().map(|generator| (format!("the generator {generator}"), with(generator))).collect()
}

/// What Gaussian noise is asked for by.
const fn asked_for(description: &MechanismDescription) -> Option<&Asked> {
    match &description.setting.law {
        Law::Gaussian(Gaussian { asked, .. }) => Some(asked),
        Law::Laplace(_) | Law::PlanarLaplace(_) => None,
    }
}

/// What differs, in words.
fn differences(asked: &MechanismDescription, found: &MechanismDescription) -> String {
    let differs = [
        ("ε", asked.setting.epsilon != found.setting.epsilon),
        ("scale", asked_for(asked) != asked_for(found)),
        ("window", line(&asked.setting).window != line(&found.setting).window),
        ("grid", asked.setting.grid != found.setting.grid),
        ("format", asked.format != found.format),
    ];
    let names: Vec<_> = differs.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect();
    format!("another {}", names.join(", "))
}

/// Wider formats, with the generator that suits each.
fn formats(base: &MechanismDescription) -> Vec<(String, MechanismDescription)> {
    let wider = match &base.format {
        Format::Binary64 => Vec::new(),
        Format::Binary32 => vec![("f64".to_owned(), Format::Binary64)],
        Format::Fixed { fraction, .. } => {
            let mut fractions = vec![*fraction, 40, 48, 56];
            fractions.retain(|other| other >= fraction);
            let wide = fractions
                .into_iter()
                .map(|fraction| (format!("fixed-64-{fraction}"), Format::Fixed { bits: 64, fraction }));
            wide.chain([("f64".to_owned(), Format::Binary64)]).collect()
        }
    };
    wider
        .into_iter()
        .map(|(name, format)| {
            let generator = match asked_for(base) {
                Some(_) => default_gaussian_generator(&format),
                None => default_generator(&format),
            };
            let description = MechanismDescription { format, generator, setting: base.setting.clone() };
            (format!("the format {name}"), description)
        })
        .collect()
}

/// Settings whose grid is a power of two and whose window lies on it; none if that is so already.
fn on_grid(asked: &MechanismDescription) -> Vec<(String, MechanismDescription)> {
    let setting = &asked.setting;
    let window = &line(setting).window;
    let (grid, low, high) = (&setting.grid.0, &window.low.0, &window.high.0);
    let Some(log2) = floor_log2(grid) else { return Vec::new() };
    let power = |log2: i32| dyadic(1, log2.clamp(FINEST, COARSEST));
    let aligned = |grid: &Rational| (low / grid).is_integer() && (high / grid).is_integer();
    let below = power(log2);
    let mut all = Vec::new();
    let mut propose = |change: &str, grid: &Rational| {
        let description = with_window(asked, grid, window, false);
        all.extend(description.map(|description| (change.to_owned(), description)));
    };
    if below != *grid {
        propose("a grid that is a power of two", &below);
        propose("a grid that is a power of two", &power(log2 + 1));
    } else if !aligned(grid) {
        propose("a window on the grid", grid);
        // The coarsest grid that both ends lie on, if they are dyadic.
        let bits = low.denom().trailing_zeros().max(high.denom().trailing_zeros());
        if let Some(finer) = bits.and_then(|bits| i32::try_from(bits).ok()).map(|bits| power(-bits)) {
            if aligned(&finer) && finer < *grid {
                propose("a finer grid", &finer);
            }
        }
    }
    all
}

/// The window of a share of the way from the one asked for to the answers.
fn narrowed(base: &MechanismDescription, share: &Rational) -> Option<MechanismDescription> {
    let setting = &base.setting;
    let Line { answers, window, .. } = line(setting);
    let (low, high) = (&window.low.0, &window.high.0);
    let inside = |x: &Rational| x.clamp(low, high).clone();
    let low_end = low + (inside(&answers.low.0) - low) * share;
    let high_end = high - (high - inside(&answers.high.0)) * share;
    let window = Range { low: (&low_end).into(), high: (&high_end).into() };
    with_window(base, &setting.grid.0, &window, true)
}

/// With that grid, and the window's ends on it: the nearest points inside, or outside.
fn with_window(
    base: &MechanismDescription,
    grid: &Rational,
    Range { low, high }: &Range,
    inward: bool,
) -> Option<MechanismDescription> {
    let (low, high) = (&low.0 / grid, &high.0 / grid);
    let (low, high) = if inward { (low.ceil(), high.floor()) } else { (low.floor(), high.ceil()) };
    if low > high {
        return None;
    }
    let mut description = base.clone();
    description.setting.grid = grid.into();
    line_mut(&mut description.setting).window =
        Range { low: (&(low * grid)).into(), high: (&(high * grid)).into() };
    Some(description)
}
