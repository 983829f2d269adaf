(** * The analytic (eps,delta) curve for vectors of Gaussian noise

    proofs/theory.md, the paragraph on Gaussian noise.  For answers r, s whose
    Euclidean distance is at most Delta2, every set T of outputs and mu = Delta2/sigma,
      P_r(T) <= e^eps P_s(T) + delta(eps),
      delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu),
    P the law of the vector whose values get independent exact Gaussian noise and are
    rounded, whatever the dimension; and what runs has
    (eps + Delta0(kp+km), e^(Delta0 kp) delta(eps)) if Delta0 values differ.

    In Rust: the form "analytic" of derivation/gaussian.rs in crates/oracle.  Rests
    on GaussianCoordinate.v and Vectors.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Discretised SignedOutside Transfer Composition TheoremT
  TheoremTCoupling Vectors NormalTail GaussianLaw GaussianDiscretised GaussianCurve GaussianCoordinate.
Import ListNotations.

Local Open Scope R_scope.

(** The square of the Euclidean distance of two answers. *)
Fixpoint square_distance (r s : list R) : R :=
  match r, s with
  | x :: r', y :: s' => (x - y) * (x - y) + square_distance r' s'
  | _, _ => 0
  end.

Lemma square_distance_nonneg (r s : list R) : 0 <= square_distance r s.
Proof.
  revert s. induction r as [|x r IH]; intros [|y s]; simpl; try lra.
  assert (H := IH s). assert (H' := Rle_0_sqr (x - y)). unfold Rsqr in H'. lra.
Qed.

(** delta(eps). *)
Definition gaussian_delta (mu eps : R) : R :=
  Phi (mu / 2 - eps / mu) - exp eps * Phi (- (mu / 2) - eps / mu).

(** It is not negative, decreases in eps and increases in mu: rounding either up
    is safe. *)
Theorem gaussian_delta_nonneg (mu eps : R) : 0 < mu -> 0 <= gaussian_delta mu eps.
Proof.
  intros H. unfold gaussian_delta. rewrite <- curve_is_analytic by exact H.
  apply curve_nonneg; [exact H|lra|apply exp_pos].
Qed.

Theorem gaussian_delta_decreasing (mu eps eps' : R) :
  0 < mu -> eps <= eps' -> gaussian_delta mu eps' <= gaussian_delta mu eps.
Proof.
  intros H He. unfold gaussian_delta. rewrite <- !curve_is_analytic by exact H.
  rewrite curve_at_threshold. set (u := threshold mu 1 (exp eps')).
  apply Rle_trans with (2 := curve_is_largest mu 1 (exp eps) H Rlt_0_1 (exp_pos eps) u).
  assert (E := exp_le_exp _ _ He). assert (R0 := Phi_range (u - mu)). nra.
Qed.

Theorem gaussian_delta_increasing (mu nu eps : R) :
  0 < mu -> mu <= nu -> gaussian_delta mu eps <= gaussian_delta nu eps.
Proof.
  intros H Hn. unfold gaussian_delta. rewrite <- !curve_is_analytic by lra.
  apply curve_monotone; [exact H|exact Hn|lra|apply exp_pos].
Qed.

(** ** Vectors, for any rounding of each value *)

Section Vectors.

Context {O : Type}.
Variables (outs : list O) (Q : R -> O -> R) (sigma : R).
Hypothesis sigma_pos : 0 < sigma.
Hypothesis positive : forall x o, In o outs -> 0 < Q x o.
(** One coordinate, as [coordinate_step]. *)
Hypothesis step : forall x y mu p q (t : O -> R), 0 < mu -> 0 < p -> 0 < q ->
  Sum outs (fun o => p * Q x o * Phi (t o) - q * Q y o * Phi (t o - mu))
  <= curve (sqrt ((x - y) * (x - y) / (sigma * sigma) + mu * mu)) p q.

Notation vectors := (transcripts outs).

(** One coordinate after the other; eta stands for a further one, so that the
    curve is never that of mu = 0. *)
Lemma vector_curve (r s : list R) :
  length r = length s ->
  forall p q eta (T : list O -> bool), 0 < p -> 0 < q -> 0 < eta ->
  p * Prob (vectors (length r)) (vector_law Q r) T - q * Prob (vectors (length r)) (vector_law Q s) T
  <= curve (sqrt (square_distance r s / (sigma * sigma) + eta * eta)) p q.
Proof.
  assert (Hs2 : 0 < sigma * sigma) by nra.
  revert s. induction r as [|x r IH]; intros [|y s] Hlen p q eta T Hp Hq He; try discriminate Hlen.
  - simpl square_distance. replace (0 / (sigma * sigma) + eta * eta) with (eta * eta) by (field; lra).
    rewrite sqrt_square by lra. unfold Prob. simpl.
    assert (H0 := curve_nonneg eta p q He Hp Hq). assert (H1 := curve_above_difference eta p q He Hp Hq).
    destruct (T []); lra.
  - injection Hlen as Hlen. simpl length. set (d := square_distance r s / (sigma * sigma) + eta * eta).
    assert (D0 : 0 < d).
    { assert (H := square_distance_nonneg r s).
      assert (0 <= square_distance r s / (sigma * sigma))
        by (apply Rmult_le_pos; [exact H|left; apply Rinv_0_lt_compat, Hs2]). unfold d. nra. }
    set (mu := sqrt d). assert (Mu : 0 < mu) by (apply sqrt_lt_R0, D0).
    assert (Mu2 : mu * mu = d) by (apply sqrt_sqrt; lra).
    simpl square_distance.
    replace (((x - y) * (x - y) + square_distance r s) / (sigma * sigma) + eta * eta)
      with ((x - y) * (x - y) / (sigma * sigma) + mu * mu) by (rewrite Mu2; unfold d; field; lra).
    apply Rle_trans with (2 := step x y mu p q
      (fun o => threshold mu (p * Q x o) (q * Q y o)) Mu Hp Hq).
    unfold Prob. rewrite !Sum_transcripts.
    unfold Rminus at 1. rewrite Ropp_mult_distr_l, <- !Sum_scal, <- Sum_plus.
    apply Sum_le. intros o Ho. cbn [vector_law].
    assert (E : forall z v, Sum (vectors (length r)) (fun t => if T (o :: t) then Q z o * vector_law Q v t else 0)
                            = Q z o * Prob (vectors (length r)) (vector_law Q v) (fun t => T (o :: t))).
    { intros z v. unfold Prob. rewrite <- Sum_scal. apply Sum_ext. intros t _.
      destruct (T (o :: t)); ring. }
    rewrite !E. assert (Px := positive x o Ho). assert (Py := positive y o Ho).
    assert (H := IH s Hlen (p * Q x o) (q * Q y o) eta (fun t => T (o :: t)) ltac:(nra) ltac:(nra) He).
    fold d in H. fold mu in H. rewrite curve_at_threshold in H. lra.
Qed.

(** The curve at the whole distance. *)
Theorem vector_private (r s : list R) (Delta2 eps : R) (T : list O -> bool) :
  length r = length s -> 0 < Delta2 -> square_distance r s <= Delta2 * Delta2 ->
  Prob (vectors (length r)) (vector_law Q r) T
  <= exp eps * Prob (vectors (length r)) (vector_law Q s) T + gaussian_delta (Delta2 / sigma) eps.
Proof.
  intros Hlen HD Hd. set (mu := Delta2 / sigma).
  assert (Mu : 0 < mu) by (apply Rdiv_lt_0_compat; lra).
  assert (Hq := exp_pos eps).
  unfold gaussian_delta. rewrite <- curve_is_analytic by exact Mu.
  assert (H : forall eta, 0 < eta ->
            Prob (vectors (length r)) (vector_law Q r) T
            - exp eps * Prob (vectors (length r)) (vector_law Q s) T
            <= curve mu 1 (exp eps) + exp eps * eta).
  { intros eta He.
    assert (V := vector_curve r s Hlen 1 (exp eps) eta T Rlt_0_1 Hq He). rewrite Rmult_1_l in V.
    apply Rle_trans with (1 := V).
    set (d := square_distance r s / (sigma * sigma) + eta * eta).
    assert (S0 := square_distance_nonneg r s).
    assert (D1 : 0 <= square_distance r s / (sigma * sigma) <= mu * mu).
    { assert (I : 0 < / (sigma * sigma)) by (apply Rinv_0_lt_compat; nra).
      replace (mu * mu) with (Delta2 * Delta2 * / (sigma * sigma)) by (unfold mu; field; lra).
      unfold Rdiv. split; [nra|]. apply Rmult_le_compat_r; lra. }
    assert (Hroot : sqrt d <= mu + eta).
    { rewrite <- (sqrt_square (mu + eta)) by lra. apply sqrt_le_1_alt. unfold d. nra. }
    assert (Hpos : 0 < sqrt d) by (apply sqrt_lt_R0; unfold d; nra).
    apply Rle_trans with (curve (mu + eta) 1 (exp eps)).
    - apply curve_monotone; lra.
    - assert (St := curve_step mu (mu + eta) 1 (exp eps) Mu ltac:(lra) Rlt_0_1 Hq). lra. }
  apply Rnot_lt_le. intros Hlt.
  set (gap := Prob (vectors (length r)) (vector_law Q r) T
              - exp eps * Prob (vectors (length r)) (vector_law Q s) T - curve mu 1 (exp eps)).
  assert (Hg : 0 < gap) by (unfold gap; lra).
  assert (He : 0 < gap / (2 * exp eps)) by (apply Rdiv_lt_0_compat; lra).
  assert (F := H _ He).
  replace (exp eps * (gap / (2 * exp eps))) with (gap / 2) in F by (field; lra).
  unfold gap in *. lra.
Qed.

End Vectors.

(** ** Gaussian noise, rounded *)

Section Gaussian.

Variables (sigma : R) (a : nat -> R) (N : nat).
Hypothesis sigma_pos : 0 < sigma.
Hypothesis edges : forall i, (i < N)%nat -> a i < a (S i).

Notation G := (gaussian_cdf sigma).

Lemma ideal_signed_positive (r : R) (o : signed_output) :
  In o (signed_outputs N) -> 0 < ideal_signed_of G a N r o.
Proof.
  intros Ho. destruct o as [|i|]; simpl.
  - apply gaussian_cdf_range.
  - apply in_signed_outputs_cell in Ho. assert (H := edges i Ho).
    assert (G (a i - r) < G (a (S i) - r)) by (apply gaussian_cdf_increasing; [exact sigma_pos|lra]). lra.
  - assert (H := gaussian_cdf_range sigma (a N - r)). lra.
Qed.

Lemma ideal_positive (r : R) (o : option nat) : In o (outputs N) -> 0 < ideal_of G a N r o.
Proof.
  intros Ho. destruct o as [i|]; simpl.
  - apply in_outputs_cell, in_signed_outputs_cell in Ho. apply (ideal_signed_positive r (Cell i) Ho).
  - assert (H := gaussian_cdf_range sigma (a N - r)). assert (H' := gaussian_cdf_range sigma (a 0%nat - r)). lra.
Qed.

Lemma ideal_of_is_law (r : R) : is_law (outputs N) (ideal_of G a N r).
Proof.
  split; [intros o Ho; left; apply ideal_positive, Ho|].
  unfold outputs. cbn [Sum]. rewrite Sum_map. simpl.
  assert (T : forall n, Sum (seq 0 n) (fun i => G (a (S i) - r) - G (a i - r))
                        = G (a n - r) - G (a 0%nat - r)).
  { induction n as [|n IH]; [simpl; ring|]. rewrite seq_S, Sum_app, IH. simpl. ring. }
  rewrite T. ring.
Qed.

Lemma gaussian_step_signed (r s mu p q : R) (t : signed_output -> R) :
  0 < mu -> 0 < p -> 0 < q ->
  Sum (signed_outputs N) (fun o => p * ideal_signed_of G a N r o * Phi (t o)
                                   - q * ideal_signed_of G a N s o * Phi (t o - mu))
  <= curve (sqrt ((r - s) * (r - s) / (sigma * sigma) + mu * mu)) p q.
Proof.
  intros Hmu Hp Hq. set (m := (s - r) / sigma). set (x := fun i => (a i - r) / sigma).
  assert (Hx : forall i, (i < N)%nat -> x i <= x (S i)).
  { intros i Hi. apply ratio_le; [exact sigma_pos|]. assert (H := edges i Hi). lra. }
  assert (H := coordinate_step m mu p q Hmu Hp Hq x N Hx t).
  replace ((r - s) * (r - s) / (sigma * sigma)) with (m * m) by (unfold m; field; lra).
  apply Rle_trans with (2 := H). right. apply Sum_ext. intros o _.
  assert (E1 : forall i, G (a i - r) = Phi (x i - 0))
    by (intros i; rewrite Rminus_0_r; reflexivity).
  assert (E2 : forall i, G (a i - s) = Phi (x i - m)).
  { intros i. change (Phi ((a i - s) / sigma) = Phi (x i - m)). f_equal. unfold x, m. field. lra. }
  destruct o as [|i|]; simpl; rewrite ?E1, ?E2; reflexivity.
Qed.

Lemma gaussian_step (r s mu p q : R) (t : option nat -> R) :
  0 < mu -> 0 < p -> 0 < q ->
  Sum (outputs N) (fun o => p * ideal_of G a N r o * Phi (t o)
                            - q * ideal_of G a N s o * Phi (t o - mu))
  <= curve (sqrt ((r - s) * (r - s) / (sigma * sigma) + mu * mu)) p q.
Proof.
  intros Hmu Hp Hq.
  apply Rle_trans with (2 := gaussian_step_signed r s mu p q (fun o => t (without_sides o)) Hmu Hp Hq).
  right. unfold outputs, signed_outputs. cbn [Sum]. rewrite !Sum_map. simpl. ring.
Qed.

(** The ideal vector, its outputs with Outside, and with sides. *)
Theorem gaussian_vector_private (r s : list R) (Delta2 eps : R) (T : list (option nat) -> bool) :
  length r = length s -> 0 < Delta2 -> square_distance r s <= Delta2 * Delta2 ->
  Prob (transcripts (outputs N) (length r)) (vector_law (ideal_of G a N) r) T
  <= exp eps * Prob (transcripts (outputs N) (length r)) (vector_law (ideal_of G a N) s) T
     + gaussian_delta (Delta2 / sigma) eps.
Proof. apply vector_private; [exact sigma_pos|apply ideal_positive|apply gaussian_step]. Qed.

Theorem gaussian_vector_private_signed (r s : list R) (Delta2 eps : R) (T : list signed_output -> bool) :
  length r = length s -> 0 < Delta2 -> square_distance r s <= Delta2 * Delta2 ->
  Prob (transcripts (signed_outputs N) (length r)) (vector_law (ideal_signed_of G a N) r) T
  <= exp eps * Prob (transcripts (signed_outputs N) (length r)) (vector_law (ideal_signed_of G a N) s) T
     + gaussian_delta (Delta2 / sigma) eps.
Proof. apply vector_private; [exact sigma_pos|apply ideal_signed_positive|apply gaussian_step_signed]. Qed.

(** One number. *)
Corollary gaussian_private (r s Delta eps : R) (T : option nat -> bool) :
  0 < Delta -> Rabs (r - s) <= Delta ->
  Prob (outputs N) (ideal_of G a N r) T
  <= exp eps * Prob (outputs N) (ideal_of G a N s) T + gaussian_delta (Delta / sigma) eps.
Proof.
  intros HD Hd.
  assert (H := gaussian_vector_private [r] [s] Delta eps
                 (fun t => match t with [] => false | o :: _ => T o end) eq_refl HD).
  assert (E : forall x, Prob (transcripts (outputs N) 1) (vector_law (ideal_of G a N) [x])
                (fun t => match t with [] => false | o :: _ => T o end)
              = Prob (outputs N) (ideal_of G a N x) T).
  { intros x. unfold Prob. rewrite Sum_transcripts. apply Sum_ext. intros o _. simpl.
    destruct (T o); ring. }
  simpl length in H. rewrite !E in H. apply H. simpl. rewrite Rplus_0_r.
  apply Rabs_le_between in Hd. nra.
Qed.

(** What runs. *)
Variables (rd : R -> option nat) (g : generator) (M_f : R -> Prop) (kp km : R).
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis gen : is_generator g.
(** What [gaussian_relative_generator_theorem_T] provides. *)
Hypothesis closeness : forall r, M_f r -> close (outputs N) (ideal_of G a N r) (finite rd g r) kp km.

Theorem gaussian_vector_finite (r s : list R) (Delta2 eps : R) (T : list (option nat) -> bool) :
  length r = length s -> Forall M_f r -> Forall M_f s ->
  0 < Delta2 -> square_distance r s <= Delta2 * Delta2 ->
  Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) T
  <= exp (eps + INR (changed r s) * (kp + km))
     * Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) T
     + exp (INR (changed r s) * kp) * gaussian_delta (Delta2 / sigma) eps.
Proof.
  intros Hlen Hr Hs HD Hd.
  apply (vector_approximate (outputs N) M_f (ideal_of G a N) (finite rd g) kp km); trivial.
  - intros x _. apply ideal_of_is_law.
  - intros x _. apply finite_is_law with (a := a); assumption.
  - intros T'. apply gaussian_vector_private; assumption.
Qed.

(** The statement for a target: with Delta0 >= the number of values that differ,
    eps with delta(eps) <= e^(-Delta0 kp) target gives
    (eps + Delta0(kp+km), target)-privacy. *)
Corollary gaussian_vector_target (r s : list R) (Delta2 eps target : R) (Delta0 : nat)
    (T : list (option nat) -> bool) :
  0 <= kp -> 0 <= km ->
  length r = length s -> Forall M_f r -> Forall M_f s ->
  0 < Delta2 -> square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  0 <= target ->
  gaussian_delta (Delta2 / sigma) eps <= target * exp (- (INR Delta0 * kp)) ->
  Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) T
  <= exp (eps + INR Delta0 * (kp + km))
     * Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) T + target.
Proof.
  intros Hkp Hkm Hlen Hr Hs HD Hd H0 Ht Hdelta. apply le_INR in H0.
  apply Rle_trans with (1 := gaussian_vector_finite r s Delta2 eps T Hlen Hr Hs HD Hd).
  assert (P0 : 0 <= Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) T).
  { apply Prob_le_total. intros t Ht'. apply (vector_nonneg (outputs N) M_f); trivial.
    - intros x o _ _. apply prob_nonneg, gen.
    - rewrite <- Hlen. exact Ht'. }
  apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [exact P0|]. apply exp_le_exp. nra.
  - apply Rle_trans with (exp (INR (changed r s) * kp) * (target * exp (- (INR Delta0 * kp)))).
    + apply Rmult_le_compat_l; [left; apply exp_pos|exact Hdelta].
    + replace (exp (INR (changed r s) * kp) * (target * exp (- (INR Delta0 * kp))))
        with (target * exp (INR (changed r s) * kp + - (INR Delta0 * kp))) by (rewrite exp_plus; ring).
      rewrite <- (Rmult_1_r target) at 2. apply Rmult_le_compat_l; [exact Ht|].
      apply exp_le_one. nra.
Qed.

End Gaussian.
