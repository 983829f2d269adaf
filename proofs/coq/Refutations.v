(** * What does not hold as printed

    Formulas of the paper that are false as printed, as theorems, each followed
    by the theorem for its repair where it is short.  Findings F1 (CE1), F3 and
    F4, F5 (with Lemma R and the Gamma(2) radius), F6, F8 (CE5, the printed main
    theorem without continuity), F12 (CE9, CE10), F19 and F20 (CE12) of
    proofs/theory.md.

    The statements with [ln] use the axiom of excluded middle, because the
    standard library's definition of ln does.  Nothing else uses it.

    In Rust: crates/oracle/tests/counterexamples.rs and paper_numbers.rs compute
    the same examples exactly.  Rests on Closeness.v, LaplaceMechanism.v and
    Crossing.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness LaplaceMechanism Crossing.
Import ListNotations.
Local Open Scope R_scope.

(** ** F1: the set S^{-epsilon} (l.301)

    Printed: {x | forall s, d(x,s) <= epsilon implies s not in S}, claimed to be
    ((S^c)^{+epsilon})^c. *)
Section F1.

Variable A : metric_space.

Definition plus_neighbour (S : A -> Prop) (epsilon : R) (x : A) : Prop :=
  exists s, S s /\ distance x s <= epsilon.

Definition printed_minus_neighbour (S : A -> Prop) (epsilon : R) (x : A) : Prop :=
  forall s, distance x s <= epsilon -> ~ S s.

Definition repaired_minus_neighbour (S : A -> Prop) (epsilon : R) (x : A) : Prop :=
  forall s, distance x s <= epsilon -> S s.

Definition complement (S : A -> Prop) (x : A) : Prop := ~ S x.

(** The printed set is the complement of S^{+epsilon}. *)
Theorem printed_minus_neighbour_is_complement_of_plus : forall S epsilon x,
  printed_minus_neighbour S epsilon x <-> complement (plus_neighbour S epsilon) x.
Proof.
  intros S epsilon x. split.
  - intros H (s & Hs & Hd). exact (H s Hd Hs).
  - intros H s Hd Hs. apply H. exists s. split; assumption.
Qed.

(** It contains no point of S at all. *)
Theorem printed_minus_neighbour_misses_S : forall (S : A -> Prop) epsilon x,
  0 <= epsilon -> S x -> ~ printed_minus_neighbour S epsilon x.
Proof.
  intros S epsilon x He Sx H. apply (H x); [| exact Sx].
  rewrite (distance_same A x). exact He.
Qed.

(** The repaired set lies in S. *)
Theorem repaired_minus_neighbour_inside : forall (S : A -> Prop) epsilon x,
  0 <= epsilon -> repaired_minus_neighbour S epsilon x -> S x.
Proof.
  intros S epsilon x He H. apply H. rewrite (distance_same A x). exact He.
Qed.

(** The repaired set is ((S^c)^{+epsilon})^c, as the paper wants (S decidable). *)
Theorem repaired_minus_neighbour_is_as_claimed : forall (S : A -> Prop) epsilon x,
  (forall s, S s \/ ~ S s) ->
  repaired_minus_neighbour S epsilon x
  <-> complement (plus_neighbour (complement S) epsilon) x.
Proof.
  intros S epsilon x Hdec. split.
  - intros H (s & Hs & Hd). exact (Hs (H s Hd)).
  - intros H s Hd. destruct (Hdec s) as [Hs | Hs]; [exact Hs |].
    exfalso. apply H. exists s. split; assumption.
Qed.

End F1.

(** CE1: S = [0,1], epsilon = 1/4.  The printed set contains -1, which is not in
    S, and no point of [1/4,3/4], which is the repaired set. *)
Theorem CE1 :
  let S := fun x : line => 0 <= x <= 1 in
  printed_minus_neighbour line S (1 / 4) (-1) /\ ~ S (-1) /\
  (forall x : R, 1 / 4 <= x <= 3 / 4 ->
     ~ printed_minus_neighbour line S (1 / 4) x /\ repaired_minus_neighbour line S (1 / 4) x).
Proof.
  intros S. split; [| split].
  - intros s Hs Ss. pose proof (line_ball _ _ _ Hs) as H. unfold S in Ss. lra.
  - unfold S. lra.
  - intros x Hx. split.
    + apply printed_minus_neighbour_misses_S; [lra |]. unfold S. lra.
    + intros s Hs. pose proof (line_ball _ _ _ Hs) as H. unfold S. lra.
Qed.

(** The printed set is therefore not contained in S, and not the set claimed. *)
Theorem printed_minus_neighbour_not_inside :
  ~ (forall (S : line -> Prop) epsilon x,
       0 < epsilon -> printed_minus_neighbour line S epsilon x -> S x).
Proof.
  intros H. destruct CE1 as (Hin & Hout & _). apply Hout.
  apply (H (fun x : line => 0 <= x <= 1) (1 / 4)); [lra | exact Hin].
Qed.

(** ** F3: the ratio R (l.822, l.889) and the limit delta -> 0 *)

Section F3.

(** R as printed in sections 5 and 6, and the R of equation (ratio), l.768. *)
Definition printed_R_line (L delta : R) : R := (L + 2 * delta) / (L - 2 * delta).
Definition printed_R_plane (L delta : R) : R := ((L + 2 * delta) / (L - 2 * delta)) ^ 2.
Definition repaired_R_line (L delta : R) : R := 4 * delta / (L - 2 * delta).
Definition repaired_R_plane (L delta : R) : R := 8 * L * delta / (L - 2 * delta) ^ 2.

(** epsilon' of the main theorem (l.776) for a given R; beta = epsilon/Delta_f'. *)
Definition degraded_epsilon (epsilon beta L delta ratio : R) : R :=
  epsilon + ln (1 + ratio * exp (beta * (L + delta))).

(** The repaired R is what equation (ratio) gives for a cell that is an interval
    of length L, or a square of side L grown and shrunk by delta on every side. *)
Theorem repaired_R_is_the_ratio : forall L delta, 0 <= delta -> 2 * delta < L ->
  repaired_R_line L delta = ((L + 2 * delta) - (L - 2 * delta)) / (L - 2 * delta) /\
  repaired_R_plane L delta = ((L + 2 * delta) ^ 2 - (L - 2 * delta) ^ 2) / (L - 2 * delta) ^ 2.
Proof.
  intros L delta Hd HL. unfold repaired_R_line, repaired_R_plane. split; field; lra.
Qed.

(** The printed R is one too large. *)
Theorem printed_R_is_one_too_large : forall L delta, 0 <= delta -> 2 * delta < L ->
  printed_R_line L delta = 1 + repaired_R_line L delta /\
  printed_R_plane L delta = 1 + repaired_R_plane L delta.
Proof.
  intros L delta Hd HL.
  unfold printed_R_line, printed_R_plane, repaired_R_line, repaired_R_plane.
  split; field; lra.
Qed.

Lemma repaired_R_nonnegative : forall L delta, 0 <= delta -> 2 * delta < L ->
  0 <= repaired_R_line L delta /\ 0 <= repaired_R_plane L delta.
Proof.
  intros L delta Hd HL.
  assert (Hinv : 0 < / (L - 2 * delta)) by (apply Rinv_0_lt_compat; lra).
  assert (Hinv2 : 0 < / (L - 2 * delta) ^ 2) by (apply Rinv_0_lt_compat; nra).
  unfold repaired_R_line, repaired_R_plane, Rdiv. split.
  - apply Rmult_le_pos; lra.
  - apply Rmult_le_pos; [| lra]. nra.
Qed.

Theorem printed_R_at_least_one : forall L delta, 0 <= delta -> 2 * delta < L ->
  1 <= printed_R_line L delta /\ 1 <= printed_R_plane L delta.
Proof.
  intros L delta Hd HL.
  destruct (printed_R_is_one_too_large L delta Hd HL) as [-> ->].
  destruct (repaired_R_nonnegative L delta Hd HL). lra.
Qed.

(** The factor e^{epsilon'-epsilon} as printed is at least 2 for every delta (no
    logarithm, no excluded middle). *)
Theorem printed_factor_at_least_two : forall beta L delta,
  0 <= beta -> 0 <= delta -> 2 * delta < L ->
  2 <= 1 + printed_R_line L delta * exp (beta * (L + delta)) /\
  2 <= 1 + printed_R_plane L delta * exp (beta * (L + delta)).
Proof.
  intros beta L delta Hb Hd HL.
  destruct (printed_R_at_least_one L delta Hd HL) as [H1 H2].
  assert (Hexp : 1 <= exp (beta * (L + delta))).
  { rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; lra. }
  split; nra.
Qed.

(** F3: for all L > 2 delta >= 0 the printed epsilon' is at least
    epsilon + ln 2, on the line (l.827) and in the plane (l.892). *)
Theorem printed_epsilon_at_least_ln_two : forall epsilon beta L delta,
  0 <= beta -> 0 <= delta -> 2 * delta < L ->
  epsilon + ln 2 <= degraded_epsilon epsilon beta L delta (printed_R_line L delta) /\
  epsilon + ln 2 <= degraded_epsilon epsilon beta L delta (printed_R_plane L delta).
Proof.
  intros epsilon beta L delta Hb Hd HL.
  destruct (printed_factor_at_least_two beta L delta Hb Hd HL) as [H1 H2].
  unfold degraded_epsilon.
  split; apply Rplus_le_compat_l, ln_le; lra.
Qed.

Lemma limit_at_zero : forall f : R -> R, ex_derive f 0 -> is_lim f 0 (f 0).
Proof.
  intros f H. apply is_lim_continuity, continuity_pt_filterlim.
  exact (ex_derive_continuous f 0 H).
Qed.

(** The repaired epsilon' tends to epsilon as delta -> 0 ... *)
Theorem repaired_epsilon_tends_to_epsilon : forall epsilon beta L,
  0 < L ->
  is_lim (fun delta => degraded_epsilon epsilon beta L delta (repaired_R_line L delta)) 0 epsilon /\
  is_lim (fun delta => degraded_epsilon epsilon beta L delta (repaired_R_plane L delta)) 0 epsilon.
Proof.
  intros epsilon beta L HL.
  unfold degraded_epsilon, repaired_R_line, repaired_R_plane. split.
  - replace (Finite epsilon) with
      (Finite (epsilon + ln (1 + 4 * 0 / (L - 2 * 0) * exp (beta * (L + 0))))).
    + apply (limit_at_zero
        (fun delta => epsilon + ln (1 + 4 * delta / (L - 2 * delta) * exp (beta * (L + delta))))).
      auto_derive. split; [lra |]. split; [| exact I].
      replace (4 * 0 * / (L + - (2 * 0))) with 0 by (field; lra). lra.
    + f_equal. replace (4 * 0 / (L - 2 * 0)) with 0 by (field; lra).
      rewrite Rmult_0_l, Rplus_0_r, ln_1. ring.
  - replace (Finite epsilon) with
      (Finite (epsilon + ln (1 + 8 * L * 0 / (L - 2 * 0) ^ 2 * exp (beta * (L + 0))))).
    + apply (limit_at_zero
        (fun delta => epsilon
           + ln (1 + 8 * L * delta / (L - 2 * delta) ^ 2 * exp (beta * (L + delta))))).
      auto_derive. split; [nra |]. split; [| exact I].
      match goal with |- 0 < 1 + ?a * _ => replace a with 0 by (field; lra) end. lra.
    + f_equal. replace (8 * L * 0 / (L - 2 * 0) ^ 2) with 0 by (field; lra).
      rewrite Rmult_0_l, Rplus_0_r, ln_1. ring.
Qed.

(** ... the printed one to epsilon + ln(1 + e^{beta L}) >= epsilon + ln 2. *)
Theorem printed_epsilon_limit : forall epsilon beta L,
  0 < L ->
  is_lim (fun delta => degraded_epsilon epsilon beta L delta (printed_R_line L delta)) 0
    (epsilon + ln (1 + exp (beta * L))) /\
  is_lim (fun delta => degraded_epsilon epsilon beta L delta (printed_R_plane L delta)) 0
    (epsilon + ln (1 + exp (beta * L))).
Proof.
  intros epsilon beta L HL.
  assert (Hone : (L + 2 * 0) / (L - 2 * 0) = 1) by (field; lra).
  unfold degraded_epsilon, printed_R_line, printed_R_plane. split.
  - replace (Finite (epsilon + ln (1 + exp (beta * L)))) with
      (Finite (epsilon + ln (1 + (L + 2 * 0) / (L - 2 * 0) * exp (beta * (L + 0))))).
    + apply (limit_at_zero
        (fun delta => epsilon
           + ln (1 + (L + 2 * delta) / (L - 2 * delta) * exp (beta * (L + delta))))).
      auto_derive. split; [lra |]. split; [| exact I].
      match goal with |- 0 < 1 + ?a * exp ?x => replace a with 1 by (field; lra); pose proof (exp_pos x) end.
      lra.
    + rewrite Hone, Rplus_0_r, Rmult_1_l. reflexivity.
  - replace (Finite (epsilon + ln (1 + exp (beta * L)))) with
      (Finite (epsilon + ln (1 + ((L + 2 * 0) / (L - 2 * 0)) ^ 2 * exp (beta * (L + 0))))).
    + apply (limit_at_zero
        (fun delta => epsilon
           + ln (1 + ((L + 2 * delta) / (L - 2 * delta)) ^ 2 * exp (beta * (L + delta))))).
      auto_derive. split; [lra |]. split; [| exact I].
      match goal with |- 0 < 1 + ?a * exp ?x => replace a with 1 by (field; lra); pose proof (exp_pos x) end.
      lra.
    + rewrite Hone, Rplus_0_r, pow1, Rmult_1_l. reflexivity.
Qed.

(** *** The printed epsilon' is still an upper bound (F3, F4)

    The scaling form of Theorem A is e^kappa = rho^m e^{2 beta delta sqrt m},
    rho = (L+2 delta)/(L-2 delta).  The printed factor is at least that, on the
    line and in the plane (L the side): the printed formulas are safe, only
    useless for small delta, provided that delta is a correct one. *)
Theorem printed_factor_above_scaling : forall beta L delta,
  0 <= beta -> 0 <= delta -> 2 * delta < L ->
  printed_R_line L delta * exp (2 * beta * delta)
    <= 1 + printed_R_line L delta * exp (beta * (L + delta)) /\
  printed_R_plane L delta * exp (2 * sqrt 2 * beta * delta)
    <= 1 + printed_R_plane L delta * exp (beta * (L + delta)).
Proof.
  intros beta L delta Hb Hd HL.
  destruct (printed_R_at_least_one L delta Hd HL) as [H1 H2].
  assert (Hroot : 2 * sqrt 2 <= 3).
  { assert (sqrt 2 <= sqrt ((3 / 2) ^ 2)) by (apply sqrt_le_1_alt; lra).
    rewrite sqrt_pow2 in * by lra. lra. }
  assert (Hmono : forall c, c <= 3 -> exp (c * (beta * delta)) <= exp (beta * (L + delta))).
  { intros c Hc. apply exp_le.
    assert (0 <= beta * delta) by (apply Rmult_le_pos; assumption).
    assert (beta * (3 * delta) <= beta * (L + delta)) by (apply Rmult_le_compat_l; lra).
    nra. }
  pose proof (Hmono 2 ltac:(lra)) as M1. pose proof (Hmono (2 * sqrt 2) Hroot) as M2.
  replace (2 * beta * delta) with (2 * (beta * delta)) by ring.
  replace (2 * sqrt 2 * beta * delta) with (2 * sqrt 2 * (beta * delta)) by ring.
  split; nra.
Qed.

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
Lemma exp_convex : forall a t, 0 <= t <= 1 -> exp (a * t) <= 1 - t + t * exp a.
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

(** The paper's form, repaired, is never below the scaling form (section 1.2,
    "1 <= 3"), in every dimension m >= 1: with t = 2 delta/L, rho = (1+t)/(1-t)
    and a = beta diam, rho^m e^{a t} <= 1 + (rho^m - 1) e^a. *)
Theorem repaired_form_above_scaling : forall (m : nat) t a,
  (1 <= m)%nat -> 0 <= t < 1 -> 0 <= a ->
  ((1 + t) / (1 - t)) ^ m * exp (a * t) <= 1 + (((1 + t) / (1 - t)) ^ m - 1) * exp a.
Proof.
  intros m t a Hm Ht Ha. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv.
  set (P := (1 + t) ^ m). set (Q := (1 - t) ^ m).
  assert (HQ : 0 < Q) by (apply pow_lt; lra).
  assert (HP : 1 <= P) by (unfold P; apply pow_R1_Rle; lra).
  assert (HPQ : Q <= P * (1 - t)).
  { destruct m as [| m']; [lia |]. unfold Q. simpl.
    assert ((1 - t) ^ m' <= 1).
    { apply Rle_trans with (1 ^ m'); [apply pow_incr; lra | rewrite pow1; lra]. }
    nra. }
  assert (Hea : 1 <= exp a) by (pose proof (exp_at_least a Ha); lra).
  pose proof (exp_convex a t) as Hc.
  apply (Rmult_le_reg_l Q); [exact HQ |].
  replace (Q * (P * / Q * exp (a * t))) with (P * exp (a * t)) by (field; lra).
  replace (Q * (1 + (P * / Q - 1) * exp a)) with (Q + (P - Q) * exp a) by (field; lra).
  apply Rle_trans with (P * (1 - t + t * exp a)).
  - apply Rmult_le_compat_l; lra.
  - nra.
Qed.

End F3.

(** ** F5: the radius of the plane (l.856, l.864) *)

Section F5.

(** C(r) = 1 - (1 + epsilon r) e^{-epsilon r} (l.860; epsilon is the rate). *)
Definition radius_cdf (epsilon r : R) : R := 1 - (1 + epsilon * r) * exp (- epsilon * r).

(** Its derivative is epsilon^2 r e^{-epsilon r}. *)
Theorem radius_cdf_derivative : forall epsilon r,
  is_derive (radius_cdf epsilon) r (epsilon ^ 2 * r * exp (- epsilon * r)).
Proof.
  intros epsilon r. apply is_derive_Reals.
  replace (epsilon ^ 2 * r * exp (- epsilon * r)) with
    (0 - ((0 + epsilon * 1) * exp (- epsilon * r)
          + (1 + epsilon * r) * (exp (- epsilon * r) * (- epsilon * 1)))) by ring.
  apply (derivable_pt_lim_minus (fun _ => 1)
           (fun r => (1 + epsilon * r) * exp (- epsilon * r))).
  - apply derivable_pt_lim_const.
  - apply (derivable_pt_lim_mult (fun r => 1 + epsilon * r) (fun r => exp (- epsilon * r))).
    + apply (derivable_pt_lim_plus (fun _ => 1) (fun r => epsilon * r)).
      * apply derivable_pt_lim_const.
      * apply (derivable_pt_lim_scal (fun r => r)). apply derivable_pt_lim_id.
    + apply (derivable_pt_lim_comp (fun r => - epsilon * r) exp).
      * apply (derivable_pt_lim_scal (fun r => r)). apply derivable_pt_lim_id.
      * apply derivable_pt_lim_exp.
Qed.

Lemma radius_cdf_zero : forall epsilon, radius_cdf epsilon 0 = 0.
Proof. intros epsilon. unfold radius_cdf. rewrite !Rmult_0_r, exp_0. ring. Qed.

Lemma radius_cdf_nonnegative : forall epsilon r, 0 <= epsilon -> 0 <= r -> 0 <= radius_cdf epsilon r.
Proof.
  intros epsilon r He Hr. unfold radius_cdf.
  pose proof (exp_at_least (epsilon * r) (Rmult_le_pos _ _ He Hr)) as Hge.
  pose proof (exp_pos (- epsilon * r)) as Hpos.
  assert (Hinv : exp (epsilon * r) * exp (- epsilon * r) = 1).
  { rewrite <- exp_plus. replace (epsilon * r + - epsilon * r) with 0 by ring. apply exp_0. }
  nra.
Qed.

(** Near 0, C is flat: C(r) <= slope r for every positive slope. *)
Lemma radius_cdf_flat : forall epsilon slope, 0 < slope ->
  exists h, 0 < h /\ forall r, 0 < r < h -> radius_cdf epsilon r < slope * r.
Proof.
  intros epsilon slope Hs.
  pose proof (radius_cdf_derivative epsilon 0) as Hd.
  rewrite Rmult_0_r, Rmult_0_l in Hd. apply is_derive_Reals in Hd.
  destruct (Hd slope Hs) as ([h Hh] & Hlimit); simpl in Hlimit.
  exists h. split; [exact Hh |]. intros r Hr.
  assert (Hq : Rabs ((radius_cdf epsilon (0 + r) - radius_cdf epsilon 0) / r - 0) < slope).
  { apply Hlimit; [lra |]. rewrite Rabs_pos_eq; lra. }
  rewrite Rplus_0_l, radius_cdf_zero, !Rminus_0_r in Hq.
  pose proof (Rle_abs (radius_cdf epsilon r / r)) as Habs.
  assert (H : radius_cdf epsilon r / r < slope) by lra.
  apply (Rmult_lt_compat_r r) in H; [| lra].
  replace (radius_cdf epsilon r / r * r) with (radius_cdf epsilon r) in H by (field; lra).
  exact H.
Qed.

Lemma radius_steep_at_zero : forall epsilon k eta, 0 <= epsilon -> 0 < eta ->
  exists r, 0 < r < eta /\ r > k * radius_cdf epsilon r.
Proof.
  intros epsilon k eta He Heta.
  pose proof (Rabs_pos k) as Hk. pose proof (Rle_abs k) as Hk'.
  assert (Hslope : 0 < / (Rabs k + 1)) by (apply Rinv_0_lt_compat; lra).
  destruct (radius_cdf_flat epsilon _ Hslope) as (h & Hh & Hflat).
  assert (Hmin : 0 < Rmin eta h) by (apply Rmin_pos; assumption).
  pose proof (Rmin_l eta h). pose proof (Rmin_r eta h).
  exists (Rmin eta h / 2). set (r := Rmin eta h / 2).
  assert (Hr : 0 < r < h /\ r < eta) by (unfold r; lra).
  destruct Hr as [Hr Hreta]. split; [lra |].
  pose proof (Hflat r Hr) as HC.
  pose proof (radius_cdf_nonnegative epsilon r He (Rlt_le _ _ (proj1 Hr))) as HC0.
  apply (Rmult_lt_compat_l (Rabs k + 1)) in HC; [| lra].
  replace ((Rabs k + 1) * (/ (Rabs k + 1) * r)) with r in HC by (field; lra).
  nra.
Qed.

(** F5: for every rate, every k and every neighbourhood of 0 there are
    0 <= r1 < r2 in it with r2 - r1 > k (C(r2) - C(r1)): C^{-1} is not Lipschitz
    near 0 for any k. *)
Theorem radius_not_lipschitz : forall epsilon k eta, 0 <= epsilon -> 0 < eta ->
  exists r1 r2, 0 <= r1 < r2 /\ r2 < eta /\
  r2 - r1 > k * (radius_cdf epsilon r2 - radius_cdf epsilon r1).
Proof.
  intros epsilon k eta He Heta.
  destruct (radius_steep_at_zero epsilon k eta He Heta) as (r & Hr & Hsteep).
  exists 0, r. rewrite radius_cdf_zero, !Rminus_0_r. lra.
Qed.

(** The same for an inverse of C: it is not k-Lipschitz on any [0,eta[. *)
Theorem inverse_radius_cdf_not_lipschitz : forall epsilon (inverse : R -> R),
  0 <= epsilon ->
  (forall r, 0 <= r -> inverse (radius_cdf epsilon r) = r) ->
  forall k eta, 0 < eta ->
  ~ (forall u v, 0 <= u < eta -> 0 <= v < eta -> Rabs (inverse u - inverse v) <= k * Rabs (u - v)).
Proof.
  intros epsilon inverse He Hinv k eta Heta Hlip.
  destruct (radius_cdf_flat epsilon 1 Rlt_0_1) as (h & Hh & Hflat).
  destruct (radius_steep_at_zero epsilon k (Rmin eta h) He (Rmin_pos _ _ Heta Hh))
    as (r & Hr & Hsteep).
  pose proof (Rmin_l eta h). pose proof (Rmin_r eta h).
  pose proof (radius_cdf_nonnegative epsilon r He (Rlt_le _ _ (proj1 Hr))) as HC.
  assert (HC' : radius_cdf epsilon r < 1 * r) by (apply Hflat; lra).
  assert (Hu : 0 <= radius_cdf epsilon r < eta) by lra.
  assert (Hv : 0 <= radius_cdf epsilon 0 < eta) by (rewrite radius_cdf_zero; lra).
  pose proof (Hlip _ _ Hu Hv) as HL.
  rewrite !Hinv, radius_cdf_zero, !Rminus_0_r in HL by lra.
  rewrite !Rabs_pos_eq in HL by lra. lra.
Qed.

(** The derivative that the printed K_C comes from, (2 epsilon + r epsilon^2)
    e^{-epsilon r} (the sign error of d e^{-epsilon r}), is larger than C'(r)
    everywhere. *)
Theorem printed_derivative_too_large : forall epsilon r, 0 < epsilon ->
  Derive (radius_cdf epsilon) r < (2 * epsilon + r * epsilon ^ 2) * exp (- epsilon * r).
Proof.
  intros epsilon r He.
  rewrite (is_derive_unique _ _ _ (radius_cdf_derivative epsilon r)).
  apply Rmult_lt_compat_r; [apply exp_pos |]. lra.
Qed.

(** K_C as printed (l.869), with its free r. *)
Definition printed_K_C (epsilon diameter r : R) : R :=
  exp (epsilon * diameter) / (2 * epsilon + r * epsilon ^ 2).

(** Whatever the free r is, K_C is not a Lipschitz constant of C^{-1} on
    [0,diameter]. *)
Theorem printed_K_C_is_no_lipschitz_constant : forall epsilon diameter r, 0 < epsilon -> 0 < diameter ->
  exists r1 r2, 0 <= r1 < r2 /\ r2 < diameter /\
  r2 - r1 > printed_K_C epsilon diameter r * (radius_cdf epsilon r2 - radius_cdf epsilon r1).
Proof. intros epsilon diameter r He HD. apply radius_not_lipschitz; lra. Qed.

(** With r = diameter = D it is epsilon D / (2 + epsilon D) < 1 of the true slope
    of C^{-1} at C(D): too small at the far end as well. *)
Theorem printed_K_C_against_the_true_slope : forall epsilon D, 0 < epsilon -> 0 < D ->
  printed_K_C epsilon D D
  = epsilon * D / (2 + epsilon * D) * / Derive (radius_cdf epsilon) D
  /\ printed_K_C epsilon D D < / Derive (radius_cdf epsilon) D.
Proof.
  intros epsilon D He HD.
  rewrite (is_derive_unique _ _ _ (radius_cdf_derivative epsilon D)).
  assert (HeD : 0 < epsilon * D) by (apply Rmult_lt_0_compat; assumption).
  pose proof (exp_pos (- epsilon * D)) as Hpos.
  assert (Hexp : exp (epsilon * D) = / exp (- epsilon * D)).
  { apply Rmult_eq_reg_r with (exp (- epsilon * D)); [| lra].
    rewrite Rinv_l, <- exp_plus by lra.
    replace (epsilon * D + - epsilon * D) with 0 by ring. apply exp_0. }
  assert (Heq : printed_K_C epsilon D D
    = epsilon * D / (2 + epsilon * D) * / (epsilon ^ 2 * D * exp (- epsilon * D))).
  { unfold printed_K_C. rewrite Hexp. field.
    repeat split; try lra. nra. }
  split; [exact Heq |]. rewrite Heq.
  assert (Hslope : 0 < / (epsilon ^ 2 * D * exp (- epsilon * D))).
  { apply Rinv_0_lt_compat, Rmult_lt_0_compat; [nra | exact Hpos]. }
  assert (Hfrac : epsilon * D / (2 + epsilon * D) < 1).
  { apply Rlt_div_l; lra. }
  nra.
Qed.

(** *** The repair of F5: Lemma R

    For 0 <= r1 <= r2 <= T and a = C(r2) - C(r1):
    r2 - r1 <= 2 sqrt(a) / epsilon if epsilon r2 <= 1, and
    r2 - r1 <= 2 e^{epsilon T} a / (epsilon^2 T) otherwise.
    This modulus goes into [theorem_B_modulus]. *)

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

(** e^{x2} (C(r2) - C(r1)) = (1 + x1) e^h - (1 + x2), x = epsilon r, h = x2 - x1. *)
Lemma radius_cdf_increment : forall epsilon r1 r2,
  exp (epsilon * r2) * (radius_cdf epsilon r2 - radius_cdf epsilon r1)
  = (1 + epsilon * r1) * exp (epsilon * (r2 - r1)) - (1 + epsilon * r2).
Proof.
  intros epsilon r1 r2. unfold radius_cdf.
  assert (H2 : exp (epsilon * r2) * exp (- epsilon * r2) = 1).
  { rewrite <- exp_plus, <- exp_0. f_equal. ring. }
  assert (H1 : exp (epsilon * r2) * exp (- epsilon * r1) = exp (epsilon * (r2 - r1))).
  { rewrite <- exp_plus. f_equal. ring. }
  rewrite <- H1.
  transitivity ((1 + epsilon * r1) * (exp (epsilon * r2) * exp (- epsilon * r1))
                - (1 + epsilon * r2) * (exp (epsilon * r2) * exp (- epsilon * r2))); [ring |].
  rewrite H2. ring.
Qed.

Lemma radius_cdf_quadratic : forall h, 0 <= h <= 1 -> h ^ 2 / 4 <= 1 - (1 + h) * exp (- h).
Proof.
  intros h Hh.
  pose proof (exp_at_least_quartic h (proj1 Hh)) as Hq.
  pose proof (exp_pos (- h)) as Hpos.
  assert (Hone : exp h * exp (- h) = 1).
  { rewrite <- exp_plus, <- exp_0. f_equal. ring. }
  assert (Hpoly : 1 + h <= (1 - h ^ 2 / 4) * exp h).
  { assert (Hc : 0 <= 1 - h ^ 2 / 4) by nra.
    apply Rle_trans with ((1 - h ^ 2 / 4) * (1 + h + h ^ 2 / 2 + h ^ 3 / 6 + h ^ 4 / 24)).
    - assert (Hrest : 0 <= h ^ 2 * (1 / 4 - h / 12 - h ^ 2 / 12 - h ^ 3 / 24 - h ^ 4 / 96)).
      { apply Rmult_le_pos; [apply pow2_ge_0 |].
        assert (h ^ 2 <= 1) by (rewrite <- (pow1 2); apply pow_incr; exact Hh).
        assert (h ^ 3 <= 1) by (rewrite <- (pow1 3); apply pow_incr; exact Hh).
        assert (h ^ 4 <= 1) by (rewrite <- (pow1 4); apply pow_incr; exact Hh).
        lra. }
      replace ((1 - h ^ 2 / 4) * (1 + h + h ^ 2 / 2 + h ^ 3 / 6 + h ^ 4 / 24))
        with (1 + h + h ^ 2 * (1 / 4 - h / 12 - h ^ 2 / 12 - h ^ 3 / 24 - h ^ 4 / 96)) by field.
      lra.
    - apply Rmult_le_compat_l; assumption. }
  apply (Rmult_le_compat_r (exp (- h))) in Hpoly; [| lra].
  rewrite Rmult_assoc, Hone in Hpoly. lra.
Qed.

Theorem lemma_R_near : forall epsilon r1 r2,
  0 < epsilon -> 0 <= r1 <= r2 -> epsilon * r2 <= 1 ->
  r2 - r1 <= 2 * sqrt (radius_cdf epsilon r2 - radius_cdf epsilon r1) / epsilon.
Proof.
  intros epsilon r1 r2 He Hr H1.
  set (a := radius_cdf epsilon r2 - radius_cdf epsilon r1).
  set (h := epsilon * (r2 - r1)). set (x := epsilon * r1).
  assert (Hh : 0 <= h) by (unfold h; apply Rmult_le_pos; lra).
  assert (Hx : 0 <= x) by (unfold x; apply Rmult_le_pos; lra).
  assert (Hsum : x + h <= 1) by (unfold x, h; lra).
  assert (Hinc : exp (x + h) * a = (1 + x) * exp h - (1 + (x + h))).
  { pose proof (radius_cdf_increment epsilon r1 r2) as H. fold a in H. fold h in H. fold x in H.
    replace (epsilon * r2) with (x + h) in H by (unfold x, h; ring). exact H. }
  assert (Ha : h ^ 2 / 4 <= a).
  { eapply Rle_trans; [apply radius_cdf_quadratic; lra |].
    pose proof (exp_pos x) as HP. pose proof (exp_pos h) as HQ.
    apply (Rmult_le_reg_l (exp (x + h))); [apply exp_pos |].
    rewrite Hinc.
    assert (Hone : exp h * exp (- h) = 1).
    { rewrite <- exp_plus, <- exp_0. f_equal. ring. }
    replace (exp (x + h) * (1 - (1 + h) * exp (- h)))
      with (exp x * exp h - (1 + h) * exp x * (exp h * exp (- h)))
      by (rewrite exp_plus; ring).
    rewrite Hone.
    (* the difference is x h - D (e^x - 1 - x), D = e^h - 1 - h <= h^2 *)
    assert (HD : 0 <= exp h - 1 - h <= h ^ 2).
    { pose proof (exp_at_least h Hh). pose proof (exp_at_most_quadratic h). lra. }
    assert (HX : 0 <= exp x - 1 - x <= x ^ 2).
    { pose proof (exp_at_least x Hx). pose proof (exp_at_most_quadratic x). lra. }
    assert (Hprod : (exp h - 1 - h) * (exp x - 1 - x) <= h ^ 2 * x ^ 2)
      by (apply Rmult_le_compat; lra).
    assert (Hxh : 0 <= x * h <= 1) by nra.
    nra. }
  assert (Hroot : h <= 2 * sqrt a).
  { replace (2 * sqrt a) with (sqrt (2 ^ 2 * a))
      by (rewrite sqrt_mult_alt, sqrt_pow2 by lra; reflexivity).
    rewrite <- (sqrt_pow2 h Hh) at 1. apply sqrt_le_1_alt. lra. }
  apply Rle_div_r; [exact He |]. unfold h in Hroot. lra.
Qed.

Theorem lemma_R_far : forall epsilon T r1 r2,
  0 < epsilon -> 0 <= r1 <= r2 -> r2 <= T -> 1 <= epsilon * r2 ->
  r2 - r1 <= 2 * exp (epsilon * T) * (radius_cdf epsilon r2 - radius_cdf epsilon r1)
             / (epsilon ^ 2 * T).
Proof.
  intros epsilon T r1 r2 He Hr HT H1.
  set (a := radius_cdf epsilon r2 - radius_cdf epsilon r1).
  set (h := epsilon * (r2 - r1)). set (x2 := epsilon * r2) in *. set (y := epsilon * T).
  assert (Hh : 0 <= h) by (unfold h; apply Rmult_le_pos; lra).
  assert (Hxh : 0 <= x2 - h).
  { replace (x2 - h) with (epsilon * r1) by (unfold x2, h; ring). apply Rmult_le_pos; lra. }
  assert (Hy : x2 <= y) by (unfold x2, y; apply Rmult_le_compat_l; lra).
  assert (Hinc : exp x2 * a = (1 + (x2 - h)) * exp h - (1 + x2)).
  { pose proof (radius_cdf_increment epsilon r1 r2) as H. fold a in H. fold h in H. fold x2 in H.
    replace (epsilon * r1) with (x2 - h) in H by (unfold x2, h; ring). exact H. }
  assert (Hlow : h * x2 / 2 <= exp x2 * a).
  { rewrite Hinc. pose proof (exp_at_least_quadratic h Hh) as Hexp.
    assert ((1 + (x2 - h)) * (1 + h + h ^ 2 / 2) <= (1 + (x2 - h)) * exp h)
      by (apply Rmult_le_compat_l; lra).
    pose proof (pow2_ge_0 h). nra. }
  assert (Hmono : y * exp x2 <= x2 * exp y).
  { replace y with (x2 + (y - x2)) at 2 by ring. rewrite exp_plus.
    pose proof (exp_at_least (y - x2)) as Hg. pose proof (exp_pos x2) as Hp.
    assert (Hstep : y <= x2 * exp (y - x2)) by nra.
    apply (Rmult_le_compat_r (exp x2)) in Hstep; lra. }
  assert (Hmain : h * y <= 2 * exp y * a).
  { pose proof (exp_pos x2) as Hp. pose proof (exp_pos y) as Hpy.
    apply (Rmult_le_reg_l (x2 * exp x2)); [nra |].
    apply Rle_trans with (h * x2 * (x2 * exp y)).
    - replace (x2 * exp x2 * (h * y)) with (h * x2 * (y * exp x2)) by ring.
      apply Rmult_le_compat_l; [nra | exact Hmono].
    - replace (x2 * exp x2 * (2 * exp y * a)) with (2 * (x2 * exp y) * (exp x2 * a)) by ring.
      assert (0 <= x2 * exp y) by nra. nra. }
  assert (HT0 : 0 < T).
  { destruct (Rle_lt_dec T 0) as [HT0 | HT0]; [| exact HT0]. unfold x2 in H1. nra. }
  apply Rle_div_r; [apply Rmult_lt_0_compat; [apply pow_lt |]; assumption |].
  fold y.
  replace ((r2 - r1) * (epsilon ^ 2 * T)) with (epsilon * (r2 - r1) * y) by (unfold y; ring).
  exact Hmain.
Qed.

(** Both at once: r2 - r1 <= max(2 sqrt(a)/epsilon, 2 e^{epsilon T} a/(epsilon^2 T)). *)
Theorem lemma_R : forall epsilon T r1 r2,
  0 < epsilon -> 0 <= r1 <= r2 -> r2 <= T ->
  let a := radius_cdf epsilon r2 - radius_cdf epsilon r1 in
  r2 - r1 <= Rmax (2 * sqrt a / epsilon) (2 * exp (epsilon * T) * a / (epsilon ^ 2 * T)).
Proof.
  intros epsilon T r1 r2 He Hr HT a.
  destruct (Rle_lt_dec (epsilon * r2) 1) as [H | H].
  - eapply Rle_trans; [apply (lemma_R_near epsilon r1 r2 He Hr H) | apply Rmax_l].
  - eapply Rle_trans; [apply (lemma_R_far epsilon T r1 r2 He Hr HT); lra | apply Rmax_r].
Qed.

(** *** The other repair of F5: the radius as a Gamma(2) variable

    r = -(ln u1 + ln u2)/epsilon.  On {r <= T} it is Lipschitz with
    k = (1 + e^{epsilon T})/epsilon in the sup metric on (u1,u2). *)

Lemma ln_difference : forall x y, 0 < x -> 0 < y -> ln x - ln y <= (x - y) / y.
Proof.
  intros x y Hx Hy. rewrite <- ln_div by assumption.
  pose proof (exp_ineq1_le (ln (x / y))) as H.
  rewrite exp_ln in H by (apply Rdiv_lt_0_compat; assumption).
  replace ((x - y) / y) with (x / y - 1) by (field; lra). lra.
Qed.

Definition gamma_radius (epsilon u1 u2 : R) : R := - (ln u1 + ln u2) / epsilon.

Lemma gamma_radius_one_sided : forall epsilon T u1 u2 v1 v2 d,
  0 < epsilon -> 0 < u1 -> 0 < u2 -> 0 < v1 <= 1 -> 0 < v2 <= 1 ->
  gamma_radius epsilon v1 v2 <= T ->
  Rabs (u1 - v1) <= d -> Rabs (u2 - v2) <= d ->
  gamma_radius epsilon v1 v2 - gamma_radius epsilon u1 u2 <= (1 + exp (epsilon * T)) / epsilon * d.
Proof.
  intros epsilon T u1 u2 v1 v2 d He Hu1 Hu2 Hv1 Hv2 HT Hd1 Hd2.
  pose proof (ln_difference u1 v1 Hu1 (proj1 Hv1)) as L1.
  pose proof (ln_difference u2 v2 Hu2 (proj1 Hv2)) as L2.
  assert (Hd : 0 <= d) by (pose proof (Rabs_pos (u1 - v1)); lra).
  assert (I1 : 0 < / v1) by (apply Rinv_0_lt_compat; lra).
  assert (I2 : 0 < / v2) by (apply Rinv_0_lt_compat; lra).
  assert (B1 : (u1 - v1) / v1 <= d * / v1).
  { apply Rmult_le_compat_r; [lra |]. pose proof (Rle_abs (u1 - v1)). lra. }
  assert (B2 : (u2 - v2) / v2 <= d * / v2).
  { apply Rmult_le_compat_r; [lra |]. pose proof (Rle_abs (u2 - v2)). lra. }
  assert (Hv : 0 < v1 * v2) by (apply Rmult_lt_0_compat; lra).
  (* v1 v2 >= e^{-epsilon T} *)
  assert (Hprod : / (v1 * v2) <= exp (epsilon * T)).
  { unfold gamma_radius in HT. apply Rle_div_l in HT; [| exact He].
    rewrite <- ln_mult in HT by lra.
    rewrite <- (exp_ln (v1 * v2) Hv), <- exp_Ropp. apply exp_le. lra. }
  (* 1/v1 + 1/v2 <= 1 + 1/(v1 v2) *)
  assert (Hsum : / v1 + / v2 <= 1 + / (v1 * v2)).
  { rewrite Rinv_mult by lra.
    assert (1 <= / v1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (1 <= / v2) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    nra. }
  assert (Hmain : (ln u1 + ln u2) - (ln v1 + ln v2) <= (1 + exp (epsilon * T)) * d).
  { assert (d * (/ v1 + / v2) <= d * (1 + exp (epsilon * T))) by (apply Rmult_le_compat_l; lra).
    lra. }
  unfold gamma_radius.
  replace (- (ln v1 + ln v2) / epsilon - - (ln u1 + ln u2) / epsilon)
    with (((ln u1 + ln u2) - (ln v1 + ln v2)) * / epsilon) by (field; lra).
  replace ((1 + exp (epsilon * T)) / epsilon * d) with ((1 + exp (epsilon * T)) * d * / epsilon)
    by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact He | exact Hmain].
Qed.

Theorem gamma_radius_lipschitz : forall epsilon T u1 u2 v1 v2 d,
  0 < epsilon -> 0 < u1 <= 1 -> 0 < u2 <= 1 -> 0 < v1 <= 1 -> 0 < v2 <= 1 ->
  gamma_radius epsilon u1 u2 <= T -> gamma_radius epsilon v1 v2 <= T ->
  Rabs (u1 - v1) <= d -> Rabs (u2 - v2) <= d ->
  Rabs (gamma_radius epsilon u1 u2 - gamma_radius epsilon v1 v2)
  <= (1 + exp (epsilon * T)) / epsilon * d.
Proof.
  intros epsilon T u1 u2 v1 v2 d He Hu1 Hu2 Hv1 Hv2 HTu HTv Hd1 Hd2.
  pose proof (gamma_radius_one_sided epsilon T u1 u2 v1 v2 d He (proj1 Hu1) (proj1 Hu2)
                Hv1 Hv2 HTv Hd1 Hd2) as H1.
  rewrite Rabs_minus_sym in Hd1, Hd2.
  pose proof (gamma_radius_one_sided epsilon T v1 v2 u1 u2 d He (proj1 Hv1) (proj1 Hv2)
                Hu1 Hu2 HTu Hd1 Hd2) as H2.
  apply Rabs_le. lra.
Qed.

(** In the log metric the same radius is 2/epsilon-Lipschitz everywhere. *)
Theorem gamma_radius_lipschitz_log_metric : forall epsilon u1 u2 v1 v2 d,
  0 < epsilon -> Rabs (ln u1 - ln v1) <= d -> Rabs (ln u2 - ln v2) <= d ->
  Rabs (gamma_radius epsilon u1 u2 - gamma_radius epsilon v1 v2) <= 2 / epsilon * d.
Proof.
  intros epsilon u1 u2 v1 v2 d He H1 H2. unfold gamma_radius.
  replace (- (ln u1 + ln u2) / epsilon - - (ln v1 + ln v2) / epsilon)
    with (- (ln u1 - ln v1 + (ln u2 - ln v2)) * / epsilon) by (field; lra).
  rewrite Rabs_mult, Rabs_Ropp.
  assert (Hinv : 0 < / epsilon) by (apply Rinv_0_lt_compat; exact He).
  rewrite (Rabs_pos_eq (/ epsilon)) by lra.
  pose proof (Rabs_triang (ln u1 - ln v1) (ln u2 - ln v2)) as tri.
  replace (2 / epsilon * d) with (2 * d * / epsilon) by (field; lra).
  apply Rmult_le_compat_r; lra.
Qed.

End F5.

(** ** F6: from polar to Cartesian coordinates (l.874) *)

Section F6.

(** The squared distance of (r1 cos t1, r1 sin t1) and (r2 cos t2, r2 sin t2). *)
Definition polar_distance_squared (r1 t1 r2 t2 : R) : R :=
  (r1 * cos t1 - r2 * cos t2) ^ 2 + (r1 * sin t1 - r2 * sin t2) ^ 2.

Theorem polar_identity : forall r1 t1 r2 t2,
  polar_distance_squared r1 t1 r2 t2 = (r1 - r2) ^ 2 + 4 * r1 * r2 * sin ((t1 - t2) / 2) ^ 2.
Proof.
  intros r1 t1 r2 t2. unfold polar_distance_squared.
  assert (H1 : sin t1 ^ 2 + cos t1 ^ 2 = 1) by (rewrite <- !Rsqr_pow2; apply sin2_cos2).
  assert (H2 : sin t2 ^ 2 + cos t2 ^ 2 = 1) by (rewrite <- !Rsqr_pow2; apply sin2_cos2).
  assert (Hcos : cos t1 * cos t2 + sin t1 * sin t2 = 1 - 2 * sin ((t1 - t2) / 2) ^ 2).
  { rewrite <- cos_minus.
    replace (t1 - t2) with (2 * ((t1 - t2) / 2)) at 1 by field.
    rewrite cos_2a_sin. ring. }
  replace ((r1 * cos t1 - r2 * cos t2) ^ 2 + (r1 * sin t1 - r2 * sin t2) ^ 2) with
    (r1 ^ 2 * (sin t1 ^ 2 + cos t1 ^ 2) + r2 ^ 2 * (sin t2 ^ 2 + cos t2 ^ 2)
     - 2 * r1 * r2 * (cos t1 * cos t2 + sin t1 * sin t2)) by ring.
  rewrite H1, H2, Hcos. ring.
Qed.

(** |sin x| <= |x|: x - sin x and x + sin x are integrals of 1 - cos and
    1 + cos, which are non-negative. *)
Lemma sin_between : forall x, 0 <= x -> - x <= sin x <= x.
Proof.
  intros x Hx.
  assert (H : forall c, -1 <= c <= 1 -> 0 <= x + c * sin x).
  { intros c Hc.
    assert (Hint : is_RInt (fun t => 1 + c * cos t) 0 x (minus (x + c * sin x) (0 + c * sin 0))).
    { apply (is_RInt_derive (fun t => t + c * sin t) (fun t => 1 + c * cos t)).
      - intros t _. apply is_derive_Reals.
        apply (derivable_pt_lim_plus (fun t => t) (fun t => c * sin t)).
        + apply derivable_pt_lim_id.
        + apply (derivable_pt_lim_scal sin), derivable_pt_lim_sin.
      - intros t _. apply (continuous_plus (V := R_NormedModule)).
        + apply continuous_const.
        + apply (continuous_scal_r c cos), continuity_pt_filterlim, continuity_cos. }
    assert (H0 : 0 <= minus (x + c * sin x) (0 + c * sin 0)).
    { rewrite <- (is_RInt_unique _ _ _ _ Hint).
      apply RInt_ge_0; [exact Hx | exists (minus (x + c * sin x) (0 + c * sin 0)); exact Hint |].
      intros t _. pose proof (COS_bound t). nra. }
    rewrite sin_0 in H0. unfold minus, plus, opp in H0; simpl in H0. lra. }
  pose proof (H 1 ltac:(lra)). pose proof (H (-1) ltac:(lra)). lra.
Qed.

Lemma sin_squared_at_most : forall x, sin x ^ 2 <= x ^ 2.
Proof.
  assert (Hpos : forall x, 0 <= x -> sin x ^ 2 <= x ^ 2).
  { intros x Hx. pose proof (sin_between x Hx) as Hb.
    rewrite <- (pow2_abs (sin x)). apply pow_incr.
    split; [apply Rabs_pos | apply Rabs_le; exact Hb]. }
  intros x. destruct (Rle_lt_dec 0 x) as [H | H]; [apply Hpos, H |].
  pose proof (Hpos (- x)) as Hneg. rewrite sin_neg in Hneg.
  replace ((- sin x) ^ 2) with (sin x ^ 2) in Hneg by ring.
  replace ((- x) ^ 2) with (x ^ 2) in Hneg by ring.
  apply Hneg. lra.
Qed.

(** Repaired: with radii at most T, theta = 2 pi (v - 1/2) and a radius that
    moves by at most K |u1-u2|, the squared distance is at most
    (K |u1-u2|)^2 + (2 pi T |v1-v2|)^2; hence k = sqrt(K^2 + (2 pi T)^2) for the
    sup metric on (u,v) and k = max(K, 2 pi T) for the Euclidean. *)
Theorem repaired_polar_bound : forall K T r1 v1 r2 v2 du,
  0 <= r1 <= T -> 0 <= r2 <= T -> Rabs (r1 - r2) <= K * du ->
  polar_distance_squared r1 (2 * PI * (v1 - 1 / 2)) r2 (2 * PI * (v2 - 1 / 2))
  <= (K * du) ^ 2 + (2 * PI * T * (v1 - v2)) ^ 2.
Proof.
  intros K T r1 v1 r2 v2 du Hr1 Hr2 Hdu.
  rewrite polar_identity.
  replace ((2 * PI * (v1 - 1 / 2) - 2 * PI * (v2 - 1 / 2)) / 2) with (PI * (v1 - v2)) by field.
  apply Rplus_le_compat.
  - rewrite <- (pow2_abs (r1 - r2)). apply pow_incr. split; [apply Rabs_pos | exact Hdu].
  - pose proof (sin_squared_at_most (PI * (v1 - v2))) as Hsin.
    replace ((2 * PI * T * (v1 - v2)) ^ 2) with (4 * (T * T) * (PI * (v1 - v2)) ^ 2) by ring.
    pose proof (pow2_ge_0 (sin (PI * (v1 - v2)))) as Hs0.
    apply Rmult_le_compat; try lra.
    + nra.
    + nra.
Qed.

Theorem repaired_k_sup_metric : forall K T r1 v1 r2 v2 u1 u2 d,
  0 <= K -> 0 <= r1 <= T -> 0 <= r2 <= T -> Rabs (r1 - r2) <= K * Rabs (u1 - u2) ->
  Rabs (u1 - u2) <= d -> Rabs (v1 - v2) <= d ->
  sqrt (polar_distance_squared r1 (2 * PI * (v1 - 1 / 2)) r2 (2 * PI * (v2 - 1 / 2)))
  <= sqrt (K ^ 2 + (2 * PI * T) ^ 2) * d.
Proof.
  intros K T r1 v1 r2 v2 u1 u2 d HK Hr1 Hr2 Hr Hu Hv.
  pose proof (Rabs_pos (u1 - u2)) as Hu0.
  rewrite <- (sqrt_pow2 d) at 1 by lra.
  rewrite <- sqrt_mult_alt by nra.
  apply sqrt_le_1_alt.
  eapply Rle_trans; [exact (repaired_polar_bound K T r1 v1 r2 v2 _ Hr1 Hr2 Hr) |].
  assert (H1 : Rabs (u1 - u2) ^ 2 <= d ^ 2) by (apply pow_incr; lra).
  assert (H2 : (v1 - v2) ^ 2 <= d ^ 2).
  { rewrite <- (pow2_abs (v1 - v2)). apply pow_incr. split; [apply Rabs_pos | exact Hv]. }
  pose proof (pow2_ge_0 K). pose proof (pow2_ge_0 (2 * PI * T)).
  rewrite !Rpow_mult_distr. rewrite Rmult_plus_distr_r.
  apply Rplus_le_compat.
  - apply Rmult_le_compat_l; assumption.
  - rewrite Rpow_mult_distr in H0. apply Rmult_le_compat_l; [| exact H2].
    rewrite <- !Rpow_mult_distr. apply pow2_ge_0.
Qed.

Theorem repaired_k_euclidean_metric : forall K T r1 v1 r2 v2 u1 u2,
  0 <= K -> 0 <= r1 <= T -> 0 <= r2 <= T -> Rabs (r1 - r2) <= K * Rabs (u1 - u2) ->
  sqrt (polar_distance_squared r1 (2 * PI * (v1 - 1 / 2)) r2 (2 * PI * (v2 - 1 / 2)))
  <= Rmax K (2 * PI * T) * sqrt ((u1 - u2) ^ 2 + (v1 - v2) ^ 2).
Proof.
  intros K T r1 v1 r2 v2 u1 u2 HK Hr1 Hr2 Hr.
  pose proof (Rmax_l K (2 * PI * T)) as M1. pose proof (Rmax_r K (2 * PI * T)) as M2.
  set (k := Rmax K (2 * PI * T)) in *.
  rewrite <- (sqrt_pow2 k) by lra.
  rewrite <- sqrt_mult_alt by nra.
  apply sqrt_le_1_alt.
  eapply Rle_trans; [exact (repaired_polar_bound K T r1 v1 r2 v2 _ Hr1 Hr2 Hr) |].
  rewrite Rmult_plus_distr_l, (Rpow_mult_distr K), (Rpow_mult_distr (2 * PI * T)), pow2_abs.
  assert (HT : 0 <= 2 * PI * T).
  { pose proof PI_RGT_0. apply Rmult_le_pos; lra. }
  apply Rplus_le_compat; apply Rmult_le_compat_r; try apply pow2_ge_0; apply pow_incr; lra.
Qed.

(** F6: the printed k = sqrt(K^2 + 2 pi T) (l.874) is no Lipschitz constant of
    the conversion as soon as K^2 + 2 pi T < (2 pi T)^2: some change of the angle
    alone, at radius T, moves the point farther. *)
Theorem printed_k_too_small : forall K T,
  0 < T -> K ^ 2 + 2 * PI * T < (2 * PI * T) ^ 2 ->
  exists v1 v2, 0 < v1 - v2 < 1 /\
  sqrt (polar_distance_squared T (2 * PI * (v1 - 1 / 2)) T (2 * PI * (v2 - 1 / 2)))
  > sqrt (K ^ 2 + 2 * PI * T) * Rabs (v1 - v2).
Proof.
  intros K T HT Hk.
  pose proof PI_RGT_0 as Hpi.
  set (S := 2 * PI * T) in *.
  assert (HS : 0 < S) by (unfold S; apply Rmult_lt_0_compat; lra).
  pose proof (pow2_ge_0 K) as HK2.
  assert (Hq : sqrt (K ^ 2 + S) < S).
  { rewrite <- (sqrt_pow2 S) at 2 by lra. apply sqrt_lt_1_alt. lra. }
  set (q := sqrt (K ^ 2 + S)) in *.
  assert (He : 0 < 1 - q / S).
  { assert (q / S < 1) by (apply Rlt_div_l; lra). lra. }
  destruct (derivable_pt_lim_sin_0 (1 - q / S) He) as ([h Hh] & Hlimit); simpl in Hlimit.
  (* x = pi (v1 - v2), small *)
  pose (x := Rmin (h / 2) (PI / 2)).
  assert (Hx : 0 < x < h /\ x <= PI / 2).
  { unfold x. pose proof (Rmin_l (h / 2) (PI / 2)). pose proof (Rmin_r (h / 2) (PI / 2)).
    assert (0 < Rmin (h / 2) (PI / 2)) by (apply Rmin_pos; lra). lra. }
  destruct Hx as [Hx Hx1].
  assert (Hsin : sin x / x > q / S).
  { assert (Hq' : Rabs ((sin (0 + x) - sin 0) / x - 1) < 1 - q / S).
    { apply Hlimit; [lra |]. rewrite Rabs_pos_eq; lra. }
    rewrite Rplus_0_l, sin_0, Rminus_0_r in Hq'.
    pose proof (Rle_abs (- (sin x / x - 1))) as Habs. rewrite Rabs_Ropp in Habs. lra. }
  exists (x / PI), 0. rewrite Rminus_0_r.
  assert (Hv : 0 < x / PI) by (apply Rdiv_lt_0_compat; lra).
  assert (Hv1 : x / PI < 1).
  { apply Rlt_div_l; lra. }
  split; [lra |].
  rewrite polar_identity.
  replace ((2 * PI * (x / PI - 1 / 2) - 2 * PI * (0 - 1 / 2)) / 2) with x by (field; lra).
  assert (Hsx : q / S * x < sin x).
  { apply (Rmult_gt_compat_r x) in Hsin; [| lra].
    replace (sin x / x * x) with (sin x) in Hsin by (field; lra). lra. }
  assert (Hs0 : 0 <= sin x).
  { assert (0 <= q / S * x); [| lra].
    apply Rmult_le_pos; [| lra]. apply Rmult_le_pos; [apply sqrt_pos |].
    left. apply Rinv_0_lt_compat. exact HS. }
  replace ((T - T) ^ 2 + 4 * T * T * sin x ^ 2) with ((2 * T * sin x) ^ 2) by ring.
  rewrite sqrt_pow2 by nra.
  rewrite Rabs_pos_eq by lra.
  apply (Rmult_lt_compat_l (2 * T)) in Hsx; [| lra].
  replace (2 * T * (q / S * x)) with (q * (x / PI)) in Hsx by (unfold S; field; lra).
  lra.
Qed.

End F6.

(** ** F8, CE5: Conditions 2 and 3 without continuity (l.659, l.669, l.682)

    Equation (extr), "f'(D) + n'(n_0(u)) is not in M_r for u outside U_r", and
    with it condition (A), does not follow from Conditions 2 and 3 and the bound
    delta_0 on the bias.  Here X = n(U) has the law of q(U) for any increasing
    q with q(U) unbounded enough (for the Laplace law q is its quantile
    function): n is q after an exchange of two neighbouring intervals, so that the
    far tail of X is drawn next to a safe value.  n' = n exactly. *)
Section CE5.

Variables (q : R -> R) (k tau s T rho delta_0 : R).

Definition unit_interval (u : R) : Prop := 0 < u < 1.

Hypothesis q_increasing : forall x y, 0 < x -> x <= y -> y < 1 -> q x <= q y.
(** q is k-Lipschitz where |q| <= T *)
Hypothesis q_lipschitz : forall x y, unit_interval x -> unit_interval y ->
  Rabs (q x) <= T -> Rabs (q y) <= T -> Rabs (q x - q y) <= k * Rabs (x - y).
Hypothesis k_nonnegative : 0 <= k.
Hypothesis delta_0_positive : 0 < delta_0.
Hypothesis slivers : delta_0 <= tau /\ delta_0 <= s /\ s + tau < 1.
(** ]0,tau] is the far tail; s + tau is drawn safely *)
Hypothesis far_tail : q tau < - T.
Hypothesis safe_draw : Rabs (q (s + tau)) <= rho.
(** (v) with delta_n = 0 *)
Hypothesis T_large : rho + (k * delta_0 + 0) < T.

(** ]0,s] goes to ]tau,tau+s], ]s,s+tau] to ]0,tau], the rest stays: a
    measure-preserving bijection of ]0,1[ (translations of three intervals). *)
