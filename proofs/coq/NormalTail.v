(** * The normal law: density, Gaussian integral, tail

    proofs/theory.md, the paragraph on Gaussian noise.  phi is the standard
    normal density and [normal_tail] its mass above a point, defined without an
    improper integral as 1/2 minus the integral of phi from 0.  That this is the
    tail is the Gaussian integral, proved here by the classical identity
      (int_0^x e^(-t^2/2) dt)^2 + 2 int_0^1 e^(-x^2(1+t^2)/2)/(1+t^2) dt = PI/2,
    whose two sides have the same derivative and the same value at 0.

    In Rust: normal_tail of crates/oracle/src/enclosure.  Rests on LaplaceLaw.v,
    for facts about [exp] only. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw.

Local Open Scope R_scope.

(** ** The Gaussian integral *)

(** e^(-x^2/2), its integral from 0, and the second term of the identity. *)
Definition bell (x : R) : R := exp (- (x * x / 2)).
Definition bell_integral (x : R) : R := RInt bell 0 x.
Definition bell_arc (x : R) : R := RInt (fun t => exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t)) 0 1.

Lemma bell_pos (x : R) : 0 < bell x.
Proof. apply exp_pos. Qed.

Lemma bell_continuous (x : R) : continuous bell x.
Proof. apply (ex_derive_continuous bell). unfold bell. auto_derive. exact I. Qed.

Lemma bell_integrable (a b : R) : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous bell). intros z _. apply bell_continuous. Qed.

Lemma bell_integral_derive (x : R) : is_derive bell_integral x (bell x).
Proof.
  apply (is_derive_RInt bell bell_integral 0 x); [|apply bell_continuous].
  apply filter_forall. intros y. apply (RInt_correct bell), bell_integrable.
Qed.

Lemma one_plus_square_pos (t : R) : 0 < 1 + t * t.
Proof. assert (0 <= t * t) by (apply Rle_0_sqr). lra. Qed.

Lemma arc_term_derive (x t : R) :
  is_derive (fun u => exp (- (u * u * (1 + t * t) / 2)) / (1 + t * t)) x
    (- x * exp (- (x * x * (1 + t * t) / 2))).
Proof.
  assert (H := one_plus_square_pos t). auto_derive; [lra|]. unfold Rdiv. field. lra.
Qed.

Lemma arc_term_integrable (x : R) :
  ex_RInt (fun t => exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t)) 0 1.
Proof.
  apply (ex_RInt_continuous (fun t => exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t))).
  intros t _. apply (ex_derive_continuous (fun t => exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t))).
  assert (H := one_plus_square_pos t). auto_derive. lra.
Qed.

Lemma arc_derivative_continuous (x t : R) :
  continuity_2d_pt (fun u v => - u * exp (- (u * u * (1 + v * v) / 2))) x t.
Proof.
  apply (continuity_2d_pt_ext (fun u v => - u * exp ((u * u) * ((1 + v * v) * (- / 2))))).
  { intros u v. f_equal. f_equal. field. }
  assert (I1 := continuity_2d_pt_id1 x t). assert (I2 := continuity_2d_pt_id2 x t).
  apply (continuity_2d_pt_mult (fun u v => - u)).
  - apply (continuity_2d_pt_opp (fun u v => u)), I1.
  - apply (continuity_1d_2d_pt_comp exp (fun u v => (u * u) * ((1 + v * v) * (- / 2)))).
    + apply continuity_pt_filterlim, continuous_exp_at.
    + apply (continuity_2d_pt_mult (fun u v => u * u)).
      * apply (continuity_2d_pt_mult (fun u v => u)); exact I1.
      * apply (continuity_2d_pt_mult (fun u v => 1 + v * v)); [|apply continuity_2d_pt_const].
        apply (continuity_2d_pt_plus (fun u v => 1)); [apply continuity_2d_pt_const|].
        apply (continuity_2d_pt_mult (fun u v => v)); exact I2.
Qed.

(** The integral over t of the derivative: substitute x t. *)
Lemma arc_derivative_integral (x : R) :
  is_RInt (fun t => - x * exp (- (x * x * (1 + t * t) / 2))) 0 1 (- bell x * bell_integral x).
