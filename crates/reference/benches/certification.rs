//! How fast certification is: one run, one table, ratios between columns of that run.
//!
//! "MPFR" is one correctly rounded logarithm or cosine of 113 bits at every point and nothing else, the least any
//! certification by MPFR alone must do; "filter" is the whole exhaustive certification.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use comfy_table::{Table, presets};
use kdelta_reference::assumed::BlackBox;
use kdelta_reference::cellwise::{shift_add, table, turn};
use kdelta_reference::exhaustive::{Plan, conclude, sweep};
use kdelta_reference::subject::{Grid, Kernel, ShiftAdd32, ShiftAdd64, Subject, TableF32, TableF64, Turn};
use kdelta_reference::{Error, Function, KernelResult};
use rug::Float;
use rug::float::Round;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Nanoseconds of one MPFR logarithm or cosine, its argument and its difference with the kernel's output.
fn mpfr_at_every_point<K: Kernel>(subject: &Subject<K>, count: u32) -> Result<f64, Error> {
    let stride = subject.grid.points() / u64::from(count);
    let (mut x, mut largest) = (Float::new(113), Float::new(113));
    let start = Instant::now();
    for i in 0..u64::from(count) {
        let (input, output) = subject.point(i * stride)?;
        x.assign_mantissa(input.mantissa, input.exponent);
        match subject.kernel.function() {
            Function::MinusLn => {
                x.ln_round(Round::Up);
            }
            Function::Cosine => {
                x <<= 1;
                x.cos_pi_round(Round::Up);
            }
        }
        let mut y = Float::new(113);
        y.assign_mantissa(output.mantissa, output.exponent);
        x += y;
        x.abs_mut();
        if x > largest {
            std::mem::swap(&mut x, &mut largest);
        }
    }
    black_box(&largest);
    Ok(start.elapsed().as_secs_f64() * 1e9 / f64::from(count))
}

/// mantissa·2^exponent, in place.
trait AssignMantissa {
    fn assign_mantissa(&mut self, mantissa: i128, exponent: i32);
}

impl AssignMantissa for Float {
    fn assign_mantissa(&mut self, mantissa: i128, exponent: i32) {
        use rug::Assign;
        self.assign(mantissa);
        *self <<= exponent;
    }
}

fn row<K: Kernel>(rows: &mut Table, kernel: K, grid: Grid) -> Result<(), Error> {
    let subject = Subject::new(kernel, grid)?;
    let points = f64::from(u32::try_from(subject.grid.points()).unwrap_or(u32::MAX));
    let seconds = |threads: usize| -> Result<f64, Error> {
        let plan = Plan { threads, ..Plan::default() };
        let start = Instant::now();
        black_box(conclude(&subject, &sweep(&subject, &plan, |_, _| ControlFlow::Continue(()))?)?);
        Ok(start.elapsed().as_secs_f64())
    };
    let (one, two) = (seconds(1)? * 1e9 / points, seconds(2)? * 1e9 / points);
    let mpfr = mpfr_at_every_point(&subject, 200_000)?;
    rows.add_row([
        subject.kernel.name(),
        subject.grid.to_string(),
        format!("{one:.1}"),
        format!("{two:.1}"),
        format!("{mpfr:.0}"),
        format!("{:.0}", mpfr / one),
        format!("{:.0}", two * 4.294_967_296),
    ]);
    Ok(())
}

fn main() -> Result<(), Error> {
    let grid = Grid::Steps { bits: 24 };
    let mut rows = Table::new();
    rows.load_preset(presets::NOTHING);
    rows.set_header([
        "exhaustive",
        "grid",
        "ns/point, 1 thread",
        "2 threads",
        "MPFR, 1 thread",
        "times faster",
        "2^32 points, s",
    ]);
    row(&mut rows, ShiftAdd32, grid)?;
    row(&mut rows, ShiftAdd64, grid)?;
    row(&mut rows, TableF32, grid)?;
    row(&mut rows, TableF64, grid)?;
    row(&mut rows, Turn, grid)?;
    row(&mut rows, BlackBox::std_f64(), grid)?;
    row(&mut rows, BlackBox::libm_f64(), grid)?;
    println!("{rows}");

    let mut rows = Table::new();
    rows.load_preset(presets::NOTHING);
    rows.set_header(["cell-wise", "seconds", "bound/witness"]);
    let mut add = |certify: &dyn Fn() -> Result<KernelResult, Error>| -> Result<(), Error> {
        let start = Instant::now();
        let result = certify()?;
        let seconds = start.elapsed().as_secs_f64();
        rows.add_row([result.name.clone(), format!("{seconds:.2}"), result.ratio()?.to_string()]);
        Ok(())
    };
    for data in [table::Data::f32(), table::Data::f64()] {
        add(&|| table::certify(&data))?;
    }
    for data in [shift_add::Data::w16(), shift_add::Data::w32(), shift_add::Data::w64()] {
        add(&|| shift_add::certify(&data))?;
    }
    add(&|| turn::certify(&turn::Data::shipped()))?;
    println!("{rows}");
    Ok(())
}
