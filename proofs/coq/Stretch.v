(* F31: a local map of the globe stretches distances by a factor that two lengths of a degree bound.

   proofs/theory.md, F31. At latitude phi a radian of the parallel is E(phi) long and a radian of the meridian G(phi), so the curve
   (lambda, phi) has the speed sqrt((E lambda')^2 + (G phi')^2). The map is (kx lambda, ky phi). If kx <= s E and ky <= s G in the
   band of latitudes that a curve no longer than D can reach from the box, its ends are mapped to points at most s times its length
   apart ([curve_stretch]), also if the curve goes around the globe ([stretch_around]). So the images of two places are at most s
   times their distance apart. On an ellipsoid E decreases and G increases with the distance from the equator
   ([parallel_decreases], [meridian_increases]), so two values bound both over a band.

   In Rust: LocalProjection of crates/oracle/src/projection/local.rs. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Kdelta Require Import PlanarScaling PlanarRadius.

Local Open Scope R_scope.

Section Stretch.

Variables (E G : R -> R) (kx ky s g0 D low high : R).
Hypothesis s_positive : 0 < s.
Hypothesis g0_positive : 0 < g0.
Hypothesis kx_nonneg : 0 <= kx.
Hypothesis ky_nonneg : 0 <= ky.
Hypothesis meridian : forall phi, g0 <= G phi.
Hypothesis band : forall phi, low - D / (2 * g0) <= phi <= high + D / (2 * g0) -> kx <= s * E phi /\ ky <= s * G phi.

(* A curve: longitude and latitude in radians, followed continuously, with their derivatives. *)
Variables (lambda phi dlambda dphi : R -> R).
Hypothesis lambda_derive : forall t, is_derive lambda t (dlambda t).
Hypothesis phi_derive : forall t, is_derive phi t (dphi t).
Hypothesis dlambda_continuous : forall t, continuous dlambda t.
Hypothesis dphi_continuous : forall t, continuous dphi t.

Definition speed (t : R) : R := euclid (E (phi t) * dlambda t) (G (phi t) * dphi t).
Definition curve_length : R := RInt speed 0 1.
Hypothesis speed_integrable : forall t u, ex_RInt speed t u.
Hypothesis short : curve_length <= D.
Hypothesis begins : low <= phi 0 <= high.
Hypothesis ends : low <= phi 1 <= high.

Lemma change (f df : R -> R) t u : (forall t, is_derive f t (df t)) -> (forall t, continuous df t) -> is_RInt df t u (f u - f t).
Proof. intros H1 H2. apply (is_RInt_derive (V := R_CompleteNormedModule) f df); intros x _; [apply H1 | apply H2]. Qed.

Lemma latitude_moves t u : t <= u -> Rabs (phi u - phi t) <= RInt speed t u / g0.
Proof.
  intros H. pose proof (change phi dphi t u phi_derive dphi_continuous) as C.
  assert (S : is_RInt speed t u (RInt speed t u)) by (apply (RInt_correct (V := R_CompleteNormedModule)), speed_integrable).
  assert (B : forall x, Rabs (dphi x) * g0 <= speed x).
  { intros x. unfold speed, euclid. rewrite <- (sqrt_pow2 (Rabs (dphi x) * g0)) by (apply Rmult_le_pos; [apply Rabs_pos | lra]).
    apply sqrt_le_1_alt. rewrite Rpow_mult_distr, pow2_abs, 2!Rpow_mult_distr.
    assert (g0 ^ 2 <= G (phi x) ^ 2) by (apply pow_incr; pose proof (meridian (phi x)); lra).
    pose proof (pow2_ge_0 (dphi x)). assert (0 <= E (phi x) ^ 2 * dlambda x ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0). nra. }
  assert (Up : forall c, c = 1 \/ c = -1 -> c * (phi u - phi t) * g0 <= RInt speed t u).
  { intros c Hc. replace (c * (phi u - phi t) * g0) with (scal (c * g0) (phi u - phi t)) by (unfold scal; simpl; unfold mult; simpl; ring).
    apply (is_RInt_le (fun x => scal (c * g0) (dphi x)) speed t u _ _ H); [apply (is_RInt_scal (V := R_NormedModule)), C | exact S |].
    intros x _. apply Rle_trans with (2 := B x). unfold scal; simpl; unfold mult; simpl.
    pose proof (Rle_abs (dphi x)). pose proof (Rle_abs (- dphi x)) as H1. rewrite Rabs_Ropp in H1. destruct Hc as [-> | ->]; nra. }
  pose proof (Up 1 ltac:(tauto)). pose proof (Up (-1) ltac:(tauto)). apply Rabs_le. split.
  - assert (- (RInt speed t u / g0) * g0 <= (phi u - phi t) * g0); [| nra].
    replace (- (RInt speed t u / g0) * g0) with (- RInt speed t u) by (field; lra). lra.
  - apply Rle_div_r; lra.
Qed.

Lemma stays_in_band t : 0 <= t <= 1 -> low - D / (2 * g0) <= phi t <= high + D / (2 * g0).
Proof.
  intros Ht. pose proof (latitude_moves 0 t ltac:(lra)) as L1. pose proof (latitude_moves t 1 ltac:(lra)) as L2.
  assert (Sum : RInt speed 0 t + RInt speed t 1 = curve_length) by (apply (RInt_Chasles (V := R_CompleteNormedModule)); apply speed_integrable).
  assert (Half : forall x, x <= D / 2 -> x / g0 <= D / (2 * g0)).
  { intros x Hx. replace (D / (2 * g0)) with (D / 2 / g0) by (field; lra). unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat |]; lra. }
  apply Rabs_le_between in L1. apply Rabs_le_between in L2.
  destruct (Rle_lt_dec (RInt speed 0 t) (D / 2)) as [H | H]; [specialize (Half _ H) | specialize (Half (RInt speed t 1) ltac:(lra))]; lra.