Definition exchange (u : R) : R :=
  if Rle_dec u s then u + tau else if Rle_dec u (s + tau) then u - s else u.

Definition exchange_back (w : R) : R :=
  if Rle_dec w tau then w + s else if Rle_dec w (s + tau) then w - tau else w.

Lemma exchange_bijective : forall u, unit_interval u ->
  unit_interval (exchange u) /\ exchange_back (exchange u) = u /\
  unit_interval (exchange_back u) /\ exchange (exchange_back u) = u.
Proof.
  intros u Hu. unfold unit_interval in *. unfold exchange, exchange_back.
  repeat split; repeat destruct (Rle_dec _ _); lra.
Qed.

Definition exchanged_noise (u : R) : R := q (exchange u).

(** The generator moves the draws just above s down by delta_0. *)
Definition biased_generator (u : R) : R :=
  if Rle_dec u s then u else if Rle_dec u (s + delta_0) then u - delta_0 else u.

Lemma far_draws : forall u, s < u <= s + tau -> unit_interval u -> exchanged_noise u < - T.
Proof.
  intros u Hu Vu. unfold exchanged_noise, exchange, unit_interval in *.
  destruct (Rle_dec u s); [lra |]. destruct (Rle_dec u (s + tau)); [| lra].
  assert (q (u - s) <= q tau) by (apply q_increasing; lra). lra.
