//! What the library guarantees is what the certificate says, term by term: for every committed certificate of
//! a mechanism.
//!
//! The library takes the errors of the noise from the ledgers of the finite crate, the certificate from the
//! certificates of the kernels. Both lead to the same exact numbers. Whichever of the two is changed alone,
//! this fails.
#![cfg(feature = "certificate")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{
    Builder, Certifiable, CertifiableFormat, CertifiableNoise, Deep, Error, Fixed, Gamma, Gaussian, Grid,
    Guarantee, Inverse, Laplace, Lazy, Mask, Midpoint, NormalTail, Number, OnTheLine, PlanarLaplace, Polar,
    Rectangle, Relative, Window,
};
use kdelta_certificate::{
    Asked, Certificate, Embedded, Gaussian as Noise, GaussianTerms, Law, Line, MechanismCertificate, Options,
    Outputs, Projection, Subject, Vector, audit,
};
use kdelta_finite::planar::Radius;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::transfer::Closeness;
use kdelta_testkit::{exact, integer, q};
use std::path::Path;

/// Every file of the directory that is a certificate, with its name.
fn committed() -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let mut all: Vec<(String, String)> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().into(), std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    all.sort();
    all
}

/// A flag of the command that writes the certificate.
fn flag<'a>(reproduce: &'a str, name: &str) -> &'a str {
    let mut words = reproduce.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("{reproduce}: no {name}"))
}

/// Every public field is the certificate's number, exactly.
fn same_terms(guarantee: &Guarantee, certificate: &MechanismCertificate) {
    // Taken apart, so that a new field is not forgotten.
    let Guarantee {
        law,
        epsilon,
        sensitivity,
        dimension,
        changed,
        scale,
        cell,
        reach,
        radius,
        bias,
        lipschitz,
        radial,
        angular,
        error,
        shift,
        delta,
        epsilon_prime,
        once: _, // the certificate of a line has none, that of a plane states it for places
        closeness,
        hides: _, // not a term: what the user said about the query
    } = guarantee;
    let (of, pure) = match &certificate.setting.law {
        Law::Laplace(_) => (kdelta::Law::Laplace, q("0")),
        Law::PlanarLaplace(_) => (kdelta::Law::PlanarLaplace, q("0")),
        Law::Gaussian(noise) => (kdelta::Law::Gaussian, noise.delta.0.clone()),
    };
    assert_eq!((law, delta), (&of, &pure));
    let terms =
        certificate.gaussian.as_ref().map(|GaussianTerms { mu, rho, .. }| (mu.0.clone(), rho.0.clone()));
    assert_eq!(guarantee.mu().zip(guarantee.rho()), terms);
    let chain = &certificate.chain;
    let number = |bound: &UpperBound| kdelta_certificate::Number(bound.value().clone());
    assert_eq!(epsilon, &chain.epsilon.0);
    assert_eq!(sensitivity, &chain.sensitivity.0);
    assert_eq!(Vector { dimension: *dimension, changed: *changed }, certificate.setting.vector());
    assert_eq!(scale, &chain.scale.0);
    assert_eq!(cell, &chain.cell.0);
    assert_eq!(number(reach), chain.reach);
    assert_eq!(radius, &chain.radius.0);
    assert_eq!(number(bias), certificate.generator.bias);
    assert_eq!(lipschitz.as_ref().map(number), chain.lipschitz);
    assert_eq!(number(radial), chain.radial);
    assert_eq!(angular.as_ref().map(number), chain.angular);
    assert_eq!(number(error), chain.error);
    assert_eq!(number(shift), chain.shift);
    assert_eq!(number(epsilon_prime), certificate.verdict);
    assert_eq!(closeness, &Closeness::from(&certificate.closeness));
    assert_eq!(guarantee.closeness(), closeness);
}

