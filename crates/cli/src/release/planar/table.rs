//! Two columns of a CSV file, or two numbers of each line, with the columns that are kept.

use super::super::answer::Bad;
use super::super::digits::Page;
use super::super::header::{Layout, Wanted, line_end};
use super::super::rows::{BYTE_ORDER_MARK, Dialect, Found, first_row, without_blank_end};
use super::super::stream::Tally;
use super::mechanism::Batch;
use crate::failure::Failure;
use std::ops::Range;

/// Where the coordinates are.
pub(super) struct Columns {
    pub(super) delimiter: u8,
    /// The columns that the user names; none for lines of two numbers.
    pub(super) wanted: Option<Wanted>,
    pub(super) skip_bad: bool,
}

/// The rows whose points are in the batch.
pub(super) struct Table<'a> {
    bytes: &'a [u8],
    layout: Layout,
    /// The byte order mark and the header, as they are written.
    page: Page,
    /// Of all rows that are written, in order: the cells that are kept, and what follows the last field.
    kept: Vec<Range<usize>>,
    line_ends: Vec<Range<usize>>,
    pub(super) tally: Tally,
}

impl Columns {
    fn place(&self, number: u64, axis: Option<usize>) -> String {
        match (&self.wanted, axis) {
            (None, _) => format!("line {number}"),
            (Some(_), None) => format!("row {number}"),
            (Some(wanted), Some(axis)) => format!("row {number}, column {}", wanted.name(axis)),
        }
    }

    /// Puts the points of all rows into the batch.
    pub(super) fn read<'a>(
        &self,
        bytes: &'a [u8],
        batch: &mut dyn Batch,
        inexact: &str,
    ) -> Result<Table<'a>, Failure> {
        let dialect = Dialect::Csv { delimiter: self.delimiter };
        let mut at = first_row(bytes)?;
        let bytes = bytes.get(..without_blank_end(bytes, at)).unwrap_or_default();
        let (mut fields, mut number) = (Vec::new(), 0_u64);
        let layout = Layout::points(self.delimiter);
        let (kept, line_ends, tally) = (Vec::new(), Vec::new(), Tally::default());
        let mut table = Table { bytes, layout, page: Page::default(), kept, line_ends, tally };
        if at > 0 {
            table.page.push(BYTE_ORDER_MARK);
        }
        while at < bytes.len() {
            number += 1;
            let refuse = |axis: Option<usize>, bad: Bad| bad_row(&self.place(number, axis), bad, inexact);
            let end = match dialect.row(bytes, at, true, &mut fields) {
                Found::Row { end } => end,
                Found::Bad(bad) => return Err(refuse(None, bad)),
                Found::Incomplete => return Err(refuse(None, Bad::TooLong)),
            };
            at = end;
            if let (Some(wanted), 1) = (&self.wanted, number) {
                table.layout = wanted.layout(dialect, bytes, &fields)?;
                if wanted.has_header() {
                    table.layout.check(bytes, &fields).map_err(|bad| refuse(None, bad))?;
                    wanted.write_header(&table.layout, &mut table.page, bytes, &fields, end);
                    continue;
                }
            }
            let text = |axis: usize| {
                let cell = table.layout.released.get(axis).and_then(|column| fields.get(*column).cloned());
                bytes.get(dialect.content(bytes, cell.unwrap_or_default())).unwrap_or_default()
            };
            let read = table.layout.check(bytes, &fields).map_err(|bad| (None, bad));
            let read = read.and_then(|()| batch.push([text(0), text(1)]));
            match read {
                Ok(()) => {
                    table.tally.released += 1;
                    table.kept.extend(table.layout.kept().filter_map(|column| fields.get(column).cloned()));
                    table.line_ends.push(line_end(&fields, end));
                }
                Err(_) if self.skip_bad => table.tally.skipped += 1,
                Err((axis, bad)) => return Err(refuse(axis, bad)),
            }
        }
        Ok(table)
    }
}

impl Table<'_> {
    /// The rows with a release for each, or the text for outside in both of its columns.
    pub(super) fn write(mut self, released: &[Option<[String; 2]>], outside: &str) -> Result<Page, Failure> {
        if released.len() != self.line_ends.len() {
            return Err(Failure::refused("a release is missing; nothing was released"));
        }
        let mut kept = self.kept.iter();
        for (release, line_end) in released.iter().zip(&self.line_ends) {
            self.layout.write(&mut self.page, self.bytes, &mut kept, line_end, |page, axis| {
                let cell = release.as_ref().and_then(|point| point.get(axis));
                page.push(cell.map_or(outside, String::as_str).as_bytes());
            });
        }
        Ok(self.page)
    }
}

/// Why a row stops the run; never with its text, which is private.
pub(super) fn bad_row(place: &str, bad: Bad, inexact: &str) -> Failure {
    Failure::refused(format!("{place}: {bad}; {}. Nothing was released", bad.remedy(inexact)))
}
