//! Rows in, rows out, in constant memory: one thread reads and parses, one draws and spells, one writes.
//!
//! Blocks of bytes circulate between the first two, pages of text between the last two. A block knows which of its bytes are to be replaced ([`Edit`]); all others
//! are written as they were read.

use super::answer::Bad;
use super::arithmetic::Batch;
use super::digits::{Page, Points};
use super::header::Header;
use super::rows::{Dialect, Found, MAX_RECORD};
use crate::failure::Failure;
use kdelta::{Entropy, Release};
use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// UTF-8 files from some programs begin with it; it is no part of the first field.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// How many bytes a block has, unless a row is longer.
const BLOCK: usize = 1 << 18;
/// One with each of two threads, and one under way each way.
const BLOCKS: usize = 4;

/// What the rows are and what is done with the bad ones.
pub(super) struct Rows {
    pub(super) dialect: Dialect,
    /// The field to release, from 0.
    pub(super) column: usize,
    /// How the column is called in messages.
    pub(super) column_name: String,
    /// How many fields every row has, once that is known.
    pub(super) fields: Option<usize>,
    /// The first row names the columns; this is the name or number of the one to release, until that row was read.
    pub(super) header: Option<String>,
    /// Bad rows are left out.
    pub(super) skip_bad: bool,
}

/// How releases are written.
pub(super) struct Spelling {
    /// The points of the grid.
    pub(super) points: Points,
    /// The text for [`Release::Outside`].
    pub(super) outside: Vec<u8>,
}

impl Spelling {
    #[inline]
    pub(super) fn push(&self, page: &mut Page, release: Release<i64>) {
        match release {
            Release::Value(steps) => self.points.push(page, steps),
            Release::Outside => page.push(&self.outside),
        }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) released: u64,
    pub(super) skipped: u64,
}

/// A range of bytes that is not written as it was read.
struct Edit {
    start: usize,
    end: usize,
    /// The next release takes its place; otherwise nothing does.
    released: bool,
}

/// A block of whole rows.
struct Block {
    bytes: Vec<u8>,
    /// In order, without overlap.
    edits: Vec<Edit>,
    batch: Box<dyn Batch>,
}

/// The first bad row.
fn bad_row(rows: &Rows, batch: &dyn Batch, number: u64, bad: Bad) -> Failure {
    let place = match (rows.dialect, bad) {
        (Dialect::Lines, _) => format!("line {number}"),
        (Dialect::Csv { .. }, Bad::Fields { .. } | Bad::Unclosed | Bad::TooLong) => format!("row {number}"),
        (Dialect::Csv { .. }, _) => format!("row {number}, column {}", rows.column_name),
    };
    let remedy = match bad {
        Bad::Inexact => super::inexact_remedy(batch),
        Bad::Unclosed | Bad::TooLong => "close the quote".into(),
        _ => "mend it, or leave such rows out with --skip-bad".into(),
    };
    Failure::refused(format!("{place}: {bad}; {remedy}. Nothing was released"))
}

/// The reading side.
struct Reading<'a, R> {
    input: R,
    rows: &'a mut Rows,
    /// The beginning of a row whose end is in the next block.
    rest: Vec<u8>,
    /// No bytes follow.
    ended: bool,
    /// How many rows were read, the header included.
    number: u64,
    tally: Tally,
}

