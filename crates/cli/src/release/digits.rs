//! Grid points as decimals: k·2^-m has a finite expansion, and all of it is written.

use kdelta_oracle::number::{Rational, dyadic};
use std::io::Write;

/// base^0, base^1, …, as far as they fit.
pub(super) const fn powers<const N: usize>(base: u64) -> [u64; N] {
    let mut powers = [1; N];
    let mut i = 1;
    while i < N {
        #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which checks it")]
        {
            powers[i] = powers[i - 1] * base;
        }
        i += 1;
    }
    powers
}

/// k·2^-m = k·5^m·10^-m.
const POWERS_OF_FIVE: [u64; 20] = powers(5);

/// Appends index·2^log2 as the shortest decimal that is exactly this number, without an exponent.
pub(super) fn push_point(out: &mut Vec<u8>, index: i64, log2: i32) {
    if index == 0 {
        out.push(b'0');
        return;
    }
    if index < 0 {
        out.push(b'-');
    }
    let magnitude = index.unsigned_abs();
    // A trailing zero bit is a place less.
    let zeros = magnitude.trailing_zeros();
    let places = i64::from(log2).saturating_add(i64::from(zeros));
    let odd = magnitude >> zeros;
    match usize::try_from(-places) {
        Err(_) | Ok(0) => push_integer(out, odd, places),
        Ok(places) => match POWERS_OF_FIVE.get(places) {
            // All digits at once, then the point among them.
            Some(power) => match odd.checked_mul(*power) {
                Some(digits) => push_digits(out, itoa::Buffer::new().format(digits).as_bytes(), places),
                None => push_long(out, odd, places),
            },
            None => push_long(out, odd, places),
        },
    }
}

/// digits·10^-places.
#[inline]
fn push_digits(out: &mut Vec<u8>, digits: &[u8], places: usize) {
    match digits.split_at_checked(digits.len().wrapping_sub(places)) {
        Some((whole @ [_, ..], fraction)) => {
            out.extend_from_slice(whole);
            out.push(b'.');
            out.extend_from_slice(fraction);
        }
        _ => {
            out.extend_from_slice(b"0.");
            out.resize(out.len() + places.saturating_sub(digits.len()), b'0');
            out.extend_from_slice(digits);
        }
    }
}

/// odd·2^log2 with log2 ≥ 0.
fn push_integer(out: &mut Vec<u8>, odd: u64, log2: i64) {
    if log2 == 0 {
        out.extend_from_slice(itoa::Buffer::new().format(odd).as_bytes());
    } else {
        let value = Rational::from_integer(odd.into()) * dyadic(1, i32::try_from(log2).unwrap_or(0));
        // Writing to memory does not fail.
        let _ = write!(out, "{value}");
    }
}

/// odd·2^-places with more digits than a word has.
#[cold]
fn push_long(out: &mut Vec<u8>, odd: u64, places: usize) {
    let five = Rational::from_integer(5.into());
    let digits = Rational::from_integer(odd.into()) * five.pow(i32::try_from(places).unwrap_or(0));
    push_digits(out, digits.to_string().as_bytes(), places);
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_oracle::number::parse;

    #[test]
    fn every_point_reads_back_as_itself_and_has_no_digit_to_spare() {
        for log2 in [-100, -60, -52, -39, -38, -20, -19, -10, -1, 0, 1, 7, 40, 100] {
            for index in
                [0, 1, -1, 2, 3, -5, 1000, 1023, 1024, -4096, (1 << 51) - 1, -(1 << 51), i64::MAX, i64::MIN]
            {
                let mut out = Vec::new();
                push_point(&mut out, index, log2);
                let text = String::from_utf8(out).unwrap();
                assert_eq!(parse(&text).unwrap(), dyadic(index, log2), "{index}·2^{log2} as {text}");
                assert!(!text.contains('.') || !text.ends_with(['0', '.']), "{text}");
                assert!(!text.starts_with("00") && !text.starts_with('.') && text != "-0", "{text}");
            }
        }
    }
}
