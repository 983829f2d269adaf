//! A ledger as text and in a file: nothing is lost, repeated or repaired, and one process at a time.
#![cfg(feature = "ledger-file")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking"
)]

use kdelta::ledger::{Budget, Entry, Ideal, Ledger, LedgerFile, Recorder};
use kdelta::{Closeness, Error, Gaussian, Laplace, PlanarLaplace, RoundUp, UpperBound, entropy};
use kdelta_testkit::q;
use std::fs;
use std::path::Path;

fn count() -> Laplace {
    let builder = Laplace::<f64>::builder().epsilon("1/10").sensitivity(1);
    builder.answers(0, 1000).window(-1000, 2000).grid(1).build().unwrap()
}

fn entry(label: &str) -> Entry {
    Entry::of(label, count().guarantee()).unwrap()
}

fn three() -> Ledger {
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    for label in ["Monday", "quotes \" and \\ and ε′", "Wednesday"] {
        ledger.record(entry(label).times(2).unwrap()).unwrap();
    }
    ledger
}

fn refused(text: &str) -> bool {
    matches!(Ledger::from_text(text), Err(Error::Saved { .. } | Error::Entry { .. }))
}

#[test]
fn what_is_written_is_read_back() {
    let planar = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((0, 1000), (0, 1000));
    let planar = planar.disc((500, 500), 400).grid(2).build().unwrap();
    let mut ledgers = vec![three(), Ledger::new(Budget::pure("1/3").unwrap())];
    let mut all = Ledger::new(Budget::sums(100, "1/1000").unwrap());
    let closeness = Closeness { above: UpperBound::new(q("1e-9")), below: UpperBound::new(q("1/3000000")) };
    let stated = Ideal::Approximate { epsilon: q("1/7"), delta: q("1e-9") };
    all.record(Entry::new("stated", stated, closeness).unwrap().times(7).unwrap()).unwrap();
    all.record(Entry::of("place", planar.guarantee()).unwrap()).unwrap();
    all.record(entry("less").certified_at(UpperBound::new(q("0.1"))).unwrap()).unwrap();
    ledgers.push(all);
    for ledger in ledgers {
        let text = ledger.to_text().unwrap();
        let read = Ledger::from_text(&text).unwrap();
        assert_eq!(read, ledger);
        assert_eq!((read.remaining(), read.spent()), (ledger.remaining(), ledger.spent()));
        assert_eq!(read.to_text().unwrap(), text);
        assert!(text.starts_with("{\"schema\":\"kdelta-ledger/1\""), "{text}");
    }
}

fn with_gaussian() -> Ledger {
    let mut ledger = three();
    let built = Gaussian::<f64>::builder().sigma(50).delta("1e-7").sensitivity(1).answers(0, 1000);
    let built = built.window(-500, 1500).grid(1).build().unwrap();
    ledger.record(Entry::of("Gaussian", built.guarantee()).unwrap().times(2).unwrap()).unwrap();
    ledger
}

/// Older programs read what they know, and say of the rest that it is of a later format.
#[test]
fn gaussian_noise_makes_a_later_format_and_nothing_else_does() {
    let ledger = with_gaussian();
    let text = ledger.to_text().unwrap();
    assert!(text.starts_with("{\"schema\":\"kdelta-ledger/2\""), "{text}");
    assert!(
        text.contains("\"ideal\":{\"gaussian\":{\"sensitivity\":\"1\",\"scale\":\"50\",\"delta\":"),
        "{text}"
    );
    let read = Ledger::from_text(&text).unwrap();
    assert_eq!((&read, read.remaining(), read.spent()), (&ledger, ledger.remaining(), ledger.spent()));
    assert_eq!(read.to_text().unwrap(), text);
    // The lines of one format under the name of the other.
    assert!(refused(&text.replacen("ledger/2", "ledger/1", 1)));
    assert!(refused(&three().to_text().unwrap().replacen("ledger/1", "ledger/2", 1)));
}

