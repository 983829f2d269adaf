//! What is wanted of a release, next to what its certificate says.

use kdelta_certificate::{
    Asked, Gaussian, Law, Line, MechanismCertificate, Outputs, Places, Plane, Range, Sampler, Setting,
};
use kdelta_explore::Error;
use kdelta_explore::plane::{self, Ranges};
use kdelta_explore::setting::{Ends, Exact, ReadingError, Wanted, outward};
use kdelta_explore::spelling::{spell, spell_grid, spell_range};
use kdelta_oracle::number::Rational;

/// Refuses numbers for which the certificate is not: each that is wanted must be the certified one.
///
/// # Errors
/// The first that differs, by the name that it has as a flag.
pub fn agree(wanted: Wanted, certificate: &MechanismCertificate) -> Result<(), Error> {
    let setting = &certificate.setting;
    let Line { answers: certified_answers, window: certified_window, .. } = setting.line()?;
    let format = &certificate.subject.format;
    let Wanted {
        epsilon,
        sensitivity,
        rows: _,
        query_error,
        reading_error,
        answers,
        window,
        grid,
        format: asked,
        generator,
    } = wanted;
    let answers = answers.map(|ends| outward(format, &ends.0, &ends.1)).transpose()?;
    let reading_error = reading_error.map(|asked| asked.in_range(format, certified_answers)).transpose()?;
    let window = window.map(|ends| Range { low: (&ends.0).into(), high: (&ends.1).into() });
    let range = |asked: Option<Range>, certified: &Range| {
        asked.filter(|asked| asked != certified).map(|asked| (spell_range(&asked), spell_range(certified)))
    };
    let number = |asked: Option<Exact>, certified: &Rational| {
        asked.filter(|asked| asked.0 != *certified).map(|asked| (spell(&asked.0), spell(certified)))
    };
    let epsilon_asked = match &setting.law {
        Law::Laplace(_) | Law::PlanarLaplace(_) => number(epsilon, setting.epsilon()?),
        Law::Gaussian(Gaussian { asked: Asked::Epsilon(certified), .. }) => number(epsilon, &certified.0),
        Law::Gaussian(Gaussian { asked, .. }) => epsilon
            .map(|epsilon| (spell(&epsilon.0), format!("--{} {}", asked.name(), spell(&asked.number().0)))),
    };
    let generator_in_force = certificate.generator.name;
    let differences = [
        ("epsilon", epsilon_asked),
        ("sensitivity", number(sensitivity, &setting.sensitivity.0)),
        ("query-error", number(query_error, &setting.query_error.0)),
        ("reading-error", number(reading_error, &setting.reading_error.0)),
        ("answers", range(answers, certified_answers)),
        ("window", range(window, certified_window)),
        (
            "grid",
            grid.filter(|asked| asked.0 != setting.grid.0)
                .map(|asked| (spell_grid(&asked.0), spell_grid(&setting.grid.0))),
        ),
        ("format", asked.filter(|asked| asked.0 != *format).map(|asked| (asked.0.word(), format.word()))),
        (
            "generator",
            generator
                .filter(|asked| *asked != generator_in_force)
                .map(|asked| (asked.to_string(), generator_in_force.to_string())),
        ),
    ];
    for (name, difference) in differences {
        if let Some((asked, certified)) = difference {
            return Err(Error::refused(format!(
                "--{name} {asked}: the certificate is for {certified}; certify this setting, or leave the flag out. Nothing was \
                 released"
            )));
        }
    }
    Ok(())
}

/// The same on the plane.
///
/// # Errors
/// The first that differs, by the name that it has as a flag.
pub fn agree_on_plane(wanted: &plane::Wanted, certificate: &MechanismCertificate) -> Result<(), Error> {
    let setting = &certificate.setting;
    let certified = setting.plane()?;
    // A setting in full, so that ranges are rounded and defaults are chosen as when it was certified.
    let mut whole = wanted.clone();
    match &certified.places {
        Places::Globe { answers, .. } if whole.globe.is_none() && !whole.is_plane() => {
            whole.globe = Some(Ranges(ends(&answers.x), ends(&answers.y)));
        }
        Places::Plane { answers } if whole.globe.is_none() => {
            whole.answers.get_or_insert_with(|| Ranges(ends(&answers.x), ends(&answers.y)));
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
    let per_metre = wanted.epsilon_per_metre.is_some();
    let places_given = wanted.globe.is_some() || wanted.is_plane() || wanted.reference.is_some();
    let outputs_given = wanted.window.is_some() || wanted.disc.is_some();
    let Plane { places, outputs, sampler } = asked.setting.plane()?;
    let name = |sampler: Sampler| if sampler == Sampler::Gamma { "gamma" } else { "inverse" }.to_owned();
    let of_places = |setting: &Setting| {
        (
            setting.plane().map(|plane| plane.places.clone()).ok(),
            setting.query_error.clone(),
            setting.reading_error.clone(),
        )
    };
    let epsilon = if per_metre { "epsilon-per-metre" } else { "epsilon" };
    let differences = [
        number(epsilon, wanted.epsilon.is_some() || per_metre, asked.setting.epsilon()?, setting.epsilon()?),
        number(
            "distance",
            wanted.distance.is_some() || per_metre,
            &asked.setting.sensitivity.0,
            &setting.sensitivity.0,
        ),
        (places_given && of_places(&asked.setting) != of_places(setting)).then(|| {
            (
                places_flag(wanted),
                spell_places(places, &asked.setting),
                spell_places(&certified.places, setting),
            )
        }),
        (outputs_given && *outputs != certified.outputs).then(|| {
            let flag = if wanted.disc.is_some() { "disc" } else { "window" };
            (flag, spell_outputs(outputs), spell_outputs(&certified.outputs))
        }),
        (wanted.grid.is_some() && asked.setting.grid != setting.grid)
            .then(|| ("grid", spell_grid(&asked.setting.grid.0), spell_grid(&setting.grid.0))),
        (wanted.format.is_some() && asked.format != certificate.subject.format)
            .then(|| ("format", asked.format.word(), certificate.subject.format.word())),
        (wanted.sampler.is_some() && *sampler != certified.sampler)
            .then(|| ("sampler", name(*sampler), name(certified.sampler))),
        (wanted.generator.is_some() && asked.generator != certificate.generator.name)
            .then(|| ("generator", asked.generator.to_string(), certificate.generator.name.to_string())),
    ];
    match differences.into_iter().flatten().next() {
        None => Ok(()),
        Some((name, asked, certified)) => Err(Error::refused(format!(
            "--{name} {asked}: the certificate is for {certified}; certify this setting, or leave the flag out. Nothing was released"
        ))),
    }
}

fn ends(range: &Range) -> Ends {
    Ends(range.low.0.clone(), range.high.0.clone())
}

const fn places_flag(wanted: &plane::Wanted) -> &'static str {
    match (&wanted.globe, &wanted.reference, &wanted.answers, &wanted.query_error) {
        (Some(_), _, _, _) => "box",
        (None, Some(_), _, _) => "reference",
        (None, None, Some(_), _) => "answers",
        (None, None, None, Some(_)) => "query-error",
        (None, None, None, None) => "reading-error",
    }
}

fn area(x: &Range, y: &Range) -> String {
    format!("{},{}", spell_range(x), spell_range(y))
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
