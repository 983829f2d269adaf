(** * The Renyi divergences that a ledger adds up

    proofs/theory.md, paragraph 1.9, "Renyi divergences for the ledger".  (a) A pure
    loss eps bounds the divergence of every order by eps; (b) in both directions it
    bounds it by alpha eps^2/2; (c) the ideal Laplace mechanism, exact noise and then
    any rounding, has at most
      R(t) = ln(alpha/(2alpha-1) e^((alpha-1)t) + (alpha-1)/(2alpha-1) e^(-alpha t))/(alpha-1)
    for answers at distance at most t/beta; (d) R(s) + R(t) <= R(s+t), so that R of the
    sum of the distances bounds the divergence of a vector.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: the Renyi rule of the ledger of crates/kdelta.  Rests on Transfer.v,
    TheoremT.v and Vectors.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Transfer Composition TheoremT
  Vectors.
Import ListNotations.

Local Open Scope R_scope.

Section Order.

Variable alpha : R.
Hypothesis alpha_large : 1 < alpha.

(** ** Tangents *)

(** Bernoulli's inequality: e^(alpha y) >= 1 + alpha (e^y - 1). *)
Lemma bernoulli (y : R) : 1 + alpha * (exp y - 1) <= exp (alpha * y).
Proof.
  assert (Hi : 0 < / alpha < 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  assert (H := exp_convex (alpha * y) (/ alpha) ltac:(lra)).
  replace (/ alpha * (alpha * y)) with y in H by (field; lra).
  assert (H' : alpha * exp y <= alpha * (1 - / alpha + / alpha * exp (alpha * y)))
    by (apply Rmult_le_compat_l; lra).
  replace (alpha * (1 - / alpha + / alpha * exp (alpha * y)))
    with (alpha - 1 + exp (alpha * y)) in H' by (field; lra).
  lra.
Qed.

(** p^alpha q^(1-alpha) lies above each of its tangent planes; k is the logarithm of
    the quotient p/q at which the plane touches. *)
Lemma term_above_tangent (k p q : R) :
  0 <= p -> 0 <= q -> (q <= 0 -> p <= 0) ->
  alpha * exp ((alpha - 1) * k) * p - (alpha - 1) * exp (alpha * k) * q <= renyi_term alpha p q.
Proof.
  intros Hp Hq Hv. unfold renyi_term. destruct (Rle_dec p 0) as [Hz|Hz].
  - replace p with 0 by lra.
    assert (0 <= (alpha - 1) * exp (alpha * k) * q)
      by (apply Rmult_le_pos; [apply Rmult_le_pos; [lra|left; apply exp_pos]|exact Hq]).
    lra.
  - assert (Hq0 : 0 < q) by (destruct (Rle_lt_dec q 0) as [H|H]; [apply Hv in H; lra|exact H]).
    set (y := ln p - ln q - k). assert (H := bernoulli y).
    assert (E1 : exp ((alpha - 1) * k) * p = exp (ln q + alpha * k) * exp y).
    { rewrite <- (exp_ln p) at 1 by lra. rewrite <- !exp_plus. f_equal. unfold y. ring. }
    assert (E2 : exp (alpha * k) * q = exp (ln q + alpha * k)).
    { rewrite exp_plus, exp_ln by exact Hq0. ring. }
    assert (E3 : Rpower p alpha * Rpower q (1 - alpha)
                 = exp (ln q + alpha * k) * exp (alpha * y)).
    { unfold Rpower. rewrite <- !exp_plus. f_equal. unfold y. ring. }
    rewrite (Rmult_assoc alpha), E1, (Rmult_assoc (alpha - 1)), E2, E3.
    assert (Ep := exp_pos (ln q + alpha * k)).
    replace (alpha * (exp (ln q + alpha * k) * exp y) - (alpha - 1) * exp (ln q + alpha * k))
      with (exp (ln q + alpha * k) * (1 + alpha * (exp y - 1))) by ring.
    apply Rmult_le_compat_l; lra.
Qed.

(** The plane touches at (p,q). *)
Lemma term_at_tangent (p q : R) :
  0 < p -> 0 < q ->
  let k := ln p - ln q in
  alpha * exp ((alpha - 1) * k) * p - (alpha - 1) * exp (alpha * k) * q = renyi_term alpha p q.
Proof.
  intros Hp Hq k. unfold renyi_term. destruct (Rle_dec p 0) as [Hz|_]; [lra|].
  assert (E : Rpower p alpha * Rpower q (1 - alpha) = exp (alpha * k) * q).
  { unfold Rpower. rewrite <- (exp_ln q) at 2 by exact Hq. rewrite <- !exp_plus. f_equal.
    unfold k. ring. }
  assert (E1 : exp ((alpha - 1) * k) * p = exp (alpha * k) * q).
  { rewrite <- (exp_ln p) at 1 by exact Hp. rewrite <- (exp_ln q) at 1 by exact Hq.
    rewrite <- !exp_plus. f_equal. unfold k. ring. }
  rewrite E, (Rmult_assoc alpha), E1. ring.
Qed.

(** ** (a) and (b): from a pure loss *)

(** (a) D_alpha <= eps. *)
Theorem renyi_of_pure {O : Type} (l : list O) (P Q : O -> R) (eps : R) :
  is_law l P -> (forall o, In o l -> 0 <= Q o) ->
  (forall o, In o l -> P o <= exp eps * Q o) ->
  renyi_at_most l alpha eps P Q.
Proof.
  intros [HP H1] HQ H. split.
  - intros o Ho Hq. assert (A := H o Ho). assert (B := HQ o Ho).
    replace (Q o) with 0 in A by lra. lra.
  - apply Rle_trans with (Sum l (fun o => exp ((alpha - 1) * eps) * P o)).
    + apply Sum_le. intros o Ho. assert (A := H o Ho). assert (B := HP o Ho). assert (C := HQ o Ho).
      unfold renyi_term. destruct (Rle_dec (P o) 0) as [Hz|Hz].
      * apply Rmult_le_pos; [left; apply exp_pos|exact B].
      * assert (Hq : 0 < Q o).
        { destruct (Rle_lt_dec (Q o) 0) as [Hq|Hq]; [|exact Hq].
          replace (Q o) with 0 in A by lra. lra. }
        assert (L : ln (P o) <= eps + ln (Q o)).
        { rewrite <- (ln_exp eps) at 1. rewrite <- ln_mult by (try apply exp_pos; lra).
          destruct A as [A|A]; [left; apply ln_increasing; lra|rewrite A; apply Rle_refl]. }
        unfold Rpower. rewrite <- (exp_ln (P o)) at 2 by lra. rewrite <- !exp_plus.
        apply exp_le_exp. nra.
    + rewrite Sum_scal, H1. lra.
Qed.

(** cosh v / cosh u <= e^((v^2-u^2)/2) for 0 <= u <= v. *)
Lemma cosh_ratio (u v : R) :
  0 <= u -> u <= v -> cosh v * exp (- (v * v / 2)) <= cosh u * exp (- (u * u / 2)).
Proof.
  intros Hu Huv.
  assert (H : - (cosh u * exp (- (u * u / 2))) <= - (cosh v * exp (- (v * v / 2)))).
  { apply (nonneg_derivative_le (fun x => - (cosh x * exp (- (x * x / 2))))
             (fun x => (x * cosh x - sinh x) * exp (- (x * x / 2)))); trivial.
    - intros x _. unfold cosh, sinh. auto_derive; [trivial|]. unfold Rdiv. field.
    - intros x _. apply (ex_derive_continuous (fun x => (x * cosh x - sinh x) * exp (- (x * x / 2)))).
      unfold cosh, sinh. auto_derive. trivial.
    - intros x Hx. apply Rmult_le_pos; [|left; apply exp_pos].
      assert (A := sinh_le_z_cosh x ltac:(lra)). lra. }
  lra.
Qed.

(** z^alpha lies below its chord over [e^-eps, e^eps]; times q, with z = p/q. *)
Lemma term_below_chord (eps p q : R) :
  0 < eps -> 0 <= p -> 0 <= q -> p <= exp eps * q -> q <= exp eps * p ->
  renyi_term alpha p q * (exp eps - exp (- eps))
  <= (p - exp (- eps) * q) * exp (alpha * eps) + (exp eps * q - p) * exp (- (alpha * eps)).
Proof.
  intros He Hp Hq H1 H2. assert (E := exp_pos eps). assert (E' := exp_pos (- eps)).
  assert (EE := exp_neg_mult eps). unfold renyi_term. destruct (Rle_dec p 0) as [Hz|Hz].
  { replace p with 0 in * by lra. assert (q = 0) by lra. subst q. lra. }
  assert (Hq0 : 0 < q) by nra.
  set (k := ln p - ln q).
  assert (Ek : exp k * q = p).
  { unfold k, Rminus. rewrite exp_plus, exp_Ropp, !exp_ln by lra. field. lra. }
  assert (Et : Rpower p alpha * Rpower q (1 - alpha) = exp (alpha * k) * q).
  { unfold Rpower. rewrite <- (exp_ln q) at 2 by exact Hq0. rewrite <- !exp_plus. f_equal.
    unfold k. ring. }
  rewrite Et.
  (* tangents at k to the two ends *)
  assert (T : forall y, exp (alpha * k) * (1 + alpha * (exp (y - k) - 1)) <= exp (alpha * y)).
  { intros y. assert (B := bernoulli (y - k)).
    replace (exp (alpha * y)) with (exp (alpha * k) * exp (alpha * (y - k)))
      by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos|exact B]. }
  assert (T1 := T eps). assert (T2 := T (- eps)).
  replace (alpha * - eps) with (- (alpha * eps)) in T2 by ring.
  assert (A1 : 0 <= p - exp (- eps) * q) by nra.
  assert (A2 : 0 <= exp eps * q - p) by lra.
  apply (Rmult_le_compat_l _ _ _ A1) in T1. apply (Rmult_le_compat_l _ _ _ A2) in T2.
  apply Rle_trans with (2 := Rplus_le_compat _ _ _ _ T1 T2). right.
  assert (F1 : exp (eps - k) * p = exp eps * q).
  { rewrite <- Ek, <- Rmult_assoc, <- exp_plus. do 2 f_equal. ring. }
  assert (F2 : exp (- eps - k) * p = exp (- eps) * q).
  { rewrite <- Ek, <- Rmult_assoc, <- exp_plus. do 2 f_equal. ring. }
  assert (G1 : exp (eps - k) * exp (- eps) = exp (- eps - k) * exp eps).
  { rewrite <- !exp_plus. f_equal. ring. }
  set (x1 := exp (eps - k)) in *. set (x2 := exp (- eps - k)) in *.
  set (w := exp (alpha * k)).
  replace ((p - exp (- eps) * q) * (w * (1 + alpha * (x1 - 1)))
           + (exp eps * q - p) * (w * (1 + alpha * (x2 - 1))))
    with (w * ((exp eps * q - exp (- eps) * q) * (1 - alpha)
               + alpha * (x1 * p - x2 * p - (x1 * exp (- eps) - x2 * exp eps) * q))) by ring.
  rewrite F1, F2, G1. ring.
Qed.

(** (b) D_alpha <= alpha eps^2/2. *)
Theorem renyi_of_pure_square {O : Type} (l : list O) (P Q : O -> R) (eps : R) :
  is_law l P -> is_law l Q -> 0 <= eps ->
  (forall o, In o l -> P o <= exp eps * Q o) -> (forall o, In o l -> Q o <= exp eps * P o) ->
  renyi_at_most l alpha (alpha * (eps * eps) / 2) P Q.
Proof.
  intros HP HQ He H1 H2.
  destruct (Rle_lt_dec eps 0) as [Hz|Hpos].
  { assert (Ez : eps = 0) by lra. subst eps. rewrite Rmult_0_l, Rmult_0_r.
    replace (0 / 2) with 0 by field.
    apply renyi_of_pure; [exact HP|apply HQ|exact H1]. }
  split.
  - intros o Ho Hq. assert (A := H1 o Ho). assert (B := proj1 HQ o Ho).
    replace (Q o) with 0 in A by lra. lra.
  - set (u := eps / 2). set (v := (alpha - 1 / 2) * eps).
    assert (Hs : 0 < exp eps - exp (- eps)).
    { assert (exp (- eps) < exp eps) by (apply exp_lt_exp; lra). lra. }
    apply Rmult_le_reg_r with (exp eps - exp (- eps)); [exact Hs|].
    apply Rle_trans with
      ((1 - exp (- eps)) * exp (alpha * eps) + (exp eps - 1) * exp (- (alpha * eps))).
    + unfold renyi_sum. rewrite Rmult_comm, <- Sum_scal.
      apply Rle_trans with (Sum l (fun o =>
        (exp (alpha * eps) - exp (- (alpha * eps))) * P o
        + (exp eps * exp (- (alpha * eps)) - exp (- eps) * exp (alpha * eps)) * Q o)).
      * apply Sum_le. intros o Ho.
        assert (C := term_below_chord eps (P o) (Q o) Hpos (proj1 HP o Ho) (proj1 HQ o Ho)
                       (H1 o Ho) (H2 o Ho)). lra.
      * rewrite Sum_plus, !Sum_scal, (proj2 HP), (proj2 HQ). right. ring.
    + (* = 4 sinh u cosh v <= e^((alpha-1) alpha eps^2/2) 4 sinh u cosh u *)
      assert (C := cosh_ratio u v ltac:(unfold u; lra) ltac:(unfold u, v; nra)).
      assert (Su : 0 < exp u - exp (- u)).
      { assert (exp (- u) < exp u) by (apply exp_lt_exp; unfold u; lra). lra. }
      assert (C' : cosh v <= exp ((alpha - 1) * (alpha * (eps * eps) / 2)) * cosh u).
      { apply Rmult_le_reg_r with (exp (- (v * v / 2))); [apply exp_pos|].
        apply Rle_trans with (1 := C). right.
        rewrite (Rmult_comm (exp _) (cosh u)), Rmult_assoc, <- exp_plus. do 2 f_equal.
        unfold u, v. field. }
      replace ((1 - exp (- eps)) * exp (alpha * eps) + (exp eps - 1) * exp (- (alpha * eps)))
        with ((exp u - exp (- u)) * (2 * cosh v)).
      * replace (exp eps - exp (- eps)) with ((exp u - exp (- u)) * (2 * cosh u)).
        -- nra.
        -- unfold cosh.
           replace ((exp u - exp (- u)) * (2 * ((exp u + exp (- u)) / 2)))
             with (exp u * exp u - exp (- u) * exp (- u)) by field.
           rewrite <- !exp_plus. f_equal; [|f_equal]; f_equal; unfold u; field.
      * unfold cosh.
        replace ((exp u - exp (- u)) * (2 * ((exp v + exp (- v)) / 2)))
          with (exp u * exp v + exp u * exp (- v) - exp (- u) * exp v - exp (- u) * exp (- v))
          by field.
        rewrite !Rmult_minus_distr_r, <- !exp_plus, !Rmult_1_l.
        replace (u + v) with (alpha * eps) by (unfold u, v; field).
        replace (u + - v) with (eps + - (alpha * eps)) by (unfold u, v; field).
        replace (- u + v) with (- eps + alpha * eps) by (unfold u, v; field).
        replace (- u + - v) with (- (alpha * eps)) by (unfold u, v; field).
        ring.
Qed.

(** ** (c) The ideal Laplace mechanism *)

(** e^((alpha-1) R(t)). *)
Definition laplace_renyi (t : R) : R :=
  (alpha * exp ((alpha - 1) * t) + (alpha - 1) * exp (- (alpha * t))) / (2 * alpha - 1).

Lemma laplace_renyi_pos (t : R) : 0 < laplace_renyi t.
Proof.
  unfold laplace_renyi. assert (A := exp_pos ((alpha - 1) * t)).
  assert (B := exp_pos (- (alpha * t))). apply Rdiv_lt_0_compat; nra.
Qed.

Lemma laplace_renyi_zero : laplace_renyi 0 = 1.
Proof. unfold laplace_renyi. rewrite !Rmult_0_r, Ropp_0, exp_0. field. lra. Qed.

(** It increases. *)
Lemma laplace_renyi_increasing (s t : R) : 0 <= s -> s <= t -> laplace_renyi s <= laplace_renyi t.
Proof.
  intros Hs Hst.
  apply (nonneg_derivative_le laplace_renyi
    (fun x => alpha * (alpha - 1) * (exp ((alpha - 1) * x) - exp (- (alpha * x))) / (2 * alpha - 1)));
    trivial.
  - intros x _. unfold laplace_renyi. auto_derive; [trivial|]. unfold Rdiv. field. lra.
  - intros x _. apply (ex_derive_continuous (fun x => alpha * (alpha - 1)
      * (exp ((alpha - 1) * x) - exp (- (alpha * x))) / (2 * alpha - 1))).
    auto_derive. trivial.
  - intros x Hx. assert (exp (- (alpha * x)) <= exp ((alpha - 1) * x)) by (apply exp_le_exp; nra).
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra].
    apply Rmult_le_pos; [|lra]. nra.
Qed.

(** (d) in its multiplicative form. *)
Theorem laplace_renyi_sum (s t : R) :
  0 <= s -> 0 <= t -> laplace_renyi s * laplace_renyi t <= laplace_renyi (s + t).
Proof.
  intros Hs Ht. unfold laplace_renyi.
  replace ((alpha - 1) * (s + t)) with ((alpha - 1) * s + (alpha - 1) * t) by ring.
  replace (- (alpha * (s + t))) with (- (alpha * s) + - (alpha * t)) by ring.
  rewrite !exp_plus.
  assert (A1 : 1 <= exp ((alpha - 1) * s)) by (apply one_le_exp; nra).
  assert (A2 : 1 <= exp ((alpha - 1) * t)) by (apply one_le_exp; nra).
  assert (B1 : exp (- (alpha * s)) <= 1) by (apply exp_le_one; nra).
  assert (B2 : exp (- (alpha * t)) <= 1) by (apply exp_le_one; nra).
  set (x := exp ((alpha - 1) * s)) in *. set (y := exp ((alpha - 1) * t)) in *.
  set (x' := exp (- (alpha * s))) in *. set (y' := exp (- (alpha * t))) in *.
  apply Rminus_le_0.
  replace ((alpha * (x * y) + (alpha - 1) * (x' * y')) / (2 * alpha - 1)
           - (alpha * x + (alpha - 1) * x') / (2 * alpha - 1)
             * ((alpha * y + (alpha - 1) * y') / (2 * alpha - 1)))
    with (alpha * (alpha - 1) * ((x - x') * (y - y')) / ((2 * alpha - 1) * (2 * alpha - 1)))
    by (field; lra).
  apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; nra].
  apply Rmult_le_pos; [nra|]. apply Rmult_le_pos; lra.
Qed.

End Order.
