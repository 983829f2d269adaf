//! Visits to the shops of a street, by shop: a histogram, so that nobody can tell whether one of the visitors was there at all.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{Error, Histogram, Laplace, Neighbours, RoundUp, entropy};

pub(crate) fn main() -> Result<(), Error> {
    let visits =
        [("ann", "bakery"), ("bob", "grocer"), ("ann", "grocer"), ("ann", "florist"), ("eve", "bakery")];

    // All shops of the street, whether anybody visited them or not: which of them occur in the data is private. A
    // person counts for their first two visits, so changes at most two of the counts, and by two in all. No count is
    // above 1000. All three are public, chosen without looking at the data.
    let shops = ["bakery", "florist", "grocer", "tailor"];
    let histogram = Histogram::new(shops, 2, Neighbours::AddOrRemove, 1000)?;
    let counts: Vec<f64> = histogram.count(visits)?;

    let laplace =
        Laplace::<f64>::builder().epsilon("1/2").histogram(&histogram).window(-200, 1200).build()?;
    let mut noisy = vec![0.0; shops.len()];
    laplace.release_vector_to_ends(&counts, &mut noisy, &mut entropy::Os)?;
    for (shop, visits) in shops.iter().zip(noisy) {
        println!("{shop}: about {visits} visits");
    }
    // For all counts together, and the same for a street of a thousand shops.
    println!("that cost ε′ = {}", laplace.epsilon_prime().to_f64_up());
    Ok(())
}
