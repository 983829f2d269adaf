//! `kdelta release planar`: noise for points and places, under a planar certificate.

use super::arguments::{self, Arguments};
use super::output::Output;
use super::recording::Recording;
use super::{Table, accepted, check_outside, needs_certificate, open, release_rows, standard_input};
use crate::failure::Failure;
use crate::output::{TELL, tell};
use crate::planar;
use crate::spelling::spell_grid;
use clap::Args;
use kdelta::{Hides, entropy};
use kdelta_certificate::{MechanismCertificate, Places, Vector};
use kdelta_explore::setting::terms;
use kdelta_oracle::number::decimal;
use kdelta_rows::accepted::covers_places;
use kdelta_rows::agree::agree_on_plane;
use kdelta_rows::spending::{PerRow, Spending};
use kdelta_rows::{
    Batch, Budget, Collection, Columns, Coordinates, Dialect, Policy, Rows, Spelling, Tally, plane,
};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What the user must know. A paragraph is one line, which the terminal wraps.
const AFTER: &str = "\
The certificate is read and audited in full, against the code inside this program, before anything is released.

What a row is: each row of a file or of standard input, and each argument, is taken as the place of one individual, who may have been anywhere in the certified region. A certificate whose distance is less than the diameter of that region is refused, unless --rows nearby says that each place is to be hidden only among the places within the certified distance (geo-indistinguishability), or --rows aggregates that each row is a point that one person moves by at most that distance. Points given as arguments are visible to other users in ps and stay in the shell's history.

Under a certificate for metres points are x,y, clamped into the certified rectangle; a coordinate that is not exactly a number of the format is refused unless the certificate's reading error covers it (certify with --reading-error text), or with --rounded. Under one for longitude and latitude places are longitude,latitude in degrees on WGS 84, and reading and projecting them is covered. A place outside the certified box is released as if it were at the edge of the box, and protected as that.

A coordinate that is no number, beyond ±180 or ±90 degrees, or a row with another number of fields than the first, is bad, and so is a GeoJSON feature that is not a point, and a place that is in the box only if longitude and latitude are swapped. Whether a run fails, and what --skip-bad leaves out, depends on the data and is not covered by ε′. Messages name the row or the feature, never a value, and nothing else that was read.

A blank line of a CSV file is no row, wherever it stands. Of a CSV file only the two columns are written, of GeoJSON only the points, and what --keep names, as it is: columns, or properties (id stands for the id of features). What is private in those is not protected. Row 1 is a header if a column is given by its name, which it must have; for columns by number say --header or --no-header. A point outside the window becomes a feature without geometry.

A wider --window than the answers makes outside rare; --to-ends then moves releases beyond the answers to the nearest grid point among them, which costs nothing. What is outside the window stays outside: in the plane the theorem does not cover on which side it is.

With --ledger FILE what is spent is recorded there before the first random bit is drawn, and nothing is released if the budget of the ledger does not cover it. All points are counted, as if they were all of one person; --rows-per-person says that one person has fewer. All entries of a ledger must hide the same thing: the places of the same people, within the same distance.

Each point costs ε′ within the certified distance, and takes its own draw. Nothing is written until all is released; GeoJSON is held in memory until then. Exit code 1: refused; 2: wrong usage.

Examples:
  kdelta certify planar --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90 --out paris.json
  kdelta release planar --certificate paris.json --rows nearby --csv visits.csv --columns lon,lat > noisy.csv
  kdelta release planar --certificate paris.json --rows nearby --geojson places.geojson > noisy.geojson
  kdelta release planar --certificate paris.json --rows nearby --in places.txt
  kdelta release planar --certificate paris.json --rows nearby 2.3522,48.8566
  kdelta ledger places.ledger --create --epsilon 3 --delta 1e-6
  kdelta release planar --certificate paris.json --rows nearby --in places.txt --ledger places.ledger
  kdelta certify planar --epsilon 1 --distance 200 --box -70.8..-70.5,-33.6..-33.3 --out santiago.json
  kdelta release planar --certificate santiago.json --rows nearby -- -70.6483,-33.4569";

