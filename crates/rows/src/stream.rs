//! Rows in, rows out, in constant memory: some rows are read, released together and written, then the next.
//!
//! Of each row the cells that are released and the cells that are kept are known; nothing else of it is written.

use crate::answer::Bad;
use crate::batch::{BadRow, Batch};
use crate::checked::{BYTE_ORDER_MARK, Dialect};
use crate::columns::{Columns, Field, Layout};
use crate::point::Points;
use crate::records::{Records, Row, Stopped};
use csv::{ByteRecord, Terminator, Writer, WriterBuilder};
use kdelta::{Entropy, Release};
use kdelta_explore::Error;
use std::io::{BufWriter, Read, Write};

/// So many rows are released together, or fewer if so many bytes of them are kept.
const ROWS: usize = 1 << 12;
const BYTES: usize = 1 << 20;
/// How many bytes are written at once.
const BUFFER: usize = 1 << 16;

/// What the rows are and what is done with the bad ones.
#[derive(Debug)]
pub struct Rows {
    /// How rows are made of fields.
    pub dialect: Dialect,
    /// The columns of a CSV file that the user names; none if every line is an answer.
    pub wanted: Option<Columns>,
    /// Bad rows are left out.
    pub skip_bad: bool,
    /// What to do about a cell that the format does not hold.
    pub inexact: String,
}

/// How the coordinates of a released point are written.
pub trait Spell<const D: usize>: Sync {
    /// Appends the coordinate of that axis.
    fn coordinate(&self, out: &mut Vec<u8>, steps: [i64; D], axis: usize);
}

impl Spell<1> for Points {
    #[inline]
    fn coordinate(&self, out: &mut Vec<u8>, [steps]: [i64; 1], _: usize) {
        self.push(out, steps);
    }
}

/// How releases are written.
#[derive(Debug)]
pub struct Spelling<S> {
    /// The points of the grid.
    pub points: S,
    /// The text for [`Release::Outside`], in the place of each coordinate.
    pub outside: Vec<u8>,
}

impl<S> Spelling<S> {
    /// Appends the coordinate of that axis, or the text for outside.
    #[inline]
    pub fn push<const D: usize>(&self, out: &mut Vec<u8>, release: Release<[i64; D]>, axis: usize)
    where
        S: Spell<D>,
    {
        match release {
            Release::Value(steps) => self.points.coordinate(out, steps, axis),
            Release::Outside => out.extend_from_slice(&self.outside),
        }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many rows were released.
    pub released: u64,
    /// How many bad rows were left out.
    pub skipped: u64,
}

impl Tally {
    /// Nothing to release is not a success; `what` there is none of, and `bad` are those that were left out.
    ///
    /// # Errors
    /// If nothing was released.
    pub fn some(self, what: &str, bad: &str) -> Result<(), Error> {
        match self {
            Self { released: 0, skipped: 0 } => {
                Err(Error::refused(format!("the input has no {what}; nothing was released")))
            }
            Self { released: 0, skipped } => {
                Err(Error::refused(format!("all {skipped} {bad} are bad; nothing was released")))
            }
            _ => Ok(()),
        }
    }
}

impl Rows {
    /// The message for a bad row: its place and never its text, which is private.
    fn refuse(&self, number: u64, (axis, bad): BadRow) -> Error {
        let place = match (&self.wanted, axis) {
            (None, _) => format!("line {number}"),
            (Some(_), None) => format!("row {number}"),
            (Some(wanted), Some(axis)) => format!("row {number}, column {}", wanted.name(axis)),
        };
        bad.refusal(&place, &self.inexact)
    }

    /// What a blank line is. In a CSV file of several columns it is no row: it is nobody's, so nothing is released for it. In a file of
    /// one column it is somebody's empty cell.
    const fn blank(&self, layout: &Layout) -> Option<BadRow> {
        match (&self.wanted, layout.fields) {
            (_, 1) => Some((Some(0), Bad::Empty)),
            (Some(_), _) => None,
            (None, expected) => Some((None, Bad::Fields { found: 1, expected })),
        }
    }

