//! Writes proofs/coq/Source*.v: `cargo run -p kdelta-translate`.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in kdelta_translate::translate(&kdelta_translate::sources(&root)?)? {
        kdelta_files::write(&root.join(path), text.as_bytes())?;
    }
    Ok(())
}
