(** * From polar to Cartesian coordinates: the printed k and its repair (F6)

    In Rust: crates/oracle/src/noise/planar.rs.  Rests on PrintedRadius.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness LaplaceMechanism Crossing Exponential PrintedRadius.
Import ListNotations.
Local Open Scope R_scope.

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

(** The printed k with the printed K_C is one of them: for epsilon = 1/10 and a
    window of diameter 10, whatever radius r of the window its K_C is taken at. *)
Theorem printed_k_with_printed_K_C_too_small : forall r, 0 <= r <= 10 ->
  let K := printed_K_C (1 / 10) 10 r in
  exists v1 v2, 0 < v1 - v2 < 1 /\
  sqrt (polar_distance_squared 10 (2 * PI * (v1 - 1 / 2)) 10 (2 * PI * (v2 - 1 / 2)))
  > sqrt (K ^ 2 + 2 * PI * 10) * Rabs (v1 - v2).
Proof.
  intros r Hr K. apply printed_k_too_small; [lra |].
  assert (HK : 0 <= K <= 15).
  { unfold K, printed_K_C. replace (1 / 10 * 10) with 1 by field.
    pose proof exp_le_3 as He. pose proof (exp_pos 1) as Hp. split.
    - apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra].
    - apply Rle_div_l; lra. }
  pose proof PI2_3_2 as Hpi. unfold PI2 in Hpi. pose proof PI_4. nra.
Qed.

End F6.
