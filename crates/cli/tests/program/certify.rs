//! `kdelta certify laplace`: the tables, the formats of a setting, and where the certificate goes.

use crate::{ROOT, kdelta, laplace};
use std::fs;

#[test]
fn the_default_setting() {
    insta::assert_snapshot!(laplace(&[]).yes());
}

#[test]
fn the_default_setting_explained() {
    insta::assert_snapshot!(laplace(&["--explain"]).yes());
}

#[test]
fn midpoints_have_theorem_u() {
    insta::assert_snapshot!(laplace(&["--generator", "midpoint-53", "--explain"]).yes());
}

#[test]
fn fixed_point_with_an_inexact_query() {
    let arguments = "certify laplace --epsilon 1/10 --sensitivity 1 --query-error 1/1000 --reading-error text \
                     --answers 0..100 --window -200..300 --grid 2^-6 --format fixed-64-40";
    insta::assert_snapshot!(kdelta(&arguments.split_whitespace().collect::<Vec<_>>()).yes());
}

/// The generator that always reads the same number of bytes: certified, audited, and released under its certificate.
#[test]
fn deep_is_certified_audited_and_released() {
    let directory = tempfile::tempdir().unwrap();
    for generator in ["deep-52-4", "deep-52-8", "deep-52-16"] {
        let path = directory.path().join(format!("{generator}.json"));
        let path = path.to_str().unwrap();
        let table = laplace(&["--generator", generator, "--out", path]).yes();
        assert!(table.contains(&format!("{generator} (e_max = ")), "{table}");
        let audit = kdelta(&["audit", path]).yes();
        assert!(audit.contains("accepted") && audit.contains(generator), "{audit}");
        let released = kdelta(&[
            "release",
            "--certificate",
            path,
            "--generator",
            generator,
            "1/2",
            "--rows",
            "aggregates",
        ]);
        assert_eq!((released.code, released.out.lines().count()), (0, 1), "{released:?}");
        let other = kdelta(&["release", "--certificate", path, "--generator", "lazy-52", "1/2"]).no(1);
        assert!(other.contains(&format!("the certificate is for {generator}")), "{other}");
    }
    // It does not reach as far as the lazy one, and says so.
    let far = laplace(&["--generator", "deep-52-4", "--answers", "0..1000"]).no(1);
    assert!(far.contains("not certified"), "{far}");
}

/// Window and grid follow from the rest, and are printed: 32 scales beyond the answers, a thousandth of the scale.
#[test]
fn a_count_needs_its_sensitivity_and_its_range_only() {
    let arguments = "certify laplace --epsilon 1/10 --sensitivity 1 --answers 0..100";
    let table = kdelta(&arguments.split_whitespace().collect::<Vec<_>>()).yes();
    assert!(table.contains("multiples of L = 1/128 from -320 to 424, or \"outside\""), "{table}");
    assert!(table.contains("verdict: ε′ ≤ 0.1000000"), "{table}");
}

/// However wide the range is beside the noise: a count of up to a million people at once, and a sum.
#[test]
fn ordinary_counts_and_sums_are_certified_at_once() {
    for (arguments, release, verdict) in [
        ("--epsilon 1/10 --sensitivity 1 --answers 0..1000", "from -320 to 1320,", "0.1000000"),
        ("--epsilon 1/10 --sensitivity 1 --answers 0..1000000", "from -320 to 1000320,", "0.100000"),
        ("--sensitivity 100 --answers 0..5300", "from -3200 to 8512,", "1.0000000"),
        ("--sensitivity 1 --answers 0..1000 --format f32", "multiples of L = ", "1.0"),
    ] {
        let words: Vec<_> = ["certify", "laplace"].into_iter().chain(arguments.split_whitespace()).collect();
        let table = kdelta(&words).yes();
        assert!(table.contains(release), "{arguments}: {table}");
        assert!(table.contains(&format!("verdict: ε′ ≤ {verdict}")), "{arguments}: {table}");
    }
}

