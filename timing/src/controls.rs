//! What memcheck must report, and what it must not: without these its silence would say nothing.

use crate::kind::Kind;
use crate::paths::{Failure, Path, Run, generator};
use crate::secret::{hide, reveal};
use kdelta::Entropy;
use std::hint::black_box;

/// A function of this file with the reports that it must cause: `None` stands for none.
pub struct Control {
    pub path: Path,
    pub function: &'static str,
    pub expected: Option<Kind>,
}

const TABLE: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i as u64 + 7).pow(3);
        i += 1;
    }
    table
};

#[inline(never)]
fn secret_branch(answer: f64) -> u64 {
    if answer > 2.5 { black_box(1) } else { black_box(u64::from(black_box(3_u8))) * 5 }
}

#[inline(never)]
fn secret_loop(answer: u64) -> u64 {
    let mut sum = 0;
    for i in 0..answer & 7 {
        sum = black_box(sum + i);
    }
    sum
}

#[inline(never)]
fn secret_branch_in_slice(answers: &[f64; 16]) -> u64 {
    let mut sum = 0;
    let doubled = answers.map(|answer| answer * 2.0 + 1.0);
    for number in doubled {
        if number > 4.0 {
            sum = black_box(sum + 1);
        }
    }
    sum
}

#[inline(never)]
fn secret_address(cells: &mut [u64; 64], answer: u64) {
    if let Some(cell) = cells.get_mut(usize::try_from(answer & 63).unwrap_or(0)) {
        *cell += 1;
    }
}

#[inline(never)]
fn secret_look_up(answer: u64) -> u64 {
    black_box(&TABLE).get(usize::try_from(answer & 63).unwrap_or(0)).copied().unwrap_or(0)
}

#[inline(never)]
fn branch_on_entropy(bytes: &[u8; 8]) -> u64 {
    if u64::from_le_bytes(*bytes) & 1 == 1 { black_box(1) } else { black_box(u64::from(black_box(3_u8))) * 5 }
}

/// A choice by a mask, as the library makes it.
#[inline(never)]
fn choice_by_mask(answer: u64) -> u64 {
    let mask = black_box(0_u64.wrapping_sub(answer & 1));
    (mask & 17) | (!mask & 23)
}

#[inline(never)]
fn branch_on_what_is_public(answer: u64) -> u64 {
    if answer & 1 == 1 { black_box(1) } else { black_box(u64::from(black_box(3_u8))) * 5 }
}

fn hidden<T>(mut value: T) -> T {
    hide(black_box(&mut value));
    value
}

fn revealed<T>(mut value: T) -> T {
    reveal(black_box(&mut value));
    value
}

/// Runs one control on secrets.
macro_rules! control {
    ($function:ident, $expected:expr, $run:expr) => {
        Control {
            path: Path {
                name: concat!("control ", stringify!($function)),
                releases: |run: Run| -> Result<usize, Failure> {
                    let run_control: fn(Run) -> Result<(), Failure> = $run;
                    run_control(run).map(|()| 0)
                },
            },
            function: stringify!($function),
            expected: $expected,
        }
    };
}

pub fn all() -> Vec<Control> {
    vec![
        control!(secret_branch, Some(Kind::Branch), |run| {
            black_box(revealed(secret_branch(hidden(run.seed as f64))));
            Ok(())
        }),
        control!(secret_branch_in_slice, Some(Kind::Branch), |run| {
            black_box(revealed(secret_branch_in_slice(&hidden([run.seed as f64; 16]))));
            Ok(())
        }),
        control!(secret_loop, Some(Kind::Branch), |run| {
            black_box(revealed(secret_loop(hidden(run.seed))));
            Ok(())
        }),
        control!(secret_address, Some(Kind::Address), |run| {
            let mut cells = [0; 64];
            secret_address(black_box(&mut cells), hidden(run.seed));
            black_box(revealed(cells));
            Ok(())
        }),
        control!(secret_look_up, Some(Kind::Address), |run| {
            black_box(revealed(secret_look_up(hidden(run.seed))));
            Ok(())
        }),
        control!(branch_on_entropy, Some(Kind::Branch), |run| {
            let mut bytes = [0; 8];
            generator(run)?.fill(&mut bytes)?;
            black_box(revealed(branch_on_entropy(&bytes)));
            Ok(())
        }),
        control!(choice_by_mask, None, |run| {
            black_box(revealed(choice_by_mask(hidden(run.seed))));
            Ok(())
        }),
        control!(branch_on_what_is_public, None, |run| {
            black_box(revealed(branch_on_what_is_public(revealed(hidden(run.seed)))));
            Ok(())
        }),
    ]
}
