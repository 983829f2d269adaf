//! Example 1.1 of the paper: noise of scale 1 times b = 2^n ends in n zeros, and so hides nothing of the last n digits.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{ratio, to_f64};
use crate::trials::Trials;
use kdelta::{Grid, Laplace, Release};
use kdelta_finite::noise::{Laplace as Noise, Noise as _};
use kdelta_finite::{Relative, Scale};
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::dyadic;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "scaling",
    title: "fixed-point scaling: the last digits of the answer survive",
    source: "Gazeau, Miller, Palamidessi 2013, Example 1.1: b = 4, d = 6, r₁ = 0, r₂ = 1 + 2^-5",
    naive: "r + 2^n·x in fixed point with d digits, x a Laplace variable of scale 1 on the same digits",
    event: "the last n digits of the output are those of r₁",
    ours: "Laplace<f64>, b = 2^n, on the same grid 2^-d",
    play: |trials| Scaling::PAPER.run(trials),
};

/// b = 2^n, d digits, r₁ = 0 and r₂ = (2^n·k + h)/2^d.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scaling {
    /// n, from 1 to 20.
    pub n: u32,
    /// d, from 0 to 20.
    pub d: u32,
    /// k, from 0 to 2^20.
    pub k: i64,
    /// h, from 1 to 2^n − 1: what the attack reads off.
    pub h: i64,
}

impl Scaling {
    /// The paper's numbers: r₂ = 1 + 2^-5 = (4·16 + 2)/2^6.
    pub const PAPER: Self = Self { n: 2, d: 6, k: 16, h: 2 };

    fn check(self) -> Result<Self, Error> {
        let Self { n, d, k, h } = self;
        let limits = [
            ("exponent n of b, from 1 to 20", i64::from(n), 1, 20),
            ("number of digits d, from 0 to 20", i64::from(d), 0, 20),
            ("k, from 0 to 2^20", k, 0, 1 << 20),
            ("h, from 1 to 2^n − 1", h, 1, (1 << n.min(20)) - 1),
        ];
        limits.into_iter().try_for_each(|(what, value, low, high)| {
            if (low..=high).contains(&value) { Ok(()) } else { Err(Error::Parameter { what, value }) }
        })?;
        Ok(self)
    }

    /// r₂ in units of 2^-d.
    const fn second(self) -> i64 {
        (self.k << self.n) + self.h
    }

    /// Whether the last n digits of an output in units of 2^-d are those of r₁ = 0.
    const fn ends_like_the_first(self, output: i64) -> bool {
        output & ((1 << self.n) - 1) == 0
    }

    /// The attack.
    ///
    /// # Errors
    /// [`Error::Parameter`].
    pub fn run(self, trials: &mut Trials<'_>) -> Result<Finding, Error> {
        let Self { n, d, .. } = self.check()?;
        let worlds = [0, self.second()];
        let digits = Grid::new(-d.cast_signed())?;

        // The machine's Laplace variable of scale 1, correctly rounded to d digits: as good as it can be.
        let unit = Noise::<f64, Relative<52>>::new(Scale::at_least(1, 1)?)?;
        let naive = trials.compare(1.0, worlds, |answer, bits| {
            let z = digits.index_near(unit.draw(bits)?);
            Ok(self.ends_like_the_first(answer + (z << n)))
        })?;

        let scale = dyadic(1, n.cast_signed());
        let step = dyadic(1, -d.cast_signed());
        let second = ratio(self.second(), 1) * &step;
        let far = &scale * ratio(16, 1);
        let laplace = Laplace::<f64>::builder()
            .epsilon(&second / &scale)
            .sensitivity(&second)
            .answers(0, &second)
            .window(-&far, (&second / &step).ceil() * &step + far)
            .grid(step)
            .build()?;
        let steps = to_f64(1 << d);
        let ours = trials.compare(1.0, worlds, |answer, bits| {
            // |answer| < 2^41: exact.
            let answer = to_f64(answer.unsigned_abs()) / steps;
            Ok(match laplace.release(answer, bits)? {
                Release::Value(output) => self.ends_like_the_first(digits.index_near(output)),
                Release::Outside => false,
            })
        })?;
        Ok(Finding {
            naive,
            // The digits of r₁ always under r₁, those of r₂ always under r₂: the supports are disjoint.
            expected: Expected::new(&Enclosure::exact(ratio(1, 1)), "exact: the supports are disjoint"),
            ours,
            remark: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One output is enough, whatever n, k and h; and none of it is left in ours.
    #[test]
    fn every_n_k_and_h() {
        for (n, d, k, h) in
            [(2, 6, 16, 2), (2, 6, 3, 2), (1, 5, 0, 1), (3, 8, 7, 5), (6, 10, 1, 63), (10, 7, 2, 512)]
        {
            let (scaling, mut quiet) = (Scaling { n, d, k, h }, |_| {});
            let finding = scaling.run(&mut Trials::new("scaling", 20_000, 3, &mut quiet).unwrap()).unwrap();
            assert_eq!(finding.naive.hits, [20_000, 0], "{scaling:?}");
            assert!(finding.is_as_it_should_be(), "{scaling:?}: {finding:?}");
            // Ours ends like r₁ about once in 2^n, not never.
            assert!(finding.ours.hits[1] * (2 << n) > 20_000, "{finding:?}");
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        for (n, d, k, h) in
            [(0, 6, 1, 1), (21, 6, 1, 1), (2, 21, 1, 1), (2, 6, -1, 1), (2, 6, 1, 0), (2, 6, 1, 4)]
        {
            let mut quiet = |_| {};
            let refused = Scaling { n, d, k, h }.run(&mut Trials::new("scaling", 1, 1, &mut quiet).unwrap());
            assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
        }
    }
}
