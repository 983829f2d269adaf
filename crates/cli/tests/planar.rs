//! `kdelta certify planar`, `kdelta solve planar` and `kdelta release planar` as a user calls them.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use assert_cmd::Command;
use kdelta_oracle::number::Rational;
use kdelta_testkit::canary::{Collection, Table, found};
use kdelta_testkit::{Seeded, q};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn kdelta(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("kdelta").unwrap().args(arguments).env("RUST_BACKTRACE", "0").assert()
}

/// The words, and a distance of 200 m where they leave it open.
fn with_distance(arguments: &str) -> Vec<&str> {
    let mut words: Vec<_> = arguments.split_whitespace().collect();
    if !["--distance", "--epsilon-per-metre", "--config", "--rows"]
        .iter()
        .any(|flag| arguments.contains(flag))
    {
        words.extend(["--distance", "200"]);
    }
    words
}

fn certify(arguments: &str) -> assert_cmd::assert::Assert {
    kdelta(&[&["certify", "planar"], with_distance(arguments).as_slice()].concat())
}

fn text(assert: assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.success().get_output().stdout.clone()).unwrap()
}

fn json(arguments: &str) -> Value {
    let text = text(certify(&format!("{arguments} --json")));
    serde_json::from_str::<Value>(&text).unwrap()["certifies"]["mechanism"].clone()
}

fn number(value: &Value) -> Rational {
    q(value.as_str().unwrap())
}

/// ε = ln 4 per 200 m, 10 km by 10 km, cells of 1 m.
const CITY: &str = "--epsilon ln(4) --distance 200 --answers -5000..5000,-5000..5000 --window -5000..5000,-5000..5000 --grid 1";
const PARIS: &str = "--epsilon ln(4) --distance 200 --box 2.28..2.42,48.81..48.90";

mod certifying {
    use super::*;

    #[test]
    fn a_city_costs_less_than_a_millionth() {
        let table = text(certify(CITY));
        insta::assert_snapshot!("a_city", table);
        let certificate = json(CITY);
        let excess = number(&certificate["verdict"]) - number(&certificate["chain"]["epsilon"]);
        assert!(excess > q("0") && excess < q("1e-6"));
        // ε asked for is just below ln 4 = 1.386294361119890618…
        let epsilon = number(&certificate["setting"]["epsilon"]);
        assert!(epsilon < q("1.386294361119890619") && epsilon > q("1.386294361119890617"));
        assert!(number(&certificate["chain"]["epsilon"]) <= epsilon);
    }

    #[test]
    fn longitude_and_latitude() {
        insta::assert_snapshot!("paris", text(certify(PARIS)));
        let certificate = json(PARIS);
        let local = &certificate["plane"]["projection"]["local"];
        let (stretch, error) = (number(&local["stretch"]), number(&local["error"]));
        assert!(stretch > q("1") && stretch < q("1.01") && error < q("1e-8"));
        // Δ and b carry the stretch, so that ε′ is per true distance.
        let chain = &certificate["chain"];
        assert_eq!(number(&chain["sensitivity"]), &stretch * q("200") + q("2") * &error);
        let plane = &certificate["plane"];
        assert_eq!(number(&plane["per_metre"]), &stretch / number(&chain["scale"]));
        assert_eq!(
            number(&certificate["verdict"]),
            number(&plane["per_metre"]) * q("200") + number(&plane["once"])
        );
        assert!(number(&certificate["verdict"]) - number(&chain["epsilon"]) < q("1e-6"));
    }

    /// A disc: cells inside and cells touched; the difference is told.
    #[test]
    fn a_disc_is_inscribed_and_circumscribed() {
        let arguments = "--answers -100..100,-100..100 --disc 1000 --grid 2";
        let (certificate, table) = (json(arguments), text(certify(arguments)));
        let (inside, touched) = (
            number(&certificate["plane"]["cells"]["released"]),
            number(&certificate["plane"]["cells"]["touched"]),
        );
        // π·500² = 785398.2 cells; the edge has about 4·√2·r of them on each side.
        assert!(inside < q("785398") && touched > q("785399") && &touched - &inside < q("6000"));
        assert!(table.contains(&format!("{inside} cells inside, {touched} meet the")), "{table}");
    }

    #[test]
    fn epsilon_per_metre_is_epsilon_for_one_metre() {
        let (a, b) = (json("--epsilon-per-metre 1/100"), json("--epsilon 1/100 --distance 1"));
        assert_eq!(a, b);
        assert_eq!(number(&a["setting"]["sensitivity"]), q("1"));
    }

    #[test]
    fn every_sampler_and_format() {
        for arguments in [
            "--generator relative-52 --answers 0..100,0..100",
            "--generator deep-40-3 --answers 0..100,0..100",
            "--generator midpoint-53 --answers 0..100,0..100",
            "--format fixed-64-32 --answers 0..100,0..100",
            "--format fixed-64-24 --generator midpoint-64 --answers 0..100,0..100",
        ] {
            let certificate = json(arguments);
            let excess = number(&certificate["verdict"]) - number(&certificate["chain"]["epsilon"]);
            assert!(excess > q("0") && excess < q("1e-3"), "{arguments}");
            // The printed form is there and is no better than ln 2.
            let printed = &certificate["bounds"][0];
            assert_eq!(printed["form"], "printed");
            assert!(
                number(&printed["epsilon_prime"]["at_most"])
                    > number(&certificate["chain"]["epsilon"]) + q("0.69")
            );
        }
    }

