//! False contracts, one for each kind that is proved of the shipped functions. scripts/creusot fails if one of them is
//! accepted: a verifier that accepts these says nothing about the others.
#![no_std]

use creusot_std::prelude::*;

/// Truncation that lets one point too many in.
#[ensures(result == (low@ <= index@ && index@ < high@))]
pub fn window_off_by_one(low: i64, high: i64, index: i64) -> bool {
    low <= index && index <= high
}

/// Rounding within a quarter of a step.
#[logic]
#[requires(1 <= h)]
#[ensures(x - (x + h).div_euclid(2 * h) * (2 * h) < h - 1)]
pub fn nearer_than_half(x: Int, h: Int) {}

/// A sum that overflows.
#[requires(m@ <= 0x8000_0000_0000_0000)]
pub fn step_overflows(m: u64) -> u64 {
    m + m
}
