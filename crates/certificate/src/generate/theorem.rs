//! A certificate as a theorem of Coq: for every two answers and every set of outputs, so many words of entropy lead into the
//! set. The file that is written holds only the numbers of the certificate and their arithmetic; the argument is in
//! `proofs/coq/FloatMechanism.v`, `FixedMechanism.v` and `GaussianWords.v`. Nothing here is trusted: what Coq accepts is the theorem as it stands.

use super::plane::planar_theorem;
use super::{source, source_fixed};
use crate::model::{Format, GeneratorName, Law, Line, MechanismCertificate};
use crate::refusal::Refusal;
use kdelta_oracle::number::Rational;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

/// The file of Coq that proves a certificate's ε′, by counting words of entropy.
///
/// `name` becomes the name of the theorem; `scripts/prove FILE` checks the file.
///
/// # Errors
/// Refused for what has no such theorem yet: planar noise whose radius is from two draws of midpoints, or in fixed point by the inverse
/// distribution function; Gaussian noise in f64 or f32 unless the generator is `lazy-BITS`; on the line with the generator `midpoint-BITS`
/// fixed point, a vector, and a setting in which Theorem U does not give the least bound.
pub fn mechanism_theorem(name: &str, certificate: &MechanismCertificate) -> Result<String, Refusal> {
    let setting = &certificate.setting;
    let line = match &setting.law {
        Law::Laplace(line) => line,
        Law::Gaussian(law) => &law.line,
        Law::PlanarLaplace(plane) => return planar_theorem(name, certificate, plane),
    };
    let generator = &certificate.generator;
    let theorem = Theorem { name, certificate, line, precision: generator.name.bits() };
    let cut_off = || match &generator.cut_off {
        Some(cut_off) => integer(&cut_off.0),
        None => Err(none_yet("no cut-off")),
    };
    let draw = match generator.name {
        GeneratorName::Relative(_) | GeneratorName::Deep { .. } => Draw::Long { cut_off: cut_off()? },
        GeneratorName::Lazy(bits) => {
            let first = integer(&generator.entropy_bits.0)? - i64::from(bits);
            Draw::Lazy { first, further: (cut_off()? - first) / 64 }
        }
        GeneratorName::Midpoint(_) => return theorem.midpoint(certificate.subject.format),
    };
    if let Law::Gaussian(law) = &setting.law {
        return match (certificate.subject.format, draw) {
            (Format::Binary64, Draw::Lazy { first, further }) => {
                theorem.gaussian("f64", 53, first, further, &law.delta.0)
            }
            (Format::Binary32, Draw::Lazy { first, further }) => {
                theorem.gaussian("f32", 24, first, further, &law.delta.0)
            }
            (Format::Binary64 | Format::Binary32, Draw::Long { .. }) => {
                Err(none_yet("Gaussian noise in f64 or f32 with another generator than lazy-BITS"))
            }
            (Format::Fixed { fraction, .. }, Draw::Long { cut_off }) => {
                theorem.gaussian_fixed(fraction, cut_off, &law.delta.0)
            }
            (Format::Fixed { .. }, Draw::Lazy { .. }) => {
                Err(none_yet("Gaussian noise in fixed point with another generator than relative-BITS"))
            }
        };
    }
    match (certificate.subject.format, draw) {
        (Format::Binary64, Draw::Long { cut_off }) if line.vector.is_single() => {
            theorem.float("f64", 53, cut_off)
        }
        (Format::Binary32, Draw::Long { cut_off }) if line.vector.is_single() => {
            theorem.float("f32", 24, cut_off)
        }
        (Format::Fixed { bits, fraction }, Draw::Long { cut_off }) if line.vector.is_single() => {
            theorem.fixed(bits, fraction, cut_off)
        }
        (Format::Binary64, _) => theorem.float_loss("f64", 53, draw),
        (Format::Binary32, _) => theorem.float_loss("f32", 24, draw),
        (Format::Fixed { fraction, .. }, _) => theorem.fixed_loss(fraction, draw),
    }
}

pub(super) fn none_yet(what: &str) -> Refusal {
    Refusal::new(
        "theorem",
        format!("there is no theorem of Coq for {what} yet"),
        "certify noise on the line with the generator lazy-BITS, Gaussian noise in fixed point with relative-BITS, or planar noise with the \
         sampler gamma and the generator deep-BITS-WORDS",
    )
}

pub(super) fn inexact(what: &str) -> Refusal {
    Refusal::new(
        "theorem",
        format!("{what} is not the kind of number that the theorem is about"),
        "certify the setting again",
    )
}

