//! Where releases go: all of them or none.
//!
//! A file is replaced at the end by the whole new one, also when it is the input. Standard output and devices
//! cannot be taken back: what goes there is collected first.

use crate::failure::Failure;
use crate::files::unwritable;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// An output in the making.
pub(super) struct Output {
    output: kdelta_files::Output,
    /// None for standard output.
    path: Option<PathBuf>,
}

const NOTHING: &str = "; nothing was released";

impl Output {
    /// To the file, or to standard output.
    pub(super) fn create(path: Option<&Path>) -> Result<Self, Failure> {
        let output = match path {
            Some(path) => kdelta_files::Output::create(path).map_err(|why| unwritable(path, &why, NOTHING)),
            None => kdelta_files::Output::standard().map_err(|why| standard(&why, NOTHING)),
        };
        Ok(Self { output: output?, path: path.map(Path::to_owned) })
    }

    /// Writes all of a text, still invisible.
    pub(super) fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write_all(text.as_bytes()).map_err(|why| {
            Failure::refused(format!("the output cannot be written: {why}; nothing was released"))
        })
    }

    /// Makes the releases visible.
    pub(super) fn publish(self) -> Result<(), Failure> {
        let consequence = if self.output.is_all_or_nothing() {
            NOTHING
        } else {
            "; a part may have been written: count it as released, in full"
        };
        self.output.publish().map_err(|why| match &self.path {
            Some(path) => unwritable(path, &why, consequence),
            None => standard(&why, consequence),
        })
    }
}

fn standard(why: &io::Error, consequence: &str) -> Failure {
    Failure::refused(format!("standard output cannot be written: {why}{consequence}"))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
