//! `kdelta attack`: every attack succeeds on the naive mechanism and fails on ours; bad input; the same numbers again.

use crate::kdelta;

/// Samples that show every attack, in a second or two.
const SAMPLES: &str = "--samples=200000";

#[test]
fn every_attack_in_one_table() {
    insta::assert_snapshot!(kdelta(&["attack", SAMPLES]).yes());
}

#[test]
fn named_attacks_are_told_in_full() {
    insta::assert_snapshot!(kdelta(&["attack", "scaling", "timing", "--samples", "20000"]).yes());
}

#[test]
fn the_list() {
    insta::assert_snapshot!(kdelta(&["attack", "--list"]).yes());
    let one = kdelta(&["attack", "--list", "tail"]).yes();
    assert!(one.contains("Example 4.1") && !one.contains("Mironov"), "{one}");
}

#[test]
fn json_says_what_the_table_says() {
    let out = kdelta(&["attack", "--json", SAMPLES, "--seed", "7"]).yes();
    let read: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((read["samples"].as_u64(), read["seed"].as_u64()), (Some(200_000), Some(7)));
    let attacks = read["attacks"].as_array().unwrap();
    assert_eq!(attacks.len(), kdelta_attack::ATTACKS.len());
    for attack in attacks {
        for verdict in ["naive_is_broken", "expected_is_met", "ours_is_at_chance"] {
            assert_eq!(attack[verdict], true, "{attack}");
        }
        let [low, high] = [0, 1].map(|end| attack["naive"]["interval"][end].as_f64().unwrap());
        let expected = attack["expected"]["advantage"][0].as_f64().unwrap();
        assert!(low <= expected && expected <= high && 0.0 < low, "{attack}");
        assert!(attack["ours"]["interval"][0].as_f64().unwrap() <= 0.0, "{attack}");
    }
    let listed: serde_json::Value =
        serde_json::from_str(&kdelta(&["attack", "--list", "--json"]).yes()).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), attacks.len());
    assert_eq!(listed[0], attacks[0]["attack"]);
}

#[test]
fn a_seed_is_reproducible_and_an_attack_does_not_depend_on_the_others() {
    let run = |names: &[&str], seed: &str| {
        let arguments = [&["attack", "--json", "--samples", "5000", "--seed", seed], names].concat();
        let read: serde_json::Value = serde_json::from_str(&kdelta(&arguments).yes()).unwrap();
        let attacks = read["attacks"].as_array().unwrap().clone();
        attacks.into_iter().find(|attack| attack["attack"]["name"] == "precision").unwrap()
    };
    assert_eq!(run(&["precision"], "1"), run(&["scaling", "precision", "timing"], "1"));
    assert_ne!(run(&["precision"], "1"), run(&["precision"], "2"));
}

/// Five outputs show nothing of a rare event: said, with exit code 1, and the table is there to see why.
#[test]
fn too_few_samples_are_not_taken_for_a_success() {
    let run = kdelta(&["attack", "snapping-tie", "scaling", "--samples", "5"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("not shown for snapping-tie") && run.err.contains("--samples"), "{}", run.err);
    assert!(run.out.contains("not shown"), "{}", run.out);
}

#[test]
fn bad_input_is_refused() {
    for (arguments, word) in [
        (&["nonsense"][..], "nonsense"),
        (&["Scaling"], "scaling"),
        (&[""], "NAME"),
        (&["scaling", "porou"], "porous"),
        (&["--samples", "0"], "--samples"),
        (&["--samples", "-1"], "-1"),
        (&["--samples", "1000000001"], "1000000000"),
        (&["--samples", "99999999999999999999"], "--samples"),
        (&["--samples", "1e6"], "--samples"),
        (&["--samples", ""], "--samples"),
        (&["--samples"], "--samples"),
        (&["--seed", "-1"], "-1"),
        (&["--seed", "x"], "--seed"),
        (&["--seed", "18446744073709551616"], "--seed"),
        (&["--list=yes"], "--list"),
        (&["--json=yes"], "--json"),
        (&["--verbose"], "--verbose"),
    ] {
        let message = kdelta(&[&["attack"], arguments].concat()).no(2);
        assert!(message.contains(word), "{arguments:?}: {message}");
    }
}

#[test]
fn no_line_is_wider_than_80_columns() {
    for arguments in [&["attack", "--list"][..], &["attack", "porous", "tail", "--samples", "100000"]] {
        for line in kdelta(arguments).yes().lines() {
            assert!(line.chars().count() <= 80 && line == line.trim_end(), "{line:?}");
        }
    }
}
