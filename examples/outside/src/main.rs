//! Releases a count and audits the certificate of the mechanism that did it, with nothing but what the packages contain.

use kdelta::{Laplace, Release, entropy};
use kdelta_certificate::{Embedded, Options, audit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let laplace =
        Laplace::<f64>::builder().epsilon("1/10").sensitivity(1).answers(0, 1000).window(-400, 1400).grid(1).build()?;
    let certificate = laplace.certificate()?;
    audit(&certificate, &Embedded, &Options::default())?;
    match laplace.release(412.0, &mut entropy::Os)? {
        Release::Value(count) => println!("about {count}, at ε′ ≤ {:.9}", laplace.epsilon_prime()),
        Release::Outside => println!("outside the window"),
    }
    Ok(())
}
