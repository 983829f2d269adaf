(* Places on the globe: longitude and latitude in degrees, read and projected in f64, then a planar mechanism.

   The exact map stretches a way on the ground by at most s (Stretch.v), and each step of the computation rounds once
   ([coordinate_near]); clamping shrinks distances. So two places with a way of length d between them lead to answers at most
   s d + 2 delta_f apart ([globe_apart]). Rests on Stretch.v and Binary.v.

   In Rust: Projection::metres of crates/finite/src/projection.rs, and the clamping of PlanarMechanism. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary Words PlanarScaling PlanarFloat Stretch.

Local Open Scope R_scope.
Local Existing Instance binary64.

Definition radians (degrees : R) : R := degrees * PI / 180.

(* ** Ways on the ellipsoid *)

(* WGS 84: the axis in metres, and the squared eccentricity f (2 - f). *)
Definition axis : R := 6378137.
Definition flattening : R := 1000000000 / 298257223563.
Definition eccentricity : R := flattening * (2 - flattening).

Definition east_west (phi : R) : R := parallel axis eccentricity (sin phi ^ 2).
Definition north_south (phi : R) : R := meridian_radius axis eccentricity (sin phi ^ 2).

(* A smooth way from p to q, places in degrees, that is at most d metres long; it may go around the globe. The distance of two places is
   the length of a shortest way. *)
Definition way (p q : R * R) (d : R) : Prop := exists (lambda phi dlambda dphi : R -> R) (turns : Z),
  (forall t, is_derive lambda t (dlambda t)) /\ (forall t, is_derive phi t (dphi t)) /\
  (forall t, continuous dlambda t) /\ (forall t, continuous dphi t) /\
  lambda 0 = radians (fst p) /\ phi 0 = radians (snd p) /\
  lambda 1 = radians (fst q) + 2 * PI * IZR turns /\ phi 1 = radians (snd q) /\
  curve_length east_west north_south phi dlambda dphi <= d.

Lemma eccentricity_range : 0 <= eccentricity < 1.
Proof. unfold eccentricity, flattening. split; lra. Qed.

Lemma square_sine phi : 0 <= sin phi ^ 2 <= 1.
Proof. pose proof (SIN_bound phi). split; [apply pow2_ge_0 | nra]. Qed.

Lemma sine_continuous phi : continuous (fun phi => sin phi ^ 2) phi.
Proof. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. exact I. Qed.

Lemma denominator_positive phi : 0 < 1 - eccentricity * sin phi ^ 2.
Proof. pose proof (square_sine phi). pose proof eccentricity_range. nra. Qed.

Lemma denominator_continuous phi : continuous (fun phi => 1 - eccentricity * sin phi ^ 2) phi.
Proof.
  apply (continuous_minus (V := R_NormedModule)); [apply continuous_const |].
  apply (continuous_mult (K := R_AbsRing)); [apply continuous_const | apply sine_continuous].
Qed.

Lemma quotient_continuous f g (x : R) : continuous f x -> continuous g x -> g x <> 0 -> continuous (fun x => f x / g x) x.
Proof. intros Hf Hg H. apply (continuous_mult (K := R_AbsRing)); [exact Hf | apply continuous_Rinv_comp; assumption]. Qed.

Lemma root_continuous f (x : R) : continuous f x -> continuous (fun x => sqrt (f x)) x.
Proof. intros H. exact (continuous_comp f sqrt x H (continuous_sqrt (f x))). Qed.

Lemma east_west_continuous phi : continuous east_west phi.
Proof.
  unfold east_west, parallel. apply (continuous_mult (K := R_AbsRing)); [apply continuous_const |]. apply root_continuous, quotient_continuous.
  - apply (continuous_minus (V := R_NormedModule)); [apply continuous_const | apply sine_continuous].
  - apply denominator_continuous.
  - pose proof (denominator_positive phi). lra.
Qed.

Lemma north_south_continuous phi : continuous north_south phi.
Proof.
  unfold north_south, meridian_radius. apply quotient_continuous; [apply continuous_const | |].
  - apply (continuous_mult (K := R_AbsRing)); [apply denominator_continuous | apply root_continuous, denominator_continuous].
  - pose proof (denominator_positive phi). pose proof (sqrt_lt_R0 _ H). nra.
Qed.

Lemma speed_continuous phi dlambda dphi t : continuous phi t -> continuous dlambda t -> continuous dphi t ->
  continuous (speed east_west north_south phi dlambda dphi) t.
Proof.
  intros H H1 H2.
  assert (Square : forall f g : R -> R, continuous f t -> continuous g t -> continuous (fun t => (f t * g t) ^ 2) t).
  { intros f g Hf Hg. pose proof (continuous_mult (K := R_AbsRing) f g t Hf Hg) as M.
    apply (continuous_ext (fun t => mult (mult (f t) (g t)) (mult (f t) (g t)))).
    - intros z. unfold mult. simpl. ring.
    - exact (continuous_mult (K := R_AbsRing) _ _ t M M). }
  unfold speed, euclid. apply root_continuous. apply (continuous_plus (V := R_NormedModule)).
  - apply (Square (fun t => east_west (phi t)) dlambda); [exact (continuous_comp phi east_west t H (east_west_continuous _)) | exact H1].
  - apply (Square (fun t => north_south (phi t)) dphi); [exact (continuous_comp phi north_south t H (north_south_continuous _)) | exact H2].
Qed.

Lemma square_sine_monotone x y : Rabs x <= Rabs y -> Rabs y <= PI / 2 -> sin x ^ 2 <= sin y ^ 2.
Proof.
  intros H1 H2. assert (E : forall z, sin z ^ 2 = sin (Rabs z) ^ 2).
  { intros z. unfold Rabs. destruct (Rcase_abs z); [rewrite sin_neg; ring | reflexivity]. }
  rewrite (E x), (E y). pose proof (Rabs_pos x). pose proof (Rabs_pos y). pose proof PI_RGT_0. apply pow_incr. split.
  - apply sin_ge_0; lra.
  - apply sin_incr_1; lra.
Qed.

(* ** The projection *)

(* Projection::metres on one axis, for a place in degrees that is read as the nearest f64; k metres for a degree. *)
Definition coordinate (k origin x : R) : R := rnd (k * rnd (rnd x - origin)).

(* The error of the reading, of the difference, and of the product, at most `size` from 0 and `away` from the origin. *)
Definition half_place (m : R) : R := / 2 ^ 53 * m + / 2 ^ 1074.
Definition coordinate_error (k size away : R) : R :=
  let off := half_place size + half_place (away + half_place size) in k * off + half_place (k * (away + off)).

Lemma rnd_within x m : Rabs x <= m -> Rabs (rnd x - x) <= half_place m.
Proof.
  intros H. apply Rle_trans with (1 := rnd_error x). unfold half_place.
  replace (@half_ulp binary64) with (/ 2 ^ 53) by (symmetry; exact (bpow_inv 53)).
  replace (@tiny binary64) with (/ 2 ^ 1074) by (symmetry; exact (bpow_inv 1074)).
  apply Rplus_le_compat_r, Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, pow_lt; lra | exact H].
