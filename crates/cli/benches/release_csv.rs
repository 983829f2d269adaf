//! `kdelta release --csv` against the library call: `cargo bench -p kdelta-cli --bench release_csv [ROWS]`.
//!
//! The same mechanism three times: a loop of `release` over values in memory; a plain loop of the `csv` crate that copies the column, with the
//! release in it; and the program on a CSV file of three columns with as many rows (10 million unless told). Prints the time of a row, the
//! ratios, and the program's peak memory. The best of three runs each, alternating, as other work on the machine only ever slows a run down. Where other work
//! takes its processors away, the time that its threads ran says more than the time that passed. The output is flushed to the disk before it is
//! published; `TMPDIR=/dev/shm` takes the disk out.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

use kdelta::{Laplace, Release, entropy};
use kdelta_certificate::{
    Certificate, Directory, Format, Law, Line, MechanismCertificate, MechanismDescription, Range, Setting,
    Subject, Vector,
};
use kdelta_oracle::number::parse;
use kdelta_testkit::Seeded;
use std::collections::BTreeMap;
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const RUNS: usize = 3;

fn main() {
    let rows = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(10_000_000);
    let directory = tempfile::tempdir().unwrap();
    let [certificate, input, output] =
        ["certificate.json", "input.csv", "output.csv"].map(|name| directory.path().join(name));
    write_certificate(&certificate);
    let answers = write_rows(&input, rows);

    let (mut library, mut library_busy) = (Duration::MAX, Duration::MAX);
    let (mut plain, mut plain_busy) = (Duration::MAX, Duration::MAX);
    let (mut program, mut program_busy, mut peak) = (Duration::MAX, [Duration::MAX; 2], 0);
    for _ in 0..RUNS {
        let (time, busy) = time_library(&answers);
        (library, library_busy) = (library.min(time), library_busy.min(busy));
        // Removing the rows of the run before is not part of this one.
        let _ = std::fs::remove_file(&output);
        let (time, busy) = time_plain_loop(&input, &output);
        (plain, plain_busy) = (plain.min(time), plain_busy.min(busy));
        let _ = std::fs::remove_file(&output);
        let (time, busy, memory) = time_program(&certificate, &input, &output);
        (program, program_busy, peak) = (program.min(time), program_busy.min(busy), peak.max(memory));
    }
    let lines = std::fs::read(&output).unwrap().iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(lines, rows + 1, "every row and the header");
    let per_row = |time: Duration| time.as_secs_f64() * 1e9 / f64::from(u32::try_from(rows).unwrap());
    println!("{rows} rows, {} MB", std::fs::metadata(&input).unwrap().len() / 1_000_000);
    println!(
        "library call    {:6.1} ns a row, {:6.1} of one processor",
        per_row(library),
        per_row(library_busy)
    );
    println!("plain csv loop  {:6.1} ns a row, {:6.1} of one processor", per_row(plain), per_row(plain_busy));
    let [all, busiest] = program_busy;
    println!(
        "kdelta release  {:6.1} ns a row, {:6.1} of all processors, {:.1} of them in one thread",
        per_row(program),
        per_row(all),
        per_row(busiest)
    );
    println!("peak memory     {peak} KiB");
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    println!("time            {:.2} of the plain csv loop as measured", ratio(program, plain));
    println!("                {:.2} with two processors to itself", ratio(busiest.max(all / 2), plain_busy));
    println!("speed           {:.2} of the library call as measured", ratio(library, program));
    println!(
        "                {:.2} with two processors to itself",
        ratio(library_busy, busiest.max(all / 2))
    );
}

fn write_certificate(path: &Path) {
    let number = |text: &str| (&parse(text).unwrap()).into();
    let description = MechanismDescription {
        format: Format::Binary64,
        setting: Setting {
            epsilon: Some(1.into()),
            sensitivity: 1.into(),
            query_error: number("0"),
            reading_error: number("2^-47"),
            grid: number("2^-10"),
            law: Law::Laplace(Line {
                answers: Range::of_integers(0, 100),
                window: Range::of_integers(-40, 140),
                vector: Vector::SINGLE,
            }),
        },
        generator: kdelta_certificate::GeneratorName::Relative(52),
    };
    // The window is within the reach of scale 4.
    let description = MechanismDescription {
        setting: Setting { epsilon: Some(number("1/4")), ..description.setting },
        ..description
    };
    let certificate = MechanismCertificate::derive(&description, &Directory::new(ROOT)).unwrap();
    let text = Certificate::new(Subject::Mechanism(Box::new(certificate))).text().unwrap();
    std::fs::write(path, text).unwrap();
}

