(* Generated from crates/finite/src/cos_sin.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
Import ListNotations.

Local Open Scope Z_scope.

Definition fold (turn : Z) : Z :=
  let odd := u64 (0 - (Z.land (Z.shiftr turn 61) 1)) in
  Z.land (u64 ((Z.lxor turn odd) - odd)) (u64 ((u64 (Z.shiftl 1 62)) - 1)).

Definition PI : Z :=
  0xc90fdaa22168c235.

Definition part (a : Z) (b : Z) (k : Z) : Z :=
  Z.shiftr (u128 (a * b)) (k mod 128).

Definition nearest (a : Z) (b : Z) (k : Z) : Z :=
  SourceCast.low_u64 (Z.shiftr (u128 ((part a b (u32 (k - 1))) + 1)) 1).

Definition SIN : list Z :=
  [0xaaaaaaaaaaaaaaab;
     0x8888888888888889;
     0xd00d00d00d00d00d;
     0xb8ef1d2ab6399c7d;
     0xd7322b3faa271c7f;
     0xb092309d43684be5;
     0xd73f9f399dc0f88f;
     0xca963b81856a5359;
     0x97a4da340a0ab926].

Definition SHIFTS_SIN : list Z :=
  [2;
     6;
     12;
     18;
     25;
     32;
     40;
     48;
     56].

Definition step (coefficient : Z) (z : Z) (inner : Z) (s : Z) : Z :=
  u64 (coefficient - (SourceCast.low_u64 (part z inner (u32 (64 + s))))).

Definition COS : list Z :=
  [0xaaaaaaaaaaaaaaab; 0xb60b60b60b60b60b; 0xd00d00d00d00d00d; 0x93f27dbbc4fae397; 0x8f76c77fc6c4bdaa; 0xc9cba54603e4e906; 0xd73f9f399dc0f88f; 0xb413c31dcbecbbde].

Definition SHIFTS_COS : list Z :=
  [3; 8; 14; 20; 27; 35; 43; 51].

Definition last_place (sum : Z) : Z :=
  i64 (Z.shiftr (i128 (sum + (i128 (Z.shiftl 1 63)))) 64).

Definition octant (y : Z) : (Z * Z)%type :=
  let x := nearest (u64 (Z.shiftl y 2)) PI 63 in
  let z := nearest x x 64 in
  let '(array_1, array_2) := (SIN, SHIFTS_SIN) in
  let a1 := nth 0 array_1 0 in
  let a2 := nth 1 array_1 0 in
  let a3 := nth 2 array_1 0 in
  let a4 := nth 3 array_1 0 in
  let a5 := nth 4 array_1 0 in
  let a6 := nth 5 array_1 0 in
  let a7 := nth 6 array_1 0 in
  let a8 := nth 7 array_1 0 in
  let a9 := nth 8 array_1 0 in
  let s1 := nth 0 array_2 0 in
  let s2 := nth 1 array_2 0 in
  let s3 := nth 2 array_2 0 in
  let s4 := nth 3 array_2 0 in
  let s5 := nth 4 array_2 0 in
  let s6 := nth 5 array_2 0 in
  let s7 := nth 6 array_2 0 in
  let s8 := nth 7 array_2 0 in
  let s9 := nth 8 array_2 0 in
  let inner := step a8 z a9 (u32 (s9 - s8)) in
  let inner := step a7 z inner (u32 (s8 - s7)) in
  let inner := step a6 z inner (u32 (s7 - s6)) in
  let inner := step a5 z inner (u32 (s6 - s5)) in
  let inner := step a4 z inner (u32 (s5 - s4)) in
  let inner := step a3 z inner (u32 (s4 - s3)) in
  let inner := step a2 z inner (u32 (s3 - s2)) in
  let inner := step a1 z inner (u32 (s2 - s1)) in
  let d := SourceCast.low_u64 (part z inner 64) in
  let sin := i128 ((i128 (Z.shiftl x 62)) - (i128 (part x d (u32 (2 + s1))))) in
  let '(array_3, array_4) := (COS, SHIFTS_COS) in
  let b1 := nth 0 array_3 0 in
  let b2 := nth 1 array_3 0 in
  let b3 := nth 2 array_3 0 in
  let b4 := nth 3 array_3 0 in
  let b5 := nth 4 array_3 0 in
  let b6 := nth 5 array_3 0 in
  let b7 := nth 6 array_3 0 in
  let b8 := nth 7 array_3 0 in
  let s1 := nth 0 array_4 0 in
  let s2 := nth 1 array_4 0 in
  let s3 := nth 2 array_4 0 in
  let s4 := nth 3 array_4 0 in
  let s5 := nth 4 array_4 0 in
  let s6 := nth 5 array_4 0 in
  let s7 := nth 6 array_4 0 in
  let s8 := nth 7 array_4 0 in
  let inner := step b7 z b8 (u32 (s8 - s7)) in
  let inner := step b6 z inner (u32 (s7 - s6)) in
  let inner := step b5 z inner (u32 (s6 - s5)) in
  let inner := step b4 z inner (u32 (s5 - s4)) in
  let inner := step b3 z inner (u32 (s4 - s3)) in
  let inner := step b2 z inner (u32 (s3 - s2)) in
  let inner := step b1 z inner (u32 (s2 - s1)) in
  let d := SourceCast.low_u64 (part z inner 64) in
  let cos := i128 ((i128 ((i128 (Z.shiftl 1 126)) - (i128 (Z.shiftl z 61)))) + (i128 (part z d (u32 (3 + s1))))) in
  (last_place cos, last_place sin).

Definition with_sign (v : Z) (negative : Z) : Z :=
  let mask := Z.shiftr (i64 (u64 (Z.shiftl (Z.land negative 1) 63))) 63 in
  i64 ((Z.lxor v mask) - mask).

Definition cos_sin (turn : Z) : (Z * Z)%type :=
  let '(cos, sin) := octant (fold turn) in
  let swap := Z.shiftr (i64 (u64 (Z.shiftl (Z.lxor (Z.shiftr turn 61) (Z.shiftr turn 62)) 63))) 63 in
  let both := Z.land (Z.lxor cos sin) swap in
  (with_sign (Z.lxor cos both) (Z.lxor (Z.shiftr turn 62) (Z.shiftr turn 63)), with_sign (Z.lxor sin both) (Z.shiftr turn 63)).
