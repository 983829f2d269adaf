(** * Lemma 2 (scaling) and the sinh bound, for boxes of the plane

    proofs/theory.md, paragraph 1.2.  The mass of a box is an iterated integral;
    [fubini] says that the order does not matter.  The density is any
    non-negative function with (C1) for an absolute norm N of the plane; (C1)
    makes it continuous.

    - [scaling_box], Lemma 2: the two coordinates are stretched at once, so that
      the distance is N(2 delta, 2 delta), 2 sqrt(2) delta for the Euclidean norm;
    - [sinh_box], Lemma 3 used twice: Gamma^2, for a log-concave density.

    In Rust: the two bounds for the plane between which crates/oracle chooses.
    Rests on Scaling.v and LogConcave.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw Scaling Sinh LogConcave.
From Kdelta Require LaplaceMechanism.

Local Open Scope R_scope.

(** The mass of [a1,b1] x [a2,b2]. *)
Definition box_mass (p : R -> R -> R) (a1 b1 a2 b2 : R) : R :=
  RInt (fun x => RInt (p x) a2 b2) a1 b1.

(** A norm of the plane that depends on absolute values only and grows with
    them, in which the unit vectors have norm at most 1. *)
Definition absolute_norm (N : R -> R -> R) : Prop :=
  (forall x y x' y', Rabs x <= Rabs x' -> Rabs y <= Rabs y' -> N x y <= N x' y') /\
  (forall x y x' y', N (x + x') (y + y') <= N x y + N x' y') /\
  (forall x y, N x y <= Rabs x + Rabs y).

Definition euclid (x y : R) : R := sqrt (x ^ 2 + y ^ 2).

Lemma euclid_absolute : absolute_norm euclid.
Proof.
  split; [| split].
  - intros x y x' y' Hx Hy. apply sqrt_le_1_alt.
    rewrite <- (pow2_abs x), <- (pow2_abs y), <- (pow2_abs x'), <- (pow2_abs y').
    apply Rplus_le_compat; apply pow_incr; split; trivial; apply Rabs_pos.
  - intros x y x' y'. apply (Cmod_triangle (x, y) (x', y')).
  - intros x y. pose proof (Rabs_pos x). pose proof (Rabs_pos y). unfold euclid.
    rewrite <- (sqrt_pow2 (Rabs x + Rabs y)) by lra.
    apply sqrt_le_1_alt. rewrite <- (pow2_abs x), <- (pow2_abs y).
    assert (0 <= Rabs x * Rabs y) by (apply Rmult_le_pos; assumption). nra.
Qed.

Section Boxes.

Variables (p : R -> R -> R) (beta : R) (N : R -> R -> R).
Hypothesis beta_pos : 0 < beta.
Hypothesis norm_absolute : absolute_norm N.
Hypothesis p_nonneg : forall x y, 0 <= p x y.
(** (C1) *)
Hypothesis C1 : forall x y x' y', p x y <= exp (beta * N (x - x') (y - y')) * p x' y'.

Lemma C1_sum (x y x' y' : R) :
  p x y <= exp (beta * (Rabs (x - x') + Rabs (y - y'))) * p x' y'.
Proof.
  destruct norm_absolute as [_ [_ Hle]].
  apply Rle_trans with (1 := C1 x y x' y'). apply Rmult_le_compat_r; [apply p_nonneg |].
  apply exp_le_exp, Rmult_le_compat_l; [lra | apply Hle].
Qed.

Lemma no_move (x : R) : Rabs (x - x) = 0.
Proof. rewrite Rminus_eq_0. apply Rabs_R0. Qed.

(** Each section of the density is continuous. *)
Lemma section_continuous_y (x y : R) : continuous (p x) y.
Proof.
  apply (LaplaceMechanism.log_lipschitz_continuous beta). intros y1 y2.
  pose proof (C1_sum x y1 x y2) as H. rewrite no_move, Rplus_0_l in H. exact H.
Qed.

Lemma section_continuous_x (x y : R) : continuous (fun x => p x y) x.
Proof.
  apply (LaplaceMechanism.log_lipschitz_continuous beta (fun x => p x y)). intros x1 x2.
  pose proof (C1_sum x1 y x2 y) as H. rewrite no_move, Rplus_0_r in H. exact H.
Qed.

Lemma section_integrable (x a b : R) : ex_RInt (p x) a b.
Proof. apply (ex_RInt_continuous (p x)). intros y _. apply section_continuous_y. Qed.

Lemma section_integrable_x (y a b : R) : ex_RInt (fun x => p x y) a b.
Proof. apply (ex_RInt_continuous (fun x => p x y)). intros x _. apply section_continuous_x. Qed.

(** The inner integral is log-Lipschitz, hence continuous. *)
Lemma inner_continuous (a b x : R) : a <= b -> continuous (fun x => RInt (p x) a b) x.
Proof.
  intros Hab.
  apply (LaplaceMechanism.log_lipschitz_continuous beta (fun x => RInt (p x) a b)). intros x1 x2.
  rewrite <- (RInt_scal (V := R_CompleteNormedModule) (p x2)) by apply section_integrable.
  apply RInt_le; trivial.
  - apply section_integrable.
  - apply (ex_RInt_scal (V := R_NormedModule) (p x2)), section_integrable.
  - intros y _. pose proof (C1_sum x1 y x2 y) as H. rewrite no_move, Rplus_0_r in H. exact H.
Qed.

Lemma inner_integrable (a b c d : R) : a <= b -> ex_RInt (fun x => RInt (p x) a b) c d.
Proof.
  intros Hab. apply (ex_RInt_continuous (fun x => RInt (p x) a b)).
  intros x _. apply inner_continuous, Hab.
Qed.

Lemma box_mass_nonneg (a1 b1 a2 b2 : R) : a1 <= b1 -> a2 <= b2 -> 0 <= box_mass p a1 b1 a2 b2.
Proof.
  intros H1 H2. apply RInt_ge_0; [exact H1 | apply inner_integrable, H2 |].
  intros x _. apply RInt_ge_0; [exact H2 | apply section_integrable | intros y _; apply p_nonneg].
Qed.

(** ** Lemma 2 *)

(** A point of a shrunk interval, stretched about its centre c: it moves by at most 2 delta, and by r' - r. *)
Lemma stretched_point (delta k c r r' B x : R) : 1 <= k -> (k - 1) * B = 2 * delta ->
  c - B - r' < x < c + B - r' ->
  exists t, Rabs t <= 2 * delta /\ k * x + (c - r - k * (c - r')) - x = t + (r' - r).
Proof.
  intros Hk HkB Hx. exists ((k - 1) * (x - c + r')). split; [| ring].
  rewrite Rabs_mult, (Rabs_pos_eq (k - 1)) by lra.
  assert (Rabs (x - c + r') <= B) by (apply Rabs_le; lra).
  rewrite <- HkB. apply Rmult_le_compat_l; lra.
Qed.

(** The integral over the grown interval, by this change of variables. *)
Lemma stretched_integral (q : R -> R) (k c A B r r' : R) :
  k * B = A -> (forall x y, ex_RInt q x y) ->
  RInt q (c - A - r) (c + A - r)
  = RInt (fun x => scal k (q (k * x + (c - r - k * (c - r'))))) (c - B - r') (c + B - r').
Proof.
  intros <- Hq. symmetry. etransitivity; [apply (RInt_comp_lin q), Hq |]. f_equal; ring.
Qed.

(** Let a box have the centre (c1,c2) and sides l1, l2 >= L > 2 delta; A and B
    are the half-sides of the grown and of the shrunk box.  The mass of the
    grown box seen from (r1,s1) is at most
    rho^2 e^(beta (N(2 delta,2 delta) + N(r1-r2, s1-s2))) times the mass of the
    shrunk box seen from (r2,s2). *)
Theorem scaling_box (c1 c2 l1 l2 L delta r1 s1 r2 s2 : R) :
  0 <= delta -> 2 * delta < L -> L <= l1 -> L <= l2 ->
  let A1 := (l1 + 2 * delta) / 2 in let B1 := (l1 - 2 * delta) / 2 in
  let A2 := (l2 + 2 * delta) / 2 in let B2 := (l2 - 2 * delta) / 2 in
  box_mass p (c1 - A1 - r1) (c1 + A1 - r1) (c2 - A2 - s1) (c2 + A2 - s1)
  <= rho L delta ^ 2 * exp (beta * (N (2 * delta) (2 * delta) + N (r1 - r2) (s1 - s2)))
     * box_mass p (c1 - B1 - r2) (c1 + B1 - r2) (c2 - B2 - s2) (c2 + B2 - s2).
Proof.
  intros Hd HL H1 H2 A1 B1 A2 B2.
  set (k1 := rho l1 delta). set (k2 := rho l2 delta).
  set (v1 := c1 - r1 - k1 * (c1 - r2)). set (v2 := c2 - s1 - k2 * (c2 - s2)).
  assert (HB1 : 0 < B1) by (unfold B1; lra). assert (HB2 : 0 < B2) by (unfold B2; lra).
  assert (HkB1 : k1 * B1 = A1) by (unfold k1, rho, A1, B1; field; lra).
  assert (HkB2 : k2 * B2 = A2) by (unfold k2, rho, A2, B2; field; lra).
  assert (K1 : 1 <= k1) by (apply rho_ge_1; lra). assert (K2 : 1 <= k2) by (apply rho_ge_1; lra).
  assert (R1 : k1 <= rho L delta) by (apply rho_decreasing; lra).
  assert (R2 : k2 <= rho L delta) by (apply rho_decreasing; lra).
  set (E := exp (beta * (N (2 * delta) (2 * delta) + N (r1 - r2) (s1 - s2)))).
  assert (HE : 0 < E) by apply exp_pos.
  assert (HA2 : c2 - A2 - s1 <= c2 + A2 - s1) by (unfold A2; lra).
  assert (HBB : c2 - B2 - s2 <= c2 + B2 - s2) by lra.
  assert (D1 : (k1 - 1) * B1 = 2 * delta)
    by (rewrite Rmult_minus_distr_r, HkB1; unfold A1, B1; lra).
  assert (D2 : (k2 - 1) * B2 = 2 * delta)
    by (rewrite Rmult_minus_distr_r, HkB2; unfold A2, B2; lra).
  assert (Hpoint : forall x y, c1 - B1 - r2 < x < c1 + B1 - r2 -> c2 - B2 - s2 < y < c2 + B2 - s2 ->
            p (k1 * x + v1) (k2 * y + v2) <= E * p x y).
  { intros x y Hx Hy. destruct norm_absolute as [Hmono [Htri _]].
    apply Rle_trans with (1 := C1 (k1 * x + v1) (k2 * y + v2) x y).
    apply Rmult_le_compat_r; [apply p_nonneg |]. apply exp_le_exp, Rmult_le_compat_l; [lra |].
    destruct (stretched_point delta k1 c1 r1 r2 B1 x K1 D1 Hx) as [t1 [T1 E1]].
    destruct (stretched_point delta k2 c2 s1 s2 B2 y K2 D2 Hy) as [t2 [T2 E2]].
    unfold v1, v2. rewrite E1, E2. apply Rle_trans with (1 := Htri _ _ _ _).
    apply Rplus_le_compat; apply Hmono.
    - rewrite (Rabs_pos_eq (2 * delta)); lra.
    - rewrite (Rabs_pos_eq (2 * delta)); lra.
    - rewrite Rabs_minus_sym. lra.
    - rewrite Rabs_minus_sym. lra. }
  (* the inner change of variables *)
  assert (Hinner : forall x, c1 - B1 - r2 < x < c1 + B1 - r2 ->
            RInt (p (k1 * x + v1)) (c2 - A2 - s1) (c2 + A2 - s1)
            <= k2 * E * RInt (p x) (c2 - B2 - s2) (c2 + B2 - s2)).
  { intros x Hx. rewrite (stretched_integral (p (k1 * x + v1)) k2 c2 A2 B2 s1 s2)
      by (exact HkB2 || apply section_integrable). fold v2.
    assert (HS : RInt (fun y => scal (k2 * E) (p x y)) (c2 - B2 - s2) (c2 + B2 - s2)
                 = k2 * E * RInt (p x) (c2 - B2 - s2) (c2 + B2 - s2)).
    { apply (RInt_scal (p x)), section_integrable. }
    rewrite <- HS. apply RInt_le; trivial.
    - apply (ex_RInt_comp_lin (p (k1 * x + v1))), section_integrable.
    - apply (ex_RInt_scal (p x)), section_integrable.
    - intros y Hy. unfold scal; simpl; unfold mult; simpl.
      rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Hpoint; assumption. }
  (* the outer one *)
  unfold box_mass.
  set (f := fun x => RInt (p x) (c2 - A2 - s1) (c2 + A2 - s1)).
  set (g := fun x => RInt (p x) (c2 - B2 - s2) (c2 + B2 - s2)).
  assert (If : forall a b, ex_RInt f a b) by (intros; apply inner_integrable, HA2).
  assert (Ig : forall a b, ex_RInt g a b) by (intros; apply inner_integrable, HBB).
  assert (HS : RInt (fun x => scal (rho L delta ^ 2 * E) (g x)) (c1 - B1 - r2) (c1 + B1 - r2)
               = rho L delta ^ 2 * E * RInt g (c1 - B1 - r2) (c1 + B1 - r2)).
  { apply (RInt_scal g), Ig. }
  rewrite (stretched_integral f k1 c1 A1 B1 r1 r2) by (exact HkB1 || apply If). fold v1.
  rewrite <- HS. apply RInt_le; [lra | apply (ex_RInt_comp_lin f), If | apply (ex_RInt_scal g), Ig |].
  intros x Hx. unfold scal; simpl; unfold mult; simpl.
  assert (Hg : 0 <= g x).
  { apply RInt_ge_0; [exact HBB | apply section_integrable | intros y _; apply p_nonneg]. }
  apply Rle_trans with (k1 * (k2 * E * g x)).
  - apply Rmult_le_compat_l; [lra |]. apply Hinner, Hx.
  - assert (0 <= E * g x) by (apply Rmult_le_pos; lra).
    replace (k1 * (k2 * E * g x)) with (k1 * k2 * (E * g x)) by ring.
    replace (rho L delta * (rho L delta * 1) * E * g x)
      with (rho L delta * rho L delta * (E * g x)) by ring.
    apply Rmult_le_compat_r; trivial. apply Rmult_le_compat; lra.
Qed.

(** ** The order of integration *)

Lemma density_continuous_2d (x y : R) : continuity_2d_pt p x y.
Proof.
  intros [e He]. simpl.
  (* |p(x',y') - p(x,y)| <= (e^(beta s) - 1) m, s the sum of the moves *)
  assert (P0 := p_nonneg x y). set (m := p x y) in *.
  set (s0 := ln (1 + e / (m + e + 1)) / beta).
  assert (Hq : 0 < e / (m + e + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (Hs0 : 0 < s0).
  { apply Rdiv_lt_0_compat; trivial. rewrite <- ln_1. apply ln_increasing; lra. }
  assert (Hhalf : 0 < s0 / 2) by lra.
  exists (mkposreal _ Hhalf). intros x' y' Hx Hy. simpl in Hx, Hy.
  assert (Hexp : exp (beta * (Rabs (x' - x) + Rabs (y' - y))) < 1 + e / (m + e + 1)).
  { rewrite <- (exp_ln (1 + e / (m + e + 1))) by lra. apply exp_increasing.
    replace (ln (1 + e / (m + e + 1))) with (beta * s0) by (unfold s0; field; lra).
    apply Rmult_lt_compat_l; lra. }
  assert (U := C1_sum x' y' x y). assert (D := C1_sum x y x' y').
  rewrite (Rabs_minus_sym x x'), (Rabs_minus_sym y y') in D.
  set (G := exp (beta * (Rabs (x' - x) + Rabs (y' - y)))) in *.
  assert (G1 : 1 <= G).
  { apply one_le_exp. pose proof (Rabs_pos (x' - x)). pose proof (Rabs_pos (y' - y)).
    apply Rmult_le_pos; lra. }
  fold m in U, D. assert (Q0 := p_nonneg x' y'). set (q := p x' y') in *.
  assert (Hme : (m + e + 1) * (e / (m + e + 1)) = e) by (field; lra).
  assert (Hsmall : (G - 1) * (m + e + 1) < e).
  { rewrite <- Hme at 2. rewrite (Rmult_comm (m + e + 1)). apply Rmult_lt_compat_r; lra. }
  assert (Q1 : q < m + e).
  { apply Rle_lt_trans with (1 := U). assert ((G - 1) * m <= (G - 1) * (m + e + 1)) by nra. lra. }
  apply Rabs_def1.
  - lra.
  - assert ((G - 1) * q <= (G - 1) * (m + e + 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** Fubini for a box: both sides have the same derivative in the upper end of
    the first coordinate. *)
Theorem fubini (a1 b1 a2 b2 : R) :
  a1 <= b1 -> a2 <= b2 ->
  box_mass p a1 b1 a2 b2 = RInt (fun y => RInt (fun x => p x y) a1 b1) a2 b2.
Proof.
  intros H1 H2. unfold box_mass.
  set (f := fun u y => RInt (fun x => p x y) a1 u).
  assert (Hf : forall u y, is_derive (fun z => f z y) u (p u y)).
  { intros u y. apply (is_derive_RInt (fun x => p x y) (fun z => f z y) a1).
    - exists (mkposreal 1 Rlt_0_1). intros z _.
      apply (RInt_correct (V := R_CompleteNormedModule)), section_integrable_x.
    - apply section_continuous_x. }
  assert (Hfc : forall u y, continuous (f u) y).
  { intros u y.
    assert (Hpos : forall v w, v <= w -> forall z, continuous (fun y => RInt (fun x => p x y) v w) z).
    { intros v w Hvw z.
      apply (LaplaceMechanism.log_lipschitz_continuous beta (fun y => RInt (fun x => p x y) v w)).
      intros y1 y2.
      rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => p x y2)) by apply section_integrable_x.
      apply RInt_le; trivial.
      - apply section_integrable_x.
      - apply (ex_RInt_scal (V := R_NormedModule) (fun x => p x y2)), section_integrable_x.
      - intros x _. pose proof (C1_sum x y1 x y2) as H. rewrite no_move, Rplus_0_l in H. exact H. }
    destruct (Rle_lt_dec a1 u) as [H | H]; [apply Hpos, H |].
    apply (continuous_ext (fun y => opp (RInt (fun x => p x y) u a1))).
    - intros z. apply (opp_RInt_swap (V := R_CompleteNormedModule)), section_integrable_x.
    - apply (continuous_opp (V := R_NormedModule)), Hpos. lra. }
  assert (Hparam : forall u, is_derive (fun u => RInt (f u) a2 b2) u (RInt (p u) a2 b2)).
  { intros u.
    replace (RInt (p u) a2 b2) with (RInt (fun t => Derive (fun z => f z t) u) a2 b2).
    - apply (is_derive_RInt_param f a2 b2 u).
      + exists (mkposreal 1 Rlt_0_1). intros z _ t _. exists (p z t). apply Hf.
      + intros t _. apply (continuity_2d_pt_ext p); [| apply density_continuous_2d].
        intros z w. symmetry. apply is_derive_unique, Hf.
      + exists (mkposreal 1 Rlt_0_1). intros z _.
        apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros t _. apply Hfc.
    - apply RInt_ext. intros t _. apply is_derive_unique, Hf. }
  assert (Hint : is_RInt (fun u => RInt (p u) a2 b2) a1 b1
                   (minus (RInt (f b1) a2 b2) (RInt (f a1) a2 b2))).
  { apply (is_RInt_derive (fun u => RInt (f u) a2 b2)).
    - intros u _. apply Hparam.
    - intros u _. apply inner_continuous, H2. }
  rewrite (is_RInt_unique _ _ _ _ Hint).
  assert (Hzero : RInt (f a1) a2 b2 = 0).
  { rewrite (RInt_ext (f a1) (fun _ => 0)).
    - rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. ring.
    - intros y _. apply (RInt_point (V := R_CompleteNormedModule)). }
  rewrite Hzero. unfold minus, plus, opp; simpl. rewrite Ropp_0, Rplus_0_r. reflexivity.
Qed.

(** ** The sinh bound *)

(** (LC) along each axis: p = e^(-psi), psi convex in each coordinate. *)
Theorem sinh_box (psi : R -> R -> R) (c1 c2 l1 l2 L delta : R) :
  (forall x y, p x y = exp (- psi x y)) ->
  (forall x y y' t, 0 <= t <= 1 -> psi x ((1 - t) * y + t * y') <= (1 - t) * psi x y + t * psi x y') ->
  (forall y x x' t, 0 <= t <= 1 -> psi ((1 - t) * x + t * x') y <= (1 - t) * psi x y + t * psi x' y) ->
  0 <= delta -> 2 * delta < L -> L <= l1 -> L <= l2 ->
  let A1 := (l1 + 2 * delta) / 2 in let B1 := (l1 - 2 * delta) / 2 in
  let A2 := (l2 + 2 * delta) / 2 in let B2 := (l2 - 2 * delta) / 2 in
  box_mass p (c1 - A1) (c1 + A1) (c2 - A2) (c2 + A2)
  <= Gamma beta L delta ^ 2 * box_mass p (c1 - B1) (c1 + B1) (c2 - B2) (c2 + B2).
Proof.
  intros Hp Hcy Hcx Hd HL H1 H2 A1 B1 A2 B2.
  assert (HA1 : 0 < A1) by (unfold A1; lra). assert (HA2 : 0 < A2) by (unfold A2; lra).
  assert (HB1 : 0 < B1) by (unfold B1; lra). assert (HB2 : 0 < B2) by (unfold B2; lra).
  assert (HG : 1 <= Gamma beta L delta) by (apply Gamma_ge_1; assumption).
  set (G := Gamma beta L delta) in *.
  (* psi is beta-Lipschitz in each coordinate *)
  assert (Hlip : forall x y x' y', psi x' y' <= psi x y + beta * (Rabs (x - x') + Rabs (y - y'))).
  { intros x y x' y'. apply Rnot_lt_le. intros H. assert (HC := C1_sum x y x' y').
    rewrite !Hp, <- exp_plus in HC.
    assert (exp (beta * (Rabs (x - x') + Rabs (y - y')) + - psi x' y') < exp (- psi x y))
      by (apply exp_lt_exp; lra).
    lra. }
  assert (Hy : forall x, RInt (p x) (c2 - A2) (c2 + A2) <= G * RInt (p x) (c2 - B2) (c2 + B2)).
  { intros x.
    rewrite !(RInt_ext (p x) (fun y => exp (- psi x y))) by (intros y _; apply Hp).
    apply (log_concave_cell (psi x)); trivial.
    - intros y y' t Ht. apply Hcy, Ht.
    - intros y y'. assert (H := Hlip x y x y'). rewrite no_move, Rplus_0_l in H. exact H. }
  assert (Hx : forall y, RInt (fun x => p x y) (c1 - A1) (c1 + A1)
                         <= G * RInt (fun x => p x y) (c1 - B1) (c1 + B1)).
  { intros y.
    rewrite !(RInt_ext (fun x => p x y) (fun x => exp (- psi x y))) by (intros x _; apply Hp).
    apply (log_concave_cell (fun x => psi x y)); trivial.
    - intros x x' t Ht. apply Hcx, Ht.
    - intros x x'. assert (H := Hlip x y x' y). rewrite no_move, Rplus_0_r in H. exact H. }
  apply Rle_trans with (G * box_mass p (c1 - A1) (c1 + A1) (c2 - B2) (c2 + B2)).
  - unfold box_mass.
    rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => RInt (p x) (c2 - B2) (c2 + B2)))
      by (apply inner_integrable; lra).
    apply RInt_le; [lra | apply inner_integrable; lra | |].
    + apply (ex_RInt_scal (V := R_NormedModule) (fun x => RInt (p x) (c2 - B2) (c2 + B2))).
      apply inner_integrable; lra.
    + intros x _. apply Hy.
  - replace (G ^ 2) with (G * G) by ring. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra |].
    rewrite !fubini by lra.
    assert (Hcont : forall a b, a <= b -> ex_RInt (fun y => RInt (fun x => p x y) a b) (c2 - B2) (c2 + B2)).
    { intros a b Hab. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros y _.
      apply (LaplaceMechanism.log_lipschitz_continuous beta (fun y => RInt (fun x => p x y) a b)).
      intros y1 y2.
      rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => p x y2)) by apply section_integrable_x.
      apply RInt_le; trivial.
      - apply section_integrable_x.
      - apply (ex_RInt_scal (V := R_NormedModule) (fun x => p x y2)), section_integrable_x.
      - intros x _. pose proof (C1_sum x y1 x y2) as H. rewrite no_move, Rplus_0_l in H. exact H. }
    rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun y => RInt (fun x => p x y) (c1 - B1) (c1 + B1)))
      by (apply Hcont; lra).
    apply RInt_le; [lra | apply Hcont; lra | |].
    + apply (ex_RInt_scal (V := R_NormedModule) (fun y => RInt (fun x => p x y) (c1 - B1) (c1 + B1))).
      apply Hcont; lra.
    + intros y _. apply Hx.
Qed.

End Boxes.
