//! `kdelta enumerate`: exact laws and losses, where they occur, and what is refused.

use crate::kdelta;

fn enumerate(arguments: &str) -> crate::Run {
    kdelta(&[&["enumerate"], &arguments.split_whitespace().collect::<Vec<_>>()[..]].concat())
}

fn json(arguments: &str) -> serde_json::Value {
    serde_json::from_str(&enumerate(&format!("{arguments} --json")).yes()).unwrap()
}

#[test]
fn all_neighbours_next_to_every_bound() {
    insta::assert_snapshot!(enumerate("").yes());
}

#[test]
fn the_whole_law_of_two_answers() {
    insta::assert_snapshot!(enumerate("--pair 0..1 --law --generator midpoint-10 --grid 1/2").yes());
}

#[test]
fn the_relative_generator() {
    insta::assert_snapshot!(enumerate("--generator relative-8 --window -12..12").yes());
}

#[test]
fn an_infinite_loss_and_the_hole_it_comes_from() {
    insta::assert_snapshot!(enumerate("--generator midpoint-8 --grid 2^-4").yes());
}

/// Answers outside the window (CE4): the paper's bound is printed for it, and does not hold.
#[test]
fn the_printed_bound_is_violated_where_the_paper_lacks_a_condition() {
    let found = json("--answers 0..12 --window -1..1");
    assert_eq!(found["loss"]["infinite"], true);
    assert_eq!(found["bounds"][0]["form"], "printed, with δ as printed");
    assert_eq!(found["bounds"][0]["holds"], false);
    assert!(found["no_bound"].as_str().unwrap().contains("needs 2c < 1"), "{found}");
    let text = enumerate("--answers 0..12 --window -1..1").yes();
    assert!(text.contains("VIOLATED") && text.contains("no bound of the repaired theory"), "{text}");
}

/// Every bound of the repaired theory holds wherever it applies, and the laws are laws.
#[test]
fn no_bound_is_violated() {
    let mut applied = 0;
    for epsilon in ["1/8", "1", "3/2"] {
        for generator in ["midpoint-10", "midpoint-14", "relative-5", "relative-9"] {
            for grid in ["1/8", "1/2", "1"] {
                let found =
                    json(&format!("--epsilon {epsilon} --generator {generator} --grid {grid} --digits 7"));
                let total = found["total"].as_u64().unwrap();
                for side in [0, 1] {
                    let law = found["law"].as_array().unwrap();
                    let sum: u64 = law.iter().map(|row| row["weights"][side].as_u64().unwrap()).sum();
                    assert_eq!(sum, total);
                }
                for bound in found["bounds"].as_array().unwrap() {
                    let printed = bound["form"] == "printed, with δ as printed";
                    assert!(printed || bound["holds"] == true, "{epsilon} {generator} {grid}: {bound}");
                    applied += usize::from(!printed);
                }
            }
        }
    }
    assert!(applied > 150, "{applied}");
}

/// The pair's loss is at most that of all neighbours, and the pair that is worst of all attains it.
#[test]
fn the_worst_pair_is_the_worst() {
    let all = json("--generator midpoint-12");
    let worst = &all["worst"];
    let (low, high) = {
        let (a, b) = (worst["answer"].as_str().unwrap(), worst["neighbour"].as_str().unwrap());
        if a == "0" { (a, b) } else { (b, a) }
    };
    let pair = json(&format!("--generator midpoint-12 --pair {low}..{high}"));
    assert_eq!(pair["loss"], all["loss"]);
    let other = json("--generator midpoint-12 --pair 0..1/2");
    assert_ne!(other["loss"]["ratio"], all["loss"]["ratio"]);
}

