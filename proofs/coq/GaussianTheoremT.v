(** * Theorem T for Gaussian noise on the line

    proofs/theory.md, the paragraph on Gaussian noise.  With t = rho_M + delta,
    tau = t/sigma and beta = (tau + sqrt(tau^2+4))/(2 sigma), [gaussian_slope],
      e^(-km) P[K_r = o] <= P[K'_r = o] <= e^kp P[K_r = o]
    for every possible answer r and every output o, Below and Above (or Outside)
    included, K_r the ideal Gaussian mechanism and K'_r the one that runs, with
      kp = ln(sinh(beta(L+2delta)/2)/sinh(beta L/2)),
      km = ln(sinh(beta L/2)/sinh(beta(L-2delta)/2)).
    [gaussian_theorem_T_coupling] is the same on any probability space.

    There is no pure privacy to transfer; what the ideal mechanism has in the
    other notions is transferred by Transfer.v, for vectors by Vectors.v.

    In Rust: derivation/gaussian.rs of crates/oracle.  Rests on GaussianLaw.v and
    GaussianDiscretised.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Sinh RationalBounds Discretised SignedOutside TheoremACoupling
  Transfer TheoremT TheoremTCoupling NormalTail NormalMills NormalInverse GaussianLaw GaussianDiscretised.

Local Open Scope R_scope.

Section TheoremT.

Variables (sigma rho_M delta L : R) (a : nat -> R) (N : nat).
Hypothesis sigma_pos : 0 < sigma.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

(** The slope on the values that matter. *)
Let beta : R := gaussian_slope sigma (rho_M + delta).
Let G : R -> R := gaussian_cdf sigma.

Let edges : forall i, (i < N)%nat -> a i <= a (S i).
Proof. intros i Hi. assert (H := cells_long i Hi). lra. Qed.

Let beta_pos : 0 < beta.
Proof. apply gaussian_slope_pos, sigma_pos. Qed.

(** Every cell and both half-lines against the same moved by delta, for an answer
    within rho_M of the whole window. *)
Section Factors.

Variable r : R.
Hypothesis window : r - rho_M <= a 0%nat /\ a N <= r + rho_M.

Lemma gaussian_cell_factors (i : nat) :
  (i < N)%nat ->
  G (a (S i) - r + delta) - G (a i - r - delta)
  <= Gamma_above beta L delta * (G (a (S i) - r) - G (a i - r)) /\
  G (a (S i) - r) - G (a i - r)
  <= Gamma_below beta L delta * (G (a (S i) - r - delta) - G (a i - r + delta)).
Proof.
  intros Hi. assert (Hl := cells_long i Hi).
  assert (H0 : a 0%nat <= a i) by (apply (edges_le a N edges); lia).
  assert (HN : a (S i) <= a N) by (apply (edges_le a N edges); lia).
  split; [apply gaussian_cell_grown|apply gaussian_cell_shrunk]; trivial; lra.
Qed.

Lemma gaussian_lower_factors :
  G (a 0%nat - r + delta) <= Gamma_above beta L delta * G (a 0%nat - r) /\
  G (a 0%nat - r) <= Gamma_below beta L delta * G (a 0%nat - r - delta).
Proof.
  assert (Ep := exp_le_Gamma_above beta L delta beta_pos delta_nonneg L_large).
  assert (Em := exp_le_Gamma_below beta L delta beta_pos delta_nonneg L_large).
  assert (R1 := gaussian_cdf_range sigma (a 0%nat - r)).
  assert (R2 := gaussian_cdf_range sigma (a 0%nat - r - delta)). split.
  - apply Rle_trans with (exp (beta * delta) * G (a 0%nat - r)).
    + apply gaussian_lower_grown; trivial. lra.
    + apply Rmult_le_compat_r; [unfold G; lra|exact Ep].
  - apply Rle_trans with (exp (beta * delta) * G (a 0%nat - r - delta)).
    + apply gaussian_lower_shrunk; trivial. lra.
    + apply Rmult_le_compat_r; [unfold G; lra|exact Em].
Qed.

Lemma gaussian_upper_factors :
  1 - G (a N - r - delta) <= Gamma_above beta L delta * (1 - G (a N - r)) /\
  1 - G (a N - r) <= Gamma_below beta L delta * (1 - G (a N - r + delta)).
Proof.
  assert (Ep := exp_le_Gamma_above beta L delta beta_pos delta_nonneg L_large).
  assert (Em := exp_le_Gamma_below beta L delta beta_pos delta_nonneg L_large).
  assert (R1 := gaussian_cdf_range sigma (a N - r)).
  assert (R2 := gaussian_cdf_range sigma (a N - r + delta)). split.
  - apply Rle_trans with (exp (beta * delta) * (1 - G (a N - r))).
    + apply gaussian_upper_grown; trivial. lra.
    + apply Rmult_le_compat_r; [unfold G; lra|exact Ep].
  - apply Rle_trans with (exp (beta * delta) * (1 - G (a N - r + delta))).
    + apply gaussian_upper_shrunk; trivial. lra.
    + apply Rmult_le_compat_r; [unfold G; lra|exact Em].
Qed.

End Factors.

(** ** A finite generator *)

(** Theorem T with sides, for every generator that satisfies the conclusion of
    Theorem B, and with any pair at least as large as the sinh form. *)
Theorem gaussian_theorem_T_signed (rs : R -> signed_output) (g : generator) (r kp km : R) :
  rounds_to_signed_cells rs a N -> is_generator g -> near_or_same_side_of G delta rho_M g ->
  r - rho_M <= a 0%nat /\ a N <= r + rho_M ->
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  close (signed_outputs N) (ideal_signed_of G a N r) (finite_signed N rs g r) kp km.
Proof.
  intros Hc Hg Hn Hw Hp Hm.
  apply (theorem_T_of_factors G (gaussian_cdf_range sigma) (gaussian_cdf_increasing sigma sigma_pos)
           (gaussian_cdf_onto sigma sigma_pos) delta L rho_M rs a N delta_nonneg L_large Hc cells_long
           g r Hw Hg Hn (Gamma_above beta L delta) (Gamma_below beta L delta)); trivial.
  - apply Gamma_above_pos; assumption.
  - apply Gamma_below_pos; assumption.
  - intros [|i|] Ho; simpl; unfold Rminus; rewrite ?Ropp_involutive.
    + apply (gaussian_lower_factors r Hw).
    + apply in_signed_outputs_cell in Ho. apply (gaussian_cell_factors r Hw i Ho).
    + apply (gaussian_upper_factors r Hw).
Qed.

(** Theorem T with Outside. *)
Theorem gaussian_theorem_T (rd : R -> option nat) (g : generator) (r kp km : R) :
  rounds_to_cells rd a N -> is_generator g -> near_or_same_side_of G delta rho_M g ->
  r - rho_M <= a 0%nat /\ a N <= r + rho_M ->
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  close (outputs N) (ideal_of G a N r) (finite rd g r) kp km.
Proof.
  intros Hc Hg Hn Hw Hp Hm. assert (Hs := with_sides_cells rd a N Hc edges).
  apply close_without_sides; [exact Hs|]. apply gaussian_theorem_T_signed; assumption.
Qed.

(** Any function h of the output, in particular the nearer end of the window for
    Below and Above: the same pair, for every set T. *)
Theorem gaussian_theorem_T_post_processing (Out : Type) (h : signed_output -> Out)
    (rs : R -> signed_output) (g : generator) (r kp km : R) (T : Out -> bool) :
  rounds_to_signed_cells rs a N -> is_generator g -> near_or_same_side_of G delta rho_M g ->
  r - rho_M <= a 0%nat /\ a N <= r + rho_M ->
  ln (Gamma_above beta L delta) <= kp -> ln (Gamma_below beta L delta) <= km ->
  exp (- km) * Prob (signed_outputs N) (ideal_signed_of G a N r) (fun o => T (h o))
  <= prob (fun x => T (h (signed_report rs r x))) g /\
  prob (fun x => T (h (signed_report rs r x))) g
  <= exp kp * Prob (signed_outputs N) (ideal_signed_of G a N r) (fun o => T (h o)).
Proof.
  intros Hc Hg Hn Hw Hp Hm. rewrite (finite_signed_sets a N rs Hc g r (fun o => T (h o))).
  apply close_sets, gaussian_theorem_T_signed; assumption.
Qed.

(** ** Any probability space *)

(** X is exact Gaussian noise, X' what runs, and (A) and (B) hold. *)
Theorem gaussian_theorem_T_coupling (W : probability_space) (X : W -> R)
    (rd : R -> option nat) (M_f : R -> Prop) (X' : R -> W -> option R) (r : R) :
  has_law W X G -> rounds_to_cells rd a N ->
  (forall s, M_f s -> forall S : option nat -> bool, event W (fun w => S (output rd s (X' s w)))) ->
  (forall s w, M_f s -> output rd s (X' s w) <> None ->
     exists v, X' s w = Some v /\ Rabs (v - X w) <= delta) ->
  (forall s w, M_f s -> a 0%nat + delta < s + X w < a N - delta ->
     exists v, X' s w = Some v /\ Rabs (v - X w) <= delta) ->
  M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M ->
  forall o, In o (outputs N) ->
  finite_of W rd X' r o <= Gamma_above beta L delta * ideal_of G a N r o /\
  ideal_of G a N r o <= Gamma_below beta L delta * finite_of W rd X' r o.
Proof.
  intros Hlaw Hc Hm HA HB Hr Hw o Ho.
  assert (Em := Gamma_below_pos beta L delta beta_pos delta_nonneg L_large).
  assert (L0 := gaussian_lower_factors r Hw). assert (U0 := gaussian_upper_factors r Hw).
  assert (E : forall x, x + delta - r = x - r + delta) by (intros x; ring).
  assert (E' : forall x, x - delta - r = x - r - delta) by (intros x; ring).
  apply (theorem_T_coupling W X G Hlaw delta rd a N delta_nonneg Hc edges M_f X' Hm HA HB);
    trivial; rewrite ?E, ?E'; try apply L0; try apply U0; [lra|].
  intros i Hi. rewrite !E, !E'. apply (gaussian_cell_factors r Hw i Hi).
Qed.

End TheoremT.

(** The ideal law is that of the output on any probability space that carries an X
    with the distribution function G, whatever the rounding does with ties. *)
Theorem gaussian_ideal_is_exact_law (W : probability_space) (X : W -> R) (sigma : R)
    (rd : R -> option nat) (a : nat -> R) (N : nat) (r : R) (o : option nat) :
  has_law W X (gaussian_cdf sigma) -> rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i <= a (S i)) ->
  (forall S : option nat -> bool, event W (fun w => S (rd (r + X w)))) ->
  In o (outputs N) ->
  Pr W (fun w => option_nat_eqb (rd (r + X w)) o) = ideal_of (gaussian_cdf sigma) a N r o.
Proof.
  intros Hlaw Hc Ha Hev Ho.
  assert (Near : forall (s : R) (w : W), exists v, Some (X w) = Some v /\ Rabs (v - X w) <= 0).
  { intros s w. exists (X w). split; [reflexivity|]. rewrite Rminus_eq_0, Rabs_R0. lra. }
  assert (H := theorem_T_coupling W X (gaussian_cdf sigma) Hlaw 0 rd a N (Rle_refl 0) Hc Ha
                 (fun s => s = r) (fun _ w => Some (X w))
                 (fun s Es S => eq_ind_r (fun s => event W (fun w => S (rd (s + X w)))) (Hev S) Es)
                 (fun s w _ _ => Near s w) (fun s w _ _ => Near s w) 1 1 r o Rle_0_1 eq_refl Ho).
  assert (E : forall x, x + 0 - r = x - r) by (intros x; ring).
  assert (E' : forall x, x - 0 - r = x - r) by (intros x; ring).
  rewrite !E, !E', !Rmult_1_l in H. unfold finite_of in H.
  apply Rle_antisym; apply H; try lra; intros i _; rewrite !E, !E', !Rmult_1_l; lra.
Qed.
