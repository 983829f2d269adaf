//! Rows in, rows out, in constant memory: every thread takes the next block of whole rows, releases them, and
//! writes them when it is the turn of that block.
//!
//! In each block the cells that are released, the cells that are kept and the line ends are known; nothing
//! else of it is written.

use super::answer::Bad;
use super::batch::{BadRow, Batch};
use super::cut::{Cut, Cutter};
use super::digits::{Page, Points};
use super::ends;
use super::header::{Layout, Wanted, line_end};
use super::rows::{BYTE_ORDER_MARK, Dialect, Found, has_bare_carriage_return, is_blank};
use crate::failure::Failure;
use kdelta::{Entropy, Release};
use memchr::{memchr, memchr_iter};
use std::io::{Read, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// More threads than this would wait for the disk.
const MAX_THREADS: usize = 8;

/// What the rows are and what is done with the bad ones.
pub(super) struct Rows {
    pub(super) dialect: Dialect,
    /// The columns of a CSV file that the user names; none if every line is an answer.
    pub(super) wanted: Option<Wanted>,
    /// Bad rows are left out.
    pub(super) skip_bad: bool,
    /// What to do about a cell that the format does not hold.
    pub(super) inexact: String,
}

/// How the coordinates of a released point are written.
pub(super) trait Spell<const D: usize>: Sync {
    /// Appends the coordinate of that axis.
    fn coordinate(&self, page: &mut Page, steps: [i64; D], axis: usize);
}

impl Spell<1> for Points {
    #[inline]
    fn coordinate(&self, page: &mut Page, [steps]: [i64; 1], _: usize) {
        self.push(page, steps);
    }
}

/// How releases are written.
pub(super) struct Spelling<S> {
    /// The points of the grid.
    pub(super) points: S,
    /// The text for [`Release::Outside`], in the place of each coordinate.
    pub(super) outside: Vec<u8>,
}

impl<S> Spelling<S> {
    #[inline]
    pub(super) fn push<const D: usize>(&self, page: &mut Page, release: Release<[i64; D]>, axis: usize)
    where
        S: Spell<D>,
    {
        match release {
            Release::Value(steps) => self.points.coordinate(page, steps, axis),
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

impl Tally {
    /// Nothing to release is not a success.
    pub(super) fn some(self, what: &str, bad: &str) -> Result<(), Failure> {
        match self {
            Self { released: 0, skipped: 0 } => {
                Err(Failure::refused(format!("the input has no {what}; nothing was released")))
            }
            Self { released: 0, skipped } => {
                Err(Failure::refused(format!("all {skipped} {bad} are bad; nothing was released")))
            }
            _ => Ok(()),
        }
    }
}

/// A block of whole rows.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    /// Where the first row to release begins: after the header, in the first block.
    start: usize,
    /// What is wrong with the row after the last of this block that was read.
    bad: Option<BadRow>,
    /// What is written.
    page: Page,
    tally: Tally,
    /// Blank lines of a CSV file, which are no rows but have numbers.
    blank: u64,
}

/// What only the first block has.
struct Beginning {
    layout: Layout,
    /// Where the first row to release begins.
    start: usize,
    /// The byte order mark and the header, as they are written.
    page: Page,
    /// How many rows that was.
    rows: u64,
}

impl Rows {
    /// Reads what only the first block has: the byte order mark, the header, and how many fields there are.
    /// None if the block has blank lines only.
    fn begin(&self, bytes: &[u8], start: usize, before: u64) -> Result<Option<Beginning>, Failure> {
        let (mut page, layout) = (Page::default(), Layout::of_lines(self.dialect));
        if start > 0 {
            page.push(BYTE_ORDER_MARK);
        }
        let Some(wanted) = &self.wanted else { return Ok(Some(Beginning { layout, start, page, rows: 0 })) };
        let (mut fields, mut at, mut number) = (Vec::new(), start, before);
        while at < bytes.len() {
            number += 1;
            let end = match self.dialect.row(bytes, at, true, &mut fields) {
                Found::Row { end } => end,
                Found::Bad(bad) => return Err(self.refuse(number, (None, bad))),
                // Blocks are whole rows.
                Found::Incomplete => return Err(self.refuse(number, (None, Bad::TooLong))),
            };
            if is_blank(bytes, at..end) {
                at = end;
                continue;
            }
            let layout = wanted.layout(self.dialect, bytes, &fields)?;
            if !wanted.has_header() {
                return Ok(Some(Beginning { layout, start: at, page, rows: number - 1 }));
            }
            layout.check(bytes, &fields).map_err(|bad| self.refuse(number, (None, bad)))?;
            wanted.write_header(&layout, &mut page, bytes, &fields, end);
            return Ok(Some(Beginning { layout, start: end, page, rows: number }));
        }
        Ok(None)
    }

    /// The message for a bad row: its place and never its text, which is private.
    fn refuse(&self, number: u64, (axis, bad): BadRow) -> Failure {
        let place = match (&self.wanted, axis) {
            (None, _) => format!("line {number}"),
            (Some(_), None) => format!("row {number}"),
            (Some(wanted), Some(axis)) => format!("row {number}, column {}", wanted.name(axis)),
        };
        bad.refusal(&place, &self.inexact)
    }
}

/// Releases the rows of one block at a time.
struct Worker<'a, S, E, const D: usize> {
    rows: &'a Rows,
    layout: &'a Layout,
    spelling: &'a Spelling<S>,
    batch: Box<dyn Batch<D>>,
    entropy: E,
    /// Where fields end.
    ends: Vec<usize>,
    /// The fields of one row.
    fields: Vec<Range<usize>>,
    /// Of all rows that are written, in order: the D cells that are released, ...
    cells: Vec<Range<usize>>,
    /// ... the cells that are kept, as many for each row as the layout says, ...
    kept: Vec<Range<usize>>,
    /// ... and what follows the last field.
    line_ends: Vec<Range<usize>>,
    releases: Vec<Release<[i64; D]>>,
}

impl<'a, S: Spell<D>, E: Entropy, const D: usize> Worker<'a, S, E, D> {
    fn new(
        rows: &'a Rows,
        layout: &'a Layout,
        spelling: &'a Spelling<S>,
        batch: Box<dyn Batch<D>>,
        entropy: E,
    ) -> Self {
        Self {
            rows,
            layout,
            spelling,
            batch,
            entropy,
            ends: Vec::new(),
            fields: Vec::new(),
            cells: Vec::new(),
            kept: Vec::new(),
            line_ends: Vec::new(),
            releases: Vec::new(),
        }
    }

    fn work(&mut self, block: &mut Block) -> Result<(), Failure> {
        block.page.clear();
        // A bad row is for the writer to tell, which knows its number; nothing of its block is released.
        if self.parse(block) {
            self.batch.release(&mut self.entropy, &mut self.releases)?;
            self.spell(block)?;
        }
        Ok(())
    }

    /// Notes the cells of every row; false after a bad one.
    fn parse(&mut self, block: &mut Block) -> bool {
        // Nearly every block has good rows only and no quotes: all cells are found at once, then all are
        // read.
        if self.find(block) && self.batch.push_all(&block.bytes, &self.cells) {
            block.tally = Tally { released: count(self.line_ends.len()), skipped: 0 };
            block.blank = 0;
            true
        } else {
            self.parse_one_by_one(block)
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.kept.clear();
        self.line_ends.clear();
    }

    /// Finds the cells of every row; false if a row has another number of fields, or something that a look at
    /// the row must decide.
    fn find(&mut self, block: &Block) -> bool {
        self.clear();
        let bytes = block.bytes.as_slice();
        let &Layout { fields, ref released, .. } = self.layout;
        if released.len() != D {
            return false;
        }
        let delimiter = match self.rows.dialect {
            Dialect::Lines => b'\n',
            Dialect::Csv { .. } if memchr(b'"', bytes).is_some() => return false,
            Dialect::Csv { delimiter } => delimiter,
        };
        if has_bare_carriage_return(bytes) {
            return false;
        }
        self.ends.clear();
        ends::find(bytes, block.start, delimiter, &mut self.ends);
        let is_line_end = |end: &usize| bytes.get(*end) == Some(&b'\n');
        let mut start = block.start;
        for row in self.ends.chunks(fields) {
            let Some((&last, others)) = row.split_last() else { return false };
            if !(row.len() == fields && is_line_end(&last) && !others.iter().any(is_line_end)) {
                return false;
            }
            let begin_of = |field: usize| {
                field.checked_sub(1).and_then(|before| row.get(before)).map_or(start, |end| end + 1)
            };
            let carriage = last > begin_of(fields - 1) && bytes.get(last - 1) == Some(&b'\r');
            let line_end = last - usize::from(carriage);
            let mut is_whole = true;
            let mut cell = |field: usize| {
                let end = row.get(field).copied();
                is_whole &= end.is_some();
                Some(begin_of(field)..if end? == last { line_end } else { end? })
            };
            self.cells.extend(released.iter().filter_map(|column| cell(*column)));
            self.kept.extend(self.layout.kept().filter_map(cell));
            if !is_whole {
                return false;
            }
            self.line_ends.push(line_end..last + 1);
            start = last + 1;
        }
        start == bytes.len()
    }

    /// The same row by row, with quotes, and what is to be done with each bad one.
    fn parse_one_by_one(&mut self, block: &mut Block) -> bool {
        self.clear();
        (block.tally, block.blank) = (Tally::default(), 0);
        let Rows { dialect, skip_bad, .. } = *self.rows;
        let is_csv = self.rows.wanted.is_some();
        let mut at = block.start;
        while at < block.bytes.len() {
            let bytes = block.bytes.as_slice();
            let found = dialect.row(bytes, at, true, &mut self.fields);
            let Found::Row { end } = found else {
                block.bad = Some((None, if let Found::Bad(bad) = found { bad } else { Bad::TooLong }));
                return false;
            };
            // A blank line of a CSV file with several columns is no row: it is nobody's, so nothing is
            // released for it. In a file of one column it is somebody's empty cell, which is bad.
            if is_csv && self.layout.fields > 1 && is_blank(bytes, at..end) {
                block.blank += 1;
                at = end;
                continue;
            }
            let cells = self.layout.released.iter().filter_map(|column| self.fields.get(*column));
            let mut texts = [&b""[..]; D];
            for (text, cell) in texts.iter_mut().zip(cells.clone()) {
                *text = bytes.get(dialect.content(bytes, cell.clone())).unwrap_or_default();
            }
            let read = self.layout.check(bytes, &self.fields).map_err(|bad| (None, bad));
            match read.and_then(|()| self.batch.push(texts)) {
                Ok(()) => {
                    block.tally.released += 1;
                    self.cells.extend(cells.cloned());
                    self.kept
                        .extend(self.layout.kept().filter_map(|column| self.fields.get(column).cloned()));
                    self.line_ends.push(line_end(&self.fields, end));
                }
                Err(_) if skip_bad => block.tally.skipped += 1,
                Err(bad) => {
                    block.bad = Some(bad);
                    return false;
                }
            }
            at = end;
        }
        true
    }

    fn spell(&self, block: &mut Block) -> Result<(), Failure> {
        if self.releases.len() != self.line_ends.len() {
            return Err(Failure::refused("a release is missing; nothing was released"));
        }
        let mut kept = self.kept.iter();
        let Block { bytes, page, .. } = block;
        for (release, line_end) in self.releases.iter().zip(&self.line_ends) {
            self.layout.write(page, bytes, &mut kept, line_end, |page, axis| {
                self.spelling.push(page, *release, axis);
            });
        }
        Ok(())
    }
}

/// The reading side: who holds it takes the next block.
struct Source<R> {
    cutter: Cutter<R>,
    /// The first block was read to find the header in it.
    first: Option<(Block, Cut)>,
    /// How many blocks were taken.
    taken: u64,
    ended: bool,
}

impl<R: Read> Source<R> {
    /// The number of the block, if there is one, and whether it could be read.
    fn take(&mut self, block: &mut Block) -> Option<(u64, Result<(), Failure>)> {
        if self.ended {
            return None;
        }
        let cut = if let Some((first, cut)) = self.first.take() {
            *block = first;
            Ok(cut)
        } else {
            block.start = 0;
            self.cutter.cut(&mut block.bytes)
        };
        block.bad = if let Ok(Cut::Bad(bad)) = cut { Some((None, bad)) } else { None };
        self.ended = !matches!(cut, Ok(Cut::Rows));
        self.taken += 1;
        Some((self.taken - 1, cut.map(drop)))
    }
}

/// The writing side: blocks in the order in which they were taken.
struct Sink<'a, W> {
    output: &'a mut W,
    /// The number of the block that is written next.
    turn: u64,
    /// How many lines were passed: the header and what is before it, rows, and blank lines.
    passed: u64,
    tally: Tally,
    /// A thread stopped before its time; why, unless it panicked.
    stopped: Option<Option<Failure>>,
}

impl<W: Write> Sink<'_, W> {
    /// A bad row has the number that it has in the whole input: all rows before it were counted here.
    fn put(&mut self, block: &Block, refuse: impl Fn(u64, BadRow) -> Failure) -> Result<(), Failure> {
        let Tally { released, skipped } = block.tally;
        self.tally.released += released;
        self.tally.skipped += skipped;
        self.passed += released + skipped + block.blank;
        if let Some(bad) = block.bad {
            return Err(refuse(self.passed + 1, bad));
        }
        self.output.write_all(block.page.text()).map_err(unwritable)
    }
}

fn unwritable(why: std::io::Error) -> Failure {
    Failure::refused(format!("the output cannot be written: {why}; nothing was released"))
}

/// What threads share. A thread that panics leaves nothing half done in it that another would use: the run
/// has stopped.
struct Shared<'a, R, W> {
    source: Mutex<Source<R>>,
    sink: Mutex<Sink<'a, W>>,
    /// Signalled when the next block may be written, or the run has stopped.
    moved: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops the others when a thread ends in a panic, which they would wait for otherwise.
struct Alarm<'s, 'a, R, W>(&'s Shared<'a, R, W>);

impl<R, W> Drop for Alarm<'_, '_, R, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(&self.0.sink).stopped.get_or_insert(None);
            self.0.moved.notify_all();
        }
    }
}

