//! One release against the textbook's, from the same ChaCha generator; run by `scripts/bench`.
fn main() {}
