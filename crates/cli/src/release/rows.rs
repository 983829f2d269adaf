//! Rows of a CSV file or lines of a stream, found in a block of bytes without copying any.
//!
//! RFC 4180 with the usual leniency: a field that begins with a quote ends at the quote that is not doubled, and may
//! contain delimiters and line ends; elsewhere a quote is a character like any other. Lines end in LF or CRLF.

use memchr::{memchr, memchr2};
use std::ops::Range;

/// A longer row is refused, so that memory stays bounded even if a quote is never closed.
pub(super) const MAX_RECORD: usize = 16 << 20;

/// How rows are made of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// One field, the line.
    Lines,
    /// Fields between delimiters.
    Csv { delimiter: u8 },
}

/// One row of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// How many fields it has.
    pub(super) fields: usize,
    /// Where the wanted field lies, quotes included; empty if there is none.
    pub(super) cell: Range<usize>,
    /// After the last byte of the row, its line end included.
    pub(super) end: usize,
}

/// What a block holds at some place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Row(Row),
    /// The block ends within the row.
    Incomplete,
    /// The input ends within a quoted field.
    Unclosed,
}

impl Dialect {
    /// The row that begins at `start`, with its field number `column` from 0; `last` says that no bytes follow the block.
    #[expect(
        clippy::inline_always,
        reason = "a row is found in ten nanoseconds, of which a call would be several"
    )]
    #[inline(always)]
    pub(super) fn row(self, block: &[u8], start: usize, column: usize, last: bool) -> Found {
        let mut row = Row { fields: 0, cell: 0..0, end: start };
        let mut at = start;
        loop {
            let field = at;
            if let (Self::Csv { .. }, Some(b'"')) = (self, block.get(at)) {
                match closing_quote(block, at, last) {
                    Some(closing) => at = closing + 1,
                    None if last => return Found::Unclosed,
                    None => return Found::Incomplete,
                }
            }
            let rest = block.get(at..).unwrap_or_default();
            let stop = match self {
                Self::Lines => memchr(b'\n', rest),
                Self::Csv { delimiter } => memchr2(delimiter, b'\n', rest),
            };
            let (stop, ends) = match stop {
                Some(stop) => (at + stop, block.get(at + stop) == Some(&b'\n')),
                None if last => (block.len(), true),
                None => return Found::Incomplete,
            };
            if row.fields == column {
                let text = block.get(field..stop).unwrap_or_default();
                let trimmed = if ends { text.strip_suffix(b"\r").unwrap_or(text) } else { text };
                row.cell = field..field + trimmed.len();
            }
            row.fields += 1;
            at = stop + 1;
            if ends {
                row.end = at.min(block.len());
                return Found::Row(row);
            }
        }
    }

    /// What a cell says: without its quotes, if it has some. Text after the closing quote stays, and spoils a number.
    #[inline]
    pub(super) fn content(self, block: &[u8], cell: Range<usize>) -> Range<usize> {
        match (self, block.get(cell.clone())) {
            (Self::Csv { .. }, Some([b'"', .., b'"'])) => cell.start + 1..cell.end - 1,
            _ => cell,
        }
    }
}

/// The quote that ends the field which begins with a quote at `start`. One at the end of the block may be the first half
/// of a doubled one.
fn closing_quote(block: &[u8], start: usize, last: bool) -> Option<usize> {
    let mut at = start + 1;
    loop {
        let quote = at + memchr(b'"', block.get(at..)?)?;
        match block.get(quote + 1) {
            Some(b'"') => at = quote + 2,
            None if !last => return None,
            _ => return Some(quote),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the csv crate, on small random inputs made of the characters that matter; whole and cut at every place.
    #[test]
    fn rows_are_those_of_the_csv_crate() {
        let dialect = Dialect::Csv { delimiter: b',' };
        let mut state = 7_u64;
        for _ in 0..20_000 {
            let mut text = Vec::new();
            for _ in 0..state % 24 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push(b"\"\",,\n\nab1"[usize::try_from((state >> 33) % 9).unwrap()]);
            }
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15).rotate_left(17);
            let expected: Vec<_> = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .terminator(csv::Terminator::Any(b'\n'))
                .from_reader(&*text)
                .into_byte_records()
                .map(|record| record.unwrap().len())
                .collect();
            let (mut found, mut at) = (Vec::new(), 0);
            while at < text.len() {
                match dialect.row(&text, at, 0, true) {
                    Found::Row(row) => {
                        // The csv crate passes over empty lines.
                        if text.get(at) != Some(&b'\n') {
                            found.push(row.fields);
                        }
                        for cut in at..row.end {
                            // A shorter block must not see a row, unless it ends with the row.
                            let part = dialect.row(&text[..cut], at, 0, false);
                            assert_eq!(
                                part,
                                Found::Incomplete,
                                "{:?} at {at} cut {cut}",
                                String::from_utf8_lossy(&text)
                            );
                        }
                        at = row.end;
                    }
                    // The csv crate closes what is open at the end.
                    Found::Unclosed => {
                        found.clear();
                        break;
                    }
                    Found::Incomplete => panic!("nothing follows"),
                }
            }
            if !found.is_empty() {
                assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn cells_lie_where_they_are_written() {
        let dialect = Dialect::Csv { delimiter: b';' };
        let block = b"a;\"x;\ny\";3\r\n4;5;6\r\n\"7\";;\"1\"\"2\"";
        let mut at = 0;
        let mut cells = Vec::new();
        while at < block.len() {
            let Found::Row(row) = dialect.row(block, at, 2, true) else { panic!() };
            cells.push(&block[row.cell.clone()]);
            assert_eq!(row.fields, 3);
            at = row.end;
        }
        assert_eq!(cells, [&b"3"[..], b"6", b"\"1\"\"2\""]);
        assert_eq!(dialect.content(b"\"3\"", 0..3), 1..2);
        assert_eq!(dialect.content(b"\"3", 0..1), 0..1);
        assert_eq!(Dialect::Lines.content(b"\"3\"", 0..3), 0..3);
    }
}
