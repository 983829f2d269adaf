//! Certified values for other crates, generated from the certificates in the repository: no dependency, no heap.
//!
//! Each value names the certificate it comes from and that file's SHA-256. The text of an exact number is an integer, a
//! hexadecimal float or a ratio; beside it stands the least `f64` that is not below.
//!
//! ```
//! use kdelta_certificate::constants::{TABLE_F64, COS_SIN};
//! // δ of −b·ln v for b = 2 and |b·ln v| ≤ 40, rounded up:
//! assert!(TABLE_F64.error(2.0, 40.0) < 5e-15);
//! // δ of r·(cos, sin) for r up to 10 km, in metres:
//! assert!(COS_SIN.error(1e4) < 3e-15);
//! ```
#![allow(clippy::disallowed_types, reason = "an f64 here is a stated upper bound of an exact number")]

mod generated;
pub use generated::*;

/// An upper bound, exactly and as an `f64` rounded up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UpperBound {
    /// The exact number as text.
    pub exact: &'static str,
    /// The least `f64` that is not below.
    pub rounded_up: f64,
}

impl UpperBound {
    const fn new(exact: &'static str, bits: u64) -> Self {
        Self { exact, rounded_up: f64::from_bits(bits) }
    }
}

/// A certified logarithm: |computed − (−ln v)| ≤ A + R·(−ln v) for every v of the domain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Logarithm {
    /// The Rust function.
    pub function: &'static str,
    /// The format of its result.
    pub format: &'static str,
    /// The inputs covered.
    pub domain: &'static str,
    /// A, in units of 1.
    pub absolute: UpperBound,
    /// R, in units of |ln v|.
    pub relative: UpperBound,
    /// The certificate's file in the repository of kdelta.
    pub certificate: &'static str,
    /// SHA-256 of that file.
    pub sha256: &'static str,
}

impl Logarithm {
    /// δ for noise −b·ln v of scale b where |b·ln v| ≤ `magnitude`: A·b + R·magnitude, rounded up.
    ///
    /// The product with b is not in it; a correctly rounded product adds at most half a last place of the noise.
    ///
    /// # Guarantee
    /// The result is an upper bound for positive finite arguments: each of the three operations is rounded to nearest
    /// and then moved to the next number above.
    #[must_use]
    pub const fn error(&self, scale: f64, magnitude: f64) -> f64 {
        sum_rounded_up(self.absolute, scale, self.relative, magnitude)
    }
}

/// A certified inverse of the normal tail: |computed − g(ℓ)| ≤ A + R·g(ℓ) for every ℓ of the domain, where 2Φ̄(g(ℓ)) = e^−ℓ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InverseTail {
    /// The Rust function.
    pub function: &'static str,
    /// The format of its result.
    pub format: &'static str,
    /// The inputs covered.
    pub domain: &'static str,
    /// A, in units of 1.
    pub absolute: UpperBound,
    /// R, in units of g(ℓ).
    pub relative: UpperBound,
    /// The certificate's file in the repository of kdelta.
    pub certificate: &'static str,
    /// SHA-256 of that file.
    pub sha256: &'static str,
}

impl InverseTail {
    /// δ for noise σ·g(ℓ) of standard deviation σ where σ·g(ℓ) ≤ `magnitude`, from an exact ℓ: A·σ + R·magnitude, rounded up.
    ///
    /// The error of ℓ and the product with σ are not in it.
    ///
    /// # Guarantee
    /// The result is an upper bound for positive finite arguments, as that of [`Logarithm::error`].
    #[must_use]
    pub const fn error(&self, scale: f64, magnitude: f64) -> f64 {
        sum_rounded_up(self.absolute, scale, self.relative, magnitude)
    }
}

/// a·x + b·y, each of the three operations rounded to nearest and then moved to the next number above.
const fn sum_rounded_up(a: UpperBound, x: f64, b: UpperBound, y: f64) -> f64 {
    ((a.rounded_up * x).next_up() + (b.rounded_up * y).next_up()).next_up()
}

/// Certified cosine and sine: |computed − cos 2πv| ≤ A and |computed − sin 2πv| ≤ A for every v of the domain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CosSin {
    /// The Rust function.
    pub function: &'static str,
    /// The format of its results.
    pub format: &'static str,
    /// The inputs covered.
    pub domain: &'static str,
    /// A.
    pub absolute: UpperBound,
    /// The certificate's file in the repository of kdelta.
    pub certificate: &'static str,
    /// SHA-256 of that file.
    pub sha256: &'static str,
}

impl CosSin {
    /// δ for noise r·(cos 2πv, sin 2πv) of a length r ≤ `radius`, as a Euclidean distance: √2·A·radius, rounded up.
    ///
    /// The products with r are not in it.
    ///
    /// # Guarantee
    /// The result is an upper bound for a positive finite argument: the constant is above √2, and each of the two
    /// operations is rounded to nearest and then moved to the next number above.
    #[must_use]
    pub const fn error(&self, radius: f64) -> f64 {
        let each = (self.absolute.rounded_up * radius).next_up();
        (each * core::f64::consts::SQRT_2).next_up()
    }
}

/// A certified mechanism: P₁ ≤ e^ε′·P₂ + δ for every pair of answers within the sensitivity and every set of outputs, where δ is 0 except
/// with Gaussian noise. For a vector the answers differ in at most so many values as its claim says.
///
/// An accountant that composes many releases takes the ideal mechanism instead of ε′, and at the end adds κ₊ + κ₋ of each release to ε and
/// multiplies δ by e to the sum of all κ₊.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mechanism {
    /// The statement in full.
    pub claim: &'static str,
    /// The distance of computed and ideal noise.
    pub shift: UpperBound,
    /// δ, the probability that ε′ is stated for.
    pub delta: UpperBound,
    /// ε′.
    pub epsilon_prime: UpperBound,
    /// κ₊: no output is more likely than e^κ₊ times its probability with exact noise. For a vector, no output of the values in which two
    /// answers differ.
    pub above: UpperBound,
    /// κ₋: no output is less likely than e^−κ₋ times its probability with exact noise, for a vector in the same sense.
    pub below: UpperBound,
    /// The certificate's file in the repository of kdelta.
    pub certificate: &'static str,
    /// SHA-256 of that file.
    pub sha256: &'static str,
}
