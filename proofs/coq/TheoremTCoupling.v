(** * Theorem T on the line, for any probability space and density

    proofs/theory.md, paragraph 1.7, for m = 1 and a window that is an interval of
    cells, in the setting of TheoremACoupling.v: X and X' live on one probability
    space and satisfy (A) and (B).  [theorem_T_coupling] asks only for factors that
    compare each cell and each half-line with itself moved by delta, whatever the
    density; [theorem_T_C1] (scaling) and [theorem_T_LC] (sinh) provide them.

    In Rust: Setting::closeness of crates/oracle, as TheoremT.v, for noise other than
    Laplace's as well.  Rests on TheoremACoupling.v and TheoremT.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds LogConcave Discretised
  TheoremACoupling Transfer TheoremT.

Local Open Scope R_scope.

Section Coupling.

Variables (W : probability_space) (X : W -> R) (G : R -> R).
Hypothesis law : has_law W X G.
Variables (delta : R) (rd : R -> option nat) (a : nat -> R) (N : nat).
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis edges_increase : forall i, (i < N)%nat -> a i <= a (S i).
Variables (M_f : R -> Prop) (X' : R -> W -> option R).
Hypothesis measurable : forall r, M_f r -> forall S : option nat -> bool,
  event W (fun w => S (output rd r (X' r w))).
(** (A) and (B). *)
Hypothesis A : forall r w, M_f r -> output rd r (X' r w) <> None ->
  exists v, X' r w = Some v /\ Rabs (v - X w) <= delta.
Hypothesis B : forall r w, M_f r -> a 0%nat + delta < r + X w < a N - delta ->
  exists v, X' r w = Some v /\ Rabs (v - X w) <= delta.

(** The law of rd(r + X). *)
Definition ideal_of (r : R) (o : option nat) : R :=
  match o with
  | Some i => G (a (S i) - r) - G (a i - r)
  | None => G (a 0%nat - r) + (1 - G (a N - r))
  end.

(** The law of rd(r + X'). *)
Definition finite_of (r : R) (o : option nat) : R :=
  PK W rd X' r (fun o' => option_nat_eqb o' o).

(** Theorem T, abstractly: factors Gp and Gm that compare every cell and both
    half-lines with the same moved by delta bound every output. *)
Theorem theorem_T_coupling (Gp Gm r : R) (o : option nat) :
  0 <= Gm -> M_f r -> In o (outputs N) ->
  (forall i, (i < N)%nat ->
     G (a (S i) + delta - r) - G (a i - delta - r) <= Gp * (G (a (S i) - r) - G (a i - r)) /\
     G (a (S i) - r) - G (a i - r) <= Gm * (G (a (S i) - delta - r) - G (a i + delta - r))) ->
  G (a 0%nat + delta - r) <= Gp * G (a 0%nat - r) ->
  G (a 0%nat - r) <= Gm * G (a 0%nat - delta - r) ->
  1 - G (a N - delta - r) <= Gp * (1 - G (a N - r)) ->
  1 - G (a N - r) <= Gm * (1 - G (a N + delta - r)) ->
  finite_of r o <= Gp * ideal_of r o /\ ideal_of r o <= Gm * finite_of r o.
Proof.
  intros HGm Hr Ho Hcell L1 L2 H1 H2. destruct cells as [Hin [Hopen Hwin]].
  assert (Hle := edges_le a N edges_increase). unfold finite_of.
  destruct o as [i|]; simpl.
  - apply in_outputs_cell in Ho. destruct (Hcell i Ho) as [C1 C2].
    assert (U : PK W rd X' r (fun o' => option_nat_eqb o' (Some i))
                <= G (a (S i) + delta - r) - G (a i - delta - r)).
    { apply (coupling_upper W X G law delta rd delta_nonneg M_f X' measurable A
               (fun o => option_nat_eqb o (Some i)));
        [exact Hr|apply edges_increase, Ho| |reflexivity].
      intros v Hv. apply option_nat_eqb_eq in Hv. split; [congruence|]. apply (Hin _ _ Hv). }
    assert (V : G (a (S i) - delta - r) - G (a i + delta - r)
                <= PK W rd X' r (fun o' => option_nat_eqb o' (Some i))).
    { apply (coupling_lower W X G law delta rd a N M_f X' measurable B
               (fun o => option_nat_eqb o (Some i)));
        [exact Hr|apply Hle; lia|apply Hle; lia|].
      intros v Hv. apply option_nat_eqb_eq. apply Hopen; assumption. }
    split; [lra|]. apply Rle_trans with (1 := C2). apply Rmult_le_compat_l; assumption.
  - rewrite (coupling_outside W rd M_f X' measurable r Hr).
    assert (U : PK W rd X' r (fun o => negb (option_nat_eqb o None))
                <= G (a N + delta - r) - G (a 0%nat - delta - r)).
    { apply (coupling_upper W X G law delta rd delta_nonneg M_f X' measurable A
               (fun o => negb (option_nat_eqb o None)));
        [exact Hr|apply Hle; lia| |reflexivity].
      intros v Hv. destruct (rd (r + v)) as [i|] eqn:E; [|discriminate].
      split; [congruence|]. destruct (Hin _ _ E) as [Hi Hv'].
      assert (a 0%nat <= a i) by (apply Hle; lia).
      assert (a (S i) <= a N) by (apply Hle; lia). lra. }
    assert (V : G (a N - delta - r) - G (a 0%nat + delta - r)
                <= PK W rd X' r (fun o => negb (option_nat_eqb o None))).
    { apply (coupling_lower W X G law delta rd a N M_f X' measurable B
               (fun o => negb (option_nat_eqb o None))); [exact Hr|lra|lra|].
      intros v Hv. apply Hwin in Hv. destruct (rd (r + v)); [reflexivity|congruence]. }
    split; [lra|].
    apply Rle_trans with (Gm * (G (a 0%nat - delta - r) + (1 - G (a N + delta - r)))); [lra|].
    apply Rmult_le_compat_l; [exact HGm|lra].
Qed.

(** *** Densities *)

Variables (p : R -> R) (beta L : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis p_continuous : forall x, continuous p x.
Hypothesis p_nonneg : forall x, 0 <= p x.
Hypothesis C1 : forall x y, p x <= exp (beta * Rabs (x - y)) * p y.
Hypothesis p_density : forall x y, RInt p x y = G y - G x.
Hypothesis G_low : forall eps, 0 < eps -> exists x, G x < eps.
Hypothesis G_high : forall eps, 0 < eps -> exists x, 1 - eps < G x.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

(** Half-lines moved by delta, under any factor that is at least e^(beta delta). *)
Lemma half_lines_moved (C r : R) :
  exp (beta * delta) <= C ->
  G (a 0%nat + delta - r) <= C * G (a 0%nat - r) /\
  G (a 0%nat - r) <= C * G (a 0%nat - delta - r) /\
  1 - G (a N - delta - r) <= C * (1 - G (a N - r)) /\
  1 - G (a N - r) <= C * (1 - G (a N + delta - r)).
Proof.
  intros HC.
  assert (Hlow : forall x, G (x + delta) <= C * G x).
  { intros x. assert (H := C1_lower_half_line W X G law p beta p_continuous C1 p_density G_low x delta).
    rewrite Rabs_pos_eq in H by exact delta_nonneg. apply Rle_trans with (1 := H).
    apply Rmult_le_compat_r; [apply (G_range W X G law)|exact HC]. }
  assert (Hhigh : forall x, 1 - G (x + - delta) <= C * (1 - G x)).
  { intros x.
    assert (H := C1_upper_half_line W X G law p beta p_continuous C1 p_density G_high x (- delta)).
    rewrite Rabs_Ropp, Rabs_pos_eq in H by exact delta_nonneg. apply Rle_trans with (1 := H).
    assert (R := G_range W X G law x). apply Rmult_le_compat_r; [lra|exact HC]. }
  split; [|split; [|split]].
  - replace (a 0%nat + delta - r) with (a 0%nat - r + delta) by ring. apply Hlow.
  - replace (a 0%nat - r) with (a 0%nat - delta - r + delta) by ring. apply Hlow.
  - replace (a N - delta - r) with (a N - r + - delta) by ring. apply Hhigh.
  - replace (a N - r) with (a N + delta - r + - delta) by ring. apply Hhigh.
Qed.

(** Form 1 (scaling), under (C1) alone. *)
Theorem theorem_T_C1 (r : R) (o : option nat) :
  M_f r -> In o (outputs N) ->
  finite_of r o <= (1 + 2 * delta / L) * exp (beta * delta) * ideal_of r o /\
  ideal_of r o <= L / (L - 2 * delta) * exp (beta * delta) * finite_of r o.
Proof.
  intros Hr Ho. assert (HE := exp_pos (beta * delta)).
  assert (Rp : 1 + 2 * delta / L = rho (L + delta) (delta / 2)) by (unfold rho; field; lra).
  assert (Rm : L / (L - 2 * delta) = rho (L - delta) (delta / 2)) by (unfold rho; field; lra).
  assert (Hp : 1 <= rho (L + delta) (delta / 2)) by (apply rho_ge_1; lra).
  assert (Hm : 1 <= rho (L - delta) (delta / 2)) by (apply rho_ge_1; lra).
  rewrite Rp, Rm.
  destruct (half_lines_moved (rho (L + delta) (delta / 2) * exp (beta * delta)) r ltac:(nra))
    as [P1 [_ [P3 _]]].
  destruct (half_lines_moved (rho (L - delta) (delta / 2) * exp (beta * delta)) r ltac:(nra))
    as [_ [M2 [_ M4]]].
  apply theorem_T_coupling; trivial; [apply Rmult_le_pos; lra|].
  assert (Hs : forall c l L', delta < L' -> L' <= l ->
            RInt p (c - (l + delta) / 2 - r) (c + (l + delta) / 2 - r)
            <= rho L' (delta / 2) * exp (beta * delta)
               * RInt p (c - (l - delta) / 2 - r) (c + (l - delta) / 2 - r)).
  { intros c l L' HL Hl.
    assert (H := scaling p beta ltac:(lra) p_continuous p_nonneg C1 c l L' (delta / 2) r r
                   ltac:(lra) ltac:(lra) Hl). cbv zeta in H.
    rewrite Rminus_eq_0, Rabs_R0, Rplus_0_r in H.
    replace (2 * (delta / 2)) with delta in H by field. exact H. }
  intros i Hi. assert (Hlong := cells_long i Hi). rewrite <- !p_density.
  set (c := (a i + a (S i)) / 2). split.
  - assert (H := Hs c (a (S i) - a i + delta) (L + delta) ltac:(lra) ltac:(lra)).
    replace (a i - delta - r) with (c - (a (S i) - a i + delta + delta) / 2 - r) by (unfold c; field).
    replace (a (S i) + delta - r) with (c + (a (S i) - a i + delta + delta) / 2 - r)
      by (unfold c; field).
    replace (a i - r) with (c - (a (S i) - a i + delta - delta) / 2 - r) by (unfold c; field).
    replace (a (S i) - r) with (c + (a (S i) - a i + delta - delta) / 2 - r) by (unfold c; field).
    exact H.
  - assert (H := Hs c (a (S i) - a i - delta) (L - delta) ltac:(lra) ltac:(lra)).
    replace (a i + delta - r) with (c - (a (S i) - a i - delta - delta) / 2 - r) by (unfold c; field).
    replace (a (S i) - delta - r) with (c + (a (S i) - a i - delta - delta) / 2 - r)
      by (unfold c; field).
    replace (a i - r) with (c - (a (S i) - a i - delta + delta) / 2 - r) by (unfold c; field).
    replace (a (S i) - r) with (c + (a (S i) - a i - delta + delta) / 2 - r) by (unfold c; field).
    exact H.
Qed.

(** Form 2 (sinh), under (C1) and (LC): p = e^(-psi), psi convex. *)
Theorem theorem_T_LC (psi : R -> R) (r : R) (o : option nat) :
  (forall x, p x = exp (- psi x)) ->
  (forall x y t, 0 <= t <= 1 -> psi ((1 - t) * x + t * y) <= (1 - t) * psi x + t * psi y) ->
  M_f r -> In o (outputs N) ->
  finite_of r o <= Gamma_above beta L delta * ideal_of r o /\
  ideal_of r o <= Gamma_below beta L delta * finite_of r o.
Proof.
  intros Hp Hconv Hr Ho.
  assert (Hlip : forall x y, psi y <= psi x + beta * Rabs (x - y)).
  { intros x y. apply Rnot_lt_le. intros H.
    assert (HC := C1 x y). rewrite !Hp, <- exp_plus in HC.
    assert (Hlt : exp (beta * Rabs (x - y) + - psi y) < exp (- psi x))
      by (apply exp_lt_exp; lra).
    lra. }
  assert (Ep := exp_le_Gamma_above beta L delta beta_pos delta_nonneg L_large).
  assert (Em := exp_le_Gamma_below beta L delta beta_pos delta_nonneg L_large).
  assert (Gm := Gamma_below_pos beta L delta beta_pos delta_nonneg L_large).
  destruct (half_lines_moved (Gamma_above beta L delta) r Ep) as [P1 [_ [P3 _]]].
  destruct (half_lines_moved (Gamma_below beta L delta) r Em) as [_ [M2 [_ M4]]].
  apply theorem_T_coupling; trivial; [lra|].
  assert (Hs : forall c l L', delta < L' -> L' <= l ->
            RInt p (c - (l + delta) / 2) (c + (l + delta) / 2)
            <= Gamma beta L' (delta / 2) * RInt p (c - (l - delta) / 2) (c + (l - delta) / 2)).
  { intros c l L' HL Hl.
    rewrite !(RInt_ext p (fun x => exp (- psi x))) by (intros x _; apply Hp).
    assert (H := log_concave_cell psi beta beta_pos Hconv Hlip c l L' (delta / 2)
                   ltac:(lra) ltac:(lra) Hl). cbv zeta in H.
    replace (2 * (delta / 2)) with delta in H by field. exact H. }
  intros i Hi. assert (Hlong := cells_long i Hi). rewrite <- !p_density.
  set (c := (a i + a (S i)) / 2 - r). split.
  - rewrite Gamma_above_is_Gamma.
    assert (H := Hs c (a (S i) - a i + delta) (L + delta) ltac:(lra) ltac:(lra)).
    replace (a i - delta - r) with (c - (a (S i) - a i + delta + delta) / 2) by (unfold c; field).
    replace (a (S i) + delta - r) with (c + (a (S i) - a i + delta + delta) / 2)
      by (unfold c; field).
    replace (a i - r) with (c - (a (S i) - a i + delta - delta) / 2) by (unfold c; field).
    replace (a (S i) - r) with (c + (a (S i) - a i + delta - delta) / 2) by (unfold c; field).
    exact H.
  - rewrite Gamma_below_is_Gamma.
    assert (H := Hs c (a (S i) - a i - delta) (L - delta) ltac:(lra) ltac:(lra)).
    replace (a i + delta - r) with (c - (a (S i) - a i - delta - delta) / 2) by (unfold c; field).
    replace (a (S i) - delta - r) with (c + (a (S i) - a i - delta - delta) / 2)
      by (unfold c; field).
    replace (a i - r) with (c - (a (S i) - a i - delta + delta) / 2) by (unfold c; field).
    replace (a (S i) - r) with (c + (a (S i) - a i - delta + delta) / 2) by (unfold c; field).
    exact H.
Qed.

End Coupling.
