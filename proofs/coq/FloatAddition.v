(* r ⊕ x depends only on the exact sum, and so does the release (THEORY F24).

   The composition "add in f64 or f32, then round to the grid" is again a fixed rounding of the exact sum: the preimage of
   the cell [a, b[ lies between the open and the closed interval whose ends are the midpoints of a and of b with the
   number of the format just below. Its length is L, but for half a last place at most. So ⊕ costs no δ_add; L shrinks.
   In Rust: Format::add_and_round of crates/finite/src/format.rs for f64 and f32. Rests on Binary.v and GridRounding.v. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary GridRounding.

Local Open Scope R_scope.

Section Format.

Context {f : Format}.

Definition float_sum (r x : R) : R := rnd (r + x).
Definition released (log2 : Z) (r x : R) : Z := nearest_up (float_sum r x / step log2).
Definition last_place (x : R) : R := ulp radix2 exponents x.

Lemma float_sum_of_exact_sum r x r' x' : r + x = r' + x' -> float_sum r x = float_sum r' x'.
Proof. unfold float_sum. now intros ->. Qed.

Lemma released_of_exact_sum log2 r x r' x' : r + x = r' + x' -> released log2 r x = released log2 r' x'.
Proof. intros H. unfold released. now rewrite (float_sum_of_exact_sum r x r' x' H). Qed.

Theorem float_sum_monotone r x r' x' : r + x <= r' + x' -> float_sum r x <= float_sum r' x'.
Proof. apply rnd_le. Qed.

(* The edge a of a cell, seen from the exact sum. *)
Definition below (a : R) : R := pred radix2 exponents a.
Definition edge (a : R) : R := (below a + a) / 2.

Lemma below_gap a : in_format a -> a <> 0 -> 0 <= a - below a <= last_place a.
Proof.
  intros Fa Na. pose proof (pred_le_id radix2 exponents a) as G. split; [unfold below; lra |].
  unfold below, last_place. destruct (Rlt_dec 0 a) as [P | P].
  - pose proof (pred_plus_ulp radix2 exponents a P Fa) as E.
    assert (0 <= pred radix2 exponents a) by (apply pred_ge_0; [exact valid | exact P | exact Fa]).
    assert (ulp radix2 exponents (pred radix2 exponents a) <= ulp radix2 exponents a).
    { apply ulp_le; [exact valid | exact monotone |]. rewrite 2!Rabs_pos_eq; lra. }
    lra.
  - unfold pred. rewrite succ_eq_pos by lra. rewrite ulp_opp. lra.
Qed.

(* Below the moved edge the float sum is below a, above it is at or above a. *)
Lemma sum_below_edge a s : in_format a -> a <> 0 -> s < edge a -> rnd s < a.
Proof.
  intros Fa Na H. apply Rle_lt_trans with (below a).
  - apply round_N_le_midp; [exact valid | apply generic_format_pred; [exact valid | exact Fa] |].
    unfold below at 2. rewrite succ_pred; [exact H | exact valid | exact Fa].
  - apply pred_lt_id. exact Na.
Qed.

Lemma sum_above_edge a s : in_format a -> edge a < s -> a <= rnd s.
Proof. intros Fa H. apply round_N_ge_midp; [exact valid | exact Fa |]. unfold edge, below in H. lra. Qed.

Section Cell.

Variables (log2 i : Z).
(* Both hold for every grid and window that the code admits. *)
Hypothesis grid : (least < log2)%Z.
Hypothesis index : (Z.abs i < 2 ^ (fraction - 1))%Z.

Let L := step log2.
Let a := grid_point log2 i - L / 2.
Let b := grid_point log2 i + L / 2.

Lemma half_step n : (Z.abs n < 2 ^ precision)%Z -> n <> 0%Z -> in_format (IZR n * bpow radix2 (log2 - 1)) /\ IZR n * bpow radix2 (log2 - 1) <> 0.
Proof.
  intros Hn N0. split; [apply (format_dyadic _ n (log2 - 1)); [reflexivity | lia | lia] |].
  apply Rmult_integral_contrapositive. split; [now apply not_0_IZR | apply Rgt_not_eq, bpow_gt_0].
Qed.

Lemma edges : (in_format a /\ a <> 0) /\ (in_format b /\ b <> 0).
Proof.
  assert (H : L = 2 * bpow radix2 (log2 - 1)).
  { unfold L, step. replace log2 with (1 + (log2 - 1))%Z at 1 by ring. rewrite bpow_plus. reflexivity. }
  assert (Ea : a = IZR (2 * i - 1) * bpow radix2 (log2 - 1)) by (unfold a, grid_point; fold L; rewrite H, minus_IZR, mult_IZR; field).
  assert (Eb : b = IZR (2 * i + 1) * bpow radix2 (log2 - 1)) by (unfold b, grid_point; fold L; rewrite H, plus_IZR, mult_IZR; field).
  pose proof fraction_large. assert (2 ^ precision = 4 * 2 ^ (fraction - 1))%Z.
  { replace precision with (2 + (fraction - 1))%Z by ring. rewrite Z.pow_add_r by lia. reflexivity. }
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
Theorem preimage_length : L - last_place b / 2 <= edge b - edge a <= L + last_place a / 2.
Proof.
  destruct edges as [[Fa Na] [Fb Nb]]. pose proof (below_gap a Fa Na). pose proof (below_gap b Fb Nb).
  unfold edge. assert (b - a = L) by (unfold a, b; lra). lra.
Qed.

End Cell.

End Format.

(* What the code computes: in f32 as in f64 the index is taken in f64, of a sum that is a number of f64 in both. *)
Theorem released_is_computed log2 r x : Rabs (@float_sum binary64 r x / step log2) <= bpow radix2 51 ->
  @index_near binary64 log2 (@float_sum binary64 r x) = @released binary64 log2 r x.
Proof. intros H. apply index_near_exact; [apply rnd_format | exact H]. Qed.

Theorem released_is_computed_32 log2 r x : Rabs (@float_sum binary32 r x / step log2) <= bpow radix2 51 ->
  @index_near binary64 log2 (@float_sum binary32 r x) = @released binary32 log2 r x.
Proof. intros H. apply index_near_exact; [apply binary32_in_binary64, rnd_format | exact H]. Qed.
