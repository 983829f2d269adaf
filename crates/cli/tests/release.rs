//! `kdelta release` as a user calls it.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use assert_cmd::Command;
use kdelta_certificate::{
    Certificate, Directory, Format, GeneratorName, Law, Line, MechanismCertificate, MechanismDescription,
    Range, Setting, Subject, Vector,
};
use kdelta_oracle::number::{Rational, parse};
use kdelta_testkit::Seeded;
use kdelta_testkit::canary::{Table, found};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A directory with a certificate for answers 0 to 100 in steps of 1/8, and without others' files.
struct Place {
    directory: TempDir,
}

fn description(format: Format, generator: GeneratorName) -> MechanismDescription {
    MechanismDescription {
        format,
        setting: Setting {
            epsilon: Some(number("1/4")),
            sensitivity: 1.into(),
            query_error: number("2^-41"),
            reading_error: number("2^-41"),
            grid: number("1/8"),
            law: Law::Laplace(Line {
                answers: Range::of_integers(0, 100),
                window: Range::of_integers(-8, 108),
                vector: Vector::SINGLE,
            }),
        },
        generator,
    }
}

fn number(text: &str) -> kdelta_certificate::Number {
    (&parse(text).unwrap()).into()
}

const fn fixed(bits: u32, fraction: u32) -> Format {
    Format::Fixed { bits, fraction }
}

fn certificate(description: &MechanismDescription) -> String {
    let certificate = MechanismCertificate::derive(description, &Directory::new(ROOT)).unwrap();
    Certificate::new(Subject::Mechanism(Box::new(certificate))).text().unwrap()
}

impl Place {
    fn new() -> Self {
        Self::with(&description(Format::Binary64, GeneratorName::Relative(52)))
    }

    fn with(description: &MechanismDescription) -> Self {
        let place = Self { directory: tempfile::tempdir().unwrap() };
        place.write("c.json", certificate(description));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// In this directory, with its certificate; rows are aggregates, as its sensitivity is 1.
    fn release(&self, arguments: &[&str]) -> Command {
        let mut command = self.release_unstated(arguments);
        command.args(["--rows", "aggregates"]);
        command
    }

    /// The same without a word about what a row is.
    fn release_unstated(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("kdelta").unwrap();
        command
            .current_dir(self.directory.path())
            .args(["release", "--certificate", "c.json"])
            .args(arguments);
        command
    }

    fn stdout(&self, arguments: &[&str], stdin: &[u8]) -> Vec<u8> {
        self.release(arguments).write_stdin(stdin).assert().success().get_output().stdout.clone()
    }

    /// Releases column x of the text, with column a kept; the output, with every released cell replaced by `#` after a look at it.
    fn csv(&self, arguments: &[&str], text: &[u8], column: usize) -> Vec<u8> {
        let output = self.stdout(&[&["--csv", "-", "--column", "x"], arguments].concat(), text);
        masked(&output, column)
    }
}

/// The cells of a column (after the first row) replaced by `#`, for rows without quotes in that column.
fn masked(output: &[u8], column: usize) -> Vec<u8> {
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).terminator(csv::Terminator::Any(b'\n'));
    let mut masked = output.to_vec();
    let mut cells: Vec<_> = reader
        .from_reader(output)
        .into_byte_records()
        .skip(1)
        .map(|record| {
            String::from_utf8(record.unwrap()[column].to_vec()).unwrap().trim_end_matches('\r').to_owned()
        })
        .collect();
    // A longer release may contain a shorter one; the other columns of these tests have no digits.
    cells.sort_by_key(|cell| std::cmp::Reverse(cell.len()));
    for cell in cells {
        assert_release(&cell);
        // A name in the header may contain a digit.
        let rows = masked.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        while let Some(at) = masked[rows..].windows(cell.len()).position(|window| window == cell.as_bytes()) {
            masked.splice(rows + at..rows + at + cell.len(), *b"#");
        }
    }
    masked
}

/// A grid point of the window, or outside.
fn assert_release(cell: &str) {
    if cell != "outside" {
        let value = parse(cell).unwrap();
        assert!((&value * Rational::from_integer(8.into())).is_integer(), "{cell} is no grid point");
        assert!(
            parse("-8").unwrap() <= value && value <= parse("108").unwrap(),
            "{cell} is not in the window"
        );
    }
}

