//! Releases for callgrind to count: `constant_time <format> <seed>`; see `scripts/constant-time`.
//!
//! Only what happens inside [`measured`] is counted, by name. Each run makes the same number of releases from another
//! stream of ChaCha, so that the noise differs and the number of refills of the generator does not.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use kdelta::entropy::Cryptographic;
use kdelta::rand_core::SeedableRng;
use kdelta::{Deep, Error, Fixed, Laplace, Midpoint, Number, Release, ToExact};
use kdelta_finite::Tail;
use rand_chacha::ChaCha20Rng;
use std::hint::black_box;

const RELEASES: u64 = 500;
const USAGE: &str = "usage: constant_time f64|f64-midpoint|f64-deep|f32|fixed|fixed-midpoint <seed>";

/// How many answers one slice has.
const SLICE: usize = 7;

/// One release and one remapped to the ends, alone and as slices; never inlined, so that callgrind finds it.
#[inline(never)]
fn measured<F: Number, U: Tail<F>>(
    laplace: &Laplace<F, U>,
    answers: &[F; SLICE],
    entropy: &mut Cryptographic<ChaCha20Rng>,
) -> Result<([Release<F>; SLICE], [F; SLICE]), Error> {
    let [first, ..] = *answers;
    black_box((laplace.release(first, entropy)?, laplace.release_to_ends(first, entropy)?));
    let (mut releases, mut ends) = ([Release::Outside; SLICE], [first; SLICE]);
    laplace.release_slice(answers, &mut releases, entropy)?;
    laplace.release_slice_to_ends(answers, &mut ends, entropy)?;
    Ok((releases, ends))
}

/// Prints how many releases fell outside the window, so that both kinds are seen to have occurred.
fn run<F: Number, U: Tail<F>>(laplace: &Laplace<F, U>, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut entropy = Cryptographic(ChaCha20Rng::seed_from_u64(seed));
    let mut outside = 0;
    for i in 0..RELEASES {
        // Answers differ too, from seed to seed: below, in and above the range.
        let mut answers = [laplace.answers().low(); SLICE];
        for (j, answer) in answers.iter_mut().enumerate() {
            let number = i.wrapping_mul(seed).wrapping_add(u64::try_from(j)?) % 7;
            *answer = F::at_most(&number.to_exact("answer")?).unwrap_or(*answer);
        }
        let (releases, ends) = measured(black_box(laplace), black_box(&answers), &mut entropy)?;
        outside += releases.iter().filter(|release| matches!(release, Release::Outside)).count();
        black_box(ends);
    }
    println!("{outside}");
    Ok(())
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
        other => {
            return Err(format!("no format {other}; {USAGE}").into());
        }
    }
    Ok(())
}
