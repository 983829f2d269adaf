//! `kdelta certify gaussian`: the table, what it may be asked for by, where the certificate goes, and what is refused.

use crate::{ROOT, Run, kdelta};
use kdelta_oracle::number::parse;
use serde_json::Value;
use std::fs;

/// Splits a command at blanks.
fn gaussian(arguments: &str) -> Run {
    kdelta(&["certify", "gaussian"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>())
}

fn mechanism(arguments: &str) -> Value {
    let read: Value = serde_json::from_str(&gaussian(&format!("{arguments} --json")).yes()).unwrap();
    read["certifies"]["mechanism"].clone()
}

#[test]
fn a_count_with_epsilon_and_delta() {
    insta::assert_snapshot!(gaussian("--epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000").yes());
}

#[test]
fn a_count_with_epsilon_and_delta_explained() {
    insta::assert_snapshot!(
        gaussian("--epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000 --explain").yes()
    );
}

/// Windows of 8σ beyond the answers and grids of a thousandth of σ follow, in every format.
#[test]
fn window_and_grid_follow_from_the_scale() {
    for (arguments, release) in [
        ("--sigma 1 --delta 1e-6 --sensitivity 1 --answers 0..1", "multiples of L = 1/1024 from -8 to 9,"),
        (
            "--sigma 10 --delta 1e-6 --sensitivity 1 --answers 0..100",
            "multiples of L = 1/128 from -80 to 184,",
        ),
        ("--rho 1/2 --delta 1e-6 --sensitivity 1 --answers 0..1 --format f32", "from -8 to 9,"),
        ("--sigma 1 --delta 1e-6 --sensitivity 1 --answers 0..1 --format fixed-64-40", "from -8 to 9,"),
    ] {
        let table = gaussian(arguments).yes();
        assert!(table.contains(release), "{arguments}: {table}");
    }
}

/// The setting: σ = 1, 8σ beyond the answers, grid 2^-10, f64.
#[test]
fn the_cost_of_finite_precision_is_below_a_ten_billionth() {
    let certificate =
        mechanism("--sigma 1 --delta 1e-6 --sensitivity 1 --answers 0..1 --window -8..9 --grid 2^-10");
    for kappa in ["above", "below"] {
        let kappa = parse(certificate["closeness"][kappa].as_str().unwrap()).unwrap();
        assert!(kappa < parse("1e-10").unwrap());
    }
}

/// The committed certificates are those of their commands, and audited; the file in TOML says the same as flags.
#[test]
fn gaussian_noise_is_described_by_flags_or_by_a_file() {
    let committed = fs::read_to_string(format!("{ROOT}/certificates/vector-gaussian-binary64.json")).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("certificate.json");
    let path = path.to_str().unwrap();
    let flags = "--epsilon 1 --delta 1e-6 --dimension 1000 --changed 9 --sensitivity 3 --answers 0..10000 \
                 --window -112..10112 --grid 2^-7";
    gaussian(&format!("{flags} --out {path}")).yes();
    assert_eq!(fs::read_to_string(path).unwrap(), committed);
    assert!(kdelta(&["audit", path]).yes().contains("1 of 1 accepted"));
    let config = directory.path().join("setting.toml");
    fs::write(
        &config,
        "rho = 1\ndelta = \"1e-6\"\ndimension = 1000\nchanged = 9\nsensitivity = 3\nanswers = \"0..10000\"\n\
         window = \"-112..10112\"\ngrid = \"2^-7\"\n",
    )
    .unwrap();
    // ε on the command line stands for the ρ of the file.
    let config = config.to_str().unwrap();
    assert_eq!(gaussian(&format!("--config {config} --epsilon 1 --json")).yes(), committed);
    assert!(gaussian(&format!("--config {config}")).yes().contains("ρ = 1, δ = "));
}

/// What privacy rests on has no default, and what cannot be is not understood.
#[test]
fn gaussian_noise_needs_its_numbers() {
    for (arguments, word) in [
        ("--epsilon 1 --sensitivity 1 --answers 0..9", "--delta NUMBER is missing"),
        ("--delta 1e-6 --sensitivity 1", "--answers LOW..HIGH is missing"),
        ("--delta 1e-6 --answers 0..9", "--sensitivity NUMBER is missing"),
        ("--delta 1e-6 --dimension 9 --changed 4 --answers 0..9", "the root of the sum of the squares"),
        ("--delta 0 --sensitivity 1 --answers 0..9", "--delta needs to be > 0"),
        ("--delta 1 --sensitivity 1 --answers 0..9", "--delta needs to be below 1"),
        ("--delta 1e-6 --sigma 0 --sensitivity 1 --answers 0..9", "--sigma needs to be > 0"),
        ("--delta 1e-6 --rho -1 --sensitivity 1 --answers 0..9", "--rho needs to be > 0"),
        ("--delta 1e-6 --sigma 1 --rho 1 --sensitivity 1 --answers 0..9", "cannot be used with"),
        ("--delta 1e-6 --epsilon 1 --rho 1 --sensitivity 1 --answers 0..9", "cannot be used with"),
        ("--delta 1e-6 --dimension 9 --sensitivity 1 --answers 0..9", "--changed"),
        ("--delta 1e-6 --dimension 9 --changed 10 --sensitivity 1 --answers 0..9", "found 10"),
        (
            "--delta 1e-6 --dimension 9 --changed 4 --rows individuals --sensitivity 17 --answers 0..9",
            "the root of --changed times the width",
        ),
    ] {
        let why = gaussian(arguments).no(2);
        assert!(why.contains(word), "{arguments}: {why}");
    }
    let individuals = mechanism("--delta 1e-6 --dimension 9 --changed 4 --rows individuals --answers 0..9");
    assert_eq!(individuals["setting"]["sensitivity"], "18");
}

/// A refusal names the condition, and comes with settings that are certified.
#[test]
fn a_refused_setting_comes_with_certified_ones() {
    for (arguments, flag, word) in [
        // The window is too wide for the generator.
        (
            "--sigma 1 --delta 1e-6 --sensitivity 1 --answers 0..100 --generator relative-52",
            "the theorem",
            "e_max",
        ),
        // The grid is too fine.
        (
            "--epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..10 --format f32 --grid 2^-17",
            "the theorem",
            "L > 2δ",
        ),
        (
            "--sigma 1 --delta 1e-6 --sensitivity 1 --answers 0..10 --generator midpoint-53",
            "--generator",
            "mantissa",
        ),
    ] {
        let why = gaussian(arguments).no(1);
        assert!(why.contains(&format!("not certified: {flag}")) && why.contains(word), "{arguments}: {why}");
        let commands: Vec<_> =
            why.lines().map(str::trim).filter(|line| line.starts_with("kdelta certify gaussian ")).collect();
        assert!(!commands.is_empty(), "{why}");
        for command in commands {
            crate::line(command).yes();
        }
    }
}
