(* Generated from crates/finite/src/scale.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
Import ListNotations.

Local Open Scope Z_scope.

Record Scale := Build_Scale { Scale_mantissa : Z; Scale_exponent : Z }.

Definition Scale_to_f64 (self : Scale) : f64 :=
  mul_f64 (f64_of_integer (Scale_mantissa self)) (SourceCast.power_of_two (Scale_exponent self)).
