//! Replaces a file in one step: `cargo run --example replace -- FILE`.
#![allow(clippy::print_stdout, reason = "an example")]

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    kdelta_files::end_cleanly_on_signals();
    let path =
        std::env::args_os().nth(1).map_or_else(|| std::env::temp_dir().join("answer.txt"), PathBuf::from);
    kdelta_files::write(&path, b"42\n")?;
    println!("{} is written whole", path.display());
    Ok(())
}
