//! What `python/benchmarks/slice.py` compares with: the same releases by the slice of the library, compiled in the same profile.
//! Prints the seconds of each round, for numbers and for points.

use kdelta::{Deep, Laplace, PlanarLaplace, Release, entropy};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let [answers, rounds] = arguments[..] else {
        return Err("give the number of answers and of rounds".into());
    };

    let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 100);
    let laplace = builder.window(-200, 300).grid("2^-10").build()?;
    let numbers = vec![41.0; answers];
    for _ in 0..rounds {
        let start = Instant::now();
        let mut noisy = vec![Release::Outside; answers];
        laplace.release_slice(&numbers, &mut noisy, &mut entropy::chacha()?)?;
        println!("numbers {}", start.elapsed().as_secs_f64());
    }

    let builder =
        PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((-5000, 5000), (-5000, 5000));
    let builder = builder.rectangle((-5000, 5000), (-5000, 5000)).grid(1);
    let planar = builder.generator::<Deep<52, 4>>().build()?;
    let points = vec![[41.0, 17.0]; answers / 10];
    for _ in 0..rounds {
        let start = Instant::now();
        let mut noisy = vec![Release::Outside; points.len()];
        planar.release_slice(&points, &mut noisy, &mut entropy::chacha()?)?;
        println!("points {}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
