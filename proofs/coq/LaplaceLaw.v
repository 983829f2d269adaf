(** * The Laplace law on the line

    Paper, Section 2.3 (the Laplace law) and Condition 1 (C1) for it;
    proofs/theory.md, paragraph 1.1 (density, (C1)) and 1.2 (translation of
    intervals and half-lines).  The law has rate beta = 1/b = eps/Delta.

    The first part proves the few facts about [exp] that are used, from the
    fundamental theorem of calculus.  The standard library proves them from
    the mean value theorem, hence from [Classical_Prop.classic]; here they
    need no axiom beyond those of the reals.

    In Rust: Laplace of crates/oracle/src/noise is this law in exact arithmetic;
    Laplace of crates/finite/src/noise.rs is what is drawn instead of it. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

(** States an equation of a Coquelicot structure as one of real numbers. *)
Ltac real_eq := match goal with |- ?a = ?b => change (@eq R a b) end.

(** ** Monotonicity from the sign of the derivative *)

(** If [f] has on [a,b] a continuous derivative [g >= 0], then f a <= f b. *)
Lemma nonneg_derivative_le (f g : R -> R) (a b : R) :
  a <= b ->
  (forall x, a <= x <= b -> is_derive f x (g x)) ->
  (forall x, a <= x <= b -> continuous g x) ->
  (forall x, a <= x <= b -> 0 <= g x) ->
  f a <= f b.
Proof.
  intros Hab Hd Hc Hg.
  assert (HI : is_RInt g a b (minus (f b) (f a))).
  { apply (is_RInt_derive f g); rewrite Rmin_left, Rmax_right by assumption; auto. }
  assert (H0 : is_RInt (fun _ => 0) a b (scal (b - a) 0)) by apply @is_RInt_const.
  assert (H : scal (b - a) 0 <= minus (f b) (f a)).
  { apply (is_RInt_le (fun _ => 0) g a b _ _ Hab H0 HI).
    intros x Hx; apply Hg; lra. }
  unfold scal, minus, plus, opp in H; simpl in H.
  unfold mult in H; simpl in H; lra.
Qed.

(** ** The exponential, without classical logic *)

Lemma continuous_exp_at (x : R) : continuous exp x.
Proof. apply (ex_derive_continuous exp). exists (exp x). apply is_derive_exp. Qed.

(** exp is nondecreasing. *)
Lemma exp_le_exp (x y : R) : x <= y -> exp x <= exp y.
Proof.
  intros H. apply (nonneg_derivative_le exp exp); auto.
  - intros z _; apply is_derive_exp.
  - intros z _; apply continuous_exp_at.
  - intros z _; left; apply exp_pos.
Qed.

Lemma one_le_exp (x : R) : 0 <= x -> 1 <= exp x.
Proof. intros H; rewrite <- exp_0; apply exp_le_exp; exact H. Qed.

Lemma exp_le_one (x : R) : x <= 0 -> exp x <= 1.
Proof. intros H; rewrite <- exp_0; apply exp_le_exp; exact H. Qed.

(** 1 + x <= e^x for every x. *)
Lemma one_plus_le_exp (x : R) : 1 + x <= exp x.
Proof.
  assert (D : forall y, is_derive (fun z => exp z - z) y (exp y - 1)).
  { intros y. apply @is_derive_minus; [apply is_derive_exp|apply @is_derive_id]. }
  assert (C : forall y, continuous (fun z => exp z - 1) y).
  { intros y. apply (continuous_minus exp (fun _ => 1));
      [apply continuous_exp_at | apply continuous_const]. }
  assert (H0 : exp 0 = 1) by apply exp_0.
  destruct (Rle_dec 0 x) as [Hx|Hx].
  - assert (H : exp 0 - 0 <= exp x - x).
    { apply (nonneg_derivative_le (fun z => exp z - z) (fun z => exp z - 1)); auto.
      intros z Hz. assert (1 <= exp z) by (apply one_le_exp; lra). lra. }
    lra.
  - assert (H : - (exp x - x) <= - (exp 0 - 0)).
    { apply (nonneg_derivative_le (fun z => - (exp z - z)) (fun z => - (exp z - 1))).
      - lra.
      - intros z _. apply (is_derive_opp (fun z => exp z - z)). apply D.
      - intros z _. apply (continuous_opp (fun z => exp z - 1)). apply C.
      - intros z Hz. assert (exp z <= 1) by (apply exp_le_one; lra). lra. }
    lra.
Qed.

(** exp is increasing. *)
Lemma exp_lt_exp (x y : R) : x < y -> exp x < exp y.
Proof.
  intros H.
  replace y with (x + (y - x)) by ring. rewrite exp_plus.
  assert (0 < exp x) by apply exp_pos.
  assert (1 + (y - x) <= exp (y - x)) by apply one_plus_le_exp.
  nra.
Qed.

Lemma exp_neg_inv (x : R) : exp (- x) = / exp x.
Proof. apply exp_Ropp. Qed.

(** ** The density *)

(** Density of the Laplace law of rate beta. *)
Definition laplace_density (beta x : R) : R := beta / 2 * exp (- (beta * Rabs x)).

(** The cumulative distribution function F:
    F(x) = e^(beta x)/2 for x <= 0 and 1 - e^(-beta x)/2 for x >= 0. *)
Definition F (beta x : R) : R :=
  if Rle_dec x 0 then exp (beta * x) / 2 else 1 - exp (- (beta * x)) / 2.

Section Laplace.

Variable beta : R.
Hypothesis beta_pos : 0 < beta.

Notation p := (laplace_density beta).
Notation F := (F beta).

Lemma laplace_density_pos (x : R) : 0 < p x.
Proof.
  unfold laplace_density. apply Rmult_lt_0_compat; [lra|apply exp_pos].
Qed.

Lemma laplace_density_continuous (x : R) : continuous p x.
Proof.
  unfold laplace_density.
  apply (continuous_mult (fun _ => beta / 2) (fun y => exp (- (beta * Rabs y)))).
  - apply continuous_const.
  - apply (continuous_comp (fun y => - (beta * Rabs y)) exp).
    + apply (continuous_opp (fun y => beta * Rabs y)).
      apply (continuous_mult (fun _ => beta) Rabs).
      * apply continuous_const.
      * apply continuous_Rabs.
    + apply continuous_exp_at.
Qed.

(** (C1) for the Laplace density: p(x) <= e^(beta |x-y|) p(y). *)
Theorem laplace_density_log_lipschitz (x y : R) :
  p x <= exp (beta * Rabs (x - y)) * p y.
Proof.
  unfold laplace_density.
  assert (T : Rabs y - Rabs x <= Rabs (x - y)).
  { rewrite Rabs_minus_sym. apply Rabs_triang_inv. }
  assert (E : exp (- (beta * Rabs x))
              <= exp (beta * Rabs (x - y)) * exp (- (beta * Rabs y))).
  { rewrite <- exp_plus. apply exp_le_exp. nra. }
  nra.
Qed.

(** ** The CDF *)

Lemma F_nonpos (x : R) : x <= 0 -> F x = exp (beta * x) / 2.
Proof. intros H; unfold LaplaceLaw.F; destruct (Rle_dec x 0); [reflexivity|lra]. Qed.

Lemma F_nonneg (x : R) : 0 <= x -> F x = 1 - exp (- (beta * x)) / 2.
Proof.
  intros H; unfold LaplaceLaw.F; destruct (Rle_dec x 0) as [Hx|Hx]; [|reflexivity].
  replace x with 0 by lra. rewrite Rmult_0_r, Ropp_0, exp_0. lra.
Qed.

(** F(-x) = 1 - F(x): the law is symmetric. *)
Theorem F_symmetric (x : R) : F (- x) = 1 - F x.
Proof.
  destruct (Rle_dec x 0) as [H|H].
  - rewrite (F_nonpos x H), F_nonneg by lra.
    replace (- (beta * - x)) with (beta * x) by ring. reflexivity.
  - rewrite (F_nonneg x), F_nonpos by lra.
    replace (beta * - x) with (- (beta * x)) by ring. lra.
Qed.

Lemma is_derive_exp_scaled (k c x : R) :
  is_derive (fun y => c * exp (k * y)) x (c * (k * exp (k * x))).
Proof.
  apply (is_derive_scal (fun y => exp (k * y)) x c).
  apply (is_derive_comp exp (fun y => k * y)).
  - apply is_derive_exp.
  - assert (D : is_derive (fun y => k * y) x (k * 1)).
    { apply (is_derive_scal (fun y => y) x k). apply @is_derive_id. }
    rewrite Rmult_1_r in D. exact D.
Qed.

Lemma is_RInt_density_neg (a b : R) :
  a <= 0 -> b <= 0 -> is_RInt p a b (F b - F a).
Proof.
  intros Ha Hb. rewrite (F_nonpos a Ha), (F_nonpos b Hb).
  apply (is_RInt_ext (fun x => /2 * (beta * exp (beta * x)))).
  - intros x [_ Hx]. unfold laplace_density.
    assert (x <= 0).
    { apply Rlt_le, Rlt_le_trans with (1 := Hx). apply Rmax_lub; assumption. }
    rewrite Rabs_left1 by assumption.
    replace (- (beta * - x)) with (beta * x) by ring. real_eq. field.
  - replace (exp (beta * b) / 2 - exp (beta * a) / 2)
      with (minus (/2 * exp (beta * b)) (/2 * exp (beta * a)))
      by (unfold minus, plus, opp; simpl; field).
    apply (is_RInt_derive (fun x => /2 * exp (beta * x))).
    + intros x _; apply is_derive_exp_scaled.
    + intros x _. apply (ex_derive_continuous (fun y => /2 * (beta * exp (beta * y)))).
      exists (/2 * (beta * (beta * exp (beta * x)))).
      apply (is_derive_scal (fun y => beta * exp (beta * y))).
      apply is_derive_exp_scaled.
Qed.

Lemma is_RInt_density_pos (a b : R) :
  0 <= a -> 0 <= b -> is_RInt p a b (F b - F a).
Proof.
  intros Ha Hb. rewrite (F_nonneg a Ha), (F_nonneg b Hb).
  apply (is_RInt_ext (fun x => -/2 * (- beta * exp (- beta * x)))).
  - intros x [Hx _]. unfold laplace_density.
    assert (0 <= x).
    { apply Rlt_le, Rle_lt_trans with (2 := Hx). apply Rmin_glb; assumption. }
    rewrite Rabs_pos_eq by assumption.
    replace (- (beta * x)) with (- beta * x) by ring. real_eq. field.
  - replace (1 - exp (- (beta * b)) / 2 - (1 - exp (- (beta * a)) / 2))
      with (minus (-/2 * exp (- beta * b)) (-/2 * exp (- beta * a))).
    2:{ replace (- (beta * b)) with (- beta * b) by ring.
        replace (- (beta * a)) with (- beta * a) by ring.
        unfold minus, plus, opp; simpl; field. }
    apply (is_RInt_derive (fun x => -/2 * exp (- beta * x))).
    + intros x _; apply is_derive_exp_scaled.
    + intros x _. apply (ex_derive_continuous (fun y => -/2 * (- beta * exp (- beta * y)))).
      exists (-/2 * (- beta * (- beta * exp (- beta * x)))).
      apply (is_derive_scal (fun y => - beta * exp (- beta * y))).
      apply is_derive_exp_scaled.
Qed.

(** F is the integral of the density: the integral of p over [a,b] is
    F(b) - F(a), for all a and b. *)
Theorem laplace_cdf_is_integral (a b : R) : is_RInt p a b (F b - F a).
Proof.
  assert (H0 : forall c, is_RInt p c 0 (F 0 - F c)).
  { intros c. destruct (Rle_dec c 0).
    - apply is_RInt_density_neg; lra.
    - apply is_RInt_density_pos; lra. }
  assert (H1 : is_RInt p 0 b (F b - F 0)).
  { replace (F b - F 0) with (opp (F 0 - F b)) by (unfold opp; simpl; ring).
    apply (is_RInt_swap p 0 b), H0. }
  replace (F b - F a) with (plus (F 0 - F a) (F b - F 0))
    by (unfold plus; simpl; ring).
  apply (is_RInt_Chasles p a 0 b); auto.
Qed.

Corollary RInt_laplace_density (a b : R) : RInt p a b = F b - F a.
Proof. apply is_RInt_unique, laplace_cdf_is_integral. Qed.

(** F is differentiable with derivative p. *)
Theorem F_derive (x : R) : is_derive F x (p x).
Proof.
  apply (is_derive_ext (fun y => F 0 + (F y - F 0))).
  { intros t; real_eq; ring. }
  replace (p x) with (plus 0 (p x)) by (unfold plus; simpl; ring).
  apply (is_derive_plus (fun _ => F 0) (fun y => F y - F 0)).
  - apply @is_derive_const.
  - apply (is_derive_RInt p (fun y => F y - F 0) 0).
    + apply filter_forall. intros y; apply laplace_cdf_is_integral.
    + apply laplace_density_continuous.
Qed.

(** F is continuous. *)
Theorem F_continuous (x : R) : continuous F x.
Proof. apply (ex_derive_continuous F). exists (p x). apply F_derive. Qed.

(** F is nondecreasing. *)
Theorem F_monotone (x y : R) : x <= y -> F x <= F y.
Proof.
  intros H. apply (nonneg_derivative_le F p); auto.
  - intros z _; apply F_derive.
  - intros z _; apply laplace_density_continuous.
  - intros z _; left; apply laplace_density_pos.
Qed.

(** F is increasing. *)
Theorem F_increasing (x y : R) : x < y -> F x < F y.
Proof.
  intros H.
  destruct (Rle_dec y 0) as [Hy|Hy]; [|destruct (Rle_dec 0 x) as [Hx|Hx]].
  - rewrite !F_nonpos by lra.
    assert (exp (beta * x) < exp (beta * y)) by (apply exp_lt_exp; nra). lra.
  - rewrite !F_nonneg by lra.
    assert (exp (- (beta * y)) < exp (- (beta * x))) by (apply exp_lt_exp; nra). lra.
  - rewrite (F_nonpos x), (F_nonneg y) by lra.
    assert (exp (beta * x) < exp 0) by (apply exp_lt_exp; nra).
    assert (exp (- (beta * y)) < exp 0) by (apply exp_lt_exp; nra).
    rewrite exp_0 in *. lra.
Qed.

Lemma F_lt_inv (x y : R) : F x < F y -> x < y.
Proof.
  intros H. destruct (Rlt_le_dec x y) as [Hxy|Hxy]; [assumption|].
  apply F_monotone in Hxy. lra.
Qed.

Lemma F_le_inv (x y : R) : F x <= F y -> x <= y.
Proof.
  intros H. destruct (Rle_lt_dec x y) as [Hxy|Hxy]; [assumption|].
  apply F_increasing in Hxy. lra.
Qed.

(** 0 < F(x) < 1. *)
Theorem F_range (x : R) : 0 < F x < 1.
Proof.
  assert (H : forall y, y <= 0 -> 0 < F y < 1).
  { intros y Hy. rewrite F_nonpos by assumption.
    assert (0 < exp (beta * y)) by apply exp_pos.
    assert (exp (beta * y) <= 1) by (apply exp_le_one; nra). lra. }
  destruct (Rle_dec x 0) as [Hx|Hx]; [auto|].
  assert (H' := H (- x)). rewrite F_symmetric in H'. lra.
Qed.

Lemma F_small (u : R) : 0 < u -> F (- (/ (beta * u))) < u.
Proof.
  intros Hu.
  assert (Hb : 0 < / (beta * u)) by (apply Rinv_0_lt_compat; nra).
  rewrite F_nonpos by lra.
  replace (beta * - / (beta * u)) with (- / u) by (field; lra).
  rewrite exp_neg_inv.
  assert (Hi : 0 < / u) by (apply Rinv_0_lt_compat; lra).
  assert (He : 1 + / u <= exp (/ u)) by apply one_plus_le_exp.
  assert (/ exp (/ u) < / / u) by (apply Rinv_lt_contravar; nra).
  rewrite Rinv_inv in *. lra.
Qed.

(** F takes every value of (0,1): the quantile exists. *)
Theorem F_onto (u : R) : 0 < u < 1 -> exists x, F x = u.
Proof.
  intros Hu.
  set (lo := - / (beta * u)). set (hi := / (beta * (1 - u))).
  assert (Hlo : F lo < u) by (apply F_small; lra).
  assert (Hhi : u < F hi).
  { assert (H : F (- hi) < 1 - u) by (apply F_small; lra).
    rewrite F_symmetric in H. lra. }
  assert (C : continuity (fun y => F y - u)).
  { intros y. apply continuity_pt_filterlim.
    apply (continuous_minus F (fun _ => u)); [apply F_continuous|apply continuous_const]. }
  destruct (IVT (fun y => F y - u) lo hi C) as [x [_ Hx]].
  - apply F_lt_inv; lra.
  - lra.
  - lra.
  - exists x. lra.
Qed.

(** ** Translation *)

(** The mass of the interval from a to b. *)
Definition mass (a b : R) : R := F b - F a.

Lemma mass_nonneg (a b : R) : a <= b -> 0 <= mass a b.
Proof. intros H; unfold mass; apply F_monotone in H; lra. Qed.

Lemma mass_pos (a b : R) : a < b -> 0 < mass a b.
Proof. intros H; unfold mass; apply F_increasing in H; lra. Qed.

(** (C1) for intervals: the mass of an interval translated by t is at most
    e^(beta |t|) times its mass. *)
Theorem interval_translation (a b t : R) :
  a <= b -> mass (a + t) (b + t) <= exp (beta * Rabs t) * mass a b.
Proof.
  intros Hab. unfold mass.
  assert (H1 : is_RInt (fun x => p (x + t)) a b (F (b + t) - F (a + t))).
  { apply (is_RInt_ext (fun y => scal 1 (p (1 * y + t)))).
    - intros x _. unfold scal; simpl. unfold mult; simpl.
      rewrite !Rmult_1_l. reflexivity.
    - apply (is_RInt_comp_lin p 1 t a b). rewrite !Rmult_1_l.
      apply laplace_cdf_is_integral. }
  assert (H2 : is_RInt (fun x => exp (beta * Rabs t) * p x) a b
                 (exp (beta * Rabs t) * (F b - F a))).
  { apply (is_RInt_scal p). apply laplace_cdf_is_integral. }
  apply (is_RInt_le _ _ a b _ _ Hab H1 H2).
  intros x _.
  replace (Rabs t) with (Rabs (x + t - x)) by (f_equal; ring).
  apply laplace_density_log_lipschitz.
Qed.

(** (C1) for the half-lines below a point: F(x+t) <= e^(beta |t|) F(x). *)
Theorem lower_half_line_translation (x t : R) :
  F (x + t) <= exp (beta * Rabs t) * F x.
Proof.
  assert (HF := F_range x).
  destruct (Rle_dec t 0) as [Ht|Ht].
  { assert (F (x + t) <= F x) by (apply F_monotone; lra).
    assert (1 <= exp (beta * Rabs t)).
    { apply one_le_exp. assert (0 <= Rabs t) by apply Rabs_pos. nra. }
    nra. }
  rewrite Rabs_pos_eq by lra.
  assert (Hs : 1 <= exp (beta * t)) by (apply one_le_exp; nra).
  destruct (Rle_dec (x + t) 0) as [H1|H1]; [|destruct (Rle_dec x 0) as [H2|H2]].
  - rewrite !F_nonpos by lra. rewrite Rmult_plus_distr_l, exp_plus. lra.
  - rewrite (F_nonpos x), (F_nonneg (x + t)) by lra.
    replace (exp (beta * t) * (exp (beta * x) / 2)) with (exp (beta * (x + t)) / 2)
      by (rewrite Rmult_plus_distr_l, exp_plus; lra).
    rewrite exp_neg_inv. set (w := exp (beta * (x + t))).
    assert (Hw : 0 < w) by apply exp_pos.
    assert (Hi : 0 < / w) by (apply Rinv_0_lt_compat; assumption).
    assert (H : 0 <= (w - 1) * (w - 1) * / w).
    { apply Rmult_le_pos; [apply Rle_0_sqr|lra]. }
    replace ((w - 1) * (w - 1) * / w) with (w - 2 + / w) in H by (field; lra).
    lra.
  - rewrite !F_nonneg by lra.
    replace (exp (- (beta * (x + t)))) with (exp (- (beta * x)) * / exp (beta * t))
      by (rewrite <- exp_neg_inv, <- exp_plus; f_equal; ring).
    set (s := exp (beta * t)) in *. set (e := exp (- (beta * x))).
    assert (He : 0 < e) by apply exp_pos.
    assert (He1 : e <= 1) by (apply exp_le_one; nra).
    assert (Hi : 0 < / s) by (apply Rinv_0_lt_compat; lra).
    assert (Hsi : s * / s = 1) by (apply Rinv_r; lra).
    assert (s - / s <= 2 * (s - 1)).
    { assert (H : 0 <= (s - 1) * (s - 1) * / s).
      { apply Rmult_le_pos; [apply Rle_0_sqr|lra]. }
      replace ((s - 1) * (s - 1) * / s) with (s - 2 + / s) in H by (field; lra).
      lra. }
    assert (e * (s - / s) <= 2 * (s - 1)).
    { assert (/ s <= 1). { rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
      apply Rle_trans with (1 * (s - / s)); [apply Rmult_le_compat_r; lra | lra]. }
    lra.
Qed.

(** (C1) for the half-lines above a point: 1-F(x+t) <= e^(beta |t|) (1-F(x)). *)
Theorem upper_half_line_translation (x t : R) :
  1 - F (x + t) <= exp (beta * Rabs t) * (1 - F x).
Proof.
  rewrite <- !F_symmetric. rewrite <- (Rabs_Ropp t).
  replace (- (x + t)) with (- x + - t) by ring.
  apply lower_half_line_translation.
Qed.

End Laplace.

(** Rescaling to rate one: F_beta(x) = F_1(beta x). *)
Lemma F_rescale (beta x : R) : 0 < beta -> F beta x = F 1 (beta * x).
Proof.
  intros Hb. unfold F.
  destruct (Rle_dec x 0), (Rle_dec (beta * x) 0); try (exfalso; nra);
    rewrite Rmult_1_l; reflexivity.
Qed.
