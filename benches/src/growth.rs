//! How the cost of certification grows with the domain, the precision and the number of cells: exponents by least squares.

use crate::certification::exhaust;
use crate::race::least;
use crate::table::{Table, duration, exponent, figure};
use kdelta::Laplace;
use kdelta_oracle::number::parse;
use kdelta_reference::cellwise::{shift_add, table};
use kdelta_reference::subject::{Grid, Subject, TableF64};
use std::error::Error;

/// A size, as it is printed, as a number, and the nanoseconds.
type Point = (String, f64, f64);

fn row(rows: &mut Table, what: &str, points: &[Point]) {
    let fitted = exponent(&points.iter().map(|(_, size, time)| (*size, *time)).collect::<Vec<_>>());
    let shown: Vec<_> = points.iter().map(|(name, _, time)| format!("{name}: {}", duration(*time))).collect();
    rows.row(&[what.to_owned(), shown.join(", "), figure(fitted), String::new()]);
}

pub fn certification() -> Result<Table, Box<dyn Error>> {
    let mut rows = Table::new(
        "Growth of certification",
        "e is the exponent of the least squares fit time ~ size^e; every time is the least of several runs, with what a run costs at the start: an \
         exhaustive one makes its filter first.",
        &["what grows", "times", "e", "mark"],
    );

    let mut points = Vec::new();
    for bits in [20, 22, 24, 26] {
        let subject = Subject::new(TableF64, Grid::Steps { bits })?;
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            best = best.min(exhaust(&subject, 2, |_| ())?);
        }
        points.push((format!("2^{bits}"), f64::from(bits).exp2(), best * 1e9));
    }
    row(&mut rows, "domain: points of an exhaustive run (table f64)", &points);

    let mut points = Vec::new();
    for exponents in [62, 125, 250, 500, 1000] {
        let data = table::Data { deepest: exponents, ..table::Data::f64() };
        let cells = data.cells.len() as f64 * f64::from(exponents);
        table::bound(&data)?;
        points.push((figure(cells), cells, least(2, || table::bound(&data))));
    }
    row(&mut rows, "cells: (cell, exponent) pairs of a cell-wise run (table f64)", &points);

    let mut points = Vec::new();
    for data in [shift_add::Data::w16(), shift_add::Data::w32(), shift_add::Data::w64()] {
        shift_add::bound(&data)?;
        points.push((format!("{}", data.width), f64::from(data.width), least(2, || shift_add::bound(&data))));
    }
    row(&mut rows, "precision: bits of a shift-add kernel, cell-wise", &points);

    let x = parse("1234567/7654321")?;
    let bits = [256_u32, 1024, 4096, 16384];
    let mpfr = bits.map(|bits| {
        (bits.to_string(), f64::from(bits), least(20, || kdelta_reference::enclosure::ln(&x, bits)))
    });
    row(&mut rows, "precision: bits of an enclosure of ln by MPFR", &mpfr);
    let oracle = bits.map(|bits| {
        (bits.to_string(), f64::from(bits), least(20, || kdelta_oracle::enclosure::ln(&x, bits)))
    });
    row(&mut rows, "precision: bits of an enclosure of ln by the oracle, in rationals", &oracle);

    let mut points = Vec::new();
    for fine in [4_u32, 10, 16, 22, 28] {
        let grid = format!("2^-{fine}");
        let build = || {
            Laplace::<f64>::builder()
                .epsilon(1)
                .sensitivity(1)
                .answers(0, 1)
                .window(-16, 16)
                .grid(grid.as_str())
                .build()
        };
        build()?;
        points.push((format!("2^{}", fine + 5), f64::from(fine + 5).exp2(), least(20, build)));
    }
    row(&mut rows, "cells: outputs of a mechanism on the line (f64)", &points);
    Ok(rows)
}
