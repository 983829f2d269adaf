//! The theorem of a certificate about the functions that are generated from the source: what stands at the end of its file of
//! Coq, after the theorem about the model. `proofs/coq/ReleaseSource64.v` and `ReleaseSource32.v` prove that the two are one function.

use super::theorem::{Draw, Grid, Theorem, inexact, of_power, power, real};
use crate::refusal::Refusal;
use kdelta_oracle::number::Rational;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// What Coq calls a float of the source.
pub(super) struct Source {
    /// The file that proves the release to be the model.
    pub module: &'static str,
    /// The one about midpoints.
    pub midpoints: &'static str,
    /// Its floats.
    pub float: &'static str,
    /// The precision and the greatest exponent of the format.
    pub format: &'static str,
    pub of_bits: &'static str,
    /// The bits of the fraction and the bias of the exponent.
    pub fraction: u32,
    pub bias: i64,
    /// How many digits (of base 2) the pattern has.
    pub width: u32,
}

const F64: Source = Source {
    module: "ReleaseSource64",
    midpoints: "MidpointSource64",
    float: "f64",
    format: "53 1024",
    of_bits: "b64_of_bits",
    fraction: 52,
    bias: 1023,
    width: 64,
};

const F32: Source = Source {
    module: "ReleaseSource32",
    midpoints: "MidpointSource32",
    float: "f32",
    format: "24 128",
    of_bits: "b32_of_bits",
    fraction: 23,
    bias: 127,
    width: 32,
};

/// The source in a format of floats.
pub(super) fn of(format: &str) -> &'static Source {
    if format == "f64" { &F64 } else { &F32 }
}

impl Source {
    /// The bit pattern of a number of the format, and the exponent e of the least 2^e above it.
    fn pattern(&self, value: &Rational) -> Result<(BigInt, i64), Refusal> {
        let sign = BigInt::from(u8::from(value.is_negative())) << (self.width - 1);
        if value.is_zero() {
            return Ok((sign, 1 - self.bias));
        }
        let (n, fraction) = (value.numer().abs(), i64::from(self.fraction));
        let bits = |n: &BigInt| i64::try_from(n.bits()).map_err(|_| inexact(&value.to_string()));
        let exponent = bits(&n)? - bits(value.denom())?; // |value| lies in [2^exponent, 2^(exponent+1)), as the denominator is a power of two
        let mantissa = Rational::from_integer(n) / value.denom() * power(fraction - exponent);
        let field = exponent + self.bias;
        if !mantissa.is_integer()
            || field < 1
            || field > 2 * self.bias
            || bits(&mantissa.to_integer())? != fraction + 1
        {
            return Err(inexact(&value.to_string()));
        }
        let hidden = BigInt::from(1) << self.fraction;
        Ok((sign + (BigInt::from(field) << self.fraction) + mantissa.to_integer() - hidden, exponent + 1))
    }

    /// The setting in the terms of the source, for a generator that reads so many words and further ones, and what stands for it in a
    /// theorem: its name, the answers and that they fit.
    fn setting(
        &self,
        theorem: &Theorem<'_>,
        grid: &Grid,
        (words, further): (i64, i64),
    ) -> Result<(String, String), Refusal> {
        let Source { module, of_bits, .. } = self;
        let Theorem { certificate, line, precision, .. } = theorem;
        let (chain, Grid { log2, low, high }) = (&certificate.chain, grid);
        let (scale_mantissa, scale_exponent) = scale(&chain.scale.0)?;
        let (answer_low, answer_high) = (&line.answers.low.0, &line.answers.high.0);
        let ((low_pattern, below), (high_pattern, above)) =
            (self.pattern(answer_low)?, self.pattern(answer_high)?);
        let largest = below.max(above);
        let (answer_low, answer_high) = (real(answer_low), real(answer_high));
        let end = format!(
            "  - apply {module}.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].\n"
        );
        let text = format!(
            "\n(* The same of the source: `{module}.release` is made of the functions that crates/translate writes from crates/finite/src. *)\n\
             From Kdelta Require Import ErrorTerms Machine Represents.\n\
             From Kdelta Require {module}.\n\n\
             Definition setting : {module}.Setting := {{|\n  \
             {module}.bits := {precision}; {module}.words := {words}; {module}.further := {further};\n  \
             {module}.scale_mantissa := {scale_mantissa}; {module}.scale_exponent := ({scale_exponent});\n  \
             {module}.answer_low := Bits.{of_bits} {low_pattern};\n  \
             {module}.answer_high := Bits.{of_bits} {high_pattern};\n  \
             {module}.log2 := ({log2}); {module}.first := ({low}); {module}.last := ({high}) |}}.\n\n\
             Lemma setting_power : bpow radix2 ({scale_exponent}) = {power_value}.\nProof. {of_scale} Qed.\n\n\
             Lemma setting_scale : {module}.b setting = {scale}.\n\
             Proof.\n  unfold {module}.b. cbn [setting {module}.scale_mantissa {module}.scale_exponent]. rewrite setting_power. lra.\nQed.\n\n\
             Lemma setting_admissible : {module}.Admissible setting {answer_low} {answer_high} ({largest}).\n\
             Proof.\n  constructor; cbn [setting {module}.scale_mantissa {module}.scale_exponent {module}.answer_low {module}.answer_high\n    \
             {module}.log2 {module}.first {module}.last]; try lia; try lra.\n{end}{end}Qed.\n\n",
            power_value = real(&power(scale_exponent)),
            of_scale = of_power(&scale_exponent.to_string(), scale_exponent),
            scale = real(&chain.scale.0),
        );
        Ok((text, format!("setting {answer_low} {answer_high} ({largest}) setting_admissible")))
    }

