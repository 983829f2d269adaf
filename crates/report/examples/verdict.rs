//! What a certificate says, if it holds: `cargo run --example verdict certificate.json`.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_certificate::{Embedded, Options, Subject};
use kdelta_report::{Finding, words};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("give the path of a certificate")?;
    let finding = Finding::of(&file, &std::fs::read_to_string(&file)?, &Embedded, &Options::default());
    match (&finding.outcome, finding.certificate.as_ref().map(|certificate| &certificate.certifies)) {
        (Ok(_), Some(Subject::Mechanism(mechanism))) => {
            println!("{}", words::sentences(mechanism)?.join("\n"));
        }
        (Ok(_), _) => println!("accepted: {}", finding.claim().unwrap_or_default()),
        (Err(why), _) => println!("refused: {why}"),
    }
    Ok(())
}
