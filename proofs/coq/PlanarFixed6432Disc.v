(* The certificate planar_fixed_64_32_disc as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Planar Laplace noise of scale 100 for ε = 1 per distance 100 in fixed-64-32, its radius from two draws of exponent and 52 bits; points of error 0, read with error 0, clamped into x from -500 to 500 and y from -500 to 500; released as multiples of 1, cells inside the disc of radius 1000, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000002248796; at any distance d, with at most 2.2487954e-9 + 0.01·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.1243977e-9 and κ₋ ≤ 1.1243977e-9. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Scaling Words Window Binary GridRounding PureInterval CosSinConstants PlanarScaling PlanarTheoremA PlanarLaplace PlanarSamplers
  PlanarLedger PlanarFloat UnitCube PlanarCounts FixedMechanism ShiftAddConstants PlanarFixed PlanarFixedRelease.

Local Open Scope R_scope.

Definition radius : R := (9727247047204518810889219499312703506820652952278714541176602057432495180762620159034604933571487143662338155 / 2 ^ 351).
Definition error : R := (1884150063727326402033138140387698860068334833571260535514663701087980450225135858238294021086028882004814492376396396296050072281940442570135855 / 2 ^ 511).
Definition verdict : R := (3138550874751299024027008564929004268546282238963165706775 / 2 ^ 191).
Definition cells_x : nat := Z.to_nat 1999.
Definition cells_y : nat := Z.to_nat 1999.

Lemma grid : step (0) = 1.
Proof. change (step (0)) with (bpow radix2 (0)). reflexivity. Qed.

Lemma first_x : corner (0) (-999) 0 = ((-1999) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-999 + Z.of_nat 0)%Z with (-999)%Z. lra. Qed.

Lemma last_x : corner (0) (-999) cells_x = (1999 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-999 + Z.of_nat cells_x)%Z with (1000)%Z by (unfold cells_x; lia). lra.
Qed.

Lemma first_y : corner (0) (-999) 0 = ((-1999) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-999 + Z.of_nat 0)%Z with (-999)%Z. lra. Qed.

Lemma last_y : corner (0) (-999) cells_y = (1999 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-999 + Z.of_nat cells_y)%Z with (1000)%Z by (unfold cells_y; lia). lra.
Qed.

Lemma scale_power : bpow radix2 (-17) = (1 / 2 ^ 17).
Proof. change (bpow radix2 (-17)) with (bpow radix2 (- Z.of_nat 17)). rewrite bpow_inv. lra. Qed.

Lemma scale_value : scale 13107200 (-17) = 100.
Proof. unfold scale. rewrite scale_power. lra. Qed.

Lemma last_place : bpow radix2 (Z.opp 32) = (1 / 2 ^ 32).
Proof. change (bpow radix2 (Z.opp 32)) with (bpow radix2 (- Z.of_nat 32)). rewrite bpow_inv. lra. Qed.

(* Two numbers of 76 + 52 bits give the radius, one of 63 the angle; row i, column j of the window is output i * rows + j. *)
Definition bits : nat := (76 + 52) + ((76 + 52) + 63).
Definition release : R * R -> nat -> option nat :=
  release_plane_fixed 13107200 (-17) 32 76 52 63 (0) (-999) (-999) cells_x cells_y (disc 1000).

(* Of the 2^bits words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as
   many as those that lead there from another answer, no farther away in the Euclidean norm. *)
Theorem planar_fixed_64_32_disc_certified r1 r2 S :
  (-500) <= fst r1 <= 500 /\ (-500) <= snd r1 <= 500 ->
  (-500) <= fst r2 <= 500 /\ (-500) <= snd r2 <= 500 ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= 100 ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  unfold bits, release. intros M1 M2 D.
  apply (planar_fixed_mechanism 13107200 (-17) 32 radius error (2999 / 2 ^ 1) (2999 / 2 ^ 1) (-500) 500 (-500) 500 100 verdict
    76 52 63 (0) (-999) (-999) cells_x cells_y (disc 1000)); try assumption; try lia; rewrite ?scale_value.
  - unfold cells_x, cells_y. lia.
  - unfold radius. lra.
  - unfold fixed_absolute, fixed_relative, plane_absolute, plane_relative, plane_rounding, turned_error, direction_error, certified_cos_sin, certified_shift_add_64, error, radius. split; interval with (i_prec 200).
  - unfold error. lra.
  - unfold fixed_absolute, fixed_relative, plane_absolute, plane_relative, plane_rounding, turned_error, direction_error, certified_cos_sin, certified_shift_add_64, error, radius. rewrite last_place. interval with (i_prec 400).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 76)) with 76. unfold radius. interval with (i_prec 100).
  - unfold planar_shift, euclid, error, radius. interval with (i_prec 400).
  - rewrite grid. unfold planar_shift, error, radius. interval with (i_prec 100).
  - rewrite first_x. lra.
  - rewrite last_x. lra.
  - rewrite first_y. lra.
  - rewrite last_y. lra.
  - rewrite grid. unfold kappa_plane. eapply Rle_trans; [apply Rplus_le_compat_l, Rmin_l |].
    unfold Gamma, sinh, planar_shift, error, radius, verdict. interval with (i_prec 400).
Qed.
