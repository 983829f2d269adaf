//! Every path of a release: each law, format and generator, as who uses the library calls it.

use crate::secret::{hide, is_hidden, reveal};
use kdelta::entropy::{Aes, Cryptographic};
use kdelta::rand_core::SeedableRng;
use kdelta::{
    Answers, AnyMechanism, Deep, Entropy, EntropyError, Error, Fixed, Gamma, Gaussian, Grid, Inverse,
    Laplace, Law, Lazy, LineNoise, Mask, Midpoint, Number, OnTheLine, PlanarLaplace, Polar, Rectangle,
    Relative, Release, ToExact, Window, available,
};
use kdelta_finite::planar::Radius;
use std::hint::black_box;

pub type Failure = Box<dyn std::error::Error>;

/// How many rounds of releases one run makes, and from which stream of the generator.
#[derive(Clone, Copy)]
pub struct Run {
    pub rounds: u64,
    pub seed: u64,
    /// Whether to fail unless memcheck takes answers and random bytes for secret.
    pub hidden: bool,
}

/// What is called of the library, each by a function of this name, so that valgrind can tell them apart.
pub const OPERATIONS: [&str; 9] = [
    "single",
    "single_to_ends",
    "slice",
    "slice_to_ends",
    "vector",
    "vector_to_ends",
    "point",
    "points",
    "by_name",
];

/// How many answers one slice has: some that are released together, and some that are left over.
pub const SLICE: usize = 39;

/// The generator that `kdelta::entropy::stream` gives where the processor has AES, from a seed that is secret. Marking the seed instead of each draw leaves the
/// code of a release as it is, and has the generator looked at as well.
pub fn generator(run: Run) -> Result<Cryptographic<Aes>, Failure> {
    let mut key = [0; 32];
    for (bytes, word) in key.chunks_exact_mut(8).zip([run.seed, !run.seed, run.seed.rotate_left(17), 24]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    hide(&mut key);
    let mut generator = Cryptographic(Aes::from_seed(key));
    let mut bytes = [0_u8; 64];
    generator.fill(&mut bytes)?;
    require_hidden(run, &mut bytes, "random bytes")?;
    Ok(generator)
}

fn require_hidden<T: ?Sized>(run: Run, value: &mut T, name: &str) -> Result<(), Failure> {
    if run.hidden && is_hidden(value) != Some(true) {
        return Err(
            format!("memcheck does not take the {name} for secret, so its silence says nothing").into()
        );
    }
    Ok(())
}

/// A source of entropy for one release after the other.
trait Source: Entropy {
    /// What happens before each release.
    fn begin(&mut self) {}
}

impl Source for Cryptographic<Aes> {}

/// A generator whose first bytes for a release are zeros, and secret, so that the first draw of `Lazy` is one of those that read
/// further words.
struct Far {
    bytes: usize,
    zeros: usize,
    rest: Cryptographic<Aes>,
}

impl Source for Far {
    fn begin(&mut self) {
        self.zeros = self.bytes;
    }
}

impl Entropy for Far {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.rest.fill(bytes)?;
        for byte in bytes.iter_mut().take(self.zeros) {
            *byte = 0;
            hide(byte);
        }
        self.zeros = self.zeros.saturating_sub(bytes.len());
        Ok(())
    }
}

#[inline(never)]
fn single<F: Number, N: LineNoise<F>, E: Entropy>(
    mechanism: &OnTheLine<F, N>,
    answer: &F,
    entropy: &mut E,
) -> Result<Release<F>, Error> {
    mechanism.release(*answer, entropy)
}

#[inline(never)]
fn single_to_ends<F: Number, N: LineNoise<F>, E: Entropy>(
    mechanism: &OnTheLine<F, N>,
    answer: &F,
    entropy: &mut E,
) -> Result<F, Error> {
    mechanism.release_to_ends(*answer, entropy)
}

#[inline(never)]
fn slice<F: Number, N: LineNoise<F>, E: Entropy>(
    mechanism: &OnTheLine<F, N>,
    answers: &[F; SLICE],
    places: &mut [Release<F>; SLICE],
    entropy: &mut E,
) -> Result<(), Error> {
    mechanism.release_slice(answers, places, entropy)
}

