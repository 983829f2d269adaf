(** * Theorem A in one dimension, for a finite generator

    proofs/theory.md, paragraph 1.2 (Theorem A, forms 1 to 4), in the
    discretised form of paragraph 1.6; it is the repaired main theorem of the
    paper (Section 4.4).  The window is an interval of consecutive cells of
    length >= L; Outside is treated by the two half-lines.

    Statements without [ln] use no axiom but those of the reals; those with
    [ln] inherit [Classical_Prop.classic] from the standard library's [ln].

    In Rust: Mechanism::release with Laplace noise from any generator; the sinh
    bound of a certificate is eps + ln Gamma of [differential_privacy_sinh].
    Rests on Discretised.v, Sinh.v, Scaling.v and RationalBounds.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised.

Local Open Scope R_scope.

(** ** Sets of outputs *)

Lemma prob_disjoint_union (S S1 S2 : option R -> bool) (g : generator) :
  (forall x, S x = orb (S1 x) (S2 x)) ->
  (forall x, S1 x = true -> S2 x = true -> False) ->
  prob S g = prob S1 g + prob S2 g.
Proof.
  intros Hor Hdis. induction g as [|[w x] g IH]; simpl; [lra|].
  rewrite IH, Hor. specialize (Hdis x).
  destruct (S1 x), (S2 x); simpl.
  - exfalso. apply Hdis; reflexivity.
  - lra.
  - lra.
  - lra.
Qed.

Lemma prob_empty (S : option R -> bool) (g : generator) :
  (forall x, S x = false) -> prob S g = 0.
Proof.
  intros H. induction g as [|[w x] g IH]; simpl; [reflexivity|]. rewrite H, IH. lra.
Qed.

(** Single outputs suffice: a bound for each output is a bound for each set of
    outputs. *)
Lemma sum_over_outputs (K1 K2 : option R -> option nat) (g1 g2 : generator)
    (N : nat) (C : R) (T : option nat -> bool) :
  (forall x i, K1 x = Some i -> (i < N)%nat) ->
  (forall x i, K2 x = Some i -> (i < N)%nat) ->
  (forall i, (i < N)%nat ->
     prob (fun x => option_nat_eqb (K1 x) (Some i)) g1
     <= C * prob (fun x => option_nat_eqb (K2 x) (Some i)) g2) ->
  prob (fun x => option_nat_eqb (K1 x) None) g1
  <= C * prob (fun x => option_nat_eqb (K2 x) None) g2 ->
  prob (fun x => T (K1 x)) g1 <= C * prob (fun x => T (K2 x)) g2.
Proof.
  intros HK1 HK2 Hcell Hout.
  (* the outputs of T among the first n cells *)
  set (Tn := fun n o => match o with Some i => Nat.ltb i n && T (Some i) | None => false end).
  assert (Hsum : forall (K : option R -> option nat) g n,
            prob (fun x => Tn (S n) (K x)) g
            = prob (fun x => Tn n (K x)) g
              + prob (fun x => T (Some n) && option_nat_eqb (K x) (Some n)) g).
  { intros K g n. apply prob_disjoint_union; intros x; unfold Tn;
      destruct (K x) as [i|]; simpl; try (rewrite andb_false_r; reflexivity);
      try discriminate.
    - destruct (Nat.eqb i n) eqn:E.
      + apply Nat.eqb_eq in E. subst i. rewrite Nat.ltb_irrefl.
        replace (Nat.ltb n (S n)) with true by (symmetry; apply Nat.ltb_lt; lia).
        rewrite andb_true_r. reflexivity.
      + apply Nat.eqb_neq in E. rewrite andb_false_r, orb_false_r. f_equal.
        destruct (Nat.ltb i n) eqn:E2.
        * apply Nat.ltb_lt in E2. apply Nat.ltb_lt. lia.
        * apply Nat.ltb_ge in E2. apply Nat.ltb_ge. lia.
    - intros H1 H2. apply andb_prop in H1. apply andb_prop in H2.
      destruct H1 as [H1 _], H2 as [_ H2].
      apply Nat.ltb_lt in H1. apply Nat.eqb_eq in H2. lia. }
  assert (Hn : forall n, (n <= N)%nat ->
            prob (fun x => Tn n (K1 x)) g1 <= C * prob (fun x => Tn n (K2 x)) g2).
  { induction n as [|n IH]; intros Hle.
    - rewrite !prob_empty by (intros x; unfold Tn; destruct (K1 x); reflexivity).
      rewrite prob_empty by (intros x; unfold Tn; destruct (K2 x); reflexivity). lra.
    - rewrite !Hsum, Rmult_plus_distr_l.
      apply Rplus_le_compat; [apply IH; lia|].
      destruct (T (Some n)) eqn:E; simpl.
      + apply Hcell; lia.
      + rewrite !prob_empty by reflexivity. lra. }
  assert (Hsplit : forall (K : option R -> option nat) g,
            (forall x i, K x = Some i -> (i < N)%nat) ->
            prob (fun x => T (K x)) g
            = prob (fun x => Tn N (K x)) g
              + prob (fun x => T None && option_nat_eqb (K x) None) g).
  { intros K g HK. apply prob_disjoint_union; intros x; unfold Tn;
      destruct (K x) as [i|] eqn:E; simpl.
    - apply HK in E. replace (Nat.ltb i N) with true by (symmetry; apply Nat.ltb_lt; lia).
      simpl. rewrite andb_false_r, orb_false_r. reflexivity.
    - rewrite andb_true_r. reflexivity.
    - rewrite andb_false_r. discriminate.
    - discriminate. }
  rewrite (Hsplit K1 g1 HK1), (Hsplit K2 g2 HK2), Rmult_plus_distr_l.
  apply Rplus_le_compat; [apply Hn; lia|].
  destruct (T None); simpl.
  - exact Hout.
  - rewrite !prob_empty by reflexivity. lra.
Qed.

(** ** Theorem A *)

Section TheoremA.

Variables (beta L delta : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.

(** The cells: N consecutive ones, each of length at least L. *)
Variables (rd : R -> option nat) (a : nat -> R) (N : nat).
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

(** The possible answers, and the generator used for each of them (usually
    one and the same), satisfying (H). *)
Variables (M_f : R -> Prop) (g : R -> generator).
Hypothesis gen : forall r, M_f r -> is_generator (g r).
Hypothesis gen_H : forall r, M_f r -> hypothesis_H beta delta rd a N (g r) r.

(** The probability that the output for the answer r lies in T. *)
Definition P (r : R) (T : option nat -> bool) : R :=
  prob (fun x => T (output rd r x)) (g r).

Lemma P_nonneg (r : R) (T : option nat -> bool) : M_f r -> 0 <= P r T.
Proof. intros Hr. apply prob_nonneg. apply (gen r Hr). Qed.

Lemma edges_increase : forall i, (i < N)%nat -> a i <= a (S i).
Proof. intros i Hi. assert (H := cells_long i Hi). lra. Qed.

Lemma output_cell (r : R) (x : option R) (i : nat) :
  output rd r x = Some i -> (i < N)%nat.
Proof.
  destruct x as [v|]; simpl; [|discriminate].
  intros H. apply (proj1 cells _ _ H).
Qed.

(** One cell. *)
Lemma theorem_A_cell (i : nat) (r1 r2 : R) :
  (i < N)%nat -> M_f r1 -> M_f r2 ->
  P r1 (fun o => option_nat_eqb o (Some i))
  <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta
     * P r2 (fun o => option_nat_eqb o (Some i)).
Proof.
  intros Hi H1 H2. assert (Hl := cells_long i Hi).
  assert (HG : 1 <= Gamma beta L delta) by (apply Gamma_ge_1; assumption).
  assert (HE : 0 < exp (beta * Rabs (r1 - r2))) by apply exp_pos.
  apply Rle_trans with (mass beta (a i - delta - r1) (a (S i) + delta - r1)).
  { apply discretised_upper with (N := N); auto using edges_increase. }
  apply Rle_trans with
    (exp (beta * Rabs (r1 - r2)) * Gamma beta L delta
     * mass beta (a i + delta - r2) (a (S i) - delta - r2)).
  2:{ apply Rmult_le_compat_l; [nra|].
      apply discretised_lower with (N := N); auto using edges_increase. }
  (* Lemma 3' at the answer r1, then translation from r1 to r2 *)
  set (c := (a i + a (S i)) / 2 - r1). set (l := a (S i) - a i).
  apply Rle_trans with
    (Gamma beta L delta * mass beta (a i + delta - r1) (a (S i) - delta - r1)).
  - replace (a i - delta - r1) with (c - (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) + delta - r1) with (c + (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a i + delta - r1) with (c - (l - 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) - delta - r1) with (c + (l - 2 * delta) / 2) by (unfold c, l; field).
    apply sinh_bound_cell; unfold l; lra.
  - rewrite (Rmult_comm (exp _)), Rmult_assoc.
    apply Rmult_le_compat_l; [lra|].
    replace (a i + delta - r1) with ((a i + delta - r2) + (r2 - r1)) by ring.
    replace (a (S i) - delta - r1) with ((a (S i) - delta - r2) + (r2 - r1)) by ring.
    rewrite (Rabs_minus_sym r1 r2).
    apply interval_translation; lra.
Qed.

(** Outside: two half-lines, each translated by r2 - r1 -+ 2 delta. *)
Lemma theorem_A_outside (r1 r2 : R) :
  M_f r1 -> M_f r2 ->
  P r1 (fun o => option_nat_eqb o None)
  <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta
     * P r2 (fun o => option_nat_eqb o None).
Proof.
  intros H1 H2.
  set (m0 := a 0%nat). set (m1 := a N).
  assert (HG := exp_le_Gamma beta L delta beta_pos delta_nonneg L_large).
  set (C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta).
  assert (HC : 0 < C).
  { apply Rmult_lt_0_compat; [apply exp_pos|]. apply Gamma_pos; assumption. }
  assert (Htr : forall t, Rabs t <= Rabs (r1 - r2) + 2 * delta -> exp (beta * Rabs t) <= C).
  { intros t Ht.
    apply Rle_trans with (exp (beta * Rabs (r1 - r2) + beta * (2 * delta))).
    - apply exp_le_exp. nra.
    - rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos|exact HG]. }
  assert (Hd : Rabs (2 * delta) = 2 * delta) by (apply Rabs_pos_eq; lra).
  assert (Ho : Rabs (- (2 * delta)) = 2 * delta) by (rewrite Rabs_Ropp; exact Hd).
  apply Rle_trans with (F beta (m0 + delta - r1) + (1 - F beta (m1 - delta - r1))).
  { apply discretised_outside_upper; auto using edges_increase. }
  apply Rle_trans with (C * (F beta (m0 - delta - r2) + (1 - F beta (m1 + delta - r2)))).
  2:{ apply Rmult_le_compat_l; [lra|].
      apply discretised_outside_lower; auto using edges_increase. }
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
  - set (t := r2 - r1 + 2 * delta).
    replace (m0 + delta - r1) with ((m0 - delta - r2) + t) by (unfold t; ring).
    apply Rle_trans with (1 := lower_half_line_translation beta beta_pos _ t).
    apply Rmult_le_compat_r.
    + left; apply F_range; assumption.
    + apply Htr. apply Rle_trans with (1 := Rabs_triang _ _).
      rewrite Hd, (Rabs_minus_sym r2 r1). lra.
  - set (t := r2 - r1 + - (2 * delta)).
    replace (m1 - delta - r1) with ((m1 + delta - r2) + t) by (unfold t; ring).
    apply Rle_trans with (1 := upper_half_line_translation beta beta_pos _ t).
    apply Rmult_le_compat_r.
    + assert (HF := F_range beta beta_pos (m1 + delta - r2)). lra.
    + apply Htr. apply Rle_trans with (1 := Rabs_triang _ _).
      rewrite Ho, (Rabs_minus_sym r2 r1). lra.
Qed.

(** Theorem A, form 2, multiplicative: for all possible answers r1, r2 and every
    set T of outputs, Outside included,
    P[K_r1 in T] <= e^(beta |r1-r2|) Gamma_beta(L,delta) P[K_r2 in T]. *)
Theorem theorem_A_Gamma (r1 r2 : R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  P r1 T <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta * P r2 T.
Proof.
  intros H1 H2.
  apply (sum_over_outputs (output rd r1) (output rd r2) (g r1) (g r2) N).
  - intros x i. apply output_cell.
  - intros x i. apply output_cell.
  - intros i Hi. apply theorem_A_cell; assumption.
  - apply theorem_A_outside; assumption.
Qed.

(** Theorem A, form 1, multiplicative: with rho e^(2 beta delta) for Gamma. *)
Theorem theorem_A_rho (r1 r2 : R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  P r1 T <= exp (beta * Rabs (r1 - r2)) * (rho L delta * exp (2 * beta * delta)) * P r2 T.
Proof.
  intros H1 H2. apply Rle_trans with (1 := theorem_A_Gamma r1 r2 T H1 H2).
  apply Rmult_le_compat_r; [apply P_nonneg; assumption|].
  apply Rmult_le_compat_l; [left; apply exp_pos|].
  apply Gamma_le_scaling; assumption.
Qed.

(** Any kappa >= ln Gamma is admissible. *)
Lemma theorem_A_kappa (kappa r1 r2 : R) (T : option nat -> bool) :
  ln (Gamma beta L delta) <= kappa -> M_f r1 -> M_f r2 ->
  P r1 T <= exp (beta * Rabs (r1 - r2) + kappa) * P r2 T.
Proof.
  intros Hk H1 H2. apply Rle_trans with (1 := theorem_A_Gamma r1 r2 T H1 H2).
  apply Rmult_le_compat_r; [apply P_nonneg; assumption|].
  rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos|].
  rewrite <- (exp_ln (Gamma beta L delta)) at 1 by (apply Gamma_pos; assumption).
  apply exp_le_exp. exact Hk.
Qed.

(** Theorem A, form 2 (sinh): kappa = ln Gamma. *)
Theorem theorem_A_sinh (r1 r2 : R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  P r1 T <= exp (beta * Rabs (r1 - r2) + ln (Gamma beta L delta)) * P r2 T.
Proof. apply theorem_A_kappa, Rle_refl. Qed.

(** Theorem A, form 1 (scaling): kappa = ln rho + 2 beta delta. *)
Theorem theorem_A_scaling (r1 r2 : R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  P r1 T <= exp (beta * Rabs (r1 - r2) + (ln (rho L delta) + 2 * beta * delta)) * P r2 T.
Proof. apply theorem_A_kappa, ln_Gamma_le_scaling; assumption. Qed.

(** Theorem A, form 3 (the paper's form, repaired):
    kappa = ln(1 + R e^(beta D)), R = 4 delta/(L - 2 delta), D >= L the largest
    diameter of a cell. *)
Theorem theorem_A_paper_form (D r1 r2 : R) (T : option nat -> bool) :
  L <= D -> M_f r1 -> M_f r2 ->
  P r1 T
  <= exp (beta * Rabs (r1 - r2)
          + ln (1 + 4 * delta / (L - 2 * delta) * exp (beta * D))) * P r2 T.
Proof.
  intros HD. apply theorem_A_kappa.
  apply Rle_trans with (ln (rho L delta) + 2 * beta * delta).
  - apply ln_Gamma_le_scaling; assumption.
  - apply scaling_le_paper_form; assumption.
Qed.

(** Theorem A, form 4 (rational):
    kappa = 4 L delta/(L^2-4delta^2) + min(2 beta delta, beta^2 L delta/3). *)
Theorem theorem_A_rational (r1 r2 : R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  P r1 T
  <= exp (beta * Rabs (r1 - r2)
          + (4 * L * delta / (L * L - 4 * delta * delta)
             + Rmin (2 * beta * delta) (beta * beta * L * delta / 3))) * P r2 T.
Proof. apply theorem_A_kappa, ln_Gamma_le_rational; assumption. Qed.

(** ** Differential privacy *)

Variables (eps Delta : R).
Hypothesis Delta_pos : 0 < Delta.
Hypothesis rate : beta = eps / Delta.

(** The databases, their neighbours, and the implemented query f', whose
    answers are possible answers and whose sensitivity is at most Delta. *)
Variables (Db : Type) (neighbours : Db -> Db -> Prop) (f : Db -> R).
Hypothesis answers : forall D, M_f (f D).
Hypothesis sensitivity : forall D1 D2, neighbours D1 D2 -> Rabs (f D1 - f D2) <= Delta.

(** At distance j Delta the loss is at most j eps + kappa: kappa is paid once. *)
Lemma theorem_A_distance (kappa j r1 r2 : R) (T : option nat -> bool) :
  ln (Gamma beta L delta) <= kappa -> M_f r1 -> M_f r2 ->
  Rabs (r1 - r2) <= j * Delta ->
  P r1 T <= exp (j * eps + kappa) * P r2 T.
Proof.
  intros Hk H1 H2 Hj. apply Rle_trans with (1 := theorem_A_kappa kappa r1 r2 T Hk H1 H2).
  apply Rmult_le_compat_r; [apply P_nonneg; assumption|].
  apply exp_le_exp. apply Rplus_le_compat_r.
  replace (j * eps) with (beta * (j * Delta)) by (rewrite rate; field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

(** The mechanism is eps'-differentially private, eps' = eps + kappa, for every
    kappa >= ln Gamma. *)
Theorem differential_privacy (kappa : R) (D1 D2 : Db) (T : option nat -> bool) :
  ln (Gamma beta L delta) <= kappa -> neighbours D1 D2 ->
  P (f D1) T <= exp (eps + kappa) * P (f D2) T.
Proof.
  intros Hk Hn. rewrite <- (Rmult_1_l eps).
  apply theorem_A_distance; auto. rewrite Rmult_1_l. apply sensitivity; assumption.
Qed.

(** eps' = eps + ln Gamma. *)
Corollary differential_privacy_sinh (D1 D2 : Db) (T : option nat -> bool) :
  neighbours D1 D2 ->
  P (f D1) T <= exp (eps + ln (Gamma beta L delta)) * P (f D2) T.
Proof. apply differential_privacy, Rle_refl. Qed.

(** eps' = eps + ln rho + 2 beta delta. *)
Corollary differential_privacy_scaling (D1 D2 : Db) (T : option nat -> bool) :
  neighbours D1 D2 ->
  P (f D1) T <= exp (eps + (ln (rho L delta) + 2 * beta * delta)) * P (f D2) T.
Proof. apply differential_privacy, ln_Gamma_le_scaling; assumption. Qed.

(** Databases joined by j steps between neighbours. *)
Inductive steps : nat -> Db -> Db -> Prop :=
  | steps_O D : steps 0 D D
  | steps_S j D1 D2 D3 : steps j D1 D2 -> neighbours D2 D3 -> steps (S j) D1 D3.

(** Group privacy: for databases j steps apart the loss is at most
    j eps + kappa. *)
Theorem group_privacy (kappa : R) (j : nat) (D1 D2 : Db) (T : option nat -> bool) :
  ln (Gamma beta L delta) <= kappa -> steps j D1 D2 ->
  P (f D1) T <= exp (INR j * eps + kappa) * P (f D2) T.
Proof.
  intros Hk Hs. apply theorem_A_distance; auto. clear Hk.
  induction Hs as [D|j D1 D2 D3 Hs IH Hn].
  - rewrite Rminus_eq_0, Rabs_R0. simpl. lra.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l.
    replace (f D1 - f D3) with ((f D1 - f D2) + (f D2 - f D3)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _).
    apply Rplus_le_compat; [exact IH|apply sensitivity; exact Hn].
Qed.

End TheoremA.
