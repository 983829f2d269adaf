(** * The Renyi divergence of the ideal Laplace mechanism

    proofs/theory.md, paragraph 1.9, "Renyi divergences for the ledger", (c) and its
    use for vectors by (d).  Two exact Laplace laws whose centres are t/beta apart have
    the sum e^((alpha-1) R(t)) = [laplace_renyi alpha t] in closed form; rounding to
    cells and Outside does not increase it (Hoelder's inequality, by tangents).

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: laplace_divergence of the ledger of crates/kdelta.  Rests on Renyi.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Transfer Composition TheoremT
  Vectors Renyi.
Import ListNotations.

Local Open Scope R_scope.

Section Line.

Variables (alpha beta : R).
Hypothesis alpha_large : 1 < alpha.
Hypothesis beta_pos : 0 < beta.

Notation p := (laplace_density beta).
Notation F := (F beta).

(** p(x)^alpha p(x-s)^(1-alpha). *)
Definition mixed (s x : R) : R :=
  beta / 2 * exp (- (beta * (alpha * Rabs x - (alpha - 1) * Rabs (x - s)))).

Lemma mixed_is_term (s x : R) : renyi_term alpha (p x) (p (x - s)) = mixed s x.
Proof.
  assert (Hx := laplace_density_pos beta beta_pos x).
  unfold renyi_term. destruct (Rle_dec (p x) 0) as [H|_]; [lra|].
  unfold Rpower, laplace_density, mixed.
  rewrite !ln_mult, !ln_exp by (try apply exp_pos; lra).
  rewrite <- (exp_ln (beta / 2)) at 3 by lra. rewrite <- !exp_plus. f_equal. ring.
Qed.

Lemma mixed_nonneg (s x : R) : 0 <= mixed s x.
Proof. rewrite <- mixed_is_term. apply renyi_term_nonneg. Qed.

Lemma mixed_continuous (s x : R) : continuous (mixed s) x.
Proof.
  unfold mixed.
  apply (continuous_mult (fun _ => beta / 2)
           (fun x => exp (- (beta * (alpha * Rabs x - (alpha - 1) * Rabs (x - s)))))).
  - apply continuous_const.
  - apply (continuous_comp (fun x => - (beta * (alpha * Rabs x - (alpha - 1) * Rabs (x - s)))) exp);
      [|apply continuous_exp_at].
    apply (continuous_opp (fun x => beta * (alpha * Rabs x - (alpha - 1) * Rabs (x - s)))).
    apply (continuous_mult (fun _ => beta) (fun x => alpha * Rabs x - (alpha - 1) * Rabs (x - s)));
      [apply continuous_const|].
    apply (continuous_minus (fun x => alpha * Rabs x) (fun x => (alpha - 1) * Rabs (x - s))).
    + apply (continuous_mult (fun _ => alpha) Rabs); [apply continuous_const|apply continuous_Rabs].
    + apply (continuous_mult (fun _ => alpha - 1) (fun x => Rabs (x - s)));
        [apply continuous_const|].
      apply (continuous_comp (fun x => x - s) Rabs); [|apply continuous_Rabs].
      apply (continuous_minus (fun x => x) (fun _ => s)); [apply continuous_id|apply continuous_const].
Qed.

Lemma mixed_integrable (s u v : R) : ex_RInt (mixed s) u v.
Proof. apply (ex_RInt_continuous (mixed s)). intros x _. apply mixed_continuous. Qed.

(** ** Hoelder's inequality by tangents *)

(** Each tangent, integrated over [u,v]. *)
Lemma integrated_tangent (s k u v : R) :
  u <= v ->
  alpha * exp ((alpha - 1) * k) * (F v - F u)
  - (alpha - 1) * exp (alpha * k) * (F (v - s) - F (u - s))
  <= RInt (mixed s) u v.
Proof.
  intros Huv.
  set (A := alpha * exp ((alpha - 1) * k)). set (B := (alpha - 1) * exp (alpha * k)).
  assert (I1 : is_RInt p u v (F v - F u)) by apply laplace_cdf_is_integral.
  assert (I2 : is_RInt (fun x => p (x - s)) u v (F (v - s) - F (u - s))).
  { apply (is_RInt_ext (fun y => scal 1 (p (1 * y + - s)))).
    - intros x _. unfold scal; simpl. unfold mult; simpl. rewrite !Rmult_1_l. reflexivity.
    - apply (is_RInt_comp_lin p 1 (- s) u v). rewrite !Rmult_1_l. apply laplace_cdf_is_integral. }
  assert (I3 : is_RInt (fun x => A * p x - B * p (x - s)) u v
                 (A * (F v - F u) - B * (F (v - s) - F (u - s)))).
  { apply (is_RInt_minus (fun x => A * p x) (fun x => B * p (x - s))).
    - apply (is_RInt_scal p), I1.
    - apply (is_RInt_scal (fun x => p (x - s))), I2. }
  apply (is_RInt_le _ _ u v _ _ Huv I3 (RInt_correct _ _ _ (mixed_integrable s u v))).
  intros x _. rewrite <- mixed_is_term.
  assert (Hx := laplace_density_pos beta beta_pos x).
  assert (Hy := laplace_density_pos beta beta_pos (x - s)).
  apply term_above_tangent; lra.
Qed.

(** One cell: the term of its two masses is at most the integral over it. *)
Lemma cell_term (s u v : R) :
  u <= v -> renyi_term alpha (F v - F u) (F (v - s) - F (u - s)) <= RInt (mixed s) u v.
Proof.
  intros Huv. destruct Huv as [Hlt|Heq].
  - assert (HA : 0 < F v - F u) by (assert (H := F_increasing beta beta_pos u v Hlt); lra).
    assert (HB : 0 < F (v - s) - F (u - s))
      by (assert (H := F_increasing beta beta_pos (u - s) (v - s) ltac:(lra)); lra).
    rewrite <- term_at_tangent by assumption. apply integrated_tangent. lra.
  - subst v. replace (F u - F u) with 0 by ring.
    unfold renyi_term. destruct (Rle_dec 0 0) as [_|H]; [|lra].
    rewrite RInt_point. apply Rle_refl.
Qed.

(** ** The integral over the line *)

Lemma is_RInt_exponential (c k u v : R) :
  is_RInt (fun x => c * (k * exp (k * x))) u v (c * exp (k * v) - c * exp (k * u)).
Proof.
  apply (is_RInt_derive (fun x => c * exp (k * x))).
  - intros x _. apply is_derive_exp_scaled.
  - intros x _. apply (ex_derive_continuous (fun x => c * (k * exp (k * x)))).
    exists (c * (k * (k * exp (k * x)))).
    apply (is_derive_scal (fun x => k * exp (k * x))). apply is_derive_exp_scaled.
Qed.

Lemma mixed_total_nonneg (s M : R) :
  0 <= s -> s <= M -> RInt (mixed s) (- M) M <= laplace_renyi alpha (beta * s).
Proof.
  intros Hs HM.
  set (E := exp ((alpha - 1) * (beta * s))). set (E' := exp (- ((alpha - 1) * (beta * s)))).
  assert (I1 : is_RInt (mixed s) (- M) 0 (E / 2 * exp (beta * 0) - E / 2 * exp (beta * - M))).
  { apply (is_RInt_ext (fun x => E / 2 * (beta * exp (beta * x)))).
    - intros x [_ Hx]. rewrite Rmax_right in Hx by lra. unfold mixed.
      rewrite (Rabs_left1 x), (Rabs_left1 (x - s)) by lra.
      replace (- (beta * (alpha * - x - (alpha - 1) * - (x - s))))
        with ((alpha - 1) * (beta * s) + beta * x) by ring.
      rewrite exp_plus. fold E. real_eq. field.
    - apply is_RInt_exponential. }
  set (k := - ((2 * alpha - 1) * beta)). set (c := - (E / (2 * (2 * alpha - 1)))).
  assert (I2 : is_RInt (mixed s) 0 s (c * exp (k * s) - c * exp (k * 0))).
  { apply (is_RInt_ext (fun x => c * (k * exp (k * x)))).
    - intros x [Hx Hx']. rewrite Rmin_left in Hx by lra. rewrite Rmax_right in Hx' by lra.
      unfold mixed. rewrite (Rabs_pos_eq x), (Rabs_left1 (x - s)) by lra.
      replace (- (beta * (alpha * x - (alpha - 1) * - (x - s))))
        with ((alpha - 1) * (beta * s) + k * x) by (unfold k; ring).
      rewrite exp_plus. fold E. unfold c, k. real_eq. field. lra.
    - apply is_RInt_exponential. }
  assert (I3 : is_RInt (mixed s) s M
                 (- (E' / 2) * exp (- beta * M) - - (E' / 2) * exp (- beta * s))).
  { apply (is_RInt_ext (fun x => - (E' / 2) * (- beta * exp (- beta * x)))).
    - intros x [Hx _]. rewrite Rmin_left in Hx by lra. unfold mixed.
      rewrite (Rabs_pos_eq x), (Rabs_pos_eq (x - s)) by lra.
      replace (- (beta * (alpha * x - (alpha - 1) * (x - s))))
        with (- ((alpha - 1) * (beta * s)) + - beta * x) by ring.
      rewrite exp_plus. fold E'. real_eq. field.
    - apply is_RInt_exponential. }
  assert (I := is_RInt_Chasles _ _ _ _ _ _ (is_RInt_Chasles _ _ _ _ _ _ I1 I2) I3).
  rewrite (is_RInt_unique _ _ _ _ I). unfold plus; simpl.
  rewrite !Rmult_0_r, exp_0.
  assert (X1 : E * exp (k * s) = exp (- (alpha * (beta * s)))).
  { unfold E, k. rewrite <- exp_plus. f_equal. ring. }
  assert (X2 : E' * exp (- beta * s) = exp (- (alpha * (beta * s)))).
  { unfold E'. rewrite <- exp_plus. f_equal. ring. }
  assert (Y1 : 0 < E * exp (beta * - M)) by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (Y2 : 0 < E' * exp (- beta * M)) by (apply Rmult_lt_0_compat; apply exp_pos).
  unfold laplace_renyi. fold E.
  replace (c * exp (k * s)) with (- (E * exp (k * s) / (2 * (2 * alpha - 1))))
    by (unfold c; field; lra).
  rewrite X1. unfold c.
  set (X := exp (- (alpha * (beta * s)))) in *.
  replace ((alpha * E + (alpha - 1) * X) / (2 * alpha - 1))
    with (E / 2 + (E / (2 * (2 * alpha - 1)) - X / (2 * (2 * alpha - 1))) + X / 2) by (field; lra).
  lra.
Qed.

(** Reflection. *)
Lemma mixed_reflected (s x : R) : mixed s x = mixed (- s) (- x).
Proof.
  unfold mixed. rewrite Rabs_Ropp. replace (- x - - s) with (- (x - s)) by ring.
  rewrite Rabs_Ropp. reflexivity.
Qed.

Lemma mixed_total (s M : R) :
  Rabs s <= M -> RInt (mixed s) (- M) M <= laplace_renyi alpha (beta * Rabs s).
Proof.
  intros HM. destruct (Rle_lt_dec 0 s) as [Hs|Hs].
  - rewrite Rabs_pos_eq in * by exact Hs. apply mixed_total_nonneg; assumption.
  - rewrite Rabs_left in * by exact Hs.
    replace (RInt (mixed s) (- M) M) with (RInt (mixed (- s)) (- M) M).
    + apply mixed_total_nonneg; lra.
    + assert (I := RInt_correct _ _ _ (mixed_integrable (- s) (- M) M)).
      assert (J : is_RInt (mixed (- s)) (- - M) (- M) (opp (RInt (mixed (- s)) (- M) M))).
      { rewrite Ropp_involutive. apply (is_RInt_swap (V := R_NormedModule)), I. }
      apply (is_RInt_comp_opp (V := R_NormedModule)) in J.
      symmetry. apply is_RInt_unique.
      apply (is_RInt_ext (fun x => opp (opp (mixed (- s) (- x))))).
      * intros x _. rewrite opp_opp. symmetry. apply mixed_reflected.
      * rewrite <- (opp_opp (RInt (mixed (- s)) (- M) M)).
        apply (is_RInt_opp (V := R_NormedModule)), J.
Qed.

(** ** The ideal mechanism *)

Variables (a : nat -> R) (N : nat).
Hypothesis edges : forall i, (i < N)%nat -> a i <= a (S i).

Lemma cells_integral (s r : R) (n : nat) :
  Sum (seq 0 n) (fun i => RInt (mixed s) (a i - r) (a (S i) - r))
  = RInt (mixed s) (a 0%nat - r) (a n - r).
Proof.
  induction n as [|n IH].
  - simpl. symmetry. apply (RInt_point (V := R_CompleteNormedModule)).
  - rewrite seq_S, Sum_app, IH. simpl. rewrite Rplus_0_r.
    apply (RInt_Chasles (V := R_CompleteNormedModule)); apply mixed_integrable.
Qed.

(** (c): the sum of the ideal mechanism for two answers is at most that of the two
    exact laws. *)
Theorem laplace_renyi_sum_ideal (r1 r2 : R) :
  renyi_sum (outputs N) alpha (ideal beta a N r1) (ideal beta a N r2)
  <= laplace_renyi alpha (beta * Rabs (r2 - r1)).
Proof.
  set (s := r2 - r1).
  assert (Es : forall x, x - r2 = x - r1 - s) by (intros x; unfold s; ring).
  set (x0 := a 0%nat - r1). set (xN := a N - r1).
  assert (HxN : x0 <= xN).
  { assert (H := Discretised.edges_le a N edges 0 N ltac:(lia) ltac:(lia)). unfold x0, xN. lra. }
  set (A := F x0 + (1 - F xN)). set (B := F (x0 - s) + (1 - F (xN - s))).
  assert (R1 := F_range beta beta_pos x0). assert (R2 := F_range beta beta_pos xN).
  assert (R3 := F_range beta beta_pos (x0 - s)). assert (R4 := F_range beta beta_pos (xN - s)).
  assert (HA : 0 < A) by (unfold A; lra). assert (HB : 0 < B) by (unfold B; lra).
  set (k := ln A - ln B).
  set (C := alpha * exp ((alpha - 1) * k)). set (D := (alpha - 1) * exp (alpha * k)).
  assert (HC : 0 < C) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  assert (HD : 0 < D) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  (* up to what the window [-M,M] leaves out *)
  assert (Hmain : forall M, Rabs x0 <= M -> Rabs xN <= M -> Rabs s <= M ->
            renyi_sum (outputs N) alpha (ideal beta a N r1) (ideal beta a N r2)
            <= laplace_renyi alpha (beta * Rabs s) + C * (2 * F (- M))).
  { intros M H0 HN HM.
    apply Rabs_le_between in H0. apply Rabs_le_between in HN.
    unfold renyi_sum, outputs. cbn [Sum]. rewrite Sum_map. simpl ideal. rewrite !(Es (a _)).
    fold x0 xN. fold A B.
    assert (Hcells : Sum (seq 0 N) (fun i => renyi_term alpha
                (mass beta (a i - r1) (a (S i) - r1)) (mass beta (a i - r2) (a (S i) - r2)))
              <= RInt (mixed s) x0 xN).
    { unfold x0, xN. rewrite <- (cells_integral s r1 N). apply Sum_le. intros i Hi.
      apply in_seq in Hi. unfold mass. rewrite !(Es (a _)). apply cell_term.
      assert (H := edges i ltac:(lia)). lra. }
    assert (Hout : renyi_term alpha A B
              <= RInt (mixed s) (- M) x0 + RInt (mixed s) xN M + C * (2 * F (- M))).
    { rewrite <- term_at_tangent by assumption. fold k. fold C D.
      assert (T1 := integrated_tangent s k (- M) x0 ltac:(lra)). fold C D in T1.
      assert (T2 := integrated_tangent s k xN M ltac:(lra)). fold C D in T2.
      assert (S1 : 1 - F M = F (- M)) by (symmetry; apply F_symmetric; exact beta_pos).
      assert (Q1 := F_range beta beta_pos (- M - s)). assert (Q2 := F_range beta beta_pos (M - s)).
      unfold A, B. nra. }
    assert (Htot := mixed_total s M HM).
    assert (Ch1 : RInt (mixed s) (- M) x0 + RInt (mixed s) x0 xN = RInt (mixed s) (- M) xN)
      by (apply (RInt_Chasles (V := R_CompleteNormedModule)); apply mixed_integrable).
    assert (Ch2 : RInt (mixed s) (- M) xN + RInt (mixed s) xN M = RInt (mixed s) (- M) M)
      by (apply (RInt_Chasles (V := R_CompleteNormedModule)); apply mixed_integrable).
    lra. }
  apply Rnot_lt_le. intros Hlt.
  set (eta := renyi_sum (outputs N) alpha (ideal beta a N r1) (ideal beta a N r2)
              - laplace_renyi alpha (beta * Rabs s)) in *.
  assert (Heta : 0 < eta) by (unfold eta; lra).
  set (e := eta / (4 * C)).
  assert (He : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  set (M := Rabs x0 + Rabs xN + Rabs s + / (beta * e)).
  assert (P0 := Rabs_pos x0). assert (PN := Rabs_pos xN). assert (Ps := Rabs_pos s).
  assert (Pe : 0 < / (beta * e)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
  assert (H := Hmain M ltac:(unfold M; lra) ltac:(unfold M; lra) ltac:(unfold M; lra)).
  assert (Hsmall : F (- M) <= e).
  { apply Rle_trans with (F (- / (beta * e))).
    - apply F_monotone; [exact beta_pos|unfold M; lra].
    - assert (Hf := F_small beta beta_pos e He). lra. }
  assert (C * (2 * F (- M)) <= C * (2 * e)) by (apply Rmult_le_compat_l; lra).
  assert (C * (2 * e) = eta / 2) by (unfold e; field; lra).
  unfold eta in *. lra.
Qed.

(** (c): D_alpha <= R(t) for answers at distance at most t/beta. *)
Theorem laplace_renyi_divergence (r1 r2 t : R) :
  beta * Rabs (r1 - r2) <= t ->
  renyi_at_most (outputs N) alpha (ln (laplace_renyi alpha t) / (alpha - 1))
    (ideal beta a N r1) (ideal beta a N r2).
Proof.
  intros Ht. split.
  - intros o Ho Hz.
    assert (H := ideal_private beta a N r1 r2 o beta_pos edges Ho).
    assert (H0 := proj1 (ideal_is_law beta a N r2 beta_pos edges) o Ho).
    replace (ideal beta a N r2 o) with 0 in H by lra. lra.
  - apply Rle_trans with (1 := laplace_renyi_sum_ideal r1 r2).
    replace ((alpha - 1) * (ln (laplace_renyi alpha t) / (alpha - 1)))
      with (ln (laplace_renyi alpha t)) by (field; lra).
    rewrite exp_ln by (apply laplace_renyi_pos; exact alpha_large).
    rewrite Rabs_minus_sym. apply laplace_renyi_increasing; [exact alpha_large| |exact Ht].
    apply Rmult_le_pos; [lra|apply Rabs_pos].
Qed.

(** ** Vectors *)

Lemma l1_distance_nonneg (r s : list R) : 0 <= l1_distance r s.
Proof.
  revert s. induction r as [|x r IH]; intros [|y s]; simpl; try lra.
  assert (H := IH s). assert (H' := Rabs_pos (x - y)). lra.
Qed.

(** The law Q' of each coordinate, which is (kp,km)-close to the ideal one. *)
Variables (M_f : R -> Prop) (Q' : R -> option nat -> R) (kp km : R).
Hypothesis laws' : forall x, M_f x -> is_law (outputs N) (Q' x).
Hypothesis closeness : forall x, M_f x -> close (outputs N) (ideal beta a N x) (Q' x) kp km.

(** What a coordinate that differs pays for its closeness. *)
Let price := alpha * kp + (alpha - 1) * km.

(** One coordinate. *)
Lemma coordinate_renyi (x y : R) :
  M_f x -> M_f y ->
  (forall o, In o (outputs N) -> Q' y o <= 0 -> Q' x o <= 0) /\
  renyi_sum (outputs N) alpha (Q' x) (Q' y)
  <= exp (if Req_EM_T x y then 0 else price) * laplace_renyi alpha (beta * Rabs (x - y)).
Proof.
  intros Hx Hy.
  assert (H := laplace_renyi_divergence x y (beta * Rabs (x - y)) (Rle_refl _)).
  apply (transfer_renyi (outputs N) (ideal beta a N x) (ideal beta a N y) (Q' x) (Q' y) kp km
           (closeness x Hx) (closeness y Hy)) in H; trivial.
  - destruct H as [Hv H]. split; [exact Hv|]. destruct (Req_EM_T x y) as [E|E].
    + subst y. rewrite Rminus_eq_0, Rabs_R0, Rmult_0_r, exp_0, Rmult_1_l.
      rewrite laplace_renyi_zero by exact alpha_large.
      destruct (laws' x Hx) as [H0 H1].
      destruct (renyi_of_pure alpha alpha_large (outputs N) (Q' x) (Q' x) 0 (laws' x Hx) H0) as [_ A].
      * intros o Ho. rewrite exp_0. lra.
      * rewrite Rmult_0_r, exp_0 in A. exact A.
    + apply Rle_trans with (1 := H). right.
      set (z := laplace_renyi alpha (beta * Rabs (x - y))).
      replace ((alpha - 1) * (ln z / (alpha - 1) + (alpha * kp + (alpha - 1) * km) / (alpha - 1)))
        with (price + ln z) by (unfold price; field; lra).
      rewrite exp_plus, exp_ln by (apply laplace_renyi_pos; exact alpha_large). reflexivity.
  - apply (ideal_is_law beta a N x beta_pos edges).
  - apply (ideal_is_law beta a N y beta_pos edges).
Qed.

(** (d) for vectors: the sum of a vector is the product of those of its coordinates.
    A coordinate that does not differ costs nothing; so the divergence is at most
    R of the whole distance, and the price of the closeness of each coordinate that
    differs. *)
Theorem laplace_renyi_vector (r s : list R) (t : R) :
  length r = length s -> Forall M_f r -> Forall M_f s -> beta * l1_distance r s <= t ->
  renyi_at_most (transcripts (outputs N) (length r)) alpha
    (ln (laplace_renyi alpha t) / (alpha - 1)
     + INR (changed r s) * ((alpha * kp + (alpha - 1) * km) / (alpha - 1)))
    (vector_law Q' r) (vector_law Q' s).
Proof.
  intros Hlen Hr Hs Ht.
  assert (Hnn : forall x o, M_f x -> In o (outputs N) -> 0 <= Q' x o)
    by (intros x o Hx; apply (laws' x Hx)).
  assert (Hvv : forall r, Forall M_f r -> forall s, length r = length s -> Forall M_f s ->
            forall u, In u (transcripts (outputs N) (length r)) ->
            vector_law Q' s u <= 0 -> vector_law Q' r u <= 0).
  { clear r s Hlen Hr Hs Ht. intros r. induction 1 as [|x r Hx Hr IH];
      intros [|y s] Hlen Hs u Hu; try discriminate Hlen.
    - simpl. lra.
    - injection Hlen as Hlen. simpl length in Hu. inversion_clear Hs as [|? ? Hy Hs'].
      destruct (transcripts_cons (outputs N) _ u Hu) as [o [u' ->]].
      apply in_transcripts in Hu as [Ho Hu]. simpl. intros Hz.
      assert (Q1 := Hnn x o Hx Ho). assert (Q2 := Hnn y o Hy Ho).
      assert (V1 := vector_nonneg (outputs N) M_f Q' r u' Hnn Hr Hu).
      assert (V2 := vector_nonneg (outputs N) M_f Q' s u' Hnn Hs'
                      ltac:(rewrite <- Hlen; exact Hu)).
      destruct (Rle_lt_dec (Q' y o) 0) as [Hb|Hb].
      + assert (H := proj1 (coordinate_renyi x y Hx Hy) o Ho Hb).
        replace (Q' x o) with 0 by lra. lra.
      + assert (H := IH s Hlen Hs' u' Hu ltac:(nra)).
        replace (vector_law Q' r u') with 0 by lra. lra. }
  split; [apply Hvv; assumption|].
  replace ((alpha - 1) * (ln (laplace_renyi alpha t) / (alpha - 1)
             + INR (changed r s) * ((alpha * kp + (alpha - 1) * km) / (alpha - 1))))
    with (INR (changed r s) * price + ln (laplace_renyi alpha t))
    by (unfold price; field; lra).
  rewrite exp_plus, exp_ln by (apply laplace_renyi_pos; exact alpha_large).
  apply Rle_trans with (exp (INR (changed r s) * price)
                        * laplace_renyi alpha (beta * l1_distance r s)).
  2:{ apply Rmult_le_compat_l; [left; apply exp_pos|].
      apply laplace_renyi_increasing; [exact alpha_large| |exact Ht].
      apply Rmult_le_pos; [lra|apply l1_distance_nonneg]. }
  clear Ht. revert s Hlen Hs. induction Hr as [|x r Hx Hr IH]; intros [|y s] Hlen Hs;
    try discriminate Hlen.
  - unfold renyi_sum. simpl. rewrite Rmult_0_l, Rmult_0_r, exp_0, laplace_renyi_zero
      by exact alpha_large.
    unfold renyi_term, Rpower. destruct (Rle_dec 1 0); [lra|].
    rewrite ln_1, !Rmult_0_r, exp_0. lra.
  - injection Hlen as Hlen. inversion_clear Hs as [|? ? Hy Hs'].
    destruct (coordinate_renyi x y Hx Hy) as [Hv Hc]. assert (Hi := IH s Hlen Hs').
    simpl length. unfold renyi_sum. rewrite Sum_transcripts.
    cbn [l1_distance vector_law].
    apply Rle_trans with (renyi_sum (outputs N) alpha (Q' x) (Q' y)
      * renyi_sum (transcripts (outputs N) (length r)) alpha (vector_law Q' r) (vector_law Q' s)).
    + right. unfold renyi_sum at 1. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros o Ho.
      unfold renyi_sum. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros u Hu.
      apply renyi_term_mult; auto.
      * apply (vector_nonneg (outputs N) M_f); auto.
      * apply (vector_nonneg (outputs N) M_f); auto. rewrite <- Hlen. exact Hu.
      * apply Hvv; assumption.
    + apply Rle_trans with
        ((exp (if Req_EM_T x y then 0 else price) * laplace_renyi alpha (beta * Rabs (x - y)))
         * (exp (INR (changed r s) * price) * laplace_renyi alpha (beta * l1_distance r s))).
      * apply Rmult_le_compat; trivial; apply Sum_nonneg; intros; apply renyi_term_nonneg.
      * assert (Hsum := laplace_renyi_sum alpha alpha_large (beta * Rabs (x - y))
                          (beta * l1_distance r s)
                          ltac:(apply Rmult_le_pos; [lra|apply Rabs_pos])
                          ltac:(apply Rmult_le_pos; [lra|apply l1_distance_nonneg])).
        rewrite <- Rmult_plus_distr_l in Hsum.
        assert (Ee : exp (if Req_EM_T x y then 0 else price) * exp (INR (changed r s) * price)
                     = exp (INR (changed (x :: r) (y :: s)) * price)).
        { rewrite <- exp_plus. f_equal. cbn [changed].
          destruct (Req_EM_T x y); [ring|]. rewrite S_INR. ring. }
        rewrite <- Ee.
        assert (E1 := exp_pos (if Req_EM_T x y then 0 else price)).
        assert (E2 := exp_pos (INR (changed r s) * price)).
        set (e := exp (if Req_EM_T x y then 0 else price)) in *.
        set (f := exp (INR (changed r s) * price)) in *.
        replace (e * laplace_renyi alpha (beta * Rabs (x - y))
                 * (f * laplace_renyi alpha (beta * l1_distance r s)))
          with (e * f * (laplace_renyi alpha (beta * Rabs (x - y))
                         * laplace_renyi alpha (beta * l1_distance r s))) by ring.
        apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact Hsum].
Qed.

End Line.