Proof.
  assert (H : is_RInt (fun t => scal x (bell (x * t + 0))) 0 1 (bell_integral x)).
  { apply (is_RInt_comp_lin bell x 0 0 1). rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r.
    apply (RInt_correct bell), bell_integrable. }
  apply (is_RInt_scal _ _ _ (- bell x)) in H.
  apply is_RInt_ext with (2 := H). intros t _.
  unfold scal; simpl; unfold mult; simpl. real_eq. unfold bell.
  replace (- (x * x * (1 + t * t) / 2)) with (- (x * x / 2) + - ((x * t + 0) * (x * t + 0) / 2)) by field.
  rewrite exp_plus. ring.
Qed.

Lemma bell_arc_derive (x : R) : is_derive bell_arc x (- bell x * bell_integral x).
Proof.
  assert (E : forall u v, Derive (fun z => exp (- (z * z * (1 + v * v) / 2)) / (1 + v * v)) u
                          = - u * exp (- (u * u * (1 + v * v) / 2))).
  { intros u v. apply is_derive_unique, arc_term_derive. }
  assert (H := is_derive_RInt_param
                 (fun u t => exp (- (u * u * (1 + t * t) / 2)) / (1 + t * t)) 0 1 x).
  replace (- bell x * bell_integral x)
    with (RInt (fun t => Derive (fun u => exp (- (u * u * (1 + t * t) / 2)) / (1 + t * t)) x) 0 1).
  - apply H.
    + apply filter_forall. intros y t _. eexists. apply arc_term_derive.
    + intros t _. apply (continuity_2d_pt_ext (fun u v => - u * exp (- (u * u * (1 + v * v) / 2)))).
      * intros u v. symmetry. apply E.
      * apply arc_derivative_continuous.
    + apply filter_forall. intros y. apply arc_term_integrable.
  - apply is_RInt_unique. apply is_RInt_ext with (2 := arc_derivative_integral x).
    intros t _. symmetry. apply E.
Qed.

Lemma bell_arc_zero : bell_arc 0 = PI / 4.
Proof.
  apply is_RInt_unique.
  apply (is_RInt_ext (fun t => / (1 + t * t))).
  { intros t _. replace (- (0 * 0 * (1 + t * t) / 2)) with 0 by field.
    rewrite exp_0. real_eq. unfold Rdiv. ring. }
  replace (PI / 4) with (minus (atan 1) (atan 0))
    by (rewrite atan_1, atan_0; unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive atan (fun t => / (1 + t * t))).
  - intros t _. apply is_derive_Reals. assert (D := derivable_pt_lim_atan t).
    replace (t ^ 2) with (t * t) in D by ring. exact D.
  - intros t _. apply (ex_derive_continuous (fun t => / (1 + t * t))).
    assert (H := one_plus_square_pos t). auto_derive. lra.
Qed.

Lemma bell_integral_zero : bell_integral 0 = 0.
Proof. unfold bell_integral. apply (RInt_point 0 bell). Qed.

(** A function whose derivative is 0 everywhere takes one value. *)
Lemma zero_derivative_constant (f : R -> R) (x : R) :
  (forall y, is_derive f y 0) -> f x = f 0.
Proof.
  intros D.
  assert (W : forall g a b, (forall y, is_derive g y 0) -> a <= b -> g a <= g b).
  { intros g a b Dg Hab. apply (nonneg_derivative_le g (fun _ => 0)); auto.
    - intros y _. apply continuous_const.
    - intros y _. lra. }
  assert (Dm : forall y, is_derive (fun z => - f z) y 0).
  { intros y. replace 0 with (opp 0) by (unfold opp; simpl; ring). apply (is_derive_opp f), D. }
  destruct (Rle_dec 0 x) as [H|H].
  - assert (H1 := W f 0 x D H). assert (H2 := W _ 0 x Dm H). simpl in H2. lra.
  - assert (H1 := W f x 0 D ltac:(lra)). assert (H2 := W _ x 0 Dm ltac:(lra)). simpl in H2. lra.
Qed.