#[test]
fn other_accountants_are_told_of_gaussian_noise() {
    let python = with_gaussian().to_dp_accounting().unwrap();
    let event = "dp_accounting.SelfComposedDpEvent(dp_accounting.GaussianDpEvent(noise_multiplier=50.0), 2)";
    assert!(python.contains(event) && python.contains("LaplaceDpEvent(noise_multiplier="), "{python}");
    let above = with_gaussian().spent().closeness.above.to_f64_up();
    assert!(python.contains(&format!("above = {above:?}")), "{python}");
    // σ/Δ is rounded down.
    let mut third = Ledger::new(Budget::sums(100, "1/10").unwrap());
    let ideal = Ideal::Gaussian { sensitivity: q("3"), scale: q("1"), delta: q("1/100") };
    third.record(Entry::new("x", ideal, Closeness::exact()).unwrap()).unwrap();
    assert!(third.to_dp_accounting().unwrap().contains("noise_multiplier=0.3333333333333333)"));

    // OpenDP composes one measure: beside Gaussian noise, a pure ε is ρ = ε²/2.
    let json: serde_json::Value = serde_json::from_str(&with_gaussian().to_opendp().unwrap()).unwrap();
    let releases = json["__kwargs__"]["measurements"].as_array().unwrap();
    let scales: Vec<f64> = releases.iter().map(|one| one["__kwargs__"]["scale"].as_f64().unwrap()).collect();
    assert_eq!(scales, [10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 50.0, 50.0]);
    for one in releases {
        let (function, measure) = (&one["__function__"], &one["__kwargs__"]["MO"]);
        assert_eq!((function, measure), (&"make_gaussian".into(), &"ZeroConcentratedDivergence".into()));
    }
    // Without it, everything is as it was: the ε′ of Laplace noise, with κ.
    let json: serde_json::Value = serde_json::from_str(&three().to_opendp().unwrap()).unwrap();
    let first = &json["__kwargs__"]["measurements"][0];
    assert_eq!(
        (&first["__function__"], &first["__kwargs__"]["MO"]),
        (&"make_laplace".into(), &"MaxDivergence".into())
    );
    assert!(first["__kwargs__"]["scale"].as_f64().unwrap() < 10.0);
}

#[test]
fn a_line_that_is_lost_repeated_moved_or_cut_is_noticed() {
    let text = three().to_text().unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 5);
    for at in 0..lines.len() {
        let mut lost = lines.clone();
        lost.remove(at);
        assert!(refused(&lost.concat()), "without line {at}");
        let mut repeated = lines.clone();
        repeated.insert(at, lines[at]);
        assert!(refused(&repeated.concat()), "line {at} twice");
        for other in 0..at {
            let mut moved = lines.clone();
            moved.swap(at, other);
            assert!(refused(&moved.concat()), "lines {at} and {other} swapped");
        }
    }
    for (end, _) in text.char_indices() {
        assert!(refused(&text[..end]), "cut at {end}");
    }
    assert!(
        refused(&format!("{text}\n")) && refused(&format!("\n{text}")) && refused(&format!("{text}{text}"))
    );
}

#[test]
fn every_other_byte_is_noticed() {
    let text = three().to_text().unwrap();
    for at in 0..text.len() {
        for other in [b'0', b'9', b' ', b'"', b'a', b'\n'] {
            let mut bytes = text.clone().into_bytes();
            if std::mem::replace(&mut bytes[at], other) != other {
                let changed = String::from_utf8(bytes);
                assert!(changed.is_err() || refused(&changed.unwrap()), "byte {at} as {other}");
            }
        }
    }
}

#[test]
fn a_later_format_is_not_called_damaged() {
    let text = three().to_text().unwrap().replace("kdelta-ledger/1", "kdelta-ledger/3");
    let why = Ledger::from_text(&text).unwrap_err().to_string();
    assert!(why.contains("is of the format \"kdelta-ledger/3\""), "{why}");
    let why = Ledger::from_text("{\"other\": 1}\n{}\n").unwrap_err().to_string();
    assert!(why.contains("not the first line of a ledger"), "{why}");
}

