//! `kdelta release planar`: noise for points and places, under a planar certificate.

mod agree;
mod geojson;
mod mechanism;
mod spelling;
mod table;

use super::answer::Bad;
use super::budget::Budget;
use super::header::Wanted;
use super::output::Output;
use super::stream::Tally;
use super::{VISIBLE, accepted, check_outside, delimiter, open, standard_input, stated, tell};
use crate::failure::Failure;
use crate::planar;
use crate::spelling::spell_grid;
use clap::Args;
use geojson::Collection;
use kdelta::{Entropy, Release as Released, entropy};
use kdelta_certificate::{MechanismCertificate, Places};
use kdelta_oracle::number::decimal;
use mechanism::{Batch, Policy};
use serde_json::json;
use spelling::Spelling;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use table::Columns;

/// What the user must know. A paragraph is one line, which the terminal wraps.
const AFTER: &str = "\
The certificate is read and audited in full, against the code inside this program, before anything is released.

What a row is: each row of a file or of standard input, and each argument, is taken as the place of one individual, who may have been anywhere in the certified region. A certificate whose distance is less than the diameter of that region is refused, unless --rows nearby says that each place is to be hidden only among the places within the certified distance (geo-indistinguishability), or --rows aggregates that each row is a point that one person moves by at most that distance. Points given as arguments are visible to other users in ps and stay in the shell's history.

Under a certificate for metres points are x,y, clamped into the certified rectangle; a coordinate that is not exactly a number of the format is refused unless the certificate's reading error covers it (certify with --reading-error text), or with --rounded. Under one for longitude and latitude places are longitude,latitude in degrees on WGS 84, and reading and projecting them is covered. A place outside the certified box is released as if it were at the edge of the box, and protected as that.

A coordinate that is no number, beyond ±180 or ±90 degrees, or a row with another number of fields than the first, is bad, and so is a GeoJSON feature that is not a point, and a place that is in the box only if longitude and latitude are swapped. Whether a run fails, and what --skip-bad leaves out, depends on the data and is not covered by ε′. Messages name the row or the feature, never a value, and nothing else that was read.

Of a CSV file only the two columns are written, of GeoJSON only the points, and what --keep names, as it is: columns, or properties (id stands for the id of features). What is private in those is not protected. Row 1 is a header if a column is given by its name, which it must have; for columns by number say --header or --no-header. A point outside the window becomes a feature without geometry.

A wider --window than the answers makes outside rare; --to-ends then moves releases beyond the answers to the nearest grid point among them, which costs nothing. What is outside the window stays outside: in the plane the theorem does not cover on which side it is.

Each point costs ε′ within the certified distance, and takes its own draw. A file is held in memory; nothing is written until all of it is released. Exit code 1: refused; 2: wrong usage.

Examples:
  kdelta certify planar --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90 --out paris.json
  kdelta release planar --certificate paris.json --rows nearby --csv visits.csv --columns lon,lat > noisy.csv
  kdelta release planar --certificate paris.json --rows nearby --geojson places.geojson > noisy.geojson
  kdelta release planar --certificate paris.json --rows nearby --in places.txt
  kdelta release planar --certificate paris.json --rows nearby 2.3522,48.8566
  kdelta certify planar --epsilon 1 --distance 200 --box -70.8..-70.5,-33.6..-33.3 --out santiago.json
  kdelta release planar --certificate santiago.json --rows nearby -- -70.6483,-33.4569";

