(** * The ratio R as printed, and as it is (F3, F4)

    R of sections 5 and 6 is one too large, so that the printed epsilon' does not
    go to epsilon with delta; it is an upper bound nevertheless, and in the plane
    the repaired one may exceed it.

    The statements with [ln] use the axiom of excluded middle, because the
    standard library's definition of ln does.

    In Rust: crates/oracle/src/bound/setting.rs.  Rests on Exponential.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceMechanism Exponential.
Import ListNotations.
Local Open Scope R_scope.

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

(** The R of equation (ratio) is the largest of the ratios: of all cells that are
    intervals of length L or more, and boxes with sides of L or more, each grown
    and shrunk by delta on every side, none has a larger one, and a cell of length
    L, a square of side L, has it. *)
Theorem repaired_R_is_the_largest_ratio : forall L delta, 0 <= delta -> 2 * delta < L ->
  (forall l, L <= l ->
     ((l + 2 * delta) - (l - 2 * delta)) / (l - 2 * delta) <= repaired_R_line L delta) /\
  ((L + 2 * delta) - (L - 2 * delta)) / (L - 2 * delta) = repaired_R_line L delta /\
  (forall w h, L <= w -> L <= h ->
     ((w + 2 * delta) * (h + 2 * delta) - (w - 2 * delta) * (h - 2 * delta))
       / ((w - 2 * delta) * (h - 2 * delta)) <= repaired_R_plane L delta) /\
  ((L + 2 * delta) ^ 2 - (L - 2 * delta) ^ 2) / (L - 2 * delta) ^ 2 = repaired_R_plane L delta.
Proof.
  intros L delta Hd HL.
  set (q := fun l : R => (l + 2 * delta) / (l - 2 * delta)).
  assert (Hq : forall l, L <= l -> 0 <= q l <= q L).
  { intros l Hl. unfold q. split.
    - apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra].
    - apply Rle_div_l; [lra |].
      replace ((L + 2 * delta) / (L - 2 * delta) * (l - 2 * delta))
        with ((L + 2 * delta) * (l - 2 * delta) / (L - 2 * delta)) by (field; lra).
      apply Rle_div_r; nra. }
  assert (Hline : repaired_R_line L delta = q L - 1) by (unfold repaired_R_line, q; field; lra).
  assert (Hplane : repaired_R_plane L delta = q L * q L - 1) by (unfold repaired_R_plane, q; field; lra).
  repeat split.
  - intros l Hl. rewrite Hline. destruct (Hq l Hl) as [_ H].
    replace (((l + 2 * delta) - (l - 2 * delta)) / (l - 2 * delta)) with (q l - 1) by (unfold q; field; lra).
    lra.
  - unfold repaired_R_line. field. lra.
  - intros w h Hw Hh. rewrite Hplane.
    destruct (Hq w Hw) as [Hw0 Hw1]. destruct (Hq h Hh) as [Hh0 Hh1].
    replace (((w + 2 * delta) * (h + 2 * delta) - (w - 2 * delta) * (h - 2 * delta))
       / ((w - 2 * delta) * (h - 2 * delta))) with (q w * q h - 1) by (unfold q; field; lra).
    assert (q w * q h <= q L * q L) by (apply Rmult_le_compat; assumption). lra.
  - unfold repaired_R_plane. field. lra.
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
  pose proof (exp_chord a t) as Hc.
  apply (Rmult_le_reg_l Q); [exact HQ |].
  replace (Q * (P * / Q * exp (a * t))) with (P * exp (a * t)) by (field; lra).
  replace (Q * (1 + (P * / Q - 1) * exp a)) with (Q + (P - Q) * exp a) by (field; lra).
  apply Rle_trans with (P * (1 - t + t * exp a)).
  - apply Rmult_le_compat_l; lra.
  - nra.
Qed.

End F3.
