(** * Lemma 4 (rational bounds), in one dimension

    proofs/theory.md, paragraph 1.2: Lemma 4 (a), (b), (d), the comparison of
    the forms 1 and 2 of Theorem A, and "1 <= 3" (the scaling form is at most
    the repaired form of the paper's main theorem).  Lemma 4 (c) is
    [Gamma_decreasing] in Sinh.v.

    The statements with [ln] depend on [Classical_Prop.classic] because the
    standard library's construction of [ln] does; the multiplicative forms
    from which they follow do not.

    In Rust: the rational bounds of crates/oracle, which need no exponential.
    Rests on Scaling.v and Sinh.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw Scaling Sinh.

Local Open Scope R_scope.

(** ** Derivatives of sinh and cosh *)

Lemma is_derive_exp_opp (x : R) : is_derive (fun y => exp (- y)) x (- exp (- x)).
Proof.
  assert (D := is_derive_exp_scaled (-1) 1 x).
  apply (is_derive_ext (fun y => 1 * exp (-1 * y))).
  - intros t. real_eq. rewrite Rmult_1_l. f_equal. ring.
  - replace (- exp (- x)) with (1 * (-1 * exp (-1 * x))); [exact D|].
    replace (-1 * x) with (- x) by ring. ring.
Qed.

Lemma is_derive_sinh' (x : R) : is_derive sinh x (cosh x).
Proof.
  apply (is_derive_ext (fun y => / 2 * (exp y - exp (- y)))).
  - intros t. real_eq. unfold sinh. field.
  - replace (cosh x) with (/ 2 * (exp x - (- exp (- x)))) by (unfold cosh; field).
    apply (is_derive_scal (fun y => exp y - exp (- y))).
    apply (is_derive_minus exp (fun y => exp (- y))).
    + apply is_derive_exp.
    + apply is_derive_exp_opp.
Qed.

Lemma is_derive_cosh' (x : R) : is_derive cosh x (sinh x).
Proof.
  apply (is_derive_ext (fun y => / 2 * (exp y + exp (- y)))).
  - intros t. real_eq. unfold cosh. field.
  - replace (sinh x) with (/ 2 * (exp x + (- exp (- x)))) by (unfold sinh; field).
    apply (is_derive_scal (fun y => exp y + exp (- y))).
    apply (is_derive_plus exp (fun y => exp (- y))).
    + apply is_derive_exp.
    + apply is_derive_exp_opp.
Qed.

Lemma continuous_sinh (x : R) : continuous sinh x.
Proof. apply (ex_derive_continuous sinh). exists (cosh x). apply is_derive_sinh'. Qed.

Lemma continuous_cosh (x : R) : continuous cosh x.
Proof. apply (ex_derive_continuous cosh). exists (sinh x). apply is_derive_cosh'. Qed.

(** Derivatives of products and sums, in the form in which [apply] finds them. *)
Lemma is_derive_times (f g : R -> R) (x df dg : R) :
  is_derive f x df -> is_derive g x dg ->
  is_derive (fun y => f y * g y) x (df * g x + f x * dg).
Proof.
  intros Hf Hg. apply (is_derive_mult f g x df dg Hf Hg). intros a b; apply Rmult_comm.
Qed.

Lemma is_derive_square (c d x : R) :
  is_derive (fun y => y * y / c + d) x (2 * x / c).
Proof.
  assert (D : is_derive (fun y => / c * (y * y) + d) x (/ c * (1 * x + x * 1) + 0)).
  { apply (is_derive_plus (fun y => / c * (y * y)) (fun _ => d)).
    - apply (is_derive_scal (fun y => y * y)).
      apply (is_derive_times (fun y => y) (fun y => y)); apply @is_derive_id.
    - apply @is_derive_const. }
  apply (is_derive_ext (fun y => / c * (y * y) + d)).
  - intros t. real_eq. unfold Rdiv. ring.
  - replace (2 * x / c) with (/ c * (1 * x + x * 1) + 0) by (unfold Rdiv; ring).
    exact D.
Qed.

(** ** Elementary inequalities *)

(** s <= sinh s for s >= 0. *)
Lemma le_sinh (s : R) : 0 <= s -> s <= sinh s.
Proof.
  intros Hs.
  assert (H : sinh 0 - 0 <= sinh s - s).
  { apply (nonneg_derivative_le (fun x => sinh x - x) (fun x => cosh x - 1)); auto.
    - intros x _. apply (is_derive_minus sinh (fun x => x)).
      + apply is_derive_sinh'.
      + apply @is_derive_id.
    - intros x _. apply (continuous_minus cosh (fun _ => 1)).
      + apply continuous_cosh.
      + apply continuous_const.
    - intros x Hx. assert (H : cosh 0 <= cosh x) by (apply cosh_le; lra).
      rewrite cosh_0 in H. lra. }
  rewrite sinh_0 in H. lra.
Qed.

(** sinh z <= z cosh z for z >= 0. *)
Lemma sinh_le_z_cosh (z : R) : 0 <= z -> sinh z <= z * cosh z.
Proof.
  intros Hz.
  assert (H : 0 * cosh 0 - sinh 0 <= z * cosh z - sinh z).
  { apply (nonneg_derivative_le (fun x => x * cosh x - sinh x) (fun x => x * sinh x)); auto.
    - intros x _.
      replace (x * sinh x) with (1 * cosh x + x * sinh x - cosh x) by ring.
      apply (is_derive_minus (fun x => x * cosh x) sinh).
      + apply (is_derive_times (fun x => x) cosh).
        * apply @is_derive_id.
        * apply is_derive_cosh'.
      + apply is_derive_sinh'.
    - intros x _. apply (continuous_mult (fun x => x) sinh).
      + apply continuous_id.
      + apply continuous_sinh.
    - intros x Hx. apply Rmult_le_pos; [lra|]. apply sinh_nonneg; lra. }
  rewrite sinh_0 in H. lra.
Qed.

(** z cosh z - sinh z <= (z^2/3) sinh z for z >= 0. *)
Lemma z_cosh_le (z : R) : 0 <= z -> z * cosh z - sinh z <= z * z / 3 * sinh z.
Proof.
  intros Hz.
  set (f := fun x => (x * x / 3 + 1) * sinh x - x * cosh x).
  set (g := fun x => x / 3 * (x * cosh x - sinh x)).
  assert (H : f 0 <= f z).
  { apply (nonneg_derivative_le f g); auto.
    - intros x _. unfold f, g.
      replace (x / 3 * (x * cosh x - sinh x))
        with (2 * x / 3 * sinh x + (x * x / 3 + 1) * cosh x
              - (1 * cosh x + x * sinh x)) by field.
      apply (is_derive_minus (fun x => (x * x / 3 + 1) * sinh x) (fun x => x * cosh x)).
      + apply (is_derive_times (fun x => x * x / 3 + 1) sinh).
        * apply is_derive_square.
        * apply is_derive_sinh'.
      + apply (is_derive_times (fun x => x) cosh).
        * apply @is_derive_id.
        * apply is_derive_cosh'.
    - intros x _. unfold g.
      apply (continuous_mult (fun x => x / 3) (fun x => x * cosh x - sinh x)).
      + apply (continuous_mult (fun x => x) (fun _ => / 3)).
        * apply continuous_id.
        * apply continuous_const.
      + apply (continuous_minus (fun x => x * cosh x) sinh).
        * apply (continuous_mult (fun x => x) cosh);
            [apply continuous_id | apply continuous_cosh].
        * apply continuous_sinh.
    - intros x Hx. unfold g. assert (Hx' := sinh_le_z_cosh x (proj1 Hx)).
      apply Rmult_le_pos; lra. }
  unfold f in H. rewrite sinh_0 in H. lra.
Qed.

(** coth z - 1/z <= min(1, z/3) for z > 0. *)
Theorem coth_minus_inverse (z : R) :
  0 < z -> cosh z / sinh z - 1 / z <= Rmin 1 (z / 3).
Proof.
  intros Hz. assert (Hs : 0 < sinh z) by (apply sinh_pos; assumption).
  assert (E : cosh z / sinh z - 1 / z = (z * cosh z - sinh z) / (z * sinh z))
    by (field; lra).
  assert (P : 0 < z * sinh z) by (apply Rmult_lt_0_compat; assumption).
  rewrite E. apply Rmin_glb; apply Rmult_le_reg_r with (z * sinh z); trivial.
  - replace ((z * cosh z - sinh z) / (z * sinh z) * (z * sinh z))
      with (z * cosh z - sinh z) by (field; lra).
    (* z e^(-z) <= sinh z *)
    assert (D : cosh z - sinh z = exp (- z)) by (unfold cosh, sinh; lra).
    assert (exp (- z) <= 1) by (apply exp_le_one; lra).
    assert (z <= sinh z) by (apply le_sinh; lra).
    nra.
  - replace ((z * cosh z - sinh z) / (z * sinh z) * (z * sinh z))
      with (z * cosh z - sinh z) by (field; lra).
    assert (H := z_cosh_le z (Rlt_le _ _ Hz)). lra.
Qed.

(** ** Gamma against rho *)

(** The comparison that integrates coth z - 1/z <= q'(z): if q has the
    derivative q' on [x,y] and z cosh z - sinh z <= q'(z) z sinh z there, then
    sinh(y)/sinh(x) <= (y/x) e^(q(y)-q(x)). *)
Lemma sinh_ratio_bound (q q' : R -> R) (x y : R) :
  0 < x -> x <= y ->
  (forall z, is_derive q z (q' z)) ->
  (forall z, continuous q' z) ->
  (forall z, 0 < z -> z * cosh z - sinh z <= q' z * (z * sinh z)) ->
  sinh y * x <= sinh x * y * exp (q y - q x).
Proof.
  intros Hx Hxy Hq Hc Hle.
  (* f z = z e^(q z) / sinh z does not decrease; its derivative is g z *)
  set (f := fun z => z * exp (q z) * / sinh z).
  set (g := fun z => exp (q z) * (q' z * (z * sinh z) - (z * cosh z - sinh z))
                     * (/ sinh z * / sinh z)).
  assert (Hf : f x <= f y).
  { apply (nonneg_derivative_le f g); auto.
    - intros z Hz. unfold f, g.
      assert (Hs : 0 < sinh z) by (apply sinh_pos; lra).
      replace (exp (q z) * (q' z * (z * sinh z) - (z * cosh z - sinh z))
                 * (/ sinh z * / sinh z))
        with ((1 * exp (q z) + z * (q' z * exp (q z))) * / sinh z
              + z * exp (q z) * (- cosh z / (sinh z) ^ 2)) by (field; lra).
      apply (is_derive_times (fun z => z * exp (q z)) (fun z => / sinh z)).
      + apply (is_derive_times (fun z => z) (fun z => exp (q z))).
        * apply @is_derive_id.
        * apply (is_derive_comp exp q); [apply is_derive_exp|apply Hq].
      + apply (is_derive_inv sinh); [apply is_derive_sinh'|lra].
    - intros z Hz. unfold g.
      assert (Hs : 0 < sinh z) by (apply sinh_pos; lra).
      assert (Ci : continuous (fun z => / sinh z) z).
      { apply (continuous_comp sinh Rinv); [apply continuous_sinh|].
        apply continuous_Rinv. lra. }
      assert (Cid : continuous (fun z : R => z) z) by apply continuous_id.
      apply (continuous_mult
               (fun z => exp (q z) * (q' z * (z * sinh z) - (z * cosh z - sinh z)))
               (fun z => / sinh z * / sinh z)).
      + apply (continuous_mult (fun z => exp (q z))
                 (fun z => q' z * (z * sinh z) - (z * cosh z - sinh z))).
        * apply (continuous_comp q exp); [|apply continuous_exp_at].
          apply (ex_derive_continuous q). exists (q' z). apply Hq.
        * apply (continuous_minus (fun z => q' z * (z * sinh z))
                   (fun z => z * cosh z - sinh z)).
          -- apply (continuous_mult q' (fun z => z * sinh z)); [apply Hc|].
             apply (continuous_mult (fun z => z) sinh); [exact Cid|apply continuous_sinh].
          -- apply (continuous_minus (fun z => z * cosh z) sinh);
               [|apply continuous_sinh].
             apply (continuous_mult (fun z => z) cosh); [exact Cid|apply continuous_cosh].
      + apply (continuous_mult (fun z => / sinh z) (fun z => / sinh z)); exact Ci.
    - intros z Hz. unfold g.
      assert (Hs : 0 < sinh z) by (apply sinh_pos; lra).
      assert (Hi : 0 < / sinh z) by (apply Rinv_0_lt_compat; assumption).
      assert (Hz' := Hle z ltac:(lra)).
      apply Rmult_le_pos; [apply Rmult_le_pos; [left; apply exp_pos|lra]|nra]. }
  unfold f in Hf.
  assert (Hsx : 0 < sinh x) by (apply sinh_pos; lra).
  assert (Hsy : 0 < sinh y) by (apply sinh_pos; lra).
  replace (q y - q x) with (q y + - q x) by ring.
  rewrite exp_plus, exp_neg_inv.
  assert (He : 0 < exp (q x)) by apply exp_pos.
  apply Rmult_le_reg_r with (exp (q x) * / sinh x * / sinh y).
  { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; trivial;
      apply Rinv_0_lt_compat; assumption. }
  replace (sinh y * x * (exp (q x) * / sinh x * / sinh y))
    with (x * exp (q x) * / sinh x) by (field; lra).
  replace (sinh x * y * (exp (q y) * / exp (q x)) * (exp (q x) * / sinh x * / sinh y))
    with (y * exp (q y) * / sinh y) by (field; lra).
  exact Hf.
Qed.

Section Bounds.

Variables beta L delta : R.
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.

Let x := beta * ((L - 2 * delta) / 2).
Let y := beta * ((L + 2 * delta) / 2).

Lemma x_pos : 0 < x.
Proof. unfold x. nra. Qed.

Lemma x_le_y : x <= y.
Proof. unfold x, y. nra. Qed.

Lemma Gamma_from_ratio (e : R) :
  sinh y * x <= sinh x * y * e -> Gamma beta L delta <= rho L delta * e.
Proof.
  intros H. assert (Hx := x_pos).
  assert (Hs : 0 < sinh x) by (apply sinh_pos; assumption).
  unfold Gamma. fold x y.
  replace (rho L delta) with (y / x) by (unfold rho, x, y; field; lra).
  apply Rmult_le_reg_r with (sinh x * x); [nra|].
  replace (sinh y / sinh x * (sinh x * x)) with (sinh y * x) by (field; lra).
  replace (y / x * e * (sinh x * x)) with (sinh x * y * e) by (field; lra).
  exact H.
Qed.

(** Form 2 is at most form 1: Gamma <= rho e^(2 beta delta). *)
Theorem Gamma_le_scaling :
  Gamma beta L delta <= rho L delta * exp (2 * beta * delta).
Proof.
  apply Gamma_from_ratio.
  replace (2 * beta * delta) with (y - x) by (unfold x, y; field).
  apply (sinh_ratio_bound (fun z => z) (fun _ => 1)).
  - apply x_pos.
  - apply x_le_y.
  - intros z; apply @is_derive_id.
  - intros z; apply continuous_const.
  - intros z Hz.
    assert (D : cosh z - sinh z = exp (- z)) by (unfold cosh, sinh; lra).
    assert (exp (- z) <= 1) by (apply exp_le_one; lra).
    assert (z <= sinh z) by (apply le_sinh; lra).
    nra.
Qed.

(** Gamma <= rho e^(beta^2 L delta / 3). *)
Theorem Gamma_le_quadratic :
  Gamma beta L delta <= rho L delta * exp (beta * beta * L * delta / 3).
Proof.
  apply Gamma_from_ratio.
  replace (beta * beta * L * delta / 3) with ((y * y / 6 + 0) - (x * x / 6 + 0))
    by (unfold x, y; field).
  apply (sinh_ratio_bound (fun z => z * z / 6 + 0) (fun z => z / 3)).
  - apply x_pos.
  - apply x_le_y.
  - intros z. replace (z / 3) with (2 * z / 6) by field. apply is_derive_square.
  - intros z. apply (continuous_mult (fun z => z) (fun _ => / 3));
      [apply continuous_id|apply continuous_const].
  - intros z Hz. assert (H := z_cosh_le z (Rlt_le _ _ Hz)). lra.
Qed.

(** Lemma 4 (d): if 2 beta delta < 1 then Gamma <= rho / (1 - 2 beta delta). *)
Theorem Gamma_le_rational :
  2 * beta * delta < 1 ->
  Gamma beta L delta <= rho L delta / (1 - 2 * beta * delta).
Proof.
  intros H. apply Rle_trans with (1 := Gamma_le_scaling).
  assert (Hr : 1 <= rho L delta) by (apply rho_ge_1; assumption).
  apply Rmult_le_compat_l; [lra|].
  set (v := 2 * beta * delta) in *.
  assert (Hv := one_plus_le_exp (- v)). rewrite exp_neg_inv in Hv.
  rewrite <- (Rinv_inv (exp v)).
  apply Rinv_le_contravar; lra.
Qed.

(** Lemma 4 (a): ln rho <= 4 L delta / (L^2 - 4 delta^2). *)
Theorem ln_rho_le : ln (rho L delta) <= 4 * L * delta / (L * L - 4 * delta * delta).
Proof.
  assert (Hr : 1 <= rho L delta) by (apply rho_ge_1; assumption).
  set (s := ln (rho L delta)).
  assert (Hs : exp s = rho L delta) by (apply exp_ln; lra).
  assert (Hs0 : 0 <= s).
  { unfold s. rewrite <- ln_1. destruct Hr as [Hr|Hr].
    - left; apply ln_increasing; lra.
    - rewrite <- Hr; apply Rle_refl. }
  apply Rle_trans with (1 := le_sinh s Hs0). apply Req_le.
  rewrite sinh_exp, Hs. unfold rho. field. repeat split; nra.
Qed.

(** Lemma 4 (b): ln Gamma <= ln rho + min(2 beta delta, beta^2 L delta / 3). *)
Theorem ln_Gamma_le :
  ln (Gamma beta L delta)
  <= ln (rho L delta) + Rmin (2 * beta * delta) (beta * beta * L * delta / 3).
Proof.
  assert (Hr : 1 <= rho L delta) by (apply rho_ge_1; assumption).
  assert (HG : 0 < Gamma beta L delta) by (apply Gamma_pos; assumption).
  assert (P : forall e, Gamma beta L delta <= rho L delta * exp e ->
              ln (Gamma beta L delta) <= ln (rho L delta) + e).
  { intros e H. rewrite <- (ln_exp e) at 1. rewrite <- ln_mult by (try apply exp_pos; lra).
    destruct H as [H|H].
    - left; apply ln_increasing; assumption.
    - rewrite H; apply Rle_refl. }
  assert (H1 := P _ Gamma_le_scaling).
  assert (H2 := P _ Gamma_le_quadratic).
  apply Rmin_case; assumption.
Qed.

(** Hence form 2 is at most form 1: ln Gamma <= ln rho + 2 beta delta. *)
Corollary ln_Gamma_le_scaling :
  ln (Gamma beta L delta) <= ln (rho L delta) + 2 * beta * delta.
Proof.
  apply Rle_trans with (1 := ln_Gamma_le).
  apply Rplus_le_compat_l, Rmin_l.
Qed.

(** Form 4 for (LC) densities:
    ln Gamma <= 4 L delta/(L^2 - 4 delta^2) + min(2 beta delta, beta^2 L delta/3). *)
Corollary ln_Gamma_le_rational :
  ln (Gamma beta L delta)
  <= 4 * L * delta / (L * L - 4 * delta * delta)
     + Rmin (2 * beta * delta) (beta * beta * L * delta / 3).
Proof.
  apply Rle_trans with (1 := ln_Gamma_le).
  apply Rplus_le_compat_r, ln_rho_le.
Qed.

(** exp is convex: e^(t a) <= 1 - t + t e^a for 0 <= t <= 1. *)
Lemma exp_convex (a t : R) : 0 <= t <= 1 -> exp (t * a) <= 1 - t + t * exp a.
Proof.
  intros Ht.
  assert (H1 := one_plus_le_exp (- (t * a))).
  assert (H2 := one_plus_le_exp (a - t * a)).
  assert (E : exp a = exp (t * a) * exp (a - t * a)).
  { rewrite <- exp_plus. f_equal. ring. }
  assert (E0 : 1 = exp (t * a) * exp (- (t * a))).
  { rewrite exp_neg_inv. field. assert (0 < exp (t * a)) by apply exp_pos. lra. }
  assert (He : 0 < exp (t * a)) by apply exp_pos.
  rewrite E. set (w := exp (t * a)) in *.
  set (u1 := exp (- (t * a))) in *. set (u2 := exp (a - t * a)) in *.
  replace (1 - t) with ((1 - t) * (w * u1)) by (rewrite <- E0; ring).
  replace ((1 - t) * (w * u1) + t * (w * u2)) with (w * ((1 - t) * u1 + t * u2)) by ring.
  assert (1 <= (1 - t) * u1 + t * u2) by nra.
  nra.
Qed.

(** "1 <= 3", multiplicative: rho e^(2 beta delta) <= 1 + R e^(beta D) where
    R = rho - 1 = 4 delta/(L - 2 delta) and D >= L is the largest diameter. *)
Theorem scaling_le_paper_form_exp (D : R) :
  L <= D ->
  rho L delta * exp (2 * beta * delta)
  <= 1 + 4 * delta / (L - 2 * delta) * exp (beta * D).
Proof.
  intros HD.
  set (t := 2 * delta / L). set (E := exp (beta * L)).
  assert (HL : 0 < L) by lra.
  assert (Ht : 0 <= t < 1).
  { unfold t. split.
    - apply Rmult_le_pos; [lra|]. left; apply Rinv_0_lt_compat; assumption.
    - apply Rmult_lt_reg_r with L; [assumption|].
      replace (2 * delta / L * L) with (2 * delta) by (field; lra). lra. }
  assert (HE : 1 <= E) by (apply one_le_exp; nra).
  assert (Hc : exp (2 * beta * delta) <= 1 - t + t * E).
  { replace (2 * beta * delta) with (t * (beta * L)) by (unfold t; field; lra).
    apply exp_convex; lra. }
  assert (HED : E <= exp (beta * D)) by (apply exp_le_exp; nra).
  assert (Hrho : rho L delta = (1 + t) / (1 - t)) by (unfold rho, t; field; lra).
  assert (HR : 4 * delta / (L - 2 * delta) = 2 * t / (1 - t)) by (unfold t; field; lra).
  assert (HR0 : 0 <= 2 * t / (1 - t)).
  { apply Rmult_le_pos; [lra|]. left; apply Rinv_0_lt_compat; lra. }
  apply Rle_trans with (1 + 2 * t / (1 - t) * E); [|rewrite HR; nra].
  rewrite Hrho.
  apply Rmult_le_reg_r with (1 - t); [lra|].
  replace ((1 + t) / (1 - t) * exp (2 * beta * delta) * (1 - t))
    with ((1 + t) * exp (2 * beta * delta)) by (field; lra).
  replace ((1 + 2 * t / (1 - t) * E) * (1 - t)) with (1 - t + 2 * t * E) by (field; lra).
  apply Rle_trans with ((1 + t) * (1 - t + t * E)); [nra|].
  assert (0 <= t * (1 - t) * (E - 1)).
  { apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
  nra.
Qed.

(** "1 <= 3": ln rho + 2 beta delta <= ln(1 + R e^(beta D)), R = 4 delta/(L-2delta),
    D >= L the largest diameter of a cell. *)
Theorem scaling_le_paper_form (D : R) :
  L <= D ->
  ln (rho L delta) + 2 * beta * delta
  <= ln (1 + 4 * delta / (L - 2 * delta) * exp (beta * D)).
Proof.
  intros HD. assert (H := scaling_le_paper_form_exp D HD).
  assert (Hr : 1 <= rho L delta) by (apply rho_ge_1; assumption).
  rewrite <- (ln_exp (2 * beta * delta)).
  rewrite <- ln_mult by (try apply exp_pos; lra).
  assert (0 < rho L delta * exp (2 * beta * delta)).
  { apply Rmult_lt_0_compat; [lra|apply exp_pos]. }
  destruct H as [H|H].
  - left; apply ln_increasing; assumption.
  - rewrite H; apply Rle_refl.
Qed.

End Bounds.
