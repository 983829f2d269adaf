//! What `certificates/README.md` says is what the code does.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_oracle::bound::{Dimension, Form};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../certificates/README.md");

/// Each form of the bound has one name, and the page of the certificates explains each of them.
#[test]
fn every_form_of_the_bound_is_explained_once() {
    let table = PAGE.split_once("\n| form | ").unwrap().1.split_once("\n\n").unwrap().0;
    let names: Vec<_> = table.lines().skip(2).map(|row| row.split('`').nth(1).unwrap()).collect();
    let mut wanted: Vec<_> = Form::all(Dimension::Line).to_vec();
    wanted
        .extend(Form::all(Dimension::Plane).iter().filter(|form| !Form::all(Dimension::Line).contains(form)));
    wanted.extend([Form::TheoremU, Form::Analytic, Form::ZeroConcentrated]);
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>(),
        wanted.iter().map(|form| form.name()).collect::<Vec<_>>().iter().collect()
    );
    assert_eq!(names.len(), wanted.len());
}
