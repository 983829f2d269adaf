//! The formulas of the contracts of the integer logarithm (`src/contract/logarithm`), evaluated without a verifier: a
//! contract that says the wrong thing fails here.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-finite --test logarithm_contracts` writes `paths.rs` and `series.rs` there.
#![allow(clippy::unwrap_used, reason = "in range by construction")]

use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use kdelta_finite::fixed::round_shift;
use kdelta_finite::ln::shift_add::{
    LN_2, LN_FACTORS, ONE, STEPS_16, STEPS_32, STEPS_64, lane_end, lane_step, ln_factor, minus_ln_16,
    minus_ln_32, minus_ln_64, minus_ln_far, minus_ln_scaled, normalise, series,
};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

/// The numbers of steps that ship, and `slack` of each.
const SHIPPED: [(u32, u64); 3] = [(STEPS_16, 0), (STEPS_32, 6), (STEPS_64, 13)];

/// `ln_constant` of the contract, read from its text: the second place where the constants are stated.
static CONSTANTS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let contract = include_str!("../src/contract/logarithm/constant.rs");
    let constant = |k| {
        let case = contract.split(&format!("if k == {k} {{")).nth(1)?;
        let digits = case.split('}').next()?.trim().strip_prefix("0x")?.replace('_', "");
        u64::from_str_radix(&digits, 16).ok()
    };
    (1..).map_while(constant).collect()
});

fn ln_constant(k: u32) -> u64 {
    *CONSTANTS.get(k as usize - 1).unwrap()
}

#[test]
fn the_constants_are_the_stated_ones() {
    assert_eq!(*CONSTANTS, LN_FACTORS);
    for k in 1..=21 {
        assert_eq!(ln_factor(k), ln_constant(k), "{k}");
    }
    for k in [0, 22, 23, u32::MAX] {
        assert_eq!(ln_factor(k), 0);
    }
    assert_eq!(LN_2, 0xb172_17f7_d1cf_79ab_c9e4);
}

/// `is_taken` and `stepped`, with a division for the shift.
fn stepped(m: u64, k: u32) -> (bool, u64) {
    let grown = m + m / 2_u64.pow(k);
    if grown <= ONE { (true, grown) } else { (false, m) }
}

/// `rest`: what is charged at the end, after `last` steps.
fn rest(m: u64, last: u32) -> u64 {
    let r = ONE - m;
    let head = r / 2_u64.pow(32 - last);
    2 * r + head * head / 2_u64.pow(2 * last - 1)
}

/// (`normalised`, `taken_sum`) after k steps.
fn normalised(m: u64, k: u32) -> (u64, u64) {
    (1..=k).fold((m, 0), |(m, sum), k| {
        let (taken, next) = stepped(m, k);
        (next, if taken { sum + ln_constant(k) } else { sum })
    })
}

/// `series_value`.
fn series_value(n: u64, e: u32, last: u32) -> u128 {
    let (m, sum) = normalised(n / 2, last);
    u128::from(e) * LN_2 / 0x1_0000 + u128::from(sum) + u128::from(rest(m, last))
}

/// Words from 2^63 on: both ends, the thresholds of the steps and a spread between.
fn words() -> Vec<u64> {
    let spread = (0..4096_u64).map(|i| ONE + i * 0x0007_ffff_fffe_2469);
    let ends = [ONE, ONE + 1, ONE + 2, u64::MAX - 1, u64::MAX];
    let thresholds = (1..=21).flat_map(|k| (0..6).map(move |i| 2 * threshold(k) - 3 + i));
    let mut words: Vec<u64> = spread.chain(ends).chain(thresholds).collect();
    words.sort_unstable();
    words
}

/// `threshold`: ⌈(2^63 + 1)·2^k/(2^k + 1)⌉.
fn threshold(k: u32) -> u64 {
    let p = 1_u128 << k;
    (((u128::from(ONE) + 1) * p + p) / (p + 1)).try_into().unwrap()
}

#[test]
fn the_normalisation_returns_the_sum_of_the_constants_taken() {
    for m in words().into_iter().map(|n| n / 2) {
        assert_eq!(normalise::<1>(m), normalised(m, 1));
        assert_eq!(normalise::<STEPS_16>(m), normalised(m, STEPS_16));
        assert_eq!(normalise::<STEPS_32>(m), normalised(m, STEPS_32));
        assert_eq!(normalise::<STEPS_64>(m), normalised(m, STEPS_64));
    }
}

