//! `kdelta ledger`, and `--ledger` of every command that releases: recorded first, whatever happens then.

use crate::{Run, kdelta};
use kdelta::Gaussian;
use kdelta::ledger::{Entry, Ledger, LedgerFile};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A directory with a ledger and certificates: `count.json` for one answer, `ages.json` for rows.
struct Place(tempfile::TempDir);

impl Place {
    fn new(budget: &[&str]) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        let create = [&["ledger", "a.ledger", "--create"], budget].concat();
        assert_eq!(place.run(&create).code, 0);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn certify(&self, flags: &[&str], name: &str) {
        let all = [&["certify"], flags, &["--out", name]].concat();
        let run = self.run(&all);
        assert_eq!(run.code, 0, "{run:?}");
    }

    fn count_certificate(&self) {
        let flags = ["laplace", "--epsilon", "1/10", "--sensitivity", "1", "--answers", "0..1000"];
        self.certify(&flags, "count.json");
    }

    /// The program, with names that are relative to this directory.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kdelta"));
        command.args(arguments).current_dir(self.0.path()).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (code, out, err) = (output.status.code().unwrap(), text(output.stdout), text(output.stderr));
        assert!(!err.contains("panicked"), "{arguments:?}: {err}");
        Run { code, out, err }
    }

    fn ledger(&self) -> Ledger {
        LedgerFile::look(self.path("a.ledger")).unwrap().clone()
    }

    /// The number of releases of each entry.
    fn counts(&self) -> Vec<u64> {
        self.ledger().entries().iter().map(|entry| entry.count()).collect()
    }

    /// Every file here, its name and content.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let found = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().path());
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files: Vec<_> = found.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
        files.sort();
        files
    }
}

const ONE: [&str; 5] = ["release", "--certificate", "count.json", "--ledger", "a.ledger"];

fn release<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&ONE[..], rest].concat()
}

#[test]
fn a_release_that_the_budget_does_not_cover_is_refused_without_any_output() {
    let place = Place::new(&["--epsilon", "0.25"]);
    place.count_certificate();
    for entry in ["1", "2"] {
        let run = place.run(&release(&["437"]));
        assert_eq!((run.code, run.out.lines().count()), (0, 1), "{run:?}");
        let said = format!("recorded in a.ledger before the release, as entry {entry}; left: ε = 0.");
        assert!(run.err.contains(&said), "{}", run.err);
    }
    let before = place.files();
    for rest in [&["437"][..], &["437", "--out", "out"], &["437", "--json"]] {
        let why = place.run(&release(rest)).no(1);
        assert!(why.contains("the budget does not cover") && why.contains("Nothing was released"), "{why}");
        assert!(why.contains("ε = 0.0499999") && !why.contains("437"), "{why}");
    }
    assert_eq!(place.files(), before, "neither the ledger changed nor is there an output");
    // A smaller one still fits.
    let small = ["laplace", "--epsilon", "1/100", "--sensitivity", "1", "--answers", "0..1000"];
    place.certify(&small, "small.json");
    let run = place.run(&["release", "--certificate", "small.json", "--ledger", "a.ledger", "437"]);
    assert_eq!(run.code, 0, "{run:?}");
    // No answer is in the ledger.
    assert!(!fs::read_to_string(place.path("a.ledger")).unwrap().contains("437"));
}

