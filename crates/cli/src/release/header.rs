//! The names of the columns, and which one is meant.

use super::rows::Dialect;
use crate::failure::Failure;

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
    pub(super) fn find(&self, wanted: &str) -> Result<(usize, String), Failure> {
        let mut named =
            self.names.iter().enumerate().filter(|(_, name)| name.as_slice() == wanted.as_bytes());
        match (named.next(), named.next()) {
            (Some((column, _)), None) => Ok((column, format!("\"{wanted}\""))),
            (Some((first, _)), Some((second, _))) => Err(Failure::usage(format!(
                "--column {wanted}: columns {} and {} both have this name; give a number",
                first + 1,
                second + 1
            ))),
            (None, _) => match wanted.parse::<usize>() {
                Ok(number) if (1..=self.names.len()).contains(&number) => {
                    Ok((number - 1, number.to_string()))
                }
                _ => Err(Failure::usage(format!(
                    "--column {wanted}: there is no such column; the {} columns are {}",
                    self.names.len(),
                    self.listed()
                ))),
            },
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