Qed.

Lemma exchanged_noise_lipschitz_ordered : forall u v, unit_interval u -> unit_interval v -> u <= v ->
  Rabs (exchanged_noise u) <= T -> Rabs (exchanged_noise v) <= T ->
  Rabs (exchanged_noise u - exchanged_noise v) <= k * Rabs (u - v).
Proof.
  intros u v Vu Vv Huv Hu Hv.
  assert (Hsafe : forall w, unit_interval w -> Rabs (exchanged_noise w) <= T ->
            w <= s \/ s + tau < w).
  { intros w Vw Hw. destruct (Rle_lt_dec w s) as [H1 | H1]; [left; exact H1 |].
    destruct (Rle_lt_dec w (s + tau)) as [H2 | H2]; [| right; exact H2].
    exfalso. pose proof (far_draws w (conj H1 H2) Vw) as Hfar.
    pose proof (Rle_abs (- exchanged_noise w)) as Habs. rewrite Rabs_Ropp in Habs. lra. }
  destruct (exchange_bijective u Vu) as [Eu _]. destruct (exchange_bijective v Vv) as [Ev _].
  eapply Rle_trans; [exact (q_lipschitz _ _ Eu Ev Hu Hv) |].
  apply Rmult_le_compat_l; [exact k_nonnegative |].
  rewrite (Rabs_left1 (u - v)) by lra.
  unfold exchange.
  destruct (Hsafe u Vu Hu) as [Su | Su]; destruct (Hsafe v Vv Hv) as [Sv | Sv];
    repeat destruct (Rle_dec _ _); try lra; apply Rabs_le; lra.