/// Releases noisy points under a certificate
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub(crate) struct Flags {
    /// Points as arguments, x,y or longitude,latitude, after -- if one begins with a minus; others can see them in ps [default: one
    /// point per line on standard input, as with -]
    #[arg(value_name = "POINT", conflicts_with_all = ["csv", "geojson", "input"])]
    values: Vec<String>,
    /// A file with one point per line, in the place of standard input
    #[arg(long = "in", id = "input", value_name = "FILE", conflicts_with_all = ["csv", "geojson"])]
    input: Option<PathBuf>,
    /// The certificate, as `kdelta certify planar --out` writes it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// A CSV file, or - for standard input, of which two columns are released
    #[arg(long, value_name = "FILE", requires = "columns")]
    csv: Option<PathBuf>,
    /// The columns of x and y, or longitude and latitude: their names in row 1, or their numbers with --header or --no-header
    #[arg(long, value_name = "X,Y", requires = "csv", value_parser = columns)]
    columns: Option<[String; 2]>,
    /// Other columns, or properties of features, to write as they are; all others are left out
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    keep: Vec<String>,
    /// One character, or \t [default: ,]
    #[arg(long, value_name = "CHARACTER", requires = "csv", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// Row 1 has the names of the columns (known if --columns has a name)
    #[arg(long, requires = "csv", conflicts_with = "no_header")]
    header: bool,
    /// Row 1 is data
    #[arg(long, requires = "csv")]
    no_header: bool,
    /// A GeoJSON FeatureCollection, or - for standard input, of which the points are released
    #[arg(long, value_name = "FILE", conflicts_with = "csv")]
    geojson: Option<PathBuf>,
    /// Where to write instead of standard output; replaced as a whole at the end, so it may be the input
    #[arg(long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave bad rows and features out of the output
    #[arg(long)]
    skip_bad: bool,
    /// Round coordinates in metres into the format; the certified distance is that of the rounded points
    #[arg(long)]
    rounded: bool,
    /// What to write for each coordinate of a point outside the window [default: outside]
    #[arg(long, value_name = "TEXT", conflicts_with = "geojson")]
    outside: Option<String>,
    /// Move releases beyond the certified answers to the nearest grid point among them, at the same ε′; outside stays outside
    #[arg(long)]
    to_ends: bool,
    /// The budget as JSON (on standard error; with the releases on standard output if points are arguments)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    setting: planar::Flags,
}

/// Two columns.
fn columns(text: &str) -> Result<[String; 2], String> {
    match text.split_once(',') {
        Some((x, y)) if !x.is_empty() && !y.is_empty() && !y.contains(',') => {
            Ok([x.to_owned(), y.to_owned()])
        }
        _ => Err("two columns are written with a comma between them, for example lon,lat or 3,4".into()),
    }
}

impl Flags {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Some(path) = &self.certificate else { return Err(self.without_certificate()) };
        let outside = self.outside.clone().unwrap_or_else(|| "outside".into());
        let dialect = super::rows::Dialect::Csv { delimiter: self.delimiter.unwrap_or(b',') };
        check_outside(&outside, dialect)?;
        let certificate = accepted::planar(path)?;
        let setting = self.setting.clone().with_file()?;
        let rows = setting.rows;
        agree::agree(setting, &certificate)?;
        // A point as an argument is somebody's place as well.
        accepted::covers_places(rows, &certificate)?;
        let policy = Policy { rounded: self.rounded, to_ends: self.to_ends };
        let batch = mechanism::batch(&certificate, policy)?;
        let spelling = Spelling::of(&certificate, mechanism::projection(&certificate)?);
        let run = Run { flags: &self, certificate: &certificate, spelling, outside };
        match (&self.geojson, &self.csv, self.values.as_slice()) {
            (Some(path), _, _) => run.geojson(path, batch),
            (None, Some(path), _) => {
                let released = self.columns.clone().unwrap_or_default();
                let wanted =
                    Wanted::new("columns", &released, &self.keep, stated(self.header, self.no_header))?;
                let delimiter = self.delimiter.unwrap_or(b',');
                let columns = Columns { delimiter, wanted: Some(wanted), skip_bad: self.skip_bad };
                run.table(&read_all(path, "csv")?, &columns, batch)
            }
            (None, None, _) if !self.keep.is_empty() => Err(Failure::usage(
                "--keep is about the columns of --csv FILE or the properties of --geojson FILE",
            )),
            (None, None, _) if self.takes_rows() => {
                let columns = Columns { delimiter: b',', wanted: None, skip_bad: self.skip_bad };
                let bytes = match &self.input {
                    Some(path) => read_all(path, "in")?,
                    None => read_to_end(&mut *standard_input("points"))?,
                };
                run.table(&bytes, &columns, batch)
            }
            (None, None, values) => run.arguments(values, batch),
        }
    }

    /// Whether points come from a file or a stream, each row being somebody's.
    fn takes_rows(&self) -> bool {
        self.values.is_empty() || self.values == ["-"]
    }

    /// The command that makes the certificate this release would need. Its region must come from the user: one read from the data
    /// would leak it, and any other would clamp the data.
    fn without_certificate(&self) -> Failure {
        let setting = match self.setting.clone().with_file() {
            Ok(setting) => setting,
            Err(why) => return why,
        };
        if setting.answers.is_none() && setting.globe.is_none() {
            return Failure::usage(
                "a release needs a certificate, and that the region all places can lie in: say it from what is known without looking at \
                 the data, as a region read from the data would leak it. Then make the certificate with\n  kdelta certify planar \
                 --epsilon NUMBER --distance METRES --box LON..LON,LAT..LAT --out certificate.json\n(or --answers X..X,Y..Y in \
                 metres), and give it with --certificate certificate.json",
            );
        }
        match setting.describe() {
            Ok(asked) => Failure::usage(format!(
                "a release needs a certificate for its setting: make one with\n  {} --out certificate.json\nand give it with \
                 --certificate certificate.json",
                asked.description.command()
            )),
            Err(why) => why,
        }
    }
}