#[inline(never)]
fn slice_to_ends<F: Number, N: LineNoise<F>, E: Entropy>(
    mechanism: &OnTheLine<F, N>,
    answers: &[F; SLICE],
    places: &mut [F; SLICE],
    entropy: &mut E,
) -> Result<(), Error> {
    mechanism.release_slice_to_ends(answers, places, entropy)
}

#[inline(never)]
fn vector<F: Number, N: LineNoise<F>, E: Entropy>(
    mechanism: &OnTheLine<F, N>,
    answers: &[F; SLICE],
    places: &mut [Release<F>; SLICE],
    entropy: &mut E,
) -> Result<(), Error> {
    mechanism.release_vector(answers, places, entropy)
}

#[inline(never)]
fn vector_to_ends<F: Number, N: LineNoise<F>, E: Entropy>(
    mechanism: &OnTheLine<F, N>,
    answers: &[F; SLICE],
    places: &mut [F; SLICE],
    entropy: &mut E,
) -> Result<(), Error> {
    mechanism.release_vector_to_ends(answers, places, entropy)
}

#[inline(never)]
fn point<F: Number + Polar, S: Radius<F>, E: Entropy>(
    planar: &PlanarLaplace<F, S>,
    point: &[F; 2],
    entropy: &mut E,
) -> Result<Release<[F; 2]>, Error> {
    planar.release(*point, entropy)
}

#[inline(never)]
fn points<F: Number + Polar, S: Radius<F>, E: Entropy>(
    planar: &PlanarLaplace<F, S>,
    points: &[[F; 2]; SLICE],
    places: &mut [Release<[F; 2]>; SLICE],
    entropy: &mut E,
) -> Result<(), Error> {
    planar.release_slice(points, places, entropy)
}

#[inline(never)]
fn by_name<const D: usize>(
    mechanism: &AnyMechanism<D>,
    answers: Answers<'_>,
    places: &mut [Release<[i64; D]>; SLICE],
    entropy: &mut Cryptographic<Aes>,
) -> Result<(), Error> {
    mechanism.release_slice(answers, places, entropy)
}

/// What is released is public from here on, and so is whether anything was.
fn public<T>(mut outcome: T) -> T {
    reveal(black_box(&mut outcome));
    outcome
}

/// Number i of a round, below, in and above the range of the answers.
fn answer<F: Number>(round: u64, i: usize, low: F) -> Result<F, Failure> {
    let number = round.wrapping_add(u64::try_from(i)?) % 7;
    Ok(F::at_most(&number.to_exact("answer")?).unwrap_or(low))
}

fn outside<V>(releases: &[Release<V>]) -> usize {
    releases.iter().filter(|release| matches!(release, Release::Outside)).count()
}

/// Every kind of release of one mechanism on the line; says how many fell outside the window.
fn on_the_line<F: Number, N: LineNoise<F>, E: Source>(
    mechanism: &OnTheLine<F, N>,
    run: Run,
    mut entropy: E,
) -> Result<usize, Failure> {
    let (mechanism, entropy) = (black_box(mechanism), &mut entropy);
    let low = mechanism.answers().low();
    let mut count = 0;
    for round in 0..run.rounds {
        let mut answers = [low; SLICE];
        for (i, place) in answers.iter_mut().enumerate() {
            *place = answer(round.wrapping_mul(run.seed), i, low)?;
        }
        hide(black_box(&mut answers));
        require_hidden(run, &mut answers, "answers")?;
        let [first, ..] = &answers;
        let (mut places, mut ends) = ([Release::Outside; SLICE], [low; SLICE]);
        entropy.begin();
        count += outside(&[public(single(mechanism, first, entropy))?]);
        entropy.begin();
        public(single_to_ends(mechanism, first, entropy))?;
        entropy.begin();
        public(slice(mechanism, &answers, &mut places, entropy))?;
        count += outside(&public(places));
        entropy.begin();
        public(slice_to_ends(mechanism, &answers, &mut ends, entropy))?;
        entropy.begin();
        public(vector(mechanism, &answers, &mut places, entropy))?;
        count += outside(&public(places));
        entropy.begin();
        public(vector_to_ends(mechanism, &answers, &mut ends, entropy))?;
        black_box(&ends);
    }
    Ok(count)
}