fn lines(output: &[u8]) -> Vec<String> {
    String::from_utf8(output.to_vec()).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn values_are_released_one_per_line_and_paid_for() {
    let place = Place::new();
    let output = place.release(&["41.5", "-3", "1e9", "1/3"]).assert().success();
    let output = output.stderr(
        contains("released 4 values at ε′ ≤ 0.2499999701989608 each")
            .and(contains("if all concern one individual")),
    );
    let released = lines(&output.get_output().stdout);
    assert_eq!(released.len(), 4);
    released.iter().for_each(|cell| assert_release(cell));
    place
        .release(&["41.5"])
        .assert()
        .success()
        .stderr(contains("released 1 value; spent ε′ ≤ 0.24999997019896"));
    let json = place.stdout(&["--json", "41.5", "7"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["releases"].as_array().unwrap().len(), 2);
    let exact = |name: &str| parse(json["budget"][name].as_str().unwrap()).unwrap();
    assert_eq!(exact("spent_if_all_concern_one_individual"), exact("epsilon_prime") * parse("2").unwrap());
    assert!(exact("epsilon_prime_at_most") >= exact("epsilon_prime"));
    assert_eq!(place.files(), ["c.json"]);
}

#[test]
fn every_mechanism_inside_releases_grid_points() {
    for (format, generator) in [
        (Format::Binary64, GeneratorName::Lazy(52)),
        (Format::Binary64, GeneratorName::Relative(52)),
        (Format::Binary64, GeneratorName::Midpoint(53)),
        (Format::Binary32, GeneratorName::Relative(23)),
        (fixed(64, 16), GeneratorName::Lazy(52)),
        (fixed(64, 24), GeneratorName::Midpoint(64)),
        (fixed(64, 32), GeneratorName::Lazy(52)),
        (fixed(64, 40), GeneratorName::Relative(52)),
        (fixed(64, 48), GeneratorName::Lazy(52)),
        (fixed(32, 16), GeneratorName::Lazy(23)),
        (fixed(32, 16), GeneratorName::Midpoint(32)),
        (fixed(32, 8), GeneratorName::Lazy(23)),
    ] {
        let mut description = description(format, generator);
        description.setting.epsilon = Some(number("1/16")); // within the reach of 32 bits
        let place = Place::with(&description);
        let released = lines(&place.stdout(&["-"], "50\n".repeat(100).as_bytes()));
        assert_eq!(released.len(), 100, "{format:?}");
        released.iter().for_each(|cell| assert_release(cell));
        assert!(released.iter().any(|cell| *cell != released[0]), "{format:?}: a hundred equal releases");
    }
}

#[test]
fn a_mechanism_that_is_not_inside_is_refused_with_those_that_are() {
    for (format, generator) in
        [(fixed(40, 20), GeneratorName::Relative(52)), (Format::Binary64, GeneratorName::Relative(51))]
    {
        let place = Place::with(&description(format, generator));
        place
            .release(&["1"])
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains("fixed-64-40 with lazy-52, relative-52, midpoint-64"));
    }
}

/// Mean and variance of 40000 releases of 50, b = 4: seven standard deviations of each are a false alarm below 1e-11.
#[test]
fn releases_have_the_mean_and_the_variance_of_laplace_noise() {
    let place = Place::new();
    let count = 40_000_u32;
    let output = place.stdout(&["-", "--to-ends"], "50\n".repeat(40_000).as_bytes());
    let values: Vec<f64> = lines(&output).iter().map(|cell| cell.parse().unwrap()).collect();
    let n = f64::from(count);
    assert_eq!(values.len(), 40_000);
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|x| (x - 50.0).powi(2)).sum::<f64>() / n;
    // Var = 2b² (and L²/12 of rounding); Var of the square is 20b⁴ for Laplace noise.
    let b = 4.0_f64;
    assert!((mean - 50.0).abs() < 7.0 * (2.0 * b * b / n).sqrt(), "{mean}");
    assert!((variance - 2.0 * b * b).abs() < 7.0 * (20.0 * b.powi(4) / n).sqrt() + 0.01, "{variance}");
}

#[test]
fn outside_is_written_as_told() {
    // A window of one point far from the answers: almost every release is outside.
    let mut narrow = description(Format::Binary64, GeneratorName::Relative(52));
    let line = narrow.setting.line_mut().unwrap();
    (line.answers, line.window) = (Range::of_integers(0, 1), Range::of_integers(100, 100));
    let place = Place::with(&narrow);
    let cells =
        |arguments: &[&str]| lines(&place.stdout(&[&["-"], arguments].concat(), "0\n".repeat(50).as_bytes()));
    assert!(cells(&[]).iter().all(|cell| cell == "outside" || cell == "100"));
    assert!(cells(&["--outside", ""]).iter().any(String::is_empty));
    assert!(cells(&["--outside", "n/a"]).iter().any(|cell| cell == "n/a"));
    assert!(cells(&["--to-ends"]).iter().all(|cell| cell == "100"));
    for (text, message) in [("7", "is a number"), ("a\nb", "--outside"), ("\"", "--outside")] {
        place.release(&["1", "--outside", text]).assert().code(2).stderr(contains(message));
    }
    place
        .release(&["--csv", "-", "--column", "x", "--outside", "a,b"])
        .assert()
        .code(2)
        .stderr(contains("delimiter"));
    place.release(&["1", "--outside", "x", "--to-ends"]).assert().code(2);
}

