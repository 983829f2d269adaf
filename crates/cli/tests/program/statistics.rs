//! `kdelta count`, `kdelta sum` and `kdelta mean`: one command from a file to a private number.

use crate::{Run, kdelta};
use kdelta_oracle::number::{Rational, parse};
use kdelta_testkit::q;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// A directory with a file of 200 people: ages 0 to 199, of whom every fourth lives in Paris.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        let row = |i: u32| format!("p{i},{i},{}\n", if i & 3 == 0 { "\"Paris\"" } else { "Lyon" });
        place.write("p.csv", &format!("id,age,city\n{}", (0..200).map(row).collect::<String>()));
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// A command on the file of that name.
    fn run(&self, command: &str, name: &str, flags: &str) -> Run {
        let path = self.path(name);
        let words: Vec<_> = [command, &path].into_iter().chain(flags.split_whitespace()).collect();
        kdelta(&words)
    }

    fn json(&self, command: &str, flags: &str) -> Value {
        serde_json::from_str(&self.run(command, "p.csv", &format!("{flags} --json")).yes()).unwrap()
    }
}

fn number(value: &Value) -> Rational {
    q(value.as_str().unwrap_or_else(|| panic!("{value}")))
}

/// With an ε of 1000 the noise has a scale of a thousandth of Δ: beyond 60 scales once in 10^26 runs.
#[test]
fn the_number_is_that_of_the_file() {
    let place = Place::new();
    let value = |command: &str, flags: &str| {
        let flags = format!("{flags} --epsilon 1000 --at-most 10000");
        number(&place.json(command, &flags)["value"])
    };
    let near = |value: Rational, expected: &str, within: &str| {
        let (low, high) = (q(expected) - q(within), q(expected) + q(within));
        assert!(low <= value && value <= high, "{value} is not {expected} ± {within}");
    };
    near(value("count", "--header"), "200", "1");
    near(value("count", "--no-header"), "201", "1");
    near(value("count", "--where city=Paris"), "50", "1");
    near(value("count", "--where city=Nowhere"), "0", "1");
    near(value("count", "--where 3=Lyon --header"), "150", "1");
    // Clamped into the bounds: 0 + 1 + … + 99 + 100·100.
    near(value("sum", "--column age --bounds 0..100"), "14950", "7");
    near(value("sum", "--column 2 --header --bounds -1000..50"), "8725", "61");
    near(value("mean", "--column age --bounds 0..100"), "74.75", "0.5");
}

/// Noise from a generator that always reads the same number of bytes, over as many rows as it reaches.
#[test]
fn the_generator_can_be_chosen() {
    let place = Place::new();
    for (command, flags) in [
        ("count", "--header"),
        ("sum", "--column age --bounds -50..100"),
        ("mean", "--column age --bounds 0..100"),
    ] {
        let found = place.json(command, &format!("{flags} --epsilon 1/2 --generator deep-52-16"));
        for release in found["releases"].as_array().unwrap() {
            let certify = release["certify"].as_str().unwrap();
            assert!(certify.contains("--generator deep-52-16"), "{certify}");
        }
        let wide = format!("{flags} --generator deep-52-16 --at-most 1000000");
        let why = place.run(command, "p.csv", &wide).no(1);
        assert!(why.contains("state fewer rows with --at-most"), "{why}");
    }
}

/// A blank line is no row, neither at the end nor before one: otherwise the row after many of them would change a count by as many.
#[test]
fn blank_lines_count_nowhere() {
    let place = Place::new();
    for end in ["\n", "\r\n"] {
        let blank = end.repeat(2000);
        place.write("with.csv", &format!("x{end}{blank}5{end}"));
        place.write("without.csv", &format!("x{end}{blank}"));
        for (name, header, no_header) in [("with.csv", "1", "2"), ("without.csv", "0", "1")] {
            for (flags, expected) in [("--header", header), ("--no-header", no_header), ("--where x=", "0")] {
                let flags = format!("{flags} --epsilon 1000 --at-most 10000 --json");
                let found: Value = serde_json::from_str(&place.run("count", name, &flags).yes()).unwrap();
                assert_eq!(number(&found["value"]), q(expected), "{name} {flags}");
            }
        }
    }
}

