//! As `source`, for fixed point: the theorem about the functions that are generated from the source.
//! `proofs/coq/ReleaseSourceFixed.v` proves that the source and the model are one function.

use super::source::scale;
use super::theorem::{Grid, Theorem, integer, of_power, power, real};
use crate::refusal::Refusal;

/// The setting in the terms of the source, and the theorem: that of the model, by the bridge. The numbers of the format have `width`
/// bits, `fraction` of them after the point.
pub(super) fn theorem(
    theorem: &Theorem<'_>,
    grid: &Grid,
    cut_off: i64,
    width: u32,
    fraction: u32,
) -> Result<String, Refusal> {
    let Theorem { name, certificate, line, precision, .. } = theorem;
    let (chain, Grid { log2, low, high }) = (&certificate.chain, grid);
    let words = (cut_off + i64::from(*precision)) / 64;
    let (scale_mantissa, scale_exponent) = scale(&chain.scale.0)?;
    let (answer_low, answer_high) = (&line.answers.low.0, &line.answers.high.0);
    let unit = power(-i64::from(fraction));
    let (low_raw, high_raw) = (integer(&(answer_low / &unit))?, integer(&(answer_high / &unit))?);
    Ok(format!(
        "\n(* The same of the source: `ReleaseSourceFixed.release` is made of the functions that crates/translate writes from crates/finite/src. *)\n\
         From Kdelta Require ReleaseSourceFixed.\n\n\
         Definition setting : ReleaseSourceFixed.Setting := {{|\n  \
         ReleaseSourceFixed.width := {width}; ReleaseSourceFixed.fraction := {fraction};\n  \
         ReleaseSourceFixed.bits := {precision}; ReleaseSourceFixed.words := {words};\n  \
         ReleaseSourceFixed.scale_mantissa := {scale_mantissa}; ReleaseSourceFixed.scale_exponent := ({scale_exponent});\n  \
         ReleaseSourceFixed.answer_low := ({low_raw}); ReleaseSourceFixed.answer_high := ({high_raw});\n  \
         ReleaseSourceFixed.log2 := ({log2}); ReleaseSourceFixed.first := ({low}); ReleaseSourceFixed.last := ({high}) |}}.\n\n\
         Lemma setting_admissible : ReleaseSourceFixed.admissible setting = true.\nProof. reflexivity. Qed.\n\n\
         Lemma setting_unit : bpow radix2 (Z.opp {fraction}) = {unit_value}.\nProof. {of_unit} Qed.\n\n\
         Lemma setting_low : ReleaseSourceFixed.value setting ({low_raw}) = {answer_low}.\n\
         Proof. unfold ReleaseSourceFixed.value. cbn [setting ReleaseSourceFixed.fraction]. rewrite setting_unit. lra. Qed.\n\n\
         Lemma setting_high : ReleaseSourceFixed.value setting ({high_raw}) = {answer_high}.\n\
         Proof. unfold ReleaseSourceFixed.value. cbn [setting ReleaseSourceFixed.fraction]. rewrite setting_unit. lra. Qed.\n\n\
         (* Of the 2^({cut_off} + {precision}) words of entropy, those for which the source releases one raw answer, whatever integer it is, in a\n   \
         set of outputs are at most e^verdict times as many as those for another answer. *)\n\
         Theorem {name}_source answer1 answer2 S :\n  \
         Rabs (ReleaseSourceFixed.value setting answer1 - ReleaseSourceFixed.value setting answer2) <= {sensitivity} ->\n  \
         count (2 ^ ({cut_off} + {precision})) (fun z => S (ReleaseSourceFixed.release setting answer1 (Z.of_nat z)))\n  \
         <= exp verdict * count (2 ^ ({cut_off} + {precision})) (fun z => S (ReleaseSourceFixed.release setting answer2 (Z.of_nat z))).\n\
         Proof.\n  \
         apply (ReleaseSourceFixed.source_counts setting setting_admissible {sensitivity} verdict).\n  \
         cbn [setting ReleaseSourceFixed.answer_low ReleaseSourceFixed.answer_high]. rewrite setting_low, setting_high.\n  \
         exact {name}_certified.\nQed.\n",
        unit_value = real(&unit),
        of_unit = of_power(&format!("Z.opp {fraction}"), -i64::from(fraction)),
        answer_low = real(answer_low),
        answer_high = real(answer_high),
        sensitivity = real(&chain.sensitivity.0),
    ))
}
