//! The bridge to Coq and Gappa: the constants of the kernels, read from the source, and the certified bounds, as files
//! of `proofs/`. Each lemma of such a file is proved there again, by Coq's own interval arithmetic; nothing in this
//! module is trusted except that the literals it copies are those of the source.

use super::coq_cos_sin::{cos_sin_constants, cos_sin_points};
use super::coq_inverse_tail::{
    inverse_tail_constants, inverse_tail_integer_constants, inverse_tail_integer_points,
};
use super::theorem::mechanism_theorem;
use crate::audit::Options;
use crate::derive::kernel::literals::{literal, literals};
use crate::derive::kernel::rounding::exponent;
use crate::derive::kernel::shift_add::{SOURCE as SHIFT_ADD, off};
use crate::derive::kernel::table::{self, DATA as TABLE_DATA, SOURCE as TABLE};
use crate::derive::kernel_certificate;
use crate::model::{Certificate, Kernel, Subject};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;
use kdelta_oracle::enclosure::ln;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

const BITS: u32 = 128;

/// The committed certificates that have a theorem, each with its file of `proofs/coq`.
const THEOREMS: &[(&str, &str)] = &[
    ("mechanism-binary32", "MechanismBinary32"),
    ("mechanism-binary32-count", "MechanismBinary32Count"),
    ("mechanism-binary64", "MechanismBinary64"),
    ("mechanism-binary64-count", "MechanismBinary64Count"),
    ("mechanism-binary64-deep", "MechanismBinary64Deep"),
    ("mechanism-binary64-midpoint", "MechanismBinary64Midpoint"),
    ("mechanism-fixed-32-24", "MechanismFixed3224"),
    ("mechanism-fixed-64-40", "MechanismFixed6440"),
    ("mechanism-fixed-64-40-count", "MechanismFixed6440Count"),
    ("mechanism-gaussian-binary32", "GaussianBinary32"),
    ("mechanism-gaussian-binary64", "GaussianBinary64"),
    ("mechanism-gaussian-binary64-count", "GaussianBinary64Count"),
    ("mechanism-gaussian-fixed-64-40", "GaussianFixed6440"),
    ("planar-binary64", "PlanarBinary64"),
    ("planar-binary64-globe", "PlanarBinary64Globe"),
    ("planar-binary64-inverse", "PlanarBinary64Inverse"),
    ("planar-fixed-64-32-disc", "PlanarFixed6432Disc"),
    ("vector-binary64", "VectorBinary64"),
    ("vector-gaussian-binary64", "VectorGaussianBinary64"),
];

/// The generated files of `proofs/`, by their path in the repository.
///
/// # Errors
/// Refused if a source or a certificate cannot be read, or does not hold the constants the proofs speak about.
pub fn proof_constants(sources: &dyn Sources) -> Result<BTreeMap<String, String>, Refusal> {
    let mut files = BTreeMap::from([
        ("proofs/coq/ShiftAddConstants.v".into(), shift_add_constants(sources)?),
        ("proofs/coq/ShiftAddPoints.v".into(), shift_add_points(sources)?),
        ("proofs/coq/TableConstants.v".into(), table_constants(sources)?),
        ("proofs/coq/CosSinConstants.v".into(), cos_sin_constants(sources)?),
        ("proofs/coq/CosSinPoints.v".into(), cos_sin_points(sources)?),
        ("proofs/coq/InverseTailConstants.v".into(), inverse_tail_constants(sources)?),
        ("proofs/coq/InverseTailIntegerConstants.v".into(), inverse_tail_integer_constants(sources)?),
        ("proofs/coq/InverseTailIntegerPoints.v".into(), inverse_tail_integer_points(sources)?),
        (
            "proofs/gappa/table_f64.g".into(),
            gappa(sources, Kernel::TableF64, include_str!("table_f64.g.in"))?,
        ),
        (
            "proofs/gappa/table_f32.g".into(),
            gappa(sources, Kernel::TableF32, include_str!("table_f32.g.in"))?,
        ),
    ]);
    for (certificate, file) in THEOREMS {
        files.insert(format!("proofs/coq/{file}.v"), theorem_of(sources, certificate)?);
    }
    Ok(files)
}

/// The theorem about the mechanism of a committed certificate.
fn theorem_of(sources: &dyn Sources, certificate: &str) -> Result<String, Refusal> {
    match Certificate::read(&sources.read(&format!("certificates/{certificate}.json"))?)?.certifies {
        Subject::Mechanism(mechanism) => mechanism_theorem(&certificate.replace('-', "_"), &mechanism),
        Subject::Kernel(_) => Err(Refusal::new("theorem", "is asked for a kernel's certificate", REGENERATE)),
    }
}

