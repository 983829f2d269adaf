//! Every attack: it succeeds on the naive mechanism at the exact rate, and is at chance on ours.
#![allow(clippy::unwrap_used, reason = "tests")]

use kdelta_attack::{ATTACKS, Attack, Error, Finding, MAX_SAMPLES, find};

/// As many as the command takes.
const SAMPLES: u64 = 1_000_000;

fn run(attack: &Attack, samples: u64, seed: u64) -> Finding {
    attack.run(samples, seed, &mut |_| {}).unwrap()
}

#[test]
fn every_attack_succeeds_on_the_naive_mechanism_and_fails_on_ours() {
    for attack in ATTACKS {
        let finding = run(attack, SAMPLES, 2013);
        let name = attack.name;
        assert!(finding.naive_is_broken(), "{name}: {finding:?}");
        assert!(finding.expected_is_met(), "{name}: {:?} {finding:?}", finding.naive.interval());
        assert!(finding.ours_is_at_chance(), "{name}: {:?} {finding:?}", finding.ours.interval());
        // The event happens against ours, in both worlds: it is not at chance because it cannot happen. Only the grid of the
        // precision attack rules it out altogether.
        let happens = finding.ours.hits.iter().all(|&hits| hits > 0);
        assert!(happens != (name == "precision"), "{name}: {finding:?}");
        // The exact value is one number, known to more digits than are measured, and above chance.
        let exact = finding.expected.value;
        assert!(exact.high - exact.low < 1e-9 && exact.low > 0.0, "{name}: {exact:?}");
        // Were ours replaced by the naive mechanism, its interval would not contain 0.
        let replaced = Finding { ours: finding.naive, ..finding.clone() };
        assert!(!replaced.ours_is_at_chance(), "{name}");
        // Were the attacker broken (an event that says nothing), neither would the naive one be seen broken.
        let blind = Finding { naive: finding.ours, ..finding };
        assert!(!blind.naive_is_broken() && !blind.expected_is_met(), "{name}");
    }
}

#[test]
fn a_seed_gives_the_same_numbers_and_another_others() {
    for attack in [find("porous").unwrap(), find("timing").unwrap()] {
        assert_eq!(run(attack, 1000, 1), run(attack, 1000, 1));
        assert_ne!(run(attack, 1000, 1), run(attack, 1000, 2));
    }
}

#[test]
fn progress_counts_every_sample_of_both_worlds_and_mechanisms() {
    let mut done = 0;
    find("scaling").unwrap().run(50_000, 1, &mut |more| done += more).unwrap();
    assert_eq!(done, 200_000);
}

#[test]
fn names_are_distinct_words_and_unknown_ones_are_not_found() {
    let mut names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ATTACKS.len());
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    assert!(find("").is_none() && find("Scaling").is_none());
}

#[test]
fn numbers_of_samples_out_of_range_are_refused() {
    for asked in [0, MAX_SAMPLES + 1, u64::MAX] {
        let refused = find("scaling").unwrap().run(asked, 1, &mut |_| {}).unwrap_err();
        assert_eq!(refused, Error::Samples { asked });
        assert!(refused.to_string().contains("1 to 1000000000"), "{refused}");
    }
}
