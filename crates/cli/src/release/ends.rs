//! Where the fields of a block without quotes end: 64 bytes at a time.

use wide::u8x16;

/// Appends the places of all delimiters and line ends from `start` on.
#[expect(clippy::expect_used, reason = "a place among 64 bytes")]
pub(super) fn find(block: &[u8], start: usize, delimiter: u8, ends: &mut Vec<usize>) {
    let (delimiters, lines) = (u8x16::splat(delimiter), u8x16::splat(b'\n'));
    let rest = block.get(start..).unwrap_or_default();
    let mut at = start;
    let words = rest.chunks_exact(64);
    let tail = words.remainder();
    for word in words {
        // Bit i is byte i.
        let mask = word.chunks_exact(16).rev().fold(0_u64, |mask, part| {
            let part = u8x16::from(part);
            let found = part.cmp_eq(delimiters) | part.cmp_eq(lines);
            (mask << 16) | u64::from(found.move_mask().unsigned_abs())
        });
        let mut left = mask;
        // The number of rounds changes little from word to word, so that the processor guesses it well.
        for _ in 0..mask.count_ones() {
            ends.push(at + usize::try_from(left.trailing_zeros()).expect("at most 64"));
            left &= left.wrapping_sub(1);
        }
        at += 64;
    }
    let is_end = |byte: u8| byte == delimiter || byte == b'\n';
    ends.extend(tail.iter().enumerate().filter(|(_, byte)| is_end(**byte)).map(|(i, _)| at + i));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::Seeded;

    #[test]
    fn every_end_is_found_once_and_in_order() {
        let mut random = Seeded(1);
        for length in 0..300 {
            let block: Vec<u8> = (0..length).map(|_| b",;\n\xff\x80a"[random.below(6)]).collect();
            for start in [0, 1, 17, length] {
                let mut ends = Vec::new();
                find(&block, start, b';', &mut ends);
                let expected: Vec<_> =
                    (start..block.len()).filter(|i| [b';', b'\n'].contains(&block[*i])).collect();
                assert_eq!(ends, expected, "{length} from {start}");
            }
        }
    }
}
