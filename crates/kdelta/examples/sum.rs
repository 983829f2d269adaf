//! How many hours a group worked: a sum of bounded numbers, exact on its grid.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{BoundedSum, Error, Grid, Laplace, Neighbours, entropy};

pub(crate) fn main() -> Result<(), Error> {
    let hours = [7.25, 8.0, 11.5, 0.0, 1e300, -3.0];

    // Each number is clamped to 0..24 hours and rounded to quarters; so one person changes the sum by at most
    // 24 hours, whatever the others did.
    let quarters = BoundedSum::new(Grid::new(-2)?, 0, 24 * 4)?;
    let worked = quarters.sum_query(Neighbours::AddOrRemove, 100);
    println!("sensitivity: {}", worked.sensitivity());

    let laplace = Laplace::<f64>::builder().epsilon(1).query(&worked).window(-500, 3000).build()?;
    let noisy = laplace.release(worked.answer(hours)?, &mut entropy::Os)?; // prints as a number, or as "outside"
    println!("about {noisy} hours, for ε′ ≤ {:.12}", laplace.epsilon_prime());
    Ok(())
}
