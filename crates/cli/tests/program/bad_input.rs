//! Every flag with every kind of bad value: a message that names it, the right exit code, no panic, nothing printed.

use crate::{kdelta, laplace};
use std::fs;

/// Words that are no exact number anywhere.
const NO_NUMBERS: [&str; 12] =
    ["", "NaN", "inf", "-inf", "1e9999", "2^-1000000000", "1/0", "0x", "1,5", "ten", "1..2", "--"];

#[test]
fn numbers_that_are_none() {
    for flag in ["--epsilon", "--sensitivity", "--query-error", "--reading-error", "--grid"] {
        for value in NO_NUMBERS {
            let message = laplace(&[&format!("{flag}={value}")]).no(2);
            assert!(message.contains(flag), "{flag}={value}: {message}");
        }
    }
    for flag in ["--answers", "--window"] {
        for value in NO_NUMBERS.into_iter().filter(|value| *value != "1..2") {
            for range in [value.to_owned(), format!("{value}..1"), format!("0..{value}")] {
                let message = laplace(&[&format!("{flag}={range}")]).no(2);
                assert!(message.contains(flag), "{flag}={range}: {message}");
            }
        }
        for range in ["1..0", "..", "0..", "..1", "0..1..2", "0-1"] {
            let message = laplace(&[&format!("{flag}={range}")]).no(2);
            assert!(message.contains(flag), "{flag}={range}: {message}");
        }
        // Not 0 to 0.1.
        for range in ["0...1", "0....1", "-1...1"] {
            let message = laplace(&[&format!("{flag}={range}")]).no(2);
            assert!(message.contains(flag), "{flag}={range}: {message}");
        }
        assert!(laplace(&[&format!("{flag}=0...1")]).no(2).contains("has three"));
    }
    // A number of ten thousand digits.
    laplace(&["--epsilon", &"1".repeat(10_000)]).no(2);
}

#[test]
fn numbers_outside_their_range() {
    for flag in ["--epsilon", "--sensitivity", "--grid"] {
        for value in ["0", "-1", "-1/3", "-2^-10"] {
            let message = laplace(&[flag, value]).no(2);
            assert!(message.contains(flag) && message.contains("needs to be > 0"), "{message}");
        }
    }
    assert!(laplace(&["--query-error", "-1"]).no(2).contains("needs to be ≥ 0"));
    assert!(laplace(&["--reading-error", "-1"]).no(2).contains("needs to be ≥ 0"));
    assert!(laplace(&["--answers", "0..1e4000"]).no(2).contains("--answers"));
    assert!(laplace(&["--format", "f32", "--answers", "0..1e40"]).no(2).contains("--answers"));
}

/// Understood, and refused with the reason.
#[test]
fn settings_beyond_every_format() {
    for arguments in [
        &["--epsilon", "1e4000"][..],
        &["--epsilon", "1e-4000"],
        &["--sensitivity", "1e4000"],
        &["--sensitivity", "1e-4000"],
        &["--query-error", "1e4000"],
        &["--reading-error", "1e4000"],
        &["--grid", "1e4000"],
        &["--grid", "1e-4000"],
        &["--grid", "2^101", "--window", "0..2^102"],
        &["--grid", "2^-101"],
        &["--grid", "2^100"],
        &["--grid", "2^-100"],
        &["--window", "0..1e4000"],
        &["--window", "-1e4000..1e4000"],
        &["--window", "2^60..2^61"],
        &["--answers", "0..1e300"],
        &["--answers", "1e300..1e301", "--window", "0..0"],
        &["--format", "fixed-8-4", "--answers", "0..1000"],
        &["--format", "fixed-64-63", "--answers", "0..1"],
        &["--format", "fixed-2-0"],
        &["--format", "fixed-64-0", "--grid", "2^-10"],
        &["--epsilon", "2^-61"],
        &["--epsilon", "2^61"],
        &["--generator", "midpoint-53", "--epsilon", "10000"],
    ] {
        let message = laplace(arguments).no(1);
        assert!(message.starts_with("kdelta: not certified: "), "{arguments:?}: {message}");
        assert!(message.len() < 4000, "{arguments:?}: {message}");
    }
}