/// All bytes of the input.
fn read_all(path: &Path, flag: &str) -> Result<Vec<u8>, Failure> {
    read_to_end(&mut *open(path, flag)?)
}

fn read_to_end(input: &mut dyn Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    input
        .read_to_end(&mut bytes)
        .map_err(|why| Failure::refused(format!("the input cannot be read: {why}; nothing was released")))?;
    Ok(bytes)
}

/// What all three ways of a release share.
struct Run<'a> {
    flags: &'a Flags,
    certificate: &'a MechanismCertificate,
    spelling: Spelling,
    outside: String,
}

impl Run<'_> {
    /// What to do about a coordinate that the format does not hold.
    fn inexact(batch: &dyn Batch) -> String {
        format!(
            "certify with a --reading-error of at least {} (or text), which covers reading any point of the answers, or say --rounded if \
             the distance is that of the points as the format holds them",
            spell_grid(&batch.reading_error())
        )
    }

    fn arguments(&self, values: &[String], mut batch: Box<dyn Batch>) -> Result<(), Failure> {
        if self.flags.skip_bad {
            return Err(Failure::usage("--skip-bad is for rows of a file or a stream; mend the arguments"));
        }
        tell(&VISIBLE);
        let inexact = Self::inexact(&*batch);
        for (i, value) in values.iter().enumerate() {
            if value == "-" {
                return Err(Failure::usage("- stands for all of standard input; give it alone"));
            }
            let place = format!("point {} of {}", i + 1, values.len());
            let (x, y) = value.split_once(',').ok_or_else(|| {
                Failure::usage(format!("{place} has no comma between its coordinates. Nothing was released"))
            })?;
            batch.push([x.as_bytes(), y.as_bytes()]).map_err(|(axis, bad)| {
                let which = match axis {
                    None => "it",
                    Some(0) => "its first coordinate",
                    Some(_) => "its second coordinate",
                };
                match bad {
                    Bad::Inexact => {
                        Failure::refused(format!("{place}: {which} {bad}; {inexact}. Nothing was released"))
                    }
                    _ => Failure::usage(format!("{place}: {which} {bad}. Nothing was released")),
                }
            })?;
        }
        let mut output = Output::create(self.flags.out.as_deref())?;
        let spelled = self.spelled(&mut *batch, &mut entropy::Os)?;
        let points: Vec<_> = spelled
            .into_iter()
            .map(|point| point.map_or_else(|| self.outside.clone(), |point| point.join(",")))
            .collect();
        let tally = Tally { released: u64::try_from(values.len()).unwrap_or(u64::MAX), skipped: 0 };
        let text = if self.flags.json {
            format!("{:#}\n", json!({ "releases": points, "budget": self.budget(tally).json() }))
        } else {
            points.into_iter().map(|point| point + "\n").collect()
        };
        write(&mut output, text.as_bytes())?;
        output.publish()?;
        if !self.flags.json {
            self.tell(tally);
        }
        Ok(())
    }

    fn table(&self, bytes: &[u8], columns: &Columns, mut batch: Box<dyn Batch>) -> Result<(), Failure> {
        let mut output = Output::create(self.flags.out.as_deref())?;
        let inexact = Self::inexact(&*batch);
        let table = columns.read(bytes, &mut *batch, &inexact)?;
        let tally = table.tally;
        some(tally, "rows")?;
        let spelled = self.spelled(&mut *batch, &mut entropy::chacha().map_err(kdelta::Error::from)?)?;
        write(&mut output, table.write(&spelled, &self.outside)?.text())?;
        output.publish()?;
        self.tell(tally);
        Ok(())
    }

    fn geojson(&self, path: &Path, mut batch: Box<dyn Batch>) -> Result<(), Failure> {
        if !matches!(crate::planar::plane(&self.certificate.setting).places, Places::Globe { .. }) {
            return Err(Failure::refused(
                "--geojson has longitude and latitude, the certificate is for metres; certify with --box. Nothing was released",
            ));
        }
        let bytes = read_all(path, "geojson")?;
        let mut output = Output::create(self.flags.out.as_deref())?;
        let collection = Collection::read(&bytes, &self.flags.keep, self.flags.skip_bad, &mut *batch)?;
        some(collection.tally, "features")?;
        let spelled = self.spelled(&mut *batch, &mut entropy::chacha().map_err(kdelta::Error::from)?)?;
        write(&mut output, collection.write(&spelled)?.as_bytes())?;
        output.publish()?;
        self.tell(collection.tally);
        Ok(())
    }

    /// The releases as texts; none for outside.
    fn spelled(
        &self,
        batch: &mut dyn Batch,
        entropy: &mut dyn Entropy,
    ) -> Result<Vec<Option<[String; 2]>>, Failure> {
        let releases = batch.release(entropy)?;
        let spell = |release: Released<[i64; 2]>| match release {
            Released::Value(steps) => Some(self.spelling.coordinates(steps)),
            Released::Outside => None,
        };
        Ok(releases.into_iter().map(spell).collect())
    }

    fn budget(&self, tally: Tally) -> Budget<'_> {
        Budget { verdict: &self.certificate.verdict, tally }
    }

    /// What it cost, on standard error.
    fn tell(&self, tally: Tally) {
        if self.flags.json {
            tell(&format_args!("{:#}", self.budget(tally).json()));
            return;
        }
        let terms = crate::planar::terms(self.certificate);
        tell(&format_args!(
            "{}\nfor points within {} m; at distance d in metres each costs at most {}·d + {}",
            self.budget(tally),
            decimal::short(&self.certificate.setting.sensitivity.0),
            decimal::epsilon_prime(&terms.per_metre.0),
            decimal::term(&terms.once.0)
        ));
    }
}