    #[test]
    fn the_certificate_is_accepted_and_its_command_writes_it_again() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("c.json");
        for arguments in [
            CITY,
            PARIS,
            "--disc 64 --answers 0..8,0..8 --query-error 2^-30 --reading-error text --format fixed-64-40",
        ] {
            certify(&format!("{arguments} --out {}", file.display())).success();
            let written = fs::read_to_string(&file).unwrap();
            kdelta(&["audit", file.to_str().unwrap()]).success().stdout(contains("1 of 1 accepted"));
            let read: Value = serde_json::from_str(&written).unwrap();
            let command = read["certifies"]["mechanism"]["reproduce"].as_str().unwrap();
            let words: Vec<_> = command.strip_prefix("kdelta ").unwrap().split(' ').collect();
            assert_eq!(text(kdelta(&words)), written, "{command}");
        }
    }

    #[test]
    fn flags_go_before_the_file_and_the_file_before_the_defaults() {
        let directory = tempfile::tempdir().unwrap();
        let config = directory.path().join("s.toml");
        fs::write(
            &config,
            "epsilon-per-metre = \"1/50\"\nbox = \"2.28..2.42,48.81..48.90\"\ngrid = 2\ndisc = 512\n",
        )
        .unwrap();
        let config = config.display();
        let all = json(&format!("--config {config}"));
        assert_eq!(number(&all["setting"]["sensitivity"]), q("1"));
        assert_eq!(all["setting"]["law"]["planar_laplace"]["outputs"]["disc"]["radius"], "512");
        let other = json(&format!(
            "--config {config} --epsilon 1 --distance 100 --answers 0..8,0..8 --window 0..8,0..8"
        ));
        assert_eq!(number(&other["setting"]["epsilon"]), q("1"));
        assert_eq!(other["plane"]["projection"], "identity");
        assert_eq!(other["setting"]["law"]["planar_laplace"]["outputs"]["rectangle"]["x"]["high"], "8");
        assert_eq!(number(&other["setting"]["grid"]), q("2"));
    }

    #[test]
    fn no_line_is_wider_than_80_columns() {
        for line in text(certify(PARIS)).lines() {
            // A long exact number is one word.
            assert!(line.chars().count() <= 80 || line.starts_with(" exactly: "), "{line}");
        }
    }
}

mod refusing {
    use super::*;

    fn no(arguments: &str, code: i32) -> String {
        let assert = certify(arguments).code(code).stdout("");
        let message = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(!message.contains("panicked"), "{arguments}: {message}");
        message
    }

    #[test]
    fn every_flag_with_every_kind_of_bad_value() {
        let words = ["", "NaN", "inf", "1e9999", "2^-1000000000", "1/0", "0x", "ten", "--"];
        for flag in [
            "--epsilon",
            "--distance",
            "--epsilon-per-metre",
            "--query-error",
            "--reading-error",
            "--disc",
            "--grid",
        ] {
            for value in words {
                assert!(no(&format!("{flag}={value}"), 2).contains(flag), "{flag}={value}");
            }
            let message = no(&format!("{flag}=-1"), 2);
            assert!(message.contains("needs to be"), "{message}");
        }
        for flag in ["--answers", "--box", "--window"] {
            for value in words.into_iter().chain([
                "0..1",
                "0..1,",
                ",0..1",
                "0..1,0",
                "1..0,0..1",
                "0..1,1..0",
                "0..1,0..1,0..1",
                "0..x,0..1",
            ]) {
                assert!(no(&format!("{flag}={value}"), 2).contains(flag), "{flag}={value}");
            }
        }
        for value in words.into_iter().chain(["1", "1,", ",1", "1,x", "1,2,3"]) {
            assert!(
                no(&format!("--box 0..1,0..1 --reference={value}"), 2).contains("--reference"),
                "{value}"
            );
        }
        for value in ["", "uniform-52", "relative", "relative-x", "deep-52", "deep-52-x", "midpoint-"] {
            assert!(no(&format!("--generator={value}"), 2).contains("--generator"), "{value}");
        }
        assert!(no("--sampler=box-muller", 2).contains("--sampler"));
        assert!(no("--format=f16", 2).contains("--format"));
        for value in ["ln(1)", "ln(0)", "ln(-4)", "ln(x)", "ln(4", "ln4)"] {
            assert!(no(&format!("--epsilon={value}"), 2).contains("--epsilon"), "{value}");
        }
    }

    #[test]
    fn flags_that_contradict_each_other() {
        for (arguments, word) in [
            ("--epsilon 1 --epsilon-per-metre 1", "--epsilon-per-metre"),
            ("--distance 1 --epsilon-per-metre 1", "--epsilon-per-metre"),
            ("--box 0..1,0..1 --answers 0..1,0..1", "--box"),
            ("--box 0..1,0..1 --query-error 1", "--box"),
            ("--box 0..1,0..1 --reading-error text", "--box"),
            ("--window 0..1,0..1 --disc 5", "--disc"),
            ("--reference 0,0", "give a --box"),
            ("--sampler inverse --generator relative-52", "midpoint-BITS"),
            ("extra", "unexpected"),
        ] {
            assert!(no(arguments, 2).contains(word), "{arguments}");
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("s.toml");
        for (content, word) in [
            ("epsilon = 1\nepsilon-per-metre = 1", "give it or them"),
            ("box = \"0..1,0..1\"\nanswers = \"0..1,0..1\"", "--box stands for --answers"),
            ("disc = 5\nwindow = \"0..1,0..1\"", "--disc stands for --window"),
            ("reference = \"0,0\"", "give a --box"),
            ("sampler = \"lambert\"", "neither gamma nor inverse"),
            ("epsilon = 0.5", "is a float"),
            ("sensitivity = 1", "sensitivity"),
        ] {
            fs::write(&path, content).unwrap();
            assert!(no(&format!("--config {}", path.display()), 2).contains(word), "{content}");
        }
    }

    /// The condition, and a setting nearby that is certified.
    #[test]
    fn a_refusal_names_the_condition_and_what_works() {
        for (arguments, condition) in [
            ("--generator relative-52", "b·e_max·ln 2 ≥ T"),
            ("--generator midpoint-54 --answers 0..100,0..100", "--generator"),
            ("--answers 0..100,0..100 --grid 2^-42", "the theorem"),
            ("--answers 0..100,0..100 --grid 3", "--grid"),
            ("--answers 0..100,0..100 --window 0..1/2,0..1", "--window"),
            ("--answers 0..100,0..100 --disc 1.5", "--disc"),
            ("--answers 0..100,0..100 --disc 2^25", "--disc"),
            ("--format f32 --answers 0..100,0..100", "--format"),
            ("--format fixed-64-32 --box 0..0.01,0..0.01", "--format"),
            ("--generator deep-52-17 --answers 0..100,0..100", "--generator"),
            ("--epsilon 2^70", "--epsilon"),
        ] {
            let message = no(arguments, 1);
            assert!(
                message.contains(&format!("not certified: {condition}")) || message.contains(condition),
                "{arguments}: {message}"
            );
            assert!(message.contains("remedy: ") && message.len() < 5000, "{arguments}: {message}");
        }
        // What is proposed is certified, to the ε′ that was promised.
        let message = no("--generator relative-52", 1);
        let command = message.lines().find(|line| line.trim().starts_with("kdelta certify planar")).unwrap();
        assert!(command.contains("--generator deep-52-4"), "{command}");
        let words: Vec<_> = command.split_whitespace().skip(1).collect();
        kdelta(&words).success().stdout(contains("verdict: ε′ ≤ 1.000"));
    }

    #[test]
    fn a_distance_that_is_not_given_is_asked_for() {
        for arguments in [&["certify", "planar"][..], &["solve", "planar", "--budget", "1"]] {
            kdelta(arguments).code(2).stdout("").stderr(
                contains("--distance METRES is missing")
                    .and(contains("no default"))
                    .and(contains("--rows individuals")),
            );
        }
        assert!(no("--rows nearby", 2).contains("--distance METRES is missing"));
        assert!(no("--rows everybody", 2).contains("--rows"));
        assert!(no("--rows individuals --epsilon-per-metre 1", 2).contains("--epsilon"));
        assert!(no("--rows individuals --distance 14142", 2).contains("leave --distance out"));
        assert!(no("--rows individuals --answers 0..0,0..0", 2).contains("nothing to hide"));
    }

    #[test]
    fn boxes_that_no_map_of_this_kind_has() {
        for (arguments, code, word) in [
            ("--box 170..190,0..1", 2, "antimeridian"),
            ("--box -120..120,0..1", 2, "180 degrees"),
            ("--box 0..1,80..95", 2, "longitude comes first"),
            ("--box 0..1,0..1 --reference 0,89.9", 2, "pole"),
            ("--box 0..1,88..89", 1, "pole"),
            ("--box -90..90,0..0", 1, "pole"),
        ] {
            let message = no(arguments, code);
            assert!(message.contains("--box") || message.contains("--reference"), "{arguments}: {message}");
            assert!(message.contains(word), "{arguments}: {message}");
        }
    }
}

mod solving {
    use super::*;