    fn stopped(&self, why: Stopped) -> Error {
        match why {
            Stopped::Unreadable(why) => why,
            Stopped::Bad(number, bad) => self.refuse(number, (None, bad)),
        }
    }
}

/// Where rows are written: a CSV file, or lines, which no quotes are needed in.
enum Written<W: Write> {
    Csv(Box<Writer<W>>),
    Lines { output: BufWriter<W>, end: &'static [u8] },
}

impl<W: Write> Written<W> {
    /// Line ends are those of the first line that was read.
    fn new(output: W, rows: &Rows, crlf: bool) -> Self {
        match (rows.dialect, &rows.wanted) {
            (Dialect::Csv { delimiter }, Some(_)) => {
                let mut builder = WriterBuilder::new();
                let terminator = if crlf { Terminator::CRLF } else { Terminator::Any(b'\n') };
                builder.delimiter(delimiter).terminator(terminator).buffer_capacity(BUFFER);
                Self::Csv(Box::new(builder.from_writer(output)))
            }
            (Dialect::Csv { .. } | Dialect::Lines, _) => {
                let output = BufWriter::with_capacity(BUFFER, output);
                Self::Lines { output, end: if crlf { b"\r\n" } else { b"\n" } }
            }
        }
    }

    fn write(&mut self, record: &ByteRecord) -> Result<(), Error> {
        match self {
            Self::Csv(writer) => writer.write_byte_record(record).map_err(|why| unwritable(&why)),
            Self::Lines { output, end } => {
                let fields = record.iter().enumerate();
                let mut pieces =
                    fields.flat_map(|(i, field)| [if i > 0 { b"," } else { &b""[..] }, field]).chain([*end]);
                pieces.try_for_each(|piece| output.write_all(piece)).map_err(|why| unwritable(&why))
            }
        }
    }

    /// Writes what is left in the buffer.
    fn end(&mut self) -> Result<(), Error> {
        match self {
            Self::Csv(writer) => writer.flush(),
            Self::Lines { output, .. } => output.flush(),
        }
        .map_err(|why| unwritable(&why))
    }
}

/// Rows that were read and wait for their release.
struct Waiting<'a, S, W: Write, const D: usize> {
    layout: Layout,
    spelling: &'a Spelling<S>,
    batch: Box<dyn Batch<D>>,
    rows: usize,
    /// The cells that are kept, of one row after the other.
    kept: ByteRecord,
    releases: Vec<Release<[i64; D]>>,
    written: Written<W>,
    /// What is written of one row.
    record: ByteRecord,
    /// What is written of one coordinate.
    text: Vec<u8>,
}

impl<'a, S: Spell<D>, W: Write, const D: usize> Waiting<'a, S, W, D> {
    fn new(layout: Layout, spelling: &'a Spelling<S>, batch: Box<dyn Batch<D>>, written: Written<W>) -> Self {
        let (kept, record) = (ByteRecord::new(), ByteRecord::new());
        let (releases, text) = (Vec::new(), Vec::new());
        Self { layout, spelling, batch, rows: 0, kept, releases, written, record, text }
    }

    /// Takes the answer of a row and the cells to keep.
    fn push(&mut self, row: &Row<'_>) -> Result<(), BadRow> {
        self.layout.check(row).map_err(|bad| (None, bad))?;
        let mut texts = [&b""[..]; D];
        for (text, column) in texts.iter_mut().zip(&self.layout.released) {
            *text = self.layout.cell(row, *column).map_err(|bad| (None, bad))?;
        }
        self.batch.push(texts)?;
        for column in self.layout.kept() {
            self.kept.push_field(self.layout.cell(row, column).map_err(|bad| (None, bad))?);
        }
        self.rows += 1;
        Ok(())
    }

