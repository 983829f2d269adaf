//! Two columns of a CSV file, or two numbers of each line: all other bytes are written as they were read.

use super::super::answer::Bad;
use super::super::header::Header;
use super::super::rows::{Dialect, Found};
use super::super::stream::Tally;
use super::mechanism::Batch;
use crate::failure::Failure;
use std::ops::Range;

/// UTF-8 files from some programs begin with it; it is no part of the first field.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Where the coordinates are.
pub(super) struct Columns {
    pub(super) delimiter: u8,
    /// The two names or numbers.
    pub(super) wanted: [String; 2],
    pub(super) header: bool,
    pub(super) skip_bad: bool,
    /// Lines of two numbers, not a file with columns.
    pub(super) lines: bool,
}

/// A range of bytes that is not written as it was read.
pub(super) enum Edit {
    /// A coordinate, by its number, of the next release.
    Coordinate(usize, Range<usize>),
    /// Left out.
    Removed(Range<usize>),
}

/// The edits of every row, in order, with the points in the batch.
pub(super) fn read(
    bytes: &[u8],
    columns: &Columns,
    batch: &mut dyn Batch,
    inexact: &str,
) -> Result<(Vec<Edit>, Tally), Failure> {
    let dialect = Dialect::Csv { delimiter: columns.delimiter };
    let (mut edits, mut tally) = (Vec::new(), Tally::default());
    let mut at = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut number = 0_u64;
    let (mut found_columns, mut expected) = (None, None);
    while at < bytes.len() {
        number += 1;
        let place = |axis: Option<usize>| match (columns.lines, axis) {
            (true, _) => format!("line {number}"),
            (false, None) => format!("row {number}"),
            (false, Some(axis)) => {
                let name = columns.wanted.get(axis).map_or("", String::as_str);
                format!("row {number}, column {name}")
            }
        };
        if found_columns.is_none() {
            if columns.header {
                let Found::Row(row) = dialect.row(bytes, at, 0, true) else {
                    return Err(bad_row(&place(None), Bad::Unclosed, inexact));
                };
                let header = Header::read(bytes.get(at..row.end).unwrap_or_default(), dialect)?;
                let [first, second] = &columns.wanted;
                found_columns = Some([header.find("columns", first)?.0, header.find("columns", second)?.0]);
                expected = Some(row.fields);
                at = row.end;
                continue;
            }
            found_columns = Some(numbered(&columns.wanted)?);
        }
        let [first, second] = found_columns.unwrap_or_default();
        if first == second {
            return Err(Failure::usage("--columns: both coordinates are the same column; name two"));
        }
        let (Found::Row(x), Found::Row(y)) =
            (dialect.row(bytes, at, first, true), dialect.row(bytes, at, second, true))
        else {
            return Err(bad_row(&place(None), Bad::Unclosed, inexact));
        };
        let expected = *expected.get_or_insert(if columns.lines { 2 } else { x.fields });
        let text = |cell: &Range<usize>| bytes.get(dialect.content(bytes, cell.clone())).unwrap_or_default();
        let read = if x.fields == expected {
            batch.push([text(&x.cell), text(&y.cell)]).map_err(|(axis, bad)| (Some(axis), bad))
        } else {
            Err((None, Bad::Fields { found: x.fields, expected }))
        };
        match read {
            Ok(()) => {
                tally.released += 1;
                let mut cells = [Edit::Coordinate(0, x.cell.clone()), Edit::Coordinate(1, y.cell.clone())];
                if second < first {
                    cells.reverse();
                }
                edits.extend(cells);
            }
            Err(_) if columns.skip_bad => {
                tally.skipped += 1;
                edits.push(Edit::Removed(at..x.end));
            }
            Err((axis, bad)) => return Err(bad_row(&place(axis), bad, inexact)),
        }
        at = x.end;
    }
    Ok((edits, tally))
}

/// Columns by number, from 1.
fn numbered(wanted: &[String; 2]) -> Result<[usize; 2], Failure> {
    let number = |text: &String| {
        text.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).ok_or_else(|| {
            Failure::usage(format!("--columns {text}: without a header a column is a number from 1"))
        })
    };
    let [first, second] = wanted;
    Ok([number(first)?, number(second)?])
}

/// Why a row stops the run; never with its text, which is private.
pub(super) fn bad_row(place: &str, bad: Bad, inexact: &str) -> Failure {
    let remedy = match bad {
        Bad::Inexact => inexact,
        Bad::Unclosed | Bad::TooLong => "close the quote",
        _ => "mend it, or leave such rows out with --skip-bad",
    };
    Failure::refused(format!("{place}: {bad}; {remedy}. Nothing was released"))
}
