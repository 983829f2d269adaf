//! Which columns are released and which are kept, and what the first row has to do with it.
//!
//! Nothing is guessed. A column that is given by its name must be in the first row, exactly once; then the
//! first row is a header. A column that is given by its number needs the statement whether the first row is
//! one. All other columns are left out unless they are named to be kept. Of the first row, the field of a
//! released column is written only if it is the name that the user has typed: otherwise it could be an
//! answer. Messages contain what the user has typed, and numbers of rows and columns, but nothing that was
//! read.

use crate::answer::Bad;
use crate::records::Row;
use csv::ByteRecord;
use kdelta_explore::Error;
use kdelta_oracle::number::parse;

/// How the user calls a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    /// From 0.
    Number(usize),
    Text(String),
}

impl Name {
    fn read(flag: &str, text: &str) -> Result<Self, Error> {
        let no = |why: &str| Err(Error::question(format!("--{flag} {text}: {why}")));
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return match text.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
                Some(column) => Ok(Self::Number(column)),
                None => no("a column is a name, or a number from 1"),
            };
        }
        match text {
            "" => no("a column is a name, or a number from 1"),
            // Whoever types an answer of the first row has mistaken it for a header.
            _ if parse(text).is_ok() => no(
                "is a number that names no place among the columns; give the place, and say --header or --no-header",
            ),
            _ => Ok(Self::Text(text.to_owned())),
        }
    }
}

/// As messages call it.
impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(column) => write!(f, "{}", column + 1),
            Self::Text(name) => write!(f, "\"{name}\""),
        }
    }
}

/// The columns that the user names.
#[derive(Debug, Clone)]
pub struct Columns {
    /// The flag that names those to release.
    flag: &'static str,
    released: Vec<Name>,
    kept: Vec<Name>,
    header: bool,
}

impl Columns {
    /// Columns to release and to keep, each by its name in the first row or by its number from 1; `flag` is what messages call the former.
    /// `stated` is whether the first row is a header, if the user says so.
    ///
    /// # Errors
    /// If one of them names no column, or whether there is a header is not known.
    pub fn new(
        flag: &'static str,
        released: &[String],
        kept: &[String],
        stated: Option<bool>,
    ) -> Result<Self, Error> {
        let names = |flag: &str, texts: &[String]| {
            texts.iter().map(|text| Name::read(flag, text)).collect::<Result<Vec<_>, _>>()
        };
        let (released, kept) = (names(flag, released)?, names("keep", kept)?);
        let by_name = |names: &[Name]| names.iter().find(|name| matches!(name, Name::Text(_))).cloned();
        let named = by_name(&released).map(|name| (flag, name)).or(by_name(&kept).map(|name| ("keep", name)));
        let header = match (stated, named) {
            (Some(false), Some((flag, name))) => {
                return Err(Error::question(format!(
                    "--{flag} {name}: without a header a column is a number from 1"
                )));
            }
            (Some(header), _) => header,
            (None, Some(_)) => true,
            (None, None) => {
                return Err(Error::question(format!(
                    "--{flag} by number: say --header if row 1 has the names of the columns, or --no-header if it is data"
                )));
            }
        };
        Ok(Self { flag, released, kept, header })
    }

    /// Whether the first row names the columns.
    #[must_use]
    pub const fn has_header(&self) -> bool {
        self.header
    }

    /// How messages call a released column.
    #[must_use]
    pub fn name(&self, axis: usize) -> String {
        self.released.get(axis).map(ToString::to_string).unwrap_or_default()
    }

