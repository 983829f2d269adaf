//! Flags of a release that say something else than its certificate are refused.

use crate::failure::Failure;
use crate::planar::{Flags, plane};
use crate::setting::{Ends, Exact, ReadingError};
use crate::spelling::{spell, spell_grid};
use kdelta_certificate::{MechanismCertificate, Outputs, Places, Plane, Range, Sampler, Setting};
use kdelta_oracle::number::Rational;

/// Refuses if a flag, or the file of flags, says something else than the certificate.
pub(super) fn agree(flags: Flags, certificate: &MechanismCertificate) -> Result<(), Failure> {
    let flags = flags.with_file()?;
    let setting = &certificate.setting;
    let certified = plane(setting);
    // A setting in full, so that ranges are rounded and defaults are chosen as when it was certified.
    let mut whole = flags.clone();
    match &certified.places {
        Places::Globe { answers, .. } if whole.globe.is_none() && !whole.is_plane() => {
            whole.globe = Some(crate::planar::Ranges(ends(&answers.x), ends(&answers.y)));
        }
        Places::Plane { answers } if whole.globe.is_none() => {
            whole.answers.get_or_insert_with(|| crate::planar::Ranges(ends(&answers.x), ends(&answers.y)));
            whole.query_error.get_or_insert_with(|| Exact(setting.query_error.0.clone()));
            whole
                .reading_error
                .get_or_insert_with(|| ReadingError::AtMost(Exact(setting.reading_error.0.clone())));
        }
        _ => {}
    }
    whole.rows = None;
    if whole.distance.is_none() && whole.epsilon_per_metre.is_none() {
        whole.distance = Some(Exact(setting.sensitivity.0.clone()));
    }
    let asked = whole.describe()?.description;
    let number = |name: &'static str, given: bool, asked: &Rational, certified: &Rational| {
        (given && asked != certified).then(|| (name, spell(asked), spell(certified)))
    };
    let per_metre = flags.epsilon_per_metre.is_some();
    let places_given = flags.globe.is_some() || flags.is_plane() || flags.reference.is_some();
    let outputs_given = flags.window.is_some() || flags.disc.is_some();
    let Plane { places, outputs, sampler } = plane(&asked.setting);
    let name = |sampler: Sampler| if sampler == Sampler::Gamma { "gamma" } else { "inverse" }.to_owned();
    let of_places = |setting: &Setting| {
        (plane(setting).places.clone(), setting.query_error.clone(), setting.reading_error.clone())
    };
    let epsilon = if per_metre { "epsilon-per-metre" } else { "epsilon" };
    let differences = [
        number(epsilon, flags.epsilon.is_some() || per_metre, asked.setting.epsilon()?, setting.epsilon()?),
        number(
            "distance",
            flags.distance.is_some() || per_metre,
            &asked.setting.sensitivity.0,
            &setting.sensitivity.0,
        ),
        (places_given && of_places(&asked.setting) != of_places(setting)).then(|| {
            (
                places_flag(&flags),
                spell_places(places, &asked.setting),
                spell_places(&certified.places, setting),
            )
        }),
        (outputs_given && *outputs != certified.outputs).then(|| {
            let flag = if flags.disc.is_some() { "disc" } else { "window" };
            (flag, spell_outputs(outputs), spell_outputs(&certified.outputs))
        }),
        (flags.grid.is_some() && asked.setting.grid != setting.grid)
            .then(|| ("grid", spell_grid(&asked.setting.grid.0), spell_grid(&setting.grid.0))),
        (flags.format.is_some() && asked.format != certificate.subject.format)
            .then(|| ("format", asked.format.word(), certificate.subject.format.word())),
        (flags.sampler.is_some() && *sampler != certified.sampler)
            .then(|| ("sampler", name(*sampler), name(certified.sampler))),
        (flags.generator.is_some() && asked.generator != certificate.generator.name)
            .then(|| ("generator", asked.generator.to_string(), certificate.generator.name.to_string())),
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

fn spell_places(places: &Places, setting: &Setting) -> String {
    match places {
        Places::Plane { answers } => format!(
            "{} with error {} and reading error {}",
            area(&answers.x, &answers.y),
            spell(&setting.query_error.0),
            spell(&setting.reading_error.0)
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
