(* The shift-and-add logarithm as the functions generated from the source compute it, and the one of ShiftAddKernel.v: they are
   one function, as nothing leaves its word.
   Rests on Machine.v, ShiftAddKernel.v and the generated SourceShiftAdd.v. *)
From Coq Require Import ZArith List Bool Lia.
From Kdelta Require Import Machine MachineIntegers ShiftAddConstants ShiftAddKernel.
From Kdelta Require SourceCast SourceShiftAdd.
Import ListNotations.

Local Open Scope Z_scope.

Lemma source_part m k : 0 <= k < 64 -> SourceShiftAdd.part m k = part m k.
Proof. intros H. unfold SourceShiftAdd.part, part. rewrite Z.mod_small, Z.shiftr_div_pow2 by lia. reflexivity. Qed.

Lemma source_part_128 x k : 0 <= k < 128 -> SourceShiftAdd.part_128 x k = x / 2 ^ k.
Proof. intros H. unfold SourceShiftAdd.part_128. rewrite Z.mod_small, Z.shiftr_div_pow2 by lia. reflexivity. Qed.

(* One step, whose mask is the comparison of the model. *)
Lemma source_step m sum k c : 1 <= m <= ONE -> 1 <= k < 64 -> 0 <= c -> 0 <= sum -> sum + c < 2 ^ 64 ->
  SourceShiftAdd.step m sum k c = step m sum k c.
Proof.
  intros Hm Hk Hc Hs Hsum. destruct (step_of_words m sum k c Hm ltac:(lia) ltac:(lia)) as [B <-].
  unfold SourceShiftAdd.step, step_on_words, SourceShiftAdd.at_most_one, SourceCast.under. cbv zeta. rewrite source_part by lia.
  assert (Hp : 0 <= part m k) by (apply Z.div_pos; [lia | apply Z.pow_pos_nonneg; lia]).
  rewrite (u64_same (m + part m k)) by lia. change (u64 (SourceShiftAdd.ONE + 1)) with (ONE + 1).
  rewrite Z.shiftr_div_pow2 by lia. change (u64 (m + part m k - (ONE + 1))) with (word (m + part m k - (ONE + 1))).
  set (q := word _ / _). change (u64 (0 - q)) with (word (0 - q)).
  (* the mask is all ones or zero *)
  assert (Q : q = 0 \/ q = 1).
  { assert (0 <= q < 2); [| lia]. pose proof (Z.mod_pos_bound (m + part m k - (ONE + 1)) (2 ^ 64) ltac:(lia)).
    unfold q, word. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia. }
  destruct Q as [-> | ->].
  - change (word (0 - 0)) with 0. rewrite 2!Z.land_0_r, 2!Z.add_0_r. rewrite 2!u64_same by (unfold ONE in Hm; lia). reflexivity.
  - change (word (0 - 1)) with (Z.ones 64). rewrite 2!Z.land_ones, 2!Z.mod_small by lia. rewrite 2!u64_same by lia. reflexivity.
Qed.

Lemma step_range m sum k c : 1 <= m <= ONE -> 1 <= k -> 0 <= sum -> 0 <= c ->
  1 <= fst (step m sum k c) <= ONE /\ sum <= snd (step m sum k c) <= sum + c.
Proof.
  intros Hm Hk Hs Hc. unfold step. assert (0 <= part m k) by (apply Z.div_pos; [lia | apply Z.pow_pos_nonneg; lia]).
  destruct (Z.leb_spec (m + part m k) ONE); cbn [fst snd]; lia.
Qed.

(* The loop, over whatever constants it finds. *)
Lemma source_loop constants : List.Forall (fun c => 0 <= c) constants -> forall k m sum,
  1 <= k -> k + Z.of_nat (length constants) <= 64 -> 1 <= m <= ONE -> 0 <= sum -> sum + total constants < 2 ^ 64 ->
  (forall i, (i < length constants)%nat -> SourceShiftAdd.ln_factor (k + Z.of_nat i) = nth i constants 0) ->
  loop (length constants) k (fun k '(grown, sum) =>
      let ln_factor := SourceShiftAdd.ln_factor k in
      let '(grown, sum) := SourceShiftAdd.step grown sum k ln_factor in
      (grown, sum)) (m, sum)
  = normalise k constants m sum.
Proof.
  induction 1 as [| c rest Hc Hrest IH]; intros k m sum Hk Hl Hm Hs Ht Hn; [reflexivity |].
  cbn [length loop normalise total] in *.
  assert (0 <= total rest) by (clear - Hrest; induction Hrest; cbn [total]; lia).
  assert (E : SourceShiftAdd.ln_factor k = c) by (rewrite <- (Z.add_0_r k); apply (Hn 0%nat); lia).
  rewrite E. cbv zeta. rewrite source_step by lia. pose proof (step_range m sum k c Hm Hk Hs Hc) as [R1 R2].
  destruct (step m sum k c) as [m' sum']. cbn [fst snd] in R1, R2. apply IH; try lia.
  intros i Hi. specialize (Hn (S i) ltac:(lia)). cbn [nth] in Hn. rewrite <- Hn. f_equal. lia.
