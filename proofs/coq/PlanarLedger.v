(* The ledger of planar noise: the error of n' that the certificates print, proved for the computed polar coordinates.

   proofs/theory.md, F6 and F19: ||n' - n|| <= a + g ||n|| for every draw. Here n' is what crates/finite/src/planar computes:
   the radius b (l1 + l2) of two logarithms, or b x for the inverse's root x, rounded as `polar.rs` rounds, times cosine and
   sine in units of 2^-62 as `cos_sin.rs` gives them. The three constants are those of NoiseError::in_the_plane
   (crates/oracle/src/derivation/planar_laplace.rs): `plane_absolute` for the absolute part (times b), `plane_relative` for the relative part, `plane_rounding` for roundings to a fixed point. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import Closeness PlanarScaling PlanarNoise.

Local Open Scope R_scope.

(* ** The formula *)

(* The direction's error after it became two floats, and the error of a product with it; tau bounds cosine and sine, d is one
   rounding's relative error. *)
Definition direction_error (tau d : R) : R := sqrt 2 * tau + d * (1 + sqrt 2 * tau).
Definition turned_error (tau d : R) : R := direction_error tau d + d * (1 + direction_error tau d).
Definition plane_absolute (A tau d : R) : R := A * (1 + d) ^ 2 * (1 + turned_error tau d).
Definition plane_relative (g tau d : R) : R := ((1 + g) * (1 + d) ^ 2 - 1) * (1 + turned_error tau d) + turned_error tau d.
Definition plane_rounding (o tau d : R) : R := o * (1 + turned_error tau d + sqrt 2).

Lemma euclid_diagonal x : 0 <= x -> euclid x x = sqrt 2 * x.
Proof.
  intros Hx. unfold euclid. replace (x ^ 2 + x ^ 2) with (2 * x ^ 2) by ring.
  rewrite sqrt_mult_alt, sqrt_pow2 by lra. reflexivity.
Qed.

Lemma euclid_times k x y : 0 <= k -> euclid (k * x) (k * y) = k * euclid x y.
Proof.
  intros Hk. unfold euclid. replace ((k * x) ^ 2 + (k * y) ^ 2) with (k ^ 2 * (x ^ 2 + y ^ 2)) by ring.
  rewrite sqrt_mult_alt, sqrt_pow2 by (try apply pow2_ge_0; lra). reflexivity.
Qed.

Lemma euclid_nonneg x y : 0 <= euclid x y.
Proof. apply sqrt_pos. Qed.

(* Both coordinates within e: the vector within sqrt 2 e. *)
Lemma euclid_within x y e : Rabs x <= e -> Rabs y <= e -> euclid x y <= sqrt 2 * e.
Proof.
  intros Hx Hy. assert (He : 0 <= e) by (pose proof (Rabs_pos x); lra). rewrite <- euclid_diagonal by exact He.
  apply (proj1 euclid_absolute); rewrite (Rabs_pos_eq e); assumption.
Qed.

(* Each coordinate within d of itself and o: the vector within d of itself and sqrt 2 o. *)
Lemma euclid_rounded x y x' y' d o : 0 <= d -> 0 <= o ->
  Rabs (x' - x) <= d * Rabs x + o -> Rabs (y' - y) <= d * Rabs y + o ->
  euclid (x' - x) (y' - y) <= d * euclid x y + sqrt 2 * o.
Proof.
  intros Hd Ho Hx Hy. destruct euclid_absolute as (M & T & _). pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  apply Rle_trans with (euclid (d * Rabs x + o) (d * Rabs y + o)).
  - apply M; rewrite (Rabs_pos_eq (d * _ + o)); try assumption; nra.
  - apply Rle_trans with (1 := T _ _ _ _). rewrite euclid_diagonal by exact Ho. apply Rplus_le_compat_r.
    rewrite euclid_times by exact Hd. apply Rmult_le_compat_l; [exact Hd |].
    apply M; rewrite Rabs_Rabsolu; lra.
Qed.

(* A rounded sum of both draws' logarithms, times b: |r' - r|. s is r/b, sum is computed, radius is b times it. *)
Lemma radius_error b s sum rounded radius A g d o :
  0 < b -> 0 <= s -> 0 <= A -> 0 <= g -> 0 <= d -> 0 <= o ->
  Rabs (sum - s) <= A + g * s ->
  Rabs (rounded - sum) <= d * Rabs sum ->
  Rabs (radius - b * rounded) <= d * Rabs (b * rounded) + o ->
  Rabs (radius - b * s) <= A * (1 + d) ^ 2 * b + ((1 + g) * (1 + d) ^ 2 - 1) * (b * s) + o.
Proof.
  intros Hb Hs HA Hg Hd Ho H1 H2 H3.
  assert (S1 : Rabs sum <= A + (1 + g) * s).
  { replace sum with ((sum - s) + s) by ring. apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_pos_eq s) by exact Hs. lra. }
  assert (S2 : Rabs (rounded - s) <= d * (A + (1 + g) * s) + (A + g * s)).
  { replace (rounded - s) with ((rounded - sum) + (sum - s)) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
    pose proof (Rmult_le_compat_l d _ _ Hd S1). lra. }
  assert (S3 : Rabs rounded <= (1 + d) * (A + (1 + g) * s)).
  { replace rounded with ((rounded - sum) + sum) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
    pose proof (Rmult_le_compat_l d _ _ Hd S1). lra. }
  rewrite Rabs_mult, (Rabs_pos_eq b) in H3 by lra.
  replace (radius - b * s) with ((radius - b * rounded) + b * (rounded - s)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_mult b), (Rabs_pos_eq b) by lra.
  pose proof (Rmult_le_compat_l b _ _ (Rlt_le _ _ Hb) S2) as B2.
  pose proof (Rmult_le_compat_l (d * b) _ _ ltac:(nra) S3) as B3.
  replace (A * (1 + d) ^ 2 * b + ((1 + g) * (1 + d) ^ 2 - 1) * (b * s) + o)
    with (d * b * ((1 + d) * (A + (1 + g) * s)) + o + b * (d * (A + (1 + g) * s) + (A + g * s))) by ring.
  lra.
Qed.

(* Radius and direction together. E bounds |r' - r|; c, s are cosine and sine as computed, c', s' as rounded to the format. *)
Lemma polar_error radius r theta c s c' s' x y E tau d o :
  0 <= r -> 0 <= tau -> 0 <= d -> 0 <= o ->
  Rabs (radius - r) <= E ->
  Rabs (c - cos theta) <= tau -> Rabs (s - sin theta) <= tau ->
  Rabs (c' - c) <= d * Rabs c -> Rabs (s' - s) <= d * Rabs s ->
  Rabs (x - radius * c') <= d * Rabs (radius * c') + o -> Rabs (y - radius * s') <= d * Rabs (radius * s') + o ->
  euclid (x - r * cos theta) (y - r * sin theta)
  <= E * (1 + turned_error tau d) + r * turned_error tau d + sqrt 2 * o.
Proof.
  intros Hr Htau Hd Ho HE Hc Hs Hc' Hs' Hx Hy. destruct euclid_absolute as (M & T & _).
  assert (U : euclid (cos theta) (sin theta) = 1).
  { unfold euclid. replace (cos theta ^ 2 + sin theta ^ 2) with 1; [apply sqrt_1 |].
    pose proof (sin2_cos2 theta) as H. unfold Rsqr in H. lra. }
  set (t := sqrt 2 * tau).
  assert (T1 : euclid (c - cos theta) (s - sin theta) <= t) by (apply euclid_within; assumption).
  assert (T2 : euclid c s <= 1 + t).
  { replace c with (cos theta + (c - cos theta)) by ring. replace s with (sin theta + (s - sin theta)) by ring.
    apply Rle_trans with (1 := T _ _ _ _). lra. }
  assert (T3 : euclid (c' - c) (s' - s) <= d * (1 + t)).
  { apply Rle_trans with (d * euclid c s + sqrt 2 * 0).
    - apply euclid_rounded; lra.
    - pose proof (Rmult_le_compat_l d _ _ Hd T2). lra. }
  set (t' := direction_error tau d).
  assert (T4 : euclid (c' - cos theta) (s' - sin theta) <= t').
  { replace (c' - cos theta) with ((c' - c) + (c - cos theta)) by ring. replace (s' - sin theta) with ((s' - s) + (s - sin theta)) by ring.
    apply Rle_trans with (1 := T _ _ _ _). unfold t', direction_error. fold t. lra. }
  assert (T5 : euclid c' s' <= 1 + t').
  { replace c' with (cos theta + (c' - cos theta)) by ring. replace s' with (sin theta + (s' - sin theta)) by ring.
    apply Rle_trans with (1 := T _ _ _ _). lra. }
  pose proof (euclid_rounded _ _ x y d o Hd Ho Hx Hy) as T6.
  assert (Scale : forall k u v, euclid (k * u) (k * v) = Rabs k * euclid u v).
  { intros k u v. rewrite <- euclid_times by apply Rabs_pos. apply Rle_antisym; apply M; rewrite !Rabs_mult, ?Rabs_Rabsolu; lra. }
  rewrite Scale in T6.
  assert (Rr : Rabs radius <= r + E).
  { replace radius with ((radius - r) + r) by ring. apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_pos_eq r) by exact Hr. lra. }
  assert (T7 : euclid (radius * c' - r * cos theta) (radius * s' - r * sin theta) <= E + Rabs radius * t').
  { replace (radius * c' - r * cos theta) with ((radius - r) * cos theta + radius * (c' - cos theta)) by ring.
    replace (radius * s' - r * sin theta) with ((radius - r) * sin theta + radius * (s' - sin theta)) by ring.
    apply Rle_trans with (1 := T _ _ _ _). rewrite 2!Scale, U.
    pose proof (Rmult_le_compat_l _ _ _ (Rabs_pos radius) T4). lra. }
  replace (x - r * cos theta) with ((x - radius * c') + (radius * c' - r * cos theta)) by ring.
  replace (y - r * sin theta) with ((y - radius * s') + (radius * s' - r * sin theta)) by ring.
  apply Rle_trans with (1 := T _ _ _ _).
  assert (T8 : d * (Rabs radius * euclid c' s') <= Rabs radius * (d * (1 + t'))).
  { replace (d * (Rabs radius * euclid c' s')) with (Rabs radius * (d * euclid c' s')) by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos |]. apply Rmult_le_compat_l; assumption. }
  assert (Tp : 0 <= turned_error tau d).
  { assert (0 <= t) by (apply Rmult_le_pos; [apply sqrt_pos | exact Htau]).
    assert (0 <= t') by (unfold t', direction_error; fold t; nra). unfold turned_error. fold t'. nra. }
  pose proof (Rmult_le_compat_r _ _ _ Tp Rr) as T9. unfold turned_error in *. fold t' in T9 |- *. lra.
Qed.

(* The ledger of NoiseError::in_the_plane. *)
Theorem planar_ledger b s sum rounded radius theta c sn c' s' x y A g tau d o :
  0 < b -> 0 <= s -> 0 <= A -> 0 <= g -> 0 <= tau -> 0 <= d -> 0 <= o ->
  Rabs (sum - s) <= A + g * s ->
  Rabs (rounded - sum) <= d * Rabs sum ->
  Rabs (radius - b * rounded) <= d * Rabs (b * rounded) + o ->
  Rabs (c - cos theta) <= tau -> Rabs (sn - sin theta) <= tau ->
  Rabs (c' - c) <= d * Rabs c -> Rabs (s' - sn) <= d * Rabs sn ->
  Rabs (x - radius * c') <= d * Rabs (radius * c') + o -> Rabs (y - radius * s') <= d * Rabs (radius * s') + o ->
  norm (minus ((x, y) : plane) (at_polar (b * s) theta))
  <= plane_absolute A tau d * b + plane_relative g tau d * (b * s) + plane_rounding o tau d.
Proof.
  intros Hb Hs HA Hg Htau Hd Ho H1 H2 H3 Hc Hsn Hc' Hs' Hx Hy.
  pose proof (radius_error b s sum rounded radius A g d o Hb Hs HA Hg Hd Ho H1 H2 H3) as E.
  assert (Hbs : 0 <= b * s) by nra.
  pose proof (polar_error radius (b * s) theta c sn c' s' x y _ tau d o Hbs Htau Hd Ho E Hc Hsn Hc' Hs' Hx Hy) as P.
  rewrite plane_norm.
  change (euclid (x - b * s * cos theta) (y - b * s * sin theta)
    <= plane_absolute A tau d * b + plane_relative g tau d * (b * s) + plane_rounding o tau d).
  unfold plane_absolute, plane_relative, plane_rounding. lra.
Qed.
