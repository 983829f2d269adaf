//! The bytes of a CSV file or of lines, checked on their way to the `csv` crate.
//!
//! The `csv` crate reads everything somehow. What could be read in two ways is refused here, as one of the ways might take an answer for
//! something that passes: text after a closing quote, which a stray quote leaves behind; a quote that is never closed; a carriage return
//! without a line feed, which ends a row in files of old Macintosh programs. So is a row of more than [`MAX_RECORD`] bytes, which keeps
//! memory bounded. Rows before the refused one pass.

use crate::answer::Bad;
use kdelta_explore::Error;
use memchr::{memchr, memchr_iter, memrchr};
use std::io::{self, Chain, Cursor, Read};

/// A longer row is refused, so that memory stays bounded even if a quote is never closed.
pub(crate) const MAX_RECORD: usize = 16 << 20;

/// UTF-8 files from some programs begin with it; it is no part of the first field.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Where the first row begins: after a byte order mark.
pub(crate) fn first_row(bytes: &[u8]) -> Result<usize, Error> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            Err(Error::refused("the input is UTF-16; convert it to UTF-8. Nothing was released"))
        }
        _ if bytes.starts_with(BYTE_ORDER_MARK) => Ok(BYTE_ORDER_MARK.len()),
        _ => Ok(0),
    }
}

/// How rows are made of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// One field, the line; a quote is a character like any other.
    Lines,
    /// RFC 4180: fields between delimiters. A field that begins with a quote ends at the quote that is not doubled.
    Csv {
        /// What is between fields.
        delimiter: u8,
    },
}

/// Where in a row a byte is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the beginning of a field.
    Start,
    /// In a field without quotes.
    Plain,
    /// Between quotes.
    Quoted,
    /// After a quote between quotes: the closing one, or the first of two.
    Closing,
}

/// An input that ends with a line end and has nothing in it that could be read in two ways.
pub(crate) struct Checked<R> {
    input: Chain<Cursor<Vec<u8>>, R>,
    dialect: Dialect,
    begins_with_mark: bool,
    state: State,
    /// The byte before was a carriage return.
    carriage: bool,
    /// Whether the first line ends in CRLF, once it was read.
    crlf: Option<bool>,
    /// The rows and blank lines before the one that is being read.
    rows: u64,
    /// How many bytes of that were read.
    length: usize,
    /// The number of the row at which the input was refused, from 1, and why.
    refused: Option<(u64, Bad)>,
}

impl<R: Read> Checked<R> {
    /// Reads the byte order mark, if there is one.
    pub(crate) fn new(mut input: R, dialect: Dialect) -> Result<Self, Error> {
        let mut start = Vec::new();
        let read = input.by_ref().take(3).read_to_end(&mut start);
        read.map_err(|why| unreadable(&why))?;
        let mark = first_row(&start)?;
        start.drain(..mark);
        Ok(Self {
            input: Cursor::new(start).chain(input),
            dialect,
            begins_with_mark: mark > 0,
            state: State::Start,
            carriage: false,
            crlf: None,
            rows: 0,
            length: 0,
            refused: None,
        })
    }
}

impl<R> Checked<R> {
    /// Whether the input begins with a byte order mark.
    pub(crate) const fn begins_with_mark(&self) -> bool {
        self.begins_with_mark
    }

    /// Whether the first line ends in CRLF.
    pub(crate) fn has_crlf(&self) -> bool {
        self.crlf == Some(true)
    }

    /// The number of the row at which the input was refused, and why.
    pub(crate) const fn refused(&self) -> Option<(u64, Bad)> {
        self.refused
    }

    /// Looks at the next bytes. If one of them is refused: where its row begins among them, 0 if it began before.
    fn check(&mut self, bytes: &[u8]) -> Result<(), usize> {
        let quotes = match self.dialect {
            Dialect::Lines => false,
            Dialect::Csv { .. } => {
                matches!(self.state, State::Quoted | State::Closing) || memchr(b'"', bytes).is_some()
            }
        };
        let mut start = 0;
        let refusal =
            if quotes { self.check_quoted(bytes, &mut start) } else { self.check_plain(bytes, &mut start) };
        let refusal = refusal.or((self.length > MAX_RECORD).then_some(Bad::TooLong));
        refusal.map_or(Ok(()), |bad| {
            self.refused = Some((self.rows + 1, bad));
            Err(start)
        })
    }

    /// Counts the rows that end among bytes in which no line end is inside quotes; `start` is where the last of them ends.
    fn count(&mut self, bytes: &[u8], start: &mut usize) {
        let Some(last) = memrchr(b'\n', bytes) else {
            self.length += bytes.len();
            return;
        };
        *start = last + 1;
        self.length = bytes.len() - *start;
        self.rows += memchr_iter(b'\n', bytes).map(|_| 1).sum::<u64>();
    }

