(** * The radius of planar noise: the printed K_C and two repairs (F5)

    The inverse of the radius' distribution function has no Lipschitz constant at
    0, whatever is printed.  Lemma R is its modulus of continuity; a sum of two
    logarithms is another way to draw the radius, with a Lipschitz constant.

    The statements with [ln] use the axiom of excluded middle, because the
    standard library's definition of ln does.

    In Rust: crates/oracle/src/noise/radial.rs, gamma.rs.  Rests on Closeness.v,
    Crossing.v and Exponential.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness LaplaceMechanism Crossing Exponential.
Import ListNotations.
Local Open Scope R_scope.

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