/// How a draw reads its entropy.
#[derive(Clone, Copy)]
pub(super) enum Draw {
    /// All bits of the exponent at once.
    Long { cut_off: i64 },
    /// So many bits of exponent at first, and so many further words at most.
    Lazy { first: i64, further: i64 },
}

pub(super) struct Theorem<'a> {
    pub(super) name: &'a str,
    pub(super) certificate: &'a MechanismCertificate,
    pub(super) line: &'a Line,
    /// p, or the bits of a midpoint.
    pub(super) precision: u32,
}

/// The grid and the window in steps of it.
pub(super) struct Grid {
    pub(super) log2: i64,
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Theorem<'_> {
    pub(super) fn grid(&self) -> Result<Grid, Refusal> {
        let step = &self.certificate.setting.grid.0;
        let steps = |end: &Rational| integer(&(end / step));
        Ok(Grid {
            log2: log2(step)?,
            low: steps(&self.line.window.low.0)?,
            high: steps(&self.line.window.high.0)?,
        })
    }

    /// What both kinds of format have in common: the numbers of the chain, the grid and the ends of the window.
    pub(super) fn head(&self, modules: &str, grid: &Grid) -> String {
        let (chain, Grid { log2, low, high }) = (&self.certificate.chain, grid);
        let cells = high - low + 1;
        let mut text = head(
            self.name,
            &self.certificate.claim,
            &format!("Sinh TheoremA Words Window Binary GridRounding PureInterval {modules}"),
        );
        text += &format!(
            "Definition reach : R := {reach}.\n\
             Definition radius : R := {radius}.\n\
             Definition verdict : R := {verdict}.\n\
             Definition cells : nat := Z.to_nat {cells}.\n\n",
            reach = real(&chain.reach.0),
            radius = real(&chain.radius.0),
            verdict = real(&self.certificate.verdict.0),
        );
        text += &grid_step(*log2);
        text += &corners(grid, ["first_corner", "last_corner", "cells"]);
        text
    }

    /// The ends of the answers.
    pub(super) fn answers(&self) -> (String, String) {
        (real(&self.line.answers.low.0), real(&self.line.answers.high.0))
    }

    /// `release` with all but the answer and the word.
    fn statement(&self, release: &str, cut_off: i64) -> String {
        let Self { name, certificate: MechanismCertificate { chain, .. }, precision, .. } = self;
        let (low, high) = self.answers();
        let sensitivity = real(&chain.sensitivity.0);
        format!(
            "(* Of the 2^({cut_off} + {precision}) words of entropy, those that lead from one answer into a set of outputs are at most\n   \
             e^verdict times as many as those that lead there from another answer. *)\n\
             Theorem {name}_certified r1 r2 S :\n  {low} <= r1 <= {high} -> {low} <= r2 <= {high} -> Rabs (r1 - r2) <= {sensitivity} ->\n  \
             count (2 ^ ({cut_off} + {precision})) (fun z => S ({release} r1 z))\n  \
             <= exp verdict * count (2 ^ ({cut_off} + {precision})) (fun z => S ({release} r2 z)).\n"
        )
    }

    /// The error of the noise, the farthest corner and how far an edge moves, in a format with so many significant bits.
    pub(super) fn edges(&self, bits: i64) -> Result<String, Refusal> {
        let chain = &self.certificate.chain;
        let shift = self::log2(&chain.edge_shift.0)?;
        let exponent = shift + bits + 1;
        let moved = format!("{exponent} - {bits} - 1");
        Ok(format!(
            "Definition error : R := {error}.\n\n\
             Lemma farthest : bpow radix2 ({exponent}) = {farthest}.\nProof. {of_farthest} Qed.\n\n\
             Lemma shift : bpow radix2 ({moved}) = {shift_value}.\nProof. {of_shift} Qed.\n\n",
            error = real(&chain.error.0),
            farthest = real(&power(exponent)),
            of_farthest = of_power(&exponent.to_string(), exponent),
            shift_value = real(&power(shift)),
            of_shift = of_power(&moved, shift),
        ))
    }

