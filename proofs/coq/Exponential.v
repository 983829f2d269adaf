(** * The exponential function between polynomials, and a chord of ln

    Elementary bounds, without the derivative of exp and without excluded middle
    (LaplaceMechanism.v has [exp_at_least], [exp_le] and [exp_lt]). *)

From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceMechanism.
Local Open Scope R_scope.

(** 1 + x <= e^x for every x, without excluded middle: for -1 < x < 0 from
    e^y <= 1/(1-y), the geometric series. *)
Lemma exp_geometric : forall y, 0 <= y < 1 -> exp y * (1 - y) <= 1.
Proof.
  intros y Hy.
  assert (Hpartial : forall N, sum_f_R0 (fun i => / INR (fact i) * y ^ i) N * (1 - y)
                               <= 1 - y ^ S N).
  { induction N as [| N IH]; [simpl; lra |].
    rewrite tech5.
    assert (Hfact : / INR (fact (S N)) <= 1).
    { rewrite <- Rinv_1. apply Rinv_le_contravar; [lra |].
      apply (le_INR 1). pose proof (lt_O_fact (S N)). lia. }
    assert (Hpow : 0 <= y ^ S N) by (apply pow_le; lra).
    assert (Hterm : / INR (fact (S N)) * y ^ S N * (1 - y) <= 1 * y ^ S N * (1 - y)).
    { apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; assumption. }
    change (y ^ S (S N)) with (y * y ^ S N). lra. }
  unfold exp. destruct (exist_exp y) as [l Hl]; simpl proj1_sig.
  destruct (Rle_lt_dec (l * (1 - y)) 1) as [H | H]; [exact H |]. exfalso.
  assert (Hgap : 0 < l - / (1 - y)).
  { replace (l - / (1 - y)) with ((l * (1 - y) - 1) * / (1 - y)) by (field; lra).
    apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]. }
  destruct (Hl _ Hgap) as [N HN]. pose proof (HN N (le_n N)) as Hclose. unfold R_dist in Hclose.
  pose proof (Hpartial N) as Hbound.
  assert (0 <= y ^ S N) by (apply pow_le; lra).
  pose proof (Rle_abs (- (sum_f_R0 (fun i => / INR (fact i) * y ^ i) N - l))) as Habs.
  rewrite Rabs_Ropp in Habs.
  assert (Hsum : / (1 - y) < sum_f_R0 (fun i => / INR (fact i) * y ^ i) N) by lra.
  apply (Rmult_lt_compat_r (1 - y)) in Hsum; [| lra].
  rewrite Rinv_l in Hsum by lra. lra.
Qed.

Lemma exp_tangent : forall x, 1 + x <= exp x.
Proof.
  intros x. destruct (Rle_lt_dec 0 x) as [H | H]; [apply exp_at_least, H |].
  destruct (Rle_lt_dec x (-1)) as [H1 | H1]; [pose proof (exp_pos x); lra |].
  pose proof (exp_geometric (- x)) as Hg. pose proof (exp_pos x) as Hp.
  assert (Hone : exp x * exp (- x) = 1).
  { rewrite <- exp_plus, <- exp_0. f_equal. ring. }
  assert (Hle : exp (- x) * (1 - - x) <= 1) by (apply Hg; lra).
  apply (Rmult_le_compat_l (exp x)) in Hle; [| lra].
  rewrite <- Rmult_assoc, Hone in Hle. lra.
Qed.

(** Convexity: e^{a t} <= 1 - t + t e^a for 0 <= t <= 1. *)
Lemma exp_chord : forall a t, 0 <= t <= 1 -> exp (a * t) <= 1 - t + t * exp a.
Proof.
  intros a t Ht. pose proof (exp_pos (a * t)) as Hp.
  pose proof (exp_tangent (a - a * t)) as H1. pose proof (exp_tangent (0 - a * t)) as H2.
  apply (Rmult_le_compat_l (exp (a * t))) in H1; [| lra].
  apply (Rmult_le_compat_l (exp (a * t))) in H2; [| lra].
  rewrite <- exp_plus in H1, H2.
  replace (a * t + (a - a * t)) with a in H1 by ring.
  replace (a * t + (0 - a * t)) with 0 in H2 by ring. rewrite exp_0 in H2.
  assert (K1 : t * (exp (a * t) * (1 + (a - a * t))) <= t * exp a)
    by (apply Rmult_le_compat_l; lra).
  assert (K2 : (1 - t) * (exp (a * t) * (1 + (0 - a * t))) <= (1 - t) * 1)
    by (apply Rmult_le_compat_l; lra).
  assert (Hid : t * (exp (a * t) * (1 + (a - a * t))) + (1 - t) * (exp (a * t) * (1 + (0 - a * t)))
                = exp (a * t)) by ring.
  lra.
