//! The main theorem (Theorem A): κ in every form, for one and two dimensions.
//!
//! With β = ε/Δ, t = 2δ/L, ρ = (1+t)/(1−t), Γ = sinh(β(L+2δ)/2)/sinh(β(L−2δ)/2), m the dimension, and ‖1‖ = √m:
//! for m = 1, ln Γ ≤ ln ρ + 2βδ ≤ ln(1+(ρ−1)e^{βL}) ≤ ln(1+(ρ−1)e^{β(L+δ)}) ≤ ln(1+ρe^{β(L+δ)}), the last being the printed one
//! (F10). For m = 2 scaling is still the least of the forms with an exponential, but the repaired one, whose exponent has the
//! diameter √2·L, may exceed the printed one.

use crate::enclosure::{UpperBound, exp, ln, sinh, sqrt};
use crate::number::{Rational, dyadic, exceeds, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use crate::transfer::Closeness;
use num_traits::{One, Zero};

/// Bits after the point of every κ; the result is rounded up to that.
const BITS: u32 = 192;
/// Working bits, beyond those that the smallness of an argument costs.
const WORKING: u32 = 256;

/// The line or the plane (Euclidean norm, cells that are boxes).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// m = 1.
    Line,
    /// m = 2.
    Plane,
}

impl Dimension {
    /// m.
    #[must_use]
    pub const fn axes(self) -> usize {
        match self {
            Self::Line => 1,
            Self::Plane => 2,
        }
    }
}

/// A form of κ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The paper as printed: ln(1 + ρ^m e^{β(L+δ)}). At least ln 2 whatever δ (F3); an upper bound nevertheless (F4).
    Printed,
    /// The paper with R of eq. (ratio): ln(1 + R e^{β(L+δ)}), R = ρ^m − 1, L the side.
    HalfRepaired,
    /// The paper's form tightened: ln(1 + R e^{β·diam}), diam the diameter of a cell.
    Repaired,
    /// Lemma 2: m ln ρ + 2βδ√m. Needs only that the density is log-β-Lipschitz.
    Scaling,
    /// Lemma 4 for the scaling bound: m·4Lδ/(L²−4δ²) + 2βδ√m.
    RationalScaling,
    /// Lemma 3: m ln Γ. Needs a log-concave density; the exact supremum for m = 1 (F10).
    Sinh,
    /// Lemma 4 for the sinh bound, m = 1: 4Lδ/(L²−4δ²) + min(2βδ, β²Lδ/3).
    RationalSinh,
    /// Lemma 4, multiplicative, m = 1 and 2βδ < 1: ln(ρ/(1−2βδ)), from the rational factor e^κ ≤ ρ/(1−2βδ).
    RationalFactor,
    /// Theorem U, on the line: no Lipschitz constant. It needs more than a [`Setting`] knows: [`super::TheoremU`] computes it.
    TheoremU,
    /// Not a form of κ: the ε at δ of the exact curve of the ideal Gaussian mechanism, to which Theorem T adds κ (§1.10).
    Analytic,
    /// Not a form of κ: the same from ρ-zero-concentrated privacy, ρ + 2√(ρ·ln(1/δ)).
    ZeroConcentrated,
}