    /// Without quotes: only a carriage return can be refused.
    fn check_plain(&mut self, bytes: &[u8], start: &mut usize) -> Option<Bad> {
        if self.crlf.is_none() {
            self.crlf = memchr(b'\n', bytes).map(|end| {
                end.checked_sub(1).map_or(self.carriage, |before| bytes.get(before) == Some(&b'\r'))
            });
        }
        if self.carriage && bytes.first() != Some(&b'\n') {
            return Some(Bad::CarriageReturn);
        }
        let bare = memchr_iter(b'\r', bytes).find(|at| bytes.get(at + 1).is_some_and(|next| *next != b'\n'));
        self.count(bytes.get(..bare.unwrap_or(bytes.len())).unwrap_or(bytes), start);
        let last = bytes.last();
        self.carriage = last == Some(&b'\r');
        let begins = match (last, self.dialect) {
            (Some(b'\n'), _) => true,
            (Some(byte), Dialect::Csv { delimiter }) => *byte == delimiter,
            _ => false,
        };
        self.state = if begins { State::Start } else { State::Plain };
        bare.map(|_| Bad::CarriageReturn)
    }

    /// Byte by byte.
    fn check_quoted(&mut self, bytes: &[u8], start: &mut usize) -> Option<Bad> {
        let Dialect::Csv { delimiter } = self.dialect else { return None };
        for (at, &byte) in bytes.iter().enumerate() {
            if self.carriage && byte != b'\n' {
                return Some(Bad::CarriageReturn);
            }
            let carriage = std::mem::replace(&mut self.carriage, byte == b'\r');
            self.length += 1;
            self.state = match (self.state, byte) {
                (State::Quoted, b'"') => State::Closing,
                (State::Quoted, _) | (State::Closing | State::Start, b'"') => State::Quoted,
                (_, b'\n') => {
                    self.crlf.get_or_insert(carriage);
                    (self.rows, self.length, *start) = (self.rows + 1, 0, at + 1);
                    State::Start
                }
                (_, byte) if byte == delimiter => State::Start,
                // Nothing but a line feed can follow.
                (State::Closing, b'\r') => State::Closing,
                (State::Closing, _) => return Some(Bad::AfterQuote),
                (State::Start | State::Plain, _) => State::Plain,
            };
        }
        None
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let refused = || Err(io::ErrorKind::InvalidData.into());
        if self.refused.is_some() {
            return refused();
        }
        let length = self.input.read(room)?;
        let Some(bytes) = room.get(..length).filter(|bytes| !bytes.is_empty()) else {
            let bad = match self.state {
                _ if self.carriage => Some(Bad::CarriageReturn),
                State::Quoted => Some(Bad::Unclosed),
                State::Start | State::Plain | State::Closing => None,
            };
            if let Some(bad) = bad {
                self.refused = Some((self.rows + 1, bad));
                return refused();
            }
            // The last row ends as all others do.
            return Ok(match room.first_mut() {
                Some(end) if self.length > 0 => {
                    (*end, self.length, self.state) = (b'\n', 0, State::Start);
                    1
                }
                _ => 0,
            });
        };
        match self.check(bytes) {
            Ok(()) => Ok(length),
            Err(0) => refused(),
            Err(start) => Ok(start),
        }
    }
}

