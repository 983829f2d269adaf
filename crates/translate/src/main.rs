//! Writes proofs/coq/Source*.v: `cargo run -p kdelta-translate`, or with a folder, from the sources in that folder into it.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let here = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = env::args_os().nth(1).map_or_else(here, PathBuf::from);
    match kdelta_translate::translate(&kdelta_translate::sources(&root)?) {
        Ok(files) => {
            for (path, text) in files {
                kdelta_files::write(&root.join(path), text.as_bytes())?;
            }
            Ok(())
        }
        Err(refusal) => Err(refusal.to_string().into()),
    }
}
