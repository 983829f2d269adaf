//! Which commit the program is built from, for the links of `kdelta report`. Certificates do not contain it: they name each file by its
//! digest. Without git, or outside a checkout of this repository, nothing is set, and a report says so.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::path::Path;
use std::process::Command;

/// What a report links to or contains, from the root of the repository.
const FOLDERS: [&str; 4] = ["certificates", "crates", "harnesses/src", "proofs"];

/// What git answers in this package's folder, without the last newline; nothing if it refuses.
fn git(arguments: &[&str]) -> Option<String> {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR")?;
    let output = Command::new("git").current_dir(folder).args(arguments).output().ok()?;
    let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    Some(text.trim_end().to_owned())
}

/// The commit, and whether one of the folders differs from it.
fn revision() -> Option<(String, bool)> {
    // A copy of these files in somebody else's repository has a commit of theirs.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    let commit = git(&["rev-parse", "--verify", "HEAD"])?;
    let mut status = vec!["-C", "../..", "status", "--porcelain", "--"];
    status.extend(FOLDERS);
    Some((commit, !git(&status)?.is_empty()))
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let Some((commit, changed)) = revision() else { return };
    println!("cargo::rustc-env=KDELTA_COMMIT={commit}");
    if changed {
        println!("cargo::rustc-env=KDELTA_COMMIT_CHANGED=1");
    }
    // The commit changes with each of these; a file that does not exist would run this script at every build.
    let git_files =
        ["HEAD", "logs/HEAD"].map(|file| git(&["rev-parse", "--path-format=absolute", "--git-path", file]));
    for file in git_files.into_iter().flatten().filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    // Sources alone: a changed test does not compile the program again.
    for folder in [
        "certificates",
        "proofs/README.md",
        "proofs/theory.md",
        "crates/cli/src",
        "crates/finite/src",
        "crates/report/src",
    ] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}
