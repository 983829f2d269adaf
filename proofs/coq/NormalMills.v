(** * Mills' ratio and the hazard rate of the normal law

    proofs/theory.md, the paragraph on Gaussian noise.  M = tail/phi is Mills'
    ratio: M(0) = sqrt(PI/2), M' = xM - 1, and M decreases; the hazard rate is
    1/M = phi/tail.  Birnbaum's bound, for every x:
      phi(x)/tail(x) <= (x + sqrt(x^2+4))/2.
    It gives the slope of -ln of a tail on the line ([tail_moved]) and an upper
    bound of -ln(2 tail), by which the cut-off is chosen.

    In Rust: mills_ratio of crates/oracle/src/enclosure, and the slope of
    crates/oracle/src/noise/gaussian.rs.  Rests on NormalTail.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw NormalTail.

Local Open Scope R_scope.

Definition mills (x : R) : R := normal_tail x / phi x.
Definition hazard (x : R) : R := phi x / normal_tail x.

Lemma mills_pos (x : R) : 0 < mills x.
Proof. apply Rdiv_lt_0_compat; [apply normal_tail_range|apply phi_pos]. Qed.

Lemma hazard_pos (x : R) : 0 < hazard x.
Proof. apply Rdiv_lt_0_compat; [apply phi_pos|apply normal_tail_range]. Qed.

Lemma hazard_is_inverse (x : R) : hazard x = / mills x.
Proof.
  unfold hazard, mills. assert (H1 := phi_pos x). assert (H2 := normal_tail_range x). field. lra.
Qed.

Lemma mills_is_inverse (x : R) : mills x = / hazard x.
Proof. rewrite hazard_is_inverse, Rinv_inv. reflexivity. Qed.

(** M(0) = sqrt(PI/2). *)
Theorem mills_zero : mills 0 = sqrt (PI / 2).
Proof.
  assert (P := PI_RGT_0). assert (S0 := root_pos).
  unfold mills, phi, bell. rewrite normal_tail_zero.
  replace (- (0 * 0 / 2)) with 0 by field. rewrite exp_0.
  replace (1 / 2 / (1 / sqrt (2 * PI))) with (sqrt (2 * PI) / 2) by (field; lra).
  replace (PI / 2) with (2 * PI / (2 * 2)) by field.
  rewrite sqrt_div by lra. rewrite sqrt_square by lra. reflexivity.
Qed.

(** M' = xM - 1. *)
Theorem mills_derive (x : R) : is_derive mills x (x * mills x - 1).
Proof.
  assert (H := phi_pos x).
  replace (x * mills x - 1) with ((- phi x * phi x - normal_tail x * (- x * phi x)) / (phi x ^ 2)).
  - apply (is_derive_div normal_tail phi); [apply normal_tail_derive|apply phi_derive|lra].
  - unfold mills. field. lra.
Qed.

Lemma mills_continuous (x : R) : continuous mills x.
Proof. apply (ex_derive_continuous mills). eexists. apply mills_derive. Qed.

(** ** Comparison at infinity *)

(** A function that does not increase and is at least -c/x for large x is not
    negative. *)
Lemma nonneg_from_infinity (f : R -> R) (c x : R) :
  (forall y z, y <= z -> f z <= f y) -> (forall y, 1 <= y -> - c / y <= f y) -> 0 <= f x.
Proof.
  intros Hf Hc. destruct (Rle_lt_dec 0 (f x)) as [H|H]; [exact H|exfalso].
  set (y := Rmax 1 (Rmax x (- (Rabs c + 1) / f x))).
  assert (Y1 : 1 <= y) by apply Rmax_l.
  assert (Y0 : Rmax x (- (Rabs c + 1) / f x) <= y) by apply Rmax_r.
  assert (Y2 := Rle_trans _ _ _ (Rmax_l x (- (Rabs c + 1) / f x)) Y0).
  assert (Y3 := Rle_trans _ _ _ (Rmax_r x (- (Rabs c + 1) / f x)) Y0).
  assert (H1 := Hf x y Y2). assert (H2 := Hc y Y1).
  assert (B := Rle_abs c).
  assert (H3 : y * f x <= - (Rabs c + 1)).
  { replace (- (Rabs c + 1)) with (- (Rabs c + 1) / f x * f x) by (field; lra). nra. }
  assert (H4 : - c = y * (- c / y)) by (field; lra).
  nra.
Qed.

Lemma nonpositive_derivative_le (f g : R -> R) :
  (forall x, is_derive f x (- g x)) -> (forall x, continuous g x) -> (forall x, 0 <= g x) ->
  forall y z, y <= z -> f z <= f y.
Proof.
  intros D C P y z H.
  assert (- f y <= - f z); [|lra].
  apply (nonneg_derivative_le (fun x => - f x) g); auto.
  intros x _. replace (g x) with (opp (- g x)) by (unfold opp; simpl; ring). apply (is_derive_opp f), D.
Qed.

Lemma phi_below_bell (x : R) : phi x <= bell x.
Proof.
  unfold phi. assert (H := root_pos). assert (B := bell_pos x). assert (S := root_square).
  assert (P : 1 <= PI) by (assert (T := PI2_3_2); lra).
  assert (1 <= sqrt (2 * PI)) by nra.
  apply Rmult_le_reg_r with (sqrt (2 * PI)); [exact H|].
  replace (bell x / sqrt (2 * PI) * sqrt (2 * PI)) with (bell x) by (field; lra). nra.
Qed.

(** x tail(x) < phi(x). *)
Lemma tail_below_density (x : R) : x * normal_tail x < phi x.
Proof.
  assert (D : forall y, is_derive (fun z => phi z - z * normal_tail z) y (- normal_tail y)).
  { intros y.
    replace (- normal_tail y) with (minus (- y * phi y) (plus (mult 1 (normal_tail y)) (mult y (- phi y))))
      by (unfold minus, plus, opp, mult; simpl; ring).
    apply (is_derive_minus phi (fun z => z * normal_tail z)); [apply phi_derive|].
    apply (is_derive_mult (fun z => z) normal_tail);
      [apply @is_derive_id|apply normal_tail_derive|intros n m; apply Rmult_comm]. }
  assert (P : forall y, 0 <= phi y - y * normal_tail y).
  { intros y. apply (nonneg_from_infinity (fun z => phi z - z * normal_tail z) 1).
    - apply (nonpositive_derivative_le _ normal_tail D normal_tail_continuous).
      intros z. left. apply normal_tail_range.
    - intros z Hz. assert (T := normal_tail_vanishes z ltac:(lra)). assert (Q := phi_pos z).
      assert (z * normal_tail z <= z * / (z * z)) by (apply Rmult_le_compat_l; lra).
      assert (z * / (z * z) = / z) by (field; lra). unfold Rdiv. lra. }
  assert (Hlt : phi (x + 1) - (x + 1) * normal_tail (x + 1) < phi x - x * normal_tail x).
  { apply (negative_derivative_lt (fun z => phi z - z * normal_tail z) normal_tail); trivial;
      [lra|apply normal_tail_continuous|apply normal_tail_range]. }
  assert (H := P (x + 1)). simpl in H. lra.
Qed.

(** ** Monotonicity *)

(** M decreases, as xM < 1. *)
Theorem mills_decreasing (x y : R) : x < y -> mills y < mills x.
Proof.
  intros H. apply (negative_derivative_lt mills (fun z => 1 - z * mills z)); trivial.
  - intros z. replace (- (1 - z * mills z)) with (z * mills z - 1) by ring. apply mills_derive.
  - intros z. apply (ex_derive_continuous (fun z => 1 - z * mills z)).
    exists (minus 0 (plus (mult 1 (mills z)) (mult z (z * mills z - 1)))).
    apply (is_derive_minus (fun _ => 1) (fun z => z * mills z)); [apply @is_derive_const|].
    apply (is_derive_mult (fun z => z) mills);
      [apply @is_derive_id|apply mills_derive|intros n m; apply Rmult_comm].
  - intros z. assert (T := tail_below_density z). assert (P := phi_pos z).
    assert (z * mills z < 1); [|lra]. unfold mills.
    apply Rmult_lt_reg_r with (phi z); [exact P|].
    replace (z * (normal_tail z / phi z) * phi z) with (z * normal_tail z) by (field; lra). lra.
Qed.

Lemma mills_monotone (x y : R) : x <= y -> mills y <= mills x.
Proof. intros [H| ->]; [left; apply mills_decreasing, H|apply Rle_refl]. Qed.

(** Above 0 it is at most sqrt(PI/2): the Lipschitz constant of the inverse tail. *)
Theorem mills_below_root (x : R) : 0 <= x -> mills x <= sqrt (PI / 2).
Proof. intros H. rewrite <- mills_zero. apply mills_monotone, H. Qed.

(** The hazard rate increases. *)
Theorem hazard_increasing (x y : R) : x < y -> hazard x < hazard y.
Proof.
  intros H. rewrite !hazard_is_inverse. assert (H1 := mills_pos x). assert (H2 := mills_pos y).
  apply Rinv_lt_contravar; [nra|apply mills_decreasing, H].
Qed.

Lemma hazard_monotone (x y : R) : x <= y -> hazard x <= hazard y.
Proof. intros [H| ->]; [left; apply hazard_increasing, H|apply Rle_refl]. Qed.

(** ** Birnbaum's bound *)

(** (x + sqrt(x^2+4))/2. *)
Definition birnbaum (x : R) : R := (x + sqrt (x * x + 4)) / 2.

Lemma birnbaum_root (x : R) :
  0 < sqrt (x * x + 4) /\ sqrt (x * x + 4) * sqrt (x * x + 4) = x * x + 4 /\
  Rabs x < sqrt (x * x + 4).
Proof.
  assert (H : 0 < x * x + 4) by nra.
  assert (S := sqrt_sqrt (x * x + 4) ltac:(lra)). assert (P := sqrt_lt_R0 _ H).
  repeat split; trivial. unfold Rabs. destruct (Rcase_abs x); nra.
Qed.

Lemma birnbaum_pos (x : R) : 0 < birnbaum x.
Proof.
  destruct (birnbaum_root x) as [_ [_ H]]. unfold birnbaum.
  assert (A := Rle_abs (- x)). rewrite Rabs_Ropp in A. lra.
Qed.

(** It is more than x, ... *)
Lemma birnbaum_above (x : R) : x <= birnbaum x.
Proof.
  destruct (birnbaum_root x) as [_ [_ H]]. unfold birnbaum. assert (A := Rle_abs x). lra.
Qed.

(** ... and its inverse is (sqrt(x^2+4) - x)/2. *)
Lemma birnbaum_inverse (x : R) : / birnbaum x = (sqrt (x * x + 4) - x) / 2.
Proof.
  assert (P := birnbaum_pos x). destruct (birnbaum_root x) as [_ [S _]].
  apply Rmult_eq_reg_r with (birnbaum x); [|lra]. rewrite Rinv_l by lra.
  unfold birnbaum. nra.
Qed.

(** tail - phi/birnbaum does not increase. *)
Lemma birnbaum_slope (x : R) :
  let s := sqrt (x * x + 4) in
  0 <= 1 - x * ((s - x) / 2) + (x / s - 1) / 2.
Proof.
  intros s. destruct (birnbaum_root x) as [P [S _]]. fold s in P, S.
  assert (H : x * (x * x + 3) <= (1 + x * x) * s).
  { destruct (Rle_dec x 0) as [Hx|Hx]; [nra|].
    assert (Q : (x * (x * x + 3)) * (x * (x * x + 3)) <= ((1 + x * x) * s) * ((1 + x * x) * s)).
    { replace ((1 + x * x) * s * ((1 + x * x) * s)) with ((1 + x * x) * (1 + x * x) * (s * s)) by ring.
      rewrite S. assert (0 <= x * x) by nra. nra. }
    apply Rnot_lt_le. intros Hlt.
    assert (0 <= (1 + x * x) * s) by nra. nra. }
  apply Rmult_le_reg_r with (2 * s); [lra|].
  replace ((1 - x * ((s - x) / 2) + (x / s - 1) / 2) * (2 * s))
    with (s + x * x * s - x * (s * s) + x) by (field; lra).
  rewrite S. lra.
Qed.

Lemma birnbaum_derive (x : R) :
  is_derive (fun y => normal_tail y - phi y * ((sqrt (y * y + 4) - y) / 2)) x
    (- (phi x * (1 - x * ((sqrt (x * x + 4) - x) / 2) + (x / sqrt (x * x + 4) - 1) / 2))).
Proof.
  destruct (birnbaum_root x) as [P _].
  assert (D : is_derive (fun y => (sqrt (y * y + 4) - y) / 2) x ((x / sqrt (x * x + 4) - 1) / 2)).
  { auto_derive; [nra|]. field. lra. }
  replace (- (phi x * (1 - x * ((sqrt (x * x + 4) - x) / 2) + (x / sqrt (x * x + 4) - 1) / 2)))
    with (minus (- phi x) (plus (mult (- x * phi x) ((sqrt (x * x + 4) - x) / 2))
                                (mult (phi x) ((x / sqrt (x * x + 4) - 1) / 2))))
    by (unfold minus, plus, opp, mult; simpl; ring).
  apply (is_derive_minus normal_tail (fun y => phi y * ((sqrt (y * y + 4) - y) / 2)));
    [apply normal_tail_derive|].
  apply (is_derive_mult phi (fun y => (sqrt (y * y + 4) - y) / 2));
    [apply phi_derive|exact D|intros n m; apply Rmult_comm].
Qed.

(** Birnbaum's bound, for every x: phi(x)/tail(x) <= (x + sqrt(x^2+4))/2. *)
Theorem birnbaum_bound (x : R) : hazard x <= birnbaum x.
Proof.
  assert (H : 0 <= normal_tail x - phi x * ((sqrt (x * x + 4) - x) / 2)).
  { apply (nonneg_from_infinity
             (fun y => normal_tail y - phi y * ((sqrt (y * y + 4) - y) / 2)) 2).
    - apply (nonpositive_derivative_le _ _ birnbaum_derive).
      + intros y. apply (continuous_mult phi); [apply phi_continuous|].
        apply (ex_derive_continuous
                 (fun y => 1 - y * ((sqrt (y * y + 4) - y) / 2) + (y / sqrt (y * y + 4) - 1) / 2)).
        destruct (birnbaum_root y) as [P _]. auto_derive. repeat split; trivial; try nra; lra.
      + intros y. apply Rmult_le_pos; [left; apply phi_pos|apply birnbaum_slope].
    - intros y Hy. assert (T := normal_tail_range y). assert (P := phi_below_bell y).
      assert (B := bell_vanishes y ltac:(lra)). assert (P0 := phi_pos y).
      destruct (birnbaum_root y) as [R0 [R1 _]].
      assert (Q : 0 <= (sqrt (y * y + 4) - y) / 2 <= 1) by nra.
      assert (V : 2 / (y * y) <= 2 * / y).
      { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; nra. }
      unfold Rdiv at 1. nra. }
  rewrite <- birnbaum_inverse in H. assert (P := birnbaum_pos x). assert (T := normal_tail_range x).
  unfold hazard. apply Rmult_le_reg_r with (normal_tail x * / birnbaum x).
  - apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, P].
  - replace (phi x / normal_tail x * (normal_tail x * / birnbaum x)) with (phi x * / birnbaum x)
      by (field; lra).
    replace (birnbaum x * (normal_tail x * / birnbaum x)) with (normal_tail x) by (field; lra). lra.
Qed.

(** Mills' ratio from both sides: x/(1+x^2) <= M(x) <= 1/x for x > 0. *)
Theorem mills_bounds (x : R) : 0 < x -> / (x + / x) <= mills x <= / x.
Proof.
  intros Hx. assert (P := phi_pos x). split.
  - apply Rle_trans with (/ birnbaum x).
    + apply Rinv_le_contravar; [apply birnbaum_pos|]. unfold birnbaum.
      destruct (birnbaum_root x) as [R0 [R1 _]].
      assert (I : x * / x = 1) by (apply Rinv_r; lra).
      assert (I0 : 0 < / x) by (apply Rinv_0_lt_compat, Hx).
      assert (sqrt (x * x + 4) <= x + 2 * / x) by nra. lra.
    + rewrite mills_is_inverse. apply Rinv_le_contravar; [apply hazard_pos|apply birnbaum_bound].
  - assert (T := tail_below_density x). unfold mills.
    apply Rmult_le_reg_r with (x * phi x); [nra|].
    replace (normal_tail x / phi x * (x * phi x)) with (x * normal_tail x) by (field; lra).
    replace (/ x * (x * phi x)) with (phi x) by (field; lra). lra.
Qed.

(** ** Tails moved *)

(** A tail moved: its logarithm has slope at most B where the hazard rate is. *)
Theorem tail_moved (B x y : R) :
  x <= y -> hazard y <= B -> normal_tail x <= exp (B * (y - x)) * normal_tail y.
Proof.
  intros Hxy HB.
  assert (D : forall z, is_derive (fun z => exp (B * z) * normal_tail z) z
                          (exp (B * z) * (B * normal_tail z - phi z))).
  { intros z.
    replace (exp (B * z) * (B * normal_tail z - phi z))
      with (plus (mult (B * exp (B * z)) (normal_tail z)) (mult (exp (B * z)) (- phi z)))
      by (unfold plus, mult; simpl; ring).
    apply (is_derive_mult (fun z => exp (B * z)) normal_tail);
      [|apply normal_tail_derive|intros n m; apply Rmult_comm].
    auto_derive; [exact I|ring]. }
  assert (H : exp (B * x) * normal_tail x <= exp (B * y) * normal_tail y).
  { apply (nonneg_derivative_le _ _ x y Hxy (fun z _ => D z)).
    - intros z _. apply (continuous_mult (fun z => exp (B * z)) (fun z => B * normal_tail z - phi z)).
      + apply (ex_derive_continuous (fun z => exp (B * z))). auto_derive. exact I.
      + apply (continuous_minus (fun z => B * normal_tail z) phi); [|apply phi_continuous].
        apply (continuous_mult (fun _ => B) normal_tail);
          [apply continuous_const|apply normal_tail_continuous].
    - intros z Hz. apply Rmult_le_pos; [left; apply exp_pos|].
      assert (Hh := hazard_monotone z y ltac:(lra)). assert (T := normal_tail_range z).
      replace (phi z) with (hazard z * normal_tail z) by (unfold hazard; field; lra). nra. }
  replace (B * (y - x)) with (- (B * x) + B * y) by ring.
  rewrite exp_plus, exp_neg_inv, Rmult_assoc. assert (E := exp_pos (B * x)).
  apply Rmult_le_reg_l with (exp (B * x)); [exact E|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact H.
Qed.

(** -ln(2 tail(x)) <= x^2/2 + ln(sqrt(PI/2) (x + sqrt(x^2+4))/2): the upper bound
    by which the cut-off is chosen. *)
Theorem minus_ln_tail_upper (x : R) :
  - ln (2 * normal_tail x) <= x * x / 2 + ln (sqrt (PI / 2) * birnbaum x).
Proof.
  assert (B := birnbaum_bound x). assert (P := birnbaum_pos x).
  assert (T := normal_tail_range x). assert (F := phi_pos x). assert (S0 := root_pos).
  assert (R0 : 0 < sqrt (PI / 2)) by (rewrite <- mills_zero; apply mills_pos).
  assert (E : 2 * phi x * sqrt (PI / 2) = bell x).
  { rewrite <- mills_zero. unfold mills, phi. rewrite normal_tail_zero. unfold bell at 2.
    replace (- (0 * 0 / 2)) with 0 by field. rewrite exp_0. field. lra. }
  assert (H : bell x <= 2 * normal_tail x * (sqrt (PI / 2) * birnbaum x)).
  { rewrite <- E. assert (phi x <= normal_tail x * birnbaum x).
    { replace (phi x) with (normal_tail x * hazard x) by (unfold hazard; field; lra). nra. }
    nra. }
  apply ln_le in H; [|apply bell_pos].
  rewrite ln_mult in H by nra. unfold bell in H. rewrite ln_exp in H. lra.
Qed.
