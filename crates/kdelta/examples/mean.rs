//! The mean age of a group whose size is public: nobody can tell how old one of them is.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{BoundedSum, Error, Grid, Laplace, entropy};

pub(crate) fn main() -> Result<(), Error> {
    let ages: Vec<f64> = (0..53).map(|i| 20.0 + f64::from(i % 40)).collect();

    // Ages from 0 to 120 in 64ths of a year. Replacing one of 53 ages moves their mean by at most 120/53
    // years, which is rounded up to a whole number of 64ths.
    let years = BoundedSum::new(Grid::new(-6)?, 0, 120 * 64)?;
    let mean = years.mean_query(53)?;
    println!("sensitivity: {}", mean.sensitivity());

    let laplace = Laplace::<f64>::builder().epsilon(1).query(&mean).window(0, 120).build()?;
    // A noisy mean outside 0..120 becomes the nearer end.
    let noisy = laplace.release_to_ends(mean.answer(ages)?, &mut entropy::Os)?;
    println!("about {noisy} years, for ε′ ≤ {:.12}", laplace.epsilon_prime());
    Ok(())
}