/// Privacy rests on them and nobody but the user knows them: asked for, and explained with examples.
#[test]
fn a_sensitivity_and_a_range_that_are_not_given_are_asked_for() {
    let certify = |arguments: &[&str]| kdelta(&[&["certify", "laplace"], arguments].concat()).no(2);
    let both = certify(&[]);
    for word in [
        "--sensitivity NUMBER is missing",
        "--answers LOW..HIGH is missing",
        "a count of people",
        "a sum of values",
    ] {
        assert!(both.contains(word), "{both}");
    }
    assert!(both.contains("--rows individuals") && both.contains("without looking at the data"), "{both}");
    let sensitivity = certify(&["--answers", "0..100"]);
    assert!(
        sensitivity.contains("--sensitivity NUMBER") && !sensitivity.contains("--answers LOW"),
        "{sensitivity}"
    );
    let answers = certify(&["--sensitivity", "1"]);
    assert!(
        answers.contains("--answers LOW..HIGH") && !answers.contains("--sensitivity NUMBER"),
        "{answers}"
    );
    assert!(certify(&["--rows", "individuals"]).contains("--answers LOW..HIGH is missing"));
    assert!(
        certify(&["--rows", "aggregates", "--answers", "0..1"]).contains("--sensitivity NUMBER is missing")
    );
    let solve = kdelta(&["solve", "--budget", "1"]).no(2);
    assert!(solve.contains("--sensitivity NUMBER is missing"), "{solve}");
    // Individuals differ by the whole range: less is a contradiction, more is not.
    let individuals = |sensitivity: &str| {
        kdelta(&[
            "certify",
            "laplace",
            "--rows",
            "individuals",
            "--answers",
            "0..100",
            "--sensitivity",
            sensitivity,
        ])
    };
    assert!(individuals("99").no(2).contains("the width of --answers, 100"));
    individuals("100").yes();
    assert!(certify(&["--rows", "individuals", "--answers", "5..5"]).contains("nothing to hide"));
}

#[test]
fn formats_and_generators_that_do_not_exist() {
    for format in [
        "",
        "f16",
        "f128",
        "F64",
        "fixed",
        "fixed-64",
        "fixed-65-1",
        "fixed-64-64",
        "fixed-1-0",
        "fixed--1-2",
    ] {
        let message = laplace(&[&format!("--format={format}")]).no(2);
        assert!(message.contains("--format"), "{format}: {message}");
    }
    for generator in
        ["", "relative", "relative-", "relative-x", "uniform-52", "relative--1", "midpoint-4294967296"]
    {
        let message = laplace(&[&format!("--generator={generator}")]).no(2);
        assert!(message.contains("--generator"), "{generator}: {message}");
    }
    for generator in ["relative-4294967295", "midpoint-4294967295", "relative-0", "midpoint-0", "midpoint-1"]
    {
        for format in ["f64", "f32", "fixed-64-40"] {
            let message = laplace(&["--generator", generator, "--format", format]).no(1);
            assert!(
                message.contains("--generator: has ") && message.contains("kdelta certify laplace"),
                "{message}"
            );
        }
    }
}

#[test]
fn flags_that_do_not_exist_or_lack_a_value() {
    for arguments in [
        &["--epsilom", "1"][..],
        &["--epsilon"],
        &["--out="],
        &["--sources="],
        &["--config="],
        &["--epsilon", "1", "--epsilon", "2"],
        &["extra"],
        &["--color", "sometimes"],
        &["--json=yes"],
    ] {
        laplace(arguments).no(2);
    }
    for arguments in [&[][..], &["certify"], &["certify", "gauss"], &["cretify"], &["--color"]] {
        kdelta(arguments).no(2);
    }
}

#[test]
fn files_of_settings() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("setting.toml");
    for (content, word) in [
        ("epsilon = ", "TOML"),
        ("epsilon = 0.1", "is a float"),
        ("epsilon = nan", "is a float"),
        ("epsilon = true", "boolean"),
        ("epsilon = [1]", "array"),
        ("epsilon = \"ten\"", "epsilon"),
        ("epsilon = \"\"", "epsilon"),
        ("epsilon = 0", "needs to be > 0"),
        ("epsilom = 1", "epsilom"),
        ("answers = 5", "answers"),
        ("answers = \"1..0\"", "swap"),
        ("answers = \"0...1\"", "two dots"),
        ("rows = \"people\"", "neither individuals nor aggregates"),
        ("format = \"f16\"", "f16"),
        ("generator = 52", "generator"),
        ("epsilon = 1\nepsilon = 2", "duplicate key"),
        ("\u{0}", "TOML"),
        ("epsilon = 1\nQZCANARY,41", "line 2 is not TOML"),
        ("epsilon = 99999999999999999999", "--config"),
    ] {
        fs::write(&path, content).unwrap();
        let message = kdelta(&["certify", "laplace", "--config", path.to_str().unwrap()]).no(2);
        assert!(message.contains(word), "{content:?}: {message}");
        assert!(
            !message.contains("CANARY"),
            "a file of data that is named by mistake is not shown: {message}"
        );
    }
    fs::write(&path, "#".repeat(70_000)).unwrap();
    assert!(laplace(&["--config", path.to_str().unwrap()]).no(2).contains("the limit"));
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(laplace(&["--config", path.to_str().unwrap()]).no(2).contains("no text"));
    for config in ["/dev/zero", "/nonexistent/setting.toml", "/"] {
        laplace(&["--config", config]).no(2);
    }
}

/// Refused settings leave no file. What cannot be written is in `files.rs`.
#[test]
fn a_refused_setting_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("certificate.json");
    laplace(&["--grid", "2^-60", "--out", file.to_str().unwrap()]).no(1);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn sources_that_are_not_there_or_are_others() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().to_str().unwrap();
    for sources in [root, "/nonexistent"] {
        let message = laplace(&["--sources", sources]).no(1);
        assert!(message.contains("cannot be read"), "{message}");
    }
}