Qed.

Theorem curve_stretch : euclid (kx * (lambda 1 - lambda 0)) (ky * (phi 1 - phi 0)) <= s * curve_length.
Proof.
  set (X := kx * (lambda 1 - lambda 0)). set (Y := ky * (phi 1 - phi 0)). set (n := euclid X Y).
  assert (N0 : 0 <= n) by apply sqrt_pos.
  assert (N2 : n * n = X * X + Y * Y) by (unfold n, euclid; rewrite sqrt_sqrt by nra; ring).
  assert (C : is_RInt (fun t => plus (scal (X * kx) (dlambda t)) (scal (Y * ky) (dphi t))) 0 1 (n * n)).
  { replace (n * n) with (plus (scal (X * kx) (lambda 1 - lambda 0)) (scal (Y * ky) (phi 1 - phi 0)))
      by (rewrite N2; unfold plus, scal; simpl; unfold mult; simpl; unfold X, Y; ring).
    apply (is_RInt_plus (V := R_NormedModule)); apply (is_RInt_scal (V := R_NormedModule)), change; trivial. }
  assert (S : is_RInt (fun t => scal (n * s) (speed t)) 0 1 (scal (n * s) curve_length))
    by (apply (is_RInt_scal (V := R_NormedModule)), (RInt_correct (V := R_CompleteNormedModule)), speed_integrable).
  assert (B : n * n <= n * s * curve_length).
  { apply (is_RInt_le _ _ 0 1 _ _ ltac:(lra) C S). intros t Ht. unfold plus, scal; simpl; unfold mult; simpl.
    destruct (band (phi t) (stays_in_band t ltac:(lra))) as [Bx By].
    apply Rle_trans with (n * euclid (kx * dlambda t) (ky * dphi t)).
    - pose proof (cauchy_schwarz_2 X Y (kx * dlambda t) (ky * dphi t)) as H. fold (euclid X Y) in H. fold n in H.
      unfold euclid. lra.
    - rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact N0 |]. unfold speed.
      replace (s * euclid (E (phi t) * dlambda t) (G (phi t) * dphi t)) with (euclid (s * (E (phi t) * dlambda t)) (s * (G (phi t) * dphi t))).
      + apply (proj1 euclid_absolute); rewrite <- Rmult_assoc, 2!Rabs_mult; apply Rmult_le_compat_r; try apply Rabs_pos;
          rewrite (Rabs_pos_eq kx) || rewrite (Rabs_pos_eq ky); trivial; apply Rle_trans with (2 := Rle_abs _); assumption.
      + unfold euclid. replace ((s * (E (phi t) * dlambda t)) ^ 2 + (s * (G (phi t) * dphi t)) ^ 2)
          with (s ^ 2 * ((E (phi t) * dlambda t) ^ 2 + (G (phi t) * dphi t) ^ 2)) by ring.
        rewrite sqrt_mult_alt, sqrt_pow2 by (try apply pow2_ge_0; lra). reflexivity. }
  destruct (Req_dec n 0) as [-> | Nn].
  - apply Rmult_le_pos; [lra |]. unfold curve_length. apply RInt_ge_0; [lra | apply speed_integrable | intros t _; apply sqrt_pos].
  - apply (Rmult_le_reg_l n); [lra |]. rewrite <- Rmult_assoc. exact B.