/// One thread: blocks from the source to the sink until either ends.
fn run<R: Read, W: Write, S: Spell<D>, E: Entropy, const D: usize>(
    shared: &Shared<'_, R, W>,
    worker: &mut Worker<'_, S, E, D>,
    refuse: impl Fn(u64, BadRow) -> Failure,
) {
    let _alarm = Alarm(shared);
    let mut block = Block::default();
    loop {
        let taken = lock(&shared.source).take(&mut block);
        let Some((number, read)) = taken else { break };
        let worked = read.and_then(|()| worker.work(&mut block));
        let others = |sink: &mut Sink<'_, W>| sink.turn != number && sink.stopped.is_none();
        let waited = shared.moved.wait_while(lock(&shared.sink), others);
        let mut sink = waited.unwrap_or_else(PoisonError::into_inner);
        if sink.stopped.is_some() {
            break;
        }
        if let Err(why) = worked.and_then(|()| sink.put(&block, &refuse)) {
            sink.stopped = Some(Some(why));
        }
        sink.turn += 1;
        drop(sink);
        shared.moved.notify_all();
    }
}

#[expect(clippy::expect_used, reason = "no machine has more memory")]
fn count(number: usize) -> u64 {
    number.try_into().expect("a count of what is in memory has at most 64 bits")
}

