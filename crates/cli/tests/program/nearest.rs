//! A setting that is refused comes with others that are not, each as a command that works.

use crate::{laplace, line};
use std::time::Instant;

/// The commands in a refusal.
fn proposed(refusal: &str) -> Vec<String> {
    let lines = refusal.lines().map(str::trim).filter(|line| line.starts_with("kdelta certify laplace "));
    lines.map(str::to_owned).collect()
}

/// What is asked, a word of the reason, and a word of the first proposal.
const REFUSED: [(&str, &str, &str); 15] = [
    // L > 2δ fails.
    ("--grid 2^-50 --window -1/4..1/4 --answers 0..1/4", "cell length L > 2δ", "a coarser grid"),
    ("--format f32 --grid 2^-20 --window -2..2", "cell length L > 2δ", "a coarser grid"),
    ("--format f32 --grid 2^-30", "grid point number", "a coarser grid"),
    // The generator does not resolve the tail.
    ("--generator midpoint-16", "2c < 1", "a narrower window"),
    ("--generator midpoint-53 --window -64..64", "2c < 1", "a narrower window"),
    // The cut-off lies inside the window.
    ("--generator relative-52 --window -64..64", "b·e_max·ln 2 ≥ T", "the generator lazy-52"),
    ("--generator relative-52 --epsilon 8 --window -16..16", "b·e_max·ln 2 ≥ T", "a narrower window"),
    ("--epsilon 8 --window 0..1000000000 --grid 1", "b·e_max·ln 2 ≥ T", "a narrower window"),
    // Off the grid.
    ("--grid 0.001", "not a power of two", "a grid that is a power of two"),
    ("--grid 3", "not a power of two", "a grid that is a power of two"),
    ("--grid 1 --window 0..1/2", "no multiple of the grid", "a window on the grid"),
    ("--window -1/3..1/3", "no multiple of the grid", "a window on the grid"),
    // Formats and generators that do not go together.
    ("--format fixed-64-40 --generator relative-30", "has 30 bits", "the generator lazy-52"),
    ("--format f32 --generator relative-52", "has 52 bits", "the generator lazy-23"),
    ("--format fixed-8-4 --answers 0..1 --window -4..4 --grid 2^-4", "", ""),
];

#[test]
fn every_refusal_proposes_commands_that_work() {
    for (asked, reason, change) in REFUSED {
        let arguments: Vec<_> = asked.split_whitespace().collect();
        let start = Instant::now();
        let refusal = laplace(&arguments).no(1);
        println!("{asked}: {} ms\n{refusal}", start.elapsed().as_millis());
        assert!(
            refusal.starts_with("kdelta: not certified: ") && refusal.contains(reason),
            "{asked}: {refusal}"
        );
        assert!(refusal.contains("remedy: ") && refusal.contains(change), "{asked}: {refusal}");
        let commands = proposed(&refusal);
        assert!((1..=3).contains(&commands.len()), "{asked}: {refusal}");
        for command in commands {
            line(&command).yes();
        }
    }
}

/// The two sides, the gap, and a remedy that exists: there is no flag for exponent bits.
#[test]
fn a_refusal_says_by_how_much() {
    let refusal = laplace(&["--generator", "relative-52", "--window", "-64..64"]).no(1);
    insta::assert_snapshot!(refusal);
}

/// The neighbour of a proposed grid is refused: it is the nearest.
#[test]
fn the_proposed_grid_is_the_finest_that_is_certified() {
    let refusal = laplace(&["--format", "f32", "--grid", "2^-30"]).no(1);
    let command = proposed(&refusal).into_iter().next().unwrap();
    let grid = command.split("--grid 2^").nth(1).unwrap().split(' ').next().unwrap();
    let log2: i32 = grid.parse().unwrap();
    let finer = command.replace(&format!("--grid 2^{log2}"), &format!("--grid 2^{}", log2 - 1));
    line(&finer).no(1);
}
