//! Every command that the README, the documents and the help texts show is run, in their order, and what it releases is attacked.
//!
//! The attack is the best one that looks whether an output is beyond a threshold. Its chances are exact: the tails of the Laplace law or of
//! the Gaussian one, for the two values farthest apart that one person can have under what is said about the rows.

use crate::{ROOT, kdelta};
use kdelta_oracle::enclosure::{Enclosure, exp, normal_tail};
use kdelta_oracle::number::Rational;
use kdelta_testkit::q;
use num_traits::{One, Signed};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// One command, and the exit code that its text implies.
#[derive(Debug)]
struct Example {
    command: String,
    code: i32,
}

impl Example {
    fn new(text: &str) -> Self {
        Self { command: text.trim().to_owned(), code: 0 }
    }

    /// The same command where it would take minutes in a test: on fewer points, or with fewer outputs.
    fn shortened(&self) -> String {
        let mut command = self.command.clone();
        for (from, to) in [
            ("--points 65535", "--points 15"),
            ("--samples 10000000", "--samples 10000 "),
            ("| man -l -", "> page"),
        ] {
            command = command.replace(from, to);
        }
        if command.starts_with("kdelta certify kernel") {
            for domain in ["2^-32", "2^-24", "2^-20", "f32"] {
                command = command.replace(&format!("--domain {domain}"), "--domain 2^-10");
            }
        }
        if command.starts_with("kdelta attack")
            && !command.contains("--samples")
            && !command.contains("--list")
        {
            command = command.replacen("kdelta attack", "kdelta attack --samples 10000 ", 1);
        }
        command
    }
}

/// A directory with the files that examples name.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for (name, content) in [
            ("ages.csv", "id,age,city\na,20,Paris\nb,80,Lyon\nc,41,Paris\n"),
            ("count.txt", "41\n"),
            ("visits.csv", "id,lon,lat\na,2.3522,48.8566\nb,2.3,48.85\n"),
            ("places.txt", "2.3522,48.8566\n"),
            (
                "places.geojson",
                r#"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [2.35, 48.85]}}]}"#,
            ),
            ("setting.toml", "epsilon = \"1/10\"\nsensitivity = 1\nanswers = \"0..100\"\n"),
        ] {
            fs::write(place.0.path().join(name), content).unwrap();
        }
        fs::copy(format!("{ROOT}/certificates/mechanism-binary64.json"), place.0.path().join("theirs.json"))
            .unwrap();
        #[cfg(unix)]
        for (target, name) in [
            ("certificates", "certificates"),
            ("crates", "crates"),
            ("Cargo.lock", "Cargo.lock"),
            ("Cargo.toml", "Cargo.toml"),
            ("", "checkout"),
        ] {
            std::os::unix::fs::symlink(format!("{ROOT}/{target}"), place.0.path().join(name)).unwrap();
        }
        fs::create_dir_all(place.0.path().join(".local/share/bash-completion/completions")).unwrap();
        place
    }

    /// By the shell, as a reader would; the exit code and what was said.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let program = assert_cmd::cargo::cargo_bin!("kdelta").parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.0.path())
            .env("PATH", path)
            .env("HOME", self.0.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.0.path().join(name)).unwrap()).unwrap()
    }

    /// Runs the examples in their order and attacks every release; how many there were.
    fn check(&self, examples: &[Example]) -> usize {
        let mut attacked = 0;
        for example in examples {
            if cfg!(not(feature = "reference")) && example.command.contains("certify kernel") {
                continue;
            }
            let shortened = example.shortened();
            let (code, said) = self.run(&shortened);
            // Few outputs may not show what many do, which is an answer as well.
            let unclear =
                shortened.contains("--samples 10000 ") && code == Some(1) && said.contains("more --samples");
            assert!(code == Some(example.code) || unclear, "{code:?} {example:?}\n{said}");
            let releases = Release::of(&example.command, self)
                .map_or_else(|| Release::of_statistic(&example.command, self), |release| vec![release]);
            for release in releases {
                release.survives().unwrap_or_else(|why| panic!("{}: {why}", example.command));
                attacked += 1;
            }
        }
        attacked
    }
}

fn number(value: &Value) -> Rational {
    q(value.as_str().unwrap_or_else(|| panic!("{value} is no number")))
}

/// What a release gives away: two values of one person, the noise, and what is claimed.
#[derive(Debug)]
struct Release {
    /// The distance of the two values farthest apart that one person can have, as a square.
    distance_squared: Rational,
    /// b, or σ.
    scale: Rational,
    /// ε′.
    claimed: Rational,
    /// δ, if the noise is Gaussian.
    delta: Option<Rational>,
}

