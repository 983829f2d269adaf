//! `kdelta solve` as a user calls it.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use assert_cmd::Command;
use kdelta_oracle::number::Rational;
use kdelta_testkit::q;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn kdelta(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("kdelta").unwrap().args(arguments).assert()
}

/// What is asked, with ε = Δ = 1, answers from 0 to 1 and their window and grid for what is not said.
fn whole<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let value = |flag: &str| {
        let at = arguments.iter().position(|word| *word == flag);
        at.and_then(|at| arguments.get(at + 1)).copied()
    };
    let mut whole = vec!["solve"];
    whole.extend(arguments);
    for (flag, value_of_example) in
        [("--sensitivity", "1"), ("--answers", "0..1"), ("--window", "-16..16"), ("--grid", "2^-10")]
    {
        let given = arguments.iter().any(|word| *word == flag || word.starts_with(&format!("{flag}=")));
        if !given && value("--for") != flag.strip_prefix("--") && value("--config").is_none() {
            whole.extend([flag, value_of_example]);
        }
    }
    whole
}

fn solve(arguments: &[&str]) -> Value {
    let output = kdelta(&whole(&[&["--json"], arguments].concat())).success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

fn number(value: &Value) -> Rational {
    q(value.as_str().unwrap())
}

/// Runs the command that a solution prints: it must certify, and to the very ε′ that was promised.
fn certifies(solution: &Value) -> bool {
    let command = solution["certify"].as_str().unwrap().strip_prefix("kdelta ").unwrap();
    let arguments: Vec<_> = command.split(' ').chain(["--json"]).collect();
    let output = kdelta(&arguments).success().get_output().stdout.clone();
    let certificate: Value = serde_json::from_slice(&output).unwrap();
    certificate["certifies"]["mechanism"]["verdict"] == solution["epsilon_prime"]
}

const SETTINGS: [&[&str]; 6] = [
    &[],
    &["--format", "f32", "--grid", "2^-8"],
    &["--format", "fixed-64-40"],
    &["--generator", "midpoint-53"],
    &[
        "--answers",
        "0..100",
        "--window",
        "-10..110",
        "--sensitivity",
        "3/10",
        "--query-error",
        "2^-40",
        "--reading-error",
        "text",
        "--budget",
        "1/50",
    ],
    &["--budget", "1e-3", "--answers", "0..1000", "--window", "-1000..2000", "--grid", "1"],
];

fn budget<'a>(setting: &[&'a str]) -> Vec<&'a str> {
    if setting.contains(&"--budget") { setting.to_vec() } else { [setting, &["--budget", "1"]].concat() }
}

#[test]
fn the_largest_epsilon_is_within_the_budget_and_the_next_is_not() {
    for setting in SETTINGS {
        let found = solve(&budget(setting));
        let limit = number(&found["budget"]);
        assert!(number(&found["epsilon_prime"]) <= limit, "{setting:?}");
        assert!(number(&found["setting"]["epsilon"]) < number(&found["epsilon_prime"]));
        assert_eq!(found["within_budget"], true);
        assert!(certifies(&found), "{setting:?}");
        // The next larger ε is the next scale: one part in 2^23 or 2^24 away, and beyond the budget or refused.
        let (epsilon, next) = (number(&found["setting"]["epsilon"]), number(&found["next"]["epsilon"]));
        let ratio = &next / &epsilon;
        assert!(next > epsilon && ratio <= q("1") + q("2^-22"), "{setting:?}");
        let beyond = found["next"].get("epsilon_prime").map(number);
        assert!(beyond.is_none_or(|beyond| beyond > limit), "{setting:?}");
    }
}