/// The first block with something else than blank lines, into `bytes`, and what it begins with. Without any,
/// the layout of nothing.
fn first_rows<R: Read>(
    rows: &Rows,
    cutter: &mut Cutter<R>,
    bytes: &mut Vec<u8>,
) -> Result<(Cut, Beginning), Failure> {
    let mut blank = 0;
    loop {
        let cut = cutter.cut(bytes)?;
        let start = if blank == 0 { cutter.begin() } else { 0 };
        match rows.begin(bytes, start, blank)? {
            Some(begun) => return Ok((cut, begun)),
            None if cut == Cut::Rows => blank += count(memchr_iter(b'\n', bytes).count()),
            None => {
                let (start, page, layout) = (bytes.len(), Page::default(), Layout::of_lines(rows.dialect));
                return Ok((cut, Beginning { layout, start, page, rows: blank }));
            }
        }
    }
}

/// Releases the columns of every row, and writes them with the columns that are kept. Each thread draws from
/// a source of its own.
///
/// `output` holds a part of the releases after an error; the caller throws it away.
pub(super) fn release<E: Entropy + Send, const D: usize>(
    input: impl Read + Send,
    output: &mut (impl Write + Send),
    rows: &Rows,
    spelling: &Spelling<impl Spell<D>>,
    batch: &dyn Batch<D>,
    entropy: impl Fn() -> Result<E, Failure>,
) -> Result<Tally, Failure> {
    let mut cutter = Cutter::new(input, rows.dialect);
    let mut first = Block::default();
    let (cut, Beginning { layout, start, page, rows: passed }) =
        first_rows(rows, &mut cutter, &mut first.bytes)?;
    first.start = start;
    output.write_all(page.text()).map_err(unwritable)?;
    let layout = &layout;

    let threads = kdelta_oracle::threads::available().clamp(1, MAX_THREADS);
    let workers = (0..threads).map(|_| Ok(Worker::new(rows, layout, spelling, batch.another(), entropy()?)));
    let mut workers = workers.collect::<Result<Vec<_>, Failure>>()?;
    let own = workers.pop();
    let shared = Shared {
        source: Mutex::new(Source { cutter, first: Some((first, cut)), taken: 0, ended: false }),
        sink: Mutex::new(Sink { output, turn: 0, passed, tally: Tally::default(), stopped: None }),
        moved: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let run_by = |mut worker| {
            let shared = &shared;
            move || run(shared, &mut worker, |number, bad| rows.refuse(number, bad))
        };
        // A container may limit the number of threads. Those that there are do all the work; this one is
        // always there.
        let threads: Vec<_> = workers
            .into_iter()
            .map_while(|worker| Builder::new().spawn_scoped(scope, run_by(worker)).ok())
            .collect();
        // After a panic, the alarm has stopped the run.
        let _ = own.map(|worker| catch_unwind(AssertUnwindSafe(run_by(worker))));
        for thread in threads {
            let _ = thread.join();
        }
    });
    let sink = shared.sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    match sink.stopped {
        None => Ok(sink.tally),
        Some(why) => Err(why.unwrap_or_else(|| Failure::refused("a thread failed; nothing was released"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::arithmetic::batch;
    use crate::release::batch::Policy;
    use crate::release::planar::spelling::Coordinates;
    use kdelta::EntropyError;
    use kdelta_certificate::{Certificate, MechanismCertificate, Subject};
    use kdelta_testkit::Seeded;
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

    fn release_of(
        input: impl Read + Send,
        output: &mut (impl Write + Send),
        blocks: usize,
    ) -> Result<Tally, Failure> {
        let description = crate::setting::Flags::default().or_example().unwrap().describe().unwrap();
        let certificate = MechanismCertificate::derive(&description, &crate::sources::Embedded).unwrap();
        let batch = batch(&certificate, Policy { rounded: false, to_ends: false }).unwrap();
        let rows = Rows { dialect: Dialect::Lines, wanted: None, skip_bad: false, inexact: String::new() };
        let spelling = Spelling { points: Points::of(-10), outside: b"outside".to_vec() };
        release(input, output, &rows, &spelling, &*batch, || Ok(Exhausted(blocks)))
    }

    /// All rows at once are the rows one by one, in columns of numbers and in columns of points.
    #[test]
    fn all_rows_at_once_are_the_rows_one_by_one() {
        let policy = || Policy { rounded: false, to_ends: false };
        let description = crate::setting::Flags::default().or_example().unwrap().describe().unwrap();
        let certificate = MechanismCertificate::derive(&description, &crate::sources::Embedded).unwrap();
        both_ways_agree::<1, _>(&*batch(&certificate, policy()).unwrap(), Points::of(-10));
        let text = include_str!("../../../../certificates/planar-binary64.json");
        let Subject::Mechanism(certificate) = Certificate::read(text).unwrap().certifies else {
            panic!("the certificate of a mechanism")
        };
        let planar = crate::release::planar::mechanism::batch(&certificate, policy()).unwrap();
        both_ways_agree::<2, _>(&*planar, Coordinates::Metres(Points::of(0)));
    }

    /// Blocks of the characters that matter, most of them with a bad row: where all rows are good and
    /// unquoted, both ways agree, and nowhere else is the fast one taken. The D columns that are released are
    /// beside each other, in either order.
    fn both_ways_agree<const D: usize, S: Spell<D>>(mechanism: &dyn Batch<D>, points: S) {
        let spelling = Spelling { points, outside: b"outside".to_vec() };
        let (mut random, mut at_once, mut one_by_one) = (Seeded(1), 0, 0);
        for i in 0..30_000_usize {
            let (column, fields) = (i % 2, D + i % 3);
            let mut bytes = Vec::new();
            for _ in 0..1 + i % 5 {
                for field in 0..fields {
                    let pick = random.below(32);
                    bytes.extend_from_slice(if field > 0 { b"," } else { b"" });
                    bytes.extend_from_slice(
                        ["1", "0.5", "-2", "x", "\"1\"", ""].get(pick).unwrap_or(&"3").as_bytes(),
                    );
                    bytes.extend_from_slice(if pick == 30 { b"\n" } else { b"" });
                }
                bytes.extend_from_slice(if i % 7 == 0 { b"\r\n" } else { b"\n" });
            }
            bytes.extend_from_slice(if i % 13 == 0 { b"1\r2\n" } else { b"" });
            let lines = D == 1 && i % 11 == 0;
            let dialect = if lines { Dialect::Lines } else { Dialect::Csv { delimiter: b',' } };
            let numbers = |places: Vec<usize>| places.iter().map(ToString::to_string).collect::<Vec<_>>();
            let mut released: Vec<_> = (column + 1..=column + D).collect();
            let kept = numbers((1..=fields).filter(|x| !released.contains(x)).collect());
            if i % 4 > 1 {
                released.reverse();
            }
            let released = numbers(released);
            let wanted = Wanted::new("column", &released, &kept, Some(false)).unwrap();
            let all: Vec<_> = (0..fields).map(|field| field..field).collect();
            let layout =
                if lines { Ok(Layout::of_lines(dialect)) } else { wanted.layout(dialect, &bytes, &all) };
            let Ok(layout) = layout else { continue };
            let rows = Rows { dialect, wanted: Some(wanted), skip_bad: false, inexact: String::new() };
            let mut worker = Worker::new(&rows, &layout, &spelling, mechanism.another(), Exhausted(0));
            let mut block = Block { bytes, ..Block::default() };
            let found = worker.find(&block) && worker.batch.push_all(&block.bytes, &worker.cells);
            let first = (worker.cells.clone(), worker.kept.clone(), worker.line_ends.clone());
            let good = worker.parse_one_by_one(&mut block);
            if found {
                assert!(good, "{:?}", String::from_utf8_lossy(&block.bytes));
                assert_eq!(first, (worker.cells, worker.kept, worker.line_ends));
                at_once += 1;
            } else {
                one_by_one += 1;
            }
        }
        assert!(at_once > 1000 && one_by_one > 1000, "{at_once} and {one_by_one}");
    }

    #[test]
    fn whatever_fails_on_the_way_stops_every_thread_and_is_said() {
        let many = usize::MAX;
        let why =
            |result: Result<Tally, Failure>| result.map(|tally| tally.released).unwrap_err().to_string();
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
