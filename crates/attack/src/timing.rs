//! The time of a rejection sampler: a sampler that tries until it succeeds takes as many trials as its noise is large. Trials are
//! counted here, not timed.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{ratio, to_f64};
use crate::trials::{Bits, Trials};
use kdelta::{Entropy, EntropyError, Laplace, Release};
use kdelta_oracle::enclosure::Enclosure;
use rand_core::RngCore;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "timing",
    title: "the number of trials of a rejection sampler is the size of its noise",
    source: "Jin, McMurtry, Rubinstein, Ohrimenko 2022, Are we there yet? Timing and floating-point attacks on DP systems",
    naive: "r + two-sided geometric noise by repeated trials of probability 63/64, r₁ = 0, r₂ = 1",
    event: "the trials counted are |output − r₁| + 1",
    ours: "Laplace<f64>, ε = 1/64, grid 1; draws of entropy counted",
    play: run,
};

/// Two-sided geometric noise and the trials it took: a sign, then trials until one fails; −0 is rejected and all begins again.
fn geometric(bits: &mut Bits) -> (i64, u64) {
    let mut trials = 0;
    loop {
        let negative = bits.0.next_u32() & 1 == 1;
        let mut magnitude = 0;
        loop {
            trials += 1;
            // One in 64 fails.
            if bits.0.next_u32() & 63 == 0 {
                break;
            }
            magnitude += 1;
        }
        if magnitude > 0 || !negative {
            return (if negative { -magnitude } else { magnitude }, trials);
        }
    }
}

/// Entropy that counts how often it is asked, and for how many bytes.
struct Counted<'a> {
    source: &'a mut Bits,
    draws: u64,
    bytes: usize,
}

impl Entropy for Counted<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.draws += 1;
        self.bytes += bytes.len();
        self.source.fill(bytes)
    }
}

/// The attacker: do the trials fit the distance from r₁ = 0?
fn fits_the_first(output: f64, trials: u64) -> bool {
    output.abs() + 1.0 == to_f64(trials)
}

/// With ρ = (1 − 63/64)/2 = 1/128, the probability of a rejection: under r₁ the trials fit exactly if there was no rejection, 1 − ρ.
/// Under r₂, |x + 1| must be |x| plus the number of rejections: one rejection, then x ≥ 0, ρ(1−ρ)·½/(1−ρ) = ρ/2.
fn expected() -> Enclosure {
    let rejected = ratio(1, 128);
    Enclosure::exact(ratio(1, 1) - &rejected - rejected / ratio(2, 1))
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let naive = trials.compare(1.0, [0, 1], |answer, bits| {
        let (noise, count) = geometric(bits);
        let output: i64 = answer + noise;
        Ok(fits_the_first(to_f64(output.unsigned_abs()), count))
    })?;
    let laplace = Laplace::<f64>::builder()
        .epsilon("1/64")
        .sensitivity(1)
        .answers(0, 1)
        .window(-1024, 1024)
        .grid(1)
        .build()?;
    let (mut fewest, mut most) = ((u64::MAX, usize::MAX), (0, 0));
    let ours = trials.compare(1.0, [0.0, 1.0], |answer, bits| {
        let mut counted = Counted { source: bits, draws: 0, bytes: 0 };
        let output = laplace.release(answer, &mut counted)?;
        let count = (counted.draws, counted.bytes);
        (fewest, most) = (fewest.min(count), most.max(count));
        Ok(match output {
            Release::Value(output) => fits_the_first(output, count.0),
            Release::Outside => false,
        })
    })?;
    let remark = format!(
        "ours asks for entropy {} to {} times a release, for {} to {} bytes",
        fewest.0, most.0, fewest.1, most.1
    );
    Ok(Finding {
        naive,
        expected: Expected::new(&expected(), "exact: 1 − 3ρ/2, ρ = 1/128 a rejection"),
        ours,
        remark: Some(remark),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every release takes one draw of 16 bytes, whatever comes out.
    #[test]
    fn ours_takes_a_constant_number_of_draws() {
        let mut quiet = |_| {};
        let finding = run(&mut Trials::new("timing", 20_000, 4, &mut quiet).unwrap()).unwrap();
        let remark = finding.remark.unwrap();
        assert_eq!(remark, "ours asks for entropy 1 to 1 times a release, for 16 to 16 bytes");
    }
}
