//! No byte of a data row reaches a message, and no byte of a column that is not kept reaches the output:
//! thousands of files whose every cell holds a canary, most of them with one fault, through the code that
//! reads and writes rows.

use crate::batch::{Batch, Policy};
use crate::checked::Dialect;
use crate::columns::Columns;
use crate::coordinates::Coordinates;
use crate::geojson::Collection as GeoJson;
use crate::line;
use crate::plane;
use crate::point::Points;
use crate::stream::{self, Rows, Spelling};
use crate::testing::{certificate, city};
use kdelta_explore::Error;
use kdelta_testkit::Seeded;
use kdelta_testkit::canary::{Collection, Table, found};

/// GeoJSON in and out.
fn geojson_with(
    bytes: &[u8],
    keep: &[String],
    skip_bad: bool,
    batch: &mut dyn Batch<2>,
    points: &Coordinates,
) -> Result<Vec<u8>, Error> {
    let collection = GeoJson::read(bytes, keep, skip_bad, batch)?;
    let mut releases = Vec::new();
    batch.release(&mut Seeded(5), &mut releases)?;
    Ok(collection.write(&releases, points)?.into_bytes())
}

/// How many files were released, and how many of those passed a canary that may pass.
#[derive(Default)]
struct Seen {
    released: usize,
    refused: usize,
    passed: usize,
}

impl Seen {
    fn look(&mut self, input: &[u8], output: Result<Vec<u8>, Error>, secret: &[String], all: &[String]) {
        let shown = String::from_utf8_lossy(input);
        match output {
            Ok(output) => {
                assert_eq!(
                    found(&output, secret),
                    [""; 0],
                    "{shown}\n=>\n{}",
                    String::from_utf8_lossy(&output)
                );
                self.released += 1;
                self.passed += usize::from(!found(&output, all).is_empty());
            }
            Err(why) => {
                assert_eq!(found(why.to_string().as_bytes(), all), [""; 0], "{shown}\n=>\n{why}");
                self.refused += 1;
            }
        }
    }

    /// The test would say nothing if all files were refused, or nothing passed.
    fn is_enough(&self) {
        let Self { released, refused, passed } = *self;
        assert!(released > 500 && refused > 500 && passed > 100, "{released}, {refused}, {passed}");
    }
}

#[test]
fn no_canary_of_a_csv_file_gets_out() {
    let certificate = certificate("8", 100, (-8, 108), "1/8", true);
    let batch = line::batch(&certificate, Policy { rounded: false, to_ends: false }).unwrap();
    let spelling = Spelling { points: Points::of(-3), outside: b"outside".to_vec() };
    let (mut random, mut seen) = (Seeded(1), Seen::default());
    for _ in 0..4000 {
        let table = Table::random(&mut random, 1, |random, _, canary| match random.below(4) {
            0 => format!("41.{canary}"),
            1 => format!("\"0.{canary}\""),
            2 => format!(" {canary}e-11 "),
            _ => format!("{canary}/1000000000000"),
        });
        let release = || {
            let wanted = Columns::new("column", &table.released, &table.kept, table.stated)?;
            let dialect = Dialect::Csv { delimiter: table.delimiter };
            let inexact = String::new();
            let rows = Rows { dialect, wanted: Some(wanted), skip_bad: table.skip_bad, inexact };
            let mut output = Vec::new();
            stream::release(&*table.input, &mut output, &rows, &spelling, &*batch, &mut Seeded(5))?;
            Ok(output)
        };
        seen.look(&table.input, release(), &table.secret, &table.all);
    }
    seen.is_enough();
}

#[test]
fn no_canary_of_planar_csv_and_geojson_gets_out() {
    let certificate = city();
    let rows_batch = plane::batch(&certificate, Policy { rounded: false, to_ends: false }).unwrap();
    let points = Coordinates::of(&certificate, plane::projection(&certificate).unwrap()).unwrap();
    let spelling = Spelling { points, outside: b"outside".to_vec() };
    let (mut random, mut tables, mut collections) = (Seeded(2), Seen::default(), Seen::default());
    for _ in 0..4000 {
        let table = Table::random(&mut random, 2, |random, axis, canary| {
            let degrees = ["2.3", "48.8"][axis];
            if random.below(2) == 0 { format!("{degrees}{canary}") } else { format!("\"{degrees}{canary}\"") }
        });
        let release = || {
            let wanted = Columns::new("columns", &table.released, &table.kept, table.stated)?;
            let (dialect, inexact) = (Dialect::Csv { delimiter: table.delimiter }, String::new());
            let rows = Rows { dialect, wanted: Some(wanted), skip_bad: table.skip_bad, inexact };
            let mut output = Vec::new();
            stream::release(&*table.input, &mut output, &rows, &spelling, &*rows_batch, &mut Seeded(5))?;
            Ok(output)
        };
        tables.look(&table.input, release(), &table.secret, &table.all);

        let collection = Collection::random(&mut random);
        let (kept, skip_bad) = (&collection.kept, collection.skip_bad);
        let (batch, points) = (&mut *rows_batch.another(), &spelling.points);
        let output = geojson_with(&collection.input, kept, skip_bad, batch, points);
        collections.look(&collection.input, output, &collection.secret, &collection.all);
    }
    tables.is_enough();
    collections.is_enough();
}
