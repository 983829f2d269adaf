(* The certificate planar_binary64_globe as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Planar Laplace noise of scale 0x1.212c26p7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; places of longitude from 57/25 to 121/50 and latitude from 4881/100 to 489/10, projected to (0x1.1ea7f6cfp16·(longitude − 0x1.2cccdp1), 0x1.b266ed805p16·(latitude − 0x1.86d70ap5)); released as multiples of 1, x from -5137 to 5137 and y from -5005 to 5005, or as outside: for all these within 200 on the ellipsoid of WGS 84 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294311808459; at any distance d on the ellipsoid of WGS 84, with at most 7.2620404e-11 + 0.006931471558679191·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 3.2124381e-11 and κ₋ ≤ 3.2124381e-11. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Scaling Words Window Binary GridRounding PureInterval CosSinConstants PlanarScaling PlanarTheoremA PlanarLaplace PlanarSamplers
  PlanarLedger PlanarFloat UnitCube PlanarCounts TableConstants PlanarRelease.

Local Open Scope R_scope.

Definition radius : R := (32898779631593042443275124028588893542022611270788795264789600379268037493424809089604884297344423088822558515 / 2 ^ 350).
Definition error : R := (6675972465515768688464829848388747308757635533364281978137517753825927705638871788324829109816469583523262127935089449663439548015191334938795 / 2 ^ 508).
Definition verdict : R := (41227924290060056072283759848866932413780825984273548799635732821 / 29739662017567619202922348882957416757709363778314869411250438144).
Definition cells_x : nat := Z.to_nat 10275.
Definition cells_y : nat := Z.to_nat 10011.

Lemma grid : step (0) = 1.
Proof. change (step (0)) with (bpow radix2 (0)). reflexivity. Qed.

Lemma first_x : corner (0) (-5137) 0 = ((-10275) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-5137 + Z.of_nat 0)%Z with (-5137)%Z. lra. Qed.

Lemma last_x : corner (0) (-5137) cells_x = (10275 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-5137 + Z.of_nat cells_x)%Z with (5138)%Z by (unfold cells_x; lia). lra.
Qed.

Lemma first_y : corner (0) (-5005) 0 = ((-10011) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-5005 + Z.of_nat 0)%Z with (-5005)%Z. lra. Qed.

Lemma last_y : corner (0) (-5005) cells_y = (10011 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-5005 + Z.of_nat cells_y)%Z with (5006)%Z by (unfold cells_y; lia). lra.
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
  release_plane_f64 (9475603 / 2 ^ 16) 204 52 63 (0) (-5137) (-5005) cells_x cells_y rectangle.

(* Of the 2^bits words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as
   many as those that lead there from another answer, no farther away in the Euclidean norm. *)
Theorem planar_binary64_globe_metres r1 r2 S :
  ((-164381) / 2 ^ 5) <= fst r1 <= (2630067 / 2 ^ 9) /\ ((-1281091) / 2 ^ 8) <= snd r1 <= (1281117 / 2 ^ 8) ->
  ((-164381) / 2 ^ 5) <= fst r2 <= (2630067 / 2 ^ 9) /\ ((-1281091) / 2 ^ 8) <= snd r2 <= (1281117 / 2 ^ 8) ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= (60578990121060630361290789 / 2 ^ 78) ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  unfold bits, release. intros M1 M2 D.
  apply (planar_f64_mechanism (9475603 / 2 ^ 16) radius error (328781 / 2 ^ 5) (22011922140364801 / 2 ^ 41) ((-164381) / 2 ^ 5) (2630067 / 2 ^ 9) ((-1281091) / 2 ^ 8) (1281117 / 2 ^ 8) (60578990121060630361290789 / 2 ^ 78) verdict
    204 52 63 (0) (-5137) (-5005) (13) (13) (13) cells_x cells_y rectangle); try assumption; try lia.
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

(* Places of the box, in degrees, and their points in metres: read, projected and clamped. *)
From Kdelta Require Import Stretch PlanarGlobe.

Definition in_box : R * R -> Prop := place (57 / 25) (121 / 50) (4881 / 100) (489 / 10).
Definition point : R * R -> R * R := point_of (1232077 / 2 ^ 19) (12807045 / 2 ^ 18) (4809291471 / 2 ^ 16) (116608915461 / 2 ^ 20) ((-164381) / 2 ^ 5) (2630067 / 2 ^ 9) ((-1281091) / 2 ^ 8) (1281117 / 2 ^ 8).

(* Of the 2^bits words of entropy, those that lead from one place into a set of outputs are at most e^verdict times as
   many as those that lead there from another place, if a way of at most 200 metres on the ellipsoid joins them. *)
Theorem planar_binary64_globe_certified p q S :
  in_box p -> in_box q -> way p q 200 ->
  count (2 ^ bits) (fun z => S (release (point p) z)) <= exp verdict * count (2 ^ bits) (fun z => S (release (point q) z)).
Proof.
  intros Hp Hq W. apply planar_binary64_globe_metres.
  - apply point_of_range. lra.
  - apply point_of_range. lra.
  - apply Rle_trans with ((1211579802413896042461965 / 2 ^ 80) * 200 + 2 * (365828238192539 / 2 ^ 79)); [| lra].
    apply (globe_apart (57 / 25) (121 / 50) (4881 / 100) (489 / 10) (1232077 / 2 ^ 19) (12807045 / 2 ^ 18) (4809291471 / 2 ^ 16) (116608915461 / 2 ^ 20) ((-164381) / 2 ^ 5) (2630067 / 2 ^ 9) ((-1281091) / 2 ^ 8) (1281117 / 2 ^ 8) (1211579802413896042461965 / 2 ^ 80) (365828238192539 / 2 ^ 79) 200
      ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) (121 / 50) (917509 / 13107200) (489 / 10) (58983 / 1310720) ltac:(lra) ltac:(lra)) with (wider := (1 / 1105)) (nearest := (1078681 / 22100)) (farthest := (108071 / 2210)); try assumption.
    + unfold euclid, coordinate_error, half_place. interval with (i_prec 1200).
    + unfold east_west, north_south, parallel, meridian_radius, eccentricity, flattening, axis, radians. interval with (i_prec 60).
    + right; left; lra.
    + lra.
    + unfold east_west, north_south, parallel, meridian_radius, eccentricity, flattening, axis, radians. interval with (i_prec 100).
    + unfold east_west, north_south, parallel, meridian_radius, eccentricity, flattening, axis, radians. interval with (i_prec 100).
    + apply Rle_refl.
Qed.
