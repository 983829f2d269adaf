(* The certificate planar-binary64.json as a count of words of entropy.

   Planar Laplace noise of scale b = 0x1.2089fep7 in binary64, sampler Gamma with 52 bits of mantissa and 204 of exponent, an angle
   of 63 bits; points clamped to [-5000, 5000]^2 and released on the grid of step 1 in that square, or as outside. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Scaling Words Window Binary GridRounding PureInterval TableConstants CosSinConstants.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarSamplers PlanarLedger PlanarFloat UnitCube PlanarRelease.

Local Open Scope R_scope.

Definition scale : R := 18909694 / 2 ^ 17.
Definition radius : R := 32436590228594850033347334492135467310451663894809237837410614393290952623811635196010039037210331141677155185 / 2 ^ 350.
Definition error : R := 6582184166918304619177701034701431184746846006912884955313825515314466202100768459454704121838527358239686661730542725658248520049765333841305 / 2 ^ 508.
Definition verdict : R := 82275227869820195871513023193638220797586259032334226034530460077 / 59349036511515552459910522120646735191286107067024443322151206912.
Definition cells : nat := Z.to_nat 10001.

Definition planar_binary64 (r : R * R) (z : nat) : option nat := release_plane scale 204 52 63 0 (-5000) (-5000) cells cells r z.

Lemma grid : step 0 = 1.
Proof. reflexivity. Qed.
Lemma first_corner : corner 0 (-5000) 0 = - 10001 / 2.
Proof. unfold corner, grid_point. rewrite grid. change (-5000 + Z.of_nat 0)%Z with (-5000)%Z. lra. Qed.
Lemma last_corner : corner 0 (-5000) cells = 10001 / 2.
Proof. unfold corner, grid_point. rewrite grid. replace (-5000 + Z.of_nat cells)%Z with 5001%Z by (unfold cells; lia). lra. Qed.
Lemma farthest : bpow radix2 13 = 8192.
Proof. reflexivity. Qed.
Lemma moved_edge : bpow radix2 (13 - 53 - 1) = / 2 ^ 41.
Proof. exact (bpow_inv 41). Qed.
(* At distance 200 of two points, in the Euclidean norm. *)
Theorem planar_binary64_certified r1 r2 S :
  -5000 <= fst r1 <= 5000 /\ -5000 <= snd r1 <= 5000 -> -5000 <= fst r2 <= 5000 /\ -5000 <= snd r2 <= 5000 ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= 200 ->
  count (2 ^ ((204 + 52) + ((204 + 52) + 63))) (fun z => S (planar_binary64 r1 z))
  <= exp verdict * count (2 ^ ((204 + 52) + ((204 + 52) + 63))) (fun z => S (planar_binary64 r2 z)).
Proof.
  intros M1 M2 D. unfold planar_binary64.
  apply (planar_f64_mechanism scale radius error (20001 / 2 + / 2 ^ 41) (20001 / 2 + / 2 ^ 41) (-5000) 5000 (-5000) 5000 200 verdict
    204 52 63 0 (-5000) (-5000) 13 cells cells); try assumption; try lia.
  - change (-200)%Z with (- Z.of_nat 200)%Z. rewrite bpow_inv. unfold scale. interval with (i_prec 60).
  - unfold cells. lia.
  - rewrite first_corner, last_corner, farthest. split; apply Rabs_lt; lra.
  - rewrite first_corner, last_corner, farthest. split; apply Rabs_lt; lra.
  - unfold cells. lia.
  - unfold radius. interval with (i_prec 60).
  - unfold plane_relative, turned_error, direction_error, certified_cos_sin. rewrite once_value. split; interval with (i_prec 200).
  - unfold error. interval with (i_prec 60).
  - unfold plane_absolute, plane_relative, turned_error, direction_error, certified_cos_sin, certified_table_f64, error, radius, scale.
    rewrite once_value. interval with (i_prec 400).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 204)) with 204. unfold radius, scale. interval with (i_prec 100).
  - unfold euclid, planar_shift, error, radius, scale. interval with (i_prec 400).
  - rewrite grid, moved_edge. unfold planar_shift, error, radius, scale. interval with (i_prec 100).
  - rewrite first_corner, moved_edge. lra.
  - rewrite last_corner. lra.
  - rewrite first_corner, moved_edge. lra.
  - rewrite last_corner. lra.
  - rewrite grid, moved_edge. unfold kappa_plane. apply Rle_trans with (/ scale * 200 + 2 * ln (Gamma (/ scale) (1 - / 2 ^ 41)
      (planar_shift radius (2 / / scale * ln (1 + / 2 ^ 52)) (/ 2 ^ 64) error))); [apply Rplus_le_compat_l, Rmin_l |].
    unfold Gamma, sinh, planar_shift, error, radius, scale, verdict. interval with (i_prec 400).
Qed.
