(* Generated from crates/finite/src/ln/shift_add.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
Import ListNotations.

Local Open Scope Z_scope.

Definition LN_2 : Z :=
  0xb17217f7d1cf79abc9e4.

Definition part_128 (x : Z) (k : Z) : Z :=
  Z.shiftr x (k mod 128).

Definition STEPS_64 : Z :=
  21.

Definition part (m : Z) (k : Z) : Z :=
  Z.shiftr m (k mod 64).

Definition LN_FACTORS : list Z :=
  [0x67cc8fb2fe612fcb;
     0x391fef8f35344358;
     0x1e27076e2af2e5ea;
     0x0f85186008b15331;
     0x07e0a6c39e0cc013;
     0x03f815161f807c7a;
     0x01fe02a6b1067890;
     0x00ff805515885e02;
     0x007fe00aa6ac439a;
     0x003ff8015515621f;
     0x001ffe002aa6ab11;
     0x000fff8005551559;
     0x0007ffe000aaa6ab;
     0x0003fff800155515;
     0x0001fffe0002aaa7;
     0x0000ffff80005555;
     0x00007fffe0000aab;
     0x00003ffff8000155;
     0x00001ffffe00002b;
     0x00000fffff800005;
     0x000007ffffe00001].

Definition ln_factor (k : Z) : Z :=
  unwrap_or (get LN_FACTORS (usize (k - 1))) 0.

Definition ONE : Z :=
  u64 (Z.shiftl 1 63).

Definition at_most_one (m : Z) : Z :=
  u64 (0 - (Z.shiftr (u64 (m - (u64 (ONE + 1)))) 63)).

Definition step (m : Z) (sum : Z) (k : Z) (ln_factor : Z) : (Z * Z)%type :=
  let part := part m k in
  let take := at_most_one (u64 (m + part)) in
  (u64 (m + (SourceCast.under take part)), u64 (sum + (SourceCast.under take ln_factor))).

Definition normalise (K : Z) (m : Z) : (Z * Z)%type :=
  let '(grown, sum, k) := (m, 0, 1) in
  let '(grown, sum) := for_range k (K + 1) (fun k '(grown, sum) =>
      let ln_factor := ln_factor k in
      let '(grown, sum) := step grown sum k ln_factor in
      (grown, sum)) (grown, sum) in
  (grown, sum).

Definition series (K : Z) (n : Z) (e : Z) : Z :=
  let '(m, sum) := normalise K (part n 1) in
  let r := u64 (ONE - m) in
  let head := part r (u32 (32 - K)) in
  let square := part (u64 (head * head)) (u32 ((u32 (2 * K)) - 1)) in
  let exponent := part_128 (u128 (e * LN_2)) 16 in
  u128 ((u128 (exponent + sum)) + (u64 ((u64 (2 * r)) + square))).

Definition minus_ln_far (n : Z) (e : Z) : Z :=
  part_128 (u128 ((u128 ((part_128 (u128 (e * LN_2)) 16) + (series STEPS_64 n 0))) + 10)) 6.

Definition FRACTION_64 : Z :=
  58.

Definition minus_ln_scaled (n : Z) (e : Z) : Z :=
  let rounded := part_128 (u128 ((series STEPS_64 n e) + 10)) 6 in
  SourceCast.low_u64 rounded.