impl<R: Read> Reading<'_, R> {
    /// Fills the block with whole rows; false if there are none left.
    fn fill(&mut self, block: &mut Block) -> Result<bool, Failure> {
        block.edits.clear();
        block.bytes.clear();
        block.bytes.append(&mut self.rest);
        let mut wanted = BLOCK;
        loop {
            self.read_up_to(wanted, &mut block.bytes)?;
            let end = self.parse(block)?;
            if end > 0 || self.ended {
                self.rest.extend_from_slice(block.bytes.get(end..).unwrap_or_default());
                block.bytes.truncate(end);
                return Ok(end > 0);
            }
            if wanted > MAX_RECORD {
                return Err(bad_row(self.rows, &*block.batch, self.number + 1, Bad::TooLong));
            }
            wanted *= 2; // not one whole row
        }
    }

    /// Adds bytes of the input until there are `wanted` or the input ends.
    fn read_up_to(&mut self, wanted: usize, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        let mut length = bytes.len();
        bytes.resize(wanted.max(length), 0);
        while let (false, Some(room @ [_, ..])) = (self.ended, bytes.get_mut(length..)) {
            match self.input.read(room) {
                Ok(0) => self.ended = true,
                Ok(read) => length += read,
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) => {
                    return Err(Failure::refused(format!(
                        "the input cannot be read: {why}; nothing was released"
                    )));
                }
            }
        }
        bytes.truncate(length);
        Ok(())
    }

    /// Notes the edits of every whole row; where the last one ends.
    fn parse(&mut self, block: &mut Block) -> Result<usize, Failure> {
        let dialect = self.rows.dialect;
        let mut at = if self.number == 0 && block.bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        while at < block.bytes.len() {
            let row = match dialect.row(&block.bytes, at, self.rows.column, self.ended) {
                Found::Row(row) => row,
                Found::Incomplete => break,
                Found::Unclosed => {
                    return Err(bad_row(self.rows, &*block.batch, self.number + 1, Bad::Unclosed));
                }
            };
            self.number += 1;
            if let Some(wanted) = self.rows.header.take() {
                let header = Header::read(block.bytes.get(at..row.end).unwrap_or_default(), dialect)?;
                (self.rows.column, self.rows.column_name) = header.find(&wanted)?;
                self.rows.fields = Some(row.fields);
                at = row.end;
                continue;
            }
            let expected = *self.rows.fields.get_or_insert(row.fields);
            let read = if row.fields == expected {
                let content = dialect.content(&block.bytes, row.cell.clone());
                block.batch.push(block.bytes.get(content.start..).unwrap_or_default(), content.len())
            } else {
                Err(Bad::Fields { found: row.fields, expected })
            };
            match read {
                Ok(()) => {
                    self.tally.released += 1;
                    block.edits.push(Edit { start: row.cell.start, end: row.cell.end, released: true });
                }
                Err(_) if self.rows.skip_bad => {
                    self.tally.skipped += 1;
                    block.edits.push(Edit { start: at, end: row.end, released: false });
                }
                Err(bad) => return Err(bad_row(self.rows, &*block.batch, self.number, bad)),
            }
            at = row.end;
        }
        Ok(at)
    }
}

/// Releases the column of every row; a header is written as it is.
///
/// `output` holds a part of the releases after an error; the caller throws it away.
pub(super) fn release(
    input: impl Read,
    output: &mut (impl Write + Send),
    rows: &mut Rows,
    spelling: &Spelling,
    batch: &dyn Batch,
    entropy: &mut (impl Entropy + Send),
) -> Result<Tally, Failure> {
    let (full, full_blocks) = sync_channel(BLOCKS);
    let (empty, empty_blocks) = sync_channel(BLOCKS);
    let (spelled, spelled_pages) = sync_channel(BLOCKS);
    let (blank, blank_pages) = sync_channel(BLOCKS);
    for _ in 0..BLOCKS {
        // The channels hold them all.
        let _ = empty.send(Block { bytes: Vec::new(), edits: Vec::new(), batch: batch.another() });
        let _ = blank.send(Page::default());
    }
    std::thread::scope(|scope| {
        let drawing = scope.spawn(|| draw(full_blocks, empty, blank_pages, spelled, spelling, entropy));
        let writing = scope.spawn(|| write(spelled_pages, blank, output));
        let mut reading =
            Reading { input, rows, rest: Vec::new(), ended: false, number: 0, tally: Tally::default() };
        let read = read(&mut reading, &empty_blocks, full);
        let lost = |_| Err(Failure::refused("a thread failed; nothing was released"));
        let drawn = drawing.join().unwrap_or_else(lost);
        let written = writing.join().unwrap_or_else(lost);
        // A bad row is more to the point than what followed from it.
        read.and(drawn).and(written).map(|()| reading.tally)
    })
}

