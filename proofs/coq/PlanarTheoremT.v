(** * Theorem T in the plane

    proofs/theory.md, paragraph 1.7, for m = 2, in the setting of
    PlanarTheoremA.v: any finite union of cells, any probability space.  K_r is the
    ideal mechanism, which rounds r + X itself; K'_r rounds r + X'.  For every
    answer r and every set of outputs, "outside" included,
      P[K'_r in T] <= G+^2 P[K_r in T]  and  P[K_r in T] <= G-^2 P[K'_r in T]
    for a log-concave density, and the scaling form for every density with (C1).
    For planar Laplace noise [planar_laplace_closeness] takes the least of both.

    In Rust: Setting::closeness of crates/oracle for planar mechanisms.  Rests on
    PlanarTheoremA.v, PlanarLaplace.v and TheoremT.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh Discretised TheoremACoupling PlanarScaling
  PlanarTheoremA PlanarLaplace TheoremT.

Local Open Scope R_scope.

(** ** Boxes of different size around one centre *)

Section Boxes.

Variables (p : R -> R -> R) (beta : R) (Nm : R -> R -> R).
Hypothesis beta_pos : 0 < beta.
Hypothesis norm_absolute : absolute_norm Nm.
Hypothesis p_nonneg : forall x y, 0 <= p x y.
Hypothesis C1 : forall x y x' y', p x y <= exp (beta * Nm (x - x') (y - y')) * p x' y'.

(** A box with sides >= L, grown by d against grown by e <= d (a negative number
    shrinks): the sinh bound with the length L+d+e and the shift (d-e)/2. *)
Lemma grown_sinh (psi : R -> R -> R) (L d e : R) (t : box) (r : R * R) :
  (forall x y, p x y = exp (- psi x y)) ->
  (forall x y y' t, 0 <= t <= 1 -> psi x ((1 - t) * y + t * y') <= (1 - t) * psi x y + t * psi x y') ->
  (forall y x x' t, 0 <= t <= 1 -> psi ((1 - t) * x + t * x') y <= (1 - t) * psi x y + t * psi x' y) ->
  e <= d -> 0 < L + 2 * e -> sides_at_least L t ->
  mass_of p (seen t d r) <= Gamma beta (L + d + e) ((d - e) / 2) ^ 2 * mass_of p (seen t e r).
Proof.
  intros Hp Hcy Hcx Hde HL [S1 S2]. rewrite !seen_centre.
  set (c1 := (left_of t + right_of t) / 2). set (l1 := right_of t - left_of t).
  set (c2 := (bottom_of t + top_of t) / 2). set (l2 := top_of t - bottom_of t).
  assert (H := sinh_box p beta Nm beta_pos norm_absolute p_nonneg C1 psi
            (c1 - fst r) (c2 - snd r) (l1 + d + e) (l2 + d + e) (L + d + e) ((d - e) / 2)
            Hp Hcy Hcx ltac:(lra) ltac:(lra) ltac:(unfold l1; lra) ltac:(unfold l2; lra)).
  cbv zeta in H.
  replace (c1 - (l1 + 2 * d) / 2 - fst r)
    with (c1 - fst r - (l1 + d + e + 2 * ((d - e) / 2)) / 2) by field.
  replace (c1 + (l1 + 2 * d) / 2 - fst r)
    with (c1 - fst r + (l1 + d + e + 2 * ((d - e) / 2)) / 2) by field.
  replace (c2 - (l2 + 2 * d) / 2 - snd r)
    with (c2 - snd r - (l2 + d + e + 2 * ((d - e) / 2)) / 2) by field.
  replace (c2 + (l2 + 2 * d) / 2 - snd r)
    with (c2 - snd r + (l2 + d + e + 2 * ((d - e) / 2)) / 2) by field.
  replace (c1 - (l1 + 2 * e) / 2 - fst r)
    with (c1 - fst r - (l1 + d + e - 2 * ((d - e) / 2)) / 2) by field.
  replace (c1 + (l1 + 2 * e) / 2 - fst r)
    with (c1 - fst r + (l1 + d + e - 2 * ((d - e) / 2)) / 2) by field.
  replace (c2 - (l2 + 2 * e) / 2 - snd r)
    with (c2 - snd r - (l2 + d + e - 2 * ((d - e) / 2)) / 2) by field.
  replace (c2 + (l2 + 2 * e) / 2 - snd r)
    with (c2 - snd r + (l2 + d + e - 2 * ((d - e) / 2)) / 2) by field.
  exact H.
Qed.

(** The same by Lemma 2, without (LC). *)
Lemma grown_scaling (L d e : R) (t : box) (r : R * R) :
  e <= d -> 0 < L + 2 * e -> sides_at_least L t ->
  mass_of p (seen t d r)
  <= rho (L + d + e) ((d - e) / 2) ^ 2 * exp (beta * Nm (d - e) (d - e)) * mass_of p (seen t e r).
Proof.
  intros Hde HL [S1 S2].
  assert (Hnn : 0 <= mass_of p (seen t e r)).
  { apply (box_mass_nonneg p beta Nm); trivial;
      unfold seen, left_of, right_of, bottom_of, top_of in *; simpl in *; lra. }
  rewrite !seen_centre in *.
  set (c1 := (left_of t + right_of t) / 2) in *. set (l1 := right_of t - left_of t) in *.
  set (c2 := (bottom_of t + top_of t) / 2) in *. set (l2 := top_of t - bottom_of t) in *.
  assert (H := scaling_box p beta Nm beta_pos norm_absolute p_nonneg C1
            c1 c2 (l1 + d + e) (l2 + d + e) (L + d + e) ((d - e) / 2)
            (fst r) (snd r) (fst r) (snd r)
            ltac:(lra) ltac:(lra) ltac:(unfold l1; lra) ltac:(unfold l2; lra)).
  cbv zeta in H. rewrite !Rminus_eq_0 in H.
  replace (2 * ((d - e) / 2)) with (d - e) in H by field.
  replace (l1 + d + e + (d - e)) with (l1 + 2 * d) in H by ring.
  replace (l2 + d + e + (d - e)) with (l2 + 2 * d) in H by ring.
  replace (l1 + d + e - (d - e)) with (l1 + 2 * e) in H by ring.
  replace (l2 + d + e - (d - e)) with (l2 + 2 * e) in H by ring.
  apply Rle_trans with (1 := H). apply Rmult_le_compat_r; [exact Hnn |].
  apply Rmult_le_compat_l; [apply pow2_ge_0 |].
  apply exp_le_exp, Rmult_le_compat_l; [lra |].
  assert (HN0 : Nm 0 0 <= 0).
  { destruct norm_absolute as [_ [_ Hle]]. apply Rle_trans with (1 := Hle _ _).
    rewrite Rabs_R0. lra. }
  lra.
Qed.

End Boxes.

(** ** Theorem T *)

Section TheoremT.

Variables (W : probability_space) (X : W -> R * R) (p : R -> R -> R).
Variables (delta L : R) (rd : R * R -> option nat) (cell : nat -> box) (N : nat).
Variables (M_f : R * R -> Prop) (X' : R * R -> W -> option (R * R)).
Hypothesis law : has_density W X p.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells : rounds_to_boxes rd cell N.
Hypothesis cells_large : forall k, (k < N)%nat -> sides_at_least L (cell k).
Hypothesis complement : tiled rd L.
Hypothesis measurable : forall r, M_f r -> forall S : option nat -> bool,
  event W (fun w => S (released rd r (X' r w))).
Hypothesis measurable_ideal : forall r, M_f r -> forall S : option nat -> bool,
  event W (fun w => S (rd (moved r (X w)))).
(** (A) and (B) *)
Hypothesis A : forall r w, M_f r -> released rd r (X' r w) <> None ->
  exists v, X' r w = Some v /\ near delta v (X w).
Hypothesis B : forall r w, M_f r ->
  (forall s, near delta s (moved r (X w)) -> rd s <> None) ->
  exists v, X' r w = Some v /\ near delta v (X w).

(** P[K_r in S] for the ideal mechanism K. *)
Definition P_ideal (r : R * R) (S : option nat -> bool) : R := Pr W (fun w => S (rd (moved r (X w)))).

Lemma ideal_A (r : R * R) : satisfies_A X rd 0 r (fun w => Some (X w)).
Proof.
  intros w _. exists (X w). split; [reflexivity |]. split; rewrite Rminus_eq_0, Rabs_R0; lra.
Qed.

Lemma ideal_B (r : R * R) : satisfies_B X rd 0 r (fun w => Some (X w)).
Proof.
  intros w _. exists (X w). split; [reflexivity |]. split; rewrite Rminus_eq_0, Rabs_R0; lra.
Qed.

(** Theorem T, abstractly: a factor Gp for boxes grown by delta and a factor Gm
    for boxes shrunk by delta bound every set of outputs. *)
Theorem theorem_T_plane (Gp Gm : R) (r : R * R) (T : option nat -> bool) :
  0 <= Gp -> 0 <= Gm -> M_f r ->
  (forall t, sides_at_least L t -> mass_of p (seen t delta r) <= Gp * mass_of p (seen t 0 r)) ->
  (forall t, sides_at_least L t -> mass_of p (seen t 0 r) <= Gm * mass_of p (seen t (- delta) r)) ->
  PK W rd X' r T <= Gp * P_ideal r T /\ P_ideal r T <= Gm * PK W rd X' r T.
Proof.
  intros HGp HGm Hr Hp Hm. split.
  - apply (compare_plane W X p L rd cell N delta 0 Gp r r (X' r) (fun w => Some (X w)));
      trivial; try lra.
    + apply measurable, Hr.
    + apply measurable_ideal, Hr.
    + intros w. apply A, Hr.
    + intros w. apply B, Hr.
    + apply ideal_A.
    + apply ideal_B.
    + intros t Ht. rewrite Ropp_0. apply Hp, Ht.
  - apply (compare_plane W X p L rd cell N 0 delta Gm r r (fun w => Some (X w)) (X' r));
      trivial; try lra.
    + apply measurable_ideal, Hr.
    + apply measurable, Hr.
    + apply ideal_A.
    + apply ideal_B.
    + intros w. apply A, Hr.
    + intros w. apply B, Hr.
Qed.

Variables (beta : R) (Nm : R -> R -> R).
Hypothesis beta_pos : 0 < beta.
Hypothesis norm_absolute : absolute_norm Nm.
Hypothesis p_nonneg : forall x y, 0 <= p x y.
Hypothesis C1 : forall x y x' y', p x y <= exp (beta * Nm (x - x') (y - y')) * p x' y'.

(** Form 1 (scaling). *)
Theorem theorem_T_plane_scaling (r : R * R) (T : option nat -> bool) :
  M_f r ->
  PK W rd X' r T <= (1 + 2 * delta / L) ^ 2 * exp (beta * Nm delta delta) * P_ideal r T /\
  P_ideal r T <= (L / (L - 2 * delta)) ^ 2 * exp (beta * Nm delta delta) * PK W rd X' r T.
Proof.
  intros Hr. assert (HE := exp_pos (beta * Nm delta delta)).
  apply theorem_T_plane; trivial.
  - apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - intros t Ht.
    assert (H := grown_scaling p beta Nm beta_pos norm_absolute p_nonneg C1 L delta 0 t r
                   delta_nonneg ltac:(lra) Ht).
    rewrite !Rminus_0_r, Rplus_0_r in H.
    replace (1 + 2 * delta / L) with (rho (L + delta) (delta / 2)) by (unfold rho; field; lra).
    exact H.
  - intros t Ht.
    assert (H := grown_scaling p beta Nm beta_pos norm_absolute p_nonneg C1 L 0 (- delta) t r
                   ltac:(lra) ltac:(lra) Ht).
    replace (0 - - delta) with delta in H by ring.
    replace (L + 0 + - delta) with (L - delta) in H by ring.
    replace (L / (L - 2 * delta)) with (rho (L - delta) (delta / 2)) by (unfold rho; field; lra).
    exact H.
Qed.

(** Form 2 (sinh), for a log-concave density. *)
Theorem theorem_T_plane_sinh (psi : R -> R -> R) (r : R * R) (T : option nat -> bool) :
  (forall x y, p x y = exp (- psi x y)) ->
  (forall x y y' t, 0 <= t <= 1 -> psi x ((1 - t) * y + t * y') <= (1 - t) * psi x y + t * psi x y') ->
  (forall y x x' t, 0 <= t <= 1 -> psi ((1 - t) * x + t * x') y <= (1 - t) * psi x y + t * psi x' y) ->
  M_f r ->
  PK W rd X' r T <= Gamma_above beta L delta ^ 2 * P_ideal r T /\
  P_ideal r T <= Gamma_below beta L delta ^ 2 * PK W rd X' r T.
Proof.
  intros Hp Hcy Hcx Hr. rewrite Gamma_above_is_Gamma, Gamma_below_is_Gamma.
  apply theorem_T_plane; trivial; try apply pow2_ge_0.
  - intros t Ht.
    assert (H := grown_sinh p beta Nm beta_pos norm_absolute p_nonneg C1 psi L delta 0 t r
                   Hp Hcy Hcx delta_nonneg ltac:(lra) Ht).
    rewrite Rminus_0_r, Rplus_0_r in H. exact H.
  - intros t Ht.
    assert (H := grown_sinh p beta Nm beta_pos norm_absolute p_nonneg C1 psi L 0 (- delta) t r
                   Hp Hcy Hcx ltac:(lra) ltac:(lra) Ht).
    replace (0 - - delta) with delta in H by ring.
    replace (L + 0 + - delta) with (L - delta) in H by ring. exact H.
Qed.

End TheoremT.

(** ** Planar Laplace noise *)

(** kp and km: the lesser of the two forms each. *)
Definition kappa_plane_above (beta L delta : R) : R :=
  Rmin (2 * ln (Gamma_above beta L delta)) (2 * ln (1 + 2 * delta / L) + sqrt 2 * beta * delta).
Definition kappa_plane_below (beta L delta : R) : R :=
  Rmin (2 * ln (Gamma_below beta L delta)) (2 * ln (L / (L - 2 * delta)) + sqrt 2 * beta * delta).

Theorem planar_laplace_closeness (W : probability_space) (X : W -> R * R) (K beta delta L : R)
    (rd : R * R -> option nat) (cell : nat -> box) (N : nat)
    (M_f : R * R -> Prop) (X' : R * R -> W -> option (R * R)) (r : R * R) (T : option nat -> bool) :
  0 < K -> 0 < beta -> 0 <= delta -> 2 * delta < L ->
  has_density W X (planar_density K beta) ->
  rounds_to_boxes rd cell N ->
  (forall k, (k < N)%nat -> sides_at_least L (cell k)) ->
  tiled rd L ->
  (forall r, M_f r -> forall S : option nat -> bool, event W (fun w => S (released rd r (X' r w)))) ->
  (forall r, M_f r -> forall S : option nat -> bool, event W (fun w => S (rd (moved r (X w))))) ->
  (forall r w, M_f r -> released rd r (X' r w) <> None ->
     exists v, X' r w = Some v /\ near delta v (X w)) ->
  (forall r w, M_f r -> (forall s, near delta s (moved r (X w)) -> rd s <> None) ->
     exists v, X' r w = Some v /\ near delta v (X w)) ->
  M_f r ->
  PK W rd X' r T <= exp (kappa_plane_above beta L delta) * P_ideal W X rd r T /\
  P_ideal W X rd r T <= exp (kappa_plane_below beta L delta) * PK W rd X' r T.
Proof.
  intros HK Hb Hd HL Hlaw Hcells Hlarge Htiled Hmeas Hideal HA HB Hr.
  assert (Hp : forall x y, 0 <= planar_density K beta x y).
  { intros x y. unfold planar_density. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
  assert (HC1 : forall x y x' y', planar_density K beta x y
            <= exp (beta * euclid (x - x') (y - y')) * planar_density K beta x' y')
    by (intros; apply planar_density_C1; assumption).
  assert (Hdiag : euclid delta delta = sqrt 2 * delta).
  { replace delta with (delta * 1) at 1 2 by ring. rewrite euclid_scaled by exact Hd.
    unfold euclid. replace (1 ^ 2 + 1 ^ 2) with 2 by ring. ring. }
  destruct (theorem_T_plane_sinh W X (planar_density K beta) delta L rd cell N M_f X' Hlaw Hd HL
              Hcells Hlarge Htiled Hmeas Hideal HA HB beta euclid Hb euclid_absolute Hp HC1
              (fun x y => beta * euclid x y - ln K) r T) as [S1 S2]; trivial.
  { intros x y. unfold planar_density. rewrite <- (exp_ln K) at 1 by exact HK.
    rewrite <- exp_plus. f_equal. ring. }
  { intros x y y' t Ht. assert (H := euclid_convex x y x y' t Ht).
    replace ((1 - t) * x + t * x) with x in H by ring. nra. }
  { intros y x x' t Ht. assert (H := euclid_convex x y x' y t Ht).
    replace ((1 - t) * y + t * y) with y in H by ring. nra. }
  destruct (theorem_T_plane_scaling W X (planar_density K beta) delta L rd cell N M_f X' Hlaw Hd HL
              Hcells Hlarge Htiled Hmeas Hideal HA HB beta euclid Hb euclid_absolute Hp HC1
              r T Hr) as [R1 R2].
  rewrite Hdiag in R1, R2.
  assert (G1 := Gamma_above_pos beta L delta Hb Hd HL).
  assert (G2 := Gamma_below_pos beta L delta Hb Hd HL).
  assert (P1 : 0 < 1 + 2 * delta / L).
  { assert (0 <= 2 * delta / L); [| lra]. apply Rmult_le_pos; [lra |].
    left. apply Rinv_0_lt_compat. lra. }
  assert (P2 : 0 < L / (L - 2 * delta)) by (apply Rdiv_lt_0_compat; lra).
  assert (E : forall x, exp (x + sqrt 2 * beta * delta) = exp x * exp (beta * (sqrt 2 * delta))).
  { intros x. rewrite exp_plus. do 2 f_equal. ring. }
  unfold kappa_plane_above, kappa_plane_below. split; apply Rmin_case;
    rewrite ?E, exp_twice_ln by assumption; assumption.
Qed.