(** The identity. *)
Theorem gaussian_identity (x : R) : bell_integral x * bell_integral x + 2 * bell_arc x = PI / 2.
Proof.
  rewrite (zero_derivative_constant (fun x => bell_integral x * bell_integral x + 2 * bell_arc x)).
  - simpl. rewrite bell_integral_zero, bell_arc_zero. field.
  - intros y.
    replace 0 with (plus (plus (mult (bell y) (bell_integral y)) (mult (bell_integral y) (bell y)))
                      (scal 2 (- bell y * bell_integral y)))
      by (unfold scal, plus, mult; simpl; unfold mult; simpl; ring).
    apply (is_derive_plus (fun x => bell_integral x * bell_integral x) (fun x => 2 * bell_arc x)).
    + apply (is_derive_mult bell_integral bell_integral); try apply bell_integral_derive.
      intros n m. apply Rmult_comm.
    + apply (is_derive_scal bell_arc). apply bell_arc_derive.
Qed.

(** The second term is positive and at most (PI/4) e^(-x^2/2): the square of the
    integral tends to PI/2 from below. *)
Lemma bell_arc_bounds (x : R) : 0 < bell_arc x /\ bell_arc x <= PI / 4 * bell x.
Proof.
  assert (H1 := RInt_correct _ _ _ (arc_term_integrable x)). fold (bell_arc x) in H1.
  split.
  - apply (RInt_gt_0 (fun t => exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t))); [lra| |].
    + intros t _. apply Rdiv_lt_0_compat; [apply exp_pos|apply one_plus_square_pos].
    + intros t _. apply (ex_derive_continuous (fun t => exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t))).
      assert (H := one_plus_square_pos t). auto_derive. lra.
  - rewrite <- bell_arc_zero, Rmult_comm.
    assert (H0 := RInt_correct _ _ _ (arc_term_integrable 0)). fold (bell_arc 0) in H0.
    apply (is_RInt_scal _ _ _ (bell x)) in H0.
    apply (is_RInt_le _ _ 0 1 _ _ ltac:(lra) H1 H0).
    intros t _. unfold scal; simpl; unfold mult; simpl. unfold bell.
    assert (Ht := one_plus_square_pos t). assert (Hi : 0 < / (1 + t * t)) by (apply Rinv_0_lt_compat; lra).
    replace (- (0 * 0 * (1 + t * t) / 2)) with 0 by field. rewrite exp_0.
    assert (exp (- (x * x * (1 + t * t) / 2)) <= exp (- (x * x / 2))).
    { apply exp_le_exp. assert (0 <= (x * t) * (x * t)) by apply Rle_0_sqr. nra. }
    unfold Rdiv. nra.
Qed.

(** ** Density and tail *)

(** The standard normal density, and its mass above x. *)
Definition phi (x : R) : R := bell x / sqrt (2 * PI).
Definition normal_tail (x : R) : R := 1 / 2 - bell_integral x / sqrt (2 * PI).

Lemma root_pos : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0. assert (H := PI_RGT_0). lra. Qed.

Lemma root_square : sqrt (2 * PI) * sqrt (2 * PI) = 2 * PI.
Proof. apply sqrt_sqrt. assert (H := PI_RGT_0). lra. Qed.

Lemma phi_pos (x : R) : 0 < phi x.
Proof. apply Rdiv_lt_0_compat; [apply bell_pos|apply root_pos]. Qed.

Lemma phi_even (x : R) : phi (- x) = phi x.
Proof. unfold phi, bell. f_equal. f_equal. field. Qed.

Lemma phi_derive (x : R) : is_derive phi x (- x * phi x).
Proof.
  assert (H := root_pos). unfold phi, bell. auto_derive; [lra|]. unfold Rdiv. field. lra.
Qed.

Lemma phi_continuous (x : R) : continuous phi x.
Proof. apply (ex_derive_continuous phi). exists (- x * phi x). apply phi_derive. Qed.

Lemma normal_tail_derive (x : R) : is_derive normal_tail x (- phi x).
Proof.
  apply (is_derive_ext (fun y => 1 / 2 + - / sqrt (2 * PI) * bell_integral y)).
  { intros t. unfold normal_tail. real_eq. assert (H := root_pos). field. lra. }
  replace (- phi x) with (plus 0 (- / sqrt (2 * PI) * bell x))
    by (unfold phi, plus; simpl; assert (H := root_pos); field; lra).
  apply (is_derive_plus (fun _ => 1 / 2) (fun y => - / sqrt (2 * PI) * bell_integral y)).
  - apply @is_derive_const.
  - apply (is_derive_scal bell_integral), bell_integral_derive.