/// The builder of Gaussian noise of a format, told how much of it the certificate is for.
fn gaussian<F: Number + NormalTail>(noise: &Noise) -> Builder<Gaussian<F>> {
    let builder = Gaussian::<F>::builder().delta(&noise.delta.0);
    match &noise.asked {
        Asked::Epsilon(epsilon) => builder.epsilon(&epsilon.0),
        Asked::Sigma(sigma) => builder.sigma(&sigma.0),
        Asked::Rho(rho) => builder.rho(&rho.0),
    }
}

/// Builds the mechanism of a certificate and compares everything that the library says about it.
fn line<F: CertifiableFormat, N: CertifiableNoise<F>>(
    builder: Builder<OnTheLine<F, N>>,
    text: &str,
    certificate: &MechanismCertificate,
) {
    let setting = &certificate.setting;
    let Line { answers, window, vector } = setting.line().unwrap();
    let builder = match &setting.epsilon {
        Some(epsilon) => builder.epsilon(&epsilon.0),
        None => builder,
    };
    let mechanism = builder
        .sensitivity(&certificate.chain.sensitivity.0)
        .vector(vector.dimension, vector.changed)
        .answers(&answers.low.0, &answers.high.0)
        .window(&window.low.0, &window.high.0)
        .grid(&setting.grid.0)
        .build()
        .unwrap();
    let Guarantee { epsilon, bias, lipschitz, radial, angular, epsilon_prime, once, .. } =
        mechanism.guarantee();
    same_terms(mechanism.guarantee(), certificate);
    assert_eq!(radial.value(), &(lipschitz.as_ref().unwrap().value() * bias.value()));
    assert_eq!(angular, &None);
    // The ε′ of Gaussian noise is made of the ε at δ·e^(−κ₊).
    let excess = epsilon_prime.value() - epsilon;
    assert_eq!(once.value() >= &excess, certificate.gaussian.is_none());
    if setting.sensitivity == certificate.chain.sensitivity {
        assert_eq!(mechanism.certificate().unwrap().text().unwrap(), text, "byte for byte");
    }
}

/// The same on the plane. What longitudes and latitudes add, the stretch of the projection and its rounding,
/// is in the certificate's Δ and in its answers in metres, from which the library starts.
fn plane<F: CertifiableFormat + Polar, S: Radius<F> + Certifiable>(
    text: &str,
    certificate: &MechanismCertificate,
) {
    let (setting, chain) = (&certificate.setting, &certificate.chain);
    let terms = certificate.plane.as_ref().unwrap();
    let ends = |range: &kdelta_certificate::Range| (range.low.0.clone(), range.high.0.clone());
    let builder = PlanarLaplace::<F>::builder()
        .epsilon(&setting.epsilon.as_ref().unwrap().0)
        .distance(&chain.sensitivity.0)
        .answers(ends(&terms.answers.x), ends(&terms.answers.y))
        .grid(&setting.grid.0)
        .sampler::<S>();
    assert_eq!(terms.angle.bits.0, q("63"), "the angle that the builder draws");
    let builder = match &setting.plane().unwrap().outputs {
        Outputs::Rectangle(area) => builder.rectangle(ends(&area.x), ends(&area.y)),
        Outputs::Disc { radius } => builder.disc((0, 0), &radius.0),
    };
    let planar = builder.build().unwrap();
    assert_eq!(integer(planar.region().cells()), terms.cells.released.0);
    let Guarantee { scale, once, .. } = planar.guarantee();
    same_terms(planar.guarantee(), certificate);
    // The certificate's cost at any distance d is that of the places, once + per_metre·d; the library's that
    // of their images, which are at most s·d + 2δ_f apart.
    let places =
        once.value() + (&chain.sensitivity.0 - &setting.sensitivity.0 * &terms.per_metre.0 * scale) / scale;
    assert_eq!(places, terms.once.0);
    if matches!(terms.projection, Projection::Identity) {
        assert_eq!(planar.certificate().unwrap().text().unwrap(), text, "byte for byte");
    }
}