impl Release {
    /// What a command releases, if it does.
    fn of(command: &str, place: &Place) -> Option<Self> {
        let words: Vec<_> = command.split_whitespace().collect();
        let at = words.windows(2).position(|pair| pair == ["kdelta", "release"])?;
        let words = words.get(at..)?;
        let value = |flag: &str| {
            let at = words.iter().position(|word| *word == flag)?;
            words.get(at + 1).copied()
        };
        let certificate = place.json(value("--certificate").unwrap());
        let rows = value("--rows");
        // Neither a file nor standard input: an answer of a query stands there as an argument.
        let streamed = ["--csv", "--in", "--geojson", "<"].iter().any(|flag| words.contains(flag)) || at > 0;
        let planar = words.get(2) == Some(&"planar");
        let claims = &certificate["certifies"]["mechanism"];
        let (chain, square) = (&claims["chain"], |x: Rational| &x * &x);
        let side = |range: &Value| number(&range["high"]) - number(&range["low"]);
        let law = &claims["setting"]["law"];
        let (gaussian, line) =
            (&law["gaussian"], if law["gaussian"].is_null() { &law["laplace"] } else { &law["gaussian"] });
        let distance_squared = match (rows, streamed, planar) {
            (Some("aggregates" | "nearby"), _, _) | (None, false, _) => square(number(&chain["sensitivity"])),
            (Some("individuals") | None, _, false) => square(side(&line["answers"])),
            (Some("individuals") | None, _, true) => {
                let answers = &claims["plane"]["answers"];
                square(side(&answers["x"])) + square(side(&answers["y"]))
            }
            (Some(other), _, _) => panic!("--rows {other} is not known"),
        };
        Some(Self {
            distance_squared,
            scale: number(&chain["scale"]),
            claimed: number(&claims["verdict"]),
            delta: gaussian.get("delta").map(number),
        })
    }

    /// What `kdelta count`, `sum` and `mean` release: the distance follows from the flags, the noise from what the program says.
    fn of_statistic(command: &str, place: &Place) -> Vec<Self> {
        let words: Vec<_> = command.split_whitespace().collect();
        let Some(["kdelta", "count" | "sum" | "mean"]) = words.get(..2) else { return Vec::new() };
        let value = |flag: &str| {
            let at = words.iter().position(|word| *word == flag)?;
            words.get(at + 1).copied()
        };
        let magnitude = value("--bounds").map_or_else(Rational::one, |bounds| {
            let (low, high) = bounds.split_once("..").unwrap();
            q(low).abs().max(q(high).abs())
        });
        let rows = q(value("--rows-per-person").unwrap_or("1"));
        let (code, said) = place.run(&format!(
            "{} --dry-run --json > said.json",
            command.replace(" --dry-run", "").replace(" --json", "")
        ));
        assert_eq!(code, Some(0), "{command}: {said}");
        let said = place.json("said.json");
        let claimed: Rational =
            said["releases"].as_array().unwrap().iter().map(|one| number(&one["epsilon_prime"])).sum();
        assert_eq!(claimed, number(&said["cost"]));
        let release = |one: &Value| {
            let distance = if one["name"] == "count" { rows.clone() } else { &rows * &magnitude };
            let (scale, claimed) = (number(&one["scale"]), number(&one["epsilon_prime"]));
            Self { distance_squared: &distance * &distance, scale, claimed, delta: None }
        };
        said["releases"].as_array().unwrap().iter().map(release).collect()
    }

    /// No threshold tells the two values apart by more than ε′; otherwise why.
    fn survives(&self) -> Result<(), String> {
        let Self { distance_squared, scale, claimed, delta } = self;
        if let Some(delta) = delta {
            return self.survives_at(delta);
        }
        // d/b ≤ ε′: the loss of the event that the output lies beyond both values, in the limit of any direction on the plane.
        if *distance_squared > claimed * claimed * scale * scale {
            return Err(format!("the loss is {} ε′", distance_squared / (claimed * claimed * scale * scale)));
        }
        // On the line with d rounded up to a square root, which is exact where d is a ratio.
        let distance =
            kdelta_oracle::enclosure::sqrt(distance_squared, BITS).unwrap().upper().value().clone();
        let two = Rational::from_integer(2.into());
        for threshold in
            [-scale.clone(), Rational::from_integer(0.into()), &distance / &two, distance.clone()]
        {
            let [near, far] = [tail(&threshold, scale), tail(&(&threshold - &distance), scale)];
            for (p, q) in [(&far, &near), (&complement(&near), &complement(&far))] {
                let allowed = exp(claimed, BITS).unwrap().times(q);
                // The mechanism rounds up d by less than 2^-100, which ε′ − ε covers.
                if p.lower().value() > allowed.upper().value() {
                    return Err(format!("an output beyond {threshold} is too likely"));
                }
            }
        }
        if advantage(&distance, scale).lower().value() > allowed_advantage(claimed).upper().value() {
            return Err("the threshold in the middle tells the two values apart".into());
        }
        Ok(())
    }
}

