//! Releases for callgrind to count: `constant_time <format> <seed>`; see `scripts/constant-time`.
//!
//! Only what happens inside [`measured`] is counted, by name. Each run makes the same number of releases from
//! another stream of ChaCha, so that the noise differs and the number of refills of the generator does not.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use kdelta::entropy::Cryptographic;
use kdelta::rand_core::SeedableRng;
use kdelta::{
    Deep, Error, Fixed, Gaussian, Grid, Inverse, Laplace, LineNoise, Mask, Midpoint, Number, OnTheLine,
    PlanarLaplace, Polar, Rectangle, Relative, Release, ToExact, Window,
};
use kdelta_finite::planar::Radius;
use rand_chacha::ChaCha20Rng;
use std::hint::black_box;

const RELEASES: u64 = 500;
const USAGE: &str = "usage: constant_time f64|f64-midpoint|f64-deep|f32|fixed|fixed-midpoint|gaussian-f64|gaussian-f32|gaussian-fixed|planar-f64|planar-deep|planar-disc|planar-mask|planar-fixed|planar-inverse <seed>";

/// How many answers one slice has: some that are released together, and some that are left over.
const SLICE: usize = 23;

/// One release and one remapped to the ends, alone and as slices; never inlined, so that callgrind finds it.
#[inline(never)]
fn measured<F: Number, N: LineNoise<F>>(
    mechanism: &OnTheLine<F, N>,
    answers: &[F; SLICE],
    entropy: &mut Cryptographic<ChaCha20Rng>,
) -> Result<([Release<F>; SLICE], [F; SLICE]), Error> {
    let [first, ..] = *answers;
    black_box((mechanism.release(first, entropy)?, mechanism.release_to_ends(first, entropy)?));
    let (mut releases, mut ends) = ([Release::Outside; SLICE], [first; SLICE]);
    mechanism.release_slice(answers, &mut releases, entropy)?;
    mechanism.release_slice_to_ends(answers, &mut ends, entropy)?;
    Ok((releases, ends))
}

/// Prints how many releases fell outside the window, so that both kinds are seen to have occurred.
fn run<F: Number, N: LineNoise<F>>(
    mechanism: &OnTheLine<F, N>,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut entropy = Cryptographic(ChaCha20Rng::seed_from_u64(seed));
    let mut outside = 0;
    for i in 0..RELEASES {
        // Answers differ too, from seed to seed: below, in and above the range.
        let mut answers = [mechanism.answers().low(); SLICE];
        for (j, answer) in answers.iter_mut().enumerate() {
            let number = i.wrapping_mul(seed).wrapping_add(u64::try_from(j)?) % 7;
            *answer = F::at_most(&number.to_exact("answer")?).unwrap_or(*answer);
        }
        let (releases, ends) = measured(black_box(mechanism), black_box(&answers), &mut entropy)?;
        outside += releases.iter().filter(|release| matches!(release, Release::Outside)).count();
        black_box(ends);
    }
    println!("{outside}");
    Ok(())
}

/// One release on the plane, alone and as a slice.
#[inline(never)]
fn measured_planar<F: Number + Polar, S: Radius<F>>(
    planar: &PlanarLaplace<F, S>,
    points: &[[F; 2]; SLICE],
    entropy: &mut Cryptographic<ChaCha20Rng>,
) -> Result<[Release<[F; 2]>; SLICE], Error> {
    let [first, ..] = *points;
    black_box(planar.release(first, entropy)?);
    let mut releases = [Release::Outside; SLICE];
    planar.release_slice(points, &mut releases, entropy)?;
    Ok(releases)
}