Qed.

Lemma normal_tail_continuous (x : R) : continuous normal_tail x.
Proof. apply (ex_derive_continuous normal_tail). exists (- phi x). apply normal_tail_derive. Qed.

(** The mass of [a,b] is the difference of the tails. *)
Theorem normal_tail_is_integral (a b : R) : is_RInt phi a b (normal_tail a - normal_tail b).
Proof.
  replace (normal_tail a - normal_tail b) with (minus (- normal_tail b) (- normal_tail a))
    by (unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive (fun x => - normal_tail x) phi).
  - intros x _. replace (phi x) with (opp (- phi x)) by (unfold opp; simpl; ring).
    apply (is_derive_opp normal_tail), normal_tail_derive.
  - intros x _. apply phi_continuous.
Qed.

(** Half of the mass lies above 0. *)
Theorem normal_tail_zero : normal_tail 0 = 1 / 2.
Proof. unfold normal_tail. rewrite bell_integral_zero. assert (H := root_pos). field. lra. Qed.

(** The law is symmetric. *)
Theorem normal_tail_symmetric (x : R) : normal_tail (- x) = 1 - normal_tail x.
Proof.
  assert (H : normal_tail x + normal_tail (- x) = normal_tail 0 + normal_tail (- 0)).
  { apply (zero_derivative_constant (fun x => normal_tail x + normal_tail (- x))). intros y.
    replace 0 with (plus (- phi y) (scal (-1) (- phi (- y))))
      by (rewrite phi_even; unfold plus, scal; simpl; unfold mult; simpl; ring).
    apply (is_derive_plus normal_tail (fun x => normal_tail (- x))); [apply normal_tail_derive|].
    apply (is_derive_comp normal_tail (fun x => - x)); [apply normal_tail_derive|].
    auto_derive; [exact I|ring]. }
  rewrite Ropp_0, normal_tail_zero in H. lra.
Qed.

Lemma negative_derivative_lt (f g : R -> R) (x y : R) :
  x < y -> (forall z, is_derive f z (- g z)) -> (forall z, continuous g z) -> (forall z, 0 < g z) ->
  f y < f x.
Proof.
  intros H D C P.
  assert (I : is_RInt g x y (minus (- f y) (- f x))).
  { apply (is_RInt_derive (fun z => - f z) g); intros z _; [|apply C].
    replace (g z) with (opp (- g z)) by (unfold opp; simpl; ring). apply (is_derive_opp f), D. }
  assert (Q : 0 < RInt g x y) by (apply RInt_gt_0; auto).
  rewrite (is_RInt_unique _ _ _ _ I) in Q. unfold minus, plus, opp in Q; simpl in Q. lra.
Qed.

(** The tail decreases. *)
Theorem normal_tail_decreasing (x y : R) : x < y -> normal_tail y < normal_tail x.
Proof.
  intros H. apply (negative_derivative_lt normal_tail phi); trivial;
    [apply normal_tail_derive|apply phi_continuous|apply phi_pos].
Qed.

Lemma normal_tail_monotone (x y : R) : x <= y -> normal_tail y <= normal_tail x.
Proof. intros [H| ->]; [left; apply normal_tail_decreasing, H|apply Rle_refl]. Qed.

