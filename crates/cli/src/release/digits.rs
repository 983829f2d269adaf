//! Grid points as decimals: k·2^-m has a finite expansion, and all of it is written. There are millions of
//! them: fast.

use crate::failure::Failure;
use crate::spelling::power_of_two;
use kdelta_oracle::number::{Rational, dyadic};
use std::io::Write;

/// base^0, base^1, …, as far as they fit.
const fn powers<const N: usize>(base: u64) -> [u64; N] {
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

/// Grids of at most so many binary places have the texts of all their fractions at hand.
const TABLED: u32 = 12;
/// Whole numbers below have theirs.
const WHOLES: u16 = 1000;

/// How the points of one grid are written.
pub(super) struct Points {
    log2: i32,
    /// For each fraction of the grid, the point and its digits, and their number in the last byte; none for
    /// other grids.
    fractions: Vec<[u8; 16]>,
    /// The first whole numbers, their number of digits in the last byte.
    wholes: Vec<[u8; 16]>,
}

impl Points {
    /// The points of a certified grid.
    pub(super) fn on(grid: &Rational) -> Result<Self, Failure> {
        let log2 = power_of_two(grid);
        log2.map(Self::of)
            .ok_or_else(|| Failure::refused("the grid is no power of two; nothing was released"))
    }

    /// The points k·2^log2.
    pub(super) fn of(log2: i32) -> Self {
        let places = u32::try_from(-log2).ok().filter(|places| *places <= TABLED);
        let fractions = (0..places.map_or(0, |places| 1_i64 << places)).map(|fraction| {
            let mut text = Vec::new();
            push_point(&mut text, fraction, log2);
            let digits = text.get(1..).unwrap_or_default(); // the 0 before the point is not part of the fraction
            let mut entry = [0; 16];
            entry.iter_mut().zip(digits).for_each(|(to, from)| *to = *from); // at most 13
            entry[15] = u8::try_from(digits.len()).unwrap_or(0);
            entry
        });
        let wholes = (0..WHOLES).map(|whole| {
            let text = whole.to_string();
            let mut entry = [0; 16];
            entry.iter_mut().zip(text.bytes()).for_each(|(to, from)| *to = from);
            entry[15] = u8::try_from(text.len()).unwrap_or(0);
            entry
        });
        Self { log2, fractions: fractions.collect(), wholes: wholes.collect() }
    }

    /// Appends index·2^log2 as the shortest decimal that is exactly this number, without an exponent.
    #[inline]
    pub(super) fn push(&self, page: &mut Page, index: i64) {
        let magnitude = index.unsigned_abs();
        let places = self.log2.unsigned_abs() & 63; // at most TABLED if there is a table
        let fraction = usize::try_from(magnitude & !(u64::MAX << places)).ok();
        match fraction.and_then(|fraction| self.fractions.get(fraction)) {
            Some(entry) => {
                // Without a branch: signs are as good as random.
                page.push_start(b"-               ", usize::from(index < 0));
                let whole = magnitude >> places;
                match usize::try_from(whole).ok().and_then(|whole| self.wholes.get(whole)) {
                    Some(entry) => page.push_start(entry, entry[15].into()),
                    None => page.push(itoa::Buffer::new().format(whole).as_bytes()),
                }
                page.push_start(entry, entry[15].into());
            }
            None => {
                let mut text = Vec::new();
                push_point(&mut text, index, self.log2);
                page.push(&text);
            }
        }
    }
}

/// Text in the making. Most pieces are short, and for them a copy of fixed length, of which only the first
/// bytes count, is several times faster than one of the exact length.
#[derive(Default)]
pub(super) struct Page {
    /// Beyond `length` are bytes of no meaning.
    bytes: Vec<u8>,
    length: usize,
}

/// The fixed length.
const PIECE: usize = 32;

impl Page {
    /// Starts again.
    pub(super) const fn clear(&mut self) {
        self.length = 0;
    }

    pub(super) fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Appends.
    #[inline]
    pub(super) fn push(&mut self, text: &[u8]) {
        self.push_start(text, text.len());
    }

    /// Appends the first `length` bytes of a text; cheap if they are few and more of them follow.
    #[inline]
    pub(super) fn push_start(&mut self, text: &[u8], length: usize) {
        if let Some(room) = self.bytes.get_mut(self.length..).and_then(<[u8]>::first_chunk_mut::<PIECE>) {
            if let (true, Some(piece), Some(room)) =
                (length <= 16, text.first_chunk::<16>(), room.first_chunk_mut())
            {
                *room = *piece;
                self.length += length;
                return;
            }
            if let (true, Some(piece)) = (length <= PIECE, text.first_chunk()) {
                *room = *piece;
                self.length += length;
                return;
            }
            if length <= 4 && length <= text.len() {
                room.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
                self.length += length;
                return;
            }
        }
        self.push_long(text.get(..length).unwrap_or(text));
    }

    /// Any length; grows if it must.
    fn push_long(&mut self, text: &[u8]) {
        let end = self.length + text.len();
        if self.bytes.len() < end + PIECE {
            self.bytes.resize(2 * (end + PIECE), 0);
        }
        if let Some(to) = self.bytes.get_mut(self.length..end) {
            to.copy_from_slice(text);
        }
        self.length = end;
    }
}

/// Appends index·2^log2 as the shortest decimal that is exactly this number, without an exponent.
fn push_point(out: &mut Vec<u8>, index: i64, log2: i32) {
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
        let value = dyadic(odd, i32::try_from(log2).unwrap_or(0));
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
        let indices =
            [0, 1, -1, 2, 3, -5, 1000, 1023, 1024, -4096, (1 << 51) - 1, -(1 << 51), i64::MAX, i64::MIN];
        for log2 in [-100, -64, -63, -60, -52, -39, -38, -20, -19, -13, -12, -10, -1, 0, 1, 7, 40, 64, 100] {
            let points = Points::of(log2);
            for index in indices {
                let mut page = Page::default();
                points.push(&mut page, index);
                let text = String::from_utf8(page.text().to_vec()).unwrap();
                assert_eq!(parse(&text).unwrap(), dyadic(index, log2), "{index}·2^{log2} as {text}");
                assert!(!text.contains('.') || !text.ends_with(['0', '.']), "{text}");
                assert!(!text.starts_with("00") && !text.starts_with('.') && text != "-0", "{text}");
            }
        }
    }

    #[test]
    fn pieces_of_every_length_join() {
        let source: Vec<u8> = (0..=255).cycle().take(400).collect();
        let (mut page, mut expected) = (Page::default(), Vec::new());
        for _ in 0..3 {
            for length in 0..100 {
                for spare in [0, 1, 15, 16, 31, 32, 100] {
                    page.push_start(&source[length..2 * length + spare], length);
                    expected.extend_from_slice(&source[length..2 * length]);
                }
            }
            assert_eq!(page.text(), expected);
            page.clear();
            expected.clear();
        }
    }
}
