//! How many people are of age: a count, so that nobody can tell whether one of them took part.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{BoundedSum, Error, Laplace, Neighbours, Release, RoundUp, entropy};

pub(crate) fn main() -> Result<(), Error> {
    let ages = [31, 17, 64, 25, 80, 12, 44];

    // One person more or less changes a count by 1. At most 1000 people: a public number, chosen without
    // looking at the data.
    let adults = BoundedSum::COUNT.sum_query(Neighbours::AddOrRemove, 1000);
    let answer = adults.answer::<f64>(ages.map(|age| f64::from(age >= 18)))?;

    // Range, grid and sensitivity come from the query. Building is refused if a release costs more than 1/10.
    let laplace = Laplace::<f64>::builder()
        .epsilon("0.0999")
        .at_most("1/10")
        .query(&adults)
        .window(-200, 1200)
        .build()?;

    match laplace.release(answer, &mut entropy::Os)? {
        Release::Value(noisy) => println!("about {noisy} adults"),
        Release::Outside => println!("outside -200..1200"),
    }
    // What an accountant is told: never below the loss of the code that ran.
    println!("that cost ε′ = {}", laplace.epsilon_prime().to_f64_up());
    Ok(())
}