pub(crate) fn header(from: &str) -> String {
    format!(
        "(* Generated from {from} and the certificates by\n   cargo run -p kdelta-certificate --example coq_constants; \
         a test compares. Do not edit. *)\n"
    )
}

/// A dyadic rational as `n / 2^p`.
fn fraction(value: &Rational) -> Result<String, Refusal> {
    match value.denom().trailing_zeros() {
        Some(places) if *value.denom() == num_bigint::BigInt::one() << places => {
            Ok(format!("{} / 2^{places}", value.numer()))
        }
        _ => Err(Refusal::new("bound", "is not a dyadic number, as every bound of a ledger is", REGENERATE)),
    }
}

pub(crate) fn bounds(sources: &dyn Sources, kernel: Kernel) -> Result<String, Refusal> {
    let (name, bound) = (kernel.name(), kernel_certificate(kernel, sources)?.0.bound);
    let path = kernel.certificate();
    let absolute = fraction(&bound.absolute.0)?;
    let mut text =
        format!("\n(* bound.absolute of {path} *)\nDefinition certified_{name} : R := {absolute}.\n");
    if !bound.relative.0.is_zero() {
        let relative = fraction(&bound.relative.0)?;
        text += &format!(
            "(* bound.relative of {path} *)\nDefinition certified_{name}_relative : R := {relative}.\n"
        );
    }
    Ok(text)
}

pub(crate) fn list(items: &[String]) -> String {
    items.join(";\n   ")
}

fn shift_add_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let source = sources.read(SHIFT_ADD)?;
    let factors = literals(&source, "LN_FACTORS: [u64; 21]", 21)?;
    let ln_two = literal(&source, "LN_2: u128")?;
    let oracle = Refusal::underivable("constants");
    // The error of a constant of unit 2^-unit that stands for ln of `of`: between floor and ceiling in 1/1024 of a unit.
    let error = |value: u128, unit: i32, of: Rational| -> Result<[Rational; 2], Refusal> {
        let value = dyadic(value, -unit);
        let error = off(&value, &ln(&of, BITS).map_err(&oracle)?);
        let units = |end: &Rational| end * dyadic(1024, unit);
        Ok([units(error.lo()).floor(), units(error.hi()).ceil()])
    };
    let mut errors = Vec::new();
    for (k, value) in (1_i32..).zip(&factors) {
        let [low, high] = error(*value, 64, Rational::one() + dyadic(1, -k))?;
        errors.push(format!("({low}, {high})"));
    }
    let values: Vec<_> = factors.iter().map(|value| format!("{value:#x}")).collect();
    let [low, high] = error(ln_two, 80, dyadic(2, 0))?;
    let mut text = header(SHIFT_ADD);
    text += "From Coq Require Import Reals ZArith List.\nFrom Kdelta Require Import PureInterval.\n\
             Import ListNotations.\nOpen Scope R_scope.\n";
    text += &format!(
        "\n(* LN_FACTORS: ln(1 + 2^-k)·2^64 rounded to nearest, k = 1 to 21 *)\nDefinition ln_factors : list Z :=\n  \
         [{}]%Z.\n\n(* LN_2: ln 2·2^80 rounded to nearest *)\nDefinition ln_2 : Z := {ln_two:#x}%Z.\n",
        list(&values)
    );
    text += "\n(* How far each is off: floor and ceiling of constant − ln(1 + 2^-k)·2^64, in 1/1024 of a unit. *)\n";
    text += &format!("Definition ln_factor_errors : list (Z * Z) :=\n  [{}]%Z.\n", list(&errors));
    text += &format!(
        "\nLemma ln_2_off : IZR ({low}) / 1024 <= IZR ln_2 - 2^80 * ln 2 <= IZR ({high}) / 1024.\n\
         Proof. unfold ln_2. constant. Qed.\n\n\
         Lemma ln_factors_off : off_by 1 ln_factors ln_factor_errors.\n\
         Proof. cbn [off_by ln_factors ln_factor_errors]. repeat (split; [constant |]). exact I. Qed.\n"
    );
    for kernel in [Kernel::ShiftAdd16, Kernel::ShiftAdd32, Kernel::ShiftAdd64] {
        text += &bounds(sources, kernel)?;
    }
    Ok(text)
}

