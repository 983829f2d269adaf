(* The logarithm of a far draw as the function generated from the source computes it, and the one of LazyGenerator.v: they are one
   function, as nothing leaves its word.
   Rests on ShiftAddSource.v and LazyGenerator.v. *)
From Coq Require Import Reals ZArith List Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import Machine MachineIntegers ShiftAddConstants ShiftAddKernel ShiftAddSource.
From Kdelta Require LazyGenerator FixedMechanism.
From Kdelta Require SourceCast SourceShiftAdd SourceFloating.

Local Open Scope Z_scope.

Theorem source_minus_ln_far n e : 2 ^ 63 <= n < 2 ^ 64 -> 0 <= e < 2 ^ 32 ->
  SourceShiftAdd.minus_ln_far n e = LazyGenerator.minus_ln_far n e /\ 0 <= LazyGenerator.minus_ln_far n e < 2 ^ 90.
Proof.
  intros Hn He. destruct (source_series n 0 Hn ltac:(lia)) as [E B].
  assert (same : forall x, 0 <= x < 2 ^ 128 -> u128 x = x) by (intros x Hx; apply Z.mod_small; exact Hx).
  assert (S : series 21 n 0 < 2 ^ 71).
  { destruct (source_minus_ln_scaled n 0 Hn ltac:(lia)) as [_ R]. unfold minus_ln_scaled in R. Z.div_mod_to_equations. lia. }
  assert (P : 0 <= e * ln_2 < 3 * 2 ^ 110) by (unfold ln_2; lia).
  assert (D : 0 <= e * ln_2 / 2 ^ 16 < 3 * 2 ^ 94) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  unfold SourceShiftAdd.minus_ln_far, LazyGenerator.minus_ln_far. change SourceShiftAdd.STEPS_64 with 21. change SourceShiftAdd.LN_2 with ln_2.
  rewrite E, (same (e * ln_2)) by lia. rewrite (source_part_128 (e * ln_2)) by lia.
  rewrite (same (_ + series 21 n 0)), same by lia. rewrite source_part_128 by lia. split; [reflexivity |].
  split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia.
Qed.

(* The word that a draw hands to the integer logarithms. *)
Lemma aligned_word p words further negative open e (j : nat) : 2 <= p <= 52 -> (j < 2 ^ (Z.to_nat p - 1))%nat ->
  SourceFloating.Floating_aligned p words further (SourceFloating.Build_Floating negative open e (2 * Z.of_nat j + 1))
  = (2 ^ 63 + (2 * Z.of_nat j + 1) * 2 ^ (63 - p), e) /\ 2 ^ 63 <= 2 ^ 63 + (2 * Z.of_nat j + 1) * 2 ^ (63 - p) < 2 ^ 64.
Proof.
  intros Hp Hj. apply Nat2Z.inj_lt in Hj. rewrite Nat2Z.inj_pow in Hj. change (Z.of_nat 2) with 2 in Hj.
  replace (Z.of_nat (Z.to_nat p - 1)) with (p - 1) in Hj by lia.
  assert (Q : 2 ^ 63 = 2 * 2 ^ (p - 1) * 2 ^ (63 - p)) by (rewrite <- Z.pow_succ_r, <- Z.pow_add_r by lia; f_equal; lia).
  assert (Pq : 0 < 2 ^ (63 - p)) by (apply Z.pow_pos_nonneg; lia).
  assert (B : 0 <= (2 * Z.of_nat j + 1) * 2 ^ (63 - p) < 2 ^ 63) by nia.
  split; [| lia]. unfold SourceFloating.Floating_aligned. cbn [SourceFloating.Floating_mantissa SourceFloating.Floating_exponent].
  rewrite u32_same, (Z.mod_small (63 - p)), (Z.shiftl_mul_pow2 (2 * Z.of_nat j + 1)) by lia. rewrite (u64_same ((2 * Z.of_nat j + 1) * _)) by lia.
  change (u64 (Z.shiftl 1 63)) with (1 * 2 ^ 63). rewrite Z.lor_comm, lor_above by lia. f_equal. lia.
Qed.

Local Open Scope R_scope.

(* It is the one of FixedMechanism.v. *)
Lemma word_of_tail p e j : (1 <= p <= 63)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  FixedMechanism.word_of v = (2 ^ 63 + (2 * Z.of_nat j + 1) * 2 ^ (63 - Z.of_nat p))%Z.
Proof.
  intros Hp Hj v. destruct (FixedMechanism.scaled_word p e j Hp Hj) as (_ & _ & Ev & _). fold v in Ev. apply eq_IZR.
  assert (P64 : 0 < IZR (2 ^ (64 + Z.of_nat e))) by (apply (IZR_lt 0), Z.pow_pos_nonneg; lia).
  replace (IZR (FixedMechanism.word_of v)) with (v * IZR (2 ^ (64 + Z.of_nat e))) by (rewrite Ev at 1; field; lra).
  unfold v. rewrite plus_IZR, mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ.
  rewrite !IZR_pow2 by lia. rewrite Z2Nat.inj_add, Nat2Z.id by lia.
  replace (Z.to_nat (63 - Z.of_nat p)) with (63 - p)%nat by lia. change (Z.to_nat 64) with 64%nat. change (Z.to_nat 63) with 63%nat.
  assert (E63 : 2 ^ 63 = 2 ^ p * 2 ^ (63 - p)) by (rewrite <- pow_add; f_equal; lia).
  rewrite pow_add. replace (2 ^ 64) with (2 * 2 ^ 63) by (cbn [pow]; ring). rewrite E63. cbn [pow].
  field. split; apply pow_nonzero; lra.
Qed.