/// Why nothing came of an input.
pub(crate) fn unreadable(why: &dyn std::fmt::Display) -> Error {
    Error::refused(format!("the input cannot be read: {why}; nothing was released"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::Seeded;

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

    const CSV: Dialect = Dialect::Csv { delimiter: b',' };

    /// What passes, and where and why the rest is refused.
    fn passed(text: &[u8], step: usize, dialect: Dialect) -> (Vec<u8>, Option<(u64, Bad)>) {
        let mut checked = Checked::new(Slow(text, step), dialect).unwrap();
        let mut out = Vec::new();
        let ended = checked.read_to_end(&mut out);
        assert_eq!(ended.is_err(), checked.refused().is_some());
        (out, checked.refused())
    }

    /// The rows of a text, each with its line end, by the definition: as far as the first that is refused, and why that is.
    fn rows(text: &[u8]) -> (Vec<&[u8]>, Option<Bad>) {
        let (mut rows, mut rest) = (Vec::new(), text);
        while !rest.is_empty() {
            // Quotes are doubled or in pairs where a field is quoted: a line end is inside one if it follows an open quote.
            let (mut at, mut field, mut bad) = (0, 0, None);
            loop {
                if at == field && rest.get(at) == Some(&b'"') {
                    at += 1;
                    while at < rest.len() && (rest[at] != b'"' || rest.get(at + 1) == Some(&b'"')) {
                        at += if rest[at] == b'"' { 2 } else { 1 };
                    }
                    let after = rest.get(at + 1);
                    bad = match after {
                        _ if at >= rest.len() => Some(Bad::Unclosed),
                        None | Some(b',' | b'\n' | b'\r') => None,
                        Some(_) => Some(Bad::AfterQuote),
                    };
                    at += 1;
                }
                match rest.get(at) {
                    _ if bad.is_some() => break,
                    None => break,
                    Some(b'\n') => {
                        at += 1;
                        break;
                    }
                    Some(b',') => field = at + 1,
                    Some(_) => {}
                }
                at += 1;
            }
            let (row, later) = rest.split_at(at.min(rest.len()));
            let ends_in_return = |i: &usize| row[*i] == b'\r' && row.get(i + 1) != Some(&b'\n');
            // Whichever comes first.
            let bare = (0..row.len()).find(ends_in_return);
            let bad = if bare.is_some() { Some(Bad::CarriageReturn) } else { bad };
            if bad.is_some() {
                return (rows, bad);
            }
            rows.push(row);
            rest = later;
        }
        (rows, None)
    }

    /// Against the definition, on small texts of the characters that matter, cut at every distance.
    #[test]
    fn rows_before_the_first_that_is_refused_pass() {
        let (mut random, mut whole, mut kinds) = (Seeded(7), 0, [0; 3]);
        for _ in 0..60_000 {
            let text: Vec<u8> = (0..random.below(20)).map(|_| b"\"\",,\n\n\ra1"[random.below(9)]).collect();
            let (rows, bad) = rows(&text);
            let shown = String::from_utf8_lossy(&text);
            for step in [1, 2, 3, 64] {
                let (out, refused) = passed(&text, step, CSV);
                assert_eq!(refused.map(|refused| refused.1), bad, "{shown:?} by {step}");
                let expected = rows.concat();
                match refused {
                    Some((number, _)) => {
                        assert_eq!(number, rows.len() as u64 + 1, "{shown:?} by {step}");
                        assert!(out.starts_with(&expected), "{shown:?} by {step}");
                        // What passed of the refused row is no whole row.
                        assert!(
                            !out[expected.len()..].contains(&b'\n') || out[expected.len()..].contains(&b'"')
                        );
                    }
                    None => {
                        let end: &[u8] = if text.is_empty() || text.ends_with(b"\n") { b"" } else { b"\n" };
                        assert_eq!(out, [&expected, end].concat(), "{shown:?} by {step}");
                    }
                }
            }
            whole += usize::from(bad.is_none());
            for (count, kind) in kinds.iter_mut().zip([Bad::CarriageReturn, Bad::AfterQuote, Bad::Unclosed]) {
                *count += usize::from(bad == Some(kind));
            }
        }
        assert!(whole > 1000 && kinds.iter().all(|count| *count > 1000), "{whole} and {kinds:?}");
    }

    #[test]
    fn long_rows_marks_and_lines() {
        let line = vec![b'1'; 3 * MAX_RECORD];
        assert_eq!(passed(&line, 1 << 16, Dialect::Lines).1, Some((1, Bad::TooLong)));
        let quoted = [b"1\n\"", &b"2\n".repeat(MAX_RECORD)[..]].concat();
        assert_eq!(passed(&quoted, 1 << 16, CSV).1, Some((2, Bad::TooLong)));
        assert_eq!(passed(b"\"1\n2", 1, Dialect::Lines), (b"\"1\n2\n".to_vec(), None));
        assert_eq!(passed(b"1\r2\n", 1, Dialect::Lines).1, Some((1, Bad::CarriageReturn)));
        assert_eq!(passed(b"\xef\xbb\xbf\"a\"", 1, CSV), (b"\"a\"\n".to_vec(), None));
        assert!(
            Checked::new(&b"\xff\xfex\0"[..], CSV).is_err()
                && Checked::new(&b"\xfe\xff\0x"[..], CSV).is_err()
        );
        for (text, crlf) in [
            ("a\r\nb\n", true),
            ("a\nb\r\n", false),
            ("\"a\r\n\"\n", false),
            ("\"\"\r\n", true),
            ("a", false),
        ] {
            for step in [1, 64] {
                let mut checked = Checked::new(Slow(text.as_bytes(), step), CSV).unwrap();
                checked.read_to_end(&mut Vec::new()).unwrap();
                assert_eq!(checked.has_crlf(), crlf, "{text:?}");
            }
        }
    }
}
