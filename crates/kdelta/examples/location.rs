//! Where somebody is, to about 150 metres: noise on the plane.
#![allow(clippy::print_stdout, reason = "an example prints")]

use kdelta::{Deep, Error, PlanarLaplace, Release, entropy};

pub(crate) fn main() -> Result<(), Error> {
    // Metres. Of two places within 200 m of each other, neither makes any output more than 4 times as likely
    // as the other does.
    let planar = PlanarLaplace::<f64>::builder()
        .epsilon("1.386")
        .distance(200)
        .at_most("ln(4)") // refuses to build if ε′ is more than that
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
