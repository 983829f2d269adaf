//! `kdelta certify kernel` in a build without the reference: says so.

use crate::failure::Failure;
use clap::Args;
use std::ffi::OsString;

pub(crate) const EXAMPLES: &str = "This program was built without MPFR, and so without this command.";

/// Whatever is asked.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let words: Vec<_> = flags.rest.iter().map(|word| word.to_string_lossy()).collect();
    Err(Failure::refused(format!(
        "certify kernel {}: this program was built without MPFR; build it with the feature \"reference\": cargo build \
         --release -p kdelta-cli --features reference",
        words.join(" ")
    )))
}
