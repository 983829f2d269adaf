(* Generated from crates/finite/src/uniform/floating.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
From Kdelta Require SourceShiftAdd.
From Kdelta Require SourceTable.
From Kdelta Require SourceBits.
Import ListNotations.

Local Open Scope Z_scope.

Definition Floating_LAZY (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) : bool :=
  0 <? R_FURTHER_WORDS.

Definition Floating_FIRST_EXPONENT_BITS (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) : Z :=
  u32 ((u32 (64 * (SourceCast.low_u32 R_WORDS))) - P).

Record Floating := Build_Floating { Floating_negative : bool; Floating_open : bool; Floating_exponent : Z; Floating_mantissa : Z }.

Definition Floating_of_words (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (words : Z -> Z) : Floating :=
  let '(exponent, none, last) := (0, (2 ^ 64 - 1), 0) in
  let '(last, exponent, none) := for_range 0 R_WORDS (fun i '(last, exponent, none) =>
      let last := words i in
      let word := if (usize (i + 1)) =? R_WORDS then (SourceBits.ended last (u32 (64 - P))) else last in
      let '(exponent, none) := SourceBits.counted exponent none word in
      (last, exponent, none)) (last, exponent, none) in
  let exponent := SourceCast.low_u32 exponent in
  let '(negative, mantissa) := SourceBits.sign_and_mantissa last P in
  let open_ := andb (Floating_LAZY P R_WORDS R_FURTHER_WORDS) (exponent =? (Floating_FIRST_EXPONENT_BITS P R_WORDS R_FURTHER_WORDS)) in
  Build_Floating negative open_ exponent mantissa.

Definition Floating_from_bits (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (bits : Z) : Floating :=
  Floating_of_words P R_WORDS R_FURTHER_WORDS (fun i => unwrap_or (get [SourceCast.low_u64 bits; SourceCast.low_u64 (Z.shiftr bits 64)] i) 0).

Definition Floating_is_open (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : bool :=
  andb (Floating_LAZY P R_WORDS R_FURTHER_WORDS) (Floating_open self).

Definition Floating_complete (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) (entropy : entropy_source) : option Floating :=
  if negb (Floating_is_open P R_WORDS R_FURTHER_WORDS self) then (Some self) else
  let exponent := Floating_exponent self in
  let '(entropy, exponent) := for_range_until 0 R_FURTHER_WORDS (fun _ '(entropy, exponent) =>
      let '(bytes, entropy) := fill 8 entropy in
      let word := from_le_bytes bytes in
      let exponent := u32 (exponent + (trailing_zeros 64 word)) in
      ((entropy, exponent), negb (word =? 0))) (entropy, exponent) in
  Some (Build_Floating (Floating_negative self) false exponent (Floating_mantissa self)).

Definition Floating_get_negative (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : bool :=
  Floating_negative self.

Definition Floating_is_far (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : bool :=
  andb (0 <? R_FURTHER_WORDS) ((Floating_FIRST_EXPONENT_BITS P R_WORDS R_FURTHER_WORDS) <? (Floating_exponent self)).

Definition Floating_aligned (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : (Z * Z)%type :=
  (Z.lor (u64 (Z.shiftl 1 63)) (u64 (Z.shiftl (Floating_mantissa self) ((u32 (63 - P)) mod 64))), Floating_exponent self).

Definition Floating_far_log (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : Z :=
  let '(n, e) := Floating_aligned P R_WORDS R_FURTHER_WORDS self in
  SourceShiftAdd.minus_ln_far n e.

Definition Floating_unit (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : f64 :=
  SourceTable.Unit64_from_parts (Floating_exponent self) (u64 (Z.shiftl (Floating_mantissa self) ((u32 (52 - P)) mod 64))).

Definition Floating_minus_ln_f64 (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : f64 :=
  if Floating_is_far P R_WORDS R_FURTHER_WORDS self then (mul_f64 (SourceCast.wide_to_f64 (Floating_far_log P R_WORDS R_FURTHER_WORDS self)) (SourceCast.power_of_two (i32 (- (SourceCast.signed SourceShiftAdd.FRACTION_64))))) else (SourceTable.minus_ln_f64 (Floating_unit P R_WORDS R_FURTHER_WORDS self)).

Definition Floating_minus_ln_f32 (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : f32 :=
  if Floating_is_far P R_WORDS R_FURTHER_WORDS self then (mul_f32 (SourceCast.wide_to_f32 (Floating_far_log P R_WORDS R_FURTHER_WORDS self)) (SourceCast.to_f32 (SourceCast.power_of_two (i32 (- (SourceCast.signed SourceShiftAdd.FRACTION_64)))))) else (SourceTable.minus_ln_f32 (SourceTable.Unit32_from_parts (Floating_exponent self) (SourceCast.low_u32 (u64 (Z.shiftl (Floating_mantissa self) ((u32 (23 - P)) mod 64)))))).

Definition Floating_minus_ln_Fixed (W : Z) (FRAC : Z) (P : Z) (R_WORDS : Z) (R_FURTHER_WORDS : Z) (self : Floating) : Z :=
  let '(n, e) := Floating_aligned P R_WORDS R_FURTHER_WORDS self in
  if Floating_is_far P R_WORDS R_FURTHER_WORDS self then (Floating_far_log P R_WORDS R_FURTHER_WORDS self) else (SourceShiftAdd.minus_ln_scaled n e).