fn write(output: &mut Output, text: &[u8]) -> Result<(), Failure> {
    output
        .write_all(text)
        .map_err(|why| Failure::refused(format!("the output cannot be written: {why}; nothing was released")))
}

/// Nothing to release is not a success.
fn some(tally: Tally, what: &str) -> Result<(), Failure> {
    match tally {
        Tally { released: 0, skipped: 0 } => {
            Err(Failure::refused(format!("the input has no {what}; nothing was released")))
        }
        Tally { released: 0, skipped } => {
            Err(Failure::refused(format!("all {skipped} {what} are bad; nothing was released")))
        }
        _ => Ok(()),
    }
}

/// Files in and texts out, with releases that are always the same: what is read and written around them is for tests to see.
#[cfg(test)]
pub(super) mod reading {
    use super::*;

    pub(in super::super) struct Reading(Box<dyn Batch>);

    fn released(tally: Tally) -> Vec<Option<[String; 2]>> {
        (0..tally.released).map(|i| (i % 2 == 0).then(|| ["2.5".into(), "48.5".into()])).collect()
    }

    impl Reading {
        pub(in super::super) fn new(certificate: &MechanismCertificate) -> Result<Self, Failure> {
            let policy = Policy { rounded: false, to_ends: false };
            mechanism::batch(certificate, policy).map(Self)
        }

        pub(in super::super) fn table(
            &mut self,
            bytes: &[u8],
            delimiter: u8,
            wanted: Wanted,
            skip_bad: bool,
        ) -> Result<Vec<u8>, Failure> {
            let columns = Columns { delimiter, wanted: Some(wanted), skip_bad };
            let table = columns.read(bytes, &mut *self.0, "")?;
            let released = released(table.tally);
            Ok(table.write(&released, "outside")?.text().to_vec())
        }

        pub(in super::super) fn geojson(
            &mut self,
            bytes: &[u8],
            keep: &[String],
            skip_bad: bool,
        ) -> Result<Vec<u8>, Failure> {
            let collection = Collection::read(bytes, keep, skip_bad, &mut *self.0)?;
            Ok(collection.write(&released(collection.tally))?.into_bytes())
        }
    }
}