    /// The setting in the terms of the source, and the theorem: that of the model, by the bridge.
    pub(super) fn theorem(&self, theorem: &Theorem<'_>, grid: &Grid, draw: Draw) -> Result<String, Refusal> {
        let (module, Theorem { certificate, precision, .. }) = (self.module, theorem);
        let Grid { log2, low, .. } = grid;
        let (first, further) = match draw {
            Draw::Long { cut_off } => (cut_off, 0),
            Draw::Lazy { first, further } => (first, further),
        };
        let (further_name, unfolded) = if further == 0 { ("0", "") } else { ("further", "further, ") };
        let (text, setting) = self.setting(theorem, grid, ((first + i64::from(*precision)) / 64, further))?;
        let statement = self.statement(
            theorem,
            draw,
            &format!("{setting} setting_drawable _ _ _ _ _ _ _ setting_numbers"),
        );
        Ok(format!(
            "{text}Lemma setting_drawable : {module}.Drawable setting.\n\
             Proof. constructor; cbn [setting {module}.bits {module}.words {module}.further]; lia. Qed.\n\n\
             Lemma setting_numbers : {module}.Numbers setting {scale} {precision} {first} {further_name} cells ({log2}) ({low}).\n\
             Proof.\n  constructor; [exact setting_scale | reflexivity | reflexivity | | | reflexivity | reflexivity];\n    \
             cbn [setting {module}.further {module}.first {module}.last]; unfold {unfolded}cells; lia.\nQed.\n\n\
             {statement}",
            scale = real(&certificate.chain.scale.0),
        ))
    }

    /// The same for midpoints, of which a word of the source has some more bits than are looked at.
    pub(super) fn midpoint(&self, theorem: &Theorem<'_>, grid: &Grid) -> Result<String, Refusal> {
        let Source { module, midpoints, format, .. } = self;
        let Theorem { name, certificate, precision, .. } = theorem;
        let Grid { log2, low, .. } = grid;
        let (text, setting) = self.setting(theorem, grid, (1, 0))?;
        let spare = certificate.generator.entropy_bits.0.to_integer() - BigInt::from(*precision);
        let sensitivity = real(&certificate.chain.sensitivity.0);
        Ok(format!(
            "{text}From Kdelta Require {midpoints}.\n\n\
             Lemma setting_midpoints : {midpoints}.Midpoints setting {scale} {precision} cells ({log2}) ({low}).\n\
             Proof.\n  constructor; [exact setting_scale | reflexivity | | | reflexivity | reflexivity];\n    \
             cbn [setting {module}.bits {module}.first {module}.last]; unfold cells; lia.\nQed.\n\n\
             (* Of the 2^({precision} + {spare}) words of entropy, of which {spare} bits are not looked at, those for which the source releases one finite\n   \
             answer in a set of outputs are at most e^verdict times as many as those for another answer. *)\n\
             Theorem {name}_source answer1 answer2 S :\n  \
             Float.is_finite {format} answer1 = true -> Float.is_finite {format} answer2 = true ->\n  \
             Rabs (Float.B2R {format} answer1 - Float.B2R {format} answer2) <= {sensitivity} ->\n  \
             count (2 ^ ({precision} + {spare})) (fun z => S ({midpoints}.release setting answer1 (Z.of_nat z)))\n  \
             <= exp verdict * count (2 ^ ({precision} + {spare})) (fun z => S ({midpoints}.release setting answer2 (Z.of_nat z))).\n\
             Proof.\n  \
             apply ({midpoints}.midpoint_source_counts {setting} _ _ {spare} _ _ _ setting_midpoints {sensitivity} verdict).\n  \
             exact {name}_certified.\nQed.\n",
            scale = real(&certificate.chain.scale.0),
        ))
    }

