//! The theorem of a certificate of Gaussian noise on the line: (ε, δ) as a count. The exact curve δ(ε) is compared with the certificate by
//! a series (`proofs/coq/NormalSeries.v`); all else is in `GaussianWords.v` and `GaussianFixed.v`.

use super::theorem::{Draw, Grid, Theorem, inexact, log2, real};
use crate::refusal::Refusal;
use kdelta_oracle::number::Rational;
use num_bigint::BigInt;
use num_traits::One;

/// Terms of the series at most; a curve that needs more is refused.
const MOST_TERMS: u64 = 400;

/// Bits behind the point of what the series leaves out, and of the steps it is computed in.
const LEFT_OUT: u32 = 300;

/// What the proof of a format has of its own: the theorem to apply, and how its premises up to the closeness are proved.
struct Premises {
    theorem: String,
    proofs: String,
    /// In front of a goal that speaks about σ.
    unfold_sigma: &'static str,
}

impl Theorem<'_> {
    /// Lazy draws in f64 or f32, a format of so many significant bits: one value or a vector.
    pub(super) fn gaussian(
        &self,
        format: &str,
        bits: i64,
        first: i64,
        further: i64,
        delta: &Rational,
    ) -> Result<String, Refusal> {
        let (grid, chain) = (self.grid()?, &self.certificate.chain);
        let (precision, Grid { log2, low, .. }) = (self.precision, &grid);
        let exponent = self::log2(&chain.edge_shift.0)? + bits + 1;
        let (sigma, sensitivity) = (real(&chain.scale.0), real(&chain.sensitivity.0));
        let (answer_low, answer_high) = self.answers();
        let changed = self.line.vector.changed;
        let mut text = self.head(
            "NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss TableConstants \
             TableMechanisms InverseTailConstants GaussianWords",
            &grid,
        );
        text += &self.edges(bits)?;
        text += &self.targets(delta);
        let draw = Draw::Lazy { first, further };
        text += &self.entropy(
            draw,
            &format!("release_gaussian_{format} {first} {sigma} {precision} ({log2}) ({low}) cells r (entropy 64 {first} {precision} further z)"),
        );
        let numbers = format!(
            "unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_{format}, certified_inverse_tail_{format}, \
             certified_inverse_tail_{format}_relative, gaussian_slope, birnbaum, reach"
        );
        let proofs = format!(
            "\x20 - lra.\n  - lia.\n  - lia.\n  - unfold further; lia.\n  - lia.\n  - lia.\n  - unfold cells; lia.\n  - lia.\n\
             \x20 - rewrite first_corner, farthest. apply Rabs_lt. lra.\n\
             \x20 - rewrite last_corner, farthest. apply Rabs_lt. lra.\n\
             \x20 - unfold reach. lra.\n\
             \x20 - {numbers}. interval with (i_prec 100).\n\
             \x20 - {cut_off} unfold birnbaum, reach. interval with (i_prec 60).\n\
             \x20 - rewrite grid, shift. {numbers}. interval with (i_prec 100).\n\
             \x20 - rewrite first_corner, shift. unfold reach. lra.\n\
             \x20 - rewrite last_corner. unfold reach. lra.\n\
             \x20 - rewrite grid, shift. unfold Gamma_above, sinh, above. {numbers}. interval with (i_prec 260).\n\
             \x20 - rewrite grid, shift. unfold Gamma_below, sinh, below. {numbers}. interval with (i_prec 260).\n",
            cut_off = super::loss::cut_off(draw),
        );
        let theorem = format!(
            "{format}_gaussian {sigma} (reach + {sigma}) reach {answer_low} {answer_high} {sensitivity} epsilon target above below verdict {precision} {first} further ({log2}) ({low}) ({exponent}) cells {changed}"
        );
        text += &self.private(&Premises { theorem, proofs, unfold_sigma: "" })?;
        Ok(text)
    }

    /// All bits of the exponent at once in fixed point: one value or a vector.
    pub(super) fn gaussian_fixed(
        &self,
        fraction: u32,
        cut_off: i64,
        delta: &Rational,
    ) -> Result<String, Refusal> {
        let (grid, chain) = (self.grid()?, &self.certificate.chain);
        let (precision, Grid { log2, low, .. }) = (self.precision, &grid);
        let (mantissa, exponent) = self.scale()?;
        let (value, sensitivity) = (real(&chain.scale.0), real(&chain.sensitivity.0));
        let (answer_low, answer_high) = self.answers();
        let changed = self.line.vector.changed;
        let mut text = self.head(
            "NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss \
             ShiftAddConstants FixedMechanism InverseTailIntegerConstants GaussianWords GaussianFixed",
            &grid,
        );
        text += &self.scale_of_fixed(fraction)?;
        text += &self.targets(delta);
        let draw = Draw::Long { cut_off };
        let noise = format!("{mantissa} ({exponent}) {fraction}");
        text += &self.entropy(
            draw,
            &format!("release_gaussian_fixed {noise} {precision} {cut_off} ({log2}) ({low}) cells r z"),
        );
        let numbers = "unfold gaussian_noise_absolute, gaussian_noise_relative, certified_shift_add_64, certified_inverse_tail_64, gaussian_slope, \
                       birnbaum, reach";
        let proofs = format!(
            "\x20 - lia.\n  - lia.\n\
             \x20 - unfold reach. lra.\n\
             \x20 - rewrite scale_value, last_place. {numbers}. interval with (i_prec 100).\n\
             \x20 - rewrite scale_value. {cut_off} unfold birnbaum, reach. interval with (i_prec 60).\n\
             \x20 - rewrite scale_value, last_place, grid. {numbers}. interval with (i_prec 100).\n\
             \x20 - rewrite first_corner. unfold reach. lra.\n\
             \x20 - rewrite last_corner. unfold reach. lra.\n\
             \x20 - rewrite scale_value, last_place, grid. unfold Gamma_above, sinh, above. {numbers}. interval with (i_prec 260).\n\
             \x20 - rewrite scale_value, last_place, grid. unfold Gamma_below, sinh, below. {numbers}. interval with (i_prec 260).\n",
            cut_off = super::loss::cut_off(draw),
        );
        let theorem = format!(
            "fixed_gaussian {noise} ltac:(lia) ltac:(lia) (reach + {value}) reach {answer_low} {answer_high} {sensitivity} epsilon target above below verdict {precision} {cut_off} ({log2}) ({low}) cells {changed}"
        );
        text += &self.private(&Premises { theorem, proofs, unfold_sigma: "rewrite scale_value. " })?;
        Ok(text)
    }

    /// ε of exact noise: what the closeness leaves of the verdict.
    fn ideal_epsilon(&self) -> Rational {
        let closeness = &self.certificate.closeness;
        &self.certificate.verdict.0 - &closeness.above.0 - &closeness.below.0
    }

    fn targets(&self, delta: &Rational) -> String {
        let closeness = &self.certificate.closeness;
        let values = Rational::from_integer(BigInt::from(self.line.vector.changed));
        format!(
            "(* δ, what finite precision adds above and below for one value, and the ε of exact noise that is left. *)\n\
             Definition target : R := {target}.\n\
             Definition above : R := {above}.\n\
             Definition below : R := {below}.\n\
             Definition epsilon : R := {left}.\n\n",
            target = real(delta),
            above = real(&(&closeness.above.0 / &values)),
            below = real(&(&closeness.below.0 / &values)),
            left = real(&self.ideal_epsilon()),
        )
    }

    /// The theorem for two vectors, and for two answers if a release is one value.
    fn private(&self, premises: &Premises) -> Result<String, Refusal> {
        let Premises { theorem, proofs, unfold_sigma } = premises;
        let (name, chain) = (self.name, &self.certificate.chain);
        let sensitivity = real(&chain.sensitivity.0);
        let (answer_low, answer_high) = self.answers();
        let changed = self.line.vector.changed;
        let Series { terms, below, above } =
            series(&self.ideal_epsilon(), &(&chain.sensitivity.0 / &chain.scale.0))?;
        let single = self.line.vector.is_single();
        let (kind, vectors) =
            if single { ("Lemma", "vectors".to_owned()) } else { ("Theorem", format!("{name}_certified")) };
        let count = format!("rewrite INR_IZR_INZ. change (IZR (Z.of_nat {changed})) with {changed}.");
        let mut text = format!(
            "(* Two vectors of equally many answers, {changed} of which differ at most, by {sensitivity} in the Euclidean norm; every value has bits of its own.\n   \
             Of all fillings of these bits, those that lead from one vector into a set of outputs are at most e^verdict times as many as\n   \
             those that lead there from the other, and the part `target` of all more. *)\n\
             {kind} {vectors} (r s : list R) (S : list (option nat) -> bool) :\n  \
             length r = length s -> List.Forall answers r -> List.Forall answers s ->\n  \
             square_distance r s <= {sensitivity} * {sensitivity} -> (changed r s <= {changed})%nat ->\n  \
             count ((2 ^ bits) ^ length r) (fun z => S (release_each (2 ^ bits) release r z))\n  \
             <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (release_each (2 ^ bits) release s z))\n     \
             + target * INR ((2 ^ bits) ^ length r).\n\
             Proof.\n  unfold bits, release, answers. intros Hlen Hr Hs Dist Changed.\n  \
             apply ({theorem}).\n\
             {proofs}\
             \x20 - lra.\n  - unfold target. lra.\n\
             \x20 - {unfold_sigma}{count}\n    \
             gaussian_delta_in_steps {LEFT_OUT}%Z {terms}%nat {below}%Z {above}%Z.\n    \
             + interval with (i_prec 60).\n    \
             + unfold epsilon. interval with (i_prec 60).\n    \
             + unfold epsilon. lra.\n    \
             + unfold epsilon. lra.\n    \
             + unfold epsilon, above, target. interval with (i_prec 280).\n\
             \x20 - {count} unfold epsilon, above, below, verdict. lra.\n\
             \x20 - exact Hlen.\n  - exact Hr.\n  - exact Hs.\n  - exact Dist.\n  - exact Changed.\nQed.\n",
        );
        if single {
            text += &format!(
                "\n(* Of the 2^bits fillings of all bits that a draw may read, those that lead from one answer into a set of outputs are at most\n   \
                 e^verdict times as many as those that lead there from another answer, and the part `target` of all more. *)\n\
                 Theorem {name}_certified r1 r2 S :\n  {answer_low} <= r1 <= {answer_high} -> {answer_low} <= r2 <= {answer_high} -> Rabs (r1 - r2) <= {sensitivity} ->\n  \
                 count (2 ^ bits) (fun z => S (release r1 z))\n  \
                 <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)) + target * INR (2 ^ bits).\n\
                 Proof. apply (gaussian_one (2 ^ bits) release answers verdict target {sensitivity} (words_positive bits) vectors). Qed.\n"
            );
        }
        Ok(text)
    }
}

