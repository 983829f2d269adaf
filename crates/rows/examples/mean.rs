//! The mean of a column, certified before the file is read: `cargo run --example mean ages.csv age 0..120`.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_rows::statistics::{Public, Statistic};
use kdelta_rows::{Columns, Table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [file, column, bounds] = arguments.as_slice() else {
        return Err("give FILE COLUMN LOW..HIGH".into());
    };
    // Everything that the noise depends on, known without looking at the file.
    let public = Public { epsilon: None, generator: None, rows_each: 1, at_most: None };
    let wanted = Columns::new("column", std::slice::from_ref(column), &[], None)?;
    let rows = Table { delimiter: b',', wanted, skip_bad: false };
    let mean = Statistic::mean(&public, rows, &bounds.parse()?)?;
    println!("{}", mean.described());

    let answers = mean.answers(std::fs::File::open(file)?)?;
    let released = mean.release(&answers, &mut kdelta::entropy::Os)?;
    println!("{}, {}", released.value, mean.spent());
    Ok(())
}