Qed.

(* A curve that ends j turns further than the place on the map. *)
Theorem stretch_around (place : R) (j : Z) : lambda 1 = place + 2 * PI * IZR j -> Rabs (place - lambda 0) <= PI ->
  euclid (kx * (place - lambda 0)) (ky * (phi 1 - phi 0)) <= s * curve_length.
Proof.
  intros Hj Hp. apply Rle_trans with (2 := curve_stretch). apply (proj1 euclid_absolute); [| apply Rle_refl].
  rewrite 2!Rabs_mult, (Rabs_pos_eq kx) by exact kx_nonneg. apply Rmult_le_compat_l; [exact kx_nonneg |]. rewrite Hj.
  destruct (Z.eq_dec j 0) as [-> | Nj]; [rewrite Rmult_0_r, Rplus_0_r; lra |].
  assert (T : 2 * PI <= Rabs (2 * PI * IZR j)).
  { pose proof PI_RGT_0. rewrite Rabs_mult, (Rabs_pos_eq (2 * PI)) by lra. rewrite <- abs_IZR.
    assert (1 <= IZR (Z.abs j)) by (apply (IZR_le 1); lia). nra. }
  replace (2 * PI * IZR j) with ((place + 2 * PI * IZR j - lambda 0) - (place - lambda 0)) in T by ring.
  pose proof (Rabs_triang (place + 2 * PI * IZR j - lambda 0) (- (place - lambda 0))) as Q. rewrite Rabs_Ropp in Q.
  unfold Rminus in T, Q, Hp |- *. lra.
Qed.

End Stretch.

(* ** The ellipsoid: axis a, squared eccentricity e2, x = sin^2 phi *)

Section Ellipsoid.

Variables (a e2 : R).
Hypothesis a_positive : 0 < a.
Hypothesis e2_range : 0 <= e2 < 1.

Definition parallel (x : R) : R := a * sqrt ((1 - x) / (1 - e2 * x)).
Definition meridian_radius (x : R) : R := a * (1 - e2) / ((1 - e2 * x) * sqrt (1 - e2 * x)).

Lemma flat x : 0 <= x <= 1 -> 0 < 1 - e2 * x <= 1.
Proof. intros Hx. split; nra. Qed.

Theorem parallel_decreases x y : 0 <= x -> x <= y -> y <= 1 -> parallel y <= parallel x.
Proof.
  intros Hx Hxy Hy. pose proof (flat x ltac:(lra)) as Fx. pose proof (flat y ltac:(lra)) as Fy.
  apply Rmult_le_compat_l; [lra |]. apply sqrt_le_1_alt. apply Rle_div_l; [lra |].
  replace ((1 - x) / (1 - e2 * x) * (1 - e2 * y)) with ((1 - x) * (1 - e2 * y) / (1 - e2 * x)) by (field; lra).
  apply Rle_div_r; [lra |]. nra.
Qed.

Theorem meridian_increases x y : 0 <= x -> x <= y -> y <= 1 -> meridian_radius x <= meridian_radius y.
Proof.
  intros Hx Hxy Hy. pose proof (flat x ltac:(lra)) as Fx. pose proof (flat y ltac:(lra)) as Fy.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |].
  assert (Sy : 0 < sqrt (1 - e2 * y)) by (apply sqrt_lt_R0; lra).
  apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra |].
  apply Rmult_le_compat; try lra; [nra |]. apply sqrt_le_1_alt. nra.
Qed.

(* The least radius of a meridian, at the equator: g0 of the stretch. *)
Theorem meridian_at_least x : 0 <= x <= 1 -> a * (1 - e2) <= meridian_radius x.
Proof.
  intros Hx. apply Rle_trans with (meridian_radius 0); [| apply meridian_increases; lra].
  unfold meridian_radius. rewrite Rmult_0_r, Rminus_0_r, sqrt_1. right. field.
Qed.

End Ellipsoid.
