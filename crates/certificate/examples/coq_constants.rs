//! Writes the generated files of `proofs/`: `cargo run -p kdelta-certificate --example coq_constants`.

use kdelta_certificate::{Directory, proof_constants};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in proof_constants(&Directory::new(&root))? {
        kdelta_files::write(&root.join(path), text.as_bytes())?;
    }
    Ok(())
}
