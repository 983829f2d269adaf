(** * Lemma 3' (the sinh bound for the Laplace law on the line)

    proofs/theory.md, paragraph 1.2, Lemma 3', for a general rate beta and
    every centre c; and Lemma 4 (c), monotonicity of Gamma in L.

    In Rust: the form "sinh" of the bounds of crates/oracle.  Rests on
    LaplaceLaw.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw.

Local Open Scope R_scope.

(** ** Hyperbolic functions, without classical logic *)

Lemma sinh_exp (x : R) : sinh x = (exp x - / exp x) / 2.
Proof. unfold sinh. rewrite exp_neg_inv. reflexivity. Qed.

Lemma cosh_exp (x : R) : cosh x = (exp x + / exp x) / 2.
Proof. unfold cosh. rewrite exp_neg_inv. reflexivity. Qed.

Lemma sinh_pos (x : R) : 0 < x -> 0 < sinh x.
Proof.
  intros H. unfold sinh.
  assert (exp (- x) < exp x) by (apply exp_lt_exp; lra). lra.
Qed.

Lemma sinh_nonneg (x : R) : 0 <= x -> 0 <= sinh x.
Proof.
  intros H. unfold sinh.
  assert (exp (- x) <= exp x) by (apply exp_le_exp; lra). lra.
Qed.

(** cosh is nondecreasing on [0,oo). *)
Lemma cosh_le (x y : R) : 0 <= x -> x <= y -> cosh x <= cosh y.
Proof.
  intros Hx Hy. rewrite !cosh_exp.
  assert (H1 : 1 <= exp x) by (apply one_le_exp; lra).
  assert (H2 : exp x <= exp y) by (apply exp_le_exp; lra).
  set (a := exp x) in *. set (b := exp y) in *.
  assert (H : 0 <= (b - a) * (a * b - 1) * / (a * b)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; nra|].
    left; apply Rinv_0_lt_compat; nra. }
  replace ((b - a) * (a * b - 1) * / (a * b)) with ((b + / b) - (a + / a)) in H
    by (field; lra).
  lra.
Qed.