#[test]
fn nothing_is_released_without_a_certificate_for_the_setting() {
    let place = Place::new();
    let without = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("kdelta").unwrap();
        command.current_dir(place.directory.path()).arg("release").args(arguments).assert().stdout("")
    };
    // The range is asked for: any that the program could name would clamp the data, or leak it.
    let ask = contains("--answers LOW..HIGH").and(contains("without looking at the data"));
    without(&["1"]).code(2).stderr(ask.and(contains("--sensitivity NUMBER")));
    for arguments in [&[][..], &["--csv", "ages.csv", "--column", "age", "--epsilon", "1/8"]] {
        let ask = contains("--answers LOW..HIGH").and(contains("--rows individuals"));
        without(arguments).code(2).stderr(ask);
    }
    without(&["1", "--answers", "0..100"]).code(2).stderr(contains("--sensitivity NUMBER is missing"));
    without(&["1", "--certificate", "absent.json"]).code(2).stderr(contains("absent.json"));
    without(&["1", "--certificate", "."]).code(2).stderr(contains("cannot be read"));
    without(&["1", "--certificate", "/dev/null"]).code(1).stderr(contains("not accepted"));
    let kernel = format!("{ROOT}/certificates/kernel-table-f64.json");
    without(&["1", "--certificate", &kernel]).code(1).stderr(contains("certifies a kernel"));
    place.write("binary", b"\xff\xfe");
    without(&["1", "--certificate", "binary"]).code(2).stderr(contains("binary"));
    place.write("long", vec![b' '; 2 << 20]);
    without(&["1", "--certificate", "long"]).code(1).stderr(contains("limit"));
}

/// A certificate of a vector licenses that vector, once, and nothing else.
#[test]
fn a_vector_is_released_whole_or_not_at_all() {
    let mut setting = description(Format::Binary64, GeneratorName::Relative(52));
    setting.setting.sensitivity = 2.into();
    setting.setting.line_mut().unwrap().vector = Vector { dimension: 5, changed: 2 };
    let place = Place::with(&setting);
    let output = place.release(&["-"]).write_stdin("1\n2\n3\n4\n5\n").assert().code(0);
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert_eq!(String::from_utf8(output.get_output().stdout.clone()).unwrap().lines().count(), 5);
    // ε′ of the certificate is paid once, not five times.
    assert!(said.contains("released one vector of 5 values; spent ε′ ≤ 0.24999997"), "{said}");
    assert!(said.contains("who change at most 2 of them"), "{said}");
    let output = place.release(&["-", "--json"]).write_stdin("1\n2\n3\n4\n5\n").assert().code(0);
    let said: serde_json::Value = serde_json::from_slice(&output.get_output().stderr).unwrap();
    assert_eq!(said["vector"]["dimension"], "5");
    assert_eq!(said["spent_if_all_concern_one_individual"], said["epsilon_prime"]);
    // Too few, too many, and a file in the place of standard input.
    let another =
        || contains("for 5 values that are released together").and(contains("Nothing was released"));
    for input in ["1\n2\n3\n4\n", "1\n2\n3\n4\n5\n6\n", "1\n"] {
        place.release(&["-"]).write_stdin(input).assert().code(1).stdout("").stderr(another());
        place.write("values", input);
        let command = ["--in", "values", "--out", "noisy"];
        place.release(&command).assert().code(1).stdout("").stderr(another());
        assert!(!place.directory.path().join("noisy").exists());
    }
    // Nor one value as an argument, which otherwise needs no word about rows; five are a vector.
    place.release_unstated(&["1"]).assert().code(1).stdout("").stderr(another());
    place.release(&["1", "2"]).assert().code(1).stdout("").stderr(another());
    place.release(&["1", "2", "3", "4", "5"]).assert().code(0);
    // None may be left out, and without a word about rows they are taken for values of individuals.
    place
        .release(&["-", "--skip-bad"])
        .write_stdin("1\n2\nx\n4\n5\n6\n")
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("whole vector"));
    let individuals = contains("2 of them to anything").and(contains("each by 100"));
    place
        .release_unstated(&["-"])
        .write_stdin("1\n2\n3\n4\n5\n")
        .assert()
        .code(1)
        .stdout("")
        .stderr(individuals);
}

#[test]
fn a_certificate_that_does_not_follow_is_refused() {
    let good = certificate(&description(Format::Binary64, GeneratorName::Relative(52)));
    let place = Place::new();
    for (from, to) in [
        ("\"epsilon\": \"0x1p-2\"", "\"epsilon\": \"0x1p-3\""),
        ("kdelta-certificate/3", "kdelta-certificate/4"),
        ("\"version\": \"0.1.0\"", "\"version\": \"0.0.9\""),
        ("\"high\": \"108\"", "\"high\": \"107\""),
        ("\"relative-52\"", "\"relative-51\""),
        ("binary64", "binary32"),
        ("\"verdict\": \"", "\"verdict\": \"1"),
        ("{\n", "{ \n"),
    ] {
        assert!(good.contains(from), "{from}");
        place.write("c.json", good.replacen(from, to, 1));
        place
            .release(&["1"])
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains("not accepted").and(contains("Nothing was released")));
    }
    // A digest of other sources.
    let at = good.find("\"sha256\": \"").unwrap() + 11;
    let mut stale = good.clone();
    stale.replace_range(at..at + 4, if good[at..].starts_with("0000") { "1111" } else { "0000" });
    place.write("c.json", stale);
    place.release(&["1"]).assert().code(1).stdout("").stderr(contains("sha256"));
}

