//! Rows of a CSV file or lines of a stream, found in a block of bytes without copying any.
//!
//! RFC 4180: a field that begins with a quote ends at the quote that is not doubled, after which the field
//! must end; it may contain delimiters and line ends. Elsewhere a quote is a character like any other. Lines
//! end in LF or CRLF. Whatever else could be read in two ways is refused, as one of the ways might take an
//! answer for something that passes: text after a closing quote, which a stray quote leaves behind, and a
//! carriage return without a line feed, which ends a row in files of old Macintosh programs.

use super::answer::Bad;
use crate::failure::Failure;
use memchr::{memchr, memchr_iter, memchr2};
use std::ops::Range;

/// A longer row is refused, so that memory stays bounded even if a quote is never closed.
pub(super) const MAX_RECORD: usize = 16 << 20;

/// UTF-8 files from some programs begin with it; it is no part of the first field.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Where the first row begins: after a byte order mark.
pub(super) fn first_row(bytes: &[u8]) -> Result<usize, Failure> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Err(Failure::refused("the input is UTF-16; convert it to UTF-8. Nothing was released"))
        }
        _ if bytes.starts_with(BYTE_ORDER_MARK) => Ok(BYTE_ORDER_MARK.len()),
        _ => Ok(0),
    }
}

/// How rows are made of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// One field, the line.
    Lines,
    /// Fields between delimiters.
    Csv { delimiter: u8 },
}

/// What a block holds at some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// A row, which ends before this place, its line end included.
    Row { end: usize },
    /// The block ends within the row.
    Incomplete,
    /// The row cannot be told from what follows it.
    Bad(Bad),
}

