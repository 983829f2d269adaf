(** * Lemma 2 (scaling), for intervals

    proofs/theory.md, paragraph 1.2, Lemma 2 in one dimension.  It replaces
    the proof of the paper's main theorem (Section 4.4, appendix B): one
    change of variables, and no exponential of L.  Only (C1) is used.

    In Rust: the form "scaling" of the bounds of crates/oracle.  Rests on
    LaplaceLaw.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw.

Local Open Scope R_scope.

(** The ratio rho = (L + 2 delta) / (L - 2 delta). *)
Definition rho (L delta : R) : R := (L + 2 * delta) / (L - 2 * delta).

(** rho decreases in L. *)
Lemma rho_decreasing (L l delta : R) :
  0 <= delta -> 2 * delta < L -> L <= l -> rho l delta <= rho L delta.
Proof.
  intros Hd HL Hl. unfold rho.
  apply Rmult_le_reg_r with ((l - 2 * delta) * (L - 2 * delta)).
  - apply Rmult_lt_0_compat; lra.
  - replace ((l + 2 * delta) / (l - 2 * delta) * ((l - 2 * delta) * (L - 2 * delta)))
      with ((l + 2 * delta) * (L - 2 * delta)) by (field; lra).
    replace ((L + 2 * delta) / (L - 2 * delta) * ((l - 2 * delta) * (L - 2 * delta)))
      with ((L + 2 * delta) * (l - 2 * delta)) by (field; lra).
    nra.
Qed.

(** rho >= 1. *)
Lemma rho_ge_1 (L delta : R) : 0 <= delta -> 2 * delta < L -> 1 <= rho L delta.
Proof.
  intros Hd HL. unfold rho.
  apply Rmult_le_reg_r with (L - 2 * delta); [lra|].
  replace ((L + 2 * delta) / (L - 2 * delta) * (L - 2 * delta))
    with (L + 2 * delta) by (field; lra).
  lra.
Qed.

Section Scaling.

Variables (p : R -> R) (beta : R).
Hypothesis beta_nonneg : 0 <= beta.
Hypothesis p_continuous : forall x, continuous p x.
Hypothesis p_nonneg : forall x, 0 <= p x.
(** (C1) *)
Hypothesis p_log_lipschitz : forall x y, p x <= exp (beta * Rabs (x - y)) * p y.

Lemma p_integrable (a b : R) : ex_RInt p a b.
Proof. apply (ex_RInt_continuous p). intros x _; apply p_continuous. Qed.

(** Lemma 2 (scaling).  Let a cell have centre c and length l >= L > 2 delta,
    A = (l + 2 delta)/2 and B = (l - 2 delta)/2 the half-widths of the grown
    and of the shrunk cell.  Then the mass of the grown cell seen from r1 is
    at most rho e^(beta (2 delta + |r1 - r2|)) times the mass of the shrunk
    cell seen from r2. *)
Theorem scaling (c l L delta r1 r2 : R) :
  0 <= delta -> 2 * delta < L -> L <= l ->
  let A := (l + 2 * delta) / 2 in
  let B := (l - 2 * delta) / 2 in
  RInt p (c - A - r1) (c + A - r1)
  <= rho L delta * exp (beta * (2 * delta + Rabs (r1 - r2)))
     * RInt p (c - B - r2) (c + B - r2).
Proof.
  intros Hd HL Hl A B.
  set (k := rho l delta). set (v := c - r1 - k * (c - r2)).
  assert (HB : 0 < B) by (unfold B; lra).
  assert (HkB : k * B = A) by (unfold k, rho, A, B; field; lra).
  assert (Hk1 : 1 <= k) by (apply rho_ge_1; lra).
  assert (Hk : k <= rho L delta) by (apply rho_decreasing; lra).
  set (E := exp (beta * (2 * delta + Rabs (r1 - r2)))).
  assert (HE : 0 < E) by apply exp_pos.
  (* the change of variables x |-> k x + v *)
  assert (HV : RInt p (c - A - r1) (c + A - r1)
               = RInt (fun x => scal k (p (k * x + v))) (c - B - r2) (c + B - r2)).
  { symmetry. etransitivity.
    - apply (RInt_comp_lin p k v), p_integrable.
    - unfold v. f_equal; rewrite <- HkB; ring. }
  assert (HS : RInt (fun x => scal (rho L delta * E) (p x)) (c - B - r2) (c + B - r2)
               = rho L delta * E * RInt p (c - B - r2) (c + B - r2)).
  { apply (RInt_scal p), p_integrable. }
  rewrite HV, <- HS.
  apply RInt_le.
  - lra.
  - apply (ex_RInt_comp_lin p), p_integrable.
  - apply (ex_RInt_scal p), p_integrable.
  - intros x Hx. unfold scal; simpl; unfold mult; simpl.
    assert (Hdist : Rabs (k * x + v - x) <= 2 * delta + Rabs (r1 - r2)).
    { replace (k * x + v - x) with ((k - 1) * (x - c + r2) + (r2 - r1))
        by (unfold v; ring).
      apply Rle_trans with (1 := Rabs_triang _ _).
      apply Rplus_le_compat; [|rewrite Rabs_minus_sym; apply Rle_refl].
      rewrite Rabs_mult, (Rabs_pos_eq (k - 1)) by lra.
      assert (Rabs (x - c + r2) <= B) by (apply Rabs_le; lra).
      assert (0 <= Rabs (x - c + r2)) by apply Rabs_pos.
      assert ((k - 1) * B = 2 * delta)
        by (rewrite Rmult_minus_distr_r, HkB; unfold A, B; lra).
      nra. }
    assert (Hp : p (k * x + v) <= E * p x).
    { apply Rle_trans with (1 := p_log_lipschitz (k * x + v) x).
      apply Rmult_le_compat_r; [apply p_nonneg|].
      apply exp_le_exp. nra. }
    assert (H0 := p_nonneg (k * x + v)).
    apply Rle_trans with (k * (E * p x)); [nra|].
    assert (0 <= E * p x) by (assert (Hx0 := p_nonneg x); nra).
    rewrite Rmult_assoc. nra.
Qed.

End Scaling.

(** Lemma 2 for the Laplace law, with masses written by F. *)
Theorem scaling_laplace (beta c l L delta r1 r2 : R) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> L <= l ->
  let A := (l + 2 * delta) / 2 in
  let B := (l - 2 * delta) / 2 in
  mass beta (c - A - r1) (c + A - r1)
  <= rho L delta * exp (beta * (2 * delta + Rabs (r1 - r2)))
     * mass beta (c - B - r2) (c + B - r2).
Proof.
  intros Hb Hd HL Hl A B. unfold mass.
  rewrite <- !RInt_laplace_density by assumption.
  apply scaling; try assumption.
  - lra.
  - intros x; apply laplace_density_continuous.
  - intros x; left; apply laplace_density_pos; assumption.
  - intros x y; apply laplace_density_log_lipschitz; assumption.
Qed.
