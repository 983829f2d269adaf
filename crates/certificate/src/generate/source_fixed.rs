//! As `source`, for fixed point: the theorem about the functions that are generated from the source.
//! `proofs/coq/ReleaseSourceFixed.v` proves that the source and the model are one function.

use super::source::scale;
use super::theorem::{Draw, Grid, Theorem, integer, of_power, power, real};
use crate::refusal::Refusal;

/// The setting in the terms of the source, and the theorem: that of the model, by the bridge. The numbers of the format have `width`
/// bits, `fraction` of them after the point.
pub(super) fn theorem(
    theorem: &Theorem<'_>,
    grid: &Grid,
    draw: Draw,
    width: u32,
    fraction: u32,
) -> Result<String, Refusal> {
    let Theorem { certificate, line, precision, .. } = theorem;
    let (chain, Grid { log2, low, high }) = (&certificate.chain, grid);
    let (first, further) = match draw {
        Draw::Long { cut_off } => (cut_off, 0),
        Draw::Lazy { first, further } => (first, further),
    };
    let words = (first + i64::from(*precision)) / 64;
    let further_name = if further == 0 { "0" } else { "further" };
    let (mantissa, exponent) = scale(&chain.scale.0)?;
    let (answer_low, answer_high) = (&line.answers.low.0, &line.answers.high.0);
    let unit = power(-i64::from(fraction));
    let (low_raw, high_raw) = (integer(&(answer_low / &unit))?, integer(&(answer_high / &unit))?);
    let (answer_low, answer_high) = (real(answer_low), real(answer_high));
    Ok(format!(
        "\n(* The same of the source: `ReleaseSourceFixed.release` is made of the functions that crates/translate writes from crates/finite/src. *)\n\
         From Kdelta Require ReleaseSourceFixed.\n\n\
         Definition setting : ReleaseSourceFixed.Setting := {{|\n  \
         ReleaseSourceFixed.width := {width}; ReleaseSourceFixed.fraction := {fraction};\n  \
         ReleaseSourceFixed.bits := {precision}; ReleaseSourceFixed.words := {words}; ReleaseSourceFixed.further := {further};\n  \
         ReleaseSourceFixed.scale_mantissa := {mantissa}; ReleaseSourceFixed.scale_exponent := ({exponent});\n  \
         ReleaseSourceFixed.answer_low := ({low_raw}); ReleaseSourceFixed.answer_high := ({high_raw});\n  \
         ReleaseSourceFixed.log2 := ({log2}); ReleaseSourceFixed.first := ({low}); ReleaseSourceFixed.last := ({high}) |}}.\n\n\
         Lemma setting_admissible : ReleaseSourceFixed.admissible setting = true.\nProof. reflexivity. Qed.\n\n\
         Lemma setting_unit : bpow radix2 (Z.opp {fraction}) = {unit_value}.\nProof. {of_unit} Qed.\n\n\
         Lemma setting_numbers : ReleaseSourceFixed.Numbers setting {answer_low} {answer_high} {mantissa} ({exponent}) {fraction} {precision} {first} {further_name} cells ({log2}) ({low}).\n\
         Proof.\n  constructor; unfold ReleaseSourceFixed.value; cbn [setting ReleaseSourceFixed.fraction ReleaseSourceFixed.bits ReleaseSourceFixed.words\n    \
         ReleaseSourceFixed.further ReleaseSourceFixed.scale_mantissa ReleaseSourceFixed.scale_exponent ReleaseSourceFixed.answer_low\n    \
         ReleaseSourceFixed.answer_high ReleaseSourceFixed.log2 ReleaseSourceFixed.first ReleaseSourceFixed.last];\n    \
         try (rewrite setting_unit; lra); {unfolded}unfold cells; lia.\nQed.\n\n\
         {statement}",
        unit_value = real(&unit),
        of_unit = of_power(&format!("Z.opp {fraction}"), -i64::from(fraction)),
        unfolded = if further == 0 { "" } else { "unfold further; " },
        statement = statement(theorem, draw),
    ))
}

/// The theorem itself, for two answers or for two vectors of them.
fn statement(theorem: &Theorem<'_>, draw: Draw) -> String {
    let Theorem { name, certificate, line, precision, .. } = theorem;
    let sensitivity = real(&certificate.chain.sensitivity.0);
    let (lazy, which) = match draw {
        Draw::Lazy { .. } => ("lazy_", "ltac:(unfold further; lia)"),
        Draw::Long { .. } => ("", "eq_refl"),
    };
    // With all that stands for the numbers of the setting: what `setting_numbers` says of them.
    let bridge = |counts: &str| {
        format!(
            "ReleaseSourceFixed.{lazy}{counts} setting setting_admissible _ _ _ _ _ _ _ _ _ _ _ setting_numbers {which}"
        )
    };
    if !line.vector.is_single() {
        let changed = line.vector.changed;
        let values = |answers: &str| format!("(List.map (ReleaseSourceFixed.value setting) {answers})");
        let (first, second) = (values("answers1"), values("answers2"));
        let count = |answers: &str| {
            format!(
                "count ((2 ^ bits) ^ length {answers}) (fun z => T (ReleaseSourceFixed.release_vector setting (2 ^ bits) {answers} z))"
            )
        };
        return format!(
            "(* Two vectors of equally many raw answers, whatever integers they are, {changed} of which differ at most, by {sensitivity} in sum: of all\n   \
             fillings of the bits that their draws may read, those for which the source releases one vector in a set of outputs are\n   \
             at most e^verdict times as many as those for the other. *)\n\
             Theorem {name}_source (answers1 answers2 : list Z) T :\n  length answers1 = length answers2 ->\n  \
             l1_distance {first} {second} <= {sensitivity} ->\n  (changed {first} {second} <= {changed})%nat ->\n  \
             {}\n  <= exp verdict * {}.\n\
             Proof.\n  unfold bits. apply ({} {sensitivity} {changed} verdict (words_positive _)).\n  \
             pose proof {name}_certified as H. unfold bits, release, answers in H. exact H.\nQed.\n",
            count("answers1"),
            count("answers2"),
            bridge("source_vector_counts"),
        );
    }
    let (what, bits, opened, unfolded) = match draw {
        Draw::Long { cut_off } => (
            format!("2^({cut_off} + {precision}) words of entropy"),
            format!("({cut_off} + {precision})"),
            "",
            "",
        ),
        Draw::Lazy { .. } => (
            "2^bits fillings of all bits that a draw may read".to_owned(),
            "bits".to_owned(),
            "unfold bits. ",
            "unfold bits, release in H. ",
        ),
    };
    format!(
        "(* Of the {what}, those for which the source releases one raw answer, whatever integer it is, in a\n   \
         set of outputs are at most e^verdict times as many as those for another answer. *)\n\
         Theorem {name}_source answer1 answer2 S :\n  \
         Rabs (ReleaseSourceFixed.value setting answer1 - ReleaseSourceFixed.value setting answer2) <= {sensitivity} ->\n  \
         count (2 ^ {bits}) (fun z => S (ReleaseSourceFixed.release setting answer1 (Z.of_nat z)))\n  \
         <= exp verdict * count (2 ^ {bits}) (fun z => S (ReleaseSourceFixed.release setting answer2 (Z.of_nat z))).\n\
         Proof.\n  {opened}apply ({} {sensitivity} verdict).\n  \
         pose proof {name}_certified as H. {unfolded}exact H.\nQed.\n",
        bridge("source_counts"),
    )
}