#[test]
fn all_rows_are_counted_unless_the_user_says_how_many_one_person_has() {
    let place = Place::new(&["--epsilon", "20"]);
    place
        .certify(&["laplace", "--epsilon", "1", "--answers", "0..120", "--rows", "individuals"], "ages.json");
    place.write("ages.csv", "name,age\na,31\nb,32\nc,33\n");
    place.write("bad.csv", "name,age\na,31\nb,secret\nc,33\n");
    let csv = |file, rest: &[&'static str]| {
        let base = [
            "release",
            "--certificate",
            "ages.json",
            "--csv",
            file,
            "--column",
            "age",
            "--ledger",
            "a.ledger",
        ];
        [&base[..], rest].concat()
    };
    let run = place.run(&csv("ages.csv", &[]));
    assert_eq!((run.code, run.out.lines().count()), (0, 4), "{run:?}");
    assert_eq!(place.counts(), [3]);
    assert_eq!(place.run(&csv("ages.csv", &["--rows-per-person", "1", "--label", "once each"])).code, 0);
    assert_eq!(place.counts(), [3, 1]);
    assert_eq!(place.run(&csv("bad.csv", &["--skip-bad"])).code, 0);
    assert_eq!(place.counts(), [3, 1, 2]);
    // A bad row is found before anything is recorded.
    assert!(place.run(&csv("bad.csv", &[])).no(1).contains("row 3"));
    assert_eq!(place.counts(), [3, 1, 2]);
    let several = ["release", "--certificate", "ages.json", "--ledger", "a.ledger", "31", "32"];
    assert_eq!(place.run(&several).code, 0);
    let each = [&several[..], &["--rows-per-person", "1"]].concat();
    assert_eq!(place.run(&each).code, 0);
    assert_eq!(place.counts(), [3, 1, 2, 2, 1]);
    let labels: Vec<_> = place.ledger().entries().iter().map(|entry| entry.label().to_owned()).collect();
    assert_eq!((labels[0].as_str(), labels[1].as_str()), ("release under ages.json", "once each"));
    // Twenty more would be too many, and one row of them is not released alone.
    place.write("many.csv", &format!("name,age\n{}", "a,31\n".repeat(20)));
    let before = place.files();
    assert!(place.run(&csv("many.csv", &[])).no(1).contains("the budget does not cover"));
    assert_eq!(place.files(), before);
    place.run(&["release", "--certificate", "ages.json", "--rows-per-person", "1", "31"]).no(2);
    place.run(&["release", "--certificate", "ages.json", "--label", "x", "31"]).no(2);
}

#[test]
fn a_vector_is_recorded_once_and_only_as_a_whole() {
    let place = Place::new(&["--epsilon", "1.5"]);
    let flags = ["vector", "--epsilon", "1", "--dimension", "10", "--changed", "3", "--sensitivity", "3"];
    place.certify(&[&flags[..], &["--answers", "0..1000"]].concat(), "histogram.json");
    place.write("ten.txt", &"41\n".repeat(10));
    place.write("nine.txt", &"41\n".repeat(9));
    let release = |file, rest: &[&'static str]| {
        let base =
            ["release", "--certificate", "histogram.json", "--rows", "aggregates", "--ledger", "a.ledger"];
        [&base[..], &["--in", file], rest].concat()
    };
    place.run(&release("nine.txt", &[])).no(1);
    place.run(&release("ten.txt", &["--rows-per-person", "1"])).no(2);
    assert!(place.ledger().entries().is_empty());
    let run = place.run(&release("ten.txt", &[]));
    assert_eq!((run.code, run.out.lines().count(), place.counts()), (0, 10, vec![1]), "{run:?}");
    assert!(place.run(&release("ten.txt", &[])).no(1).contains("the budget does not cover"));
}

/// What each entry is called, and how many releases it is.
fn labelled(place: &Place) -> Vec<(String, u64)> {
    place.ledger().entries().iter().map(|entry| (entry.label().to_owned(), entry.count())).collect()
}

