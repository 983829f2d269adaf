# Generated from crates/finite/src/ln/table_data.rs and certificates/kernel-table-f32.json by
# cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit.
# todo