Qed.

(** Everything Theorem B asks for except continuity holds, and so do the
    printed Conditions 2 and 3 and (n0); and yet (extr) fails, and (A). *)
Theorem extr_fails_without_continuity :
  (* the window M = [-rho,rho], the only answer 0, n' = n, delta_n = 0 *)
  let n := exchanged_noise in
  let n_0 := biased_generator in
  let M := fun y => Rabs y <= rho in
  let M_f := fun r : R => r = 0 in
  let V := unit_interval in
  (* (n0) *)
  (forall u, V u -> V (n_0 u) /\ Rabs (n_0 u - u) <= delta_0) /\
  (* (ii), and Condition 3's closeness, on U_r = {|n| <= T} *)
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (u - v) + 0) /\
  (* Condition 3's separation: outside U_r, f'(D)+n(u) is not in M^{+k delta_0+delta_n} *)
  (forall u r y, V u -> M_f r -> T < Rabs (n u) -> M y -> k * delta_0 + 0 < Rabs (r + n u - y)) /\
  (* Condition 2 for n' = n, and (iv) *)
  (forall u v, Rabs (n u) <= Rabs (n v) -> Rabs (n u) <= Rabs (n v)) /\
  (forall u, V u -> T < Rabs (n (n_0 u)) -> T - 0 <= Rabs (n (n_0 u))) /\
  (* (v), with rho = sup |y - r| *)
  (forall y r, M y -> M_f r -> Rabs (y - r) <= rho) /\ rho + (k * delta_0 + 0) < T /\
  (* but (extr) fails *)
  (exists u r, V u /\ M_f r /\ T < Rabs (n u) /\ M (r + n (n_0 u))) /\
  (* and so does (A) *)
  ~ condition_A_line V n n n_0 M M_f (k * delta_0 + 0).
Proof.
  intros n n_0 M M_f V.
  assert (Hextr : exists u r, V u /\ M_f r /\ T < Rabs (n u) /\ M (r + n (n_0 u))).
  { exists (s + delta_0), 0.
    assert (Vu : V (s + delta_0)) by (unfold V, unit_interval; lra).
    split; [exact Vu |]. split; [reflexivity |]. split.
    - assert (Hfar : n (s + delta_0) < - T) by (apply far_draws; [lra | exact Vu]).
      pose proof (Rle_abs (- n (s + delta_0))) as Habs. rewrite Rabs_Ropp in Habs. lra.
    - unfold M, n, n_0, biased_generator, exchanged_noise, exchange.
      destruct (Rle_dec (s + delta_0) s); [lra |].
      destruct (Rle_dec (s + delta_0) (s + delta_0)); [| lra].
      replace (s + delta_0 - delta_0) with s by ring.
      destruct (Rle_dec s s); [| lra].
      rewrite Rplus_0_l. exact safe_draw. }
  assert (Hk0 : 0 <= k * delta_0) by (apply Rmult_le_pos; lra).
  split; [| split; [| split; [| split; [| split; [| split; [| split; [| split]]]]]]].
  - intros u Vu. unfold V, unit_interval, n_0, biased_generator in *.
    repeat destruct (Rle_dec _ _); (split; [lra |]); apply Rabs_le; lra.
  - intros u v Vu Vv Hu Hv. rewrite Rplus_0_r.
    destruct (Rle_lt_dec u v) as [H | H].
    + apply exchanged_noise_lipschitz_ordered; assumption.
    + rewrite (Rabs_minus_sym (n u)), (Rabs_minus_sym u).
      apply exchanged_noise_lipschitz_ordered; try assumption. lra.
  - intros u r y _ -> Hu Hy. unfold M in Hy. rewrite Rplus_0_l.
    pose proof (Rabs_triang_inv (n u) y). lra.
  - intros u v H. exact H.
  - intros u _ H. lra.
  - intros y r Hy ->. rewrite Rminus_0_r. exact Hy.
  - exact T_large.
  - exact Hextr.
  - intros HA. destruct Hextr as (u & r & Vu & Hr & Hu & HM).
    pose proof (HA u r Vu Hr HM) as H.
    unfold M_f in Hr. subst r. unfold M in HM. rewrite Rplus_0_l in HM.
    pose proof (Rabs_triang_inv (n u) (n (n_0 u))) as tri.
    rewrite (Rabs_minus_sym (n u)) in tri. lra.
Qed.

End CE5.

(** The hypotheses are satisfiable, with a bias as small as one likes: noise
    uniform on ]-1,1[ (q(u) = 2u - 1, k = 2), T = 3/5, rho = 1/2. *)
Theorem extr_fails_example : forall delta_0, 0 < delta_0 <= 1 / 25 ->
  let q := fun u => 2 * u - 1 in
  let n := exchanged_noise q (19 / 100) (1 / 4) in
  let n_0 := biased_generator (1 / 4) delta_0 in
  let M := fun y => Rabs y <= 1 / 2 in
  (forall u, unit_interval u -> Rabs (n_0 u - u) <= delta_0) /\
  ~ condition_A_line unit_interval n n n_0 M (fun r => r = 0) (2 * delta_0 + 0).
Proof.
  intros delta_0 Hd q n n_0 M.
  assert (Hincreasing : forall x y, 0 < x -> x <= y -> y < 1 -> q x <= q y)
    by (intros x y _ Hxy _; unfold q; lra).
  assert (Hlipschitz : forall x y, unit_interval x -> unit_interval y ->
            Rabs (q x) <= 3 / 5 -> Rabs (q y) <= 3 / 5 -> Rabs (q x - q y) <= 2 * Rabs (x - y)).
  { intros x y _ _ _ _. unfold q.
    replace (2 * x - 1 - (2 * y - 1)) with (2 * (x - y)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq 2); lra. }
  assert (Hsafe : Rabs (q (1 / 4 + 19 / 100)) <= 1 / 2) by (apply Rabs_le; unfold q; lra).
  destruct (extr_fails_without_continuity q 2 (19 / 100) (1 / 4) (3 / 5) (1 / 2) delta_0
              Hincreasing Hlipschitz ltac:(lra) ltac:(lra) ltac:(lra) ltac:(unfold q; lra)
              Hsafe ltac:(lra)) as (Hbias & _ & _ & _ & _ & _ & _ & _ & HA).
  split; [| exact HA]. intros u Hu. apply Hbias, Hu.
Qed.

(** CE5 for the Laplace law itself: q is the quantile function of Laplace(1),
    Lipschitz with k = 2 e^T where |q| <= T (l.813).  X = n(U) is exactly
    Laplacian, n' = n, the bias delta_0 may be as small as one likes, and (extr)
    and (A) fail. *)
Definition laplace_quantile (u : R) : R :=
  if Rle_dec u (1 / 2) then ln (2 * u) else - ln (2 * (1 - u)).

Lemma laplace_quantile_one_sided : forall c x y,
  0 < c -> c <= x -> x <= y -> y <= 1 - c ->
  0 <= laplace_quantile y - laplace_quantile x <= / c * (y - x).
Proof.
  assert (Hlow : forall c x y, 0 < c -> c <= x -> x <= y -> 0 <= ln (2 * y) - ln (2 * x) <= / c * (y - x)).
  { intros c x y Hc Hcx Hxy. split.
    - assert (ln (2 * x) <= ln (2 * y)) by (apply ln_le; lra). lra.
    - eapply Rle_trans; [apply ln_difference; lra |].
      replace ((2 * y - 2 * x) / (2 * x)) with (/ x * (y - x)) by (field; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rinv_le_contravar; lra. }
  intros c x y Hc Hcx Hxy Hyc. unfold laplace_quantile.
  destruct (Rle_dec y (1 / 2)) as [Hy | Hy]; destruct (Rle_dec x (1 / 2)) as [Hx | Hx].
  - apply Hlow; assumption.
  - lra.
  - pose proof (Hlow c x (1 / 2) Hc Hcx Hx) as H1.
    assert (H2 : 0 <= ln (2 * (1 / 2)) - ln (2 * (1 - y)) <= / c * (1 / 2 - (1 - y)))
      by (apply Hlow; lra).
    replace (2 * (1 / 2)) with 1 in H1, H2 by field. rewrite ln_1 in H1, H2.
    lra.
  - assert (H : 0 <= ln (2 * (1 - x)) - ln (2 * (1 - y)) <= / c * ((1 - x) - (1 - y)))
      by (apply Hlow; lra).
    replace (1 - x - (1 - y)) with (y - x) in H by ring. lra.
Qed.

Lemma laplace_quantile_increasing : forall x y, 0 < x -> x <= y -> y < 1 ->
  laplace_quantile x <= laplace_quantile y.
Proof.
  intros x y Hx Hxy Hy.
  assert (Hmin : 0 < Rmin x (1 - y)) by (apply Rmin_pos; lra).
  pose proof (Rmin_l x (1 - y)). pose proof (Rmin_r x (1 - y)).
  pose proof (laplace_quantile_one_sided (Rmin x (1 - y)) x y Hmin). lra.
Qed.

(** |q(u)| <= T means e^{-T}/2 <= u <= 1 - e^{-T}/2. *)
Lemma laplace_quantile_window : forall T u, 0 < u < 1 -> Rabs (laplace_quantile u) <= T ->
  exp (- T) / 2 <= u <= 1 - exp (- T) / 2.
Proof.
  intros T u Hu HT.
  assert (Htail : forall v, 0 < v -> - T <= ln (2 * v) -> exp (- T) / 2 <= v).
  { intros v Hv H. pose proof (exp_le _ _ H) as He. rewrite exp_ln in He by lra. lra. }
  assert (HT' : - T <= laplace_quantile u <= T) by (apply Rabs_le_between; exact HT).
  unfold laplace_quantile in HT'. destruct (Rle_dec u (1 / 2)) as [H | H].
  - pose proof (Htail u (proj1 Hu) (proj1 HT')). lra.
  - assert (exp (- T) / 2 <= 1 - u) by (apply Htail; lra). lra.
Qed.

Lemma laplace_quantile_lipschitz : forall T x y, unit_interval x -> unit_interval y ->
  Rabs (laplace_quantile x) <= T -> Rabs (laplace_quantile y) <= T ->
  Rabs (laplace_quantile x - laplace_quantile y) <= 2 * exp T * Rabs (x - y).
Proof.
  assert (Hordered : forall T x y, unit_interval x -> unit_interval y -> x <= y ->
    Rabs (laplace_quantile x) <= T -> Rabs (laplace_quantile y) <= T ->
    Rabs (laplace_quantile x - laplace_quantile y) <= 2 * exp T * Rabs (x - y)).
  { intros T x y Hx Hy Hxy HTx HTy.
    pose proof (laplace_quantile_window T x Hx HTx) as Wx.
    pose proof (laplace_quantile_window T y Hy HTy) as Wy.
    pose proof (exp_pos (- T)) as Hpos.
    assert (Hinv : / (exp (- T) / 2) = 2 * exp T).
    { rewrite exp_Ropp. pose proof (exp_pos T). field. lra. }
    assert (H := laplace_quantile_one_sided (exp (- T) / 2) x y).
    rewrite Hinv in H.
    rewrite (Rabs_left1 (laplace_quantile x - laplace_quantile y)) by lra.
    rewrite (Rabs_left1 (x - y)) by lra. lra. }
  intros T x y Hx Hy HTx HTy. destruct (Rle_lt_dec x y) as [H | H].
  - apply Hordered; assumption.
  - rewrite (Rabs_minus_sym (laplace_quantile x)), (Rabs_minus_sym x).
    apply Hordered; try assumption. lra.
Qed.

Theorem CE5_laplace : forall T rho delta_0,
  0 <= rho -> 0 < delta_0 <= exp (- T) / 4 -> rho + (2 * exp T * delta_0 + 0) < T ->
  let tau := exp (- T) / 4 in
  let s := 1 / 2 - tau in
  let n := exchanged_noise laplace_quantile tau s in
  let n_0 := biased_generator s delta_0 in
  let M := fun y => Rabs y <= rho in
  let V := unit_interval in
  (forall u, V u -> V (n_0 u) /\ Rabs (n_0 u - u) <= delta_0) /\
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= 2 * exp T * Rabs (u - v) + 0) /\
  (exists u, V u /\ T < Rabs (n u) /\ M (0 + n (n_0 u))) /\
  ~ condition_A_line V n n n_0 M (fun r => r = 0) (2 * exp T * delta_0 + 0).
Proof.
  intros T rho delta_0 Hrho Hd HT tau s n n_0 M V.
  pose proof (exp_pos T) as HposT. pose proof (exp_pos (- T)) as Hpos.
  assert (HT0 : 0 < T).
  { assert (0 <= 2 * exp T * delta_0) by (apply Rmult_le_pos; lra). lra. }
  assert (Htau : tau < 1 / 4).
  { unfold tau. assert (exp (- T) < exp 0) by (apply exp_lt; lra). rewrite exp_0 in *. lra. }
  assert (Hslivers : delta_0 <= tau /\ delta_0 <= s /\ s + tau < 1) by (unfold s; fold tau in Hd; lra).
  assert (Hfar : laplace_quantile tau < - T).
  { unfold laplace_quantile. destruct (Rle_dec tau (1 / 2)); [| lra].
    rewrite <- (ln_exp (- T)). unfold tau. apply ln_increasing; lra. }
  assert (Hsafe : Rabs (laplace_quantile (s + tau)) <= rho).
  { replace (s + tau) with (1 / 2) by (unfold s; ring).
    unfold laplace_quantile. destruct (Rle_dec (1 / 2) (1 / 2)); [| lra].
    replace (2 * (1 / 2)) with 1 by field. rewrite ln_1, Rabs_R0. exact Hrho. }
  destruct (extr_fails_without_continuity laplace_quantile (2 * exp T) tau s T rho delta_0
              laplace_quantile_increasing (laplace_quantile_lipschitz T) ltac:(lra) ltac:(lra)
              Hslivers Hfar Hsafe HT)
    as (Hbias & Hlip & _ & _ & _ & _ & _ & (u & r & Vu & -> & Hu & HM) & HA).
  split; [exact Hbias |]. split; [exact Hlip |]. split; [| exact HA].
  exists u. split; [exact Vu |]. split; [exact Hu | exact HM].
Qed.

(** *** CE5 in full: the printed main theorem (l.776) fails without continuity

    The far tail, of mass A, is cut into J pieces that are interleaved with the J
    pieces of the interval ]a, a+S]; the generator moves each far piece onto the
    end of its neighbour, a bias of A/J only.  The reported noise then falls into
    ]q(a), q(a+S)] for all draws of an interval of length A + S, instead of S. *)
Section Interleaved.

Variables (q : R -> R) (A a S T k : R) (J : Z).

Hypothesis q_increases : forall x y, 0 < x -> x < y -> y < 1 -> q x < q y.
Hypothesis q_lipschitz_on_window : forall x y, unit_interval x -> unit_interval y ->
  Rabs (q x) <= T -> Rabs (q y) <= T -> Rabs (q x - q y) <= k * Rabs (x - y).
Hypothesis k_is_nonnegative : 0 <= k.
Hypothesis layout : 0 < A /\ A < a /\ 0 < S /\ a + S < 1.
Hypothesis J_positive : (1 <= J)%Z.
Hypothesis far_beyond_T : q A < - T.

(** Period p of the slivers, which fill ]a-A, a+S]; near part S/J, far part A/J. *)
Definition near : R := S / IZR J.
Definition far : R := A / IZR J.
Definition period : R := near + far.
Definition start : R := a - A.