(** ** Lemma 3' for rate one and a nonnegative centre *)

(** Mass of the interval of half-width A and centre c, A <= c. *)
Lemma mass_beside (c A : R) :
  0 <= A <= c -> mass 1 (c - A) (c + A) = exp (- c) * sinh A.
Proof.
  intros H. unfold mass. rewrite !F_nonneg by lra.
  unfold sinh.
  replace (- (1 * (c + A))) with (- c + - A) by ring.
  replace (- (1 * (c - A))) with (- c + A) by ring.
  rewrite !exp_plus. lra.
Qed.

(** Mass of the interval of half-width A and centre c, A >= c >= 0. *)
Lemma mass_straddling (c A : R) :
  0 <= c <= A -> mass 1 (c - A) (c + A) = 1 - cosh c * exp (- A).
Proof.
  intros H. unfold mass. rewrite F_nonneg, F_nonpos by lra.
  unfold cosh.
  replace (- (1 * (c + A))) with (- c + - A) by ring.
  replace (1 * (c - A)) with (c + - A) by ring.
  rewrite !exp_plus. lra.
Qed.

(** Case (ii): c <= B. *)
Lemma sinh_straddling (k A B : R) :
  0 < B -> B <= A -> k <= cosh B ->
  (1 - k * exp (- A)) * sinh B <= (1 - k * exp (- B)) * sinh A.
Proof.
  intros HB HA Hk.
  rewrite !sinh_exp, !exp_neg_inv. rewrite cosh_exp in Hk.
  replace A with (B + (A - B)) by ring. rewrite exp_plus.
  assert (Hy : 1 <= exp B) by (apply one_le_exp; lra).
  assert (Hs : 1 <= exp (A - B)) by (apply one_le_exp; lra).
  set (y := exp B) in *. set (s := exp (A - B)) in *.
  assert (Hiy : / y <= 1). { rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (His : / s <= 1). { rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (Hi0 : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (H1 : 0 <= ((y + / y) / 2 - k) * (s - / s)).
  { apply Rmult_le_pos; lra. }
  assert (H2 : 0 <= (y - / y) / 2 * ((s - 1) * (s - 1) * / s)).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Rle_0_sqr|lra]. }
  apply Rminus_le_0.
  replace ((1 - k * / y) * ((y * s - / (y * s)) / 2) -
           (1 - k * / (y * s)) * ((y - / y) / 2))
    with ((((y + / y) / 2 - k) * (s - / s)
           + (y - / y) / 2 * ((s - 1) * (s - 1) * / s)) / 2)
    by (field; lra).
  lra.
Qed.

Lemma sinh_bound_rate_one (c A B : R) :
  0 <= c -> 0 < B -> B <= A ->
  mass 1 (c - A) (c + A) * sinh B <= mass 1 (c - B) (c + B) * sinh A.
Proof.
  intros Hc HB HA.
  destruct (Rle_dec A c) as [H1|H1]; [|destruct (Rle_dec c B) as [H2|H2]].
  - (* (i) both beside 0: equality *)
    rewrite !mass_beside by lra. apply Req_le. ring.
  - (* (ii) both straddle 0 *)
    rewrite !mass_straddling by lra.
    apply sinh_straddling; [assumption|assumption|]. apply cosh_le; lra.
  - (* (iii) chain (i) on (B,c) and (ii) on (c,A) *)
    rewrite (mass_straddling c A), (mass_beside c B) by lra.
    assert (H : (1 - cosh c * exp (- A)) * sinh c
                <= (1 - cosh c * exp (- c)) * sinh A).
    { apply sinh_straddling; lra. }
    assert (E : 1 - cosh c * exp (- c) = exp (- c) * sinh c).
    { rewrite <- mass_straddling by lra. apply mass_beside; lra. }
    rewrite E in H.
    assert (Hs : 0 < sinh c) by (apply sinh_pos; lra).
    assert (HsB : 0 < sinh B) by (apply sinh_pos; lra).
    assert (H' : 1 - cosh c * exp (- A) <= exp (- c) * sinh A).
    { apply Rmult_le_reg_r with (sinh c); [assumption|].
      apply Rle_trans with (1 := H). apply Req_le. ring. }
    apply Rle_trans with (exp (- c) * sinh A * sinh B); [nra|].
    apply Req_le; ring.
Qed.

(** ** Lemma 3' *)

(** Lemma 3'.  Let the noise be Laplace of rate beta.  For every centre c and
    0 < B <= A, the mass of [c-A,c+A] times sinh(beta B) is at most the mass
    of [c-B,c+B] times sinh(beta A). *)
Theorem sinh_bound (beta c A B : R) :
  0 < beta -> 0 < B -> B <= A ->
  mass beta (c - A) (c + A) * sinh (beta * B)
  <= mass beta (c - B) (c + B) * sinh (beta * A).
Proof.
  intros Hb HB HA.
  assert (P : forall c, 0 <= c ->
            mass beta (c - A) (c + A) * sinh (beta * B)
            <= mass beta (c - B) (c + B) * sinh (beta * A)).
  { intros d Hd.
    unfold mass. rewrite !(F_rescale beta) by assumption.
    rewrite !Rmult_plus_distr_l, !Rmult_minus_distr_l.
    apply (sinh_bound_rate_one (beta * d) (beta * A) (beta * B)); nra. }
  destruct (Rle_dec 0 c) as [Hc|Hc]; [auto|].
  assert (S : forall X, mass beta (c - X) (c + X) = mass beta (- c - X) (- c + X)).
  { intros X. unfold mass.
    replace (- c - X) with (- (c + X)) by ring.
    replace (- c + X) with (- (c - X)) by ring.
    rewrite !F_symmetric by assumption. ring. }
  rewrite (S A), (S B). apply P. lra.
Qed.

(** ** Gamma *)

(** Gamma_beta(L,delta) = sinh(beta(L+2delta)/2) / sinh(beta(L-2delta)/2). *)
Definition Gamma (beta L delta : R) : R :=
  sinh (beta * ((L + 2 * delta) / 2)) / sinh (beta * ((L - 2 * delta) / 2)).

Lemma sinh_half_pos (beta L delta : R) :
  0 < beta -> 2 * delta < L -> 0 < sinh (beta * ((L - 2 * delta) / 2)).
Proof. intros Hb HL. apply sinh_pos. nra. Qed.

Lemma Gamma_pos (beta L delta : R) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> 0 < Gamma beta L delta.
Proof.
  intros Hb Hd HL. unfold Gamma. apply Rdiv_lt_0_compat.
  - apply sinh_pos; nra.
  - apply sinh_half_pos; assumption.
Qed.

(** sinh(u+h) sinh(v-h) - sinh(v+h) sinh(u-h) = sinh(v-u) sinh(2h). *)
Lemma sinh_product_difference (u v h : R) :
  sinh (u + h) * sinh (v - h) - sinh (v + h) * sinh (u - h)
  = sinh (v - u) * sinh (2 * h).
Proof.
  replace (v - h) with (v + - h) by ring.
  replace (u - h) with (u + - h) by ring.
  replace (v - u) with (v + - u) by ring.
  replace (2 * h) with (h + h) by ring.
  rewrite !sinh_exp, !exp_plus, !exp_neg_inv.
  assert (0 < exp u) by apply exp_pos.
  assert (0 < exp v) by apply exp_pos.
  assert (0 < exp h) by apply exp_pos.
  field. lra.
Qed.

(** Lemma 4 (c): Gamma decreases in L, so that for cells of different lengths
    the smallest length may be used. *)
Theorem Gamma_decreasing (beta L l delta : R) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> L <= l ->
  Gamma beta l delta <= Gamma beta L delta.
Proof.
  intros Hb Hd HL Hl. unfold Gamma.
  assert (H1 : 0 < sinh (beta * ((L - 2 * delta) / 2))) by (apply sinh_half_pos; lra).
  assert (H2 : 0 < sinh (beta * ((l - 2 * delta) / 2))) by (apply sinh_half_pos; lra).
  assert (H : 0 <= sinh (beta * l / 2 - beta * L / 2) * sinh (2 * (beta * delta))).
  { apply Rmult_le_pos; apply sinh_nonneg; nra. }
  rewrite <- sinh_product_difference in H.
  replace (beta * L / 2 + beta * delta) with (beta * ((L + 2 * delta) / 2)) in H by field.
  replace (beta * l / 2 - beta * delta) with (beta * ((l - 2 * delta) / 2)) in H by field.
  replace (beta * l / 2 + beta * delta) with (beta * ((l + 2 * delta) / 2)) in H by field.
  replace (beta * L / 2 - beta * delta) with (beta * ((L - 2 * delta) / 2)) in H by field.
  set (a := sinh (beta * ((l + 2 * delta) / 2))) in *.
  set (b := sinh (beta * ((l - 2 * delta) / 2))) in *.
  set (a' := sinh (beta * ((L + 2 * delta) / 2))) in *.
  set (b' := sinh (beta * ((L - 2 * delta) / 2))) in *.
  apply Rmult_le_reg_r with (b * b'); [nra|].
  replace (a / b * (b * b')) with (a * b') by (field; lra).
  replace (a' / b' * (b * b')) with (a' * b) by (field; lra).
  lra.
Qed.

(** The half-lines: e^(2 beta delta) <= Gamma, since
    sinh(z+h) - e^h sinh z = e^(-z) sinh h >= 0. *)
Theorem exp_le_Gamma (beta L delta : R) :
  0 < beta -> 0 <= delta -> 2 * delta < L ->
  exp (beta * (2 * delta)) <= Gamma beta L delta.
Proof.
  intros Hb Hd HL. unfold Gamma.
  assert (Hz : 0 < sinh (beta * ((L - 2 * delta) / 2))) by (apply sinh_half_pos; lra).
  set (z := beta * ((L - 2 * delta) / 2)) in *.
  set (h := beta * (2 * delta)).
  replace (beta * ((L + 2 * delta) / 2)) with (z + h) by (unfold z, h; field).
  apply Rmult_le_reg_r with (sinh z); [assumption|].
  replace (sinh (z + h) / sinh z * sinh z) with (sinh (z + h)) by (field; lra).
  apply Rminus_le_0.
  replace (sinh (z + h) - exp h * sinh z) with (exp (- z) * sinh h).
  - apply Rmult_le_pos; [left; apply exp_pos|]. apply sinh_nonneg. unfold h; nra.
  - rewrite !sinh_exp, exp_plus, exp_neg_inv.
    assert (0 < exp z) by apply exp_pos. assert (0 < exp h) by apply exp_pos.
    field. lra.
Qed.

(** Gamma >= 1. *)
Lemma Gamma_ge_1 (beta L delta : R) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> 1 <= Gamma beta L delta.
Proof.
  intros Hb Hd HL. apply Rle_trans with (exp (beta * (2 * delta))).
  - apply one_le_exp. nra.
  - apply exp_le_Gamma; assumption.
Qed.

(** Lemma 3' for a cell: for a cell of centre c and length l >= L > 2 delta
    the mass of the grown cell is at most Gamma(L,delta) times the mass of the
    shrunk one. *)
Theorem sinh_bound_cell (beta c l L delta : R) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> L <= l ->
  let A := (l + 2 * delta) / 2 in
  let B := (l - 2 * delta) / 2 in
  mass beta (c - A) (c + A) <= Gamma beta L delta * mass beta (c - B) (c + B).
Proof.
  intros Hb Hd HL Hl A B.
  assert (H : mass beta (c - A) (c + A) * sinh (beta * B)
              <= mass beta (c - B) (c + B) * sinh (beta * A)).
  { apply sinh_bound; unfold A, B; lra. }
  assert (Hs : 0 < sinh (beta * B)) by (apply sinh_half_pos; lra).
  assert (Hm : 0 <= mass beta (c - B) (c + B)).
  { apply mass_nonneg; [assumption|]. unfold B; lra. }
  assert (HG : Gamma beta l delta <= Gamma beta L delta)
    by (apply Gamma_decreasing; lra).
  apply Rle_trans with (Gamma beta l delta * mass beta (c - B) (c + B)); [|nra].
  apply Rmult_le_reg_r with (sinh (beta * B)); [assumption|].
  apply Rle_trans with (1 := H). apply Req_le.
  unfold Gamma. fold A B. field. lra.
Qed.
