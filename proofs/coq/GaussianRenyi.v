(** * The Renyi divergence of Gaussian noise, and zero-concentrated privacy

    proofs/theory.md, the paragraph on Gaussian noise.  Two exact Gaussian laws
    whose centres are m sigma apart have the Renyi divergence alpha m^2/2; rounding
    does not increase it.  For vectors it is alpha rho, rho = Delta2^2/(2 sigma^2), for
    every order alpha > 1: rho-zCDP.  What runs pays for the closeness of each value
    that differs.  [zcdp_conversion]: rho-zCDP gives
    (rho + 2 sqrt(rho ln(1/delta)), delta) for every delta in ]0,1[.

    The sum over the outputs is bounded output by output: by each tangent of
    p^alpha q^(1-alpha), and
      phi(x)^alpha phi(x-m)^(1-alpha) = e^(alpha(alpha-1)m^2/2) phi(x-(1-alpha)m).

    In Rust: the form "zcdp" of derivation/gaussian.rs in crates/oracle.  Rests on
    Renyi.v and GaussianPrivacy.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Discretised SignedOutside Transfer Composition TheoremT
  TheoremTCoupling Vectors Renyi NormalTail GaussianLaw GaussianDiscretised GaussianCurve
  GaussianCoordinate GaussianPrivacy.
Import ListNotations.

Local Open Scope R_scope.

(** ** One number *)

Section Order.

Variable alpha : R.
Hypothesis alpha_large : 1 < alpha.

(** e^(alpha(alpha-1)m^2/2). *)
Definition gaussian_renyi (m : R) : R := exp (alpha * (alpha - 1) * (m * m / 2)).

Lemma mixed_density (m x : R) :
  renyi_term alpha (phi x) (phi (x - m)) = gaussian_renyi m * phi (x - (1 - alpha) * m).
Proof.
  assert (P1 := phi_pos x). assert (P2 := phi_pos (x - m)).
  unfold renyi_term. destruct (Rle_dec (phi x) 0) as [H|_]; [lra|].
  rewrite <- (exp_ln (phi (x - (1 - alpha) * m))) by apply phi_pos.
  unfold Rpower, gaussian_renyi. rewrite !ln_phi, <- !exp_plus. f_equal. field.
Qed.

(** The tangent at the quotient e^k of the masses P and Q. *)
Let tangent (k P Q : R) : R := alpha * exp ((alpha - 1) * k) * P - (alpha - 1) * exp (alpha * k) * Q.

(** What the tangent leaves of the sum, below x: it does not decrease ... *)
Let rest (k m x : R) : R :=
  gaussian_renyi m * Phi (x - (1 - alpha) * m) - tangent k (Phi x) (Phi (x - m)).

Lemma rest_monotone (k m u v : R) : u <= v -> rest k m u <= rest k m v.
Proof.
  intros Huv.
  assert (S : forall c x, is_derive (fun x => Phi (x - c)) x (phi (x - c))).
  { intros c x. replace (phi (x - c)) with (scal 1 (phi (x - c)))
      by (unfold scal; simpl; unfold mult; simpl; ring).
    apply (is_derive_comp Phi (fun x => x - c)); [apply Phi_derive|]. auto_derive; [exact I|ring]. }
  assert (C : forall c x, continuous (fun x => phi (x - c)) x).
  { intros c x. apply (continuous_comp (fun x => x - c) phi); [|apply phi_continuous].
    apply (continuous_minus (fun x => x) (fun _ => c)); [apply continuous_id|apply continuous_const]. }
  set (c := (1 - alpha) * m). set (E := gaussian_renyi m).
  set (A := alpha * exp ((alpha - 1) * k)). set (B := (alpha - 1) * exp (alpha * k)).
  apply (nonneg_derivative_le (rest k m)
           (fun x => E * phi (x - c) - (A * phi x - B * phi (x - m))) u v Huv).
  - intros x _. unfold rest, tangent. fold c E A B.
    apply (is_derive_minus (fun x => E * Phi (x - c)) (fun x => A * Phi x - B * Phi (x - m))).
    + apply (is_derive_scal (fun x => Phi (x - c))), S.
    + apply (is_derive_minus (fun x => A * Phi x) (fun x => B * Phi (x - m))).
      * apply (is_derive_scal Phi), Phi_derive.
      * apply (is_derive_scal (fun x => Phi (x - m))), S.
  - intros x _.
    apply (continuous_minus (fun x => E * phi (x - c)) (fun x => A * phi x - B * phi (x - m))).
    + apply (continuous_mult (fun _ => E) (fun x => phi (x - c))); [apply continuous_const|apply C].
    + apply (continuous_minus (fun x => A * phi x) (fun x => B * phi (x - m))).
      * apply (continuous_mult (fun _ => A) phi); [apply continuous_const|apply phi_continuous].
      * apply (continuous_mult (fun _ => B) (fun x => phi (x - m))); [apply continuous_const|apply C].
  - intros x _. assert (P1 := phi_pos x). assert (P2 := phi_pos (x - m)).
    assert (T := term_above_tangent alpha alpha_large k (phi x) (phi (x - m))
                   ltac:(lra) ltac:(lra) ltac:(lra)).
    rewrite mixed_density in T. fold c E A B in T. lra.
Qed.

(** ... from 0 at -oo. *)
Lemma rest_nonneg (k m x : R) : 0 <= rest k m x.
Proof.
  set (A := alpha * exp ((alpha - 1) * k)).
  assert (HA : 0 < A) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  assert (HB : 0 < (alpha - 1) * exp (alpha * k)) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  assert (HE : 0 < gaussian_renyi m) by apply exp_pos.
  apply (le_up_to_tail A); [lra|]. intros z Hz.
  set (y := - z - Rabs x). assert (Ax := Rle_abs (- x)). rewrite Rabs_Ropp in Ax.
  assert (M := rest_monotone k m y x ltac:(unfold y; lra)).
  assert (T : Phi y <= normal_tail z).
  { apply normal_tail_monotone. assert (P := Rabs_pos x). unfold y. lra. }
  unfold rest at 1, tangent in M. fold A in M.
  assert (R1 := Phi_range (y - (1 - alpha) * m)). assert (R2 := Phi_range (y - m)). nra.
Qed.

Variables (x : nat -> R) (N : nat).
Hypothesis edges : forall i, (i < N)%nat -> x i <= x (S i).

(** Each output, with any tangent. *)
Lemma tangent_of_output (k m : R) (o : signed_output) :
  In o (signed_outputs N) ->
  tangent k (ideal_signed_of Phi x N 0 o) (ideal_signed_of Phi x N m o)
  <= gaussian_renyi m * ideal_signed_of Phi x N ((1 - alpha) * m) o.
Proof.
  intros Ho. destruct o as [|i|]; simpl; rewrite ?Rminus_0_r.
  - assert (H := rest_nonneg k m (x 0%nat)). unfold rest in H. lra.
  - apply in_signed_outputs_cell in Ho. assert (H := rest_monotone k m _ _ (edges i Ho)).
    unfold rest, tangent in H. unfold tangent. lra.
  - assert (H := rest_nonneg k (- m) (- x N)). unfold rest, gaussian_renyi in H.
    replace (- m * - m) with (m * m) in H by ring.
    replace (- x N - (1 - alpha) * - m) with (- (x N - (1 - alpha) * m)) in H by ring.
    replace (- x N - - m) with (- (x N - m)) in H by ring.
    assert (S : forall z, Phi (- z) = 1 - Phi z) by (intros z; unfold Phi; apply normal_tail_symmetric).
    rewrite !S in H. unfold gaussian_renyi. lra.
Qed.

(** So the sum is at most that of the two exact laws, with Outside for Below and
    Above. *)
Lemma rounded_renyi_sum (m : R) :
  (forall o, In o (outputs N) -> 0 < ideal_of Phi x N 0 o /\ 0 < ideal_of Phi x N m o) ->
  renyi_sum (outputs N) alpha (ideal_of Phi x N 0) (ideal_of Phi x N m) <= gaussian_renyi m.
Proof.
  intros Hpos. set (c := (1 - alpha) * m).
  assert (Hout : forall o, In o (outputs N) ->
            renyi_term alpha (ideal_of Phi x N 0 o) (ideal_of Phi x N m o)
            <= gaussian_renyi m * ideal_of Phi x N c o).
  { intros o Ho. destruct (Hpos o Ho) as [P1 P2].
    rewrite <- term_at_tangent by assumption.
    set (k := ln (ideal_of Phi x N 0 o) - ln (ideal_of Phi x N m o)).
    fold (tangent k (ideal_of Phi x N 0 o) (ideal_of Phi x N m o)). destruct o as [i|].
    - apply in_outputs_cell, in_signed_outputs_cell in Ho. apply (tangent_of_output k m (Cell i) Ho).
    - assert (B := tangent_of_output k m Below ltac:(left; reflexivity)).
      assert (A := tangent_of_output k m Above ltac:(right; left; reflexivity)).
      clearbody k. unfold tangent in *. simpl in *. fold c in A, B. lra. }
  unfold renyi_sum. apply Rle_trans with (1 := Sum_le _ _ _ Hout). rewrite Sum_scal.
  assert (E : Sum (outputs N) (ideal_of Phi x N c) = 1).
  { unfold outputs. cbn [Sum]. rewrite Sum_map. simpl.
    assert (T : forall n, Sum (seq 0 n) (fun i => Phi (x (S i) - c) - Phi (x i - c))
                          = Phi (x n - c) - Phi (x 0%nat - c)).
    { induction n as [|n IH]; [simpl; ring|]. rewrite seq_S, Sum_app, IH. simpl. ring. }
    rewrite T. ring. }
  rewrite E. lra.
Qed.

End Order.

(** ** Vectors, with a price for each coordinate *)

Section Vectors.

Context {O : Type}.
Variables (outs : list O) (Q : R -> O -> R) (M_f : R -> Prop) (alpha : R) (cost : R -> R -> R).
Hypothesis alpha_large : 1 < alpha.
Hypothesis nonneg : forall x o, M_f x -> In o outs -> 0 <= Q x o.
Hypothesis vanishes : forall x y o, M_f x -> M_f y -> In o outs -> Q y o <= 0 -> Q x o <= 0.
Hypothesis bounded : forall x y, M_f x -> M_f y -> renyi_sum outs alpha (Q x) (Q y) <= exp (cost x y).

Fixpoint total_cost (r s : list R) : R :=
  match r, s with
  | x :: r', y :: s' => cost x y + total_cost r' s'
  | _, _ => 0
  end.

Lemma vector_vanishes (r s : list R) (t : list O) :
  length r = length s -> Forall M_f r -> Forall M_f s -> In t (transcripts outs (length r)) ->
  vector_law Q s t <= 0 -> vector_law Q r t <= 0.
Proof.
  intros Hlen Hr. revert s t Hlen.
  induction Hr as [|x r Hx Hr IH]; intros [|y s] t Hlen Hs Ht; try discriminate Hlen; [simpl; lra|].
  injection Hlen as Hlen. inversion_clear Hs as [|? ? Hy Hs'].
  simpl length in Ht. destruct (transcripts_cons outs _ t Ht) as [o [t' ->]].
  apply in_transcripts in Ht as [Ho Ht]. simpl. intros Hz.
  assert (Q1 := nonneg x o Hx Ho). assert (Q2 := nonneg y o Hy Ho).
  assert (V1 := vector_nonneg outs M_f Q r t' nonneg Hr Ht).
  assert (V2 := vector_nonneg outs M_f Q s t' nonneg Hs' ltac:(rewrite <- Hlen; exact Ht)).
  destruct (Rle_lt_dec (Q y o) 0) as [Hb|Hb].
  - assert (H := vanishes x y o Hx Hy Ho Hb). replace (Q x o) with 0 by lra. lra.
  - assert (H := IH s t' Hlen Hs' Ht ltac:(nra)). replace (vector_law Q r t') with 0 by lra. lra.
Qed.

(** The sum of a vector is the product of those of its coordinates. *)
Theorem vector_renyi (r s : list R) :
  length r = length s -> Forall M_f r -> Forall M_f s ->
  renyi_at_most (transcripts outs (length r)) alpha (total_cost r s / (alpha - 1))
    (vector_law Q r) (vector_law Q s).
Proof.
  intros Hlen Hr Hs. split; [intros t Ht; apply vector_vanishes; assumption|].
  replace ((alpha - 1) * (total_cost r s / (alpha - 1))) with (total_cost r s) by (field; lra).
  revert s Hlen Hs. induction Hr as [|x r Hx Hr IH]; intros [|y s] Hlen Hs; try discriminate Hlen.
  - unfold renyi_sum. simpl. rewrite exp_0.
    unfold renyi_term, Rpower. destruct (Rle_dec 1 0); [lra|]. rewrite ln_1, !Rmult_0_r, exp_0. lra.
  - injection Hlen as Hlen. inversion_clear Hs as [|? ? Hy Hs']. simpl length.
    unfold renyi_sum. rewrite Sum_transcripts. cbn [total_cost vector_law]. rewrite exp_plus.
    apply Rle_trans with (renyi_sum outs alpha (Q x) (Q y)
      * renyi_sum (transcripts outs (length r)) alpha (vector_law Q r) (vector_law Q s)).
    + right. unfold renyi_sum at 1. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros o Ho.
      unfold renyi_sum. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros t Ht.
      apply renyi_term_mult; auto.
      * apply (vector_nonneg outs M_f); auto.
      * apply (vector_nonneg outs M_f); auto. rewrite <- Hlen. exact Ht.
      * apply vanishes; assumption.
      * apply vector_vanishes; assumption.
    + apply Rmult_le_compat; auto; apply Sum_nonneg; intros; apply renyi_term_nonneg.
Qed.

End Vectors.

(** ** Gaussian noise, ideal and as it runs *)

Section Gaussian.

Variables (sigma : R) (a : nat -> R) (N : nat).
Hypothesis sigma_pos : 0 < sigma.
Hypothesis edges : forall i, (i < N)%nat -> a i < a (S i).

Notation G := (gaussian_cdf sigma).

(** One number: D_alpha <= alpha (r-s)^2/(2 sigma^2). *)
Theorem gaussian_renyi_divergence (alpha r s : R) :
  1 < alpha ->
  renyi_at_most (outputs N) alpha (alpha * ((r - s) * (r - s) / (2 * (sigma * sigma))))
    (ideal_of G a N r) (ideal_of G a N s).
Proof.
  intros Ha. split.
  - intros o Ho H. assert (P := ideal_positive sigma a N sigma_pos edges s o Ho). lra.
  - set (m := (s - r) / sigma). set (x := fun i => (a i - r) / sigma).
    assert (Hx : forall i, (i < N)%nat -> x i <= x (S i)).
    { intros i Hi. apply ratio_le; [exact sigma_pos|]. assert (H := edges i Hi). lra. }
    assert (E1 : forall i, G (a i - r) = Phi (x i - 0)) by (intros i; rewrite Rminus_0_r; reflexivity).
    assert (E2 : forall i, G (a i - s) = Phi (x i - m)).
    { intros i. change (Phi ((a i - s) / sigma) = Phi (x i - m)). f_equal. unfold x, m. field. lra. }
    assert (F1 : forall o, ideal_of G a N r o = ideal_of Phi x N 0 o)
      by (intros [i|]; simpl; rewrite !E1; reflexivity).
    assert (F2 : forall o, ideal_of G a N s o = ideal_of Phi x N m o)
      by (intros [i|]; simpl; rewrite !E2; reflexivity).
    replace ((alpha - 1) * (alpha * ((r - s) * (r - s) / (2 * (sigma * sigma)))))
      with (alpha * (alpha - 1) * (m * m / 2)) by (unfold m; field; lra).
    unfold renyi_sum. rewrite (Sum_ext _ _ (fun o => renyi_term alpha (ideal_of Phi x N 0 o) (ideal_of Phi x N m o)))
      by (intros o _; rewrite F1, F2; reflexivity).
    apply (rounded_renyi_sum alpha Ha x N Hx m). intros o Ho. rewrite <- F1, <- F2.
    split; apply ideal_positive; assumption.
Qed.

(** The laws Q' of what runs, each (kp,km)-close to the ideal one; the ideal vector is
    the case kp = km = 0. *)
Variables (M_f : R -> Prop) (Q' : R -> option nat -> R) (kp km : R).
Hypothesis laws' : forall x, M_f x -> is_law (outputs N) (Q' x).
Hypothesis closeness : forall x, M_f x -> close (outputs N) (ideal_of G a N x) (Q' x) kp km.

(** What a coordinate costs: nothing if it does not differ. *)
Let cost (alpha x y : R) : R :=
  (if Req_EM_T x y then 0 else alpha * kp + (alpha - 1) * km)
  + alpha * (alpha - 1) * ((x - y) * (x - y) / (2 * (sigma * sigma))).

Lemma coordinate_cost (alpha x y : R) :
  1 < alpha -> M_f x -> M_f y ->
  (forall o, In o (outputs N) -> Q' y o <= 0 -> Q' x o <= 0) /\
  renyi_sum (outputs N) alpha (Q' x) (Q' y) <= exp (cost alpha x y).
Proof.
  intros Ha Hx Hy. assert (H := gaussian_renyi_divergence alpha x y Ha).
  apply (transfer_renyi (outputs N) (ideal_of G a N x) (ideal_of G a N y) (Q' x) (Q' y) kp km
           (closeness x Hx) (closeness y Hy)) in H; trivial.
  - destruct H as [Hv H]. split; [exact Hv|]. unfold cost. destruct (Req_EM_T x y) as [E|E].
    + subst y. destruct (laws' x Hx) as [H0 H1].
      destruct (renyi_of_pure alpha Ha (outputs N) (Q' x) (Q' x) 0 (laws' x Hx) H0) as [_ A].
      * intros o Ho. rewrite exp_0. lra.
      * replace (0 + alpha * (alpha - 1) * ((x - x) * (x - x) / (2 * (sigma * sigma))))
          with ((alpha - 1) * 0) by (field; lra). exact A.
    + apply Rle_trans with (1 := H). right. f_equal. field. lra.
  - intros o Ho. left. apply ideal_positive; assumption.
  - intros o Ho. left. apply ideal_positive; assumption.
Qed.

Lemma total_of_costs (alpha : R) (r s : list R) :
  total_cost (cost alpha) r s
  = INR (changed r s) * (alpha * kp + (alpha - 1) * km)
    + alpha * (alpha - 1) * (square_distance r s / (2 * (sigma * sigma))).
Proof.
  revert s. induction r as [|x r IH]; intros [|y s]; try (simpl; field; lra).
  cbn [total_cost changed square_distance]. rewrite IH. unfold cost.
  destruct (Req_EM_T x y); [|rewrite S_INR]; field; lra.
Qed.

(** Vectors: alpha rho and the price of each value that differs. *)
Theorem gaussian_renyi_vector (alpha Delta2 : R) (r s : list R) :
  1 < alpha -> length r = length s -> Forall M_f r -> Forall M_f s ->
  square_distance r s <= Delta2 * Delta2 ->
  let rho := Delta2 * Delta2 / (2 * (sigma * sigma)) in
  renyi_at_most (transcripts (outputs N) (length r)) alpha
    (alpha * rho + INR (changed r s) * ((alpha * kp + (alpha - 1) * km) / (alpha - 1)))
    (vector_law Q' r) (vector_law Q' s).
Proof.
  intros Ha Hlen Hr Hs Hd rho.
  destruct (vector_renyi (outputs N) Q' M_f alpha (cost alpha) Ha
              (fun x o Hx => proj1 (laws' x Hx) o)
              (fun x y o Hx Hy => proj1 (coordinate_cost alpha x y Ha Hx Hy) o)
              (fun x y Hx Hy => proj2 (coordinate_cost alpha x y Ha Hx Hy)) r s Hlen Hr Hs) as [Hv H].
  split; [exact Hv|]. apply Rle_trans with (1 := H). apply exp_le_exp. apply Rmult_le_compat_l; [lra|].
  rewrite total_of_costs.
  assert (I : 0 < / (2 * (sigma * sigma))) by (apply Rinv_0_lt_compat; nra).
  assert (square_distance r s / (2 * (sigma * sigma)) <= rho)
    by (apply Rmult_le_compat_r; lra).
  replace ((INR (changed r s) * (alpha * kp + (alpha - 1) * km)
            + alpha * (alpha - 1) * (square_distance r s / (2 * (sigma * sigma)))) / (alpha - 1))
    with (alpha * (square_distance r s / (2 * (sigma * sigma)))
          + INR (changed r s) * ((alpha * kp + (alpha - 1) * km) / (alpha - 1))) by (field; nra).
  nra.
Qed.

End Gaussian.

(** ** From zero-concentrated to approximate privacy *)

(** rho-zCDP gives (rho + 2 sqrt(rho ln(1/delta)), delta). *)
Theorem zcdp_conversion {O : Type} (l : list O) (P Q : O -> R) (rho delta : R) (T : O -> bool) :
  0 < rho -> 0 < delta < 1 ->
  (forall o, In o l -> 0 <= P o) -> (forall o, In o l -> 0 <= Q o) ->
  (forall alpha, 1 < alpha -> renyi_at_most l alpha (alpha * rho) P Q) ->
  Prob l P T <= exp (rho + 2 * sqrt (rho * ln (/ delta))) * Prob l Q T + delta.
Proof.
  intros Hrho Hd HP HQ H. set (lam := ln (/ delta)).
  assert (Hl : 0 < lam).
  { unfold lam. rewrite ln_Rinv by lra. assert (ln delta < ln 1) by (apply ln_increasing; lra).
    rewrite ln_1 in *. lra. }
  set (eps := rho + 2 * sqrt (rho * lam)).
  assert (S1 := sqrt_sqrt (rho * lam) ltac:(nra)).
  assert (S0 : 0 < sqrt (rho * lam)) by (apply sqrt_lt_R0; nra).
  set (w := sqrt (rho * lam)) in *. set (alpha := 1 + w / rho).
  assert (Hw : 0 < w / rho) by (apply Rdiv_lt_0_compat; lra).
  assert (Ha : 1 < alpha) by (unfold alpha; lra).
  destruct (H alpha Ha) as [Hv Hs].
  set (k := conversion alpha * exp (- ((alpha - 1) * eps))).
  assert (K0 : 0 <= k) by (apply Rmult_le_pos; left; apply exp_pos).
  assert (Kd : k * exp ((alpha - 1) * (alpha * rho)) <= delta).
  { assert (C := conversion_le_1 alpha Ha). unfold k. rewrite Rmult_assoc, <- exp_plus.
    replace (- ((alpha - 1) * eps) + (alpha - 1) * (alpha * rho)) with (- lam).
    - unfold lam. rewrite ln_Rinv, Ropp_involutive, exp_ln by lra. nra.
    - unfold alpha, eps. fold w. replace lam with (w * w / rho) by (rewrite S1; field; lra).
      field. lra. }
  apply Rle_trans with (exp eps * Prob l Q T + k * renyi_sum l alpha P Q).
  - unfold Prob, renyi_sum. rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros o Ho.
    assert (E := excess_of_term alpha Ha eps (P o) (Q o) (HP o Ho) (HQ o Ho) (Hv o Ho)). fold k in E.
    assert (T0 := renyi_term_nonneg alpha (P o) (Q o)).
    assert (0 <= k * renyi_term alpha (P o) (Q o)) by (apply Rmult_le_pos; lra).
    destruct (T o); lra.
  - apply Rplus_le_compat_l. apply Rle_trans with (2 := Kd). apply Rmult_le_compat_l; lra.
Qed.

(** The ideal vector. *)
Theorem gaussian_zcdp_private (sigma : R) (a : nat -> R) (N : nat) (r s : list R) (Delta2 delta : R)
    (T : list (option nat) -> bool) :
  0 < sigma -> (forall i, (i < N)%nat -> a i < a (S i)) -> length r = length s ->
  0 < Delta2 -> square_distance r s <= Delta2 * Delta2 -> 0 < delta < 1 ->
  let rho := Delta2 * Delta2 / (2 * (sigma * sigma)) in
  let Q := ideal_of (gaussian_cdf sigma) a N in
  Prob (transcripts (outputs N) (length r)) (vector_law Q r) T
  <= exp (rho + 2 * sqrt (rho * ln (/ delta)))
     * Prob (transcripts (outputs N) (length r)) (vector_law Q s) T + delta.
Proof.
  intros Hs Ha Hlen HD Hd Hdel rho Q.
  assert (All : forall v : list R, Forall (fun _ => True) v) by (induction v; auto).
  assert (Pos : forall x o, True -> In o (outputs N) -> 0 <= Q x o)
    by (intros x o _ Ho; left; apply ideal_positive; assumption).
  apply zcdp_conversion; trivial.
  - apply Rdiv_lt_0_compat; nra.
  - intros t Ht. apply (vector_nonneg (outputs N) (fun _ => True)); auto.
  - intros t Ht. apply (vector_nonneg (outputs N) (fun _ => True)); auto. rewrite <- Hlen. exact Ht.
  - intros alpha Hal.
    assert (H := gaussian_renyi_vector sigma a N Hs Ha (fun _ => True) Q 0 0
                   (fun x _ => ideal_of_is_law sigma a N Hs Ha x)
                   (fun x _ o Ho => ltac:(rewrite Ropp_0, exp_0; split; unfold Q; lra))
                   alpha Delta2 r s Hal Hlen (All r) (All s) Hd).
    cbv zeta in H. fold rho in H.
    replace (alpha * rho + INR (changed r s) * ((alpha * 0 + (alpha - 1) * 0) / (alpha - 1)))
      with (alpha * rho) in H by (field; lra). exact H.
Qed.

(** What runs. *)
Theorem gaussian_zcdp_finite (sigma : R) (a : nat -> R) (N : nat) (rd : R -> option nat)
    (g : generator) (M_f : R -> Prop) (kp km : R) (r s : list R) (Delta2 delta : R)
    (T : list (option nat) -> bool) :
  0 < sigma -> (forall i, (i < N)%nat -> a i < a (S i)) ->
  rounds_to_cells rd a N -> is_generator g ->
  (forall x, M_f x -> close (outputs N) (ideal_of (gaussian_cdf sigma) a N x) (finite rd g x) kp km) ->
  length r = length s -> Forall M_f r -> Forall M_f s ->
  0 < Delta2 -> square_distance r s <= Delta2 * Delta2 -> 0 < delta < 1 ->
  let rho := Delta2 * Delta2 / (2 * (sigma * sigma)) in
  Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) T
  <= exp (rho + 2 * sqrt (rho * ln (/ delta)) + INR (changed r s) * (kp + km))
     * Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) T
     + exp (INR (changed r s) * kp) * delta.
Proof.
  intros Hs Ha Hc Hg Hclose Hlen Hr Hs' HD Hd Hdel rho.
  apply (vector_approximate (outputs N) M_f (ideal_of (gaussian_cdf sigma) a N) (finite rd g) kp km);
    trivial.
  - intros x _. apply ideal_of_is_law; assumption.
  - intros x _. apply finite_is_law with (a := a); assumption.
  - intros T'. apply gaussian_zcdp_private; assumption.
Qed.
