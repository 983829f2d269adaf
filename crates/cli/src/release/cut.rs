//! The input in blocks of whole rows.
//!
//! Where no quote is, a row ends at every line end, and the last one of a block is found without looking at
//! the rows before it. Only a block with quotes is walked row by row, as a line end within quotes ends
//! nothing. Blank rows at the end of the input are left out.

use super::answer::Bad;
use super::rows::{Dialect, Found, MAX_RECORD, first_row, has_bare_carriage_return, without_blank_end};
use crate::failure::Failure;
use memchr::{memchr, memrchr};
use std::io::Read;
use std::ops::Range;

/// How many bytes a block has, unless a row is longer.
const BLOCK: usize = 1 << 16;

/// What was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// Whole rows; more may follow.
    Rows,
    /// Whole rows, perhaps none, and the end of the input.
    End,
    /// Whole rows, perhaps none, and then one that cannot be cut off.
    Bad(Bad),
}

/// The reading side.
pub(super) struct Cutter<R> {
    input: R,
    dialect: Dialect,
    /// The beginning of a row whose end is in the next block.
    rest: Vec<u8>,
    /// No bytes follow.
    ended: bool,
    /// Where the first row of the next block begins; of the first block, after it was cut.
    begin: usize,
    first: bool,
    /// Of the row that is looked at.
    fields: Vec<Range<usize>>,
}

impl<R: Read> Cutter<R> {
    pub(super) const fn new(input: R, dialect: Dialect) -> Self {
        Self { input, dialect, rest: Vec::new(), ended: false, begin: 0, first: true, fields: Vec::new() }
    }

    /// Where the first row of the first block begins: after a byte order mark.
    pub(super) const fn begin(&self) -> usize {
        self.begin
    }

    /// Replaces what is in `bytes` by the next rows.
    pub(super) fn cut(&mut self, bytes: &mut Vec<u8>) -> Result<Cut, Failure> {
        bytes.clear();
        bytes.append(&mut self.rest);
        let mut wanted = BLOCK;
        loop {
            self.read_up_to(wanted, bytes)?;
            let begin = if self.first { first_row(bytes)? } else { 0 };
            let (mut end, bad) = self.whole_rows(bytes, begin);
            let too_long = wanted > MAX_RECORD && end == begin;
            // Blank rows stay for the next block, whether or not there is one. If all are blank, they are no
            // end of anything.
            let blank = without_blank_end(bytes.get(..end).unwrap_or_default(), begin);
            if bad.is_none() && (blank > begin || self.ended) {
                end = blank;
            }
            if end > begin || self.ended || bad.is_some() || too_long {
                if self.first {
                    (self.first, self.begin) = (false, begin);
                }
                let too_long = too_long.then(|| {
                    // A file that has no other line ends is one long row.
                    if has_bare_carriage_return(bytes) { Bad::CarriageReturn } else { Bad::TooLong }
                });
                self.rest.extend_from_slice(bytes.get(end..).unwrap_or_default());
                bytes.truncate(end);
                let bad = bad.or(too_long).map(Cut::Bad);
                return Ok(bad.unwrap_or(if self.ended { Cut::End } else { Cut::Rows }));
            }
            wanted *= 2; // not one whole row
        }
    }

    /// Adds bytes of the input until there are `wanted` or the input ends.
    fn read_up_to(&mut self, wanted: usize, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        let missing = wanted.saturating_sub(bytes.len());
        let limit = u64::try_from(missing).unwrap_or(u64::MAX);
        bytes.reserve_exact(missing);
        let read = self.input.by_ref().take(limit).read_to_end(bytes).map_err(|why| {
            Failure::refused(format!("the input cannot be read: {why}; nothing was released"))
        })?;
        self.ended = read < missing;
        Ok(())
    }

