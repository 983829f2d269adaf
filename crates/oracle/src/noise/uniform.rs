//! Uniform generators on a grid, with their absolute bias δ₀ (F16). A vector of q dependent draws from N states has a bias
//! too, of at least ½N^(−1/q) (F29).

use crate::number::Rational;
use crate::refusal::Refusal;

/// How N equally likely integers become numbers of [0, 1], and what set of ideal draws each stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridUniform {
    /// (z + ½)/N for z = 0 … N−1: the midpoints. δ₀ = 1/2N; never hits a pole.
    Midpoints(u64),
    /// z/N for z = 0 … N−1. δ₀ = 1/N; hits the pole 0.
    LeftEnds(u64),
    /// z/N for z = 1 … N. δ₀ = 1/N; hits the pole 1.
    RightEnds(u64),
    /// z/N for z = 0 … N, the N+1 values of the paper's example. δ₀ = 1/(N+1); hits both poles.
    Closed(u64),
}

impl GridUniform {
    fn parameter(self) -> Result<u64, Refusal> {
        let (Self::Midpoints(n) | Self::LeftEnds(n) | Self::RightEnds(n) | Self::Closed(n)) = self;
        // The closed grid has one value more.
        if n == 0 || n == u64::MAX {
            return Err(Refusal::too_large("size N of a generator, which is at least 1", n, u64::MAX - 1));
        }
        Ok(n)
    }

    /// The number of values.
    ///
    /// # Errors
    /// Refused for N = 0.
    pub fn size(self) -> Result<u64, Refusal> {
        let n = self.parameter()?;
        Ok(if matches!(self, Self::Closed(_)) { n + 1 } else { n })
    }

    /// The value of the z-th draw, z = 0 … size−1.
    ///
    /// # Errors
    /// Refused for N = 0 or z ≥ size.
    pub fn draw(self, z: u64) -> Result<Rational, Refusal> {
        let (n, z) = self.checked(z)?;
        Ok(match self {
            Self::Midpoints(_) => Rational::new(2 * z + 1, 2 * n),
            Self::LeftEnds(_) | Self::Closed(_) => Rational::new(z, n),
            Self::RightEnds(_) => Rational::new(z + 1, n),
        })
    }

    /// The interval [z/size, (z+1)/size) of ideal draws that the z-th value stands for.
    ///
    /// # Errors
    /// Refused for N = 0 or z ≥ size.
    pub fn cell(self, z: u64) -> Result<(Rational, Rational), Refusal> {
        let (_, z) = self.checked(z)?;
        let size = num_bigint::BigInt::from(self.size()?);
        Ok((Rational::new(z.clone(), size.clone()), Rational::new(z + 1, size)))
    }

    /// δ₀: the largest distance between a value and an ideal draw of its cell.
    ///
    /// # Errors
    /// Refused for N = 0.
    pub fn bias(self) -> Result<Rational, Refusal> {
        let n = num_bigint::BigInt::from(self.parameter()?);
        Ok(match self {
            Self::Midpoints(_) => Rational::new(1.into(), 2 * n),
            Self::LeftEnds(_) | Self::RightEnds(_) => Rational::new(1.into(), n),
            Self::Closed(_) => Rational::new(1.into(), n + 1),
        })
    }

    fn checked(self, z: u64) -> Result<(num_bigint::BigInt, num_bigint::BigInt), Refusal> {
        let size = self.size()?;
        if z >= size {
            return Err(Refusal::too_large("number of a draw", z, size - 1));
        }
        Ok((self.parameter()?.into(), z.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Signed;

    /// F16, exhaustively for small N: the stated bias is attained and not exceeded.
    #[test]
    fn stated_bias_is_the_largest_distance_in_a_cell() {
        for n in 1..=40 {
            for generator in [
                GridUniform::Midpoints(n),
                GridUniform::LeftEnds(n),
                GridUniform::RightEnds(n),
                GridUniform::Closed(n),
            ] {
                let size = generator.size().unwrap();
                let mut worst = Rational::from_integer(0.into());
                for z in 0..size {
                    let (low, high) = generator.cell(z).unwrap();
                    let draw = generator.draw(z).unwrap();
                    worst = worst.max((low - &draw).abs()).max((high - &draw).abs());
                }
                assert_eq!(worst, generator.bias().unwrap(), "{generator:?}");
            }
        }
    }

    #[test]
    fn empty_generators_and_missing_draws_are_refused() {
        assert!(GridUniform::Midpoints(0).bias().is_err());
        assert!(GridUniform::Midpoints(4).draw(4).is_err());
        assert!(GridUniform::Closed(4).draw(4).is_ok());
        assert!(GridUniform::Closed(u64::MAX).size().is_err());
    }
}
