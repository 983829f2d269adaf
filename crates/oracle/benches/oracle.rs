//! What the oracle costs, in one run: against what a user would write instead, and as it grows.
//!
//! `cargo bench -p kdelta-oracle` prints the table. Times are the least of several runs; growth is the exponent between two
//! neighbouring sizes.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    missing_docs,
    reason = "a program that prints its figures and stops at the first surprise"
)]

use kdelta_oracle::enclosure::{Enclosure, cos, exp, ln, ln_two, pi, sqrt};
use kdelta_oracle::mechanism::{Answers, CountedNoise, LineMechanism};
use kdelta_oracle::number::{Rational, decimal, dyadic, parse};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    enclosures();
    growth();
    enumeration_against_counting();
    enumeration_at_size();
}

/// The least time of several runs.
fn least<T>(runs: u32, mut work: impl FnMut() -> T) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .min()
        .unwrap()
}

/// a/b with three digits.
fn ratio(a: Duration, b: Duration) -> String {
    decimal::up(&Rational::new(a.as_nanos().into(), b.as_nanos().max(1).into()), 3)
}

fn argument() -> Rational {
    parse("1234567/7654321").unwrap()
}

/// ln at 256 bits beside the sum of rationals that one would write first.
fn enclosures() {
    println!("one enclosure of width 2^-256, x = {}", argument());
    let x = argument();
    let shared = least(50, || ln(&x, 256).unwrap());
    println!("  ln    {shared:>12.1?}   1");
    let plain = least(5, || plain_ln(&x, 256));
    println!("  ln    {plain:>12.1?}   {:<6} (artanh series in plain rationals)", ratio(plain, shared));
    for (name, work) in [
        ("exp", Box::new(|| exp(&x, 256).unwrap()) as Box<dyn Fn() -> Enclosure>),
        ("cos", Box::new(|| cos(&x, 256).unwrap())),
        ("sqrt", Box::new(|| sqrt(&x, 256).unwrap())),
    ] {
        let time = least(50, work);
        println!("  {name:<5} {time:>12.1?}   {}", ratio(time, shared));
    }
}

/// 2 Σ z^{2i+1}/(2i+1) in exact rationals, until the tail is small: what one writes first.
fn plain_ln(x: &Rational, bits: u32) -> Rational {
    let target = dyadic(1, -bits.cast_signed());
    let one = parse("1").unwrap();
    // The same reduction to [½, 2] as the oracle's, without its ln 2.
    let mut x = x.clone();
    while x < dyadic(1, -1) {
        x *= dyadic(1, 1);
    }
    let x = &x;
    let z = (x - &one) / (x + &one);
    let square = &z * &z;
    let (mut power, mut sum, mut odd) = (z, parse("0").unwrap(), 1_u32);
    while &power * &power > &target * &target {
        sum += &power / Rational::from_integer(odd.into());
        power *= &square;
        odd += 2;
    }
    sum * Rational::from_integer(2.into())
}

/// log2(longer/shorter)/doublings, by the oracle itself.
fn exponent(longer: Duration, shorter: Duration, doublings: u32) -> String {
    let ratio = Rational::new(longer.as_nanos().into(), shorter.as_nanos().max(1).into());
    let exponent = ln(&ratio, 40).unwrap().over(&ln_two(40).unwrap()).unwrap();
    decimal::up(&(exponent.hi() / Rational::from_integer(doublings.into())), 2)
}

fn growth() {
    println!(
        "\ngrowth with the number of bits: the exponent e of time ~ bits^e from 256 to 1024, 4096 and 16384 bits"
    );
    let x = argument();
    for (name, work) in [
        ("ln", Box::new(|bits| ln(&x, bits).unwrap()) as Box<dyn Fn(u32) -> Enclosure>),
        ("exp", Box::new(|bits| exp(&x, bits).unwrap())),
        ("cos", Box::new(|bits| cos(&x, bits).unwrap())),
        ("pi", Box::new(|bits| pi(bits).unwrap())),
        ("sqrt", Box::new(|bits| sqrt(&x, bits).unwrap())),
    ] {
        let first = least(40, || work(256));
        print!("  {name:<5} 256: {first:>8.1?}");
        for (bits, doublings) in [(1024, 2), (4096, 4), (16384, 6)] {
            let time = least(9, || work(bits));
            print!("   {bits}: {time:>8.1?}, e = {}", exponent(time, first, doublings));
        }
        println!();
    }
}

/// A spread of noise integers with tails, without computing a logarithm for each.
fn noise(count: u64, spread: i64) -> Vec<i64> {
    let mut state = 1_u64;
    (0..count)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let magnitude =
                i64::from((state | 1).leading_zeros()) * spread + (state >> 40).cast_signed() % spread;
            if state >> 32 & 1 == 0 { magnitude } else { -magnitude }
        })
        .collect()
}

/// The same question by hand: a hash map of counts for each answer, then every pair of neighbours.
fn by_hand(noise: &[i64], cell: i64, cells: i64, answers: i64, delta: i64) -> (u64, u64) {
    let laws: Vec<HashMap<i64, u64>> = (0..answers)
        .map(|r| {
            let mut law = HashMap::new();
            for x in noise {
                let output = (r + x).div_euclid(cell);
                let output = if (0..cells).contains(&output) { output } else { -1 };
                *law.entry(output).or_insert(0) += 1;
            }
            law
        })
        .collect();
    let mut worst = (1, 1);
    for (i, first) in laws.iter().enumerate() {
        for second in laws
            .iter()
            .skip(i.saturating_sub(usize::try_from(delta).unwrap()))
            .take(2 * usize::try_from(delta).unwrap() + 1)
        {
            for (output, &count) in first {
                let least = second.get(output).copied().unwrap_or(0);
                if u128::from(count) * u128::from(worst.1) > u128::from(worst.0) * u128::from(least) {
                    worst = (count, least);
                }
            }
        }
    }
    worst
}

fn enumeration_against_counting() {
    let (draws, cell, cells, answers, delta) = (1_u64 << 14, 64, 16, 512, 128);
    let table = noise(draws, 40);
    let edges: Vec<i64> = (0..=cells).map(|i| i * cell).collect();
    let settings = Answers { first: 0, step: 1, count: usize::try_from(answers).unwrap() };
    let ours = least(5, || {
        let noise = CountedNoise::uniform(table.clone()).unwrap();
        LineMechanism::new(noise, edges.clone(), settings, delta).unwrap().enumerate()
    });
    let theirs = least(1, || by_hand(&table, cell, cells, answers, delta));
    println!("\nexact loss, N = 2^14, {answers} answers, {cells} outputs: {ours:.1?}   1");
    println!(
        "  counting by hand (hash map for each answer, all pairs): {theirs:.1?}   {}",
        ratio(theirs, ours)
    );
}

fn enumeration_at_size() {
    let table = noise(1 << 20, 100);
    let edges: Vec<i64> = (0..=1024).map(|i| i * 4).collect();
    let answers = Answers { first: 0, step: 1, count: 4097 };
    let time = least(3, || {
        let noise = CountedNoise::uniform(table.clone()).unwrap();
        LineMechanism::new(noise, edges.clone(), answers, 1024).unwrap().enumerate()
    });
    println!(
        "\nexact loss, N = 2^20, 4097 answers, 1024 outputs: {time:.1?}, peak memory of this run {}",
        peak_memory()
    );
}

/// The high-water mark of resident memory, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown on this system".to_owned(), |value| value.trim().to_owned())
}
