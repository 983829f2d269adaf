//! The exact loss of a mechanism by enumeration of every draw: time and memory as the number N of draws grows.

use crate::race::least;
use crate::table::{Limit, Table, duration, exponent, figure};
use kdelta_finite::ln::shift_add::{FRACTION_64, minus_ln_64};
use kdelta_oracle::mechanism::{Answers, CountedNoise, Enumeration, LineMechanism};
use std::collections::HashMap;
use std::error::Error;
use std::num::NonZeroU64;
use std::process::Command;

/// Fraction bits of answers and noise.
const FRACTION: u32 = 20;
/// In units of 2^-FRACTION: Δ, the cell L = 1/4, the window from −2 to 3, and 1025 answers from 0 to 1.
const DELTA: i64 = 1 << FRACTION;
const CELL: i64 = 1 << (FRACTION - 2);
const WINDOW: (i64, i64) = (-8, 12);
const ANSWERS: Answers = Answers { first: 0, step: 1 << (FRACTION - 10), count: 1025 };

/// The noise of all 2^bits equally likely midpoints, through the kernel that runs; half of them negative.
fn noise(bits: u32) -> Vec<i64> {
    let half = 1_u64 << (bits - 1);
    let magnitudes = (0..half).filter_map(|i| NonZeroU64::new((2 * i + 1) << (64 - bits)));
    let magnitudes = magnitudes.map(|tail| (minus_ln_64(tail) >> (FRACTION_64 - FRACTION)) as i64);
    let mut noise = Vec::with_capacity(1 << bits);
    noise.extend(magnitudes.flat_map(|x| [x, -x]));
    noise
}

fn enumerate(bits: u32) -> Result<Enumeration, kdelta_oracle::Refusal> {
    let edges = (WINDOW.0..=WINDOW.1).map(|i| i * CELL).collect();
    Ok(LineMechanism::new(CountedNoise::uniform(noise(bits))?, edges, ANSWERS, DELTA)?.enumerate())
}

/// What a user would write first: a map of counts for each answer, then every pair of neighbours. The largest ratio.
fn by_hand(bits: u32) -> (u64, u64) {
    let noise = noise(bits);
    let law = |answer: i64| {
        let mut law: HashMap<i64, u64> = HashMap::new();
        for x in &noise {
            let cell = (answer + x).div_euclid(CELL);
            *law.entry(if (WINDOW.0..WINDOW.1).contains(&cell) { cell } else { i64::MAX }).or_default() += 1;
        }
        law
    };
    let laws: Vec<_> = (0..1025).map(|i| law(i * ANSWERS.step)).collect();
    let mut worst = (1, 1);
    for first in &laws {
        for second in &laws {
            for (cell, &count) in first {
                let other = second.get(cell).copied().unwrap_or(0);
                if u128::from(count) * u128::from(worst.1) > u128::from(worst.0) * u128::from(other) {
                    worst = (count, other);
                }
            }
        }
    }
    worst
}

/// The work of a child process: prints the nanoseconds and the peak of its resident memory in KiB.
pub fn child(bits: u32) -> Result<(), Box<dyn Error>> {
    let mut outcome = Ok(());
    let time = least(1, || outcome = enumerate(bits).map(|found| drop(std::hint::black_box(found))));
    outcome?;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    println!("{time} {}", peak.unwrap_or("NaN"));
    Ok(())
}

/// Time and peak memory in a process of its own.
fn in_a_child(bits: u32) -> Result<(f64, f64), Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?).args(["--enumerate", &bits.to_string()]).output()?;
    let text = String::from_utf8(output.stdout)?;
    match text.trim().split_once(' ') {
        Some((time, peak)) if output.status.success() => Ok((time.parse()?, peak.parse()?)),
        _ => Err(format!("enumeration of 2^{bits}: {}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

pub fn table() -> Result<Table, Box<dyn Error>> {
    let mut rows = Table::new(
        "Enumeration",
        "The exact loss of a mechanism with N equally likely draws: every draw through the shift-add kernel, sorted and counted, then 1025 answers and \
         20 outputs with their worst pair. Each N in a process of its own, the least of three runs (one from 2^24 on); memory is the peak of its \
         resident set.",
        &["N", "time", "time / (N·log₂ N)", "memory", "mark"],
    );
    let mut sizes = Vec::new();
    for bits in [16_u32, 18, 20, 22, 24, 26] {
        let (mut time, mut peak) = in_a_child(bits)?;
        for _ in 0..if bits < 24 { 2 } else { 0 } {
            let again = in_a_child(bits)?;
            (time, peak) = (time.min(again.0), peak.max(again.1));
        }
        let n_log_n = f64::from(bits).exp2() * f64::from(bits);
        sizes.push((n_log_n, time));
        let mark = if bits == 26 {
            rows.mark("memory of an enumeration of 2^26", peak / 1048576.0, Limit::AtMost(4.0), "GB")
        } else {
            String::new()
        };
        rows.row(&[
            format!("2^{bits}"),
            duration(time),
            duration(time / n_log_n),
            format!("{} MB", figure(peak / 1024.0)),
            mark,
        ]);
    }
    let fitted = exponent(&sizes);
    let mark = rows.mark("growth of enumeration, exponent of N·log N", fitted, Limit::AtMost(1.1), "");
    rows.row(&[
        "exponent e of time ~ (N·log N)^e".to_owned(),
        figure(fitted),
        String::new(),
        String::new(),
        mark,
    ]);
    let small = 12;
    let ours = least(5, || enumerate(small));
    let theirs = least(1, || by_hand(small));
    rows.note(format!(
        "At N = 2^{small}, counting by hand, with a hash map for each answer and then all pairs, takes {} times as long.",
        figure(theirs / ours)
    ));
    Ok(rows)
}