    /// The theorem itself, for two answers or for two vectors of them; `setting` is what the bridge is about.
    fn statement(&self, theorem: &Theorem<'_>, draw: Draw, setting: &str) -> String {
        let Source { module, format, .. } = self;
        let Theorem { name, certificate, line, precision, .. } = theorem;
        let sensitivity = real(&certificate.chain.sensitivity.0);
        // How many further words: that there are some, or none.
        let (lazy, which) = match draw {
            Draw::Lazy { .. } => ("lazy_", "ltac:(unfold further; lia)"),
            Draw::Long { .. } => ("", "eq_refl"),
        };
        if !line.vector.is_single() {
            let changed = line.vector.changed;
            let finite = format!("(fun answer => Float.is_finite {format} answer = true)");
            let values = |answers: &str| format!("(List.map (Float.B2R {format}) {answers})");
            let (first, second) = (values("answers1"), values("answers2"));
            let count = |answers: &str| {
                format!(
                    "count ((2 ^ bits) ^ length {answers}) (fun z => T ({module}.release_vector setting (2 ^ bits) {answers} z))"
                )
            };
            return format!(
                "(* Two vectors of equally many finite answers, {changed} of which differ at most, by {sensitivity} in sum: of all fillings of the bits\n   \
                 that their draws may read, those for which the source releases one vector in a set of outputs are at most e^verdict\n   \
                 times as many as those for the other. *)\n\
                 Theorem {name}_source (answers1 answers2 : list {float}) T :\n  length answers1 = length answers2 ->\n  \
                 List.Forall {finite} answers1 -> List.Forall {finite} answers2 ->\n  \
                 l1_distance {first} {second} <= {sensitivity} ->\n  \
                 (changed {first} {second} <= {changed})%nat ->\n  \
                 {}\n  <= exp verdict * {}.\n\
                 Proof.\n  \
                 unfold bits. apply ({module}.{lazy}source_vector_counts {setting} {which} {sensitivity} {changed} verdict (words_positive _)).\n  \
                 pose proof {name}_certified as H. unfold bits, release, answers in H. exact H.\nQed.\n",
                count("answers1"),
                count("answers2"),
                float = self.float,
            );
        }
        let (opened, unfolded) = match draw {
            Draw::Long { .. } => ("", ""),
            Draw::Lazy { .. } => ("unfold bits. ", "unfold bits, release in H. "),
        };
        let (what, bits) = match draw {
            Draw::Long { cut_off } => (
                format!("2^({cut_off} + {precision}) words of entropy"),
                format!("({cut_off} + {precision})"),
            ),
            Draw::Lazy { .. } => {
                ("2^bits fillings of all bits that a draw may read".to_owned(), "bits".to_owned())
            }
        };
        format!(
            "(* Of the {what}, those for which the source releases one finite answer in a set of\n   \
             outputs are at most e^verdict times as many as those for another answer. *)\n\
             Theorem {name}_source answer1 answer2 S :\n  \
             Float.is_finite {format} answer1 = true -> Float.is_finite {format} answer2 = true ->\n  \
             Rabs (Float.B2R {format} answer1 - Float.B2R {format} answer2) <= {sensitivity} ->\n  \
             count (2 ^ {bits}) (fun z => S ({module}.release setting answer1 (Z.of_nat z)))\n  \
             <= exp verdict * count (2 ^ {bits}) (fun z => S ({module}.release setting answer2 (Z.of_nat z))).\n\
             Proof.\n  \
             {opened}apply ({module}.{lazy}source_counts {setting} {which} {sensitivity} verdict).\n  \
             pose proof {name}_certified as H. {unfolded}exact H.\nQed.\n"
        )
    }
}

/// The scale as the crate `kdelta-finite` holds it: a mantissa of 24 bits and an exponent.
pub(super) fn scale(b: &Rational) -> Result<(i64, i64), Refusal> {
    let bits = |n: &BigInt| i64::try_from(n.bits()).map_err(|_| inexact("the scale b"));
    let exponent = bits(b.numer())? - bits(b.denom())? - 23;
    let mantissa = b * power(-exponent);
    match mantissa.to_integer().to_i64() {
        Some(whole) if mantissa.is_integer() && (1 << 23..1 << 24).contains(&whole) => Ok((whole, exponent)),
        _ => Err(inexact("the scale b")),
    }
}