    fn float(&self, format: &str, bits: i64, cut_off: i64) -> Result<String, Refusal> {
        let (grid, chain) = (self.grid()?, &self.certificate.chain);
        let (Self { precision, .. }, Grid { log2, low, .. }) = (self, &grid);
        let exponent = self::log2(&chain.edge_shift.0)? + bits + 1;
        let scale = real(&chain.scale.0);
        let (answer_low, answer_high) = self.answers();
        let mut text = self.head("TableConstants TableMechanisms", &grid);
        text += &self.edges(bits)?;
        text += &self.statement(
            &format!("release_{format} {scale} {precision} {cut_off} ({log2}) ({low}) cells"),
            cut_off,
        );
        text += &format!(
            "Proof.\n  intros H1 H2 D.\n  \
             apply ({format}_mechanism {scale} radius reach error {answer_low} {answer_high} {epsilon} verdict {precision} {cut_off} ({log2}) ({low}) ({exponent}) cells).\n\
             {open}\
             \x20 - unfold cells; lia.\n\
             \x20 - lia.\n\
             \x20 - rewrite first_corner, farthest. apply Rabs_lt. lra.\n\
             \x20 - rewrite last_corner, farthest. apply Rabs_lt. lra.\n\
             \x20 - unfold error. lra.\n\
             \x20 - unfold constant, slope, certified_table_{format}, error, radius. interval with (i_prec 300).\n\
             \x20 - unfold reach, error, radius. interval with (i_prec 300).\n\
             \x20 - rewrite INR_IZR_INZ. change (IZR (Z.of_nat {cut_off})) with {cut_off}. unfold radius. interval with (i_prec 100).\n\
             \x20 - rewrite grid, shift. unfold error. interval with (i_prec 100).\n\
             \x20 - rewrite first_corner, shift. unfold reach. lra.\n\
             \x20 - rewrite last_corner. unfold reach. lra.\n\
             \x20 - rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).\n\
             \x20 - exact H1.\n  - exact H2.\n  - lra.\nQed.\n",
            epsilon = real(&chain.epsilon.0),
            open = "  - lra.\n  - lia.\n  - lia.\n  - lia.\n  - lia.\n",
        );
        text += &source::of(format).theorem(self, &grid, Draw::Long { cut_off })?;
        Ok(text)
    }

    /// The scale as the source holds it: mantissa and exponent.
    pub(super) fn scale(&self) -> Result<(i64, i64), Refusal> {
        source::scale(&self.certificate.chain.scale.0)
    }

    /// What b and half a last place are in fixed point.
    pub(super) fn scale_of_fixed(&self, fraction: u32) -> Result<String, Refusal> {
        let (mantissa, exponent) = self.scale()?;
        let scale = real(&self.certificate.chain.scale.0);
        Ok(format!(
            "Lemma scale_power : bpow radix2 ({exponent}) = {power_value}.\nProof. {of_scale} Qed.\n\n\
             Lemma scale_value : scale {mantissa} ({exponent}) = {scale}.\n\
             Proof. unfold scale. rewrite scale_power. lra. Qed.\n\n\
             Lemma last_place : bpow radix2 (Z.opp {fraction} - 1) = {half_place}.\nProof. {of_place} Qed.\n\n",
            power_value = real(&power(exponent)),
            of_scale = of_power(&exponent.to_string(), exponent),
            half_place = real(&power(-i64::from(fraction) - 1)),
            of_place = of_power(&format!("Z.opp {fraction} - 1"), -i64::from(fraction) - 1),
        ))
    }

    /// The same, and what the error of a product of b and a logarithm is.
    pub(super) fn scale_and_error(&self, fraction: u32) -> Result<String, Refusal> {
        let (mantissa, exponent) = self.scale()?;
        let Some(kernel) = self.certificate.kernels.first() else {
            return Err(inexact("the list of kernels"));
        };
        let error = &kernel.absolute.0 * &self.certificate.chain.scale.0 + power(-i64::from(fraction) - 1);
        Ok(format!(
            "{scale}\
             Lemma error_value : error_bound {mantissa} ({exponent}) {fraction} = {error}.\n\
             Proof. unfold error_bound, certified_shift_add_64. rewrite scale_value, last_place. lra. Qed.\n\n",
            scale = self.scale_of_fixed(fraction)?,
            error = real(&error),
        ))
    }

    fn fixed(&self, width: u32, fraction: u32, cut_off: i64) -> Result<String, Refusal> {
        let (grid, chain) = (self.grid()?, &self.certificate.chain);
        let (Self { precision, .. }, Grid { log2, low, .. }) = (self, &grid);
        let (mantissa, exponent) = self.scale()?;
        let noise = format!("{mantissa} ({exponent}) {fraction}");
        let (answer_low, answer_high) = self.answers();
        let mut text = self.head("ShiftAddConstants FixedMechanism", &grid);
        text += &self.scale_and_error(fraction)?;
        text += &self
            .statement(&format!("release {noise} {precision} {cut_off} ({log2}) ({low}) cells"), cut_off);
        text += &format!(
            "Proof.\n  intros H1 H2 D.\n  \
             apply (fixed_mechanism {noise} ltac:(lia) ltac:(lia) radius reach {answer_low} {answer_high} {epsilon} verdict {precision} {cut_off} ({log2}) ({low}) cells).\n\
             \x20 - lia.\n\
             \x20 - lia.\n\
             \x20 - rewrite scale_value, error_value. unfold reach, radius. interval with (i_prec 300).\n\
             \x20 - rewrite scale_value, INR_IZR_INZ. change (IZR (Z.of_nat {cut_off})) with {cut_off}. unfold radius. interval with (i_prec 100).\n\
             \x20 - rewrite scale_value, error_value, grid. interval with (i_prec 100).\n\
             \x20 - rewrite first_corner. unfold reach. lra.\n\
             \x20 - rewrite last_corner. unfold reach. lra.\n\
             \x20 - rewrite scale_value, error_value, grid. unfold Gamma, sinh, verdict. interval with (i_prec 350).\n\
             \x20 - exact H1.\n  - exact H2.\n  - rewrite scale_value. lra.\nQed.\n",
            epsilon = real(&chain.epsilon.0),
        );
        text += &source_fixed::theorem(self, &grid, cut_off, width, fraction)?;
        Ok(text)
    }
}

