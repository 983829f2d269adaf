(** * One more coordinate of Gaussian noise

    proofs/theory.md, the paragraph on Gaussian noise.  [coordinate_step]: a
    coordinate with exact Gaussian noise, rounded, whose centres are m apart,
    weighted with p and q, makes of the curve for mu at most that for
    sqrt(m^2 + mu^2).  For each value x of the coordinate the curve for mu is taken at
    the weights p phi(x), q phi(x-m); its integral is a difference of two
    convolutions, and rounding cannot increase it.

    In Rust: nothing directly; GaussianPrivacy.v goes on to vectors.  Rests on
    GaussianCurve.v and GaussianDiscretised.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw SignedOutside Transfer TheoremT NormalTail GaussianDiscretised
  GaussianCurve.

Local Open Scope R_scope.

(** ** One coordinate, continuous *)

Section Coordinate.

Variables (m mu p q : R).
Hypothesis mu_pos : 0 < mu.
Hypothesis p_pos : 0 < p.
Hypothesis q_pos : 0 < q.

Let B : R := m / mu.
Let A : R := mu / 2 + (ln p - ln q + m * m / 2) / mu.

(** The curve for mu at the weights p phi(x), q phi(x-m). *)
Let J (x : R) : R := p * (phi x * Phi (A - B * x)) - q * (phi (x - m) * Phi (A - mu - B * x)).

Lemma ln_phi (x : R) : ln (phi x) = - (x * x / 2) - ln (sqrt (2 * PI)).
Proof.
  unfold phi, Rdiv. assert (R0 := root_pos). rewrite ln_mult, ln_Rinv by
    (try apply bell_pos; try apply Rinv_0_lt_compat; lra).
  unfold bell. rewrite ln_exp. unfold Rdiv. ring.
Qed.

(** No threshold does better, at any x. *)
Lemma J_largest (t x : R) : p * phi x * Phi t - q * phi (x - m) * Phi (t - mu) <= J x.
Proof.
  assert (P1 := phi_pos x). assert (P2 := phi_pos (x - m)).
  assert (H := curve_is_largest mu (p * phi x) (q * phi (x - m)) mu_pos ltac:(nra) ltac:(nra) t).
  rewrite curve_at_threshold in H.
  assert (E : threshold mu (p * phi x) (q * phi (x - m)) = A - B * x).
  { unfold threshold, A, B. rewrite !ln_mult, !ln_phi by assumption. field. lra. }
  rewrite E in H. unfold J. replace (A - mu - B * x) with (A - B * x - mu) by ring. lra.
Qed.

(** The integral of J, by convolutions. *)
Let total_J (u v : R) : R :=
  p * convolution B u v A - q * convolution B (u - m) (v - m) (A - mu - B * m).

Lemma J_integral (u v : R) : is_RInt J u v (total_J u v).
Proof.
  apply (is_RInt_minus (fun x => p * (phi x * Phi (A - B * x)))
           (fun x => q * (phi (x - m) * Phi (A - mu - B * x)))).
  - apply (is_RInt_scal (fun x => phi x * Phi (A - B * x))).
    apply (RInt_correct (fun x => phi x * Phi (A - B * x))), convolution_integrable.
  - apply (is_RInt_scal (fun x => phi (x - m) * Phi (A - mu - B * x))).
    apply (is_RInt_ext (fun x => scal 1 (phi (1 * x + - m) * Phi (A - mu - B * m - B * (1 * x + - m))))).
    + intros x _. unfold scal; simpl; unfold mult; simpl. real_eq. rewrite !Rmult_1_l.
      f_equal. f_equal. ring.
    + apply (is_RInt_comp_lin (fun y => phi y * Phi (A - mu - B * m - B * y)) 1 (- m) u v).
      rewrite !Rmult_1_l. unfold convolution.
      apply (RInt_correct (fun y => phi y * Phi (A - mu - B * m - B * y))), convolution_integrable.
Qed.

Lemma J_chasles (u v w : R) : RInt J u v + RInt J v w = RInt J u w.
Proof. apply (RInt_Chasles J); eexists; apply J_integral. Qed.

(** An interval, with one threshold. *)
Lemma J_interval (u v t : R) :
  u <= v -> p * (Phi v - Phi u) * Phi t - q * (Phi (v - m) - Phi (u - m)) * Phi (t - mu) <= RInt J u v.
Proof.
  intros Huv.
  assert (I2 : is_RInt (fun x => phi (x - m)) u v (Phi (v - m) - Phi (u - m))).
  { apply (is_RInt_ext (fun x => scal 1 (phi (1 * x + - m)))).
    - intros x _. unfold scal; simpl; unfold mult; simpl. rewrite !Rmult_1_l. reflexivity.
    - apply (is_RInt_comp_lin phi 1 (- m) u v). rewrite !Rmult_1_l. apply Phi_is_integral. }
  assert (I3 : is_RInt (fun x => p * Phi t * phi x - q * Phi (t - mu) * phi (x - m)) u v
                 (p * Phi t * (Phi v - Phi u) - q * Phi (t - mu) * (Phi (v - m) - Phi (u - m)))).
  { apply (is_RInt_minus (fun x => p * Phi t * phi x) (fun x => q * Phi (t - mu) * phi (x - m))).
    - apply (is_RInt_scal phi), Phi_is_integral.
    - apply (is_RInt_scal (fun x => phi (x - m))), I2. }
  assert (H := is_RInt_le _ _ u v _ _ Huv I3 (RInt_correct J u v (ex_intro _ _ (J_integral u v)))).
  apply Rle_trans with (2 := H ltac:(intros x _; assert (L := J_largest t x); lra)). lra.
Qed.

(** The whole line but for two tails: the curve for sqrt(m^2 + mu^2). *)
Lemma J_line (K : R) :
  0 <= K ->
  RInt J (- K) K <= curve (sqrt (m * m + mu * mu)) p q + q * (Phi (- K - m) + normal_tail (K - m)).
Proof.
  intros HK. rewrite (is_RInt_unique _ _ _ _ (J_integral (- K) K)). unfold total_J.
  assert (U := convolution_upper B (- K) K ltac:(lra) A).
  assert (V := convolution_lower B (- K - m) (K - m) (A - mu - B * m) ltac:(lra)).
  set (M := sqrt (m * m + mu * mu)).
  assert (Hs : 0 < m * m + mu * mu) by nra.
  assert (M1 : 0 < M) by (apply sqrt_lt_R0, Hs).
  assert (M2 : M * M = m * m + mu * mu) by (apply sqrt_sqrt; lra).
  assert (ED : sqrt (1 + B * B) = M / mu).
  { replace (1 + B * B) with ((m * m + mu * mu) / (mu * mu)) by (unfold B; field; lra).
    rewrite sqrt_div by nra. rewrite sqrt_square by lra. reflexivity. }
  rewrite ED in U, V.
  assert (E1 : A / (M / mu) = M / 2 + (ln p - ln q) / M).
  { replace (M / 2) with (M * M / (2 * M)) by (field; lra). rewrite M2. unfold A. field. lra. }
  assert (E2 : (A - mu - B * m) / (M / mu) = - (M / 2) + (ln p - ln q) / M).
  { replace (- (M / 2)) with (- (M * M) / (2 * M)) by (field; lra). rewrite M2. unfold A, B. field. lra. }
  rewrite E1 in U. rewrite E2 in V. unfold curve. fold M.
  assert (U' := Rmult_le_compat_l p _ _ ltac:(lra) U).
  assert (V' := Rmult_le_compat_l q _ _ ltac:(lra) V). lra.
Qed.

(** ** One coordinate, rounded *)

Variables (x : nat -> R) (N : nat).
Hypothesis edges : forall i, (i < N)%nat -> x i <= x (S i).

(** Each output may have a threshold of its own. *)
Theorem coordinate_step (t : signed_output -> R) :
  Sum (signed_outputs N) (fun o => p * ideal_signed_of Phi x N 0 o * Phi (t o)
                                   - q * ideal_signed_of Phi x N m o * Phi (t o - mu))
  <= curve (sqrt (m * m + mu * mu)) p q.
Proof.
  apply (le_up_to_tail (2 * p + 2 * q)); [lra|]. intros z Hz.
  set (K := Rabs (x 0%nat) + Rabs (x N) + Rabs m + z).
  assert (P0 := Rabs_pos (x 0%nat)). assert (PN := Rabs_pos (x N)). assert (Pm := Rabs_pos m).
  assert (B0 : - K <= x 0%nat).
  { assert (H := Rle_abs (- x 0%nat)). rewrite Rabs_Ropp in H. unfold K. lra. }
  assert (BN : x N <= K) by (assert (H := Rle_abs (x N)); unfold K; lra).
  unfold signed_outputs. cbn [Sum]. rewrite Sum_map. simpl ideal_signed_of.
  assert (Cells : forall n, (n <= N)%nat ->
            Sum (seq 0 n) (fun i => p * (Phi (x (S i) - 0) - Phi (x i - 0)) * Phi (t (Cell i))
              - q * (Phi (x (S i) - m) - Phi (x i - m)) * Phi (t (Cell i) - mu))
            <= RInt J (x 0%nat) (x n)).
  { induction n as [|n IH]; intros Hn.
    - simpl. right. symmetry. apply (RInt_point (x 0%nat) J).
    - rewrite seq_S, Sum_app. simpl. rewrite Rplus_0_r, <- (J_chasles (x 0%nat) (x n) (x (S n))).
      apply Rplus_le_compat; [apply IH; lia|]. rewrite !Rminus_0_r. apply J_interval, edges. lia. }
  assert (C := Cells N (le_n N)).
  assert (T1 := J_interval (- K) (x 0%nat) (t Below) B0).
  assert (T2 := J_interval (x N) K (t Above) BN).
  assert (L := J_line K ltac:(unfold K; lra)).
  rewrite <- (J_chasles (- K) (x 0%nat) K), <- (J_chasles (x 0%nat) (x N) K) in L.
  assert (Am := Rle_abs m). assert (Am' := Rle_abs (- m)). rewrite Rabs_Ropp in Am'.
  assert (Q1 : Phi (- K) <= normal_tail z) by (apply normal_tail_monotone; unfold K; lra).
  assert (Q2 : 1 - Phi K <= normal_tail z).
  { unfold Phi. rewrite <- normal_tail_symmetric. apply normal_tail_monotone. unfold K; lra. }
  assert (Q3 : Phi (- K - m) <= normal_tail z) by (apply normal_tail_monotone; unfold K; lra).
  assert (Q4 : normal_tail (K - m) <= normal_tail z) by (apply normal_tail_monotone; unfold K; lra).
  assert (R1 := Phi_range (t Below)). assert (R2 := Phi_range (t Below - mu)).
  assert (R3 := Phi_range (t Above)). assert (R4 := Phi_range (t Above - mu)).
  assert (R5 := Phi_range (- K)). assert (R6 := Phi_range (- K - m)). assert (R7 := Phi_range K).
  assert (R8 := Phi_range (K - m)).
  assert (W1 : p * Phi (- K) * Phi (t Below) <= p * normal_tail z)
    by (rewrite Rmult_assoc; apply Rmult_le_compat_l; nra).
  assert (W2 : p * (1 - Phi K) * Phi (t Above) <= p * normal_tail z)
    by (rewrite Rmult_assoc; apply Rmult_le_compat_l; nra).
  assert (W3 : 0 <= q * Phi (- K - m) * Phi (t Below - mu)) by (apply Rmult_le_pos; nra).
  assert (W4 : 0 <= q * (1 - Phi (K - m)) * Phi (t Above - mu)) by (apply Rmult_le_pos; nra).
  assert (W5 : q * (Phi (- K - m) + normal_tail (K - m)) <= q * (2 * normal_tail z))
    by (apply Rmult_le_compat_l; lra).
  rewrite !Rminus_0_r. lra.
Qed.

End Coordinate.