Qed.

Lemma source_constants i : (i < 21)%nat -> SourceShiftAdd.ln_factor (1 + Z.of_nat i) = nth i ln_factors 0.
Proof. intros H. do 21 (destruct i as [| i]; [reflexivity |]). lia. Qed.

Theorem source_normalise m : 1 <= m <= ONE -> SourceShiftAdd.normalise 21 m = normalise 1 (firstn 21 ln_factors) m 0.
Proof.
  intros Hm. unfold SourceShiftAdd.normalise. cbv beta iota. unfold for_range. change (Z.to_nat (21 + 1 - 1)) with (length (firstn 21 ln_factors)).
  assert (P : List.Forall (fun c => 0 <= c) (firstn 21 ln_factors)) by (repeat (constructor; [discriminate |]); constructor).
  rewrite (source_loop _ P) by first [exact Hm | exact source_constants | discriminate | reflexivity].
  now destruct normalise.
Qed.

(* The sum of the logarithms, in a double word. *)
Theorem source_series n e : 2 ^ 63 <= n < 2 ^ 64 -> 0 <= e < 2 ^ 32 -> SourceShiftAdd.series 21 n e = series 21 n e /\ 0 <= series 21 n e < 2 ^ 97.
Proof.
  intros Hn He. unfold SourceShiftAdd.series, series. rewrite source_part by lia. change (part n 1) with (n / 2).
  assert (Hm0 : 2 ^ 62 <= n / 2 < 2 ^ 63) by (split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia).
  rewrite source_normalise by (unfold ONE; lia). pose proof (nothing_overflows n 0 Hn ltac:(lia)) as N.
  destruct (normalise 1 (firstn 21 ln_factors) (n / 2) 0) as [m sum]. cbv zeta in N |- *. change (32 - Z.of_nat 21) with 11 in *.
  change (2 * Z.of_nat 21 - 1) with 41 in *. change (u32 (32 - 21)) with 11. change (u32 (u32 (2 * 21) - 1)) with 41.
  change SourceShiftAdd.ONE with ONE. change SourceShiftAdd.LN_2 with ln_2. set (r := ONE - m) in *. rewrite 2!source_part by lia.
  destruct N as (N1 & N2 & N3 & N4 & _). rewrite (u64_same r) by lia. change (part r 11) with (r / 2 ^ 11) in *. set (head := r / 2 ^ 11) in *.
  rewrite (u64_same (head * head)) by lia. change (part (head * head) 41) with (head * head / 2 ^ 41). set (square := head * head / 2 ^ 41) in *.
  assert (0 <= square) by (apply Z.div_pos; lia).
  rewrite (u64_same (2 * r)) by lia. rewrite (u64_same (2 * r + square)) by lia.
  assert (E : 0 <= e * ln_2 < 2 ^ 112) by (unfold ln_2; lia).
  assert (same : forall x, 0 <= x < 2 ^ 128 -> u128 x = x) by (intros x Hx; apply Z.mod_small; exact Hx).
  rewrite (same (e * ln_2)), source_part_128 by lia.
  assert (D : 0 <= e * ln_2 / 2 ^ 16 < 2 ^ 96) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  rewrite (same (e * ln_2 / 2 ^ 16 + sum)), same by lia. split; [reflexivity | lia].
Qed.

Theorem source_minus_ln_scaled n e : 2 ^ 63 <= n < 2 ^ 64 -> 0 <= e <= 90 ->
  SourceShiftAdd.minus_ln_scaled n e = minus_ln_scaled n e /\ 0 <= minus_ln_scaled n e < 2 ^ 64.
Proof.
  intros Hn He. destruct (source_series n e Hn ltac:(lia)) as [E B].
  assert (R : 0 <= minus_ln_scaled n e < 2 ^ 64).
  { pose proof (nothing_overflows n e Hn He) as N. destruct (normalise 1 (firstn 21 ln_factors) (n / 2) 0). apply N. }
  split; [| exact R]. unfold SourceShiftAdd.minus_ln_scaled, minus_ln_scaled in *. change SourceShiftAdd.STEPS_64 with 21. rewrite E.
  assert (same : forall x, 0 <= x < 2 ^ 128 -> u128 x = x) by (intros x Hx; apply Z.mod_small; exact Hx).
  rewrite same, source_part_128 by lia. cbv zeta. unfold SourceCast.low_u64. apply u64_same, R.
Qed.
