//! What the library guarantees is what the certificate says, term by term: for every committed certificate of a mechanism on the line.
#![cfg(feature = "certificate")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use kdelta::{Builder, Certifiable, Fixed, Laplace, Lazy, Midpoint, Number, Relative};
use kdelta_certificate::{Certificate, Generator, MechanismCertificate, Subject};
use std::path::Path;

fn committed() -> Vec<(String, String, MechanismCertificate)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../certificates");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".json") {
            let text = std::fs::read_to_string(path).unwrap();
            if let Subject::Mechanism(certificate) = Certificate::read(&text).unwrap().certifies {
                all.push((name, text, *certificate));
            }
        }
    }
    all
}

/// Builds the mechanism of a certificate and compares everything that the library says about it.
fn compare<F: Number, U: Certifiable<F>>(
    builder: Builder<F, U>,
    text: &str,
    certificate: &MechanismCertificate,
) {
    let setting = &certificate.setting;
    let laplace = builder
        .epsilon(&setting.epsilon.0)
        .sensitivity(&certificate.chain.sensitivity.0)
        .answers(&setting.answers.low.0, &setting.answers.high.0)
        .window(&setting.window.low.0, &setting.window.high.0)
        .grid(&setting.grid.0)
        .build()
        .unwrap();
    let (guarantee, chain) = (laplace.guarantee(), &certificate.chain);
    let bias = match &certificate.generator {
        Generator::Lazy { bias, .. }
        | Generator::Relative { bias, .. }
        | Generator::Midpoint { bias, .. } => bias,
    };
    assert_eq!(guarantee.epsilon, chain.epsilon.0);
    assert_eq!(guarantee.sensitivity, chain.sensitivity.0);
    assert_eq!(guarantee.scale, chain.scale.0);
    assert_eq!(guarantee.cell, chain.cell.0);
    assert_eq!(guarantee.reach.value(), &chain.reach.0);
    assert_eq!(guarantee.radius, chain.radius.0);
    assert_eq!(guarantee.bias.value(), &bias.0);
    assert_eq!(guarantee.lipschitz.value(), &chain.lipschitz.0);
    assert_eq!(guarantee.error.value(), &chain.error.0);
    assert_eq!(guarantee.shift.value(), &chain.shift.0);
    assert_eq!(guarantee.epsilon_prime.value(), &certificate.verdict.0);
    if setting.sensitivity == chain.sensitivity {
        assert_eq!(laplace.certificate().unwrap().text().unwrap(), text, "byte for byte");
    }
}

#[test]
fn the_library_and_every_committed_certificate_agree_on_every_term() {
    let all = committed();
    assert!(all.len() >= 5, "{} certificates", all.len());
    for (name, text, certificate) in all {
        let flags = certificate.reproduce.split(' ').collect::<Vec<_>>();
        let flag = |name: &str| *flags.get(flags.iter().position(|flag| *flag == name).unwrap() + 1).unwrap();
        match (flag("--format"), flag("--generator")) {
            ("f64", "lazy-52") => compare(Laplace::<f64>::builder(), &text, &certificate),
            ("f64", "relative-52") => {
                compare(Laplace::<f64>::builder().generator::<Relative<52>>(), &text, &certificate);
            }
            ("f64", "midpoint-53") => {
                compare(Laplace::<f64>::builder().generator::<Midpoint<53>>(), &text, &certificate);
            }
            ("f32", "lazy-23") => compare(Laplace::<f32>::builder(), &text, &certificate),
            ("f32", "relative-23") => {
                compare(Laplace::<f32>::builder().generator::<Relative<23>>(), &text, &certificate);
            }
            ("fixed-32-24", "relative-23") => {
                compare(Laplace::<Fixed<32, 24>>::builder().generator::<Relative<23>>(), &text, &certificate);
            }
            ("fixed-64-40", "relative-52") => {
                compare(Laplace::<Fixed<64, 40>>::builder().generator::<Relative<52>>(), &text, &certificate);
            }
            ("fixed-64-40", "lazy-52") => {
                compare(Laplace::<Fixed<64, 40>>::builder().generator::<Lazy<52>>(), &text, &certificate);
            }
            other => panic!("{name}: {other:?} is not compared here; add it"),
        }
    }
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
    assert_eq!(certificate.setting.epsilon.0, common::q("1/3"));
    assert_eq!(&certificate.chain.epsilon.0, laplace.epsilon());
    assert_eq!(certificate.setting.answers.low.0, common::exact(laplace.answers().low().into()));
    assert_eq!(&certificate.verdict.0, laplace.epsilon_prime().value());
}
