//! `kdelta audit`: what it accepts, what it refuses, and that one bad file does not hide the others.

use crate::{ROOT, kdelta};
use std::fs;

const DEFAULT: &str = "certificates/mechanism-binary64.json";

#[test]
fn every_statement_is_shown() {
    insta::assert_snapshot!(kdelta(&["audit", DEFAULT]).yes());
}

/// Of Gaussian noise: ε′ with its δ, the kernel of its noise, and no word of a pure ε.
#[test]
fn gaussian_noise_is_audited_at_its_delta() {
    let out = kdelta(&["audit", "certificates/mechanism-gaussian-binary64.json", "--points", "4"]).yes();
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("gaussian-binary64.json: accepted") && words.contains("1 of 1 accepted"),
        "{words}"
    );
    for said in ["δ", "κ₊", "κ₋", "inverse_tail::inverse_tail_f64", "β"] {
        assert!(words.contains(said), "{said}: {words}");
    }
    assert!(!words.contains("pure"), "{words}");
}

#[test]
fn all_committed_certificates_are_accepted_with_and_without_a_checkout() {
    let names = fs::read_dir(format!("{ROOT}/certificates")).unwrap();
    let names = names.map(|name| name.unwrap().path().to_str().unwrap().to_owned());
    let names: Vec<_> = names.filter(|name| name.ends_with(".json")).collect();
    assert!(names.len() >= 16);
    let mut arguments = vec!["audit"];
    arguments.extend(names.iter().map(String::as_str));
    let inside = kdelta(&arguments).yes();
    assert!(inside.contains(&format!("{0} of {0} accepted", names.len())), "{inside}");
    arguments.extend(["--sources", ROOT]);
    assert_eq!(kdelta(&arguments).yes(), inside);
}

#[test]
fn findings_as_json() {
    let out = kdelta(&["audit", DEFAULT, "--json", "--points", "3"]).yes();
    let read: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(read[0]["file"], DEFAULT);
    assert_eq!(read[0]["accepted"], true);
    assert!(read[0]["checked"].as_array().unwrap().len() > 10);
    assert!(!read[0]["trusted"].as_array().unwrap().is_empty());
}

/// A tampered, a truncated, an empty, a huge, a binary and a missing file, a directory and a device; the good one
/// between them is accepted all the same.
#[test]
fn bad_files_are_named_and_the_others_still_checked() {
    let directory = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(format!("{ROOT}/{DEFAULT}")).unwrap();
    let half: String = good.chars().take(good.chars().count() / 2).collect();
    let files: [(&str, Vec<u8>, &str); 9] = [
        (
            "tampered.json",
            good.replace("\"verdict\": \"0x1.0", "\"verdict\": \"0x1.1").into_bytes(),
            "verdict",
        ),
        ("respelled.json", good.replace("\"0x1p-10\"", "\"1/1024\"").into_bytes(), "must be written"),
        ("truncated.json", half.into_bytes(), "EOF"),
        ("empty.json", Vec::new(), "EOF"),
        ("huge.json", vec![b' '; (1 << 20) + 1], "the limit"),
        ("deep.json", b"[".repeat(100_000), "certificate"),
        ("binary.json", vec![0xff, 0x00, 0x80], "is no text"),
        ("other.json", b"{}".to_vec(), "schema"),
        (
            "extended.json",
            good.replacen("\"claim\"", "\"remark\": \"\",\n      \"claim\"", 1).into_bytes(),
            "remark",
        ),
    ];
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let mut arguments = vec!["audit".to_owned()];
    for (name, content, _) in &files {
        fs::write(directory.path().join(name), content).unwrap();
        arguments.push(path(name));
    }
    arguments.extend([
        ROOT.to_owned() + "/" + DEFAULT,
        path("absent.json"),
        ROOT.to_owned(),
        "/dev/zero".into(),
    ]);
    let run = kdelta(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("1 of 13 accepted") && run.out.contains(&format!("{DEFAULT}: accepted")),
        "{}",
        run.out
    );
    assert!(run.err.contains("12 of 13 not accepted"), "{}", run.err);
    for (name, _, word) in &files {
        assert!(run.err.contains(name), "{}", run.err);
        let section = run.out.split(&format!("{name}: refused")).nth(1).unwrap();
        let section = section.split(": refused").next().unwrap();
        assert!(section.contains(word), "{name}: {section}");
    }
    let json = kdelta(&["audit", &path("empty.json"), "--json"]);
    let read: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, &read[0]["accepted"]), (1, &serde_json::json!(false)));
}

#[test]
fn flags_that_are_wrong() {
    for arguments in [
        &["audit"][..],
        &["audit", DEFAULT, "--points", "-1"],
        &["audit", DEFAULT, "--points", "1e3"],
        &["audit", DEFAULT, "--points", "18446744073709551615"],
        &["audit", DEFAULT, "--points", ""],
    ] {
        kdelta(arguments).no(2);
    }
    let run = kdelta(&["audit", DEFAULT, "--sources", "/nonexistent"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("cannot be read") && run.out.contains("0 of 1 accepted"));
}

#[test]
fn the_small_logarithm_at_every_input() {
    let out = kdelta(&["audit", "certificates/kernel-shift-add-16.json", "--points", "65535"]).yes();
    assert!(out.contains("65535 re-executed inputs (every input)"), "{out}");
}

/// A black box is about one build on one platform; the program says whether that is the one here.
#[test]
fn a_black_box_says_what_is_trusted() {
    let out = kdelta(&["audit", "certificates/kernel-libm-log.json"]).yes();
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("trusted the bound is the worst case of a run over every input"), "{words}");
    let compared = "−libm::log of this machine gives the same outputs at 4096 points";
    assert_eq!(words.contains(&format!("checked {compared}")), cfg!(feature = "reference"), "{words}");
    // The same certificate with another digest of outputs, consistently: accepted, but not about this machine.
    let directory = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(format!("{ROOT}/certificates/kernel-libm-log.json")).unwrap();
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    let digest = read["certifies"]["kernel"]["subject"]["sources"][0]["sha256"].as_str().unwrap().to_owned();
    let other = directory.path().join("other.json");
    fs::write(&other, text.replace(&digest, &"0".repeat(64))).unwrap();
    let words = kdelta(&["audit", other.to_str().unwrap()]).yes();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = if cfg!(feature = "reference") { "gives other outputs" } else { "not compared" };
    assert!(words.contains(said), "{words}");
}
