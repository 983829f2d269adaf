(** * Lemma 3 (sinh bound for log-concave densities)

    proofs/theory.md, paragraph 1.2, Lemma 3: the bound of Lemma 3' for every
    log-concave log-Lipschitz density on the line, not only for Laplace's.
    The density is p = e^(-psi) with psi convex (LC) and
    psi(y) <= psi(x) + beta |x-y| (C1).

    In Rust: nothing directly; TheoremACoupling.v and, twice, the boxes of
    PlanarScaling.v use it.  Rests on Sinh.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds.

Local Open Scope R_scope.

(** ** The comparison of cosh *)

Lemma cosh_opp (x : R) : cosh (- x) = cosh x.
Proof. unfold cosh. rewrite Ropp_involutive. lra. Qed.

Lemma cosh_Rabs (x : R) : cosh (Rabs x) = cosh x.
Proof.
  unfold Rabs. destruct (Rcase_abs x); [apply cosh_opp|reflexivity].
Qed.

Lemma cosh_le_of_bounds (x y : R) : x <= y -> - x <= y -> cosh x <= cosh y.
Proof.
  intros H1 H2. rewrite <- (cosh_Rabs x). apply cosh_le; [apply Rabs_pos|].
  apply Rabs_le. lra.
Qed.

Lemma cosh_product (x y : R) : 2 * (cosh x * cosh y) = cosh (x + y) + cosh (x - y).
Proof.
  replace (x - y) with (x + - y) by ring.
  rewrite !cosh_exp, !exp_plus, !exp_neg_inv.
  assert (0 < exp x) by apply exp_pos. assert (0 < exp y) by apply exp_pos.
  field. lra.
Qed.

(** For |s| <= beta and 0 <= y <= y',
    cosh(s y')/cosh(s y) <= cosh(beta y')/cosh(beta y). *)
Lemma cosh_ratio_le (s beta y y' : R) :
  Rabs s <= beta -> 0 <= y -> y <= y' ->
  cosh (s * y') * cosh (beta * y) <= cosh (s * y) * cosh (beta * y').
Proof.
  intros Hs Hy Hy'.
  assert (W : forall k, 0 <= k <= beta ->
            cosh (k * y') * cosh (beta * y) <= cosh (k * y) * cosh (beta * y')).
  { clear s Hs. intros k Hk.
    apply Rmult_le_reg_l with 2; [lra|]. rewrite !cosh_product.
    rewrite <- (cosh_opp (k * y - beta * y')).
    assert (H1 : 0 <= (beta - k) * (y' - y)) by (apply Rmult_le_pos; lra).
    assert (H2 : 0 <= (beta - k) * (y' + y)) by (apply Rmult_le_pos; lra).
    assert (H3 : 0 <= (beta + k) * (y' - y)) by (apply Rmult_le_pos; lra).
    assert (H4 : 0 <= (beta + k) * (y' + y)) by (apply Rmult_le_pos; lra).
    apply Rplus_le_compat; apply cosh_le_of_bounds; lra. }
  apply Rabs_le_between in Hs.
  destruct (Rle_dec 0 s) as [H|H]; [apply W; lra|].
  rewrite <- (cosh_opp (s * y')), <- (cosh_opp (s * y)).
  rewrite <- !Ropp_mult_distr_l_reverse. apply W. lra.
Qed.

(** ** Lemma 3 *)

Section LogConcave.

Variables (psi : R -> R) (beta : R).
Hypothesis beta_pos : 0 < beta.
(** (LC) *)
Hypothesis psi_convex : forall x y t, 0 <= t <= 1 ->
  psi ((1 - t) * x + t * y) <= (1 - t) * psi x + t * psi y.
(** (C1) *)
Hypothesis psi_lipschitz : forall x y, psi y <= psi x + beta * Rabs (x - y).

(** The density. *)
Let p (x : R) : R := exp (- psi x).

Lemma psi_continuous (x : R) : continuous psi x.
Proof.
  apply filterlim_locally. intros eps.
  assert (He : 0 < eps / beta) by (apply Rdiv_lt_0_compat; [apply cond_pos|exact beta_pos]).
  exists (mkposreal _ He). intros y Hy.
  change (Rabs (y - x) < eps / beta) in Hy.
  change (Rabs (psi y - psi x) < eps).
  assert (H1 := psi_lipschitz x y). assert (H2 := psi_lipschitz y x).
  rewrite Rabs_minus_sym in H1.
  assert (H3 : beta * Rabs (y - x) < eps).
  { replace (pos eps) with (beta * (eps / beta)) by (field; lra).
    apply Rmult_lt_compat_l; assumption. }
  apply Rabs_lt_between. lra.
Qed.

Lemma p_continuous (x : R) : continuous p x.
Proof.
  apply (continuous_comp (fun y => - psi y) exp).
  - apply (continuous_opp psi), psi_continuous.
  - apply continuous_exp_at.
Qed.

(** A convex function lies above its chord outside the chord's interval. *)
Lemma above_chord (u v w : R) :
  u < v -> v <= w -> (v - u) * psi w >= (w - u) * psi v - (w - v) * psi u.
Proof.
  intros Huv Hvw. set (t := (v - u) / (w - u)).
  assert (Ht : t * (w - u) = v - u) by (unfold t; field; lra).
  assert (Ht01 : 0 <= t <= 1) by (split; nra).
  assert (H := psi_convex u w t Ht01).
  replace ((1 - t) * u + t * w) with (u + t * (w - u)) in H by ring.
  rewrite Ht in H. replace (u + (v - u)) with v in H by ring.
  assert (H' : (w - u) * psi v <= (w - u) * ((1 - t) * psi u + t * psi w))
    by (apply Rmult_le_compat_l; lra).
  replace ((w - u) * ((1 - t) * psi u + t * psi w))
    with ((w - u - t * (w - u)) * psi u + t * (w - u) * psi w) in H' by ring.
  rewrite Ht in H'. lra.
Qed.

Lemma above_chord_left (u v w : R) :
  w <= v -> v < u -> (u - v) * psi w >= (u - w) * psi v - (v - w) * psi u.
Proof.
  intros Hwv Hvu. set (t := (u - v) / (u - w)).
  assert (Ht : t * (u - w) = u - v) by (unfold t; field; lra).
  assert (Ht01 : 0 <= t <= 1) by (split; nra).
  assert (H := psi_convex u w t Ht01).
  replace ((1 - t) * u + t * w) with (u - t * (u - w)) in H by ring.
  rewrite Ht in H. replace (u - (u - v)) with v in H by ring.
  assert (H' : (u - w) * psi v <= (u - w) * ((1 - t) * psi u + t * psi w))
    by (apply Rmult_le_compat_l; lra).
  replace ((u - w) * ((1 - t) * psi u + t * psi w))
    with ((u - w - t * (u - w)) * psi u + t * (u - w) * psi w) in H' by ring.
  rewrite Ht in H'. lra.
Qed.

Variable c : R.

(** The symmetrised density around the centre c. *)
Let h (y : R) : R := p (c + y) + p (c - y).

Lemma h_continuous (y : R) : continuous h y.
Proof.
  apply (continuous_plus (fun y => p (c + y)) (fun y => p (c - y))).
  - apply (continuous_comp (fun y => c + y) p); [|apply p_continuous].
    apply (continuous_plus (fun _ => c) (fun y => y));
      [apply continuous_const|apply continuous_id].
  - apply (continuous_comp (fun y => c - y) p); [|apply p_continuous].
    apply (continuous_minus (fun _ => c) (fun y => y));
      [apply continuous_const|apply continuous_id].
Qed.

Lemma h_pos (y : R) : 0 < h y.
Proof. unfold h, p. apply Rplus_lt_0_compat; apply exp_pos. Qed.

(** h / cosh(beta .) does not increase on ]0,oo[. *)
Lemma h_over_cosh (y y' : R) :
  0 < y -> y <= y' -> h y' * cosh (beta * y) <= h y * cosh (beta * y').
Proof.
  intros Hy Hy'.
  set (s := (psi (c + y) - psi (c - y)) / (2 * y)).
  set (m := (psi (c + y) + psi (c - y)) / 2).
  assert (E1 : psi (c + y) = m + s * y) by (unfold m, s; field; lra).
  assert (E2 : psi (c - y) = m - s * y) by (unfold m, s; field; lra).
  assert (Hs : Rabs s <= beta).
  { assert (L1 := psi_lipschitz (c - y) (c + y)). assert (L2 := psi_lipschitz (c + y) (c - y)).
    replace (c - y - (c + y)) with (- (2 * y)) in L1 by ring.
    replace (c + y - (c - y)) with (2 * y) in L2 by ring.
    rewrite Rabs_Ropp in L1. rewrite Rabs_pos_eq in L1, L2 by lra.
    apply Rabs_le. rewrite E1, E2 in L1, L2. split; nra. }
  assert (B1 : m + s * y' <= psi (c + y')).
  { assert (H := above_chord (c - y) (c + y) (c + y') ltac:(lra) ltac:(lra)).
    rewrite E1, E2 in H. nra. }
  assert (B2 : m - s * y' <= psi (c - y')).
  { assert (H := above_chord_left (c + y) (c - y) (c - y') ltac:(lra) ltac:(lra)).
    rewrite E1, E2 in H. nra. }
  assert (Hh' : h y' <= exp (- m) * (2 * cosh (s * y'))).
  { unfold h, p, cosh.
    replace (exp (- m) * (2 * ((exp (s * y') + exp (- (s * y'))) / 2)))
      with (exp (- m) * exp (- (s * y')) + exp (- m) * exp (s * y')) by field.
    rewrite <- !exp_plus. apply Rplus_le_compat; apply exp_le_exp; lra. }
  assert (Hh : h y = exp (- m) * (2 * cosh (s * y))).
  { unfold h, p, cosh. rewrite E1, E2.
    replace (- (m + s * y)) with (- m + - (s * y)) by ring.
    replace (- (m - s * y)) with (- m + s * y) by ring.
    rewrite !exp_plus. field. }
  assert (Hc := cosh_ratio_le s beta y y' Hs ltac:(lra) Hy').
  assert (Hm : 0 < exp (- m)) by apply exp_pos.
  assert (Hcy : 0 <= cosh (beta * y)).
  { unfold cosh. assert (0 < exp (beta * y)) by apply exp_pos.
    assert (0 < exp (- (beta * y))) by apply exp_pos. lra. }
  apply Rle_trans with (exp (- m) * (2 * cosh (s * y')) * cosh (beta * y)).
  - apply Rmult_le_compat_r; assumption.
  - rewrite Hh. nra.
Qed.

(** The integral of p over [c-A,c+A] is that of h over [0,A]. *)
Lemma integral_symmetrised (A : R) : RInt p (c - A) (c + A) = RInt h 0 A.
Proof.
  assert (Ip : forall u v, ex_RInt p u v).
  { intros u v. apply (ex_RInt_continuous p). intros z _; apply p_continuous. }
  assert (H1 := RInt_correct _ _ _ (Ip c (c + A))).
  assert (H2 := RInt_correct _ _ _ (Ip c (c - A))).
  set (I1 := RInt p c (c + A)) in *. set (I2 := RInt p c (c - A)) in *.
  assert (J1 : is_RInt (fun y => scal 1 (p (1 * y + c))) 0 A I1).
  { apply (is_RInt_comp_lin p 1 c 0 A). rewrite Rmult_0_r, Rplus_0_l, Rmult_1_l, Rplus_comm.
    exact H1. }
  assert (J2 : is_RInt (fun y => scal (-1) (p (-1 * y + c))) 0 A I2).
  { apply (is_RInt_comp_lin p (-1) c 0 A). rewrite Rmult_0_r, Rplus_0_l.
    replace (-1 * A + c) with (c - A) by ring. exact H2. }
  transitivity (minus I1 I2).
  - apply is_RInt_unique.
    replace (minus I1 I2) with (plus (opp I2) I1)
      by (unfold minus, plus, opp; simpl; ring).
    apply (is_RInt_Chasles p (c - A) c (c + A)); [|exact H1].
    apply (is_RInt_swap p), H2.
  - symmetry. apply is_RInt_unique.
    apply (is_RInt_ext (fun y => minus (scal 1 (p (1 * y + c))) (scal (-1) (p (-1 * y + c))))).
    + intros y _. unfold h, minus, plus, opp, scal; simpl. unfold mult; simpl. real_eq.
      replace (1 * y + c) with (c + y) by ring. replace (-1 * y + c) with (c - y) by ring.
      ring.
    + apply (is_RInt_minus (fun y => scal 1 (p (1 * y + c)))
               (fun y => scal (-1) (p (-1 * y + c)))); assumption.
Qed.

Lemma is_RInt_cosh (u v : R) :
  is_RInt (fun y => cosh (beta * y)) u v (sinh (beta * v) / beta - sinh (beta * u) / beta).
Proof.
  assert (D : forall y, is_derive (fun z => sinh (beta * z) / beta) y (cosh (beta * y))).
  { intros y.
    apply (is_derive_ext (fun z => / beta * sinh (beta * z))).
    { intros t. real_eq. unfold Rdiv. ring. }
    replace (cosh (beta * y)) with (/ beta * (beta * cosh (beta * y))) by (field; lra).
    apply (is_derive_scal (fun z => sinh (beta * z))).
    apply (is_derive_comp sinh (fun z => beta * z)); [apply is_derive_sinh'|].
    assert (D1 : is_derive (fun z => beta * z) y (beta * 1)).
    { apply (is_derive_scal (fun z => z) y beta). apply @is_derive_id. }
    rewrite Rmult_1_r in D1. exact D1. }
  apply (is_RInt_derive (fun z => sinh (beta * z) / beta)).
  - intros y _; apply D.
  - intros y _. apply (continuous_comp (fun z => beta * z) cosh); [|apply continuous_cosh].
    apply (continuous_mult (fun _ => beta) (fun z => z));
      [apply continuous_const|apply continuous_id].
Qed.

(** Lemma 3.  For a log-concave density with log-slope at most beta, every
    centre c and 0 < B <= A: the mass of [c-A,c+A] times sinh(beta B) is at
    most the mass of [c-B,c+B] times sinh(beta A). *)
Theorem log_concave_sinh_bound (A B : R) :
  0 < B -> B <= A ->
  RInt p (c - A) (c + A) * sinh (beta * B) <= RInt p (c - B) (c + B) * sinh (beta * A).
Proof.
  intros HB HA. rewrite !integral_symmetrised.
  assert (Ih : forall u v, ex_RInt h u v).
  { intros u v. apply (ex_RInt_continuous h). intros z _; apply h_continuous. }
  assert (HC : RInt h 0 A = RInt h 0 B + RInt h B A).
  { symmetry. apply (RInt_Chasles h 0 B A); apply Ih. }
  assert (Hcosh : forall y, 0 < cosh (beta * y)).
  { intros y. unfold cosh. assert (0 < exp (beta * y)) by apply exp_pos.
    assert (0 < exp (- (beta * y))) by apply exp_pos. lra. }
  set (Q := h B / cosh (beta * B)).
  assert (HQ : Q * cosh (beta * B) = h B).
  { unfold Q. field. assert (H := Hcosh B). lra. }
  assert (HsB : 0 < sinh (beta * B)) by (apply sinh_pos; nra).
  (* above B the symmetrised density is at most Q cosh *)
  assert (Hup : RInt h B A <= Q * (sinh (beta * A) / beta - sinh (beta * B) / beta)).
  { apply (is_RInt_le h (fun y => scal Q (cosh (beta * y))) B A _ _ HA).
    - apply (RInt_correct h), Ih.
    - apply (is_RInt_scal (fun y => cosh (beta * y))), is_RInt_cosh.
    - intros y Hy. unfold scal; simpl; unfold mult; simpl.
      assert (H := h_over_cosh B y HB ltac:(lra)). rewrite <- HQ in H.
      assert (H0 := Hcosh B). nra. }
  (* below B it is at least Q cosh *)
  assert (Hlow : Q * (sinh (beta * B) / beta) <= RInt h 0 B).
  { replace (sinh (beta * B) / beta) with (sinh (beta * B) / beta - sinh (beta * 0) / beta)
      by (rewrite Rmult_0_r, sinh_0; field; lra).
    apply (is_RInt_le (fun y => scal Q (cosh (beta * y))) h 0 B _ _ (Rlt_le _ _ HB)).
    - apply (is_RInt_scal (fun y => cosh (beta * y))), is_RInt_cosh.
    - apply (RInt_correct h), Ih.
    - intros y Hy. unfold scal; simpl; unfold mult; simpl.
      assert (H := h_over_cosh y B ltac:(lra) ltac:(lra)). rewrite <- HQ in H.
      assert (H0 := Hcosh B). assert (H1 := Hcosh y). nra. }
  rewrite HC.
  set (sA := sinh (beta * A)) in *. set (sB := sinh (beta * B)) in *.
  assert (HAB : sB <= sA).
  { unfold sA, sB.
    apply (nonneg_derivative_le sinh cosh).
    - nra.
    - intros z _; apply is_derive_sinh'.
    - intros z _; apply continuous_cosh.
    - intros z _. unfold cosh. assert (0 < exp z) by apply exp_pos.
      assert (0 < exp (- z)) by apply exp_pos. lra. }
  assert (Hchain : RInt h B A * sB <= RInt h 0 B * (sA - sB)).
  { apply Rle_trans with (Q * (sA / beta - sB / beta) * sB); [nra|].
    replace (Q * (sA / beta - sB / beta) * sB) with (Q * (sB / beta) * (sA - sB))
      by (field; lra).
    apply Rmult_le_compat_r; lra. }
  lra.
Qed.

(** Lemma 3 for a cell: the mass of the grown cell is at most
    Gamma_beta(L,delta) times that of the shrunk one. *)
Theorem log_concave_cell (l L delta : R) :
  0 <= delta -> 2 * delta < L -> L <= l ->
  let A := (l + 2 * delta) / 2 in
  let B := (l - 2 * delta) / 2 in
  RInt p (c - A) (c + A) <= Gamma beta L delta * RInt p (c - B) (c + B).
Proof.
  intros Hd HL Hl A B.
  assert (H := log_concave_sinh_bound A B ltac:(unfold B; lra) ltac:(unfold A, B; lra)).
  assert (Hs : 0 < sinh (beta * B)) by (apply sinh_half_pos; lra).
  assert (Hm : 0 <= RInt p (c - B) (c + B)).
  { apply RInt_ge_0.
    - unfold B; lra.
    - apply (ex_RInt_continuous p). intros z _; apply p_continuous.
    - intros z _. left; apply exp_pos. }
  assert (HG : Gamma beta l delta <= Gamma beta L delta) by (apply Gamma_decreasing; lra).
  apply Rle_trans with (Gamma beta l delta * RInt p (c - B) (c + B)); [|nra].
  apply Rmult_le_reg_r with (sinh (beta * B)); [exact Hs|].
  apply Rle_trans with (1 := H). apply Req_le.
  unfold Gamma. fold A B. field. lra.
Qed.

End LogConcave.