#[test]
fn bad_input_is_refused() {
    for (arguments, code, word) in [
        ("--epsilon 0", 2, "needs to be > 0"),
        ("--epsilon -1", 2, "needs to be > 0"),
        ("--epsilon x", 2, "--epsilon"),
        ("--epsilon 2^-70", 1, "scale Δ/ε"),
        ("--epsilon 1e30", 1, "scale Δ/ε"),
        ("--sensitivity 0", 2, "needs to be > 0"),
        ("--sensitivity inf", 2, "--sensitivity"),
        ("--sensitivity 1e30", 1, "scale Δ/ε"),
        ("--grid 0", 2, "needs to be > 0"),
        ("--grid 0.3", 2, "no power of two"),
        ("--grid 2^-11", 2, "no multiple of 2^-10"),
        ("--grid NaN", 2, "--grid"),
        ("--window 1..0", 2, "swap"),
        ("--window 0", 2, ".."),
        ("--window 0..1/8", 2, "no multiple of the grid"),
        ("--window -1/3..1", 2, "no multiple of 2^-10"),
        ("--window -2^20..2^20", 1, "the limit is 65536"),
        ("--window -2^60..2^60", 2, "too many units"),
        ("--answers 1..0", 2, "swap"),
        ("--answers 0..1/3", 2, "--answers"),
        ("--answers 0..2^11", 1, "the limit is 1048576"),
        ("--answers 0..2^9 --window -2^10..2^10", 1, "answers times outputs"),
        ("--answers 0..2^70", 2, "too many units"),
        ("--digits 33", 2, "--digits"),
        ("--digits -1", 2, "-1"),
        ("--digits x", 2, "--digits"),
        ("--generator midpoint-27", 2, "midpoint-2 to midpoint-26"),
        ("--generator midpoint-1", 2, "midpoint-2 to midpoint-26"),
        ("--generator relative-52", 2, "relative-2 to relative-20"),
        ("--generator uniform-8", 2, "--generator"),
        ("--generator relative-4 --epsilon 8 --window -8..8", 1, "64 bits"),
        ("--pair 0", 2, ".."),
        ("--pair 0..2", 2, "outside --answers"),
        ("--pair 0..1 --sensitivity 1/2", 2, "no neighbours"),
        ("--pair 1/3..1", 2, "--pair"),
        ("--law=yes", 2, "--law"),
        ("--json=yes", 2, "--json"),
        ("extra", 2, "extra"),
    ] {
        let message = enumerate(arguments).no(code);
        assert!(message.contains(word), "{arguments}: {message}");
    }
}

#[test]
fn the_plane_next_to_every_bound() {
    insta::assert_snapshot!(enumerate("planar").yes());
}

/// CE14 of the theory, through the code that runs: the paper's bound of its section 6 is 1.93, the loss is infinite.
#[test]
fn the_printed_planar_bound_is_violated() {
    let setting =
        "planar --sampler inverse-10 --angle 10 --answers 0..1/4 --step 1/32 --window 0..15/64 --grid 1/64";
    insta::assert_snapshot!(enumerate(setting).yes());
    let found = json(setting);
    assert_eq!(found["loss"]["infinite"], true);
    assert_eq!(found["worst"]["weights"], serde_json::json!([82, 0]));
    assert_eq!((&found["bounds"][0]["holds"], &found["bounds"][0]["proved"]), (&false.into(), &false.into()));
    assert_eq!(found["bounds"].as_array().unwrap().len(), 1);
}

#[test]
fn no_planar_bound_is_violated() {
    let mut applied = 0;
    for sampler in ["gamma-5", "gamma-6", "inverse-10"] {
        for (epsilon, grid) in [("1/2", "1/2"), ("1", "1"), ("1/4", "1")] {
            let found =
                json(&format!("planar --sampler {sampler} --epsilon {epsilon} --grid {grid} --step 1/4"));
            for bound in found["bounds"].as_array().unwrap() {
                assert!(bound["proved"] == false || bound["holds"] == true, "{sampler} {epsilon}: {bound}");
                applied += usize::from(bound["proved"] == true);
            }
        }
    }
    assert!(applied >= 35, "{applied}");
}