Qed.

Lemma coordinate_near k origin x size away : 0 <= k -> Rabs x <= size -> Rabs (x - origin) <= away ->
  Rabs (coordinate k origin x - k * (x - origin)) <= coordinate_error k size away.
Proof.
  intros Hk Hs Ha. unfold coordinate, coordinate_error.
  assert (Sum : forall a b m n, Rabs a <= m -> Rabs b <= n -> Rabs (a + b) <= m + n)
    by (intros a b m n H1 H2; pose proof (Rabs_triang a b); lra).
  pose proof (rnd_within x size Hs) as H1. set (d := rnd x - origin).
  assert (D : Rabs d <= away + half_place size).
  { replace d with ((x - origin) + (rnd x - x)) by (unfold d; ring). apply Sum; assumption. }
  pose proof (rnd_within d _ D) as H2. set (off := half_place size + half_place (away + half_place size)).
  assert (D2 : Rabs (rnd d - (x - origin)) <= off).
  { replace (rnd d - (x - origin)) with ((rnd x - x) + (rnd d - d)) by (unfold d; ring). apply Sum; assumption. }
  assert (D3 : Rabs (k * rnd d) <= k * (away + off)).
  { rewrite Rabs_mult, (Rabs_pos_eq k) by exact Hk. apply Rmult_le_compat_l; [exact Hk |].
    replace (rnd d) with ((x - origin) + (rnd d - (x - origin))) by ring. apply Sum; assumption. }
  pose proof (rnd_within _ _ D3) as H3.
  replace (rnd (k * rnd d) - k * (x - origin)) with (k * (rnd d - (x - origin)) + (rnd (k * rnd d) - k * rnd d)) by ring.
  apply Sum; [| exact H3]. rewrite Rabs_mult, (Rabs_pos_eq k) by exact Hk. apply Rmult_le_compat_l; assumption.
