//! What finite precision costs against the grid, as a figure on standard output: `cargo run --example bounds > bounds.svg`.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_explore::setting::Wanted;
use kdelta_figures::{bounds, svg};

fn main() -> Result<(), kdelta_explore::Error> {
    // ε = Δ = 1 and answers from 0 to 1, where nothing else is given.
    let figure = bounds::of_setting(&Wanted::default().or_example().describe()?)?;
    println!("{}", svg::svg(&figure, "figure", svg::Place::Alone));
    Ok(())
}
