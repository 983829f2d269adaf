(* Generated from crates/finite/src/uniform/midpoint.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceTable.
Import ListNotations.

Local Open Scope Z_scope.

Record Midpoint := Build_Midpoint { Midpoint_z : Z }.

Definition low_bits (z : Z) (bits : Z) : Z :=
  Z.land z (Z.shiftr (2 ^ 64 - 1) ((u32 (64 - bits)) mod 64)).

Definition Midpoint_from_bits (BITS : Z) (z : Z) : Midpoint :=
  Build_Midpoint (low_bits z BITS).

Definition last (bits : Z) : Z :=
  Z.shiftr (2 ^ 64 - 1) ((u32 (64 - bits)) mod 64).

Definition Midpoint_is_below_half (BITS : Z) (self : Midpoint) : bool :=
  (Midpoint_z self) <? (u64 ((last BITS) - (Midpoint_z self))).

Definition Midpoint_negative (BITS : Z) (self : Midpoint) : bool :=
  Midpoint_is_below_half BITS self.

Definition Midpoint_tail (BITS : Z) (self : Midpoint) : Z :=
  let mirrored := u64 ((last BITS) - (Midpoint_z self)) in
  let smaller := if (Midpoint_z self) <? mirrored then (Midpoint_z self) else mirrored in
  u64 ((u64 (2 * smaller)) + 1).

Definition Midpoint_unit (BITS : Z) (self : Midpoint) : f64 :=
  SourceTable.Unit64_from_fraction (Midpoint_tail BITS self) BITS.

Definition Midpoint_minus_ln_f64 (BITS : Z) (self : Midpoint) : f64 :=
  SourceTable.minus_ln_f64 (Midpoint_unit BITS self).

Definition Midpoint_minus_ln_f32 (BITS : Z) (self : Midpoint) : f32 :=
  SourceTable.minus_ln_f32 (SourceTable.Unit32_from_fraction (Midpoint_tail BITS self) BITS).