    fn solve(arguments: &str) -> Value {
        let words: Vec<_> = arguments.split_whitespace().collect();
        let text = text(kdelta(&[&["solve", "planar", "--json"], words.as_slice()].concat()));
        serde_json::from_str(&text).unwrap()
    }

    /// Runs the command that a solution prints: it must certify, and to the very ε′ that was promised.
    fn certifies(solution: &Value) -> bool {
        let command = solution["certify"].as_str().unwrap().strip_prefix("kdelta ").unwrap();
        let words: Vec<_> = command.split(' ').chain(["--json"]).collect();
        let certificate: Value = serde_json::from_str(&text(kdelta(&words))).unwrap();
        certificate["certifies"]["mechanism"]["verdict"] == solution["epsilon_prime"]
    }

    #[test]
    fn what_is_found_is_within_the_budget_and_the_next_is_not() {
        for (arguments, quantity) in [
            ("--budget 1.4 --distance 200", "epsilon"),
            ("--budget 1.4 --distance 200 --box 2.28..2.42,48.81..48.90", "epsilon"),
            ("--budget 1.3863 --for grid --epsilon ln(4) --distance 200", "grid"),
            (
                "--budget 1.38629437 --for window --epsilon ln(4) --distance 200 --answers 0..100,0..50",
                "window",
            ),
        ] {
            let found = solve(arguments);
            let budget = number(&found["budget"]);
            assert!(
                number(&found["epsilon_prime"]) <= budget && found["within_budget"] == true,
                "{arguments}"
            );
            let next = found["next"].get("epsilon_prime").map(number);
            assert!(next.is_none_or(|next| next > budget), "{arguments}: {}", found["next"]);
            assert!(found["next"].get(quantity).is_some(), "{arguments}: {}", found["next"]);
            assert!(certifies(&found), "{arguments}");
        }
        // A little more would be too much: the grid and the window are tight.
        let grid = solve("--budget 1.3863 --for grid --epsilon ln(4) --distance 200");
        assert!(grid["solution"].as_str().unwrap().starts_with("2^-"), "{grid}");
    }

    #[test]
    fn questions_without_an_answer() {
        for (arguments, code, word) in [
            ("--budget 0", 2, "--budget"),
            ("--budget -1", 2, "--budget"),
            ("", 2, "--budget"),
            ("--budget 1 --epsilon 1", 2, "--epsilon is what --for epsilon solves for"),
            ("--budget 1 --epsilon-per-metre 1", 2, "--epsilon-per-metre is what"),
            ("--budget 1 --for grid --grid 1", 2, "--grid is what"),
            ("--budget 1 --for window --disc 8", 2, "--disc is what"),
            ("--budget 1 --grid 3", 2, "not a power of two"),
            ("--budget 1 --for grid --epsilon 2", 1, "give a smaller --epsilon"),
            ("--budget 1 --for window --epsilon 1", 1, "give a smaller --epsilon"),
            ("--budget 1 --box 0..1,88..89", 1, "pole"),
        ] {
            kdelta(&[&["solve", "planar"], with_distance(arguments).as_slice()].concat())
                .code(code)
                .stdout("")
                .stderr(contains(word));
        }
        kdelta(&["solve", "planar", "--budget", "1.4", "--distance", "200"])
            .success()
            .stdout(contains("largest ε"));
    }
}

/// A directory with certificates and without others' files.
struct Place {
    directory: TempDir,
}

impl Place {
    fn with(arguments: &str) -> Self {
        let place = Self { directory: tempfile::tempdir().unwrap() };
        certify(&format!("{arguments} --out {}", place.path("c.json").display())).success();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// In this directory, with its certificate; places are hidden among those nearby.
    fn release(&self, arguments: &[&str]) -> Command {
        self.release_unstated(&[&["--rows", "nearby"], arguments].concat())
    }

    /// The same without a word about what a row is.
    fn release_unstated(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("kdelta").unwrap();
        command
            .current_dir(self.directory.path())
            .args(["release", "planar", "--certificate", "c.json"])
            .args(arguments);
        command
    }

    fn stdout(&self, arguments: &[&str], stdin: &str) -> String {
        let assert = self.release(arguments).write_stdin(stdin).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    }

    /// Refused with nothing written.
    fn no(&self, arguments: &[&str], stdin: &str, code: i32, word: &str) {
        let before = fs::read_dir(self.directory.path()).unwrap().count();
        self.release(arguments).write_stdin(stdin).assert().code(code).stdout("").stderr(contains(word));
        assert_eq!(fs::read_dir(self.directory.path()).unwrap().count(), before);
    }
}

fn pair(text: &str) -> Option<[f64; 2]> {
    if text == "outside" || text == "outside,outside" {
        return None;
    }
    let (x, y) = text.split_once(',').unwrap();
    Some([x.parse().unwrap(), y.parse().unwrap()])
}

/// Metres on the ground near Paris.
fn metres(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * 73_300.0).hypot((a[1] - b[1]) * 111_200.0)
}

mod releasing {
    use super::*;

