//! `kdelta certify kernel`: ours cell by cell, anybody's at every point, in parts and joined, and what is refused.

use crate::kdelta;
use std::fs;

#[test]
fn ours_cell_by_cell() {
    insta::assert_snapshot!(kdelta(&["certify", "kernel", "shift-add", "--format", "u16"]).yes());
}

#[test]
fn ours_at_points_makes_no_certificate_and_says_so() {
    insta::assert_snapshot!(
        kdelta(&["certify", "kernel", "table", "--format", "f32", "--domain", "2^-12"]).yes()
    );
}

#[test]
fn cos_and_sin_cell_by_cell() {
    insta::assert_snapshot!(kdelta(&["certify", "kernel", "cos-sin"]).yes());
}

#[test]
fn cos_and_sin_at_points_make_no_certificate_and_say_so() {
    let out = kdelta(&["certify", "kernel", "cos-sin", "--domain", "2^-12"]).yes();
    assert!(
        out.contains("4095 points") && out.contains("no certificate") && out.contains("cos 2πv"),
        "{out}"
    );
}

/// Both formats: the certificate is accepted, and names the command that gives it.
#[test]
fn the_inverse_of_the_normal_tail_cell_by_cell() {
    insta::assert_snapshot!(kdelta(&["certify", "kernel", "inverse-tail"]).yes());
    let json = kdelta(&["certify", "kernel", "inverse-tail", "--format", "f32", "--json"]).yes();
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let command = read["certifies"]["kernel"]["reproduce"].as_str().unwrap().to_owned();
    assert_eq!(crate::line(&command).yes(), json);
}

#[test]
fn the_inverse_of_the_normal_tail_at_points_makes_no_certificate_and_says_so() {
    for (domain, points) in [("2^-8..2^5", "8192 points"), ("2^-12", "4095 points")] {
        let out =
            kdelta(&["certify", "kernel", "inverse-tail", "--domain", domain, "--relative", "53"]).yes();
        assert!(out.contains(points) && out.contains("no certificate") && out.contains("·g(ℓ)"), "{out}");
    }
}

/// A small grid for everybody's: the certificate is accepted, and names the command that gives it.
#[test]
fn others_at_every_point() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("kernel.json");
    let path = file.to_str().unwrap();
    for (name, format) in
        [("std", "f64"), ("std", "f32"), ("libm", "f64"), ("core-math", "f64"), ("core-math", "f32")]
    {
        let arguments =
            ["certify", "kernel", "--kernel", name, "--format", format, "--domain", "2^-12", "--out", path];
        let table = kdelta(&arguments).yes();
        assert!(table.contains("4095 points") && table.contains("verdict: "), "{table}");
        assert!(kdelta(&["audit", path]).yes().contains("1 of 1 accepted"));
        let written = fs::read_to_string(&file).unwrap();
        let read: serde_json::Value = serde_json::from_str(&written).unwrap();
        let command = read["certifies"]["kernel"]["reproduce"].as_str().unwrap().to_owned();
        assert_eq!(crate::line(&command).yes(), written);
    }
    // With a part relative to the logarithm.
    let arguments = ["certify", "kernel", "libm", "--domain", "2^-12", "--relative", "53", "--json"];
    let json = kdelta(&arguments).yes();
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let command = read["certifies"]["kernel"]["reproduce"].as_str().unwrap().to_owned();
    assert!(command.contains("--relative 53"), "{command}");
    assert_eq!(crate::line(&command).yes(), json);
}