/// Releases noisy points under a certificate
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub(crate) struct Flags {
    /// Points as arguments, x,y or longitude,latitude, after -- if one begins with a minus; others can see
    /// them in ps [default: one point per line on standard input, as with -]
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
    /// The columns of x and y, or longitude and latitude: their names in row 1, or their numbers with
    /// --header or --no-header
    #[arg(long, value_name = "X,Y", requires = "csv", value_parser = columns)]
    columns: Option<[String; 2]>,
    /// Other columns, or properties of features, to write as they are; all others are left out
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    keep: Vec<String>,
    #[command(flatten)]
    table: Table,
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
    /// Move releases beyond the certified answers to the nearest grid point among them, at the same ε′;
    /// outside stays outside
    #[arg(long)]
    to_ends: bool,
    /// The budget as JSON (on standard error; with the releases on standard output if points are arguments)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    recording: Recording,
    /// For the ledger: how many of the points one person has, or moves, at most [default: all of them]
    #[arg(long, value_name = "ROWS", requires = "ledger", value_parser = clap::value_parser!(u64).range(1..))]
    rows_per_person: Option<u64>,
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
        let spending = self.recording.spending();
        spending.check(self.out.as_deref())?;
        let outside = self.outside.clone().unwrap_or_else(|| "outside".into());
        let dialect = self.table.dialect();
        check_outside(&outside, dialect)?;
        let certificate = accepted::planar(path)?;
        let setting = self.setting.clone().with_file()?;
        let rows = setting.rows;
        agree_on_plane(&setting.wanted()?, &certificate)?;
        // A point as an argument is somebody's place as well.
        covers_places(&certificate, rows.map(Into::into))?;
        let policy = Policy { rounded: self.rounded, to_ends: self.to_ends };
        let batch = plane::batch(&certificate, policy)?;
        let points = Coordinates::of(&certificate, plane::projection(&certificate)?)?;
        let spelling = Spelling { points, outside: outside.into_bytes() };
        let run = Run { flags: &self, certificate: &certificate, spelling, spending };
        match (&self.geojson, &self.csv, &self.columns) {
            (Some(path), _, _) => run.geojson(path, batch),
            (None, Some(path), Some(columns)) => {
                let wanted = Columns::new("columns", columns, &self.keep, self.table.stated())?;
                run.rows(open(path, "csv")?, dialect, Some(wanted), &*batch)
            }
            (None, Some(_), None) => {
                Err(Failure::usage("--csv FILE needs --columns X,Y: which two to release"))
            }
            (None, None, _) if !self.keep.is_empty() => Err(Failure::usage(
                "--keep is about the columns of --csv FILE or the properties of --geojson FILE",
            )),
            (None, None, _) if self.takes_rows() => {
                let input = match &self.input {
                    Some(path) => open(path, "in")?,
                    None => standard_input("points"),
                };
                run.rows(input, Dialect::Csv { delimiter: b',' }, None, &*batch)
            }
            (None, None, _) => run.arguments(batch),
        }
    }

    /// Whether points come from a file or a stream, each row being somebody's.
    fn takes_rows(&self) -> bool {
        self.values.is_empty() || self.values == ["-"]
    }

    /// The command that makes the certificate this release would need. Its region must come from the user:
    /// one read from the data would leak it, and any other would clamp the data.
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
        needs_certificate(setting.describe())
    }
}

/// What all three ways of a release share.
struct Run<'a> {
    flags: &'a Flags,
    certificate: &'a MechanismCertificate,
    spelling: Spelling<Coordinates>,
    spending: Spending,
}

/// What to do about a coordinate that the format does not hold.
fn inexact_remedy(batch: &dyn Batch<2>) -> String {
    format!(
        "certify with a --reading-error of at least {} (or text), which covers reading any point of the answers, or say --rounded if \
         the distance is that of the points as the format holds them",
        spell_grid(batch.reading_error())
    )
}