Qed.

Lemma exp_at_least_quadratic : forall x, 0 <= x -> 1 + x + x ^ 2 / 2 <= exp x.
Proof.
  intros x Hx. unfold exp. destruct (exist_exp x) as [l Hl]; simpl proj1_sig.
  replace (1 + x + x ^ 2 / 2) with (sum_f_R0 (fun i => / INR (fact i) * x ^ i) 2)
    by (simpl; field).
  apply sum_incr; [exact Hl |].
  intros i. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | apply pow_le, Hx].
Qed.

Lemma exp_at_least_quartic : forall x, 0 <= x ->
  1 + x + x ^ 2 / 2 + x ^ 3 / 6 + x ^ 4 / 24 <= exp x.
Proof.
  intros x Hx. unfold exp. destruct (exist_exp x) as [l Hl]; simpl proj1_sig.
  replace (1 + x + x ^ 2 / 2 + x ^ 3 / 6 + x ^ 4 / 24)
    with (sum_f_R0 (fun i => / INR (fact i) * x ^ i) 4) by (simpl; field).
  apply sum_incr; [exact Hl |].
  intros i. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | apply pow_le, Hx].
Qed.

Lemma factorial_at_least : forall m, 2 ^ m <= INR (fact (S m)).
Proof.
  induction m as [| m IH]; [simpl; lra |].
  change (fact (S (S m))) with (S (S m) * fact (S m))%nat. rewrite mult_INR.
  assert (2 <= INR (S (S m))) by (rewrite !S_INR; pose proof (pos_INR m); lra).
  assert (0 <= 2 ^ m) by (apply pow_le; lra).
  simpl pow. nra.
Qed.

(** e^x <= 1 + x + x^2 on [0,1]: the terms from the second on are at most
    x^2/2, x^2/4, ... *)
Lemma exp_at_most_quadratic : forall x, 0 <= x <= 1 -> exp x <= 1 + x + x ^ 2.
Proof.
  intros x Hx.
  assert (Hpartial : forall m, sum_f_R0 (fun i => / INR (fact i) * x ^ i) (S (S m))
                               <= 1 + x + x ^ 2 * (1 - / 2 ^ (S m))).
  { induction m as [| m IH]; [simpl; nra |].
    rewrite tech5.
    assert (Hterm : / INR (fact (S (S (S m)))) * x ^ S (S (S m)) <= x ^ 2 * / 2 ^ (S (S m))).
    { rewrite (Rmult_comm (x ^ 2)). apply Rmult_le_compat.
      - left. apply Rinv_0_lt_compat, INR_fact_lt_0.
      - apply pow_le; lra.
      - apply Rinv_le_contravar; [apply pow_lt; lra | apply factorial_at_least].
      - replace (x ^ S (S (S m))) with (x ^ 2 * x ^ S m) by (simpl; ring).
        assert (Hpow : x ^ S m <= 1) by (rewrite <- (pow1 (S m)); apply pow_incr; exact Hx).
        pose proof (pow2_ge_0 x). nra. }
    assert (Hhalf : / 2 ^ S m = 2 * / 2 ^ S (S m)).
    { change (2 ^ S (S m)) with (2 * 2 ^ S m).
      assert (0 < 2 ^ S m) by (apply pow_lt; lra). field. lra. }
    rewrite Hhalf in IH. lra. }
  unfold exp. destruct (exist_exp x) as [l Hl]; simpl proj1_sig.
  destruct (Rle_lt_dec l (1 + x + x ^ 2)) as [H | H]; [exact H |].
  exfalso.
  destruct (Hl (l - (1 + x + x ^ 2))) as [N HN]; [lra |].
  assert (HNN : (S (S N) >= N)%nat) by lia.
  pose proof (HN (S (S N)) HNN) as Hclose. unfold R_dist in Hclose.
  pose proof (Hpartial N) as Hbound.
  assert (0 < / 2 ^ S N) by (apply Rinv_0_lt_compat, pow_lt; lra).
  pose proof (pow2_ge_0 x).
  pose proof (Rle_abs (- (sum_f_R0 (fun i => / INR (fact i) * x ^ i) (S (S N)) - l))) as Habs.
  rewrite Rabs_Ropp in Habs. nra.
Qed.

Lemma ln_difference : forall x y, 0 < x -> 0 < y -> ln x - ln y <= (x - y) / y.
Proof.
  intros x y Hx Hy. rewrite <- ln_div by assumption.
  pose proof (exp_ineq1_le (ln (x / y))) as H.
  rewrite exp_ln in H by (apply Rdiv_lt_0_compat; assumption).
  replace ((x - y) / y) with (x / y - 1) by (field; lra). lra.
Qed.
