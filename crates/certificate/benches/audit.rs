//! How long reading and auditing a certificate takes: `cargo bench -p kdelta-certificate`.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use kdelta_certificate::{Certificate, Directory, Options, Sources, audit};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const ALL: [&str; 4] =
    ["mechanism-binary64", "mechanism-fixed-64-40", "kernel-table-f64", "kernel-shift-add-64"];

fn main() {
    divan::main();
}

fn text(name: &str) -> String {
    Directory::new(ROOT).read(&format!("certificates/{name}.json")).unwrap()
}

#[divan::bench(args = ALL)]
fn read(bencher: divan::Bencher<'_, '_>, name: &str) {
    let text = text(name);
    bencher.bench(|| Certificate::read(&text).unwrap());
}

#[divan::bench(args = ALL)]
fn audited(bencher: divan::Bencher<'_, '_>, name: &str) {
    let certificate = Certificate::read(&text(name)).unwrap();
    bencher.bench(|| audit(&certificate, &Directory::new(ROOT), &Options::default()).unwrap());
}