/// A stray quote in one person's field must not hide the rows of others in a field of many lines.
#[test]
fn a_stray_quote_hides_no_rows() {
    let place = Place::new();
    let rows = |first: &str| format!("n,x\n{first},1\n{}z\",1\n", "p,1\n".repeat(500));
    place.write("plain.csv", &rows("p"));
    place.write("stray.csv", &rows("\"p"));
    for command in ["count", "sum", "mean"] {
        let flags = if command == "count" { "--header" } else { "--column x --bounds 0..1" };
        for skip in ["", " --skip-bad"] {
            assert_eq!(place.run(command, "plain.csv", &format!("{flags}{skip}")).code, 0);
            let message = place.run(command, "stray.csv", &format!("{flags}{skip}")).no(1);
            assert!(message.contains("row 2") && message.contains("line end inside a field"), "{message}");
        }
    }
}

/// Whoever asks for ε gets it but for a hundredth, however small it is and however many rows there may be, or nothing.
#[test]
fn what_is_asked_for_is_kept_or_refused() {
    let place = Place::new();
    for command in ["count --header", "sum --column age --bounds 0..120", "mean --column age --bounds 0..120"]
    {
        let (command, flags) = command.split_once(' ').unwrap();
        for epsilon in ["1", "1e-3", "1e-6", "1e-8", "1e-12"] {
            for rows in ["1000", "1000000", "1000000000", "1000000000000"] {
                let flags = format!("{flags} --epsilon {epsilon} --at-most {rows} --json");
                let run = place.run(command, "p.csv", &flags);
                if run.code == 0 {
                    let found: Value = serde_json::from_str(&run.yes()).unwrap();
                    let spent = number(&found["spent"]);
                    assert!(spent <= q(epsilon) * q("1.01"), "{command} {flags}: {spent}");
                } else {
                    let message = run.no(1);
                    assert!(
                        message.contains("--epsilon") && message.contains("Nothing was released"),
                        "{message}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_it_costs_is_said_and_adds_up() {
    let place = Place::new();
    for (command, flags, costs) in [
        ("count", "--header", &["1"][..]),
        ("sum", "--column age --bounds 0..120 --epsilon 1/2", &["1/2"]),
        ("mean", "--column age --bounds 0..120", &["1/2", "1/2"]),
    ] {
        let found = place.json(command, flags);
        let releases = found["releases"].as_array().unwrap();
        assert_eq!(releases.len(), costs.len(), "{command}");
        let mut total = q("0");
        for (release, cost) in releases.iter().zip(costs) {
            let each = number(&release["epsilon_prime"]);
            assert!(each > q(cost) * q("0.999999") && each < q(cost) * q("1.001"), "{command}: {each}");
            assert_eq!(number(&release["setting"]["epsilon"]), q(cost));
            total += each;
        }
        assert_eq!(number(&found["cost"]), total);
        assert_eq!(number(&found["spent"]), total);
        assert!(found["assumed"][0].as_str().unwrap().contains("at most 1 row "), "{found}");
        let run = place.run(command, "p.csv", flags);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(parse(run.out.trim()).is_ok(), "{run:?}");
        for word in ["spent", "ε′ ≤ ", "assumed: one person has at most 1 row", "standard deviation"] {
            assert!(run.err.contains(word), "{word}: {run:?}");
        }
        assert_eq!(run.err.contains("(default)"), !flags.contains("--epsilon"), "{run:?}");
    }
    let mean = place.run("mean", "p.csv", "--column age --bounds 0..120");
    assert!(mean.err.contains("for the sum and ε′ ≤") && mean.err.contains("in total"), "{mean:?}");
}

/// More rows of one person, wider bounds: more noise, exactly as much.
#[test]
fn the_noise_is_for_all_rows_of_one_person() {
    let place = Place::new();
    for (command, flags, sensitivity) in [
        ("count", "--header", "1"),
        ("count", "--header --rows-per-person 7", "7"),
        ("sum", "--column age --bounds 0..120", "120"),
        ("sum", "--column age --bounds -200..120", "200"),
        ("sum", "--column age --bounds 0..120 --rows-per-person 3", "360"),
    ] {
        let found = place.json(command, &format!("{flags} --dry-run"));
        let release = &found["releases"][0];
        assert_eq!(number(&release["setting"]["sensitivity"]), q(sensitivity), "{command} {flags}");
        assert_eq!(number(&release["scale"]), q(sensitivity), "{command} {flags}");
    }
}

/// Nothing of the file goes into what is said before it is read.
#[test]
fn a_dry_run_does_not_read_the_file() {
    let place = Place::new();
    for (command, flags) in [
        ("count", "--header"),
        ("sum", "--column age --bounds 0..120"),
        ("mean", "--column age --bounds 0..120 --epsilon 1/10 --at-most 1000"),
    ] {
        let there = place.run(command, "p.csv", &format!("{flags} --dry-run")).yes();
        let absent = place.run(command, "absent.csv", &format!("{flags} --dry-run")).yes();
        assert_eq!(there, absent);
        assert!(
            there.contains("certified ε′ ≤")
                && there.contains("standard deviation")
                && there.contains("Δ = "),
            "{there}"
        );
        let found: Value = serde_json::from_str(
            &place.run(command, "absent.csv", &format!("{flags} --dry-run --json")).yes(),
        )
        .unwrap();
        assert!(found["value"].is_null() && found["spent"].is_null() && !found["cost"].is_null(), "{found}");
        let message = place.run(command, "absent.csv", flags).no(2);
        assert!(message.contains("absent.csv") && message.contains("cannot be read"), "{message}");
    }
}

#[test]
fn bad_cells_are_named_by_their_place_and_nothing_is_written() {
    let place = Place::new();
    for (text, message) in [
        ("id,age\nsecret,1\nq,\n", "row 3, column \"age\": is empty"),
        ("id,age\nq,secret\n", "row 2, column \"age\": is not a number"),
        ("id,age\nq,1\nsecret\n", "row 3: has 1 fields"),
        ("id,age\nq,1\rsecret,2\n", "row 2: "),
        ("id,age\n\"secret,1\n", "row 2: has a quote"),
        ("", "the file is empty"),
        ("id,secret\nq,1\n", "none of the 2 columns of row 1"),
    ] {
        place.write("bad.csv", text);
        for command in ["sum", "mean"] {
            let out = place.path("out");
            let run = place.run(command, "bad.csv", &format!("--column age --bounds 0..120 --out {out}"));
            assert!(run.code != 0 && run.out.is_empty() && run.err.contains(message), "{text:?}: {run:?}");
            assert!(!run.err.contains("secret"), "{run:?}");
            assert!(!fs::exists(&out).unwrap());
        }
    }
    place.write("bad.csv", "id,age\nq,1\nr,\ns,x\nt\n");
    let run = place.run("sum", "bad.csv", "--column age --bounds 0..120 --skip-bad");
    assert_eq!(run.code, 0, "{run:?}");
    // How many rows were bad would be an exact number about the data.
    assert!(!run.err.contains("3 bad") && !run.err.contains("left out"), "{run:?}");
}

#[test]
fn wrong_questions() {
    let place = Place::new();
    for (command, flags, code, message) in [
        ("count", "", 2, "say --header"),
        ("count", "--where Paris", 2, "COLUMN=TEXT"),
        ("count", "--where 3=Paris", 2, "--header"),
        ("count", "--header --no-header", 2, "cannot be used with"),
        ("count", "--header --rows-per-person 0", 2, "--rows-per-person"),
        ("count", "--header --at-most 0", 2, "--at-most"),
        ("count", "--header --epsilon 0", 2, "--epsilon needs to be > 0"),
        ("count", "--header --epsilon 1e4000", 1, "not certified"),
        ("sum", "--column age", 2, "--bounds"),
        ("sum", "--bounds 0..120", 2, "--column"),
        ("sum", "--column age --bounds 5..5", 2, "--bounds"),
        ("sum", "--column age --bounds 0...5", 2, "two dots"),
        ("sum", "--column age --bounds 120..0", 2, "--bounds"),
        ("sum", "--column age --bounds 1e12..1000000000001", 2, "too close together"),
        ("sum", "--column 2 --bounds 0..120", 2, "--header"),
        ("mean", "--column age --bounds 0..120 --epsilon -1", 2, "--epsilon"),
    ] {
        let message_found = place.run(command, "p.csv", flags).no(code);
        assert!(message_found.contains(message), "{command} {flags}: {message_found}");
    }
}

#[test]
fn the_number_goes_to_a_file_if_asked() {
    let place = Place::new();
    let out = place.path("number");
    let run = place.run("mean", "p.csv", &format!("--column age --bounds 0..120 --out {out}"));
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    let mean = q(fs::read_to_string(out).unwrap().trim());
    assert!(q("0") <= mean && mean <= q("120"));
}
