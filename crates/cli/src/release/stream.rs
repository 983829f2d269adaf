//! Rows in, rows out, in constant memory: every thread takes the next block of whole rows, releases them, and writes them when it is the
//! turn of that block.
//!
//! In each block the cells that are released, the cells that are kept and the line ends are known; nothing else of it is written.

use super::answer::Bad;
use super::arithmetic::Batch;
use super::cut::{Cut, Cutter};
use super::digits::{Page, Points};
use super::ends;
use super::header::{Layout, Wanted, line_end};
use super::rows::{BYTE_ORDER_MARK, Dialect, Found, has_bare_carriage_return};
use crate::failure::Failure;
use kdelta::{Entropy, Release};
use memchr::memchr;
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
    /// The columns that the user names; none if every line is an answer.
    pub(super) wanted: Option<Wanted>,
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

impl Tally {
    const fn rows(self) -> u64 {
        self.released + self.skipped
    }
}

/// A block of whole rows.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    /// Where the first row to release begins: after the header, in the first block.
    start: usize,
    /// What is wrong with the row after the last of this block, if that row could not be cut off.
    bad: Option<Bad>,
    /// What is written.
    page: Page,
    tally: Tally,
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
    fn begin(&self, bytes: &[u8], start: usize, batch: &dyn Batch) -> Result<Beginning, Failure> {
        let mut begun = Beginning { layout: Layout::lines(), start, page: Page::default(), rows: 0 };
        if start > 0 {
            begun.page.push(BYTE_ORDER_MARK);
        }
        let Some(wanted) = self.wanted.as_ref().filter(|_| start < bytes.len()) else { return Ok(begun) };
        let mut fields = Vec::new();
        match self.dialect.row(bytes, start, true, &mut fields) {
            Found::Row { end } => {
                begun.layout = wanted.layout(self.dialect, bytes, &fields)?;
                if wanted.has_header() {
                    begun.layout.check(bytes, &fields).map_err(|bad| self.refuse(batch, 1, bad))?;
                    wanted.write_header(&begun.layout, &mut begun.page, bytes, &fields, end);
                    (begun.start, begun.rows) = (end, 1);
                }
                Ok(begun)
            }
            Found::Bad(bad) => Err(self.refuse(batch, 1, bad)),
            // Blocks are whole rows.
            Found::Incomplete => Err(self.refuse(batch, 1, Bad::TooLong)),
        }
    }

    /// The message for a bad row.
    fn refuse(&self, batch: &dyn Batch, number: u64, bad: Bad) -> Failure {
        let place = match &self.wanted {
            None => format!("line {number}"),
            Some(_) if bad.is_structural() || matches!(bad, Bad::Fields { .. } | Bad::LineEnd) => {
                format!("row {number}")
            }
            Some(wanted) => format!("row {number}, column {}", wanted.name(0)),
        };
        let inexact = super::inexact_remedy(batch);
        Failure::refused(format!("{place}: {bad}; {}. Nothing was released", bad.remedy(&inexact)))
    }
}

/// Releases the rows of one block at a time.
struct Worker<'a, E> {
    rows: &'a Rows,
    layout: &'a Layout,
    spelling: &'a Spelling,
    batch: Box<dyn Batch>,
    entropy: E,
    /// Where fields end.
    ends: Vec<usize>,
    /// The fields of one row.
    fields: Vec<Range<usize>>,
    /// Of all rows that are written, in order: the answer, ...
    cells: Vec<Range<usize>>,
    /// ... the cells that are kept, as many for each row as the layout says, ...
    kept: Vec<Range<usize>>,
    /// ... and what follows the last field.
    line_ends: Vec<Range<usize>>,
    releases: Vec<Release<i64>>,
}