#[test]
fn the_finest_grid_is_within_the_budget_and_the_next_is_not() {
    for setting in SETTINGS {
        let given: Vec<_> = setting
            .iter()
            .position(|flag| *flag == "--grid")
            .map_or(setting.to_vec(), |at| [&setting[..at], &setting[at + 2..]].concat());
        let limit = budget(&given);
        let limit = limit[limit.iter().position(|flag| *flag == "--budget").unwrap() + 1];
        let epsilon = format!("{limit}/1.25");
        // a/b of decimals reads exactly; 1/50/1.25 does not.
        let epsilon = if limit.contains('/') { "1/70" } else { &epsilon };
        let found = solve(&[&budget(&given)[..], &["--for", "grid", "--epsilon", epsilon]].concat());
        assert!(number(&found["epsilon_prime"]) <= number(&found["budget"]), "{setting:?}");
        assert!(certifies(&found));
        let (grid, next) = (number(&found["setting"]["grid"]), number(&found["next"]["grid"]));
        assert_eq!(&next * q("2"), grid, "the next power of two");
        let beyond = found["next"].get("epsilon_prime").map(number);
        assert!(beyond.is_none_or(|beyond| beyond > number(&found["budget"])));
    }
}

#[test]
fn the_widest_window_is_within_the_budget_and_one_step_more_is_not() {
    for (setting, epsilon) in
        [(SETTINGS[0], "0.9"), (SETTINGS[1], "0.9"), (SETTINGS[2], "1/2"), (SETTINGS[3], "0.99")]
    {
        let found = solve(
            &[&budget(setting)[..], &["--for", "window", "--epsilon", epsilon, "--answers", "0.3..1"]]
                .concat(),
        );
        assert!(number(&found["epsilon_prime"]) <= number(&found["budget"]));
        assert!(certifies(&found));
        let step = number(&found["setting"]["grid"]);
        let window = &found["setting"]["law"]["laplace"]["window"];
        let (low, high) = (number(&window["low"]), number(&window["high"]));
        // The same number of steps on both sides of the answers, rounded outward to the grid.
        let steps = (&high - q("1")) / &step;
        let from = (q("0.3") / &step).floor();
        assert!(steps.is_integer() && from - &low / &step == steps, "{low} {high}");
        assert_eq!(number(&found["next"]["window"]), steps + q("1"));
        let beyond = found["next"].get("epsilon_prime").map(number);
        assert!(beyond.is_none_or(|beyond| beyond > number(&found["budget"])));
    }
}

#[test]
fn the_table_has_the_grids_around() {
    let found = solve(&["--budget", "1", "--format", "f32", "--table"]);
    let rows = found["table"]["rows"].as_array().unwrap();
    let grids: Vec<_> = rows.iter().map(|row| row["grid"].as_str().unwrap()).collect();
    assert_eq!(grids, ["2^-12", "2^-11", "2^-10", "2^-9", "2^-8"]);
    // A coarser grid costs less and allows more.
    let epsilons: Vec<_> = rows.iter().map(|row| number(&row["largest_epsilon"])).collect();
    assert!(epsilons.is_sorted() && epsilons[0] < epsilons[4]);
    assert_eq!(epsilons[2], number(&found["setting"]["epsilon"]));
    let costs: Vec<_> = rows.iter().map(|row| number(&row["excess_at_most"])).collect();
    assert!(costs.is_sorted_by(|a, b| a > b));
    kdelta(&whole(&["--budget", "1", "--format", "f32", "--table"])).success().stdout(
        contains("largest ε   8388608/8467357")
            .and(contains("2^-12"))
            .and(contains("widest window at ε = 99/100")),
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, message) in [
        (&["--budget", "1e-9"][..], "no ε keeps ε′ within"),
        (&["--budget", "1", "--for", "grid"], "ε = 1 already is as large as the budget 1"),
        (&["--budget", "1", "--for", "window"], "give a smaller --epsilon"),
        (
            &["--budget", "1", "--for", "window", "--epsilon", "0.99999", "--grid", "2^-40"],
            "even the answers alone",
        ),
        (&["--budget", "1", "--for", "grid", "--epsilon", "0.5", "--window", "-1/3..1"], "no power of two"),
        (&["--budget", "1", "--sensitivity", "1e300"], "rescale the query"),
        (&["--budget", "1", "--generator", "relative-53"], "generator"),
        (&["--budget", "1", "--window", "0..2^60"], "setting.window"),
    ] {
        kdelta(&whole(arguments)).code(1).stderr(contains(message)).stdout("");
    }
}