/// Answers with three decimals, as people have them, between a number and a name.
fn write_rows(path: &Path, rows: usize) -> Vec<f64> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path).unwrap());
    writeln!(file, "id,age,place").unwrap();
    let mut answers = Vec::with_capacity(rows);
    let mut random = Seeded(1);
    for id in 0..rows {
        let thousandths = u32::try_from(random.below(100_000)).unwrap();
        writeln!(file, "{id},{}.{:03},Paris", thousandths / 1000, thousandths % 1000).unwrap();
        answers.push(f64::from(thousandths) / 1000.0);
    }
    file.flush().unwrap();
    answers
}

fn mechanism() -> Laplace<f64> {
    Laplace::<f64>::builder()
        .epsilon("1/4")
        .sensitivity(1)
        .answers(0, 100)
        .window(-40, 140)
        .grid("2^-10")
        .build()
        .unwrap()
}

/// What anybody would write: the column is read, released and written, and no row is looked at twice. The output is on the disk at the end, as the
/// program's is.
fn time_plain_loop(input: &Path, output: &Path) -> (Duration, Duration) {
    let (laplace, mut entropy) = (mechanism(), entropy::stream().unwrap());
    let (start, busy) = (Instant::now(), processor_time("/proc/thread-self/schedstat"));
    let mut reader = csv::Reader::from_path(input).unwrap();
    let mut writer = csv::Writer::from_path(output).unwrap();
    let mut record = csv::ByteRecord::new();
    writer.write_field("age").unwrap();
    writer.write_record(None::<&[u8]>).unwrap();
    while reader.read_byte_record(&mut record).unwrap() {
        let answer = std::str::from_utf8(record.get(1).unwrap()).unwrap().parse::<f64>().unwrap();
        match laplace.release(answer, &mut entropy).unwrap() {
            Release::Value(noisy) => writer.write_field(noisy.to_string()).unwrap(),
            Release::Outside => writer.write_field("outside").unwrap(),
        }
        writer.write_record(None::<&[u8]>).unwrap();
    }
    writer.into_inner().unwrap().sync_all().unwrap();
    (start.elapsed(), processor_time("/proc/thread-self/schedstat") - busy)
}

fn time_library(answers: &[f64]) -> (Duration, Duration) {
    let laplace = mechanism();
    let mut entropy = entropy::stream().unwrap();
    let (start, busy) = (Instant::now(), processor_time("/proc/thread-self/schedstat"));
    let mut inside = 0_u64;
    for answer in answers {
        inside += u64::from(matches!(laplace.release(*answer, &mut entropy).unwrap(), Release::Value(_)));
    }
    black_box(inside);
    (start.elapsed(), processor_time("/proc/thread-self/schedstat") - busy)
}

/// What the scheduler says a thread has run for.
fn processor_time(schedstat: impl AsRef<Path>) -> Duration {
    let text = std::fs::read_to_string(schedstat).unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|field| field.parse().ok()).unwrap_or(0))
}

/// The time from start to exit; the time that its threads ran, all and the busiest, and the peak of the resident memory in KiB, up to the
/// last look at them, where the system tells. Looking takes a processor away: another thread does it, and not often.
fn time_program(certificate: &Path, input: &Path, output: &Path) -> (Duration, [Duration; 2], u64) {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kdelta"))
        .args(["release", "--column", "age", "--rows", "aggregates", "--certificate"])
        .arg(certificate)
        .arg("--csv")
        .arg(input)
        .arg("--out")
        .arg(output)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let process = format!("/proc/{}", child.id());
    let (ended, end) = channel::<()>();
    let observer = std::thread::spawn(move || observe(&process, &end));
    let status = child.wait().unwrap();
    let time = start.elapsed();
    drop(ended);
    assert!(status.success());
    let (busy, peak) = observer.join().unwrap();
    (time, busy, peak)
}

/// Looks at a process until the other side of the channel is dropped.
fn observe(process: &str, end: &Receiver<()>) -> ([Duration; 2], u64) {
    let (mut peak, mut busy) = (0, BTreeMap::new());
    while end.recv_timeout(Duration::from_millis(10)) == Err(RecvTimeoutError::Timeout) {
        let memory = std::fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let high = memory
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(high.unwrap_or(0));
        for task in std::fs::read_dir(format!("{process}/task")).into_iter().flatten().flatten() {
            let time = processor_time(task.path().join("schedstat"));
            busy.entry(task.file_name()).and_modify(|most| *most = time.max(*most)).or_insert(time);
        }
    }
    let busiest = busy.values().max().copied().unwrap_or_default();
    ([busy.into_values().sum(), busiest], peak)
}
