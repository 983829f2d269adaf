(* Generated from crates/finite/src/cast.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
Import ListNotations.

Local Open Scope Z_scope.

Definition low_u32 (x : Z) : Z :=
  u32 x.

Definition low_u64 (x : Z) : Z :=
  u64 x.

Definition under (mask : Z) (x : Z) : Z :=
  Z.land x mask.

Definition mask (condition : bool) : Z :=
  u64 (0 - (Z.b2z condition)).

Definition wide_to_f64 (x : Z) : f64 :=
  f64_of_integer x.

Definition signed (x : Z) : Z :=
  i32 x.

Definition power_of_two (exponent : Z) : f64 :=
  b64_of_bits (u64 (Z.shiftl (u64 (i32 (1023 + exponent))) 52)).

Definition wide_to_f32 (x : Z) : f32 :=
  f32_of_integer x.

Definition to_f32 (x : f64) : f32 :=
  f32_of_f64 x.

Definition unsigned_to_f64 (x : Z) : f64 :=
  f64_of_integer x.

Definition to_f64 (x : Z) : f64 :=
  f64_of_integer x.

Definition between (x : Z) (low : Z) (high : Z) : Z :=
  let below := i64 (0 - (Z.b2z (x <? low))) in
  let above := i64 (0 - (Z.b2z (high <? x))) in
  Z.lor (Z.lor (Z.land (Z.land x (Z.lnot below)) (Z.lnot above)) (Z.land low below)) (Z.land high above).

Definition signed_wide (x : Z) : Z :=
  i128 x.

Definition saturate (x : Z) : Z :=
  unwrap_or (checked i64 x) (if x <? 0 then (- 2 ^ 63) else (2 ^ 63 - 1)).
