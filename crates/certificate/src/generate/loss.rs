//! The theorem of a certificate whose draws are lazy, or that is about a vector: first the loss of one value
//! (`loss_within` of `proofs/coq/WordLoss.v`), then what it gives for two answers or two vectors of them.

use super::theorem::{Draw, Grid, Theorem, log2, none_yet, real};
use super::{source, source_fixed};
use crate::model::{Entry, Format, Outcome};
use crate::refusal::Refusal;
use kdelta_oracle::bound::Form;

/// Bits in a further word of entropy.
const WORD: i64 = 64;

impl Theorem<'_> {
    /// As `float`, for a lazy draw or a vector.
    pub(super) fn float_loss(&self, format: &str, bits: i64, draw: Draw) -> Result<String, Refusal> {
        let (grid, chain) = (self.grid()?, &self.certificate.chain);
        let (precision, Grid { log2, low, .. }) = (self.precision, &grid);
        let exponent = self::log2(&chain.edge_shift.0)? + bits + 1;
        let scale = real(&chain.scale.0);
        let mut text =
            self.head("Vectors LazyWords WordLoss TableConstants TableMechanisms LazyMechanisms", &grid);
        text += &self.edges(bits)?;
        let release = match draw {
            Draw::Long { cut_off } => {
                format!("release_{format} {scale} {precision} {cut_off} ({log2}) ({low}) cells r z")
            }
            Draw::Lazy { first, .. } => format!(
                "release_lazy_{format} {first} {scale} {precision} ({log2}) ({low}) cells r (entropy {WORD} {first} {precision} further z)"
            ),
        };
        let cell = format!("(step ({log2}) - bpow radix2 ({exponent} - {bits} - 1))");
        text += &self.definitions(
            draw,
            &release,
            &scale,
            &cell,
            &format!("({scale} * ln (1 + / 2 ^ {precision}) + error)"),
        );
        let (theorem, slope, words) = match draw {
            Draw::Long { cut_off } => (format!("{format}_loss"), "slope", format!("{precision} {cut_off}")),
            Draw::Lazy { first, .. } => {
                (format!("{format}_lazy"), "lazily_sloped", format!("{precision} {first} further"))
            }
        };
        let (answer_low, answer_high) = self.answers();
        text += &loss(
            &scale,
            &format!(
                "{theorem} {scale} radius reach error {answer_low} {answer_high} {words} ({log2}) ({low}) ({exponent}) cells"
            ),
            &format!(
                "{first}\
                 \x20 - rewrite first_corner, farthest. apply Rabs_lt. lra.\n\
                 \x20 - rewrite last_corner, farthest. apply Rabs_lt. lra.\n\
                 \x20 - unfold error. lra.\n\
                 \x20 - unfold constant, {slope}, certified_table_{format}, error, radius. interval with (i_prec 300).\n\
                 \x20 - unfold reach, error, radius. interval with (i_prec 300).\n\
                 \x20 - {cut_off} unfold radius. interval with (i_prec 100).\n\
                 \x20 - rewrite grid, shift. unfold error. interval with (i_prec 100).\n\
                 \x20 - rewrite first_corner, shift. unfold reach. lra.\n\
                 \x20 - rewrite last_corner. unfold reach. lra.\n",
                first =
                    "  - lra.\n  - lia.\n  - lia.\n  - lia.\n  - lia.\n  - unfold cells; lia.\n  - lia.\n",
                cut_off = cut_off(draw),
            ),
        );
        text +=
            &self.theorem(&scale, "unfold once. rewrite grid, shift. unfold Gamma, sinh, error, verdict.");
        text += &source::of(format).theorem(self, &grid, draw)?;
        Ok(text)
    }

    /// As `fixed`, for a lazy draw or a vector.
    pub(super) fn fixed_loss(&self, width: u32, fraction: u32, draw: Draw) -> Result<String, Refusal> {
        let grid = self.grid()?;
        let (precision, Grid { log2, low, .. }) = (self.precision, &grid);
        let mut text =
            self.head("Vectors LazyWords WordLoss ShiftAddConstants FixedMechanism LazyMechanisms", &grid);
        text += &self.scale_and_error(fraction)?;
        let (mantissa, exponent) = source::scale(&self.certificate.chain.scale.0)?;
        let noise = format!("{mantissa} ({exponent}) {fraction}");
        let scale = format!("(scale {mantissa} ({exponent}))");
        let (answer_low, answer_high) = self.answers();
        let positive = "ltac:(lia) ltac:(lia)";
        let (release, error, theorem) = match draw {
            Draw::Long { cut_off } => (
                format!("release {noise} {precision} {cut_off} ({log2}) ({low}) cells r z"),
                format!("error_bound {noise}"),
                format!(
                    "fixed_loss {noise} {positive} radius reach {answer_low} {answer_high} {precision} {cut_off} ({log2}) ({low}) cells"
                ),
            ),
            Draw::Lazy { first, .. } => {
                text += &format!("Definition error : R := {}.\n\n", real(&self.certificate.chain.error.0));
                (
                    format!(
                        "release_lazy_fixed {noise} {first} {precision} ({log2}) ({low}) cells r (entropy {WORD} {first} {precision} further z)"
                    ),
                    "error".to_owned(),
                    format!(
                        "fixed_lazy {noise} {first} {positive} ltac:(lia) radius reach error {answer_low} {answer_high} {precision} further ({log2}) ({low}) cells"
                    ),
                )
            }
        };
        text += &self.definitions(
            draw,
            &release,
            &scale,
            &format!("(step ({log2}))"),
            &format!("({scale} * ln (1 + / 2 ^ {precision}) + {error})"),
        );
        let lazy = matches!(draw, Draw::Lazy { .. });
        let (numbers, values) =
            if lazy { ("unfold error.", "scale_value") } else { ("", "scale_value, error_value") };
        let opening = if lazy {
            "  - lia.\n  - unfold error. lra.\n  - rewrite error_value. unfold error, radius. interval with (i_prec 300).\n"
        } else {
            "  - lia.\n  - lia.\n"
        };
        text += &loss(
            &scale,
            &theorem,
            &format!(
                "{opening}\
                 \x20 - rewrite {values}. {numbers} unfold reach, radius. interval with (i_prec 300).\n\
                 \x20 - rewrite scale_value. {cut_off} unfold radius. interval with (i_prec 100).\n\
                 \x20 - rewrite {values}, grid. {numbers} interval with (i_prec 100).\n\
                 \x20 - rewrite first_corner. unfold reach. lra.\n\
                 \x20 - rewrite last_corner. unfold reach. lra.\n",
                cut_off = cut_off(draw),
            ),
        );
        text += &self.theorem(
            &scale,
            &format!("unfold once. rewrite {values}, grid. {numbers} unfold Gamma, sinh, verdict."),
        );
        text += &source_fixed::theorem(self, &grid, draw, width, fraction)?;
        Ok(text)
    }

    /// One value with the generator `midpoint`, through Theorem U, if that is where the verdict is from.
    pub(super) fn midpoint(&self, format: Format) -> Result<String, Refusal> {
        let verdict = &self.certificate.verdict;
        let is_verdict = |bound: &Entry| {
            bound.form == Form::TheoremU
                && matches!(&bound.epsilon_prime, Outcome::AtMost(value) if value == verdict)
        };
        match format {
            Format::Fixed { .. } => Err(none_yet("the generator midpoint-BITS in fixed point")),
            _ if !self.line.vector.is_single() => Err(none_yet("a vector with the generator midpoint-BITS")),
            _ if !self.certificate.bounds.iter().any(is_verdict) => {
                Err(none_yet("the generator midpoint-BITS where Theorem U does not give the least bound"))
            }
            Format::Binary64 => self.midpoint_of("f64", 53),
            Format::Binary32 => self.midpoint_of("f32", 24),
        }
    }

    fn midpoint_of(&self, format: &str, bits: i64) -> Result<String, Refusal> {
        let (grid, chain) = (self.grid()?, &self.certificate.chain);
        let (size, name, Grid { log2, low, .. }) = (self.precision, self.name, &grid);
        let exponent = self::log2(&chain.edge_shift.0)? + bits + 1;
        let (scale, epsilon, sensitivity) =
            (real(&chain.scale.0), real(&chain.epsilon.0), real(&chain.sensitivity.0));
        let (answer_low, answer_high) = self.answers();
        let mut text = self.head("WordLoss TableConstants TableMechanisms MidpointMechanism", &grid);
        text += &self.edges(bits)?;
        let release = format!("release_midpoint_{format} {size} {scale} ({log2}) ({low}) cells");
        let mass = "rewrite ?grid, ?first_corner, ?last_corner, ?shift. unfold least_cell, least_outside, Gamma, sinh, reach, error, verdict. \
                    interval with (i_prec 350).";
        text += &format!(
            "(* Of the 2^{size} words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many\n   \
             as those that lead there from another answer. *)\n\
             Theorem {name}_certified r1 r2 S :\n  {answer_low} <= r1 <= {answer_high} -> {answer_low} <= r2 <= {answer_high} -> Rabs (r1 - r2) <= {sensitivity} ->\n  \
             count (2 ^ {size}) (fun z => S ({release} r1 z))\n  <= exp verdict * count (2 ^ {size}) (fun z => S ({release} r2 z)).\n\
             Proof.\n  intros H1 H2 D.\n  \
             apply ({format}_midpoint {scale} radius reach error {answer_low} {answer_high} {epsilon} verdict {size} ({log2}) ({low}) ({exponent}) cells).\n\
             \x20 - lra.\n  - lia.\n  - lia.\n  - lia.\n  - unfold cells; lia.\n  - lia.\n\
             \x20 - rewrite first_corner, farthest. apply Rabs_lt. lra.\n\
             \x20 - rewrite last_corner, farthest. apply Rabs_lt. lra.\n\
             \x20 - unfold error. lra.\n\
             \x20 - unfold constant, slope, certified_table_{format}, error, radius. interval with (i_prec 300).\n\
             \x20 - unfold reach, error, radius. lra.\n\
             \x20 - rewrite grid, shift. unfold error. lra.\n\
             \x20 - rewrite grid, shift. unfold reach. lra.\n\
             \x20 - rewrite first_corner, shift. unfold reach. lra.\n\
             \x20 - rewrite last_corner. unfold reach. lra.\n\
             \x20 - rewrite first_corner. lra.\n\
             \x20 - rewrite last_corner, shift. lra.\n\
             \x20 - {mass}\n  - {mass}\n  - {mass}\n  - {mass}\n\
             \x20 - exact H1.\n  - exact H2.\n  - lra.\nQed.\n"
        );
        text += &source::of(format).midpoint(self, &grid)?;
        Ok(text)
    }

    /// The release as a function of a number that stands for all bits of entropy, and the loss that is paid once.
    fn definitions(&self, draw: Draw, release: &str, scale: &str, cell: &str, shift: &str) -> String {
        let definitions = self.entropy(draw, release);
        format!("{definitions}Definition once : R := ln (Gamma (/ {scale}) {cell} {shift}).\n\n")
    }

    /// The bits of entropy, the release as a function of a number that stands for all of them, and the answers.
    pub(super) fn entropy(&self, draw: Draw, release: &str) -> String {
        let precision = self.precision;
        let entropy = match draw {
            Draw::Long { cut_off } => format!("Definition bits : nat := {cut_off} + {precision}.\n"),
            Draw::Lazy { first, further } => format!(
                "(* A draw reads {first} + {precision} bits, and while all bits of the exponent are zero further words of {WORD}: LazyWords.v. *)\n\
                 Definition further : nat := Z.to_nat {further}.\n\
                 Definition bits : nat := {first} + {precision} + {WORD} * further.\n"
            ),
        };
        let (answer_low, answer_high) = self.answers();
        format!(
            "{entropy}\
             Definition release (r : R) (z : nat) : option nat :=\n  {release}.\n\
             Definition answers (r : R) : Prop := {answer_low} <= r <= {answer_high}.\n"
        )
    }

    /// The theorem, for two answers or for two vectors of them.
    fn theorem(&self, scale: &str, numbers: &str) -> String {
        let name = self.name;
        let sensitivity = real(&self.certificate.chain.sensitivity.0);
        let positive = if scale.starts_with("(scale") {
            "left. apply Rinv_0_lt_compat. rewrite scale_value. lra."
        } else {
            "left. apply Rinv_0_lt_compat. lra."
        };
        if self.line.vector.is_single() {
            let (answer_low, answer_high) = self.answers();
            return format!(
                "(* Of the 2^bits fillings of all bits that a draw may read, those that lead from one answer into a set of outputs are at\n   \
                 most e^verdict times as many as those that lead there from another answer. *)\n\
                 Theorem {name}_certified r1 r2 S :\n  {answer_low} <= r1 <= {answer_high} -> {answer_low} <= r2 <= {answer_high} -> Rabs (r1 - r2) <= {sensitivity} ->\n  \
                 count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).\n\
                 Proof.\n  apply (pure_of_loss _ _ _ _ _ loss).\n  - {positive}\n  - {numbers} interval with (i_prec 350).\nQed.\n"
            );
        }
        let changed = self.line.vector.changed;
        format!(
            "(* Two vectors of equally many answers, {changed} of which differ at most, by {sensitivity} in sum; every value has bits of its own. Of all\n   \
             fillings of these bits, those that lead from one vector into a set of outputs are at most e^verdict times as many as those\n   \
             that lead there from the other. *)\n\
             Theorem {name}_certified (r1 r2 : list R) T :\n  length r1 = length r2 -> List.Forall answers r1 -> List.Forall answers r2 ->\n  \
             l1_distance r1 r2 <= {sensitivity} -> (changed r1 r2 <= {changed})%nat ->\n  \
             count ((2 ^ bits) ^ length r1) (fun z => T (release_each (2 ^ bits) release r1 z))\n  \
             <= exp verdict * count ((2 ^ bits) ^ length r2) (fun z => T (release_each (2 ^ bits) release r2 z)).\n\
             Proof.\n  apply (vector_of_loss _ _ _ _ _ loss).\n  - {positive}\n  - apply words_positive.\n  - {numbers} interval with (i_prec 350).\n  \
             - rewrite INR_IZR_INZ. change (IZR (Z.of_nat {changed})) with {changed}. {numbers} interval with (i_prec 350).\nQed.\n"
        )
    }
}

/// The proof that INR of the cut-off is a number, in front of a comparison.
pub(super) fn cut_off(draw: Draw) -> String {
    match draw {
        Draw::Long { cut_off } => {
            format!("rewrite INR_IZR_INZ. change (IZR (Z.of_nat {cut_off})) with {cut_off}.")
        }
        Draw::Lazy { first, further } => format!(
            "rewrite INR_IZR_INZ. replace (Z.of_nat ({first} + {WORD} * further)) with {}%Z by (unfold further; lia).",
            first + WORD * further
        ),
    }
}

/// The loss of one value.
fn loss(scale: &str, theorem: &str, proof: &str) -> String {
    format!(
        "Lemma loss : loss_within (2 ^ bits) release answers (/ {scale}) once.\n\
         Proof.\n  unfold bits, release, answers, once.\n  apply ({theorem}).\n{proof}Qed.\n\n"
    )
}