Lemma normal_tail_lt_inv (x y : R) : normal_tail x < normal_tail y -> y < x.
Proof.
  intros H. destruct (Rlt_le_dec y x) as [H'|H']; [exact H'|].
  apply normal_tail_monotone in H'. lra.
Qed.

(** The square of the mass of [-x,x] is less than 1 and at least 1 - e^(-x^2/2). *)
Lemma central_mass (x : R) :
  1 - bell x <= (1 - 2 * normal_tail x) * (1 - 2 * normal_tail x) < 1.
Proof.
  assert (G := gaussian_identity x). destruct (bell_arc_bounds x) as [A1 A2].
  assert (P := PI_RGT_0). assert (S := root_square). assert (S0 := root_pos).
  set (s := sqrt (2 * PI)) in *.
  assert (E : (1 - 2 * normal_tail x) * (1 - 2 * normal_tail x)
              = bell_integral x * bell_integral x * (2 / PI)).
  { unfold normal_tail. fold s.
    replace ((1 - 2 * (1 / 2 - bell_integral x / s)) * (1 - 2 * (1 / 2 - bell_integral x / s)))
      with (4 * (bell_integral x * bell_integral x) / (s * s)) by (field; lra).
    rewrite S. field. lra. }
  rewrite E. replace (bell_integral x * bell_integral x) with (PI / 2 - 2 * bell_arc x) by lra.
  replace ((PI / 2 - 2 * bell_arc x) * (2 / PI)) with (1 - bell_arc x * (4 / PI)) by (field; lra).
  assert (0 < 4 / PI) by (apply Rdiv_lt_0_compat; lra).
  replace (bell x) with (PI / 4 * bell x * (4 / PI)) by (field; lra). nra.
Qed.

(** 0 < tail < 1, everywhere. *)
Theorem normal_tail_range (x : R) : 0 < normal_tail x < 1.
Proof. assert (H := central_mass x). nra. Qed.

(** The Gaussian integral, as a bound of the tail: 2 tail(x) <= e^(-x^2/2). *)
Theorem normal_tail_below_bell (x : R) : 0 <= x -> 2 * normal_tail x <= bell x.
Proof.
  intros Hx. assert (H := central_mass x).
  assert (R1 := normal_tail_range x).
  assert (R0 : normal_tail x <= 1 / 2) by (rewrite <- normal_tail_zero; apply normal_tail_monotone, Hx).
  nra.
Qed.

(** bell(x) <= 2/x^2: it vanishes at infinity faster than 1/x. *)
Lemma bell_vanishes (x : R) : 0 < x -> bell x <= 2 / (x * x).
Proof.
  intros Hx. unfold bell. rewrite exp_neg_inv.
  assert (H := one_plus_le_exp (x * x / 2)).
  assert (0 < x * x) by nra.
  replace (2 / (x * x)) with (/ (x * x / 2)) by (field; lra).
  apply Rinv_le_contravar; lra.
Qed.

(** The tail tends to 0: it takes values below every positive number. *)
Theorem normal_tail_vanishes (x : R) : 0 < x -> normal_tail x <= / (x * x).
Proof.
  intros Hx. assert (H1 := normal_tail_below_bell x ltac:(lra)). assert (H2 := bell_vanishes x Hx).
  replace (2 / (x * x)) with (2 * / (x * x)) in H2 by reflexivity. lra.
Qed.

(** The Gaussian integral: int_0^oo e^(-t^2/2) dt = sqrt(PI/2). *)
Theorem gaussian_integral : is_lim bell_integral p_infty (sqrt (PI / 2)).
Proof.
  assert (P := PI_RGT_0). assert (S0 := root_pos).
  assert (E : sqrt (PI / 2) = sqrt (2 * PI) / 2).
  { replace (PI / 2) with (2 * PI / (2 * 2)) by field.
    rewrite sqrt_div by lra. rewrite sqrt_square by lra. reflexivity. }
  apply is_lim_spec. intros eps.
  set (M := Rmax 1 (sqrt (2 * PI) / eps)). exists M. intros x Hx.
  assert (M1 : 1 <= M) by apply Rmax_l. assert (M2 : sqrt (2 * PI) / eps <= M) by apply Rmax_r.
  assert (T := normal_tail_vanishes x ltac:(lra)). assert (T0 := normal_tail_range x).
  replace (bell_integral x - sqrt (PI / 2)) with (- (sqrt (2 * PI) * normal_tail x))
    by (rewrite E; unfold normal_tail; field; lra).
  rewrite Rabs_Ropp, Rabs_pos_eq by (apply Rmult_le_pos; lra).
  assert (Heps := cond_pos eps).
  assert (Hx2 : sqrt (2 * PI) < eps * x).
  { replace (sqrt (2 * PI)) with (eps * (sqrt (2 * PI) / eps)) by (field; lra).
    apply Rmult_lt_compat_l; lra. }
  assert (V : x * normal_tail x <= 1).
  { apply Rle_trans with (x * / (x * x)); [apply Rmult_le_compat_l; lra|].
    replace (x * / (x * x)) with (/ x) by (field; lra).
    rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  nra.
Qed.