#[test]
fn the_series_and_its_roundings_have_the_stated_values() {
    for n in words() {
        for e in [0, 1, 2, 63, 90, 91, 128] {
            assert_eq!(series::<STEPS_16>(n, e), series_value(n, e, STEPS_16));
            assert_eq!(series::<STEPS_32>(n, e), series_value(n, e, STEPS_32));
            assert_eq!(series::<STEPS_64>(n, e), series_value(n, e, STEPS_64));
            let scaled = (series_value(n, e, STEPS_64) + 10) / 64;
            assert_eq!(minus_ln_far(n, e), scaled);
            if e <= 90 {
                assert_eq!(u128::from(minus_ln_scaled(n, e)), scaled);
            }
        }
        assert_eq!(minus_ln_far(n, u32::MAX), (series_value(n, u32::MAX, STEPS_64) + 10) / 64);
    }
}

#[test]
fn a_lane_has_the_stated_step_and_end() {
    for word in words() {
        for k in 1..=21 {
            let (taken, next) = stepped(word / 2, k);
            let most = u64::MAX - ln_constant(k); // the largest sum that the contract admits
            assert_eq!(
                lane_step(word / 2, most, k, ln_constant(k)),
                (next, if taken { u64::MAX } else { most })
            );
        }
        for e in 0..=90 {
            let low = word.min(u64::MAX - 0x3fff);
            let value = (u128::from(e) * LN_2 / 0x1_0000 + u128::from(low) + 10) / 64;
            assert_eq!(u128::from(lane_end(low, e)), value, "{low} {e}");
        }
    }
}

/// (x·2^e, e) in units of 2^-64, with the zeros counted by halving the width, not by the instruction.
fn leading(x: u64, width: u32) -> (u64, u32) {
    let e = (0..width).find(|e| x >> (width - 1 - e) == 1).unwrap();
    (x * 2_u64.pow(64 - width + e), e)
}

#[test]
fn the_logarithms_of_words_have_the_stated_values() {
    for x in 1..=u16::MAX {
        let (n, e) = leading(x.into(), 16);
        let value = (series_value(n, e, STEPS_16) + (1 << 35)) / (1 << 36);
        assert_eq!(u128::from(minus_ln_16(NonZeroU16::new(x).unwrap())), value, "{x}");
    }
    for word in words() {
        for shift in 0..64 {
            let x = word >> shift;
            let (n, e) = leading(x, 64);
            let value = (series_value(n, e, STEPS_64) + 10) / 64;
            assert_eq!(u128::from(minus_ln_64(NonZeroU64::new(x).unwrap())), value, "{x}");
            if let Some(x) = u32::try_from(x).ok().and_then(NonZeroU32::new) {
                let (n, e) = leading(x.get().into(), 32);
                let value = (series_value(n, e, STEPS_32) + (1 << 15)) / (1 << 16);
                assert_eq!(u128::from(minus_ln_32(x)), value, "{x}");
            }
        }
    }
}

#[test]
fn the_threshold_is_the_least_that_leaves_the_factor_out() {
    for k in 1..=21 {
        assert!(!stepped(threshold(k), k).0);
        assert!(stepped(threshold(k) - 1, k).0);
    }
}

/// `highest`: a bound of what steps k to `last` charge to anything from m on.
fn highest(m: u64, k: u32, last: u32, slack: u64) -> u64 {
    if k > last {
        return rest(m, last);
    }
    let (taken, next) = stepped(m, k);
    let rest = highest(next, k + 1, last, slack);
    if taken { ln_constant(k) + rest.max(slack) } else { rest }
}

#[test]
fn what_leaves_a_factor_out_is_charged_at_most_its_constant_and_the_slack() {
    for (last, slack) in SHIPPED {
        let mut most = highest(ONE / 2, 1, last, slack).saturating_sub(u64::try_from(LN_2 >> 16).unwrap());
        for k in 1..=last {
            most = most.max(highest(threshold(k), k + 1, last, slack).saturating_sub(ln_constant(k)));
        }
        assert_eq!(most, slack, "the least that this argument gives with {last} steps");
    }
}