impl Form {
    /// The forms of κ that a [`Setting`] of this dimension has, from the loosest to the tightest family.
    #[must_use]
    pub const fn all(dimension: Dimension) -> &'static [Self] {
        match dimension {
            Dimension::Line => &[
                Self::Printed,
                Self::HalfRepaired,
                Self::Repaired,
                Self::RationalScaling,
                Self::Scaling,
                Self::RationalFactor,
                Self::RationalSinh,
                Self::Sinh,
            ],
            Dimension::Plane => &[
                Self::Printed,
                Self::HalfRepaired,
                Self::Repaired,
                Self::RationalScaling,
                Self::Scaling,
                Self::Sinh,
            ],
        }
    }

    /// The name, the same in certificates, tables, figures and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::HalfRepaired => "half repaired",
            Self::Repaired => "repaired",
            Self::Scaling => "scaling",
            Self::RationalScaling => "rational scaling",
            Self::Sinh => "sinh",
            Self::RationalSinh => "rational sinh",
            Self::RationalFactor => "rational factor",
            Self::TheoremU => "u-space",
            Self::Analytic => "analytic",
            Self::ZeroConcentrated => "zcdp",
        }
    }

    /// The form with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let others = &[Self::TheoremU, Self::ZeroConcentrated, Self::Analytic];
        let all = Self::all(Dimension::Line).iter().chain(Self::all(Dimension::Plane)).chain(others);
        all.copied().find(|form| form.name() == name)
    }

    /// What the form is, in a few words for a table.
    #[must_use]
    pub const fn meaning(self, dimension: Dimension) -> &'static str {
        match (self, dimension) {
            (Self::Printed, Dimension::Line) => "the paper as printed",
            (Self::Printed, Dimension::Plane) => "the paper as printed, with the repaired δ",
            (Self::HalfRepaired, Dimension::Line) => "R = ρ − 1 instead of ρ",
            (Self::HalfRepaired, Dimension::Plane) => "R = ρ² − 1 instead of ρ²",
            (Self::Repaired, Dimension::Line) => "and L instead of L + δ",
            (Self::Repaired, Dimension::Plane) => "and the diameter √2·L instead of L + δ",
            (Self::RationalScaling | Self::RationalFactor | Self::RationalSinh, _) => "Lemma 4",
            (Self::Scaling, _) => "Lemma 2",
            (Self::Sinh, Dimension::Line) => "Lemma 3",
            (Self::Sinh, Dimension::Plane) => "Lemma 3, on both axes",
            (Self::TheoremU, _) => "Theorem U",
            (Self::Analytic, _) => "the exact (ε, δ) curve of the ideal mechanism",
            (Self::ZeroConcentrated, _) => "ρ + 2√(ρ·ln(1/δ)) of the ideal mechanism",
        }
    }
}

/// ε, Δ, the cell side L and the shift δ of a mechanism, with L > 2δ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    dimension: Dimension,
    epsilon: Rational,
    sensitivity: Rational,
    cell: Rational,
    shift: Rational,
}

impl Setting {
    /// A setting with cells of one side. If they have different sides, `cell` is the least: the scaling and sinh forms decrease in L
    /// (Lemma 4), and the repaired and printed ones are at least the scaling form of the same L.
    ///
    /// # Errors
    /// Refused unless ε > 0, Δ > 0, δ ≥ 0 and L > 2δ.
    pub fn new(
        dimension: Dimension,
        epsilon: Rational,
        sensitivity: Rational,
        cell: Rational,
        shift: &UpperBound,
    ) -> Result<Self, Refusal> {
        require_positive("privacy ε", &epsilon)?;
        require_positive("sensitivity Δ", &sensitivity)?;
        require_positive("cell side L", &cell)?;
        let shift = shift.value().clone();
        require_non_negative("shift δ", &shift)?;
        let twice = &shift + &shift;
        if !exceeds(&cell, &twice) {
            return Err(Refusal::condition(Condition::CellWiderThanShift, cell, twice));
        }
        Ok(Self { dimension, epsilon, sensitivity, cell, shift })
    }

    /// The line or the plane.
    #[must_use]
    pub const fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// ε.
    #[must_use]
    pub const fn epsilon(&self) -> &Rational {
        &self.epsilon
    }

    /// Δ.
    #[must_use]
    pub const fn sensitivity(&self) -> &Rational {
        &self.sensitivity
    }

    /// L.
    #[must_use]
    pub const fn cell(&self) -> &Rational {
        &self.cell
    }

    /// δ.
    #[must_use]
    pub const fn shift(&self) -> &Rational {
        &self.shift
    }

    /// β = ε/Δ.
    #[must_use]
    pub fn rate(&self) -> Rational {
        &self.epsilon / &self.sensitivity
    }

    const fn power(&self) -> i32 {
        match self.dimension {
            Dimension::Line => 1,
            Dimension::Plane => 2,
        }
    }

    /// ρ = (L+2δ)/(L−2δ).
    #[must_use]
    pub fn rho(&self) -> Rational {
        let twice = &self.shift + &self.shift;
        (&self.cell + &twice) / (&self.cell - &twice)
    }

    /// R = ρ^m − 1 of eq. (ratio), for sup-norm balls.
    #[must_use]
    pub fn ratio(&self) -> Rational {
        self.rho().pow(self.power()) - Rational::one()
    }

