(** * Theorem B in the plane: radius and angle

    proofs/theory.md, F5, F6 and paragraph 1.3.  The noise is
    r(a) (cos theta, sin theta), theta = 2 pi v + phase, where a is the draw of
    the radius (any space with the paths of Theorem B) and v that of the angle.
    If the radius moves by at most Omega on {r <= T} and v by at most delta_v,
    then (A) and (B) hold with

      delta = sqrt(Omega^2 + (2 pi T delta_v)^2) + delta_n,  T > rho_M + delta,

    in the Euclidean norm and, what Theorem A asks for, in the sup norm.  Each
    sampler of the radius is a case of it (PlanarSamplers.v).

    In Rust: PlanarLaplace::of.  Rests on Crossing.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness Crossing PrintedRadius PrintedPolar.

Local Open Scope R_scope.

(** ** The Euclidean plane *)

Definition plane : NormedModule R_AbsRing :=
  prod_NormedModule R_AbsRing R_NormedModule R_NormedModule.

Definition at_polar (r theta : R) : plane := (r * cos theta, r * sin theta).

Definition sup_norm (z : plane) : R := Rmax (Rabs (fst z)) (Rabs (snd z)).

Lemma plane_norm : forall z : plane, norm z = sqrt (fst z ^ 2 + snd z ^ 2).
Proof.
  intros [x y]. change (sqrt (Rabs x ^ 2 + Rabs y ^ 2) = sqrt (x ^ 2 + y ^ 2)).
  rewrite !pow2_abs. reflexivity.
Qed.

Lemma sup_norm_le : forall z : plane, sup_norm z <= norm z.
Proof.
  intros [x y]. rewrite plane_norm. unfold sup_norm; simpl fst; simpl snd.
  pose proof (pow2_ge_0 x). pose proof (pow2_ge_0 y).
  apply Rmax_lub.
  - rewrite <- (sqrt_pow2 (Rabs x)) by apply Rabs_pos. rewrite pow2_abs.
    apply sqrt_le_1_alt. lra.
  - rewrite <- (sqrt_pow2 (Rabs y)) by apply Rabs_pos. rewrite pow2_abs.
    apply sqrt_le_1_alt. lra.
Qed.

Lemma polar_norm : forall r theta, 0 <= r -> norm (at_polar r theta) = r.
Proof.
  intros r theta Hr. rewrite plane_norm. unfold at_polar; simpl fst; simpl snd.
  replace ((r * cos theta) ^ 2 + (r * sin theta) ^ 2)
    with (r ^ 2 * (Rsqr (sin theta) + Rsqr (cos theta))) by (unfold Rsqr; ring).
  rewrite sin2_cos2, Rmult_1_r. apply sqrt_pow2, Hr.
Qed.

Lemma polar_norm_minus : forall r1 t1 r2 t2,
  norm (minus (at_polar r1 t1) (at_polar r2 t2)) = sqrt (polar_distance_squared r1 t1 r2 t2).
Proof. intros r1 t1 r2 t2. rewrite plane_norm. reflexivity. Qed.

(** The polar identity and inequality of F6, for radii of which the product is
    at most T^2. *)
Lemma polar_inequality : forall r1 t1 r2 t2 S,
  0 <= r1 -> 0 <= r2 -> r1 * r2 <= S ^ 2 ->
  polar_distance_squared r1 t1 r2 t2 <= (r1 - r2) ^ 2 + (S * (t1 - t2)) ^ 2.
Proof.
  intros r1 t1 r2 t2 S H1 H2 HS. rewrite polar_identity. apply Rplus_le_compat_l.
  pose proof (sin_squared_at_most ((t1 - t2) / 2)) as Hs.
  pose proof (pow2_ge_0 (sin ((t1 - t2) / 2))) as Hs0.
  assert (Hp : 0 <= r1 * r2) by (apply Rmult_le_pos; assumption).
  replace ((S * (t1 - t2)) ^ 2) with (4 * S ^ 2 * ((t1 - t2) / 2) ^ 2) by field.
  replace (4 * r1 * r2) with (4 * (r1 * r2)) by ring.
  apply Rmult_le_compat; lra.
Qed.

(** sqrt(x^2 + y^2) <= |x| + |y| *)
Lemma sqrt_sum_le : forall x y, sqrt (x ^ 2 + y ^ 2) <= Rabs x + Rabs y.
Proof.
  intros x y. pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  rewrite <- (sqrt_pow2 (Rabs x + Rabs y)) by lra.
  apply sqrt_le_1_alt. rewrite <- (pow2_abs x), <- (pow2_abs y).
  assert (0 <= Rabs x * Rabs y) by (apply Rmult_le_pos; assumption). nra.
Qed.

(** ** Radius and angle *)

Section Polar.

(** the draws of the radius, their metric, the radius *)
Context {Radial : Type}.
Variables (V : Radial -> Prop) (d : Radial -> Radial -> R) (r : Radial -> R).
(** the draws of the angle, an interval; where the angle starts *)
Variables (I : R -> Prop) (phase : R).
Variables (delta_r delta_v : R).

Hypothesis radial_space : crossing_space (E := R_NormedModule) V d r delta_r.
Hypothesis radius_nonnegative : forall a, V a -> 0 <= r a.
Hypothesis angles : interval I.

Definition angle (v : R) : R := 2 * PI * v + phase.

(** The ideal planar noise. *)
Definition planar_noise (x : Radial * R) : plane := at_polar (r (fst x)) (angle (snd x)).

Definition planar_draw (x : Radial * R) : Prop := V (fst x) /\ I (snd x).

(** Two biases as one: 0 if the radius's draw is within delta_r and the angle's
    within delta_v, 1 otherwise.  Theorem B asks of its metric no more than
    this. *)
Definition off (x y : Radial * R) : R :=
  if Rle_dec (d (fst x) (fst y)) delta_r then
    if Rle_dec (Rabs (snd x - snd y)) delta_v then 0 else 1
  else 1.

Lemma off_zero : forall x y, off x y <= 0 <->
  (d (fst x) (fst y) <= delta_r /\ Rabs (snd x - snd y) <= delta_v).
Proof.
  intros x y. unfold off.
  destruct (Rle_dec _ delta_r); [destruct (Rle_dec _ delta_v) |]; split; intros; lra.
Qed.

(** n along a path of radii and angles. *)
Lemma planar_path_continuous : forall (rho theta : R -> R),
  (forall t, 0 <= t <= 1 -> 0 <= rho t) ->
  continuous_on_unit (E := R_NormedModule) rho ->
  continuous_on_unit (E := R_NormedModule) theta ->
  continuous_on_unit (E := plane) (fun t => at_polar (rho t) (theta t)).
Proof.
  intros rho theta Hpos Hrho Htheta t Ht e He.
  assert (R0 := Hpos t Ht).
  destruct (Hrho t Ht (Rmin 1 (e / 2))) as (h1 & Hh1 & H1); [apply Rmin_pos; lra |].
  destruct (Htheta t Ht (e / (2 * (rho t + 1)))) as (h2 & Hh2 & H2).
  { apply Rdiv_lt_0_compat; lra. }
  exists (Rmin h1 h2). split; [apply Rmin_pos; assumption |].
  intros s Hs Hst.
  assert (S0 := Hpos s Hs).
  assert (B1 : Rabs (rho s - rho t) < Rmin 1 (e / 2)).
  { apply (H1 s Hs). pose proof (Rmin_l h1 h2). lra. }
  assert (B2 : Rabs (theta s - theta t) < e / (2 * (rho t + 1))).
  { apply (H2 s Hs). pose proof (Rmin_r h1 h2). lra. }
  pose proof (Rmin_l 1 (e / 2)). pose proof (Rmin_r 1 (e / 2)).
  assert (Hle : rho s <= rho t + 1) by (pose proof (Rle_abs (rho s - rho t)); lra).
  rewrite polar_norm_minus.
  apply Rle_lt_trans with (sqrt ((rho s - rho t) ^ 2 + ((rho t + 1) * (theta s - theta t)) ^ 2)).
  - apply sqrt_le_1_alt, polar_inequality; trivial. nra.
  - apply Rle_lt_trans with (1 := sqrt_sum_le _ _).
    rewrite Rabs_mult, (Rabs_pos_eq (rho t + 1)) by lra.
    apply (Rmult_lt_compat_l (rho t + 1)) in B2; [| lra].
    replace ((rho t + 1) * (e / (2 * (rho t + 1)))) with (e / 2) in B2 by (field; lra).
    lra.
Qed.

(** The plane has the paths that Theorem B needs. *)
Theorem crossing_space_plane : 0 <= delta_v ->
  crossing_space (E := plane) planar_draw off planar_noise 0.
Proof.
  intros Hdv. split.
  - intros x y [Vx _] [Vy _]. unfold off.
    rewrite (proj1 radial_space _ _ Vx Vy), (Rabs_minus_sym (snd x)). reflexivity.
  - intros x y [Vx Ix] [Vy Iy] Hoff. apply off_zero in Hoff. destruct Hoff as [Hr Hv].
    destruct (proj2 radial_space _ _ Vx Vy Hr) as (path & P0 & P1 & Hpath & Hcont).
    set (turn := fun t => snd x + t * (snd y - snd x)).
    assert (Hbetween : forall t, 0 <= t <= 1 ->
              (snd x <= turn t <= snd y \/ snd y <= turn t <= snd x)).
    { intros t Ht. unfold turn. destruct (Rle_dec (snd x) (snd y)); [left | right]; nra. }
    exists (fun t => (path t, turn t)). split; [| split; [| split]].
    + rewrite P0. unfold turn. rewrite Rmult_0_l, Rplus_0_r. destruct x; reflexivity.
    + rewrite P1. unfold turn. replace (snd x + 1 * (snd y - snd x)) with (snd y) by ring.
      destruct y; reflexivity.
    + intros t Ht. destruct (Hpath t Ht) as (Vt & Dx & Dy).
      destruct (between_values (snd x) (turn t) (snd y) delta_v (Hbetween t Ht) Hv) as [Bx By].
      split; [split; [exact Vt |] |].
      * destruct (Hbetween t Ht) as [B | B].
        -- exact (angles (snd x) (snd y) _ Ix Iy B).
        -- exact (angles (snd y) (snd x) _ Iy Ix B).
      * split; apply off_zero; split; assumption.
    + apply (planar_path_continuous (fun t => r (path t)) (fun t => angle (turn t))).
      * intros t Ht. apply radius_nonnegative, Hpath, Ht.
      * exact Hcont.
      * intros t Ht e He. set (c := 2 * PI * Rabs (snd y - snd x) + 1).
        assert (Hc : 0 < c).
        { unfold c. pose proof PI_RGT_0. pose proof (Rabs_pos (snd y - snd x)).
          assert (0 <= 2 * PI * Rabs (snd y - snd x)) by (apply Rmult_le_pos; lra). lra. }
        exists (e / c). split; [apply Rdiv_lt_0_compat; assumption |].
        intros s Hs Hst.
        change (Rabs (angle (turn s) - angle (turn t)) < e).
        replace (angle (turn s) - angle (turn t)) with ((s - t) * (2 * PI * (snd y - snd x)))
          by (unfold angle, turn; ring).
        apply (Rmult_lt_compat_r c) in Hst; [| exact Hc].
        replace (e / c * c) with e in Hst by (field; lra).
        rewrite Rabs_mult. apply Rle_lt_trans with (2 := Hst).
        apply Rmult_le_compat_l; [apply Rabs_pos |].
        rewrite Rabs_mult, (Rabs_pos_eq (2 * PI)) by (pose proof PI_RGT_0; lra).
        unfold c. lra.
Qed.

(** The modulus of the planar noise on {r <= T}. *)
Theorem planar_modulus : forall T Omega,
  0 <= T ->
  (forall a a', V a -> V a' -> r a <= T -> r a' <= T -> d a a' <= delta_r ->
     Rabs (r a - r a') <= Omega) ->
  forall x y, planar_draw x -> planar_draw y ->
  norm (planar_noise x) <= T -> norm (planar_noise y) <= T -> off x y <= 0 ->
  norm (minus (planar_noise x) (planar_noise y))
  <= sqrt (Omega ^ 2 + (2 * PI * T * delta_v) ^ 2).
Proof.
  intros T Omega HT Hmod x y [Vx _] [Vy _] Nx Ny Hoff.
  unfold planar_noise in *.
  rewrite polar_norm in Nx by (apply radius_nonnegative; exact Vx).
  rewrite polar_norm in Ny by (apply radius_nonnegative; exact Vy).
  apply off_zero in Hoff. destruct Hoff as [Hr Hv].
  assert (Rx := radius_nonnegative _ Vx). assert (Ry := radius_nonnegative _ Vy).
  rewrite polar_norm_minus. apply sqrt_le_1_alt.
  apply Rle_trans with
    ((r (fst x) - r (fst y)) ^ 2 + (T * (angle (snd x) - angle (snd y))) ^ 2).
  - apply polar_inequality; trivial.
    replace (T ^ 2) with (T * T) by ring. apply Rmult_le_compat; lra.
  - apply Rplus_le_compat.
    + rewrite <- (pow2_abs (r (fst x) - r (fst y))). apply pow_incr.
      split; [apply Rabs_pos | apply Hmod; assumption].
    + rewrite <- (pow2_abs (T * _)). apply pow_incr. split; [apply Rabs_pos |].
      replace (T * (angle (snd x) - angle (snd y))) with (2 * PI * T * (snd x - snd y))
        by (unfold angle; ring).
      assert (0 <= 2 * PI * T) by (apply Rmult_le_pos; [pose proof PI_RGT_0 |]; lra).
      rewrite Rabs_mult, (Rabs_pos_eq (2 * PI * T)) by assumption.
      apply Rmult_le_compat_l; assumption.
Qed.

(** ** Theorem B in the plane *)

Variables (n' : Radial * R -> plane) (n_0 : Radial * R -> Radial * R).
Variables (M M_f : plane -> Prop) (rho_M : R).

(** (A) and (B) of section 1.1: distances in the sup norm. *)
Definition condition_A_plane (delta : R) : Prop :=
  forall x z, planar_draw x -> M_f z -> M (plus z (n' (n_0 x))) ->
  sup_norm (minus (n' (n_0 x)) (planar_noise x)) <= delta.

Definition condition_B_plane (delta : R) : Prop :=
  forall x z, planar_draw x -> M_f z ->
  (forall s, sup_norm (minus s (plus z (planar_noise x))) <= delta -> M s) ->
  sup_norm (minus (n' (n_0 x)) (planar_noise x)) <= delta.

(** Theorem B in the plane.  For every draw, either the radius's draw is moved
    by at most delta_r and the angle's by at most delta_v, n' is within delta_n
    of n where |n| <= T and n' does not come back below T - delta_n elsewhere;
    or the ideal noise exceeds rho_M and the reported point is outside M for
    every answer. *)
Theorem theorem_B_plane : forall T Omega delta_n,
  0 <= T -> 0 <= delta_v -> 0 <= delta_n ->
  (forall x, planar_draw x -> planar_draw (n_0 x)) ->
  (forall y z, M y -> M_f z -> norm (minus y z) <= rho_M) ->
  (forall a a', V a -> V a' -> r a <= T -> r a' <= T -> d a a' <= delta_r ->
     Rabs (r a - r a') <= Omega) ->
  (forall x, planar_draw x ->
     (d (fst (n_0 x)) (fst x) <= delta_r /\ Rabs (snd (n_0 x) - snd x) <= delta_v /\
      (r (fst (n_0 x)) <= T -> norm (minus (n' (n_0 x)) (planar_noise (n_0 x))) <= delta_n) /\
      (T < r (fst (n_0 x)) -> T - delta_n <= norm (n' (n_0 x)))) \/
     (rho_M < r (fst x) /\ forall z, M_f z -> ~ M (plus z (n' (n_0 x))))) ->
  let delta := sqrt (Omega ^ 2 + (2 * PI * T * delta_v) ^ 2) + delta_n in
  rho_M + delta < T ->
  condition_A_plane delta /\ condition_B_plane delta.
Proof.
  intros T Omega delta_n HT Hdv Hdn Hn0 Hrad Hmod Hdraws delta Hlarge.
  assert (Hnorm : forall x, planar_draw x -> norm (planar_noise x) = r (fst x)).
  { intros x [Vx _]. apply polar_norm, radius_nonnegative, Vx. }
  destruct (theorem_B_modulus (E := plane) planar_draw off planar_noise n' n_0 0 delta_n T
              (crossing_space_plane Hdv) Hn0 Hdn M M_f rho_M Hrad
              (sqrt (Omega ^ 2 + (2 * PI * T * delta_v) ^ 2))) as [HA HB].
  - apply sqrt_pos.
  - intros x y [Dx Sx] [Dy Sy] Hoff. apply planar_modulus; assumption.
  - intros x Dx. destruct (Hdraws x Dx) as [(Hi & Hj & Hiii & Hiv) | [Hfar Hout]].
    + left. split; [apply off_zero; split; assumption |]. split.
      * intros [Dn Sn]. apply Hiii. rewrite <- Hnorm by exact Dn. exact Sn.
      * intros H. apply Hiv. rewrite <- Hnorm by (apply Hn0, Dx). exact H.
    + right. split; [rewrite Hnorm by exact Dx; exact Hfar | exact Hout].
  - exact Hlarge.
  - split.
    + intros x z Dx Hz HM. eapply Rle_trans; [apply sup_norm_le |].
      exact (HA x z Dx Hz HM).
    + intros x z Dx Hz HM. eapply Rle_trans; [apply sup_norm_le |].
      apply (HB x z Dx Hz).
      apply inner_set_of_smaller_norm with (size := sup_norm); [apply sup_norm_le | exact HM].
Qed.

End Polar.

(** (iii) and (iv) from an error that is affine in the exact radius, as the
    ledger of the planar noise is: ||n' - n|| <= a + g r for every draw, with
    g <= 1, gives both with delta_n = a + g T. *)
Theorem affine_error_never_comes_back : forall (n n' : plane) a g r T,
  0 <= g <= 1 -> norm n = r -> norm (minus n' n) <= a + g * r ->
  (r <= T -> norm (minus n' n) <= a + g * T) /\
  (T < r -> T - (a + g * T) <= norm n').
Proof.
  intros n n' a g r T Hg Hr He. split; intros H.
  - apply Rle_trans with (1 := He). nra.
  - rewrite norm_minus_swap in He. pose proof (norm_le_plus_minus n n') as Hn. nra.
Qed.

(** The angle's generator: v in [0,1[ falls into one of N equal parts, and the
    middle of that part is within 1/(2N) of v. *)
Theorem angle_midpoint_bias : forall (N j : nat) v,
  INR j / INR N <= v <= INR (S j) / INR N -> (0 < N)%nat ->
  Rabs ((INR j + 1 / 2) / INR N - v) <= / (2 * INR N).
Proof.
  intros N j v Hv HN. apply lt_0_INR in HN. rewrite S_INR in Hv.
  replace (/ (2 * INR N)) with ((1 / 2) / INR N) by (field; lra).
  replace ((INR j + 1) / INR N) with (INR j / INR N + / INR N) in Hv by (field; lra).
  replace ((INR j + 1 / 2) / INR N) with (INR j / INR N + (1 / 2) / INR N) by (field; lra).
  replace (1 / 2 / INR N) with (/ INR N / 2) by (field; lra).
  apply Rabs_le. lra.
Qed.