/// The value of one person can be any other of the range: so much noise that it is hidden among all of them.
#[test]
fn values_of_individuals_have_the_width_of_the_range_as_their_sensitivity() {
    let arguments = "certify laplace --epsilon 1 --rows individuals --answers -20..100 --json";
    let out = kdelta(&arguments.split_whitespace().collect::<Vec<_>>()).yes();
    let read: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(read["certifies"]["mechanism"]["setting"]["sensitivity"], "120");
    assert_eq!(read["certifies"]["mechanism"]["chain"]["scale"], "120");
    // Also where the ends of the range are no numbers of the format and move outward.
    let arguments = "certify laplace --rows individuals --answers 0.1..0.7 --json";
    let out = kdelta(&arguments.split_whitespace().collect::<Vec<_>>()).yes();
    let read: serde_json::Value = serde_json::from_str(&out).unwrap();
    let setting = &read["certifies"]["mechanism"]["setting"];
    let number = |value: &serde_json::Value| kdelta_oracle::number::parse(value.as_str().unwrap()).unwrap();
    let width = number(&setting["law"]["laplace"]["answers"]["high"])
        - number(&setting["law"]["laplace"]["answers"]["low"]);
    assert_eq!(number(&setting["sensitivity"]), width);
}

/// Every decimal in the tables is on its side of the exact number.
#[test]
fn no_line_is_wider_than_80_columns_and_nothing_is_cut() {
    let out = laplace(&["--format", "f32"]).yes() + &laplace(&["--format", "f32", "--explain"]).yes();
    for line in out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('…') && line == line.trim_end(), "{line:?}");
    }
}

#[test]
fn flags_go_before_the_file_and_the_file_before_the_defaults() {
    let directory = tempfile::tempdir().unwrap();
    let config = directory.path().join("setting.toml");
    fs::write(&config, "epsilon = \"1/2\"\nsensitivity = 2\ngrid = \"2^-8\"\nquery-error = 0\n").unwrap();
    let config = config.to_str().unwrap();
    let given = ["--config", config, "--grid", "2^-9", "--answers", "0..1", "--window", "-16..16", "--json"];
    let out = kdelta(&[&["certify", "laplace"], &given[..]].concat()).yes();
    let read: serde_json::Value = serde_json::from_str(&out).unwrap();
    let setting = &read["certifies"]["mechanism"]["setting"];
    assert_eq!(setting["epsilon"], "0x1p-1");
    assert_eq!(setting["sensitivity"], "2");
    assert_eq!(setting["grid"], "0x1p-9");
    assert_eq!(setting["law"]["laplace"]["window"]["high"], "16");
}

#[test]
fn out_and_json_are_the_same_certificate_and_it_is_accepted() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("certificate.json");
    let path = file.to_str().unwrap();
    let table = laplace(&["--epsilon", "1/3", "--out", path]).yes();
    assert!(table.contains("verdict: ε′ ≤ 0.33"), "{table}");
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(laplace(&["--epsilon", "1/3", "--json"]).yes(), written);
    assert!(kdelta(&["audit", path]).yes().contains("1 of 1 accepted"));
    // The command inside the certificate writes it again, though the setting is nobody's default.
    let read: serde_json::Value = serde_json::from_str(&written).unwrap();
    let command = read["certifies"]["mechanism"]["reproduce"].as_str().unwrap().to_owned();
    assert_eq!(crate::line(&command).yes(), written);
    // Written over, whole, and nothing else is left in the directory.
    laplace(&["--out", path]).yes();
    assert_ne!(fs::read_to_string(&file).unwrap(), written);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// Splits a command at blanks.