(** The sliver of u: the integer j with j < (u-start)/p <= j+1. *)
Definition sliver (u : R) : Z := (- up (- ((u - start) / period)))%Z.

Definition sliver_start (u : R) : R := start + IZR (sliver u) * period.

(** ]0,a-A] goes to ]A,a]; the near slivers, in order, to ]a,a+S]; the far
    slivers to ]0,A]; the rest stays. *)
Definition interleave (u : R) : R :=
  if Rle_dec u start then u + A
  else if Rle_dec u (a + S) then
    if Rle_dec u (sliver_start u + near)
    then u + A - IZR (sliver u) * far
    else IZR (sliver u) * far + (u - sliver_start u - near)
  else u.

Definition interleaved_noise (u : R) : R := q (interleave u).

(** Draws of a far sliver are moved to the end of the near sliver below. *)
Definition interleaved_generator (u : R) : R :=
  if Rle_dec u start then u
  else if Rle_dec u (a + S) then
    if Rle_dec u (sliver_start u + near) then u else sliver_start u + near
  else u.

Lemma J_real : 1 <= IZR J.
Proof. apply (IZR_le 1), J_positive. Qed.

Lemma near_positive : 0 < near.
Proof. unfold near. pose proof J_real. apply Rdiv_lt_0_compat; lra. Qed.