    /// κ in one form, rounded up.
    ///
    /// # Guarantee
    /// With δ such that (A) and (B) of Theorem A hold, P[K_{r₁} ∈ T] ≤ e^{β|r₁−r₂|+κ} P[K_{r₂} ∈ T] for all answers r₁, r₂ and
    /// every set T of outputs, ∞ included.
    ///
    /// # Errors
    /// Refused if the form does not exist in this dimension; for [`Form::TheoremU`], [`Form::Analytic`] and [`Form::ZeroConcentrated`],
    /// which a setting does not have; if 2βδ ≥ 1 for [`Form::RationalFactor`], or if an exponential is too large to compute (βL beyond
    /// 11000).
    pub fn kappa(&self, form: Form) -> Result<UpperBound, Refusal> {
        let beyond = matches!(form, Form::TheoremU | Form::Analytic | Form::ZeroConcentrated);
        if !beyond && !Form::all(self.dimension).contains(&form) {
            let dimension = self.dimension.axes();
            let what = "dimension in which this form of the bound exists";
            return Err(Refusal::Mismatch { what, found: dimension, needed: 3 - dimension });
        }
        if self.shift.is_zero() && form != Form::Printed && !beyond {
            return Ok(UpperBound::new(Rational::zero()));
        }
        let value = match form {
            Form::Printed => self.paper_form(&self.rho().pow(self.power()), &self.side_plus_shift())?,
            Form::HalfRepaired => self.paper_form(&self.ratio(), &self.side_plus_shift())?,
            Form::Repaired => self.paper_form(&self.ratio(), &self.diameter()?)?,
            Form::Scaling => ln(&self.rho().pow(self.power()), WORKING)?.hi() + self.translation()?,
            Form::RationalScaling => self.rational_rho() + self.translation()?,
            Form::Sinh => self.ln_gamma()? * Rational::from_integer(self.power().into()),
            Form::RationalSinh => self.rational_rho() + self.rational_gamma_excess(),
            Form::RationalFactor => ln(&self.rational_factor()?, WORKING)?.hi().clone(),
            Form::TheoremU => {
                let what = "window with a bias of the generator, which Theorem U needs: see bound::TheoremU";
                return Err(Refusal::Mismatch { what, found: 0, needed: 1 });
            }
            Form::Analytic | Form::ZeroConcentrated => {
                let what = "probability δ, which Gaussian noise needs: see derivation::Noise::Gaussian";
                return Err(Refusal::Mismatch { what, found: 0, needed: 1 });
            }
        };
        Ok(UpperBound::new(value).rounded(BITS))
    }

    /// κ₊ and κ₋ of Theorem T in one form, rounded up.
    ///
    /// Where Theorem A compares a cell grown by δ with one shrunk by δ, Theorem T compares the grown cell with the cell itself, and that
    /// with the shrunk one. Each is the comparison of Theorem A again, for a shift of δ/2 and cells of length L+δ, or L−δ. So κ₊ and κ₋
    /// are the κ of those two settings.
    ///
    /// # Guarantee
    /// With δ such that (A) and (B) of Theorem A hold, and the density as the form asks, e^{−κ₋}·P[K_r = o] ≤ P[K′_r = o] ≤
    /// e^{κ₊}·P[K_r = o] for every answer r and every output o, ∞ included. It also holds on the line if ∞ is reported as the end of the
    /// window on its side, provided that x′ has the sign of the exact noise (F7): a half-line that is moved by δ changes its mass by a factor of at most e^{βδ}, which is at most e^{κ₊} and e^{κ₋}.
    ///
    /// # Errors
    /// Refused for a form in which Theorem T is not stated, which are all but sinh, scaling, and their rational bounds; otherwise as
    /// [`Self::kappa`].
    pub fn closeness(&self, form: Form) -> Result<Closeness, Refusal> {
        //= THEORY 1.7
        if !matches!(form, Form::Sinh | Form::RationalSinh | Form::Scaling | Form::RationalScaling) {
            let what = "forms of Theorem T (sinh, scaling, and their rational bounds) with this name";
            return Err(Refusal::Mismatch { what, found: 0, needed: 1 });
        }
        let half = |cell: Rational| {
            let shift = &self.shift * dyadic(1, -1);
            Self { cell, shift, ..self.clone() }.kappa(form)
        };
        Ok(Closeness { above: half(&self.cell + &self.shift)?, below: half(&self.cell - &self.shift)? })
    }

    /// ε′ = ε + κ.
    ///
    /// # Errors
    /// As [`Self::kappa`].
    pub fn epsilon_prime(&self, form: Form) -> Result<UpperBound, Refusal> {
        self.group(form, 1)
    }

