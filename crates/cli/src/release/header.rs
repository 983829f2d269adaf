//! The names of the columns, and which one is meant.

use super::rows::Dialect;
use crate::failure::Failure;
use kdelta_oracle::number::parse;

/// The first row, field by field, without quotes.
pub(super) struct Header {
    names: Vec<Vec<u8>>,
}

impl Header {
    pub(super) fn read(row: &[u8], dialect: Dialect) -> Result<Self, Failure> {
        let row = row.strip_suffix(b"\n").unwrap_or(row);
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        let Dialect::Csv { delimiter } = dialect else { return Ok(Self { names: vec![row.to_vec()] }) };
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).delimiter(delimiter).terminator(csv::Terminator::Any(b'\n'));
        let first = reader.from_reader(row).into_byte_records().next().transpose();
        let first = first.map_err(|why| Failure::refused(format!("row 1: {why}; nothing was released")))?;
        let names = first.map(|names| names.iter().map(<[u8]>::to_vec).collect());
        Ok(Self { names: names.unwrap_or_default() })
    }

    /// The column of that name, or else of that number, from 0; and how messages call it.
    ///
    /// A header passes as it is, and names are said in messages: a first row that is data must do neither.
    pub(super) fn find(&self, flag: &str, wanted: &str) -> Result<(usize, String), Failure> {
        let numbered = wanted.parse::<usize>().ok().filter(|number| (1..=self.names.len()).contains(number));
        let mut named =
            self.names.iter().enumerate().filter(|(_, name)| name.as_slice() == wanted.as_bytes());
        match (named.next(), named.next(), numbered) {
            (Some((first, _)), Some((second, _)), _) => Err(Failure::usage(format!(
                "--{flag} {wanted}: columns {} and {} both have this name; give a number",
                first + 1,
                second + 1
            ))),
            (Some((column, _)), None, Some(_)) => Err(Failure::usage(format!(
                "--{flag} {wanted}: could be the column of this number, or column {} by what row 1 has there; say --no-header if \
                 row 1 is data, or else rename that column",
                column + 1
            ))),
            (Some((column, _)), None, None) => Ok((column, format!("\"{wanted}\""))),
            (None, _, Some(number)) if self.names.get(number - 1).is_some_and(|name| is_number(name)) => {
                Err(Failure::usage(format!(
                    "--{flag} {wanted}: row 1 has a number there and would pass as the header, unreleased; say --no-header if it \
                     is data, or else give the column by its name"
                )))
            }
            (None, _, Some(number)) => Ok((number - 1, number.to_string())),
            _ if self.names.iter().any(|name| is_number(name)) => Err(Failure::usage(format!(
                "--{flag} {wanted}: there is no such column among the {} of row 1, which has numbers; if it is data, say \
                 --no-header and give the column by its number",
                self.names.len()
            ))),
            _ => Err(Failure::usage(format!(
                "--{flag} {wanted}: there is no such column; the {} columns are {}",
                self.names.len(),
                self.listed()
            ))),
        }
    }

    /// The first names, for a message.
    fn listed(&self) -> String {
        const SHOWN: usize = 12;
        let shown = self.names.iter().take(SHOWN).map(|name| {
            let name: String = String::from_utf8_lossy(name).chars().take(40).collect();
            format!("\"{}\"", name.escape_debug())
        });
        let more = if self.names.len() > SHOWN { ", …" } else { "" };
        shown.collect::<Vec<_>>().join(", ") + more
    }
}

/// A name that is a number is perhaps an answer.
fn is_number(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| parse(name).is_ok())
}
