(* r ⊕ x depends only on the exact sum, and so does the release (THEORY F24).

   The composition "add in binary64, then round to the grid" is again a fixed rounding of the exact sum: the preimage of
   the cell [a, b[ lies between the open and the closed interval whose ends are the midpoints of a and of b with the
   number of the format just below. Its length is L, but for half a last place at most. So ⊕ costs no δ_add; L shrinks. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary64 GridRounding.

Local Open Scope R_scope.

Definition float_sum (r x : R) : R := rnd (r + x).
Definition released (log2 : Z) (r x : R) : Z := nearest_up (float_sum r x / step log2).
Definition ulp64 (x : R) : R := ulp radix2 (FLT_exp (-1074) 53) x.

Theorem float_sum_of_exact_sum r x r' x' : r + x = r' + x' -> float_sum r x = float_sum r' x'.
Proof. unfold float_sum. now intros ->. Qed.

Theorem released_of_exact_sum log2 r x r' x' : r + x = r' + x' -> released log2 r x = released log2 r' x'.
Proof. intros H. unfold released. now rewrite (float_sum_of_exact_sum r x r' x' H). Qed.

Theorem float_sum_monotone r x r' x' : r + x <= r' + x' -> float_sum r x <= float_sum r' x'.
Proof. apply rnd_le. Qed.

(* The edge a of a cell, seen from the exact sum. *)
Definition below (a : R) : R := pred radix2 (FLT_exp (-1074) 53) a.
Definition edge (a : R) : R := (below a + a) / 2.

Lemma below_gap a : format64 a -> a <> 0 -> 0 <= a - below a <= ulp64 a.
Proof.
  intros Fa Na. pose proof (pred_le_id radix2 (FLT_exp (-1074) 53) a) as G. split; [unfold below; lra |].
  unfold below, ulp64. destruct (Rlt_dec 0 a) as [P | P].
  - pose proof (pred_plus_ulp radix2 (FLT_exp (-1074) 53) a P Fa) as E.
    assert (0 <= pred radix2 (FLT_exp (-1074) 53) a) by (apply pred_ge_0; [exact valid64 | exact P | exact Fa]).
    assert (ulp radix2 (FLT_exp (-1074) 53) (pred radix2 (FLT_exp (-1074) 53) a) <= ulp radix2 (FLT_exp (-1074) 53) a).
    { apply ulp_le; [exact valid64 | exact monotone64 |]. rewrite 2!Rabs_pos_eq; lra. }
    lra.
  - unfold pred. rewrite succ_eq_pos by lra. rewrite ulp_opp. lra.
Qed.

(* Below the moved edge the float sum is below a, above it is at or above a. *)
Lemma sum_below_edge a s : format64 a -> a <> 0 -> s < edge a -> rnd s < a.
Proof.
  intros Fa Na H. apply Rle_lt_trans with (below a).
  - apply round_N_le_midp; [exact valid64 | apply generic_format_pred; [exact valid64 | exact Fa] |].
    unfold below at 2. rewrite succ_pred; [exact H | exact valid64 | exact Fa].
  - apply pred_lt_id. exact Na.
Qed.

Lemma sum_above_edge a s : format64 a -> edge a < s -> a <= rnd s.
Proof. intros Fa H. apply round_N_ge_midp; [exact valid64 | exact Fa |]. unfold edge, below in H. lra. Qed.

Section Cell.

Variables (log2 i : Z).
Hypothesis grid : (-100 <= log2 <= 100)%Z.
Hypothesis index : (Z.abs i < 2 ^ 51)%Z.

Let L := step log2.
Let a := grid_point log2 i - L / 2.
Let b := grid_point log2 i + L / 2.

Lemma half_step n : (Z.abs n < 2 ^ 53)%Z -> n <> 0%Z -> format64 (IZR n * bpow radix2 (log2 - 1)) /\ IZR n * bpow radix2 (log2 - 1) <> 0.
Proof.
  intros Hn N0. split; [apply (format_dyadic _ n (log2 - 1)); [reflexivity | lia | lia] |].
  apply Rmult_integral_contrapositive. split; [now apply not_0_IZR | apply Rgt_not_eq, bpow_gt_0].
Qed.

Lemma edges : (format64 a /\ a <> 0) /\ (format64 b /\ b <> 0).
Proof.
  assert (H : L = 2 * bpow radix2 (log2 - 1)).
  { unfold L, step. replace log2 with (1 + (log2 - 1))%Z at 1 by ring. rewrite bpow_plus. reflexivity. }
  assert (Ea : a = IZR (2 * i - 1) * bpow radix2 (log2 - 1)) by (unfold a, grid_point; fold L; rewrite H, minus_IZR, mult_IZR; field).
  assert (Eb : b = IZR (2 * i + 1) * bpow radix2 (log2 - 1)) by (unfold b, grid_point; fold L; rewrite H, plus_IZR, mult_IZR; field).
  rewrite Ea, Eb. split; apply half_step; lia.
Qed.

(* The preimage of the cell of i lies between the open interval and the closed one. *)
Theorem preimage_contains r x : edge a < r + x < edge b -> released log2 r x = i.
Proof.
  destruct edges as [[Fa Na] [Fb Nb]]. intros [H1 H2]. apply cell_of_index. unfold float_sum.
  split; [now apply (sum_above_edge a) | now apply (sum_below_edge b)].
Qed.

Theorem preimage_within r x : released log2 r x = i -> edge a <= r + x <= edge b.
Proof.
  destruct edges as [[Fa Na] [Fb Nb]]. intros H. apply cell_of_index in H as [H1 H2]. unfold float_sum in *. fold L a b in H1, H2.
  split; apply Rnot_lt_le; intros H.
  - apply (sum_below_edge a) in H; try easy. lra.
  - apply (sum_above_edge b) in H; try easy. lra.
Qed.

(* Its length: L̃ ≥ L − ulp/2, and L̃ ≤ L + ulp/2. *)
Theorem preimage_length : L - ulp64 b / 2 <= edge b - edge a <= L + ulp64 a / 2.
Proof.
  destruct edges as [[Fa Na] [Fb Nb]]. pose proof (below_gap a Fa Na). pose proof (below_gap b Fb Nb).
  unfold edge. assert (b - a = L) by (unfold a, b; lra). lra.
Qed.

End Cell.
