//! An attack on noise that is scaled in finite precision, and the same attacker against kdelta.
#![allow(clippy::print_stdout, reason = "an example")]

fn main() -> Result<(), kdelta_attack::Error> {
    let Some(scaling) = kdelta_attack::find("scaling") else { return Ok(()) };
    let finding = scaling.run(1000, 1, &mut |_| {})?;
    println!("the naive mechanism is broken: {}", finding.naive_is_broken());
    println!("kdelta is at chance: {}", finding.ours_is_at_chance());
    Ok(())
}