    /// What follows from the first row.
    pub(crate) fn layout(&self, row: &Row<'_>) -> Result<Layout, Error> {
        // The first row says how many columns there are. Were it several rows that a stray quote has joined,
        // it would have other columns, and one that is named to be kept could hold answers.
        if !self.kept.is_empty() && row.has_line_end() {
            return Err(Error::refused(
                "row 1 has a line end inside a field: with a stray quote it would be several rows, and --keep would write other columns \
                 than those that are named; write the first row in one line, or leave out --keep",
            ));
        }
        let find = |flag: &str, name: &Name| find(flag, name, row);
        let released =
            self.released.iter().map(|name| find(self.flag, name)).collect::<Result<Vec<_>, _>>()?;
        if let [first, second] = released.as_slice() {
            if first == second {
                let flag = self.flag;
                return Err(Error::question(format!(
                    "--{flag}: both coordinates are the same column; name two"
                )));
            }
        }
        let mut written: Vec<_> =
            released.iter().enumerate().map(|(axis, column)| (*column, Field::Released(axis))).collect();
        for name in &self.kept {
            let column = find("keep", name)?;
            if released.contains(&column) {
                return Err(Error::question(format!(
                    "--keep {name}: this column is released; it cannot be written as it is"
                )));
            }
            if !written.contains(&(column, Field::Kept)) {
                written.push((column, Field::Kept));
            }
        }
        written.sort_by_key(|(column, _)| *column);
        Ok(Layout { fields: row.len(), released, written })
    }

    /// The header as it is written. A released column that was given by its number has its number for a name.
    pub(crate) fn header(&self, layout: &Layout, row: &Row<'_>) -> Result<ByteRecord, Bad> {
        let name = |&(column, field): &(usize, Field)| match field {
            Field::Released(axis) if !matches!(self.released.get(axis), Some(Name::Text(_))) => {
                Ok(format!("column_{}", self.name(axis)).into_bytes())
            }
            Field::Released(_) | Field::Kept => layout.cell(row, column).map(<[u8]>::to_vec),
        };
        layout.written.iter().map(name).collect()
    }
}

/// The place of a column in the first row, from 0.
fn find(flag: &str, name: &Name, row: &Row<'_>) -> Result<usize, Error> {
    let count = row.len();
    match name {
        Name::Number(column) if *column < count => Ok(*column),
        Name::Number(_) => {
            Err(Error::question(format!("--{flag} {name}: there is no such column; row 1 has {count}")))
        }
        Name::Text(text) => {
            let mut found = (0..count).filter(|column| row.field(*column) == Some(text.as_bytes()));
            match (found.next(), found.next()) {
                (Some(column), None) => Ok(column),
                (Some(first), Some(second)) => Err(Error::question(format!(
                    "--{flag} {name}: columns {} and {} both have this name; give a number, and say --header",
                    first + 1,
                    second + 1
                ))),
                (None, _) => Err(Error::question(format!(
                    "--{flag} {name}: none of the {count} columns of row 1 has this name, capitals and blanks as they are; if row 1 \
                     is data, say --no-header and give the column by its number"
                ))),
            }
        }
    }
}

/// What becomes of a column that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// The release of this number, from 0, takes its place.
    Released(usize),
    /// It is written as it was read.
    Kept,
}

/// What every row has, and what is written of it.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// How many fields every row has.
    pub(crate) fields: usize,
    /// The columns that are released, in the order in which the user names them.
    pub(crate) released: Vec<usize>,
    /// The columns that are written, in the order of the file.
    pub(crate) written: Vec<(usize, Field)>,
}

impl Layout {
    /// One answer on each line; or so many coordinates with the delimiter between them.
    pub(crate) fn of_lines(fields: usize) -> Self {
        let written = (0..fields).map(|axis| (axis, Field::Released(axis))).collect();
        Self { fields, released: (0..fields).collect(), written }
    }