/// Every kind of release of one mechanism on the plane.
fn on_the_plane<F: Number + Polar, S: Radius<F>>(
    planar: &PlanarLaplace<F, S>,
    run: Run,
) -> Result<usize, Failure> {
    let (planar, entropy) = (black_box(planar), &mut generator(run)?);
    let [x, y] = planar.answers();
    let mut count = 0;
    for round in 0..run.rounds {
        let mut answers = [[x.low(), y.low()]; SLICE];
        for (i, [x, y]) in answers.iter_mut().enumerate() {
            *x = answer(round.wrapping_mul(run.seed), i, *x)?;
            *y = answer(round.wrapping_mul(run.seed), i + 3, *y)?;
        }
        hide(black_box(&mut answers));
        require_hidden(run, &mut answers, "answers")?;
        let [first, ..] = &answers;
        let mut places = [Release::Outside; SLICE];
        count += outside(&[public(point(planar, first, entropy))?]);
        public(points(planar, &answers, &mut places, entropy))?;
        count += outside(&public(places));
    }
    Ok(count)
}

/// Slices of a mechanism whose format is known at run time only: what the program and Python call.
fn at_run_time<const D: usize, T: Copy>(
    mechanism: &AnyMechanism<D>,
    run: Run,
    number: impl Fn(u8) -> T,
    answers: fn(&[T]) -> Answers<'_>,
) -> Result<usize, Failure> {
    let (mechanism, entropy) = (black_box(mechanism), &mut generator(run)?);
    let mut count = 0;
    for round in 0..run.rounds {
        let mut numbers = Vec::new();
        for i in 0..D * SLICE {
            numbers.push(number(u8::try_from(
                round.wrapping_mul(run.seed).wrapping_add(u64::try_from(i)?) % 7,
            )?));
        }
        hide(black_box(numbers.as_mut_slice()));
        require_hidden(run, numbers.as_mut_slice(), "answers")?;
        let mut places = [Release::Outside; SLICE];
        public(by_name(mechanism, answers(&numbers), &mut places, entropy))?;
        count += outside(&public(places));
    }
    Ok(count)
}

/// One way to a release, by its name.
pub struct Path {
    pub name: &'static str,
    /// Makes the releases of a run; says how many fell outside.
    pub releases: fn(Run) -> Result<usize, Failure>,
}

// The window is narrow, so that many releases are outside, on either side.
macro_rules! on_the_line {
    ($law:literal $Law:ident $asked:ident; $($format:literal $F:ty: $($name:literal $U:ty),+;)+) => {
        [$($(Path {
            name: concat!($law, " ", $format, " ", $name),
            releases: |run| {
                let asked = $asked!($Law::<$F>::builder()).vector(39, 3).answers(1, 5).window(1, 5).grid("2^-4");
                on_the_line(&asked.generator::<$U>().build()?, run, generator(run)?)
            },
        },)+)+]
    };
}

macro_rules! laplace {
    ($builder:expr) => {
        $builder.epsilon(1).sensitivity(1)
    };
}

macro_rules! gaussian {
    ($builder:expr) => {
        $builder.sigma(1).delta("1e-6").sensitivity(1)
    };
}

macro_rules! on_the_plane {
    ($($format:literal $F:ty: $($name:literal $S:ty),+;)+) => {
        [$($(Path {
            name: concat!("plane ", $format, " ", $name),
            releases: |run| {
                let asked = PlanarLaplace::<$F>::builder().epsilon(1).answers((1, 5), (1, 5)).grid("2^-4");
                on_the_plane(&asked.rectangle((1, 5), (1, 5)).sampler::<$S>().build()?, run)
            },
        },)+)+]
    };
}