Qed.

Definition clamped (low high x : R) : R := Rmax low (Rmin x high).

Lemma clamped_range low high x : low <= high -> low <= clamped low high x <= high.
Proof. intros H. unfold clamped. split; [apply Rmax_l |]. apply Rmax_lub; [exact H | apply Rmin_r]. Qed.

Lemma clamped_nearer low high x y : Rabs (clamped low high x - clamped low high y) <= Rabs (x - y).
Proof.
  unfold clamped, Rmax, Rmin. repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

Section Globe.

(* The box of places in degrees, the origin and the metres per degree, the answers in metres. *)
Variables (west east south north lambda0 phi0 kx ky xl xh yl yh : R).
(* s and delta_f; D is the distance that the theorem is about. *)
Variables (s delta_f D : R).

Definition place (p : R * R) : Prop := west <= fst p <= east /\ south <= snd p <= north.

(* What the mechanism adds noise to. *)
Definition point_of (p : R * R) : R * R :=
  (clamped xl xh (coordinate kx lambda0 (fst p)), clamped yl yh (coordinate ky phi0 (snd p))).

Hypothesis kx_positive : 0 < kx.
Hypothesis ky_positive : 0 < ky.
Hypothesis s_positive : 0 < s.
Hypothesis ordered : xl <= xh /\ yl <= yh.
Hypothesis wide : east - west <= 180.

Variables (size_x away_x size_y away_y : R).
Hypothesis sizes : - size_x <= west /\ east <= size_x /\ - size_y <= south /\ north <= size_y.
Hypothesis aways : lambda0 - away_x <= west /\ east <= lambda0 + away_x /\ phi0 - away_y <= south /\ north <= phi0 + away_y.
Hypothesis error : euclid (coordinate_error kx size_x away_x) (coordinate_error ky size_y away_y) <= delta_f.

(* The latitudes that a way of length D can reach, in degrees: the box widened by `wider`, from `nearest` to `farthest` from the equator. *)
Variables (wider nearest farthest : R).
Hypothesis widened : D / (2 * (axis * (1 - eccentricity))) <= radians wider.
Hypothesis near_enough : nearest = 0 \/ 0 <= nearest <= south - wider \/ 0 <= nearest <= - north - wider.
Hypothesis far_enough : - farthest <= south - wider /\ north + wider <= farthest /\ 0 <= farthest <= 90.
Hypothesis parallel_long : kx * (180 / PI) <= s * east_west (radians farthest).
Hypothesis meridian_long : ky * (180 / PI) <= s * north_south (radians nearest).

Lemma reached phi :
  radians south - D / (2 * (axis * (1 - eccentricity))) <= phi <= radians north + D / (2 * (axis * (1 - eccentricity))) ->
  radians nearest <= Rabs phi <= radians farthest.