#[test]
fn a_larger_draw_is_charged_no_more_up_to_the_slack() {
    for pair in words().windows(2) {
        for (last, slack) in SHIPPED {
            let (low, high) = (series_value(pair[0], 0, last), series_value(pair[1], 0, last));
            assert!(high <= low + u128::from(slack), "{pair:?} {last}");
            assert!(high <= series_value(pair[1], 1, last) + u128::from(slack));
        }
    }
}

#[test]
fn a_larger_draw_has_no_larger_logarithm_up_to_one_unit() {
    let (mut before, mut rises) = (u64::MAX, 0);
    for e in (0..=90).rev() {
        for n in words() {
            let log = minus_ln_scaled(n, e);
            assert!(log <= before.saturating_add(1), "{n} {e}");
            rises += u32::from(log > before);
            before = log;
        }
    }
    assert!(rises > 0, "one unit is needed: some larger draw has a logarithm that is one unit larger");
}

#[test]
fn a_larger_word_has_no_larger_logarithm_up_to_one_unit() {
    let of_16 = |x| minus_ln_16(NonZeroU16::new(x).unwrap());
    assert!((1..u16::MAX).all(|x| of_16(x + 1) <= of_16(x)), "16 bits: never");
    for word in words() {
        for shift in 0..64 {
            let (x, y) = (word >> shift, (word >> shift) + u64::from(word >> shift != u64::MAX));
            let of_64 = |x| minus_ln_64(NonZeroU64::new(x).unwrap());
            assert!(of_64(y) <= of_64(x) + 1, "{x}");
            if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) {
                let of_32 = |x| minus_ln_32(NonZeroU32::new(x).unwrap());
                assert!(of_32(y) <= of_32(x) + 1, "{x}");
            }
        }
    }
}

#[test]
fn the_noise_of_a_larger_draw_is_at_most_that_of_one_unit_more() {
    let noise = |log: u64, mantissa: i128, s| round_shift(i128::from(log) * mantissa, s);
    for pair in words().windows(2) {
        for (mantissa, s) in [(0, 1), (0xff_ffff, 1), (0x80_0001, 40), (3, 58), (1, 126)] {
            let (low, high) = (minus_ln_scaled(pair[0], 3), minus_ln_scaled(pair[1], 3));
            assert!(noise(high, mantissa, s) <= noise(low + 1, mantissa, s));
        }
    }
}

// ---- the paths of the thresholds, which the verifier is given step by step

