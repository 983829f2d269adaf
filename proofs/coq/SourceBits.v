(* Generated from crates/finite/src/uniform/bits.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
Import ListNotations.

Local Open Scope Z_scope.

Definition ended (word : Z) (end_ : Z) : Z :=
  let ended := Z.lor word (u64 (Z.shiftl 1 (end_ mod 64))) in
  ended.

Definition zeros_below (word : Z) : Z :=
  let zeros := trailing_zeros 64 word in
  zeros.

Definition counted (exponent : Z) (none : Z) (word : Z) : (Z * Z)%type :=
  let zeros := zeros_below word in
  (u64 (exponent + (SourceCast.under none zeros)), SourceCast.under (SourceCast.mask (word =? 0)) none).

Definition is_odd (x : Z) : bool :=
  (Z.land x 1) =? 1.

Definition next_odd (x : Z) : Z :=
  Z.lor x 1.

Definition sign_and_mantissa (word : Z) (precision : Z) : (bool * Z)%type :=
  let top := Z.shiftr word ((u32 (64 - precision)) mod 64) in
  (is_odd top, next_odd top).
