//! Flags of a release that say something else than its certificate are refused.

use crate::failure::Failure;
use crate::planar::{Flags, SamplerName};
use crate::setting::{Ends, Exact, ReadingError};
use crate::spelling::{spell, spell_grid};
use kdelta_certificate::{Outputs, Places, PlanarCertificate, PlanarDescription, Range, SamplerKind};
use kdelta_oracle::number::Rational;

/// Refuses if a flag, or the file of flags, says something else than the certificate.
pub(super) fn agree(flags: Flags, certificate: &PlanarCertificate) -> Result<(), Failure> {
    let flags = flags.with_file()?;
    let setting = &certificate.setting;
    let certified = PlanarDescription::of(certificate)?;
    // A setting in full, so that ranges are rounded and defaults are chosen as when it was certified.
    let mut whole = flags.clone();
    match &setting.places {
        Places::Globe { answers, .. } if whole.globe.is_none() && !whole.is_plane() => {
            whole.globe = Some(crate::planar::Ranges(ends(&answers.x), ends(&answers.y)));
        }
        Places::Plane { answers, query_error, reading_error } if whole.globe.is_none() => {
            whole.answers.get_or_insert_with(|| crate::planar::Ranges(ends(&answers.x), ends(&answers.y)));
            whole.query_error.get_or_insert_with(|| Exact(query_error.0.clone()));
            whole.reading_error.get_or_insert_with(|| ReadingError::AtMost(Exact(reading_error.0.clone())));
        }
        _ => {}
    }
    whole.rows = None;
    if whole.distance.is_none() && whole.epsilon_per_metre.is_none() {
        whole.distance = Some(Exact(setting.distance.0.clone()));
    }
    let asked = whole.describe()?.description;
    let number = |name: &'static str, given: bool, asked: &Rational, certified: &Rational| {
        (given && asked != certified).then(|| (name, spell(asked), spell(certified)))
    };
    let per_metre = flags.epsilon_per_metre.is_some();
    let places_given = flags.globe.is_some() || flags.is_plane() || flags.reference.is_some();
    let outputs_given = flags.window.is_some() || flags.disc.is_some();
    let sampler = |kind: SamplerKind| match kind {
        SamplerKind::Inverse { .. } => SamplerName::Inverse,
        SamplerKind::Relative { .. } | SamplerKind::Midpoint { .. } => SamplerName::Gamma,
    };
    let name =
        |sampler: SamplerName| if sampler == SamplerName::Gamma { "gamma" } else { "inverse" }.to_owned();
    let epsilon = if per_metre { "epsilon-per-metre" } else { "epsilon" };
    let differences = [
        number(epsilon, flags.epsilon.is_some() || per_metre, &asked.setting.epsilon.0, &setting.epsilon.0),
        number(
            "distance",
            flags.distance.is_some() || per_metre,
            &asked.setting.distance.0,
            &setting.distance.0,
        ),
        (places_given && asked.setting.places != setting.places).then(|| {
            (places_flag(&flags), spell_places(&asked.setting.places), spell_places(&setting.places))
        }),
        (outputs_given && asked.setting.outputs != setting.outputs).then(|| {
            let flag = if flags.disc.is_some() { "disc" } else { "window" };
            (flag, spell_outputs(&asked.setting.outputs), spell_outputs(&setting.outputs))
        }),
        (flags.grid.is_some() && asked.setting.grid != setting.grid)
            .then(|| ("grid", spell_grid(&asked.setting.grid.0), spell_grid(&setting.grid.0))),
        (flags.format.is_some() && asked.format != certified.format)
            .then(|| ("format", asked.format.word(), certified.format.word())),
        (flags.sampler.is_some() && sampler(asked.sampler) != sampler(certified.sampler))
            .then(|| ("sampler", name(sampler(asked.sampler)), name(sampler(certified.sampler)))),
        (flags.generator.is_some() && asked.sampler.generator() != certified.sampler.generator())
            .then(|| ("generator", asked.sampler.generator(), certified.sampler.generator())),
    ];
    match differences.into_iter().flatten().next() {
        None => Ok(()),
        Some((name, asked, certified)) => Err(Failure::refused(format!(
            "--{name} {asked}: the certificate is for {certified}; certify this setting, or leave the flag out. Nothing was released"
        ))),
    }
}

fn ends(range: &Range) -> Ends {
    Ends(range.low.0.clone(), range.high.0.clone())
}

const fn places_flag(flags: &Flags) -> &'static str {
    match (&flags.globe, &flags.reference, &flags.answers, &flags.query_error) {
        (Some(_), _, _, _) => "box",
        (None, Some(_), _, _) => "reference",
        (None, None, Some(_), _) => "answers",
        (None, None, None, Some(_)) => "query-error",
        (None, None, None, None) => "reading-error",
    }
}

fn area(x: &Range, y: &Range) -> String {
    format!("{},{}", crate::spelling::spell_range(x), crate::spelling::spell_range(y))
}

fn spell_places(places: &Places) -> String {
    match places {
        Places::Plane { answers, query_error, reading_error } => format!(
            "{} with error {} and reading error {}",
            area(&answers.x, &answers.y),
            spell(&query_error.0),
            spell(&reading_error.0)
        ),
        Places::Globe { answers, reference } => {
            format!(
                "{} about {},{}",
                area(&answers.x, &answers.y),
                spell(&reference.x.0),
                spell(&reference.y.0)
            )
        }
    }
}

fn spell_outputs(outputs: &Outputs) -> String {
    match outputs {
        Outputs::Rectangle(window) => area(&window.x, &window.y),
        Outputs::Disc { radius } => format!("a disc of {}", spell(&radius.0)),
    }
}
