//! Writes the constants for other crates from the certificates: the last step of scripts/certificates.

use kdelta_certificate::{Directory, Sources, render_constants};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut certificates = BTreeMap::new();
    for entry in std::fs::read_dir(root.join("certificates"))? {
        let name =
            entry?.file_name().into_string().map_err(|name| format!("{} is no text", name.display()))?;
        if name.ends_with(".json") {
            let path = format!("certificates/{name}");
            let text = Directory::new(&root).read(&path)?;
            certificates.insert(path, text);
        }
    }
    let constants = render_constants(&certificates)?;
    kdelta_files::write(&root.join("crates/certificate/src/constants/generated.rs"), constants.as_bytes())?;
    Ok(())
}
