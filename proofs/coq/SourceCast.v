(* Generated from crates/finite/src/cast.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
Import ListNotations.

Local Open Scope Z_scope.

Definition low_u32 (x : Z) : Z :=
  u32 x.