    const SMALL: &str = "--epsilon 1 --distance 1 --answers -8..8,-8..8 --window -16..16,-16..16 --grid 1/4";

    #[test]
    fn points_as_arguments() {
        let place = Place::with(SMALL);
        let out = place.stdout(&["--", "-3,4", "1.5,-2.25", "100,-100"], "");
        assert_eq!(out.lines().count(), 3);
        for point in out.lines().filter_map(pair) {
            assert!(point.iter().all(|x| (x * 4.0).fract() == 0.0 && x.abs() <= 16.0), "{out}");
        }
        let told = place.release(&["0,0"]).assert().success().get_output().stderr.clone();
        let told = String::from_utf8(told).unwrap();
        assert!(
            told.contains("released 1 value; spent ε′ ≤ 1.00") && told.contains("for points within 1 m"),
            "{told}"
        );
        let json: Value = serde_json::from_str(&place.stdout(&["--json", "0,0", "1,1"], "")).unwrap();
        assert_eq!(json["releases"].as_array().unwrap().len(), 2);
        assert_eq!(json["budget"]["released"], 2);
    }

    /// The mean radius of planar Laplace noise is 2b, and every direction is as likely.
    #[test]
    fn the_noise_is_that_of_the_certificate() {
        let place = Place::with(
            "--epsilon 1 --distance 100 --answers 0..0,0..0 --window -4096..4096,-4096..4096 --grid 1",
        );
        let out = place.stdout(&["-"], &"0,0\n".repeat(4000));
        let points: Vec<_> = out.lines().filter_map(pair).collect();
        assert!(points.len() > 3990);
        let count = f64::from(u32::try_from(points.len()).unwrap());
        let radius = points.iter().map(|[x, y]| x.hypot(*y)).sum::<f64>() / count;
        // Radius: mean 200, deviation √2·100; of the mean 2.2.
        assert!((radius - 200.0).abs() < 15.0, "{radius}");
        for axis in 0..2 {
            let mean = points.iter().map(|point| point[axis]).sum::<f64>() / count;
            assert!(mean.abs() < 20.0, "{mean}");
        }
        let quadrants = points.iter().filter(|[x, y]| x * y > 0.0).count();
        assert!((1800..2200).contains(&quadrants), "{quadrants}");
    }

    #[test]
    fn places_go_in_and_come_out_as_degrees() {
        let place = Place::with(PARIS);
        let out = place.stdout(&["-"], &"2.3522,48.8566\n".repeat(300));
        let mut far = 0.0;
        for point in out.lines().filter_map(pair) {
            let distance = metres(point, [2.3522, 48.8566]);
            assert!(distance < 8000.0, "{point:?}");
            far += distance;
        }
        // b is 145 m: the mean is about 290.
        assert!((200.0..400.0).contains(&(far / 300.0)), "{far}");
        // Seven digits after the point tell cells of a metre apart, and no more are written.
        assert!(
            out.lines().filter(|line| *line != "outside").all(|line| line
                .split_once('.')
                .unwrap()
                .1
                .split(',')
                .next()
                .unwrap()
                .len()
                == 7),
            "{out}"
        );
        // Places outside the box are at its edge, not errors.
        assert_eq!(place.stdout(&["--", "-70,-33", "179.9,89"], "").lines().count(), 2);
    }