impl Dialect {
    /// The row that begins at `start`; where its fields lie, quotes included, is put into `fields`. `last`
    /// says that no bytes follow the block.
    pub(super) fn row(self, block: &[u8], start: usize, last: bool, fields: &mut Vec<Range<usize>>) -> Found {
        fields.clear();
        let mut at = start;
        loop {
            let field = at;
            if let (Self::Csv { delimiter }, Some(b'"')) = (self, block.get(at)) {
                match closing_quote(block, at, last) {
                    Some(closing) => at = closing + 1,
                    None if last => return Found::Bad(Bad::Unclosed),
                    None => return Found::Incomplete,
                }
                match (block.get(at), block.get(at + 1)) {
                    (None | Some(b'\n'), _) | (Some(b'\r'), Some(b'\n')) => {}
                    (Some(b'\r'), None) if !last => return Found::Incomplete,
                    (Some(b'\r'), _) => return Found::Bad(Bad::CarriageReturn),
                    (Some(byte), _) if *byte == delimiter => {}
                    _ => return Found::Bad(Bad::AfterQuote),
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
            let carriage = ends && stop > field && block.get(stop - 1) == Some(&b'\r');
            fields.push(field..stop - usize::from(carriage));
            at = stop + 1;
            if ends {
                let end = at.min(block.len());
                if has_bare_carriage_return(block.get(start..end).unwrap_or_default()) {
                    return Found::Bad(Bad::CarriageReturn);
                }
                return Found::Row { end };
            }
        }
    }

    /// What a cell says: without its quotes, if it has some.
    #[inline]
    pub(super) fn content(self, block: &[u8], cell: Range<usize>) -> Range<usize> {
        match (self, block.get(cell.clone())) {
            (Self::Csv { .. }, Some([b'"', .., b'"'])) => cell.start + 1..cell.end - 1,
            _ => cell,
        }
    }
}

/// The quote that ends the field which begins with a quote at `start`. One at the end of the block may be the
/// first half of a doubled one.
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

/// Whether a carriage return is followed by something else than a line feed, or by nothing.
pub(super) fn has_bare_carriage_return(bytes: &[u8]) -> bool {
    memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Whether a row, line end included, is a blank line. A count takes it for no row, wherever it stands: were it
/// a row in one place and none in another (at the end of a file it is not even cut out), the row of one person
/// behind many blank lines would change the count by as many. A release takes it for no row in a file of
/// several columns, and for an empty cell, which is bad, in a file of one.
pub(super) fn is_blank(bytes: &[u8], row: Range<usize>) -> bool {
    matches!(bytes.get(row), Some(b"\n" | b"\r\n"))
}

/// Where the blank rows at the end of whole rows begin. A line end before them is never inside quotes: the
/// closing quote would stand between.
pub(super) fn without_blank_end(bytes: &[u8], begin: usize) -> usize {
    let mut rows = bytes.get(begin..).unwrap_or_default();
    while let Some(line) = rows.strip_suffix(b"\n") {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !(line.is_empty() || line.ends_with(b"\n")) {
            break;
        }
        rows = line;
    }
    begin + rows.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::Seeded;

    /// Against the csv crate, on small random inputs made of the characters that matter; whole and cut at
    /// every place.
    #[test]
    fn rows_are_those_of_the_csv_crate() {
        let dialect = Dialect::Csv { delimiter: b',' };
        let (mut random, mut refused, mut compared) = (Seeded(7), 0, 0);
        for _ in 0..20_000 {
            let mut text = Vec::new();
            for _ in 0..random.below(24) {
                text.push(b"\"\",,\n\nab1"[random.below(9)]);
            }
            let expected: Vec<_> = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .terminator(csv::Terminator::Any(b'\n'))
                .from_reader(&*text)
                .into_byte_records()
                .map(|record| record.unwrap().len())
                .collect();
            let (mut found, mut fields, mut at) = (Vec::new(), Vec::new(), 0);
            while at < text.len() {
                match dialect.row(&text, at, true, &mut fields) {
                    Found::Row { end } => {
                        // The csv crate passes over empty lines.
                        if text.get(at) != Some(&b'\n') {
                            found.push(fields.len());
                        }
                        for cut in at..end {
                            // A shorter block must not see a row, unless it ends with the row.
                            let part = dialect.row(&text[..cut], at, false, &mut fields);
                            assert_eq!(
                                part,
                                Found::Incomplete,
                                "{:?} at {at} cut {cut}",
                                String::from_utf8_lossy(&text)
                            );
                        }
                        at = end;
                    }
                    // The csv crate closes what is open at the end, and takes text after a quote.
                    Found::Bad(bad) => {
                        assert!(matches!(bad, Bad::Unclosed | Bad::AfterQuote), "{bad}");
                        refused += 1;
                        found.clear();
                        break;
                    }
                    Found::Incomplete => panic!("nothing follows"),
                }
            }
            if !found.is_empty() {
                assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(&text));
                compared += 1;
            }
        }
        assert!(refused > 1000 && compared > 1000, "{refused} and {compared}");
    }

    #[test]
    fn cells_lie_where_they_are_written() {
        let dialect = Dialect::Csv { delimiter: b';' };
        let block = b"a;\"x;\ny\";3\r\n4;5;6\r\n\"7\";;\"1\"\"2\"";
        let (mut at, mut fields) = (0, Vec::new());
        let mut cells = Vec::new();
        while at < block.len() {
            let Found::Row { end } = dialect.row(block, at, true, &mut fields) else { panic!() };
            assert_eq!(fields.len(), 3);
            cells.push(&block[fields[2].clone()]);
            at = end;
        }
        assert_eq!(cells, [&b"3"[..], b"6", b"\"1\"\"2\""]);
        assert_eq!(dialect.content(b"\"3\"", 0..3), 1..2);
        assert_eq!(dialect.content(b"\"3", 0..1), 0..1);
        assert_eq!(Dialect::Lines.content(b"\"3\"", 0..3), 0..3);
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        let (dialect, mut fields) = (Dialect::Csv { delimiter: b',' }, Vec::new());
        for text in ["a,b\r1,2\r", "a\r,b\n", "a,b\r", "\"a\rb\",c\n", "\"a\"\rb\n", "\r", "a\r\r\n"] {
            let found = dialect.row(text.as_bytes(), 0, true, &mut fields);
            assert_eq!(found, Found::Bad(Bad::CarriageReturn), "{text:?}");
        }
        assert_eq!(Dialect::Lines.row(b"1\r2\n", 0, true, &mut fields), Found::Bad(Bad::CarriageReturn));
        for text in ["\"a\"b,c\n", "\"a\" ,c\n", "1,\"x\n2,\"y\n"] {
            let found = dialect.row(text.as_bytes(), 0, true, &mut fields);
            assert_eq!(found, Found::Bad(Bad::AfterQuote), "{text:?}");
        }
        assert!(first_row(b"\xff\xfex\0").is_err() && first_row(b"\xfe\xff\0x").is_err());
        assert_eq!((first_row(b"\xef\xbb\xbfx").unwrap(), first_row(b"x").unwrap()), (3, 0));
        for text in ["a,b\r\n", "\"a\r\nb\",c\r\n", "\"a\"\r\n", "\r\n"] {
            let found = dialect.row(text.as_bytes(), 0, true, &mut fields);
            assert_eq!(found, Found::Row { end: text.len() }, "{text:?}");
        }
    }

    #[test]
    fn blank_rows_at_the_end_are_none() {
        for (text, begin, end) in [
            ("1\n2\n", 0, 4),
            ("1\n\n", 0, 2),
            ("1\n\n\r\n\n", 0, 2),
            ("1\r\n\r\n", 0, 3),
            ("\n\n1\n", 0, 4),
            ("\n\n", 0, 0),
            ("xyz\n", 3, 3),
            ("1\n ", 0, 3),
            ("\"a\n\"\n", 0, 5),
            ("1\r\r\n", 0, 4),
        ] {
            assert_eq!(without_blank_end(text.as_bytes(), begin), end, "{text:?}");
        }
    }
}