/// Every format and generator of every law, in the order of `kdelta::available`.
fn compiled() -> Vec<Path> {
    let mut paths = Vec::new();
    paths.extend(on_the_line! { "laplace" Laplace laplace;
        "f64" f64: "lazy-52" Lazy<52>, "relative-52" Relative<52>, "deep-52-4" Deep<52, 4>,
            "deep-52-8" Deep<52, 8>, "deep-52-16" Deep<52, 16>, "midpoint-53" Midpoint<53>;
        "f32" f32: "lazy-23" Lazy<23>, "relative-23" Relative<23>, "midpoint-24" Midpoint<24>;
        "fixed-64-16" Fixed<64, 16>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
        "fixed-64-24" Fixed<64, 24>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
        "fixed-64-32" Fixed<64, 32>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
        "fixed-64-40" Fixed<64, 40>: "lazy-52" Lazy<52>, "relative-52" Relative<52>, "midpoint-64" Midpoint<64>;
        "fixed-64-48" Fixed<64, 48>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
        "fixed-32-8" Fixed<32, 8>: "lazy-23" Lazy<23>, "midpoint-32" Midpoint<32>;
        "fixed-32-16" Fixed<32, 16>: "lazy-23" Lazy<23>, "midpoint-32" Midpoint<32>;
        "fixed-32-24" Fixed<32, 24>: "lazy-23" Lazy<23>, "relative-23" Relative<23>, "midpoint-32" Midpoint<32>;
        "fixed-16-8" Fixed<16, 8>: "lazy-23" Lazy<23>, "midpoint-16" Midpoint<16>;
    });
    paths.extend(on_the_line! { "gaussian" Gaussian gaussian;
        "f64" f64: "lazy-52" Lazy<52>, "relative-52" Relative<52>, "deep-52-4" Deep<52, 4>,
            "deep-52-8" Deep<52, 8>, "deep-52-16" Deep<52, 16>;
        "f32" f32: "lazy-23" Lazy<23>, "relative-23" Relative<23>;
        "fixed-64-16" Fixed<64, 16>: "relative-52" Relative<52>;
        "fixed-64-24" Fixed<64, 24>: "relative-52" Relative<52>;
        "fixed-64-32" Fixed<64, 32>: "relative-52" Relative<52>;
        "fixed-64-40" Fixed<64, 40>: "relative-52" Relative<52>;
        "fixed-64-48" Fixed<64, 48>: "relative-52" Relative<52>;
        "fixed-32-8" Fixed<32, 8>: "relative-23" Relative<23>;
        "fixed-32-16" Fixed<32, 16>: "relative-23" Relative<23>;
        "fixed-32-24" Fixed<32, 24>: "relative-23" Relative<23>;
    });
    paths.extend(on_the_plane! {
        "f64" f64: "relative-52" Gamma<Relative<52>>, "deep-52-4" Gamma<Deep<52, 4>>,
            "deep-52-8" Gamma<Deep<52, 8>>, "deep-52-16" Gamma<Deep<52, 16>>, "midpoint-53" Gamma<Midpoint<53>>,
            "inverse midpoint-63" Inverse<63>;
        "fixed-64-24" Fixed<64, 24>: "relative-52" Gamma<Relative<52>>, "midpoint-64" Gamma<Midpoint<64>>;
        "fixed-64-32" Fixed<64, 32>: "relative-52" Gamma<Relative<52>>, "midpoint-64" Gamma<Midpoint<64>>;
        "fixed-64-40" Fixed<64, 40>: "relative-52" Gamma<Relative<52>>, "midpoint-64" Gamma<Midpoint<64>>;
    });
    paths
}

/// Releases whose first draw reads further words.
fn far() -> Vec<Path> {
    macro_rules! far {
        ($($name:literal $asked:ident $Law:ident $F:ty: $bytes:literal),+;) => {
            vec![$(Path {
                name: concat!($name, ", a far draw"),
                releases: |run| {
                    let asked = $asked!($Law::<$F>::builder()).vector(39, 3).answers(1, 5).window(1, 5).grid("2^-4");
                    on_the_line(&asked.build()?, run, Far { bytes: $bytes, zeros: 0, rest: generator(run)? })
                },
            }),+]
        };
    }
    far! {
        "laplace f64 lazy-52" laplace Laplace f64: 16, "laplace f32 lazy-23" laplace Laplace f32: 8,
        "laplace fixed-64-32 lazy-52" laplace Laplace Fixed<64, 32>: 16,
        "gaussian f64 lazy-52" gaussian Gaussian f64: 16, "gaussian f32 lazy-23" gaussian Gaussian f32: 8;
    }
}

