//! Certified errors of kernels: exhaustive and cell-wise, beside MPFR at every point.

use crate::race::least;
use crate::table::{Limit, Table, duration, figure};
use indicatif::{ProgressBar, ProgressStyle};
use kdelta_reference::assumed::BlackBox;
use kdelta_reference::cellwise::{cos_sin, shift_add, table};
use kdelta_reference::exhaustive::{Plan, conclude, sweep};
use kdelta_reference::subject::{
    CosSin, Grid, InverseTailF64, Kernel, ShiftAdd32, ShiftAdd64, Subject, TableF32, TableF64,
};
use kdelta_reference::{Error, Function, KernelResult};
use rug::float::Round;
use rug::ops::NegAssign;
use rug::{Assign, Float};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Both cores of the mark.
const TWO: usize = 2;
/// Points of one row.
const BITS: u32 = 24;
/// MPFR is asked at so many of them, evenly spread.
const SAMPLE: u32 = 1 << 16;
/// Points of the whole run.
const WHOLE: u32 = 32;
/// Three minutes, on two cores.
const LIMIT: Limit = Limit::AtMost(180.0);

/// Nanoseconds of one correctly rounded logarithm or cosine of 113 bits, or an exponential and a tail, and the difference with the kernel's output: the
/// least that certification by MPFR alone must do at a point.
fn mpfr_at_a_point<K: Kernel>(subject: &Subject<K>) -> Result<f64, Error> {
    let stride = subject.grid.points() / u64::from(SAMPLE);
    let (mut x, mut y, mut largest) = (Float::new(113), Float::new(113), Float::new(113));
    let start = Instant::now();
    for i in 0..u64::from(SAMPLE) {
        let (input, output) = subject.point(i * stride)?;
        x.assign(input.mantissa);
        x <<= input.exponent;
        y.assign(output.mantissa);
        y <<= output.exponent;
        match subject.kernel.function() {
            Function::MinusLn => {
                x.ln_round(Round::Up);
                x += &y;
            }
            Function::Cosine => {
                x <<= 1;
                x.cos_pi_round(Round::Up);
                x -= &y;
            }
            // Both sides of 2Φ̄(g) = e^−ℓ at the output: this takes no inverse.
            Function::InverseTail => {
                x.neg_assign();
                x.exp_round(Round::Up);
                y *= std::f64::consts::FRAC_1_SQRT_2;
                y.erfc_round(Round::Up);
                x -= &y;
            }
        }
        x.abs_mut();
        if x > largest {
            std::mem::swap(&mut x, &mut largest);
        }
    }
    black_box(&largest);
    Ok(start.elapsed().as_secs_f64() * 1e9 / f64::from(SAMPLE))
}

/// Seconds of a whole exhaustive certification.
pub fn exhaust<K: Kernel>(
    subject: &Subject<K>,
    threads: usize,
    mut progress: impl FnMut(u64),
) -> Result<f64, Error> {
    let plan = Plan { threads, ..Plan::default() };
    let start = Instant::now();
    let seen = sweep(subject, &plan, |done, _| {
        progress(done);
        ControlFlow::Continue(())
    })?;
    black_box(conclude(subject, &seen)?);
    Ok(start.elapsed().as_secs_f64())
}

fn row<K: Kernel>(rows: &mut Table, kernel: K) -> Result<(), Error> {
    let subject = Subject::new(kernel, Grid::Steps { bits: BITS })?;
    let points = f64::from(BITS).exp2();
    let (one, two) = (exhaust(&subject, 1, |_| ())?, exhaust(&subject, TWO, |_| ())?);
    let mpfr = mpfr_at_a_point(&subject)?;
    let one = one * 1e9 / points;
    let two = two * 1e9 / points;
    let seconds = two * f64::from(WHOLE).exp2() / 1e9;
    let mark =
        rows.mark(&format!("2^32 points of {}, from 2^{BITS}", subject.kernel.name()), seconds, LIMIT, "s");
    rows.row(&[
        subject.kernel.name(),
        duration(one),
        duration(two),
        duration(mpfr),
        figure(mpfr / one),
        format!("{} s", figure(seconds)),
        mark,
    ]);
    Ok(())
}