#[test]
fn the_library_and_every_committed_certificate_of_a_mechanism_agree_on_every_term() {
    let (mut lines, mut gaussians, mut planes) = (0, 0, 0);
    for (name, text) in committed() {
        let Subject::Mechanism(certificate) = Certificate::read(&text).unwrap().certifies else {
            assert!(name.starts_with("kernel-"), "{name}");
            continue;
        };
        let of = &certificate.reproduce;
        match &certificate.setting.law {
            Law::Gaussian(noise) => {
                let single = certificate.setting.vector().is_single();
                let kind = if single { "mechanism-gaussian-" } else { "vector-gaussian-" };
                assert!(name.starts_with(kind), "{name}");
                gaussians += 1;
                match (flag(of, "--format"), flag(of, "--generator")) {
                    ("f64", "lazy-52") => line(gaussian::<f64>(noise), &text, &certificate),
                    ("f64", "relative-52") => {
                        line(gaussian::<f64>(noise).generator::<Relative<52>>(), &text, &certificate);
                    }
                    ("f32", "lazy-23") => line(gaussian::<f32>(noise), &text, &certificate),
                    ("fixed-64-40", "relative-52") => {
                        line(gaussian::<Fixed<64, 40>>(noise), &text, &certificate);
                    }
                    other => panic!("{name}: {other:?} is not compared here; add it"),
                }
            }
            Law::Laplace(_) => {
                let kind = if certificate.setting.vector().is_single() { "mechanism-" } else { "vector-" };
                assert!(name.starts_with(kind), "{name}");
                lines += 1;
                match (flag(of, "--format"), flag(of, "--generator")) {
                    ("f64", "lazy-52") => line(Laplace::<f64>::builder(), &text, &certificate),
                    ("f64", "relative-52") => {
                        line(Laplace::<f64>::builder().generator::<Relative<52>>(), &text, &certificate);
                    }
                    ("f64", "deep-52-4") => {
                        line(Laplace::<f64>::builder().generator::<Deep<52, 4>>(), &text, &certificate);
                    }
                    ("f64", "midpoint-53") => {
                        line(Laplace::<f64>::builder().generator::<Midpoint<53>>(), &text, &certificate);
                    }
                    ("f32", "lazy-23") => line(Laplace::<f32>::builder(), &text, &certificate),
                    ("f32", "relative-23") => {
                        line(Laplace::<f32>::builder().generator::<Relative<23>>(), &text, &certificate);
                    }
                    ("fixed-32-24", "relative-23") => {
                        let builder = Laplace::<Fixed<32, 24>>::builder().generator::<Relative<23>>();
                        line(builder, &text, &certificate);
                    }
                    ("fixed-64-40", "relative-52") => {
                        let builder = Laplace::<Fixed<64, 40>>::builder().generator::<Relative<52>>();
                        line(builder, &text, &certificate);
                    }
                    ("fixed-64-40", "lazy-52") => {
                        let builder = Laplace::<Fixed<64, 40>>::builder().generator::<Lazy<52>>();
                        line(builder, &text, &certificate);
                    }
                    other => panic!("{name}: {other:?} is not compared here; add it"),
                }
            }
            Law::PlanarLaplace(_) => {
                assert!(name.starts_with("planar-"), "{name}");
                planes += 1;
                match (flag(of, "--format"), flag(of, "--sampler"), flag(of, "--generator")) {
                    ("f64", "gamma", "deep-52-4") => plane::<f64, Gamma<Deep<52, 4>>>(&text, &certificate),
                    ("f64", "inverse", "midpoint-63") => plane::<f64, Inverse<63>>(&text, &certificate),
                    ("fixed-64-32", "gamma", "relative-52") => {
                        plane::<Fixed<64, 32>, Gamma<Relative<52>>>(&text, &certificate);
                    }
                    other => panic!("{name}: {other:?} is not compared here; add it"),
                }
            }
        }
    }
    println!("{lines} with Laplace noise, {gaussians} with Gaussian noise, {planes} on the plane");
    assert!(lines >= 10 && gaussians >= 5 && planes >= 4);
}