impl Release {
    /// The same for Gaussian noise: the sum of P₁ − e^ε′·P₂ over outputs beyond a threshold is at most δ. The threshold at which it is
    /// largest is σ·(ε′/μ − μ/2) beyond the first value, μ = d/σ.
    fn survives_at(&self, delta: &Rational) -> Result<(), String> {
        let Self { distance_squared, scale, claimed, .. } = self;
        let distance =
            kdelta_oracle::enclosure::sqrt(distance_squared, BITS).unwrap().lower().value().clone();
        let mu = &distance / scale;
        let beyond = claimed / &mu - &mu / Rational::from_integer(2.into());
        let [far, near] = [&beyond, &(&beyond + mu)].map(|x| normal_tail(x, BITS).unwrap());
        let found = far.minus(&exp(claimed, BITS).unwrap().times(&near));
        if found.lower().value() > delta {
            Err(format!("δ is {}, and not {delta}", found.lower()))
        } else {
            Ok(())
        }
    }
}

const BITS: u32 = 160;

/// P[noise ≥ t].
fn tail(t: &Rational, scale: &Rational) -> Enclosure {
    let half = exp(&(-t.abs() / scale), BITS).unwrap().scaled(&Rational::new(1.into(), 2.into()));
    if t.is_negative() { complement(&half) } else { half }
}

fn complement(p: &Enclosure) -> Enclosure {
    Enclosure::exact(Rational::one()).minus(p)
}

/// P₁[X ≥ t] − P₂[X ≥ t] at the threshold in the middle: 1 − e^(−d/2b).
fn advantage(distance: &Rational, scale: &Rational) -> Enclosure {
    let middle = distance / Rational::from_integer(2.into());
    tail(&-middle.clone(), scale).minus(&tail(&middle, scale))
}

/// What ε′ allows: (e^ε′ − 1)/(e^ε′ + 1).
fn allowed_advantage(claimed: &Rational) -> Enclosure {
    let (one, e) = (Enclosure::exact(Rational::one()), exp(claimed, BITS).unwrap());
    e.minus(&one).over(&e.plus(&one)).unwrap()
}

/// The words of `scripts/certify` as the command they stand for.
fn of_script(words: &str) -> String {
    let words = words.strip_prefix("scripts/certify").unwrap().trim();
    match words {
        "" => {
            let script = fs::read_to_string(format!("{ROOT}/scripts/certify")).unwrap();
            let flags = script.lines().find_map(|line| line.trim().strip_prefix("set -- --"));
            format!("kdelta certify laplace --{}", flags.expect("the flags of the worked example"))
        }
        planar if planar.starts_with("planar") => format!("kdelta certify {planar}"),
        flags => format!("kdelta certify laplace {flags}"),
    }
}

/// The commands of a document: lines of its shell blocks, all spans in the first cell of a table, and other spans with flags.
fn of_markdown(text: &str) -> Vec<Example> {
    let (mut examples, mut fence, mut generated) = (Vec::new(), None, false);
    for line in text.lines() {
        if line.starts_with("<!-- ") {
            // What stands between these marks is printed by programs, and checked by scripts/readme.
            generated = line.starts_with("<!-- begin: ");
        } else if let Some(language) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language.to_owned()) };
        } else if generated {
        } else if let Some(language) = &fence {
            let command = line.split('#').next().unwrap_or_default().trim_end();
            // The program of a checkout is the program.
            let command = command
                .strip_prefix("scripts/")
                .filter(|rest| rest.starts_with("kdelta "))
                .unwrap_or(command);
            if language == "sh" && command.starts_with("scripts/certify") {
                examples.push(Example::new(&of_script(command)));
            } else if language == "sh" && (command.starts_with("kdelta ") || command.contains("| kdelta ")) {
                examples.push(Example::new(command));
            }
        } else {
            let spans = line.split('`').skip(1).step_by(2);
            for span in spans {
                // An ellipsis stands for flags of the reader's own.
                let whole = (line.starts_with("| `kdelta ") || span.contains(" --")) && !span.contains('…');
                if span.starts_with("kdelta ") && whole {
                    let code = i32::from(line.ends_with("says:"));
                    examples.push(Example { code, ..Example::new(span) });
                }
            }
        }
    }
    examples
}