Lemma far_positive : 0 < far.
Proof. unfold far. pose proof J_real. apply Rdiv_lt_0_compat; lra. Qed.

Lemma near_total : IZR J * near = S.
Proof. unfold near. pose proof J_real. field. lra. Qed.

Lemma far_total : IZR J * far = A.
Proof. unfold far. pose proof J_real. field. lra. Qed.

Lemma period_positive : 0 < period.
Proof. unfold period. pose proof near_positive. pose proof far_positive. lra. Qed.

Lemma sliver_spec : forall u, sliver_start u < u <= sliver_start u + period.
Proof.
  intros u. unfold sliver_start, sliver. pose proof period_positive as Hp.
  destruct (archimed (- ((u - start) / period))) as [H1 H2].
  rewrite opp_IZR. set (z := IZR (up (- ((u - start) / period)))) in *.
  assert (E : u - start = (u - start) / period * period) by (field; lra).
  set (t := (u - start) / period) in *. nra.
Qed.

Lemma sliver_unique : forall u i, start + IZR i * period < u <= start + IZR i * period + period ->
  sliver u = i.
Proof.
  intros u i Hi. pose proof (sliver_spec u) as Hs. unfold sliver_start in Hs.
  pose proof period_positive as Hp.
  assert (H1 : IZR i < IZR (sliver u) + 1) by nra.
  assert (H2 : IZR (sliver u) < IZR i + 1) by nra.
  rewrite <- plus_IZR in H1, H2. apply lt_IZR in H1, H2. lia.
Qed.

Lemma sliver_range : forall u, start < u <= a + S -> 0 <= IZR (sliver u) <= IZR J - 1.
Proof.
  intros u Hu. pose proof (sliver_spec u) as Hs. unfold sliver_start in Hs.
  pose proof period_positive as Hp.
  assert (Htotal : start + IZR J * period = a + S).
  { unfold period. rewrite Rmult_plus_distr_l, near_total, far_total. unfold start. ring. }
  assert (H1 : -1 < IZR (sliver u)) by nra.
  assert (H2 : IZR (sliver u) < IZR J) by nra.
  apply lt_IZR in H1, H2.
  split.
  - apply (IZR_le 0). lia.
  - rewrite <- minus_IZR. apply IZR_le. lia.
Qed.

(** A near draw and a far draw of the block. *)
Lemma near_image : forall u, start < u <= a + S -> u <= sliver_start u + near ->
  a + IZR (sliver u) * near < u + A - IZR (sliver u) * far
  <= a + IZR (sliver u) * near + near.
Proof.
  intros u Hu Hnear. pose proof (sliver_spec u) as Hs. unfold sliver_start, period, start in *. lra.
Qed.

Lemma near_image_in_cell : forall u, start < u <= a + S -> u <= sliver_start u + near ->
  a < u + A - IZR (sliver u) * far <= a + S.
Proof.
  intros u Hu Hnear. pose proof (near_image u Hu Hnear) as Hi.
  pose proof (sliver_range u Hu) as Hr. pose proof near_positive as Hn.
  pose proof near_total as Ht. nra.
Qed.

Lemma far_image : forall u, start < u <= a + S -> sliver_start u + near < u ->
  0 < IZR (sliver u) * far + (u - sliver_start u - near) <= A.
Proof.
  intros u Hu Hfar. pose proof (sliver_spec u) as Hs.
  pose proof (sliver_range u Hu) as Hr. pose proof far_positive as Hf.
  pose proof far_total as Ht. unfold period in Hs. nra.
Qed.

(** A draw that is not sent to the far tail ]0,A]. *)
Lemma safe_draw_cases : forall v, 0 < v < 1 -> A < interleave v ->
  (v <= start /\ interleave v = v + A) \/
  (start < v <= a + S /\ v <= sliver_start v + near /\
   interleave v = v + A - IZR (sliver v) * far) \/
  (a + S < v /\ interleave v = v).
Proof.
  intros v Hv Hsafe. unfold interleave in *.
  destruct (Rle_dec v start) as [H1 | H1]; [left; split; [exact H1 | reflexivity] |].
  destruct (Rle_dec v (a + S)) as [H2 | H2].
  - destruct (Rle_dec v (sliver_start v + near)) as [H3 | H3].
    + right. left. repeat split; try lra.
    + exfalso. pose proof (far_image v). lra.
  - right. right. split; [lra | reflexivity].
Qed.

Lemma interleave_inside : forall u, unit_interval u -> unit_interval (interleave u).
Proof.
  intros u Hu. unfold unit_interval, interleave in *.
  destruct (Rle_dec u start); [unfold start in *; lra |].
  destruct (Rle_dec u (a + S)); [| lra].
  destruct (Rle_dec u (sliver_start u + near)).
  - pose proof (near_image_in_cell u). lra.
  - pose proof (far_image u). lra.
Qed.

(** Among safe draws the order is kept and distances do not grow. *)
Lemma interleave_contracts : forall u v, unit_interval u -> unit_interval v -> u <= v ->
  A < interleave u -> A < interleave v ->
  0 <= interleave v - interleave u <= v - u.
