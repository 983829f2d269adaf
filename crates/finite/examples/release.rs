//! One release in fixed point, from the bits to the grid: what `kdelta` runs below its builders.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_finite::noise::Laplace;
use kdelta_finite::{Entropy, EntropyError, Fixed, Grid, Mechanism, Midpoint, Range, Release, Scale, Window};

/// Always the same bytes: for looking at the arithmetic only. A release takes its bits from the operating system.
struct Same(u8);

impl Entropy for Same {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        bytes.fill(self.0);
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    type Word = Fixed<64, 8>;
    let word = |raw| Word::from_raw(raw).ok_or("the word has 64 bits");
    let window = Window::new(Grid::new(-2)?, -16, 20)?;
    let range = Range::new(word(0)?, word(256)?)?;
    let noise = Laplace::<Word, Midpoint<10>>::new(Scale::at_least(3, 2)?)?;
    match Mechanism::new(range, noise, window)?.release(word(256)?, &mut Same(0x5a))? {
        Release::Value(word) => println!("{} units of 2^-8", word.raw()),
        Release::Outside => println!("outside"),
    }
    Ok(())
}