#[test]
fn what_is_no_question_is_a_wrong_usage() {
    for (arguments, message) in [
        (&[][..], "--budget"),
        (&["--budget", "0"], "no mechanism costs nothing"),
        (&["--budget", "-1"], "no mechanism costs nothing"),
        (&["--budget", "NaN"], "NaN"),
        (&["--budget", "inf"], "inf"),
        (&["--budget", ""], "--budget"),
        (&["--budget", "1e99999999"], "1e99999999"),
        (&["--budget", "1", "--for", "delta"], "epsilon"),
        (&["--budget", "1", "--epsilon", "1"], "--epsilon is what --for epsilon solves for"),
        (&["--budget", "1", "--for", "grid", "--grid", "1"], "--grid is what"),
        (&["--budget", "1", "--for", "window", "--window", "0..1"], "--window is what"),
        (&["--budget", "1", "--sensitivity", "0"], "--sensitivity needs to be > 0: found 0"),
        (&["--budget", "1", "--sensitivity=-1"], "--sensitivity needs to be > 0: found -1"),
        (&["--budget", "1", "--query-error=-1/4"], "--query-error needs to be ≥ 0: found -1/4"),
        (&["--budget", "1", "--grid", "0"], "--grid needs to be > 0: found 0"),
        (&["--budget", "1", "--grid", "-1"], "--grid needs to be > 0: found -1"),
        (&["--budget", "1", "--grid", "0.1"], "not a power of two"),
        (&["--budget", "1", "--format", "f16"], "f16"),
        (&["--budget", "1", "--answers", "1..0"], "low end"),
        (&["--budget", "1", "--config", "/does/not/exist"], "/does/not/exist"),
        (&["--budget", "1", "more"], "more"),
    ] {
        kdelta(&whole(arguments)).code(2).stderr(contains(message)).stdout("");
    }
}

/// What a file says about the quantity to solve for would be ignored, as on the command line: refused; about others it counts.
#[test]
fn a_file_does_not_say_what_is_solved_for() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("setting.toml");
    let name = path.to_str().unwrap();
    for (quantity, line, other) in [
        ("epsilon", "epsilon = \"1/2\"", "grid"),
        ("grid", "grid = \"2^-8\"", "epsilon"),
        ("window", "window = \"-2..3\"", "epsilon"),
    ] {
        std::fs::write(&path, format!("sensitivity = 1\nanswers = \"0..1\"\n{line}")).unwrap();
        let message = format!("--{quantity} is what --for {quantity} solves for");
        kdelta(&["solve", "--budget", "1", "--for", quantity, "--config", name])
            .code(2)
            .stderr(contains(message))
            .stdout("");
        let (_, value) = line.split_once(" = ").unwrap();
        let flag = format!("--{quantity}");
        let given = [&flag, value.trim_matches('"')];
        let arguments = ["--budget", "1", "--for", other];
        let rest = ["--sensitivity", "1", "--answers", "0..1"];
        let words = [&["solve", "--json"], &arguments[..], &given, &rest].concat();
        let flags = kdelta(&words).success().get_output().stdout.clone();
        let flags: Value = serde_json::from_slice(&flags).unwrap();
        assert_eq!(solve(&[&arguments[..], &["--config", name]].concat()), flags);
    }
}

/// Without a window and a grid they follow from the budget, as ε is at most that.
#[test]
fn a_budget_a_sensitivity_and_a_range_are_enough() {
    let found = kdelta(&["solve", "--json", "--budget", "1/10", "--sensitivity", "1", "--answers", "0..100"]);
    let found: Value = serde_json::from_slice(&found.success().get_output().stdout).unwrap();
    assert_eq!(number(&found["setting"]["grid"]), q("2^-7"));
    assert_eq!(number(&found["setting"]["law"]["laplace"]["window"]["low"]), q("-320"));
    assert!(number(&found["setting"]["epsilon"]) > q("0.0999999"));
    assert!(certifies(&found));
}