Proof.
  intros u v Hu Hv Huv Su Sv. pose proof far_positive as Hf. pose proof near_positive as Hn.
  pose proof far_total as Hft. pose proof near_total as Hnt.
  assert (Hstart : start < a /\ start + A = a) by (unfold start; lra).
  destruct (safe_draw_cases u Hu Su) as [[Cu ->] | [(Cu & Nu & ->) | [Cu ->]]];
  destruct (safe_draw_cases v Hv Sv) as [[Cv ->] | [(Cv & Nv & ->) | [Cv ->]]]; try lra.
  - pose proof (near_image_in_cell v Cv Nv). pose proof (sliver_range v Cv). nra.
  - pose proof (near_image u Cu Nu) as Iu. pose proof (near_image v Cv Nv) as Iv.
    assert (Hj : IZR (sliver u) <= IZR (sliver v)).
    { apply IZR_le.
      pose proof (sliver_spec u) as Xu. pose proof (sliver_spec v) as Xv.
      unfold sliver_start in Xu, Xv. pose proof period_positive as Hp.
      assert (Hlt : IZR (sliver u) < IZR (sliver v) + 1) by nra.
      rewrite <- plus_IZR in Hlt. apply lt_IZR in Hlt. lia. }
    split; [| nra].
    destruct (Z.eq_dec (sliver u) (sliver v)) as [E | E]; [rewrite E; lra |].
    assert (Hj' : IZR (sliver u) + 1 <= IZR (sliver v)).
    { apply le_IZR in Hj. rewrite <- plus_IZR. apply IZR_le. lia. }
    nra.
  - pose proof (near_image_in_cell u Cu Nu). pose proof (sliver_range u Cu). nra.
Qed.

(** The rearrangement is injective; being a translation on finitely many
    intervals it preserves length: n(U) has the law of q(U). *)
Lemma sliver_order : forall u v, u <= v -> (sliver u <= sliver v)%Z.
Proof.
  intros u v Huv.
  pose proof (sliver_spec u) as Xu. pose proof (sliver_spec v) as Xv.
  unfold sliver_start in Xu, Xv. pose proof period_positive as Hp.
  assert (Hlt : IZR (sliver u) < IZR (sliver v) + 1) by nra.
  rewrite <- plus_IZR in Hlt. apply lt_IZR in Hlt. lia.
Qed.

Lemma far_draw_cases : forall v, 0 < v < 1 -> interleave v <= A ->
  start < v <= a + S /\ sliver_start v + near < v /\
  interleave v = IZR (sliver v) * far + (v - sliver_start v - near).
Proof.
  intros v Hv Hfar. unfold interleave in *.
  destruct (Rle_dec v start) as [H1 | H1]; [lra |].
  destruct (Rle_dec v (a + S)) as [H2 | H2]; [| lra].
  destruct (Rle_dec v (sliver_start v + near)) as [H3 | H3].
  - exfalso. pose proof (near_image_in_cell v). lra.
  - repeat split; lra.
Qed.

Theorem interleave_injective : forall u v, unit_interval u -> unit_interval v -> u < v ->
  interleave u <> interleave v.
Proof.
  intros u v Hu Hv Huv E. pose proof far_positive as Hf. pose proof near_positive as Hn.
  pose proof (sliver_order u v (Rlt_le _ _ Huv)) as Hj.
  assert (Hcases : sliver u = sliver v \/ IZR (sliver u) + 1 <= IZR (sliver v)).
  { destruct (Z.eq_dec (sliver u) (sliver v)) as [Eq | Ne]; [left; exact Eq |].
    right. rewrite <- plus_IZR. apply IZR_le. lia. }
  destruct (Rle_lt_dec (interleave u) A) as [Fu | Su].
  - assert (Fv : interleave v <= A) by lra.
    destruct (far_draw_cases u Hu Fu) as (Bu & Nu & Iu).
    destruct (far_draw_cases v Hv Fv) as (Bv & Nv & Iv).
    pose proof (sliver_spec u) as Xu. pose proof (sliver_spec v) as Xv.
    rewrite Iu, Iv in E. unfold sliver_start, period in *.
    destruct Hcases as [Eq | Hlt]; [rewrite Eq in *; lra |]. nra.
  - assert (Sv : A < interleave v) by lra.
    assert (Hstart : start < a /\ start + A = a) by (unfold start; lra).
    destruct (safe_draw_cases u Hu Su) as [[Cu Eu] | [(Cu & Nu & Eu) | [Cu Eu]]];
    destruct (safe_draw_cases v Hv Sv) as [[Cv Ev] | [(Cv & Nv & Ev) | [Cv Ev]]];
      rewrite Eu, Ev in E; try lra.
    + pose proof (near_image_in_cell v Cv Nv). lra.
    + pose proof (near_image u Cu Nu). pose proof (near_image v Cv Nv).
      destruct Hcases as [Eq | Hlt]; [rewrite Eq in *; lra |]. nra.
    + pose proof (near_image_in_cell u Cu Nu). lra.
Qed.

(** The noise keeps the Lipschitz constant of q where |n| <= T. *)
Theorem interleaved_noise_lipschitz : forall u v, unit_interval u -> unit_interval v ->
  Rabs (interleaved_noise u) <= T -> Rabs (interleaved_noise v) <= T ->
  Rabs (interleaved_noise u - interleaved_noise v) <= k * Rabs (u - v).
Proof.
  assert (Hsafe : forall x, unit_interval x -> Rabs (interleaved_noise x) <= T -> A < interleave x).
  { intros x Hx HTx. pose proof (interleave_inside x Hx) as Ix.
    destruct (Rle_lt_dec (interleave x) A) as [H | H]; [| exact H].
    exfalso. pose proof (Rle_abs (- interleaved_noise x)) as Habs. rewrite Rabs_Ropp in Habs.
    unfold interleaved_noise, unit_interval in *.
    destruct H as [H | H].
    - assert (q (interleave x) < q A) by (apply q_increases; lra). lra.
    - rewrite H in *. lra. }
  assert (Hordered : forall u v, unit_interval u -> unit_interval v -> u <= v ->
    Rabs (interleaved_noise u) <= T -> Rabs (interleaved_noise v) <= T ->
    Rabs (interleaved_noise u - interleaved_noise v) <= k * Rabs (u - v)).
  { intros u v Hu Hv Huv HTu HTv.
    pose proof (interleave_contracts u v Hu Hv Huv (Hsafe u Hu HTu) (Hsafe v Hv HTv)) as Hc.
    eapply Rle_trans;
      [apply q_lipschitz_on_window; try assumption; apply interleave_inside; assumption |].
    apply Rmult_le_compat_l; [exact k_is_nonnegative |].
    rewrite !Rabs_left1 by lra. lra. }
  intros u v Hu Hv HTu HTv. destruct (Rle_lt_dec u v) as [H | H].
  - apply Hordered; assumption.
  - rewrite (Rabs_minus_sym (interleaved_noise u)), (Rabs_minus_sym u).
    apply Hordered; try assumption. lra.
Qed.

(** The bias is at most A/J. *)
Theorem interleaved_generator_bias : forall u, unit_interval u ->
  unit_interval (interleaved_generator u) /\ Rabs (interleaved_generator u - u) <= far.
Proof.
  intros u Hu. pose proof far_positive as Hf. pose proof near_positive as Hn.
  unfold unit_interval, interleaved_generator in *.
  destruct (Rle_dec u start); [split; [lra |]; rewrite Rminus_diag_eq, Rabs_R0; lra |].
  destruct (Rle_dec u (a + S)); [| split; [lra |]; rewrite Rminus_diag_eq, Rabs_R0; lra].
  destruct (Rle_dec u (sliver_start u + near));
    [split; [lra |]; rewrite Rminus_diag_eq, Rabs_R0; lra |].
  pose proof (sliver_spec u) as Hs. unfold period in Hs.
  assert (Hr : 0 <= IZR (sliver u)) by (apply sliver_range; lra).
  pose proof period_positive as Hp.
  assert (0 < start) by (unfold start; lra).
  assert (start <= sliver_start u) by (unfold sliver_start; nra).
  split; [lra |]. apply Rabs_le. lra.
Qed.

(** What is reported: everything drawn in ]a-A,a+S] falls into ]q(a),q(a+S)],
    everything above stays, everything below stays below q(a). *)
Theorem interleaved_report : forall u, unit_interval u ->
  let x := interleaved_noise (interleaved_generator u) in
  (u <= start -> x <= q a) /\
  (start < u <= a + S -> q a < x <= q (a + S)) /\
  (a + S < u -> x = q u).
Proof.
  intros u Hu x. unfold x, interleaved_noise, unit_interval in *.
  assert (Hle : forall y z, 0 < y -> y <= z -> z < 1 -> q y <= q z).
  { intros y z Hy [H | H] Hz; [left; apply q_increases; assumption | right; rewrite H; reflexivity]. }
  split; [| split].
  - intros H. unfold interleaved_generator, interleave.
    destruct (Rle_dec u start); [| lra]. destruct (Rle_dec u start); [| lra].
    apply Hle; unfold start in *; lra.
  - intros H.
    assert (Hcell : forall y, a < y <= a + S -> q a < q y <= q (a + S)).
    { intros y Hy. split; [apply q_increases | apply Hle]; lra. }
    unfold interleaved_generator.
    destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [| lra].
    destruct (Rle_dec u (sliver_start u + near)) as [H3 | H3].
    + unfold interleave.
      destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [| lra].
      destruct (Rle_dec u (sliver_start u + near)); [| lra].
      apply Hcell, near_image_in_cell; assumption.
    + (* moved to the end of the near sliver *)
      pose proof (sliver_spec u) as Hs. pose proof near_positive as Hn.
      pose proof far_positive as Hf. pose proof period_positive as Hp.
      pose proof (sliver_range u H) as Hr.
      set (v := sliver_start u + near).
      assert (Ev : sliver v = sliver u).
      { apply sliver_unique. unfold v, sliver_start, period. lra. }
      assert (Hv : start < v <= a + S).
      { unfold v. split; [unfold sliver_start; nra | lra]. }
      assert (Hvs : sliver_start v = sliver_start u) by (unfold sliver_start; rewrite Ev; reflexivity).
      unfold interleave.
      destruct (Rle_dec v start); [lra |]. destruct (Rle_dec v (a + S)); [| lra].
      destruct (Rle_dec v (sliver_start v + near)) as [H5 | H5]; [| rewrite Hvs in H5; unfold v in H5; lra].
      apply Hcell, near_image_in_cell; assumption.
  - intros H. unfold interleaved_generator, interleave.
    assert (start < a) by (unfold start; lra).
    destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [lra |].
    destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [lra |]. reflexivity.
Qed.

(** Hence the draws that are reported in the cell ]q(a),q(a+S)] are exactly
    those of ]a-A,a+S], an interval of length A+S, and those reported in
    ]q(a+S),q(a+S')] are exactly those of ]a+S,a+S']. *)
