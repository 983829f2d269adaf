//! What a person sees: text that goes out whole or not at all, as wide as the terminal, without colours where
//! nobody looks.

use crate::failure::Failure;
use anstyle::{AnsiColor, Style};
use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table, presets};
use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// Lines are as wide as the terminal, within reason; 80 columns where there is none, and longer words stay
/// whole.
pub(crate) fn width() -> u16 {
    terminal_size::terminal_size_of(io::stdout()).map_or(80, |(columns, _)| columns.0.clamp(60, 110))
}

/// Text for people, its colours stripped unless it goes to a terminal.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    finish(anstream::stdout().lock(), text)
}

/// Text for programs, byte for byte.
pub(crate) fn print_plain(text: &str) -> Result<(), Failure> {
    finish(io::stdout().lock(), text)
}

fn finish(mut out: impl Write, text: &str) -> Result<(), Failure> {
    // Also a pipe that its reader has left: whoever counts on the exit code has not got all of it.
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|why| Failure::refused(format!("standard output cannot be written: {why}")))
}

/// For people, on standard error. What was released stays released if nobody can be told.
pub(crate) fn tell(what: &dyn fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{what}");
}

/// The same, for libraries that have something to say.
pub(crate) const TELL: &dyn Fn(&str) = &|what| tell(&what);

/// A text that grows section by section.
#[derive(Debug, Default)]
pub(crate) struct Page(pub(crate) String);

impl Page {
    /// A line as it is.
    pub(crate) fn line(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{text}");
    }

    pub(crate) fn heading(&mut self, text: &str) {
        let bold = Style::new().bold();
        self.line(&format!("\n{bold}{text}{bold:#}"));
    }

    /// Columns, the first row in bold; only the last column is wrapped.
    pub(crate) fn columns<R: Into<Row>>(&mut self, header: Option<R>, rows: impl IntoIterator<Item = R>) {
        let (header, bold) = (header.map(Into::into), Style::new().bold());
        let headed = header.is_some();
        let lines = lay_out(header.into_iter().chain(rows.into_iter().map(Into::into)));
        for (number, line) in lines.lines().enumerate() {
            if headed && number == 0 {
                self.line(&format!("\n{bold}{line}{bold:#}"));
            } else {
                self.line(line);
            }
        }
    }

    /// Statements, one below the other.
    pub(crate) fn list<'a>(&mut self, mark: &str, statements: impl IntoIterator<Item = &'a String>) {
        self.columns(None, statements.into_iter().map(|statement| vec![mark.to_owned(), statement.clone()]));
    }

    /// A paragraph.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.columns(None, [vec![text.to_owned()]]);
    }

    /// What comes first: sentences that say what was found, each on lines of its own, the second in the colour of success.
    pub(crate) fn verdict(&mut self, sentences: &[String; 3]) {
        for (index, sentence) in sentences.iter().enumerate() {
            for line in lay_out([Row::from([sentence])].into_iter()).lines() {
                if index == 1 { self.good(line) } else { self.line(line) }
            }
        }
    }

    /// A line in the colour of success.
    pub(crate) fn good(&mut self, text: &str) {
        let style = AnsiColor::Green.on_default().bold();
        self.line(&format!("{style}{text}{style:#}"));
    }

    /// A line in the colour of failure.
    pub(crate) fn bad(&mut self, text: &str) {
        let style = AnsiColor::Red.on_default().bold();
        self.line(&format!("{style}{text}{style:#}"));
    }
}

fn lay_out(rows: impl Iterator<Item = Row>) -> String {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width());
    table.add_rows(rows);
    let last = table.column_count().saturating_sub(1);
    for (index, column) in table.column_iter_mut().enumerate() {
        if index < last {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