#[test]
fn a_flag_that_says_something_else_than_the_certificate_is_refused_by_name() {
    let place = Place::new();
    for (flag, same, other) in [
        ("epsilon", "0.25", "1"),
        ("sensitivity", "1", "2"),
        ("query-error", "2^-41", "0"),
        ("reading-error", "2^-41", "text"),
        ("answers", "0..100", "0..99"),
        ("window", "-8..108", "-8..107"),
        ("grid", "0.125", "1"),
        ("format", "binary64", "f32"),
        ("generator", "relative-52", "midpoint-53"),
    ] {
        let flag = format!("--{flag}");
        place.release(&["1", &flag, same]).assert().success();
        place.release(&["1", &flag, other]).assert().code(1).stdout("").stderr(contains(&flag));
    }
    place.write("s.toml", "epsilon = \"1/4\"\n");
    place.release(&["1", "--config", "s.toml"]).assert().success();
    place.write("s.toml", "epsilon = \"1/3\"\n");
    place.release(&["1", "--config", "s.toml"]).assert().code(1).stdout("").stderr(contains("--epsilon 1/3"));
    place.release(&["1", "--config", "absent.toml"]).assert().code(2);
}

/// The working command, once the range is said: its certificate is accepted for this very release.
#[test]
fn a_stated_range_gives_the_whole_command() {
    let place = Place::new();
    place.write("ages.csv", "age\n41\n7\n");
    let release = ["release", "--csv", "ages.csv", "--column", "age"];
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("kdelta").unwrap();
        command.current_dir(place.directory.path()).args(arguments).assert()
    };
    let told = run(&[&release[..], &["--answers", "0..120"]].concat()).code(2).stdout("");
    let told = String::from_utf8(told.get_output().stderr.clone()).unwrap();
    let command = told.lines().find_map(|line| line.trim().strip_prefix("kdelta ")).unwrap();
    assert!(command.contains("--sensitivity 120 ") && !told.contains("41"), "{told}");
    run(&command.split(' ').collect::<Vec<_>>()).success();
    run(&[&release[..], &["--certificate", "certificate.json"]].concat()).success();
}

/// With Δ = 1 an age of 20 is told from one of 80; that is refused in words, whatever the rows come from.
#[test]
fn values_of_individuals_are_not_released_under_a_smaller_sensitivity() {
    let place = Place::new();
    place.write("a.csv", "x\n20\n80\n");
    place.write("a.txt", "20\n80\n");
    for arguments in [
        &["--csv", "a.csv", "--column", "x"][..],
        &["-"],
        &[],
        &["--in", "a.txt"],
        &["41", "--rows", "individuals"],
    ] {
        place.release_unstated(arguments).write_stdin("20\n80\n").assert().code(1).stdout("").stderr(
            contains("one person's value")
                .and(contains("width 100"))
                .and(contains("a sensitivity of 1"))
                .and(contains("--rows individuals"))
                .and(contains("--rows aggregates"))
                .and(contains("Nothing was released")),
        );
    }
    for arguments in [&["--csv", "a.csv", "--column", "x"][..], &["-"], &[], &["--in", "a.txt"]] {
        let stated = [arguments, &["--rows", "aggregates"]].concat();
        place.release_unstated(&stated).write_stdin("20\n80\n").assert().success();
    }
    // Answers as arguments are answers of queries.
    place.release_unstated(&["41"]).assert().success();
    // A file of flags may state it as well.
    place.write("s.toml", "rows = \"aggregates\"\n");
    place.release_unstated(&["--in", "a.txt", "--config", "s.toml"]).assert().success();
    // Enough noise for the whole range needs no statement.
    let mut individuals = description(Format::Binary64, GeneratorName::Relative(52));
    individuals.setting.sensitivity = 100.into();
    individuals.setting.line_mut().unwrap().window = Range::of_integers(-3200, 3300);
    let place = Place::with(&individuals);
    for arguments in [&["-"][..], &[], &["--rows", "individuals"], &["--rows", "aggregates"]] {
        place.release_unstated(arguments).write_stdin("20\n80\n").assert().success();
    }
    individuals.setting.sensitivity = 99.into();
    let place = Place::with(&individuals);
    place.release_unstated(&[]).write_stdin("20\n80\n").assert().code(1).stdout("");
}

#[test]
fn answers_come_from_standard_input_unless_they_are_arguments() {
    let place = Place::new();
    place.write("in.txt", "41\n7\n");
    for (arguments, stdin) in [(&[][..], "41\n7\n"), (&["-"], "41\n7\n"), (&["--in", "in.txt"], "")] {
        let output = place.release(arguments).write_stdin(stdin).assert().success();
        let output = output.stderr(contains("released 2 values").and(contains("ps").not()));
        assert_eq!(lines(&output.get_output().stdout).len(), 2, "{arguments:?}");
    }
    place
        .release(&[])
        .write_stdin("")
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("the input has no answers"));
    place
        .release(&["--in", "absent.txt"])
        .assert()
        .code(2)
        .stderr(contains("--in absent.txt: cannot be read"));
    for arguments in [&["41", "--in", "in.txt"][..], &["--csv", "in.txt", "--column", "x", "--in", "in.txt"]]
    {
        place.release(arguments).assert().code(2).stderr(contains("cannot be used with"));
    }
    // Others see the arguments of a process; the message does not repeat them.
    place.release(&["41.5"]).assert().success().stderr(
        contains("can be seen by other users (ps)").and(contains("--in FILE")).and(contains("41.5").not()),
    );
}

