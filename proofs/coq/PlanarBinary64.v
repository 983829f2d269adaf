(* The certificate planar_binary64 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Planar Laplace noise of scale 0x1.2089fep7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; points of error 0, read with error 0, clamped into x from -5000 to 5000 and y from -5000 to 5000; released as multiples of 1, x from -5000 to 5000 and y from -5000 to 5000, or as outside: for all these within 200 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294246813194; at any distance d, with at most 6.335223e-11 + 0.006931471233749209·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 3.1676115e-11 and κ₋ ≤ 3.1676115e-11. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Scaling Words Window Binary GridRounding PureInterval CosSinConstants PlanarScaling PlanarTheoremA PlanarLaplace PlanarSamplers
  PlanarLedger PlanarFloat UnitCube PlanarCounts TableConstants PlanarRelease.

Local Open Scope R_scope.

Definition radius : R := (32436590228594850033347334492135467310451663894809237837410614393290952623811635196010039037210331141677155185 / 2 ^ 350).
Definition error : R := (6582184166918304619177701034701431184746846006912884955313825515314466202100768459454704121838527358239686661730542725658248520049765333841305 / 2 ^ 508).
Definition verdict : R := (82275227869820195871513023193638220797586259032334226034530460077 / 59349036511515552459910522120646735191286107067024443322151206912).
Definition cells_x : nat := Z.to_nat 10001.
Definition cells_y : nat := Z.to_nat 10001.

Lemma grid : step (0) = 1.
Proof. change (step (0)) with (bpow radix2 (0)). reflexivity. Qed.

Lemma first_x : corner (0) (-5000) 0 = ((-10001) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-5000 + Z.of_nat 0)%Z with (-5000)%Z. lra. Qed.

Lemma last_x : corner (0) (-5000) cells_x = (10001 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-5000 + Z.of_nat cells_x)%Z with (5001)%Z by (unfold cells_x; lia). lra.
Qed.

Lemma first_y : corner (0) (-5000) 0 = ((-10001) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-5000 + Z.of_nat 0)%Z with (-5000)%Z. lra. Qed.

Lemma last_y : corner (0) (-5000) cells_y = (10001 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-5000 + Z.of_nat cells_y)%Z with (5001)%Z by (unfold cells_y; lia). lra.
Qed.

Lemma farthest_x : bpow radix2 (13) = 8192.
Proof. reflexivity. Qed.

Lemma farthest_y : bpow radix2 (13) = 8192.
Proof. reflexivity. Qed.

Lemma moved_x : bpow radix2 (13 - 53 - 1) = (1 / 2 ^ 41).
Proof. change (bpow radix2 (13 - 53 - 1)) with (bpow radix2 (- Z.of_nat 41)). rewrite bpow_inv. lra. Qed.

Lemma moved_y : bpow radix2 (13 - 53 - 1) = (1 / 2 ^ 41).
Proof. change (bpow radix2 (13 - 53 - 1)) with (bpow radix2 (- Z.of_nat 41)). rewrite bpow_inv. lra. Qed.

Lemma moved_edge : bpow radix2 (13 - 53 - 1) = (1 / 2 ^ 41).
Proof. change (bpow radix2 (13 - 53 - 1)) with (bpow radix2 (- Z.of_nat 41)). rewrite bpow_inv. lra. Qed.

(* Two numbers of 204 + 52 bits give the radius, one of 63 the angle; row i, column j of the window is output i * rows + j. *)
Definition bits : nat := (204 + 52) + ((204 + 52) + 63).
Definition release : R * R -> nat -> option nat :=
  release_plane_f64 (9454847 / 2 ^ 16) 204 52 63 (0) (-5000) (-5000) cells_x cells_y rectangle.

(* Of the 2^bits words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as
   many as those that lead there from another answer, no farther away in the Euclidean norm. *)
Theorem planar_binary64_certified r1 r2 S :
  (-5000) <= fst r1 <= 5000 /\ (-5000) <= snd r1 <= 5000 ->
  (-5000) <= fst r2 <= 5000 /\ (-5000) <= snd r2 <= 5000 ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= 200 ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  unfold bits, release. intros M1 M2 D.
  apply (planar_f64_mechanism (9454847 / 2 ^ 16) radius error (21991332067147777 / 2 ^ 41) (21991332067147777 / 2 ^ 41) (-5000) 5000 (-5000) 5000 200 verdict
    204 52 63 (0) (-5000) (-5000) (13) (13) (13) cells_x cells_y rectangle); try assumption; try lia.
  - change (-200)%Z with (- Z.of_nat 200)%Z. rewrite bpow_inv. lra.
  - unfold cells_x, cells_y. lia.
  - rewrite first_x, last_x, farthest_x. split; apply Rabs_lt; lra.
  - rewrite first_y, last_y, farthest_y. split; apply Rabs_lt; lra.
  - unfold cells_x, cells_y. lia.
  - unfold radius. lra.
  - unfold plane_relative, turned_error, direction_error, certified_cos_sin. rewrite once_value. split; interval with (i_prec 200).
  - unfold error. lra.
  - unfold plane_absolute, plane_relative, turned_error, direction_error, certified_cos_sin, certified_table_f64, error, radius. rewrite once_value. interval with (i_prec 400).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 204)) with 204. unfold radius. interval with (i_prec 100).
  - unfold planar_shift, euclid, error, radius. interval with (i_prec 400).
  - rewrite grid, moved_edge. unfold planar_shift, error, radius. interval with (i_prec 100).
  - rewrite first_x, moved_x. lra.
  - rewrite last_x. lra.
  - rewrite first_y, moved_y. lra.
  - rewrite last_y. lra.
  - rewrite grid, moved_edge. unfold kappa_plane. eapply Rle_trans; [apply Rplus_le_compat_l, Rmin_l |].
    unfold Gamma, sinh, planar_shift, error, radius, verdict. interval with (i_prec 400).
Qed.