fn run_planar<F: Number + Polar, S: Radius<F>>(
    planar: &PlanarLaplace<F, S>,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut entropy = Cryptographic(ChaCha20Rng::seed_from_u64(seed));
    let mut outside = 0;
    for i in 0..RELEASES {
        let [x, y] = planar.answers();
        let mut points = [[x.low(), y.low()]; SLICE];
        for (j, point) in points.iter_mut().enumerate() {
            let number = i.wrapping_mul(seed).wrapping_add(u64::try_from(j)?);
            for (k, coordinate) in point.iter_mut().enumerate() {
                let number = number.wrapping_add(u64::try_from(k)? * 3) % 7;
                *coordinate = F::at_most(&number.to_exact("answer")?).unwrap_or(*coordinate);
            }
        }
        let releases = measured_planar(black_box(planar), black_box(&points), &mut entropy)?;
        outside += releases.iter().filter(|release| matches!(release, Release::Outside)).count();
    }
    println!("{outside}");
    Ok(())
}

/// Releases on the plane, in a region so small that many are outside.
fn planar(format: &str, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let setting = || PlanarLaplace::<f64>::builder().epsilon(1).answers((1, 5), (1, 5)).grid("2^-4");
    let square = || setting().rectangle((1, 5), (1, 5));
    match format {
        "planar-f64" => run_planar(&square().build()?, seed),
        "planar-deep" => run_planar(&square().generator::<Deep<52, 4>>().build()?, seed),
        "planar-disc" => run_planar(&setting().disc((3, 3), 2).build()?, seed),
        "planar-mask" => {
            let side = Window::new(Grid::new(-4)?, 16, 79)?;
            let words = vec![0x5a5a_ffff_0f0f_1234; 64];
            run_planar(&setting().region(Mask::new(Rectangle::new(side, side)?, words)?).build()?, seed)
        }
        "planar-fixed" => {
            let builder = PlanarLaplace::<Fixed<32, 16>>::builder().epsilon(1).answers((1, 5), (1, 5));
            run_planar(&builder.rectangle((1, 5), (1, 5)).grid("2^-4").build()?, seed)
        }
        "planar-inverse" => run_planar(&square().sampler::<Inverse<53>>().build()?, seed),
        other => Err(format!("no format {other}; {USAGE}").into()),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let format = arguments.next().ok_or(USAGE)?;
    let seed = arguments.next().ok_or(USAGE)?.parse()?;
    // The window is narrow, so that many releases are outside, on either side.
    let setting =
        || Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(1, 5).window(1, 5).grid("2^-4");
    match format.as_str() {
        "f64" => run(&setting().build()?, seed)?,
        "f64-midpoint" => run(&setting().generator::<Midpoint<53>>().build()?, seed)?,
        "f64-deep" => run(&setting().generator::<Deep<52, 4>>().build()?, seed)?,
        "f32" => {
            let builder =
                Laplace::<f32>::builder().epsilon(1).sensitivity(1).answers(1, 5).window(1, 5).grid("2^-4");
            run(&builder.build()?, seed)?;
        }
        "fixed" => {
            let builder = Laplace::<Fixed<32, 16>>::builder().epsilon(1).sensitivity(1).answers(1, 5);
            run(&builder.window(1, 5).grid("2^-4").build()?, seed)?;
        }
        "fixed-midpoint" => {
            let builder = Laplace::<Fixed<32, 16>>::builder().epsilon(1).sensitivity(1).answers(1, 5);
            run(&builder.window(1, 5).grid("2^-4").generator::<Midpoint<32>>().build()?, seed)?;
        }
        "gaussian-f64" => {
            let builder = Gaussian::<f64>::builder().sigma(1).delta("1e-6").sensitivity(1).answers(1, 5);
            run(&builder.window(1, 5).grid("2^-4").build()?, seed)?;
        }
        "gaussian-f32" => {
            let builder = Gaussian::<f32>::builder().sigma(1).delta("1e-6").sensitivity(1).answers(1, 5);
            run(&builder.window(1, 5).grid("2^-4").build()?, seed)?;
        }
        "gaussian-fixed" => {
            let builder =
                Gaussian::<Fixed<64, 32>>::builder().sigma(1).delta("1e-6").sensitivity(1).answers(1, 5);
            run(&builder.window(1, 5).grid("2^-4").generator::<Relative<52>>().build()?, seed)?;
        }
        other => planar(other, seed)?,
    }
    Ok(())
}
