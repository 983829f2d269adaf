//! The nearest planar settings that are certified, when the one asked for is not. Each was certified before
//! it is proposed.

use super::{Alternative, keep};
use crate::setting::{DEEPER, outward_to, plane, plane_mut, terms};
use crate::spelling::spell_grid;
use kdelta_certificate::{
    Area, Foundation, GeneratorName, MechanismCertificate, MechanismDescription, Outputs, Places, Projection,
    Sampler,
};
use kdelta_oracle::number::{Rational, dyadic, floor_log2};
use num_traits::Signed;

/// How often a quantity is halved or doubled.
const STEPS: i32 = 40;

/// Up to three settings near the one asked for.
pub fn nearest(asked: &MechanismDescription, foundation: &Foundation<'_>) -> Vec<Alternative> {
    let mut found = Vec::new();
    let certify = |description: &MechanismDescription| {
        Some(MechanismCertificate::derive_on(description, foundation).ok()?.verdict.0)
    };
    let mut keep = |change: String, description| keep(&mut found, change, description, certify);
    let base = on_grid(asked);
    if base != *asked {
        keep("the grid and the window on it".into(), base.clone());
    }
    for description in deeper(&base) {
        if keep(format!("the generator {}", description.generator), description) {
            break;
        }
    }
    // A coarser grid, and a smaller ε: each alone, as little as possible.
    let coarser = (1..STEPS).filter_map(|steps| with_grid(&base, &(&base.setting.grid.0 * dyadic(1, steps))));
    for description in coarser {
        if keep(format!("the grid {}", spell_grid(&description.setting.grid.0)), description) {
            break;
        }
    }
    let near = with_outputs_of_answers(&base, foundation);
    if let Some(near) = near.filter(|near| *near != base) {
        keep("a window of the answers".into(), near);
    }
    for steps in 1..STEPS {
        let mut description = base.clone();
        description.setting.epsilon =
            Some((&(crate::setting::epsilon(&base.setting) * dyadic(1, -steps))).into());
        if keep("a smaller ε".into(), description) {
            break;
        }
    }
    found
}

/// The same with more words for the exponent.
fn deeper(base: &MechanismDescription) -> Vec<MechanismDescription> {
    let bits = if base.generator.is_relative() { base.generator.bits() } else { 52 };
    let with = |generator| {
        let mut description = MechanismDescription { generator, ..base.clone() };
        plane_mut(&mut description.setting).sampler = Sampler::Gamma;
        description
    };
    let deeper = DEEPER.iter().map(|&words| GeneratorName::Deep { bits, words });
    [GeneratorName::Relative(bits)].into_iter().chain(deeper).map(with).collect()
}

/// The grid, with the window moved outward to it.
fn with_grid(base: &MechanismDescription, grid: &Rational) -> Option<MechanismDescription> {
    let mut description = base.clone();
    description.setting.grid = grid.into();
    match &mut plane_mut(&mut description.setting).outputs {
        Outputs::Rectangle(Area { x, y }) => {
            (*x, *y) = (outward_to(x, grid), outward_to(y, grid));
        }
        // A disc must not grow; one that is no multiple of the grid is made smaller.
        Outputs::Disc { radius } => {
            let steps = (&radius.0 / grid).floor();
            *radius = (&(steps * grid)).into();
            if !radius.0.is_positive() {
                return None;
            }
        }
    }
    Some(description)
}

/// A power of two as the grid, and outputs on it.
fn on_grid(asked: &MechanismDescription) -> MechanismDescription {
    let grid = &asked.setting.grid.0;
    let power = floor_log2(grid).map(|log2| dyadic(1, log2.clamp(-100, 100)));
    power.and_then(|power| with_grid(asked, &power)).unwrap_or_else(|| asked.clone())
}

/// The answers themselves as the window, which needs no wider reach than any other window around them.
fn with_outputs_of_answers(
    base: &MechanismDescription,
    foundation: &Foundation<'_>,
) -> Option<MechanismDescription> {
    let grid = &base.setting.grid.0;
    let answers = match &plane(&base.setting).places {
        Places::Plane { answers } => answers.clone(),
        // The image is part of any certificate of these places.
        Places::Globe { .. } => {
            let mut coarse = base.clone();
            coarse.setting.epsilon = Some((&dyadic(1, -30)).into());
            let certificate = MechanismCertificate::derive_on(&coarse, foundation).ok()?;
            let terms = terms(&certificate);
            matches!(terms.projection, Projection::Local { .. }).then(|| terms.answers.clone())?
        }
    };
    let mut description = base.clone();
    plane_mut(&mut description.setting).outputs =
        Outputs::Rectangle(Area { x: outward_to(&answers.x, grid), y: outward_to(&answers.y, grid) });
    Some(description)
}