fn why(result: Result<LedgerFile, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_file_keeps_everything_and_has_one_user_at_a_time() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a.ledger");
    let missing = why(LedgerFile::open(&path));
    assert!(missing.contains("a.ledger") && missing.contains("No such file"), "{missing}");
    let mut file = LedgerFile::create(&path, Budget::pure("0.25").unwrap()).unwrap();
    file.release(&count(), "one", 41.0, &mut entropy::Os).unwrap();
    assert!(matches!(LedgerFile::open(&path), Err(Error::InUse { .. })));
    // To look at it needs no lock.
    assert_eq!(&*LedgerFile::look(&path).unwrap(), file.ledger());
    drop(file);

    let mut file = LedgerFile::open(&path).unwrap();
    file.record(entry("two")).unwrap();
    let before = fs::read(&path).unwrap();
    assert!(matches!(file.record(entry("three")), Err(Error::Spent { .. })));
    assert_eq!(fs::read(&path).unwrap(), before, "a refusal writes nothing");
    drop(file);
    let labels: Vec<_> =
        LedgerFile::look(&path).unwrap().entries().iter().map(|entry| entry.label().to_owned()).collect();
    assert_eq!(labels, ["one", "two"]);

    let again = why(LedgerFile::create(&path, Budget::pure(1).unwrap()));
    assert!(again.contains("must not be lost"), "{again}");
    assert_eq!(fs::read(&path).unwrap(), before);
    let mut names: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|found| found.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.ledger", "a.ledger.lock"]);
}

#[test]
fn a_damaged_file_is_refused_and_stays_as_it_is() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a.ledger");
    let text = three().to_text().unwrap();
    for damaged in [&text[..text.len() - 1], &text[..text.len() / 2], "", "\0\0\0"] {
        fs::write(&path, damaged).unwrap();
        let why = why(LedgerFile::open(&path));
        assert!(why.contains("damaged") && why.contains("not repaired"), "{why}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(why(LedgerFile::open(&path)).contains("no text"));
}

#[cfg(unix)]
#[test]
fn every_path_to_a_file_has_the_same_lock_and_hard_links_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let (path, link, second) =
        (place.path().join("a.ledger"), place.path().join("link"), place.path().join("second"));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    // A link that leads nowhere is not followed into existence.
    assert!(why(LedgerFile::create(&link, Budget::pure(1).unwrap())).contains("must not be lost"));
    let file = LedgerFile::create(&path, Budget::pure(1).unwrap()).unwrap();
    assert!(matches!(LedgerFile::open(&link), Err(Error::InUse { .. })));
    drop(file);
    let mut file = LedgerFile::open(&link).unwrap();
    file.record(entry("through a link")).unwrap();
    drop(file);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(LedgerFile::look(&path).unwrap().entries().len(), 1);

    fs::hard_link(&path, &second).unwrap();
    for name in [&path, &second] {
        let why = why(LedgerFile::open(name));
        assert!(why.contains("second name"), "{why}");
    }
    assert!(why(LedgerFile::open(place.path())).contains("no regular file"));
}

#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a.ledger");
    let change: [fn(&Path); 3] = [
        |path| fs::remove_file(path).unwrap(),
        |path| fs::write(path, three().to_text().unwrap()).unwrap(),
        |path| {
            let copy = path.with_extension("copy");
            fs::copy(path, &copy).unwrap();
            fs::rename(copy, path).unwrap();
        },
    ];
    for change in change {
        let _ = fs::remove_file(&path);
        let mut file = LedgerFile::create(&path, Budget::pure(1).unwrap()).unwrap();
        file.record(entry("one")).unwrap();
        change(&path);
        let before = fs::read(&path).ok();
        assert!(matches!(file.record(entry("two")), Err(Error::File { .. })));
        assert_eq!(fs::read(&path).ok(), before);
        // It may have been on its way to the disk, so it counts.
        assert_eq!(file.ledger().entries().len(), 2);
    }
}
