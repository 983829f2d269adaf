//! Rows of a CSV file or lines of a stream, as the `csv` crate reads them from a [checked](super::checked) input.
//!
//! That crate passes over blank lines without a word. Here they are counted: each has a number, and in a file of one column it may be
//! somebody's empty cell. Blank lines at the end are none.

use crate::answer::Bad;
use crate::checked::{Checked, Dialect, unreadable};
use csv::{ByteRecord, Reader, ReaderBuilder, Terminator};
use kdelta_explore::Error;
use memchr::{memchr, memchr_iter};
use std::io::Read;

/// How many bytes are read at once.
const BUFFER: usize = 1 << 16;

/// Why there is no next row.
pub(crate) enum Stopped {
    /// The input cannot be read.
    Unreadable(Error),
    /// The row of this number, from 1, cannot be told from others.
    Bad(u64, Bad),
}

/// The rows of an input.
pub(crate) struct Records<R> {
    reader: Reader<Checked<R>>,
    /// The row that was read last, ...
    record: ByteRecord,
    /// ... its place among rows and blank lines, from 1, ...
    number: u64,
    /// ... and how many blank lines are between the row before and it.
    blank: u64,
}

/// A row.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    record: &'a ByteRecord,
    /// Its place among rows and blank lines, from 1.
    pub(crate) number: u64,
    /// How many blank lines are between the row before and this one.
    pub(crate) blank: u64,
}

impl<R: Read> Records<R> {
    pub(crate) fn new(input: R, dialect: Dialect) -> Result<Self, Error> {
        let mut builder = ReaderBuilder::new();
        // A carriage return before a line end is left to `Row::field`: then the lines that the crate counts are those there are.
        builder.has_headers(false).flexible(true).terminator(Terminator::Any(b'\n')).buffer_capacity(BUFFER);
        match dialect {
            // No number has a zero byte.
            Dialect::Lines => builder.quoting(false).delimiter(0),
            Dialect::Csv { delimiter } => builder.delimiter(delimiter),
        };
        let reader = builder.from_reader(Checked::new(input, dialect)?);
        Ok(Self { reader, record: ByteRecord::new(), number: 0, blank: 0 })
    }

    /// Reads the next row that is no blank line; false after the last.
    pub(crate) fn advance(&mut self) -> Result<bool, Stopped> {
        self.blank = 0;
        loop {
            let (byte, line) = (self.reader.position().byte(), self.reader.position().line());
            match self.reader.read_byte_record(&mut self.record) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(why) => {
                    let refused = self.reader.get_ref().refused();
                    return Err(refused.map_or_else(
                        || Stopped::Unreadable(unreadable(&why)),
                        |(number, bad)| Stopped::Bad(number, bad),
                    ));
                }
            }
            let (bytes, lines) = (self.reader.position().byte() - byte, self.reader.position().line() - line);
            // One line end is that of the row, those in its fields are not its end: all others were passed over.
            let inside = || memchr_iter(b'\n', self.record.as_slice()).map(|_| 1).sum::<u64>();
            let passed_over = if lines == 1 { 0 } else { lines.saturating_sub(1 + inside()) };
            self.blank += passed_over;
            // Not to be taken for a row with quotes around nothing, which has two bytes more.
            if bytes == passed_over + 2 && self.record.as_slice() == b"\r" {
                self.blank += 1;
                continue;
            }
            self.number += self.blank + 1;
            return Ok(true);
        }
    }

    /// The row that was read last.
    pub(crate) const fn row(&self) -> Row<'_> {
        Row { record: &self.record, number: self.number, blank: self.blank }
    }

    /// The input.
    pub(crate) fn input(&self) -> &Checked<R> {
        self.reader.get_ref()
    }
}

impl<'a> Row<'a> {
    /// How many fields it has.
    pub(crate) fn len(&self) -> usize {
        self.record.len()
    }

    /// What a field says, without quotes around it.
    #[inline]
    pub(crate) fn field(&self, column: usize) -> Option<&'a [u8]> {
        let field = self.record.get(column)?;
        // Every carriage return is before a line feed, so that one at the end of the last field is before that of the row.
        Some(if column + 1 == self.len() { field.strip_suffix(b"\r").unwrap_or(field) } else { field })
    }

    /// Whether one of its fields has a line end.
    pub(crate) fn has_line_end(&self) -> bool {
        memchr(b'\n', self.record.as_slice()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number, blank lines before, and fields of every row.
    fn read(text: &str, dialect: Dialect) -> Vec<(u64, u64, Vec<String>)> {
        let mut records = Records::new(text.as_bytes(), dialect).unwrap();
        let mut rows = Vec::new();
        while let Ok(true) = records.advance() {
            let row = records.row();
            let fields = (0..row.len()).map(|i| String::from_utf8(row.field(i).unwrap().to_vec()).unwrap());
            rows.push((row.number, row.blank, fields.collect()));
        }
        rows
    }

    #[test]
    fn every_row_has_its_number_and_every_blank_line_is_counted() {
        let row = |number: u64, blank: u64, fields: &[&str]| {
            (number, blank, fields.iter().map(|field| (*field).to_owned()).collect::<Vec<_>>())
        };
        let csv = Dialect::Csv { delimiter: b',' };
        for (text, rows) in [
            ("a,b\nc\n", vec![row(1, 0, &["a", "b"]), row(2, 0, &["c"])]),
            ("a\r\n\"b\"\r\nc", vec![row(1, 0, &["a"]), row(2, 0, &["b"]), row(3, 0, &["c"])]),
            ("\n\r\na\n\n\n\r\n\nb\n\n\r\n", vec![row(3, 2, &["a"]), row(8, 4, &["b"])]),
            ("\"\"\r\n\r\n\"\"\n", vec![row(1, 0, &[""]), row(3, 1, &[""])]),
            ("\r\n\n\"\"\r\n", vec![row(3, 2, &[""])]),
            ("\"a\n\n\nb\",c\n\nd\n", vec![row(1, 0, &["a\n\n\nb", "c"]), row(3, 1, &["d"])]),
            ("\n\"a\r\n\",\"\"\"\"\r\n", vec![row(2, 1, &["a\r\n", "\""])]),
            ("a,\r\n,\n", vec![row(1, 0, &["a", ""]), row(2, 0, &["", ""])]),
            (" \n \r\n", vec![row(1, 0, &[" "]), row(2, 0, &[" "])]),
            ("", vec![]),
            ("\n\n", vec![]),
        ] {
            assert_eq!(read(text, csv), rows, "{text:?}");
        }
        let lines = read("\"a,b\n\n1\r\n2", Dialect::Lines);
        assert_eq!(lines, [row(1, 0, &["\"a,b"]), row(3, 1, &["1"]), row(4, 0, &["2"])]);
        let many = "\n".repeat(200_000);
        assert_eq!(
            read(&format!("{many}a\n{many}b"), csv),
            [row(200_001, 200_000, &["a"]), row(400_002, 200_000, &["b"])]
        );
    }
}
