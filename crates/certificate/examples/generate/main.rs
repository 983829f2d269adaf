//! Writes every certificate and the constants made from them: `cargo run -p kdelta-certificate --example generate`.
//! Paths as arguments limit what is written; the constants are always written from all certificates.

mod inputs;

use kdelta_certificate::{Directory, render_constants, write};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let certificates = inputs::certificates(&Directory::new(&root), |_| true)?;
    if let Some(unknown) = wanted.iter().find(|path| !certificates.contains_key(*path)) {
        let known: Vec<_> = certificates.keys().map(String::as_str).collect();
        return Err(format!("{unknown} is no certificate; there are {}", known.join(", ")).into());
    }
    for (path, text) in &certificates {
        if wanted.is_empty() || wanted.contains(path) {
            write(&root.join(path), text)?;
        }
    }
    let constants = render_constants(&certificates)?;
    write(&root.join("crates/certificate/src/constants/generated.rs"), &constants)?;
    Ok(())
}