    /// The columns that are written as they were read, in the order of the file.
    pub(crate) fn kept(&self) -> impl Iterator<Item = usize> + '_ {
        let kept = |&(column, field): &(usize, Field)| (field == Field::Kept).then_some(column);
        self.written.iter().filter_map(kept)
    }

    /// What a column says. A row that does not reach it is bad: no text stands for what is not there.
    #[inline]
    pub(crate) fn cell<'a>(&self, row: &Row<'a>, column: usize) -> Result<&'a [u8], Bad> {
        row.field(column).ok_or(Bad::Fields { found: row.len(), expected: self.fields })
    }

    /// Whether a row has as many fields as the first, and no line end in one that is kept.
    pub(crate) fn check(&self, row: &Row<'_>) -> Result<(), Bad> {
        if row.len() != self.fields {
            return Err(Bad::Fields { found: row.len(), expected: self.fields });
        }
        let has_line_end = |column| row.field(column).is_some_and(|cell| cell.contains(&b'\n'));
        if row.has_line_end() && self.kept().any(has_line_end) {
            return Err(Bad::LineEnd);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::Dialect;
    use crate::records::Records;

    fn texts(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// The fields of the header as it is written, or why not.
    fn header(row: &str, released: &[&str], kept: &[&str], stated: Option<bool>) -> Result<String, String> {
        let wanted =
            Columns::new("column", &texts(released), &texts(kept), stated).map_err(|why| why.to_string())?;
        let mut records = Records::new(row.as_bytes(), Dialect::Csv { delimiter: b',' }).unwrap();
        assert!(matches!(records.advance(), Ok(true)));
        let row = records.row();
        let layout = wanted.layout(&row).map_err(|why| why.to_string())?;
        let header = wanted.header(&layout, &row).map_err(|bad| bad.to_string())?;
        Ok(header
            .iter()
            .map(|field| String::from_utf8_lossy(field).into_owned())
            .collect::<Vec<_>>()
            .join("|"))
    }

    #[test]
    fn only_what_was_typed_or_kept_is_written_of_the_first_row() {
        let row = "id,\"a \"\"b\"\"\",x,2020\r\n";
        assert_eq!(header(row, &["x"], &[], None).unwrap(), "x");
        assert_eq!(header(row, &["a \"b\""], &[], None).unwrap(), "a \"b\"");
        assert_eq!(header(row, &["x"], &["2", "id", "id"], None).unwrap(), "id|a \"b\"|x");
        // By number: the cell could be an answer.
        assert_eq!(header(row, &["4"], &[], Some(true)).unwrap(), "column_4");
        assert_eq!(header(row, &["4"], &["id"], None).unwrap(), "id|column_4");
        for (released, kept, stated, word) in [
            (&["4"][..], &[][..], None, "say --header"),
            (&["4"], &["1"], None, "say --header"),
            (&["x"], &[], Some(false), "without a header"),
            (&["4"], &["x"], Some(false), "without a header"),
            (&["5"], &[], Some(true), "row 1 has 4"),
            (&["0"], &[], Some(true), "a number from 1"),
            (&[""], &[], None, "a number from 1"),
            (&["41.5"], &[], None, "is a number"),
            (&["X"], &[], None, "none of the 4 columns"),
            (&["x"], &["3"], None, "this column is released"),
            (&["x", "x"], &[], None, "same column"),
            (&["x"], &["y"], None, "--keep \"y\": none of the 4 columns"),
        ] {
            let why = header(row, released, kept, stated).unwrap_err();
            assert!(why.contains(word), "{why}");
            assert!(!why.contains("2020") && !why.contains("id"), "{why}");
        }
        // Two rows, "id,age,city" and "a,20,Paris", that stray quotes join to one: column 3 is then an age.
        let joined = "id,\"age,city\na\",20,Paris\n";
        for stated in [true, false] {
            let why = header(joined, &["2"], &["3"], Some(stated)).unwrap_err();
            assert!(why.contains("row 1 has a line end") && !why.contains("20"), "{why}");
        }
        assert_eq!(header(joined, &["2"], &[], Some(true)).unwrap(), "column_2", "nothing of it is written");
        let twice = header("x,a,x\n", &["x"], &[], None).unwrap_err();
        assert!(twice.contains("columns 1 and 3"), "{twice}");
    }

    #[test]
    fn what_is_not_there_is_no_empty_cell() {
        let wanted = Columns::new("column", &texts(&["b"]), &texts(&["c"]), None).unwrap();
        let mut records = Records::new(&b"a,b,c\n1,\n"[..], Dialect::Csv { delimiter: b',' }).unwrap();
        assert!(matches!(records.advance(), Ok(true)));
        let layout = wanted.layout(&records.row()).unwrap();
        assert!(matches!(records.advance(), Ok(true)));
        let row = records.row();
        assert_eq!(layout.cell(&row, 1), Ok(&b""[..]));
        assert_eq!(layout.cell(&row, 2), Err(Bad::Fields { found: 2, expected: 3 }));
        assert_eq!(wanted.header(&layout, &row), Err(Bad::Fields { found: 2, expected: 3 }));
    }
}