/// How a file begins: what it is, and the files it rests on.
pub(super) fn head(name: &str, claim: &str, modules: &str) -> String {
    format!(
        "(* The certificate {name} as a theorem: a count of words of entropy.\n\n   Generated, do not edit. The certificate claims:\n   {claim}. *)\n\
         From Coq Require Import Reals ZArith Lia Lra.\n\
         From Coquelicot Require Import Coquelicot.\n\
         From Flocq Require Import Core.\n\
         From Kdelta Require Import {modules}.\n\n\
         Local Open Scope R_scope.\n\n"
    )
}

/// The step of the grid.
pub(super) fn grid_step(log2: i64) -> String {
    let (step, of_power) = (real(&power(log2)), of_power(&log2.to_string(), log2));
    format!(
        "Lemma grid : step ({log2}) = {step}.\nProof. change (step ({log2})) with (bpow radix2 ({log2})). {of_power} Qed.\n\n"
    )
}

/// The outermost corners of a window, as lemmas of these names; the number of its cells is defined.
pub(super) fn corners(grid: &Grid, [first, last, cells]: [&str; 3]) -> String {
    let Grid { log2, low, high } = grid;
    let corner = |twice: i64| real(&(Rational::from_integer(BigInt::from(twice)) * power(log2 - 1)));
    format!(
        "Lemma {first} : corner ({log2}) ({low}) 0 = {least}.\n\
         Proof. unfold corner, grid_point. rewrite grid. change ({low} + Z.of_nat 0)%Z with ({low})%Z. lra. Qed.\n\n\
         Lemma {last} : corner ({log2}) ({low}) {cells} = {most}.\n\
         Proof.\n  unfold corner, grid_point. rewrite grid. replace ({low} + Z.of_nat {cells})%Z with ({end})%Z by (unfold {cells}; lia). lra.\nQed.\n\n",
        least = corner(2 * low - 1),
        most = corner(2 * high + 1),
        end = high + 1,
    )
}

/// The proof that `bpow radix2 (text)`, where `text` is `exponent`, is what [`real`] writes for it.
pub(super) fn of_power(text: &str, exponent: i64) -> String {
    if exponent < 0 {
        let places = -exponent;
        format!(
            "change (bpow radix2 ({text})) with (bpow radix2 (- Z.of_nat {places})). rewrite bpow_inv. lra."
        )
    } else {
        "reflexivity.".into()
    }
}

/// 2^exponent.
pub(super) fn power(exponent: i64) -> Rational {
    let whole = Rational::from_integer(BigInt::one() << exponent.unsigned_abs());
    if exponent < 0 { whole.recip() } else { whole }
}

/// The exponent of a power of two.
pub(super) fn log2(value: &Rational) -> Result<i64, Refusal> {
    let places = |n: &BigInt| n.trailing_zeros().and_then(|places| i64::try_from(places).ok());
    let exponent = places(value.numer()).zip(places(value.denom())).map(|(up, down)| up - down);
    exponent.filter(|&exponent| power(exponent) == *value).ok_or_else(|| inexact(&value.to_string()))
}

pub(super) fn integer(value: &Rational) -> Result<i64, Refusal> {
    value
        .is_integer()
        .then(|| value.to_integer().to_i64())
        .flatten()
        .ok_or_else(|| inexact(&value.to_string()))
}

/// A real number of Coq.
pub(super) fn real(value: &Rational) -> String {
    let numerator =
        if value.is_negative() { format!("({})", value.numer()) } else { value.numer().to_string() };
    match value.denom().trailing_zeros() {
        Some(0) if value.denom().is_one() => numerator,
        Some(places) if *value.denom() == BigInt::one() << places => format!("({numerator} / 2 ^ {places})"),
        _ => format!("({numerator} / {})", value.denom()),
    }
}