#[test]
fn extreme_budgets_do_no_harm() {
    // However large the budget, the reach of the generator limits ε.
    let huge = solve(&[
        "--budget",
        "1e4000",
        "--generator",
        "relative-52",
        "--window",
        "-16..16",
        "--grid",
        "2^-10",
    ]);
    assert!(number(&huge["epsilon_prime"]) < q("4"));
    assert!(huge["next"]["refused"]["why"].as_str().unwrap().contains("e_max"));
    kdelta(&whole(&["--budget", "1e-4000"])).code(1).stderr(contains("no ε keeps"));
}

#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else { return };
    let program = assert_cmd::cargo::cargo_bin("kdelta");
    let output =
        std::process::Command::new(program).args(whole(&["--budget", "1"])).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be written"));
}

/// The least σ for a budget at δ is certified, and to the very ε′ that was promised; the next smaller one is not within it.
#[test]
fn the_least_sigma_for_a_budget_at_delta() {
    for setting in [
        "--budget 1 --delta 1e-6 --sensitivity 1 --answers 0..100",
        "--budget 1/4 --delta 1e-9 --sensitivity 3 --answers 0..100 --dimension 20 --changed 9",
        "--budget 2 --delta 1e-5 --sensitivity 1 --answers 0..10 --format f32",
    ] {
        let arguments: Vec<_> =
            ["solve", "gaussian", "--json"].into_iter().chain(setting.split(' ')).collect();
        let output = kdelta(&arguments).success().get_output().stdout.clone();
        let found: Value = serde_json::from_slice(&output).unwrap();
        assert!(certifies(&found) && found["within_budget"] == true, "{setting}");
        let (sigma, next) = (number(&found["scale"]), &found["next"]);
        assert!(number(&next["epsilon_prime"]) > number(&found["budget"]), "{setting}");
        let below = number(&next["sigma"]);
        assert!(below < sigma && &sigma - &below <= &sigma * q("2^-22"), "{setting}: {below} and {sigma}");
    }
}

#[test]
fn a_grid_and_a_window_for_gaussian_noise() {
    for what in ["grid", "window"] {
        let given = "--epsilon 0.999 --delta 1e-6 --sensitivity 1 --answers 0..100 --budget 1 --json";
        let arguments: Vec<_> =
            ["solve", "gaussian", "--for", what].into_iter().chain(given.split(' ')).collect();
        let output = kdelta(&arguments).success().get_output().stdout.clone();
        let found: Value = serde_json::from_slice(&output).unwrap();
        assert!(certifies(&found) && found["within_budget"] == true, "{what}");
    }
    kdelta(&[
        "solve",
        "gaussian",
        "--budget",
        "1",
        "--delta",
        "1e-6",
        "--sigma",
        "3",
        "--sensitivity",
        "1",
        "--answers",
        "0..1",
    ])
    .code(2)
    .stderr(contains("--sigma is what --for sigma solves for"));
}

/// Why there is no solution, and what to do about that very reason.
#[test]
fn gaussian_noise_that_cannot_be_solved_is_refused() {
    for (arguments, message) in [
        ("--generator midpoint-53", "choose lazy-BITS, relative-BITS or deep-BITS-WORDS"),
        ("--grid 2^-50", "choose a coarser grid or a smaller window"),
        ("--for window --sigma 1", "a larger --sigma"),
        ("--for grid --rho 10", "a smaller --rho"),
        ("--for window --epsilon 2", "a smaller --epsilon"),
    ] {
        let line =
            format!("solve gaussian --budget 1 --delta 1e-6 --sensitivity 1 --answers 0..1 {arguments}");
        kdelta(&line.split(' ').collect::<Vec<_>>()).code(1).stderr(contains(message)).stdout("");
    }
}