fn read(
    reading: &mut Reading<'_, impl Read>,
    empty: &Receiver<Block>,
    full: SyncSender<Block>,
) -> Result<(), Failure> {
    // Either channel closes only when another thread has stopped, and then that thread says why.
    while let Ok(mut block) = empty.recv() {
        if !reading.fill(&mut block)? || full.send(block).is_err() {
            break;
        }
    }
    drop(full);
    Ok(())
}

fn draw(
    full: Receiver<Block>,
    empty: SyncSender<Block>,
    blank: Receiver<Page>,
    spelled: SyncSender<Page>,
    spelling: &Spelling,
    entropy: &mut impl Entropy,
) -> Result<(), Failure> {
    let mut releases = Vec::new();
    for mut block in full {
        block.batch.release(entropy, &mut releases)?;
        let Ok(mut page) = blank.recv() else { break };
        page.clear();
        let (mut at, mut next) = (0, releases.iter());
        for edit in &block.edits {
            page.push_start(block.bytes.get(at..).unwrap_or_default(), edit.start - at);
            if edit.released {
                let release = next.next();
                let release =
                    release.ok_or_else(|| Failure::refused("a release is missing; nothing was released"))?;
                spelling.push(&mut page, *release);
            }
            at = edit.end;
        }
        page.push(block.bytes.get(at..).unwrap_or_default());
        if spelled.send(page).is_err() {
            break;
        }
        // The reader may have finished.
        let _ = empty.send(block);
    }
    Ok(())
}

fn write(spelled: Receiver<Page>, blank: SyncSender<Page>, output: &mut impl Write) -> Result<(), Failure> {
    for page in spelled {
        output.write_all(page.text()).map_err(|why| {
            Failure::refused(format!("the output cannot be written: {why}; nothing was released"))
        })?;
        // The drawing thread may have finished.
        let _ = blank.send(page);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::arithmetic::{Policy, batch};
    use kdelta::EntropyError;
    use kdelta_certificate::MechanismCertificate;
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

    fn run(input: impl Read, output: &mut (impl Write + Send), blocks: usize) -> Result<Tally, Failure> {
        let description = crate::setting::Flags::default().describe().unwrap();
        let certificate = MechanismCertificate::derive(&description, &crate::sources::Embedded).unwrap();
        let batch = batch(&certificate, Policy { rounded: false, to_ends: false }).unwrap();
        let mut rows = Rows {
            dialect: Dialect::Lines,
            column: 0,
            column_name: "1".into(),
            fields: None,
            header: None,
            skip_bad: false,
        };
        let spelling = Spelling { points: Points::of(-10), outside: b"outside".to_vec() };
        release(input, output, &mut rows, &spelling, &*batch, &mut Exhausted(blocks))
    }

    #[test]
    fn whatever_fails_on_the_way_stops_every_thread_and_is_said() {
        let many = usize::MAX;
        let why =
            |result: Result<Tally, Failure>| result.map(|tally| tally.released).unwrap_err().to_string();
        assert!(why(run(Broken(many), &mut io::sink(), 0)).contains("entropy source failed"));
        assert!(why(run(Broken(many), &mut io::sink(), 100_000)).contains("entropy source failed"));
        assert!(why(run(Broken(many), &mut Full(0), many)).contains("cannot be written"));
        assert!(why(run(Broken(many), &mut Full(5 << 20), many)).contains("cannot be written"));
        assert!(why(run(Broken(0), &mut io::sink(), many)).contains("cannot be read"));
        assert!(why(run(Broken(100), &mut io::sink(), many)).contains("cannot be read"));
        let twice = run(&b"1\n0.5\n"[..], &mut io::sink(), many).unwrap();
        assert_eq!(twice, Tally { released: 2, skipped: 0 });
    }
}