#[test]
fn a_wrong_call_is_a_wrong_usage() {
    let place = Place::new();
    place.write("a.csv", "x\n1\n");
    for (arguments, message) in [
        (&["-", "1"][..], "give it alone"),
        (&["1", "--skip-bad"], "--skip-bad"),
        (&["x"], "answer 1 of 1 is not a number"),
        (&["1", "NaN"], "answer 2 of 2 is not finite"),
        (&[""], "is empty"),
        (&["1", "--csv", "a.csv", "--column", "x"], "cannot be used with"),
        (&["--csv", "a.csv"], "--column"),
        (&["1", "--column", "x"], "--csv"),
        (&["1", "--delimiter", ";"], "--csv"),
        (&["1", "--no-header"], "--csv"),
        (&["--csv", "absent.csv", "--column", "x"], "absent.csv: cannot be read"),
        (&["--csv", ".", "--column", "x"], "cannot be read"),
        (&["1", "--header"], "--csv"),
        (&["1", "--keep", "a"], "--csv"),
        (&["--csv", "a.csv", "--column", "y"], "none of the 1 columns of row 1 has this name"),
        (&["--csv", "a.csv", "--column", "0", "--header"], "a number from 1"),
        (&["--csv", "a.csv", "--column", "1"], "say --header if row 1 has the names"),
        (&["--csv", "a.csv", "--column", "2", "--header"], "there is no such column; row 1 has 1"),
        (&["--csv", "a.csv", "--column", "x", "--no-header"], "a column is a number from 1"),
        (&["--csv", "a.csv", "--column", "0", "--no-header"], "a number from 1"),
        (&["--csv", "a.csv", "--column", "x", "--keep", "x"], "this column is released"),
        (&["--csv", "a.csv", "--column", "x", "--keep", "z"], "--keep \"z\": none of the 1 columns"),
        (&["--csv", "a.csv", "--column", "1", "--header", "--no-header"], "cannot be used with"),
        (&["--csv", "a.csv", "--column", "x", "--delimiter", ""], "a delimiter is one character"),
        (&["--csv", "a.csv", "--column", "x", "--delimiter", ",,"], "a delimiter is one character"),
        (&["--csv", "a.csv", "--column", "x", "--delimiter", "."], "a delimiter is one character"),
        (&["--csv", "a.csv", "--column", "x", "--delimiter", "1"], "a delimiter is one character"),
        (&["--csv", "a.csv", "--column", "x", "--delimiter", "é"], "a delimiter is one character"),
        (&["1", "--out", "."], "is a directory"),
        (&["1", "--seed", "7"], "--seed"),
    ] {
        place.release(arguments).assert().code(2).stdout("").stderr(contains(message));
    }
    assert_eq!(place.files(), ["a.csv", "c.json"]);
}

#[test]
fn what_kept_columns_say_passes_byte_for_byte() {
    let place = Place::new();
    for (text, expected) in [
        ("x\n1\n2\n", "x\n#\n#\n"),
        ("a,x\nq,1\nr,2", "a,x\nq,#\nr,#\n"),
        ("a,x\r\nq,1\r\nr,2\r\n", "a,x\r\nq,#\r\nr,#\r\n"),
        ("\u{feff}x,a\n1,q\n", "\u{feff}x,a\n#,q\n"),
        ("a,x,b\n\"q,\"\"z\"\"\",1,\" s \"\n", "a,x,b\n\"q,\"\"z\"\"\",#, s \n"),
        ("a,\"x\",b\n,\"41.5\",\n", "a,x,b\n,#,\n"),
        ("a,x\nq, 1 \n", "a,x\nq,#\n"),
        ("a,x\nit\"s,1\n", "a,x\n\"it\"\"s\",#\n"),
        // Blank lines at the end are none.
        ("a,x\nq,1\n\n", "a,x\nq,#\n"),
        ("a,x\r\nq,1\r\n\r\n\r\n", "a,x\r\nq,#\r\n"),
    ] {
        let column = usize::from(text.starts_with('a'));
        let keep: Vec<_> =
            ["a", "b"].into_iter().filter(|name| text[..8.min(text.len())].contains(name)).collect();
        let keep = if keep.is_empty() { vec![] } else { vec!["--keep".to_owned(), keep.join(",")] };
        let keep: Vec<_> = keep.iter().map(String::as_str).collect();
        assert_eq!(String::from_utf8_lossy(&place.csv(&keep, text.as_bytes(), column)), expected);
    }
    // Neither UTF-8 nor text.
    assert_eq!(place.csv(&["--keep", "a"], b"a,x\n\xff\xfe\0,1\n", 1), b"a,x\n\xff\xfe\0,#\n");
    let tabbed = ["--csv", "-", "--column", "x", "--delimiter", "\\t", "--keep", "a"];
    assert!(place.stdout(&tabbed, b"a\tx\n1,5\t7\n").starts_with(b"a\tx\n1,5\t"));
    // Without a header, by number.
    let bare = place.stdout(&["--csv", "-", "--column", "2", "--no-header", "--keep", "1"], b"a,1\nb,2\n");
    let bare = lines(&bare);
    assert!(bare[0].starts_with("a,") && bare[1].starts_with("b,") && bare.len() == 2);
}