/// The examples of a manual page, which is the help text without line breaks of its own.
fn of_manual(page: &str) -> Vec<Example> {
    let lines =
        page.lines().map(|line| line.replace("\\*(Aq", "'").replace("\\-", "-").replace("\\\\", "\\"));
    let examples = lines.filter(|line| {
        line.starts_with("  ") && (line.trim_start().starts_with("kdelta ") || line.contains("| kdelta "))
    });
    examples.map(|line| Example::new(line.split(" # ").next().unwrap_or_default())).collect()
}

/// Every command with its own page.
fn pages() -> Vec<Vec<String>> {
    fn below(path: &[String], all: &mut Vec<Vec<String>>) {
        let words: Vec<_> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = kdelta(&words).yes();
        all.push(path.to_vec());
        let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let commands =
            commands.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
        for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help")
        {
            below(&[path, &[name.to_owned()]].concat(), all);
        }
    }
    let mut all = Vec::new();
    below(&[], &mut all);
    all
}

#[test]
fn the_commands_of_every_document_work_and_what_they_release_is_private() {
    let documents =
        ["README.md", "certificates/README.md", "CONTRIBUTING.md"].map(|name| Path::new(ROOT).join(name));
    let docs = fs::read_dir(format!("{ROOT}/docs/src")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let (mut found, mut attacked) = (0, 0);
    for path in documents.into_iter().chain(docs) {
        let examples = of_markdown(&fs::read_to_string(&path).unwrap());
        found += examples.len();
        attacked += Place::new().check(&examples);
    }
    assert!(found >= 20 && attacked >= 5, "{found} commands, {attacked} releases");
}

#[test]
fn the_commands_of_every_help_text_work_and_what_they_release_is_private() {
    let (mut found, mut attacked) = (0, 0);
    for path in pages() {
        let words: Vec<_> = ["man"].into_iter().chain(path.iter().map(String::as_str)).collect();
        let examples = of_manual(&kdelta(&words).yes());
        found += examples.len();
        attacked += Place::new().check(&examples);
    }
    assert!(found >= 60 && attacked >= 20, "{found} commands, {attacked} releases");
}

/// What was documented once: a certificate with Δ = 1 and ε = 1/10 for ages from 0 to 100, and a column of ages under it. The attack
/// tells 20 from 80 in 97.5 % of the rows, where ε′ allows 52.5 %; the check above must not let that pass.
#[test]
fn ages_under_a_sensitivity_of_1_are_caught() {
    let place = Place::new();
    let (code, said) =
        place.run("kdelta certify laplace --epsilon 1/10 --sensitivity 1 --answers 0..100 --out c.json");
    assert_eq!(code, Some(0), "{said}");
    let release =
        Release::of("kdelta release --certificate c.json --csv ages.csv --column age", &place).unwrap();
    release.survives().unwrap_err();
    let stated = "kdelta release --certificate c.json --csv ages.csv --column age --rows aggregates";
    Release::of(stated, &place).unwrap().survives().unwrap();
    let rate = |advantage: Enclosure| {
        (advantage.upper().value() + Rational::one()) / Rational::from_integer(2.into())
    };
    let (found, allowed) =
        (rate(advantage(&q("60"), &release.scale)), rate(allowed_advantage(&release.claimed)));
    assert!(q("0.975") < found && found < q("0.9752"), "{found}");
    assert!(q("0.5249") < allowed && allowed < q("0.525"), "{allowed}");
    // The same attack on Gaussian noise, with its δ.
    let gaussian = |delta: &str, distance: &str| Release {
        distance_squared: q(distance) * q(distance),
        scale: q("4.225"),
        claimed: q("1"),
        delta: Some(q(delta)),
    };
    gaussian("1e-6", "1").survives().unwrap();
    gaussian("0.99e-6", "1").survives().unwrap_err();
    gaussian("1e-6", "60").survives().unwrap_err();
    // Nor does the program do it any more.
    let (code, said) = place.run("kdelta release --certificate c.json --csv ages.csv --column age");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("--rows aggregates") && !said.contains("80"), "{said}");
}
