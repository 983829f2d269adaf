//! Where somebody is, to about 150 metres: noise on the plane.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{Deep, Error, PlanarLaplace, Release, entropy};

pub(crate) fn main() -> Result<(), Error> {
    // Metres. Given what is released, no place within 200 m is more than 4 times as likely as another.
    let planar = PlanarLaplace::<f64>::builder()
        .epsilon("ln(4)") // rounded down
        .distance(200)
        .answers((-5000, 5000), (-5000, 5000))
        .rectangle((-5000, 5000), (-5000, 5000))
        .grid(1)
        .generator::<Deep<52, 4>>() // reaches across the diagonal
        .build()?;

    match planar.release([1204.5, -377.25], &mut entropy::Os)? {
        Release::Value([x, y]) => println!("near {x} m, {y} m"),
        Release::Outside => println!("outside the rectangle"),
    }
    println!(
        "ε′ ≤ {:.12} at 200 m, of which finite precision costs {}",
        planar.epsilon_prime(),
        planar.guarantee().excess()
    );
    Ok(())
}