/// Only the released column is written unless others are named, in the order of the file.
#[test]
fn columns_that_are_not_kept_are_left_out() {
    let place = Place::new();
    let text = b"secret,x,b,a\nprivate,1,q,r\n\"pri,vate\",2,s,t\n";
    assert_eq!(place.csv(&[], text, 0), b"x\n#\n#\n");
    assert_eq!(place.csv(&["--keep", "a,b"], text, 0), b"x,b,a\n#,q,r\n#,s,t\n");
    assert_eq!(place.csv(&["--keep", "4", "--keep", "b"], text, 0), b"x,b,a\n#,q,r\n#,s,t\n");
    // By number, the field of row 1 could be an answer: it has its number for a name.
    let numbered = place.stdout(&["--csv", "-", "--column", "2", "--header"], b"a,77.125\nq,5\nr,6\n");
    assert_eq!(masked(&numbered, 0), b"column_2\n#\n#\n");
    let numbered = place.stdout(&["--csv", "-", "--column", "2", "--no-header"], b"a,77.125\nq,5\n");
    assert!(!String::from_utf8_lossy(&numbered).contains("77.125") && lines(&numbered).len() == 2);
}

/// A first row that is data would pass as a header with its answer in it, be taken for names, or be shown in a message.
#[test]
fn a_first_row_of_data_is_no_header() {
    let place = Place::new();
    for (text, column, message) in [
        ("41,1\n42,2\n", "1", "say --header"),
        ("1,41\n2,42\n", "1", "say --header"),
        ("Alice,1e99999\nBob,42\n", "2", "say --header"),
        ("Alice,NaN\nBob,42\n", "2", "say --header"),
        ("Alice,41\nBob,42\n", "age", "say --no-header"),
        ("Alice,41.5\nBob,42\n", "17.25", "is a number"),
    ] {
        place
            .release(&["--csv", "-", "--column", column])
            .write_stdin(text)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(message).and(contains("Alice").not()).and(contains("41").not()));
    }
}

/// What was released stays released when the budget cannot be told: no panic, no other exit code.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_is_no_panic() {
    let place = Place::new();
    for arguments in [&["1", "--out", "out"][..], &["--csv", "c.csv", "--column", "x", "--json"]] {
        place.write("c.csv", "x\n1\n");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = std::process::Command::new(assert_cmd::cargo::cargo_bin("kdelta"))
            .current_dir(place.directory.path())
            .args(["release", "--certificate", "c.json", "--rows", "aggregates"])
            .args(arguments)
            .stdout(std::process::Stdio::null())
            .stderr(full)
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_huge_field_is_left_out_and_an_endless_one_is_refused() {
    let place = Place::new();
    let field = "\"".to_owned() + &"y,\n".repeat(300_000) + "\"";
    let text = format!("a,x\n{field},1\nq,2\n");
    assert_eq!(masked(&place.stdout(&["--csv", "-", "--column", "x"], text.as_bytes()), 0), b"x\n#\n#\n");
    // Were the quotes stray ones, all that would be rows.
    place
        .release(&["--csv", "-", "--column", "x", "--keep", "a"])
        .write_stdin(text)
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("row 2: has a line end inside a field that is kept"));
    let endless = format!("a,x\n\"{}", "y".repeat(40 << 20));
    place
        .release(&["--csv", "-", "--column", "x"])
        .write_stdin(endless)
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("row 2: is longer than 16 MiB"));
}

#[test]
fn a_bad_cell_is_named_and_nothing_is_written() {
    let place = Place::new();
    place.write("out.csv", "old");
    for (text, message) in [
        ("a,x\nq,1\nr,\n", "row 3, column \"x\": is empty"),
        ("a,x\nq,1\nr,secret\n", "row 3, column \"x\": is not a number"),
        ("a,x\nq,NaN\n", "row 2, column \"x\": is not finite"),
        ("a,x\nq,-inf\n", "row 2, column \"x\": is not finite"),
        ("a,x\nq,\"1\"2\n", "row 2: has text after the quote that closes a field"),
        ("a,x\n\"q\"z,1\n", "row 2: has text after the quote that closes a field"),
        ("a,x\rsecret,1\rr,2\r", "row 1: has a carriage return (CR) without a line feed"),
        ("a,x\nq,1\rsecret,2\nr,3\n", "row 2: has a carriage return"),
        ("a,x\n\"q\rsecret\",2\n", "row 2: has a carriage return"),
        ("a,x\nq,\"1\"\"2\"\n", "row 2, column \"x\": is not a number"),
        ("a,x\nq\n", "row 2: has 1 fields where the first row has 2"),
        ("a,x\nq,1,7\n", "row 2: has 3 fields where the first row has 2"),
        ("a,x\n\n\nq\n", "row 4: has 1 fields"),
        ("\n\r\na,x\n\nq,secret\n", "row 5, column \"x\": is not a number"),
        ("\n\n", "the input has no answers"),
        ("a,x\n\"q,1\n", "row 2: has a quote that is never closed"),
        ("x,a,x\n1,2,3\n", "columns 1 and 3 both have this name"),
        ("", "the input has no answers"),
        ("a,x\n", "the input has no answers"),
        ("\u{feff}", "the input has no answers"),
        ("a,x", "the input has no answers"),
    ] {
        let code = if text.starts_with("x,a,x") { 2 } else { 1 };
        place
            .release(&["--csv", "-", "--column", "x"])
            .write_stdin(text)
            .assert()
            .code(code)
            .stdout("")
            .stderr(contains(message).and(contains("secret").not()));
        let output =
            place.release(&["--csv", "-", "--column", "x", "--out", "out.csv"]).write_stdin(text).assert();
        output.code(code).stdout("").stderr(contains(message));
        assert_eq!(place.read("out.csv"), b"old");
        assert_eq!(place.files(), ["c.json", "out.csv"], "no partial file is left");
    }
    place
        .release(&["-"])
        .write_stdin("1\n\n2\n")
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("line 2: is empty"));
    place.release(&["-"]).write_stdin("").assert().code(1).stderr(contains("no answers"));
    // A bad cell far behind the first block, when much is already drawn.
    let late = "1\n".repeat(500_000) + "x\n";
    place.release(&["-", "--out", "new"]).write_stdin(late).assert().code(1).stderr(contains("line 500001"));
    assert_eq!(place.files(), ["c.json", "out.csv"]);
}