fn vector(arguments: &str) -> crate::Run {
    kdelta(&["certify", "vector"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>())
}

const HISTOGRAM: &str = "--dimension 1000 --changed 3 --sensitivity 3 --answers 0..1000000";

#[test]
fn a_vector_of_counts() {
    insta::assert_snapshot!(vector(HISTOGRAM).yes());
}

/// The committed certificate is that of these flags; the file in TOML says the same.
#[test]
fn a_vector_is_described_by_flags_or_by_a_file() {
    let committed = fs::read_to_string(format!("{ROOT}/certificates/vector-binary64.json")).unwrap();
    assert_eq!(vector(&format!("{HISTOGRAM} --json")).yes(), committed);
    let directory = tempfile::tempdir().unwrap();
    let config = directory.path().join("histogram.toml");
    fs::write(&config, "dimension = 1000\nchanged = 2\nsensitivity = 3\nanswers = \"0..1000000\"\n").unwrap();
    let config = config.to_str().unwrap();
    assert_eq!(vector(&format!("--config {config} --changed 3 --json")).yes(), committed);
    // Which is none for a single value.
    let why = kdelta(&["certify", "laplace", "--config", config]).no(2);
    assert!(why.contains("unknown field `dimension`"), "{why}");
    // One value is certified as a single one.
    let one = vector("--dimension 1 --changed 1 --sensitivity 1 --answers 0..1000 --json").yes();
    assert_eq!(
        kdelta(&["certify", "laplace", "--sensitivity", "1", "--answers", "0..1000", "--json"]).yes(),
        one
    );
}

/// What privacy rests on has no default, and what cannot be is not understood.
#[test]
fn a_vector_needs_its_numbers() {
    for (arguments, words) in [
        ("--sensitivity 3 --answers 0..9", &["--dimension M is missing", "--changed NUMBER is missing"][..]),
        (
            "--dimension 9 --changed 3 --answers 0..9",
            &["--sensitivity NUMBER is missing: Δ₁", "the sum over all of them"],
        ),
        ("--dimension 9 --changed 3 --sensitivity 3", &["--answers LOW..HIGH is missing"]),
        ("--dimension 0 --changed 0 --sensitivity 3 --answers 0..9", &["--dimension needs to be ≥ 1"]),
        (
            "--dimension 9 --changed 0 --sensitivity 3 --answers 0..9",
            &["--changed needs to be from 1 to", "which is 9: found 0"],
        ),
        ("--dimension 9 --changed 10 --sensitivity 3 --answers 0..9", &["found 10"]),
        ("--dimension 9 --changed -1 --sensitivity 3 --answers 0..9", &["-1"]),
        ("--dimension 9 --changed 3/2 --sensitivity 3 --answers 0..9", &["3/2"]),
        (
            "--dimension 9 --changed 2 --rows individuals --sensitivity 17 --answers 0..9",
            &["--changed times the width", "18"],
        ),
    ] {
        let why = vector(arguments).no(2);
        assert!(words.iter().all(|word| why.contains(word)), "{arguments}: {why}");
    }
    let individuals = vector("--dimension 9 --changed 2 --rows individuals --answers 0..9 --json").yes();
    let read: serde_json::Value = serde_json::from_str(&individuals).unwrap();
    assert_eq!(read["certifies"]["mechanism"]["setting"]["sensitivity"], "18");
}

/// A vector that is refused comes with vectors that are not.
#[test]
fn a_refused_vector_comes_with_certified_ones() {
    let why = vector("--dimension 50 --changed 2 --sensitivity 2 --answers 0..10 --grid 2^-50").no(1);
    let commands: Vec<_> =
        why.lines().map(str::trim).filter(|line| line.starts_with("kdelta certify ")).collect();
    assert!(!commands.is_empty(), "{why}");
    for command in commands {
        assert!(command.starts_with("kdelta certify vector --dimension 50 --changed 2 "), "{command}");
        crate::line(command).yes();
    }
}

/// κ₊ and κ₋ in every table, and what follows from them.
#[test]
fn closeness_is_shown_with_what_follows_from_it() {
    for table in [
        laplace(&["--explain"]).yes(),
        kdelta(&["certify", "planar", "--epsilon", "1", "--distance", "100", "--explain"]).yes(),
    ] {
        for word in ["κ₊", "κ₋", "pure", "(ε, δ)", "Rényi", "total variation", "leakage"] {
            assert!(table.lines().any(|line| line.trim_start().starts_with(word)), "{word}: {table}");
        }
    }
}

#[test]
fn the_files_of_this_checkout_are_those_the_program_was_built_from() {
    let inside = laplace(&["--json"]).yes();
    assert_eq!(laplace(&["--json", "--sources", ROOT]).yes(), inside);
}

#[test]
fn colours_only_where_asked() {
    let escape = '\u{1b}';
    assert!(!laplace(&[]).yes().contains(escape));
    assert!(laplace(&["--color", "always"]).yes().contains(escape));
    assert!(!laplace(&["--color", "never"]).yes().contains(escape));
    assert!(!laplace(&["--color", "always", "--json"]).yes().contains(escape));
}