    /// Where the last whole row ends, and what is wrong with the next one.
    fn whole_rows(&mut self, bytes: &[u8], begin: usize) -> (usize, Option<Bad>) {
        let quoted = self.dialect != Dialect::Lines && memchr(b'"', bytes).is_some();
        if !quoted {
            let end = if self.ended { bytes.len() } else { memrchr(b'\n', bytes).map_or(begin, |at| at + 1) };
            return (end.max(begin), None);
        }
        let mut at = begin;
        while at < bytes.len() {
            match self.dialect.row(bytes, at, self.ended, &mut self.fields) {
                Found::Row { end } => at = end,
                Found::Incomplete => break,
                Found::Bad(bad) => return (at, Some(bad)),
            }
        }
        (at, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// Delivers a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let (now, later) = self.0.split_at(self.1.min(room.len()).min(self.0.len()));
            room[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    #[test]
    fn blocks_end_with_rows_and_nothing_is_lost() {
        let dialect = Dialect::Csv { delimiter: b',' };
        let plain = b"12,34\n".repeat(100_000);
        let quoted = b"1,\"2\n\"\"3\"\n".repeat(60_000);
        let mixed = [&plain[..], &quoted, &plain, b"7,8"].concat();
        for text in [&plain, &quoted, &mixed] {
            let mut cutter = Cutter::new(Slow(text, 100_003), dialect);
            let (mut bytes, mut all, mut fields) = (Vec::new(), Vec::new(), Vec::new());
            loop {
                let cut = cutter.cut(&mut bytes).unwrap();
                assert!(bytes.len() <= BLOCK);
                let mut at = 0;
                while at < bytes.len() {
                    let Found::Row { end } = dialect.row(&bytes, at, true, &mut fields) else {
                        panic!("not a row")
                    };
                    assert_eq!(fields.len(), 2);
                    at = end;
                }
                all.extend_from_slice(&bytes);
                if cut == Cut::End {
                    break;
                }
            }
            assert!(all == *text);
        }
    }

    #[test]
    fn what_cannot_be_cut_off_is_said_after_the_rows_before_it() {
        let cut = |text: &[u8]| {
            let mut cutter = Cutter::new(text, Dialect::Csv { delimiter: b',' });
            let mut bytes = Vec::new();
            let cut = cutter.cut(&mut bytes).unwrap();
            (cut, cutter.begin(), bytes)
        };
        assert_eq!(cut(b""), (Cut::End, 0, vec![]));
        assert_eq!(cut(b"\xef\xbb\xbf\"1\"\n2"), (Cut::End, 3, b"\xef\xbb\xbf\"1\"\n2".to_vec()));
        assert_eq!(cut(b"1\n\"2"), (Cut::Bad(Bad::Unclosed), 0, b"1\n".to_vec()));
        let endless = [b"1\n\"", &b"2\n".repeat(MAX_RECORD)[..]].concat();
        let mut cutter = Cutter::new(&*endless, Dialect::Csv { delimiter: b',' });
        let mut bytes = Vec::new();
        assert_eq!((cutter.cut(&mut bytes).unwrap(), bytes.as_slice()), (Cut::Rows, &b"1\n"[..]));
        assert_eq!((cutter.cut(&mut bytes).unwrap(), bytes.as_slice()), (Cut::Bad(Bad::TooLong), &b""[..]));
        assert_eq!(cut(b"1\n\n\r\n\n"), (Cut::End, 0, b"1\n".to_vec()));
        assert_eq!(cut(b"\n\n"), (Cut::End, 0, vec![]));
        assert_eq!(cut(b"1\n\"2\"3\n\n"), (Cut::Bad(Bad::AfterQuote), 0, b"1\n".to_vec()));
        // Blank rows at the end of a block wait for what follows.
        for (more, expected) in [(&b""[..], &b""[..]), (b"2\n", b"\n\n2\n")] {
            let text = [&b"1\n".repeat(BLOCK / 2 - 1)[..], b"\n\n", more].concat();
            let mut cutter = Cutter::new(&*text, Dialect::Lines);
            let mut bytes = Vec::new();
            assert_eq!((cutter.cut(&mut bytes).unwrap(), bytes.len()), (Cut::Rows, BLOCK - 2));
            assert_eq!((cutter.cut(&mut bytes).unwrap(), bytes.as_slice()), (Cut::End, expected));
        }
        // A file of an old Macintosh has one row.
        let line = b"1\r".repeat(2 * MAX_RECORD);
        assert_eq!(
            Cutter::new(&*line, Dialect::Lines).cut(&mut bytes).unwrap(),
            Cut::Bad(Bad::CarriageReturn)
        );
        // A long row without quotes is one too.
        let line = vec![b'1'; 3 * MAX_RECORD];
        assert_eq!(Cutter::new(&*line, Dialect::Lines).cut(&mut bytes).unwrap(), Cut::Bad(Bad::TooLong));
    }
}