/// One whole run, of the kernel that a release in f64 uses.
fn whole(rows: &mut Table) -> Result<(), Error> {
    let subject = Subject::new(TableF64, Grid::Steps { bits: WHOLE })?;
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} % of 2^32 points, {eta} left");
    let bar = ProgressBar::new(subject.grid.points())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let seconds = exhaust(&subject, TWO, |done| bar.set_position(done))?;
    bar.finish_and_clear();
    let mark = rows.mark("2^32 points of table_f64, run whole", seconds, LIMIT, "s");
    let two = seconds * 1e9 / f64::from(WHOLE).exp2();
    let (dash, name) = ("–".to_owned(), format!("{}, all 2^32 points, run whole", subject.kernel.name()));
    rows.row(&[
        name,
        dash.clone(),
        duration(two),
        dash.clone(),
        dash,
        format!("{} s", figure(seconds)),
        mark,
    ]);
    Ok(())
}

pub fn exhaustive(quick: bool) -> Result<Table, Error> {
    let mut rows = Table::new(
        "Exhaustive certification",
        &format!(
            "The supremum of a kernel's error over all x/2^{BITS}, with the proved filter and MPFR where it matters, beside one MPFR logarithm \
             or cosine of 113 bits, or an exponential and a tail of the normal law, and a subtraction at each point, timed at 2^16 of them. The time for 2^32 points is that of 2^{BITS} points on two \
             threads, 256 times, except in the row that says so."
        ),
        &["kernel", "a point, 1 thread", "2 threads", "MPFR, 1 thread", "MPFR / ours", "2^32 points", "mark"],
    );
    row(&mut rows, ShiftAdd32)?;
    row(&mut rows, ShiftAdd64)?;
    row(&mut rows, TableF32)?;
    row(&mut rows, TableF64)?;
    row(&mut rows, CosSin)?;
    row(&mut rows, InverseTailF64)?;
    row(&mut rows, BlackBox::std_f64())?;
    row(&mut rows, BlackBox::libm_f64())?;
    row(&mut rows, BlackBox::f64("core-math log", core_math::log))?;
    if quick {
        rows.note(
            "The whole run over 2^32 points was left out (`--quick`); the times for 2^32 points are extrapolated.".to_owned(),
        );
    } else {
        whole(&mut rows)?;
    }
    Ok(rows)
}

/// A kernel's cell-wise certification and MPFR's time at one of its points.
type Cellwise<'a> = (&'a dyn Fn() -> Result<KernelResult, Error>, f64);

pub fn cellwise() -> Result<Table, Error> {
    let mut rows = Table::new(
        "Cell-wise certification",
        "A bound for every input of the kernel's domain, once, in exact rationals and MPFR enclosures, with the search for a witness. MPFR at every \
         point of these domains would take the number of points times its time at one: that column is computed, not run. Bound over witness says how \
         tight the bound is.",
        &[
            "kernel",
            "points of the domain",
            "certified in",
            "MPFR / ours, computed",
            "bound / witness",
            "mark",
        ],
    );
    let logarithm = mpfr_at_a_point(&Subject::new(TableF64, Grid::Steps { bits: BITS })?)?;
    let cosine = mpfr_at_a_point(&Subject::new(CosSin, Grid::Steps { bits: BITS })?)?;
    let tables = [table::Data::f32(), table::Data::f64()];
    let shifts = [shift_add::Data::w16(), shift_add::Data::w32(), shift_add::Data::w64()];
    let cos_sin = cos_sin::Data::shipped();
    let of_table = tables.each_ref().map(|data| move || table::certify(data));
    let of_shift = shifts.each_ref().map(|data| move || shift_add::certify(data));
    let of_cos_sin = || cos_sin::certify(&cos_sin);
    let mut all: Vec<Cellwise<'_>> = Vec::new();
    all.extend(of_table.iter().map(|run| (run as &dyn Fn() -> _, logarithm)));
    all.extend(of_shift.iter().map(|run| (run as &dyn Fn() -> _, logarithm)));
    all.push((&of_cos_sin, cosine));
    for (certify, mpfr) in all {
        let result = certify()?;
        let time = least(1, certify);
        let points = result.points.map_or(f64::NAN, |points| points as f64);
        rows.row(&[
            result.name.clone(),
            figure(points),
            duration(time),
            figure(points * mpfr / time),
            result.ratio()?.to_string(),
            String::new(),
        ]);
    }
    Ok(rows)
}