/// Nothing is released for it and no run fails because of it, unless it may be the empty cell of a file of one column.
#[test]
fn a_blank_line_of_a_csv_file_is_no_row_but_between_the_rows_of_one_column() {
    let place = Place::new();
    for (text, expected) in [
        ("a,x\n\nq,1\n", "a,x\nq,#\n"),
        ("\n\r\n\na,x\nq,1\n\n\nr,2\n\n", "a,x\nq,#\nr,#\n"),
        ("a,x\r\n\r\nq,1\r\n\r\nr,2", "a,x\r\nq,#\r\nr,#\r\n"),
        ("a,x\n\n\"q\",1\n\n", "a,x\nq,#\n"),
    ] {
        let output = place.csv(&["--keep", "a"], text.as_bytes(), 1);
        assert_eq!(String::from_utf8_lossy(&output), expected, "{text:?}");
    }
    // In a file of one column it may be somebody's empty cell; at both ends of the file it is none.
    let one = place.release(&["--csv", "-", "--column", "x"]).write_stdin("x\n1\n\n2\n").assert();
    one.code(1).stdout("").stderr(contains("row 3, column \"x\": is empty"));
    assert_eq!(place.csv(&[], b"\nx\n1\n2\n\n", 0), b"x\n#\n#\n");
    // More of them than a block has bytes, before and behind the header; every one has its number.
    let many = "\n".repeat(200_000);
    let csv = ["--csv", "-", "--column", "x", "--skip-bad"];
    let output =
        place.release(&csv).write_stdin(format!("{many}a,x\n{many}q,1\n{many}q,2\n")).assert().success();
    let output = output.stderr(contains("released 2 values").and(contains("left out").not()));
    assert_eq!(masked(&output.get_output().stdout, 0), b"x\n#\n#\n");
    let output = place.release(&csv[..4]).write_stdin(format!("{many}a,x\n{many}q,1\nq,secret\n")).assert();
    output.code(1).stdout("").stderr(contains("row 400003, column \"x\"").and(contains("secret").not()));
    // An empty cell is somebody's all the same.
    let quoted = place.release(&csv[..4]).write_stdin("x\n\"\"\n1\n").assert();
    quoted.code(1).stdout("").stderr(contains("row 2, column \"x\": is empty"));
    let spaced = place.release(&csv[..4]).write_stdin("x\n \n1\n").assert();
    spaced.code(1).stdout("").stderr(contains("row 2, column \"x\": is empty"));
    let unnamed = ["--csv", "-", "--column", "2", "--no-header"];
    assert_eq!(lines(&place.stdout(&unnamed, b"\nq,1\n\nq,2\n")).len(), 2);
}

#[test]
fn bad_rows_are_left_out_and_counted_if_asked() {
    let place = Place::new();
    let text = "a,x\nq,1\nr,\ns,NaN\nt\nu,2\n";
    let output =
        place.release(&["--csv", "-", "--column", "x", "--skip-bad"]).write_stdin(text).assert().success();
    let output = output.stderr(contains("released 2 values").and(contains("left out 3 bad rows")));
    assert_eq!(masked(&output.get_output().stdout, 0), b"x\n#\n#\n");
    let output = place.release(&["-", "--skip-bad", "--json"]).write_stdin("1\nx\n2").assert().success();
    let report: serde_json::Value = serde_json::from_slice(&output.get_output().stderr).unwrap();
    assert_eq!((&report["released"], &report["skipped"]), (&2.into(), &1.into()));
    let all_bad = place.release(&["-", "--skip-bad"]).write_stdin("x\ny\n").assert();
    all_bad.code(1).stdout("").stderr(contains("all 2 rows are bad"));
}