fn hex(x: impl std::fmt::LowerHex) -> String {
    let digits = format!("{x:x}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(4).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    format!("0x{}", groups.join("_"))
}

/// The lines of the path of m from step k on, the last step first, and its bound.
fn path(m: u64, k: u32, last: u32, slack: u64) -> (Vec<String>, u64) {
    if k > last {
        let high = rest(m, last);
        return (vec![format!("ended({last}, {}, {})", hex(m), hex(high))], high);
    }
    let (taken, next) = stepped(m, k);
    let (mut lines, high) = path(next, k + 1, last, slack);
    if taken {
        let high = high.max(slack);
        lines.push(format!("taken({last}, {k}, {}, {}, {})", hex(m), hex(next), hex(high)));
        (lines, ln_constant(k) + high)
    } else {
        lines.push(format!("left_out({last}, {k}, {}, {})", hex(m), hex(high)));
        (lines, high)
    }
}

fn path_lemma(name: &str, what: &str, ensures: &str, start: &str, lines: &[String]) -> String {
    let mut text = format!("\n/// {what}\n#[logic]\n#[ensures({ensures})]\npub fn {name}() {{\n");
    text += "    let _ = (small_values(), end_values(), constants());\n";
    text += start;
    for line in lines {
        writeln!(text, "    let _ = {line};").unwrap();
    }
    text + "}\n"
}

fn all_paths() -> String {
    let mut text = String::from(include_str!("paths_head.txt"));
    for (last, slack) in SHIPPED {
        for k in 0..=last {
            let start = if k == 0 { ONE / 2 } else { threshold(k) };
            let (lines, _) = path(start, k + 1, last, slack);
            text += &if k == 0 {
                path_lemma(
                    &format!("path_{last}_from_half"),
                    &format!("{last} steps from 1/2."),
                    &format!(
                        "highest({}, 1, {last}) <= ln_2().div_euclid(0x1_0000) + slack({last})",
                        hex(start)
                    ),
                    "",
                    &lines,
                )
            } else {
                path_lemma(
                    &format!("path_{last}_from_{k}"),
                    &format!("{last} steps, from the threshold of step {k}."),
                    &format!(
                        "highest(threshold({k}), {}, {last}) <= ln_constant({k}) + slack({last})",
                        k + 1
                    ),
                    &format!("    proof_assert!(threshold({k}) == {});\n", hex(start)),
                    &lines,
                )
            };
        }
        let mut cases = String::new();
        for k in 1..=last {
            write!(
                cases,
                "{} k == {k} {{\n        path_{last}_from_{k}()\n    }}",
                if k == 1 { "    if" } else { " else if" }
            )
            .unwrap();
        }
        writeln!(
            text,
            "\n/// What leaves out the factor of step k of {last} is charged at most its constant and the slack.\n#[logic]\n\
             #[requires(1 <= k && k <= {last})]\n\
             #[ensures(highest(threshold(k), k + 1, {last}) <= ln_constant(k) + slack({last}))]\n\
             pub fn threshold_is_bounded_{last}(k: Int) {{\n{cases}\n}}"
        )
        .unwrap();
    }
    text
}

// ---- the partial sums of the series of the constants

/// (`partial_sum`, n, the lines of the terms) of ln(1 + 2^-k): terms until the power of q is above 2^101.
fn partial_sum(k: u32) -> (u128, u128, Vec<String>) {
    let (q, end) = (2 * (1_u128 << k) + 1, 1_u128 << 101);
    let (mut power, mut sum, mut n, mut lines) = (q, 0, 0, Vec::new());
    while power <= end {
        n += 1;
        let after = sum + end / ((2 * n - 1) * power);
        lines.push(format!("one_more_term({}, {n}, {}, {})", hex(q), hex(power), hex(after)));
        sum = after;
        power = power.saturating_mul(q * q); // beyond 128 bits it is above 2^101 anyway
    }
    (sum, n, lines)
}

#[test]
fn every_constant_is_nearest_to_the_partial_sums() {
    let nearest = |constant: u128, half: u128, k| {
        let (sum, n, _) = partial_sum(k);
        (2 * constant - 1) * half <= sum && sum + n < (2 * constant + 1) * half
    };
    assert!(nearest(LN_2, 1 << 19, 0));
    for k in 1..=21 {
        let constant = u128::from(ln_constant(k));
        assert!(nearest(constant, 1 << 35, k), "{k}");
        assert!(!nearest(constant - 1, 1 << 35, k) && !nearest(constant + 1, 1 << 35, k), "{k}");
    }
}

fn all_series() -> String {
    let mut text = String::from(include_str!("series_head.txt"));
    for k in 0..=21 {
        let (_, n, lines) = partial_sum(k);
        let (name, constant, half) = if k == 0 {
            (String::from("ln_2_is_nearest"), String::from("ln_2()"), "0x8_0000")
        } else {
            (format!("ln_constant_{k}_is_nearest"), format!("ln_constant({k})"), "0x8_0000_0000")
        };
        write!(
            text,
            "\n/// ln(1 + 2^-{k}), from {n} terms.\n#[logic]\n#[ensures(is_nearest({constant}, {half}, {k}, {n}))]\n\
             pub fn {name}() {{\n    let _ = (zeroth(), small_values(), constants(), no_term({}));\n",
            hex(2 * (1_u128 << k) + 1)
        )
        .unwrap();
        for line in lines {
            writeln!(text, "    let _ = {line};").unwrap();
        }
        text += "}\n";
    }
    text
}

#[test]
fn the_series_are_those_of_the_constants() {
    compare("src/contract/logarithm/series.rs", &all_series());
}

#[test]
fn the_paths_are_those_of_the_steps() {
    compare("src/contract/logarithm/paths.rs", &all_paths());
}

fn compare(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    assert!(
        text == std::fs::read_to_string(&path).unwrap(),
        "{} is not what KDELTA_WRITE=1 writes",
        path.display()
    );
}