Proof.
  intros H. pose proof PI_RGT_0 as Ppi.
  assert (Mono : forall a b, a <= b -> radians a <= radians b).
  { intros a b Hab. unfold radians, Rdiv. apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; lra. }
  assert (Low : radians (south - wider) <= phi) by (replace (radians (south - wider)) with (radians south - radians wider) by (unfold radians; field); lra).
  assert (High : phi <= radians (north + wider)) by (replace (radians (north + wider)) with (radians north + radians wider) by (unfold radians; field); lra).
  destruct far_enough as (F1 & F2 & _). apply Mono in F1. apply Mono in F2.
  replace (radians (- farthest)) with (- radians farthest) in F1 by (unfold radians; field).
  split; [| apply Rabs_le; lra].
  destruct near_enough as [-> | [[N0 N] | [N0 N]]].
  - replace (radians 0) with 0 by (unfold radians; field). apply Rabs_pos.
  - apply Mono in N. apply Rle_trans with (2 := Rle_abs phi). lra.
  - apply Mono in N. replace (radians (- north - wider)) with (- radians (north + wider)) in N by (unfold radians; field).
    rewrite <- Rabs_Ropp. apply Rle_trans with (2 := Rle_abs (- phi)). lra.
Qed.

Lemma exact_apart p q d : place p -> place q -> d <= D -> way p q d ->
  euclid (kx * (fst q - fst p)) (ky * (snd q - snd p)) <= s * d.
Proof.
  intros [P1 P2] [Q1 Q2] Hd (lambda & phi & dlambda & dphi & turns & Dl & Dp & Cl & Cp & L0 & B0 & L1 & B1 & Length).
  pose proof PI_RGT_0 as Ppi. assert (Pos : 0 < 180 / PI) by (apply Rdiv_lt_0_compat; lra).
  assert (Pa : 0 < axis) by (unfold axis; lra). pose proof eccentricity_range as Re.
  assert (Rad : forall k a b, k * (180 / PI) * (radians a - radians b) = k * (a - b)) by (intros; unfold radians; field; lra).
  assert (Mono : forall a b, a <= b -> radians a <= radians b).
  { intros a b H. unfold radians, Rdiv. apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; lra. }
  assert (Int : forall t u, ex_RInt (speed east_west north_south phi dlambda dphi) t u).
  { intros t u. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _. apply speed_continuous; trivial.
    apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now exists (dphi z). }
  assert (Band : forall x, radians south - D / (2 * (axis * (1 - eccentricity))) <= x <= radians north + D / (2 * (axis * (1 - eccentricity))) ->
            kx * (180 / PI) <= s * east_west x /\ ky * (180 / PI) <= s * north_south x).
  { intros x Hx. destruct (reached x Hx) as [R1 R2].
    pose proof (square_sine x). pose proof (square_sine (radians nearest)). pose proof (square_sine (radians farthest)).
    assert (Zero : radians 0 = 0) by (unfold radians; field).
    assert (Right : radians 90 = PI / 2) by (unfold radians; field).
    assert (F0 : 0 <= radians farthest) by (rewrite <- Zero; apply Mono; lra).
    assert (F90 : radians farthest <= PI / 2) by (rewrite <- Right; apply Mono; lra).
    assert (N0 : 0 <= radians nearest) by (rewrite <- Zero; apply Mono; destruct near_enough as [-> | [? | ?]]; lra).
    split.
    - apply Rle_trans with (1 := parallel_long). apply Rmult_le_compat_l; [lra |].
      apply parallel_decreases; try lra. apply square_sine_monotone; rewrite (Rabs_pos_eq (radians farthest)); lra.
    - apply Rle_trans with (1 := meridian_long). apply Rmult_le_compat_l; [lra |].
      apply meridian_increases; try lra. apply square_sine_monotone; rewrite ?(Rabs_pos_eq (radians nearest)); lra. }
  pose proof (stretch_around east_west north_south (kx * (180 / PI)) (ky * (180 / PI)) s (axis * (1 - eccentricity)) D (radians south) (radians north)
    s_positive ltac:(apply Rmult_lt_0_compat; lra) ltac:(apply Rmult_le_pos; lra) ltac:(apply Rmult_le_pos; lra)
    (fun x => meridian_at_least axis eccentricity Pa Re (sin x ^ 2) (square_sine x)) Band
    lambda phi dlambda dphi Dl Dp Cl Cp Int ltac:(lra) ltac:(rewrite B0; split; apply Mono; lra) ltac:(rewrite B1; split; apply Mono; lra)
    (radians (fst q)) turns L1) as S.
  rewrite L0, B0, B1, 2!Rad in S. apply Rle_trans with (s * curve_length east_west north_south phi dlambda dphi).
  - apply S. assert (Half : radians (fst q) - radians (fst p) <= PI /\ - PI <= radians (fst q) - radians (fst p)).
    { unfold radians. split; [apply Rmult_le_reg_l with 180; [lra |]; replace (180 * (fst q * PI / 180 - fst p * PI / 180)) with ((fst q - fst p) * PI) by field
        | apply Rmult_le_reg_l with 180; [lra |]; replace (180 * (fst q * PI / 180 - fst p * PI / 180)) with ((fst q - fst p) * PI) by field]; nra. }
    apply Rabs_le. lra.
  - apply Rmult_le_compat_l; lra.