/// What the series is computed with, in steps of 2^-LEFT_OUT.
struct Series {
    terms: u64,
    /// Just below x², x = ε/μ − μ/2.
    below: BigInt,
    /// Just above y², y = ε/μ + μ/2.
    above: BigInt,
}

fn series(epsilon: &Rational, mu: &Rational) -> Result<Series, Refusal> {
    let (ratio, half) = (epsilon / mu, mu / Rational::from_integer(2.into()));
    let (x, y) = (&ratio - &half, ratio + half);
    let steps = |number: &Rational| number * number * Rational::from_integer(BigInt::one() << LEFT_OUT);
    let (below, above) = (steps(&x).floor().to_integer(), steps(&y).ceil().to_integer());
    Ok(Series { terms: terms(&y)?, below, above })
}

/// How many terms leave out less than 2^-LEFT_OUT at y: y^(2n+5) is that far below 1·3·5···(2n+5).
fn terms(y: &Rational) -> Result<u64, Refusal> {
    let y = y.ceil().to_integer();
    let square = &y * &y;
    let (mut power, mut product) = (y << LEFT_OUT, BigInt::one());
    for k in 0..MOST_TERMS + 2 {
        if power < product && k >= 3 {
            return Ok(k - 2);
        }
        power *= &square;
        product *= 2 * k + 3;
    }
    Err(inexact("an ε that large beside Δ/σ"))
}
