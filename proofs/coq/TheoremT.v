(** * Theorem T on the line: what runs is close to what was meant, output by output

    proofs/theory.md, paragraph 1.7, for Laplace noise, a finite generator and
    a window that is an interval of cells of length >= L, the output Outside
    included.  For every possible answer r and every output o,
      e^(-km) P[K_r = o] <= P[K'_r = o] <= e^kp P[K_r = o],
    K_r the ideal mechanism, K'_r the one that runs,
      kp = ln(sinh(beta(L+2delta)/2)/sinh(beta L/2)),
      km = ln(sinh(beta L/2)/sinh(beta(L-2delta)/2)).

    Then for the mechanism that tells Below from Above, hence (post-processing)
    for the one that reports the nearer end of the window; and for the
    generators of Theorem A: absolute bias through the inverse CDF, absolute
    bias with a sign bit, and the relative generator.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: kdelta_oracle::transfer::Closeness.  Rests on Discretised.v,
    Sinh.v, RationalBounds.v, SignedOutside.v and Transfer.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool FinFun.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA
  TheoremACoupling Lipschitz LogMetric SignedOutside SignBit Transfer.
Import ListNotations.

Local Open Scope R_scope.

(** ** The two factors *)

(** G+ = sinh(beta(L+2delta)/2) / sinh(beta L/2). *)
Definition Gamma_above (beta L delta : R) : R :=
  sinh (beta * ((L + 2 * delta) / 2)) / sinh (beta * (L / 2)).

(** G- = sinh(beta L/2) / sinh(beta(L-2delta)/2). *)
Definition Gamma_below (beta L delta : R) : R :=
  sinh (beta * (L / 2)) / sinh (beta * ((L - 2 * delta) / 2)).

(** Both are values of Gamma, at half the shift, so that what is proved of Gamma
    is proved of them. *)
Lemma Gamma_above_is_Gamma (beta L delta : R) :
  Gamma_above beta L delta = Gamma beta (L + delta) (delta / 2).
Proof.
  unfold Gamma_above, Gamma. f_equal; [|f_equal]; f_equal; field.
Qed.

Lemma Gamma_below_is_Gamma (beta L delta : R) :
  Gamma_below beta L delta = Gamma beta (L - delta) (delta / 2).
Proof.
  unfold Gamma_below, Gamma. f_equal; [|f_equal]; f_equal; field.
Qed.

Section Factors.

Variables (beta L delta : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.

Lemma Gamma_above_pos : 0 < Gamma_above beta L delta.
Proof. rewrite Gamma_above_is_Gamma. apply Gamma_pos; lra. Qed.

Lemma Gamma_below_pos : 0 < Gamma_below beta L delta.
Proof. rewrite Gamma_below_is_Gamma. apply Gamma_pos; lra. Qed.

(** Nothing is lost against Theorem A: G+ G- = Gamma. *)
Theorem Gamma_splits : Gamma_above beta L delta * Gamma_below beta L delta = Gamma beta L delta.
Proof.
  unfold Gamma_above, Gamma_below, Gamma.
  assert (0 < sinh (beta * (L / 2))) by (apply sinh_pos; nra).
  assert (0 < sinh (beta * ((L - 2 * delta) / 2))) by (apply sinh_half_pos; lra).
  field. lra.
Qed.

(** kp + km = ln Gamma. *)
Theorem kappa_splits :
  ln (Gamma_above beta L delta) + ln (Gamma_below beta L delta) = ln (Gamma beta L delta).
Proof.
  rewrite <- ln_mult, Gamma_splits; [reflexivity|apply Gamma_above_pos|apply Gamma_below_pos].
Qed.

(** The half-lines: e^(beta delta) is at most G+ and at most G-. *)
Theorem exp_le_Gamma_above : exp (beta * delta) <= Gamma_above beta L delta.
Proof.
  rewrite Gamma_above_is_Gamma. replace (beta * delta) with (beta * (2 * (delta / 2))) by field.
  apply exp_le_Gamma; lra.
Qed.

Theorem exp_le_Gamma_below : exp (beta * delta) <= Gamma_below beta L delta.
Proof.
  rewrite Gamma_below_is_Gamma. replace (beta * delta) with (beta * (2 * (delta / 2))) by field.
  apply exp_le_Gamma; lra.
Qed.

(** The scaling form: kp <= ln(1 + 2delta/L) + beta delta. *)
Theorem kappa_above_scaling :
  ln (Gamma_above beta L delta) <= ln (1 + 2 * delta / L) + beta * delta.
Proof.
  rewrite Gamma_above_is_Gamma.
  assert (H := ln_Gamma_le_scaling beta (L + delta) (delta / 2) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (1 + 2 * delta / L) with (rho (L + delta) (delta / 2)) by (unfold rho; field; lra).
  lra.
Qed.

(** The scaling form: km <= ln(L/(L-2delta)) + beta delta. *)
Theorem kappa_below_scaling :
  ln (Gamma_below beta L delta) <= ln (L / (L - 2 * delta)) + beta * delta.
Proof.
  rewrite Gamma_below_is_Gamma.
  assert (H := ln_Gamma_le_scaling beta (L - delta) (delta / 2) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (L / (L - 2 * delta)) with (rho (L - delta) (delta / 2)) by (unfold rho; field; lra).
  lra.
Qed.

(** The rational form of kp. *)
Theorem kappa_above_rational :
  ln (Gamma_above beta L delta)
  <= 2 * delta * (L + delta) / (L * (L + 2 * delta))
     + Rmin (beta * delta) (beta * beta * (L + delta) * delta / 6).
Proof.
  rewrite Gamma_above_is_Gamma.
  assert (H := ln_Gamma_le_rational beta (L + delta) (delta / 2)
                 ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (2 * delta * (L + delta) / (L * (L + 2 * delta)))
    with (4 * (L + delta) * (delta / 2)
          / ((L + delta) * (L + delta) - 4 * (delta / 2) * (delta / 2))).
  - replace (beta * delta) with (2 * beta * (delta / 2)) by field.
    replace (beta * beta * (L + delta) * delta / 6)
      with (beta * beta * (L + delta) * (delta / 2) / 3) by field.
    exact H.
  - replace ((L + delta) * (L + delta) - 4 * (delta / 2) * (delta / 2))
      with (L * (L + 2 * delta)) by field.
    field. lra.
Qed.

(** The rational form of km. *)
Theorem kappa_below_rational :
  ln (Gamma_below beta L delta)
  <= 2 * delta * (L - delta) / (L * (L - 2 * delta))
     + Rmin (beta * delta) (beta * beta * (L - delta) * delta / 6).
Proof.
  rewrite Gamma_below_is_Gamma.
  assert (H := ln_Gamma_le_rational beta (L - delta) (delta / 2)
                 ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (2 * delta * (L - delta) / (L * (L - 2 * delta)))
    with (4 * (L - delta) * (delta / 2)
          / ((L - delta) * (L - delta) - 4 * (delta / 2) * (delta / 2))).
  - replace (beta * delta) with (2 * beta * (delta / 2)) by field.
    replace (beta * beta * (L - delta) * delta / 6)
      with (beta * beta * (L - delta) * (delta / 2) / 3) by field.
    exact H.
  - replace ((L - delta) * (L - delta) - 4 * (delta / 2) * (delta / 2))
      with (L * (L - 2 * delta)) by field.
    field. lra.
Qed.

(** The same, a little larger and simpler. *)
Corollary kappa_rational_simple :
  ln (Gamma_above beta L delta)
  <= 2 * delta / L + Rmin (beta * delta) (beta * beta * (L + delta) * delta / 6) /\
  ln (Gamma_below beta L delta)
  <= 2 * delta / (L - 2 * delta) + Rmin (beta * delta) (beta * beta * (L - delta) * delta / 6).
Proof.
  assert (Hp : 0 <= delta * delta / (L * (L + 2 * delta))).
  { apply Rmult_le_pos; [nra|]. left. apply Rinv_0_lt_compat. nra. }
  assert (Hm : 0 <= delta * delta / (L * (L - 2 * delta))).
  { apply Rmult_le_pos; [nra|]. left. apply Rinv_0_lt_compat. nra. }
  split.
  - apply Rle_trans with (1 := kappa_above_rational). apply Rplus_le_compat_r.
    replace (2 * delta / L)
      with (2 * delta * (L + delta) / (L * (L + 2 * delta))
            + 2 * (delta * delta / (L * (L + 2 * delta)))) by (field; lra). lra.
  - apply Rle_trans with (1 := kappa_below_rational). apply Rplus_le_compat_r.
    replace (2 * delta / (L - 2 * delta))
      with (2 * delta * (L - delta) / (L * (L - 2 * delta))
            + 2 * (delta * delta / (L * (L - 2 * delta)))) by (field; lra). lra.
Qed.

(** One cell of ends x, y, at least L long: the grown one against the cell ... *)
Lemma cell_grown (x y : R) :
  x + L <= y ->
  mass beta (x - delta) (y + delta) <= Gamma_above beta L delta * mass beta x y.
Proof.
  intros H. rewrite Gamma_above_is_Gamma.
  set (c := (x + y) / 2). set (l := y - x + delta).
  replace (x - delta) with (c - (l + 2 * (delta / 2)) / 2) by (unfold c, l; field).
  replace (y + delta) with (c + (l + 2 * (delta / 2)) / 2) by (unfold c, l; field).
  replace (mass beta x y)
    with (mass beta (c - (l - 2 * (delta / 2)) / 2) (c + (l - 2 * (delta / 2)) / 2))
    by (f_equal; unfold c, l; field).
  apply sinh_bound_cell; unfold l; lra.
Qed.

(** ... and the cell against the shrunk one. *)
Lemma cell_shrunk (x y : R) :
  x + L <= y ->
  mass beta x y <= Gamma_below beta L delta * mass beta (x + delta) (y - delta).
Proof.
  intros H. rewrite Gamma_below_is_Gamma.
  set (c := (x + y) / 2). set (l := y - x - delta).
  replace (x + delta) with (c - (l - 2 * (delta / 2)) / 2) by (unfold c, l; field).
  replace (y - delta) with (c + (l - 2 * (delta / 2)) / 2) by (unfold c, l; field).
  replace (mass beta x y)
    with (mass beta (c - (l + 2 * (delta / 2)) / 2) (c + (l + 2 * (delta / 2)) / 2))
    by (f_equal; unfold c, l; field).
  apply sinh_bound_cell; unfold l; lra.
Qed.

(** Half-lines moved by delta. *)
Lemma lower_grown (x : R) : F beta (x + delta) <= exp (beta * delta) * F beta x.
Proof.
  assert (H := lower_half_line_translation beta beta_pos x delta).
  rewrite Rabs_pos_eq in H by exact delta_nonneg. exact H.
Qed.

Lemma lower_shrunk (x : R) : F beta x <= exp (beta * delta) * F beta (x - delta).
Proof.
  assert (H := lower_grown (x - delta)). replace (x - delta + delta) with x in H by ring.
  exact H.
Qed.

Lemma upper_grown (x : R) : 1 - F beta (x - delta) <= exp (beta * delta) * (1 - F beta x).
Proof.
  rewrite <- !F_symmetric by exact beta_pos. replace (- (x - delta)) with (- x + delta) by ring.
  apply lower_grown.
Qed.

Lemma upper_shrunk (x : R) : 1 - F beta x <= exp (beta * delta) * (1 - F beta (x + delta)).
Proof.
  rewrite <- !F_symmetric by exact beta_pos. replace (- (x + delta)) with (- x - delta) by ring.
  apply lower_shrunk.
Qed.

End Factors.

(** ** The ideal law *)

(** All outputs: Outside and N cells. *)
Definition outputs (N : nat) : list (option nat) := None :: map Some (seq 0 N).

(** The law of rd(r + X), X exact Laplace noise: edges have no mass, so that the
    tie rule of the rounding does not matter. *)
Definition ideal (beta : R) (a : nat -> R) (N : nat) (r : R) (o : option nat) : R :=
  match o with
  | Some i => mass beta (a i - r) (a (S i) - r)
  | None => F beta (a 0%nat - r) + (1 - F beta (a N - r))
  end.

Lemma in_outputs_cell (N i : nat) : In (Some i) (outputs N) <-> (i < N)%nat.
Proof.
  unfold outputs. simpl. rewrite in_map_iff. split.
  - intros [H|[j [E Hj]]]; [discriminate|]. injection E as ->. apply in_seq in Hj. lia.
  - intros H. right. exists i. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma cells_telescope (beta : R) (a : nat -> R) (r : R) (N : nat) :
  Sum (seq 0 N) (fun i => mass beta (a i - r) (a (S i) - r))
  = F beta (a N - r) - F beta (a 0%nat - r).
Proof.
  induction N as [|n IH]; [simpl; ring|].
  rewrite seq_S, Sum_app, IH. simpl. unfold mass. ring.
Qed.

Theorem ideal_is_law (beta : R) (a : nat -> R) (N : nat) (r : R) :
  0 < beta -> (forall i, (i < N)%nat -> a i <= a (S i)) ->
  is_law (outputs N) (ideal beta a N r).
Proof.
  intros Hb Ha. split.
  - intros [i|] Ho; simpl.
    + apply in_outputs_cell in Ho. apply mass_nonneg; [exact Hb|]. assert (H := Ha i Ho). lra.
    + assert (H1 := F_range beta Hb (a 0%nat - r)). assert (H2 := F_range beta Hb (a N - r)). lra.
  - unfold outputs. cbn [Sum]. rewrite Sum_map. simpl ideal. rewrite cells_telescope. ring.
Qed.

(** The ideal mechanism is private: P[K_r1 = o] <= e^(beta|r1-r2|) P[K_r2 = o].
    With [transfer_pure] and [theorem_T] this is Theorem A again. *)
Theorem ideal_private (beta : R) (a : nat -> R) (N : nat) (r1 r2 : R) (o : option nat) :
  0 < beta -> (forall i, (i < N)%nat -> a i <= a (S i)) -> In o (outputs N) ->
  ideal beta a N r1 o <= exp (beta * Rabs (r1 - r2)) * ideal beta a N r2 o.
Proof.
  intros Hb Ha Ho. rewrite Rabs_minus_sym.
  assert (E : forall x, x - r1 = (x - r2) + (r2 - r1)) by (intros x; ring).
  destruct o as [i|]; simpl.
  - apply in_outputs_cell in Ho. rewrite !(E (a _)). apply interval_translation; [exact Hb|].
    assert (H := Ha i Ho). lra.
  - rewrite !(E (a _)), Rmult_plus_distr_l. apply Rplus_le_compat.
    + apply lower_half_line_translation, Hb.
    + apply upper_half_line_translation, Hb.
Qed.

(** It is the law of the output on any probability space that carries an X with
    the distribution function F. *)
Theorem ideal_is_exact_law (W : probability_space) (X : W -> R) (beta : R)
    (rd : R -> option nat) (a : nat -> R) (N : nat) (r : R) (o : option nat) :
  0 < beta -> has_law W X (F beta) -> rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i <= a (S i)) ->
  (forall S : option nat -> bool, event W (fun w => S (rd (r + X w)))) ->
  In o (outputs N) ->
  Pr W (fun w => option_nat_eqb (rd (r + X w)) o) = ideal beta a N r o.
Proof.
  intros Hb Hlaw Hcells Ha Hev Ho.
  set (X' := fun (_ : R) (w : W) => Some (X w)).
  set (M_f := fun s => s = r).
  assert (Hm : forall s, M_f s -> forall S : option nat -> bool,
            event W (fun w => S (output rd s (X' s w)))).
  { intros s -> S. apply Hev. }
  assert (Hnear : forall s w, exists v, X' s w = Some v /\ Rabs (v - X w) <= 0).
  { intros s w. exists (X w). split; [reflexivity|]. rewrite Rminus_eq_0, Rabs_R0. lra. }
  assert (HA : forall s w, M_f s -> output rd s (X' s w) <> None ->
            exists v, X' s w = Some v /\ Rabs (v - X w) <= 0) by (intros; apply Hnear).
  assert (HB : forall s w, M_f s -> a 0%nat + 0 < s + X w < a N - 0 ->
            exists v, X' s w = Some v /\ Rabs (v - X w) <= 0) by (intros; apply Hnear).
  destruct Hcells as [Hin [Hopen Hwin]].
  assert (Hset : forall (S : option nat -> bool) (l e : R),
            l <= e -> a 0%nat <= l -> e <= a N -> S None = false ->
            (forall v, S (rd (r + v)) = true -> rd (r + v) <> None /\ l <= r + v <= e) ->
            (forall v, l < r + v < e -> S (rd (r + v)) = true) ->
            Pr W (fun w => S (rd (r + X w))) = F beta (e - r) - F beta (l - r)).
  { intros S l e Hle Hl He HN H1 H2. apply Rle_antisym.
    - assert (H := coupling_upper W X (F beta) Hlaw 0 rd (Rle_refl 0) M_f X' Hm HA S l e r
                     eq_refl Hle H1 HN).
      unfold PK in H. simpl in H. rewrite Rplus_0_r, Rminus_0_r in H. exact H.
    - assert (H := coupling_lower W X (F beta) Hlaw 0 rd a N M_f X' Hm HB S l e r
                     eq_refl Hl He H2).
      unfold PK in H. simpl in H. rewrite Rplus_0_r, Rminus_0_r in H. exact H. }
  assert (Hle := edges_le a N Ha).
  destruct o as [i|]; simpl.
  - apply in_outputs_cell in Ho. unfold mass.
    apply (Hset (fun o => option_nat_eqb o (Some i))).
    + apply Ha, Ho.
    + apply Hle; lia.
    + apply Hle; lia.
    + reflexivity.
    + intros v Hv. apply option_nat_eqb_eq in Hv. split; [congruence|]. apply (Hin _ _ Hv).
    + intros v Hv. apply option_nat_eqb_eq. apply Hopen; assumption.
  - rewrite (Pr_ext W _ (fun w => negb (negb (option_nat_eqb (rd (r + X w)) None))))
      by (intros w; symmetry; apply negb_involutive).
    rewrite (Pr_not W (fun w => negb (option_nat_eqb (rd (r + X w)) None)))
      by apply (Hev (fun o => negb (option_nat_eqb o None))).
    rewrite (Hset (fun o => negb (option_nat_eqb o None)) (a 0%nat) (a N)).
    + ring.
    + apply Hle; lia.
    + lra.
    + lra.
    + reflexivity.
    + intros v Hv. destruct (rd (r + v)) as [i|] eqn:E; [|discriminate].
      split; [congruence|]. destruct (Hin _ _ E) as [Hi Hv'].
      assert (a 0%nat <= a i) by (apply Hle; lia).
      assert (a (S i) <= a N) by (apply Hle; lia). lra.
    + intros v Hv. apply Hwin in Hv. destruct (rd (r + v)); [reflexivity|congruence].
Qed.

(** ** The law that runs *)

Lemma Sum_at {O : Type} (eqb : O -> O -> bool) (l : list O) (k : O) (f : O -> R) :
  NoDup l -> (forall o, In o l -> eqb k o = true <-> k = o) -> In k l ->
  Sum l (fun o => if eqb k o then f o else 0) = f k.
Proof.
  induction 1 as [|o l Ho Hl IH]; intros He Hk; simpl in *; [tauto|].
  destruct (eqb k o) eqn:E.
  - apply He in E; [|left; reflexivity]. subst o.
    rewrite (Sum_ext l _ (fun _ => 0)), Sum_zero; [ring|].
    intros x Hx. destruct (eqb k x) eqn:E'; [|reflexivity].
    apply He in E'; [|right; exact Hx]. subst x. contradiction.
  - rewrite IH.
    + ring.
    + intros x Hx. apply He. right. exact Hx.
    + destruct Hk as [->|Hk]; [|exact Hk]. exfalso.
      assert (eqb k k = true) by (apply He; [left|]; reflexivity). congruence.
Qed.

(** The probability of a set of outputs is the sum of those of its elements. *)
Lemma prob_as_sum {O : Type} (eqb : O -> O -> bool) (l : list O) (K : option R -> O)
    (g : generator) (T : O -> bool) :
  NoDup l -> (forall x o, In o l -> eqb (K x) o = true <-> K x = o) ->
  (forall x, In (K x) l) ->
  prob (fun x => T (K x)) g = Prob l (fun o => prob (fun x => eqb (K x) o) g) T.
Proof.
  intros Hl He HK. unfold Prob. induction g as [|[w x] g IH]; simpl.
  - symmetry. rewrite (Sum_ext l _ (fun _ => 0)); [apply Sum_zero|].
    intros o _. destruct (T o); reflexivity.
  - symmetry.
    rewrite (Sum_ext l _
               (fun o => (if eqb (K x) o then (if T o then w else 0) else 0)
                         + (if T o then prob (fun x => eqb (K x) o) g else 0))).
    + rewrite Sum_plus, (Sum_at eqb l (K x) (fun o => if T o then w else 0)), IH; auto.
    + intros o _. destruct (T o), (eqb (K x) o); ring.
Qed.

(** The probability of the output o for the answer r. *)
Definition finite (rd : R -> option nat) (g : generator) (r : R) (o : option nat) : R :=
  prob (fun x => option_nat_eqb (output rd r x) o) g.

Lemma outputs_NoDup (N : nat) : NoDup (outputs N).
Proof.
  unfold outputs. constructor.
  - rewrite in_map_iff. intros [i [E _]]. discriminate.
  - apply Injective_map_NoDup; [|apply seq_NoDup].
    intros i j E. injection E as ->. reflexivity.
Qed.

Lemma output_in_outputs (rd : R -> option nat) (a : nat -> R) (N : nat) (r : R) (x : option R) :
  rounds_to_cells rd a N -> In (output rd r x) (outputs N).
Proof.
  intros [Hin _]. destruct (output rd r x) as [i|] eqn:E; [|left; reflexivity].
  apply in_outputs_cell. destruct x as [v|]; simpl in E; [|discriminate]. apply (Hin _ _ E).
Qed.

(** The probability of a set T, as the theorems A write it. *)
Lemma finite_sets (rd : R -> option nat) (a : nat -> R) (N : nat) (g : generator) (r : R)
    (T : option nat -> bool) :
  rounds_to_cells rd a N ->
  prob (fun x => T (output rd r x)) g = Prob (outputs N) (finite rd g r) T.
Proof.
  intros Hc. apply (prob_as_sum option_nat_eqb (outputs N) (output rd r)).
  - apply outputs_NoDup.
  - intros x o _. apply option_nat_eqb_eq.
  - intros x. apply output_in_outputs with (a := a), Hc.
Qed.

Lemma prob_true (g : generator) : prob (fun _ => true) g = total g.
Proof. induction g as [|[w x] g IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Theorem finite_is_law (rd : R -> option nat) (a : nat -> R) (N : nat) (g : generator) (r : R) :
  rounds_to_cells rd a N -> is_generator g -> is_law (outputs N) (finite rd g r).
Proof.
  intros Hc [Hw Ht]. split; [intros o _; apply prob_nonneg, Hw|].
  assert (H := finite_sets rd a N g r (fun _ => true) Hc). rewrite prob_true, Ht in H.
  symmetry. exact H.
Qed.

(** From factors to exponents. *)
Lemma close_from_factors {O : Type} (l : list O) (P P' : O -> R) (Gp Gm kp km : R) :
  0 < Gp -> 0 < Gm -> ln Gp <= kp -> ln Gm <= km ->
  (forall o, In o l -> 0 <= P o) -> (forall o, In o l -> 0 <= P' o) ->
  (forall o, In o l -> P o <= Gm * P' o /\ P' o <= Gp * P o) ->
  close l P P' kp km.
Proof.
  intros Hp Hm Lp Lm HP HP' H o Ho. destruct (H o Ho) as [H1 H2].
  assert (Ep : Gp <= exp kp) by (rewrite <- (exp_ln Gp Hp); apply exp_le_exp, Lp).
  assert (Em : Gm <= exp km) by (rewrite <- (exp_ln Gm Hm); apply exp_le_exp, Lm).
  assert (H0 := HP o Ho). assert (H0' := HP' o Ho). split.
  - rewrite exp_neg_inv. assert (Hk := exp_pos km).
    apply Rmult_le_reg_l with (exp km); [exact Hk|].
    replace (exp km * (/ exp km * P o)) with (P o) by (field; lra). nra.
  - nra.
Qed.

(** The same from a factor hi above and a factor lo > 0 below. *)
Lemma close_from_bounds {O : Type} (l : list O) (P P' : O -> R) (hi lo : R) :
  0 < hi -> 0 < lo ->
  (forall o, In o l -> 0 <= P o) -> (forall o, In o l -> 0 <= P' o) ->
  (forall o, In o l -> P' o <= hi * P o /\ lo * P o <= P' o) ->
  close l P P' (ln hi) (- ln lo).
Proof.
  intros Hh Hl HP HP' H. rewrite <- ln_Rinv by exact Hl.
  apply close_from_factors with (Gp := hi) (Gm := / lo); trivial; try apply Rle_refl.
  - apply Rinv_0_lt_compat, Hl.
  - intros o Ho. destruct (H o Ho) as [H1 H2]. split; [|exact H1].
    apply Rmult_le_reg_l with lo; [exact Hl|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact H2.
Qed.

Section TheoremT.

Variables (beta L delta : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Variables (a : nat -> R) (N : nat).
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

Let edges : forall i, (i < N)%nat -> a i <= a (S i).
Proof. intros i Hi. assert (H := cells_long i Hi). lra. Qed.

Section Unsigned.

Variable rd : R -> option nat.
Hypothesis cells : rounds_to_cells rd a N.
Variables (g : generator) (r : R).
Hypothesis gen : is_generator g.
Hypothesis gen_H : hypothesis_H beta delta rd a N g r.

(** Theorem T, multiplicative and without logarithms: for every output, Outside
    included, P[K_r = o] <= G- P[K'_r = o] and P[K'_r = o] <= G+ P[K_r = o]. *)
Theorem theorem_T_factors (o : option nat) :
  In o (outputs N) ->
  ideal beta a N r o <= Gamma_below beta L delta * finite rd g r o /\
  finite rd g r o <= Gamma_above beta L delta * ideal beta a N r o.
Proof.
  intros Ho.
  assert (Gp := Gamma_above_pos beta L delta beta_pos delta_nonneg L_large).
  assert (Gm := Gamma_below_pos beta L delta beta_pos delta_nonneg L_large).
  destruct o as [i|].
  - apply in_outputs_cell in Ho. assert (Hl := cells_long i Ho). split.
    + apply Rle_trans with (Gamma_below beta L delta
        * mass beta (a i + delta - r) (a (S i) - delta - r)).
      * replace (a i + delta - r) with (a i - r + delta) by ring.
        replace (a (S i) - delta - r) with (a (S i) - r - delta) by ring.
        apply cell_shrunk; trivial. lra.
      * apply Rmult_le_compat_l; [lra|]. apply discretised_lower with (N := N); auto.
    + apply Rle_trans with (mass beta (a i - delta - r) (a (S i) + delta - r)).
      * apply discretised_upper with (N := N); auto.
      * replace (a i - delta - r) with (a i - r - delta) by ring.
        replace (a (S i) + delta - r) with (a (S i) - r + delta) by ring.
        apply cell_grown; trivial. lra.
  - assert (Ep := exp_le_Gamma_above beta L delta beta_pos delta_nonneg L_large).
    assert (Em := exp_le_Gamma_below beta L delta beta_pos delta_nonneg L_large).
    assert (I0 := F_range beta beta_pos (a 0%nat - r)).
    assert (IN := F_range beta beta_pos (a N - r)). split; simpl.
    + assert (H : F beta (a 0%nat - delta - r) + (1 - F beta (a N + delta - r))
                  <= finite rd g r None) by (apply discretised_outside_lower; auto).
      assert (H1 := lower_shrunk beta delta beta_pos delta_nonneg (a 0%nat - r)).
      assert (H2 := upper_shrunk beta delta beta_pos delta_nonneg (a N - r)).
      replace (a 0%nat - r - delta) with (a 0%nat - delta - r) in H1 by ring.
      replace (a N - r + delta) with (a N + delta - r) in H2 by ring.
      assert (J0 := F_range beta beta_pos (a 0%nat - delta - r)).
      assert (JN := F_range beta beta_pos (a N + delta - r)).
      nra.
    + assert (H : finite rd g r None
                  <= F beta (a 0%nat + delta - r) + (1 - F beta (a N - delta - r)))
        by (apply discretised_outside_upper; auto).
      assert (H1 := lower_grown beta delta beta_pos delta_nonneg (a 0%nat - r)).
      assert (H2 := upper_grown beta delta beta_pos delta_nonneg (a N - r)).
      replace (a 0%nat - r + delta) with (a 0%nat + delta - r) in H1 by ring.
      replace (a N - r - delta) with (a N - delta - r) in H2 by ring.
      nra.
Qed.

(** Theorem T: closeness with any pair at least as large as the sinh form; so
    the scaling and rational forms are covered too. *)
Theorem theorem_T (kp km : R) :
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  close (outputs N) (ideal beta a N r) (finite rd g r) kp km.
Proof.
  intros Hp Hm.
  apply close_from_factors with (Gp := Gamma_above beta L delta) (Gm := Gamma_below beta L delta);
    trivial.
  - apply Gamma_above_pos; assumption.
  - apply Gamma_below_pos; assumption.
  - apply ideal_is_law; trivial.
  - apply finite_is_law with (a := a); trivial.
  - apply theorem_T_factors.
Qed.

(** The scaling form of Theorem T. *)
Corollary theorem_T_scaling :
  close (outputs N) (ideal beta a N r) (finite rd g r)
    (ln (1 + 2 * delta / L) + beta * delta) (ln (L / (L - 2 * delta)) + beta * delta).
Proof. apply theorem_T; [apply kappa_above_scaling|apply kappa_below_scaling]; assumption. Qed.

End Unsigned.

(** ** With sides: Below and Above as separate outputs *)

Definition signed_outputs : list signed_output := Below :: Above :: map Cell (seq 0 N).

(** The law of rs(r + X), X exact Laplace noise. *)
Definition ideal_signed (r : R) (o : signed_output) : R :=
  match o with
  | Below => F beta (a 0%nat - r)
  | Cell i => mass beta (a i - r) (a (S i) - r)
  | Above => 1 - F beta (a N - r)
  end.

Definition signed_eqb (o o' : signed_output) : bool := option_nat_eqb (code N o) (code N o').

Definition finite_signed (rs : R -> signed_output) (g : generator) (r : R) (o : signed_output) : R :=
  prob (fun x => signed_eqb (signed_report rs r x) o) g.

Lemma in_signed_outputs_cell (i : nat) : In (Cell i) signed_outputs <-> (i < N)%nat.
Proof.
  unfold signed_outputs. simpl. rewrite in_map_iff. split.
  - intros [H|[H|[j [E Hj]]]]; try discriminate. injection E as ->. apply in_seq in Hj. lia.
  - intros H. right. right. exists i. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma ideal_signed_is_law (r : R) : is_law signed_outputs (ideal_signed r).
Proof.
  split.
  - intros [|i|] Ho; simpl.
    + left. apply F_range, beta_pos.
    + apply in_signed_outputs_cell in Ho. apply mass_nonneg; [exact beta_pos|].
      assert (H := edges i Ho). lra.
    + assert (H := F_range beta beta_pos (a N - r)). lra.
  - unfold signed_outputs. cbn [Sum]. rewrite Sum_map. simpl ideal_signed.
    rewrite cells_telescope. ring.
Qed.

Section Signed.

Variable rs : R -> signed_output.
Hypothesis cells : rounds_to_signed_cells rs a N.
Variables (g : generator) (r : R).
Hypothesis gen : is_generator g.

Lemma report_in_outputs (x : option R) : In (signed_report rs r x) signed_outputs.
Proof.
  destruct (signed_report rs r x) as [|i|] eqn:E; [left; reflexivity| |right; left; reflexivity].
  apply in_signed_outputs_cell. destruct x as [v|]; simpl in E; [|discriminate].
  apply (proj1 (proj2 (proj2 (proj2 (proj2 cells))))) in E. apply E.
Qed.

Lemma signed_eqb_eq (o o' : signed_output) :
  In o signed_outputs -> In o' signed_outputs -> signed_eqb o o' = true <-> o = o'.
Proof.
  intros Ho Ho'. unfold signed_eqb. rewrite option_nat_eqb_eq.
  split; [|intros ->; reflexivity].
  destruct o as [|i|], o' as [|j|]; simpl; intros E; try discriminate; trivial;
    try (apply in_signed_outputs_cell in Ho); try (apply in_signed_outputs_cell in Ho');
    injection E; intros; subst; try lia; trivial.
Qed.

Lemma finite_signed_sets (T : signed_output -> bool) :
  prob (fun x => T (signed_report rs r x)) g = Prob signed_outputs (finite_signed rs g r) T.
Proof.
  apply (prob_as_sum signed_eqb signed_outputs (signed_report rs r)).
  - unfold signed_outputs. constructor; [|constructor].
    + simpl. rewrite in_map_iff. intros [H|[i [E _]]]; discriminate.
    + rewrite in_map_iff. intros [i [E _]]. discriminate.
    + apply Injective_map_NoDup; [|apply seq_NoDup].
      intros i j E. injection E as ->. reflexivity.
  - intros x o Ho. apply signed_eqb_eq; [apply report_in_outputs|exact Ho].
  - apply report_in_outputs.
Qed.

Lemma finite_signed_is_law : is_law signed_outputs (finite_signed rs g r).
Proof.
  destruct gen as [Hw Ht]. split; [intros o _; apply prob_nonneg, Hw|].
  assert (H := finite_signed_sets (fun _ => true)). rewrite prob_true, Ht in H.
  symmetry. exact H.
Qed.

Hypothesis gen_H : hypothesis_H_signed beta delta a N g r.

(** Theorem T with sides, multiplicative. *)
Theorem theorem_T_signed_factors (o : signed_output) :
  In o signed_outputs ->
  ideal_signed r o <= Gamma_below beta L delta * finite_signed rs g r o /\
  finite_signed rs g r o <= Gamma_above beta L delta * ideal_signed r o.
Proof.
  intros Ho.
  assert (Gp := Gamma_above_pos beta L delta beta_pos delta_nonneg L_large).
  assert (Gm := Gamma_below_pos beta L delta beta_pos delta_nonneg L_large).
  assert (Ep := exp_le_Gamma_above beta L delta beta_pos delta_nonneg L_large).
  assert (Em := exp_le_Gamma_below beta L delta beta_pos delta_nonneg L_large).
  destruct o as [|i|]; simpl ideal_signed.
  - assert (I0 := F_range beta beta_pos (a 0%nat - r)). split.
    + assert (H : F beta (a 0%nat - delta - r) <= finite_signed rs g r Below)
        by apply (below_lower beta L delta beta_pos delta_nonneg L_large rs a N cells cells_long
                    g r gen gen_H).
      assert (H1 := lower_shrunk beta delta beta_pos delta_nonneg (a 0%nat - r)).
      replace (a 0%nat - r - delta) with (a 0%nat - delta - r) in H1 by ring.
      assert (J0 := F_range beta beta_pos (a 0%nat - delta - r)).
      nra.
    + assert (H : finite_signed rs g r Below <= F beta (a 0%nat + delta - r))
        by apply (below_upper beta L delta beta_pos delta_nonneg L_large rs a N cells cells_long
                    g r gen gen_H).
      assert (H1 := lower_grown beta delta beta_pos delta_nonneg (a 0%nat - r)).
      replace (a 0%nat - r + delta) with (a 0%nat + delta - r) in H1 by ring.
      nra.
  - apply in_signed_outputs_cell in Ho. assert (Hl := cells_long i Ho). split.
    + apply Rle_trans with (Gamma_below beta L delta
        * mass beta (a i + delta - r) (a (S i) - delta - r)).
      * replace (a i + delta - r) with (a i - r + delta) by ring.
        replace (a (S i) - delta - r) with (a (S i) - r - delta) by ring.
        apply cell_shrunk; trivial. lra.
      * apply Rmult_le_compat_l; [lra|].
        apply (cell_lower beta L delta beta_pos delta_nonneg L_large rs a N cells cells_long
                 g r gen gen_H i Ho).
    + apply Rle_trans with (mass beta (a i - delta - r) (a (S i) + delta - r)).
      * apply (cell_upper beta L delta beta_pos delta_nonneg L_large rs a N cells cells_long
                 g r gen gen_H i Ho).
      * replace (a i - delta - r) with (a i - r - delta) by ring.
        replace (a (S i) + delta - r) with (a (S i) - r + delta) by ring.
        apply cell_grown; trivial. lra.
  - assert (IN := F_range beta beta_pos (a N - r)). split.
    + assert (H : 1 - F beta (a N + delta - r) <= finite_signed rs g r Above)
        by apply (above_lower beta L delta beta_pos delta_nonneg L_large rs a N cells cells_long
                    g r gen gen_H).
      assert (H1 := upper_shrunk beta delta beta_pos delta_nonneg (a N - r)).
      replace (a N - r + delta) with (a N + delta - r) in H1 by ring.
      assert (JN := F_range beta beta_pos (a N + delta - r)).
      nra.
    + assert (H : finite_signed rs g r Above <= 1 - F beta (a N - delta - r))
        by apply (above_upper beta L delta beta_pos delta_nonneg L_large rs a N cells cells_long
                    g r gen gen_H).
      assert (H1 := upper_grown beta delta beta_pos delta_nonneg (a N - r)).
      replace (a N - r - delta) with (a N - delta - r) in H1 by ring.
      nra.
Qed.

(** Theorem T with sides. *)
Theorem theorem_T_signed (kp km : R) :
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  close signed_outputs (ideal_signed r) (finite_signed rs g r) kp km.
Proof.
  intros Hp Hm.
  apply close_from_factors with (Gp := Gamma_above beta L delta) (Gm := Gamma_below beta L delta);
    trivial.
  - apply Gamma_above_pos; assumption.
  - apply Gamma_below_pos; assumption.
  - apply ideal_signed_is_law; trivial.
  - apply finite_signed_is_law.
  - apply theorem_T_signed_factors.
Qed.

(** Any function h of the output, in particular the one that reports the nearer
    end of the window for Below and Above: the same pair, for every set T. *)
Theorem theorem_T_post_processing (Out : Type) (h : signed_output -> Out) (kp km : R)
    (T : Out -> bool) :
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  exp (- km) * Prob signed_outputs (ideal_signed r) (fun o => T (h o))
  <= prob (fun x => T (h (signed_report rs r x))) g /\
  prob (fun x => T (h (signed_report rs r x))) g
  <= exp kp * Prob signed_outputs (ideal_signed r) (fun o => T (h o)).
Proof.
  intros Hp Hm. rewrite (finite_signed_sets (fun o => T (h o))).
  apply close_sets, theorem_T_signed; assumption.
Qed.

End Signed.

(** ** From Theorem B to Theorem T *)

(** Any generator that satisfies the conclusion of Theorem B, and any answer
    that is within rho_M of the whole window. *)
Theorem theorem_T_near_or_far (rd : R -> option nat) (rho_M : R) (g : generator) (r kp km : R) :
  rounds_to_cells rd a N -> is_generator g -> near_or_far beta delta rho_M g ->
  r - rho_M <= a 0%nat -> a N <= r + rho_M ->
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  close (outputs N) (ideal beta a N r) (finite rd g r) kp km.
Proof.
  intros Hc Hg Hn H0 HN Hp Hm. apply theorem_T; trivial.
  apply hypothesis_H_from_near_or_far with (rho_M := rho_M); trivial.
Qed.

Theorem theorem_T_near_or_same_side (rs : R -> signed_output) (rho_M : R) (g : generator)
    (r kp km : R) :
  rounds_to_signed_cells rs a N -> is_generator g -> near_or_same_side beta delta rho_M g ->
  r - rho_M <= a 0%nat -> a N <= r + rho_M ->
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  close signed_outputs (ideal_signed r) (finite_signed rs g r) kp km.
Proof.
  intros Hc Hg Hn H0 HN Hp Hm. apply theorem_T_signed; trivial.
  apply hypothesis_H_signed_from_near_or_same_side with (rho_M := rho_M); trivial.
Qed.

End TheoremT.

(** [near_or_same_side] is the stronger of the two conclusions of Theorem B. *)
Lemma same_side_is_far (beta delta rho_M : R) (g : generator) :
  near_or_same_side beta delta rho_M g -> near_or_far beta delta rho_M g.
Proof.
  apply pieces_impl. intros lo hi x H y Hy. destruct (H y Hy) as [v [-> Hv]].
  assert (Hab : forall z, rho_M < z -> rho_M < Rabs z).
  { intros z Hz. apply Rlt_le_trans with (1 := Hz). apply Rle_abs. }
  assert (Hab' : forall z, z < - rho_M -> rho_M < Rabs z).
  { intros z Hz. rewrite <- Rabs_Ropp. apply Hab. lra. }
  destruct Hv as [Hv|[[H1 H2]|[H1 H2]]].
  - left. exists v. auto.
  - right. split; [|auto]. intros v' E. injection E as <-. auto.
  - right. split; [|auto]. intros v' E. injection E as <-. auto.
Qed.

Lemma near_or_same_side_weaken (beta delta delta' rho_M : R) (g : generator) :
  delta <= delta' ->
  near_or_same_side beta delta rho_M g -> near_or_same_side beta delta' rho_M g.
Proof.
  intros Hd. apply pieces_impl. intros lo hi x H y Hy.
  destruct (H y Hy) as [v [E [Hv|Hv]]]; exists v; (split; [exact E|]).
  - left. lra.
  - right. exact Hv.
Qed.

(** ** The generators *)

(** Absolute bias through the inverse CDF (paragraph 1.4), as
    [inverse_cdf_theorem_A]. *)
Theorem inverse_cdf_theorem_T
    (b L rho_M delta0 delta_n : R)
    (rd : R -> option nat) (a : nat -> R) (N : nat) (M_f : R -> Prop) (g : generator) :
  0 < b -> 0 < delta0 -> 0 <= delta_n -> 0 <= rho_M ->
  let c := 2 * delta0 * exp (rho_M / b) in
  let y0 := (c + delta_n / b) / (1 - 2 * c) in
  let delta := b * y0 in
  2 * c < 1 -> y0 <= 1 -> 2 * delta < L ->
  rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  is_generator g ->
  absolute_bias_draws b (rho_M + b * y0) delta0 delta_n g ->
  forall r, M_f r ->
  close (outputs N) (ideal (/ b) a N r) (finite rd g r)
    (ln (Gamma_above (/ b) L delta)) (ln (Gamma_below (/ b) L delta)).
Proof.
  intros Hb Hd0 Hdn HrM c y0 delta Hc Hy HL Hcells Hlong Hwin Hgen Hdraws r Hr.
  assert (Hbeta := rate_pos b Hb).
  assert (Hv := closed_form b Hb 2 rho_M delta0 delta_n ltac:(lra) Hd0 Hdn Hc Hy).
  fold c in Hv. fold y0 in Hv.
  assert (Hk : 0 <= 2 * b * exp ((rho_M + b * y0) / b) * delta0).
  { assert (0 < exp ((rho_M + b * y0) / b)) by apply exp_pos.
    apply Rmult_le_pos; [nra|lra]. }
  assert (Hinc : forall i, (i < N)%nat -> a i <= a (S i)).
  { intros i Hi. assert (H := Hlong i Hi). unfold delta in HL. lra. }
  destruct (Hwin r Hr) as [H0 HN].
  apply (theorem_T (/ b) L delta Hbeta ltac:(unfold delta; lra) HL a N Hlong); trivial;
    try apply Rle_refl.
  apply (hypothesis_H_weaken (/ b) (2 * b * exp ((rho_M + b * y0) / b) * delta0 + delta_n)).
  { unfold delta. lra. }
  apply hypothesis_H_from_near_or_far with (rho_M := rho_M); trivial.
  { lra. }
  apply inverse_cdf_near_or_far; trivial; lra.
Qed.

(** The same with sides. *)
Theorem inverse_cdf_theorem_T_signed
    (b L rho_M delta0 delta_n : R)
    (rs : R -> signed_output) (a : nat -> R) (N : nat) (M_f : R -> Prop) (g : generator) :
  0 < b -> 0 < delta0 -> 0 <= delta_n -> 0 <= rho_M ->
  let c := 2 * delta0 * exp (rho_M / b) in
  let y0 := (c + delta_n / b) / (1 - 2 * c) in
  let delta := b * y0 in
  2 * c < 1 -> y0 <= 1 -> 2 * delta < L ->
  rounds_to_signed_cells rs a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  is_generator g ->
  signed_absolute_bias_draws b (rho_M + b * y0) delta0 delta_n g ->
  forall r, M_f r ->
  close (signed_outputs N) (ideal_signed (/ b) a N r) (finite_signed N rs g r)
    (ln (Gamma_above (/ b) L delta)) (ln (Gamma_below (/ b) L delta)).
Proof.
  intros Hb Hd0 Hdn HrM c y0 delta Hc Hy HL Hcells Hlong Hwin Hgen Hdraws r Hr.
  assert (Hbeta := rate_pos b Hb).
  assert (Hv := closed_form b Hb 2 rho_M delta0 delta_n ltac:(lra) Hd0 Hdn Hc Hy).
  fold c in Hv. fold y0 in Hv.
  assert (Hk : 0 <= 2 * b * exp ((rho_M + b * y0) / b) * delta0).
  { assert (0 < exp ((rho_M + b * y0) / b)) by apply exp_pos.
    apply Rmult_le_pos; [nra|lra]. }
  destruct (Hwin r Hr) as [H0 HN].
  apply theorem_T_near_or_same_side with (L := L) (delta := delta) (rho_M := rho_M); trivial;
    try apply Rle_refl.
  { unfold delta. lra. }
  apply near_or_same_side_weaken
    with (delta := 2 * b * exp ((rho_M + b * y0) / b) * delta0 + delta_n).
  { unfold delta. lra. }
  apply inverse_cdf_near_or_same_side; trivial; lra.
Qed.

(** Absolute bias with an exact sign bit, as [sign_bit_theorem_A]. *)
Theorem sign_bit_theorem_T
    (b L rho_M delta_n : R) (N : nat) (n' : R -> R)
    (rs : R -> signed_output) (a : nat -> R) (cells : nat) (M_f : R -> Prop) :
  (0 < N)%nat -> 0 < b -> 0 <= delta_n ->
  let delta0 := / (2 * INR N) in
  let c := delta0 * exp (rho_M / b) in
  let y0 := (c + delta_n / b) / (1 - 2 * c) in
  let delta := b * y0 in
  let T := rho_M + delta in
  2 * c < 1 -> y0 <= 1 -> 2 * delta < L ->
  (forall z, (z < N)%nat ->
     let v := (INR z + 1 / 2) / INR N in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rounds_to_signed_cells rs a cells ->
  (forall i, (i < cells)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a cells <= r + rho_M) ->
  forall r, M_f r ->
  close (signed_outputs cells) (ideal_signed (/ b) a cells r)
    (finite_signed cells rs (sign_bit_grid N n') r)
    (ln (Gamma_above (/ b) L delta)) (ln (Gamma_below (/ b) L delta)).
Proof.
  intros HN Hb Hdn delta0 c y0 delta T Hc Hy HL Hn' Hcells Hlong Hwin r Hr.
  assert (HN' : 0 < INR N) by (apply lt_0_INR, HN).
  assert (Hd0 : 0 < delta0) by (apply Rinv_0_lt_compat; lra).
  assert (Hcf := closed_form b Hb 1 rho_M delta0 delta_n ltac:(lra) Hd0 Hdn).
  rewrite !Rmult_1_l in Hcf. specialize (Hcf Hc Hy).
  fold c in Hcf. fold y0 in Hcf. fold delta in Hcf. fold T in Hcf.
  assert (Hk : 0 <= b * exp (T / b) * delta0).
  { assert (0 < exp (T / b)) by apply exp_pos. apply Rmult_le_pos; [nra|lra]. }
  assert (HTd : T = rho_M + delta) by reflexivity. clearbody T.
  destruct (Hwin r Hr) as [Hw0 HwN].
  apply theorem_T_near_or_same_side with (L := L) (delta := delta) (rho_M := rho_M); trivial;
    try apply Rle_refl.
  - apply rate_pos, Hb.
  - lra.
  - apply sign_bit_grid_is_generator, HN.
  - apply near_or_same_side_weaken with (delta := b * exp (T / b) * delta0 + delta_n); [lra|].
    apply (sign_bit_near_or_same_side b T rho_M delta_n N n'); trivial.
Qed.

(** The relative generator as it is shipped, as [relative_generator_theorem_A]:
    delta = b ln(1+2^(-p)) + delta_n. *)
Definition relative_generator (p e_max : nat) (n' : R -> R) : generator :=
  em_generator p e_max (1 / 2) n' (clamped_draws p e_max (1 / 2) (-1) n')
    (clamped_draws p e_max (1 / 2) 1 n').

Lemma relative_generator_near (b T rho_M delta_n : R) (p e_max : nat) (n' : R -> R) :
  (1 <= p)%nat -> 0 < b -> 0 <= delta_n -> 0 <= rho_M ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  (forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rho_M + delta < T ->
  T <= b * INR e_max * ln 2 ->
  0 <= delta /\ is_generator (relative_generator p e_max n') /\
  near_or_same_side (/ b) delta rho_M (relative_generator p e_max n').
Proof.
  intros Hp Hb Hdn HrM delta Hn' HT Hem.
  assert (Hv : forall e j, em_value p (1 / 2) e j
                           = / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p)).
  { intros e j. unfold em_value, em_point. f_equal. f_equal.
    destruct p as [|q]; [lia|]. replace (S q - 1)%nat with q by lia. simpl.
    assert (2 ^ q <> 0) by (apply pow_nonzero; lra). field. assumption. }
  assert (Hn'' : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
            let v := em_value p (1 / 2) e j in
            (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
            (T < magnitude b v -> T - delta_n <= n' v)).
  { intros e j He Hj. rewrite Hv. apply Hn'; assumption. }
  assert (Hth : 0 <= 1 / 2 <= 1) by lra.
  assert (Hbias := em_bias_nonneg p (1 / 2) Hth).
  assert (Hbb : 0 <= b * em_bias p (1 / 2)) by (apply Rmult_le_pos; lra).
  unfold delta in *. rewrite <- em_bias_midpoint in * by exact Hp.
  split; [lra|]. split.
  - assert (Hcl : forall s, s = 1 \/ s = -1 ->
              cut_off_draws rho_M e_max (clamped_draws p e_max (1 / 2) s n')).
    { intros s Hs. apply clamped_draws_are_cut_off with (b := b) (T := T) (delta_n := delta_n);
        trivial; [lra|]. intros j Hj. apply Hn''; [lia|exact Hj]. }
    apply em_generator_is_generator with (rho_M := rho_M); apply Hcl; auto.
  - apply em_near_or_same_side with (T := T); trivial. lra.
Qed.

Section Relative.

Variables (b L T rho_M delta_n : R) (p e_max : nat) (n' : R -> R) (a : nat -> R) (N : nat)
  (M_f : R -> Prop).
Hypothesis p_pos : (1 <= p)%nat.
Hypothesis b_pos : 0 < b.
Hypothesis delta_n_nonneg : 0 <= delta_n.
Let delta := b * ln (1 + / 2 ^ p) + delta_n.
Hypothesis noise_close : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
  (T < magnitude b v -> T - delta_n <= n' v).
Hypothesis T_large : rho_M + delta < T.
Hypothesis e_max_large : T <= b * INR e_max * ln 2.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).
Hypothesis window : forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M.

Lemma relative_facts (r : R) :
  M_f r ->
  0 <= delta /\ is_generator (relative_generator p e_max n') /\
  near_or_same_side (/ b) delta rho_M (relative_generator p e_max n').
Proof.
  intros Hr. destruct (window r Hr) as [H0 HN].
  destruct (Rle_lt_dec 0 delta) as [Hd|Hd].
  - apply relative_generator_near with (T := T); trivial.
    assert (a 0%nat <= a N).
    { apply (edges_le a N); try lia. intros i Hi. assert (H := cells_long i Hi). lra. }
    lra.
  - exfalso. unfold delta in Hd.
    assert (H : 0 <= b * ln (1 + / 2 ^ p)).
    { rewrite <- em_bias_midpoint by exact p_pos. apply Rmult_le_pos; [lra|].
      apply em_bias_nonneg. lra. }
    lra.
Qed.

Theorem relative_generator_theorem_T (rd : R -> option nat) (r : R) :
  rounds_to_cells rd a N -> M_f r ->
  close (outputs N) (ideal (/ b) a N r) (finite rd (relative_generator p e_max n') r)
    (ln (Gamma_above (/ b) L delta)) (ln (Gamma_below (/ b) L delta)).
Proof.
  intros Hc Hr. destruct (relative_facts r Hr) as [Hd [Hg Hn]]. destruct (window r Hr) as [H0 HN].
  apply theorem_T_near_or_far with (L := L) (delta := delta) (rho_M := rho_M); trivial;
    try apply Rle_refl; [apply rate_pos, b_pos|]. apply same_side_is_far, Hn.
Qed.

(** With sides; the nearer end of the window by [theorem_T_post_processing]. *)
Theorem relative_generator_theorem_T_signed (rs : R -> signed_output) (r : R) :
  rounds_to_signed_cells rs a N -> M_f r ->
  close (signed_outputs N) (ideal_signed (/ b) a N r)
    (finite_signed N rs (relative_generator p e_max n') r)
    (ln (Gamma_above (/ b) L delta)) (ln (Gamma_below (/ b) L delta)).
Proof.
  intros Hc Hr. destruct (relative_facts r Hr) as [Hd [Hg Hn]]. destruct (window r Hr) as [H0 HN].
  apply theorem_T_near_or_same_side with (L := L) (delta := delta) (rho_M := rho_M); trivial;
    try apply Rle_refl; apply rate_pos, b_pos.
Qed.

End Relative.