    /// jε + κ: the bound for answers at distance up to jΔ. κ is paid once (F27).
    ///
    /// # Errors
    /// As [`Self::kappa`].
    pub fn group(&self, form: Form, members: u32) -> Result<UpperBound, Refusal> {
        let exact = UpperBound::new(&self.epsilon * Rational::from_integer(members.into()));
        Ok(exact.plus(&self.kappa(form)?))
    }

    /// Every form of this dimension that can be computed, with its ε′.
    #[must_use]
    pub fn table(&self) -> Vec<(Form, Result<UpperBound, Refusal>)> {
        Form::all(self.dimension).iter().map(|&form| (form, self.epsilon_prime(form))).collect()
    }

    /// The least ε′ of the table.
    ///
    /// # Errors
    /// Refused if no form can be computed; the refusal is that of the scaling form, which asks for least.
    pub fn verdict(&self) -> Result<UpperBound, Refusal> {
        let least = self.table().into_iter().filter_map(|(_, bound)| bound.ok()).min();
        least.map_or_else(|| self.epsilon_prime(Form::Scaling), Ok)
    }

    /// L + δ, the length in the printed exponent.
    fn side_plus_shift(&self) -> Rational {
        &self.cell + &self.shift
    }

    /// An upper bound of the diameter of a cell: L, or √2·L.
    fn diameter(&self) -> Result<Rational, Refusal> {
        Ok(self.root_m()? * &self.cell)
    }

    /// An upper bound of ‖(1,…,1)‖ = √m.
    fn root_m(&self) -> Result<Rational, Refusal> {
        Ok(sqrt(&Rational::from_integer(self.power().into()), WORKING)?.hi().clone())
    }

    /// An upper bound of 2βδ‖1‖.
    fn translation(&self) -> Result<Rational, Refusal> {
        Ok(self.two_beta_delta() * self.root_m()?)
    }

    fn two_beta_delta(&self) -> Rational {
        self.rate() * (&self.shift + &self.shift)
    }

    /// An upper bound of ln(1 + R·e^{β·length}).
    fn paper_form(&self, ratio: &Rational, length: &Rational) -> Result<Rational, Refusal> {
        let growth = exp(&(self.rate() * length), WORKING)?;
        Ok(ln(&(growth.hi() * ratio + Rational::one()), WORKING)?.hi().clone())
    }

    /// m·4Lδ/(L²−4δ²) ≥ m ln ρ: 2 artanh t ≤ 2t/(1−t²).
    fn rational_rho(&self) -> Rational {
        let four = Rational::from_integer(4.into());
        let one_axis =
            &four * &self.cell * &self.shift / (&self.cell * &self.cell - &four * &self.shift * &self.shift);
        one_axis * Rational::from_integer(self.power().into())
    }

    /// min(2βδ, β²Lδ/3) ≥ ln Γ − ln ρ: coth z − 1/z ≤ min(1, z/3).
    fn rational_gamma_excess(&self) -> Rational {
        let rate = self.rate();
        let cubic = &rate * &rate * &self.cell * &self.shift / Rational::from_integer(3.into());
        self.two_beta_delta().min(cubic)
    }

    /// ρ/(1−2βδ) ≥ Γ.
    fn rational_factor(&self) -> Result<Rational, Refusal> {
        let lost = self.two_beta_delta();
        if lost >= Rational::one() {
            return Err(Refusal::condition(Condition::RateTimesShiftBelowHalf, lost, Rational::one()));
        }
        Ok(self.rho() / (Rational::one() - lost))
    }

    /// β(L+2δ)/2 and β(L−2δ)/2.
    fn half_widths(&self) -> (Rational, Rational) {
        let half = self.rate() / Rational::from_integer(2.into());
        let twice = &self.shift + &self.shift;
        (&half * (&self.cell + &twice), &half * (&self.cell - &twice))
    }

    /// An upper bound of ln Γ.
    fn ln_gamma(&self) -> Result<Rational, Refusal> {
        let (wide, narrow) = self.half_widths();
        // sinh z ≥ z: an absolute error of 2^-bits is a relative one of 2^-bits/z.
        let bits = WORKING + bits_lost(&narrow);
        let quotient = sinh(&wide, bits)?.over(&sinh(&narrow, bits)?)?;
        Ok(ln(quotient.hi(), WORKING)?.hi().clone())
    }
}

/// How many bits the number of leading zeros after the point of x > 0 costs.
pub(super) fn bits_lost(x: &Rational) -> u32 {
    let zeros = x.denom().bits().saturating_sub(x.numer().bits()) + 2;
    u32::try_from(zeros).unwrap_or(u32::MAX / 8)
}
