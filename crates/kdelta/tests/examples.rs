//! Every example of the crate runs to its end.
#![cfg(feature = "os")]
#![allow(clippy::unwrap_used, unreachable_pub, missing_docs, reason = "a test fails by panicking")]

#[path = "../examples/count.rs"]
mod count;
#[path = "../examples/histogram.rs"]
mod histogram;
#[path = "../examples/location.rs"]
mod location;
#[path = "../examples/mean.rs"]
mod mean;
#[path = "../examples/own_logarithm.rs"]
mod own_logarithm;
#[path = "../examples/sum.rs"]
mod sum;

type Example = fn() -> Result<(), kdelta::Error>;

#[test]
fn every_example_runs() {
    let all: [(&str, Example); 6] = [
        ("count", count::main),
        ("histogram", histogram::main),
        ("location", location::main),
        ("mean", mean::main),
        ("own_logarithm", own_logarithm::main),
        ("sum", sum::main),
    ];
    for (name, run) in all {
        run().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