#[test]
fn parts_joined_are_the_whole() {
    let directory = tempfile::tempdir().unwrap();
    let state = |i: u32| directory.path().join(format!("part-{i}")).to_str().unwrap().to_owned();
    let run = ["certify", "kernel", "libm", "--domain", "2^-16"];
    for i in 0..3 {
        let (shard, state) = (format!("{i}/3"), state(i));
        let arguments = [&run[..], &["--shard", &shard, "--state", &state, "--threads", "1"]].concat();
        assert!(kdelta(&arguments).yes().contains("--merge"));
    }
    let whole = kdelta(&[&run[..], &["--json"]].concat()).yes();
    let states = [state(0), state(1), state(2)];
    let [a, b, c] = states.each_ref().map(String::as_str);
    assert_eq!(kdelta(&[&run[..], &["--json", "--merge", c, a, b]].concat()).yes(), whole);
    // A part that is missing, or of another logarithm, or twice there.
    for (states, word) in [(vec![a, b], "in no tally"), (vec![a, a, b, c], "")] {
        let message = kdelta(&[&run[..], &["--merge"], &states].concat()).no(1);
        assert!(message.contains(word), "{message}");
    }
    kdelta(&["certify", "kernel", "std", "--domain", "2^-16", "--merge", a, b, c]).no(1);
    fs::write(&states[0], "damaged").unwrap();
    kdelta(&[&run[..], &["--merge", a, b, c]].concat()).no(1);
}

#[test]
fn a_claim_is_an_assumption() {
    let out = kdelta(&["certify", "kernel", "std", "--claim", "1", "--source", "a manual"]).yes();
    assert!(out.contains("nothing proved: assumed") && out.contains("no certificate"), "{out}");
    let message = kdelta(&["certify", "kernel", "std", "--claim", "1/4"]).no(1);
    assert!(message.contains("is false at"), "{message}");
}

#[test]
fn flags_that_are_wrong() {
    for (arguments, word) in [
        (&[][..], "NAME"),
        (&["log"], "log"),
        (&["table", "--kernel", "std"], "--kernel"),
        (&["table", "--format", "u16"], "f64 and f32"),
        (&["shift-add", "--format", "f64"], "u64, u32 and u16"),
        (&["cos-sin", "--format", "f64"], "cos-sin works on u64"),
        (&["cos-sin", "--domain", "f32"], "for logarithms"),
        (&["cos-sin", "--domain", "2^-8", "--relative", "5"], "for logarithms"),
        (&["cos-sin", "--claim", "1"], "--claim"),
        (&["inverse-tail", "--format", "u64", "--domain", "2^-8..2^5"], "for every word"),
        (&["inverse-tail", "--claim", "1"], "--claim"),
        (&["inverse-tail", "--domain", "2^-20..2^13"], "2^32 points"),
        (&["inverse-tail", "--domain", "2^-1..2^32"], "2^32 points"),
        (&["inverse-tail", "--domain", "2^-1..5"], "none of all"),
        (&["table", "--domain", "2^-8..2^5"], "inverse-tail"),
        (&["std", "--format", "f16"], "--format"),
        (&["std", "--domain", "all"], "black box"),
        (&["std", "--domain", "2^-0"], "1 to 32"),
        (&["std", "--domain", "2^-33"], "1 to 32"),
        (&["std", "--domain", "2^-4294967296"], "none of all"),
        (&["std", "--domain", "odd-34"], "1 to 33"),
        (&["std", "--domain", ""], "none of all"),
        (&["std", "--relative", "0"], "--relative"),
        (&["table", "--relative", "5"], "--domain"),
        (&["table", "--state", "x"], "--domain"),
        (&["std", "--shard", "0/2"], "--state"),
        (&["std", "--shard", "2/2", "--state", "x"], "shard"),
        (&["std", "--shard", "x", "--state", "x"], "shard"),
        (&["std", "--threads", "0"], "--threads"),
        (&["std", "--claim", "NaN"], "--claim"),
        (&["std", "--claim", "1", "--domain", "2^-4"], "--claim"),
        (&["table", "--claim", "1"], "--claim"),
    ] {
        let message = kdelta(&[&["certify", "kernel"], arguments].concat()).no(2);
        assert!(message.contains(word), "{arguments:?}: {message}");
    }
    kdelta(&["certify", "kernel", "std", "--claim", "-1"]).no(1);
    kdelta(&["certify", "kernel", "std", "--domain", "2^-8", "--state", "/nonexistent/state"]).no(1);
    kdelta(&["certify", "kernel", "std", "--domain", "2^-8", "--merge", "/dev/null"]).no(1);
    kdelta(&["certify", "kernel", "std", "--domain", "2^-8", "--out", "/dev/full"]).no(1);
}