#[test]
fn counts_sums_means_and_places_are_recorded_each_with_what_hides_the_same() {
    let place = Place::new(&["--epsilon", "20", "--delta", "1e-6"]);
    place.write("ages.csv", "name,age\na,31\nb,32\nc,33\n");
    let count = ["count", "ages.csv", "--header", "--ledger", "a.ledger"];
    assert_eq!(place.run(&count).code, 0);
    assert_eq!(place.run(&[&count[..], &["--dry-run"]].concat()).code, 0);
    assert_eq!(place.counts(), [1], "a dry run records nothing");
    let mean = ["mean", "ages.csv", "--column", "age", "--bounds", "0..120", "--ledger", "a.ledger"];
    assert_eq!(place.run(&[&mean[..], &["--label", "mean age"]].concat()).code, 0);
    place.write("rows.csv", "age\n31\n");
    place
        .certify(&["laplace", "--epsilon", "1", "--answers", "0..120", "--rows", "individuals"], "ages.json");
    let rows = ["release", "--certificate", "ages.json", "--in", "rows.csv", "--skip-bad", "--ledger"];
    let why = place.run(&[&rows[..], &["a.ledger"]].concat()).no(1);
    assert!(why.contains("what a person answered") && why.contains("whether a person took part"), "{why}");
    let counted: Vec<_> = labelled(&place);
    let expected = [
        ("the number of rows", 1),
        (
            "mean age: sum for the mean of column \"age\", each value clamped into 0..120 and rounded to multiples of 2^-14",
            1,
        ),
        (
            "mean age: count for the mean of column \"age\", each value clamped into 0..120 and rounded to multiples of 2^-14",
            1,
        ),
    ];
    assert_eq!(counted, expected.map(|(label, count)| (label.to_owned(), count)));

    // Places hide something else, and so have a ledger of their own.
    let place = Place::new(&["--epsilon", "20", "--delta", "1e-6"]);
    place.certify(
        &["planar", "--epsilon", "1", "--distance", "200", "--box", "2.28..2.42,48.81..48.90"],
        "paris.json",
    );
    let point = r#"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [2.35, 48.85]}}"#;
    place.write(
        "places.geojson",
        &format!(r#"{{"type": "FeatureCollection", "features": [{point}, {point}]}}"#),
    );
    place.write("places.txt", "2.3522,48.8566\n2.3,48.85\n2.31,48.86\n");
    let planar =
        ["release", "planar", "--certificate", "paris.json", "--rows", "nearby", "--ledger", "a.ledger"];
    for rest in [&["--geojson", "places.geojson"][..], &["--in", "places.txt"], &["2.35,48.85"]] {
        let run = place.run(&[&planar[..], rest].concat());
        assert_eq!(run.code, 0, "{run:?}");
    }
    assert_eq!(labelled(&place), [2, 3, 1].map(|count| ("points under paris.json".to_owned(), count)));
    place.write("ages.csv", "name,age\na,31\n");
    let why = place.run(&count).no(1);
    assert!(why.contains("whether a person took part") && why.contains("where a person is"), "{why}");
    // A mean whose second part does not fit leaves no first part.
    let tight = Place::new(&["--epsilon", "0.7"]);
    tight.write("ages.csv", "name,age\na,31\nb,32\nc,33\n");
    assert!(tight.run(&mean).no(1).contains("the budget does not cover"));
    assert!(tight.ledger().entries().is_empty());
}

#[test]
fn a_ledger_is_not_overwritten_and_a_damaged_one_is_refused() {
    let place = Place::new(&["--epsilon", "1"]);
    place.count_certificate();
    let why = place.run(&["ledger", "a.ledger", "--create", "--epsilon", "5"]).no(1);
    assert!(why.contains("must not be lost"), "{why}");
    for out in ["a.ledger", "./a.ledger", "a.ledger.lock"] {
        let why = place.run(&release(&["437", "--out", out])).no(2);
        assert!(why.contains("is the ledger"), "{why}");
    }
    assert!(place.ledger().entries().is_empty());
    let other = ["release", "--certificate", "count.json", "437", "--ledger", "b.ledger"];
    assert!(place.run(&other).no(2).contains("kdelta ledger b.ledger --create"));
    assert!(place.run(&["ledger", "b.ledger"]).no(2).contains("--create"));
    for wrong in [
        &["--epsilon", "0"][..],
        &["--epsilon", "1", "--delta", "1"],
        &["--epsilon", "1", "--delta", "0"],
        &[],
    ] {
        place.run(&[&["ledger", "c.ledger", "--create"], wrong].concat()).no(2);
    }
    assert!(!place.path("c.ledger").exists());

    let text = fs::read_to_string(place.path("a.ledger")).unwrap();
    place.write("a.ledger", &text[..text.len() - 9]);
    let before = place.files();
    for command in [release(&["437"]), vec!["ledger", "a.ledger"]] {
        let why = place.run(&command).no(1);
        assert!(why.contains("the ledger is damaged: line 2") && !why.contains("437"), "{why}");
    }
    assert_eq!(place.files(), before);
}

/// Ends a process that is still running, without a chance to do anything more.
fn kill(mut child: Child) -> Vec<u8> {
    child.kill().unwrap();
    child.wait_with_output().unwrap().stdout
}

/// Kills releases at random moments, and right after the ledger has changed: whenever there is a byte of
/// output, there is the entry, and the ledger is never damaged.
#[test]
fn killing_the_program_never_leaves_a_release_without_its_entry() {
    let place = Place::new(&["--epsilon", "100000"]);
    place.count_certificate();
    place.write("rows.txt", &"41\n".repeat(2000));
    let rows = release(&["--rows", "aggregates", "--rows-per-person", "1", "--in", "rows.txt"]);
    let counted = release(&["--rows", "aggregates", "--in", "rows.txt", "--label", "all"]);
    let begun = Instant::now();
    assert_eq!(place.run(&rows).code, 0);
    let whole = begun.elapsed();
    let (mut random, mut visible, mut cut, mut before_output) = (kdelta_testkit::Seeded(18), 0, 0, 0);
    for turn in 0..300 {
        // On a machine where one of the three moments is rare, it is waited for a little longer.
        if turn >= 60 && visible > 0 && cut > 0 && before_output > 0 {
            break;
        }
        let (label, out) = (format!("turn {turn}"), format!("out-{turn}"));
        let mut arguments = if turn % 4 == 3 { counted.clone() } else { rows.clone() };
        arguments.retain(|word| *word != "--label" && *word != "all");
        arguments.extend(["--label", label.as_str()]);
        // To a file, or to standard output.
        if turn % 2 == 0 {
            arguments.extend(["--out", out.as_str()]);
        }
        let (begun, old) = (Instant::now(), fs::read(place.path("a.ledger")).unwrap());
        let mut command = place.command(&arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        if turn % 3 == 0 {
            while fs::read(place.path("a.ledger")).unwrap() == old && child.try_wait().unwrap().is_none() {}
            std::thread::sleep(Duration::from_micros(u64::try_from(random.below(2000)).unwrap()));
        } else {
            let moment = whole.mul_f64(f64::from(u32::try_from(random.below(1300)).unwrap()) / 1000.0);
            std::thread::sleep(moment.saturating_sub(begun.elapsed()));
        }
        let ended = child.try_wait().unwrap().is_some();
        let written = kill(child);
        let entries = place.ledger();
        let recorded = entries.entries().iter().any(|entry| entry.label() == label);
        let released = !written.is_empty() || fs::read(place.path(&out)).is_ok_and(|bytes| !bytes.is_empty());
        assert!(recorded || !released, "turn {turn}: a release without its entry");
        assert!(recorded || !ended, "turn {turn}");
        visible += usize::from(released);
        cut += usize::from(!recorded);
        before_output += usize::from(recorded && !released);
        // Nothing else that holds a release is left behind; the next text of the ledger, not yet in its place, holds none.
        for (name, text) in place.files() {
            let harmless = text.is_empty() || String::from_utf8_lossy(&text).contains("kdelta-ledger/");
            assert!(!name.contains("partial") || recorded || harmless, "turn {turn}: {name}");
        }
    }
    println!(
        "{visible} releases were seen, {cut} turns ended before the record, {before_output} after it and before the output"
    );
    assert!(visible > 0 && cut > 0 && before_output > 0, "{visible} {cut} {before_output}");
}

#[test]
fn processes_at_the_same_time_spend_the_budget_once() {
    let place = Place::new(&["--epsilon", "0.55"]);
    place.count_certificate();
    let start =
        |_| place.command(&release(&["437"])).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let children: Vec<_> = (0..8).map(start).collect();
    let outputs: Vec<_> = children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let released =
        outputs.iter().filter(|output| output.status.code() == Some(0) && !output.stdout.is_empty()).count();
    let refused =
        outputs.iter().filter(|output| output.status.code() == Some(1) && output.stdout.is_empty()).count();
    assert_eq!((released, refused), (5, 3), "{outputs:?}");
    assert_eq!(place.counts(), [1; 5]);
}

#[test]
fn a_ledger_in_use_is_waited_for() {
    let place = Place::new(&["--epsilon", "1"]);
    place.count_certificate();
    let held = LedgerFile::open(place.path("a.ledger")).unwrap();
    let child =
        place.command(&release(&["437"])).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // To look at it does not need the lock.
    assert_eq!(place.run(&["ledger", "a.ledger"]).code, 0);
    std::thread::sleep(Duration::from_secs(1));
    assert!(held.ledger().entries().is_empty());
    drop(held);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && said.contains("waiting for another process to leave the ledger"),
        "{said}"
    );
    assert_eq!(place.counts(), [1]);
}

/// What stands in a ledger that has no random number in it.
fn example() -> Place {
    let place = Place::new(&["--epsilon", "1", "--delta", "1e-6"]);
    place.write("ages.csv", "name,age\na,31\nb,32\nc,33\n");
    place.count_certificate();
    assert_eq!(
        place.run(&["count", "ages.csv", "--header", "--epsilon", "1/10", "--ledger", "a.ledger"]).code,
        0
    );
    place.write("counts.txt", &"41\n".repeat(120));
    let small = ["laplace", "--epsilon", "1/100", "--sensitivity", "1", "--answers", "0..1000"];
    place.certify(&small, "small.json");
    let rows = ["--certificate", "small.json", "--rows", "aggregates", "--in", "counts.txt"];
    let recorded = ["--ledger", "a.ledger", "--label", "a count for each of 120 days"];
    assert_eq!(place.run(&[&["release"], &rows[..], &recorded].concat()).code, 0);
    place
}

#[test]
fn the_table_and_the_json_of_a_ledger() {
    let place = example();
    insta::assert_snapshot!(place.run(&["ledger", "a.ledger"]).yes());
    let json: serde_json::Value =
        serde_json::from_str(&place.run(&["ledger", "a.ledger", "--json"]).yes()).unwrap();
    assert_eq!(json["budget"]["order"], "21");
    assert_eq!(json["entries"][1]["releases"], 120);
    assert_eq!(json["rules_that_hold"], serde_json::json!(["renyi"]));
    assert_eq!(json["left"]["epsilon"], serde_json::Value::Null);
    insta::assert_snapshot!(place.run(&["ledger", "a.ledger", "--export", "dp-accounting"]).yes());
    let opendp: serde_json::Value =
        serde_json::from_str(&place.run(&["ledger", "a.ledger", "--export", "opendp"]).yes()).unwrap();
    assert_eq!(opendp["__kwargs__"]["measurements"].as_array().unwrap().len(), 121);
    assert!(kdelta(&["ledger", "--help"]).yes().contains("Rényi divergences"));
}

/// A ledger of the library with Gaussian noise: its table, its JSON, and what other accountants read.
#[test]
fn gaussian_noise_is_shown_with_its_delta_and_exported_with_what_to_add() {
    let place = Place::new(&["--epsilon", "2", "--delta", "1e-6"]);
    let built = Gaussian::<f64>::builder().sigma(50).delta("1e-7").sensitivity(1).answers(0, 1000);
    let built = built.window(-500, 1500).grid(1).build().unwrap();
    let mut file = LedgerFile::open(place.path("a.ledger")).unwrap();
    file.record(Entry::of("counts", built.guarantee()).unwrap().times(3).unwrap()).unwrap();
    drop(file);

    let table = place.run(&["ledger", "a.ledger"]);
    assert_eq!((table.code, table.err.as_str()), (0, ""));
    for part in ["Gaussian, Δ = 1, σ = 50", "at δ = 1e-7", "nothing: it does not", "counts"] {
        assert!(table.out.contains(part), "{part}: {}", table.out);
    }
    assert!(!table.out.contains("advanced composition"), "it is for pure losses: {}", table.out);
    let json: serde_json::Value =
        serde_json::from_str(&place.run(&["ledger", "a.ledger", "--json"]).out).unwrap();
    assert_eq!(json["rules_that_hold"], serde_json::json!(["renyi"]));
    assert_eq!(json["entries"][0]["delta"]["exact"], "1/10000000");
    assert_eq!(json["entries"][0]["ideal"]["gaussian"]["scale"], "50");

    let python = place.run(&["ledger", "a.ledger", "--export", "dp-accounting"]);
    assert!(
        python.code == 0 && python.out.contains("GaussianDpEvent(noise_multiplier=50.0), 3)"),
        "{python:?}"
    );
    let opendp = place.run(&["ledger", "a.ledger", "--export", "opendp"]);
    assert!(opendp.code == 0 && opendp.out.contains("ZeroConcentratedDivergence"), "{opendp:?}");
    assert!(
        opendp.err.contains("ρ of the ideal mechanisms") && opendp.err.contains("add κ₊ + κ₋ = "),
        "{opendp:?}"
    );
}

/// Under a certificate: recorded before it is drawn, one value, a vector and rows; and refused where the ledger has no δ.
#[test]
fn gaussian_noise_is_recorded_before_it_is_released() {
    let place = Place::new(&["--epsilon", "2", "--delta", "1e-6"]);
    let one = ["gaussian", "--sigma", "50", "--delta", "1e-7", "--sensitivity", "1", "--answers", "0..1000"];
    place.certify(&one, "count.json");
    let vector = [&one[..], &["--dimension", "3", "--changed", "2"]].concat();
    place.certify(&vector, "vector.json");

    let run = place.run(&[&ONE[..], &["437"]].concat());
    assert!(
        run.code == 0 && run.err.contains("spent ε′ ≤ 0.0") && run.err.contains("at δ = 1/10000000"),
        "{run:?}"
    );
    assert!(run.err.contains("as entry 1; left: ") && run.err.contains("of the Rényi divergence"), "{run:?}");
    place.write("rows.txt", "1\n2\n3\n");
    for (certificate, count) in [("vector.json", 1), ("count.json", 3)] {
        let release = ["release", "--certificate", certificate, "--rows", "aggregates", "--in", "rows.txt"];
        let run = place.run(&[&release[..], &["--ledger", "a.ledger"]].concat());
        assert_eq!((run.code, run.out.lines().count()), (0, 3), "{run:?}");
        assert_eq!(place.counts().last(), Some(&count));
    }
    // Values of individuals are farther apart than the certificate covers.
    let why = place.run(&["release", "--certificate", "vector.json", "--in", "rows.txt"]).no(1);
    assert!(why.contains("as the root of the sum of squares"), "{why}");
    let why = place.run(&[&ONE[..], &["--epsilon", "1", "437"]].concat()).no(1);
    assert!(why.contains("--epsilon 1: the certificate is for --sigma 50"), "{why}");

    let pure = Place::new(&["--epsilon", "100"]);
    pure.certify(&one, "count.json");
    let before = pure.files();
    let why = pure.run(&[&ONE[..], &["437"]].concat()).no(1);
    assert!(why.contains("needs a budget with a δ") && !why.contains("437"), "{why}");
    assert_eq!(pure.files(), before);
}