Qed.

(* s d + 2 delta_f: the sensitivity of the computed point. *)
Theorem globe_apart p q d : place p -> place q -> d <= D -> way p q d ->
  euclid (fst (point_of p) - fst (point_of q)) (snd (point_of p) - snd (point_of q)) <= s * d + 2 * delta_f.
Proof.
  intros Hp Hq Hd W. pose proof (exact_apart p q d Hp Hq Hd W) as S. destruct Hp as [P1 P2], Hq as [Q1 Q2].
  destruct euclid_absolute as (Mono & Tri & _).
  assert (N : forall z, place z -> Rabs (coordinate kx lambda0 (fst z) - kx * (fst z - lambda0)) <= coordinate_error kx size_x away_x /\
                        Rabs (coordinate ky phi0 (snd z) - ky * (snd z - phi0)) <= coordinate_error ky size_y away_y).
  { intros z [Z1 Z2]. split; apply coordinate_near; try lra; apply Rabs_le; lra. }
  destruct (N p (conj P1 P2)) as [Px Py]. destruct (N q (conj Q1 Q2)) as [Qx Qy].
  set (ex := coordinate_error kx size_x away_x) in *. set (ey := coordinate_error ky size_y away_y) in *.
  unfold point_of. cbn [fst snd].
  set (px := coordinate kx lambda0 (fst p)) in *. set (qx := coordinate kx lambda0 (fst q)) in *.
  set (py := coordinate ky phi0 (snd p)) in *. set (qy := coordinate ky phi0 (snd q)) in *.
  apply Rle_trans with (euclid (px - qx) (py - qy)); [apply Mono; apply clamped_nearer |].
  set (ap := px - kx * (fst p - lambda0)) in *. set (bp := py - ky * (snd p - phi0)) in *.
  set (aq := qx - kx * (fst q - lambda0)) in *. set (bq := qy - ky * (snd q - phi0)) in *.
  replace (px - qx) with ((kx * (fst p - fst q) + ap) + - aq) by (unfold ap, aq; ring).
  replace (py - qy) with ((ky * (snd p - snd q) + bp) + - bq) by (unfold bp, bq; ring).
  assert (Ex : 0 <= ex) by (pose proof (Rabs_pos ap); lra). assert (Ey : 0 <= ey) by (pose proof (Rabs_pos bp); lra).
  assert (E : forall a b, Rabs a <= ex -> Rabs b <= ey -> euclid a b <= delta_f).
  { intros a b Ha Hb. apply Rle_trans with (2 := error). apply Mono; [rewrite (Rabs_pos_eq ex) | rewrite (Rabs_pos_eq ey)]; lra. }
  pose proof (Tri (kx * (fst p - fst q) + ap) (ky * (snd p - snd q) + bp) (- aq) (- bq)) as T1.
  pose proof (Tri (kx * (fst p - fst q)) (ky * (snd p - snd q)) ap bp) as T2.
  pose proof (E ap bp Px Py). assert (euclid (- aq) (- bq) <= delta_f) by (apply E; rewrite Rabs_Ropp; assumption).
  assert (Swap : euclid (kx * (fst p - fst q)) (ky * (snd p - snd q)) = euclid (kx * (fst q - fst p)) (ky * (snd q - snd p)))
    by (unfold euclid; f_equal; ring).
  lra.
Qed.

Lemma point_of_range p : xl <= fst (point_of p) <= xh /\ yl <= snd (point_of p) <= yh.
Proof. split; apply clamped_range; lra. Qed.

End Globe.