/// The certificate states the ε asked for, and answers as the format holds them, whatever the setting.
#[test]
fn a_certificate_states_what_was_asked_and_what_is_in_force() {
    let laplace = Laplace::<f32>::builder()
        .epsilon("1/3")
        .sensitivity("11/10")
        .answers("1/10", 3)
        .window(-8, 8)
        .grid("2^-4")
        .generator::<Midpoint<24>>()
        .build()
        .unwrap();
    let Subject::Mechanism(certificate) = laplace.certificate().unwrap().certifies else { panic!() };
    assert_eq!(certificate.setting.epsilon.as_ref().unwrap().0, q("1/3"));
    assert_eq!(&certificate.chain.epsilon.0, laplace.epsilon());
    assert_eq!(certificate.setting.line().unwrap().answers.low.0, exact(laplace.answers().low().into()));
    assert_eq!(&certificate.verdict.0, laplace.epsilon_prime().value());
}

/// A disc about another point and a union of cells are certified by the library, and have no certificate to be read.
#[test]
fn outputs_that_certificates_do_not_know_have_none() {
    let builder = || PlanarLaplace::<f64>::builder().epsilon(1).distance(9).answers((0, 8), (0, 8)).grid(1);
    assert!(builder().disc((0, 0), 9).build().unwrap().certificate().is_ok());
    let side = Window::new(Grid::UNIT, 0, 7).unwrap();
    let mask = Mask::new(Rectangle::new(side, side).unwrap(), vec![u64::MAX]).unwrap();
    for other in [builder().disc((1, 0), 9), builder().region(mask)] {
        let error = other.build().unwrap().certificate().unwrap_err();
        assert!(matches!(&error, Error::Certificate { why } if why.contains("origin")), "{error}");
    }
}

/// In fixed point two words are as many as `Relative` reads: the same guarantee, and a certificate that the audit accepts.
#[test]
fn a_deep_generator_of_two_words_is_certified_in_fixed_point() {
    let builder = || {
        let builder = Laplace::<Fixed<64, 40>>::builder().epsilon(1).sensitivity(1);
        builder.answers(0, 1).window(-16, 16).grid("2^-10")
    };
    let deep = builder().generator::<Deep<52, 2>>().build().unwrap();
    let relative = builder().generator::<Relative<52>>().build().unwrap();
    assert_eq!(deep.guarantee(), relative.guarantee());
    let certificate = deep.certificate().unwrap();
    assert!(certificate.text().unwrap().contains("--generator deep-52-2"));
    audit(&certificate, &Embedded, &Options { points: 16, cells: 0, seed: 1 }).unwrap();
}

/// The library's own certificate of Gaussian noise, however it was asked for: accepted by the audit, with the same terms.
#[test]
fn gaussian_noise_is_certified_however_it_is_asked_for() {
    let builder = || {
        let builder = Gaussian::<f64>::builder().delta("1e-6").sensitivity(2).vector(40, 4);
        builder.answers(0, 1000).window(-500, 1500).grid(1)
    };
    for (builder, flag) in [
        (builder().epsilon("1/3"), "--epsilon 1/3"),
        (builder().sigma("8.1"), "--sigma 81/10"),
        (builder().rho("1/50"), "--rho 1/50"),
    ] {
        let gaussian = builder.build().unwrap();
        let certificate = gaussian.certificate().unwrap();
        let text = certificate.text().unwrap();
        assert!(text.contains("kdelta certify gaussian") && text.contains("--delta"), "{text}");
        assert!(text.contains(flag), "{flag}: {text}");
        let Subject::Mechanism(mechanism) = &certificate.certifies else { panic!() };
        same_terms(gaussian.guarantee(), mechanism);
        audit(&certificate, &Embedded, &Options { points: 16, cells: 0, seed: 1 }).unwrap();
    }
}
