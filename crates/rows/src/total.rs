//! The rows of a file added up, exactly: whole numbers of steps.

use crate::answer::Bad;
use crate::checked::Dialect;
use crate::columns::{Columns, Layout};
use crate::records::{Records, Stopped};
use kdelta_explore::Error;
use std::io::Read;

/// The rows of a file and which of their cells counts.
#[derive(Debug)]
pub struct Table {
    /// What is between fields.
    pub delimiter: u8,
    /// The column, if one counts.
    pub wanted: Columns,
    /// Bad rows are left out.
    pub skip_bad: bool,
}

/// How many rows were taken, and the sum of what they gave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total {
    /// How many rows.
    pub rows: u64,
    /// What they add up to.
    pub sum: i128,
}

impl Table {
    /// Adds up what `element` makes of the wanted cell of every row; of an empty one, if no column is wanted.
    ///
    /// # Errors
    /// If a row is bad and bad ones are not left out, has a line end inside a field, or cannot be told from others; if the input cannot be read.
    pub fn total(
        &self,
        input: impl Read,
        mut element: impl FnMut(&[u8]) -> Result<i64, Bad>,
    ) -> Result<Total, Error> {
        let mut records = Records::new(input, Dialect::Csv { delimiter: self.delimiter })?;
        let (mut layout, mut total) = (None::<Layout>, Total::default());
        let stopped = |why| match why {
            Stopped::Unreadable(why) => why,
            Stopped::Bad(number, bad) => self.refuse(number, bad),
        };
        while records.advance().map_err(stopped)? {
            let row = records.row();
            // The quote of one person's field must not decide about the rows of others.
            if row.has_line_end() {
                return Err(self.refuse(row.number, Bad::Lines));
            }
            let layout = match &layout {
                Some(layout) => layout,
                None => {
                    let first = layout.insert(self.wanted.layout(&row)?);
                    if self.wanted.has_header() {
                        continue;
                    }
                    first
                }
            };
            let text = || layout.released.first().map_or(Ok(&b""[..]), |column| layout.cell(&row, *column));
            match layout.check(&row).and_then(|()| text()).and_then(&mut element) {
                Ok(steps) => {
                    total.rows += 1;
                    total.sum += i128::from(steps);
                }
                // Without a header, the number of fields is that of a row of somebody: rows that differ
                // from it must not be left out, as one person would then decide about all others.
                Err(bad)
                    if self.skip_bad && (self.wanted.has_header() || !matches!(bad, Bad::Fields { .. })) => {}
                Err(bad) => return Err(self.refuse(row.number, bad)),
            }
        }
        if layout.is_none() && self.wanted.has_header() {
            return Err(Error::refused(
                "the file is empty: not even a header is there. Nothing was released",
            ));
        }
        Ok(total)
    }

    /// Names the place and never the value.
    fn refuse(&self, number: u64, bad: Bad) -> Error {
        let whole = bad.is_structural() || matches!(bad, Bad::Fields { .. } | Bad::LineEnd);
        let column = self.wanted.name(0);
        let place = if whole || column.is_empty() {
            format!("row {number}")
        } else {
            format!("row {number}, column {column}")
        };
        Error::refused(format!(
            "{place}: {bad}; {}. Nothing was released; that this run failed depends on the data, and is not covered by ε′",
            bad.remedy("mend it")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Binary64, Reader};
    use kdelta::{BoundedSum, Grid};
    use kdelta_oracle::number::Rational;
    use kdelta_testkit::q;

    /// Sums are exact whatever the order, across blocks, quotes and bad rows.
    #[test]
    fn totals_are_exact() {
        let wanted = Columns::new("column", &["x".into()], &[], None).unwrap();
        let rows = |skip_bad| Table { delimiter: b',', wanted: wanted.clone(), skip_bad };
        // In quarters, between 0 and 100.
        let reader = Reader::new(Binary64, (&q("0"), &q("100")), false).unwrap();
        let elements = BoundedSum::new(Grid::new(-2).unwrap(), 0, 400).unwrap();
        let read = |text: &[u8]| elements.quantise(reader.read(text)?).map_err(|_| Bad::NotFinite);
        let step = q("1/4");
        let many = format!("a,x\n{}", "q,0.5\nr,\"99.25\"\ns,1000\n".repeat(50_000));
        let total = rows(false).total(many.as_bytes(), read).unwrap();
        assert_eq!(total.rows, 150_000);
        assert_eq!(Rational::from_integer(total.sum.into()) * &step, q("199.75") * q("50000"));
        let bad = "a,x\nq,1\nr,secret\ns\nt,2\n";
        let why = rows(false).total(bad.as_bytes(), read).unwrap_err().to_string();
        assert!(why.starts_with("row 3, column \"x\": is not a number") && !why.contains("secret"), "{why}");
        assert!(why.contains("depends on the data"), "{why}");
        let total = rows(true).total(bad.as_bytes(), read).unwrap();
        assert_eq!((total.rows, Rational::from_integer(total.sum.into()) * &step), (2, q("3")));
        assert_eq!(rows(false).total(&b"a,x\n"[..], read).unwrap(), Total::default());
        rows(false).total(&b""[..], read).unwrap_err();
        // The first row of data does not decide which others are left out.
        let wanted = Columns::new("column", &["1".into()], &[], Some(false)).unwrap();
        let bare = Table { delimiter: b',', wanted, skip_bad: true };
        assert_eq!(bare.total(&b"1\n2\nx\n"[..], read).unwrap().rows, 2);
        assert!(
            bare.total(&b"1,7\n2\n3\n"[..], read).unwrap_err().to_string().contains("row 2: has 1 fields")
        );
        rows(true).total(&b"a,x\n\"q,1\n"[..], read).unwrap_err();
    }
}