Theorem interleaved_cells : forall S' u, S < S' -> a + S' < 1 -> unit_interval u ->
  let x := interleaved_noise (interleaved_generator u) in
  (q a < x <= q (a + S) <-> a - A < u <= a + S) /\
  (q (a + S) < x <= q (a + S') <-> a + S < u <= a + S').
Proof.
  intros S' u HS HS' Hu x. destruct (interleaved_report u Hu) as (R1 & R2 & R3).
  fold x in R1, R2, R3. fold start. unfold unit_interval in Hu.
  assert (Hmono : forall y z, 0 < y < 1 -> 0 < z < 1 -> q y < q z -> y < z).
  { intros y z Hy Hz H. destruct (Rlt_le_dec y z) as [Hlt | [Hgt | Heq]]; [exact Hlt | |].
    - pose proof (q_increases z y). lra.
    - rewrite Heq in H. lra. }
  assert (HqS : q a < q (a + S)) by (apply q_increases; lra).
  destruct (Rle_lt_dec u start) as [H1 | H1]; [| destruct (Rle_lt_dec u (a + S)) as [H2 | H2]].
  - pose proof (R1 H1). unfold start in *. lra.
  - pose proof (R2 (conj H1 H2)). lra.
  - rewrite (R3 H2). assert (q (a + S) < q u) by (apply q_increases; lra).
    split; [lra |]. split; intros H0.
    + split; [exact H2 |]. destruct (Rle_lt_dec u (a + S')) as [H3 | H3]; [exact H3 |].
      assert (q (a + S') < q u) by (apply q_increases; lra). lra.
    + split; [exact H |]. destruct (proj2 H0) as [H3 | H3].
      * left. apply q_increases; lra.
      * right. rewrite H3. reflexivity.
Qed.

End Interleaved.

(** The numbers of CE5.  Laplace(1), epsilon = Delta = 1, answers in [0,4], the
    window M_r = ]0,4], so that rho_M = 4; cells of length L = 1/10; U_r =
    {|n| <= T}, T = 81/20; the far tail is the part beyond -41/10; n' = n; any
    J >= 1000 slivers.  For the cell ]0,1/10] and the answers 4 and 39/10,
    P1 = A + S and P2 = S' - S are the lengths of the intervals of draws. *)
Lemma laplace_quantile_at : forall x, x <= 0 -> laplace_quantile (exp x / 2) = x.
Proof.
  intros x Hx. unfold laplace_quantile.
  assert (exp x <= 1) by (rewrite <- exp_0; apply exp_le; exact Hx).
  destruct (Rle_dec (exp x / 2) (1 / 2)); [| lra].
  replace (2 * (exp x / 2)) with (exp x) by field. apply ln_exp.
Qed.

Lemma laplace_quantile_increases : forall x y, 0 < x -> x < y -> y < 1 ->
  laplace_quantile x < laplace_quantile y.
Proof.
  intros x y Hx Hxy Hy. unfold laplace_quantile.
  destruct (Rle_dec x (1 / 2)); destruct (Rle_dec y (1 / 2)); try lra.
  - apply ln_increasing; lra.
  - assert (ln (2 * x) <= ln 1) by (apply ln_le; lra).
    assert (ln (2 * (1 - y)) < ln 1) by (apply ln_increasing; lra).
    rewrite ln_1 in *. lra.
  - assert (ln (2 * (1 - y)) < ln (2 * (1 - x))) by (apply ln_increasing; lra). lra.
Qed.

Theorem CE5 : forall J : Z, (1000 <= J)%Z ->
  let L := 1 / 10 in
  let T := 81 / 20 in
  let k := 2 * exp T in
  let A := exp (- (41 / 10)) / 2 in
  let a := exp (-4) / 2 in
  let S := exp (- (39 / 10)) / 2 - a in
  let S' := exp (- (38 / 10)) / 2 - a in
  let n := interleaved_noise laplace_quantile A a S J in
  let n_0 := interleaved_generator A a S J in
  let delta_0 := A / IZR J in
  let delta_t := k * delta_0 + 0 in
  let V := unit_interval in
  (* n is the quantile function after an injective rearrangement by translations. That such a rearrangement keeps
     lengths, so that X is exactly Laplacian, is said here and not proved *)
  (forall u v, V u -> V v -> u < v -> interleave A a S J u <> interleave A a S J v) /\
  (* (n0); Condition 3's closeness on U_r, with n' = n; rho_M + delta_t < T *)
  (forall u, V u -> V (n_0 u) /\ Rabs (n_0 u - u) <= delta_0) /\
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (u - v)) /\
  4 + delta_t < T /\ 2 * delta_t < L /\
  (* Condition 3's separation: outside U_r, r + n(u) is not in M_r^{+delta_t} *)
  (forall u r y, V u -> 0 <= r <= 4 -> 0 < y <= 4 -> T < Rabs (n u) -> delta_t < Rabs (r + n u - y)) /\
  (* the draws reported in ]0,L] from the answers r1 = 4 and r2 = 4 - L *)
  (forall u, V u -> (0 < 4 + n (n_0 u) <= L <-> a - A < u <= a + S)) /\
  (forall u, V u -> (0 < 4 - L + n (n_0 u) <= L <-> a + S < u <= a + S')) /\
  (* and P1 exceeds e^{epsilon'} P2 for the printed epsilon' *)
  A + S > exp 1 * (1 + printed_R_line L delta_t * exp (1 * (L + delta_t))) * (S' - S).
Proof.
  intros J HJ L T k A a S S' n n_0 delta_0 delta_t V.
  assert (HJr : 1000 <= IZR J) by (apply (IZR_le 1000); exact HJ).
  (* everything in terms of e^{-41/10} = E and g = e^{1/10} *)
  set (E := exp (- (41 / 10))) in *. pose (g := exp (1 / 10)).
  assert (HE : 0 < E) by apply exp_pos.
  assert (Hg : 1105 / 1000 <= g <= 111 / 100).
  { pose proof (exp_at_least_quadratic (1 / 10)). pose proof (exp_at_most_quadratic (1 / 10)).
    unfold g. lra. }
  assert (E4 : exp (-4) = E * g).
  { unfold E, g. rewrite <- exp_plus. f_equal. field. }
  assert (E39 : exp (- (39 / 10)) = E * (g * g)).
  { unfold E, g. rewrite <- !exp_plus. f_equal. field. }
  assert (E38 : exp (- (38 / 10)) = E * (g * g * g)).
  { unfold E, g. rewrite <- !exp_plus. f_equal. field. }
  assert (Hsmall : E <= 1 / 5).
  { assert (H5 : 1 + 41 / 10 <= exp (41 / 10)) by (apply exp_at_least; lra).
    assert (H1 : E * exp (41 / 10) = 1).
    { unfold E. rewrite <- exp_plus, <- exp_0. f_equal. ring. }
    nra. }
  assert (Hlayout : 0 < A /\ A < a /\ 0 < S /\ a + S < 1).
  { unfold A, S, a. rewrite E4, E39.
    assert (Hg2 : g < g * g <= 2) by nra.
    assert (Hstep : E < E * g) by nra.
    assert (Hstep2 : E * g < E * (g * g)) by (apply Rmult_lt_compat_l; lra).
    assert (Hstep3 : E * (g * g) <= 1 / 5 * 2) by (apply Rmult_le_compat; lra).
    lra. }
  assert (HS' : S < S' /\ a + S' < 1).
  { unfold S, S', a. rewrite E38, E39, E4.
    assert (Hg3 : g * g < g * g * g <= 2) by nra.
    assert (Hstep2 : E * (g * g) < E * (g * g * g)) by (apply Rmult_lt_compat_l; lra).
    assert (Hstep3 : E * (g * g * g) <= 1 / 5 * 2) by (apply Rmult_le_compat; nra).
    lra. }
  assert (Qa : laplace_quantile a = -4) by (apply laplace_quantile_at; lra).
  assert (QS : laplace_quantile (a + S) = - (39 / 10)).
  { replace (a + S) with (exp (- (39 / 10)) / 2) by (unfold S; ring).
    apply laplace_quantile_at. lra. }
  assert (QS' : laplace_quantile (a + S') = - (38 / 10)).
  { replace (a + S') with (exp (- (38 / 10)) / 2) by (unfold S'; ring).
    apply laplace_quantile_at. lra. }
  assert (QA : laplace_quantile A < - T).
  { unfold A, E. rewrite laplace_quantile_at by lra. unfold T. lra. }
  assert (Hk : 0 <= k) by (unfold k; pose proof (exp_pos T); lra).
  assert (HJ1 : (1 <= J)%Z) by lia.
  (* delta_t = e^{-1/20} / J *)
  assert (Hdelta : 0 <= delta_t <= 1 / 1000).
  { assert (Hprod : exp T * E <= 1).
    { unfold E, T. rewrite <- exp_plus, <- exp_0. apply exp_le. lra. }
    assert (Hd : delta_t = exp T * E / IZR J) by (unfold delta_t, k, delta_0, A; field; lra).
    pose proof (exp_pos T) as HT.
    rewrite Hd. split.
    - apply Rmult_le_pos; [nra |]. left. apply Rinv_0_lt_compat. lra.
    - apply Rle_div_l; [lra |]. nra. }
  split; [| split; [| split; [| split; [| split; [| split; [| split; [| split]]]]]]].
  - exact (interleave_injective A a S J Hlayout HJ1).
  - exact (interleaved_generator_bias A a S J Hlayout HJ1).
  - exact (interleaved_noise_lipschitz laplace_quantile A a S T k J laplace_quantile_increases
             (laplace_quantile_lipschitz T) Hk Hlayout HJ1 QA).
  - unfold T. lra.
  - unfold L. lra.
  - intros u r y _ Hr Hy Hu.
    pose proof (Rabs_triang_inv (n u) (y - r)) as tri.
    assert (Rabs (y - r) <= 4) by (apply Rabs_le; lra).
    replace (n u - (y - r)) with (r + n u - y) in tri by ring.
    unfold T in Hu. lra.
  - intros u Hu.
    pose proof (proj1 (interleaved_cells laplace_quantile A a S J laplace_quantile_increases
                         Hlayout HJ1 S' u (proj1 HS') (proj2 HS') Hu)) as H.
    rewrite Qa, QS in H. fold n n_0 in H. rewrite <- H. unfold L. lra.
  - intros u Hu.
    pose proof (proj2 (interleaved_cells laplace_quantile A a S J laplace_quantile_increases
                         Hlayout HJ1 S' u (proj1 HS') (proj2 HS') Hu)) as H.
    rewrite QS, QS' in H. fold n n_0 in H. rewrite <- H. unfold L. lra.
  - assert (He : exp 1 <= 3) by (pose proof (exp_at_most_quadratic 1); lra).
    assert (HR : printed_R_line L delta_t <= 105 / 100).
    { unfold printed_R_line, L. apply Rle_div_l; lra. }
    assert (Hexp : exp (1 * (L + delta_t)) <= 1112 / 1000).
    { apply Rle_trans with (exp (101 / 1000)).
      - apply exp_le. unfold L. lra.
      - pose proof (exp_at_most_quadratic (101 / 1000)). lra. }
    pose proof (exp_pos 1) as Hp1. pose proof (exp_pos (1 * (L + delta_t))) as Hp2.
    assert (HR0 : 0 <= printed_R_line L delta_t)
      by (pose proof (printed_R_at_least_one L delta_t); unfold L in *; lra).
    assert (Hprod : printed_R_line L delta_t * exp (1 * (L + delta_t)) <= 105 / 100 * (1112 / 1000))
      by (apply Rmult_le_compat; lra).
    assert (Hfactor : exp 1 * (1 + printed_R_line L delta_t * exp (1 * (L + delta_t)))
                      <= 3 * (1 + 105 / 100 * (1112 / 1000)))
      by (apply Rmult_le_compat; nra).
    assert (HP2 : 0 < S' - S) by lra.
    apply Rle_lt_trans with (3 * (1 + 105 / 100 * (1112 / 1000)) * (S' - S)).
    + apply Rmult_le_compat_r; lra.
    + unfold S, S', A, a. rewrite E4, E39, E38.
      (* divide by E/2: a polynomial in g on [1105/1000, 111/100] *)
      assert (Hpoly : 3 * (1 + 105 / 100 * (1112 / 1000)) * (g * g * g - g * g) < 1 + (g * g - g))
        by nra.
      apply (Rmult_lt_compat_l (E / 2)) in Hpoly; lra.
Qed.

(** ** F19: Condition 2 (l.659) forces ||n'|| to be a function of ||n||

    In words: if ||g(x)|| = ||g(y)||, then ||g'(x)|| = ||g'(y)||.  In the plane the
    computed norm would have to be exactly constant in the angle. *)
Theorem condition_2_forces_equal_norms : forall (X : Type) (size size' : X -> R),
  (forall x y, size x <= size y -> size' x <= size' y) ->
  forall x y, size x = size y -> size' x = size' y.
Proof.
  intros X size size' H x y E.
  apply Rle_antisym; apply H; lra.
Qed.

(** ** F20, CE12: the extension of the Wasserstein distance (l.710)

    A coupling that is zero off the diagonal outside M_r forces
    mu(M_r) = nu(M_r): in general there is none.  (Finitely many points, listed
    in [points]; mu and nu are the marginals of gamma.) *)
Section F20.

Variables (X : Type) (points : list X) (M : X -> bool) (gamma : X -> X -> R).

Definition sum_over (f : X -> R) : R := fold_right (fun x total => f x + total) 0 points.

Definition indicator (x : X) : R := if M x then 1 else 0.

Definition first_marginal (x : X) : R := sum_over (fun y => gamma x y).
Definition second_marginal (y : X) : R := sum_over (fun x => gamma x y).
Definition mass_of_M (marginal : X -> R) : R := sum_over (fun x => indicator x * marginal x).

Lemma fold_ext : forall (l : list X) (f g : X -> R), (forall x, f x = g x) ->
  fold_right (fun x total => f x + total) 0 l = fold_right (fun x total => g x + total) 0 l.
Proof.
  intros l f g H. induction l as [| x l' IH]; simpl; [reflexivity | rewrite H, IH; reflexivity].
Qed.

Lemma fold_scal : forall (l : list X) c (f : X -> R),
  c * fold_right (fun x total => f x + total) 0 l = fold_right (fun x total => c * f x + total) 0 l.
Proof.
  intros l c f. induction l as [| x l' IH]; simpl; [ring | rewrite <- IH; ring].
Qed.

Lemma fold_plus : forall (l : list X) (f g : X -> R),
  fold_right (fun x total => f x + g x + total) 0 l
  = fold_right (fun x total => f x + total) 0 l + fold_right (fun x total => g x + total) 0 l.
Proof.
  intros l f g. induction l as [| x l' IH]; simpl; [ring | rewrite IH; ring].
Qed.

Lemma fold_zero : forall (l : list X), fold_right (fun _ total => 0 + total) 0 l = 0.
Proof. intros l. induction l as [| x l' IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

Lemma fold_swap : forall (l l' : list X) (h : X -> X -> R),
  fold_right (fun x total => fold_right (fun y t => h x y + t) 0 l' + total) 0 l
  = fold_right (fun y total => fold_right (fun x t => h x y + t) 0 l + total) 0 l'.
Proof.
  intros l l' h. induction l as [| x l0 IH]; simpl.
  - symmetry. apply fold_zero.
  - rewrite IH, <- fold_plus. reflexivity.
Qed.

Theorem extended_coupling_preserves_mass :
  (forall x y, x <> y -> M x = false \/ M y = false -> gamma x y = 0) ->
  mass_of_M first_marginal = mass_of_M second_marginal.
Proof.
  intros Hdiagonal. unfold mass_of_M, first_marginal, second_marginal, sum_over.
  rewrite (fold_ext points _ _ (fun x => fold_scal points (indicator x) (fun y => gamma x y))).
  rewrite (fold_ext points _ _ (fun y => fold_scal points (indicator y) (fun x => gamma x y))).
  rewrite fold_swap.
  apply fold_ext. intros y. apply fold_ext. intros x.
  unfold indicator. destruct (M x) eqn:Ex; destruct (M y) eqn:Ey; try reflexivity.
  - rewrite (Hdiagonal x y); [ring | congruence | right; exact Ey].
  - rewrite (Hdiagonal x y); [ring | congruence | left; exact Ex].
Qed.

End F20.

(** Two points, M_r = {true}: mu all on true, nu all on false.  No coupling of
    the extended kind exists. *)
Theorem no_extended_coupling_in_general :
  ~ (exists gamma : bool -> bool -> R,
       (forall x y, x <> y -> x = false \/ y = false -> gamma x y = 0) /\
       first_marginal bool [true; false] gamma true = 1 /\
       second_marginal bool [true; false] gamma true = 0).
Proof.
  intros (gamma & Hdiagonal & Hmu & Hnu).
  pose proof (extended_coupling_preserves_mass bool [true; false] (fun x => x) gamma Hdiagonal) as H.
  unfold mass_of_M, sum_over, indicator in H. cbn [fold_right] in H.
  rewrite Hmu, Hnu in H. lra.
Qed.

(** ** F12, CE10: u_1 + u_2 (l.916)

    On a common grid of N values u_1 + u_2 takes exactly the 2N-1 values
    0, ..., 2N-2 (in units of the grid), not N^2; concatenation takes N^2. *)
Theorem sum_of_two_draws_has_2N_minus_1_values : forall N x : nat, (1 <= N)%nat ->
  (exists z1 z2, (z1 < N)%nat /\ (z2 < N)%nat /\ x = (z1 + z2)%nat)
  <-> In x (seq 0 (2 * N - 1)).
Proof.
  intros N x HN. rewrite in_seq. split.
  - intros (z1 & z2 & H1 & H2 & ->). lia.
  - intros [_ H]. exists (Nat.min x (N - 1)), (x - Nat.min x (N - 1))%nat. lia.
Qed.

Theorem fewer_than_N_squared : forall N : nat, (2 <= N)%nat ->
  (length (seq 0 (2 * N - 1)) = 2 * N - 1 /\ 2 * N - 1 < N * N)%nat.
Proof. intros N HN. rewrite seq_length. split; [reflexivity | nia]. Qed.

Theorem concatenation_has_N_squared_values : forall N x : nat, (1 <= N)%nat ->
  (x < N * N)%nat <->
  (exists z1 z2, (z1 < N)%nat /\ (z2 < N)%nat /\ x = (z1 * N + z2)%nat).
Proof.
  intros N x HN. split.
  - intros H. exists (x / N)%nat, (x mod N)%nat.
    pose proof (Nat.div_mod x N). pose proof (Nat.mod_upper_bound x N).
    assert (x / N < N)%nat by (apply Nat.div_lt_upper_bound; lia). lia.
  - intros (z1 & z2 & H1 & H2 & ->). nia.
Qed.

Theorem CE10 : length (seq 0 (2 * 256 - 1)) = 511%nat.
Proof. rewrite seq_length. reflexivity. Qed.

(** ** Example 1.1 (l.141), CE9: disjoint supports

    Fixed-point numbers with d fractional digits are integers in units of 2^-d.
    Noise scaled by b = 2^n is 2^n z.  If the answers differ by 2^n k + h with
    0 < h < 2^n, no reported value is possible from both. *)
Theorem scaled_noise_has_disjoint_supports : forall scale k h r1 r2 z1 z2 : Z,
  (0 < h < scale)%Z -> (r2 - r1 = scale * k + h)%Z ->
  (r1 + scale * z1 <> r2 + scale * z2)%Z.
Proof.
  intros scale k h r1 r2 z1 z2 Hh Hr E.
  assert (Hmul : (h = scale * (z1 - z2 - k))%Z) by lia.
  assert (Hbound : (0 < z1 - z2 - k < 1)%Z) by nia. lia.
Qed.

(** The paper's numbers: b = 4, d = 6, r1 = 0, r2 = 1 + 2^-5 = 66 * 2^-6. *)
Theorem CE9 : forall z1 z2 : Z, (0 + 4 * z1 <> 66 + 4 * z2)%Z.
Proof.
  intros z1 z2. apply (scaled_noise_has_disjoint_supports 4 16 2); lia.
Qed.

(** Hence the standard implementation is (epsilon,delta)-private for no
    delta < 1 (the question of l.917): for any finite generator of draws z with
    weights, the event "y - r1 is a multiple of b" has probability 1 under r1
    and 0 under r2. *)
Section Example_1_1.

Variables (draws : list Z) (weight : Z -> R).
Hypothesis weights_sum : fold_right (fun z total => weight z + total) 0 draws = 1.

Definition fixed_point_probability (scale r : Z) (event : Z -> bool) : R :=
  fold_right (fun z total => (if event (r + scale * z)%Z then weight z else 0) + total) 0 draws.

Theorem standard_implementation_needs_delta_one : forall scale k h r1 r2 epsilon delta,
  (0 < h < scale)%Z -> (r2 - r1 = scale * k + h)%Z ->
  (forall event, fixed_point_probability scale r1 event
                 <= exp epsilon * fixed_point_probability scale r2 event + delta) ->
  1 <= delta.
Proof.
  intros scale k h r1 r2 epsilon delta Hh Hr Hprivate.
  pose (event := fun y : Z => ((y - r1) mod scale =? 0)%Z).
  assert (H1 : fixed_point_probability scale r1 event = 1).
  { rewrite <- weights_sum. unfold fixed_point_probability.
    apply fold_ext. intros z. unfold event.
    replace (r1 + scale * z - r1)%Z with (z * scale)%Z by ring.
    rewrite Z_mod_mult. reflexivity. }
  assert (H2 : fixed_point_probability scale r2 event = 0).
  { unfold fixed_point_probability.
    transitivity (fold_right (fun (_ : Z) total => 0 + total) 0 draws); [| apply fold_zero].
    apply fold_ext. intros z. unfold event.
    replace (r2 + scale * z - r1)%Z with (h + (k + z) * scale)%Z by lia.
    rewrite Z_mod_plus_full, Z.mod_small by lia.
    destruct (Z.eqb_spec h 0); [lia | reflexivity]. }
  pose proof (Hprivate event) as H. rewrite H1, H2 in H. lra.
Qed.

End Example_1_1.