#[test]
fn answers_that_the_format_does_not_hold_need_a_reading_error_of_their_own_or_leave() {
    let mut exact = description(Format::Binary64, GeneratorName::Relative(52));
    // An error of the query is the query's: reading takes nothing of it, however large it is.
    exact.setting.query_error = 1.into();
    exact.setting.reading_error = 0.into();
    let place = Place::with(&exact);
    place.release(&["0.5"]).assert().success();
    place
        .release(&["0.1"])
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("--reading-error of at least 2^-47").and(contains("--rounded")));
    place.release(&["-"]).write_stdin("0.5\n0.1\n").assert().code(1).stderr(contains("line 2"));
    place.release(&["0.1", "--rounded"]).assert().success();
    // Clamped answers are exact.
    place.release(&["100.1", "-0.1"]).assert().success();
    // 2^-47 is half the gap below 128.
    exact.setting.reading_error = number("2^-47");
    place.write("c.json", certificate(&exact));
    place.release(&["0.1"]).assert().success();
    place.release(&["0.1", "--reading-error", "text"]).assert().success();
    exact.setting.reading_error = number("2^-48");
    place.write("c.json", certificate(&exact));
    place.release(&["0.1"]).assert().code(1);
}

#[test]
fn the_output_may_be_the_input_and_keeps_its_permissions() {
    let place = Place::new();
    place.write("a.csv", "a,x\nq,1\nr,2\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(place.path("a.csv"), fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("a.csv", place.path("link.csv")).unwrap();
    }
    place
        .release(&["--csv", "a.csv", "--column", "x", "--keep", "a", "--out", "a.csv"])
        .assert()
        .success()
        .stdout("");
    assert_eq!(masked(&place.read("a.csv"), 1), b"a,x\nq,#\nr,#\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(place.path("a.csv")).unwrap().permissions().mode() & 0o777, 0o640);
        // A link stays a link.
        place.release(&["1", "--out", "link.csv"]).assert().success();
        assert!(fs::symlink_metadata(place.path("link.csv")).unwrap().is_symlink());
        assert_release(lines(&place.read("a.csv"))[0].as_str());
    }
}

#[test]
fn an_output_that_cannot_be_written_is_an_error_and_no_panic() {
    let place = Place::new();
    place.release(&["1", "--out", "absent/out"]).assert().code(1).stderr(contains("nothing was released"));
    if Path::new("/dev/full").exists() {
        place.release(&["1", "--out", "/dev/full"]).assert().code(1).stderr(contains("/dev/full"));
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin("kdelta"))
            .current_dir(place.directory.path())
            .args(["release", "--certificate", "c.json", "1"])
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
    }
    if Path::new("/dev/null").exists() {
        place.release(&["1", "--out", "/dev/null"]).assert().success();
    }
    assert_eq!(place.files(), ["c.json"]);
}

/// A reader that goes away is no reason to panic.
#[test]
fn a_closed_pipe_is_an_error_and_no_panic() {
    use std::process::{Command, Stdio};
    let place = Place::new();
    place.write("long", "1\n".repeat(200_000));
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("kdelta"))
        .current_dir(place.directory.path())
        .args(["release", "--certificate", "c.json", "--csv", "long", "--column", "1", "--no-header"])
        .args(["--rows", "aggregates"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

/// Twenty times the rows do not need more memory: the peak stays below what the rows alone would take.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_rows() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let place = Place::new();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("kdelta"))
        .current_dir(place.directory.path())
        .args(["release", "--certificate", "c.json", "--rows", "aggregates", "--out", "out"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let some = "41.5\n".repeat(200_000);
    for _ in 0..20 {
        stdin.write_all(some.as_bytes()).unwrap();
    }
    let peak = kdelta_testkit::process::peak_memory(child.id()).unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert!(peak < 32 << 10, "{peak} KiB for 20 MB of answers");
    assert_eq!(lines(&place.read("out")).len(), 4_000_000);
}

/// Row 1 of a file without a header, numbers that are no plain numbers, and rows of an old Macintosh passed unreleased, or were shown.
/// The program itself, on files whose every cell holds a text of its own: none of them is in a message, and none but those of kept
/// columns in what is written.
#[test]
fn no_cell_gets_out_except_as_a_release() {
    let place = Place::new();
    let (mut random, mut released, mut refused) = (Seeded(3), 0, 0);
    for i in 0..60 {
        let table = Table::random(&mut random, 1, |_, _, canary| format!("41.{canary}"));
        place.write("in.csv", &table.input);
        let arguments = table.arguments();
        let mut arguments: Vec<_> = arguments.iter().map(String::as_str).chain(["--csv", "in.csv"]).collect();
        if i % 2 == 0 {
            arguments.extend(["--out", "out.csv"]);
        }
        let output = place.release(&arguments).output().unwrap();
        let shown = String::from_utf8_lossy(&table.input);
        assert_eq!(found(&output.stderr, &table.all), [""; 0], "{arguments:?}\n{shown}");
        assert_eq!(found(&output.stdout, &table.secret), [""; 0], "{arguments:?}\n{shown}");
        for name in place.files().iter().filter(|name| !["c.json", "in.csv"].contains(&name.as_str())) {
            assert_eq!(found(&place.read(name), &table.secret), [""; 0], "{name}: {arguments:?}\n{shown}");
            assert!(output.status.success() && i % 2 == 0, "{name} was left behind");
            fs::remove_file(place.path(name)).unwrap();
        }
        *(if output.status.success() { &mut released } else { &mut refused }) += 1;
    }
    assert!(released > 10 && refused > 10, "{released} and {refused}");
}