/// Discs, and regions given cell by cell.
fn regions() -> Vec<Path> {
    vec![
        Path {
            name: "plane f64 relative-52, a disc",
            releases: |run| {
                let asked = PlanarLaplace::<f64>::builder().epsilon(1).answers((1, 5), (1, 5)).grid("2^-4");
                on_the_plane(&asked.disc((3, 3), 2).build()?, run)
            },
        },
        Path {
            name: "plane f64 relative-52, a mask",
            releases: |run| {
                let side = Window::new(Grid::new(-4)?, 16, 79)?;
                let cells = Mask::new(Rectangle::new(side, side)?, vec![0x5a5a_ffff_0f0f_1234; 64])?;
                let asked = PlanarLaplace::<f64>::builder().epsilon(1).answers((1, 5), (1, 5)).grid("2^-4");
                on_the_plane(&asked.region(cells).build()?, run)
            },
        },
    ]
}

/// Formats that are known at run time only.
fn named() -> Vec<Path> {
    macro_rules! laplace {
        ($format:literal $generator:literal) => {
            Laplace::<f64>::builder()
                .epsilon(1)
                .sensitivity(1)
                .answers(1, 5)
                .window(1, 5)
                .grid("2^-4")
                .build_any($format, $generator)?
        };
    }
    vec![
        Path {
            name: "by name: laplace f64 lazy-52",
            releases: |run| {
                at_run_time(&laplace!("f64" "lazy-52"), run, f64::from, |numbers| Answers::F64(numbers))
            },
        },
        Path {
            name: "by name: laplace f32 lazy-23",
            releases: |run| {
                at_run_time(&laplace!("f32" "lazy-23"), run, f32::from, |numbers| Answers::F32(numbers))
            },
        },
        Path {
            name: "by name: laplace fixed-64-32 lazy-52",
            releases: |run| {
                at_run_time(
                    &laplace!("fixed-64-32" "lazy-52"),
                    run,
                    |n| i64::from(n) << 32,
                    |numbers| Answers::Fixed(numbers),
                )
            },
        },
        Path {
            name: "by name: laplace fixed-32-16 lazy-23",
            releases: |run| {
                at_run_time(
                    &laplace!("fixed-32-16" "lazy-23"),
                    run,
                    |n| i64::from(n) << 16,
                    |numbers| Answers::Fixed(numbers),
                )
            },
        },
        Path {
            name: "by name: plane f64 relative-52",
            releases: |run| {
                let asked = PlanarLaplace::<f64>::builder().epsilon(1).answers((1, 5), (1, 5)).grid("2^-4");
                let planar = asked.rectangle((1, 5), (1, 5)).build_any("f64", "relative-52")?;
                at_run_time(&planar, run, f64::from, |numbers| Answers::F64(numbers))
            },
        },
    ]
}

/// Every path that is looked at.
///
/// # Errors
/// If the library has a format or a generator that is not among them.
pub fn all() -> Result<Vec<Path>, Failure> {
    let mut paths = compiled();
    let laws = [("laplace", Law::Laplace), ("gaussian", Law::Gaussian), ("plane", Law::PlanarLaplace)];
    let theirs = laws.into_iter().flat_map(|(name, law)| {
        available(law).into_iter().map(move |(format, generator)| format!("{name} {format} {generator}"))
    });
    let ours: Vec<String> = paths.iter().map(|path| path.name.to_owned()).collect();
    let theirs: Vec<String> = theirs.collect();
    if let Some(missing) = theirs.iter().find(|name| !ours.contains(name)) {
        return Err(format!("the library has {missing}, which timing/src/paths.rs does not name").into());
    }
    if let Some(unknown) = ours.iter().find(|name| !theirs.contains(name)) {
        return Err(format!("timing/src/paths.rs names {unknown}, which the library does not have").into());
    }
    paths.extend(far().into_iter().chain(regions()).chain(named()));
    Ok(paths)
}