#[test]
fn bad_input_of_the_plane_is_refused() {
    for (arguments, code, word) in [
        ("--epsilon 0", 2, "needs to be > 0"),
        ("--epsilon x", 2, "--epsilon"),
        ("--epsilon 1e30", 1, "--distance: the scale"),
        ("--distance -1", 2, "needs to be > 0"),
        ("--distance ..", 2, "--distance"),
        ("--answers 1..0", 2, "swap"),
        ("--answers 0..1/3", 2, "no multiple of 2^-20"),
        ("--step 0", 2, "needs to be > 0"),
        ("--step 1/3", 2, "no multiple of 2^-20"),
        ("--step 2^-20", 1, "the limit is 1073741824"),
        ("--window 0..1/4", 2, "no multiple of the grid"),
        ("--window 0..2^40", 2, "too many units"),
        ("--window 0..2^30", 1, "the limit is 1073741824"),
        ("--grid 3", 2, "no power of two"),
        ("--grid 0", 2, "needs to be > 0"),
        ("--grid 2^-21", 2, "no multiple of 2^-20"),
        ("--sampler gamma", 2, "gamma-BITS nor inverse-BITS"),
        ("--sampler gamma-12", 2, "gamma-4 to gamma-9"),
        ("--sampler inverse-53", 2, "-14 and -16"),
        ("--angle 63", 2, "angles of 4, 6, 8 or 10 bits"),
        ("--angle x", 2, "--angle"),
        ("--json=yes", 2, "--json"),
        ("extra", 2, "extra"),
    ] {
        let message = enumerate(&format!("planar {arguments}")).no(code);
        assert!(message.contains(word), "{arguments}: {message}");
    }
    // Flags of the line are not those of the plane.
    enumerate("--digits 8 planar").no(2);
    enumerate("planar --generator midpoint-8").no(2);
}

#[test]
fn a_gaussian_mechanism_next_to_the_ideal_one() {
    insta::assert_snapshot!(
        enumerate("gaussian --digits 6 --grid 1/2 --window -4..5 --generator relative-10").yes()
    );
}

/// Whatever the setting, the exact law is within κ₊ and κ₋ of the ideal one, and the exact δ within the certified one; and the bounds are
/// not idle: somewhere more than a third of κ₊ is needed.
#[test]
fn no_bound_of_gaussian_noise_is_violated() {
    let (mut applied, mut needed) = (0, 0.0_f64);
    for sigma in ["1/2", "1", "3"] {
        for generator in ["relative-6", "relative-9", "relative-12"] {
            for grid in ["1/4", "1"] {
                let found = json(&format!(
                    "gaussian --sigma {sigma} --generator {generator} --grid {grid} --digits 8 --answers 0..1/4 --sensitivity 1/8 --window -3..3"
                ));
                assert_eq!(found["holds"], true, "{found}");
                if found["epsilon_prime"].is_string() {
                    applied += 1;
                    let exact: f64 = found["above"]["exact_at_most"].as_str().unwrap().parse().unwrap();
                    let certified = kdelta_testkit::q(found["above"]["certified"].as_str().unwrap());
                    needed = needed.max(exact / num_traits::ToPrimitive::to_f64(&certified).unwrap());
                }
            }
        }
    }
    assert!(applied >= 12, "{applied}");
    assert!(needed > 1.0 / 3.0 && needed <= 1.0, "{needed}");
}

#[test]
fn gaussian_flags_that_cannot_be() {
    for (code, arguments, word) in [
        (2, "--generator midpoint-10", "relative-2 to relative-20"),
        (2, "--generator lazy-52", "relative-2 to relative-20"),
        (2, "--delta 1", "below 1"),
        (2, "--delta -1/2", "--delta needs to be > 0"),
        (2, "--delta 1e-400", "at least 2^-1000"),
        (2, "--sigma 0", "--sigma needs to be > 0"),
        (1, "--sigma 1e30", "choose another unit"),
        (1, "--sigma 1/1000", "output -2 under 0 is not possible"),
        (1, "--sigma 100", "a coarser --grid"),
        (1, "--window -100..100", "narrow the --window"),
    ] {
        let refused = enumerate(&format!("gaussian {arguments}")).no(code);
        assert!(refused.contains(word) && !refused.contains("Δ/ε"), "{arguments}: {refused}");
    }
    // What is said to help does.
    for arguments in ["--sigma 1/2", "--sigma 100 --grid 16 --window -64..64", "--window -4..4"] {
        enumerate(&format!("gaussian --digits 6 {arguments}")).yes();
    }
}