/// The Coq model against the audit's, which the tests compare with the shipped code bit for bit: the same results at
/// points spread over the domain and at its ends.
fn shift_add_points(sources: &dyn Sources) -> Result<String, Refusal> {
    let mut text = header(SHIFT_ADD);
    text += "From Coq Require Import ZArith List.\nFrom Kdelta Require Import ShiftAddKernel.\nImport ListNotations.\n\
             Open Scope Z_scope.\n";
    for (kernel, width, fraction) in
        [(Kernel::ShiftAdd16, 16, 28), (Kernel::ShiftAdd32, 32, 48), (Kernel::ShiftAdd64, 64, 58)]
    {
        let constants = kernel.constants(sources)?;
        let options = Options { points: 100, cells: 0, seed: 1 };
        let mut points = Vec::new();
        for v in kernel.spots(&options).0 {
            let result = (kernel.execute(&constants, &v)? * dyadic(1, fraction)).to_integer();
            if width == 64 {
                let e = -exponent(&v) - 1;
                points.push(format!("({}, {e}, {result})", (v * dyadic(1, 64 + e)).to_integer()));
            } else {
                points.push(format!("({}, {result})", (v * dyadic(1, width)).to_integer()));
            }
        }
        let test = if width == 64 {
            "'(n, e, result) => minus_ln_scaled n e =? result".to_owned()
        } else {
            format!("'(x, result) => minus_ln_{width} x =? result")
        };
        text += &format!(
            "\nLemma points_{width} : forallb (fun {test})\n  [{}] = true.\nProof. vm_compute. reflexivity. Qed.\n",
            list(&points)
        );
    }
    Ok(text)
}

fn table_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let data = sources.read(TABLE_DATA)?;
    let code = sources.read(TABLE)?;
    let mut text = header(&format!("{TABLE},\n   {TABLE_DATA}"));
    text += "From Coq Require Import Reals ZArith List.\nFrom Kdelta Require Import Binary PureInterval ErrorTerms.\n\
             Import ListNotations.\nOpen Scope R_scope.\n";
    for (kernel, model, bits, cells, last) in
        [(Kernel::TableF64, table::F64, 64, 128, 97), (Kernel::TableF32, table::F32, 32, 32, 42)]
    {
        // The coefficients are no literals: the kernel's 1/2, 1/3, … are rounded quotients in the proofs as well.
        model.check_coefficients(&code)?;
        let single = |name: &str| literal(&data, &format!("{name}_{bits}: f{bits}"));
        let (high, low) = (single("LN_2_HIGH")?, single("LN_2_LOW")?);
        let table = literals(&data, &format!("CELLS_{bits}: [Cell<f{bits}>; {cells}]"), 3 * cells)?;
        let mut rows = Vec::new();
        for row in table.chunks(3) {
            let [inverse, high, low] = row else {
                return Err(Refusal::new("constants", "has a cell of fewer than three numbers", REGENERATE));
            };
            rows.push(format!("({inverse:#x}, {high:#x}, {low:#x})"));
        }
        text += &format!(
            "\n(* LN_2_HIGH_{bits}, LN_2_LOW_{bits} and CELLS_{bits} (inverse, high, low): the bit patterns of the source *)\n\
             Definition ln_2_high_{bits} : Z := {high:#x}%Z.\nDefinition ln_2_low_{bits} : Z := {low:#x}%Z.\n\
             Definition cells_{bits} : list (Z * Z * Z) :=\n  [{}]%Z.\n\n",
            list(&rows)
        );
        let two = if bits == 64 { 98 } else { 44 };
        text += &format!(
            "Lemma ln_2_{bits}_off : Rabs (real{bits} ln_2_high_{bits} + real{bits} ln_2_low_{bits} - ln 2) <= / 2^{two}.\n\
             Proof. unfold ln_2_high_{bits}, ln_2_low_{bits}. cell. Qed.\n\n\
             Lemma cells_{bits}_off : Forall (@cell_off binary{bits} (/ 2^{last})) cells_{bits}.\n\
             Proof. unfold cells_{bits}. repeat (apply Forall_cons; [cell |]). apply Forall_nil. Qed.\n"
        );
        text += &bounds(sources, kernel)?;
    }
    Ok(text)
}

/// A Gappa script: the template with every `$NAME$` replaced, by a constant of the source or by a term of the ledger.
fn gappa(sources: &dyn Sources, kernel: Kernel, template: &str) -> Result<String, Refusal> {
    let (certificate, _) = kernel_certificate(kernel, sources)?;
    let mut text = format!(
        "# Generated from {TABLE_DATA} and {} by\n# cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit.\n{template}",
        kernel.certificate()
    );
    let constants = kernel.constants(sources)?;
    for group in &constants {
        let magnitude = group.values.iter().map(|value| value.0.abs());
        let none = || Refusal::new(format!("constants {}", group.name), "are none", REGENERATE);
        let largest = crate::model::Number(magnitude.max().ok_or_else(none)?).to_string();
        text = text.replace(&format!("$max {}$", group.name), &largest);
        for (i, value) in group.values.iter().enumerate() {
            text = text.replace(&format!("${} {i}$", group.name), &value.to_string());
        }
    }
    for term in &certificate.terms {
        text = text.replace(&format!("$term {}$", term.name), &term.value.to_string());
    }
    if text.contains('$') {
        return Err(Refusal::new("template", "names a constant or term that the kernel has not", REGENERATE));
    }
    Ok(text)
}