/// How messages call a coordinate of a point that is an argument, or the point.
const fn part(axis: Option<usize>) -> &'static str {
    match axis {
        None => ": it",
        Some(0) => ": its first coordinate",
        Some(_) => ": its second coordinate",
    }
}

/// Both coordinates of a point.
fn coordinates(text: &str) -> Result<[&str; 2], &'static str> {
    text.split_once(',').map(<[&str; 2]>::from).ok_or("has no comma between its coordinates")
}

impl Run<'_> {
    fn arguments(&self, batch: Box<dyn Batch<2>>) -> Result<(), Failure> {
        let Flags { values, skip_bad, out, json, .. } = self.flags;
        arguments::check(values, *skip_bad)?;
        let (inexact, certificate) = (inexact_remedy(&*batch), self.certificate);
        let (what, spelling, inexact) = ("point", &self.spelling, inexact.as_str());
        let arguments = Arguments { what, values, spelling, inexact, certificate, per_row: self.per_row() };
        arguments.release(batch, coordinates, part, out.as_deref(), *json, |tally| self.tell(tally))
    }

    fn rows(
        &self,
        input: Box<dyn Read>,
        dialect: Dialect,
        wanted: Option<Columns>,
        batch: &dyn Batch<2>,
    ) -> Result<(), Failure> {
        let rows = Rows { dialect, wanted, skip_bad: self.flags.skip_bad, inexact: inexact_remedy(batch) };
        let out = self.flags.out.as_deref();
        self.tell(release_rows(input, &rows, &self.spelling, batch, out, "rows", &self.per_row())?);
        Ok(())
    }

    /// How the points are paid for.
    fn per_row(&self) -> PerRow<'_> {
        let Flags { certificate, rows_per_person, json, .. } = self.flags;
        let path = certificate.as_deref().unwrap_or(Path::new("a certificate"));
        let what = format!("points under {}", path.display());
        let hides = Some(Hides::Places);
        let say = (!*json).then_some(TELL);
        let rows_each = *rows_per_person;
        PerRow { spending: &self.spending, what, rows_each, vector: Vector::SINGLE, hides, say }
    }

    fn geojson(&self, path: &Path, mut batch: Box<dyn Batch<2>>) -> Result<(), Failure> {
        if !matches!(self.certificate.setting.plane()?.places, Places::Globe { .. }) {
            return Err(Failure::refused(
                "--geojson has longitude and latitude, the certificate is for metres; certify with --box. Nothing was released",
            ));
        }
        let mut bytes = Vec::new();
        open(path, "geojson")?.read_to_end(&mut bytes).map_err(|why| {
            Failure::refused(format!("the input cannot be read: {why}; nothing was released"))
        })?;
        let mut output = Output::create(self.flags.out.as_deref())?;
        let collection = Collection::read(&bytes, &self.flags.keep, self.flags.skip_bad, &mut *batch)?;
        collection.tally.some("features", "features")?;
        self.per_row().record(batch.guarantee(), collection.tally.released)?;
        let mut releases = Vec::new();
        batch.release(&mut entropy::stream().map_err(kdelta::Error::from)?, &mut releases)?;
        let text = collection.write(&releases, &self.spelling.points)?;
        output.write_text(&text)?;
        output.publish()?;
        self.tell(collection.tally);
        Ok(())
    }

    /// What it cost, on standard error.
    fn tell(&self, tally: Tally) {
        let budget = Budget { certificate: self.certificate, tally };
        if self.flags.json {
            tell(&format_args!("{:#}", budget.json()));
            return;
        }
        let terms = terms(self.certificate);
        tell(&format_args!(
            "{budget}\nfor points within {} m; at distance d in metres each costs at most {}·d + {}",
            decimal::short(&self.certificate.setting.sensitivity.0),
            decimal::epsilon_prime(&terms.per_metre.0),
            decimal::term(&terms.once.0)
        ));
    }
}
