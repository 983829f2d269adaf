(* Generated from crates/finite/src/grid.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
Import ListNotations.

Local Open Scope Z_scope.

Record Grid := Build_Grid { Grid_log2 : Z }.

Definition NEAR : Z :=
  i64 (Z.shiftl 1 51).

Definition Grid_index_near (self : Grid) (y : f64) : Z :=
  let LIMIT := SourceCast.to_f64 NEAR in
  let SHIFT := SourceCast.to_f64 (i64 (3 * NEAR)) in
  let t := mul_f64 y (SourceCast.power_of_two (i32 (0 - (Grid_log2 self)))) in
  let t := if lt_f64 t LIMIT then t else LIMIT in
  let t := if lt_f64 (neg_f64 LIMIT) t then t else (neg_f64 LIMIT) in
  let shifted := add_f64 t SHIFT in
  let n := sub_f64 shifted SHIFT in
  let i := i64 (u64 ((bits_of_b64 shifted) - (bits_of_b64 SHIFT))) in
  i64 (i + (Z.b2z (eq_f64 (sub_f64 t n) (b64_of_bits 0x3fe0000000000000)))).

Definition Grid_get_log2 (self : Grid) : Z :=
  Grid_log2 self.