    #[test]
    fn two_columns_of_a_csv_file() {
        let place = Place::with(PARIS);
        let rows = "id,lat,name,lon\r\n1,48.85,\"a, \"\"b\"\"\",2.35\r\n2,48.86,c,\"2.30\"\r\n";
        place.write("in.csv", rows);
        assert!(place.stdout(&["--csv", "in.csv", "--columns", "lon,lat"], "").starts_with("lat,lon\r\n"));
        let out = place.stdout(&["--csv", "in.csv", "--columns", "lon,lat", "--keep", "name,id"], "");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(out.as_bytes());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), 3);
        assert_eq!((&records[1][0], &records[1][2], &records[2][2]), ("1", "a, \"b\"", "c"));
        assert!(
            out.starts_with("id,lat,name,lon\r\n")
                && out.contains("\"a, \"\"b\"\"\"")
                && out.ends_with("\r\n")
        );
        for record in &records[1..] {
            if &record[1] != "outside" {
                let point = [record[3].parse().unwrap(), record[1].parse().unwrap()];
                assert!(metres(point, [2.33, 48.855]) < 9000.0, "{record:?}");
                assert!(!["48.85", "48.86", "2.35", "2.30"].contains(&&record[1]));
            } else {
                assert_eq!(&record[3], "outside");
            }
        }
        // Over the input itself, by number, with another delimiter.
        place.write("t.tsv", "2.3\t48.85\n2.31\t48.86\n");
        place
            .release(&[
                "--csv",
                "t.tsv",
                "--columns",
                "1,2",
                "--no-header",
                "--delimiter",
                "\\t",
                "--out",
                "t.tsv",
            ])
            .assert()
            .success()
            .stdout("");
        assert_eq!(fs::read_to_string(place.path("t.tsv")).unwrap().lines().count(), 2);
    }

    /// The window that follows for individuals is as wide as their noise.
    #[test]
    fn places_of_individuals_are_rarely_outside() {
        for arguments in [
            "--epsilon 8 --rows individuals --box 2.28..2.42,48.81..48.90",
            "--rows individuals --answers 0..100,0..50",
            "--epsilon 1/10 --rows individuals --answers 0..100,0..50 --format fixed-64-32",
        ] {
            let place = Place::with(arguments);
            let one = if arguments.contains("box") { "2.41,48.82\n" } else { "100,0\n" };
            let released = place.release_unstated(&[]).write_stdin(one.repeat(2000)).assert().success();
            let out = String::from_utf8(released.get_output().stdout.clone()).unwrap();
            assert_eq!(out.lines().count(), 2000);
            assert!(out.lines().filter(|line| line.contains("outside")).count() < 5, "{arguments}");
        }
    }

    /// What is proposed in the place of a certificate that is missing was certified first.
    #[test]
    fn the_command_for_a_missing_certificate_works() {
        let (place, city) = (Place::with(SMALL), "--epsilon ln(4) --distance 200");
        for setting in [city.to_owned(), format!("{city} --box 2.28..2.42,48.81..48.90")] {
            let setting = if setting.contains("box") {
                setting
            } else {
                format!("{setting} --answers -5000..5000,-5000..5000")
            };
            let words: Vec<_> = setting.split_whitespace().collect();
            let asked =
                kdelta(&[&["release", "planar"], words.as_slice(), &["1,2"]].concat()).code(2).stdout("");
            let message = String::from_utf8(asked.get_output().stderr.clone()).unwrap();
            let command = message.lines().find(|line| line.starts_with("  kdelta certify planar")).unwrap();
            let command: Vec<_> = command.split_whitespace().skip(1).collect();
            let out = command.iter().position(|word| *word == "--out").unwrap();
            let path = place.path("new.json");
            kdelta(&[&command[..=out], &[path.to_str().unwrap()]].concat()).success();
        }
        let wide = ["release", "planar", "--distance", "1", "--answers", "0..100000,0..100000", "1,2"];
        let why = kdelta(&wide).code(1).stdout("");
        why.stderr(contains("not certified").and(contains("settings nearby that are certified")));
    }

    /// Rows of many blocks, on several threads: in their order, with what they keep, and each bad one by its number.
    #[test]
    fn many_rows_come_out_in_their_order() {
        let place = Place::with(SMALL);
        let rows: String = (0..60_000).map(|id| format!("{id},1.5,\"-2.25\"\n")).collect();
        let csv = ["--csv", "-", "--columns", "x,y", "--keep", "id", "--outside", "far"];
        let out = place.stdout(&csv, &format!("id,x,y\n\n{rows}"));
        let mut lines = out.lines();
        assert_eq!(lines.next(), Some("id,x,y"));
        let mut outside = 0;
        for (id, line) in lines.by_ref().enumerate() {
            let (first, point) = line.split_once(',').unwrap();
            assert_eq!(first, id.to_string());
            match point {
                "far,far" => outside += 1,
                _ => {
                    assert!(pair(point).unwrap().iter().all(|x| x.abs() <= 16.0 && (x * 4.0).fract() == 0.0))
                }
            }
        }
        assert_eq!(out.lines().count(), 60_001);
        assert!(outside < 1000, "{outside}");
        for (bad, word) in [
            ("7,1,secret\n", "row 60003, column \"y\": is not a number"),
            ("7,0.1,1\n", "row 60003, column \"x\": is not exactly a number"),
            ("7,1\n", "row 60003: has 2 fields"),
            ("7,\"1,1\n", "row 60003: has a quote that is never closed"),
        ] {
            place.no(
                &[&csv[..6], &["--out", "out.csv"]].concat(),
                &format!("id,x,y\n\n{rows}{bad}"),
                1,
                word,
            );
        }
        let skipped = place.release(&[&csv[..6], &["--skip-bad"]].concat());
        let skipped = { skipped }.write_stdin("id,x,y\n1,2,3\n\n2,x,3\n3,4,5\n").assert().success();
        skipped.stderr(contains("released 2 values").and(contains("left out 1 bad row")));
        place.no(&["--in", "no.txt"], "", 2, "cannot be read");
        place.no(&[], "1,2\n\n3,4\n", 1, "line 2: has 1 fields");
    }

    /// The peak stays below what the rows alone would take.
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_does_not_grow_with_the_rows() {
        use std::io::Write;
        use std::process::{Command, Stdio};
        let place = Place::with(SMALL);
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("kdelta"))
            .current_dir(place.directory.path())
            .args(["release", "planar", "--certificate", "c.json", "--rows", "nearby", "--out", "out"])
            .args(["--csv", "-", "--columns", "x,y"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"id,x,y\n").unwrap();
        let some = "somebody somewhere,1.5,-2.25\n".repeat(100_000);
        for _ in 0..15 {
            stdin.write_all(some.as_bytes()).unwrap();
        }
        let peak = kdelta_testkit::process::peak_memory(child.id()).unwrap();
        drop(stdin);
        assert!(child.wait().unwrap().success());
        assert!(peak < 32 << 10, "{peak} KiB for 43 MB of rows");
        assert_eq!(fs::read_to_string(place.path("out")).unwrap().lines().count(), 1_500_001);
    }

    #[test]
    fn the_points_of_geojson() {
        let place = Place::with(PARIS);
        let input = r#"{"type": "FeatureCollection", "name": "cafés", "bbox": [2.3, 48.8, 2.4, 48.9], "query": [2.36, 48.86], "features": [
            {"type": "Feature", "id": 7, "bbox": [2.35, 48.85, 2.35, 48.85], "geometry": {"type": "Point", "coordinates": [2.35, 48.85, 35.5]}, "properties": {"n": 0.1000000000000000055, "s": "é", "deep": {"a": [1, null]}}},
            {"type": "Feature", "properties": null, "geometry": {"coordinates": [2.36, 48.86], "type": "Point", "secret": 1}, "center": [2.36, 48.86]}
        ]}"#;
        place.write("in.geojson", input);
        let alone: Value = serde_json::from_str(&place.stdout(&["--geojson", "in.geojson"], "")).unwrap();
        for feature in alone["features"].as_array().unwrap() {
            assert_eq!((&feature["properties"], &feature["id"]), (&serde_json::json!({}), &Value::Null));
        }
        place.no(&["--geojson", "in.geojson", "--keep", "S"], "", 2, "--keep S: no feature has a property");
        let out = place.stdout(&["--geojson", "in.geojson", "--keep", "id,n,deep"], "");
        let read: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(read["type"], "FeatureCollection");
        let features = read["features"].as_array().unwrap();
        assert_eq!(
            (features.len(), &features[0]["id"], &features[1]["properties"]),
            (2, &7.into(), &serde_json::json!({}))
        );
        for feature in features {
            let geometry = &feature["geometry"];
            if !geometry.is_null() {
                let coordinates = geometry["coordinates"].as_array().unwrap();
                assert_eq!(coordinates.len(), 2);
                let at = [coordinates[0].as_f64().unwrap(), coordinates[1].as_f64().unwrap()];
                assert!(metres(at, [2.355, 48.855]) < 9000.0);
            }
        }
        // Properties to the last digit; nothing that tells where the points were.
        assert!(
            out.contains("0.1000000000000000055") && out.contains(r#""deep": {"a": [1, null]}"#),
            "{out}"
        );
        for gone in
            ["bbox", "center", "query", "secret", "cafés", "é", "35.5", "2.35,", "48.85]", "[2.36, 48.86]"]
        {
            assert!(!out.contains(gone), "{gone}: {out}");
        }
        let from_stdin = place.stdout(&["--geojson", "-"], input);
        assert_eq!(
            serde_json::from_str::<Value>(&from_stdin).unwrap()["features"].as_array().unwrap().len(),
            2
        );
    }

    #[test]
    fn geojson_that_is_something_else() {
        let place = Place::with(PARIS);
        let point = r#"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [2.35, 48.85]}}"#;
        let feature =
            |geometry: &str| format!(r#"{{"type": "Feature", "properties": {{}}, "geometry": {geometry}}}"#);
        let collection =
            |features: &str| format!(r#"{{"type": "FeatureCollection", "features": [{features}]}}"#);
        for (text, word) in [
            ("", "not JSON"),
            ("[]", "not JSON with an object"),
            ("{\"type\": \"FeatureCollection\"}", "features"),
            (point, "not a FeatureCollection"),
            ("{\"type\": \"FeatureCollection\", \"features\": {}}", "features"),
            (
                "{\"type\": \"FeatureCollection\", \"features\": [], \"features\": []}",
                "two members of the same name",
            ),
            ("\u{feff}{}", "byte order mark"),
            (
                "{\"type\": \"FeatureCollection\", \"crs\": {\"name\": \"EPSG:2154\"}, \"features\": []}",
                "crs",
            ),
        ] {
            place.no(&["--geojson", "-"], text, 1, word);
        }
        place.no(&["--geojson", "-"], &collection(""), 1, "no features");
        place.no(&["--geojson", "absent.geojson"], "", 2, "--geojson absent.geojson: cannot be read");
        for geometry in [
            "null",
            "{\"type\": \"LineString\", \"coordinates\": [[2.35, 48.85], [2.36, 48.86]]}",
            "{\"type\": \"Point\", \"coordinates\": []}",
            "{\"type\": \"Point\", \"coordinates\": [2.35]}",
            "{\"type\": \"Point\", \"coordinates\": [2.35, null]}",
            "{\"type\": \"Point\", \"coordinates\": [2.35, \"48.85\"]}",
            "{\"type\": \"Point\", \"coordinates\": [48.85, 120]}",
            "{\"type\": \"Point\", \"coordinates\": [48.85, 2.35]}",
            "{\"type\": \"Point\", \"coordinates\": [2.35, 48.85], \"coordinates\": [2, 48]}",
            "7",
        ] {
            let text = collection(&format!("{point}, {}", feature(geometry)));
            place.no(&["--geojson", "-"], &text, 1, "feature 2");
            let kept = place.stdout(&["--geojson", "-", "--skip-bad"], &text);
            let read: Value = serde_json::from_str(&kept).unwrap();
            assert_eq!(read["features"].as_array().unwrap().len(), 1, "{geometry}");
        }
        place.no(
            &["--geojson", "-", "--skip-bad"],
            &collection(&feature("null")),
            1,
            "all 1 features are bad",
        );
        // A certificate for metres has no longitude and latitude.
        Place::with(SMALL).no(&["--geojson", "-"], &collection(point), 1, "certify with --box");
    }

    #[test]
    fn bad_rows_stop_the_run_or_are_left_out() {
        let place = Place::with(PARIS);
        for (row, word) in [
            ("2.35", "fields"),
            ("2.35,48.85,1", "fields"),
            ("2.35,", "empty"),
            ("x,48.85", "not a number"),
            ("2.35,nan", "not finite"),
            ("200,48.85", "longitude"),
            ("48.85,120", "latitude"),
            ("48.85,2.35", "longitude comes first, then latitude"),
            ("\"2.35,48.85", "quote"),
        ] {
            let text = format!("2.3,48.8\n{row}\n");
            place.no(&["-"], &text, 1, "line 2");
            place.no(&["-"], &text, 1, word);
            if !row.starts_with('"') {
                assert_eq!(place.stdout(&["-", "--skip-bad"], &text).lines().count(), 1, "{row}");
            }
        }
        place.no(&["-"], "2.3,48.8\r2.4,48.9\r", 1, "convert the line ends");
        assert_eq!(place.stdout(&["-"], "2.3,48.8\n\n\r\n").lines().count(), 1);
        place.no(&["-", "--skip-bad"], "x,y\n", 1, "all 1 rows are bad");
        place.no(&["-"], "", 1, "no rows");
        place.no(&["--csv", "-", "--columns", "lon,lat"], "lon,lat\n2.3,x\n", 1, "row 2, column \"lat\"");
        place.no(
            &["--csv", "-", "--columns", "lon,y"],
            "lon,lat\n2.3,48\n",
            2,
            "--columns \"y\": none of the 2 columns",
        );
        place.no(&["--csv", "-", "--columns", "lon,lon"], "lon,lat\n2.3,48\n", 2, "same column");
        place.no(&["--csv", "-", "--columns", "1,2"], "2.3,48\n", 2, "--no-header");
        let numbered =
            place.stdout(&["--csv", "-", "--columns", "2,1", "--header"], "48.81,2.31\n48.82,2.32\n");
        assert!(numbered.starts_with("column_1,column_2\n") && numbered.lines().count() == 2, "{numbered}");
        place.no(&["-", "--keep", "a"], "2.3,48\n", 2, "--keep is about");
        place.no(&["--csv", "-", "--columns", "a,b", "--no-header"], "2.3,48\n", 2, "number from 1");
        // No message holds what was read.
        let told = place.release(&["-"]).write_stdin("2.3,48.8\n13.579,secret\n").assert().code(1);
        let told = String::from_utf8(told.get_output().stderr.clone()).unwrap();
        assert!(!told.contains("13.579") && !told.contains("secret"), "{told}");
    }

    /// The window is wider than the answers; what is released beyond them is moved to their edge, and nothing else is.
    #[test]
    fn to_ends_moves_releases_to_the_answers() {
        let place = Place::with(
            "--epsilon 1 --distance 1 --answers -2..2,-1.1..1.1 --window -32..32,-32..32 --grid 1/4",
        );
        let points = |arguments: &[&str]| {
            let out = place.stdout(arguments, &"2,1\n".repeat(300));
            out.lines().filter_map(pair).collect::<Vec<_>>()
        };
        let beyond = |[x, y]: &[f64; 2]| x.abs() > 2.0 || y.abs() > 1.0;
        assert!(points(&["-"]).iter().filter(|point| beyond(point)).count() > 50);
        let moved = points(&["-", "--to-ends"]);
        assert!(moved.len() > 290 && !moved.iter().any(beyond));
        assert!(moved.iter().any(|[x, y]| x.abs() < 2.0 && y.abs() < 1.0));
        assert!(moved.iter().any(|[x, y]| *x == 2.0 && *y == 1.0));
        let narrow =
            Place::with("--epsilon 1 --distance 1 --answers 0.1..0.2,0..1 --window -8..8,-8..8 --grid 1/4");
        narrow.no(&["0.1,0", "--to-ends", "--rounded"], "", 2, "no point of the grid");
    }

    /// As for the line, for two columns and for GeoJSON.
    #[test]
    fn no_coordinate_gets_out_except_as_a_release() {
        let place = Place::with(PARIS);
        let (mut random, mut released) = (Seeded(4), [0; 2]);
        for _ in 0..25 {
            let table =
                Table::random(&mut random, 2, |_, axis, canary| format!("{}{canary}", ["2.3", "48.8"][axis]));
            let collection = Collection::random(&mut random);
            let runs = [
                (["--csv", "in.csv"], &table.input, table.arguments(), &table.secret, &table.all),
                (
                    ["--geojson", "in.json"],
                    &collection.input,
                    collection.arguments(),
                    &collection.secret,
                    &collection.all,
                ),
            ];
            for (i, (file, input, arguments, secret, all)) in runs.into_iter().enumerate() {
                place.write(file[1], input);
                let arguments: Vec<_> =
                    file.into_iter().chain(arguments.iter().map(String::as_str)).collect();
                let output = place.release(&arguments).output().unwrap();
                let shown = String::from_utf8_lossy(input);
                assert_eq!(found(&output.stderr, all), [""; 0], "{arguments:?}\n{shown}");
                assert_eq!(found(&output.stdout, secret), [""; 0], "{arguments:?}\n{shown}");
                released[i] += usize::from(output.status.success());
            }
        }
        assert!(released.iter().all(|count| (3..24).contains(count)), "{released:?}");
    }

    #[test]
    fn metres_that_the_format_does_not_hold_are_refused_unless_covered() {
        let place = Place::with(SMALL);
        place.no(&["0.1,0"], "", 1, "--reading-error of at least 2^-49");
        assert_eq!(place.stdout(&["--rounded", "0.1,0"], "").lines().count(), 1);
        Place::with(&format!("{SMALL} --query-error 1")).no(&["0.1,0"], "", 1, "--reading-error");
        let covered = Place::with(&format!("{SMALL} --query-error 1 --reading-error text"));
        assert_eq!(covered.stdout(&["0.1,0"], "").lines().count(), 1);
        // One flag of the setting alone, as it was certified; the others are those of the certificate.
        for flag in
            ["--reading-error=2^-49", "--reading-error=text", "--query-error=1", "--answers=-8..8,-8..8"]
        {
            assert_eq!(covered.stdout(&[flag, "0.1,0"], "").lines().count(), 1);
        }
        for flag in ["--reading-error=2^-48", "--query-error=2", "--answers=-8..8,-8..9"] {
            covered.no(&[flag, "0.1,0"], "", 1, "the certificate is for");
        }
        let fixed = Place::with(&format!("{SMALL} --format fixed-64-32"));
        assert_eq!(fixed.stdout(&["0.5,-1/4"], "").lines().count(), 1);
        fixed.no(&["0.1,0"], "", 1, "not exactly a number");
        let disc = Place::with("--epsilon 1 --distance 1 --answers -8..8,-8..8 --disc 4 --grid 1/4");
        for point in disc.stdout(&["-"], &"3,3\n".repeat(200)).lines().filter_map(pair) {
            assert!(point[0].abs() + 0.125 <= 4.0 && point[0].hypot(point[1]) < 4.0, "{point:?}");
        }
    }

    /// A place hidden within 1 m is not hidden in the region; that is refused in words unless it is meant.
    #[test]
    fn places_of_individuals_are_not_released_under_a_shorter_distance() {
        let collection = r#"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [2.35, 48.85]}}]}"#;
        let paris = Place::with(PARIS);
        paris.write("in.csv", "lon,lat\n2.35,48.85\n");
        paris.write("in.txt", "2.35,48.85\n");
        paris.write("in.geojson", collection);
        let rows: [&[&str]; 5] = [
            &[],
            &["-"],
            &["--in", "in.txt"],
            &["--csv", "in.csv", "--columns", "lon,lat"],
            &["--geojson", "in.geojson"],
        ];
        for arguments in rows {
            paris.release_unstated(arguments).write_stdin("2.35,48.85\n").assert().code(1).stdout("").stderr(
                contains("one person's place")
                    .and(contains("a distance of 200 m"))
                    .and(contains("--rows individuals"))
                    .and(contains("--rows nearby"))
                    .and(contains("--rows aggregates")),
            );
            for what in ["nearby", "aggregates"] {
                let stated = [arguments, &["--rows", what]].concat();
                paris.release_unstated(&stated).write_stdin("2.35,48.85\n").assert().success();
            }
            let stated = [arguments, &["--rows", "individuals"]].concat();
            paris.release_unstated(&stated).write_stdin("2.35,48.85\n").assert().code(1).stdout("");
        }
        paris
            .release_unstated(&["2.35,48.85"])
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains("one person's place"));
        let told = paris.release_unstated(&["2.35,48.85", "--rows", "nearby"]).assert().success();
        told.stderr(contains("(ps)").and(contains("--in FILE")).and(contains("2.35").not()));
        // Enough noise for the whole region needs no statement.
        for region in
            ["--answers -8..8,-6..6", "--box 2.28..2.42,48.81..48.90", "--answers 0..1/3,0..1/7 --grid 2^-6"]
        {
            let place = Place::with(&format!("--epsilon 1 --rows individuals {region}"));
            place.release_unstated(&["--rounded"]).write_stdin("2.35,48.85\n").assert().success();
        }
        let exact = json("--epsilon 1 --rows individuals --answers -8..8,-6..6");
        assert_eq!(number(&exact["setting"]["sensitivity"]), q("20"));
    }

    #[test]
    fn usage() {
        let place = Place::with(SMALL);
        for (arguments, word) in [
            (&["1"][..], "no comma"),
            (&["1,2", "-"], "give it alone"),
            (&["1,2", "--skip-bad"], "--skip-bad is for rows"),
            (&["1,2", "--epsilom", "3"], "unexpected argument"),
            (&["-1,2"], "use '-- -1'"),
            (&["1,2", "--csv", "x.csv", "--columns", "1,2"], "cannot be used with"),
            (&["--csv", "x.csv"], "--columns"),
            (&["--csv", "absent.csv", "--columns", "a,b"], "cannot be read"),
            (&["--csv", ".", "--columns", "a,b"], "directory"),
            (&["--csv", "-", "--columns", "a"], "--columns"),
            (&["--csv", "-", "--columns", "a,b,c"], "--columns"),
            (&["--geojson", "-", "--csv", "-", "--columns", "a,b"], "cannot be used with"),
            (&["--geojson", "-", "--outside", "x"], "cannot be used with"),
            (&["1,2", "--outside", "5"], "--outside"),
            (&["1,2", "--outside", "a\"b"], "--outside"),
            (&["1,2", "--delimiter", ";"], "--csv"),
        ] {
            place.no(arguments, "", 2, word);
        }
    }

    #[test]
    fn only_under_its_certificate() {
        let place = Place::with(SMALL);
        // The region is asked for; with it, the whole command is there.
        kdelta(&["release", "planar", "1,2"]).code(2).stdout("").stderr(
            contains("kdelta certify planar --epsilon NUMBER --distance METRES --box LON..LON,LAT..LAT")
                .and(contains("without looking at the data")),
        );
        kdelta(&["release", "planar", "1,2", "--answers", "0..8,0..8", "--distance", "2"])
            .code(2)
            .stdout("")
            .stderr(contains("--distance 2 ").and(contains("--out certificate.json")));
        kdelta(&["release", "planar", "1,2", "--answers", "0..8,0..8"])
            .code(2)
            .stdout("")
            .stderr(contains("--distance METRES is missing"));
        place.no(&["1,2", "--epsilon", "2"], "", 1, "--epsilon 2: the certificate is for 1");
        place.no(&["1,2", "--distance", "2"], "", 1, "--distance 2: the certificate is for 1");
        place.no(&["1,2", "--grid", "1"], "", 1, "--grid 2^0: the certificate is for 2^-2");
        place.no(&["1,2", "--answers", "0..8,0..8"], "", 1, "--answers");
        place.no(&["1,2", "--window", "0..8,0..8"], "", 1, "--window");
        place.no(&["1,2", "--disc", "8"], "", 1, "--disc");
        place.no(&["1,2", "--format", "fixed-64-40"], "", 1, "--format");
        place.no(&["1,2", "--generator", "deep-52-4"], "", 1, "--generator");
        place.no(&["1,2", "--sampler", "inverse"], "", 1, "--sampler");
        place.no(&["1,2", "--box", "0..1,0..1"], "", 1, "--box");
        let all: Vec<_> = ["1,2"].into_iter().chain(SMALL.split(' ')).collect();
        assert_eq!(place.stdout(&all, "").lines().count(), 1);
        // Tampered with: one digit of ε′.
        let text = fs::read_to_string(place.path("c.json")).unwrap();
        let at = text.find("\"verdict\": \"").unwrap() + 12;
        let mut other = text.clone().into_bytes();
        other[at] = if other[at] == b'1' { b'2' } else { b'1' };
        place.write("c.json", other);
        place.no(&["1,2"], "", 1, "is not accepted");
        // A certificate of something else, both ways round.
        let kernel = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/kernel-table-f64.json");
        fs::copy(kernel, place.path("c.json")).unwrap();
        place.no(&["1,2"], "", 1, "certifies a kernel");
        let numbers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/mechanism-binary64.json");
        fs::copy(numbers, place.path("c.json")).unwrap();
        place.no(&["1,2"], "", 1, "noise for numbers");
        place.write("planar.json", text);
        let planar = place.path("planar.json");
        kdelta(&["release", "--certificate", planar.to_str().unwrap(), "1"])
            .code(1)
            .stderr(contains("kdelta release planar"));
        // Not one that this program contains.
        let odd = Place::with(&format!("{SMALL} --generator deep-40-3"));
        odd.no(&["1,2"], "", 1, "does not contain f64 with deep-40-3");
    }
}

mod manual {
    use super::*;

    #[test]
    fn help_manual_and_completions_know_the_commands() {
        for command in ["certify", "release", "solve"] {
            let help = text(kdelta(&[command, "planar", "--help"]));
            assert!(
                help.contains("Examples:\n  kdelta certify planar")
                    || help.contains("Examples:\n  kdelta solve planar"),
                "{help}"
            );
            assert!(text(kdelta(&["man", command, "planar"])).contains(".SH SYNOPSIS"));
        }
        insta::assert_snapshot!("help_of_certify_planar", text(kdelta(&["certify", "planar", "--help"])));
        assert!(text(kdelta(&["completions", "bash"])).contains("epsilon-per-metre"));
    }
}
