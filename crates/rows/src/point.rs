//! Grid points as decimals: k·2^-m has a finite expansion, and all of it is written.

use kdelta_explore::Error;
use kdelta_oracle::number::{Rational, dyadic, floor_log2};

/// How the points of one grid are written.
#[derive(Debug, Clone)]
pub struct Points {
    log2: i32,
    /// 5^m on a grid of m > 0 binary places, if it is that small.
    power: Option<u128>,
}

impl Points {
    /// The points of a certified grid.
    ///
    /// # Errors
    /// If the grid is no power of two.
    pub fn on(grid: &Rational) -> Result<Self, Error> {
        let log2 = floor_log2(grid).filter(|log2| *grid == dyadic(1, *log2));
        log2.map(Self::of).ok_or_else(|| Error::refused("the grid is no power of two; nothing was released"))
    }

    /// The points k·2^log2.
    #[must_use]
    pub fn of(log2: i32) -> Self {
        Self { log2, power: 5_u128.checked_pow(log2.unsigned_abs()) }
    }

    /// Appends index·2^log2 as the shortest decimal that is exactly this number, without an exponent.
    pub fn push(&self, out: &mut Vec<u8>, index: i64) {
        if index < 0 {
            out.push(b'-');
        }
        let magnitude = index.unsigned_abs();
        let places = match usize::try_from(-i64::from(self.log2)) {
            Err(_) | Ok(0) => {
                return out.extend_from_slice(dyadic(magnitude, self.log2).to_string().as_bytes());
            }
            Ok(places) => places,
        };
        // k·2^-m = k·5^m·10^-m.
        match self.power.and_then(|power| power.checked_mul(magnitude.into())) {
            Some(digits) => push_digits(out, itoa::Buffer::new().format(digits).as_bytes(), places),
            None => {
                let power = Rational::from_integer(5.into()).pow(-self.log2);
                let digits = Rational::from_integer(magnitude.into()) * power;
                push_digits(out, digits.to_string().as_bytes(), places);
            }
        }
    }
}

/// Appends digits·10^-places without zeros at the end.
fn push_digits(out: &mut Vec<u8>, digits: &[u8], places: usize) {
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(places));
    out.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
    let end = fraction.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
    if end > 0 {
        out.push(b'.');
        out.resize(out.len() + (places - fraction.len()), b'0');
        out.extend_from_slice(fraction.get(..end).unwrap_or_default());
    }
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
                let mut out = Vec::new();
                points.push(&mut out, index);
                let text = String::from_utf8(out).unwrap();
                assert_eq!(parse(&text).unwrap(), dyadic(index, log2), "{index}·2^{log2} as {text}");
                assert!(!text.contains('.') || !text.ends_with(['0', '.']), "{text}");
                assert!(!text.starts_with("00") && !text.starts_with('.') && text != "-0", "{text}");
            }
        }
    }
}