impl<'a, E: Entropy> Worker<'a, E> {
    fn new(
        rows: &'a Rows,
        layout: &'a Layout,
        spelling: &'a Spelling,
        batch: Box<dyn Batch>,
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
        // Nearly every block has good rows only and no quotes: all cells are found at once, then all are read.
        if self.find(block) && self.batch.push_all(&block.bytes, &self.cells) {
            block.tally = Tally { released: self.cells.len().try_into().unwrap_or(u64::MAX), skipped: 0 };
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

    /// Finds the cells of every row; false if a row has another number of fields, or something that a look at the row must decide.
    fn find(&mut self, block: &Block) -> bool {
        self.clear();
        let bytes = block.bytes.as_slice();
        let &Layout { fields, ref released, .. } = self.layout;
        let &[column] = released.as_slice() else { return false };
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
            let cell = |field: usize| {
                let end = row.get(field).copied().unwrap_or(last);
                begin_of(field)..if end == last { line_end } else { end }
            };
            self.cells.push(cell(column));
            self.kept.extend(self.layout.kept().map(cell));
            self.line_ends.push(line_end..last + 1);
            start = last + 1;
        }
        start == bytes.len()
    }

    /// The same row by row, with quotes, and what is to be done with each bad one.
    fn parse_one_by_one(&mut self, block: &mut Block) -> bool {
        self.clear();
        block.tally = Tally::default();
        let Rows { dialect, skip_bad, .. } = *self.rows;
        let mut at = block.start;
        while at < block.bytes.len() {
            let found = dialect.row(&block.bytes, at, true, &mut self.fields);
            let Found::Row { end } = found else {
                block.bad = Some(if let Found::Bad(bad) = found { bad } else { Bad::TooLong });
                return false;
            };
            let cell = self.layout.released.first().and_then(|column| self.fields.get(*column));
            let content = cell.map(|cell| dialect.content(&block.bytes, cell.clone())).unwrap_or_default();
            let text = block.bytes.get(content).unwrap_or_default();
            let read = self.layout.check(&block.bytes, &self.fields).and_then(|()| self.batch.push(text));
            match read {
                Ok(()) => {
                    block.tally.released += 1;
                    self.cells.extend(cell.cloned());
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
            self.layout.write(page, bytes, &mut kept, line_end, |page, _| self.spelling.push(page, *release));
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
        block.bad = if let Ok(Cut::Bad(bad)) = cut { Some(bad) } else { None };
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
    /// The header, if there is one.
    begun: u64,
    tally: Tally,
    /// A thread stopped before its time; why, unless it panicked.
    stopped: Option<Option<Failure>>,
}

impl<W: Write> Sink<'_, W> {
    /// A bad row has the number that it has in the whole input: all rows before it were counted here.
    fn put(&mut self, block: &Block, refuse: impl Fn(u64, Bad) -> Failure) -> Result<(), Failure> {
        self.tally.released += block.tally.released;
        self.tally.skipped += block.tally.skipped;
        if let Some(bad) = block.bad {
            return Err(refuse(self.begun + self.tally.rows() + 1, bad));
        }
        self.output.write_all(block.page.text()).map_err(unwritable)
    }
}

fn unwritable(why: std::io::Error) -> Failure {
    Failure::refused(format!("the output cannot be written: {why}; nothing was released"))
}

/// What threads share. A thread that panics leaves nothing half done in it that another would use: the run has stopped.
struct Shared<'a, R, W> {
    source: Mutex<Source<R>>,
    sink: Mutex<Sink<'a, W>>,
    /// The turn of the sink, or that it has stopped, is new.
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
fn run<R: Read, W: Write, E: Entropy>(
    shared: &Shared<'_, R, W>,
    worker: &mut Worker<'_, E>,
    refuse: impl Fn(u64, Bad) -> Failure,
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

/// Releases the column of every row, and writes it with the columns that are kept. Each thread draws from a source of its own.
///
/// `output` holds a part of the releases after an error; the caller throws it away.
pub(super) fn release<E: Entropy + Send>(
    input: impl Read + Send,
    output: &mut (impl Write + Send),
    rows: &Rows,
    spelling: &Spelling,
    batch: &dyn Batch,
    entropy: impl Fn() -> Result<E, Failure>,
) -> Result<Tally, Failure> {
    let mut cutter = Cutter::new(input, rows.dialect);
    let mut first = Block::default();
    let cut = cutter.cut(&mut first.bytes)?;
    let Beginning { layout, start, page, rows: begun } = rows.begin(&first.bytes, cutter.begin(), batch)?;
    first.start = start;
    output.write_all(page.text()).map_err(unwritable)?;
    let layout = &layout;

    let threads = kdelta_oracle::threads::available().clamp(1, MAX_THREADS);
    let workers = (0..threads).map(|_| Ok(Worker::new(rows, layout, spelling, batch.another(), entropy()?)));
    let mut workers = workers.collect::<Result<Vec<_>, Failure>>()?;
    let own = workers.pop();
    let shared = Shared {
        source: Mutex::new(Source { cutter, first: Some((first, cut)), taken: 0, ended: false }),
        sink: Mutex::new(Sink { output, turn: 0, begun, tally: Tally::default(), stopped: None }),
        moved: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let run_by = |mut worker| {
            let (shared, batch) = (&shared, batch.another());
            move || run(shared, &mut worker, |number, bad| rows.refuse(&*batch, number, bad))
        };
        // A container may limit the number of threads. Those that there are do all the work; this one is always there.
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

    fn release_of(
        input: impl Read + Send,
        output: &mut (impl Write + Send),
        blocks: usize,
    ) -> Result<Tally, Failure> {
        let description = crate::setting::Flags::default().or_example().unwrap().describe().unwrap();
        let certificate = MechanismCertificate::derive(&description, &crate::sources::Embedded).unwrap();
        let batch = batch(&certificate, Policy { rounded: false, to_ends: false }).unwrap();
        let rows = Rows { dialect: Dialect::Lines, wanted: None, skip_bad: false };
        let spelling = Spelling { points: Points::of(-10), outside: b"outside".to_vec() };
        release(input, output, &rows, &spelling, &*batch, || Ok(Exhausted(blocks)))
    }

    /// Blocks of the characters that matter, most of them with a bad row: where all rows are good and unquoted, both ways agree, and
    /// nowhere else is the fast one taken.
    #[test]
    fn all_rows_at_once_are_the_rows_one_by_one() {
        let description = crate::setting::Flags::default().or_example().unwrap().describe().unwrap();
        let certificate = MechanismCertificate::derive(&description, &crate::sources::Embedded).unwrap();
        let spelling = Spelling { points: Points::of(-10), outside: b"outside".to_vec() };
        let mechanism = batch(&certificate, Policy { rounded: false, to_ends: false }).unwrap();
        let (mut state, mut at_once, mut one_by_one) = (1_u64, 0, 0);
        for i in 0..30_000_usize {
            let (column, fields) = (i % 2, 1 + i % 3);
            let mut bytes = Vec::new();
            for _ in 0..1 + i % 5 {
                for field in 0..fields {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let pick = usize::try_from(state >> 59).unwrap();
                    bytes.extend_from_slice(if field > 0 { b"," } else { b"" });
                    bytes.extend_from_slice(
                        ["1", "0.5", "-2", "x", "\"1\"", ""].get(pick).unwrap_or(&"3").as_bytes(),
                    );
                    bytes.extend_from_slice(if pick == 30 { b"\n" } else { b"" });
                }
                bytes.extend_from_slice(if i % 7 == 0 { b"\r\n" } else { b"\n" });
            }
            bytes.extend_from_slice(if i % 13 == 0 { b"1\r2\n" } else { b"" });
            let lines = i % 11 == 0;
            let dialect = if lines { Dialect::Lines } else { Dialect::Csv { delimiter: b',' } };
            let numbers = |places: Vec<usize>| places.iter().map(ToString::to_string).collect::<Vec<_>>();
            let (released, kept) =
                (numbers(vec![column + 1]), numbers((1..=fields).filter(|x| *x != column + 1).collect()));
            let wanted = Wanted::new("column", &released, &kept, Some(false)).unwrap();
            let all: Vec<_> = (0..fields).map(|field| field..field).collect();
            let layout = if lines { Ok(Layout::lines()) } else { wanted.layout(dialect, &bytes, &all) };
            let Ok(layout) = layout else { continue };
            let rows = Rows { dialect, wanted: Some(wanted), skip_bad: false };
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
