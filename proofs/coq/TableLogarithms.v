(* minus_ln_f64 and minus_ln_f32 of crates/finite/src/ln/table.rs: the certified error of each, for every argument.

   Both are instances of the kernel of TableKernel.v: the numbers of each format stand here, the tables in TableConstants.v,
   which is generated from the source. All that is left to prove is arithmetic on these numbers, done by computation. *)
From Coq Require Import Reals ZArith List Lra.
From Flocq Require Import Core.
From Kdelta Require Import Binary PureInterval ErrorTerms TableConstants TableKernel TableReduction.

Local Open Scope R_scope.

Definition table64 : Kernel := {|
  format := binary64; largest_k := 1000; start := 0x3fe6000000000000;
  ln_2_high := ln_2_high_64; ln_2_low := ln_2_low_64; cells := cells_64;
  index_bits := 7; cut := 26; inverse_bits := 10; high_bits := 42; largest_r := 4424; pairs := 2;
  ln_2_error := / 2 ^ 98; cell_error := / 2 ^ 97; series_error := / 2 ^ 66 |}.

Definition table32 : Kernel := {|
  format := binary32; largest_k := 64; start := 0x3f300000;
  ln_2_high := ln_2_high_32; ln_2_low := ln_2_low_32; cells := cells_32;
  index_bits := 5; cut := 12; inverse_bits := 8; high_bits := 16; largest_r := 17664; pairs := 1;
  ln_2_error := / 2 ^ 44; cell_error := / 2 ^ 42; series_error := / 2 ^ 37 |}.

Definition minus_ln_f64 : Z -> R := @minus_ln table64.
Definition minus_ln_f32 : Z -> R := @minus_ln table32.

(* Computes everything but the real numbers. *)
Ltac reals := cbv -[Rle Rlt Rplus Rmult Rminus Rdiv Ropp Rinv Rabs pow IZR bpow radix2 ln].
Ltac shape := constructor; repeat split; vm_compute; first [reflexivity | discriminate].
(* r is at most bound. *)
Ltac series bound r H := apply (fun h => Rle_trans _ _ bound h) in H; [cbn [Q pairs] | reals; interval with (i_prec 120)].

Lemma sound64 : @Sound table64.
Proof.
  constructor; [shape | constructor | reflexivity | vm_compute; reflexivity | exact cells_64_off].
  - exact ln_2_64_off.
  - reals. interval with (i_prec 60).
  - intros r H. series (4425 / 2 ^ 20) r H. cbn. interval with (i_taylor r, i_degree 12, i_prec 150).
Qed.

Lemma sound32 : @Sound table32.
Proof.
  constructor; [shape | constructor | reflexivity | vm_compute; reflexivity | exact cells_32_off].
  - exact ln_2_32_off.
  - reals. interval with (i_prec 60).
  - intros r H. series (17665 / 2 ^ 20) r H. cbn. interval with (i_taylor r, i_degree 10, i_prec 100).
Qed.

Lemma total64 : @total_error table64 <= certified_table_f64.
Proof. reals. interval with (i_prec 120). Qed.

Lemma total32 : @total_error table32 <= certified_table_f32.
Proof. reals. interval with (i_prec 120). Qed.

(* THE CERTIFICATE kernel-table-f64.json: every binary64 number of [2^-1000, 1[. *)
Theorem minus_ln_f64_certified bits : (23 * 2 ^ 52 <= bits < 1023 * 2 ^ 52)%Z ->
  Rabs (minus_ln_f64 bits - - ln (real64 bits))
  <= certified_table_f64 + certified_table_f64_relative * Rabs (ln (real64 bits)).
Proof.
  intros H. apply Rle_trans with (1 := minus_ln_off sound64 bits H). apply Rplus_le_compat; [exact total64 |].
  apply Rmult_le_compat_r; [apply Rabs_pos | reals; interval with (i_prec 60)].
Qed.

(* THE CERTIFICATE kernel-table-f32.json: every binary32 number of [2^-64, 1[. *)
Theorem minus_ln_f32_certified bits : (63 * 2 ^ 23 <= bits < 127 * 2 ^ 23)%Z ->
  Rabs (minus_ln_f32 bits - - ln (real32 bits))
  <= certified_table_f32 + certified_table_f32_relative * Rabs (ln (real32 bits)).
Proof.
  intros H. apply Rle_trans with (1 := minus_ln_off sound32 bits H). apply Rplus_le_compat; [exact total32 |].
  apply Rmult_le_compat_r; [apply Rabs_pos | reals; interval with (i_prec 60)].
Qed.

(* Every number of the domain has such a bit pattern. *)
Theorem unit64_bits v : @in_format binary64 v -> bpow radix2 (-1000) <= v < 1 ->
  exists bits, (23 * 2 ^ 52 <= bits < 1023 * 2 ^ 52)%Z /\ real64 bits = v.
Proof. exact (unit_bits sound64 v). Qed.

Theorem unit32_bits v : @in_format binary32 v -> bpow radix2 (-64) <= v < 1 ->
  exists bits, (63 * 2 ^ 23 <= bits < 127 * 2 ^ 23)%Z /\ real32 bits = v.
Proof. exact (unit_bits sound32 v). Qed.
