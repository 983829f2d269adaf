(* The certificate planar_binary64_inverse as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Planar Laplace noise of scale 100 for ε = 1 per distance 100 in binary64, its radius by the inverse distribution function from midpoints of 2^63 cells; points of error 0, read with error 0, clamped into x from -200 to 200 and y from -200 to 200; released as multiples of 1, x from -400 to 400 and y from -400 to 400, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000003620195505; at any distance d, with at most 3.6201956e-6 + 0.01·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.810097e-6 and κ₋ ≤ 1.8100986e-6. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Scaling Words Window Binary GridRounding PureInterval CosSinConstants PlanarScaling PlanarTheoremA PlanarLaplace PlanarSamplers
  PlanarLedger PlanarFloat UnitCube PlanarCounts PlanarRadius ShiftAddConstants PlanarRelease PlanarRoot PlanarInverse.

Local Open Scope R_scope.

Definition radius : R := (1947719858272113559060649510564784672226142962619167958961428868634446318146327315851231266551980238174640879 / 2 ^ 350).
Definition error : R := (340185029880452981812296013606338770582782544223860693403374995223368981829679181824358280130039878133668946535622554537657986477373405390788949939 / 2 ^ 508).
Definition verdict : R := (6277124459722163896983438426526724191263916471761075376663 / 2 ^ 192).
Definition cells_x : nat := Z.to_nat 801.
Definition cells_y : nat := Z.to_nat 801.

Lemma grid : step (0) = 1.
Proof. change (step (0)) with (bpow radix2 (0)). reflexivity. Qed.

Lemma first_x : corner (0) (-400) 0 = ((-801) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-400 + Z.of_nat 0)%Z with (-400)%Z. lra. Qed.

Lemma last_x : corner (0) (-400) cells_x = (801 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-400 + Z.of_nat cells_x)%Z with (401)%Z by (unfold cells_x; lia). lra.
Qed.

Lemma first_y : corner (0) (-400) 0 = ((-801) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-400 + Z.of_nat 0)%Z with (-400)%Z. lra. Qed.

Lemma last_y : corner (0) (-400) cells_y = (801 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-400 + Z.of_nat cells_y)%Z with (401)%Z by (unfold cells_y; lia). lra.
Qed.

Lemma farthest_x : bpow radix2 (9) = 512.
Proof. reflexivity. Qed.

Lemma farthest_y : bpow radix2 (9) = 512.
Proof. reflexivity. Qed.

Lemma moved_x : bpow radix2 (9 - 53 - 1) = (1 / 2 ^ 45).
Proof. change (bpow radix2 (9 - 53 - 1)) with (bpow radix2 (- Z.of_nat 45)). rewrite bpow_inv. lra. Qed.

Lemma moved_y : bpow radix2 (9 - 53 - 1) = (1 / 2 ^ 45).
Proof. change (bpow radix2 (9 - 53 - 1)) with (bpow radix2 (- Z.of_nat 45)). rewrite bpow_inv. lra. Qed.

Lemma moved_edge : bpow radix2 (9 - 53 - 1) = (1 / 2 ^ 45).
Proof. change (bpow radix2 (9 - 53 - 1)) with (bpow radix2 (- Z.of_nat 45)). rewrite bpow_inv. lra. Qed.

(* The modulus of Lemma R: how far the bias of the uniform number moves the radius. *)
Lemma modulus : modulus_R (/ 100) radius (/ 2 ^ S 63) = 2 * sqrt (/ 2 ^ 64) / / 100.
Proof. unfold modulus_R. rewrite Rmax_left; [reflexivity | unfold radius; interval with (i_prec 60)]. Qed.

(* A number of 63 bits gives the radius, one of 63 the angle; row i, column j of the window is output i * rows + j. *)
Definition bits : nat := 63 + 63.
Definition release : R * R -> nat -> option nat :=
  release_inverse_f64 100 63 63 (0) (-400) (-400) cells_x cells_y rectangle.

(* Of the 2^bits words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as
   many as those that lead there from another answer, no farther away in the Euclidean norm. *)
Theorem planar_binary64_inverse_certified r1 r2 S :
  (-200) <= fst r1 <= 200 /\ (-200) <= snd r1 <= 200 ->
  (-200) <= fst r2 <= 200 /\ (-200) <= snd r2 <= 200 ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= 100 ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  unfold bits, release. intros M1 M2 D.
  apply (planar_inverse_f64_mechanism 100 radius error (21128215439343617 / 2 ^ 45) (21128215439343617 / 2 ^ 45) (-200) 200 (-200) 200 100 verdict
    63 63 (0) (-400) (-400) (9) (9) (9) cells_x cells_y rectangle); try assumption; try lia.
  - change (-200)%Z with (- Z.of_nat 200)%Z. rewrite bpow_inv. lra.
  - unfold cells_x, cells_y. lia.
  - rewrite first_x, last_x, farthest_x. split; apply Rabs_lt; lra.
  - rewrite first_y, last_y, farthest_y. split; apply Rabs_lt; lra.
  - unfold cells_x, cells_y. lia.
  - unfold radius. lra.
  - unfold plane_relative, turned_error, direction_error, certified_cos_sin. rewrite once_value. split; interval with (i_prec 200).
  - unfold error. lra.
  - unfold plane_absolute, plane_relative, turned_error, direction_error, certified_cos_sin, root_error, comparison_error, certified_shift_add_64, error, radius. rewrite once_value. interval with (i_prec 400).
  - rewrite modulus. unfold planar_shift, euclid, error, radius. interval with (i_prec 400).
  - rewrite grid, moved_edge, modulus. unfold planar_shift, error, radius. interval with (i_prec 100).
  - rewrite first_x, moved_x. lra.
  - rewrite last_x. lra.
  - rewrite first_y, moved_y. lra.
  - rewrite last_y. lra.
  - rewrite grid, moved_edge, modulus. unfold kappa_plane. eapply Rle_trans; [apply Rplus_le_compat_l, Rmin_l |].
    unfold Gamma, sinh, planar_shift, error, radius, verdict. interval with (i_prec 400).
Qed.