    /// Releases what waits, and writes it.
    fn release(&mut self, entropy: &mut dyn Entropy) -> Result<(), Error> {
        self.batch.release(entropy, &mut self.releases)?;
        if self.releases.len() != self.rows {
            return Err(Error::refused("a release is missing; nothing was released"));
        }
        let mut kept = self.kept.iter();
        for release in &self.releases {
            self.record.clear();
            for (_, field) in &self.layout.written {
                match field {
                    Field::Released(axis) => {
                        self.text.clear();
                        self.spelling.push(&mut self.text, *release, *axis);
                        self.record.push_field(&self.text);
                    }
                    Field::Kept => self.record.push_field(
                        kept.next()
                            .ok_or_else(|| Error::refused("a kept cell is missing; nothing was released"))?,
                    ),
                }
            }
            self.written.write(&self.record)?;
        }
        self.kept.clear();
        self.rows = 0;
        Ok(())
    }
}

fn unwritable(why: &dyn std::fmt::Display) -> Error {
    Error::refused(format!("the output cannot be written: {why}; nothing was released"))
}

/// Releases the columns of every row, and writes them with the columns that are kept.
///
/// `output` holds a part of the releases after an error; the caller throws it away.
///
/// # Errors
/// If a row is bad and bad ones are not left out, if the input cannot be read or told apart in rows, or the output cannot be written.
pub fn release<const D: usize>(
    input: impl Read,
    output: &mut impl Write,
    rows: &Rows,
    spelling: &Spelling<impl Spell<D>>,
    batch: &dyn Batch<D>,
    entropy: &mut dyn Entropy,
) -> Result<Tally, Error> {
    let mut records = Records::new(input, rows.dialect)?;
    let mut tally = Tally::default();
    if !records.advance().map_err(|why| rows.stopped(why))? {
        return Ok(tally);
    }
    let first = records.row();
    let refuse = |number, bad| rows.refuse(number, (None, bad));
    let layout = match &rows.wanted {
        Some(wanted) => wanted.layout(&first)?,
        None => Layout::of_lines(D),
    };
    if records.input().begins_with_mark() {
        output.write_all(BYTE_ORDER_MARK).map_err(|why| unwritable(&why))?;
    }
    let mut written = Written::new(output, rows, records.input().has_crlf());
    let header = rows.wanted.as_ref().filter(|wanted| wanted.has_header());
    if let Some(wanted) = header {
        layout.check(&first).map_err(|bad| refuse(first.number, bad))?;
        let names = wanted.header(&layout, &first).map_err(|bad| refuse(first.number, bad))?;
        written.write(&names)?;
    }
    let mut waiting = Waiting::new(layout, spelling, batch.another(), written);
    // Blank lines before the first row of a CSV file are none.
    let mut blank_counts = rows.wanted.is_none();
    let mut is_read = header.is_none();
    loop {
        if !std::mem::take(&mut is_read) {
            if !records.advance().map_err(|why| rows.stopped(why))? {
                break;
            }
            blank_counts = true;
        }
        let row = records.row();
        if let (true, Some(bad)) = (blank_counts && row.blank > 0, rows.blank(&waiting.layout)) {
            if !rows.skip_bad {
                return Err(rows.refuse(row.number - row.blank, bad));
            }
            tally.skipped += row.blank;
        }
        match waiting.push(&row) {
            Ok(()) => tally.released += 1,
            Err(_) if rows.skip_bad => tally.skipped += 1,
            Err(bad) => return Err(rows.refuse(row.number, bad)),
        }
        if waiting.rows >= ROWS || waiting.kept.as_slice().len() >= BYTES {
            waiting.release(entropy)?;
        }
    }
    waiting.release(entropy)?;
    waiting.written.end()?;
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Policy;
    use crate::line::batch;
    use crate::testing::example;
    use kdelta::EntropyError;
    use std::io;

    /// Delivers so many blocks and then fails.
    struct Exhausted(usize);

    impl Entropy for Exhausted {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
            self.0 = self.0.checked_sub(1).ok_or(EntropyError)?;
            bytes.fill(0x5a);
            Ok(())
        }
    }

    /// Takes so many bytes and then is full.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// An input without end that fails after so many reads.
    struct Broken(usize);

    impl Read for Broken {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::ConnectionReset)?;
            room.fill(b'\n');
            room.iter_mut().step_by(2).for_each(|byte| *byte = b'1');
            Ok(room.len() & !1)
        }
    }

    fn release_of(input: impl Read, output: &mut impl Write, blocks: usize) -> Result<Tally, Error> {
        let batch = batch(&example(), Policy { rounded: false, to_ends: false }).unwrap();
        let rows = Rows { dialect: Dialect::Lines, wanted: None, skip_bad: false, inexact: String::new() };
        let spelling = Spelling { points: Points::of(-10), outside: b"outside".to_vec() };
        release(input, output, &rows, &spelling, &*batch, &mut Exhausted(blocks))
    }

    #[test]
    fn whatever_fails_on_the_way_is_said() {
        let many = usize::MAX;
        let why = |result: Result<Tally, Error>| result.map(|tally| tally.released).unwrap_err().to_string();
        assert!(why(release_of(Broken(many), &mut io::sink(), 0)).contains("entropy source failed"));
        assert!(why(release_of(Broken(many), &mut io::sink(), 100_000)).contains("entropy source failed"));
        assert!(why(release_of(Broken(many), &mut Full(0), many)).contains("cannot be written"));
        assert!(why(release_of(Broken(many), &mut Full(5 << 20), many)).contains("cannot be written"));
        assert!(why(release_of(Broken(0), &mut io::sink(), many)).contains("cannot be read"));
        assert!(why(release_of(Broken(100), &mut io::sink(), many)).contains("cannot be read"));
        let twice = release_of(&b"1\n0.5\n"[..], &mut io::sink(), many).unwrap();
        assert_eq!(twice, Tally { released: 2, skipped: 0 });
    }
}
