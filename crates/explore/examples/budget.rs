//! The least σ of Gaussian noise whose certified ε′ keeps a budget.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_explore::gaussian::Wanted;
use kdelta_explore::search::{Problem, Search};
use kdelta_explore::setting;
use kdelta_explore::solve::Quantity;
use kdelta_oracle::number::parse;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = Wanted {
        setting: setting::Wanted {
            sensitivity: Some("1".parse()?),
            answers: Some("0..1000".parse()?),
            ..setting::Wanted::default()
        },
        delta: Some("1e-6".parse()?),
        ..Wanted::default()
    };
    let search = Search { base: Problem::new(wanted.describe()?.into())?, budget: parse("1")? };
    let found = Quantity::Sigma.solve(&search)?;
    println!("σ = {}, ε′ ≤ {}", found.certificate.chain.scale, found.certificate.verdict);
    Ok(())
}
